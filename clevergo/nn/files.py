"""Weight files (``.pdparams``) on disk: written whole or not at all, read without running anybody's code.

A file is what ``paddle.load`` expects, a pickle of ``dict[str, ndarray]``; besides the arrays it holds, under the
key ``"clevergo"``, a JSON text with the net's config, a checksum and whatever the writer wants to remember. Pickles
can run code, so files are read here by an unpickler that knows the few instructions such a dict needs and lets no
name through but those of NumPy's array, for which it keeps harmless stand-ins. Nothing of Paddle is imported.
"""

from __future__ import annotations

import enum
import json
import math
import pickle
import zlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.files import TooLargeError, read_limited, write_whole
from clevergo.games.guests import UnknownGameError
from clevergo.nn.description import NetConfig, UnknownKindError, Weights, check_weights, parameter_shapes
from clevergo.nn.earlier import brought_up, is_as_ever
from clevergo.nn.pickles import OURS, ForbiddenError, unpickle
from clevergo.problem import BadValueError, Problem, ProblemError, Value, cause_of

__all__ = ["WeightFile", "WeightFileError", "load_weights", "save_weights"]

FORMAT = 2
"""Version of the file; a reader refuses what is newer than itself. Those of version 1 are of a net that learned from
earlier planes, or of one whose planes have always been the same (:mod:`clevergo.nn.earlier`)."""
MOST_BYTES = 257 * 1024 * 1024
"""Bytes of a file that is read: the largest net a dog may travel with, and what stands around its numbers."""
_HEADER = "clevergo"
_MOST_HEADER = 1_000_000
"""Letters of the header."""
_PICKLE_PROTOCOL = 4


