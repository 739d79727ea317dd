"""What is heard and what comes next: a small card under the note in the bar."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from clevergo.app.desk.desktop import show_folder
from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import MusicOrder
from clevergo.app.errors import AppError
from clevergo.ui.kit.base import Widget, cut_left, cut_top, inset, kept_inside
from clevergo.ui.kit.button import Button, ButtonKind, Toggle
from clevergo.ui.kit.choice import Option, Segmented, Slider
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.root import Popup
from clevergo.ui.kit.theme import PANEL_RADIUS, Size
from clevergo.ui.shell.music import piece_words
from clevergo.ui.strings import MusicText

if TYPE_CHECKING:
    from clevergo.ui.shell.stage import Stage

_WIDTH, _PAD = 344, 16
_HEAD, _ROW, _CONTROL, _GAP = 30, 34, 34, 10
_SWITCH = 44
_MOST_ROWS = 6
ORDERS = (
    Option(MusicOrder.ONE, MusicText.ONE, tip=MusicText.TIP_ONE),
    Option(MusicOrder.ORDER, MusicText.ORDER, tip=MusicText.TIP_ORDER),
    Option(MusicOrder.RANDOM, MusicText.RANDOM, tip=MusicText.TIP_RANDOM),
)


class MusicPanel(Popup):
    """Pieces by name, the one that is heard marked; on to the next; what follows; the volume. All at once, as said."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(id="")
        self._stage = stage
        self._music = stage.audio.music
        self._music.look()
        now, change = stage.preferences.now, stage.change
        self._title = Label(MusicText.TITLE, Size.BODY, bold=True)
        self._on = Toggle("", now.music_on, lambda on: change(music_on=on), id="music.on")
        self._list = ListView(self._draw_piece, _ROW, self._choose, id="music.piece")
        self._list.rows = list(self._music.pieces)
        self._none = Label(MusicText.NONE, Size.SMALL, color="muted")
        self._none.is_visible = not self._music.pieces
        quiet = ButtonKind.PLAIN
        self._back = Button("", lambda: self._skip(-1), quiet, Icon.FIRST, id="music.back", tip=MusicText.TIP_BACK)
        self._next = Button("", lambda: self._skip(1), quiet, Icon.LAST, id="music.next", tip=MusicText.TIP_NEXT)
        self._back.is_enabled = self._next.is_enabled = len(self._music.pieces) > 1
        self._order = Segmented(ORDERS, now.music_order, lambda order: change(music_order=order), id="music.order")
        self._words = Label(MusicText.VOLUME, Size.SMALL)
        self._volume = Slider(
            now.music_volume, self._hear, lambda volume: change(music_volume=volume), id="music.volume"
        )
        self._own = Button(
            MusicText.OWN, self._show_folder, ButtonKind.QUIET, Icon.FOLDER, Size.SMALL, id="music.folder"
        )
        self._own.tip = MusicText.TIP_OWN
        self._own.is_enabled = stage.data_folder is not None
        self.add(
            self._title,
            self._on,
            self._list,
            self._none,
            self._back,
            self._next,
            self._order,
            self._words,
            self._volume,
        )
        self.add(self._own)
        self._heard = self._music.current
        self._anchor = Rect(0, 0, 0, 0)

    @property
    def _rows(self) -> int:
        return min(max(len(self._music.pieces), 1), _MOST_ROWS)

    def open_under(self, anchor: Rect) -> None:
        """Show it below ``anchor``, inside the window."""
        self._anchor = anchor.copy()
        look, bounds = self._stage.look, self._stage.rect
        height = look.px(2 * _PAD + _HEAD + self._rows * _ROW + 3 * _CONTROL + 4 * _GAP)
        rect = Rect(0, anchor.bottom + look.px(6), look.px(_WIDTH), height)
        rect.right = anchor.right
        self._stage.open_popup(self, kept_inside(rect, inset(bounds, look.px(6))))
        if (heard := self._music.current) is not None:
            self._list.reveal(heard)

    def follow(self) -> None:
        """Another piece may have begun, or a key changed a setting; each frame."""
        if self._music.current != self._heard:
            self._heard = self._music.current
            self._list.rows = list(self._music.pieces)
            self._list.invalidate()
        now = self._stage.preferences.now
        if self._on.value != now.music_on:
            self._on.value = now.music_on

    # --- what can be done ---

    def _choose(self, piece: Path) -> None:
        """Whoever chooses a piece wants to hear it."""
        self._music.choose(piece)
        self._stage.change(music_on=True)
        self._list.invalidate()

    def _skip(self, steps: int) -> None:
        self._music.skip(steps)
        if self._music.current is not None:
            self._list.reveal(self._music.current)
        self._list.invalidate()

    def _hear(self, volume: float) -> None:
        """While it is dragged."""
        if self._stage.preferences.now.music_on:
            self._music.set_volume(volume)

    def _show_folder(self) -> None:
        if self._stage.data_folder is None:
            return
        folder = self._stage.data_folder / Paths.music
        with self._stage.telling():
            with AppError.instead_of(OSError, "cannot_write", path=folder):
                folder.mkdir(parents=True, exist_ok=True)
            show_folder(folder)

    def at(self, pos: tuple[int, int]) -> Widget | None:
        found = super().at(pos)
        return self if found is None and self._anchor.collidepoint(pos) else found

    def press(self, pos: tuple[int, int]) -> bool:
        if self._anchor.collidepoint(pos):  # the note that opened it closes it
            self.close()
            return True
        return super().press(pos)

    # --- layout ---

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(_GAP)
        rest = inset(rect, look.px(_PAD))
        head, rest = cut_top(rest, look.px(_HEAD), gap)
        self._title.place(self._on.place_right(head, look, look.px(_SWITCH)), look)
        pieces, rest = cut_top(rest, look.px(_ROW) * self._rows, gap)
        self._list.place(pieces, look)
        self._none.place(pieces, look)
        row, rest = cut_top(rest, look.px(_CONTROL), gap)
        for button in (self._back, self._next):
            row = button.place_left(row, look, look.px(44), look.px(8))
        self._order.place(row, look)
        row, rest = cut_top(rest, look.px(_CONTROL), gap)
        words, row = cut_left(row, look.width(self._words.said(look), Size.SMALL) + look.px(14))
        self._words.place(words, look)
        self._volume.place(row, look)
        row, _ = cut_top(rest, look.px(_CONTROL))
        row.left -= look.px(8)  # what is seen of it begins where the other lines do
        self._own.place(Rect(row.topleft, (min(self._own.needed_width(look), row.width), row.height)), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        look.shadow(surface, self.rect, PANEL_RADIUS, 18)
        look.rounded(surface, self.rect, PANEL_RADIUS, look.palette.panel, look.palette.line)

    def _draw_piece(self, surface: Surface, look: Look, rect: Rect, piece: Path) -> None:
        palette, is_heard = look.palette, piece == self._music.current
        mark, words = cut_left(inset(rect, look.px(8), 0), look.px(18), look.px(8))
        if is_heard:
            look.icon(surface, Icon.NOTE, mark, palette.jade_text if self._music.is_on else palette.muted, 16)
        ink = palette.jade_text if is_heard and self._music.is_on else palette.ink
        look.text(surface, piece_words(piece), words, Size.BODY, ink, is_heard)
