"""The two ends of a game over a network, without the network: what each makes of what it hears, and what it says then.

They are told what has come and say what is to be sent, and neither waits for anything, so that everything a network
can do to them can be tried in a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from clevergo.app.match.clock import GameClock
from clevergo.app.meeting.ledger import Ledger, RefusedError, control_of
from clevergo.app.meeting.words import (
    Act,
    Answered,
    Begun,
    Bye,
    Chosen,
    Clocks,
    Entry,
    Event,
    FromGuest,
    FromHost,
    Hello,
    Move,
    Moved,
    Refused,
    Resigned,
    Terms,
    TimedOut,
    Welcome,
    Wish,
    cut,
)
from clevergo.games.record import TimeLeft

Keep: TypeAlias = "Callable[[Entry], None]"
"""Keeps an entry for good, before anybody is told of it."""
_MOST_WAITING = 16


class Host:
    """Where the game lies: writes the ledger, runs the clocks, and tells the guest."""

    def __init__(
        self, ledger: Ledger, meeting: str, name: str, player: str, now: Callable[[], float], keep: Keep
    ) -> None:
        """``ledger`` may have entries already: a game that is gone on with. ``now``: seconds that only grow."""
        self.ledger = ledger
        self.meeting = meeting
        self.guest: Hello | None = None
        """Who was here last; None before anybody was."""
        self.is_here = False
        """Whether the guest is there now. The clocks stand while they are not."""
        self._name, self._player = name, player
        self._keep = keep
        self._now = now
        self._acts = max((entry.act for entry in ledger.entries), default=0)
        """The latest act of the guest's that was dealt with."""
        self._clock = GameClock(control_of(ledger.terms), now)
        self._clock.go_to(ledger.record)
        self._clocks: Clocks | None = None
        """What the guest was told of them last."""

    # --- what the host does -----------------------------------------------------------------------------

    def do(self, wish: Wish) -> list[FromHost]:
        """What the person here would like; what is to be told. RefusedError where it is not possible."""
        return self._fulfil(wish, by_host=True)

    def begin(self, host_is_black: bool, against: str) -> list[FromHost]:
        """In a tournament: the next game of the guest, against somebody else; what is to be told."""
        before = self.ledger.terms
        terms = Terms(before.game, before.agreed, host_is_black, before.time, tournament=True)
        return self._write(Begun(terms, against))

    def give_up_for_guest(self) -> list[FromHost]:
        """In a tournament: the guest did not come back, or does not move; what is to be told."""
        return self._write(Resigned(by_host=False))

    def look_at_clock(self) -> list[FromHost]:
        """Called often: whoever has no time left has lost."""
        loser = self._clock.loser
        if loser is None or self.ledger.host_acts is None:
            return []
        return self._write(TimedOut(loser is self.ledger.host_color()))

    @property
    def clocks(self) -> Clocks | None:
        """What both clocks show now; None where nobody is in a hurry."""
        seen, color = self._clock.seen, self.ledger.host_color()
        if seen is None:
            return None
        host, guest = seen.left(color), seen.left(color.opponent)
        running = "" if seen.running is None else "host" if seen.running is color else "guest"
        return Clocks(host.seconds, guest.seconds, host.periods, guest.periods, running)  # type: ignore[arg-type]

    # --- what the guest does ----------------------------------------------------------------------------

    def hear(self, message: FromGuest) -> list[FromHost]:
        """What the guest has said; what is to be said then."""
        if isinstance(message, Hello):
            return self._welcome(message)
        if isinstance(message, Bye) or not self.is_here:
            return self.lose()
        return self._deal_with(message)

    def lose(self) -> list[FromHost]:
        """The guest is gone, on purpose or not; the clocks stand until they are back."""
        self.is_here = False
        self._run_clock()
        return []

    def _welcome(self, hello: Hello) -> list[FromHost]:
        entries = self.ledger.entries
        self.guest, self.is_here = hello, True
        # Whoever knows more than there is, or another meeting, has been told of another game.
        known = hello.known if hello.meeting == self.meeting and hello.known <= len(entries) else 0
        welcome = Welcome(cut(self._name), cut(self._player), self.meeting, len(entries), self._acts)
        self._run_clock()
        return [welcome, *entries[known:], *self._tell_clocks()]

    def _deal_with(self, act: Act) -> list[FromHost]:
        if act.number <= self._acts:
            return []  # it was said again after a cut; the guest knows, or is being told, what became of it
        if act.number != self._acts + 1:
            return [Refused(act.number, "not_next")]
        self._acts = act.number
        try:
            return self._fulfil(act.wish, by_host=False, act=act.number)
        except RefusedError as error:
            return [Refused(act.number, error.reason)]

    # --- both -------------------------------------------------------------------------------------------

    def _fulfil(self, wish: Wish, by_host: bool, act: int = 0) -> list[FromHost]:
        ledger = self.ledger
        timed_out = self.look_at_clock()
        if timed_out:
            return [*timed_out, *([Refused(act, "late")] if act else [])]
        question = ledger.question
        event = ledger.event_of(wish, by_host, self._left(by_host) if isinstance(wish, Move) else None)
        told = self._write(event, act)
        if isinstance(event, Answered) and event.yes and question is not None and question.asked.wish == "rematch":
            told += self._write(ledger.rematch())
        return told

    def _left(self, by_host: bool) -> TimeLeft | None:
        """What the mover's clock shows once they have moved; it is not stopped, as the move may be refused."""
        seen = self._clock.seen
        if seen is None:
            return None
        color = self.ledger.host_color() if by_host else self.ledger.host_color().opponent
        left, control = seen.left(color), control_of(self.ledger.terms)
        assert control is not None
        return left if left.periods is None else TimeLeft(control.period, left.periods)

    def _write(self, event: Event, act: int = 0) -> list[FromHost]:
        ply, color, host_acts = self.ledger.record.position.ply, self.ledger.host_color(), self.ledger.host_acts
        entry = self.ledger.append(event, act)
        self._keep(entry)
        if isinstance(event, Begun):
            self._clock = GameClock(control_of(event.terms), self._now)
        elif isinstance(event, (Moved, Chosen)):
            self._clock.press(color if host_acts else color.opponent)
            if self.ledger.host_color() is not color:  # colors were settled, and everybody keeps the time they have
                self._clock.swap()
        elif self.ledger.record.position.ply != ply:  # else whoever thinks would get back the time they have spent
            self._clock.go_to(self.ledger.record)
        self._run_clock()
        return [entry, *self._tell_clocks()]

    def _run_clock(self) -> None:
        """The clock of whoever is to move runs while both are here, from the first move on."""
        acts, color = self.ledger.host_acts, self.ledger.host_color()
        mover = None if acts is None or not self.is_here else color if acts else color.opponent
        self._clock.run_for(mover if self.ledger.record.position.ply else None)

    def _tell_clocks(self) -> Sequence[Clocks]:
        self._clocks = self.clocks
        return [] if self._clocks is None else [self._clocks]


