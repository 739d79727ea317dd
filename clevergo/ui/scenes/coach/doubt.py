"""The question whether a person wants to take a move back that cost much."""

from __future__ import annotations

from pygame import Rect

from clevergo.ui.kit.base import cut_bottom, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Panel, Paragraph
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.analysis.judges import judge_words
from clevergo.ui.scenes.coach.desk import CoachDesk, doubt_words
from clevergo.ui.strings import CoachText

_BUTTON = 44


class DoubtPanel(Panel):
    """Shown in the place of somebody's thoughts until it is answered or the game has gone on."""

    def __init__(self, desk: CoachDesk) -> None:
        super().__init__("play.doubt")
        self._desk = desk
        self._asked = Paragraph("", Size.HEADING)
        self._said = Paragraph("", Size.SMALL, color="muted")
        self._back = Button(CoachText.TAKE_BACK, desk.take_back, ButtonKind.PRIMARY, Icon.UNDO, id="coach.take_back")
        self._stand = Button(CoachText.LET_STAND, desk.let_stand, id="coach.let_stand")
        self.add(self._asked, self._said, self._back, self._stand)
        self.is_visible = False

    def refresh(self) -> None:
        """Show what is asked now, if anything is."""
        doubt = self._desk.doubt
        self.is_visible = doubt is not None
        if doubt is not None:
            self._asked.words = doubt_words(doubt)
            self._said.words = CoachText.WARNING_SAID(name=judge_words(self._desk.judge))
            self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        rest, row = cut_bottom(self.inner(look, 16, 12), look.px(_BUTTON), look.px(8))
        place_columns([self._back, self._stand], row, look, look.px(8))
        rest = self._asked.place_top(rest, look, self._asked.needed_height(look, rest.width), look.px(4))
        self._said.is_visible = rest.height >= look.line_height(Size.SMALL)
        self._said.place(rest, look)
