"""The doctor's words: what is wrong with a dog in training, and what is done about it."""

from __future__ import annotations

from enum import auto

from clevergo.app.kennel.messages import Ailment
from clevergo.ui.strings import Wording


class DoctorText(Wording):
    """A complaint in a few words, and the lines of the diary."""

    NEWS_DOCTOR = auto()
    NEWS_CURED = auto()
    NEWS_RATE_CUT = auto()
    NEWS_ROLLED_BACK = auto()

    ONE_COLOR_WINS = auto()
    PASSES_AT_ONCE = auto()
    POLICY_COLLAPSED = auto()
    NOT_A_NUMBER = auto()
    NO_GAMES = auto()
    VALUE_GUESSES = auto()
    NO_GAIN = auto()
    GETS_WORSE = auto()


AILMENTS = {ailment: DoctorText[ailment.name] for ailment in Ailment}
"""A complaint in words."""
