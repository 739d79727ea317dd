"""What takes part, a line each: the games, and the ways to speak to other programs that play them."""

from __future__ import annotations

<<<<<<< HEAD
from collections.abc import Mapping

GUESTS = ("clevergo.games.go.game",)
"""The modules that make a game and say what it is."""
PROTOCOLS: Mapping[str, str] = {"gtp": "clevergo.protocols.gtp.player"}
"""By the word before such a player's command (``gtp:COMMAND``): the module that makes it
(:mod:`clevergo.players.outside`)."""
=======
import os

GUESTS = ("clevergo.games.go.game", *os.environ.get("CLEVERGO_GUESTS", "").split())
"""The environment may name more: so they take part in every process that is started from here."""
>>>>>>> b1dcb76 (Nets and training know games by the door alone: a net says what it plays, the game has its own settings of self-play, anchors and openings)
