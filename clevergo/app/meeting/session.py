"""A game over a network as the window sees it: invite or join, wish for something, look how it stands."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.link import Failed, GuestLink, HostLink, Link, Listening, News, Present
from clevergo.app.meeting.proof import key_of, new_code, new_nonce
from clevergo.app.meeting.sides import Guest
from clevergo.app.meeting.store import SUFFIX, BadMeetingError, Card, MeetingFile, read_meeting
from clevergo.app.meeting.words import Begun, Clocks, Entry, Refused, Terms, Wish
from clevergo.problem import Problem, ProblemError, cause_of

PORT = 24_242
"""Where a host waits, unless somebody else does already."""


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


class Meeting:
    """One end of one meeting. For the window's thread alone; every method but ``close`` returns at once."""

    def __init__(self, link: Link, is_host: bool, ledger: Ledger | None, code: str = "") -> None:
        """See :func:`invite`, :func:`join` and :func:`go_on`."""
        self._link = link
        self.ledger = ledger
        """What has happened; None: a guest has not heard yet what is played. Only :meth:`poll` changes it."""
        self.standing = Standing(is_host, code)
        link.start()

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

    def close(self) -> None:
        """Leave; both can go on later. Takes a second or so at most."""
        self._link.close()

    def _take(self, news: News) -> None:
        now = self.standing
        if isinstance(news, Entry):
            self._write(news)
        elif isinstance(news, Listening):
            self.standing = replace(now, port=news.port)
        elif isinstance(news, Present):
            self.standing = replace(now, is_here=news.is_here, is_waiting=now.is_waiting and news.is_here)
            if news.is_here:
                self.standing = replace(self.standing, name=news.name, player=news.player)
        elif isinstance(news, Clocks):
            self.standing = replace(now, clocks=news)
        elif isinstance(news, Refused):
            self.standing = replace(now, refusal=news.reason, is_waiting=False)
        else:
            is_lost = isinstance(news, Failed)
            self.standing = replace(now, trouble=news.reason, is_lost=is_lost, is_waiting=False)

    def _write(self, entry: Entry) -> None:
        if self.ledger is None:
            assert isinstance(entry.event, Begun)
            self.ledger = Ledger(entry.event.terms)
        else:
            self.ledger.take(entry)  # it was found to fit in the thread where it came from
        is_mine = self.standing.is_host or entry.act > 0
        self.standing = replace(self.standing, is_waiting=self.standing.is_waiting and not is_mine, refusal="")


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


def go_on(path: Path, interface: str = "") -> Meeting:
    """Go on with a meeting whose file this is; MeetingError where that cannot be."""
    try:
        card, ledger = read_meeting(path)
    except (BadMeetingError, OSError) as error:
        raise MeetingError("meeting_unread", path=path, cause=cause_of(error)) from error
    mirror = None if ledger is None else Ledger.read(ledger.entries)
    if not card.is_host:
        guest = Guest(card.name, card.player, card.meeting, ledger)
        return Meeting(GuestLink(guest, card.address, path.parent, card=card), False, mirror)
    if ledger is None:
        raise MeetingError("meeting_unread", path=path, cause="")
    return Meeting(HostLink(ledger, card, path.parent, interface), True, mirror)


def kept(folder: Path) -> Iterator[Path]:
    """The meetings that could be gone on with, the latest first."""
    found = [(path.stat().st_mtime_ns, path) for path in folder.glob(f"*{SUFFIX}")]
    yield from (path for _, path in sorted(found, reverse=True))


def with_port(address: str) -> str:
    """An address as a person types it, with the usual port where they name none."""
    address = address.strip()
    host, colon, port = address.rpartition(":")
    is_named = bool(colon) and port.isdigit() and (":" not in host or host.endswith("]"))
    if is_named:
        return address
    return f"[{address}]:{PORT}" if ":" in address and not address.startswith("[") else f"{address}:{PORT}"


def draw_color() -> bool:
    """Whether the host has Black, where nobody wants to choose."""
    return bool(secrets.randbelow(2))
