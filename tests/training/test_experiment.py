"""Experiments: what two litters' games say, and a small one from its plan to its finding, stopped on the way."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from clevergo.app.training.settings import DogSettings
from clevergo.games.guests import game_named
from clevergo.nn.description import NetConfig
from clevergo.players.match_games import MatchScore
from clevergo.problem import BadValueError
from clevergo.training.config import YoungNet
from clevergo.training.experiment import lab
from clevergo.training.experiment.findings import Finding, find
from clevergo.training.experiment.growth import Growth
from clevergo.training.experiment.lab import Lab, Pairing, Playing, Raising, WarmingUp, Watched
from clevergo.training.experiment.plan import SIDES, ExperimentError, ExperimentPlan, in_words, settings_of
from clevergo.training.learner.store import RunStore
from clevergo.training.ratings.elo import expected_score
from clevergo.training.run.events import Counters, MeanLosses, Progress, Rated, Saved, WentBack
from clevergo.training.run.plan import RunPlan

SMALL = {
    "net.blocks": 1,
    "net.channels": 16,
    "selfplay.games": 8,
    "selfplay.simulations": 4,
    "selfplay.considered": 4,
    "learner.batch": 16,
    "learner.min_positions": 50,
    "learner.window_min": 500,
    "learner.publish_ticks": 64,
    "learner.checkpoint_seconds": 1.0,
}
PLAN = ExperimentPlan(
    SMALL, SMALL | {"learner.learning_rate": 2e-3}, size=5, positions=300, seeds=1, games=4, simulations=4
)


# --- what is asked


def test_dogs_that_grow_begin_as_small_as_those_of_the_train_button_where_their_net_is_larger() -> None:
    plan = ExperimentPlan({"net.blocks": 6}, {"net.blocks": 4, "net.channels": 32}, minutes=1, grows=True)
    usual = DogSettings().training_config(NetConfig()).young_nets
    assert plan.config("one", 0).young_nets == DogSettings().training_config(NetConfig(blocks=6)).young_nets != ()
    assert plan.config("other", 0).young_nets == ()
    own = [{"blocks": 1, "channels": 16, "positions": 9}]
    told = ExperimentPlan({"young_nets": own}, minutes=1, grows=True)
    assert told.config("one", 0).young_nets == (YoungNet(1, 16, 9),)
    assert told.config("other", 0).young_nets == usual
    assert ExperimentPlan(minutes=1).config("one", 0).young_nets == ()


# --- what games say


def all_pairs(seeds: int, score: MatchScore) -> dict[tuple[int, int], MatchScore]:
    return {(i, j): score for i in range(seeds) for j in range(seeds)}


def test_nothing_is_found_before_each_dog_has_played() -> None:
    scores = all_pairs(2, MatchScore(5, 5))
    scores[1, 0] = scores[1, 1] = MatchScore()
    assert find(scores, 2) is None


def test_equal_litters_gain_nothing_and_the_better_one_what_its_games_say() -> None:
    even, better = find(all_pairs(3, MatchScore(10, 10)), 3), find(all_pairs(3, MatchScore(150, 50)), 3)
    assert even is not None
    assert better is not None
    assert even.gain == pytest.approx(0.0, abs=1e-6)
    assert better.gain == pytest.approx(191, abs=5), "three of four is 191 points"
    assert better.score == MatchScore(1350, 450)


def test_draws_are_half_a_win() -> None:
    drawn, shared = find(all_pairs(2, MatchScore(6, 4, 10)), 2), find(all_pairs(2, MatchScore(11, 9)), 2)
    assert drawn is not None
    assert shared is not None
    assert drawn.gain == pytest.approx(shared.gain)


def test_one_dog_each_is_said_to_say_nothing_of_the_next() -> None:
    alone = find(all_pairs(1, MatchScore(78, 22)), 1)
    assert alone is not None
    assert not alone.counts_seeds


def played(rng: np.random.Generator, gain: float, spread: float, seeds: int, games: int) -> Finding:
    """An experiment whose truth is known: dogs of a litter differ by ``spread``, the litters' means by ``gain``."""
    one, other = rng.normal(gain, spread, seeds), rng.normal(0.0, spread, seeds)
    scores = {}
    for i in range(seeds):
        for j in range(seeds):
            won = int(rng.binomial(games, expected_score(one[i], other[j])))
            scores[i, j] = MatchScore(won, games - won)
    found = find(scores, seeds)
    assert found is not None
    return found


