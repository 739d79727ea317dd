"""What a killed writer left is swept by the next start; nobody else's file is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from clevergo import cli
from clevergo.app.desk.paths import Paths
from clevergo.files import is_running, sweep, sweep_elsewhere, temporary_for
from clevergo.nn.paddle import program

KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from clevergo.files import write_whole
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
write_whole(Path(sys.argv[1]), b"half of it", durable=False)
"""
OURS = (
    *("settings.json", "writable", "games/2026-01-01 10-00-00.sgf", "exports/rex.clevergo", "tournaments/game-1.sgf"),
    *("dogs/KEY/weights.pdparams", "dogs/KEY/training.json", "dogs/KEY/checkpoints/checkpoint-00000001.npz"),
    *("dogs/KEY/window/games-00000001.npz", "dogs/KEY/ages/age-00000010.pdparams"),
)
"""What the program writes into the data folder."""


def a_dead_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def left_by(writer: int, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    leftover = path.with_name(f".{path.name}.{writer}.tmp")
    leftover.write_bytes(b"half")
    return leftover


def test_a_writer_that_is_killed_leaves_a_file_that_is_swept(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, str(tmp_path / "game.sgf")], check=False)
    left = list(tmp_path.iterdir())
    assert len(left) == 1
    assert left[0].read_bytes() == b"half of it"
    assert sweep(tmp_path) == left
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", OURS)
def test_the_next_start_sweeps_every_place_of_the_data_folder(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    leftover = left_by(a_dead_process(), tmp_path / name)
    assert cli.main(["--data-dir", str(tmp_path), "dogs"]) == 0
    assert not leftover.exists()


def test_what_somebody_is_writing_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    dead = a_dead_process()
    kept = [
        left_by(os.getpid(), tmp_path / "settings.json"),
        tmp_path / f"thesis.{dead}.tmp",
        tmp_path / ".thesis.tmp",
        tmp_path / f".thesis.{dead}.tmp.bak",
    ]
    for path in kept:
        path.write_bytes(b"dear to somebody")
    Paths(tmp_path).sweep()
    assert sorted(tmp_path.iterdir()) == sorted(kept)


def test_a_number_that_another_process_has_now_keeps_no_file_for_ever(tmp_path: Path) -> None:
    leftover = left_by(os.getpid(), tmp_path / "settings.json")
    yesterday = time.time() - 86_400
    os.utime(leftover, (yesterday, yesterday))
    assert sweep(tmp_path) == [leftover]


def test_in_a_folder_that_others_use_only_what_is_of_our_kind_and_a_day_old_is_swept(tmp_path: Path) -> None:
    """Who is at another computer has a number of no process here, and goes on writing."""
    dead, two_days_ago = a_dead_process(), time.time() - 2 * 86_400
    young, old, others = (left_by(dead, tmp_path / name) for name in ("rex.clevergo", "pup.clevergo", "thesis.doc"))
    for path in (old, others):
        os.utime(path, (two_days_ago, two_days_ago))
    assert sweep_elsewhere(tmp_path, ".clevergo") == [old]
    assert sorted(tmp_path.iterdir()) == sorted([young, others])


def test_a_temporary_name_tells_who_is_writing() -> None:
    assert temporary_for(Path("a", "b.sgf")) == Path("a", f".b.sgf.{os.getpid()}.tmp")
    assert is_running(os.getpid())
    assert not is_running(a_dead_process())


def test_folders_that_killed_processes_gave_to_paddle_go_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, others = tmp_path / f"clevergo-{a_dead_process()}-abc", tmp_path / f"clevergo-{os.getpid()}-abc"
    for folder in (left, others):
        folder.mkdir()
        (folder / "net.json").write_bytes(b"{}")
    with program._temporary_folder() as new:
        assert Path(new).is_dir()
    assert list(tmp_path.iterdir()) == [others]


KILLED_IN_ITS_FOLDER = """
import os, signal, sys, types
from pathlib import Path

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
"""
FETCHING = """
from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.shared.place import open_place
from clevergo.app.kennel.shared.store import SharedDog, fetch_dog
kennel, place = Kennel(Paths(Path("data"), Path("program"))), open_place(str(Path.cwd() / "shared"))
fetch_dog(kennel, place, SharedDog(file="rex.clevergo", size=5, name="Rex"), die)
"""
RAISING = """
from clevergo.training.experiment import far
from clevergo.training.experiment.plan import ExperimentPlan
far.put = die
far.raise_pair(types.SimpleNamespace(stopped=True), ExperimentPlan({}, {}, positions=300), 0, {"one": {}, "other": {}})
"""
PLAYING = """
from clevergo.training.experiment import far
far.write_whole = die
far.play_far(None, None, [b"weights"], [b"weights"])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed by a signal there")
@pytest.mark.parametrize("doing", [FETCHING, RAISING, PLAYING], ids=["fetching", "raising", "playing"])
def test_the_temporary_folder_of_a_killed_process_goes_at_the_next_start(
    doing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary, root = tmp_path / "temporary", Path(__file__).parents[1]
    for folder in (temporary, tmp_path / "shared"):
        folder.mkdir()
    (tmp_path / "shared" / "rex.clevergo").write_bytes(b"a dog")
    environment = os.environ | {"TMPDIR": str(temporary), "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", KILLED_IN_ITS_FOLDER + doing]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(list(temporary.glob("clevergo-*"))) == 1
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    Paths(tmp_path / "data").sweep()
    assert list(temporary.glob("clevergo-*")) == []
