"""Lines from worker to worker, past their owner."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Worker, end_all
from tests.patience import PATIENCE

LARGE = 3_000_000
"""Bytes: more than any pipe holds."""


def play(inbox: Inbox, name: str) -> None:
    """Sends much and soon; waits for an answer."""
    for number in range(3):
        inbox.lines.send(f"{name}{number}".encode() + bytes(LARGE))
    while not inbox.stopped:
        for data in inbox.lines.take(0.05):
            inbox.send((name, data[:20], len(data)))
        inbox.take()


def learn(inbox: Inbox) -> None:
    """Greets everybody, answers much and late, and tells of what it heard."""
    while not inbox.stopped:
        for line in inbox.lines.take_new():
            line.send(b"welcome")
        for data in inbox.lines.take(0.05):
            time.sleep(0.05)
            inbox.send(data.rstrip(b"\0"))
            inbox.lines.send(b"thanks" + bytes(LARGE))
        inbox.take()


@pytest.fixture
def learner() -> Iterator[Worker]:
    worker = Worker("learner", learn, has_lines=True)
    yield worker
    end_all([worker])


def hear(worker: Worker, count: int) -> list[object]:
    heard: list[object] = []
    deadline = time.monotonic() + PATIENCE
    while len(heard) < count:
        assert time.monotonic() < deadline, heard
        heard += worker.poll(0.05)
    return heard


def test_workers_that_come_and_go_talk_to_one_that_stays(learner: Worker) -> None:
    for name in ("a", "b"):
        player = Worker("player", play, name, line=learner.new_line())
        # What a player says may be heard before its line is seen to be new, and be answered first.
        assert sorted(hear(player, 4), key=str) == [
            *[(name, b"thanks" + bytes(14), 6 + LARGE)] * 3,
            (name, b"welcome", 7),
        ]
        assert hear(learner, 3) == [f"{name}{number}".encode() for number in range(3)]
        end_all([player])


def test_whoever_is_killed_in_the_middle_of_a_word_is_not_heard_and_disturbs_nobody(learner: Worker) -> None:
    players = [Worker("player", play, name, line=learner.new_line()) for name in ("a", "b")]
    hear(players[0], 1)
    players[0].kill()
    assert hear(players[1], 4)[-1] == ("b", b"thanks" + bytes(14), 6 + LARGE)
    assert learner.is_alive
    end_all(players)


def test_a_line_to_somebody_who_is_gone_has_ended(learner: Worker) -> None:
    learner.kill()
    learner_gone = Worker("learner", learn, has_lines=True)
    learner_gone._process.kill()
    learner_gone._process.join()
    player = Worker("player", play, "a", line=learner_gone.new_line())
    time.sleep(0.5)
    assert player.is_alive
    end_all([player, learner_gone])
