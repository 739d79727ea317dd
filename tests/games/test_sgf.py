"""SGF: what is written can be read again, here and by others, and old Chinese files open."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill_sgf
from sgfmill import sgf_grammar

from clevergo.games.color import Color
from clevergo.games.five.rules import RuleSet
from clevergo.games.go.rules import KoRule, Ruleset, Scoring, with_handicap
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameNode, GameRecord, TimeLeft
from clevergo.games.sgf.codec import SgfError, from_sgf, read_game, to_sgf
from clevergo.games.sgf.outline import decode, outline_of

# SGF keeps names on one line; what is no printable text does not survive in it.
NAMES = st.text(st.characters(exclude_categories=("C", "Z")), max_size=12)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Random games of every size, rule and way to end."""
    size = draw(st.integers(2, 19))
    komi = draw(st.integers(-2 * min(size * size, 20), 2 * min(size * size, 20))) / 2
    record = GameRecord(Ruleset(size, komi, draw(st.sampled_from(KoRule))), draw(NAMES), draw(NAMES))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    for _ in range(draw(st.integers(0, 40))):
        if record.outcome is not None:
            return record
        record.play(int(rng.choice(np.flatnonzero(record.position.legal_moves))))
    if record.outcome is None and draw(st.booleans()):
        reason = draw(st.sampled_from([Termination.RESIGNATION, Termination.TIME, Termination.FORFEIT]))
        record.finish(Outcome(draw(st.sampled_from(Color)), None, reason))
    return record


@given(records())
def test_a_game_comes_back_as_it_was_written(record: GameRecord) -> None:
    read = from_sgf(to_sgf(record))
    assert read.rules == record.rules
    assert read.moves == record.moves
    assert read.outcome == record.outcome
    assert (read.black, read.white) == (record.black, record.white)


@pytest.mark.parametrize("comment", ["old files: CA[UTF-16", "BCA[Big5", "]CA[UTF-16", "CA[UTF-7"])
def test_a_comment_does_not_say_in_which_encoding_a_file_is(comment: str) -> None:
    record = GameRecord(Ruleset(9), black="旺财")
    record.root.comment = comment
    again = from_sgf(to_sgf(record))
    assert (again.black, again.root.comment) == ("旺财", comment)


def test_others_can_read_what_is_written() -> None:
    record = GameRecord.from_moves(Ruleset(9, 6.5), [40, 22, 81, 24], black="柯洁 [九段]", white="AlphaGo\\1")
    record.resign(Color.WHITE)
    data = to_sgf(record)
    assert "柯洁".encode() in data
    game = sgfmill_sgf.Sgf_game.from_bytes(data)
    assert (game.get_size(), game.get_komi(), game.get_charset()) == (9, 6.5, "UTF-8")
    assert game.get_player_name("b") == "柯洁 [九段]"
    assert game.get_player_name("w") == "AlphaGo\\1"
    assert game.get_root().get("RE") == "B+R"
    moves = [node.get_move() for node in game.main_sequence_iter() if node.get_move()[0]]
    assert moves == [("b", (4, 4)), ("w", (6, 4)), ("b", None), ("w", (6, 6))]


def test_a_game_stands_where_it_was_left_and_undone_moves_can_be_played_again() -> None:
    record = GameRecord.from_moves(Ruleset(9), [40, 41, 42])
    record.undo(2)
    read = from_sgf(to_sgf(record))
    assert read.moves == (40,)
    read.redo(2)
    assert read.moves == (40, 41, 42)


@pytest.mark.parametrize("moves", [[40, 41, 42, 43], [40, 41, 81, 81]])
@pytest.mark.parametrize("reason", [Termination.RESIGNATION, Termination.TIME])
def test_an_end_before_moves_that_were_taken_back_comes_back(moves: list[int], reason: Termination) -> None:
    record = GameRecord.from_moves(Ruleset(9), moves)
    record.undo(2)
    outcome = Outcome(Color.WHITE, None, reason)
    record.finish(outcome)
    data, result = to_sgf(record), f"RE[{outcome.points()}]".encode()
    assert result in data
    read = from_sgf(data)
    read.source = None  # as a game of one's own, which is written anew
    for again in (read, from_sgf(to_sgf(read))):
        assert (again.moves, again.outcome) == ((40, 41), outcome)
        assert [node.outcome for node in again.main_line()[3:]] == [None, None]
    read.redo(2)
    assert read.moves == tuple(moves)
    assert result not in to_sgf(read)


