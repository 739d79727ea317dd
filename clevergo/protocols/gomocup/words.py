"""Points as the Gomocup protocol writes them, ``column,row``, counted from 0 at the upper left; and its rules."""

from __future__ import annotations

EXACT, CONTINUOUS, RENJU, CARO = 1, 2, 4, 8
"""The bits of ``INFO rule``."""
_MOST_DIGITS = 3


def said(action: int, size: int) -> str:
    """``7,8`` for a point of a board of that size."""
    row, col = divmod(action, size)
    return f"{col},{row}"


def to_action(text: str, size: int) -> int | None:
    """The action of ``7,8``; None where it is no point of a board of that size."""
    words = [word.strip() for word in text.split(",")]
    if len(words) != 2 or not all(w.isascii() and w.isdigit() and len(w) <= _MOST_DIGITS for w in words):
        return None
    col, row = int(words[0]), int(words[1])
    return row * size + col if max(row, col) < size else None
