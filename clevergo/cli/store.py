"""The command about dogs that several people share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.cli.command import CommandError, open_kennel
from clevergo.cli.dogs import rating_cell
from clevergo.games.game import Game
from clevergo.games.guests import GameTitle
from clevergo.terminal import ProgressLine, duration, padded

if TYPE_CHECKING:
    from clevergo.app.kennel.shared.store import SharedDog
    from clevergo.cli.options import Commands


def offer(commands: Commands, _game: Game) -> None:
    """``store``."""
    command = commands.add_parser("store", help="dogs that several people share, in a folder or a bucket")
    command.add_argument("place", metavar="PLACE", help="a folder, or an address that fsspec opens (s3://class/dogs)")
    command.add_argument("deed", nargs="?", choices=["list", "get", "put"], default="list", help="who is there (usual)")
    command.add_argument("name", nargs="?", default="", metavar="NAME", help="the dog to bring home, or to put there")
    command.set_defaults(run=_store)


def _store(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.kennel.shared.place import open_place
    from clevergo.app.kennel.shared.store import fetch_dog, find_dog, list_dogs, put_dog

    if options.name and options.deed == "list":
        raise CommandError("store_name_list", deed=options.deed)
    if not options.name and options.deed != "list":
        raise CommandError("store_name_needed", deed=options.deed)
    place = open_place(options.place, Path.cwd())
    line = ProgressLine(sys.stderr)
    try:
        if options.deed == "get":
            dog = find_dog(place, options.name)
            home = fetch_dog(open_kennel(paths), place, dog, lambda share: line.show(share, f"bringing {dog.file}"))
            done = f"{home.name} has come home from {place.said}"
        elif options.deed == "put":
            kennel, name = open_kennel(paths), options.name
            file = put_dog(kennel, place, name, lambda share: line.show(share, f"putting {name} there"))
            done = f"{name} lies in {place.said} as {file}"
        else:
            listing = list_dogs(place)
            left = f", and {listing.left_out:,} more that are not looked at" if listing.left_out else ""
            done = f"{len(listing.dogs)} in {listing.place}{left}"
            print("\n".join(_shared_rows(listing.dogs)))
    finally:
        line.end()
    print(done)
    return 0


def _shared_rows(dogs: Iterable[SharedDog]) -> list[str]:
    """A line for each dog; what no note tells is a dash."""
    rows: list[tuple[str, ...]] = [("name", "game", "net", "games", "trained", "rating", "MB", "file")]
    for dog in dogs:
        size = f"{dog.size / 1e6:.1f}"
        if dog.is_noted:
            game = f"{GameTitle(dog.game)} {dog.board or ''}".strip()
            rating = rating_cell(dog.rating, dog.rating_error)
            told = (game, dog.net or "-", f"{dog.games:,}", duration(dog.seconds), rating)
        else:
            told = ("-",) * 5
        rows.append((dog.name, *told, size, dog.file))
    return padded(rows)
