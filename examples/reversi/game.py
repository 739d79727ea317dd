"""What the rest of the program asks of Reversi (:mod:`clevergo.games.game`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games import kernels
from clevergo.games.manners import PlainManners
from examples.reversi import door

_SAMPLES = 32


class Reversi:
    """Eight by eight cells; who cannot move passes; who has more discs in the end wins."""

    name = "reversi"
    board = door.BOARD
    start_names = ("nothing",)
    owners_name = "discs"
    manners = PlainManners()
    num_start = 1

    def shape(self, size: int) -> tuple[int, int]:
        """See :class:`clevergo.games.game.Game`, here and below."""
        return size, size

    def num_actions(self, size: int) -> int:
        """The cells and the pass."""
        return size * size + 1

    def pass_action(self, size: int) -> int:
        """It comes after the cells."""
        return size * size

    def num_owned(self, size: int) -> int:
        """Every cell is somebody's in the end, or empty."""
        return size * size

    def most_plies(self, size: int) -> int:
        """Each empty cell is played on once, and nobody passes twice running."""
        return 2 * (size * size - 4)

    def ply_limit(self, settings: Any, size: int) -> int:
        """Games end by themselves."""
        return self.most_plies(size)

    def plan(self, settings: Any, size: int, positions: int) -> NDArray[np.float64]:
        """All games begin alike."""
        return np.array([size], np.float64)

    def symmetries(self, size: int) -> NDArray[np.int64]:
        """Mirrors and turns; the pass stays."""
        cells = np.arange(size * size).reshape(size, size)
        turned = [np.rot90(view, k) for view in (cells, cells.T) for k in range(4)]
        return np.stack([np.append(each, size * size) for each in turned]).astype(np.int64)

    def look(self, board: Any) -> tuple[NDArray[np.int8], int | None]:
        """The discs."""
        size, last = int(board["size"]), int(board["last_moves"][0])
        return board["cells"][: size * size].reshape(size, size).copy(), last if last >= 0 else None

    def samples(self, size: int) -> NDArray[np.void]:
        """Out of random games."""
        rng = np.random.default_rng(0)
        boards, legal = np.zeros(_SAMPLES, door.BOARD), np.empty(self.num_actions(size), np.bool_)
        for index, board in enumerate(boards):
            door.begin(board, size, np.zeros(1, np.float32))
            for _ in range(index * (size * size - 8) // _SAMPLES):
                if not board["over"]:
                    door.legal_mask(board, legal)
                    door.play(board, int(rng.choice(np.flatnonzero(legal))))
        return boards


GAME = Reversi()
kernels.register(door.BOARD, door)
