"""The layers of inference: each is described once for tensors of fixed shapes, and then run by calling it."""

from __future__ import annotations

from clevergo.nn.onednn.library import Library, dimensions
from clevergo.nn.onednn.packed import ByteWeights, PackedWeights
from clevergo.nn.onednn.primitives import Argument, Attributes, Operation, Primitive, Tensor

_FORWARD_INFERENCE = 96


def convolution(
    library: Library,
    weights: PackedWeights,
    source: Tensor,
    target: Tensor,
    function: Operation | None = Operation.RELU,
    shortcut: Tensor | None = None,
) -> Primitive:
    """``target = function(convolution(source) + bias [+ shortcut])``, same size out as in."""
    attributes = Attributes(library)
    tensors = {Argument.SOURCE: source, Argument.BIAS: weights.bias, Argument.TARGET: target}
    if isinstance(weights, ByteWeights):
        attributes.scale_weights().scale_target()
        tensors |= {Argument.WEIGHTS_SCALE: weights.scale, Argument.TARGET_SCALE: weights.target_scale}
    if shortcut is not None:
        attributes.add(shortcut)
        tensors[Argument.SHORTCUT] = shortcut
    if function is not None:
        attributes.apply(function)
    anyhow = weights.anyhow
    edge = dimensions((weights.shape[2] // 2,) * 2)
    descriptor = library.create(
        "dnnl_convolution_forward_primitive_desc_create",
        *(library.engine, _FORWARD_INFERENCE, Operation.DIRECT_CONVOLUTION),
        *(source.layout.handle, anyhow.handle, weights.bias.layout.handle, target.layout.handle),
        *(dimensions((1, 1)), dimensions((0, 0)), edge, edge, attributes.handle),
    )
    tensors[Argument.WEIGHTS] = weights.chosen(descriptor)
    return Primitive(library, descriptor, tensors)


def linear(
    library: Library, weights: PackedWeights, source: Tensor, target: Tensor, function: Operation | None = None
) -> Primitive:
    """``target = function(source @ weight + bias)`` for matrices of a row for each position."""
    attributes = Attributes(library)
    if function is not None:
        attributes.apply(function)
    anyhow = weights.anyhow
    descriptor = library.create(
        "dnnl_matmul_primitive_desc_create",
        *(library.engine, source.layout.handle, anyhow.handle, weights.bias.layout.handle, target.layout.handle),
        attributes.handle,
    )
    tensors = {Argument.SOURCE: source, Argument.WEIGHTS: weights.chosen(descriptor)}
    return Primitive(library, descriptor, tensors | {Argument.BIAS: weights.bias, Argument.TARGET: target})


def pooling(library: Library, operation: Operation, source: Tensor, target: Tensor) -> Primitive:
    """Mean or maximum of each channel over the whole board."""
    nothing = dimensions((0, 0))
    descriptor = library.create(
        "dnnl_pooling_forward_primitive_desc_create",
        *(library.engine, _FORWARD_INFERENCE, operation, source.layout.handle, target.layout.handle),
        *(dimensions((1, 1)), dimensions(source.array.shape[1:3]), nothing, nothing, nothing, None),
    )
    return Primitive(library, descriptor, {Argument.SOURCE: source, Argument.TARGET: target})
