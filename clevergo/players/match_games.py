"""A match of several games between two players without a window: colors alternate, records are kept."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.players.build import build_player
from clevergo.players.options import STRONGEST, Opening, PlayerOptions
from clevergo.players.protocol import ForfeitError, Player, ThinkControl, never_stop
from clevergo.players.settling import settle_colors
from clevergo.players.spec import PlayerSpec, name_of

__all__ = ["MatchPlan", "MatchScore", "PlayedGame", "play_game", "play_match"]

logger = logging.getLogger(__name__)

VARIED = PlayerOptions(opening=Opening(plies=6, temperature=0.25))
"""How players without chance of their own begin in a match of several games.

Variety has its price. A grown dog's move lost 0.9 percentage points of its win rate on average when drawn at
temperature 0.5, and 0.3 at 0.25 (400 simulations; the bare policy's 0.7 and 0.1). Of 25 openings of six moves against
itself 25 and 18 were different, of the bare policy's 40 37 and 38.
"""


@dataclass(frozen=True)
class MatchPlan:
    """Who meets whom, how often."""

    first: PlayerSpec
    second: PlayerSpec
    games: int
    """The first player has Black in games 0, 2, 4, ..."""
    rules: Rules
    seed: int = 0
    """All chance in the match comes from it: the same plan gives the same games."""
    openings: tuple[tuple[int, ...], ...] = ()
    """The first moves of games 0 and 1, of games 2 and 3, and so on, over and over; by default there are none."""
    start: Start = EMPTY_BOARD
    """What lies on the board before the first move."""

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"a match has at least 1 game, not {self.games}")

    def first_has_black(self, index: int) -> bool:
        """Whether the first player has Black in game ``index``."""
        return index % 2 == 0

    def opening(self, index: int) -> tuple[int, ...]:
        """The moves that are on the board when game ``index`` begins: each opening is played with both colors."""
        return self.openings[index // 2 % len(self.openings)] if self.openings else ()


def drawn_openings(rules: Rules, games: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """First moves for each pair of so many games, as the game draws them for ratings."""
    rng = np.random.default_rng([seed, rules.size])
    return tuple(rules.game.opening(rules, rng) for _ in range((games + 1) // 2))


@dataclass(frozen=True)
class PlayedGame:
    """One finished game of a match."""

    index: int
    record: GameRecord
    outcome: Outcome
    first_won: bool | None
    """None for a draw."""


@dataclass(frozen=True)
class MatchScore:
    """The games won so far."""

    first: int = 0
    second: int = 0
    draws: int = 0

    @property
    def games(self) -> int:
        """Games played."""
        return self.first + self.second + self.draws

    def __add__(self, other: MatchScore) -> MatchScore:
        return MatchScore(self.first + other.first, self.second + other.second, self.draws + other.draws)

    def after(self, first_won: bool | None) -> MatchScore:
        """The score with one more game."""
        return MatchScore(
            self.first + (first_won is True), self.second + (first_won is False), self.draws + (first_won is None)
        )


def play_game(
    black: Player,
    white: Player,
    rules: Rules,
    stop: Callable[[], bool] = never_stop,
    on_move: Callable[[GameRecord], None] = lambda _record: None,
    opening: Sequence[int] = (),
    start: Start = EMPTY_BOARD,
    seed: int = 0,
) -> GameRecord | None:
    """One game, ``opening`` already played; None where ``stop`` ended it before its end. ``on_move`` hears of moves.

    By rules under which players settle who has which color, ``black`` is the first player, who may come to have White.
    What chance decides meanwhile comes from ``seed``. PlayerError where a player cannot play by these rules.
    """
    game = game_by_moves(black, white, rules, stop, opening, start, seed)
    while True:
        try:
            record = next(game)
        except StopIteration as end:
            played: GameRecord | None = end.value
            return played
        on_move(record)


def game_by_moves(
    black: Player,
    white: Player,
    rules: Rules,
    stop: Callable[[], bool] = never_stop,
    opening: Sequence[int] = (),
    start: Start = EMPTY_BOARD,
    seed: int = 0,
) -> Generator[GameRecord, None, GameRecord | None]:
    """The game of :func:`play_game`, whose record is yielded after every move and returned at the end."""
    record = GameRecord(rules, name_of(black.name), name_of(white.name), start)
    record.players = (black.name, white.name)
    for player in (black, white):
        player.new_game(rules)
    for action in opening:
        record.play(action)
    control = ThinkControl(stop=stop)
    black, white = settle_colors(record, black, white, np.random.default_rng(seed), control)
    if record.node.ply > len(opening):
        yield record  # the first stones, all at once
    while record.outcome is None:
        mover = record.position.to_play
        try:
            decision = (black if mover is Color.BLACK else white).choose(record.position, control)
        except ForfeitError as error:
            logger.warning("%s", error)
            record.finish(Outcome(mover.opponent, None, Termination.FORFEIT))
            break
        if stop():
            return None
        if decision.resigns:
            record.resign(mover)
        else:
            record.play(decision.action)
            yield record
    return record


def play_match(
    plan: MatchPlan,
    find_weights: Callable[[str], Path],
    on_game: Callable[[PlayedGame, MatchScore], None] = lambda _game, _score: None,
    stop: Callable[[], bool] = never_stop,
    on_move: Callable[[int, GameRecord], None] = lambda _index, _record: None,
) -> MatchScore:
    """Play the games of ``plan``, one after the other; PlayerError where a player cannot take part.

    ``on_game`` is told of each finished game and the score after it, ``on_move`` of each move, with the game's index;
    once ``stop`` is true, the finished games are the match.
    """
    score = MatchScore()
    for told in match_by_moves(plan, find_weights, stop):
        if isinstance(told, PlayedGame):
            score = score.after(told.first_won)
            on_game(told, score)
        else:
            on_move(score.games, told)
    return score


def match_by_moves(
    plan: MatchPlan, find_weights: Callable[[str], Path], stop: Callable[[], bool] = never_stop, begin_at: int = 0
) -> Generator[GameRecord | PlayedGame, None, None]:
    """The games of :func:`play_match` from number ``begin_at`` on: the record after every move, then what was played.

    PlayerError where a player cannot take part.
    """
    first, second = build_pair(plan, find_weights)
    for index in range(begin_at, plan.games):
        first_has_black = plan.first_has_black(index)
        black, white = (first, second) if first_has_black else (second, first)
        seed = int(np.random.SeedSequence([plan.seed, index]).generate_state(1)[0])
        record = yield from game_by_moves(black, white, plan.rules, stop, plan.opening(index), plan.start, seed)
        if record is None:
            return
        assert record.outcome is not None
        winner = record.outcome.winner
        first_has_black = first_has_black != was_swapped(record)
        first_won = None if winner is None else (winner is Color.BLACK) == first_has_black
        yield PlayedGame(index, record, record.outcome, first_won)


def was_swapped(record: GameRecord) -> bool:
    """Whether who sat down with Black has played White."""
    return record.settling is not None and record.settling.is_swapped


def build_pair(plan: MatchPlan, find_weights: Callable[[str], Path]) -> tuple[Player, Player]:
    """The two players of a match. Where chance is neither in them nor in how games begin, both vary their openings."""
    has_chance = plan.first.has_chance or plan.second.has_chance or bool(plan.openings)
    options = STRONGEST if has_chance else VARIED
    seeds = np.random.SeedSequence(plan.seed).generate_state(2)
    first, second = (
        build_player(spec, find_weights, int(seed), options)
        for spec, seed in zip((plan.first, plan.second), seeds, strict=True)
    )
    return first, second
