"""The end of whoever comes to a host, alone or to a tournament."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidURI

from clevergo.app.meeting.ledger import RefusedError
from clevergo.app.meeting.link.connection import BROKEN, LIMITS, SUBPROTOCOL, Connection, hear, messages_on
from clevergo.app.meeting.link.link import Link
from clevergo.app.meeting.link.news import Failed, Present, Unkept
from clevergo.app.meeting.link.voice import Voice
from clevergo.app.meeting.proof import Handshake, Seal, SealError, key_of, mark_of, new_nonce
from clevergo.app.meeting.sides import Guest
from clevergo.app.meeting.store import Card, MeetingFile
from clevergo.app.meeting.words import (
    FROM_HOST,
    GREETINGS,
    OPENINGS,
    VERSION,
    Clocks,
    Closed,
    Entrants,
    FromGuest,
    FromHost,
    Knock,
    NotAMessageError,
    Refused,
    Scores,
    Welcome,
    Wish,
    write,
)
from clevergo.problem import Problem, cause_of

if TYPE_CHECKING:
    from clevergo.app.meeting.finder import Finder

logger = logging.getLogger(__name__)

_AGAIN_SECONDS, _AGAIN_MOST = 0.25, 3.0
_LOOK_SECONDS = 1.0
"""How long the pause between tries is before it looks on the network where the host may be."""
_HELD_SECONDS = 15.0
"""How long after a line died a host may still take it for one of somebody who is there."""


class GuestLink(Link):
    """Goes to the host, and goes again whenever the line is cut, until it is closed.

    A host that is not where it was is looked for on the network. Whoever says to be it is nobody until they have shown
    that they know the key; before that, nothing they say ends the game.
    """

    def __init__(self, guest: Guest, address: str, folder: Path, code: str = "", card: Card | None = None) -> None:
        """``address``: ``host:port``. The ``code`` as it was typed, or the ``card`` of a meeting gone on with."""
        super().__init__(folder)
        self._guest, self._address, self._code = guest, address, code
        self._card = card
        self._file = None if card is None else MeetingFile(folder, card)
        self._path = None if self._file is None else self._file.path
        self._keys: dict[str, bytes] = {} if card is None else {card.salt: bytes.fromhex(card.key)}
        """By salt."""
        self._salt = "" if card is None else card.salt
        self._voice: Voice | None = None
        self._lost = -math.inf
        """When the latest line on which the host was there was lost."""
        self._finder: Finder | None = None

    async def _live(self) -> None:
        pause = _AGAIN_SECONDS
        try:
            while True:
                await self._call_at(self._address)
                if self._voice is None and pause >= _LOOK_SECONDS:
                    await self._look_elsewhere()
                if self._voice is not None:  # the host was there: it may soon be again
                    pause = _AGAIN_SECONDS
                self._lose()
                await asyncio.sleep(pause)
                pause = min(2 * pause, _AGAIN_MOST)
        except (NotAMessageError, RefusedError) as error:
            self._tell(Failed(Problem("meeting_nonsense", {"cause": str(error)})))
        except _ClosedError as error:
            self._tell(Failed(Problem(f"meeting_{error.reason}")))
        except (InvalidURI, ValueError):  # from whoever takes an address apart, each in its own way
            self._tell(Failed(Problem("meeting_address", {"found": self._address})))
        finally:
            self._look_away()

    async def _look_elsewhere(self) -> None:
        """Visit the host where it was before, or where the network says it is now."""
        if self._file is None:
            return  # it has never been found yet
        if self._finder is None:
            from clevergo.app.meeting.finder import LOOPBACK, Finder

            is_here = self._address.startswith((*LOOPBACK, "localhost"))
            self._finder = Finder(LOOPBACK if is_here else ())
        before = () if self._card is None else (self._card.address,)
        for address in (*before, *self._finder.marked(mark_of(self._keys[self._salt]))):
            if address != self._address:
                await self._call_at(address)
            if self._voice is not None:
                return

    async def _call_at(self, address: str) -> None:
        """Visit whoever is there, if anybody is; once the host is known, nobody counts who has not shown its key."""
        try:
            await self._visit(address)
        except (*BROKEN, SealError) as error:
            logger.info("the host is not at %s: %s", address, error)
        except RefusedError:
            raise
        except (InvalidURI, ValueError, _ClosedError) as error:
            if isinstance(error, _ClosedError) and self._is_own_chair(error.reason):
                self._voice = None  # nobody was welcomed, so nobody is lost; the next try waits longer
                logger.info("the host has not noticed yet that the line before is dead")
                return
            if self._voice is not None or self._file is None:
                raise
            logger.info("somebody else is at %s: %s", address, error)

    def _is_own_chair(self, reason: str) -> bool:
        """Whether the chair may be taken by this guest: their hello came on a line that died before the welcome."""
        is_new = not self._guest.meeting  # whoever has been welcomed says so, and is let in whatever the host holds
        return reason == "busy" and is_new and time.monotonic() < self._lost + _HELD_SECONDS

    def _look_away(self) -> None:
        if self._finder is not None:
            self._finder.close()
            self._finder = None

    async def _visit(self, address: str) -> None:
        """One connection, from the first byte to the last."""
        async with connect(
            f"ws://{address}/",
            subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
            user_agent_header=None,
            proxy=None,
            **LIMITS,
        ) as connection:
            heard, said = await self._knock(connection)
            voice = self._voice = Voice(connection, said)
            self._look_away()
            self._move_to(address)
            voice.say([self._guest.hello()])
            try:
                async for data in messages_on(connection, heard):
                    self._take(FROM_HOST.read(data))
            except asyncio.CancelledError:
                await voice.say_goodbye()
                raise
            finally:
                voice.stop()

    def _move_to(self, address: str) -> None:
        """The host is there now, proven: on another day too."""
        self._address = address
        if self._card is not None and address != self._card.address:
            self._card = msgspec.structs.replace(self._card, address=address)
            self._note(self._card)

    async def _knock(self, connection: Connection) -> tuple[Seal, Seal]:
        greeting = GREETINGS.read(await hear(connection))
        if isinstance(greeting, Closed):
            raise _ClosedError(greeting.reason)
        if greeting.version != VERSION:
            raise _ClosedError("version")
        nonce = new_nonce()
        handshake = Handshake(await self._key(greeting.salt), greeting.nonce, nonce)
        await connection.send(write(Knock(VERSION, nonce, handshake.proof(by_host=False))))
        opened = OPENINGS.read(await hear(connection))
        if isinstance(opened, Closed):
            raise _ClosedError(opened.reason)
        if not handshake.is_proven(opened.proof, by_host=True):
            raise _ClosedError("code")
        return handshake.seal(by_host=True), handshake.seal(by_host=False)

    async def _key(self, salt: str) -> bytes:
        key = self._keys.get(salt)
        if key is None:
            if self._file is not None:
                raise SealError("somebody else waits where the host did")
            if not self._code:
                raise _ClosedError("code")
            key = self._keys[salt] = await asyncio.to_thread(key_of, self._code, salt)
        self._salt = salt
        return key

    def _take(self, message: FromHost) -> None:
        if isinstance(message, Closed):
            raise _ClosedError(message.reason)
        answer, entry = self._guest.hear(message)
        if entry is not None:
            self._keep(entry)
            self._tell(entry)
        elif isinstance(message, Welcome):
            if self._file is None:
                self._file = self._open_file(message)
            self._tell(Present(True, message.name, message.player, self._guest.is_waiting))
        elif isinstance(message, (Refused, Clocks, Entrants, Scores)):
            self._tell(message)
        self._send(answer)

    def _open_file(self, host: Welcome) -> MeetingFile | None:
        guest, key = self._guest, self._keys[self._salt].hex()
        names = guest.name, guest.player, self._address, 0, host.name, host.player
        try:
            self._card = Card(host.meeting, False, key, self._salt, *names)
            file = MeetingFile(self._folder, self._card)
            self._path = file.path
            return file
        except OSError as error:
            self._tell(Unkept(Problem("meeting_unkept", {"cause": cause_of(error)})))
            return None

    def _lose(self) -> None:
        if self._voice is not None:
            self._voice = None
            self._lost = time.monotonic()
            self._guest.lose()
            self._tell(Present(False))

    def _wish(self, wish: Wish) -> None:
        try:
            self._send(self._guest.do(wish))
        except RefusedError as error:
            self._tell(Refused(0, error.reason))

    def _send(self, messages: Iterable[FromGuest]) -> None:
        if self._voice is not None:
            self._voice.say(messages)


class _ClosedError(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
