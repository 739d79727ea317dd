"""The dialog that asks on which boards a dog grows up from now on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from clevergo.app.kennel.messages import DogInfo
from clevergo.games.guests import game_named
from clevergo.ui.kit.base import Group, Widget, cut_left, cut_top
from clevergo.ui.kit.choice import Dropdown, Option
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.scenes.shared.terms import size_said, size_words
from clevergo.ui.strings import TrainText

_ROW, _GAP, _WORDS = 40, 10, 190
_WIDTH = 520


def boards_said(dog: DogInfo) -> Words:
    """The boards that a dog plays itself on: ``9×9``, ``13×13 + 9×9``."""
    return _together(dog.game, (dog.sizes[0], *dog.beside))


def _together(game: str, sizes: Sequence[int]) -> Words:
    return lambda strings: " + ".join(size_said(strings, game, size) for size in sizes)


class BoardsDialog(Dialog):
    """Shows where a dog grows up, and hands on what is wished instead."""

    def __init__(self, dog: DogInfo, move: Callable[[int, tuple[int, ...]], None]) -> None:
        self._form = _Form(dog)
        super().__init__(
            TrainText.BOARDS_OF(name=dog.name),
            TrainText.BOARDS_NOTE if dog.games else TrainText.BOARDS_NEWBORN,
            TrainText.BOARDS_MOVE,
            lambda: move(self._form.size, self._form.beside),
            content=self._form,
            content_height=2 * _ROW + _GAP,
            width=_WIDTH,
        )


class _Form(Group):
    """Its board, and another one that it plays on by turns."""

    def __init__(self, dog: DogInfo) -> None:
        super().__init__()
        self._dog = dog
        self.size = dog.sizes[0]
        """Of the board it grows up on."""
        self.beside = dog.beside
        """The sizes of others that it plays on too."""
        sizes = sorted({*game_named(dog.game).nurseries, self.size})
        offered = [Option(size, size_words(dog.game, size)) for size in sizes]
        self._sizes = sizes
        self._main: Dropdown[int] = Dropdown(offered, self.size, self._choose, id="boards.size")
        self._other: Dropdown[tuple[int, ...]] = Dropdown([], self.beside, self._choose_other, id="boards.beside")
        self._words = Label(TrainText.BOARDS_MAIN), Label(TrainText.BOARDS_BESIDE)
        self.add(*self._words, self._main, self._other)
        self._offer()

    def _choose(self, size: int) -> None:
        self.size = size
        self.beside = tuple(other for other in self.beside if other != size)
        self._offer()

    def _choose_other(self, beside: tuple[int, ...]) -> None:
        self.beside = beside

    def _offer(self) -> None:
        """None, one other board, or what has been chosen by a command."""
        game = self._dog.game
        several = [self.beside] if len(self.beside) > 1 else []
        choices = [*several, *((size,) for size in self._sizes if size != self.size)]
        none: Option[tuple[int, ...]] = Option((), TrainText.BOARDS_ALONE)
        self._other.options = [none, *(Option(beside, _together(game, beside)) for beside in choices)]
        self._other.value = self.beside

    def arrange(self, rect: Rect, look: Look) -> None:
        fields: tuple[Widget, ...] = self._main, self._other
        for label, field in zip(self._words, fields, strict=True):
            row, rect = cut_top(rect, look.px(_ROW), look.px(_GAP))
            words, room = cut_left(row, look.px(_WORDS), look.px(10))
            label.place(words, look)
            field.place(room, look)
