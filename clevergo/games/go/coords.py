"""The one table of coordinate systems. Everything inside the program is an action; the rest is for its edges.

The same points of a 9x9 board:

==================  ===============  ===============  ===============  ======
system              upper left       upper right      lower left       pass
==================  ===============  ===============  ===============  ======
action              0                8                72               81
point (row, col)    (0, 0)           (0, 8)           (8, 0)           none
GTP                 A9               J9               A1               pass
SGF                 aa               ia               ai               empty
==================  ===============  ===============  ===============  ======

An action is ``row * size + col``, the pass ``size * size``. Row 0 is the top of the board. GTP counts rows from
the bottom and leaves out the letter I; SGF names the column first and counts rows from the top.
"""

from __future__ import annotations

from clevergo.problem import BadValueError

GTP_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Column names from left to right, as printed on boards too."""
_SGF_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_OLD_SGF_PASS = "tt"
_LARGEST_OLD_SGF_SIZE = 19


def pass_action(size: int) -> int:
    """The action that stands for a pass."""
    return size * size


def to_point(action: int, size: int) -> tuple[int, int]:
    """The (row, col) of an action that is a point of the board; a pass has none and is refused."""
    if not 0 <= action < size * size:
        raise ValueError(f"action {action} is not a point of a {size}x{size} board")
    return divmod(int(action), size)


def from_point(row: int, col: int, size: int) -> int:
    """The action of a point."""
    if not (0 <= row < size and 0 <= col < size):
        raise ValueError(f"row {row}, column {col} is not on a {size}x{size} board")
    return int(row) * size + int(col)


def to_gtp(action: int, size: int) -> str:
    """The name people and GTP engines use: ``D5``, or ``pass``."""
    if action == pass_action(size):
        return "pass"
    row, col = to_point(action, size)
    return f"{GTP_LETTERS[col]}{size - row}"


def from_gtp(text: str, size: int) -> int:
    """The action of a GTP vertex in upper or lower case; ``resign`` is no action and is refused."""
    vertex = text.strip().upper()
    if vertex == "PASS":
        return pass_action(size)
    letter, digits = vertex[:1], vertex[1:]
    if letter and letter in GTP_LETTERS and digits.isascii() and digits.isdecimal():
        row, col = size - int(digits), GTP_LETTERS.index(letter)
        if 0 <= row < size and col < size:
            return from_point(row, col, size)
    last = f"{GTP_LETTERS[size - 1]}{size}"
    raise ValueError(f"{text!r} is not a point of a {size}x{size} board (A1 to {last}, or pass)")


def to_sgf(action: int, size: int) -> str:
    """The value of an SGF move property: ``dd``, or nothing for a pass."""
    if action == pass_action(size):
        return ""
    row, col = to_point(action, size)
    return _SGF_LETTERS[col] + _SGF_LETTERS[row]


def from_sgf(text: str, size: int) -> int:
    """The action of an SGF move; ``tt`` was the pass of older files and still is on boards up to 19x19."""
    if text == "" or (text == _OLD_SGF_PASS and size <= _LARGEST_OLD_SGF_SIZE):
        return pass_action(size)
    if len(text) == 2 and text[0] in _SGF_LETTERS and text[1] in _SGF_LETTERS:
        col, row = (_SGF_LETTERS.index(letter) for letter in text)
        if row < size and col < size:
            return from_point(row, col, size)
    raise BadValueError("sgf_no_point", found=repr(text), size=f"{size}x{size}")
