"""A position of five in a row as a value."""

from __future__ import annotations

import functools

import numpy as np

from clevergo.games.color import Color, color_said
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.illegal import GAME_OVER, OCCUPIED
from clevergo.games.plain import PlainPosition
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import BadValueError

__all__ = ["FivePosition"]


class FivePosition(PlainPosition):
    """What a plain position is, and what is forbidden with the reason."""

    rules: FiveRules

    @classmethod
    def set_up(cls, rules: FiveRules, start: Start = EMPTY_BOARD) -> FivePosition:
        """The board with the stones of ``start``; rows that lie there already win nothing."""
        position = cls.initial(rules)
        if start.is_empty:
            return position
        stones = np.zeros(rules.size**2, np.int8)
        for color, actions in ((Color.BLACK, start.black), (Color.WHITE, start.white)):
            if any(not 0 <= action < len(stones) for action in actions):
                raise BadValueError("stone_beside", name=color_said(color))
            stones[list(actions)] = int(color)
        board = position.board.copy()
        from clevergo.games.five.board import set_stones

        set_stones(board[0], stones, int(start.to_play))
        return cls(rules, board)

    @functools.cached_property
    def barred(self) -> tuple[int, ...]:  # type: ignore[override]
        """Where renju forbids Black to play."""
        if self.rules.rule is not RuleSet.RENJU or self.to_play is not Color.BLACK or self.is_over:
            return ()
        return tuple(np.flatnonzero(~self.legal_moves & (self.stones.ravel() == 0)).tolist())

    @functools.cached_property
    def reasons(self) -> tuple[str, ...]:  # type: ignore[override]
        """What renju calls it."""
        return tuple(self._why_illegal(action) for action in self.barred)

    def _why_illegal(self, action: int) -> str:
        if self.is_over:
            return GAME_OVER
        if self.stones.flat[action]:
            return OCCUPIED
        from clevergo.games.five import renju

        row, col = divmod(action, self.rules.size)
        names = {renju.OVERLINE: "overline", renju.DOUBLE_FOUR: "double_four", renju.DOUBLE_THREE: "double_three"}
        return names[int(renju.why_forbidden(self.board.copy()[0], row, col))]
