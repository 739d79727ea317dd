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
    """A set piece, with what a dog says to it."""

    board: BoardState
    """The right answers are circled; a wrong one of the dog's is crossed out."""
    rules: Rules
    start: Start
    """Everything on the board, to be set up."""
    was_wrong: bool
    """Whether what is crossed out is its first answer, and it has come to know better."""
    is_right: bool | None = True
    """Whether it knows by that age; None if nobody noted what it said."""
    is_crossed: bool = False
    """Whether anything is crossed out."""


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
    """The piece that shows best what a dog knows by the age of ``games`` games.

    ``size`` is that of its board now; what it was asked on another lies there. Rather one that it had wrong when it was
    asked first and has right at that age; else one that it has right then;
    else one that it has wrong. None where there are no pieces.
    """
    asked_by_then = [exam.size for exam in exams if exam.kind == kind and exam.games <= games]
    size = asked_by_then[-1] or size if asked_by_then else size  # of a dog that has moved since: as it was asked then
    played = game_named(game)
    pieces = [piece for piece in played.set_pieces(played.agree({"size": size})[0]) if piece.kind == kind]
    if not pieces:
        return None
    here = [exam for exam in exams if exam.kind == kind and exam.size in (0, size)]
    of_kind = [exam for exam in here if len(exam.guesses) == len(pieces)]
    now = next((exam.guesses for exam in reversed(of_kind) if exam.games <= games), None)
    if now is None:
        return _seen(pieces[0], None, None)
    known = [piece for piece, guess in zip(pieces, now, strict=True) if guess in piece.answers]
    for piece, first in zip(pieces, of_kind[0].guesses, strict=True):
        if piece in known and first not in piece.answers:
            return _seen(piece, first, True)
    return _seen(known[0], None, True) if known else _seen(pieces[0], now[0], False)


def _seen(piece: SetPiece, wrong: int | None, is_right: bool | None) -> PieceSeen:
    """A piece with a ``wrong`` answer, and whether the dog knows the right one by now."""
    laid: dict[Color, list[int]] = {Color.BLACK: list(piece.start.black), Color.WHITE: list(piece.start.white)}
    mover = piece.start.to_play
    for action in piece.moves:
        laid[mover].append(action)
        mover = mover.opponent
    start, grid = Start(tuple(laid[Color.BLACK]), tuple(laid[Color.WHITE]), mover), piece.rules.grid
    shapes = [(action, Shape.CIRCLE) for action in sorted(piece.answers)]
    is_crossed = wrong is not None and wrong < grid.points
    if wrong is not None and is_crossed:
        shapes.append((wrong, Shape.CROSS))
    board = BoardState(
        BoardState.empty(grid, start).stones,
        piece.moves[-1] if piece.moves else None,
        markup=Markup(tuple(shapes)),
        letters=grid.letters,
    )
    return PieceSeen(board, piece.rules, start, is_crossed and is_right is True, is_right, is_crossed)
