"""First-play urgency, exploration by the spread of values, and judgments corrected by earlier errors, by definition.

The slow one keeps every node as an object and works every figure out anew from the whole tree below.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pytest

from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.kernels import candidates
from clevergo.search.descent import SearchConfig, outcome_for_mover
from clevergo.search.mcts import Search
from tests.search.test_lockstep import HashNet, positions

C_PUCT, FPU, ROOT_FPU = 1.1, 0.2, 0.0
SPREAD, SPREAD_WEIGHT, SHARE, POWER = 0.4, 2.0, 0.35, 0.8


@dataclass
class Node:
    position: Position
    bucket: tuple[int, int, int] | None = None
    prior: dict[int, float] = field(default_factory=dict)
    raw: float = 0.0
    own: float = 0.0
    told: float = 0.0
    """What it said when it was judged: the correction of that time in it."""
    children: dict[int, Node] = field(default_factory=dict)
    error: float = 0.0
    weight: float = 0.0

    @property
    def visits(self) -> int:
        return 1 + sum(child.count for child in self.children.values())

    count: int = 0
    """Simulations that came here."""

    def utility(self) -> float:
        """Side to move's view: the mean of its own judgment and of what is below."""
        if not self.prior:
            return self.raw
        below = sum(child.count * -child.utility() for child in self.children.values())
        return (self.own + below) / self.visits

    def judgments(self) -> list[float]:
        """All that was said in the tree below, as it was said."""
        if not self.prior:
            return [self.raw] * self.count
        return [self.told, *(word for child in self.children.values() for word in child.judgments())]


class SlowSearch:
    """PUCT, one simulation after the other."""

    def __init__(self, position: Position, scale: float, corrects: bool, follows: float = 0.0) -> None:
        self.scale, self.corrects, self.follows = scale, corrects, follows
        self.errors: dict[tuple[int, int, int], list[float]] = {}
        self.root = Node(position)
        self.judge(self.root)

    def judge(self, node: Node) -> None:
        board = node.position.board
        if node.position.is_over:
            node.raw = outcome_for_mover(board[0])
            return
        actions = node.position.rules.num_actions
        prior, value = np.zeros((1, actions), np.float32), np.zeros(1, np.float32)
        HashNet().evaluate(board, prior, value)
        found = np.empty(actions, np.int16)
        count = candidates(board[0], 0, np.empty(actions, np.uint8), found)
        total = sum(float(prior[0, a]) for a in found[:count])
        node.prior = {int(a): float(prior[0, a]) / total for a in found[:count]}
        node.raw = node.own = float(value[0])
        if self.corrects and node.bucket is not None:
            total_error, weight = self.errors.get(node.bucket, [0.0, 0.0])
            node.own -= SHARE * total_error / weight if weight else 0.0
        node.told = node.own

    def exploration(self, node: Node) -> float:
        if not self.scale or node.visits <= 1:
            return C_PUCT
        words, mean = node.judgments(), node.utility()
        known = (mean**2 + SPREAD**2) * SPREAD_WEIGHT + sum(word**2 for word in words)
        variance = max(0.0, known / (SPREAD_WEIGHT + len(words) - 1) - mean**2)
        return C_PUCT * (1 + self.scale * (math.sqrt(variance) / SPREAD - 1))

    def choose(self, node: Node) -> int:
        explored = sum(node.prior[a] for a in node.children)
        share = self.follows * min(1.0, explored) ** 2
        found = (node.raw + sum(child.count * -child.utility() for child in node.children.values())) / node.visits
        first = (1 - share) * node.raw + share * found
        first -= (ROOT_FPU if node is self.root else FPU) * math.sqrt(explored)
        scale = self.exploration(node) * math.sqrt(node.visits)

        def score(action: int) -> float:
            child = node.children.get(action)
            q = first if child is None else -child.utility()
            return q + scale * node.prior[action] / (1 + (child.count if child else 0))

        return max(node.prior, key=score)

    def simulate(self) -> None:
        node, path, moves = self.root, [self.root], list[int]()
        while node.prior:
            action = self.choose(node)
            moves.append(action)
            if action not in node.children:
                after = node.position.play(action)
                bucket = (int(after.to_play), moves[-1], moves[-2]) if len(moves) > 1 else None
                node.children[action] = Node(after, bucket)
                path.append(node.children[action])
                self.judge(path[-1])
                break
            node = node.children[action]
            path.append(node)
        for node in path[1:]:
            node.count += 1
        if self.corrects:
            for node in reversed(path):
                self.correct(node)

    def correct(self, node: Node) -> None:
        if node.bucket is None or not node.children:
            return
        below = node.visits - 1
        mean = sum(child.count * -child.utility() for child in node.children.values()) / below
        bucket = self.errors.setdefault(node.bucket, [0.0, 0.0])
        bucket[0] -= node.error * node.weight
        bucket[1] -= node.weight
        node.error, node.weight = node.raw - mean, below**POWER
        bucket[0] += node.error * node.weight
        bucket[1] += node.weight
        node.own = node.raw - SHARE * bucket[0] / bucket[1]


WAYS = [
    (0.0, False, 0.0),
    (0.85, False, 0.0),
    (0.0, True, 0.0),
    (0.85, True, 0.0),
    (0.0, False, 1.0),
    (0.85, True, 1.0),
]


@pytest.mark.parametrize(("scale", "corrects", "follows"), WAYS)
@pytest.mark.parametrize(("size", "place"), [(4, 0), (5, 1)])
def test_the_search_visits_what_the_slow_one_visits(
    scale: float, corrects: bool, follows: float, size: int, place: int
) -> None:
    position = positions(size)[place]  # so early that no move is forced: the slow one knows of none
    slow = SlowSearch(position, scale, corrects, follows)
    for _ in range(150):
        slow.simulate()
    ways = {"variance_scale": scale, "corrects_bias": corrects, "fpu_follows": follows}
    config = SearchConfig(c_puct=C_PUCT, fpu_reduction=FPU, **ways)  # type: ignore[arg-type]
    found = Search(HashNet(), config, leaves=1).run(position, 150)
    assert found.visits.sum() == 150
    assert {a: int(n) for a, n in enumerate(found.visits) if n} == {a: c.count for a, c in slow.root.children.items()}
    for action, child in slow.root.children.items():
        assert found.q[action] == pytest.approx(-child.utility(), abs=1e-4)


def test_each_changes_what_is_searched() -> None:
    position = positions(5)[1]
    visits = [
        Search(HashNet(), config, leaves=1).run(position, 200).visits.tolist()
        for config in (
            SearchConfig(),
            SearchConfig(variance_scale=0.85),
            SearchConfig(corrects_bias=True),
            SearchConfig(fpu_follows=1.0),
        )
    ]
    assert all(visits[0] != others for others in visits[1:])


def test_a_search_goes_on_from_what_it_knows_after_a_move_with_both() -> None:
    position = Position.initial(Ruleset(size=5, komi=2.5))
    search = Search(HashNet(), SearchConfig(variance_scale=0.85, corrects_bias=True), leaves=4)
    for _ in range(6):
        result = search.run(position, 60)
        assert np.isfinite(result.q).all()
        assert (np.abs(result.q) <= 1.5).all()
        assert abs(result.value) <= 1.5
        position = position.play(result.best_action)


@pytest.mark.parametrize("name", ["variance_scale", "fpu_follows"])
def test_a_share_beyond_one_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        SearchConfig(**{name: 1.5})  # type: ignore[arg-type]
