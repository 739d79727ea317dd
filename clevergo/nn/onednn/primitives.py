"""What the nets need of oneDNN: tensors, attributes of operations, compiled operations, changes of layout.

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
    TANH = 0x21
    MAX_POOLING = 0x1FF
    AVERAGE_POOLING = 0x2FF
    ADD = 0x1FFF0


class Number(enum.IntEnum):
    """oneDNN's codes for the kinds of numbers used here."""

    BFLOAT16 = 2
    """The upper half of a float32; NumPy has no such type, so arrays of it are seen as ``int16`` bit patterns."""
    FLOAT32 = 3
    INT8 = 5
    UINT8 = 6

    @property
    def dtype(self) -> type[np.generic]:
        """NumPy's view of it. A bit pattern is positive exactly when the bfloat16 is."""
        return _DTYPES[self]


_DTYPES: dict[Number, type[np.generic]] = dict(zip(Number, (np.int16, np.float32, np.int8, np.uint8), strict=True))


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
    WEIGHTS_SCALE = 4096 | 33
    """What each output channel is multiplied with right after the multiplications: ``float32[out]``."""
    TARGET_SCALE = 4096 | 17
    """What everything is divided by, last of all: ``float32[1]``."""


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
        """A layout that the primitive described with it may choose; see :meth:`chosen`."""
        arguments = (len(shape), dimensions(shape), number, _ANY_LAYOUT)
        return cls(library, library.create("dnnl_memory_desc_create_with_tag", *arguments))

    @classmethod
    def chosen(cls, library: Library, primitive_descriptor: Handle, argument: Argument) -> Layout:
        """The layout a described primitive wants for one of its arguments."""
        borrowed = library.query_descriptor(primitive_descriptor, _QUERIES[argument])
        return cls(library, library.create("dnnl_memory_desc_clone", borrowed))


class Attributes:
    """What an operation does with its result before writing it. Order matters; oneDNN copies it when it is used."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._post_ops = library.create("dnnl_post_ops_create")
        _destroy_with(self, library, "dnnl_post_ops_destroy", self._post_ops)
        self._attributes = library.create("dnnl_primitive_attr_create")
        _destroy_with(self, library, "dnnl_primitive_attr_destroy", self._attributes)

    @property
    def handle(self) -> Handle:
        """The pointer to them for an operation's description; it stays theirs."""
        self._library.call("dnnl_primitive_attr_set_post_ops", self._attributes, self._post_ops)
        return self._attributes

    def add(self, shortcut: Tensor) -> Attributes:
        """Add ``shortcut``, element by element; the operation gets it as :attr:`Argument.SHORTCUT`."""
        handle = shortcut.layout.handle
        self._library.call("dnnl_post_ops_append_binary", self._post_ops, Operation.ADD, handle)
        return self

    def apply(self, function: Operation) -> Attributes:
        """Apply relu or tanh."""
        self._library.call("dnnl_post_ops_append_eltwise", self._post_ops, function, 0.0, 0.0)
        return self

    def scale_weights(self) -> Attributes:
        """Multiply each output channel by its :attr:`Argument.WEIGHTS_SCALE`, before bias and all else."""
        self._library.call("dnnl_primitive_attr_set_scales_mask", self._attributes, Argument.WEIGHTS, 1)
        return self

    def scale_target(self) -> Attributes:
        """Divide by :attr:`Argument.TARGET_SCALE`, after all else."""
        self._library.call("dnnl_primitive_attr_set_scales_mask", self._attributes, Argument.TARGET, 0)
        return self


