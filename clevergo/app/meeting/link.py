"""The network between the two ends of a game: WebSockets, in a thread of their own.

Only this module knows of sockets. What has come is put where :meth:`Link.take_news` takes it from, and what is wished
is handed over; neither waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from clevergo.app.match.clock import game_time
from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.limits import Bucket, Buckets
from clevergo.app.meeting.proof import HEAD, Handshake, Seal, SealError, key_of, mark_of, new_nonce
from clevergo.app.meeting.sides import Guest, Host
from clevergo.app.meeting.store import Card, MeetingFile
from clevergo.app.meeting.words import (
    FROM_GUEST,
    FROM_HOST,
    GREETINGS,
    KNOCKS,
    LONGEST,
    OPENINGS,
    VERSION,
    Act,
    Bye,
    Clocks,
    Closed,
    Entrants,
    Entry,
    FromGuest,
    FromHost,
    Greeting,
    Hello,
    Knock,
    NotAMessageError,
    Opened,
    Refused,
    Scores,
    Welcome,
    Wish,
    write,
)
from clevergo.problem import Problem, cause_of, unexpected

if TYPE_CHECKING:
    from clevergo.app.meeting.finder import Announcement, Finder

logger = logging.getLogger(__name__)

SUBPROTOCOL = "clevergo-meeting"
Line: TypeAlias = ServerConnection
"""A connection, as the host has it."""
_PATIENCE = 5.0
"""Seconds for each step before somebody is trusted."""
_PING_SECONDS, _PONG_SECONDS = 4.0, 8.0
"""How soon it is noticed that the other has gone without a word."""
_STRANGERS = 8
"""So many may be at the door at a time."""
_TRIES, _TRIES_PER_SECOND = 5, 0.1
_TALK, _TALK_PER_SECOND = 60, 20.0
_MOST_ADDRESSES = 256
_TICK_SECONDS, _CLOCKS_SECONDS = 0.1, 2.0
_AGAIN_SECONDS, _AGAIN_MOST = 0.25, 3.0
_ALONE_SECONDS = 2.0
"""How long a host waits for a guest that was there before it tells the network where it is ..."""
_ANNOUNCED_SECONDS = 20.0
"""... for so long at a time, as addresses may change ..."""
_LOOK_SECONDS = 1.0
"""... and how long the pause between a guest's tries is before it looks on the network where the host may be."""
_FAREWELL_SECONDS = 0.5
_PENALTY_SECONDS = 1.0
_MOST_UNSAID = 25_000
_BROKEN = (ConnectionClosed, OSError, TimeoutError, InvalidHandshake, EOFError)
_LIMITS: dict[str, Any] = {
    "compression": None,
    "max_size": HEAD + LONGEST,
    "max_queue": 8,
    "open_timeout": _PATIENCE,
    "ping_interval": _PING_SECONDS,
    "ping_timeout": _PONG_SECONDS,
    "close_timeout": _FAREWELL_SECONDS,
}


@dataclass(frozen=True)
class Listening:
    """The host waits at this port."""

    port: int


@dataclass(frozen=True)
class Present:
    """Whether the other is there; who that is, as they say."""

    is_here: bool
    name: str = ""
    player: str = ""
    is_waiting: bool = False
    """Whether something was wished here of which nobody knows yet what becomes of it."""


@dataclass(frozen=True)
class Failed:
    """It is over with this meeting, as far as this end can tell."""

    reason: Problem


@dataclass(frozen=True)
class Unkept:
    """The game goes on, but from here on nobody can go on with it after this program ends."""

    reason: Problem


Said: TypeAlias = "FromHost | FromGuest"
News: TypeAlias = "Listening | Present | Failed | Unkept | Entry | Refused | Clocks | Entrants | Scores"
"""What a link tells; entries come in order, each once."""


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
        self._ready.wait(_PATIENCE)
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._wish, wish)

    def close(self) -> None:
        """Say goodbye and end, within a second or so."""
        self._ready.wait(_PATIENCE)
        loop, main = self._loop, self._main
        if loop is not None and main is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(main.cancel)
        self._thread.join(2 * _FAREWELL_SECONDS + 1.0)

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


