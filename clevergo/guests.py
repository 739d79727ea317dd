"""What takes part, a line each: the games, and the ways to speak to other programs that play them."""

from __future__ import annotations

from collections.abc import Mapping

GUESTS = ("clevergo.games.go.game",)
"""The modules that make a game and say what it is."""
PROTOCOLS: Mapping[str, str] = {"gtp": "clevergo.protocols.gtp.player"}
"""By the word before such a player's command (``gtp:COMMAND``): the module that makes it
(:mod:`clevergo.players.outside`)."""
