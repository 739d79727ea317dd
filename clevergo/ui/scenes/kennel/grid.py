"""The grid the cards lie in, and the line that tells how far a long task has come."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from clevergo.app.kennel.tasks import Task, TaskSnapshot
from clevergo.ui.kit.base import Group, Widget
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.layout import columns, cut_right, rows
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.strings import KennelText

_CARD = (344, 226)
"""Least width and height of a card, in logical units."""
_TALLEST = 300
_TALLEST_OF_FEW = 400
"""The same where there are fewer rows than there is room for."""
_MOST_COLUMNS = 5
_DOING_WORDS = {
    Task.ADOPT: KennelText.ADOPTING,
    Task.COPY: KennelText.COPYING,
    Task.EXPORT: KennelText.EXPORTING,
    Task.IMPORT: KennelText.IMPORTING,
    Task.DELETE: KennelText.DELETING,
}


class CardGrid(Group):
    """Whole rows of cards; the wheel and the page keys go through them."""

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[Widget] = []
        self._top = 0
        """The first row shown."""
        self._columns = self._rows = 1

    def show(self, cards: Sequence[Widget]) -> None:
        """Lay out these cards, in order."""
        if list(cards) != self._cards:
            for card in self._cards:
                if card not in cards:
                    self.remove(card)
            new = [card for card in cards if card not in self._cards]
            self._cards = list(cards)
            self.add(*new)
            # The keyboard goes through them as they lie.
            self.children.sort(key=self._cards.index)
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(GAP)
        width, height = look.px(_CARD[0]), look.px(_CARD[1])
        self._columns = max(1, min((rect.width + gap) // (width + gap), _MOST_COLUMNS))
        self._rows = max(1, (rect.height + gap) // (height + gap))
        lines_used = max(min(self._rows, self._all_rows), 1)
        tallest = look.px(_TALLEST if lines_used == self._rows else _TALLEST_OF_FEW)
        highest = lines_used * tallest + (lines_used - 1) * gap
        area = Rect(rect.left, rect.top, rect.width - look.px(12) * self._is_long, min(rect.height, highest))
        self._top = max(0, min(self._top, self._all_rows - self._rows))
        lines = rows(area, (1,) * lines_used, gap)
        cells = [cell for line in lines for cell in columns(line, (1,) * self._columns, gap)]
        first = self._top * self._columns
        for number, card in enumerate(self._cards):
            card.is_visible = first <= number < first + len(cells)
            if card.is_visible:
                card.place(cells[number - first], look)

    @property
    def _all_rows(self) -> int:
        return -(-len(self._cards) // self._columns)

    @property
    def _is_long(self) -> bool:
        return self._all_rows > self._rows

    def turn(self, step: int) -> bool:
        """Show the next rows, or the ones before; whether there are any."""
        top = max(0, min(self._top + step, self._all_rows - self._rows))
        if top == self._top or self.root is None:
            return False
        self._top = top
        if self.root.focus is not None and self.root.focus in list(self.walk()):
            self.root.set_focus(None)
        self.place(self.rect, self.root.look)
        return True

    def wheel(self, steps: int) -> bool:
        return self.turn(-1 if steps > 0 else 1)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        if self._is_long:
            track = Rect(self.rect.right - look.px(4), self.rect.top, look.px(4), self.rect.height)
            height = max(track.height * self._rows // self._all_rows, look.px(20))
            top = track.top + (track.height - height) * self._top // max(self._all_rows - self._rows, 1)
            look.rounded(surface, Rect(track.left, top, track.width, height), 2, look.palette.line)


class TaskBar(Panel):
    """What is being done, how far it is, and a way to stop it."""

    def __init__(self, cancel: Callable[[], object]) -> None:
        super().__init__()
        self._task: TaskSnapshot | None = None
        self._words = Label("", Size.SMALL)
        self._give_up = cancel
        self._cancel = Button(
            KennelText.CANCEL, self._stop, ButtonKind.QUIET, Icon.CLOSE, Size.SMALL, id="kennel.cancel"
        )
        self._track = Rect(0, 0, 0, 0)
        self.add(self._words, self._cancel)
        self.is_visible = False

    def show(self, task: TaskSnapshot | None) -> None:
        """Show a task, or nothing."""
        if task == self._task:
            return
        self._task = task
        if task is not None:
            words, about = _DOING_WORDS[task.task], task.about
            self._words.words = words(name=about)
        self.is_visible = task is not None
        self.invalidate()

    def _stop(self) -> None:
        self._give_up()

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 16, 5)
        left = self._cancel.place_right(inner, look, self._cancel.needed_width(look), look.px(12))
        words, track = cut_right(left, left.width // 2, look.px(12))
        self._words.place(words, look)
        self._track = Rect(track.left, track.centery - look.px(3), track.width, look.px(6))

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        look.rounded(surface, self._track, 3, look.palette.sunken, look.palette.line)
        if self._task is not None and self._task.share > 0:
            done = Rect(self._track)
            done.width = max(round(self._track.width * self._task.share), self._track.height)
            look.rounded(surface, done, 3, look.palette.jade)
