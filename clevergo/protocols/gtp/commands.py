"""The commands of the GTP 2 standard, chapter 6, section by section, and what other programs use besides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import clevergo
from clevergo.files import read_limited
from clevergo.games.color import Color
from clevergo.games.go.rules import Ruleset, handicap_points, most_handicap
from clevergo.games.go.scoring import counted, propose_dead
from clevergo.games.grid import square
from clevergo.games.outcome import Outcome, Termination
from clevergo.protocols.gtp import analysis, times
from clevergo.protocols.gtp.protocol import SYNTAX_ERROR, Arguments, Command, GtpError
from clevergo.protocols.gtp.rules import kata_ko, kata_rules, kgs_ko

if TYPE_CHECKING:
    from clevergo.protocols.gtp.clock import TimeSettings
    from clevergo.protocols.gtp.server import Session

Handler = Callable[["Session", Arguments], str | None]
"""Does a command; returns the text of the answer, if there is something to say that has not been written already."""
_MENU = """\
string/Board/showboard
string/Score/final_score
plist/Dead Stones/final_status_list dead
plist/Stones/list_stones %c
plist/Legal Moves/all_legal %c
move/What Would You Play?/reg_genmove %c"""
"""What GoGui offers in its analysis menu."""


def perform(session: Session, command: Command) -> str:
    """Do what the command says; the text of the answer."""
    handler = COMMANDS.get(command.name)
    if handler is None:
        raise GtpError("unknown command")
    return handler(session, Arguments(command.arguments)) or ""


def leave(session: Session, _arguments: Arguments) -> None:
    """``quit``: answered, then the session ends."""
    session.is_over = True


def boardsize(session: Session, arguments: Arguments) -> None:
    """Another board; what was on it is gone."""
    size = arguments.integer()
    if not session.thinker.engine.supports(size):
        raise GtpError("unacceptable size")
    session.game.clear(size)
    _begin(session)


def clear_board(session: Session, _arguments: Arguments) -> None:
    """An empty board and no captures; komi stays."""
    session.game.clear()
    _begin(session)


def fixed_handicap(session: Session, arguments: Arguments) -> str:
    """Black's stones on the standard's points."""
    stones, size = arguments.integer(), session.game.size
    if not 2 <= stones <= _most_fixed(size):
        raise GtpError("invalid number of stones")
    return _place(session, handicap_points(size, stones))


def place_free_handicap(session: Session, arguments: Arguments) -> str:
    """Black's stones where we like: on the standard's points, as many as there are, then here and there."""
    stones, size = arguments.integer(), session.game.size
    if not 2 <= stones < size * size:
        raise GtpError("invalid number of stones")
    points = list(handicap_points(size, min(stones, _most_fixed(size))))
    apart = [row * size + col for row in range(size) for col in range(size) if (row + col) % 2]
    points += [point for point in apart if point not in points][: stones - len(points)]
    return _place(session, tuple(points))


def set_free_handicap(session: Session, arguments: Arguments) -> None:
    """Black's stones where the opponent likes."""
    size = session.game.size
    try:
        points = [square(size).action(word) for word in arguments.rest()]
    except ValueError:
        raise GtpError("bad vertex list") from None
    if not 2 <= len(points) < size * size or len(set(points)) < len(points) or size * size in points:
        raise GtpError("bad vertex list")
    _place(session, tuple(points))


def _most_fixed(size: int) -> int:
    return min(4, most_handicap(size)) if size == 7 else most_handicap(size)


def _place(session: Session, points: tuple[int, ...]) -> str:
    session.game.set_up(points)
    _begin(session)
    return " ".join(square(session.game.size).name(point) for point in points)


def _begin(session: Session) -> None:
    session.thinker.new_game()
    session.clock.restart()


def play(session: Session, arguments: Arguments) -> None:
    """A move by either side, in turn or not."""
    color = arguments.color()
    session.game.play(color, arguments.vertex(session.game.size))


def set_time(session: Session, settings: TimeSettings) -> None:
    """The clocks begin anew. What takes long to load is loaded before they run."""
    session.clock.set(settings)
    if settings.is_limited:
        session.thinker.get_ready(session.game.turn(session.game.position.to_play))


def time_left(session: Session, arguments: Arguments) -> None:
    """What the clock of one side shows."""
    session.clock.tell(arguments.color(), arguments.number(), arguments.integer())


def loadsgf(session: Session, arguments: Arguments) -> None:
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
    if not isinstance(record.rules, Ruleset):
        raise GtpError("cannot load file: it is no game of Go")
    if not session.thinker.engine.supports(record.rules.size):
        raise GtpError("cannot load file: unacceptable size")
    session.game.load(record, plies)
    _begin(session)


