"""A kind of net that the program does not have and oneDNN knows nothing of: few layers, and a gelu among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clevergo.nn.description import NetKind, PlaneSet, Shapes, layer

if TYPE_CHECKING:
    import paddle

    from clevergo.nn.description import NetConfig


class Tiny(NetKind):
    """Policy and value, each from its own linear layer."""

    planes = PlaneSet.HISTORY

    def supports(self, config: NetConfig, size: int) -> bool:
        return size == config.size

    def shapes(self, config: NetConfig) -> Shapes:
        shape, width = config.shape(), config.channels * config.shape().points
        return {
            **layer("trunk", config.channels, shape.planes, 3, 3),
            **layer("policy", width, shape.actions),
            **layer("value", width, 1),
        }

    def forward(
        self, config: NetConfig, layers: Mapping[str, paddle.nn.Layer], planes: paddle.Tensor
    ) -> tuple[paddle.Tensor, ...]:
        from paddle.nn.functional import gelu, tanh

        trunk = gelu(layers["trunk"](planes)).flatten(1)
        return layers["policy"](trunk), tanh(layers["value"](trunk))


KIND = Tiny()
