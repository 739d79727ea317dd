"""The doctor's words: what is wrong with a dog in training, and what is done about it."""

from __future__ import annotations

from clevergo.app.kennel.messages import Ailment
from clevergo.ui.strings import Wording


class DoctorText(Wording):
    """A complaint in a few words, and the lines of the diary."""

    NEWS_DOCTOR = ("医生说：{ailment}", "The doctor says: {ailment}")
    NEWS_CURED = ("好了：{ailment}", "Over it: {ailment}")
    NEWS_RATE_CUT = ("学得慢一点、细一点：{ailment}", "It learns in smaller steps now: {ailment}")
    NEWS_ROLLED_BACK = ("回到 {games:,} 局时的样子：{ailment}", "Back to its age of {games:|game|games}: {ailment}")

    ONE_COLOUR_WINS = ("几乎总是同一方赢", "nearly always the same colour wins")
    PASSES_AT_ONCE = ("刚开局就停一手", "games end by passing at once")
    POLICY_COLLAPSED = ("只肯下一种走法", "it only ever wants one move")
    NOT_A_NUMBER = ("有几步算错，已跳过", "a few steps went out of bounds and were left out")
    NO_GAMES = ("好久没有下完一局了", "no game has ended for long")
    VALUE_GUESSES = ("看形势还全靠猜", "it still guesses who is ahead")
    NO_GAIN = ("好久没有进步了", "it has not become stronger for long")
    GETS_WORSE = ("比以前弱了", "it has become weaker than it was")


AILMENTS = {ailment: DoctorText[ailment.name] for ailment in Ailment}
"""A complaint in words."""
