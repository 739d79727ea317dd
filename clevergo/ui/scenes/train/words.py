"""What training's figures and events are in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clevergo.app.kennel.messages import Ailment, NewsKind, TrainingNews
from clevergo.app.training.forecast import milestone_of
from clevergo.ui.strings import Strings, Text
from clevergo.ui.texts.doctor import AILMENTS, DoctorText
from clevergo.ui.texts.train import TrainText

DASH = "–"
_MANY = 10_000
_WITH_GAMES = {
    NewsKind.RESUMED: Text.NEWS_RESUMED,
    NewsKind.CHECKPOINT: Text.NEWS_CHECKPOINT,
    NewsKind.STOPPED: Text.NEWS_STOPPED,
}
_PLAIN = {
    NewsKind.STARTED: Text.NEWS_STARTED,
    NewsKind.LEARNING: Text.NEWS_LEARNING,
    NewsKind.WORKER_RESTARTED: Text.NEWS_WORKER,
    NewsKind.FAILED: Text.NEWS_FAILED,
}
_BY_THE_DOCTOR = {
    NewsKind.DOCTOR: DoctorText.NEWS_DOCTOR,
    NewsKind.CURED: DoctorText.NEWS_CURED,
    NewsKind.RATE_CUT: DoctorText.NEWS_RATE_CUT,
    NewsKind.ROLLED_BACK: DoctorText.NEWS_ROLLED_BACK,
}


def opponent_name(strings: Strings, opponent: str) -> str:
    """An opponent as people call it: ``mcts:400`` is Monte Carlo 400, ``age:900`` the dog itself after 900 games."""
    kind, _, number = opponent.partition(":")
    if kind == "random":
        return strings.get(Text.RANDOM)
    if kind == "mcts" and number.isdigit():
        return strings.get(Text.OPPONENT_MCTS, n=number)
    if opponent == "gnugo":
        return strings.get(Text.OPPONENT_GNU)
    if kind == "gnugo" and number.isdigit():
        return strings.get(Text.OPPONENT_GNUGO, n=number)
    if kind == "age" and number.isdigit():
        return strings.get(Text.OPPONENT_AGE, games=games_said(strings, int(number)))
    return opponent


def opponent_explained(strings: Strings, opponent: str) -> str:
    """Who an opponent of fixed strength is, for people who have never heard of it; empty for others."""
    kind, _, number = opponent.partition(":")
    rows = {"random": TrainText.WHO_RANDOM, "mcts": TrainText.WHO_MCTS, "gnugo": TrainText.WHO_GNUGO}
    if kind not in rows or not (number.isdigit() or not number):
        return ""
    return strings.get(rows[kind], n=int(number or 0), name=opponent_name(strings, opponent).strip())


def games_said(strings: Strings, games: int) -> str:
    """``3,204 局``, ``1 game``, ``12.8k games``."""
    if games >= _MANY:
        return strings.get(Text.GAMES_MANY, games=strings.number(games))
    return strings.get(Text.GAMES_PLAYED, games=games)


def news_said(strings: Strings, news: TrainingNews) -> str:
    """One line of the diary."""
    values = news.values
    if news.kind is NewsKind.RATED:
        return _rated(strings, values)
    if news.kind is NewsKind.FILLING:
        return strings.get(Text.NEWS_FILLING)
    if news.kind is NewsKind.MILESTONE:
        return strings.get(Text.NEWS_MILESTONE, opponent=opponent_name(strings, milestone_of(values["opponent"])))
    if news.kind in _WITH_GAMES:
        return strings.get(_WITH_GAMES[news.kind], games=games_said(strings, values["games"]))
    if news.kind in _BY_THE_DOCTOR:
        ailment = strings.get(AILMENTS[Ailment(values["ailment"])])
        return strings.get(_BY_THE_DOCTOR[news.kind], ailment=ailment, games=values.get("games", 0))
    return strings.get(_PLAIN[news.kind])


def _rated(strings: Strings, values: Mapping[str, Any]) -> str:
    opponent = opponent_name(strings, values["opponent"])
    return strings.get(Text.NEWS_RATED, opponent=opponent, wins=values["wins"], losses=values["losses"])


def rating_said(strings: Strings, news: TrainingNews) -> str:
    """A rating match's draws and the rating it gave, to be said after its result where there is room; else nothing."""
    values = news.values
    if news.kind is not NewsKind.RATED:
        return ""
    said = strings.get(Text.NEWS_RATED_DRAWS, draws=values["draws"]) if values.get("draws") else ""
    if values.get("rating") is None or values.get("error") is None:
        return said
    return said + strings.get(Text.NEWS_RATED_SAID, rating=values["rating"], error=values["error"])


def diary(news: Sequence[TrainingNews]) -> list[TrainingNews]:
    """The latest first; of each run of 'gathering' and 'saved' lines only the last, for they say the same.

    A milestone is told once, as it was reached: older programs told of GNU Go's levels one by one. That nothing was
    saved is no news.
    """
    kept: list[TrainingNews] = []
    reached: dict[str, TrainingNews] = {}
    for entry in news:
        if entry.kind is NewsKind.MILESTONE:
            reached.setdefault(milestone_of(str(entry.values.get("opponent", ""))), entry)
    firsts = {id(entry) for entry in reached.values()}
    repeated = (NewsKind.FILLING, NewsKind.CHECKPOINT)
    for entry in reversed(news):
        if entry.kind is NewsKind.CHECKPOINT and not entry.values.get("games"):
            continue
        if entry.kind is NewsKind.MILESTONE and id(entry) not in firsts:
            continue
        if entry.kind in repeated and any(entry.kind is other.kind for other in kept[-1:]):
            continue
        kept.append(entry)
    return kept


def rate(strings: Strings, value: float) -> str:
    """A number a second: two digits where it is small, a dash where nothing happens."""
    if value <= 0:
        return DASH
    return strings.figure(value, ".1f") if value < 99.5 else strings.number(value)
