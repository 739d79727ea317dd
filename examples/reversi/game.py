"""What the rest of the program asks of Reversi (:mod:`clevergo.games.game`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Game

_SAMPLES = 32


class Reversi(Game):
    """Eight by eight cells; who cannot move passes; who has more discs in the end wins."""

    name = "reversi"
    door = "examples.reversi.door"
    sizes = (8, 6)
    usual_size = 8
    num_planes: ClassVar[Mapping[str, int]] = {"features": 16}
    owners_name = "discs"

    def pass_action(self, size: int) -> int:
        """It comes after the cells."""
        return size * size

    def num_owned(self, size: int) -> int:
        """Every cell is somebody's in the end, or empty."""
        return size * size

    def most_plies(self, size: int) -> int:
        """Each empty cell is played on once, and nobody passes twice running."""
        return 2 * (size * size - 4)

    def samples(self, size: int) -> NDArray[np.void]:
        """Out of random games."""
        door = self.kernels
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
