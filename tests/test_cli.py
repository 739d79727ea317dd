"""The command line: what it prints, where, and with which exit code."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo import cli
from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.kennel.messages import (
    MachineReport,
    MachineState,
    NewsKind,
    StrengthPoint,
    TrainingNews,
    TrainingPhase,
    TrainingSnapshot,
)
from clevergo.app.training.session import require_cluster
from clevergo.app.training.settings import load_dog_settings
from clevergo.games.five.psq import read as five_from
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.sgf.codec import from_sgf
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile, save_weights
from clevergo.problem import as_said
from clevergo.training.experiment.plan import ExperimentPlan
from clevergo.training.learner.folder import reached
from tests.app.tables import kept
from tests.nn.foreign_files import gomokus_weights, pickled_by_python_2
from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
_TWO = ("random", "random")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "数据 data"


@pytest.fixture
def run(data: Path) -> Callable[..., int]:
    """The command line with a data folder of its own; returns the exit code."""

    def run_command(*arguments: str) -> int:
        try:
            return cli.main(["--data-dir", str(data), *arguments])
        except SystemExit as end:  # argparse's way
            return int(end.code or 0)

    return run_command


# --- boards ----------------------------------------------------------------------------------------------


def test_a_dog_is_moved_to_another_board_by_a_command(
    run: Callable[..., int], data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kennel = Kennel(Paths(data, tmp_path / "program"))
    kennel.adopt("pup")
    assert run("move", "pup", "13", "--beside", "9", "7") == 0
    assert "pup grows up on 13x13 and 9x9 and 7x7" in capsys.readouterr().out
    assert kennel.dog("pup").sizes == (13, 9, 7)
    assert run("move", "pup", "20") != 0
    assert "no dog of Go grows up on boards of 20" in capsys.readouterr().err
    assert run("train", "pup", "--minutes", "1", "--size", "9") != 0
    assert "move pup SIZE" in capsys.readouterr().err


# --- dogs from elsewhere ----------------------------------------------------------------------------------


def test_a_net_from_elsewhere_is_adopted(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "best_policy_6_6_4.model"
    path.write_bytes(pickled_by_python_2(gomokus_weights(6)))
    assert run("adopt", str(path), "--name", "wuzi") == 0
    said = capsys.readouterr().out
    assert "adopted wuzi: Five in a row on 6x6, gomoku net" in said
    assert "match alphago:wuzi:100 mcts:400 --games 20 --game five --size 6 --row 4" in said
    assert run("dogs") == 0
    assert "wuzi: Five in a row" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "words"), [("nothing.model", ["nothing.model"]), ("text.model", [".clevergo", ".pdparams", ".model"])]
)
def test_a_file_of_something_else_is_refused(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: list[str]
) -> None:
    (tmp_path / "text.model").write_text("hello", encoding="utf-8")
    assert run("adopt", str(tmp_path / name)) == 2
    said = capsys.readouterr().err
    assert all(word in said for word in words)


# --- matches ----------------------------------------------------------------------------------------------


def test_a_match_ends_with_its_result_as_json(run: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("match", "mcts:30", "random", "--games", "3", "--size", "5", "--komi", "0.5", "--json") == 0
    out = capsys.readouterr().out
    result = json.loads(out.splitlines()[-1])
    assert result["games"] == 3
    assert sum(result["wins"]) + result["draws"] == 3
    assert (result["first"], result["second"]) == ("mcts:30", "random")
    assert f"mcts:30 won {result['wins'][0]}" in out
    black, white = map(int, re.findall(r"(?:Black|White) won (\d+)", out))
    assert black + white == sum(result["wins"])


def test_every_game_is_written_with_colors_alternating(run: Callable[..., int], tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    assert run("match", "random", "mcts:5", "--games", "3", "--size", "5", "--komi", "1", "--sgf", str(folder)) == 0
    games = [from_sgf(path.read_bytes()) for path in sorted(folder.iterdir())]
    assert [game.black for game in games] == ["Random", "MCTS (5)", "Random"]
    assert all(game.outcome is not None and game.rules.size == 5 and game.rules.komi == 1 for game in games)


def test_drawn_openings_are_played_with_both_colors(run: Callable[..., int], tmp_path: Path) -> None:
    folder = tmp_path / "games"
    match = ("match", "random", "random", "--game", "five", "--size", "9", "--games", "4", "--openings")
    assert run(*match, "--sgf", str(folder)) == 0
    first, second, third, fourth = (from_sgf(path.read_bytes()).moves[:3] for path in sorted(folder.iterdir()))
    assert first == second != third == fourth


def test_the_seed_decides_the_games(run: Callable[..., int], tmp_path: Path) -> None:
    moves = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        run("match", "random", "random", "--games", "1", "--sgf", str(tmp_path / name), "--seed", seed)
        (path,) = (tmp_path / name).iterdir()
        moves.append(from_sgf(path.read_bytes()).moves)
    assert moves[0] == moves[1] != moves[2]


def test_results_are_kept_in_the_kennel(run: Callable[..., int], data: Path) -> None:
    run("match", "random", "random", "--games", "2", "--size", "5", "--komi", "0")
    (result,) = kept(Kennel(Paths(data)), "results")
    assert result["first_wins"] + result["second_wins"] + result["draws"] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "gnugo:1", "random", "--games", "2"], ["gnugo", "alphago:DOG:400"]),
        (["match", "alphago:rex:10", "random", "--games", "2"], ["rex", "Dogs:", "train NAME"]),
        (["match", "human", "random", "--games", "2"], ["window"]),
        (["match", "random", "random", "--games", "0"], ["--games"]),
        (["match", "random", "random", "--games", "some"], ["--games"]),
        (["match", "random", "random", "--games", "1", "--size", "20"], ["2 to 19"]),
        (["match", "random", "random", "--games", "1", "--komi", "7.3"], ["komi"]),
        (["match", "random", "random", "--games", "1", "--komi", "nan"], ["komi"]),
        (["train", "pup", "--minutes", "0"], ["minutes"]),
        (["train", "pup", "--minutes", "soon"], ["minutes"]),
        (["train", "pup", "--games", "0"], ["games"]),
        (["train", "pup"], ["--minutes", "--games"]),
        (["train", "pup", "--minutes", "1", "--games", "5"], ["--minutes", "--games"]),
        (["train", "pup", "--minutes", "1", "--seed", "1000"], ["seed", "999"]),
        (["train", "x" * 200, "--minutes", "1"], ["too long", "40"]),
        (["train", "alpha_go", "--minutes", "1"], ["ships", "another name"]),
        (["train", "ＭＣＴＳ", "--minutes", "1"], ["player called MCTS", "another name"]),
        (["train", "alpha_five", "--minutes", "1", "--game", "five"], ["ships", "another name"]),
        (["train", "pup", "--minutes", "1", "--game", "chess"], ["chess", "five, go"]),
        (["train", "pup", "--minutes", "1", "--game", "five", "--n", "7"], ["--row/--n", "7"]),
        (["train", "pup", "--minutes", "1", "--game", "five", "--komi", "6"], ["--komi"]),
        (["match", "random", "random", "--games", "1", "--game", "five", "--size", "21"], ["6 to 20", "21"]),
        (["match", "random", "random", "--games", "1", "--game", "five", "--n", "7"], ["3 to 6", "7"]),
        (["match", "random", "random", "--games", "1", "--game", "five", "--rule", "caro"], ["caro", "renju"]),
        (
            ["match", "random", "random", "--games", "1", "--game", "five", "--rule", "renju", "--n", "4"],
            ["renju", "4"],
        ),
        (["match", "alphago:alpha_go:10", "random", "--games", "1", "--game", "five"], ["alpha_go", "Five in a row"]),
        (["match", "gtp:gnugo --mode gtp", "random", "--games", "1", "--game", "five"], ["GNU Go", "Five in a row"]),
        (["match", "gomocup:pbrain-wine", "random", "--games", "1"], ["wine", "Go"]),
        (["match", "alphabeta:100", "random", "--games", "1"], ["alphabeta:100", "Go"]),
        (
            ["match", *_TWO, "--games", "2", "--game", "five", "--opening", "swap2", "--openings"],
            ["swap2", "--openings"],
        ),
        (["host", "--komi", "0.3"], ["nobody can play by these rules"]),
        (["host", "--tournament", "--komi", "0.3"], ["nobody can play by these rules"]),
        (["host", "--tournament", "--size", "99"], ["nobody can play by these rules"]),
        (["gtp", "--game", "five"], ["gtp", "Go", "Five in a row"]),
        (["gomocup", "--game", "go"], ["gomocup", "Five in a row", "Go"]),
        (["bench", "--game", "chess"], ["chess", "five, go"]),
        (["sing"], ["sing"]),
        (["match", "random", "random", "--games", "1", "--seed", "-1"], ["--seed", "from 0 on"]),
        (["gtp", "--seed", "-1"], ["--seed", "from 0 on"]),
        (["host", "--tournament", "--entrants", "1"], ["--entrants", "above 1"]),
        (["gtp", "--player", "alphago:alpha_five:10"], ["alpha_five", "Five in a row", "Go"]),
    ],
)
def test_what_cannot_be_done_is_explained(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]
) -> None:
    assert run(*arguments) == 2
    message = capsys.readouterr().err
    assert all(word in message for word in words), message
    assert "Traceback" not in message


def test_a_dog_nobody_names_is_the_one_that_ships_with_the_game(
    run: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(Paths, "models", tmp_path)
    match = ("match", "policy", "random", "--game", "five", "--size", "6", "--games", "1")
    assert run(*match) == 2
    assert "alpha_five.pdparams" in capsys.readouterr().err, "it says which one is missing"
    net = NetConfig(blocks=1, channels=8, size=6, game="five")
    born = WeightFile(net, initial_weights(net, np.random.default_rng(1)), {})
    save_weights(Paths.find(tmp_path).shipped_weights("alpha_five"), born)
    assert run(*match, "--json") == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["first"] == "policy:alpha_five"


def test_an_unreadable_weight_file_is_named(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights = tmp_path / "broken.pdparams"
    weights.write_bytes(b"\x80\x04nothing of use")
    assert run("match", f"policy:{weights}", "random", "--games", "1") == 2
    assert "broken.pdparams" in capsys.readouterr().err


def test_a_data_folder_one_may_not_write_is_explained(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file in the way")
    for command in (["dogs"], ["train", "pup", "--minutes", "1"]):
        assert cli.main(["--data-dir", str(blocked), *command]) == 2
        message = capsys.readouterr().err
        assert str(blocked) in message
        assert "--data-dir" in message


def test_a_match_needs_no_data_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file in the way")
    command = ["match", "random", "random", "--games", "1", "--size", "5", "--komi", "0", "--json"]
    assert cli.main(["--data-dir", str(blocked), *command]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out.splitlines()[-1])["games"] == 1
    assert "not kept" in output.err


def test_a_games_folder_that_cannot_be_made_is_said_before_the_first_game(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert run("match", "random", "random", "--games", "1", "--sgf", str(tmp_path / "file" / "games")) == 2
    assert "games" in capsys.readouterr().err


# --- five in a row ----------------------------------------------------------------------------------------


def test_a_match_of_five_in_a_row_is_by_the_rule_the_size_and_the_row_one_asks_for(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = [
        "--game",
        "five",
        "--rule",
        "standard",
        "--size",
        "7",
        "--n",
        "4",
        "--psq",
        str(tmp_path / "games"),
        "--json",
    ]
    assert run("match", *_TWO, "--games", "2", *asked) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert {"game": "five", "rule": "standard", "size": 7, "row": 4, "games": 2}.items() <= told.items()
    for path in (tmp_path / "games").iterdir():
        assert five_from(path.read_bytes()).rules == FiveRules(size=7, rule=RuleSet.STANDARD, row=4)


def test_a_dog_of_five_in_a_row_learns_by_the_rule_one_asks_for_and_is_listed_apart(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession], data: Path
) -> None:
    for name, asked in (("a", ["--n", "4", "--size", "9"]), ("b", ["--rule", "all"])):
        FakeSession.script = (snapshot(60, 40, samples=128, phase=TrainingPhase.IDLE),)
        assert run("train", name, "--minutes", "1", "--game", "five", *asked) == 0
    chosen = [load_dog_settings(dog.folder, dog.config).of_game for dog in map(Kennel(Paths(data)).dog, "ab")]
    assert chosen == [{"rule": "freestyle", "row": 4}, {"rule": "all", "row": 5}]
    assert "--game five" in capsys.readouterr().out
    FakeSession.script = (snapshot(60, 40, phase=TrainingPhase.IDLE),)
    run("train", "goer", "--minutes", "1")
    capsys.readouterr()
    assert run("dogs", "--game", "five") == 0
    listed = capsys.readouterr().out
    assert "goer" not in listed
    assert "a: Five in a row" in listed
    assert "goer" not in listed
    assert run("train", "a", "--minutes", "1", "--game", "go") == 2
    assert "Five in a row" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("asked", "told", "rules"),
    [
        (["--game", "five", "--rule", "renju"], "--game five --rule renju", {"size": 15, "rule": "renju", "row": 5}),
        (["--game", "five", "--n", "4", "--size", "9"], "--game five --size 9 --row 4", {"size": 9, "row": 4}),
        (["--game", "five", "--rule", "all", "--n", "4"], "--game five", {"rule": "freestyle", "row": 5}),
        (["--game", "five", "--rule", "renju", "--n", "4"], "--game five --rule renju", {"rule": "renju", "row": 5}),
        (["--komi", "6.5", "--size", "13"], "--size 13 --komi 6.5", {"size": 13, "komi": 6.5}),
    ],
)
def test_a_dog_that_was_trained_can_be_measured_by_the_rules_it_plays(
    run: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    session: list[FakeSession],
    asked: list[str],
    told: str,
    rules: dict[str, Any],
) -> None:
    FakeSession.script = (snapshot(60, 40, samples=128, phase=TrainingPhase.IDLE),)
    assert run("train", "pup", "--minutes", "1", *asked) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("Measure it: "))
    assert line.endswith(f"match alphago:pup:100 mcts:400 --games 20 {told}")
    measuring = line.rpartition("--games 20")[2].split()
    assert run("match", *_TWO, "--games", "1", *measuring, "--json") == 0, "whoever does as told is understood"
    assert rules.items() <= json.loads(capsys.readouterr().out.splitlines()[-1]).items()


# --- dogs -------------------------------------------------------------------------------------------------


def test_dogs_are_listed_with_what_they_have_learned(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    kennel = Kennel(Paths(data))
    for name in ("小黑 🐶", "rex"):
        dog = kennel.adopt(name)
        kennel.growth.note(dog.id, Past(Checkpoint(600.0, 1234, 5, 6, dog.folder / "w.pdparams")))
        kennel.growth.note(dog.id, Past(strengths=(StrengthPoint(600.0, 1234, 700.4, 25.0),)))
    assert run("dogs") == 0
    out = capsys.readouterr().out
    assert "小黑 🐶" in out
    assert "1,234" in out
    assert "10 min" in out
    assert "700 ± 25" in out


def test_without_dogs_the_list_says_how_to_get_one(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Paths, "models", tmp_path)
    assert run("dogs") == 0
    assert "train NAME" in capsys.readouterr().out


# --- training ---------------------------------------------------------------------------------------------


class FakeSession:
    """A training session that goes through given snapshots, one at each wait; a signal comes from outside then."""

    script: tuple[TrainingSnapshot | signal.Signals, ...] = ()
    begun = True

    def __init__(self, kennel: Kennel) -> None:
        self.asked: list[Any] = []
        self._left = list(self.script)
        self.snapshot = snapshot()

    def start(self, name: str, seconds: float | None, games: int | None, cluster: str | None) -> None:
        if cluster is not None:
            require_cluster()
        self.asked.append((name, seconds, games))
        self.cluster = cluster

    @property
    def is_active(self) -> bool:
        return bool(self._left)

    def wait(self, seconds: float) -> bool:
        now = self._left.pop(0)
        if isinstance(now, signal.Signals):
            signal.raise_signal(now)
        else:
            self.snapshot = now
        return not self._left

    def stop(self) -> None:
        self.asked.append("stop")

    def has_begun(self, name: str) -> bool:
        return self.begun


def snapshot(seconds: float = 0.0, games: int = 0, **more: Any) -> TrainingSnapshot:
    base = TrainingSnapshot(1, "pup", phase=TrainingPhase.RUNNING)
    return replace(base, seconds=seconds, games=games, positions=games * 80, **more)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[FakeSession]]:
    """The fake sessions made during the test."""
    made: list[FakeSession] = []

    def make(kennel: Kennel) -> FakeSession:
        made.append(FakeSession(kennel))
        return made[-1]

    monkeypatch.setattr("clevergo.app.training.session.TrainingSession", make)
    yield made
    FakeSession.script = ()


def test_training_a_new_name_adopts_a_dog_and_an_old_one_goes_on(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession], data: Path
) -> None:
    FakeSession.script = (snapshot(10, 5), snapshot(60, 40, phase=TrainingPhase.IDLE))
    assert run("train", "小黑", "--minutes", "1.5") == 0
    output = capsys.readouterr()
    assert "adopted 小黑" in output.out
    assert "40 games" in output.out
    assert session[0].asked == [("小黑", 90.0, None)]
    assert run("train", "小黑", "--minutes", "1", "--seed", "5") == 2
    assert "new name" in capsys.readouterr().err
    assert run("train", "小黑", "--minutes", "1") == 0
    assert "adopted" not in capsys.readouterr().out
    assert len(Kennel(Paths(data)).dogs()) - len([dog for dog in Kennel(Paths(data)).dogs() if dog.is_shipped]) == 1


def test_a_run_may_be_so_many_games_long(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession]
) -> None:
    FakeSession.script = (snapshot(60, 50, phase=TrainingPhase.IDLE),)
    assert run("train", "pup", "--games", "200") == 0
    assert session[0].asked == [("pup", None, 200)]
    assert "50 of 200 games" in capsys.readouterr().err


def test_a_dog_is_born_with_the_seed_one_asks_for(
    run: Callable[..., int], session: list[FakeSession], data: Path
) -> None:
    FakeSession.script = (snapshot(60, 40, phase=TrainingPhase.IDLE),)
    run("train", "pup", "--minutes", "1", "--seed", "7")
    dog = Kennel(Paths(data)).dog("pup")
    assert load_dog_settings(dog.folder, dog.config).seed == 7


def test_a_new_dog_is_built_as_one_asks_and_an_old_one_plays_itself_otherwise(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession], data: Path
) -> None:
    FakeSession.script = (snapshot(60, 40, phase=TrainingPhase.IDLE),)
    built = ("--blocks", "6", "--channels", "96", "--full-size", "--batch", "128", "--learning-rate", "0.002")
    assert run("train", "pup", "--minutes", "1", *built, "--window", "200000", "--temperature", "1.25") == 0
    dog = Kennel(Paths(data)).dog("pup")
    assert (dog.config.blocks, dog.config.channels) == (6, 96)
    told = load_dog_settings(dog.folder, dog.config)
    assert (told.grows, told.batch, told.learning_rate, told.window) == (False, 128, 0.002, 200_000)
    assert (told.temperature, told.simulations) == (1.25, 16)
    assert run("train", "pup", "--minutes", "1", "--simulations", "32") == 0
    told = load_dog_settings(dog.folder, dog.config)
    assert (told.simulations, told.temperature, told.batch) == (32, 1.25, 128)
    assert run("train", "pup", "--minutes", "1", "--batch", "64") == 2
    assert "batch" in capsys.readouterr().err
    assert run("train", "other", "--minutes", "1", "--channels", "33") == 2
    assert "none of 16, 32" in capsys.readouterr().err


@pytest.mark.parametrize("option", [("--size", "13"), ("--beside", "7"), ("--komi", "5.5")])
def test_a_dog_that_is_there_is_moved_to_other_boards_and_told_other_rules_in_the_window(
    option: tuple[str, str], run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession]
) -> None:
    FakeSession.script = (snapshot(60, 40, phase=TrainingPhase.IDLE),)
    assert run("train", "pup", "--minutes", "1") == 0
    assert run("train", "pup", "--minutes", "1", *option) == 2
    said = capsys.readouterr().err
    assert all(part in said for part in ("move pup SIZE", "its training settings in the window"))


def test_what_is_fixed_by_the_first_lesson_may_be_chosen_until_then(
    run: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    session: list[FakeSession],
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its first run may have failed, as of a batch that was too large."""
    FakeSession.script = (snapshot(phase=TrainingPhase.IDLE),)
    assert run("train", "pup", "--minutes", "1", "--batch", "1024") == 0
    monkeypatch.setattr(FakeSession, "begun", False)
    others = ("--window", "100000", "--full-size", "--seed", "77")
    assert run("train", "pup", "--minutes", "1", "--batch", "256", *others) == 0
    dog = Kennel(Paths(data)).dog("pup")
    told = load_dog_settings(dog.folder, dog.config)
    assert (told.batch, told.window, told.grows, told.seed) == (256, 100_000, False, 77)
    assert run("train", "pup", "--minutes", "1", "--blocks", "6") == 2
    assert "blocks" in capsys.readouterr().err


