"""The residual tower over buffers allocated once: activations up, gradients down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.nn.config import NetConfig
from clevergo.nn.onednn.convolution import Convolution, Parameters
from clevergo.nn.onednn.library import Library
from clevergo.nn.onednn.primitives import Number, Tensor, add_to, reorder
from clevergo.nn.weights import HEAD_CHANNELS


class ResidualTower:
    """Planes to the heads' features and back, for one batch size and board size.

    Every activation is kept until the gradients come back. Those need three buffers in all: ``above`` holds the
    gradient of a block's output until it has passed the block, by way of ``inner`` and ``below``.

    Args:
        library: where to run.
        number: bfloat16 or float32 for activations, gradients and the weights they are multiplied with.
        config: a residual net.
        rows: positions in a batch.
        size: board size.
        parameters: finds a convolution's weights and gradients by its name.
        head: those of the heads' convolutions, joined into one.
    """

    def __init__(
        self,
        library: Library,
        number: Number,
        config: NetConfig,
        rows: int,
        size: int,
        parameters: Callable[[str], Parameters],
        head: Parameters,
    ) -> None:
        def tensor(channels: int, number: Number = number) -> Tensor:
            return Tensor.channels_last(library, rows, size, channels, number)

        self.planes = np.zeros((rows, config.planes, size, size), np.float32)
        """``float32[rows, C, N, N]``, the input: fill it before :meth:`forward`."""
        planes = tensor(config.planes)
        self._take_planes = reorder(library, Tensor.plain(library, self.planes), planes)
        above, inner, below = (tensor(config.channels) for _ in range(3))
        trunk = tensor(config.channels)
        self._input = Convolution(library, number, parameters("input_conv"), planes, trunk, above)
        self._blocks = []
        for block in range(config.blocks):
            output = tensor(config.channels)
            first, second = parameters(f"blocks.{block}.conv1"), parameters(f"blocks.{block}.conv2")
            self._blocks.append(_Block(library, number, first, second, trunk, output, (above, inner, below)))
            trunk = output
        self._trunk, self._above = trunk.array, above.array

        features, feature_gradient = (
            tensor(2 * HEAD_CHANNELS, Number.FLOAT32),
            tensor(2 * HEAD_CHANNELS, Number.FLOAT32),
        )
        self.features = features.array.reshape(rows, size * size, -1)
        """``float32[rows, N*N, 64]``, the output: the policy's 32 features, then the value's, after their relu."""
        self.feature_gradient = feature_gradient.array.reshape(rows, size * size, -1)
        """``float32[rows, N*N, 64]``, the loss's gradient before that relu: fill it before :meth:`backward`."""
        narrow = tensor(2 * HEAD_CHANNELS)
        self._take_gradient = reorder(library, feature_gradient, narrow)
        self._head = Convolution(library, number, head, trunk, features, narrow, above)

    def forward(self) -> None:
        """Compute ``features`` from ``planes``."""
        self._take_planes()
        self._input.forward()
        for block in self._blocks:
            block.forward()
        self._head.forward()

    def backward(self) -> None:
        """Compute the gradient of every parameter from ``feature_gradient``; :meth:`forward` came right before."""
        self._take_gradient()
        self._head.backward()
        through_relu(self._above, self._trunk)
        for block in reversed(self._blocks):
            block.backward()
        self._input.backward()


class _Block:
    """``output = relu(trunk + conv2(relu(conv1(trunk))))``."""

    def __init__(
        self,
        library: Library,
        number: Number,
        first: Parameters,
        second: Parameters,
        trunk: Tensor,
        output: Tensor,
        gradients: tuple[Tensor, Tensor, Tensor],
    ) -> None:
        above, inner, below = gradients
        rows, size, _, channels = trunk.array.shape
        middle = Tensor.channels_last(library, rows, size, channels, number)
        self._first = Convolution(library, number, first, trunk, middle, inner, below)
        self._second = Convolution(library, number, second, middle, output, above, inner, shortcut=trunk)
        self._add_below = add_to(library, above, below)
        self._trunk, self._middle = trunk.array, middle.array
        self._above, self._inner = above.array, inner.array

    def forward(self) -> None:
        self._first.forward()
        self._second.forward()

    def backward(self) -> None:
        """Turn ``above`` from the gradient before this block's last relu into that before the previous block's."""
        self._second.backward()
        through_relu(self._inner, self._middle)
        self._first.backward()
        self._add_below()  # the shortcut hands the gradient down unchanged
        through_relu(self._above, self._trunk)


def through_relu(gradient: NDArray[Any], output: NDArray[Any]) -> None:
    """Relu's gradient, in place: nothing comes through where its output was 0."""
    _zero_where_not_positive(gradient.reshape(-1), output.reshape(-1))


@kernel
def _zero_where_not_positive(gradient: NDArray[Any], output: NDArray[Any]) -> None:
    """For float32 and for bfloat16 bit patterns alike: both are positive when the number is, and 0 is all bits 0."""
    nothing = gradient.dtype.type(0)
    for i in range(gradient.size):
        gradient[i] = gradient[i] if output[i] > 0 else nothing
