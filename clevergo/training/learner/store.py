"""A run's files: checkpoints and the replay window, each whole or absent, and the lock that keeps runs apart.

A dog's folder::

    weights.pdparams              the averaged weights, the ones to play with
    birth.pdparams                weights it came with, for a dog that did not begin from nothing
    ages/age-00012000.pdparams    the same as they were after so many games
    checkpoints/checkpoint-*.npz  everything to go on from; the latest two are kept
    window/games-*.npz            the replay window, one file for each checkpoint's new games
    window/heldout.npz            games kept from learning, to measure on
    lock                          held while a run owns the folder
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from clevergo.files import replace_file, write_whole
from clevergo.nn.description import NetConfig
from clevergo.nn.earlier import brought_up_state, is_as_ever
from clevergo.nn.files import WeightFile, WeightFileError, load_weights
from clevergo.nn.growth import check_growth
from clevergo.problem import BadValueError, Problem, cause_of
from clevergo.training.config import TrainingConfig
from clevergo.training.learner.folder import (
    CHECKPOINTS,
    WINDOW,
    age_file,
    age_files,
    birth_file,
    checkpoint_file,
    checkpoint_numbers,
    facts_of_checkpoints,
    numbers_of,
    owned,
    weights_file,
)
from clevergo.training.learner.folder import RunFolderError as RunFolderError
from clevergo.training.run.events import Counters
from clevergo.training.run.parcels import pack_games, unpack_games
from clevergo.training.selfplay.finished import FinishedGame

logger = logging.getLogger(__name__)

T = TypeVar("T")

FORMAT = 2
"""Version of a checkpoint; those of version 1 are older in the sense of :mod:`clevergo.nn.earlier`, or the same."""
_KEEP_CHECKPOINTS = 2


@dataclass(frozen=True)
class Arrival:
    """How far a dog had come when its first game on a board ended."""

    games: int = 0
    positions: int = 0
    """Recorded positions."""


@dataclass(frozen=True)
class Checkpoint:
    """All that a run needs to go on, but the replay window."""

    config: TrainingConfig
    counters: Counters
    step: dict[str, NDArray[Any]]
    """The training step's state: weights, averages, optimizer memory."""
    net: NetConfig
    """The net as it is now: perhaps a younger one than the last."""
    random: dict[str, Any]
    """The learner's random generator."""
    rate_share: float = 1.0
    """The part of the usual learning rate that the doctor has left."""
    treated_at: float | None = None
    """The seconds of training after which the doctor last did something about it; None: never, or nobody noted it."""
    window_games: Mapping[int, int] | None = None
    """Games in the replay window of each size of board; None, of earlier versions: as many as there are room and files
    for."""
    ledger: dict[str, Any] | None = None
    """What other machines have delivered (:mod:`clevergo.training.learner.ledger`); None where none has."""
    window_file: int = 0
    """The number of the window's latest file; what is in later ones is not counted here."""
    arrivals: Mapping[int, Arrival] | None = None
    """When it came to each size of board it plays on; None, of earlier versions: nobody noted it."""
    forgiven: float = 0.0
    """Samples that the rule allowed and that will not be made."""
    unlearned: Mapping[int, float] | None = None
    """Of several sizes, the positions of each that are still to be learned from as often as the others' were."""
    brought: int = 0
    """Games of a life elsewhere with which it came to the board it is on; 0 where it came with none, or from another
    board."""


