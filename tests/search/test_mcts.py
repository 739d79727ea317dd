"""One search: what it finds, what it keeps, how it is stopped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.grid import square
from clevergo.search.descent import RootRule, SearchConfig
from clevergo.search.mcts import Search, SearchResult, choose_cautiously
from clevergo.search.rollout import RolloutEvaluator


class Stub:
    """Judges every position alike: even priors (or the given ones) and one value."""

    def __init__(self, prior: dict[int, float] | None = None, value: float = 0.0) -> None:
        self.prior = prior
        self.value = value
        self.batches: list[int] = []

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        self.batches.append(len(boards))
        prior[:] = 1.0 if self.prior is None else 0.0
        for action, share in (self.prior or {}).items():
            prior[:, action] = share
        value[:] = self.value


class ByStones:
    """Likes positions in which the side to move has taken more stones; knows nothing else."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 1.0
        lead = (boards["captured"][:, 0] - boards["captured"][:, 1]).astype(np.float32)
        value[:] = np.tanh(np.where(boards["to_play"] == 1, lead, -lead))


def start(size: int = 5, komi: float = 0.5) -> Position:
    return Position.initial(Ruleset(size=size, komi=komi))


def played(moves: str, size: int = 5, komi: float = 0.5) -> Position:
    position = start(size, komi)
    for move in moves.split():
        position = position.play(square(size).action(move))
    return position


def test_visits_add_up_to_the_simulations_asked_for() -> None:
    result = Search(Stub(), leaves=1).run(start(), 50)
    assert result.visits.sum() == 50
    assert result.simulations == 50


class FailsOnce(Stub):
    """Cannot judge its second batch."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        super().evaluate(boards, prior, value)
        if len(self.batches) == 2:
            raise MemoryError


def test_a_search_goes_on_after_a_judge_that_failed_once() -> None:
    search = Search(FailsOnce(), leaves=4)
    with pytest.raises(MemoryError):
        search.run(start(), 20)
    again = search.run(start(), 20)
    assert again.visits.sum() == 20
    assert (again.visits == Search(Stub(), leaves=4).run(start(), 20).visits).all()


def test_priors_come_back_normalized_over_legal_moves_that_fill_no_eye() -> None:
    result = Search(Stub(prior={0: 3.0, 7: 1.0}), leaves=1).run(start(), 5)
    assert result.prior[0] == pytest.approx(0.75)
    assert result.prior[7] == pytest.approx(0.25)
    assert result.prior.sum() == pytest.approx(1.0)


def test_without_any_prior_the_moves_count_alike() -> None:
    result = Search(Stub(prior={}), leaves=1).run(start(), 5)
    assert result.prior == pytest.approx(np.full(26, 1 / 26))


def test_the_first_simulations_follow_the_priors() -> None:
    result = Search(Stub(prior={12: 0.9, 0: 0.1}), leaves=1).run(start(), 3)
    assert result.visits[12] == 3


def test_puct_on_a_known_tree_gives_the_visits_worked_out_by_hand() -> None:
    """Two moves, priors 0.6 and 0.4, every value 0: score = c P sqrt(N + 1) / (1 + n), first-play urgency 0.

    N=0: a .6        b .4         -> a          N=2: a .52 (n=1)  b .693 (n=0) would be N=1's turn, so:
    N=1: a .424      b .566       -> b          N=2: a .520       b .346       -> a
    N=3: a .4        b .4         -> tie, the first
    """
    config = SearchConfig(c_puct=1.0, fpu_reduction=0.0)
    visits = [tuple(Search(Stub({0: 0.6, 1: 0.4}), config, leaves=1).run(start(), n).visits[:2]) for n in (1, 2, 3)]
    assert visits == [(1, 0), (1, 1), (2, 1)]


@pytest.mark.parametrize("rule", list(RootRule))
def test_a_capture_that_wins_is_found(rule: RootRule) -> None:
    # White's stone at A1 has one liberty, B1; taking it is the only way to a lead.
    position = played("A2 A1 C4 E5")
    config = SearchConfig(root_rule=rule, c_scale=1.0)
    result = Search(ByStones(), config, np.random.default_rng(1), leaves=1).run(position, 200)
    assert result.best_action == square(5).action("B1")
    assert result.value > 0


class Disappointed:
    """Likes the upper left point for so many looks at it, and then no more; nothing else matters."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 0.0
        prior[:, 0], prior[:, 1] = 0.8, 0.2
        for i, board in enumerate(boards):
            is_played = board["color"][21] == 1  # Black's stone on the first point inside of the border
            sign = -1.0 if board["to_play"] == 2 else 1.0
            self.looks -= is_played
            value[i] = sign * ((0.3 if self.looks >= 0 else -0.9) if is_played else 0.1)


