"""Go as a guest: what the rest of the program asks of it (:mod:`clevergo.games.game`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games import kernels
from clevergo.games.go import door
from clevergo.games.go.board import BOARD, STRIDE, legal_mask, new_boards, play
from clevergo.games.go.passing import GoManners
from clevergo.games.go.symmetry import NUM_SYMMETRIES, action_sources

_USUAL_POINTS = 81
"""Settings that count plies mean a 9x9 board; on others they grow with its points."""
_SAMPLES = 32
_FULL_BOARD = 0.85
"""The fullest sample's plies, by the board's points."""


class Go:
    """Area scoring, suicide forbidden, any board up to 19x19."""

    name = "go"
    board = BOARD
    start_names = ("komi",)
    owners_name = "ownership"
    manners = GoManners()
    num_start = 1

    def shape(self, size: int) -> tuple[int, int]:
        """See :class:`clevergo.games.game.Game`, here and below."""
        return size, size

    def num_actions(self, size: int) -> int:
        """The points and the pass."""
        return size * size + 1

    def pass_action(self, size: int) -> int:
        """It comes after the points."""
        return size * size

    def num_owned(self, size: int) -> int:
        """Every point becomes somebody's area, or nobody's."""
        return size * size

    def most_plies(self, size: int) -> int:
        """By our rules a game ends then as it stands."""
        return 2 * size * size

    def ply_limit(self, settings: Any, size: int) -> int:
        """So many as the settings say for 9x9."""
        return max(2, min(self.most_plies(size), round(settings.ply_limit * size * size / _USUAL_POINTS)))

    def plan(self, settings: Any, size: int, positions: int) -> NDArray[np.float64]:
        """Komi and its spread; who is guarded against passing too early, and until when."""
        plan = np.zeros(6)
        plan[door.SIZE], plan[door.PLY_LIMIT] = size, self.ply_limit(settings, size)
        plan[door.KOMI], plan[door.KOMI_SPREAD] = settings.komi, settings.komi_spread
        plan[door.GUARD_SHARE] = 1.0 if positions < settings.guard_until else settings.guard_share
        plan[door.MIN_PASS_PLY] = round(settings.min_pass_ply * size * size / _USUAL_POINTS)
        return plan

    def symmetries(self, size: int) -> NDArray[np.int64]:
        """Mirrors and turns; the pass stays."""
        return np.stack([action_sources(size, k) for k in range(NUM_SYMMETRIES)])

    def look(self, board: Any) -> tuple[NDArray[np.int8], int | None]:
        """Without the frame."""
        size, frame, last = int(board["size"]), board["colour"][:-1].reshape(-1, STRIDE), int(board["last_moves"][0])
        return frame[1 : size + 1, 1 : size + 1].copy(), last if last >= 0 else None

    def samples(self, size: int) -> NDArray[np.void]:
        """Out of random games, from the first plies to full boards."""
        rng = np.random.default_rng(0)
        boards = new_boards(_SAMPLES, size)
        legal = np.empty(size**2 + 1, np.bool_)
        for index, board in enumerate(boards):
            for _ in range(round(index / _SAMPLES * _FULL_BOARD * size**2)):
                if legal_mask(board, legal) == 0:
                    break
                points = np.flatnonzero(legal[:-1])
                play(board, int(points[rng.integers(len(points))]))
        return boards


GAME = Go()
kernels.register(BOARD, door)
