"""How the ends of a game are counted: which stones were taken for dead, whose each point is, and what that comes to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.app.match.messages import LineEnd
from clevergo.games.color import Color
from clevergo.games.game import Counting, OtherCount, Position, Tally
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameNode, GameRecord

_TERRITORY = {"TB": Color.BLACK, "TW": Color.WHITE}
"""SGF's properties for whose each point is at the end; a dead stone lies in the other side's."""


class CountedEnd:
    """The end of a game, and those of its variations: asked about any position, it answers for those that were counted.

    What people agree on is noted in the record, as SGF has it.
    """

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._dead: dict[int, NDArray[np.bool_]] = {}
        """By node: the stones taken for dead where the game was counted with a person."""

    # --- counting ---------------------------------------------------------------------------------------

    @property
    def _counting(self) -> Counting | None:
        """How games like this are counted; None where nothing is."""
        counting: Counting | None = self._record.rules.game.counting
        return counting

    @property
    def is_due(self) -> bool:
        """Whether there is anything to count in such games."""
        return self._counting is not None

    def settle(self, dead: NDArray[np.bool_]) -> None:
        """Count the game anew where it stands with ``dead``, ``bool[H, W]``, off the board."""
        node, counting, position = self._record.node, self._counting, self._record.position
        assert counting is not None
        outcome = counting.outcome(position, dead)
        self._dead[node.number] = dead
        kept = {name: values for name, values in node.other.items() if name not in _TERRITORY}
        node.other = kept | _territory(position, counting.owners(position, dead), dead)
        self._record.finish(outcome)
        # The curve in the file ends in the result too, whatever a search made of the last pass.
        node.black_win_rate = 0.5 if outcome.winner is None else float(outcome.winner is Color.BLACK)
        node.black_score = outcome.margin

    def is_settled(self, dead: NDArray[np.bool_]) -> bool:
        """Whether the game was counted where it stands with these stones off the board, ``bool[H, W]``."""
        known = self._dead.get(self._record.node.number)
        return known is not None and np.array_equal(known, dead)

    def restore(self, is_asked: bool) -> None:
        """Count every end of a record that was read as it was counted before it was saved.

        A file tells the result of the game itself; of a variation's end it has whose each point is, and no more. Where
        nobody has territory no stone was taken for dead.

        Args:
            is_asked: whether two passes have people asked which stones are dead.
        """
        ended = self._record.ended_at
        for node in self._record.root.walk():
            counting = self._counted(node)
            if counting is None or node.outcome is None:
                continue
            was_asked = is_asked and node.outcome.termination is Termination.TWO_PASSES
            if not was_asked and not _TERRITORY.keys() & node.other.keys():
                continue
            dead = _dead_by_territory(node)
            counted = counting.outcome(node.position, dead)
            if node is not ended:
                node.outcome = counted
            if node.outcome == counted:
                self._dead[node.number] = dead

    # --- what was counted -------------------------------------------------------------------------------

    def _counted(self, node: GameNode) -> Counting | None:
        """How a game that ended here was counted; None where it was not."""
        is_counted = node.outcome is not None and node.outcome.margin is not None and node.position.is_over
        return self._counting if is_counted else None

    def dead(self, node: GameNode) -> NDArray[np.bool_] | None:
        """``bool[H, W]``: the stones that were taken for dead at the end of a counted game; None where nobody did."""
        counting = self._counted(node)
        if counting is None:
            return None
        known = self._dead.get(node.number)
        if known is None and _TERRITORY.keys() & node.other.keys():
            known = _dead_by_territory(node)
            if counting.outcome(node.position, known) != node.outcome:  # somebody counted in another way
                return None
            self._dead[node.number] = known
        return known

    def known(self, node: GameNode) -> NDArray[np.bool_] | None:
        """The same, also where the end was taken back since and has come again uncounted."""
        return self._dead.get(node.number) if self._counted(node) is not None else None

    def toggled(self, node: GameNode, action: int) -> NDArray[np.bool_] | None:
        """The same with the chain at ``action`` taken for dead, or for living again; None where that makes no sense."""
        dead = self.dead(node)
        if dead is None or not 0 <= action < dead.size:
            return None
        chain = _chain_at(node.position.stones, action)
        return None if chain is None else np.where(chain, ~dead, dead)

    def line_end(self, node: GameNode) -> LineEnd | None:
        """How a line ends that ends there, counted or not; None while it has no end."""
        if node.outcome is None:
            return None
        counting, dead = self._counted(node), self.dead(node)
        if counting is None:
            return LineEnd(node.outcome, node.position.is_over)
        if dead is None and counting.outcome(node.position) != node.outcome:
            return LineEnd(node.outcome, is_over=True)
        return LineEnd(node.outcome, True, () if dead is None else tuple(np.flatnonzero(dead).tolist()))

    def owners(self, node: GameNode) -> NDArray[np.int8] | None:
        """``int8[H, W]``: 0 nobody's, 1 Black's, 2 White's; None where nothing is counted, or nobody knows how."""
        counting, dead = self._counted(node), self.dead(node)
        if counting is None or counting.outcome(node.position, dead) != node.outcome:
            return None  # a result from elsewhere that nobody can show on the board
        return counting.owners(node.position, dead)

    def bare_outcome(self, node: GameNode) -> Outcome | None:
        """The outcome with every stone on the board alive; None where nothing is counted."""
        counting = self._counted(node)
        return None if counting is None else counting.outcome(node.position)

    def tally(self, node: GameNode) -> Tally | None:
        """What both sides' points are made of, where more than what lies on the board counts."""
        counting = self._counted(node)
        return None if counting is None else counting.tally(node.position, self.dead(node))

    def other_count(self, node: GameNode) -> OtherCount | None:
        """What another way of counting makes of the same end."""
        counting = self._counted(node)
        return None if counting is None else counting.other_count(node.position, self.dead(node))

    def is_open(self, node: GameNode) -> bool:
        """Whether most of the board is nobody's yet, at the end or before it."""
        return self._counting is not None and self._counting.is_open(node.position)


