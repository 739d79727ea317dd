"""A lesson, number by number: what is asked for, and what there is to look at.

The window's process only reads it: everything is worked out where dogs are inquired after
(:mod:`clevergo.app.lesson.telling`).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.app.kennel.messages import DogInfo
from clevergo.app.kennel.netfile import time_written
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Game
from clevergo.games.grid import Grid
from clevergo.games.guests import game_named

_DOOR = "clevergo.app.lesson.telling"
STEPS = (1, 10, 100)
"""How many steps can be made on one batch."""


@dataclass(frozen=True)
class Source:
    """A dog as its files have it."""

    name: str
    weights: Path
    """Its weights to play with; the folder they lie in is the dog's, unless it is one that comes with the program."""
    written: int
    """When that file was written, in nanoseconds: after that the dog is another."""
    is_shipped: bool = False

    @classmethod
    def of(cls, dog: DogInfo) -> Source | None:
        """A dog the kennel knows; None for one that has learned nothing yet."""
        if dog.weights is None:
            return None
        return cls(dog.name, dog.weights, time_written(dog.weights), dog.is_shipped)


class Pick(enum.Enum):
    """Which position is taken out of the window."""

    RANDOM = "random"
    """As the learner draws."""
    WRONG = "wrong"
    """One of the costliest, the search's own doubt left aside."""
    SURPRISING = "surprising"
    """One in which the search and the first guess differ most."""


@dataclass(frozen=True)
class LessonInquiry:
    """How does this dog learn from one position? First :class:`Underway`, then a :class:`Lesson` that goes on."""

    door: ClassVar[str] = _DOOR
    """See :class:`clevergo.app.engine.messages.Inquiry`."""
    source: Source
    pick: Pick = Pick.RANDOM
    rank: int = 0
    """How many of that kind have been looked at before."""
    steps: int = 1
    """Training steps on the batch the position is in."""


class Stage(enum.Enum):
    """What is being done while there is nothing to look at yet."""

    READING = "reading"
    """The dog's last save and its window are read."""
    PLAYING = "playing"
    """It has kept no games, so it plays some against itself."""
    CHECKING = "checking"
    """The training step is made ready, and compared with PaddlePaddle's."""


@dataclass(frozen=True)
class Underway:
    """How far it is."""

    stage: Stage
    share: float | None = None
    """How much of the stage is done, 0 to 1, where that is known."""


@dataclass(frozen=True, eq=False)
class Said:
    """What the net says of a position, from the side to move's point of view."""

    policy: NDArray[np.float32]
    """``float32[A]``, sums to 1: impossible moves get their share too, as in training."""
    value: float
    """In [-1, 1]."""
    points: NDArray[np.float32] | None
    """``float32[H, W]`` in [-1, 1]: whose each point becomes; None where the net does not say."""


@dataclass(frozen=True)
class Cost:
    """The losses of one position, or their means over many; not yet weighed."""

    policy: float
    """Cross-entropy with the search's policy, nats."""
    value: float
    """Squared error of the value, from 0 to 4."""
    points: float
    """Mean squared error over the points of the board, from 0 to 4."""
    entropy: float
    """Of the search's policy, nats: ``policy`` cannot be less."""

    def total(self, points_weight: float) -> float:
        """What a training step makes smaller."""
        return self.policy + self.value + points_weight * self.points

    @property
    def divergence(self) -> float:
        """KL divergence of the search's policy from the net's, nats: what can still be learned."""
        return max(0.0, self.policy - self.entropy)


@dataclass(frozen=True, eq=False)
class View:
    """The position turned and mirrored in one way, and the lesson turned with it."""

    stones: NDArray[np.int8]
    """``int8[H, W]``."""
    last_move: int | None
    target: NDArray[np.float32]
    """``float32[A]``: the search's policy, what the net should have said."""
    owners: NDArray[np.int8] | None
    """``int8[H, W]``: whose each point was in the end, 0 nobody's, 1 and 2 the sides'; None in games without that."""
    before: Said
    after: Said
    """After as many steps as have been made."""
    cost_before: Cost
    cost_after: Cost


@dataclass(frozen=True)
class Mark:
    """How the losses stood after some steps."""

    steps: int
    here: Cost
    """Of the position as it was played."""
    batch: Cost
    """Mean of the batch it is learned in."""
    others: Cost
    """Mean of as many positions that are not learned from."""


@dataclass(frozen=True)
class Ending:
    """What became of the game, and what is made of it."""

    plies: int
    """How long it was."""
    margin: float
    """What the side to move won by, less than 0 where it lost; in a game without points only the sign counts."""
    result: int
    """1 where it won, -1 where it lost, 0 a draw."""
    value: float
    """What the net should have said, in [-1, 1]."""
    foreseen: float
    """What the searches from there to the end made of it, on average, the nearer the more, in [-1, 1]."""
    result_weight: float
    """Share of the result in ``value`` against what was foreseen: the nearer the end, the larger."""
    margin_weight: float
    """Share of the clipped margin in ``value``; the rest is the two. 0 in a game without points."""
    margin_scale: float
    """Points that count as a full win there."""
    has_points: bool
    """Whether the game is counted in points."""


@dataclass(frozen=True)
class School:
    """How this dog learns, whatever the position."""

    net: str
    """In short: ``5x64``."""
    way: str
    """What computes the step: ``oneDNN bfloat16``."""
    batch: int
    """Positions a step."""
    window: int
    """Positions in its window."""
    games: int
    """Games it had played."""
    samples: int
    """Positions it had learned from, repeats counted."""
    rate: float
    """Learning rate of the next step."""
    points_weight: float
    """Weight of the points' loss; the others' are 1."""
    symmetries: bool
    """Whether it learns each position turned and mirrored at random."""
    simulations: int
    """Simulations a move in self-play at its age."""
    is_fresh: bool
    """Whether the games were played just now, because it had kept none."""
    has_memory: bool
    """Whether the optimizer's memory is its own, not gathered anew from a few batches."""
    figures: Mapping[str, float]
    """What the doctor measures on games kept from learning, by the names in the vital signs; perhaps nothing."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """One position, and how the dog learns from it."""

    game: str
    size: int
    ply: int
    """Moves made before it."""
    to_play: Color
    weight: float
    """How often it is drawn, 1 on average: more often where the search was surprising."""
    ending: Ending
    school: School
    views: tuple[View, ...]
    """The first one is as it was played; that one is in the batch."""
    course: tuple[Mark, ...]
    """From before the first step to after the last one made."""
    steps: int
    """How many are to be made."""
    moved: float
    """How far the weights have moved, as a part of their length."""

    @property
    def played(self) -> Game:
        """What is played."""
        return game_named(self.game)

    @property
    def grid(self) -> Grid:
        """The board's points and their names."""
        game = self.played
        return game.grid(*game.shape(self.size))

    @property
    def done(self) -> int:
        """Steps that have been made."""
        return self.course[-1].steps

    def board(self, view: int = 0) -> BoardState:
        """What lies on the board under one of the symmetries."""
        seen = self.views[view]
        return BoardState(seen.stones, seen.last_move, letters=self.grid.letters)
