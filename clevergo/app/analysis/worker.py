"""The process that analyzes: like the engine's, but apart from it, so that looking on never disturbs who plays."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.engine.messages import AnalyzeRequest, InsightReport, Request, RulesReady
from clevergo.app.engine.worker import EngineWorker, time_written
from clevergo.games.game import position_after
from clevergo.workers.inbox import Inbox

if TYPE_CHECKING:
    from clevergo.players.analyst import Analyst
    from clevergo.players.protocol import Insight

NICENESS = 10
_MOST_ANALYSTS = 2


def run_mind(inbox: Inbox) -> None:
    """Process: analyze until the window closes the pipe or is gone."""
    inbox.send(RulesReady())
    MindWorker(inbox).serve(idle_work=[])
    os._exit(0)  # see run_engine


class MindWorker(EngineWorker):
    """Answers :class:`AnalyzeRequest`; a later one ends the one before."""

    def __init__(self, inbox: Inbox) -> None:
        super().__init__(inbox)
        self._analysts: dict[tuple[str, Path | None, int], Analyst] = {}

    def do(self, request: Request) -> None:
        """Analyze, or whatever else was asked."""
        if not isinstance(request, AnalyzeRequest):
            super().do(request)
            return
        import numpy as np

        analyst, asked = self._analyst(request), request.question
        position = position_after(asked.rules, asked.moves, asked.start)
        dead = None if asked.dead is None else np.zeros_like(position.stones, np.bool_)
        if dead is not None:
            dead.flat[list(asked.dead or ())] = True
        insight: Insight | None = None
        for insight in analyst.study(position, asked.visits, self.inbox.is_dropped, request.is_thorough, dead):
            self.inbox.send(InsightReport(request.tag, insight))
        if insight is not None and not self.inbox.is_dropped():
            self.inbox.send(InsightReport(request.tag, insight, is_last=True))

    def _analyst(self, request: AnalyzeRequest) -> Analyst:
        """The one for this dog as it is now; a weight file written anew is another dog."""
        import numpy as np

        from clevergo.players.analyst import Analyst
        from clevergo.players.net_players import DogBrain

        name, weights = request.question.judge or "", request.weights
        key = (name, weights, time_written(weights))
        analyst = self._analysts.pop(key, None)
        if analyst is None:
            brain = None if weights is None else DogBrain.load(name, weights)
            analyst = Analyst(brain, np.random.default_rng(0))
        self._analysts[key] = analyst
        while len(self._analysts) > _MOST_ANALYSTS:
            del self._analysts[next(iter(self._analysts))]
        return analyst
