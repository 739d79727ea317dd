"""Positions to try a net on: out of random games, from the first plies to full boards, always the same ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.games.go.board import legal_mask, new_boards, play
from clevergo.nn.description.config import NetConfig
from clevergo.nn.planes import write_planes

_SAMPLES = 32
_FULL_BOARD = 0.85
"""The fullest sample's plies, by the board's points."""


def sample_planes(config: NetConfig, size: int) -> NDArray[np.float32]:
    """``float32[32, C, N, N]``: their input planes."""
    rng = np.random.default_rng(0)
    boards = new_boards(_SAMPLES, size)
    legal = np.empty(size**2 + 1, np.bool_)
    for index, board in enumerate(boards):
        for _ in range(round(index / _SAMPLES * _FULL_BOARD * size**2)):
            if legal_mask(board, legal) == 0:
                break
            points = np.flatnonzero(legal[:-1])
            play(board, int(points[rng.integers(len(points))]))
    planes = np.empty((len(boards), config.planes, size, size), np.float32)
    write_planes(boards, planes)
    return planes
