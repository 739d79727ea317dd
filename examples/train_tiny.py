"""All of AlphaZero in one file: a net that learns Go on a 5x5 board from nothing but games against itself.

    python -m examples.train_tiny                  two minutes, then it beats a random player
    python -m examples.train_tiny --minutes 10     the same for longer
    python -m examples.train_tiny --rounds 5       so many rounds however long they take; the same ones every time

Again and again: play games with a search (``examples/mcts.py``), remember what it found out, and teach the net to see
that without a search. The next games are better ones, since the search asks a better net. What the program itself does
beyond that, and what each part of it is worth, stands in ``docs/training.md``.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import paddle
from numpy.typing import NDArray
from paddle.nn import functional

from clevergo.games.color import Color
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from examples.mcts import Node, moves_of, search, visit_shares

RULES = Ruleset(size=5, komi=2.5)
SIZE, ACTIONS, PLANES = RULES.size, RULES.num_actions, 4
VIEWS = RULES.game.symmetries(SIZE)
"""``int64[8, A]``: the board turned and mirrored; view ``v`` shows at action ``a`` what is at ``VIEWS[v, a]``."""

CHANNELS = 32
GAMES = 32
"""Played side by side, so that the net judges so many positions at once."""
SIMULATIONS = 32
OPENING = 8
"""Plies of a game in which moves are drawn, that games differ; after them the best one is played."""
REMEMBERED = 12_000
"""Positions learned from: the newest ones. Older ones come from a net that knew less."""
BATCH = 128
PASSES = 3.0
"""How often each position is learned from, on average."""
LEARNING_RATE = 2e-3
MATCH_GAMES = 100
MATCH_SIMULATIONS = 16


# --- the net ---------------------------------------------------------------------------------------------


class TinyNet(paddle.nn.Layer):
    """Three convolutions, and over them two heads: where to play, and who will win."""

    def __init__(self) -> None:
        super().__init__()
        widths = (PLANES, CHANNELS, CHANNELS, CHANNELS)
        self.trunk = paddle.nn.LayerList(
            [paddle.nn.Conv2D(width, wider, 3, padding=1) for width, wider in pairwise(widths)]
        )
        self.policy = paddle.nn.Linear(CHANNELS * SIZE**2, ACTIONS)
        self.hidden = paddle.nn.Linear(CHANNELS * SIZE**2, 32)
        self.value = paddle.nn.Linear(32, 1)

    def forward(self, planes: paddle.Tensor) -> tuple[paddle.Tensor, paddle.Tensor]:
        """Of planes ``[B, C, N, N]``: policy logits ``[B, A]`` and the expected results ``[B]``."""
        features = planes
        for convolution in self.trunk:
            features = functional.relu(convolution(features))
        features = features.flatten(1)
        value = paddle.tanh(self.value(functional.relu(self.hidden(features))))
        return self.policy(features), value.squeeze(1)


def planes_of(position: Position) -> NDArray[np.float32]:
    """What the net sees, ``float32[C, N, N]``, always from the side that is to move."""
    planes = np.zeros((PLANES, SIZE, SIZE), np.float32)
    mover = position.to_play
    planes[0] = position.stones == mover
    planes[1] = position.stones == mover.opponent
    planes[2] = mover is Color.BLACK  # komi is White's
    planes[3] = position.passes > 0  # one more pass, and the game is over
    return planes


class NetJudge:
    """The net as the search wants it."""

    def __init__(self, net: TinyNet) -> None:
        self._net = net

    def __call__(self, positions: Sequence[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Priors ``float32[B, A]`` that sum to 1, and values ``float32[B]``."""
        with paddle.no_grad():
            logits, values = self._net(paddle.to_tensor(np.stack([planes_of(position) for position in positions])))
            return functional.softmax(logits).numpy(), values.numpy()


# --- self-play -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lesson:
    """A position of a finished game, and what the net should have said of it."""

    planes: NDArray[np.float32]
    target: NDArray[np.float32]
    """``float32[A]``: how the search's simulations were spread over the actions."""
    result: float
    """1 where the side to move has won the game, -1 where it has lost."""


def play_games(judge: NetJudge, rng: np.random.Generator) -> list[Lesson]:
    """Play some games side by side to their ends."""
    games: list[list[tuple[Node, NDArray[np.float64]]]] = [[] for _ in range(GAMES)]
    roots = {number: Node(Position.initial(RULES)) for number in range(GAMES)}
    while roots:
        search(list(roots.values()), judge, SIMULATIONS, rng)
        for number, root in list(roots.items()):
            shares = visit_shares(root)
            games[number].append((root, shares))
            is_opening = root.position.ply < OPENING
            action = int(rng.choice(ACTIONS, p=shares) if is_opening else np.argmax(shares))
            # A fresh tree for every move: what noise has led the last search to is not to stay in it.
            roots[number] = Node(root.position.play(action))
            if roots[number].position.is_over:
                games[number].append((roots.pop(number), shares))
    return [lesson for game in games for lesson in lessons_of(game)]


