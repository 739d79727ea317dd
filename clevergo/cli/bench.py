"""The command that measures how fast everything is."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.cli.options import all_games
from clevergo.games.game import Game
from clevergo.games.guests import USUAL_GAME

if TYPE_CHECKING:
    from clevergo.cli.options import Commands


def offer(commands: Commands, _game: Game) -> None:
    """``bench``."""
    command = commands.add_parser("bench", help="measure how fast everything is on this machine")
    command.add_argument("rows", nargs="*", metavar="ROW", help="only these rows, whatever their game")
    command.add_argument("--game", default=USUAL_GAME, metavar="G", help=f"the rows of this game: {all_games()}")
    command.add_argument("--json", action="store_true", help="the table as one line of JSON")
    command.add_argument("--as", dest="stand_in", choices=["avx2"], help="compute as such a processor would")
    command.set_defaults(run=_bench)


def _bench(options: argparse.Namespace, _paths: Paths) -> int:
    from clevergo.bench.command import run_bench
    from clevergo.bench.machine import AVX2

    return run_bench(options.rows, options.json, AVX2 if options.stand_in else None, options.game)
