"""Dialogs: a question in the middle of the dimmed window, and one that is answered with a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

from pygame import Rect, Surface
from pygame.event import Event

from clevergo.problem import ProblemError
from clevergo.ui.kit.base import ENTER, Group, Widget, centered, inset, is_key
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.root import Popup, Root
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import PANEL_RADIUS, Size
from clevergo.ui.strings import Text, kindly

T = TypeVar("T")
Needed: TypeAlias = Callable[[Look, int], int]
"""Pixels of height that something takes which is so many pixels wide; it changes with what there is to show."""
_WIDTH, _PAD = 440, 24
_RIM = 16
"""What stays free of a window's height above and below the largest dialog."""
_EDGE = 48
"""How near to the window's lower edge a dialog may come that grows while it is open; else it goes to the middle."""
_BUTTON, _FIELD, _HINT, _ROW = 42, 42, 24, 34
"""Heights, in logical units."""


class Dialog(Popup):
    """A title, words, widgets of one's own below them, and buttons. Escape or 'cancel' closes it."""

    is_modal = True

    def __init__(
        self,
        title: Words,
        body: Words = "",
        accept: Words = Text.OK,
        accepted: Callable[[], None] | None = None,
        cancel: Words | None = Text.CANCEL,
        content: Widget | None = None,
        content_height: float | Needed = 0,
        closes_on_accept: bool = True,
        width: float = _WIDTH,
        is_destructive: bool = False,
    ) -> None:
        """``content`` gets ``content_height`` logical units, or what it needs; ``cancel`` None leaves one button.

        Content that needs more or less than before says so by :func:`needs_room`.

        Enter accepts; where something would be lost for good (``is_destructive``) it cancels, and only the main button
        itself accepts.
        """
        super().__init__(id="")
        self._is_destructive = is_destructive
        self._width = width
        self._title = title
        self._body = body
        self._accepted = accepted
        self._content = content
        self._content_height = content_height
        self._closes = closes_on_accept
        self.box = Rect(0, 0, 0, 0)
        """The card in the middle."""
        self._placed_in: tuple[tuple[int, int], float] | None = None
        """The window's size and scale when it was placed last."""
        self._body_box = Rect(0, 0, 0, 0)
        self.accept_button = Button(accept, self.accept, ButtonKind.PRIMARY, id="dialog.ok")
        self.cancel_button = Button(cancel, self.close, id="dialog.cancel") if cancel is not None else None
        if content is not None:
            self.add(content)
        if self.cancel_button is not None:
            self.add(self.cancel_button)
        self.add(self.accept_button)

    def accept(self) -> None:
        """Do what the main button says."""
        if self._closes:
            self.close()
        if self._accepted is not None:
            self._accepted()

    def arrange(self, rect: Rect, look: Look) -> None:
        pad, width = look.px(_PAD), min(look.px(self._width), rect.width - look.px(40))
        body = look.say(self._body)
        lines = len(look.wrapped(body, width - 2 * pad, Size.BODY)) if body else 0
        lines = min(lines, max((rect.height - look.px(240)) // look.line_height(Size.BODY), 1))
        body_height = lines * look.line_height(Size.BODY)
        title, button = look.line_height(Size.HEADING), look.px(_BUTTON)
        height = pad + title + (look.px(8) + body_height if body else 0) + look.px(22) + button + pad
        content = 0
        if self._content is not None:  # in a small window it has to do with the room there is
            needed = self._content_height
            wanted = needed(look, width - 2 * pad) if callable(needed) else look.px(needed)
            content = max(min(wanted, rect.height - height - look.px(14 + _RIM)), 0)
            height += content + look.px(14)
        self._place_box(rect, look, width, height)
        inner = inset(self.box, pad)
        self._body_box = Rect(inner.left, inner.top + title + look.px(8), inner.width, body_height)
        if self._content is not None:
            top = inner.bottom - button - look.px(22) - content
            self._content.place(Rect(inner.left, top, inner.width, content), look)
        row = Rect(inner.left, inner.bottom - button, inner.width, button)
        for one in (self.accept_button, self.cancel_button):
            if one is not None:
                row = one.place_right(row, look, max(one.needed_width(look), look.px(104)), look.px(10))

    def _place_box(self, rect: Rect, look: Look, width: int, height: int) -> None:
        """In the middle; one that becomes higher or lower while it is open does so at its lower edge, if it can."""
        top, placed_in = self.box.top, (rect.size, look.scale)
        self.box = centered(rect, width, height)
        if placed_in == self._placed_in and top + height <= rect.bottom - look.px(_EDGE):
            self.box.top = top
        self._placed_in = placed_in

    def key(self, event: Event) -> bool:
        if is_key(event, *ENTER):
            if self._is_destructive:
                self.close()
            elif self.accept_button.is_enabled:
                self.accept()
            return True
        return False

    def draw_behind(self, surface: Surface, look: Look) -> None:
        look.shadow(surface, self.box, PANEL_RADIUS, 26, 1.4)
        look.rounded(surface, self.box, PANEL_RADIUS, look.palette.panel, look.palette.line)
        inner = inset(self.box, look.px(_PAD))
        title = Rect(inner.left, inner.top, inner.width, look.line_height(Size.HEADING))
        look.text(surface, self._title, title, Size.HEADING, look.palette.ink, True)
        if self._body_box.height:
            look.paragraph(surface, self._body, self._body_box, Size.BODY, look.palette.muted)


def needs_room(content: Widget) -> None:
    """Have the dialog around its content placed anew, as that shows more or less than before."""
    if isinstance(content.parent, Dialog):
        content.parent.place_again()


def ask(
    root: Root, title: Words, body: Words, accept: Words, accepted: Callable[[], None], cancel: Words = Text.CANCEL
) -> Dialog:
    """Ask before something that cannot be taken back. The keyboard is on the way out: Enter and Space do no harm."""
    dialog = Dialog(title, body, accept, accepted, cancel, is_destructive=True)
    root.open_popup(dialog, root.rect)
    root.set_focus(dialog.cancel_button, by_keys=True)
    return dialog


class ListDialog(Dialog, Generic[T]):
    """Rows under a title and words; a click on one closes it, and takes that row."""

    def __init__(
        self,
        title: Words,
        said: Words,
        leave: Words,
        draw_row: Callable[[Surface, Look, Rect, T], None],
        rows: Sequence[T],
        chosen: Callable[[T], None],
        id: str,
        most: int,
        width: float = _WIDTH,
    ) -> None:
        """``leave`` stands on the only button; ``id`` is the list's, of which ``most`` rows are seen at a time."""
        self._chosen = chosen
        view = ListView(draw_row, _ROW, self._take, id=id)
        view.rows = list(rows)
        height = _ROW * min(max(len(rows), 1), most)
        super().__init__(title, said, leave, cancel=None, content=view, content_height=height, width=width)

    def _take(self, row: T) -> None:
        self.close()
        self._chosen(row)


class AskDialog(Dialog):
    """A title, words, a field, a line of advice below it, and under them whatever else is asked."""

    def __init__(
        self,
        title: Words,
        said: Words,
        accept: Words,
        field: TextField,
        answered: Callable[[str], Words | None],
        below: Widget | None = None,
        below_height: float | Needed = 0,
    ) -> None:
        """``answered`` does what was asked for, or says or raises what is wrong with the line.

        ``below`` lies under the field and its advice; it gets ``below_height`` logical units, or what it needs.
        """
        self._answered = answered
        self.field = field
        """Where the line is typed."""
        self._form = _Form(field, below, self.accept)

        def height(look: Look, width: int) -> int:
            below = below_height(look, width) if callable(below_height) else look.px(below_height)
            return look.px(_FIELD + _HINT) + below

        super().__init__(title, said, accept, content=self._form, content_height=height, closes_on_accept=False)

    @property
    def problem(self) -> Words:
        """What is said of the line, if it will not do."""
        return self._form.hint.words

    def accept(self) -> None:
        try:
            problem = self._answered(self.field.value)
        except ProblemError as error:
            problem = kindly(error.problem)
        if problem is None:
            self.close()
            return
        self._form.complain(problem)
        if self.root is not None:
            self.root.set_focus(self.field)
            self.field.select_all()


class _Form(Group):
    """The field, its advice, and what is below."""

    def __init__(self, field: TextField, below: Widget | None, submit: Callable[[], None]) -> None:
        super().__init__()
        self.field = field
        field.changed, field.submitted = lambda _: self.complain(""), lambda _: submit()
        self.hint = Label("", Size.SMALL, color="accent_text")
        self._below = below
        self.add(field, self.hint, *([below] if below is not None else []))

    def complain(self, words: Words) -> None:
        """Say what is wrong with what was typed; nothing where nothing is."""
        self.hint.words = words
        self.field.has_problem = bool(words)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self.field.place_top(rect, look, look.px(_FIELD), look.px(2))
        below = self.hint.place_top(rest, look, look.px(_HINT - 2))
        if self._below is not None:
            self._below.place(below, look)
