"""Playing on from a board of the course: by the rules of its game, and back to how it began."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.app.course.boards import BOARDS
from clevergo.app.course.diagrams import Diagram, DiagramGame
from clevergo.app.course.directives import Directive, directive
from clevergo.app.match.messages import Refusal
from clevergo.games.color import Color


def at(game: DiagramGame, name: str) -> int:
    action: int = game.diagram.rules.grid.action(name)
    return action


REFUSED = [
    ("suicide", "B3", "suicide"),
    ("suicide", "B4", "occupied"),
    ("ko-2", "C6", "ko"),
    ("two-eyes", "A1", "suicide"),
    ("double-three", "E5", "double_three"),
    ("overline", "E6", "overline"),
]


@pytest.mark.parametrize(("name", "point", "reason"), REFUSED)
def test_what_the_rules_forbid_is_refused_and_changes_nothing(name: str, point: str, reason: str) -> None:
    game = DiagramGame(BOARDS[name])
    before = game.board
    assert game.play(at(game, point)) == Refusal(reason)
    assert np.array_equal(game.board.stones, before.stones)
    assert game.is_at_beginning


def test_a_move_takes_stones_and_the_other_side_is_to_move() -> None:
    game = DiagramGame(BOARDS["capture-1"])
    assert game.board.markup.labels == ((at(game, "D3"), "a"),)
    assert game.play(at(game, "D3")) is None
    assert game.board.stones[2, 2] == 0
    assert game.board.last_move == at(game, "D3")
    assert not game.board.markup.labels
    assert game.to_play is Color.WHITE


def test_a_row_of_five_ends_a_game() -> None:
    game = DiagramGame(BOARDS["four-open"])
    assert game.play(at(game, "D6")) is None
    assert len(game.board.struck[0]) == 5
    assert game.play(at(game, "A1")) == Refusal.GAME_OVER


def test_moves_that_are_written_down_can_be_gone_through_and_left() -> None:
    game = DiagramGame(BOARDS["snapback-2"])
    assert game.is_at_beginning
    assert game.numbers == {at(game, "D1"): 1, at(game, "C1"): 2}
    assert game.board.stones[6, 3] == 1  # as in the book: the stone that was taken still lies there
    game.step(-1)
    assert game.numbers == {at(game, "D1"): 1}
    game.step(1)
    assert game.board.stones[6, 3] == 0
    assert not game.can_go_on
    game.step(-2)
    assert not game.can_go_back
    assert game.play(at(game, "A1")) is None  # another move than the one written down
    assert game.numbers == {}
    assert not game.can_go_on
    game.begin_anew()
    assert game.is_at_beginning
    assert len(game.numbers) == 2


def test_a_board_played_on_begins_anew_as_it_was() -> None:
    game = DiagramGame(BOARDS["liberties"])
    first = game.board
    assert game.play(at(game, "B2")) is None
    assert game.play(at(game, "B3")) is None
    game.step(-1)
    assert game.can_go_on
    game.begin_anew()
    assert np.array_equal(game.board.stones, first.stones)
    assert game.board.markup == first.markup
    assert game.to_play is Color.BLACK


def test_what_a_counted_board_shows_is_whose_the_points_are() -> None:
    from clevergo.games.guests import game_named

    counting = game_named("go").counting
    diagram = BOARDS["counted"]
    assert counting is not None
    owners = counting.owners(diagram.position()).ravel()
    drawn = {action: shape.value for action, shape in diagram.markup().shapes}
    empty = np.flatnonzero(diagram.stones() == 0)
    assert drawn == {int(k): ("", "TB", "TW")[owners[k]] for k in empty}


def test_a_diagram_that_is_no_square_or_lacks_a_number_says_so() -> None:
    with pytest.raises(ValueError, match="no square"):
        Diagram("...\n...").size  # noqa: B018
    with pytest.raises(ValueError, match="a number is missing"):
        Diagram("1..\n.3.\n...").moves()


COMMENTS = [
    ("anything else", None),
    ("clevergo:card do", Directive("card", {"do": ""})),
    ("clevergo:slow board=puzzle simulations=200", Directive("slow", {"board": "puzzle", "simulations": "200"})),
    ("clevergo:boards\nko-1: 黑：提\nko-2:", Directive("boards", {}, (("ko-1", "黑：提"), ("ko-2", "")))),
]


@pytest.mark.parametrize(("comment", "found"), COMMENTS, ids=[comment for comment, _ in COMMENTS])
def test_a_comment_directs(comment: str, found: Directive | None) -> None:
    assert directive(comment) == found
