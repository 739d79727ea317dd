"""What lies on the board of the play scene."""

from __future__ import annotations

from clevergo.app.messages import MatchSnapshot
from clevergo.app.settings import Settings
from clevergo.ui.scenes.board_pane import BoardShown


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
