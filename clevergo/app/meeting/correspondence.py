"""A meeting as the match at the window has it: who sits where, what has happened, and what is wished for."""

from __future__ import annotations

import time
from collections.abc import Callable

from clevergo.app.match.clock import ClockSeen
from clevergo.app.match.messages import AwaySeen, MatchSetup
from clevergo.app.meeting.ledger import Ledger, control_of
from clevergo.app.meeting.lobby import player_told
from clevergo.app.meeting.session import Meeting, printable
from clevergo.app.meeting.words import Answer, Ask, Choose, Mark, Move, Resign, Wish, cut
from clevergo.games.color import Color
from clevergo.games.game import Position
from clevergo.games.guests import game_named
from clevergo.games.record import GameRecord, TimeLeft
from clevergo.players.spec import PlayerKind, PlayerSpec


class Correspondence:
    """Somebody at another computer, opposite whoever plays here. For the window's thread; every method returns at once.

    It exists once both have been there, or the meeting is gone on with: there is a game to show.
    """

    def __init__(
        self, meeting: Meeting, player: PlayerSpec, name: str = "", now: Callable[[], float] = time.monotonic
    ) -> None:
        """``player`` plays here for somebody called ``name``; ``meeting`` knows what is played."""
        self._meeting = meeting
        self._name, self._now = name, now
        self.player = player
        """Who plays here."""
        self._seen_at = now() if meeting.standing.is_here else None
        """When the other was here last; None: not yet."""
        self._gone_for: int | None = None
        """How many whole seconds ago that was."""
        self._is_told_to_go = False

    # --- how it stands ----------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Take in what has happened; whether anything has that one can see."""
        changed = self._meeting.poll()
        if self._meeting.standing.is_here:
            self._seen_at = self._now()
        gone_for = None if self._seen_at is None else int(self._now() - self._seen_at)
        changed |= gone_for != self._gone_for
        self._gone_for = gone_for
        return changed

    @property
    def _ledger(self) -> Ledger:
        ledger = self._meeting.ledger
        assert ledger is not None, "nobody knows yet what is played"
        return ledger

    @property
    def _is_host(self) -> bool:
        return self._meeting.standing.is_host

    @property
    def record(self) -> GameRecord:
        """The game as both have it; a new one for each game."""
        return self._ledger.record

    @property
    def dead(self) -> tuple[int, ...] | None:
        """The stones both took for dead; None while they have not agreed."""
        return self._ledger.dead

    @property
    def theirs(self) -> tuple[int, ...] | None:
        """The stones the other takes for dead; None: has not said."""
        return self._ledger.marks[not self._is_host]

    @property
    def mine(self) -> tuple[int, ...] | None:
        """The stones that were said here to be dead."""
        return self._ledger.marks[self._is_host]

    @property
    def is_counting(self) -> bool:
        """Whether both are to say which stones are dead."""
        return self._ledger.is_counting

    @property
    def is_free(self) -> bool:
        """Whether whoever plays here may wish for something: the other is here, and knows of the last wish."""
        standing = self._meeting.standing
        return standing.is_here and not standing.is_waiting and not standing.is_lost

    @property
    def is_waiting(self) -> bool:
        """Whether nobody knows yet what becomes of the last wish."""
        return self._meeting.standing.is_waiting

    @property
    def is_here(self) -> bool:
        """Whether the other is there now."""
        return self._meeting.standing.is_here

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and been counted where that is to be done."""
        return self._ledger.is_over

    @property
    def is_idle(self) -> bool:
        """Whether nobody plays here yet, in a tournament that has not begun."""
        return self._ledger.is_idle

    @property
    def is_tournament(self) -> bool:
        """Whether the host lets many play each other."""
        return self._ledger.terms.tournament

    @property
    def color(self) -> Color:
        """Whoever plays here, by the color they have."""
        color = self._ledger.host_color()
        return color if self._is_host else color.opponent

    @property
    def other(self) -> PlayerSpec:
        """Who sits opposite."""
        standing, against = self._meeting.standing, printable(self._ledger.against)
        name, player = (against, against) if self.is_tournament else (standing.name, standing.player)
        return PlayerSpec(PlayerKind.REMOTE, who=name or "?", plays_for=player)

    @property
    def names(self) -> tuple[str, str]:
        """What Black and White are called in the record, the same at both computers."""
        who, player = (printable(cut(text)) for text in (self._name, player_told(self.player)))
        mine = PlayerSpec(PlayerKind.REMOTE, who=who or "?", plays_for=player)
        both = mine.name, self.other.name
        return both if self._sits_with_black else (both[1], both[0])

    @property
    def _sits_with_black(self) -> bool:
        """Whether whoever plays here has sat down with Black; colors may be settled otherwise later."""
        return self._ledger.terms.host_is_black is self._is_host

    def setup(self) -> MatchSetup:
        """Who sat down with which color, and what is played."""
        terms = self._ledger.terms
        rules, start = game_named(terms.game).agree(terms.agreed)
        players = (self.player, self.other) if self._sits_with_black else (self.other, self.player)
        return MatchSetup(*players, rules, start, control_of(terms))

    @property
    def clock(self) -> ClockSeen | None:
        """What both clocks showed when the host told last; they stand while somebody is away."""
        told = self._meeting.standing.clocks
        if told is None:
            return None
        host, guest = TimeLeft(told.host, told.host_periods), TimeLeft(told.guest, told.guest_periods)
        color = self._ledger.host_color()
        running = {"host": color, "guest": color.opponent}.get(told.running) if self.is_here else None
        return ClockSeen(*((host, guest) if color is Color.BLACK else (guest, host)), running)

    def seen(self, marked: tuple[int, ...] | None) -> AwaySeen:
        """What the window shows of it; ``marked`` are the stones taken for dead on its board."""
        standing, question = self._meeting.standing, self._ledger.question
        asked = "" if question is None else question.asked.wish
        return AwaySeen(
            name=standing.name if self.is_tournament else self.other.who or "?",
            color=self.color,
            is_here=self.is_here,
            gone_for=0 if self.is_here else self._gone_for,
            is_waiting=standing.is_waiting,
            question=asked,
            is_asked=question is not None and question.asked.by_host is not self._is_host,
            is_counting=self.is_counting,
            has_counted=self.is_counting and self.mine is not None and self.mine == marked,
            theirs=self.theirs if self.is_counting else None,
            is_tournament=self.is_tournament,
            is_lost=standing.is_lost,
            trouble=standing.trouble,
            refusal=standing.refusal,
            table=standing.table,
        )

    # --- what is wished for -----------------------------------------------------------------------------

    def move(self, ply: int, action: int) -> None:
        """A move in the position of that ply."""
        self._do(Move(ply, action))

    def choose(self, ply: int, choice: str) -> None:
        """What is chosen where colors are settled."""
        self._do(Choose(ply, choice))

    def resign(self) -> None:
        """Whoever plays here gives up."""
        self._do(Resign(self._ply))

    def ask_back_to(self, ply: int) -> None:
        """Would the other agree to go back to that ply?"""
        if self._ledger.question is None:
            self._do(Ask("undo", ply))

    def ask_for_another(self) -> None:
        """Would the other play once more, with colors changed?"""
        if self._ledger.question is None and not self.is_tournament:
            self._do(Ask("rematch"))

    def answer(self, yes: bool) -> None:
        """What is said to what the other has asked."""
        question = self._ledger.question
        if question is not None and question.asked.by_host is not self._is_host:
            self._do(Answer(question.number, yes))

    def mark(self, dead: tuple[int, ...]) -> None:
        """These stones are taken for dead here."""
        if dead != self.mine:
            self._do(Mark(self._ply, dead))

    @property
    def _ply(self) -> int:
        position: Position = self._ledger.record.position
        return position.ply

    def _do(self, wish: Wish) -> None:
        self._meeting.do(wish)

    def leave(self) -> None:
        """Say goodbye; who comes back finds the game as it was. What is over is not kept to be gone on with."""
        if not self._is_told_to_go:
            self._is_told_to_go = True
            self._meeting.leave(forget=self._meeting.is_over)
