"""The headline of a game that is over or of a record: what became of it, and the ways from there."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from clevergo.ui.kit.base import Group, Shown
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.strings import CoachText, ShareText


class Headline(Group):
    """A title, and at its right the coach and the way to show it to friends; a long title comes before their words."""

    title = Shown[Words]("")
    """What became of the game."""
    coach = Shown[Words]("")
    """What the coach says of how far it has come."""

    def __init__(self, open_coach: Callable[[], None], share: Callable[[], None], ids: tuple[str, str]) -> None:
        """``ids`` are the coach's and that of sharing."""
        super().__init__()
        self._long, self._short = Label("", Size.TITLE, bold=True), Label("", Size.HEADING, bold=True)
        self._coach = Button("", open_coach, icon=Icon.EYE, size=Size.SMALL, id=ids[0], tip=CoachText.TIP_OPEN)
        self._share = Button("", share, ButtonKind.PLAIN, Icon.SHARE, Size.SMALL, id=ids[1], tip=ShareText.TIP_SHARE)
        self.add(self._long, self._short, self._coach, self._share)

    def tell(self, title: Words | None = None, coach: Words | None = None) -> None:
        """Say something else."""
        before = self.title, self.coach
        self.title, self.coach = (self.title if title is None else title), (self.coach if coach is None else coach)
        if self.root is not None and before != (self.title, self.coach):
            self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        row = Rect(rect.left, rect.top, rect.width, look.px(30))
        row = self._share.place_right(row, look, row.height, look.px(6))
        self._coach.words = self.coach
        # As wide as it may become, so that nothing moves while the coach is at work.
        widest = look.width(look.say(CoachText.LOOKING_SHORT(share="100%")), Size.SMALL) + look.px(52)
        wide, gap = max(self._coach.needed_width(look), widest), look.px(8)
        title = look.say(self.title)
        if look.width(title, Size.HEADING, True) > row.width - wide - gap:
            self._coach.words, wide = "", row.height
        row = self._coach.place_right(row, look, wide, gap)
        self._long.is_visible = look.width(title, Size.TITLE, True) <= row.width
        self._short.is_visible = not self._long.is_visible
        for label in (self._long, self._short):
            label.words = self.title
            label.place(row, look)
