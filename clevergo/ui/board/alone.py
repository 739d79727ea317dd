"""A board by itself, for people's own code: as an array of pixels, or in a small window of its own.

Pixels are drawn in memory: no screen is needed, and none that others have opened is touched.
"""

from __future__ import annotations

import enum
import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from pygame import Rect

from clevergo.app.desk.settings import system_language
from clevergo.app.errors import AppError
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.grid import Grid
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.assets import Fonts, window_icon
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import LIGHT, Size
from clevergo.ui.strings import BoardText, Strings

SIDE = 600
"""Pixels along an edge of a picture."""
_WINDOW_SIDE = 660
_MARGIN = 18
_STRIP = 52
"""What is said below the board, in logical units."""
_LOOKS_PER_SECOND = 60


class BoardPainter:
    """Makes pictures of boards; keeps wood and stones from one to the next."""

    def __init__(self, side: int = SIDE) -> None:
        """``side``: pixels along an edge of the picture."""
        pygame.font.init()
        self._side = side
        self._view = BoardView(BoardArt(Fonts(side / SIDE)))

    def pixels(self, state: BoardState, grid: Grid) -> NDArray[np.uint8]:
        """The board as the program draws it: ``uint8[H, W, 3]``, rows from the top."""
        surface = pygame.Surface((self._side, self._side), 0, 32)
        surface.fill(LIGHT.ground)
        self._view.set_rect(surface.get_rect(), grid)
        self._view.draw(surface, BoardPicture(state))
        return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


class Wish(enum.Enum):
    """What somebody asks for that is no point of the board."""

    PASS = "pass"
    RESET = "reset"
    EXIT = "exit"


_KEYS = {
    pygame.K_p: Wish.PASS,
    pygame.K_r: Wish.RESET,
    pygame.K_e: Wish.EXIT,
    pygame.K_ESCAPE: Wish.EXIT,
}


@dataclass(frozen=True, eq=False)
class Seen:
    """What the window shows."""

    state: BoardState
    to_play: Color | None
    """Whose turn it is; None: the game is over."""
    may_pass: bool
    words: Words
    """Said below the board."""
    asks: bool = False
    """Whether a person is asked for a move: what keys do is said only then, as only then they do it."""


class BoardWindow:
    """A window with one board. It is only looked at while :meth:`ask` waits or :meth:`show` is called."""

    def __init__(self, grid: Grid) -> None:
        """Open it.

        Raises:
            AppError: there is no screen, or this process has another window of pygame's.
        """
        if pygame.display.get_init() and pygame.display.get_surface() is not None:
            raise AppError("window_taken")
        self._grid = grid
        try:
            pygame.display.init()
            pygame.font.init()
            self._surface = pygame.display.set_mode((_WINDOW_SIDE, _WINDOW_SIDE + _STRIP), pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise AppError("no_window", cause=str(error)) from error
        fonts = Fonts()
        self._look = Look(LIGHT, fonts, Strings(system_language()), 1.0)
        self._view = BoardView(BoardArt(fonts))
        pygame.display.set_caption("CleverGo")
        pygame.display.set_icon(window_icon(fonts))
        self._seen: Seen | None = None
        self._hover: tuple[int, int] | None = None
        self.is_open = True
        """Until the window is closed."""

    def show(self, seen: Seen) -> None:
        """Draw the board now; a window that somebody has closed, or left with E, stays closed.

        Other keys and clicks since the last look are dropped: a move is made by who was asked for it.
        """
        if not self.is_open:
            return
        self._seen, self._hover = seen, None
        for event in pygame.event.get():
            is_left = event.type == pygame.KEYDOWN and _KEYS.get(event.key) is Wish.EXIT
            if is_left or event.type == pygame.QUIT:
                self.close()
                return
        self._draw()

    def ask(self) -> int | Wish:
        """Wait until a person has clicked a point, whose action is returned, or wishes for something else."""
        clock = pygame.time.Clock()
        while self.is_open:
            for event in pygame.event.get():
                answer = self._answer_to(event)
                if answer is not None:
                    return answer
            clock.tick(_LOOKS_PER_SECOND)
        return Wish.EXIT

    def _answer_to(self, event: pygame.event.Event) -> int | Wish | None:
        if event.type == pygame.QUIT:
            return Wish.EXIT
        if event.type == pygame.KEYDOWN:
            return _KEYS.get(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._view.point_at(event.pos)
        if event.type == pygame.MOUSEMOTION:
            self._point_at(event.pos)
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWEXPOSED, pygame.WINDOWLEAVE):
            self._hover = None
            self._draw()
        return None

    def _point_at(self, pos: tuple[int, int]) -> None:
        """A pale stone where a click would put one."""
        assert self._seen is not None
        point, mover = self._view.point_at(pos), self._seen.to_play
        is_free = point is not None and not self._seen.state.stones.flat[point]
        hover = (point, int(mover)) if point is not None and is_free and mover is not None else None
        if hover != self._hover:
            self._hover = hover
            self._draw()

    def _draw(self) -> None:
        if self._seen is None:
            return
        surface, look = pygame.display.get_surface(), self._look
        width, height = surface.get_size()
        surface.fill(look.palette.ground)
        board = Rect(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - _STRIP - _MARGIN)
        self._view.set_rect(board, self._grid)
        self._view.draw(surface, BoardPicture(self._seen.state, self._hover))
        strip = Rect(board.left, board.bottom, board.width, _STRIP)
        half = strip.width // 2
        look.text(surface, self._seen.words, Rect(strip.left, strip.top, half, _STRIP), Size.BODY, bold=True)
        if self._seen.asks:
            keys = BoardText.KEYS if self._seen.may_pass else BoardText.KEYS_WITHOUT_PASS
            right = Rect(strip.left + half, strip.top, strip.width - half, _STRIP)
            look.text(surface, keys, right, Size.SMALL, look.palette.muted, align=Align.RIGHT)
        pygame.display.flip()

    def close(self) -> None:
        """Take the window away."""
        if self.is_open:
            self.is_open = False
            pygame.display.quit()
