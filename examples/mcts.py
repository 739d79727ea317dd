"""AlphaZero's tree search to be read from top to bottom: plain Python and NumPy, no batches of kernels, no tricks.

A search is many *simulations*. Each of them takes four steps:

1. **select**: from the root down, follow the move that promises most or has been tried least, until a position comes
   that the tree does not know;
2. **expand**: put that position into the tree, with the moves that may be played there;
3. **evaluate**: ask the net (or anybody) how good the position is, and which of its moves are worth a look;
4. **back up**: tell every move on the way how the simulation has turned out.

In the end the move that was tried most often is the best one. The program's own search (:mod:`clevergo.search`) does
the same in compiled code; ``tests/examples/test_mcts.py`` holds the two together: with the same net and the same noise
both try every move equally often.

The formulas are those of Silver et al., "Mastering the game of Go without human knowledge", Nature 2017 (Methods), and
"A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play", Science 2018.

    python -m examples.mcts        shows what a search with random playouts thinks of an empty 5x5 board
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Position
from clevergo.games.kernels import FIRST, candidates, result

Judge = Callable[[Sequence[Position]], tuple[NDArray[Any], NDArray[Any]]]
"""Judges B positions at once: how promising each action is, ``float32[B, A]``, none negative, and what the side to move
can expect, ``float32[B]`` from -1 (it loses) to 1 (it wins)."""

C_PUCT = 1.1
"""How much the net's opinion of a move counts beside what simulations have found out about it."""
FPU_REDUCTION = 0.2
"""First-play urgency: how much worse than its position a move is taken to be that nobody has tried yet."""
NOISE_SHARE, NOISE_MOVES = 0.25, 10.0
"""How much of the root's priors is noise in self-play, and about how many moves it makes more likely."""


class Node:
    """A position in the tree, with what is known of each of its K moves (in the view of the side to move)."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.moves = moves_of(position)
        """``int[K]``: the moves that are searched; none where the game is over."""
        self.prior: NDArray[np.float32] | None = None
        """P: ``float32[K]``, how likely each move is the best, before any is tried. None: not evaluated yet."""
        if len(self.moves) == 1:
            self.prior = np.ones(1, np.float32)  # there is nothing to ask: simulations go on to the position behind
        self.visits = np.zeros(len(self.moves), np.int32)
        """N: ``int32[K]``, how many simulations went on with each move."""
        self.value_sum = np.zeros(len(self.moves), np.float32)
        """W: ``float32[K]``, the sum of what they brought; W / N is the move's value, called Q."""
        self.children: list[Node | None] = [None] * len(self.moves)
        self.value = 0.0
        """What the position itself was judged to be worth."""


def moves_of(position: Position) -> NDArray[np.int16]:
    """The moves worth a thought: in Go the legal ones less those that fill a true eye of one's own."""
    actions = np.empty(position.rules.num_actions, np.int16)
    if position.is_over:
        return actions[:0]
    return actions[: candidates(position.board[0], 0, np.empty(len(actions), np.uint8), actions)]


# --- a simulation's four steps ---------------------------------------------------------------------------


def select(node: Node, is_root: bool) -> int:
    """Which of the node's moves to follow: argmax Q + c P sqrt(sum of N) / (1 + N), the PUCT rule.

    The first term is what the move has brought so far, the second what the net expects of it; the more often a move
    has been tried, the less the second counts. Nobody knows Q of a move never tried. It is taken to be a little worse
    than the position, the more so the more of the promising moves have been tried (not at the root, where to try
    something costs little).
    """
    assert node.prior is not None
    tried = node.visits > 0
    reduction = 0.0 if is_root else FPU_REDUCTION * np.sqrt(node.prior[tried].sum())
    q = np.where(tried, node.value_sum / np.maximum(node.visits, 1), np.float32(node.value - reduction))
    # One is added under the root: before the first visit it is the priors that choose.
    scale = np.float32(C_PUCT * np.sqrt(node.visits.sum() + 1.0))
    return int(np.argmax(q + scale * node.prior / (1 + node.visits)))


