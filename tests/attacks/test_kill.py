"""Ten kills of a busy CleverGo, and nothing is lost. ``python -m tests.attacks.kill`` does more."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.nn.description import NetConfig
from tests.attacks.aftermath import Possessions, look_at
from tests.attacks.kill import Attack
from tests.attacks.processes import MAIN, Attacked


def test_ten_kills_lose_nothing_and_leave_nobody(tmp_path: Path) -> None:
    report = Attack(tmp_path, seed=19).run(10, kinds=("window",), latest=12.0)
    assert report.rounds == 10
    assert report.kills[MAIN] == report.starts
    assert report.complaints == []


def test_whoever_outlives_the_program_is_seen_even_as_an_orphan(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    code = "import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    program = Attacked(
        [sys.executable, "-c", f"{code}open({str(ready)!r}, 'w').close()\ntime.sleep(60)"], tmp_path / "log"
    )
    try:
        # A child that has not yet become another program looks like its parent, so it must have said that it has.
        while not ready.exists() or len(members := program.members()) < 2:
            time.sleep(0.02)
        program.kill(next(member for member in members if member.role == MAIN))
        seconds, left = program.outlived(0.2)
        assert seconds > 0.2
        assert [member.role for member in left] != []
    finally:
        program.end()
    assert program.members() == []


def test_what_is_lost_is_seen(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    kennel = Kennel(paths)
    kennel.adopt("rex", NetConfig(blocks=1, channels=8))
    kennel.close()
    paths.settings.write_text("{}", encoding="utf-8")
    (paths.games / "game.sgf").write_bytes(b"(;SZ[9];B[ee];W[ef])")
    whole, complaints = look_at(tmp_path, Possessions())
    assert complaints == []
    assert whole.dogs == {"rex"}

    (paths.games / "game.sgf").write_bytes(b"(;SZ[9];B[ee])")
    assert "game.sgf had 2 moves" in look_at(tmp_path, whole)[1][0]
    (paths.games / "game.sgf").write_bytes(b"(;SZ[9];B[ee")
    assert "SgfError" in look_at(tmp_path, whole)[1][0]
    (paths.games / "game.sgf").write_bytes(b"(;SZ[9];B[ee];W[ef])")
    paths.settings.write_text("{", encoding="utf-8")
    assert "settings" in look_at(tmp_path, whole)[1][0]
    paths.settings.with_suffix(".unreadable.json").unlink()
    paths.settings.write_text("{}", encoding="utf-8")
    paths.database.write_bytes(b"x" * 5000)
    assert any("database" in complaint for complaint in look_at(tmp_path, whole)[1])
