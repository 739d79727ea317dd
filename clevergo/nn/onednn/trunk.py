"""A net's convolutions in training, from a batch's planes to the features its heads read, and back from their gradient.

Every activation is kept until the gradients come back; all buffers are allocated once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.nn.onednn.convolution import Convolution, Parameters
from clevergo.nn.onednn.kind import TrunkLayer
from clevergo.nn.onednn.library import Library
from clevergo.nn.onednn.primitives import Number, Tensor, add_to, reorder


class Trunk:
    """The convolutions for planes of shape ``batch``, ``[B, C, H, W]``: machine code and buffers.

    Each of ``layers`` comes after those it reads; ``find`` finds their weights and gradients, and ``head`` are those of
    the two heads' 1x1 convolutions, joined into one. Activations, gradients and weights are of kind ``number``.
    """

    def __init__(
        self,
        library: Library,
        number: Number,
        layers: Sequence[TrunkLayer],
        batch: tuple[int, int, int, int],
        find: Callable[[str], Parameters],
        head: Parameters,
    ) -> None:
        rows, channels, height, width = batch

        def tensor(channels: int, number: Number = number) -> Tensor:
            return Tensor.channels_last(library, rows, height, width, channels, number)

        self.planes = np.zeros(batch, np.float32)
        """``float32[B, C, H, W]``, the input: fill it before :meth:`forward`."""
        planes = tensor(channels)
        parameters = {layer.name: find(layer.name) for layer in layers}
        outputs = {layer.name: tensor(parameters[layer.name].bias.size) for layer in layers}

        features, gradient, narrow = (tensor(head.bias.size, kind) for kind in (Number.FLOAT32, Number.FLOAT32, number))
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
        self._backward: list[Callable[[], object]] = [reorder(library, gradient, narrow), joined.backward]
        for layer in reversed(layers):
            own, output = gradients.pop(layer.name), outputs[layer.name]
            source = planes if layer.source is None else outputs[layer.source]
            below = None if layer.source is None else buffer(parameters[layer.source].bias.size)
            shortcut = None if layer.shortcut is None else outputs[layer.shortcut]
            convolution = Convolution(library, number, parameters[layer.name], source, output, own, below, shortcut)
            forward.append(convolution.forward)
            self._backward += [partial(through_relu, own.array, output.array), convolution.backward]
            for name, given in ((layer.shortcut, own), (layer.source, below)):
                if name is not None and given is not None and name not in gradients:
                    gradients[name] = given
                elif given is not None:
                    if name is not None:
                        self._backward.append(add_to(library, gradients[name], given))
                    spare[given.array.shape[-1]].append(given)
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
