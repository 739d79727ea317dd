"""Leaving the program: what is under way then, said in words, and the question before it stops."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clevergo.app.match.messages import MatchSnapshot
from clevergo.app.tournament.pairing import TournamentState
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.look import Words, say
from clevergo.ui.shell.scene import Services
from clevergo.ui.strings import MeetText, Text

_TOURNAMENT = (TournamentState.STARTING, TournamentState.RUNNING, TournamentState.PAUSED)


def under_way(services: Services) -> list[Words]:
    """What would stop if the program were left now, and what becomes of it, a sentence each."""
    training, match, tournament = services.training.snapshot, services.match.snapshot, services.tournament
    said: list[Words] = []
    if training.phase.is_active:
        said.append(Text.LEAVE_TRAINING(name=training.dog))
    game = _game_said(match)
    if services.lobby is not None and services.lobby.snapshot.holds_tournament:
        said.append(MeetText.END_SAID)
        game = None if match.away is not None else game  # it is one of that tournament's
    if game is not None:
        said.append(game)
    if tournament is not None and tournament.snapshot.state in _TOURNAMENT:
        said.append(Text.LEAVE_TOURNAMENT)
    if services.experiment is not None and services.experiment.snapshot.is_active:
        said.append(Text.LEAVE_EXPERIMENT)
    if services.kennel.task is not None:
        said.append(Text.LEAVE_TASK(name=services.kennel.task.about))
    return said


def _game_said(match: MatchSnapshot) -> Words | None:
    """What becomes of the game on the board; None where nothing does that anybody would miss."""
    away = match.away
    if away is not None and away.is_tournament:
        return MeetText.LEAVE_TOURNAMENT_SAID if away.has_more else None
    if not match.phase.is_going:
        return None
    if away is not None:
        return MeetText.LEAVE_GAME(name=away.name)
    return Text.LEAVE_GAME if match.live.ply > 0 else None


class LeaveDialog(Dialog):
    """Asks whether to leave while something is under way. Enter stays."""

    def __init__(self, said: Sequence[Words], left: Callable[[], None]) -> None:
        """``said``: what :func:`under_way` found; ``left`` hears of it where the person leaves."""
        super().__init__(
            Text.LEAVE_TITLE,
            lambda strings: "\n".join(say(strings, words) for words in said),
            Text.LEAVE_DO,
            left,
            Text.LEAVE_STAY,
            is_destructive=True,
        )
