"""One match at the window: whose turn it is, what may be done, what the computer players answer.

A state machine that is polled each frame and never waits. All thinking happens in the engine process.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from clevergo.app.engine import Engine
from clevergo.app.engine_messages import (
    CancelRequest,
    CountRequest,
    DeadStones,
    EngineDied,
    EngineFault,
    PrepareRequest,
    Reply,
    RulesReady,
    Seat,
    Tag,
    ThinkAnswer,
    ThinkProgress,
    ThinkRequest,
    ThinkStarted,
)
from clevergo.app.keeper import GameKeeper
from clevergo.app.kennel import Kennel
from clevergo.app.messages import MatchError, MatchPhase, MatchSetup, MatchSnapshot, Refusal, Thinking
from clevergo.app.paths import AppError
from clevergo.app.storage import GameStore
from clevergo.app.table import Table
from clevergo.go.position import Color, IllegalMoveError
from clevergo.go.scoring import Termination
from clevergo.players.spec import PlayerKind, PlayerSpec

logger = logging.getLogger(__name__)

_HUMAN = PlayerSpec(PlayerKind.HUMAN)
WATCHING_PACE = 0.4
_FLUSH_SECONDS = 0.5


@dataclass
class _Wait:
    """What the engine was asked; every other answer is late."""

    tag: Tag
    for_count: bool = False
    """Dead stones are asked for, not a move."""
    is_loading: bool = False
    """The player is not at work yet."""
    held: ThinkAnswer | None = None
    """The answer, until the last move has been seen long enough."""


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
        self._kennel = kennel
        self._store = store
        self._keeper = GameKeeper(store, kennel)
        self._engine = engine or Engine()
        self._rng = rng or np.random.default_rng()
        self._pace = pace
        self._clock = clock
        self._version = 0
        self._match_id = 0
        self._requests = 0
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
        """None until the rules are loaded."""
        self._reopening: Path | None = None
        self._first_move: int | None = None
        """A move made before the rules were loaded."""
        self._seeds = {color: int(self._rng.integers(2**31)) for color in Color}
        self._wait: _Wait | None = None
        self._moved_at = -1e9
        self._thinking: Thinking | None = None
        self._last_thinking: tuple[Thinking | None, int] = (None, -1)
        """The search behind the latest machine's move, and the ply it looked at."""
        self._error: MatchError | None = None
        self._changed()

    # --- what a person does -----------------------------------------------------------------------------

    def prewarm(self) -> None:
        """Start the engine and load the rules, so that the first move need not wait."""
        self._engine.start()

    def new_match(self, setup: MatchSetup) -> None:
        """Lay out an empty board for these players and rules; nobody moves yet."""
        self._cancel()
        self._lay_out(setup)
        self._engine.start()
        self._prepare_players()
        self._set_table()

    def start(self) -> None:
        """Let the game begin, or go on after a pause or a mishap."""
        if self._phase in (MatchPhase.SETUP, MatchPhase.PAUSED):
            self._engine.start()
            self._phase = MatchPhase.RUNNING
            self._error = None
            self._go_on()

    def pause(self) -> None:
        """Let computers wait."""
        if self._phase is MatchPhase.RUNNING:
            self._phase = MatchPhase.PAUSED
            self._go_on()

    def restart(self) -> None:
        """The same players, an empty board, and the game begins. The old game stays saved."""
        self.new_match(self._setup)
        self.start()

    def play(self, action: int) -> Refusal | None:
        """A person's move; None if it is accepted, else why not."""
        if self._phase is MatchPhase.FINISHED:
            return Refusal.GAME_OVER
        if self._phase is not MatchPhase.RUNNING:
            return Refusal.NOT_STARTED
        table = self._table
        mover = self._setup.black if table is None else table.mover
        if not mover.is_human or self._first_move is not None:
            return Refusal.NOT_YOUR_TURN
        if table is None:
            self._first_move = action
            return None
        reason = table.position.why_illegal(action)
        if reason is not None:
            return Refusal(reason.value)
        self._play(table, action)
        self._go_on()
        return None

    def pass_turn(self) -> Refusal | None:
        """A person's pass; None if it is accepted, else why not."""
        return self.play(self._setup.ruleset.pass_action)

    def undo(self) -> None:
        """Take moves back to where the person is to move, whatever the machine is doing.

        Between two people, or two machines (which then wait), it is one move.
        """
        if self._table is not None and self._table.undo_count():
            self._cancel()
            self._table.undo()
            self._moved_by_hand()

    def redo(self) -> None:
        """Play again what was taken back, up to where the person is to move."""
        if self._table is not None and self._table.record.can_redo:
            self._cancel()
            self._table.redo()
            self._moved_by_hand()

    def resign(self) -> None:
        """The person gives up: between two people, the one whose turn it is."""
        table = self._table
        playing = self._phase in (MatchPhase.RUNNING, MatchPhase.PAUSED)
        if table is None or not playing or not self._setup.has_human:
            return
        color = table.position.to_play
        table.resign(color if self._setup.player(color).is_human else color.opponent)
        self._go_on()

    def toggle_dead(self, action: int) -> None:
        """At the end of a person's game: take the chain at ``action`` for dead, or for living again."""
        if self._phase is MatchPhase.FINISHED and self._table is not None and self._table.toggle_dead(action):
            self._changed()

    def reopen_last(self) -> bool:
        """Put the game begun last back on the board, to be gone on with; False where there is none."""
        path = self._store.last()
        if path is None:
            return False
        self._cancel()
        self._lay_out(self._setup)
        self._reopening = path
        self._engine.start()
        self._set_table()
        return True

    def close(self) -> None:
        """End the engine and have the last move on disk, within two seconds."""
        self._engine.close()
        self._keeper.flush(_FLUSH_SECONDS)

    # --- what happens by itself -------------------------------------------------------------------------

    def poll(self) -> bool:
        """Take in what the engine has to say; called each frame. True if the snapshot has changed."""
        before = self._version
        for reply in self._engine.poll():
            self._hear(reply)
        self._set_table()
        if self._keeper.trouble != self._trouble:
            self._trouble = self._keeper.trouble
            self._changed()
        held = None if self._wait is None else self._wait.held
        if held is not None and self._clock() >= self._moved_at + self._pace:
            self._take_answer(held)
        return self._version != before

    def _changed(self) -> None:
        self._version += 1
        self._snapshot = None

    def _set_table(self) -> None:
        """As soon as the rules are loaded: have a game to play."""
        if self._table is not None or not self._engine.rules_are_loaded:
            return
        path, self._reopening = self._reopening, None
        if path is not None:
            self._reopen(path)
        table = self._table or Table(self._setup, self._store, self._keeper)
        self._table = table
        first_move, self._first_move = self._first_move, None
        if first_move is not None and self._phase is MatchPhase.RUNNING:
            self._play(table, first_move)
        self._go_on()

    def _reopen(self, path: Path) -> None:
        try:
            table = Table.reopen(path, self._store, self._keeper)
        except AppError as error:
            self._error = MatchError(str(error))
            return
        self._table, self._setup = table, table.setup
        self._phase = MatchPhase.PAUSED if table.outcome is None else MatchPhase.FINISHED

    def _play(self, table: Table, action: int) -> None:
        table.play(action)
        self._moved_at = self._clock()
        self._thinking = None

    def _moved_by_hand(self) -> None:
        """After undo or redo."""
        self._thinking = None
        self._error = None
        if self._phase is MatchPhase.FINISHED:
            self._phase = MatchPhase.RUNNING
        if not self._setup.has_human:
            self._phase = MatchPhase.PAUSED
        self._go_on()

    def _go_on(self) -> None:
        """Bring what the engine does in line with the match: ask, cancel, or have the end counted."""
        table = self._table
        self._changed()
        if table is None:
            return
        if table.outcome is not None:
            if self._phase is not MatchPhase.FINISHED:
                self._cancel()
                self._finish(table)
            return
        wanted = self._phase is MatchPhase.RUNNING and not table.mover.is_human
        if wanted and self._wait is None:
            self._ask_for_move(table)
        elif not wanted:
            self._cancel()

    def _finish(self, table: Table) -> None:
        self._phase = MatchPhase.FINISHED
        outcome = table.outcome
        if outcome is not None and outcome.termination is Termination.TWO_PASSES and self._setup.has_human:
            self._wait = _Wait(self._new_tag(), for_count=True)
            self._engine.send(CountRequest(self._wait.tag, self._setup.ruleset, table.record.moves))

    # --- the engine -------------------------------------------------------------------------------------

    def _new_tag(self) -> Tag:
        self._requests += 1
        return Tag(self._match_id, 0 if self._table is None else self._table.ply, self._requests)

    def _seat(self, color: Color) -> Seat:
        """The computer player of ``color``; AppError where its dog cannot be found."""
        spec = self._setup.player(color)
        weights = None if spec.dog is None else self._kennel.find_weights(spec.dog)
        varied = not (self._setup.black.has_chance or self._setup.white.has_chance)
        return Seat(color, spec, weights, self._seeds[color], varied)

    def _prepare_players(self) -> None:
        """Have nets loaded while a person still thinks about the first move."""
        for color in Color:
            if self._setup.player(color).dog is None:
                continue
            try:
                seat = self._seat(color)
            except AppError as error:
                self._error = MatchError(str(error))
                continue
            self._engine.send(PrepareRequest(self._new_tag(), self._setup.ruleset, seat))

    def _ask_for_move(self, table: Table) -> None:
        try:
            seat = self._seat(table.position.to_play)
        except AppError as error:
            self._fail(str(error))
            return
        self._wait = _Wait(self._new_tag(), is_loading=True)
        self._thinking = None
        self._engine.send(ThinkRequest(self._wait.tag, self._setup.ruleset, table.record.moves, seat))

    def _cancel(self) -> None:
        """No longer wait for anything."""
        if self._wait is not None:
            self._engine.send(CancelRequest(self._wait.tag))
            self._wait = None
            self._changed()

    def _fail(self, reason: str) -> None:
        """Tell the person, and wait for them."""
        wait, self._wait = self._wait, None
        self._error = MatchError(reason)
        if wait is not None and wait.for_count:
            self._settle(np.zeros((self._setup.ruleset.size,) * 2, np.bool_))
        if self._phase is MatchPhase.RUNNING:
            self._phase = MatchPhase.PAUSED
        self._changed()

    def _hear(self, reply: Reply) -> None:
        if isinstance(reply, RulesReady):
            return
        wait = self._wait
        if isinstance(reply, EngineDied):
            if wait is not None or not self._engine.rules_are_loaded:
                self._fail(reply.reason)
        elif wait is None or reply.tag != wait.tag:
            logger.debug("a late answer is dropped: %s", reply.tag)
        elif isinstance(reply, ThinkStarted):
            wait.is_loading = False
            self._changed()
        elif isinstance(reply, ThinkProgress):
            self._thinking = reply.thinking
            self._changed()
        elif isinstance(reply, ThinkAnswer):
            self._thinking = reply.thinking or self._thinking
            if self._setup.has_human:
                self._take_answer(reply)
            else:
                wait.held = reply
        elif isinstance(reply, DeadStones):
            self._wait = None
            self._settle(reply.dead)
        else:
            assert isinstance(reply, EngineFault)
            self._fail(reply.reason)

    def _settle(self, dead: np.ndarray) -> None:
        assert self._table is not None
        self._table.settle(dead)
        self._changed()

    def _take_answer(self, answer: ThinkAnswer) -> None:
        """Play the machine's move."""
        table = self._table
        assert table is not None
        self._wait = None
        mover, ply = table.mover, table.ply
        if answer.resigns:
            table.resign(table.position.to_play)
        else:
            try:
                self._play(table, answer.action)
            except (IllegalMoveError, ValueError) as error:
                self._fail(f"{mover} answered with a move that cannot be played ({error}): undo or restart the game")
                return
        if answer.thinking is not None:
            table.win_rates[ply] = answer.thinking.black_win_rate
            self._last_thinking = (answer.thinking, ply)
        self._go_on()

    # --- what screens see -------------------------------------------------------------------------------

    @property
    def snapshot(self) -> MatchSnapshot:
        """The match as it is now; made anew only after a change."""
        if self._snapshot is None:
            self._snapshot = self._make_snapshot()
        return self._snapshot

    def _make_snapshot(self) -> MatchSnapshot:
        table, wait, size = self._table, self._wait, self._setup.ruleset.size
        common = (self._version, self._match_id, self._setup, self._phase)
        error = self._error or self._trouble
        if table is None:
            loading = self._phase is MatchPhase.RUNNING or self._reopening is not None
            return MatchSnapshot(*common, np.zeros((size, size), np.int8), error=error, engine_loading=loading)
        position = table.position
        last_thinking, last_ply = self._last_thinking
        return MatchSnapshot(
            *common,
            stones=position.stones,
            to_play=position.to_play,
            ply=position.ply,
            last_move=position.last_move,
            moves=table.record.moves,
            captures=position.captures,
            can_undo=table.undo_count() > 0,
            can_redo=table.record.can_redo,
            thinking=self._thinking,
            last_thinking=last_thinking if position.ply > last_ply else None,
            last_thinking_ply=last_ply,
            is_thinking=wait is not None and not wait.for_count,
            black_win_rates=tuple(table.win_rates.get(ply) for ply in range(position.ply)),
            outcome=table.outcome,
            ownership=table.ownership(),
            dead=table.dead,
            tromp_taylor=table.tromp_taylor(),
            error=error,
            engine_loading=wait is not None and wait.is_loading,
        )