def test_an_end_before_moves_that_were_taken_back_is_known_from_elsewhere_too() -> None:
    record = GameRecord.from_moves(Ruleset(9), [40, 41, 42, 43])
    record.undo(2)
    record.resign(Color.BLACK)
    record.go_to(record.main_line()[1])
    record.play(30)
    read = from_sgf(to_sgf(record))
    assert (read.moves, read.outcome) == ((40, 30), None)
    assert [node.outcome for node in read.main_line()] == [None, None, record.main_line()[2].outcome, None, None]


def test_two_passes_that_were_taken_back_are_no_end_when_the_game_is_read_again() -> None:
    record = GameRecord.from_moves(Ruleset(9), [40, 41, 81, 81])
    record.undo(2)
    read = from_sgf(to_sgf(record))
    read.play(30)
    assert b"RE[" not in to_sgf(read)
    assert read.main_line()[-1] is read.node


def test_files_that_do_not_say_where_they_ended_are_read_as_they_were() -> None:
    record = from_sgf(b"(;SZ[9]RE[B+R];B[ee];W[ec]CGAT[1];B[gc])")
    assert (record.moves, record.outcome) == ((40, 22), None)
    assert record.main_line()[-1].outcome == Outcome(Color.BLACK, None, Termination.RESIGNATION)


def test_variations_comments_times_and_judgments_come_back() -> None:
    record = GameRecord.from_moves(Ruleset(9, 6.5), [40, 22, 24])
    record.node.black_win_rate, record.node.black_score = 0.625, -1.5
    record.node.time_left = TimeLeft(31.5, 3)
    record.node.comment = "妙手 [!]"
    record.resign(Color.WHITE)
    record.go_to(record.main_line()[1])
    record.play(30)
    record.go_to(record.main_line()[-1])
    record.info["EV"] = "名人战"
    data = to_sgf(record)
    assert b"SBKV[62.50]" in data
    assert "Black 62.5%, W+1.5" in data.decode()
    read = from_sgf(data)
    assert shape(read.root) == shape(record.root)
    assert read.outcome == record.outcome
    assert read.info["EV"] == "名人战"
    node = read.node
    assert (node.comment, node.black_win_rate, node.black_score) == ("妙手 [!]", 0.625, -1.5)
    assert node.time_left == TimeLeft(31.5, 3)
    assert to_sgf(read) == data


def shape(node: GameNode) -> tuple[object, ...]:
    """A tree by its moves alone."""
    return node.action, tuple(shape(child) for child in node.children)


@pytest.mark.parametrize("stones", range(2, 10))
def test_handicap_games_come_back(stones: int) -> None:
    record = GameRecord.from_moves(Ruleset(19, 0.5), [0], start=with_handicap(19, stones))
    data = to_sgf(record)
    assert f"HA[{stones}]".encode() in data
    read = from_sgf(data)
    assert len(read.start.black) == stones
    assert (sorted(read.start.black), read.start.to_play) == (sorted(record.start.black), Color.WHITE)
    assert read.root.position.stones.sum() == stones
    assert read.moves == (0,)


@pytest.mark.parametrize(
    ("data", "to_play"),
    [
        (b"(;SZ[9]HA[2]AB[cc][gg];W[ee])", Color.WHITE),
        (b"(;SZ[9]AB[cc][gg])", Color.WHITE),
        (b"(;SZ[9]AB[cc]AW[gg])", Color.BLACK),
        (b"(;SZ[9]AB[cc]AW[gg]PL[W])", Color.WHITE),
        (b"(;SZ[9]AB[cc][gg];B[ee])", Color.BLACK),
        (b"(;SZ[9];W[ee])", Color.WHITE),
    ],
)
def test_who_moves_first_is_what_the_file_says_or_does(data: bytes, to_play: Color) -> None:
    assert from_sgf(data).root.position.to_play is to_play


