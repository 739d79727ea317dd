"""What a class may try: differences that show something within minutes on an ordinary computer, and on which boards."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from clevergo.games.guests import game_named, games
from clevergo.training.experiment.plan import SIDES as SIDES  # this and Side pass to the window as they are
from clevergo.training.experiment.plan import ExperimentPlan
from clevergo.training.experiment.plan import Side as Side

MINUTES = (2, 5, 10, 30)
"""How long each dog may be raised."""
PAIRS = (1, 2, 3)
"""Of dogs, at first; more can be added."""
MOST_PAIRS = 9
_GAMES = 20
"""Of each dog against each of the other setting ..."""
_GAMES_OF_ONE_PAIR = 40
"""... and where there is one pair only."""
_SIMULATIONS = 32
_GAME_SECONDS = 0.01
"""A first guess at how long a game takes, for each point of the board; the clock corrects it."""


class Difference(enum.Enum):
    """What two dogs may differ in."""

    SPEED = "speed"
    """How large the optimizer's steps are."""
    REPEATS = "repeats"
    """How often each position is learned from."""
    SEARCH = "search"
    """Simulations a move in self-play: few quick games or many thoughts."""
    NET = "net"
    """How large the net is."""
    SYMMETRIES = "symmetries"
    """Whether positions are turned and mirrored."""
    TERRITORY = "territory"
    """Whether the net also learns whose each point becomes, in games where points do."""
    WINDOW = "window"
    """For how long positions are remembered."""
    NOTHING = "nothing"
    """The seed alone: what luck does."""


_SMALL_NET = {"net.blocks": 3, "net.channels": 32}
_SHORT_LIFE = {
    "learner.min_positions": 1_000,
    "learner.window_min": 10_000,
    "learner.publish_ticks": 800,
    "learner.checkpoint_seconds": 10.0,
}
"""Dogs that live for minutes begin to learn soon, hear of what was learned often, and save often."""

_BOTH: Mapping[Difference, tuple[Mapping[str, Any], Mapping[str, Any]]] = MappingProxyType(
    {
        Difference.SPEED: ({"learner.learning_rate": 1e-3}, {"learner.learning_rate": 1e-5}),
        Difference.REPEATS: ({"learner.samples_per_position": 6.0}, {"learner.samples_per_position": 0.5}),
        Difference.SEARCH: (
            {"selfplay.simulations": 32, "selfplay.considered": 8},
            {"selfplay.simulations": 4, "selfplay.considered": 4},
        ),
        Difference.NET: ({"net.blocks": 5, "net.channels": 64}, {"net.blocks": 1, "net.channels": 16}),
        Difference.SYMMETRIES: ({"learner.symmetries": True}, {"learner.symmetries": False}),
        Difference.WINDOW: (
            {"learner.window_min": 50_000},
            {"learner.window_min": 1_500, "learner.window_max": 1_500},
        ),
        Difference.NOTHING: ({}, {}),
    }
)
"""The settings of the one dog and of the other."""
_TERRITORY_WEIGHTS = (0.5, 0.0)


@dataclass(frozen=True)
class Board:
    """A game on a board small enough for dogs that live for minutes."""

    game: str
    size: int

    def offers(self, difference: Difference) -> bool:
        """Whether dogs of its game can differ in that."""
        return difference is not Difference.TERRITORY or bool(game_named(self.game).owners_name)


def boards() -> tuple[Board, ...]:
    """Those of every game there is: its small ones, or its usual one."""
    return tuple(Board(name, size) for name, game in games().items() for size in game.small_sizes or (game.usual_size,))


@dataclass(frozen=True)
class Wish:
    """What is chosen before an experiment begins."""

    difference: Difference = Difference.SPEED
    board: Board = field(default_factory=lambda: boards()[0])
    minutes: int = MINUTES[0]
    pairs: int = PAIRS[0]

    def plan(self) -> ExperimentPlan:
        """The experiment that is wished for."""
        board, game = self.board, game_named(self.board.game)
        one, other = ({**_SMALL_NET, **_SHORT_LIFE, **own} for own in self._settings())
        return ExperimentPlan(
            one,
            other,
            board.game,
            board.size,
            minutes=float(self.minutes),
            seeds=self.pairs,
            games=_GAMES_OF_ONE_PAIR if self.pairs == 1 else _GAMES,
            # Who is told of forced wins before any search plays by that, whatever the net has learned.
            simulations=0 if game.tactics_door else _SIMULATIONS,
            rated=True,
        )

    def setting(self, side: Side, name: str) -> Any:
        """One of the settings in which the dogs of a side differ, by its name without its part."""
        own = self._settings()[0 if side == "one" else 1]
        return next(value for path, value in own.items() if path.rpartition(".")[2] == name)

    def _settings(self) -> tuple[Mapping[str, Any], ...]:
        if self.difference is Difference.TERRITORY:
            name = f"learner.{game_named(self.board.game).owners_name}_weight"
            return tuple({name: weight} for weight in _TERRITORY_WEIGHTS)
        return _BOTH[self.difference]

    @property
    def seconds(self) -> float:
        """How long it takes, about."""
        plan = self.plan()
        return 60.0 * self.minutes * self.pairs + games_seconds(plan, plan.games * plan.seeds**2)


def games_seconds(plan: ExperimentPlan, games: int) -> float:
    """How long so many games between the dogs may take, before any has been played."""
    return games * _GAME_SECONDS * plan.size**2
