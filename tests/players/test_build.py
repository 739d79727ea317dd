"""From text to player."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from clevergo.games.go.game import GAME
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.players.build import build_player
from clevergo.players.protocol import PlayerError
from clevergo.players.spec import PlayerSpec


def nobody(name: str) -> Path:
    raise AssertionError(f"nobody asked for {name}")


@pytest.mark.parametrize("text", ["random", "mcts:25"])
def test_players_without_a_net_play_on_any_board(text: str) -> None:
    player = build_player(PlayerSpec.parse(text), nobody, seed=1)
    assert player.name == text
    for size in (5, 19):
        position = Position.initial(Ruleset(size))
        player.new_game(position.rules)
        assert position.legal_moves[player.choose(position).action]


@pytest.mark.parametrize("text", ["policy:pup", "value:pup", "alphago:pup:100"])
def test_a_missing_weight_file_is_named(text: str, tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match=r"gone\.pdparams"):
        build_player(PlayerSpec.parse(text), lambda _name: tmp_path / "gone.pdparams", seed=1)


def test_a_weight_file_that_is_something_else_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "holiday.pdparams"
    file.write_bytes(b"\xff\xd8 a photograph")
    with pytest.raises(PlayerError, match=r"holiday\.pdparams"):
        build_player(PlayerSpec.parse("alphago:pup:100"), lambda _name: file, seed=1)


def test_a_person_is_asked_in_the_window_only() -> None:
    with pytest.raises(PlayerError, match="window"):
        build_player(PlayerSpec.parse("human"), nobody, seed=1)


def test_describing_players_loads_nothing_heavy() -> None:
    code = (
        "import sys, clevergo.players.spec, clevergo.players.protocol, clevergo.app.match.messages\n"
        "assert not {'paddle', 'numba', 'scipy', 'pygame'} & set(sys.modules)"
    )
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert outcome.returncode == 0, outcome.stderr


ROOT = Path(__file__).parents[2]


def test_pure_mcts_never_passes_first_while_it_has_a_move() -> None:
    """With few playouts a pass looks as good as anything else, and whoever answers it may win at once."""
    player = build_player(PlayerSpec.parse("mcts:60"), nobody, seed=3)
    position = Position.initial(Ruleset(5, 7.5))
    while GAME.manners.sensible(position).any() and not position.is_over:
        action = player.choose(position).action
        assert action != 25
        position = position.play(action)
