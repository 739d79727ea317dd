"""What is heard of a match: stones, its end, and the last seconds of a person's time one by one."""

from __future__ import annotations

import math

from clevergo.app.match.clock import ClockSeen
from clevergo.app.match.messages import MatchSnapshot
from clevergo.games.color import Color
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.play.words import color_name
from clevergo.ui.shell.audio import Audio, Sound
from clevergo.ui.strings import PlayText, Text

TICKS = 10
"""So many seconds before the time is up it begins to tick."""
LAST_TICKS = 3
"""The last of them are clearer."""


class Ticking:
    """Watches the clock of whoever is to move. A period that begins, or a clock looked at anew, makes no sound."""

    def __init__(self) -> None:
        self._last: tuple[Color, int] | None = None
        """Whose time runs, and the whole seconds left of it; None while it is nobody's hurry."""

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


def let_hear(before: MatchSnapshot, now: MatchSnapshot, audio: Audio) -> Words | None:
    """Sound what has happened since ``before``; what is to be said of it, if anything."""
    said: Words | None = None
    has_moved = now.shown.is_live and before.shown.is_live and now.live.ply > before.live.ply
    if now.match_id == before.match_id and has_moved and now.shown.board.last_move is not None:
        if now.shown.board.last_move != now.setup.rules.pass_action:
            audio.play(sound_of_move(before, now))
        elif now.outcome is None:
            said = _passed(now)
    if now.outcome is not None and before.outcome is None and now.match_id == before.match_id:
        winner, people = now.outcome.winner, [color for color in Color if now.setup.player(color).is_human]
        loses = len(people) == 1 and winner is not None and winner not in people
        audio.play(Sound.LOSE if loses else Sound.WIN)
    is_new = (now.match_id, now.live.ply) != (before.match_id, before.live.ply)
    if is_new and now.shown.must_pass and now.shown.is_live and now.is_persons_turn:
        said = PlayText.MUST_PASS
    return said


def sound_of_move(before: MatchSnapshot, now: MatchSnapshot) -> Sound:
    """What a stone sounds like that was put down between the two."""
    return Sound.CAPTURE if sum(now.shown.captures or ()) > sum(before.shown.captures or ()) else Sound.STONE


def _passed(now: MatchSnapshot) -> Words:
    """That somebody has passed; to a person whom a machine leaves the end of the game to, what that means."""
    color, setup = now.shown.to_play.opponent, now.setup
    has_count = setup.rules.game.counting is not None
    is_offer = has_count and setup.player(now.shown.to_play).is_human and not setup.player(color).is_human
    row = PlayText.PASSED_TO_YOU if is_offer else Text.PASSED
    return lambda s: s.get(row, color=color_name(s, color))