def descend(root: Node) -> tuple[list[tuple[Node, int]], Node]:
    """Steps 1 and 2: the way from the root down, as nodes and the moves taken there, and the new node at its end."""
    path: list[tuple[Node, int]] = []
    node = root
    while node.prior is not None:
        index = select(node, node is root)
        path.append((node, index))
        child = node.children[index]
        if child is None:
            child = node.children[index] = Node(node.position.play(int(node.moves[index])))
        node = child
    return path, node


def evaluate(leaves: Sequence[Node], judge: Judge) -> None:
    """Step 3: what each leaf is worth. A finished game has a result; of the other positions the net is asked, at once.

    What it says of moves that may not be played is dropped, and the rest made to sum to 1.
    """
    unknown = []
    for leaf in leaves:
        if leaf.position.is_over:
            won = result(leaf.position.board[0])  # 1 if Black has won, or whoever moves first in the game
            leaf.value = won if leaf.position.to_play == FIRST else -won
        else:
            unknown.append(leaf)
    if unknown:
        priors, values = judge([leaf.position for leaf in unknown])
        for leaf, prior, value in zip(unknown, priors, values, strict=True):
            of_moves = np.asarray(prior, np.float32)[leaf.moves]
            total = of_moves.sum()
            leaf.prior = of_moves / total if total > 1e-8 else np.full_like(of_moves, 1 / len(of_moves))
            leaf.value = float(value)


def back_up(path: list[tuple[Node, int]], value: float) -> None:
    """Step 4. What is good for the side to move at the leaf is bad for the side that moved there, and so on upward."""
    for node, index in reversed(path):
        value = -value
        node.visits[index] += 1
        node.value_sum[index] += value


# --- a search --------------------------------------------------------------------------------------------


def search(roots: Sequence[Node], judge: Judge, simulations: int, rng: np.random.Generator | None = None) -> None:
    """Search some positions side by side, each in a tree of its own; none may be over.

    That they are several has one reason: a net judges 30 positions in hardly more time than one. With ``rng`` noise is
    added at the roots, so that self-play tries what nobody would think of.
    """
    evaluate([root for root in roots if root.prior is None], judge)
    if rng is not None:
        for root in roots:
            add_noise(root, rng)
    for _ in range(simulations):
        ways = [descend(root) for root in roots]
        evaluate([leaf for _, leaf in ways], judge)
        for path, leaf in ways:
            back_up(path, leaf.value)


def add_noise(root: Node, rng: np.random.Generator) -> None:
    """Mix Dirichlet noise into the root's priors: a few moves, other ones in every search, become likelier."""
    assert root.prior is not None
    noise = rng.dirichlet(np.full(len(root.moves), NOISE_MOVES / len(root.moves)))
    root.prior = ((1 - NOISE_SHARE) * root.prior + NOISE_SHARE * noise).astype(np.float32)


def visit_shares(root: Node, temperature: float = 1.0) -> NDArray[np.float64]:
    """``float64[A]``: each action's share of the visits, to the power of 1 / temperature; what a net learns from.

    At 1 a move is as likely as it was visited, near 0 only the most visited ones are left.
    """
    shares = np.zeros(root.position.rules.num_actions)
    visits = root.visits / max(1, root.visits.max())
    shares[root.moves] = visits ** (1 / temperature) if temperature > 0 else visits == 1
    return shares / shares.sum()


if __name__ == "__main__":
    from clevergo.games.go.position import Position as GoPosition
    from clevergo.games.go.rules import Ruleset
    from clevergo.search.rollout import RolloutEvaluator

    playouts = RolloutEvaluator(np.random.default_rng(1))

    def by_playouts(positions: Sequence[Position]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Judge each position by one random game."""
        boards = np.concatenate([position.board for position in positions])
        prior, value = np.empty((len(boards), 26), np.float32), np.empty(len(boards), np.float32)
        playouts.evaluate(boards, prior, value)
        return prior, value

    start = Node(GoPosition.initial(Ruleset(size=5, komi=0.5)))
    search([start], by_playouts, 2000)
    print("Simulations through each point of the empty board, and through the pass:")
    print(np.rint(2000 * visit_shares(start)[:25]).astype(int).reshape(5, 5), round(2000 * visit_shares(start)[25]))