def test_what_means_nothing_to_us_is_kept() -> None:
    data = to_sgf(from_sgf(b"(;SZ[9]GB[1];B[ee]LB[aa:1][bb:2]TR[cc];W[ec]N[name])"))
    assert b"LB[aa:1][bb:2]" in data
    assert b"TR[cc]" in data
    assert b"N[name]" in data
    assert b"GB[1]" in data


def test_a_name_of_small_letters_alone_does_not_keep_a_game_from_being_saved() -> None:
    data = to_sgf(from_sgf(b"(;SZ[9]abc[x];B[ee]odd[y](;W[ec])(;W[ee]odd[z]))"))
    assert from_sgf(data).moves == (40, 22)


def test_a_variation_that_cannot_be_played_is_left_out_from_there_on() -> None:
    record = from_sgf(b"(;SZ[9];B[ee](;W[ec];B[gc])(;W[ge];B[ge];W[aa]))")
    assert shape(record.root) == (None, ((40, ((22, ((24, ()),)), (42, ()))),))


def test_a_result_counted_with_dead_stones_is_kept() -> None:
    record = GameRecord.from_moves(Ruleset(5, 0.5), [12, 0, 25, 25])
    record.finish(Outcome.counted(24.5, Termination.TWO_PASSES))
    assert from_sgf(to_sgf(record)).outcome == record.outcome


# --- files from elsewhere ----------------------------------------------------------------------------------


def test_a_game_stands_at_the_end_of_its_main_line() -> None:
    record = from_sgf(b"(;GM[1]FF[4]SZ[9]C[no move here];B[ee]C[hello\\]](;W[ec];B[gc])(;W[ge];B[cc]))")
    assert record.moves == (40, 22, 24)
    assert record.main_line()[1].comment == "hello]"


def test_missing_properties_take_the_values_sgf_gives_them() -> None:
    record = from_sgf(b"(;B[pd];W[tt])")
    assert record.rules == Ruleset(19, 0.0)
    assert record.moves == (3 * 19 + 15, 361)
    assert (record.black, record.white, record.outcome) == ("", "", None)


@pytest.mark.parametrize(
    ("komi", "points"),
    [
        ("7.5", 7.5),
        ("0", 0),
        ("", 0),
        ("-5.5", -5.5),
        ("6", 6),
        ("3.75", 7.5),
        ("2.75", 5.5),
        ("375", 7.5),
        ("650", 6.5),
        ("325", 6.5),
        ("275", 5.5),
        ("100", 100),
        ("6,5", 6.5),
        ("-0,5", -0.5),
        ("5.5 points", 5.5),
        ("6.5目", 6.5),
        ("3.75子", 7.5),
    ],
)
def test_komi_is_read_in_points_and_in_zi(komi: str, points: float) -> None:
    assert from_sgf(f"(;SZ[19]KM[{komi}])".encode()).rules.komi == points


@pytest.mark.parametrize("komi", [-361.0, -100.5, -100.0, 0.0, 7.5, 100.0, 100.5, 150.0, 325.0, 361.0])
def test_a_komi_that_we_write_is_the_one_we_read(komi: float) -> None:
    record = GameRecord.from_moves(Ruleset(19, komi), [])
    assert from_sgf(to_sgf(record)).rules.komi == komi


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("B+R", Outcome(Color.BLACK, None, Termination.RESIGNATION)),
        ("W+Resign", Outcome(Color.WHITE, None, Termination.RESIGNATION)),
        ("w+t", Outcome(Color.WHITE, None, Termination.TIME)),
        ("B+F", Outcome(Color.BLACK, None, Termination.FORFEIT)),
        ("B+3.5", Outcome(Color.BLACK, 3.5, Termination.TWO_PASSES)),
        ("W+12.", Outcome(Color.WHITE, -12.0, Termination.TWO_PASSES)),
        ("W+0.75", Outcome(Color.WHITE, -1.5, Termination.TWO_PASSES)),
        ("W+0.02", Outcome(Color.WHITE, None, Termination.FINISHED)),
        ("W+500", None),
        ("Draw", Outcome(None, 0.0, Termination.TWO_PASSES)),
        ("0", Outcome(None, 0.0, Termination.TWO_PASSES)),
        ("Void", None),
        ("?", None),
        ("B+", None),
        ("黑中盘胜", None),
    ],
)
def test_results_are_understood_where_they_are_standard(text: str, outcome: Outcome | None) -> None:
    assert from_sgf(f"(;SZ[9]CA[UTF-8]RE[{text}];B[ee])".encode()).outcome == outcome


