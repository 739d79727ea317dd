"""Which dog's file is to come home: one that lies where people put files, or any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pygame import Rect, Surface

from clevergo.app.desk.paths import typed_path
from clevergo.ui.kit.base import Group, cut_left, inset
from clevergo.ui.kit.dialog import AskDialog
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.strings import KennelText

_LONGEST = 1000
_LABEL, _GAP, _ROW = 24, 2, 34
_SHOWN = 4


class BringDialog(AskDialog):
    """A field for a path, and below it the files that were found; the newest stands in the field at first."""

    def __init__(self, act: Callable[[Path], None]) -> None:
        """``act`` hears which file is meant; it may raise a ``ProblemError``, which is said under the field."""
        self._act = act
        self._proposed: Path | None = None
        """What stands in the field though nobody has chosen it."""
        self._files = _Files(self._choose)
        field = TextField(placeholder=KennelText.PATH, max_length=_LONGEST, id="kennel.path")
        words = (KennelText.IMPORT_TITLE, KennelText.IMPORT_SAID, KennelText.IMPORT_DO)
        super().__init__(*words, field, self._answered, self._files, lambda look, _: self._files.needed(look))
        self._is_untouched = True

    def show(self, files: Sequence[Path]) -> None:
        """These have been found by now, the newest first."""
        if not self._files.show(files):
            return
        before, self._proposed = self._proposed, files[0] if files else None
        if self._is_untouched and self.field.value == _said(before):
            self.field.value = _said(self._proposed)
            self.field.select_all()
        self.place_again()

    def _choose(self, path: Path) -> None:
        self._is_untouched = False
        self.field.value = str(path)

    def _answered(self, typed: str) -> Words | None:
        """A name alone means a file beside the one that was proposed."""
        meant = typed_path(typed, None if self._proposed is None else self._proposed.parent)
        if meant is None:
            return KennelText.PATH_EMPTY
        self._act(meant)
        return None


def _said(path: Path | None) -> str:
    return "" if path is None else str(path)


class _Files(Group):
    """Dogs' files that lie about; a click takes one."""

    def __init__(self, chosen: Callable[[Path], None]) -> None:
        super().__init__()
        self._label = Label(KennelText.IMPORT_NONE, Size.SMALL, color="muted")
        # What is found meanwhile does not move what somebody points at.
        self._list: ListView[Path] = ListView(self._draw, _ROW, chosen, id="kennel.files", holds=True)
        self._list.is_visible = False
        self.add(self._label, self._list)

    def show(self, files: Sequence[Path]) -> bool:
        """Show these; whether they are others than before."""
        if list(files) == self._list.rows:
            return False
        self._list.rows = files
        self._list.is_visible = bool(files)
        self._label.words = KennelText.IMPORT_FOUND if files else KennelText.IMPORT_NONE
        return True

    def needed(self, look: Look) -> int:
        """Pixels of height it would like to have."""
        return look.px(_LABEL + _GAP + _ROW * min(len(self._list.rows), _SHOWN))

    @staticmethod
    def _draw(surface: Surface, look: Look, rect: Rect, path: Path) -> None:
        box = inset(rect, look.px(10), 0)
        name, folder = cut_left(box, round(box.width * 0.6), look.px(8))
        look.text(surface, path.stem, name, Size.BODY, look.palette.ink)
        look.text(surface, path.parent.name, folder, Size.SMALL, look.palette.muted, False, Align.RIGHT)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self._label.place_top(rect, look, look.px(_LABEL), look.px(_GAP))
        self._list.place(rest, look)
