"""Thinking about a position for somebody who watches: a search that tells what it knows several times a second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import Position
from clevergo.games.kernels import final_margin
from clevergo.games.outcome import Outcome, Termination
from clevergo.players.brain import DogBrain
from clevergo.players.build import net_config, rollout_config
from clevergo.players.protocol import Insight, never_stop
from clevergo.players.searching import candidates_of
from clevergo.search.descent import NOTHING_AGREED, win_rate
from clevergo.search.mcts import Search, SearchResult
from clevergo.search.rollout import RolloutEvaluator

_ROOM = 8192
"""Nodes a tree can grow to; later simulations end at leaves it knows."""
_SLICE_SECONDS = 0.2
_FIRST_SLICE_SECONDS = 0.04
_GLANCED_AT_ONCE = 64 * 81
"""Points of the board in the positions whose values are asked for between two slices."""
_WHOLE = 0.999
"""A prior that sums to less has lost the share of some move."""
_LEAST_SUM = 1e-9
_Dead = NDArray[np.bool_] | None


class Analyst:
    """A dog's brain, or random playouts, thinking about one position after another.

    What it learned is kept while positions follow from each other. Not for use by two threads at once.
    """

    def __init__(
        self, brain: DogBrain | None, rng: np.random.Generator, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``brain`` None: random playouts. ``clock`` gives seconds that only grow."""
        self.brain = brain
        """Who thinks; None: random playouts."""
        self._rng = rng
        self._clock = clock
        self._searches: dict[tuple[str, int], Search] = {}

    def study(
        self,
        position: Position,
        visits: int,
        stop: Callable[[], bool] = never_stop,
        is_thorough: bool = True,
        dead: _Dead = None,
    ) -> Iterator[Insight]:
        """Search until ``visits`` simulations are known, and tell how it stands about five times a second.

        Where people agree on dead stones and take them off before they count, it is told so here: else stones that
        nobody takes for alive would win games.

        Args:
            position: any; of a finished game there is one thing to tell.
            visits: simulations in all, those kept from the position before included.
            stop: asked between batches; once it is true, nothing more is told.
            is_thorough: tell also what the moves are worth that the search has not tried.
            dead: ``bool[H, W]``, the stones that count as dead should the game end now, none of them by the rule
                programs train by; None: those a count would propose. Only for games that are counted.
        """
        counting = position.rules.game.counting
        if dead is None and counting is not None:
            dead = counting.propose_dead(position)
        if position.is_over:
            yield _finished(position, dead)
            return
        values = np.full(position.rules.num_actions, np.nan, np.float32)
        glance = self._glance(position, values, dead) if is_thorough and self.brain is not None else iter(())
        result = self._slice(position, visits, _FIRST_SLICE_SECONDS, stop, dead)
        owners = self._owners(position, result.best_action, dead)
        prior: NDArray[np.float32] | None = None
        while not stop():
            known, is_glancing = int(result.visits.sum()), next(glance, False)
            if prior is None and self.brain is not None and result.prior.sum() < _WHOLE:
                prior = _prior(self.brain, position)
            result = result if prior is None else replace(result, prior=prior)
            yield _insight(position, result, values, owners, self.brain is not None)
            if known < visits and not result.is_proven:
                result = self._slice(position, visits - known, _SLICE_SECONDS, stop, dead)
            elif not is_glancing:
                return

    def _slice(
        self, position: Position, visits: int, seconds: float, stop: Callable[[], bool], dead: _Dead
    ) -> SearchResult:
        """Some more of the search."""
        end = self._clock() + seconds
        search, game, agreed = self._search(position), position.rules.game, NOTHING_AGREED[0]
        if game.counting is not None and dead is not None:
            agreed = game.counting.agreed(position, dead)
        if game.counting is not None and self.brain is not None:
            # So early nobody ends a game: dogs learn without such passes, and know nothing of what follows one.
            search.restrain(game.manners.no_passes if game.counting.is_open(position) else 0)
        return search.run(position, min(visits, _ROOM), lambda: stop() or self._clock() >= end, agreed=agreed)

    def _search(self, position: Position) -> Search:
        rules = position.rules
        board = rules.game.name, rules.size
        if board not in self._searches:
            if self.brain is None:
                search = Search(RolloutEvaluator(self._rng), rollout_config(rules), self._rng, leaves=1)
            else:
                search = Search(self.brain.evaluator(rules), net_config(rules), self._rng)
            search.run(position, _ROOM, stop=lambda: True)  # a search keeps the room it was given first
            self._searches[board] = search
        return self._searches[board]

    def _glance(self, position: Position, values: NDArray[np.float32], dead: _Dead) -> Iterator[bool]:
        """Fill in, some at each step, the win rate the net sees after each legal move; True while more are to come."""
        assert self.brain is not None
        actions = np.flatnonzero(position.legal_moves)
        step = max(_GLANCED_AT_ONCE // position.rules.grid.points, 1)
        for start in range(0, len(actions), step):
            part = actions[start : start + step]
            children = [position.play(int(action)) for action in part]
            _, theirs = self.brain.judge(children)
            for action, child, value in zip(part, children, theirs, strict=True):
                known = _known(child, dead)
                values[action] = win_rate(-(float(value) if known is None else known))
            yield start + step < len(actions)

    def _owners(self, position: Position, best: int, dead: _Dead) -> NDArray[np.float32] | None:
        """``float32[H, W]``, Black's view: the mean of what the net says now and after the ``best`` move.

        Nets favor whoever is to move by some points, which would make the score swing from move to move. Where the
        best move ends the game, everything is known.
        """
        after = position.play(best)
        if after.is_over:
            return _owners_at_end(after, dead)
        now, then = self._seen_by_black(position), self._seen_by_black(after)
        return now if now is None or then is None else np.mean([now, then], axis=0, dtype=np.float32)

    def _seen_by_black(self, position: Position) -> NDArray[np.float32] | None:
        mine = None if self.brain is None else self.brain.owners(position)
        return mine if mine is None or position.to_play is Color.BLACK else -mine


def _prior(brain: DogBrain, position: Position) -> NDArray[np.float32]:
    """``float32[A]``, sums to 1: where the net would look first; a search takes it from moves that lose for certain."""
    prior = np.where(position.legal_moves, brain.judge([position])[0][0], 0.0)
    return (prior / max(float(prior.sum()), _LEAST_SUM)).astype(np.float32)


def _off_board(position: Position, dead: _Dead) -> _Dead:
    """The dead stones that are counted as such: all, unless it was not two passes that ended the game."""
    return dead if position.outcome().termination is Termination.TWO_PASSES else None


def _outcome(position: Position, dead: _Dead) -> Outcome:
    """How a finished game ended."""
    counting = position.rules.game.counting
    return position.outcome() if counting is None else counting.outcome(position, _off_board(position, dead))


def _result(position: Position, side: Color, dead: _Dead) -> float:
    """How a finished game ended for ``side``: 1, 0 or -1."""
    winner = _outcome(position, dead).winner
    return 0.0 if winner is None else 1.0 if winner is side else -1.0


def _known(position: Position, dead: _Dead) -> float | None:
    """What a position is worth to the side to move, -1 to 1, where that is certain: a dog learns nothing of it there.

    That is, where the game is over, or where it wins by force as the game itself knows.
    """
    if position.is_over:
        return _result(position, position.to_play, dead)
    tactics = position.rules.game.tactics
    return None if tactics is None or tactics.forced_win(position.board, 0) is None else 1.0


def _owners_at_end(position: Position, dead: _Dead) -> NDArray[np.float32] | None:
    """``float32[H, W]``, Black's view: whose each point is at the end, -1, 0 or 1; None where points are nobody's."""
    rules = position.rules
    game = rules.game
    if game.counting is not None:
        owners = game.counting.owners(position, _off_board(position, dead))
    elif game.num_owned(rules.size):
        owners = np.zeros(game.num_owned(rules.size), np.int8)
        final_margin(position.board[0], owners)
        owners = owners.reshape(rules.grid)
    else:
        return None
    return (owners == Color.BLACK).astype(np.float32) - (owners == Color.WHITE)


def _finished(position: Position, dead: _Dead) -> Insight:
    actions = position.rules.num_actions
    nothing = np.zeros(actions, np.float32)
    rate = win_rate(_result(position, Color.BLACK, dead))
    return Insight(
        ply=position.ply,
        to_play=position.to_play,
        visits=0,
        black_win_rate=rate,
        prior=nothing,
        counts=np.zeros(actions, np.int32),
        win_rates=np.full(actions, np.nan, np.float32),
        owners=_owners_at_end(position, dead),
        black_score=_outcome(position, dead).margin,
    )


def _insight(
    position: Position,
    result: SearchResult,
    values: NDArray[np.float32],
    owners: NDArray[np.float32] | None,
    has_glance: bool,
) -> Insight:
    tried = result.visits > 0
    win_rates = np.where(tried, (1 + np.clip(result.q, -1, 1)) / 2, values).astype(np.float32)
    candidates = candidates_of(result, lambda action: float(win_rates[action]))
    # What the position is worth is what its best move is worth, and not the mean of all that was tried: a person who
    # reads both beside each other takes them for one number.
    mean = win_rate(float(result.value))
    mine = candidates[0].win_rate if candidates else mean
    steady = (mine + mean) / 2
    is_black = position.to_play is Color.BLACK
    return Insight(
        ply=position.ply,
        to_play=position.to_play,
        visits=int(result.visits.sum()),
        black_win_rate=mine if is_black else 1.0 - mine,
        prior=result.prior.copy() if has_glance else np.zeros_like(result.prior),
        counts=result.visits,
        win_rates=win_rates,
        candidates=candidates,
        owners=owners,
        black_score=None if owners is None else position.rules.game.lead(position.rules, float(owners.sum())),
        black_steady_rate=steady if is_black else 1.0 - steady,
    )
