"""What goes on at the board, whichever scene is shown.

The rules are loaded; in games over the network somebody comes, something has come to nothing, it is one's turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clevergo.app.desk.settings import SceneName
from clevergo.app.match.messages import MatchPhase
from clevergo.ui.kit.notes import Tone
from clevergo.ui.shell.audio import Sound
from clevergo.ui.strings import MeetText

if TYPE_CHECKING:
    from clevergo.ui.shell.scene import Services
    from clevergo.ui.shell.stage import Stage


class Doorbell:
    """Asked each frame; brings the person to the board when somebody has come."""

    def __init__(self, stage: Stage, services: Services) -> None:
        self._stage, self._services = stage, services
        self._was_drawn = False
        self._told: tuple[int, int] = (-1, -1)
        """The match and ply in which the person was told that it is their turn."""

    def update(self, shown: SceneName | None) -> None:
        """Take in what has happened; ``shown`` is the scene that one sees."""
        services = self._services
        if self._was_drawn and shown is not SceneName.PLAY and not services.match.rules_are_loaded:
            services.match.poll()  # or they were loaded by whoever needs them first, for a second of uneven frames
        self._was_drawn = True
        lobby = services.lobby
        if lobby is None:
            return
        met = lobby.poll()
        seen = lobby.snapshot
        if met is not None:
            services.match.meet(met)
            self._stage.go_to(SceneName.PLAY)
        if seen.trouble is not None:
            lobby.forgive()
            self._stage.toast(seen.trouble, Tone.ERROR)
        match = services.match
        if match.snapshot.away is not None and shown is not SceneName.PLAY:
            match.poll()
            self._call()

    def _call(self) -> None:
        """Somebody who looks at something else hears that it is their turn."""
        match = self._services.match.snapshot
        now = match.match_id, match.live.ply
        mover = match.setup.player(match.live.to_play)
        if match.phase is MatchPhase.RUNNING and match.away is not None and mover.is_human and now != self._told:
            self._told = now
            self._services.audio.play(Sound.STONE)
            self._stage.toast(MeetText.YOUR_TURN(name=match.away.name))