@pytest.mark.parametrize(("caution", "move"), [(0.0, 0), (1.5, 1)])
def test_a_favorite_that_turned_out_badly_is_played_only_without_caution(caution: float, move: int) -> None:
    result = Search(Disappointed(40), SearchConfig(caution=caution), leaves=1).run(start(), 100)
    assert result.visits[0] > result.visits[1] > 0
    assert result.q[0] < result.q[1]
    assert result.best_action == move
    assert [line[0] for line in result.lines[:2]] == [move, 1 - move]
    assert result.ranking[:2] == (move, 1 - move)


@pytest.mark.parametrize(
    ("visits", "q", "caution", "move"),
    [
        ((267, 238), (-0.12, 0.24), 1.5, 1),  # nearly as many visits, much better
        ((300, 29), (0.10, 0.90), 1.5, 0),  # better, but hardly looked at
        ((300, 40), (0.10, 0.20), 1.5, 0),  # a little better, by few looks: may be luck
        ((300, 40), (0.10, 0.60), 1.5, 1),
        ((300, 40), (0.10, 0.20), 0.0, 1),
        ((1, 0), (-1.0, 0.0), 1.5, 0),  # what was never tried has no value
    ],
)
def test_the_cautious_choice(visits: tuple[int, int], q: tuple[float, float], caution: float, move: int) -> None:
    assert choose_cautiously(np.array(visits, np.int32), np.array(q, np.float32), caution) == move


def test_values_belong_to_the_side_to_move() -> None:
    # The same capture, seen by White, who cannot prevent it: bad for the side to move.
    position = played("A2 A1 C4")
    result = Search(ByStones(), SearchConfig(c_puct=2.0), leaves=1).run(position, 600)
    escape = square(5).action("B1")
    others = [action for action in range(26) if action != escape and result.visits[action] > 3]
    assert all(result.q[action] <= result.q[escape] for action in others)


def test_a_reused_subtree_keeps_its_visits() -> None:
    search = Search(Stub(prior={12: 0.9, 0: 0.1}), leaves=1)
    position = start()
    first = search.run(position, 40)
    after = position.play(first.best_action)
    kept = int(first.visits[first.best_action]) - 1
    second = search.run(after, 10)
    assert second.visits.sum() == kept + 10


class Sure:
    """Expects the first point that is free, and remembers what it judged."""

    def __init__(self) -> None:
        self.judged: list[bytes] = []

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        self.judged += [board.tobytes() for board in boards]
        prior[:] = 1e6 ** -np.arange(prior.shape[1], dtype=np.float32)
        value[:] = 0.0


def test_a_tree_kept_from_move_to_move_has_room_for_what_is_new() -> None:
    net = Sure()
    search, position = Search(net), start(7)
    for _ in range(10):
        position = position.play(search.run(position, 400).best_action)
    assert len(set(net.judged)) == len(net.judged), "where there is no room, the same leaf is judged again"


def test_a_position_from_another_game_starts_afresh() -> None:
    search = Search(Stub(), leaves=1)
    search.run(played("C3 B2"), 30)
    result = search.run(played("B2 C3 D4"), 10)
    assert result.visits.sum() == 10


def test_a_forgotten_tree_is_not_reused() -> None:
    search = Search(Stub(), leaves=1)
    search.run(start(), 30)
    search.forget()
    assert search.run(start(), 10).visits.sum() == 10


def test_searching_again_goes_on_from_where_it_was() -> None:
    search = Search(Stub(), leaves=1)
    search.run(start(), 30)
    assert search.run(start(), 10).visits.sum() == 40