@pytest.mark.parametrize("spread", [0.0, 120.0])
def test_the_error_holds_for_litters_whose_dogs_are_alike_and_for_those_that_differ(
    spread: float, rng: np.random.Generator
) -> None:
    found = [played(rng, 60.0, spread, seeds=4, games=20) for _ in range(300)]
    misses = np.array([abs(each.gain - 60.0) / each.error for each in found])
    assert 0.55 <= np.mean(misses < 1.0) <= 0.95, (
        "about two of three within the error, somewhat more where dogs are alike"
    )
    assert np.mean(misses < 2.5) >= 0.92


@pytest.mark.parametrize(("seeds", "seen"), [(2, 0.25), (3, 0.7)])
def test_luck_alone_is_seldom_taken_for_more(seeds: int, seen: float, rng: np.random.Generator) -> None:
    luck = [played(rng, 0.0, 120.0, seeds, games=20) for _ in range(300)]
    assert np.mean([each.chance < 0.05 for each in luck]) <= 0.07
    real = [played(rng, 600.0, 60.0, seeds, games=20) for _ in range(100)]
    assert np.mean([each.chance < 0.05 for each in real]) >= seen, "a large gain is seen, the more dogs the sooner"


def test_of_one_dog_each_the_chance_is_what_the_games_say() -> None:
    even, clear = find(all_pairs(1, MatchScore(22, 18)), 1), find(all_pairs(1, MatchScore(31, 9)), 1)
    assert even is not None
    assert clear is not None
    assert 0.6 < even.chance < 0.7, "binomial: 0.64"
    assert 0.0001 < clear.chance < 0.003, "binomial: 0.0007"


def test_who_wins_everything_is_surer_than_who_wins_much() -> None:
    chances = [find(all_pairs(1, MatchScore(won, 40 - won)), 1) for won in (31, 36, 40)]
    much, more, everything = (found.chance if found is not None else 1.0 for found in chances)
    assert everything < more < much
    assert everything == pytest.approx(2.0**-39)


# --- growth


def test_a_dogs_curves_are_kept_rated_and_cut_to_what_was_saved(tmp_path: Path) -> None:
    growth = Growth()
    for second in range(1, 1300):
        growth = growth.after(Counters(second, 30 * second, 90 * second, float(second)), MeanLosses(3.0, 0.5, 0.0, 2.0))
    for seconds, won in ((20.0, 0), (200.0, 6), (900.0, 6)):
        growth = growth.rated(Rated("random", won, 0, 6 - won, round(seconds), seconds))
    assert len(growth.points) < 1300, "a long life is kept in fewer points"
    assert growth.points[-1].games == 1299
    growth.save(tmp_path)
    assert Growth.load(tmp_path) == growth
    rated = growth.ratings(game_named("go"))
    assert [round(point.seconds) for point in rated] == [20, 200, 900]
    assert rated[0].rating < 0 < rated[1].rating < rated[2].rating
    young = growth.until(500.0)
    assert young.points[-1].seconds <= 500.0
    assert len(young.matches) == 2
    assert len(growth.until(199.96).matches) == 2, "of the very weights that were saved, whose age is rounded"
    assert Growth.load(tmp_path / "nowhere") == Growth()


# --- the plan


def test_litters_raised_alike_differ_by_their_seeds_only() -> None:
    alike = ExperimentPlan(SMALL, SMALL, size=5, minutes=1.0, seeds=2)
    assert [alike.config(side, seed).seed for side in SIDES for seed in (0, 1)] == [0, 1, 1000, 1001]
    assert [PLAN.config(side, 0).seed for side in SIDES] == [0, 0], "what differs is the setting, not the chance"


