"""Files that may not be lost, may not be ours, or may be somebody else's just now.

What is written is whole or absent: written under a temporary name, then renamed; the one place that does so. Whoever is
killed in between leaves the temporary name behind; it tells who was writing, so that a later start sweeps away what
nobody will finish, and nothing else. What is read is read up to a limit: a huge file, or one without an end, must not
fill the memory.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from clevergo.problem import ProblemError

_IS_HELD_BY_READERS = os.name == "nt"
"""Whether a file cannot be replaced while somebody reads it: a virus scanner, a backup, a sync service."""
_PAUSE_SECONDS = 0.05
_PATIENCE, _LONG_PATIENCE = 1.0, 10.0
"""Seconds for which that is waited for; the second where it would cost a run of hours, or somebody's game."""
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""Opens without waiting for whoever may write into a pipe."""
_NAME = re.compile(r"\.(.+)\.(\d{1,10})\.tmp")
_FORGOTTEN_SECONDS = 3600.0
"""Nobody writes one file for so long: whoever has the writer's number now is somebody else."""
_FORGOTTEN_ELSEWHERE_SECONDS = 86_400.0
"""The same where others write over slow networks, by clocks of their own."""
_HELD = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
"""What systems answer where somebody else holds a lock; whatever else they say is another matter."""
_FOLDER = "clevergo-"
"""How the names of temporary folders begin; the number of the process follows that made one."""
_WINDOWS_SYNCHRONIZE = 0x100000
_WINDOWS_STILL_RUNS = 0x102


def write_whole(path: Path, data: bytes, durable: bool = True) -> None:
    """Replace ``path`` by ``data`` in one step: nobody ever sees half a file, and a crash leaves the old one.

    Args:
        durable: wait until the disk has it, so that a power cut cannot take it back. Costs up to some tens of
            milliseconds; without it the file still survives the end of the program, however sudden.
    """
    with writing_whole(path, durable) as temporary:
        temporary.write_bytes(data)


def copy_whole(source: Path, target: Path) -> None:
    """The same with what a file holds."""
    with writing_whole(target) as temporary:
        shutil.copyfile(source, temporary)


@contextlib.contextmanager
def writing_whole(path: Path, durable: bool = True) -> Iterator[Path]:
    """The same for what is written in pieces, or by a library: the file to write, which becomes ``path`` at the end.

    Where the block fails, what was at ``path`` before stays. Not for two threads that write one path at once.
    """
    temporary = temporary_for(path)
    try:
        yield temporary
        if durable:
            with temporary.open("r+b") as file:
                to_disk(file.fileno())
        replace_file(temporary, path, _LONG_PATIENCE if durable else _PATIENCE)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if durable:
        _sync_folder(path.parent)


def to_disk(descriptor: int) -> None:
    """Wait until the disk has an open file; on a Mac ``fsync`` alone only sees it to the disk's own memory."""
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):  # some file systems know nothing of the kind
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def replace_file(source: Path, target: Path, patience: float = _PATIENCE) -> None:
    """Rename; on Windows, where a file cannot be replaced while somebody reads it, try for so many seconds."""
    until = time.monotonic() + (patience if _IS_HELD_BY_READERS else 0.0)
    while True:
        try:
            os.replace(source, target)
            return
        except PermissionError:
            if time.monotonic() >= until:
                raise
            time.sleep(_PAUSE_SECONDS)


def _sync_folder(folder: Path) -> None:
    """Have the new name itself on the disk, where the platform can do that; some network file systems refuse."""
    if os.name != "nt":
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                to_disk(descriptor)
            finally:
                os.close(descriptor)


def temporary_for(path: Path) -> Path:
    """Where this process writes what is to become ``path``; not for two threads at once."""
    return path.with_name(f".{path.name}.{os.getpid()}.tmp")


def sweep(*folders: Path, below: bool = False) -> list[Path]:
    """Remove the temporary files in ``folders`` (and, if so wished, ``below`` them) that nobody will finish; which."""
    return [
        path
        for path, _, writer in _temporaries(folders, below)
        if _is_removed(path, _FORGOTTEN_SECONDS if is_running(writer) else 0.0)
    ]


def sweep_elsewhere(folder: Path, *endings: str) -> list[Path]:
    """The same in a folder that is not ours alone, of files whose names were to end so.

    Whoever writes there may sit at another computer, so that a number of a process says nothing: age alone tells.
    """
    return [
        path
        for path, name, _ in _temporaries([folder])
        if name.endswith(endings) and _is_removed(path, _FORGOTTEN_ELSEWHERE_SECONDS)
    ]


def _temporaries(folders: Iterable[Path], below: bool = False) -> Iterator[tuple[Path, str, int]]:
    """The temporary files: each, the name of what it was to become, and the number of its writer's process."""
    for place, inner, names in itertools.chain.from_iterable(map(os.walk, folders)):
        for name in names:
            if found := _NAME.fullmatch(name):
                yield Path(place, name), found[1], int(found[2])
        if not below:
            inner.clear()