class Guest:
    """Who was invited: believes what the host says as far as the rules allow it, and says what it would like."""

    def __init__(self, name: str, player: str, meeting: str = "", ledger: Ledger | None = None) -> None:
        """``ledger``: of a ``meeting`` that is gone on with."""
        self.ledger = ledger
        """None before the first entry has come."""
        self.meeting = meeting
        self.host: Welcome | None = None
        """Who invited, as they said last."""
        self.is_here = False
        """Whether the host is there now."""
        self.clocks: Clocks | None = None
        self.refusal = ""
        """Why what was wished last was not possible; empty once something else happened."""
        self.name, self.player = name, player
        """What the person here is called, and who plays for them; the host is told as much as a message may carry."""
        self._acts = 0
        self._waiting: list[Act] = []
        """What was wished and not dealt with, as far as is known here."""

    @property
    def is_waiting(self) -> bool:
        """Whether something was wished of which nobody knows yet what becomes of it."""
        return bool(self._waiting)

    def hello(self) -> Hello:
        """The first thing to be said on every connection."""
        self.is_here = False
        known = 0 if self.ledger is None else len(self.ledger.entries)
        return Hello(cut(self.name), cut(self.player), self.meeting, known)

    def do(self, wish: Wish) -> list[FromGuest]:
        """What the person here would like: what is to be said, now or after a cut. RefusedError: too much at once."""
        if len(self._waiting) >= _MOST_WAITING:
            raise RefusedError("wait")
        self._acts += 1
        act = Act(self._acts, wish)
        self._waiting.append(act)
        self.refusal = ""
        return [act] if self.is_here else []

    def lose(self) -> None:
        """The host is gone, on purpose or not."""
        self.is_here = False

    def hear(self, message: FromHost) -> tuple[list[FromGuest], Entry | None]:
        """What the host has said: what is to be said then, and the entry to be kept.

        Raises:
            RefusedError: the host says what cannot be; it is not to be listened to any longer.
        """
        if isinstance(message, Welcome):
            return self._welcomed(message), None
        if not self.is_here:
            raise RefusedError("no_welcome")
        if isinstance(message, Entry):
            self._believe(message)
            return [], message
        if isinstance(message, Refused):
            self.refusal = message.reason
            self._waiting = [act for act in self._waiting if act.number > message.act]
        elif isinstance(message, Clocks):
            self.clocks = message
        elif isinstance(message, Bye):
            self.lose()
        return [], None

    def _welcomed(self, welcome: Welcome) -> list[FromGuest]:
        if welcome.meeting != self.meeting:
            if self.ledger is not None:
                raise RefusedError("other_meeting")
            self.meeting = welcome.meeting
        if self.ledger is not None and welcome.entries < len(self.ledger.entries):
            raise RefusedError("other_meeting")
        if self.host is not None:  # else nothing was said yet: what waits was counted without the acts of another day
            # What was dealt with while nobody listened is not wished again: entries, if any, are on their way.
            self._waiting = [act for act in self._waiting if act.number > welcome.acts]
        self.host, self.is_here = welcome, True
        for number, act in enumerate(self._waiting, welcome.acts + 1):
            self._waiting[number - welcome.acts - 1] = Act(number, act.wish)
        self._acts = welcome.acts + len(self._waiting)
        return list(self._waiting)

    def _believe(self, entry: Entry) -> None:
        if self.ledger is None:
            if not isinstance(entry.event, Begun) or entry.number != 0:
                raise RefusedError("not_begun")
            self.ledger = Ledger(entry.event.terms, entry.event.against)
        else:
            self.ledger.take(entry)
        if entry.act:
            self._waiting = [act for act in self._waiting if act.number > entry.act]
            self.refusal = ""
