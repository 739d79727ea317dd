"""Which games of self-play people get to see."""

from __future__ import annotations

from clevergo.training.run.events import SeenBoard
from clevergo.training.selfplay.lockstep import SelfPlay

_GAMES = 16
_STAYS_SECONDS = 1.0
"""How long a row that has won is to be seen, while the next game goes on behind it."""


class Gallery:
    """The first games as they stand; where a row of stones has just won one, its end for a moment."""

    def __init__(self, play: SelfPlay) -> None:
        self._play = play
        self._won: dict[int, tuple[float, SeenBoard]] = {}
        """By slot, the last game that a row has won, and until when it is shown."""

    def seen(self, now: float) -> tuple[SeenBoard, ...]:
        """The boards to show at that moment, in seconds."""
        for slot, board in self._play.seen_ended(_GAMES).items():
            if board.struck:
                self._won[slot] = now + _STAYS_SECONDS, board
        self._won = {slot: (until, board) for slot, (until, board) in self._won.items() if now < until}
        boards = self._play.seen(_GAMES)
        for slot, (_, board) in self._won.items():
            boards[slot] = board
        return tuple(boards)
