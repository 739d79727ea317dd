"""Many boards as one Gymnasium environment: ``gymnasium.make_vec("CleverGo/Go-v0", num_envs=4096, size=9)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from clevergo.gym.envs.batch import BoardBatch
from clevergo.gym.envs.kernels import View
from clevergo.gym.envs.options import BOARD, REAL, Options
from clevergo.gym.envs.rendering import RENDER_MODES, Renderer
from clevergo.gym.envs.single import five_options, go_options, observation_space
from clevergo.gym.values import one_of
from clevergo.problem import BadValueError

__all__ = ["BoardVectorEnv", "FiveInARowVectorEnv", "GoVectorEnv"]

Observation = NDArray[np.float32]
Info = dict[str, Any]
_MODES = tuple(mode for mode in RENDER_MODES if mode != "human")


class BoardVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Boards of one game, stepped in one call. What each says is what the environment of one board says.

    Infos are arrays: ``turn`` ``int64[B]``, ``invalid_moves`` ``float64[B, A]``, ``prev_player_passed`` ``bool[B]``,
    ``action_mask`` ``int8[B, A]``. How games that are over begin anew is ``metadata["autoreset_mode"]``.
    """

    metadata: dict[str, Any] = {"render_modes": _MODES, "render_fps": 4}  # noqa: RUF012 - as gymnasium has it

    def __init__(
        self, options: Options, num_envs: int, autoreset_mode: AutoresetMode | str, render_mode: str | None
    ) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise BadValueError("env_count", found=str(num_envs)[:60])
        if render_mode is not None:
            one_of("render_mode", render_mode, _MODES)
        if not isinstance(autoreset_mode, AutoresetMode):
            one_of("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode])
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.num_envs = num_envs
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_observation_space = observation_space(options)
        self.single_action_space = spaces.Discrete(options.rules.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._options = options
        self._batch = BoardBatch(options, num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._renderer = Renderer()
        self._batch.look()

    # --- what every environment has ---

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin all games, or those of ``options["reset_mask"]``, ``bool[B]``.

        Args:
            seed: where all chance comes from, one number for all boards; None goes on with what there is.
            options: how these games begin, as with the environment of one board.
        """
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise BadValueError("env_seed", found=str(seed)[:60])
        super().reset(seed=None if seed is None else int(seed))
        if seed is not None:
            self._batch.seed(self.np_random)
        asked = dict(options or {})
        chosen = asked.pop("reset_mask", None)
        if chosen is not None:
            chosen = np.asarray(chosen)
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_ or not chosen.any():
                raise BadValueError("env_reset_mask", count=self.num_envs)
        self._batch.reset(asked, chosen)
        self._over = self._over & ~chosen if chosen is not None else np.zeros(self.num_envs, np.bool_)
        view = self._batch.look()
        return view.planes, _infos(view, np.ones(self.num_envs, np.bool_) if chosen is None else chosen)

    def step(self, actions: Any) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Move on every board.

        Args:
            actions: ``int[B]``; that of a board whose game was over is not looked at if it begins anew now.

        Raises:
            IllegalActionError: one is forbidden. None has been played then.
            BadValueError: there are not as many as boards, or (NoSuchActionError) one is no action.
        """
        try:
            numbers = np.asarray(actions)
        except ValueError:  # lists of several lengths
            raise BadValueError("env_actions", count=self.num_envs, found=str(actions)[:60]) from None
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise BadValueError("env_actions", count=self.num_envs, found=f"{numbers.dtype}{list(numbers.shape)}")
        resting = self._over if self.autoreset_mode is AutoresetMode.NEXT_STEP else None
        view, rewards, terminated, truncated = self._batch.step(np.ascontiguousarray(numbers, np.int64), resting)
        self._over = terminated | truncated
        infos = _infos(view, np.ones(self.num_envs, np.bool_))
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._over.any():
            infos = self._begin_anew(view)
        return view.planes, rewards, terminated, truncated, infos

    def _begin_anew(self, view: View) -> Info:
        """Games that are over begin again at once; how they ended is in the infos."""
        over = self._over
        final_obs = np.full(self.num_envs, None, object)
        for at in np.flatnonzero(over).tolist():
            final_obs[at] = view.planes[at].copy()
        final_info = {
            name: np.where(over.reshape(-1, *[1] * (value.ndim - 1)), value, 0).astype(value.dtype)
            for name, value in _values(view).items()
        }
        self._batch.reset(None, over)
        self._batch.look(view, over)
        infos = _infos(view, np.ones(self.num_envs, np.bool_))
        infos["final_obs"], infos["_final_obs"] = final_obs, over.copy()
        infos["final_info"] = final_info | {f"_{name}": over.copy() for name in final_info}
        infos["_final_info"] = over.copy()
        self._over = np.zeros(self.num_envs, np.bool_)
        return infos

    def render(self) -> Any:
        """A tuple of what each board looks like, as was asked for when it was made."""
        if self.render_mode is None:
            return None
        return tuple(self._renderer.render(self.render_mode, self.position(at)) for at in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to close."""

    # --- what boards have besides ---

    def position(self, at: int) -> Any:
        """One of the boards as a value (:class:`clevergo.games.game.Position`)."""
        return self._batch.position(at)

    def action_masks(self) -> NDArray[np.bool_]:
        """``bool[B, A]``: which actions are legal."""
        return self._batch.legal != 0

    def uniform_random_actions(self) -> NDArray[np.int64]:
        """``int64[B]``: a legal action of each board, each as likely; 0 where the game is over."""
        return self._batch.draw_actions()


def _values(view: View) -> dict[str, NDArray[Any]]:
    return {
        "turn": view.turns,
        "invalid_moves": view.invalid,
        "prev_player_passed": view.passed,
        "action_mask": view.masks,
    }


def _infos(view: View, known: NDArray[np.bool_]) -> Info:
    values = _values(view)
    return values | {f"_{name}": known.copy() for name in values}


class GoVectorEnv(BoardVectorEnv):
    """Go on many boards; see :class:`clevergo.gym.envs.single.GoEnv`."""

    game: ClassVar[str] = "go"

    def __init__(
        self,
        num_envs: int = 1,
        size: int = 9,
        komi: float = 0.0,
        reward_method: str = REAL,
        *,
        ko: str = "simple",
        handicap: int = 0,
        observation: str = BOARD,
        max_plies: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        options = go_options(size, komi, reward_method, ko, handicap, observation, max_plies)
        super().__init__(options, num_envs, autoreset_mode, render_mode)


class FiveInARowVectorEnv(BoardVectorEnv):
    """Five in a row on many boards; see :class:`clevergo.gym.envs.single.FiveInARowEnv`."""

    game: ClassVar[str] = "five"

    def __init__(
        self,
        num_envs: int = 1,
        size: int = 15,
        reward_method: str = REAL,
        *,
        rule: str = "freestyle",
        row: int = 5,
        observation: str = BOARD,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        options = five_options(size, reward_method, rule, row, observation)
        super().__init__(options, num_envs, autoreset_mode, render_mode)
