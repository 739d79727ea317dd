"""What games need is ready before it is asked for, and getting it ready never makes anybody wait."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clevergo import compiled
from clevergo.app.engine import worker as engine_worker
from clevergo.app.engine.messages import RulesReady, Seat, Tag, ThinkAnswer, ThinkRequest
from clevergo.app.engine.readiness import prepare_everything, try_out
from clevergo.files import take_lock
from clevergo.games.color import Color
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.players.protocol import UNWATCHED, Decision, ThinkControl
from clevergo.players.spec import PlayerSpec
from clevergo.training.run.processes import SELF_PLAY
from clevergo.workers.inbox import Inbox
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


def test_games_are_prepared_before_training_and_both_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(compiled, "note_prepared", noted.append)
    prepare_everything()
    assert noted == ["game", SELF_PLAY]


class Ahead:
    """Compiles nothing; says whether it was ended."""

    is_over = False

    def kill(self) -> None:
        self.is_over = True


def warm_up_in_the_engine() -> None:
    raise AssertionError("the engine would have been busy while somebody waits")


def test_on_a_first_start_the_engine_answers_while_another_process_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = Ahead()
    for name, stand_in in (
        ("is_first_start", lambda: True),
        ("compile_ahead", lambda: ahead),
        ("warm_up_search", warm_up_in_the_engine),
    ):
        monkeypatch.setattr(engine_worker, name, stand_in)
    monkeypatch.setattr(os, "_exit", lambda _code: None)
    ours, theirs = multiprocessing.Pipe()
    engine = threading.Thread(target=engine_worker.run_engine, args=(Inbox(theirs),))
    engine.start()
    replies = [ours.recv()]
    while not isinstance(replies[-1], RulesReady):
        replies.append(ours.recv())
    seat = Seat(Color.BLACK, PlayerSpec.parse("random"), None, 1)
    for number in (1, 2):
        ours.send(ThinkRequest(Tag(1, 0, number), Ruleset(5, 0.5), (), seat))
        while not isinstance(replies[-1], ThinkAnswer):
            assert ours.poll(PATIENCE)
            replies.append(ours.recv())
        replies.append(None)
    ours.close()
    engine.join(PATIENCE)
    theirs.close()
    assert ahead.is_over


BEGINNER = """
import time
from clevergo.app.engine.readiness import compile_ahead
print(compile_ahead().pid, flush=True)
time.sleep(600)
"""


def test_the_process_that_compiles_ends_when_whoever_began_it_is_killed(tmp_path: Path) -> None:
    # With a cache of its own it has work for half a minute, or more on a busy machine.
    environment = os.environ | {"PYTHONPATH": str(ROOT), "CLEVERGO_CACHE": str(tmp_path)}
    begun = subprocess.Popen(
        [sys.executable, "-c", BEGINNER], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    assert begun.stdout is not None
    assert begun.stdout.readline().strip().isdigit()
    begun.kill()
    begun.communicate(timeout=PATIENCE)  # the other holds the pipe of errors open for as long as it lives
    assert list(tmp_path.rglob("*.prepared")) == [], "its work was done before it ended"


def test_the_process_that_finds_another_compiling_leaves_in_order(tmp_path: Path) -> None:
    """While a thread of it still waits for the end of its input."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "CLEVERGO_CACHE": str(tmp_path)}
    again = [sys.executable, "-c", "from clevergo.compiled import CACHE_FOLDER; print(CACHE_FOLDER)"]
    folder = Path(subprocess.run(again, env=environment, capture_output=True, text=True, check=True).stdout.strip())
    with (folder / "preparing.lock").open("wb") as lock:
        take_lock(lock)
        command = [sys.executable, "-m", "clevergo.app.engine.readiness"]
        with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as late:
            said = late.stderr.read() if late.stderr is not None else b""
            assert (late.wait(PATIENCE), said) == (0, b"")


class Thoughtful:
    """Thinks for as long as it may; counts its batches."""

    name = "thoughtful"

    def __init__(self) -> None:
        self.batches = 0

    def new_game(self, rules: Ruleset) -> None:
        self.rules = rules

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        while not control.stop():
            self.batches += 1
        return Decision(position.rules.pass_action)


@pytest.mark.parametrize(("is_wanted", "fewest", "most"), [(False, 20, 100), (True, 0, 0)])
def test_a_player_is_tried_out_until_it_has_seen_enough_or_somebody_waits(
    is_wanted: bool, fewest: int, most: int
) -> None:
    player = Thoughtful()
    try_out(player, Ruleset(5, 0.5), lambda: is_wanted)
    assert fewest <= player.batches <= most
