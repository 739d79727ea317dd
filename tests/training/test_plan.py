"""How the cores are shared, by rule."""

from __future__ import annotations

import pytest

from clevergo.app.engine import worker as engine_worker
from clevergo.training.run.plan import plan_for_machine


@pytest.mark.parametrize(
    ("cores", "share", "workers", "threads", "duty"),
    [
        (1, 1.0, 1, 1, 1.0),
        (1, 0.25, 1, 1, 0.25),
        (2, 1.0, 1, 1, 1.0),
        (2, 0.5, 1, 1, 0.5),
        (2, 0.25, 1, 1, 0.25),
        (4, 1.0, 2, 2, 1.0),
        (4, 0.5, 1, 1, 1.0),
        (4, 0.25, 1, 1, 0.5),
        (8, 1.0, 5, 3, 1.0),
        (8, 0.5, 2, 2, 1.0),
        (16, 1.0, 10, 6, 1.0),
    ],
)
def test_workers_and_learner_share_the_cores(cores: int, share: float, workers: int, threads: int, duty: float) -> None:
    plan = plan_for_machine(share, cores=cores)
    assert (plan.workers, plan.threads, plan.duty) == (workers, threads, pytest.approx(duty))
    assert (plan.workers + plan.threads) * plan.duty <= max(cores * share + 1e-9, 2 * plan.duty)
    assert plan.in_step == (workers == 1)


def test_who_is_gentle_gives_way_to_everybody() -> None:
    assert plan_for_machine(0.25).niceness > plan_for_machine(0.5).niceness == plan_for_machine(1.0).niceness


def test_training_gives_way_to_whatever_a_person_waits_for() -> None:
    assert plan_for_machine().niceness > max(engine_worker.NICENESS, engine_worker.MIND_NICENESS)


def test_on_two_cores_half_and_all_differ_in_duty_only() -> None:
    half, whole, gentle = (plan_for_machine(share, cores=2) for share in (0.5, 1.0, 0.25))
    assert half.differs_in_duty_only(whole)
    assert not gentle.differs_in_duty_only(whole)
    assert not plan_for_machine(1.0, cores=8).differs_in_duty_only(whole)
