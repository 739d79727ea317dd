"""The players that need neither net nor search: random moves, and a game's own classical engine."""

from __future__ import annotations

import math

import numpy as np

from clevergo.games.game import Position, Rules
from clevergo.games.guests import GameTitle
from clevergo.players.options import STRONGEST, PlayerOptions
from clevergo.players.passing import owed_moves, pass_of
from clevergo.players.protocol import UNWATCHED, Analysis, Candidate, Decision, PlayerError, ThinkControl

_SCORE_SCALE, _MOST_SCORE = 1_000.0, 30.0
"""What a classical engine's score is divided by before it is a logit, and the largest of those; a guess."""


class EnginePlayer:
    """A game's own classical engine."""

    def __init__(self, name: str, positions: int) -> None:
        """``positions``: how many it looks at for a move."""
        self.name = name
        self._positions = positions

    def new_game(self, rules: Rules) -> None:
        """Check that the game has an engine; PlayerError where it has none."""
        if not rules.game.engine_door:
            raise PlayerError("no_engine", name=self.name, game=GameTitle(rules.game.name))

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        """The engine's move, and its chances as the score of the position tells them."""
        engine = position.rules.game.engine
        found = engine.choose(position.board, self._positions, control.stop)
        rate = 1.0 / (1.0 + math.exp(-max(-_MOST_SCORE, min(_MOST_SCORE, found.score / _SCORE_SCALE))))
        best = Candidate(found.action, found.positions, rate, 1.0, (found.action,))
        return Decision(found.action, Analysis(found.positions, self._positions, rate, (best,)))


class RandomPlayer:
    """Any sensible move (:mod:`clevergo.games.manners`), all equally likely; passes when there is none."""

    name = "random"

    def __init__(self, rng: np.random.Generator, options: PlayerOptions = STRONGEST) -> None:
        self._rng = rng
        self._is_patient = options.is_patient

    def new_game(self, rules: Rules) -> None:
        """Do nothing: there is nothing to forget."""

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        """A sensible move, drawn; a pass where there is none, or where the game's manners pass back."""
        manners = position.rules.game.manners
        choices = np.flatnonzero(manners.sensible(position))
        owed = owed_moves(position, self._is_patient)
        if len(choices) == 0 or manners.passes_back(position, owed, self._is_patient):
            return Decision(pass_of(position))
        return Decision(int(self._rng.choice(choices)))