def lessons_of(game: list[tuple[Node, NDArray[np.float64]]]) -> Iterator[Lesson]:
    """All positions but the last, which only tells who has won."""
    winner = game[-1][0].position.outcome().winner
    for root, shares in game[:-1]:
        position: Any = root.position
        result = 0.0 if winner is None else 1.0 if winner is position.to_play else -1.0
        yield Lesson(planes_of(position), shares.astype(np.float32), result)


# --- learning --------------------------------------------------------------------------------------------


def learn(net: TinyNet, optimizer: Any, lessons: Sequence[Lesson], steps: int, rng: np.random.Generator) -> float:
    """Take so many steps, each toward what a batch of lessons says; returns the mean loss."""
    losses = []
    for _ in range(steps):
        batch = [lessons[i] for i in rng.integers(len(lessons), size=BATCH)]
        views = VIEWS[rng.integers(len(VIEWS), size=BATCH)]  # eight lessons for one: Go looks alike from all sides
        flat = np.stack([lesson.planes for lesson in batch]).reshape(BATCH, PLANES, SIZE**2)
        planes = np.take_along_axis(flat, views[:, None, : SIZE**2], axis=2).reshape(BATCH, PLANES, SIZE, SIZE)
        targets = np.take_along_axis(np.stack([lesson.target for lesson in batch]), views, axis=1)
        results = np.array([lesson.result for lesson in batch], np.float32)

        logits, values = net(paddle.to_tensor(planes))
        policy_loss = -(paddle.to_tensor(targets) * functional.log_softmax(logits)).sum(1).mean()
        value_loss = functional.mse_loss(values, paddle.to_tensor(results))
        loss = policy_loss + value_loss
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(float(loss))
    return float(np.mean(losses))


# --- how strong it is --------------------------------------------------------------------------------------


def wins_against_random(judge: NetJudge, rng: np.random.Generator, games: int = MATCH_GAMES) -> int:
    """How many of so many games the net wins, with few simulations, against moves drawn at random; half as White."""
    positions = [Position.initial(RULES) for _ in range(games)]
    nets_color = [Color.BLACK if number % 2 else Color.WHITE for number in range(games)]
    while open_games := [number for number in range(games) if not positions[number].is_over]:
        thinking = {n: Node(positions[n]) for n in open_games if positions[n].to_play is nets_color[n]}
        if thinking:
            search(list(thinking.values()), judge, MATCH_SIMULATIONS)
        for number in open_games:
            position = positions[number]
            if number in thinking:
                action = int(np.argmax(visit_shares(thinking[number])))
            else:
                moves = moves_of(position)
                # As the program's own random player: it passes only where nothing else is left.
                action = int(rng.choice(moves[:-1] if len(moves) > 1 else moves))
            positions[number] = position.play(action)
    return sum(positions[number].outcome().winner is nets_color[number] for number in range(games))


def train(minutes: float = 2.0, rounds: int = 0, seed: int = 1) -> tuple[int, int]:
    """Raise a net; returns how many of 100 games against a random player it won before and after.

    With ``rounds`` it is raised for so many rounds of games, and otherwise for so many ``minutes``.
    """
    start = time.monotonic()
    paddle.seed(seed)
    paddle.set_device("cpu")
    rng = np.random.default_rng(seed)
    net = TinyNet()
    judge = NetJudge(net)
    optimizer = paddle.optimizer.Adam(LEARNING_RATE, parameters=net.parameters(), weight_decay=1e-4)
    lessons: deque[Lesson] = deque(maxlen=REMEMBERED)
    before = wins_against_random(judge, rng)
    print(f"Knows nothing yet, and wins {before} of {MATCH_GAMES} games against a random player.")
    number = 0
    while number < rounds if rounds else time.monotonic() - start < 60 * minutes:
        number += 1
        new = play_games(judge, rng)
        lessons.extend(new)
        loss = learn(net, optimizer, list(lessons), max(1, round(PASSES * len(new) / BATCH)), rng)
        seconds = time.monotonic() - start
        print(f"{seconds:4.0f} s  {number * GAMES:5} games  {len(new) / GAMES:4.1f} plies each  loss {loss:.3f}")
    after = wins_against_random(judge, rng)
    print(f"Wins {after} of {MATCH_GAMES}.")
    return before, after


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Raise a net on a 5x5 board.")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=0, help="rounds of games, instead of minutes")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    train(arguments.minutes, arguments.rounds, arguments.seed)