class Voice:
    """What is said on one connection: sealed, in order, without waiting for who says it."""

    def __init__(self, connection: ServerConnection | ClientConnection, seal: Seal) -> None:
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
        with contextlib.suppress(*_BROKEN):
            await asyncio.wait_for(self._talking, _FAREWELL_SECONDS)
        await self.connection.close()

    async def _talk(self) -> None:
        with contextlib.suppress(*_BROKEN):  # whoever listens on the same connection hears of it as well
            while (message := await self._to_say.get()) is not None:
                await self.connection.send(self._seal.close(message))

    def hang_up(self) -> None:
        """Leave whoever is there without a word."""
        self.stop()
        self.connection.transport.abort()

    def stop(self) -> None:
        """Nobody is there any more."""
        self._talking.cancel()


# --- the host's end ----------------------------------------------------------------------------------------


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
    def _welcome(self, connection: ServerConnection, said: Seal, hello: Hello) -> str:
        """Somebody who knows the code says who they are; why they cannot stay, empty where they can."""

    @abstractmethod
    def _is_inside(self, connection: ServerConnection) -> bool:
        """Whether this is still the line of somebody who was welcomed: a later one of theirs takes its place."""

    @abstractmethod
    def _deal_with(self, connection: ServerConnection, message: Act | Bye) -> None:
        """Do what was said."""

    @abstractmethod
    def _leave(self, connection: ServerConnection) -> None:
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
            **_LIMITS,  # type: ignore[arg-type]
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

    async def _receive(self, connection: ServerConnection) -> None:
        """A connection, from its first byte to its last."""
        address = (connection.remote_address or ("",))[0]
        if self._strangers >= _STRANGERS or not self._tries.take(address):
            return
        self._strangers += 1
        try:
            seals = await self._open_door(connection)
        except (*_BROKEN, NotAMessageError) as error:
            logger.info("somebody did not get in: %s", error)
            return
        finally:
            self._strangers -= 1
        if seals is not None:
            self._tries.give_back(address)  # who knows the code may come back as often as the line is cut
            await self._listen(connection, *seals)

    async def _open_door(self, connection: ServerConnection) -> tuple[Seal, Seal] | None:
        """What is heard and what is said are sealed with these from now on; None: no."""
        nonce = new_nonce()
        await connection.send(write(Greeting(VERSION, self._salt, nonce)))
        knock = KNOCKS.read(await _hear(connection))
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

    async def _listen(self, connection: ServerConnection, heard: Seal, said: Seal) -> None:
        bucket = Bucket(_TALK, _TALK_PER_SECOND, time.monotonic)
        is_first = True
        try:
            async for data in _messages(connection, heard):
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
        except (*_BROKEN, SealError, NotAMessageError) as error:
            logger.info("the guest is gone: %s", error)
        finally:
            self._leave(connection)


