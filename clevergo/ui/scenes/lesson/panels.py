"""The column beside the board: the moves, number by number, and below them what they cost and what else there is."""

from __future__ import annotations

import enum
from collections.abc import Callable

from pygame import Rect

from clevergo.ui.board.art import BoardArt
from clevergo.ui.kit.base import cut_top
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.lesson.account import Account, Side
from clevergo.ui.scenes.lesson.heart import HeartView
from clevergo.ui.scenes.lesson.ways import Way, WaysGrid
from clevergo.ui.scenes.shared.table import TableView
from clevergo.ui.strings import TaughtText

_TABS, _SENTENCE = 28, 40


class Tab(enum.Enum):
    """What the lower panel tells of."""

    COSTS = "costs"
    WAYS = "ways"
    HEART = "heart"
    DOCTOR = "doctor"


class MovesPanel(Panel):
    """Which position it is, what is on the board in a sentence, and the moves."""

    def __init__(self) -> None:
        super().__init__()
        self._heading = Label("", Size.BODY, bold=True)
        self._about = Label("", Size.SMALL, align=Align.RIGHT, color="muted")
        self._sentence = Paragraph("", Size.SMALL)
        self._table = TableView()
        self.add(self._heading, self._about, self._sentence, self._table)

    def show(self, account: Account, side: Side) -> None:
        """Show a lesson, what is on the board first."""
        self._heading.words = account.heading()
        self._heading.tip = self._about.tip = account.about()
        self._about.words = account.about_shortly()
        self._sentence.words = account.sentence(side)
        self.place_again()
        if self.root is not None:
            self._table.show(account.moves(self._table.room(self.root.look)))

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 14, 10)
        head, rest = cut_top(inner, look.px(22), look.px(4))
        told = look.width(look.say(self._heading.words), Size.BODY, True) + look.px(4)
        about = look.width(look.say(self._about.words), Size.SMALL) + look.px(4)
        self._about.is_visible = told + look.px(12) + about <= head.width
        right = self._heading.place_left(head, look, min(told, head.width), look.px(12))
        self._about.place(right, look)
        height = max(look.px(_SENTENCE), self._sentence.needed_height(look, rest.width))
        rest = self._sentence.place_top(rest, look, height, look.px(4))
        self._table.place(rest, look)


class MorePanel(Panel):
    """One of four: what it costs, the eight ways to turn it, many steps on it, what the doctor looks at."""

    def __init__(
        self, art: Callable[[], BoardArt], changed: Callable[[], None], choose_way: Callable[[int], None]
    ) -> None:
        super().__init__()
        self._changed = changed
        options = [
            Option(Tab.COSTS, TaughtText.TAB_COSTS, tip=TaughtText.TIP_TAB_COSTS),
            Option(Tab.WAYS, TaughtText.TAB_WAYS, tip=TaughtText.TIP_TAB_WAYS),
            Option(Tab.HEART, TaughtText.TAB_HEART, tip=TaughtText.TIP_TAB_HEART),
            Option(Tab.DOCTOR, TaughtText.TAB_DOCTOR, tip=TaughtText.TIP_TAB_DOCTOR),
        ]
        self._tabs: Segmented[Tab] = Segmented(options, Tab.COSTS, lambda _tab: changed(), "lesson.tab")
        self._sentence = Paragraph("", Size.SMALL)
        self._table = TableView()
        self._ways = WaysGrid(art, choose_way)
        self._heart = HeartView()
        self.add(self._tabs, self._sentence, self._table, self._ways, self._heart)

    @property
    def tab(self) -> Tab:
        """What is told of."""
        return self._tabs.value

    def open(self, tab: Tab) -> None:
        """Tell of something else."""
        self._tabs.value = tab
        self._changed()

    def turn(self) -> None:
        """Tell of the next."""
        tabs = list(Tab)
        self.open(tabs[(tabs.index(self.tab) + 1) % len(tabs)])

    def show(self, account: Account, all_ways: Callable[[], list[Account]], side: Side, now: int) -> None:
        """Show a lesson; ``all_ways`` are its accounts by symmetry, ``now`` the one that is looked at."""
        tab = self.tab
        said: dict[Tab, Callable[[], Words]] = {
            Tab.COSTS: account.costs_said,
            Tab.WAYS: account.ways_said,
            Tab.HEART: account.heart_said,
            Tab.DOCTOR: account.doctor_said,
        }
        self._sentence.words = said[tab]()
        self._table.is_visible = tab in (Tab.COSTS, Tab.DOCTOR)
        self._ways.is_visible = tab is Tab.WAYS
        self._heart.is_visible = tab is Tab.HEART
        self.place_again()
        if tab is Tab.WAYS:
            ways = [
                Way(one.picture(side, is_small=True), one.way_caption(), one.way_brief(), one.way_told(), i == 0)
                for i, one in enumerate(all_ways())
            ]
            self._ways.show(ways, now)
        elif tab is Tab.HEART:
            if self.root is not None:
                self._heart.show(account.lesson, self.root.look.strings)
        else:
            self._table.show(account.costs() if tab is Tab.COSTS else account.doctor())

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 14, 10)
        head, rest = cut_top(inner, look.px(_TABS), look.px(6))
        roomy, least = self._tabs.needed_width(look), self._tabs.least_width(look)
        self._tabs.place_left(head, look, min(roomy if roomy <= head.width else least, head.width))
        height = max(look.px(_SENTENCE), self._sentence.needed_height(look, rest.width))
        rest = self._sentence.place_top(rest, look, height, look.px(4))
        for part in (self._table, self._heart):
            part.place(rest, look)
        self._ways.place(cut_top(rest, 0, look.px(6))[1], look)
