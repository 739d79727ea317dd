"""What people see of self-play: games as they stand, and a row that has won, for a moment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.five.game import FiveSelfPlay
from clevergo.games.guests import game_named
from clevergo.training.config import SelfPlayConfig
from clevergo.training.run.events import SeenBoard
from clevergo.training.selfplay.gallery import Gallery
from clevergo.training.selfplay.lockstep import SelfPlay


class Flat:
    """Judges everything alike."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 1.0
        value[:] = 0.0


def begun(game: str, size: int, of_game: Any = None) -> SelfPlay:
    config = SelfPlayConfig(games=4, simulations=4, late_simulations=4, considered=4, of_game=of_game)
    return SelfPlay(game_named(game), config, size, np.random.default_rng(0))


def play_until_one_has_ended(play: SelfPlay) -> None:
    for _ in range(20_000):
        if play.tick(Flat()):
            return
    raise AssertionError("no game ends")


def is_won(board: SeenBoard) -> bool:
    return bool(board.struck)


@pytest.mark.parametrize("row", [3, 5])
def test_a_row_that_has_won_is_shown_for_a_moment_and_then_the_next_game(row: int) -> None:
    play = begun("five", 9, FiveSelfPlay(row=row, openings=0.0))
    gallery = Gallery([play])
    assert [board.ply for board in gallery.seen(0.0)] == [0] * 4
    play_until_one_has_ended(play)
    shown = gallery.seen(10.0)
    (won, *_) = (slot for slot, board in enumerate(shown) if is_won(board))
    board = shown[won]
    colors = {int(board.stones.flat[action]) for points in board.struck for action in points}
    assert all(len(points) >= row for points in board.struck)
    assert len(colors) == 1
    assert colors != {0}
    assert board.last in {action for points in board.struck for action in points}
    assert board.ply == np.count_nonzero(board.stones)
    assert gallery.seen(10.5)[won] is board
    after = gallery.seen(20.0)[won]
    assert after.ply < board.ply
    assert not is_won(after)


def test_games_that_no_row_wins_are_shown_as_they_stand() -> None:
    play = begun("go", 5)
    gallery = Gallery([play])
    play_until_one_has_ended(play)
    assert [board.ply for board in gallery.seen(0.0)] == [board.ply for board in play.seen(4)]
    assert min(board.ply for board in gallery.seen(0.0)) == 0, "the next game has begun"