@pytest.mark.parametrize(
    ("one", "grows", "seeds"),
    [
        ({"net.channels": 96}, True, [0, 1000]),
        ({"net.blocks": 4, "net.channels": 32}, True, [0, 1000]),  # the small net, to the end
        ({"net.channels": 96}, False, [0, 0]),
        ({"net.blocks": 3}, True, [0, 0]),  # born with fewer blocks than the others
        ({"net.channels": 96, "learner.learning_rate": 2e-3}, True, [0, 0]),
    ],
)
def test_where_only_grown_nets_differ_seeds_do_as_both_would_be_one_dog_while_they_are_small(
    one: dict[str, object], grows: bool, seeds: list[int]
) -> None:
    plan = ExperimentPlan(one, minutes=1.0, grows=grows)
    assert [plan.config(side, 0).seed for side in SIDES] == seeds


def test_settings_are_read_as_they_are_typed_and_told_in_the_same_words() -> None:
    words = ["net.channels=32", "learner.learning_rate=0.002", "net.kind=classic"]
    assert settings_of(words) == {"net.channels": 32, "learner.learning_rate": 0.002, "net.kind": "classic"}
    assert in_words(settings_of(words)) == 'net.channels=32 learner.learning_rate=0.002 net.kind="classic"'


@pytest.mark.parametrize("word", ["net.channels", "=3", ""])
def test_a_word_that_is_no_setting_is_refused(word: str) -> None:
    with pytest.raises(BadValueError, match=r"net\.channels=32"):
        settings_of([word])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"net.chanels": 32}, "unknown net settings: chanels"),
        ({"lerner.muon": 0.0}, "lerner.muon"),
        ({"seed.deeper": 1}, "seed.deeper"),
        ({"learner.batch": -1}, "batch must be positive"),
        ({"net.channels": "many"}, "no dog can be trained"),
    ],
)
def test_settings_that_no_dog_can_be_trained_with_are_refused(settings: dict[str, object], said: str) -> None:
    with pytest.raises(BadValueError, match=said):
        ExperimentPlan(other=settings, positions=100)


@pytest.mark.parametrize("change", [{}, {"minutes": 1.0, "positions": 5}, {"minutes": 1.0, "games": 3}])
def test_a_plan_says_one_length_and_an_even_number_of_games(change: dict[str, float]) -> None:
    with pytest.raises(BadValueError):
        ExperimentPlan(**change)  # type: ignore[arg-type]


def test_another_experiment_is_not_begun_where_one_lies(tmp_path: Path) -> None:
    Lab(tmp_path, PLAN)
    assert ExperimentPlan.load(tmp_path) == PLAN
    with pytest.raises(ExperimentError, match="another experiment"):
        Lab(tmp_path, ExperimentPlan(minutes=1.0))


def test_what_lies_in_a_folder_can_be_looked_at_without_writing_there(tmp_path: Path) -> None:
    assert Lab.found(tmp_path / "nowhere") is None
    assert list(tmp_path.iterdir()) == []
    Lab(tmp_path, PLAN)
    before = list(tmp_path.iterdir())
    found = Lab.found(tmp_path)
    assert found is not None
    assert (found.plan, found.played, found.raised) == (PLAN, 0, 0)
    assert list(tmp_path.iterdir()) == before


def test_a_plan_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "experiment.json").write_text("{")
    with pytest.raises(ExperimentError, match=r"experiment\.json"):
        ExperimentPlan.load(tmp_path)


# --- all of it


