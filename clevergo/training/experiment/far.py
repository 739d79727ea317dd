"""Pairs of an experiment that are raised on other machines of a cluster, and games that are played there.

A pair lives in a folder of its own on the machine that raises it, as it would at home; whatever is saved there is
brought home at once. So a machine that dies costs the pair what it had not saved, and somebody else goes on from there.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from clevergo.files import temporary_folder, write_whole
from clevergo.problem import Problem, ProblemError
from clevergo.training.experiment.lab import Lab, Playing, Raising, Told, WarmingUp, Watched, play_pairings
from clevergo.training.experiment.plan import SIDES, ExperimentError, ExperimentPlan, Side
from clevergo.training.learner.folder import AGES, BIRTH, CHECKPOINTS, WEIGHTS, WEIGHTS_SUFFIX, WINDOW
from clevergo.training.learner.store import RunStore
from clevergo.training.run.plan import RunPlan
from clevergo.workers.cluster.crew import Connect, RemoteWorker
from clevergo.workers.cluster.idle import IdleMachines
from clevergo.workers.cluster.ray_cluster import connect as connect_by_ray
from clevergo.workers.inbox import Inbox, Stop
from clevergo.workers.process import Worker, listen

logger = logging.getLogger(__name__)

_CORES_A_PAIR = 2
"""Each dog has a worker and a learner in step."""
_TELL_SECONDS = 0.5
_HAND_IN_SECONDS = 20.0
_FAREWELL_SECONDS = 1.5
_GLANCE_SECONDS = 0.2
_KEPT = (WINDOW, AGES, CHECKPOINTS)
"""Folders of a dog's, in the order in which their files are written: a checkpoint counts on what is in the window."""
_SUFFIXES = (".npz", WEIGHTS_SUFFIX)
_LAST = (BIRTH, WEIGHTS, "growth.json", "raised")
"""And files beside them: the last says that all is there."""


@dataclass(frozen=True)
class Brought:
    """What has changed in the folder of a dog."""

    side: Side
    files: Mapping[str, bytes]
    names: frozenset[str]
    """Of all files there are."""


@dataclass(frozen=True)
class PairDone:
    """Everything has been brought: the pair is grown, or was told to stop."""

    problem: Problem | None = None
    """Why it is not."""