def _is_removed(path: Path, age: float) -> bool:
    """Remove a file to which nothing was written for ``age`` seconds; whether it was."""
    try:
        if age and time.time() - path.stat().st_mtime <= age:
            return False
        path.unlink()
    except OSError:
        return False
    return True


def temporary_folder(parent: Path | None = None) -> tempfile.TemporaryDirectory[str]:
    """A folder that is gone after the ``with`` block; by default where the system has such folders.

    Its name tells whose it is. Before it is made, those go that killed processes have left there.
    """
    sweep_temporary_folders(parent)
    return tempfile.TemporaryDirectory(prefix=f"{_FOLDER}{os.getpid()}-", dir=parent, ignore_cleanup_errors=True)


def sweep_temporary_folders(parent: Path | None = None) -> None:
    """Remove the temporary folders of processes that have ended without removing them."""
    for folder in (parent or Path(tempfile.gettempdir())).glob(f"{_FOLDER}*-*"):
        writer = folder.name.removeprefix(_FOLDER).partition("-")[0]
        if writer.isdecimal() and not is_running(int(writer)):
            shutil.rmtree(folder, ignore_errors=True)


def bytes_below(folder: Path) -> int:
    """What all files below ``folder`` take; those that vanish while one looks take nothing."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.stat(os.path.join(place, name)).st_size
    return total


def newest_below(folder: Path) -> float:
    """When anything below ``folder`` was written last, Unix time; where there is no file, when it was made.

    OSError where that cannot be told.
    """
    times = [os.lstat(os.path.join(place, name)).st_mtime for place, _, names in os.walk(folder) for name in names]
    return max(times, default=None) or folder.stat().st_mtime


def is_running(process: int) -> bool:
    """Whether there is a process of that number."""
    if sys.platform == "win32":
        import ctypes

        kernel32 = ctypes.windll.kernel32
        handle = kernel32.OpenProcess(_WINDOWS_SYNCHRONIZE, False, process)
        if not handle:
            return False
        try:
            return bool(kernel32.WaitForSingleObject(handle, 0) == _WINDOWS_STILL_RUNS)
        finally:
            kernel32.CloseHandle(handle)
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it is another person's
        return True
    return True


# --- reading --------------------------------------------------------------------------------------------


class TooLargeError(ProblemError, ValueError):
    """A file is larger than anything of its kind."""


def read_limited(path: Path, most: int) -> bytes:
    """The bytes of a file, if it has no more than ``most``.

    Raises:
        OSError: it cannot be read.
        TooLargeError: it is larger, or no file at all but something that never ends.
    """
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise TooLargeError("no_file_at_all")
        data = file.read(most + 1)
    if len(data) > most:
        raise too_large(most)
    return data


def too_large(most: int) -> TooLargeError:
    """The error that says how many bytes there may be."""
    size = f"{most // 2**20} MB" if most >= 2**20 else f"{most // 2**10} KB"
    return TooLargeError("too_large", size=size)


class Sighting:
    """Of a small file that several windows read and write whole: whether another has written it since it was seen."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int, int] | None = None
        self.is_unread = False
        """Whether it could not be read when that was tried last: what would be overwritten, nobody knows."""

    def look(self) -> None:
        """It is about to be read, or has just been written."""
        self._seen = self._stamp()

    def read(self, most: int) -> bytes:
        """Look, and read it as :func:`read_limited` does. What cannot be read now, perhaps only now, is not seen."""
        self.look()
        try:
            data = read_limited(self._path, most)
        except OSError as error:
            self._seen, self.is_unread = None, not isinstance(error, FileNotFoundError)
            raise
        self.is_unread = False
        return data

    def make_way(self, aside: Path) -> None:
        """Before it is written: have a file that could not be read kept as ``aside``; OSError where that cannot be."""
        if self.is_unread:
            with contextlib.suppress(FileNotFoundError):
                replace_file(self._path, aside)
            self.is_unread = False

    @property
    def is_stale(self) -> bool:
        """Whether there is a file now that is not the one seen last."""
        return self._stamp() not in (None, self._seen)

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


class LockHeldError(OSError):
    """Somebody else holds a lock."""


def take_lock(file: IO[bytes]) -> None:
    """Take an open file's exclusive lock, to be held until it is closed.

    Raises:
        LockHeldError: somebody else holds it.
        OSError: there are no locks where the file lies, as on some network file systems.
    """
    try:
        _take_lock(file)
    except OSError as error:
        if error.errno in _HELD:
            raise LockHeldError(error.errno, error.strerror) from error
        raise


def _take_lock(file: IO[bytes]) -> None:
    """As the system does it."""
    if os.name == "nt":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
