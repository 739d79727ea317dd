"""Arrays out of pickles, which hold programs: read here without running anything in them.

The unpickler knows the instructions that tables of arrays are made of, and a few names; for each name something of ours
stands in, and what is made with it is numbers. Everything else in a file is an error.
"""

from __future__ import annotations

import io
import math
import pickle
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.problem import BadValueError

_MOST_INSTRUCTIONS = 100_000
"""Of a pickle; the largest net has some ten thousand."""


class ForbiddenError(Exception):
    """A pickle asked for something other than arrays."""


@dataclass(frozen=True)
class Dialect:
    """What a pickle may be made of."""

    instructions: bytes
    """One byte each."""
    names: frozenset[tuple[str, str]]
    """Modules and what is asked of them."""
    numbers: frozenset[str]
    """The kinds of numbers an array may be of, as NumPy calls them."""


_TABLES = (
    pickle.PROTO + pickle.FRAME + pickle.STOP + pickle.MARK
    + pickle.EMPTY_DICT + pickle.SETITEM + pickle.SETITEMS
    + pickle.EMPTY_TUPLE + pickle.TUPLE + pickle.TUPLE1 + pickle.TUPLE2 + pickle.TUPLE3
    + pickle.SHORT_BINUNICODE + pickle.BINUNICODE
    + pickle.SHORT_BINBYTES + pickle.BINBYTES + pickle.BINBYTES8
    + pickle.NONE + pickle.NEWTRUE + pickle.NEWFALSE + pickle.BININT + pickle.BININT1 + pickle.BININT2
    + pickle.MEMOIZE + pickle.BINPUT + pickle.LONG_BINPUT + pickle.BINGET + pickle.LONG_BINGET
    + pickle.GLOBAL + pickle.STACK_GLOBAL + pickle.REDUCE + pickle.BUILD
)  # fmt: skip
_NUMPY = frozenset(
    {
        ("numpy", "ndarray"),
        ("numpy", "dtype"),
        ("numpy._core.multiarray", "_reconstruct"),
        ("numpy.core.multiarray", "_reconstruct"),  # as NumPy 1 wrote it
    }
)

OURS = Dialect(_TABLES, _NUMPY, frozenset({"f4"}))
"""What this program writes: a dict of ``float32`` arrays and texts."""
ANY_TABLE = Dialect(
    _TABLES + pickle.EMPTY_LIST + pickle.APPEND + pickle.APPENDS
    + pickle.BINSTRING + pickle.SHORT_BINSTRING + pickle.LONG1,
    _NUMPY | {("_codecs", "encode")},
    frozenset({"f4", "f8"}),
)  # fmt: skip
"""What others write, by Python 2 too: lists, older texts, bytes spelled as text, ``float64``."""


def unpickle(data: bytes, dialect: Dialect) -> Any:
    """What a pickle holds: dicts, lists, texts, numbers, and an :class:`ArrayStandIn` for each array.

    Texts of Python 2 come as bytes.

    Raises:
        ForbiddenError: there is something in it that the dialect does not know.
        Exception: it is damaged, or no pickle at all, in any way there is.
    """

    class OneFile(_Unpickler):
        methods = pickle._Unpickler.dispatch.items()
        # An instance of its own, which counts.
        dispatch = _Allowed((code, load) for code, load in methods if code in dialect.instructions)

    return OneFile(data, dialect).load()


# The unpickler written in Python, because the one written in C cannot be limited to some instructions, and can
# be made to take all memory by a file of a few bytes.
class _Unpickler(pickle._Unpickler):
    def __init__(self, data: bytes, dialect: Dialect) -> None:
        super().__init__(io.BytesIO(data), encoding="bytes")
        self._dialect = dialect
        self._text_left = len(data)

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in self._dialect.names:
            raise ForbiddenError(f"{module}.{name}")
        return _Name(name, self)

    def made(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """What calling a name makes."""
        if name == "_reconstruct":
            return ArrayStandIn()
        if name == "dtype" and arguments and (kind := _text(arguments[0])) in self._dialect.numbers:
            return _DType(kind)
        if name == "encode" and len(arguments) == 2 and isinstance(arguments[0], str):
            # All of them together are no longer than the file: texts can be told again for two bytes each.
            self._text_left -= len(arguments[0])
            if self._text_left < 0:
                raise BadValueError("weights_long")
            return arguments[0].encode("latin-1")  # it never is another encoding
        raise ForbiddenError(f"{name} of something else")


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
        raise ForbiddenError(f"the pickle instruction {code:#04x}")


class _Name:
    """Stands for one of the names a dialect knows; calling it makes a stand-in."""

    __slots__ = ("_name", "_unpickler")

    def __init__(self, name: str, unpickler: _Unpickler) -> None:
        self._name = name
        self._unpickler = unpickler

    def __call__(self, *arguments: Any) -> Any:
        return self._unpickler.made(self._name, arguments)

    def __setstate__(self, state: Any) -> None:
        raise ForbiddenError(f"a changed {self._name}")


class _DType:
    """Stands for a dtype, of which only the byte order is open."""

    __slots__ = ("numbers",)

    def __init__(self, kind: str) -> None:
        self.numbers = np.dtype(f"<{kind}")

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        if _text(state[1]) != "<":
            raise BadValueError("weights_order")


class ArrayStandIn:
    """Stands for an array until its content arrives."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: NDArray[Any] = np.empty(0, np.float32)
        """Nothing, in a file that has no content for it."""

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        _, shape, dtype, in_fortran_order, data = state
        if not isinstance(dtype, _DType) or not isinstance(data, bytes):
            raise BadValueError("weights_array")
        if len(data) != dtype.numbers.itemsize * math.prod(shape):
            raise BadValueError("weights_array")
        # A view: a small file must not be able to ask for its bytes to be copied a thousand times.
        flat = np.frombuffer(data, dtype.numbers)
        self.value = flat.reshape(shape, order="F" if in_fortran_order else "C")


def _text(said: Any) -> str:
    """A text, as Python 2 wrote it too; of anything else nothing is said, since it may be as large as it likes."""
    return said.decode("latin-1") if isinstance(said, bytes) else said if isinstance(said, str) else ""
