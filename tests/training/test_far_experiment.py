"""Experiments on several machines: pairs are raised elsewhere, come home as they are saved, and games are shared."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from clevergo.training.experiment.far import FarMachines, Freight, names_in, put
from clevergo.training.experiment.lab import Lab, Playing, Raising, WarmingUp, Watched
from clevergo.training.experiment.plan import SIDES
from clevergo.training.learner.store import RunStore
from tests.training.test_experiment import PLAN
from tests.workers.made_up import connect

TWO_PAIRS = replace(PLAN, seeds=2, games=2)


def positions_of(lab: Lab, seed: int) -> list[int]:
    saved = [RunStore(lab.dog_folder(side, seed)).load() for side in SIDES]
    return [0 if each is None else each.counters.positions for each in saved]


def test_a_pair_comes_home_as_it_is_saved_and_goes_on_there_when_its_machine_dies(tmp_path: Path) -> None:
    machines = tmp_path / "machines"
    machines.mkdir()
    dying = machines / "a"
    dying.write_text("2")
    lab = Lab(tmp_path / "lab", TWO_PAIRS, FarMachines(str(machines), connect))
    raised: list[Raising] = []
    planned: list[Playing] = []
    saved_there: list[int] = []
    later: list[Raising] = []

    def hear(news: WarmingUp | Raising | Watched | Playing) -> None:
        if isinstance(news, Raising):
            raised.append(news)
            if saved_there and news.seed == 1:
                later.append(news)
            if dying.exists() and min(positions_of(lab, 1)) > 0 and not lab.is_grown(1):
                saved_there.extend(positions_of(lab, 1))
                dying.unlink()
        elif isinstance(news, Playing):
            if not planned:
                (machines / "b").write_text("1")
            planned.append(news)

    finding = lab.run(threading.Event(), hear)
    assert finding is not None
    there = [news for news in raised if news.is_aside]
    assert {news.seed for news in there} == {1}
    assert {news.seed for news in raised if not news.is_aside} == {0, 1}, "it was gone on with at home"
    assert saved_there
    assert all(news.one.counters.positions >= saved_there[0] for news in later), "nothing that was saved is lost"
    assert all(news.other.counters.positions >= saved_there[1] for news in later)
    assert all(lab.is_grown(seed) for seed in (0, 1))
    assert min(positions_of(lab, 0) + positions_of(lab, 1)) >= 300
    rows = json.loads((tmp_path / "lab" / "games.json").read_text())
    assert sorted((row["i"], row["j"], row["opening"]) for row in rows) == [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)]
    assert finding.score.games == planned[-1].planned == 8
    assert lab.growth("one", 1).points[-1].positions >= 300


def test_without_a_cluster_everything_is_done_at_home(tmp_path: Path) -> None:
    lab = Lab(tmp_path, TWO_PAIRS, FarMachines(str(tmp_path / "nowhere"), connect))
    for seed in (0, 1):
        for side in SIDES:
            lab.dog_folder(side, seed).mkdir()
            (lab.dog_folder(side, seed) / "raised").touch()
    stop = threading.Event()
    stop.set()
    assert lab.run(stop, lambda _: None) is None


def test_freight_is_what_has_changed_and_lands_as_it_was(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    (here / "checkpoints").mkdir(parents=True)
    (here / "window").mkdir()
    (here / "checkpoints" / "checkpoint-00000001.npz").write_bytes(b"one")
    (here / "weights.pdparams").write_bytes(b"first")
    (here / "lock").touch()
    (here / "window" / "half.tmp").write_bytes(b"half")
    freight = Freight(here)
    assert freight.is_due()
    put(there, *freight.take())
    assert sorted(names_in(there)) == ["checkpoints/checkpoint-00000001.npz", "weights.pdparams"]
    assert not freight.is_due()
    (here / "checkpoints" / "checkpoint-00000002.npz").write_bytes(b"two")
    (here / "checkpoints" / "checkpoint-00000001.npz").unlink()
    assert freight.is_due()
    files, names = freight.take()
    assert set(files) == {"checkpoints/checkpoint-00000002.npz"}, "what has not changed does not travel again"
    put(there, files, names)
    assert sorted(names_in(there)) == ["checkpoints/checkpoint-00000002.npz", "weights.pdparams"]


def test_a_checkpoint_never_travels_before_the_games_it_counts_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dog saves in the very moment in which its files are looked for: games first, then the checkpoint."""
    for folder in ("window", "checkpoints"):
        (tmp_path / folder).mkdir()
    look = Path.iterdir

    def save_then_look(path: Path) -> Iterator[Path]:
        yield from list(look(path))
        (tmp_path / "window" / "games-00000001.npz").touch()
        (tmp_path / "checkpoints" / "checkpoint-00000001.npz").touch()

    monkeypatch.setattr(Path, "iterdir", save_then_look)
    files, names = Freight(tmp_path).take()
    assert "checkpoints/checkpoint-00000001.npz" not in names or "window/games-00000001.npz" in files


@pytest.mark.parametrize(
    "name", ["../x.npz", "/etc/x.npz", "checkpoints/../../x.npz", "lock", "checkpoints/x.py", "other/x.npz", ""]
)
def test_nothing_but_a_dogs_files_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="no file"):
        put(tmp_path / "dog", {name: b"x"}, frozenset())
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
