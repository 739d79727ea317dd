"""The replay window: the latest games, and batches of positions drawn from them.

Positions are not stored as planes: a game is its moves, and a drawn position is replayed from the start by
the compiled rules, then turned into planes by the very kernel that feeds the net in play.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.games.game import Game
from clevergo.games.kernels import FIRST, begin, play, write_planes
from clevergo.nn.training.step import Batch
from clevergo.training.config import LearnerConfig
from clevergo.training.selfplay.finished import FinishedGame

_GAMES_PER_POSITION = 1 / 8
"""Room for games: even those of which only eight positions were recorded, on average, fit the window."""
_MOST_WEIGHT = 4.0
"""No position is drawn more often than so many times its fair share."""


class GameStore(NamedTuple):
    """Games in a ring of K places."""

    start: NDArray[np.float32]
    """``float32[K, game.num_start]``."""
    margin: NDArray[np.float32]
    """``float32[K]``: the first side's view."""
    moves: NDArray[np.int16]
    """``int16[K, L]``."""
    owners: NDArray[np.int8]
    """``int8[K, P]``: 0 nobody's, 1 the first side's, 2 the other's."""


class PositionStore(NamedTuple):
    """Recorded positions in a ring of P places."""

    game: NDArray[np.int32]
    """``int32[P]``: the place of the position's game."""
    ply: NDArray[np.int16]
    target: NDArray[np.uint16]
    """``uint16[P, A]``, in 65535ths."""
    weight: NDArray[np.float32]
    """``float32[P]``: how often it is drawn, 1 on average."""
    foreseen: NDArray[np.float32]
    """``float32[P]``: what searches from there on made of it, in its mover's view, each as much as it counts ..."""
    result: NDArray[np.float32]
    """``float32[P]``: ... and how much the game's result does."""


@kernel
def _replay_positions(
    games: GameStore, positions: PositionStore, drawn: NDArray[np.int64], boards: NDArray[np.void], size: int
) -> None:
    """Set ``boards[i]`` to the drawn position i by playing its game up to there."""
    for i in range(drawn.shape[0]):
        game = positions.game[drawn[i]]
        begin(boards[i], size, games.start[game])
        for ply in range(positions.ply[drawn[i]]):
            play(boards[i], games.moves[game, ply])


@kernel
def _write_targets(
    games: GameStore,
    positions: PositionStore,
    drawn: NDArray[np.int64],
    boards: NDArray[np.void],
    margin_weight: float,
    margin_scale: float,
    policy: NDArray[np.float32],
    value: NDArray[np.float32],
    owned: NDArray[np.int8],
) -> None:
    """What the net should say of each drawn position, in the view of its side to move."""
    for i in range(drawn.shape[0]):
        place = drawn[i]
        game = positions.game[place]
        mover = boards[i].to_play
        margin = games.margin[game] if mover == FIRST else -games.margin[game]
        clipped = min(1.0, max(-1.0, margin / margin_scale))
        outcome = (1.0 - margin_weight) * np.sign(margin) + margin_weight * clipped
        # What searches foresaw holds the margin already: it is the mean of what nets said that were taught this.
        value[i] = positions.foreseen[place] + positions.result[place] * outcome
        for action in range(policy.shape[1]):
            policy[i, action] = positions.target[place, action] / np.float32(65535.0)
        for point in range(owned.shape[1]):
            owner = games.owners[game, point]
            owned[i, point] = 0 if owner == 0 else (1 if owner == mover else -1)


@kernel
def _turn(
    planes: NDArray[np.float32],
    policy: NDArray[np.float32],
    owned: NDArray[np.int8],
    symmetry: NDArray[np.int64],
    sources: NDArray[np.int64],
    flat: NDArray[np.float32],
) -> None:
    """Put each position under its symmetry, planes and targets alike.

    Args:
        planes: ``float32[B, C, H*W]``.
        sources: ``int64[S, >= H*W]``: where each point, and each action, of the turned board comes from.
        flat: ``float32[>= A, >= H*W]`` scratch.
    """
    points, actions = planes.shape[2], policy.shape[1]
    for i in range(planes.shape[0]):
        source = sources[symmetry[i]]
        for plane in range(planes.shape[1]):
            for point in range(points):
                flat[point] = planes[i, plane, source[point]]
            planes[i, plane] = flat[:points]
        for action in range(actions):
            flat[action] = policy[i, source[action]]
        policy[i] = flat[:actions]
        for point in range(owned.shape[1]):
            flat[point] = owned[i, source[point]]
        for point in range(owned.shape[1]):
            owned[i, point] = np.int8(flat[point])


