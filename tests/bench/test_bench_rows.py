"""What the benchmarks run is the real thing: legal games, real batches, the same answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.errors import AppError
from clevergo.bench.command import run_bench
from clevergo.bench.results import Unmeasured
from clevergo.bench.rows import window as window_rows
from clevergo.bench.rows.net import CLASSIC, OF_FIVE, RESIDUAL_6X64, SelfPlayBench, random_batch
from clevergo.bench.rows.rules import play_random_plies
from clevergo.bench.screen import HiddenScreen
from clevergo.bench.watch import cpu_seconds, descendants, memory_mb
from clevergo.games.chance import new_random_state
from clevergo.games.go.board import new_boards
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.kernels import write_planes
from clevergo.nn.description import NetConfig
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


def test_the_random_games_of_the_plies_row_are_legal_and_their_planes_true(rng: np.random.Generator) -> None:
    boards, state = new_boards(1, 5), new_random_state(rng)
    planes, expected = np.zeros((2, 1, 16, 5, 5), np.float32)
    komi = np.full(1, 7.5, np.float32)
    position = Position.initial(Ruleset(5))
    ended = 0
    for _ in range(60):
        if position.is_over:
            position = Position.initial(Ruleset(5))
        ended += play_random_plies(boards, 5, komi, planes, state, 1)
        if boards["ply"][0]:  # 0: a new game has taken the place of one that ended
            position = position.play(int(boards["last_moves"][0, 0]))  # which raises where it is illegal
            assert position.hash == boards["hash"][0]
            write_planes(boards, expected)
            assert (planes == expected).all()
        else:
            position = Position.initial(Ruleset(5))
    assert ended >= 1


@pytest.mark.parametrize("net", [CLASSIC, RESIDUAL_6X64, OF_FIVE], ids=["classic", "6x64", "five"])
def test_self_play_and_the_net_alone_judge_the_same_number_of_positions(net: NetConfig) -> None:
    bench = SelfPlayBench(net)
    assert bench.play() == bench.judge() == bench.batch
    assert bench.precision in ("int16", "int8", "bf16", "fp32")


def test_a_batch_for_the_learner_has_policies_that_sum_to_one() -> None:
    batch = random_batch(RESIDUAL_6X64)
    assert len(batch) == 128
    assert batch.policy.sum(axis=1) == pytest.approx(1.0, abs=1e-5)


def test_an_unknown_row_is_named_with_those_there_are() -> None:
    with pytest.raises(AppError, match=r"speed_of_light.*playouts"):
        run_bench(["playouts", "speed_of_light"], False)


def test_a_game_of_which_nothing_is_measured_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clevergo.bench.runner.GROUPS", ())
    with pytest.raises(AppError, match="Five in a row"):
        run_bench([], False, game="five")


def test_the_last_line_of_the_command_is_json_and_its_progress_stands_elsewhere() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clevergo", "bench", "playouts", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    facts = json.loads(done.stdout.splitlines()[-1])
    assert list(facts["rows"]) == ["playouts"]
    assert facts["rows"]["playouts"]["value"] > 0
    assert facts["machine"]["cores"] == os.cpu_count()
    assert "100%" in done.stderr, "rows are named there too, as far as one has time to read them"
    assert "Traceback" not in done.stderr


def test_without_the_programs_a_screen_takes_the_windows_rows_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_rows, "can_watch", lambda: True)
    monkeypatch.setattr(window_rows, "missing_programs", lambda: ["Xvfb"])
    found = window_rows.first_frame(["first_frame_s"])["first_frame_s"]
    assert isinstance(found, Unmeasured)
    assert "Xvfb" in found.reason


@pytest.mark.needs("Xvfb", "xdotool")
def test_a_hidden_screen_is_empty_until_a_window_opens_and_nothing_is_left_of_it(tmp_path: Path) -> None:
    with HiddenScreen(tmp_path) as screen:
        assert not screen.shows_something()
        with window_rows.empty_window(screen, tmp_path) as window:
            window.wait_until(screen.shows_something, "a window")
            assert window.pid in descendants(os.getpid())
            assert memory_mb(window.pid) > 10
            assert cpu_seconds(window.pid) > 0
        assert window.pid not in descendants(os.getpid())


def test_the_game_on_the_largest_board_is_long_and_not_over(rng: np.random.Generator) -> None:
    game = window_rows.a_game(Ruleset(size=19), 160, rng)
    assert len(game.moves) == 160
    assert np.count_nonzero(game.position.stones) > 100
    assert not game.position.is_over
