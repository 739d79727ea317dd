"""Set pieces: positions with a right answer, the same for every age of every dog.

A game that has some keeps them in a file in its folder and hands them out by ``Game.set_pieces``. In the file, ``#``
begins a remark; a block is a line of words and a board, blocks are set off by an empty line::

    save 1 X D4 C3
    . . X O .
    . . * . .

The words: the kind of task, its number, who is to move (``X`` moves first in a game, ``O`` second), and the moves that
were played last, all of which lie on the board (nets look at them too). The board: ``.`` empty, ``*`` empty and right,
``X`` and ``O``. A board smaller than the one that is played on lies in its middle.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clevergo.games.color import Color
from clevergo.games.start import Start

if TYPE_CHECKING:
    from clevergo.games.game import Rules

_COLORS = {"X": Color.BLACK, "O": Color.WHITE}
_EMPTY, _RIGHT = ".", "*"


@dataclass(frozen=True)
class SetPiece:
    """A position with a right answer."""

    kind: str
    """What is to be done, a word of the game's own: ``save``. Its words are the catalogs' rows ``piece.GAME.KIND``."""
    number: int
    """Tells the pieces of a kind apart, from 1; the same position keeps it for good."""
    rules: Any
    """:class:`~clevergo.games.game.Rules`."""
    start: Start
    moves: tuple[int, ...]
    """Played after ``start``: the last ones before the question."""
    answers: frozenset[int]
    """The actions that are right, at least one."""

    @property
    def name(self) -> str:
        """``save-1``: the same in every version of the program."""
        return f"{self.kind}-{self.number}"

    @functools.cached_property
    def position(self) -> Any:
        """The :class:`~clevergo.games.game.Position` that is asked about."""
        position = self.rules.first_position(self.start)
        for action in self.moves:
            position = position.play(action)
        return position


@dataclass(frozen=True)
class Diagram:
    """A block of a file as it stands there."""

    kind: str
    number: int
    to_play: Color
    last: tuple[str, ...]
    """Names of points on a board as large as the diagram."""
    rows: tuple[str, ...]

    def on(self, rules: Rules) -> SetPiece | None:
        """The piece it shows, in the middle of a board by these rules; None where it does not fit."""
        grid, own = rules.grid, type(rules.grid)(len(self.rows), len(self.rows[0]))
        if own.rows > grid.rows or own.columns > grid.columns:
            return None
        down, right = (grid.rows - own.rows) // 2, (grid.columns - own.columns) // 2

        def points(cell: str) -> Iterator[int]:
            for row, cells in enumerate(self.rows):
                yield from (grid.at(row + down, col + right) for col, found in enumerate(cells) if found == cell)

        def moved(name: str) -> int:
            row, col = own.point(own.action(name))
            return grid.at(row + down, col + right)

        last = tuple(moved(name) for name in self.last)
        black, white = (tuple(action for action in points(cell) if action not in last) for cell in _COLORS)
        start = Start(black, white, self.to_play if len(last) % 2 == 0 else self.to_play.opponent)
        return SetPiece(self.kind, self.number, rules, start, last, frozenset(points(_RIGHT)))


@functools.cache
def read_diagrams(path: Path) -> tuple[Diagram, ...]:
    """The blocks of a file, in their order; ValueError where one is none."""
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return tuple(_read(block) for block in "\n".join(lines).strip().split("\n\n"))


def _read(block: str) -> Diagram:
    words, *rows = block.splitlines()
    kind, number, color, *last = words.split()
    board = tuple(row.replace(" ", "") for row in rows)
    if len({len(row) for row in board}) != 1 or not set("".join(board)) <= {_EMPTY, _RIGHT, *_COLORS}:
        raise ValueError(f"no board below {words!r}")
    return Diagram(kind, int(number), _COLORS[color], tuple(last), board)


def pieces_on(path: Path, rules: Rules) -> tuple[SetPiece, ...]:
    """Those pieces of a file that fit on a board by these rules, in their order."""
    return tuple(piece for diagram in read_diagrams(path) if (piece := diagram.on(rules)) is not None)
