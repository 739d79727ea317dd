"""The wall: the games a dog plays against itself right now, one, four, nine or sixteen boards."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from pygame import Rect, Surface

from clevergo.app.kennel.messages import LiveBoard
from clevergo.app.match.messages import BoardState
from clevergo.games.grid import Grid, square
from clevergo.ui.board.art import BLACK, WHITE, BoardArt
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.base import Cursor, Widget
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import PANEL_RADIUS, Size
from clevergo.ui.strings import TrainText

COUNTS = (0, 1, 4, 9, 16)
"""How many boards one can choose; 0 draws none."""
_GAP = 12
_A_FRAME = 3
"""Boards drawn anew in one frame."""


class Wall(Widget):
    """Boards in a square; a click on one shows it large, another click shows all again."""

    cursor = Cursor.HAND

    def __init__(self, art: Callable[[], BoardArt], enlarged: Callable[[], None], id: str) -> None:
        """``art`` is asked for at each new layout; ``enlarged`` hears that a board was made large or small again."""
        super().__init__(id)
        self._art = art
        self._enlarged = enlarged
        self.count = 9
        """How many boards there is room for; one of ``COUNTS``."""
        self.large: int | None = None
        """Which of the boards is shown alone."""
        self._latest = self._boards = _filled(())
        """The games as they are and as they are drawn, with empty boards up to the most there is room for."""
        self.has_boards = False
        """Whether there are games to show: a dog that does not play has no empty boards on its wall."""
        self._empty_words: Words = ""
        self._next = 0
        self._views: list[BoardView] = []
        self._grids: list[Grid | None] = []

    def set_count(self, count: int, look: Look) -> None:
        """Show another number of boards."""
        self.large = None
        if count != self.count:
            self.count = count
            self.place(self.rect, look)

    def show(self, boards: tuple[LiveBoard, ...], empty: Words = "") -> None:
        """Show these games; :meth:`catch_up` brings them onto the wall, a few boards at a time.

        ``empty`` is said in the boards' place where there are none.
        """
        if bool(boards) != self.has_boards or empty != self._empty_words:
            self.invalidate()
        self._latest, self._empty_words, self.has_boards = _filled(boards), empty, bool(boards)
        if not boards:
            self._boards = self._latest
            if self.large is not None and self.root is not None:
                self.set_count(self.count, self.root.look)
                self.place(self.rect, self.root.look)

    def catch_up(self, most: int = _A_FRAME) -> bool:
        """Draw at most so many boards anew, those that changed; whether more are waiting.

        A frame stays short that way, and the boards do not all move at the same instant.
        """
        if self._boards is self._latest:
            return False
        count = len(self._views)
        if count == 0:
            return False
        for step in range(count):
            slot = (self._next + step) % count
            index = self._index(slot)
            old, new = self._boards[index], self._latest[index]
            if old is new or (old.ply == new.ply and np.array_equal(old.board.stones, new.board.stones)):
                continue
            if most == 0:
                self._next = slot
                return True
            most -= 1
            self._boards[index] = new
            self._fit(slot, new)
            self.invalidate(self._views[slot].rect)
        self._boards = self._latest
        return False

    def _index(self, slot: int) -> int:
        return slot if self.large is None else self.large

    def board(self, slot: int) -> LiveBoard:
        """The game shown at a place of the wall."""
        return self._boards[self._index(slot)]

    def arrange(self, rect: Rect, look: Look) -> None:
        self._boards = self._latest
        count = 1 if self.large is not None else self.count
        across = max(math.isqrt(count), 1)
        gap = look.px(_GAP)
        side = (min(rect.width, rect.height) - (across - 1) * gap) // across
        self._slots = [
            Rect(rect.left + column * (side + gap), rect.top + row * (side + gap), side, side)
            for row in range(across)
            for column in range(across)
        ][:count]
        art = self._art()
        self._views = [BoardView(art, slot + (self.large or 0)) for slot in range(count)]
        self._grids = [None] * count
        for slot in range(count):
            self._fit(slot, self.board(slot))

    def _fit(self, slot: int, board: LiveBoard) -> None:
        grid = Grid(*board.board.stones.shape)
        if grid != self._grids[slot]:
            self._grids[slot] = grid
            self._views[slot].set_rect(self._slots[slot], grid)

    def draw(self, surface: Surface, look: Look) -> None:
        if self.count == 0 or not self.has_boards:
            self._draw_put_away(surface, look, self._empty_words if self.count else TrainText.WALL_PUT_AWAY)
            return
        clip = surface.get_clip()
        for slot, view in enumerate(self._views):
            if not view.rect.inflate(look.px(24), look.px(24)).colliderect(clip):
                continue
            look.shadow(surface, view.rect, 4, 7, 0.9)
            board = self.board(slot)
            view.draw(surface, BoardPicture(board.board, coordinates=self.large is not None))

    def _draw_put_away(self, surface: Surface, look: Look, words: Words) -> None:
        """Where boards were or will be: a quiet field with two stones and a word on it."""
        look.rounded(surface, self.rect, PANEL_RADIUS, look.palette.sunken, look.palette.line)
        art, size = self._art(), look.px(64)
        middle = Rect(self.rect.left, self.rect.centery - look.px(50), self.rect.width, look.px(100))
        for color, shift in ((BLACK, -size * 3 // 8), (WHITE, size * 3 // 8)):
            for piece in (art.shadow(size), art.stone(color, size, 5)):
                surface.blit(piece, piece.get_rect(center=(middle.centerx + shift, middle.top + size // 2)))
        line = Rect(middle.left, middle.bottom - look.px(24), middle.width, look.px(24))
        look.text(surface, words, line, Size.BODY, look.palette.muted, align=Align.CENTER)

    def press(self, pos: tuple[int, int]) -> bool:
        return self.has_boards and any(slot.collidepoint(pos) for slot in self._slots)

    def release(self, pos: tuple[int, int]) -> None:
        hit = next((index for index, slot in enumerate(self._slots) if slot.collidepoint(pos)), None)
        root = self.root
        if hit is None or root is None or self.count <= 1:
            return
        self.large = hit if self.large is None else None
        self.place(self.rect, root.look)
        self._enlarged()


def _filled(boards: tuple[LiveBoard, ...]) -> list[LiveBoard]:
    """Where fewer games are played than there is room for, boards like theirs."""
    grid = Grid(*boards[0].board.stones.shape) if boards else square(9)
    return [*boards, *[LiveBoard(BoardState.empty(grid), 0)] * (COUNTS[-1] - len(boards))]


def fitting_count(side: float) -> int:
    """How many boards look good on a square wall of that many logical units: nine, fewer where it is small."""
    return 9 if side >= 420 else 4
