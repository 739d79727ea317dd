"""An experiment under way: a background thread owns the lab, which owns the processes.

The window looks at snapshots and says what it wishes; it never waits. One that was stopped or killed goes on where it
was: everything that was found lies in its folder.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.app.experiment.messages import (
    Curves,
    Experiment,
    ExperimentSnapshot,
    ExperimentState,
    Guess,
    LiveGame,
    Noted,
    Written,
)
from clevergo.app.experiment.notebook import Notebook
from clevergo.app.experiment.wishes import Wish, games_seconds
from clevergo.app.match.messages import BoardState, Preparing
from clevergo.files import write_whole
from clevergo.games.guests import game_named
from clevergo.problem import Problem, ProblemError, problem_of, unexpected
from clevergo.training.experiment.plan import ExperimentPlan

if TYPE_CHECKING:
    from clevergo.training.experiment.findings import Finding
    from clevergo.training.experiment.lab import DogNow, Playing, Raising, Told, Watched
    from clevergo.training.run.events import SeenBoard

logger = logging.getLogger(__name__)

_CLOSE_SECONDS = 4.0
"""Two dogs save side by side, on a busy machine."""


class AnyLab(Protocol):
    """What does the work: :class:`clevergo.training.experiment.lab.Lab`, another one only in tests."""

    def run(self, stop: threading.Event, tell: Told) -> Finding | None:
        """Do what is missing; returns what was found."""
        ...


def _real_lab(folder: Path, plan: ExperimentPlan, cluster: str | None) -> AnyLab:
    # Imported here: training pulls in Numba, which the window's first frame must not wait for.
    from clevergo.training.experiment.far import FarMachines
    from clevergo.training.experiment.lab import Lab
    from clevergo.workers.cluster.ray_cluster import require_ray

    if cluster is None:
        return Lab(folder, plan)
    require_ray()
    return Lab(folder, plan, FarMachines(cluster))


class ExperimentSession:
    """Does one experiment at a time. For the window's thread; every method but ``close`` returns at once."""

    def __init__(self, paths: Paths, lab: Callable[[Path, ExperimentPlan, str | None], AnyLab] = _real_lab) -> None:
        """Nothing is started or read yet; ``lab`` makes what does the work, another one only in tests."""
        self._notebook = Notebook(paths.experiments)
        self._exports = paths.exports
        self._lab = lab
        self._lock = threading.Lock()
        self._turn = 0
        """Grows with each wish to see something else: what was being read for an earlier one is not shown any more."""
        self.snapshot = ExperimentSnapshot()
        """How it stands; the same object until something has changed."""
        self.notebook: tuple[Written, ...] | None = None
        """Every experiment there was as found at the latest look, the latest first; None before the first look."""
        self.noted: Noted | None = None
        """What came of the latest file or deletion; another object for each."""
        self.looked: ExperimentSnapshot | None = None
        """One of before that is looked at while another goes on; whoever looks away sets it back to None."""
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._cluster: str | None = None

    # --- what one may ask and do

    @property
    def is_active(self) -> bool:
        """Whether dogs are being raised or play, or are about to."""
        return self._thread is not None and self._thread.is_alive() and self.snapshot.is_active

    def look_back(self) -> None:
        """Look what experiments there were, soon; one that was stopped half-way is shown where none is."""
        turn = self._turn

        def look() -> None:
            self._read_all()
            latest = self.notebook[0] if self.notebook else None
            if latest is not None and not latest.is_finished:
                self._show_written(latest, turn, only_if_none=True)

        self._aside(look)

    def start(self, wish: Wish, guess: Guess, cluster: str | None = None) -> None:
        """Begin a new one, on idle machines of the ``cluster`` at that address, too.

        AppError where one is under way.
        """
        self._refuse_second()
        self._cluster = cluster
        self._turn_away()
        self._show(ExperimentSnapshot(state=ExperimentState.PREPARING))

        def work() -> None:
            self._run(self._notebook.begin(wish, guess))

        self._begin(work)

    def stop(self) -> None:
        """Have everything saved, and end; it can go on later."""
        if self.is_active:
            self._stop.set()
            self._show_going(state=ExperimentState.STOPPING, seconds_left=None)

    def go_on(self, cluster: str | None = None) -> None:
        """Do what is missing of the one that is shown; AppError where one is under way."""
        self._refuse_second()
        self._cluster = cluster
        self._turn_away()
        written = self.snapshot.written
        if written is not None and self.snapshot.state is ExperimentState.STOPPED:
            self._show(state=ExperimentState.PREPARING, error=None, restarts=0)
            self._begin(lambda: self._run(written.experiment))

    def add_pair(self, seen: ExperimentSnapshot, cluster: str | None = None) -> None:
        """Raise one more pair for the one that is ``seen``, to play all others too; AppError where one is under way.

        That may be one of before (:attr:`looked`): from now on it is the one that is shown.
        """
        self._refuse_second()
        self._cluster = cluster
        self._turn_away()
        written = seen.written
        if written is not None and seen.state is ExperimentState.FINISHED:
            self.looked = None
            self._show(seen, state=ExperimentState.PREPARING, error=None, restarts=0)
            self._begin(lambda: self._run(self._notebook.widen(written.experiment)))

    def show(self, written: Written) -> None:
        """Show one as it was left, soon; while another is under way, beside that (:attr:`looked`)."""
        turn, is_beside = self._turn_away(), self.is_active
        self._aside(lambda: self._show_written(written, turn, is_beside))

    def delete(self, written: Written) -> None:
        """Remove one with its dogs, soon; AppError where it is under way."""
        number = written.experiment.number
        self._turn_away()
        shown = self.snapshot.written
        if shown is not None and shown.experiment.number == number:
            self._refuse_second()
            self._show(ExperimentSnapshot())

        def work() -> None:
            self._notebook.delete(number)
            self._read_all()

        self._aside(work)

    def file_for(self, name: str) -> Path:
        """Where a picture or a table lies if nobody wishes it elsewhere."""
        return self._exports / name

    def write(self, path: Path, make: Callable[[], bytes]) -> None:
        """Write a file, soon; what came of it is in :attr:`noted`."""

        def work() -> None:
            with AppError.instead_of(OSError, "cannot_write", path=path):
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, make(), durable=False)
            self.noted = Noted(file=path)

        self._aside(work)

    def close(self) -> None:
        """Stop and wait for everything to be saved and ended."""
        self.stop()
        if self._thread is not None:
            self._thread.join(_CLOSE_SECONDS)
            while self._thread.is_alive() and self.snapshot.state is ExperimentState.STOPPING:
                self._thread.join(_CLOSE_SECONDS)

    def wait(self, seconds: float) -> bool:
        """Wait for what is under way to end; whether it has."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._thread is None or not self._thread.is_alive()

    def _refuse_second(self) -> None:
        if self._thread is not None and not self.snapshot.is_active:
            self._thread.join(_CLOSE_SECONDS)  # it has told its last; a person may be quicker than its end
        if self.is_active:
            raise AppError("experiment_runs")

    # --- what is shown

    def _show(self, instead: ExperimentSnapshot | None = None, **values: Any) -> None:
        """What has changed, or another experiment instead."""
        with self._lock:
            self.snapshot = replace(instead or self.snapshot, version=self.snapshot.version + 1, **values)

    def _show_going(self, **values: Any) -> None:
        """The same of one that is under way: what has ended stays so, and what has been asked to stop."""
        with self._lock:
            if not self.snapshot.is_active:
                return
            if self.snapshot.state is ExperimentState.STOPPING:
                values = {name: value for name, value in values.items() if name not in ("state", "seconds_left")}
            self.snapshot = replace(self.snapshot, version=self.snapshot.version + 1, **values)

    def _turn_away(self) -> int:
        """Something else is to be seen: the number of that wish."""
        with self._lock:
            self._turn += 1
            return self._turn

    def _show_written(self, written: Written, turn: int, is_beside: bool = False, only_if_none: bool = False) -> None:
        """Show one as it was left, unless something else has been wished for since that ``turn``."""
        if only_if_none and self.snapshot.state is not ExperimentState.NONE:
            return
        one, other = self._notebook.curves(written.experiment)
        read = ExperimentSnapshot(state=_state_of(written), written=written, one=one, other=other)
        with self._lock:
            if self._turn != turn or (only_if_none and self.snapshot.state is not ExperimentState.NONE):
                return
            if is_beside:
                self.looked = read
            else:
                self.snapshot = replace(read, version=self.snapshot.version + 1)

    def _aside(self, work: Callable[[], None]) -> None:
        """Do something short in a thread of its own; what goes wrong is told."""

        def guarded() -> None:
            try:
                work()
            except (ProblemError, OSError) as error:
                logger.warning("%s", error)
                self.noted = Noted(error=problem_of(error))

        threading.Thread(target=guarded, name="notebook", daemon=True).start()

    def _read_all(self) -> None:
        self.notebook = self._notebook.all()

    def _read_all_if_possible(self) -> None:
        """The same beside something that must not fail because the others cannot be read."""
        try:
            self._read_all()
        except OSError as error:
            logger.warning("%s", error)

    # --- the background thread

    def _begin(self, work: Callable[[], None]) -> None:
        self._stop.clear()
        self._thread = threading.Thread(target=self._guarded, args=(work,), name="experiment", daemon=True)
        self._thread.start()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except ProblemError as error:
            self._end(error.problem)
        except Exception as error:
            logger.exception("the experiment failed")
            self._end(unexpected("experiment_ended", error))

    def _run(self, experiment: Experiment) -> None:
        number = experiment.number
        written = self._notebook.read(number)
        one, other = self._notebook.curves(experiment)
        self._show_going(written=written, one=one, other=other, live=(None, None))
        self._read_all_if_possible()
        listener = _Listener(experiment, self._show_going, one, other, written.played)
        self._lab(self._notebook.folder_of(number), experiment.plan, self._cluster).run(self._stop, listener.hear)
        if self._notebook.read(number).is_finished:  # also where it was to stop just then
            self._notebook.tidy(experiment)
        self._end(None)

    def _end(self, error: Problem | None) -> None:
        """Show how it stands now, from what lies in its folder."""
        shown = self.snapshot.written
        state, values = ExperimentState.NONE, dict[str, Any]()
        if shown is not None:
            try:
                written = self._notebook.read(shown.experiment.number)
                one, other = self._notebook.curves(written.experiment)
                values = {"written": written, "one": one, "other": other}
                shown = written
            except (ProblemError, OSError) as trouble:
                logger.warning("%s", trouble)
            state = _state_of(shown)
        values |= {"live": (None, None), "seconds_left": None, "preparing": None}
        self._show(state=state, error=error, **values)
        self._read_all_if_possible()


def _state_of(written: Written) -> ExperimentState:
    """Where one stands that is not under way."""
    return ExperimentState.FINISHED if written.is_finished else ExperimentState.STOPPED


class _Listener:
    """Folds what the lab tells into the snapshot, in the lab's thread."""

    def __init__(
        self,
        experiment: Experiment,
        show: Callable[..., None],
        one: tuple[Curves, ...],
        other: tuple[Curves, ...],
        played: int,
    ) -> None:
        """``played``: the games between the dogs that there are already."""
        from clevergo.training.experiment.lab import Playing, Raising, WarmingUp, Watched

        self._kinds = (WarmingUp, Raising, Watched, Playing)
        self._experiment = experiment
        self._plan = experiment.plan
        self._show = show
        self._played = played
        self._curves = (list(one), list(other))
        self._matches: dict[tuple[int, int], object] = {}
        self._letters = game_named(self._plan.game).grid(1, 1).letters
        self._live: list[LiveGame | None] = [None, None]
        self._begun: tuple[float, int] | None = None
        """When the first of the games was told of, and how many had been played by then."""

    def hear(self, news: object) -> None:
        """Take something in."""
        warming, raising, watched, playing = self._kinds
        if isinstance(news, warming):
            preparing = Preparing(news.done, news.total)
            self._show(state=ExperimentState.PREPARING, preparing=preparing, seconds_left=None)
        elif isinstance(news, raising):
            self._on_raising(news)
        elif isinstance(news, watched):
            self._on_watched(news)
        elif isinstance(news, playing):
            self._on_playing(news)

    def _on_raising(self, news: Raising) -> None:
        for side, dog in enumerate((news.one, news.other)):
            self._note(side, news.seed, dog)
            if news.is_aside:
                continue
            self._live[side] = None if dog.board is None else LiveGame(self._board(dog.board), dog.board.ply)
        if news.is_aside:
            self._show(one=tuple(self._curves[0]), other=tuple(self._curves[1]))
            return
        is_going = any(dog.board is not None for dog in (news.one, news.other))
        plan = self._plan
        minutes = (plan.minutes or 0.0) * (1.0 - news.share + plan.seeds - 1 - news.seed)
        self._show(
            state=ExperimentState.RAISING if is_going or news.share > 0 else ExperimentState.PREPARING,
            pair=news.seed,
            live=tuple(self._live),
            one=tuple(self._curves[0]),
            other=tuple(self._curves[1]),
            restarts=news.one.restarts + news.other.restarts,
            preparing=None,
            seconds_left=60.0 * minutes + games_seconds(plan, self._experiment.games - self._played),
        )

    def _note(self, side: int, seed: int, dog: DogNow) -> None:
        """Keep a dog's curves; its ratings are reckoned anew only when it has been measured again."""
        curves, place = self._curves[side], (side, seed)
        while len(curves) <= seed:
            curves.append(Curves())
        ratings = curves[seed].ratings
        if self._matches.get(place) is not dog.growth.matches:
            self._matches[place] = dog.growth.matches
            ratings = dog.growth.ratings(game_named(self._plan.game))
        curves[seed] = Curves(dog.growth.points, ratings)

    def _on_watched(self, news: Watched) -> None:
        if news.table < len(self._live):
            pair = news.pairing.i, news.pairing.j
            self._live[news.table] = LiveGame(self._board(news.board), news.board.ply, news.one_has_black, pair)
            self._show(state=ExperimentState.PLAYING, live=tuple(self._live))

    def _on_playing(self, news: Playing) -> None:
        now = time.monotonic()
        if self._begun is None:
            self._begun, self._live = (now, news.played), [None, None]
        since, before = self._begun
        missing, done = news.planned - news.played, news.played - before
        left = missing * (now - since) / done if done else games_seconds(self._plan, missing)
        written = Written(self._experiment, news.finding, news.played, self._plan.seeds)
        self._show(
            state=ExperimentState.PLAYING,
            written=written,
            live=tuple(self._live),
            pair=self._plan.seeds - 1,
            preparing=None,
            seconds_left=left,
        )

    def _board(self, seen: SeenBoard) -> BoardState:
        return BoardState(seen.stones, seen.last, struck=seen.struck, letters=self._letters)
