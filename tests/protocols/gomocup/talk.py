"""Talking to a brain without a process of its own."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from clevergo.players.protocol import UNWATCHED, Analysis, Decision, Player, ThinkControl
from clevergo.protocols.gomocup.brain import Brain
from clevergo.protocols.talk import LineSource


class Scripted:
    """A player whose moves are given; after them, and where they are not legal, the first legal one."""

    name = "scripted"

    def __init__(self, moves: Iterable[int] = (), win_rate: float | None = None) -> None:
        self.moves = list(moves)
        self.win_rate = win_rate
        self.rules: list[Any] = []
        """Of the games it was asked to get ready for."""
        self.seen: list[Any] = []
        """The positions it was asked about."""

    def new_game(self, rules: Any) -> None:
        self.rules.append(rules)

    def choose(self, position: Any, control: ThinkControl = UNWATCHED) -> Decision:
        analysis = None if self.win_rate is None else Analysis(1, 1, self.win_rate)
        if not is_getting_ready(position):
            self.seen.append(position)
        wanted = self.moves.pop(0) if self.moves and not is_getting_ready(position) else -1
        if wanted >= 0 and position.legal_moves[wanted]:
            return Decision(wanted, analysis)
        return Decision(int(np.flatnonzero(position.legal_moves)[0]), analysis)


class Endless(Scripted):
    """Thinks until it is stopped."""

    def __init__(self, moves: Iterable[int] = ()) -> None:
        super().__init__(moves)
        self.asked = 0
        """How often it asked whether to stop."""

    def choose(self, position: Any, control: ThinkControl = UNWATCHED) -> Decision:
        while not control.stop():
            self.asked += not is_getting_ready(position)
        return super().choose(position, control)


def is_getting_ready(position: Any) -> bool:
    """Whether this is one of the positions a brain shows a player while nobody waits for a move."""
    return position.ply in (2, 3) and bool(position.stones.flat[-2:].all())


def brain_on(text: str | bytes, player: Player, write: Callable[[str], None], **more: Any) -> Brain:
    """A brain that will be told ``text``."""
    data = text.encode() if isinstance(text, str) else text
    return Brain(player, LineSource(io.BytesIO(data).read1), write, **more)


def answers(text: str | bytes, player: Player | None = None) -> list[str]:
    """All lines that a brain answers to ``text``."""
    said: list[str] = []
    brain_on(text, player or Scripted(), said.append).serve()
    return "".join(said).splitlines()
