"""A dog's ages and what they say of a position: which are asked, what they answer, and when something was learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.app.desk.paths import SHIPPED
from clevergo.app.film.ages import MOST_AGES, Age, ages_of, spread
from clevergo.app.film.film import (
    Film,
    FilmInquiry,
    Frame,
    Learned,
    LearnedWhen,
    Line,
    Quarrel,
    QuarrelInquiry,
    learned_when,
    most_disputed,
)
from clevergo.app.film.projector import Projector
from clevergo.app.film.showing import Shelf, answer, film_of, quarrel_of
from clevergo.app.kennel.messages import DogAge, DogInfo
from clevergo.app.kennel.netfile import NetFile
from clevergo.games.color import Color
from clevergo.games.game import Position, Rules, position_after
from clevergo.games.guests import game_named
from clevergo.games.kernels import write_planes
from clevergo.games.start import Start
from clevergo.nn.description import NetConfig
from clevergo.nn.files import load_weights
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inside.forward import look_inside
from clevergo.players.brain import DogBrain
from clevergo.players.net_players import PolicyPlayer
from clevergo.players.options import PlayerOptions
from clevergo.players.protocol import PlayerError
from clevergo.problem import Problem, as_said
from tests.ui.fake_film import film_of as fake_film
from tests.ui.fake_film import quarrel_of as fake_quarrel
from tests.ui.fake_inquiries import FakeInquirer

MODELS = SHIPPED / "models"
GO, FIVE = (game_named(name).agree({})[0] for name in ("go", "five"))
MOVES = {"go": (40, 24, 56, 20, 60, 38, 42), "five": (112, 97, 96, 113, 127, 98)}


def shipped(dog: str) -> tuple[NetFile, ...]:
    """A shipped dog at birth, half grown, and now."""
    ages = sorted((MODELS / dog).glob("age-*.pdparams"))
    return tuple(map(NetFile.of, (ages[0], ages[len(ages) // 2], MODELS / f"{dog}.pdparams")))


NETS = {"go": shipped("alpha_go"), "five": shipped("alpha_five")}
RULES = {"go": GO, "five": FIVE}


# --- when was it learned? ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("favorites", "expected"),
    [
        ([], LearnedWhen(Learned.UNKNOWN)),
        ([7, None], LearnedWhen(Learned.UNKNOWN)),
        ([7], LearnedWhen(Learned.ALONE, 0)),
        ([None, 7], LearnedWhen(Learned.ALONE, 1)),
        ([7, 7, 7], LearnedWhen(Learned.AT_BIRTH, 0)),
        ([None, 7, 7], LearnedWhen(Learned.AT_BIRTH, 1)),
        ([3, 4, 7], LearnedWhen(Learned.NOW, 2, 1)),
        ([3, 7, 7], LearnedWhen(Learned.SINCE, 1, 0)),
        ([7, 3, 7, 7], LearnedWhen(Learned.SINCE, 2, 1)),
        ([3, None, 7, None, 7], LearnedWhen(Learned.SINCE, 2, 0)),
        ([3, None, 7], LearnedWhen(Learned.NOW, 2, 0)),
    ],
)
def test_it_was_learned_when_the_favorite_came_to_stay(favorites: list[int | None], expected: LearnedWhen) -> None:
    assert learned_when(favorites) == expected


@pytest.mark.parametrize(
    ("first", "second", "ply"),
    [
        ([0.5, 0.9, 0.1], [0.5, 0.5, 0.2], 1),
        ([0.1, 0.9], [0.5, 0.5], 0),
        ([np.nan, 0.4], [np.nan, 0.5], 1),
        ([np.nan], [np.nan], None),
        ([0.5, 0.5], [0.5, 0.5], 0),
    ],
)
def test_two_ages_disagree_most_where_their_chances_lie_farthest_apart(
    first: list[float], second: list[float], ply: int | None
) -> None:
    assert most_disputed(np.array([first, second], np.float32)) == ply


# --- which ages ----------------------------------------------------------------------------------------------------


class SomeAges:
    """A kennel with one dog, which was kept after so many games."""

    def __init__(self, info: DogInfo, games: Sequence[int]) -> None:
        self.info, self.games = info, tuple(games)

    def dogs(self) -> tuple[DogInfo, ...]:
        return (self.info,)

    def ages_of(self, name: str) -> tuple[DogAge, ...]:
        return tuple(DogAge(f"{name}@{n}", n, float(n), None, None, Path(f"{n}.pdparams")) for n in self.games)


GROWN = DogInfo("pup", False, "5x64", 900, 60.0, 800.0, 30.0, Path("pup.pdparams"))


def ages(games: Sequence[int], info: DogInfo = GROWN) -> tuple[Age, ...]:
    return ages_of(SomeAges(info, games), info)  # type: ignore[arg-type]


def test_a_film_goes_from_birth_to_now() -> None:
    found = ages([0, 30, 400])
    assert [age.games for age in found] == [0, 30, 400, 900]
    assert [age.is_now for age in found] == [False, False, False, True]
    assert (found[-1].rating, found[-1].net.path) == (800.0, Path("pup.pdparams"))


def test_an_age_knows_whether_the_dog_was_born_with_anothers_weights() -> None:
    assert not any(age.is_taught for age in ages([0, 30]))
    assert all(age.is_taught for age in ages([0, 30], replace(GROWN, family="alpha_go")))


def test_of_what_was_kept_just_now_there_is_one_frame() -> None:
    assert [age.games for age in ages([0, 900])] == [0, 900]
    assert [age.games for age in ages([])] == [900]


def test_an_age_kept_since_it_was_saved_last_is_its_present_self() -> None:
    found = ages([0, 400, 950])
    assert [(age.games, age.is_now) for age in found] == [(0, False), (400, False), (900, False), (950, True)]
    assert found[-1].net.path == Path("950.pdparams")


def test_who_has_learned_nothing_has_no_film() -> None:
    assert ages([], replace(GROWN, weights=None)) == ()


def test_of_many_ages_those_are_shown_that_are_spread_over_its_growth() -> None:
    many = [round(1.3**n) for n in range(1, 60)]
    found = spread(ages(many, replace(GROWN, games=10**8)), MOST_AGES)
    assert len(found) == MOST_AGES
    assert (found[0].games, found[-1].games) == (1, 10**8)
    counts = np.array([age.games for age in found[:-1]], float)
    assert np.diff(np.log(counts)).max() < 5 * np.diff(np.log(counts)).mean()


def test_a_weight_file_written_anew_is_another_net(tmp_path: Path) -> None:
    path = tmp_path / "pup.pdparams"
    assert NetFile.of(path) == NetFile(path, 0)
    path.write_bytes(b"1")
    assert NetFile.of(path).written > 0


# --- what they say -------------------------------------------------------------------------------------------------


@cache
def whole_film(game: str) -> tuple[Film, ...]:
    return tuple(film_of(FilmInquiry(NETS[game], RULES[game], MOVES[game]), Shelf()))


def views_said(net: NetFile, position: Position) -> tuple[NDArray[np.float64], float, NDArray[np.float64] | None]:
    """What a net says of a position, computed in NumPy view by view and turned back."""
    weights, rules = load_weights(net.path), position.rules
    points = rules.grid.points
    planes = np.zeros((1, weights.config.planes, *rules.grid), np.float32)
    write_planes(position.board, planes)
    priors, values, owners = [], [], []
    for view in rules.game.symmetries(rules.size):
        turned = planes[0].reshape(-1, points)[:, view[:points]].reshape(-1, *rules.grid)
        said = look_inside(weights.config, weights.arrays, turned)
        prior = np.zeros(rules.num_actions)
        prior[view] = said.prior
        priors.append(prior)
        values.append(said.value)
        if said.points is not None:
            owner = np.zeros(points)
            owner[view[:points]] = said.points
            owners.append(owner)
    return np.mean(priors, axis=0), float(np.mean(values)), np.mean(owners, axis=0) if owners else None


@pytest.mark.parametrize("game", ["go", "five"])
def test_each_frame_is_the_nets_own_word_from_all_sides(game: str) -> None:
    position = position_after(RULES[game], MOVES[game])
    film = whole_film(game)[-1]
    for net, frame in list(zip(NETS[game], film.frames, strict=True))[::2]:
        assert isinstance(frame, Frame)
        prior, value, owners = views_said(net, position)
        allowed = frame.policy > 0
        assert not allowed[list(MOVES[game])].any()
        np.testing.assert_allclose(frame.policy[allowed], prior[allowed] / prior[allowed].sum(), atol=2e-4)
        side = 1.0 if position.to_play is Color.BLACK else -1.0
        assert frame.black_rate == pytest.approx((1 + side * value) / 2, abs=1e-3)
        assert (frame.owners is None) == (owners is None)
        if frame.owners is not None and owners is not None:
            np.testing.assert_allclose(frame.owners.ravel(), side * owners, atol=2e-3)


@pytest.mark.parametrize("game", ["go", "five"])
def test_the_favorite_is_what_the_bare_policy_would_play_against_a_person(game: str) -> None:
    position = position_after(RULES[game], MOVES[game])
    for net, frame in zip(NETS[game], whole_film(game)[-1].frames, strict=True):
        brain, options = DogBrain.load("it", net.path), PlayerOptions(is_patient=True)
        played = PolicyPlayer("it", brain, np.random.default_rng(0), options).choose(position).action
        assert isinstance(frame, Frame)
        # It computes in fewer digits where that is faster: of two moves liked alike it may take the other.
        assert frame.policy[played] >= 0.9 * frame.policy[frame.favorite]


def test_the_board_comes_first_and_then_frame_by_frame() -> None:
    told = whole_film("go")
    assert [len(film.frames) for film in told] == [0, 1, 2, 3]
    assert (told[0].to_play, told[0].is_over, told[0].board.last_move) == (Color.WHITE, False, MOVES["go"][-1])
    assert (told[0].board.stones == position_after(GO, MOVES["go"]).stones).all()


def test_what_the_process_is_asked_it_answers() -> None:
    inquiry = FilmInquiry(NETS["go"][-1:], GO, MOVES["go"])
    (*_, film) = answer(inquiry, lambda: False)
    (frame,) = film.frames  # type: ignore[union-attr]
    known = whole_film("go")[-1].frames[-1]
    assert isinstance(frame, Frame)
    assert isinstance(known, Frame)
    np.testing.assert_allclose(frame.policy, known.policy, atol=1e-6)


def test_a_net_that_is_gone_damaged_or_of_another_game_is_a_problem_in_its_place(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.pdparams"
    damaged.write_bytes(b"no net")
    nets = (NetFile.of(tmp_path / "gone.pdparams"), NetFile.of(damaged), NETS["five"][0], NETS["go"][-1])
    (*_, film) = film_of(FilmInquiry(nets, GO, ()), Shelf())
    *problems, frame = film.frames
    assert [problem.code for problem in problems if isinstance(problem, Problem)] == [
        "weights_missing",
        "weights_foreign",
        "other_game",
    ]
    assert isinstance(frame, Frame)


def test_where_the_game_is_over_nobody_is_asked() -> None:
    ended = FilmInquiry(NETS["go"], GO, (40, GO.num_actions - 1, GO.num_actions - 1))
    (film,) = film_of(ended, Shelf())
    assert film.is_over
    assert film.frames == ()


def test_who_is_not_wanted_any_longer_is_not_asked() -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 1

    told = list(film_of(FilmInquiry(NETS["go"], GO, ()), Shelf(), stop))
    assert [len(film.frames) for film in told] == [0, 1]


def test_weights_stay_in_memory_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def noting(path: Path) -> Any:
        read.append(path)
        return load_weights(path)

    monkeypatch.setattr("clevergo.app.film.showing.load_weights", noting)
    roomy, narrow = Shelf(), Shelf(most_bytes=1)
    for _ in range(2):
        for net in NETS["go"][:2]:
            roomy.loaded(net, GO)
    assert len(read) == 2
    read.clear()
    for _ in range(2):
        for net in NETS["go"][:2]:
            narrow.loaded(net, GO)
    assert len(read) == 4


def test_nets_that_are_built_alike_share_their_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dog's net may have grown."""
    made, small, large = [], NetConfig(blocks=2, channels=32), NetConfig(blocks=5, channels=64)

    class Counted:
        def __init__(self, weights: Any, size: int, precision: Precision) -> None:
            made.append((weights.config, size, precision))

        def swap(self, weights: Any) -> None: ...

    sizes = {"0": small, "1": small, "2": large, "3": large}

    def some(path: Path) -> Any:
        return SimpleNamespace(config=sizes[path.stem], arrays={})

    monkeypatch.setattr("clevergo.app.film.showing.load_weights", some)
    monkeypatch.setattr("clevergo.app.film.showing.Predictor", Counted)
    shelf = Shelf()
    loaded = [shelf.loaded(NetFile(Path(name), 0), GO) for name in ("0", "1", "2", "3", "0")]
    assert made == [(small, 9, Precision.EXACT), (large, 9, Precision.EXACT)]
    assert [loaded.index(one) for one in loaded] == [0, 0, 2, 2, 0]


