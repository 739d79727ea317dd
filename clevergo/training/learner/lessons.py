"""The learner: draws batches from what was played, makes the net better, saves what it has reached."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import replace

import numpy as np

from clevergo.nn.description import NetConfig, Weights, check_weights, describe_net, initial_weights
from clevergo.nn.files import WeightFile, save_weights, weights_to_bytes
from clevergo.nn.growth import grown_state, grown_weights
from clevergo.nn.training.choice import best_train_step
from clevergo.nn.training.optimizer import Flat
from clevergo.nn.training.step import Losses, TrainStep
from clevergo.training.config import LearnerConfig, TrainingConfig
from clevergo.training.doctor.diagnosis import LEAST_RATE_SHARE, VitalSigns
from clevergo.training.learner.experience import Experience
from clevergo.training.learner.ledger import Ledger
from clevergo.training.learner.store import Checkpoint, RunStore
from clevergo.training.moments.exam import Exam
from clevergo.training.moments.known import NOTHING_KNOWN, KnownMoments
from clevergo.training.run.events import Counters, KindMarks, MeanLosses
from clevergo.training.selfplay.finished import FinishedGame

logger = logging.getLogger(__name__)

_AGE_GROWTH = 1.3
_FIRST_AGE_GAMES = 50
"""After birth: soon enough that the film of a growth has its first minutes, in which most happens."""
_CUT = 0.5


def is_another_age(games: int, latest: int | None) -> bool:
    """Whether a dog of so many games is worth keeping as it is: at birth, and then each time it has grown enough older.

    Args:
        games: how many it has played.
        latest: how many it had when it was kept last; None if it never was.
    """
    if latest is None:
        return games == 0 or games >= _FIRST_AGE_GAMES
    return games >= max(latest * _AGE_GROWTH, _FIRST_AGE_GAMES)


def learning_rate(config: LearnerConfig, samples: int, share_of_run: float | None) -> float:
    """The rate after ``samples`` samples; ``share_of_run`` 0 to 1 where the run's length is known."""
    rate = config.learning_rate / (1.0 + samples / config.half_rate_samples)
    if share_of_run is None or share_of_run <= config.decay_from or config.decay_from >= 1.0:
        return rate
    fallen = min(1.0, (share_of_run - config.decay_from) / (1.0 - config.decay_from))
    return rate * config.final_rate_share**fallen


class _Sums:
    """Losses added up until somebody asks for their mean."""

    def __init__(self) -> None:
        self._sums = np.zeros(4)
        self._steps = 0

    def add(self, losses: Losses) -> None:
        """Count a step's losses."""
        self._sums += (losses.policy, losses.value, losses.points, losses.target_entropy)
        self._steps += 1

    def take(self) -> MeanLosses | None:
        """The mean since the last call; None if there was no step."""
        if not self._steps:
            return None
        mean = MeanLosses(*(float(number) for number in self._sums / self._steps))
        self._sums[:] = 0.0
        self._steps = 0
        return mean


def _games_brought(saved: Checkpoint | None, born: WeightFile | None, size: int) -> int:
    """The games of a life elsewhere with which a dog came to the board of that size; see :class:`Checkpoint`."""
    if saved is not None:
        return saved.brought if saved.config.size == size else 0
    if born is None or born.config.size != size:
        return 0
    return Counters(**born.meta.get("life", {})).games


