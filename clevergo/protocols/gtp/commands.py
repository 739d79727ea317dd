"""The commands of the GTP 2 standard, chapter 6, section by section, and the table of all there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import clevergo
from clevergo.files.limits import read_limited
from clevergo.games.go.handicap import handicap_points, most_handicap
from clevergo.games.grid import square
from clevergo.protocols.gtp import extensions, opinions, streams
from clevergo.protocols.gtp.arguments import SYNTAX_ERROR, Arguments
from clevergo.protocols.gtp.clock import TimeSettings
from clevergo.protocols.gtp.protocol import Command, GtpError

if TYPE_CHECKING:
    from clevergo.protocols.gtp.server import Session

Handler = Callable[["Session", Arguments, str], str | None]
"""Does a command, given its id; returns the text of the answer, or None where that has been written already."""


def perform(session: Session, command: Command) -> str | None:
    """Do what the command says."""
    handler = COMMANDS.get(command.name)
    if handler is None:
        raise GtpError("unknown command")
    return handler(session, Arguments(command.arguments), command.id)


# --- 6.3.1 Administrative commands -------------------------------------------------------------------------


def protocol_version(_session: Session, _arguments: Arguments, _number: str) -> str:
    """Which GTP this is."""
    return "2"


def name(_session: Session, _arguments: Arguments, _number: str) -> str:
    """What this program is called."""
    return "CleverGo"


def version(session: Session, _arguments: Arguments, _number: str) -> str:
    """Which version, and which of its players."""
    return f"{clevergo.__version__} {session.thinker.engine.player.name}"


def known_command(_session: Session, arguments: Arguments, _number: str) -> str:
    """Whether there is such a command."""
    return "true" if arguments.word() in COMMANDS else "false"


def list_commands(_session: Session, _arguments: Arguments, _number: str) -> str:
    """All of them, one to a line."""
    return "\n".join(COMMANDS)


def leave(session: Session, _arguments: Arguments, _number: str) -> str:
    """``quit``: answered, then the session ends."""
    session.is_over = True
    return ""


# --- 6.3.2 Setup commands ----------------------------------------------------------------------------------


def boardsize(session: Session, arguments: Arguments, _number: str) -> str:
    """Another board; what was on it is gone."""
    size = arguments.integer()
    if not session.thinker.engine.supports(size):
        raise GtpError("unacceptable size")
    session.game.clear(size)
    _begin(session)
    return ""


def clear_board(session: Session, _arguments: Arguments, _number: str) -> str:
    """An empty board and no captures; komi stays."""
    session.game.clear()
    _begin(session)
    return ""


def komi(session: Session, arguments: Arguments, _number: str) -> str:
    """White's points, however ridiculous."""
    session.game.set_komi(arguments.number())
    return ""


def fixed_handicap(session: Session, arguments: Arguments, _number: str) -> str:
    """Black's stones on the standard's points."""
    stones, size = arguments.integer(), session.game.size
    if not 2 <= stones <= _most_fixed(size):
        raise GtpError("invalid number of stones")
    return _place(session, handicap_points(size, stones))


def place_free_handicap(session: Session, arguments: Arguments, _number: str) -> str:
    """Black's stones where we like: on the standard's points, as many as there are, then here and there."""
    stones, size = arguments.integer(), session.game.size
    if not 2 <= stones < size * size:
        raise GtpError("invalid number of stones")
    points = list(handicap_points(size, min(stones, _most_fixed(size))))
    apart = [row * size + col for row in range(size) for col in range(size) if (row + col) % 2]
    points += [point for point in apart if point not in points][: stones - len(points)]
    return _place(session, tuple(points))


def set_free_handicap(session: Session, arguments: Arguments, _number: str) -> str:
    """Black's stones where the opponent likes."""
    size = session.game.size
    try:
        points = [square(size).action(word) for word in arguments.rest()]
    except ValueError:
        raise GtpError("bad vertex list") from None
    if not 2 <= len(points) < size * size or len(set(points)) < len(points) or size * size in points:
        raise GtpError("bad vertex list")
    _place(session, tuple(points))
    return ""


def _most_fixed(size: int) -> int:
    return min(4, most_handicap(size)) if size == 7 else most_handicap(size)


