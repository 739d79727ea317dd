"""What is asked of a coach, what it answers, and what follows from that: losses, moments, mistakes.

The window's process reads this; :mod:`clevergo.app.coach.reviewing` works it out where dogs think.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from clevergo.app.kennel.netfile import NetFile
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.start import EMPTY_BOARD, Start

DOOR = "clevergo.app.coach.reviewing"
"""Who answers a coach's inquiries."""
MOMENTS = 3
"""Moments of a game that are shown."""
PERCENT = 100.0


@dataclass(frozen=True)
class Effort:
    """How long a coach searches, in simulations of one position."""

    quick: int = 100
    """For every position of the game."""
    longer: int = 3
    """As many times as before, each time a move is looked at again."""
    deep: int = 400
    """For whatever is shown, at least."""
    most: int = 24_000
    """For one position, at most."""
    worth: float = 0.02
    """What looking again must promise to be done: points by which the three that are shown might, on average, be worse
    ones than those known now."""


USUAL = Effort()


@dataclass(frozen=True)
class ReviewInquiry:
    """What did the moves of this game cost? Answered by :class:`Review`, with more and more of it."""

    door: ClassVar[str] = DOOR
    """See :class:`~clevergo.app.engine.messages.Inquiry`."""
    net: NetFile
    rules: Rules
    moves: tuple[int, ...]
    start: Start = EMPTY_BOARD
    sides: tuple[Color, ...] = (Color.BLACK, Color.WHITE)
    """Whose moves the moments are chosen from."""
    laid: int = 0
    """So many of the first stones were put to settle who has which color: nobody's mistakes."""
    effort: Effort = USUAL
    by_others: tuple[int, ...] = ()
    """Plies of moves that somebody else made than whose moments these are."""

    def is_about(self, loss: Loss) -> bool:
        """Whether it was made by those whose moves the moments are chosen from."""
        return loss.side in self.sides and loss.ply not in self.by_others


@dataclass(frozen=True)
class MoveInquiry:
    """What did the last of these moves cost? Answered by one :class:`Loss`."""

    door: ClassVar[str] = DOOR
    """See :class:`~clevergo.app.engine.messages.Inquiry`."""
    net: NetFile
    rules: Rules
    moves: tuple[int, ...]
    start: Start = EMPTY_BOARD
    visits: int = 300

    def __post_init__(self) -> None:
        if not self.moves:
            raise ValueError("there is no move to be judged")


@dataclass(frozen=True)
class Loss:
    """What a move cost whoever made it, beside the one a search would have played."""

    ply: int
    """Of the position after it."""
    action: int
    side: Color
    better: int
    """What the search plays; the move itself where nothing was better."""
    points: float | None
    """Points lost, never negative; None in a game without points, or from a net that cannot say."""
    rate: float
    """Win rate lost, 0 to 1."""
    visits: int = 0
    """Simulations of each of the positions it was reckoned from."""

    @property
    def size(self) -> float:
        """What it is ranked and told by: points where there are any, else percent."""
        return self.points if self.points is not None else PERCENT * self.rate

    @property
    def is_mistake(self) -> bool:
        """Whether it is worth a mark: two points and a half, or eight percent."""
        return self.size >= (LEAST_POINTS if self.points is not None else LEAST_PERCENT)

    @property
    def is_blunder(self) -> bool:
        """Whether somebody should be asked to take it back: four points, or fifteen percent."""
        return self.size >= (_MUCH_POINTS if self.points is not None else _MUCH_PERCENT)


LEAST_POINTS, LEAST_PERCENT = 2.5, 8.0
"""What a mistake costs, at least."""
_MUCH_POINTS, _MUCH_PERCENT = 4.0, 15.0


class Tale(enum.Enum):
    """What was measured of a moment, beside the figure."""

    WINS = "wins"
    """After the move the other side wins for certain."""
    MISSED_WIN = "missed_win"
    """The better move would have won for certain."""
    TAKES = "takes"
    """The other side can take stones that it could not take after the better move."""
    MISSED = "missed"
    """The better move would have taken stones."""
    PLAIN = "plain"
    """There is nothing but the figure."""


@dataclass(frozen=True, eq=False)
class Moment:
    """A move worth looking at again."""

    loss: Loss
    board: BoardState
    """Before the move."""
    tale: Tale
    stones: tuple[int, ...] = ()
    """Points of the stones that :attr:`tale` tells of; empty where they are yet to be put on :attr:`board`."""
    count: int = 0
    """How many stones it tells of."""
    better_line: tuple[int, ...] = ()
    """The better move and how it is expected to go on."""
    near: tuple[int, ...] = ()
    """Moves as good as the better one, itself first, as far as the search could tell."""
    missed: int = 1
    """How many moves in the game left the better one alone, this one among them."""


@dataclass(frozen=True, eq=False)
class Review:
    """A game as a coach sees it, as far as that has come."""

    done: int
    total: int
    """Parts of the work: what is done, and all of it. The share never falls, and all is done only once it is whole."""
    black_rates: tuple[float | None, ...] = ()
    """For the first position and the one after each move: Black's win rate, 0 to 1; None where not known yet."""
    black_leads: tuple[float | None, ...] = ()
    """The same in points Black is expected to win by."""
    losses: tuple[Loss, ...] = ()
    """Those known by now, of both sides, in the order of the moves."""
    moments: tuple[Moment, ...] = ()
    """The worst of the sides asked about, the largest loss first; empty until it is whole."""
    final: BoardState | None = None
    """The board after the last move."""

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return self.done / max(self.total, 1)


# --- what follows ---------------------------------------------------------------------------------------------------