@cache
def whole_quarrel() -> tuple[Quarrel, ...]:
    moves = (*MOVES["go"], 81, 81)
    return tuple(quarrel_of(QuarrelInquiry((NETS["go"][0], NETS["go"][-1]), GO, moves), Shelf()))


def test_two_ages_say_of_every_position_what_their_films_would_say() -> None:
    quarrel = whole_quarrel()[-1]
    moves = (*MOVES["go"], 81, 81)
    assert quarrel.black_rates.shape == (2, len(moves) + 1) == (2, quarrel.total)
    shelf = Shelf()
    for ply in (0, 5, len(moves) - 1):
        (*_, film) = film_of(FilmInquiry((NETS["go"][0], NETS["go"][-1]), GO, moves[:ply]), shelf)
        for row, frame in enumerate(film.frames):
            assert isinstance(frame, Frame)
            assert quarrel.black_rates[row, ply] == pytest.approx(frame.black_rate, abs=1e-4)
            liked = frame.policy[int(quarrel.favorites[row, ply])]
            assert liked == pytest.approx(frame.policy[frame.favorite], rel=1e-3)


def test_of_the_end_of_a_game_nobody_says_anything() -> None:
    quarrel = whole_quarrel()[-1]
    assert np.isnan(quarrel.black_rates[:, -1]).all()
    assert (quarrel.favorites[:, -1] == -1).all()
    assert not np.isnan(quarrel.black_rates[:, :-1]).any()


