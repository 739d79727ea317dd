"""The vital signs of a dog in training: what the doctor reads and the charts draw, one row at each new age."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class VitalSigns:
    """How a run fares, measured each time self-play gets new weights. None where nothing was measured."""

    seconds: float
    """Time trained in all."""
    games: int
    positions: int
    samples: int
    window: int = 0
    """Positions in the replay window."""
    new_games: int = 0
    """Games that came in since the row before."""
    learning_rate: float = 0.0
    bad_steps: int = 0
    """Training steps since the row before that were left out because a number was not finite."""
    waiting: float = 0.0
    """Share of the time since the row before in which the learner waited for games, 0 to 1."""
    policy_loss: float | None = None
    """Cross-entropy with the search's policy on the games learned from, nats; at best ``entropy``."""
    value_loss: float | None = None
    """Squared error of the value, from 0 to 4."""
    points_loss: float | None = None
    """Squared error of whose each point was at the end, where the net says that."""
    entropy: float | None = None
    """Mean entropy of the policy targets, nats: how undecided the search is."""
    heldout_policy: float | None = None
    """The policy's loss on games that are kept from learning."""
    heldout_value: float | None = None
    """The value's loss on them."""
    heldout_guess: float | None = None
    """The value's loss on them if it always said their mean: a value above this knows less than nothing."""
    game_length: float | None = None
    """Mean plies of the latest games."""
    pass_share: float | None = None
    """Share of passes among the moves of the latest games, 0 to 1."""
    black_wins: float | None = None
    """Share of the latest games that Black won, 0 to 1; a draw is half."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> VitalSigns:
        """Read what was kept; earlier versions called the points' loss by the game's word for them."""
        known = {entry.name for entry in fields(cls)}
        named = {name if name in known or not name.endswith("_loss") else "points_loss": data[name] for name in data}
        return cls(**{name: value for name, value in named.items() if name in known})
