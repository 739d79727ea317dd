"""The place below the curve that several panels share: the result, the machine's thoughts, the moves."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping

from pygame import Rect

from clevergo.ui.layout import cut_left, cut_top, inset
from clevergo.ui.texts.play import PlayText
from clevergo.ui.widgets.base import Widget
from clevergo.ui.widgets.button import Button, ButtonKind
from clevergo.ui.widgets.choice import Option, Segmented
from clevergo.ui.widgets.icons import Icon
from clevergo.ui.widgets.label import Panel
from clevergo.ui.widgets.look import Look

_TABS = 30


class Tab(enum.Enum):
    """What the place can show."""

    RESULT = "result"
    MIND = "mind"
    MOVES = "moves"


_WORDS = {Tab.RESULT: PlayText.TAB_RESULT, Tab.MIND: PlayText.TAB_MIND, Tab.MOVES: PlayText.TAB_MOVES}


class Slot(Panel):
    """A card with tabs; below them one of the panels. A button leads back where an earlier position is looked at."""

    def __init__(self, panels: Mapping[Tab, Widget], tab: Tab, live: Button) -> None:
        """``live`` is the button that leads back to where the game stands."""
        super().__init__("play.slot")
        self._panels = dict(panels)
        self._tab = tab
        self._has_result = False
        options = [Option(tab, words) for tab, words in _WORDS.items()]
        self._with_result: Segmented[Tab] = Segmented(options, tab, self._choose, "play.tab")
        self._without: Segmented[Tab] = Segmented(options[1:], tab, self._choose, "play.tab")
        self._with_result.is_visible = False
        self._live = live
        self.add(*self._panels.values(), self._with_result, self._without, live)
        self._show()

    @property
    def tab(self) -> Tab:
        """What is shown."""
        return self._tab

    @tab.setter
    def tab(self, tab: Tab) -> None:
        self._tab = tab
        self._show()

    def offer_result(self, offered: bool) -> None:
        """Whether the game has ended: then how it did is shown first."""
        if offered == self._has_result:
            return
        self._has_result = offered
        if offered:
            self._tab = Tab.RESULT
        elif self._tab is Tab.RESULT:
            self._tab = Tab.MIND
        self._show()

    def show_live(self, is_live: bool) -> None:
        """Offer the way back unless one is there."""
        self._live.is_visible = not is_live

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        inner = inset(rect, look.px(14), look.px(10))
        head, body = cut_top(inner, look.px(_TABS), look.px(8))
        for tabs in (self._with_result, self._without):
            tabs.place(cut_left(head, min(tabs.needed_width(look), head.width))[0], look)
        width = self._live.needed_width(look)
        self._live.place(Rect(head.right - width, head.top, width, head.height), look)
        for panel in self._panels.values():
            panel.place(body, look)

    def _choose(self, tab: Tab) -> None:
        self._tab = tab
        self._show()

    def _show(self) -> None:
        self._with_result.is_visible = self._has_result
        self._without.is_visible = not self._has_result
        self._with_result.value = self._without.value = self._tab
        for tab, panel in self._panels.items():
            panel.is_visible = tab is self._tab


def live_button(action: Callable[[], None]) -> Button:
    """The way back to where the game stands."""
    return Button(PlayText.BACK_TO_LIVE, action, ButtonKind.CHOSEN, Icon.LAST, 13, id="play.live")
