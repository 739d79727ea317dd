"""A net as a drawing: what it reads at the left, layer after layer, its answers at the right; a click on each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from pygame import Rect, Surface

from clevergo.app.microscope.sight import PLANES, Answer, Part, SeenLayer, Sight
from clevergo.ui.kit.base import Cursor, cut_right
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.shapes import thick_segment
from clevergo.ui.kit.theme import Rgb, Size, mix
from clevergo.ui.scenes.microscope.heat import as_square, picture
from clevergo.ui.scenes.shared.table import TellingGroup
from clevergo.ui.strings import MicroText

_ANSWERS = 84
"""Logical units at the right, for what the answers are."""
_LARGEST, _LARGEST_IN_HEAD = 46, 34
"""Logical units along an edge of a layer."""
_APART = 0.8
"""Of a column's width or a row's height, what a layer takes."""
_TRUNK, _INSIDE = 0.64, 0.2
"""How high the trunk lies, and above it the inside of its blocks, from 0 at the top to 1."""
_CAPTION = 18
"""Logical units below the trunk, for what it is."""
_BANDS = (Part.POLICY, Part.POINTS, Part.VALUE)
_LARGE = 2
"""How many times larger lines are drawn, to be smooth."""


@dataclass(frozen=True)
class Drawing:
    """Where layers lie: columns from the left, and heights from 0 at the top to 1."""

    place: dict[str, tuple[int, float]]
    columns: int
    units: int
    """How many layers of the heads lie above each other."""


def draw_net(layers: Sequence[SeenLayer]) -> Drawing:
    """Lay out the trunk along the middle, and the heads at its right end above each other.

    What only makes something that is added to the trunk lies above it: the straight line is what passes it by.
    """
    trunk = [layer for layer in layers if layer.part is Part.TRUNK]
    inner = {layer.sources[0] for layer in trunk if layer.shortcut is not None} - {PLANES}
    place: dict[str, tuple[int, float]] = {}
    column = -1
    for layer in trunk:
        if layer.shortcut is None or layer.sources[0] not in inner:
            column += 1
        place[layer.name] = column, _INSIDE if layer.name in inner else _TRUNK
    heads = [layer for layer in layers if layer.part is not Part.TRUNK]
    far = _columns_of_heads(heads, column)
    last = max(far.values(), default=column)
    far |= {layer.name: last for layer in heads if layer.answer is not None}
    stacks: dict[tuple[Part, int], list[str]] = defaultdict(list)
    for layer in heads:
        stacks[layer.part, far[layer.name]].append(layer.name)
    heights = [max((len(names) for (of, _), names in stacks.items() if of is part), default=0) for part in _BANDS]
    units, top = max(sum(heights), 1), 0
    for part, height in zip(_BANDS, heights, strict=True):
        for (of, at), names in stacks.items():
            for row, name in enumerate(names if of is part else ()):
                place[name] = at, (top + height * (row + 0.5) / len(names)) / units
        top += height
    return Drawing(place, last + 1, units)


def _columns_of_heads(heads: Sequence[SeenLayer], trunk: int) -> dict[str, int]:
    """Each beyond all that it reads; the trunk ends in column ``trunk``."""
    far: dict[str, int] = {}
    for layer in heads:
        far[layer.name] = max(far.get(source, trunk) for source in layer.sources) + 1
    return far


def thumbnail(layer: SeenLayer, look: Look, side: int) -> Surface:
    """Where a layer is active: the mean of its channels, each as far from 0 as it is."""
    if layer.answer is Answer.POINTS:
        seen = layer.numbers[0]
    elif layer.has_place:
        seen = np.abs(layer.numbers).mean(axis=0)
    else:
        seen = as_square(layer.numbers)
    return picture(seen, float(np.abs(seen).max()), look.palette, (side, side))


class NetView(TellingGroup):
    """Draws the net of a :class:`Sight`, the chosen layer in gold."""

    cursor_told = Cursor.HAND

    def __init__(
        self,
        explain: Callable[[SeenLayer], Words],
        answer: Callable[[SeenLayer], tuple[Words, Words]],
        chosen: Callable[[str], None],
    ) -> None:
        """``explain`` says what a layer is, ``answer`` what an answer is called and says; ``chosen`` hears clicks."""
        super().__init__("micro.net")
        self._explain = explain
        self._answer = answer
        self._chosen = chosen
        self._sight: Sight | None = None
        self._now = PLANES
        self._drawing = Drawing({}, 1, 1)
        self._layer: Surface | None = None
        self._pictures: dict[str, Surface] = {}

    def show(self, sight: Sight | None, now: str) -> None:
        """Show a net at work; ``now`` is the layer that is chosen."""
        if sight is not self._sight:
            self._sight, self._layer, self._pictures = sight, None, {}
            self._drawing = draw_net(sight.layers) if sight is not None else Drawing({}, 1, 1)
            if self.root is not None:
                self._tell(self.root.look)
        self._now = now
        self.invalidate()

    def arrange(self, rect: Rect, look: Look) -> None:
        self._layer, self._pictures = None, {}
        self._tell(look)

    def _tell(self, look: Look) -> None:
        boxes = self.boxes(look)
        layers = self._sight.layers if self._sight is not None else ()
        self.tell([(boxes[layer.name], self._explain(layer)) for layer in layers if layer.name in boxes], look)

    def press(self, pos: tuple[int, int]) -> bool:
        if self.root is None:
            return False
        for name, box in self.boxes(self.root.look).items():
            if box.inflate(self.root.look.px(4), self.root.look.px(4)).collidepoint(pos):
                self._chosen(name)
                return True
        return False

    # --- where things are ---

    def boxes(self, look: Look) -> dict[str, Rect]:
        """The rectangle of every layer."""
        room, _ = cut_right(self.rect, look.px(_ANSWERS))
        if self._sight is None or room.width <= 0 or not self._drawing.place:
            return {}
        wide = room.width / self._drawing.columns
        unit = room.height / self._drawing.units
        trunk = min(look.px(_LARGEST), round(wide * _APART), round(room.height * (_TRUNK - _INSIDE) * _APART))
        head = min(look.px(_LARGEST_IN_HEAD), round(wide * _APART), round(unit * 0.86))
        boxes = {}
        for layer in self._sight.layers:
            column, height = self._drawing.place[layer.name]
            side = max(trunk if layer.part is Part.TRUNK else head, 3)
            box = Rect(0, 0, side, side)
            box.center = round(room.left + (column + 0.5) * wide), round(room.top + height * room.height)
            boxes[layer.name] = box
        return boxes

    # --- drawing ---

    def draw_behind(self, surface: Surface, look: Look) -> None:
        sight, palette = self._sight, look.palette
        if sight is None:
            return
        boxes = self.boxes(look)
        if not boxes:
            return
        has_pictures = look.drawn is None  # who notes texts looks at none
        if has_pictures:
            if self._layer is None:
                self._layer = self._lines(look, boxes)
            surface.blit(self._layer, self.rect)
        for layer in sight.layers:
            box = boxes[layer.name]
            if has_pictures:
                if layer.name not in self._pictures:
                    self._pictures[layer.name] = thumbnail(layer, look, box.width)
                surface.blit(self._pictures[layer.name], box)
            is_now = layer.name == self._now
            border = palette.gold if is_now else mix(palette.line, palette.muted, 0.5)
            frame = box.inflate(look.px(6), look.px(6)) if is_now else box.inflate(2, 2)
            look.rounded(surface, frame, 3, None, border, 2 if is_now else 1)
            if layer.answer is not None:
                self._draw_answer(surface, look, layer, box)
        trunk = [boxes[layer.name] for layer in sight.layers if layer.part is Part.TRUNK]
        self._draw_caption(surface, look, trunk[:1], MicroText.INPUT)
        self._draw_caption(surface, look, trunk[1:], MicroText.TRUNK)

    def _draw_caption(self, surface: Surface, look: Look, boxes: list[Rect], words: Words) -> None:
        """What some layers are, below a line along all of them."""
        left, right = min(box.left for box in boxes), max(box.right for box in boxes)
        top, color = max(box.bottom for box in boxes) + look.px(7), mix(look.palette.panel, look.palette.muted, 0.4)
        surface.fill(color, Rect(left, top, right - left, look.px(1)))
        width = max(look.width(look.say(words), Size.TINY) + 2, right - left)
        line = Rect((left + right - width) // 2, top + look.px(1), width, look.px(_CAPTION))
        look.text(surface, words, line, Size.TINY, look.palette.muted, align=Align.CENTER)

    def _draw_answer(self, surface: Surface, look: Look, layer: SeenLayer, box: Rect) -> None:
        name, said = self._answer(layer)
        left = box.right + look.px(8)
        height = look.line_height(Size.TINY)
        line = Rect(left, box.centery - height, max(self.rect.right - left, 1), height)
        look.text(surface, name, line, Size.TINY, look.palette.muted)
        look.text(surface, said, line.move(0, height), Size.TINY, look.palette.ink, True)

    def _lines(self, look: Look, boxes: dict[str, Rect]) -> Surface:
        """Who reads whom."""
        assert self._sight is not None
        large = Surface((self.rect.width * _LARGE, self.rect.height * _LARGE), pygame.SRCALPHA)
        palette = look.palette
        large.fill((*palette.panel, 0))
        plain = mix(palette.panel, palette.muted, 0.45)
        for layer in self._sight.layers:
            for source in (*layer.sources, *((layer.shortcut,) if layer.shortcut is not None else ())):
                is_shortcut = source == layer.shortcut
                color, width = (palette.jade, 2.2) if is_shortcut else (plain, 1.4)
                self._line(large, boxes[source], boxes[layer.name], color, look.px(1) * width)
        return pygame.transform.smoothscale(large, self.rect.size)

    def _line(self, large: Surface, start: Rect, end: Rect, color: Rgb, width: float) -> None:
        """From the right of one to the left of the other; straight down to what lies below in the same column."""
        is_below = start.centerx == end.centerx
        ends = (start.midbottom, end.midtop) if is_below else (start.midright, end.midleft)
        (x1, y1), (x2, y2) = ((x - self.rect.left, y - self.rect.top) for x, y in ends)
        thick_segment(large, (x1 * _LARGE, y1 * _LARGE), (x2 * _LARGE, y2 * _LARGE), width * _LARGE, color)
