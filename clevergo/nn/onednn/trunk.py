"""A net's convolutions in training, from a batch's planes to the features its heads read, and back from their gradient.

Every activation is kept until the gradients come back; all buffers are allocated once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.nn.description import TrunkLayer
from clevergo.nn.onednn.library import Handle, Library
from clevergo.nn.onednn.primitives import (
    Argument,
    Attributes,
    Layout,
    Number,
    Operation,
    Primitive,
    Tensor,
    add_to,
    geometry,
    reorder,
)
from clevergo.nn.winograd.floats import Factors, Team, convolve, convolve_back

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

    def _describe_forward(self, source: Tensor, target: Tensor, attributes: Handle | None) -> Handle:
        layouts = (source.layout.handle, self._packed_anyhow.handle, self._bias.layout.handle, target.layout.handle)
        return self._library.create(
            "dnnl_convolution_forward_primitive_desc_create",
            *(self._library.engine, _FORWARD_TRAINING, Operation.DIRECT_CONVOLUTION),
            *(*layouts, *geometry(self._shape[2]), attributes),
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
            *(*layouts, *geometry(self._shape[2]), forward, None),
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
            *(*layouts, *geometry(self._shape[2]), forward, None),
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


class WinogradConvolution:
    """The same in float32 by Winograd's method, for a processor whose vectors are no wider than those of its kernels.

    :meth:`backward` begins before the relu and puts ``target_gradient`` through it, in place. ``source_gradient`` is
    added to if ``add`` says that there is something in it already.
    """

    def __init__(
        self,
        team: Team,
        parameters: Parameters,
        source: Tensor,
        target: Tensor,
        target_gradient: Tensor,
        source_gradient: Tensor | None,
        add: bool,
        shortcut: Tensor | None = None,
    ) -> None:
        self._parameters = parameters
        factors = Factors(parameters.weight)
        self._take_weights = partial(factors.load, team)
        passing, below = (None if tensor is None else tensor.array for tensor in (shortcut, source_gradient))
        self._forward = partial(convolve, source.array, factors, parameters.bias, passing, target.array, team)
        self._backward = partial(
            convolve_back,
            *(source.array, factors, target.array, target_gradient.array, below, add),
            *(parameters.weight_gradient, parameters.bias_gradient, team),
        )

    def forward(self) -> None:
        """Take over the current weights and compute ``target``."""
        self._take_weights()
        self._forward()

    def backward(self) -> None:
        """Compute the gradients of weights, bias and, if wanted, ``source`` from ``target_gradient``."""
        self._backward()


class Trunk:
    """The convolutions for planes of shape ``batch``, ``[B, C, H, W]``: machine code and buffers.

    Each of ``layers`` comes after those it reads; ``find`` finds their weights and gradients, and ``head`` are those of
    the two heads' 1x1 convolutions, joined into one. Activations, gradients and weights are of kind ``number``. The
    layers named in ``by_winograd`` are multiplied by our own kernels in so many ``threads``, and then ``number`` is
    float32; oneDNN's are divided as :meth:`Library.use_threads` says.
    """

    def __init__(
        self,
        library: Library,
        number: Number,
        layers: Sequence[TrunkLayer],
        batch: tuple[int, int, int, int],
        find: Callable[[str], Parameters],
        head: Parameters,
        by_winograd: Collection[str] = (),
        threads: int = 1,
    ) -> None:
        rows, channels, height, width = batch

        def tensor(channels: int, number: Number = number) -> Tensor:
            return Tensor.channels_last(library, rows, height, width, channels, number)

        self.planes = np.zeros(batch, np.float32)
        """``float32[B, C, H, W]``, the input: fill it before :meth:`forward`."""
        planes = tensor(channels)
        parameters = {layer.name: find(layer.name) for layer in layers}
        outputs = {layer.name: tensor(parameters[layer.name].bias.size) for layer in layers}

        features, gradient = (tensor(head.bias.size, Number.FLOAT32) for _ in range(2))
        narrow = gradient if number is Number.FLOAT32 else tensor(head.bias.size)
        self.features = features.array.reshape(rows, height * width, -1)
        """``float32[B, H*W, width]``, the output, after a relu: the policy's features, then the value's."""
        self.feature_gradient = gradient.array.reshape(rows, height * width, -1)
        """``float32[B, H*W, width]``, the loss's gradient before that relu: fill it before :meth:`backward`."""

        # From the last layer to the first. A gradient's buffer is used again once its layer is done: few buffers stay
        # in the cache. A shortcut hands the gradient down unchanged, and so its buffer.
        spare: defaultdict[int, list[Tensor]] = defaultdict(list)

        def buffer(channels: int) -> Tensor:
            return spare[channels].pop() if spare[channels] else tensor(channels)

        top = layers[-1].name
        gradients = {top: buffer(parameters[top].bias.size)}
        joined = Convolution(library, number, head, outputs[top], features, narrow, gradients[top])
        forward: list[Callable[[], object]] = [joined.forward]
        self._backward: list[Callable[[], object]] = [joined.backward]
        if narrow is not gradient:
            self._backward.insert(0, reorder(library, gradient, narrow))
        widest = max((max(parameters[name].weight.shape[:2]) for name in by_winograd), default=0)
        team = Team(threads, height, width, widest)
        for layer in reversed(layers):
            own, output = gradients.pop(layer.name), outputs[layer.name]
            shortcut = None if layer.shortcut is None else outputs[layer.shortcut]
            ends = (parameters[layer.name], planes if layer.source is None else outputs[layer.source], output, own)
            also = None if layer.shortcut is None else gradients.setdefault(layer.shortcut, own)
            # What another layer has given the source already; ours is added to it.
            given = None if layer.source is None else gradients.get(layer.source)
            ours = layer.name in by_winograd
            below = given if ours else None
            if below is None and layer.source is not None:
                below = buffer(parameters[layer.source].bias.size)
            convolution: Convolution | WinogradConvolution
            if ours:
                convolution = WinogradConvolution(team, *ends, below, given is not None, shortcut)
            else:
                convolution = Convolution(library, number, *ends, below, shortcut)
                self._backward.append(partial(through_relu, own.array, output.array))
            forward.append(convolution.forward)
            self._backward.append(convolution.backward)
            if layer.source is not None and below is not None:
                gradients.setdefault(layer.source, below)
            for written, kept in ((below, given or below), (own, also)):
                if written is not None and written is not kept:
                    if kept is not None:
                        self._backward.append(add_to(library, kept, written))
                    spare[written.array.shape[-1]].append(written)
        forward.append(reorder(library, Tensor.plain(library, self.planes), planes))
        self._forward = forward[::-1]

    def forward(self) -> None:
        """Compute ``features`` from ``planes``."""
        for step in self._forward:
            step()

    def backward(self) -> None:
        """Compute the gradient of every parameter from ``feature_gradient``; :meth:`forward` came right before."""
        for step in self._backward:
            step()


def through_relu(gradient: NDArray[Any], output: NDArray[Any]) -> None:
    """Relu's gradient, in place: nothing comes through where its output was 0."""
    _zero_where_not_positive(gradient.reshape(-1), output.reshape(-1))


@kernel
def _zero_where_not_positive(gradient: NDArray[Any], output: NDArray[Any]) -> None:
    """For float32 and for bfloat16 bit patterns alike: both are positive when the number is, and 0 is all bits 0."""
    nothing = gradient.dtype.type(0)
    for i in range(gradient.size):
        gradient[i] = gradient[i] if output[i] > 0 else nothing