def test_who_won_by_a_figure_no_count_comes_to_won_also_after_two_passes() -> None:
    record = from_sgf(b"(;SZ[9]RE[W+0.02];B[ee];W[];B[])")
    assert record.outcome == Outcome(Color.WHITE, None, Termination.FINISHED)
    assert b"RE[W+0.02]" in to_sgf(record)


@pytest.mark.parametrize(("said", "size"), [("9:9", 9), (" 13 : 13 ", 13), ("19:19", 19), ("", 19), (" ", 19)])
def test_the_size_may_be_told_twice_or_left_empty(said: str, size: int) -> None:
    record = from_sgf(f"(;SZ[{said}];B[aa])".encode())
    assert record.rules.size == size
    assert record.moves == (0,)


def test_a_third_pass_is_left_out() -> None:
    record = from_sgf(b"(;SZ[9]KM[7.5];B[ee];W[];B[];W[])")
    assert record.moves == (40, 81, 81)
    assert record.outcome is not None


@pytest.mark.parametrize(
    ("name", "ko"),
    [
        ("Chinese", KoRule.POSITIONAL_SUPERKO),
        ("Japanese", KoRule.SIMPLE),
        ("Korean", KoRule.SIMPLE),
        ("koPOSITIONALscoreTERRITORYtaxSEKIsui0", KoRule.POSITIONAL_SUPERKO),
        ("", KoRule.POSITIONAL_SUPERKO),
        ("NZone", KoRule.POSITIONAL_SUPERKO),
        ("koPOSITIONALscoreAREAtaxNONEsui0", KoRule.POSITIONAL_SUPERKO),
        ("AGA", KoRule.SITUATIONAL_SUPERKO),
        ("aga-button", KoRule.SITUATIONAL_SUPERKO),
        ("NZ", KoRule.SITUATIONAL_SUPERKO),
        ("New Zealand", KoRule.SITUATIONAL_SUPERKO),
        ("French", KoRule.SITUATIONAL_SUPERKO),
        ("Area, situational superko", KoRule.SITUATIONAL_SUPERKO),
        ("koSITUATIONALscoreAREAtaxNONEsui0", KoRule.SITUATIONAL_SUPERKO),
        ("Chinese, simple ko", KoRule.SIMPLE),
        ("koSIMPLEscoreAREAtaxNONEsui0", KoRule.SIMPLE),
    ],
)
def test_the_rule_of_ko_is_known_by_the_name_of_the_rules(name: str, ko: KoRule) -> None:
    assert from_sgf(f"(;SZ[9]RU[{name}];B[ee])".encode()).rules.ko is ko


@pytest.mark.parametrize("ko", list(KoRule))
def test_the_rule_of_ko_is_written_as_it_is_read(ko: KoRule) -> None:
    record = GameRecord(Ruleset(9, ko=ko))
    assert from_sgf(to_sgf(record)).rules == record.rules
    assert (b"RU[AGA]" in to_sgf(record)) is (ko is KoRule.SITUATIONAL_SUPERKO)


@pytest.mark.parametrize(
    ("name", "scoring"),
    [
        ("Japanese", Scoring.TERRITORY),
        ("japanese", Scoring.TERRITORY),
        ("JP", Scoring.TERRITORY),
        ("Korean", Scoring.TERRITORY),
        ("\u65e5\u672c", Scoring.TERRITORY),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", Scoring.TERRITORY),
        ("Chinese", Scoring.AREA),
        ("AGA", Scoring.AREA),
        ("", Scoring.AREA),
    ],
)
def test_how_a_game_is_counted_is_known_by_the_name_of_the_rules(name: str, scoring: Scoring) -> None:
    assert from_sgf(f"(;SZ[9]RU[{name}];B[ee])".encode()).rules.scoring is scoring


