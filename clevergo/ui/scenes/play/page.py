"""The column beside the board while a game is on it: who plays, how it stands, what can be done."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from clevergo.app.match.messages import MatchPhase, MatchSnapshot
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem
from clevergo.ui.kit.base import Group, Widget, cut_bottom, cut_top, inset, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.analysis.desk import MindDesk
from clevergo.ui.scenes.coach.desk import CoachDesk
from clevergo.ui.scenes.coach.doubt import DoubtPanel
from clevergo.ui.scenes.coach.words import loss_color
from clevergo.ui.scenes.meeting.panel import AwayPanel, TablePanel
from clevergo.ui.scenes.play.actions import FAR, GameActions
from clevergo.ui.scenes.play.companion import Companion
from clevergo.ui.scenes.play.faces import Face
from clevergo.ui.scenes.play.first_games import FirstGamesPanel, is_simple
from clevergo.ui.scenes.play.notes.finding import open_finder
from clevergo.ui.scenes.play.notes.panel import NotesPanel
from clevergo.ui.scenes.play.panels import MovesPanel, PlayersPanel, RecordPanel, ResultPanel, TroublePanel
from clevergo.ui.scenes.play.progress import Progress
from clevergo.ui.scenes.play.settling import SettlingPanel
from clevergo.ui.scenes.play.words import status_words
from clevergo.ui.strings import CoachText, LadderText, MeetText, PlayText, RecordText, ShareText, Text

if TYPE_CHECKING:
    from clevergo.ui.scenes.play.scene import PlayScene

_FOOT = 30


class Curve(enum.Enum):
    """How much of the curve is shown."""

    WHOLE = "whole"
    LINE = "line"
    """What it says of the position, where there is no room for moves below it otherwise."""
    NONE = "none"


class GamePage(Group):
    """Shows a match; which of the panels that share a place is seen, it decides itself."""

    def __init__(
        self,
        scene: PlayScene,
        actions: GameActions,
        desk: MindDesk,
        coach: CoachDesk,
        record: Button,
        face_of: Callable[[PlayerSpec], Face],
        companion: Companion,
        progress: Progress,
    ) -> None:
        """A column for the match on the board.

        Args:
            scene: asked for other games, and who sits down.
            actions: what a person does in the match.
            desk: the curve and the thoughts are its.
            coach: knows what moves cost.
            record: opens what can be done with the record of the game.
            face_of: knows what players look like.
            companion: speaks in a first game.
            progress: knows how far the person has come.
        """
        super().__init__()
        self._lower = Rect(0, 0, 0, 0), Rect(0, 0, 0, 0)
        """Below the players: all of it, and the part below the curve."""
        self.read_trouble: Problem | None = None
        """What went wrong and has been read, or said elsewhere: it is not shown again."""
        self._shown_rates: tuple[float | None, ...] = ()
        """Of the line that is shown, what the curve is made of."""
        self._curve = Curve.WHOLE
        self._progress = progress
        self._met = -1
        """The match of which it is known whether it is one of somebody's first."""
        self._is_first = False
        """Whether it is, and nobody has asked for more than is shown then."""
        self._tells_rules = False
        """Whether what is said in somebody's first games is in its place, unless something comes before it."""
        self._first_games = FirstGamesPanel(actions.match.look_live, face_of)
        self.players = PlayersPanel(scene.ask_who_takes_over, face_of)
        self._rates, self._desk = desk.graph, desk
        self._coach = coach
        self._result = ResultPanel()
        self._doubt = DoubtPanel(coach)
        self._companion = companion
        self._moves = MovesPanel(actions.match.look_at)
        self._table = TablePanel()
        self._facts = RecordPanel(scene.open_coach, scene.share)
        self._trouble = TroublePanel(scene.deal_with_trouble)
        self.notes = NotesPanel(
            actions.match, lambda: open_finder(scene.stage, actions.match), lambda words: scene.stage.toast(words)
        )
        panels: dict[Tab, Widget] = {Tab.TABLE: self._table, Tab.RESULT: self._result, Tab.FACTS: self._facts}
        panels |= {Tab.MIND: desk.panel, Tab.MOVES: self._moves, Tab.TREE: self.notes}
        self.slot = Slot(panels, Tab.MIND, actions.match.look_live, self._tab_turned)
        self._walk = WalkBar(actions.match.look_by)
        self._settling = SettlingPanel(actions.match.choose)
        match = actions.match
        self._away = AwayPanel(match.answer, match.agree_on_dead, match.take_their_count, match.ask_to_play_on)
        self._actions = ActionBar(scene, actions, record, self.show_more)
        self._status = Label("", Size.SMALL, color="muted")
        self._controller = match
        self.add(self.players, self._rates, self.slot, self._settling, self._away, self._doubt)
        self.add(self._companion, self._first_games, self._trouble)
        self.add(self._actions, self._status, self._walk)

    # --- layout ---

    def arrange(self, rect: Rect, look: Look) -> None:
        is_low = rect.height < look.px(660)
        gap = look.px(10 if is_low else GAP)
        rest, foot = cut_bottom(rect, look.px(_FOOT), look.px(4 if is_low else 6))
        status = self._walk.place_right(foot, look, self._walk.needed_width(look), look.px(8))
        self._status.place(status.move(look.px(2), 0), look)
        rest, actions = cut_bottom(rest, self._actions.needed_height(look, is_low), look.px(12))
        self._actions.place(actions, look)
        rest = self.players.place_top(rest, look, look.px(96 if is_low else 108), gap)
        curve = min(round(rest.height * (0.34 if is_low else 0.38)), look.px(320))
        if self._curve is Curve.LINE:
            inner = self.slot.inner_width(look, rest.width)
            needed = self.slot.needed_height(look, self._desk.panel.least_height(look, inner))
            curve = curve if rest.height - curve - gap >= needed else self._rates.least_height(look)
        slot = self._rates.place_top(rest, look, curve, gap)
        if self._curve is Curve.NONE:
            slot = rest
        self._first_games.place(rest, look)
        if self._companion.is_visible and self._companion.is_over:
            height = self._companion.needed_height(look, rest.width, is_low)
            slot = self._companion.place_top(rest, look, height, gap)
        else:
            self._companion.place(rest, look)
        self.slot.place(slot, look)
        self._settling.place(slot, look)
        self._away.place(slot, look)
        self._doubt.place(slot, look)
        self._lower = rest, slot
        self._place_trouble(look)

    def _place_trouble(self, look: Look) -> None:
        """Where the thoughts are; over the curve too where it takes more words."""
        whole, lower = self._lower
        fits = self._trouble.needed_height(look, lower.width) <= lower.height
        self._trouble.place(lower if fits else whole, look)
        has_room = fits or not self._trouble.is_visible
        self._rates.is_visible = has_room and self._curve is not Curve.NONE and not self._companion.is_visible

    # --- showing ---

    def show(self, match: MatchSnapshot) -> None:
        """Show how the match stands."""
        if match.match_id != self._met:
            self._met, self._is_first = match.match_id, self._progress.is_first(match)
        self.players.show(match)
        self._moves.show(match)
        self.notes.show(match)
        self._walk.show(match)
        self._facts.show(match)
        was_said = self._companion.is_visible, self._companion.is_over
        self._companion.show(match)
        if was_said != (self._companion.is_visible, self._companion.is_over):
            self.place_again()
        self.slot.show_live(match.shown.is_live, RecordText.BACK if match.record is not None else PlayText.BACK_TO_LIVE)
        self._show_lower_panel(match)
        is_live = match.phase.is_going
        self._tells_rules = is_live and self._is_calm(match) and not self._companion.is_visible
        if self._tells_rules:
            self._first_games.show(match)
        is_accompanied = is_live and self._companion.is_visible
        offered = Offered.FEW if is_accompanied else Offered.MORE if self._tells_rules else Offered.ALL
        self._actions.show(match, offered, self._progress.is_through(match))
        self._status.words = lambda s: status_words(s, match, self._fits_in_status)
        self.show_coach()

    def _tab_turned(self) -> None:
        """Tools to draw with are put away with their tab."""
        if not self.notes.is_visible and self.notes.marking.tool is not None:
            self.notes.marking.take(None)
        self.make_room()

    def _is_calm(self, match: MatchSnapshot) -> bool:
        """Whether less is shown, as somebody is new here."""
        return self._is_first and is_simple(match) and not self._desk.is_analyzing

    def show_more(self) -> None:
        """Show everything there is to see of this game, from now on."""
        self._is_first = False
        self.show(self._controller.snapshot)

    def turn_to(self, tab: Tab) -> None:
        """Show what somebody has asked for, in their first games too."""
        self.slot.turn_to(tab)
        if self._is_first:
            self.show_more()

    def make_room(self) -> None:
        """How much of the curve is to be seen, beside what the place below it shows; called each frame."""
        match, has_curve = self._controller.snapshot, any(rate is not None for rate in self._shown_rates)
        wants_line = self._desk.is_analyzing and self._desk.panel.is_visible
        wanted = Curve.LINE if wants_line else Curve.WHOLE
        # Of somebody's first games the result stands alone; who looks at anything else sees the curve too.
        is_calm = self._is_calm(match) and (match.outcome is None or self._result.is_visible)
        if not self._trouble.is_visible and (is_calm or (self.notes.is_visible and not has_curve)):
            wanted = Curve.NONE
        if wanted is not self._curve:
            self._curve = wanted
            self._rates.is_visible = wanted is not Curve.NONE and not self._companion.is_visible
            self.place_again()

    def show_coach(self) -> None:
        """Show what the coach knows by now, and what it asks."""
        self._moves.mark({loss.ply: loss_color(loss) for loss in self._coach.mistakes})
        self._facts.headline.tell(coach=self._coach.button_words)
        self._actions.tell(self._coach.button_words)
        self._doubt.refresh()
        self._doubt.is_visible = self._doubt.is_visible and not self._trouble.is_visible
        is_accompanied = self._companion.is_visible and not self._companion.is_over
        others = self._trouble, self._settling, self._doubt, self._away
        is_free = not any(panel.is_visible for panel in others)
        # What went wrong, or is asked, comes before what is only told.
        self._first_games.is_visible = self._tells_rules and is_free
        self.slot.is_visible = is_free and not is_accompanied and not self._first_games.is_visible

    def _fits_in_status(self, said: str) -> bool:
        return self.root is None or self.root.look.fits(said, self._status.rect.width, Size.SMALL)

    def open_at_moves(self, match: MatchSnapshot) -> None:
        """A game has been opened: its moves are shown first, even where it has ended; of a record, what it says."""
        self.slot.offer_first(_first_tab(match))
        self.slot.turn_to(Tab.MOVES if match.record is None else Tab.FACTS)

    def _show_lower_panel(self, match: MatchSnapshot) -> None:
        """What the machine thinks, or how the game ended; what went wrong takes the curve's place too."""
        has_trouble = match.error is not None and match.error is not self.read_trouble
        if match.error is not None:
            self._trouble.show(match.error, match.phase is MatchPhase.PAUSED)
        if match.outcome is not None:
            self._result.show(match, self._progress.next_words(match))
        self._trouble.is_visible = has_trouble
        self._shown_rates = match.line.black_win_rates
        self.make_room()
        self._rates.is_visible = self._curve is not Curve.NONE and not self._companion.is_visible
        if has_trouble and self.root is not None:
            self._place_trouble(self.root.look)
        self.slot.offer_first(_first_tab(match))
        self._settling.show(match)
        self._table.show(None if match.away is None else match.away.table)
        self._away.show(match)
        self._away.is_visible = self._away.has_something and not has_trouble
        is_settling = match.settling is not None and match.shown.is_live and not has_trouble
        self._settling.is_visible = is_settling and not self._away.is_visible


