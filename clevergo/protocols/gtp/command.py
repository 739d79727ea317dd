"""``python -m clevergo gtp``: the session on this program's own standard input and output."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from clevergo.app.desk.paths import AppError
from clevergo.games.go.game import GAME
from clevergo.games.go.rules import MAX_SIZE, MIN_SIZE
from clevergo.players.build import build_player
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.protocols.gtp.server import LineSource, Session
from clevergo.protocols.gtp.thinker import Engine

if TYPE_CHECKING:
    from clevergo.app.kennel.book import Kennel
    from clevergo.players.analyst import Analyst
    from clevergo.players.net_players import DogBrain


def run_gtp(spec: PlayerSpec, size: int, seed: int, kennel: Callable[[], Kennel]) -> int:
    """Serve a player, who is no person, until the input ends; on a first board of that size.

    AppError where there is no such board or no such dog, PlayerError where the player cannot take part.
    """
    engine = make_engine(spec, seed, kennel)
    if not MIN_SIZE <= size <= MAX_SIZE or not engine.supports(size):
        raise AppError("player_board", player=str(spec), size=f"{size}x{size}")
    write = _take_standard_output()
    Session(engine, LineSource(functools.partial(os.read, sys.stdin.fileno())), write, size).serve()
    return 0


def _take_standard_output() -> Callable[[str], None]:
    """The way to the controller. Whatever else is printed, by libraries too, goes to standard error from now on."""
    sys.stdout.flush()
    own = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def write(text: str) -> None:
        data = text.encode("utf-8", "replace")
        try:
            while data:
                data = data[os.write(own, data) :]
        except OSError as error:  # Windows calls it an invalid argument when nobody listens any more
            raise BrokenPipeError from error

    return write


def make_engine(spec: PlayerSpec, seed: int, kennel: Callable[[], Kennel]) -> Engine:
    """What a session needs of a player."""
    if spec.dog is None:
        player = build_player(spec, lambda _dog: kennel().find_weights(_dog), seed)
        analyst = functools.partial(_analyst, None, seed) if spec.kind is PlayerKind.MCTS else None
        return Engine(player, analyst, keeps_own_time=spec.protocol is not None)
    from clevergo.players.net_players import DogBrain

    weights = kennel().find_weights(spec.dog)
    player = build_player(spec, lambda _dog: weights, seed)
    brain = DogBrain.load(spec.dog, weights)
    return Engine(player, functools.partial(_analyst, brain, seed), functools.partial(brain.supports, GAME.name))


def _analyst(brain: DogBrain | None, seed: int) -> Analyst:
    from clevergo.players.analyst import Analyst

    return Analyst(brain, np.random.default_rng(seed))
