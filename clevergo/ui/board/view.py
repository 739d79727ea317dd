"""A board as a person sees it. It draws a :class:`BoardPicture` and knows nothing of matches, players or events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pygame
from numpy.typing import NDArray

from clevergo.app.match.messages import BoardState
from clevergo.games.grid import Grid, square
from clevergo.ui.board import stones as shapes
from clevergo.ui.board.art import BLACK, WHITE, BoardArt, Layout, layout
from clevergo.ui.board.marks import NO_MARKS, Marks, MarksLayer, MarkupDrawing, Pen, covered_points, cross, stroke
from clevergo.ui.board.motion import MovingStone
from clevergo.ui.kit.shapes import stretch, tile
from clevergo.ui.kit.theme import Rgb

_GHOST_ALPHA = 120
_LABELS_FROM = 300
"""Boards narrower than this many logical units have no room for coordinates."""
_MOST_CHANGES = 12
"""More changed points than this are drawn as a new position."""
_LAST_ON_BLACK: Rgb = (238, 103, 73)
_LAST_ON_WHITE: Rgb = (190, 52, 30)
_BUBBLE: Rgb = (43, 38, 34)
_STRUCK: Rgb = (205, 62, 36)
_STRUCK_EDGE: Rgb = (255, 250, 240)


@dataclass(frozen=True, eq=False)
class BoardPicture:
    """What is to be seen on a board: what lies on it, and how and with what over it a person sees it now."""

    board: BoardState
    """A last move is marked unless it is a pass; owners on empty points and dead stones, which are pale."""
    hover: tuple[int, int] | None = None
    """An action and the color (1, 2) of a ghost: the stone under the pointer, or one that is yet to come."""
    cursor: int | None = None
    """The point the keyboard is at."""
    numbers: Mapping[int, int] = field(default_factory=dict)
    """Figures to write at points; they take the place of the last-move mark."""
    refusal: tuple[int, str] | None = None
    """An action that was refused, and why in a few words."""
    marks: Marks = NO_MARKS
    """Somebody's thoughts, over the stones and below a commentator's marks."""
    coordinates: bool = True
    """Shown only where there is room for them."""
    moving: tuple[MovingStone, ...] = ()
    """Stones on their way; they are not among those that lie, or no longer."""


class BoardView:
    """Draws a board into a rectangle of the window and finds the point under the pointer."""

    def __init__(self, art: BoardArt, variant: int = 0) -> None:
        self._art = art
        self._variant = variant
        self.rect = pygame.Rect(0, 0, 0, 0)
        """The wood, in the window's pixels; :meth:`set_rect` sets it."""
        self._side = 60
        self._plan = layout(self._side, square(9), False)
        self._layer: pygame.Surface | None = None
        self._marks = MarksLayer()
        self._shown: tuple[NDArray[np.int8], NDArray[np.bool_]] | None = None
        self._ground: pygame.Surface | None = None

    # --- geometry ---

    @property
    def step(self) -> int:
        """From one line to the next, in pixels."""
        return self._plan.step

    def set_rect(self, rect: pygame.Rect, grid: Grid) -> None:
        """Fill ``rect`` with the largest board that fits into its middle."""
        self._side = max(1, min(rect.width, rect.height))
        self.rect = rect.copy()
        self._set_plan(grid, self._plan.has_labels, self._plan.letters)

    def set_labels(self, wanted: bool, letters: str) -> None:
        """Whether coordinates stand beside the board, where there is room for them, and the letters of its columns."""
        if (wanted, letters) != (self._plan.has_labels, self._plan.letters):
            self._set_plan(self._plan.grid, wanted, letters)

    def _set_plan(self, grid: Grid, has_labels: bool, letters: str) -> None:
        roomy = self._side >= _LABELS_FROM * self._art.scale
        self._plan = layout(self._side, grid, has_labels and roomy, self._art.scale, letters)
        wood = pygame.Rect((0, 0), self._plan.wood)
        wood.center = self.rect.center
        self.rect = wood

    def center(self, action: int) -> tuple[int, int]:
        """Where a point is in the window, in pixels."""
        x, y = self._plan.center(action)
        return self.rect.left + x, self.rect.top + y

    def point_at(self, pos: tuple[int, int]) -> int | None:
        """The action whose point is nearest to ``pos``; None beside the board."""
        plan = self._plan
        column = (pos[0] - self.rect.left - plan.first[0] + plan.step // 2) // plan.step
        row = (pos[1] - self.rect.top - plan.first[1] + plan.step // 2) // plan.step
        is_on_board = 0 <= row < plan.grid.rows and 0 <= column < plan.grid.columns
        return plan.grid.at(row, column) if is_on_board else None

    def region(self, action: int) -> pygame.Rect:
        """The part of the window that a change at one point can touch."""
        reach = 2 * round(self._plan.step * 0.78) + 3
        region = pygame.Rect(0, 0, reach, reach)
        region.center = self.center(action)
        return region

    # --- drawing ---

    def draw(self, surface: pygame.Surface, picture: BoardPicture) -> None:
        """Draw the board as it is in ``picture``."""
        if self.rect.width < 12:
            return
        self.set_labels(picture.coordinates, picture.board.letters)
        is_changed = self._keep_layer(picture.board)
        assert self._layer is not None
        marked = self._marks.over(self._layer, is_changed, self._plan, self._art, picture.board.stones, picture.marks)
        surface.blit(marked, self.rect)
        _Overlays(surface, self.rect, self._plan, self._art, picture).draw()

    def _keep_layer(self, board: BoardState) -> bool:
        """Wood and stones are drawn when they change, and then only where they changed; whether they did."""
        stones, dead = board.stones, _dead_on(board)
        ground = self._art.ground(self._plan, self._variant)
        changed: list[int] | None = None
        if self._shown is not None and ground is self._ground:
            changed = np.flatnonzero((self._shown[0] != stones) | (self._shown[1] != dead)).tolist()
        if changed == []:
            return False
        if self._layer is None or changed is None or len(changed) > _MOST_CHANGES:
            self._layer, self._ground = ground.copy(), ground
            self._draw_stones(self._layer, board, None)
        else:
            for action in changed:
                self._mend(self._layer, ground, board, action)
        self._shown = stones.copy(), dead.copy()
        return True

    def _mend(self, layer: pygame.Surface, ground: pygame.Surface, board: BoardState, action: int) -> None:
        """Draw the surroundings of one point anew."""
        part = self.region(action).move(-self.rect.left, -self.rect.top).clip(layer.get_rect())
        layer.fill((0, 0, 0, 0), part)
        layer.blit(ground, part, part)
        layer.set_clip(part)
        self._draw_stones(layer, board, action)
        layer.set_clip(None)

    def _draw_stones(self, layer: pygame.Surface, board: BoardState, near: int | None) -> None:
        """All stones, or those beside the point ``near``: first the shadows, so that none falls on a stone."""
        plan = self._plan
        points = np.flatnonzero(board.stones)
        if near is not None:
            columns = plan.grid.columns
            row, column = divmod(near, columns)
            close = (abs(points // columns - row) <= 2) & (abs(points % columns - column) <= 2)
            points = points[close]
        shadow = self._art.shadow(plan.diameter)
        reach = shadow.get_width() // 2
        radius = plan.diameter // 2
        colors, pale = board.stones.ravel(), _dead_on(board).ravel()
        places = [(action, *plan.center(action)) for action in points.tolist()]
        layer.blits([(shadow, (x - reach, y - reach)) for action, x, y in places if not pale[action]], False)
        for action, x, y in places:
            stone = self._art.stone(int(colors[action]), plan.diameter, action, bool(pale[action]))
            layer.blit(stone, (x - radius, y - radius))


def _dead_on(board: BoardState) -> NDArray[np.bool_]:
    return board.dead if board.dead is not None else np.zeros(board.stones.shape, np.bool_)


class _Overlays(Pen):
    """What lies above the stones and above thoughts, drawn anew each time."""

    def __init__(
        self, surface: pygame.Surface, rect: pygame.Rect, plan: Layout, art: BoardArt, picture: BoardPicture
    ) -> None:
        super().__init__(surface, rect.topleft, plan, art, picture.board.stones)
        self._rect = rect
        self._picture = picture

    def draw(self) -> None:
        picture, board = self._picture, self._picture.board
        for stone in picture.moving:
            self._draw_moving(stone)
        if board.owners is not None:
            self._draw_territory(board.owners)
        for row in board.struck:
            if all(self._lies(action) for action in row):  # not while one of them is on its way
                self._draw_struck(row)
        covered = covered_points(board.markup)
        if picture.numbers:
            for action, number in picture.numbers.items():
                if action not in covered:
                    self._draw_number(action, number)
        elif board.last_move is not None and self._lies(board.last_move) and board.last_move not in covered:
            radius, width = max(2.5, self._step * 0.19), max(1.4, self._step * 0.042)
            self._mark(board.last_move, shapes.ring, radius, width, self._accent(board.last_move))
        MarkupDrawing(self._surface, self._corner, self._plan, self._art, board.stones).draw(board.markup)
        for action in board.barred:
            self._draw_barred(action)
        if picture.hover is not None:
            self._draw_ghost(*picture.hover, _GHOST_ALPHA)
        if picture.cursor is not None:
            self._draw_cursor(picture.cursor)
        if picture.refusal is not None:
            self._draw_refusal(*picture.refusal)

    def _lies(self, action: int) -> bool:
        """Whether a stone lies there, not only comes or goes."""
        return action < self._stones.size and bool(self._stones[action])

    def _accent(self, action: int) -> Rgb:
        """What marks the last move on its stone."""
        return _LAST_ON_BLACK if self._stones[action] == BLACK else _LAST_ON_WHITE

    def _draw_number(self, action: int, number: int) -> None:
        color: Rgb = (244, 240, 232) if self._stones[action] == BLACK else (38, 33, 29)
        if action == self._picture.board.last_move:
            color = self._accent(action)
        text = str(number)
        self._stamp(self._art.figure(text, round(self._step * (0.46 if len(text) < 3 else 0.38)), color), action)

    def _draw_territory(self, owners: NDArray[np.int8]) -> None:
        side = max(3, round(self._step * 0.27))
        side += (side + self._plan.line) % 2
        colors = {BLACK: (30, 28, 27), WHITE: (250, 247, 240)}
        wanted = (owners.ravel() != 0) & ((self._stones == 0) | _dead_on(self._picture.board).ravel())
        for action in np.flatnonzero(wanted).tolist():
            self._mark(action, shapes.square, side, colors[int(owners.flat[action])], 0.92)

    def _draw_struck(self, row: tuple[int, ...]) -> None:
        """A line through the stones of a row, a little beyond both ends."""
        (x1, y1), (x2, y2) = self._center(row[0]), self._center(row[-1])
        steps, beyond = len(row) - 1, 0.3
        x, y = ((steps / 2 + beyond) * (end - start) / steps for start, end in ((x1, x2), (y1, y2)))
        width = max(2.0, self._step * 0.1)
        for color, alpha, more in ((_STRUCK_EDGE, 0.55, 0.6), (_STRUCK, 0.92, 0.0)):
            piece = self._art.piece(stroke, x, y, width * (1 + more), color, alpha)
            self._surface.blit(piece, piece.get_rect(center=((x1 + x2) / 2, (y1 + y2) / 2)))

    def _draw_barred(self, action: int) -> None:
        """A cross where words say why, else a square."""
        if self._picture.board.reasons:
            self._mark(action, cross, self._step * 0.17, max(1.6, self._step * 0.06), _LAST_ON_WHITE)
            return
        side = max(5, round(self._step * 0.42) | 1)
        box = pygame.Rect(0, 0, side, side)
        box.center = self._center(action)
        pygame.draw.rect(self._surface, self._art.line_color, box, max(1, round(self._step * 0.035)))

    def _draw_moving(self, stone: MovingStone) -> None:
        diameter = max(3, round(self._plan.diameter * stone.scale))
        piece = pygame.transform.smoothscale(
            self._art.stone(stone.color, self._plan.diameter, stone.action).copy(), (diameter, diameter)
        )
        piece.fill((255, 255, 255, round(255 * stone.alpha)), special_flags=pygame.BLEND_RGBA_MULT)
        if stone.is_coming:  # its shadow is there before it
            self._stamp(self._art.shadow(self._plan.diameter), stone.action)
        self._stamp(piece, stone.action)

    def _draw_cursor(self, action: int) -> None:
        """Four corners around the point, beside a stone as well as on bare wood."""
        step, (core, edge) = self._step, self._art.focus_colors
        rim = max(1, round(self._art.scale))
        width = max(2, round(step * 0.06))
        arm, half = max(width + 2, round(step * 0.24)), round(step * 0.5)
        x, y = self._center(action)
        bars = []
        for right, low in ((False, False), (True, False), (False, True), (True, True)):
            corner = x + half if right else x - half, y + half if low else y - half
            for bar in (pygame.Rect(0, 0, arm, width), pygame.Rect(0, 0, width, arm)):
                setattr(bar, f"{'bottom' if low else 'top'}{'right' if right else 'left'}", corner)
                bars.append(bar)
        for bar in bars:
            self._surface.fill(edge, bar.inflate(2 * rim, 2 * rim))
        for bar in bars:
            self._surface.fill(core, bar)

    def _draw_refusal(self, action: int, text: str) -> None:
        """A ring at the point and a bubble beside it, kept on the board."""
        step, scale = self._step, self._art.scale
        self._mark(action, shapes.ring, step * 0.4, max(1.5, step * 0.045), _LAST_ON_WHITE)
        line = self._art.fonts.get(13).render(text, True, (252, 246, 236))
        box = line.get_rect().inflate(round(24 * scale), round(10 * scale))
        x, y = self._center(action)
        box.midbottom = x, y - round(step * 0.5)
        if box.top < self._rect.top + 4:
            box.midtop = x, y + round(step * 0.5)
        box.clamp_ip(self._rect.inflate(-8, -8))
        corner = min(round(9 * scale), box.height // 2)
        stretch(self._surface, tile(corner, _BUBBLE, None, 0), box)
        self._surface.blit(line, line.get_rect(center=box.center))
