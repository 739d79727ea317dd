"""A net's first word on positions: the board looked at from all sides, no search, one batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Position
from clevergo.games.kernels import write_planes

if TYPE_CHECKING:
    from clevergo.nn.inference.predictor import Evaluation, Predictor

SAME = 1e-5
"""Relative difference below which two priors count as equal: symmetric moves differ by rounding."""


class Glance(NamedTuple):
    """The mean of a net's words on the symmetric views of a position (eight, where the board is a square)."""

    prior: NDArray[np.float32]
    """``float32[A]``, sums to 1; illegal actions are not masked."""
    value: float
    """In [-1, 1], for the side to move."""
    owners: NDArray[np.float32] | None
    """``float32[H, W]`` in [-1, 1], 1 where a point will be the side to move's; None if the net cannot say."""


def glances(predictor: Predictor, positions: Sequence[Position]) -> list[Glance]:
    """Glance at K positions of the game and the board that the net is loaded for, in one batch."""
    if not positions:
        return []
    rules = positions[0].rules
    grid, views = rules.grid, rules.game.symmetries(rules.size)
    planes = np.empty((len(positions), predictor.config.planes, *grid), np.float32)
    write_planes(np.concatenate([position.board for position in positions]), planes)
    flat, on_points = planes.reshape(*planes.shape[:2], grid.points), views[:, : grid.points]
    # Position by position, the views of one beside each other.
    seen = flat[:, :, on_points].transpose(0, 2, 1, 3).reshape(-1, planes.shape[1], *grid)
    said = predictor.run(np.ascontiguousarray(seen))
    return [_glance(said, slice(i * len(views), (i + 1) * len(views)), views, grid) for i in range(len(positions))]


def _glance(said: Evaluation, rows: slice, views: NDArray[np.int64], grid: Any) -> Glance:
    points = None if said.points is None else said.points[rows]
    owners = None if points is None else _seen_from_the_front(points, views[:, : grid.points]).reshape(grid)
    return Glance(_seen_from_the_front(said.prior[rows], views), float(said.value[rows].mean()), owners)


def _seen_from_the_front(said: NDArray[np.float32], views: NDArray[np.int64]) -> NDArray[np.float32]:
    """``float32[K]``: the mean of S words on a board, ``float32[S, K]``, each turned back from its view."""
    turned_back = np.empty_like(said)
    np.put_along_axis(turned_back, views, said, axis=1)
    return np.mean(turned_back, axis=0, dtype=np.float32)


def choices_at(position: Position, is_patient: bool, may_pass: bool = True) -> NDArray[np.bool_]:
    """``bool[A]``: the sensible moves, and the pass where it is legal and nothing speaks against it.

    A patient player, as one that sits opposite a person, does not think of passing while most of the board is open.
    """
    manners, passing = position.rules.game.manners, position.rules.pass_action
    allowed = manners.considered(position)
    if passing is not None and position.legal_moves[passing]:
        has_other = allowed.any()
        allowed[passing] = not has_other or (may_pass and not (is_patient and manners.bars_pass(position)))
    return allowed


def policy_over(choices: NDArray[np.bool_], prior: NDArray[np.float32]) -> NDArray[np.floating[Any]]:
    """``float[A]``: the prior of the choices, 0 for all else; the same for each where the net gives them nothing."""
    policy = np.where(choices, prior, np.float32(0.0))
    return policy if policy.max() > 0.0 else choices.astype(np.float32)
