"""The board of a scene as a widget: what is on it, the stone under the pointer, and why a click was refused.

Where a person may place stones, Tab stops at it: the arrows then move a cursor, and Enter or Space is a click there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.match.messages import BoardState
from clevergo.games.grid import Grid, square
from clevergo.ui.board.motion import BoardMotion
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.base import Cursor, Group, Widget
from clevergo.ui.kit.look import DrawnText, Look, Words
from clevergo.ui.shell.scene import BoardMark

_REFUSAL_SECONDS = 2.4
_SIGNS = ".XO"
_ARROWS = {pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1), pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0)}
"""Rows and columns."""
_RUNS_AFTER, _RUNS_EVERY = 0.35, 0.08
"""Seconds an arrow is held until the cursor runs, and from one point to the next."""


class BoardPane(Widget):
    """A board one can click. It asks nobody whether a move is legal: ``clicked`` does."""

    is_silent = True
    is_focused_by_press = False  # the arrows of whoever uses the mouse go on walking through the game
    is_left_by_escape = True

    def __init__(
        self, clicked: Callable[[int], None], turned: Callable[[int], None] | None = None, has_cursor: bool = False
    ) -> None:
        """``turned`` hears of the wheel: steps back are negative; ``has_cursor``: it can be used by keys."""
        super().__init__("")
        self.can_focus = has_cursor
        self._cursor: int | None = None
        """Where the keyboard is, or was last on a board of this size."""
        self._held: int | None = None
        """The arrow that is held down."""
        self._runs_in = 0.0
        self._clicked = clicked
        self._turned = turned
        self.pointed: Callable[[int | None], None] | None = None
        """Told what is aimed at, by the pointer or by keys."""
        self.entered: Callable[[], None] | None = None
        """Told when the keyboard comes here."""
        self._view: BoardView | None = None
        self._drawn_for: tuple[object, ...] = ()
        """What the view was made for: elsewhere in the window it draws nothing anew."""
        self.shown = BoardPicture(BoardState.empty(square(9)))
        """What the scene wants on it; the pane adds pointer, keyboard, refusals and stones on their way."""
        self._hover_color: int | None = None
        self.say_why: Callable[[str], Words] | None = None
        """Words for why a point is barred, said where somebody aims at it."""
        self._under: int | None = None
        """What is aimed at: the point under the pointer, or the cursor's where a key was used last."""
        self._pressed: int | None = None
        self._refusal: tuple[int, Words] | None = None
        self._left = 0.0
        self._motion = BoardMotion()

    @property
    def grid(self) -> Grid:
        """The board's points."""
        return Grid(*self.shown.board.stones.shape)

    def show(self, picture: BoardPicture, hover_color: int | None = None) -> None:
        """Put something else on the board; only what changed is drawn again.

        ``hover_color`` is the color (1, 2) of the stone a click would place; None where a click places none.
        """
        earlier, self.shown, self._hover_color = self.shown, picture, hover_color
        before, shown = earlier.board, picture.board
        if before.stones.shape != shown.stones.shape:
            self._under = self._refusal = self._cursor = None
            if self.has_focus:
                self._under = self._cursor = self._first_cursor(shown)
            self._motion.stop()
            self.place_again()
            return
        if self._view is None:
            return
        if before.stones is not shown.stones and not np.array_equal(before.stones, shown.stones):
            self._set_in_motion(before.stones, shown.stones)
        if _same_but_stones(earlier, picture):
            changed = set(np.flatnonzero(before.stones != shown.stones).tolist())
            changed |= {move for move in (before.last_move, shown.last_move) if move is not None}
            for action in changed if before.last_move != shown.last_move or changed else ():
                if action < shown.stones.size:
                    self.invalidate(self._view.region(action))
            self._invalidate_point(self._under)
            self._invalidate_point(self.cursor_at)
        else:
            self.invalidate()

    def _set_in_motion(self, before: NDArray[np.int8], after: NDArray[np.int8]) -> None:
        for action in self._motion.actions:
            self._invalidate_point(action)
        self._motion.begin(before, after)
        if self._motion.stones:
            self.animate()

    def refuse(self, action: int, words: Words) -> None:
        """Say at a point why it cannot be played."""
        self._refusal = (action, words)
        self._left = _REFUSAL_SECONDS
        self.invalidate()
        self.animate()

    def forgive(self) -> None:
        """Take the refusal away."""
        if self._refusal is not None:
            self._refusal = None
            self.invalidate()

    def mark(self) -> BoardMark | None:
        """Where the board is."""
        if self._view is None:
            return None
        rows = tuple("".join(_SIGNS[int(stone)] for stone in row) for row in self.shown.board.stones)
        return BoardMark(self.grid.columns, self._view.center(0), self._view.step, rows, self.cursor_at)

    # --- by keys ---

    @property
    def cursor_at(self) -> int | None:
        """The point the keyboard is at; None while it is elsewhere."""
        return self._cursor if self.has_focus else None

    def focus_changed(self) -> None:
        if self.has_focus:
            self._cursor = self._first_cursor(self.shown.board)
            if self.entered is not None:
                self.entered()
        self._held = None
        self._invalidate_point(self._cursor)
        self._invalidate_point(self._under)
        self._point_at(self.cursor_at)

    def _first_cursor(self, shown: BoardState) -> int:
        """The last move, else where the cursor was, else the middle."""
        if shown.last_move is not None and shown.last_move < shown.stones.size:
            return shown.last_move
        return self._cursor if self._cursor is not None else shown.stones.size // 2

    def key(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN or self._cursor is None:
            return False
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        if event.key in _ARROWS:
            self._move_cursor(*_ARROWS[event.key])
            self._held, self._runs_in = event.key, _RUNS_AFTER
            self.animate()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.forgive()
            self._clicked(self._cursor)
        elif event.key == pygame.K_ESCAPE and self.root is not None:
            self.root.set_focus(None)
        else:
            return False
        return True

    def _run(self, dt: float) -> None:
        """Go on while an arrow is held. SDL's own repetition would outrun a slow frame, and place stones twice."""
        if self._held is None or not pygame.key.get_pressed()[self._held]:
            self._held = None
            return
        self._runs_in -= dt
        if self._runs_in <= 0:
            self._runs_in = _RUNS_EVERY
            self._move_cursor(*_ARROWS[self._held])

    def _move_cursor(self, rows: int, columns: int) -> None:
        assert self._cursor is not None
        grid = self.grid
        row, column = divmod(self._cursor, grid.columns)
        row, column = min(max(row + rows, 0), grid.rows - 1), min(max(column + columns, 0), grid.columns - 1)
        self.forgive()
        for changed in (self._cursor, self._under, grid.at(row, column)):
            self._invalidate_point(changed)
        self._cursor = grid.at(row, column)
        self._point_at(self._cursor)

    # --- widget ---

    def place(self, rect: Rect, look: Look) -> None:
        from clevergo.ui.shell.stage import Stage

        super().place(rect, look)
        root = self.root
        if isinstance(root, Stage):
            drawn_for = root.art, look, rect.size
            if self._view is None or drawn_for != self._drawn_for:
                self._view, self._drawn_for = BoardView(root.art), drawn_for
            self._view.set_rect(rect, self.grid)
            # Points lie elsewhere beside coordinates, and may be asked for before anything is drawn.
            self._view.set_labels(self.shown.coordinates, self.shown.board.letters)

    def shift(self, x: int, y: int) -> None:
        super().shift(x, y)
        if self._view is not None:
            self._view.set_rect(self.rect, self.grid)

    def update(self, dt: float) -> bool:
        self._left -= dt
        if self._left <= 0:
            self.forgive()
        was_moving = bool(self._motion.stones)
        for action in self._motion.step(dt):
            self._invalidate_point(action)
        if was_moving and not self._motion.stones and self.shown.board.struck:
            self.invalidate()
        self._run(dt)
        return self._refusal is not None or bool(self._motion.stones) or self._held is not None

    def hover(self, pos: tuple[int, int]) -> None:
        action = self._view.point_at(pos) if self._view is not None else None
        if action != self._under:
            for changed in (self._under, action):
                self._invalidate_point(changed)
            self._point_at(action)
        self.cursor = Cursor.HAND if self._can_place(action) else Cursor.ARROW

    def hover_changed(self) -> None:
        if not self.is_hovered:
            self._invalidate_point(self._under)
            self._point_at(self.cursor_at)

    def press(self, pos: tuple[int, int]) -> bool:
        self._pressed = self._view.point_at(pos) if self._view is not None else None
        return True

    def release(self, pos: tuple[int, int]) -> None:
        action = self._view.point_at(pos) if self._view is not None else None
        if action is not None and action == self._pressed:
            self.forgive()
            self._clicked(action)

    def wheel(self, steps: int) -> bool:
        if self._turned is not None:
            self._turned(-steps)
        return self._turned is not None

    def draw(self, surface: Surface, look: Look) -> None:
        if self._view is None:
            return
        shown, hover = self.shown, self.shown.hover
        if self._can_place(self._under) and self._hover_color is not None and self._under is not None:
            hover = (self._under, self._hover_color)
        board = replace(shown.board, stones=self._motion.lying(shown.board.stones))
        picture = replace(shown, board=board, moving=self._motion.stones, cursor=self.cursor_at, hover=hover)
        told = self._refusal or self._why_barred(self._under)
        if told is not None:
            action, words = told
            picture = replace(picture, refusal=(action, look.say(words)))
            if look.drawn is not None:
                region = self._view.region(action)
                look.drawn.append(DrawnText(look.say(words), region, region, False, look.palette.ground))
        self._view.draw(surface, picture)

    def _can_place(self, action: int | None) -> bool:
        is_free = action is not None and self.shown.board.stones.flat[action] == 0
        is_free = is_free and self._why_barred(action) is None
        return is_free and self._hover_color is not None

    def _why_barred(self, action: int | None) -> tuple[int, Words] | None:
        """Why somebody who aims there may not put a stone, where that has to be said."""
        board = self.shown.board
        if action is None or self.say_why is None or self._hover_color is None:
            return None
        known = dict(zip(board.barred, board.reasons, strict=False))
        return (action, self.say_why(known[action])) if action in known else None

    def _point_at(self, action: int | None) -> None:
        if self._why_barred(self._under) or self._why_barred(action):
            self.invalidate()  # a bubble comes or goes, wherever there is room for it
        self._under = action
        if self.pointed is not None:
            self.pointed(action)

    def _invalidate_point(self, action: int | None) -> None:
        if action is not None and self._view is not None:
            self.invalidate(self._view.region(action))


class HasBoard(Group):
    """A page with one board of its own, which lies on its ground. To be named before :class:`Page` or ``Leaf``."""

    board: BoardPane

    def board_mark(self) -> BoardMark | None:
        """Where the board is."""
        return self.board.mark() if self.board.is_visible else None

    def draw_behind(self, surface: Surface, look: Look) -> None:
        """The board's shadow."""
        if self.board.is_visible:
            look.shadow(surface, self.board.rect, 6, 12)


def _same_but_stones(first: BoardPicture, second: BoardPicture) -> bool:
    return (
        first.board.letters == second.board.letters  # a grid of the same size may be another game's
        and first.board.owners is second.board.owners
        and first.board.dead is second.board.dead
        and (first.board.barred, first.board.markup) == (second.board.barred, second.board.markup)
        and first.board.struck == second.board.struck
        and (first.numbers, first.coordinates) == (second.numbers, second.coordinates)
        and (first.marks, first.hover) == (second.marks, second.hover)
    )
