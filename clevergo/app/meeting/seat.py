"""A player at one end of a meeting, without a window: it plays when it is its turn, and is polite to the other."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import numpy as np

from clevergo.app.meeting.ledger import control_of
from clevergo.app.meeting.session import Meeting
from clevergo.app.meeting.words import Answer, Ask, Choose, Mark, Move, Resign
from clevergo.games.record import GameRecord, TimeLeft
from clevergo.players.protocol import ForfeitError, Player, ThinkControl
from clevergo.players.settling import settle

logger = logging.getLogger(__name__)

_GLANCE_SECONDS = 0.02


class Seat:
    """Plays so many games, colors alternating; one owner, and its methods wait."""

    def __init__(
        self, meeting: Meeting, player: Player, games: int, rng: np.random.Generator, keeps_time: bool = False
    ) -> None:
        """Sit down.

        Args:
            meeting: where.
            player: who plays.
            games: after so many no rematch is asked for or agreed to.
            rng: for what is drawn before colors are settled.
            keeps_time: whether the player minds the clock by itself, as another program does: to stop it would be to
                end it, and what it answers then is no move of its own.
        """
        self._meeting = meeting
        self._player = player
        self._keeps_time = keeps_time
        self._games = games
        self._rng = rng
        self._known: GameRecord | None = None
        """The game the player was told of."""
        self._answered = -1
        """The number of the last question that was answered here."""
        self._to_lay: list[int] = []
        """Stones that are to be put before colors are settled, thought out together."""
        self.played: list[GameRecord] = []
        """The games that are over."""

    def sit(self, heard: Callable[[Meeting], None], stop: Callable[[], bool]) -> None:
        """Play until the games are over, the meeting is lost, or ``stop()``; ``heard`` is told of every change."""
        while not stop() and not self._meeting.standing.is_lost:
            if self._meeting.poll():
                heard(self._meeting)
            if self._is_done:
                return
            if not self._act(stop):
                time.sleep(_GLANCE_SECONDS)

    @property
    def _is_done(self) -> bool:
        """Whether as many games are over as were to be played; in a tournament the host says when all are."""
        standing, ledger = self._meeting.standing, self._meeting.ledger
        if ledger is not None and ledger.terms.tournament:
            is_over = standing.table is not None and standing.table.is_over
            return is_over and ledger.record in self.played
        return len(self.played) >= self._games and not standing.is_waiting

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
        if ledger.is_over and record not in self.played:
            self.played.append(record)
            return True
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
