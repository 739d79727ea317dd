"""Lines into commands and answers into text, as chapters 2 and 3 of the GTP 2 standard have it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
"""The control characters to drop: all but the tab. The line's own end is off already."""
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


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
