"""What commands share: how they end, where they find dogs, and the games that they write down."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.files import write_whole
from clevergo.games.formats import SGF, write_game
from clevergo.problem import ProblemError

if TYPE_CHECKING:
    from clevergo.app.kennel.book import Kennel
    from clevergo.games.record import GameRecord

FAILED = 2
"""Exit code where something was wrong with what was asked."""
INTERRUPTED = 130
"""Exit code where it was told to end before it was done."""


class CommandError(ProblemError):
    """A command cannot be done; the message says why and what to do."""


@contextlib.contextmanager
def stopping(stop: threading.Event) -> Iterator[None]:
    """Ctrl+C, and the system's word to end, have all saved; said twice, it ends at once."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        print("\nstopping: everything is being saved (Ctrl+C again to leave at once)", file=sys.stderr)
        stop.set()

    before = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def open_kennel(paths: Paths) -> Kennel:
    """The dogs of the data folder; what was left unfinished there is swept away."""
    from clevergo.app.kennel.book import Kennel

    kennel = Kennel(paths)
    kennel.sweep()
    return kennel


def make_folder(folder: Path) -> None:
    """A folder that somebody has named is there from now on; CommandError where it cannot be."""
    with CommandError.instead_of(OSError, "no_folder", folder=folder):
        folder.mkdir(parents=True, exist_ok=True)


def write_record(record: GameRecord, folder: Path, number: int, suffix: str = SGF) -> None:
    """Write a game into the folder, as a file with that number; CommandError where that cannot be."""
    make_folder(folder)
    path = folder / f"game-{number:03}{suffix}"
    with CommandError.instead_of(OSError, "game_write", path=path):
        write_whole(path, write_game(record, suffix))
