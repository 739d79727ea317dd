"""Moves that a game's rules forbid."""

from __future__ import annotations

from clevergo.locale import Language, catalog
from clevergo.problem import Problem

__all__ = ["IllegalMoveError"]

OCCUPIED = "occupied"
GAME_OVER = "game_over"


class IllegalMoveError(ValueError):
    """A move the rules forbid; nothing was played."""

    def __init__(self, action: int, reason: str) -> None:
        """``reason``: a word of the game's; the catalogs may have a row ``error.illegal_REASON`` for it."""
        super().__init__(action, reason)
        self.action = action
        self.reason = reason

    @property
    def problem(self) -> Problem:
        """Why, in a few words."""
        code = f"illegal_{self.reason}"
        return Problem(code) if f"error.{code}" in catalog(Language.ENGLISH) else Problem("illegal")

    def __str__(self) -> str:
        return f"action {self.action} is illegal: {self.problem}"
