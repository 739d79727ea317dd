"""The settings of a dog's training: frozen, checked, saved in every checkpoint."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from clevergo.checked import whole
from clevergo.games.game import Game, Rules
from clevergo.nn.description import NetConfig
from clevergo.nn.growth import check_growth
from clevergo.nn.training import OptimizerConfig


@dataclass(frozen=True)
class SelfPlayConfig:
    """How the dog plays against itself."""

    games: int = 64
    """Games side by side in one worker: the net's batch."""
    simulations: int = 16
    """Simulations a move."""
    late_simulations: int = 32
    """Simulations a move once ``late_after`` positions have been played."""
    late_after: int = 10_000_000
    """Positions after which ``late_simulations`` are used."""
    considered: int = 8
    """Moves drawn at the root (Gumbel)."""
    c_scale: float = 0.6
    """Gumbel's weight of the value while the dog is young and values of all moves lie close together."""
    late_c_scale: float = 0.35
    """Gumbel's weight of the value from ``grown_after`` positions on."""
    grown_after: int = 1_000_000
    """Positions after which ``late_c_scale`` is reached; the weight changes evenly until then."""
    opening_plies: int = 8
    """At most so many first plies (a number drawn for each game) come from the bare policy, unrecorded."""
    opening_temperature: float = 1.0
    """Those plies are drawn in proportion to ``prior ** (1 / this)``: above 1 games differ more, below 1 less."""
    calm_after: int = 0
    """From this ply on the noise of the root draws the moves that are looked at and decides no more which of them is
    played: that is the one found best. 0: it decides throughout, as in Danihelka et al. 2022, so that each move is as
    good as drawn from the improved policy."""
    deep_share: float = 0.0
    """Where above 0, this share of the moves is searched with ``deep_simulations`` and recorded, the others as usual
    and not recorded: playout cap randomization (Wu 2019, "Accelerating Self-Play Learning in Go", section 3.1) in
    Gumbel's form. 0: all moves are searched alike, and recorded."""
    deep_simulations: int = 64
    """See ``deep_share``."""
    simulation_steps: tuple[tuple[int, int], ...] = ()
    """Pairs of positions and simulations: from so many positions played on, so many simulations a move, in place of
    ``late_simulations``."""
    middle_share: float = 0.0
    """Share of the games whose first plies, up to ``middle_plies`` instead of ``opening_plies``, are the bare policy's:
    learning begins somewhere in the middle of the game."""
    middle_plies: int = 40
    """See ``middle_share``."""
    decided_value: float = 0.92
    """A game whose side to move is so sure (or so hopeless), for ``decided_plies`` plies, counts as decided."""
    decided_plies: int = 6
    """See ``decided_value``."""
    decided_search_share: float = 0.25
    """In decided games only this share of moves is searched and recorded; the rest is the policy's best."""
    of_game: Any = None
    """The game's own settings, a ``Game.self_play``; None: its usual ones."""

    def __post_init__(self) -> None:
        _positive(self, "games", "simulations", "late_simulations", "considered", "c_scale", "late_c_scale")
        _positive(self, "opening_temperature", "deep_simulations")
        _not_negative(self, "opening_plies", "decided_plies", "middle_plies", "calm_after")
        _share(self, "decided_search_share", "decided_value", "deep_share", "middle_share")
        steps = tuple((whole(positions), whole(count)) for positions, count in self.simulation_steps)
        if list(steps) != sorted({positions: (positions, count) for positions, count in steps}.values()):
            raise ValueError(f"simulation_steps must follow each other, unlike {steps}")
        if any(positions < 0 or count < 1 for positions, count in steps):
            raise ValueError(f"simulation_steps must not be negative, unlike {steps}")
        object.__setattr__(self, "simulation_steps", steps)

    @property
    def most_simulations(self) -> int:
        """The most that a move is ever given."""
        deep = (self.deep_simulations,) if self.deep_share else ()
        return max(self.simulations, self.late_simulations, *deep, *(count for _, count in self.simulation_steps))

    def in_game(self, game: Game) -> SelfPlayConfig:
        """The same with the game's own settings in it."""
        return replace(self, of_game=game.self_play()) if self.of_game is None else self


