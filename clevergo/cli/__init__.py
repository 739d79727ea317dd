"""The command line: ``python -m clevergo [--data-dir D] [COMMAND]``. Without a command it opens the window.

A module each for commands of one subject: what may be typed (``offer``) stands beside what is done then. Each command
imports what it needs when it runs, so that the window is not kept waiting for the others' libraries.
"""

from __future__ import annotations

import argparse
import io
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import clevergo
from clevergo.app.desk.paths import Paths
from clevergo.cli import bench, dogs, experiment, match, meeting, protocols, store, train
from clevergo.cli.command import FAILED, INTERRUPTED
from clevergo.games.game import Game
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.problem import ProblemError

_NEEDS = "Install what the program needs: python -m pip install -r requirements.txt"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that a console cannot show is a question mark, no error
            stream.reconfigure(errors="replace")
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        options = _parser(_game_asked(arguments)).parse_args(arguments)
        return int(options.run(options, Paths.find(options.data_dir)))
    except ProblemError as error:
        return _complain(str(error))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "clevergo":
            raise
        return _complain(f"the Python package {error.name} is not installed. {_NEEDS}")
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return INTERRUPTED


def _complain(message: str) -> int:
    print(f"clevergo: {message}", file=sys.stderr)
    return FAILED


def _game_asked(arguments: Sequence[str] | None) -> Game:
    """What ``--game`` names: what else may be typed depends on it."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--game", default=USUAL_GAME)
    return game_named(parser.parse_known_args(arguments)[0].game)


def _parser(game: Game) -> argparse.ArgumentParser:
    """All commands."""
    shipped = f"; {game.shipped_dog} is the dog that ships with the program" if game.shipped_dog else ""
    parser = argparse.ArgumentParser(
        prog="python -m clevergo",
        description="CleverGo: raise an AlphaGo of your own. Without a command, the window opens.",
        epilog="Players: human, random, mcts:400, policy:DOG, glance:DOG:0.5 (by chance), value:DOG, "
        "alphago:DOG:400, nopolicy:DOG:400 and novalue:DOG:400 (the same without a part), "
        "alphabeta:10000 (five in a row), gtp:COMMAND, gomocup:COMMAND. "
        f"DOG is a dog's name or a weight file{shipped}. "
        "COMMAND starts another program: of Go, such as 'gtp:gnugo --mode gtp', or of five in a row, such "
        "as 'gomocup:pbrain-wine'. What a game leaves open is told by COMMAND --game GAME --help.",
    )
    parser.add_argument("--data-dir", type=Path, metavar="D", help="where dogs, games and settings are kept")
    parser.add_argument("--version", action="version", version=f"CleverGo {clevergo.__version__}")
    parser.set_defaults(run=_window)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for offer in (
        train.offer,
        dogs.offer_move,
        experiment.offer,
        match.offer,
        meeting.offer_host,
        meeting.offer_join,
        protocols.offer_gtp,
        protocols.offer_gomocup,
        dogs.offer,
        store.offer,
        dogs.offer_adopt,
        bench.offer,
    ):
        offer(commands, game)
    return parser


def _window(_options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.ui.shell.launch import open_window

    return open_window(paths)
