"""Feeds changed files and changed sessions to everything that reads what comes from outside.

``python -m tests.attacks.fuzz --inputs 100000`` begins with real files made by the program itself, with malicious ones,
and with what was kept of earlier runs, and changes them a little, over and over. An input that comes to something new
(another answer, or a line of a reader that none had reached) is kept and changed further, so the corpus grows; what is
small of it lies in ``tests/attacks/corpus``. A finding is an input that raises what its reader does not name, takes
long or much memory, runs code, writes elsewhere, or is not what it was taken for (:mod:`tests.attacks.guard`,
:mod:`tests.attacks.targets`). Each is saved, and ends the command with 1; ``--again FILE...`` tries saved ones again.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import hashlib
import json
import logging
import mmap
import multiprocessing
import os
import random
import re
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from clevergo.compiled import CACHE_FOLDER
from tests.attacks.guard import Guard, Violation
from tests.attacks.mutation import MOST_BYTES
from tests.attacks.sessions import Sessions
from tests.attacks.targets import FILES, Target

TARGETS: tuple[type[Target], ...] = (*FILES, Sessions)
CORPUS = Path(__file__).parent / "corpus"
HUNG_SECONDS = 120.0
"""Of a clock on the wall, for one input, on however busy a machine; the processor's time is limited besides."""
_TRACED = 100
"""Each input whose number this divides is followed line by line, which takes long."""
_FOLLOWED = (f"{os.sep}clevergo{os.sep}", f"{os.sep}sgfmill{os.sep}")
_VARIABLE = re.compile(r"0x[0-9a-f]+|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[\d.]+")
_TELL_SECONDS = 30.0
_START_SECONDS = 600.0
"""In which everything may have to be compiled first."""
_MOST_DATA = 4 << 30
"""Bytes that a process may have in all."""
_MOST_KEPT = 500
"""Inputs of one target."""

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Finding:
    """An input that did what none may."""

    target: str
    data: bytes
    what: str
    where: str = ""

    @property
    def kind(self) -> str:
        """What two findings of one cause share."""
        return f"{self.target}: {_plain(self.what)} {self.where.splitlines()[-2].strip() if self.where else ''}"


@dataclass
class Tried:
    """What has come of all inputs."""

    inputs: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    findings: dict[str, Finding] = field(default_factory=dict)
    """The first of each kind."""
    seconds: float = 0.0

    @property
    def total(self) -> int:
        return sum(self.inputs.values())

    def add(self, other: Tried) -> None:
        self.inputs += other.inputs
        self.kept += other.kept
        self.findings = other.findings | self.findings
        self.seconds = max(self.seconds, other.seconds)


def _plain(text: str) -> str:
    """A sentence without what differs from input to input."""
    return _VARIABLE.sub("#", text)[:60]


