"""One match at the window: what a person does with it, what happens in it by itself, and what screens see of it.

A state machine that is polled each frame and never waits. Its parts own the rest: the game lies on the
:class:`~clevergo.app.match.table.Table`, time runs on a :class:`~clevergo.app.match.clock.GameClock`, computers think
at the other end of a :class:`~clevergo.app.match.conversation.Conversation`, a game with somebody at
another computer is an :class:`~clevergo.app.match.away.AwayGame`, and games are saved by a
:class:`~clevergo.app.match.keeper.GameKeeper`. With somebody at another computer the match does nothing by itself: it
says what is wished here, and follows the game that both have.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from clevergo.app.desk.library import HUMAN, GameLibrary, GameReader, GameStore
from clevergo.app.engine.client import Engine
from clevergo.app.engine.messages import (
    DeadStones,
    EngineDied,
    EngineFault,
    ForfeitAnswer,
    Reply,
    SettleAnswer,
    ThinkAnswer,
    ThinkProgress,
    ThinkStarted,
)
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.away import AwayGame
from clevergo.app.match.clock import ClockSeen, GameClock, game_time
from clevergo.app.match.conversation import Conversation
from clevergo.app.match.finding import RecordSearch
from clevergo.app.match.keeper import GameKeeper
from clevergo.app.match.messages import (
    BoardState,
    CopySaved,
    Live,
    MatchPhase,
    MatchSetup,
    MatchSnapshot,
    Preparing,
    Refusal,
    Shown,
    Thinking,
    Thoughts,
    Waiting,
)
from clevergo.app.match.table import Table
from clevergo.games.game import Rules
from clevergo.games.grid import Grid
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.start import Start
from clevergo.players.settling import Settled
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem

if TYPE_CHECKING:
    from clevergo.app.meeting.correspondence import Correspondence

logger = logging.getLogger(__name__)

WATCHING_PACE = 0.4
_FLUSH_SECONDS = 5.0
"""A slow disk is waited for so long at the end: what is not written by then is lost."""


@dataclass(frozen=True)
class LastThought:
    """The search behind the latest machine's move."""

    thinking: Thinking
    ply: int
    """Of the position it looked at."""