@dataclass(frozen=True)
class LearnerConfig(OptimizerConfig):
    """How the net learns from the games."""

    batch: int = 256
    """Positions a step."""
    learning_rate: float = 1e-3
    """Of AdamW, at the start."""
    final_rate_share: float = 0.1
    """The share of the learning rate left at the end of a run of known length."""
    decay_from: float = 0.6
    """The rate falls from this share of a run of known length on."""
    grows_until: float = 0.35
    """In a run of known length a net grows before this share of it, or in the next: what is new needs a high rate."""
    half_rate_samples: int = 8_000_000
    """In runs of any length the rate also falls as 1 / (1 + samples / this)."""
    samples_per_position: float = 3.0
    """How often each position is used, all in all; the learner waits for games rather than exceed it."""
    sample_steps: tuple[tuple[int, float], ...] = ()
    """Pairs of positions and samples: from so many positions played on, each further one is used so often, in place of
    ``samples_per_position``: for searches that take longer and teach more (``SelfPlayConfig.simulation_steps``)."""
    symmetries: bool = True
    """Whether each position is learned as the board turned and mirrored at random; else as it was played."""
    surprise_share: float = 0.5
    """Share of a game's weight in learning that goes to where the search surprised the net; the rest is even."""
    min_positions: int = 4_000
    """Learning begins when so many positions are there."""
    window_min: int = 20_000
    """Positions kept at least."""
    window_share: float = 0.4
    """Of all positions ever played, the latest share that is kept ..."""
    window_max: int = 430_000
    """... up to this many (bounds the memory: about 200 bytes each)."""
    margin_weight: float = 0.15
    """Share of the clipped score margin in the value's target; the rest is the result."""
    margin_scale: float = 20.0
    """Points of margin that count as a full win there."""
    td_lambda: float = 1.0
    """Below 1 the result is mixed with what the search made of the positions on the way to it: the share of what comes
    after a ply that is left to the next one (TD(lambda), Sutton 1988)."""
    publish_ticks: int = 3_200
    """One worker and the learner walk in step: self-play gets new weights every so many batches of the net."""
    publish_seconds: float = 20.0
    """Several workers do not: they get new weights by the clock."""
    heldout_every: int = 50
    """Every ``heldout_every``-th game is kept from learning, to measure on; 0: none."""
    heldout_positions: int = 2_000
    """Positions of such games that are kept, the latest."""
    checkpoint_seconds: float = 60.0
    """How often everything is saved."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _positive(self, "batch", "learning_rate", "samples_per_position", "min_positions", "window_min", "window_max")
        _positive(self, "publish_seconds", "checkpoint_seconds", "margin_scale", "half_rate_samples")
        _positive(self, "publish_ticks", "heldout_positions")
        _not_negative(self, "heldout_every")
        _share(self, "final_rate_share", "decay_from", "grows_until", "margin_weight", "window_share")
        _share(self, "surprise_share", "td_lambda")
        if self.window_max < self.window_min:
            raise ValueError("window_max must not be below window_min")
        steps = tuple((whole(positions), float(often)) for positions, often in self.sample_steps)
        begun = [positions for positions, _ in steps]
        if begun != sorted(set(begun)) or any(positions < 0 or not often > 0 for positions, often in steps):
            raise ValueError(f"sample_steps must follow each other and be positive, unlike {steps}")
        object.__setattr__(self, "sample_steps", steps)

    def samples_at(self, positions: int) -> float:
        """How often each position is used that is played by a dog of so many."""
        reached = [often for begun, often in self.sample_steps if begun <= positions]
        return reached[-1] if reached else self.samples_per_position

    def samples_for(self, positions: int) -> float:
        """How many samples so many positions, all that were ever played, are used for in all."""
        total, since = 0.0, 0
        for begun, _ in self.sample_steps:
            if begun >= positions:
                break
            total += self.samples_at(since) * (begun - since)
            since = begun
        return total + self.samples_at(since) * (positions - since)


@dataclass(frozen=True)
class YoungNet:
    """A smaller net that a dog has while it is young."""

    blocks: int
    channels: int
    positions: int
    """Recorded positions until which it is kept."""


_YOUNG_CHANNELS = 32
"""Channels of the net a growing dog is born with; its game says how long it is kept (``Game.youth``)."""


def usual_youth(net: NetConfig) -> tuple[YoungNet, ...]:
    """The small net with which a dog grows up to ``net``; none where that is no larger, or cannot be grown into.

    It is as deep as ``net``: what a new block adds is noise to begin with, and within some hundred steps of Muon its
    units fall silent for good, whereas new channels beside old ones are listened to (docs/findings.md, "New blocks fall
    silent").
    """
    small = YoungNet(net.blocks, min(_YOUNG_CHANNELS, net.channels), net.played.youth)
    return (small,) if small.channels < net.channels and net.net_kind.may_grow else ()


@dataclass(frozen=True)
class YoungBoard:
    """A smaller board on which a dog plays while it is young."""

    size: int
    positions: int
    """Recorded positions until which it plays there, and nowhere else."""


@dataclass(frozen=True)
class TrainingConfig:
    """Everything that makes one dog's training what it is."""

    net: NetConfig = NetConfig()
    """The net that is trained, at last; it says what is played."""
    size: int = 9
    """Board size of the self-play games, and of those by which the dog is measured."""
    selfplay: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    learner: LearnerConfig = field(default_factory=LearnerConfig)
    seed: int = 0
    """Of every random choice. With one worker the same seed and settings give the same games."""
    young_nets: tuple[YoungNet, ...] = ()
    """The nets it grows from, youngest first; by default it is born with its last."""
    beside: tuple[int, ...] = ()
    """Other sizes of boards that it plays itself on too, each as much as on ``size``, by turns."""
    young_boards: tuple[YoungBoard, ...] = ()
    """The boards on which it begins, the first first; by default those it stays on."""

    def __post_init__(self) -> None:
        for size in self.boards:
            if not self.net.supports(size):
                raise ValueError(f"this net is built for {self.net.size}x{self.net.size}, not {size}x{size}")
        for size in self.boards:
            self.played.agree({"size": size})
        until = [young.positions for young in self.young_boards]
        if until != sorted(set(until)):
            raise ValueError(f"young boards must be played on longer and longer, not until {until} positions")
        if len({self.size, *self.beside}) <= len(self.beside):
            raise ValueError(f"each size of board is told once, not {(self.size, *self.beside)}")
        nets = [*map(self._young, self.young_nets), self.net]
        for small, large in itertools.pairwise(nets):
            check_growth(small, large)
        ends = [young.positions for young in self.young_nets]
        if ends != sorted(set(ends)):
            raise ValueError(f"young nets must be kept longer and longer, not until {ends} positions")
        object.__setattr__(self, "selfplay", self.selfplay.in_game(self.played))
        if not isinstance(self.selfplay.of_game, self.played.self_play):
            raise ValueError(f"{self.selfplay.of_game} are no settings of {self.played.name}")

    @property
    def played(self) -> Game:
        """What is played."""
        return self.net.played

    @property
    def boards(self) -> tuple[int, ...]:
        """The sizes of all boards it ever plays itself on, first the one it is measured on."""
        return tuple(dict.fromkeys((self.size, *self.beside, *(young.size for young in self.young_boards))))

    def boards_at(self, positions: int) -> tuple[int, ...]:
        """The sizes of the boards that a dog plays itself on when it has played so many recorded positions."""
        young = next((young for young in self.young_boards if positions < young.positions), None)
        return (self.size, *self.beside) if young is None else (young.size,)

    def moved(self, wanted: TrainingConfig) -> TrainingConfig:
        """The same on the boards that another dog's settings name; ValueError where the net knows one size only."""
        net = self.net if self.net.size == wanted.net.size else self.net.on(wanted.net.size)
        return replace(self, net=net, size=wanted.size, beside=wanted.beside)

    @property
    def rated_rules(self) -> Rules:
        """The rules its rating games are played by, and its set pieces asked."""
        return self.played.agree({"size": self.size, **self.played.rated_by(self.selfplay.of_game)})[0]

    def net_at(self, positions: int) -> NetConfig:
        """The net of a dog that has played so many recorded positions."""
        young = next((young for young in self.young_nets if positions < young.positions), None)
        return self.net if young is None else self._young(young)

    def _young(self, young: YoungNet) -> NetConfig:
        return replace(self.net, blocks=young.blocks, channels=young.channels)

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready form: the game's own settings stand among the others, and its words in their names."""
        data = asdict(self) | {"net": self.net.to_dict()}
        data["selfplay"] |= data["selfplay"].pop("of_game")
        if not self.young_nets:  # as older programs read it
            del data["young_nets"]
        for name in ("beside", "young_boards"):
            if not data[name]:
                del data[name]
        for part, names in _LATER.items():  # the same
            for name in names:
                if getattr(type(getattr(self, part)), name) == getattr(getattr(self, part), name):
                    del data[part][name]
        data["learner"][_stored_weight(self.played)] = data["learner"].pop("points_weight")
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TrainingConfig:
        """The inverse of :meth:`to_dict`; raises ValueError on unknown keys."""
        net = NetConfig.from_dict(data.get("net", {}))
        game, parts = net.played, {name: value for name, value in data.items() if name not in ("net", "game")}
        _refuse_unknown(parts, cls)
        if data.get("game", game.name) != game.name:  # as earlier versions wrote it, too
            raise ValueError(f"a net for {game.name} cannot be trained on {data['game']}")
        if "young_nets" in parts:
            parts["young_nets"] = tuple(YoungNet(**young) for young in parts["young_nets"])
        if "young_boards" in parts:
            parts["young_boards"] = tuple(YoungBoard(**young) for young in parts["young_boards"])
        if "beside" in parts:
            parts["beside"] = tuple(map(whole, parts["beside"]))
        if "selfplay" in parts:
            given = parts["selfplay"]
            _refuse_unknown(given, SelfPlayConfig, game.self_play)
            own = {entry.name: given[entry.name] for entry in fields(game.self_play) if entry.name in given}
            others = {name: value for name, value in given.items() if name not in own}
            parts["selfplay"] = SelfPlayConfig(**others, of_game=game.self_play(**own))
        if "learner" in parts:
            stored = _stored_weight(game)
            given = {"points_weight" if name == stored else name: value for name, value in parts["learner"].items()}
            _refuse_unknown(given, LearnerConfig)
            parts["learner"] = LearnerConfig(**{**_ONCE, **given})
        return cls(net, **parts)


_LATER: Mapping[str, tuple[str, ...]] = {
    "selfplay": (
        "opening_temperature",
        "calm_after",
        "deep_share",
        "deep_simulations",
        "simulation_steps",
        "middle_share",
        "middle_plies",
    ),
    "learner": ("symmetries", "score_weight", "td_lambda", "sample_steps", "norm_bound"),
}
"""Settings that older programs did not know: only where they are not as usual are they told."""
_ONCE: Mapping[str, Any] = {"muon": 0.0}
"""How dogs learn that began before these settings were there: they go on as they began."""


def _stored_weight(game: Game) -> str:
    """What ``points_weight`` is called in files: by the word the game has for whose each point is."""
    return f"{game.owners_name or 'points'}_weight"


def _refuse_unknown(data: Mapping[str, Any], *parts: type) -> None:
    unknown = set(data) - {entry.name for part in parts for entry in fields(part)}
    if unknown:
        raise ValueError(f"unknown training settings: {', '.join(sorted(unknown))}")


def _positive(config: object, *names: str) -> None:
    for name in names:
        if not getattr(config, name) > 0:
            raise ValueError(f"{name} must be positive, not {getattr(config, name)}")


def _not_negative(config: object, *names: str) -> None:
    for name in names:
        if not getattr(config, name) >= 0:
            raise ValueError(f"{name} must not be negative, but is {getattr(config, name)}")


def _share(config: object, *names: str) -> None:
    for name in names:
        if not 0.0 <= getattr(config, name) <= 1.0:
            raise ValueError(f"{name} must be 0 to 1, not {getattr(config, name)}")
