"""The game on the board: who plays, what has been played, saved with every move."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clevergo.app.keeper import GameKeeper
from clevergo.app.messages import MatchSetup
from clevergo.app.storage import GameStore
from clevergo.go.position import Color, Position
from clevergo.go.record import GameRecord
from clevergo.go.scoring import Outcome, Termination, outcome_of, ownership
from clevergo.players.spec import PlayerKind, PlayerSpec, PlayerSpecError

_HUMAN = PlayerSpec(PlayerKind.HUMAN)
_COUNTED = (Termination.TWO_PASSES, Termination.PLY_LIMIT)


class Table:
    """A game being played or finished. Making one needs the rules loaded (:mod:`clevergo.app.engine`)."""

    def __init__(self, setup: MatchSetup, store: GameStore, keeper: GameKeeper) -> None:
        """An empty board.

        Args:
            setup: the players and the rules.
            store: where saved games lie.
            keeper: saves this one as it goes.
        """
        self.setup = setup
        self.record = GameRecord(setup.ruleset, str(setup.black), str(setup.white))
        self.win_rates: dict[int, float] = {}
        """By ply: Black's win rate as the mover's search saw it."""
        self.dead: NDArray[np.bool_] | None = None
        """``bool[N, N]``, once the game is counted with a person: stones taken for dead."""
        self._store = store
        self._keeper = keeper
        self._file: Path | None = None

    @classmethod
    def reopen(cls, path: Path, store: GameStore, keeper: GameKeeper) -> Table:
        """A saved game, to go on where it was.

        Raises:
            AppError: the file cannot be read.
        """
        record = store.load(path)
        setup = MatchSetup(_spec_of(record.black), _spec_of(record.white), record.ruleset)
        table = cls(setup, store, keeper)
        table.record, table._file = record, path
        return table

    # --- who, and where we are --------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.record.position

    @property
    def ply(self) -> int:
        """Moves played, those taken back not counted."""
        return self.record.position.ply

    @property
    def mover(self) -> PlayerSpec:
        """Who is to move."""
        return self.setup.player(self.position.to_play)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.record.outcome

    @property
    def is_counted(self) -> bool:
        """Whether the game has ended by counting."""
        return self.outcome is not None and self.outcome.termination in _COUNTED

    # --- playing ----------------------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """The next move; IllegalMoveError or ValueError, and nothing changed, where it cannot be played."""
        ply = self.ply
        self.record.play(action)
        self.win_rates = {earlier: rate for earlier, rate in self.win_rates.items() if earlier < ply}
        self._save()

    def resign(self, color: Color) -> None:
        """``color`` gives up."""
        self.record.resign(color)
        self._save()

    def undo_count(self) -> int:
        """Moves back to the last position in which a person was to move (without people: one); 0 for none."""
        if not self.record.can_undo:
            return 0
        if not self.setup.has_human:
            return 1
        movers = (self.record.position_at(ply).to_play for ply in range(self.ply - 1, -1, -1))
        return next((count for count, color in enumerate(movers, 1) if self.setup.player(color).is_human), 0)

    def undo(self) -> None:
        """Take back :meth:`undo_count` moves."""
        count = self.undo_count()
        if count:
            self.record.undo(count)
            self.dead = None
            self._save()

    def redo(self) -> None:
        """Play again what was taken back, up to where a person is to move (without people: one move)."""
        if not self.record.can_redo:
            return
        self.record.redo()
        while self.record.can_redo and self.setup.has_human and not self.mover.is_human:
            self.record.redo()
        self._save()

    # --- the end ----------------------------------------------------------------------------------------

    def settle(self, dead: NDArray[np.bool_]) -> None:
        """Count anew with ``dead``, ``bool[N, N]``, off the board."""
        self.dead = dead
        self.record.finish(outcome_of(self.position, dead))
        self._save()

    def toggle_dead(self, action: int) -> bool:
        """Take the chain at ``action`` for dead, or for living again; False where that makes no sense."""
        if self.dead is None or not 0 <= action < self.setup.ruleset.pass_action:
            return False
        chain = _chain_at(self.position.stones, action)
        if chain is None:
            return False
        self.settle(np.where(chain, ~self.dead, self.dead))
        return True

    def ownership(self) -> NDArray[np.int8] | None:
        """``int8[N, N]``: 0 nobody's, 1 Black's, 2 White's; None before the game is counted."""
        return ownership(self.position.stones, self.dead) if self.is_counted else None

    def tromp_taylor(self) -> Outcome | None:
        """The outcome with every stone on the board alive; None before the game is counted."""
        return outcome_of(self.position) if self.is_counted else None

    def _save(self) -> None:
        self._file = self._file or self._store.new_file()
        self._keeper.put(self._file, self.record)


def _spec_of(name: str) -> PlayerSpec:
    """The player a saved game names; a person where the name is nobody's we know."""
    try:
        return PlayerSpec.parse(name)
    except PlayerSpecError:
        return _HUMAN


def _chain_at(stones: NDArray[np.int8], action: int) -> NDArray[np.bool_] | None:
    """``bool[N, N]``: the stones solidly connected to the one at ``action``; None where there is none."""
    from scipy import ndimage

    row, col = divmod(action, stones.shape[0])
    if not stones[row, col]:
        return None
    chains, _ = ndimage.label(stones == stones[row, col])
    return np.asarray(chains == chains[row, col])