class Replay:
    """The window of the latest games; owns their arrays, which never grow."""

    def __init__(
        self, game: Game, capacity: int, size: int, surprise_share: float = 0.0, td_lambda: float = 1.0
    ) -> None:
        """Make an empty window with room for so many positions.

        ``surprise_share`` of a game's weight goes to the positions in which the search surprised the net, as much as it
        did; the rest is even. 0: all positions are drawn equally often. ``td_lambda``: see :func:`_outlook`.
        """
        self._game = game
        self._size = size
        self._capacity = capacity
        self._surprise_share = surprise_share
        self._td_lambda = td_lambda
        places = max(64, int(capacity * _GAMES_PER_POSITION))
        self._games = GameStore(
            start=np.zeros((places, game.num_start), np.float32),
            margin=np.zeros(places, np.float32),
            moves=np.zeros((places, game.most_plies(size)), np.int16),
            owners=np.zeros((places, game.num_owned(size)), np.int8),
        )
        self._positions = PositionStore(
            game=np.zeros(capacity, np.int32),
            ply=np.zeros(capacity, np.int16),
            target=np.zeros((capacity, game.num_actions(size)), np.uint16),
            weight=np.ones(capacity, np.float32),
            foreseen=np.zeros(capacity, np.float32),
            result=np.ones(capacity, np.float32),
        )
        self._recorded = np.zeros(places, np.int32)
        self._first_game = 0
        self.games = 0
        """Games in the window."""
        self._first_position = 0
        self.positions = 0
        """Positions in the window."""
        self._sources = game.symmetries(size)
        self._boards = np.zeros(0, game.board)

    def add(self, game: FinishedGame, window: int) -> None:
        """Take a game in, and let the oldest go until at most ``window`` positions are left.

        Raises:
            ValueError: the game is of another board size, or longer than the window has room for.
        """
        count = len(game.plies)
        if game.size != self._size or len(game.moves) > self._games.moves.shape[1] or count > self._capacity:
            raise ValueError(f"a game of {len(game.moves)} plies on {game.size}x{game.size} does not fit this window")
        places = len(self._recorded)
        limit = min(window, self._capacity)
        while self.games and (self.positions + count > limit or self.games == places):
            self._drop_oldest()
        place = (self._first_game + self.games) % places
        self._games.start[place] = game.start
        self._games.margin[place] = game.margin
        self._games.moves[place, : len(game.moves)] = game.moves
        self._games.owners[place] = game.owners
        self._recorded[place] = count
        rows = (self._first_position + self.positions + np.arange(count)) % self._capacity
        self._positions.game[rows] = place
        self._positions.ply[rows] = game.plies
        self._positions.target[rows] = game.targets
        self._positions.weight[rows] = _weights(game.surprises, self._surprise_share)
        if self._td_lambda < 1.0:
            self._positions.foreseen[rows], self._positions.result[rows] = _outlook(game, self._td_lambda)
        self.games += 1
        self.positions += count

    def _drop_oldest(self) -> None:
        count = int(self._recorded[self._first_game])
        self._first_game = (self._first_game + 1) % len(self._recorded)
        self._first_position = (self._first_position + count) % self._capacity
        self.games -= 1
        self.positions -= count

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """``int64[count]``: numbers of positions, drawn by their weights: by rejection, nothing is summed up.

        The oldest position in the window has the number 0. ValueError where the window is empty.
        """
        if not self.positions:
            raise ValueError("the replay window is empty")
        if not self._surprise_share:
            return rng.integers(0, self.positions, count)
        drawn = np.empty(0, np.int64)
        while len(drawn) < count:
            tries = int(1.5 * _MOST_WEIGHT * count)
            numbers = rng.integers(0, self.positions, tries)
            kept = _MOST_WEIGHT * rng.random(tries, np.float32) < self.weights(numbers)
            drawn = np.concatenate([drawn, numbers[kept]])
        return drawn[:count]

    def weights(self, numbers: NDArray[np.int64]) -> NDArray[np.float32]:
        """``float32[K]``: how often each of these positions is drawn, 1 on average but for the cut."""
        return self._positions.weight[self._places(numbers)]

    def boards(self, numbers: NDArray[np.int64]) -> NDArray[np.void]:
        """``Board[K]``: these positions as the game plays them."""
        boards = np.zeros(len(numbers), self._game.board)
        _replay_positions(self._games, self._positions, self._places(numbers), boards, self._size)
        return boards

    def owners(self, number: int) -> NDArray[np.int8]:
        """``int8[P]``: whose each point was at the end of that position's game, 0 nobody's, 1 and 2 the sides'."""
        return self._games.owners[self._positions.game[self._places(np.int64(number))]].copy()

    def margin(self, number: int) -> float:
        """What the first side won that position's game by, less than 0 where it lost."""
        return float(self._games.margin[self._positions.game[self._places(np.int64(number))]])

    def outlook(self, number: int) -> tuple[float, float]:
        """What searches from there on made of that position, in its mover's view, and how much the result counts.

        The first is the mean of their values, each by its weight; 0 where the result counts 1 and they nothing.
        """
        place = self._places(np.int64(number))
        foreseen, result = float(self._positions.foreseen[place]), float(self._positions.result[place])
        return (foreseen / (1.0 - result) if result < 1.0 else 0.0), result

    @property
    def num_symmetries(self) -> int:
        """How many ways there are to turn and mirror the board."""
        return len(self._sources)

    def _places(self, numbers: Any) -> Any:
        """Where positions of these numbers lie in the ring."""
        return (self._first_position + numbers) % self._capacity

    def sample(self, learner: LearnerConfig, planes: int, rng: np.random.Generator) -> Batch:
        """Draw a batch of positions from the window, as often as they weigh, each under a random symmetry if wished.

        ``planes`` are the net's input planes C. ValueError where the window is empty.
        """
        drawn = self.draw(learner.batch, rng)
        symmetry = rng.integers(0, self.num_symmetries if learner.symmetries else 1, len(drawn))
        return self.batch(drawn, symmetry, learner, planes)

    def batch(
        self, numbers: NDArray[np.int64], symmetry: NDArray[np.int64], learner: LearnerConfig, planes: int
    ) -> Batch:
        """The positions of these numbers as a batch, each under one symmetry, ``int64[B]`` both; 0: as it was."""
        size, batch, (height, width) = self._size, len(numbers), self._game.shape(self._size)
        actions, points = self._game.num_actions(size), height * width
        if len(self._boards) != batch:
            self._boards = np.zeros(batch, self._game.board)
        drawn = self._places(numbers)
        inputs = np.empty((batch, planes, height, width), np.float32)
        policy = np.empty((batch, actions), np.float32)
        value = np.empty(batch, np.float32)
        owned = np.empty((batch, self._game.num_owned(size)), np.int8)
        _replay_positions(self._games, self._positions, drawn, self._boards, size)
        write_planes(self._boards, inputs)
        weight, scale = learner.margin_weight, learner.margin_scale if owned.size else 1.0  # some games have no points
        _write_targets(self._games, self._positions, drawn, self._boards, weight, scale, policy, value, owned)
        flat = np.empty(max(actions, points), np.float32)
        _turn(inputs.reshape(batch, planes, points), policy, owned, symmetry, self._sources, flat)
        return Batch(inputs, policy, value, owned if owned.size else None, np.ones(batch, np.float32))


