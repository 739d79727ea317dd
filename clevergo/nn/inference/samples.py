"""Positions to try a net on, always the same ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.games.kernels import write_planes
from clevergo.nn.description.config import NetConfig


def sample_planes(config: NetConfig, size: int) -> NDArray[np.float32]:
    """``float32[32, C, H, W]``: their input planes."""
    boards = config.played.samples(size)
    planes = np.empty((len(boards), config.planes, *config.played.shape(size)), np.float32)
    write_planes(boards, planes)
    return planes