def test_a_dog_that_was_interrupted_goes_on_in_the_run_it_was_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or its rate would begin anew and fall within the minute that was left, unlike that of all others."""
    planned: list[RunPlan] = []

    def note(_folder: Path, _config: object, plan: RunPlan, _ladder: object) -> None:
        planned.append(plan)

    monkeypatch.setattr(lab, "TrainingRun", note)
    lab._Pup(tmp_path, ExperimentPlan(minutes=20), "one", 0, plan_of_length)
    saved = SimpleNamespace(counters=Counters(900, 80_000, 240_000, seconds=1_140.0))
    monkeypatch.setattr(RunStore, "load", lambda _store: saved)
    lab._Pup(tmp_path, ExperimentPlan(minutes=20), "one", 0, plan_of_length)
    assert [(plan.seconds, plan.behind) for plan in planned] == [(1_200.0, 0.0), (1_200.0, 1_140.0)]


def test_a_dog_whose_learner_died_goes_back_to_its_save_and_so_do_its_curves(tmp_path: Path) -> None:
    pup = lab._Pup(tmp_path, PLAN, "one", 0, plan_of_length)
    at = [Counters(games, 10 * games, seconds=float(games)) for games in range(1, 6)]
    for counters in at[:2]:
        pup._on_event(Progress(counters, 0, 1e-3, 0, None))
    pup._on_event(Saved(at[1]))
    for counters in at[2:]:
        pup._on_event(Progress(counters, 0, 1e-3, 0, None))
    pup._on_event(Rated("random", 1, 0, 1, 5, 5.0))
    pup._on_event(WentBack(at[1]))
    assert pup.now.counters == at[1]
    pup._on_event(Progress(at[2], 0, 1e-3, 0, None))
    assert [point.seconds for point in pup.now.growth.points] == [1.0, 2.0, 3.0]
    assert not pup.now.growth.matches
    pup._on_event(WentBack(None))
    assert (pup.now.counters, pup.now.growth) == (Counters(), Growth())


def plan_of_length(seconds: float | None) -> RunPlan:
    return RunPlan(seconds=seconds)


def test_the_computer_stays_awake_while_games_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    @contextmanager
    def awake() -> Iterator[None]:
        done.append("awake")
        yield
        done.append("may sleep")

    monkeypatch.setattr(lab, "kept_awake", awake)
    monkeypatch.setattr(Lab, "_raise_all", lambda *_: None)
    monkeypatch.setattr(Lab, "_play", lambda *_: done.append("games"))
    Lab(tmp_path, PLAN).run(threading.Event(), lambda _: None)
    assert done == ["awake", "games", "may sleep"]


def test_dogs_are_raised_and_meet_and_what_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    stop = threading.Event()
    played: list[int] = []

    def stop_after_two_games(news: WarmingUp | Raising | Watched | Playing) -> None:
        if isinstance(news, Playing):
            played.append(news.played)
            if news.played:
                stop.set()

    Lab(tmp_path, PLAN).run(stop, stop_after_two_games)
    assert played == [0, 2], "it was stopped after the first pair of games"
    done = {row["opening"] for row in json.loads((tmp_path / "games.json").read_bytes())}
    grown = {side: RunStore(tmp_path / f"{side}-0").load() for side in ("one", "other")}
    for dog in grown.values():
        assert dog is not None
        assert dog.counters.positions >= 300
    assert grown["other"] is not None
    assert grown["other"].config.learner.learning_rate == 2e-3

    news: list[WarmingUp | Raising | Watched | Playing] = []
    again = Lab(tmp_path, PLAN)
    finding = again.run(threading.Event(), news.append)
    assert finding is not None
    assert finding.score.games == 4
    assert not any(isinstance(each, Raising) for each in news), "the dogs are grown: nobody is raised again"
    assert [each.played for each in news if isinstance(each, Playing)] == [2, 4]
    watched = [each for each in news if isinstance(each, Watched)]
    missing = {Pairing(0, 0, opening) for opening in {0, 1} - done}
    assert {each.pairing for each in watched} == missing, "the games that were missing are seen, and no others"
    assert all(each.board.stones.shape == (5, 5) for each in watched)
    for side in ("one", "other"):
        grew = again.growth(side, 0).points  # type: ignore[arg-type]
        assert grew[-1].positions >= 300
        assert [point.seconds for point in grew] == sorted({point.seconds for point in grew})
    assert len(json.loads((tmp_path / "games.json").read_text())) == 2, "an opening each, both colors"
