"""What a dog in training is like, in words: its figures and news, what it does and waits for, what comes next."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from clevergo.app.kennel.messages import (
    FREQUENT_NEWS,
    Ailment,
    Awaited,
    Diagnosis,
    NewsKind,
    TrainingNews,
    TrainingPhase,
    TrainingSnapshot,
)
from clevergo.app.training.forecast import Forecast, beats_from, forecast, milestone_of, rungs, rungs_here
from clevergo.games.color import Color
from clevergo.games.guests import USUAL_GAME
from clevergo.games.outcome import Outcome, Termination
from clevergo.ui.scenes.play.words import color_name, result_title
from clevergo.ui.scenes.shared.dog_names import net_said
from clevergo.ui.scenes.shared.player_names import fixed_opponent_name
from clevergo.ui.scenes.shared.terms import size_said
from clevergo.ui.strings import DoctorText, Figures, PreparingText, Strings, Text, TrainText, Wording, error_said

DASH = "–"
AILMENTS = {ailment: getattr(DoctorText, ailment.name) for ailment in Ailment}
"""A complaint in a few words."""
ADVICE = {ailment: getattr(TrainText, f"ADVICE_{ailment.name}") for ailment in Ailment}
"""What a complaint means, and what to do."""
_MINUTE, _HOUR = 60.0, 3600.0
_CLOSE = 1.25
"""A range whose ends are as near as this is said as one number."""
_TELLING = (NewsKind.FILLING, NewsKind.LEARNING)
_REPEATED = (NewsKind.FILLING, NewsKind.CHECKPOINT)
_SECONDS_STEP = 10.0
"""Less than a minute is told to this many seconds."""
_MANY = 10_000
_WITH_GAMES = (NewsKind.RESUMED, NewsKind.CHECKPOINT, NewsKind.STOPPED, NewsKind.PUBLISHED, NewsKind.NEW_AGE)
_NEWS = {
    NewsKind.STARTED: Text.NEWS_STARTED,
    NewsKind.RESUMED: Text.NEWS_RESUMED,
    NewsKind.FILLING: Text.NEWS_FILLING,
    NewsKind.LEARNING: Text.NEWS_LEARNING,
    NewsKind.CHECKPOINT: Text.NEWS_CHECKPOINT,
    NewsKind.RATED: Text.NEWS_RATED,
    NewsKind.MILESTONE: Text.NEWS_MILESTONE,
    NewsKind.WORKER_RESTARTED: Text.NEWS_WORKER,
    NewsKind.STOPPED: Text.NEWS_STOPPED,
    NewsKind.FAILED: Text.NEWS_FAILED,
    NewsKind.DOCTOR: DoctorText.NEWS_DOCTOR,
    NewsKind.CURED: DoctorText.NEWS_CURED,
    NewsKind.RATE_CUT: DoctorText.NEWS_RATE_CUT,
    NewsKind.ROLLED_BACK: DoctorText.NEWS_ROLLED_BACK,
    NewsKind.GAME: Text.NEWS_GAME,
    NewsKind.PUBLISHED: Text.NEWS_PUBLISHED,
    NewsKind.GREW: Text.NEWS_GREW,
    NewsKind.MOVED: Text.NEWS_MOVED,
    NewsKind.NEW_AGE: Text.NEWS_NEW_AGE,
    NewsKind.MOMENT: Text.NEWS_MOMENT,
    NewsKind.LEARNED: Text.NEWS_LEARNED,
}
_WON = "won:"
"""How the moments begin that are games won against somebody of known strength."""


def opponent_name(strings: Strings, opponent: str) -> str:
    """An opponent as people call it: ``mcts:400`` is Monte Carlo 400, ``age:900`` the dog itself after 900 games."""
    kind, _, number = opponent.partition(":")
    if kind == "age" and number.isdigit():
        return strings.get(Text.OPPONENT_AGE, games=games_said(strings, int(number)))
    return fixed_opponent_name(strings, opponent)


def opponent_explained(strings: Strings, opponent: str) -> str:
    """Who an opponent of fixed strength is, for people who have never heard of it; empty for others."""
    kind, _, number = opponent.partition(":")
    rows = {
        "random": TrainText.WHO_RANDOM,
        "mcts": TrainText.WHO_MCTS,
        "alphabeta": TrainText.WHO_ALPHABETA,
        "gnugo": TrainText.WHO_GNUGO,
        "pachi": TrainText.WHO_PACHI,
    }
    if kind not in rows or not (number.isdigit() or not number):
        return ""
    return strings.get(rows[kind], n=int(number or 0), name=opponent_name(strings, opponent).strip())


def games_said(strings: Strings, games: int) -> str:
    """``3,204 局``, ``1 game``, ``12.8k games``."""
    if games >= _MANY:
        return strings.get(Text.GAMES_MANY, games=strings.number(games))
    return strings.get(Text.GAMES_PLAYED, games=games)


def moment_said(strings: Strings, game: str, kind: str) -> str:
    """What a moment of a game is called; of a game from elsewhere there may be no word for it."""
    if kind.startswith(_WON):
        return strings.get(Wording("moment.won"), opponent=opponent_name(strings, kind.removeprefix(_WON)))
    wording = Wording(f"moment.{game}.{kind}")
    return strings.get(wording if strings.has(wording.key) else Wording("moment.other"))


def skill_said(strings: Strings, game: str, kind: str) -> str:
    """What a kind of set piece asks for: ``saves stones in atari``."""
    wording = Wording(f"piece.{game}.{kind}")
    return strings.get(wording) if strings.has(wording.key) else kind


def news_said(strings: Strings, news: TrainingNews, game: str = USUAL_GAME, is_brief: bool = False) -> str:
    """One line of the diary of a dog that plays that game; ``is_brief``: where there is little room for it."""
    values, kind = news.values, news.kind
    if kind is NewsKind.MOMENT:
        wording = Text.NEWS_MOMENT_LATE if values.get("since") else Text.NEWS_MOMENT
        return strings.get(wording, moment=moment_said(strings, game, str(values["moment"])))
    if kind is NewsKind.LEARNED:
        piece = skill_said(strings, game, str(values["piece"]))
        time, marks = strings.duration(news.seconds), {"right": values["right"], "asked": values["asked"]}
        if is_brief:
            return strings.get(Text.NEWS_LEARNED_BRIEF, piece=piece, **marks)
        return strings.get(Text.NEWS_LEARNED, time=time, piece=piece, **marks)
    said: dict[str, Any] = {name: values.get(name, 0) for name in ("games", "wins", "losses")}
    if kind in (NewsKind.RATED, NewsKind.MILESTONE):
        opponent = values["opponent"]
        said["opponent"] = opponent_name(strings, opponent if kind is NewsKind.RATED else milestone_of(opponent))
    elif kind in _WITH_GAMES:
        said |= {"games": games_said(strings, values["games"]), "stage": strings.figure(values.get("stage", 0))}
    elif kind is NewsKind.GAME:
        said |= _game_said(strings, values)
    elif kind is NewsKind.GREW:
        said["net"] = net_said(strings, str(values["net"]))
    elif kind is NewsKind.MOVED:
        return _moved_said(strings, values, game)
    elif "ailment" in values:
        said["ailment"] = strings.get(AILMENTS[Ailment(values["ailment"])])
    return strings.get(_NEWS[kind], **said)


def _moved_said(strings: Strings, values: Mapping[str, Any], game: str) -> str:
    """A dog's move to other boards."""
    others = [int(size) for size in str(values["beside"]).split(", ") if size.isdigit()]
    beside = " + ".join(size_said(strings, game, other) for other in others)
    size, before = (size_said(strings, game, int(values[name])) for name in ("size", "before"))
    if values["size"] != values["before"]:
        wording = Text.NEWS_MOVED_BESIDE if beside else Text.NEWS_MOVED
    else:
        wording = Text.NEWS_BESIDE if beside else Text.NEWS_ALONE
    return strings.get(wording, size=size, before=before, beside=beside)


