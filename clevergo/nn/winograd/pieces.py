"""Pieces of kernels that are the same for every kind of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from clevergo.nn.winograd import vectors
from clevergo.nn.winograd.transforms import Arithmetic, along_both
from clevergo.nn.winograd.vectors import index

Transform = Callable[[Any, Sequence[Any]], list[Any]]
"""Multiplies vectors with a matrix, by an :class:`Arithmetic`."""


def there(builder: ir.IRBuilder, line: Any, i: int, point: Any, j: int) -> Any:
    """How far it is to the point ``i`` lines down and ``j`` points on."""
    return builder.add(builder.mul(line, index(i)), builder.mul(point, index(j)))


def transform_in(
    transform: Transform, side: int, vector: ir.VectorType, arithmetic: Callable[[ir.IRBuilder], Arithmetic]
) -> Any:
    """An intrinsic that writes a vector of channels of ``side`` x ``side`` points, transformed.

    It reads them from element ``at`` of an array on, ``line`` and ``point`` elements apart, and writes from ``place``
    of the other on, a vector every ``product`` elements.
    """

    @intrinsic
    def write_transformed(
        typing: Any, source: Any, at: Any, line: Any, point: Any, target: Any, place: Any, product: Any
    ) -> Any:
        signature = types.void(source, types.intp, types.intp, types.intp, target, types.intp, types.intp)

        def write(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            source, at, line, point, target, place, product = arguments
            start = vectors.pointer(context, builder, signature.args[0], source, at)
            end = vectors.pointer(context, builder, signature.args[4], target, place)
            patch = [
                [vectors.load(builder, start, there(builder, line, i, point, j), vector) for j in range(side)]
                for i in range(side)
            ]
            for i, row in enumerate(along_both(arithmetic(builder), transform, patch)):
                for j, found in enumerate(row):
                    vectors.store(builder, found, end, builder.mul(product, index(len(row) * i + j)))
            return context.get_dummy_value()

        return signature, write

    return write_transformed
