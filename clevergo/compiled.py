"""The one way this project compiles a function: Numba, without the global lock, cached on disk.

Numba's own cache looks only at the file a function stands in. A kernel that calls a kernel of another
module would go on running the old code after an edit, so the cache folder's name carries a hash of every
kernel source: an edit or an update gets a fresh folder and can never meet a stale one. So does another processor.

Several processes start together and need the same kernels: the first to come compiles one, the others wait for it and
load what it made (:class:`_SharedCache`), unless it has a lower priority and would keep them waiting.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import logging
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

import llvmlite.binding as llvm
import numba
import numpy as np
import platformdirs
from numba.core import event as numba_event
from numba.core.codegen import get_host_cpu_features
from numba.types import unliteral

from clevergo.files import take_lock
from clevergo.guests import GUESTS

logger = logging.getLogger(__name__)

_PACKAGE = Path(__file__).parent
_STALE_AFTER_DAYS = 14
_LONGEST_WAIT_SECONDS = 120.0
"""Nothing takes so long to compile: whoever is at it hangs, and waits for us perhaps."""
_BETWEEN_LOOKS_SECONDS = 0.02
_MARKS = (b"kernel", b"inline_kernel", b"summing_kernel")
_CONSTANTS_ONLY = ("compiled.py",)
"""Modules outside the game's room that hold no kernels and still decide what kernels are compiled to."""
F = TypeVar("F", bound=Callable[..., Any])


def decides_on_kernels(module: Path) -> bool:
    """Whether kernels may depend on a module: it holds some, or constants that they compile in."""
    if _PACKAGE / "games" in module.parents or module.relative_to(_PACKAGE).as_posix() in _CONSTANTS_ONLY:
        return True
    source = module.read_bytes()
    return any(b"@" + mark in source for mark in _MARKS)


def processor() -> tuple[str, str]:
    """What kernels are compiled for: LLVM's word for the processor, and its instructions; Numba may be told others."""
    instructions = numba.config.CPU_FEATURES
    if instructions is None:
        instructions = get_host_cpu_features()
    return numba.config.CPU_NAME or llvm.get_host_cpu_name(), instructions


def _cache_key() -> str:
    """A hash of every module that decides on kernels, of what compiles them, and of the processor they are for.

    Numba minds the processor too, but not whether all that a game needs has been compiled for it.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {processor()}".encode())
    for path in filter(decides_on_kernels, sorted(_PACKAGE.rglob("*.py"))):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    for path in _guests_from_elsewhere():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _guests_from_elsewhere() -> list[Path]:
    """The modules of games that are not part of this package: kernels of search are compiled with theirs inside."""
    found: set[Path] = set()
    for name in GUESTS:
        if not name.startswith(f"{__package__}."):
            spec = importlib.util.find_spec(name)
            if spec is not None and spec.origin is not None:
                found |= set(Path(spec.origin).parent.glob("*.py"))
    return sorted(found)


def _choose_cache_folder() -> Path | None:
    """The folder for this version's kernels; None where no folder can be written (then nothing is cached)."""
    root = Path(os.environ.get("CLEVERGO_CACHE") or platformdirs.user_cache_dir("clevergo", appauthor=False))
    folder = root / "kernels" / _cache_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        logger.warning("kernels are not cached: %s cannot be made (%s)", folder, error)
        return None
    _drop_stale_siblings(folder)
    return folder


def _drop_stale_siblings(folder: Path) -> None:
    """Forget the kernels of other versions once nobody has used them for two weeks."""
    os.utime(folder)
    limit = time.time() - _STALE_AFTER_DAYS * 86_400
    for sibling in folder.parent.iterdir():
        try:
            if sibling != folder and sibling.stat().st_mtime < limit:
                shutil.rmtree(sibling, ignore_errors=True)
        except OSError:
            continue


CACHE_FOLDER = _choose_cache_folder()
if CACHE_FOLDER is not None:
    numba.config.CACHE_DIR = str(CACHE_FOLDER)


