"""Boards so small that every rule bites, against the rules written down plainly: sets, tuples and recursion."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clevergo.games.go import board as go
from clevergo.games.go import door
from clevergo.games.go.area import area_difference
from clevergo.games.go.game import Go, GoSelfPlay
from clevergo.games.go.rules import POSITIONAL_SUPERKO, SITUATIONAL_SUPERKO, Ruleset
from clevergo.games.go.stones import BLACK, EMPTY, MAX_PLIES, WHITE, copy_board, point_of

Stones = tuple[int, ...]
Seen = frozenset[tuple[Stones, int]]
"""What a superko rule forbids to come back, see :func:`remembered`."""
SUPERKO_RULES = pytest.mark.parametrize("superko", [POSITIONAL_SUPERKO, SITUATIONAL_SUPERKO], ids=["PSK", "SSK"])


def neighbors(point: int, size: int) -> list[int]:
    row, col = divmod(point, size)
    near = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [r * size + c for r, c in near if 0 <= r < size and 0 <= c < size]


def chain_at(stones: Stones, point: int, size: int) -> tuple[set[int], bool]:
    """The chain through a point, and whether it has a liberty."""
    chain, alive, todo = {point}, False, [point]
    while todo:
        for near in neighbors(todo.pop(), size):
            if stones[near] == EMPTY:
                alive = True
            elif stones[near] == stones[point] and near not in chain:
                chain.add(near)
                todo.append(near)
    return chain, alive


def without_chain(stones: Stones, chain: set[int]) -> Stones:
    return tuple(EMPTY if point in chain else stone for point, stone in enumerate(stones))


def after_move(stones: Stones, point: int, color: int, size: int) -> Stones | None:
    """The stones after a move; None where there is a stone already or the move is suicide."""
    if stones[point] != EMPTY:
        return None
    stones = (*stones[:point], color, *stones[point + 1 :])
    for near in neighbors(point, size):
        if stones[near] == 3 - color:
            chain, alive = chain_at(stones, near, size)
            if not alive:
                stones = without_chain(stones, chain)
    return stones if chain_at(stones, point, size)[1] else None


def area_of(stones: Stones, size: int) -> int:
    """Tromp-Taylor: Black's area less White's."""
    difference = 0
    for point, stone in enumerate(stones):
        reached = {stone} if stone else {stones[p] for p in border_of(stones, point, size)}
        difference += (reached == {BLACK}) - (reached == {WHITE})
    return difference


def border_of(stones: Stones, point: int, size: int) -> set[int]:
    """The stones that the empty region through a point touches."""
    region, _ = chain_at(tuple(stone or 9 for stone in stones), point, size)
    return {near for inside in region for near in neighbors(inside, size) if stones[near]}


def remembered(stones: Stones, to_play: int, superko: int) -> tuple[Stones, int]:
    """As what a position may not come back: positional superko does not mind whose turn it is."""
    return stones, to_play if superko == SITUATIONAL_SUPERKO else 0


def compare(board: np.void, stones: Stones, color: int, seen: Seen) -> None:
    """Compare legality, stones and area with the plain rules."""
    size, superko = int(board["size"]), int(board["superko"])
    mask = np.empty(size * size + 1, np.bool_)
    go.legal_mask(board, mask)
    following = [after_move(stones, point, color, size) for point in range(size * size)]
    expected = [after is not None and remembered(after, 3 - color, superko) not in seen for after in following]
    assert mask.tolist() == [*expected, True], (stones, color)
    assert tuple(int(board["color"][point_of(point, size)]) for point in range(size * size)) == stones
    assert area_difference(board) == area_of(stones, size)


def compare_all_games(board: np.void, stones: Stones, seen: Seen, plies: int) -> int:
    """Walk every game of so many more plies; returns how many positions were compared."""
    color = int(board["to_play"])
    compare(board, stones, color, seen)
    if plies == 0:
        return 1
    size, superko = int(board["size"]), int(board["superko"])
    following = {point: after_move(stones, point, color, size) for point in range(size * size)}
    if board["passes"] == 0:
        following[size * size] = stones
    count = 1
    for action, after in following.items():
        if after is None:
            continue
        reached = remembered(after, 3 - color, superko)
        if reached not in seen or action == size * size:
            child = go.new_boards(1, size, ply_limit=MAX_PLIES)[0]
            copy_board(child, board)
            go.play(child, action)
            count += compare_all_games(child, after, seen | {reached}, plies - 1)
    return count


@SUPERKO_RULES
def test_every_game_on_2x2_follows_the_plain_rules(superko: int) -> None:
    board = go.new_boards(1, 2, superko=superko, ply_limit=MAX_PLIES)[0]
    start = (EMPTY,) * 4
    assert compare_all_games(board, start, frozenset([remembered(start, BLACK, superko)]), plies=10) > 10_000


@SUPERKO_RULES
@pytest.mark.parametrize(
    ("size", "games", "passes"), [(2, 150, 0.3), (2, 50, 0.02), (3, 100, 0.05), (4, 40, 0.02), (5, 5, 0.02)]
)
def test_long_random_games_follow_the_plain_rules(
    size: int, games: int, passes: float, superko: int, rng: np.random.Generator
) -> None:
    for _ in range(games):
        boards = go.new_boards(1, size, superko=superko, ply_limit=100)
        board = boards[0]
        stones: Stones = (EMPTY,) * (size * size)
        seen = {remembered(stones, BLACK, superko)}
        mask = np.empty(size * size + 1, np.bool_)
        while not board["over"]:
            color = int(board["to_play"])
            compare(board, stones, color, frozenset(seen))
            go.legal_mask(board, mask)
            points = np.flatnonzero(mask[:-1])
            action = size * size if len(points) == 0 or rng.random() < passes else int(rng.choice(points))
            go.play(board, action)
            if action < size * size:
                played = after_move(stones, action, color, size)
                assert played is not None
                stones = played
            seen.add(remembered(stones, 3 - color, superko))


def test_komi_fits_the_board() -> None:
    game = Go()
    agreed = {**game.agreed(Ruleset(9, komi=39.5)), "komi": 39.5}
    small = game.changed(agreed, "size", 5)
    assert small["komi"] == 25
    komis = next(term for term in game.terms(small) if term.name == "komi").values
    assert (komis[0], komis[-1]) == (-19.5, 25.0)
    for komi in komis:
        game.agree({**small, "komi": komi})


@pytest.mark.parametrize("settings", [{"komi": 7.25}, {"komi": float("nan")}, {"komi_spread": float("inf")}])
def test_self_play_by_a_komi_that_no_game_has_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="komi"):
        GoSelfPlay(**settings)


def test_random_komi_stays_within_the_board() -> None:
    plan = Go().plan(GoSelfPlay(komi=24.0, komi_spread=5.0), 5, 0)
    assert (plan[door.SIZE], plan[door.KOMI], plan[door.KOMI_SPREAD]) == (5.0, 24.0, 1.0)
