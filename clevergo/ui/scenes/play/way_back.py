"""The way back to where a game stands, above what a pup says of an earlier position."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.strings import PlayText

_TOP, _HEIGHT = 4, 34
_BESIDE = 106
"""Logical units for the face, and between it, the words and the way back."""


class WayBack(Button):
    """Stands at the right of who speaks and of what the speech is headed by."""

    def __init__(self, look_live: Callable[[], None]) -> None:
        """``look_live`` leads back to where the game stands."""
        super().__init__(PlayText.BACK_TO_LIVE, look_live, ButtonKind.CHOSEN, Icon.LAST, id="play.live")

    def place_beside(self, rect: Rect, look: Look, speaker: Words, title: Words) -> None:
        """At the right end of ``rect``; by its icon where words would lie on those of the speech."""
        words = max(look.width(look.say(speaker), Size.SMALL), look.width(look.say(title), Size.TITLE, True))
        self.words, self.tip = PlayText.BACK_TO_LIVE, ""
        if self.needed_width(look) + words > rect.width - look.px(_BESIDE):
            self.words, self.tip = "", PlayText.BACK_TO_LIVE
        wide = self.needed_width(look)
        self.place(Rect(rect.right - wide, rect.top + look.px(_TOP), wide, look.px(_HEIGHT)), look)