@pytest.mark.parametrize("ko", list(KoRule))
def test_a_game_counted_by_territory_says_so_in_its_file(ko: KoRule) -> None:
    rules = Ruleset(9, 6.5, ko, scoring=Scoring.TERRITORY)
    data = to_sgf(GameRecord.from_moves(rules, [40]))
    assert b"RU[Japanese" in data
    assert from_sgf(data).rules == rules


def test_a_game_that_repeats_a_board_is_read_by_simple_ko() -> None:
    record = from_sgf(b"(;SZ[2];B[aa];W[ba];B[ab];W[bb];B[aa];W[ab];B[aa])")
    assert len(record.moves) == 7
    assert record.rules.ko is KoRule.SIMPLE


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not an SGF game"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not an SGF game"),
        (b"(;SZ[9];B[ee]", "not an SGF game"),
        (b"(;SZ[x])", "not an SGF game: x is not the size of a board"),
        (b"(;SZ[" + b"x" * 999 + b"])", "not an SGF game: x{20} is not"),
        (b"(;SZ[9:13];B[ee])", "^only square boards can be played, not 9 by 13"),
        (b"(;SZ[9]GM[2];B[ee])", "not played here"),
        (b"(;SZ[21];B[ee])", "2 to 19"),
        (b"(;SZ[9]KM[much];B[ee])", "komi"),
        (b"(;SZ[9]KM[6.6];B[ee])", "komi"),
        (b"(;SZ[9]KM[5 1/2];B[ee])", "komi"),
        ("(;SZ[9]KM[6目半];B[ee])".encode(), "komi of this game cannot be used .6目半"),
        (b"(;SZ[9]KM[inf];B[ee])", "komi"),
        (b"(;SZ[9]KM[nan];B[ee])", "komi"),
        (b"(;SZ[2]AB[aa][ba][ab][bb])", "cannot lie"),
        (b"(;SZ[9];B[ee];AW[cc];W[ed])", "middle of a game"),
        (b"(;SZ[9];B[jj])", "move 1: 'jj'"),
        (b"(;SZ[9];B[ee];W[ee])", r"move 2 \(White E5\) cannot be played: .*stone on it"),
        (b"(;SZ[9];B[ee];W[ec]B[gc])", "Black and White both have a move"),
        (b"(;SZ[9];B[ee];W[];W[ed])", r"move 3 \(White E6\): it is Black's turn"),
        (b"(;SZ[9];B[];W[];B[ee])", r"move 3 .*over"),
    ],
)
def test_what_cannot_be_read_is_named(data: bytes, message: str) -> None:
    with pytest.raises(SgfError, match=message):
        from_sgf(data)


@given(st.data())
def test_a_damaged_file_is_an_sgf_error_and_nothing_else(data: st.DataObject) -> None:
    whole = b"(;FF[4]GM[1]SZ[5]KM[0.5]RU[Chinese]PB[a]PW[b]RE[B+R];B[cc];W[bb];B[];W[dd])"
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 3)))
    damaged = whole[:start] + data.draw(st.binary(max_size=3)) + whole[end:]
    with contextlib.suppress(SgfError):
        assert from_sgf(damaged).position.ply <= 4


def test_numbers_that_are_none_are_left_out() -> None:
    record = from_sgf(b"(;SZ[9]RE[B+%s];B[ee]SBKV[nan]SBKS[-inf]BL[60]OB[inf];W[ec]WL[-1e9])" % (b"9" * 400))
    first, second = record.main_line()[1:]
    assert (first.black_win_rate, first.black_score, second.time_left, record.outcome) == (None, None, None, None)
    assert first.time_left == TimeLeft(60.0, None)


# --- encodings ---------------------------------------------------------------------------------------------

SIMPLIFIED = "(;SZ[9]PB[柯洁 九段]PW[芈昱廷]EV[第一届中国围棋大赛]RE[B+R]C[黑中盘胜，白棋大龙被屠。];B[ee];W[ec])"
TRADITIONAL = "(;SZ[9]PB[許家元]PW[王立誠 九段]EV[第一屆中國圍棋大賽]RE[B+R]C[黑中盤勝，許功蓋。];B[ee];W[ec])"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((SIMPLIFIED, encoding) for encoding in ("utf-8", "utf-8-sig", "gb18030", "gb2312")),
        *((TRADITIONAL, encoding) for encoding in ("utf-8", "big5", "gb18030")),
    ],
)
def test_chinese_files_that_do_not_name_their_encoding_are_read(text: str, encoding: str) -> None:
    record = from_sgf(text.encode(encoding))
    assert record.black in text
    assert record.white in text
    assert record.black[0] in "柯許"
    assert record.moves == (40, 22)


