"""One board as a PettingZoo environment of two agents: what ``go_v0`` and ``five_in_a_row_v0`` are made of.

An agent sees the board from its own side, as AlphaGo Zero did (Silver et al. 2017, "Methods"), for eight boards: plane
``2 k`` holds its own stones as they lay ``k`` moves ago, ``2 k + 1`` the other's; boards before the first are empty.
Plane 16 is all ones for Black.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.gym.envs.batch import OPENING, BoardBatch
from clevergo.gym.envs.options import Options
from clevergo.gym.envs.rendering import RENDER_MODES, Renderer
from clevergo.gym.registration import sound_kept
from clevergo.gym.values import one_of
from clevergo.problem import Problem

try:
    with sound_kept():
        from pettingzoo import AECEnv
        from pettingzoo.utils.wrappers import (
            AssertOutOfBoundsWrapper,
            BaseWrapper,
            OrderEnforcingWrapper,
            TerminateIllegalWrapper,
        )
except ModuleNotFoundError as error:
    if error.name != "pettingzoo":
        raise
    raise ModuleNotFoundError(str(Problem("env_pettingzoo")), name=error.name) from error

BLACK, WHITE = "black_0", "white_0"
NUM_BOARDS = 8
_ILLEGAL_REWARD = -1.0
_COLORS = {BLACK: Color.BLACK, WHITE: Color.WHITE}


class BoardAgents(AECEnv[str, dict[str, NDArray[Any]], Any]):
    """Two agents in turn, ``black_0`` and ``white_0``; who wins gets 1, who loses -1, both 0 for a draw."""

    def __init__(self, name: str, options: Options, render_mode: str | None) -> None:
        super().__init__()
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "render_fps": 4, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [BLACK, WHITE]
        self.agents: list[str] = []
        self.options = options
        """What it was asked for."""
        self._batch = BoardBatch(options, 1)
        self._boards: deque[NDArray[np.int8]] = deque(maxlen=NUM_BOARDS)
        self._renderer = Renderer()
        actions = options.rules.num_actions
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (*options.rules.grid, 2 * NUM_BOARDS + 1), np.bool_),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    @property
    def position(self) -> Any:
        """The board as a value (:class:`clevergo.games.game.Position`)."""
        return self._batch.position()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """``observation``: ``bool[H, W, 17]``; ``action_mask``: ``int8[A]``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Numbers from 0 to A - 1."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; ``options`` as in :meth:`clevergo.gym.envs.single.BoardEnv.reset`; others are ignored."""
        if seed is not None:
            self._batch.seed(seeding.np_random(seed)[0])
        self._batch.reset({name: value for name, value in (options or {}).items() if name in OPENING})
        self._batch.look()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._boards.clear()
        self._note()

    def _note(self) -> None:
        """A new board is there."""
        position = self.position
        self._boards.appendleft(position.stones)
        self.agent_selection = BLACK if position.to_play is Color.BLACK else WHITE
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees; actions are legal for the one only whose turn it is."""
        color = _COLORS[agent]
        planes = np.zeros((*self.options.rules.grid, 2 * NUM_BOARDS + 1), np.bool_)
        for age, stones in enumerate(self._boards):
            planes[..., 2 * age] = stones == color
            planes[..., 2 * age + 1] = stones == 3 - color
        planes[..., -1] = color is Color.BLACK
        mask = self._batch.legal[0].copy()
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": planes, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Move for the agent whose turn it is: a number, or (row, col).

        None is what PettingZoo has agents give once the game is over. Before it is no action, not even a pass.

        Raises:
            IllegalActionError: the rules forbid it. What ``env()`` of a module returns ends the game instead.
            NoSuchActionError: there is no such action.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise self.options.no_such_action(action)
        agent = self.agent_selection
        number = np.array([self.options.number_of(action)])
        _, rewards, terminated, truncated = self._batch.step(number)
        self._cumulative_rewards[agent] = 0.0
        reward = float(rewards[0])
        self.rewards = {BLACK: reward, WHITE: -reward}
        self.terminations = dict.fromkeys(self.agents, bool(terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(truncated[0]))
        self._note()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The board as text, as an array of pixels, or in a window, as was asked for when it was made.

        The window of ``human`` only shows; E, or closing it, takes it away.
        """
        return None if self.render_mode is None else self._renderer.render(self.render_mode, self.position)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


class UnderstandingWrapper(BaseWrapper[str, dict[str, NDArray[Any]], Any]):
    """Makes numbers of actions that people write otherwise, as (row, col): PettingZoo's wrappers know only these."""

    def __init__(self, env: AECEnv[str, dict[str, NDArray[Any]], Any], options: Options) -> None:
        super().__init__(env)
        self._options = options

    def step(self, action: Any) -> None:
        """Move; numbers and None are passed on as they are, and PettingZoo refuses those that will not do.

        Raises:
            NoSuchActionError: there is no such action.
        """
        is_known = action is None or type(action) is int or isinstance(action, np.integer)
        super().step(action if is_known else self._options.number_of(action))

    def __str__(self) -> str:
        return str(self.env)


def wrapped(env: BoardAgents) -> AECEnv[str, dict[str, NDArray[Any]], Any]:
    """The environment in the wrappers of PettingZoo's own games.

    An illegal move loses at once, and calls out of order are told of.
    """
    safe: Any = TerminateIllegalWrapper(env, illegal_reward=_ILLEGAL_REWARD)
    return OrderEnforcingWrapper(UnderstandingWrapper(AssertOutOfBoundsWrapper(safe), env.options))
