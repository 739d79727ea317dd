"""Saves games while they are played, in a thread of its own: disks may be slow, the window may not."""

from __future__ import annotations

import logging
import queue
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.library import GameStore
from clevergo.app.desk.paths import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.messages import CopySaved
from clevergo.problem import Problem, cause_of

if TYPE_CHECKING:
    from clevergo.games.record import GameRecord

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
        self._only_judged: set[Path] = set()
        """Of the games that wait: those in which nothing has happened but that somebody thought about them."""
        self.trouble: Problem | None = None
        """Why the last game handed over is not saved; None while all is well."""
        self._copies: dict[Path, GameRecord] = {}
        self._copied: queue.SimpleQueue[CopySaved] = queue.SimpleQueue()

    def put(self, path: Path, record: GameRecord, only_judged: bool = False) -> None:
        """Have the game as it stands now written to ``path``; returns at once.

        ``only_judged``: all that has changed is what is thought of the game, so it counts as the one it was.
        """
        with self._news:
            if not only_judged:
                self._only_judged.discard(path)
            elif path not in self._waiting:
                self._only_judged.add(path)
            self._hand_over(self._waiting, path, record)

    def put_copy(self, path: Path, record: GameRecord) -> None:
        """Have the game written to another file, once; :meth:`copied` tells how that went. Returns at once."""
        self._hand_over(self._copies, path, record)

    def copied(self) -> CopySaved | None:
        """A copy that was written, or could not be, since the last question; each is told once."""
        return None if self._copied.empty() else self._copied.get()

    def _hand_over(self, pile: dict[Path, GameRecord], path: Path, record: GameRecord) -> None:
        copy = record.copy()
        with self._news:
            pile[path] = copy
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="game-keeper", daemon=True)
                self._thread.start()
            self._news.notify_all()

    def flush(self, seconds: float) -> bool:
        """Wait until everything is written, at most so long; whether it is."""
        with self._news:
            return self._news.wait_for(lambda: not self._waiting and not self._copies and not self._busy, seconds)

    def _work(self) -> None:
        while True:
            with self._news:
                self._busy = False
                self._news.notify_all()
                self._news.wait_for(lambda: bool(self._waiting or self._copies))
                self._busy = True
                is_copy = not self._waiting  # the game itself comes first
                pile = self._copies if is_copy else self._waiting
                path = next(iter(pile))
                record = pile.pop(path)
                only_judged = not is_copy and path in self._only_judged
                self._only_judged.discard(path)
            self._write_copy(path, record) if is_copy else self._write(path, record, only_judged)

    def _write_copy(self, path: Path, record: GameRecord) -> None:
        try:
            self._store.save(path, record, is_copy=True)
            self._copied.put(CopySaved(path))
        except AppError as error:
            logger.warning("%s", error)
            self._copied.put(CopySaved(path, error.problem))
        except Exception as error:  # this thread writes the games to come, too
            logger.exception("a copy is not written")
            self._copied.put(CopySaved(path, Problem("cannot_write", {"path": path, "cause": cause_of(error)})))

    def _write(self, path: Path, record: GameRecord, only_judged: bool) -> None:
        try:
            self._store.save(path, record)
            self.trouble = None
        except AppError as error:
            logger.warning("%s", error)
            self.trouble = error.problem
        except Exception as error:  # the same
            logger.exception("a game is not written")
            self.trouble = Problem("cannot_write", {"path": path, "cause": cause_of(error)})
        if record.outcome is None or not record.moves or not self._store.owns(path):
            return
        row = self._rows.get(path)
        if only_judged and row is None:
            return  # finished, and put into the list, on another day
        try:
            self._rows[path] = self._kennel.record_game(record, row=row)
        except AppError as error:
            logger.warning("the game is kept as a file only: %s", error)
        except Exception:  # the same
            logger.exception("the game is kept as a file only")
