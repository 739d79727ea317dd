"""The player behind the protocol: built at the start, loaded when it first has to think."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clevergo.games.go.position import Position
from clevergo.players.protocol import Analysis, Decision, Player, ThinkControl, ignore_progress
from clevergo.protocols.gtp.protocol import GtpError

if TYPE_CHECKING:
    from clevergo.players.analyst import Analyst
    from clevergo.players.protocol import Insight


@dataclass(frozen=True)
class Engine:
    """What a GTP session plays with."""

    player: Player
    make_analyst: Callable[[], Analyst] | None = None
    """For watching it think; None for players that do not."""
    supports: Callable[[int], bool] = lambda _size: True
    """Whether it plays on boards of a size."""
    keeps_own_time: bool = False
    """Whether it must not be hurried: another program's move is all or nothing."""


class Thinker:
    """Asks the player, within the time there is."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._is_seated = False
        self._last: Position | None = None
        self._analyst: Analyst | None = None
        self._studied: Position | None = None

    def new_game(self) -> None:
        """Whatever comes next is another game."""
        self._is_seated = False
        self._last = self._studied = None

    def get_ready(self, position: Position) -> None:
        """Load what thinking about ``position`` needs, and forget what does not lead to it."""
        if not self._is_seated or not _may_follow(self._last, position):
            self.engine.player.new_game(position.rules)
            self._is_seated = True
        self._last = position

    def choose(
        self, position: Position, seconds: float | None, progress: Callable[[Analysis], None] = ignore_progress
    ) -> Decision:
        """A move, or less of a search for one where ``seconds`` are few."""
        self.get_ready(position)
        if seconds is not None and not self.engine.keeps_own_time:
            end = time.monotonic() + seconds
            return self.engine.player.choose(position, ThinkControl(lambda: time.monotonic() >= end, progress))
        return self.engine.player.choose(position, ThinkControl(progress=progress))

    def study(self, position: Position, stop: Callable[[], bool]) -> Iterator[Insight]:
        """Think about ``position`` until ``stop``, telling how it stands several times a second."""
        from clevergo.players.analyst import ENDLESS

        if self.engine.make_analyst is None:
            raise GtpError(f"{self.engine.player.name} does not analyze positions")
        if self._analyst is None or not _may_follow(self._studied, position):
            self._analyst = self.engine.make_analyst()
        self._studied = position
        return self._analyst.study(position, ENDLESS, stop, is_thorough=False)


def _may_follow(last: Position | None, position: Position) -> bool:
    """Whether the sides have taken turns since ``last``; searches rely on it when they keep their trees."""
    if last is None or last.rules != position.rules:
        return False
    return (position.ply - last.ply) % 2 == int(position.to_play is not last.to_play)
