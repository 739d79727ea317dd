"""What there is to see of a line of the diary: the board of a moment, or a set piece that a dog has come to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from clevergo.app.kennel.moments import ExamMarks, KeptMoment
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.guests import game_named
from clevergo.games.markup import Markup, Shape
from clevergo.games.pieces import SetPiece
from clevergo.games.start import Start


@dataclass(frozen=True)
class Skill:
    """What a dog knows of one kind of set piece."""

    kind: str
    right: int
    asked: int
    first: int
    """How many were right when it was asked first."""


@dataclass(frozen=True)
class PieceSeen:
    """A set piece, with what a dog said to it earlier."""

    board: BoardState
    """The right answers are circled; what it wanted to play when it was asked first is crossed out, if it was wrong."""
    rules: Rules
    start: Start
    """Everything on the board, to be set up."""
    was_wrong: bool


def skills(exams: Sequence[ExamMarks]) -> tuple[Skill, ...]:
    """What it knows by now of each kind, from all that was ever asked, the youngest age first."""
    first: dict[str, ExamMarks] = {}
    last: dict[str, ExamMarks] = {}
    for exam in exams:
        first.setdefault(exam.kind, exam)
        last[exam.kind] = exam
    return tuple(Skill(kind, now.correct, now.asked, first[kind].correct) for kind, now in last.items())


def board_of(moment: KeptMoment, game: str) -> BoardState:
    """What lay on the board at a moment."""
    stones = np.array([[".XO".index(cell) for cell in row] for row in moment.rows], np.int8)
    return BoardState(stones, moment.last, letters=game_named(game).grid(1, 1).letters)


def piece_seen(game: str, size: int, kind: str, exams: Sequence[ExamMarks], games: int) -> PieceSeen | None:
    """The piece that shows best what a dog has come to know by the age of ``games`` games.

    One that it had wrong when it was asked first and has right at that age; None where there are no pieces.
    """
    played = game_named(game)
    pieces = [piece for piece in played.set_pieces(played.agree({"size": size})[0]) if piece.kind == kind]
    if not pieces:
        return None
    of_kind = [exam for exam in exams if exam.kind == kind and len(exam.guesses) == len(pieces)]
    before = of_kind[0].guesses if of_kind else ()
    now = next((exam.guesses for exam in reversed(of_kind) if exam.games <= games), ())
    shown, guess = pieces[0], None
    for piece, first, later in zip(pieces, before, now, strict=False):
        if first not in piece.answers and later in piece.answers:
            shown, guess = piece, first
            break
    return _seen(shown, guess)


def _seen(piece: SetPiece, guess: int | None) -> PieceSeen:
    laid: dict[Color, list[int]] = {Color.BLACK: list(piece.start.black), Color.WHITE: list(piece.start.white)}
    mover = piece.start.to_play
    for action in piece.moves:
        laid[mover].append(action)
        mover = mover.opponent
    start, grid = Start(tuple(laid[Color.BLACK]), tuple(laid[Color.WHITE]), mover), piece.rules.grid
    shapes = [(action, Shape.CIRCLE) for action in sorted(piece.answers)]
    if guess is not None and guess < grid.points:
        shapes.append((guess, Shape.CROSS))
    board = BoardState(
        BoardState.empty(grid, start).stones,
        piece.moves[-1] if piece.moves else None,
        markup=Markup(tuple(shapes)),
        letters=grid.letters,
    )
    return PieceSeen(board, piece.rules, start, guess is not None and guess < grid.points)
