"""The place below the curve that several panels share: the result, the machine's thoughts, the moves."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping

from pygame import Rect

from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Panel
from clevergo.ui.kit.layout import cut_left, cut_top, inset
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.strings import PlayText, RecordText

_TABS = 30


class Tab(enum.Enum):
    """What the place can show."""

    RESULT = "result"
    FACTS = "facts"
    """What a record says of its game."""
    MIND = "mind"
    MOVES = "moves"


_WORDS = {
    Tab.RESULT: PlayText.TAB_RESULT,
    Tab.FACTS: RecordText.TAB_FACTS,
    Tab.MIND: PlayText.TAB_MIND,
    Tab.MOVES: PlayText.TAB_MOVES,
}
_AT_FIRST = (Tab.RESULT, Tab.FACTS)
"""Those that are there only for some games, before the others."""


class Slot(Panel):
    """A card with tabs; below them one of the panels. A button leads back where an earlier position is looked at."""

    def __init__(self, panels: Mapping[Tab, Widget], tab: Tab, look_live: Callable[[], None]) -> None:
        """``look_live`` leads back to where the game stands."""
        super().__init__("play.slot")
        self._panels = dict(panels)
        self._tab = tab
        self._first: Tab | None = None
        """The tab before the two that are always there."""
        always = [Option(tab, words) for tab, words in _WORDS.items() if tab not in _AT_FIRST]
        self._rows: dict[Tab | None, Segmented[Tab]] = {None: Segmented(always, tab, self._choose, "play.tab")}
        for first in _AT_FIRST:
            options = [Option(first, _WORDS[first]), *always]
            self._rows[first] = Segmented(options, tab, self._choose, "play.tab")
        self._live = Button(PlayText.BACK_TO_LIVE, look_live, ButtonKind.CHOSEN, Icon.LAST, 13, id="play.live")
        self.add(*self._panels.values(), *self._rows.values(), self._live)
        self._show()

    @property
    def tab(self) -> Tab:
        """What is shown."""
        return self._tab

    @tab.setter
    def tab(self, tab: Tab) -> None:
        self._tab = tab
        self._show()

    def offer_first(self, tab: Tab | None) -> None:
        """What stands before the others and is shown first: how the game ended, what a record says, or nothing."""
        if tab is self._first:
            return
        if tab is not None:
            self._tab = tab
        elif self._tab is self._first:
            self._tab = Tab.MIND
        self._first = tab
        self._show()
        self.place_again()

    def show_live(self, is_live: bool, words: Words = PlayText.BACK_TO_LIVE) -> None:
        """Offer the way back unless one is there."""
        self._live.is_visible = not is_live
        if self._live.words != words:
            self._live.words = words
            self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = inset(rect, look.px(14), look.px(10))
        head, body = cut_top(inner, look.px(_TABS), look.px(8))
        live, width = self._live.needed_width(look), 0
        for first, tabs in self._rows.items():
            needed = tabs.needed_width(look)
            both = needed + live + look.px(8) if self._live.is_visible else needed
            share = min(1.0, head.width / both)
            tabs.place(cut_left(head, round(needed * share))[0], look)
            if first is self._first:
                width = round(live * share)
        self._live.place(Rect(head.right - width, head.top, width, head.height), look)
        for panel in self._panels.values():
            panel.place(body, look)

    def _choose(self, tab: Tab) -> None:
        self._tab = tab
        self._show()

    def _show(self) -> None:
        for first, tabs in self._rows.items():
            tabs.is_visible = first is self._first
            tabs.value = self._tab
        for tab, panel in self._panels.items():
            panel.is_visible = tab is self._tab