def _game_said(strings: Strings, values: Mapping[str, Any]) -> dict[str, str]:
    """A finished game as players tell it: ``白胜3又1/4子`` in Chinese, ``White wins by 6.5`` in English."""
    winner = Color(values["winner"]) if values["winner"] else None
    margin = values.get("margin")
    if winner is None:
        result = strings.get(Text.DRAW)
    elif margin is None:
        result = strings.get(Text.WINS_SHORT, color=color_name(strings, winner))
    else:
        signed = margin if winner is Color.BLACK else -margin
        result = result_title(strings, Outcome.counted(signed, Termination.TWO_PASSES))
    moves = strings.get(TrainText.MOVES, n=values["moves"])
    return {"number": strings.figure(values["games"]), "result": result, "moves": moves}


def more_said(strings: Strings, news: TrainingNews) -> str:
    """What is said after a line of the diary where there is room.

    A rating match's draws and the rating it gave; how much of games' results a net foresees. Of others nothing.
    """
    values = news.values
    if news.kind is NewsKind.PUBLISHED and values.get("explained") is not None:
        explained = round(100.0 * values["explained"])
        if explained <= 0:  # a young net may do worse than always saying the mean
            return strings.get(Text.NEWS_PUBLISHED_GUESSES)
        return strings.get(Text.NEWS_PUBLISHED_SAID, explained=explained)
    if news.kind is NewsKind.LEARNED:
        before, first = values["before"], values["first"]
        if not first:
            return strings.get(Text.NEWS_LEARNED_BIRTH, before=before)
        return strings.get(Text.NEWS_LEARNED_BEFORE, before=before, games=games_said(strings, first))
    if news.kind is not NewsKind.RATED:
        return ""
    said = strings.get(Text.NEWS_RATED_DRAWS, draws=values["draws"]) if values.get("draws") else ""
    if values.get("rating") is None or values.get("error") is None:
        return said
    return said + strings.get(Text.NEWS_RATED_SAID, rating=values["rating"], error=values["error"])