def test_where_one_move_alone_is_considered_no_judgment_counts_unless_there_is_nothing_else() -> None:
    """A four is made and stopped without a search, so no dog learns what it is worth."""
    moves = (112, 97, 113, 98, 114, 99, 115)
    whole = QuarrelInquiry((NETS["five"][0], NETS["five"][-1]), FIVE, moves)
    (*_, quarrel) = quarrel_of(whole, Shelf())
    assert np.isnan(quarrel.black_rates[0]).tolist() == [False] * 6 + [True] * 2
    assert (quarrel.favorites >= 0).all()
    four = Start((112, 113, 114, 115), (97, 98, 99, 111), Color.WHITE)
    (*_, only) = quarrel_of(replace(whole, moves=(), start=four), Shelf())
    assert not np.isnan(only.black_rates).any()


def test_a_quarrel_with_somebody_who_is_gone_is_an_error(tmp_path: Path) -> None:
    inquiry = QuarrelInquiry((NETS["go"][0], NetFile.of(tmp_path / "gone.pdparams")), GO, ())
    with pytest.raises(PlayerError):
        list(answer(inquiry, lambda: False))


# --- who asks ------------------------------------------------------------------------------------------------------


class Desk:
    """A projector, and who finds out for it."""

    def __init__(self, games: Sequence[int] = (0, 30, 400), rules: Rules = GO) -> None:
        self.kennel = SomeAges(GROWN, games)
        self.inquirer = FakeInquirer()
        self.projector = Projector(self.kennel, self.inquirer)  # type: ignore[arg-type]
        self.line = Line(rules, MOVES["go"], 3)
        self.projector.show("pup", self.line)

    @property
    def asked(self) -> Any:
        """What is to be found out now."""
        return self.inquirer.current

    def tell(self, answer: Any, is_whole: bool = True) -> None:
        self.inquirer.tell(answer, is_whole)
        self.projector.poll()


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_all_ages_are_asked_about_the_position(desk: Desk) -> None:
    assert desk.asked.moves == MOVES["go"][:3]
    assert [net.path.stem for net in desk.asked.nets] == ["0", "30", "400", "pup"]
    assert desk.projector.is_waiting
    film = fake_film(desk.asked)
    desk.tell(replace(film, frames=film.frames[:1]), is_whole=False)
    first, second, *_ = desk.projector.ages
    assert desk.projector.frame(first) is film.frames[0]
    assert desk.projector.frame(second) is None
    desk.tell(film)
    assert desk.projector.is_whole
    assert not desk.projector.is_waiting


