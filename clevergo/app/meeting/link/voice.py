"""What is said on a connection."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from typing import TypeAlias

from clevergo.app.meeting.link.connection import BROKEN, FAREWELL_SECONDS, Connection
from clevergo.app.meeting.proof import Seal
from clevergo.app.meeting.words import Bye, FromGuest, FromHost, write

_MOST_UNSAID = 25_000
Said: TypeAlias = "FromHost | FromGuest"


class Voice:
    """What is said on one connection: sealed, in order, without waiting for who says it."""

    def __init__(self, connection: Connection, seal: Seal) -> None:
        self.connection = connection
        self._seal = seal
        self._to_say: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._talking = asyncio.get_running_loop().create_task(self._talk())

    def say(self, messages: Iterable[Said]) -> None:
        """To be sent after what was said before. Who does not listen is left."""
        for message in messages:
            self._to_say.put_nowait(write(message))
        if self._to_say.qsize() > _MOST_UNSAID:
            self._talking.cancel()
            self.connection.transport.abort()

    async def say_goodbye(self) -> None:
        """Say what is left, that this is all, and hang up."""
        self.say([Bye()])
        self._to_say.put_nowait(None)
        with contextlib.suppress(*BROKEN):
            await asyncio.wait_for(self._talking, FAREWELL_SECONDS)
        await self.connection.close()

    async def _talk(self) -> None:
        with contextlib.suppress(*BROKEN):  # whoever listens on the same connection hears of it as well
            while (message := await self._to_say.get()) is not None:
                await self.connection.send(self._seal.close(message))

    def hang_up(self) -> None:
        """Leave whoever is there without a word."""
        self.stop()
        self.connection.transport.abort()

    def stop(self) -> None:
        """Nobody is there any more."""
        self._talking.cancel()
