"""Input planes: read again slowly from positions, seen as their nets see them, and turning with the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import NUM_SYMMETRIES, turned
from clevergo.games.go.planes import CLASSIC_PLANES, COLOR_PLANES, RESIDUAL_PLANES
from clevergo.games.go.position import Position
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.games.kernels import write_planes
from tests.games.turning import turned_action

Planes = NDArray[np.float32]
Point = tuple[int, int]
Game = list[Position]
"""Every position of a game, the first one included."""


def planes_of(position: Position, count: int) -> Planes:
    """``float32[C, N, N]``, written over rubbish so that whatever is left out shows."""
    planes = np.full((1, count, position.size, position.size), np.nan, np.float32)
    write_planes(position.board, planes)
    return planes[0]


def random_game(rng: np.random.Generator, size: int, plies: int, **rules: Any) -> Game:
    """Random legal moves, mostly filling no true eye, with a pass now and then."""
    game = [Position.initial(Ruleset(size, **rules))]
    while len(game) <= plies and not game[-1].is_over:
        position = game[-1]
        points = np.flatnonzero(position.legal_moves[:-1])
        points = points[[not position.is_true_eye(int(point)) or rng.random() < 0.1 for point in points]]
        passing = len(points) == 0 or (position.passes == 0 and rng.random() < 0.05)
        game.append(position.play(size**2 if passing else int(rng.choice(points))))
    return game


def game_of(moves: list[int], rules: Ruleset) -> Game:
    game = [Position.initial(rules)]
    for move in moves:
        game.append(game[-1].play(move))
    return game


def diagram(
    rows: str, to_play: Color = Color.BLACK, komi: float = 0.5, ko: KoRule = KoRule.POSITIONAL_SUPERKO
) -> Position:
    """A position of ``X`` Black, ``O`` White, ``.`` empty; row 0 on top."""
    stones = np.array([[".XO".index(mark) for mark in row] for row in rows.split()], np.int8)
    return Position.from_stones(Ruleset(len(stones), komi, ko), stones, to_play)


def points_of(plane: Planes) -> str:
    """A plane of zeros, ones and minus ones as ``.``, ``+`` and ``-``."""
    return " ".join("".join(".+-"[round(value)] for value in row) for row in plane.tolist())


# --- a slow, independent reading -------------------------------------------------------------------------


def neighbors(point: Point, size: int) -> list[Point]:
    row, col = point
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in around if 0 <= r < size and 0 <= c < size]


def connected(stones: NDArray[np.int8]) -> Iterator[tuple[list[Point], set[Point]]]:
    """Every chain and every empty region, with the points next to it."""
    size = len(stones)
    left = {(row, col) for row in range(size) for col in range(size)}
    while left:
        start = left.pop()
        found = [start]
        edge = set()
        for point in found:
            for near in neighbors(point, size):
                if stones[near] != stones[start]:
                    edge.add(near)
                elif near in left:
                    left.remove(near)
                    found.append(near)
        yield found, edge


def last_moves(game: Game, count: int) -> list[int | None]:
    moves = [position.last_move for position in game[::-1]]
    return (moves + [None] * count)[:count]


def read_classic(game: Game) -> Planes:
    now = game[-1]
    planes = np.zeros((CLASSIC_PLANES, now.size, now.size), np.float32)
    for age in range(4):
        if age < len(game):
            planes[age] = game[-1 - age].stones == now.to_play
            planes[4 + age] = game[-1 - age].stones == now.to_play.opponent
    planes[8] = now.to_play is Color.BLACK
    move = last_moves(game, 1)[0]
    if move is not None and move < now.size**2:
        planes[9].flat[move] = 1
    return planes


def read_residual(game: Game) -> Planes:
    now, size = game[-1], game[-1].size
    mover = now.to_play
    stones = now.stones
    planes = np.zeros((RESIDUAL_PLANES, size, size), np.float32)
    planes[0] = stones == mover
    planes[1] = stones == mover.opponent
    for area, edge in connected(stones):
        kind = stones[area[0]]
        reached = {int(stones[near]) for near in edge}
        liberties = sum(stones[near] == 0 for near in edge)
        for point in area:
            if kind and liberties in (1, 2):
                planes[(2 if kind == mover else 4) + liberties - 1][point] = 1
            elif not kind:
                planes[14][point] = (reached == {int(mover)}) - (reached == {int(mover.opponent)})
                planes[11][point] = not now.legal_moves[point[0] * size + point[1]]
    for age, move in enumerate(last_moves(game, 5)):
        if move is not None and move < size**2:
            planes[6 + age].flat[move] = 1
    planes[12] = (now.rules.komi if mover is Color.WHITE else -now.rules.komi) * 81 / size**2 / 15
    planes[13] = now.last_move == size**2
    planes[15] = 1
    return planes


def read_colors(game: Game) -> Planes:
    """As the original has it: two queues of four, and who has moved puts its own stones into its queue."""
    now = game[-1]
    queues = {color: [np.zeros((now.size, now.size), np.bool_)] * 4 for color in (Color.BLACK, Color.WHITE)}
    if now.ply == 0:
        queues = {color: [*queue[1:], now.stones == color] for color, queue in queues.items()}
    for before, after in pairwise(game):
        mover = before.to_play
        queues[mover] = [*queues[mover][1:], after.stones == mover]
    planes = np.zeros((COLOR_PLANES, now.size, now.size), np.float32)
    planes[:8] = np.stack(queues[Color.BLACK] + queues[Color.WHITE])
    planes[8] = now.to_play is Color.WHITE
    move = last_moves(game, 1)[0]
    if move is not None and move < now.size**2:
        planes[9].flat[move] = 1
    planes[10] = (now.rules.komi if now.to_play is Color.WHITE else -now.rules.komi) / 15
    return planes


READERS = [(CLASSIC_PLANES, read_classic), (RESIDUAL_PLANES, read_residual), (COLOR_PLANES, read_colors)]


@pytest.mark.parametrize(("count", "read"), READERS)
@pytest.mark.parametrize(("size", "plies"), [(2, 8), (3, 18), (5, 50), (9, 150), (13, 30), (19, 60)])
def test_planes_are_what_a_slow_reading_of_the_game_gives(
    rng: np.random.Generator, count: int, read: Any, size: int, plies: int
) -> None:
    for rules in ({"komi": 2.5}, {"komi": 0.0, "ko": KoRule.SIMPLE}):
        game = random_game(rng, size, plies, **rules)
        for ply in range(0, len(game), 1 + size // 9):
            np.testing.assert_allclose(planes_of(game[ply], count), read(game[: ply + 1]), err_msg=str(game[ply]))


@pytest.mark.parametrize(("count", "read"), READERS)
def test_a_batch_is_its_boards_one_by_one(rng: np.random.Generator, count: int, read: Any) -> None:
    game = random_game(rng, 5, 30, komi=7.5)
    planes = np.full((len(game), count, 5, 5), np.nan, np.float32)
    write_planes(np.concatenate([position.board for position in game]), planes)
    for ply in range(len(game)):
        np.testing.assert_allclose(planes[ply], read(game[: ply + 1]))


@pytest.mark.parametrize("count", [CLASSIC_PLANES, RESIDUAL_PLANES, COLOR_PLANES])
def test_writing_planes_changes_no_board(rng: np.random.Generator, count: int) -> None:
    position = random_game(rng, 9, 40, komi=7.5)[-1]
    before = position.board.copy()
    planes_of(position, count)
    for name in before.dtype.names or ():
        np.testing.assert_array_equal(position.board[name], before[name])


def test_captured_stones_stay_in_sight_of_the_original_net_until_their_side_has_moved() -> None:
    taken = game_of([1, 0, 4], Ruleset(4, 0.5))  # the corner is captured
    assert taken[-1].stones[0, 0] == 0
    assert [points_of(plane) for plane in planes_of(taken[-1], COLOR_PLANES)[[2, 3, 6, 7]]] == [
        ".+.. .... .... ....",
        ".+.. +... .... ....",
        ".... .... .... ....",
        "+... .... .... ....",
    ]
    moved = planes_of(taken[-1].play(15), COLOR_PLANES)
    assert [points_of(plane) for plane in moved[[6, 7]]] == ["+... .... .... ....", ".... .... .... ...+"]


@pytest.mark.parametrize("to_play", [Color.BLACK, Color.WHITE])
def test_the_original_net_sees_stones_that_were_set_up(to_play: Color) -> None:
    position = diagram("X.O. .... .X.. ....", to_play)
    planes = planes_of(position, COLOR_PLANES)
    assert [points_of(plane) for plane in planes[[3, 7]]] == ["+... .... .+.. ....", "..+. .... .... ...."]
    assert not planes[[0, 1, 2, 4, 5, 6]].any()


# --- point of view and symmetry --------------------------------------------------------------------------


def with_colors_changed(game: Game, komi: float) -> Game:
    """The same game with a pass before it, so that White plays what Black played."""
    size = game[0].size
    moves = [position.last_move for position in game[1:]]
    return game_of([size**2, *[move for move in moves if move is not None]], Ruleset(size, komi))


def test_planes_do_not_tell_black_from_white_but_by_komi_and_turn(rng: np.random.Generator) -> None:
    game = random_game(rng, 9, 60, komi=6.5)
    while any(position.last_move == 81 for position in game[1:]):
        game = random_game(rng, 9, 60, komi=6.5)
    black, white = game[-1], with_colors_changed(game, -6.5)[-1]
    assert black.to_play is not white.to_play
    np.testing.assert_array_equal(planes_of(black, RESIDUAL_PLANES), planes_of(white, RESIDUAL_PLANES))
    one, other = planes_of(black, CLASSIC_PLANES), planes_of(white, CLASSIC_PLANES)
    np.testing.assert_array_equal(one[:8], other[:8])
    np.testing.assert_array_equal(one[8], 1 - other[8])


@pytest.mark.parametrize("count", [CLASSIC_PLANES, RESIDUAL_PLANES, COLOR_PLANES])
@pytest.mark.parametrize("symmetry", range(NUM_SYMMETRIES))
def test_planes_turn_with_the_game(rng: np.random.Generator, count: int, symmetry: int) -> None:
    game = random_game(rng, 7, 45, komi=7.5)
    moves = [turned_action(position.last_move, 7, symmetry) for position in game[1:] if position.last_move is not None]
    mirrored = game_of(moves, game[0].rules)
    for here, there in zip(game, mirrored, strict=True):
        np.testing.assert_array_equal(turned(planes_of(here, count), symmetry), planes_of(there, count))


# --- diagrams --------------------------------------------------------------------------------------------

LIBERTIES = """
    XO..O
    .X..O
    O..XX
    XO...
    .O..X
