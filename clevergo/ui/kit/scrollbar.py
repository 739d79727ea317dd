"""A bar that says which part of something long is seen, and that can be dragged."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.ui.kit.base import Cursor, Widget
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import mix

_THIN, _THICK = 4, 8
_SHORTEST = 28


class ScrollBar(Widget):
    """A thumb at the right of its rectangle; a press beside it goes a page on."""

    cursor = Cursor.ARROW
    is_silent = True

    def __init__(self, moved: Callable[[int], None], id: str = "") -> None:
        """``moved`` is told how many pixels are above what is to be seen."""
        super().__init__(id)
        self._moved = moved
        self._top = self._shown = self._whole = 0
        self._held: int | None = None
        """Pixels from the thumb's upper end to where it was taken."""

    def show(self, top: int, shown: int, whole: int) -> None:
        """``shown`` pixels of a ``whole`` are seen, from ``top`` on."""
        if (top, shown, whole) != (self._top, self._shown, self._whole):
            self._top, self._shown, self._whole = top, shown, whole
            self.is_visible = whole > shown
            self.invalidate()

    def _thumb(self, look: Look) -> Rect:
        rect = self.rect
        height = min(max(rect.height * self._shown // max(self._whole, 1), look.px(_SHORTEST)), rect.height)
        room = max(self._whole - self._shown, 1)
        y = rect.top + (rect.height - height) * min(self._top, room) // room
        width = look.px(_THICK if self.is_hovered or self._held is not None else _THIN)
        return Rect(rect.right - width - look.px(2), y, width, height)

    def press(self, pos: tuple[int, int]) -> bool:
        if self.root is None:
            return False
        thumb = self._thumb(self.root.look)
        if thumb.top <= pos[1] < thumb.bottom:
            self._held = pos[1] - thumb.top
        else:
            self._moved(self._top + (self._shown if pos[1] > thumb.top else -self._shown))
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        if self._held is None or self.root is None:
            return
        room = self.rect.height - self._thumb(self.root.look).height
        share = (pos[1] - self._held - self.rect.top) / max(room, 1)
        self._moved(round(share * (self._whole - self._shown)))

    def release(self, pos: tuple[int, int]) -> None:
        self._held = None
        self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        is_active = self.is_hovered or self._held is not None
        color = mix(look.palette.line, look.palette.muted, 0.6 if is_active else 0.25)
        thumb = self._thumb(look)
        look.rounded(surface, thumb, thumb.width / 2 / max(look.scale, 0.1), color)