def _place(session: Session, points: tuple[int, ...]) -> str:
    session.game.set_up(points)
    _begin(session)
    return " ".join(square(session.game.size).name(point) for point in points)


def _begin(session: Session) -> None:
    session.thinker.new_game()
    session.clock.restart()


# --- 6.3.3 Core play commands ------------------------------------------------------------------------------


def play(session: Session, arguments: Arguments, _number: str) -> str:
    """A move by either side, in turn or not."""
    color = arguments.color()
    session.game.play(color, arguments.vertex(session.game.size))
    return ""


def genmove(session: Session, arguments: Arguments, _number: str) -> str:
    """Our move, played on our board too."""
    color = arguments.color()
    return session.move(color, is_played=True)


def undo(session: Session, _arguments: Arguments, _number: str) -> str:
    """Take the last move back."""
    session.game.undo()
    return ""


# --- 6.3.4 Tournament commands -----------------------------------------------------------------------------


def time_settings(session: Session, arguments: Arguments, _number: str) -> str:
    """Main time, byo-yomi time, byo-yomi stones. What takes long to load is loaded before the clock runs."""
    main, byo_yomi, stones = arguments.number(), arguments.number(), arguments.integer()
    if main < 0 or byo_yomi < 0:
        raise GtpError(SYNTAX_ERROR)
    settings = TimeSettings(main, byo_yomi, stones)
    session.clock.set(settings)
    if settings.is_limited:
        session.thinker.get_ready(session.game.turn(session.game.position.to_play))
    return ""


def time_left(session: Session, arguments: Arguments, _number: str) -> str:
    """What the clock of one side shows."""
    session.clock.tell(arguments.color(), arguments.number(), arguments.integer())
    return ""


def final_score(session: Session, _arguments: Arguments, _number: str) -> str:
    """The result as we see it."""
    return opinions.final_score(session.game)


def final_status_list(session: Session, arguments: Arguments, _number: str) -> str:
    """The stones that are ``alive``, ``seki`` or ``dead`` as we see it, a chain to a line."""
    return opinions.final_status_list(session.game, arguments.word())


# --- 6.3.5 Regression commands -----------------------------------------------------------------------------


def loadsgf(session: Session, arguments: Arguments, _number: str) -> str:
    """The position of a file, before the move of that number if one is given."""
    from clevergo.games.sgf.codec import from_sgf
    from clevergo.games.sgf.outline import MOST_BYTES

    words = arguments.rest()
    if not words:
        raise GtpError(SYNTAX_ERROR)
    plies = max(0, int(words.pop()) - 1) if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) < 9 else None
    path = Path(" ".join(words))
    try:
        record = from_sgf(read_limited(path, MOST_BYTES))
    except (OSError, ValueError) as error:
        raise GtpError(f"cannot load file: {error}") from error
    if not session.thinker.engine.supports(record.rules.size):
        raise GtpError("cannot load file: unacceptable size")
    session.game.load(record, plies)
    _begin(session)
    return ""


def reg_genmove(session: Session, arguments: Arguments, _number: str) -> str:
    """Our move, not played."""
    return session.move(arguments.color(), is_played=False)


# --- 6.3.6 Debug commands ----------------------------------------------------------------------------------


def showboard(session: Session, _arguments: Arguments, _number: str) -> str:
    """The board as text."""
    position = session.game.position
    by_black, by_white = position.captures
    to_play = position.to_play.name.title()
    return (
        f"\n{position}\n{to_play} to play, komi {session.game.komi:g}, Black has captured {by_black}, White {by_white}"
    )


COMMANDS: dict[str, Handler] = {
    "protocol_version": protocol_version,
    "name": name,
    "version": version,
    "known_command": known_command,
    "list_commands": list_commands,
    "quit": leave,
    "boardsize": boardsize,
    "clear_board": clear_board,
    "komi": komi,
    "fixed_handicap": fixed_handicap,
    "place_free_handicap": place_free_handicap,
    "set_free_handicap": set_free_handicap,
    "play": play,
    "genmove": genmove,
    "undo": undo,
    "time_settings": time_settings,
    "time_left": time_left,
    "final_score": final_score,
    "final_status_list": final_status_list,
    "loadsgf": loadsgf,
    "reg_genmove": reg_genmove,
    "showboard": showboard,
    **streams.COMMANDS,
    **extensions.COMMANDS,
}
"""Every command there is."""
