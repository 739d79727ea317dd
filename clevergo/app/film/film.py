"""What is asked of a dog's ages, what they answer, and what that says of when something was learned.

The window's process reads this; :mod:`clevergo.app.film.showing` works it out elsewhere.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.app.kennel.netfile import NetFile
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import Problem

DOOR = "clevergo.app.film.showing"
"""Who answers inquiries about films."""


@dataclass(frozen=True)
class Line:
    """Moves from a first position, and how far along them one is."""

    rules: Rules
    moves: tuple[int, ...] = ()
    ply: int = 0
    start: Start = EMPTY_BOARD

    def at(self, ply: int) -> Line:
        """The same moves, after so many of them; beyond their ends, at the end."""
        return replace(self, ply=min(max(ply, 0), len(self.moves)))

    @property
    def played(self) -> tuple[int, ...]:
        """The moves that lead to where one is."""
        return self.moves[: self.ply]


# --- a position as many ages see it ----------------------------------------------------------------------


@dataclass(frozen=True)
class FilmInquiry:
    """How these nets see the position after these moves; answered by :class:`Film`, with more and more frames."""

    door: ClassVar[str] = DOOR
    """See :class:`~clevergo.app.engine.messages.Inquiry`."""
    nets: tuple[NetFile, ...]
    """The youngest first."""
    rules: Rules
    moves: tuple[int, ...]
    start: Start = EMPTY_BOARD


@dataclass(frozen=True, eq=False)
class Frame:
    """What one net says at first glance, the board looked at from all sides."""

    policy: NDArray[np.float32]
    """``float32[A]``, sums to 1: how much it likes each of the moves that a player opposite a person considers."""
    favorite: int
    """The move it likes best; of moves liked exactly alike, as in symmetric positions, the first."""
    black_rate: float
    """Black's chance to win, 0 to 1."""
    owners: NDArray[np.float32] | None
    """``float32[H, W]`` in [-1, 1]: 1 where a point will be Black's, -1 White's; None if the net cannot say."""


@dataclass(frozen=True, eq=False)
class Film:
    """One position, and as many frames as there are by now, in the order of the inquiry's nets."""

    board: BoardState
    to_play: Color
    is_over: bool
    """Whether the game is over there: then nobody is asked."""
    frames: tuple[Frame | Problem, ...] = ()
    """A problem in the place of a net that cannot be read or does not play on this board."""


class Learned(enum.Enum):
    """When a dog came to like what it likes now."""

    UNKNOWN = "unknown"
    """Its present self has no frame."""
    ALONE = "alone"
    """There is no earlier age to compare with."""
    AT_BIRTH = "at_birth"
    """At every age that is known."""
    NOW = "now"
    """At none before the present one."""
    SINCE = "since"
    """From some age on."""


@dataclass(frozen=True)
class LearnedWhen:
    """The age from which on a dog's favorite move is, and stays, the present one's."""

    how: Learned
    since: int | None = None
    """The index of that age."""
    before: int | None = None
    """The last age that liked another move; None where none did."""


def learned_when(favorites: Sequence[int | None]) -> LearnedWhen:
    """When was the present favorite learned?

    Args:
        favorites: each age's favorite move, the present one's last; None where that is not known, which is passed over.
    """
    known = [(index, action) for index, action in enumerate(favorites) if action is not None]
    if not known or favorites[-1] is None:
        return LearnedWhen(Learned.UNKNOWN)
    if len(known) == 1:
        return LearnedWhen(Learned.ALONE, known[0][0])
    others = [place for place, (_, action) in enumerate(known) if action != favorites[-1]]
    if not others:
        return LearnedWhen(Learned.AT_BIRTH, known[0][0])
    before, since = known[others[-1]][0], known[others[-1] + 1][0]
    return LearnedWhen(Learned.NOW if since == len(favorites) - 1 else Learned.SINCE, since, before)


# --- two ages over a whole game --------------------------------------------------------------------------


@dataclass(frozen=True)
class QuarrelInquiry:
    """How two nets judge every position of a game; answered by :class:`Quarrel`, with more and more positions."""

    door: ClassVar[str] = DOOR
    """See :class:`~clevergo.app.engine.messages.Inquiry`."""
    nets: tuple[NetFile, NetFile]
    rules: Rules
    moves: tuple[int, ...]
    start: Start = EMPTY_BOARD


@dataclass(frozen=True, eq=False)
class Quarrel:
    """Two nets' first words on the first K positions of a game."""

    black_rates: NDArray[np.float32]
    """``float32[2, K]``: Black's chances to win, 0 to 1; NaN where the game is over. NaN too where only one move is
    considered, unless that is so everywhere: no net has learned to judge such positions."""
    favorites: NDArray[np.int16]
    """``int16[2, K]``: the moves liked best; -1 where the game is over."""
    total: int
    """Positions in all."""


def most_disputed(black_rates: NDArray[np.float32]) -> int | None:
    """The ply of the position about which two nets differ most: the first of those with the widest gap.

    Args:
        black_rates: ``float32[2, K]``, NaN where nothing is said.

    Returns:
        None where they never both say something.
    """
    gaps = np.abs(black_rates[0] - black_rates[1])
    return None if np.isnan(gaps).all() else int(np.nanargmax(gaps))
