"""The table, the line for programs, and what stands behind both."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from clevergo.bench.command import ROWS, as_json, number, table
from clevergo.bench.machine import Machine
from clevergo.bench.results import Measured, Result, Unmeasured, alternate, rate, ratios
from tests.patience import PATIENCE

BY_NAME = {row.name: row for row in ROWS}
MACHINE = Machine("a processor", 2, "Linux x86_64", {"python": "3.11.7"}, 0.0)
PROMISED = {
    *("playouts", "plies", "uct", "share_classic", "share_6x64", "selfplay_2p", "learner_ratio", "move_ms"),
    *("first_frame_s", "ready_s", "frame_p99_ms", "window_mb", "worker_mb", "idle_cpu_percent"),
}


def line_of(name: str, lines: list[str]) -> str:
    """The first line about a row."""
    return next(line for line in lines if line.startswith(name))


def test_every_row_that_was_promised_is_there_with_what_is_asked_of_it() -> None:
    assert set(BY_NAME) >= PROMISED
    assert len(BY_NAME) == len(ROWS)
    assert all(BY_NAME[name].at_least is not None for name in PROMISED)


@pytest.mark.parametrize(("name", "good", "bad"), [("playouts", 70_000, 69_999), ("move_ms", 80, 81)])
def test_a_row_that_does_not_reach_what_is_asked_is_marked(name: str, good: float, bad: float) -> None:
    reaching, failing = (line_of(name, table(MACHINE, {name: Measured.of([value])})) for value in (good, bad))
    assert "!" not in reaching
    assert "!" in failing


def test_what_cannot_be_measured_is_said_in_words() -> None:
    results: dict[str, Result] = {"uct": Measured.of([5.0]), "ready_s": Unmeasured("there is no dog")}
    assert table(MACHINE, results)[-1] == "ready_s: not measured: there is no dog"
    facts = json.loads(as_json(MACHINE, results))["rows"]["ready_s"]
    assert facts == {"value": None, "unit": "s", "reason": "there is no dog"}


def test_the_line_for_programs_holds_values_units_and_limits() -> None:
    line = as_json(MACHINE, {"uct": Measured.of([1.0, 9.0, 2.0], limit=4.0, note="quiet")})
    facts = json.loads(line)["rows"]["uct"]
    assert (facts["value"], facts["unit"], facts["limit"], facts["note"]) == (2.0, "1/s", 4.0, "quiet")
    assert (facts["low"], facts["high"]) == (1.0, 9.0)
    assert "\n" not in line


def test_the_head_says_what_machine_it_was_and_whether_it_was_busy() -> None:
    quiet = table(MACHINE, {})
    assert "a processor, 2 cores" in quiet[0]
    assert "python 3.11.7" in quiet[1]
    busy = table(Machine("a processor", 2, "Linux", {}, 1.5), {})
    assert any("Other programs" in line for line in busy)
    assert not any("Other programs" in line for line in quiet)


def test_the_head_says_with_what_it_was_computed_and_for_which_processor_it_stood_in() -> None:
    machine = Machine("a processor", 2, "Linux", {}, 0.0, "AVX2", "znver3", "avx2")
    head = " ".join(machine.lines())
    assert "AVX2" in head
    assert "znver3" in head
    assert "--as avx2" in head
    about = json.loads(as_json(machine, {}))["machine"]
    assert (about["nets"], about["rules"], about["as"]) == ("AVX2", "znver3", "avx2")


def test_all_that_computes_in_a_stand_in_uses_the_lesser_processors_instructions_only() -> None:
    code = """
from clevergo.bench.machine import AVX2, Machine
AVX2.play()
import subprocess, sys
from clevergo.compiled import processor
from clevergo.nn.onednn.library import Library
said = "from clevergo.compiled import processor; from clevergo.nn.onednn.library import Library; "
said += "print(Library().instructions, *processor())"
print(Library().instructions, *processor())
print(subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout)
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    here, below = filter(None, run.stdout.splitlines())
    assert here == below
    nets, rules, features = below.split()
    assert (nets, rules) == ("AVX2", "znver3")
    assert not any(name.startswith(("+avx512", "+avxvnni", "+amx")) for name in features.split(","))


@pytest.mark.parametrize(
    ("value", "text"), [(1234567.8, "1,234,568"), (96.27, "96.3"), (0.81349, "0.813"), (3, "3"), (None, "-")]
)
def test_numbers_have_as_many_digits_as_mean_something(value: float | None, text: str) -> None:
    assert number(value) == text


def test_what_is_compared_takes_turns() -> None:
    turns: list[str] = []

    def note(name: str) -> int:
        turns.append(name)
        return 1

    rates = alternate({"a": lambda: note("a"), "b": lambda: note("b")}, rounds=3, seconds=0.0)
    assert turns == ["a", "b"] * 4  # the first of each is not counted
    assert [len(found) for found in rates.values()] == [3, 3]


def test_a_rate_is_what_was_done_over_the_clock_it_was_given() -> None:
    readings = iter([10.0, 14.0])
    assert rate(lambda: 20, seconds=0.0, clock=lambda: next(readings)) == 5.0


def test_ratios_are_taken_turn_by_turn() -> None:
    assert ratios({"fast": [8.0, 3.0], "slow": [4.0, 1.0]}, "fast", "slow") == [2.0, 3.0]


def test_the_page_on_performance_tells_of_every_row() -> None:
    page = (Path(__file__).parents[2] / "docs" / "performance.md").read_text(encoding="utf-8")
    assert [row.name for row in ROWS if f"`{row.name}`" not in page] == []
