"""Each command of the standard: what it answers, what it changes, and how it fails."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.players.build import build_player
from clevergo.players.protocol import UNWATCHED, Analysis, Candidate, Decision, PlayerError, ThinkControl
from clevergo.players.searching import SearchPlayer
from clevergo.players.spec import PlayerSpec
from clevergo.problem import as_said
from clevergo.protocols.gtp.commands import COMMANDS
from clevergo.protocols.gtp.server import Engine
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator
from tests.protocols.gtp.talk import answers, talk

STANDARD = """protocol_version name version known_command list_commands quit boardsize clear_board komi fixed_handicap
place_free_handicap set_free_handicap play genmove undo time_settings time_left final_score final_status_list loadsgf
reg_genmove showboard"""


def last(text: str, engine: Engine | None = None, size: int = 9) -> str:
    return answers(text, engine, size)[-1]


def test_every_command_of_the_standard_is_there() -> None:
    listed = last("list_commands")[2:].split()
    assert set(STANDARD.split()) <= set(listed)
    assert {"lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"} <= set(listed)
    assert listed == list(COMMANDS)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("boardsize 20", "? unacceptable size"),
        ("boardsize 1", "? unacceptable size"),
        ("boardsize nine", "? syntax error"),
        ("boardsize", "? syntax error"),
        ("boardsize 13\nquery_boardsize", "= 13"),
        ("komi nan", "? syntax error"),
        ("komi 1e999", "? syntax error"),
        ("komi x", "? syntax error"),
        ("komi 1e300\nget_komi", "= 1e+300"),
        ("komi 3.75\nfinal_score", "= W+3.75"),
        ("komi 0\nfinal_score", "= 0"),
        ("play green D4", "? syntax error"),
        ("play b", "? syntax error"),
        ("play b I5", "? invalid coordinate"),
        ("play b D10", "? invalid coordinate"),
        ("play B d4\nplay w D4", "? illegal move"),
        ("play b D4\nplay black E5\nlist_stones black", "= E5 D4"),
        ("play b pass\nplay w pass\nplay b pass\nplay b A1\nlist_stones b", "= A1"),
        ("undo", "? cannot undo"),
        ("play b D4\nundo\nlist_stones b", "="),
        ("play b D4\nplay w E5\nboardsize 9\nlist_stones w", "="),
        ("play b D4\nclear_board\nundo", "? cannot undo"),
        ("fixed_handicap 2\nundo", "? cannot undo"),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("boardsize 8\nfixed_handicap 5", "? invalid number of stones"),
        ("boardsize 7\nfixed_handicap 5", "? invalid number of stones"),
        ("boardsize 6\nfixed_handicap 2", "? invalid number of stones"),
        ("play b D4\nfixed_handicap 2", "? board not empty"),
        ("set_free_handicap A1", "? bad vertex list"),
        ("set_free_handicap A1 A1", "? bad vertex list"),
        ("set_free_handicap A1 pass", "? bad vertex list"),
        ("set_free_handicap A1 Z9", "? bad vertex list"),
        ("set_free_handicap A1 B2\nlist_stones b", "= B2 A1"),
        ("place_free_handicap 1", "? invalid number of stones"),
        ("time_settings 10 0", "? syntax error"),
        ("time_settings -1 0 0", "? syntax error"),
        ("time_left b 3 x", "? syntax error"),
        ("kgs-time_settings byoyomi 60 10 3", "="),
        ("kgs-time_settings byoyomi 60 10", "? syntax error"),
        ("kgs-time_settings none", "="),
        (
            "kgs-time_settings fischer 60 10",
            "? unknown time settings: here it is one of none, absolute, byoyomi, canadian",
        ),
        ("kata-list_time_settings", "= none absolute byoyomi canadian fischer fischer-capped"),
        ("kata-time_settings fischer-capped 60 5 120 -1", "="),
        ("kata-time_settings fischer-capped 60 5 120", "? syntax error"),
        ("kata-time_settings fischer -1 5", "? syntax error"),
        ("final_status_list", "? syntax error"),
        ("final_status_list asleep", "? syntax error"),
        ("final_status_list seki", "="),
        ("loadsgf", "? syntax error"),
        ("genmove", "? syntax error"),
        ("kata-analyze b 10 ownership", "? syntax error"),
        ("kata-analyze b 10", "? random does not analyze positions"),
        ("is_legal w J9", "= 1"),
    ],
)
def test_commands_answer_and_fail_as_the_standard_says(text: str, answer: str) -> None:
    assert last(text) == answer


@pytest.mark.parametrize(
    ("size", "stones", "points"),
    [
        (9, 2, "C3 G7"),
        (9, 5, "C3 G7 C7 G3 E5"),
        (13, 9, "D4 K10 D10 K4 D7 K7 G4 G10 G7"),
        (19, 4, "D4 Q16 D16 Q4"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
    ],
)
def test_handicap_stones_lie_on_the_standards_points(size: int, stones: int, points: str) -> None:
    answer = last(f"boardsize {size}\nfixed_handicap {stones}")[2:]
    assert sorted(answer.split()) == sorted(points.split())


@pytest.mark.parametrize("stones", [2, 9, 20, 40])
def test_free_handicap_is_as_many_stones_as_were_asked_for(stones: int) -> None:
    placed, listed = answers(f"place_free_handicap {stones}\nlist_stones black")
    assert len(set(placed[2:].split())) == stones
    assert set(placed.split()) == set(listed.split())


def test_a_side_that_moves_twice_may_fill_the_ko_it_took() -> None:
    """The ko point binds the opponent alone."""
    ko = "play b C4\nplay b B3\nplay b C2\nplay w D4\nplay w E3\nplay w D2\nplay w C3\nplay b D3\n"
    assert last(ko + "play w C3") == "? illegal move"
    assert last(ko + "play b C3") == "="


# Black's A2 brings back the stones after Black's first move: White to move, as then. In the second game its B1 brings
# back those after White's first move: then it was Black's turn.
SAME_SIDE = ("boardsize 2", "A2 B2 A1 B1 A2 A1", "A2")
OTHER_SIDE = ("boardsize 2", "B1 A1 A2 pass B2 A1", "B1")


@pytest.mark.parametrize(
    ("rules", "same", "other"),
    [
        ("", False, False),
        ("kgs-rules chinese", False, False),
        ("kgs-rules aga", False, True),
        ("kata-set-rules chinese", True, True),
        ("kata-set-rules chinese-kgs", False, False),
        ("kata-set-rules french", False, True),
        ('kata-set-rules {"ko": "SITUATIONAL", "scoring": "AREA", "suicide": false, "tax": "NONE"}', False, True),
        ('kata-set-rules {"ko":"SIMPLE"}', True, True),
    ],
)
def test_the_rule_of_ko_can_be_agreed_upon(rules: str, same: bool, other: bool) -> None:
    """Before the board's size is told or after it, and for games to come."""
    for (size, moves, again), is_legal in ((SAME_SIDE, same), (OTHER_SIDE, other)):
        played = [f"play {'bw'[index % 2]} {move}" for index, move in enumerate(moves.split())]
        game = "\n".join([*played, f"is_legal b {again}"])
        for beginning in (f"{rules}\n{size}", f"{size}\n{rules}", f"{rules}\n{size}\nplay b A1\nclear_board"):
            assert last(f"{beginning}\n{game}") == f"= {int(is_legal)}"


