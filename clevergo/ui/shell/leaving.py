"""Leaving the program: what is under way then, said in words, and the question before it stops."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    if match.phase.is_going and match.away is not None:
        said.append(MeetText.LEAVE_GAME(name=match.away.name))
    elif match.phase.is_going and match.live.ply > 0:
        said.append(Text.LEAVE_GAME)
    if tournament is not None and tournament.snapshot.state in _TOURNAMENT:
        said.append(Text.LEAVE_TOURNAMENT)
    if services.experiment is not None and services.experiment.snapshot.is_active:
        said.append(Text.LEAVE_EXPERIMENT)
    if services.kennel.task is not None:
        said.append(Text.LEAVE_TASK(name=services.kennel.task.about))
    return said


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
