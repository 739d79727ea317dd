"""The moves of the game as a list: numbers, points, and every variation beside the move it could have been."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.app.match.messages import LineMove, MatchSnapshot
from clevergo.games.color import Color
from clevergo.games.grid import Grid, square
from clevergo.ui.kit.base import Cursor, Group, Mark, Widget
from clevergo.ui.kit.label import Paragraph, Reading
from clevergo.ui.kit.layout import cut_left, inset
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import BUTTON_RADIUS, Size, mix
from clevergo.ui.scenes.play.words import point_name
from clevergo.ui.strings import PlayText

_CELL, _ROW = 82, 30


@dataclass(frozen=True)
class MoveCell:
    """Something of the list one can go to."""

    node: int
    ply: int
    action: int
    color: Color
    is_other: bool = False
    """Whether it is another way to play that ply."""
    is_main: bool = True
    has_comment: bool = False


def cells_of(line: tuple[LineMove, ...]) -> list[MoveCell]:
    """Every move of the line, each followed by what was tried instead."""
    cells = []
    for ply, move in enumerate(line, 1):
        cells.append(MoveCell(move.node, ply, move.action, move.color, False, move.is_main, move.has_comment))
        cells += [MoveCell(node, ply, action, move.color, True) for node, action in move.others]
    return cells


class MoveList(Widget):
    """Cells side by side, row after row; the one looked at stays in view."""

    cursor = Cursor.HAND

    def __init__(self, chosen: Callable[[int], None], id: str = "play.moves") -> None:
        super().__init__("", PlayText.TIP_TAB_MOVES)
        self._chosen = chosen
        self._list_id = id
        self._line: tuple[LineMove, ...] = ()
        self._cells: list[MoveCell] = []
        self._now = 0
        self._live = 0
        self._grid: Grid = square(9)
        self._top = 0
        """Rows scrolled."""
        self._under: int | None = None
        self._columns = 1
        self._height = 1

    def show(self, match: MatchSnapshot) -> None:
        """Show the line of the position looked at."""
        grid = match.setup.rules.grid
        before = (self._now, self._line, self._live, self._grid)
        if (match.shown.node, match.line.moves, match.live.ply, grid) == before:
            return
        if match.line.moves != self._line:
            self._line = match.line.moves
            self._cells = cells_of(match.line.moves)
            self._under = None
        self._now, self._live, self._grid = match.shown.node, match.live.ply, grid
        self._reveal()
        self.invalidate()

    def place(self, rect: Rect, look: Look) -> None:
        self._height = look.px(_ROW)
        self._columns = max(rect.width // look.px(_CELL), 1)
        super().place(Rect(rect.left, rect.top, rect.width, max(rect.height // self._height, 1) * self._height), look)
        self._reveal()

    def marks(self, look: Look) -> list[Mark]:
        shown = ((i, cell) for i, cell in enumerate(self._cells) if self.rect.contains(self._rect_of(i)))
        return [
            Mark(f"{self._list_id}.{cell.node}", self._name(look, cell), self._rect_of(i), True) for i, cell in shown
        ]

    def hover(self, pos: tuple[int, int]) -> None:
        under = self._index_at(pos)
        if under != self._under:
            self._under = under
            self.invalidate()

    def hover_changed(self) -> None:
        self._under = None
        self.invalidate()

    def press(self, pos: tuple[int, int]) -> bool:
        index = self._index_at(pos)
        if index is not None:
            self._chosen(self._cells[index].node)
        return True

    def wheel(self, steps: int) -> bool:
        self._scroll(self._top - steps)
        return True

    def draw(self, surface: Surface, look: Look) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        first = self._top * self._columns
        for index in range(first, min(first + self._rows_shown() * self._columns, len(self._cells))):
            self._draw_cell(surface, look, index)
        self.draw_thumb(surface, look, self._top, self._rows_shown(), self._rows())
        surface.set_clip(clip)

    def _draw_cell(self, surface: Surface, look: Look, index: int) -> None:
        palette, cell = look.palette, self._cells[index]
        rect = inset(self._rect_of(index), look.px(2))
        is_now = cell.node == self._now
        if is_now:
            look.rounded(surface, rect, BUTTON_RADIUS - 3, palette.jade)
        elif index == self._under:
            look.rounded(surface, rect, BUTTON_RADIUS - 3, palette.sunken)
        if cell.is_other and not is_now:
            look.rounded(surface, inset(rect, look.px(1)), BUTTON_RADIUS - 4, None, palette.line)
        muted = mix(palette.jade, palette.on_jade, 0.85) if is_now else palette.muted
        number, rest = cut_left(inset(rect, look.px(4), 0), look.px(26), look.px(4))
        if cell.is_other:
            # The same ply once more: a word instead of the number, or it would look like the next move.
            look.text(surface, PlayText.OR_MOVE, number, Size.TINY, muted, False, Align.RIGHT)
        else:
            look.text(surface, str(cell.ply), number, Size.TINY, muted, False, Align.RIGHT)
        ink = palette.on_jade if is_now else palette.muted if self._is_pale(cell) else palette.ink
        look.text(surface, self._name(look, cell), rest, Size.SMALL, ink, is_now)
        if cell.has_comment:
            dot = palette.on_jade if is_now else palette.gold
            look.disc(surface, (rect.right - look.px(7), rect.top + look.px(7)), look.px(2.5), dot)

    def _is_pale(self, cell: MoveCell) -> bool:
        """What was taken back, and other ways to play."""
        return cell.is_other or cell.ply > self._live

    def _name(self, look: Look, cell: MoveCell) -> str:
        return point_name(look.strings, self._grid, cell.action)

    def _rows(self) -> int:
        return -(-len(self._cells) // self._columns)

    def _rows_shown(self) -> int:
        return max(self.rect.height // max(self._height, 1), 1)

    def _end(self) -> int:
        return max(self._rows() - self._rows_shown(), 0)

    def _scroll(self, top: int) -> None:
        top = max(0, min(top, self._end()))
        if top != self._top:
            self._top = top
            self._under = None
            self.invalidate()

    def _reveal(self) -> None:
        """Scroll so that the position looked at can be seen; at the start, to the top."""
        index = next((i for i, cell in enumerate(self._cells) if cell.node == self._now), 0)
        row = index // self._columns
        self._scroll(min(max(self._top, row - self._rows_shown() + 1), row))

    def _rect_of(self, index: int) -> Rect:
        row, column = divmod(index, self._columns)
        width = self.rect.width // self._columns
        top = self.rect.top + (row - self._top) * self._height
        return Rect(self.rect.left + column * width, top, width, self._height)

    def _index_at(self, pos: tuple[int, int]) -> int | None:
        if not self.rect.collidepoint(pos):
            return None
        column = min((pos[0] - self.rect.left) * self._columns // max(self.rect.width, 1), self._columns - 1)
        row = (pos[1] - self.rect.top) // self._height + self._top
        index = row * self._columns + column
        return index if 0 <= index < len(self._cells) else None


class MovesPanel(Group):
    """The list, and below it what the record says of the position."""

    def __init__(self, chosen: Callable[[int], None]) -> None:
        super().__init__()
        self._list = MoveList(chosen)
        self._empty = Paragraph(PlayText.NO_MOVES, Size.SMALL, color="muted")
        self._comment = Reading()
        self.add(self._list, self._empty, self._comment)

    def show(self, match: MatchSnapshot) -> None:
        """Show the line of the position looked at, and its comment."""
        self._list.is_visible = bool(match.line.moves)
        self._empty.is_visible = not match.line.moves
        is_new = self._comment.words != match.shown.comment
        if is_new:
            self._comment.tell(match.shown.comment)
            self.place_again()
        self._list.show(match)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = rect
        if self._comment.words:
            # At most half of the room, in whole lines.
            most = max(rect.height // 2 // look.line_height(Size.SMALL), 1) * look.line_height(Size.SMALL)
            height = min(self._comment.needed_height(look, rect.width), most)
            rest = self._comment.place_bottom(rect, look, height, look.px(6))
        self._list.place(rest, look)
        self._empty.place(rest, look)
