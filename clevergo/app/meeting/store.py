"""Meetings on disk: what is needed to go on with one after either program was closed, or killed in the middle.

A file a meeting, a line an entry; the first line says whose end it is. An entry is on the disk before anybody is told
of it, so that after a crash nobody knows of a move that is nowhere written. A last line that was cut off is left out.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

import msgspec
from msgspec import Meta, Struct

from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.words import ENTRIES, MOST_ENTRIES, Entry, NotAMessageError, write

SUFFIX = ".meeting"
_LONGEST_LINE = 16_384


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose end of which meeting a file is."""

    meeting: str
    is_host: bool
    key: str
    """Made of the code; hexadecimal. Whoever reads it can sit down in this person's place, nowhere else."""
    salt: str
    name: str
    """What the person here is called, and who plays for them."""
    player: str
    address: Annotated[str, Meta(max_length=300)] = ""
    """Guest: where the host was found last."""
    port: int = 0
    """Host: where the guest looks for it."""
    other: str = ""
    """What the other is called, as they said last."""
    against: str = ""
    """Who plays for them; empty for themself."""


class MeetingFile:
    """The file of one meeting, to be written to; one owner."""

    def __init__(self, folder: Path, card: Card) -> None:
        """A new file, or one that is gone on with."""
        path = self.path = folder / f"{card.meeting}-{'host' if card.is_host else 'guest'}{SUFFIX}"
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists() or not _mend(path)
        # Nobody else's business: it holds the key.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        self._file: IO[bytes] = os.fdopen(descriptor, "ab")
        if is_new:
            self._put(msgspec.json.encode(card))

    def keep(self, entry: Entry) -> None:
        """Have an entry on the disk; OSError where that cannot be."""
        self._put(write(entry))

    def note(self, card: Card) -> None:
        """More is known of whom the meeting is with; the card that was written last holds."""
        self._put(msgspec.json.encode(card))

    def close(self) -> None:
        """No more is written."""
        with contextlib.suppress(OSError):
            self._file.close()

    def _put(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


class BadMeetingError(ValueError):
    """A file that is no meeting of ours."""


def read_meeting(path: Path) -> tuple[Card, Ledger | None]:
    """Whose end it is, and what has happened so far, as far as it is whole; None before anything has.

    BadMeetingError where it is none, OSError where it cannot be read.
    """
    lines = _lines(path)
    try:
        card = msgspec.json.decode(next(lines, b""), type=Card)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadMeetingError(str(error)) from error
    entries: list[Entry] = []
    for line in lines:
        try:
            entries.append(ENTRIES.read(line))
        except NotAMessageError:
            try:
                card = msgspec.json.decode(line, type=Card)
            except (msgspec.MsgspecError, ValueError):
                break  # nothing that was ever written here
    try:
        return card, Ledger.read(entries) if entries else None
    except RefusedError as error:
        raise BadMeetingError(str(error)) from error


def _mend(path: Path) -> bool:
    """Cut off a last line that was never finished; whether anything is left."""
    length = sum(len(line) for line in _lines(path))
    with path.open("r+b") as file:
        file.truncate(length)
    return length > 0


def _lines(path: Path) -> Iterator[bytes]:
    """The whole lines of a file."""
    with path.open("rb") as file:
        for _ in range(MOST_ENTRIES + 1):
            line = file.readline(_LONGEST_LINE)
            if not line.endswith(b"\n"):
                return
            yield line
