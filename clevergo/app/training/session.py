"""A dog's training as the window and the command line see it: start, stop, and a snapshot to look at.

A background thread owns the run (:class:`clevergo.training.run.loop.TrainingRun`), which owns the worker
processes. What the run reports is folded into one frozen snapshot, and what must not be lost is written to
the kennel by that thread.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.messages import Effort, NewsKind, TrainingNews, TrainingPhase, TrainingSnapshot
from clevergo.app.training.journal import NEWS_KEPT, TrainingJournal, told_of
from clevergo.app.training.settings import DogSettings, load_dog_settings, save_dog_settings
from clevergo.problem import Problem, unexpected
from clevergo.training.learner.folder import facts_of_checkpoints, reached
from clevergo.workers.cluster.ray_cluster import ClusterError, require_ray

if TYPE_CHECKING:
    from clevergo.training.config import TrainingConfig
    from clevergo.training.ratings.ladder import Ladder
    from clevergo.training.run.loop import TrainingRun

logger = logging.getLogger(__name__)

EFFORT_SHARES = {Effort.GENTLE: 0.25, Effort.HALF: 0.5, Effort.ALL: 1.0}
"""How much of the machine each effort uses."""
_BEFORE = {
    TrainingPhase.RUNNING: (TrainingPhase.STARTING, TrainingPhase.RUNNING),
    TrainingPhase.STOPPING: (TrainingPhase.STARTING, TrainingPhase.RUNNING, TrainingPhase.STOPPING),
}
"""The phases these can follow; to any other, whoever was faster has brought it."""
_CLOSE_SECONDS = 2.0
_PATIENCE_SECONDS = 60.0
"""For the kennel's file, while others write to it."""


def require_cluster() -> None:
    """AppError where what clusters need is not installed; nothing is loaded by it."""
    try:
        require_ray()
    except ClusterError as error:
        raise AppError(error.problem) from error


