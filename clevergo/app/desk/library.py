"""The person's games: each saved as it is played; what there is as a list, and games that are read, in threads."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import logging
import os
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.folders import Latest
from clevergo.app.errors import AppError
from clevergo.app.match.messages import SavedGame
from clevergo.files import Sighting, read_limited, write_whole
from clevergo.players.outside import found_engines
from clevergo.players.spec import PlayerKind, PlayerSpec, PlayerSpecError
from clevergo.problem import Problem, unexpected

if TYPE_CHECKING:
    from clevergo.games.record import GameRecord

logger = logging.getLogger(__name__)

_STEM = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d)-(\d\d)-\d\d")
_SIZE = re.compile(r"[0-9]{1,2}")
_MOST_LETTERS = 200
"""Of a name or a date in the list."""
HUMAN = PlayerSpec(PlayerKind.HUMAN)


class GameFile:
    """Where one window saves one game; another window may have the same file before it, and go on with it as well."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: Sighting | None = None
        self._content = b""
        self.told: Problem | None = None
        """Why the game is saved here and no longer where it was; None where it is where it was."""

    @property
    def is_begun(self) -> bool:
        """Whether it was ever read or written here; until then nobody knows whether the name is free."""
        return self._seen is not None

    @property
    def is_stale(self) -> bool:
        """Whether what lies there now is not what this game was read from, nor what was written of it last."""
        # The content has the last word: over a network a file's times may change after it was written.
        return self._seen is not None and self._seen.is_stale and self._digest() != self._content

    def look(self) -> None:
        """It is about to be read, or has just been written."""
        self._seen = Sighting(self.path)
        self._seen.look()
        self._content = self._digest()

    def _digest(self) -> bytes:
        from clevergo.games.sgf.outline import MOST_BYTES

        try:
            return hashlib.sha256(read_limited(self.path, MOST_BYTES)).digest()
        except (OSError, ValueError):
            return b""


class GameStore:
    """The folder of a person's games: one SGF file each, written again after every move."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._given: set[Path] = set()

    def new_file(self) -> Path:
        """A name no other game has; names sort by time. Nothing is written yet, so another window may give it, too."""
        path = next(path for path in self._names() if path not in self._given and not path.exists())
        self._given.add(path)
        return path

    def claim(self, path: Path) -> Path:
        """Make an empty file at ``path``, or, where somebody else has that name by now, at another; which one it is.

        OSError where it cannot be made.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        for name in itertools.chain([path], self._names()):
            try:
                os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
                return name
            except FileExistsError:
                continue
        raise AssertionError("there is always another name")

    def _names(self) -> Iterator[Path]:
        """The names for a game that begins now, the best first."""
        stem = time.strftime("%Y-%m-%d %H-%M-%S")
        for count in itertools.count(1):
            yield self._folder / (f"{stem}.sgf" if count == 1 else f"{stem}_{count:02}.sgf")

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
        from clevergo.games.formats import write_game

        with AppError.instead_of((OSError, ValueError), "game_copy" if is_copy else "game_save", path=path):
            if self.owns(path):
                self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, write_game(record, path.suffix))

    def last(self) -> Path | None:
        """The game begun last; None where there is none."""
        for path in self.files():
            with contextlib.suppress(OSError):
                if path.stat().st_size:  # whoever was killed between claiming a name and writing leaves an empty file
                    return path
        return None

    def load(self, path: Path) -> tuple[GameRecord, Problem | None]:
        """Read a game back; also what is to be said of it, where it can be shown only in part.

        AppError where the file is missing, or no game this program can show.
        """
        from clevergo.games.formats import read_game
        from clevergo.games.sgf.outline import MOST_BYTES

        with (
            AppError.instead_of(OSError, "game_read", path=path),
            AppError.instead_of(ValueError, "game_open", path=path),
        ):
            return read_game(read_limited(path, MOST_BYTES), path.suffix)


