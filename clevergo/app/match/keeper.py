"""Saves games while they are played, in a thread of its own: disks may be slow, the window may not."""

from __future__ import annotations

import enum
import logging
import queue
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.library import GameFile, GameStore
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.messages import CopySaved
from clevergo.problem import Problem, cause_of

if TYPE_CHECKING:
    from clevergo.games.record import GameRecord

logger = logging.getLogger(__name__)

_AGAIN_SECONDS = 5.0
"""How long after a game could not be written that is tried again."""


class Change(enum.IntEnum):
    """What has happened to a game since it was written; of several changes the highest counts."""

    JUDGED = 1
    """Somebody thought about it, or a player is called otherwise: nothing that a person would miss."""
    NOTED = 2
    """Something was written or drawn in it; it counts as the game it was."""
    PLAYED = 3
    """It has gone on."""


@dataclass(frozen=True)
class _State:
    """A game as it is to be written."""

    record: GameRecord
    change: Change

    def after(self, earlier: _State | None) -> _State:
        """The same where an earlier state was never written."""
        return self if earlier is None else _State(self.record, max(self.change, earlier.change))


class GameKeeper:
    """Writes the latest state of each game handed to it, and puts finished games into the kennel's list.

    What cannot be written is tried again until it can. A file that another window has written since this one read it
    is left to that window: what was played here goes on in a file of its own.
    """

    def __init__(self, store: GameStore, kennel: Kennel) -> None:
        self._store = store
        self._kennel = kennel
        self._news = threading.Condition()
        self._waiting: dict[GameFile, _State] = {}
        self._failed: dict[GameFile, _State] = {}
        """What could not be written, and is tried again."""
        self._busy = False
        self._thread: threading.Thread | None = None
        self._rows: dict[Path, int] = {}
        self._written: dict[Path, GameFile] = {}
        """By which game each file was written here last: one may be opened anew while it is still being written."""
        self.trouble: Problem | None = None
        """Why a game handed over is not saved, or not where it was; None while all is well."""
        self._copies: dict[Path, GameRecord] = {}
        self._copied: queue.SimpleQueue[CopySaved] = queue.SimpleQueue()

    def put(self, file: GameFile, record: GameRecord, change: Change = Change.PLAYED) -> None:
        """Have the game as it stands now written to ``file``; returns at once."""
        state = _State(record.copy(), change)
        with self._news:
            self._waiting[file] = state.after(self._failed.pop(file, None)).after(self._waiting.get(file))
            self._wake()

    def put_copy(self, path: Path, record: GameRecord) -> None:
        """Have the game written to another file, once; :meth:`copied` tells how that went. Returns at once."""
        copy = record.copy()
        with self._news:
            self._copies[path] = copy
            self._wake()

    def copied(self) -> CopySaved | None:
        """A copy that was written, or could not be, since the last question; each is told once."""
        return None if self._copied.empty() else self._copied.get()

    def flush(self, seconds: float) -> bool:
        """Write all there is, what could not be written before too, waiting for that at most so long; whether it is."""
        with self._news:
            if self._failed:
                self._try_again()
                self._wake()
            is_done = self._news.wait_for(lambda: not self._waiting and not self._copies and not self._busy, seconds)
            return is_done and not self._failed

    # --- the thread -------------------------------------------------------------------------------------

    def _wake(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="game-keeper", daemon=True)
            self._thread.start()
        self._news.notify_all()

    def _try_again(self) -> None:
        self._waiting, self._failed = {**self._failed, **self._waiting}, {}

    def _work(self) -> None:
        while True:
            with self._news:
                self._busy = False
                self._news.notify_all()
                patience = _AGAIN_SECONDS if self._failed else None
                if not self._news.wait_for(lambda: bool(self._waiting or self._copies), patience):
                    self._try_again()
                self._busy = True
                if self._waiting:  # the game itself comes first
                    file = next(iter(self._waiting))
                    work = partial(self._write, file, self._waiting.pop(file))
                else:
                    path = next(iter(self._copies))
                    work = partial(self._write_copy, path, self._copies.pop(path))
            work()

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

    def _write(self, file: GameFile, state: _State) -> None:
        try:
            if not self._find_place(file, state.change):
                return
            self._store.save(file.path, state.record)
            file.look()
            self._written[file.path] = file
            with self._news:
                if self._failed:
                    self._try_again()  # there is room again, or so it seems
                else:
                    self.trouble = file.told
        except AppError as error:
            is_known, self.trouble = error.problem == self.trouble, error.problem
            with self._news:
                newer = self._waiting.get(file)
                if newer is None:
                    self._failed[file] = state
                else:
                    self._waiting[file] = newer.after(state)
            if is_known:
                return
            logger.warning("%s", error)
        except Exception as error:  # the same; it would be no different another time
            logger.exception("a game is not written")
            self.trouble = Problem("cannot_write", {"path": file.path, "cause": cause_of(error)})
        self._put_into_list(file.path, state)

    def _find_place(self, file: GameFile, change: Change) -> bool:
        """Make sure that nobody else's game is written over; False where this one is not worth a file of its own.

        AppError where there is no place.
        """
        with AppError.instead_of(OSError, "game_save", path=file.path):
            if not file.is_begun:
                file.path = self._store.claim(file.path)
                file.look()
                return True
            own, theirs = self._written.get(file.path), file.path
            if not file.is_stale or (own is not None and not own.is_stale):
                return True
            logger.info("another window goes on with %s", theirs)
            if change is Change.JUDGED:
                return False
            file.path = self._store.claim(self._store.new_file())
            file.look()
            file.told = Problem("game_elsewhere", {"path": theirs, "own": file.path})
            if theirs in self._rows:
                self._rows[file.path] = self._rows.pop(theirs)
            return True

    def _put_into_list(self, path: Path, state: _State) -> None:
        record = state.record
        if record.outcome is None or not record.moves or not self._store.owns(path):
            return
        row = self._rows.get(path)
        if state.change is not Change.PLAYED and row is None:
            return  # finished, and put into the list, on another day
        try:
            self._rows[path] = self._kennel.record_game(record, row=row)
        except AppError as error:
            logger.warning("the game is kept as a file only: %s", error)
        except Exception:  # the same
            logger.exception("the game is kept as a file only")
