"""Self-play: many games in lockstep, one leaf of each a tick, nothing ever waiting for another.

Everything between two evaluations (selection, moves, the ends of games, new games) happens inside one
compiled call, :func:`advance`, so no slot of the net's batch is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.game import Game
from clevergo.games.kernels import copy_board, deal, final_margin, play
from clevergo.search.descent import (
    LEAF,
    Leaves,
    Params,
    RootRule,
    RootState,
    SearchConfig,
    descend,
    new_leaves,
)
from clevergo.search.gumbel import (
    divergence,
    draw_gumbels,
    improved_policy,
    improved_value,
    schedule_table,
    select_root,
)
from clevergo.search.mcts import Evaluator, absorb_all
from clevergo.search.tree import Forest, clear_tree, new_forest, proven_for_mover, reroot, winning_edge
from clevergo.training.config import SelfPlayConfig
from clevergo.training.run.events import SeenBoard
from clevergo.training.selfplay.finished import FinishedGame

_UNPREPARED = -1
_NODES = 3
"""For each simulation: its own, and as many that are passed on the way because nothing else can be played there."""


class Slots(NamedTuple):
    """The games under way, beside what the search keeps of them."""

    opening: NDArray[np.int32]
    """``int32[G]``: plies below this one come from the bare policy."""
    budget: NDArray[np.int32]
    """``int32[G]``: simulations for the move being chosen; 0 plays the bare policy."""
    certain: NDArray[np.int32]
    """``int32[G]``: plies in a row at which the search was sure of the result."""
    moves: NDArray[np.int16]
    """``int16[G, L]``."""
    targets: NDArray[np.float32]
    """``float32[G, L, A]``, rows of searched plies only."""
    values: NDArray[np.float32]
    """``float32[G, L]``."""
    surprises: NDArray[np.float32]
    """``float32[G, L]``."""
    searched: NDArray[np.uint8]
    """``uint8[G, L]``: 1 where a ply was searched in full and is recorded."""
    start: NDArray[np.float32]
    """``float32[G, game.num_start]``."""
    owners: NDArray[np.int8]
    """``int8[P]`` scratch."""
    ended: NDArray[Any]
    """``Board[G]``: the last position of the game that ended last in each slot, to look at."""


class Finished(NamedTuple):
    """Games that ended since the last look; the arrays of :class:`Slots`, plus the result."""

    filled: NDArray[np.int32]
    """``int32[1]``: how many games there are."""
    length: NDArray[np.int32]
    start: NDArray[np.float32]
    margin: NDArray[np.float32]
    moves: NDArray[np.int16]
    targets: NDArray[np.float32]
    values: NDArray[np.float32]
    surprises: NDArray[np.float32]
    searched: NDArray[np.uint8]
    owners: NDArray[np.int8]


class SelfPlayParams(NamedTuple):
    """What new games and moves are drawn from, as kernels read it."""

    plan: NDArray[np.float64]
    """The game's own settings (:func:`clevergo.games.kernels.deal`)."""
    simulations: int
    deep_share: float
    deep_simulations: int
    opening_plies: int
    opening_temperature: float
    calm_after: int
    middle_share: float
    middle_plies: int
    decided_value: float
    decided_plies: int
    decided_search_share: float


@kernel
def start_game(
    forest: Forest, roots: RootState, slots: Slots, game: int, rules: SelfPlayParams, rng: np.random.Generator
) -> None:
    """Put a new game into slot ``game``."""
    forest.restraint[game] = deal(roots.boards[game], rules.plan, rng, slots.start[game])
    clear_tree(forest, game)
    roots.started[game] = _UNPREPARED
    slots.opening[game] = int(rng.random() * (rules.opening_plies + 1))
    if rules.middle_share > 0.0 and rng.random() < rules.middle_share:
        slots.opening[game] = int(rng.random() * (rules.middle_plies + 1))
    slots.certain[game] = 0


@inline_kernel
def _prepare(
    forest: Forest,
    roots: RootState,
    slots: Slots,
    game: int,
    rules: SelfPlayParams,
    rng: np.random.Generator,
) -> None:
    """The root has been evaluated: decide how hard to think about this move, if there is anything to think about."""
    roots.started[game] = 0
    board = roots.boards[game]
    is_decided = slots.certain[game] >= rules.decided_plies and rng.random() >= rules.decided_search_share
    if forest.edge_count[game, 0] == 1 or board.ply < slots.opening[game] or is_decided:
        slots.budget[game] = 0
    else:
        slots.budget[game] = rules.simulations
        if rules.deep_share > 0.0:
            roots.is_deep[game] = rng.random() < rules.deep_share
            if roots.is_deep[game]:
                slots.budget[game] = rules.deep_simulations
        draw_gumbels(roots.gumbels[game], forest.edge_count[game, 0], rng)


