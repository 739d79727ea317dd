"""A dog's training as the window and the command line see it: start, stop, and a snapshot to look at.

A background thread owns the run (:class:`clevergo.training.loop.TrainingRun`), which owns the worker
processes. What the run reports is folded into one frozen snapshot, and what must not be lost is written to
the kennel by that thread.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from clevergo.app.dog_settings import DogSettings, load_dog_settings, save_dog_settings
from clevergo.app.kennel import Checkpoint, Dog, Kennel
from clevergo.app.messages import (
    Effort,
    LiveBoard,
    LossPoint,
    NewsKind,
    StrengthPoint,
    TrainingNews,
    TrainingPhase,
    TrainingSnapshot,
)
from clevergo.app.paths import AppError

if TYPE_CHECKING:
    from clevergo.training.config import TrainingConfig
    from clevergo.training.events import Event, Progress, Rated, Saved
    from clevergo.training.ladder import Ladder
    from clevergo.training.loop import TrainingRun

logger = logging.getLogger(__name__)

EFFORT_SHARES = {Effort.GENTLE: 0.25, Effort.HALF: 0.5, Effort.ALL: 1.0}
"""How much of the machine each effort uses."""

_NEWS_KEPT = 50
_CURVE_POINTS = 400
_LOSS_SECONDS = 10.0
_RATE_SECONDS = 20.0
_CLOSE_SECONDS = 2.0


@dataclass
class _State:
    """What is known of the run; guarded by the session's lock."""

    dog: str = ""
    phase: TrainingPhase = TrainingPhase.IDLE
    games: int = 0
    positions: int = 0
    samples: int = 0
    seconds: float = 0.0
    learning_rate: float = 0.0
    missing: int = 0
    moves_per_second: float = 0.0
    games_per_second: float = 0.0
    samples_per_second: float = 0.0
    boards: tuple[LiveBoard, ...] = ()
    losses: list[LossPoint] = field(default_factory=list)
    strengths: list[StrengthPoint] = field(default_factory=list)
    milestones: list[TrainingNews] = field(default_factory=list)
    news: deque[TrainingNews] = field(default_factory=lambda: deque(maxlen=_NEWS_KEPT))
    error: str | None = None
    effort: Effort = Effort.ALL


