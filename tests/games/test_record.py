"""Game records: undo and redo bring back everything, and each way a game can end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from clevergo.games.color import Color
from clevergo.games.game import position_after
from clevergo.games.go.position import IllegalReason, Position
from clevergo.games.go.rules import Ruleset, with_handicap
from clevergo.games.grid import square
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord

RULES = Ruleset(5, komi=0.5)
PASS = 25


def same(one: Position, other: Position) -> bool:
    """Whether two positions agree in everything, history planes and superko's memory included."""
    fields = one.board.dtype.names
    assert fields is not None
    return all(np.array_equal(one.board[field], other.board[field]) for field in fields)


def test_a_new_record_is_an_empty_board() -> None:
    record = GameRecord(RULES, black="黑", white="White")
    assert (record.moves, record.outcome, record.can_undo, record.can_redo) == ((), None, False, False)
    assert (record.black, record.white) == ("黑", "White")
    assert record.position.ply == 0


def test_moves_are_recorded_and_illegal_ones_change_nothing() -> None:
    record = GameRecord(RULES)
    record.play(12)
    assert record.play(7) is record.position
    with pytest.raises(IllegalMoveError):
        record.play(12)
    assert record.moves == (12, 7)
    assert record.node.path()[1].position.stones.sum() == 1


def test_undo_restores_the_position_with_its_whole_history() -> None:
    moves = [1, 2, 5, 8, 11, 12, 7, 6]
    record = GameRecord.from_moves(RULES, moves)
    assert record.position.ko_point == 7
    record.undo(3)
    assert record.moves == tuple(moves[:5])
    assert same(record.position, Position.from_moves(RULES, moves[:5]))
    record.redo(3)
    assert record.position.ko_point == 7
    assert same(record.position, Position.from_moves(RULES, moves))


def test_another_move_starts_a_line_of_its_own_and_the_same_one_keeps_what_was_undone() -> None:
    record = GameRecord.from_moves(RULES, [12, 7, 11])
    record.undo(2)
    record.play(7)
    assert record.can_redo
    record.undo()
    record.play(8)
    assert not record.can_redo
    assert record.moves == (12, 8)
    assert [node.action for node in record.main_line()] == [None, 12, 8], "the game is what is being played"
    assert [child.action for child in record.main_line()[1].children] == [8, 7], "and nothing is lost"


def test_after_the_end_what_is_played_elsewhere_is_a_variation() -> None:
    record = GameRecord.from_moves(RULES, [12, 7, 11])
    record.resign(Color.WHITE)
    end = record.node
    record.go_to(record.main_line()[1])
    record.play(8)
    record.play(3)
    assert record.outcome is None
    assert record.moves == (12, 8, 3)
    assert record.main_line()[-1] is end
    assert end.outcome is not None
    record.undo()
    record.redo()
    assert record.moves == (12, 8, 3), "going forward leads where one was last"


def test_an_end_before_moves_that_were_taken_back_stays_too() -> None:
    record = GameRecord.from_moves(RULES, [12, 7, 11, 3])
    record.undo(2)
    record.resign(Color.BLACK)
    end = record.node
    record.go_to(record.main_line()[1])
    record.play(8)
    assert record.main_line()[2] is end
    assert end.outcome is not None


def test_who_goes_on_beyond_an_end_takes_it_back() -> None:
    record = GameRecord.from_moves(RULES, [12, 7, 11, 3])
    record.undo(2)
    record.resign(Color.BLACK)
    record.redo()
    assert [node.outcome for node in record.main_line()] == [None] * 5
    record.play(8)
    assert record.main_line()[-1] is record.node, "the game goes on"


def test_a_copy_shares_nothing_that_changes() -> None:
    record = GameRecord.from_moves(RULES, [12, 7])
    record.undo()
    record.play(8)
    copy = record.copy()
    record.play(3)
    record.node.comment = "later"
    assert copy.moves == (12, 8)
    assert [node.moves() for node in copy.root.walk()] == [(), (12,), (12, 8), (12, 7)]
    copy.redo() if copy.can_redo else copy.play(4)
    assert record.moves == (12, 8, 3)


