"""The channels of the states of :mod:`clevergo.gym.gogame`, under the names GymGo's users know."""

from __future__ import annotations

__all__ = [
    "ANYONE",
    "BLACK",
    "DONE_CHNL",
    "INVD_CHNL",
    "NOONE",
    "NUM_CHNLS",
    "PASS_CHNL",
    "TURN_CHNL",
    "WHITE",
]

ANYONE = None
"""Either side."""
NOONE = -1
"""Neither side."""

BLACK = 0
"""Channel of the black stones, and the value of ``turn`` while Black is to move."""
WHITE = 1
"""Channel of the white stones, and the value of ``turn`` while White is to move."""
TURN_CHNL = 2
"""All zeros while Black is to move, all ones while White is."""
INVD_CHNL = 3
"""One where the side to move may not play: stones, suicide, ko."""
PASS_CHNL = 4
"""All ones if the last move was a pass."""
DONE_CHNL = 5
"""All ones if the game is over."""

NUM_CHNLS = 6
"""How many channels a state has."""
