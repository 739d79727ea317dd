"""What the learner has taken of what other machines delivered: each game is counted once, however often it comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clevergo.training.run.events import GamesGiven

MOST_VERSIONS_OLD = 4
"""Games that were begun with weights older than that, by publishings, are dropped: they teach what the dog was."""
HERE = ""
"""The machine that the learner itself runs on."""


@dataclass
class _Stream:
    """What one worker on another machine has delivered."""

    upto: int = 0
    """All up to this number has been taken."""
    beyond: set[int] = field(default_factory=set)
    """Of later ones, these."""


class Ledger:
    """Of one run. It is saved with the learner's state, so a learner that begins anew knows what it has counted."""

    def __init__(self, run: str, saved: Mapping[str, Any] | None = None) -> None:
        """Go on with what was ``saved``, if that is of the same run: in another one nothing is delivered again."""
        self._run = run
        self._streams: dict[str, _Stream] = {}
        self._given: dict[str, list[int]] = {}
        self.goes_on = saved is not None and saved.get("run") == run
        """Whether this is what was saved: a learner of this run has begun anew."""
        if saved is not None and self.goes_on:
            for name, (upto, beyond) in saved["streams"].items():
                self._streams[name] = _Stream(int(upto), set(beyond))
            self._given = {machine: list(counts) for machine, counts in saved["given"].items()}

    def take(self, stream: str, number: int) -> bool:
        """Note that this is taken now; False where it has been before."""
        taken = self._streams.setdefault(stream, _Stream())
        if number <= taken.upto or number in taken.beyond:
            return False
        taken.beyond.add(number)
        while taken.upto + 1 in taken.beyond:
            taken.upto += 1
            taken.beyond.remove(taken.upto)
        return True

    def count(self, machine: str, games: int, dropped: int = 0) -> None:
        """Note how many games a machine has given, and how many of them were too old to learn from."""
        counts = self._given.setdefault(machine, [0, 0])
        counts[0] += games
        counts[1] += dropped

    @property
    def given(self) -> tuple[GamesGiven, ...]:
        """What each machine has given in this run."""
        return tuple(GamesGiven(machine, *counts) for machine, counts in self._given.items())

    @property
    def marks(self) -> tuple[tuple[str, int], ...]:
        """For each stream the number up to which all has been taken."""
        return tuple((name, stream.upto) for name, stream in self._streams.items() if stream.upto)

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready form."""
        streams = {name: [stream.upto, sorted(stream.beyond)] for name, stream in self._streams.items()}
        return {"run": self._run, "streams": streams, "given": self._given}
