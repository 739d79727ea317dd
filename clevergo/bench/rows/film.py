"""The film of the shipped dog's growth: one position as each of its ages sees it.

One thread works, so its processor's time is what it takes where nothing else runs.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from clevergo.app.desk.paths import Paths
from clevergo.app.film.ages import MOST_AGES
from clevergo.app.film.film import Film, FilmInquiry, Frame
from clevergo.app.film.showing import Shelf, film_of
from clevergo.app.kennel.netfile import NetFile
from clevergo.app.kennel.shipped import ShippedDog
from clevergo.bench.results import Measured, Results, all_unmeasured
from clevergo.games.game import position_after
from clevergo.games.guests import game_named, usual_dog
from clevergo.nn.files import load_weights
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import Predictor
from clevergo.players.glance import glances

_GAME = game_named("go")
_SIZE = 9
_MOVES = (40, 24, 56, 20, 60, 38, 42)
"""A few stones in the open."""
_ROUNDS = 7


def measure(rows: Sequence[str]) -> Results:
    """The row ``film_ms``; its limit is what the evaluations alone take."""
    dog = ShippedDog(Paths.find(), _GAME)
    files = [age.weights for age in dog.ages()] if dog.is_there else []
    if len(files) < MOST_AGES:
        return all_unmeasured(rows, f"{usual_dog()} or its ages did not come along")
    rules = _GAME.agree({"size": _SIZE})[0]
    nets = tuple(NetFile.of(path) for path in files[-MOST_AGES:])
    first, after = FilmInquiry(nets, rules, _MOVES), FilmInquiry(nets, rules, _MOVES[:-1])
    _seconds(first, Shelf())  # whatever is still to be compiled, or measured once for each machine
    times, next_times = [], []
    for _ in range(_ROUNDS):
        shelf = Shelf()
        times.append(1000.0 * _seconds(first, shelf))
        next_times.append(1000.0 * _seconds(after, shelf))
    note = f"the same ages at the next position: {Measured.of(next_times).value:.0f} ms"
    return {"film_ms": Measured.of(times, MOST_AGES * _glance_ms(first), note)}


def _seconds(inquiry: FilmInquiry, shelf: Shelf) -> float:
    begun = time.process_time()
    *_, film = film_of(inquiry, shelf)
    assert isinstance(film, Film) and all(isinstance(frame, Frame) for frame in film.frames)  # noqa: PT018
    return time.process_time() - begun


def _glance_ms(inquiry: FilmInquiry) -> float:
    """Milliseconds of one net's glance, with its weights in place."""
    predictor = Predictor(load_weights(inquiry.nets[-1].path), inquiry.rules.size, Precision.EXACT)
    position = position_after(inquiry.rules, inquiry.moves)
    times = []
    for _ in range(4 * _ROUNDS):
        begun = time.process_time()
        glances(predictor, [position])
        times.append(1000.0 * (time.process_time() - begun))
    return Measured.of(times).value
