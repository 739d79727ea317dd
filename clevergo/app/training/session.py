"""A dog's training as the window and the command line see it: start, stop, and a snapshot to look at.

A background thread owns the run (:class:`clevergo.training.run.loop.TrainingRun`), which owns the worker
processes. What the run reports is folded into one frozen snapshot, and what must not be lost is written to
the kennel by that thread.
"""

from __future__ import annotations

import contextlib
import logging
import math
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.messages import Effort, NewsKind, TrainingNews, TrainingPhase, TrainingSnapshot
from clevergo.app.training.journal import NEWS_KEPT, TrainingJournal, TrainingState, thinned
from clevergo.app.training.settings import DogSettings, load_dog_settings, save_dog_settings
from clevergo.problem import Problem, unexpected

if TYPE_CHECKING:
    from clevergo.training.config import TrainingConfig
    from clevergo.training.ratings.ladder import Ladder
    from clevergo.training.run.loop import TrainingRun

logger = logging.getLogger(__name__)

EFFORT_SHARES = {Effort.GENTLE: 0.25, Effort.HALF: 0.5, Effort.ALL: 1.0}
"""How much of the machine each effort uses."""

_CLOSE_SECONDS = 2.0


class TrainingSession:
    """Trains one dog at a time. All methods may be called from the window's thread and return at once."""

    def __init__(self, kennel: Kennel, effort: Effort = Effort.ALL) -> None:
        self._kennel = kennel
        self._lock = threading.Lock()
        self._state = TrainingState(effort=effort)
        self._version = 0
        self._shown: TrainingSnapshot | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._run: TrainingRun | None = None

    # --- what one may ask and do

    @property
    def snapshot(self) -> TrainingSnapshot:
        """The present state; the same object until something has changed."""
        with self._lock:
            if self._shown is None or self._shown.version != self._version:
                self._shown = self._make_snapshot()
            return self._shown

    def poll(self) -> None:
        """Notice that the background thread has ended; cheap, call it every frame."""
        if self._thread is not None and not self._thread.is_alive():
            self._thread = None

    @property
    def is_active(self) -> bool:
        """Whether a run is under way, its start and end included."""
        return self._thread is not None and self._thread.is_alive()

    def look_at(self, name: str) -> None:
        """Show what is known of a dog that is not being trained.

        AppError where there is no such dog, or the kennel cannot be read.
        """
        if self.is_active:
            return
        self._show(self._kennel.dog(name), TrainingPhase.IDLE)

    def _show(self, dog: Dog, phase: TrainingPhase) -> None:
        with self._lock:
            self._state = replace(self._state_of(dog), phase=phase)
            self._version += 1

    def start(
        self,
        name: str,
        seconds: float | None = None,
        config: TrainingConfig | None = None,
        games: int | None = None,
    ) -> None:
        """Begin to train a dog of one's own for so many ``seconds`` or ``games``; without either, until stopped.

        ``config`` is for a dog that has never trained: by default the usual one. AppError where a run is under way,
        there is no such dog, or the kennel cannot be read.
        """
        if self.is_active:
            raise AppError("training_runs")
        dog = self._kennel.dog(name)
        self._show(dog, TrainingPhase.STARTING)
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=self._train, args=(dog, seconds, config, games), name="training", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Ask the run to save and end; the phase says when it has."""
        self._stop.set()
        with self._lock:
            if self._state.phase in (TrainingPhase.STARTING, TrainingPhase.RUNNING):
                self._state.phase = TrainingPhase.STOPPING
                self._version += 1

    def set_effort(self, effort: Effort) -> None:
        """Use more or less of the machine from now on."""
        with self._changing() as state:
            state.effort, run = effort, self._run
        if run is not None:
            run.change_effort(EFFORT_SHARES[effort])

    def wishes(self, name: str) -> DogSettings:
        """How a dog is to be trained; AppError where there is no such dog, or the kennel cannot be read."""
        dog = self._kennel.dog(name)
        return load_dog_settings(dog.folder, dog.config)

    def wish(self, name: str, settings: DogSettings) -> None:
        """Train a dog in another way from its next start on.

        AppError where there is no such dog, or it cannot be written down.
        """
        save_dog_settings(self._kennel.dog(name).folder, settings)

    def close(self) -> None:
        """Stop and wait for everything to be saved and ended: two seconds, or as long as a busy machine saves."""
        self.stop()
        if self._thread is None:
            return
        self._thread.join(_CLOSE_SECONDS)
        while self._thread.is_alive() and self._is_saving():
            self._thread.join(_CLOSE_SECONDS)

    def _is_saving(self) -> bool:
        with self._lock:
            return self._run is not None and self._run.is_saving

    def wait(self, seconds: float) -> bool:
        """Wait for the run to end; whether it has."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.is_active

    # --- the background thread

    def _train(self, dog: Dog, seconds: float | None, config: TrainingConfig | None, games: int | None) -> None:
        # Imported here: training pulls in Numba, which the window's first frame must not wait for.
        from clevergo.training.learner.store import RunFolderError
        from clevergo.training.run.loop import TrainingRun
        from clevergo.training.run.plan import plan_for_machine

        try:
            settings = config or load_dog_settings(dog.folder, dog.config).training_config(dog.config)
            share = EFFORT_SHARES[self._state.effort]
            ladder = self._ladder_of(dog)
            run = TrainingRun(dog.folder, settings, plan_for_machine(share, seconds, games), ladder)
            with self._lock:
                self._run = run
            journal = TrainingJournal(self._kennel, dog, ladder, self._changing)
            journal.begin()
            run.run(self._stop, journal.on_event)
            journal.end()
            self._finish(TrainingPhase.IDLE)
        except (AppError, RunFolderError) as error:
            self._fail(error.problem)
        except Exception as error:
            logger.exception("training failed")
            self._fail(unexpected("run_ended", error))
        finally:
            self._kennel.close()

    @contextlib.contextmanager
    def _changing(self) -> Iterator[TrainingState]:
        """The state, to be changed by one thread; whoever looks sees all of the change or nothing."""
        with self._lock:
            yield self._state
            self._version += 1

    def _fail(self, reason: Problem) -> None:
        with self._changing() as state:
            state.error = reason
            state.news.append(TrainingNews(NewsKind.FAILED, {"reason": str(reason)}, state.seconds, time.time()))
        self._finish(TrainingPhase.FAILED)

    def _finish(self, phase: TrainingPhase) -> None:
        with self._changing() as state:
            self._run = None
            state.phase = phase
            state.boards = () if phase is TrainingPhase.FAILED else state.boards
            state.moves_per_second = state.games_per_second = state.samples_per_second = 0.0
            state.rating = state.next_rating = state.lesson = None

    # --- what is known of a dog

    def _state_of(self, dog: Dog) -> TrainingState:
        ages = self._kennel.growth.checkpoints(dog.id)
        state = TrainingState(dog=dog.name, game=dog.config.game, effort=self._state.effort)
        if ages:
            last = ages[-1]
            state.games, state.positions = last.games, last.positions
            state.samples, state.seconds = last.samples, last.seconds
        state.losses = self._kennel.growth.losses(dog.id)
        state.strengths = self._kennel.growth.strengths(dog.id)
        state.milestones = self._kennel.growth.news(dog.id, (NewsKind.MILESTONE,))
        state.news.extend(self._kennel.growth.news(dog.id, limit=NEWS_KEPT))
        state.vitals = self._kennel.growth.vitals(dog.id)
        return state

    def _ladder_of(self, dog: Dog) -> Ladder:
        from clevergo.training.ratings.elo import AgeRating, Rating
        from clevergo.training.ratings.ladder import Ladder
        from clevergo.training.run.events import Rated

        matches = self._kennel.growth.rating_matches(dog.id)
        began = matches[0].seconds if matches else math.inf
        # The shipped dog's matches are not told of, so a dog that was it once has ratings older than its first match.
        known = [point for point in self._kennel.growth.strengths(dog.id) if point.seconds < began]
        return Ladder(
            dog.config.played,
            [
                Rated(match.opponent, match.wins, match.draws, match.losses, match.games, match.seconds)
                for match in matches
            ],
            AgeRating(known[-1].games, Rating(known[-1].rating, known[-1].error)) if known else None,
        )

    def _make_snapshot(self) -> TrainingSnapshot:
        state = self._state
        return TrainingSnapshot(
            version=self._version,
            dog=state.dog,
            game=state.game,
            phase=state.phase,
            seconds=state.seconds,
            games=state.games,
            positions=state.positions,
            samples=state.samples,
            games_per_second=state.games_per_second,
            positions_per_second=state.moves_per_second,
            samples_per_second=state.samples_per_second,
            learning_rate=state.learning_rate,
            boards=state.boards,
            losses=thinned(state.losses),
            strengths=tuple(state.strengths),
            milestones=tuple(state.milestones),
            news=tuple(state.news),
            error=state.error,
            preparing=state.preparing,
            effort=state.effort,
            vitals=thinned(state.vitals),
            health=state.health,
            awaited=state.awaited(time.monotonic()),
        )
