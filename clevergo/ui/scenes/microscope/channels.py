"""The channels of one layer as small pictures; a click, or the arrows, choose one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from pygame import Rect, Surface

from clevergo.app.microscope.reading import Order
from clevergo.app.microscope.sight import Answer, SeenLayer
from clevergo.ui.board.marks import readable_ink
from clevergo.ui.kit.base import Cursor, cut_left, cut_right
from clevergo.ui.kit.look import ELLIPSIS, Align, Look, Words
from clevergo.ui.kit.theme import Size, mix
from clevergo.ui.scenes.microscope.heat import color, picture
from clevergo.ui.scenes.shared.numbers import percent
from clevergo.ui.scenes.shared.table import TellingGroup

_GAP = 8
_LEAST, _MOST = 30, 132
"""Logical units along an edge of a picture."""
_BAR = 3
"""The height of what tells how strong a channel is."""
_NAMED = 148, 40
"""The least width and height of a picture with its name beside it."""
_NAME_SHARE = 0.56
_MOVE = 24
"""The height of a move in the list of the best."""
_STEP = 1
"""Rows that a notch of the wheel scrolls."""
_NUMBER_FROM = 38
"""Logical units from which a number is written on its square."""


@dataclass(frozen=True, eq=False)
class Shown:
    """What is shown: a layer, and its channels in an order."""

    layer: SeenLayer
    order: Sequence[int]
    names: Sequence[Words]
    """What channels are called, by number; written beside them where :attr:`is_named`."""
    tips: Sequence[Words]
    sorting: Order
    """Which order that is."""
    is_named: bool = False
    moves: Sequence[tuple[Words, float]] = ()
    """Of the policy: the best moves and their chances."""


class ChannelGrid(TellingGroup):
    """As many channels as fit, the others by the wheel; silent ones are pale."""

    cursor_told = Cursor.HAND

    def __init__(self, chosen: Callable[[int], None], figure: Callable[[float], Words]) -> None:
        """``chosen`` hears of a click on a channel; ``figure`` writes a number."""
        super().__init__("micro.channels")
        self._chosen = chosen
        self._figure = figure
        self._shown: Shown | None = None
        self._now = 0
        self._top = 0
        """Rows scrolled."""
        self._pictures: dict[int, Surface] = {}
        self._planned: tuple[Shown, _Plan] | None = None

    def show(self, shown: Shown | None, now: int) -> None:
        """Show a layer; ``now`` is the channel that is chosen."""
        is_other = shown is not self._shown
        if is_other:
            same = shown is not None and self._shown is not None and shown.layer.name == self._shown.layer.name
            self._shown, self._pictures = shown, {}
            self._top = self._top if same else 0
        self._now = now
        self._reveal()
        self._tell()
        self.invalidate()

    def arrange(self, rect: Rect, look: Look) -> None:
        self._pictures, self._planned = {}, None
        self._reveal()
        self._tell()

    def _tell(self) -> None:
        shown, root = self._shown, self.root
        if root is None:
            return
        told = [] if shown is None else [(box, shown.tips[channel]) for channel, box in self._boxes(root.look)]
        self.tell(told, root.look)

    def press(self, pos: tuple[int, int]) -> bool:
        if self.root is None:
            return False
        for channel, box in self._boxes(self.root.look):
            if box.inflate(self.root.look.px(_GAP) // 2, self.root.look.px(_GAP) // 2).collidepoint(pos):
                self._chosen(channel)
                return True
        return False

    def wheel(self, steps: int) -> bool:
        if self.root is None or self._shown is None:
            return False
        plan = self._plan(self.root.look)
        top = max(0, min(self._top - steps * _STEP, plan.rows - plan.rows_shown))
        if top != self._top:
            self._top = top
            self._tell()
            self.invalidate()
        return plan.rows > plan.rows_shown

    def _reveal(self) -> None:
        """Scroll so that the chosen channel can be seen."""
        if self.root is None or self._shown is None or not self.rect.width:
            return
        plan, at = self._plan(self.root.look), list(self._shown.order).index(self._now)
        row = at // plan.columns
        self._top = max(0, min(self._top, row, plan.rows - plan.rows_shown), row - plan.rows_shown + 1)

    # --- where things are ---

    def _plan(self, look: Look) -> _Plan:
        assert self._shown is not None
        if self._planned is None or self._planned[0] is not self._shown:
            self._planned = self._shown, _planned(self._shown, self.rect, look)
        return self._planned[1]

    def _boxes(self, look: Look) -> list[tuple[int, Rect]]:
        """The rectangle of every channel that is seen, its name and its bar among it."""
        if self._shown is None or not self.rect.width:
            return []
        plan, boxes = self._plan(look), []
        first = self._top * plan.columns
        for at, channel in enumerate(self._shown.order[first : first + plan.columns * plan.rows_shown]):
            row, column = divmod(at, plan.columns)
            left = self.rect.left + round(column * plan.pitch[0])
            box = Rect(left, self.rect.top + round(row * plan.pitch[1]), plan.size[0], plan.size[1])
            boxes.append((channel, box))
        return boxes

    # --- drawing ---

    def draw_behind(self, surface: Surface, look: Look) -> None:
        shown = self._shown
        if shown is None:
            return
        if shown.layer.answer is Answer.VALUE:
            self._draw_gauge(surface, look, float(shown.layer.numbers[0]))
            return
        plan, largest = self._plan(look), shown.layer.largest
        most = float(largest.max())
        for channel, box in self._boxes(look):
            heat = Rect(box.left, box.top, *plan.heat)
            self._draw_channel(surface, look, channel, heat, most)
            if shown.is_named:
                name = Rect(heat.right + look.px(8), box.top, box.right - heat.right - look.px(8), box.height)
                lines = len(look.wrapped(look.say(shown.names[channel]), name.width, Size.TINY))
                name.height = lines * look.line_height(Size.TINY)
                name.centery = heat.centery if name.height < heat.height else box.centery
                look.paragraph(surface, shown.names[channel], name, Size.TINY, look.palette.ink)
            elif shown.layer.has_place and shown.layer.channels > 1:
                share = float(largest[channel]) / most if most > 0 else 0.0
                track = Rect(heat.left, heat.bottom + look.px(2), heat.width, look.px(_BAR))
                surface.fill(look.palette.line, track)
                surface.fill(look.palette.jade, Rect(track.topleft, (round(track.width * share), track.height)))
        if shown.moves:
            self._draw_moves(surface, look, shown.moves, plan.heat[0])
        self.draw_thumb(surface, look, self._top, plan.rows_shown, plan.rows)

    def _draw_channel(self, surface: Surface, look: Look, channel: int, heat: Rect, most: float) -> None:
        assert self._shown is not None
        layer, palette = self._shown.layer, look.palette
        if channel not in self._pictures:
            board = layer.numbers[channel] if layer.has_place else layer.numbers[channel : channel + 1].reshape(1, 1)
            # Channels are looked at one by one; numbers without a place beside each other.
            scale = float(np.abs(board).max()) if layer.has_place else most
            self._pictures[channel] = picture(board, scale, palette, heat.size)
        surface.blit(self._pictures[channel], heat)
        if not layer.has_place and heat.width >= look.px(_NUMBER_FROM):
            number = float(layer.numbers[channel])
            fill = color(palette, number / most if most > 0 else 0.0)
            box = heat.inflate(-4, 0)
            look.text(surface, self._figure(number), box, Size.TINY, readable_ink(fill), align=Align.CENTER)
        is_now = channel == self._now
        is_silent = bool(layer.is_silent[channel])
        border = palette.gold if is_now else palette.line if is_silent else mix(palette.line, palette.muted, 0.4)
        frame = heat.inflate(look.px(6), look.px(6)) if is_now else heat.inflate(2, 2)
        look.rounded(surface, frame, 3, None, border, 2 if is_now else 1)

    def _draw_moves(self, surface: Surface, look: Look, moves: Sequence[tuple[Words, float]], beside: int) -> None:
        """The best moves with their chances, right of a picture of that width."""
        row, palette = look.px(_MOVE), look.palette
        left = self.rect.left + beside + look.px(24)
        for i, (name, chance) in enumerate(moves[: self.rect.height // row]):
            line = Rect(left, self.rect.top + i * row, self.rect.right - left, row)
            move, rest = cut_left(line, look.px(52), look.px(6))
            bar, said = cut_right(rest, look.px(40), look.px(8))
            bar.width = min(bar.width, look.px(320))
            track = Rect(bar.left, bar.centery - look.px(6), bar.width, look.px(12))
            look.rounded(surface, track, 3, palette.sunken)
            surface.fill(color(palette, 1.0), Rect(track.topleft, (round(track.width * chance), track.height)))
            said.left = track.right + look.px(8)
            look.text(surface, name, move, Size.SMALL, palette.ink, i == 0)
            look.text(surface, percent(chance), said, Size.SMALL, palette.ink, i == 0, Align.RIGHT)

    def _draw_gauge(self, surface: Surface, look: Look, value: float) -> None:
        """A number from -1 to 1 as a needle over a bar."""
        palette = look.palette
        track = Rect(0, 0, min(self.rect.width, look.px(420)), look.px(26))
        track.center = self.rect.center
        for x in range(track.width):
            surface.fill(
                color(palette, 2 * x / max(track.width - 1, 1) - 1), Rect(track.left + x, track.top, 1, track.height)
            )
        x = track.left + round(track.width * (value + 1) / 2)
        needle = Rect(x - look.px(2), track.top - look.px(7), look.px(4), track.height + look.px(14))
        look.rounded(surface, needle.inflate(2, 2), 2, palette.panel)
        look.rounded(surface, needle, 2, palette.gold)
        room = Rect(track.left, track.bottom + look.px(8), track.width, look.line_height(Size.SMALL))
        for words, align in (("−1", Align.LEFT), ("0", Align.CENTER), ("1", Align.RIGHT)):
            look.text(surface, words, room, Size.SMALL, palette.muted, False, align)
        above = Rect(track.left, track.top - look.px(40), track.width, look.line_height(Size.TITLE))
        look.text(surface, self._figure(value), above, Size.TITLE, palette.ink, True, Align.CENTER)


@dataclass(frozen=True)
class _Plan:
    """How channels lie; pixels."""

    columns: int
    rows: int
    rows_shown: int
    heat: tuple[int, int]
    """Of a picture."""
    size: tuple[int, int]
    """Of a picture with what belongs to it."""
    pitch: tuple[float, float]
    """From one to the next."""


def _planned(shown: Shown, rect: Rect, look: Look) -> _Plan:
    """The largest pictures with which all channels fit; where that is too small, the smallest, and some do not."""
    count, gap = len(shown.order), look.px(_GAP)
    if shown.is_named:
        return _planned_with_names(shown, rect, look)
    below = look.px(_BAR + 2) if shown.layer.has_place and count > 1 else 0
    best = 0
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        side = min((rect.width + gap) // columns - gap, (rect.height + gap) // rows - gap - below)
        best = max(best, side)
    side = max(min(best, look.px(_MOST) if count > 1 else rect.height), look.px(_LEAST))
    heat = _fitted(shown.layer, side)
    columns = max(1, min((rect.width + gap) // (heat[0] + gap), count))
    rows = -(-count // columns)
    fit = max(1, min((rect.height + gap) // (heat[1] + below + gap), rows))
    return _Plan(columns, rows, fit, heat, (heat[0], heat[1] + below), (heat[0] + gap, heat[1] + below + gap))


def _planned_with_names(shown: Shown, rect: Rect, look: Look) -> _Plan:
    """As many beside each other as leave every name whole and all of them in sight; else as lie lowest, to scroll."""
    count, gap, names = len(shown.order), look.px(_GAP), [look.say(name) for name in shown.names]
    plans: list[_Plan] = []
    for columns in range(max(1, (rect.width + gap) // (look.px(_NAMED[0]) + gap)), 0, -1):
        rows = -(-count // columns)
        width = (rect.width + gap) // columns - gap
        roomy = (rect.height + gap) // rows - gap
        side = min(max(roomy, look.px(_NAMED[1])), round(width * (1 - _NAME_SHARE)), look.px(_MOST))
        heat = _fitted(shown.layer, side)
        lines = [look.wrapped(name, width - heat[0] - look.px(8), Size.TINY) for name in names]
        if columns > 1 and any(line.endswith(ELLIPSIS) for one in lines for line in one):
            continue
        high = max(heat[1], max(map(len, lines)) * look.line_height(Size.TINY))
        fit = max(1, min((rect.height + gap) // (high + gap), rows))
        pitch = max(high, roomy) if fit == rows else high
        plans.append(_Plan(columns, rows, fit, heat, (width, high), (width + gap, pitch + gap)))
        if fit == rows:
            return plans[-1]
    return min(plans, key=lambda plan: plan.rows * plan.pitch[1])


def _fitted(layer: SeenLayer, side: int) -> tuple[int, int]:
    """Width and height of a picture: the same whole number of pixels for every point, where there is room."""
    if not layer.has_place:
        return side, side
    rows, columns = layer.numbers.shape[1:]
    step = max(side // max(rows, columns), 1)
    return columns * step, rows * step
