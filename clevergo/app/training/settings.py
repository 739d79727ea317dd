"""How a person wishes a dog to be trained: few choices, each with a default that needs no thought.

They lie beside the dog's weights, in a small file of its folder. What is fixed once the dog has begun to learn is in
its checkpoint too, and the checkpoint is what counts.
"""

from __future__ import annotations

import enum
import json
import logging
import secrets
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clevergo.app.errors import AppError
from clevergo.files import read_limited, write_whole
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.nn.description import NetConfig

if TYPE_CHECKING:
    from clevergo.training.config import TrainingConfig

logger = logging.getLogger(__name__)

SIMULATIONS = (8, 16, 32, 64)
ALL_SIMULATIONS = (2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
"""For those who want others than the usual."""
BLOCKS = range(1, 21)
CHANNELS = range(16, 257, 16)
BATCHES = (64, 128, 256, 512, 1024)
TEMPERATURES = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
CONSIDERED = (2, 4, 6, 8, 12, 16, 24, 32)
LEARNING_RATES = (5e-4, 1e-3, 2e-3)
WINDOWS = (100_000, 200_000, 430_000, 800_000)
MAX_SEED = 999
FIXED_FROM_BIRTH = ("net", "blocks", "channels")
"""What makes a dog's net."""
FIXED_ONCE_LEARNING = ("grows", "batch", "learning_rate", "window", "seed")
"""What the first lesson of a dog fixes besides."""
CHANGEABLE = ("simulations", "considered", "temperature")
"""What may change any time; so may what its game leaves open."""
_CHOICES: dict[str, Collection[Any]] = {
    "simulations": ALL_SIMULATIONS,
    "batch": BATCHES,
    "temperature": TEMPERATURES,
    "considered": CONSIDERED,
    "learning_rate": LEARNING_RATES,
    "window": WINDOWS,
    "seed": range(MAX_SEED + 1),
    "grows": (False, True),
}
_FILE = "training.json"
_MOST_BYTES = 64 * 1024
_LATE = 32
"""A dog that has played millions of positions searches so often, or as often as when young where that is more."""


class NetSize(enum.Enum):
    """The nets one can choose from, the quickest learner first."""

    CLASSIC = "classic"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"

    @property
    def config(self) -> NetConfig:
        """The net's architecture."""
        return _NETS[self]

    @classmethod
    def of(cls, config: NetConfig) -> NetSize | None:
        """The choice that means this net, or else the nearest of its kind; None if no net of its kind can be chosen."""
        alike = [size for size, net in _NETS.items() if net.kind == config.kind]
        distances = {size: (_NETS[size] != config, abs(_NETS[size].channels - config.channels)) for size in alike}
        return min(alike, key=distances.__getitem__, default=None)


_NETS = {
    NetSize.CLASSIC: NetConfig("classic"),
    NetSize.SMALL: NetConfig(blocks=4, channels=32),
    NetSize.MEDIUM: NetConfig(),
    NetSize.LARGE: NetConfig(blocks=6, channels=96),
}


@dataclass(frozen=True)
class DogSettings:
    """The choices for one dog. Which of them are fixed, and when, ``FIXED_FROM_BIRTH`` and the two below it tell."""

    net: NetSize | None = NetSize.MEDIUM
    """How large its net is. None for a dog with a net of a kind that is not offered."""
    simulations: int = 16
    """Simulations a move while it is young, 32 at least much later."""
    learning_rate: float = 1e-3
    """Of the optimizer."""
    window: int = 430_000
    """Positions it goes on learning from at most."""
    of_game: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What its game leaves open (``Game.self_play_terms``), the usual where nothing is said."""
    seed: int = 0
    """Of every random choice."""
    game: str = USUAL_GAME
    """The name of what it plays, all its life."""
    blocks: int = 0
    """Of its net, where that is built of blocks; 0: as many as ``net`` says."""
    channels: int = 0
    """The same of the channels of each."""
    batch: int = 256
    """Positions it learns from in one step."""
    temperature: float = 1.0
    """How wildly the first moves of its games are drawn (``SelfPlayConfig.opening_temperature``)."""
    considered: int = 8
    """Moves that it considers at the root of each search, drawn by chance and its liking."""
    grows: bool = True
    """Whether a dog that begins from nothing has a small, quick net while it is young, where its own is larger."""

    def __post_init__(self) -> None:
        if self.net is not None:
            for name in ("blocks", "channels"):
                object.__setattr__(self, name, getattr(self, name) or getattr(self.net.config, name))
            replace(self.net.config, blocks=self.blocks, channels=self.channels)  # or it says what is wrong
        terms = game_named(self.game).self_play_terms
        object.__setattr__(self, "of_game", {term.name: term.usual for term in terms} | dict(self.of_game))
        choices = _CHOICES | {term.name: term.values for term in terms}
        for name, value in ({name: getattr(self, name) for name in _CHOICES} | dict(self.of_game)).items():
            if value not in choices.get(name, ()):
                raise ValueError(f"{name} must be one of {choices.get(name)}, not {value!r}")

    @property
    def nets(self) -> tuple[NetSize, ...]:
        """Those that can play the game: it shows them the planes they read."""
        shown = game_named(self.game).num_planes
        return tuple(size for size in NetSize if size.config.net_kind.planes.value in shown)

    @property
    def newborn_net(self) -> NetConfig:
        """The net of a dog that is born with these choices."""
        assert self.net is not None, "a newborn's net is one of those that are offered"
        net = replace(self.net.config, blocks=self.blocks, channels=self.channels)
        return net if net.game == self.game else replace(net, game=self.game, size=game_named(self.game).usual_size)

    @property
    def has_free_net(self) -> bool:
        """Whether blocks and channels may be chosen: of nets that are built of them."""
        return self.net is not None and self.net.config.net_kind.may_grow

    def training_config(self, net: NetConfig, beside: Collection[int] = ()) -> TrainingConfig:
        """What training is told: the usual settings with these choices in them, and the boards ``beside`` the net's."""
        from clevergo.training.config import TrainingConfig, usual_youth

        youth = usual_youth(net) if self.grows else ()
        usual = TrainingConfig(net, net.size, seed=self.seed, beside=tuple(beside), young_nets=youth)
        selfplay = replace(
            usual.selfplay,
            simulations=self.simulations,
            late_simulations=max(_LATE, self.simulations),
            considered=self.considered,
            opening_temperature=self.temperature,
            of_game=replace(usual.selfplay.of_game, **self.of_game),
        )
        learner = replace(usual.learner, learning_rate=self.learning_rate, window_max=self.window, batch=self.batch)
        return replace(usual, selfplay=selfplay, learner=learner)

    def measured_by(self, size: int) -> dict[str, Any]:
        """What is agreed on for matches that tell how strong it is, on boards of that ``size``.

        The rules it plays itself by; where it plays by all, or by what no match can, those it is rated by.
        """
        game, agreed = game_named(self.game), {"size": size, **self.of_game}
        try:
            game.agree(agreed)
        except (ValueError, TypeError, KeyError):
            agreed |= game.rated_by(game.self_play(**self.of_game))
        return agreed

    @classmethod
    def for_newborn(cls) -> DogSettings:
        """The usual choices and a seed of its own: two dogs should not play the same games."""
        return cls(seed=secrets.randbelow(MAX_SEED + 1))

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready form, the game's own choices among the others; which game it is, the dog says."""
        data = asdict(self) | {"net": None if self.net is None else self.net.value}
        del data["game"]
        return data | data.pop("of_game")


@dataclass(frozen=True)
class Newborn:
    """A dog that is to be taken in."""

    settings: DogSettings
    size: int
    """Of the boards it grows up on; 0 for a pup: its parent's."""
    parent: str = ""
    """Whose pup it shall be; empty for a dog that begins from nothing."""
    beside: tuple[int, ...] = ()
    """The sizes of other boards that it plays itself on too."""

    @property
    def net(self) -> NetConfig:
        """What it is born with, where it is nobody's pup."""
        return replace(self.settings.newborn_net, size=self.size)


def usual_dog_settings(net: NetConfig) -> DogSettings:
    """The choices that have such a net, and are the usual ones else."""
    return DogSettings(net=NetSize.of(net), game=net.game, blocks=net.blocks, channels=net.channels)


def load_dog_settings(folder: Path, net: NetConfig) -> DogSettings:
    """The choices for the dog of that folder; the usual ones where nobody made any, or where they make no sense."""
    usual = usual_dog_settings(net)
    try:
        data = json.loads(read_limited(folder / _FILE, _MOST_BYTES).decode("utf-8"))
        own = {name: type(getattr(usual, name))(data[name]) for name in _CHOICES if name in data}
        of_game = {name: type(value)(data[name]) for name, value in usual.of_game.items() if name in data}
        return replace(usual, **own, of_game=of_game)
    except FileNotFoundError:
        return usual
    except (OSError, ValueError, TypeError, OverflowError, RecursionError) as error:
        logger.warning("%s is not understood (%s): the usual settings are used", folder / _FILE, error)
        return usual


def save_dog_settings(folder: Path, settings: DogSettings) -> None:
    """Write the choices down; AppError where the file cannot be written."""
    with AppError.instead_of(OSError, "folder_closed", path=folder / _FILE):
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(settings.to_dict(), indent=2)
        write_whole(folder / _FILE, text.encode("utf-8"))
