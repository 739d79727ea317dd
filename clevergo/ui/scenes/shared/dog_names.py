"""What dogs may be called, and what their nets are called."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from clevergo.app.kennel.dogs import DogNameError, checked_name, net_of
from clevergo.app.kennel.lookalikes import look_key, name_key
from clevergo.app.training.settings import NetSize
from clevergo.ui.kit.look import Words
from clevergo.ui.strings import KennelText, Strings, Text, kindly

LONGEST_TYPED = 240
"""Letters a field for a name takes; the advice tells of those that are too many."""


def name_problem(name: str, taken: Sequence[str]) -> Words | None:
    """What is wrong with a dog's name, kindly; None where nothing is."""
    tidy = unicodedata.normalize("NFC", " ".join(name.split()))
    if not tidy:
        return Text.NAME_EMPTY
    same = [other for other in taken if name_key(other) == name_key(tidy)]
    if same:
        return Text.NAME_TAKEN(name=same[0])
    alike = [other for other in taken if look_key(other) == look_key(tidy)]
    if alike:
        return Text.NAME_ALIKE(name=alike[0])
    try:
        checked_name(tidy)
    except DogNameError as error:
        return kindly(error.problem)
    return None


def named(taken: Sequence[str], act: Callable[[str], None]) -> Callable[[str], Words | None]:
    """What is done with a name that was typed: ``act``, or nothing but to say what is wrong with it."""

    def answered(name: str) -> Words | None:
        problem = name_problem(name, taken)
        if problem is None:
            act(name)
        return problem

    return answered


def name_idea(strings: Strings, taken: Sequence[str]) -> str:
    """A name nobody has yet."""
    ideas = strings.get(Text.NAME_IDEAS).split()
    keys = {look_key(name) for name in taken}
    return next((idea for idea in ideas if look_key(idea) not in keys), "")


# --- nets -----------------------------------------------------------------------------------------------------------

_SIZES = {
    NetSize.CLASSIC: KennelText.NET_CLASSIC,
    NetSize.SMALL: KennelText.NET_SMALL,
    NetSize.MEDIUM: KennelText.NET_MEDIUM,
    NetSize.LARGE: KennelText.NET_LARGE,
}
_KINDS = {
    "classic": KennelText.TIP_NET_CLASSIC,
    "gomoku": KennelText.TIP_NET_GOMOKU,
    "original": KennelText.TIP_NET_ORIGINAL,
    "residual": KennelText.TIP_NET,
}
"""What is said of a kind; of one without a sentence nothing is."""
_ADOPTED = {"gomoku": KennelText.NET_GOMOKU, "original": KennelText.NET_ORIGINAL}
"""What nets are called that cannot be chosen, but come along with dogs that are adopted."""


def net_said(strings: Strings, net: str) -> str:
    """``medium net``; a description nobody understands stays as it is."""
    config = net_of(net)
    if config is not None and config.kind in _ADOPTED:
        return strings.get(_ADOPTED[config.kind])
    size = None if config is None else NetSize.of(config)
    return net if size is None else strings.get(_SIZES[size])


def net_explained(strings: Strings, net: str) -> str:
    """What a net is, and how large this one; empty where that is not known."""
    config = net_of(net)
    if config is None or config.kind not in _KINDS:
        return ""
    return strings.get(_KINDS[config.kind], blocks=config.blocks, channels=config.channels)
