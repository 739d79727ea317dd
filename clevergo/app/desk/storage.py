"""The person's games, each saved as it is played."""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import AppError
from clevergo.files import read_limited, write_whole
from clevergo.problem import Problem, cause_of

if TYPE_CHECKING:
    from clevergo.games.record import GameRecord


def bytes_below(folder: Path) -> int:
    """What all files below ``folder`` take; those that vanish while one looks take nothing."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.stat(os.path.join(place, name)).st_size
    return total


class GameStore:
    """The folder of a person's games: one SGF file each, written again after every move."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._given: set[Path] = set()

    def new_file(self) -> Path:
        """A name no other game has; names sort by time. Nothing is written yet."""
        stem = time.strftime("%Y-%m-%d %H-%M-%S")
        for count in itertools.count(1):
            path = self._folder / (f"{stem}.sgf" if count == 1 else f"{stem}_{count:02}.sgf")
            if path not in self._given and not path.exists():
                break
        self._given.add(path)
        return path

    def owns(self, path: Path) -> bool:
        """Whether ``path`` lies in the folder of saved games."""
        return path.absolute().parent == self._folder.absolute()

    def files(self) -> list[Path]:
        """All saved games, the one begun last first."""
        return sorted(self._folder.glob("*.sgf"), key=lambda path: path.name, reverse=True)

    def save(self, path: Path, record: GameRecord, is_copy: bool = False) -> None:
        """Write the game as it stands; ``is_copy``: to a file that it does not go on being written to.

        AppError where the file cannot be written; what was there before stays.
        """
        from clevergo.games.sgf.codec import to_sgf

        try:
            if self.owns(path):
                self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, to_sgf(record), durable=False)
        except OSError as error:
            code = "game_copy" if is_copy else "game_save"
            raise AppError(code, path=path, cause=cause_of(error)) from error

    def last(self) -> Path | None:
        """The game begun last; None where there is none."""
        return next(iter(self.files()), None)

    def load(self, path: Path) -> tuple[GameRecord, Problem | None]:
        """Read a game back; also what is to be said of it, where it can be shown only in part.

        AppError where the file is missing, or no game this program can show.
        """
        from clevergo.games.sgf.foreign import read_game
        from clevergo.games.sgf.outline import MOST_BYTES

        try:
            return read_game(read_limited(path, MOST_BYTES))
        except OSError as error:
            raise AppError("game_read", path=path, cause=cause_of(error)) from error
        except ValueError as error:
            raise AppError("game_open", path=path, cause=cause_of(error)) from error
