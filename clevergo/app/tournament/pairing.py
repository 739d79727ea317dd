"""Everybody against everybody: who meets whom, what came of it, the table and its ratings. Two players are a match."""

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.app.match.messages import BoardState
from clevergo.app.match.renaming import renamed
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.players.spec import PlayerSpec
from clevergo.training.ratings.elo import Likelihood, Rating
from clevergo.training.ratings.elo import chance_of_equals as chance_of_equals  # passes to the window as it is

MOST_PLAYERS = 12
MOST_ROUNDS = 200
_SPREAD = 1500.0
"""Of the wide prior that keeps whoever has won everything at a finite rating."""
_KNOWN_SPREAD = 1.0
"""Of a rating that was measured long ago."""


@dataclass(frozen=True)
class Fixture:
    """One game; players by their place in the plan.

    Where players settle colors over the first stones, it is planned who sits down with Black; what is told of the game
    from then on names who has it in the end.
    """

    number: int
    black: int
    white: int

    @property
    def swapped(self) -> Fixture:
        """With colors exchanged."""
        return Fixture(self.number, self.white, self.black)


@dataclass(frozen=True)
class TournamentPlan:
    """Who takes part, and how often each pair meets. Colors alternate."""

    players: tuple[PlayerSpec, ...]
    rounds: int
    """Games of each pair."""
    rules: Rules
    seed: int = 0

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise ValueError(f"2 to {MOST_PLAYERS} players can meet, not {len(self.players)}")
        if len(set(self.players)) != len(self.players):
            raise ValueError("every player takes part once")
        if any(player.is_human for player in self.players):
            raise ValueError("only computer players can meet here: play games of your own on the first page")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"each pair plays 1 to {MOST_ROUNDS} games, not {self.rounds}")

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Every pair of players, by their places."""
        return list(itertools.combinations(range(len(self.players)), 2))

    @property
    def games(self) -> int:
        """Games in all."""
        return self.rounds * len(self.pairs)

    def fixture(self, number: int) -> Fixture:
        """Who plays game ``number``, 0 to ``games - 1``: every pair once, then every pair with colors changed, ..."""
        turn, place = divmod(number, len(self.pairs))
        first, second = self.pairs[place]
        # Whoever has Black against one neighbor has White against the next, so nobody has Black all through a round.
        if (turn + first + second) % 2 == 0:
            first, second = second, first
        return Fixture(number, first, second)

    def renamed(self, old: str, new: str) -> TournamentPlan:
        """The same plan after a dog has been renamed, at any of its ages; this one where nothing changes."""
        players = tuple(renamed(player, old, new) for player in self.players)
        # A dog that was called so before, and is gone, may take part: two of one name would be no plan.
        is_other = players != self.players and len(set(players)) == len(players)
        return replace(self, players=players) if is_other else self

    def to_json(self) -> dict[str, Any]:
        """A JSON-ready form."""
        game = self.rules.game
        return {
            "players": [str(player) for player in self.players],
            "rounds": self.rounds,
            "game": game.name,
            **game.agreed(self.rules),
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TournamentPlan:
        """The inverse of :meth:`to_json`; raises ValueError, KeyError or TypeError on anything else."""
        rules, _ = game_named(data.get("game", USUAL_GAME)).agree(data)
        players = tuple(PlayerSpec.parse(text) for text in data["players"])
        return cls(players, int(data["rounds"]), rules, int(data["seed"]))


@dataclass(frozen=True)
class GameResult:
    """A game that was played."""

    fixture: Fixture
    result: str
    """As SGF writes it."""
    plies: int

    @property
    def winner(self) -> int | None:
        """The winner's place in the plan; None for a draw."""
        return {"B": self.fixture.black, "W": self.fixture.white}.get(self.result[:1])


@dataclass(frozen=True)
class LiveGame:
    """The game that is being played and looked at, as it stands after a move."""

    fixture: Fixture
    board: BoardState
    ply: int = 0
    to_play: Color = Color.BLACK


