"""Players know games through the door alone: Reversi, which comes from elsewhere, is played, judged and told apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.game import position_after
from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import games
from clevergo.games.outcome import Termination
from clevergo.games.plain import PlainRules
from clevergo.nn.description import NetConfig
from clevergo.players.analyst import Analyst
from clevergo.players.brain import DogBrain
from clevergo.players.build import build_player
from clevergo.players.builtin import RandomPlayer
from clevergo.players.match_games import MatchPlan, PlayedGame, play_game, play_match
from clevergo.players.net_players import PolicyPlayer, ValuePlayer
from clevergo.players.options import PlayerOptions
from clevergo.players.outside import found_engines, protocols_for
from clevergo.players.protocol import UnsupportedGameError
from clevergo.players.spec import PlayerSpec
from tests.nn.judging import opinionated

REVERSI = PlainRules("reversi", 6)
"""On the small board somebody has to pass in most games."""


@pytest.fixture(autouse=True)
def _taking_part(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if its one line stood in :mod:`clevergo.guests`."""
    monkeypatch.setattr("clevergo.games.guests.GUESTS", ("clevergo.games.go.game", "examples.reversi.game"))
    games.cache_clear()
    yield
    games.cache_clear()


def nobody(name: str) -> Path:
    raise AssertionError(f"nobody asked for {name}")


def test_a_match_is_played_to_the_end_of_every_game() -> None:
    played: list[PlayedGame] = []
    plan = MatchPlan(PlayerSpec.parse("mcts:50"), PlayerSpec.parse("random"), 6, REVERSI)
    score = play_match(plan, nobody, lambda game, _score: played.append(game))
    assert score.games == 6
    assert score.first >= 4
    for game in played:
        assert game.outcome.termination is Termination.FINISHED
        assert game.record.position.is_over
        discs = [int((game.record.position.stones == color).sum()) for color in Color]
        assert game.outcome.margin == discs[0] - discs[1]
    assert any(REVERSI.pass_action in game.record.moves for game in played)


def test_random_playouts_have_an_opinion_of_it_at_every_stage() -> None:
    rng = np.random.default_rng(5)
    watcher, position = Analyst(None, rng), REVERSI.first_position()
    chance = RandomPlayer(rng)
    while not position.is_over:
        *_, seen = watcher.study(position, 20)
        assert position.legal_moves[[candidate.action for candidate in seen.candidates]].all()
        assert seen.visits >= 20
        assert seen.to_play is position.to_play
        position = position.play(chance.choose(position).action)
    (end,) = watcher.study(position, 20)
    margin = int((position.stones == Color.BLACK).sum()) - int((position.stones == Color.WHITE).sum())
    assert end.black_score == margin
    assert end.black_win_rate == (1 + np.sign(margin)) / 2
    assert end.owners is not None
    assert (end.owners == np.where(position.stones == 2, -1, position.stones)).all()


def dog(size: int = 6, game: str = "reversi") -> DogBrain:
    return DogBrain("小黑", opinionated(NetConfig(blocks=1, channels=32, size=size, game=game)))


@pytest.mark.parametrize("bare", [PolicyPlayer, ValuePlayer])
@pytest.mark.parametrize("is_patient", [False, True])
def test_a_dog_of_it_plays_by_its_net_alone(bare: type[PolicyPlayer | ValuePlayer], is_patient: bool) -> None:
    rng = np.random.default_rng(2)
    player = bare("bare", dog(), rng, PlayerOptions(is_patient=is_patient))
    passes = 0
    for _ in range(2):
        record = play_game(player, RandomPlayer(rng), REVERSI)
        assert record is not None
        assert record.outcome is not None
        passes += record.moves.count(REVERSI.pass_action)
    assert passes


def test_the_word_of_its_net_is_the_same_from_every_side_of_the_board() -> None:
    brain, game = dog(), REVERSI.game
    start = REVERSI.first_position()
    position, moves = start, []
    for _ in range(5):
        moves.append(int(np.flatnonzero(position.legal_moves)[-1]))
        position = position.play(moves[-1])
    straight = brain.glance(position)
    owners = brain.owners(position)
    assert owners is not None
    kept = 0
    for sources in game.symmetries(6):
        goes_to = np.argsort(sources)
        if (start.stones.ravel()[sources[:36]] != start.stones.ravel()).any():
            continue  # the four discs in the middle look the same from half of the sides
        kept += 1
        turned = position_after(REVERSI, [int(goes_to[move]) for move in moves])
        seen = brain.glance(turned)
        np.testing.assert_allclose(seen.prior, straight.prior[sources], atol=1e-5)
        assert seen.value == pytest.approx(straight.value, abs=1e-5)
        again = brain.owners(turned)
        assert again is not None
        np.testing.assert_allclose(again, owners.ravel()[sources[:36]].reshape(6, 6), atol=1e-5)
    assert kept == 4


def test_a_dog_of_it_is_looked_into() -> None:
    seen = list(Analyst(dog(), np.random.default_rng(1)).study(REVERSI.first_position(), 60))[-1]
    assert seen.has_glance
    assert seen.owners is not None
    assert seen.black_score == pytest.approx(float(seen.owners.sum()))
    assert not np.isnan(seen.win_rates[REVERSI.first_position().legal_moves]).any()


def test_a_dog_says_which_game_it_plays() -> None:
    with pytest.raises(UnsupportedGameError, match="小黑 plays Reversi, not Go"):
        PolicyPlayer("policy", dog(), np.random.default_rng(1)).new_game(Ruleset(9))
    with pytest.raises(UnsupportedGameError, match="小黑 plays Go, not Reversi"):
        dog(9, "go").evaluator(REVERSI)
    assert [dog().supports(game, 6) for game in ("reversi", "go")] == [True, False]


def test_a_go_program_says_that_it_plays_go_only() -> None:
    program = build_player(PlayerSpec.parse("gtp:gnugo --mode gtp --level 5"), nobody, seed=1)
    with pytest.raises(UnsupportedGameError, match="GNU Go 5 plays Go, not Reversi"):
        play_game(program, RandomPlayer(np.random.default_rng(1)), REVERSI)
    with pytest.raises(UnsupportedGameError):
        program.choose(position_after(REVERSI, ()))


def test_programs_are_asked_for_by_what_they_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clevergo.protocols.gtp.player.find_program", lambda name: f"/bin/{name}")
    assert [spec.name for spec in found_engines("go")] == [
        *("GNU Go 1", "GNU Go 5", "GNU Go 10"),
        *("Pachi 5000", "Pachi 20000", "Pachi 100000"),
    ]
    assert found_engines("go") == found_engines()
    assert found_engines("reversi") == ()
    assert (protocols_for("go"), protocols_for("reversi")) == (["gtp"], [])
