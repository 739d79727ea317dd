"""The words of a first start, while the program's inner loops are compiled."""

from __future__ import annotations

from collections.abc import Callable

from clevergo.app.match.messages import Preparing
from clevergo.ui.strings import Strings, Wording


class PreparingText(Wording):
    """What is said meanwhile."""

    RULES = (
        "只有第一次要等：正在准备规则和搜索，{done} / {total}",
        "First start only: preparing the rules and the search, {done} of {total}",
    )
    WAKING = (
        "正在叫醒它。第一次要多等一会儿，最多一分钟左右",
        "Waking it up. The first time this may take up to a minute",
    )
    LEARNING = (
        "只有第一次要等：正在准备自我对弈，{done} / {total}",
        "First time only: preparing self-play, {done} of {total}",
    )


def preparing_said(text: PreparingText, preparing: Preparing) -> Callable[[Strings], str]:
    """How far it is, as words that follow the language."""
    return lambda strings: strings.get(text, done=preparing.done, total=preparing.total)