class RunStore:
    """Reads and writes one dog's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.weights = weights_file(folder)
        self.birth = birth_file(folder)
        self._checkpoints = folder / CHECKPOINTS
        self._window = folder / WINDOW
        self._heldout = self._window / "heldout.npz"

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Own the folder.

        Raises:
            RunFolderError: another run owns it, or it cannot be written.
        """
        with owned(self.folder):
            yield

    # --- checkpoints

    def save(self, checkpoint: Checkpoint) -> Path:
        """Write a checkpoint and let the older ones go."""
        arrivals = checkpoint.arrivals
        told_arrivals = None if arrivals is None else {size: asdict(one) for size, one in arrivals.items()}
        meta = {
            "format": 1 if is_as_ever(checkpoint.net) else FORMAT,
            "config": checkpoint.config.to_dict(),
            "net": checkpoint.net.to_dict(),
            "counters": asdict(checkpoint.counters),
            "random": checkpoint.random,
            "rate_share": checkpoint.rate_share,
            "treated_at": checkpoint.treated_at,
            "window_games": _told(checkpoint.window_games),
            "ledger": checkpoint.ledger,
            "window_file": checkpoint.window_file,
            "arrivals": told_arrivals,
            "forgiven": checkpoint.forgiven,
            "unlearned": checkpoint.unlearned,
            "brought": checkpoint.brought,
        }
        buffer = io.BytesIO()
        arrays = {f"step/{name}": array for name, array in checkpoint.step.items()}
        np.savez(buffer, meta=np.frombuffer(json.dumps(meta).encode(), np.uint8), **arrays)  # type: ignore[arg-type]
        numbers = checkpoint_numbers(self.folder)
        path = checkpoint_file(self.folder, (numbers[-1] if numbers else 0) + 1)
        _write(path, buffer.getvalue())
        for number in numbers[: len(numbers) - _KEEP_CHECKPOINTS + 1]:
            _drop(checkpoint_file(self.folder, number))
        return path

    def load(self) -> Checkpoint | None:
        """The latest readable checkpoint; None for a dog that has none.

        Raises:
            RunFolderError: there are checkpoints and none can be read.
        """
        problem: Problem | None = None
        for number in reversed(checkpoint_numbers(self.folder)):
            path = checkpoint_file(self.folder, number)
            try:
                return _read_checkpoint(path)
            except Exception as error:  # noqa: BLE001 - a broken file may fail in NumPy, zipfile, zlib or json
                logger.error("%s cannot be read: %s", path, error)
                problem = problem or Problem("cannot_read", {"path": path, "cause": cause_of(error)})
        if problem is not None:
            raise RunFolderError("checkpoints", cause=problem, folder=self._checkpoints)
        return None

    def load_birth(self, net: NetConfig) -> WeightFile | None:
        """The weights the dog was born with, for the board they were kept on; None for one that begins from nothing.

        They may be a smaller net's, from which ``net`` can grow: those of a young dog's pup. Where the file's ``meta``
        holds a ``life``, these are the counters of the life the dog has behind it.

        Raises:
            RunFolderError: they cannot be read, or are another net's.
        """
        if not self.birth.exists():
            return None
        try:
            born = load_weights(self.birth)
        except WeightFileError as error:
            raise RunFolderError(error.problem) from error
        try:
            own = born.config.on(net.size)
            if own != net:
                check_growth(own, net)
        except BadValueError as error:
            raise RunFolderError("other_birth", path=self.birth) from error
        return born

    def load_config(self) -> TrainingConfig | None:
        """The settings of a dog that has a checkpoint: it keeps those it began with. None if there is none to read."""
        for facts in facts_of_checkpoints(self.folder):
            try:
                return TrainingConfig.from_dict(dict(facts.config))
            except Exception as error:  # noqa: BLE001 - load() says what is wrong, and with which file
                logger.debug("a checkpoint's settings cannot be read: %s", error)
        return None

    def retire(self) -> None:
        """Delete what a dog needs to learn on, for one that never will; its weights and ages stay, to play with."""
        for folder in (self._checkpoints, self._window):
            shutil.rmtree(folder, ignore_errors=True)

    # --- the replay window

    def append_games(self, games: list[FinishedGame]) -> None:
        """Add the games since the last checkpoint to the window on disk."""
        if games:
            numbers = numbers_of(self._window, "games")
            path = self._window / f"games-{(numbers[-1] if numbers else 0) + 1:08d}.npz"
            _write(path, pack_games(games, compress=True))

    @property
    def window_file(self) -> int:
        """The number of the window's latest file; 0 where there is none."""
        return max(numbers_of(self._window, "games"), default=0)

    def drop_games_after(self, file: int) -> None:
        """Delete what was saved later than that: games of a life that begins anew, or that will be delivered again."""
        for number in numbers_of(self._window, "games"):
            if number > file:
                _drop(self._window / f"games-{number:08d}.npz")

    def load_games(self, positions: Mapping[int, int]) -> list[FinishedGame]:
        """The latest games on boards of these sizes, oldest first.

        They hold at least as many recorded ``positions`` as are told for each size, or all there are. Files of games
        older than that, or on other boards, are deleted. One that is damaged is set aside with a warning: the window
        is refilled by playing, so nothing that cannot be had again is lost. One that the disk does not give now stays.
        """
        needless, unreadable = list[Path](), list[Path]()
        games = self._read_games(positions, needless, unreadable)
        for path in needless:
            _drop(path)
        for path in unreadable:
            with contextlib.suppress(OSError):
                replace_file(path, path.with_suffix(".unreadable"))
        return games

    def look_at_games(self, positions: Mapping[int, int]) -> list[FinishedGame]:
        """The same games, and nothing in the folder changes: for who only looks, while a run may own it."""
        return self._read_games(positions, [], [])

    def _read_games(
        self, positions: Mapping[int, int], needless: list[Path], unreadable: list[Path]
    ) -> list[FinishedGame]:
        """The games, oldest first; adds the files of older ones to ``needless``, damaged ones to ``unreadable``."""
        chunks: list[list[FinishedGame]] = []
        have = dict.fromkeys(positions, 0)
        for number in reversed(numbers_of(self._window, "games")):
            path = self._window / f"games-{number:08d}.npz"
            if all(have[size] >= count for size, count in positions.items()):
                needless.append(path)
                continue
            try:
                games = unpack_games(path.read_bytes())
            except OSError as error:  # perhaps only now: another start may read it
                logger.warning("%s is left out for now: %s", path, error)
                continue
            except ValueError as error:
                logger.warning("%s is left out: %s", path, error)
                unreadable.append(path)
                continue
            wanted = [game for game in games if game.size in positions]
            if not wanted:
                needless.append(path)
                continue
            chunks.append(wanted)
            for game in wanted:
                have[game.size] += len(game.plies)
        return [game for chunk in reversed(chunks) for game in chunk]

    def forget_games(self, keep_files: int) -> None:
        """Delete the oldest files of the window, all but the latest ``keep_files``."""
        numbers = numbers_of(self._window, "games")
        for number in numbers[: max(0, len(numbers) - keep_files)]:
            _drop(self._window / f"games-{number:08d}.npz")

    def save_heldout(self, games: list[FinishedGame]) -> None:
        """Replace the games kept from learning."""
        _write(self._heldout, pack_games(games, compress=True))

    def load_heldout(self) -> list[FinishedGame]:
        """The games kept from learning; none where the file is missing or unreadable, for others will come."""
        try:
            return unpack_games(self._heldout.read_bytes())
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            logger.warning("%s is left out: %s", self._heldout, error)
            return []

    # --- ages

    def age_path(self, games: int) -> Path:
        """Where the weights as they are after ``games`` games are kept."""
        return age_file(self.folder, games)

    def ages(self) -> list[tuple[int, Path]]:
        """``(games, weight file)`` of every age kept, youngest first."""
        return age_files(self.folder)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)