def _first_tab(match: MatchSnapshot) -> Tab | None:
    if match.record is not None:
        return Tab.FACTS
    if match.away is not None and match.away.table is not None:
        return Tab.TABLE
    return None if match.outcome is None else Tab.RESULT


# --- the place below the curve that several panels share ------------------------------------------------------------

_TABS, _BELOW_TABS, _PAD, _MARGIN = 30, 8, 14, 10


class Tab(enum.Enum):
    """What the place can show."""

    TABLE = "table"
    """How a tournament over the network stands."""
    RESULT = "result"
    FACTS = "facts"
    """What a record says of its game."""
    MIND = "mind"
    MOVES = "moves"
    TREE = "tree"


_WORDS = {
    Tab.TABLE: MeetText.TAB_TABLE,
    Tab.RESULT: PlayText.TAB_RESULT,
    Tab.FACTS: RecordText.TAB_FACTS,
    Tab.MIND: PlayText.TAB_MIND,
    Tab.MOVES: PlayText.TAB_MOVES,
    Tab.TREE: RecordText.TAB_TREE,
}
_AT_FIRST = (Tab.TABLE, Tab.RESULT, Tab.FACTS)
"""Those that are there only for some games, before the others."""


class Slot(Panel):
    """A card with tabs; below them one of the panels. A button leads back where an earlier position is looked at."""

    def __init__(
        self, panels: Mapping[Tab, Widget], tab: Tab, look_live: Callable[[], None], turned: Callable[[], None]
    ) -> None:
        """``look_live`` leads back to where the game stands; ``turned`` hears that another panel is shown."""
        super().__init__("play.slot")
        self._turned: Callable[[], None] = lambda: None
        self._panels = dict(panels)
        self._first: Tab | None = None
        """The tab before those that are always there."""
        self._tabs: Segmented[Tab] = Segmented(_options(None), tab, lambda _tab: self._show(), "play.tab")
        self._live_words: Words = PlayText.BACK_TO_LIVE
        self._live = Button(PlayText.BACK_TO_LIVE, look_live, ButtonKind.CHOSEN, Icon.LAST, 13, id="play.live")
        self.add(*self._panels.values(), self._tabs, self._live)
        self._show()
        self._turned = turned

    def turn_to(self, tab: Tab) -> None:
        """Show another panel."""
        self._tabs.value = tab
        self._show()

    def offer_first(self, tab: Tab | None) -> None:
        """What stands before the others and is shown first: how the game ended, what a record says, or nothing."""
        if tab is self._first:
            return
        if tab is not None:
            self._tabs.value = tab
        elif self._tabs.value is self._first:
            self._tabs.value = Tab.MIND
        self._first, self._tabs.options = tab, _options(tab)
        self._show()
        self.place_again()

    def show_live(self, is_live: bool, words: Words = PlayText.BACK_TO_LIVE) -> None:
        """Offer the way back unless one is there."""
        before, now = (self._live.is_visible, self._live_words), (not is_live, words)
        if before != now:
            self._live.is_visible, self._live_words = now
            self.place_again()

    @staticmethod
    def inner_width(look: Look, width: int) -> int:
        """Pixels a panel has of so many."""
        return width - 2 * look.px(_PAD)

    @staticmethod
    def needed_height(look: Look, height: int) -> int:
        """Pixels for a panel of that height, and the tabs above it."""
        return height + look.px(_TABS) + look.px(_BELOW_TABS) + 2 * look.px(_MARGIN)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = inset(rect, look.px(_PAD), look.px(_MARGIN))
        head, body = cut_top(inner, look.px(_TABS), look.px(_BELOW_TABS))
        tabs = self._tabs.needed_width(look)
        self._live.words, self._live.tip = self._live_words, ""
        if self._tabs.least_width(look) + look.px(8) + self._live.needed_width(look) > head.width:
            # The tabs are read first; the way back goes by its icon.
            self._live.words, self._live.tip = "", self._live_words
        live = self._live.needed_width(look)
        rest = self._live.place_right(head, look, live, look.px(8)) if self._live.is_visible else head
        self._tabs.place_left(rest, look, min(tabs, rest.width))
        for panel in self._panels.values():
            panel.place(body, look)

    def _show(self) -> None:
        for tab, panel in self._panels.items():
            panel.is_visible = tab is self._tabs.value
        self._turned()