def worst(losses: Iterable[Loss], sides: Sequence[Color], most: int = MOMENTS) -> list[Loss]:
    """The mistakes of these sides that cost most, the largest first; of equal ones the earlier.

    Who leaves the one good move alone for five moves has missed one chance, not five: of those the largest counts.
    """
    known = [loss for loss in losses if loss.side in sides and loss.is_mistake]
    chance = chances(known)
    first: dict[int, Loss] = {}
    for loss in sorted(known, key=_rank):
        first.setdefault(chance[loss.ply], loss)
    return list(first.values())[:most]


def chances(losses: Iterable[Loss]) -> dict[int, int]:
    """Which chance each move missed, by ply: the ply of the first that left the same move alone, a few moves apart."""
    found: dict[int, int] = {}
    latest: dict[tuple[Color, int], int] = {}
    for loss in sorted(losses, key=lambda loss: loss.ply):
        key = loss.side, loss.better
        before = latest.get(key)
        is_new = before is None or loss.ply - before > _CHANCE_PLIES
        found[loss.ply] = loss.ply if before is None or is_new else found[before]
        latest[key] = loss.ply
    return found


def times_missed(loss: Loss, losses: Iterable[Loss]) -> int:
    """How many mistakes left this chance alone, the ``loss`` among them."""
    chance = chances(other for other in losses if other.is_mistake)
    return sum(first == chance[loss.ply] for first in chance.values())


def to_look_again(
    losses: Iterable[Loss], sides: Sequence[Color], effort: Effort, most: int = 1, is_last: bool = False
) -> list[tuple[Loss, int]]:
    """Which moves should be looked at for longer now, the most urgent first, and for how long.

    A move is worth looking at again as far as that may change which three are shown: the expected improvement over the
    border it would have to cross (Chick, Branke & Schmidt 2010, "Sequential sampling to myopically maximize the
    expected value of information"; here that of perfect information), for each simulation it takes. Those that are
    shown are to be looked at for ``effort.deep`` in any case. Nothing is left to look at once the answer is empty.

    Args:
        losses: what is known now.
        sides: whose moves are shown.
        effort: how long searches may be.
        most: moves named, at most.
        is_last: whether there is no time left: name nothing but what has to be looked at.
    """
    known = [loss for loss in losses if loss.side in sides and loss.size > 0.0]
    first = worst(known, sides, MOMENTS + 1)
    shown, fourth = first[:MOMENTS], first[MOMENTS:]
    below = fourth[0].size if fourth else 0.0
    chance = chances(known)
    taken = {chance[loss.ply] for loss in shown}
    wanted = []
    for loss in known:
        least = LEAST_POINTS if loss.points is not None else LEAST_PERCENT
        longer = min(effort.longer * loss.visits, effort.most)
        entry = shown[-1].size if len(shown) == MOMENTS else least
        border = max(below, least) if loss in shown else entry
        if loss in shown and loss.visits < effort.deep:
            wanted.append((math.inf, loss, max(longer, effort.deep)))
        elif longer > loss.visits and not is_last:
            is_left_out = loss not in shown and chance[loss.ply] in taken
            worth = (_other_chance if is_left_out else _improvement)(loss, border)
            if worth >= effort.worth:
                wanted.append((worth / longer, loss, longer))
    wanted.sort(key=lambda one: (-one[0], _rank(one[1])))
    return [(loss, visits) for _, loss, visits in wanted[:most]]


def _improvement(loss: Loss, border: float) -> float:
    """Points by which the three shown would become worse moves, on average, if this loss were known for certain.

    Args:
        loss: as it is known now.
        border: what would have to be crossed.
    """
    scale = 1.0 if loss.points is not None else _PERCENT_A_POINT
    error = (_ERROR + _ERROR_SHARE * loss.size / scale) * _share_left(loss)
    z = abs(loss.size - border) / scale / error
    return error * (math.exp(-(z**2) / 2) / math.sqrt(2 * math.pi) - z * math.erfc(z / math.sqrt(2)) / 2)


def _other_chance(loss: Loss, border: float) -> float:
    """The same of one that is left out because the chance is shown already: it may be another one."""
    scale = 1.0 if loss.points is not None else _PERCENT_A_POINT
    return _OTHER_BETTER * _share_left(loss) * max(loss.size - border, 0.0) / scale


def _share_left(loss: Loss) -> float:
    """Of the error of a loss that was looked at for ``USUAL.quick`` simulations."""
    return (max(loss.visits, 1) / USUAL.quick) ** -_ERROR_POWER  # type: ignore[no-any-return]


def _rank(loss: Loss) -> tuple[float, int]:
    """The largest first; of equal ones the earlier."""
    return -loss.size, loss.ply


_ERROR, _ERROR_SHARE, _ERROR_POWER = 0.8, 0.22, 0.3
"""How wrong a loss is that was looked at for ``USUAL.quick`` simulations, in points (standard deviation): so much, that
share of its size, and by which power of their number that falls; measured beside 8,000 (docs/findings.md)."""
_OTHER_BETTER = 0.28
"""How often such a search and the longest find another move better."""
_CHANCE_PLIES = 8
_PERCENT_A_POINT = 3.3
"""Percent of win rate that are as wrong as a point."""


def next_mistake(losses: Sequence[Loss], sides: Sequence[Color], ply: int, step: int) -> Loss | None:
    """The mistake after (``step`` 1) or before (-1) the position after ``ply`` moves, round about the game."""
    plies = sorted((loss for loss in losses if loss.side in sides and loss.is_mistake), key=lambda loss: loss.ply)
    if not plies:
        return None
    if step > 0:
        return next((loss for loss in plies if loss.ply > ply), plies[0])
    return next((loss for loss in reversed(plies) if loss.ply < ply), plies[-1])
