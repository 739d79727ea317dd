"""Bytes into lines, lines into commands and their words, answers into text: the GTP 2 standard, chapters 2 and 3."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TypeVar

from clevergo.games.color import Color
from clevergo.games.grid import square

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
"""The control characters to drop: all but the tab. The line's own end is off already."""
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
SYNTAX_ERROR = "syntax error"
_COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
_T = TypeVar("_T")
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}
_MOST_DIGITS = 9


class GtpError(Exception):
    """A command fails; the message is its answer."""


@dataclass(frozen=True)
class Command:
    """One command as it was typed."""

    id: str
    """The number before it, or nothing."""
    name: str
    arguments: tuple[str, ...] = ()


def parse(line: str) -> Command | None:
    """The command of a line; None where there is nothing on it but comments, blanks and control characters."""
    text = _CONTROL.sub("", line).replace("\t", " ").partition("#")[0]
    words = text.split()
    if not words:
        return None
    number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
    name, *arguments = words or [""]
    return Command(number, name, tuple(arguments))


def success(number: str, text: str = "") -> str:
    """A whole answer; blank lines, which would end it, are left out of its text."""
    body = _BLANK_LINES.sub("\n", _UNPRINTABLE.sub("", text)).rstrip()
    return f"={number}{' ' if body and not body.startswith(chr(10)) else ''}{body}\n\n"


def failure(number: str, reason: str) -> str:
    """A whole answer to a command that cannot be done; always one line."""
    return f"?{number} {' '.join(_UNPRINTABLE.sub('', reason).split())}\n\n"


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

    def color(self) -> Color:
        """``b``, ``W``, ``black``."""
        return _meant(as_color(self.word()))

    def vertex(self, size: int) -> int:
        """The action of ``D4`` or ``pass``."""
        word = self.word()
        try:
            return square(size).action(word)
        except ValueError:
            raise GtpError("invalid coordinate") from None

    def integer(self) -> int:
        """A whole number that is not negative."""
        return _meant(as_integer(self.word()))

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
        return _meant(_TRUTHS.get(self.word().lower()))


def _meant(value: _T | None) -> _T:
    """What a word means; one that means nothing is a syntax error."""
    if value is None:
        raise GtpError(SYNTAX_ERROR)
    return value


def as_color(word: str) -> Color | None:
    """The color of a word, if it is one."""
    return _COLORS.get(word.lower())


def as_integer(word: str) -> int | None:
    """The whole number of a word, if it is one."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS else None
