"""What a game is: the one door by which the rest of the program knows what is being played.

A game is one folder (or file) that makes a :class:`Game` and registers its compiled functions
(:mod:`clevergo.games.kernels`). Which games there are stands in :mod:`clevergo.games.guests`. Search, nets and training
are given a game and a board size, and never ask which game it is.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.games.manners import Manners


class Rules(Protocol):
    """The rules one game is played by, as a value: the game, its size, and whatever else it leaves open."""

    @property
    def game(self) -> Game:
        """What is played."""
        ...

    @property
    def size(self) -> int:
        """Of the board, in the game's own measure."""
        ...

    @property
    def num_actions(self) -> int:
        """A: actions are ``0 .. A - 1``."""
        ...

    @property
    def ply_limit(self) -> int:
        """The most plies a game may have."""
        ...


class Position(Protocol):
    """A position as a value: playing a move gives a new one and leaves the old one as it was."""

    @property
    def rules(self) -> Rules:
        """What it is played by."""
        ...

    @property
    def board(self) -> NDArray[np.void]:
        """``Board[1]``, read-only."""
        ...

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        ...

    def moves_since(self, earlier: Any, most: int) -> list[int] | None:
        """The moves that lead from an ``earlier`` position to this one, at most so many; None where none do."""
        ...


class Settings(Protocol):
    """What a game reads of the settings of self-play."""

    @property
    def ply_limit(self) -> int:
        """A game ends after so many plies, on the game's usual board."""
        ...


class Game(Protocol):
    """What is played."""

    @property
    def name(self) -> str:
        """Short, in lower case, for files and commands: ``go``."""
        ...

    @property
    def board(self) -> np.dtype[Any]:
        """The record that is a position (:mod:`clevergo.games.kernels`)."""
        ...

    @property
    def manners(self) -> Manners:
        """How its players behave beside searching."""
        ...

    @property
    def start_names(self) -> tuple[str, ...]:
        """What games differ in from their first position on, beside the size; these numbers' names in files too."""
        ...

    @property
    def owners_name(self) -> str:
        """What it is called whose each point is at the end, where nets learn that; empty where they do not."""
        ...

    @property
    def num_start(self) -> int:
        """How many ``start_names`` there are, at least one: arrays of none are no use to compiled code."""
        ...

    def shape(self, size: int) -> tuple[int, int]:
        """Rows and columns of the board."""
        ...

    def num_actions(self, size: int) -> int:
        """Actions on a board of that size, passes included."""
        ...

    def pass_action(self, size: int) -> int | None:
        """The action that stands for a pass; None where there is none."""
        ...

    def num_owned(self, size: int) -> int:
        """Points of which nets learn whose they become; 0 where they learn nothing of the kind."""
        ...

    def most_plies(self, size: int) -> int:
        """The longest game there can be."""
        ...

    def ply_limit(self, settings: Any, size: int) -> int:
        """After how many plies a game of self-play ends at the latest."""
        ...

    def plan(self, settings: Any, size: int, positions: int) -> NDArray[np.float64]:
        """The settings of self-play as :func:`clevergo.games.kernels.deal` reads them.

        Args:
            settings: the game's part of :class:`clevergo.training.config.SelfPlayConfig`.
            positions: how many the player has played so far.
        """
        ...

    def symmetries(self, size: int) -> NDArray[np.int64]:
        """``int64[S, A]``: where each action of the turned board comes from, for each of S symmetries, itself first.

        An action below ``rows * columns`` is a point's.
        """
        ...

    def look(self, board: Any) -> tuple[NDArray[np.int8], int | None]:
        """``(stones int8[H, W], last action or None)`` of a board, to look at: 0 empty, 1 and 2 the sides."""
        ...

    def samples(self, size: int) -> NDArray[np.void]:
        """``Board[32]``, always the same: positions to try a net on, from the first plies to the end."""
        ...
