"""The games that take part, a line each: the module that makes the game and says what it is."""

from __future__ import annotations

GUESTS = ("clevergo.games.go.game",)