@pytest.mark.parametrize("name", ["kgs-rules japanese", "kgs-rules new_zealand", "kata-set-rules tromp-taylor"])
def test_rules_that_are_not_played_here_are_refused(name: str) -> None:
    assert last(name).startswith("? unsupported rules: here it is area scoring without suicide (chinese, ")


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        ('{"scoring": "TERRITORY"}', "? unsupported rules: here it is area scoring"),
        ('{"suicide": true}', "? unsupported rules: here it is area scoring"),
        ('{"ko": "SPIGHT"}', "? ko is one of SIMPLE, POSITIONAL, SITUATIONAL"),
        ('{"ko": ["SIMPLE"]}', "? ko is one of SIMPLE, POSITIONAL, SITUATIONAL"),
        ("{", "? unsupported rules"),
        ("[" * 2000, "? unsupported rules"),
        ("7", "? unsupported rules"),
        ("", "? unsupported rules"),
    ],
)
def test_rules_that_make_no_sense_are_refused(told: str, answer: str) -> None:
    assert last(f"kata-set-rules {told}").startswith(answer)


@pytest.mark.parametrize("ko", ["SIMPLE", "POSITIONAL", "SITUATIONAL"])
def test_rules_are_told_as_they_are_understood(ko: str) -> None:
    told = last(f'kata-set-rules {{"ko": "{ko}"}}\nkata-get-rules')
    assert f'"ko": "{ko}"' in told
    assert last(f"kata-set-rules {told[2:]}\nkata-get-rules") == told


def test_white_gets_no_points_for_handicap_stones_and_nobody_is_told_otherwise() -> None:
    assert '"whiteHandicapBonus": "0"' in last("kata-get-rules")
    assert last('kata-set-rules {"ko": "SIMPLE", "whiteHandicapBonus": "0"}') == "="
    assert last('kata-set-rules {"ko": "SIMPLE", "whiteHandicapBonus": "N"}').startswith("? unsupported rules")


