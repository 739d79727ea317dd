"""Random games, move for move, against two other programs that know the rules: sgfmill's board and GNU Go."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from sgfmill.boards import Board as SgfmillBoard

from clevergo.games.go import board as go
from clevergo.games.go.area import area_difference, is_true_eye
from clevergo.games.go.rules import POSITIONAL_SUPERKO, SIMPLE_KO, SITUATIONAL_SUPERKO
from clevergo.games.go.stones import BLACK, EMPTY, MAX_PLIES, WHITE, point_of

LETTERS = "ABCDEFGHJKLMNOPQRST"


def legal_points(board: np.void) -> list[int]:
    mask = np.empty(int(board["size"]) ** 2 + 1, np.bool_)
    go.legal_mask(board, mask)
    return np.flatnonzero(mask[:-1]).tolist()


def points_with(board: np.void, color: int) -> list[int]:
    size = int(board["size"])
    return [action for action in range(size * size) if board["color"][point_of(action, size)] == color]


def choose(board: np.void, points: list[int], rng: np.random.Generator) -> int:
    """A legal action, and not too often one that fills an eye or passes, so that games last."""
    pass_action = int(board["size"]) ** 2
    color = board["to_play"]
    if rng.random() < 0.9:
        points = [action for action in points if not is_true_eye(board, action, color)] or points
    return int(rng.choice(points)) if points and rng.random() > 0.02 else pass_action


# --- sgfmill ---------------------------------------------------------------------------------------------------


def sgfmill_after(board: SgfmillBoard, action: int, color: int) -> tuple[SgfmillBoard, tuple[int, int] | None] | None:
    """The board after a move and the ko point it leaves; None where there is a stone already or it is suicide."""
    row, col = divmod(action, board.side)
    if board.get(row, col) is not None:
        return None
    after = board.copy()
    ko_point = after.play(row, col, "bw"[color - 1])
    return (after, ko_point) if after.get(row, col) is not None else None


def sgfmill_points(board: SgfmillBoard, color: int) -> list[int]:
    return [row * board.side + col for mark, (row, col) in board.list_occupied_points() if mark == "bw"[color - 1]]


def check_legality(
    board: np.void, other: SgfmillBoard, ko_point: tuple[int, int] | None, seen: set[tuple], actions: list[int]
) -> None:
    """Ask sgfmill's board about each of the actions; it knows no superko, so that is added."""
    for action in actions:
        reached = sgfmill_after(other, action, int(board["to_play"]))
        is_ko = ko_point is not None and divmod(action, other.side) == ko_point
        repeats = reached is not None and key_of(reached[0], 3 - int(board["to_play"]), int(board["superko"])) in seen
        is_repetition = repeats and board["superko"] != SIMPLE_KO
        assert go.is_legal(board, action) == (reached is not None and not is_ko and not is_repetition)


def key_of(board: SgfmillBoard, to_play: int, superko: int) -> tuple:
    """As what a board may not come back: its stones, under situational superko with whose turn it is."""
    return tuple(map(tuple, board.board)), to_play if superko == SITUATIONAL_SUPERKO else 0


@pytest.mark.parametrize("superko", [SIMPLE_KO, POSITIONAL_SUPERKO, SITUATIONAL_SUPERKO], ids=["simple", "PSK", "SSK"])
@pytest.mark.parametrize(("size", "games"), [(2, 30), (3, 15), (5, 6), (7, 3), (9, 3), (13, 1), (19, 1)])
def test_games_agree_with_sgfmill(size: int, games: int, superko: int, rng: np.random.Generator) -> None:
    for _ in range(games):
        board = go.new_boards(1, size, superko=superko, ply_limit=min(MAX_PLIES, max(60, 2 * size * size)))[0]
        other, ko_point = SgfmillBoard(size), None
        seen = {key_of(other, BLACK, superko)}
        while not board["over"]:
            questions = rng.permutation(size * size)[:25].tolist()
            check_legality(board, other, ko_point, seen, questions)
            color = int(board["to_play"])
            action = choose(board, legal_points(board), rng)
            go.play(board, action)
            ko_point = None
            if action != size * size:
                reached = sgfmill_after(other, action, color)
                assert reached is not None
                other, ko_point = reached
            seen.add(key_of(other, 3 - color, superko))
            for side in (BLACK, WHITE):
                assert points_with(board, side) == sgfmill_points(other, side)
            assert area_difference(board) == other.area_score()


# --- GNU Go ----------------------------------------------------------------------------------------------------


class GnuGo:
    """GNU Go as a referee, asked over GTP."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, *commands: str) -> list[str]:
        """Its answers to all of them, which are asked at once: each time one waits for another process costs."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n".join(commands) + "\n")
        self._process.stdin.flush()
        answers = []
        for command in commands:
            lines = [self._process.stdout.readline()]
            while (line := self._process.stdout.readline()) != "\n":
                lines.append(line)
            assert lines[0].startswith("="), f"{command}: {''.join(lines)}"
            answers.append("".join(lines)[1:].strip())
        return answers


def points_of(answer: str, size: int) -> list[int]:
    """The actions of an answer such as ``A1 C3``."""
    return sorted((size - int(vertex[1:])) * size + LETTERS.index(vertex[0]) for vertex in answer.split())


@contextmanager
def gnugo(superko: bool) -> Iterator[GnuGo]:
    rule = "--positional-superko" if superko else "--simple-ko"
    command = ["gnugo", "--mode", "gtp", rule, "--forbid-suicide"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield GnuGo(process)
        finally:
            process.kill()


def vertex_of(action: int, size: int) -> str:
    row, col = divmod(action, size)
    return "pass" if row == size else f"{LETTERS[col]}{size - row}"


# GNU Go forgets its oldest boards after 500 moves.
@pytest.mark.needs("gnugo")
@pytest.mark.parametrize("superko", [True, False])
@pytest.mark.parametrize(("size", "games"), [(2, 40), (3, 30), (4, 20), (5, 20), (7, 8), (9, 8), (13, 2), (19, 1)])
def test_games_agree_with_gnu_go(size: int, games: int, superko: bool, rng: np.random.Generator) -> None:
    with gnugo(superko) as referee:
        for _ in range(games):
            board = go.new_boards(1, size, superko=superko, ply_limit=min(490, max(120, 2 * size * size)))[0]
            referee.ask(f"boardsize {size}", "clear_board")
            while not board["over"]:
                name = ("black", "white")[int(board["to_play"]) - 1]
                legal = legal_points(board)
                assert legal == points_of(referee.ask(f"all_legal {name}")[0], size)
                action = choose(board, legal, rng)
                go.play(board, action)
                asked = [f"{what} {side}" for side in ("black", "white") for what in ("list_stones", "captures")]
                _, *told = referee.ask(f"play {name} {vertex_of(action, size)}", *asked)
                for side, stones, captures in zip((BLACK, WHITE), told[::2], told[1::2], strict=True):
                    assert points_with(board, side) == points_of(stones, size)
                    assert board["captured"][side - 1] == int(captures)
            assert board["num_empty"] == len(points_with(board, EMPTY))
