"""What is asked of a coach, what it answers, and what follows from that: losses, moments, mistakes.

The window's process reads this; :mod:`clevergo.app.coach.reviewing` works it out where dogs think.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clevergo.app.film.film import NetFile
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
    deep: int = 400
    """For those whose moves may be among the worst."""
    candidates: int = 8
    """Moves that are looked at again, at least; more where one that was not may still be among the worst."""
    most: int = 12
    """Moves that are looked at again, at most."""
    last: int = 1_200
    """For moves between which it is hard to say which are among the worst."""
    rivals: int = 4
    """So many of those, at most."""


USUAL = Effort()
_LONG, _MOST_TIMES = 60, 2.0
"""Moves of a game for which the usual effort takes all the time there is, and how many times as much is spent on each
move of a shorter one, at most."""


def effort_for(plies: int) -> Effort:
    """The usual effort for a game of so many moves; where there are fewer of them, each is looked at for longer."""
    times = min(max(_LONG / max(plies, 1), 1.0), _MOST_TIMES)
    return stretched(USUAL, times)


def stretched(effort: Effort, times: float) -> Effort:
    """The same with so many times as much spent on the moves that are looked at again."""
    return replace(effort, deep=round(effort.deep * times), last=round(effort.last * times))


@dataclass(frozen=True)
class ReviewInquiry:
    """What did the moves of this game cost? Answered by :class:`Review`, with more and more of it."""

    net: NetFile
    rules: Rules
    moves: tuple[int, ...]
    start: Start = EMPTY_BOARD
    sides: tuple[Color, ...] = (Color.BLACK, Color.WHITE)
    """Whose moves the moments are chosen from."""
    effort: Effort = USUAL

    @property
    def door(self) -> str:
        """See :class:`~clevergo.app.engine.messages.Inquiry`."""
        return DOOR


@dataclass(frozen=True)
class MoveInquiry:
    """What did the last of these moves cost? Answered by one :class:`Loss`."""

    net: NetFile
    rules: Rules
    moves: tuple[int, ...]
    start: Start = EMPTY_BOARD
    visits: int = 300

    def __post_init__(self) -> None:
        if not self.moves:
            raise ValueError("there is no move to be judged")

    @property
    def door(self) -> str:
        """See :class:`~clevergo.app.engine.messages.Inquiry`."""
        return DOOR


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
        return self.size >= (_LEAST_POINTS if self.points is not None else _LEAST_PERCENT)

    @property
    def is_blunder(self) -> bool:
        """Whether somebody should be asked to take it back: four points, or fifteen percent."""
        return self.size >= (_MUCH_POINTS if self.points is not None else _MUCH_PERCENT)


_LEAST_POINTS, _LEAST_PERCENT = 2.5, 8.0
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
    played_line: tuple[int, ...] = ()
    """The move and how it is expected to go on."""
    better_line: tuple[int, ...] = ()
    """The same for the better move."""
    near: tuple[int, ...] = ()
    """Moves as good as the better one, itself first, as far as the search could tell."""


@dataclass(frozen=True, eq=False)
class Review:
    """A game as a coach sees it, as far as that has come."""

    done: int
    total: int
    """Positions looked at, and to be looked at."""
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
    """The mistakes of these sides that cost most, the largest first; of equal ones the earlier."""
    mistakes = [loss for loss in losses if loss.side in sides and loss.is_mistake]
    return sorted(mistakes, key=_rank)[:most]


def to_look_again(losses: Iterable[Loss], sides: Sequence[Color], effort: Effort) -> list[tuple[Loss, int]]:
    """Which moves should be looked at for longer now, and for how long, so that the worst are those that are shown.

    At first the candidates by a quick look; after that those that a quick look says cost more than half of what the
    third of the worst did; at last those near the border between the third and the fourth. Nothing is left to look at
    once the answer is empty.
    """
    known = [loss for loss in losses if loss.side in sides]
    deep = [loss for loss in known if loss.visits >= effort.deep]
    quick = sorted((loss for loss in known if loss.visits < effort.deep and loss.size > 0.0), key=_rank)
    ranked = sorted(deep, key=_rank)
    if len(deep) < effort.candidates and quick:
        return [(loss, effort.deep) for loss in quick[: effort.candidates - len(deep)]]
    limit = ranked[MOMENTS - 1].size / 2 if len(ranked) >= MOMENTS else 0.0
    more = [loss for loss in quick if loss.is_mistake and loss.size > limit][: max(effort.most - len(deep), 0)]
    if more:
        return [(loss, effort.deep) for loss in more]
    return [(loss, effort.last) for loss in _rivals(ranked, effort)]


def _rivals(ranked: Sequence[Loss], effort: Effort) -> list[Loss]:
    """Those of the ``ranked`` losses, the largest first, whose place among the worst another might have."""
    if len(ranked) <= MOMENTS:
        return []
    third, fourth = ranked[MOMENTS - 1], ranked[MOMENTS]
    border = (third.size + fourth.size) / 2
    unsure = _UNSURE_POINTS if third.points is not None else _UNSURE_PERCENT
    near = [loss for loss in ranked if loss.is_mistake or loss is third or loss is fourth]
    near = [loss for loss in near if abs(loss.size - border) <= max(unsure, border / 4)]
    looked_at = sum(loss.visits >= effort.last for loss in ranked)
    rivals = sorted((loss for loss in near if loss.visits < effort.last), key=lambda loss: abs(loss.size - border))
    has_both = any(loss.size >= third.size for loss in near) and any(loss.size <= fourth.size for loss in near)
    return rivals[: max(effort.rivals - looked_at, 0)] if has_both and third.is_mistake else []


def _rank(loss: Loss) -> tuple[float, int]:
    """The largest first; of equal ones the earlier."""
    return -loss.size, loss.ply


_UNSURE_POINTS, _UNSURE_PERCENT = 1.2, 4.0
"""How wrong a loss may be that was looked at for some hundred simulations."""


def next_mistake(losses: Sequence[Loss], sides: Sequence[Color], ply: int, step: int) -> Loss | None:
    """The mistake after (``step`` 1) or before (-1) the position after ``ply`` moves, round about the game."""
    plies = sorted((loss for loss in losses if loss.side in sides and loss.is_mistake), key=lambda loss: loss.ply)
    if not plies:
        return None
    if step > 0:
        return next((loss for loss in plies if loss.ply > ply), plies[0])
    return next((loss for loss in reversed(plies) if loss.ply < ply), plies[-1])
