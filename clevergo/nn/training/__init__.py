"""Batches in, better weights out, by whatever computes gradients fastest here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class OptimizerConfig:
    """How losses are weighed and weights are moved. The learning rate changes, so each step is told it."""

    weight_decay: float = 1e-4
    """Share of every weight taken away at each step, times the learning rate (L2, decoupled from the gradient)."""
    clip_norm: float = 1.0
    """A gradient longer than this (over all parameters together) is shortened to it."""
    average_steps: int = 400
    """The averaged weights, which play, reach back over about this many steps ..."""
    average_share: float = 0.125
    """... and at most over about this share of all that were made: a young net soon outgrows what it was."""
    muon: float = 2.0
    """Above 0, Muon moves the matrices from features to features (:mod:`clevergo.nn.training.muon`), so many times as
    far as AdamW moves the rest; 0: AdamW moves everything."""
    norm_bound: float = 0.0
    """Above 0, a matrix that Muon moves stays as long (the root of the sum of its squares) as so many times a newborn
    layer before a relu (He et al. 2015), whatever its shape: sqrt(2 outputs). 0: it grows without end."""
    points_weight: float = 0.5
    """Weight of the points' mean squared error (nets with that head only); the policy's and the value's are 1."""

    score_weight: float = 0.0
    """Weight of the score's squared error: of the sum over all points, divided by how many there are. The points' own
    errors may cancel out in it or add up (nets with that head only)."""

    @property
    def losses(self) -> dict[str, float]:
        """What the losses hang on, by name: who computes them elsewhere needs no more."""
        return {"points_weight": self.points_weight, "score_weight": self.score_weight}

    def __post_init__(self) -> None:
        if not (self.weight_decay >= 0 and self.clip_norm > 0 and self.points_weight >= 0):
            raise ValueError("weight_decay and points_weight must not be negative, and clip_norm must be positive")
        for name in ("score_weight", "muon", "norm_bound"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must not be negative, but is {getattr(self, name)}")
        if not self.average_steps >= 1:
            raise ValueError(f"average_steps must be at least 1, not {self.average_steps}")
        if not 0 < self.average_share <= 1:
            raise ValueError(f"average_share must lie between 0 and 1, not {self.average_share}")
