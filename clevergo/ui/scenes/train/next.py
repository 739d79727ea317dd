"""What comes next in a dog's growth, and what the doctor finds, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clevergo.app.kennel.messages import Ailment, Diagnosis, TrainingNews, TrainingPhase, TrainingSnapshot
from clevergo.app.training.forecast import Forecast, forecast, milestone_of, rungs
from clevergo.games.guests import USUAL_GAME
from clevergo.ui.scenes.train.words import DASH, opponent_explained, opponent_name
from clevergo.ui.strings import Figures, Strings
from clevergo.ui.texts.doctor import AILMENTS
from clevergo.ui.texts.train import TrainText

ADVICE = {ailment: getattr(TrainText, f"ADVICE_{ailment.name}") for ailment in Ailment}
"""What a complaint means, and what to do."""
_MINUTE, _HOUR = 60.0, 3600.0
_CLOSE = 1.25
"""A range whose ends are as near as this is said as one number."""


def next_milestone(snapshot: TrainingSnapshot | None) -> tuple[str, float] | None:
    """The weakest opponent of the ladder the dog has not beaten, with its rating; None when it has beaten all."""
    beaten = {news.values.get("opponent") for news in distinct(snapshot.milestones)} if snapshot is not None else set()
    ladder = rungs() if snapshot is None else rungs(snapshot.game)
    return next((rung for rung in ladder if rung[0] not in beaten), None)


def distinct(milestones: Sequence[TrainingNews]) -> list[TrainingNews]:
    """Each milestone once, as it was reached first: older programs told of GNU Go's levels one by one."""
    first: dict[str, TrainingNews] = {}
    for news in sorted(milestones, key=lambda news: news.seconds):
        name = milestone_of(str(news.values.get("opponent", "")))
        first.setdefault(name, replace(news, values={**news.values, "opponent": name}))
    return list(first.values())


def hardest_beaten(milestones: Sequence[TrainingNews], game: str = USUAL_GAME) -> str:
    """The strongest opponent among a dog's milestones, whichever came last; "" where there is none."""
    beaten = {news.values["opponent"] for news in distinct(milestones)}
    return next((name for name, _ in reversed(rungs(game)) if name in beaten), "")


def next_said(strings: Strings, snapshot: TrainingSnapshot | None) -> tuple[str, str]:
    """What the next milestone is, and how long it may take: a label and a figure."""
    rung = next_milestone(snapshot)
    if rung is None:
        return strings.get(TrainText.NEXT), strings.get(TrainText.TOP)
    opponent, rating = rung
    label = strings.get(TrainText.NEXT_BEATS, opponent=opponent_name(strings, opponent))
    if snapshot is None or not snapshot.strengths:
        return label, DASH
    found = forecast(snapshot.strengths, rating, snapshot.seconds)
    if found is not None:
        return label, span_said(strings, found)
    # Its first games against somebody may be won before there are enough of them to tell how it grows.
    is_ahead = snapshot.strengths[-1].rating > rating
    return label, strings.get(TrainText.SOON if is_ahead else TrainText.CANNOT_SAY)


def next_explained(strings: Strings, snapshot: TrainingSnapshot | None) -> str:
    """Who the next milestone's opponent is, and where the figure comes from."""
    rung = next_milestone(snapshot)
    if rung is None:
        return strings.get(TrainText.TIP_TOP)
    parts = [part for part in (opponent_explained(strings, rung[0]), strings.get(TrainText.TIP_NEXT)) if part]
    return strings.get(Figures.STOP).join(parts)


def span_said(strings: Strings, found: Forecast) -> str:
    """``about 25 min``, ``20–60 min``, ``over 3 h``, ``soon``."""
    far = found.low if found.high is None else found.high
    size, unit = (_HOUR, TrainText.HOURS) if far >= 2 * _HOUR else (_MINUTE, TrainText.MINUTES)
    low = _rounded(strings, found.low / size)
    words = {"low": low, "unit": strings.get(unit)}
    if found.high is None:
        return strings.get(TrainText.AT_LEAST, **words)
    if found.high < _MINUTE:
        return strings.get(TrainText.SOON)
    if found.high <= _CLOSE * found.low:
        return strings.get(TrainText.ABOUT_ONE, **words)
    return strings.get(TrainText.ABOUT, high=_rounded(strings, found.high / size), **words)


def _rounded(strings: Strings, value: float) -> str:
    """No more digits than an estimate deserves."""
    return strings.figure(round(value) if value < 10 else 5 * round(value / 5))


def doctor_said(strings: Strings, snapshot: TrainingSnapshot | None, more: Sequence[str]) -> tuple[str, ...]:
    """Each wording of ``more`` with the doctor's word and without; a complaint takes the place of everything else."""
    if snapshot is None or snapshot.phase is TrainingPhase.FAILED:
        return tuple(more)
    if not snapshot.health:
        is_seen = snapshot.phase is TrainingPhase.RUNNING and bool(snapshot.vitals)
        healthy = strings.get(TrainText.HEALTHY)
        return tuple(said for one in more for said in ((f"{one} · {healthy}", one) if is_seen else (one,)))
    ailment = strings.get(AILMENTS[snapshot.health[0].ailment])
    return strings.get(TrainText.DOCTOR, ailment=ailment), _capital(ailment), strings.get(TrainText.DOCTOR_CALLS)


def advice_said(strings: Strings, health: Sequence[Diagnosis]) -> str:
    """Every complaint with what to do about it."""
    parts = [(strings.get(AILMENTS[found.ailment]), strings.get(ADVICE[found.ailment])) for found in health]
    return " ".join(f"{_capital(ailment)}{strings.get(Figures.STOP)}{advice}" for ailment, advice in parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
