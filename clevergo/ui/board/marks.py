"""What is drawn over a board: thoughts (heat, discs, territory, an expected line, a hint), and a commentator's marks.

A :class:`Marks` says what is to be seen and can be compared; a :class:`MarksLayer` draws it once and keeps the picture.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from clevergo.games.markup import Markup, Shape
from clevergo.ui.board import stones as shapes
from clevergo.ui.board.art import BLACK, WHITE, BoardArt, Layout
from clevergo.ui.kit.theme import DARK, LIGHT, Rgb, contrast, mix

STEPS = 16
"""Heat and territory are told in so many steps, so that what looks the same is the same."""
_HEAT: Rgb = (58, 60, 150)
"""Indigo: far from wood and from jade for everybody."""
_ABOVE: tuple[Rgb, Rgb] = ((44, 54, 160), (112, 136, 255))
"""What is above 0, on light wood and on dark; :mod:`clevergo.ui.scenes.microscope.heat` has the same on paper."""
_BELOW: tuple[Rgb, Rgb] = ((206, 66, 10), (255, 140, 60))
_SMALL_STONE = 0.6
"""Of a stone's diameter."""
_INK_LIGHT: Rgb = (255, 255, 255)
_INK_DARK: Rgb = (0, 0, 0)
"""Anything lighter would be hard to read on a ground of middling lightness, as white is."""
_SMALL_STEP = 46
"""Pixels from line to line below which figures lose their percent sign and grow instead."""
_LEAST_FIGURE = 9
_GHOST_ALPHA = 190
_ON_BLACK: Rgb = (250, 246, 236)
_ON_WHITE: Rgb = (30, 26, 23)
_ON_WOOD: Rgb = (44, 26, 8)
_SEAM: Rgb = (226, 190, 132)
_BLACK_AREA: Rgb = (28, 26, 25)
_WHITE_AREA: Rgb = (252, 249, 242)
_DARK_SHADE, _LIGHT_SHADE = (0.06, 0.46), (0.1, 0.62)
"""How dense the shade of the ground is, from hardly anybody's to surely Black's or White's."""
_LETTER_SIZES = {1: 0.58, 2: 0.5, 3: 0.4}
"""In cells, by the number of letters; longer labels get less."""


@dataclass(frozen=True)
class Disc:
    """A move as a disc with figures in it."""

    action: int
    color: Rgb
    label: str = ""
    """The larger figure, such as ``61%``."""
    detail: str = ""
    """The smaller one below it, such as ``1.9k``."""
    radius: float = 0.44
    """In cells."""
    alpha: float = 0.95
    is_best: bool = False
    """The one with a bright rim."""
    has_rim: bool = False
    """Whether a darker rim sets it off from the wood."""


@dataclass(frozen=True)
class Ghost:
    """A stone of an expected line."""

    action: int
    color: int
    """1 black, 2 white."""
    number: int


@dataclass(frozen=True)
class Dot:
    """A small mark on a stone, beside its middle."""

    action: int
    color: Rgb


@dataclass(frozen=True)
class Marks:
    """What is to be seen; empty tuples for nothing."""

    heat: tuple[int, ...] = ()
    """For each point, 0 to ``STEPS``: where the net looks first."""
    owner: tuple[int, ...] = ()
    """For each point, ``-STEPS`` (surely White's) to ``STEPS`` (surely Black's): squares, or below moves on the same
    points (``discs``, ``heat``) a shade of the ground."""
    discs: tuple[Disc, ...] = ()
    line: tuple[Ghost, ...] = ()
    hint: Ghost | None = None
    """A move that is suggested softly; its number is not shown."""
    field: tuple[int, ...] = ()
    """For each point, stones or not, ``-STEPS`` to ``STEPS``: numbers that cover the whole board; the stones are small
    on them."""
    dots: tuple[Dot, ...] = ()
    """What is said of moves that were made."""

    @property
    def shades_owners(self) -> bool:
        """Whether the ground is shaded by its owners: squares would lie under the moves, and neither could be read."""
        return bool(self.owner) and bool(self.discs or self.heat)


NO_MARKS = Marks()