def _options(first: Tab | None) -> list[Option[Tab]]:
    """The tabs there are where one of those at first is offered, or none."""
    return [Option(tab, words) for tab, words in _WORDS.items() if tab is first or tab not in _AT_FIRST]


# --- the rows of buttons --------------------------------------------------------------------------------------------

_SIDE = 32
"""Of a button that walks."""


class Offered(enum.Enum):
    """How much one can do while a game goes on."""

    FEW = enum.auto()
    """What the pup's game needs, where the pup says what to do."""
    MORE = enum.auto()
    """That, and a way to all the rest: in somebody's first games."""
    ALL = enum.auto()


class ActionBar(Group):
    """Two rows of buttons: what one does in a game, or what comes next once it is over; below that the quieter ways."""

    def __init__(self, scene: PlayScene, actions: GameActions, record: Button, show_more: Callable[[], None]) -> None:
        """``record`` opens what can be done with the record; ``show_more`` shows somebody new what else there is."""
        super().__init__()
        act, kind, tip = scene.ask_who_plays_on, ButtonKind.PRIMARY, RecordText.TIP_PLAY_ON
        self._play_on = Button(RecordText.PLAY_ON, act, kind, Icon.PLAY, Size.HEADING, id="play.on", tip=tip)
        self._pass = Button(Text.PASS, actions.pass_turn, id="play.pass")
        self._undo = Button(Text.UNDO, actions.match.undo, id="play.undo")
        self._redo = Button(Text.REDO, actions.match.redo, id="play.redo")
        self._pause = Button(Text.PAUSE, actions.switch_pause, id="play.pause")
        self._resign = Button(Text.RESIGN, actions.resign, id="play.resign")
        self._restart = Button(Text.RESTART, actions.restart, id="play.restart")
        self._coach = Button("", scene.open_coach, icon=Icon.EYE, id="play.coach", tip=CoachText.TIP_OPEN)
        self._share = Button("", scene.share, icon=Icon.SHARE, id="play.share", tip=ShareText.TIP_SHARE)
        self._record = record
        self._more = Button(LadderText.MORE, show_more, icon=Icon.DOWN, id="play.everything", tip=PlayText.MORE_TIP)
        self._new = Button(Text.NEW_GAME, scene.new_game, id="play.new")
        self._rows: tuple[list[Button], list[Button]] = [], []
        self._is_over = False
        self._coach_words: Words = ""
        self.add(self._play_on, self._pass, self._undo, self._redo, self._pause, self._resign)
        self.add(self._restart, self._coach, self._share, record, self._more, self._new)

    def tell(self, coach: Words) -> None:
        """What the coach says of how far it has come."""
        if coach != self._coach_words:
            self._coach_words = coach
            self.place_again()

    def show(self, match: MatchSnapshot, offered: Offered, is_through: bool) -> None:
        """Offer and enable what can be done now.

        Args:
            match: how it stands.
            offered: how much of it is offered while it goes on.
            is_through: whether somebody else is the next to be played, rather than the same once more.
        """
        is_record, away, is_paused = match.record is not None, match.away, match.phase is MatchPhase.PAUSED
        has_ended = match.phase is MatchPhase.FINISHED and not is_record
        has_pass = match.setup.rules.pass_action is not None
        rows: tuple[list[Button], list[Button]]
        if is_record:
            rows = [self._play_on], [self._record, self._new]
        elif has_ended:
            rows = [self._restart, self._coach, self._share], [self._undo, self._redo, self._record, self._new]
        elif offered is not Offered.ALL:
            rows = [self._pass, self._undo, self._pause, self._resign], [self._more, self._new]
        else:
            rows = (
                [self._pass, self._undo, self._redo, self._pause, self._resign],
                [self._restart, self._record, self._new],
            )
        left_out = {self._pass} if not has_pass else set()
        if away is not None:
            # The other agrees or does not; nobody can pause somebody else.
            left_out |= {self._redo, self._pause}
            left_out |= {self._restart, self._undo} if away.is_tournament else set()
        if has_ended and not match.live.can_redo:
            left_out.add(self._redo)
        if offered is not Offered.ALL and not is_paused:
            left_out.add(self._pause)
        if offered is Offered.FEW:
            left_out.add(self._more)
        upper, lower = ([button for button in row if button not in left_out] for row in rows)
        self._undo.words = Text.UNDO if away is None else MeetText.UNDO
        self._new.words = Text.NEW_GAME if away is None else MeetText.LEAVE_SHORT
        self._enable(match)
        # What one would rather do next, once the game is over, calls for attention.
        is_again = has_ended and self._restart in upper and self._restart.is_enabled and not is_through
        self._restart.kind = ButtonKind.PRIMARY if is_again else ButtonKind.PLAIN
        self._new.kind = ButtonKind.PRIMARY if has_ended and not is_again else ButtonKind.PLAIN
        self._offer(upper, lower, has_ended)

    def _offer(self, upper: list[Button], lower: list[Button], is_over: bool) -> None:
        if (upper, lower) == self._rows and is_over == self._is_over:
            return
        self._rows, self._is_over = (upper, lower), is_over
        for button in self.children:
            button.is_visible = button in upper or button in lower
        self.place_again()

    def _enable(self, match: MatchSnapshot) -> None:
        is_paused, has_ended = match.phase is MatchPhase.PAUSED, match.phase is MatchPhase.FINISHED
        is_going, away = match.phase.is_going, match.away
        self._play_on.is_enabled = not match.shown.is_over
        self._pass.is_enabled = match.may_move and match.shown.may_pass
        self._pass.kind = ButtonKind.PRIMARY if match.may_move and match.shown.must_pass else ButtonKind.PLAIN
        self._undo.is_enabled = match.live.can_undo
        self._redo.is_enabled = match.live.can_redo
        self._pause.is_enabled = is_going
        self._pause.words = Text.RESUME if is_paused else Text.PAUSE
        self._pause.kind = ButtonKind.CHOSEN if is_paused else ButtonKind.PLAIN
        can_resign = match.setup.has_human if away is None else not (away.is_counting or away.is_lost)
        self._resign.is_enabled = can_resign and is_going
        self._restart.words = Text.REMATCH if has_ended else Text.RESTART
        self._restart.is_enabled = match.live.ply > 0 or has_ended
        if away is not None:
            self._restart.words = MeetText.REMATCH
            self._restart.is_enabled = has_ended and away.is_here and not away.question

    def needed_height(self, look: Look, is_low: bool) -> int:
        """Pixels for both rows; less where the window is low."""
        return look.px(38 + 10 + 44) if is_low else look.px(44 + 12 + 52)

    def arrange(self, rect: Rect, look: Look) -> None:
        # The larger row is the one of what calls for attention.
        is_low, first_is_larger = rect.height < look.px(100), self._is_over or self._play_on.is_visible
        heights = (38, 44) if first_is_larger else (44, 52)
        upper, lower = cut_bottom(rect, look.px(heights[0] if is_low else heights[1]), look.px(10 if is_low else 12))
        if self._is_over:
            self._place_next(upper, look)
        else:
            place_columns(self._rows[0], upper, look, look.px(8))
        place_columns(self._rows[1], lower, look, look.px(10 if self._play_on.is_visible else 8))

    def _place_next(self, row: Rect, look: Look) -> None:
        """What comes next, as wide as its words; those of sharing go first where there is no room for them."""
        gap, widest = look.px(8), look.say(CoachText.LOOKING_SHORT(share="100%"))
        said, pad = look.say(self._coach_words), look.px(52)
        # As wide as it may become, so that nothing moves while the coach is at work.
        coach = max(look.width(words, Size.BODY) for words in (said, widest, look.say(CoachText.OPEN_TURNS))) + pad
        again = self._restart.needed_width(look) + look.px(8) if self._restart.is_visible else 0
        self._coach.words, self._share.words = self._coach_words, ShareText.SHARE
        share = self._share.needed_width(look)
        if again + coach + share + 2 * gap > row.width:
            self._share.words, share = "", row.height
        if again + coach + share + 2 * gap > row.width:
            self._coach.words, coach = "", row.height
        buttons = (self._restart, self._coach, self._share) if again else (self._coach, self._share)
        widths = (again, coach, share) if again else (coach, share)
        # What is left over makes the first ones wider, never a lone icon.
        growing = [bool(look.say(button.words)) for button in buttons]
        left = max(row.width - sum(widths) - gap * (len(widths) - 1), 0) // max(sum(growing), 1)
        for button, width, grows in zip(buttons, widths, growing, strict=True):
            row = button.place_left(row, look, width + (left if grows else 0), gap)


