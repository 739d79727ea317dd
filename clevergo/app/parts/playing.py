"""Plays the games of a trial. It runs where dogs think; see ``door`` of the inquiry."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from clevergo.app.match.messages import BoardState
from clevergo.app.parts.trial import TrialGame, TrialInquiry, TrialState
from clevergo.games.record import GameRecord
from clevergo.players.match_games import MatchPlan, PlayedGame, drawn_openings, match_by_moves, was_swapped

_NAP = 0.01


def answer(inquiry: TrialInquiry, stop: Callable[[], bool]) -> Iterator[TrialState]:
    """The trial after every move; PlayerError where the dog cannot play."""
    openings = drawn_openings(inquiry.rules, inquiry.games, inquiry.seed)
    plan = MatchPlan(inquiry.whole, inquiry.lessened, inquiry.games, inquiry.rules, inquiry.seed, openings)
    over: list[TrialGame] = []
    moved_at = time.monotonic()
    for told in match_by_moves(plan, lambda _dog: inquiry.weights, stop, inquiry.begin_at):
        has_black = plan.first_has_black(inquiry.begin_at + len(over))
        if isinstance(told, PlayedGame):
            over.append(_game(told.record, has_black, told))
            yield TrialState(tuple(over))
            continue
        while time.monotonic() < moved_at + inquiry.pace and not stop():
            time.sleep(_NAP)
        moved_at = time.monotonic()
        yield TrialState((*over, _game(told, has_black)))


def _game(record: GameRecord, has_black: bool, played: PlayedGame | None = None) -> TrialGame:
    position = record.position
    won = None if played is None else played.first_won
    return TrialGame(BoardState.of(position), position.ply, played is not None, has_black != was_swapped(record), won)