def diary(news: Sequence[TrainingNews]) -> list[TrainingNews]:
    """The latest first, in short: of games and growth stages only the last, and no line that says the same again."""
    last = {entry.kind: entry for entry in news if entry.kind in FREQUENT_NEWS}
    return lines_of_diary(entry for entry in news if last.get(entry.kind, entry) is entry)


def lines_of_diary(news: Iterable[TrainingNews]) -> list[TrainingNews]:
    """The latest first; of each run of 'gathering' and 'saved' lines only the last, for they say the same.

    A milestone is told once, as it was reached: older programs told of GNU Go's levels one by one. That nothing was
    saved is no news.
    """
    known, kept = list(news), list[TrainingNews]()
    firsts = {id(entry) for entry in _reached(entry for entry in known if entry.kind is NewsKind.MILESTONE).values()}
    for entry in reversed(known):
        is_empty = entry.kind is NewsKind.CHECKPOINT and not entry.values.get("games")
        is_late = entry.kind is NewsKind.MILESTONE and id(entry) not in firsts
        is_same = entry.kind in _REPEATED and any(entry.kind is other.kind for other in kept[-1:])
        if not (is_empty or is_late or is_same):
            kept.append(entry)
    return kept


def rate(strings: Strings, value: float) -> str:
    """A number a second: two digits where it is small, a dash where nothing happens."""
    if value <= 0:
        return DASH
    return strings.figure(value, ".1f") if value < 99.5 else strings.number(value)


def next_milestone(snapshot: TrainingSnapshot) -> tuple[str, float] | None:
    """The weakest opponent here above all that the dog has beaten, with its rating; None where nobody is.

    Those below somebody beaten count as beaten too, even somebody who is not here: a dog that grows fast never meets
    them.
    """
    beaten = {news.values["opponent"] for news in distinct(snapshot.milestones)}
    above = itertools.takewhile(lambda rung: rung[0] not in beaten, reversed(rungs(snapshot.game)))
    here = {name for name, _ in rungs_here(snapshot.game)}
    return min((rung for rung in above if rung[0] in here), key=lambda rung: rung[1], default=None)


def distinct(milestones: Sequence[TrainingNews]) -> list[TrainingNews]:
    """Each milestone once, as it was reached first: older programs told of GNU Go's levels one by one."""
    reached = _reached(sorted(milestones, key=lambda news: news.seconds))
    return [replace(news, values={**news.values, "opponent": name}) for name, news in reached.items()]


