"""The one table of coordinate systems. Everything inside the program is an action; the rest is for its edges.

The same points of a 9x9 board:

==================  ===============  ===============  ===============  ======
system              upper left       upper right      lower left       pass
==================  ===============  ===============  ===============  ======
action              0                8                72               81
point (row, col)    (0, 0)           (0, 8)           (8, 0)           none
name (and GTP)      A9               J9               A1               pass
SGF                 aa               ia               ai               empty
==================  ===============  ===============  ===============  ======

An action is ``row * columns + col``, the pass ``rows * columns``. Row 0 is the top of the board. Names count rows from
the bottom and leave out the letter I; SGF names the column first and counts rows from the top.
"""

from __future__ import annotations

from typing import NamedTuple

from clevergo.problem import BadValueError

__all__ = ["Grid", "square"]

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Column names from left to right, as printed on boards too."""
ALL_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Column names from left to right in games that do not leave out the I."""
_SGF_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_OLD_SGF_PASS = "tt"
_LARGEST_OLD_SGF_SIZE = 19


class Grid(NamedTuple):
    """A board's points and their names; the pass, where the game has one, comes after them."""

    rows: int
    columns: int

    @property
    def letters(self) -> str:
        """What columns are called, from left to right; no part of the value, as points are the same."""
        return LETTERS

    @property
    def points(self) -> int:
        """How many points there are; also the action that stands for a pass."""
        return self.rows * self.columns

    @property
    def said(self) -> str:
        """``9x9``."""
        return f"{self.rows}x{self.columns}"

    def point(self, action: int) -> tuple[int, int]:
        """The (row, col) of an action that is a point of the board; a pass has none and is refused."""
        if not 0 <= action < self.points:
            raise ValueError(f"action {action} is not a point of a {self.said} board")
        return divmod(int(action), self.columns)

    def at(self, row: int, col: int) -> int:
        """The action of a point."""
        if not (0 <= row < self.rows and 0 <= col < self.columns):
            raise ValueError(f"row {row}, column {col} is not on a {self.said} board")
        return int(row) * self.columns + int(col)

    def name(self, action: int) -> str:
        """The name people and GTP engines use: ``D5``, or ``pass``."""
        if action == self.points:
            return "pass"
        row, col = self.point(action)
        return f"{self.letters[col]}{self.rows - row}"

    def action(self, text: str) -> int:
        """The action of a name in upper or lower case; ``resign`` is no action and is refused."""
        vertex = text.strip().upper()
        if vertex == "PASS":
            return self.points
        letter, digits = vertex[:1], vertex[1:]
        if letter and letter in self.letters and digits.isascii() and digits.isdecimal():
            row, col = self.rows - int(digits), self.letters.index(letter)
            if 0 <= row < self.rows and col < self.columns:
                return self.at(row, col)
        last = f"{self.letters[self.columns - 1]}{self.rows}"
        raise ValueError(f"{text!r} is not a point of a {self.said} board (A1 to {last}, or pass)")

    def sgf(self, action: int) -> str:
        """The value of an SGF move property: ``dd``, or nothing for a pass."""
        if action == self.points:
            return ""
        row, col = self.point(action)
        return _SGF_LETTERS[col] + _SGF_LETTERS[row]

    def from_sgf(self, text: str) -> int:
        """The action of an SGF move; ``tt`` was the pass of older files and still is on boards up to 19x19."""
        if text == "" or (text == _OLD_SGF_PASS and max(self) <= _LARGEST_OLD_SGF_SIZE):
            return self.points
        if len(text) == 2 and text[0] in _SGF_LETTERS and text[1] in _SGF_LETTERS:
            col, row = (_SGF_LETTERS.index(letter) for letter in text)
            if row < self.rows and col < self.columns:
                return self.at(row, col)
        raise BadValueError("sgf_no_point", found=repr(text), size=self.said)


class LetteredGrid(Grid):
    """A board whose columns are named by all letters, as renju's are: H8 is the middle of 15x15, J comes after I."""

    __slots__ = ()

    @property
    def letters(self) -> str:
        """All letters from A on, the I among them."""
        return ALL_LETTERS


def square(size: int) -> Grid:
    """A board as high as it is wide."""
    return Grid(size, size)
