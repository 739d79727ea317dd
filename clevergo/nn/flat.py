"""Nets of one form: three convolutions, and over them two heads of fully connected layers, for one size of board.

It is the form of the first programs that people wrote after AlphaZero. Kinds of it differ in their planes and in the
widths of their heads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from clevergo.nn.description import NetKind, OneDnnKind, Shapes, TrunkLayer, layer
from clevergo.nn.inside.plan import Function, Layer, LayerKind, NetPlan, Part, trunk_layers

if TYPE_CHECKING:
    import paddle

    from clevergo.nn.description import Array, Heads, NetConfig, Weights
    from clevergo.nn.onednn.engine import ForwardPass
    from clevergo.nn.onednn.heads import BatchLosses
    from clevergo.nn.onednn.library import Library
    from clevergo.nn.onednn.primitives import Operation, Tensor

TRUNK = ("conv1", "conv2", "conv3")
_TRUNK_CHANNELS = (32, 64, 128)


@dataclass(frozen=True)
class Head:
    """A 1x1 convolution over the trunk, and linear layers over all that it says of all points, relus between them."""

    convolution: str
    """The convolution's name."""
    channels: int
    """The convolution's output channels."""
    layers: tuple[str, ...]
    """The linear layers' names; after the last one comes no relu."""
    hidden: tuple[int, ...]
    """The widths of all but the last."""

    def shapes(self, points: int, outputs: int) -> Shapes:
        """The parameters' shapes, for boards of so many points."""
        widths = (self.channels * points, *self.hidden, outputs)
        shapes = layer(self.convolution, self.channels, _TRUNK_CHANNELS[-1], 1, 1)
        for name, width, following in zip(self.layers, widths, widths[1:], strict=False):
            shapes |= layer(name, width, following)
        return shapes

    def plan(self, part: Part, function: Function) -> list[Layer]:
        """The head's layers in their order; ``function`` comes after the last."""
        layers = [Layer(self.convolution, LayerKind.CONVOLUTION, (TRUNK[-1],), part=part)]
        for name in self.layers:
            last = function if name == self.layers[-1] else Function.RELU
            layers.append(Layer(name, LayerKind.LINEAR, (layers[-1].name,), last, part=part))
        return layers


class FlatNet(NetKind):
    """Three convolutions and two flat heads; of the settings only game and board size count.

    Kinds add ``policy``, ``value`` and ``onednn``, a :class:`FlatOneDnn`.
    """

    policy: ClassVar[Head]
    value: ClassVar[Head]

    def supports(self, config: NetConfig, size: int) -> bool:
        """Whether ``size`` is the net's own: fully connected layers fit one size."""
        return size == config.size

    def short(self, config: NetConfig) -> str:
        """The kind's name: nets of it do not differ in size."""
        return self.name

    def shapes(self, config: NetConfig) -> Shapes:
        """Every parameter's name and shape: the trunk's, then both heads'."""
        shape, shapes = config.shape(), Shapes()
        for name, below, channels in zip(TRUNK, (shape.planes, *_TRUNK_CHANNELS), _TRUNK_CHANNELS, strict=False):
            shapes |= layer(name, channels, below, 3, 3)
        return shapes | self.policy.shapes(shape.points, shape.actions) | self.value.shapes(shape.points, 1)

    def plan(self, config: NetConfig) -> NetPlan:
        """The net layer by layer: the trunk, then both heads."""
        heads = self.policy.plan(Part.POLICY, Function.NONE) + self.value.plan(Part.VALUE, Function.TANH)
        return NetPlan((*trunk_layers(_trunk()), *heads), self.policy.layers[-1], self.value.layers[-1])

    def start_scale(self, name: str) -> float:
        """A tenth for the output layers: the first policy is nearly uniform and the first value nearly 0."""
        return 0.1 if name in (self.policy.layers[-1], self.value.layers[-1]) else 1.0

    def forward(
        self, config: NetConfig, layers: Mapping[str, paddle.nn.Layer], planes: paddle.Tensor
    ) -> tuple[paddle.Tensor, ...]:
        """What Paddle computes: policy logits ``[B, A]`` and value ``[B, 1]`` of ``planes``."""
        from paddle.nn.functional import relu, tanh

        trunk = planes
        for name in TRUNK:
            trunk = relu(layers[name](trunk))
        said = []
        for head in (self.policy, self.value):
            features = relu(layers[head.convolution](trunk)).flatten(1)
            for name in head.layers[:-1]:
                features = relu(layers[name](features))
            said.append(layers[head.layers[-1]](features))
        return said[0], tanh(said[1])


