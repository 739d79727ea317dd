"""The self-play worker: one process that plays many games side by side, for ever."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from clevergo.compiled import note_prepared
from clevergo.nn.files import WeightFile, weights_from_bytes
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
from clevergo.training.run.events import GamesSeen, Ready, SetDuty, UnderWay
from clevergo.training.run.parcels import NewWeights, pack_page, page_ticks, version_of_page
from clevergo.training.run.processes import SELF_PLAY, Pacer, ProcessPlan
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.training.selfplay.gallery import Gallery
from clevergo.training.selfplay.lockstep import SelfPlay, Stage
from clevergo.workers.inbox import Inbox

_SEND_GAMES_SECONDS = 1.0
_SEND_SIGN_SECONDS = 20.0
"""Where no game has ended: the learner is told that moves are made."""
_WAIT_SECONDS = 0.2


class Worker:
    """The loop of the process. Where games are played on boards of several sizes, those take turns, batch by batch."""

    def __init__(self, plan: ProcessPlan, inbox: Inbox) -> None:
        self._plan = plan
        self._inbox = inbox
        self._pacer = Pacer(plan.run.duty)
        self._offered: dict[int, NewWeights] = {}
        self._games: list[FinishedGame] = []
        self._moves_shown = 0

    def run(self) -> None:
        """Play until told to stop, from the moment the learner's weights are here."""
        while not self._offered:
            if self._inbox.stopped:
                return
            self._take(_WAIT_SECONDS)
        self._begin(self._offered.pop(min(self._offered)))
        if self._plan.run.in_step:
            self._run_in_step()
        else:
            self._run_by_the_clock()
        if self._games:  # a stop loses no game that has ended
            self._send_games()

    def _begin(self, first: NewWeights) -> None:
        plan, weights = self._plan, _read(first)
        positions = _positions_of(weights)
        seed = [plan.config.seed, plan.number, plan.starts, positions]
        self._load(weights)
        self._plays = [
            self._play_on(size, positions, [*seed, size] if place else seed)
            for place, size in enumerate(plan.config.boards)
        ]
        self._gallery = Gallery(self._plays)
        self._ticks = 0
        self._playing = self._places_at(positions)
        self._version, self._first_page = first.version, first.pages
        self._oldest = first.version
        self._shown = self._sent = time.monotonic()

    def _play_on(self, size: int, positions: int, seed: list[int]) -> SelfPlay:
        config = self._plan.config
        return SelfPlay(config.played, config.selfplay, size, np.random.default_rng(seed), positions)

    def _places_at(self, positions: int) -> list[int]:
        """Which of its boards a dog plays on that has played so many positions."""
        config = self._plan.config
        return [config.boards.index(size) for size in config.boards_at(positions)]

    def _load(self, weights: WeightFile) -> None:
        self._predictors = [Predictor(weights, size) for size in self._plan.config.boards]
        self._evaluators = [NetEvaluator(predictor) for predictor in self._predictors]

    def _say_ready(self) -> None:
        """All kernels have been used once."""
        note_prepared(SELF_PLAY)
        self._inbox.send(Ready())

    def _run_by_the_clock(self) -> None:
        """New weights as soon as they are there, games sent every second."""
        self._tick()
        self._say_ready()
        self._send_games()  # none yet: the learner's clock begins with the first stone, too, not with the first end
        while not self._inbox.stopped:
            self._take()
            for version in sorted(self._offered):
                self._change_weights(self._offered.pop(version))
            self._tick()
            if time.monotonic() - self._sent >= (_SEND_GAMES_SECONDS if self._games else _SEND_SIGN_SECONDS):
                self._send_games()

    def _run_in_step(self) -> None:
        """Pages of equally many batches, each with the weights that are due (:mod:`clevergo.training.run.parcels`)."""
        ticks = page_ticks(self._plan.config.learner.publish_ticks)
        page = self._first_page
        while not self._inbox.stopped:
            self._await_weights(version_of_page(page))
            for tick in range(ticks):
                self._take()
                if self._inbox.stopped:
                    return
                self._tick()
                if page == self._first_page and tick == 0:
                    self._say_ready()
            self._send_games()
            page += 1

    def _await_weights(self, version: int) -> None:
        """Wait until weights of ``version`` are there, and go on with them."""
        while version > self._version and version not in self._offered and not self._inbox.stopped:
            self._take(_WAIT_SECONDS)
        for offered in sorted(self._offered):
            if offered <= version:
                new = self._offered.pop(offered)
                if offered == version:
                    self._change_weights(new)

    def _take(self, wait: float = 0.0) -> None:
        for data in self._inbox.lines.take(wait):
            new = NewWeights.from_bytes(data)
            self._offered[new.version] = new
        for message in self._inbox.take():
            if isinstance(message, SetDuty):
                self._pacer.duty = message.duty

    def _change_weights(self, new: NewWeights) -> None:
        weights = _read(new)
        if weights.config == self._predictors[0].config:
            for predictor in self._predictors:
                predictor.swap(weights)
        else:  # the net has grown
            self._load(weights)
        positions = _positions_of(weights)
        self._playing = self._places_at(positions)
        for play in self._plays:
            play.set_stage(Stage.at(self._plan.config.selfplay, positions))
        self._version = new.version

    def _tick(self) -> None:
        begun = time.monotonic()
        turn = self._playing[self._ticks % len(self._playing)]
        self._ticks += 1
        self._games += self._plays[turn].tick(self._evaluators[turn])
        now = time.monotonic()
        if now - self._shown >= self._plan.show_seconds:
            self._show(now)
        self._pacer.rest_after(now - begun)

    def _send_games(self) -> None:
        self._inbox.lines.send(pack_page(self._games, self._oldest))
        self._games = []
        self._oldest = self._version
        self._sent = time.monotonic()

    def _show(self, now: float) -> None:
        span = now - self._shown
        moves = sum(play.moves_made for play in self._plays)
        boards = self._gallery.seen(now)
        self._inbox.send(GamesSeen(boards, (moves - self._moves_shown) / span, self._under_way(), self._plan.number))
        self._moves_shown = moves
        self._shown = now

    def _under_way(self) -> UnderWay:
        """What has been played and is not on its way to the learner yet."""
        playing = [self._plays[place] for place in self._playing]
        moves, positions = (sum(counts) for counts in zip(*(play.under_way() for play in playing), strict=True))
        finished = sum(len(game.plies) for game in self._games)
        return UnderWay(len(playing) * self._plan.config.selfplay.games, moves, positions + finished)


def _read(new: NewWeights) -> WeightFile:
    return weights_from_bytes(new.data, Path("the learner's weights"))


def _positions_of(weights: WeightFile) -> int:
    """How many positions the dog had played; sets the stage of its growth."""
    return int(weights.meta.get("positions", 0))
