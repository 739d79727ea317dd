"""A dialog that asks for one line, and goes on asking until the line will do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Rect

from clevergo.ui.kit.base import Group, Widget
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.layout import cut_top
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size

_FIELD, _HINT = 42, 24


@dataclass(frozen=True)
class Asked:
    """The line that is asked for, and what else is."""

    id: str
    """Of the field."""
    value: str
    """What stands in the field at first."""
    placeholder: Words
    longest: int
    """Letters that can be typed."""
    below: Widget | None = None
    """What lies under the field and its advice."""
    below_height: float = 0
    """Room for it, in logical units."""


class AskDialog(Dialog):
    """A title, words, a field, a line of advice below it, and under them whatever else is asked."""

    def __init__(
        self, title: Words, said: Words, accept: Words, asked: Asked, answered: Callable[[str], Words | None]
    ) -> None:
        """``answered`` does what was asked for, or says what is wrong with the line."""
        self._answered = answered
        self._form = _Form(asked, self.accept)
        super().__init__(
            title,
            said,
            accept,
            content=self._form,
            content_height=_FIELD + _HINT + asked.below_height,
            closes_on_accept=False,
        )

    @property
    def field(self) -> TextField:
        """Where the line is typed."""
        return self._form.field

    @property
    def problem(self) -> Words:
        """What is said of the line, if it will not do."""
        return self._form.hint.words

    def accept(self) -> None:
        problem = self._answered(self.field.value)
        if problem is None:
            self.close()
            return
        self._form.complain(problem)
        if self.root is not None:
            self.root.set_focus(self.field)
            self.field.select_all()


class _Form(Group):
    """The field, its advice, and what is below."""

    def __init__(self, asked: Asked, submit: Callable[[], None]) -> None:
        super().__init__()
        self.field = TextField(
            asked.value,
            lambda _: self.complain(""),
            lambda _: submit(),
            asked.placeholder,
            asked.longest,
            id=asked.id,
        )
        self.hint = Label("", Size.SMALL, color="accent_text")
        self._below = asked.below
        self.add(self.field, self.hint)
        if asked.below is not None:
            self.add(asked.below)

    def complain(self, words: Words) -> None:
        """Say what is wrong with what was typed; nothing where nothing is."""
        self.hint.words = words
        self.field.has_problem = bool(words)

    def arrange(self, rect: Rect, look: Look) -> None:
        field, rest = cut_top(rect, look.px(_FIELD), look.px(2))
        hint, below = cut_top(rest, look.px(_HINT - 2))
        self.field.place(field, look)
        self.hint.place(hint, look)
        if self._below is not None:
            self._below.place(below, look)
