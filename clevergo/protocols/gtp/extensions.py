"""Commands beyond the standard that other programs use: GNU Go's questions, GoGui's menu, KGS's cleanup."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games.grid import square

if TYPE_CHECKING:
    from clevergo.protocols.gtp.arguments import Arguments
    from clevergo.protocols.gtp.server import Session

_MENU = (
    "string/Board/showboard",
    "string/Score/final_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones/list_stones %c",
    "plist/Legal Moves/all_legal %c",
    "move/What Would You Play?/reg_genmove %c",
)


def gogui_analyze_commands(_session: Session, _arguments: Arguments, _number: str) -> str:
    """What GoGui offers in its analysis menu."""
    return "\n".join(_MENU)


def query_boardsize(session: Session, _arguments: Arguments, _number: str) -> str:
    """Points along a side."""
    return str(session.game.size)


def get_komi(session: Session, _arguments: Arguments, _number: str) -> str:
    """White's points as they were asked for."""
    return f"{session.game.komi:g}"


def list_stones(session: Session, arguments: Arguments, _number: str) -> str:
    """Where the stones of a color lie."""
    return _points(session, session.game.position.stones.ravel() == int(arguments.color()))


def captures(session: Session, arguments: Arguments, _number: str) -> str:
    """How many stones a color has taken."""
    return str(session.game.position.captures[int(arguments.color()) - 1])


def all_legal(session: Session, arguments: Arguments, _number: str) -> str:
    """Where a color may play."""
    return _points(session, session.game.turn(arguments.color()).legal_moves[:-1])


def is_legal(session: Session, arguments: Arguments, _number: str) -> str:
    """Whether a color may play on a point."""
    color = arguments.color()
    action = arguments.vertex(session.game.size)
    return str(int(session.game.turn(color).why_illegal(action) is None))


def kgs_genmove_cleanup(session: Session, arguments: Arguments, _number: str) -> str:
    """Our move, and no pass while we see dead stones of the opponent's on the board: they are to be taken."""
    return session.move(arguments.color(), is_played=True, clears_dead=True)


def _points(session: Session, mask: NDArray[Any]) -> str:
    return " ".join(square(session.game.size).name(int(action)) for action in np.flatnonzero(mask))


COMMANDS: dict[str, Callable[[Session, Arguments, str], str]] = {
    "gogui-analyze_commands": gogui_analyze_commands,
    "kgs-genmove_cleanup": kgs_genmove_cleanup,
    "query_boardsize": query_boardsize,
    "get_komi": get_komi,
    "list_stones": list_stones,
    "captures": captures,
    "all_legal": all_legal,
    "is_legal": is_legal,
}
