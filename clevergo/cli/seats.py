"""Who sits at this end of a game over the network."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.cli.command import CommandError, open_kennel
from clevergo.games.game import Game
from clevergo.players.spec import PlayerSpec

if TYPE_CHECKING:
    from clevergo.app.meeting.seat import Seat
    from clevergo.app.meeting.session import Meeting
    from clevergo.games.record import GameRecord
    from clevergo.players.protocol import Player


def own_name(options: argparse.Namespace) -> str:
    """What whoever sits here is called at the other end."""
    return options.name or platform.node()


def seated(text: str, game: Game) -> PlayerSpec:
    """Who plays at this end."""
    spec = PlayerSpec.parse(text or (f"alphago:{game.shipped_dog}:400" if game.shipped_dog else "mcts:400"), game)
    if spec.is_human:
        raise CommandError("human_in_window")
    return spec


def told_before_the_game_is_known(player: str) -> str:
    """Who plays here, as the host is told; which dog plays where none is named hangs on the game."""
    spec = PlayerSpec.parse(player) if player else None
    if spec is None or (spec.dog is not None and ":" not in player):
        return "CleverGo"
    return spec.dog or player


def sit_down(spec: PlayerSpec, game: Game, options: argparse.Namespace, paths: Paths) -> Player:
    """That player, ready to play the game."""
    from clevergo.players.build import build_player

    kennel = open_kennel(paths)
    return build_player(kennel.exact(spec), lambda dog: kennel.find_weights(dog, game.name), options.seed)


def take_seat(
    meeting: Meeting,
    player: Player,
    games: int,
    options: argparse.Namespace,
    finished: Callable[[int, GameRecord], None] = lambda _number, _record: None,
) -> Seat:
    """Whoever was named plays at this end; ``finished`` is told of each game that is over, and of its number."""
    import numpy as np

    from clevergo.app.meeting.seat import Seat

    is_program = bool(options.player) and PlayerSpec.parse(options.player).protocol is not None
    rng = np.random.default_rng(options.seed)
    return Seat(meeting, player, games, rng, keeps_time=is_program, finished=finished)
