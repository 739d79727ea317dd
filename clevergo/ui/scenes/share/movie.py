"""Moving pictures, frame by frame: a game move by move, and a dog's growth as its ages see one position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from clevergo.app.film.film import Film, FilmInquiry, Frame
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.grid import Grid
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.base import cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.look import Align, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.film.account import Showing, age_detail, age_heading, large_picture
from clevergo.ui.scenes.film.spots import Spot, usual_spots
from clevergo.ui.scenes.play.words import player_name
from clevergo.ui.scenes.share.easel import Easel
from clevergo.ui.scenes.share.game import outcome_said
from clevergo.ui.scenes.share.wishes import DogShared, GameShared
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.scenes.shared.stone import draw_color_disc
from clevergo.ui.strings import ShareText

_SIDE, _HEAD, _MARGIN = 480, 58, 12
"""Of the board, of what is said above it, and around both, in pixels."""
_QUICK, _SLOW, _WHOLE = 0.25, 0.7, 30.0
"""Seconds a move is seen at least and at most, and about how long a whole game takes between these."""
_LAST = 4.0
"""Seconds the last frame is held."""
_AN_AGE = 1.1
Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class Movie:
    """What is to be written."""

    frames: Callable[[], Iterator[Pixels]]
    """Draws them, one by one."""
    shown_for: tuple[float, ...]
    """Seconds for each."""
    samples: tuple[Pixels, ...]
    """Frames that have all colors."""


class _Canvas:
    """One sheet that is drawn on again and again."""

    def __init__(self, easel: Easel, grid: Grid) -> None:
        self._easel = easel
        look = easel.look
        self._surface = Surface((_SIDE + 2 * _MARGIN, _SIDE + _HEAD + 2 * _MARGIN), 0, 32)
        inner = inset(self._surface.get_rect(), _MARGIN)
        self.head, board = cut_top(inner, _HEAD - look.px(6), look.px(6))
        self._view = BoardView(easel.art)
        self._view.set_rect(board, grid)

    def draw(self, picture: BoardPicture, draw_head: Callable[[Surface, Rect], None]) -> Pixels:
        """``uint8[H, W, 3]``, rows from the top."""
        surface = self._surface
        surface.fill(self._easel.look.palette.ground)
        draw_head(surface, self.head)
        self._view.draw(surface, picture)
        return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


# --- a game --------------------------------------------------------------------------------------------------------


def game_movie(easel: Easel, shared: GameShared) -> Movie:
    """Board after board; the last as it was counted, if it was. Loads the game's compiled rules."""
    boards = _boards_of(shared)
    canvas = _Canvas(easel, shared.match.setup.rules.grid)

    def draw(ply: int) -> Pixels:
        def head(surface: Surface, box: Rect) -> None:
            _draw_players(easel, surface, box, shared, ply, ply == len(boards) - 1)

        return canvas.draw(BoardPicture(boards[ply]), head)

    moves = len(boards) - 1
    pace = min(max(_WHOLE / max(moves, 1), _QUICK), _SLOW)
    samples = tuple(draw(ply) for ply in sorted({0, moves // 2, moves}))
    return Movie(lambda: map(draw, range(moves + 1)), (*(pace,) * moves, _LAST), samples)


def _boards_of(shared: GameShared) -> list[BoardState]:
    match = shared.match
    rules, start = match.setup.rules, match.setup.start
    position = rules.first_position(start)
    boards = [BoardState.of(position)]
    for action in (move.action for move in match.line.moves):
        position = position.play(action)
        boards.append(BoardState.of(position))
    if match.outcome is not None and match.shown.ply == len(boards) - 1:
        boards[-1] = replace(match.shown.board, barred=(), reasons=())
    return boards


def _draw_players(easel: Easel, surface: Surface, box: Rect, shared: GameShared, ply: int, is_last: bool) -> None:
    """Both names with their stones; between them which move it is, and in the end the result below."""
    look, match, palette = easel.look, shared.match, easel.look.palette
    line, below = cut_top(box, look.px(26))
    half = (line.width - look.px(16)) // 2
    left, rest = cut_left(line, half)
    _, right = cut_right(rest, half)
    for color, side in zip(Color, (left, right), strict=True):
        name = player_name(look.strings, match, color)
        if color is Color.WHITE:
            width = min(look.width(name, Size.BODY, True) + look.px(20), side.width)
            side = cut_right(side, width)[1]
        draw_color_disc(surface, look, side, color)
        look.text(surface, name, cut_left(side, look.px(18))[1], Size.BODY, palette.ink, True)
    words: Words = outcome_said(look.strings, match, ply) if is_last else ShareText.PLY(ply=ply) if ply else ""
    ink = palette.accent_text if is_last else palette.muted
    look.text(surface, words, below, Size.SMALL, ink, is_last, Align.CENTER)


# --- a growth ------------------------------------------------------------------------------------------------------


def spot_for(shared: DogShared) -> Spot:
    """The position its ages are shown at: a set piece of the game, or its first position."""
    return usual_spots(shared.rules)[0]


def growth_inquiry(shared: DogShared) -> FilmInquiry:
    """What has to be known for it."""
    line = spot_for(shared).line
    return FilmInquiry(tuple(age.net for age in shared.ages), line.rules, line.played, line.start)


def growth_movie(easel: Easel, shared: DogShared, film: Film) -> Movie:
    """Age after age, what each likes best; those whose nets are gone are left out."""
    spot = spot_for(shared)
    canvas = _Canvas(easel, spot.line.rules.grid)
    seen = [(age, frame) for age, frame in zip(shared.ages, film.frames, strict=False) if isinstance(frame, Frame)]

    def draw(index: int) -> Pixels:
        age, frame = seen[index]
        picture = large_picture(film, frame, spot.line, Showing(territory=False))

        def head(surface: Surface, box: Rect) -> None:
            look, palette = easel.look, easel.look.palette
            line, below = cut_top(box, look.px(27))
            name = dog_name(look.strings, shared.card.info.name)
            first, right = cut_left(line, min(look.width(name, Size.HEADING, True) + 2, line.width // 2), look.px(10))
            look.text(surface, name, first, Size.HEADING, palette.ink, True)
            look.text(surface, age_heading(age), right, Size.BODY, palette.jade_text, True, Align.RIGHT)
            task, detail = cut_left(below, below.width // 2)
            look.text(surface, spot.words, task, Size.SMALL, palette.muted)
            look.text(surface, age_detail(age), detail, Size.SMALL, palette.muted, False, Align.RIGHT)

        return canvas.draw(picture, head)

    samples = tuple(draw(index) for index in sorted({0, len(seen) // 2, len(seen) - 1}))
    shown_for = (*(_AN_AGE,) * (len(seen) - 1), _LAST)
    return Movie(lambda: map(draw, range(len(seen))), shown_for, samples)
