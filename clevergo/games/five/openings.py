"""Openings for contests and self-play: a few stones near the middle, after which neither side is better.

Who begins wins freestyle, so between good players the empty board says little about either. Openings are drawn, and a
short search (:mod:`clevergo.games.five.alphabeta`) judges whether they are even.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from clevergo.games.five.rules import MOST_LAID, FiveRules, RuleSet

_FEWEST = 3
_FAR = 2
"""Rows and columns from the middle, at most; even boards have one more to one side."""
_POSITIONS = 2_000
"""That are looked at to judge one."""
_EVEN = 200
"""An opening whose score lies within this of nothing is even; an open three is worth thousands."""
_TRIES = 24
"""After which the most even of them is taken: a row of three is won by whoever moves next."""
_FOR_SELF_PLAY = 64
"""Of each rule; as many games again by each symmetry."""


def balanced_opening(rules: FiveRules, rng: np.random.Generator) -> tuple[int, ...]:
    """The first moves of a game, drawn anew; both sides' chances after them are much the same."""
    from clevergo.games.five.alphabeta import choose

    middle = rules.size // 2
    near = range(middle - _FAR, middle + _FAR + rules.size % 2)
    points = [row * rules.size + col for row in near for col in near]
    best: tuple[int, ...] = (points[len(points) // 2],)
    least = np.inf
    for _ in range(_TRIES):
        moves = rng.choice(points, rng.integers(_FEWEST, MOST_LAID + 1), replace=False).tolist()
        position = rules.first_position()
        for move in moves:
            if position.is_over or not position.legal_moves[move]:
                break
            position = position.play(move)
        else:
            lead = np.inf if position.is_over else abs(choose(position.board, _POSITIONS).score)
            if lead < least:
                best, least = tuple(moves), lead
            if least <= _EVEN:
                break
    return best


@functools.cache
def openings_for_self_play(size: int, rules: tuple[RuleSet, ...]) -> NDArray[np.float64]:
    """``float64[3, K, MOST_LAID]``: for each of these rules K openings, for :func:`clevergo.games.five.door.deal`.

    Always the same ones: how a dog is trained can be repeated.
    """
    openings = np.zeros((len(RuleSet), _FOR_SELF_PLAY, MOST_LAID))
    for rule in rules:
        rng = np.random.default_rng(size)
        for laid in openings[rule.number]:
            moves = balanced_opening(FiveRules(size=size, rule=rule), rng)
            laid[: len(moves)] = np.array(moves) + 1
    return openings
