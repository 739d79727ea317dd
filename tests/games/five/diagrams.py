"""Boards of five in a row as people write them down, and files of many."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from clevergo.games.color import Color
from clevergo.games.five.position import FivePosition
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.start import Start
from tests.games.five.reference import Point, Stones

SIDES = {"X": 1, "O": 2}


class Diagram(NamedTuple):
    """A row of a file: words, and the board below them."""

    words: tuple[str, ...]
    rows: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def stones(self) -> Stones:
        return {(r, c): SIDES[cell] for r, row in enumerate(self.rows) for c, cell in enumerate(row) if cell in SIDES}

    def marked(self, letters: str) -> dict[Point, str]:
        """The empty points that have one of these letters."""
        return {(r, c): cell for r, row in enumerate(self.rows) for c, cell in enumerate(row) if cell in letters}

    def position(self, rule: str, to_play: Color = Color.BLACK) -> FivePosition:
        black, white = ([r * self.size + c for (r, c), it in self.stones.items() if it == side] for side in (1, 2))
        rules = FiveRules(size=self.size, rule=RuleSet(rule))
        return rules.first_position(Start(tuple(black), tuple(white), to_play))


def read(name: str) -> list[Diagram]:
    """The diagrams of a file beside this one: each a line of words, its board, and an empty line."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    return [Diagram(tuple(words.split()), tuple(row.replace(" ", "") for row in rows)) for words, *rows in blocks]
