"""The players that judge with a net alone, without search: bare policy and bare value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Position, Rules
from clevergo.players.brain import DogBrain
from clevergo.players.glance import SAME, choices_at, policy_over
from clevergo.players.options import STRONGEST, Opening, PlayerOptions
from clevergo.players.passing import owed_moves, pass_of
from clevergo.players.protocol import MAX_CANDIDATES, UNWATCHED, Analysis, Candidate, Decision, ThinkControl
from clevergo.search.descent import win_rate


class _NetPlayer(ABC):
    """Base of the players that use a net without search."""

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
        """The move of :meth:`_decide`, but for passes that need no thought."""
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
        glance = self._brain.glance(position)
        policy = policy_over(self._choices(position), glance.prior)
        action = self._pick(policy, position)
        if action == position.rules.pass_action and owed.any():
            action = int(np.where(owed, glance.prior, -1.0).argmax())
        chance = win_rate(glance.value)
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
            return self._chance.draw(_without_pass(policy, position.rules), self._rng)
        if position.ply < self._opening.plies:
            stones = _without_pass(policy, position.rules)
            return self._opening.draw(stones if stones.any() else policy, self._rng)
        return int(self._rng.choice(best))


def _without_pass(policy: NDArray[Any], rules: Rules) -> NDArray[Any]:
    """``float[A]``: a copy of the policy, 0 for the pass where the game has one."""
    stones = policy.copy()
    if rules.pass_action is not None:
        stones[rules.pass_action] = 0.0
    return stones


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