class Freight:
    """What has changed in a dog's folder since it was asked last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, tuple[int, int]] = {}

    def is_due(self) -> bool:
        """Whether there is a checkpoint that has not been taken."""
        return any(name.startswith(f"{CHECKPOINTS}/") and name not in self._known for name in names_in(self._folder))

    def take(self) -> tuple[dict[str, bytes], frozenset[str]]:
        """The files that are new or have changed, and the names of all."""
        files: dict[str, bytes] = {}
        known: dict[str, tuple[int, int]] = {}
        for name in reversed(names_in(self._folder)):
            path = self._folder / name
            try:
                status = path.stat()
                known[name] = status.st_mtime_ns, status.st_size
                if self._known.get(name) != known[name]:
                    files[name] = path.read_bytes()
            except FileNotFoundError:
                known.pop(name, None)  # an older one that has just been let go
        self._known = known
        return files, frozenset(known)


def names_in(folder: Path) -> list[str]:
    """The files of a dog's folder that make up the dog, in the order in which they are to be written.

    They are looked for the other way round: whatever is saved meanwhile, what a checkpoint counts on is found after it.
    """
    found = [name for name in _LAST if (folder / name).is_file()]
    for kept in reversed(_KEPT):
        paths = (folder / kept).iterdir() if (folder / kept).is_dir() else ()
        found = sorted(f"{kept}/{path.name}" for path in paths if path.suffix in _SUFFIXES) + found
    return found


def put(folder: Path, files: Mapping[str, bytes], names: frozenset[str]) -> None:
    """Have in a dog's folder what was taken from another.

    Raises:
        OSError: it cannot be written.
        ValueError: it is no file of a dog's.
    """
    order = {name: number for number, name in enumerate((*_KEPT, *_LAST))}
    for name in sorted(files, key=lambda name: (order.get(name.partition("/")[0], -1), name)):
        kept, _, rest = name.rpartition("/")
        is_kept = kept in _KEPT and rest.endswith(_SUFFIXES) and PurePosixPath(rest).name == rest
        if not (is_kept or name in _LAST):
            raise ValueError(f"no file of a dog's: {name!r}")
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, files[name])
    for name in set(names_in(folder)) - names:
        (folder / name).unlink(missing_ok=True)


class FarMachines:
    """The machines of one experiment. For the thread of its :class:`~clevergo.training.experiment.lab.Lab`."""

    def __init__(self, address: str, connect: Connect = connect_by_ray) -> None:
        """Nothing is started yet. Where there is no cluster at ``address``, all of it is done at home."""
        self._address, self._connect = address, connect
        self._crew: IdleMachines | None = None
        self._pairs: dict[str, tuple[RemoteWorker, int]] = {}
        """By worker: it, and the seed of its pair."""

    @property
    def _machines(self) -> IdleMachines:
        if self._crew is None:
            self._crew = IdleMachines(self._address, self._connect, RunPlan().niceness)
        return self._crew

    @property
    def couriers(self) -> list[Worker]:
        """See :class:`~clevergo.training.experiment.lab.Elsewhere`, also below."""
        return self._machines.couriers

    @property
    def is_raising(self) -> bool:
        """Whether dogs are being raised there."""
        return bool(self._pairs)

    def tend(self, lab: Lab, waiting: list[int], tell: Told, is_home_busy: bool) -> None:
        """Begin what can be begun, and take in what has come."""
        self._listen(lab, waiting, tell, is_home_busy)
        while waiting and self._machines.has_room(_CORES_A_PAIR):
            seed = waiting[0]
            dogs = {side: Freight(lab.dog_folder(side, seed)).take()[0] for side in SIDES}
            hired = self._machines.hire(
                "pair", raise_pair, lab.plan, seed, dogs, most=1, cores=_CORES_A_PAIR, has_children=True
            )
            logger.info("the pair of seed %d is raised on %s", seed, hired[0].machine.name)
            self._pairs[hired[0].id] = hired[0], waiting.pop(0)

    def hand_in(self, lab: Lab) -> None:
        """Have every pair save what it has reached, and bring it home."""
        for worker, _ in self._pairs.values():
            worker.send(Stop())
        deadline = time.monotonic() + _HAND_IN_SECONDS
        while time.monotonic() < deadline and any(
            not self._machines.is_silent(pair) for pair, _ in self._pairs.values()
        ):
            listen(self.couriers, _GLANCE_SECONDS)
            self._listen(lab, [], lambda _: None, is_home_busy=True)

    def tables(self, lab: Lab, most: int) -> list[RemoteWorker]:
        """Processes that play."""
        if most <= 0 or not self._machines.has_room():
            return []
        seeds = range(lab.plan.seeds)
        one, other = ([RunStore(lab.dog_folder(side, seed)).weights for seed in seeds] for side in SIDES)
        with ExperimentError.instead_of(OSError, "cannot_read", path=one[0].parent):
            litters = [[path.read_bytes() for path in litter] for litter in (one, other)]
        return self._machines.hire("table", play_far, lab.plan, *litters, most=most)

    def take(self) -> list[RemoteWorker]:
        """Those that have said something or have ended."""
        return self._machines.take()

    def drop_if_lost(self, worker: RemoteWorker) -> bool:
        """Whether it has ended, or its machine has not answered for long; where it failed no other is begun there."""
        if worker.is_gone and worker.exit_code:  # one whose machine has gone has none
            self._machines.give_up(worker)
        return worker.is_gone or self._machines.has_fallen_silent(worker)

    def heard(self, worker: RemoteWorker) -> None:
        """Note that its machine has compiled everything, so that further workers may be started on it."""
        self._machines.note_prepared(worker)

    def close(self) -> None:
        """End every process there."""
        if self._crew is not None:
            self._crew.close(_FAREWELL_SECONDS)
            self._crew = None

    def _listen(self, lab: Lab, waiting: list[int], tell: Told, is_home_busy: bool) -> None:
        self._machines.take()
        for worker, seed in list(self._pairs.values()):
            for message in worker.poll():
                if isinstance(message, Raising):
                    if message.share > 0.0:
                        self._machines.note_prepared(worker)
                    is_first = worker.id == next(iter(self._pairs))
                    tell(replace(message, is_aside=is_home_busy or not is_first))
                elif isinstance(message, Brought):
                    with ExperimentError.instead_of(OSError, "cannot_write", path=lab.dog_folder(message.side, seed)):
                        put(lab.dog_folder(message.side, seed), message.files, message.names)
                elif isinstance(message, PairDone):
                    self._end(worker, seed, waiting, message.problem, lab.is_grown(seed))
            if worker.id in self._pairs and self.drop_if_lost(worker):
                self._end(worker, seed, waiting, None, is_grown=False)

    def _end(
        self, worker: RemoteWorker, seed: int, waiting: list[int], problem: Problem | None, is_grown: bool
    ) -> None:
        """A pair is raised there no longer; where it is not grown, somebody else goes on."""
        del self._pairs[worker.id]
        if not is_grown:
            waiting.append(seed)
        if problem is not None:
            logger.warning("a pair cannot be raised on %s: %s", worker.machine.name, problem)
            self._machines.give_up(worker)
        worker.end()


# --- processes on other machines ------------------------------------------------------------------------------------


def raise_pair(inbox: Inbox, plan: ExperimentPlan, seed: int, dogs: Mapping[Side, Mapping[str, bytes]]) -> None:
    """Process: raise the two dogs of a seed, and tell how far they are and what they have saved.

    Args:
        inbox: of the process.
        plan: the experiment's.
        seed: of the pair.
        dogs: what is in their folders at home.
    """
    stop = threading.Event()
    threading.Thread(target=_watch, args=(inbox, stop), name="stop", daemon=True).start()
    with temporary_folder() as name:
        lab = Lab(Path(name), plan)
        freights = {side: Freight(lab.dog_folder(side, seed)) for side in SIDES}
        for side, freight in freights.items():
            put(lab.dog_folder(side, seed), dogs[side], frozenset(dogs[side]))
            freight.take()
        told = 0.0

        def tell(news: WarmingUp | Raising | Watched | Playing) -> None:
            nonlocal told
            if time.monotonic() < told + _TELL_SECONDS:
                return
            told = time.monotonic()
            inbox.send(news)
            _bring(inbox, freights, is_last=False)

        problem = None
        try:
            lab.raise_pair(seed, stop, tell)
        except ProblemError as error:
            problem = error.problem
        _bring(inbox, freights, is_last=True)
        inbox.send(PairDone(problem))


def _bring(inbox: Inbox, freights: Mapping[Side, Freight], is_last: bool) -> None:
    for side, freight in freights.items():
        if is_last or freight.is_due():
            inbox.send(Brought(side, *freight.take()))


def _watch(inbox: Inbox, stop: threading.Event) -> None:
    while not inbox.stopped:
        inbox.take(wait=_GLANCE_SECONDS)
    stop.set()


def play_far(inbox: Inbox, plan: ExperimentPlan, one: Sequence[bytes], other: Sequence[bytes]) -> None:
    """Process: :func:`~clevergo.training.experiment.lab.play_pairings` by dogs whose weights are sent along."""
    with temporary_folder() as name:
        paths: dict[str, list[Path]] = {}
        for side, litter in zip(SIDES, (one, other), strict=True):
            paths[side] = [Path(name) / f"{side}-{seed}.pdparams" for seed in range(len(litter))]
            for path, data in zip(paths[side], litter, strict=True):
                write_whole(path, data, durable=False)
        play_pairings(inbox, plan, paths["one"], paths["other"])
