"""The arena's process: the dog of the moment against opponents of known strength, on request."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from clevergo.nn.files import load_weights
from clevergo.players.match_games import MatchPlan, MatchScore, PlayedGame, drawn_openings, play_match
from clevergo.players.protocol import PlayerError
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.training.learner.store import RunStore
from clevergo.training.ratings.opponents import NoSuchOpponentError, spec_of
from clevergo.training.run.events import NotRated, Rated, RateRequest, RatingGoes
from clevergo.training.run.processes import ProcessPlan
from clevergo.workers.inbox import Inbox

logger = logging.getLogger(__name__)


class Arena:
    """The loop of the process."""

    def __init__(self, plan: ProcessPlan, inbox: Inbox) -> None:
        self._plan = plan
        self._inbox = inbox
        self._store = RunStore(plan.folder)

    def run(self) -> None:
        """Play what is asked for until told to stop."""
        while not self._inbox.stopped:
            for message in self._inbox.take(wait=1.0):
                if isinstance(message, RateRequest):
                    self._rate(message)

    def _rate(self, request: RateRequest) -> None:
        """Play one match; what could be played of it counts."""
        begun = time.monotonic()
        path = self._store.weights
        meta = load_weights(path).meta
        config = self._plan.config
        game, size = config.played, config.size
        rules, start = game.agree({"size": size, **game.rated_by(config.selfplay.of_game)})
        try:
            match = MatchPlan(
                PlayerSpec(PlayerKind.ALPHAGO, str(path), request.simulations),
                spec_of(game, request.opponent, self._store, request.simulations),
                request.games,
                rules,
                request.seed,
                drawn_openings(rules, request.games, request.seed),
                start,
            )

            def tell(_game: PlayedGame, score: MatchScore) -> None:
                self._inbox.send(RatingGoes(request.opponent, score.games, request.games))

            score = play_match(match, Path, tell, self._is_stopped)
        except (PlayerError, NoSuchOpponentError) as error:
            logger.warning("no match with %s: %s", request.opponent, error)
            self._inbox.send(NotRated(request.opponent, error.problem))
            return
        if not score.games:
            return
        age, took = (int(meta.get("games", 0)), float(meta.get("seconds", 0.0))), time.monotonic() - begun
        counts = score.first, score.draws, score.second
        self._inbox.send(Rated(request.opponent, *counts, *age, request.simulations, took))

    def _is_stopped(self) -> bool:
        self._inbox.take()
        return self._inbox.stopped
