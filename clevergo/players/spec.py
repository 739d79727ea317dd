"""A player as a value, and as the short text people type: ``random``, ``mcts:400``, ``gtp:gnugo --mode gtp``."""

from __future__ import annotations

import enum
import itertools
import os
import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

from clevergo.games.guests import usual_dog
from clevergo.guests import PROTOCOLS
from clevergo.problem import Problem, ProblemError

if TYPE_CHECKING:
    from clevergo.games.game import Game

__all__ = ["PlayerKind", "PlayerSpec", "PlayerSpecError"]


class PlayerKind(enum.Enum):
    """The families of players."""

    HUMAN = "human"
    RANDOM = "random"
    MCTS = "mcts"
    POLICY = "policy"
    """A dog that plays the move its net likes best."""
    GLANCE = "glance"
    """A dog that draws its moves by how much its net likes them."""
    VALUE = "value"
    ALPHAGO = "alphago"
    ALPHABETA = "alphabeta"
    """The classical engine of a game that has one."""
    OUTSIDE = "outside"
    """Another program; its text begins with the protocol it speaks (:data:`clevergo.guests.PROTOCOLS`)."""
    REMOTE = "remote"
    """Somebody at another computer, or what plays for them there. Nobody types one: whoever it is has come in."""


class Faculty(enum.Enum):
    """What a dog's search can be asked to do without, so that one sees what it is worth."""

    POLICY = "policy"
    """Which moves are worth a look: without it all are alike."""
    VALUE = "value"
    """Who is ahead: without it random games have to tell."""


DEFAULT_SIMULATIONS = 400
MAX_SIMULATIONS = 100_000
DEFAULT_TEMPERATURE = 1.0
MIN_TEMPERATURE, MAX_TEMPERATURE = 0.01, 10.0
_MOST_DIGITS = 12
_BEST = "best"
_WITH_DOG = frozenset({PlayerKind.POLICY, PlayerKind.GLANCE, PlayerKind.VALUE, PlayerKind.ALPHAGO})
_WITH_SIMULATIONS = frozenset({PlayerKind.MCTS, PlayerKind.ALPHAGO, PlayerKind.ALPHABETA})
_WITHOUT = {"nopolicy": Faculty.POLICY, "novalue": Faculty.VALUE}
"""What the text of such a player begins with, in place of ``alphago``."""
_WITH_CHANCE = frozenset({PlayerKind.HUMAN, PlayerKind.RANDOM, PlayerKind.MCTS, PlayerKind.GLANCE})
_TEMPERATURE = re.compile(r"[0-9]{1,12}(\.[0-9]{1,17})?")
_SETTING = re.compile(r"([a-z_]+)=([0-9]{1,12})\s+")
_HELP = Problem("players_there_are")
_SIGNS = re.compile(r"(\\*)([^\\]?)", re.DOTALL)
"""Of a command: backslashes, and the letter behind them."""
_GAMES_FOLDERS = os.pathsep.join(["/usr/games", "/usr/local/games"])
"""Where Debian puts games, which are not on every PATH."""


class PlayerSpecError(ProblemError, ValueError):
    """A player's text could not be understood; the problem says what is accepted."""


def at_age(dog: str, games: int) -> str:
    """How a dog is called as it was after so many games: ``pup@1230``."""
    return f"{dog}@{games}"


def at_best(dog: str) -> str:
    """How a dog is called at its best age by the ratings measured: ``pup@best``."""
    return f"{dog}@{_BEST}"


def asked_for_best(dog: str) -> str | None:
    """The dog that :func:`at_best` was given; None where no best age is asked for."""
    name, at, age = dog.rpartition("@")
    return name if at and name and age == _BEST else None


def split_age(dog: str) -> tuple[str, int | None]:
    """The dog and the age that :func:`at_age` put together; None where no age is asked for."""
    name, at, games = dog.rpartition("@")
    return (name, int(games)) if at and name and _is_number(games) else (dog, None)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS


def _is_temperature(word: str) -> bool:
    return _TEMPERATURE.fullmatch(word) is not None


def _cut_number(text: str, is_number: Callable[[str], bool]) -> tuple[str, str]:
    """What stands before the last colon, and the number after it; the whole text and nothing where there is none."""
    head, colon, tail = text.rpartition(":")
    if is_number(tail):
        return head, tail
    return (head if colon and not tail else text), ""


