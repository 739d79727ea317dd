"""A search cut into moments one can step through: each choice on the way down, the judgment, and the way back up."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from clevergo.app.slow.motion import LeafKind, SlowMotion


class Phase(enum.Enum):
    """What happens in a moment."""

    SELECT = "select"
    EXPAND = "expand"
    EVALUATE = "evaluate"
    BACK_UP = "back_up"
    RESULT = "result"
    """It is over: what was found."""


@dataclass(frozen=True)
class Moment:
    """One step of the story."""

    phase: Phase
    simulation: int
    """Which of those that are kept, from 0."""
    depth: int
    """Moves made on the way down before it."""
    done: int
    """How many simulations have been backed up by now, this one too where that is the moment."""


def moments_of(motion: SlowMotion) -> tuple[Moment, ...]:
    """All moments of a search, in order; the simulations of one wave go down before the first of them is judged."""
    return tuple(_moments(motion))


def _moments(motion: SlowMotion) -> Iterator[Moment]:
    waves = motion.steps.wave.tolist()
    done = 0
    for _, wave in groupby(range(len(motion)), key=lambda index: waves[index]):
        simulations = list(wave)
        ways = {index: len(motion.way(index)) - 1 for index in simulations}
        for index in simulations:
            for depth in range(ways[index]):
                yield Moment(Phase.SELECT, index, depth, done)
        for index in simulations:
            if motion.simulation(index).kind is LeafKind.NEW:
                yield Moment(Phase.EXPAND, index, ways[index], done)
            yield Moment(Phase.EVALUATE, index, ways[index], done)
            done += 1
            if ways[index]:
                yield Moment(Phase.BACK_UP, index, 0, done)
    yield Moment(Phase.RESULT, len(motion) - 1, 0, len(motion))


_SECONDS = {
    Phase.SELECT: 1.6,
    Phase.EXPAND: 1.6,
    Phase.EVALUATE: 1.4,
    Phase.BACK_UP: 2.0,
    Phase.RESULT: 0.0,
}
"""How long a moment stays at speed 1."""


class Player:
    """Where one is in the story, and how it goes on by itself."""

    SPEEDS = (0.5, 1.0, 2.0, 5.0, 20.0)
    """Times as fast as is easy to follow."""

    def __init__(self) -> None:
        self.moments: tuple[Moment, ...] = ()
        self.at = 0
        """Which of the moments is shown."""
        self.is_playing = False
        self.speed = 1.0
        self._left = 0.0

    @property
    def now(self) -> Moment:
        """The moment that is shown."""
        return self.moments[self.at]

    @property
    def last(self) -> int:
        """The last moment's index."""
        return len(self.moments) - 1

    def load(self, motion: SlowMotion) -> None:
        """Tell of another search, from its beginning."""
        self.moments, self.at, self.is_playing = moments_of(motion), 0, False

    def clear(self) -> None:
        """There is nothing to tell."""
        self.moments, self.at, self.is_playing = (), 0, False

    def go(self, at: int) -> None:
        """Show another moment; beyond the ends, the last one there."""
        self.at = min(max(at, 0), max(self.last, 0))
        self._left = self._stay()
        if self.at >= self.last:
            self.is_playing = False

    def leap(self, simulations: int) -> None:
        """To the first moment of the simulation so many on, or back; back, first to the beginning of this one."""
        if not self.moments:
            return
        begins = [i for i, one in enumerate(self.moments) if i == 0 or one.simulation != self.moments[i - 1].simulation]
        here = max(i for i, begin in enumerate(begins) if begin <= self.at)
        if simulations < 0 and self.at > begins[here]:
            simulations += 1
        wanted = here + simulations
        self.go(self.last if wanted >= len(begins) else begins[max(wanted, 0)])

    def play(self, is_playing: bool) -> None:
        """Go on by itself, or stop; at the end, from the beginning."""
        if is_playing and self.moments and self.at >= self.last:
            self.at = 0
        self.is_playing = is_playing and bool(self.moments)
        self._left = self._stay()

    def change_speed(self, by: int) -> None:
        """The next speed, or the one before."""
        index = self.SPEEDS.index(self.speed) + by
        self.speed = self.SPEEDS[min(max(index, 0), len(self.SPEEDS) - 1)]
        self._left = min(self._left, self._stay())

    def step(self, dt: float) -> bool:
        """So many seconds pass; whether another moment is shown."""
        before = self.at
        if self.is_playing:
            self._left -= dt
            while self.is_playing and self._left <= 0:
                left = self._left
                self.go(self.at + 1)
                self._left += left
        return self.at != before

    def _stay(self) -> float:
        return _SECONDS[self.now.phase] / self.speed if self.moments else 0.0
