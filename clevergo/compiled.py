"""The one way this project compiles a function: Numba, without the global lock, cached on disk.

Numba's own cache looks only at the file a function stands in. A kernel that calls a kernel of another
module would go on running the old code after an edit, so the cache folder's name carries a hash of every
kernel source: an edit or an update gets a fresh folder and can never meet a stale one. So does another processor.
Games that are not part of this package count for what is compiled with their rules inside, and for nothing else: that
is kept in a folder of its own (:func:`_folder_with`). Where modules lie does not count.

Several processes start together and need the same kernels: the first to come compiles one, the others wait for it and
load what it made (:class:`_SharedCache`), unless it has a lower priority and would keep them waiting.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import importlib.util
import logging
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, TypeVar

import llvmlite.binding as llvm
import numba
import numpy as np
import platformdirs
from numba.core import caching, errors
from numba.core import event as numba_event
from numba.core.codegen import get_host_cpu_features
from numba.core.sigutils import normalize_signature
from numba.types import unliteral

from clevergo.files import LockHeldError, take_lock
from clevergo.guests import GUESTS

logger = logging.getLogger(__name__)

_PACKAGE = Path(__file__).parent
_STALE_AFTER_DAYS = 14
_LONGEST_WAIT_SECONDS = 120.0
"""Nothing takes so long to compile: whoever is at it hangs, and waits for us perhaps."""
_BETWEEN_LOOKS_SECONDS = 0.02
_MARKS = (b"kernel", b"inline_kernel", b"summing_kernel", b"intrinsic")
_CONSTANTS_ONLY = ("compiled.py", "nn/winograd/transforms.py", "nn/winograd/vectors.py")
"""Modules outside the game's room that hold no kernels and still decide what kernels are compiled to."""
F = TypeVar("F", bound=Callable[..., Any])


def decides_on_kernels(module: Path) -> bool:
    """Whether kernels may depend on a module: it holds some, or constants that they compile in."""
    if _PACKAGE / "games" in module.parents or module.relative_to(_PACKAGE).as_posix() in _CONSTANTS_ONLY:
        return True
    return _holds_kernels(module.read_bytes())


def _holds_kernels(source: bytes) -> bool:
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
    return digest.hexdigest()[:16]


def _guests_from_elsewhere() -> frozenset[Path]:
    """The folders of the games that take part and are not part of this package."""
    found: set[Path] = set()
    for name in GUESTS:
        if not _is_ours(name):
            spec = importlib.util.find_spec(name)
            if spec is not None and spec.origin is not None:
                found.add(Path(spec.origin).parent)
    return frozenset(found)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == __package__


@functools.cache
def _content(folder: Path) -> str:
    """A hash of a game's modules, as they are when it is first met: later edits are not what this process runs.

    Tests that lie beside them decide on nothing. Empty where there are no modules to be read, as in an archive.
    """
    digest, is_empty = hashlib.sha256(), True
    modules = folder.rglob if (folder / "__init__.py").is_file() else folder.glob
    for path in sorted(modules("*.py")):
        try:
            source = path.read_bytes()
        except OSError:  # an editor's mark beside a file that is being edited, perhaps
            continue
        if not path.name.startswith("test_") or _holds_kernels(source):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(hashlib.sha256(source).digest())
            is_empty = False
    return "" if is_empty else digest.hexdigest()


def _choose_cache_folder() -> Path | None:
    """The folder for this version's kernels; None where no folder can be written (then nothing is cached)."""
    root = Path(os.environ.get("CLEVERGO_CACHE") or platformdirs.user_cache_dir("clevergo", appauthor=False))
    folder = _made(root / "kernels" / _cache_key())
    if folder is not None:
        _drop_stale_siblings(folder)
    return folder


@functools.cache
def _made(folder: Path) -> Path | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        logger.warning("kernels are not cached: %s cannot be made (%s)", folder, error)
        return None
    with contextlib.suppress(OSError):  # it may be somebody else's, and only be read
        os.utime(folder)
    return folder


def _drop_stale_siblings(folder: Path) -> None:
    """Forget the kernels of other versions once nobody has used them for two weeks."""
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
    if hasattr(numba.config, "CACHE_LOCATOR_CLASSES"):
        numba.config.CACHE_LOCATOR_CLASSES = ""  # the environment's would come before ours
_GUESTS_FROM_ELSEWHERE = _guests_from_elsewhere()


def _folder_with(guests: frozenset[Path]) -> Path | None:
    """The folder for what is compiled with these games' rules inside; without any, the one for all the rest.

    It is the same in a process that was told of a game by the environment and in one that came by it otherwise, and
    wherever the game lies. All games that the environment names count together, since one may use another's modules.
    None, so that nothing is cached, where the content of one is not known.
    """
    if CACHE_FOLDER is None or not guests:
        return CACHE_FOLDER
    contents = sorted({_content(folder) for folder in guests | _GUESTS_FROM_ELSEWHERE})
    if "" in contents:
        return None
    key = hashlib.sha256(" ".join([CACHE_FOLDER.name, *contents]).encode()).hexdigest()[:16]
    return _made(CACHE_FOLDER.parent / key)


