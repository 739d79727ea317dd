"""A commentator's marks on a board: letters, triangles, squares, crosses, circles, dots, lines and arrows."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pygame
from numpy.typing import NDArray

from clevergo.games.markup import Markup, Shape
from clevergo.ui.board import stones as shapes
from clevergo.ui.board.art import BLACK, BoardArt, Layout
from clevergo.ui.kit.theme import Rgb

_ON_BLACK: Rgb = (250, 246, 236)
_ON_WHITE: Rgb = (30, 26, 23)
_ON_WOOD: Rgb = (44, 26, 8)
_BLACK_AREA: Rgb = (28, 26, 25)
_WHITE_AREA: Rgb = (252, 249, 242)
_LETTER_SIZES = {1: 0.58, 2: 0.5, 3: 0.4}
"""In cells, by the number of letters; longer labels get less."""
_AREAS = {Shape.BLACK_AREA: _BLACK_AREA, Shape.WHITE_AREA: _WHITE_AREA}


def covered_points(markup: Markup) -> frozenset[int]:
    """The points on which something is drawn, where nothing else should be written."""
    return frozenset([action for action, _ in markup.shapes] + [action for action, _ in markup.labels])


class MarkupDrawing:
    """Draws marks over a board that lies at ``corner`` of ``surface``; ``stones: int8[N, N]`` lie on it."""

    def __init__(
        self,
        surface: pygame.Surface,
        corner: tuple[int, int],
        plan: Layout,
        art: BoardArt,
        stones: NDArray[np.int8],
    ) -> None:
        self._surface = surface
        self._corner = corner
        self._plan = plan
        self._art = art
        self._stones = stones.ravel()

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

    def _center(self, action: int) -> tuple[int, int]:
        x, y = self._plan.center(action)
        return self._corner[0] + x, self._corner[1] + y

    def _stamp(self, piece: pygame.Surface, action: int) -> None:
        self._surface.blit(piece, piece.get_rect(center=self._center(action)))

    def _piece(self, key: tuple[object, ...], make: Callable[[], shapes.Pixels]) -> pygame.Surface:
        return self._art.piece(("markup", *key), make)

    def _draw_shape(self, action: int, shape: Shape) -> None:
        step, ink = self._plan.step, self._ink(action)
        width = max(1.6, step * 0.06)
        if shape in _AREAS:
            side = max(3, round(step * 0.27))
            side += (side + self._plan.line) % 2
            color = _AREAS[shape]
            self._stamp(self._piece((shape, side), lambda: shapes.square(side, color, 0.92)), action)
            return
        radius = step * (0.16 if shape is Shape.SELECTED else 0.3)
        makers: dict[Shape, Callable[[], shapes.Pixels]] = {
            Shape.TRIANGLE: lambda: triangle(radius, width, ink),
            Shape.SQUARE: lambda: box(radius * 0.84, width, ink),
            Shape.CROSS: lambda: cross(radius * 0.86, width * 1.15, ink),
            Shape.CIRCLE: lambda: shapes.ring(radius * 0.92, width, ink),
            Shape.SELECTED: lambda: shapes.disc(radius, ink),
        }
        self._stamp(self._piece((shape, radius, width, ink), makers[shape]), action)

    def _draw_label(self, action: int, text: str) -> None:
        """Letters on a stone, or on a spot of bare wood where the lines do not cross them."""
        step = self._plan.step
        if not self._stones[action]:
            radius, wood = step * 0.38, (shapes.WOOD_DARK if self._art.is_dark else shapes.WOOD_LIGHT)[1]
            self._stamp(self._piece(("spot", radius, wood), lambda: shapes.disc(radius, wood, 0.94)), action)
        part = _LETTER_SIZES.get(len(text), 1.2 / max(len(text), 1))
        figure = self._art.figure(text, max(7, round(step * part)), self._ink(action))
        if figure.get_width() > step:
            small = max(7, round(step * part * step / figure.get_width()))
            figure = self._art.figure(text, small, self._ink(action))
        self._stamp(figure, action)

    def _draw_line(self, start: int, end: int, has_head: bool) -> None:
        (x1, y1), (x2, y2) = self._center(start), self._center(end)
        width = max(2, round(self._plan.step * 0.06))
        pygame.draw.line(self._surface, _ON_WOOD, (x1, y1), (x2, y2), width)
        if has_head:
            angle, length = math.atan2(y2 - y1, x2 - x1), self._plan.step * 0.3
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


def cross(radius: float, width: float, color: Rgb) -> shapes.Pixels:
    """Two strokes from corner to corner of a square."""
    x, y = _axes(radius)
    near = np.minimum(np.abs(x - y), np.abs(x + y)) / np.float32(math.sqrt(2))
    within = np.clip(radius - np.maximum(np.abs(x), np.abs(y)) + 0.5, 0, 1)
    return shapes.painted(color, np.clip(width / 2 - near + 0.5, 0, 1) * within)


def _axes(radius: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    half = math.ceil(radius) + 1
    axis = np.arange(-half, half + 1, dtype=np.float32)
    return axis[None, :], axis[:, None]


def _outline(distance: NDArray[np.float32], width: float, color: Rgb) -> shapes.Pixels:
    """A band of ``width`` inside the edge, where ``distance`` to it is zero."""
    return shapes.painted(color, np.clip(0.5 - distance, 0, 1) - np.clip(0.5 - distance - width, 0, 1))
