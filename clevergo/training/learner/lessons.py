"""The learner: draws batches from the replay window, makes the net better, saves what it has reached."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig, Weights, check_weights, describe_net, initial_weights
from clevergo.nn.files import WeightFile, save_weights, weights_to_bytes
from clevergo.nn.growth import grown_state, grown_weights
from clevergo.nn.training.choice import best_train_step
from clevergo.nn.training.optimizer import Flat
from clevergo.nn.training.step import Judgment, Losses, TrainStep
from clevergo.training.config import LearnerConfig, TrainingConfig
from clevergo.training.doctor.diagnosis import LEAST_RATE_SHARE, VitalSigns
from clevergo.training.learner.ledger import Ledger
from clevergo.training.learner.replay import Replay, Windows
from clevergo.training.learner.store import Arrival, Checkpoint, RunStore
from clevergo.training.moments.exam import Exam
from clevergo.training.moments.known import NOTHING_KNOWN, KnownMoments
from clevergo.training.moments.watch import Watch
from clevergo.training.run.events import Counters, GameEnd, Mark, MeanLosses, Noted
from clevergo.training.selfplay.lockstep import FinishedGame

logger = logging.getLogger(__name__)

_RECENT_GAMES = 200
_HELD_OUT_BATCHES = 2
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


class RecentGames:
    """Length, passes and winners of the latest games on the board that the dog is measured on."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._last: GameEnd | None = None
        self._games: deque[tuple[int, int, float]] = deque(maxlen=_RECENT_GAMES)

    def add(self, game: FinishedGame, number: int = 0) -> None:
        """Take a game in, the dog's of this number; the oldest is forgotten."""
        winner = 0 if game.margin == 0 else 1 if game.margin > 0 else 2
        margin = abs(game.margin) if game.game.owners_name else None
        self._last = GameEnd(number, winner, margin, len(game.moves))
        if game.size != self._size:
            return
        passing = game.game.pass_action(game.size)
        passes = 0 if passing is None else int(np.count_nonzero(game.moves == passing))
        self._games.append((len(game.moves), passes, 0.5 + 0.5 * float(np.sign(game.margin))))

    def take_last(self) -> GameEnd | None:
        """The game that came last, once."""
        last, self._last = self._last, None
        return last

    def figures(self) -> dict[str, Any]:
        """By their names in :class:`VitalSigns`: mean plies, share of passes, share of games Black won, of how many."""
        if not self._games:
            return {}
        plies, passes, wins = (float(total) for total in np.sum(np.array(self._games), axis=0))
        count = len(self._games)
        figures = {"game_length": plies / count, "pass_share": passes / max(plies, 1.0), "black_wins": wins / count}
        return figures | {"counted_games": count}


