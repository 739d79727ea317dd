"""The boards that the course shows, written down as diagrams: the pictures are drawn from them, and a test plays them.

In a diagram ``X`` is black, ``O`` white, ``.`` empty. What a commentator would draw: ``o`` a ring on an empty point
(a liberty), ``+`` a cross (forbidden to whoever is to move), ``a`` to ``h`` letters, ``B``, ``W`` stones with a mark,
and moves as numbers: ``1`` is the first, ``2`` the other side's answer; letters from ``P`` on stand for 10, 11, ...
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.game import Position
from clevergo.games.go.position import Position as GoPosition
from clevergo.games.go.rules import Ruleset
from clevergo.games.markup import Markup, Shape
from clevergo.games.start import Start

_RENJU = FiveRules(size=9, rule=RuleSet.RENJU)
_LETTERS = "abcdefgh"
_NUMBERS = {**{str(n): n for n in range(1, 10)}, **{letter: 10 + k for k, letter in enumerate("PQRSTUV")}}
_STONES = {"X": 1, "B": 1, "O": 2, "W": 2}


@dataclass(frozen=True)
class Diagram:
    """A position with what is drawn over it."""

    text: str
    to_play: Color = Color.BLACK
    """Who is to move, and so whose the odd numbers are."""
    before: str = ""
    """Where the stones come from, if that matters: an earlier diagram ..."""
    played: tuple[str, ...] = ()
    """... and the moves since, by name. The side that plays first there follows from ``to_play``."""
    komi: float = 7.5
    rules: Any = None
    """Another game's rules; None: Go on a board of that size."""
    words: dict[str, str] = field(default_factory=dict)
    """What is said below the picture, by language."""

    @property
    def rows(self) -> list[str]:
        """The lines without spaces between points, as they are written one below the other."""
        lines = [line.replace(" ", "") for line in self.text.strip().splitlines()]
        return [line for line in lines if line]

    @property
    def size(self) -> int:
        """Points along a side; every board of the course is a square."""
        rows = self.rows
        if any(len(row) != len(rows) for row in rows):
            raise ValueError(f"this diagram is no square:\n{self.text}")
        return len(rows)

    def stones(self) -> np.ndarray:
        """``int8[N, N]``: the stones that lie there before any numbered move."""
        return np.array([[_STONES.get(point, 0) for point in row] for row in self.rows], np.int8)

    def shown(self) -> np.ndarray:
        """The same with the stones of the numbered moves, as books draw them: none is taken off."""
        stones = self.stones()
        for number, action in enumerate(self.moves()):
            stones.flat[action] = self.to_play if number % 2 == 0 else self.to_play.opponent
        return stones

    def at(self, signs: str) -> list[int]:
        """The actions of the points that carry one of ``signs``, from the top left on."""
        return [k for k, point in enumerate("".join(self.rows)) if point in signs]

    def numbers(self) -> dict[int, int]:
        """The number of each numbered move, by action."""
        return {k: _NUMBERS[point] for k, point in enumerate("".join(self.rows)) if point in _NUMBERS}

    def moves(self) -> list[int]:
        """The numbered moves in their order."""
        order = sorted((number, action) for action, number in self.numbers().items())
        if [number for number, _ in order] != list(range(1, len(order) + 1)):
            raise ValueError(f"a number is missing:\n{self.text}")
        return [action for _, action in order]

    def forbidden(self) -> list[int]:
        """Where whoever is to move may not play."""
        return self.at("+")

    def position(self) -> Position:
        """The position as the program's own rules have it; ValueError or IllegalMoveError where there is none."""
        if self.rules is not None:
            stones = self.stones().ravel()
            black, white = (tuple(np.flatnonzero(stones == color).tolist()) for color in Color)
            start = Start(black, white, self.to_play)
            position: Position = self.rules.first_position(start)
            return position
        rules = Ruleset(self.size, self.komi)
        if not self.before:
            return GoPosition.from_stones(rules, self.stones(), self.to_play)
        first = self.to_play if len(self.played) % 2 == 0 else self.to_play.opponent
        later: Position = GoPosition.from_stones(rules, Diagram(self.before).stones(), first)
        for name in self.played:
            later = later.play(later.rules.grid.action(name))
        if not np.array_equal(later.stones, self.stones()):
            raise ValueError(f"these moves do not lead there, but to\n{later}")
        return later

    def markup(self) -> Markup:
        """What is drawn on it beside numbers."""
        shapes = {"o": Shape.CIRCLE, "+": Shape.CROSS, "BW": Shape.TRIANGLE}
        marks = tuple((action, shape) for signs, shape in shapes.items() for action in self.at(signs))
        points = "".join(self.rows)
        return Markup(marks, tuple((action, points[action]) for action in self.at(_LETTERS)))


KO_BEFORE = """
..XO...
.XOaO..
..XO...
.......
.......
.......
.......
"""

