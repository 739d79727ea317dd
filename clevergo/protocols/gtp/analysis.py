"""Commands that go on talking, in the two dialects that screens read: Leela Zero's and KataGo's.

Analysis until the next line comes, and moves with the thoughts behind them.

Numbers are in the view of the side to move. Leela Zero writes shares of one as whole numbers out of 10,000.
"""

from __future__ import annotations

import enum
import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clevergo.games.color import Color
from clevergo.games.grid import square
from clevergo.players.protocol import Analysis, Candidate
from clevergo.protocols.gtp.protocol import Arguments, as_color, as_integer

if TYPE_CHECKING:
    from clevergo.games.go.position import Position
    from clevergo.players.protocol import Insight
    from clevergo.protocols.gtp.server import Session

_CENTISECONDS = 100
_GLANCE_SECONDS = 0.02
_DEFAULT_INTERVAL = 100
_THREE_WORDS = frozenset({"allow", "avoid"})


class Dialect(enum.Enum):
    """Who is imitated."""

    LEELA = "lz"
    KATA = "kata"


@dataclass(frozen=True)
class Wishes:
    """What an analysis command asks for."""

    color: Color
    interval: float
    """Seconds between two lines."""
    most_moves: int
    ownership: bool
    root: bool


def read_wishes(arguments: Arguments, to_play: Color) -> Wishes:
    """``[COLOR] [INTERVAL] [KEY VALUE]...``; keys that mean nothing to us are skipped."""
    color, interval = to_play, _DEFAULT_INTERVAL
    most_moves, ownership, root = 10_000, False, False
    while len(arguments):
        word = arguments.word()
        named, hundredths = as_color(word), as_integer(word)
        if named is not None:
            color = named
        elif hundredths is not None:
            interval = hundredths
        elif word.lower() == "interval":
            interval = arguments.integer()
        elif word.lower() == "maxmoves":
            most_moves = arguments.integer()
        elif word.lower() == "ownership":
            ownership = arguments.truth()
        elif word.lower() == "rootinfo":
            root = arguments.truth()
        else:
            for _ in range(3 if word.lower() in _THREE_WORDS else 1):
                arguments.word()
    return Wishes(color, max(1, interval) / _CENTISECONDS, most_moves, ownership, root)


def insight_line(insight: Insight, position: Position, dialect: Dialect, wishes: Wishes) -> str:
    """One line about a running study."""
    mine = 1.0 if position.to_play is Color.BLACK else -1.0
    score = None if insight.black_score is None else insight.black_score * mine
    line = _moves(insight.candidates[: wishes.most_moves], position.size, dialect, score)
    if dialect is Dialect.KATA and wishes.root:
        lead = "" if score is None else f" scoreLead {score:.2f}"
        line += f" rootInfo visits {insight.visits} winrate {insight.win_rate:.4f}{lead}"
    if dialect is Dialect.KATA and wishes.ownership and insight.owners is not None:
        line += " ownership " + " ".join(f"{share:.3f}" for share in (insight.owners * mine).ravel())
    return line.strip()


def _moves(candidates: Sequence[Candidate], size: int, dialect: Dialect, score: float | None) -> str:
    write = _leela_move if dialect is Dialect.LEELA else _kata_move
    return " ".join(write(candidate, order, size, score) for order, candidate in enumerate(candidates))


def _leela_move(candidate: Candidate, order: int, size: int, _score: float | None) -> str:
    winrate, prior = round(candidate.win_rate * 10_000), round(candidate.prior * 10_000)
    return (
        f"info move {square(size).name(candidate.action)} visits {candidate.visits} winrate {winrate} "
        f"prior {prior} lcb {winrate} order {order} pv {_line(candidate, size)}"
    )


def _kata_move(candidate: Candidate, order: int, size: int, score: float | None) -> str:
    """``score`` is the position's, the best estimate there is of its first move's; the other moves get none."""
    winrate = f"{candidate.win_rate:.6f}"
    lead = "" if score is None or order else f"scoreMean {score:.2f} scoreLead {score:.2f} "
    return (
        f"info move {square(size).name(candidate.action)} visits {candidate.visits} "
        f"utility {2 * candidate.win_rate - 1:.6f} winrate {winrate} {lead}prior {candidate.prior:.6f} "
        f"lcb {winrate} order {order} pv {_line(candidate, size)}"
    )


def _line(candidate: Candidate, size: int) -> str:
    return " ".join(square(size).name(action) for action in candidate.line or (candidate.action,))


def analyze(session: Session, arguments: Arguments, dialect: Dialect) -> None:
    """Think until the next line comes; its being there ends the answer with an empty line."""
    wishes = read_wishes(arguments, session.game.position.to_play)
    position = session.game.turn(wishes.color)
    insights, teller = session.thinker.study(position, session.lines.is_waiting), _Teller(session, wishes)
    session.begin()
    for insight in insights:
        teller.tell(insight_line(insight, position, dialect, wishes))
    while not session.lines.is_waiting():  # all has been seen; the answer stays open all the same
        time.sleep(_GLANCE_SECONDS)


def genmove_analyze(session: Session, arguments: Arguments, dialect: Dialect) -> None:
    """Our move, played, with lines of analysis before it; the last of them is what the move was chosen by.

    CGOS's client shows that one to the public, however short the search was.
    """
    wishes = read_wishes(arguments, session.game.position.to_play)
    position, teller = session.game.turn(wishes.color), _Teller(session, wishes)

    def said(analysis: Analysis) -> str:
        return _moves(analysis.candidates[: wishes.most_moves], position.size, dialect, None)

    session.thinker.get_ready(position)
    session.begin()
    move, thought = session.move(wishes.color, is_played=True, progress=lambda thought: teller.tell(said(thought)))
    if thought is not None:
        teller.end(said(thought))
    session.write(f"play {move}\n")


class _Teller:
    """Writes lines, as often as is wished; the others, and empty ones, are dropped."""

    def __init__(self, session: Session, wishes: Wishes) -> None:
        self._session = session
        self._interval = wishes.interval
        self._due = 0.0
        self._last = ""

    def tell(self, line: str) -> None:
        """One of many."""
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + self._interval
            self.end(line)

    def end(self, line: str) -> None:
        """The last one, whenever the one before it was; not twice the same."""
        if line and line != self._last:
            self._last = line
            self._session.write(line + "\n")


COMMANDS: dict[str, Callable[[Session, Arguments], None]] = {
    "lz-analyze": functools.partial(analyze, dialect=Dialect.LEELA),
    "kata-analyze": functools.partial(analyze, dialect=Dialect.KATA),
    "lz-genmove_analyze": functools.partial(genmove_analyze, dialect=Dialect.LEELA),
    "kata-genmove_analyze": functools.partial(genmove_analyze, dialect=Dialect.KATA),
}
