"""The end of whoever invites one other."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from clevergo.app.match.clock import game_time
from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.link.connection import Connection
from clevergo.app.meeting.link.door import DoorLink
from clevergo.app.meeting.link.news import Present
from clevergo.app.meeting.link.voice import Voice
from clevergo.app.meeting.proof import Seal, mark_of, new_nonce
from clevergo.app.meeting.sides import Host
from clevergo.app.meeting.store import Card, MeetingFile
from clevergo.app.meeting.words import Act, Bye, Clocks, Entry, FromHost, Hello, Refused, Wish

if TYPE_CHECKING:
    from clevergo.app.meeting.finder import Announcement

_CLOCKS_SECONDS = 2.0
_ALONE_SECONDS = 2.0
"""How long it waits for a guest that was there before it tells the network where it is ..."""
_ANNOUNCED_SECONDS = 20.0
"""... and for so long at a time, as addresses may change."""


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

    def _welcome(self, connection: Connection, said: Seal, hello: Hello) -> str:
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

    def _is_inside(self, connection: Connection) -> bool:
        return self._voice is not None and self._voice.connection is connection

    def _deal_with(self, connection: Connection, message: Act | Bye) -> None:
        self._happened(self._host.hear(message))

    def _leave(self, connection: Connection) -> None:
        if self._voice is not None and self._voice.connection is connection:
            self._voice.stop()
            self._voice = None
            self._host.lose()
            self._tell(Present(False))
