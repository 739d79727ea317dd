"""Answers a coach's inquiries, in the process where dogs think: every position first, then the worst moves for longer.

A move's loss is the difference of two searches of equal length: of the position after it, and of the one after the move
that the search would have played. Both have the same side to move, so that what a search or a net is wrong about in
general is wrong in both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from clevergo.app.coach.looking import DogLooker, Look, Looker
from clevergo.app.coach.review import (
    Effort,
    Loss,
    Moment,
    MoveInquiry,
    Review,
    ReviewInquiry,
    Tale,
    stretched,
    to_look_again,
    worst,
)
from clevergo.app.film.film import NetFile
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Position, position_after
from clevergo.players.net_players import DogBrain
from clevergo.players.protocol import never_stop

_KEPT_NETS = 2
_SECONDS = 15.0
"""Of one core that a review should take at most. What the usual effort leaves of it on a faster processor is spent on the
moves that are looked at again ..."""
_MOST_TIMES = 4.0
"""... but no more than so many times as much."""
_PLIES_TOLD = 9
"""Of an expected line, from the move on, that a tale looks at: what comes later is too uncertain to be told."""


def answer(inquiry: ReviewInquiry | MoveInquiry, stop: Callable[[], bool]) -> Iterator[Review | Loss]:
    """See :class:`~clevergo.app.engine.messages.Inquiry`.

    Raises:
        PlayerError: the net cannot be read, or is for another game or board.
    """
    looker = _looker(inquiry.net)
    if isinstance(inquiry, ReviewInquiry):
        yield from review(inquiry, looker, stop)
        return
    loss = loss_of_last(inquiry, looker, stop)
    if not stop():
        yield loss


def loss_of_last(inquiry: MoveInquiry, looker: Looker, stop: Callable[[], bool] = never_stop) -> Loss:
    """What the last move cost."""
    before = position_after(inquiry.rules, inquiry.moves[:-1], inquiry.start)
    return _Pair(before, inquiry.moves[-1], looker, inquiry.visits, stop).loss


def review(inquiry: ReviewInquiry, looker: Looker, stop: Callable[[], bool] = never_stop) -> Iterator[Review]:
    """The game position by position, then its candidates again, at last its moments."""
    return _Reviewing(inquiry, looker, stop).run()


class _Pair:
    """A move beside the one a search would have played."""

    def __init__(
        self,
        before: Position,
        action: int,
        looker: Looker,
        visits: int,
        stop: Callable[[], bool],
        known: tuple[Look, Look] | None = None,
    ) -> None:
        """``known``: the looks at the position before the move and after it, where they have been taken."""
        self.before = before
        after = before.play(action)
        self.root = known[0] if known is not None else looker.look(before, visits, stop)
        self.played = known[1] if known is not None else looker.look(after, visits, stop)
        better = action if self.root.best is None else self.root.best
        self.better = self.played if better == action else looker.look(before.play(better), visits, stop)
        side = before.to_play
        sign = 1.0 if side is Color.BLACK else -1.0
        points = None
        if self.better.lead is not None and self.played.lead is not None:
            points = max(sign * (self.better.lead - self.played.lead), 0.0)
        elif self.better.lead is not None or self.played.lead is not None:
            points = 0.0  # one of them is no question of points: somebody won otherwise
        rate = max(sign * (self.better.rate - self.played.rate), 0.0)
        self.loss = Loss(before.ply + 1, action, side, better, points, rate)


@dataclass
class _Known:
    """What has been found of one move."""

    loss: Loss
    pair: _Pair


class _Reviewing:
    """A game that is gone through."""

    def __init__(self, inquiry: ReviewInquiry, looker: Looker, stop: Callable[[], bool]) -> None:
        self._inquiry, self._looker, self._stop = inquiry, _Timed(looker), stop
        self._effort = inquiry.effort
        """As this processor allows; settled once every position has been looked at."""
        self._positions: list[Position] = [inquiry.rules.first_position(inquiry.start)]
        for action in inquiry.moves:
            self._positions.append(self._positions[-1].play(action))
        last = self._positions[-1]
        self._final = BoardState(
            last.stones, last.last_move, struck=last.winning_rows, letters=inquiry.rules.grid.letters
        )
        count = len(self._positions)
        self._rates: list[float | None] = [None] * count
        self._leads: list[float | None] = [None] * count
        self._known: dict[int, _Known] = {}
        """By ply."""
        effort = inquiry.effort
        self._done, self._total = 0, count + effort.candidates * _deep_share(effort.deep, effort.quick)

    def run(self) -> Iterator[Review]:
        yield from self._go_through()
        self._effort = self._affordable()
        yield from self._look_again()
        if not self._stop():
            self._done = self._total
            yield self._told(self._moments())

    def _affordable(self) -> Effort:
        """The usual effort, or more where there is time left."""
        effort, timed = self._inquiry.effort, self._looker
        planned = 3 * (effort.most * effort.deep + effort.rivals * effort.last)
        seconds = planned * timed.seconds / max(timed.visits, 1)
        times = (_SECONDS - timed.seconds) / max(seconds, 1e-9)
        return stretched(effort, min(max(times, 1.0), _MOST_TIMES))

    def _told(self, moments: tuple[Moment, ...] = ()) -> Review:
        losses = tuple(self._known[ply].loss for ply in sorted(self._known))
        return Review(self._done, self._total, tuple(self._rates), tuple(self._leads), losses, moments, self._final)

    def _go_through(self) -> Iterator[Review]:
        """Every position for a little while, in the order of the game."""
        looks: list[Look] = []
        last = last_passes(self._inquiry)
        for ply, position in enumerate(self._positions):
            if self._stop():
                return
            look = self._looker.look(position, self._inquiry.effort.quick, self._stop)
            looks.append(look)
            self._rates[ply], self._leads[ply] = look.rate, look.lead
            self._done += 1
            if 0 < ply < last:
                self._weigh(ply, self._inquiry.effort.quick, (looks[-2], look))
            yield self._told()

    def _weigh(self, ply: int, visits: int, known: tuple[Look, Look] | None = None) -> None:
        before, action = self._positions[ply - 1], self._inquiry.moves[ply - 1]
        pair = _Pair(before, action, self._looker, visits, self._stop, known)
        if not self._stop():
            self._known[ply] = _Known(replace(pair.loss, ply=ply, visits=visits), pair)

    def _look_again(self) -> Iterator[Review]:
        """What may be among the worst, for longer, until nothing else may be."""
        inquiry = self._inquiry
        while True:
            losses = [known.loss for known in self._known.values()]
            again = to_look_again(losses, inquiry.sides, self._effort)
            if not again:
                return
            for loss, visits in again:
                if self._stop():
                    return
                self._weigh(loss.ply, visits)
                share = _deep_share(round(visits * inquiry.effort.deep / self._effort.deep), inquiry.effort.quick)
                self._done = min(self._done + share, self._total - 1)
                yield self._told()

    def _moments(self) -> tuple[Moment, ...]:
        least = self._effort.deep
        deep = [known.loss for known in self._known.values() if known.loss.visits >= least]
        return tuple(moment_of(self._known[loss.ply].pair, loss) for loss in worst(deep, self._inquiry.sides))


class _Timed:
    """Looks at positions and keeps account of what that takes."""

    def __init__(self, looker: Looker) -> None:
        self._looker = looker
        self.visits = 0
        self.seconds = 0.0
        """Of this process on its core: what other programs take in between does not count."""

    def look(self, position: Position, visits: int, stop: Callable[[], bool] = never_stop) -> Look:
        """See :class:`~clevergo.app.coach.looking.Looker`."""
        begun = time.process_time()
        look = self._looker.look(position, visits, stop)
        self.seconds += time.process_time() - begun
        self.visits += visits
        return look


def _deep_share(deep: int, quick: int) -> int:
    """How many quick looks a move takes that is looked at again."""
    return max(3 * deep // max(quick, 1), 1)


def last_passes(inquiry: ReviewInquiry) -> int:
    """The ply after the first of the passes at the end, which both agreed on: nobody's mistakes."""
    ply = len(inquiry.moves)
    while ply and inquiry.moves[ply - 1] == inquiry.rules.pass_action:
        ply -= 1
    return ply + 1


