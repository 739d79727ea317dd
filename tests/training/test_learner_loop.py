"""The learner's loop, without processes: how games are taken in, and how it helps itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.games.go.game import GAME
from clevergo.nn.description import NetConfig
from clevergo.nn.files import WeightFileError, WeightFileProblem, load_weights, weights_from_bytes
from clevergo.problem import as_said
from clevergo.training.config import LearnerConfig, TrainingConfig
from clevergo.training.doctor.diagnosis import Ailment
from clevergo.training.learner.process import LearnerLoop
from clevergo.training.learner.store import RunStore
from clevergo.training.run.events import Completed, Fault, Published, Saved, Treated, Treatment
from clevergo.training.run.parcels import PAGES, NewWeights, pack_page
from clevergo.training.run.plan import RunPlan
from clevergo.training.run.processes import ProcessPlan, _telling
from clevergo.training.selfplay.finished import FinishedGame

CONFIG = TrainingConfig(
    net=NetConfig(blocks=1, channels=8, size=5),
    size=5,
    learner=LearnerConfig(batch=8, min_positions=10, window_min=100, window_max=200),
)


class FakeLines:
    """Keeps what is said to the workers, and hands out ``coming``, one page at a time."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.coming: list[bytes] = []

    def take(self, wait: float = 0.0) -> list[bytes]:
        return [self.coming.pop(0)] if self.coming else []

    def take_new(self) -> list[Any]:
        return []

    def send(self, data: bytes) -> None:
        self.sent.append(data)

    def wait_for_end(self, seconds: float) -> None: ...


class FakeInbox:
    """Keeps what is said to the run; long after the last page it is stopped."""

    stopped = False
    patience = 1_000

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.lines = FakeLines()

    def take(self, wait: float = 0.0) -> list[Any]:
        if not self.lines.coming:
            self.patience -= 1
            self.stopped = self.patience <= 0
        return []

    def send(self, message: object) -> None:
        self.sent.append(message)


def page(count: int) -> bytes:
    """A page of games of ten plies."""
    rng = np.random.default_rng(count)
    targets = np.zeros((10, 26), np.uint16)
    targets[:, 0] = 65535
    played = [
        FinishedGame(
            game=GAME,
            size=5,
            start=np.array([6.5], np.float32),
            moves=rng.permutation(25)[:10].astype(np.int16),
            plies=np.arange(10, dtype=np.int16),
            targets=targets,
            values=np.zeros(10, np.float32),
            surprises=np.ones(10, np.float32),
            margin=3.5,
            owners=np.ones(25, np.int8),
        )
        for _ in range(count)
    ]
    return pack_page(played)


def give(loop: LearnerLoop, inbox: FakeInbox, data: bytes) -> None:
    """A worker sends a page."""
    inbox.lines.coming.append(data)
    loop._hear()


def new_loop(folder: Path, in_step: bool, games: int | None = None) -> tuple[LearnerLoop, FakeInbox]:
    inbox = FakeInbox()
    plan = ProcessPlan(folder, CONFIG, RunPlan(workers=1 if in_step else 2, games=games))
    return LearnerLoop(plan, inbox), inbox  # type: ignore[arg-type]


def test_a_run_that_goes_on_learns_at_the_rate_at_which_it_stood(tmp_path: Path) -> None:
    """Of its time 95 in 100 were over when it was interrupted: the rate falls on, and does not begin anew."""
    shares = []
    for behind in (0.0, 95.0):
        plan = ProcessPlan(tmp_path, CONFIG, RunPlan(workers=2, seconds=1e6, behind=behind * 1e4))
        loop = LearnerLoop(plan, FakeInbox())  # type: ignore[arg-type]
        give(loop, loop._inbox, page(1))  # type: ignore[arg-type]
        shares.append(loop._share_of_run())
    assert shares == pytest.approx([0.0, 0.95], abs=1e-3)


def test_players_get_new_weights_with_every_save_but_self_play_in_step_by_counts(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, in_step=True)
    loop._publish()
    begun = list(inbox.lines.sent)
    give(loop, inbox, page(5))
    while loop._has_work:
        loop._work()
    for now in (0.0, 1e6):
        loop._by_the_clock(now)
    assert inbox.lines.sent == begun
    assert len(begun) == 1
    assert load_weights(RunStore(tmp_path).weights).meta["games"] == 5


def test_a_newborn_is_saved_with_its_first_publishing_and_then_by_the_clock(tmp_path: Path) -> None:
    def live(loop: LearnerLoop, inbox: FakeInbox) -> list[int]:
        """Games saved at each checkpoint, while two publishings fall due."""
        for number in range(2 * PAGES):
            give(loop, inbox, page(1))
            while loop._has_work:
                loop._work()
            loop._by_the_clock(float(number))
        return [event.counters.games for event in inbox.sent if isinstance(event, Saved)]

    assert live(*new_loop(tmp_path, in_step=True)) == [PAGES]
    state = RunStore(tmp_path).load()
    assert state is not None
    assert state.counters.games == PAGES
    assert live(*new_loop(tmp_path, in_step=True)) == []


