"""What lies on the board of the play scene, and whether a click on it is a move."""

from __future__ import annotations

import numpy as np

from clevergo.app.desk.settings import Settings
from clevergo.app.match.messages import MatchPhase, MatchSetup, MatchSnapshot
from clevergo.games.go.position import Color
from clevergo.ui.scenes.shared.board_pane import BoardShown


def empty_board(setup: MatchSetup, settings: Settings) -> BoardShown:
    """What lies on the board before the first move."""
    size = setup.ruleset.size
    stones = np.zeros(size * size, np.int8)
    stones[list(setup.start.black)] = int(Color.BLACK)
    return BoardShown(stones.reshape(size, size), coordinates=settings.coordinates)


def board_of(match: MatchSnapshot, hover_color: int | None, settings: Settings) -> BoardShown:
    """The position that is looked at, as the person wants to see boards."""
    waiting = match.waiting_move
    return BoardShown(
        match.stones,
        match.last_move,
        hover_color,
        ownership=match.ownership,
        dead=match.dead,
        numbers=_numbers(match) if settings.move_numbers else {},
        ko=match.ko,
        coordinates=settings.coordinates,
        markup=match.markup,
        waiting=None if waiting is None or waiting >= match.stones.size else (waiting, int(match.to_play)),
    )


def is_persons_turn(match: MatchSnapshot) -> bool:
    """Whether a person is to move in the position looked at."""
    return match.setup.player(match.to_play).is_human


def may_move(match: MatchSnapshot) -> bool:
    """Whether a click on the board is a move: in the game itself, or the beginning of a variation."""
    if match.phase is MatchPhase.LOOKING:
        return True
    if match.is_live:
        is_open = match.phase in (MatchPhase.RUNNING, MatchPhase.PAUSED)
    else:  # anywhere but at the end of a finished game
        is_open = match.phase is not MatchPhase.SETUP and (match.outcome is None or match.node != match.line[-1].node)
    return is_open and is_persons_turn(match) and match.waiting_move is None


def _numbers(match: MatchSnapshot) -> dict[int, int]:
    """The number of the move that put each stone there."""
    points, stones = match.stones.size, match.stones.ravel()
    return {action: ply for ply, action in enumerate(match.moves, 1) if action < points and stones[action]}
