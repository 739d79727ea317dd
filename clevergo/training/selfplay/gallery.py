"""Which games of self-play people get to see."""

from __future__ import annotations

from collections.abc import Sequence

from clevergo.training.run.events import SeenBoard
from clevergo.training.selfplay.lockstep import SelfPlay

_GAMES = 16
_STAYS_SECONDS = 1.0
"""How long a row that has won is to be seen, while the next game goes on behind it."""


class Gallery:
    """The first games as they stand; where a row of stones has just won one, its end for a moment."""

    def __init__(self, plays: Sequence[SelfPlay]) -> None:
        """``plays``: one for each size of board; equally many of each are shown."""
        self._plays = plays
        self._games = _GAMES // len(plays)
        self._won: dict[tuple[int, int], tuple[float, SeenBoard]] = {}
        """By place among ``plays`` and slot, the last game that a row has won, and until when it is shown."""

    def seen(self, now: float) -> tuple[SeenBoard, ...]:
        """The boards to show at that moment, in seconds."""
        boards = [play.seen(self._games) for play in self._plays]
        for place, play in enumerate(self._plays):
            for slot, board in play.seen_ended(self._games).items():
                if board.struck:
                    self._won[place, slot] = now + _STAYS_SECONDS, board
        self._won = {key: (until, board) for key, (until, board) in self._won.items() if now < until}
        for (place, slot), (_, board) in self._won.items():
            boards[place][slot] = board
        return tuple(board for of_size in boards for board in of_size)
