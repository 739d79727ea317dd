"""The doctor: reads the vital signs of a run and says what is wrong with it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field


class Ailment(enum.Enum):
    """What can be wrong with a run. The comment lists the values a diagnosis carries; words are the window's."""

    ONE_COLOUR_WINS = "one_colour_wins"  # black_wins: share, 0 to 1
    """Nearly every game goes to the same colour: the dog learns that the game is decided before it begins.
    It mostly passes by itself; if not, another komi or a new dog helps."""
    PASSES_AT_ONCE = "passes_at_once"  # game_length: plies
    """Games end after a few moves because both sides pass. The pass guard should prevent it; start a new dog."""
    POLICY_COLLAPSED = "policy_collapsed"  # entropy: nats
    """The search has stopped doubting: it always wants the same move, so nothing new is tried or learned.
    Go back to an earlier age, or start a new dog."""
    NOT_A_NUMBER = "not_a_number"  # steps: training steps left out
    """The arithmetic ran out of bounds and steps were left out. If it goes on, the last save comes back with
    half the learning rate, by itself."""
    NO_GAMES = "no_games"  # seconds: since the last finished game
    """No game has been finished for long, so there is nothing to learn from: the machine is too busy, or asleep."""
    VALUE_GUESSES = "value_guesses"  # loss, guess: squared errors on held-out games
    """On games it has not learned from the dog judges no better than guessing: it needs more games."""
    NO_GAIN = "no_gain"  # seconds: since the best rating; rating: the best
    """It has not become stronger for long. The learning rate is halved by itself; after that the net is full."""
    GETS_WORSE = "gets_worse"  # rating, best: Elo; games: the best age
    """It has become clearly weaker than an earlier age. That age comes back with half the rate, by itself."""


@dataclass(frozen=True)
class Diagnosis:
    """A complaint: what it is, since when, and the numbers it was read from."""

    ailment: Ailment
    values: Mapping[str, float] = field(default_factory=dict)
    """Named in the comment beside the ailment."""
    seconds: float = 0.0
    """Time trained when it was found."""
