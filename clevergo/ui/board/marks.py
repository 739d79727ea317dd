"""What is drawn over a board to show somebody's thoughts: heat, discs, territory, an expected line, a hint.

A :class:`Marks` says what is to be seen and can be compared; a :class:`MarksLayer` draws it once and keeps the picture.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray

from clevergo.ui.board import stones as shapes
from clevergo.ui.board.art import BLACK, WHITE, BoardArt, Layout
from clevergo.ui.kit.theme import DARK, LIGHT, Rgb, contrast, mix

STEPS = 16
"""Heat and territory are told in so many steps, so that what looks the same is the same."""
_HEAT: Rgb = (58, 60, 150)
"""Indigo: far from wood and from jade for everybody."""
_INK_LIGHT: Rgb = (255, 255, 255)
_INK_DARK: Rgb = (0, 0, 0)
"""Anything lighter would be hard to read on a ground of middling lightness, as white is."""
_SMALL_STEP = 46
"""Pixels from line to line below which figures lose their percent sign and grow instead."""
_LEAST_FIGURE = 9
_GHOST_ALPHA = 190


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
class Marks:
    """What is to be seen; empty tuples for nothing."""

    heat: tuple[int, ...] = ()
    """For each point, 0 to ``STEPS``: where the net looks first."""
    owner: tuple[int, ...] = ()
    """For each point, ``-STEPS`` (surely White's) to ``STEPS`` (surely Black's)."""
    discs: tuple[Disc, ...] = ()
    line: tuple[Ghost, ...] = ()
    hint: Ghost | None = None
    """A move that is suggested softly; its number is not shown."""


NO_MARKS = Marks()


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
            _Drawing(self._layer, plan, art, stones).draw(marks)
        return self._layer


class _Drawing:
    """One picture of marks being made."""

    def __init__(self, layer: pygame.Surface, plan: Layout, art: BoardArt, stones: NDArray[np.int8]) -> None:
        self._layer = layer
        self._plan = plan
        self._art = art
        self._stones = stones.ravel()

    def draw(self, marks: Marks) -> None:
        for action, level in enumerate(marks.heat):
            if level and not self._stones[action]:
                self._draw_heat(action, level / STEPS)
        for action, level in enumerate(marks.owner):
            if level:
                self._draw_owner(action, level)
        if marks.hint is not None:
            self._draw_hint(marks.hint)
        for disc in marks.discs:
            self._draw_disc(disc)
        for ghost in marks.line:
            self._draw_ghost(ghost)

    def _stamp(self, piece: pygame.Surface, action: int) -> None:
        self._layer.blit(piece, piece.get_rect(center=self._plan.center(action)))

    def _piece(self, key: tuple[object, ...], make: Callable[[], NDArray[np.uint8]]) -> pygame.Surface:
        return self._art.piece(("marks", *key), make)

    def _draw_heat(self, action: int, part: float) -> None:
        radius = self._plan.step * 0.56
        alpha = 0.16 + 0.6 * part
        self._stamp(self._piece(("glow", radius, alpha, _HEAT), lambda: glow(radius, _HEAT, alpha)), action)

    def _draw_owner(self, action: int, level: int) -> None:
        """A square on an empty point, or on a stone that is expected to be taken."""
        side, part = (BLACK, level) if level > 0 else (WHITE, -level)
        if self._stones[action] == side:
            return
        width = max(3, round(self._plan.step * (0.1 + 0.22 * part / STEPS)))
        width += (width + self._plan.line) % 2
        alpha = 0.4 + 0.52 * part / STEPS
        color: Rgb = (28, 26, 25) if side == BLACK else (252, 249, 242)
        self._stamp(self._piece(("owner", width, alpha, color), lambda: shapes.square(width, color, alpha)), action)

    def _draw_disc(self, disc: Disc) -> None:
        step = self._plan.step
        radius = round(step * disc.radius * 2) / 2
        edge: Rgb | None = mix(disc.color, (0, 0, 0), 0.4) if disc.has_rim else None
        edge = (255, 252, 240) if disc.is_best else edge
        key = ("disc", radius, disc.color, disc.alpha, edge)
        self._stamp(self._piece(key, lambda: shapes.disc(radius, disc.color, disc.alpha, edge)), disc.action)
        is_small = step < _SMALL_STEP
        label = disc.label.rstrip("%") if is_small else disc.label
        large, small = (0.36, 0.27) if is_small else (0.27, 0.21)
        detail = disc.detail if disc.radius > 0.36 and round(step * small) >= _LEAST_FIGURE - 1 else ""
        ink = readable_ink(disc.color)
        x, y = self._plan.center(disc.action)
        squeezed = min(disc.radius / 0.42, 1.0) * (0.84 if len(label) > 3 else 1.0)
        for text, size, shift, is_bold in (
            (label, large * squeezed, -0.14 if detail else 0.0, True),
            (detail, small, 0.19, False),
        ):
            if text:
                figure = self._art.figure(text, max(_LEAST_FIGURE, round(step * size)), ink, is_bold)
                self._layer.blit(figure, figure.get_rect(center=(x, y + round(step * shift))))

    def _draw_ghost(self, ghost: Ghost) -> None:
        self._draw_stone(ghost, _GHOST_ALPHA)
        color = _INK_LIGHT if ghost.color == BLACK else _INK_DARK
        pixels = max(_LEAST_FIGURE, round(self._plan.step * 0.44))
        self._stamp(self._art.figure(str(ghost.number), pixels, color), ghost.action)

    def _draw_hint(self, hint: Ghost) -> None:
        step = self._plan.step
        gold = DARK.gold if self._art.is_dark else LIGHT.gold
        halo = step * 0.86
        self._stamp(self._piece(("glow", halo, 0.85, gold), lambda: glow(halo, (255, 226, 150), 0.85)), hint.action)
        self._draw_stone(hint, 120)
        radius, width = step * 0.47, max(2.0, step * 0.06)
        ring = self._piece(("ring", radius, width, gold), lambda: shapes.ring(radius, width, gold))
        self._stamp(ring, hint.action)

    def _draw_stone(self, ghost: Ghost, alpha: int) -> None:
        stone = self._art.stone(ghost.color, self._plan.diameter, ghost.action).copy()
        stone.fill((255, 255, 255, alpha + (30 if ghost.color == WHITE else 0)), special_flags=pygame.BLEND_RGBA_MULT)
        self._stamp(stone, ghost.action)


@functools.lru_cache(maxsize=256)
def readable_ink(ground: Rgb) -> Rgb:
    """Light or dark, whichever is read more easily on ``ground``."""
    return _INK_LIGHT if contrast(_INK_LIGHT, ground) >= contrast(_INK_DARK, ground) else _INK_DARK


def glow(radius: float, color: Rgb, alpha: float) -> NDArray[np.uint8]:
    """A spot that fades out at ``radius`` pixels: ``uint8[S, S, 4]``."""
    side = 2 * math.ceil(radius) + 1
    middle = np.arange(side, dtype=np.float32) - side // 2
    near: shapes.Plane = np.clip(1.0 - np.hypot(middle[:, None], middle[None, :]) / np.float32(radius), 0, 1)
    return shapes.painted(color, np.float32(alpha) * near * near * (3 - 2 * near))
