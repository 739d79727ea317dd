"""Experiments for a class: begun, stopped, killed, gone on with, widened, read again, deleted; and what may be said."""

from __future__ import annotations

import contextlib
import json
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.app.experiment.messages import (
    Curves,
    Experiment,
    ExperimentSnapshot,
    ExperimentState,
    Guess,
    Verdict,
    Written,
)
from clevergo.app.experiment.notebook import Notebook
from clevergo.app.experiment.session import AnyLab, ExperimentSession
from clevergo.app.experiment.wishes import Board, Difference, Wish, boards
from clevergo.players.match_games import MatchScore
from clevergo.problem import Problem
from clevergo.training.experiment.findings import find
from clevergo.training.experiment.growth import Growth
from clevergo.training.experiment.lab import DogNow, Lab, Pairing, Playing, Raising, Told, WarmingUp, Watched, alone
from clevergo.training.experiment.plan import SIDES, ExperimentError, ExperimentPlan
from clevergo.training.run.events import Counters, MeanLosses, Rated, SeenBoard
from tests.patience import PATIENCE

WISH = Wish(Difference.NET, Board("go", 5), minutes=2, pairs=1)
BOARD = SeenBoard(np.zeros((5, 5), np.int8), None, 3)


class FakeLab:
    """Raises dogs on paper and has the one setting's win three games of four; goes on where its files say."""

    def __init__(self, folder: Path, plan: ExperimentPlan, cluster: str | None = None) -> None:
        self._lab, self._plan, self.cluster = Lab(folder, plan), plan, cluster
        self._file = folder / "games.json"

    def run(self, stop: threading.Event, tell: Told) -> None:
        tell(WarmingUp(3, 10))
        for seed in range(self._plan.seeds):
            self._grow(seed, stop, tell)
        rows = json.loads(self._file.read_text()) if self._file.exists() else []
        planned = self._plan.games * self._plan.seeds**2
        litter, done = range(self._plan.seeds), {(row["i"], row["j"], row["opening"]) for row in rows}
        pairings = [(i, j, k) for k in range(self._plan.games // 2) for i in litter for j in litter]
        for i, j, opening in (each for each in pairings if each not in done):
            if stop.is_set():
                return
            number = len(rows)
            self.play(number)
            tell(Watched(Pairing(i, j, opening), True, BOARD, table=number % 2))
            score = {"first": 1 + number % 2, "second": (number + 1) % 2, "draws": 0}
            rows.append({"i": i, "j": j, "opening": opening} | score)
            self._file.write_text(json.dumps(rows))
            tell(Playing(2 * len(rows), planned, self._lab.finding()))

    def play(self, number: int) -> None:
        """Two games."""

    def _grow(self, seed: int, stop: threading.Event, tell: Told) -> None:
        for part in (1, 2):
            now = []
            for side in SIDES:
                counters = Counters(30 * part, 900 * part, 2700 * part, 60.0 * part)
                growth = Growth().after(counters, MeanLosses(3.0 / part, 0.8, 0.0, 2.0))
                growth = growth.rated(Rated("random", 4, 0, 2, 30 * part, 60.0 * part))
                folder = self._lab.dog_folder(side, seed)
                folder.mkdir(exist_ok=True)
                growth.save(folder)
                (folder / "raised").touch()
                for needed_to_learn in ("checkpoints", "window"):
                    (folder / needed_to_learn).mkdir(exist_ok=True)
                now.append(DogNow(counters, growth, BOARD, 500.0))
            if not stop.is_set():
                tell(Raising(seed, 0.5 * part, now[0], now[1]))


class Waiting(FakeLab):
    """Plays two games, then thinks until it is stopped."""

    def run(self, stop: threading.Event, tell: Told) -> None:
        self._stop = stop
        super().run(stop, tell)

    def play(self, number: int) -> None:
        if number >= 1:
            self._stop.wait(PATIENCE)


class Failing(FakeLab):
    """The disk is full after the first games."""

    def play(self, number: int) -> None:
        if number >= 1:
            raise ExperimentError("cannot_write", path=self._file, cause=Problem("no_space"))


class Broken(FakeLab):
    """Something nobody foresaw."""

    def play(self, number: int) -> None:
        raise RuntimeError("a bug")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "program")


def wait_until(session: ExperimentSession, is_so: Callable[[ExperimentSnapshot], bool]) -> ExperimentSnapshot:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        shown = session.snapshot
        if is_so(shown):
            return shown
        time.sleep(0.01)
    raise AssertionError(f"still {session.snapshot}")


def finished(shown: ExperimentSnapshot) -> bool:
    return shown.state is ExperimentState.FINISHED


def stopped(shown: ExperimentSnapshot) -> bool:
    return shown.state is ExperimentState.STOPPED


def begun(
    paths: Paths,
    lab: Callable[[Path, ExperimentPlan, str | None], AnyLab],
    wish: Wish = WISH,
    cluster: str | None = None,
) -> ExperimentSession:
    session = ExperimentSession(paths, lab)
    session.start(wish, Guess.ONE, cluster)
    return session


# --- what can be wished for


def test_every_difference_makes_a_plan_that_differs_in_that_alone() -> None:
    for board in boards():
        for difference in Difference:
            if not board.offers(difference):
                continue
            plan = Wish(difference, board, minutes=5, pairs=2).plan()
            one, other = (plan.config(side, 0).to_dict() for side in SIDES)
            differing = {
                f"{part}.{name}"
                for part in ("net", "selfplay", "learner")
                for name in one[part].keys() | other[part].keys()
                if one[part].get(name) != other[part].get(name)
            }
            assert bool(differing) == (difference is not Difference.NOTHING)
            assert (one["seed"] != other["seed"]) == (difference is Difference.NOTHING)
            assert (plan.game, plan.size) == (board.game, board.size)
            assert (plan.minutes, plan.seeds) == (5.0, 2)


def test_a_window_that_forgets_soon_still_lets_the_dog_begin_to_learn() -> None:
    for side in SIDES:
        learner = Wish(Difference.WINDOW).plan().config(side, 0).learner
        assert learner.min_positions < learner.window_min


# --- one experiment


def test_dogs_are_raised_meet_and_what_was_found_is_kept(paths: Paths) -> None:
    session = begun(paths, FakeLab)
    shown = wait_until(session, finished)
    assert shown.written is not None
    finding = shown.written.finding
    assert finding is not None
    assert (finding.score.first, finding.score.second, finding.score.draws) == (30, 10, 0)
    assert (len(shown.one), len(shown.other)) == (1, 1)
    assert shown.one[0].latest is not None
    assert shown.one[0].latest.games == 60
    assert len(shown.one[0].ratings) == 1
    assert shown.live == (None, None)
    assert session.wait(PATIENCE)
    there = {path.name for path in (paths.experiments / "0001" / "one-0").iterdir()}
    assert there == {"growth.json", "raised"}, "what grown dogs would only learn on takes no room"
    again = ExperimentSession(paths, FakeLab)
    again.look_back()
    deadline = time.monotonic() + PATIENCE
    while again.notebook is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert again.notebook is not None
    (written,) = again.notebook
    assert (written.experiment.difference, written.experiment.guess) == (Difference.NET, Guess.ONE)
    assert written.experiment.created > 1e9
    assert written.finding == finding
    assert again.snapshot.state is ExperimentState.NONE, "what is finished does not push itself forward"
    again.show(written)
    shown = wait_until(again, finished)
    assert shown.one[0].latest is not None
    for each in (session, again):
        each.close()


def test_while_it_goes_on_both_dogs_and_the_time_left_are_seen(paths: Paths) -> None:
    class Slow(FakeLab):
        def run(self, stop: threading.Event, tell: Told) -> None:
            def told(news: WarmingUp | Raising | Watched | Playing) -> None:
                tell(news)
                seen.append(session.snapshot)

            super().run(stop, told)

    seen: list[ExperimentSnapshot] = []
    session = ExperimentSession(paths, Slow)
    session.start(WISH, Guess.SAME)
    wait_until(session, finished)
    preparing, first, second = seen[:3]
    assert preparing.preparing is not None
    assert (first.state, first.pair) == (ExperimentState.RAISING, 0)
    assert all(game is not None and game.one_has_black is None for game in first.live)
    assert first.seconds_left is not None
    assert second.seconds_left is not None
    assert first.seconds_left - second.seconds_left == pytest.approx(60.0)
    playing = [each for each in seen if each.state is ExperimentState.PLAYING]
    assert any(all(game is not None and game.one_has_black for game in each.live) for each in playing)
    assert playing[-1].seconds_left == pytest.approx(0.0)
    session.close()


def test_a_pair_on_another_machine_shows_in_the_curves_beside_what_is_watched(paths: Paths) -> None:
    asked: list[str | None] = []
    seen: list[ExperimentSnapshot] = []

    class WithHelp(FakeLab):
        def run(self, stop: threading.Event, tell: Told) -> None:
            asked.append(self.cluster)

            def told(news: WarmingUp | Raising | Watched | Playing) -> None:
                if isinstance(news, Raising):
                    tell(replace(news, seed=1, is_aside=True))
                    seen.append(session.snapshot)
                tell(news)

            super().run(stop, told)

    session = begun(paths, WithHelp, replace(WISH, pairs=2), "auto")
    wait_until(session, finished)
    assert asked == ["auto"]
    assert seen[0].live == (None, None), "its games are not here to be watched"
    assert len(seen[0].one) == 2
    assert seen[0].one[1].latest is not None
    session.close()


def test_one_at_a_time(paths: Paths) -> None:
    session = begun(paths, Waiting)
    wait_until(session, lambda shown: shown.written is not None and shown.written.played == 2)
    for act in (lambda: session.start(WISH, Guess.ONE), session.go_on, lambda: session.add_pair(session.snapshot)):
        with pytest.raises(AppError, match="under way"):
            act()
    written = session.snapshot.written
    assert written is not None
    with pytest.raises(AppError, match="under way"):
        session.delete(written)
    session.close()
    assert session.snapshot.state is ExperimentState.STOPPED


def test_what_was_stopped_goes_on_where_it_was_in_another_program_too(paths: Paths) -> None:
    session = begun(paths, Waiting)
    wait_until(session, lambda shown: shown.written is not None and shown.written.played == 2)
    session.stop()
    assert session.snapshot.state is ExperimentState.STOPPING
    shown = wait_until(session, stopped)
    assert shown.error is None
    assert shown.written is not None
    session.close()
    later = ExperimentSession(paths, FakeLab)
    later.look_back()
    assert wait_until(later, stopped).written is not None, "what was left half-way is shown"
    later.go_on()
    shown = wait_until(later, finished)
    assert shown.written is not None
    assert shown.written.played == 40
    later.close()


@pytest.mark.parametrize(("lab", "why"), [(Failing, "No space"), (Broken, "a bug")])
def test_trouble_is_told_and_what_was_found_is_kept(paths: Paths, lab: type[FakeLab], why: str) -> None:
    session = begun(paths, lab)
    shown = wait_until(session, stopped)
    assert why in str(shown.error)
    assert shown.written is not None
    assert shown.written.played == (2 if lab is Failing else 0)
    session.close()
    later = ExperimentSession(paths, FakeLab)
    later.look_back()
    wait_until(later, stopped)
    later.go_on()
    assert wait_until(later, finished).error is None
    later.close()


def test_where_nothing_can_be_written_none_is_begun(paths: Paths) -> None:
    paths.data.mkdir()
    paths.experiments.write_text("in the way")
    session = begun(paths, FakeLab)
    shown = wait_until(session, lambda shown: shown.error is not None)
    assert shown.state is ExperimentState.NONE
    assert "experiments" in str(shown.error)
    session.close()


def test_a_pair_more_is_raised_and_plays_all_the_others(paths: Paths) -> None:
    session = begun(paths, FakeLab)
    shown = wait_until(session, finished)
    session.add_pair(shown)
    shown = wait_until(session, lambda shown: finished(shown) and len(shown.one) == 2)
    assert shown.written is not None
    assert shown.written.experiment.plan.seeds == 2
    assert shown.written.played == 160, "forty games of each of four pairings"
    assert shown.written.finding is not None
    assert shown.written.finding.counts_seeds
    session.close()


def test_a_pair_more_is_raised_for_the_one_that_is_looked_at_though_another_has_just_ended(paths: Paths) -> None:
    first = begun(paths, FakeLab)
    wait_until(first, finished)
    assert first.wait(PATIENCE)
    goes_on = threading.Event()

    class Held(FakeLab):
        def play(self, number: int) -> None:
            if number:
                goes_on.wait(PATIENCE)

    session = begun(paths, Held, replace(WISH, difference=Difference.SPEED))
    shown = wait_until(session, lambda shown: shown.state is ExperimentState.PLAYING)
    assert session.notebook is not None
    session.show(session.notebook[1])
    wait_until(session, lambda _: session.looked is not None)
    goes_on.set()
    wait_until(session, finished)
    assert session.looked is not None
    session.add_pair(session.looked)
    assert session.looked is None
    shown = wait_until(session, finished)
    assert shown.written is not None
    assert (shown.written.experiment.number, shown.written.experiment.difference) == (1, Difference.NET)
    assert session.wait(PATIENCE)
    assert session.notebook is not None
    assert [(each.experiment.number, each.experiment.plan.seeds) for each in session.notebook] == [(2, 1), (1, 2)]
    for each in (first, session):
        each.close()


def test_how_many_pairs_were_raised_is_known_in_another_program_too(paths: Paths) -> None:
    class OnePair(FakeLab):
        def _grow(self, seed: int, stop: threading.Event, tell: Told) -> None:
            if seed:
                stop.wait(PATIENCE)
            else:
                super()._grow(seed, stop, tell)

    session = begun(paths, OnePair, replace(WISH, pairs=3))
    wait_until(session, lambda shown: len(shown.one) == 1)
    session.close()
    later = ExperimentSession(paths, Waiting)
    later.look_back()
    shown = wait_until(later, stopped)
    assert shown.written is not None
    assert (shown.written.played, shown.written.raised) == (0, 1)
    later.go_on()
    shown = wait_until(later, lambda shown: shown.written is not None and shown.written.played > 0)
    assert shown.written is not None
    assert shown.written.raised == 3, "who plays is grown"
    later.close()


def test_one_that_is_deleted_is_gone_with_its_dogs_and_the_others_stay(paths: Paths) -> None:
    session = begun(paths, FakeLab)
    wait_until(session, finished)
    session.wait(PATIENCE)
    session.start(replace(WISH, difference=Difference.SPEED), Guess.OTHER)
    wait_until(session, lambda shown: finished(shown) and shown.written is not None and shown.written.played == 40)
    session.wait(PATIENCE)
    assert session.notebook is not None
    assert [written.experiment.number for written in session.notebook] == [2, 1]
    session.delete(session.notebook[0])
    assert session.snapshot.state is ExperimentState.NONE
    deadline = time.monotonic() + PATIENCE
    while len(session.notebook or ()) != 1 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [path.name for path in paths.experiments.iterdir()] == ["0001"]
    session.close()


def test_one_whose_deletion_was_cut_short_is_listed_and_can_be_deleted(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    notebook = Notebook(paths.experiments)
    begun, remove, left = notebook.begin(WISH, Guess.ONE), shutil.rmtree, [1]
    for side in SIDES:
        (notebook.folder_of(begun.number) / f"{side}-0" / "window").mkdir(parents=True)

    def remove_until_killed(folder: Path) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        remove(folder / "window", ignore_errors=True)
        remove(folder)

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", remove_until_killed)
        with contextlib.suppress(KeyboardInterrupt):
            notebook.delete(begun.number)
    assert [written.experiment.number for written in notebook.all()] == [begun.number]
    notebook.delete(begun.number)
    assert list(paths.experiments.iterdir()) == []


def test_one_that_goes_on_in_another_window_is_neither_deleted_nor_gone_on_with(paths: Paths) -> None:
    notebook = Notebook(paths.experiments)
    begun = notebook.begin(WISH, Guess.ONE)
    number, lab = begun.number, Lab(notebook.folder_of(begun.number), begun.plan)
    with alone(notebook.folder_of(number)):
        for act in (lambda: notebook.delete(number), lambda: lab.run(threading.Event(), lambda _: None)):
            with pytest.raises(ExperimentError, match="going on already"):
                act()
    assert [written.experiment.number for written in notebook.all()] == [number]
    notebook.delete(number)
    assert list(paths.experiments.iterdir()) == []


def test_looking_at_one_that_is_gone_does_not_bring_it_back(paths: Paths) -> None:
    notebook = Notebook(paths.experiments)
    begun = notebook.begin(WISH, Guess.ONE)
    notebook.delete(begun.number)
    for act in (
        lambda: notebook.curves(begun),
        lambda: notebook.tidy(begun),
        lambda: notebook.widen(begun),
        lambda: notebook.read(begun.number),
    ):
        with pytest.raises(AppError, match="not there any more"):
            act()
    assert list(paths.experiments.iterdir()) == []


def test_one_that_another_window_removes_meanwhile_is_not_begun_anew_by_a_look(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    notebook = Notebook(paths.experiments)
    begun, load = notebook.begin(WISH, Guess.ONE), ExperimentPlan.load

    def load_and_lose(folder: Path) -> ExperimentPlan | None:
        plan = load(folder)
        shutil.rmtree(folder, ignore_errors=True)
        return plan

    monkeypatch.setattr(ExperimentPlan, "load", load_and_lose)
    assert notebook.read(begun.number).played == 0
    assert list(paths.experiments.iterdir()) == []


def test_a_pair_more_is_not_wished_for_while_another_window_is_at_it_and_is_one_more_than_there_are(
    paths: Paths,
) -> None:
    notebook = Notebook(paths.experiments)
    begun = notebook.begin(WISH, Guess.ONE)
    folder = notebook.folder_of(begun.number)
    with alone(folder), pytest.raises(ExperimentError, match="going on already"):
        notebook.widen(begun)
    assert ExperimentPlan.load(folder) == begun.plan
    elsewhere = notebook.widen(begun)
    assert notebook.widen(begun).plan == replace(begun.plan, seeds=elsewhere.plan.seeds + 1)
    assert ExperimentPlan.load(folder) == replace(begun.plan, seeds=3)
    notebook.delete(begun.number)
    other = notebook.begin(replace(WISH, difference=Difference.SPEED), Guess.ONE)
    assert other.number == begun.number
    with pytest.raises(ExperimentError, match="another experiment"):
        notebook.widen(begun)
    assert ExperimentPlan.load(folder) == other.plan


class SlowReading:
    """A disk that takes its time with one of them, until it is let go."""

    def __init__(self, session: ExperimentSession, number: int) -> None:
        self._curves, self._number = session._notebook.curves, number
        self._is_reading, self._goes_on = threading.Event(), threading.Event()
        session._notebook.curves = self.curves  # type: ignore[method-assign]

    def curves(self, experiment: Experiment) -> tuple[tuple[Curves, ...], tuple[Curves, ...]]:
        if experiment.number == self._number:
            self._is_reading.set()
            assert self._goes_on.wait(PATIENCE)
        return self._curves(experiment)

    def wait(self) -> None:
        """Until it is being read."""
        assert self._is_reading.wait(PATIENCE)

    def let_go(self) -> None:
        """It is read, and whoever asked for it has heard."""
        self._goes_on.set()
        for thread in threading.enumerate():
            if thread.name == "notebook":
                thread.join(PATIENCE)


def two_of_before(paths: Paths) -> tuple[Written, Written]:
    notebook = Notebook(paths.experiments)
    for difference in (Difference.NET, Difference.SPEED):
        notebook.begin(replace(WISH, difference=difference), Guess.ONE)
    second, first = notebook.all()
    return first, second


def test_what_was_being_read_is_not_shown_once_another_is_begun(paths: Paths) -> None:
    first, second = two_of_before(paths)
    session = ExperimentSession(paths, Waiting)
    session.show(second)
    wait_until(session, stopped)
    slow = SlowReading(session, first.experiment.number)
    session.show(first)
    slow.wait()
    session.go_on()
    wait_until(session, lambda shown: shown.written is not None and shown.written.played == 2)
    slow.let_go()
    assert session.snapshot.is_active
    assert session.snapshot.written is not None
    assert session.snapshot.written.experiment.number == second.experiment.number
    session.close()


def test_of_two_that_are_clicked_on_the_later_is_shown_whichever_is_read_first(paths: Paths) -> None:
    first, second = two_of_before(paths)
    session = ExperimentSession(paths, FakeLab)
    slow = SlowReading(session, first.experiment.number)
    session.show(first)
    slow.wait()
    session.show(second)
    wait_until(session, stopped)
    slow.let_go()
    assert session.snapshot.written == second
    session.close()


def test_one_that_is_deleted_while_it_is_being_read_is_not_shown(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = two_of_before(paths)
    session = ExperimentSession(paths, FakeLab)
    slow = SlowReading(session, first.experiment.number)
    session.show(first)
    slow.wait()
    monkeypatch.setattr(session._notebook, "delete", lambda _number: None)  # it takes longer than the reading
    session.delete(first)
    slow.let_go()
    assert session.snapshot.state is ExperimentState.NONE
    session.close()


def test_of_two_looked_at_beside_one_that_goes_on_the_later_is_shown(paths: Paths) -> None:
    first, second = two_of_before(paths)
    session = begun(paths, Waiting)
    wait_until(session, lambda shown: shown.written is not None and shown.written.played == 2)
    slow = SlowReading(session, first.experiment.number)
    session.show(first)
    slow.wait()
    session.show(second)
    wait_until(session, lambda _: session.looked is not None)
    slow.let_go()
    assert session.looked is not None
    assert session.looked.written == second
    session.close()


def test_one_whose_disk_is_gone_at_the_end_is_not_under_way_for_ever(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_notebook: Notebook) -> tuple[Written, ...]:
        raise OSError(5, "Input/output error")

    class Unplugged(FakeLab):
        def play(self, number: int) -> None:
            if number == 1:
                monkeypatch.setattr(Notebook, "all", gone)
                raise ExperimentError("cannot_write", path=self._file, cause="Input/output error")

    session = begun(paths, Unplugged)
    assert session.wait(PATIENCE)
    assert session.snapshot.state is ExperimentState.STOPPED
    assert "Input/output" in str(session.snapshot.error)
    session.go_on()
    assert session.wait(PATIENCE)
    assert session.snapshot.state is ExperimentState.STOPPED
    session.close()


def test_one_that_ends_while_it_is_asked_to_stop_has_ended(paths: Paths) -> None:
    goes_on = threading.Event()

    class Held(FakeLab):
        def play(self, number: int) -> None:
            goes_on.wait(PATIENCE)

    class TooLate(threading.Event):
        def set(self) -> None:
            goes_on.set()
            assert session.wait(PATIENCE)
            super().set()

    session = ExperimentSession(paths, Held)
    session._stop = TooLate()
    session.start(WISH, Guess.ONE)
    wait_until(session, lambda shown: shown.state is ExperimentState.RAISING)
    session.stop()
    assert session.snapshot.state is ExperimentState.FINISHED
    session.close()


def test_one_that_was_to_stop_when_its_last_game_was_over_is_finished_and_takes_no_room(paths: Paths) -> None:
    class StoppedAtTheEnd(FakeLab):
        def play(self, number: int) -> None:
            if number == self._plan.games // 2 - 1:
                session.stop()

    session = ExperimentSession(paths, StoppedAtTheEnd)
    session.start(WISH, Guess.ONE)
    assert session.wait(PATIENCE)
    assert session.snapshot.state is ExperimentState.FINISHED
    there = {path.name for path in (paths.experiments / "0001" / "one-0").iterdir()}
    assert there == {"growth.json", "raised"}
    session.close()


def test_files_are_written_aside_and_what_came_of_it_is_told(paths: Paths, tmp_path: Path) -> None:
    session = ExperimentSession(paths, FakeLab)
    for path in (session.file_for("table.csv"), tmp_path / "data" / "exports" / "table.csv" / "below"):
        session.noted = None
        session.write(path, lambda: b"a,b")
        deadline = time.monotonic() + PATIENCE
        while session.noted is None and time.monotonic() < deadline:
            time.sleep(0.01)
        assert session.noted is not None
    assert session.file_for("table.csv").read_bytes() == b"a,b"
    noted = session.noted
    assert noted is not None
    assert noted.error is not None
    assert noted.error.code == "cannot_write"
    session.close()


# --- the notebook


def test_a_folder_that_nobody_understands_is_left_out_and_a_lost_note_is_no_loss(paths: Paths) -> None:
    notebook = Notebook(paths.experiments)
    assert notebook.all() == ()
    first, second = notebook.begin(WISH, Guess.ONE), notebook.begin(WISH, Guess.SAME)
    (notebook.folder_of(first.number) / "experiment.json").write_text("{")
    (notebook.folder_of(second.number) / "notes.json").unlink()
    (written,) = notebook.all()
    assert (written.experiment.number, written.experiment.guess) == (second.number, None)
    assert notebook.begin(WISH, Guess.ONE).number == 3
    with pytest.raises(AppError):
        notebook.read(77)


# --- what may be said


def written_with(won: int, lost: int, seeds: int = 1, spread: int = 0) -> Written:
    """Games of each pairing; the dogs of a litter differ by ``spread`` games either way."""
    scores = {}
    for i in range(seeds):
        for j in range(seeds):
            shift = spread * (i - j)
            scores[i, j] = MatchScore(won + shift, lost - shift)
    plan = replace(WISH, pairs=seeds).plan()

    return Written(Experiment(1, plan, Difference.NET, Guess.ONE, 0.0), find(scores, seeds), (won + lost) * seeds**2)


@pytest.mark.parametrize(
    ("written", "verdict", "ahead"),
    [
        (written_with(20, 20), Verdict.LUCK, None),
        (written_with(22, 18), Verdict.LUCK, "one"),
        (written_with(15, 25), Verdict.HINT, "other"),
        (written_with(31, 9), Verdict.SURE_OF_TWO, "one"),
        (written_with(16, 4, seeds=3), Verdict.SURE, "one"),
        (written_with(12, 8, seeds=3, spread=3), Verdict.LUCK, "one"),
        (written_with(2, 18, seeds=2, spread=1), Verdict.HINT, "other"),
        (written_with(2, 18, seeds=3, spread=1), Verdict.SURE, "other"),
    ],
)
def test_what_the_games_allow_one_to_say(written: Written, verdict: Verdict, ahead: str | None) -> None:
    assert (written.verdict, written.ahead) == (verdict, ahead)


def test_how_seldom_luck_would_end_so_is_a_number_one_can_imagine() -> None:
    assert written_with(20, 20).one_in == 1
    assert 500 < written_with(31, 9).one_in < 4000
    assert written_with(40, 0).one_in == 10_000 or written_with(40, 0).one_in > 20
    assert Written(written_with(1, 1).experiment).verdict is Verdict.NOTHING
