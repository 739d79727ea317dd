"""What lies on the board of the play scene."""

from __future__ import annotations

import numpy as np

from clevergo.app.messages import MatchSetup, MatchSnapshot
from clevergo.app.settings import Settings
from clevergo.go.position import Color
from clevergo.ui.scenes.board_pane import BoardShown


def empty_board(setup: MatchSetup, settings: Settings) -> BoardShown:
    """What lies on the board before the first move."""
    size = setup.ruleset.size
    stones = np.zeros(size * size, np.int8)
    stones[list(setup.start.black)] = int(Color.BLACK)
    return BoardShown(stones.reshape(size, size), coordinates=settings.coordinates)


def board_of(match: MatchSnapshot, hover_color: int | None, settings: Settings) -> BoardShown:
    """The position that is looked at, as the person wants to see boards."""
    return BoardShown(
        match.stones,
        match.last_move,
        hover_color,
        ownership=match.ownership,
        dead=match.dead,
        numbers=_numbers(match) if settings.move_numbers else {},
        ko=match.ko,
        coordinates=settings.coordinates,
    )


def _numbers(match: MatchSnapshot) -> dict[int, int]:
    """The number of the move that put each stone there."""
    points, stones = match.stones.size, match.stones.ravel()
    return {action: ply for ply, action in enumerate(match.moves, 1) if action < points and stones[action]}
