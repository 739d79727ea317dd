"""The engine process itself: it thinks, can be interrupted, dies loudly, and never outlives its window."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clevergo.app.engine.client import Engine
from clevergo.app.engine.messages import (
    CancelRequest,
    CountRequest,
    DeadStones,
    EngineDied,
    EngineFault,
    ForfeitAnswer,
    PrepareRequest,
    Reply,
    RulesReady,
    Seat,
    Tag,
    ThinkAnswer,
    ThinkProgress,
    ThinkRequest,
    ThinkStarted,
)
from clevergo.app.engine.worker import thinking_of
from clevergo.app.match.messages import Preparing
from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules
from clevergo.games.game import Rules, position_after
from clevergo.games.go.rules import Ruleset, with_handicap
from clevergo.players.protocol import Analysis, Candidate
from clevergo.players.spec import PlayerSpec
from clevergo.workers.inbox import Inbox
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
"""Seconds a test waits before it fails; compiling everything for the first time takes a good part of it."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.close()


def collect(engine: Engine, done: Callable[[list[Reply]], bool]) -> list[Reply]:
    """Everything the engine says until ``done``."""
    replies: list[Reply] = []
    deadline = time.monotonic() + PATIENCE
    while not done(replies):
        assert time.monotonic() < deadline, f"waited too long; heard {replies}"
        replies += engine.poll()
        time.sleep(0.005)
    return replies


def ends_with(*kinds: type[Reply]) -> Callable[[list[Reply]], bool]:
    return lambda replies: bool(replies) and isinstance(replies[-1], kinds)


def think(text: str, number: int, moves: tuple[int, ...] = (), weights: Path | None = None) -> ThinkRequest:
    rules = Ruleset(5, 0.5)
    seat = Seat(Color.BLACK, PlayerSpec.parse(text), weights, 1)
    return ThinkRequest(Tag(1, len(moves), number), rules, moves, seat)


def is_running(process: int | None) -> bool:
    return process in {child.pid for child in multiprocessing.active_children()}


def test_it_answers_with_a_legal_move_and_what_it_thought(engine: Engine) -> None:
    request = think("mcts:200", 1, (12, 7))
    engine.send(request)
    replies = collect(engine, ends_with(ThinkAnswer))
    answer = replies[-1]
    assert isinstance(answer, ThinkAnswer)
    assert answer.tag == request.tag
    assert position_after(request.rules, request.moves).legal_moves[answer.action]
    assert answer.thinking is not None
    assert answer.thinking.done == 200
    assert any(isinstance(reply, ThinkStarted) for reply in replies)


def test_it_answers_when_its_time_is_up_and_knows_the_handicap_stones(engine: Engine) -> None:
    start = with_handicap(9, 4)
    seat = Seat(Color.WHITE, PlayerSpec.parse("mcts:100000"), None, 1)
    request = ThinkRequest(Tag(1, 0, 9), Ruleset(9, 0.5), (), seat, start, 0.2)
    engine.send(request)
    answer = collect(engine, ends_with(ThinkAnswer))[-1]
    assert isinstance(answer, ThinkAnswer)
    assert answer.thinking is not None
    assert 0 < answer.thinking.done < 100_000
    assert answer.action not in start.black


def test_the_rules_are_loaded_here_too_once_it_is_up(engine: Engine) -> None:
    engine.start()
    collect(engine, lambda _replies: engine.rules_are_loaded)


def test_a_cancelled_search_ends_at_once_and_the_next_one_is_served(engine: Engine) -> None:
    slow, quick = think("mcts:100000", 2), think("random", 3)
    engine.send(slow)
    collect(engine, ends_with(ThinkStarted, ThinkProgress))
    engine.send(CancelRequest(slow.tag))
    engine.send(quick)
    replies = collect(engine, ends_with(ThinkAnswer))
    assert [reply.tag for reply in replies if isinstance(reply, ThinkAnswer)] == [quick.tag]


def test_what_is_cancelled_before_its_turn_is_never_begun(engine: Engine) -> None:
    first, second, third = think("mcts:20000", 4), think("mcts:100", 5), think("random", 6)
    for request in (first, second, third):
        engine.send(request)
    engine.send(CancelRequest(second.tag))
    replies = collect(
        engine, lambda heard: [r for r in heard if isinstance(r, ThinkAnswer) and r.tag == third.tag] != []
    )
    assert second.tag not in [reply.tag for reply in replies if isinstance(reply, (ThinkStarted, ThinkAnswer))]


