"""Random games over GTP, seen alike by us, by GNU Go and by sgfmill's board."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sgfmill.ascii_boards import render_board
from sgfmill.boards import Board
from sgfmill.common import move_from_vertex

from clevergo.protocols.gtp.client import GtpClient
from clevergo.protocols.gtp.commands import perform
from clevergo.protocols.gtp.protocol import parse
from clevergo.protocols.gtp.server import Session
from clevergo.protocols.talk import LineSource
from tests.protocols.gtp.talk import random_engine

QUESTIONS = ("list_stones black", "list_stones white", "captures black", "captures white", "all_legal black")


class Ours:
    """Our side of the protocol, asked directly."""

    def __init__(self, seed: int) -> None:
        self._session = Session(random_engine(seed), LineSource(io.BytesIO().read1), lambda _text: None)

    def ask(self, text: str) -> str:
        command = parse(text)
        assert command is not None
        answer = perform(self._session, command)
        assert answer is not None
        return answer


@contextmanager
def gnugo() -> Iterator[GtpClient]:
    client = GtpClient("gnugo --mode gtp --positional-superko --forbid-suicide --chinese-rules")
    try:
        yield client
    finally:
        client.close()


def same(first: str, second: str) -> bool:
    return sorted(first.split()) == sorted(second.split())


def play_out(ours: Ours, size: int) -> Iterator[tuple[str, str]]:
    """The moves of a random game to its end."""
    ours.ask(f"boardsize {size}")
    passes, color = 0, "black"
    while passes < 2:
        vertex = ours.ask(f"genmove {color}")
        passes = passes + 1 if vertex == "pass" else 0
        yield color, vertex
        color = "white" if color == "black" else "black"


@pytest.mark.needs("gnugo")
@pytest.mark.parametrize(("size", "games"), [(5, 4), (9, 3), (13, 1)])
def test_gnu_go_sees_the_same_board_after_every_move(size: int, games: int) -> None:
    with gnugo() as referee:
        for seed in range(games):
            ours = Ours(seed)
            referee.ask(f"boardsize {size}")
            referee.ask("clear_board")
            for number, (color, vertex) in enumerate(play_out(ours, size)):
                referee.ask(f"play {color} {vertex}")
                if number % 3 == 0:
                    for question in QUESTIONS:
                        assert same(ours.ask(question), referee.ask(question)), question
            for _ in range(10):
                ours.ask("undo")
                referee.ask("undo")
            assert same(ours.ask("list_stones white"), referee.ask("list_stones white"))


@pytest.mark.needs("gnugo")
@pytest.mark.parametrize("size", [7, 8, 9, 13, 19])
def test_gnu_go_puts_handicap_stones_on_the_same_points(size: int) -> None:
    ours = Ours(1)
    with gnugo() as referee:
        for stones in (2, 3, 4) if size < 9 or size % 2 == 0 else range(2, 10):
            for side in (ours, referee):
                side.ask(f"boardsize {size}")
                side.ask("clear_board")
            assert same(ours.ask(f"fixed_handicap {stones}"), referee.ask(f"fixed_handicap {stones}"))


@pytest.mark.parametrize("size", [5, 9])
def test_sgfmill_draws_the_same_board_and_counts_the_same_points(size: int) -> None:
    for seed in range(6):
        ours, board = Ours(seed), Board(size)
        ours.ask("komi 0.5")
        for color, vertex in play_out(ours, size):
            point = move_from_vertex(vertex, size)
            if point is not None:
                board.play(*point, color[0])
        drawn = [line.split()[1:] for line in ours.ask("showboard").strip().splitlines()[1:-1]]
        theirs = [
            line.split()[1:] for line in render_board(board).replace("#", "X").replace("o", "O").splitlines()[:-1]
        ]
        assert drawn == theirs
        for vertex in ours.ask("final_status_list dead").split():
            board.board[move_from_vertex(vertex, size)[0]][move_from_vertex(vertex, size)[1]] = None
        margin = board.area_score() - 0.5
        assert ours.ask("final_score") == f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"