_elsewhere: dict[str, Path] = {}
"""By the modules outside this package that hold kernels: the folders they lie in."""
_NOWHERE = Path(__file__) / "nowhere"
"""Stands for the folder of a module that has no file: below a file there is nothing."""


def _guest_of(module: str) -> frozenset[Path]:
    return frozenset({_elsewhere[module]} if module in _elsewhere else ())


def _guests_in(signature: Any) -> frozenset[Path]:
    """The games from elsewhere whose boards stand in a signature: their rules are compiled into what has it."""
    kinds, _ = normalize_signature(signature)
    return frozenset().union(*(_guests_with(record) for kind in kinds for record in _records(kind)))


def _records(kind: Any) -> Iterator[numba.types.Record]:
    """The records in a type: itself, or what it is an array or a tuple of."""
    if isinstance(kind, numba.types.Record):
        yield kind
    elif isinstance(kind, numba.types.Type):
        for inner in (getattr(kind, "dtype", None), *getattr(kind, "types", ())):
            yield from _records(inner)


@functools.cache
def _guests_with(record: numba.types.Record) -> frozenset[Path]:
    """The games from elsewhere that have such boards; none where it is a game of this package, whoever else uses it."""
    for name in GUESTS:
        if not _is_ours(name):  # Numba asks the cache before it types, and only typing imports the doors
            game = getattr(importlib.import_module(name), "GAME", None)
            if game is not None:  # else it is just being imported
                importlib.import_module(game.door)
    found: set[Path] = set()
    for name, module in tuple(sys.modules.items()):
        content = getattr(module, "__dict__", {})
        if _record_of(content.get("BOARD")) == record:
            if _is_ours(name):
                return frozenset()
            found.add(Path(content["__file__"]).parent if content.get("__file__") else _NOWHERE)
    # Whoever has kernels beside its board is the game; others have imported it.
    return frozenset(found & set(_elsewhere.values()) or found)


def _record_of(board: Any) -> Any:
    """The type of such boards to Numba, which sorts their fields; None where it has none."""
    if isinstance(board, np.dtype):
        with contextlib.suppress(errors.NumbaError):
            return numba.from_dtype(board)
    return None


def _module_of(function: Any) -> str:
    """Its name, fit for a folder's; a script has another in the processes that it starts."""
    module = re.sub(r"[^\w.]", "_", function.__module__)
    return "__main__" if module == "__mp_main__" else module


