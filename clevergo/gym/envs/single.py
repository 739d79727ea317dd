"""One board as a Gymnasium environment: ``gymnasium.make("CleverGo/Go-v0", size=9)``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from clevergo.games.guests import game_named
from clevergo.gym.envs.options import BOARD, REAL, Options
from clevergo.gym.envs.rendering import RENDER_MODES, Renderer
from clevergo.gym.values import one_of
from clevergo.problem import BadValueError

if TYPE_CHECKING:
    from clevergo.gym.envs.batch import BoardBatch
    from clevergo.gym.envs.kernels import View

__all__ = ["BoardEnv", "FiveInARowEnv", "GoEnv"]

Observation = NDArray[np.float32]
Info = dict[str, Any]
Action = Any
"""An action's number, ``(row, col)``, a list or an array of either, or None for a pass."""
_FARTHEST = 32.0
"""No plane of any net holds a number farther from 0."""


def observation_space(options: Options) -> spaces.Space[Observation]:
    """What one board looks like: ``float32[C, H, W]``."""
    low, high = (0.0, 1.0) if options.observation == BOARD else (-_FARTHEST, _FARTHEST)
    space: Any = spaces.Box(low, high, (options.num_planes, *options.rules.grid), np.float32)
    return space  # type: ignore[no-any-return]


class BoardEnv(gymnasium.Env[Observation, Any]):
    """One board of one game; both sides are moved through :meth:`step`, in turn. Rewards are the first side's."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012 - as gymnasium has it

    def __init__(self, options: Options, render_mode: str | None) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self._options = options
        self._actions = np.zeros(1, np.int64)
        self._num_actions = options.rules.num_actions
        self._renderer = Renderer()
        self.observation_space = observation_space(options)
        self.action_space = spaces.Discrete(self._num_actions)
        self.render_mode = render_mode

    @functools.cached_property
    def _batch(self) -> BoardBatch:
        """The board; with it comes what is compiled, so it is made when a game begins."""
        from clevergo.gym.envs.batch import BoardBatch

        return BoardBatch(self._options, 1)

    @property
    def position(self) -> Any:
        """The board as a value (:class:`clevergo.games.game.Position`): for searching, counting, writing records."""
        return self._batch.position()

    # --- what every environment has ---

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin a game.

        Args:
            seed: where all chance comes from; None goes on with what there is.
            options: how this game begins, if not as usual: ``moves``, actions that have been played already, and
                ``random_moves``, so many more.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._batch.seed(self.np_random)
        self._batch.reset(options)
        return self._seen(self._batch.look())

    def step(self, action: Action) -> tuple[Observation, SupportsFloat, bool, bool, Info]:
        """Move for the side whose turn it is.

        Raises:
            IllegalActionError: the rules forbid it, or the game is over. Nothing was played.
            NoSuchActionError: there is no such action.
        """
        is_one = type(action) is int and 0 <= action < self._num_actions  # the usual kind, without a detour
        self._actions[0] = action if is_one else self._options.number_of(action)
        view, rewards, terminated, truncated = self._batch.step(self._actions)
        planes, info = self._seen(view)
        return planes, float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def _seen(self, view: View) -> tuple[Observation, Info]:
        if self.render_mode == "human":
            self.render()
        return view.planes[0], _info(view)

    def render(self) -> Any:
        """The board as text, as an array of pixels, or in a window, as was asked for when it was made.

        The window of ``human`` shows what is stepped through, and E or closing it takes it away; nobody plays there:
        :meth:`step` has been given its action already. A person plays with :meth:`play`.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing: make the environment with render_mode=" + repr(RENDER_MODES))
            return None
        return self._renderer.render(self.render_mode, self.position)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    # --- what boards have besides ---

    def action_masks(self) -> NDArray[np.bool_]:
        """``bool[A]``: which actions are legal; under the name that algorithms which mask actions ask for."""
        return self._batch.legal[0] != 0

    def uniform_random_action(self) -> int:
        """A legal action, a pass included, each as likely. ``reset(seed=...)`` decides on the row of them."""
        if not self._batch.legal[0].any():
            raise BadValueError("env_over")
        return int(self._batch.draw_actions()[0])

    def play(self, opponent: Callable[[Observation, Info], Action] | None = None) -> None:
        """Let a person play in a window: a click plays, P passes, R begins anew, E ends it.

        Args:
            opponent: moves for the other side, asked with what :meth:`step` returned; None: the person moves both.
        """
        self._renderer.play(self, opponent)


