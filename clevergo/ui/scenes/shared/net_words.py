"""A dog's net in plain words: ``5x64`` says nothing to most people."""

from __future__ import annotations

from clevergo.app.kennel.dogs import net_of
from clevergo.app.training.settings import NetSize
from clevergo.ui.strings import KennelText, Strings

_SIZES = {
    NetSize.CLASSIC: KennelText.NET_CLASSIC,
    NetSize.SMALL: KennelText.NET_SMALL,
    NetSize.MEDIUM: KennelText.NET_MEDIUM,
    NetSize.LARGE: KennelText.NET_LARGE,
}
_KINDS = {"classic": KennelText.TIP_NET_CLASSIC, "residual": KennelText.TIP_NET}
"""What is said of a kind; of one without a sentence nothing is."""


def net_said(strings: Strings, net: str) -> str:
    """``medium net``; a description nobody understands stays as it is."""
    config = net_of(net)
    size = None if config is None else NetSize.of(config)
    return net if size is None else strings.get(_SIZES[size])


def net_explained(strings: Strings, net: str) -> str:
    """What a net is, and how large this one; empty where that is not known."""
    config = net_of(net)
    if config is None or config.kind not in _KINDS:
        return ""
    return strings.get(_KINDS[config.kind], blocks=config.blocks, channels=config.channels)