class TournamentState(enum.Enum):
    """Where a tournament stands."""

    NONE = "none"
    """There is none."""
    STARTING = "starting"
    """Its processes are being started."""
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    """Not all games have been played; it can go on."""
    FINISHED = "finished"


@dataclass(frozen=True)
class Table:
    """What came of the games so far."""

    wins: NDArray[np.int64]
    """``int64[n, n]``: how often the row's player beat the column's."""
    draws: NDArray[np.int64]
    """``int64[n, n]``, symmetric."""
    ratings: tuple[Rating, ...]
    """Elo points. With a player of known strength among them on that scale, else their mean is 0."""

    def score(self, row: int, column: int | None = None) -> float:
        """Points of a player, against one other or in all: a win is 1, a draw a half."""
        wins, draws = self.wins[row], self.draws[row]
        if column is not None:
            return float(wins[column] + draws[column] / 2)
        return float(wins.sum() + draws.sum() / 2)

    def games(self, row: int, column: int | None = None) -> int:
        """Games of a player, against one other or in all."""
        met = self.wins[row] + self.wins[:, row] + self.draws[row]
        return int(met.sum() if column is None else met[column])

    @property
    def order(self) -> list[int]:
        """The players' places in the plan, the strongest first."""
        return sorted(range(len(self.ratings)), key=lambda place: -self.ratings[place].points)


def table_of(plan: TournamentPlan, results: tuple[GameResult, ...]) -> Table:
    """Count the results and rate the players."""
    count = len(plan.players)
    wins, draws = np.zeros((count, count), np.int64), np.zeros((count, count), np.int64)
    for result in results:
        black, white = result.fixture.black, result.fixture.white
        if result.winner is None:
            draws[black, white] += 1
            draws[white, black] += 1
        else:
            wins[result.winner, white if result.winner == black else black] += 1
    game = plan.rules.game
    anchors = dict(game.anchors) if plan.rules.size == game.usual_size else {}
    known = {place: anchors[str(player)] for place, player in enumerate(plan.players) if str(player) in anchors}
    return Table(wins, draws, rate(wins, draws, known))


def rate(wins: NDArray[np.int64], draws: NDArray[np.int64], known: Mapping[int, float]) -> tuple[Rating, ...]:
    """The most likely ratings (Bradley and Terry 1952).

    A draw counts half a win and half a loss. Where nobody's rating is known only differences mean anything: the mean
    is put at 0, and errors are those of the distance to it.

    Args:
        wins: ``int64[n, n]``, how often the row's player beat the column's.
        draws: ``int64[n, n]``, symmetric.
        known: ratings that are given, by place.
    """
    count = len(wins)
    games = wins + wins.T + draws
    points = wins + draws / 2
    player, opponent = np.nonzero(np.triu(games))
    center = np.mean(list(known.values())) if known else 0.0
    spreads = [_KNOWN_SPREAD if place in known else _SPREAD for place in range(count)]
    ratings, covariance = Likelihood(
        player=player,
        points=points[player, opponent],
        games=games[player, opponent],
        known=np.empty(0),
        opponent=opponent,
        precision=np.diag(np.array(spreads) ** -2),
        mean=np.array([known.get(place, center) for place in range(count)], np.float64),
    ).maximum()
    if not known:
        to_mean = np.eye(count) - 1.0 / count
        ratings, covariance = to_mean @ ratings, to_mean @ covariance @ to_mean.T
    variances = np.diag(covariance)
    return tuple(Rating(float(r), math.sqrt(max(float(v), 0.0))) for r, v in zip(ratings, variances, strict=True))


def match_error(score: float, games: int) -> float:
    """The standard error of a share of points, from that many games; a first guess where all went one way."""
    share = (score + 1.0) / (games + 2.0)  # Laplace's rule: nobody is known to win always after three games
    return math.sqrt(share * (1.0 - share) / max(games, 1))
