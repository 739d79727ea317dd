"""The processes of a run: self-play workers, the learner, the arena. Each talks to the run over one pipe."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.child import settle_in
from clevergo.training.config import TrainingConfig
from clevergo.training.events import (
    Fault,
    GamesPlayed,
    GamesSeen,
    NewWeights,
    Progress,
    Published,
    Rated,
    RateRequest,
    Ready,
    Saved,
    SetDuty,
    Stop,
)
from clevergo.training.store import RunFolderError, RunStore

logger = logging.getLogger(__name__)

_SEND_GAMES_SECONDS = 1.0
_SHOW_SECONDS = 0.25
_SHOWN_GAMES = 16
_PROGRESS_SECONDS = 1.0
_BAD_STEPS = 20


@dataclass(frozen=True)
class ProcessPlan:
    """What every process of a run is told at its start."""

    folder: Path
    config: TrainingConfig
    niceness: int = 10
    duty: float = 1.0
    """Share of the time it works, 0 to 1."""
    planned_seconds: float | None = None
    """Length of this run where it is known: the learning rate falls towards its end."""
    number: int = 0
    """Of the worker; part of its seed."""


class Inbox:
    """Reads a pipe without waiting; the run's end counts as :class:`Stop`."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe
        self.stopped = False

    def take(self, wait: float = 0.0) -> list[Any]:
        """The messages that are there, waiting up to ``wait`` seconds for the first."""
        messages: list[Any] = []
        try:
            while not self.stopped and self.pipe.poll(wait if not messages else 0.0):
                message = self.pipe.recv()
                self.stopped = isinstance(message, Stop)
                messages.append(message)
        except (EOFError, OSError):
            self.stopped = True
        return messages

    def send(self, message: object) -> None:
        """Tell the run something; its being gone means :class:`Stop`."""
        try:
            self.pipe.send(message)
        except (BrokenPipeError, OSError):
            self.stopped = True


class Pacer:
    """Keeps a loop at work only a share of the time, by sleeping after each piece of work."""

    _LONGEST_SLEEP = 0.5

    def __init__(self, duty: float) -> None:
        self.duty = duty

    def rest_after(self, seconds: float) -> None:
        """Sleep in proportion to ``seconds`` of work."""
        if self.duty < 1.0:
            time.sleep(min(self._LONGEST_SLEEP, seconds * (1.0 / max(self.duty, 0.02) - 1.0)))


def run_worker(plan: ProcessPlan, pipe: Connection) -> None:
    """Process: play games with the latest weights for ever, sending the finished ones."""
    settle_in(plan.niceness)
    with _telling(Inbox(pipe)) as inbox:
        Worker(plan, inbox).run()


def run_learner(plan: ProcessPlan, pipe: Connection) -> None:
    """Process: take games, train the net, publish weights and save checkpoints."""
    settle_in(plan.niceness)
    with _telling(Inbox(pipe)) as inbox:
        LearnerLoop(plan, inbox).run()


def run_arena(plan: ProcessPlan, pipe: Connection) -> None:
    """Process: play the dog's present weights against other players, on request."""
    settle_in(plan.niceness)
    with _telling(Inbox(pipe)) as inbox:
        while not inbox.stopped:
            for message in inbox.take(wait=1.0):
                if isinstance(message, RateRequest):
                    _rate(plan, message, inbox)


@contextlib.contextmanager
def _telling(inbox: Inbox) -> Any:
    """Report what ends a process, in one sentence, before it ends."""
    try:
        yield inbox
    except RunFolderError as error:
        inbox.send(Fault(str(error)))
    except Exception as error:
        logger.exception("a training process failed")
        inbox.send(Fault(_in_a_sentence(error)))
        raise


def _in_a_sentence(error: Exception) -> str:
    """What happened and what to do, for a person."""
    if isinstance(error, OSError):
        where = f" {error.filename}" if error.filename else ""
        return f"training cannot go on: a file{where} failed ({error.strerror}); free space or make it writable"
    if isinstance(error, MemoryError):
        return "training cannot go on: the computer is out of memory; close other programs and train on"
    return (
        f"training cannot go on ({type(error).__name__}: {error}); everything up to the last save is kept, "
        "so try to train on, and if it happens again report the message"
    )


