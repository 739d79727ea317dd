"""A run that is killed has told more than it has saved: the dog that goes on from the checkpoint has not lived that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.kennel.messages import NewsKind, StrengthPoint, TrainingSnapshot, VitalSigns
from clevergo.app.training.journal import TrainingJournal
from clevergo.app.training.session import TrainingSession
from clevergo.games.go.game import GAME
from clevergo.problem import as_said
from clevergo.training.learner.folder import age_file, owned
from clevergo.training.learner.store import RunStore
from clevergo.training.moments.known import BEST
from clevergo.training.ratings.ladder import Ladder
from clevergo.training.run.events import (
    Counters,
    Died,
    Event,
    Examined,
    GameEnd,
    KindMarks,
    MeanLosses,
    Measured,
    Noted,
    Progress,
    Published,
    Rated,
    Saved,
    WentBack,
)
from tests.training.test_store import checkpoint

BORN, SAVED, LOST = Counters(), Counters(100, 8_000, 16_000, 60.04), Counters(180, 15_000, 33_000, 95.2)
LOSSES = MeanLosses(2.0, 0.8, 0.6, 1.5)


class Life:
    """A dog in training, and what is told of it."""

    def __init__(self, kennel: Kennel) -> None:
        self.kennel, self.ladder = kennel, Ladder(GAME)
        self.dog: Dog = kennel.adopt("pup")
        self.state = TrainingSnapshot(dog="pup")
        self.journal = TrainingJournal(kennel, self.dog, self.ladder, self._show)
        self.journal._last_loss = -1e9  # each is put down
        self.journal.begin()
        self.live(BORN)

    def _show(self, **values: Any) -> TrainingSnapshot:
        self.state = replace(self.state, **values)
        return self.state

    def tell(self, *told: Event) -> None:
        for event in told:
            if isinstance(event, Rated):
                self.ladder.add(event)
            self.journal.on_event(event)

    def live(self, at: Counters, wins: int = 5) -> None:
        """All that a run tells of a dog that has come so far."""
        games, self.journal._last_loss = at.games, -1e9
        path = age_file(self.dog.folder, games)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"weights")
        self.tell(
            Progress(at, 0, 1e-3, 4_000, LOSSES if at.samples else None, GameEnd(games, 1, 2.5, 60)),
            Published(at, games, games),
            Examined(at, (KindMarks("save", games // 20, 10, tuple(range(10))),)),
            Rated("random", wins, 0, 10 - wins, games, round(at.seconds, 1), 100),
        )
        if games:
            signs = VitalSigns(seconds=at.seconds, games=games, positions=at.positions, samples=at.samples)
            score = (0.0, games / 1000)
            self.tell(
                Measured(signs),
                Noted(f"at {games}", games, 2, 40, ("..", ".X"), b"(;SZ[2])"),
                Noted(BEST, games, 2, 40, ("..", ".X"), b"(;SZ[2])", score),
            )

    def save(self, at: Counters, is_heard: bool = True) -> None:
        RunStore(self.dog.folder).save(replace(checkpoint(), counters=at))
        if is_heard:
            self.tell(Saved(at))

    def book(self) -> tuple[Past, list[VitalSigns]]:
        """All that is written of the dog."""
        growth = self.kennel.growth
        past = growth.past(self.dog)
        life = None if past.life is None else replace(past.life, created=0.0)
        return replace(past, life=life, matches=tuple(past.matches)), growth.vitals(self.dog.id)

    def looked_at(self) -> TrainingSnapshot:
        """What the window shows of it after a new start."""
        session = TrainingSession(self.kennel)
        session.look_at("pup")
        return session.snapshot


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    kennel = Kennel(Paths(tmp_path / "data", tmp_path / "program"))
    yield Life(kennel)
    kennel.close()


def test_of_a_newborn_whose_run_was_killed_nothing_is_told(life: Life) -> None:
    life.live(LOST, wins=0)
    shown = life.looked_at()
    assert shown == replace(TrainingSnapshot(dog="pup"), version=shown.version)
    past, vitals = life.book()
    assert past == replace(Past(), matches=())
    assert vitals == []


def test_a_pup_whose_run_was_killed_is_what_it_got_from_its_parent(life: Life) -> None:
    life.kennel.growth.note(life.dog.id, Past(Checkpoint(0.0, 0, 0, 0, life.dog.weights)))
    known = life.book()
    life.live(LOST, wins=0)
    life.looked_at()
    assert life.book() == known


def test_a_newborn_whose_learner_was_killed_is_born_once_more(life: Life) -> None:
    life.live(LOST)
    life.tell(WentBack(None))
    assert [news.kind for news in life.state.news] == [NewsKind.STARTED]
    assert (life.state.games, life.state.strengths, life.state.vitals) == (0, (), ())


def test_what_the_checkpoint_knows_stays_and_the_rest_is_dropped(life: Life) -> None:
    life.live(SAVED)
    life.save(SAVED)
    known = life.book()
    life.live(LOST, wins=10)
    life.tell(Died("worker-0", as_said("killed")))
    assert life.book() != known
    shown = life.looked_at()
    assert life.book() == known
    assert (shown.games, shown.samples, shown.seconds) == (100, 16_000, 60.04)
    assert shown.strengths[-1].games == 100
    best = life.kennel.growth.moments.one(life.dog.id, BEST)
    assert best is not None
    assert (best.games, best.score) == (100, (0.0, 0.1)), "the best game is the one it was"
    life.looked_at()
    assert life.book() == known


def test_a_checkpoint_of_which_nobody_was_told_any_more_is_what_counts(life: Life) -> None:
    life.save(Counters(50, 4_000, 2_000, 30.0))
    life.live(SAVED)
    known = life.book()
    life.save(SAVED, is_heard=False)
    shown = life.looked_at()
    now = life.book()[0]
    assert now.life is not None
    assert now.life.counters() == vars(SAVED)
    assert replace(now, life=known[0].life) == known[0], "all of it was lived before the checkpoint"
    assert (shown.games, shown.seconds) == (100, 60.04)


def test_a_dog_in_training_is_left_alone(life: Life) -> None:
    life.live(SAVED)
    life.save(SAVED)
    life.live(LOST)
    told = life.book()
    with life.dog.resting():
        life.kennel.forget_unsaved()
    assert life.book() == told
    life.kennel.forget_unsaved()
    assert life.book() != told


@pytest.mark.parametrize("is_folder_gone", [True, False])
def test_of_a_dog_that_is_deleted_while_it_is_looked_at_nothing_comes_back(
    life: Life, monkeypatch: pytest.MonkeyPatch, is_folder_gone: bool
) -> None:
    life.live(SAVED)
    life.save(SAVED)
    life.live(LOST)

    def owned_a_moment_too_late(folder: Path) -> AbstractContextManager[None]:
        with monkeypatch.context() as patch:
            if not is_folder_gone:  # whoever deletes it is not that far
                patch.setattr("shutil.rmtree", lambda *_, **__: None)
            life.kennel.delete("pup")
        return owned(folder)

    monkeypatch.setattr("clevergo.app.kennel.growth.owned", owned_a_moment_too_late)
    life.kennel.forget_unsaved()
    assert life.kennel.growth.checkpoints(life.dog.id) == []
    assert life.dog.folder.exists() is not is_folder_gone


def test_where_the_checkpoint_is_missing_what_was_known_to_be_saved_is_not_dropped(life: Life) -> None:
    """Files that somebody has taken away are no killed run."""
    life.live(SAVED)
    life.tell(Saved(SAVED))
    told = life.book()
    life.kennel.forget_unsaved()
    assert life.book() == told


def test_a_curve_that_came_in_a_file_is_as_old_as_the_life_it_tells_of(life: Life) -> None:
    kennel = life.kennel
    dog = kennel.adopt("guest")
    lived = Checkpoint(9_000.4, 7_000, 900_000, 2_000_000, dog.weights)
    kennel.growth.note(dog.id, Past(lived, strengths=(StrengthPoint(9_000.4, 7_000, 1_200.0, 40.0),)))
    kennel.forget_unsaved()
    assert kennel.growth.strengths(dog.id) == [StrengthPoint(9_000.4, 7_000, 1_200.0, 40.0)]


def test_what_the_checkpoints_age_has_won_stays_however_late_the_match_was_over(life: Life) -> None:
    kennel, dog = life.kennel, life.dog
    life.live(SAVED)
    life.save(SAVED)
    life.tell(Progress(LOST, 0, 1e-3, 4_000, LOSSES))
    life.tell(
        Noted("won:random", 95, 2, 40, ("..", ".X"), b"(;SZ[2])", seconds=57.1),
        Rated("random", 10, 0, 0, 95, 57.1, 100),
    )
    shown = life.looked_at()
    assert [news.values for news in shown.milestones] == [{"opponent": "random", "games": 95}]
    assert [news.kind for news in shown.news[-2:]] == [NewsKind.RATED, NewsKind.MILESTONE]
    assert (shown.strengths[-1].games, shown.games) == (95, SAVED.games)
    won = kennel.growth.moments.one(dog.id, "won:random")
    assert won is not None
    assert (won.games, won.seconds) == (95, 57.1)
    assert [news.values["moment"] for news in kennel.growth.news(dog.id, (NewsKind.MOMENT,))][-1] == "won:random"


def test_a_run_whose_learner_was_killed_tells_on_from_its_checkpoint(life: Life) -> None:
    life.live(SAVED)
    life.save(SAVED)
    known = life.book()
    life.live(LOST, wins=10)
    assert NewsKind.MILESTONE in [news.kind for news in life.state.news]
    life.tell(WentBack(SAVED))
    assert life.book() == known
    assert (life.state.games, life.state.milestones, len(life.state.vitals)) == (100, (), 1)
    life.ladder.forget_after(SAVED.games)
    life.live(LOST, wins=10)
    assert [news.values["games"] for news in life.state.milestones] == [180], "told again, as it came again"
    assert [news.values["stage"] for news in life.kennel.growth.news(life.dog.id, (NewsKind.PUBLISHED,))] == [1, 2]