def test_what_is_told_again_is_the_same_frame(desk: Desk) -> None:
    desk.tell(fake_film(desk.asked), is_whole=False)
    before = [desk.projector.frame(age) for age in desk.projector.ages]
    desk.tell(fake_film(desk.asked))
    assert [desk.projector.frame(age) for age in desk.projector.ages] == before


def test_another_position_is_asked_about_and_what_was_known_is_known_again(desk: Desk) -> None:
    desk.tell(fake_film(desk.asked))
    desk.projector.show("pup", desk.line.at(5))
    assert desk.asked.moves == MOVES["go"][:5]
    assert not desk.projector.is_whole
    desk.tell(fake_film(desk.asked))
    asked = len(desk.inquirer.asked)
    desk.projector.show("pup", desk.line)
    desk.projector.poll()
    assert desk.projector.is_whole
    assert len(desk.inquirer.asked) == asked


def test_of_other_rules_nothing_is_known_and_the_board_before_is_forgotten(desk: Desk) -> None:
    desk.tell(fake_film(desk.asked))
    larger = Line(GO.game.agree({"size": 13})[0], (1, 2), 1)
    desk.projector.show("pup", larger)
    assert desk.projector.film is None
    desk.projector.show("pup", desk.line)
    desk.projector.poll()
    assert desk.projector.film is not None
    assert desk.projector.is_whole, "whoever comes back at once finds what is known"


