"""The words of records that are looked at."""

from __future__ import annotations

from enum import auto

from clevergo.ui.strings import Wording


class RecordText(Wording):
    """What is said of a record, and of playing on from it."""

    TAB_FACTS = auto()
    PLAY_ON = auto()
    TIP_PLAY_ON = auto()
    PLAY_ON_TITLE = auto()
    PLAY_ON_SAID = auto()
    PLAY_ON_DO = auto()
    BACK = auto()
    TRYING = auto()
    IN_VARIATION = auto()
    NO_RESULT = auto()
    VOID = auto()
    KOMI = auto()
    RULES = auto()
    RULES_CHINESE = auto()
    RULES_JAPANESE = auto()
    RULES_KOREAN = auto()
    RULES_ING = auto()
    ANNOTATOR = auto()
    HOW_TO_LOOK = auto()
