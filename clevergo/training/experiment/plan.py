"""What an experiment is: two settings, how long dogs are raised with each, how many, and how they are compared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from clevergo.files import read_limited, write_whole
from clevergo.games.game import Rules
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.games.start import Start
from clevergo.nn.description import NetConfig
from clevergo.problem import BadValueError, ProblemError, cause_of
from clevergo.training.config import TrainingConfig, usual_youth

Side = Literal["one", "other"]
SIDES: tuple[Side, Side] = ("one", "other")
_FILE = "experiment.json"
_MOST_BYTES = 64 * 1024
_OTHERS = 1000
"""Between the seeds of two litters that are raised alike."""


class ExperimentError(ProblemError):
    """An experiment cannot be done; the message says why and what to do."""


@dataclass(frozen=True)
class ExperimentPlan:
    """An experiment; the same plan in the same folder goes on where it was."""

    one: Mapping[str, Any] = field(default_factory=dict)
    """What differs from the usual settings: ``{"net.channels": 32}``, named as in ``TrainingConfig.to_dict``."""
    other: Mapping[str, Any] = field(default_factory=dict)
    """The same for the other litter; by default it is raised as dogs usually are."""
    game: str = USUAL_GAME
    size: int = 0
    """Of the boards; 0: the game's usual one."""
    minutes: float | None = None
    """How long each dog is raised ..."""
    positions: int | None = None
    """... or to how many recorded positions."""
    seeds: int = 3
    """Dogs with each setting."""
    games: int = 20
    """Of each dog against each of the other setting; an even number, as each opening is played with both colors."""
    simulations: int = 100
    """A move, in those games; 0: they play what their net says at a glance."""
    rated: bool = False
    """Whether dogs are measured against their game's fixed opponents while they are raised, some of the time."""
    grows: bool = False
    """Whether all begin with the small net that a dog of the Train button has, where nothing else is said of it."""

    def __post_init__(self) -> None:
        if (self.minutes is None) == (self.positions is None):
            raise BadValueError("experiment_length")
        if self.seeds < 1 or self.games < 2 or self.games % 2:
            raise BadValueError("experiment_games")
        object.__setattr__(self, "size", self.size or game_named(self.game).usual_size)
        for side in SIDES:
            self.config(side, 0)

    def config(self, side: Side, seed: int) -> TrainingConfig:
        """How a dog of one side is trained.

        Two litters that are raised alike differ by chance: their seeds do, where they would else be the same dogs, for
        all of their lives or until one has a larger net than the other.

        Raises:
            BadValueError: there is no such setting, or it cannot have such a value.
        """
        return self._told(side, seed + _OTHERS if side == "other" and self._are_born_alike() else seed)

    def _are_born_alike(self) -> bool:
        """Whether two dogs of one seed would begin as the very same dog."""
        one, other = (_newborn(self._told(side, 0)) for side in SIDES)
        return one == other

    def _told(self, side: Side, number: int) -> TrainingConfig:
        """What is said of one side, with that number as its seed."""
        played = game_named(self.game)
        usual = TrainingConfig(NetConfig(size=self.size, game=played.name), self.size, seed=number)
        data = usual.to_dict()
        for path, value in getattr(self, side).items():
            _put(data, path.split("."), value, path)
        try:
            config = TrainingConfig.from_dict(data)
            is_told = "young_nets" in getattr(self, side)
            return replace(config, young_nets=usual_youth(config.net)) if self.grows and not is_told else config
        except (ValueError, TypeError) as error:
            raise BadValueError("experiment_setting", cause=cause_of(error)) from error

    def share(self, seconds: float, positions: int) -> float:
        """How much of its way a dog has come after such a time and so many recorded positions, 0 to 1."""
        if self.positions is not None:
            return min(1.0, positions / self.positions)
        return min(1.0, seconds / (60.0 * (self.minutes or 1.0)))

    def agreed(self) -> tuple[Rules, Start]:
        """What the dogs' games are played by: as dogs of such a game are rated."""
        own = self.config("one", 0)
        return own.played.agree({"size": self.size, **own.played.rated_by(own.selfplay.of_game)})

    def save(self, folder: Path) -> None:
        """Keep it with what will be found."""
        write_whole(folder / _FILE, json.dumps(asdict(self), indent=2).encode())

    @classmethod
    def load(cls, folder: Path) -> ExperimentPlan | None:
        """The plan of an experiment that was begun in this folder; None if none was.

        Raises:
            ExperimentError: there is one that cannot be read.
        """
        try:
            return cls(**json.loads(read_limited(folder / _FILE, _MOST_BYTES)))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError) as error:
            raise ExperimentError("cannot_read", path=folder / _FILE, cause=cause_of(error)) from error


def settings_of(words: Sequence[str]) -> dict[str, Any]:
    """Settings as they are typed, ``net.channels=32``; what is no number, true, false or null is a text.

    Raises:
        BadValueError: a word is not of that form.
    """
    settings = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not name or not sign:
            raise BadValueError("experiment_form", word=word)
        try:
            settings[name] = json.loads(value)
        except ValueError:
            settings[name] = value
    return settings


def in_words(settings: Mapping[str, Any]) -> str:
    """The inverse, for a person."""
    return " ".join(f"{name}={json.dumps(value)}" for name, value in settings.items()) or "as usual"


def _newborn(config: TrainingConfig) -> TrainingConfig:
    """What a dog is raised with while its net is the one it is born with."""
    return replace(config, net=config.net_at(0), young_nets=())


def _put(data: dict[str, Any], path: Sequence[str], value: Any, whole: str) -> None:
    """Change what stands at ``path`` in nested settings."""
    for name in path[:-1]:
        data = data.get(name)  # type: ignore[assignment]
        if not isinstance(data, dict):
            raise BadValueError("experiment_unknown", name=whole)
    data[path[-1]] = value
