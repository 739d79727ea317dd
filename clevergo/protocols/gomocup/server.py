"""``python -m clevergo gomocup``: a brain on this program's own standard input and output."""

from __future__ import annotations

import functools
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from clevergo.app.engine.readiness import try_out
from clevergo.games.five.game import GAME
from clevergo.players.build import build_player
from clevergo.players.spec import MAX_SIMULATIONS, PlayerSpec
from clevergo.protocols.gomocup.brain import Brain
from clevergo.protocols.talk import LineSource, take_standard_output


def player_asked(text: str, is_there: Callable[[str], bool]) -> PlayerSpec:
    """Who plays: whom ``text`` names, else the dog that ships with the program, where ``is_there`` knows it.

    Who is not named thinks as long as the manager's limits allow.
    """
    if not text:
        text = f"{'alphago' if is_there(GAME.shipped_dog) else 'alphabeta'}:{MAX_SIMULATIONS}"
    return PlayerSpec.parse(text, GAME)


def run_gomocup(spec: PlayerSpec, seed: int, find_weights: Callable[[str, str], Path]) -> int:
    """Serve a player, who is no person, until the manager says ``END`` or is gone.

    ``find_weights`` leads from a dog's name and its game to its weights. AppError where there is no such dog,
    PlayerError where the player cannot take part.
    """
    player = build_player(spec, lambda dog: find_weights(dog, GAME.name), seed)
    write = take_standard_output()
    if os.name == "nt":  # libraries that ask about standard input while they load would wait for whoever reads from it
        try_out(player, GAME.agree({})[0])
    lines = LineSource(functools.partial(os.read, sys.stdin.fileno()))
    Brain(player, lines, write, begun=time.monotonic() - _age()).serve()
    return 0


def _age() -> float:
    """Seconds since this process began, as far as that is known."""
    try:
        ticks = float(Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()[19])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return time.process_time()