@dataclass(frozen=True)
class PlayerSpec:
    """Who plays: a family, for dogs which dog, for searchers how many simulations a move, for glances how wild."""

    kind: PlayerKind
    dog: str | None = None
    """A dog's name, its name at an age (``pup@1230``, ``pup@best``) or the path of a weight file; only with a net."""
    simulations: int | None = None
    """Simulations (for ``mcts``: playouts) a move; only for mcts and alphago."""
    command: str | None = None
    """The command line that starts another program; only for those."""
    protocol: str | None = None
    """How that program is spoken to: ``gtp``."""
    temperature: float | None = None
    """Moves are drawn in proportion to ``prior ** (1 / temperature)``; only for glance."""
    without: Faculty | None = None
    """What the search does without; only for alphago."""
    who: str | None = None
    """What somebody at another computer is called; only for those."""
    plays_for: str = ""
    """What plays for somebody at another computer, as they say; empty for themself."""

    def __post_init__(self) -> None:
        if (self.dog is not None) != (self.kind in _WITH_DOG):
            code = "player_needs_dog" if self.dog is None else "player_takes_no_dog"
            raise PlayerSpecError(code, kind=self.kind.value, help=_HELP)
        if (self.simulations is not None) != (self.kind in _WITH_SIMULATIONS):
            code = "player_needs_number" if self.simulations is None else "player_takes_no_number"
            raise PlayerSpecError(code, kind=self.kind.value, help=_HELP)
        if self.simulations is not None and not 1 <= self.simulations <= MAX_SIMULATIONS:
            raise PlayerSpecError("player_number", most=MAX_SIMULATIONS, found=self.simulations)
        if (self.temperature is not None) != (self.kind is PlayerKind.GLANCE):
            code = "player_needs_temperature" if self.temperature is None else "player_takes_no_temperature"
            raise PlayerSpecError(code, kind=self.kind.value, help=_HELP)
        if self.temperature is not None and not MIN_TEMPERATURE <= self.temperature <= MAX_TEMPERATURE:
            least, most, found = f"{MIN_TEMPERATURE:g}", f"{MAX_TEMPERATURE:g}", f"{self.temperature:g}"
            raise PlayerSpecError("player_temperature", least=least, most=most, found=found)
        if (self.who is not None) != (self.kind is PlayerKind.REMOTE) or (self.plays_for and self.who is None):
            raise PlayerSpecError("unknown_player", name=repr(self.kind.value), help=_HELP)
        if self.without is not None and self.kind is not PlayerKind.ALPHAGO:
            raise ValueError(f"only alphago can do without {self.without.value}, not {self.kind.value}")
        is_outside = self.kind is PlayerKind.OUTSIDE
        if (self.command is not None) != is_outside or (self.protocol in PROTOCOLS) != is_outside:
            code = "player_needs_command" if is_outside else "player_takes_no_command"
            raise PlayerSpecError(code, kind=self._word, help=_HELP)
        if self.command is not None:
            _check_command(self.command)

    @property
    def _word(self) -> str:
        """What its text begins with."""
        without = next((word for word, faculty in _WITHOUT.items() if faculty is self.without), None)
        return without or self.protocol or self.kind.value

    @property
    def _number(self) -> str | None:
        """How much it thinks, or how wild it is."""
        if self.temperature is not None:
            return repr(float(self.temperature)).removesuffix(".0")
        return None if self.simulations is None else str(self.simulations)

    @property
    def is_human(self) -> bool:
        """Whether a person at the window makes the moves."""
        return self.kind is PlayerKind.HUMAN

    @property
    def is_remote(self) -> bool:
        """Whether the moves come from another computer."""
        return self.kind is PlayerKind.REMOTE

    @property
    def is_person(self) -> bool:
        """Whether a person makes the moves, here or at another computer."""
        return self.is_human or (self.is_remote and not self.plays_for)

    @property
    def name(self) -> str:
        """What a game's record calls it, for people and their programs: ``Human``, ``pup (400)``, ``GNU Go 10``."""
        if self.command is not None:
            return engine_name(self.command)
        if self.who is not None:
            return f"{self.who} ({self.plays_for})" if self.plays_for else self.who
        names = {
            PlayerKind.HUMAN: "Human",
            PlayerKind.RANDOM: "Random",
            PlayerKind.MCTS: "MCTS",
            PlayerKind.ALPHABETA: "Alpha-beta",
        }
        dog = self.dog or ""
        who = names.get(self.kind) or (PureWindowsPath(dog).stem if "/" in dog or "\\" in dog else dog)
        how = self.simulations if self.simulations is not None else self.kind.value if self.dog is not None else None
        how = how if self.temperature is None else f"{how} {self._number}"
        how = how if self.without is None else f"{self._word} {self._number}"
        return who if how is None else f"{who} ({how})"

    @property
    def has_chance(self) -> bool:
        """Whether its games differ by themselves; two players without would play one game over and over."""
        return self.kind in _WITH_CHANCE or self.without is not None

    def __str__(self) -> str:
        parts = [self._word, self.dog, self._number, self.command, self.who]
        return ":".join(part for part in parts if part is not None)

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> PlayerSpec:
        """Read ``str(spec)`` back; DOG and the number may be left out (the dog that ships with the game; 400, or 1).

        ``game`` is what is to be played; None: nobody knows yet. PlayerSpecError where no such family, or its arguments
        do not fit.
        """
        word, _, rest = text.strip().partition(":")
        if word.lower() in PROTOCOLS:
            return cls(PlayerKind.OUTSIDE, command=rest.strip(), protocol=word.lower())
        without = _WITHOUT.get(word.lower())
        kind = next((kind for kind in PlayerKind if kind.value == word.lower()), PlayerKind.OUTSIDE)
        kind = kind if without is None else PlayerKind.ALPHAGO
        if kind in (PlayerKind.OUTSIDE, PlayerKind.REMOTE):
            raise PlayerSpecError("unknown_player", name=repr(word), help=_HELP)
        dog: str | None = None
        simulations: int | None = None
        temperature: float | None = None
        if kind in _WITH_SIMULATIONS:
            rest, number = _cut_number(rest, _is_number)
            simulations = int(number) if number else DEFAULT_SIMULATIONS
        if kind is PlayerKind.GLANCE:
            rest, number = _cut_number(rest, _is_temperature)
            temperature = float(number) if number else DEFAULT_TEMPERATURE
        if kind in _WITH_DOG:
            dog, rest = rest or usual_dog(game), ""
        if rest:
            raise PlayerSpecError("player_left_over", text=repr(text), rest=repr(rest), help=_HELP)
        return cls(kind, dog, simulations, temperature=temperature, without=without)