@pytest.mark.parametrize(
    ("charset", "encoding", "name"),
    [
        ("UTF-8", "utf-8", "柯洁"),
        ("GB2312", "gb18030", "李喆"),  # says GB2312, which has no such character: its superset is meant
        ("gbk", "gbk", "时越"),
        ("Big5", "big5", "黃"),
        ("Shift_JIS", "shift_jis", "井山裕太"),
        ("EUC-KR", "euc_kr", "이세돌"),
        ("windows-1252", "cp1252", "José"),
        ("no-such-thing", "gb18030", "柯洁九段"),
        ("UTF-8", "gb18030", "柯洁九段"),  # says UTF-8 and is not
    ],
)
def test_the_encoding_a_file_names_is_believed_if_it_can_be(charset: str, encoding: str, name: str) -> None:
    assert from_sgf(f"(;SZ[9]CA[{charset}]PB[{name}])".encode(encoding)).black == name


@pytest.mark.parametrize("charset", ["gb2312", "GBK", "GB18030", "Shift_JIS"])
def test_utf_8_is_read_as_such_whatever_a_file_says_of_itself(charset: str) -> None:
    """Read as GB18030, the last byte of a name and the bracket behind it are one letter, and the moves are gone."""
    names = "PB[柯洁]PW[申真谞]EV[应氏杯决赛]"
    data = f"(;CA[{charset}]AP[Lizzie: 0.7]SZ[19]KM[7.5]{names};B[pd];W[dp])".encode()
    record = from_sgf(data)
    assert (record.black, record.white, record.info["EV"]) == ("柯洁", "申真谞", "应氏杯决赛")
    assert record.moves == (72, 288)
    assert outline_of(data).moves == 2


@pytest.mark.parametrize(
    "name", ["陆", "陆路", "柯洁", "时越", "芈昱廷", "辜梓豪", "连笑", "唐韦星", "於之莹", "李喆", "聂卫平", "吴清源"]
)
def test_gbk_that_says_so_is_never_taken_for_utf_8(name: str) -> None:
    """Two letters of UTF-8 are in 陆路, each of two bytes: a Chinese name has letters of three there."""
    assert from_sgf(f"(;SZ[9]CA[GBK]PB[{name}];B[ee])".encode("gbk")).black == name


@pytest.mark.parametrize(("charset", "encoding"), [("UTF-8", "utf-8"), ("GB18030", "gb18030"), ("", "utf-8")])
def test_a_damaged_byte_leaves_the_rest_of_a_file_as_it_is(charset: str, encoding: str) -> None:
    """A comment that was cut in the middle of a letter does not make other letters of all names."""
    names = "PB[柯洁九段]PW[时越九段]EV[第十五届春兰杯世界职业围棋锦标赛]"
    named = f"CA[{charset}]" if charset else ""
    cut = "黑棋好形".encode(encoding)[:-1]
    data = f"(;SZ[9]{named}{names}C[".encode(encoding) + cut + b"\n])"
    assert names in decode(data)
    assert from_sgf(data).black == "柯洁九段"


@pytest.mark.parametrize("name", ["Müller", "José", "Åsa Ögren", "plain"])
def test_western_files_that_do_not_name_their_encoding_are_latin_1(name: str) -> None:
    assert decode(f"(;PB[{name}])".encode("latin-1")) == f"(;PB[{name}])"


# --- records from elsewhere: what others wrote is written again as it was -----------------------------------------


