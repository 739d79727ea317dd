"""LLVM's vectors in kernels: what Numba's language has no word for.

An ``@intrinsic`` writes a piece of a kernel in LLVM's own language, with an ``IRBuilder``. What is here helps it to:
vectors fill one register of AVX2, are read from and written to arrays at any element, and are never wider, because
half of the processors that profit have nothing wider.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from clevergo.compiled import processor

FLOAT, INT16, INT32 = ir.FloatType(), ir.IntType(16), ir.IntType(32)
SHORTS = ir.VectorType(INT16, 16)
INTS = ir.VectorType(INT32, 8)
FLOATS = ir.VectorType(FLOAT, 8)
HALF_SHORTS = ir.VectorType(INT16, 8)
"""As many as there are in ``INTS`` and ``FLOATS``."""
ROUNDED_FREELY = ("contract", "nsz", "reassoc")
"""Flags of float operations: LLVM may add in another order and fuse a product with a sum."""
_INDEX = ir.IntType(64)


class Integers:
    """Sums and differences of integers, written by a builder."""

    def __init__(self, builder: ir.IRBuilder) -> None:
        self._builder = builder

    def add(self, one: Any, other: Any) -> Any:
        """Their sum."""
        return self._builder.add(one, other)

    def subtract(self, one: Any, other: Any) -> Any:
        """``one - other``."""
        return self._builder.sub(one, other)


class Floats:
    """The same of floats, and products."""

    def __init__(self, builder: ir.IRBuilder) -> None:
        self._builder = builder

    def add(self, one: Any, other: Any) -> Any:
        """Their sum."""
        return self._builder.fadd(one, other, flags=ROUNDED_FREELY)

    def subtract(self, one: Any, other: Any) -> Any:
        """``one - other``."""
        return self._builder.fsub(one, other, flags=ROUNDED_FREELY)

    def multiply(self, one: Any, other: Any) -> Any:
        """Their product."""
        return self._builder.fmul(one, other, flags=ROUNDED_FREELY)


def has_avx2() -> bool:
    """Whether kernels are compiled for a processor that has what these need, AVX2 and fused multiply-add."""
    instructions = processor()[1].split(",")
    return "+avx2" in instructions and "+fma" in instructions


def index(number: int) -> ir.Constant:
    """A constant to reckon offsets with."""
    return ir.Constant(_INDEX, number)


def constant(vector: ir.VectorType, number: float) -> ir.Constant:
    """A vector of one number."""
    return ir.Constant(vector, [number] * vector.count)


def pointer(context: Any, builder: ir.IRBuilder, array_type: Any, array: Any, offset: Any) -> Any:
    """To element ``offset`` of a contiguous array, an argument of an intrinsic."""
    return builder.gep(context.make_array(array_type)(context, builder, array).data, [offset])


def load(builder: ir.IRBuilder, start: Any, offset: Any, vector: ir.VectorType) -> Any:
    """The vector that begins ``offset`` elements behind ``start``."""
    place = builder.bitcast(builder.gep(start, [offset]), vector.as_pointer())
    return builder.load(place, align=_bytes(vector))


def store(builder: ir.IRBuilder, value: Any, start: Any, offset: Any) -> None:
    """Write a vector ``offset`` elements behind ``start``."""
    place = builder.bitcast(builder.gep(start, [offset]), value.type.as_pointer())
    builder.store(value, place, align=_bytes(value.type))


def spread(builder: ir.IRBuilder, number: Any, vector: ir.VectorType) -> Any:
    """A vector of one number that is not known before the kernel runs."""
    undefined = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(undefined, number, ir.Constant(INT32, 0))
    everywhere = ir.Constant(ir.VectorType(INT32, vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, undefined, everywhere)


def call(builder: ir.IRBuilder, name: str, result: ir.VectorType, arguments: Sequence[Any]) -> Any:
    """One of LLVM's functions that stand for an instruction, by its full name."""
    signature = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(builder.module.declare_intrinsic(name, (), signature), arguments)


def _bytes(vector: ir.VectorType) -> int:
    """Of one element: arrays are aligned to no more."""
    return 4 if vector.element is FLOAT else vector.element.width // 8