"""


def test_short_chains_are_marked_by_their_liberties() -> None:
    planes = planes_of(diagram(LIBERTIES), RESIDUAL_PLANES)
    assert points_of(planes[2]) == "+.... ..... ..... +.... ....."
    assert points_of(planes[3]) == "..... ..... ..... ..... ....+"
    assert points_of(planes[4]) == ".+... ..... ..... ..... ....."
    assert points_of(planes[5]) == "....+ ....+ +.... ..... ....."


def test_a_liberty_touched_twice_counts_once() -> None:
    position = diagram("XX.. .XO. O.O. ....")
    planes = planes_of(position, RESIDUAL_PLANES)
    assert points_of(planes[2]) == ".... .... .... ...."
    assert points_of(planes[3]) == ".... .... .... ...."
    cornered = planes_of(diagram("XXO. .XO. OOO. ...."), RESIDUAL_PLANES)
    assert points_of(cornered[2]) == "++.. .+.. .... ...."


def test_suicide_is_unplayable() -> None:
    planes = planes_of(diagram(".OX.. O.O.. .O... ....O ...O."), RESIDUAL_PLANES)
    assert points_of(planes[11]) == "+.... .+... ..... ..... ....+"


def test_a_ko_is_unplayable_until_somebody_plays_elsewhere() -> None:
    rows = ".XO.. X.XO. .XO.. ..... ....."
    position = diagram(rows, Color.WHITE).play(1 * 5 + 1)
    assert position.ko_point == 1 * 5 + 2
    assert points_of(planes_of(position, RESIDUAL_PLANES)[11]) == "..... ..+.. ..... ..... ....."
    later = position.play(24).play(23)
    assert points_of(planes_of(later, RESIDUAL_PLANES)[11])[6:11] == "....."


def test_regions_belong_to_whom_alone_they_reach() -> None:
    rows = ".X..O XX.OO ..... OOOO. .O.O."
    plane = points_of(planes_of(diagram(rows), RESIDUAL_PLANES)[14])
    assert plane == "+.... ..... ..... ..... -.-.."
    plane = points_of(planes_of(diagram(rows, Color.WHITE), RESIDUAL_PLANES)[14])
    assert plane == "-.... ..... ..... ..... +.+.."


def test_a_winding_region_is_followed_to_its_end() -> None:
    rows = """
        .X...X.
        .X.X.X.
        .X.X.X.
        .X.X.X.
        .X.X.X.
        .X.X.X.
        ...X...
    """
    assert points_of(planes_of(diagram(rows), RESIDUAL_PLANES)[14]).count("+") == 49 - 18
    contested = rows.replace("...X...", "...X..O")
    assert not planes_of(diagram(contested), RESIDUAL_PLANES)[14].any()


def test_an_empty_board_belongs_to_nobody() -> None:
    assert not planes_of(diagram("... ... ..."), RESIDUAL_PLANES)[14].any()


@pytest.mark.parametrize(("to_play", "sign"), [(Color.BLACK, -1), (Color.WHITE, 1)])
@pytest.mark.parametrize(("size", "komi", "share"), [(9, 6.0, 6 / 81), (18, 24.0, 6 / 81), (3, 0.5, 0.5 / 9)])
def test_komi_is_what_the_mover_gets_as_a_share_of_the_board(
    to_play: Color, sign: int, size: int, komi: float, share: float
) -> None:
    planes = planes_of(diagram(" ".join(["." * size] * size), to_play, komi=komi), RESIDUAL_PLANES)
    np.testing.assert_allclose(planes[12], sign * share * 81 / 15.0, rtol=1e-6)


def test_moves_fade_into_older_planes_and_a_pass_leaves_its_plane_empty() -> None:
    game = game_of([0, 1, 9, 8, 7, 6], Ruleset(3, 0.5))
    marks = [points_of(plane) for plane in planes_of(game[-1], RESIDUAL_PLANES)[6:11]]
    assert marks == ["... ... +..", "... ... .+.", "... ... ..+", "... ... ...", ".+. ... ..."]
    assert not planes_of(game[-1], RESIDUAL_PLANES)[13].any()
    assert planes_of(game[3], RESIDUAL_PLANES)[13].all()


@pytest.mark.parametrize(
    "shape",
    [(1, 10, 9, 8), (1, 12, 9, 9), (2, 16, 9, 9), (1, 16, 13, 13)],
)
def test_planes_of_the_wrong_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="planes"):
        write_planes(Position.initial(Ruleset(9)).board, np.zeros(shape, np.float32))