def nodes_of(data: bytes) -> list[tuple[tuple[int, ...], dict[str, list[bytes]]]]:
    """Every node of every game of a file, by an independent reader: the way to it, and its properties as they are."""
    found = []
    for number, tree in enumerate(sgf_grammar.parse_sgf_collection(data[data.index(b"(") :])):
        waiting: list[tuple[sgf_grammar.Coarse_game_tree, tuple[int, ...]]] = [(tree, (number,))]
        while waiting:
            part, way = waiting.pop()
            for step, properties in enumerate(part.sequence):
                way = (*way, 0) if step else way
                found.append((way, {name: values for name, values in properties.items() if name != "CA"}))
            waiting += [(child, (*way, index)) for index, child in reversed(list(enumerate(part.children)))]
    return found


@pytest.mark.parametrize(
    "text",
    [
        "(;)",
        "(;FF[3]PB[Ann];B[aa])",
        "(;SZ[9]RU[]GN[]DT[]TM[1200]KM[7.50]HA[1];B[ee]BL[45];W[cc]WL[44.250])",
        "(;SZ[9:9];B[ee];W[cc])",
        "(;SZ[]GM[1];B[ee];W[cc])",
        "(;SZ[9];B[ee](;W[cc](;B[gg]N[a way](;W[gc]))))",
        "(;SZ[9]C[of the game];C[a node without a move]TR[aa];B[ee];N[another]SQ[bb];W[cc]C[and on])",
        "(;SZ[9];B[ee]LB[aa:1][bb:a\\:b][cc:long label]TR[aa:cc]MA[dd]CR[ee]SL[ff]AR[aa:bb]LN[cc:dd]DD[aa]VW[])",
        "(;SZ[9]B[ee]C[a move in the first node];W[cc])",
        "(;SZ[9]AB[aa][bb]AW[cc:dd]AE[];W[ee];B[ff])",
        "(;SZ[9];AB[cc]AW[dd];PL[W];W[ee])",
        "(;SZ[9];B[ee];W[cc];AE[ee]AW[ff]C[laid by hand];B[gg]TR[gg];W[hh])",
        "(;SZ[9];B[ee];B[gg];W[cc];W[dd]C[four stones, no pass between])",
        "(;SZ[9];B[ee];W[tt];B[tt];W[];B[];B[ff]C[after the end])",
        "(;SZ[9];B[ee];W[ee]C[on a stone];B[ff])",
        "(;SZ[9];B[ee];B[cc]W[gg]C[two at once];B[ff])",
        "(;SZ[9]PB[two][names]XX[1][2]YY[none\nsense]BM[2];B[dg]KO[]DO[]FG[515:first move]OW[1]OB[2])",
        "(;SZ[9];B[ee];W[cc]) (;SZ[13]C[a second game];B[aa])",
        "(\n;\nFileFormat[1]GaMe[1]\nSiZe[9]\nBlack[ee]\n;\nWhite[cc]\n)",
        "(;SZ[9];B[ee]C[judged]SBKV[54.4321]SBKS[1.2];W[cc])",
    ],
)
def test_what_others_wrote_is_written_again_as_it_was(text: str) -> None:
    record, _ = read_game(text.encode())
    assert nodes_of(to_sgf(record)) == nodes_of(text.encode())
    assert nodes_of(to_sgf(record.copy())) == nodes_of(text.encode())


def test_only_what_was_changed_in_a_record_is_written_otherwise() -> None:
    text = b"(;SZ[9]KM[7.50];B[ee]TR[aa]C[old];C[more]LB[bb:1];W[cc];B[gg])"
    record, _ = read_game(text)
    first = record.main_line()[1]
    first.comment = "new [words]"
    first.other = {**first.other, "SQ": [b"dd"], "TR": []}
    record.add(first, 0)
    read = nodes_of(to_sgf(record))
    assert read == [
        ((0,), {"SZ": [b"9"], "KM": [b"7.50"]}),
        ((0, 0), {"B": [b"ee"], "C": [rb"new [words\]"]}),
        ((0, 0, 0), {"LB": [b"bb:1"], "SQ": [b"dd"]}),
        ((0, 0, 0, 0), {"W": [b"cc"]}),
        ((0, 0, 0, 0, 0), {"B": [b"gg"]}),
        ((0, 0, 0, 1), {"W": [b"aa"]}),
    ]


