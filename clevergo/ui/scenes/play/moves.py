"""The moves of the game as a list: numbers, points, and every variation beside the move it could have been."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.app.match.messages import LineMove, MatchSnapshot
from clevergo.games.grid import Grid, square
from clevergo.ui.kit.base import Cursor, Group, Mark, cut_left, inset
from clevergo.ui.kit.label import Paragraph, Reading
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
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
    is_other: bool = False
    """Whether it is another way to play that ply."""
    has_comment: bool = False


class MoveList(ListView[MoveCell]):
    """Every move of the line, each followed by what was tried instead; the one looked at stays in view."""

    cursor = Cursor.HAND

    def __init__(self, looked_at: Callable[[int], None]) -> None:
        super().__init__(self._draw_cell, _ROW, tip=PlayText.TIP_TAB_MOVES)
        self._looked_at = looked_at
        self._line: tuple[LineMove, ...] = ()
        self._now = 0
        self._live = 0
        self._grid: Grid = square(9)

    def show(self, match: MatchSnapshot) -> None:
        """Show the line of the position looked at."""
        now = (match.shown.node, match.live.ply, match.setup.rules.grid)
        if match.line.moves != self._line:
            self._line, cells = match.line.moves, []
            for ply, move in enumerate(self._line, 1):
                cells.append(MoveCell(move.node, ply, move.action, has_comment=move.has_comment))
                cells += [MoveCell(node, ply, action, is_other=True) for node, action in move.others]
            self.rows = cells
            self._point(None)
        elif now == (self._now, self._live, self._grid):
            return
        self._now, self._live, self._grid = now
        self._reveal_now()

    def _reveal_now(self) -> None:
        """Scroll so that the position looked at can be seen; at the start, to the top."""
        self._reveal(next((i for i, cell in enumerate(self.rows) if cell.node == self._now), 0))

    def place(self, rect: Rect, look: Look) -> None:
        self._columns = max(rect.width // look.px(_CELL), 1)
        super().place(rect, look)
        self._reveal_now()

    def marks(self, look: Look) -> list[Mark]:
        seen = ((i, self.rows[i]) for i in self._in_view())
        return [Mark(f"play.moves.{cell.node}", self._name(look, cell), self._row_rect(i), True) for i, cell in seen]

    def press(self, pos: tuple[int, int]) -> bool:
        index = self._index_at(pos)
        if index is not None:
            self._looked_at(self.rows[index].node)
        return True

    def wheel(self, steps: int) -> bool:
        before = self._top
        super().wheel(steps)
        if self._top != before:
            self._point(None)
        return True

    def _draw_cell(self, surface: Surface, look: Look, rect: Rect, cell: MoveCell) -> None:
        palette, rect = look.palette, inset(rect, look.px(2))
        is_now = cell.node == self._now
        if is_now:
            look.rounded(surface, rect, BUTTON_RADIUS - 3, palette.jade)
        elif self._under is not None and cell is self.rows[self._under]:
            look.rounded(surface, rect, BUTTON_RADIUS - 3, palette.sunken)
        if cell.is_other and not is_now:
            look.rounded(surface, inset(rect, look.px(1)), BUTTON_RADIUS - 4, None, palette.line)
        muted = mix(palette.jade, palette.on_jade, 0.85) if is_now else palette.muted
        number, rest = cut_left(inset(rect, look.px(4), 0), look.px(26), look.px(4))
        # The same ply once more: a word instead of the number, or it would look like the next move.
        said: Words = PlayText.OR_MOVE if cell.is_other else str(cell.ply)
        look.text(surface, said, number, Size.TINY, muted, False, Align.RIGHT)
        is_pale = cell.is_other or cell.ply > self._live  # other ways to play, and what was taken back
        ink = palette.on_jade if is_now else palette.muted if is_pale else palette.ink
        look.text(surface, self._name(look, cell), rest, Size.SMALL, ink, is_now)
        if cell.has_comment:
            dot = palette.on_jade if is_now else palette.gold
            look.disc(surface, (rect.right - look.px(7), rect.top + look.px(7)), look.px(2.5), dot)

    def _name(self, look: Look, cell: MoveCell) -> str:
        return point_name(look.strings, self._grid, cell.action)


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
        if self._comment.words != match.shown.comment:
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
