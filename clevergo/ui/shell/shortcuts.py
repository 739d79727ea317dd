"""The page of keyboard shortcuts: what can be done without the mouse."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.kit.base import Widget, columns, cut_left, cut_top
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.keys import as_engraved, full_screen_keys
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.shell.scene import KeyRow
from clevergo.ui.strings import (
    CoachText,
    FilmText,
    KeyText,
    LearnText,
    MicroText,
    MindText,
    PlayText,
    RecordText,
    SlowText,
    Text,
    TrainText,
)

PLAYING: tuple[KeyRow, ...] = (
    (KeyText.SPACE, KeyText.PASS),
    (KeyText.ENTER, KeyText.START),
    ("Ctrl Z", KeyText.UNDO),
    ("Ctrl Y  Shift Z", KeyText.REDO),
    ("P", KeyText.PAUSE),
    ("Ctrl N", KeyText.NEW),
    ("←  →", PlayText.KEY_WALK),
    ("PgUp  PgDn", KeyText.LEAP),
    ("Home  End", KeyText.ENDS),
    ("↑  ↓", PlayText.KEY_BESIDE),
    ("H", MindText.KEY_HINT),
    ("A", MindText.KEY_ANALYZE),
    ("S", SlowText.KEY_OPEN),
    ("F", FilmText.KEY_OPEN),
    ("N", MicroText.KEY_OPEN),
    ("C", CoachText.KEY_OPEN),
    ("K", CoachText.KEY_NEXT),
    ("Ctrl O  S", PlayText.KEY_FILES),
    ("Ctrl C  V", PlayText.KEY_CLIPBOARD),
    ("Ctrl G", PlayText.KEY_GAMES),
    ("T  W", RecordText.KEY_NOTES),
    ("Ctrl F", RecordText.KEY_FIND),
)
"""Keys of the scene where people play. Add a row when a key is added."""
ON_BOARD: tuple[KeyRow, ...] = (
    ("B", PlayText.KEY_AIM),
    ("← ↑ ↓ →", PlayText.KEY_MOVE),
    (KeyText.ENTER, PlayText.KEY_PLACE),
    ("Ctrl P", Text.PASS),
    ("Esc", PlayText.KEY_LEAVE),
)
"""Keys while the keyboard is on the board."""
EVERYWHERE: tuple[KeyRow, ...] = (
    ("Ctrl 1 … 5", KeyText.SCENES),
    ("Tab", KeyText.FOCUS),
    (KeyText.SPACE, KeyText.PRESS),
    ("Esc", KeyText.CLOSE),
    ("PgUp  PgDn", KeyText.PAGES),
    ("L  D", TrainText.KEYS),
    ("Ctrl PgUp  Dn", LearnText.KEY_CHAPTERS),
    ("Ctrl +  −", KeyText.SCALE),
    (lambda s: "  ".join(full_screen_keys(s)), KeyText.FULL_SCREEN),
    ("M", KeyText.SOUND),
    ("F1  ?", KeyText.SHORTCUTS),
    ("F2  Ctrl ,", KeyText.SETTINGS),
    ("Ctrl Q", KeyText.LEAVE),
)
"""Keys of the window."""
_Group = tuple[Words, tuple[KeyRow, ...]]
_ROW, _HEAD, _BETWEEN = 25, 28, 6
_KEY = 104
_WIDTH = 620


def _columns(here: tuple[KeyRow, ...]) -> tuple[tuple[_Group, ...], tuple[_Group, ...]]:
    """What stands at the left and at the right: where a page has keys of its own, those and what holds everywhere."""
    if here:
        return ((KeyText.HERE, here),), ((KeyText.EVERYWHERE, EVERYWHERE),)
    return (
        ((KeyText.WHILE_PLAYING, PLAYING),),
        ((KeyText.EVERYWHERE, EVERYWHERE), (PlayText.KEYS_ON_BOARD, ON_BOARD)),
    )


class _Table(Widget):
    """Keys and what they do, in two columns; closer together where there is little room."""

    def __init__(self, here: tuple[KeyRow, ...]) -> None:
        super().__init__()
        self._columns = _columns(here)

    @property
    def height(self) -> int:
        """Logical units it would like to have."""
        heights = [sum(_HEAD + _ROW * len(rows) + _BETWEEN for _, rows in groups) for groups in self._columns]
        return max(heights) - _BETWEEN

    def draw(self, surface: Surface, look: Look) -> None:
        share = min(self.rect.height / look.px(self.height), 1.0)
        head_height, row_height, between = (int(look.px(units) * share) for units in (_HEAD, _ROW, _BETWEEN))
        for rest, groups in zip(columns(self.rect, [1, 1], look.px(24)), self._columns, strict=True):
            for title, rows in groups:
                head, rest = cut_top(rest, head_height)
                look.text(surface, title, head, Size.BODY, look.palette.ink, True)
                for key, meaning in rows:
                    row, rest = cut_top(rest, row_height)
                    self._draw_row(surface, look, row, key, meaning)
                _, rest = cut_top(rest, between)

    @staticmethod
    def _draw_row(surface: Surface, look: Look, row: Rect, key: Words, meaning: Words) -> None:
        cap, rest = cut_left(row, look.px(_KEY), look.px(10))
        cap = cap.inflate(0, -look.px(3))
        look.rounded(surface, cap, 6, look.palette.card, look.palette.line)
        look.text(
            surface, as_engraved(look.say(key)), cap.inflate(-4, 0), Size.SMALL, look.palette.ink, False, Align.CENTER
        )
        look.text(surface, meaning, rest, Size.SMALL, look.palette.muted)


def shortcuts_dialog(here: tuple[KeyRow, ...] = ()) -> Dialog:
    """The shortcuts of the window; ``here``: of the page that is open, in place of those where people play."""
    table = _Table(here)
    return Dialog(Text.SHORTCUTS, cancel=None, content=table, content_height=table.height, width=_WIDTH)
