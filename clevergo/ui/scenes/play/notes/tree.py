"""A record's tree, drawn: a stone for every move, a row for every variation; a click looks at the position."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.app.match.branches import NO_BRANCHES, Branches, Twig
from clevergo.app.match.messages import MatchSnapshot
from clevergo.games.grid import Grid, square
from clevergo.ui.kit.base import Cursor, Mark, Widget
from clevergo.ui.kit.look import Align, Look, smooth_line
from clevergo.ui.kit.theme import Rgb, Size, mix
from clevergo.ui.scenes.play.words import point_name

_STEP, _ROW = 27, 29
"""From one position to the next, in logical units."""
_RADIUS = 10.5
_BLACK: Rgb = (36, 34, 33)
_WHITE: Rgb = (250, 247, 240)
_EDGE = 0.75
"""Of a step: how far from the edge the position looked at stays."""


class TreeView(Widget):
    """The picture. The line that is looked at is drawn strongly, the rest quietly; gold: something is said of it."""

    cursor = Cursor.HAND
    is_silent = True

    def __init__(self, looked_at: Callable[[int], None]) -> None:
        super().__init__("play.tree")
        self._looked_at = looked_at
        self._branches: Branches = NO_BRANCHES
        self._now = -1
        self._line: frozenset[int] = frozenset()
        self._grid: Grid = square(9)
        self._left = self._top = 0
        """Pixels scrolled."""
        self._grabbed: tuple[tuple[int, int], tuple[int, int]] | None = None
        """Where the picture was taken hold of, and how far it was scrolled then."""

    def show(self, match: MatchSnapshot) -> None:
        """Show the tree and where in it one looks."""
        line = frozenset(move.node for move in match.line.moves) | {0}
        seen = (match.branches, match.shown.node, line)
        if seen != (self._branches, self._now, self._line):
            self._branches, self._now, self._line = seen
            self._grid = match.setup.rules.grid
            self._reveal()
            self.invalidate()

    def arrange(self, rect: Rect, look: Look) -> None:
        self._reveal()

    def _reveal(self) -> None:
        """Scroll so that the position looked at can be seen, with what is around it."""
        now = next((twig for twig in self._branches.twigs if twig.node == self._now), None)
        if self.root is None or now is None:
            return
        look = self.root.look
        x, y = self._place(look, now)
        margin = round(look.px(_STEP) * _EDGE)
        beside = min(3 * look.px(_STEP), self.rect.width // 3)
        if not beside <= x - self._left <= self.rect.width - beside:
            self._left = x - self.rect.width // 2
        self._top = min(max(self._top, y + margin - self.rect.height), y - margin)
        self._keep_inside(look)

    def _keep_inside(self, look: Look) -> None:
        width, height = self._size(look)
        self._left = max(0, min(self._left, width - self.rect.width))
        self._top = max(0, min(self._top, height - self.rect.height))

    def _size(self, look: Look) -> tuple[int, int]:
        """Pixels of the whole picture."""
        twigs = self._branches.twigs
        columns, rows = (1 + max((part(twig) for twig in twigs), default=0) for part in (_column, _row))
        return columns * look.px(_STEP) + look.px(6), rows * look.px(_ROW) + look.px(2)

    def _place(self, look: Look, twig: Twig) -> tuple[int, int]:
        """The middle of a position, in pixels of the picture."""
        x = twig.column * look.px(_STEP) + look.px(_STEP) // 2 + look.px(3)
        return x, twig.row * look.px(_ROW) + look.px(_ROW) // 2 + look.px(1)

    def _on_screen(self, look: Look, twig: Twig) -> tuple[int, int]:
        x, y = self._place(look, twig)
        return x + self.rect.left - self._left, y + self.rect.top - self._top

    # --- pointer ---

    def _at(self, pos: tuple[int, int]) -> Twig | None:
        if self.root is None:
            return None
        look = self.root.look
        reach = look.px(_STEP) // 2
        for twig in self._branches.twigs:
            x, y = self._on_screen(look, twig)
            if abs(x - pos[0]) <= reach and abs(y - pos[1]) <= reach:
                return twig
        return None

    def hover(self, pos: tuple[int, int]) -> None:
        twig = self._at(pos)
        if twig is None or twig.action is None:
            self.explain("")
        else:
            ply, action = twig.ply, twig.action
            self.explain(lambda s: f"{ply} · {point_name(s, self._grid, action)}")

    def press(self, pos: tuple[int, int]) -> bool:
        twig = self._at(pos)
        if twig is not None:
            self._looked_at(twig.node)
        else:
            self._grabbed = pos, (self._left, self._top)
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        if self._grabbed is not None and self.root is not None:
            (x, y), (left, top) = self._grabbed
            self._left, self._top = left + x - pos[0], top + y - pos[1]
            self._keep_inside(self.root.look)
            self.invalidate()

    def release(self, pos: tuple[int, int]) -> None:
        self._grabbed = None

    def wheel(self, steps: int) -> bool:
        if self.root is None:
            return False
        look = self.root.look
        before = self._left, self._top
        if self._size(look)[1] > self.rect.height:
            self._top -= steps * look.px(_ROW)
        else:
            self._left -= steps * 3 * look.px(_STEP)
        self._keep_inside(look)
        self.invalidate()
        return before != (self._left, self._top)

    # --- drawing ---

    def marks(self, look: Look) -> list[Mark]:
        reach = look.px(_RADIUS)
        found = []
        for twig in self._branches.twigs:
            x, y = self._on_screen(look, twig)
            rect = Rect(x - reach, y - reach, 2 * reach, 2 * reach)
            if self.rect.contains(rect):
                found.append(Mark(f"play.tree.{twig.node}", "", rect, True))
        return found

    def draw(self, surface: Surface, look: Look) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        twigs, seen = self._branches.twigs, self.rect.inflate(2 * look.px(_STEP), 2 * look.px(_ROW))
        places = [self._on_screen(look, twig) for twig in twigs]
        for twig, place in zip(twigs, places, strict=True):
            if twig.before >= 0:
                self._draw_way(surface, look, twig, places[twig.before], place)
        for twig, place in zip(twigs, places, strict=True):
            if seen.collidepoint(place):
                self._draw_twig(surface, look, twig, place)
        surface.set_clip(clip)

    def _draw_way(self, surface: Surface, look: Look, twig: Twig, start: tuple[int, int], end: tuple[int, int]) -> None:
        """The line from the position before: along its row, or down and slanting into the variation's."""
        if end[0] < self.rect.left or start[0] > self.rect.right or end[1] < self.rect.top - look.px(_ROW):
            return
        palette, is_chosen = look.palette, twig.node in self._line
        color = mix(palette.panel, palette.ink, 0.62 if is_chosen else 0.24)
        corner = max(end[1] - look.px(_ROW), start[1])
        points = [(float(start[0]), float(start[1]))]
        if end[1] != start[1]:
            points.append((float(start[0]), float(corner)))
        smooth_line(surface, [*points, (float(end[0]), float(end[1]))], color, look.px(1.6 if is_chosen else 1.2))

    def _draw_twig(self, surface: Surface, look: Look, twig: Twig, place: tuple[int, int]) -> None:
        palette, is_chosen, is_now = look.palette, twig.node in self._line, twig.node == self._now
        radius = look.px(_RADIUS)
        if is_now:
            look.disc(surface, place, radius + look.px(3), palette.jade)
        if not twig.color:  # the beginning
            look.disc(surface, place, radius * 0.55, mix(palette.panel, palette.ink, 0.62))
        else:
            stone = _BLACK if twig.color == 1 else _WHITE
            fill = stone if is_chosen or is_now else mix(palette.panel, stone, 0.5)
            look.disc(surface, place, radius, fill, mix(palette.line, palette.muted, 0.5))
            ink = _WHITE if twig.color == 1 else _BLACK
            box = Rect(0, 0, 2 * radius, look.line_height(Size.TINY))
            box.center = place
            look.text(
                surface,
                str(twig.ply),
                box,
                Size.TINY,
                ink if is_chosen or is_now else mix(fill, ink, 0.7),
                False,
                Align.CENTER,
            )
        if twig.has_words or twig.has_marks:
            spot = place[0] + round(radius * 0.8), place[1] - round(radius * 0.8)
            look.disc(surface, spot, look.px(3.4), palette.gold if twig.has_words else palette.jade)


def _column(twig: Twig) -> int:
    return twig.column


def _row(twig: Twig) -> int:
    return twig.row
