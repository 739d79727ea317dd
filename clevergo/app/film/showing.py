"""Answers inquiries about films, in the process where dogs think: one net after another, a few positions each.

Nets that are built alike share one piece of machine code, into which weights are swapped. Weights stay in memory
for as long as there is room, since whoever looks at a film often looks at the next position too.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from clevergo.app.film.film import Film, FilmInquiry, Frame, Quarrel, QuarrelInquiry
from clevergo.app.kennel.netfile import NetFile
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Position, Rules, position_after
from clevergo.games.grid import Grid
from clevergo.nn.description import NetConfig
from clevergo.nn.files import WeightFile, WeightFileError, load_weights
from clevergo.nn.inference.engine import Precision, best_batch
from clevergo.nn.inference.predictor import Predictor
from clevergo.players.glance import SAME, Glance, choices_at, glances, policy_over
from clevergo.players.protocol import PlayerError, UnsupportedBoardError, UnsupportedGameError, never_stop
from clevergo.problem import Problem
from clevergo.search.descent import win_rate

_MOST_BYTES = 96 * 1024 * 1024
"""Of weights: sixty nets of the usual size."""
_MOST_PREDICTORS = 4


def answer(inquiry: FilmInquiry | QuarrelInquiry, stop: Callable[[], bool]) -> Iterator[Film | Quarrel]:
    """See :class:`~clevergo.app.engine.messages.Inquiry`.

    A net of a film that cannot be read has a problem for a frame; where one of two that quarrel cannot, PlayerError.
    """
    if isinstance(inquiry, FilmInquiry):
        yield from film_of(inquiry, _shelf(), stop)
    else:
        yield from quarrel_of(inquiry, _shelf(), stop)


def film_of(inquiry: FilmInquiry, shelf: Shelf, stop: Callable[[], bool] = never_stop) -> Iterator[Film]:
    """The position first, then frame by frame."""
    position = position_after(inquiry.rules, inquiry.moves, inquiry.start)
    board = BoardState.of(position)
    frames: list[Frame | Problem] = []
    yield Film(board, position.to_play, position.is_over)
    for net in () if position.is_over else inquiry.nets:
        if stop():
            return
        frames.append(_frame_or_problem(shelf, net, position))
        yield Film(board, position.to_play, False, tuple(frames))


def _frame_or_problem(shelf: Shelf, net: NetFile, position: Position) -> Frame | Problem:
    try:
        return frame_of(position, glances(shelf.loaded(net, position.rules), [position])[0])
    except PlayerError as error:
        return error.problem


def frame_of(position: Position, glance: Glance) -> Frame:
    """What is shown of a net's word on a position."""
    policy = policy_over(choices_at(position, is_patient=True), glance.prior)
    favorite = int(np.flatnonzero(policy >= policy.max() * (1.0 - SAME))[0])
    is_black = position.to_play is Color.BLACK
    mine, owners = win_rate(glance.value), glance.owners
    return Frame(
        (policy / policy.sum()).astype(np.float32),
        favorite,
        mine if is_black else 1.0 - mine,
        owners if owners is None or is_black else -owners,
    )


def quarrel_of(inquiry: QuarrelInquiry, shelf: Shelf, stop: Callable[[], bool] = never_stop) -> Iterator[Quarrel]:
    """The game from its beginning, some positions at a time."""
    total = len(inquiry.moves) + 1
    rates, favorites = np.full((2, total), np.nan, np.float32), np.full((2, total), -1, np.int16)
    is_open = np.zeros(total, np.bool_)
    step = max(best_batch(inquiry.rules.size) // len(inquiry.rules.game.symmetries(inquiry.rules.size)), 1)
    position = inquiry.rules.first_position(inquiry.start)
    for begin in range(0, total, step):
        positions = []
        for ply in range(begin, min(begin + step, total)):
            positions.append(position)
            if ply < len(inquiry.moves):
                position = position.play(inquiry.moves[ply])
        asked = [one for one in positions if not one.is_over]
        is_open[begin : begin + len(asked)] = [choices_at(one, is_patient=True).sum() > 1 for one in asked]
        for row, net in enumerate(inquiry.nets):
            if stop():
                return
            said = glances(shelf.loaded(net, inquiry.rules), asked)
            for ply, frame in enumerate(map(frame_of, asked, said), begin):
                rates[row, ply], favorites[row, ply] = frame.black_rate, frame.favorite
        done = begin + len(positions)
        learned = np.where(is_open, rates, np.nan) if is_open.any() else rates
        yield Quarrel(learned[:, :done].copy(), favorites[:, :done].copy(), total)


# --- nets, read and loaded -------------------------------------------------------------------------------


class Shelf:
    """Nets that were read, and the machine code they share; what was not wanted for longest goes."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        """``most_bytes``: of weights."""
        self._most_bytes = most_bytes
        self._weights: OrderedDict[NetFile, WeightFile] = OrderedDict()
        self._predictors: OrderedDict[tuple[NetConfig, int], Predictor] = OrderedDict()

    def loaded(self, net: NetFile, rules: Rules) -> Predictor:
        """A net, ready to judge positions by these rules until the next is loaded.

        Raises:
            PlayerError: its file cannot be used, or it is for another game or another board.
        """
        weights = self._read(net)
        config, name = weights.config, net.path.stem
        if config.game != rules.game.name:
            raise UnsupportedGameError(name, config.game, rules.game.name)
        if not config.supports(rules.size):
            raise UnsupportedBoardError(name, Grid(*rules.game.shape(config.size)), rules.grid)
        key = (config, rules.size)
        predictor = self._predictors.pop(key, None)
        if predictor is None:
            predictor = Predictor(weights, rules.size, Precision.EXACT)
        else:
            predictor.swap(weights)
        self._predictors[key] = predictor
        while len(self._predictors) > _MOST_PREDICTORS:
            self._predictors.popitem(last=False)
        return predictor

    def _read(self, net: NetFile) -> WeightFile:
        weights = self._weights.pop(net, None)
        if weights is None:
            try:
                weights = load_weights(net.path)
            except WeightFileError as error:
                raise PlayerError(error.problem) from error
        self._weights[net] = weights
        while len(self._weights) > 1 and sum(map(_bytes_of, self._weights.values())) > self._most_bytes:
            self._weights.popitem(last=False)
        return weights


def _bytes_of(weights: WeightFile) -> int:
    return sum(array.nbytes for array in weights.arrays.values())


@lru_cache(maxsize=1)
def _shelf() -> Shelf:
    """The process's own."""
    return Shelf()
