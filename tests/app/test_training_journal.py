"""What a run reports ends in the state that is shown and, where it must not be lost, in the kennel."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.growth import Checkpoint, Past, RatingMatch
from clevergo.app.kennel.messages import (
    Ailment,
    Diagnosis,
    LossPoint,
    NewsKind,
    RatingGoes,
    StrengthPoint,
    TrainingNews,
    TrainingSnapshot,
    VitalSigns,
)
from clevergo.app.training.journal import TrainingJournal, extended
from clevergo.app.training.session import TrainingSession
from clevergo.games.go.game import GAME
from clevergo.problem import as_said
from clevergo.training.ratings.ladder import Ladder
from clevergo.training.run.events import (
    Counters,
    Cured,
    Diagnosed,
    Died,
    GameEnd,
    GamesSeen,
    Grown,
    MeanLosses,
    Measured,
    Progress,
    Published,
    Rated,
    RatingPlanned,
    Ready,
    SeenBoard,
    Treated,
    UnderWay,
)


class Desk:
    """A journal with what it writes into."""

    def __init__(self, folder: Path) -> None:
        self.kennel = Kennel(Paths(folder / "data", folder / "program"))
        self.dog: Dog = self.kennel.adopt("pup")
        self.state = TrainingSnapshot()
        self.ladder = Ladder(GAME)
        self.journal = self.new_journal()

    def change(self, **values: Any) -> TrainingSnapshot:
        self.state = replace(self.state, **values)
        return self.state

    def new_journal(self) -> TrainingJournal:
        return TrainingJournal(self.kennel, self.dog, self.ladder, self.change)

    def rate(self, opponent: str, wins: int, losses: int, games: int = 1000) -> None:
        rated = Rated(opponent, wins, 0, losses, games, 90.0, 100, 5.0)
        self.ladder.add(rated)
        self.journal.on_event(rated)

    def kinds(self) -> list[NewsKind]:
        return [news.kind for news in self.state.news]

    def save(self, games: int) -> None:
        life = Checkpoint(90.0, games, 100 * games, 300 * games, self.dog.weights)
        self.kennel.growth.note(self.dog.id, Past(life))

    def look(self) -> TrainingSnapshot:
        """What is shown of the dog after a new start."""
        session = TrainingSession(self.kennel)
        session.look_at(self.dog.name)
        return session.snapshot

    def move(self, size: int, beside: tuple[int, ...] = ()) -> None:
        """Have the dog move, and train on."""
        self.dog = self.kennel.move(self.dog.name, size, beside)
        self.state = self.look()
        self.ladder = TrainingSession(self.kennel)._ladder_of(self.dog)
        self.journal = self.new_journal()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_every_rating_match_is_kept_and_makes_a_point_of_the_curve(desk: Desk) -> None:
    desk.rate("random", 6, 4)
    desk.rate("mcts:100", 2, 8)
    kept = desk.kennel.growth.rating_matches(desk.dog.id)
    assert [(match.opponent, match.wins, match.losses, match.simulations) for match in kept] == [
        ("random", 6, 4, 100),
        ("mcts:100", 2, 8, 100),
    ]
    assert len(desk.kennel.growth.strengths(desk.dog.id)) == len(desk.state.strengths) == 2
    again = Ladder(GAME, [Rated(m.opponent, m.wins, m.draws, m.losses, m.games, m.seconds) for m in kept])
    assert again.history() == desk.ladder.history()


def test_a_first_rating_with_an_error_that_leaves_everything_open_is_not_told(desk: Desk) -> None:
    desk.rate("random", 0, 4, 10)
    assert not desk.state.strengths
    assert not desk.kennel.growth.strengths(desk.dog.id)
    assert "rating" not in desk.state.news[-1].values
    desk.rate("random", 6, 4, 100)
    assert len(desk.state.strengths) == 1
    assert "rating" in desk.state.news[-1].values


def test_a_dog_that_has_won_every_game_is_rated_when_it_is_told_whom_it_beats(desk: Desk) -> None:
    desk.rate("random", 4, 0, 0)
    assert not desk.state.strengths
    desk.rate("mcts:400", 10, 0, 384)
    assert NewsKind.MILESTONE in desk.kinds()
    assert [point.games for point in desk.state.strengths] == [384]


def test_a_milestone_is_told_once_with_its_date_and_never_again(desk: Desk) -> None:
    desk.rate("random", 7, 3)
    assert NewsKind.MILESTONE not in desk.kinds()
    desk.rate("random", 10, 0, 1500)
    desk.rate("random", 10, 0, 1600)
    milestone = desk.state.milestones[0]
    assert len(desk.state.milestones) == 1
    assert milestone.values == {"opponent": "random", "games": 1500}
    assert milestone.created > 1e9
    desk.journal = desk.new_journal()
    desk.rate("random", 10, 0, 1700)
    assert len(desk.kennel.growth.news(desk.dog.id, (NewsKind.MILESTONE,))) == 1


def beaten(shown: TrainingSnapshot) -> list[tuple[str, int]]:
    return [(news.values["opponent"], news.values["games"]) for news in shown.milestones]


def test_on_another_board_a_dog_is_rated_and_beats_anew_and_the_diary_tells_of_each_once(desk: Desk) -> None:
    desk.rate("random", 10, 0, 1000)
    desk.rate("mcts:30", 10, 0, 1100)
    desk.save(1200)
    desk.move(13)
    assert [*desk.state.strengths, *desk.state.milestones] == []
    desk.rate("random", 0, 4, 1300)
    assert not desk.state.strengths, "too vague for a first rating on this board"
    desk.rate("random", 10, 0, 1500)
    desk.rate("mcts:100", 10, 0, 1600)
    desk.rate("random", 10, 0, 1700)
    assert beaten(desk.state) == [("random", 1500), ("mcts:100", 1600)]
    desk.save(2000)
    shown = desk.look()
    assert beaten(shown) == [("random", 1500), ("mcts:100", 1600)]
    assert all(news.created > 1e9 for news in shown.milestones)
    assert shown.strengths == desk.state.strengths
    assert [point.games for point in shown.strengths] == [1500, 1600, 1700]
    told = desk.kennel.growth.news(desk.dog.id, (NewsKind.MILESTONE,))
    assert [news.values["opponent"] for news in told] == ["random", "mcts:30", "mcts:100"]
    assert len(desk.kennel.growth.strengths(desk.dog.id)) == 5, "the kennel knows the whole life"
    desk.move(9)
    assert [*desk.state.strengths, *desk.state.milestones] == [], "it is another dog than it was there once"


def test_on_another_board_ages_are_near_by_what_was_played_there(desk: Desk) -> None:
    """Of ten thousand games before, a hundred more are hardly an age; of none on this board they are many."""
    desk.rate("random", 10, 0, 1000)
    desk.save(10_000)
    desk.move(13)
    for games in (10_050, 10_100, 10_200, 10_400, 10_800):
        desk.rate("random", 2, 0, games)
    assert beaten(desk.state) == []
    desk.save(11_000)
    assert beaten(desk.look()) == []


def test_a_dog_that_stays_on_its_board_is_as_strong_as_before(desk: Desk) -> None:
    desk.rate("random", 10, 0, 1000)
    desk.save(1200)
    before = desk.look()
    desk.move(13)
    desk.move(9)
    desk.move(9, (7,))
    assert (desk.state.strengths, desk.state.milestones) == (before.strengths, before.milestones)
    desk.save(1400)
    desk.move(9, (13,))
    assert (desk.state.strengths, desk.state.milestones) == (before.strengths, before.milestones)
    assert len(desk.state.strengths) == len(desk.state.milestones) == 1


def test_its_own_ages_are_no_milestones(desk: Desk) -> None:
    desk.rate("random", 10, 0)
    desk.rate("age:500", 10, 0)
    assert [news.values["opponent"] for news in desk.state.milestones] == ["random"]


def test_the_doctors_word_is_shown_until_it_has_passed(desk: Desk) -> None:
    complaint = Diagnosis(Ailment.GETS_WORSE, {"rating": 900.0, "best": 1200.0, "games": 5000.0}, 60.0)
    desk.journal.on_event(Diagnosed(complaint))
    desk.journal.on_event(Treated(Ailment.GETS_WORSE, 0.5, 4600))
    assert desk.state.health == (complaint,)
    desk.journal.on_event(Treated(Ailment.NO_GAIN, 0.25))
    desk.journal.on_event(Cured(Ailment.GETS_WORSE))
    assert desk.state.health == ()
    assert desk.kinds() == [NewsKind.DOCTOR, NewsKind.ROLLED_BACK, NewsKind.RATE_CUT, NewsKind.CURED]
    told = desk.kennel.growth.news(desk.dog.id)
    assert told[0].values == {"ailment": "gets_worse", "rating": 900.0, "best": 1200.0, "games": 5000.0}
    assert told[1].values == {"ailment": "gets_worse", "share": 0.5, "games": 4600}


def test_vital_signs_are_shown_and_kept(desk: Desk) -> None:
    signs = VitalSigns(seconds=20.0, games=100, positions=9000, samples=30_000, black_wins=0.5)
    desk.journal.on_event(Measured(signs))
    assert list(desk.state.vitals) == desk.kennel.growth.vitals(desk.dog.id) == [signs]


def test_the_run_tells_when_it_gathers_and_learns(desk: Desk) -> None:
    desk.journal.begin()
    desk.journal.on_event(Progress(Counters(5, 400), 3600, 1e-3, 400, None))
    desk.journal.on_event(Progress(Counters(9, 700), 3300, 1e-3, 700, None))
    desk.journal.end()
    assert desk.kinds() == [NewsKind.STARTED, NewsKind.FILLING, NewsKind.STOPPED]
    assert (desk.state.games, desk.state.positions) == (9, 700)


def test_a_dog_whose_rating_came_without_its_games_goes_on_from_that_rating(tmp_path: Path) -> None:
    """One that was the shipped dog brings its curve along, and no match: it is no newborn all the same."""
    kennel = Kennel(Paths(tmp_path))
    dog = kennel.adopt("Pup")
    kennel.growth.note(dog.id, Past(strengths=(StrengthPoint(9000.0, 700_000, 3880.0, 112.0),)))
    session = TrainingSession(kennel)

    def rating() -> float:
        found = session._ladder_of(dog).rating()
        assert found is not None
        return found.points

    assert rating() == pytest.approx(3880, abs=40)
    kennel.growth.note(dog.id, Past(matches=(RatingMatch("random", 10, 0, 0, 700_500, 9100.0, 64, 1.0),)))
    kennel.growth.note(dog.id, Past(strengths=(StrengthPoint(9100.0, 700_500, 3885.0, 100.0),)))
    assert rating() == pytest.approx(3880, abs=60)
    assert session._ladder_of(kennel.adopt("Newborn")).rating() is None
    kennel.close()


def test_that_it_has_begun_to_learn_is_told_once_in_its_life(desk: Desk) -> None:
    losses = MeanLosses(*[1.0] * len(fields(MeanLosses)))
    desk.journal.on_event(Progress(Counters(9, 700), 3300, 1e-3, 700, None))
    desk.journal.on_event(Progress(Counters(60, 5000, 2560), 0, 1e-3, 5000, losses))
    desk.journal = desk.new_journal()
    desk.journal.on_event(Progress(Counters(70, 6000, 5120), 0, 1e-3, 6000, losses))
    assert desk.kinds() == [NewsKind.FILLING, NewsKind.LEARNING]


def test_a_dog_that_came_without_its_games_tells_that_it_gathers_anew(desk: Desk) -> None:
    losses = MeanLosses(*[1.0] * len(fields(MeanLosses)))
    desk.change(games=900, samples=90_000)
    desk.journal = desk.new_journal()
    desk.journal.on_event(Progress(Counters(900, 80_000, 90_000), 4000, 1e-3, 0, None))
    desk.journal.on_event(Progress(Counters(990, 90_000, 92_560), 0, 1e-3, 9000, losses))
    assert desk.kinds() == [NewsKind.FILLING, NewsKind.LEARNING]


def ended(number: int, losses: MeanLosses | None = None) -> Progress:
    return Progress(Counters(number, 100 * number), 0, 1e-3, 400, losses, GameEnd(number, 2, 6.5, 87))


def test_of_games_one_in_some_seconds_is_told_and_all_told_ones_outlive_a_restart(desk: Desk) -> None:
    for number in range(1, 4):
        desk.journal.on_event(ended(number))
    kept = desk.kennel.growth.news(desk.dog.id, (NewsKind.GAME,))
    assert [news.values for news in kept] == [{"games": 1, "winner": 2, "margin": 6.5, "moves": 87}]
    assert kept[0].created > 1e9
    desk.journal = desk.new_journal()
    desk.journal.on_event(ended(9))
    games = desk.kennel.growth.news(desk.dog.id, (NewsKind.GAME,))
    assert [news.values["games"] for news in games] == [1, 9]
    assert [news.values["games"] for news in desk.state.news if news.kind is NewsKind.GAME] == [9], "the last alone"


def test_growth_stages_are_counted_through_all_runs(desk: Desk) -> None:
    signs = VitalSigns(seconds=20.0, games=100, positions=9000, samples=30_000, explained=0.4)
    for _ in range(3):
        desk.journal.on_event(Measured(signs))
    desk.journal = desk.new_journal()
    desk.journal.on_event(Measured(replace(signs, games=200)))
    told = [news.values for news in desk.kennel.growth.news(desk.dog.id, (NewsKind.PUBLISHED,))]
    assert [facts["stage"] for facts in told] == [1, 2, 3, 4]
    assert told[-1] == {"stage": 4, "games": 200, "explained": 0.4}


def test_growth_stages_of_a_dog_from_elsewhere_go_on_where_its_diary_ends(desk: Desk) -> None:
    """Vital signs do not travel; the diary does."""
    brought = TrainingNews(NewsKind.PUBLISHED, {"stage": 212, "games": 9000, "explained": 0.4}, 60.0, 1e9)
    desk.kennel.growth.note(desk.dog.id, Past(news=(brought,)))
    for games in (9100, 9200):
        desk.journal = desk.new_journal()
        desk.journal.on_event(Measured(VitalSigns(seconds=80.0, games=games, positions=9000, samples=30_000)))
    told = desk.kennel.growth.news(desk.dog.id, (NewsKind.PUBLISHED,))
    assert [news.values["stage"] for news in told] == [212, 213, 214]


def test_a_kept_age_and_a_grown_net_are_told(desk: Desk) -> None:
    desk.journal.on_event(Published(Counters(), 0, 0))  # its birth has been told
    desk.journal.on_event(Grown("5x64"))
    desk.journal.on_event(Published(Counters(512, 9000, 30_000, 90.0), 3, 512))
    desk.journal.on_event(Published(Counters(530, 9400, 31_000, 99.0), 4))
    assert [(news.kind, news.values) for news in desk.state.news] == [
        (NewsKind.GREW, {"net": "5x64", "games": 0}),
        (NewsKind.NEW_AGE, {"games": 512}),
    ]


def test_what_is_told_every_few_seconds_does_not_grow_for_ever(desk: Desk) -> None:
    growth, facts = desk.kennel.growth, {"winner": 1, "margin": None, "moves": 9}
    lines = [TrainingNews(NewsKind.GAME, {"games": n} | facts, float(n), 1e9 + n) for n in range(30)]
    saved = TrainingNews(NewsKind.CHECKPOINT, {"games": 1, "samples": 2}, 0.0, 1e9 - 1)
    growth.note(desk.dog.id, Past(news=(saved, *lines)))
    growth.forget_news(desk.dog.id, NewsKind.GAME, 10)
    assert growth.news(desk.dog.id) == [saved, *lines[-10:]]
    growth.forget_news(desk.dog.id, NewsKind.GAME, 10)
    assert growth.latest_news(desk.dog.id, 50) == [saved, lines[-1]]


def seen(positions: int, worker: int = 0, moves_per_second: float = 30.0) -> GamesSeen:
    return GamesSeen((), moves_per_second, UnderWay(64, positions, positions), worker)


def test_the_boards_are_told_with_the_rows_that_have_won(desk: Desk) -> None:
    stones = np.zeros((5, 5), np.int8)
    rows = ((0, 1, 2, 3, 4),)
    boards = (SeenBoard(stones, 4, 9, rows), SeenBoard(stones, None, 0))
    desk.journal.on_event(GamesSeen(boards, 30.0, UnderWay(2, 9, 9)))
    assert [(shown.ply, shown.board.last_move, shown.board.struck) for shown in desk.state.boards] == [
        (9, 4, rows),
        (0, None, ()),
    ]


def test_positions_count_as_they_are_played_and_never_go_back(desk: Desk) -> None:
    desk.journal.on_event(Progress(Counters(0, 0, 0, 5.0), 4_000, 1e-3, 0, None))
    told = []
    for event in (
        seen(900),
        seen(800, worker=1),
        seen(2_000),
        seen(1_500),  # games have ended, and are on their way to the learner
        Progress(Counters(9, 700), 3_300, 1e-3, 700, None),
        seen(1_600),
    ):
        desk.journal.on_event(event)
        told.append(desk.state.awaited.played)
    assert told == [900, 1_700, 2_800, 2_800, 2_800, 3_100]
    awaited = desk.state.awaited
    assert (awaited.games, awaited.missing, awaited.need) == (128, 3_300, 4_000)
    assert awaited.lesson is not None
    assert desk.state.moves_per_second > 30.0
    desk.journal.on_event(Died("worker-1", as_said("killed")))
    desk.journal.on_event(seen(10))
    assert desk.state.awaited.played == 3_100


def test_what_a_run_waits_for_is_told(desk: Desk) -> None:
    desk.journal.on_event(RatingPlanned(60.0))
    assert desk.state.awaited.next_rating == pytest.approx(60.0, abs=5.0)
    desk.journal.on_event(RatingPlanned(-1.0))
    assert desk.state.awaited.next_rating == 0.0
    desk.journal.on_event(RatingGoes("random", 1, 4))
    assert desk.state.awaited.rating == RatingGoes("random", 1, 4)
    desk.journal.on_event(RatingPlanned(0.0, needs_weights=True))
    awaited = desk.state.awaited
    assert (awaited.rating, awaited.needs_lesson) == (None, True)


def seen_by(worker: int, moves_per_second: float, games: int = 64, moves: int = 64) -> GamesSeen:
    return GamesSeen((), moves_per_second, UnderWay(games, moves, 0), worker)


def test_whoever_plays_no_more_after_a_change_of_effort_is_not_counted(desk: Desk) -> None:
    for worker in range(5):
        desk.journal.on_event(seen_by(worker, 400.0))
    assert desk.state.awaited.games == 5 * 64
    desk.journal.on_event(Ready())
    desk.journal.on_event(seen_by(0, 300.0))
    assert desk.state.awaited.games == 64


def test_a_dog_that_gathers_anew_waits_as_long_for_its_first_lesson_as_a_newborn(desk: Desk) -> None:
    def waits(games: int) -> float | None:
        desk.state = TrainingSnapshot(games=games)
        desk.journal = desk.new_journal()
        desk.journal.on_event(Progress(Counters(games), 4_000, 0.001, 0, None, None))
        desk.journal.on_event(seen_by(0, 60.0))
        return desk.state.awaited.lesson

    assert waits(100) == waits(0)


def test_the_doctor_has_looked_once_vital_signs_of_this_run_came(desk: Desk) -> None:
    desk.journal.begin()
    assert not desk.state.is_looked_at
    desk.journal.on_event(Measured(VitalSigns(60.0, 7, 600, 900)))
    assert desk.state.is_looked_at


def test_gnu_gos_levels_are_one_milestone(desk: Desk) -> None:
    for games, level in ((1000, 10), (1100, 1), (1200, 5)):
        desk.rate(f"gnugo:{level}", 10, 0, games)
    assert [news.values for news in desk.state.milestones] == [{"opponent": "gnugo", "games": 1000}]


def test_curves_in_memory_are_bounded_and_keep_their_last_point() -> None:
    points: tuple[LossPoint, ...] = ()
    for number in range(10_000):
        points = extended(points, LossPoint(float(number), number, 1.0, 1.0))
        assert points[-1].samples == number
    assert 800 <= len(points) <= 1600
    samples = [point.samples for point in points]
    assert samples == sorted(samples)