def test_what_was_measured_and_reached_is_told_once(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession]
) -> None:
    facts = {"opponent": "mcts:400", "wins": 8, "draws": 0, "losses": 2, "rating": 650, "error": 60}
    news = (TrainingNews(NewsKind.RATED, facts, 120.0), TrainingNews(NewsKind.MILESTONE, {"opponent": "random"}, 121.0))
    FakeSession.script = (snapshot(120, 5, news=news), snapshot(130, 6, news=news))
    run("train", "pup", "--minutes", "3")
    told = capsys.readouterr().err
    assert told.count("8 won, 0 drawn, 2 lost; rating 650 ± 60") == 1
    assert told.count("now stronger than random") == 1


def test_failed_training_says_why(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession]
) -> None:
    FakeSession.script = (snapshot(1, 0, phase=TrainingPhase.FAILED, error="the disk is full: free some space"),)
    assert run("train", "pup", "--minutes", "1") == 2
    assert "free some space" in capsys.readouterr().err


def test_the_other_machines_of_a_cluster_are_told_as_they_come_and_go(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession]
) -> None:
    here = MachineReport("desk", "A Ryzen", 4, MachineState.READY, True, games=30)
    there = MachineReport("class-07", "A Core", 6, MachineState.READY, games=12, dropped=2)
    FakeSession.script = (
        replace(snapshot(1), machines=(here, replace(there, state=MachineState.JOINING))),
        replace(snapshot(2), machines=(here, there)),
        replace(snapshot(3), machines=(here, replace(there, state=MachineState.GONE))),
        snapshot(4, 42, phase=TrainingPhase.IDLE),
    )
    assert run("train", "pup", "--minutes", "1", "--cluster", "auto") == 0
    assert session[0].cluster == "auto"
    told = capsys.readouterr()
    for state in ("joining", "ready", "gone"):
        assert f"machine class-07 (A Core, 6 cores): {state}" in told.err
    assert re.search(r"desk \(this one\) +A Ryzen +4 +30 +0\n", told.out)
    assert re.search(r"class-07 +A Core +6 +12 +2\n", told.out)


