"""A dog's brain: the net in its weight file, and its word on positions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Position, Rules
from clevergo.games.grid import Grid
from clevergo.nn.files import WeightFile, WeightFileError, load_weights
from clevergo.players.glance import Glance, glances
from clevergo.players.protocol import PlayerError, UnsupportedBoardError, UnsupportedGameError

if TYPE_CHECKING:
    from clevergo.nn.inference.predictor import NetEvaluator


class DogBrain:
    """A dog's weights, read once, and its evaluators for what it has been asked about."""

    def __init__(self, name: str, weights: WeightFile) -> None:
        self.name = name
        self._weights = weights
        self._evaluators: dict[tuple[int, bool], NetEvaluator] = {}

    @classmethod
    def load(cls, name: str, path: Path) -> DogBrain:
        """Read a weight file; PlayerError where it is missing or unreadable."""
        try:
            return cls(name, load_weights(path))
        except WeightFileError as error:
            raise PlayerError(error.problem) from error

    def supports(self, game: str, size: int) -> bool:
        """Whether it plays that game on boards of ``size``."""
        return self._weights.config.game == game and self._weights.config.supports(size)

    @property
    def positions(self) -> int:
        """How many positions it had played when its weights were saved; 0 where they do not say."""
        positions = self._weights.meta.get("positions", 0)
        return positions if isinstance(positions, int) else 0

    @property
    def rules(self) -> Rules:
        """The usual ones on the board its net was made for."""
        config = self._weights.config
        return config.played.agree({"size": config.size})[0]

    def evaluator(self, rules: Rules) -> NetEvaluator:
        """The net for boards of that size, not rounded where nobody has tried what that does by such rules.

        The first call for a size takes a moment. It may have a process of its own ask PaddlePaddle, once for each
        machine.

        Raises:
            UnsupportedGameError: the net plays another game.
            UnsupportedBoardError: it is built for another size.
        """
        config, size = self._weights.config, rules.size
        if config.game != rules.game.name:
            raise UnsupportedGameError(self.name, config.game, rules.game.name)
        if not config.supports(size):
            raise UnsupportedBoardError(self.name, Grid(*rules.game.shape(config.size)), rules.grid)
        kind = size, rules.game.has_samples_of(rules)
        if kind not in self._evaluators:
            from clevergo.nn.inference.engine import Precision
            from clevergo.nn.inference.predictor import NetEvaluator, Predictor

            precision = Precision.AUTO if kind[1] else Precision.EXACT
            self._evaluators[kind] = NetEvaluator(Predictor(self._weights, size, precision))
        return self._evaluators[kind]

    def judge(self, positions: list[Position]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The net's word on K positions of one size.

        Prior ``float32[K, A]``, and value ``float32[K]`` in [-1, 1] for each position's side to move.
        """
        rules: Rules = positions[0].rules
        boards = np.concatenate([position.board for position in positions])
        prior = np.zeros((len(positions), rules.num_actions), np.float32)
        value = np.zeros(len(positions), np.float32)
        self.evaluator(rules).evaluate(boards, prior, value)
        return prior, value

    def owners(self, position: Position) -> NDArray[np.float32] | None:
        """Whose each point will be at the end, the board looked at from all sides.

        ``float32[H, W]`` in [-1, 1], 1 where it will be the side to move's; None if the net cannot say.
        """
        return self.glance(position).owners

    def glance(self, position: Position) -> Glance:
        """The mean of the net's words on a position's symmetric views."""
        return glances(self.evaluator(position.rules).predictor, [position])[0]
