"""What oneDNN has to be told of a kind of net, so that it is computed without Paddle."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.onednn.library import OneDnnError

if TYPE_CHECKING:
    from clevergo.nn.description import NetConfig, Weights
    from clevergo.nn.onednn.engine import ForwardPass
    from clevergo.nn.onednn.heads import BatchLosses
    from clevergo.nn.onednn.library import Library

Array = NDArray[np.float32]

HEAD_CONVOLUTIONS = ("policy_conv", "value_conv")
"""The layers over the trunk: 1x1 convolutions with a relu, to the features of the policy and of the value."""


@dataclass(frozen=True)
class TrunkLayer:
    """One of the trunk's convolutions with its relu; activations are called by the convolution that writes them."""

    name: str
    source: str | None
    """None stands for the planes."""
    shortcut: str | None = None
    """An activation that is added before the relu."""


class Heads(Protocol):
    """The heads of one net in training: they read its weights and write their gradients, views into flat buffers."""

    def run(self, losses: BatchLosses, features: Array, feature_gradient: Array) -> None:
        """Judge ``features``, and fill in the gradients of the heads' parameters and of the features.

        Args:
            losses: receives the judgments.
            features: ``float32[B, H*W, width]``, after their relu: the policy's, then the value's.
            feature_gradient: ``float32[B, H*W, width]``, written: the total loss's gradient before that relu.
        """


class OneDnnKind(Protocol):
    """A kind of net of this form: a trunk of convolutions, :data:`HEAD_CONVOLUTIONS` over it, heads over these."""

    @property
    def exact(self) -> tuple[str, ...]:
        """How the names end of layers so small that float32 costs nothing: the last ones, whose rounding stays."""

    @property
    def flattened(self) -> Collection[str]:
        """Linear layers that read all features of all points.

        Paddle flattens channel by channel, here they lie point by point, so the weights are put into that order.
        """

    def trunk(self, config: NetConfig) -> list[TrunkLayer]:
        """The 3x3 convolutions from the planes to what the heads read."""

    def judge(self, net: ForwardPass) -> tuple[Array, Array, Array | None]:
        """Describe the heads to ``net``, for playing; the trunk is there.

        Returns:
            where policy logits ``[B, A]``, value ``[B, 1]`` and, if the net has that head, points ``[B, H*W]`` will be.
        """

    def heads(self, config: NetConfig, library: Library, weights: Weights, gradients: Weights) -> Heads:
        """The heads of a net, for training."""


def known_kind(config: NetConfig) -> OneDnnKind:
    """What oneDNN has been told of a net's kind; raises OneDnnError where that is nothing."""
    if config.net_kind.onednn is None:
        raise OneDnnError(f"oneDNN does not know {config.kind} nets")
    return config.net_kind.onednn
