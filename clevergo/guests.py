"""What takes part, a line each: the games, and the ways to speak to other programs that play them."""

from __future__ import annotations

import os
from collections.abc import Mapping

GUESTS = ("clevergo.games.go.game", "clevergo.games.five.game", *os.environ.get("CLEVERGO_GUESTS", "").split())
"""The modules that make a game and say what it is. The environment may name more: they take part in every process that
is started from here."""
PROTOCOLS: Mapping[str, str] = {"gtp": "clevergo.protocols.gtp.player", "gomocup": "clevergo.protocols.gomocup.player"}
"""By the word before such a player's command (``gtp:COMMAND``): the module that makes it
(:mod:`clevergo.players.outside`)."""