class HeldOut:
    """The latest games that are kept from learning. Every so-manieth game is one, by its number.

    Of a dog that plays on boards of several sizes only those on the board it is measured on: figures of different
    boards could not be compared.
    """

    def __init__(self, config: TrainingConfig) -> None:
        self._config = config
        learner = config.learner
        self._room = learner.heldout_positions
        # Drawn as those that are learned from, or their losses could not be compared.
        self._replay = Replay(config.played, self._room, config.size, learner.surprise_share, learner.td_lambda)
        self.games: deque[FinishedGame] = deque()
        """The oldest first."""

    def takes(self, number: int, size: int) -> bool:
        """Whether the dog's game of this number, on a board of that size, is kept from learning."""
        every = self._config.learner.heldout_every
        return every > 0 and number % every == every - 1 and size == self._config.size

    def add(self, game: FinishedGame) -> None:
        """Take a game in; the oldest go when there is no room. One that is longer than that is left out."""
        if len(game.plies) > self._room:
            return
        self._replay.add(game, self._room)
        self.games.append(game)
        while len(self.games) > self._replay.games:
            self.games.popleft()

    def measure(self, step: TrainStep, samples: int, published: Sequence[Flat] = ()) -> dict[str, Any]:
        """How the net does on positions of these games, by the names in :class:`VitalSigns`. Changes nothing.

        There are no figures until there is a batch of such positions.

        Args:
            step: the net in training, whose losses are measured.
            samples: trained on so far; which positions are drawn depends on it and the seed alone.
            published: the weights that were published last, after those before them; none where they are unknown.
        """
        learner = self._config.learner
        if not samples or self._replay.positions < learner.batch:
            return {}
        rng = np.random.default_rng([self._config.seed, samples])
        rows, batches = [], []
        for _ in range(_HELD_OUT_BATCHES):
            batch = self._replay.sample(learner, self._config.net.planes, rng)
            losses, _ = step.judge(batch)
            rows.append((losses.policy, losses.value, float(np.var(batch.value))))
            batches.append(batch)
        policy, value, guess = (float(number) for number in np.mean(rows, axis=0))
        figures = {"heldout_policy": policy, "heldout_value": value, "heldout_guess": guess}
        if published:
            figures |= publishing_figures(
                np.concatenate([batch.value for batch in batches]),
                np.concatenate([batch.policy for batch in batches]),
                [_joined([step.judge(batch, weights)[1] for batch in batches]) for weights in published],
            )
        return figures


def publishing_figures(
    results: NDArray[np.float32], searched: NDArray[np.float32], said: Sequence[Judgment]
) -> dict[str, float]:
    """What is told of the net that was just published, by the names in :class:`VitalSigns`.

    Those figures that AlphaZero_Gomoku prints after each update: explained variance, and the KL divergence of the old
    policy from the new; and the search's from the net's. A figure that is no number is left out.

    Args:
        results: ``float32[B]``: what became of the positions, as the value is taught.
        searched: ``float32[B, A]``: the search's policy; rows of zeros tell of none.
        said: what the net published before said of them, where it is known, and last the one published now.
    """
    now, spread = said[-1], float(np.var(results))
    figures = {}
    if spread > 0.0:
        figures["explained"] = 1.0 - float(np.var(results - now.value)) / spread
    with np.errstate(divide="ignore"):
        known = searched.sum(axis=1) > 0
        figures["kl_search"] = divergence_of(np.log(searched[known]), now.log_policy[known])
    if len(said) > 1:
        figures["kl_published"] = divergence_of(said[0].log_policy, now.log_policy)
    return {name: figure for name, figure in figures.items() if np.isfinite(figure)}


def divergence_of(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """KL(first || second) in nats, the mean over rows of ``float32[B, A]`` logarithms; -inf is a probability of 0."""
    shares = np.exp(first)
    gaps = np.subtract(first, second, where=shares > 0, out=np.zeros_like(first))
    return float((shares * gaps).sum(axis=1).mean()) if len(first) else float("nan")


def _joined(parts: Sequence[Judgment]) -> Judgment:
    return Judgment(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("log_policy", "value")))


def window_size(config: LearnerConfig, positions: int) -> int:
    """Positions kept of ``positions`` ever played: a share, within bounds."""
    return int(min(config.window_max, max(config.window_min, config.window_share * positions)))


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


