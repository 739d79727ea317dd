"""A game over a network as the window sees it: invite or join, wish for something, look how it stands."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from clevergo.app.match.messages import Crosstable, MatchSetup
from clevergo.app.meeting.address import PORT, with_port
from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.link.guest import GuestLink
from clevergo.app.meeting.link.host import HostLink
from clevergo.app.meeting.link.link import Link
from clevergo.app.meeting.link.news import Failed, Listening, News, Present
from clevergo.app.meeting.proof import key_of, new_code, new_nonce
from clevergo.app.meeting.sides import Guest
from clevergo.app.meeting.store import SUFFIX, BadMeetingError, Card, MeetingFile, is_open_elsewhere, read_meeting
from clevergo.app.meeting.words import Begun, Clocks, Entrants, Entry, Refused, Scores, Terms, Time, Wish
from clevergo.files import LockHeldError
from clevergo.problem import Problem, ProblemError, cause_of

_FAREWELL_SECONDS = 3.0
"""Whoever leaves a meeting has closed its file by then."""
_LOOK_SECONDS = 0.05


class MeetingError(ProblemError):
    """A meeting cannot be; the message says why and what to do."""


@dataclass(frozen=True)
class Standing:
    """How a meeting stands beside its game. A new one is made at each change; compare by identity."""

    is_host: bool
    code: str = ""
    """Host: to be told to the guest; empty where a meeting is gone on with, which the guest does by itself."""
    port: int = 0
    """Host: where the guest is waited for; 0 until that is known."""
    is_here: bool = False
    """Whether the other is there now."""
    name: str = ""
    """Who that is, as they say; empty before they were there."""
    player: str = ""
    """Who plays for them; empty for themself."""
    clocks: Clocks | None = None
    """What both clocks showed when the host told last."""
    is_waiting: bool = False
    """Whether something was wished of which nobody knows yet what becomes of it."""
    refusal: str = ""
    """Why what was wished last was not possible."""
    trouble: Problem | None = None
    """What a person should know: the game goes on, unless ``is_lost``."""
    is_lost: bool = False
    """Whether this end can do nothing more."""
    table: Crosstable | None = None
    """How the tournament stands, where this is one."""


class Meeting:
    """One end of one meeting. For the window's thread alone; every method but ``close`` returns at once."""

    def __init__(self, link: Link, is_host: bool, ledger: Ledger | None, code: str = "", name: str = "") -> None:
        """See :func:`invite`, :func:`join` and :func:`go_on`."""
        self._link = link
        self._ended: threading.Thread | None = None
        self.ledger = ledger
        """What has happened; None: a guest has not heard yet what is played. Only :meth:`poll` changes it."""
        self.standing = Standing(is_host, code, name=name)
        self._is_old = bool(name)
        link.start()

    @property
    def game(self) -> str:
        """What is played: a game's name; empty while nobody has said."""
        return "" if self.ledger is None else self.ledger.terms.game

    @property
    def is_gone_on_with(self) -> bool:
        """Whether it was begun on another day."""
        return self._is_old

    @property
    def is_over(self) -> bool:
        """Whether nothing of it is left to go on with; of a tournament, not even its other games."""
        if self.ledger is not None and self.ledger.terms.tournament:
            table = self.standing.table
            return table is not None and table.is_over
        return self.ledger is not None and self.ledger.is_over

    def do(self, wish: Wish) -> None:
        """What the person here would like; what becomes of it is seen later."""
        self.standing = replace(self.standing, is_waiting=True, refusal="")
        self._link.do(wish)

    def poll(self) -> bool:
        """Take in what has happened; whether anything has."""
        news = self._link.take_news()
        for one in news:
            self._take(one)
        return bool(news)

    def close(self, forget: bool = False) -> None:
        """Leave; takes a second or so at most. Both can go on later, but with ``forget`` nothing is kept for that."""
        self._link.close()
        if forget:
            self._link.forget()

    def leave(self, forget: bool = False) -> None:
        """The same in a thread."""
        if self._ended is None:
            self._ended = threading.Thread(target=self.close, args=(forget,), name="farewell to a meeting")
            self._ended.start()

    def _take(self, news: News) -> None:
        now = self.standing
        if isinstance(news, Entry):
            self._write(news)
        elif isinstance(news, Listening):
            self.standing = replace(now, port=news.port)
        elif isinstance(news, Present):
            # What a guest has wished for is said again when the host is back.
            is_waiting = news.is_waiting if news.is_here else now.is_waiting and not now.is_host
            self.standing = replace(now, is_here=news.is_here, is_waiting=is_waiting)
            if news.is_here:
                self.standing = replace(self.standing, name=printable(news.name), player=printable(news.player))
        elif isinstance(news, Clocks):
            self.standing = replace(now, clocks=news)
        elif isinstance(news, Entrants):
            names = tuple(map(printable, news.names))
            table = replace(now.table or Crosstable(), names=names)
            is_whole = len(table.points) == len(table.names)
            self.standing = replace(now, table=table if is_whole else _unplayed(names))
        elif isinstance(news, Scores):
            self.standing = replace(now, table=counted(now.table, news))
        elif isinstance(news, Refused):
            self.standing = replace(now, refusal=news.reason, is_waiting=False)
        else:
            is_lost = isinstance(news, Failed)
            self.standing = replace(now, trouble=news.reason, is_lost=is_lost, is_waiting=False)

    def _write(self, entry: Entry) -> None:
        if self.ledger is None:
            assert isinstance(entry.event, Begun)
            self.ledger = Ledger(entry.event.terms, entry.event.against)
        else:
            self.ledger.take(entry)  # it was found to fit in the thread where it came from
        # In a tournament nobody at the host wishes for anything.
        is_mine = self.standing.is_host or entry.act > 0 or isinstance(entry.event, Begun)
        self.standing = replace(self.standing, is_waiting=self.standing.is_waiting and not is_mine, refusal="")


