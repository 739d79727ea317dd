"""Text on a terminal: a progress line, tables with wide letters, spans of time."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import time
import unicodedata
from collections.abc import Callable, Sequence
from typing import TextIO

_BAR = 24


class ProgressLine:
    """One line that changes in place on a terminal; elsewhere (a file, a pipe) a new line now and then."""

    def __init__(self, stream: TextIO, quiet_seconds: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        """On ``stream``, not standard output where that carries a result; ``clock``: seconds that only grow.

        ``quiet_seconds`` lie between two lines, at least, where lines cannot change.
        """
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._quiet_seconds = quiet_seconds
        self._clock = clock
        self._next = -1e9
        self._shown = ""

    def show(self, part: float, text: str) -> None:
        """``part`` of the work, 0 to 1, is done."""
        if self._is_terminal:
            filled = round(_BAR * part)
            line = f"[{'#' * filled}{'.' * (_BAR - filled)}] {text}"
            self._replace(_cut(line, shutil.get_terminal_size().columns - 1))
        elif self._clock() >= self._next or part >= 1.0:
            if text != self._shown:
                self._write(text + "\n")
            self._next = self._clock() + self._quiet_seconds
            self._shown = text

    def say(self, text: str) -> None:
        """A line of its own that stays."""
        shown = self._shown
        self.end()
        self._write(text + "\n")
        if self._is_terminal:
            self._replace(shown)

    def end(self) -> None:
        """Leave the last line as it is and go to a new one."""
        if self._is_terminal and self._shown:
            self._shown = ""
            self._write("\n")

    def _replace(self, line: str) -> None:
        self._write("\r" + line + " " * max(0, width(self._shown) - width(line)))
        self._shown = line

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def width(text: str) -> int:
    """Columns a terminal needs for ``text``: Chinese letters and emoji take two, accents none."""
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _cut(text: str, columns: int) -> str:
    """``text``, or as much of it as fits."""
    kept, used = "", 0
    for letter in text:
        used += _letter_width(letter)
        if used > columns:
            break
        kept += letter
    return kept


def quoted(word: str) -> str:
    """A word as it is typed in a command, whatever stands in it."""
    if os.name != "nt":
        return shlex.quote(word)
    return word if re.fullmatch(r"[\w.:@\\/-]+", word) else f'"{word}"'


def padded(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows of a table as lines with straight columns."""
    widths = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell + " " * (room - width(cell)) for cell, room in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def duration(seconds: float) -> str:
    """``45 s``, ``12 min``, ``1 h 05 min``."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 600:
        return f"{whole // 60} min {whole % 60:02} s"
    if whole < 3600:
        return f"{whole // 60} min"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
