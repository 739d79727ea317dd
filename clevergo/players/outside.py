"""Other programs as players, by the protocols that :mod:`clevergo.guests` lists.

Importing this module stays cheap; a protocol is loaded when somebody first asks for it.
"""

from __future__ import annotations

import functools
import importlib
from typing import Protocol

from clevergo.guests import PROTOCOLS
from clevergo.players.protocol import Player
from clevergo.players.spec import PlayerKind, PlayerSpec


class Outside(Protocol):
    """How programs are spoken to: what a protocol's module holds as ``PROTOCOL``."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games it has words for."""

    def player(self, name: str, command: str) -> Player:
        """Who plays through the program that a command starts; it is started when it is first needed.

        Asked for another game, it says so by :class:`~clevergo.players.protocol.UnsupportedGameError`.
        """

    def found(self) -> tuple[str, ...]:
        """The commands of programs that are installed and known to us, weakest first; a millisecond or so."""


@functools.cache
def protocol(name: str) -> Outside:
    """The protocol of that name."""
    found: Outside = importlib.import_module(PROTOCOLS[name]).PROTOCOL
    return found


def protocols_for(game: str) -> list[str]:
    """The names of the protocols that have words for a game."""
    return [name for name in PROTOCOLS if game in protocol(name).games]


def found_engines(game: str | None = None) -> tuple[PlayerSpec, ...]:
    """The programs on this computer that play a game (None: any)."""
    names = PROTOCOLS if game is None else protocols_for(game)
    return tuple(
        PlayerSpec(PlayerKind.OUTSIDE, command=command, protocol=name)
        for name in names
        for command in protocol(name).found()
    )