class TrainingSession:
    """Trains one dog at a time. All methods may be called from the window's thread and return at once."""

    def __init__(self, kennel: Kennel, effort: Effort = Effort.ALL) -> None:
        self._kennel = kennel
        self._lock = threading.Lock()
        self._state = _State(effort=effort)
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

        Raises:
            AppError: there is no such dog, or the kennel cannot be read.
        """
        if self.is_active:
            return
        dog = self._kennel.dog(name)
        with self._lock:
            self._state = self._state_of(dog)
            self._version += 1

    def start(self, name: str, seconds: float | None = None, config: TrainingConfig | None = None) -> None:
        """Begin to train a dog.

        Args:
            name: of a dog of one's own.
            seconds: how long; None: until stopped.
            config: settings for a dog that has never trained; by default the usual ones.

        Raises:
            AppError: a run is under way, there is no such dog, or the kennel cannot be read.
        """
        if self.is_active:
            raise AppError("a dog is in training: stop that first")
        dog = self._kennel.dog(name)
        with self._lock:
            self._state = self._state_of(dog)
            self._state.phase = TrainingPhase.STARTING
            self._version += 1
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._train, args=(dog, seconds, config), name="training", daemon=True)
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
        with self._lock:
            self._state.effort = effort
            self._version += 1
            run = self._run
        if run is not None:
            run.set_duty(EFFORT_SHARES[effort])

    def wishes(self, name: str) -> DogSettings:
        """How a dog is to be trained.

        Raises:
            AppError: there is no such dog, or the kennel cannot be read.
        """
        dog = self._kennel.dog(name)
        return load_dog_settings(dog.folder, dog.config)

    def wish(self, name: str, settings: DogSettings) -> None:
        """Train a dog in another way from its next start on.

        Raises:
            AppError: there is no such dog, or it cannot be written down.
        """
        save_dog_settings(self._kennel.dog(name).folder, settings)

    def close(self) -> None:
        """Stop and wait, at most two seconds, for everything to be saved and ended."""
        self.stop()
        if self._thread is not None:
            self._thread.join(_CLOSE_SECONDS)

    def wait(self, seconds: float) -> bool:
        """Wait for the run to end; whether it has."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.is_active

    # --- the background thread

    def _train(self, dog: Dog, seconds: float | None, config: TrainingConfig | None) -> None:
        # Imported here: training pulls in Numba, which the window's first frame must not wait for.
        from clevergo.training.loop import TrainingRun, plan_for_machine
        from clevergo.training.store import RunFolderError

        try:
            settings = config or load_dog_settings(dog.folder, dog.config).training_config(dog.config)
            share = EFFORT_SHARES[self._state.effort]
            ladder = self._ladder_of(dog)
            run = TrainingRun(dog.folder, settings, plan_for_machine(share, seconds), ladder)
            with self._lock:
                self._run = run
            journal = _Journal(self, dog, ladder)
            journal.begin()
            run.run(self._stop, journal.on_event)
            journal.end()
            self._finish(TrainingPhase.IDLE)
        except (AppError, RunFolderError) as error:
            self._fail(dog, str(error))
        except Exception as error:
            logger.exception("training failed")
            self._fail(dog, f"training ended unexpectedly ({type(error).__name__}: {error})")
        finally:
            self._kennel.close()

    def _fail(self, dog: Dog, reason: str) -> None:
        with self._lock:
            self._state.error = reason
            self._state.news.append(TrainingNews(NewsKind.FAILED, {"reason": reason}, self._state.seconds))
        self._finish(TrainingPhase.FAILED)

    def _finish(self, phase: TrainingPhase) -> None:
        with self._lock:
            self._run = None
            self._state.phase = phase
            self._state.boards = () if phase is TrainingPhase.FAILED else self._state.boards
            self._state.moves_per_second = self._state.games_per_second = self._state.samples_per_second = 0.0
            self._version += 1

    # --- what is known of a dog

    def _state_of(self, dog: Dog) -> _State:
        ages = self._kennel.checkpoints(dog.id)
        state = _State(dog=dog.name, effort=self._state.effort)
        if ages:
            last = ages[-1]
            state.games, state.positions = last.games, last.positions
            state.samples, state.seconds = last.samples, last.seconds
        state.losses = self._kennel.losses(dog.id)
        state.strengths = self._kennel.strengths(dog.id)
        state.milestones = self._kennel.news(dog.id, (NewsKind.MILESTONE,))
        state.news.extend(self._kennel.news(dog.id, limit=_NEWS_KEPT))
        return state

    def _ladder_of(self, dog: Dog) -> Ladder:
        from clevergo.training.ladder import Ladder, LadderResult

        past = self._kennel.news(dog.id, (NewsKind.RATED,), limit=200)
        names = ("opponent", "wins", "draws", "losses", "games")
        rows = [[news.values.get(name, 0) for name in names] for news in past]
        return Ladder([LadderResult(str(row[0]), *(int(number) for number in row[1:])) for row in rows])

    def _make_snapshot(self) -> TrainingSnapshot:
        state = self._state
        return TrainingSnapshot(
            version=self._version,
            dog=state.dog,
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
            losses=_thinned(state.losses),
            strengths=tuple(state.strengths),
            milestones=tuple(state.milestones),
            news=tuple(state.news),
            error=state.error,
            effort=state.effort,
        )


