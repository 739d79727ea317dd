"""What can be asked of a dog's folder without loading what learns in it: where files lie, who owns it, how far it is.

The window asks, and must not wait for compiled code; :mod:`clevergo.training.learner.store` reads and writes the rest.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.files import LockHeldError, sweep, take_lock
from clevergo.problem import ProblemError
from clevergo.training.run.events import Counters

logger = logging.getLogger(__name__)

WEIGHTS_SUFFIX = ".pdparams"
WEIGHTS, BIRTH = f"weights{WEIGHTS_SUFFIX}", f"birth{WEIGHTS_SUFFIX}"
AGES, CHECKPOINTS, WINDOW = "ages", "checkpoints", "window"
"""Names of what lies in a dog's folder; :mod:`clevergo.training.learner.store` tells what is in it."""
_AGE, _CHECKPOINT = "age", "checkpoint"
_SUFFIX = ".npz"


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


def weights_file(folder: Path) -> Path:
    """Where a dog's folder has the weights to play with."""
    return folder / WEIGHTS


def birth_file(folder: Path) -> Path:
    """Where a dog's folder has the weights it came with, if it did not begin from nothing."""
    return folder / BIRTH


def age_file(folder: Path, games: int) -> Path:
    """Where a dog's folder keeps its weights as they were after ``games`` games."""
    return folder / AGES / f"{_AGE}-{games:08d}{WEIGHTS_SUFFIX}"


def age_files(folder: Path) -> list[tuple[int, Path]]:
    """``(games, weight file)`` of every age in a dog's folder, youngest first."""
    return files_of_ages(folder / AGES)


def files_of_ages(folder: Path) -> list[tuple[int, Path]]:
    """The same of a folder that holds nothing else."""
    return _numbered(folder, _AGE, WEIGHTS_SUFFIX)


def checkpoint_file(folder: Path, number: int) -> Path:
    """Where a dog's folder has the checkpoint of that number."""
    return folder / CHECKPOINTS / f"{_CHECKPOINT}-{number:08d}{_SUFFIX}"


def checkpoint_numbers(folder: Path) -> list[int]:
    """The numbers of the checkpoints in a dog's folder, the oldest first."""
    return numbers_of(folder / CHECKPOINTS, _CHECKPOINT)


def numbers_of(folder: Path, stem: str) -> list[int]:
    """The numbers of a folder's files that are called ``STEM-NUMBER.npz``, the lowest first."""
    return [number for number, _ in _numbered(folder, stem, _SUFFIX)]


def _numbered(folder: Path, stem: str, suffix: str) -> list[tuple[int, Path]]:
    """A folder's files that are called ``STEM-NUMBER`` with that suffix, and their numbers, the lowest first."""
    found = []
    if folder.is_dir():
        for path in folder.glob(f"{stem}-*{suffix}"):
            digits = path.name[len(stem) + 1 : -len(suffix)]
            if digits.isascii() and digits.isdigit():  # "²" is a digit too, and no number
                found.append((int(digits), path))
    return sorted(found)


@dataclass(frozen=True)
class CheckpointFacts:
    """What a checkpoint tells of itself: not its weights, nor what only its learner needs."""

    config: Mapping[str, Any]
    """The dog's settings (``TrainingConfig.to_dict``)."""
    counters: Counters
    rate_share: float = 1.0
    """The part of the usual learning rate that the doctor has left."""
    treated_at: float | None = None
    """The seconds of training after which the doctor last did something about it; None: never, or nobody noted it."""

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> CheckpointFacts:
        """Read a checkpoint's ``meta``; KeyError or TypeError where it tells too little."""
        rate_share, treated_at = told.get("rate_share", 1.0), told.get("treated_at")
        return cls(dict(told["config"]), Counters(**told["counters"]), rate_share, treated_at)

    def is_on(self, size: int) -> bool:
        """Whether it was measured on a board of that size."""
        return bool(self.config.get("size", size) == size)

    @property
    def begins_small(self) -> bool:
        """Whether its net is small while it is young; of dogs that were begun before there was a choice it is not."""
        return bool(self.config.get("young_nets"))


def facts_of_checkpoints(folder: Path) -> Iterator[CheckpointFacts]:
    """What each readable checkpoint tells of itself, the latest first."""
    for number in reversed(checkpoint_numbers(folder)):
        try:
            with np.load(checkpoint_file(folder, number), allow_pickle=False) as archive:
                facts = CheckpointFacts.of(json.loads(archive["meta"].tobytes()))
        except Exception as error:  # noqa: BLE001 - RunStore.load() says what is wrong, and with which file
            logger.debug("what a checkpoint tells cannot be read: %s", error)
            continue
        yield facts


def reached(folder: Path) -> Counters | None:
    """How far the dog had come at the checkpoint from which it goes on; None where it has none that can be read."""
    return next((facts.counters for facts in facts_of_checkpoints(folder)), None)
