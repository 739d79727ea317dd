"""What is known of a dog's moments already: so much a run is told at its start, and learns as it goes."""

from __future__ import annotations

from dataclasses import dataclass, replace

BEST = "best"
"""The moment that is its best game so far: the only one that a better one replaces."""
WON = "won"
"""``won:OPPONENT``: the first game won against somebody of known strength."""


@dataclass(frozen=True)
class KnownMoments:
    """Which moments need not be looked for any more."""

    kinds: frozenset[str] = frozenset()
    """Those that there have been."""
    best: tuple[float, float] = (-1.0, 0.0)
    """How good the best game is (:func:`clevergo.training.moments.best.worth_of_win`); the first: there is none."""
    name: str = ""
    """What the dog is called, for the records of its games."""
    is_examined: bool = False
    """Whether it has been asked set pieces before."""

    def after(self, kind: str, score: tuple[float, float] | None = None) -> KnownMoments:
        """The same with one more."""
        best = self.best if score is None else max(score, self.best)
        return replace(self, kinds=self.kinds | {kind}, best=best)


NOTHING_KNOWN = KnownMoments()
"""Of a dog that is just born."""
