"""Whatever is delivered by other machines is counted once."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from clevergo.training.learner.ledger import MOST_VERSIONS_OLD, Ledger
from clevergo.training.learner.process import LearnerLoop
from clevergo.training.learner.store import RunStore
from clevergo.training.run.events import GamesGiven, Kept, Received
from clevergo.training.run.parcels import pack_page, unpack_page
from clevergo.training.run.plan import RunPlan
from clevergo.training.run.processes import ProcessPlan
from clevergo.workers.cluster.messages import Delivery
from tests.training.test_learner_loop import CONFIG, FakeInbox, give, page


@pytest.mark.parametrize("seed", range(8))
def test_deliveries_in_any_order_and_any_number_of_times_are_taken_once(seed: int) -> None:
    rng = random.Random(seed)
    sent = [(stream, number) for stream in ("a/1", "a/2", "b/1") for number in range(1, 30)]
    coming = [delivery for delivery in sent for _ in range(rng.randint(1, 3))]
    rng.shuffle(coming)
    ledger, taken = Ledger("run"), []
    for at, (stream, number) in enumerate(coming):
        if at % 17 == 0:  # a learner that begins anew
            ledger = Ledger("run", json.loads(json.dumps(ledger.to_dict())))
        if ledger.take(stream, number):
            taken.append((stream, number))
    assert sorted(taken) == sorted(sent)
    assert dict(ledger.marks) == {"a/1": 29, "a/2": 29, "b/1": 29}


def test_what_is_missing_is_not_said_to_be_kept() -> None:
    ledger = Ledger("run")
    for number in (1, 2, 4, 5):
        ledger.take("a/1", number)
    assert ledger.marks == (("a/1", 2),)


def test_another_run_begins_with_an_empty_ledger() -> None:
    first = Ledger("first")
    first.take("a/1", 1)
    first.count("a", 3)
    second = Ledger("second", first.to_dict())
    assert (second.marks, second.given, second.goes_on) == ((), (), False)


def new_loop(folder: Path, version: int = 0) -> tuple[LearnerLoop, FakeInbox]:
    inbox = FakeInbox()
    plan = ProcessPlan(folder, CONFIG, RunPlan(cluster="auto"), run_name="run", first_version=version)
    return LearnerLoop(plan, inbox), inbox  # type: ignore[arg-type]


def last(inbox: FakeInbox, kind: type) -> Any:
    return [message for message in inbox.sent if isinstance(message, kind)][-1]


def test_games_of_other_machines_are_learned_from_once_and_not_when_they_are_old(tmp_path: Path) -> None:
    loop, inbox = new_loop(tmp_path, version=MOST_VERSIONS_OLD + 2)
    old, fresh = (pack_page(unpack_page(page(3)), version) for version in (1, 2))
    give(loop, inbox, page(2))
    for delivery in (Delivery("a/1", 1, fresh), Delivery("a/1", 2, old), Delivery("a/1", 1, fresh)):
        give(loop, inbox, delivery.to_bytes())
    assert loop._learner.counters.games == 5
    loop._report()
    assert last(inbox, Received).given == (GamesGiven("", 2, 0), GamesGiven("a", 6, 3))


def test_a_learner_that_begins_anew_takes_what_was_not_saved_again_and_nothing_twice(tmp_path: Path) -> None:
    first, inbox = new_loop(tmp_path)
    deliveries = [Delivery("a/1", number, page(number)).to_bytes() for number in (1, 2, 3)]
    give(first, inbox, deliveries[0])
    first._checkpoint()
    assert last(inbox, Kept).marks == (("a/1", 1),)
    give(first, inbox, deliveries[1])
    first._learner.experience.save_games()  # it dies between the games and the state that counts them

    second, inbox = new_loop(tmp_path)
    for delivery in deliveries:
        give(second, inbox, delivery)
    assert second._learner.counters.games == 1 + 2 + 3
    second._checkpoint()
    kept = RunStore(tmp_path).look_at_games({5: 10_000})
    assert len(kept) == 1 + 2 + 3
    assert last(inbox, Kept).marks == (("a/1", 3),)


def test_a_delivery_travels_as_bytes() -> None:
    delivery = Delivery("机/工-1", 2**40, b"@.\0")
    assert Delivery.from_bytes(delivery.to_bytes()) == delivery
    assert delivery.machine == "机"
    assert Delivery.from_bytes(page(1)) is None
