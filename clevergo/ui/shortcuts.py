"""The page of keyboard shortcuts: what can be done without the mouse."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.layout import columns, cut_left, cut_top
from clevergo.ui.strings import Text
from clevergo.ui.texts.mind import MindText
from clevergo.ui.texts.play import PlayText
from clevergo.ui.texts.settings import KeyText
from clevergo.ui.theme import Size
from clevergo.ui.widgets.base import Widget
from clevergo.ui.widgets.dialog import Dialog
from clevergo.ui.widgets.look import Align, Look, Words

PLAYING: tuple[tuple[Words, Words], ...] = (
    (KeyText.SPACE, KeyText.PASS),
    (KeyText.ENTER, KeyText.START),
    ("Ctrl Z", KeyText.UNDO),
    ("Ctrl Y", KeyText.REDO),
    ("P", KeyText.PAUSE),
    ("Ctrl N", KeyText.NEW),
    ("←  →", PlayText.KEY_WALK),
    ("PgUp  Home", KeyText.LEAP),
    ("↑  ↓", PlayText.KEY_BESIDE),
    ("H", MindText.KEY_HINT),
    ("A", MindText.KEY_ANALYSE),
    ("Ctrl O  S", PlayText.KEY_FILES),
    ("Ctrl C  V", PlayText.KEY_CLIPBOARD),
    ("Ctrl G", PlayText.KEY_GAMES),
)
"""Keys of the scene where people play. Add a row when a key is added."""
EVERYWHERE: tuple[tuple[Words, Words], ...] = (
    ("Ctrl 1 … 4", KeyText.SCENES),
    ("Tab", KeyText.FOCUS),
    (KeyText.SPACE, KeyText.PRESS),
    ("Esc", KeyText.CLOSE),
    ("PgUp  PgDn", KeyText.PAGES),
    ("Ctrl +  −", KeyText.SCALE),
    ("F11", KeyText.FULL_SCREEN),
    ("M", KeyText.SOUND),
    ("F1", KeyText.SHORTCUTS),
    ("F2", KeyText.SETTINGS),
)
"""Keys of the window."""
_ROW, _HEAD = 28, 30
_KEY = 104
_WIDTH = 620


class _Table(Widget):
    """Keys and what they do, in two columns."""

    def draw(self, surface: Surface, look: Look) -> None:
        halves = columns(self.rect, [1, 1], look.px(24))
        for column, title, rows in zip(
            halves, (KeyText.WHILE_PLAYING, KeyText.EVERYWHERE), (PLAYING, EVERYWHERE), strict=True
        ):
            head, rest = cut_top(column, look.px(_HEAD))
            look.text(surface, title, head, Size.BODY, look.palette.ink, True)
            for key, meaning in rows:
                row, rest = cut_top(rest, look.px(_ROW))
                self._draw_row(surface, look, row, key, meaning)

    @staticmethod
    def _draw_row(surface: Surface, look: Look, row: Rect, key: Words, meaning: Words) -> None:
        cap, rest = cut_left(row, look.px(_KEY), look.px(10))
        cap = cap.inflate(0, -look.px(5))
        look.rounded(surface, cap, 6, look.palette.card, look.palette.line)
        look.text(surface, key, cap.inflate(-4, 0), Size.SMALL, look.palette.ink, False, Align.CENTER)
        look.text(surface, meaning, rest, Size.SMALL, look.palette.muted)


def shortcuts_dialog() -> Dialog:
    """All shortcuts of the window."""
    height = _HEAD + _ROW * max(len(PLAYING), len(EVERYWHERE))
    return Dialog(Text.SHORTCUTS, cancel=None, content=_Table(), content_height=height, width=_WIDTH)
