"""What Go's lessons tell is so: every sentence is held against the rules, whatever the learner plays."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
import pytest
from scipy import ndimage

from clevergo.games.color import Color
from clevergo.games.go.game import GAME
from clevergo.games.go.position import Position
from clevergo.games.go.scoring import area_score, ownership
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.lessons import Answer, Lesson

Found = tuple[int, Position, Position]
"""A move, the position after it, and after the reply to it."""


def lesson(name: str) -> Lesson:
    assert GAME.lessons is not None
    found = GAME.lessons.named(name)
    assert found is not None
    return found


def begun(name: str) -> Position:
    """The board as the learner finds it."""
    one = lesson(name)
    position = one.rules.first_position(one.start)
    assert isinstance(position, Position)
    return position if one.first is None else position.play(one.first)


def point(name: str) -> int:
    """The action of a point of a board of five lines."""
    return begun("take").rules.grid.action(name)


def played(name: str, words: str, position: Position | None = None, stage: int = 0) -> Iterator[Found]:
    """Every legal move that gets an answer."""
    position = begun(name) if position is None else position
    answers = lesson(name).stages[stage].answers
    assert words in {answer.words for answer in answers}
    for action in range(position.rules.num_actions - (not lesson(name).has_pass)):
        answer = next((one for one in answers if one.asked is None or action in one.asked), None)
        if answer is not None and answer.words == words and position.legal_moves[action]:
            after = position.play(action)
            yield action, after, replied(after, answer)


def replied(position: Position, answer: Answer) -> Position:
    """After the other side's reply, if there is one: it can always be played."""
    if not answer.replies:
        return position
    return position.play(next(reply for reply in answer.replies if position.legal_moves[reply]))


def liberties(position: Position, name: str) -> int:
    """Of the chain at a point."""
    row, col = divmod(point(name), position.size)
    chains, _ = ndimage.label(position.stones == position.stones[row, col])
    around = ndimage.binary_dilation(chains == chains[row, col])
    return int(np.count_nonzero(around & (position.stones == 0)))


def why_not(position: Position, name: str) -> str:
    """Why a move is forbidden."""
    with pytest.raises(IllegalMoveError) as caught:
        position.play(point(name))
    return str(caught.value.reason)


def stone(position: Position, name: str) -> int:
    return int(position.stones.flat[point(name)])


def can_be_taken(position: Position, name: str, inside: tuple[str, ...]) -> bool:
    """Whether the chain at a point is taken in the end, where both play inside it or pass, as well as they can."""
    points = tuple(point(one) for one in inside)
    owner = stone(position, name)

    @functools.cache
    def taken(key: bytes, to_play: int, passes: int, depth: int) -> bool:
        here = known[key, to_play]
        if stone(here, name) != owner:
            return True
        if depth == 0 or passes == 2:
            return False
        is_defender = to_play == owner
        results = []
        for action in (*points, here.rules.pass_action):
            if here.legal_moves[action]:
                after = here.play(action)
                known[after.stones.tobytes(), int(after.to_play)] = after
                spent = passes + 1 if action == here.rules.pass_action else 0
                results.append(taken(after.stones.tobytes(), int(after.to_play), spent, depth - 1))
        return all(results) if is_defender else any(results)

    known = {(position.stones.tobytes(), int(position.to_play)): position}
    return taken(position.stones.tobytes(), int(position.to_play), 0, 10)


# --- board by board ------------------------------------------------------------------------------------------------


def test_take_one_move_takes_and_any_other_lets_the_stone_out() -> None:
    assert liberties(begun("take"), "C3") == 1
    ((_, after, _),) = played("take", "taken")
    assert after.captures == (1, 0)
    others = list(played("take", "away"))
    assert len(others) == 20
    for _, _, answered in others:
        assert liberties(answered, "C3") > 1
        assert stone(answered, "D3") == Color.WHITE


def test_escape_one_move_saves_the_stone_and_after_any_other_it_is_taken() -> None:
    assert liberties(begun("escape"), "C2") == 1
    ((_, after, _),) = played("escape", "saved")
    assert np.count_nonzero(after.stones == Color.BLACK) == 3
    assert liberties(after, "C2") == liberties(after, "D3") > 2
    for _, _, answered in played("escape", "lost"):
        assert answered.captures == (0, 1)
        assert stone(answered, "C2") == 0