@functools.cache
def _numba_cache(folder: Path) -> type[caching.FunctionCache]:
    """Numba's own cache, in a folder that does not depend on where modules lie."""

    class Place(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
        def __init__(self, function: Any, file: str) -> None:
            self._py_file = file
            self._lineno = function.__code__.co_firstlineno
            self._path = str(folder / _module_of(function))

        def get_cache_path(self) -> str:
            return self._path

        def get_source_stamp(self) -> bytes:
            """In older Numbas the file's time decides, and copies differ in it."""
            return hashlib.sha256(Path(self._py_file).read_bytes()).digest()

    class Implementation(caching.CompileResultCacheImpl):
        # Numba's own places know nothing of what a kernel calls: what stands in no file is not cached.
        _locator_classes = (Place,)

    class Cache(caching.FunctionCache):
        _impl_class = Implementation

    return Cache


class _SharedCache:
    """A kernel's place in the cache, filled by one process at a time.

    Who finds nothing there takes the turn, a lock that ends with its process, and compiles. Who comes meanwhile waits,
    and looks again. Two turns are never waited for crosswise: a process takes a kernel's turn before those of the
    kernels it calls, and no two kernels call each other; if some did, the wait has an end. Nobody waits for a process
    that has a lower priority.
    """

    def __init__(self, dispatcher: Any) -> None:
        """Stand between a kernel and its cache."""
        self._dispatcher = dispatcher
        self._function = dispatcher.py_func
        self._caches: dict[Path | None, Any] = {}
        self._held: tuple[int, IO[bytes]] | None = None  # by which thread
        self._compile = dispatcher.compile
        dispatcher._cache = self
        dispatcher.compile = self.compile

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache_in(self._folder_for(())), name)

    def _folder_for(self, signature: Any) -> Path | None:
        return _folder_with(_guest_of(self._function.__module__) | _guests_in(signature))

    def _cache_in(self, folder: Path | None) -> Any:
        if folder not in self._caches:
            self._caches[folder] = caching.NullCache()
            if folder is not None:
                with contextlib.suppress(RuntimeError):  # Numba knows no place for it
                    self._caches[folder] = _numba_cache(folder)(self._function)
        return self._caches[folder]

    def compile(self, signature: Any) -> Any:
        """As the kernel's own; whatever happens, the turn is given back."""
        is_inner = self._is_held_here()  # it calls itself, with other types
        try:
            return self._compile(signature)
        finally:
            if not is_inner:
                self._give_back()

    def load_overload(self, signature: Any, target: Any) -> Any:
        """As the cache's; where it has nothing yet, only whoever has the turn is told so."""
        folder = self._folder_for(signature)
        found = self._load(folder, signature, target)
        if found is None and self._held is None and folder is not None and self._await_turn(folder):
            found = self._load(folder, signature, target)
            if found is not None:
                self._give_back()
                done = {"dispatcher": self._dispatcher}
                numba_event.broadcast(numba_event.Event("numba:compile", numba_event.EventStatus.END, done))
        return found

    def _load(self, folder: Path | None, signature: Any, target: Any) -> Any:
        """What the cache has; nothing where it cannot be read: Numba's files may be cut short by a power cut."""
        cache = self._cache_in(folder)
        try:
            return cache.load_overload(signature, target)
        except OSError as error:  # only just now, perhaps
            logger.warning("%s cannot be loaded: %s", _name(self._dispatcher), error)
        except Exception as error:  # noqa: BLE001 - half a file may fail in pickle, in Numba or in LLVM
            logger.warning("%s is compiled anew, its cache is damaged: %s", _name(self._dispatcher), error)
            try:
                Path(cache._cache_file._index_path).unlink(missing_ok=True)  # to save, Numba would read it again
            except OSError:
                self._caches[folder] = caching.NullCache()
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """As the cache's; where there is no room on the disk, a later process compiles it again."""
        with contextlib.suppress(OSError):
            self._cache_in(self._folder_for(signature)).save_overload(signature, compiled)

    def _await_turn(self, folder: Path) -> bool:
        """Wait until nobody else compiles this kernel; whether it may be in the cache now."""
        turn = folder / "turns" / _name(self._dispatcher)
        try:
            turn.parent.mkdir(exist_ok=True)
            file = turn.open("a+b")
        except OSError:
            return False
        waited_until = time.monotonic() + _LONGEST_WAIT_SECONDS
        while True:
            try:
                take_lock(file)
            except LockHeldError:
                if time.monotonic() < waited_until and not _gives_way_to_us(file):
                    time.sleep(_BETWEEN_LOOKS_SECONDS)
                    continue
                file.close()
                return True
            except OSError:  # there are no locks where the cache lies: nobody can take turns
                file.close()
                return False
            self._held = threading.get_ident(), file
            _leave_word(file)
            return True

    def _is_held_here(self) -> bool:
        """Whether this thread has the turn; another may, while this one waits for Numba's lock."""
        held = self._held
        return held is not None and held[0] == threading.get_ident()

    def _give_back(self) -> None:
        held = self._held
        if held is not None and self._is_held_here():
            self._held = None  # first: once it is closed, the next thread may take its own
            with contextlib.suppress(OSError):  # a word for which the disk had no room; closed it is all the same
                held[1].close()


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
    compiled = numba.njit(nogil=True, error_model="numpy", **options)(function)
    _known.append(compiled)
    file = Path(compiled.py_func.__code__.co_filename)
    if not _is_ours(function.__module__) and file.is_file():
        _elsewhere[function.__module__] = file.parent
        _content(file.parent)
    if CACHE_FOLDER is not None:
        _SharedCache(compiled)
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


def prepared_folder() -> Path | None:
    """Where it is noted what is prepared for the games that take part; None where nothing is cached."""
    return _folder_with(_GUESTS_FROM_ELSEWHERE)


def is_prepared(purpose: str) -> bool:
    """Whether all kernels for a purpose (a word such as "game") have been noted to be in the cache.

    That is, those of the games that take part: with others it is noted elsewhere.
    """
    folder = prepared_folder()
    return folder is None or (folder / f"{purpose}.prepared").is_file()


def note_prepared(purpose: str) -> None:
    """Note that they are: nobody need look any more."""
    folder = prepared_folder()
    if folder is not None:
        with contextlib.suppress(OSError):
            (folder / f"{purpose}.prepared").touch()


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
        wanted = {_name(compiled): _guest_of(compiled.py_func.__module__) for compiled in _known}
        cached = {guest: _names_in(_folder_with(guest)) for guest in set(wanted.values())}
        self._missing = {name for name, guest in wanted.items() if name not in cached[guest]}
        self._done: set[str] = set()

    def on_start(self, event: numba_event.Event) -> None:
        """A kernel's turn has come."""

    def on_end(self, event: numba_event.Event) -> None:
        """It is compiled, and so are those it calls."""
        name = _name(event.data["dispatcher"])
        if name in self._missing and name not in self._done:
            self._done.add(name)
            self._report(len(self._done), len(self._missing))


def _name(compiled: Any) -> str:
    return f"{_module_of(compiled.py_func)}.{compiled.py_func.__qualname__}"


def _names_in(folder: Path | None) -> set[str]:
    """The kernels that are cached in a folder: each in the one of its module, in a file that Numba names after both."""
    files = () if folder is None else folder.glob("*/*.nbi")
    return {f"{path.parent.name}.{path.name.partition('.')[2].partition('-')[0]}" for path in files}
