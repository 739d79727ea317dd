"""What may be asked of an environment, checked: the rules of its game, its rewards, and what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clevergo.games.game import Game, Rules, Term
from clevergo.games.start import Start
from clevergo.gym import govars
from clevergo.gym.actions import NoSuchActionError, action_number, no_such_action
from clevergo.gym.values import finite_number, one_of, whole_number
from clevergo.problem import BadValueError

REAL, HEURISTIC = "real", "heuristic"
"""Rewards: 1, -1 or 0 at the end; or the first side's lead after every move, as GymGo's users know them."""
BOARD = "board"
"""The observation of six planes (:mod:`clevergo.gym.govars`); the others are the nets'."""
_MOST_PLIES = 722
"""A record of a board holds no more (``clevergo.games.go.stones.MAX_PLIES``)."""


@dataclass(frozen=True)
class Options:
    """What an environment was asked for."""

    rules: Rules
    start: Start
    """What lies on the board before the first move."""
    heuristic: bool
    """Whether the reward is the lead after every move."""
    observation: str
    """Which planes are seen: ``board``, or a net's."""
    max_plies: int
    """A game is cut off after so many."""

    @property
    def num_planes(self) -> int:
        """C of an observation, ``float32[C, H, W]``."""
        return govars.NUM_CHNLS if self.observation == BOARD else self.rules.game.num_planes[self.observation]

    @property
    def prize(self) -> float:
        """What a won game is worth at its end with heuristic rewards: the number of points; 0 with real ones."""
        return float(self.rules.grid.points) if self.heuristic else 0.0

    def number_of(self, action: Any) -> int:
        """The action that is meant, see :func:`clevergo.gym.actions.action_number`."""
        rules = self.rules
        return action_number(action, rules.grid, rules.num_actions, rules.pass_action)

    def no_such_action(self, action: Any) -> NoSuchActionError:
        """The error for something that is no action."""
        return no_such_action(action, self.rules.grid, self.rules.num_actions)

    @classmethod
    def checked(
        cls, game: Game, terms: Mapping[str, Any], reward_method: str, observation: str, max_plies: int | None
    ) -> Options:
        """The options that somebody wrote, checked.

        Args:
            game: what is played.
            terms: what the rules leave open, by the names of the game's :class:`~clevergo.games.game.Term`.
            reward_method: ``real``, or ``heuristic`` in games that are counted.
            observation: ``board`` or one of the game's sets of planes for nets.
            max_plies: a game is cut off after so many; None is what the game's own rules say.

        Raises:
            BadValueError: something of it cannot be; the sentence says what can.
        """
        rules, start = _agreed(game, terms)
        methods = (REAL, HEURISTIC) if game.counting is not None else (REAL,)
        one_of("reward_method", reward_method, methods)
        one_of("observation", observation, (BOARD, *game.num_planes))
        plies = rules.ply_limit if max_plies is None else whole_number("max_plies", max_plies)
        most = _MOST_PLIES if game.pass_action(rules.size) is not None else rules.ply_limit
        if not 2 <= plies <= most:
            raise BadValueError("env_range", name="max_plies", low=2, high=most, found=plies)
        return cls(rules, start, reward_method == HEURISTIC, observation, plies)


def _agreed(game: Game, terms: Mapping[str, Any]) -> tuple[Rules, Start]:
    given = dict(terms)
    for term in game.terms({}):
        if term.name in terms:
            given[term.name] = _checked(term, terms[term.name])
    try:
        return game.agree(given)
    except BadValueError:
        raise
    except ValueError as error:
        raise BadValueError("env_rules", cause=str(error)) from error


def _checked(term: Term, value: Any) -> Any:
    """A value of the kind that the term has; whether it is within its bounds is for the game to say."""
    if isinstance(term.usual, str):
        one_of(term.name, value, term.values)
        return value
    return finite_number(term.name, value) if isinstance(term.usual, float) else whole_number(term.name, value)
