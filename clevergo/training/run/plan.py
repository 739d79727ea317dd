"""How a run uses the machine: how many processes, with how many threads, how hard, and for how long."""

from __future__ import annotations

import os
from dataclasses import dataclass

_LEARNER_SHARE = 0.4
"""Of the cores at work, for the learner. On one core each, learner and worker are about in balance at three or four
samples a new position; several threads do not learn in proportion, so it stays a little below a half."""
_NICE, _NICEST = 15, 19
"""Between the analysis, for which a person waits, and the idlest. At 10 every twelfth frame of 3 ms was interrupted."""
_GENTLE_SHARE = 0.25


@dataclass(frozen=True)
class RunPlan:
    """How a run uses the machine, and for how long."""

    workers: int = 1
    """Self-play processes; the learner is one more. A single one walks in step with it (:mod:`.parcels`)."""
    duty: float = 1.0
    """Share of the time the processes work."""
    seconds: float | None = None
    """Length of the run; None: until stopped."""
    behind: float = 0.0
    """Seconds of that length that lie behind it, in an earlier run that was interrupted: the learning rate goes on
    where it stood."""
    games: int | None = None
    """Or how many games it takes; such a run can be repeated to the last weight (with one worker)."""
    niceness: int = _NICE
    """How much the processes give way to other programs (Unix scale)."""
    threads: int = 1
    """Of the learner."""
    cluster: str | None = None
    """The address of a cluster whose other machines play, too; None: this machine alone."""
    arena_seconds: float = 60.0
    """Shortest time from one rating match to the next; 0: no rating."""
    arena_share: float = 0.1
    """Share of the time in which there is a rating match, at most."""
    arena_games: int = 10
    """Games of a rating match, in pairs: each opening with both colors."""
    arena_simulations: int = 100
    """Simulations a move of the dog in a rating match."""

    @property
    def in_step(self) -> bool:
        """Whether worker and learner walk in step by counts."""
        return self.workers == 1 and self.cluster is None

    def differs_in_duty_only(self, other: RunPlan) -> bool:
        """Whether running processes can change from one plan to the other."""
        return (self.workers, self.niceness, self.threads) == (other.workers, other.niceness, other.threads)


def plan_for_machine(
    share: float = 1.0, seconds: float | None = None, games: int | None = None, cores: int | None = None
) -> RunPlan:
    """A plan that uses about ``share`` (0 to 1) of this machine's cores.

    The cores are shared so that each new position can be learned from as often as it should be; what is left of a
    core is slept away; and who wants to be gentle gives way to everybody.
    """
    cores = cores or os.cpu_count() or 1
    wanted = cores * share
    busy = max(1, int(wanted))
    threads = max(1, round(_LEARNER_SHARE * busy))
    workers = max(1, busy - threads)
    duty = min(1.0, wanted / min(workers + threads, cores))
    niceness = _NICEST if share <= _GENTLE_SHARE else _NICE
    return RunPlan(workers, duty, seconds, games=games, niceness=niceness, threads=threads)
