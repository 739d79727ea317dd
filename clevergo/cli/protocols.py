"""The commands that serve a player to other programs."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.cli.command import CommandError, open_kennel
from clevergo.cli.options import whole
from clevergo.games.game import Game
from clevergo.games.guests import GameTitle
from clevergo.players.spec import PlayerSpec

if TYPE_CHECKING:
    from clevergo.cli.options import Commands


def offer_gtp(commands: Commands, _game: Game) -> None:
    """``gtp``."""
    command = commands.add_parser(
        "gtp", help="serve a player to other Go programs (GTP 2 on standard input and output)"
    )
    command.add_argument("--player", default="alphago", metavar="SPEC", help="who plays (alphago:alpha_go:400)")
    command.add_argument("--game", metavar="G", help="what is played: go")
    command.add_argument("--size", type=int, default=9, metavar="S", help="points along a side of the first board (9)")
    command.add_argument("--seed", type=whole, default=0, help="where all chance comes from (0)")
    command.add_argument("--ready", action="store_true", help="load everything before the first answer (for servers)")
    command.set_defaults(run=_gtp)


def _gtp(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.protocols.gtp.server import run_gtp

    _check_spoken("gtp", options.game)
    spec = PlayerSpec.parse(options.player)
    if spec.is_human:
        raise CommandError("human_in_window")
    return run_gtp(spec, options.size, options.seed, lambda: open_kennel(paths), options.ready)


def offer_gomocup(commands: Commands, _game: Game) -> None:
    """``gomocup``."""
    command = commands.add_parser("gomocup", help="serve a player to managers of five in a row (the Gomocup protocol)")
    usual = "the dog that ships with the program, else alphabeta"
    command.add_argument("--player", default="", metavar="SPEC", help=f"who plays ({usual})")
    command.add_argument("--game", metavar="G", help="what is played: five")
    command.add_argument("--seed", type=whole, default=0, help="where all chance comes from (0)")
    command.set_defaults(run=_gomocup)


def _gomocup(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.protocols.gomocup.server import player_asked, run_gomocup

    _check_spoken("gomocup", options.game)
    spec = player_asked(options.player, lambda dog: paths.shipped_weights(dog).is_file())
    if spec.is_human:
        raise CommandError("human_in_window")
    return run_gomocup(spec, options.seed, lambda dog, game: open_kennel(paths).find_weights(dog, game))


def _check_spoken(protocol: str, game: str | None) -> None:
    """Whether players of a game can be served by a protocol."""
    from clevergo.players.outside import protocol as spoken

    known = spoken(protocol).games
    if game is not None and game not in known:
        raise CommandError("protocol_game", protocol=protocol, game=GameTitle(known[0]), found=GameTitle(game))
