"""The nets' convolutions from the planes to the last shared activation: activations up, gradients down.

Every activation is kept until the gradients come back; all buffers are allocated once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.nn.description.weights import CLASSIC_CHANNELS
from clevergo.nn.onednn.convolution import Convolution, Parameters
from clevergo.nn.onednn.library import Library
from clevergo.nn.onednn.primitives import Number, Tensor, add_to

FindParameters = Callable[[str], Parameters]
"""Finds a convolution's weights and gradients by its name."""


class Body(Protocol):
    """What the heads stand on."""

    output: Tensor
    """The last activation, written by ``forward``."""
    output_gradient: Tensor
    """The loss's gradient with respect to ``output``: filled in before ``backward``, which overwrites it."""

    def forward(self) -> None:
        """Compute ``output`` from the planes."""

    def backward(self) -> None:
        """Compute the gradients of all weights from ``output_gradient``; ``forward`` came before."""


class ResidualBody:
    """The input convolution and the residual blocks.

    The gradients need three buffers in all, however many blocks there are: ``above`` holds the gradient of a block's
    output until it has passed the block, by way of ``inner`` and ``below``. Few buffers stay in the cache.
    """

    def __init__(
        self, library: Library, number: Number, planes: Tensor, find: FindParameters, blocks: int, channels: int
    ) -> None:
        rows, size = planes.array.shape[:2]
        trunk, above, inner, below = (Tensor.channels_last(library, rows, size, channels, number) for _ in range(4))
        self._input = Convolution(library, number, find("input_conv"), planes, trunk, above)
        self._first_trunk = trunk
        self._blocks = []
        for block in range(blocks):
            first, second = find(f"blocks.{block}.conv1"), find(f"blocks.{block}.conv2")
            self._blocks.append(_Block(library, number, first, second, trunk, (above, inner, below)))
            trunk = self._blocks[-1].output
        self.output, self.output_gradient = trunk, above

    def forward(self) -> None:
        """Compute ``output`` from the planes."""
        self._input.forward()
        for block in self._blocks:
            block.forward()

    def backward(self) -> None:
        """Compute the gradients of all weights from ``output_gradient``."""
        for block in reversed(self._blocks):
            block.backward()
        through_relu(self.output_gradient.array, self._first_trunk.array)
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
        gradients: tuple[Tensor, Tensor, Tensor],
    ) -> None:
        above, inner, below = gradients
        rows, size, _, channels = trunk.array.shape
        middle, self.output = (Tensor.channels_last(library, rows, size, channels, number) for _ in range(2))
        self._first = Convolution(library, number, first, trunk, middle, inner, below)
        self._second = Convolution(library, number, second, middle, self.output, above, inner, shortcut=trunk)
        self._add_below = add_to(library, above, below)
        self._middle, self._above, self._inner = middle, above, inner

    def forward(self) -> None:
        self._first.forward()
        self._second.forward()

    def backward(self) -> None:
        """Turn ``above`` from the gradient of this block's output into that of its input."""
        through_relu(self._above.array, self.output.array)
        self._second.backward()
        through_relu(self._inner.array, self._middle.array)
        self._first.backward()
        self._add_below()  # the shortcut hands the gradient down unchanged


class ClassicBody:
    """Three convolutions, each with a relu."""

    def __init__(self, library: Library, number: Number, planes: Tensor, find: FindParameters) -> None:
        rows, size = planes.array.shape[:2]
        self._layers: list[tuple[Convolution, Tensor, Tensor]] = []
        source, source_gradient = planes, None
        for index, channels in enumerate(CLASSIC_CHANNELS, 1):
            target, gradient = (Tensor.channels_last(library, rows, size, channels, number) for _ in range(2))
            convolution = Convolution(library, number, find(f"conv{index}"), source, target, gradient, source_gradient)
            self._layers.append((convolution, target, gradient))
            source, source_gradient = target, gradient
        _, self.output, self.output_gradient = self._layers[-1]

    def forward(self) -> None:
        """Compute ``output`` from the planes."""
        for convolution, _, _ in self._layers:
            convolution.forward()

    def backward(self) -> None:
        """Compute the gradients of all weights from ``output_gradient``."""
        for convolution, target, gradient in reversed(self._layers):
            through_relu(gradient.array, target.array)
            convolution.backward()


def through_relu(gradient: NDArray[Any], output: NDArray[Any]) -> None:
    """Relu's gradient, in place: nothing comes through where its output was 0."""
    _zero_where_not_positive(gradient.reshape(-1), output.reshape(-1))


@kernel
def _zero_where_not_positive(gradient: NDArray[Any], output: NDArray[Any]) -> None:
    """For float32 and for bfloat16 bit patterns alike: both are positive when the number is, and 0 is all bits 0."""
    nothing = gradient.dtype.type(0)
    for i in range(gradient.size):
        gradient[i] = gradient[i] if output[i] > 0 else nothing
