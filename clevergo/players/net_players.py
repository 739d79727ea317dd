"""The players that judge with a net alone, without search: bare policy and bare value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Position, Rules
from clevergo.games.grid import Grid
from clevergo.nn.files import WeightFile, WeightFileError, load_weights
from clevergo.players.builtin import STRONGEST, Opening, PlayerOptions, owed_moves, pass_of
from clevergo.players.glance import SAME, Glance, choices_at, glances, policy_over
from clevergo.players.protocol import (
    MAX_CANDIDATES,
    UNWATCHED,
    Analysis,
    Candidate,
    Decision,
    PlayerError,
    ThinkControl,
    UnsupportedBoardError,
    UnsupportedGameError,
)
from clevergo.search.descent import win_rate

if TYPE_CHECKING:
    from clevergo.nn.inference.predictor import NetEvaluator


class DogBrain:
    """A dog's weights, read once, and its evaluator for each board size it has been asked about."""

    def __init__(self, name: str, weights: WeightFile) -> None:
        self.name = name
        self._weights = weights
        self._evaluators: dict[int, NetEvaluator] = {}

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
        """The net for boards of that size. The first call for a size takes a moment.

        It may have a process of its own ask PaddlePaddle, once for each machine.

        Raises:
            UnsupportedGameError: the net plays another game.
            UnsupportedBoardError: it is built for another size.
        """
        config, size = self._weights.config, rules.size
        if config.game != rules.game.name:
            raise UnsupportedGameError(self.name, config.game, rules.game.name)
        if not config.supports(size):
            raise UnsupportedBoardError(self.name, Grid(*rules.game.shape(config.size)), rules.grid)
        if size not in self._evaluators:
            from clevergo.nn.inference.predictor import NetEvaluator, Predictor

            self._evaluators[size] = NetEvaluator(Predictor(self._weights, size))
        return self._evaluators[size]

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

    def judge_from_all_sides(self, position: Position) -> tuple[NDArray[np.float32], float]:
        """The mean of the net's words on a position's symmetric views.

        Prior ``float32[A]``, and value in [-1, 1] for the side to move.
        """
        glance = self.glance(position)
        return glance.prior, glance.value

    def owners(self, position: Position) -> NDArray[np.float32] | None:
        """Whose each point will be at the end, the board looked at from all sides.

        ``float32[H, W]`` in [-1, 1], 1 where it will be the side to move's; None if the net cannot say.
        """
        return self.glance(position).owners

    def glance(self, position: Position) -> Glance:
        """The mean of the net's words on a position's symmetric views."""
        return glances(self.evaluator(position.rules).predictor, [position])[0]


class _NetPlayer(ABC):
    """What those have in common who ask nothing but a net."""

    def __init__(
        self, name: str, brain: DogBrain, rng: np.random.Generator, options: PlayerOptions = STRONGEST
    ) -> None:
        self.name = name
        self._brain = brain
        self._rng = rng
        self._opening = options.opening
        self._is_patient = options.is_patient

    def new_game(self, rules: Rules) -> None:
        """Load the net for this board size."""
        self._brain.evaluator(rules)

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        """See the class. Some passes need no thought."""
        owed = owed_moves(position, self._is_patient)
        if position.rules.game.manners.passes_back(position, owed, self._is_patient):
            return Decision(pass_of(position))
        return self._decide(position, owed)

    @abstractmethod
    def _decide(self, position: Position, owed: NDArray[np.bool_]) -> Decision:
        """Choose; ``owed: bool[A]`` comes before a pass."""

    def _choices(self, position: Position, may_pass: bool = True) -> NDArray[np.bool_]:
        """``bool[A]``: what it may play (:func:`clevergo.players.glance.choices_at`)."""
        return choices_at(position, self._is_patient, may_pass)


