"""The players that judge with a net alone, without search: bare policy and bare value."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clevergo.games.go.passing import bars_pass, owed_points, passes_back, sensible_points, standing
from clevergo.games.go.position import Position
from clevergo.games.go.scoring import outcome_of
from clevergo.games.go.symmetry import NUM_SYMMETRIES, inverse, transform_planes, transform_policy
from clevergo.games.kernels import write_planes
from clevergo.nn.files import WeightFile, WeightFileError, load_weights
from clevergo.players.builtin import BEST_MOVES, Opening
from clevergo.players.protocol import (
    MAX_CANDIDATES,
    UNWATCHED,
    Analysis,
    Candidate,
    Decision,
    PlayerError,
    ThinkControl,
    UnsupportedBoardError,
)
from clevergo.search.descent import win_rate

if TYPE_CHECKING:
    from clevergo.games.game import Rules
    from clevergo.nn.inference.predictor import Evaluation, NetEvaluator


class DogBrain:
    """A dog's weights, read once, and its evaluator for each board size it has been asked about."""

    def __init__(self, name: str, weights: WeightFile) -> None:
        self.name = name
        self._weights = weights
        self._evaluators: dict[int, NetEvaluator] = {}

    @classmethod
    def load(cls, name: str, path: Path) -> DogBrain:
        """Read a weight file.

        Raises:
            PlayerError: it is missing or unreadable.
        """
        try:
            return cls(name, load_weights(path))
        except WeightFileError as error:
            raise PlayerError(error.problem) from error

    def supports(self, size: int) -> bool:
        """Whether it plays on boards of ``size``."""
        return self._weights.config.supports(size)

    def evaluator(self, size: int) -> NetEvaluator:
        """The net for boards of ``size``; the first call for a size loads PaddlePaddle and takes a moment.

        Raises:
            UnsupportedBoardError: the net is built for another size.
        """
        config = self._weights.config
        if not config.supports(size):
            raise UnsupportedBoardError(self.name, config.size, size)
        if size not in self._evaluators:
            from clevergo.nn.inference.predictor import NetEvaluator, Predictor

            self._evaluators[size] = NetEvaluator(Predictor(self._weights, size))
        return self._evaluators[size]

    def judge(self, positions: list[Position]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The net's word on K positions of one size.

        Returns:
            prior ``float32[K, A]``, and value ``float32[K]`` in [-1, 1] for each position's side to move.
        """
        rules = positions[0].rules
        boards = np.concatenate([position.board for position in positions])
        prior = np.zeros((len(positions), rules.num_actions), np.float32)
        value = np.zeros(len(positions), np.float32)
        self.evaluator(rules.size).evaluate(boards, prior, value)
        return prior, value

    def judge_from_all_sides(self, position: Position) -> tuple[NDArray[np.float32], float]:
        """The net's word on one position, the mean of what it says of its eight symmetric views.

        Returns:
            prior ``float32[A]``, and value in [-1, 1] for the side to move.
        """
        views = self._views(position)
        turned_back = [transform_policy(prior, inverse(k)) for k, prior in enumerate(views.prior)]
        return np.mean(turned_back, axis=0, dtype=np.float32), float(views.value.mean())

    def ownership(self, position: Position) -> NDArray[np.float32] | None:
        """Whose each point will be at the end, the board looked at from all eight sides.

        Returns:
            ``float32[N, N]`` in [-1, 1], 1 where it will be the side to move's; None if the net cannot say.
        """
        size = position.size
        owners = self._views(position).ownership
        if owners is None:
            return None
        grids = owners.reshape(NUM_SYMMETRIES, size, size)
        turned_back = [transform_planes(grid, inverse(k)) for k, grid in enumerate(grids)]
        return np.mean(turned_back, axis=0, dtype=np.float32)

    def _views(self, position: Position) -> Evaluation:
        """What the net says of each of the position's eight symmetric views."""
        predictor = self.evaluator(position.size).predictor
        planes = np.empty((1, predictor.config.planes, position.size, position.size), np.float32)
        write_planes(position.board, planes)
        return predictor.run(np.concatenate([transform_planes(planes, k) for k in range(NUM_SYMMETRIES)]))


class _NetPlayer:
    """What those have in common who ask nothing but a net."""

    def __init__(
        self,
        name: str,
        brain: DogBrain,
        rng: np.random.Generator,
        opening: Opening = BEST_MOVES,
        is_patient: bool = False,
    ) -> None:
        """``is_patient``: it passes only when that is due (see :mod:`clevergo.games.go.passing`)."""
        self.name = name
        self._brain = brain
        self._rng = rng
        self._opening = opening
        self._is_patient = is_patient

    def new_game(self, rules: Rules) -> None:
        """Load the net for this board size."""
        self._brain.evaluator(rules.size)


class PolicyPlayer(_NetPlayer):
    """The move the policy likes best, true eyes left alone. Moves liked exactly alike are drawn from.

    The policy is the mean of the net's words on the board's eight symmetric views: no search, one batch of eight.
    """

    SAME = 1e-5
    """Relative difference below which two priors count as equal: symmetric moves differ by rounding."""

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        """See the class. Passes when that is liked best or nothing else is left."""
        passing, owed = position.rules.pass_action, owed_points(position, self._is_patient)
        if passes_back(position, owed, self._is_patient):
            return Decision(passing)
        prior, value = self._brain.judge_from_all_sides(position)
        allowed = sensible_points(position)
        allowed[passing] = not (bars_pass(position, self._is_patient) and allowed.any())
        policy = np.where(allowed, prior, 0.0)
        if policy.max() <= 0.0:  # the net gives every allowed move nothing
            policy = allowed.astype(np.float64)
        if position.ply < self._opening.plies:
            action = self._opening.draw(policy, self._rng)
        else:
            best = np.flatnonzero(policy >= policy.max() * (1.0 - self.SAME))
            action = int(self._rng.choice(best))
        if action == passing and owed.any():
            action = int(np.where(owed, prior, -1.0).argmax())
        chance = win_rate(value)
        order = np.argsort(-policy, kind="stable")[:MAX_CANDIDATES]
        candidates = tuple(
            Candidate(int(move), 0, chance, float(policy[move]), (int(move),)) for move in order if policy[move] > 0
        )
        return Decision(action, Analysis(1, 1, chance, candidates))


class ValuePlayer(_NetPlayer):
    """The move after which the net likes the opponent's position least: one ply of search.

    It passes first only when it wins as the board stands: nets have seen too few positions after an early
    pass for their word on them to be trusted.
    """

    OPENING_SPREAD = 0.1
    """In an opening with variety, a move this much worse (in value, [-1, 1]) weighs 1/e of the best."""

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        """See the class."""
        passing, owed = position.rules.pass_action, owed_points(position, self._is_patient)
        if passes_back(position, owed, self._is_patient):
            return Decision(passing)
        allowed = sensible_points(position)
        if not allowed.any() or standing(position) > 0:
            allowed[passing] = not (bars_pass(position, self._is_patient) and allowed.any())
        actions = np.flatnonzero(allowed)
        values = -self._opponent_values([position.play(int(action)) for action in actions])
        if position.ply < self._opening.plies:
            choice = self._opening.draw(np.exp((values - values.max()) / self.OPENING_SPREAD), self._rng)
        else:
            choice = int(self._rng.choice(np.flatnonzero(values >= values.max() - 1e-5)))
        if actions[choice] == passing and owed.any():
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
                winner = outcome_of(child).winner
                values[index] = 0.0 if winner is None else 1.0 if winner is child.to_play else -1.0
        return values
