"""A dog's net in plain words: ``5x64`` says nothing to most people."""

from __future__ import annotations

from clevergo.app.kennel.dogs import net_of
from clevergo.app.training.settings import NetSize
from clevergo.ui.strings import Strings
from clevergo.ui.texts.kennel import KennelText

_SIZES = {
    NetSize.CLASSIC: KennelText.NET_CLASSIC,
    NetSize.SMALL: KennelText.NET_SMALL,
    NetSize.MEDIUM: KennelText.NET_MEDIUM,
    NetSize.LARGE: KennelText.NET_LARGE,
}


def net_said(strings: Strings, net: str) -> str:
    """``medium net``; a description nobody understands stays as it is."""
    config = net_of(net)
    return net if config is None else strings.get(_SIZES[NetSize.of(config)])


def net_explained(strings: Strings, net: str) -> str:
    """What a net is, and how large this one; empty where that is not known."""
    config = net_of(net)
    if config is None:
        return ""
    if NetSize.of(config) is NetSize.CLASSIC:
        return strings.get(KennelText.TIP_NET_CLASSIC)
    return strings.get(KennelText.TIP_NET, blocks=config.blocks, channels=config.channels)
