"""Meetings on disk: what is needed to go on with one after either program was closed, or killed in the middle.

A file a meeting, a line an entry; the first line says whose end it is. An entry is on the disk before anybody is told
of it, so that after a crash nobody knows of a move that is nowhere written. A last line that was cut off is left out.
A file is written by one program at a time: whoever has it open holds its lock.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

import msgspec
from msgspec import Meta, Struct

from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.words import ENTRIES, Entry, NotAMessageError, write
from clevergo.files import LockHeldError, take_lock, to_disk

logger = logging.getLogger(__name__)

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
        """A new file, or one that is gone on with.

        LockHeldError where another window or command has it open, OSError where it cannot be written.
        """
        path = self.path = folder / f"{card.meeting}-{'host' if card.is_host else 'guest'}{SUFFIX}"
        path.parent.mkdir(parents=True, exist_ok=True)
        # Nobody else's business: it holds the key.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        self._file: IO[bytes] = os.fdopen(descriptor, "a+b")
        try:
            _lock(self._file)
            if not _mend(self._file):
                self._put(msgspec.json.encode(card))
        except OSError:
            self.close()
            raise

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
        to_disk(self._file.fileno())


def is_open_elsewhere(path: Path) -> bool:
    """Whether another window or command, or another part of this one, goes on with this meeting; OSError: no file."""
    with path.open("r+b") as file:
        try:
            _lock(file)
        except LockHeldError:
            return True
    return False


def _lock(file: IO[bytes]) -> None:
    """LockHeldError where somebody else has the file open."""
    try:
        take_lock(file)
    except LockHeldError:
        raise
    except OSError as error:  # there are no locks here
        logger.info("nobody knows who else goes on with a meeting: %s", error)


class BadMeetingError(ValueError):
    """A file that is no meeting of ours."""


def read_meeting(path: Path) -> tuple[Card, Ledger | None]:
    """Whose end it is, and what has happened so far, as far as it is whole; None before anything has.

    BadMeetingError where it is none, OSError where it cannot be read.
    """
    with path.open("rb") as file:
        lines = _lines(file)
        try:
            card = msgspec.json.decode(next(lines, b""), type=Card)
        except (msgspec.MsgspecError, ValueError) as error:
            raise BadMeetingError(str(error)) from error
        ledger: Ledger | None = None
        for line in lines:
            try:
                entry = ENTRIES.read(line)
            except NotAMessageError:
                try:
                    card = msgspec.json.decode(line, type=Card)
                except (msgspec.MsgspecError, ValueError):
                    break  # nothing that was ever written here
                continue
            try:
                if ledger is None:
                    ledger = Ledger.read([entry])
                # Before files were locked, two windows could write down the same.
                elif entry not in ledger.entries[entry.number : entry.number + 1]:
                    ledger.take(entry)
            except RefusedError as error:
                raise BadMeetingError(str(error)) from error
    return card, ledger


def _mend(file: IO[bytes]) -> bool:
    """Cut off a last line that was never finished; whether anything is left."""
    length = file.seek(0, os.SEEK_END)
    while length > 0:
        start = max(0, length - _LONGEST_LINE)
        file.seek(start)
        end = file.read(length - start).rfind(b"\n")
        if end >= 0:
            length = start + end + 1
            break
        length = start
    file.truncate(length)
    return length > 0


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The whole lines of a file, from its beginning."""
    file.seek(0)
    while (line := file.readline(_LONGEST_LINE)).endswith(b"\n"):
        yield line
