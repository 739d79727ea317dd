"""What a training run reports, folded into one state to look at; what must not be lost is written to the kennel."""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.growth import Checkpoint, Growth, Past, RatingMatch
from clevergo.app.kennel.here import milestones_here, names_beaten, strengths_here
from clevergo.app.kennel.messages import (
    FREQUENT_NEWS,
    Awaited,
    LiveBoard,
    LossPoint,
    NewsKind,
    StrengthPoint,
    TrainingNews,
    TrainingPhase,
    TrainingSnapshot,
)
from clevergo.app.kennel.moments import ExamMarks, KeptMoment
from clevergo.app.match.messages import BoardState, Preparing
from clevergo.app.training.forecast import first_lesson
from clevergo.games.guests import game_named
from clevergo.training.ratings.ladder import Ladder
from clevergo.training.ratings.opponents import milestone_of
from clevergo.training.run import events

NEWS_KEPT = 50
_MOST_POINTS = 1600
_LOSS_SECONDS = 10.0
_GAMES_SECONDS = 120.0
"""Games end many at a time where they take long: their pace is told over so many seconds."""
_GAME_SECONDS = 5.0
"""No more than one game in so many seconds is told: on a fast machine they end by the dozen."""
_TIDY_EVERY = 50
"""After so many lines that are told every few seconds, the oldest of these are forgotten."""
_LEARNED_SHARE = 0.3
"""It is told when the bare net has got so many more of a kind of set piece right than when it was told last."""
_ALL_LEARNED = 1000
_VAGUE_ERROR = 400.0
"""A first rating known no better than to so many points says nothing: a newborn may lose its four games by chance."""
_TELLING_GAMES = 10
"""After so many it is told, however vague: who reads that a dog beats somebody must not read that it is unrated."""
_MOVES_WEIGHT = 0.2
"""Of the latest quarter of a second in the moves a second that are told."""
Point = TypeVar("Point")


def extended(points: tuple[Point, ...], point: Point) -> tuple[Point, ...]:
    """A curve in memory with one more point; one that has grown long loses every other. The kennel has them all."""
    longer = (*points, point)
    return longer if len(longer) <= _MOST_POINTS else longer[::-1][::2][::-1]


def told_of(growth: Growth, dog: Dog) -> dict[str, Any]:
    """What the kennel tells of a dog, by the names it has in a :class:`TrainingSnapshot`.

    How strong it is and whom it has beaten count on the board where it grows up now, from its last move on.
    """
    life = growth.latest_checkpoint(dog.id)
    return {
        **vars(events.Counters()),
        **({} if life is None else life.counters()),
        "losses": tuple(growth.losses(dog.id)),
        "here_since": dog.moved_seconds,
        "strengths": strengths_here(growth, dog),
        "vitals": tuple(growth.vitals(dog.id)),
        "milestones": milestones_here(growth, dog),
        "news": tuple(growth.latest_news(dog.id, NEWS_KEPT)),
        "awaited": Awaited(played=0 if life is None else life.positions),
    }


