"""One position searched so that two of them can be compared: the chances, the expected lead, and what would follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import Position
from clevergo.nn.inference.predictor import Evaluation, NetEvaluator
from clevergo.players.brain import DogBrain
from clevergo.players.build import net_config
from clevergo.players.protocol import never_stop
from clevergo.search.descent import NOTHING_AGREED, win_rate
from clevergo.search.mcts import Search, SearchResult

_NEAR = 0.03
"""Moves whose win rate is at most so much below the best one's are as good ..."""
_SEEN = 0.08
"""... if they were tried so often, as a share of the best one's simulations."""
_TACTICS = 5_000
"""Positions that may be looked at for what is certain."""
_MOST_ASKED = 4_000
"""Answers of the other side that may be looked at for whether a move wins as certainly as the best."""


@dataclass(frozen=True)
class Look:
    """What a search says of a position; all of it in Black's view."""

    best: int | None
    """The move it plays; None where the game is over."""
    line: tuple[int, ...]
    """That move and its expected continuation."""
    rate: float
    """Black's win rate, 0 to 1: the mean of all that was tried."""
    lead: float | None
    """Points Black is expected to win by, the mean over all positions the search came to; None where nobody can say."""
    winner: Color | None = None
    """Who has won for certain, where that is known."""
    near: tuple[int, ...] = ()
    """Moves as good as the best, itself first."""


class Looker(Protocol):
    """Who looks at positions for a coach."""

    def look(self, position: Position, visits: int, stop: Callable[[], bool] = never_stop) -> Look:
        """Search, by that many simulations, from nothing."""


class DogLooker:
    """A dog's net and the search it plays by.

    The score is the search's own: whose each point will be is told by the net for every position the search comes to,
    and the mean of that is as calm as the mean of its values. Of two positions with the same side to move, searched for
    as long as each other, what nets add for whoever is to move falls out of the difference.
    """

    def __init__(self, brain: DogBrain, rng: np.random.Generator) -> None:
        self._brain = brain
        self._rng = rng
        self._searches: dict[tuple[str, int], Search] = {}
        self._sum, self._count = 0.0, 0
        """Of the balance of points, Black's view, over the positions judged since a look began."""

    def look(self, position: Position, visits: int, stop: Callable[[], bool] = never_stop) -> Look:
        """See the protocol.

        Raises:
            PlayerError: the dog plays another game, or on another board.
        """
        counting = position.rules.game.counting
        dead = None if counting is None else counting.propose_dead(position)
        if position.is_over:
            return _ended(position, dead)
        search = self._search(position)
        agreed = NOTHING_AGREED[0] if counting is None or dead is None else counting.agreed(position, dead)
        if counting is not None:
            search.restrain(position.rules.game.manners.no_passes if counting.is_open(position) else 0)
        search.forget()
        self._sum, self._count = 0.0, 0
        result = search.run(position, visits, stop, agreed=agreed)
        has_points = bool(position.rules.game.num_owned(position.rules.size)) and self._count > 0
        lead = position.rules.game.lead(position.rules, self._sum / self._count) if has_points else None
        return _certain(position, _look(position, result, lead))

    def _search(self, position: Position) -> Search:
        rules = position.rules
        board = rules.game.name, rules.size
        if board not in self._searches:
            evaluator = NetEvaluator(self._brain.evaluator(rules).predictor, self._hear)
            self._searches[board] = Search(evaluator, net_config(rules), self._rng)
        return self._searches[board]

    def _hear(self, boards: NDArray[np.void], said: Evaluation) -> None:
        if said.points is not None:
            mine = said.points.sum(axis=1)
            self._sum += float(np.where(boards["to_play"] == Color.BLACK, mine, -mine).sum())
            self._count += len(boards)


def _look(position: Position, result: SearchResult, lead: float | None) -> Look:
    is_black = position.to_play is Color.BLACK
    mine = win_rate(float(result.value))
    best, lines = result.best_action, {line[0]: line for line in result.lines}
    least = result.q[best] - 2 * _NEAR
    near = tuple(
        action
        for action in result.ranking
        if action != best and result.q[action] >= least and result.visits[action] >= _SEEN * result.visits[best]
    )
    won = position.to_play if mine > 0.5 else position.to_play.opponent
    return Look(
        best,
        lines.get(best, (best,)),
        mine if is_black else 1.0 - mine,
        lead,
        won if result.is_proven and mine in (0.0, 1.0) else None,
        (best, *near),
    )


def _certain(position: Position, look: Look) -> Look:
    """The same with what the game itself knows for certain, where it knows anything."""
    tactics = position.rules.game.tactics
    won = None if tactics is None or look.winner is not None else tactics.forced_win(position.board, _TACTICS)
    if won is None:
        return look
    side, action = position.to_play, int(won)
    line = look.line if look.best == action else (action,)
    return Look(action, line, float(side is Color.BLACK), look.lead, side, (action,))


def other_wins(position: Position, best: int, stop: Callable[[], bool] = never_stop) -> tuple[int, ...]:
    """Moves beside the ``best``, which wins for certain, that do so too: at once, else by force whatever is answered.

    There may be more of them: nothing is looked for that takes long.
    """
    tactics, columns = position.rules.game.tactics, position.rules.grid.columns
    others = [action for action in np.flatnonzero(position.legal_moves).tolist() if action != best]
    if _ends_it(position, best):  # who can win at once need not do so later
        return tuple(action for action in others if _ends_it(position, action))
    row, column = divmod(best, columns)
    others.sort(key=lambda action: (action // columns - row) ** 2 + (action % columns - column) ** 2)
    found, left = [], _MOST_ASKED
    for action in others if tactics is not None else ():
        if stop() or left <= 0:
            break
        after = position.play(action)
        if after.is_over or tactics.forced_win(after.board, 0) is not None:
            continue
        # Where the best move was made is what stops others most often.
        answers = sorted(np.flatnonzero(after.legal_moves).tolist(), key=lambda answer: answer != best)
        held = next((i for i, answer in enumerate(answers) if not tactics.allows_win(after.board, answer, 0)), None)
        left -= len(answers) if held is None else held + 1
        if held is None:
            found.append(action)
    return tuple(found)


def _ends_it(position: Position, action: int) -> bool:
    """Whether the side to move has won with that."""
    after = position.play(action)
    return after.is_over and after.outcome().winner is position.to_play


def _ended(position: Position, dead: NDArray[np.bool_] | None) -> Look:
    counting = position.rules.game.counting
    outcome = position.outcome() if counting is None else counting.outcome(position, dead)
    rate = 0.5 if outcome.winner is None else float(outcome.winner is Color.BLACK)
    return Look(None, (), rate, outcome.margin, outcome.winner)