class GameLibrary:
    """What lies in the folder of saved games. ``refresh`` looks anew; ``games`` is what was found last."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._known: dict[tuple[Path, int, int], SavedGame] = {}
        """By file, the time it was changed and its size: what has not changed is not read again."""
        self._thread: threading.Thread | None = None
        self.games: tuple[SavedGame, ...] | None = None
        """The newest first; None until somebody has looked."""

    def refresh(self) -> None:
        """Look what there is; returns at once."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._look, name="game-library", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Until the last look is over."""
        if self._thread is not None:
            self._thread.join()

    def _look(self) -> None:
        found: dict[tuple[Path, int, int], SavedGame] = {}
        for path in self._store.files():
            try:
                state = path.stat()
                key = path, state.st_mtime_ns, state.st_size
                found[key] = self._known.get(key) or summary(path)
            except (OSError, ValueError) as error:
                logger.warning("%s is not listed: %s", path, error)
        self._known = found
        self.games = tuple(found.values())


def summary(path: Path) -> SavedGame:
    """What a list says of a game, without playing it through; OSError or ValueError where it is none."""
    from clevergo.games.sgf.outline import MOST_BYTES, game_of, outline_of, players_of

    game = outline_of(read_limited(path, MOST_BYTES))
    first = {name: value[:_MOST_LETTERS] for name, value in game.root.items()}
    stem = _STEM.match(path.stem)
    date = f"{stem[1]} {stem[2]}:{stem[3]}" if stem else first.get("DT", "")
    if not date:
        date = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    size = first.get("SZ", "19")
    players, played = players_of(game.root), game_of(game.root)
    is_own = own_players(players) is not None
    black, white = players if players is not None and is_own else (first.get("PB", ""), first.get("PW", ""))
    size = size.partition(":")[0]  # some write 15:15
    lines = int(size) if _SIZE.fullmatch(size) else 19
    name = "" if played is None else played.name
    return SavedGame(path, black, white, date, lines, game.moves, first.get("RE", ""), is_own, name)


@dataclass(frozen=True)
class _Opened:
    record: GameRecord | None
    file: GameFile | None
    error: Problem | None = None
    note: Problem | None = None
    """What is to be said of a game that can be shown only in part."""


class GameReader(Latest[_Opened]):
    """Reads one game at a time."""

    def __init__(self, store: GameStore) -> None:
        super().__init__("game-reader")
        self._store = store

    def read(self, source: Path | str) -> None:
        """Read the game of a file, or the one some SGF text tells of."""
        self.ask(lambda: self._opened(source))

    def _opened(self, source: Path | str) -> _Opened:
        file = GameFile(source) if isinstance(source, Path) else None
        try:
            if file is not None:
                file.look()
            record, note = self._store.load(source) if isinstance(source, Path) else _from_text(source)
            return _Opened(record, file, note=note)
        except AppError as error:
            return _Opened(None, file, error.problem)
        except Exception as error:
            logger.exception("a game could not be read")
            return _Opened(None, file, unexpected("game_unexpected", error))


def _from_text(text: str) -> tuple[GameRecord, Problem | None]:
    from clevergo.games.formats import read_game

    with AppError.instead_of(ValueError, "game_paste"):
        # With the mark of UTF-8: what the text says of its encoding held where it was copied from.
        return read_game(text.encode("utf-8-sig", "replace"))


# --- who sits at the board of a saved game: whether it is one of the person's own, and with whom it goes on ---------


def own_players(texts: tuple[str, str] | None) -> tuple[PlayerSpec, PlayerSpec] | None:
    """Black's and White's player as a file of this program's names them; None where the game was not played here."""
    if texts is None:
        return None
    try:
        PlayerSpec.parse(texts[0])
        PlayerSpec.parse(texts[1])
    except PlayerSpecError:
        return None
    return player_of(texts[0]), player_of(texts[1])


def player_of(text: str) -> PlayerSpec:
    """The player a saved game names; a person where the name is nobody's we know.

    A file may come from a stranger: of the commands that start other programs, only our own are taken from one, and
    no path at all; on Windows a path may lead to a stranger's computer.
    """
    try:
        spec = PlayerSpec.parse(text)
    except PlayerSpecError:
        return HUMAN
    is_ours = spec.command is None or spec in found_engines()
    is_path = spec.dog is not None and (spec.dog.lower().endswith(".pdparams") or spec.dog.startswith(("\\\\", "//")))
    return spec if is_ours and not is_path else HUMAN
