"""The process that plays a tournament's games, one after the other, at low priority.

Heavy imports happen inside functions: the window's process imports this module only to name its entry point.
"""

from __future__ import annotations

import logging
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.engine.readiness import report_first_start
from clevergo.app.match.messages import BoardState
from clevergo.app.tournament.pairing import Fixture, GameResult, LiveGame
from clevergo.files import temporary_folder
from clevergo.games.game import Rules
from clevergo.players.protocol import Player, PlayerError
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem, cause_of, unexpected
from clevergo.workers.inbox import Inbox

if TYPE_CHECKING:
    from clevergo.games.record import GameRecord

logger = logging.getLogger(__name__)

NICENESS = 10
_MOST_PLAYERS = 8
_NAP = 0.05

# --- to the process ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entrant:
    """A player as the process builds it."""

    spec: PlayerSpec
    weights: Path | None
    """The weight file of a dog."""
    lent: str | None = None
    """On another machine instead of that: the weights that were lent by this name (:class:`Lend`)."""


@dataclass(frozen=True)
class PlayRequest:
    """Play this game; answered by any number of :class:`LiveGame` and one :class:`Played` or :class:`Failed`."""

    fixture: Fixture
    black: Entrant
    white: Entrant
    rules: Rules
    seed: int


@dataclass(frozen=True)
class SetPace:
    """From now on at least so many seconds from move to move; None: wait until told otherwise."""

    seconds: float | None


@dataclass(frozen=True)
class Lend:
    """Weights for a process that cannot read our files; it keeps them, and they are called by that name."""

    name: str
    data: bytes
    """The content of a weight file."""


# --- from the process ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A finished game."""

    result: GameResult
    sgf: bytes


@dataclass(frozen=True)
class Failed:
    """A game cannot be played; the message says why and what to do."""

    reason: Problem


def run_tournament_worker(inbox: Inbox, pace: float | None) -> None:
    """Process: play what is asked for until the pipe is closed."""
    report_first_start(inbox.send)
    worker = _Worker(inbox, pace)
    try:
        worker.serve()
    finally:
        worker.close()
    os._exit(0)  # nothing is left to write, and the libraries' own farewells take a good part of a second


class _Worker:
    """Plays one game at a time; listens while it does."""

    def __init__(self, inbox: Inbox, pace: float | None) -> None:
        self._inbox = inbox
        self._pace = pace
        self._request: PlayRequest | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._players: dict[tuple[PlayerSpec, Path | None, int, bool], Player] = {}
        self._lent: dict[str, Path] = {}
        self._moved_at = 0.0

    def serve(self) -> None:
        """Until the pipe is closed."""
        while not self._inbox.stopped:
            self._listen(wait=None if self._request is None else 0.0)
            request, self._request = self._request, None
            if request is not None and not self._inbox.stopped:
                self._play(request)

    def _listen(self, wait: float | None = 0.0) -> None:
        """Take in what has been sent, waiting up to ``wait`` seconds (None: for ever) for the first."""
        for message in self._inbox.take(wait):
            if isinstance(message, SetPace):
                self._pace = message.seconds
            elif isinstance(message, PlayRequest):
                self._request = message
            elif isinstance(message, Lend):
                self._keep(message)

    def _keep(self, lent: Lend) -> None:
        """Write weights into a folder that goes with the process."""
        if self._folder is None:
            self._folder = temporary_folder()
        path = Path(self._folder.name) / f"{len(self._lent)}.pdparams"
        path.write_bytes(lent.data)
        self._lent[lent.name] = path

    def close(self) -> None:
        """Nothing of what was lent stays."""
        if self._folder is not None:
            self._folder.cleanup()

    def _should_stop(self) -> bool:
        self._listen()
        return self._inbox.stopped

    def _play(self, request: PlayRequest) -> None:
        from clevergo.games.sgf.codec import to_sgf
        from clevergo.players.match_games import play_game

        try:
            has_chance = request.black.spec.has_chance or request.white.spec.has_chance
            black, white = (self._player(entrant, request, has_chance) for entrant in (request.black, request.white))
            self._moved_at = time.monotonic()
            record = play_game(
                black,
                white,
                request.rules,
                self._should_stop,
                lambda record: self._on_move(request.fixture, record),
                seed=request.seed,
            )
        except PlayerError as error:
            self._inbox.send(Failed(error.problem))
            return
        except Exception as error:
            logger.exception("a game of the tournament failed")
            self._inbox.send(Failed(unexpected("game_failed", error)))
            return
        if record is not None:
            assert record.outcome is not None
            result = GameResult(_played(request.fixture, record), record.outcome.points(), len(record.moves))
            self._inbox.send(Played(result, to_sgf(record)))

    def _on_move(self, fixture: Fixture, record: GameRecord) -> None:
        """Show the move, not before its time, and wait as long as one wishes."""
        while not self._should_stop():
            left = _NAP if self._pace is None else self._moved_at + self._pace - time.monotonic()
            if left <= 0:
                break
            time.sleep(min(left, _NAP))
        self._moved_at = time.monotonic()
        position = record.position
        live = LiveGame(_played(fixture, record), BoardState.of(position), position.ply, position.to_play)
        self._inbox.send(live)

    def _player(self, entrant: Entrant, request: PlayRequest, has_chance: bool) -> Player:
        """The player, built at its first game and again when its weights have changed."""
        from clevergo.players.build import build_player
        from clevergo.players.match_games import VARIED
        from clevergo.players.options import STRONGEST

        weights = entrant.weights if entrant.lent is None else self._lent[entrant.lent]
        written = 0 if weights is None else _written(weights)
        key = (entrant.spec, weights, written, has_chance)
        player = self._players.pop(key, None)
        if player is None:
            options = STRONGEST if has_chance else VARIED
            player = build_player(entrant.spec, lambda _dog: weights or Path(), request.seed, options)
        self._players[key] = player
        while len(self._players) > _MOST_PLAYERS:
            oldest = self._players.pop(next(iter(self._players)))
            getattr(oldest, "close", lambda: None)()  # another program is told to end
        return player


def _written(weights: Path) -> int:
    """When weights were written last; PlayerError where they cannot be looked at: dogs may be deleted meanwhile."""
    try:
        return weights.stat().st_mtime_ns
    except FileNotFoundError as error:
        raise PlayerError("weights_missing", path=weights) from error
    except OSError as error:
        raise PlayerError("weights_unreadable", path=weights, cause=cause_of(error)) from error


def _played(fixture: Fixture, record: GameRecord) -> Fixture:
    """The game with the colors that its players have settled on."""
    from clevergo.players.match_games import was_swapped

    return fixture.swapped if was_swapped(record) else fixture