@pytest.mark.parametrize(("number", "black"), [(1, ""), (2, "C7"), (3, "C7 G3"), (4, "C7 G3"), (9, "C7 G3")])
def test_a_file_is_loaded_up_to_a_move_of_its_own_whatever_passes_lie_between(
    number: int, black: str, tmp_path: Path
) -> None:
    file = tmp_path / "two in turn.sgf"
    file.write_text("(;SZ[9]KM[6.5];B[cc];B[gg];W[ee])")
    assert last(f"loadsgf {file} {number}\nlist_stones b") == f"= {black}".strip()
    assert last(f"loadsgf {file} {number}\nlist_stones w") == ("= E5" if number > 3 else "=")


def test_rules_do_not_change_during_a_game() -> None:
    told = answers("play b D4\nkgs-rules chinese\nkgs-rules aga\nclear_board\nkgs-rules aga\nkata-get-rules")
    assert told[1:5] == ["=", "? rules cannot change during a game: clear_board comes first", "=", "="]
    assert '"SITUATIONAL"' in told[5]
    assert last("fixed_handicap 2\nkgs-rules aga\nlist_stones b") == "= G7 C3"


def test_a_file_that_counts_territory_is_counted_so_until_another_game_begins(tmp_path: Path) -> None:
    walls = "AB" + "".join(f"[d{row}]" for row in "abcdefghi") + "AW" + "".join(f"[e{row}]" for row in "abcdefghi")
    file = tmp_path / "japanese.sgf"
    file.write_text(f"(;SZ[9]KM[6.5]RU[Japanese]{walls}PL[B];B[aa])")
    assert last(f"loadsgf {file}\nfinal_score") == "= W+16.5", "26 against 36 and komi"
    assert last(f"loadsgf {file}\nkomi 0.5\nfinal_score") == "= W+10.5"
    file.write_text(f"(;SZ[9]KM[6.5]RU[Chinese]{walls}PL[B];B[aa])")
    assert last(f"loadsgf {file}\nfinal_score") == "= W+15.5", "36 against 45 and komi"


def test_komi_set_late_counts() -> None:
    assert last("komi 0\nplay b E5\nkomi 5.5\nfinal_score") == "= B+75.5"


def test_the_players_move_is_played_and_can_be_taken_back() -> None:
    move, stones, _, empty = answers("genmove w\nlist_stones white\nundo\nlist_stones white")
    assert move == stones
    assert empty == "="
    assert last("reg_genmove b\nlist_stones black") == "="


def test_a_game_can_be_longer_than_our_rules_have_it() -> None:
    text = "boardsize 2\n" + "play b A1\nplay w pass\nundo\nundo\nplay b pass\nplay w pass\n" * 3 + "play b A1\n"
    assert set(answers(text + "play w pass\nplay b pass\nplay w pass\n" * 3)) == {"="}


def test_the_board_is_shown_with_its_captures() -> None:
    shown = last("boardsize 3\nplay b A1\nplay w A2\nplay w B1\nshowboard")
    assert shown.splitlines() == [
        "=",
        "   A B C",
        " 3 . . .",
        " 2 O . .",
        " 1 . O .",
        "Black to play, komi 7.5, Black has captured 0, White 1",
    ]


def test_dead_stones_are_listed_and_not_counted() -> None:
    wall = "".join(f"play b D{row}\nplay w E{row}\n" for row in range(1, 10)) + "play w A1\n"
    dead, score = answers("komi 0.5\n" + wall + "final_status_list dead\nfinal_score")[-2:]
    assert dead == "= A1"
    assert score == "= W+9.5"


def test_a_record_is_loaded_up_to_a_move(tmp_path: Path) -> None:
    file = tmp_path / "a game.sgf"
    file.write_text("(;GM[1]SZ[5]KM[3.5]AB[aa][ee]PL[W];W[bb];B[cc];W[dd])")
    assert last(f"loadsgf {file}\nlist_stones white") == "= B4 D2"
    assert last(f"loadsgf {file} 3\nlist_stones white") == "= B4"
    assert last(f"loadsgf {file} 1\nlist_stones white") == "="
    assert last(f"loadsgf {file} 2\nget_komi") == "= 3.5"
    assert last(f"loadsgf {file} 2\nlist_stones black") == "= A5 E1"
    assert last(f"loadsgf {tmp_path / 'none.sgf'}").startswith("? cannot load file")
    assert last(f"loadsgf {tmp_path}").startswith("? cannot load file")
    large = tmp_path / "large.sgf"
    large.write_bytes(b"(;SZ[9]" + b";B[aa]" * 100_000 + b")")
    assert last(f"loadsgf {large}") == "? cannot load file: it holds 100,001 moves and notes, at most 100,000 are read"


