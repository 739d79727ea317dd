"""Time as other programs tell it: the standard's, KGS's and KataGo's settings.

KGS: ``none``, ``absolute MAIN``, ``byoyomi MAIN PERIOD PERIODS``, ``canadian MAIN PERIOD STONES``. KataGo has these
too, and ``fischer MAIN INCREMENT``, ``fischer-capped MAIN INCREMENT MOST_MAIN MOST_A_MOVE``, where -1 is no limit.
"""

from __future__ import annotations

from collections.abc import Callable

from clevergo.protocols.gtp.clock import Overtime, TimeSettings
from clevergo.protocols.gtp.protocol import SYNTAX_ERROR, Arguments, GtpError

NO_LIMIT = TimeSettings(0.0, 1.0, 0)
"""No limit, as the standard says it: periods of time for no stones."""


def standard(arguments: Arguments) -> TimeSettings:
    """``MAIN PERIOD STONES``: Canadian, where a period of 0 means that main time is all there is."""
    return TimeSettings(_seconds(arguments), _seconds(arguments), arguments.integer())


def _absolute(arguments: Arguments) -> TimeSettings:
    return TimeSettings(_seconds(arguments))


def _periods(arguments: Arguments) -> TimeSettings:
    return TimeSettings(_seconds(arguments), _seconds(arguments), arguments.integer(), Overtime.PERIODS)


def _fischer(arguments: Arguments) -> TimeSettings:
    return TimeSettings(_seconds(arguments), _seconds(arguments), overtime=Overtime.INCREMENT)


def _fischer_capped(arguments: Arguments) -> TimeSettings:
    main, increment = _seconds(arguments), _seconds(arguments)
    most_saved, most_a_move = _limit(arguments), _limit(arguments)
    return TimeSettings(main, increment, 0, Overtime.INCREMENT, most_saved, most_a_move)


Reader = Callable[[Arguments], TimeSettings]
KGS: dict[str, Reader] = {
    "none": lambda _: NO_LIMIT,
    "absolute": _absolute,
    "byoyomi": _periods,
    "canadian": standard,
}
"""What may follow ``kgs-time_settings``."""
KATA: dict[str, Reader] = {**KGS, "fischer": _fischer, "fischer-capped": _fischer_capped}
"""What may follow ``kata-time_settings``."""


def told(arguments: Arguments, kinds: dict[str, Reader]) -> TimeSettings:
    """The settings whose kind is the first word; GtpError where there is no such kind, or its numbers make no sense."""
    kind = arguments.word().lower()
    if kind not in kinds:
        raise GtpError(f"unknown time settings: here it is one of {', '.join(kinds)}")
    return kinds[kind](arguments)


def _seconds(arguments: Arguments) -> float:
    seconds = arguments.number()
    if seconds < 0:
        raise GtpError(SYNTAX_ERROR)
    return seconds


def _limit(arguments: Arguments) -> float | None:
    seconds = arguments.number()
    return None if seconds < 0 else seconds
