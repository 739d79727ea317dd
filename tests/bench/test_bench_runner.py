"""Which rows are measured where, and that one row's trouble is not another's."""

from __future__ import annotations

import importlib

import pytest

from clevergo.bench.command import ROWS
from clevergo.bench.results import Measured, Unmeasured
from clevergo.bench.runner import GROUPS, Group, groups_for, run


def fake(function: str, row: str) -> tuple[Group, list[str]]:
    """A group of one row."""
    return Group((row,), "tests.bench.fake_rows", function, 1.0, function), [row]


def test_every_row_is_measured_by_exactly_one_group() -> None:
    measured = [row for group in GROUPS for row in group.rows]
    assert sorted(measured) == sorted(row.name for row in ROWS)


def test_only_the_rows_asked_for_are_measured() -> None:
    plan = groups_for(["uct", "move_ms"])
    assert [rows for _, rows in plan] == [["uct"], ["move_ms"]]


@pytest.mark.parametrize("game", ["go", "five"])
def test_no_name_means_every_row_of_the_game(game: str) -> None:
    assert [rows for _, rows in groups_for([], game)] == [list(it.rows) for it in GROUPS if it.game == game] != []


def test_without_a_game_go_is_measured() -> None:
    assert groups_for([]) == groups_for([], "go")
    assert groups_for(["uct_five"]) == groups_for(["uct_five"], "five") != []


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.rows[0])
def test_the_function_that_measures_a_group_is_there(group: Group) -> None:
    assert callable(getattr(importlib.import_module(group.module), group.function))


def test_rows_that_cannot_be_measured_say_why_and_do_not_cost_the_others() -> None:
    plan = [fake("fails", "a"), fake("crashes", "b"), fake("forgets", "c"), fake("measures", "d")]
    results = run(plan, lambda _part, _what: None)
    reasons = {row: result.reason for row, result in results.items() if isinstance(result, Unmeasured)}
    assert "the thing is broken" in reasons["a"]
    assert "crashed" in reasons["b"]
    assert "no value" in reasons["c"]
    assert results["d"] == Measured(2.0, 1.0, 3.0)


def test_progress_grows_and_ends_whole() -> None:
    parts: list[float] = []
    run([fake("measures", "a"), fake("measures", "b")], lambda part, _what: parts.append(part))
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
