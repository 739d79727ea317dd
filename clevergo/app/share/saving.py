"""Files that are saved beside each other, under one name that nothing in the folder has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from clevergo.app.errors import AppError
from clevergo.files import write_whole
from clevergo.problem import Problem, problem_of

_NEVER_IN_A_NAME = frozenset('<>:"/\\|?*')
_PORTS = frozenset(f"{name}{number}" for name in ("COM", "LPT") for number in "123456789¹²³")
_DEVICES = frozenset({"CON", "CONIN$", "CONOUT$", "PRN", "AUX", "NUL"}) | _PORTS
"""What Windows takes for something else than a file, whatever ends the name."""
_LETTERS = 60
_FALLBACK = "clevergo"


@dataclass(frozen=True)
class Saved:
    """What has become of files that were to be saved."""

    folder: Path
    stem: str = ""
    """What all of them are called, without what ends their names."""
    suffixes: tuple[str, ...] = ()
    """Of those that were written."""
    error: Problem | None = None
    """Why there are none."""

    def file(self, suffix: str) -> Path:
        """One of them."""
        return self.folder / f"{self.stem}{suffix}"


def stem_of(name: str) -> str:
    """A name as files may be called everywhere."""
    kept = "".join("_" if sign in _NEVER_IN_A_NAME or not sign.isprintable() else sign for sign in name)
    stem = kept[:_LETTERS].strip(" .") or _FALLBACK
    return f"{stem}_" if stem.partition(".")[0].strip().upper() in _DEVICES else stem


def save_beside(
    folder: Path, name: str, files: Mapping[str, bytes | Callable[[], bytes]], others: Sequence[str] = ()
) -> Saved:
    """Write files called ``name``, or with a number behind it where something is called so already.

    Waits for the disk; raises nothing.

    Args:
        folder: made if it is not there.
        name: of what is shown.
        files: by what ends their names; what has to be read first is, here.
        others: what ends the names of files that somebody else will write beside them.
    """
    stem, number = stem_of(name), 1
    try:
        with AppError.instead_of(OSError, "cannot_write", path=folder):
            folder.mkdir(parents=True, exist_ok=True)
            while any((folder / f"{stem}{suffix}").exists() for suffix in (*files, *others)):
                number += 1
                stem = f"{stem_of(name)} {number}"
            for suffix, data in files.items():
                whole = data if isinstance(data, bytes) else data()
                write_whole(folder / f"{stem}{suffix}", whole, durable=False)
    except AppError as error:
        return Saved(folder, error=problem_of(error))
    return Saved(folder, stem, tuple(files))
