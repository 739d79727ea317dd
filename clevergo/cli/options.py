"""How options are offered and read."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from clevergo.checked import number
from clevergo.games.game import Term
from clevergo.games.guests import USUAL_GAME, games
from clevergo.locale import Language, catalog

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

T = TypeVar("T")


def all_games() -> str:
    """What ``--game`` may name, and what is usual."""
    return f"{', '.join(games())} ({USUAL_GAME})"


# --- what a game leaves open ------------------------------------------------------------------------------


def add_terms(command: argparse.ArgumentParser, terms: Iterable[Term], asked: bool = True) -> None:
    """An option for each thing that a game leaves open; ``asked``: the usual is meant where nothing is said."""
    words = catalog(Language.ENGLISH)
    for term in terms:
        row, usual = f"term.{term.name}.option", term.usual
        said = words.pattern(row) if row in words else term.name.replace("_", " ")
        kind = real if isinstance(usual, float) else type(usual)
        choices = term.values if isinstance(usual, str) or not asked else None
        metavar, said = None if choices else term.name[0].upper(), f"{said} ({usual})"
        default = usual if asked else None
        flags = [f"--{name}" for name in (term.name, term.letter) if name]
        command.add_argument(
            *flags, dest=term.name, type=kind, default=default, choices=choices, metavar=metavar, help=said
        )


def agreed(options: argparse.Namespace, terms: Iterable[Term]) -> dict[str, Any]:
    """What is agreed on for each of these, said or usual."""
    return {term.name: getattr(options, term.name) for term in terms}


def given(options: argparse.Namespace, names: Iterable[str]) -> dict[str, Any]:
    """What was said of these."""
    return {name: value for name in names if (value := getattr(options, name, None)) is not None}


# --- how a text is read -----------------------------------------------------------------------------------


def one_of(values: Sequence[float]) -> dict[str, Any]:
    """How an option is read that has one of these values."""
    kind = type(values[0])

    def read(text: str) -> float:
        with contextlib.suppress(ValueError):
            if (value := kind(text)) in values:
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(map(str, values))}")

    return {"type": read, "metavar": "N" if kind is int else "X"}


def _typed(what: str, read: Callable[[str], T], is_good: Callable[[T], bool]) -> Callable[[str], T]:
    """How an option's text is read; what does not come out good is not ``what``."""

    def value_of(text: str) -> T:
        with contextlib.suppress(ValueError, TypeError):
            value = read(text)
            if is_good(value):
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")

    return value_of


def _from(least: int) -> Callable[[str], int]:
    """Whole numbers, how an option's text is read."""
    what = "a whole number " + ("from 0 on" if least == 0 else f"above {least - 1}")
    return _typed(what, lambda text: int(text) if text.isascii() and text.isdigit() else -1, lambda n: n >= least)


real = _typed("a number", lambda text: number(float(text)), lambda _: True)
minutes = _typed("a number of minutes above 0", float, lambda minutes: 0 < minutes < 1e6)
port = _typed(
    "a port from 0 to 65535", lambda text: int(text) if text.isdecimal() else -1, lambda port: 0 <= port < 65_536
)
whole, count, several = _from(0), _from(1), _from(2)