class MatchController:
    """Owns the match on the board. For the window's thread alone; every method returns at once.

    The compiled rules are loaded in the background (:meth:`prewarm`); until then a match can be set up and
    started, and a first move is kept and played as soon as they are there.
    """

    def __init__(
        self,
        kennel: Kennel,
        store: GameStore,
        engine: Engine | None = None,
        rng: np.random.Generator | None = None,
        pace: float = WATCHING_PACE,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """An empty board between two people; nothing is started or read yet.

        Between two moves where no person plays there are ``pace`` seconds at least, so that people can follow.
        Computer players' seeds come from ``rng``, seconds that only grow from ``clock``; by default they do not grow
        while the computer sleeps.
        """
        self._store = store
        self._keeper = GameKeeper(store, kennel)
        self.library = GameLibrary(store)
        """The saved games."""
        self._reader = GameReader(store)
        self._engine = engine or Engine()
        self._talk = Conversation(self._engine, kennel, rng or np.random.default_rng())
        self._pace = pace
        self._now = clock or game_time()
        self._version = 0
        self._match_id = 0
        self._preparing: Preparing | None = None
        """How far the engine is with compiling, as the snapshot has it."""
        self._trouble: Problem | None = None
        """Why games are not being saved, as the snapshot has it."""
        self._snapshot: MatchSnapshot | None = None
        self._away: AwayGame | None = None
        """The game with somebody at another computer; None where both play here."""
        self._lay_out(MatchSetup(HUMAN, HUMAN))

    def _lay_out(self, setup: MatchSetup) -> None:
        """Forget everything about the last match; whoever plays at another computer is left."""
        if self._away is not None:
            self._away.other.leave()
            self._away = None
        self._planned = setup
        """Who sits where while there is no table."""
        self._match_id += 1
        self._phase = MatchPhase.SETUP
        self._table: Table | None = None
        """None until the rules are loaded, and while a game is read."""
        self._opening: Path | str | None = None
        """A game to be read: its file or its text."""
        self._first_move: int | None = None
        """A move made before the rules were loaded."""
        self._clock = GameClock(setup.time, self._now)
        self._reader.cancel()
        self._talk.begin(self._match_id)
        self._moved_at = -1e9
        self._thinking: Thinking | None = None
        self._last_thought: LastThought | None = None
        self._error: Problem | None = None
        self._note: Problem | None = None
        self._changed()

    @property
    def _setup(self) -> MatchSetup:
        return self._planned if self._table is None else self._table.setup

    @property
    def rules_are_loaded(self) -> bool:
        """Whether positions can be made at once; until then whoever makes one waits for the compiled rules."""
        return self._engine.rules_are_loaded

    # --- what a person does -----------------------------------------------------------------------------

    def prewarm(self) -> None:
        """Start the engine and load the rules, so that the first move need not wait."""
        self._engine.start()

    def new_match(self, setup: MatchSetup) -> None:
        """Lay out a board for these players and rules; nobody moves yet."""
        self._cancel()
        self._lay_out(setup.playable)
        self._engine.start()
        self._prepare()
        self._set_table()

    def _prepare(self) -> None:
        """Have the players' nets loaded."""
        try:
            self._talk.prepare(self._setup)
        except AppError as error:
            self._error = error.problem

    def meet(self, away: Correspondence) -> None:
        """Play somebody at another computer; the game that both have comes to the board as soon as it can."""
        self._cancel()
        self._lay_out(MatchSetup(HUMAN, HUMAN))
        self._engine.start()
        self._away = AwayGame(away)
        self._changed()

    def leave(self) -> None:
        """Leave whoever plays at another computer; the game is kept as it stands."""
        if self._away is not None:
            self._cancel()
            self._lay_out(MatchSetup(HUMAN, HUMAN, self._setup.rules))
            self._set_table()

    def start(self) -> None:
        """Let the game begin, or go on after a pause or a mishap."""
        if self._phase in (MatchPhase.SETUP, MatchPhase.PAUSED):
            self._engine.start()
            self._phase = MatchPhase.RUNNING
            self._error = None
            self._go_on()

    def pause(self) -> None:
        """Let computers and clocks wait."""
        if self._phase is MatchPhase.RUNNING and self._away is None:
            self._phase = MatchPhase.PAUSED
            self._go_on()

    def restart(self) -> None:
        """The same players, a board as at the beginning, and the game begins. The old game stays saved.

        Somebody at another computer is asked whether they would like to, once the game is over.
        """
        if self._away is not None:
            if self._away.other.is_over:
                self._away.other.ask_for_another()
                self._changed()
        elif self._phase is not MatchPhase.LOOKING:
            self.new_match(self._setup if self._table is None else self._table.begun)
            self.start()

    def play(self, action: int) -> Refusal | None:
        """A person's move in the position they look at; None if it is accepted, else why not.

        In an earlier position it begins a variation, and the game goes on there.
        """
        table = self._table
        if self._away is not None:
            return self._wish_move(self._away, table, action)
        if self._phase is MatchPhase.SETUP or (table is None and self._phase is not MatchPhase.RUNNING):
            return Refusal.NOT_STARTED
        if table is None:
            mover = self._setup.start.to_play
            if not self._setup.player(mover).is_human or self._first_move is not None:
                return Refusal.NOT_YOUR_TURN
            if action in (*self._setup.start.black, *self._setup.start.white):
                return Refusal.OCCUPIED
            self._first_move = action
            self._changed()
            return None
        if self._phase is MatchPhase.LOOKING:
            return self._try_move(table, action)
        self._look_at_clock()  # a move that comes with the end of its time comes too late
        shown = table.shown
        if shown.outcome is not None:
            return Refusal.GAME_OVER
        player = table.mover if table.is_live else self._setup.player(shown.position.to_play)
        if not player.is_human or (not table.is_live and table.is_settling_at(shown.position.ply)):
            return Refusal.NOT_YOUR_TURN
        if table.is_live and self._phase is not MatchPhase.RUNNING:
            return Refusal.NOT_STARTED
        if table.task is not None and table.task.choices:
            return Refusal.CHOOSE_FIRST
        try:
            table.add(action)
        except IllegalMoveError as error:
            return Refusal(error.reason)
        if not table.is_live:
            self._cancel()
            table.go_on_from_here()
            self._phase = MatchPhase.RUNNING
            self._last_thought = None
            self._clock.go_to(table.record)
        self._play(table, action)
        self._go_on()
        return None

    def _wish_move(self, away: AwayGame, table: Table | None, action: int) -> Refusal | None:
        """A person's move against somebody at another computer: it is made once both have it."""
        if table is None or not self._phase.is_going:
            return Refusal.NOT_STARTED if table is None else Refusal.GAME_OVER
        refusal = away.why_no_move(table, action)
        if refusal is None:
            away.move(table, action)
            self._changed()
        return refusal

    def choose(self, choice: str) -> None:
        """What a person chooses where colors are being settled; nothing where it is not theirs to choose now."""
        self._look_at_clock()  # as with a move
        table = self._table
        if table is None or not self._phase.is_going or table.task is None or not table.mover.is_human:
            return
        if self._away is not None:
            self._away.choose(table, choice)
            return
        if choice in table.task.choices:
            self._phase = MatchPhase.RUNNING
            table.look_live()
            self._choose(table, choice)

    def _choose(self, table: Table, choice: str) -> None:
        """Colors are settled, or settled further."""
        was_swapped = table.is_swapped
        self._clock.press(table.side)
        table.choose(choice)
        if table.is_swapped != was_swapped:
            self._clock.swap()
        self._moved_at = self._now()
        self._go_on()

    def _try_move(self, table: Table, action: int) -> Refusal | None:
        """A move in a record, for whoever's turn it is: to look at what follows, not to play."""
        try:
            table.look_at(table.add(action))
        except IllegalMoveError as error:
            return Refusal(error.reason)
        self._changed()
        return None

    def play_on(self, black: PlayerSpec, white: PlayerSpec) -> None:
        """Begin a game of one's own from the position of a record that is looked at; the record stays as it is."""
        record = self._table
        if record is None or self._phase is not MatchPhase.LOOKING or record.shown.position.is_over:
            return
        table = record.played_on(black, white)
        self._cancel()
        self._lay_out(table.setup)
        self._table = table
        self._prepare()
        self.start()

    def change_players(self, black: PlayerSpec, white: PlayerSpec) -> None:
        """Others take the seats in the middle of a game: the board is kept, and the game waits for :meth:`start`."""
        table = self._table
        if not self._phase.is_going or self._away is not None:
            return
        self._cancel()
        self._phase = MatchPhase.PAUSED
        self._error = self._thinking = self._last_thought = None
        if table is None:  # the rules are being loaded: they sit down before there is a board
            self._planned = replace(self._planned, black=black, white=white)
        else:
            table.seat(black, white)
        self._prepare()
        self._go_on()

    def dog_renamed(self, old: str, new: str) -> None:
        """A dog is called otherwise now: it keeps its seat."""
        self._planned = self._planned.renamed(old, new)
        if self._away is not None:
            self._away.dog_renamed(old, new)
        if self._table is not None:
            self._table.dog_renamed(old, new)
        self._changed()

    def why_no_start(self, rules: Rules, start: Start) -> Problem | None:
        """Why no game can begin with these stones; None where one can, or where nobody can tell yet."""
        return rules.game.why_no_start(rules, start) if self._engine.rules_are_loaded else None

    def set_up(self, rules: Rules, start: Start) -> Problem | None:
        """Put a position that was laid by hand on the board, to be looked at, saved and played on from.

        Why not, with nothing changed, where that cannot be. The game that was on the board stays saved.
        """
        is_known = self._engine.rules_are_loaded
        problem = self.why_no_start(rules, start) if is_known else Problem("rules_loading")
        if problem is None:
            table = Table.laid(MatchSetup(HUMAN, HUMAN, rules, start), self._store, self._keeper)
            self._cancel()
            self._lay_out(table.setup)
            self._table, self._phase = table, MatchPhase.LOOKING
            self._go_on()
        return problem

    def pass_turn(self) -> Refusal | None:
        """A person's pass; None if it is accepted, or if there is none in this game, else why not."""
        passing = self._setup.rules.pass_action
        return None if passing is None else self.play(passing)

    def undo(self) -> None:
        """Take moves back to where the person is to move, whatever the machine is doing.

        Between two people, or two machines (which then wait), it is one move. Somebody at another computer is asked
        whether they agree.
        """
        if self._away is not None:
            if self._can_ask_back and self._table is not None:
                self._away.other.ask_back_to(self._table.position.ply - self._table.undo_count())
                self._changed()
        elif self._phase is not MatchPhase.LOOKING and self._table is not None and self._table.undo():
            self._moved_by_hand(self._table)

    def redo(self) -> None:
        """Play again what was taken back, up to where the person is to move."""
        if (
            self._away is None
            and self._phase is not MatchPhase.LOOKING
            and self._table is not None
            and self._table.redo()
        ):
            self._moved_by_hand(self._table)

    def resign(self) -> None:
        """The person gives up: between two people, the one whose turn it is."""
        table = self._table
        if self._away is not None:
            if self._phase.is_going and not self._away.other.is_over:
                self._away.other.resign()
            return
        if table is None or not self._phase.is_going or not self._setup.has_human:
            return
        color = table.side
        loser = color if self._setup.player(color).is_human else color.opponent
        self._end(table, Outcome(loser.opponent, None, Termination.RESIGNATION))

    def toggle_dead(self, action: int) -> None:
        """At the end of a person's game: take the chain at ``action`` for dead, or for living again."""
        is_open = self._phase is MatchPhase.FINISHED if self._away is None else self._away.other.is_counting
        if is_open and self._table is not None and self._table.toggle_dead(action):
            self._changed()

    # --- with somebody at another computer --------------------------------------------------------------

    def answer(self, yes: bool) -> None:
        """What a person says to what somebody at another computer has asked."""
        if self._away is not None:
            self._away.other.answer(yes)
            self._changed()

    def agree_on_dead(self) -> None:
        """Say that the stones that are marked are dead: once the other says the same, the game is counted."""
        marked = self._marked
        if self._away is not None and self._away.other.is_counting and marked is not None:
            self._away.other.mark(marked)
            self._changed()

    def take_their_count(self) -> None:
        """Take the stones for dead that the other does, and say so."""
        dead = None if self._away is None or self._table is None else self._away.their_dead(self._table)
        if dead is not None:
            self._settle(dead)
            self.agree_on_dead()

    def ask_to_play_on(self) -> None:
        """After two passes: ask whether both should play on instead of counting."""
        if self._away is not None and self._table is not None and self._away.other.is_counting:
            self._away.other.ask_back_to(self._table.position.ply - 2)
            self._changed()

    @property
    def _marked(self) -> tuple[int, ...] | None:
        """The stones that are marked as dead on the board; None where nothing is counted."""
        dead = None if self._table is None else self._table.dead
        return None if dead is None else tuple(np.flatnonzero(dead).tolist())

    @property
    def _can_ask_back(self) -> bool:
        """Whether a person may ask somebody at another computer to take moves back."""
        away, table = self._away, self._table
        return away is not None and table is not None and self._phase.is_going and away.can_ask_back(table)

    def _follow(self, away: AwayGame) -> None:
        """Take in what both have of the game by now."""
        is_first = self._table is None
        if not away.other.poll() and not is_first:
            return
        if away.is_another:
            away = self._begin_away(away.other)
        table = self._table
        assert table is not None
        if away.follow(table):
            self._moved_at = self._now()
            self._thinking = None
            self._cancel()
        is_open = table.record.outcome is None or away.other.is_counting
        if is_open and self._phase is not MatchPhase.PAUSED:
            self._phase = MatchPhase.RUNNING
        clock = away.news_of_clock()
        if clock is not None:
            self._clock.tell(clock)
        self._go_on()

    def _begin_away(self, other: Correspondence) -> AwayGame:
        """Lay out the board for the next game with somebody at another computer."""
        self._cancel()
        self._away = None  # they stay
        self._lay_out(other.setup())
        self._away = AwayGame(other, other.record)
        self._table = Table(self._setup, self._store, self._keeper)
        self._table.call(*other.names)
        self._prepare()
        return self._away

    def flush(self, seconds: float) -> bool:
        """Have all games written that are not yet, waiting for that at most so long; whether they are."""
        return self._keeper.flush(seconds)

    def close(self) -> None:
        """End the engine and have the last move on disk; a slow disk may take seconds."""
        if self._away is not None:
            self._away.other.leave()
        self._engine.close()
        if not self.flush(_FLUSH_SECONDS):
            logger.error("the latest games could not be saved: %s", self._keeper.trouble or "the disk does not answer")

    # --- looking around ---------------------------------------------------------------------------------

    def look_at(self, node: int) -> None:
        """Look at a position of the record, by its number; the game goes on where it is."""
        if self._table is not None and 0 <= node < self._table.record.size:
            self._look(lambda table: table.look_at(table.record.node_of(node)))

    def look_by(self, steps: int) -> None:
        """Look so many moves further on, or back."""
        self._look(lambda table: table.look_by(steps))

    def go_to(self, ply: int) -> None:
        """Look at the position after so many moves of the line that is shown."""
        self._look(lambda table: table.look_by(ply - table.shown.ply))

    def look_beside(self, step: int) -> None:
        """Look at another variation."""
        self._look(lambda table: table.look_beside(step))

    def look_live(self) -> None:
        """Look at the game itself again."""
        self._look(Table.look_live)

    def _look(self, look: Callable[[Table], None]) -> None:
        if self._table is not None:
            look(self._table)
            self._changed()

    def judge(self, node: int, black_win_rate: float, black_score: float | None = None) -> None:
        """Note what an analysis thinks of a position; the curves show it and the record keeps it."""
        if self._table is not None and 0 <= node < self._table.record.size:
            self._table.judge(self._table.record.node_of(node), black_win_rate, black_score)
            self._changed()

    # --- what is written and drawn in the record --------------------------------------------------------

    @property
    def comment(self) -> str:
        """All that is said of the position looked at; a snapshot has the beginning of what is very long."""
        return "" if self._table is None else self._table.shown.comment

    def write_comment(self, node: int, text: str) -> None:
        """Say something of a position, by its number; it is saved at once."""
        if self._table is not None and 0 <= node < self._table.record.size:
            self._table.comment(self._table.record.node_of(node), text)
            self._changed()

    def draw(
        self, change: Callable[[Mapping[str, list[bytes]], Grid], dict[str, list[bytes]]], on: int | None = None
    ) -> None:
        """Draw on a position, with one of the functions of :mod:`clevergo.games.markup`; saved at once.

        ``on`` names one of this game's (:attr:`~clevergo.app.match.messages.Shown.node`); None: the one looked at.
        """
        if self._table is not None:
            node = self._table.shown if on is None else self._table.record.node_of(on)
            self._table.draw(node, change(node.other, self._table.record.rules.grid))
            self._changed()

    def find(self, asked: str | None) -> RecordSearch | None:
        """Look for something in the record; None where there is none."""
        table = self._table
        return None if table is None else RecordSearch(table.record, table.shown, asked)

    # --- games on disk ----------------------------------------------------------------------------------

    def open_game(self, source: Path | str) -> None:
        """Put a game, its file or its SGF text, on the board; until it is there, the one on the board goes on.

        One's own goes on where it was, any other is looked at and never written to.
        """
        self._reader.cancel()
        self._opening = source
        self._error = None
        self._engine.start()
        self._changed()
        self._read_wanted()

    def reopen_last(self) -> bool:
        """Put the game begun last back on the board, to be gone on with; False where there is none."""
        path = self._store.last()
        if path is not None:
            self.open_game(path)
        return path is not None

    def save_as(self, path: Path) -> None:
        """Have the game as it stands written to another file; it goes on being saved where it was."""
        if self._table is not None:
            self._keeper.put_copy(path, self._table.record)

    def copy_saved(self) -> CopySaved | None:
        """What became of a file asked for with :meth:`save_as`; each is told once."""
        return self._keeper.copied()

    def game_text(self) -> str:
        """The game as SGF text; empty before there is one."""
        if self._table is None:
            return ""
        from clevergo.games.sgf.codec import to_sgf

        return to_sgf(self._table.record).decode("utf-8")

    # --- what happens by itself -------------------------------------------------------------------------

    def poll(self) -> bool:
        """Take in what the engine has to say; called each frame. True if the snapshot has changed."""
        before = self._version
        self._look_at_clock()  # an answer that comes with the end of its time comes too late
        for reply in self._talk.news():
            self._hear(reply)
        if self._away is None:
            self._set_table()
        elif self._engine.rules_are_loaded:
            self._follow(self._away)
        self._read_wanted()
        self._take_opened()
        preparing, trouble = self._engine.preparing, self._keeper.trouble
        if (preparing, trouble) != (self._preparing, self._trouble):
            self._preparing, self._trouble = preparing, trouble
            self._changed()
        held = self._talk.held
        if held is not None and self._now() >= self._moved_at + self._pace:
            self._take_answer(held)
        return self._version != before

    def _changed(self) -> None:
        self._version += 1
        self._snapshot = None

    def _read_wanted(self) -> None:
        """Have the game read that was asked for, once the rules are there to read it by."""
        opening = self._opening
        if opening is None or not self._engine.rules_are_loaded:
            return
        self._opening = None
        self._reader.read(opening)
        self._changed()

    def _set_table(self) -> None:
        """As soon as the rules are loaded: have a game to play."""
        if self._table is not None or not self._engine.rules_are_loaded:
            return
        table = self._table = Table(self._setup, self._store, self._keeper)
        first_move, self._first_move = self._first_move, None
        if first_move is not None:
            with contextlib.suppress(IllegalMoveError):  # nobody could tell before
                self._play(table, first_move)
        self._go_on()

    def _take_opened(self) -> None:
        """Put the game that was being read on the board, or say why it never will be there."""
        opened = self._reader.poll()
        if opened is None:
            return
        if opened.record is None:
            assert opened.error is not None
            self._error = opened.error
            self._changed()
            return
        # What could be shown only in part is never written over.
        file = None if opened.note else opened.file
        table = Table.reopen(opened.record, file, self._store, self._keeper)
        self._cancel()
        self._lay_out(table.setup)
        self._table, self._note = table, opened.note
        self._phase = MatchPhase.PAUSED if table.record.outcome is None else MatchPhase.FINISHED
        if table.is_record:
            self._phase = MatchPhase.LOOKING
        self._clock.go_to(table.record)
        self._go_on()

    def _play(self, table: Table, action: int) -> None:
        color, left = table.side, self._clock.press(table.side)
        # While colors are settled one player may put stones of both: what they have left is no time of the other's.
        table.play(action, left if color is table.position.to_play else None)
        self._moved_at = self._now()
        self._thinking = None

    def _moved_by_hand(self, table: Table) -> None:
        """After undo or redo."""
        self._cancel()
        self._thinking = None
        self._error = None
        if self._phase is MatchPhase.FINISHED:
            self._phase = MatchPhase.RUNNING
        if not self._setup.has_human:
            self._phase = MatchPhase.PAUSED
        self._clock.go_to(table.record)
        self._go_on()

    def _go_on(self) -> None:
        """Bring what the engine and the clock do in line with the match: ask, cancel, or have the end counted."""
        table = self._table
        self._changed()
        if table is None or self._phase is MatchPhase.LOOKING:
            return
        if self._away is not None and self._away.other.is_counting:
            self._away.take_their_word()
            if self._away.wants_proposal(table):
                self._away.proposal_asked(table)
                self._talk.ask_for_count(table)
            return
        if table.record.outcome is not None:
            if self._phase is not MatchPhase.FINISHED:
                self._cancel()
                self._finish(table, table.record.outcome)
            return
        wanted = self._phase is MatchPhase.RUNNING and not (table.mover.is_human or table.mover.is_remote)
        if self._away is not None:
            wanted = wanted and self._away.other.is_free and not self._away.other.is_idle
        if wanted and self._talk.wait is None:
            self._ask_for_move(table)
        elif not wanted:
            self._cancel()
        self._run_clock(table)

    def _end(self, table: Table, outcome: Outcome) -> None:
        """The game ends otherwise than on the board."""
        table.finish(outcome)
        self._go_on()

    def _finish(self, table: Table, outcome: Outcome) -> None:
        self._phase = MatchPhase.FINISHED
        self._run_clock(table)
        is_counted = self._setup.rules.game.counting is not None
        is_agreed = self._away is not None
        # Programs that took over a game which people had begun cannot say themselves what is dead.
        is_asked = self._setup.has_human or self._setup.rules != self._setup.rules.for_programs
        if is_counted and outcome.termination is Termination.TWO_PASSES and is_asked and not is_agreed:
            known = table.known_dead
            if known is None:
                self._talk.ask_for_count(table)
            else:  # of an end that comes back a person has said so before
                self._settle(known)

    def _run_clock(self, table: Table) -> None:
        """A player's time runs while it is their turn; a computer's not while it is still being loaded."""
        if self._away is not None:
            return  # the host keeps the time
        wait = self._talk.wait
        is_waking = not table.mover.is_human and (wait is None or wait.is_loading)
        has_answered = self._talk.held is not None  # it is shown a moment later, for people to follow
        runs = self._phase is MatchPhase.RUNNING and not is_waking and not has_answered
        self._clock.run_for(table.side if runs else None)

    def _look_at_clock(self) -> None:
        loser = self._clock.loser if self._away is None else None
        if loser is not None and self._table is not None and self._table.record.outcome is None:
            self._end(self._table, Outcome(loser.opponent, None, Termination.TIME))

    # --- the engine -------------------------------------------------------------------------------------

    def _ask_for_move(self, table: Table) -> None:
        self._thinking = None
        try:
            self._talk.ask_for_move(table, self._clock.budget(table.side))
        except AppError as error:
            self._fail(error.problem)

    def _cancel(self) -> None:
        """No longer wait for anything."""
        if self._talk.cancel():
            self._changed()

    def _fail(self, reason: Problem) -> None:
        """Tell the person, and wait for them."""
        wait = self._talk.answered()
        self._error = reason
        if wait is not None and wait.for_count:
            self._settle(np.zeros(self._setup.rules.grid, np.bool_))
        if self._phase is MatchPhase.RUNNING:
            self._phase = MatchPhase.PAUSED
        if self._table is not None:
            self._run_clock(self._table)
        self._changed()

    def _hear(self, reply: Reply) -> None:
        if isinstance(reply, (EngineDied, EngineFault)):
            self._fail(reply.reason)
        elif isinstance(reply, ThinkStarted):
            assert self._table is not None
            self._run_clock(self._table)
            self._changed()
        elif isinstance(reply, ThinkProgress):
            self._thinking = reply.thinking
            self._changed()
        elif isinstance(reply, ThinkAnswer):
            self._thinking = reply.thinking or self._thinking
            if self._setup.has_human:
                self._take_answer(reply)
            else:
                self._talk.hold(reply)
                assert self._table is not None
                self._run_clock(self._table)
        elif isinstance(reply, ForfeitAnswer):
            self._take_forfeit(reply)
        elif isinstance(reply, SettleAnswer):
            self._take_settled(reply.settled)
        elif isinstance(reply, DeadStones):
            self._talk.answered()
            self._settle(reply.dead)

    def _settle(self, dead: np.ndarray) -> None:
        assert self._table is not None
        self._table.settle(dead)
        self._changed()

    def _take_settled(self, settled: Settled) -> None:
        """Put the machine's stones, or let it have what it chose."""
        table = self._table
        assert table is not None
        self._talk.answered()
        mover = table.mover
        if self._away is not None:
            self._away.settle_colors(table, settled)
            return
        try:
            for action in settled.stones:
                self._play(table, action)
            if settled.choice:
                self._choose(table, settled.choice)
            else:
                self._go_on()
        except (IllegalMoveError, ValueError) as error:
            self._fail(Problem("engine_move", {"player": str(mover), "cause": str(error)}))

    def _take_answer(self, answer: ThinkAnswer) -> None:
        """Play the machine's move."""
        table, thinking = self._table, answer.thinking
        assert table is not None
        self._talk.answered()
        mover, ply = table.mover, table.position.ply
        if self._away is not None:
            if thinking is not None:
                self._last_thought = LastThought(thinking, ply)
            if answer.resigns:
                self._away.other.resign()
            else:
                self._away.move(table, answer.action)
                self._changed()
            return
        if answer.resigns:
            table.finish(Outcome(table.position.to_play.opponent, None, Termination.RESIGNATION))
        else:
            try:
                self._play(table, answer.action)
            except (IllegalMoveError, ValueError) as error:
                self._fail(Problem("engine_move", {"player": str(mover), "cause": str(error)}))
                return
            if thinking is not None and self._talk.knows_board(mover, table.record.rules):
                table.judge(table.record.node, thinking.black_win_rate)
        if thinking is not None:
            self._last_thought = LastThought(thinking, ply)
        self._go_on()

    def _take_forfeit(self, answer: ForfeitAnswer) -> None:
        """The machine broke the rules and has lost; the person is told what it did."""
        table = self._table
        assert table is not None
        self._talk.answered()
        self._error = answer.reason
        if self._away is not None:
            self._away.other.resign()
            self._changed()
        else:
            self._end(table, Outcome(table.side.opponent, None, Termination.FORFEIT))

    # --- what screens see -------------------------------------------------------------------------------

    @property
    def snapshot(self) -> MatchSnapshot:
        """The match as it is now; made anew only after a change."""
        if self._snapshot is None:
            self._snapshot = self._make_snapshot()
        return self._snapshot

    def _make_snapshot(self) -> MatchSnapshot:
        table, wait = self._table, self._talk.wait
        which = self._version, self._match_id
        if table is None:
            first, is_counted = self._setup.start.to_play, self._setup.rules.game.counting is not None
            # A first move that waits for the rules is not on it yet: what follows a stone there could not be played.
            board = BoardState.empty(self._setup.rules.grid, self._setup.start)
            shown = Shown(board, to_play=first, may_pass=is_counted, is_open=is_counted)
            is_on_its_way = self._opening is not None or self._reader.is_waiting
            is_loading = self._phase is MatchPhase.RUNNING or is_on_its_way
            waiting, thoughts = Waiting(is_loading, self._preparing, self._first_move), Thoughts()
            plain = MatchSnapshot(*which, self._setup, self._phase, shown, Live(first))
        else:
            last, is_running = self._last_thought, wait is not None and not wait.for_count
            thoughts = Thoughts(self._thinking, is_running)
            if last is not None and table.position.ply > last.ply:
                thoughts = replace(thoughts, last=last.thinking, last_ply=last.ply)
            wished = None if self._away is None else self._away.wished
            waiting = Waiting(wait is not None and wait.is_loading, self._preparing, wished)
            plain = table.snapshot(*which, self._phase)
        if self._away is not None and table is not None:
            plain = self._away.seen(plain, self._can_ask_back, self._marked)
        return replace(plain, thoughts=thoughts, waiting=waiting, error=self._error or self._trouble, note=self._note)

    def first_board(self, setup: MatchSetup) -> BoardState:
        """The board a match would begin on; what its rules put there is seen once they are loaded."""
        empty = BoardState.empty(setup.rules.grid, setup.start)
        if not self._engine.rules_are_loaded:
            return empty
        return replace(empty, stones=setup.rules.first_position(setup.start).stones)

    @property
    def clock(self) -> ClockSeen | None:
        """Both clocks at this moment; None where nobody is in a hurry."""
        return self._clock.seen