class HostLink(DoorLink):
    """One guest at a time; whoever comes back has lost the line before."""

    def __init__(self, ledger: Ledger, card: Card, folder: Path, interface: str = "") -> None:
        """``ledger``: what has happened already. ``interface``: the address to listen at; empty: all of them."""
        super().__init__(folder, bytes.fromhex(card.key), card.salt, interface, card.port)
        self._file = MeetingFile(folder, card)
        self._path, self._card = self._file.path, card
        self._host = Host(ledger, card.meeting, card.name, card.player, game_time(), self._keep)
        self._voice: Voice | None = None
        self._told = time.monotonic()
        self._alone = time.monotonic()
        """Since when nobody is here."""
        self._announcement: Announcement | None = None
        self._announced = 0.0

    def _look(self) -> None:
        self._be_found()
        self._happened(self._host.look_at_clock())
        clocks = self._host.clocks
        if clocks is not None and time.monotonic() >= self._told + _CLOCKS_SECONDS:
            self._told = time.monotonic()
            self._happened([clocks])

    def _listens_at(self, port: int) -> None:
        if port != self._card.port:  # who goes on another day looks here first
            self._card = msgspec.structs.replace(self._card, port=port)
            self._note(self._card)

    def _be_found(self) -> None:
        """A guest that was here before may look for this computer where it no longer is."""
        now = time.monotonic()
        if self._voice is not None:
            self._alone = now
            self._take_back()
        elif self._announcement is not None and now >= self._announced + _ANNOUNCED_SECONDS:
            self._take_back()  # this computer may have another address since
        elif self._announcement is None and self._card.other and now >= self._alone + _ALONE_SECONDS:
            self._announced = now
            from clevergo.app.meeting.finder import Announcement

            interfaces = (self._interface,) if self._interface else ()
            mark = mark_of(self._key)
            self._announcement = Announcement(new_nonce(), "", "", self._port, interfaces, mark=mark)

    def _take_back(self) -> None:
        if self._announcement is not None:
            self._announcement.close()
            self._announcement = None

    async def _say_goodbye(self) -> None:
        self._take_back()
        voice, self._voice = self._voice, None
        if voice is not None:
            await voice.say_goodbye()

    def _wish(self, wish: Wish) -> None:
        try:
            self._happened(self._host.do(wish))
        except RefusedError as error:
            self._tell(Refused(0, error.reason))

    def _happened(self, messages: Iterable[FromHost]) -> None:
        """Tell both the person here and the guest."""
        told = list(messages)
        for message in told:
            if isinstance(message, (Entry, Clocks)):
                self._tell(message)
        if self._voice is not None:
            self._voice.say(told)

    def _welcome(self, connection: ServerConnection, said: Seal, hello: Hello) -> str:
        here = self._host.guest if self._host.is_here else None
        if here is not None and hello.meeting != self._host.meeting:
            return "busy"  # somebody else knows the code as well, and came later; two may have the same name
        card = msgspec.structs.replace(self._card, other=hello.name, against=hello.player)
        if card != self._card:
            self._card = card
            self._note(card)
        before, self._voice = self._voice, Voice(connection, said)
        if before is not None:
            before.hang_up()
        self._tell(Present(True, hello.name, hello.player))
        self._voice.say(self._host.hear(hello))
        return ""

    def _is_inside(self, connection: ServerConnection) -> bool:
        return self._voice is not None and self._voice.connection is connection

    def _deal_with(self, connection: ServerConnection, message: Act | Bye) -> None:
        self._happened(self._host.hear(message))

    def _leave(self, connection: ServerConnection) -> None:
        if self._voice is not None and self._voice.connection is connection:
            self._voice.stop()
            self._voice = None
            self._host.lose()
            self._tell(Present(False))


# --- the guest's end ---------------------------------------------------------------------------------------


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
        except (*_BROKEN, SealError) as error:
            logger.info("the host is not at %s: %s", address, error)
        except RefusedError:
            raise
        except (InvalidURI, ValueError, _ClosedError) as error:
            if self._voice is not None or self._file is None:
                raise
            logger.info("somebody else is at %s: %s", address, error)

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
            **_LIMITS,
        ) as connection:
            heard, said = await self._knock(connection)
            voice = self._voice = Voice(connection, said)
            self._look_away()
            self._move_to(address)
            voice.say([self._guest.hello()])
            try:
                async for data in _messages(connection, heard):
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

    async def _knock(self, connection: ClientConnection) -> tuple[Seal, Seal]:
        greeting = GREETINGS.read(await _hear(connection))
        if isinstance(greeting, Closed):
            raise _ClosedError(greeting.reason)
        if greeting.version != VERSION:
            raise _ClosedError("version")
        nonce = new_nonce()
        handshake = Handshake(await self._key(greeting.salt), greeting.nonce, nonce)
        await connection.send(write(Knock(VERSION, nonce, handshake.proof(by_host=False))))
        opened = OPENINGS.read(await _hear(connection))
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


async def _hear(connection: ServerConnection | ClientConnection) -> bytes:
    """The next message of somebody who is not trusted yet."""
    data = await asyncio.wait_for(connection.recv(), _PATIENCE)
    return data.encode() if isinstance(data, str) else data


async def _messages(connection: ServerConnection | ClientConnection, seal: Seal) -> AsyncIterator[bytes]:
    """What is said under a seal; SealError at the first that is not."""
    async for data in connection:
        if isinstance(data, str):
            raise SealError("text")
        yield seal.open(data)