@inline_kernel
def _policy_move(forest: Forest, game: int, draw: bool, temperature: float, rng: np.random.Generator) -> int:
    """The edge the bare policy plays: drawn in proportion to ``prior ** (1 / temperature)``, or its favorite."""
    start, count = forest.first_edge[game, 0], forest.edge_count[game, 0]
    best = start
    power = 1.0 / temperature
    total = 1.0
    if power != 1.0:
        total = 0.0
        for edge in range(start, start + count):
            total += forest.prior[game, edge] ** power
    ticket = rng.random() * total if draw else 2.0 * total
    for edge in range(start, start + count):
        ticket -= forest.prior[game, edge] if power == 1.0 else forest.prior[game, edge] ** power
        if ticket < 0.0:
            return edge
        if forest.prior[game, edge] > forest.prior[game, best]:
            best = edge
    return best


@inline_kernel
def _searched_move(
    forest: Forest, roots: RootState, slots: Slots, leaves: Leaves, game: int, params: Params, rules: SelfPlayParams
) -> int:
    """The edge the search settles on; what it thought is recorded as this ply's targets."""
    ply = roots.boards[game].ply
    prior, visits, value_sum = forest.prior[game], forest.visits[game], forest.value_sum[game]
    start, count = forest.first_edge[game, 0], forest.edge_count[game, 0]
    raw = forest.raw_value[game, 0]
    c_visit, c_scale = params.c_visit, params.c_scale
    if forest.proven[game, 0] > 0:
        for i in range(count):
            leaves.policy[i] = 0.0
        leaves.policy[winning_edge(forest, game, 0) - start] = 1.0
    else:
        improved_policy(prior, visits, value_sum, start, count, raw, c_visit, c_scale, leaves.policy)
    value = float(forest.proven[game, 0])
    if forest.proven[game, 0] == 0:
        value = improved_value(leaves.policy, prior, visits, value_sum, start, count, raw)
    target = slots.targets[game, ply]
    target[:] = 0.0
    for i in range(count):
        target[forest.action[game, start + i]] = leaves.policy[i]
    slots.surprises[game, ply] = divergence(target, forest.action[game], prior, start, count)
    slots.values[game, ply] = value
    sure = abs(value) >= rules.decided_value
    slots.certain[game] = slots.certain[game] + 1 if sure else 0
    if forest.proven[game, 0] > 0:
        return winning_edge(forest, game, 0)
    if 0 < rules.calm_after <= ply:  # it has drawn the moves to look at; what they were found to be worth decides
        roots.gumbels[game, :count] = 0.0
    chosen = select_root(prior, visits, value_sum, start, count, raw, c_visit, c_scale, roots.gumbels[game], -1)
    if proven_for_mover(forest, game, chosen) < 0:  # whatever else is more promising
        for i in range(count):
            if leaves.policy[i] > leaves.policy[chosen - start]:
                chosen = start + i
    return chosen


@inline_kernel
def _move(
    forest: Forest,
    roots: RootState,
    slots: Slots,
    leaves: Leaves,
    game: int,
    params: Params,
    rules: SelfPlayParams,
    rng: np.random.Generator,
) -> None:
    """Play the move of a finished search and make the position after it the root."""
    board = roots.boards[game]
    ply = board.ply
    slots.searched[game, ply] = slots.budget[game] > 0 and (rules.deep_share == 0.0 or roots.is_deep[game] > 0)
    if slots.budget[game] > 0:
        action = forest.action[game, _searched_move(forest, roots, slots, leaves, game, params, rules)]
    else:
        draws = ply < slots.opening[game]
        action = forest.action[game, _policy_move(forest, game, draws, rules.opening_temperature, rng)]
    slots.moves[game, ply] = action
    play(board, action)
    reroot(forest, game, action, False)
    roots.started[game] = _UNPREPARED


