"""The compiled rules, case by case. Diagrams: ``X`` Black, ``O`` White, row 0 on top."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.go import board as go
from clevergo.games.go.rules import POSITIONAL_SUPERKO, SIMPLE_KO, SITUATIONAL_SUPERKO
from clevergo.games.go.stones import (
    BLACK,
    BORDER,
    EMPTY,
    STRIDE,
    WHITE,
    ZOBRIST,
    copy_board,
    history_index,
    point_of,
    used_points,
)

Boards = NDArray[np.void]


def stones_of(diagram: str) -> NDArray[np.int8]:
    """``int8[N*N]`` of a diagram."""
    return np.array([".XO".index(mark) for mark in "".join(diagram.split())], np.int8)


def board_of(diagram: str, to_play: int = BLACK, **rules: Any) -> Boards:
    """``BOARD[1]`` with the diagram's stones."""
    size = len(diagram.split())
    boards = go.new_boards(1, size, **rules)
    go.set_stones(boards[0], stones_of(diagram), to_play)
    return boards


def diagram_of(boards: Boards) -> str:
    """The stones of the first board, rows on lines."""
    board = boards[0]
    size = int(board["size"])
    marks = [".XO"[board["color"][point_of(action, size)]] for action in range(size * size)]
    return "\n".join("".join(marks[row * size : (row + 1) * size]) for row in range(size))


def same_diagram(boards: Boards, diagram: str) -> bool:
    return diagram_of(boards).split() == diagram.split()


def action_at(boards: Boards, row: int, col: int) -> int:
    return row * int(boards[0]["size"]) + col


def play_at(boards: Boards, *places: tuple[int, int]) -> None:
    """Play one move after the other; each must be legal."""
    for row, col in places:
        action = action_at(boards, row, col)
        assert go.why_illegal(boards[0], action) == go.LEGAL, f"{(row, col)} is illegal on\n{diagram_of(boards)}"
        go.play(boards[0], action)


def play_pass(boards: Boards) -> None:
    go.play(boards[0], int(boards[0]["size"]) ** 2)


def mask_of(boards: Boards) -> NDArray[np.bool_]:
    mask = np.empty(int(boards[0]["size"]) ** 2 + 1, np.bool_)
    count = go.legal_mask(boards[0], mask)
    assert count == mask[:-1].sum()
    return mask


def random_legal(boards: Boards, rng: np.random.Generator) -> int:
    """Any legal action, the pass one time in twenty."""
    legal = np.flatnonzero(mask_of(boards))
    return int(rng.choice(legal[:-1] if len(legal) > 1 and rng.random() < 0.95 else legal))


# --- a new board -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 9, 13, 19])
def test_a_new_board_is_empty_and_black_may_play_anywhere_or_pass(size: int) -> None:
    boards = go.new_boards(2, size, komi=6.5)
    for board in boards:
        assert board["to_play"] == BLACK
        assert board["num_empty"] == size * size
        assert board["komi"] == 6.5
        assert board["ply_limit"] == 2 * size * size
    assert mask_of(boards).all()


def test_a_read_only_board_can_be_asked() -> None:
    boards = go.new_boards(1, 5)
    boards.flags.writeable = False
    assert go.is_legal(boards[0], 3)
    assert mask_of(boards).all()


# --- captures --------------------------------------------------------------------------------------------------

CAPTURES = [
    # name, before, to play, move, after, stones taken
    ("a stone in the corner", "OX. ... ...", BLACK, (1, 0), ".X. X.. ...", 1),
    ("a stone in the center", ".X. XO. .X.", BLACK, (1, 2), ".X. X.X .X.", 1),
    ("nothing yet", "XXO. XOO. .XX. ....", BLACK, (0, 3), "XXOX XOO. .XX. ....", 0),
    ("a chain", "XXOX XOO. .XX. ....", BLACK, (1, 3), "XX.X X..X .XX. ....", 3),
    ("three chains at once", "OX.XO XO.OX .XOX. ..X.. .....", BLACK, (1, 2), "OX.XO X.X.X .X.X. ..X.. .....", 3),
    ("a chain touched on three sides", "OOX. O.X. OOX. XX..", BLACK, (1, 1), "..X. .XX. ..X. XX..", 5),
    ("a whole board from the inside", "OOO OO. OOO", BLACK, (1, 2), "... ..X ...", 8),
    ("by White", "XO. ... ...", WHITE, (1, 0), ".O. O.. ...", 1),
]


