"""The pieces a board is drawn with, made when first needed and kept: wood with its lines, stones, marks, figures.

One :class:`BoardArt` serves every board of the window, so a wall of sixteen costs hardly more than one board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygame
from pygame import Rect

from clevergo.games.grid import LETTERS, Grid
from clevergo.ui.board import stones
from clevergo.ui.kit.assets import Fonts
from clevergo.ui.kit.kept import Pictures
from clevergo.ui.kit.theme import DARK, LIGHT, Rgb, Size, mix

BLACK, WHITE = 1, 2

_WOOD_STEP = 256
"""Wood is made in multiples of this and cut to size, so that a window being resized need not wait for it."""
_CORNER = 4
"""Radius of the board's corners, in logical units."""
_LABEL_ROOM = 21
"""Room for the coordinates beyond the stones of the edge, in logical units."""
_PLAIN_ROOM = 0.16
"""Wood beyond the stones of the edge where there are no coordinates, in cells."""
_KEPT_GROUNDS = 40, 24_000_000
"""How many empty boards, and their bytes at normal size: a large one, and sixteen beside it that show games."""
_KEPT_PIECES = 400, 6_000_000
"""The same of stones, marks and figures."""
_DEAD_ALPHA = 105
_STAR_LINES = {7: (3,), 9: (2, 6), 11: (2, 8), 13: (3, 9), 15: (3, 11), 17: (3, 13), 19: (3, 9, 15)}


@dataclass(frozen=True)
class Layout:
    """Where the lines of a board lie, in pixels from the corner of its wood."""

    wood: tuple[int, int]
    """Its width and height."""
    grid: Grid
    step: int
    """From one line to the next."""
    first: tuple[int, int]
    """The point at the top left, ``x, y``."""
    line: int
    """Width of a line; the frame's is one more."""
    has_labels: bool
    letters: str = LETTERS
    """What the columns are called."""

    @property
    def diameter(self) -> int:
        """Of a stone: odd where the lines are odd, so that it sits on the middle of them."""
        wanted = self.step - max(1, round(self.step * 0.035))
        return max(3, wanted if wanted % 2 == self.line % 2 else wanted - 1)

    def center(self, action: int) -> tuple[int, int]:
        """Where an action's point is."""
        row, column = divmod(action, self.grid.columns)
        return self.first[0] + column * self.step, self.first[1] + row * self.step


def layout(side: int, grid: Grid, has_labels: bool, scale: float = 1.0, letters: str = LETTERS) -> Layout:
    """The largest grid of whole pixels that leaves room for the stones of the edge and for the coordinates.

    The longer edge of the wood is ``side`` pixels long.
    """
    label = round(_LABEL_ROOM * scale) if has_labels else 0
    beyond = 0.0 if has_labels else 2 * _PLAIN_ROOM
    step = max(2, int((side - 2 * label) / (max(grid) + beyond)))
    wood = side - (max(grid) - grid.columns) * step, side - (max(grid) - grid.rows) * step
    start = (side - 1 - (max(grid) - 1) * step) // 2
    return Layout(wood, grid, step, (start, start), max(1, round(scale)), has_labels, letters)


def star_points(grid: Grid) -> list[int]:
    """The actions whose points carry a dot; boards that are not square have none."""
    size = grid.rows if grid.rows == grid.columns else 0
    lines = _STAR_LINES.get(size, ())
    corners = [row * size + column for row in lines for column in lines]
    middle = size * size // 2
    return corners if size % 2 == 0 or size < 9 or middle in corners else [*corners, middle]


