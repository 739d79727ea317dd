"""Boards of one game, side by side, each with what is seen of it: what every environment is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games.chance import new_random_state
from clevergo.games.go.stones import STRIDE
from clevergo.games.illegal import GAME_OVER, IllegalMoveError
from clevergo.gym.actions import GameOverError, IllegalActionError
from clevergo.gym.envs import kernels
from clevergo.gym.envs.kernels import Boards, View, new_view
from clevergo.gym.envs.options import Options
from clevergo.gym.values import whole_number
from clevergo.problem import BadValueError

OPENING = ("moves", "random_moves")
"""The options of a reset, see :meth:`BoardBatch.reset`."""
_FEW = 4
"""A random beginning has at most so many times fewer moves than there are points: few games end before it is over."""
_TRIES = 1000
"""Random beginnings that end the game are drawn again so often."""


class BoardBatch:
    """B boards, which begin alike; owns them, their legal moves and the chance that draws from these."""

    def __init__(self, options: Options, count: int) -> None:
        self.options = options
        rules = options.rules
        first = rules.first_position(options.start).board.copy()
        if "ply_limit" in (first.dtype.names or ()):
            first["ply_limit"] = options.max_plies
        self._position = type(rules.first_position())
        self.first = first
        """``Board[1]``: what every game begins with."""
        self.boards: NDArray[np.void] = np.repeat(first, count)
        """``Board[B]``."""
        self.legal = np.zeros((count, rules.num_actions), np.int8)
        """``int8[B, A]``: the legal moves of each, kept apart from what was given away."""
        pass_action = -1 if rules.pass_action is None else rules.pass_action
        self._read = Boards(self.boards, *_stones_in(self.boards, rules.size), self.legal, pass_action)
        self._owners = np.zeros(max(1, rules.game.num_owned(rules.size)), np.int8)
        self._everywhere, self._nowhere = np.ones(count, np.bool_), np.zeros(count, np.bool_)
        self._chance = new_random_state(np.random.default_rng())
        self._prize = options.prize
        self._count, self._actions = count, rules.num_actions
        self._shape = (options.num_planes, *rules.grid)
        self.look()  # the legal moves, for whoever plays without a reset

    def __len__(self) -> int:
        return self._count

    def seed(self, rng: np.random.Generator) -> None:
        """Let chance come from here."""
        self._chance = new_random_state(rng)

    # --- playing ---

    def reset(self, options: Mapping[str, Any] | None = None, chosen: NDArray[np.bool_] | None = None) -> None:
        """Begin the ``chosen`` games anew, ``bool[B]``, None: all.

        Args:
            options: how, if not as usual: ``moves``, actions that have been played already, in turn, and
                ``random_moves``, so many more, drawn for each board.
            chosen: which games.

        Raises:
            BadValueError: there is no such option, or its value cannot be; or random moves end the game however they
                are drawn, and then it is over.
            IllegalActionError: one of the ``moves`` is forbidden.
        """
        asked = dict(options or {})
        moves, random_moves = asked.pop("moves", ()), asked.pop("random_moves", 0)
        if asked:
            raise BadValueError("env_option", found=", ".join(map(str, asked)), known=", ".join(OPENING))
        if not isinstance(moves, Iterable) or isinstance(moves, str):
            raise BadValueError("env_moves", found=str(moves)[:60])
        first = self._after([self.options.number_of(move) for move in moves])
        most = min(self.options.rules.grid.points // _FEW, self.options.max_plies - int(first["ply"][0]) - 1)
        count = whole_number("random_moves", random_moves)
        if not 0 <= count <= most:
            raise BadValueError("env_range", name="random_moves", low=0, high=most, found=count)
        boards = self._everywhere if chosen is None else chosen
        for _ in range(_TRIES):
            kernels.reset_boards(self.boards, first, boards)
            for _ in range(count):
                self.look()
                kernels.play_boards(self.boards, self.draw_actions(), boards & (self.boards["over"] == 0))
            boards = boards & (self.boards["over"] != 0)
            if not boards.any():
                return
        self.look()  # nobody plays on by the legal moves of before
        raise BadValueError("env_moves_over")

    def _after(self, moves: Sequence[int]) -> NDArray[np.void]:
        """``Board[1]``: what every game begins with, after moves."""
        position = self._position(self.options.rules, self.first.copy())
        for move in moves:
            try:
                position = position.play(move)
            except IllegalMoveError as error:
                raise IllegalActionError(move, error.reason) from error
        if position.is_over:
            raise BadValueError("env_moves_over")
        return position.board  # type: ignore[no-any-return]

    def step(
        self, actions: NDArray[np.int64], resting: NDArray[np.bool_] | None = None
    ) -> tuple[View, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Play an action on each board, or, on one that is ``resting``, begin anew.

        Returns:
            What is seen then; ``float64[B]``, the first side's rewards; ``bool[B]``, which games have ended by their
            rules; ``bool[B]``, which were cut off after the most plies they may have.

        Raises:
            IllegalActionError: one of the actions may not be played. Then none has been.
            NoSuchActionError: there is no such action; the same.
        """
        count, seen = self._count, self._new_view()
        rewards, terminated, truncated = np.empty(count), np.empty(count, np.bool_), np.empty(count, np.bool_)
        resting = self._nowhere if resting is None else resting
        told = rewards, terminated, truncated, seen
        refused = kernels.step_boards(self._read, actions, self.first, resting, self._prize, self._owners, *told)
        if refused >= 0:
            raise self._refusal(refused, int(actions[refused]))
        return seen, rewards, terminated, truncated

    def _refusal(self, at: int, action: int) -> Exception:
        """Why an action may not be played there."""
        if not 0 <= action < self.options.rules.num_actions:
            return self.options.no_such_action(action)
        position = self.position(at)
        if position.is_over:
            return GameOverError(action, GAME_OVER)
        try:
            position.play(action)
        except IllegalMoveError as error:
            return IllegalActionError(action, error.reason)
        raise AssertionError(f"action {action} is legal, but not by the mask")

    def draw_actions(self) -> NDArray[np.int64]:
        """``int64[B]``: a legal action of each board, each as likely; 0 where the game is over."""
        actions = np.empty(self._count, np.int64)
        kernels.draw_actions(self.legal, self._chance, actions)
        return actions

    # --- looking ---

    def look(self, view: View | None = None, chosen: NDArray[np.bool_] | None = None) -> View:
        """What is seen of all boards; or a ``view`` that is known, after the ``chosen`` of them changed."""
        seen = self._new_view() if view is None else view
        kernels.look_at_boards(self._read, self._everywhere if chosen is None else chosen, seen)
        return seen

    def _new_view(self) -> View:
        return new_view(self._count, self._shape, self._actions)

    def position(self, at: int = 0) -> Any:
        """One board as a value of the game's own (:class:`clevergo.games.game.Position`)."""
        return self._position(self.options.rules, self.boards[at : at + 1].copy())


def _stones_in(boards: NDArray[np.void], size: int) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
    """The field of the boards that holds their stones, ``int8[B, K]``, and where each point is in it."""
    points = np.arange(size * size, dtype=np.int32)
    if "cells" in (boards.dtype.names or ()):
        return boards["cells"], points
    rows, columns = points // size, points % size
    return boards["color"], (rows + 1) * STRIDE + columns + 1