# --- what is told of a moment ---------------------------------------------------------------------------------------


def moment_of(pair: _Pair, loss: Loss) -> Moment:
    """A move with what was measured of it."""
    before, side = pair.before, loss.side
    board = BoardState(before.stones, before.last_move, letters=before.rules.grid.letters)
    played, better = (loss.action, *pair.played.line), (loss.better, *pair.better.line)
    tale, stones, count = tale_of(before, played, better, pair.played.winner, pair.better.winner, side)
    near = tuple(action for action in pair.root.near if action != loss.action)
    return Moment(loss, board, tale, stones, count, played, better, near or (loss.better,))


def tale_of(
    before: Position,
    played: Sequence[int],
    better: Sequence[int],
    winner_then: Color | None,
    winner_else: Color | None,
    side: Color,
) -> tuple[Tale, tuple[int, ...], int]:
    """What can be told, the points of the stones on the board before that it tells of, and how many stones it tells of.

    Those that lie there already are told of; where there are none, how many more are taken in what follows.

    Args:
        before: where the move was made.
        played: that move and what is expected to follow.
        better: the same for the better move.
        winner_then: who has won for certain after ``played[0]``; None where that is open.
        winner_else: the same after ``better[0]``.
        side: who moved.
    """
    if winner_else is side and winner_then is not side:
        return Tale.MISSED_WIN, (), 0
    if winner_then is side.opponent:
        return Tale.WINS, (), 0
    then, other = _taken(before, played), _taken(before, better)
    lost = then[side.opponent][1] - other[side.opponent][1]
    missed = other[side][1] - then[side][1]
    if lost > 0 and lost >= missed:
        points = tuple(point for point in then[side.opponent][0] if point not in other[side.opponent][0])
        return Tale.TAKES, points, len(points) or lost
    if missed > 0:
        points = tuple(point for point in other[side][0] if point not in then[side][0])
        return Tale.MISSED, points, len(points) or missed
    return Tale.PLAIN, (), 0


def _taken(position: Position, line: Sequence[int]) -> dict[Color, tuple[tuple[int, ...], int]]:
    """For each side that takes: the points of stones on ``position`` it takes in this line, and how many in all."""
    first, reached = position, position
    if first.captures is None:
        return dict.fromkeys(Color, ((), 0))
    gone: set[int] = set()
    for action in line[:_PLIES_TOLD]:
        if reached.is_over or not reached.legal_moves[action]:
            break
        reached = reached.play(action)
        gone.update(np.flatnonzero((first.stones != 0) & (reached.stones != first.stones)).tolist())
    assert reached.captures is not None
    totals = [now - then for now, then in zip(reached.captures, first.captures, strict=True)]
    return {
        color: (
            tuple(sorted(point for point in gone if first.stones.flat[point] == color.opponent)),
            totals[color - Color.BLACK],
        )
        for color in Color
    }


@lru_cache(maxsize=_KEPT_NETS)
def _looker(net: NetFile) -> DogLooker:
    """The process's own for this file as it was written then."""
    return DogLooker(DogBrain.load(net.path.stem, net.path), np.random.default_rng(0))
