"""The column beside the board: the moves, number by number, and below them what they cost and what else there is."""

from __future__ import annotations

import enum
from collections.abc import Callable

from pygame import Rect

from clevergo.ui.board.art import BoardArt
from clevergo.ui.kit.base import cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.label import Label, Panel, Paragraph, ProgressBar
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.lesson.account import Account, Side
from clevergo.ui.scenes.lesson.heart import HeartView
from clevergo.ui.scenes.lesson.ways import Way, WaysGrid
from clevergo.ui.scenes.slow.table import TableView
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
            self._heart.show(account.lesson)
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


class Waiting(Panel):
    """What is said while there is nothing to see yet, or never will be, and what can be done then."""

    def __init__(self, again: Callable[[], None], train: Callable[[], None], other: Callable[[], None]) -> None:
        super().__init__()
        self._words = Paragraph("", Size.BODY, color="muted", align=Align.CENTER)
        self._bar = ProgressBar("lesson.waiting")
        self._again = Button(TaughtText.AGAIN, again, ButtonKind.PRIMARY, id="lesson.again")
        self._train = Button(TaughtText.GO_TRAIN, train, ButtonKind.PRIMARY, id="lesson.train")
        self._other = Button(TaughtText.SEE_OTHER, other, id="lesson.other")
        self.add(self._words, self._bar, self._again, self._train, self._other)

    def wait(self, words: Words, share: float | None = None) -> None:
        """Something is under way; ``share`` is how much of it is done, where that is known."""
        self._show(words)
        self._bar.share, self._bar.is_busy = share, True

    def complain(self, words: Words) -> None:
        """Something went wrong."""
        self._show(words, self._again)

    def excuse(self, words: Words, has_other: bool) -> None:
        """There is nothing to see of this dog yet; perhaps of another."""
        self._show(words, self._train, *([self._other] if has_other else []))

    def rest(self) -> None:
        """There is something to see."""
        self._bar.is_busy = False

    def _show(self, words: Words, *buttons: Button) -> None:
        self._words.words = words
        self._bar.share, self._bar.is_busy = None, False
        for button in (self._again, self._train, self._other):
            button.is_visible = button in buttons
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = inset(rect, look.px(40), look.px(24))
        middle, gap = rect.centery, look.px(12)
        high = max(look.px(24), self._words.needed_height(look, inner.width))
        self._words.place(Rect(inner.left, middle - look.px(16) - high, inner.width, high), look)
        self._bar.place(Rect(rect.centerx - look.px(90), middle, look.px(180), look.px(4)), look)
        buttons = [button for button in (self._again, self._train, self._other) if button.is_visible]
        widths = [button.needed_width(look) for button in buttons]
        left = rect.centerx - (sum(widths) + gap * (len(widths) - 1)) // 2
        for button, width in zip(buttons, widths, strict=True):
            button.place(Rect(left, middle, width, look.px(38)), look)
            left += width + gap