class Pen:
    """Draws at the points of a board whose wood lies at ``corner`` of ``surface``; ``stones: int8[N, N]`` lie on it."""

    def __init__(
        self, surface: pygame.Surface, corner: tuple[int, int], plan: Layout, art: BoardArt, stones: NDArray[np.int8]
    ) -> None:
        self._surface = surface
        self._corner = corner
        self._plan = plan
        self._step = plan.step
        self._art = art
        self._stones = stones.ravel()

    def _center(self, action: int) -> tuple[int, int]:
        x, y = self._plan.center(action)
        return self._corner[0] + x, self._corner[1] + y

    def _stamp(self, piece: pygame.Surface, action: int) -> None:
        self._surface.blit(piece, piece.get_rect(center=self._center(action)))

    def _mark(self, action: int, make: Callable[..., shapes.Pixels], *measures: Any) -> None:
        """Stamp what ``make`` computes of its measures."""
        self._stamp(self._art.piece(make, *measures), action)

    def _draw_ghost(self, action: int, color: int, alpha: int) -> None:
        """A stone one can look through."""
        stone = self._art.stone(color, self._plan.diameter, action).copy()
        stone.fill((255, 255, 255, alpha + (30 if color == WHITE else 0)), special_flags=pygame.BLEND_RGBA_MULT)
        self._stamp(stone, action)


class MarksLayer:
    """A board with marks over it, kept while neither changes, so that showing it again costs no more than a bare one.

    The marks are drawn on a copy of the board, not on a transparent layer of their own, where soft edges turn dark.
    """

    def __init__(self) -> None:
        self._key: tuple[object, ...] | None = None
        self._layer: pygame.Surface | None = None

    def over(
        self,
        board: pygame.Surface,
        is_changed: bool,
        plan: Layout,
        art: BoardArt,
        stones: NDArray[np.int8],
        marks: Marks,
    ) -> pygame.Surface:
        """``board`` with the marks; ``is_changed``: it is not what it was before; ``stones: int8[N, N]`` lie on it."""
        if marks == NO_MARKS:
            self._layer = None
            return board
        key = (marks, plan, art.is_dark, art.scale)
        if self._layer is None or is_changed or key != self._key:
            self._key = key
            if self._layer is None or self._layer.get_size() != board.get_size():
                self._layer = board.copy()
            else:
                self._layer.fill((0, 0, 0, 0))
                self._layer.blit(board, (0, 0))
            _Thoughts(self._layer, (0, 0), plan, art, stones).draw(marks)
        return self._layer


class _Thoughts(Pen):
    def draw(self, marks: Marks) -> None:
        for action, level in enumerate(marks.field):
            self._draw_field(action, level)
        if marks.shades_owners:
            for action, level in enumerate(marks.owner):
                self._draw_shade(action, level)
        for action, level in enumerate(marks.heat):
            if level and not self._stones[action]:
                self._mark(action, glow, self._step * 0.56, _HEAT, 0.16 + 0.6 * (level / STEPS))
        for action, level in enumerate(marks.owner):
            if level and (self._stones[action] or not marks.shades_owners):
                self._draw_owner(action, level)
        if marks.hint is not None:
            self._draw_hint(marks.hint)
        for disc in marks.discs:
            self._draw_disc(disc)
        for dot in marks.dots:
            self._draw_dot(dot)
        for ghost in marks.line:
            self._draw_ghost(ghost.action, ghost.color, _GHOST_ALPHA)
            color = _INK_LIGHT if ghost.color == BLACK else _INK_DARK
            pixels = max(_LEAST_FIGURE, round(self._step * 0.44))
            self._stamp(self._art.figure(str(ghost.number), pixels, color), ghost.action)

    def _draw_field(self, action: int, level: int) -> None:
        """A square that fills the point's place, and on it the stone, small."""
        stone = int(self._stones[action])
        if stone:
            wood = (shapes.WOOD_DARK if self._art.is_dark else shapes.WOOD_LIGHT)[1]
            self._mark(action, shapes.disc, self._plan.diameter / 2 + 1, wood)
        if level:
            color = (_ABOVE if level > 0 else _BELOW)[self._art.is_dark]
            self._mark(action, shapes.square, self._step - 1, color, 0.12 + 0.8 * abs(level) / STEPS)
        if stone:
            diameter = max(3, round(self._plan.diameter * _SMALL_STONE))
            self._stamp(self._art.stone(stone, diameter, action), action)

    def _draw_owner(self, action: int, level: int) -> None:
        """A square on an empty point, or on a stone that is expected to be taken."""
        side, part = (BLACK, level) if level > 0 else (WHITE, -level)
        if self._stones[action] == side:
            return
        width = max(3, round(self._step * (0.1 + 0.22 * part / STEPS)))
        width += (width + self._plan.line) % 2
        color = _BLACK_AREA if side == BLACK else _WHITE_AREA
        self._mark(action, shapes.square, width, color, 0.4 + 0.52 * part / STEPS)

    def _draw_shade(self, action: int, level: int) -> None:
        """The place of a point, darker or lighter; around a stone, which stays as it is."""
        if level:
            color, (least, most) = (_BLACK_AREA, _DARK_SHADE) if level > 0 else (_WHITE_AREA, _LIGHT_SHADE)
            hole = self._plan.diameter / 2 if self._stones[action] else -1.0
            self._mark(action, ground, self._step, hole, color, least + (most - least) * abs(level) / STEPS)

    def _draw_disc(self, disc: Disc) -> None:
        step = self._step
        edge: Rgb | None = mix(disc.color, (0, 0, 0), 0.4) if disc.has_rim else None
        edge = (255, 252, 240) if disc.is_best else edge
        self._mark(disc.action, shapes.disc, round(step * disc.radius * 2) / 2, disc.color, disc.alpha, edge)
        is_small = step < _SMALL_STEP
        label = disc.label.rstrip("%") if is_small else disc.label
        large, small = (0.36, 0.27) if is_small else (0.27, 0.21)
        detail = disc.detail if disc.radius > 0.36 and round(step * small) >= _LEAST_FIGURE - 1 else ""
        ink = readable_ink(disc.color)
        x, y = self._center(disc.action)
        squeezed = min(disc.radius / 0.42, 1.0) * (0.84 if len(label) > 3 else 1.0)
        rows = ((label, large * squeezed, -0.14 if detail else 0.0, True), (detail, small, 0.19, False))
        for text, size, shift, is_bold in rows:
            if text:
                figure = self._art.figure(text, max(_LEAST_FIGURE, round(step * size)), ink, is_bold)
                self._surface.blit(figure, figure.get_rect(center=(x, y + round(step * shift))))

    def _draw_dot(self, dot: Dot) -> None:
        """At the upper right of the stone, where neither a number nor the last move's ring is."""
        if self._stones[dot.action]:
            piece = self._art.piece(shapes.disc, max(3.0, self._step * 0.135), dot.color, 1.0, _INK_LIGHT)
            (x, y), aside = self._center(dot.action), round(self._step * 0.27)
            self._surface.blit(piece, piece.get_rect(center=(x + aside, y - aside)))

    def _draw_hint(self, hint: Ghost) -> None:
        gold = DARK.gold if self._art.is_dark else LIGHT.gold
        self._mark(hint.action, glow, self._step * 0.86, (255, 226, 150), 0.85)
        self._draw_ghost(hint.action, hint.color, 120)
        self._mark(hint.action, shapes.ring, self._step * 0.47, max(2.0, self._step * 0.06), gold)