class Windows:
    """The replay windows of a run, one for each size of board it is played on. A batch is of one size.

    Each of K boards that are played on together has a K-th of the room: self-play spends a K-th of its batches there.
    """

    def __init__(
        self,
        game: Game,
        capacity: int,
        sizes: Sequence[int],
        surprise_share: float = 0.0,
        td_lambda: float = 1.0,
        together: int = 0,
    ) -> None:
        """Make empty windows with room for so many positions together; arguments as of :class:`Replay`.

        ``together``: how many of the sizes are played on at a time; 0: all of them.
        """
        self._share = together or len(sizes)
        self._new = lambda size: Replay(game, -(-capacity // self._share), size, surprise_share, td_lambda)
        self._of: dict[int, Replay] = {size: self._new(size) for size in sizes}
        self.unlearned = dict.fromkeys(sizes, 0.0)
        """Of each size, how many more positions have come than were learned from as often as they may."""

    @property
    def positions(self) -> int:
        """Positions in all of them."""
        return sum(replay.positions for replay in self._of.values())

    @property
    def games(self) -> dict[int, int]:
        """Games in the window of each size."""
        return {size: replay.games for size, replay in self._of.items()}

    def of(self, size: int) -> Replay:
        """The window of a size that is played."""
        return self._of[size]

    def forget(self, sizes: Collection[int]) -> None:
        """Empty the windows of these sizes."""
        for size in sizes:
            if self._of[size].games:
                self._of[size] = self._new(size)
            self.unlearned[size] = 0.0

    def room(self, window: int) -> int:
        """How many positions a size keeps where all together would keep ``window``."""
        return -(-window // self._share)

    def add(self, game: FinishedGame, window: int, is_new: bool = True) -> None:
        """Take a game in; its size keeps a share of ``window`` positions.

        ``is_new``: it is to be learned from as often as every other, and has not been in an earlier run.

        Raises:
            ValueError: nobody plays on boards of its size here, or it is longer than there is room for.
        """
        if game.size not in self._of:
            raise ValueError(f"a game on {game.size}x{game.size} belongs into none of these windows")
        self._of[game.size].add(game, self.room(window))
        if is_new:
            self.unlearned[game.size] += len(game.plies)

    def sample(self, learner: LearnerConfig, planes: int, rng: np.random.Generator, played: int = 0) -> Batch:
        """Draw a batch from the one of which most is left to learn (see :meth:`Replay.sample`).

        ``played``: the positions the dog has played, by which goes how often each is used.

        So each position is learned from equally often, whatever its board: drawn in proportion to what the windows
        hold, those of a board that a dog has just come to would wait behind a full window of games it knows. One that
        holds too few to begin with waits until it has them, and catches up.
        """
        if len(self._of) == 1:
            return next(iter(self._of.values())).sample(learner, planes, rng)
        held = {size: replay.positions for size, replay in self._of.items() if replay.positions}
        if not held:
            raise ValueError("the replay window is empty")
        ready = [size for size, positions in held.items() if positions >= learner.min_positions] or list(held)
        chosen = max(ready, key=lambda size: self.unlearned[size])
        self.unlearned[chosen] -= learner.batch / learner.samples_at(played)
        return self._of[chosen].sample(learner, planes, rng)


def _weights(surprises: NDArray[np.float32], share: float) -> NDArray[np.float32]:
    """``float32[S]``, 1 on average but for the cut: how often each position of a game is drawn.

    Policy surprise weighting (Wu, KataGo, "other methods"): ``share`` of a game's weight in proportion to the KL
    divergence of the search's policy from the net's, the rest even.
    """
    mean = float(surprises.mean()) if len(surprises) else 0.0
    if not mean > 0.0:  # nothing surprised, or a broken net's surprise is no number
        return np.ones(len(surprises), np.float32)
    return np.minimum((1.0 - share) + share * surprises / np.float32(mean), _MOST_WEIGHT).astype(np.float32)


def _outlook(game: FinishedGame, td_lambda: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What each recorded ply's value is made of: what searches foresaw, and the result's weight, ``float32[S]`` both.

    TD(lambda) (Sutton 1988): of what comes after a ply the share ``td_lambda`` is left to the next one. So a move that
    lost a won game does not tell all that went before that it was lost.
    """
    ends = np.append(game.plies[1:], len(game.moves)).astype(np.int64)
    steps = ends - game.plies
    kept = td_lambda ** steps.astype(np.float64)
    foreseen, result = np.empty(len(kept)), np.empty(len(kept))
    later, weight = 0.0, 1.0
    for i in range(len(kept) - 1, -1, -1):
        view = -1.0 if steps[i] % 2 else 1.0  # sides alternate
        later = (1.0 - kept[i]) * float(game.values[i]) + kept[i] * view * later
        weight *= kept[i]
        foreseen[i], result[i] = later, weight
    return foreseen.astype(np.float32), result.astype(np.float32)
