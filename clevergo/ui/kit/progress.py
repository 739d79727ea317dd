"""A bar that fills: how much of something is done, where that is known; where it is not, a sign of life."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.kit.base import Shown, Widget
from clevergo.ui.kit.look import Look

_SWEEP_SECONDS = 1.8
"""From the left end to the right one, of a bar that only shows that something is going on."""
_SWEEP_PART = 0.25
_SWEEP_STEPS = 48


class ProgressBar(Widget):
    """A thin bar over its whole rectangle; nothing to see where nothing is under way."""

    share = Shown[float | None]()
    """How much is done, 0 to 1; None: that is not known."""

    def __init__(self, id: str = "") -> None:
        super().__init__(id)
        self._is_busy = False
        self._sweep = 0.0
        """Where a busy bar's stretch is, 0 to 1."""

    @property
    def is_busy(self) -> bool:
        """Whether something is under way; a stretch glides along while nobody knows how much of it is done."""
        return self._is_busy

    @is_busy.setter
    def is_busy(self, is_busy: bool) -> None:
        if is_busy != self._is_busy:
            self._is_busy = is_busy
            self.invalidate()
            if is_busy:
                self.animate()

    def update(self, dt: float) -> bool:
        before = self._sweep_step()
        self._sweep = (self._sweep + dt / _SWEEP_SECONDS) % 1.0
        if self.share is None and self._sweep_step() != before:
            self.invalidate()
        return self._is_busy

    def draw(self, surface: Surface, look: Look) -> None:
        if self.share is None and not self._is_busy:
            return
        rect, radius = self.rect, self.rect.height / 2
        look.rounded(surface, rect, radius / look.px(1), look.palette.line)
        start, part = 0.0, self.share
        if part is None:
            start, part = self._sweep_step() / _SWEEP_STEPS * (1 - _SWEEP_PART), _SWEEP_PART
        left, width = rect.left + round(rect.width * start), max(rect.height, round(rect.width * part))
        look.rounded(surface, Rect(left, rect.top, width, rect.height), radius / look.px(1), look.palette.jade)

    def _sweep_step(self) -> int:
        """Where the stretch is drawn: there and back, in steps, so that nothing is drawn for nothing."""
        return round((1 - abs(2 * self._sweep - 1)) * _SWEEP_STEPS)