def test_without_ray_a_cluster_cannot_be_asked_for_and_the_command_that_brings_it_is_told(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it were not installed
    assert run("train", "pup", "--minutes", "1", "--cluster", "auto") == 2
    assert "python -m pip install -r requirements-distributed.txt" in capsys.readouterr().err


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_saves_first(
    told: signal.Signals, run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession]
) -> None:
    before = signal.getsignal(told)
    FakeSession.script = (snapshot(1), told, snapshot(2, 3), snapshot(2, 3, phase=TrainingPhase.IDLE))
    assert run("train", "pup", "--minutes", "1") == 130
    assert session[0].asked[1] == "stop"
    output = capsys.readouterr()
    assert "everything is being saved" in output.err
    assert "pup: 3 games" in output.out
    assert signal.getsignal(told) is before


def test_whoever_interrupts_twice_does_not_wait(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], session: list[FakeSession]
) -> None:
    FakeSession.script = (snapshot(1), signal.SIGINT, snapshot(2), signal.SIGINT, snapshot(3), snapshot(4))
    assert run("train", "pup", "--minutes", "1") == 130
    assert capsys.readouterr().err.endswith("stopped\n")
    assert session[0].is_active


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody is asked to end")
def test_a_run_that_the_system_tells_to_end_saves_what_its_dog_has_learned(data: Path, tmp_path: Path) -> None:
    told = tmp_path / "told"
    small = ("--size", "5", "--blocks", "1", "--channels", "16", "--full-size", "--batch", "64", "--simulations", "2")
    command = [sys.executable, "-m", "clevergo", "--data-dir", str(data), "train", "pup", "--minutes", "60", *small]
    with told.open("w", encoding="utf-8") as stream:
        program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=stream, text=True)
    try:
        deadline = time.monotonic() + PATIENCE
        while not re.search(r"[1-9][\d,]* games", told.read_text(encoding="utf-8")):
            assert program.poll() is None, told.read_text(encoding="utf-8")
            assert time.monotonic() < deadline
            time.sleep(0.1)
        program.terminate()
        out, _ = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
        program.wait()
    assert program.returncode == 130
    kennel = Kennel(Paths(data))
    saved = reached(kennel.dog("pup").folder)
    assert saved is not None
    assert saved.games > 0
    assert f"pup: {saved.games:,} games" in out


