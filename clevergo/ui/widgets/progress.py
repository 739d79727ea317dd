"""A bar that fills: how much of something is done, where that is known."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.widgets.base import Widget
from clevergo.ui.widgets.look import Look


class ProgressBar(Widget):
    """A thin bar over its whole rectangle; nothing to see where nothing is under way."""

    def __init__(self, id: str = "") -> None:
        super().__init__(id)
        self._share: float | None = None

    @property
    def share(self) -> float | None:
        """How much is done, 0 to 1; None: nothing is under way."""
        return self._share

    @share.setter
    def share(self, share: float | None) -> None:
        if share != self._share:
            self._share = share
            self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        if self._share is None:
            return
        rect, radius = self.rect, self.rect.height / 2
        look.rounded(surface, rect, radius / look.px(1), look.palette.line)
        done = Rect(rect.left, rect.top, max(rect.height, round(rect.width * self._share)), rect.height)
        look.rounded(surface, done, radius / look.px(1), look.palette.accent)
