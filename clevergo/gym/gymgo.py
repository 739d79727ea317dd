"""GymGo's environment for GymGo's users: ``GoEnv`` under its names, with the four values ``step`` had.

Programs written for GymGo change a line: ``from clevergo.gym import gymgo as gym`` in place of ``import gym``, and
``from clevergo.gym import gogame, govars, state_utils`` in place of ``from gym_go import ...``. New ones rather use the
environments of Gymnasium and PettingZoo in :mod:`clevergo.gym`.

Where this differs from GymGo: after the end no move is valid; what is refused says why; a draw's heuristic reward is 0,
as GymGo's page says; boards have 2 to 19 points a side.
"""

from __future__ import annotations

import enum
import functools
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.go.position import Position
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.gym import gogame, govars
from clevergo.gym.actions import Action, InvalidMoveError, flat_action
from clevergo.gym.envs.rendering import Renderer
from clevergo.gym.registration import sound_kept
from clevergo.gym.values import finite_number, whole_number
from clevergo.problem import Problem

if TYPE_CHECKING:
    from gymnasium import spaces

__all__ = ["GoEnv", "RewardMethod", "make"]

State = gogame.State
_NAMES = ("gym_go:go-v0", "go-v0")


class RewardMethod(enum.Enum):
    """What a step is worth, seen by Black."""

    REAL = "real"
    """1 when Black has won, -1 when White has, 0 before the end and for a draw."""
    HEURISTIC = "heuristic"
    """Black's area less White's and komi; at the end N*N when Black has won, -N*N when White has, 0 for a draw."""