class _SharedCache:
    """A kernel's place in the cache, filled by one process at a time.

    Who finds nothing there takes the turn, a lock that ends with its process, and compiles. Who comes meanwhile waits,
    and looks again. Two turns are never waited for crosswise: a process takes a kernel's turn before those of the
    kernels it calls, and no two kernels call each other; if some did, the wait has an end. Nobody waits for a process
    that has a lower priority.
    """

    def __init__(self, dispatcher: Any, turn: Path) -> None:
        """Stand between a kernel and its cache; ``turn`` is the lock's file."""
        self._dispatcher = dispatcher
        self._cache = dispatcher._cache
        self._turn = turn
        self._held: IO[bytes] | None = None
        self._compile = dispatcher.compile
        dispatcher._cache = self
        dispatcher.compile = self.compile

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def compile(self, signature: Any) -> Any:
        """As the kernel's own; whatever happens, the turn is given back."""
        is_inner = self._held is not None  # it calls itself, with other types
        try:
            return self._compile(signature)
        finally:
            if not is_inner:
                self._give_back()

    def load_overload(self, signature: Any, target: Any) -> Any:
        """As the cache's; where it has nothing yet, only whoever has the turn is told so."""
        found = self._cache.load_overload(signature, target)
        if found is None and self._held is None and self._await_turn():
            found = self._cache.load_overload(signature, target)
            if found is not None:
                self._give_back()
                done = {"dispatcher": self._dispatcher}
                numba_event.broadcast(numba_event.Event("numba:compile", numba_event.EventStatus.END, done))
        return found

    def _await_turn(self) -> bool:
        """Wait until nobody else compiles this kernel; whether it may be in the cache now."""
        try:
            self._turn.parent.mkdir(exist_ok=True)
            file = self._turn.open("a+b")
        except OSError:
            return False
        waited_until = time.monotonic() + _LONGEST_WAIT_SECONDS
        while True:
            try:
                take_lock(file)
            except OSError:
                if time.monotonic() < waited_until and not _gives_way_to_us(file):
                    time.sleep(_BETWEEN_LOOKS_SECONDS)
                    continue
                file.close()
                return True
            self._held = file
            _leave_word(file)
            return True

    def _give_back(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None


def _niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0


def _leave_word(file: IO[bytes]) -> None:
    """Say how far we give way to others."""
    with contextlib.suppress(OSError):
        file.truncate(0)
        file.write(b"%d" % _niceness())
        file.flush()


def _gives_way_to_us(file: IO[bytes]) -> bool:
    """Whether whoever holds this lock has a lower priority than this process."""
    try:
        file.seek(0)
        return int(file.read(8) or b"0") > _niceness()
    except (OSError, ValueError):  # Windows lets nobody else read what is locked
        return False


_known: list[Any] = []
"""Every kernel of the modules that have been imported."""


def _compile(function: F, **options: Any) -> F:
    compiled = numba.njit(cache=CACHE_FOLDER is not None, nogil=True, error_model="numpy", **options)(function)
    _known.append(compiled)
    if CACHE_FOLDER is not None:
        _SharedCache(compiled, CACHE_FOLDER / "turns" / f"{function.__module__}.{function.__qualname__}")
    # Called with 0 and with n, a kernel would be compiled twice, and so would be all that it calls: numbers that stand
    # in the code are a type each. What is inlined learns them all the same.
    chosen_for = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: chosen_for(
        tuple(map(unliteral, args)), {name: unliteral(kind) for name, kind in kws.items()}
    )
    return compiled


def kernel(function: F) -> F:
    """Compile ``function`` at its first call; later processes load it from the cache.

    That it need not be inlined is said, because else it would be wherever the kernel that calls it is.
    """
    return _compile(function, forceinline=False)


def inline_kernel(function: F) -> F:
    """The same, for small functions on the hot path: always inlined by LLVM into their callers."""
    return _compile(function, forceinline=True)


def summing_kernel(function: F) -> F:
    """An inlined kernel that adds or compares floats in any order, so several at once; none may be NaN."""
    return _compile(function, forceinline=True, fastmath={"reassoc", "nsz", "nnan"})


# --- a first start --------------------------------------------------------------------------------------


def is_prepared(purpose: str) -> bool:
    """Whether all kernels for a purpose (a word such as "game") have been noted to be in the cache."""
    return CACHE_FOLDER is None or (CACHE_FOLDER / f"{purpose}.prepared").is_file()


def note_prepared(purpose: str) -> None:
    """Note that they are: nobody need look any more."""
    if CACHE_FOLDER is not None:
        with contextlib.suppress(OSError):
            (CACHE_FOLDER / f"{purpose}.prepared").touch()


def report_compiling(report: Callable[[int, int], None]) -> None:
    """Tell, from now on, of each kernel that this process has to compile: how many of how many are done.

    Counted are the kernels of the modules imported so far that are not in the cache, and those only. Some may never be
    needed, so the end can come before the last one.
    """
    numba_event.register("numba:compile", _Counter(report))


class _Counter(numba_event.Listener):
    """Hears of each compilation."""

    def __init__(self, report: Callable[[int, int], None]) -> None:
        self._report = report
        cached = {path.name.partition("-")[0] for path in CACHE_FOLDER.rglob("*.nbi")} if CACHE_FOLDER else set()
        self._missing = {_cache_name(compiled) for compiled in _known} - cached
        self._done: set[str] = set()

    def on_start(self, event: numba_event.Event) -> None:
        """A kernel's turn has come."""

    def on_end(self, event: numba_event.Event) -> None:
        """It is compiled, and so are those it calls."""
        name = _cache_name(event.data["dispatcher"])
        if name in self._missing and name not in self._done:
            self._done.add(name)
            self._report(len(self._done), len(self._missing))


def _cache_name(compiled: Any) -> str:
    """What Numba's files for a function begin with."""
    function = compiled.py_func
    return f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
