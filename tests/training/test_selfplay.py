"""Self-play: every recorded game is a real game, and says what the learner needs."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.go.door import GUARD_SHARE
from clevergo.games.go.game import GAME, GoSelfPlay
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.go.scoring import outcome_of, ownership
from clevergo.training.config import SelfPlayConfig
from clevergo.training.run.parcels import pack_games, unpack_games
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.training.selfplay.lockstep import SelfPlay, Stage


class Flat:
    """Judges everything alike."""

    def __init__(self, value: float = 0.0) -> None:
        self.value = value

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 1.0
        value[:] = self.value


class Moody(Flat):
    """Likes each move by chance."""

    def __init__(self) -> None:
        super().__init__()
        self._rng = np.random.default_rng(3)

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = self._rng.random(prior.shape)
        value[:] = self._rng.uniform(-0.1, 0.1, value.shape)


def play_games(
    count: int, size: int = 5, seed: int = 0, evaluator: Flat | None = None, **settings: Any
) -> list[FinishedGame]:
    of_go = GoSelfPlay(**{name: settings.pop(name) for name in list(settings) if hasattr(GoSelfPlay, name)})
    config = SelfPlayConfig(games=8, simulations=4, late_simulations=4, considered=4, of_game=of_go, **settings)
    play = SelfPlay(GAME, config, size, np.random.default_rng(seed))
    games: list[FinishedGame] = []
    judge = evaluator or Flat()
    for _ in range(20_000):
        games += play.tick(judge)
        if len(games) >= count:
            return games
    raise AssertionError(f"only {len(games)} games ended")


def replayed(game: FinishedGame) -> Position:
    limit = max(2, round(130 * game.size**2 / 81))
    position = Position.initial(
        Ruleset(size=game.size, komi=float(game.start[0]), ply_limit=min(2 * game.size**2, limit))
    )
    for action in game.moves.tolist():
        position = position.play(action)
    return position


@pytest.mark.parametrize("size", [4, 5, 9])
def test_every_game_is_legal_to_its_end_and_scored_as_the_rules_say(size: int) -> None:
    for game in play_games(6, size=size):
        position = replayed(game)
        assert position.is_over
        assert outcome_of(position).margin == pytest.approx(game.margin)
        assert np.array_equal(ownership(position.stones).ravel(), game.owners)


def test_targets_are_policies_over_legal_moves() -> None:
    for game in play_games(6):
        position = Position.initial(Ruleset(size=5, komi=float(game.start[0])))
        rows = dict(zip(game.plies.tolist(), game.targets, strict=True))
        for ply, action in enumerate(game.moves.tolist()):
            if ply in rows:
                target = rows[ply] / 65535.0
                assert target.sum() == pytest.approx(1.0, abs=1e-3)
                assert np.all(position.legal_moves[target > 0])
            position = position.play(action)


def test_openings_are_played_but_not_recorded() -> None:
    games = play_games(12, opening_plies=6)
    firsts = {int(game.plies[0]) for game in games}
    assert min(firsts) >= 0
    assert max(firsts) <= 6
    assert len(firsts) > 2


def test_komi_varies_within_its_spread() -> None:
    komis = {float(game.start[0]) for game in play_games(40, komi=3.0, komi_spread=1.0)}
    assert komis <= {2.0, 2.5, 3.0, 3.5, 4.0}
    assert len(komis) > 2


def test_nobody_passes_early_while_there_is_another_move() -> None:
    for game in play_games(8, size=9, min_pass_ply=30):
        assert 81 not in game.moves[:30].tolist()


def test_guarded_games_end_only_when_the_winner_passes_or_nothing_is_left() -> None:
    """In a guarded game the side that is behind passes only when it has no other move left to search."""
    for game in play_games(8, guard_until=10**9, min_pass_ply=0):
        position = Position.initial(Ruleset(size=5, komi=float(game.start[0])))
        for action in game.moves.tolist():
            if action == 25:
                margin = outcome_of(position).margin
                assert margin is not None
                ahead = margin > 0 if position.to_play.name == "BLACK" else margin < 0
                assert ahead or _only_eyes_left(position)
            position = position.play(action)


def _only_eyes_left(position: Position) -> bool:
    from clevergo.games.go.area import is_true_eye

    legal = np.flatnonzero(position.legal_moves[:-1])
    return all(is_true_eye(position.board[0], int(action), int(position.to_play)) for action in legal)


def test_the_same_seed_plays_the_same_games() -> None:
    first, again, other = (play_games(5, seed=seed) for seed in (7, 7, 8))
    assert all(np.array_equal(a.moves, b.moves) for a, b in zip(first, again, strict=True))
    assert any(not np.array_equal(a.moves, b.moves) for a, b in zip(first, other, strict=False))


def test_first_moves_are_drawn_the_more_wildly_the_higher_the_temperature() -> None:
    class Fond(Flat):
        def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
            prior[:] = 1.0
            prior[:, 12] = 20.0
            value[:] = 0.0

    def fond_of(temperature: float) -> int:
        games = play_games(40, evaluator=Fond(), opening_plies=8, opening_temperature=temperature)
        return sum(12 in game.moves[:1] for game in games if len(game.plies) and game.plies[0] > 0)

    assert fond_of(0.25) > fond_of(1.0) > fond_of(4.0)


def test_decided_games_are_mostly_left_unrecorded() -> None:
    sure = play_games(10, size=7, evaluator=Flat(0.0), decided_value=0.0, decided_plies=1, decided_search_share=0.0)
    assert all(len(game.plies) <= 1 for game in sure)


def test_games_survive_packing() -> None:
    alone = play_games(5)
    for games, compress in ((alone, False), (alone, True), ([*alone, *play_games(3, size=6), *alone[:2]], True)):
        back = unpack_games(pack_games(games, compress))
        for game, copy in zip(games, back, strict=True):
            assert np.array_equal(game.moves, copy.moves)
            assert np.array_equal(game.plies, copy.plies)
            assert np.array_equal(game.targets, copy.targets)
            assert np.array_equal(game.owners, copy.owners)
            assert np.array_equal(game.surprises, copy.surprises)
            assert (float(game.start[0]), game.margin, game.size) == (float(copy.start[0]), copy.margin, copy.size)


def test_games_kept_by_earlier_versions_are_read_as_if_nothing_had_surprised() -> None:
    with np.load(io.BytesIO(pack_games(play_games(2)))) as archive:
        arrays = {name: archive[name] for name in archive.files if name != "surprises"}
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    assert all(
        len(game.surprises) == len(game.plies) and not game.surprises.any() for game in unpack_games(buffer.getvalue())
    )


def test_a_surprise_is_the_divergence_of_what_was_found_from_what_was_thought() -> None:
    """The net thinks all moves alike: what the target's entropy lacks of an even distribution's is the surprise."""

    class Moody(Flat):
        rng = np.random.default_rng(3)

        def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
            prior[:] = 1.0
            value[:] = self.rng.uniform(-0.02, 0.02, len(value))

    for game in play_games(6, evaluator=Moody(), opening_plies=0):
        early = game.plies < 6  # nobody may pass yet, so no search sees a game's end
        assert early.sum() > 3
        for surprise, target in zip(game.surprises[early], game.targets[early] / 65535.0, strict=True):
            seen = target[target > 0]
            assert surprise == pytest.approx(np.log(len(seen)) + (seen * np.log(seen)).sum(), abs=0.01)
            assert surprise > 0.0


@pytest.mark.parametrize("spoiled", [lambda _: b"", lambda _: b"nonsense", lambda data: data[:-200]])
def test_broken_archives_are_refused(spoiled: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match="archive"):
        unpack_games(spoiled(pack_games(play_games(1))))


def test_a_dog_grows_through_its_stages() -> None:
    config = SelfPlayConfig(grown_after=100, late_after=1000, c_scale=0.2, late_c_scale=0.8)
    of_go = GoSelfPlay(guard_until=50)
    young, half, grown, late = (Stage.at(config, positions) for positions in (0, 50, 100, 1000))
    assert (young.c_scale, half.c_scale) == (0.2, pytest.approx(0.5))
    guard = [GAME.plan(of_go, 9, stage.positions)[GUARD_SHARE] for stage in (young, half, grown)]
    assert guard == [1.0, of_go.guard_share, of_go.guard_share]
    assert grown.c_scale == pytest.approx(0.8)
    assert (grown.simulations, late.simulations) == (config.simulations, config.late_simulations)


def test_of_moves_searched_deeper_alone_is_learned() -> None:
    """A quarter is searched with 24 simulations and recorded; the net's moods show how many there were."""
    games = play_games(30, deep_share=0.25, deep_simulations=24, opening_plies=0)
    shares = sum(len(game.plies) for game in games) / sum(len(game.moves) for game in games)
    assert 0.15 < shares < 0.35
    assert len(play_games(1, deep_share=1.0, deep_simulations=24, opening_plies=0)[0].plies) > 0


