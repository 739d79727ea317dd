"""One channel at every age of a dog, as a strip of pictures that is scrubbed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from pygame import Rect, Surface

from clevergo.app.microscope.sight import SeenLayer
from clevergo.ui.board.marks import readable_ink
from clevergo.ui.kit.base import Cursor, cut_top
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size, mix
from clevergo.ui.scenes.microscope.heat import color, picture
from clevergo.ui.scenes.shared.table import TellingGroup

_LABEL = 18
_WIDEST = 84
"""Logical units from one age to the next, at most."""


@dataclass(frozen=True, eq=False)
class Frame:
    """An age in the strip."""

    label: Words
    tip: Words
    layer: SeenLayer | None = None
    """The layer that is looked at, as it was then; None: nobody knows yet, or there was none."""
    is_known: bool = False
    """Whether it has been looked at."""


class AgeStrip(TellingGroup):
    """Pictures from the youngest to the present one; pressing and dragging goes through them."""

    cursor_told = Cursor.HAND

    def __init__(self, chosen: Callable[[int], None], figure: Callable[[float], Words]) -> None:
        """``chosen`` hears which age is gone to; ``figure`` writes a number."""
        super().__init__("micro.ages")
        self._chosen = chosen
        self._figure = figure
        self._frames: Sequence[Frame] = ()
        self._now = 0
        self._channel = 0
        self._pictures: dict[int, tuple[SeenLayer, int, Surface]] = {}

    def show(self, frames: Sequence[Frame], now: int, channel: int) -> None:
        """Show one channel at these ages; ``now`` is the one that is looked at."""
        self._frames, self._now, self._channel = frames, now, channel
        self.invalidate()
        if self.root is not None:
            self._tell(self.root.look)

    def arrange(self, rect: Rect, look: Look) -> None:
        self._pictures = {}
        self._tell(look)

    def _tell(self, look: Look) -> None:
        self.tell([(box, frame.tip) for box, frame in zip(self._boxes(look), self._frames, strict=True)], look)

    def _boxes(self, look: Look) -> list[Rect]:
        """The place of every age."""
        count = len(self._frames)
        wide = min(self.rect.width / max(count, 1), look.px(_WIDEST))
        left = self.rect.left
        return [
            Rect(
                round(left + i * wide),
                self.rect.top,
                round(left + (i + 1) * wide) - round(left + i * wide),
                self.rect.height,
            )
            for i in range(count)
        ]

    def press(self, pos: tuple[int, int]) -> bool:
        self.drag(pos)
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        if self.root is None or not self._frames:
            return
        boxes = self._boxes(self.root.look)
        at = min(max((pos[0] - boxes[0].left) // max(boxes[0].width, 1), 0), len(boxes) - 1)
        if at != self._now:
            self._chosen(at)

    def wheel(self, steps: int) -> bool:
        at = min(max(self._now - steps, 0), len(self._frames) - 1)
        if self._frames and at != self._now:
            self._chosen(at)
        return bool(self._frames)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        for i, (box, frame) in enumerate(zip(self._boxes(look), self._frames, strict=True)):
            place, label = cut_top(box, box.height - look.px(_LABEL))
            side = min(place.width - look.px(8), place.height - look.px(4))
            self._draw_frame(surface, look, i, frame, place, side)
            ink = palette.gold_text if i == self._now else palette.muted
            look.text(surface, frame.label, label.inflate(-2, 0), Size.TINY, ink, i == self._now, Align.CENTER)

    def _draw_frame(self, surface: Surface, look: Look, index: int, frame: Frame, place: Rect, side: int) -> None:
        palette, layer = look.palette, frame.layer
        heat = Rect(0, 0, side, side)
        heat.center = place.center
        is_there = layer is not None and self._channel < layer.channels
        if layer is not None and is_there and layer.has_place:
            piece = self._picture(look, index, layer, side)
            heat = piece.get_rect(center=place.center)
            surface.blit(piece, heat)
        elif layer is not None and is_there:
            self._draw_number(surface, look, heat, float(layer.numbers[self._channel]))
        elif frame.is_known:
            look.icon(surface, Icon.MINUS, heat, mix(palette.panel, palette.muted, 0.6), 14)
        is_now = index == self._now
        border = palette.gold if is_now else mix(palette.line, palette.muted, 0.4 if is_there else 0.0)
        outline = heat.inflate(look.px(6), look.px(6)) if is_now else heat.inflate(2, 2)
        look.rounded(surface, outline, 3, None, border, 2 if is_now else 1)

    def _picture(self, look: Look, index: int, layer: SeenLayer, side: int) -> Surface:
        """A channel, as large as whole pixels allow; kept while nothing else is looked at."""
        kept = self._pictures.get(index)
        if kept is not None and kept[0] is layer and kept[1] == self._channel:
            return kept[2]
        board = layer.numbers[self._channel]
        step = max(side // max(board.shape), 1)
        made = picture(board, float(np.abs(board).max()), look.palette, (board.shape[1] * step, board.shape[0] * step))
        self._pictures[index] = layer, self._channel, made
        return made

    def _draw_number(self, surface: Surface, look: Look, heat: Rect, number: float) -> None:
        """A number without a place, colored by the largest it is at any age."""
        layers = [frame.layer for frame in self._frames if frame.layer is not None]
        most = max(float(layer.largest[self._channel]) for layer in layers if self._channel < layer.channels)
        fill = color(look.palette, number / most if most > 0 else 0.0)
        surface.fill(fill, heat)
        look.text(surface, self._figure(number), heat.inflate(-2, 0), Size.TINY, readable_ink(fill), align=Align.CENTER)