BOARDS: dict[str, Diagram] = {
    # --- chapter 2 ---
    "liberties": Diagram("Xo..... o..o... ..oXo.. ...o... ......o .....oX ......o".replace(" ", "\n")),
    "chain": Diagram("....... ..oo... .oXXo.. ..OXo.. ...o... ....... .......".replace(" ", "\n")),
    "capture-1": Diagram("..... ..X.. .XOa. ..X.. .....".replace(" ", "\n")),
    "capture-2": Diagram(
        "..... ..X.. .X.X. ..X.. .....".replace(" ", "\n"),
        Color.WHITE,
        "..... ..X.. .XO.. ..X.. .....".replace(" ", "\n"),
        ("D3",),
    ),
    "suicide": Diagram("..... .O... O+O.. .O... .....".replace(" ", "\n")),
    "no-suicide": Diagram("aOX.. OX... X.... ..... .....".replace(" ", "\n")),
    "two-eyes": Diagram("....... ....... ....... ....... OOOOO.. XXXXO.. +X+XO..".replace(" ", "\n"), Color.WHITE),
    "one-eye": Diagram("....... ....... ....... ....... OOOO... XXXO... aXXO...".replace(" ", "\n"), Color.WHITE),
    "false-eye": Diagram("....... ....... ....... ....... OOOOOO. XXOXXO. .XXaXO.".replace(" ", "\n"), Color.WHITE),
    "three": Diagram("....... ....... ....... ....... OOOOO.. XXXXO.. .a.XO..".replace(" ", "\n")),
    "ko-1": Diagram(KO_BEFORE),
    "ko-2": Diagram(
        "..XO... .X+XO.. ..XO... ....... ....... ....... .......".replace(" ", "\n"), Color.WHITE, KO_BEFORE, ("D6",)
    ),
    "counting": Diagram(
        """
        ...XO....
        ....XO...
        .....XO..
        .....XO..
        .....XO..
        ....XO...
        .....XO..
        ....XO...
        ...XO....
        """
    ),
    "ladder-1": Diagram(
        "......... ..X...... .XOa..... .X....... ......... ......... ......... ......... .........".replace(" ", "\n")
    ),
    "ladder-2": Diagram(
        "......... ..X...... .XO1..... .X245.... ..3689... ...7PRS.. ....QT... .....U... .........".replace(" ", "\n")
    ),
    "ladder-3": Diagram(
        "......... ..X...... .XO1..... .X245.... ..3689... ...7PRS.. ....QTW.. ......... .........".replace(" ", "\n")
    ),
    "net": Diagram("....... ....... ...XX.. ..XO... ..X.1.. ....... .......".replace(" ", "\n")),
    "net-2": Diagram("....... ....... ...XX.. ..XO23. ..X41.. ...5... .......".replace(" ", "\n")),
    "snapback-1": Diagram("....... ....... ....... ....... ..XXXO. .XOOXO. .XbaOO.".replace(" ", "\n")),
    "snapback-2": Diagram("....... ....... ....... ....... ..XXXO. .XOOXO. .X21OO.".replace(" ", "\n")),
    "snapback-3": Diagram(
        "....... ....... ....... ....... ..XXXO. .X..XO. .X.BOO.".replace(" ", "\n"),
        Color.WHITE,
        "....... ....... ....... ....... ..XXXO. .XOOXO. .X..OO.".replace(" ", "\n"),
        ("D1", "C1", "D1"),
    ),
    # --- chapter 3 ---
    "three-open": Diagram(
        "......... ......... ......... ...aXXXa. ......... ..OO..... ...O..... ......... .........".replace(" ", "\n"),
        rules=FiveRules(size=9),
    ),
    "four-open": Diagram(
        "......... ......... ......... ...aXXXXa ......... ..OO..... ...OO.... ......... .........".replace(" ", "\n"),
        rules=FiveRules(size=9),
    ),
    "double-three": Diagram(
        "......... ......... ....X.... ....X.... ..XX+.... ......... ......O.. ......O.. .O.......".replace(" ", "\n"),
        rules=_RENJU,
    ),
    "double-four": Diagram(
        "......... ......... ....X.... ....X.... .XXX+.... ....X.... ......... ......... .........".replace(" ", "\n"),
        rules=_RENJU,
    ),
    "overline": Diagram(
        "......... ......... ......... .XXX+XX.. ......... ......... ......... ......... .........".replace(" ", "\n"),
        rules=_RENJU,
    ),
    # --- chapter 4 ---
    "chains": Diagram(".X.O. XXOO. .XO.. OO..X .....".replace(" ", "\n")),
    # --- chapter 9 ---
    "puzzle": Diagram(
        """
        .X.......
        .XOO.....
        .XXOOOOO.
        .XOXXXXO.
        XOOXO.OX.
        ..O.X.OX.
        X.OX.O.X.
        XOOX.....
        .XOX.....
        """,
        Color.WHITE,
        komi=7.0,
    ),
}
