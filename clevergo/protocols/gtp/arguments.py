"""What a command's words mean: colors, points, numbers (GTP 2, section 2.11)."""

from __future__ import annotations

import math

from clevergo.games.color import Color
from clevergo.games.grid import square
from clevergo.protocols.gtp.protocol import GtpError

SYNTAX_ERROR = "syntax error"
_COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}
_MOST_DIGITS = 9


class Arguments:
    """The words of a command, taken from left to right. What does not fit is a :class:`GtpError`."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self._words = list(words)

    def __len__(self) -> int:
        """How many words are left."""
        return len(self._words)

    def word(self) -> str:
        """The next word as it is."""
        if not self._words:
            raise GtpError(SYNTAX_ERROR)
        return self._words.pop(0)

    def rest(self) -> list[str]:
        """All the words that are left."""
        words, self._words = self._words, []
        return words

    def end(self) -> None:
        """There is nothing more. Called by commands that extra words would change the meaning of."""
        if self._words:
            raise GtpError(SYNTAX_ERROR)

    def color(self) -> Color:
        """``b``, ``W``, ``black``."""
        color = as_color(self.word())
        if color is None:
            raise GtpError(SYNTAX_ERROR)
        return color

    def vertex(self, size: int) -> int:
        """The action of ``D4`` or ``pass``."""
        word = self.word()
        try:
            return square(size).action(word)
        except ValueError:
            raise GtpError("invalid coordinate") from None

    def integer(self) -> int:
        """A whole number that is not negative."""
        number = as_integer(self.word())
        if number is None:
            raise GtpError(SYNTAX_ERROR)
        return number

    def number(self) -> float:
        """Any number there is; infinity and the like are none."""
        try:
            number = float(self.word())
        except ValueError:
            raise GtpError(SYNTAX_ERROR) from None
        if not math.isfinite(number):
            raise GtpError(SYNTAX_ERROR)
        return number

    def truth(self) -> bool:
        """``true`` or ``false``."""
        truth = _TRUTHS.get(self.word().lower())
        if truth is None:
            raise GtpError(SYNTAX_ERROR)
        return truth


def as_color(word: str) -> Color | None:
    """The color of a word, if it is one."""
    return _COLORS.get(word.lower())


def as_integer(word: str) -> int | None:
    """The whole number of a word, if it is one."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS else None
