"""The self-play worker: one process that plays many games side by side, for ever."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from clevergo.compiled import note_prepared
from clevergo.nn.files import load_weights
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
from clevergo.training.learner.store import RunStore
from clevergo.training.run.events import GamesPlayed, GamesSeen, NewWeights, Ready, SetDuty, UnderWay
from clevergo.training.run.pace import page_ticks, version_of_page
from clevergo.training.run.processes import SELF_PLAY, Pacer, ProcessPlan
from clevergo.training.selfplay.codec import pack_games
from clevergo.training.selfplay.lockstep import FinishedGame, SelfPlay, Stage
from clevergo.workers.inbox import Inbox

_SEND_GAMES_SECONDS = 1.0
_SHOW_SECONDS = 0.25
_SHOWN_GAMES = 16
_WAIT_SECONDS = 0.2


class Worker:
    """The loop of the process."""

    def __init__(self, plan: ProcessPlan, inbox: Inbox) -> None:
        self._plan = plan
        self._inbox = inbox
        self._pacer = Pacer(plan.duty)
        weights = load_weights(RunStore(plan.folder).selfplay)
        positions = int(weights.meta.get("positions", 0))
        seed = np.random.SeedSequence([plan.config.seed, plan.number, plan.starts, positions])
        self._predictor = Predictor(weights, plan.config.size)
        self._evaluator = NetEvaluator(self._predictor)
        self._play = SelfPlay(
            plan.config.played, plan.config.selfplay, plan.config.size, np.random.default_rng(seed), positions
        )
        self._version = plan.version
        self._offered: dict[int, NewWeights] = {}
        self._games: list[FinishedGame] = []
        self._shown = self._sent = time.monotonic()
        self._moves_shown = 0

    def run(self) -> None:
        """Play until told to stop."""
        if self._plan.in_step:
            self._run_in_step()
        else:
            self._run_by_the_clock()
        if self._games:  # a stop loses no game that has ended
            self._send_games()

    def _say_ready(self) -> None:
        """All kernels have been used once."""
        note_prepared(SELF_PLAY)
        self._inbox.send(Ready())

    def _run_by_the_clock(self) -> None:
        """New weights as soon as they are there, games sent every second."""
        self._tick()
        self._say_ready()
        while not self._inbox.stopped:
            self._take()
            for version in sorted(self._offered):
                self._change_weights(self._offered.pop(version))
            self._tick()
            if self._games and time.monotonic() - self._sent >= _SEND_GAMES_SECONDS:
                self._send_games()

    def _run_in_step(self) -> None:
        """Pages of equally many batches, each with the weights that are due (:mod:`clevergo.training.run.pace`)."""
        ticks = page_ticks(self._plan.config.learner.publish_ticks)
        page = self._plan.first_page
        while not self._inbox.stopped:
            self._await_weights(version_of_page(page))
            for tick in range(ticks):
                self._take()
                if self._inbox.stopped:
                    return
                self._tick()
                if page == self._plan.first_page and tick == 0:
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
        for message in self._inbox.take(wait):
            if isinstance(message, NewWeights):
                self._offered[message.version] = message
            elif isinstance(message, SetDuty):
                self._pacer.duty = message.duty

    def _change_weights(self, new: NewWeights) -> None:
        self._predictor.swap(load_weights(new.path))
        self._play.set_stage(Stage.at(self._plan.config.selfplay, new.positions))
        self._version = new.version

    def _tick(self) -> None:
        begun = time.monotonic()
        self._games += self._play.tick(self._evaluator)
        now = time.monotonic()
        if now - self._shown >= _SHOW_SECONDS:
            self._show(now)
        self._pacer.rest_after(now - begun)

    def _send_games(self) -> None:
        positions = sum(len(game.plies) for game in self._games)
        data = pack_games(self._games) if self._games else b""
        self._inbox.send(GamesPlayed(data, len(self._games), positions))
        self._games = []
        self._sent = time.monotonic()

    def _show(self, now: float) -> None:
        span = now - self._shown
        moves = self._play.moves_made
        boards: tuple[Any, ...] = tuple(self._play.stones(_SHOWN_GAMES))
        self._inbox.send(GamesSeen(boards, (moves - self._moves_shown) / span, self._under_way(), self._plan.number))
        self._moves_shown = moves
        self._shown = now

    def _under_way(self) -> UnderWay:
        """What has been played and is not on its way to the learner yet."""
        moves, positions = self._play.under_way()
        finished = sum(len(game.plies) for game in self._games)
        return UnderWay(self._plan.config.selfplay.games, moves, positions + finished)
