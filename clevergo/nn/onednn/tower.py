"""From a batch's planes to the features its heads read, and back from their gradient."""

from __future__ import annotations

import numpy as np

from clevergo.nn.description.config import NetConfig, NetKind
from clevergo.nn.onednn.bodies import Body, ClassicBody, FindParameters, ResidualBody
from clevergo.nn.onednn.convolution import Convolution, Parameters
from clevergo.nn.onednn.library import Library
from clevergo.nn.onednn.primitives import Number, Tensor, reorder


class Tower:
    """A net's convolutions for one batch size and board size: machine code and buffers.

    Args:
        library: where to run.
        number: bfloat16 or float32 for activations, gradients and the weights they are multiplied with.
        config: the net.
        rows: positions in a batch.
        size: board size.
        find: finds a convolution's weights and gradients by its name.
        head: those of the two heads' 1x1 convolutions, joined into one.
    """

    def __init__(
        self,
        library: Library,
        number: Number,
        config: NetConfig,
        rows: int,
        size: int,
        find: FindParameters,
        head: Parameters,
    ) -> None:
        def tensor(channels: int, number: Number = number) -> Tensor:
            return Tensor.channels_last(library, rows, size, channels, number)

        self.planes = np.zeros((rows, config.planes, size, size), np.float32)
        """``float32[rows, C, N, N]``, the input: fill it before :meth:`forward`."""
        planes = tensor(config.planes)
        self._take_planes = reorder(library, Tensor.plain(library, self.planes), planes)
        body: Body
        if config.kind is NetKind.CLASSIC:
            body = ClassicBody(library, number, planes, find)
        else:
            body = ResidualBody(library, number, planes, find, config.blocks, config.channels)
        self._body = body

        width = head.bias.size
        features, gradient, narrow = tensor(width, Number.FLOAT32), tensor(width, Number.FLOAT32), tensor(width)
        self.features = features.array.reshape(rows, size * size, width)
        """``float32[rows, N*N, width]``, the output, after a relu: the policy's features, then the value's."""
        self.feature_gradient = gradient.array.reshape(rows, size * size, width)
        """``float32[rows, N*N, width]``, the loss's gradient before that relu: fill it before :meth:`backward`."""
        self._take_gradient = reorder(library, gradient, narrow)
        self._head = Convolution(library, number, head, body.output, features, narrow, body.output_gradient)

    def forward(self) -> None:
        """Compute ``features`` from ``planes``."""
        self._take_planes()
        self._body.forward()
        self._head.forward()

    def backward(self) -> None:
        """Compute the gradient of every parameter from ``feature_gradient``; :meth:`forward` came right before."""
        self._take_gradient()
        self._head.backward()
        self._body.backward()
