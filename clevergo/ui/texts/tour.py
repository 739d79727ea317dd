"""The words of the first minute."""

from __future__ import annotations

from enum import auto

from clevergo.ui.strings import Wording


class TourText(Wording):
    """Three short steps, each a heading and a sentence or two."""

    PLAY = auto()
    PLAY_SAID = auto()
    ADOPT = auto()
    ADOPT_SAID = auto()
    WATCH = auto()
    WATCH_SAID = auto()
    STEP = auto()
    NEXT = auto()
    SKIP = auto()
    DONE = auto()
