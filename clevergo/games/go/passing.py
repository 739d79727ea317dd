"""When a pass is due: what keeps a computer player from ending a person's game before it is over.

Among themselves computer players end games as the rules and their training have it. A person who passes early, by
mistake or to see what happens, is not to lose an empty board to komi, and a young dog whose net likes to pass is to go
on playing. So against people a player passes only where nothing is open that it could sensibly take.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.go.area import area_difference
from clevergo.games.go.door import NO_PASSES
from clevergo.games.go.playout import expected_ownership
from clevergo.games.go.position import Position
from clevergo.games.go.scoring import is_mostly_open, open_share, ownership
from clevergo.games.manners import Manners

_WIDE_OPEN = 0.25
"""Share of the board that is nobody's above which a game is not over, whatever a net or random play makes of it."""
_PLAYOUTS = 256
"""Random games behind the judgment, 2 ms on 9x9: the expectation of a point is then known to 0.06."""
_SETTLED = 0.5
"""Expected ownership, 0 to 1, from which on a point counts as somebody's."""


class GoManners(Manners):
    """How players of Go behave: they fill no true eye of their own, and pass when nothing is left to gain."""

    no_passes = playouts = NO_PASSES
    """A few hundred playouts are too few to see that passing early loses to a pass, and random players found that out.
    So a search by playouts passes only when it has nothing else to play, or to end a game it has won."""

    def sensible(self, position: Position) -> NDArray[np.bool_]:
        """``bool[A]``: the legal moves, no pass, that fill none of the mover's true eyes."""
        sensible = position.legal_moves.copy()
        sensible[position.rules.pass_action] = False
        for action in np.flatnonzero(sensible):
            if position.is_true_eye(int(action)):
                sensible[action] = False
        return sensible

    def owed(self, position: Position) -> NDArray[np.bool_]:
        """``bool[A]``: what has to be taken before a pass: all sensible moves, while much of the board is nobody's.

        Later they are the empty points that reach both colors and that random play gives now to one side and now to the
        other, where a stone there is not put into atari: so the last neutral points are taken, and the liberties both
        sides share in a seki are left alone.
        """
        sensible = self.sensible(position)
        if self.bars_pass(position):
            return sensible
        # Seeded from the stones, so that a position is always judged alike.
        expected = expected_ownership(position.board, _PLAYOUTS, np.random.default_rng(position.hash))
        is_open = (ownership(position.stones) == 0) & (np.abs(expected) < _SETTLED)
        wanted = np.zeros_like(sensible)
        for action in np.flatnonzero(sensible[:-1] & is_open.ravel()):
            wanted[action] = _liberties_after(position, int(action)) > 1
        return wanted

    def passes_back(self, position: Position, owed: NDArray[np.bool_], is_patient: bool) -> bool:
        """Whether a player answers a pass with a pass at once.

        Always where that wins. A patient one also where a person has passed twice running: it is settled by what is
        counted (where people play, dead stones are taken off), and they need not pass until the last point is filled.
        """
        is_won = position.last_move == position.rules.pass_action and self.wins_by_passing(position)
        return not owed.any() and (is_won or (is_patient and _is_passed_to_twice(position)))

    def bars_pass(self, position: Position) -> bool:
        """Whether much of the board is nobody's, so that passing is no thought.

        A person who keeps passing is taken at their word a little earlier.
        """
        if _is_passed_to_twice(position):
            return is_mostly_open(position.stones)
        return open_share(position.stones) > _WIDE_OPEN

    def wins_by_passing(self, position: Position) -> bool:
        """Whether the side to move is ahead as the board stands, komi included."""
        return _lead(position) > 0

    def loses_by_passing(self, position: Position) -> bool:
        """Whether the side to move is behind as the board stands, komi included."""
        return _lead(position) < 0


def _lead(position: Position) -> float:
    """By how many points the side to move is ahead as the board stands, komi included."""
    margin = float(area_difference(position.board[0])) - position.rules.komi
    return margin if position.to_play is Color.BLACK else -margin


def _is_passed_to_twice(position: Position) -> bool:
    """Whether the opponent has passed on their last two turns."""
    last_moves = position.board[0]["last_moves"]
    return position.ply > 2 and all(last_moves[back] == position.rules.pass_action for back in (0, 2))


def _liberties_after(position: Position, action: int) -> int:
    """How many liberties the chain of the stone put at ``action`` will have."""
    from scipy import ndimage

    stones = position.play(action).stones
    row, col = divmod(action, position.size)
    chains, _ = ndimage.label(stones == stones[row, col])
    around = ndimage.binary_dilation(chains == chains[row, col])
    return int(np.count_nonzero(around & (stones == 0)))
