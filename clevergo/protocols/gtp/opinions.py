"""What we think of a finished game: which stones are dead, how to take them, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.go.passing import sensible_points
from clevergo.games.go.position import Position
from clevergo.games.go.scoring import area_score, propose_dead
from clevergo.games.grid import square
from clevergo.games.outcome import Outcome, Termination
from clevergo.players.protocol import Analysis
from clevergo.protocols.gtp.arguments import SYNTAX_ERROR
from clevergo.protocols.gtp.protocol import GtpError

if TYPE_CHECKING:
    from clevergo.protocols.gtp.game import GtpGame


def final_score(game: GtpGame) -> str:
    """``B+3.5``, with the stones off the board that :func:`final_status_list` calls dead."""
    black, white = area_score(game.position, propose_dead(game.position))
    return Outcome.counted(black - white - game.komi, Termination.TWO_PASSES).points()


def final_status_list(game: GtpGame, status: str) -> str:
    """The chains of a status, one to a line. We count by area, where a seki's stones are simply alive."""
    if status == "seki":
        return ""
    if status not in ("alive", "dead"):
        raise GtpError(SYNTAX_ERROR)
    dead = propose_dead(game.position)
    return chains(game, dead if status == "dead" else ~dead)


def chains(game: GtpGame, wanted: NDArray[np.bool_]) -> str:
    """The chains whose stones are ``wanted: bool[N, N]``."""
    from scipy import ndimage

    lines = []
    for color in Color:
        labels, count = ndimage.label((game.position.stones == color) & wanted)
        lines += [_vertices(labels == label, game.size) for label in range(1, count + 1)]
    return "\n".join(lines)


def _vertices(grid: NDArray[Any], size: int) -> str:
    return " ".join(square(size).name(int(action)) for action in np.flatnonzero(grid))


def clearing_move(position: Position, analysis: Analysis | None) -> int:
    """The move that helps to take a dead stone of the opponent's; the pass where there is none to take.

    Of the moves next to dead stones it is the one the player thought most of, else the first.
    """
    from scipy import ndimage

    dead = propose_dead(position) & (position.stones == int(position.to_play.opponent))
    beside = np.flatnonzero(ndimage.binary_dilation(dead).ravel() & sensible_points(position)[:-1]).tolist()
    liked = [candidate.action for candidate in analysis.candidates] if analysis is not None else []
    return next((action for action in liked if action in beside), beside[0] if beside else position.rules.pass_action)