class TrainingSession:
    """Trains one dog at a time. All methods may be called from the window's thread and return at once."""

    def __init__(self, kennel: Kennel, effort: Effort = Effort.ALL) -> None:
        self._kennel = kennel
        self._effort = effort
        self._lock = threading.Lock()
        self.snapshot = TrainingSnapshot()
        """The present state; the same object until something has changed."""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._run: TrainingRun | None = None

    # --- what one may ask and do

    @property
    def is_active(self) -> bool:
        """Whether a run is under way, its start and end included."""
        return self._thread is not None and self._thread.is_alive()

    def look_at(self, name: str) -> None:
        """Show what is known of a dog that is not being trained.

        AppError where there is no such dog, or the kennel cannot be read.
        """
        if not self.is_active:
            self._show_dog(self._kennel.dog(name), TrainingPhase.IDLE)

    def start(
        self,
        name: str,
        seconds: float | None = None,
        config: TrainingConfig | None = None,
        games: int | None = None,
        cluster: str | None = None,
    ) -> None:
        """Begin to train a dog of one's own for so many ``seconds`` or ``games``; without either, until stopped.

        ``config`` is for a dog that has never trained: by default the usual one. On the other machines of the
        ``cluster`` at that address it plays, too. AppError where a run is under way, there is no such dog, the kennel
        cannot be read, or what clusters need is not installed.
        """
        if self.is_active:
            raise AppError("training_runs")
        if cluster is not None:
            require_cluster()
        dog = self._kennel.dog(name)
        self._show_dog(dog, TrainingPhase.STARTING)
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=self._train, args=(dog, seconds, config, games, cluster), name="training", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Ask the run to save and end; the phase says when it has."""
        self._stop.set()
        self._change(phase=TrainingPhase.STOPPING)

    def set_effort(self, effort: Effort) -> None:
        """Use more or less of the machine from now on."""
        self._effort = effort
        if (run := self._run) is not None:
            run.change_effort(EFFORT_SHARES[effort])

    def wishes(self, name: str) -> DogSettings:
        """How a dog is to be trained; AppError where there is no such dog, or the kennel cannot be read.

        Whether it began small is told by what it has saved: dogs begun before there was a choice did not.
        """
        dog = self._kennel.dog(name)
        wishes = load_dog_settings(dog.folder, dog.config)
        facts = next(facts_of_checkpoints(dog.folder), None)
        return wishes if facts is None else replace(wishes, grows=facts.begins_small)

    def has_begun(self, name: str) -> bool:
        """Whether a dog has learned something itself: what is fixed by then is fixed. Some come with their weights.

        AppError where there is no such dog, or the kennel cannot be read.
        """
        dog = self._kennel.dog(name)
        life = self._kennel.growth.latest_checkpoint(dog.id)
        has_played = life is not None and life.games > 0  # and its save is gone, or cannot be read
        return reached(dog.folder) is not None or (has_played and not dog.birth.exists())

    def wish(self, name: str, settings: DogSettings) -> None:
        """Train a dog in another way from its next start on.

        AppError where there is no such dog, or it cannot be written down.
        """
        save_dog_settings(self._kennel.dog(name).folder, settings)

    def close(self) -> None:
        """Stop and wait for everything to be saved and ended: two seconds, or as long as a busy machine saves."""
        self.stop()
        if self._thread is None:
            return
        self._thread.join(_CLOSE_SECONDS)
        while self._thread.is_alive() and (run := self._run) is not None and run.is_saving:
            self._thread.join(_CLOSE_SECONDS)

    def wait(self, seconds: float) -> bool:
        """Wait for the run to end; whether it has."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.is_active

    # --- the background thread

    def _train(
        self,
        dog: Dog,
        seconds: float | None,
        config: TrainingConfig | None,
        games: int | None,
        cluster: str | None,
    ) -> None:
        # Imported here: training pulls in Numba, which the window's first frame must not wait for.
        from clevergo.training.learner.store import RunFolderError, RunStore
        from clevergo.training.run.loop import TrainingRun
        from clevergo.training.run.plan import plan_for_machine

        try:
            # A dog of another window that is being copied must not end a night's training.
            self._kennel.database.be_patient(_PATIENCE_SECONDS)
            settings = config or load_dog_settings(dog.folder, dog.config).training_config(dog.config, dog.beside)
            own = RunStore(dog.folder).load_config()
            if own is not None and not dog.boards:  # nobody has ever moved it, whatever its net was made for
                settings = settings.moved(own)
            effort = self._effort
            plan = replace(plan_for_machine(EFFORT_SHARES[effort], seconds, games), cluster=cluster)
            ladder = self._ladder_of(dog)
            known = self._kennel.growth.moments.known(dog.id, dog.name)
            self._run = run = TrainingRun(dog.folder, settings, plan, ladder, known)
            if (chosen := self._effort) is not effort:  # while there was no run to be told
                run.change_effort(EFFORT_SHARES[chosen])
            journal = TrainingJournal(self._kennel, dog, ladder, self._change)
            run.run(self._stop, journal.on_event, journal.begin)
            journal.end()
            self._finish(TrainingPhase.IDLE, boards=self.snapshot.boards)
        except (AppError, RunFolderError) as error:
            self._fail(error.problem)
        except Exception as error:
            logger.exception("training failed")
            self._fail(unexpected("run_ended", error))
        finally:
            self._kennel.close()

    def _change(self, **values: Any) -> TrainingSnapshot:
        """Show something else, by names and values; what is shown then."""
        with self._lock:
            shown = self.snapshot
            if shown.phase not in _BEFORE.get(values.get("phase", shown.phase), TrainingPhase):
                del values["phase"]
            self.snapshot = replace(shown, version=shown.version + 1, **values)
            return self.snapshot

    def _fail(self, reason: Problem) -> None:
        shown = self.snapshot
        news = TrainingNews(NewsKind.FAILED, {"reason": str(reason)}, shown.seconds, time.time())
        self._finish(TrainingPhase.FAILED, error=reason, news=(*shown.news, news)[-NEWS_KEPT:], boards=())

    def _finish(self, phase: TrainingPhase, **values: Any) -> None:
        self._run = None
        awaited = replace(self.snapshot.awaited, rating=None, next_rating_at=None, lesson=None)
        self._change(phase=phase, moves_per_second=0.0, games_per_second=0.0, awaited=awaited, **values)

    # --- what is known of a dog

    def _show_dog(self, dog: Dog, phase: TrainingPhase) -> None:
        self._kennel.growth.forget_unsaved(dog.id)
        told = told_of(self._kennel.growth, dog)
        self.snapshot = TrainingSnapshot(self.snapshot.version + 1, dog.name, dog.game, phase, **told)

    def _ladder_of(self, dog: Dog) -> Ladder:
        from clevergo.training.ratings.elo import AgeRating, Rating
        from clevergo.training.ratings.ladder import Ladder

        # Games on a board that the dog has left say nothing of how strong it is on this one.
        since = dog.moved_after
        matches = [match for match in self._kennel.growth.rating_matches(dog.id) if match.games >= since]
        began = matches[0].seconds if matches else math.inf
        # The shipped dog's matches are not told of, so a dog that was it once has ratings older than its first match.
        strengths = [] if since else self._kennel.growth.strengths(dog.id)
        known = [point for point in strengths if point.seconds < began]
        return Ladder(
            dog.config.played,
            [match.as_rated() for match in matches],
            AgeRating(known[-1].games, Rating(known[-1].rating, known[-1].error)) if known else None,
            since,
        )