def showboard(session: Session, _arguments: Arguments) -> str:
    """The board as text."""
    position = session.game.position
    by_black, by_white = position.captures
    to_play = position.to_play.name.title()
    return (
        f"\n{position}\n{to_play} to play, komi {session.game.komi:g}, Black has captured {by_black}, White {by_white}"
    )


def final_score(session: Session, _arguments: Arguments) -> str:
    """``B+3.5``, as we see it: with the stones off the board that :func:`final_status_list` calls dead.

    By area, or by territory where that is what a file that was loaded says.
    """
    position = session.game.position
    rounded = counted(position, position.rules.scoring, propose_dead(position))
    assert rounded.margin is not None
    margin = rounded.margin + position.rules.komi - session.game.komi
    return Outcome.counted(margin, Termination.TWO_PASSES).points()


def final_status_list(session: Session, arguments: Arguments) -> str:
    """The chains of a status, one to a line. We count by area, where a seki's stones are simply alive."""
    from scipy import ndimage

    status, position, lines = arguments.word(), session.game.position, []
    if status == "seki":
        return ""
    if status not in ("alive", "dead"):
        raise GtpError(SYNTAX_ERROR)
    dead = propose_dead(position)
    for color in Color:
        chains, count = ndimage.label((position.stones == color) & (dead if status == "dead" else ~dead))
        lines += [_points(session, chains.ravel() == chain) for chain in range(1, count + 1)]
    return "\n".join(lines)


def is_legal(session: Session, arguments: Arguments) -> str:
    """Whether a color may play on a point."""
    color = arguments.color()
    action = arguments.vertex(session.game.size)
    return str(int(session.game.turn(color).why_illegal(action) is None))


def _points(session: Session, mask: NDArray[Any]) -> str:
    return " ".join(square(session.game.size).name(int(action)) for action in np.flatnonzero(mask))


COMMANDS: dict[str, Handler] = {
    # 6.3.1 Administrative commands
    "protocol_version": lambda _session, _: "2",
    "name": lambda _session, _: "CleverGo",
    "version": lambda session, _: f"{clevergo.__version__} {session.thinker.engine.player.name}",
    "known_command": lambda _session, arguments: "true" if arguments.word() in COMMANDS else "false",
    "list_commands": lambda _session, _: "\n".join(COMMANDS),
    "quit": leave,
    # 6.3.2 Setup commands
    "boardsize": boardsize,
    "clear_board": clear_board,
    "komi": lambda session, arguments: session.game.set_komi(arguments.number()),
    "fixed_handicap": fixed_handicap,
    "place_free_handicap": place_free_handicap,
    "set_free_handicap": set_free_handicap,
    # 6.3.3 Core play commands
    "play": play,
    "genmove": lambda session, arguments: session.move(arguments.color(), is_played=True)[0],
    "undo": lambda session, _: session.game.undo(),
    # 6.3.4 Tournament commands
    "time_settings": lambda session, arguments: set_time(session, times.standard(arguments)),
    "time_left": time_left,
    "final_score": final_score,
    "final_status_list": final_status_list,
    # 6.3.5 Regression commands
    "loadsgf": loadsgf,
    "reg_genmove": lambda session, arguments: session.move(arguments.color(), is_played=False)[0],
    # 6.3.6 Debug commands
    "showboard": showboard,
    # Beyond the standard: analysis, GoGui's menu, KGS's cleanup, KGS's and KataGo's rules and time, GNU Go's questions
    **analysis.COMMANDS,
    "gogui-analyze_commands": lambda _session, _: _MENU,
    "kgs-genmove_cleanup": lambda session, arguments: session.move(arguments.color(), is_played=True, clears_dead=True)[
        0
    ],
    "kgs-rules": lambda session, arguments: session.game.set_ko(kgs_ko(arguments.word())),
    "kgs-time_settings": lambda session, arguments: set_time(session, times.told(arguments, times.KGS)),
    "kata-set-rules": lambda session, arguments: session.game.set_ko(kata_ko(" ".join(arguments.rest()))),
    "kata-get-rules": lambda session, _: kata_rules(session.game.rules.ko),
    "kata-time_settings": lambda session, arguments: set_time(session, times.told(arguments, times.KATA)),
    "kata-list_time_settings": lambda _session, _: " ".join(times.KATA),
    "query_boardsize": lambda session, _: str(session.game.size),
    "get_komi": lambda session, _: f"{session.game.komi:g}",
    "list_stones": lambda session, arguments: _points(session, session.game.position.stones == int(arguments.color())),
    "captures": lambda session, arguments: str(session.game.position.captures[int(arguments.color()) - 1]),
    "all_legal": lambda session, arguments: _points(session, session.game.turn(arguments.color()).legal_moves[:-1]),
    "is_legal": is_legal,
}
"""Every command there is."""