@pytest.mark.parametrize(
    ("before", "to_play", "move", "after", "taken"), [case[1:] for case in CAPTURES], ids=[case[0] for case in CAPTURES]
)
def test_captures(before: str, to_play: int, move: tuple[int, int], after: str, taken: int) -> None:
    boards = board_of(before, to_play)
    play_at(boards, move)
    assert same_diagram(boards, after), diagram_of(boards)
    assert list(boards[0]["captured"]) == ([taken, 0] if to_play == BLACK else [0, taken])
    assert boards[0]["num_empty"] == after.count(".")


# --- suicide ---------------------------------------------------------------------------------------------------

SUICIDES = [
    ("a single stone", ".O. O.. ...", (0, 0), go.SUICIDE),
    ("a whole chain", ".XO XXO OO.", (0, 0), go.SUICIDE),
    ("two chains joined", "X.XO. OOOO. ..... ..... .....", (0, 1), go.SUICIDE),
    ("a capture makes room", ".OX OX. X..", (0, 0), go.LEGAL),
    ("a friend has a liberty elsewhere", ".X. OX. OX.", (0, 0), go.LEGAL),
    ("on a stone", ".X. ... ...", (0, 1), go.OCCUPIED),
]


@pytest.mark.parametrize(
    ("diagram", "move", "expected"), [case[1:] for case in SUICIDES], ids=[case[0] for case in SUICIDES]
)
def test_suicide_is_forbidden_unless_it_captures(diagram: str, move: tuple[int, int], expected: int) -> None:
    boards = board_of(diagram, BLACK)
    action = action_at(boards, *move)
    assert go.why_illegal(boards[0], action) == expected
    assert bool(go.is_legal(boards[0], action)) == (expected == go.LEGAL)
    assert mask_of(boards)[action] == (expected == go.LEGAL)


# --- ko --------------------------------------------------------------------------------------------------------

BEFORE_KO = ".XO. XO.O .XO. ...."
KO_TAKEN = ".XO. X.XO .XO. ...."


@pytest.mark.parametrize("superko", [SIMPLE_KO, POSITIONAL_SUPERKO, SITUATIONAL_SUPERKO])
def test_a_ko_may_not_be_taken_back_at_once(superko: int) -> None:
    boards = board_of(BEFORE_KO, BLACK, superko=superko)
    play_at(boards, (1, 2))
    assert same_diagram(boards, KO_TAKEN)
    back = action_at(boards, 1, 1)
    assert boards[0]["ko_point"] == point_of(back, 4)
    assert go.why_illegal(boards[0], back) == go.KO
    assert not mask_of(boards)[back]


@pytest.mark.parametrize("superko", [SIMPLE_KO, POSITIONAL_SUPERKO, SITUATIONAL_SUPERKO])
def test_a_ko_may_be_taken_back_after_a_threat_and_its_answer(superko: int) -> None:
    boards = board_of(BEFORE_KO, BLACK, superko=superko)
    play_at(boards, (1, 2), (3, 0), (3, 3), (1, 1))
    assert same_diagram(boards, ".XO. XO.O .XO. O..X")


NO_KO = [
    ("one stone taken by two", ".XXO XO.O .XO. ....", (1, 2)),
    ("two stones taken by one", "OO.X XXO. .... ....", (0, 2)),
    ("one stone taken by one that has another liberty", ".XO. XO.. .XO. ....", (1, 2)),
]


@pytest.mark.parametrize(("diagram", "move"), [case[1:] for case in NO_KO], ids=[case[0] for case in NO_KO])
def test_other_captures_are_no_ko(diagram: str, move: tuple[int, int]) -> None:
    boards = board_of(diagram, BLACK)
    play_at(boards, move)
    assert boards[0]["captured"][0] > 0
    assert boards[0]["ko_point"] == 0


# Each brings back an earlier board, though not the last but one.
REPETITIONS = [
    ("two stones sent, one returned", 3, [5, 4, 1, 3, 0, 2], 1),
    ("completed by a move that takes nothing", 2, [0, 2, 1, 4, 3, 2], 0),
]


@pytest.mark.parametrize(("superko", "expected"), [(POSITIONAL_SUPERKO, go.SUPERKO), (SIMPLE_KO, go.LEGAL)])
@pytest.mark.parametrize(
    ("size", "moves", "again"), [case[1:] for case in REPETITIONS], ids=[case[0] for case in REPETITIONS]
)
def test_only_superko_forbids_longer_cycles(
    size: int, moves: list[int], again: int, superko: int, expected: int
) -> None:
    boards = go.new_boards(1, size, superko=superko)
    for action in moves:
        assert go.is_legal(boards[0], action)
        go.play(boards[0], action)
    assert go.why_illegal(boards[0], again) == expected
    assert mask_of(boards)[again] == (expected == go.LEGAL)


