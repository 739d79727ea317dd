"""The processes of a run: self-play workers, the learner, the arena. Each talks to the run over one pipe."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clevergo.nn.files import WeightFileError
from clevergo.problem import Problem, cause_of, unexpected
from clevergo.training.config import TrainingConfig
from clevergo.training.learner.store import RunFolderError
from clevergo.training.moments.known import NOTHING_KNOWN, KnownMoments
from clevergo.training.run.events import Compiling, Fault, RateRequest
from clevergo.training.run.plan import RunPlan
from clevergo.workers.inbox import Inbox

logger = logging.getLogger(__name__)

SELF_PLAY = "self-play"
"""What kernels are prepared for, see :func:`clevergo.compiled.note_prepared`."""


@dataclass(frozen=True)
class ProcessPlan:
    """What every process of a run is told at its start."""

    folder: Path
    config: TrainingConfig
    run: RunPlan = field(default_factory=RunPlan)
    """How the machine is used. Where the run's length is known, the learning rate falls towards its end."""
    elapsed: float = 0.0
    """Seconds of this run that are over when the process starts."""
    first_games: int | None = None
    """Games the dog had when the run began; None: as many as now."""
    number: int = 0
    """Of the worker; part of its seed."""
    starts: int = 0
    """How often this worker was started before in this run; part of its seed."""
    show_seconds: float = 0.25
    """How often a worker tells what its games look like."""
    run_name: str = ""
    """The same for all processes of a run, and for none of another."""
    first_version: int = 0
    """What the learner's first weights are called where nobody walks in step: later ones than were known before."""
    known: KnownMoments = NOTHING_KNOWN
    """The moments of the dog's life that need not be looked for any more."""


class Pacer:
    """Keeps a loop at work only a share of the time, by sleeping after each piece of work."""

    _LONGEST_SLEEP = 0.5

    def __init__(self, duty: float) -> None:
        self.duty = duty

    def rest_after(self, seconds: float) -> None:
        """Sleep in proportion to ``seconds`` of work."""
        if self.duty < 1.0:
            time.sleep(min(self._LONGEST_SLEEP, seconds * (1.0 / max(self.duty, 0.02) - 1.0)))


def run_worker(inbox: Inbox, plan: ProcessPlan) -> None:
    """Process: play games with the latest weights for ever, sending the finished ones."""
    with _telling(inbox):
        _report_first_start(plan, inbox)
        from clevergo.training.selfplay.worker import Worker

        Worker(plan, inbox).run()


def run_learner(inbox: Inbox, plan: ProcessPlan) -> None:
    """Process: take games, train the net, publish weights and save checkpoints."""
    with _telling(inbox):
        from clevergo.training.learner.process import LearnerLoop

        LearnerLoop(plan, inbox).run()


def run_arena(inbox: Inbox, plan: ProcessPlan, request: RateRequest | None = None) -> None:
    """Process: play the dog's present weights against other players, on request; or this one match only."""
    with _telling(inbox):
        from clevergo.training.ratings.arena import Arena

        Arena(plan, inbox).run(request)


def _report_first_start(plan: ProcessPlan, inbox: Inbox) -> None:
    """Let the run know how far a first training's worker is with compiling, if this is one."""
    from clevergo.compiled import is_prepared, report_compiling

    if plan.number == 0 and not is_prepared(SELF_PLAY):  # one of the workers is enough: all do the same
        # Imported first, so that all that self-play may need is counted.
        import clevergo.nn.inference.predictor
        import clevergo.training.selfplay.lockstep  # noqa: F401

        report_compiling(lambda done, total: inbox.send(Compiling(done, total)))


@contextlib.contextmanager
def _telling(inbox: Inbox) -> Iterator[None]:
    """Report what ends a process, in one sentence, before it ends."""
    try:
        yield
    except (RunFolderError, WeightFileError) as error:
        inbox.send(Fault(error.problem))
    except Exception as error:
        logger.exception("a training process failed")
        inbox.send(Fault(_problem_of(error)))
        raise


def _problem_of(error: Exception) -> Problem:
    """What happened and what to do, for a person."""
    if isinstance(error, OSError):
        if error.filename:
            return Problem("run_file", {"path": str(error.filename), "cause": cause_of(error)})
        return Problem("run_some_file", {"cause": cause_of(error)})
    return Problem("run_memory") if isinstance(error, MemoryError) else unexpected("run_stops", error)