def _drop(path: Path) -> None:
    """Delete a file. Where somebody reads it just now and the system holds on to it, it goes another time."""
    with contextlib.suppress(FileNotFoundError, PermissionError):
        path.unlink()


def _read_checkpoint(path: Path) -> Checkpoint:
    # Read at a stroke: who only looks must not keep it open while it is dropped.
    with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as archive:
        meta = json.loads(archive["meta"].tobytes())
        if not 1 <= meta["format"] <= FORMAT:
            raise ValueError(f"format {meta['format']}, but this program reads {FORMAT}")
        step = {name[5:]: archive[name] for name in archive.files if name.startswith("step/")}
    config = TrainingConfig.from_dict(meta["config"])
    net = NetConfig.from_dict(meta["net"]) if "net" in meta else config.net
    return Checkpoint(
        config=config,
        net=net,
        counters=Counters(**meta["counters"]),
        step=step if meta["format"] == FORMAT else brought_up_state(net, step),
        random=meta["random"],
        rate_share=meta.get("rate_share", 1.0),
        treated_at=meta.get("treated_at"),
        window_games=_counts(meta.get("window_games"), config),
        ledger=meta.get("ledger"),
        window_file=meta.get("window_file", 0),
        arrivals=_by_size(meta.get("arrivals"), lambda told: Arrival(**told)),
        forgiven=float(meta.get("forgiven", 0.0)),
        unlearned=_by_size(meta.get("unlearned"), float),
        brought=int(meta.get("brought", 0)),
    )


def _by_size(told: Mapping[str, Any] | None, read: Callable[[Any], T]) -> dict[int, T] | None:
    """What JSON has under the names of sizes; None where nobody noted it."""
    return None if told is None else {int(size): read(value) for size, value in told.items()}


def _told(games: Mapping[int, int] | None) -> int | dict[str, int] | None:
    """Games by size as a checkpoint has them: a number alone where there is one size, as older programs read it."""
    if games is None:
        return None
    return next(iter(games.values())) if len(games) == 1 else {str(size): count for size, count in games.items()}


def _counts(told: int | Mapping[str, int] | None, config: TrainingConfig) -> Mapping[int, int] | None:
    """The inverse of :func:`_told`."""
    if told is None:
        return None
    return {config.size: told} if isinstance(told, int) else {int(size): count for size, count in told.items()}