# The stones of an earlier board come back: does the side that was to move then move again?
SITUATIONS = [
    ("two stones sent, one returned", 3, [5, 4, 1, 3, 0, 2], 1, False),
    ("a pass in between", 2, [3, 2, 0, 4, 1, 2], 3, False),
    ("every stone taken in turn", 2, [0, 1, 2, 3, 0, 2], 0, True),
    ("it moved after a pass then", 3, [3, 0, 7, 4, 5, 2, 9, 8, 1, 6, 5, 0, 7, 2], 3, True),
]


@pytest.mark.parametrize(
    ("size", "moves", "again", "same_side"), [case[1:] for case in SITUATIONS], ids=[case[0] for case in SITUATIONS]
)
def test_situational_superko_forbids_what_comes_back_with_the_same_side_to_move(
    size: int, moves: list[int], again: int, same_side: bool
) -> None:
    for superko, forbidden in ((POSITIONAL_SUPERKO, True), (SITUATIONAL_SUPERKO, same_side), (SIMPLE_KO, False)):
        boards = go.new_boards(1, size, superko=superko)
        for action in moves:
            assert go.is_legal(boards[0], action)
            go.play(boards[0], action)
        assert go.why_illegal(boards[0], again) == (go.SUPERKO if forbidden else go.LEGAL)
        assert mask_of(boards)[again] != forbidden


# --- the course of a game --------------------------------------------------------------------------------------


def test_two_passes_end_the_game_and_then_nothing_is_legal() -> None:
    boards = go.new_boards(1, 5)
    play_pass(boards)
    play_at(boards, (0, 0))
    play_pass(boards)
    assert not boards[0]["over"]
    play_pass(boards)
    assert boards[0]["over"]
    assert not mask_of(boards).any()
    assert {go.why_illegal(boards[0], action) for action in range(26)} == {go.OVER}


def test_the_ply_limit_ends_the_game() -> None:
    boards = go.new_boards(1, 5, ply_limit=3)
    play_at(boards, (0, 0), (1, 1))
    assert not boards[0]["over"]
    play_at(boards, (2, 2))
    assert boards[0]["over"]


def test_the_last_moves_and_boards_are_remembered_newest_first() -> None:
    boards = go.new_boards(1, 3)
    for action in (4, 0, 9, 1, 2, 3):
        go.play(boards[0], action)
    board = boards[0]
    assert list(board["last_moves"]) == [3, 2, 1, 9, 0]
    earlier = [board["history"][history_index(board, age)] for age in (1, 2, 3)]
    counts = [[int((plane == color).sum()) for color in (BLACK, WHITE)] for plane in earlier]
    assert counts == [[2, 2], [1, 2], [1, 1]]
    assert all((plane == BORDER).sum() == (board["color"] == BORDER).sum() for plane in earlier)


def test_before_the_first_move_the_remembered_boards_are_empty() -> None:
    boards = go.new_boards(1, 3)
    play_at(boards, (1, 1))
    assert not np.isin(boards[0]["history"], (BLACK, WHITE)).any()
    assert list(boards[0]["last_moves"]) == [4, -1, -1, -1, -1]


# --- hashes ----------------------------------------------------------------------------------------------------


def test_the_hash_depends_on_the_stones_alone() -> None:
    one, other = go.new_boards(2, 5)
    for action in (7, 3, 11, 19):
        go.play(one, action)
    for action in (11, 19, 7, 3, 25):
        go.play(other, action)
    assert one["to_play"] != other["to_play"]
    assert one["hash"] == other["hash"]
    assert one["hash"] != go.new_boards(1, 5)[0]["hash"]


def test_a_capture_brings_back_the_hash_of_the_stones_left() -> None:
    boards = board_of("XO. ... ...", WHITE)
    play_at(boards, (1, 0))
    assert boards[0]["hash"] == board_of(".O. O.. ...")[0]["hash"]


def test_keys_of_stones_are_all_different() -> None:
    assert len(np.unique(ZOBRIST)) == ZOBRIST.size


# --- setting up and copying ------------------------------------------------------------------------------------


def test_setting_stones_forgets_the_game_before() -> None:
    boards = go.new_boards(1, 2, superko=POSITIONAL_SUPERKO)
    for action in (0, 2, 1, 4, 3, 2):
        go.play(boards[0], action)
    stones = stones_of(diagram_of(boards))
    go.set_stones(boards[0], stones, BLACK)
    assert go.is_legal(boards[0], 0)
    assert boards[0]["num_hashes"] == 1
    assert boards[0]["ply"] == 0
    assert list(boards[0]["captured"]) == [0, 0]


def test_the_stones_set_up_may_not_come_back() -> None:
    boards = board_of("X. O.", BLACK)
    for action in (1, 4, 3, 2):
        go.play(boards[0], action)
    assert go.why_illegal(boards[0], 0) == go.SUPERKO