def test_breath_one_hole_is_suicide_and_the_other_takes_two() -> None:
    assert why_not(begun("breath"), "A1") == "suicide"
    ((action, after, _),) = played("breath", "room")
    assert (action, after.captures) == (point("E5"), (2, 0))
    assert not list(played("breath", "none"))
    assert {after.captures for _, after, _ in played("breath", "elsewhere")} == {(0, 0)}


def test_ko_taking_back_is_forbidden_until_both_have_played_elsewhere() -> None:
    first = begun("ko")
    assert (first.captures, stone(first, "C3")) == ((0, 1), 0)
    assert why_not(first, "C3") == "ko"
    for _, after, answered in played("ko", "elsewhere"):
        assert np.count_nonzero(after.stones != first.stones) == 1, "nothing else is taken meanwhile"
        ((_, back, _),) = played("ko", "back", answered, 1)
        assert (back.captures, stone(back, "C3")) == ((1, 1), Color.BLACK)
        for _, _, filled in played("ko", "filled", answered, 1):
            assert stone(filled, "C3") == Color.WHITE


def test_eyes_with_two_the_group_lives_and_else_it_is_taken() -> None:
    inside = ("A1", "B1", "C1")
    ((_, alive, _),) = played("eyes", "alive")
    assert [why_not(alive, eye) for eye in ("A1", "C1")] == ["suicide"] * 2
    assert not can_be_taken(alive, "A2", inside)
    others = list(played("eyes", "dead"))
    assert len(others) == 12
    for _, after, answered in others:
        assert stone(answered, "B1") == Color.WHITE
        assert can_be_taken(after, "A2", inside)


def test_surround_one_stone_closes_the_wall_one_wastes_a_point_and_else_white_comes_in() -> None:
    left = np.s_[:, :2]
    ((_, closed, _),) = played("surround", "closed")
    assert area_score(closed) == (15, 10)
    ((_, _, less),) = played("surround", "less")
    assert area_score(less) == (14, 11)
    for _, _, answered in played("surround", "leak"):
        owner, stones = ownership(answered.stones)[left], answered.stones[left]
        assert not owner[stones == 0].any()


def test_pass_ends_the_game_and_nothing_else_gains_anything() -> None:
    first = begun("pass")
    assert np.count_nonzero(ownership(first.stones)) == 25, "every point belongs to somebody"
    ((_, after, answered),) = played("pass", "both")
    assert not after.is_over
    assert answered.is_over
    for _, _, answered in played("pass", "own"):
        assert area_score(answered) == area_score(first)
    inside = tuple(f"E{row}" for row in range(1, 6))
    for action, _, answered in played("pass", "theirs"):
        name = first.rules.grid.name(action)
        assert stone(answered, name) == 0 or can_be_taken(answered.play(answered.rules.pass_action), name, inside)


def test_count_the_choices_are_the_points_the_stones_and_the_others_points() -> None:
    first = begun("count")
    black, white = area_score(first)
    by_words = {answer.words: answer.asked for answer in lesson("count").stages[0].answers}
    stones = int(np.count_nonzero(first.stones == Color.BLACK))
    assert by_words == {"sum": {black}, "stones": {stones}, "other": {white}}
    assert np.count_nonzero(ownership(first.stones)) == 25


def test_wherever_a_sentence_tells_of_a_reply_there_is_one() -> None:
    """What is forbidden is answered in words only."""
    assert GAME.lessons is not None
    answers = [(one.name, answer) for one in GAME.lessons.boards for stage in one.stages for answer in stage.answers]
    silent = {(name, answer.words) for name, answer in answers if not answer.replies}
    assert silent == {
        *(("take", "taken"), ("escape", "saved"), ("ko", "early"), ("ko", "back"), ("eyes", "alive")),
        *(("breath", "room"), ("breath", "none"), ("breath", "elsewhere")),
        *(("surround", "closed"), ("pass", "own"), ("count", "sum"), ("count", "stones"), ("count", "other")),
    }