def test_a_side_that_moves_twice_has_the_other_pass_between() -> None:
    record = from_sgf(b"(;SZ[9];B[ee];B[gg];W[cc])")
    assert [node.action for node in record.main_line()] == [None, 40, 81, 60, 20]
    assert [node.action for node in from_sgf(to_sgf(record)).main_line()] == [None, 40, 81, 60, 20]


def test_what_cannot_be_played_ends_what_is_shown_and_is_told() -> None:
    record, said = read_game(b"(;SZ[9];B[ee];W[cc];B[cc];W[dd])")
    assert [node.action for node in record.main_line()] == [None, 40, 20]
    assert said is not None
    assert said.code == "sgf_stopped"
    assert said.values["number"] == 2


def test_a_move_of_both_sides_in_one_node_ends_what_is_shown_and_is_told() -> None:
    record, said = read_game(b"(;SZ[9];B[ee];W[ec];B[gc]W[gg];B[aa])")
    assert record.moves == (40, 22)
    assert said is not None
    assert str(said).startswith("the game is shown up to move 2; what follows is kept, but cannot be played: Black and")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "shift_jis"])
def test_files_in_other_encodings_are_read(encoding: str) -> None:
    text = "(;SZ[9]PB[山田太郎]PW[のぞみ]PC[日本棋院]C[黒の中押し勝ち];B[ee])"
    data = text.encode(encoding)
    record = from_sgf(b"\xff\xfe" + data if encoding == "utf-16-le" else data)
    assert (record.black, record.white) == ("山田太郎", "のぞみ")


def test_a_game_without_the_sign_of_its_first_node_is_read() -> None:
    record = from_sgf(b"(\nPB[A]\nSZ[9]\n;B[ee];W[cc])")
    assert (record.black, record.main_line()[-1].action) == ("A", 20)


def test_a_record_that_is_played_on_is_written_as_our_games_are() -> None:
    record = from_sgf(b"(;SZ[9]TM[60]GN[];B[ee])")
    record.play(0)
    assert record.source is None
    assert b"W[aa]" in to_sgf(record)


def test_a_pass_in_a_game_that_knows_none_ends_what_is_read_there() -> None:
    record = from_sgf(b"(;GM[4]SZ[15];B[hh](;W[ii];B[hi])(;W[]))")
    assert record.position.ply == 3
    assert len(record.unread) == 1
    with pytest.raises(SgfError, match="pass"):
        from_sgf(b"(;GM[4]SZ[15];B[hh];W[tt])")
    record, why = read_game(b"(;GM[4]SZ[15];B[hh];W[tt];B[hi])")
    assert (record.position.ply, why is None) == (1, False)


@pytest.mark.parametrize(
    ("said", "row"), [("RIF 1996", 5), ("freestyle, 4 in a row", 4), ("4", 5), ("", 5), ("renju 2008", 5)]
)
def test_only_what_is_said_of_rows_is_their_length(said: str, row: int) -> None:
    assert from_sgf(f"(;GM[4]SZ[15]RU[{said}];B[hh])".encode()).rules.row == row


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("0", RuleSet.FREESTYLE),
        ("1", RuleSet.STANDARD),
        ("4", RuleSet.RENJU),
        (" 4 ", RuleSet.RENJU),
        ("8", RuleSet.FREESTYLE),
        ("standard, 4 in a row", RuleSet.STANDARD),
        ("RIF 1996", RuleSet.FREESTYLE),
    ],
)
def test_rules_of_five_are_known_by_their_name_or_by_gomocups_number(said: str, rule: RuleSet) -> None:
    assert from_sgf(f"(;GM[4]SZ[15]RU[{said}];B[hh])".encode()).rules.rule is rule


def test_a_game_that_counts_nothing_is_won_by_no_points() -> None:
    row = ";B[dh];W[aa];B[eh];W[ca];B[fh];W[ea];B[gh];W[ga]"
    won = from_sgf(f"(;GM[4]SZ[15]RE[B+1]{row};B[hh])".encode())
    assert won.outcome == Outcome(Color.BLACK, None, Termination.FINISHED)
    given_up = from_sgf(f"(;GM[4]SZ[15]RE[B+1]{row})".encode())
    assert given_up.outcome is None, "nobody says how it was won"
    assert b"RE[B+1]" in to_sgf(given_up)