def test_dead_stones_are_proposed(engine: Engine) -> None:
    moves = (2, 3, 7, 8, 12, 13, 17, 18, 22, 23, 24, 5, 25, 25)
    tag = Tag(1, len(moves), 7)
    engine.send(CountRequest(tag, Ruleset(5, 0.5), moves))
    reply = collect(engine, ends_with(DeadStones))[-1]
    assert isinstance(reply, DeadStones)
    assert reply.tag == tag
    assert reply.dead.shape == (5, 5)


PROGRAM = """
import sys, time
seconds, move, log = sys.argv[1:]
for line in sys.stdin:
    word, is_last = line.split()[0], line.startswith(("genmove", "BEGIN", "TURN"))
    with open(log, "a", encoding="utf-8") as file:
        file.write(f"{word}\\n")
    time.sleep(float(seconds) if is_last else 0)
    if word in ("START", "BEGIN", "TURN"):
        print(move if is_last else "OK", flush=True)
    elif word.islower() and word[0].isalpha():
        print("=", move if is_last else "", end="\\n\\n", flush=True)
"""
"""Speaks GTP and Gomocup's protocol, makes one move after so many seconds, and writes down what it was asked."""


def ask_program(folder: Path, kind: str, seconds: float, moves: tuple[int, ...] = ()) -> ThinkRequest:
    """What asks another program for a move on a small board within a fifth of a second; it answers with action 12."""
    script = folder / "棋 program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    rules: Rules = Ruleset(5, 0.5) if kind == "gtp" else FiveRules(size=6)
    move = "C3" if kind == "gtp" else "0,2"
    command = shlex.join([sys.executable, str(script), str(seconds), move, str(folder / "asked")])
    seat = Seat(Color.BLACK, PlayerSpec.parse(f"{kind}:{command}"), None, 1)
    return ThinkRequest(Tag(2, len(moves), 20), rules, moves, seat, seconds=0.2)


@pytest.mark.parametrize("kind", ["gtp", "gomocup"])
def test_the_move_of_a_program_that_thinks_longer_is_waited_for(engine: Engine, tmp_path: Path, kind: str) -> None:
    engine.send(ask_program(tmp_path, kind, seconds=1.8))
    answer = collect(engine, ends_with(ThinkAnswer, EngineFault))[-1]
    assert isinstance(answer, ThinkAnswer)
    assert answer.action == 12
    asked = (tmp_path / "asked").read_text(encoding="utf-8").split()
    assert sum(word in ("genmove", "BEGIN", "BOARD", "TURN") for word in asked) == 1, "a trial would end a slow one"


@pytest.mark.parametrize("kind", ["gtp", "gomocup"])
def test_a_program_that_breaks_the_rules_has_lost(engine: Engine, tmp_path: Path, kind: str) -> None:
    request = ask_program(tmp_path, kind, 0.0, (12,))
    engine.send(request)
    answer = collect(engine, ends_with(ForfeitAnswer, ThinkAnswer, EngineFault))[-1]
    assert isinstance(answer, ForfeitAnswer)
    assert answer.tag == request.tag
    assert "White loses the game" in str(answer.reason)


@pytest.mark.parametrize("content", [None, b"", b"not a weight file"])
def test_a_weight_file_that_will_not_do_is_named(engine: Engine, tmp_path: Path, content: bytes | None) -> None:
    weights = tmp_path / "犬 dog.pdparams"
    if content is not None:
        weights.write_bytes(content)
    request = think("alphago:pup:10", 8, weights=weights)
    engine.send(PrepareRequest(Tag(1, 0, 9), request.rules, request.seat))
    engine.send(request)
    replies = collect(engine, ends_with(EngineFault))
    assert [reply.tag for reply in replies if isinstance(reply, EngineFault)] == [request.tag]
    reply = replies[-1]
    assert isinstance(reply, EngineFault)
    assert "犬 dog.pdparams" in str(reply.reason)


def test_moves_that_make_no_game_are_a_fault_not_a_death(engine: Engine) -> None:
    engine.send(think("random", 10, (12, 12)))
    reply = collect(engine, ends_with(EngineFault, EngineDied))[-1]
    assert isinstance(reply, EngineFault)
    assert "IllegalMoveError" in str(reply.reason)


def test_it_gives_way_to_other_programs(engine: Engine) -> None:
    engine.send(think("random", 11))
    collect(engine, ends_with(ThinkAnswer))
    assert engine.process_id is not None
    if hasattr(os, "getpriority"):
        assert os.getpriority(os.PRIO_PROCESS, engine.process_id) > os.getpriority(os.PRIO_PROCESS, 0) or (
            os.getpriority(os.PRIO_PROCESS, 0) >= 15
        )