def _info(view: View) -> Info:
    return {
        "turn": int(view.turns[0]),
        "invalid_moves": view.invalid[0],
        "prev_player_passed": bool(view.passed[0]),
        "action_mask": view.masks[0],
    }


class GoEnv(BoardEnv):
    """Go. Area scoring, suicide forbidden; simple ko and no komi, as in GymGo, unless one asks for other rules."""

    game: ClassVar[str] = "go"

    def __init__(
        self,
        size: int = 9,
        komi: float = 0.0,
        reward_method: str = REAL,
        *,
        ko: str = "simple",
        handicap: int = 0,
        observation: str = BOARD,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Make it; the first game begins with :meth:`reset`.

        Args:
            size: points along a side, 2 to 19.
            komi: points White gets for moving second; a whole or half number.
            reward_method: ``real``: 1 if Black has won, -1 if White has, else 0. ``heuristic``: Black's area less
                White's and komi after every move, and ``size ** 2``, or as much below zero, at the end.
            ko: which repetitions are forbidden (:class:`clevergo.games.go.rules.KoRule`).
            handicap: Black's stones on star points, before White moves first.
            observation: ``board``: the six planes of :mod:`clevergo.gym.govars`; ``history``, ``features`` or
                ``colors``: those of the program's nets (:mod:`clevergo.games.go.planes`), seen by the side to move,
                but for ``colors``, which tells Black from White.
            max_plies: a game is cut off then (``truncated``) and counted as it stands; ``2 * size ** 2`` if None.
            render_mode: ``ansi``, ``rgb_array``, ``human`` or None.

        Raises:
            BadValueError: something of it cannot be.
        """
        super().__init__(go_options(size, komi, reward_method, ko, handicap, observation, max_plies), render_mode)


class FiveInARowEnv(BoardEnv):
    """Five in a row (gomoku, renju): who first has five stones in a row has won."""

    game: ClassVar[str] = "five"

    def __init__(
        self,
        size: int = 15,
        reward_method: str = REAL,
        *,
        rule: str = "freestyle",
        row: int = 5,
        observation: str = BOARD,
        render_mode: str | None = None,
    ) -> None:
        """Make it; the first game begins with :meth:`reset`.

        Args:
            size: points along a side, 6 to 20.
            reward_method: ``real``: 1 if Black has won, -1 if White has, else 0.
            rule: ``freestyle``, ``standard`` or ``renju`` (:class:`clevergo.games.five.rules.RuleSet`).
            row: how many in a row win, 3 to 6.
            observation: ``board``: the planes of :mod:`clevergo.gym.govars`, of which nobody's pass stays empty;
                ``features`` or ``stones``: those of the program's nets (:mod:`clevergo.games.five.planes`), seen by
                the side to move.
            render_mode: ``ansi``, ``rgb_array``, ``human`` or None.

        Raises:
            BadValueError: something of it cannot be.
        """
        super().__init__(five_options(size, reward_method, rule, row, observation), render_mode)


def go_options(
    size: Any, komi: Any, reward_method: Any, ko: Any, handicap: Any, observation: Any, max_plies: Any
) -> Options:
    """What :class:`GoEnv` describes, checked."""
    terms = {"size": size, "komi": komi, "ko": ko, "handicap": handicap}
    return Options.checked(game_named("go"), terms, reward_method, observation, max_plies)


def five_options(size: Any, reward_method: Any, rule: Any, row: Any, observation: Any) -> Options:
    """What :class:`FiveInARowEnv` describes, checked."""
    terms = {"size": size, "rule": rule, "row": row}
    return Options.checked(game_named("five"), terms, reward_method, observation, None)