class TrainingJournal:
    """Takes in a run's events, in the run's thread."""

    def __init__(self, kennel: Kennel, dog: Dog, ladder: Ladder, show: Callable[..., TrainingSnapshot]) -> None:
        """``show`` changes what is shown, by names and values, and returns it: at first what is known of the dog."""
        self._kennel = kennel
        self._dog = dog
        self._points = math.prod(dog.config.played.shape(dog.config.size))
        self._ladder = ladder
        self._change = show
        self._pending: list[LossPoint] = []
        self._last_loss = time.monotonic()
        self._last_game = -math.inf
        self._frequent: Counter[NewsKind] = Counter()
        self._history: deque[tuple[float, int]] = deque()
        """Moments, and how many games there were."""
        self._seen: dict[int, events.GamesSeen] = {}
        """What each worker told last."""
        self._now = show()
        self._begun_with = self._now.games
        """Games it had played when this run, or what is left of it, began."""
        since = kennel.growth.moments.watched_since(dog.id)
        self._since = self._now.games if since is None else since
        """From which of its games on the dog has been watched."""
        self._recall()

    def _recall(self) -> None:
        """Take up what has been told of the dog's life so far."""
        now, growth = self._now, self._kennel.growth
        # A dog from elsewhere brings the diary's lines along, and no vital signs.
        published = growth.news(self._dog.id, (NewsKind.PUBLISHED,), 1)
        self._stage = max([growth.publishings(self._dog.id), *(int(news.values.get("stage", 0)) for news in published)])
        told = [news.kind for news in now.news if news.kind in (NewsKind.FILLING, NewsKind.LEARNING)]
        self._learning = now.samples > 0 and told[-1:] != [NewsKind.FILLING]
        self._first_marks: dict[str, tuple[int, int]] = {}
        """For each kind of set piece the youngest age that was asked, and how many were right then."""
        for exam in growth.moments.exams(self._dog.id):
            self._first_marks.setdefault(exam.kind, (exam.games, exam.correct))
        self._told_marks = {kind: right for kind, (_, right) in self._first_marks.items()}
        """How many were right when that was last told."""
        for news in growth.news(self._dog.id, (NewsKind.LEARNED,), _ALL_LEARNED):
            self._told_marks[str(news.values["piece"])] = int(news.values["right"])
        self._beaten = names_beaten(growth.news(self._dog.id, (NewsKind.MILESTONE,)))
        """Of whom the diary has told, whatever board that was on."""

    def begin(self) -> None:
        """Say that the run starts."""
        if self._now.games:
            self._tell(NewsKind.RESUMED, name=self._dog.name, games=self._now.games)
        else:
            self._tell(NewsKind.STARTED, name=self._dog.name)

    def end(self) -> None:
        """Say that the run is over and saved."""
        self._write_losses()
        self._show(health=())
        self._tell(NewsKind.STOPPED, games=self._now.games, seconds=round(self._now.seconds))

    def on_event(self, event: events.Event) -> None:
        """Take in one event; called in the run's thread."""
        now, growth = self._now, self._kennel.growth
        match event:
            case events.Compiling(done, total):
                self._show(preparing=Preparing(done, total))
            case events.GamesSeen():
                self._on_games_seen(event)
            case events.Progress():
                self._on_progress(event)
            case events.Saved(counters):
                growth.note(self._dog.id, Past(Checkpoint(**vars(counters), weights=self._dog.weights)))
                growth.note_ages(self._dog.id, counters.seconds)
                self._show(**vars(counters))
                self._tell(NewsKind.CHECKPOINT, games=counters.games, samples=counters.samples)
            case events.WentBack(saved):
                self._go_back(saved)
            case events.ClusterSeen(machines, workers):
                there = {number: seen for number, seen in self._seen.items() if number < events.FIRST_FAR_WORKER}
                self._seen = there | {number: self._seen[number] for number in workers & self._seen.keys()}
                self._show(machines=machines)
            case events.Ready():
                self._seen.clear()  # somebody has started, perhaps in the place of others: each tells again at once
            case events.Died():
                self._seen.clear()  # whoever is still there tells again at once
                self._tell(NewsKind.WORKER_RESTARTED, reason=f"{event.process} {event.reason}")
            case events.Measured(signs):
                self._show(vitals=extended(now.vitals, signs), is_looked_at=True)
                growth.note_vitals(self._dog.id, signs)
                self._stage += 1
                self._tell(NewsKind.PUBLISHED, stage=self._stage, games=signs.games, explained=signs.explained)
            case events.Published(counters, _, age) if age is not None:
                growth.note_ages(self._dog.id, counters.seconds)
                if age:  # that it is born has been told
                    self._tell(NewsKind.NEW_AGE, games=age)
            case events.Noted():
                self._on_noted(event)
            case events.Examined(counters, marks):
                self._on_examined(counters, marks)
            case events.Grown(net):
                self._tell(NewsKind.GREW, net=net, games=now.games)
            case events.Diagnosed(diagnosis):
                self._show(health=(*now.health, diagnosis))
                self._tell(NewsKind.DOCTOR, ailment=diagnosis.ailment.value, **diagnosis.values)
            case events.Cured(ailment):
                self._show(health=tuple(complaint for complaint in now.health if complaint.ailment is not ailment))
                self._tell(NewsKind.CURED, ailment=ailment.value)
            case events.Treated(ailment, share, None):
                self._tell(NewsKind.RATE_CUT, ailment=ailment.value, share=share)
            case events.Treated(ailment, share, games):
                self._tell(NewsKind.ROLLED_BACK, ailment=ailment.value, share=share, games=games)
            case events.RatingPlanned(seconds, needs_weights):
                at = time.monotonic() + seconds
                self._await(rating=None, next_rating_at=at, needs_lesson=needs_weights)
            case events.RatingGoes():
                self._await(rating=event)
            case events.Rated():
                self._on_rated(event)

    def _go_back(self, saved: events.Counters | None) -> None:
        """The dog goes on from a checkpoint, and nothing is told any more of what came after it."""
        growth = self._kennel.growth
        growth.go_back(self._dog.id, saved)
        self._pending.clear()
        self._history.clear()
        self._show(**told_of(growth, self._dog))
        self._begun_with = self._now.games
        self._recall()
        if not self._now.news:
            self.begin()

    # --- how it goes

    def _on_games_seen(self, event: events.GamesSeen) -> None:
        self._seen[event.worker] = event
        moves = sum(seen.moves_per_second for seen in self._seen.values())
        under_way = sum((seen.under_way for seen in self._seen.values()), start=events.UnderWay())
        now, awaited = self._now, self._now.awaited
        pace = now.moves_per_second + (_MOVES_WEIGHT if now.moves_per_second else 1.0) * (moves - now.moves_per_second)
        boards = now.boards
        if event.worker == min(self._seen):
            letters = game_named(now.game).grid(1, 1).letters
            boards = tuple(
                LiveBoard(BoardState(stones, last, struck=struck, letters=letters), ply)
                for stones, last, ply, struck in event.boards
            )
        self._show(phase=TrainingPhase.RUNNING, boards=boards, moves_per_second=pace, preparing=None)
        self._await(
            games=under_way.games,
            played=max(awaited.played, now.positions + under_way.positions),
            lesson=first_lesson(awaited.missing, under_way, pace, self._points, now.games > self._begun_with),
        )

    def _on_progress(self, event: events.Progress) -> None:
        counters, moment, awaited = event.counters, time.monotonic(), self._now.awaited
        missing, window = event.positions_missing, event.window
        self._history.append((moment, counters.games))
        while moment - self._history[0][0] > _GAMES_SECONDS:
            self._history.popleft()
        begun, games = self._history[0]
        self._show(**vars(counters), games_per_second=(counters.games - games) / max(moment - begun, 1e-3))
        played, lesson = max(awaited.played, counters.positions), awaited.lesson if missing else None
        self._await(played=played, missing=missing, need=missing + window, lesson=lesson)
        if missing and not awaited.missing:
            self._learning = False
            self._tell(NewsKind.FILLING, have=window, need=missing + window)
        if event.losses is not None:
            self._on_losses(counters, event.losses, moment)
        if event.game is not None and moment - self._last_game >= _GAME_SECONDS:
            self._last_game, game = moment, event.game
            self._tell(NewsKind.GAME, games=game.number, winner=game.winner, margin=game.margin, moves=game.moves)

    def _on_losses(self, counters: events.Counters, losses: events.MeanLosses, moment: float) -> None:
        if not self._learning:
            self._learning = True
            self._tell(NewsKind.LEARNING)
        self._pending.append(LossPoint(counters.seconds, counters.samples, losses.policy, losses.value, losses.entropy))
        if moment - self._last_loss >= _LOSS_SECONDS:
            self._last_loss = moment
            self._write_losses()

    def _write_losses(self) -> None:
        """Put the losses of the last seconds down as one point."""
        points, self._pending = self._pending, []
        if points:
            parts = ("policy", "value", "entropy")
            means = {part: sum(getattr(point, part) for point in points) / len(points) for part in parts}
            mean = replace(points[-1], **means)
            self._show(losses=extended(self._now.losses, mean))
            self._kennel.growth.note(self._dog.id, Past(losses=(mean,)))

    # --- what it does for the first time, and what it has come to know

    def _on_noted(self, event: events.Noted) -> None:
        seconds = self._now.seconds if event.seconds is None else event.seconds
        moment = KeptMoment(
            event.kind,
            event.games,
            seconds,
            time.time(),
            self._since,
            event.ply,
            event.last,
            event.rows,
            event.sgf,
            event.score,
        )
        if self._kennel.growth.moments.note(self._dog.id, moment) and event.score is None:
            self._tell(NewsKind.MOMENT, seconds, moment=event.kind, games=event.games, since=self._since)

    def _on_examined(self, counters: events.Counters, marks: tuple[events.KindMarks, ...]) -> None:
        moments, games, seconds = self._kennel.growth.moments, counters.games, counters.seconds
        now = time.time()
        exams = [ExamMarks(games, seconds, mark.kind, mark.right, mark.asked, mark.guesses, now) for mark in marks]
        moments.note_exam(self._dog.id, exams)
        for mark in marks:
            kind, right, asked = mark.kind, mark.right, mark.asked
            first_games, before = self._first_marks.setdefault(kind, (games, right))
            told = self._told_marks.setdefault(kind, before)
            if right - told >= max(1, round(_LEARNED_SHARE * asked)) or (right == asked and right > told):
                self._told_marks[kind] = right
                said = {"piece": kind, "right": right, "asked": asked, "before": before, "first": first_games}
                self._tell(NewsKind.LEARNED, **said, games=games)

    # --- strength

    def _on_rated(self, event: events.Rated) -> None:
        self._kennel.growth.note(self._dog.id, Past(matches=(RatingMatch.of(event, time.time()),)))
        rating = self._ladder.rating()
        if rating is None:
            return
        point = StrengthPoint(event.seconds, event.games_trained, rating.points, rating.error)
        rounded: dict[str, int] = {}
        is_known = point.error < _VAGUE_ERROR or sum(match.games for match in self._ladder.results) >= _TELLING_GAMES
        if self._now.strengths or is_known:
            self._show(strengths=extended(self._now.strengths, point))
            self._kennel.growth.note(self._dog.id, Past(strengths=(point,)))
            rounded = {"rating": round(rating.points), "error": round(rating.error)}
        score = {"wins": event.wins, "draws": event.draws, "losses": event.losses}
        facts = {"opponent": event.opponent, **score, "games": event.games_trained, **rounded}
        self._tell(NewsKind.RATED, event.seconds, **facts)
        # Each opponent is beaten for the first time once; the dog's own ages are no milestones.
        name = milestone_of(event.opponent)
        anchors = dict(self._dog.config.played.anchors)
        is_new = event.opponent in anchors and name not in names_beaten(self._now.milestones)
        if is_new and self._ladder.has_beaten(event.opponent):
            self._on_beaten(name, event)

    def _on_beaten(self, name: str, event: events.Rated) -> None:
        """Somebody is beaten for the first time on this board; the diary tells of the first time in its life."""
        facts = {"opponent": name, "games": event.games_trained}
        if name in self._beaten:
            news = TrainingNews(NewsKind.MILESTONE, facts, event.seconds, time.time())
        else:
            self._beaten.add(name)
            news = self._tell(NewsKind.MILESTONE, event.seconds, **facts)
        self._show(milestones=(*self._now.milestones, news))

    # --- telling

    def _show(self, **values: Any) -> None:
        self._now = self._change(**values)

    def _await(self, **values: Any) -> None:
        self._show(awaited=replace(self._now.awaited, **values))

    def _tell(self, kind: NewsKind, at: float | None = None, /, **values: Any) -> TrainingNews:
        """Write a line of the diary; ``at``: how long the dog had trained by then, where that is not now.

        What an earlier age did belongs to that age: a checkpoint that knows the age knows this too.
        """
        news = TrainingNews(kind, values, self._now.seconds if at is None else at, time.time())
        # Games and publishings would fill what is kept in memory: it holds the last of each, the kennel more.
        known = tuple(old for old in self._now.news if old.kind is not kind or kind not in FREQUENT_NEWS)
        self._show(news=(*known, news)[-NEWS_KEPT:])
        self._kennel.growth.note(self._dog.id, Past(news=(news,)))
        if kind in FREQUENT_NEWS:
            self._frequent[kind] += 1
            if self._frequent[kind] % _TIDY_EVERY == 0:
                self._kennel.growth.forget_news(self._dog.id, kind)
        return news
