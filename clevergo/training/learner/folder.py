"""What can be asked of a dog's folder without loading what learns in it: who owns it, how far its checkpoint has come.

The window asks, and must not wait for compiled code; :mod:`clevergo.training.learner.store` reads and writes the rest.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.files import LockHeldError, sweep, take_lock
from clevergo.problem import ProblemError
from clevergo.training.run.events import Counters

logger = logging.getLogger(__name__)

_CHECKPOINTS, _STEM, _SUFFIX = "checkpoints", "checkpoint", ".npz"


class RunFolderError(ProblemError):
    """A run's folder cannot be used; the message says why and what to do."""


class TrainedElsewhereError(RunFolderError):
    """Another run owns it."""


@contextlib.contextmanager
def owned(folder: Path) -> Iterator[None]:
    """Own a dog's folder.

    Raises:
        TrainedElsewhereError: another run owns it.
        RunFolderError: it cannot be written, or owned.
    """
    with RunFolderError.instead_of(OSError, "folder_closed", path=folder):
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "lock").open("a+b")
    with file:
        with RunFolderError.instead_of(OSError, "no_locks", path=folder):
            try:
                take_lock(file)
            except LockHeldError as error:
                raise TrainedElsewhereError("trained_elsewhere") from error
        sweep(folder, below=True)
        yield


def checkpoint_file(folder: Path, number: int) -> Path:
    """Where a dog's folder has the checkpoint of that number."""
    return folder / _CHECKPOINTS / f"{_STEM}-{number:08d}{_SUFFIX}"


def checkpoint_numbers(folder: Path) -> list[int]:
    """The numbers of the checkpoints in a dog's folder, the oldest first."""
    return numbers_of(folder / _CHECKPOINTS, _STEM, _SUFFIX)


def numbers_of(folder: Path, stem: str, suffix: str = _SUFFIX) -> list[int]:
    """The numbers of a folder's files that are called ``STEM-NUMBER``, the lowest first."""
    found = []
    if folder.is_dir():
        for path in folder.glob(f"{stem}-*{suffix}"):
            digits = path.name[len(stem) + 1 : -len(suffix)]
            if digits.isdigit():
                found.append(int(digits))
    return sorted(found)


def told_by_checkpoints(folder: Path) -> Iterator[dict[str, Any]]:
    """What each readable checkpoint tells of itself, the latest first: its settings, its counters, not its weights."""
    for number in reversed(checkpoint_numbers(folder)):
        try:
            with np.load(checkpoint_file(folder, number), allow_pickle=False) as archive:
                told = json.loads(archive["meta"].tobytes())
        except Exception as error:  # noqa: BLE001 - RunStore.load() says what is wrong, and with which file
            logger.debug("what a checkpoint tells cannot be read: %s", error)
            continue
        yield told


def reached(folder: Path) -> Counters | None:
    """How far the dog had come at the checkpoint from which it goes on; None where it has none that can be read."""
    for told in told_by_checkpoints(folder):
        with contextlib.suppress(KeyError, TypeError):
            return Counters(**told["counters"])
    return None
