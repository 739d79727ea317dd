"""A search that is over, simulation by simulation: what is asked for, and what there is to look at.

The window's process only reads it: everything was worked out by who searched (:mod:`clevergo.app.slow.telling`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.search.story import Change as Change  # these five pass to the window as they are
from clevergo.search.story import Choice as Choice
from clevergo.search.story import ChoiceRule as ChoiceRule
from clevergo.search.story import LeafKind as LeafKind
from clevergo.search.story import Simulation as Simulation

MOST = 400
"""The most simulations of a search in slow motion."""
ROOT = 0
"""The place where every way begins."""


class SlowRule(enum.Enum):
    """Whose rules a search follows."""

    PLAYS = "plays"
    """As in a game: PUCT."""
    LEARNS = "learns"
    """As in self-play: Gumbel at the root, with the usual settings of training for a dog of that age."""


@dataclass(frozen=True)
class SlowWish:
    """How the search goes."""

    rule: SlowRule = SlowRule.PLAYS
    in_waves: bool = False
    """Whether several simulations go down before the first is judged, as in a game; else one after the other, as in
    textbooks, and in self-play."""


@dataclass(frozen=True)
class Round:
    """A round of sequential halving."""

    begins: int
    """The number of its first simulation."""
    alive: int
    """Moves that are still in."""


@dataclass(frozen=True, eq=False)
class Steps:
    """S simulations in arrays: S rows of what they are, C of the choices on their ways, R of the moves looked at.

    Many small objects would take the window's thread several frames to read; :meth:`SlowMotion.simulation` makes one
    of them at a time.
    """

    number: NDArray[np.int32]
    """``int32[S]``, and so on: see :class:`~clevergo.search.story.Simulation`."""
    wave: NDArray[np.int32]
    is_known: NDArray[np.bool_]
    value: NDArray[np.float64]
    leaf: NDArray[np.int32]
    """The place where the way ended."""
    first_choice: NDArray[np.int32]
    """``int32[S + 1]``: the rows of its choices begin there."""
    priors: NDArray[np.float32]
    """``float32[S, A]``."""
    root_visits: NDArray[np.int32]
    """``int32[S, A]``."""
    root_q: NDArray[np.float32]
    """``float32[S, A]``."""
    target: NDArray[np.float32]
    """``float32[S, A]``."""
    node: NDArray[np.int32]
    """``int32[C]``, and so on: see :class:`~clevergo.search.story.Choice`."""
    rule: NDArray[np.int8]
    """Which of :class:`~clevergo.search.story.ChoiceRule`, in their order."""
    chosen: NDArray[np.int16]
    first_move: NDArray[np.int32]
    """``int32[C + 1]``: the rows of its moves begin there."""
    credited: NDArray[np.float64]
    """``float64[C]``, and so on: see :class:`~clevergo.search.story.Change`."""
    is_proven: NDArray[np.bool_]
    visits_after: NDArray[np.int32]
    q_before: NDArray[np.float64]
    q_after: NDArray[np.float64]
    place_after: NDArray[np.int32]
    """``int32[C]``: the place the chosen move leads to."""
    actions: NDArray[np.int16]
    """``int16[R]``, and so on: see :class:`~clevergo.search.story.Choice`."""
    move_priors: NDArray[np.float32]
    visits: NDArray[np.int32]
    q: NDArray[np.float32]
    terms: NDArray[np.float64]
    """``float64[3, R]``: as many rows as the rule has terms, the others 0."""
    is_up: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Places:
    """The M positions a search has been at, in the order it came to them; the first is the root."""

    parent: NDArray[np.int32]
    """``int32[M]``: the place before; -1 for the root."""
    action: NDArray[np.int16]
    """``int16[M]``: the move that leads there; -1 for the root."""
    stones: NDArray[np.int8]
    """``int8[M, H, W]``."""
    to_play: NDArray[np.int8]
    """``int8[M]``: whose turn it is there, as :class:`~clevergo.games.color.Color`."""
    is_over: NDArray[np.bool_]
    """``bool[M]``: whether the game is over there."""
    first_seen: NDArray[np.int32]
    """``int32[M]``: the simulation, counted from 0 as they are kept, that came there first."""


@dataclass(frozen=True, eq=False)
class Stand:
    """How the tree stands after some simulations; a move is named by the place it leads to."""

    visits: NDArray[np.int32]
    """``int32[M]``; of the root, all there were."""
    q: NDArray[np.float64]
    """``float64[M]`` in [-1, 1], in the view of the side that makes the move; NaN without visits. Of the root, what the
    move tried most is worth: the mean of all that was tried there would tell more of curiosity than of the position."""


_TERMS = {ChoiceRule.PUCT: 2, ChoiceRule.GUMBEL_ROOT: 3, ChoiceRule.GUMBEL_INSIDE: 2, ChoiceRule.ONLY: 0}
_RULES = tuple(ChoiceRule)


@dataclass(frozen=True, eq=False)
class SlowMotion:
    """A whole search."""

    rules: Rules
    judge: str | None
    """Whose evaluator it was; None: random playouts."""
    wish: SlowWish
    last_move: int | None
    """The one before the position searched."""
    considered: int
    """Moves drawn at the root; 0 where none are."""
    rounds: tuple[Round, ...]
    """Of sequential halving."""
    gumbels: NDArray[np.float32]
    """``float32[A]``: what each root move has drawn; zeros where none did."""
    best: int
    """The move it would play."""
    is_proven: bool
    """Whether it ended because the result is certain."""
    steps: Steps
    places: Places

    def __len__(self) -> int:
        """How many simulations are kept, the evaluation of the root among them."""
        return len(self.steps.number)

    @property
    def to_play(self) -> Color:
        """Whose move is searched for."""
        return Color(int(self.places.to_play[ROOT]))

    @property
    def num_actions(self) -> int:
        """Points of the board, and the pass where there is one."""
        return int(self.steps.priors.shape[1])

    def simulation(self, index: int) -> Simulation:
        """One of them, counted from 0 as they are kept."""
        steps = self.steps
        begin, end = (int(steps.first_choice[index + i]) for i in (0, 1))
        choices = tuple(self._choice(row) for row in range(begin, end))
        changes = tuple(self._change(row, choices[row - begin]) for row in range(end - 1, begin - 1, -1))
        return Simulation(
            int(steps.number[index]),
            int(steps.wave[index]),
            choices,
            LeafKind.KNOWN if steps.is_known[index] else LeafKind.NEW,
            float(steps.value[index]),
            None if steps.is_known[index] else steps.priors[index],
            changes,
            steps.root_visits[index],
            steps.root_q[index],
            steps.target[index],
        )

    def _choice(self, row: int) -> Choice:
        steps = self.steps
        block = slice(int(steps.first_move[row]), int(steps.first_move[row + 1]))
        rule = _RULES[int(steps.rule[row])]
        return Choice(
            int(steps.node[row]),
            rule,
            steps.actions[block],
            steps.move_priors[block],
            steps.visits[block],
            steps.q[block],
            steps.terms[: _TERMS[rule], block],
            steps.is_up[block],
            int(steps.chosen[row]),
        )

    def _change(self, row: int, choice: Choice) -> Change:
        steps = self.steps
        return Change(
            choice.node,
            choice.action,
            float(steps.credited[row]),
            bool(steps.is_proven[row]),
            int(steps.visits_after[row]),
            float(steps.q_before[row]),
            float(steps.q_after[row]),
        )

    def way(self, index: int) -> tuple[int, ...]:
        """The places one simulation went through, root first, its leaf last."""
        begin, end = (int(self.steps.first_choice[index + i]) for i in (0, 1))
        return (ROOT, *self.steps.place_after[begin:end].tolist())

    def stand(self, done: int) -> Stand:
        """How the tree stood after the first ``done`` of those that are kept."""
        steps, end = self.steps, int(self.steps.first_choice[done])
        visits = np.zeros(len(self.places.parent), np.int32)
        q = np.full(len(visits), np.nan)
        places = steps.place_after[:end]
        visits[places], q[places] = steps.visits_after[:end], steps.q_after[:end]  # the latest of each place stays
        below = np.flatnonzero(self.places.parent == ROOT)
        visits[ROOT] = visits[below].sum()
        if visits[ROOT]:
            q[ROOT] = q[below[visits[below].argmax()]]
        return Stand(visits, q)

    def root_priors(self) -> NDArray[np.float32]:
        """``float32[A]``: the first guess at the position; zeros where nobody was asked."""
        first = int(self.steps.leaf[0]) == ROOT and not self.steps.is_known[0]
        return self.steps.priors[0] if first else np.zeros(self.num_actions, np.float32)

    def board(self, place: int) -> BoardState:
        """What lies on the board at a place."""
        action = int(self.places.action[place])
        last = self.last_move if place == ROOT else action
        return BoardState(self.places.stones[place], last, letters=self.rules.grid.letters)

    def mover(self, place: int) -> Color:
        """Whose turn it is at a place."""
        return Color(int(self.places.to_play[place]))

    def round_at(self, number: int) -> int:
        """Which round of sequential halving, from 0, the simulation of that number belongs to."""
        return max((i for i, one in enumerate(self.rounds) if one.begins <= number), default=0)

    def tried_in(self, round: int) -> tuple[int, ...]:
        """The root moves that were still in during a round, those visited there, in the order they were tried."""
        end = self.rounds[round + 1].begins if round + 1 < len(self.rounds) else len(self) + 1
        steps = self.steps
        tried: dict[int, None] = {}
        for index in np.flatnonzero((steps.number >= self.rounds[round].begins) & (steps.number < end)).tolist():
            place = int(steps.place_after[steps.first_choice[index]])
            tried[int(self.places.action[place])] = None
        return tuple(tried)