class GoEnv:
    """A game of Go: area scoring, simple ko, suicide forbidden, two passes end it. Black begins."""

    metadata: ClassVar[dict[str, list[str]]] = {"render.modes": ["terminal", "human"]}
    govars: ClassVar[ModuleType] = govars
    gogame: ClassVar[ModuleType] = gogame

    def __init__(self, size: int, komi: float = 0, reward_method: str = "real") -> None:
        """An empty board of ``size`` x ``size`` points; ``reward_method`` is a word of :class:`RewardMethod`.

        Raises:
            ValueError: something of it cannot be.
        """
        methods = [method.value for method in RewardMethod]
        if reward_method not in methods:
            raise ValueError(f"reward_method must be {' or '.join(map(repr, methods))}, not {reward_method!r}")
        self.size = whole_number("size", size)
        self.komi = finite_number("komi", komi)
        self.reward_method: RewardMethod = RewardMethod(reward_method)
        self.state_: State = gogame.init_state(self.size)
        self.done: int = 0
        self._renderer = Renderer()

    # --- playing -------------------------------------------------------------------------------------------

    def reset(self) -> State:
        """Begin again; the first state, ``float64[6, N, N]``."""
        self.state_ = gogame.init_state(self.size)
        self.done = 0
        return self.state()

    def step(self, action: Action) -> tuple[State, float, int, dict[str, Any]]:
        """Play an action for the side to move.

        Args:
            action: 0 to N*N, a row and a column, or None for a pass.

        Returns:
            The state ``float64[6, N, N]``, the reward seen by Black, whether the game is over (1 or 0), and
            :meth:`info`.

        Raises:
            InvalidActionError: it is no action on this board.
            InvalidMoveError: the rules forbid it, or the game is over. Both are AssertionErrors; nothing was played.
        """
        flat = flat_action(action, self.size)
        self.state_ = gogame.next_state(self.state_, flat)
        self.done = gogame.game_ended(self.state_)
        return self.state(), self.reward(), self.done, self.info()

    def uniform_random_action(self) -> int:
        """A uniformly random valid action, a pass included, seeded by ``np.random.seed``.

        Raises:
            InvalidMoveError: the game is over.
        """
        valid = np.flatnonzero(self.valid_moves())
        if not len(valid):
            raise InvalidMoveError(self.size**2, "game_over")
        return int(np.random.choice(valid))  # noqa: NPY002

    # --- what may be given and what is seen, for Gymnasium's users --------------------------------------------

    @functools.cached_property
    def action_space(self) -> spaces.Discrete:
        """Numbers from 0 to N*N. ModuleNotFoundError where Gymnasium, which nothing else needs, is missing."""
        return _spaces().Discrete(self.size**2 + 1)

    @functools.cached_property
    def observation_space(self) -> spaces.Box:
        """``float64[6, N, N]``, what :meth:`state` returns; bounds as GymGo's. Needs Gymnasium, too."""
        return _spaces().Box(0, govars.NUM_CHNLS, self.state_.shape, np.float64)

    # --- what there is to know -------------------------------------------------------------------------------

    def state(self) -> State:
        """A copy of the state, ``float64[6, N, N]``, channels as in :mod:`clevergo.gym.govars`."""
        return self.state_.copy()

    def canonical_state(self) -> State:
        """The state as the side to move sees it: that side's stones in Black's channel."""
        return gogame.canonical_form(self.state_)

    def children(self, canonical: bool = False, padded: bool = True) -> State:
        """The states after every valid action, see :func:`clevergo.gym.gogame.children`."""
        return gogame.children(self.state_, canonical, padded)

    def valid_moves(self) -> NDArray[np.float64]:
        """``float64[N*N+1]``: 1 where an action is valid."""
        return gogame.valid_moves(self.state_)

    def turn(self) -> int:
        """Whose turn it is: ``govars.BLACK`` or ``govars.WHITE``."""
        return gogame.turn(self.state_)

    def prev_player_passed(self) -> bool:
        """Whether the last move was a pass."""
        return gogame.prev_player_passed(self.state_)

    def game_ended(self) -> int:
        """1 if the game is over, else 0."""
        return self.done

    def winning(self) -> int:
        """Who has more area by now, komi counted: 1 Black, -1 White, 0 neither."""
        return gogame.winning(self.state_, self.komi)

    def winner(self) -> int:
        """Who has won: 1 Black, -1 White; 0 for a draw and before the end."""
        return self.winning() if self.done else 0

    def reward(self) -> float:
        """What the state is worth to Black, see :class:`RewardMethod`."""
        if self.reward_method is RewardMethod.REAL:
            return self.winner()
        if self.done:
            return self.winner() * self.size**2
        black, white = gogame.areas(self.state_)
        return black - white - self.komi

    def info(self) -> dict[str, Any]:
        """``turn``, ``invalid_moves`` and ``prev_player_passed``, as the functions of those names say."""
        return {
            "turn": self.turn(),
            "invalid_moves": gogame.invalid_moves(self.state_),
            "prev_player_passed": self.prev_player_passed(),
        }

    # --- showing -------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return gogame.str(self.state_)

    def render(self, mode: str = "terminal") -> tuple[int, int] | int | None:
        """Write the board to standard output, or show it in a window and ask a person for a move.

        Args:
            mode: ``terminal`` or ``human``.

        Returns:
            With ``human`` an action for :meth:`step`: the row and column that were clicked, or None for a pass, where P
            was pressed. R begins the game again; E, or closing the window, is -1, which is no action. Else None.
        """
        if mode not in self.metadata["render.modes"]:
            raise ValueError(
                f"render mode must be {' or '.join(map(repr, self.metadata['render.modes']))}, not {mode!r}"
            )
        if mode == "terminal":
            coding = getattr(sys.stdout, "encoding", None) or "utf-8"  # of a pipe it may know no board's lines
            sys.stdout.write(f"{self}\n".encode(coding, "replace").decode(coding))
            return None
        while (answer := self._renderer.ask(self._position())) == "reset":
            self.reset()
        if answer == "exit":
            self.close()
            return -1
        return None if isinstance(answer, str) else divmod(answer, self.size)

    def _position(self) -> Position:
        """The board as the window draws it; of what came before it knows nothing."""
        stones = self.state_[govars.BLACK] * int(Color.BLACK) + self.state_[govars.WHITE] * int(Color.WHITE)
        most = self.size**2  # any number is a komi here, but not in rules
        rules = Ruleset(self.size, round(2 * min(max(self.komi, -most), most)) / 2, KoRule.SIMPLE)
        position = Position.from_stones(rules, stones.astype(np.int8), Color(self.turn() + 1))
        if not self.done:
            return position
        board = position.board.copy()
        board["over"], board["passes"] = 1, 2
        return Position(rules, board)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


def _spaces() -> ModuleType:
    """Gymnasium's spaces."""
    try:
        with sound_kept():
            from gymnasium import spaces
    except ModuleNotFoundError as error:
        if error.name not in ("gymnasium", "gymnasium.spaces"):
            raise
        raise ModuleNotFoundError(str(Problem("env_gymnasium")), name=error.name) from error
    return spaces


def make(name: str = "gym_go:go-v0", **settings: Any) -> GoEnv:
    """GymGo's environment as ``gym.make`` made it: ``make("gym_go:go-v0", size=7, komi=0, reward_method="real")``."""
    if name not in _NAMES:
        raise ValueError(f"there is no {name!r} here: {' or '.join(map(repr, _NAMES))} is GymGo's environment")
    return GoEnv(**settings)
