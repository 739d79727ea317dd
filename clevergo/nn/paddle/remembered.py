"""Gradients that Paddle has found on this computer before: asked for again at every start, computed once.

They are compared at every start with those of our own training step, which is what may go wrong from one day to the
next. Paddle's are the same each time for the same question, and a process that loads it to answer takes seconds.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import platform
import zipfile
from importlib import metadata
from pathlib import Path

from clevergo.compiled import CACHE_FOLDER
from clevergo.nn.description import NetConfig, Weights
from clevergo.nn.paddle import card
from clevergo.nn.paddle.exchange import batch_arrays, packed, unpacked
from clevergo.nn.paddle.program import keep
from clevergo.nn.paddle.reference import gradients_by_paddle
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.step import Batch

logger = logging.getLogger(__name__)

_MOST = 12
"""Files, of some megabytes each."""
_NAME = "gradients"


def remembered_gradients(
    config: NetConfig,
    optimizer: OptimizerConfig,
    threads: int,
    weights: Weights,
    batch: Batch,
    folder: Path | None = CACHE_FOLDER,
) -> Weights:
    """The gradients Paddle finds for a batch, by parameter: read from the ``folder``, or asked for and kept there."""
    path = None if folder is None else folder / f"{_NAME}-{_digest(config, optimizer, threads, weights, batch)}.npz"
    if path is not None and path.is_file():
        try:
            found = unpacked(path.read_bytes())
        except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
            logger.warning("%s cannot be read, Paddle is asked again: %s", path, error)
        else:
            if {name: array.shape for name, array in found.items()} == {
                name: array.shape for name, array in weights.items()
            }:
                with contextlib.suppress(OSError):
                    os.utime(path)  # what is still of use is not what goes first
                return found
    gradients = gradients_by_paddle(config, optimizer, threads, weights, batch)
    if path is not None:
        keep(path, packed(gradients))
        _forget_old(path.parent)
    return gradients


def _digest(config: NetConfig, optimizer: OptimizerConfig, threads: int, weights: Weights, batch: Batch) -> str:
    """All that the answer depends on."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for source in (here / "step.py", here / "network.py", here / "reference.py", *config.net_kind.sources):
        digest.update(source.read_bytes())
    machine = [platform.machine(), platform.processor(), card.version(), _version()]
    about = [*machine, config.to_dict(), optimizer.losses, threads]
    digest.update(json.dumps(about).encode())
    for name, array in sorted({**weights, **batch_arrays(batch)}.items()):
        digest.update(f"{name} {array.dtype} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()[:16]


def _version() -> str:
    """Paddle's, without loading it; empty where it calls itself otherwise."""
    with contextlib.suppress(metadata.PackageNotFoundError):
        return metadata.version("paddlepaddle")
    return ""


def _forget_old(folder: Path) -> None:
    with contextlib.suppress(OSError):
        paths = sorted(folder.glob(f"{_NAME}-*.npz"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in paths[_MOST:]:
            path.unlink(missing_ok=True)