@pytest.mark.parametrize(("size", "most"), [(5, 0), (8, 4), (9, 9), (13, 9), (19, 9)])
def test_handicap_stones_lie_on_different_points_and_white_begins(size: int, most: int) -> None:
    for stones in range(10):
        start = with_handicap(size, stones)
        count = min(stones, most) if stones > 1 else 0
        assert len(set(start.black)) == count
        record = GameRecord(Ruleset(size, 0.5), start=start)
        assert record.position.to_play is (Color.WHITE if count else Color.BLACK)
        assert int((record.position.stones == 1).sum()) == count


def test_two_handicap_stones_lie_where_gtp_puts_them() -> None:
    assert [square(19).name(action) for action in with_handicap(19, 2).black] == ["D4", "Q16"]
    assert square(9).name(with_handicap(9, 5).black[-1]) == "E5"


def test_a_handicap_game_is_played_and_undone_like_any_other() -> None:
    start = with_handicap(9, 3)
    record = GameRecord.from_moves(Ruleset(9, 0.5), [40, 41], start=start)
    assert same(record.position, position_after(record.rules, [40, 41], start))
    record.undo(2)
    assert same(record.position, record.rules.first_position(start))
    assert not record.can_undo


def test_one_cannot_undo_or_redo_what_is_not_there() -> None:
    record = GameRecord.from_moves(RULES, [12])
    with pytest.raises(ValueError, match="take back 2"):
        record.undo(2)
    with pytest.raises(ValueError, match="again"):
        record.redo()
    with pytest.raises(ValueError, match="take back 0"):
        record.undo(0)


def test_two_passes_end_the_game_and_undo_opens_it_again() -> None:
    record = GameRecord.from_moves(RULES, [12, PASS, PASS])
    assert record.outcome == Outcome(Color.BLACK, 24.5, Termination.TWO_PASSES)
    with pytest.raises(IllegalMoveError):
        record.play(0)
    record.undo()
    assert record.outcome is None
    record.redo()
    assert record.outcome is not None


def test_resigning_gives_the_game_to_the_other_side() -> None:
    record = GameRecord.from_moves(RULES, [12])
    record.resign(Color.WHITE)
    assert record.outcome == Outcome(Color.BLACK, None, Termination.RESIGNATION)
    with pytest.raises(IllegalMoveError) as caught:
        record.play(0)
    assert caught.value.reason == IllegalReason.GAME_OVER.value
    with pytest.raises(ValueError, match=r"already ended: B\+R"):
        record.resign(Color.BLACK)
    record.undo()
    assert record.outcome is None
    assert record.moves == ()
    record.redo()
    assert record.outcome is None


def test_a_counted_game_may_be_counted_anew() -> None:
    record = GameRecord.from_moves(RULES, [12, 0, PASS, PASS])
    agreed = Outcome.counted(24.5, Termination.TWO_PASSES)
    record.finish(agreed)
    assert record.outcome == agreed


def test_moves_that_cannot_be_played_make_no_record() -> None:
    with pytest.raises(IllegalMoveError):
        GameRecord.from_moves(RULES, [12, 12])


class RecordMachine(RuleBasedStateMachine):
    """Whatever is played, undone and redone, the position is the one its moves lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.record = GameRecord(Ruleset(3, komi=0))

    @precondition(lambda self: self.record.outcome is None)
    @rule(choice=st.integers(0, 1000))
    def play(self, choice: int) -> None:
        legal = np.flatnonzero(self.record.position.legal_moves)
        self.record.play(int(legal[choice % len(legal)]))

    @precondition(lambda self: self.record.can_undo)
    @rule(n=st.integers(1, 3))
    def undo(self, n: int) -> None:
        self.record.undo(min(n, len(self.record.moves)))

    @precondition(lambda self: self.record.can_redo)
    @rule()
    def redo(self) -> None:
        self.record.redo()

    @invariant()
    def the_position_is_that_of_the_moves(self) -> None:
        assert same(self.record.position, Position.from_moves(self.record.rules, self.record.moves))
        assert (self.record.outcome is not None) == self.record.position.is_over
        assert len(self.record.moves) == self.record.position.ply


TestRecordMachine = RecordMachine.TestCase
