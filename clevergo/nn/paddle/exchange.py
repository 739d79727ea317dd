"""How arrays travel to a process that has loaded Paddle, and back: as a NumPy archive without pickles."""

from __future__ import annotations

import io
import os
import struct
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.training.step import Batch

Arrays = dict[str, NDArray[Any]]

WEIGHT, _BATCH = "weight:", "batch:"
"""What the names of a net's arrays and of a batch's begin with on their way."""
_LENGTH = struct.Struct("<Q")


def packed(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The arrays as an archive."""
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)  # type: ignore[arg-type]  # its stub takes the names for options
    return buffer.getvalue()


def unpacked(data: bytes) -> Arrays:
    """The inverse of :func:`packed`."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def marked(mark: str, arrays: Mapping[str, NDArray[Any]]) -> Arrays:
    """The arrays under names that begin with ``mark``."""
    return {mark + name: array for name, array in arrays.items()}


def unmarked(mark: str, arrays: Mapping[str, NDArray[Any]]) -> Arrays:
    """The arrays whose names begin with ``mark``, under the names without it."""
    return {name.removeprefix(mark): array for name, array in arrays.items() if name.startswith(mark)}


def batch_arrays(batch: Batch) -> Arrays:
    """A batch by marked names."""
    rows = {field.name: getattr(batch, field.name) for field in fields(Batch)}
    return marked(_BATCH, {name: array for name, array in rows.items() if array is not None})


def batch_of(arrays: Mapping[str, NDArray[Any]]) -> Batch:
    """The inverse of :func:`batch_arrays`, whatever else is among the arrays."""
    rows: dict[str, Any] = {"points": None} | unmarked(_BATCH, arrays)
    return Batch(**rows)


def send(stream: IO[bytes], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write one archive of many to a stream, and be done with it."""
    data = packed(arrays)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Arrays | None:
    """Read the next archive off a buffered stream; None where it has ended, be it in the middle of one."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    return unpacked(data) if len(data) == length else None


@contextmanager
def answering() -> Iterator[IO[bytes]]:
    """Standard output for the answers alone: whatever a library prints goes where complaints go."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        yield answers
