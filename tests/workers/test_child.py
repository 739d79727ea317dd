"""Worker processes end with whoever started them, from their first moment on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.window.program import wait_for_end

ROOT = Path(__file__).parents[2]
SLOW = """
import os, pathlib, time
if os.environ["STARTER"] != str(os.getpid()):
    pathlib.Path(os.environ["LOADING"]).write_text(str(os.getpid()))
    time.sleep(3600)  # as if its libraries came from a slow disk

def work(inbox):
    pass
"""
BEGIN = "import os, time\nos.environ['STARTER'] = str(os.getpid())\n"
STARTERS = {
    "worker": "import slow_to_load\nfrom clevergo.workers.process import Worker\n"
    "worker = Worker('slow', slow_to_load.work)\n",
    "module": "from clevergo.workers.program import PIPE, Program, module_command, module_environment\n"
    "program = Program(module_command('slow_to_load'), stdin=PIPE, environment=module_environment())\n",
}


@pytest.mark.parametrize("kind", STARTERS)
def test_a_process_that_is_still_loading_ends_when_its_parent_is_killed(kind: str, tmp_path: Path) -> None:
    (tmp_path / "slow_to_load.py").write_text(SLOW, encoding="utf-8")
    loading = tmp_path / "loading"
    path = os.pathsep.join([str(ROOT), str(tmp_path)])
    parent = subprocess.Popen(
        [sys.executable, "-c", BEGIN + STARTERS[kind] + "time.sleep(3600)"],
        env=os.environ | {"PYTHONPATH": path, "LOADING": str(loading)},
    )
    try:
        while not (loading.exists() and loading.read_text()):
            assert parent.poll() is None
            time.sleep(0.02)
    finally:
        parent.kill()
        parent.wait()
    assert wait_for_end([int(loading.read_text())]) == []


SHORT = """
import threading, time
from multiprocessing import resource_tracker, util
from clevergo.workers.process import Worker

resource_tracker.ensure_running()
spawn, begun = util.spawnv_passfds, threading.Event()

def slowly(*arguments):
    pid = spawn(*arguments)
    begun.set()
    time.sleep(1.0)  # as on a machine that has much else to do
    return pid

util.spawnv_passfds = slowly
threading.Thread(target=Worker, args=("late", time.sleep, 0), daemon=True).start()
begun.wait()
"""


def ran(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="slows down how Unix starts a process")
def test_a_process_being_born_as_the_program_ends_is_not_left_without_its_orders() -> None:
    said = ran(SHORT)
    assert "EOFError" not in said.stdout
    assert said.returncode == 0


TOO_LATE = """
import threading
from clevergo.workers.process import Worker

end = threading.main_thread()

def start_late():
    end.join()
    Worker("late", print)

threading.Thread(target=start_late).start()
"""


def test_a_process_that_is_wanted_as_the_program_ends_is_not_started_and_nothing_is_said() -> None:
    said = ran(TOO_LATE)
    assert (said.stdout, said.returncode) == ("", 0)


PLAYER = """
import pathlib, sys, time
from clevergo.workers.program import PIPE, Program

def work(inbox):
    program = Program(["sh", "-c", "sleep 3600 & echo $!; wait"], stdin=PIPE, stdout=PIPE, is_apart=True)
    pathlib.Path("started").write_text(f"{program.pid} {int(program.stdout.readline())} ")
    time.sleep(3600)
"""
PLAYING = """
import time
import player
from clevergo.workers.process import Worker
worker = Worker("player", player.work)
time.sleep(3600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no groups of programs")
def test_another_program_and_what_it_has_started_end_when_the_first_process_is_killed(tmp_path: Path) -> None:
    """It does not mind that nobody speaks to it any more."""
    (tmp_path / "player.py").write_text(PLAYER, encoding="utf-8")
    started = tmp_path / "started"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}
    first = subprocess.Popen([sys.executable, "-c", PLAYING], env=environment, cwd=tmp_path)
    try:
        while not (started.exists() and started.read_text().endswith(" ")):
            assert first.poll() is None
            time.sleep(0.02)
    finally:
        first.kill()
        first.wait()
    assert wait_for_end([int(number) for number in started.read_text().split()]) == []
