"""Two thousand changed files and sessions, and no reader stumbles. ``python -m tests.attacks.fuzz`` tries more."""

from __future__ import annotations

import logging
import os
import random
import resource
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.attacks import evil, guard
from tests.attacks.fuzz import TARGETS, Finding, Fuzzer, fuzz
from tests.attacks.guard import Guard, Violation
from tests.attacks.mutation import mutate_json, mutate_zip
from tests.attacks.targets import SettingsFiles, Target

INPUTS = 2_000


def test_two_thousand_changed_inputs_harm_nobody(tmp_path: Path) -> None:
    tried = Fuzzer(tmp_path / "files", seed=19).run(INPUTS)
    assert tried.total >= INPUTS
    assert set(tried.inputs) == {target.name for target in TARGETS}
    assert {kind: finding.where for kind, finding in tried.findings.items()} == {}


class Trusting(Target):
    """Reads as nobody should."""

    name = "trusting"

    def seeds(self, marker: Path) -> list[bytes]:
        return [b"nothing happens"]

    def read(self, data: bytes) -> str:
        if b"\xff" in data:
            raise IndexError("list index out of range")
        return "ok"


def test_a_reader_that_stumbles_is_found_and_its_input_kept(tmp_path: Path) -> None:
    tried = Fuzzer(tmp_path, 1, [Trusting]).run(3_000)
    assert [finding.what for finding in tried.findings.values()] == ["IndexError: list index out of range"]
    assert all(b"\xff" in finding.data for finding in tried.findings.values())


class Talkative(Trusting):
    """Says one of seven things."""

    name = "talkative"

    def read(self, data: bytes) -> str:
        return "abcdefg"[len(data) % 7]


def test_what_comes_to_something_new_is_kept_for_the_next_run(tmp_path: Path) -> None:
    grown = tmp_path / "grown"
    Fuzzer(tmp_path / "first", 1, [Talkative], grown).run(300)
    assert len(list((grown / "talkative").iterdir())) == 6
    again = Fuzzer(tmp_path / "second", 2, [Talkative], grown)
    assert again.tried.inputs["talkative"] == 7


def test_processes_share_the_work(tmp_path: Path) -> None:
    said: list[str] = []
    found: list[Finding] = []
    tried = fuzz(tmp_path, 40, 2, 5, ("player", "training"), None, said.append, found.append)
    assert tried.total >= 40
    assert tried.findings == {}
    assert found == []
    assert said


def run_a_command(folder: Path) -> None:
    os.system(f"touch {folder / 'marker'}")


def write_elsewhere(folder: Path) -> None:
    (folder.parent / "elsewhere").write_text("x", encoding="utf-8")


def remove_elsewhere(folder: Path) -> None:
    (folder.parent / "dear").unlink()


def hide_a_violation(folder: Path) -> None:
    try:
        write_elsewhere(folder)
    except BaseException:  # noqa: BLE001 - as a reader that catches everything would
        return


def take_long(_folder: Path) -> None:
    while True:
        pass


def take_much_memory(_folder: Path) -> None:
    # Counted is by how much it exceeds what the process has ever held.
    held = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    free = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - held
    np.ones(max(0, free) + (200 << 20), np.uint8)


def log_a_mistake(_folder: Path) -> None:
    try:
        raise IndexError("nobody hears of it")
    except IndexError:
        logging.getLogger("clevergo.somewhere").exception("it failed")


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (run_a_command, "os.system"),
        (write_elsewhere, "open"),
        (remove_elsewhere, "os.remove"),
        (hide_a_violation, "open"),
        (take_long, "more than"),
        (take_much_memory, "MB"),
        (log_a_mistake, "nobody hears of it"),
    ],
)
def test_what_no_input_may_do_is_seen(
    act: Callable[[Path], None], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "CPU_SECONDS", 0.2 if act is take_long else 20.0)
    monkeypatch.setattr(guard, "MOST_MEGABYTES", 100)
    own = tmp_path / "own"
    own.mkdir()
    (tmp_path / "dear").write_text("dear", encoding="utf-8")
    watch = Guard((own,))
    with pytest.raises(Violation, match=said), watch.watching():
        act(own)
    assert not (own / "marker").exists()
    assert (tmp_path / "dear").exists()
    assert not (tmp_path / "elsewhere").exists()


def test_what_readers_do_is_allowed(tmp_path: Path) -> None:
    target = SettingsFiles(tmp_path / "settings")
    watch = Guard((tmp_path,))
    for data in target.seeds(tmp_path / "marker"):
        with watch.watching():
            target.read(data)


def test_the_malicious_files_would_do_harm_elsewhere(tmp_path: Path) -> None:
    import pickle

    marker = tmp_path / "marker"
    for data in evil.pickles(marker):
        pickle.loads(data)
        assert marker.exists()
        marker.unlink()


@pytest.mark.parametrize("seed", range(5))
def test_changed_files_differ_and_are_the_same_for_a_seed(seed: int) -> None:
    data = b'{"size": 9, "name": ["rex", 1.5]}'
    archive = evil.archives(Path("nowhere"))[0]
    for change in (mutate_json, lambda rnd, data, others: mutate_zip(mutate_json, rnd, data, others)):
        for source in (data, archive):
            first = [change(random.Random(seed), source, [source]) for _ in range(2)]
            assert first[0] == first[1]
            assert any(change(random.Random(seed + i), source, [source]) != source for i in range(5))
