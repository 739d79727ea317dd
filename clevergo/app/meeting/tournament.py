"""The host of a tournament over the network: one door, many who come in, and a referee between them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from clevergo.app.match.clock import game_time
from clevergo.app.match.messages import Crosstable
from clevergo.app.meeting.address import LOOPBACK
from clevergo.app.meeting.ledger import RefusedError
from clevergo.app.meeting.link.connection import Connection
from clevergo.app.meeting.link.door import DoorLink
from clevergo.app.meeting.link.news import Failed, Listening
from clevergo.app.meeting.link.voice import Voice
from clevergo.app.meeting.proof import Seal, key_of, new_code, new_nonce
from clevergo.app.meeting.referee import Chair, Referee, Told
from clevergo.app.meeting.session import Meeting, MeetingError, counted, join
from clevergo.app.meeting.words import Act, Bye, Entrants, Hello, Terms, Wish
from clevergo.games.record import GameRecord
from clevergo.problem import Problem

_DOOR_SECONDS = 5.0


@dataclass(frozen=True)
class TournamentSeen:
    """How a tournament stands, as its host sees it."""

    port: int = 0
    """Where it is waited for those who come; 0 until that is known."""
    names: tuple[str, ...] = ()
    has_begun: bool = False
    table: Crosstable | None = None
    trouble: Problem | None = None
    """Why it cannot be."""
    unkept: Problem | None = None
    """Why a game that is over could not be written down; the tournament goes on."""


class TournamentLink(DoorLink):
    """Many guests, each with a line of their own; all of them know the same code."""

    def __init__(self, referee: Referee, folder: Path, code: str, interface: str, port: int) -> None:
        """``code``: what opens the door. ``interface``: the address to listen at; empty: all of them."""
        salt = new_nonce()
        super().__init__(folder, key_of(code, salt), salt, interface, port)
        self._referee = referee
        self._lines: dict[Connection, Chair] = {}
        self._voices: dict[Chair, Voice] = {}
        self.seen = TournamentSeen()
        """Made anew when something has changed; read by other threads."""

    def begin(self) -> None:
        """The games begin."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(lambda: self._deliver(self._referee.begin()))

    def _wish(self, wish: Wish) -> None:
        """The host plays nothing here."""

    def _look(self) -> None:
        self._deliver(self._referee.look())

    def _welcome(self, connection: Connection, said: Seal, hello: Hello) -> str:
        entered = self._referee.enter(hello)
        if entered is None:
            return self._referee.why_not(hello)
        chair, told = entered
        before = self._voices.pop(chair, None)
        if before is not None:
            before.hang_up()
        self._lines[connection] = chair
        self._voices[chair] = Voice(connection, said)
        self._deliver(told)
        return ""

    def _is_inside(self, connection: Connection) -> bool:
        chair = self._lines.get(connection)
        voice = None if chair is None else self._voices.get(chair)  # none once goodbye has been said
        return voice is not None and voice.connection is connection

    def _deal_with(self, connection: Connection, message: Act | Bye) -> None:
        self._deliver(self._referee.hear(self._lines[connection], message))

    def _leave(self, connection: Connection) -> None:
        chair = self._lines.pop(connection, None)
        voice = None if chair is None else self._voices.get(chair)
        if chair is not None and voice is not None and voice.connection is connection:
            voice.stop()
            del self._voices[chair]
            self._referee.lose(chair)

    async def _say_goodbye(self) -> None:
        voices, self._voices = list(self._voices.values()), {}
        for voice in voices:
            await voice.say_goodbye()

    def _deliver(self, told: Told) -> None:
        """To everybody what is for them."""
        for chair, message in told:
            voice = self._voices.get(chair)
            if voice is not None:
                voice.say([message])
        if any(isinstance(message, Entrants) for _, message in told) or self._referee.has_begun != self.seen.has_begun:
            referee = self._referee
            table = counted(Crosstable(referee.names), referee.scores)
            seen = replace(self.seen, names=referee.names, has_begun=referee.has_begun, table=table)
            self.seen = replace(seen, unkept=referee.unkept)


class Tournament:
    """The host's handle. Every method but the first returns at once."""

    def __init__(
        self,
        terms: Terms,
        rounds: int,
        name: str,
        folder: Path,
        interface: str = "",
        port: int = 0,
        played: Callable[[GameRecord], None] = lambda _record: None,
    ) -> None:
        """Open the door; this takes tens of milliseconds.

        Args:
            terms: what everybody plays, without a clock.
            rounds: how often each meets each.
            name: what the host is called.
            folder: where meetings are kept.
            interface: the address to wait at; empty: every one this computer has.
            port: where; another one that is free is taken where somebody waits there already.
            played: told of each game that is over, in a thread; what it raises is seen in the snapshot.

        Raises:
            MeetingError: nobody can play by these terms.
        """
        self.code = new_code()
        """To be told to those who are to come."""
        self.game = terms.game
        self._folder, self._interface = folder, interface
        try:
            referee = Referee(terms, rounds, name, game_time(), played)
        except RefusedError as error:
            raise MeetingError("meeting_terms") from error
        self._link = TournamentLink(referee, folder, self.code, interface, port)
        self._port = 0
        self._trouble: Problem | None = None
        self._link.start()

    @property
    def snapshot(self) -> TournamentSeen:
        """How it stands."""
        for news in self._link.take_news():
            if isinstance(news, Listening):
                self._port = news.port
            elif isinstance(news, Failed):
                self._trouble = news.reason
        return replace(self._link.seen, port=self._port, trouble=self._trouble)

    def sit_down(self, name: str, player: str) -> Meeting:
        """Take part from this computer, as anybody does; waits until the door is open."""
        deadline = time.monotonic() + _DOOR_SECONDS
        while not self.snapshot.port and self._trouble is None and time.monotonic() < deadline:
            time.sleep(0.01)
        return join(f"{self._interface or LOOPBACK}:{self._port}", self.code, name, player, self._folder)

    def begin(self) -> None:
        """Everybody who is there plays everybody; nobody comes in any more."""
        self._link.begin()

    def leave(self) -> None:
        """End it, in a thread."""
        threading.Thread(target=self._link.close, name="farewell to a tournament").start()

    def close(self) -> None:
        """End it, within a second or so."""
        self._link.close()
