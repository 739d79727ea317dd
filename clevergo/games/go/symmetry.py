"""The eight symmetries of the board, of planes, policies and actions alike.

Symmetry ``k`` is three bits, applied in this order: 1 mirrors left and right, 2 mirrors top and bottom, 4 turns
by 90 degrees counter-clockwise. So 0 changes nothing, 3 turns by 180, 4 by 90, and 7 by 270 degrees.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

NUM_SYMMETRIES = 8

_INVERSES = (0, 1, 2, 3, 7, 5, 6, 4)
"""Mirrors and the half turn undo themselves; the two quarter turns undo each other."""


def _check(k: int) -> None:
    if not 0 <= k < NUM_SYMMETRIES:
        raise ValueError(f"a symmetry is 0 to {NUM_SYMMETRIES - 1}, not {k}")


def inverse(k: int) -> int:
    """The symmetry that undoes ``k``."""
    _check(k)
    return _INVERSES[k]


def transform_planes(planes: NDArray[Any], k: int) -> NDArray[Any]:
    """Planes as they look after symmetry ``k``.

    Args:
        planes: ``[..., N, N]``, any dtype; the last two axes are row and column.
        k: the symmetry, 0 to 7.

    Returns:
        The same shape and dtype; a view that shares memory with ``planes``.
    """
    _check(k)
    if planes.ndim < 2 or planes.shape[-1] != planes.shape[-2]:
        raise ValueError(f"planes must be [..., N, N], not {planes.shape}")
    if k & 1:
        planes = np.flip(planes, -1)
    if k & 2:
        planes = np.flip(planes, -2)
    if k & 4:
        planes = np.rot90(planes, axes=(-2, -1))
    return planes


@functools.lru_cache(maxsize=256)
def action_sources(size: int, k: int) -> NDArray[np.int64]:
    """Where each action of the transformed board comes from.

    Returns:
        ``int64[N*N+1]``, read-only: ``policy[..., action_sources(N, k)]`` is the policy after symmetry ``k``.
    """
    points = np.arange(size * size, dtype=np.int64).reshape(size, size)
    sources = np.append(transform_planes(points, k), np.int64(size * size))
    sources.flags.writeable = False
    return sources


def transform_policy(policy: NDArray[Any], k: int) -> NDArray[Any]:
    """A policy, or anything with one entry per action, as it is after symmetry ``k``; the pass stays.

    Args:
        policy: ``[..., N*N+1]``, any dtype.
        k: the symmetry, 0 to 7.

    Returns:
        A new array of the same shape and dtype.
    """
    size = round(float(policy.shape[-1] - 1) ** 0.5) if policy.ndim else 0
    if size < 1 or size * size + 1 != policy.shape[-1]:
        raise ValueError(f"a policy must be [..., N*N+1], not {policy.shape}")
    return policy[..., action_sources(size, k)]


def transform_action(action: int, size: int, k: int) -> int:
    """The action that ``action`` becomes when the board goes through symmetry ``k``."""
    if not 0 <= action <= size * size:
        raise ValueError(f"action {action} is not one of a {size}x{size} board")
    return int(action_sources(size, inverse(k))[action])