def test_its_death_is_told_in_words_and_the_next_request_starts_another(engine: Engine) -> None:
    engine.send(think("mcts:100000", 12))
    collect(engine, ends_with(ThinkStarted, ThinkProgress))
    killed = engine.process_id
    assert killed is not None
    os.kill(killed, getattr(signal, "SIGKILL", signal.SIGTERM))
    reply = collect(engine, ends_with(EngineDied))[-1]
    assert isinstance(reply, EngineDied)
    assert "the game is kept" in str(reply.reason)
    engine.send(think("random", 13))
    collect(engine, ends_with(ThinkAnswer))
    assert engine.process_id != killed


def test_closing_ends_the_process_even_in_the_middle_of_a_thought() -> None:
    engine = Engine()
    engine.send(think("mcts:100000", 1))
    collect(engine, ends_with(ThinkStarted, ThinkProgress))
    process = engine.process_id
    assert is_running(process)
    engine.close()
    assert not is_running(process)
    assert engine.process_id is None
    engine.close()


def test_closing_before_it_is_up_leaves_nothing_behind() -> None:
    engine = Engine()
    engine.start()
    engine.close()
    assert engine.process_id is None
    assert engine.poll() == []


ORPHAN = """
import sys, time
from clevergo.app.engine.client import Engine
if __name__ == "__main__":
    engine = Engine()
    engine.start()
    while not engine.poll():
        time.sleep(0.01)
    assert "paddle" not in sys.modules
    print(engine.process_id, flush=True)
    time.sleep(600)
"""


def test_it_ends_by_itself_when_the_window_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "窗 window.py"
    script.write_text(ORPHAN, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    window = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=environment)
    assert window.stdout is not None
    assert window.stdout.readline().strip().isdigit()
    window.kill()
    window.communicate(timeout=PATIENCE)  # the engine holds the pipe open for as long as it lives


def test_screens_see_blacks_chances() -> None:
    analysis = Analysis(10, 20, 0.75)
    assert thinking_of(analysis, Color.BLACK).black_win_rate == 0.75
    assert thinking_of(analysis, Color.WHITE).black_win_rate == 0.25


def test_the_first_word_is_that_the_rules_are_ready() -> None:
    engine = Engine()
    engine.start()
    assert isinstance(collect(engine, lambda replies: bool(replies))[0], RulesReady)
    engine.close()


def say_nothing(inbox: Inbox) -> None:
    """An engine that is still busy loading."""
    inbox.take(None)


def test_the_rules_are_loaded_here_while_the_engine_loads_them_unless_they_must_be_compiled_first() -> None:
    code = """
import sys, time
from clevergo.app.engine import client as module
from tests.app.test_engine import say_nothing
compiles = sys.argv[1] == "first"
module.is_first_start = lambda: compiles
engine = module.Engine(say_nothing)
engine.start()
end = time.monotonic() + (3.0 if compiles else 100.0)
while not engine.rules_are_loaded and time.monotonic() < end:
    engine.poll()
    time.sleep(0.01)
print(engine.rules_are_loaded, "clevergo.games.go.board" in sys.modules)
engine.close()
"""
    for start, expected in (("first", "False False"), ("another", "True True")):
        run = subprocess.run(
            [sys.executable, "-c", code, start], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert run.stdout.strip() == expected, run.stderr


def prepare_slowly(inbox: Inbox) -> None:
    """An engine on a first start, which goes on when it is told to."""
    for done in (1, 2):
        inbox.send(Preparing(done, 3))
    inbox.send(RulesReady())
    inbox.take(None)
    inbox.send(Preparing(0, 0))
    inbox.send(RulesReady())
    inbox.take(None)


def test_a_first_start_says_how_far_it_is_until_it_is_over() -> None:
    engine = Engine(prepare_slowly)
    engine.start()
    collect(engine, lambda replies: bool(replies))
    assert engine.preparing == Preparing(2, 3)
    engine.send(think("random", 1))
    collect(engine, lambda replies: bool(replies))
    assert engine.preparing is None
    engine.close()


def test_the_move_that_was_played_leads_the_list_and_its_promise_is_what_the_position_is_worth() -> None:
    considered = (Candidate(81, 60, 0.7, 0.5), Candidate(40, 50, 0.72, 0.3))
    told = thinking_of(Analysis(110, 110, 0.58, considered), Color.WHITE, played=40)
    assert [candidate.action for candidate in told.candidates] == [40, 81]
    assert told.black_win_rate == pytest.approx(1 - 0.72), "not the mean of all that was tried"
