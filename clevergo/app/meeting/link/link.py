"""One end of a game over the network, whichever it is."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from abc import ABC, abstractmethod
from collections import deque
from pathlib import Path

from clevergo.app.meeting.link.connection import FAREWELL_SECONDS, PATIENCE
from clevergo.app.meeting.link.news import Failed, News, Unkept
from clevergo.app.meeting.store import Card, MeetingFile
from clevergo.app.meeting.words import Entry, Wish
from clevergo.problem import Problem, cause_of, unexpected

logger = logging.getLogger(__name__)


class Link(ABC):
    """One end. Its thread owns the side and the file; everybody else hands over wishes and takes news."""

    def __init__(self, folder: Path) -> None:
        """``folder``: where meetings are kept."""
        self._folder = folder
        self._file: MeetingFile | None = None
        self._path: Path | None = None
        """Of the file there is, or was."""
        self._news: deque[News] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="meeting", daemon=True)
        self._main: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; what comes of it is told as news."""
        self._thread.start()

    def take_news(self) -> list[News]:
        """What has happened since the last time, in order."""
        taken = []
        while self._news:
            taken.append(self._news.popleft())
        return taken

    def do(self, wish: Wish) -> None:
        """What the person here would like; what comes of it is told as news."""
        self._ready.wait(PATIENCE)
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._wish, wish)

    def close(self) -> None:
        """Say goodbye and end, within a second or so."""
        self._ready.wait(PATIENCE)
        loop, main = self._loop, self._main
        if loop is not None and main is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(main.cancel)
        self._thread.join(2 * FAREWELL_SECONDS + 1.0)

    def forget(self) -> None:
        """Once it has ended: nothing is kept to go on with."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _note(self, card: Card) -> None:
        """Have on the disk whom the meeting is with; a game need not end because the disk is full."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.note(card)

    def _tell(self, news: News) -> None:
        self._news.append(news)

    def _keep(self, entry: Entry) -> None:
        """Have it on the disk. A game need not end because the disk is full."""
        file = self._file
        if file is None:
            return
        try:
            file.keep(entry)
        except OSError as error:
            file.close()
            self._file = None
            self._tell(Unkept(Problem("meeting_unkept", {"cause": cause_of(error)})))

    def _run(self) -> None:
        try:
            asyncio.run(self._begin())
        except asyncio.CancelledError:
            pass
        except OSError as error:
            self._tell(Failed(Problem("meeting_network", {"cause": error.strerror or str(error)})))
        except Exception as error:
            logger.exception("the meeting has failed")
            self._tell(Failed(unexpected("meeting_failed", error)))
        finally:
            self._loop = None
            self._ready.set()
            if self._file is not None:
                self._file.close()

    async def _begin(self) -> None:
        self._loop, self._main = asyncio.get_running_loop(), asyncio.current_task()
        self._ready.set()
        await self._live()

    @abstractmethod
    async def _live(self) -> None:
        """What this end does until it is cancelled."""

    @abstractmethod
    def _wish(self, wish: Wish) -> None:
        """In the loop: do what is wished."""
