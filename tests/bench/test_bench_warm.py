"""What the benchmarks compile before they measure."""

from __future__ import annotations

import pytest

from clevergo.app.engine import readiness
from clevergo.bench import command
from clevergo.bench.results import Results
from clevergo.bench.runner import Group


@pytest.mark.parametrize(("prepared", "compiles"), [({"game", "self-play"}, 0), ({"game"}, 1), (set(), 1)])
def test_what_is_not_compiled_yet_is_compiled_before_anything_is_measured(
    prepared: set[str], compiles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(command, "SELF_PLAY", "self-play")
    monkeypatch.setattr(command, "is_prepared", prepared.__contains__)
    monkeypatch.setattr(readiness, "prepare_everything", lambda: done.append("compiled"))
    assert command.measure([]) == {}
    assert len(done) == compiles


def test_bench_begins_by_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[list[tuple[Group, list[str]]]] = []

    def note(plan: list[tuple[Group, list[str]]], _on_time: object) -> Results:
        plans.append(plan)
        return {}

    monkeypatch.setattr(command, "run", note)
    assert command.run_bench(["uct"], False) == 0
    assert [(group.module, rows) for group, rows in plans[0]] == [
        ("clevergo.bench.command", []),
        ("clevergo.bench.rows.rules", ["uct"]),
    ]
