"""Draws what is to be shared, in the process that answers inquiries: posters, and moving pictures frame by frame."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame
from pygame import Surface

from clevergo.app.film import showing
from clevergo.app.film.film import Film, FilmInquiry, Frame
from clevergo.app.match.messages import BoardState
from clevergo.app.share.gif import gif_of
from clevergo.players.protocol import PlayerError
from clevergo.ui.scenes.share.dog import dog_poster
from clevergo.ui.scenes.share.easel import Easel
from clevergo.ui.scenes.share.game import game_poster
from clevergo.ui.scenes.share.movie import Movie, Pixels, game_movie, growth_inquiry, growth_movie
from clevergo.ui.scenes.share.table import table_poster
from clevergo.ui.scenes.share.wishes import (
    DogShared,
    GameShared,
    Gif,
    GifWish,
    Picture,
    PictureWish,
    Shared,
)

_SEEN_WIDTH = 600
"""Pixels, of the picture that is looked at."""
_PLIES_ALONE = 24
_FILM_PART = 0.6
"""Of making the GIF of a growth, what it takes to ask its ages."""
Stop = Callable[[], bool]


class _Dropped(Exception):  # noqa: N818 - nobody wants the answer any more
    """Drawing is given up."""


def answer(inquiry: PictureWish | GifWish, stop: Stop) -> Iterator[Picture | Gif]:
    """See :class:`~clevergo.app.engine.messages.Inquiry`."""
    if isinstance(inquiry, GifWish):
        yield from gif_steps(inquiry, stop)
        return
    shared = inquiry.shared
    if isinstance(shared, DogShared) and shared.memory is None and shared.ages:
        # Until its net is loaded and has played: what is there of it can be seen at once.
        yield as_picture(poster_of(PictureWish(replace(shared, ages=()), inquiry.language, inquiry.is_dark), stop))
    yield as_picture(poster_of(inquiry, stop))


# --- pictures ------------------------------------------------------------------------------------------------------


def poster_of(wish: PictureWish, stop: Stop = lambda: False) -> Surface:
    """The picture that is wished for."""
    easel, shared = Easel.of(wish.language, wish.is_dark), wish.shared
    return _poster(easel, shared, stop)


def _poster(easel: Easel, shared: Shared, stop: Stop) -> Surface:
    if isinstance(shared, DogShared):
        return dog_poster(easel, shared, _board_of(shared, stop))
    return game_poster(easel, shared) if isinstance(shared, GameShared) else table_poster(easel, shared)


def _board_of(shared: DogShared, stop: Stop) -> BoardState:
    """What it remembers; else what it plays at first sight, against itself; else an empty board."""
    if shared.memory is not None:
        return shared.memory.board
    rules = shared.rules
    board, moves = BoardState.empty(rules.grid), list[int]()
    while shared.ages and len(moves) <= _PLIES_ALONE and not stop():
        film = _film(FilmInquiry((shared.ages[-1].net,), rules, tuple(moves)), stop)
        if film is None:
            break
        board = film.board
        frame = film.frames[0] if film.frames else None
        if not isinstance(frame, Frame) or frame.favorite >= rules.grid.points:
            break
        moves.append(frame.favorite)
    return board


def _film(inquiry: FilmInquiry, stop: Stop) -> Film | None:
    told = list(showing.answer(inquiry, stop))
    return told[-1] if told and isinstance(told[-1], Film) else None


def as_picture(surface: Surface) -> Picture:
    """As a file, and smaller to be seen."""
    file = io.BytesIO()
    pygame.image.save(surface, file, "picture.png")
    size = _SEEN_WIDTH, round(surface.get_height() * _SEEN_WIDTH / surface.get_width())
    seen = pygame.transform.smoothscale(surface, size)
    return Picture(file.getvalue(), pygame.image.tobytes(seen, "RGB"), size)


# --- moving pictures -----------------------------------------------------------------------------------------------


def gif_steps(wish: GifWish, stop: Stop = lambda: False) -> Iterator[Gif]:
    """How far it is, and in the end the file; PlayerError where no age of a dog can be asked."""
    easel, shared = Easel.of(wish.language, wish.is_dark, 1.0), wish.shared
    if isinstance(shared, GameShared):
        yield Gif(0.0)
        yield from _written(game_movie(easel, shared), stop)
        return
    film, frames = None, max(len(shared.ages), 1)
    for film in showing.answer(growth_inquiry(shared), stop):
        assert isinstance(film, Film)
        yield Gif(_FILM_PART * len(film.frames) / frames)
    if stop() or film is None:
        return
    assert isinstance(film, Film)
    if not any(isinstance(frame, Frame) for frame in film.frames):
        problems = [frame for frame in film.frames if not isinstance(frame, Frame)]
        raise PlayerError(problems[-1] if problems else "illegal_game_over")
    yield from _written(growth_movie(easel, shared, film), stop)


def _written(movie: Movie, stop: Stop) -> Iterator[Gif]:
    def frames() -> Iterator[Pixels]:
        for frame in movie.frames():
            if stop():
                raise _Dropped
            yield frame

    try:
        data = gif_of(frames(), movie.shown_for, movie.samples)
    except _Dropped:
        return
    yield Gif(1.0, data)