class WeightFileProblem(enum.Enum):
    """What can be wrong with a weight file."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    DAMAGED = "damaged"
    UNSAFE = "unsafe"
    FOREIGN = "foreign"
    TOO_NEW = "too_new"
    UNWRITABLE = "unwritable"


class WeightFileError(ProblemError):
    """A weight file cannot be used: which, why, and the next step."""

    def __init__(self, path: Path, kind: WeightFileProblem, cause: Value = "") -> None:
        super().__init__(f"weights_{kind.value}", path=path, cause=cause)
        self.path = path
        self.kind = kind
        self.cause = str(cause)


@dataclass(frozen=True, eq=False)
class WeightFile:
    """A net's weights with what is needed to build the net again; raises ValueError if they are another net's."""

    config: NetConfig
    """The architecture."""
    arrays: Weights
    """``float32`` arrays by parameter name, see :func:`clevergo.nn.description.parameter_shapes`."""
    meta: dict[str, Any] = field(default_factory=dict)
    """Anything JSON can hold: which dog, how old, how strong."""

    def __post_init__(self) -> None:
        check_weights(self.config, self.arrays)


# --- writing ---------------------------------------------------------------------------------------------


def save_weights(path: Path, weights: WeightFile) -> None:
    """Write a weight file so that a crash at any instant leaves the old file or the new one, never half of one.

    Raises:
        ValueError: the arrays are not finite.
        WeightFileError: the file cannot be written.
    """
    data = weights_to_bytes(weights)
    try:
        write_whole(path, data)
    except OSError as error:
        raise WeightFileError(path, WeightFileProblem.UNWRITABLE, cause_of(error)) from error


def weights_to_bytes(weights: WeightFile) -> bytes:
    """The content of a weight file.

    Raises:
        ValueError: the arrays are not finite.
    """
    arrays = {name: np.ascontiguousarray(array, np.float32) for name, array in weights.arrays.items()}
    if broken := _not_finite(arrays):
        raise ValueError(f"weights that are not finite are not saved: {broken}")
    version = 1 if is_as_ever(weights.config) else FORMAT
    header = {"format": version, "config": weights.config.to_dict(), "crc32": _checksum(arrays), "meta": weights.meta}
    content: dict[str, Any] = {_HEADER: json.dumps(header, ensure_ascii=False, allow_nan=False)}
    return pickle.dumps(content | arrays, protocol=_PICKLE_PROTOCOL)


def _checksum(arrays: Weights) -> int:
    crc = 0
    for name in sorted(arrays):
        crc = zlib.crc32(arrays[name].tobytes(), zlib.crc32(name.encode(), crc))
    return crc


def _not_finite(arrays: Weights) -> str:
    """The name of an array with an infinity or a NaN in it; empty where there is none."""
    return next((name for name, array in arrays.items() if not np.isfinite(array).all()), "")


# --- reading ---------------------------------------------------------------------------------------------


def load_weights(path: Path) -> WeightFile:
    """Read a weight file, whoever wrote it, without running anything in it.

    Raises:
        WeightFileError: it is missing, damaged, from a newer program, or not a weight file at all.
    """
    path = Path(path)
    return weights_from_bytes(_read(path), path)


def weights_from_bytes(data: bytes, path: Path) -> WeightFile:
    """The weights in the content of a file; ``path`` is what the errors of :func:`load_weights` call it."""
    content = _unpickle(path, data)
    text = content.pop(_HEADER, None)
    if not isinstance(text, str) or len(text) > _MOST_HEADER:
        raise WeightFileError(path, WeightFileProblem.FOREIGN, Problem("weights_net"))
    try:
        header = json.loads(text)
        version = int(header["format"])
        if version <= FORMAT:
            weights = _check(header, content, len(data))
            return weights if version == FORMAT else replace(weights, arrays=brought_up(weights.config, weights.arrays))
    except (UnknownGameError, UnknownKindError) as error:
        raise WeightFileError(path, WeightFileProblem.TOO_NEW, cause_of(error)) from error
    except (AttributeError, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
        raise WeightFileError(path, WeightFileProblem.DAMAGED, cause_of(error)) from error
    raise WeightFileError(
        path, WeightFileProblem.TOO_NEW, Problem("weights_format", {"found": version, "known": FORMAT})
    )


def _check(header: dict[str, Any], content: dict[str, Any], size: int) -> WeightFile:
    """Build the weights from a file of ``size`` bytes; raises one of many errors where that is not sound."""
    config = NetConfig.from_dict(header["config"])
    if 4 * sum(math.prod(shape) for shape in parameter_shapes(config).values()) > size:
        raise BadValueError("weights_few")
    views = {name: stand_in.value for name, stand_in in content.items()}
    check_weights(config, views)
    arrays = {name: np.array(views[name], np.float32) for name in parameter_shapes(config)}
    if header["crc32"] != _checksum(arrays):
        raise BadValueError("weights_checksum")
    if broken := _not_finite(arrays):
        raise BadValueError("weights_infinite", name=broken)
    return WeightFile(config, arrays, dict(header["meta"]))


def _read(path: Path) -> bytes:
    """The bytes of a file that may be a pickle."""
    try:
        data = read_limited(path, MOST_BYTES)
    except FileNotFoundError as error:
        raise WeightFileError(path, WeightFileProblem.MISSING) from error
    except OSError as error:
        raise WeightFileError(path, WeightFileProblem.UNREADABLE, cause_of(error)) from error
    except TooLargeError as error:
        raise WeightFileError(path, WeightFileProblem.FOREIGN, cause_of(error)) from error
    if data and not data.startswith(pickle.PROTO):
        raise WeightFileError(path, WeightFileProblem.FOREIGN, Problem("weights_other_kind"))
    return data


def _unpickle(path: Path, data: bytes) -> dict[str, Any]:
    """Texts and array stand-ins by name."""
    try:
        content = unpickle(data, OURS)
    except ForbiddenError as error:
        raise WeightFileError(path, WeightFileProblem.UNSAFE, cause_of(error)) from error
    except Exception as error:  # bytes that are no pickle fail in every way there is
        raise WeightFileError(path, WeightFileProblem.DAMAGED, cause_of(error) or Problem("weights_short")) from error
    if not isinstance(content, dict):
        raise WeightFileError(path, WeightFileProblem.FOREIGN, Problem("weights_no_table"))
    return content