def test_a_new_age_is_asked_while_the_others_stay(desk: Desk) -> None:
    desk.tell(fake_film(desk.asked))
    desk.kennel.games = (0, 30, 400, 600)
    desk.projector.look_again()
    assert [age.games for age in desk.projector.ages] == [0, 30, 400, 600, 900]
    known = [desk.projector.frame(age) is not None for age in desk.projector.ages]
    assert known == [True, True, True, False, True]
    assert len(desk.asked.nets) == 5


def test_a_quarrel_waits_for_the_film(desk: Desk) -> None:
    first, *_, last = desk.projector.ages
    desk.projector.compare(first, last)
    assert isinstance(desk.asked, FilmInquiry)
    assert desk.projector.is_comparing
    desk.tell(fake_film(desk.asked))
    wanted = QuarrelInquiry((first.net, last.net), GO, MOVES["go"])
    assert desk.asked == wanted
    desk.tell(fake_quarrel(wanted, 2))
    assert desk.projector.quarrel is not None
    assert not desk.projector.is_comparing
    desk.projector.show("pup", desk.line.at(6))
    assert desk.projector.quarrel is not None, "it is about the whole game"
    desk.projector.show("pup", Line(GO, (1, 2), 1))
    assert desk.projector.quarrel is None


def test_what_somebody_else_has_called_off_is_asked_again(desk: Desk) -> None:
    lost = desk.asked
    desk.inquirer.forget(lost)
    desk.projector.poll()
    assert desk.asked == lost


def test_trouble_is_told_once_and_tried_again_when_wished(desk: Desk) -> None:
    desk.inquirer.fail(as_said("It broke."))
    desk.projector.poll()
    asked = len(desk.inquirer.asked)
    for _ in range(3):
        desk.projector.poll()
    assert desk.projector.error == as_said("It broke.")
    assert len(desk.inquirer.asked) == asked
    desk.projector.try_again()
    assert desk.projector.error is None
    assert len(desk.inquirer.asked) == asked + 1


def test_nobodys_film_asks_nobody(desk: Desk) -> None:
    desk.projector.clear()
    asked = len(desk.inquirer.asked)
    assert not desk.projector.poll()
    assert desk.projector.ages == ()
    desk.projector.show("nobody", desk.line)
    assert desk.projector.ages == ()
    assert len(desk.inquirer.asked) == asked


def test_one_stays_within_the_game() -> None:
    line = Line(GO, (1, 2, 3), 2)
    assert line.played == (1, 2)
    assert line.at(9).ply == 3
    assert line.at(-4).ply == 0
