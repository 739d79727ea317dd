"""A board to look at: a position of a game or a set piece, where nothing can be clicked."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.app.match.messages import BoardState
from clevergo.games.grid import Grid
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.look import Look, Words


class ShownBoard(Widget):
    """Fills its rectangle with the position that was shown last; empty before."""

    def __init__(
        self,
        art: Callable[[], BoardArt],
        id: str,
        tip: Words = "",
        has_coordinates: bool = False,
        has_shadow: bool = False,
    ) -> None:
        """``has_coordinates``: they stand beside it where there is room; ``has_shadow``: it lies on the page."""
        super().__init__(id, tip)
        self._art = art
        self._has_coordinates, self._has_shadow = has_coordinates, has_shadow
        self._view: BoardView | None = None
        self._board: BoardState | None = None

    def show(self, board: BoardState) -> None:
        """Show another position, also of a larger or smaller board."""
        if self._board is None or self._board.stones.shape != board.stones.shape:
            self._view = None
        self._board = board
        self.invalidate()

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        self._view = None

    def draw(self, surface: Surface, look: Look) -> None:
        if self._board is None:
            return
        if self._view is None:
            self._view = BoardView(self._art())
            self._view.set_rect(self.rect, Grid(*self._board.stones.shape))
        if self._has_shadow:
            look.shadow(surface, self._view.rect, 4, 7, 0.9)
        self._view.draw(surface, BoardPicture(self._board, coordinates=self._has_coordinates))