def test_self_play_gets_the_weights_that_players_get_with_a_version(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, in_step=False)
    give(loop, inbox, page(2))
    loop._publish()
    sent = NewWeights.from_bytes(inbox.lines.sent[-1])
    assert (sent.version, sent.pages) == (0, 1)
    assert sent.data == RunStore(tmp_path).weights.read_bytes()
    assert weights_from_bytes(sent.data, tmp_path).meta["positions"] == 20


def test_who_lags_behind_several_workers_still_takes_every_game_in_at_once(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, in_step=False)
    for _ in range(6):
        give(loop, inbox, page(5))
        loop._work()
    assert loop._learner.counters.games == 30
    assert loop._learner.counters.samples < 100
    assert not loop._pages


def test_in_step_a_page_waits_until_the_one_before_is_learned_from(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, in_step=True)
    for _ in range(PAGES):
        give(loop, inbox, page(1))
    give(loop, inbox, page(0))
    games = []
    while loop._has_work:
        before = loop._learner.counters
        loop._work()
        if loop._learner.counters.games > before.games:
            games.append((before.games, before.samples))
    each = loop._learner.config.learner.samples_per_position
    allowed = [8 * int(each * 10 * count / 8) for count, _ in games]
    assert [samples for _, samples in games] == [0, *allowed[1:]]
    published = [message.version for message in inbox.sent if isinstance(message, Published)]
    assert published == [1]


@pytest.mark.parametrize("in_step", [True, False])
def test_a_run_of_so_many_games_ends_by_itself_with_the_last_of_them(tmp_path: Path, in_step: bool) -> None:
    loop, inbox = new_loop(tmp_path, in_step, games=7)
    inbox.lines.coming = [page(3), page(0), page(6), page(5)]
    loop.run()
    assert inbox.sent[-1] == Completed()
    state = RunStore(tmp_path).load()
    assert state is not None
    assert state.counters.games == 7
    assert inbox.sent[-2] == Saved(state.counters)
    if in_step:  # every step that seven games allow was made, whatever has come in after them
        assert state.counters.samples == 8 * int(CONFIG.learner.samples_per_position * 70 / 8)


def test_a_run_that_is_stopped_before_its_games_are_played_is_not_complete(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, in_step=True, games=7)
    inbox.lines.coming = [page(3)]
    loop.run()
    assert isinstance(inbox.sent[-1], Saved)
    assert inbox.sent[-1].counters.games == 3


def test_an_age_that_is_due_at_a_runs_end_is_kept_and_told_by_the_next_publishing(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, in_step=True)
    loop._publish()
    give(loop, inbox, page(60))
    loop._save()
    assert [games for games, _ in RunStore(tmp_path).ages()] == [0]
    assert load_weights(RunStore(tmp_path).weights).meta["games"] == 60
    after, told = new_loop(tmp_path, in_step=True)
    after._publish()
    assert [games for games, _ in RunStore(tmp_path).ages()] == [0, 60]
    assert [event.age for event in told.sent if isinstance(event, Published)] == [60]


def test_weights_that_cannot_be_written_are_told_in_their_own_words() -> None:
    """A full disk is nothing unforeseen."""
    inbox = FakeInbox()
    with _telling(inbox):  # type: ignore[arg-type]
        raise WeightFileError(Path("weights.pdparams"), WeightFileProblem.UNWRITABLE, as_said("the disk is full"))
    (fault,) = inbox.sent
    assert isinstance(fault, Fault)
    assert "the disk is full" in str(fault.reason)
    assert "report" not in str(fault.reason)


def test_steps_that_are_no_numbers_bring_the_last_save_back(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, in_step=True)
    give(loop, inbox, page(5))
    loop._work()
    loop._learner.checkpoint()
    give(loop, inbox, page(2))
    loop._take_page()
    good = loop._learner._step.optimizer.copy_weights()
    broken = loop._learner._step.optimizer.state()
    for name in good:
        broken[f"weights/{name}"][...] = np.nan
    loop._learner._step.optimizer.load_state(broken)
    for _ in range(20):
        loop._step()
    assert loop._learner.counters.games == 7
    assert inbox.sent[-1] == Treated(Ailment.NOT_A_NUMBER, 0.5, 5), "the age it had at that save"
    assert all(
        np.array_equal(array, good[name]) for name, array in loop._learner._step.optimizer.copy_weights().items()
    )


def test_arithmetic_that_cannot_be_helped_ends_the_run(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, in_step=True)
    give(loop, inbox, page(5))
    loop._work()
    state = loop._learner._step.optimizer.state()
    for name in loop._learner._step.optimizer.copy_weights():
        state[f"weights/{name}"][...] = np.nan
    loop._learner._step.optimizer.load_state(state)
    for _ in range(19):
        loop._step()
    with pytest.raises(FloatingPointError):  # there is no save to go back to
        loop._step()


def test_it_does_what_the_doctor_orders_and_says_so(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, in_step=True)
    loop._learner.publish()
    path = RunStore(tmp_path).weights
    loop._obey(Treatment(Ailment.NO_GAIN))
    loop._obey(Treatment(Ailment.GETS_WORSE, 0, path))
    loop._obey(Treatment(Ailment.GETS_WORSE, 7, tmp_path / "gone.pdparams"))
    assert inbox.sent == [Treated(Ailment.NO_GAIN, 0.5), Treated(Ailment.GETS_WORSE, 0.25, 0)]
    assert load_weights(path).meta["games"] == 0
