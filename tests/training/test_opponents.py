"""The players behind the names a dog is measured against."""

from __future__ import annotations

from pathlib import Path

import pytest

from clevergo.games.go.game import GAME
from clevergo.players.spec import PlayerKind, PlayerSpec, split_command
from clevergo.training.learner.store import RunStore
from clevergo.training.ratings import opponents
from clevergo.training.ratings.opponents import NoSuchOpponentError, anchors_here, milestone_of, spec_of


def with_gnugo(monkeypatch: pytest.MonkeyPatch, place: str | None) -> None:
    monkeypatch.setattr(opponents, "find_program", lambda name: place)


def test_names_are_players(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    assert spec_of(GAME, "mcts:400", store, 100) == PlayerSpec.parse("mcts:400")
    assert spec_of(GAME, "random", store, 100).kind is PlayerKind.RANDOM


def test_an_age_plays_with_the_dogs_simulations_while_its_weights_are_there(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    with pytest.raises(NoSuchOpponentError, match="tidied away"):
        spec_of(GAME, "age:700", store, 100)
    store.age_path(700).parent.mkdir()
    store.age_path(700).write_bytes(b"")
    assert spec_of(GAME, "age:700", store, 100) == PlayerSpec(PlayerKind.ALPHAGO, str(store.age_path(700)), 100)


def test_gnu_go_takes_part_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_gnugo(monkeypatch, "/usr/games/gnugo")
    spec = spec_of(GAME, "gnugo:7", RunStore(tmp_path), 100)
    assert spec.protocol == "gtp"
    assert str(spec).startswith("gtp:/usr/games/gnugo --mode gtp")
    assert str(spec).endswith("--level 7")
    assert anchors_here(GAME) == tuple(name for name, _ in GAME.anchors)
    with_gnugo(monkeypatch, None)
    with pytest.raises(NoSuchOpponentError, match="not installed"):
        spec_of(GAME, "gnugo:7", RunStore(tmp_path), 100)
    assert not any(name.startswith("gnugo") for name in anchors_here(GAME))
    assert "mcts:6400" in anchors_here(GAME)


def test_pachi_takes_part_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "find_program", lambda name: f"/opt/{name}" if name == "pachi" else None)
    spec = spec_of(GAME, "pachi:20000", RunStore(tmp_path), 100)
    assert str(spec) == "gtp:/opt/pachi -d 0 -t =20000 -r chinese threads=1,max_tree_size=200,pass_all_alive"
    assert spec.name == "Pachi 20000"
    here = anchors_here(GAME)
    assert {"pachi:5000", "pachi:20000", "mcts:6400"} <= set(here)
    assert not any(name.startswith("gnugo") for name in here)


def test_a_program_may_lie_in_a_folder_with_spaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = str(tmp_path / "Program Files" / "pachi")
    monkeypatch.setattr(opponents, "find_program", lambda name: place)
    spec = spec_of(GAME, "pachi:5000", RunStore(tmp_path), 100)
    assert spec.name == "Pachi 5000"
    assert split_command(str(spec).removeprefix("gtp:"))[:3] == [place, "-d", "0"]


def test_the_levels_of_gnu_go_count_as_one_and_those_of_pachi_each() -> None:
    names = ("gnugo:1", "gnugo:10", "pachi:5000", "pachi:20000", "mcts:400")
    assert [milestone_of(name) for name in names] == ["gnugo", "gnugo", "pachi:5000", "pachi:20000", "mcts:400"]