def _territory(position: Position, owner: NDArray[np.int8], dead: NDArray[np.bool_]) -> dict[str, list[bytes]]:
    """Whose each point is that no living stone lies on, as SGF writes it."""
    is_open, grid = (position.stones == 0) | dead, position.rules.grid
    return {
        name: [grid.sgf(int(a)).encode("ascii") for a in np.flatnonzero(is_open & (owner == color))]
        for name, color in _TERRITORY.items()
        if (is_open & (owner == color)).any()
    }


def _dead_by_territory(node: GameNode) -> NDArray[np.bool_]:
    """``bool[H, W]``: the stones that lie in the other side's territory."""
    stones, grid = node.position.stones, node.position.rules.grid
    dead = np.zeros(stones.shape, np.bool_)
    for name, color in _TERRITORY.items():
        for value in node.other.get(name, ()):
            first, _, last = value.decode("ascii", "replace").partition(":")
            try:
                top, bottom = (grid.from_sgf(corner) for corner in (first, last or first))
            except ValueError:
                continue
            (row, col), (end_row, end_col) = divmod(top, grid.columns), divmod(bottom, grid.columns)
            box = np.s_[row : end_row + 1, col : end_col + 1]
            dead[box] |= stones[box] == color.opponent
    return dead


def _chain_at(stones: NDArray[np.int8], action: int) -> NDArray[np.bool_] | None:
    """``bool[H, W]``: the stones solidly connected to the one at ``action``; None where there is none."""
    from scipy import ndimage

    color = stones.flat[action]
    if not color:
        return None
    chains, _ = ndimage.label(stones == color)
    return np.asarray(chains == chains.flat[action])
