"""The one way this project compiles a function: Numba, without the global lock, cached on disk.

Numba's own cache looks only at the file a function stands in. A kernel that calls a kernel of another
module would go on running the old code after an edit, so the cache folder's name carries a hash of every
kernel source: an edit or an update gets a fresh folder and can never meet a stale one.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs

logger = logging.getLogger(__name__)

_PACKAGE = Path(__file__).parent
_STALE_AFTER_DAYS = 14
_MARKS = (b"kernel", b"inline_kernel", b"summing_kernel")
F = TypeVar("F", bound=Callable[..., Any])


def _matters(path: Path, source: bytes) -> bool:
    """Whether kernels may depend on a module: it holds some, or constants of the game that they compile in."""
    return any(b"@" + mark in source for mark in _MARKS) or path.parent == _PACKAGE / "go"


def _sources_hash() -> str:
    """A hash of every module that holds kernels, and of the constants they compile in."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if _matters(path, source):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(source)
    return digest.hexdigest()[:16]


def _choose_cache_folder() -> Path | None:
    """The folder for this version's kernels; None where no folder can be written (then nothing is cached)."""
    root = Path(os.environ.get("CLEVERGO_CACHE") or platformdirs.user_cache_dir("clevergo", appauthor=False))
    folder = root / "kernels" / _sources_hash()
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


def kernel(function: F) -> F:
    """Compile ``function`` at its first call; later processes load it from the cache."""
    return numba.njit(cache=CACHE_FOLDER is not None, nogil=True, error_model="numpy")(function)


def inline_kernel(function: F) -> F:
    """The same, for small functions on the hot path: always inlined by LLVM into their callers."""
    return numba.njit(cache=CACHE_FOLDER is not None, nogil=True, error_model="numpy", forceinline=True)(function)


def summing_kernel(function: F) -> F:
    """An inlined kernel that adds or compares floats in any order, so several at once; none may be NaN."""
    options = {"error_model": "numpy", "forceinline": True, "fastmath": {"reassoc", "nsz", "nnan"}}
    return numba.njit(cache=CACHE_FOLDER is not None, nogil=True, **options)(function)
