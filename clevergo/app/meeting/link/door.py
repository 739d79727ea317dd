"""The door at the host's end: who gets in, and what is done with whoever is inside."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import time
from abc import abstractmethod
from pathlib import Path

from websockets.asyncio.server import serve

from clevergo.app.meeting.limits import Bucket, Buckets
from clevergo.app.meeting.link.connection import BROKEN, LIMITS, SUBPROTOCOL, Connection, hear, messages_on
from clevergo.app.meeting.link.link import Link
from clevergo.app.meeting.link.news import Listening
from clevergo.app.meeting.proof import Handshake, Seal, SealError, new_nonce
from clevergo.app.meeting.words import (
    FROM_GUEST,
    KNOCKS,
    VERSION,
    Act,
    Bye,
    Closed,
    Greeting,
    Hello,
    NotAMessageError,
    Opened,
    write,
)

logger = logging.getLogger(__name__)

_STRANGERS = 8
"""So many may be at the door at a time."""
_TRIES, _TRIES_PER_SECOND = 5, 0.1
_TALK, _TALK_PER_SECOND = 60, 20.0
_MOST_ADDRESSES = 256
_TICK_SECONDS = 0.1
_PENALTY_SECONDS = 1.0


class DoorLink(Link):
    """Lets in who knows the code, a few at a time and not too often, and leaves whoever talks nonsense or too much."""

    def __init__(self, folder: Path, key: bytes, salt: str, interface: str, port: int) -> None:
        """``interface``: the address to listen at; empty: all of them."""
        super().__init__(folder)
        self._key, self._salt = key, salt
        self._interface, self._port = interface or None, port
        self._strangers = 0
        self._tries = Buckets(_MOST_ADDRESSES, _TRIES, _TRIES_PER_SECOND, time.monotonic)

    # --- who is inside ---

    @abstractmethod
    def _welcome(self, connection: Connection, said: Seal, hello: Hello) -> str:
        """Somebody who knows the code says who they are; why they cannot stay, empty where they can."""

    @abstractmethod
    def _is_inside(self, connection: Connection) -> bool:
        """Whether this is still the line of somebody who was welcomed: a later one of theirs takes its place."""

    @abstractmethod
    def _deal_with(self, connection: Connection, message: Act | Bye) -> None:
        """Do what was said."""

    @abstractmethod
    def _leave(self, connection: Connection) -> None:
        """The line is no more."""

    @abstractmethod
    def _look(self) -> None:
        """Called often: what happens by itself."""

    @abstractmethod
    async def _say_goodbye(self) -> None:
        """To everybody who is here."""

    def _listens_at(self, port: int) -> None:
        """The door is open there."""

    # --- the door ---

    async def _live(self) -> None:
        try:
            await self._serve(self._port)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES) or not self._port:
                raise
            await self._serve(0)  # somebody waits there already, another program on this computer, or may

    async def _serve(self, port: int) -> None:
        async with serve(
            self._receive,
            self._interface,
            port,
            subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
            server_header=None,
            **LIMITS,  # type: ignore[arg-type]
        ) as server:
            # Where any free port will do, each kind of address has one of its own; those that are told are of IPv4.
            doors = sorted(server.sockets, key=lambda door: door.family != socket.AF_INET)
            self._port = doors[0].getsockname()[1]
            self._listens_at(self._port)
            self._tell(Listening(self._port))
            try:
                while True:
                    await asyncio.sleep(_TICK_SECONDS)
                    self._look()
            finally:
                await self._say_goodbye()

    async def _receive(self, connection: Connection) -> None:
        """A connection, from its first byte to its last."""
        address = (connection.remote_address or ("",))[0]
        if self._strangers >= _STRANGERS or not self._tries.take(address):
            return
        self._strangers += 1
        try:
            seals = await self._open_door(connection)
        except (*BROKEN, NotAMessageError) as error:
            logger.info("somebody did not get in: %s", error)
            return
        finally:
            self._strangers -= 1
        if seals is not None:
            self._tries.give_back(address)  # who knows the code may come back as often as the line is cut
            await self._listen(connection, *seals)

    async def _open_door(self, connection: Connection) -> tuple[Seal, Seal] | None:
        """What is heard and what is said are sealed with these from now on; None: no."""
        nonce = new_nonce()
        await connection.send(write(Greeting(VERSION, self._salt, nonce)))
        knock = KNOCKS.read(await hear(connection))
        if knock.version != VERSION:
            await connection.send(write(Closed("version")))
            return None
        handshake = Handshake(self._key, nonce, knock.nonce)
        if not handshake.is_proven(knock.proof, by_host=False):
            await asyncio.sleep(_PENALTY_SECONDS)
            await connection.send(write(Closed("code")))
            return None
        await connection.send(write(Opened(handshake.proof(by_host=True))))
        return handshake.seal(by_host=False), handshake.seal(by_host=True)

    async def _listen(self, connection: Connection, heard: Seal, said: Seal) -> None:
        bucket = Bucket(_TALK, _TALK_PER_SECOND, time.monotonic)
        is_first = True
        try:
            async for data in messages_on(connection, heard):
                message = FROM_GUEST.read(data)
                if not bucket.take():
                    logger.info("the guest talks too much")
                    break
                if isinstance(message, Hello) is not is_first:
                    raise NotAMessageError("hello comes first, and once")
                if isinstance(message, Hello):
                    is_first = False
                    reason = self._welcome(connection, said, message)
                    if reason:
                        await connection.send(said.close(write(Closed(reason))))  # type: ignore[arg-type]
                        break
                elif not self._is_inside(connection):
                    break  # somebody has come in with the same code: it was taken over
                else:
                    self._deal_with(connection, message)
                    if isinstance(message, Bye):
                        break
        except (*BROKEN, SealError, NotAMessageError) as error:
            logger.info("the guest is gone: %s", error)
        finally:
            self._leave(connection)