class Tensor:
    """Memory with a layout oneDNN knows."""

    def __init__(self, library: Library, layout: Layout, array: NDArray[Any] | None = None) -> None:
        """Wrap ``array``, which stays shared, or new zeros."""
        self.layout = layout
        self.array: NDArray[Any] = aligned_zeros(layout.size) if array is None else array
        if self.array.nbytes < layout.size or not self.array.flags.c_contiguous:
            raise ValueError("the array does not hold what its layout describes")
        address = Handle(self.array.ctypes.data)
        self.handle = library.create("dnnl_memory_create", layout.handle, library.engine, address)
        _destroy_with(self, library, "dnnl_memory_destroy", self.handle)

    @classmethod
    def plain(cls, library: Library, array: NDArray[Any]) -> Tensor:
        """An array as it lies, the last axis fastest; its type tells the kind of numbers."""
        number = next(number for number in Number if array.dtype == number.dtype)
        strides = [stride // array.itemsize for stride in array.strides]
        return cls(library, Layout.strided(library, array.shape, strides, number), array)

    @classmethod
    def channels_last(
        cls,
        library: Library,
        rows: int,
        height: int,
        width: int,
        channels: int,
        number: Number,
        memory: NDArray[np.uint8] | None = None,
    ) -> Tensor:
        """``[rows, height, width, channels]`` in ``memory`` or zeros; to oneDNN the channels come second."""
        shape, strides = (rows, channels, height, width), (height * width * channels, 1, width * channels, channels)
        layout = Layout.strided(library, shape, strides, number)
        tensor = cls(library, layout, None if memory is None else memory[: layout.size])
        tensor.array = tensor.array.view(number.dtype).reshape(rows, height, width, channels)
        return tensor


def geometry(window: int) -> tuple[object, object, object, object]:
    """A convolution's strides, dilations (oneDNN counts them from 0) and the padding that keeps the board's size."""
    edge = dimensions((window // 2,) * 2)
    return dimensions((1, 1)), dimensions((0, 0)), edge, edge


class Primitive:
    """One compiled operation with its tensors: call it to run it."""

    def __init__(self, library: Library, descriptor: Handle, tensors: dict[Argument, Tensor]) -> None:
        """Compile what ``descriptor`` describes, and free the descriptor."""
        self._execute = library.execute
        self._primitive = library.create("dnnl_primitive_create", descriptor)
        library.call("dnnl_primitive_desc_destroy", descriptor)
        _destroy_with(self, library, "dnnl_primitive_destroy", self._primitive)
        self._tensors = tensors  # kept alive: the pairs hold bare pointers
        self._pairs = (_Pair * len(tensors))(*[_Pair(argument, t.handle) for argument, t in tensors.items()])
        self._count = len(tensors)

    def __call__(self) -> None:
        """Run the operation to its end."""
        self._execute(self._primitive, self._count, self._pairs)


def reorder(library: Library, source: Tensor, target: Tensor, scale: Tensor | None = None) -> Primitive:
    """Copy ``source``, divided by ``scale``, to ``target`` whatever the layouts and kinds of number of the two."""
    ends = (source.layout.handle, library.engine, target.layout.handle, library.engine)
    attributes = None if scale is None else Attributes(library).scale_target()
    handle = None if attributes is None else attributes.handle
    descriptor = library.create("dnnl_reorder_primitive_desc_create", *ends, handle)
    tensors = {Argument.SOURCE: source, Argument.TARGET: target}
    return Primitive(library, descriptor, tensors if scale is None else tensors | {Argument.TARGET_SCALE: scale})


def add_to(library: Library, target: Tensor, other: Tensor) -> Primitive:
    """``target += other``, element by element."""
    layouts = (target.layout.handle, other.layout.handle, target.layout.handle)
    descriptor = library.create("dnnl_binary_primitive_desc_create", library.engine, Operation.ADD, *layouts, None)
    tensors = {Argument.SOURCE: target, Argument.SECOND_SOURCE: other, Argument.TARGET: target}
    return Primitive(library, descriptor, tensors)


def _destroy_with(owner: object, library: Library, destructor: str, handle: Handle) -> None:
    """Free a C object with its Python owner; at the end of the process the system does it faster."""
    weakref.finalize(owner, library.call, destructor, handle).atexit = False


def aligned_zeros(size: int) -> NDArray[np.uint8]:
    """Bytes that begin where a line of the processor's cache does."""
    raw = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % _ALIGNMENT
    return raw[start : start + size]
