"""The page of keyboard shortcuts."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.layout import columns, cut_left
from clevergo.ui.strings import Text
from clevergo.ui.theme import Size
from clevergo.ui.widgets.base import Widget
from clevergo.ui.widgets.dialog import Dialog
from clevergo.ui.widgets.look import Align, Look, Words

ROWS: tuple[tuple[Words, Words], ...] = (
    (Text.SPACE_KEY, Text.PASS),
    ("Ctrl Z", Text.KEY_UNDO),
    ("Ctrl Y", Text.KEY_REDO),
    ("P", Text.KEY_PAUSE),
    ("Ctrl N", Text.NEW_GAME),
    ("Ctrl 1 … 4", Text.KEY_SCENES),
    ("Tab", Text.KEY_FOCUS),
    ("Esc", Text.KEY_CLOSE),
    ("Ctrl +  −", Text.KEY_SCALE),
    ("F11", Text.KEY_FULLSCREEN),
    ("M", Text.KEY_SOUND),
    ("F1", Text.SHORTCUTS),
    ("F2", Text.KEY_SETTINGS),
)
"""Keys and what they do. A scene's keys stand first; add a row here when a key is added anywhere."""
_ROW = 34
_KEY = 92
_WIDTH = 520


class _Table(Widget):
    """Keys and what they do, in two columns."""

    def draw(self, surface: Surface, look: Look) -> None:
        half = (len(ROWS) + 1) // 2
        for column, rows in zip(columns(self.rect, [1, 1], look.px(20)), (ROWS[:half], ROWS[half:]), strict=True):
            for i, (key, meaning) in enumerate(rows):
                row = Rect(column.left, column.top + i * look.px(_ROW), column.width, look.px(_ROW))
                cap, rest = cut_left(row, look.px(_KEY), look.px(10))
                cap = cap.inflate(0, -look.px(8))
                look.rounded(surface, cap, 6, look.palette.card, look.palette.line)
                look.text(surface, key, cap.inflate(-4, 0), Size.SMALL, look.palette.ink, False, Align.CENTER)
                look.text(surface, meaning, rest, Size.SMALL, look.palette.muted)


def shortcuts_dialog() -> Dialog:
    """All shortcuts of the window."""
    height = _ROW * ((len(ROWS) + 1) // 2)
    return Dialog(Text.SHORTCUTS, cancel=None, content=_Table(), content_height=height, width=_WIDTH)
