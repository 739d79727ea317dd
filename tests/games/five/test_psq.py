"""Games in Piskvork's format: read as others write them, written as others read them."""

from __future__ import annotations

import contextlib
import re

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.five import psq
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.formats import read_game, suffixes, write_game
from clevergo.games.go.rules import Ruleset
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import from_sgf, to_sgf
from clevergo.games.start import Start
from clevergo.problem import BadValueError

GOMOCUP = b"""Piskvorky 20x20, 11:11, 0\r
11,12,0\r
12,12,1015\r
10,11,30
9,10,-5
pbrain-one.zip
pbrain-two.zip
0
"""


def at(col: int, row: int, size: int = 20) -> int:
    return (row - 1) * size + col - 1


def moves_in_a_row(count: int, size: int = 15) -> list[int]:
    """Black makes a row in the middle, White moves that make none."""
    black = [7 * size + 3 + k for k in range(count)]
    white = [2 * k + (size if k % 2 else 0) for k in range(count - 1)]
    pairs = [move for pair in zip(black, white, strict=False) for move in pair]
    return [*pairs, black[-1]]


def test_a_game_of_a_tournament_is_read() -> None:
    record = psq.read(GOMOCUP)
    assert record.rules == FiveRules(size=20)
    assert record.moves == (at(11, 12), at(12, 12), at(10, 11), at(9, 10))
    assert (record.black, record.white) == ("pbrain-one.zip", "pbrain-two.zip")
    assert record.players is None
    assert record.outcome is None


@pytest.mark.parametrize(("first", "black"), [(0, "pbrain-one.zip"), (1, "pbrain-two.zip")])
def test_the_head_says_which_of_the_two_began(first: int, black: str) -> None:
    assert psq.read(GOMOCUP.replace(b"11:11, 0", f"11:11, {first}".encode())).black == black


def test_a_game_whose_time_was_up_is_lost_by_who_was_to_move() -> None:
    record = psq.read(GOMOCUP.replace(b"two.zip\n0", b"two.zip\n15"))
    assert record.outcome == Outcome(Color.WHITE, None, Termination.TIME)


def test_a_game_saved_by_hand_has_no_names() -> None:
    record = psq.read(b"Piskvorky 15x15, 0:11, 0\n8,8,0\n9,9,0\n-1\n")
    assert record.rules.size == 15
    assert len(record.moves) == 2
    assert record.black == ""


def test_five_in_a_row_end_a_game() -> None:
    moves = "".join(f"{action % 15 + 1},{action // 15 + 1},0\n" for action in moves_in_a_row(5))
    record = psq.read(f"Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n0\n".encode())
    assert record.outcome == Outcome(Color.BLACK, None, Termination.FINISHED)


def overline() -> list[int]:
    """The last of Black's stones joins two and three to six; then the game goes on."""
    black, white = [at(col, 8, 15) for col in (4, 5, 7, 8, 9, 6)], [at(col, 1, 15) for col in (1, 3, 5, 7, 9, 11)]
    return [move for pair in zip(black, white, strict=True) for move in pair]


def as_text(moves: list[int], size: int = 15) -> str:
    return "".join(f"{action % size + 1},{action // size + 1},0\n" for action in moves)


def test_a_game_that_goes_on_after_six_was_played_by_the_standard_rule() -> None:
    record = psq.read(f"Piskvorky 15x15, 11:11, 0\n{as_text(overline())}a\nb\n0\n".encode())
    assert record.rules.rule is RuleSet.STANDARD
    assert len(record.moves) == len(overline())
    assert psq.read(psq.write(record)).rules.rule is RuleSet.STANDARD


@pytest.mark.parametrize("end", ["a\nb\n0\n", "a\nb\n15\n", "a\nb\n0\nrule freestyle 5\n"])
def test_a_game_that_goes_on_after_five_is_read_up_to_there(end: str) -> None:
    moves = [*moves_in_a_row(5), at(9, 9, 15), at(10, 10, 15)]
    record, said = read_game(f"Piskvorky 15x15, 11:11, 0\n{as_text(moves)}{end}".encode())
    assert record.moves == tuple(moves[:9])
    assert (record.black, record.white) == ("a", "b")
    assert record.outcome == Outcome(Color.BLACK, None, Termination.FINISHED)
    where = r"move 10 (White I7) cannot be played: the game is over"
    assert str(said) == f"the game is shown up to move 9; what follows is left out: {where}"


def test_time_that_was_up_after_what_is_read_decides_nothing() -> None:
    record, said = read_game(b"Piskvorky 15x15, 0:0, 0\n1,1,0\n2,1,0\n1,1,0\n3,3,0\na\nb\n15\n")
    assert (len(record.moves), record.outcome) == (2, None)
    assert said is not None


