"""A game with somebody at another computer, as the match at the window has it.

Nothing is decided here: what is wished is said to the other, and what both have of the game by then comes to the table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from clevergo.app.match.clock import ClockSeen
from clevergo.app.match.messages import MatchSnapshot, Refusal
from clevergo.app.match.renaming import renamed
from clevergo.app.match.table import Table
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.record import GameRecord
from clevergo.players.settling import Settled

if TYPE_CHECKING:
    from clevergo.app.meeting.correspondence import Correspondence


class AwayGame:
    """One game of a :class:`~clevergo.app.meeting.correspondence.Correspondence`; the next one is another."""

    def __init__(self, other: Correspondence, record: GameRecord | None = None) -> None:
        """``record``: the game that lies on the table, as both have it; None before any does."""
        self.other = other
        """Who sits opposite, and what both have."""
        self.wished: int | None = None
        """A move that was wished for here, and of which nobody knows yet what becomes of it."""
        self._record = record
        self._told_clock: ClockSeen | None = None
        self._counted_at = -1
        """The ply at which a proposal was asked for which stones are dead."""

    # --- what has happened ------------------------------------------------------------------------------

    @property
    def is_another(self) -> bool:
        """Whether both play another game by now than lies on the table."""
        return self._record is not self.other.record

    def follow(self, table: Table) -> bool:
        """Bring the table to where the game stands; whether anything is different there."""
        before = table.position.ply
        is_changed = table.follow(self.other.record, self.other.dead)
        if is_changed:
            self._counted_at = -1  # another end may lie at the same ply
        if table.position.ply != before or not self.other.is_waiting:
            self.wished = None
        return is_changed

    def news_of_clock(self) -> ClockSeen | None:
        """What both clocks show, once each time the host has told it."""
        seen = self.other.clock
        if seen is None or seen == self._told_clock:
            return None
        self._told_clock = seen
        return seen

    # --- what is wished here ----------------------------------------------------------------------------

    def why_no_move(self, table: Table, action: int) -> Refusal | None:
        """Why whoever plays here cannot wish for that move now; None if they can."""
        if not table.is_live:
            return Refusal.LOOKING_BACK
        if table.record.outcome is not None:
            return Refusal.GAME_OVER
        if not table.mover.is_human:
            return Refusal.NOT_YOUR_TURN
        if self.wished is not None or self.other.is_waiting:
            return Refusal.ON_ITS_WAY
        if table.task is not None and table.task.choices:
            return Refusal.CHOOSE_FIRST
        try:
            table.position.play(action)
        except IllegalMoveError as error:
            return Refusal(error.reason)
        return None

    def move(self, table: Table, action: int) -> None:
        """Wish to move so: the move is made once both have it."""
        self.wished = action
        self.other.move(table.position.ply, action)

    def choose(self, table: Table, choice: str) -> None:
        """Wish to have colors settled so; nothing where that is not to be chosen now."""
        if table.task is not None and choice in table.task.choices and not self.other.is_waiting:
            self.other.choose(table.position.ply, choice)

    def settle_colors(self, table: Table, settled: Settled) -> None:
        """Wish for the stones that a machine puts here while colors are settled, and for what it chooses."""
        ply = table.position.ply
        for number, action in enumerate(settled.stones):
            self.other.move(ply + number, action)
        if settled.choice:
            self.other.choose(ply + len(settled.stones), settled.choice)

    def can_ask_back(self, table: Table) -> bool:
        """Whether a person here may ask to take moves back."""
        other = self.other
        if other.is_over or other.is_tournament or not other.is_free or not other.player.is_human:
            return False
        return table.undo_count() > 0 and not other.seen(None).question

    def wants_proposal(self, table: Table) -> bool:
        """Whether a person here, who is to say which stones are dead, has not been shown a proposal yet."""
        return self.other.player.is_human and self._counted_at != table.position.ply

    def proposal_asked(self, table: Table) -> None:
        """One was asked for; of each end once is enough."""
        self._counted_at = table.position.ply

    def take_their_word(self) -> None:
        """A machine that is to say which stones are dead says what the other does; a person says it themself."""
        if not self.other.player.is_human and not self.other.is_waiting:
            self.other.mark(self.other.theirs or ())

    def their_dead(self, table: Table) -> np.ndarray | None:
        """``bool[H, W]``: the stones the other takes for dead; None where they have not said."""
        if not self.other.is_counting or self.other.theirs is None:
            return None
        dead = np.zeros(table.position.stones.shape, np.bool_)
        dead.flat[list(self.other.theirs)] = True
        return dead

    def dog_renamed(self, old: str, new: str) -> None:
        """A dog is called otherwise now: if it plays here, it goes on."""
        self.other.player = renamed(self.other.player, old, new)

    # --- what screens see -------------------------------------------------------------------------------

    def seen(self, plain: MatchSnapshot, can_ask_back: bool, marked: tuple[int, ...] | None) -> MatchSnapshot:
        """The match with what is different in such a game; ``marked`` are the stones taken for dead here."""
        live = replace(plain.live, can_undo=can_ask_back, can_redo=False)
        seen = replace(plain, live=live, away=self.other.seen(marked))
        return replace(seen, outcome=None, bare_outcome=None) if self.other.is_counting else seen