class FakePlayer:
    """Plays as it is told, and remembers what it was asked."""

    name = "fake"

    def __init__(self, action: int = 40, resigns: bool = False, trouble: Exception | None = None) -> None:
        self.action, self.resigns, self.trouble = action, resigns, trouble
        self.games = 0
        self.stopped = 0

    def new_game(self, rules: Ruleset) -> None:
        self.games += 1

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        if self.trouble is not None:
            raise self.trouble
        thoughts = Analysis(5, 10, 0.25, (Candidate(self.action, 5, 0.25, 0.5, (self.action, 41)),))
        control.progress(thoughts)
        while self.stopped and not control.stop():
            pass
        return Decision(self.action, thoughts, self.resigns)


def test_a_resignation_is_said_and_nothing_is_played() -> None:
    assert answers("genmove b\nlist_stones b", Engine(FakePlayer(resigns=True))) == ["= resign", "="]


def test_a_players_trouble_is_an_answer_and_the_session_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    engine = Engine(FakePlayer(trouble=PlayerError(as_said("no net, sorry"))))
    assert answers("1 genmove b\n2 name", engine) == ["?1 no net, sorry", "=2 CleverGo"]
    engine = Engine(FakePlayer(trouble=RuntimeError("oops")))
    assert answers("1 genmove b\n2 name", engine) == ["?1 internal error (RuntimeError: oops)", "=2 CleverGo"]
    assert "genmove failed" in caplog.text


def test_short_time_cuts_a_move_short() -> None:
    player = FakePlayer()
    player.stopped = 1  # thinks until it is told to stop
    assert last("time_settings 0 1 25\ngenmove b", Engine(player)) == "= E5"


def test_a_tree_is_forgotten_when_a_side_moves_twice() -> None:
    player = FakePlayer()
    talk("genmove b\nundo\ngenmove b\nundo\nplay b A1\nplay w A2\ngenmove b\n", Engine(player))
    assert player.games == 1
    talk("reg_genmove b\nreg_genmove w\n", Engine(player))
    assert player.games == 3


def test_a_board_the_net_was_not_made_for_is_refused() -> None:
    engine = Engine(FakePlayer(), supports=lambda size: size == 9)
    assert answers("boardsize 13\nboardsize 9", engine) == ["? unacceptable size", "="]


def test_a_move_comes_with_the_thoughts_behind_it() -> None:
    kata, leela = answers("3 kata-genmove_analyze b 1\nundo\nlz-genmove_analyze b 1", Engine(FakePlayer()))[::2]
    assert kata == (
        "=3\ninfo move E5 visits 5 utility -0.500000 winrate 0.250000 prior 0.500000 lcb 0.250000 order 0 pv E5 F5\n"
        "play E5"
    )
    assert leela == "=\ninfo move E5 visits 5 winrate 2500 prior 5000 lcb 2500 order 0 pv E5 F5\nplay E5"


def test_the_last_thought_told_is_the_one_the_move_was_chosen_by() -> None:
    said = last("kata-genmove_analyze b", Engine(build_player(PlayerSpec.parse("mcts:300"), lambda _dog: Path(), 1)), 5)
    *thoughts, move = said.splitlines()[1:]
    visits = [int(word) for word in re.findall(r"visits (\d+)", thoughts[-1])]
    assert max(visits) > 18  # hundreds of simulations on 25 points, not the first few
    assert re.match(rf"info move {move.removeprefix('play ')} ", thoughts[-1])


def test_cleaning_up_takes_dead_stones_instead_of_passing() -> None:
    wall = "".join(f"play b D{row}\nplay w E{row}\n" for row in range(1, 10)) + "play w A1\n"
    passes = Engine(FakePlayer(81))
    assert last(wall + "genmove b", passes) == "= pass"
    assert last(wall + "kgs-genmove_cleanup b", passes) in ("= A2", "= B1")
    assert last("kgs-genmove_cleanup b", passes) == "= pass"


def test_a_players_search_follows_the_board(rng: np.random.Generator) -> None:
    engine = Engine(build_player(PlayerSpec.parse("mcts:30"), lambda _dog: Path(), 1))
    said = answers("boardsize 5\n" + "genmove b\ngenmove w\n" * 5 + "undo\ngenmove w\ngenmove w\nshowboard", engine)
    assert not [answer for answer in said if answer.startswith("?")]


def test_a_searching_player_moves_again_after_two_passes() -> None:
    rng = np.random.default_rng(1)
    player = SearchPlayer("thorough", lambda _size: Search(RolloutEvaluator(rng), rng=rng), 400, rng)
    # Even as it stands, so that nobody passes without a thought.
    said = answers("komi 9\nplay b C3\nplay w pass\nreg_genmove b\nplay b pass\ngenmove w", Engine(player), size=3)
    assert [answer[:1] for answer in said] == ["="] * 6


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "five.sgf"
    file.write_bytes(b"(;GM[4]SZ[9];B[ee];W[ef])")
    assert last(f"loadsgf {file}") == "? cannot load file: it is no game of Go"