def test_sgf_games_that_go_on_after_six_are_read_alike() -> None:
    moves = "".join(f";{'BW'[k % 2]}[{FiveRules().grid.sgf(action)}]" for k, action in enumerate(overline()))
    record = from_sgf(f"(;GM[4]SZ[15]{moves})".encode())
    assert record.rules.rule is RuleSet.STANDARD
    assert len(record.moves) == len(overline())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "does not begin with Piskvorky"),
        ("Piskvorky", "does not begin with Piskvorky"),
        ("Piskvorky 15x15", "does not begin with Piskvorky"),
        ("Piskvorky 15x15, 0:0, 2\n", "does not begin with Piskvorky"),
        ("Piskvorky 30x20, 0:0, 0\n1,1,0\n", "only square boards can be played, not 30 by 20"),
        ("Piskvorky 5x5, 0:0, 0\n", "6 to 20"),
        ("Piskvorky 999999999x999999999, 0:0, 0\n", "6 to 20"),
        ("Piskvorky 15x15, 0:0, 0\n16,1,0\n", "move 1 is 16,1, which is not on a 15x15 board"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\n0,1,0\n", "move 2 is 0,1"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n", r"move 2 \(White A15\) cannot be played: there is a stone on it"),
        ("Piskvorky 6x6, 0:0, 0\n" + "1,1,0\n" * 37, "more moves than points"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        psq.read(text.encode())


@pytest.mark.parametrize("rule", list(RuleSet))
@pytest.mark.parametrize("size", [6, 15, 20])
def test_games_come_back_as_they_were_written(rule: RuleSet, size: int, rng: np.random.Generator) -> None:
    for _ in range(5):
        rules = FiveRules(size=size, rule=rule)
        record = GameRecord(rules, "Human", "小黑, the dog")
        for _ in range(int(rng.integers(1, size * size))):
            if record.position.is_over:
                break
            record.play(int(rng.choice(np.flatnonzero(record.position.legal_moves))))
        data = psq.write(record)
        again = psq.read(data)
        assert again.rules == rules
        assert again.moves == record.moves
        assert again.outcome == record.outcome
        assert (again.black, again.white) == ("Human", "小黑 the dog")
        assert psq.write(again) == data


def test_rows_of_another_length_come_back_too() -> None:
    rules = FiveRules(size=9, row=4)
    record = GameRecord.from_moves(rules, [0, 1, 2])
    assert psq.read(psq.write(record)).rules == rules


def test_a_file_is_written_as_others_read_it() -> None:
    record = GameRecord.from_moves(FiveRules(size=15), moves_in_a_row(5), "one", "two")
    lines = psq.write(record).decode().split("\r\n")
    assert lines[0] == "Piskvorky 15x15, 0:0, 0"
    assert all(re.fullmatch(r"\d+,\d+,\d+", line) for line in lines[1:10])
    assert lines[10:] == ["one", "two", "0", ""]


def test_times_of_moves_outlive_sgf() -> None:
    record = from_sgf(to_sgf(psq.read(GOMOCUP)))
    assert b"12,12,1015\r\n" in psq.write(record)


def test_only_the_game_itself_is_written() -> None:
    record = GameRecord.from_moves(FiveRules(size=9), [0, 1, 2])
    record.undo()
    record.finish(Outcome(Color.BLACK, None, Termination.RESIGNATION))
    again = psq.read(psq.write(record))
    assert again.moves in ((0, 1), (0, 1, 2))


def test_stones_that_were_there_before_have_no_room() -> None:
    record = GameRecord(FiveRules(size=9), start=Start((0,), (1,), Color.BLACK))
    with pytest.raises(ValueError, match=r"ends in \.sgf"):
        psq.write(record)


def test_a_format_is_known_by_its_beginning_and_by_its_name() -> None:
    assert suffixes() == (".sgf", ".psq")
    assert read_game(GOMOCUP)[0].rules.size == 20
    assert read_game(b"\xef\xbb\xbf" + GOMOCUP, ".txt")[0].rules.size == 20
    with pytest.raises(ValueError, match="not a PSQ game"):
        read_game(b"(;GM[1])", ".psq")
    with pytest.raises(ValueError, match="not an SGF game"):
        read_game(b"nothing", ".sgf")


def test_a_game_of_another_kind_has_no_room_in_it() -> None:
    go = GameRecord(Ruleset(9, 6.5))
    with pytest.raises(ValueError, match=r"\.psq is for games of Five in a row.*ends in \.sgf"):
        write_game(go, ".psq")
    assert write_game(go, ".sgf") == write_game(go, ".anything")


def test_noise_is_never_more_than_an_error(rng: np.random.Generator) -> None:
    for _ in range(3_000):
        data = bytearray(GOMOCUP)
        for _ in range(int(rng.integers(1, 12))):
            place = int(rng.integers(0, len(data)))
            data[place : place + int(rng.integers(0, 3))] = rng.bytes(int(rng.integers(0, 3)))
        with contextlib.suppress(BadValueError):
            record, _ = psq.read_game(bytes(data))
            assert psq.read(psq.write(record)).moves == record.moves


def test_a_game_that_ended_before_moves_that_were_taken_back_is_written_to_its_end() -> None:
    record = GameRecord(FiveRules(size=9, row=3))
    for action in (0, 40, 1, 41, 2):  # a row of three
        record.play(action)
    record.undo(3)
    record.resign(record.position.to_play)
    read = psq.read(psq.write(record))
    assert [node.action for node in read.main_line()[1:]] == [0, 40]
    assert read.outcome is None, "the format has no word for giving up"


@pytest.mark.parametrize("text", ["Piskvorky 30x30, 11:11, 0\n", "Piskvorky 15x15, 11:11, 0\na\nb\n0\nrule renju 4\n"])
def test_rules_nobody_plays_by_are_an_error_of_the_file(text: str) -> None:
    with pytest.raises(psq.PsqError):
        psq.read(text.encode())
