"""What is heard and briefly said when something has happened on the board."""

from __future__ import annotations

from clevergo.app.match.messages import MatchSnapshot
from clevergo.games.go.position import Color
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.play.words import color_name
from clevergo.ui.shell.audio import Audio, Sound
from clevergo.ui.strings import Text
from clevergo.ui.texts.play import PlayText


def let_hear(before: MatchSnapshot, now: MatchSnapshot, audio: Audio) -> Words | None:
    """Sound what has happened since ``before``; what is to be said of it, if anything."""
    said: Words | None = None
    has_moved = now.is_live and before.is_live and now.live_ply > before.live_ply
    if now.match_id == before.match_id and has_moved and now.last_move is not None:
        if now.last_move != now.setup.ruleset.pass_action:
            audio.play(Sound.CAPTURE if sum(now.captures) > sum(before.captures) else Sound.STONE)
        elif now.outcome is None:
            said = _passed(now)
    if now.outcome is not None and before.outcome is None and now.match_id == before.match_id:
        people = {Color.BLACK: now.setup.black.is_human, Color.WHITE: now.setup.white.is_human}
        loses = sum(people.values()) == 1 and now.outcome.winner is not None and not people[now.outcome.winner]
        audio.play(Sound.LOSE if loses else Sound.WIN)
    return said


def _passed(now: MatchSnapshot) -> Words:
    """That somebody has passed; to a person whom a machine leaves the end of the game to, what that means."""
    color, setup = now.to_play.opponent, now.setup
    is_offer = setup.player(now.to_play).is_human and not setup.player(color).is_human
    row = PlayText.PASSED_TO_YOU if is_offer else Text.PASSED
    return lambda s: s.get(row, color=color_name(s, color))
