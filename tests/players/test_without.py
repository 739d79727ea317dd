"""Players without their policy, or without their value: that part is gone, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.go.board import new_boards
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.nn.description import NetConfig
from clevergo.nn.files import save_weights
from clevergo.players.build import build_player
from clevergo.players.spec import Faculty, PlayerKind, PlayerSpec
from clevergo.players.without import judge_without
from tests.nn.judging import opinionated, random_boards


class Judge:
    """Says the same of every board."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = np.arange(prior.shape[1])
        value[:] = 0.25


def judged(faculty: Faculty | None, boards: NDArray[np.void]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    prior, value = np.zeros((len(boards), 26), np.float32), np.zeros(len(boards), np.float32)
    judge_without(Judge(), faculty, np.random.default_rng(0)).evaluate(boards, prior, value)
    return prior, value


def test_without_a_policy_all_moves_are_alike_and_values_stay() -> None:
    prior, value = judged(Faculty.POLICY, new_boards(3, 5))
    np.testing.assert_allclose(prior, 1.0, atol=2e-3)
    assert len(np.unique(prior)) > 26, "alike by a hair, so that none is always first"
    np.testing.assert_array_equal(value, 0.25)


def test_without_a_value_random_games_judge_and_priors_stay(rng: np.random.Generator) -> None:
    prior, value = judged(Faculty.VALUE, random_boards(rng, 40, 5))
    np.testing.assert_array_equal(prior, np.tile(np.arange(26), (40, 1)))
    assert set(np.unique(value)) == {-1.0, 1.0}


def test_with_everything_nothing_is_changed() -> None:
    prior, value = judged(None, new_boards(2, 5))
    assert (prior[0, 25], value[0]) == (25.0, 0.25)


@pytest.mark.parametrize("word", ["nopolicy", "novalue"])
def test_they_play_from_the_text_of_the_command_line(word: str, tmp_path: Path) -> None:
    file = tmp_path / "pup.pdparams"
    save_weights(file, opinionated(NetConfig(blocks=1, channels=8, size=5)))
    player = build_player(PlayerSpec.parse(f"{word}:pup:400"), lambda _dog: file, seed=0)
    assert player.name == f"{word}:pup:400"
    position = Position.initial(Ruleset(5))
    player.new_game(position.rules)
    decision = player.choose(position)
    assert position.legal_moves[decision.action]
    assert decision.analysis is not None
    priors = [candidate.prior for candidate in decision.analysis.candidates]
    assert (max(priors) / min(priors) < 1.01) is (word == "nopolicy")


def test_only_a_search_can_do_without() -> None:
    with pytest.raises(ValueError, match="policy"):
        PlayerSpec(PlayerKind.MCTS, simulations=8, without=Faculty.POLICY)


def test_they_have_chance_of_their_own_and_names_that_tell_them_apart() -> None:
    whole, lessened = PlayerSpec.parse("alphago:pup:50"), PlayerSpec.parse("novalue:pup:50")
    assert (whole.has_chance, lessened.has_chance) == (False, True)
    assert lessened.name == "pup (novalue 50)"
