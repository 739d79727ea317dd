"""Looking for something in the record: words, a move, its number, or the position on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.match.finding import Found, RecordSearch
from clevergo.games.color import Color
from clevergo.ui.kit.base import Group, cut_left, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.listview import MarkedList
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.root import Root
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.words import color_name, point_name
from clevergo.ui.strings import RecordText, Text

if TYPE_CHECKING:
    from clevergo.app.match.controller import MatchController

_FIELD, _ROW, _ROWS, _WIDTH = 38, 34, 7, 560
_STEP = 0.003
"""Seconds of a frame that are spent on looking."""


class FindForm(Group):
    """A field, the places found, and how many there are; a place that is marked is shown on the board at once."""

    def __init__(self, match: MatchController, dialog_closes: list[Dialog]) -> None:
        super().__init__()
        self._match = match
        self._dialogs = dialog_closes
        self._finding: RecordSearch | None = None
        self.field = TextField(
            "", self._ask, lambda _: self.accept(), placeholder=RecordText.FIND_FIELD, max_length=80, id="find.field"
        )
        self._same = Button(
            RecordText.FIND_SAME, self._ask_for_position, size=Size.SMALL, id="find.same", tip=RecordText.TIP_FIND_SAME
        )
        self.list: MarkedList[Found] = MarkedList(self._draw_row, _ROW, self._go, self._go, "find.list")
        self._count = Label("", Size.SMALL, color="muted")
        self.add(self.field, self._same, self.list, self._count)
        self._ask("")

    def accept(self) -> None:
        """Look at the place that is marked, and be done; without one, at the first."""
        rows = self.list.rows
        if self.list.marked is None and rows:
            self._match.look_at(rows[0].node)
        for dialog in self._dialogs:
            dialog.close()

    def _ask(self, asked: str) -> None:
        self._begin(self._match.find(asked))
        self._same.kind = ButtonKind.PLAIN

    def _ask_for_position(self) -> None:
        self._begin(self._match.find(None))
        self._same.kind = ButtonKind.CHOSEN

    def _begin(self, finding: RecordSearch | None) -> None:
        self._finding = finding
        self.list.rows = []
        self.list.mark(None)
        self.animate()

    def update(self, dt: float) -> bool:
        finding = self._finding
        if finding is None:
            return False
        if finding.step(_STEP) or finding.is_over:
            self.list.rows = list(finding.found)
            number = len(finding.found)
            self._count.words = lambda s: s.get(RecordText.FOUND if number else RecordText.FOUND_NONE, n=number)
        return not finding.is_over

    def _go(self, found: Found) -> None:
        self.list.mark(found)
        self._match.look_at(found.node)

    def _draw_row(self, surface: Surface, look: Look, rect: Rect, found: Found) -> None:
        palette, grid = look.palette, self._match.snapshot.setup.rules.grid
        move, rest = cut_left(inset(rect, look.px(10), 0), look.px(132), look.px(10))
        if found.action is None:
            look.text(surface, RecordText.FOUND_START, move, Size.SMALL, palette.ink, True)
        else:
            name = f"{found.ply} · {color_name(look.strings, Color(found.color))} "
            name += point_name(look.strings, grid, found.action)
            look.text(surface, name, move, Size.SMALL, palette.ink, True)
        look.text(surface, look.fitted(found.said, rest.width, Size.SMALL), rest, Size.SMALL, palette.muted)

    def arrange(self, rect: Rect, look: Look) -> None:
        row = Rect(rect.left, rect.top, rect.width, look.px(_FIELD))
        row = self._same.place_right(row, look, self._same.needed_width(look), look.px(8))
        self.field.place(row, look)
        rest = Rect(rect.left, row.bottom + look.px(6), rect.width, rect.bottom - row.bottom - look.px(6))
        rest = self._count.place_top(rest, look, look.px(22), look.px(4))
        self.list.place(rest, look)
        self.animate()


class FinderDialog(Dialog):
    """The form, with OK below it; arrows mark one place after the other while words are typed."""

    def __init__(self, form: FindForm) -> None:
        height = _FIELD + 6 + 26 + _ROW * _ROWS
        super().__init__(
            RecordText.FIND, "", Text.OK, form.accept, None, form, height, closes_on_accept=False, width=_WIDTH
        )
        self._form = form

    def key(self, event: Event) -> bool:
        return self._form.list.arrow(event) or super().key(event)


def open_finder(root: Root, match: MatchController) -> None:
    """Open the dialog; the keyboard is in its field."""
    dialogs: list[Dialog] = []
    form = FindForm(match, dialogs)
    dialog = FinderDialog(form)
    dialogs.append(dialog)
    root.open_popup(dialog, root.rect)
    root.set_focus(form.field)