@inline_kernel
def _finish(roots: RootState, slots: Slots, finished: Finished, game: int) -> None:
    """Hand the game in slot ``game`` over."""
    board = roots.boards[game]
    index = finished.filled[0]
    length = board.ply
    finished.length[index] = length
    finished.start[index] = slots.start[game]
    finished.margin[index] = final_margin(board, slots.owners)
    finished.owners[index] = slots.owners
    finished.moves[index, :length] = slots.moves[game, :length]
    finished.values[index, :length] = slots.values[game, :length]
    finished.surprises[index, :length] = slots.surprises[game, :length]
    finished.searched[index, :length] = slots.searched[game, :length]
    for ply in range(length):
        if slots.searched[game, ply]:
            finished.targets[index, ply] = slots.targets[game, ply]
    finished.filled[0] = index + 1
    copy_board(slots.ended[game], board)


@kernel
def advance(
    forest: Forest,
    roots: RootState,
    slots: Slots,
    leaves: Leaves,
    finished: Finished,
    params: Params,
    rules: SelfPlayParams,
    rng: np.random.Generator,
) -> int:
    """Take every game on to its next leaf, whose board is left in the slot of the same number.

    Returns:
        How many moves were made on the way. ``finished`` must have room for G more games.
    """
    made = 0
    for game in range(roots.boards.shape[0]):
        while True:
            if forest.node_count[game] == 0:
                descend(forest, roots, game, leaves, game, params)
                break
            if roots.started[game] == _UNPREPARED:
                _prepare(forest, roots, slots, game, rules, rng)
            if roots.started[game] < slots.budget[game] and forest.proven[game, 0] == 0:
                status = descend(forest, roots, game, leaves, game, params)
                roots.started[game] += 1
                if status == LEAF:
                    break
                continue
            _move(forest, roots, slots, leaves, game, params, rules, rng)
            made += 1
            if roots.boards[game].over:
                if finished.filled[0] == finished.length.shape[0]:
                    return -1
                _finish(roots, slots, finished, game)
                start_game(forest, roots, slots, game, rules, rng)
    return made


@dataclass(frozen=True)
class Stage:
    """The settings that change as a dog grows, at one moment."""

    simulations: int
    c_scale: float
    positions: int

    @classmethod
    def at(cls, config: SelfPlayConfig, positions: int) -> Stage:
        """The stage of a dog that has played ``positions`` positions."""
        grown = min(1.0, positions / max(1, config.grown_after))
        simulations = config.simulations if positions < config.late_after else config.late_simulations
        if config.simulation_steps:
            reached = [count for begun, count in config.simulation_steps if begun <= positions]
            simulations = reached[-1] if reached else config.simulations
        return cls(simulations, config.c_scale + grown * (config.late_c_scale - config.c_scale), positions)


