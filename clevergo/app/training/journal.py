"""What a training run reports, folded into one state to look at; what must not be lost is written to the kennel."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.growth import Checkpoint, RatingMatch
from clevergo.app.kennel.messages import (
    Awaited,
    Diagnosis,
    Effort,
    LiveBoard,
    LossPoint,
    NewsKind,
    RatingNow,
    StrengthPoint,
    TrainingNews,
    TrainingPhase,
    VitalSigns,
)
from clevergo.app.match.messages import BoardState, Preparing
from clevergo.app.training.forecast import first_lesson
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.problem import Problem
from clevergo.training.ratings.anchors import milestone_of
from clevergo.training.run.events import UnderWay

if TYPE_CHECKING:
    from clevergo.training.ratings.ladder import Ladder
    from clevergo.training.run import events

NEWS_KEPT = 50
_CURVE_POINTS = 400
_MOST_POINTS = 4 * _CURVE_POINTS
_LOSS_SECONDS = 10.0
_RATE_SECONDS = 20.0
_GAMES_SECONDS = 120.0
"""Games end many at a time where they take long: their pace is told over so many seconds."""
_MOVES_WEIGHT = 0.2
"""Of the latest quarter of a second in the moves a second that are told."""
Point = TypeVar("Point")


@dataclass
class TrainingState:
    """What is known of a run."""

    dog: str = ""
    game: str = USUAL_GAME
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
    vitals: list[VitalSigns] = field(default_factory=list)
    health: tuple[Diagnosis, ...] = ()
    milestones: list[TrainingNews] = field(default_factory=list)
    news: deque[TrainingNews] = field(default_factory=lambda: deque(maxlen=NEWS_KEPT))
    error: Problem | None = None
    preparing: Preparing | None = None
    effort: Effort = Effort.ALL
    window: int = 0
    """Positions to learn from."""
    games_at_once: int = 0
    played: int = 0
    """Recorded positions, those of unfinished games too; never fewer than were told of before."""
    lesson: float | None = None
    """Seconds until learning begins, as reckoned last."""
    rating: RatingNow | None = None
    next_rating: float | None = None
    """When the next rating match may begin, by the monotonic clock."""
    needs_lesson: bool = False

    def awaited(self, now: float) -> Awaited:
        """What comes next, at a moment of the monotonic clock."""
        return Awaited(
            games=self.games_at_once,
            played=max(self.played, self.positions),
            missing=self.missing,
            need=self.missing + self.window,
            lesson=self.lesson if self.missing else None,
            rating=self.rating,
            next_rating=None if self.next_rating is None else max(0.0, self.next_rating - now),
            needs_lesson=self.needs_lesson,
        )


def thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    """At most a few hundred of the points, evenly, the last one always."""
    step = max(1, -(-len(points) // _CURVE_POINTS))
    return tuple(points[::-1][::step][::-1])


def append_bounded(points: list[Point], point: Point) -> None:
    """Add to a curve kept in memory; one that has grown long loses every other point. The kennel has them all."""
    points.append(point)
    if len(points) > _MOST_POINTS:
        del points[-2::-2]


class TrainingJournal:
    """Takes in a run's events, in the run's thread."""

    def __init__(
        self,
        kennel: Kennel,
        dog: Dog,
        ladder: Ladder,
        changing: Callable[[], AbstractContextManager[TrainingState]],
    ) -> None:
        """Begin with what is known of the dog; ``changing`` gives the state, and shows it when the block ends."""
        self._kennel = kennel
        self._dog = dog
        self._ladder = ladder
        self._changing = changing
        self._pending: list[LossPoint] = []
        self._last_loss = time.monotonic()
        self._history: deque[tuple[float, int, int]] = deque()
        self._seen: dict[int, events.GamesSeen] = {}
        """What each worker told last."""
        with changing() as state:
            told = [news.kind for news in state.news if news.kind in (NewsKind.FILLING, NewsKind.LEARNING)]
            self._learning = state.samples > 0 and told[-1:] != [NewsKind.FILLING]
            self._beaten = {milestone_of(str(news.values.get("opponent"))) for news in state.milestones}
        from clevergo.training.run import events as kinds

        self._takers: dict[type, Callable[[Any], None]] = {
            kinds.Compiling: self._on_compiling,
            kinds.GamesSeen: self._on_games_seen,
            kinds.RatingPlanned: self._on_rating_planned,
            kinds.RatingGoes: self._on_rating_goes,
            kinds.Progress: self._on_progress,
            kinds.Saved: self._on_saved,
            kinds.Measured: self._on_measured,
            kinds.Diagnosed: self._on_diagnosed,
            kinds.Cured: self._on_cured,
            kinds.Treated: self._on_treated,
            kinds.Rated: self._on_rated,
            kinds.Died: self._on_died,
        }

    def begin(self) -> None:
        """Say that the run starts."""
        with self._changing() as state:
            games = state.games
        if games:
            self._tell(NewsKind.RESUMED, name=self._dog.name, games=games)
        else:
            self._tell(NewsKind.STARTED, name=self._dog.name)

    def end(self) -> None:
        """Say that the run is over and saved."""
        self._write_losses()
        with self._changing() as state:
            games, seconds = state.games, state.seconds
            state.health = ()
        self._tell(NewsKind.STOPPED, games=games, seconds=round(seconds))

    def on_event(self, event: events.Event) -> None:
        """Take in one event; called in the run's thread."""
        taker = self._takers.get(type(event))
        if taker is not None:
            taker(event)

    # --- how it goes

    def _on_games_seen(self, event: events.GamesSeen) -> None:
        self._seen[event.worker] = event
        moves = sum(seen.moves_per_second for seen in self._seen.values())
        under_way = sum((seen.under_way for seen in self._seen.values()), start=UnderWay())
        with self._changing() as state:
            if event.worker == min(self._seen):
                letters = game_named(state.game).grid(1, 1).letters
                state.boards = tuple(
                    LiveBoard(BoardState(stones, last, letters=letters), ply) for stones, last, ply in event.boards
                )
            weight = _MOVES_WEIGHT if state.moves_per_second else 1.0
            state.moves_per_second += weight * (moves - state.moves_per_second)
            state.games_at_once = under_way.games
            state.played = max(state.played, state.positions + under_way.positions)
            state.lesson = first_lesson(state.missing, under_way, state.moves_per_second)
            if state.phase is TrainingPhase.STARTING:
                state.phase = TrainingPhase.RUNNING
            state.preparing = None

    def _on_compiling(self, event: events.Compiling) -> None:
        with self._changing() as state:
            state.preparing = Preparing(event.done, event.total)

    def _on_progress(self, event: events.Progress) -> None:
        counters, now = event.counters, time.monotonic()
        self._history.append((now, counters.games, counters.samples))
        while now - self._history[0][0] > _GAMES_SECONDS:
            self._history.popleft()
        begun, games, _ = self._history[0]
        lately, _, samples = next(entry for entry in self._history if now - entry[0] <= _RATE_SECONDS)
        with self._changing() as state:
            state.games, state.positions = counters.games, counters.positions
            state.samples, state.seconds = counters.samples, counters.seconds
            state.games_per_second = (counters.games - games) / max(now - begun, 1e-3)
            state.samples_per_second = (counters.samples - samples) / max(now - lately, 1e-3)
            state.learning_rate = event.learning_rate
            was_missing, state.missing = state.missing, event.positions_missing
            state.window = event.window
        if event.positions_missing and not was_missing:
            self._learning = False
            self._tell(NewsKind.FILLING, have=event.window, need=event.window + event.positions_missing)
        if event.losses is not None:
            self._on_losses(event, event.losses, now)

    def _on_losses(self, event: events.Progress, losses: events.MeanLosses, now: float) -> None:
        if not self._learning:
            self._learning = True
            self._tell(NewsKind.LEARNING)
        counters = event.counters
        self._pending.append(LossPoint(counters.seconds, counters.samples, losses.policy, losses.value, losses.entropy))
        if now - self._last_loss >= _LOSS_SECONDS:
            self._last_loss = now
            self._write_losses()

    def _write_losses(self) -> None:
        """Put the losses of the last seconds down as one point."""
        points, self._pending = self._pending, []
        if not points:
            return
        count = len(points)
        mean = LossPoint(
            points[-1].seconds,
            points[-1].samples,
            sum(point.policy for point in points) / count,
            sum(point.value for point in points) / count,
            sum(point.entropy for point in points) / count,
        )
        with self._changing() as state:
            append_bounded(state.losses, mean)
        self._kennel.growth.record_metrics(self._dog.id, losses=[mean])

    def _on_saved(self, event: events.Saved) -> None:
        from clevergo.training.learner.store import RunStore

        counters = event.counters
        weights = RunStore(self._dog.folder).weights
        age = Checkpoint(counters.seconds, counters.games, counters.positions, counters.samples, weights)
        self._kennel.growth.record_checkpoint(self._dog.id, age)
        self._kennel.ages.note(self._dog.id, counters.seconds)
        self._tell(NewsKind.CHECKPOINT, games=counters.games, samples=counters.samples)

    def _on_died(self, event: events.Died) -> None:
        self._seen.clear()  # whoever is still there tells again at once
        self._tell(NewsKind.WORKER_RESTARTED, reason=f"{event.process} {event.reason}")

    # --- the doctor

    def _on_measured(self, event: events.Measured) -> None:
        with self._changing() as state:
            append_bounded(state.vitals, event.signs)
        self._kennel.growth.note_vitals(self._dog.id, event.signs)

    def _on_diagnosed(self, event: events.Diagnosed) -> None:
        diagnosis = event.diagnosis
        with self._changing() as state:
            state.health = (*state.health, diagnosis)
        self._tell(NewsKind.DOCTOR, ailment=diagnosis.ailment.value, **diagnosis.values)

    def _on_cured(self, event: events.Cured) -> None:
        with self._changing() as state:
            state.health = tuple(complaint for complaint in state.health if complaint.ailment is not event.ailment)
        self._tell(NewsKind.CURED, ailment=event.ailment.value)

    def _on_treated(self, event: events.Treated) -> None:
        if event.games is None:
            self._tell(NewsKind.RATE_CUT, ailment=event.ailment.value, share=event.share)
        else:
            self._tell(NewsKind.ROLLED_BACK, ailment=event.ailment.value, share=event.share, games=event.games)

    # --- strength

    def _on_rating_planned(self, event: events.RatingPlanned) -> None:
        with self._changing() as state:
            state.rating = None
            state.next_rating, state.needs_lesson = time.monotonic() + event.seconds, event.needs_weights

    def _on_rating_goes(self, event: events.RatingGoes) -> None:
        with self._changing() as state:
            state.rating = RatingNow(event.opponent, event.done, event.games)

    def _on_rated(self, event: events.Rated) -> None:
        counts = (event.wins, event.draws, event.losses)
        match = RatingMatch(event.opponent, *counts, event.games_trained, event.seconds, event.simulations, time.time())
        self._kennel.growth.note_match(self._dog.id, match)
        rating = self._ladder.rating()
        if rating is None:
            return
        point = StrengthPoint(event.seconds, event.games_trained, rating.points, rating.error)
        with self._changing() as state:
            append_bounded(state.strengths, point)
        self._kennel.growth.record_metrics(self._dog.id, strengths=[point])
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
        self._look_for_milestone(event)

    def _look_for_milestone(self, event: events.Rated) -> None:
        """Each opponent is beaten for the first time once; the dog's own ages are no milestones."""
        name = milestone_of(event.opponent)
        if name in self._beaten or event.opponent not in dict(self._dog.config.played.anchors):
            return
        if self._ladder.has_beaten(event.opponent):
            self._beaten.add(name)
            news = self._tell(NewsKind.MILESTONE, opponent=name, games=event.games_trained)
            with self._changing() as state:
                state.milestones.append(news)

    def _tell(self, kind: NewsKind, **values: Any) -> TrainingNews:
        with self._changing() as state:
            news = TrainingNews(kind, values, state.seconds, time.time())
            state.news.append(news)
        self._kennel.growth.record_metrics(self._dog.id, news=[news])
        return news
