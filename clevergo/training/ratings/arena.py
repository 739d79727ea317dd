"""The arena's process: the dog of the moment against opponents of known strength, on request."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from clevergo.files import temporary_folder
from clevergo.games.color import Color
from clevergo.games.record import GameRecord
from clevergo.nn.files import WeightFile, load_weights
from clevergo.players.brain import DogBrain
from clevergo.players.glance import choices_at
from clevergo.players.match_games import MatchPlan, MatchScore, PlayedGame, drawn_openings, play_match
from clevergo.players.protocol import PlayerError
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.search.descent import win_rate
from clevergo.training.learner.store import RunStore
from clevergo.training.moments.best import BestMoment, worth_of_win
from clevergo.training.moments.known import BEST, WON
from clevergo.training.moments.watch import noted
from clevergo.training.ratings.opponents import NoSuchOpponentError, spec_of
from clevergo.training.run.events import Noted, NotRated, Rated, RateRequest, RatingGoes
from clevergo.training.run.processes import ProcessPlan
from clevergo.workers.inbox import Inbox

logger = logging.getLogger(__name__)


class Arena:
    """The loop of the process."""

    def __init__(self, plan: ProcessPlan, inbox: Inbox) -> None:
        self._plan = plan
        self._inbox = inbox
        self._store = RunStore(plan.folder)
        self._known = plan.known

    def run(self, only: RateRequest | None = None) -> None:
        """Play what is asked for until told to stop; or the ``only`` match."""
        if only is not None:
            self._rate(only)
            return
        while not self._inbox.stopped:
            for message in self._inbox.take(wait=1.0):
                if isinstance(message, RateRequest):
                    self._rate(message)

    def _rate(self, request: RateRequest) -> None:
        """Play one match; what could be played of it counts."""
        with temporary_folder() as folder:
            # The learner publishes meanwhile: who is judged, and whose age is noted, must be who plays.
            path = Path(folder) / self._store.weights.name
            path.write_bytes(self._store.weights.read_bytes())
            self._rate_weights(path, request)

    def _rate_weights(self, path: Path, request: RateRequest) -> None:
        begun = time.monotonic()
        dog = load_weights(path)
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

            def tell(game: PlayedGame, score: MatchScore) -> None:
                self._inbox.send(RatingGoes(request.opponent, score.games, request.games))
                if game.first_won:
                    self._note_win(game, request.opponent, dog)

            score = play_match(match, Path, tell, self._is_stopped)
        except (PlayerError, NoSuchOpponentError) as error:
            logger.warning("no match with %s: %s", request.opponent, error)
            self._inbox.send(NotRated(request.opponent, error.problem))
            return
        if not score.games:
            return
        took, counts = time.monotonic() - begun, (score.first, score.draws, score.second)
        self._inbox.send(Rated(request.opponent, *counts, *_age_of(dog), request.simulations, took))

    def _note_win(self, game: PlayedGame, opponent: str, dog: WeightFile) -> None:
        """Tell of the first game won against somebody of known strength, and of one that is the dog's best so far."""
        games, seconds = _age_of(dog)
        played = self._plan.config.played
        rating = dict(played.anchors).get(opponent)
        if rating is None:  # the dog itself, as it was earlier
            return
        kind, record = f"{WON}:{opponent}", game.record
        is_black = game.outcome.winner is Color.BLACK
        record.players = None
        record.black, record.white = (self._known.name, opponent) if is_black else (opponent, self._known.name)
        if kind not in self._known.kinds:
            self._note(noted(kind, games, len(record.main_line()) - 1, record, seconds=seconds))
        if rating >= self._known.best[0]:
            best = self._judged(record, rating, game.outcome.winner, DogBrain(self._known.name, dog))
            if best.worth > self._known.best:
                self._note(noted(BEST, games, best.ply, record, best.worth, seconds))

    def _note(self, moment: Noted) -> None:
        self._known = self._known.after(moment.kind, moment.score)
        self._inbox.send(moment)

    def _judged(self, record: GameRecord, rating: float, winner: Color | None, brain: DogBrain) -> BestMoment:
        """How good a game is, and where the dog stood worst; its bare net's win rates are written into the record.

        Where one move alone is considered it has learned no lesson, and what it says is left out.
        """
        nodes = record.main_line()
        plies = [ply for ply, node in enumerate(nodes[:-1]) if choices_at(node.position, is_patient=False).sum() > 1]
        if not plies:
            return worth_of_win(rating, [])
        _, values = brain.judge([nodes[ply].position for ply in plies])
        chances = []
        for ply, value in zip(plies, values.tolist(), strict=True):
            before, after = nodes[ply], nodes[ply + 1]
            after.black_win_rate = win_rate(value if before.to_play is Color.BLACK else -value)
            chances.append(after.black_win_rate if winner is Color.BLACK else 1.0 - after.black_win_rate)
        best = worth_of_win(rating, chances)
        return best._replace(ply=plies[best.ply])

    def _is_stopped(self) -> bool:
        self._inbox.take()
        return self._inbox.stopped


def _age_of(dog: WeightFile) -> tuple[int, float]:
    """The games it had played, and the seconds it had trained, when these weights were published."""
    return int(dog.meta.get("games", 0)), float(dog.meta.get("seconds", 0.0))