class Learner:
    """Owns the net in training, its optimizer, the replay window and the counters."""

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
        saved = store.load()
        # How it plays itself may be wished otherwise at each start; what it learns by stays as it began.
        self.config = replace(saved.config.moved(config), selfplay=config.selfplay) if saved else config
        self._rng = np.random.default_rng(self.config.seed)
        born = None if saved else store.load_birth(self.config.net)
        self._threads = threads
        if saved:
            self.net = replace(saved.net, size=self.config.net.size)
            """The net as it is now."""
        else:
            self.net = born.config if born else self.config.net_at(0)
        self._step = self._new_step(born.arrays if born else initial_weights(self.net, self._rng))
        self.counters = saved.counters if saved else Counters(**(born.meta.get("life", {}) if born else {}))
        if saved:
            self._step.optimizer.load_state(saved.step)
            self._rng.bit_generator.state = saved.random
        learner = self.config.learner
        self.ledger = Ledger(run_name, saved.ledger if saved else None)
        """What other machines have delivered."""
        # What the doctor left of the rate was for a board of which it learned no more.
        is_at_home = saved is not None and saved.config.size == self.config.size
        self.rate_share = saved.rate_share if saved and is_at_home else 1.0
        """The part of the usual learning rate that the doctor has left."""
        self._has_shrunk = False
        self._treated_at = saved.treated_at if saved and is_at_home else None
        self._arrivals = self._known_arrivals(saved)
        """When it came to each board; one that is missing it has not played on yet."""
        self._replay = Windows(
            self.config.played,
            learner.window_max,
            self.config.boards,
            learner.surprise_share,
            learner.td_lambda,
            together=1 + len(self.config.beside),
        )
        self._heldout = HeldOut(self.config)
        self.recent = RecentGames(self.config.size)
        """What the latest games were like."""
        self.watch = Watch(self.config.played, known)
        """Looks for moments in the games that come in."""
        self._noted: list[Noted] = []
        self._exam: Exam | None = None
        self._unsaved: list[FinishedGame] = []
        self._left: frozenset[int] = frozenset()
        """The boards on which it plays no more, or not yet."""
        self._chunks: deque[Counter[int]] = deque()
        """Of each file of games that this run has written, the positions in it by the size of their boards."""
        if saved is None:  # killed before its first checkpoint, which games are saved shortly before
            store.drop_games_after(0)
        elif self.ledger.goes_on:
            store.drop_games_after(saved.window_file)
        self._forgiven = saved.forgiven if saved else 0.0
        """Samples that will not be made though the rule allows them: the games they were for are gone."""
        self._load_window(saved.window_games if saved else None)
        self._forgive()
        self._replay.unlearned |= {
            size: count for size, count in ((saved and saved.unlearned) or {}).items() if size in self.config.boards
        }
        self.losses = _Sums()
        """Of the steps since somebody last took them."""
        self._all_losses = _Sums()
        self._rate = learner.learning_rate
        self._measured = self.counters
        self._bad_steps = self._new_pages = 0
        self._published: deque[tuple[NetConfig, Flat]] = deque(maxlen=2)
        """The weights of the last publishings, the latest last."""
        self.kept_age: int | None = None
        """The games of the age that the last publishing has kept; None if it has kept none."""

    def _known_arrivals(self, saved: Checkpoint | None) -> dict[int, Arrival]:
        if saved is None:
            return {}
        known = saved.arrivals
        if known is None:  # nobody noted it: as if it had been there from the beginning
            known = dict.fromkeys(saved.config.boards, Arrival()) if saved.counters.games else {}
        return {size: arrival for size, arrival in known.items() if size in self.config.boards}

    def _window_on(self, size: int) -> int:
        """Positions kept as if all boards were of that size: a share of those since the dog came to it."""
        arrival = self._arrivals.get(size, Arrival())
        return window_size(self.config.learner, self.counters.positions - arrival.positions)

    def _new_step(self, weights: Weights) -> TrainStep:
        step = best_train_step(self.net, self.config.learner, weights, self._threads)
        logger.info("training by %s", step.name)
        return step

    def _load_window(self, num_games: Mapping[int, int] | None) -> None:
        """Take in the latest ``num_games`` games of each size, or as many as fit: files may hold more, as saves fell.

        A board the dog plays on no more is forgotten, and one it did not play on before has no games yet.
        """
        kept: Counter[int] = Counter()
        latest = []
        boards = self.config.boards_at(self.counters.positions)
        playing = {size: self._replay.room(self._window_on(size)) for size in boards}
        for game in reversed(self._store.load_games(playing)):
            if num_games is None or kept[game.size] < num_games.get(game.size, 0):
                kept[game.size] += 1
                latest.append(game)
        for game in reversed(latest):
            self._replay.add(game, self._window_on(game.size), is_new=False)
        for game in self._store.load_heldout():
            if game.size == self.config.size:
                self._heldout.add(game)

    # --- games in

    def add_games(self, games: list[FinishedGame]) -> None:
        """Take a parcel's games, if there are any, into the window and count them."""
        self._new_pages += 1
        for game in games:
            number, recorded = self.counters.games, len(game.plies)
            self._arrivals.setdefault(game.size, Arrival(number, self.counters.positions))
            self.counters = replace(self.counters, games=number + 1, positions=self.counters.positions + recorded)
            self.recent.add(game, number + 1)
            self._noted += self.watch.look(game, number + 1)
            if self._heldout.takes(number, game.size):
                self._heldout.add(game)
                continue
            if game.size in self._left:  # begun before it left that board
                continue
            self._replay.add(game, self._window_on(game.size))
            self._unsaved.append(game)
        self._forgive()

    def take_noted(self) -> list[Noted]:
        """What was seen for the first time in the games that have come since this was asked last."""
        noted, self._noted = self._noted, []
        return noted

    def examine(self) -> tuple[Mark, ...]:
        """Ask the averaged weights the game's set pieces; none where it has none. Nothing is changed by it."""
        if self._exam is None:
            self._exam = Exam(self.config.rated_rules)
        return self._exam.ask_in_training(self._step, self._step.optimizer.average, self.config.learner.batch)

    @property
    def positions_missing(self) -> int:
        """Positions still to be played before learning begins."""
        return max(0, self.config.learner.min_positions - self._replay.positions)

    @property
    def window(self) -> int:
        """Positions in the replay window."""
        return self._replay.positions

    @property
    def may_step(self) -> bool:
        """Whether the samples-per-position rule allows another step; if not, the learner waits for games."""
        return self.positions_missing == 0 and self._due >= self.config.learner.batch

    @property
    def _due(self) -> float:
        """Samples that may be made before more games have come."""
        allowed = self.config.learner.samples_for(self.counters.positions)
        return allowed - self.counters.samples - self._forgiven

    def _forgive(self) -> None:
        """Owe no more than the positions in the window may be learned from.

        Where games come faster than they are learned from, on many machines, what was not made in time would else be
        made up for later, by positions that came then, while no game comes in.
        """
        most = self.config.learner.samples_at(self.counters.positions) * self._replay.positions
        self._forgiven += max(0.0, self._due - most)

    # --- growing

    def grow(self, share_of_run: float | None = None) -> bool:
        """Go on with the net that a dog of this age has, which says what the one before said; whether it is another.

        Not late in a run whose length is known (``share_of_run`` 0 to 1): a large net plays fewer games, and what is
        new in it would have to learn at a falling rate.

        It learns at the full rate again, as what the doctor left of it was for a small net that gained no more; unless
        numbers that are none have undone this growth before. And without the games of boards that it has left.
        """
        self._leave_boards()
        if share_of_run is not None and share_of_run >= self.config.learner.grows_until:
            return False
        due = self.config.net_at(self.counters.positions)
        if due.blocks < self.net.blocks or due.channels < self.net.channels or due == self.net:
            return False
        small, state = self.net, self._step.optimizer.state()
        self.net = due
        self._step = self._new_step(initial_weights(due, np.random.default_rng()))
        self._step.optimizer.load_state(grown_state(small, state, due, int(self._rng.integers(2**32))))
        if not self._has_shrunk:
            self.rate_share = 1.0
        logger.info("the net has grown to %s after %d positions", describe_net(due), self.counters.positions)
        return True

    def _leave_boards(self) -> None:
        playing = self.config.boards_at(self.counters.positions)
        self._left = frozenset(self.config.boards) - set(playing)
        self._replay.forget(self._left)
        self._unsaved = [game for game in self._unsaved if game.size in playing]
        self._forgive()

    # --- learning

    def step(self, share_of_run: float | None = None) -> float:
        """One step of training; returns the learning rate used.

        Raises:
            FloatingPointError: the gradient is not finite; nothing was changed.
        """
        learner = self.config.learner
        self._rate = self.rate_share * learning_rate(learner, self.counters.samples, share_of_run)
        batch = self._replay.sample(learner, self.config.net.planes, self._rng, self.counters.positions)
        try:
            losses = self._step.step(batch, self._rate)
        except FloatingPointError:
            self._bad_steps += 1
            raise
        for sums in (self.losses, self._all_losses):
            sums.add(losses)
        self.counters = replace(self.counters, samples=self.counters.samples + learner.batch)
        return self._rate

    def take_signs(self, waiting: float) -> VitalSigns:
        """The vital signs since the last call, a share ``waiting`` of which was spent waiting for games."""
        counters, losses = self.counters, self._all_losses.take()
        published = [weights for net, weights in self._published if net == self.net]
        figures = self.recent.figures() | self._heldout.measure(self._step, counters.samples, published)
        if losses is not None:
            figures |= {"policy_loss": losses.policy, "value_loss": losses.value}
            figures |= {"points_loss": losses.points, "entropy": losses.entropy}
        signs = VitalSigns(
            **asdict(counters),
            window=self.window,
            new_games=counters.games - self._measured.games,
            new_pages=self._new_pages,
            learning_rate=self._rate,
            bad_steps=self._bad_steps,
            waiting=waiting,
            **figures,
        )
        self._measured, self._bad_steps, self._new_pages = counters, 0, 0
        return signs

    def add_seconds(self, seconds: float) -> None:
        """Count time trained."""
        self.counters = replace(self.counters, seconds=self.counters.seconds + seconds)

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
        self._treated_at = self.counters.seconds

    def restore(self) -> bool:
        """Go on from the weights of the last checkpoint, with half the rate; False if there is none."""
        saved = self._store.load()
        if saved is None:
            return False
        net = replace(saved.net, size=self.config.net.size)
        if net != self.net:
            self.net, self._has_shrunk = net, True
            self._step = self._new_step(initial_weights(self.net, np.random.default_rng()))
        self._step.optimizer.load_state(saved.step)
        self.treat()
        return True

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
        here = self._arrivals.get(self.config.size, Arrival()).games
        if is_another_age(games - here, max(0, ages[-1][0] - here) if ages else None):
            age = self._store.age_path(games)
            age.parent.mkdir(exist_ok=True)
            save_weights(age, file)
            self.kept_age = games
        return weights_to_bytes(file)

    def checkpoint(self) -> None:
        """Save everything: first the games, then the state that counts them."""
        self._store.append_games(self._unsaved)
        if self._unsaved:
            chunk: Counter[int] = Counter()
            for game in self._unsaved:
                chunk[game.size] += len(game.plies)
            self._chunks.append(chunk)
        self._unsaved = []
        self._store.save(
            Checkpoint(
                config=self.config,
                net=self.net,
                counters=self.counters,
                step=self._step.optimizer.state(),
                random=dict(self._rng.bit_generator.state),
                rate_share=self.rate_share,
                treated_at=self._treated_at,
                window_games=self._replay.games,
                ledger=self.ledger.to_dict() if self.ledger.marks else None,
                window_file=self._store.window_file,
                forgiven=self._forgiven,
                arrivals=self._arrivals,
                unlearned=self._replay.unlearned if len(self.config.boards) > 1 else None,
            )
        )
        if self._heldout.games:
            self._store.save_heldout(list(self._heldout.games))
        self._drop_old_files()

    def _drop_old_files(self) -> None:
        """Delete files of games that have left the window, as far as this run wrote them itself."""
        total: Counter[int] = Counter()
        for index, chunk in enumerate(reversed(self._chunks)):
            total += chunk
            if all(total[size] >= self._replay.of(size).positions for size in self.config.boards):
                self._store.forget_games(index + 1)
                while len(self._chunks) > index + 1:
                    self._chunks.popleft()
                return
