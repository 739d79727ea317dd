"""How others find whoever waits for them over the network."""

from __future__ import annotations

import argparse
import secrets

from clevergo.app.meeting.address import PORT
from clevergo.app.meeting.finder import Announcement
from clevergo.cli.seats import own_name
from clevergo.games.game import Game


def announce(options: argparse.Namespace, game: Game, port: int, is_tournament: bool = False) -> Announcement:
    """Tell the network that somebody waits, until it is closed."""
    at = (options.interface,) if options.interface else ()
    return Announcement(secrets.token_hex(8), own_name(options), game.name, port, at, is_tournament)


def how_to_join(port: int, code: str) -> str:
    """What is typed at the other computer."""
    return f"python -m clevergo join ADDRESS{'' if port == PORT else f':{port}'} {code}"
