"""A game as it is played: its moves, every position on the way, undo and redo, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable

from clevergo.go.position import Color, IllegalMoveError, IllegalReason, Position
from clevergo.go.rules import Ruleset
from clevergo.go.scoring import Outcome, Termination, outcome_of


class GameRecord:
    """One game and its owner's way to change it. Positions are kept, so undo brings back their history too.

    Args:
        ruleset: the rules of the game.
        black: Black's name.
        white: White's name.
    """

    def __init__(self, ruleset: Ruleset, black: str = "", white: str = "") -> None:
        self.ruleset = ruleset
        self.black = black
        self.white = white
        self._positions = [Position.initial(ruleset)]
        self._ply = 0
        """Where we are in ``_positions``; what lies behind it can be redone."""
        self._outcome: Outcome | None = None

    @classmethod
    def from_moves(cls, ruleset: Ruleset, moves: Iterable[int], black: str = "", white: str = "") -> GameRecord:
        """A record of these moves; IllegalMoveError where one may not be played."""
        record = cls(ruleset, black, white)
        for action in moves:
            record.play(action)
        return record

    @property
    def position(self) -> Position:
        """The position on the board now."""
        return self._positions[self._ply]

    @property
    def moves(self) -> tuple[int, ...]:
        """The actions played up to now; what was undone is not among them."""
        return tuple(self._move(ply) for ply in range(1, self._ply + 1))

    def position_at(self, ply: int) -> Position:
        """The position after the first ``ply`` moves; 0 is the start."""
        if not 0 <= ply <= self._ply:
            raise ValueError(f"the game has {self._ply} moves, there is no position after {ply}")
        return self._positions[ply]

    def play(self, action: int) -> Position:
        """Play a move and return the new position; IllegalMoveError, with nothing changed, if it may not be played.

        Playing the move that was undone keeps the moves after it for redo; any other move forgets them.
        """
        if self._outcome is not None:
            raise IllegalMoveError(action, IllegalReason.GAME_OVER)
        if not (self.can_redo and self._move(self._ply + 1) == action):
            position = self.position.play(action)
            del self._positions[self._ply + 1 :]
            self._positions.append(position)
        self._step_to(self._ply + 1)
        return self.position

    def _move(self, ply: int) -> int:
        action = self._positions[ply].last_move
        assert action is not None
        return action

    def _step_to(self, ply: int) -> None:
        self._ply = ply
        self._outcome = outcome_of(self.position) if self.position.is_over else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self._ply > 0

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back that can be played again."""
        return self._ply + 1 < len(self._positions)

    def undo(self, n: int = 1) -> Position:
        """Take back ``n`` moves, and with them a resignation or any other end of the game."""
        if not 0 < n <= self._ply:
            raise ValueError(f"cannot take back {n} of {self._ply} moves")
        self._step_to(self._ply - n)
        return self.position

    def redo(self, n: int = 1) -> Position:
        """Play ``n`` moves again that were taken back."""
        undone = len(self._positions) - 1 - self._ply
        if not 0 < n <= undone:
            raise ValueError(f"cannot play {n} of {undone} moves again")
        self._step_to(self._ply + n)
        return self.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._outcome

    def resign(self, color: Color) -> None:
        """``color`` gives the game up."""
        self.finish(Outcome(color.opponent, None, Termination.RESIGNATION))

    def finish(self, outcome: Outcome) -> None:
        """End the game in a way the board does not show: resignation, time, or a count both sides agreed on.

        A game that two passes or the ply limit ended may be counted anew, with dead stones; no other end is changed.
        """
        if self._outcome is not None and not self.position.is_over:
            raise ValueError(f"the game has already ended: {self._outcome.points()}")
        self._outcome = outcome
