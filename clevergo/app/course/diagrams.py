"""Positions written down as people draw them, and playing on from one.

In a diagram ``X`` is black, ``O`` white, ``.`` empty. What a commentator would draw: ``o`` a ring on an empty point
(a liberty), ``+`` a cross (forbidden to whoever is to move), ``a`` to ``h`` letters, ``B``, ``W`` stones with a mark,
``#`` and ``=`` points that are Black's and White's when a game is counted, and moves as numbers: ``1`` is the first,
``2`` the other side's answer; letters from ``P`` on stand for 10, 11, ...
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.app.match.messages import BoardState, Refusal
from clevergo.games.color import Color
from clevergo.games.game import Position, Rules
from clevergo.games.guests import game_named
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.markup import Markup, Shape
from clevergo.games.start import Start

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
    game: str = "go"
    agreed: Mapping[str, Any] = field(default_factory=dict)
    """What its rules are beside the board's size (:meth:`clevergo.games.game.Game.agree`)."""

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

    @property
    def rules(self) -> Rules:
        """What is played by."""
        return game_named(self.game).agree({"size": self.size, **self.agreed})[0]

    @property
    def start(self) -> Start:
        """Its stones as a game's first, for whoever need not know where they come from."""
        stones = self.stones().ravel()
        black, white = (tuple(np.flatnonzero(stones == color).tolist()) for color in Color)
        return Start(black, white, self.to_play)

    def stones(self) -> NDArray[np.int8]:
        """``int8[N, N]``: the stones that lie there before any numbered move."""
        return np.array([[_STONES.get(point, 0) for point in row] for row in self.rows], np.int8)

    def shown(self) -> NDArray[np.int8]:
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
        if not self.before:
            return self.rules.first_position(self.start)
        first = self.to_play if len(self.played) % 2 == 0 else self.to_play.opponent
        later = Diagram(self.before, first, game=self.game, agreed=self.agreed).position()
        for name in self.played:
            later = later.play(later.rules.grid.action(name))
        if not np.array_equal(later.stones, self.stones()):
            raise ValueError(f"these moves do not lead there, but to\n{later}")
        return later

    def markup(self) -> Markup:
        """What is drawn on it beside numbers."""
        shapes = {
            "o": Shape.CIRCLE,
            "+": Shape.CROSS,
            "BW": Shape.TRIANGLE,
            "#": Shape.BLACK_AREA,
            "=": Shape.WHITE_AREA,
        }
        marks = tuple((action, shape) for signs, shape in shapes.items() for action in self.at(signs))
        points = "".join(self.rows)
        return Markup(marks, tuple((action, points[action]) for action in self.at(_LETTERS)))


class DiagramGame:
    """A diagram that is played on, by both sides in turn; it never forgets how it began.

    Until somebody touches it, it looks as in a book. Where its moves are numbered one can go back and on through them;
    a move played in between leaves them, until it begins anew. Positions need the compiled rules: they are made when
    the first one is wanted.
    """

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self._moves: list[int] = diagram.moves()
        self._at = len(self._moves)
        """How many of them lie on the board."""
        self._is_book = True
        """Whether it looks as in the book."""
        self._positions: list[Position] = []

    # --- what is seen ---

    @property
    def is_at_beginning(self) -> bool:
        """Whether it looks as in the book."""
        return self._is_book

    @property
    def has_moves(self) -> bool:
        """Whether there are moves to go back and on through."""
        return bool(self._moves)

    @property
    def can_go_back(self) -> bool:
        """Whether a move can be taken off."""
        return self._at > 0

    @property
    def can_go_on(self) -> bool:
        """Whether a move that was taken off, or not put yet, follows."""
        return self._at < len(self._moves)

    @property
    def to_play(self) -> Color:
        """Who is to move."""
        return self.diagram.to_play if self._at % 2 == 0 else self.diagram.to_play.opponent

    @property
    def board(self) -> BoardState:
        """What lies there now."""
        diagram = self.diagram
        letters = diagram.rules.grid.letters
        if self._is_book:
            return BoardState(diagram.shown(), markup=diagram.markup(), letters=letters)
        position = self._position
        last = self._moves[self._at - 1] if self._at else None
        rows, markup = position.winning_rows, self._markup_left(position)
        return BoardState(
            position.stones, last, position.barred, position.reasons, rows, markup=markup, letters=letters
        )

    @property
    def numbers(self) -> dict[int, int]:
        """Figures to write on stones: of the diagram's own moves, as far as they lie there."""
        own, numbers = self.diagram.moves(), self.diagram.numbers()
        if self._is_book:
            return numbers
        if not own or self._moves[: len(own)] != own[: len(self._moves)]:
            return {}
        stones = self._position.stones
        lying = own[: self._at]
        return {action: number for action, number in numbers.items() if action in lying and stones.flat[action]}

    def _markup_left(self, position: Position) -> Markup:
        """What still holds of what is drawn: letters of empty points, marks of stones that lie there."""
        first, now = self.diagram.stones(), position.stones
        marks, is_same = self.diagram.markup(), np.array_equal(first, now)
        shapes = tuple((a, s) for a, s in marks.shapes if is_same or (first.flat[a] and first.flat[a] == now.flat[a]))
        return Markup(shapes, tuple((action, text) for action, text in marks.labels if not now.flat[action]))

    # --- what is done ---

    @property
    def _position(self) -> Position:
        """After the moves that lie there."""
        if not self._positions:
            self._positions = [self.diagram.position()]
        while len(self._positions) <= self._at:
            self._positions.append(self._positions[-1].play(self._moves[len(self._positions) - 1]))
        return self._positions[self._at]

    def play(self, action: int) -> Refusal | None:
        """Put a stone, or say why not."""
        position = self._position
        if position.is_over:
            return Refusal.GAME_OVER
        try:
            after = position.play(action)
        except IllegalMoveError as error:
            return Refusal(error.reason)
        del self._moves[self._at :], self._positions[self._at + 1 :]
        self._moves.append(action)
        self._positions.append(after)
        self._at += 1
        self._is_book = False
        return None

    def step(self, moves: int) -> None:
        """So many moves on; back where negative."""
        at = max(0, min(self._at + moves, len(self._moves)))
        if at != self._at or self._is_book:
            self._at, self._is_book = at, False

    def begin_anew(self) -> None:
        """As it was in the book."""
        self._moves = self.diagram.moves()
        self._at, self._is_book = len(self._moves), True
        self._positions = []
