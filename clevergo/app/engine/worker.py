"""The engine process: computer players think here, so that the window's thread never waits for them.

What analyzes is a process like it, but apart, so that looking on never disturbs who plays. Heavy imports happen inside
functions: the window's process imports this module only to name its entry points.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from clevergo.app.engine.messages import (
    AnalyzeRequest,
    CountRequest,
    DeadStones,
    EngineFault,
    ForfeitAnswer,
    InquiryReport,
    InquiryRequest,
    InsightReport,
    PrepareRequest,
    Request,
    RulesReady,
    Seat,
    SettleAnswer,
    SettleRequest,
    SlowReport,
    SlowRequest,
    Tag,
    ThinkAnswer,
    ThinkProgress,
    ThinkRequest,
    ThinkStarted,
)
from clevergo.app.engine.readiness import (
    compile_ahead,
    is_first_start,
    report_first_start,
    try_out,
    warm_up_rules,
    warm_up_search,
)
from clevergo.app.kennel.netfile import time_written
from clevergo.app.match.messages import Preparing, Thinking
from clevergo.games.color import Color
from clevergo.games.game import Rules, position_after
from clevergo.players.protocol import Analysis, ForfeitError, Insight, Player, PlayerError, ThinkControl
from clevergo.players.settling import settle
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem, unexpected
from clevergo.workers.child import loading
from clevergo.workers.inbox import Inbox

if TYPE_CHECKING:
    from clevergo.players.analyst import Analyst

logger = logging.getLogger(__name__)

NICENESS, MIND_NICENESS = 5, 10
_MOST_PLAYERS, _MOST_ANALYSTS = 4, 2


def run_engine(inbox: Inbox) -> None:
    """Process: serve requests until the window closes the pipe or is gone."""
    engine = EngineWorker(inbox)
    report_first_start(inbox.send)
    with loading():
        warm_up_rules()
    inbox.send(RulesReady())
    inbox.send(Preparing(0, 0))
    ahead = compile_ahead() if is_first_start() else None
    engine.serve(idle_work=[] if ahead else [warm_up_search])
    if ahead:
        ahead.kill()
    os._exit(0)  # nothing is left to write, and the libraries' own farewells take a good part of a second


def run_mind(inbox: Inbox) -> None:
    """Process: analyze until the window closes the pipe or is gone."""
    inbox.send(RulesReady())
    EngineWorker(inbox).serve(idle_work=[])
    os._exit(0)


def thinking_of(analysis: Analysis, to_play: Color, played: int | None = None) -> Thinking:
    """A player's analysis as screens show it.

    The move that was ``played`` leads the list, and its promise, in Black's view, is what the position is worth: beside
    the list the mean of all that was tried would look like another opinion.
    """
    candidates = tuple(sorted(analysis.candidates, key=lambda candidate: candidate.action != played))
    mine = candidates[0].win_rate if candidates else analysis.win_rate
    return Thinking(analysis.done, analysis.total, mine if to_play is Color.BLACK else 1.0 - mine, candidates)


@dataclass
class _Seated:
    """A player and the match it was last asked about."""

    player: Player
    match_id: int
    written: int
    """When its weight file was written; nanoseconds."""


class EngineWorker:
    """Takes requests in order; a cancelled one ends early or is never begun."""

    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self._players: dict[tuple[Color, PlayerSpec, Path | None, bool, bool], _Seated] = {}
        self._analysts: dict[tuple[str | None, Path | None, int], Analyst] = {}

    def serve(self, idle_work: list[Callable[[], None]]) -> None:
        """Work until the pipe is closed; ``idle_work`` is done, once, when nobody asks for anything."""
        while not self.inbox.stopped:
            request = self.inbox.next(wait=not idle_work)
            if request is not None:
                self._handle(request)
            elif idle_work and not self.inbox.stopped:
                idle_work.pop()()
        self._players.clear()  # those that are programs of their own end with it

    def _handle(self, request: Request) -> None:
        try:
            if isinstance(request, ThinkRequest):
                self._think(request)
            elif isinstance(request, SettleRequest):
                self._settle(request)
            elif isinstance(request, CountRequest):
                self._count(request)
            elif isinstance(request, AnalyzeRequest):
                self._analyze(request)
            elif isinstance(request, SlowRequest):
                self._search_slowly(request)
            elif isinstance(request, InquiryRequest):
                self._inquire(request)
            elif isinstance(request, PrepareRequest):
                self._player(request.tag, request.rules, request.seat)
        except ForfeitError as error:
            logger.warning("%s", error)
            self.inbox.send(ForfeitAnswer(request.tag, error.problem))
        except PlayerError as error:
            self._report(request, error.problem)
        except Exception as error:
            logger.exception("the engine failed at %s", request)
            self._report(request, unexpected("engine_failed", error))

    def _report(self, request: Request, reason: Problem) -> None:
        if not isinstance(request, PrepareRequest):  # the request itself will meet the same trouble
            self.inbox.send(EngineFault(request.tag, reason))

    def _think(self, request: ThinkRequest) -> None:
        player = self._player(request.tag, request.rules, request.seat)
        position = position_after(request.rules, request.moves, request.start)
        self.inbox.send(ThinkStarted(request.tag))

        def tell(analysis: Analysis) -> None:
            self.inbox.send_progress(lambda: ThinkProgress(request.tag, thinking_of(analysis, position.to_play)))

        control = ThinkControl(self._stopper(_seconds_of(request)), tell)
        decision = player.choose(position, control)
        if not self.inbox.is_dropped():
            analysis, to_play = decision.analysis, position.to_play
            thinking = None if analysis is None else thinking_of(analysis, to_play, decision.action)
            self.inbox.send(ThinkAnswer(request.tag, decision.action, decision.resigns, thinking))

    def _settle(self, request: SettleRequest) -> None:
        player = self._player(request.tag, request.rules, request.seat)
        position = position_after(request.rules, request.moves)
        self.inbox.send(ThinkStarted(request.tag))
        rng = np.random.default_rng([request.seat.seed, len(request.moves)])
        done = settle(player, request.settling, position, rng, ThinkControl(self._stopper(_seconds_of(request))))
        if not self.inbox.is_dropped():
            self.inbox.send(SettleAnswer(request.tag, done))

    def _stopper(self, seconds: float | None) -> Callable[[], bool]:
        """Whether to stop: nobody wants the answer, or the time for it is up."""
        if seconds is None:
            return self.inbox.is_dropped
        end = time.monotonic() + seconds
        return lambda: time.monotonic() >= end or self.inbox.is_dropped()

    def _count(self, request: CountRequest) -> None:
        counting = request.rules.game.counting
        assert counting is not None, "nothing is counted in this game"
        position = position_after(request.rules, request.moves, request.start)
        self.inbox.send(DeadStones(request.tag, counting.propose_dead(position)))

    def _analyze(self, request: AnalyzeRequest) -> None:
        analyst, asked = self._analyst(request), request.question
        position = position_after(asked.rules, asked.moves, asked.start)
        dead, known = None, asked.dead_after(len(asked.moves))
        if known is not None:
            dead = np.zeros_like(position.stones, np.bool_)
            dead.flat[list(known)] = True
        insight: Insight | None = None
        for insight in analyst.study(position, asked.visits, self.inbox.is_dropped, request.is_thorough, dead):
            self.inbox.send(InsightReport(request.tag, insight))
        if insight is not None and not self.inbox.is_dropped():
            self.inbox.send(InsightReport(request.tag, insight, is_last=True))

    def _search_slowly(self, request: SlowRequest) -> None:
        from clevergo.app.slow.telling import search_slowly

        asked, brain = request.question, self._analyst(request).brain
        position = position_after(asked.rules, asked.moves, asked.start)
        if position.is_over:
            raise PlayerError("illegal_game_over")
        rng = np.random.default_rng(0)  # the same question has the same answer, which can be looked at again
        motion = search_slowly(brain, position, asked.visits, request.wish, rng, self.inbox.is_dropped)
        if not self.inbox.is_dropped():
            self.inbox.send(SlowReport(request.tag, motion))

    def _inquire(self, request: InquiryRequest) -> None:
        answer = None
        for answer in import_module(request.inquiry.door).answer(request.inquiry, self.inbox.is_dropped):
            if self.inbox.is_dropped():
                return
            self.inbox.send(InquiryReport(request.tag, answer))
        if not self.inbox.is_dropped():
            self.inbox.send(InquiryReport(request.tag, answer, is_last=True))

    def _analyst(self, request: AnalyzeRequest | SlowRequest) -> Analyst:
        """The one for this dog as it is now; a weight file written anew is another dog."""
        from clevergo.players.analyst import Analyst
        from clevergo.players.brain import DogBrain

        name, weights = request.question.judge, request.weights
        key = (name, weights, time_written(weights))
        analyst = self._analysts.pop(key, None)
        if analyst is None:
            brain = None if weights is None else DogBrain.load(name or "", weights)
            analyst = Analyst(brain, np.random.default_rng(0))
        self._analysts[key] = analyst
        while len(self._analysts) > _MOST_ANALYSTS:
            del self._analysts[next(iter(self._analysts))]
        return analyst

    def _player(self, tag: Tag, rules: Rules, seat: Seat) -> Player:
        """The player for this seat, at its board. Its weights are read again only between matches."""
        from clevergo.players.build import build_player
        from clevergo.players.match_games import VARIED
        from clevergo.players.options import STRONGEST

        key = (seat.color, seat.spec, seat.weights, seat.varied, seat.faces_person)
        written = time_written(seat.weights)
        seated = self._players.pop(key, None)
        if seated is None or (seated.match_id != tag.match_id and seated.written != written):
            options = replace(VARIED if seat.varied else STRONGEST, is_patient=seat.faces_person)
            player = build_player(seat.spec, lambda _dog: seat.weights or Path(), seat.seed, options)
            if seat.spec.protocol is None:  # another program compiles nothing here; a trial that is left would end it
                try_out(player, rules, self.inbox.is_awaited)
            seated = _Seated(player, -1, written)
        if seated.match_id != tag.match_id:
            seated.player.new_game(rules)
            seated.match_id = tag.match_id
        self._players[key] = seated
        while len(self._players) > _MOST_PLAYERS:
            del self._players[next(iter(self._players))]
        return seated.player


def _seconds_of(request: ThinkRequest | SettleRequest) -> float | None:
    """How long a player may think. Another program keeps its own time.

    To stop such a program is to end it, and what it answers then is no move of its own.
    """
    return None if request.seat.spec.protocol is not None else request.seconds
