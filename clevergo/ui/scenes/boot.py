"""What is shown while the app is being loaded: the play scene's board, and a word in the column."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.app.match.messages import BoardState
from clevergo.games.grid import Grid
from clevergo.problem import Problem
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.shared.frame import cut_frame
from clevergo.ui.shell.scene import Page
from clevergo.ui.strings import Text, kindly


class BootScene(Page):
    """An empty board of the size played last. Becomes a message where the app cannot be loaded."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid
        self._view: BoardView | None = None
        self._panel = Panel()
        self._label = Label(Text.STARTING, align=Align.CENTER, color="muted")
        self._title = Label(Text.CANNOT_START, Size.HEADING, bold=True, color="accent_text")
        self._reason = Paragraph("", color="ink")
        self._title.is_visible = self._reason.is_visible = False
        self.add(self._panel)
        self._panel.add(self._label, self._title, self._reason)

    def fail(self, reason: Problem) -> None:
        """Say why the app cannot be loaded."""
        self._reason.words = kindly(reason)
        self._label.is_visible = False
        self._title.is_visible = self._reason.is_visible = True

    def arrange(self, rect: Rect, look: Look) -> None:
        board, column = cut_frame(rect, look)
        self._view = BoardView(self.stage.art)
        self._view.set_rect(board, self._grid)
        self._panel.place(column, look)
        self._label.place(column, look)
        rest = self._title.place_top(self._panel.inner(look, 24, 24), look, look.px(30), look.px(10))
        self._reason.place(rest, look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        if self._view is not None:
            look.shadow(surface, self._view.rect, 8, 12)
            self._view.draw(surface, BoardPicture(BoardState.empty(self._grid)))