class Learner:
    """Owns the net in training and its optimizer; what it learns from is its :class:`Experience`."""

    def __init__(
        self,
        store: RunStore,
        config: TrainingConfig,
        threads: int = 1,
        known: KnownMoments = NOTHING_KNOWN,
        run_name: str = "",
    ) -> None:
        """Go on from the folder's last checkpoint, or begin with a newborn: what it was born with, or random weights.

        ``known`` are the moments of its life that need not be looked for any more; ``run_name`` the run's, where other
        machines may deliver games.

        Raises:
            RunFolderError: the folder's checkpoints cannot be read.
        """
        self._store = store
        self._threads = threads
        saved = store.load()
        # How it plays itself may be wished otherwise at each start; what it learns by stays as it began.
        self.config = replace(saved.config.moved(config), selfplay=config.selfplay) if saved else config
        born = None if saved else store.load_birth(self.config.net)
        self._rng = np.random.default_rng(self.config.seed)
        if saved:
            self.net = replace(saved.net, size=self.config.net.size)
            """The net as it is now."""
        else:
            self.net = born.config.on(self.config.net.size) if born else self.config.net_at(0)
        self._step = self._new_step(born.arrays if born else initial_weights(self.net, self._rng))
        if saved:
            self._step.optimizer.load_state(saved.step)
            self._rng.bit_generator.state = saved.random
        life = born.meta.get("life") if born else None
        counters = saved.counters if saved else Counters(**(life or {}))
        self._samples, self._seconds = counters.samples, counters.seconds
        self.ledger = Ledger(run_name, saved.ledger if saved else None)
        """What other machines have delivered."""
        if saved is None:  # killed before its first checkpoint, which games are saved shortly before
            store.drop_games_after(0)
        elif self.ledger.goes_on:
            store.drop_games_after(saved.window_file)
        # What the doctor left of the rate was for a board of which it learned no more.
        is_at_home = saved is not None and saved.config.size == self.config.size
        brought = _games_brought(saved, born, self.config.size)
        self.experience = Experience(store, self.config, counters, saved, known, brought)
        """What it has played."""
        self._forgiven = saved.forgiven if saved else 0.0
        """Samples that will not be made though the rule allows them: the games they were for are gone. Below 0: those
        that it came with though today's rule does not allow them."""
        if life:
            self._forgiven = min(0.0, self._due)
        self._forgive()
        self.rate_share = saved.rate_share if saved and is_at_home else 1.0
        """The part of the usual learning rate that the doctor has left."""
        self._treated_at = saved.treated_at if saved and is_at_home else None
        self._has_shrunk = False
        self._rate = self.config.learner.learning_rate
        self.losses = _Sums()
        """Of the steps since somebody last took them."""
        self._all_losses = _Sums()
        self._measured = self.counters
        self._bad_steps = self._new_pages = 0
        self._published: deque[tuple[NetConfig, Flat]] = deque(maxlen=2)
        """The weights of the last publishings, the latest last."""
        self.kept_age: int | None = None
        """The games of the age that the last publishing has kept; None if it has kept none."""
        self._exam: Exam | None = None

    @property
    def counters(self) -> Counters:
        """How far the dog has come."""
        return Counters(self.experience.games, self.experience.positions, self._samples, self._seconds)

    def _new_step(self, weights: Weights) -> TrainStep:
        step = best_train_step(self.net, self.config.learner, weights, self._threads)
        logger.info("training by %s", step.name)
        return step

    # --- games in

    def add_games(self, games: list[FinishedGame]) -> None:
        """Take in a parcel's games, if there are any."""
        self._new_pages += 1
        for game in games:
            self.experience.add(game)
        self._forgive()

    def examine(self) -> tuple[KindMarks, ...]:
        """Ask the averaged weights the game's set pieces; none where it has none. Nothing is changed by it."""
        if self._exam is None:
            self._exam = Exam(self.config.rated_rules)
        return self._exam.ask_in_training(self._step, self._step.optimizer.average, self.config.learner.batch)

    @property
    def may_step(self) -> bool:
        """Whether the samples-per-position rule allows another step; if not, the learner waits for games."""
        return not self.experience.missing and self._due >= self.config.learner.batch

    @property
    def _due(self) -> float:
        """Samples that may be made before more games have come."""
        allowed = self.config.learner.samples_for(self.experience.positions)
        return allowed - self._samples - self._forgiven

    def _forgive(self) -> None:
        """Owe no more than the positions in the window may be learned from.

        Where games come faster than they are learned from, on many machines, what was not made in time would else be
        made up for later, by positions that came then, while no game comes in.
        """
        most = self.config.learner.samples_at(self.experience.positions) * self.experience.window
        self._forgiven += max(0.0, self._due - most)

    # --- growing

    def grow(self, share_of_run: float | None = None) -> bool:
        """Go on with the net that a dog of this age has, which says what the one before said; whether it is another.

        Not late in a run whose length is known (``share_of_run`` 0 to 1): a large net plays fewer games, and what is
        new in it would have to learn at a falling rate.

        It learns at the full rate again, as what the doctor left of it was for a small net that gained no more; unless
        numbers that are none have undone this growth before. And without the games of boards that it has left.
        """
        self.experience.leave_boards()
        self._forgive()
        if share_of_run is not None and share_of_run >= self.config.learner.grows_until:
            return False
        due = self.config.net_at(self.experience.positions)
        if due.blocks < self.net.blocks or due.channels < self.net.channels or due == self.net:
            return False
        small, state = self.net, self._step.optimizer.state()
        self.net = due
        self._step = self._new_step(initial_weights(due, np.random.default_rng()))
        self._step.optimizer.load_state(grown_state(small, state, due, int(self._rng.integers(2**32))))
        if not self._has_shrunk:
            self.rate_share = 1.0
        self._treated_at = self._seconds  # at that rate it has its time, as after an order
        logger.info("the net has grown to %s after %d positions", describe_net(due), self.experience.positions)
        return True

    # --- learning

    def step(self, share_of_run: float | None = None) -> float:
        """One step of training; returns the learning rate used.

        Raises:
            FloatingPointError: the gradient is not finite; nothing was changed.
        """
        learner = self.config.learner
        self._rate = self.rate_share * learning_rate(learner, self._samples, share_of_run)
        batch = self.experience.sample(self._rng)
        try:
            losses = self._step.step(batch, self._rate)
        except FloatingPointError:
            self._bad_steps += 1
            raise
        for sums in (self.losses, self._all_losses):
            sums.add(losses)
        self._samples += learner.batch
        return self._rate

    def take_signs(self, waiting: float) -> VitalSigns:
        """The vital signs since the last call, a share ``waiting`` of which was spent waiting for games."""
        counters, losses = self.counters, self._all_losses.take()
        published = [weights for net, weights in self._published if net == self.net]
        played = self.experience.recent.figures()
        heldout = self.experience.heldout.measure(self._step, counters.samples, published)
        signs = VitalSigns(
            seconds=counters.seconds,
            games=counters.games,
            positions=counters.positions,
            samples=counters.samples,
            window=self.experience.window,
            new_games=counters.games - self._measured.games,
            new_pages=self._new_pages,
            learning_rate=self._rate,
            bad_steps=self._bad_steps,
            waiting=waiting,
            policy_loss=losses.policy if losses else None,
            value_loss=losses.value if losses else None,
            points_loss=losses.points if losses else None,
            entropy=losses.entropy if losses else None,
            heldout_policy=heldout.heldout_policy,
            heldout_value=heldout.heldout_value,
            heldout_guess=heldout.heldout_guess,
            explained=heldout.explained,
            kl_search=heldout.kl_search,
            kl_published=heldout.kl_published,
            game_length=played.game_length,
            pass_share=played.pass_share,
            black_wins=played.black_wins,
            counted_games=played.counted_games,
        )
        self._measured, self._bad_steps, self._new_pages = counters, 0, 0
        return signs

    def add_seconds(self, seconds: float) -> None:
        """Count time trained."""
        self._seconds += seconds

    # --- what the doctor orders

    def treat(self, age: WeightFile | None = None) -> None:
        """Go on with half the learning rate, down to a least one; and from the weights of an earlier ``age``, if given.

        The direction in which the optimizer was moving is of no use there; how steep things are there is much the same,
        and the average reaches back as far as before.

        Raises:
            ValueError: the weights are another net's.
        """
        if age is not None:
            weights = age.arrays
            before = age.config.on(self.net.size)  # a net of any size says on which board it was kept
            if before != self.net:
                weights = grown_weights(before, weights, self.net, np.random.default_rng(self.config.seed))
            check_weights(self.net, weights)
            state = self._step.optimizer.state()
            for name in state:
                if name.startswith("first_moment/"):
                    state[name] = np.zeros_like(state[name])
            for name, array in weights.items():
                state[f"weights/{name}"] = state[f"average/{name}"] = array
            self._step.optimizer.load_state(state)
        self.rate_share = max(LEAST_RATE_SHARE, _CUT * self.rate_share)
        self._treated_at = self._seconds

    def restore(self) -> int | None:
        """Go on from the weights of the last checkpoint, with half the rate.

        Returns:
            The games it had played then; None if there is none.
        """
        saved = self._store.load()
        if saved is None:
            return None
        net = replace(saved.net, size=self.config.net.size)
        if net != self.net:
            self.net, self._has_shrunk = net, True
            self._step = self._new_step(initial_weights(self.net, np.random.default_rng()))
        self._step.optimizer.load_state(saved.step)
        self.treat()
        return saved.counters.games

    # --- what it has reached, out

    def show(self) -> WeightFile:
        """Write the averaged weights where players read them."""
        counters = self.counters
        meta = {"games": counters.games, "positions": counters.positions, "seconds": round(counters.seconds, 1)}
        file = WeightFile(self.net, self._step.optimizer.copy_average(), meta)
        save_weights(self._store.weights, file)
        return file

    def publish(self) -> bytes:
        """Write the averaged weights where players read them, and keep them if they are a new age.

        Returns:
            The same, for self-play.
        """
        file, games, ages = self.show(), self.counters.games, self._store.ages()
        self._published.append((self.net, self._step.optimizer.average.copy()))
        self.kept_age = None
        elsewhere = self.experience.games_elsewhere
        if is_another_age(games - elsewhere, max(0, ages[-1][0] - elsewhere) if ages else None):
            age = self._store.age_path(games)
            age.parent.mkdir(exist_ok=True)
            save_weights(age, file)
            self.kept_age = games
        return weights_to_bytes(file)

    def checkpoint(self) -> None:
        """Save everything: first the games, then the state that counts them."""
        self.experience.save_games()
        self._store.save(
            Checkpoint(
                config=self.config,
                net=self.net,
                counters=self.counters,
                step=self._step.optimizer.state(),
                random=dict(self._rng.bit_generator.state),
                rate_share=self.rate_share,
                treated_at=self._treated_at,
                ledger=self.ledger.to_dict() if self.ledger.marks else None,
                forgiven=self._forgiven,
                **self.experience.told(),
            )
        )
        self.experience.tidy()
