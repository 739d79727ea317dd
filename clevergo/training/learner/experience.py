"""What a dog has played, as far as it learns from it: counted, kept in the replay windows, some of it kept aside."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from clevergo.nn.training.step import Batch
from clevergo.training.config import LearnerConfig, TrainingConfig
from clevergo.training.learner.heldout import HeldOut
from clevergo.training.learner.replay import Windows
from clevergo.training.learner.store import Arrival, Checkpoint, RunStore
from clevergo.training.moments.known import KnownMoments
from clevergo.training.moments.watch import Watch
from clevergo.training.run.events import Counters, GameEnd, Noted
from clevergo.training.selfplay.finished import FinishedGame

_RECENT_GAMES = 200


def window_size(config: LearnerConfig, positions: int) -> int:
    """Positions kept of ``positions`` ever played: a share, within bounds."""
    return int(min(config.window_max, max(config.window_min, config.window_share * positions)))


@dataclass(frozen=True)
class GameFigures:
    """What the latest games were like, as :class:`VitalSigns` tells it; None where there were none."""

    game_length: float | None = None
    pass_share: float | None = None
    black_wins: float | None = None
    counted_games: int = 0


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

    def figures(self) -> GameFigures:
        """Mean plies, the share of passes and that of games Black won, and of how many games."""
        if not self._games:
            return GameFigures()
        plies, passes, wins = (float(total) for total in np.sum(np.array(self._games), axis=0))
        count = len(self._games)
        return GameFigures(plies / count, passes / max(plies, 1.0), wins / count, count)


class Experience:
    """The games of a dog's self-play: how many there were, and those of them that it still learns from."""

    def __init__(
        self,
        store: RunStore,
        config: TrainingConfig,
        counters: Counters,
        saved: Checkpoint | None,
        known: KnownMoments,
        brought: int = 0,
    ) -> None:
        """Take in what the folder holds.

        Args:
            store: the dog's folder.
            config: of the run that begins; the boards it is played on may be others than before.
            counters: how far the dog has come.
            saved: its last checkpoint; None of a newborn, whose folder can hold only what nobody counts.
            known: the moments of its life that need not be looked for any more.
            brought: games of a life elsewhere with which it came to the board it is measured on.
        """
        self._store = store
        self._config = config
        learner = config.learner
        self.games = counters.games
        """Games it has played in its life."""
        self.positions = counters.positions
        """Positions recorded in them."""
        self._brought = brought
        self._arrivals = _arrivals(config, saved)
        """When it came to each board; one that is missing it has not played on yet."""
        self._replay = Windows(
            config.played,
            learner.window_max,
            config.boards,
            learner.surprise_share,
            learner.td_lambda,
            together=1 + len(config.beside),
        )
        self.heldout = HeldOut(config)
        """Games that are kept from learning."""
        self.recent = RecentGames(config.size)
        """What the latest games were like."""
        self.watch = Watch(config.played, known)
        """Looks for moments in the games that come in."""
        self._noted: list[Noted] = []
        self._unsaved: list[FinishedGame] = []
        self._left: frozenset[int] = frozenset()
        """The boards on which it plays no more, or not yet."""
        self._chunks: deque[Counter[int]] = deque()
        """Of each file of games that this run has written, the positions in it by the size of their boards."""
        self._load(saved.window_games if saved else None)
        self._replay.unlearned |= {
            size: count for size, count in ((saved and saved.unlearned) or {}).items() if size in config.boards
        }

    def _load(self, num_games: Mapping[int, int] | None) -> None:
        """Take in the latest ``num_games`` games of each size, or as many as fit: files may hold more, as saves fell.

        A board the dog plays on no more is forgotten, and one it did not play on before has no games yet.
        """
        kept: Counter[int] = Counter()
        latest = []
        boards = self._config.boards_at(self.positions)
        playing = {size: self._replay.room(self._window_on(size)) for size in boards}
        for game in reversed(self._store.load_games(playing)):
            if num_games is None or kept[game.size] < num_games.get(game.size, 0):
                kept[game.size] += 1
                latest.append(game)
        for game in reversed(latest):
            self._replay.add(game, self._window_on(game.size), is_new=False)
        for game in self._store.load_heldout():
            if game.size == self._config.size:
                self.heldout.add(game)

    def _window_on(self, size: int) -> int:
        """Positions kept as if all boards were of that size: a share of those since the dog came to it."""
        arrival = self._arrivals.get(size, Arrival())
        return window_size(self._config.learner, self.positions - arrival.positions)

    @property
    def window(self) -> int:
        """Positions in the replay windows."""
        return self._replay.positions

    @property
    def missing(self) -> int:
        """Positions still to be played before learning begins."""
        return max(0, self._config.learner.min_positions - self.window)

    @property
    def games_elsewhere(self) -> int:
        """Games it had played when it came to the board it is measured on, from another one."""
        arrival = self._arrivals.get(self._config.size, Arrival()).games
        return 0 if arrival <= self._brought else arrival

    def add(self, game: FinishedGame) -> None:
        """Count a game, look for moments in it, and keep it: in its board's window, or aside."""
        number = self.games
        self._arrivals.setdefault(game.size, Arrival(number, self.positions))
        self.games += 1
        self.positions += len(game.plies)
        self.recent.add(game, self.games)
        self._noted += self.watch.look(game, self.games)
        if self.heldout.takes(number, game.size):
            self.heldout.add(game)
        elif game.size not in self._left:  # or it began before the dog left that board
            self._replay.add(game, self._window_on(game.size))
            self._unsaved.append(game)

    def take_noted(self) -> list[Noted]:
        """What was seen for the first time in the games that have come since this was asked last."""
        noted, self._noted = self._noted, []
        return noted

    def sample(self, rng: np.random.Generator) -> Batch:
        """A batch to learn from; ValueError where nothing has been played."""
        return self._replay.sample(self._config.learner, self._config.net.planes, rng, self.positions)

    def leave_boards(self) -> None:
        """Forget the games of boards on which a dog of this age plays no more, or not yet."""
        playing = self._config.boards_at(self.positions)
        self._left = frozenset(self._config.boards) - set(playing)
        self._replay.forget(self._left)
        self._unsaved = [game for game in self._unsaved if game.size in playing]

    # --- on the disk

    def save_games(self) -> None:
        """Write the games that have come since the last time, before the checkpoint that counts them."""
        self._store.append_games(self._unsaved)
        if self._unsaved:
            chunk: Counter[int] = Counter()
            for game in self._unsaved:
                chunk[game.size] += len(game.plies)
            self._chunks.append(chunk)
        self._unsaved = []

    def told(self) -> dict[str, Any]:
        """Its part of a :class:`Checkpoint`, by field; read together with the games written so far."""
        return {
            "window_games": self._replay.games,
            "window_file": self._store.window_file,
            "arrivals": self._arrivals,
            "unlearned": self._replay.unlearned if len(self._config.boards) > 1 else None,
            "brought": self._brought,
        }

    def tidy(self) -> None:
        """After a checkpoint: write the games kept aside, and delete files of games that have left the windows.

        Only files that this run wrote itself: how many games lie in others is not known here.
        """
        if self.heldout.games:
            self._store.save_heldout(list(self.heldout.games))
        total: Counter[int] = Counter()
        for index, chunk in enumerate(reversed(self._chunks)):
            total += chunk
            if all(total[size] >= self._replay.of(size).positions for size in self._config.boards):
                self._store.forget_games(index + 1)
                while len(self._chunks) > index + 1:
                    self._chunks.popleft()
                return


def _arrivals(config: TrainingConfig, saved: Checkpoint | None) -> dict[int, Arrival]:
    if saved is None:
        return {}
    known = saved.arrivals
    if known is None:  # nobody noted it: as if it had been there from the beginning
        known = dict.fromkeys(saved.config.boards, Arrival()) if saved.counters.games else {}
    return {size: arrival for size, arrival in known.items() if size in config.boards}
