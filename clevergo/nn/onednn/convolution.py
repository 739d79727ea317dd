"""A convolution layer trained by oneDNN: forward, and the gradients of its weights, its bias and its input."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.onednn.library import Handle, Library, dimensions
from clevergo.nn.onednn.primitives import Argument, Attributes, Layout, Number, Operation, Primitive, Tensor, reorder

_FORWARD_TRAINING = 64


@dataclass(frozen=True)
class Parameters:
    """A layer's weights and their gradients: float32, shared with the optimizer's flat buffers."""

    weight: NDArray[np.float32]
    """``[out, in, kernel, kernel]``."""
    bias: NDArray[np.float32]
    """``[out]``."""
    weight_gradient: NDArray[np.float32]
    bias_gradient: NDArray[np.float32]


class Convolution:
    """``target = relu(convolution(source) + bias [+ shortcut])``, same size out as in.

    The optimizer keeps the weights in float32 and in Paddle's order, because small steps would be lost in bfloat16;
    the convolutions want them in an order of their own choice. Copying them over at every step costs a hundredth of
    one convolution.

    ``source`` and both gradients are of the kind of numbers that weights are multiplied in. :meth:`forward` reads it
    and writes ``target``; :meth:`backward` reads ``target_gradient``, that of the loss before the relu, and writes
    ``source_gradient``, which is None if nobody needs it.
    """

    def __init__(
        self,
        library: Library,
        number: Number,
        parameters: Parameters,
        source: Tensor,
        target: Tensor,
        target_gradient: Tensor,
        source_gradient: Tensor | None = None,
        shortcut: Tensor | None = None,
    ) -> None:
        self._library = library
        self._shape = parameters.weight.shape
        self._packed_anyhow = Layout.any(library, self._shape, number)
        self._master = Tensor.plain(library, parameters.weight)
        self._bias = Tensor.plain(library, parameters.bias)
        self._take_weights: list[Primitive] = []
        self._forward = self._make_forward(source, target, shortcut)
        # A backward primitive is described with the forward one it undoes, here without the post-ops.
        forward = self._describe_forward(source, target_gradient, None)
        self._backward = self._make_weights_gradient(parameters, source, target_gradient, forward)
        if source_gradient is not None:
            self._backward.append(self._make_source_gradient(source_gradient, target_gradient, forward))
        library.call("dnnl_primitive_desc_destroy", forward)

    def forward(self) -> None:
        """Take over the current weights and compute ``target``."""
        for copy_weights in self._take_weights:
            copy_weights()
        self._forward()

    def backward(self) -> None:
        """Compute the gradients of weights, bias and, if wanted, ``source`` from ``target_gradient``."""
        for primitive in self._backward:
            primitive()

    def _geometry(self) -> tuple[object, object, object, object]:
        """Strides, dilations (oneDNN counts them from 0) and the padding that keeps the board's size."""
        padding = self._shape[2] // 2
        edge = dimensions((padding, padding))
        return dimensions((1, 1)), dimensions((0, 0)), edge, edge

    def _describe_forward(self, source: Tensor, target: Tensor, attributes: Handle | None) -> Handle:
        layouts = (source.layout.handle, self._packed_anyhow.handle, self._bias.layout.handle, target.layout.handle)
        return self._library.create(
            "dnnl_convolution_forward_primitive_desc_create",
            *(self._library.engine, _FORWARD_TRAINING, Operation.DIRECT_CONVOLUTION),
            *(*layouts, *self._geometry(), attributes),
        )

    def _packed_weights(self, descriptor: Handle) -> Tensor:
        """The weights in the layout a primitive has chosen, refreshed by :meth:`forward`."""
        packed = Tensor(self._library, Layout.chosen(self._library, descriptor, Argument.WEIGHTS))
        self._take_weights.append(reorder(self._library, self._master, packed))
        return packed

    def _make_forward(self, source: Tensor, target: Tensor, shortcut: Tensor | None) -> Primitive:
        library = self._library
        attributes = Attributes(library)
        if shortcut is not None:
            attributes.add(shortcut)
        descriptor = self._describe_forward(source, target, attributes.apply(Operation.RELU).handle)
        tensors = {
            Argument.SOURCE: source,
            Argument.WEIGHTS: self._packed_weights(descriptor),
            Argument.BIAS: self._bias,
            Argument.TARGET: target,
        }
        if shortcut is not None:
            tensors[Argument.SHORTCUT] = shortcut
        return Primitive(library, descriptor, tensors)

    def _make_source_gradient(self, source_gradient: Tensor, target_gradient: Tensor, forward: Handle) -> Primitive:
        layouts = (source_gradient.layout.handle, self._packed_anyhow.handle, target_gradient.layout.handle)
        descriptor = self._library.create(
            "dnnl_convolution_backward_data_primitive_desc_create",
            *(self._library.engine, Operation.DIRECT_CONVOLUTION),
            *(*layouts, *self._geometry(), forward, None),
        )
        tensors = {
            Argument.SOURCE_GRADIENT: source_gradient,
            Argument.WEIGHTS: self._packed_weights(descriptor),
            Argument.TARGET_GRADIENT: target_gradient,
        }
        return Primitive(self._library, descriptor, tensors)

    def _make_weights_gradient(
        self, parameters: Parameters, source: Tensor, target_gradient: Tensor, forward: Handle
    ) -> list[Primitive]:
        """Gradients of weights and bias, summed in float32 whatever the factors, then put into Paddle's order."""
        library = self._library
        bias = Tensor.plain(library, parameters.bias_gradient)
        packed_anyhow = Layout.any(library, self._shape, Number.FLOAT32)
        layouts = (source.layout.handle, packed_anyhow.handle, bias.layout.handle, target_gradient.layout.handle)
        descriptor = library.create(
            "dnnl_convolution_backward_weights_primitive_desc_create",
            *(library.engine, Operation.DIRECT_CONVOLUTION),
            *(*layouts, *self._geometry(), forward, None),
        )
        packed = Tensor(library, Layout.chosen(library, descriptor, Argument.WEIGHTS_GRADIENT))
        tensors = {
            Argument.SOURCE: source,
            Argument.TARGET_GRADIENT: target_gradient,
            Argument.WEIGHTS_GRADIENT: packed,
            Argument.BIAS_GRADIENT: bias,
        }
        unpack = reorder(library, packed, Tensor.plain(library, parameters.weight_gradient))
        return [Primitive(library, descriptor, tensors), unpack]