class SelfPlay:
    """Plays ``config.games`` games side by side, for ever. Owns all their state."""

    def __init__(
        self, game: Game, config: SelfPlayConfig, size: int, rng: np.random.Generator, positions: int = 0
    ) -> None:
        """Set up the games of a dog that has played so many ``positions`` already (see :class:`Stage`)."""
        self._game = game
        self._config = config = config.in_game(game)
        self._size = size
        self._rng = rng
        games, actions = config.games, game.num_actions(size)
        self._ply_limit = limit = game.ply_limit(config.of_game, size)
        self._forest = new_forest(games, _NODES * config.most_simulations + 2, actions)
        self._leaves = new_leaves(game.board, games, actions, limit + 1)
        self._roots = RootState(
            boards=np.zeros(games, game.board),
            gumbels=np.zeros((games, actions), np.float32),
            schedule=np.zeros((1, 1), np.int32),
            started=np.full(games, _UNPREPARED, np.int32),
            is_deep=np.zeros(games, np.uint8),
        )
        self._slots = Slots(
            opening=np.zeros(games, np.int32),
            budget=np.zeros(games, np.int32),
            certain=np.zeros(games, np.int32),
            owners=np.zeros(game.num_owned(size), np.int8),
            ended=np.zeros(games, game.board),
            **_room_for_games(game, games, limit, size),
        )
        self._finished = Finished(
            filled=np.zeros(1, np.int32),
            length=np.zeros(2 * games, np.int32),
            margin=np.zeros(2 * games, np.float32),
            owners=np.zeros((2 * games, game.num_owned(size)), np.int8),
            **_room_for_games(game, 2 * games, limit, size),
        )
        self._prior = np.empty((games, actions), np.float32)
        self._value = np.empty(games, np.float32)
        self.set_stage(Stage.at(config, positions))
        for slot in range(games):
            start_game(self._forest, self._roots, self._slots, slot, self._rules, rng)
        self.moves_made = 0
        self.evaluations = 0

    def set_stage(self, stage: Stage) -> None:
        """Go on with other simulations, value weight and restraint; takes effect move by move."""
        config = self._config
        considered = min(config.considered, stage.simulations, self._game.num_actions(self._size))
        search = SearchConfig(
            RootRule.GUMBEL, considered=considered, c_scale=stage.c_scale, proves=self._game.ends_suddenly
        )
        self._params = search.params()
        deep = config.deep_simulations if config.deep_share else 1
        self._roots = self._roots._replace(
            schedule=schedule_table(considered, stage.simulations),
            deeper=schedule_table(min(config.considered, deep, self._game.num_actions(self._size)), deep),
        )
        plan = self._game.plan(config.of_game, self._size, stage.positions)
        self._rules = SelfPlayParams(
            plan=plan,
            simulations=stage.simulations,
            deep_share=config.deep_share,
            deep_simulations=config.deep_simulations,
            opening_plies=config.opening_plies,
            opening_temperature=config.opening_temperature,
            calm_after=config.calm_after,
            middle_share=config.middle_share,
            middle_plies=config.middle_plies,
            decided_value=config.decided_value,
            decided_plies=config.decided_plies,
            decided_search_share=config.decided_search_share,
        )

    def tick(self, evaluator: Evaluator) -> list[FinishedGame]:
        """One evaluation of one leaf of every game; returns the games that ended before it."""
        state = (self._forest, self._roots, self._slots, self._leaves, self._finished)
        made = advance(*state, self._params, self._rules, self._rng)
        assert made >= 0, "finished games were not taken"
        self.moves_made += made
        boards = self._leaves.boards
        evaluator.evaluate(boards, self._prior, self._value)
        absorb_all(self._forest, self._leaves, len(boards), self._prior, self._value)
        self.evaluations += len(boards)
        return self._take_finished()

    def under_way(self) -> tuple[int, int]:
        """Moves made, and positions recorded, in the games that are not finished yet."""
        plies = self._roots.boards["ply"]
        made = np.arange(self._ply_limit) < plies[:, None]
        return int(plies.sum()), int(self._slots.searched[made].sum())

    def seen(self, games: int) -> list[SeenBoard]:
        """The first ``games`` games as they stand."""
        return [self._see(board) for board in self._roots.boards[:games]]

    def seen_ended(self, games: int) -> dict[int, SeenBoard]:
        """Of the first ``games`` slots those in which a game has ended since this was asked last, each with its end."""
        ended = self._slots.ended[:games]
        slots = np.flatnonzero(ended["over"])
        seen = {int(slot): self._see(ended[slot]) for slot in slots}
        ended["over"][slots] = 0
        return seen

    def _see(self, board: Any) -> SeenBoard:
        return SeenBoard(*self._game.look(board), int(board["ply"]), self._game.winning_rows(board))

    def _take_finished(self) -> list[FinishedGame]:
        done = self._finished
        games = [_game_at(self._game, done, index, self._size) for index in range(int(done.filled[0]))]
        done.filled[0] = 0
        return games


def _room_for_games(game: Game, games: int, ply_limit: int, size: int) -> dict[str, NDArray[Any]]:
    """What is kept of a game from its beginning on, for so many."""
    return {
        "start": np.zeros((games, game.num_start), np.float32),
        "moves": np.zeros((games, ply_limit), np.int16),
        "targets": np.zeros((games, ply_limit, game.num_actions(size)), np.float32),
        "values": np.zeros((games, ply_limit), np.float32),
        "surprises": np.zeros((games, ply_limit), np.float32),
        "searched": np.zeros((games, ply_limit), np.uint8),
    }


def _game_at(game: Game, done: Finished, index: int, size: int) -> FinishedGame:
    length = int(done.length[index])
    plies = np.flatnonzero(done.searched[index, :length]).astype(np.int16)
    quantized: NDArray[Any] = np.rint(done.targets[index, plies] * 65535.0).astype(np.uint16)
    return FinishedGame(
        game=game,
        size=size,
        start=done.start[index].copy(),
        moves=done.moves[index, :length].copy(),
        plies=plies,
        targets=quantized,
        values=done.values[index, plies].copy(),
        surprises=done.surprises[index, plies].copy(),
        margin=float(done.margin[index]),
        owners=done.owners[index].copy(),
    )
