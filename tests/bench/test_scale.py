"""Many machines and one learner, in simulated time: the arithmetic that can be done by hand comes out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clevergo.bench.scale import Facts, main, simulate

FACTS = Facts(positions=1_000, recorded=50, game_bytes=10_000, weight_bytes=1e6, samples=6_000, take_seconds=1e-4)


def test_one_machine_is_what_its_rates_say() -> None:
    found = simulate(FACTS, 1)
    assert found.played == 1_000
    assert found.taken == pytest.approx(1_000, rel=0.02)
    assert (found.late, found.samples) == (0.0, 3.0)
    assert found.taking == pytest.approx(20 * 1e-4, rel=0.02)  # twenty games a second
    assert found.link_in == pytest.approx(20 * 10_000 / 125e6, rel=0.05)
    assert found.link_out == pytest.approx(1e6 / 20 / 125e6, rel=0.1)
    assert 8 < found.age < 12  # half the time between two publishings, and the way
    assert found.limit == "games"


def test_the_learner_is_what_there_is_too_little_of_first() -> None:
    two, ten = simulate(FACTS, 2), simulate(FACTS, 10)
    assert two.samples == pytest.approx(3.0, rel=0.01)
    assert ten.samples == pytest.approx(6_000 * (1 - ten.taking) / 10_000, rel=0.02)
    assert ten.limit == "learning"


def test_a_learner_that_does_nothing_but_take_games_learns_nothing() -> None:
    found = simulate(replace(FACTS, take_seconds=0.01), 10)
    assert (found.taking, found.samples) == (1.0, 0.0)
    assert found.limit == "the learner's time"


def test_weights_that_do_not_fit_through_the_link_grow_old_and_their_games_are_dropped() -> None:
    slow = replace(FACTS, link=1e6, game_bytes=1, versions=1)
    # A second for each machine: with ten there is time for all between two publishings, with sixty there is not.
    few, many = simulate(slow, 10), simulate(slow, 60)
    assert few.link_out == pytest.approx(0.5, rel=0.1)
    assert few.late == 0
    assert many.link_out > 0.99
    assert many.late > 0.2
    assert many.age > few.age
    assert many.limit == "the link"


def test_the_same_seed_comes_to_the_same() -> None:
    assert simulate(FACTS, 7, 100, seed=3) == simulate(FACTS, 7, 100, seed=3)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="more than nothing"):
        replace(FACTS, link=0)


def test_the_command_has_a_line_for_each_number_of_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--machines", "1", "30", "--seconds", "60", "--link", "1e6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "link 1e+06" in lines[0]
    assert [line.split()[0] for line in lines[1:]] == ["machines", "1", "30"]