@functools.lru_cache(maxsize=256)
def readable_ink(ground: Rgb) -> Rgb:
    """Light or dark, whichever is read more easily on ``ground``."""
    return _INK_LIGHT if contrast(_INK_LIGHT, ground) >= contrast(_INK_DARK, ground) else _INK_DARK


# --- a commentator's marks ------------------------------------------------------------------------------------------


def covered_points(markup: Markup) -> frozenset[int]:
    """The points on which something is drawn, where nothing else should be written."""
    return frozenset([action for action, _ in markup.shapes] + [action for action, _ in markup.labels])


class MarkupDrawing(Pen):
    """A commentator's marks."""

    def draw(self, markup: Markup) -> None:
        """Draw all of it, letters last."""
        for start, end in markup.lines:
            self._draw_line(start, end, has_head=False)
        for start, end in markup.arrows:
            self._draw_line(start, end, has_head=True)
        for action, shape in markup.shapes:
            self._draw_shape(action, shape)
        for action, text in markup.labels:
            self._draw_label(action, text)

    def _ink(self, action: int) -> Rgb:
        stone = int(self._stones[action])
        return _ON_WOOD if not stone else _ON_BLACK if stone == BLACK else _ON_WHITE

    def _draw_shape(self, action: int, shape: Shape) -> None:
        step, ink = self._step, self._ink(action)
        side, width, radius = max(3, round(step * 0.27)), max(1.6, step * 0.06), step * 0.3
        side += (side + self._plan.line) % 2
        looks: dict[Shape, tuple[Any, ...]] = {
            Shape.BLACK_AREA: (shapes.square, side, _BLACK_AREA, 0.92),
            Shape.WHITE_AREA: (shapes.square, side, _WHITE_AREA, 0.92),
            Shape.TRIANGLE: (triangle, radius, width, ink),
            Shape.SQUARE: (box, radius * 0.84, width, ink),
            Shape.CROSS: (cross, radius * 0.86, width * 1.15, ink),
            Shape.CIRCLE: (shapes.ring, radius * 0.92, width, ink),
            Shape.SELECTED: (shapes.disc, step * 0.16, ink),
        }
        self._mark(action, *looks[shape])

    def _draw_label(self, action: int, text: str) -> None:
        """Letters on a stone, or on a spot of bare wood where the lines do not cross them."""
        step = self._step
        if not self._stones[action]:
            wood = (shapes.WOOD_DARK if self._art.is_dark else shapes.WOOD_LIGHT)[1]
            self._mark(action, shapes.disc, step * 0.38, wood, 0.94)
        part = _LETTER_SIZES.get(len(text), 1.2 / max(len(text), 1))
        figure = self._art.figure(text, max(7, round(step * part)), self._ink(action))
        if figure.get_width() > step:
            small = max(7, round(step * part * step / figure.get_width()))
            figure = self._art.figure(text, small, self._ink(action))
        self._stamp(figure, action)

    def _draw_line(self, start: int, end: int, has_head: bool) -> None:
        (x1, y1), (x2, y2) = self._center(start), self._center(end)
        width = max(2, round(self._step * 0.06))
        # A seam of light: on a black stone it could not be seen otherwise.
        pygame.draw.line(self._surface, _SEAM, (x1, y1), (x2, y2), width + 2)
        pygame.draw.line(self._surface, _ON_WOOD, (x1, y1), (x2, y2), width)
        if has_head:
            angle, length = math.atan2(y2 - y1, x2 - x1), self._step * 0.3
            sides = [(x2 - length * math.cos(angle + a), y2 - length * math.sin(angle + a)) for a in (0.45, -0.45)]
            pygame.draw.polygon(self._surface, _ON_WOOD, [(x2, y2), *sides])


