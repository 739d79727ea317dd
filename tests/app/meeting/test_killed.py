"""Programs of their own that meet over a bad network from the command line, are killed with -9, and go on."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clevergo.app.meeting.session import kept
from clevergo.games.sgf.codec import from_sgf
from tests.app.meeting.chaos import BadNetwork
from tests.patience import PATIENCE

LOOPBACK = "127.0.0.1"
CUTS = 10
MOVES_A_CUT = 4


class Running:
    """``python -m clevergo`` with a data folder of its own; what it prints is read as it comes."""

    def __init__(self, data: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "clevergo", "--data-dir", str(data), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(self.process.stdout)

    def said(self, pattern: str) -> re.Match[str]:
        """The first line that matches, once it is there."""

        def found() -> re.Match[str] | None:
            return next((match for line in list(self.lines) if (match := re.search(pattern, line))), None)

        wait(lambda: found() is not None)
        match = found()
        assert match is not None
        return match

    def end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code


@pytest.fixture
def run() -> Iterator[Callable[..., Running]]:
    running: list[Running] = []

    def start(data: Path, *words: str) -> Running:
        running.append(Running(data, *words))
        return running[-1]

    yield start
    for one in running:
        one.process.kill()
        one.process.wait()


def wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def moves_of(data: Path) -> int:
    """How many entries an end has on its disk."""
    path = next(kept(data / "meetings"), None)
    return 0 if path is None else path.read_bytes().count(b'"moved"')


def test_a_third_of_all_pieces_lost_ten_cuts_and_both_killed_once_end_with_equal_records(
    run: Callable[..., Running], tmp_path: Path
) -> None:
    """What is lost of a TCP stream is sent again: to those who wait for it, loss is delay, of up to 0.2 s here."""
    ann, ben = tmp_path / "ann", tmp_path / "ben"
    hosting = ["host", "--player", "random", "--size", "9", "--interface", LOOPBACK, "--name", "Ann"]
    hosting += ["--sgf", str(tmp_path / "a")]
    joining = ["join", "--player", "random", "--name", "小明", "--sgf", str(tmp_path / "b")]
    host = run(ann, *hosting, "--port", "0")
    where = host.said(r"ADDRESS:(\d+) (\S+)")
    network = BadNetwork(int(where[1]), most_delay=0.2)
    try:
        guest = run(ben, *joining, f"{LOOPBACK}:{network.port}", where[2])
        for cut in range(1, CUTS + 1):
            wait(lambda cut=cut: moves_of(ben) >= MOVES_A_CUT * cut)  # type: ignore[misc]
            network.cut()
            if cut == 3:
                guest.process.kill()
                guest.process.wait()
                guest = run(ben, *joining, "--go-on")
            elif cut == 6:
                host.process.kill()
                host.process.wait()
                host = run(ann, *hosting, "--go-on")
                network.lead_to(int(host.said(r"at port (\d+)")[1]))
        assert (host.end(), guest.end()) == (0, 0)
    finally:
        network.close()
    assert network.cuts >= CUTS - 2, "a program that was just killed may have had no line to cut"
    first, second = ((tmp_path / folder / "game-001.sgf").read_bytes() for folder in "ab")
    assert first == second
    assert len(from_sgf(first).moves) > MOVES_A_CUT * CUTS
    assert [list(kept(data / "meetings")) for data in (ann, ben)] == [[], []], "what is over is nothing to go on with"


def test_a_class_room_plays_a_tournament_from_the_command_line(run: Callable[..., Running], tmp_path: Path) -> None:
    room = ["host", "--tournament", "--rounds", "1", "--entrants", "3", "--game", "five", "--size", "9", "--row", "3"]
    taking_part = ["--player", "random", "--name", "Ben"]
    told = ["--interface", LOOPBACK, "--port", "0", "--sgf", str(tmp_path / "games")]
    host = run(tmp_path / "host", *room, *taking_part, *told)
    where = host.said(r"ADDRESS:(\d+) (\S+)")
    address = f"{LOOPBACK}:{where[1]}"
    guests = [
        run(tmp_path / name, "join", address, where[2], "--player", "random", "--name", name)
        for name in ("Ann", "小明")
    ]
    assert [guest.end() for guest in guests] == [0, 0]
    assert host.end() == 0
    table = host.lines[-4:]
    assert table[0].split() == ["1", "2", "3", "sum"]
    assert all(guest.lines[-4:] == table for guest in guests), "each sees the same table"
    assert sum(float(row.split()[-1]) for row in table[1:]) == 3
    assert len(list((tmp_path / "games").glob("*.sgf"))) == 3


def test_nothing_to_go_on_with_is_said(run: Callable[..., Running], tmp_path: Path) -> None:
    assert run(tmp_path, "join", "--go-on").end() == 2
