"""Saves games while they are played, in a thread of its own: disks may be slow, the window may not."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.kennel import Kennel
from clevergo.app.messages import MatchError
from clevergo.app.paths import AppError
from clevergo.app.storage import GameStore

if TYPE_CHECKING:
    from clevergo.go.record import GameRecord

logger = logging.getLogger(__name__)


class GameKeeper:
    """Writes the latest state of each game handed to it, and puts finished games into the kennel's list."""

    def __init__(self, store: GameStore, kennel: Kennel) -> None:
        self._store = store
        self._kennel = kennel
        self._news = threading.Condition()
        self._waiting: dict[Path, GameRecord] = {}
        self._busy = False
        self._thread: threading.Thread | None = None
        self._rows: dict[Path, int] = {}
        self._trouble: MatchError | None = None

    @property
    def trouble(self) -> MatchError | None:
        """Why the last game handed over is not saved; None while all is well."""
        return self._trouble

    def put(self, path: Path, record: GameRecord) -> None:
        """Have the game as it stands now written to ``path``; returns at once."""
        copy = record.copy()
        with self._news:
            self._waiting[path] = copy
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="game-keeper", daemon=True)
                self._thread.start()
            self._news.notify_all()

    def flush(self, seconds: float) -> bool:
        """Wait until everything is written, at most so long; whether it is."""
        with self._news:
            return self._news.wait_for(lambda: not self._waiting and not self._busy, seconds)

    def _work(self) -> None:
        while True:
            with self._news:
                self._busy = False
                self._news.notify_all()
                self._news.wait_for(lambda: bool(self._waiting))
                self._busy = True
                path = next(iter(self._waiting))
                record = self._waiting.pop(path)
            self._write(path, record)

    def _write(self, path: Path, record: GameRecord) -> None:
        try:
            self._store.save(path, record)
            self._trouble = None
        except AppError as error:
            logger.warning("%s", error)
            self._trouble = MatchError(str(error))
        if record.outcome is None or not record.moves or not self._store.owns(path):
            return
        try:
            self._rows[path] = self._kennel.record_game(record, row=self._rows.get(path))
        except AppError as error:
            logger.warning("the game is kept as a file only: %s", error)