def _trunk() -> list[TrunkLayer]:
    return [TrunkLayer(name, below) for name, below in zip(TRUNK, (None, *TRUNK), strict=False)]


class FlatOneDnn(OneDnnKind):
    """Such a net over oneDNN, for playing and for training."""

    def __init__(self, policy: Head, value: Head) -> None:
        self._policy, self._value = policy, value
        self.exact = (value.layers[-1],)
        self.flattened = (policy.layers[0], value.layers[0])

    def trunk(self, config: NetConfig) -> list[TrunkLayer]:
        """The three convolutions between the planes and the heads."""
        return _trunk()

    def judge(self, net: ForwardPass) -> tuple[Array, Array, Array | None]:
        """Describe both heads to ``net``; returns where policy logits and value will be, and None for points."""
        from clevergo.nn.onednn.primitives import Operation

        return self._head(net, self._policy).array, self._head(net, self._value, Operation.TANH).array, None

    def _head(self, net: ForwardPass, head: Head, function: Operation | None = None) -> Tensor:
        """The last layer's outputs, through a ``function`` where there is one."""
        from clevergo.nn.onednn.primitives import Number, Operation

        features = net.flat(net.pointwise(head.convolution, net.trunk, Operation.RELU, net.fine))
        for name, following in zip(head.layers, head.layers[1:], strict=False):
            number = Number.FLOAT32 if following in self.exact else net.fine
            features = net.linear(name, features, Operation.RELU, number)
        return net.linear(head.layers[-1], features, function)

    def heads(self, config: NetConfig, library: Library, weights: Weights, gradients: Weights) -> Heads:
        """Both heads of a net in training, which read ``weights`` and write ``gradients``."""
        return _Heads(self._policy, self._value, library, weights, gradients)


class _Heads:
    """In training: fully connected layers over all points at once."""

    def __init__(self, policy: Head, value: Head, library: Library, weights: Weights, gradients: Weights) -> None:
        from clevergo.nn.onednn.heads import Linears

        self._policy, self._value = policy, value
        self._linears = Linears(library, weights, gradients)

    def run(self, losses: BatchLosses, features: Array, feature_gradient: Array) -> None:
        """Judge ``features``, and fill in the gradients; arguments as of :meth:`clevergo.nn.description.Heads.run`."""
        border = self._policy.channels
        feature_gradient[:, :, :border] = self._chain(features[:, :, :border], self._policy.layers, losses.policy)
        feature_gradient[:, :, border:] = self._chain(features[:, :, border:], self._value.layers, losses.value)

    def _chain(self, features: Array, names: tuple[str, ...], loss: Callable[[Array], Array]) -> Array:
        """Layers with a relu before each but the first, whose inputs had theirs, and the gradient all the way back."""
        rows, points, channels = features.shape
        # Paddle flattens a convolution's output channel by channel.
        inputs = [features.transpose(0, 2, 1).reshape(rows, -1)]
        for name in names[:-1]:
            inputs.append(np.maximum(self._linears.forward(name, inputs[-1]), 0))
        slope = loss(self._linears.forward(names[-1], inputs[-1]))
        for name, layer_input in zip(reversed(names), reversed(inputs), strict=True):
            slope = self._linears.backward(name, layer_input, slope)
            slope[layer_input <= 0] = 0
        return slope.reshape(rows, channels, points).transpose(0, 2, 1)