def _reached(milestones: Iterable[TrainingNews]) -> dict[str, TrainingNews]:
    """The first of each, by the names of today."""
    first: dict[str, TrainingNews] = {}
    for news in milestones:
        first.setdefault(milestone_of(str(news.values.get("opponent", ""))), news)
    return first


def hardest_beaten(milestones: Sequence[TrainingNews], game: str = USUAL_GAME) -> str:
    """The strongest opponent among a dog's milestones, whichever came last; "" where there is none."""
    beaten = {news.values["opponent"] for news in distinct(milestones)}
    return next((name for name, _ in reversed(rungs(game)) if name in beaten), "")


def next_said(strings: Strings, snapshot: TrainingSnapshot) -> tuple[str, str]:
    """What the next milestone is, and how long it may take: a label and a figure."""
    rung = next_milestone(snapshot)
    if rung is None:
        return strings.get(TrainText.NEXT), strings.get(TrainText.TOP)
    opponent, rating = rung
    label = strings.get(TrainText.NEXT_BEATS, opponent=opponent_name(strings, opponent))
    if not snapshot.strengths:
        return label, DASH
    since = snapshot.here_since
    points = [replace(point, seconds=point.seconds - since) for point in snapshot.strengths]
    enough = beats_from(rating)
    found = forecast(points, enough, snapshot.seconds - since)
    if found is not None:
        return label, span_said(strings, found)
    # Its first games against somebody may be won before there are enough of them to tell how it grows.
    is_ahead = snapshot.strengths[-1].rating > enough
    return label, strings.get(TrainText.SOON if is_ahead else TrainText.CANNOT_SAY)


def next_explained(strings: Strings, snapshot: TrainingSnapshot) -> str:
    """Who the next milestone's opponent is, and where the figure comes from."""
    rung = next_milestone(snapshot)
    if rung is None:
        return strings.get(TrainText.TIP_TOP)
    parts = [part for part in (opponent_explained(strings, rung[0]), strings.get(TrainText.TIP_NEXT)) if part]
    return strings.get(Figures.STOP).join(parts)


def span_said(strings: Strings, found: Forecast) -> str:
    """``about 25 min``, ``20–60 min``, ``up to 85 min``, ``over 3 h``, ``soon``."""
    far = found.low if found.high is None else found.high
    size, unit = (_HOUR, TrainText.HOURS) if far >= 2 * _HOUR else (_MINUTE, TrainText.MINUTES)
    low, high = _rounded(found.low / size), _rounded(far / size)
    words = {"low": strings.figure(low), "unit": strings.get(unit)}
    if found.high is None:
        return strings.get(TrainText.AT_LEAST, **words)
    if found.high < _MINUTE:
        return strings.get(TrainText.SOON)
    if low == high or found.high <= _CLOSE * found.low:
        return strings.get(TrainText.ABOUT_ONE, **words)
    if low == 0:
        return strings.get(TrainText.UP_TO, high=strings.figure(high), unit=words["unit"])
    return strings.get(TrainText.ABOUT, high=strings.figure(high), **words)


def _rounded(value: float) -> int:
    """No more digits than an estimate deserves."""
    return round(value) if value < 10 else 5 * round(value / 5)


def doctor_said(strings: Strings, snapshot: TrainingSnapshot, more: Sequence[str]) -> tuple[str, ...]:
    """Each wording of ``more`` with the doctor's word and without; a complaint takes the place of everything else."""
    if snapshot.phase is TrainingPhase.FAILED:
        return tuple(more)
    if not snapshot.health:
        told = (news.kind for news in reversed(snapshot.news) if news.kind in (NewsKind.DOCTOR, NewsKind.CURED))
        was_ill = next(told, None) is NewsKind.DOCTOR  # in an earlier run, and nobody has said that it is over
        is_seen = snapshot.phase is TrainingPhase.RUNNING and snapshot.is_looked_at and not was_ill
        healthy = strings.get(TrainText.HEALTHY)
        return tuple(said for one in more for said in ((f"{one} · {healthy}", one) if is_seen else (one,)))
    ailment = strings.get(AILMENTS[snapshot.health[0].ailment])
    return strings.get(TrainText.DOCTOR, ailment=ailment), _capital(ailment), strings.get(TrainText.DOCTOR_CALLS)


