"""Looks through the games of self-play for what happens for the first time, and for the game that turned most."""

from __future__ import annotations

import numpy as np

from clevergo.games.color import Color
from clevergo.games.game import Game
from clevergo.games.kernels import begin
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import to_sgf
from clevergo.search.descent import win_rate
from clevergo.training.moments.best import TURN, worth_of_self_play
from clevergo.training.moments.known import BEST, KnownMoments
from clevergo.training.run.events import Noted
from clevergo.training.selfplay.finished import FinishedGame


class Watch:
    """Looks at every finished game once; what is known already is not looked for again."""

    def __init__(self, game: Game, known: KnownMoments) -> None:
        self._name = known.name
        self._door = game.moments
        names: tuple[str, ...] = self._door.MOMENTS if self._door is not None else ()
        self._missing = {name: index for index, name in enumerate(names) if name not in known.kinds}
        self._plies = np.zeros(max(1, len(names)), np.int32)
        self._board = np.zeros(1, game.board)
        self._turn = known.best
        """How good the best game is that is known."""

    def prepare(self) -> None:
        """Have what looks at games compiled, before there are any."""
        if self._missing and self._door is not None:
            self._door.find_moments(self._board[0], np.zeros(0, np.int16), self._plies)

    def look(self, game: FinishedGame, number: int) -> list[Noted]:
        """What was there for the first time in a game, the dog's of that number."""
        found = []
        if self._missing and self._door is not None:
            begin(self._board[0], game.size, game.start)
            self._door.find_moments(self._board[0], game.moves, self._plies)
            there = [(name, int(self._plies[index])) for name, index in self._missing.items() if self._plies[index]]
            for name, ply in there:
                del self._missing[name]
                found.append(noted(name, number, ply, self._record(game)))
        # Once it has beaten somebody, games against itself are none of its best.
        if self._turn[0] <= TURN:
            best = worth_of_self_play(game)
            if best.worth > self._turn:
                self._turn = best.worth
                found.append(noted(BEST, number, best.ply, self._record(game, with_values=True), best.worth))
        return found

    def _record(self, game: FinishedGame, with_values: bool = False) -> GameRecord:
        record = record_of(game)
        record.black = record.white = self._name
        if with_values:
            nodes = record.main_line()
            for ply, value in zip(game.plies.tolist(), game.values.tolist(), strict=True):
                of_black = value if nodes[ply].to_play is Color.BLACK else -value
                nodes[ply + 1].black_win_rate = win_rate(of_black)
        return record


def record_of(game: FinishedGame) -> GameRecord:
    """A game of self-play as a record; stones that it began with are set up."""
    rules, start = game.game.dealt(game.size, game.start)
    record = GameRecord(rules, start=start)
    record.settling = None  # nobody settles colors there
    for action in game.moves.tolist():
        if record.outcome is not None:
            break
        record.play(action)
    if record.outcome is None:
        record.finish(Outcome.counted(game.margin, Termination.PLY_LIMIT))
    return record


def noted(
    kind: str,
    games: int,
    ply: int,
    record: GameRecord,
    score: tuple[float, float] | None = None,
    seconds: float | None = None,
) -> Noted:
    """A moment as a run tells of it, with the board as it lay after ``ply`` moves: there the game is opened again."""
    node = record.main_line()[ply]
    record.go_to(node)
    rows = tuple("".join(".XO"[cell] for cell in row) for row in node.position.stones)
    return Noted(kind, games, ply, node.action, rows, to_sgf(record), score, seconds)