def _thinned(points: list[LossPoint]) -> tuple[LossPoint, ...]:
    """At most a few hundred of the points, evenly, the last one always."""
    step = max(1, len(points) // _CURVE_POINTS)
    return tuple(points[::-1][::step][::-1])


class _Journal:
    """Folds a run's events into the session's state and writes down what must not be lost."""

    def __init__(self, session: TrainingSession, dog: Dog, ladder: Ladder) -> None:
        self._session = session
        self._dog = dog
        self._ladder = ladder
        self._kennel = session._kennel
        self._pending: list[tuple[LossPoint, float]] = []
        self._last_loss = time.monotonic()
        self._history: deque[tuple[float, int, int]] = deque()
        self._speeds: dict[int, float] = {}
        self._learning = False
        self._beaten = {news.values.get("opponent") for news in session._state.milestones}

    def begin(self) -> None:
        """Say that the run starts."""
        state = self._session._state
        if state.games:
            self._tell(NewsKind.RESUMED, name=self._dog.name, games=state.games)
        else:
            self._tell(NewsKind.STARTED, name=self._dog.name)

    def end(self) -> None:
        """Say that the run is over and saved."""
        self._write_losses()
        state = self._session._state
        self._tell(NewsKind.STOPPED, games=state.games, seconds=round(state.seconds))

    def on_event(self, event: Event) -> None:
        """Take in one event; called in the run's thread."""
        from clevergo.training import events

        if isinstance(event, events.GamesSeen):
            self._on_games_seen(event)
        elif isinstance(event, events.Progress):
            self._on_progress(event)
        elif isinstance(event, events.Saved):
            self._on_saved(event)
        elif isinstance(event, events.Rated):
            self._on_rated(event)
        elif isinstance(event, events.Died):
            self._tell(NewsKind.WORKER_RESTARTED, reason=f"{event.process} {event.reason}")

    def _on_games_seen(self, event: Any) -> None:
        boards = tuple(LiveBoard(*view) for view in event.boards)
        with self._session._lock:
            state = self._session._state
            state.boards = boards
            state.moves_per_second += 0.2 * (event.moves_per_second - state.moves_per_second)
            if state.phase is TrainingPhase.STARTING:
                state.phase = TrainingPhase.RUNNING
            self._session._version += 1

    def _on_progress(self, event: Progress) -> None:
        counters, now = event.counters, time.monotonic()
        self._history.append((now, counters.games, counters.samples))
        while now - self._history[0][0] > _RATE_SECONDS:
            self._history.popleft()
        begun, games, samples = self._history[0]
        span = max(now - begun, 1e-3)
        with self._session._lock:
            state = self._session._state
            state.games, state.positions = counters.games, counters.positions
            state.samples, state.seconds = counters.samples, counters.seconds
            state.games_per_second = (counters.games - games) / span
            state.samples_per_second = (counters.samples - samples) / span
            state.learning_rate = event.learning_rate
            was_missing, state.missing = state.missing, event.positions_missing
            self._session._version += 1
        if event.positions_missing and not was_missing:
            self._tell(NewsKind.FILLING, have=event.window, need=event.window + event.positions_missing)
        if event.losses is not None:
            self._on_losses(event, now)

    def _on_losses(self, event: Progress, now: float) -> None:
        assert event.losses is not None
        if not self._learning:
            self._learning = True
            self._tell(NewsKind.LEARNING)
        losses, counters = event.losses, event.counters
        point = LossPoint(counters.seconds, counters.samples, losses.policy, losses.value, losses.entropy)
        self._pending.append((point, 1.0))
        if now - self._last_loss >= _LOSS_SECONDS:
            self._last_loss = now
            self._write_losses()

    def _write_losses(self) -> None:
        """Put the losses of the last seconds down as one point."""
        if not self._pending:
            return
        points = [point for point, _ in self._pending]
        count = len(points)
        mean = LossPoint(
            points[-1].seconds,
            points[-1].samples,
            sum(point.policy for point in points) / count,
            sum(point.value for point in points) / count,
            sum(point.entropy for point in points) / count,
        )
        self._pending.clear()
        with self._session._lock:
            self._session._state.losses.append(mean)
            self._session._version += 1
        self._kennel.record_metrics(self._dog.id, losses=[mean])

    def _on_saved(self, event: Saved) -> None:
        from clevergo.training.store import RunStore

        counters = event.counters
        weights = RunStore(self._dog.folder).weights
        age = Checkpoint(counters.seconds, counters.games, counters.positions, counters.samples, weights)
        self._kennel.record_checkpoint(self._dog.id, age)
        self._kennel.note_ages(self._dog.id, counters.seconds)
        self._tell(NewsKind.CHECKPOINT, games=counters.games, samples=counters.samples)

    def _on_rated(self, event: Rated) -> None:
        rating = self._ladder.rating()
        if rating is None:
            return
        point = StrengthPoint(event.seconds, event.games_trained, rating.points, rating.error)
        with self._session._lock:
            self._session._state.strengths.append(point)
        self._kennel.record_metrics(self._dog.id, strengths=[point])
        self._tell(
            NewsKind.RATED,
            opponent=event.opponent,
            wins=event.wins,
            draws=event.draws,
            losses=event.losses,
            games=event.games_trained,
            rating=round(rating.points),
            error=round(rating.error),
        )
        if event.opponent not in self._beaten and self._ladder.has_beaten(event.opponent):
            self._beaten.add(event.opponent)
            news = self._tell(NewsKind.MILESTONE, opponent=event.opponent, games=event.games_trained)
            with self._session._lock:
                self._session._state.milestones.append(news)
                self._session._version += 1

    def _tell(self, kind: NewsKind, **values: Any) -> TrainingNews:
        with self._session._lock:
            news = TrainingNews(kind, values, self._session._state.seconds)
            self._session._state.news.append(news)
            self._session._version += 1
        self._kennel.record_metrics(self._dog.id, news=[news])
        return news
