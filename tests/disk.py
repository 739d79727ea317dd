"""A disk that plays tricks: it forgets what it was not told to keep, or gives nothing for a moment."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clevergo import files


class ForgetfulDisk:
    """What was renamed into its place, but never flushed, is empty after a power cut."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._flushed: set[int] = set()
        self._placed: dict[Path, bool] = {}
        replace = files.replace_file

        def replace_file(source: Path, target: Path, patience: float = 0.0) -> None:
            number = source.stat().st_ino
            self._placed[target] = number in self._flushed
            self._flushed.discard(number)
            replace(source, target, patience)

        monkeypatch.setattr(files, "to_disk", lambda descriptor: self._flushed.add(os.fstat(descriptor).st_ino))
        monkeypatch.setattr(files, "replace_file", replace_file)

    def cut_power(self) -> None:
        for path, is_kept in self._placed.items():
            if not is_kept:
                path.write_bytes(b"")


@contextlib.contextmanager
def unreadable(path: Path) -> Iterator[None]:
    """Nobody can read that file, as where too many are open, or something that looks for viruses looks into it."""
    opened = os.open

    def refuse(name: Any, *arguments: Any, **more: Any) -> int:
        if Path(name) == path:
            raise OSError(errno.EMFILE, "Too many open files", str(path))
        return opened(name, *arguments, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", refuse)
        yield
