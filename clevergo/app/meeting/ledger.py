"""What has happened in a game over a network, entry by entry, and how the game stands: the same at both computers.

The host writes the ledger, and writes nothing that the rules do not allow; the guest reads it, and believes nothing
that they do not allow. Both follow from one function: an event either fits what stands there already, or is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from clevergo.app.match.clock import TimeControl
from clevergo.app.meeting.words import (
    MOST_ENTRANTS,
    MOST_ENTRIES,
    MOST_POINTS,
    MOST_ROUNDS,
    Answered,
    Ask,
    Asked,
    Begun,
    Choose,
    Chosen,
    Entry,
    Event,
    Mark,
    Marked,
    Move,
    Moved,
    Resign,
    Resigned,
    Terms,
    TimedOut,
    Wish,
)
from clevergo.games.color import Color
from clevergo.games.game import Counting
from clevergo.games.guests import UnknownGameError, game_named
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord, TimeLeft
from clevergo.problem import BadValueError

_BESIDE_MOVES = 32
"""Entries of a game that are no moves: its beginning and end, how colors are settled, which stones are dead."""
_UNTIL_NOTICED = 4
"""Entries by which a game may be longer than any needs to be until its referee has ended it."""


class RefusedError(ValueError):
    """Something does not fit how the game stands; ``reason`` is a word for it, with a row in the catalogs."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Question:
    """What somebody wants the other to agree to."""

    number: int
    """Of its entry."""
    asked: Asked


