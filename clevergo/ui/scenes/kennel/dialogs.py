"""What the kennel asks: names, files, ages, and whether one is sure."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

from pygame import Rect, Surface

from clevergo.app.kennel.messages import DogAge, DogCard
from clevergo.ui.kit.base import Group, cut_left, cut_right, inset
from clevergo.ui.kit.dialog import AskDialog, Dialog
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words, say
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.shared.dog_names import LONGEST_TYPED, name_problem
from clevergo.ui.scenes.train.words import DASH, games_said
from clevergo.ui.strings import KennelText, Text

_LABEL, _ROW = 24, 34
_LONGEST_PATH = 1000
_FILES_SHOWN, _AGES_SHOWN = 4, 7


def name_dialog(
    title: Words,
    said: Words,
    accept: Words,
    name: str,
    taken: Sequence[str],
    answered: Callable[[str], Words | None],
) -> AskDialog:
    """Asks for a dog's name."""
    return AskDialog(
        title,
        said,
        accept,
        TextField(name, placeholder=Text.ADOPT_PLACEHOLDER, max_length=LONGEST_TYPED, id="kennel.name"),
        lambda typed: name_problem(typed, taken) or answered(typed),
    )


def export_dialog(name: Words, path: Path, export: Callable[[Path], Words | None]) -> AskDialog:
    """Asks where a dog's file shall be."""
    return AskDialog(
        lambda s: s.get(KennelText.EXPORT_TITLE, name=say(s, name)),
        KennelText.EXPORT_SAID,
        KennelText.EXPORT_DO,
        _path_field(str(path)),
        lambda typed: _with_path(typed, export),
    )


class _Files(Group):
    """Dogs' files that lie about; a click takes one."""

    def __init__(self, files: Sequence[Path], chosen: Callable[[Path], None]) -> None:
        super().__init__()
        self._label = Label(KennelText.IMPORT_FOUND if files else KennelText.IMPORT_NONE, Size.SMALL, color="muted")
        self._list: ListView[Path] = ListView(self._draw, _ROW, chosen, id="kennel.files")
        self._list.rows = files
        self._list.is_visible = bool(files)
        self.add(self._label, self._list)

    @staticmethod
    def _draw(surface: Surface, look: Look, rect: Rect, path: Path) -> None:
        box = inset(rect, look.px(10), 0)
        name, folder = cut_left(box, round(box.width * 0.6), look.px(8))
        look.text(surface, path.stem, name, Size.BODY, look.palette.ink)
        look.text(surface, path.parent.name, folder, Size.SMALL, look.palette.muted, False, Align.RIGHT)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self._label.place_top(rect, look, look.px(_LABEL), look.px(2))
        self._list.place(rest, look)


def import_dialog(files: Sequence[Path], bring_in: Callable[[Path], Words | None]) -> AskDialog:
    """Asks for a dog's file: one that was found, or any other."""

    def choose(path: Path) -> None:
        dialog.field.value = str(path)

    first = str(files[0]) if files else ""
    height = _LABEL + 2 + _ROW * min(len(files), _FILES_SHOWN)
    dialog = AskDialog(
        KennelText.IMPORT_TITLE,
        KennelText.IMPORT_SAID,
        KennelText.IMPORT_DO,
        _path_field(first),
        lambda typed: _with_path(typed, bring_in),
        _Files(files, choose),
        height,
    )
    return dialog


def _path_field(path: str) -> TextField:
    return TextField(path, placeholder=KennelText.PATH, max_length=_LONGEST_PATH, id="kennel.path")


def _with_path(typed: str, act: Callable[[Path], Words | None]) -> Words | None:
    tidy = typed.strip().strip("\"'")
    if not tidy or "\0" in tidy:
        return KennelText.PATH_EMPTY
    path = Path(tidy)
    with contextlib.suppress(RuntimeError):  # ~ and a user nobody knows: a name like any other
        path = path.expanduser()
    return act(path.absolute())


class AgesDialog(Dialog):
    """A dog as it was, youngest last; a click plays against that age."""

    def __init__(self, card: DogCard, name: Words, chosen: Callable[[DogAge], None]) -> None:
        self._chosen = chosen
        self._list: ListView[DogAge] = ListView(self._draw, _ROW, self._take, id="kennel.ages")
        self._list.rows = card.ages[::-1]
        super().__init__(
            lambda s: s.get(KennelText.AGES_TITLE, name=say(s, name)),
            KennelText.AGES_SAID if card.ages else KennelText.AGES_NONE,
            KennelText.CLOSE,
            cancel=None,
            content=self._list,
            content_height=_ROW * min(max(len(card.ages), 1), _AGES_SHOWN),
        )

    def _take(self, age: DogAge) -> None:
        self.close()
        self._chosen(age)

    @staticmethod
    def _draw(surface: Surface, look: Look, rect: Rect, age: DogAge) -> None:
        palette, strings = look.palette, look.strings
        box = inset(rect, look.px(10), 0)
        games, rest = cut_left(box, round(box.width * 0.4), look.px(8))
        time, rating = cut_right(rest, look.px(116), look.px(8))
        look.text(surface, games_said(strings, age.games), games, Size.BODY, palette.ink)
        if age.seconds >= 1:
            look.text(surface, strings.duration(age.seconds), time, Size.SMALL, palette.muted)
        said = DASH if age.rating is None else f"{age.rating:.0f} ± {age.rating_error or 0:.0f}"
        look.text(surface, said, rating, Size.BODY, palette.gold_text, False, Align.RIGHT)