def advice_said(strings: Strings, health: Sequence[Diagnosis], game: str = USUAL_GAME) -> str:
    """Every complaint with what to do about it; a game may know better (``advice.GAME.AILMENT``)."""
    parts = []
    for found in health:
        own = Wording(f"advice.{game}.{found.ailment.name.lower()}")
        advice = strings.get(own if strings.has(own.key) else ADVICE[found.ailment])
        parts.append((strings.get(AILMENTS[found.ailment]), advice))
    return " ".join(f"{_capital(ailment)}{strings.get(Figures.STOP)}{advice}" for ailment, advice in parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def what_it_does(strings: Strings, snapshot: TrainingSnapshot, is_taught: bool = False) -> tuple[str, tuple[str, ...]]:
    """What the dog is doing now, and how far it has come and what comes next; of that every wording, longest first.

    ``is_taught``: it has come with another's weights.
    """
    phase, name, get = snapshot.phase, snapshot.dog, strings.get
    if phase is TrainingPhase.IDLE:
        if snapshot.games:
            return get(Text.IDLE, name=name), (get(Text.IDLE_SAID),)
        if is_taught:
            return get(Text.TAUGHT, name=name), (get(Text.TAUGHT_NEXT),)
        return get(Text.NEWBORN, name=name), (get(Text.NEWBORN_NEXT),)
    if phase is TrainingPhase.STARTING:
        ready = snapshot.preparing
        said = get(PreparingText.LEARNING, done=ready.done, total=ready.total) if ready else get(Text.WAKING_SAID)
        return get(Text.WAKING_DOG, name=name), (said,)
    if phase is TrainingPhase.STOPPING:
        return get(Text.STOPPING), (get(Text.STOPPING_SAID),)
    if phase is TrainingPhase.FAILED:
        return get(Text.TRAINING_FAILED), (error_said(strings, snapshot.error) if snapshot.error is not None else "",)
    last = next((news for news in reversed(snapshot.news) if news.kind in _TELLING), None)
    if last is not None and last.kind is NewsKind.FILLING:
        return get(Text.FILLING, name=name), filling_said(strings, snapshot.awaited, last.values["need"])
    samples = strings.number(snapshot.samples)
    said = get(Text.LEARNING_SAID, games=games_said(strings, snapshot.games), samples=samples)
    rating = next_rating_said(strings, snapshot.awaited)
    return get(Text.LEARNING, name=name), (f"{said} · {rating}", said) if rating else (said,)


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


def first_rating_said(strings: Strings, snapshot: TrainingSnapshot) -> str:
    """The same where the curve will be, before there is a rating."""
    if snapshot.phase not in (TrainingPhase.STARTING, TrainingPhase.RUNNING):
        return strings.get(Text.NO_STRENGTH)
    said = _rating_said(strings, snapshot.awaited, TrainText.MEASURED_NOW, TrainText.MEASURED_NEXT, is_first=True)
    return _capital(said) or strings.get(TrainText.MEASURED_SOON)


def _rating_said(strings: Strings, awaited: Awaited, now: Wording, later: Wording, is_first: bool = False) -> str:
    rating = awaited.rating
    if rating is not None:
        opponent = opponent_name(strings, rating.opponent)
        return strings.get(now, opponent=opponent, done=rating.done, games=rating.games)
    if awaited.next_rating is None:
        return ""
    if awaited.needs_lesson:
        return strings.get(TrainText.RATED_AFTER_LESSON) if awaited.missing or is_first else ""
    return strings.get(later, time=about(strings, awaited.next_rating))


def about(strings: Strings, seconds: float) -> str:
    """A stretch of time as people say it of something that has not happened yet: no more exact than it is known."""
    if seconds < _MINUTE - _SECONDS_STEP / 2:
        return strings.duration(max(_SECONDS_STEP, _SECONDS_STEP * round(seconds / _SECONDS_STEP)))
    return strings.duration(_MINUTE * max(1, round(seconds / _MINUTE)))