def used_part(boards: Boards) -> list[Any]:
    """All of the first board that can matter to a game."""
    board = boards[0]
    used = used_points(int(board["size"]))
    scalars = ["size", "komi", "superko", "to_play", "over", "ply", "ply_limit", "passes", "ko_point", "hash"]
    per_point = ["color", "head", "vacated"]
    return [
        *(board[name].item() for name in scalars),
        *(board[name][:used].tolist() for name in per_point),
        board["captured"].tolist(),
        board["last_moves"].tolist(),
        [board["history"][history_index(board, age)][:used].tolist() for age in (1, 2, 3)],
        board["empties"][: board["num_empty"]].tolist(),
        board["hashes"][: board["num_hashes"]].tolist(),
    ]


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_a_copy_plays_on_like_the_original_and_leaves_it_alone(size: int, rng: np.random.Generator) -> None:
    boards = go.new_boards(1, size, komi=0.5, superko=POSITIONAL_SUPERKO)
    scratch = go.new_boards(1, 19)
    for _ in range(40):
        go.play(scratch[0], random_legal(scratch, rng))
    while not boards[0]["over"]:
        copy_board(scratch[0], boards[0])
        before = used_part(boards)
        assert used_part(scratch) == before
        action = random_legal(boards, rng)
        go.play(scratch[0], action)
        assert used_part(boards) == before
        go.play(boards[0], action)
        assert used_part(scratch) == used_part(boards)
        assert (mask_of(scratch) == mask_of(boards)).all()


# --- what a record promises about itself -----------------------------------------------------------------------


def check_record(board: Any) -> None:
    """Compare chains, liberties, the list of empty points and the hash with the stones they describe."""
    size = int(board["size"])
    color = board["color"].astype(int)
    inside = [point_of(action, size) for action in range(size * size)]
    assert set(np.flatnonzero(color != BORDER)) == set(inside)
    empty = [point for point in inside if color[point] == EMPTY]
    assert sorted(board["empties"][: board["num_empty"]].tolist()) == empty
    assert all(board["empties"][board["empty_index"][point]] == point for point in empty)
    assert not board["head"][color == EMPTY].any()
    value = np.uint64(0)
    steps = (-STRIDE, -1, 1, STRIDE)
    for point in inside:
        if color[point] == EMPTY:
            continue
        value ^= ZOBRIST[point, color[point] - 1]
        assert all(
            board["head"][point + step] == board["head"][point] for step in steps if color[point + step] == color[point]
        )
    assert board["hash"] == value
    for head in {int(board["head"][point]) for point in inside} - {0}:
        chain = [head]
        while (following := int(board["next_stone"][chain[-1]])) != head:
            chain.append(following)
        assert sorted(chain) == np.flatnonzero(board["head"] == head).tolist()
        assert board["chain_size"][head] == len(chain)
        liberties = sum(color[stone + step] == EMPTY for stone in chain for step in steps)
        assert board["liberties"][head] == liberties > 0


@pytest.mark.parametrize("size", [2, 3, 5, 9, 19])
def test_every_part_of_the_record_stays_true_through_a_random_game(size: int, rng: np.random.Generator) -> None:
    boards = go.new_boards(1, size)
    for _ in range(3):
        go.init_board(boards[0], size, 7.5, True, 0)
        while not boards[0]["over"]:
            go.play(boards[0], random_legal(boards, rng))
            if size < 19 or boards[0]["ply"] % 20 == 0:
                check_record(boards[0])


@pytest.mark.parametrize("size", [3, 9])
def test_light_play_puts_the_same_stones_as_full_play(size: int, rng: np.random.Generator) -> None:
    full, light = go.new_boards(1, size, superko=False), go.new_boards(1, size, superko=False)
    while not full[0]["over"]:
        action = random_legal(full, rng)
        go.play(full[0], action)
        if action == size * size:
            go.pass_turn(light[0])
        else:
            go.play_point_light(light[0], point_of(action, size))
        for name in ("color", "to_play", "ply", "passes", "ko_point", "hash", "liberties"):
            assert (full[0][name] == light[0][name]).all()
    assert light[0]["over"] == (light[0]["passes"] == 2)


def test_set_stones_builds_the_record_that_play_builds(rng: np.random.Generator) -> None:
    boards = go.new_boards(1, 7)
    other = go.new_boards(1, 7)
    for _ in range(60):
        go.play(boards[0], random_legal(boards, rng))
        if boards[0]["over"]:
            break
        go.set_stones(other[0], stones_of(diagram_of(boards)), boards[0]["to_play"])
        check_record(other[0])
        assert other[0]["hash"] == boards[0]["hash"]
