"""The words of a first start, while the program's inner loops are compiled."""

from __future__ import annotations

from collections.abc import Callable
from enum import auto

from clevergo.app.match.messages import Preparing
from clevergo.ui.strings import Strings, Wording


class PreparingText(Wording):
    """What is said meanwhile."""

    RULES = auto()
    WAKING = auto()
    LEARNING = auto()


def preparing_said(text: PreparingText, preparing: Preparing) -> Callable[[Strings], str]:
    """How far it is, as words that follow the language."""
    return lambda strings: strings.get(text, done=preparing.done, total=preparing.total)