class Worker:
    """The self-play loop of one process."""

    def __init__(self, plan: ProcessPlan, inbox: Inbox) -> None:
        from clevergo.nn.checkpoint import load_weights
        from clevergo.nn.predictor import NetEvaluator, Predictor
        from clevergo.training.selfplay import SelfPlay

        self._plan = plan
        self._inbox = inbox
        self._pacer = Pacer(plan.duty)
        weights = load_weights(RunStore(plan.folder).weights)
        seed = np.random.SeedSequence([plan.config.seed, plan.number, time.time_ns() & 0xFFFFFFFF])
        positions = int(weights.meta.get("positions", 0))
        self._predictor = Predictor(weights, plan.config.size)
        self._evaluator = NetEvaluator(self._predictor)
        self._play = SelfPlay(plan.config.selfplay, plan.config.size, np.random.default_rng(seed), positions)
        self._games: list[Any] = []
        self._shown = self._sent = time.monotonic()
        self._seen = (0, 0)

    def run(self) -> None:
        """Play until told to stop."""
        self._games += self._play.tick(self._evaluator)
        self._inbox.send(Ready())
        while not self._inbox.stopped:
            for message in self._inbox.take():
                self._obey(message)
            begun = time.monotonic()
            self._games += self._play.tick(self._evaluator)
            now = time.monotonic()
            if self._games and now - self._sent >= _SEND_GAMES_SECONDS:
                self._send_games(now)
            if now - self._shown >= _SHOW_SECONDS:
                self._show(now)
            self._pacer.rest_after(now - begun)

    def _obey(self, message: object) -> None:
        from clevergo.nn.checkpoint import load_weights
        from clevergo.training.selfplay import Stage

        if isinstance(message, NewWeights):
            self._predictor.swap(load_weights(message.path))
            self._play.set_stage(Stage.at(self._plan.config.selfplay, message.positions))
        elif isinstance(message, SetDuty):
            self._pacer.duty = message.duty

    def _send_games(self, now: float) -> None:
        from clevergo.training.games import pack_games

        positions = sum(len(game.plies) for game in self._games)
        self._inbox.send(GamesPlayed(pack_games(self._games), len(self._games), positions))
        self._games = []
        self._sent = now

    def _show(self, now: float) -> None:
        span = now - self._shown
        moves, evaluations = self._play.moves_made, self._play.evaluations
        self._inbox.send(
            GamesSeen(
                tuple(self._play.stones(_SHOWN_GAMES)),
                (moves - self._seen[0]) / span,
                (evaluations - self._seen[1]) / span,
            )
        )
        self._seen = (moves, evaluations)
        self._shown = now


class LearnerLoop:
    """The learner's loop: games in, steps, weights and checkpoints out, by the clock."""

    def __init__(self, plan: ProcessPlan, inbox: Inbox) -> None:
        from clevergo.training.learner import Learner

        self._plan = plan
        self._inbox = inbox
        self._pacer = Pacer(plan.duty)
        self._store = RunStore(plan.folder)
        self._learner = Learner(self._store, plan.config)
        self._rate = plan.config.learner.learning_rate
        self._begun = time.monotonic()
        self._timers: dict[str, float] = {}
        self._bad_steps = 0

    def run(self) -> None:
        """Learn until told to stop; then save."""
        learner = self._learner
        self._publish()
        self._inbox.send(Ready())
        clock = time.monotonic()
        while not self._inbox.stopped:
            for message in self._inbox.take(wait=0.0 if learner.may_step else 0.05):
                self._obey(message)
            begun = time.monotonic()
            if learner.may_step and not self._inbox.stopped:
                self._step()
                self._pacer.rest_after(time.monotonic() - begun)
            now = time.monotonic()
            learner.add_seconds(now - clock)
            clock = now
            self._by_the_clock(now)
        self._save()

    def _obey(self, message: object) -> None:
        from clevergo.training.games import unpack_games

        if isinstance(message, GamesPlayed):
            self._learner.add_games(unpack_games(message.data))
        elif isinstance(message, SetDuty):
            self._pacer.duty = message.duty

    def _step(self) -> None:
        planned = self._plan.planned_seconds
        share = (time.monotonic() - self._begun) / planned if planned else None
        try:
            self._rate = self._learner.step(share)
            self._bad_steps = 0
        except FloatingPointError as error:
            self._bad_steps += 1
            logger.warning("a training step was left out: %s", error)
            if self._bad_steps >= _BAD_STEPS:
                raise

    def _by_the_clock(self, now: float) -> None:
        config = self._learner.config.learner
        if self._due("progress", now, _PROGRESS_SECONDS):
            self._report()
        if self._learner.counters.samples and self._due("publish", now, config.publish_seconds):
            self._publish()
        if self._due("checkpoint", now, config.checkpoint_seconds):
            self._learner.checkpoint()
            self._inbox.send(Saved(self._learner.counters))

    def _due(self, name: str, now: float, period: float) -> bool:
        if now - self._timers.setdefault(name, now) < period:
            return False
        self._timers[name] = now
        return True

    def _report(self) -> None:
        learner = self._learner
        self._inbox.send(
            Progress(
                learner.counters,
                learner.positions_missing,
                self._rate,
                learner.window,
                learner.take_losses(),
            )
        )

    def _publish(self) -> None:
        self._learner.publish()
        self._inbox.send(Published(self._store.weights, self._learner.counters))

    def _save(self) -> None:
        self._learner.publish()
        self._learner.checkpoint()
        self._inbox.stopped = False  # the pipe is still open for the last word
        self._report()
        self._inbox.send(Saved(self._learner.counters))


def _rate(plan: ProcessPlan, request: RateRequest, inbox: Inbox) -> None:
    """Play one rating match and send its result."""
    from clevergo.go.rules import Ruleset
    from clevergo.nn.checkpoint import load_weights
    from clevergo.players.match_games import MatchPlan, play_match
    from clevergo.players.spec import PlayerKind, PlayerSpec

    path = RunStore(plan.folder).weights
    meta = load_weights(path).meta
    dog = PlayerSpec(PlayerKind.ALPHAGO, str(path), request.simulations)
    ruleset = Ruleset(size=plan.config.size)
    match = MatchPlan(dog, PlayerSpec.parse(request.opponent), request.games, ruleset, request.seed)
    score = play_match(match, find_weights=Path, stop=_stop_when(inbox))
    if score.games:
        inbox.send(
            Rated(
                request.opponent,
                score.first,
                score.draws,
                score.second,
                int(meta.get("games", 0)),
                float(meta.get("seconds", 0.0)),
            )
        )


def _stop_when(inbox: Inbox) -> Callable[[], bool]:
    def stop() -> bool:
        inbox.take()
        return inbox.stopped

    return stop
