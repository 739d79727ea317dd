"""Commands that go on talking: analysis until the next line comes, and moves with the thoughts behind them."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from clevergo.players.protocol import Analysis
from clevergo.protocols.gtp.analysis import Dialect, analysis_line, insight_line, read_wishes

if TYPE_CHECKING:
    from clevergo.protocols.gtp.arguments import Arguments
    from clevergo.protocols.gtp.server import Session

_GLANCE_SECONDS = 0.02


def analyze(session: Session, arguments: Arguments, number: str, dialect: Dialect) -> None:
    """Think until the next line comes; its being there ends the answer with an empty line."""
    wishes = read_wishes(arguments, session.game.position.to_play)
    position = session.game.turn(wishes.color)
    insights = session.thinker.study(position, session.lines.is_waiting)
    session.begin(number)
    due = 0.0
    for insight in insights:
        line = insight_line(insight, position, dialect, wishes)
        if line and time.monotonic() >= due:
            due = time.monotonic() + wishes.interval
            session.write(line + "\n")
    while not session.lines.is_waiting():  # all has been seen; the answer stays open all the same
        time.sleep(_GLANCE_SECONDS)


def genmove_analyze(session: Session, arguments: Arguments, number: str, dialect: Dialect) -> None:
    """Our move, played, with lines of analysis before it."""
    wishes = read_wishes(arguments, session.game.position.to_play)
    position = session.game.turn(wishes.color)
    due = 0.0

    def tell(analysis: Analysis) -> None:
        nonlocal due
        line = analysis_line(analysis, position, dialect, wishes)
        if line and time.monotonic() >= due:
            due = time.monotonic() + wishes.interval
            session.write(line + "\n")

    session.thinker.get_ready(position)
    session.begin(number)
    session.write(f"play {session.move(wishes.color, is_played=True, progress=tell)}\n")


COMMANDS: dict[str, Callable[[Session, Arguments, str], None]] = {
    "lz-analyze": functools.partial(analyze, dialect=Dialect.LEELA),
    "kata-analyze": functools.partial(analyze, dialect=Dialect.KATA),
    "lz-genmove_analyze": functools.partial(genmove_analyze, dialect=Dialect.LEELA),
    "kata-genmove_analyze": functools.partial(genmove_analyze, dialect=Dialect.KATA),
}