# --- shapes: RGBA pixels, ``uint8[S, S, 4]``, lengths in pixels --------------------------------------------------


def triangle(radius: float, width: float, color: Rgb) -> shapes.Pixels:
    """The outline of a triangle that points up, ``radius`` from its middle to a corner."""
    x, y = _axes(radius)
    edges = [np.sin(a) * x + np.cos(a) * y for a in (0.0, 2 * math.pi / 3, 4 * math.pi / 3)]
    return _outline(np.maximum.reduce(edges) - np.float32(radius / 2), width, color)


def box(radius: float, width: float, color: Rgb) -> shapes.Pixels:
    """The outline of a square, ``radius`` from its middle to an edge."""
    x, y = _axes(radius)
    return _outline(np.maximum(np.abs(x), np.abs(y)) - np.float32(radius), width, color)


def ground(side: int, hole: float, color: Rgb, alpha: float) -> shapes.Pixels:
    """A square of exactly ``side`` pixels, so that many make one plane, less a disc of radius ``hole`` unless < 0."""
    middle = np.arange(side, dtype=np.float32) - np.float32((side - 1) / 2)
    distance = np.hypot(middle[:, None], middle[None, :])
    return shapes.painted(color, np.float32(alpha) * np.clip(distance - np.float32(hole) + 0.5, 0, 1))


def cross(radius: float, width: float, color: Rgb) -> shapes.Pixels:
    """Two strokes from corner to corner of a square."""
    x, y = _axes(radius)
    near = np.minimum(np.abs(x - y), np.abs(x + y)) / np.float32(math.sqrt(2))
    within = np.clip(radius - np.maximum(np.abs(x), np.abs(y)) + 0.5, 0, 1)
    return shapes.painted(color, np.clip(width / 2 - near + 0.5, 0, 1) * within)


def stroke(x: float, y: float, width: float, color: Rgb, alpha: float = 1.0) -> shapes.Pixels:
    """A line with round ends from ``(-x, -y)`` to ``(x, y)``; the middle is that of the picture."""
    across, down = _axes(max(abs(x), abs(y)) + width)
    along = np.clip((across * x + down * y) / (x * x + y * y), -1, 1)
    distance = np.hypot(across - along * x, down - along * y).astype(np.float32)
    return shapes.painted(color, np.clip(width / 2 - distance + 0.5, 0, 1) * np.float32(alpha))


def _axes(radius: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    half = math.ceil(radius) + 1
    axis = np.arange(-half, half + 1, dtype=np.float32)
    return axis[None, :], axis[:, None]


def _outline(distance: NDArray[np.float32], width: float, color: Rgb) -> shapes.Pixels:
    """A band of ``width`` inside the edge, where ``distance`` to it is zero."""
    return shapes.painted(color, np.clip(0.5 - distance, 0, 1) - np.clip(0.5 - distance - width, 0, 1))


def glow(radius: float, color: Rgb, alpha: float) -> NDArray[np.uint8]:
    """A spot that fades out at ``radius`` pixels: ``uint8[S, S, 4]``."""
    side = 2 * math.ceil(radius) + 1
    middle = np.arange(side, dtype=np.float32) - side // 2
    near: shapes.Plane = np.clip(1.0 - np.hypot(middle[:, None], middle[None, :]) / np.float32(radius), 0, 1)
    return shapes.painted(color, np.float32(alpha) * near * near * (3 - 2 * near))