def terms_of(setup: MatchSetup, host_is_black: bool, tournament: bool = False) -> Terms:
    """What a match as the window lays it out is over the network."""
    game, time = setup.rules.game, setup.time
    control = None if time is None or tournament else Time(time.main, time.periods, time.period)
    return Terms(game.name, game.agreed(setup.rules, setup.start), host_is_black, control, tournament)


def invite(terms: Terms, name: str, player: str, folder: Path, interface: str = "", port: int = PORT) -> Meeting:
    """Begin a meeting and wait for the guest.

    Args:
        terms: what is played first.
        name: what the person here is called.
        player: who plays for them; empty for themself.
        folder: where meetings are kept.
        interface: the address to wait at; empty: every one this computer has.
        port: where; another one that is free is taken where somebody waits there already.

    Raises:
        MeetingError: nobody can play by these terms, or it cannot be kept.
    """
    code, salt, meeting = new_code(), new_nonce(), new_nonce()
    try:
        ledger = Ledger(terms)
    except RefusedError as error:
        raise MeetingError("meeting_terms") from error
    card = Card(meeting, True, key_of(code, salt).hex(), salt, name, player, port=port)
    try:
        file = MeetingFile(folder, card)
        for entry in ledger.entries:
            file.keep(entry)
        file.close()
    except OSError as error:
        raise MeetingError("meeting_unkept", cause=cause_of(error)) from error
    return Meeting(HostLink(ledger, card, folder, interface), True, Ledger.read(ledger.entries), code)


def join(address: str, code: str, name: str, player: str, folder: Path) -> Meeting:
    """Go to somebody who has invited; ``address`` is ``host`` or ``host:port``, ``code`` what they have told."""
    guest = Guest(name, player)
    return Meeting(GuestLink(guest, with_port(address), folder, code), False, None)


def go_on(path: Path, interface: str = "", address: str = "") -> Meeting:
    """Go on with a meeting whose file this is; MeetingError where that cannot be, as where another window does.

    Waits some seconds where the meeting is still being left.

    Args:
        path: of the file.
        interface: the address a host waits at; empty: every one this computer has.
        address: where a guest goes first, ``host`` or ``host:port``; empty: where the host was found last. If it is not
            there, it is looked for where it was, and on the network.
    """
    try:
        _await_lock(path)
        card, ledger = read_meeting(path)
        mirror = None if ledger is None else Ledger.read(ledger.entries)
        if not card.is_host:
            guest = Guest(card.name, card.player, card.meeting, ledger)
            link = GuestLink(guest, with_port(address) if address else card.address, path.parent, card=card)
            return Meeting(link, False, mirror, name=card.other)
        if ledger is None:
            raise MeetingError("meeting_unread", path=path, cause="")
        return Meeting(HostLink(ledger, card, path.parent, interface), True, mirror, name=card.other)
    except LockHeldError as error:
        raise MeetingError("meeting_elsewhere") from error
    except (BadMeetingError, OSError) as error:
        raise MeetingError("meeting_unread", path=path, cause=cause_of(error)) from error


def _await_lock(path: Path) -> None:
    """Wait a moment for whoever has the meeting open: perhaps it was left just now. LockHeldError where it was not."""
    deadline = time.monotonic() + _FAREWELL_SECONDS
    while is_open_elsewhere(path):
        if time.monotonic() > deadline:
            raise LockHeldError(f"{path} is open elsewhere")
        time.sleep(_LOOK_SECONDS)


def kept(folder: Path, is_host: bool | None = None) -> Iterator[Path]:
    """The meetings that could be gone on with, the latest first; ``is_host``: only those of such an end."""
    end = {None: "", True: "-host", False: "-guest"}[is_host]
    found = [(path.stat().st_mtime_ns, path) for path in folder.glob(f"*{end}{SUFFIX}")]
    yield from (path for _, path in sorted(found, reverse=True))


def printable(name: str) -> str:
    """What somebody says they are called, as one line of text that can be shown and printed."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def _unplayed(names: tuple[str, ...]) -> Crosstable:
    return Crosstable(names, ((0.0,) * len(names),) * len(names), ((0,) * len(names),) * len(names))


def counted(table: Crosstable | None, told: Scores) -> Crosstable | None:
    """The table with what the host has told; as it was where that is not as long as it must be."""
    size = 0 if table is None else len(table.names)
    if table is None or not len(told.halves) == len(told.games) == size * size:
        return table
    rows = range(0, size * size, max(size, 1))
    points = tuple(tuple(half / 2 for half in told.halves[at : at + size]) for at in rows)
    return Crosstable(table.names, points, tuple(told.games[at : at + size] for at in rows), told.is_over)
