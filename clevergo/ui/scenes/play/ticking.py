"""The last seconds of a person's time, heard one by one."""

from __future__ import annotations

import math

from clevergo.app.match.messages import ClockSeen, MatchSnapshot
from clevergo.games.go.position import Color
from clevergo.ui.shell.audio import Audio, Sound

TICKS = 10
"""So many seconds before the time is up it begins to tick."""
LAST_TICKS = 3
"""The last of them are clearer."""


class Ticking:
    """Watches the clock of whoever is to move. A period that begins, or a clock looked at anew, makes no sound."""

    def __init__(self) -> None:
        self._last: tuple[Color, int] | None = None
        """Whose time runs, and the whole seconds left of it; None while it is nobody's hurry."""

    def let_hear(self, match: MatchSnapshot, clock: ClockSeen | None, audio: Audio) -> None:
        """Sound what :meth:`hear` says."""
        sound = self.hear(match, clock)
        if sound is not None:
            audio.play(sound)

    def hear(self, match: MatchSnapshot, clock: ClockSeen | None) -> Sound | None:
        """What is to be heard now; asked each frame."""
        before, self._last = self._last, self._look(match, clock)
        if before is None or self._last is None or before[0] is not self._last[0]:
            return None
        left = self._last[1]
        if not 0 < left <= TICKS or left >= before[1]:
            return None
        return Sound.TICK if left > LAST_TICKS else Sound.LAST_TICK

    @staticmethod
    def _look(match: MatchSnapshot, clock: ClockSeen | None) -> tuple[Color, int] | None:
        if clock is None or clock.running is None or not match.setup.player(clock.running).is_human:
            return None
        left, control = clock.left(clock.running), match.setup.time
        has_more = left.periods is None and control is not None and control.periods > 0
        return None if has_more else (clock.running, math.ceil(left.seconds))
