"""What is certain: a dog that asks its game wins by fours as soon as it can, and leaves the other side no such win."""

from __future__ import annotations

import numpy as np

from clevergo.games.color import Color
from clevergo.games.five.tactics import allows_win, forced_win
from clevergo.games.guests import game_named
from clevergo.players.builtin import SearchPlayer
from clevergo.search.descent import SearchConfig
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator
from tests.games.five.diagrams import SIDES, read
from tests.games.five.windows import Windows

BOARDS = read("fours.txt")


def player(is_tactical: bool) -> SearchPlayer:
    rng = np.random.default_rng(1)
    search = Search(RolloutEvaluator(rng), SearchConfig(), rng, leaves=1)
    return SearchPlayer("pup", lambda _rules: search, 30, rng, is_tactical=is_tactical)


def test_every_victory_by_fours_is_seen_and_none_that_is_not_there() -> None:
    for board in BOARDS:
        rule, side = board.words[0], SIDES[board.words[1]]
        found = forced_win(board.position(rule, Color(side)).board)
        assert (found is None) == (board.words[2] == "none")
        if found is not None:
            after = Windows(board.stones, board.size, rule)
            after.put(divmod(found, board.size), side)
            assert after.winning(side)


def test_a_move_that_leaves_the_other_side_a_victory_is_told_from_one_that_does_not() -> None:
    board = next(board for board in BOARDS if board.words[:2] == ("freestyle", "X") and board.words[2] == "7")
    position = board.position("freestyle", Color.WHITE)
    first = forced_win(board.position("freestyle", Color.BLACK).board)
    assert first is not None
    corner = next(action for action in (0, board.size - 1) if position.legal_moves[action])
    assert allows_win(position.board, corner)
    answers = [a for a in np.flatnonzero(position.legal_moves).tolist() if not allows_win(position.board, a)]
    assert 0 < len(answers) < position.legal_moves.sum() / 2


def test_a_tactical_player_plays_what_wins_and_a_plain_one_is_left_alone() -> None:
    for board in BOARDS[:6]:
        position = board.position(board.words[0], Color(SIDES[board.words[1]]))
        decision = player(is_tactical=True).choose(position)
        assert decision.action == forced_win(position.board)
        assert decision.analysis is not None
        assert decision.analysis.win_rate == 1.0
        assert player(is_tactical=False).choose(position).analysis != decision.analysis


def test_a_tactical_player_does_not_walk_into_a_victory_that_it_can_prevent() -> None:
    board = next(board for board in BOARDS if board.words[:2] == ("freestyle", "X") and board.words[2] == "7")
    position = board.position("freestyle", Color.WHITE)
    if forced_win(position.board) is None:
        decision = player(is_tactical=True).choose(position)
        answers = [a for a in np.flatnonzero(position.legal_moves).tolist() if not allows_win(position.board, a)]
        plain = player(is_tactical=False).choose(position)
        assert decision.action in answers or not set(answers) & {plain.action}


def test_a_game_that_knows_nothing_for_certain_is_played_as_before() -> None:
    rules = game_named("go").agree({"size": 9})[0]
    assert rules.game.tactics is None
    assert player(is_tactical=True).choose(rules.first_position()).action >= 0