def test_some_games_begin_in_their_middle() -> None:
    firsts = [
        int(game.plies[0])
        for game in play_games(30, size=7, opening_plies=0, middle_share=0.5, middle_plies=30)
        if len(game.plies)
    ]
    assert 0.2 < np.mean(np.array(firsts) > 0) < 0.8
    assert max(firsts) > 8


def test_more_is_thought_step_by_step_where_that_is_wished() -> None:
    config = SelfPlayConfig(simulation_steps=((100, 24), (1000, 48)))  # as JSON brings them: lists
    assert [Stage.at(config, n).simulations for n in (0, 99, 100, 999, 1000, 10**9)] == [16, 16, 24, 24, 48, 48]
    assert config.most_simulations == 48
    for steps in (((100, 24), (50, 32)), ((100, 0),), ((-1, 8),)):
        with pytest.raises(ValueError, match="simulation_steps"):
            SelfPlayConfig(simulation_steps=steps)


def test_after_the_opening_the_best_of_what_was_looked_at_may_be_played() -> None:
    """With the noise a move is as good as drawn; without it, it is the target's favorite, if that was looked at."""
    games = play_games(30, size=7, opening_plies=0, calm_after=6, evaluator=Moody())
    is_best: dict[bool, list[bool]] = {True: [], False: []}
    for game in games:
        for target, ply in zip(game.targets, game.plies, strict=True):
            is_best[bool(ply >= 6)].append(target[game.moves[ply]] == target.max())
    assert np.mean(is_best[True]) > 0.9
    assert np.mean(is_best[False]) < 0.8


def test_settings_that_are_off_change_nothing() -> None:
    usual, told = play_games(4, seed=5), play_games(4, seed=5, middle_plies=7, deep_simulations=99)
    assert all(np.array_equal(a.targets, b.targets) for a, b in zip(usual, told, strict=True))
