"""The doctor, by rows of vital signs: what is found, when it is found, and when it has passed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clevergo.games.go.game import GAME
from clevergo.training.doctor.diagnosis import (
    Ailment,
    Diagnosis,
    Form,
    Patient,
    VitalSigns,
    examine,
    nearest_age,
    read_form,
    read_signs,
)
from clevergo.training.doctor.practice import Practice, Visit
from clevergo.training.learner.store import RunStore
from clevergo.training.run.events import Cured, Diagnosed, Treatment

HEALTHY = VitalSigns(
    seconds=600.0,
    games=3_000,
    positions=250_000,
    samples=1_000_000,
    window=100_000,
    new_games=100,
    learning_rate=1e-3,
    policy_loss=2.0,
    value_loss=0.5,
    entropy=1.5,
    heldout_policy=2.1,
    heldout_value=0.55,
    heldout_guess=0.9,
    game_length=95.0,
    pass_share=0.02,
    black_wins=0.48,
    counted_games=200,
)
FORM = Form(6_000.0, 1500.0, 5_000, 5_900.0, 1510.0, 80.0, 1)


def ailments(rows: Iterable[VitalSigns]) -> list[str]:
    """What begins (+) and ends (-), row by row; rows are twenty seconds apart."""
    patient, before, said = Patient(), None, []
    for index, row in enumerate(rows):
        signs = replace(row, seconds=row.seconds + 20.0 * index)
        result = examine(patient, read_signs(signs, before, 81), signs.seconds)
        said += [f"{index}+{diagnosis.ailment.value}" for diagnosis in result.found]
        said += [f"{index}-{ailment.value}" for ailment in result.cured]
        patient, before = result.patient, signs
    return said


def test_a_healthy_run_has_no_complaints() -> None:
    assert ailments([HEALTHY] * 10) == []


@pytest.mark.parametrize(
    ("signs", "ailment"),
    [
        ({"black_wins": 0.98}, Ailment.ONE_COLOR_WINS),
        ({"black_wins": 0.01}, Ailment.ONE_COLOR_WINS),
        ({"game_length": 24.0}, Ailment.PASSES_AT_ONCE),
        ({"entropy": 0.05}, Ailment.POLICY_COLLAPSED),
        ({"heldout_value": 0.95}, Ailment.VALUE_GUESSES),
    ],
)
def test_a_complaint_needs_three_bad_rows_and_passes_after_two_good_ones(
    signs: dict[str, Any], ailment: Ailment
) -> None:
    bad = replace(HEALTHY, **signs)
    name = ailment.value
    assert ailments([bad, bad, HEALTHY, bad, bad]) == []
    assert ailments([bad] * 5 + [HEALTHY, bad, HEALTHY, HEALTHY]) == [f"2+{name}", f"8-{name}"]


@pytest.mark.parametrize(
    ("signs", "between"),
    [({"black_wins": 0.98}, {"black_wins": 0.93}), ({"entropy": 0.05}, {"entropy": 0.2})],
)
def test_between_ill_and_well_nothing_begins_and_nothing_ends(signs: dict[str, Any], between: dict[str, Any]) -> None:
    bad, middle = replace(HEALTHY, **signs), replace(HEALTHY, **between)
    assert ailments([middle] * 9) == []
    assert len(ailments([bad] * 3 + [middle] * 9)) == 1


def test_numbers_out_of_bounds_are_told_at_once() -> None:
    bad = replace(HEALTHY, bad_steps=3)
    assert ailments([HEALTHY, bad, bad, HEALTHY, HEALTHY]) == ["1+not_a_number", "4-not_a_number"]


def test_no_games_for_long_are_told() -> None:
    idle = replace(HEALTHY, new_games=0)
    later = replace(idle, seconds=HEALTHY.seconds + 200.0)
    assert ailments([HEALTHY, idle, idle]) == []
    assert ailments([HEALTHY, later]) == ["1+no_games"]


def test_no_games_for_long_are_told_where_rows_follow_each_other_fast(store: RunStore) -> None:
    """Several workers: a row each twenty seconds, whether or not there were games."""
    practice = Practice(store, GAME, 9)
    practice.look_at_signs(HEALTHY)
    idle = [replace(HEALTHY, new_games=0, seconds=HEALTHY.seconds + 20.0 * i) for i in range(1, 9)]
    told = [practice.look_at_signs(signs).said for signs in idle]
    assert [len(said) for said in told] == [0, 0, 0, 0, 0, 1, 0, 0]
    assert told[5] == (Diagnosed(Diagnosis(Ailment.NO_GAMES, {"seconds": 120.0}, idle[5].seconds)),)


def test_moves_without_an_end_are_work_too(store: RunStore) -> None:
    """On 19x19 all first games go on for minutes, longer than two publishings may be apart."""
    practice = Practice(store, GAME, 19)
    first = replace(HEALTHY, games=0, new_games=0, new_pages=1, counted_games=0)
    for i in range(4):
        assert practice.look_at_signs(replace(first, seconds=first.seconds + 150.0 * i)).said == ()
    silent = replace(first, new_pages=0, seconds=first.seconds + 450.0 + 130.0)
    assert [said.diagnosis.ailment for said in practice.look_at_signs(silent).said if isinstance(said, Diagnosed)] == [
        Ailment.NO_GAMES
    ]


def test_a_handful_of_games_is_no_ground_for_worry() -> None:
    """After each start the count begins anew, and the games that end first are the shortest."""
    few = replace(HEALTHY, black_wins=1.0, game_length=24.0, counted_games=12)
    assert ailments([few] * 9) == []


def test_a_newborn_may_be_one_sided_and_know_nothing() -> None:
    young = replace(HEALTHY, games=200, samples=50_000, black_wins=0.99, heldout_value=1.2)
    assert ailments([young] * 9) == []
    unmeasured = VitalSigns(seconds=20.0, games=0, positions=0, samples=0)
    assert ailments([unmeasured] * 9) == []


def formed(forms: Iterable[Form]) -> list[str]:
    patient, said = Patient(), []
    for form in forms:
        result = examine(patient, read_form(form), form.seconds)
        said += [f"+{diagnosis.ailment.value}" for diagnosis in result.found]
        said += [f"-{ailment.value}" for ailment in result.cured]
        patient = result.patient
    return said


def test_clearly_weaker_than_its_best_in_two_matches() -> None:
    worse = replace(FORM, rating=1300.0)  # 210 points, 2.6 errors of their difference
    assert formed([FORM, worse, FORM, worse]) == []
    assert formed([worse, worse, worse]) == ["+gets_worse"]
    assert formed([worse, worse, FORM, FORM]) == ["+gets_worse", "-gets_worse"]


@pytest.mark.parametrize(
    ("met", "told"),
    [
        ((0, 0.0), []),
        ((10, 0.0), []),
        ((20, 4.0), ["+gets_worse"]),
        ((20, 6.0), []),
        ((40, 12.0), ["+gets_worse"]),
        ((40, 14.0), []),
        ((40, 22.0), []),
    ],
)
def test_who_only_seems_weaker_by_its_rating_must_lose_to_its_best_age(met: tuple[int, float], told: list[str]) -> None:
    """In a run of hours one of many ratings is far above the others by luck; one that was well lost 47 minutes so."""
    worse = replace(FORM, rating=1300.0, kept=4_600, met=met)
    assert formed([worse] * 5) == told


def test_a_complaint_ends_when_games_against_the_best_age_say_so() -> None:
    ill, well = (replace(FORM, rating=1300.0, kept=4_600, met=met) for met in ((20, 4.0), (40, 18.0)))
    assert formed([ill, ill, well, well]) == ["+gets_worse", "-gets_worse"]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"best_seconds": 2_000.0, "matches_since": 8}, True),
        ({"best_seconds": 4_500.0, "matches_since": 8}, False),
        ({"best_seconds": 2_000.0, "matches_since": 3}, False),
        ({"best_seconds": 2_000.0, "matches_since": 8, "change_error": 300.0}, False),
    ],
)
def test_no_gain_for_long_needs_time_matches_and_a_known_rating(changes: dict[str, Any], told: bool) -> None:
    assert formed([replace(FORM, **changes)]) == (["+no_gain"] if told else [])


def test_a_new_best_is_the_end_of_no_gain() -> None:
    stuck, better = replace(FORM, best_seconds=2_000.0, matches_since=8), replace(FORM, matches_since=0)
    assert formed([stuck, stuck, better, FORM]) == ["+no_gain", "-no_gain"]


# --- what is done about it


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    store = RunStore(tmp_path)
    for games in (1_000, 4_600, 9_000):
        path = store.age_path(games)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"")
    return store


def test_who_gets_worse_goes_back_to_the_best_age(store: RunStore) -> None:
    practice = Practice(store, GAME, 9)
    worse = replace(FORM, rating=1300.0)
    assert practice.look_at_form(worse).orders == ()
    visit = practice.look_at_form(worse)
    assert visit.orders == (Treatment(Ailment.GETS_WORSE, 4_600, store.age_path(4_600)),)
    assert isinstance(visit.said[0], Diagnosed)
    assert practice.look_at_form(worse).orders == ()
    practice.look_at_form(FORM)
    assert practice.look_at_form(FORM).said == (Cured(Ailment.GETS_WORSE),)


def test_who_gets_worse_does_not_go_back_to_a_board_it_has_left(store: RunStore) -> None:
    """The ages of 1,000 and of 4,600 games know another board only; there is none yet of this one that is near."""
    worse = replace(FORM, rating=1300.0)
    for since, orders in ((5_000, 0), (4_600, 0), (4_599, 1)):
        practice = Practice(store, GAME, 13, since=since)
        practice.look_at_form(worse)
        assert len(practice.look_at_form(worse).orders) == orders


def test_who_gains_nothing_learns_more_slowly_but_not_without_end(store: RunStore) -> None:
    stuck = replace(FORM, best_seconds=2_000.0, matches_since=8)
    assert Practice(store, GAME, 9).look_at_form(stuck).orders == (Treatment(Ailment.NO_GAIN),)
    assert Practice(store, GAME, 9, 1 / 16).look_at_form(stuck).orders == ()


def test_who_still_gains_nothing_learns_yet_more_slowly_after_as_long_again(store: RunStore) -> None:
    practice, share, ordered = Practice(store, GAME, 9), 1.0, []
    for seconds in range(6_000, 60_000, 1_000):
        stuck = replace(FORM, seconds=float(seconds), best_seconds=2_000.0, matches_since=8)
        if practice.look_at_form(stuck).orders:
            share /= 2
            practice.note_rate(share)
            ordered.append(seconds)
    assert ordered == [6_000, 10_000, 17_000, 29_000], "after 40 in 100 of the time trained; at a sixteenth no more"


def test_after_a_new_best_nothing_is_done_until_it_gains_nothing_for_long_again(store: RunStore) -> None:
    practice = Practice(store, GAME, 9)
    stuck = replace(FORM, best_seconds=2_000.0, matches_since=8)
    assert practice.look_at_form(stuck).orders
    better = replace(FORM, seconds=20_000.0, best_seconds=20_000.0, matches_since=0)
    assert practice.look_at_form(better).said == (Cured(Ailment.NO_GAIN),)
    after = replace(stuck, seconds=22_000.0, best_seconds=20_000.0)
    assert practice.look_at_form(after) == Visit()


def test_a_net_that_grows_is_given_its_time_with_the_whole_rate(store: RunStore) -> None:
    practice = Practice(store, GAME, 9)
    stuck = replace(FORM, best_seconds=2_000.0, matches_since=8)
    assert practice.look_at_form(stuck).orders
    practice.look_at_form(replace(stuck, seconds=9_900.0))
    practice.note_rate(1.0)
    assert not practice.look_at_form(replace(stuck, seconds=12_000.0)).orders
    assert practice.look_at_form(replace(stuck, seconds=17_000.0)).orders


def test_what_an_earlier_run_has_ordered_is_given_its_time(store: RunStore) -> None:
    """A run that goes on finds the same again, and would halve the rate at each start."""
    stuck = replace(FORM, best_seconds=2_000.0, matches_since=8)
    again = Practice(store, GAME, 9, 0.5, treated_at=5_500.0)
    visit = again.look_at_form(stuck)
    assert isinstance(visit.said[0], Diagnosed)
    assert visit.orders == ()
    later = replace(stuck, seconds=10_000.0)
    assert Practice(store, GAME, 9, 0.5, treated_at=5_500.0).look_at_form(later).orders == (Treatment(Ailment.NO_GAIN),)
    assert Practice(store, GAME, 9, 1 / 16, treated_at=0.0).look_at_form(later).orders == ()


def test_a_treatment_that_was_lost_with_the_learner_is_ordered_again(store: RunStore) -> None:
    """It died before it had saved what was done: the dog is as weak, or learns as fast, as before."""
    worse, stuck = replace(FORM, rating=1300.0), replace(FORM, best_seconds=2_000.0, matches_since=8)
    for ill, order in (
        (worse, Treatment(Ailment.GETS_WORSE, 4_600, store.age_path(4_600))),
        (stuck, Treatment(Ailment.NO_GAIN)),
    ):
        practice = Practice(store, GAME, 9)
        while not practice.look_at_form(ill).orders:
            pass
        practice.note_rate(0.5)
        assert practice.look_at_form(ill).orders == ()
        practice.go_back(1.0, None, FORM.seconds - 30.0)
        assert practice.look_at_form(ill).orders == (order,)
        practice.note_rate(0.5)
        practice.go_back(0.5, FORM.seconds, FORM.seconds + 30.0)
        assert practice.look_at_form(ill).orders == (), "this time it was saved"


@pytest.mark.parametrize("share", [0.5, 1 / 16])
def test_who_gets_worse_is_brought_back_whatever_an_earlier_run_has_ordered(store: RunStore, share: float) -> None:
    """At the least rate too: it is not halved any more, but the weights come back."""
    worse, again = replace(FORM, rating=1300.0), Practice(store, GAME, 9, share, treated_at=5_500.0)
    again.look_at_form(worse)
    assert again.look_at_form(worse).orders == (Treatment(Ailment.GETS_WORSE, 4_600, store.age_path(4_600)),)


@pytest.mark.parametrize(("games", "found"), [(5_000, 4_600), (1_300, 1_000), (2_200, None), (30_000, None)])
def test_an_age_stands_for_the_best_only_if_it_is_near(games: float, found: int | None) -> None:
    assert nearest_age([0, 1_000, 4_600, 9_000], games) == found