class Fuzzer:
    """Tries inputs in this process, one after the other."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        targets: Iterable[type[Target]] = TARGETS,
        grown: Path | None = None,
        about_to: Callable[[str, bytes], None] = lambda _target, _data: None,
    ) -> None:
        """Tries what is there to begin with.

        Args:
            folder: where readers find their files; all that may be written to.
            seed: of all chance.
            targets: what is attacked.
            grown: what earlier runs kept, and where this one keeps what is new; None: only what is in the repository.
            about_to: told of each input, and of its target's name, before it is tried.
        """
        self._rnd = random.Random(seed)
        self._marker = folder / "marker"
        self._grown = grown
        self._targets = [target(folder / target.name) for target in targets]
        cache = [] if CACHE_FOLDER is None else [CACHE_FOLDER]
        self._guard = Guard((folder, *cache))
        logging.getLogger().addHandler(logging.NullHandler())  # what is odd in a file is told to nobody here
        self._corpus: dict[str, list[bytes]] = {}
        self._known: set[tuple[str, object]] = set()
        self.tried = Tried()
        self._about_to = about_to
        for target in self._targets:
            self._begin(target)

    def _begin(self, target: Target) -> None:
        seeds = target.seeds(self._marker)
        for folder in (CORPUS, *([self._grown] if self._grown else [])):
            seeds += [path.read_bytes() for path in sorted((folder / target.name).glob("*"))]
        self._corpus[target.name] = seeds
        for data in seeds[:3]:  # whatever is loaded or compiled at the first time takes no input's time
            with contextlib.suppress(Exception):  # it is tried again below, under watch
                target.read(data)
        for data in seeds:
            self._try(target, data, is_traced=True)

    def run(self, inputs: int, until: Callable[[], bool] = lambda: False) -> Tried:
        """Try so many more, or until it is told to stop."""
        begun = time.monotonic()
        weights = [target.weight for target in self._targets]
        for number in range(inputs):
            if until():
                break
            target = self._rnd.choices(self._targets, weights)[0]
            others = self._corpus[target.name]
            data = target.mutate(self._rnd, self._rnd.choice(others), others)
            self._try(target, data, number % _TRACED == 0)
        self.tried.seconds += time.monotonic() - begun
        return self.tried

    def again(self, name: str, data: bytes) -> None:
        """Try one input of a target."""
        self._try(next(target for target in self._targets if target.name == name), data, is_traced=False)

    def _try(self, target: Target, data: bytes, is_traced: bool) -> None:
        self._about_to(target.name, data)
        lines: set[tuple[CodeType, int]] = set()
        where = ""
        try:
            with self._guard.watching():
                if is_traced:
                    with _Following(lines):
                        result = target.read(data)
                else:
                    result = target.read(data)
        except (KeyboardInterrupt, SystemExit):
            raise
        except (Exception, Violation) as error:  # noqa: BLE001 - that is what is looked for
            result = f"{type(error).__name__}: {error}"
            where = traceback.format_exc()
        if self._marker.exists():
            self._marker.unlink()
            where, result = where or "\n\n", f"a stranger's code was run: {result}"
        self.tried.inputs[target.name] += 1
        if where:
            finding = Finding(target.name, data, result, where)
            self.tried.findings.setdefault(finding.kind, finding)
        self._keep_if_new(target, data, result.replace(str(target.folder), ""), lines)

    def _keep_if_new(self, target: Target, data: bytes, result: str, lines: set[tuple[CodeType, int]]) -> None:
        found = {(target.name, _plain(result)), *((target.name, line) for line in lines)} - self._known
        corpus = self._corpus[target.name]
        if not found or len(corpus) >= _MOST_KEPT:
            return
        self._known |= found
        if data in corpus:
            return
        corpus.append(data)
        self.tried.kept[target.name] += 1
        if self._grown is not None:
            folder = self._grown / target.name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{hashlib.sha256(data).hexdigest()[:16]}.input").write_bytes(data)


class _Following:
    """Notes each line of the readers that runs."""

    def __init__(self, lines: set[tuple[CodeType, int]]) -> None:
        self._lines = lines

    def __enter__(self) -> None:
        sys.settrace(self._call)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        return self._line if any(part in frame.f_code.co_filename for part in _FOLLOWED) else None

    def _line(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            self._lines.add((frame.f_code, frame.f_lineno))
        return self._line


# --- in processes ------------------------------------------------------------------------------------------


class _Slot:
    """What a process is trying right now, to be read even after it has been killed."""

    def __init__(self, path: Path) -> None:
        size = MOST_BYTES + 256
        if not path.exists() or path.stat().st_size != size:
            path.write_bytes(b"\0" * size)
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), size)

    def put(self, target: str, data: bytes) -> None:
        """Note an input."""
        head = f"{target} {len(data)}\n".encode()
        self._memory[: len(head) + len(data)] = head + data

    def get(self) -> tuple[str, bytes] | None:
        """The input noted last."""
        head, found, rest = self._memory[:].partition(b"\n")
        if not found:
            return None
        name, size = head.split()
        return name.decode(), rest[: int(size)]


@dataclass(frozen=True)
class _Work:
    folder: Path
    seed: int
    inputs: int
    targets: tuple[str, ...]
    grown: Path | None

    @property
    def slot(self) -> Path:
        """Where it is noted what is being tried."""
        return self.folder / "slot"


def _work(work: _Work, results: Connection) -> None:
    """Process: try inputs and tell of them every second."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = _MOST_DATA if hard == resource.RLIM_INFINITY else min(_MOST_DATA, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    slot = _Slot(work.slot)
    targets = [target for target in TARGETS if target.name in work.targets]
    fuzzer = Fuzzer(work.folder / "files", work.seed, targets, work.grown, slot.put)
    left = work.inputs
    while True:
        results.send(fuzzer.tried)
        left -= fuzzer.tried.total
        if left <= 0:
            return
        fuzzer.tried = Tried()
        end = time.monotonic() + 1.0
        fuzzer.run(left, functools.partial(_is_past, end))


def _is_past(end: float) -> bool:
    return time.monotonic() >= end


