"""Files from outside are read up to a limit, and nothing without an end is waited for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clevergo.files import TooLargeError, read_limited


def test_a_file_within_the_limit_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_limited(path, 5) == b"12345"
    with pytest.raises(TooLargeError, match="larger than"):
        read_limited(path, 4)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_what_has_no_end_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(TooLargeError, match="no ordinary file"):
            read_limited(path, 100)


def test_a_folder_and_a_missing_file_are_told_apart_from_that(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "gone"):
        with pytest.raises(OSError, match=path.name):
            read_limited(path, 100)
