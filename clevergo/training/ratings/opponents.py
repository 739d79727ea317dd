"""Whom a growing dog is measured against: its game's anchors, and its own earlier ages.

Their names, and the players behind them, as far as this machine has them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clevergo.games.game import Game
from clevergo.players.spec import PlayerKind, PlayerSpec, engine_name, find_program, one_word
from clevergo.problem import ProblemError

if TYPE_CHECKING:
    from clevergo.training.learner.store import RunStore

_AGE = "age:"
_ALIKE = frozenset({"gnugo"})
"""Programs whose levels can hardly be told apart."""


class NoSuchOpponentError(ProblemError):
    """An opponent cannot be had on this machine."""


BEATEN_SHARE = 0.8
"""An opponent who has given so many of the points to a dog has been beaten by it."""


def milestone_of(opponent: str) -> str:
    """What beating an opponent counts as: GNU Go's levels, hardly to be told apart, are one."""
    name = opponent.partition(":")[0]
    return name if name in _ALIKE else opponent


def name_of_age(games: int) -> str:
    """How an earlier age of the dog is called as an opponent."""
    return f"{_AGE}{games}"


def age_of_name(opponent: str) -> int | None:
    """The inverse of :func:`name_of_age`; None for other opponents."""
    digits = opponent.removeprefix(_AGE)
    return int(digits) if opponent.startswith(_AGE) and digits.isascii() and digits.isdigit() else None


def anchors_here(game: Game) -> tuple[str, ...]:
    """The fixed opponents this machine has, the weakest first."""
    missing = {name for name, command in game.programs.items() if find_program(command.split()[0]) is None}
    return tuple(name for name, _ in game.anchors if name.partition(":")[0] not in missing)


def spec_of(game: Game, opponent: str, store: RunStore, simulations: int) -> PlayerSpec:
    """The player behind an opponent's name; an age plays with as many simulations as the dog.

    Raises:
        NoSuchOpponentError: the age's weights, or the program, are not here.
    """
    age = age_of_name(opponent)
    if age is not None:
        path = store.age_path(age)
        if not path.is_file():
            raise NoSuchOpponentError("age_tidied", games=age)
        return PlayerSpec(PlayerKind.ALPHAGO, str(path), simulations)
    name, _, number = opponent.partition(":")
    if name not in game.programs:
        return PlayerSpec.parse(opponent)
    program, _, options = game.programs[name].partition(" ")
    place = find_program(program)
    if place is None:
        raise NoSuchOpponentError("not_installed", name=engine_name(program))
    return PlayerSpec.parse(f"gtp:{one_word(place)} {options.format(number=int(number))}")
