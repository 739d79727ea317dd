"""One way of writing files: whole or absent, whatever goes wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from clevergo import files
from clevergo.files import write_whole, writing_whole


@pytest.mark.parametrize("durable", [True, False])
def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path, durable: bool) -> None:
    path = tmp_path / "犬 dog.json"
    for data in (b"old", b"new"):
        write_whole(path, data, durable)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_written_in_pieces_appears_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "dog.zip"
    with writing_whole(path) as temporary, temporary.open("wb") as file:
        file.write(b"half")
        assert not path.exists()
        file.write(b" and half")
    assert path.read_bytes() == b"half and half"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_whoever_fails_leaves_what_was_there_before(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "dog.zip"
    path.write_bytes(b"old")

    def write_half() -> None:
        with writing_whole(path) as temporary:
            temporary.write_bytes(b"half")
            raise error

    with pytest.raises(type(error)):
        write_half()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_somebody_reads_is_replaced_once_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusals, replace = [PermissionError(13, "in use"), PermissionError(13, "in use")], os.replace

    def replace_later(*paths: Any) -> None:
        if refusals:
            raise refusals.pop()
        replace(*paths)

    monkeypatch.setattr(os, "replace", replace_later)
    monkeypatch.setattr(files, "_IS_HELD_BY_READERS", True)
    write_whole(tmp_path / "dog.json", b"new")
    assert (tmp_path / "dog.json").read_bytes() == b"new"


@pytest.mark.parametrize(("durable", "seconds"), [(True, 10.0), (False, 1.0)])
def test_what_must_not_be_lost_waits_longer_for_who_reads_it(
    durable: bool, seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def refuse(*_: Any) -> None:
        raise PermissionError(13, "in use")

    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(files, "_IS_HELD_BY_READERS", True)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr("time.sleep", lambda passed: now.append(now.pop() + passed))
    with pytest.raises(PermissionError):
        write_whole(tmp_path / "dog.json", b"new", durable=durable)
    assert seconds <= now[0] <= seconds + 0.1