class BoardArt:
    """Wood, stones and marks at any size; ``is_dark`` chooses the wood of the evening."""

    def __init__(self, fonts: Fonts, is_dark: bool = False) -> None:
        self.fonts = fonts
        """The fonts of figures and coordinates."""
        self.is_dark = is_dark
        self._woods: dict[bool, pygame.Surface] = {}
        self._masters: dict[tuple[int, int], pygame.Surface] = {}
        self._grounds = Pictures(*_KEPT_GROUNDS)
        self._pieces = Pictures(*_KEPT_PIECES)

    @property
    def scale(self) -> float:
        """Pixels for one logical unit."""
        return self.fonts.scale

    @property
    def line_color(self) -> Rgb:
        """Ink of lines and coordinates."""
        return (62, 41, 17) if self.is_dark else (84, 56, 22)

    @property
    def focus_colors(self) -> tuple[Rgb, Rgb]:
        """Of what shows where the keyboard is, and of its edge: one of the two stands out from whatever lies there."""
        return (DARK.jade, (24, 20, 16)) if self.is_dark else (LIGHT.jade, (255, 252, 244))

    def forget(self) -> None:
        """Let go of every picture: other wood has taken this one's place, but what is hidden may still hold it."""
        for pictures in (self._grounds, self._pieces):
            pictures.forget()
        self._woods.clear()
        self._masters.clear()

    # --- the board ---

    def ground(self, plan: Layout, variant: int = 0) -> pygame.Surface:
        """The empty board; ``variant`` cuts it from another part of the plank."""
        key = (plan, variant, self.is_dark, self.scale)
        return self._grounds.get(key, lambda: self._make_ground(plan, variant), self.scale)

    def _make_ground(self, plan: Layout, variant: int) -> pygame.Surface:
        plank = self._plank(max(plan.wood))
        room = plank.get_width() - max(plan.wood)
        offset = (variant * 97 % (room + 1), variant * 61 % (room + 1))
        ground = plank.subsurface((*offset, *plan.wood)).copy()
        if variant % 2:
            ground = pygame.transform.flip(ground, True, False)
        self._draw_lines(ground, plan)
        if plan.has_labels:
            self._draw_labels(ground, plan)
        return self._with_edges(ground)

    def _plank(self, side: int) -> pygame.Surface:
        kept = self._woods.get(self.is_dark)
        if kept is None or kept.get_width() < side:
            whole = -(-side // _WOOD_STEP) * _WOOD_STEP
            pixels = stones.wood(whole, whole, stones.WOOD_DARK if self.is_dark else stones.WOOD_LIGHT)
            kept = pygame.image.frombuffer(pixels.tobytes(), (whole, whole), "RGB")
            self._woods[self.is_dark] = kept
        return kept

    def _draw_lines(self, ground: pygame.Surface, plan: Layout) -> None:
        first_x, first_y = plan.first
        half = plan.line // 2
        soft = mix(self.line_color, stones.WOOD_DARK[1] if self.is_dark else stones.WOOD_LIGHT[1], 0.12)
        for count, others, is_row in ((*plan.grid, True), (*plan.grid[::-1], False)):
            length = (others - 1) * plan.step
            for index in range(count):
                is_frame = index in (0, count - 1)
                width = plan.line + 1 if is_frame and plan.step >= 14 else plan.line
                color = self.line_color if is_frame else soft
                # The frame is thicker towards the outside, so that all lines keep their distance.
                at = index * plan.step - half - (width - plan.line if index == 0 else 0)
                start, reach = -half - 1, length + 2 * half + 2
                if plan.step < 14:
                    start, reach = -half, length + plan.line
                line = (start, at, reach, width) if is_row else (at, start, width, reach)
                pygame.draw.rect(ground, color, Rect(line).move(first_x, first_y))
        # Not in proportion: where lines lie close, a dot must still stand out from the crossings around it.
        dot = stones.to_surface(stones.disc(1.8 + plan.step * 0.04 + 0.5 * (plan.line - 1), self.line_color))
        for action in star_points(plan.grid):
            ground.blit(dot, dot.get_rect(center=plan.center(action)))

    def _draw_labels(self, ground: pygame.Surface, plan: Layout) -> None:
        font = self.fonts.get(Size.TINY)
        middle = (plan.first[0] - plan.step // 2) // 2
        (x, y), grid = plan.first, plan.grid
        letters = [(plan.letters[i], (x + i * plan.step, plan.wood[1] - 1 - middle)) for i in range(grid.columns)]
        figures = [(str(grid.rows - i), (middle, y + i * plan.step)) for i in range(grid.rows)]
        for text, center in letters + figures:
            figure = font.render(text, True, self.line_color)
            inked = figure.get_bounding_rect()
            ground.blit(figure, (center[0] - inked.centerx, center[1] - inked.centery))

    def _with_edges(self, ground: pygame.Surface) -> pygame.Surface:
        """Round the corners; a light edge above and left, a dark one below and right."""
        size = width, height = ground.get_size()
        radius = max(2, round(_CORNER * self.scale)) if max(size) > 80 else 2
        result = pygame.Surface(size, pygame.SRCALPHA)
        result.blit(ground, (0, 0))
        edges = pygame.Surface(size, pygame.SRCALPHA)
        line = max(1, round(self.scale))
        for color, alpha, rect in (
            ((255, 244, 214), 70, (0, 0, width, line)),
            ((255, 244, 214), 42, (0, 0, line, height)),
            ((70, 40, 8), 88, (0, height - line, width, line)),
            ((70, 40, 8), 60, (width - line, 0, line, height)),
        ):
            pygame.draw.rect(edges, (*color, alpha), rect)
        result.blit(edges, (0, 0))
        alphas = pygame.surfarray.pixels_alpha(result)
        alphas[...] = stones.rounded_box(width, height, radius)
        del alphas  # unlocks the surface
        return result

    # --- stones ---

    def stone(self, color: int, diameter: int, action: int = 0, is_dead: bool = False) -> pygame.Surface:
        """A stone; which of the variants it is depends on where it lies, so that it keeps its grain."""
        count = stones.BLACK_VARIANTS if color == BLACK else stones.WHITE_VARIANTS
        variant = (action * 7 + action // 5) % count
        key = ("stone", color, diameter, variant, is_dead)
        return self._kept(key, lambda: self._make_stone(color, diameter, variant, is_dead))

    def _make_stone(self, color: int, diameter: int, variant: int, is_dead: bool) -> pygame.Surface:
        if (color, variant) not in self._masters:
            make = stones.black_stone if color == BLACK else stones.white_stone
            self._masters[color, variant] = stones.to_surface(make(variant))
        piece = pygame.transform.smoothscale(self._masters[color, variant], (diameter, diameter))
        if is_dead:
            piece.fill((255, 255, 255, _DEAD_ALPHA), special_flags=pygame.BLEND_RGBA_MULT)
        return _quick(piece)

    def shadow(self, diameter: int) -> pygame.Surface:
        """The shadow of a stone, to be drawn with the same center."""
        return self.piece(stones.shadow, diameter)

    # --- marks and figures ---

    def piece(self, make: Callable[..., stones.Pixels], *measures: Any) -> pygame.Surface:
        """A mark, which ``make`` computes of its ``measures``, once for each."""
        key = (make, *measures)
        return self._kept(key, lambda: _quick(stones.to_surface(make(*measures))))

    def figure(self, text: str, pixels: int, color: Rgb, bold: bool = True) -> pygame.Surface:
        """A short text, cut down to its ink so that it can be centered."""
        key = ("figure", text, pixels, color, bold)
        return self._kept(key, lambda: self._make_figure(text, pixels, color, bold))

    def _make_figure(self, text: str, pixels: int, color: Rgb, bold: bool) -> pygame.Surface:
        whole = self.fonts.pixels(pixels, bold).render(text, True, color)
        return whole.subsurface(whole.get_bounding_rect()).copy()

    def _kept(self, key: object, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        return self._pieces.get(key, make, self.scale)


def _quick(piece: pygame.Surface) -> pygame.Surface:
    """Run-length encoded: what is wholly clear or wholly opaque costs next to nothing (2 to 5 times faster)."""
    piece.set_alpha(255, pygame.RLEACCEL)
    return piece
