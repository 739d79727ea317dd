"""What the tower needs of oneDNN: tensors, convolutions in three directions, additions, changes of layout.

oneDNN separates describing an operation, which compiles machine code for exactly these shapes, from executing it.
Everything here is described once; executing it afterwards is one C call with pointers bound beforehand, and releases
Python's global lock.
"""

from __future__ import annotations

import ctypes
import enum
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.onednn.library import Handle, Library, dimensions

_ALIGNMENT = 64
_ANY_LAYOUT = 1


class Operation(enum.IntEnum):
    """oneDNN's codes for what a primitive or post-op does."""

    DIRECT_CONVOLUTION = 0x1
    RELU = 0x20
    ADD = 0x1FFF0


class Number(enum.IntEnum):
    """oneDNN's codes for the kinds of numbers used here."""

    BFLOAT16 = 2
    """The upper half of a float32; NumPy has no such type, so arrays of it are seen as ``int16`` bit patterns."""
    FLOAT32 = 3

    @property
    def dtype(self) -> type[np.generic]:
        """NumPy's view of it. A bit pattern is positive exactly when the bfloat16 is."""
        return np.int16 if self is Number.BFLOAT16 else np.float32


class Argument(enum.IntEnum):
    """oneDNN's codes for what a tensor is to a primitive."""

    SOURCE = 1
    SECOND_SOURCE = 2
    TARGET = 17
    WEIGHTS = 33
    BIAS = 41
    SOURCE_GRADIENT = 129
    TARGET_GRADIENT = 145
    WEIGHTS_GRADIENT = 161
    BIAS_GRADIENT = 169
    SHORTCUT = 32768 | 2
    """The second source of the first post-op."""


_QUERIES = {Argument.WEIGHTS: 131, Argument.WEIGHTS_GRADIENT: 132}
"""oneDNN's codes for asking which layout a primitive chose."""


class _Pair(ctypes.Structure):
    _fields_ = (("argument", ctypes.c_int), ("memory", ctypes.c_void_p))


class Layout:
    """How numbers of one kind lie in memory (oneDNN calls it a memory descriptor)."""

    def __init__(self, library: Library, handle: Handle) -> None:
        """Own ``handle``."""
        self.handle = handle
        self.size = library.size_of(handle)
        _destroy_with(self, library, "dnnl_memory_desc_destroy", handle)

    @classmethod
    def strided(cls, library: Library, shape: Sequence[int], strides: Sequence[int], number: Number) -> Layout:
        """An array with these steps, in numbers, along its axes."""
        arguments = (len(shape), dimensions(shape), number, dimensions(strides))
        return cls(library, library.create("dnnl_memory_desc_create_with_strides", *arguments))

    @classmethod
    def any(cls, library: Library, shape: Sequence[int], number: Number) -> Layout:
        """Left for the primitive described with it to choose; see :meth:`chosen`."""
        arguments = (len(shape), dimensions(shape), number, _ANY_LAYOUT)
        return cls(library, library.create("dnnl_memory_desc_create_with_tag", *arguments))

    @classmethod
    def chosen(cls, library: Library, primitive_descriptor: Handle, argument: Argument) -> Layout:
        """The layout a described primitive wants for one of its arguments."""
        borrowed = library.query_descriptor(primitive_descriptor, _QUERIES[argument])
        return cls(library, library.create("dnnl_memory_desc_clone", borrowed))


class Tensor:
    """Memory with a layout oneDNN knows."""

    def __init__(self, library: Library, layout: Layout, array: NDArray[Any] | None = None) -> None:
        """Wrap ``array``, which stays shared, or new zeros."""
        self.layout = layout
        self.array: NDArray[Any] = _aligned_zeros(layout.size) if array is None else array
        if self.array.nbytes < layout.size or not self.array.flags.c_contiguous:
            raise ValueError("the array does not hold what its layout describes")
        address = Handle(self.array.ctypes.data)
        self.handle = library.create("dnnl_memory_create", layout.handle, library.engine, address)
        _destroy_with(self, library, "dnnl_memory_destroy", self.handle)

    @classmethod
    def plain(cls, library: Library, array: NDArray[np.float32]) -> Tensor:
        """A float32 array as it lies, the last axis fastest."""
        strides = [stride // array.itemsize for stride in array.strides]
        return cls(library, Layout.strided(library, array.shape, strides, Number.FLOAT32), array)

    @classmethod
    def channels_last(cls, library: Library, rows: int, size: int, channels: int, number: Number) -> Tensor:
        """New zeros ``[rows, size, size, channels]``; to oneDNN the same as ``[rows, channels, size, size]``."""
        shape, strides = (rows, channels, size, size), (size * size * channels, 1, size * channels, channels)
        tensor = cls(library, Layout.strided(library, shape, strides, number))
        tensor.array = tensor.array.view(number.dtype).reshape(rows, size, size, channels)
        return tensor


class Primitive:
    """One compiled operation with its tensors: call it to run it."""

    def __init__(self, library: Library, descriptor: Handle, tensors: dict[Argument, Tensor]) -> None:
        """Compile what ``descriptor`` describes, and free the descriptor."""
        self._run = library.call
        self._stream = library.stream
        self._primitive = library.create("dnnl_primitive_create", descriptor)
        library.call("dnnl_primitive_desc_destroy", descriptor)
        _destroy_with(self, library, "dnnl_primitive_destroy", self._primitive)
        self._tensors = tensors  # kept alive: the pairs hold bare pointers
        self._pairs = (_Pair * len(tensors))(*[_Pair(argument, t.handle) for argument, t in tensors.items()])

    def __call__(self) -> None:
        """Run the operation to its end."""
        self._run("dnnl_primitive_execute", self._primitive, self._stream, len(self._pairs), self._pairs)


def reorder(library: Library, source: Tensor, target: Tensor) -> Primitive:
    """Copy ``source`` to ``target`` whatever the layouts and kinds of number of the two."""
    ends = (source.layout.handle, library.engine, target.layout.handle, library.engine)
    descriptor = library.create("dnnl_reorder_primitive_desc_create", *ends, None)
    return Primitive(library, descriptor, {Argument.SOURCE: source, Argument.TARGET: target})


def add_to(library: Library, target: Tensor, other: Tensor) -> Primitive:
    """``target += other``, element by element."""
    layouts = (target.layout.handle, other.layout.handle, target.layout.handle)
    descriptor = library.create("dnnl_binary_primitive_desc_create", library.engine, Operation.ADD, *layouts, None)
    tensors = {Argument.SOURCE: target, Argument.SECOND_SOURCE: other, Argument.TARGET: target}
    return Primitive(library, descriptor, tensors)


def _destroy_with(owner: object, library: Library, destructor: str, handle: Handle) -> None:
    """Free a C object with its Python owner; at the end of the process the system does it faster."""
    weakref.finalize(owner, library.call, destructor, handle).atexit = False


def _aligned_zeros(size: int) -> NDArray[np.uint8]:
    raw = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % _ALIGNMENT
    return raw[start : start + size]
