"""Answers a coach's inquiries, in the process where dogs think: every position first, then the worst moves for longer.

A move's loss is the difference of two searches of equal length: of the position after it, and of the one after the move
that the search would have played. Both have the same side to move, so that what a search or a net is wrong about in
general is wrong in both.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

import numpy as np

from clevergo.app.coach.looking import DogLooker, Look, Looker, other_wins
from clevergo.app.coach.review import (
    Loss,
    Moment,
    MoveInquiry,
    Review,
    ReviewInquiry,
    Tale,
    times_missed,
    to_look_again,
    worst,
)
from clevergo.app.kennel.netfile import NetFile
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Position, last_passes, position_after
from clevergo.players.brain import DogBrain
from clevergo.players.protocol import never_stop

_T = TypeVar("_T")
_R = TypeVar("_R")
_KEPT_NETS = 2
_SECONDS = 14.0
"""That a review should take on a computer with nothing else to do."""
_LEAST, _MOST = 30_000, 1_000_000
"""Simulations spent on moves looked at again, at least, however slow the processor, and at most."""
_MOST_LOOKERS = 4
_SUSPECTS = 8
"""Moves that looked like the best at first that are looked at again for what came of them, at most."""
_PLIES_TOLD = 9
"""Of an expected line, from the move on, that a tale looks at: what comes later is too uncertain to be told."""
_PARTS = 100
"""In which it is told how far a review has come."""


def answer(inquiry: ReviewInquiry | MoveInquiry, stop: Callable[[], bool]) -> Iterator[Review | Loss]:
    """See :class:`~clevergo.app.engine.messages.Inquiry`.

    Raises:
        PlayerError: the net cannot be read, or is for another game or board.
    """
    if isinstance(inquiry, ReviewInquiry):
        yield from review(inquiry, _lookers(inquiry.net), stop)
        return
    loss = loss_of_last(inquiry, _lookers(inquiry.net)[0], stop)
    if not stop():
        yield loss


def loss_of_last(inquiry: MoveInquiry, looker: Looker, stop: Callable[[], bool] = never_stop) -> Loss:
    """What the last move cost."""
    before = position_after(inquiry.rules, inquiry.moves[:-1], inquiry.start)
    return _Pair(before, inquiry.moves[-1], looker, inquiry.visits, stop).loss


def review(
    inquiry: ReviewInquiry, lookers: Sequence[Looker], stop: Callable[[], bool] = never_stop
) -> Iterator[Review]:
    """The game position by position, then its candidates again, at last its moments.

    ``lookers`` look at positions side by side, each in a thread of its own: searches and nets leave Python alone. Which
    of them looks at what is settled by their number, so that the same game has the same moments on one computer.
    """
    with _Crew(lookers) as crew:
        yield from _Reviewing(inquiry, crew, stop).run()


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


class _Crew:
    """Several lookers side by side, and an account of what looking takes."""

    def __init__(self, lookers: Sequence[Looker]) -> None:
        self._lookers = [_Timed(looker) for looker in lookers]
        self._threads = ThreadPoolExecutor(len(lookers), "coach")

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)

    @property
    def number(self) -> int:
        """How many things they do at once."""
        return len(self._lookers)

    @property
    def visits(self) -> int:
        """Simulations made."""
        return sum(looker.visits for looker in self._lookers)

    @property
    def seconds(self) -> float:
        """Of one core that these took."""
        return sum(looker.seconds for looker in self._lookers)

    def do(self, work: Callable[[Looker, _T], _R], things: Sequence[_T]) -> list[_R]:
        """The ``work`` on at most :attr:`number` things, each by another looker."""
        return list(self._threads.map(work, self._lookers, things))


class _Reviewing:
    """A game that is gone through."""

    def __init__(self, inquiry: ReviewInquiry, crew: _Crew, stop: Callable[[], bool]) -> None:
        self._inquiry, self._crew, self._stop = inquiry, crew, stop
        self._positions: list[Position] = [inquiry.rules.first_position(inquiry.start)]
        for action in inquiry.moves:
            self._positions.append(self._positions[-1].play(action))
        self._final = BoardState.of(self._positions[-1])
        count = len(self._positions)
        self._rates: list[float | None] = [None] * count
        self._leads: list[float | None] = [None] * count
        self._known: dict[int, _Known] = {}
        """By ply."""
        self._share = 0.0
        """Of the work, what is done."""
        self._counted = 0
        """Simulations that :attr:`_share` was reckoned from."""

    def run(self) -> Iterator[Review]:
        yield from self._go_through()
        yield from self._look_again()
        if not self._stop():
            yield self._told(_PARTS, self._moments())

    def _told(self, done: int, moments: tuple[Moment, ...] = ()) -> Review:
        losses = tuple(self._known[ply].loss for ply in sorted(self._known))
        return Review(done, _PARTS, tuple(self._rates), tuple(self._leads), losses, moments, self._final)

    def _moved_on(self, left: int) -> Review:
        """What is known now that more was searched, and about so many simulations are ``left``.

        How much there is to do shows only by and by, and a share that was told must not fall. So what was done since
        counts as a part of what was left.
        """
        spent = self._crew.visits - self._counted
        self._counted += spent
        self._share += (1.0 - self._share) * spent / max(spent + left, 1)
        return self._told(min(int(self._share * _PARTS), _PARTS - 1))

    def _go_through(self) -> Iterator[Review]:
        """Every position for a little while, in the order of the game."""
        quick, stop = self._inquiry.effort.quick, self._stop
        looks: list[Look] = []
        last = last_passes(self._inquiry.rules, self._inquiry.moves)
        for start in range(0, len(self._positions), self._crew.number):
            if stop():
                return
            positions = self._positions[start : start + self._crew.number]
            looks += self._crew.do(lambda looker, position: looker.look(position, quick, stop), positions)
            plies = range(start, start + len(positions))
            for ply in plies:
                self._rates[ply], self._leads[ply] = looks[ply].rate, looks[ply].lead
            asked = [(ply, quick, (looks[ply - 1], looks[ply])) for ply in plies if self._inquiry.laid < ply < last]
            self._weigh(asked)
            # Each of the others is searched, and so is the one after the better move.
            others = 2 * quick * (len(self._positions) - len(looks))
            yield self._moved_on(others + self._affordable(others))

    def _weigh(self, asked: Sequence[tuple[int, int, tuple[Look, Look] | None]]) -> None:
        """Moves by their plies and simulations, with what is known of the positions before and after each."""

        def weigh(looker: Looker, one: tuple[int, int, tuple[Look, Look] | None]) -> _Known:
            ply, visits, known = one
            before, action = self._positions[ply - 1], self._inquiry.moves[ply - 1]
            pair = _Pair(before, action, looker, visits, self._stop, known)
            return _Known(replace(pair.loss, ply=ply, visits=visits), pair)

        found = self._crew.do(weigh, asked)
        if not self._stop():
            self._known.update((known.loss.ply, known) for known in found)

    def _look_again(self) -> Iterator[Review]:
        """What may be among the worst, for longer, until nothing else may be or the time is over."""
        inquiry, crew, effort = self._inquiry, self._crew, self._inquiry.effort
        end = crew.visits + self._affordable()
        suspects = self._suspects()
        for start in range(0, len(suspects), crew.number):
            self._weigh([(ply, effort.longer * effort.quick, None) for ply in suspects[start : start + crew.number]])
            yield self._moved_on(max(end - crew.visits, 0))
        while not self._stop():
            left = max(end - crew.visits, 0)
            losses = self._asked_about()
            # Three positions are searched for each, and nothing is begun that would not end in time.
            longest = max(left // (3 * crew.number), effort.deep)
            within = replace(effort, most=min(effort.most, longest))
            again = to_look_again(losses, inquiry.sides, within, crew.number, is_last=left == 0)
            if not again:
                return
            self._weigh([(loss.ply, longer, None) for loss, longer in again])
            yield self._moved_on(max(end - crew.visits, 0))

    def _affordable(self, before: int = 0) -> int:
        """Simulations that there is time for, ``before`` them so many others, by how long they took up to now."""
        crew = self._crew
        rate = crew.visits / max(crew.seconds, 1e-9)
        return int(min(max(_SECONDS * crew.number * rate - crew.visits - before, _LEAST), _MOST))

    def _suspects(self) -> list[int]:
        """Plies of moves that a quick look would have made too, but an exchange later it thought much less of them."""
        found = []
        for ply, known in self._known.items():
            loss, later = known.loss, min(ply + 1, len(self._rates) - 1)
            if not self._inquiry.is_about(loss) or loss.size > 0.0:
                continue
            sign = 1.0 if loss.side is Color.BLACK else -1.0
            fallen = [_fallen(values[ply - 1], values[later], sign) for values in (self._leads, self._rates)]
            drop = replace(loss, points=fallen[0], rate=fallen[1] or 0.0)
            if drop.is_mistake:
                found.append((drop.size, ply))
        return [ply for _, ply in sorted(found, reverse=True)[:_SUSPECTS]]

    def _asked_about(self) -> list[Loss]:
        """What is known of the moves that moments are chosen from."""
        return [known.loss for known in self._known.values() if self._inquiry.is_about(known.loss)]

    def _moments(self) -> tuple[Moment, ...]:
        losses = self._asked_about()
        return tuple(
            replace(moment_of(self._known[loss.ply].pair, loss, self._stop), missed=times_missed(loss, losses))
            for loss in worst(losses, self._inquiry.sides)
        )


def _fallen(before: float | None, after: float | None, sign: float) -> float | None:
    """By how much something fell, seen from a side; None where it is not known."""
    return None if before is None or after is None else sign * (before - after)


class _Timed:
    """Looks at positions and keeps account of what that takes."""

    def __init__(self, looker: Looker) -> None:
        self._looker = looker
        self.visits = 0
        self.seconds = 0.0
        """Of this thread, by :func:`_clock`."""

    def look(self, position: Position, visits: int, stop: Callable[[], bool] = never_stop) -> Look:
        """See :class:`~clevergo.app.coach.looking.Looker`."""
        begun = _clock()
        look = self._looker.look(position, visits, stop)
        self.seconds += _clock() - begun
        self.visits += visits
        return look


def _clock() -> float:
    """By the processor's time other programs' turns do not count; Windows counts it too coarsely."""
    return time.perf_counter() if sys.platform == "win32" else time.thread_time()


# --- what is told of a moment ---------------------------------------------------------------------------------------


def moment_of(pair: _Pair, loss: Loss, stop: Callable[[], bool] = never_stop) -> Moment:
    """A move with what was measured of it."""
    before, side = pair.before, loss.side
    board = BoardState.of(before)
    played, better = (loss.action, *pair.played.line), (loss.better, *pair.better.line)
    tale, stones, count = tale_of(before, played, better, pair.played.winner, pair.better.winner, side)
    as_good: Iterable[int] = pair.root.near
    if pair.better.winner is side and pair.better.lead is None:  # where points count, winning is not all
        as_good = dict.fromkeys((*as_good, *other_wins(before, loss.better, stop)))
    near = tuple(action for action in as_good if action != loss.action)
    return Moment(loss, board, tale, stones, count, better, near or (loss.better,))


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
        gone = [point for point in other[side][0] if point not in then[side][0]]
        # What another move takes at once is nothing that this one brings.
        points = tuple(sorted(set(gone) - _taken_at_once(before, better[0])))
        if points or not gone:
            return Tale.MISSED, points, len(points) or missed
    return Tale.PLAIN, (), 0


def _taken_at_once(position: Position, but: int) -> set[int]:
    """Points of the stones that moves other than ``but`` take at once, where that one does not take them as well."""
    found: set[int] = set()
    for action in np.flatnonzero(position.legal_moves).tolist():
        if action != but:
            found.update(_taken(position, (action,))[position.to_play][0])
    return found - set(_taken(position, (but,))[position.to_play][0])


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
def _lookers(net: NetFile) -> tuple[DogLooker, ...]:
    """The process's own for this file as it was written then, one for each core."""
    return tuple(
        DogLooker(DogBrain.load(net.path.stem, net.path), np.random.default_rng(seed))
        for seed in range(min(os.cpu_count() or 1, _MOST_LOOKERS))
    )