# Menus are sorted by it, anew with each choice that is made beside them.
@lru_cache(maxsize=64)
def engine_name(command: str) -> str:
    """What another program is called: its level, or how many playouts it makes, is told where its command names one."""
    told = split_settings(command)[1]
    try:
        words = split_command(told)
    except ValueError:  # a quote without its end
        words = told.split()
    name = Path(words[0].strip("\"'")).stem.removeprefix("pbrain-") if words else ""
    name = "GNU Go" if name.lower() == "gnugo" else name
    name = "Pachi" if name == "pachi" else name
    level = words[words.index("--level") + 1 :][:1] if "--level" in words else []
    playouts = [word[1:] for flag, word in itertools.pairwise(words) if flag == "-t" and word[:1] == "="]
    return " ".join([name, *level, *playouts])


def name_of(text: str) -> str:
    """The name of the player that :meth:`PlayerSpec.parse` would read; any other text is a name already."""
    try:
        return PlayerSpec.parse(text).name
    except PlayerSpecError:
        return text


def _check_command(command: str) -> None:
    """A program's name, and quotes that are closed."""
    try:
        is_empty = not split_command(command)
    except ValueError as error:
        raise PlayerSpecError("command_quotes", command=repr(command), cause=str(error)) from None
    if is_empty or command != command.strip() or not command.isprintable():
        raise PlayerSpecError("command_line", command=repr(command), help=_HELP)


def split_settings(command: str) -> tuple[dict[str, str], str]:
    """``timeout_turn=5000 pbrain-wine``: what is set for the program before its command, and the command."""
    settings: dict[str, str] = {}
    while found := _SETTING.match(command):
        settings[found[1]] = found[2]
        command = command[found.end() :]
    return settings, command


def split_command(command: str) -> list[str]:
    """A command line's words, as the system's own programs understand it; ValueError where a quote is not closed."""
    return shlex.split(command) if os.name != "nt" else _split_as_windows(command)


def _split_as_windows(command: str) -> list[str]:
    """Words by the rules of CommandLineToArgvW: a backslash is part of a path, unless it stands before a quote.

    There every two are one, and one more makes the quote a letter; not in the first word, which names the program.
    Quotes may stand anywhere in a word. An apostrophe is a letter.
    """
    words: list[str] = []
    word: str | None = None  # between two words there is none; "" is one that is empty
    is_quoted = False
    for slashes, letter in _SIGNS.findall(command):
        count = len(slashes)
        if letter == '"':
            is_letter = bool(words) and count % 2 == 1
            word = (word or "") + slashes[: count // 2 if words else count] + '"' * is_letter
            is_quoted ^= not is_letter
        elif letter in (" ", "\t") and not is_quoted:
            words += [] if word is None and not slashes else [(word or "") + slashes]
            word = None
        elif slashes or letter:
            word = (word or "") + slashes + letter
    if is_quoted:
        raise ValueError("No closing quotation")
    return words if word is None else [*words, word]


def one_word(text: str) -> str:
    """The text so that :func:`split_command` takes it for one word, such as a path with spaces in it."""
    return shlex.quote(text) if os.name != "nt" else f'"{text}"'


def find_program(name: str) -> str | None:
    """Where a program is, if it is installed."""
    return shutil.which(name) or shutil.which(name, path=_GAMES_FOLDERS)
