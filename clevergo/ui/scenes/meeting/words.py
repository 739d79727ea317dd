"""What is said of somebody at another computer."""

from __future__ import annotations

from clevergo.app.match.messages import AwaySeen, MatchSnapshot
from clevergo.app.meeting.lobby import Kept
from clevergo.games.guests import games
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.strings import MeetText, Strings

_MINUTE = 60


def gone_said(strings: Strings, away: AwaySeen) -> str:
    """That somebody is waited for, and when they were here last, if they have been since one waits."""
    seconds = away.gone_for
    if seconds is None:
        return strings.get(MeetText.GONE, name=away.name)
    if seconds < _MINUTE:
        return strings.get(MeetText.GONE_SECONDS, name=away.name, n=seconds)
    return strings.get(MeetText.GONE_MINUTES, name=away.name, n=seconds // _MINUTE)


def state_said(strings: Strings, match: MatchSnapshot) -> str:
    """In a word or two, beside whoever is to move: whether they are here."""
    away = match.away
    if away is None:
        return ""
    return strings.get(MeetText.AWAY if not away.is_here else MeetText.ON_ITS_WAY if away.is_waiting else MeetText.HERE)


def kept_said(strings: Strings, kept: Kept) -> str:
    """A game that could be gone on with."""
    game = strings.said(game_words(kept.game)) if kept.game in games() else kept.game
    return strings.get(MeetText.KEPT, name=kept.name, game=game, n=kept.moves)
