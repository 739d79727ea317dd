"""What the rest of the program asks of Reversi (:mod:`clevergo.games.game`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from clevergo.games.game import Game


class Reversi(Game):
    """Eight by eight cells; who cannot move passes; who has more discs in the end wins."""

    name = "reversi"
    titles: ClassVar[Mapping[str, str]] = {"en": "Reversi", "zh": "黑白棋"}
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


GAME = Reversi()
