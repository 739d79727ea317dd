"""Boards between paragraphs: each shows a diagram and can be played on."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from clevergo.app.course.diagrams import Diagram, DiagramGame
from clevergo.problem import Problem
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import Group, cut_left, cut_right, cut_top
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Paragraph
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.prose.sheet import Embedded
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.words import color_name, refusal_words
from clevergo.ui.scenes.shared.board_pane import BoardPane
from clevergo.ui.scenes.shared.stone import draw_stone
from clevergo.ui.shell.audio import Sound
from clevergo.ui.shell.scene import BoardMark, Services
from clevergo.ui.strings import LearnText, kindly

_SIDES = {1: 340, 2: 300, 3: 268}
"""Logical units of a board, by how many lie side by side."""
_LEAST = 190
"""So small a board may be before one lies below the other."""
_GAP = 22
_UNDER, _BUTTON, _STONE = 6, 28, 18


class PlayableBoard(Group):
    """A diagram, what it shows, and below it what can be done with it."""

    def __init__(self, services: Services, diagram: Diagram, said: str, id: str) -> None:
        super().__init__()
        self._services = services
        self.game = DiagramGame(diagram)
        self.pane = BoardPane(self._click, has_cursor=True)
        self._said = Paragraph(said, Size.BODY, align=Align.CENTER)
        quiet, small = ButtonKind.QUIET, Size.SMALL
        self._back = Button("", lambda: self._step(-1), quiet, Icon.LEFT, small, id=f"{id}.back")
        self._on = Button("", lambda: self._step(1), quiet, Icon.RIGHT, small, id=f"{id}.on")
        self._anew = Button(LearnText.ANEW, self._begin_anew, quiet, Icon.RESTART, small, id=f"{id}.anew")
        self._back.tip, self._on.tip, self._anew.tip = LearnText.TIP_BACK, LearnText.TIP_ON, LearnText.TIP_ANEW
        self._turn = Rect(0, 0, 0, 0)
        self._kept: int | None = None
        """A move made before the rules were loaded."""
        self.add(self.pane, self._said, self._back, self._on, self._anew)
        self._show()

    def height_for(self, look: Look, side: int) -> int:
        """Pixels with a board of that side."""
        words = self._said.needed_height(look, side) if self._said.words else 0
        return side + look.px(_UNDER) + words + look.px(_BUTTON)

    def arrange(self, rect: Rect, look: Look) -> None:
        board, rest = cut_top(rect, rect.width, look.px(_UNDER))
        self.pane.place(board, look)
        rest, row = cut_top(rest, rest.height - look.px(_BUTTON))
        self._said.place(rest, look)
        side = look.px(_BUTTON)
        words = max(look.width(look.say(self._turn_words()), Size.SMALL) + look.px(26), look.px(64))
        self._turn, row = cut_left(row, words)
        row, on = cut_right(row, side, look.px(2))
        row, back = cut_right(row, side, look.px(4))
        self._on.place(on, look)
        self._back.place(back, look)
        self._anew.place_left(row, look, min(self._anew.needed_width(look), row.width))
        self._show()

    def shift(self, x: int, y: int) -> None:
        super().shift(x, y)
        self._turn.move_ip(x, y)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        """Whose turn it is: a small stone."""
        if not self._turn.width:
            return
        stone, words = cut_left(self._turn, look.px(_STONE), look.px(4))
        draw_stone(self, surface, self.game.to_play, stone, 0.78)
        look.text(surface, self._turn_words(), words, Size.SMALL, look.palette.muted)

    def _turn_words(self) -> Words:
        return LearnText.TO_PLAY(color=lambda strings: color_name(strings, self.game.to_play))

    def _show(self) -> None:
        game = self.game
        coordinates = self._services.preferences.now.coordinates
        self.pane.show(BoardPicture(game.board, numbers=game.numbers, coordinates=coordinates), int(game.to_play))
        self._anew.is_visible = not game.is_at_beginning
        self._back.is_visible = self._on.is_visible = game.has_moves
        self._back.is_enabled, self._on.is_enabled = game.can_go_back, game.can_go_on
        self.invalidate()

    def _may_move(self) -> bool:
        """Whether positions can be made; for a moment after a start they cannot."""
        return self._services.match.rules_are_loaded

    def _click(self, action: int) -> None:
        if not self._may_move():
            self.pane.refuse(action, kindly(Problem("rules_loading")))
            self._kept = action
            self.animate()
            return
        stones = int((self.game.board.stones != 0).sum())
        refusal = self.game.play(action)
        if refusal is not None:
            self.pane.refuse(action, refusal_words(refusal))
            self._services.audio.play(Sound.REFUSED)
            return
        board = self.game.board
        is_capture = int((board.stones != 0).sum()) <= stones
        self._services.audio.play(Sound.WIN if board.struck else Sound.CAPTURE if is_capture else Sound.STONE)
        self._show()

    def update(self, dt: float) -> bool:
        """A move made before the rules were loaded is played as soon as they are."""
        if self._kept is None or not self._may_move():
            return self._kept is not None
        action, self._kept = self._kept, None
        self.pane.forgive()
        self._click(action)
        return False

    def _step(self, moves: int) -> None:
        if self._may_move():
            self.game.step(moves)
            self._show()

    def _begin_anew(self) -> None:
        self.pane.forgive()
        self._kept = None
        self.game.begin_anew()
        self._show()


class BoardsRow(Embedded):
    """Boards side by side, one below the other where there is no room for that."""

    def __init__(self, services: Services, boards: Sequence[tuple[str, Diagram, str]]) -> None:
        """``boards``: a name, what it shows, and what is said of it."""
        super().__init__()
        self.boards = [PlayableBoard(services, diagram, said, f"learn.board.{name}") for name, diagram, said in boards]
        self.add(*self.boards)

    def wanted_width(self, look: Look) -> int:
        count = len(self.boards)
        beside = min(count, max(_SIDES))
        return beside * look.px(_SIDES[beside]) + (beside - 1) * look.px(_GAP)

    def height_for(self, look: Look, width: int) -> int:
        side, beside = self._cut(look, width)
        rows = [self.boards[i : i + beside] for i in range(0, len(self.boards), beside)]
        return sum(self._row_height(look, row, side) for row in rows) + (len(rows) - 1) * look.px(_GAP)

    def prepare(self, look: Look, width: int) -> bool:
        """Draw one of the boards."""
        side, _ = self._cut(look, width)
        fresh = next((board for board in self.boards if board.rect.width != side), None)
        if fresh is not None:
            fresh.place(Rect(0, 0, side, fresh.height_for(look, side)), look)
        return fresh is not None

    def _cut(self, look: Look, width: int) -> tuple[int, int]:
        """A board's side and how many lie side by side."""
        gap = look.px(_GAP)
        for beside in range(min(len(self.boards), max(_SIDES)), 0, -1):
            side = (width - (beside - 1) * gap) // beside
            if side >= look.px(_LEAST) or beside == 1:
                return min(side, look.px(_SIDES[beside])), beside
        raise AssertionError("there is a board")

    @staticmethod
    def _row_height(look: Look, row: Sequence[PlayableBoard], side: int) -> int:
        return max(board.height_for(look, side) for board in row)

    def arrange(self, rect: Rect, look: Look) -> None:
        side, beside = self._cut(look, rect.width)
        gap, y = look.px(_GAP), rect.top
        for first in range(0, len(self.boards), beside):
            row = self.boards[first : first + beside]
            height = self._row_height(look, row, side)
            x = rect.left + (rect.width - len(row) * side - (len(row) - 1) * gap) // 2
            for board in row:
                board.place(Rect(x, y, side, height), look)
                x += side + gap
            y += height + gap

    def board_mark(self) -> BoardMark | None:
        """Where its first board is."""
        return self.boards[0].pane.mark()
