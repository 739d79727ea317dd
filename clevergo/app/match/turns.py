"""What happens in a match by itself: turns go round, computers are asked and answer, clocks run, the end is counted.

A state machine that is polled each frame and never waits. Thinking happens in the engine process
(:mod:`~clevergo.app.match.conversation`), the game lies on the :class:`~clevergo.app.match.table.Table`, and screens
see it as :mod:`~clevergo.app.match.view` says. What a person does to it is in :mod:`~clevergo.app.match.controller`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from clevergo.app.desk.library import GameLibrary, GameReader
from clevergo.app.desk.paths import AppError
from clevergo.app.desk.storage import GameStore
from clevergo.app.engine.client import Engine
from clevergo.app.engine.messages import (
    DeadStones,
    EngineDied,
    EngineFault,
    Reply,
    ThinkAnswer,
    ThinkProgress,
    ThinkStarted,
)
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.clock import GameClock
from clevergo.app.match.conversation import Conversation
from clevergo.app.match.keeper import GameKeeper
from clevergo.app.match.messages import (
    ClockSeen,
    MatchError,
    MatchPhase,
    MatchSetup,
    MatchSnapshot,
    Preparing,
    Thinking,
)
from clevergo.app.match.table import Table
from clevergo.app.match.view import LineView, bare_view, table_view
from clevergo.games.go.position import Color, IllegalMoveError
from clevergo.games.go.scoring import Outcome, Termination
from clevergo.players.spec import PlayerKind, PlayerSpec

_HUMAN = PlayerSpec(PlayerKind.HUMAN)
WATCHING_PACE = 0.4


class MatchTurns:
    """The match on the board. For the window's thread alone; every method returns at once."""

    def __init__(
        self,
        kennel: Kennel,
        store: GameStore,
        engine: Engine | None = None,
        rng: np.random.Generator | None = None,
        pace: float = WATCHING_PACE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """An empty board between two people; nothing is started or read yet.

        Args:
            kennel: finds dogs' weights, keeps finished games.
            store: where games are saved as they are played.
            engine: where computer players think; one of its own by default.
            rng: where computer players' seeds come from.
            pace: least seconds between two moves where no person plays, so that people can follow.
            clock: seconds that only grow.
        """
        self._store = store
        self._keeper = GameKeeper(store, kennel)
        self._library = GameLibrary(store)
        self._reader = GameReader(store)
        self._engine = engine or Engine()
        self._talk = Conversation(self._engine, kennel, rng or np.random.default_rng())
        self._pace = pace
        self._now = clock
        self._version = 0
        self._match_id = 0
        self._preparing: Preparing | None = None
        self._trouble: MatchError | None = None
        """Why games are not being saved."""
        self._snapshot: MatchSnapshot | None = None
        self._lay_out(MatchSetup(_HUMAN, _HUMAN))

    def _lay_out(self, setup: MatchSetup) -> None:
        """Forget everything about the last match."""
        self._setup = setup
        self._match_id += 1
        self._phase = MatchPhase.SETUP
        self._table: Table | None = None
        """None until the rules are loaded, and while a game is read."""
        self._lines = LineView()
        self._opening: Path | str | None = None
        """A game to be read: its file or its text."""
        self._first_move: int | None = None
        """A move made before the rules were loaded."""
        self._clock = None if setup.time is None else GameClock(setup.time, self._now)
        self._reader.cancel()
        self._talk.begin(self._match_id)
        self._moved_at = -1e9
        self._thinking: Thinking | None = None
        self._last_thinking: tuple[Thinking | None, int] = (None, -1)
        """The search behind the latest machine's move, and the ply it looked at."""
        self._error: MatchError | None = None
        self._note = ""
        self._changed()

    # --- what happens by itself -------------------------------------------------------------------------

    def poll(self) -> bool:
        """Take in what the engine has to say; called each frame. True if the snapshot has changed."""
        before = self._version
        for reply in self._talk.news():
            self._hear(reply)
        if self._talk.preparing != self._preparing:
            self._preparing = self._talk.preparing
            self._changed()
        self._set_table()
        self._read_wanted()
        self._take_opened()
        if self._keeper.trouble != self._trouble:
            self._trouble = self._keeper.trouble
            self._changed()
        self._look_at_clock()
        held = None if self._talk.wait is None else self._talk.wait.held
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
        self._reader.read_file(opening) if isinstance(opening, Path) else self._reader.read_text(opening)
        self._changed()

    def _set_table(self) -> None:
        """As soon as the rules are loaded: have a game to play."""
        if self._table is not None or not self._engine.rules_are_loaded:
            return
        table = self._table = Table(self._setup, self._store, self._keeper)
        first_move, self._first_move = self._first_move, None
        if first_move is not None:
            self._play(table, first_move)
        self._go_on()

    def _take_opened(self) -> None:
        """Put the game that was being read on the board, or say why it never will be there."""
        opened = self._reader.poll()
        if opened is None:
            return
        if opened.record is None:
            self._error = MatchError(opened.error)
            self._changed()
            return
        # What could be shown only in part is never written over.
        path = None if opened.note else opened.path
        table = Table.reopen(opened.record, path, self._store, self._keeper)
        self._cancel()
        self._lay_out(table.setup)
        self._table, self._note = table, opened.note
        self._phase = MatchPhase.PAUSED if table.outcome is None else MatchPhase.FINISHED
        if table.is_record:
            self._phase = MatchPhase.LOOKING
        self._set_clock(table)
        self._go_on()

    def _play(self, table: Table, action: int) -> None:
        color = table.position.to_play
        table.play(action, None if self._clock is None else self._clock.press(color))
        self._moved_at = self._now()
        self._thinking = None

    def _moved_by_hand(self, table: Table) -> None:
        """After undo or redo."""
        self._thinking = None
        self._error = None
        if self._phase is MatchPhase.FINISHED:
            self._phase = MatchPhase.RUNNING
        if not self._setup.has_human:
            self._phase = MatchPhase.PAUSED
        self._set_clock(table)
        self._go_on()

    def _go_on(self) -> None:
        """Bring what the engine and the clock do in line with the match: ask, cancel, or have the end counted."""
        table = self._table
        self._changed()
        if table is None or self._phase is MatchPhase.LOOKING:
            return
        if table.outcome is not None:
            if self._phase is not MatchPhase.FINISHED:
                self._cancel()
                self._finish(table, table.outcome)
            return
        wanted = self._phase is MatchPhase.RUNNING and not table.mover.is_human
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
        if outcome.termination is Termination.TWO_PASSES and self._setup.has_human:
            self._talk.ask_for_count(table)

    # --- clocks -----------------------------------------------------------------------------------------

    @property
    def clock(self) -> ClockSeen | None:
        """Both clocks at this moment; None where nobody is in a hurry."""
        clock = self._clock
        if clock is None:
            return None
        return ClockSeen(clock.left(Color.BLACK), clock.left(Color.WHITE), clock.running)

    def _run_clock(self, table: Table) -> None:
        """A player's time runs while it is their turn; a computer's not while it is still being loaded."""
        if self._clock is not None:
            wait = self._talk.wait
            is_waking = not table.mover.is_human and (wait is None or wait.is_loading)
            runs = self._phase is MatchPhase.RUNNING and not is_waking
            self._clock.run_for(table.position.to_play if runs else None)

    def _set_clock(self, table: Table) -> None:
        """Put both clocks to what they showed in the position the game stands at."""
        if self._clock is None:
            return
        self._clock.run_for(None)
        for color in Color:
            moves = (node for node in reversed(table.record.node.path()[1:]) if node.mover is color)
            left = next((node.time_left for node in moves), None)
            self._clock.set(color, left or self._clock.control.at_first)

    def _look_at_clock(self) -> None:
        loser = None if self._clock is None else self._clock.loser
        if loser is not None and self._table is not None and self._table.outcome is None:
            self._end(self._table, Outcome(loser.opponent, None, Termination.TIME))

    def _seconds_for(self, color: Color) -> float | None:
        clock = self._clock
        return None if clock is None else clock.control.budget(clock.left(color))

    # --- the engine -------------------------------------------------------------------------------------

    def _ask_for_move(self, table: Table) -> None:
        self._thinking = None
        try:
            self._talk.ask_for_move(table, self._seconds_for(table.position.to_play))
        except AppError as error:
            self._fail(str(error))

    def _cancel(self) -> None:
        """No longer wait for anything."""
        if self._talk.cancel():
            self._changed()

    def _fail(self, reason: str) -> None:
        """Tell the person, and wait for them."""
        wait, self._talk.wait = self._talk.wait, None
        self._error = MatchError(reason)
        if wait is not None and wait.for_count:
            self._settle(np.zeros((self._setup.ruleset.size,) * 2, np.bool_))
        if self._phase is MatchPhase.RUNNING:
            self._phase = MatchPhase.PAUSED
        if self._table is not None:
            self._run_clock(self._table)
        self._changed()

    def _hear(self, reply: Reply) -> None:
        wait = self._talk.wait
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
            assert wait is not None
            self._thinking = reply.thinking or self._thinking
            if self._setup.has_human:
                self._take_answer(reply)
            else:
                wait.held = reply
        elif isinstance(reply, DeadStones):
            self._talk.wait = None
            self._settle(reply.dead)

    def _settle(self, dead: np.ndarray) -> None:
        assert self._table is not None
        self._table.settle(dead)
        self._changed()

    def _take_answer(self, answer: ThinkAnswer) -> None:
        """Play the machine's move."""
        table, thinking = self._table, answer.thinking
        assert table is not None
        self._talk.wait = None
        mover, ply = table.mover, table.ply
        if answer.resigns:
            table.finish(Outcome(table.position.to_play.opponent, None, Termination.RESIGNATION))
        else:
            try:
                self._play(table, answer.action)
            except (IllegalMoveError, ValueError) as error:
                self._fail(f"{mover} answered with a move that cannot be played ({error}): undo or restart the game")
                return
            if thinking is not None and self._talk.knows_board(mover, table.record.ruleset.size):
                table.judge(table.record.node, thinking.black_win_rate, thinking.black_score)
        if thinking is not None:
            self._last_thinking = (thinking, ply)
        self._go_on()

    # --- what screens see -------------------------------------------------------------------------------

    @property
    def snapshot(self) -> MatchSnapshot:
        """The match as it is now; made anew only after a change."""
        if self._snapshot is None:
            self._snapshot = self._make_snapshot()
        return self._snapshot

    def _make_snapshot(self) -> MatchSnapshot:
        table, wait = self._table, self._talk.wait
        view = bare_view(self._setup) if table is None else table_view(table, self._lines)
        snapshot = MatchSnapshot(
            self._version,
            self._match_id,
            self._setup,
            self._phase,
            error=self._error or self._trouble,
            note=self._note,
            preparing=self._preparing,
            waiting_move=self._first_move,
            engine_loading=self._phase is MatchPhase.RUNNING or self._opening is not None or self._reader.is_reading,
            **view,
        )
        if table is None:
            return snapshot
        last_thinking, last_ply = self._last_thinking
        return replace(
            snapshot,
            thinking=self._thinking,
            last_thinking=last_thinking if table.ply > last_ply else None,
            last_thinking_ply=last_ply,
            is_thinking=wait is not None and not wait.for_count,
            engine_loading=wait is not None and wait.is_loading,
        )
