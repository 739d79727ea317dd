"""The learner's process: games in, steps, weights, vital signs and checkpoints out."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from clevergo.clock import AwakeClock
from clevergo.nn.description import describe_net
from clevergo.nn.files import WeightFileError, load_weights, weights_from_bytes
from clevergo.nn.inference.predictor import Predictor
from clevergo.training.doctor.diagnosis import Ailment
from clevergo.training.learner.folder import reached
from clevergo.training.learner.ledger import HERE, MOST_VERSIONS_OLD
from clevergo.training.learner.lessons import Learner
from clevergo.training.learner.store import RunStore
from clevergo.training.run import events
from clevergo.training.run.parcels import NewWeights, unpack_page, version_after, version_of
from clevergo.training.run.processes import Pacer, ProcessPlan
from clevergo.workers.cluster.messages import Delivery
from clevergo.workers.inbox import Inbox

logger = logging.getLogger(__name__)

_PROGRESS_SECONDS = 1.0
_WAIT_SECONDS = 0.05
_LAST_SECONDS = 0.2
"""How long the last games of workers that are ending are waited for."""
_LEAST_PUBLISH_SECONDS = 2.0
"""However fast a cluster plays, weights have to travel."""
_BAD_STEPS = 20
_MOST_RESTORES = 3


class LearnerLoop:
    """The loop of the process.

    In step, games wait as pages (:mod:`clevergo.training.run.parcels`) until it is their turn; the worker's waiting
    bounds their number. Otherwise they are taken in as they come, however far the learner lags behind.

    A run of so many games ends here and by count: with the last of them, in the order in which they came, and in step
    with the last step that they allow. Nobody's clock has a say in it.
    """

    def __init__(self, plan: ProcessPlan, inbox: Inbox, now: Callable[[], float] = time.monotonic) -> None:
        self._plan = plan
        self._inbox = inbox
        self._pacer = Pacer(plan.run.duty)
        self._store = RunStore(plan.folder)
        self._learner = Learner(self._store, plan.config, plan.run.threads, plan.known, plan.run_name)
        self._is_examined = plan.known.is_examined
        self._was_saved = reached(plan.folder) is not None
        self._rate = plan.config.learner.learning_rate
        # All threads' seconds are counted together: so many of them at least went by.
        self._clock = AwakeClock(now, worked=lambda: time.process_time() / plan.run.threads)
        self._begun = self._clock() - plan.elapsed
        games = self._learner.counters.games
        self._has_games = False
        self._first_games = games if plan.first_games is None else plan.first_games
        self._timers: dict[str, float] = {}
        self._published_at = self._learner.counters.positions
        """Positions the dog had played when self-play was given weights last."""
        self._pages: deque[bytes] = deque()
        self._pages_heard = 0
        self._weights = b""
        """What self-play was given last."""
        self._page_is_open = False
        self._pages_done = 0
        self._version = 0 if plan.run.in_step else plan.first_version
        self._bad_steps = self._restores = 0
        self._waited = 0.0
        self._signs_taken = time.monotonic()

    def run(self) -> None:
        """Learn until told to stop, or until the run of so many games is complete; then save."""
        learner = self._learner
        self._publish()
        self._inbox.send(events.Ready())
        learner.experience.watch.prepare()
        self._examine_newcomer()
        clock = self._clock()
        while not self._inbox.stopped and not self._is_done:
            idle = not self._has_work
            begun = time.monotonic()
            self._hear(wait=_WAIT_SECONDS if idle else 0.0)
            self._waited += time.monotonic() - begun if idle else 0.0
            for message in self._inbox.take():
                self._obey(message)
            if not self._inbox.stopped:
                self._work()
            now = self._clock()
            if self._has_games:  # until then the self-play of a first training is being compiled
                learner.add_seconds(now - clock)
            clock = now
            self._by_the_clock(now)
        is_done = self._is_done
        self._save()
        if is_done:
            self._inbox.send(events.Completed())

    def _hear(self, wait: float = 0.0) -> None:
        """Take in what the workers have sent, waiting up to ``wait`` seconds for it; who is new gets the weights."""
        for line in self._inbox.lines.take_new():
            line.send(self._parcel())
        for data in self._inbox.lines.take(wait):
            delivery = Delivery.from_bytes(data)
            if delivery is not None:
                self._take_delivery(delivery)
                continue
            self._pages_heard += 1
            self._pages.append(data)
            if not self._plan.run.in_step:
                self._take_page(HERE)

    def _take_delivery(self, delivery: Delivery) -> None:
        """A page from another machine, unless it has been taken before, or is too old."""
        ledger = self._learner.ledger
        if not ledger.take(delivery.stream, delivery.number):
            return
        if self._version - version_of(delivery.data) > MOST_VERSIONS_OLD:
            dropped = len(unpack_page(delivery.data))
            ledger.count(delivery.machine, dropped, dropped)
            return
        self._pages.append(delivery.data)
        self._take_page(delivery.machine)

    def _parcel(self) -> bytes:
        return NewWeights(self._version, self._pages_heard, self._weights).to_bytes()

    def _obey(self, message: object) -> None:
        if isinstance(message, events.SetDuty):
            self._pacer.duty = message.duty
        elif isinstance(message, events.Treatment):
            try:
                self._learner.treat(None if message.path is None else load_weights(message.path))
            except (WeightFileError, ValueError) as error:
                logger.warning("the age of %d games cannot come back: %s", message.games, error)
            else:
                self._treated(message.ailment, message.games)

    def _treated(self, ailment: Ailment, games: int | None = None) -> None:
        self._inbox.send(events.Treated(ailment, self._learner.rate_share, games))

    # --- the work

    def _work(self) -> None:
        """A step; or, when the page's steps are made, the next page."""
        if self._learner.may_step:
            begun = time.monotonic()
            self._step()
            self._pacer.rest_after(time.monotonic() - begun)
            return
        if self._page_is_open:
            self._close_page()
        if self._pages and not self._has_all_games:
            self._take_page()
            self._page_is_open = True

    def _take_page(self, machine: str = HERE) -> None:
        if not self._has_games:
            self._has_games = True
            if not self._plan.elapsed:  # what was compiled before the first stone is no part of a run's time
                self._begun = self._clock()
        games = unpack_page(self._pages.popleft())[: self._games_missing]
        self._learner.add_games(games)
        self._learner.ledger.count(machine, len(games))
        for noted in self._learner.experience.take_noted():
            self._inbox.send(noted)

    def _close_page(self) -> None:
        self._page_is_open = False
        self._pages_done += 1
        version = version_after(self._pages_done)
        if self._plan.run.in_step and version is not None:
            self._version = version
            self._publish()

    @property
    def _has_work(self) -> bool:
        more = bool(self._pages) and not self._has_all_games
        return self._learner.may_step or self._page_is_open or more

    @property
    def _games_missing(self) -> int | None:
        """How many games a run of so many still takes; None: any number."""
        planned = self._plan.run.games
        return None if planned is None else max(0, planned - (self._learner.counters.games - self._first_games))

    @property
    def _has_all_games(self) -> bool:
        """Whether a run of so many games has them all."""
        return self._games_missing == 0

    @property
    def _is_done(self) -> bool:
        """Whether a run of so many games has them all, and in step their steps too.

        Out of step the learner may lag behind its workers without bounds, so there the games alone decide.
        """
        return self._has_all_games and not (self._plan.run.in_step and self._has_work)

    def _share_of_run(self) -> float | None:
        if self._plan.run.games is not None:
            return (self._learner.counters.games - self._first_games) / self._plan.run.games
        planned, behind = self._plan.run.seconds, self._plan.run.behind
        return (behind + self._clock() - self._begun) / planned if planned else None

    def _step(self) -> None:
        try:
            self._rate = self._learner.step(self._share_of_run())
            self._bad_steps = 0
        except FloatingPointError as error:
            self._bad_steps += 1
            logger.warning("a training step was left out: %s", error)
            if self._bad_steps >= _BAD_STEPS:
                self._restores += 1
                games = self._learner.restore() if self._restores <= _MOST_RESTORES else None
                if games is None:
                    raise
                self._bad_steps = 0
                self._treated(Ailment.NOT_A_NUMBER, games)

    # --- reports

    def _by_the_clock(self, now: float) -> None:
        config = self._learner.config.learner
        if self._take_turn("progress", now, _PROGRESS_SECONDS):
            self._report()
        learned = self._learner.counters.samples > 0
        if not self._plan.run.in_step and learned and self._take_publishing_turn(now):
            self._version += 1
            self._publish()
        if self._take_turn("checkpoint", now, config.checkpoint_seconds):
            self._learner.show()  # self-play in step gets its weights by counts, players need not wait for that
            self._checkpoint()

    def _take_publishing_turn(self, now: float) -> bool:
        """Whether it is time to publish; if so, the next time counts from now.

        By the clock; on a cluster also when as much has been played as one machine plays from weights to weights.
        """
        config = self._learner.config.learner
        positions = self._learner.counters.positions
        is_due = self._take_turn("publish", now, config.publish_seconds)
        if not is_due and self._plan.run.cluster is not None:
            selfplay = self._learner.config.selfplay
            enough = config.publish_ticks * selfplay.games / selfplay.simulations
            is_due = (
                positions - self._published_at >= enough and now - self._timers["publish"] >= _LEAST_PUBLISH_SECONDS
            )
        if is_due:
            self._timers["publish"], self._published_at = now, positions
        return is_due

    def _checkpoint(self) -> None:
        self._was_saved = True
        self._learner.checkpoint()
        self._tell_saved()

    def _tell_saved(self) -> None:
        self._inbox.send(events.Saved(self._learner.counters))
        if marks := self._learner.ledger.marks:
            self._inbox.send(events.Kept(marks))

    def _take_turn(self, name: str, now: float, period: float) -> bool:
        """Whether ``period`` seconds have gone by since its last turn; if so, the next one counts from now."""
        if now - self._timers.setdefault(name, now) < period:
            return False
        self._timers[name] = now
        return True

    def _report(self) -> None:
        learner, losses = self._learner, self._learner.losses.take()
        experience = learner.experience
        told = learner.counters, experience.missing, self._rate, experience.window, losses
        self._inbox.send(events.Progress(*told, experience.recent.take_last()))
        if self._plan.run.cluster is not None:
            self._inbox.send(events.Received(learner.ledger.given))

    def _publish(self) -> None:
        has_grown = self._learner.grow(self._share_of_run())
        if has_grown:
            self._inbox.send(events.Grown(describe_net(self._learner.net), self._learner.rate_share))
        self._weights = self._learner.publish()
        if has_grown:
            self._find_out_how_to_compute()
        self._inbox.lines.send(self._parcel())
        self._inbox.send(events.Published(self._learner.counters, self._version, self._learner.kept_age))
        if self._learner.kept_age:  # what a newborn knows is asked once it plays
            self._examine()
        if self._version:
            self._take_signs()
            if not self._was_saved:  # a newborn's first minute is worth as much to whoever watches as any other
                self._checkpoint()

    def _find_out_how_to_compute(self) -> None:
        """Which precision is fastest for a net that nobody here has played with: once, before each worker would ask.

        That loads Paddle, and as many workers as there are would do so all at once.
        """
        weights = weights_from_bytes(self._weights, Path("the learner's weights"))
        for size in self._learner.config.boards:
            Predictor(weights, size)

    def _examine_newcomer(self) -> None:
        """What a dog knows that nobody has asked yet: one just born, usually."""
        if not self._is_examined:
            self._examine()

    def _examine(self) -> None:
        """Tell what the dog says to the set pieces at this age."""
        marks = self._learner.examine()
        if marks:
            self._is_examined = True
            self._inbox.send(events.Examined(self._learner.counters, marks))

    def _take_signs(self) -> None:
        now = time.monotonic()
        waiting = min(1.0, self._waited / max(now - self._signs_taken, 1e-3))
        self._inbox.send(events.Measured(self._learner.take_signs(waiting)))
        self._signs_taken, self._waited = now, 0.0

    def _save(self) -> None:
        if not self._has_all_games:
            self._inbox.lines.wait_for_end(_LAST_SECONDS)
            self._hear()
        while self._pages and not self._has_all_games:  # games that came in are not lost
            self._take_page()
        self._learner.show()  # an age that is due now is kept, told and examined by the next run's first publishing
        self._learner.checkpoint()
        self._report()
        self._tell_saved()
