"""A net as Paddle computes it: the reference that every faster way must agree with."""

from __future__ import annotations

import paddle
from paddle import nn

from clevergo.nn.description import NetConfig, parameter_shapes


class Network(nn.Layer):
    """The layers that a net's parameters stand for, and what its kind does with them.

    It begins as Paddle likes it; our own start is :func:`clevergo.nn.description.initial_weights`.
    """

    def __init__(self, config: NetConfig) -> None:
        super().__init__()
        self._config = config
        self._layers: dict[str, nn.Layer] = {}
        for name, shape in parameter_shapes(config).items():
            layer_name, _, part = name.rpartition(".")
            if part == "weight":
                self._layers[layer_name] = self.add_sublayer(layer_name, _layer_of(shape))

    def forward(self, planes: paddle.Tensor) -> tuple[paddle.Tensor, ...]:
        """Judge ``float32[B, C, H, W]``; see :meth:`clevergo.nn.description.NetKind.forward`."""
        return self._config.net_kind.forward(self._config, self._layers, planes)


def _layer_of(shape: tuple[int, ...]) -> nn.Layer:
    """A convolution that keeps the board's size, or a linear layer."""
    if len(shape) == 4:
        outputs, inputs, *window = shape
        return nn.Conv2D(inputs, outputs, window, padding=[length // 2 for length in window])
    return nn.Linear(*shape)