# --- the rest ---------------------------------------------------------------------------------------------


def test_without_a_command_the_window_opens(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    opened: list[Path] = []

    def open_window(paths: Paths) -> int:
        opened.append(paths.data)
        return 0

    monkeypatch.setattr("clevergo.ui.shell.launch.open_window", open_window)
    assert run() == 0
    assert opened == [data]


def test_trouble_at_the_window_is_told_on_the_terminal(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def open_window(_paths: Paths) -> int:
        raise AppError(as_said("there is no screen: start it on a desktop"))

    monkeypatch.setattr("clevergo.ui.shell.launch.open_window", open_window)
    assert run() == 2
    assert "there is no screen" in capsys.readouterr().err


def test_a_missing_package_is_named_with_the_way_to_get_it(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "clevergo.ui.shell.launch", None)
    monkeypatch.setattr(cli, "_window", lambda _options, _paths: __import__("a_package_nobody_has"))
    assert run() == 2
    message = capsys.readouterr().err
    assert "a_package_nobody_has" in message
    assert "requirements.txt" in message


@pytest.mark.parametrize("doorway", [["-m", "clevergo"], ["play_game.py"]])
def test_both_doors_lead_in(doorway: list[str], data: Path) -> None:
    arguments = [*doorway, "--data-dir", str(data), "match", "random", "random", "--games", "1", "--json"]
    outcome = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr
    assert json.loads(outcome.stdout.splitlines()[-1])["games"] == 1


def test_a_console_without_the_letters_does_not_end_the_program(data: Path) -> None:
    kennel = Kennel(Paths(data))
    kennel.adopt("小黑")
    outcome = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "clevergo", "--data-dir", str(data), "dogs"],
        cwd=ROOT,
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert outcome.returncode == 0, outcome.stderr
    assert b"??" in outcome.stdout


@pytest.mark.parametrize(
    "told",
    [
        ("--one", "net.channels=16"),
        ("--other", "selfplay.simulations=32"),
        ("--seeds", "5"),
        ("--grows",),
        ("--size", "13"),
    ],
)
def test_an_experiment_that_lies_there_is_not_gone_on_with_in_another_way(
    told: tuple[str, ...], run: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Nor is it passed over in silence that something else was asked for."""
    ExperimentPlan({"net.channels": 32}, minutes=20, seeds=2).save(tmp_path)
    assert run("experiment", str(tmp_path), *told) == 2
    assert "another experiment" in capsys.readouterr().err


@pytest.mark.parametrize("told", [(), ("--one", "net.channels=32"), ("--size", "9", "--seeds", "1")])
def test_an_experiment_goes_on_where_only_its_folder_is_named(
    told: tuple[str, ...], run: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """All is done in it but to say what was found; what is named besides is what it is."""
    ExperimentPlan({"net.channels": 32}, minutes=20, seeds=1, games=2).save(tmp_path)
    for side in ("one", "other"):
        (tmp_path / f"{side}-0").mkdir()
        (tmp_path / f"{side}-0" / "raised").touch()
    (tmp_path / "games.json").write_text('[{"i": 0, "j": 0, "opening": 0, "first": 2, "second": 0, "draws": 0}]')
    assert run("experiment", str(tmp_path), *told) == 0
    assert "2 won, 0 drawn, 0 lost" in capsys.readouterr().out


def test_an_experiment_of_another_game_does_not_go_on_on_gos_usual_board(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ExperimentPlan(game="five", minutes=20).save(tmp_path)
    assert run("experiment", str(tmp_path), "--size", "9") == 2
    assert "another experiment" in capsys.readouterr().err
