"""What a dog does now, what it waits for and when that comes, in words."""

from __future__ import annotations

from typing import Any

from clevergo.app.kennel.messages import Awaited, NewsKind, TrainingPhase, TrainingSnapshot
from clevergo.ui.errors import error_said
from clevergo.ui.scenes.train.words import games_said, opponent_name
from clevergo.ui.strings import Strings, Text, Wording
from clevergo.ui.texts.preparing import PreparingText, preparing_said
from clevergo.ui.texts.train import TrainText

_TELLING = (NewsKind.FILLING, NewsKind.LEARNING)
_MINUTE = 60.0
_SECONDS_STEP = 10.0
"""Less than a minute is told to this many seconds."""


def what_it_does(
    strings: Strings, name: str, games: int, snapshot: TrainingSnapshot | None
) -> tuple[str, tuple[str, ...]]:
    """What the dog is doing now, and how far it has come and what comes next; of that every wording, longest first."""
    phase = snapshot.phase if snapshot is not None else TrainingPhase.IDLE
    if snapshot is None or phase is TrainingPhase.IDLE:
        if games:
            return strings.get(Text.IDLE, name=name), (strings.get(Text.IDLE_SAID),)
        return strings.get(Text.NEWBORN, name=name), (strings.get(Text.NEWBORN_NEXT),)
    if phase is TrainingPhase.STARTING:
        said = strings.get(Text.WAKING_SAID)
        if snapshot.preparing is not None:
            said = preparing_said(PreparingText.LEARNING, snapshot.preparing)(strings)
        return strings.get(Text.WAKING_DOG, name=name), (said,)
    if phase is TrainingPhase.STOPPING:
        return strings.get(Text.STOPPING), (strings.get(Text.STOPPING_SAID),)
    if phase is TrainingPhase.FAILED:
        return strings.get(Text.TRAINING_FAILED), (
            error_said(strings, snapshot.error) if snapshot.error is not None else "",
        )
    last = next((news for news in reversed(snapshot.news) if news.kind in _TELLING), None)
    if last is not None and last.kind is NewsKind.FILLING:
        return strings.get(Text.FILLING, name=name), filling_said(strings, snapshot.awaited, last.values["need"])
    samples = strings.number(snapshot.samples)
    said = strings.get(Text.LEARNING_SAID, games=games_said(strings, snapshot.games), samples=samples)
    rating = next_rating_said(strings, snapshot.awaited)
    return strings.get(Text.LEARNING, name=name), (f"{said} · {rating}", said) if rating else (said,)


def filling_said(strings: Strings, awaited: Awaited, need: int) -> tuple[str, ...]:
    """How many positions there are, how many it takes, and when there may be as many; the longest wording first."""
    need = awaited.need or need
    words: dict[str, Any] = {"have": awaited.played, "need": need, "missing": awaited.missing}
    # What games still hold, or what was learned from long ago, does not count: as many as that, and no lesson.
    is_past = awaited.played >= need and awaited.missing > 0
    first = TrainText.FILLING_LEFT if is_past else TrainText.FILLING
    wordings: tuple[Wording, ...] = (first, TrainText.FILLING_PLAIN)
    if awaited.lesson is not None:
        words["time"] = about(strings, awaited.lesson)
        timed = (TrainText.FILLING_TIMED, TrainText.FILLING_SHORT)
        wordings = (*((TrainText.FILLING_LEFT_TIMED,) if is_past else timed), TrainText.FILLING_SHORTEST)
    return tuple(strings.get(text, **words) for text in wordings)


def next_rating_said(strings: Strings, awaited: Awaited) -> str:
    """The rating match that is being played, or when the next one may begin; empty where nobody knows."""
    return _rating_said(strings, awaited, TrainText.RATED_NOW, TrainText.RATED_NEXT)


def first_rating_said(strings: Strings, snapshot: TrainingSnapshot | None) -> str:
    """The same where the curve will be, before there is a rating."""
    if snapshot is None or snapshot.phase not in (TrainingPhase.STARTING, TrainingPhase.RUNNING):
        return strings.get(Text.NO_STRENGTH)
    said = _rating_said(strings, snapshot.awaited, TrainText.MEASURED_NOW, TrainText.MEASURED_NEXT)
    return said or strings.get(TrainText.MEASURED_SOON)


def _rating_said(strings: Strings, awaited: Awaited, now: Wording, later: Wording) -> str:
    rating = awaited.rating
    if rating is not None:
        opponent = opponent_name(strings, rating.opponent)
        return strings.get(now, opponent=opponent, done=rating.done, games=rating.games)
    if awaited.next_rating is None:
        return ""
    if awaited.needs_lesson:
        return strings.get(TrainText.RATED_AFTER_LESSON) if awaited.missing else ""
    return strings.get(later, time=about(strings, awaited.next_rating))


def about(strings: Strings, seconds: float) -> str:
    """A stretch of time as people say it of something that has not happened yet: no more exact than it is known."""
    if seconds < _MINUTE - _SECONDS_STEP / 2:
        return strings.duration(max(_SECONDS_STEP, _SECONDS_STEP * round(seconds / _SECONDS_STEP)))
    return strings.duration(_MINUTE * max(1, round(seconds / _MINUTE)))
