"""The same position turned and mirrored in every way there is, as small boards; a click shows one large."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from clevergo.games.grid import Grid
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.base import Clickable, Group, Shown
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size

_GAP, _CAPTION = 10, 18
_MOST = 8
_RIM = 3


@dataclass(frozen=True, eq=False)
class Way:
    """One of them."""

    picture: BoardPicture
    caption: Words
    brief: Words
    """The caption where there is little room."""
    tip: Words
    is_learned: bool
    """Whether it is the one in the batch."""


class WaysGrid(Group):
    """The boards in two rows, or in one where that makes them larger."""

    def __init__(self, art: Callable[[], BoardArt], chosen: Callable[[int], None]) -> None:
        super().__init__()
        self._boards = [_SmallBoard(art, partial(chosen, i), f"lesson.way.{i}") for i in range(_MOST)]
        self._count = _MOST
        self.add(*self._boards)

    def show(self, ways: Sequence[Way], now: int) -> None:
        """Show them; ``now`` is the one that is looked at."""
        for i, board in enumerate(self._boards):
            board.is_visible = i < len(ways)
            if i < len(ways):
                board.show(ways[i], i == now)
        if len(ways) != self._count:
            self._count = len(ways)
            self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        gap, caption = look.px(_GAP), look.px(_CAPTION)

        def side(columns: int) -> int:
            rows = -(-self._count // columns)
            wide, high = (rect.width - (columns - 1) * gap) // columns, (rect.height - (rows - 1) * gap) // rows
            return min(wide, high - caption)

        columns = max(range(1, self._count + 1), key=side)
        edge = max(side(columns), 1)
        left = rect.left + (rect.width - columns * edge - (columns - 1) * gap) // 2
        for i, board in enumerate(self._boards):
            row, column = divmod(i, columns)
            top = rect.top + row * (edge + caption + gap)
            board.place(Rect(left + column * (edge + gap), top, edge, edge + caption), look)


class _SmallBoard(Clickable):
    """A board, and a line below it."""

    is_silent = True
    _way = Shown[Way | None](None)
    _is_now = Shown(False)

    def __init__(self, art: Callable[[], BoardArt], chosen: Callable[[], None], id: str) -> None:
        super().__init__(id)
        self._art = art
        self._chosen = chosen
        self._view: BoardView | None = None
        self._grid: Grid | None = None

    def show(self, way: Way, is_now: bool) -> None:
        self._way, self._is_now = way, is_now
        self.explain(way.tip)
        grid = Grid(*way.picture.board.stones.shape)
        if grid != self._grid:
            self._grid = grid
            self.place_again()

    def said(self, look: Look) -> str:
        return look.say(self._way.caption) if self._way is not None else ""

    def clicked(self) -> None:
        self._chosen()

    def arrange(self, rect: Rect, look: Look) -> None:
        if self._grid is not None:
            self._view = BoardView(self._art())
            self._view.set_rect(Rect(rect.left, rect.top, rect.width, rect.width), self._grid)

    def draw(self, surface: Surface, look: Look) -> None:
        way, view = self._way, self._view
        if way is None or view is None:
            return
        look.shadow(surface, view.rect, 3, 4, 0.7)
        if self._is_now:
            look.rounded(surface, view.rect.inflate(2 * look.px(_RIM), 2 * look.px(_RIM)), 4, look.palette.jade)
        view.draw(surface, way.picture)
        height = look.px(_CAPTION)
        line = Rect(self.rect.left, self.rect.bottom - height, self.rect.width, height)
        color = look.palette.ink if way.is_learned else look.palette.muted
        is_whole = look.width(look.say(way.caption), Size.TINY, way.is_learned) <= line.width
        look.text(surface, way.caption if is_whole else way.brief, line, Size.TINY, color, way.is_learned, Align.CENTER)
        self.draw_focus(surface, look, 4, view.rect)
