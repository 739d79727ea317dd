"""The column beside the board while a game is on it: who plays, how it stands, what can be done."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from clevergo.app.match.clock import ClockSeen
from clevergo.app.match.messages import MatchPhase, MatchSnapshot
from clevergo.problem import Problem
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.layout import cut_bottom
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.analysis.desk import MindDesk
from clevergo.ui.scenes.play.actions import GameActions
from clevergo.ui.scenes.play.bars import ActionBar, RecordBar, WalkBar
from clevergo.ui.scenes.play.moves import MovesPanel
from clevergo.ui.scenes.play.panels import PlayersPanel, RecordPanel, ResultPanel, TroublePanel
from clevergo.ui.scenes.play.slot import Slot, Tab
from clevergo.ui.scenes.play.words import status_words
from clevergo.ui.strings import PlayText, RecordText

_FOOT = 30


class GamePage(Group):
    """Shows a match; which of the panels that share a place is seen, it decides itself."""

    def __init__(
        self,
        actions: GameActions,
        desk: MindDesk,
        record: Callable[[], Button],
        new_game: Callable[[], None],
        play_on: Callable[[], None],
        go_on: Callable[[], None],
    ) -> None:
        """Nothing is shown yet.

        Args:
            actions: what a person can do in the game.
            desk: what the machine thinks; its curve and its panel lie here.
            record: makes a button that opens what can be done with the record of the game.
            new_game: choose players anew.
            play_on: ask for a game of one's own from the position of a record.
            go_on: what went wrong has been read.
        """
        super().__init__()
        self._lower = Rect(0, 0, 0, 0), Rect(0, 0, 0, 0)
        """Below the players: all of it, and the part below the curve."""
        self._read_trouble: Problem | None = None
        self._players = PlayersPanel()
        self._rates = desk.graph
        self._result = ResultPanel()
        self._moves = MovesPanel(actions.look_at)
        self._facts = RecordPanel()
        panels = {Tab.RESULT: self._result, Tab.FACTS: self._facts, Tab.MIND: desk.panel, Tab.MOVES: self._moves}
        self._slot = Slot(panels, Tab.MIND, actions.look_live)
        self._walk = WalkBar(actions)
        self._trouble = TroublePanel(go_on)
        self._actions = ActionBar(actions, new_game, record())
        self._record_actions = RecordBar(play_on, new_game, record())
        self._status = Label("", Size.SMALL, color="muted")
        self.add(self._players, self._rates, self._slot, self._trouble, self._actions, self._record_actions)
        self.add(self._status, self._walk)

    # --- layout ---

    def arrange(self, rect: Rect, look: Look) -> None:
        is_low = rect.height < look.px(660)
        gap = look.px(10 if is_low else GAP)
        rest, foot = cut_bottom(rect, look.px(_FOOT), look.px(4 if is_low else 6))
        status = self._walk.place_right(foot, look, self._walk.needed_width(look), look.px(8))
        self._status.place(status.move(look.px(2), 0), look)
        rest, actions = cut_bottom(rest, self._actions.needed_height(look, is_low), look.px(12))
        self._actions.place(actions, look)
        self._record_actions.place(actions, look)
        rest = self._players.place_top(rest, look, look.px(96 if is_low else 108), gap)
        share = 0.34 if is_low else 0.38
        slot = self._rates.place_top(rest, look, min(round(rest.height * share), look.px(320)), gap)
        self._slot.place(slot, look)
        self._lower = rest, slot
        self._place_trouble(look)

    def _place_trouble(self, look: Look) -> None:
        """Where the thoughts are; over the curve too where it takes more words."""
        whole, lower = self._lower
        fits = self._trouble.needed_height(look, lower.width) <= lower.height
        self._trouble.place(lower if fits else whole, look)
        self._rates.is_visible = fits or not self._trouble.is_visible

    # --- showing ---

    def show(self, match: MatchSnapshot) -> None:
        """Show how the match stands."""
        self._players.show(match)
        self._moves.show(match)
        self._walk.show(match)
        is_record = match.record is not None
        self._facts.show(match)
        self._slot.show_live(match.shown.is_live, RecordText.BACK if is_record else PlayText.BACK_TO_LIVE)
        self._actions.is_visible, self._record_actions.is_visible = not is_record, is_record
        self._show_lower_panel(match)
        self._actions.show(match)
        self._status.words = lambda s: status_words(s, match)

    def show_clock(self, clock: ClockSeen | None) -> None:
        """Show both clocks; called each frame."""
        self._players.show_clock(clock)

    def turn_to(self, tab: Tab) -> None:
        """Show one of the panels that share a place."""
        self._slot.tab = tab

    def open_at_moves(self, match: MatchSnapshot) -> None:
        """A game has been opened: its moves are shown first, even where it has ended; of a record, what it says."""
        self._slot.offer_first(_first_tab(match))
        self._slot.tab = Tab.MOVES if match.record is None else Tab.FACTS

    def take_as_read(self, trouble: Problem | None) -> None:
        """What went wrong has been read, or said elsewhere: it is not shown again."""
        self._read_trouble = trouble

    def _show_lower_panel(self, match: MatchSnapshot) -> None:
        """What the machine thinks, or how the game ended; what went wrong takes the curve's place too."""
        has_trouble = match.error is not None and match.error is not self._read_trouble
        if match.error is not None:
            self._trouble.show(match.error, match.phase is MatchPhase.PAUSED)
        if match.outcome is not None:
            self._result.show(match)
        self._trouble.is_visible = has_trouble
        self._rates.is_visible = True
        if has_trouble and self.root is not None:
            self._place_trouble(self.root.look)
        self._slot.offer_first(_first_tab(match))
        self._slot.is_visible = not has_trouble


def _first_tab(match: MatchSnapshot) -> Tab | None:
    if match.record is not None:
        return Tab.FACTS
    return None if match.outcome is None else Tab.RESULT