class _Worker:
    """A process that tries inputs, and what it has told."""

    def __init__(self, work: _Work) -> None:
        shutil.rmtree(work.folder, ignore_errors=True)
        work.folder.mkdir(parents=True)
        self.work = work
        self.left = work.inputs
        self.is_over = False
        self._heard = time.monotonic() + _START_SECONDS
        context = multiprocessing.get_context("spawn")
        self._results, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(work, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def hear(self) -> Tried:
        """What has come since the last time; a process that has died or hangs is a finding."""
        tried = Tried()
        try:
            while self._results.poll(0.2):
                tried.add(self._results.recv())
                self._heard = time.monotonic()
        except EOFError:
            self._process.join()
            self.is_over = True
        self.left -= tried.total
        if self.is_over and self.left > 0:
            self._find(tried, f"it ended the process with {self._process.exitcode}")
        elif not self.is_over and time.monotonic() - self._heard > HUNG_SECONDS:
            self._process.kill()
            self._process.join()
            self.is_over = True
            self._find(tried, f"it hangs for more than {HUNG_SECONDS:g} s")
        return tried

    def _find(self, tried: Tried, what: str) -> None:
        name, data = _Slot(self.work.slot).get() or ("nobody", b"")
        finding = Finding(name, data, what)
        tried.findings[finding.kind] = finding
        self.left -= 1


def fuzz(
    folder: Path,
    inputs: int,
    workers: int,
    seed: int,
    names: tuple[str, ...],
    grown: Path | None,
    tell: Tell,
    found: Callable[[Finding], None],
) -> Tried:
    """Try ``inputs`` in so many processes; ``found`` is told of each new kind of finding at once."""
    tried = Tried()
    begun = told = time.monotonic()
    share = -(-inputs // workers)
    running = [_Worker(_Work(folder / str(i), seed + i, share, names, grown)) for i in range(workers)]
    while running:
        for worker in list(running):
            news = worker.hear()
            for kind in news.findings.keys() - tried.findings.keys():
                found(news.findings[kind])
            tried.add(news)
            if worker.is_over:
                running.remove(worker)
                if worker.left > 0:
                    seed += workers
                    running.append(_Worker(replace(worker.work, seed=seed, inputs=worker.left)))
        if time.monotonic() - told > _TELL_SECONDS or not running:
            told = time.monotonic()
            tried.seconds = told - begun
            rate = tried.total / max(tried.seconds, 1e-3)
            tell(f"{tried.total:8,} inputs, {rate:6,.0f}/s, {tried.kept.total()} kept, {len(tried.findings)} findings")
    return tried


def save(finding: Finding, folder: Path) -> Path:
    """Keep a finding: its input, and beside it what it did."""
    place = folder / finding.target / f"{hashlib.sha256(finding.data).hexdigest()[:16]}.input"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(finding.data)
    place.with_suffix(".txt").write_text(f"{finding.kind}\n\n{finding.what}\n\n{finding.where}", encoding="utf-8")
    return place


def main() -> int:
    """The command."""
    names = tuple(target.name for target in TARGETS)
    parser = argparse.ArgumentParser(description="feed changed files and sessions to everything that reads")
    parser.add_argument("--inputs", type=int, default=100_000, help="how many (100000)")
    parser.add_argument("--targets", default=",".join(names), help=f"what is attacked ({','.join(names)})")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (as many as processors)")
    parser.add_argument("--seed", type=int, default=0, help="of all chance; 0: drawn")
    parser.add_argument("--grown", type=Path, help="where the corpus grows from run to run; by default it is forgotten")
    parser.add_argument("--findings", type=Path, default=Path("findings"), help="where findings are saved (findings)")
    parser.add_argument("--again", type=Path, nargs="+", help="try saved findings again: .../TARGET/FILE")
    options = parser.parse_args()
    seed = options.seed or random.SystemRandom().randrange(1, 1 << 30)
    with tempfile.TemporaryDirectory(prefix="clevergo-attack-") as temporary:
        if options.again:
            tried = _try_again(Path(temporary), options.again)
            for finding in tried.findings.values():
                print(f"!! {finding.kind}\n{finding.where}")
        else:
            wanted = tuple(options.targets.split(","))
            print(f"seed {seed}", flush=True)
            tell = functools.partial(print, flush=True)
            keep = functools.partial(_keep, options.findings)
            tried = fuzz(Path(temporary), options.inputs, options.workers, seed, wanted, options.grown, tell, keep)
    inputs = dict(sorted(tried.inputs.items()))
    kept = dict(sorted(tried.kept.items()))
    summary = {"inputs": tried.total, "by_target": inputs, "kept": kept, "findings": len(tried.findings)}
    print(json.dumps(summary | {"seconds": round(tried.seconds)}, indent=2))
    return 1 if tried.findings else 0


def _keep(folder: Path, finding: Finding) -> None:
    print(f"!! {finding.kind}\n   saved as {save(finding, folder)}", flush=True)


def _try_again(folder: Path, files: list[Path]) -> Tried:
    tried = Tried()
    for number, path in enumerate(files):
        target = next(target for target in TARGETS if target.name == path.parent.name)
        fuzzer = Fuzzer(folder / str(number), 1, [target])
        fuzzer.tried = Tried()
        fuzzer.again(target.name, path.read_bytes())
        tried.add(fuzzer.tried)
    return tried


if __name__ == "__main__":
    sys.exit(main())
