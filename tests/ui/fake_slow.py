"""Searches in slow motion for tests of the window: the real search, with somebody who judges positions by chance."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.app.slow.motion import SlowMotion, SlowRule, SlowWish
from clevergo.app.slow.telling import search_slowly
from clevergo.games.game import Rules, position_after
from clevergo.games.guests import game_named
from clevergo.ui.scenes.slow.page import SlowPage
from clevergo.ui.shell.stage import Stage
from tests.ui.fake_analysis import FakeAnalysis

PLAYS, WAVES, LEARNS = SlowWish(), SlowWish(in_waves=True), SlowWish(SlowRule.LEARNS)


class Guesser:
    """A brain that thinks something else of every position, and of the same one always the same."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.positions = 1_000_000

    def evaluator(self, _rules: Rules) -> Guesser:
        return self

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        for row, board in enumerate(boards):
            stones = board["cells" if "cells" in (boards.dtype.names or ()) else "color"]
            rng = np.random.default_rng(zlib.crc32(stones.tobytes() + bytes([int(board["to_play"]) & 3])))
            prior[row] = rng.random(prior.shape[1], np.float32) ** 12
            value[row] = rng.uniform(-0.6, 0.6)


@lru_cache
def motion_of(
    wish: SlowWish = PLAYS,
    simulations: int = 32,
    moves: tuple[int, ...] = (),
    game: str = "go",
    judge: str | None = "小黑",
) -> SlowMotion:
    """A search of a position on the usual board of a game."""
    known = game_named(game)
    rules = known.agree({"size": known.usual_size})[0]
    brain: Any = None if judge is None else Guesser(judge)
    return search_slowly(brain, position_after(rules, moves), simulations, wish, np.random.default_rng(1))


def page_of(stage: Stage) -> SlowPage:
    """The page of slow motion, which is shown."""
    assert isinstance(stage.scene, SlowPage)
    return stage.scene


def tell(stage: Stage, analysis: FakeAnalysis, motion: SlowMotion) -> SlowPage:
    """The search that was asked for comes, and is shown."""
    analysis.tell(motion)
    stage.update(0.0)
    return page_of(stage)