def test_stop_ends_a_search_early_with_what_it_has() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 10

    result = Search(Stub(), leaves=1).run(start(), 10_000, stop=stop)
    assert 5 <= result.simulations < 20


def test_progress_is_told_while_the_search_goes_on() -> None:
    seen: list[SearchResult] = []
    Search(Stub(), leaves=4).run(start(), 100, progress=seen.append)
    counts = [result.simulations for result in seen]
    assert 5 <= len(counts) <= 10
    assert counts == sorted(counts)
    assert counts[-1] < 100


def test_leaves_are_evaluated_in_batches() -> None:
    stub = Stub()
    Search(stub, leaves=8).run(start(), 80)
    assert stub.batches[0] == 1  # the root alone
    assert max(stub.batches) == 8
    assert sum(stub.batches) == 81


def test_batches_leave_no_virtual_loss_behind() -> None:
    search = Search(Stub(value=0.0), leaves=8)
    result = search.run(start(), 200)
    assert np.all(result.q[result.visits > 0] == 0.0)


def test_a_finished_game_cannot_be_searched() -> None:
    with pytest.raises(ValueError, match="over"):
        Search(Stub()).run(played("pass pass"), 10)


def test_a_game_that_goes_on_after_two_passes_is_searched_afresh() -> None:
    """Where two passes end nothing, as between other programs, the tree still holds that end."""
    search = Search(Stub(prior={25: 0.9, 12: 0.1}), leaves=1)
    search.run(played("C3 pass"), 30)
    ended = played("C3 pass pass")
    board = ended.board.copy()
    board["over"] = board["passes"] = 0
    result = search.run(Position(ended.rules, board), 20)
    assert result.visits.sum() == 20


def test_superko_is_kept_inside_the_tree() -> None:
    """On 2x2 every line soon meets repetition; each expected line must be legal from the root on."""
    position = start(size=2)
    result = Search(RolloutEvaluator(np.random.default_rng(0)), leaves=1).run(position, 500)
    for line in result.lines:
        walker = position
        for action in line:
            walker = walker.play(action)


def test_gumbel_spends_its_simulations_by_sequential_halving() -> None:
    config = SearchConfig(root_rule=RootRule.GUMBEL, considered=16)
    result = Search(Stub(), config, np.random.default_rng(2), leaves=1).run(start(), 32)
    visits = sorted(result.visits[result.visits > 0].tolist(), reverse=True)
    assert sum(visits) == 32
    assert len(visits) == 16  # sixteen drawn, no more
    assert visits[0] >= 4  # and the last two got most


def test_gumbel_halves_as_the_number_of_simulations_asks_for_however_many_there_were_before() -> None:
    config = SearchConfig(root_rule=RootRule.GUMBEL, considered=16)
    search = Search(Stub(), config, np.random.default_rng(2), leaves=1)
    search.run(start(), 32)
    search.forget()
    visits = search.run(start(), 64).visits
    assert sorted(visits[visits > 0].tolist(), reverse=True) == sorted(
        (n for n in Search(Stub(), config, np.random.default_rng(2), leaves=1).run(start(), 64).visits.tolist() if n),
        reverse=True,
    )


def test_lines_begin_with_the_most_visited_moves() -> None:
    result = Search(Stub(prior={12: 0.5, 7: 0.3, 0: 0.2}), leaves=1).run(start(), 60)
    firsts = [line[0] for line in result.lines]
    assert [result.visits[action] for action in firsts] == sorted((result.visits[a] for a in firsts), reverse=True)


def test_a_search_looks_as_far_as_the_rules_of_each_position_let_it() -> None:
    searches = [Search(RolloutEvaluator(np.random.default_rng(2))) for _ in range(2)]
    short, usual = Position.initial(Ruleset(2, 0.5, ply_limit=2)), Position.initial(Ruleset(2, 0.5))
    searches[0].run(short, 50)
    values = [abs(search.run(usual, 400).value) for search in searches]
    assert max(values) <= 1.0
    assert searches[0]._leaves.nodes.shape == searches[1]._leaves.nodes.shape
