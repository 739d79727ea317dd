"""Parts, scores and what they mean, in words."""

from __future__ import annotations

from dataclasses import dataclass

from clevergo.app.parts.trial import SIMULATIONS, Finding, Part, Score, found
from clevergo.games.game import Rules
from clevergo.ui.kit.look import Words
from clevergo.ui.strings import PartsText

NAMES = {
    Part.SEARCH: PartsText.NO_SEARCH,
    Part.POLICY: PartsText.NO_POLICY,
    Part.VALUE: PartsText.NO_VALUE,
}
SAID = {
    Part.SEARCH: PartsText.NO_SEARCH_SAID,
    Part.POLICY: PartsText.NO_POLICY_SAID,
    Part.VALUE: PartsText.NO_VALUE_SAID,
}
_WHY = {
    (Part.SEARCH, Finding.NEEDED): PartsText.SEARCH_NEEDED,
    (Part.SEARCH, Finding.OPEN): PartsText.SEARCH_OPEN,
    (Part.SEARCH, Finding.SPARED): PartsText.SEARCH_SPARED,
    (Part.POLICY, Finding.NEEDED): PartsText.POLICY_NEEDED,
    (Part.POLICY, Finding.OPEN): PartsText.POLICY_OPEN,
    (Part.POLICY, Finding.SPARED): PartsText.POLICY_SPARED,
    (Part.VALUE, Finding.NEEDED): PartsText.VALUE_NEEDED,
    (Part.VALUE, Finding.OPEN): PartsText.VALUE_OPEN,
    (Part.VALUE, Finding.SPARED): PartsText.VALUE_SPARED,
}
_CLOSE = 1
"""Games by which a close guess may be wrong."""


@dataclass(frozen=True)
class Result:
    """A trial that is over, and what was guessed before."""

    dog: str
    part: Part
    rules: Rules
    guess: int
    score: Score


def score_said(score: Score) -> Words:
    """``7 : 3``."""
    return PartsText.SCORE(whole=score.whole, lessened=score.lessened)


def guess_said(guess: int, games: int) -> Words:
    """A guess as a score."""
    return PartsText.SCORE(whole=guess, lessened=games - guess)


def verdict_said(result: Result) -> Words:
    """How good the guess was."""
    off = abs(result.guess - result.score.whole)
    guess = guess_said(result.guess, result.score.played)
    if off == 0:
        return PartsText.EXACT
    return (PartsText.NEAR if off <= _CLOSE else PartsText.FAR)(guess=guess)


def why_said(result: Result) -> Words:
    """Why it came out so."""
    row = _WHY[result.part, found(result.score)]
    return row(n=SIMULATIONS, moves=result.rules.grid.points)
