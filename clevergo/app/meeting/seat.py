"""A player at one end of a meeting, without a window: it plays when it is its turn, and is polite to the other."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import numpy as np

from clevergo.app.meeting.ledger import Ledger, control_of
from clevergo.app.meeting.session import Meeting
from clevergo.app.meeting.words import Answer, Answered, Ask, Begun, Choose, Mark, Move, Resign
from clevergo.games.record import GameRecord, TimeLeft
from clevergo.players.protocol import ForfeitError, Player, ThinkControl
from clevergo.players.settling import settle

logger = logging.getLogger(__name__)

_GLANCE_SECONDS = 0.02
_BACK_SECONDS = 30.0
"""Between two games, whoever has only lost the line is back by then: that takes both up to twelve seconds to notice,
and is tried again every three. Whoever is not has left."""


class Seat:
    """Plays so many games, colors alternating; one owner, and its methods wait."""

    def __init__(
        self,
        meeting: Meeting,
        player: Player,
        games: int,
        rng: np.random.Generator,
        keeps_time: bool = False,
        finished: Callable[[int, GameRecord], None] = lambda _number, _record: None,
    ) -> None:
        """Sit down.

        Args:
            meeting: where.
            player: who plays.
            games: after so many no rematch is asked for or agreed to; those of another day count as well.
            rng: for what is drawn before colors are settled.
            keeps_time: whether the player minds the clock by itself, as another program does: to stop it would be to
                end it, and what it answers then is no move of its own.
            finished: told of each game as soon as it is over, with its number in the meeting, from 1; not of those that
                were before somebody sat down here.
        """
        self._meeting = meeting
        self._player = player
        self._keeps_time = keeps_time
        self._finished = finished
        self._games = games
        self._rng = rng
        self._known: GameRecord | None = None
        """The game the player was told of."""
        self._answered = -1
        """The number of the last question that was answered here."""
        self._to_lay: list[int] = []
        """Stones that are to be put before colors are settled, thought out together."""
        self._alone_since: float | None = None
        """Since when the other has been away between two games; None while they are here, or a game is under way."""
        self.played: list[GameRecord] = [] if meeting.ledger is None else _games_before(meeting.ledger)
        """The games that are over, those of another day first."""

    def sit(self, heard: Callable[[Meeting], None], stop: Callable[[], bool]) -> None:
        """Play until the games are over, the meeting is lost, or ``stop()``; ``heard`` is told of every change."""
        while not stop() and not self._meeting.standing.is_lost:
            has_news = self._meeting.poll()
            self._note()  # before anything else: whoever is interrupted from here on has it
            if has_news:
                heard(self._meeting)
            if self._is_done or self._is_left():
                return
            if not self._act(stop):
                time.sleep(_GLANCE_SECONDS)

    def _note(self) -> None:
        """A game that is over is told of once, whoever is still here."""
        ledger = self._meeting.ledger
        if ledger is not None and ledger.is_over and ledger.record not in self.played:
            self.played.append(ledger.record)
            self._finished(len(self.played), ledger.record)

    @property
    def _is_done(self) -> bool:
        """Whether no other game is to be played or can be; in a tournament the host says when all are over."""
        standing, ledger = self._meeting.standing, self._meeting.ledger
        if ledger is None:
            return False
        if ledger.is_full:
            return True  # nothing more can happen, at either end
        if ledger.terms.tournament:
            is_over = standing.table is not None and standing.table.is_over
            return is_over and ledger.record in self.played
        if not ledger.is_over:
            return False
        return (len(self.played) >= self._games and not standing.is_waiting) or _is_declined(ledger)

    def _is_left(self) -> bool:
        """Whether the other has gone after a game and does not come back; in the middle of one they are waited for."""
        standing, ledger = self._meeting.standing, self._meeting.ledger
        is_between = ledger is not None and ledger.is_over and not ledger.terms.tournament
        if standing.is_here or not is_between:
            self._alone_since = None
            return False
        now = time.monotonic()
        if self._alone_since is None:
            self._alone_since = now
        return now >= self._alone_since + _BACK_SECONDS

    def _act(self, stop: Callable[[], bool]) -> bool:
        """Do what is to be done now; whether there was anything."""
        meeting, ledger = self._meeting, self._meeting.ledger
        standing = meeting.standing
        if ledger is None or standing.is_waiting or not standing.is_here or ledger.is_idle:
            return False
        record = ledger.record
        if record is not self._known:
            self._player.new_game(record.rules)
            self._known, self._to_lay = record, []
        question = ledger.question
        if question is not None and question.asked.by_host is not standing.is_host:
            if question.number == self._answered:
                return False
            self._answered = question.number
            agrees = question.asked.wish == "undo" or len(self.played) < self._games
            meeting.do(Answer(question.number, agrees))
            return True
        if ledger.is_over:
            wants_more = standing.is_host and len(self.played) < self._games and question is None
            if wants_more:
                meeting.do(Ask("rematch"))
            return wants_more
        if ledger.is_counting:
            return self._count()
        if ledger.host_acts is standing.is_host:
            try:
                self._play(stop)
            except ForfeitError as error:  # who breaks the rules has lost; nobody need hear the move
                logger.warning("%s", error)
                meeting.do(Resign(record.position.ply))
            return True
        return False

    def _count(self) -> bool:
        """Programs play until nothing is dead, so every stone counts as alive; with a person, what they say holds."""
        ledger, is_host = self._meeting.ledger, self._meeting.standing.is_host
        assert ledger is not None
        theirs, mine = ledger.marks[not is_host], ledger.marks[is_host]
        wanted = theirs if theirs is not None else ()
        if mine == wanted:
            return False
        self._meeting.do(Mark(ledger.record.position.ply, wanted))
        return True

    def _play(self, stop: Callable[[], bool]) -> None:
        ledger = self._meeting.ledger
        assert ledger is not None
        record, ply = ledger.record, ledger.record.position.ply
        settling = record.settling
        if settling is not None and settling.task(ply) is not None:
            choice = ""
            if not self._to_lay:
                done = settle(self._player, settling, record.position, self._rng, ThinkControl(stop))
                self._to_lay, choice = list(done.stones), done.choice
            self._meeting.do(Choose(ply, choice) if choice else Move(ply, self._to_lay.pop(0)))
            return
        end = self._deadline()
        decision = self._player.choose(record.position, ThinkControl(lambda: stop() or time.monotonic() >= end))
        if not stop():
            self._meeting.do(Resign(ply) if decision.resigns else Move(ply, decision.action))

    def _deadline(self) -> float:
        """When to have moved; seconds that only grow."""
        clocks, is_host = self._meeting.standing.clocks, self._meeting.standing.is_host
        ledger = self._meeting.ledger
        if clocks is None or ledger is None or self._keeps_time:
            return float("inf")
        control = control_of(ledger.terms)
        left = TimeLeft(clocks.host, clocks.host_periods) if is_host else TimeLeft(clocks.guest, clocks.guest_periods)
        return float("inf") if control is None else time.monotonic() + control.budget(left)


def _games_before(ledger: Ledger) -> list[GameRecord]:
    """The games of a meeting that were over before the one that is played now, or was last."""
    games: list[GameRecord] = []
    replayed = Ledger.read(ledger.entries[:1])
    for entry in ledger.entries[1:]:
        if isinstance(entry.event, Begun) and replayed.is_over:
            games.append(replayed.record)
        replayed.take(entry)
    return games


def _is_declined(ledger: Ledger) -> bool:
    """Whether another game was asked for and is not wanted; once a game is over, nothing else is answered."""
    event = ledger.entries[-1].event
    return isinstance(event, Answered) and not event.yes