class Ledger:
    """All entries, and the game they make. Not thread-safe: it has one owner."""

    def __init__(self, terms: Terms, against: str = "") -> None:
        """A first game on these terms; RefusedError where nobody can play by them."""
        self.entries: list[Entry] = []
        self.terms = terms
        """Of the game that is played, or was last."""
        self.record = _new_record(terms)
        """The game; nobody else changes it."""
        self.question: Question | None = None
        """What waits for an answer."""
        self.marks: dict[bool, tuple[int, ...] | None] = {True: None, False: None}
        """After two passes: the stones the host (True) and the guest (False) take for dead; None: has not said."""
        self.dead: tuple[int, ...] | None = None
        """The stones both took for dead; None while they have not agreed."""
        self.against = ""
        """Who plays the guest, where the host only passes moves on."""
        self._begun = 0
        """The number of the entry the game began with."""
        self.append(Begun(terms, against))

    @classmethod
    def read(cls, entries: Iterable[Entry]) -> Ledger:
        """The ledger of entries that were kept; RefusedError where they are none."""
        first, *others = entries
        if not isinstance(first.event, Begun) or first.number != 0:
            raise RefusedError("not_begun")
        ledger = cls(first.event.terms, first.event.against)
        for entry in others:
            ledger.take(entry)
        return ledger

    # --- how it stands ----------------------------------------------------------------------------------

    @property
    def is_counting(self) -> bool:
        """Whether two passes have ended the game and both are to say which stones are dead."""
        outcome = self.record.outcome
        is_counted = outcome is not None and outcome.termination is Termination.TWO_PASSES
        return is_counted and self._counting is not None and self.dead is None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and been counted where that is to be done."""
        return self.record.outcome is not None and not self.is_counting

    @property
    def is_full(self) -> bool:
        """Whether nothing more can be written down. All games of a tournament have room, if none is too long."""
        games = MOST_ROUNDS * (MOST_ENTRANTS - 1) if self.terms.tournament else 0
        return len(self.entries) >= max(MOST_ENTRIES, 1 + games * (self._longest + _UNTIL_NOTICED))

    @property
    def is_too_long(self) -> bool:
        """Whether the game has had more entries than its moves can take: other stones marked again and again."""
        return len(self.entries) - self._begun > self._longest

    @property
    def _longest(self) -> int:
        """Entries of a game in which nothing is taken back."""
        return self.record.rules.ply_limit + _BESIDE_MOVES

    @property
    def is_idle(self) -> bool:
        """Whether nobody plays the guest yet, in a tournament that has not begun."""
        return self.terms.tournament and not self.against

    def host_color(self) -> Color:
        """Which color the host has; it may change while colors are settled."""
        settling = self.record.settling
        has_black = self.terms.host_is_black is not (settling is not None and settling.is_swapped)
        return Color.BLACK if has_black else Color.WHITE

    @property
    def host_acts(self) -> bool | None:
        """Whether it is the host's turn; None where it is nobody's."""
        if self.record.outcome is not None or self.is_idle:
            return None
        settling, position = self.record.settling, self.record.position
        task = None if settling is None else settling.task(position.ply)
        if task is not None:
            return task.is_first is self.terms.host_is_black
        return position.to_play is self.host_color()

    @property
    def _counting(self) -> Counting | None:
        return self.record.rules.game.counting  # type: ignore[no-any-return]

    # --- what somebody would like -----------------------------------------------------------------------

    def event_of(self, wish: Wish, by_host: bool, left: TimeLeft | None = None) -> Event:
        """What a wish would bring about; whether it fits is found out by :meth:`append`.

        Args:
            wish: what somebody asks for, about a position or a question that they saw.
            by_host: who asks.
            left: what a move leaves on the mover's clock.

        Raises:
            RefusedError: they saw something that is over by now.
        """
        if isinstance(wish, (Move, Choose, Resign, Mark)) and wish.ply != self.record.position.ply:
            raise RefusedError("late")
        if isinstance(wish, (Move, Choose)) and self.host_acts is not by_host:
            raise RefusedError("not_your_turn")
        if isinstance(wish, Move):
            seconds, periods = (None, None) if left is None else left
            return Moved(wish.ply, wish.action, seconds, periods)
        if isinstance(wish, Choose):
            return Chosen(wish.ply, wish.choice)
        if isinstance(wish, Resign):
            return Resigned(by_host)
        if isinstance(wish, Ask):
            return Asked(by_host, wish.wish, wish.ply)
        if isinstance(wish, Mark):
            return Marked(by_host, tuple(sorted(set(wish.dead))))
        question = self.question
        if question is None or question.number != wish.question or question.asked.by_host is by_host:
            raise RefusedError("late")
        return Answered(wish.yes)

    # --- what happens -----------------------------------------------------------------------------------

    def append(self, event: Event, act: int = 0) -> Entry:
        """Write down what happens now; RefusedError, with nothing changed, where it cannot."""
        if self.is_full:
            raise RefusedError("full")
        self._happen(event)
        entry = Entry(len(self.entries), event, act)
        self.entries.append(entry)
        if isinstance(event, Begun):
            self._begun = entry.number
        if isinstance(event, Asked):
            self.question = Question(entry.number, event)
        return entry

    def take(self, entry: Entry) -> None:
        """Believe what the host says has happened; RefusedError where it is not the next entry or cannot be."""
        if entry.number != len(self.entries):
            raise RefusedError("not_next")
        self.append(entry.event, entry.act)

    def _happen(self, event: Event) -> None:
        if isinstance(event, Begun):
            self._begin(event)
        elif isinstance(event, Moved):
            self._move(event)
        elif isinstance(event, Chosen):
            self._choose(event)
        elif isinstance(event, Resigned):
            self._end(event.by_host, Termination.RESIGNATION)
        elif isinstance(event, TimedOut):
            if self.terms.time is None or self.host_acts is not event.by_host:
                raise RefusedError("no_clock")
            self._end(event.by_host, Termination.TIME)
        elif isinstance(event, Asked):
            self._ask(event)
        elif isinstance(event, Answered):
            self._answer(event)
        else:
            self._mark(event)

    def _begin(self, event: Begun) -> None:
        known = [_turned(self.terms), *([self.terms] if self.terms.tournament else [])]
        if self.entries and (not (self.is_over or self.is_idle) or event.terms not in known):
            raise RefusedError("not_over")
        if self.entries:
            self.record = _new_record(event.terms)
        self.terms, self.against = event.terms, event.against
        self.question, self.dead = None, None
        self.marks = {True: None, False: None}

    def _move(self, event: Moved) -> None:
        record = self.record
        if record.outcome is not None or event.ply != record.position.ply or self.is_idle:
            raise RefusedError("late")
        settling = record.settling
        task = None if settling is None else settling.task(event.ply)
        if task is not None and task.choices:
            raise RefusedError("choose_first")
        if event.action >= record.rules.num_actions:
            raise RefusedError("no_such_move")
        try:
            record.play(event.action)
        except IllegalMoveError as error:
            raise RefusedError(error.reason) from error
        if event.seconds is not None:
            record.node.time_left = TimeLeft(event.seconds, event.periods)
        self.question = None  # who plays on has answered

    def _choose(self, event: Chosen) -> None:
        record = self.record
        settling = record.settling
        if record.outcome is not None or settling is None or event.ply != record.position.ply:
            raise RefusedError("late")
        try:
            record.settling = settling.chosen(event.ply, event.choice)
        except ValueError as error:
            raise RefusedError("no_such_choice") from error

    def _end(self, by_host: bool, termination: Termination) -> None:
        is_counting = termination is Termination.RESIGNATION and self.is_counting
        if (self.record.outcome is not None and not is_counting) or self.is_idle:
            raise RefusedError("late")
        loser = self.host_color() if by_host else self.host_color().opponent
        self.record.finish(Outcome(loser.opponent, None, termination))
        self.question = None

    def _ask(self, event: Asked) -> None:
        if self.question is not None:
            raise RefusedError("asked_already")
        if self.terms.tournament:
            raise RefusedError("tournament")
        if event.wish == "rematch":
            if not self.is_over:
                raise RefusedError("not_over")
        elif event.ply >= self.record.position.ply or self.is_over:
            raise RefusedError("nothing_to_undo")

    def _answer(self, event: Answered) -> None:
        question, self.question = self.question, None
        if question is None:
            raise RefusedError("late")
        if not event.yes:
            return
        if question.asked.wish == "undo":
            self.record.undo(self.record.position.ply - question.asked.ply)
            self.marks = {True: None, False: None}
        # A rematch begins with an entry of its own.

    def _mark(self, event: Marked) -> None:
        counting, record = self._counting, self.record
        if not self.is_counting or counting is None:
            raise RefusedError("late")
        position = record.position
        dead = np.zeros(position.stones.shape, np.bool_)
        if event.dead and event.dead[-1] >= min(dead.size, MOST_POINTS):
            raise RefusedError("no_such_move")
        dead.flat[list(event.dead)] = True
        if (dead & (position.stones == 0)).any() or list(event.dead) != sorted(set(event.dead)):
            raise RefusedError("no_stone")
        self.marks[event.by_host] = event.dead
        if self.marks[True] == self.marks[False]:
            record.finish(counting.outcome(position, dead))
            self.dead = event.dead
            self.question = None

    def rematch(self) -> Begun:
        """What begins the next game: the same terms with colors changed."""
        return Begun(_turned(self.terms))


def _turned(terms: Terms) -> Terms:
    return Terms(terms.game, terms.agreed, not terms.host_is_black, terms.time, terms.tournament)


def control_of(terms: Terms) -> TimeControl | None:
    """Each side's time by these terms; RefusedError where it is none."""
    if terms.time is None:
        return None
    try:
        return TimeControl(terms.time.main, terms.time.periods, terms.time.period)
    except ValueError as error:
        raise RefusedError("bad_terms") from error


def _new_record(terms: Terms) -> GameRecord:
    """An empty board; RefusedError where nobody can play by these terms."""
    try:
        game = game_named(terms.game)
        rules, start = game.agree(terms.agreed)
        if rules.grid.points > MOST_POINTS:
            raise RefusedError("bad_terms")
        record = GameRecord(rules, start=start)
    except (UnknownGameError, BadValueError, ValueError, TypeError, KeyError) as error:
        raise RefusedError("bad_terms") from error
    control = control_of(terms)
    if control is not None:
        record.info |= {"TM": f"{control.main:g}"} | ({"OT": control.overtime} if control.overtime else {})
    return record
