"""One run, many machines: they come, go, hang and die, and every game is counted once."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from clevergo.training.learner.store import RunStore
from clevergo.training.run.events import ClusterSeen, Event
from clevergo.workers.cluster.messages import MachineState
from tests.training import test_loop
from tests.training.ray_nodes import Nodes, below, is_ours, processes_of, ray_nodes, signal_all
from tests.training.test_loop import PLAN, Run, has_learned

CONFIG = replace(
    test_loop.CONFIG, learner=replace(test_loop.CONFIG.learner, publish_seconds=1.0, checkpoint_seconds=3.0)
)
"""Saved seldom, as all rest more than they work: what a learner forgets when it dies is some games."""


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with ray_nodes() as nodes:
        yield nodes


def sees(state: MachineState, count: int = 1, games: int = 0) -> Callable[[Event], bool]:
    """Whether so many other machines are in that state and have given so many games."""

    def are_there(event: Event) -> bool:
        return isinstance(event, ClusterSeen) and count <= sum(
            machine.state is state and machine.games >= games for machine in event.machines if not machine.is_here
        )

    return are_there


def wait_anew(run: Run, seen: Callable[[Event], bool]) -> Event:
    run.events.clear()
    return run.wait_for(seen)


def test_machines_come_hang_and_die_and_every_game_is_counted_once(tmp_path: Path, nodes: Nodes) -> None:
    dying, hanging = nodes.add(), nodes.add()
    run = Run(tmp_path, replace(PLAN, cluster=nodes.address), CONFIG)
    run.wait_for(sees(MachineState.READY, count=2, games=1))

    signal_all(processes_of(dying), signal.SIGKILL)
    run.wait_for(sees(MachineState.GONE))

    stopped = processes_of(hanging)
    signal_all(stopped, signal.SIGSTOP)
    run.wait_for(sees(MachineState.SILENT))
    late = nodes.add()
    wait_anew(run, sees(MachineState.READY, games=1))

    os.kill(run.run._children["learner"].pid, signal.SIGKILL)
    wait_anew(run, has_learned)
    wait_anew(run, sees(MachineState.READY, games=3))
    signal_all(stopped, signal.SIGCONT)
    of_ray = {pid for pid in processes_of(late) if not is_ours(pid)}
    run.end()
    assert run.error is None

    saved = RunStore(tmp_path).load()
    assert saved is not None
    assert saved.ledger is not None
    taught = [games - dropped for games, dropped in saved.ledger["given"].values()]
    assert sum(taught) == saved.counters.games
    assert len([games for machine, (games, _) in saved.ledger["given"].items() if machine and games]) == 3
    assert all(beyond == [] for _, beyond in saved.ledger["streams"].values()), "a number is missing: a page was lost"
    kept = [(game.moves.tobytes(), game.targets.tobytes()) for game in RunStore(tmp_path).look_at_games({5: 10**9})]
    assert len(set(kept)) == len(kept), "a game is in the window twice"
    assert not [pid for pid in below(os.getpid()) if is_ours(pid)], "whatever it has started has ended"
    assert of_ray & set(below(os.getpid())), "Ray goes on"
