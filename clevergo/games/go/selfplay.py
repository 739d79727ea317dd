"""How a dog plays Go against itself, beside what it does in any game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GoSelfPlay:
    """Go's own settings of self-play."""

    komi: float = 7.0
    """Komi of half of the games; the others get a random one within ``komi_spread``."""
    komi_spread: float = 2.0
    """Largest distance of a random komi from ``komi``, in half points."""
    ply_limit: int = 130
    """A game ends after so many plies and is scored as it stands (on 9x9; scaled with the board)."""
    min_pass_ply: int = 20
    """No passing before this ply, unless nothing else is left (on 9x9; scaled with the board)."""
    guard_until: int = 60_000
    """Until so many positions, every game forbids passing to the side that is behind on the board."""
    guard_share: float = 0.25
    """Share of games that forbid it afterwards."""

    def __post_init__(self) -> None:
        for name in ("komi_spread", "min_pass_ply", "guard_until"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must not be negative, but is {getattr(self, name)}")
        if not 0.0 <= self.guard_share <= 1.0:
            raise ValueError(f"guard_share must be 0 to 1, not {self.guard_share}")
        if self.ply_limit < 2:
            raise ValueError(f"ply_limit must be at least 2, not {self.ply_limit}")
