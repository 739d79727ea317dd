"""The commands about one's own dogs: who there is, taking one in, moving one to other boards."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.cli.command import open_kennel
from clevergo.cli.options import count
from clevergo.games.game import Game
from clevergo.games.guests import USUAL_GAME, GameTitle, games
from clevergo.terminal import duration, padded, quoted

if TYPE_CHECKING:
    from clevergo.app.kennel.dogs import Dog
    from clevergo.cli.options import Commands


def offer(commands: Commands, _game: Game) -> None:
    """``dogs``."""
    command = commands.add_parser("dogs", help="list the dogs")
    command.add_argument("--game", metavar="G", help=f"only those that play it: {', '.join(games())}")
    command.set_defaults(run=_dogs)


def _dogs(options: argparse.Namespace, paths: Paths) -> int:
    game = options.game
    kennel = open_kennel(paths)
    kennel.forget_unsaved()
    dogs = [dog for dog in kennel.dogs() if game in (None, dog.game)]
    if not dogs:
        what, how = ("", "") if game is None else (f" for {GameTitle(game)}", f" --game {game}")
        print(f"There are no dogs{what} yet. Adopt one: python -m clevergo train NAME --minutes 10{how}")
        return 0
    rows = [("name", "net", "games", "trained", "rating", "weights")]
    for dog in dogs:
        name = f"{dog.name} (shipped)" if dog.is_shipped else dog.name
        if dog.game != USUAL_GAME:
            name = f"{name}: {GameTitle(dog.game)}"
        rating = rating_cell(dog.rating, dog.rating_error)
        rows.append((name, dog.net, f"{dog.games:,}", duration(dog.seconds), rating, str(dog.weights or "-")))
    for line in padded(rows):
        print(line)
    return 0


def rating_cell(rating: float | None, error: float | None) -> str:
    """How strong a dog is, in a table; a dash where nobody knows."""
    return "-" if rating is None else f"{rating:.0f} ± {error or 0:.0f}"


def offer_adopt(commands: Commands, _game: Game) -> None:
    """``adopt``."""
    command = commands.add_parser("adopt", help="take in a dog from a file, or the net that another program has taught")
    files = "a dog's .clevergo, weights (.pdparams; the original program's too), or a net of AlphaZero_Gomoku (.model)"
    command.add_argument("file", type=Path, metavar="FILE", help=files)
    command.add_argument(
        "--name", default="", metavar="NAME", help="what to call it (as it was called, or the file is)"
    )
    command.set_defaults(run=_adopt)


def _adopt(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.kennel.dogs import describe_net
    from clevergo.app.kennel.newcomers import adopt_file

    dog = adopt_file(open_kennel(paths), options.file.expanduser().absolute(), options.name)
    size = "x".join(map(str, dog.config.played.shape(dog.config.size)))
    print(f"adopted {dog.name}: {GameTitle(dog.game)} on {size}, {describe_net(dog.config)} net")
    say_how_to_measure(dog)
    print(f"Let it learn on: python -m clevergo train {quoted(dog.name)} --minutes 10")
    return 0


def say_how_to_measure(dog: Dog) -> None:
    """The match that tells how strong it is, by the rules it plays itself by."""
    from clevergo.app.training.settings import load_dog_settings

    agreed = load_dog_settings(dog.folder, dog.config).measured_by(dog.config.size)
    terms = (term for term in dog.config.played.contest_terms() if term.name in agreed)
    what = "" if dog.game == USUAL_GAME else f" --game {dog.game}"
    what += "".join(f" --{term.name} {agreed[term.name]}" for term in terms if agreed[term.name] != term.usual)
    print(f"Measure it: python -m clevergo match {quoted(f'alphago:{dog.name}:100')} mcts:400 --games 20{what}")


def offer_move(commands: Commands, _game: Game) -> None:
    """``move``."""
    command = commands.add_parser("move", help="have a dog grow up on other boards: it keeps all that it has learned")
    command.add_argument("name", metavar="NAME", help="the dog")
    command.add_argument("size", type=count, metavar="SIZE", help="points along a side of its board from now on")
    said = "other boards that it plays itself on too, by turns (none)"
    command.add_argument("--beside", type=count, nargs="+", default=[], metavar="S", help=said)
    command.set_defaults(run=_move)


def _move(options: argparse.Namespace, paths: Paths) -> int:
    kennel = open_kennel(paths)
    dog = kennel.move(options.name, options.size, options.beside)
    boards = " and ".join("x".join(map(str, dog.config.played.shape(size))) for size in (dog.config.size, *dog.beside))
    print(f"{dog.name} grows up on {boards}")
    return 0