class WalkBar(Group):
    """To the start, back, on, to the end."""

    def __init__(self, look_by: Callable[[int], None]) -> None:
        super().__init__()
        for steps, icon, name, tip in (
            (-FAR, Icon.FIRST, "first", PlayText.TIP_FIRST),
            (-1, Icon.LEFT, "earlier", PlayText.TIP_BACK),
            (1, Icon.RIGHT, "later", PlayText.TIP_FORWARD),
            (FAR, Icon.LAST, "last", PlayText.TIP_LAST),
        ):
            button = Button("", partial(look_by, steps), ButtonKind.QUIET, icon, id=f"play.{name}", tip=tip)
            button.is_silent = True
            self.add(button)

    def show(self, match: MatchSnapshot) -> None:
        """Enable the steps there are."""
        ends = (0, match.line.moves[-1].node) if match.line.moves else (match.shown.node,) * 2
        for i, button in enumerate(self.children):
            button.is_enabled = match.shown.node != ends[i // 2]

    @staticmethod
    def needed_width(look: Look) -> int:
        """Pixels for all four."""
        return 4 * look.px(_SIDE)

    def arrange(self, rect: Rect, look: Look) -> None:
        side = look.px(_SIDE)
        for i, button in enumerate(self.children):
            button.place(Rect(rect.left + i * side, rect.centery - side // 2, side, side).inflate(-2, -2), look)