class PolicyPlayer(_NetPlayer):
    """The sensible move that the policy likes best, or, with a temperature, one drawn by how much it likes them.

    The policy is the mean of the net's words on the board's symmetric views, eight of a square: no search, one batch.
    Of moves liked exactly alike one is drawn.
    """

    def __init__(
        self,
        name: str,
        brain: DogBrain,
        rng: np.random.Generator,
        options: PlayerOptions = STRONGEST,
        temperature: float | None = None,
    ) -> None:
        """A player whose moves are drawn by ``prior ** (1 / temperature)`` in the whole game.

        ``temperature`` None: it plays the best, but in an opening with variety.
        """
        super().__init__(name, brain, rng, options)
        self._chance = None if temperature is None else Opening(temperature=temperature)

    def _decide(self, position: Position, owed: NDArray[np.bool_]) -> Decision:
        """Passes when that is liked best or nothing else is left: a pass is never drawn by chance."""
        prior, value = self._brain.judge_from_all_sides(position)
        policy = policy_over(self._choices(position), prior)
        action = self._pick(policy, position)
        if action == position.rules.pass_action and owed.any():
            action = int(np.where(owed, prior, -1.0).argmax())
        chance = win_rate(value)
        order = np.argsort(-policy, kind="stable")[:MAX_CANDIDATES]
        candidates = tuple(
            Candidate(int(move), 0, chance, float(policy[move]), (int(move),)) for move in order if policy[move] > 0
        )
        return Decision(action, Analysis(1, 1, chance, candidates))

    def _pick(self, policy: NDArray[Any], position: Position) -> int:
        """A move by ``policy: float[A]``, 0 for what is not to be played."""
        best = np.flatnonzero(policy >= policy.max() * (1.0 - SAME))
        if self._chance is not None:
            if position.rules.pass_action in best:
                return pass_of(position)
            stones = policy.copy()
            if position.rules.pass_action is not None:
                stones[position.rules.pass_action] = 0.0
            return self._chance.draw(stones, self._rng)
        if position.ply < self._opening.plies:
            stones = policy.copy()
            if position.rules.pass_action is not None:
                stones[position.rules.pass_action] = 0.0
            return self._opening.draw(stones if stones.any() else policy, self._rng)
        return int(self._rng.choice(best))


class ValuePlayer(_NetPlayer):
    """The move after which the net likes the opponent's position least: one ply of search.

    It passes first only when it wins as the board stands: nets have seen too few positions after an early
    pass for their word on them to be trusted.
    """

    OPENING_SPREAD = 0.1
    """In an opening with variety, a move this much worse (in value, [-1, 1]) weighs 1/e of the best."""

    def _decide(self, position: Position, owed: NDArray[np.bool_]) -> Decision:
        may_pass = position.rules.game.manners.wins_by_passing(position)
        actions = np.flatnonzero(self._choices(position, may_pass))
        values = -self._opponent_values([position.play(int(action)) for action in actions])
        if position.ply < self._opening.plies:
            choice = self._opening.draw(np.exp((values - values.max()) / self.OPENING_SPREAD), self._rng)
        else:
            choice = int(self._rng.choice(np.flatnonzero(values >= values.max() - 1e-5)))
        if actions[choice] == position.rules.pass_action and owed.any():
            choice = int(np.where(owed[actions], values, -np.inf).argmax())
        order = np.argsort(-values, kind="stable")[:MAX_CANDIDATES]
        candidates = tuple(
            Candidate(int(actions[k]), 1, win_rate(float(values[k])), 0.0, (int(actions[k]),)) for k in order
        )
        analysis = Analysis(len(actions), len(actions), win_rate(float(values.max())), candidates)
        return Decision(int(actions[choice]), analysis)

    def _opponent_values(self, children: list[Position]) -> NDArray[np.float32]:
        """``float32[K]`` in [-1, 1]: the opponent's expectation in each child; a finished game's is its result."""
        _, values = self._brain.judge(children)
        for index, child in enumerate(children):
            if child.is_over:
                winner = child.outcome().winner
                values[index] = 0.0 if winner is None else 1.0 if winner is child.to_play else -1.0
        return values
