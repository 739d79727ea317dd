"""One match at the window: everything a person can do with it. What happens by itself is in ``match_turns``."""

from __future__ import annotations

from pathlib import Path

from clevergo.app.desk.paths import AppError
from clevergo.app.match.messages import CopySaved, MatchError, MatchPhase, MatchSetup, Refusal, SavedGame
from clevergo.app.match.table import Table
from clevergo.app.match.turns import MatchTurns
from clevergo.games.go.scoring import Outcome, Termination
from clevergo.players.spec import PlayerSpec

_FLUSH_SECONDS = 0.5
_LIVE = (MatchPhase.RUNNING, MatchPhase.PAUSED)


class MatchController(MatchTurns):
    """Owns the match on the board. For the window's thread alone; every method returns at once.

    The compiled rules are loaded in the background (:meth:`prewarm`); until then a match can be set up and
    started, and a first move is kept and played as soon as they are there.
    """

    # --- what a person does -----------------------------------------------------------------------------

    def prewarm(self) -> None:
        """Start the engine and load the rules, so that the first move need not wait."""
        self._engine.start()

    def new_match(self, setup: MatchSetup) -> None:
        """Lay out a board for these players and rules; nobody moves yet."""
        self._cancel()
        self._lay_out(setup)
        self._engine.start()
        self._prepare()
        self._set_table()

    def _prepare(self) -> None:
        """Have the players' nets loaded."""
        try:
            self._talk.prepare(self._setup)
        except AppError as error:
            self._error = MatchError(str(error))

    def start(self) -> None:
        """Let the game begin, or go on after a pause or a mishap."""
        if self._phase in (MatchPhase.SETUP, MatchPhase.PAUSED):
            self._engine.start()
            self._phase = MatchPhase.RUNNING
            self._error = None
            self._go_on()

    def pause(self) -> None:
        """Let computers and clocks wait."""
        if self._phase is MatchPhase.RUNNING:
            self._phase = MatchPhase.PAUSED
            self._go_on()

    def restart(self) -> None:
        """The same players, a board as at the beginning, and the game begins. The old game stays saved."""
        if self._phase is not MatchPhase.LOOKING:
            self.new_match(self._setup)
            self.start()

    def play(self, action: int) -> Refusal | None:
        """A person's move in the position they look at; None if it is accepted, else why not.

        In an earlier position it begins a variation, and the game goes on there.
        """
        table = self._table
        if self._phase is MatchPhase.SETUP or (table is None and self._phase is not MatchPhase.RUNNING):
            return Refusal.NOT_STARTED
        if table is None:
            mover = self._setup.start.to_play
            if not self._setup.player(mover).is_human or self._first_move is not None:
                return Refusal.NOT_YOUR_TURN
            if action in self._setup.start.black:
                return Refusal.OCCUPIED
            self._first_move = action
            self._changed()
            return None
        if self._phase is MatchPhase.LOOKING:
            return self._try_move(table, action)
        shown = table.shown
        if shown.outcome is not None:
            return Refusal.GAME_OVER
        if not self._setup.player(shown.position.to_play).is_human:
            return Refusal.NOT_YOUR_TURN
        if table.is_live and self._phase is not MatchPhase.RUNNING:
            return Refusal.NOT_STARTED
        reason = shown.position.why_illegal(action)
        if reason is not None:
            return Refusal(reason.value)
        if not table.is_live:
            self._cancel()
            table.go_on_from_here()
            self._phase = MatchPhase.RUNNING
            self._last_thinking = (None, -1)
            self._set_clock(table)
        self._play(table, action)
        self._go_on()
        return None

    def _try_move(self, table: Table, action: int) -> Refusal | None:
        """A move in a record, for whoever's turn it is: to look at what follows, not to play."""
        position = table.shown.position
        if position.is_over:
            return Refusal.GAME_OVER
        reason = position.why_illegal(action)
        if reason is not None:
            return Refusal(reason.value)
        table.try_move(action)
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

    def pass_turn(self) -> Refusal | None:
        """A person's pass; None if it is accepted, else why not."""
        return self.play(self._setup.ruleset.pass_action)

    def undo(self) -> None:
        """Take moves back to where the person is to move, whatever the machine is doing.

        Between two people, or two machines (which then wait), it is one move.
        """
        if self._plays and self._table is not None and self._table.undo_count():
            self._cancel()
            self._table.undo()
            self._moved_by_hand(self._table)

    def redo(self) -> None:
        """Play again what was taken back, up to where the person is to move."""
        if self._plays and self._table is not None and self._table.record.can_redo:
            self._cancel()
            self._table.redo()
            self._moved_by_hand(self._table)

    @property
    def _plays(self) -> bool:
        """Whether the game on the board is played, not looked at."""
        return self._phase is not MatchPhase.LOOKING

    def resign(self) -> None:
        """The person gives up: between two people, the one whose turn it is."""
        table = self._table
        if table is None or self._phase not in _LIVE or not self._setup.has_human:
            return
        color = table.position.to_play
        loser = color if self._setup.player(color).is_human else color.opponent
        self._end(table, Outcome(loser.opponent, None, Termination.RESIGNATION))

    def toggle_dead(self, action: int) -> None:
        """At the end of a person's game: take the chain at ``action`` for dead, or for living again."""
        if self._phase is MatchPhase.FINISHED and self._table is not None and self._table.toggle_dead(action):
            self._changed()

    def close(self) -> None:
        """End the engine and have the last move on disk, within two seconds."""
        self._engine.close()
        self._keeper.flush(_FLUSH_SECONDS)

    # --- looking around ---------------------------------------------------------------------------------

    def look_at(self, node: int) -> None:
        """Look at a position of the record, by its number; the game goes on where it is."""
        if self._table is not None and 0 <= node < self._table.record.size:
            self._table.look_at(self._table.record.node_of(node))
            self._changed()

    def look_by(self, steps: int) -> None:
        """Look so many moves further on, or back."""
        if self._table is not None:
            self._table.look_by(steps)
            self._changed()

    def go_to(self, ply: int) -> None:
        """Look at the position after so many moves of the line that is shown."""
        if self._table is not None:
            self._table.look_by(ply - self._table.shown.ply)
            self._changed()

    def look_beside(self, step: int) -> None:
        """Look at another variation."""
        if self._table is not None:
            self._table.look_beside(step)
            self._changed()

    def look_live(self) -> None:
        """Look at the game itself again."""
        if self._table is not None and not self._table.is_live:
            self._table.look_live()
            self._changed()

    def judge(self, node: int, black_win_rate: float, black_score: float | None = None) -> None:
        """Note what an analysis thinks of a position; the curves show it and the record keeps it."""
        if self._table is not None and 0 <= node < self._table.record.size:
            self._table.judge(self._table.record.node_of(node), black_win_rate, black_score)
            self._changed()

    # --- games on disk ----------------------------------------------------------------------------------

    def open_game(self, path: Path) -> None:
        """Put a game on the board: one's own goes on where it was, any other is looked at and never written to."""
        self._open(path)

    def paste_game(self, text: str) -> None:
        """Put a game on the board that is told as SGF text."""
        self._open(text)

    def reopen_last(self) -> bool:
        """Put the game begun last back on the board, to be gone on with; False where there is none."""
        path = self._store.last()
        if path is not None:
            self._open(path)
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
        from clevergo.games.go.sgf.codec import to_sgf

        return to_sgf(self._table.record).decode("utf-8")

    def look_for_games(self) -> None:
        """Look what games are saved; :attr:`saved_games` tells soon."""
        self._library.refresh()

    @property
    def saved_games(self) -> tuple[SavedGame, ...] | None:
        """The saved games as found last, the newest first; None until somebody has looked."""
        return self._library.games

    def _open(self, source: Path | str) -> None:
        """Have a game read; until it is there, and if it cannot be read, the one on the board goes on."""
        self._reader.cancel()
        self._opening = source
        self._error = None
        self._engine.start()
        self._changed()
        self._read_wanted()
