"""Weight files (``.pdparams``) on disk: written whole or not at all, read without running anybody's code.

A file is what ``paddle.load`` expects, a pickle of ``dict[str, ndarray]``; besides the arrays it holds, under the
key ``"clevergo"``, a JSON text with the net's config, a checksum and whatever the writer wants to remember. Pickles
can run code, so files are read here by an unpickler that knows the few instructions such a dict needs and lets no
name through but those of NumPy's array, for which it keeps harmless stand-ins. Nothing of Paddle is imported.
"""

from __future__ import annotations

import enum
import io
import json
import math
import pickle
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.files import TooLargeError, read_limited, write_whole
from clevergo.games.guests import UnknownGameError
from clevergo.nn.description import NetConfig, UnknownKindError, Weights, check_weights, parameter_shapes
from clevergo.problem import BadValueError, Problem, ProblemError, Value, cause_of

__all__ = ["WeightFile", "WeightFileError", "load_weights", "save_weights"]

FORMAT = 1
"""Version of the file's layout; a reader refuses what is newer than itself."""
MOST_BYTES = 257 * 1024 * 1024
"""Of a file that is read: the largest net a dog may travel with, and what stands around its numbers."""
_HEADER = "clevergo"
_MOST_HEADER = 1_000_000
"""Letters of the header."""
_MOST_INSTRUCTIONS = 100_000
"""Of the pickle; the largest net has some ten thousand."""
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
        ValueError: the arrays do not fit the config, or are not finite.
    """
    arrays = {name: np.ascontiguousarray(array, np.float32) for name, array in weights.arrays.items()}
    if broken := _not_finite(arrays):
        raise ValueError(f"weights that are not finite are not saved: {broken}")
    header = {"format": FORMAT, "config": weights.config.to_dict(), "crc32": _checksum(arrays), "meta": weights.meta}
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
            return _check(header, content, len(data))
    except (UnknownGameError, UnknownKindError) as error:
        raise WeightFileError(path, WeightFileProblem.TOO_NEW, cause_of(error)) from error
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
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

    class OneFile(_ArrayUnpickler):
        methods = pickle._Unpickler.dispatch.items()
        dispatch = _Allowed((code, load) for code, load in methods if code in _INSTRUCTIONS)  # which counts

    try:
        content = OneFile(io.BytesIO(data)).load()
    except _ForbiddenError as error:
        raise WeightFileError(path, WeightFileProblem.UNSAFE, cause_of(error)) from error
    except Exception as error:  # bytes that are no pickle fail in every way there is
        raise WeightFileError(path, WeightFileProblem.DAMAGED, cause_of(error) or Problem("weights_short")) from error
    if not isinstance(content, dict):
        raise WeightFileError(path, WeightFileProblem.FOREIGN, Problem("weights_no_table"))
    return content


class _ForbiddenError(Exception):
    """A pickle asked for something other than arrays."""


class _Allowed(dict[int, Any]):
    """The unpickler's methods by instruction, all others forbidden, and so many of them in one file."""

    def __init__(self, methods: Iterable[tuple[int, Any]]) -> None:
        super().__init__(methods)
        self._left = _MOST_INSTRUCTIONS

    def __getitem__(self, code: int) -> Any:
        self._left -= 1
        if self._left < 0:
            raise BadValueError("weights_long")
        return super().__getitem__(code)

    def __missing__(self, code: int) -> Any:
        raise _ForbiddenError(f"the pickle instruction {code:#04x}")


class _Name:
    """Stands for one of the names in :data:`_KNOWN_NAMES`; calling it makes an empty stand-in."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *arguments: Any) -> _Array | _DType:
        if self._name == "_reconstruct":
            return _Array()
        if self._name == "dtype" and arguments[:1] == ("f4",):
            return _DType()
        raise _ForbiddenError(f"{self._name}{arguments!r:.60}")

    def __setstate__(self, state: Any) -> None:
        raise _ForbiddenError(f"a changed {self._name}")


class _DType:
    """Stands for the dtype ``float32``, of which only the byte order is open."""

    __slots__ = ()

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        if state[1] != "<":
            raise BadValueError("weights_order")


class _Array:
    """Stands for an array until its content arrives."""

    __slots__ = ("value",)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        _, shape, dtype, in_fortran_order, data = state
        if not isinstance(dtype, _DType) or not isinstance(data, bytes) or len(data) != 4 * math.prod(shape):
            raise BadValueError("weights_array")
        # A view: a small file must not be able to ask for its bytes to be copied a thousand times.
        flat = np.frombuffer(data, np.dtype("<f4"))
        self.value: NDArray[np.float32] = flat.reshape(shape, order="F" if in_fortran_order else "C")


_KNOWN_NAMES = {
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy.core.multiarray", "_reconstruct"),  # as NumPy 1 wrote it
}

_INSTRUCTIONS = (
    pickle.PROTO + pickle.FRAME + pickle.STOP + pickle.MARK
    + pickle.EMPTY_DICT + pickle.SETITEM + pickle.SETITEMS
    + pickle.EMPTY_TUPLE + pickle.TUPLE + pickle.TUPLE1 + pickle.TUPLE2 + pickle.TUPLE3
    + pickle.SHORT_BINUNICODE + pickle.BINUNICODE
    + pickle.SHORT_BINBYTES + pickle.BINBYTES + pickle.BINBYTES8
    + pickle.NONE + pickle.NEWTRUE + pickle.NEWFALSE + pickle.BININT + pickle.BININT1 + pickle.BININT2
    + pickle.MEMOIZE + pickle.BINPUT + pickle.LONG_BINPUT + pickle.BINGET + pickle.LONG_BINGET
    + pickle.GLOBAL + pickle.STACK_GLOBAL + pickle.REDUCE + pickle.BUILD
)  # fmt: skip
"""All that a pickled dict of arrays is made of, one byte each."""


# The unpickler written in Python, because the one written in C cannot be limited to some instructions, and can
# be made to take all memory by a file of a few bytes.
class _ArrayUnpickler(pickle._Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _KNOWN_NAMES:
            raise _ForbiddenError(f"{module}.{name}")
        return _Name(name)
