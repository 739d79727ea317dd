"""The words of a first start, while the program's inner loops are compiled."""

from __future__ import annotations

from collections.abc import Callable

from clevergo.app.match.messages import Preparing
from clevergo.ui.strings import Strings, Texts, Wording

PreparingText = Texts("PreparingText")
"""What is said meanwhile."""


def preparing_said(text: Wording, preparing: Preparing) -> Callable[[Strings], str]:
    """How far it is, as words that follow the language."""
    return lambda strings: strings.get(text, done=preparing.done, total=preparing.total)
