"""Reversi, the game that comes as one folder: its rules, and that all above the games' door plays it unasked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from clevergo.games import kernels
from clevergo.games.guests import games
from clevergo.games.plain import PlainPosition, PlainRules
from clevergo.nn.description import NetConfig
from clevergo.nn.files import load_weights
from clevergo.players.build import build_player
from clevergo.players.spec import PlayerSpec
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator
from clevergo.training.config import LearnerConfig, SelfPlayConfig, TrainingConfig
from clevergo.training.learner.replay import Replay
from clevergo.training.run.events import Progress, Rated, Saved
from clevergo.training.run.parcels import pack_games, unpack_games
from clevergo.training.run.plan import RunPlan
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.training.selfplay.lockstep import SelfPlay
from examples.reversi.game import GAME
from tests.training.test_loop import Run

RULES = PlainRules("reversi", 8)
PASS = 64


@pytest.fixture(autouse=True)
def _taking_part(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if its one line stood in :mod:`clevergo.guests`."""
    monkeypatch.setattr("clevergo.games.guests.GUESTS", ("clevergo.games.go.game", "examples.reversi.game"))
    monkeypatch.setenv("CLEVERGO_GUESTS", "examples.reversi.game")  # for the processes of a run
    games.cache_clear()
    yield
    games.cache_clear()


def perft(position: PlainPosition, depth: int) -> int:
    """How many games of so many plies there are."""
    if depth == 0 or position.is_over:
        return 1
    return sum(perft(position.play(int(action)), depth - 1) for action in np.flatnonzero(position.legal_moves))


@pytest.mark.parametrize(("depth", "games"), [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396)])
def test_there_are_as_many_games_as_others_have_counted(depth: int, games: int) -> None:
    assert perft(PlainPosition.initial(RULES), depth) == games


def test_who_cannot_move_passes_and_where_nobody_can_the_game_ends() -> None:
    rng, passes = np.random.default_rng(1), 0
    for _ in range(40):
        position = PlainPosition.initial(RULES)
        while not position.is_over:
            legal = np.flatnonzero(position.legal_moves)
            assert len(legal) == 1 or PASS not in legal, "a pass is forced or not allowed"
            passes += legal[0] == PASS
            position = position.play(int(rng.choice(legal)))
        assert not position.legal_moves.any()
        cells = position.board["cells"][0]
        assert kernels.result(position.board[0]) == np.sign(np.sum(cells == 1) - np.sum(cells == 2))
    assert passes > 5


def test_a_search_with_playouts_beats_chance() -> None:
    rng, wins = np.random.default_rng(3), 0
    for number in range(6):
        search, side = Search(RolloutEvaluator(rng), rng=rng, leaves=1), 1 + number % 2
        position = PlainPosition.initial(RULES)
        while not position.is_over:
            if position.to_play == side:
                position = position.play(search.run(position, 200).best_action)
            else:
                position = position.play(int(rng.choice(np.flatnonzero(position.legal_moves))))
        wins += (kernels.result(position.board[0]) > 0) == (side == 1)
    assert wins >= 5


class Indifferent:
    def evaluate(self, boards: object, prior: np.ndarray, value: np.ndarray) -> None:
        prior[:], value[:] = 1.0, 0.0


def played(count: int) -> list[FinishedGame]:
    config = SelfPlayConfig(games=8, simulations=4, late_simulations=4, considered=4)
    games: list[FinishedGame] = []
    play = SelfPlay(GAME, config, 8, np.random.default_rng(0))
    while len(games) < count:
        games += play.tick(Indifferent())
    return games


def test_games_with_itself_are_legal_travel_as_bytes_and_are_learned_from() -> None:
    games = played(12)
    for game, copy in zip(games, unpack_games(pack_games(games)), strict=True):
        position = PlainPosition.initial(RULES)
        for action in game.moves:
            position = position.play(int(action))
        assert position.is_over
        cells = position.board["cells"][0]
        assert game.margin == np.sum(cells == 1) - np.sum(cells == 2)
        assert (game.owners == cells).all()
        assert (copy.moves == game.moves).all()
        assert (copy.owners == game.owners).all()
    replay = Replay(GAME, 2000, 8)
    for game in games:
        replay.add(game, 2000)
    batch = replay.sample(LearnerConfig(batch=64, margin_weight=0.15), 16, np.random.default_rng(1))
    own, theirs, playable = batch.planes[:, 0], batch.planes[:, 1], batch.planes[:, 2]
    assert not (own * theirs).any()
    assert not (playable * (own + theirs)).any()
    assert batch.policy.sum(axis=1) == pytest.approx(1.0, abs=1e-3)
    assert (batch.policy[:, :PASS].reshape(64, 8, 8)[playable == 0] == 0).all(), "turned together with its planes"


def test_a_dog_is_raised_by_a_run_measured_and_plays(tmp_path: Path) -> None:
    """With the processes of any run: a worker, the learner, the arena."""
    config = TrainingConfig(
        net=NetConfig(blocks=1, channels=16, size=6, game="reversi"),
        size=6,
        selfplay=SelfPlayConfig(games=8, simulations=4, late_simulations=4, considered=4),
        learner=LearnerConfig(batch=16, min_positions=50, window_min=500, publish_ticks=64, checkpoint_seconds=1.0),
    )
    run = Run(tmp_path, RunPlan(niceness=0, arena_seconds=0.5, arena_games=2, arena_simulations=4), config)
    run.wait_for(lambda event: isinstance(event, Progress) and event.counters.samples > 0)
    rated = run.wait_for(lambda event: isinstance(event, Rated))
    run.wait_for(lambda event: isinstance(event, Saved))
    run.end()
    assert run.error is None
    assert isinstance(rated, Rated)
    assert (rated.opponent, rated.wins + rated.draws + rated.losses) == ("random", 2)
    saved = load_weights(tmp_path / "weights.pdparams")
    assert saved.config == config.net
    assert saved.arrays["discs_out.weight"].shape == (1, 32, 1, 1), "whose each cell becomes, by the game's own word"
    dog = build_player(PlayerSpec.parse("alphago:pup:8"), lambda _: tmp_path / "weights.pdparams", seed=0)
    position, rng = PlainPosition.initial(PlainRules("reversi", 6)), np.random.default_rng(5)
    dog.new_game(position.rules)
    while not position.is_over:
        legal = np.flatnonzero(position.legal_moves)
        position = position.play(dog.choose(position).action if position.to_play == 1 else int(rng.choice(legal)))
    assert position.ply > 20
