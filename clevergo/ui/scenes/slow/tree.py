"""The tree of a search: moves from left to right, each with one place for the whole story."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import pygame
from pygame import Rect, Surface

from clevergo.app.slow.motion import ROOT, SlowMotion, Stand
from clevergo.ui.kit.base import Cursor
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.shapes import thick_line
from clevergo.ui.kit.theme import Palette, Rgb, Size, contrast, mix
from clevergo.ui.scenes.shared.table import TellingGroup

_COLUMN, _WIDEST_COLUMN, _ROW, _HIGHEST_ROW = 62, 96, 23, 34
_NODE = 46, 20
"""Width and height of a move."""
_WIDEST_NODE = 58
_AT_ROOT, _ELSEWHERE = 10, 3
"""Moves drawn of the root and of any other position, at most."""
_CURVE = 14
"""Straight pieces of a bent edge."""
_THINNEST, _THICKEST = 1.2, 7.0
_RISE_SECONDS = 1.1
"""How long a judgment is on its way up."""
_LARGE = 2
"""How many times larger edges are drawn, to be smooth."""
_GOOD: Rgb = (0, 98, 158)
_BAD: Rgb = (176, 62, 12)
_EVEN_LIGHT: Rgb = (214, 208, 198)
_EVEN_DARK: Rgb = (92, 92, 94)
_SHADES = 12
"""To each side of even: what is drawn with few colors is drawn quickly."""
_STRETCH = 4.0
"""Moves that win a quarter more often than is expected are as blue as can be."""


def value_color(palette: Palette, better: float) -> Rgb:
    """How much better a move is than what is expected, -1 to 1: orange, gray, blue, which differ for everybody."""
    even = _EVEN_DARK if palette.is_dark else _EVEN_LIGHT
    if math.isnan(better):
        return even
    far = max(min(round(better * _STRETCH * _SHADES) / _SHADES, 1.0), -1.0)
    strong = _GOOD if far > 0 else _BAD
    return mix(even, mix(strong, (255, 255, 255), 0.25) if palette.is_dark else strong, abs(far))


@dataclass(frozen=True, eq=False)
class Lit:
    """How a tree stands at a moment, and where in it one is."""

    stand: Stand
    seen: int
    """Simulations whose places are there already."""
    way: tuple[int, ...]
    """The way of the present simulation as far as it has come, which is lit."""
    here: int
    """The place that is on the board."""
    values: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """Of places on the way, what stands on them instead of the move, before a judgment comes by on its way up and
    after; a spark shows where it is."""


@dataclass(frozen=True)
class Plan:
    """Where the places that are drawn lie: columns by moves made, rows from the top.

    The last row is kept free for ways that leave what is drawn.
    """

    column: dict[int, int]
    row: dict[int, float]
    columns: int
    rows: int


def plan_tree(motion: SlowMotion, rows: int, columns: int) -> Plan:
    """Choose what is drawn, the most visited moves of the whole search, and where, so that nothing moves as it grows.

    ``rows`` and ``columns`` are how many there is room for; one row is kept free.
    """
    visits = motion.stand(len(motion)).visits
    below: dict[int, list[int]] = defaultdict(list)
    for place in range(1, len(motion.places.parent)):
        below[int(motion.places.parent[place])].append(place)
    depth = {ROOT: 0}
    kept: dict[int, list[int]] = defaultdict(list)
    used, most = 1, max(rows - 1, 1)
    waiting = [(-int(visits[ROOT]), ROOT)]
    while waiting:
        _, place = heapq.heappop(waiting)
        if place != ROOT:
            parent = int(motion.places.parent[place])
            room = _AT_ROOT if parent == ROOT else _ELSEWHERE
            if len(kept[parent]) >= room or (kept[parent] and used >= most):
                continue
            used += 1 if kept[parent] else 0
            kept[parent].append(place)
            depth[place] = depth[parent] + 1
        if depth[place] + 1 < columns:
            for child in below[place]:
                heapq.heappush(waiting, (-int(visits[child]), child))
    row: dict[int, float] = {}
    _lay_out(ROOT, kept, row, [0])
    return Plan(depth, row, max(depth.values()) + 1, used + 1)


def _lay_out(place: int, kept: dict[int, list[int]], row: dict[int, float], free: list[int]) -> None:
    """Rows for a place and all below it: children in the order they came up, their parent in their middle."""
    children = sorted(kept.get(place, ()))
    if not children:
        row[place] = float(free[0])
        free[0] += 1
        return
    for child in children:
        _lay_out(child, kept, row, free)
    row[place] = (row[children[0]] + row[children[-1]]) / 2


class TreeView(TellingGroup):
    """Draws the tree as it stands at a moment, the way of the present simulation lit."""

    cursor_told = Cursor.HAND

    def __init__(
        self, explain: Callable[[int], Words], name: Callable[[int], Words], chosen: Callable[[int], None]
    ) -> None:
        """``explain`` and ``name`` say what there is to say of a place; ``chosen`` hears of a click on one."""
        super().__init__("slow.tree")
        self._explain = explain
        self._name = name
        self._chosen = chosen
        self._motion: SlowMotion | None = None
        self._plan = Plan({}, {}, 1, 1)
        self._planned: tuple[int, int] | None = None
        """The rows and columns that the plan is for; None where it is another search's."""
        self._lit: Lit | None = None
        self._expected = 0.5
        """What the search expects in the end, as a win rate of the side that searches."""
        self._layer: Surface | None = None
        self._risen = 1.0
        """How much of its way up the judgment has behind it."""

    def show(self, motion: SlowMotion, lit: Lit, is_unhurried: bool = True) -> None:
        """Show how it stands; ``is_unhurried``: there is time to see a judgment go up."""
        if motion is not self._motion:
            self._planned = None
            self._expected = (1 + float(np.nan_to_num(motion.stand(len(motion)).q[ROOT]))) / 2
        if lit.values and (self._lit is None or (self._lit.way, self._lit.values) != (lit.way, lit.values)):
            self._risen = 0.0 if is_unhurried else 1.0
            self.animate()
        self._motion, self._lit, self._layer = motion, lit, None
        self.invalidate()
        if self.root is not None:
            self._lay(self.root.look)

    def update(self, dt: float) -> bool:
        self._risen = min(self._risen + dt / _RISE_SECONDS, 1.0)
        self.invalidate()
        return self._risen < 1.0

    def clear(self) -> None:
        """Show nothing."""
        self._motion, self._layer = None, None
        self.invalidate()
        if self.root is not None:
            self.tell([], self.root.look)

    def arrange(self, rect: Rect, look: Look) -> None:
        self._layer = None
        self._lay(look)

    def press(self, pos: tuple[int, int]) -> bool:
        if self.root is None or self._motion is None:
            return False
        for place, box in self._boxes(self.root.look).items():
            if box.collidepoint(pos):
                self._chosen(place)
                return True
        return False

    def _lay(self, look: Look) -> None:
        motion = self._motion
        if motion is None or not self.rect.width:
            return
        rows, columns = self.rect.height // look.px(_ROW), self.rect.width // look.px(_COLUMN)
        if self._planned != (rows, columns):
            self._plan, self._planned = plan_tree(motion, rows, columns), (rows, columns)
        self.tell([(box, self._explain(place)) for place, box in self._boxes(look).items()], look)

    # --- where things are ---

    def _shown(self) -> list[int]:
        """The places that are there by now and have a place of their own."""
        assert self._motion is not None
        assert self._lit is not None
        first, lit = self._motion.places.first_seen, self._lit
        return [place for place in self._plan.row if first[place] < lit.seen or place in lit.way]

    def _boxes(self, look: Look) -> dict[int, Rect]:
        """The rectangle of every place that is drawn."""
        if self._motion is None or self._lit is None:
            return {}
        way = self._lit.way
        boxes = {place: self._box(look, self._plan.column[place], self._plan.row[place]) for place in self._shown()}
        loose = [place for place in way if place not in boxes]
        if loose:
            column = len(way) - len(loose)
            for place in loose[: max(self._columns(look) - column, 0)]:
                boxes[place] = self._box(look, column, self._rows(look) - 1)
                column += 1
        return boxes

    def _columns(self, look: Look) -> int:
        return max(self.rect.width // look.px(_COLUMN), 1)

    def _rows(self, look: Look) -> int:
        return max(self._plan.rows, 2)

    def _box(self, look: Look, column: float, row: float) -> Rect:
        wide = min(self.rect.width / max(self._columns(look), 1), look.px(_WIDEST_COLUMN))
        high = min(self.rect.height / self._rows(look), look.px(_HIGHEST_ROW))
        top = self.rect.top + (self.rect.height - high * self._rows(look)) / 2
        box = Rect(0, 0, min(look.px(_WIDEST_NODE), round(wide - look.px(14))), look.px(_NODE[1]))
        box.midleft = (round(self.rect.left + column * wide + look.px(3)), round(top + (row + 0.5) * high))
        return box

    # --- drawing ---

    def draw_behind(self, surface: Surface, look: Look) -> None:
        if self._motion is None or self._lit is None or self.rect.width < 8:
            return
        boxes = self._boxes(look)
        if look.drawn is None:  # who notes texts looks at no edges
            if self._layer is None:
                self._layer = self._edges(look, boxes)
            surface.blit(self._layer, self.rect)
        for place, box in boxes.items():
            self._draw_node(surface, look, place, box)
        if self._lit.values and self._risen < 1.0:
            self._draw_spark(surface, look, [boxes[place] for place in reversed(self._lit.way) if place in boxes])

    def _draw_spark(self, surface: Surface, look: Look, boxes: list[Rect]) -> None:
        """Where the judgment is, between two places of the way."""
        far = self._risen * (len(boxes) - 1)
        at = min(int(far), max(len(boxes) - 2, 0))
        part = far - at
        (x1, y1), (x2, y2) = boxes[at].center, boxes[min(at + 1, len(boxes) - 1)].center
        spot = round(x1 + (x2 - x1) * part), round(y1 + (y2 - y1) * part)
        look.disc(surface, spot, look.px(7), look.palette.gold, look.palette.panel)

    def _edges(self, look: Look, boxes: dict[int, Rect]) -> Surface:
        """All edges, those of the lit way on top."""
        assert self._motion is not None
        assert self._lit is not None
        palette, visits = look.palette, self._lit.stand.visits
        large = Surface((self.rect.width * _LARGE, self.rect.height * _LARGE), pygame.SRCALPHA)
        ground = palette.panel
        large.fill((*ground, 0))
        total = max(int(visits[ROOT]), 1)
        lit = set(pairwise(self._lit.way))
        plain = mix(palette.panel, palette.muted, 0.5)
        for is_lit in (False, True):
            for place in boxes:
                parent = int(self._motion.places.parent[place])
                if place == ROOT or parent not in boxes or ((parent, place) in lit) is not is_lit:
                    continue
                share = math.sqrt(int(visits[place]) / total)
                width = look.px(1) * (_THINNEST + (_THICKEST - _THINNEST) * share)
                color = palette.gold if is_lit else plain
                start, end = boxes[parent].midright, boxes[place].midleft
                self._bend(large, start, end, color, max(width, look.px(2.4) if is_lit else 0))
        return pygame.transform.smoothscale(large, self.rect.size)

    def _bend(self, large: Surface, start: tuple[int, int], end: tuple[int, int], color: Rgb, width: float) -> None:
        x1, y1 = ((start[0] - self.rect.left) * _LARGE, (start[1] - self.rect.top) * _LARGE)
        x2, y2 = ((end[0] - self.rect.left) * _LARGE, (end[1] - self.rect.top) * _LARGE)
        steps = np.linspace(0.0, 1.0, _CURVE + 1 if y1 != y2 else 2)
        ease = steps * steps * (3 - 2 * steps)
        points = list(zip((x1 + (x2 - x1) * steps).tolist(), (y1 + (y2 - y1) * ease).tolist(), strict=True))
        thick_line(large, points, width * _LARGE, color)

    def _draw_node(self, surface: Surface, look: Look, place: int, box: Rect) -> None:
        assert self._lit is not None
        palette = look.palette
        fill = value_color(palette, self.rate(place) - self._expected)
        is_lit, is_here = place in self._lit.way, place == self._lit.here
        if is_here:
            look.rounded(surface, box.inflate(look.px(8), look.px(8)), 10, None, palette.gold, 2)
        border = palette.gold if is_lit else mix(fill, palette.ink, 0.25)
        look.rounded(surface, box, 7, fill, border, 2 if is_lit else 1)
        ink = max(((255, 255, 255), (24, 21, 19)), key=lambda one: contrast(one, fill))
        look.text(surface, self._words_on(place), box.inflate(-look.px(6), 0), Size.TINY, ink, True, Align.CENTER)

    def _words_on(self, place: int) -> Words:
        """The move that leads to a place; while a judgment goes up, what the move is worth."""
        assert self._lit is not None
        values = self._lit.values.get(place)
        if values is None:
            return self._name(place)
        way = self._lit.way
        passed = self._risen * (len(way) - 1) >= len(way) - 1 - way.index(place)
        return values[1] if passed else values[0] or self._name(place)

    def rate(self, place: int) -> float:
        """The chance of the side that searches, 0 to 1, once the move to a place is made; NaN where nobody knows."""
        assert self._motion is not None
        assert self._lit is not None
        motion, q = self._motion, float(self._lit.stand.q[place])
        parent = int(motion.places.parent[place])
        mover = motion.to_play if place == ROOT else motion.mover(parent)
        return (1 + (q if mover is motion.to_play else -q)) / 2
