"""A brain as managers know it: what it answers to each command, right and wrong."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.players.builtin import RandomPlayer
from clevergo.players.protocol import PlayerError
from clevergo.protocols.gomocup import limits as limits_module
from clevergo.protocols.gomocup.limits import Limits, Timer
from clevergo.protocols.gomocup.words import said, to_action
from tests.protocols.gomocup.talk import Endless, Scripted, answers, brain_on

SIZE = 15
OFFERED = "boards from 6 to 20 are played"
RENJU_OVERLINE = "BOARD 3,7,1 0,0,2 4,7,1 2,0,2 5,7,1 4,0,2 7,7,1 6,0,2 8,7,1 8,0,2 DONE"
"""Black on 3 to 5 and 7 to 8 of a row: 6 would make six."""


def at(col: int, row: int, size: int = SIZE) -> int:
    return row * size + col


def lines(text: str) -> str:
    """A dialog that is written in one line for each command and its stones."""
    return text.replace(" / ", "\n").replace("/ ", "\n") + "\n"


DIALOGS = [
    ("START 15", ["OK"]),
    ("start 15", ["OK"]),
    ("START 15\r", ["OK"]),
    ("  START\t15  ", ["OK"]),
    ("START 20 / START 6", ["OK", "OK"]),
    ("START 5", [f"ERROR {OFFERED}"]),
    ("START 21", [f"ERROR {OFFERED}"]),
    ("START", [f"ERROR {OFFERED}"]),
    ("START x", [f"ERROR {OFFERED}"]),
    ("START -15", [f"ERROR {OFFERED}"]),
    ("START 0000150", [f"ERROR {OFFERED}"]),
    ("START 99999999999999999999", [f"ERROR {OFFERED}"]),
    ("RECTSTART 30,20", ["ERROR only square boards are played"]),
    ("BEGIN", ["ERROR START comes first"]),
    ("TURN 1,1", ["ERROR START comes first"]),
    ("RESTART", ["ERROR START comes first"]),
    ("BOARD / 1,1,2 / DONE / START 15", ["ERROR START comes first", "OK"]),
    ("START 15 / BEGIN", ["OK", "7,7"]),
    ("START 15 / TURN 3,4", ["OK", "7,7"]),
    ("START 15 / TURN 7,7 / TURN 7,7", ["OK", "0,0", "ERROR 7,7: there is a stone on it"]),
    ("START 15 / TURN 15,0", ["OK", "ERROR '15,0' is no point X,Y of a 15x15 board"]),
    ("START 15 / TURN -1,0", ["OK", "ERROR '-1,0' is no point X,Y of a 15x15 board"]),
    ("START 15 / TURN 3", ["OK", "ERROR '3' is no point X,Y of a 15x15 board"]),
    ("START 15 / TURN", ["OK", "ERROR '' is no point X,Y of a 15x15 board"]),
    ("START 15 / TURN 1,2,3", ["OK", "ERROR '1,2,3' is no point X,Y of a 15x15 board"]),
    ("START 15 / BEGIN / RESTART / BEGIN", ["OK", "7,7", "OK", "0,0"]),
    ("START 15 / TURN 7,7 / TAKEBACK 0,0 / TAKEBACK 7,7 / BEGIN", ["OK", "0,0", "OK", "OK", "0,0"]),
    ("START 15 / TURN 7,7 / TAKEBACK 7,7", ["OK", "0,0", "ERROR only the last stone can be taken back"]),
    ("START 15 / TAKEBACK 7,7", ["OK", "ERROR only the last stone can be taken back"]),
    ("START 15 / BOARD / 7,7,2 / DONE", ["OK", "0,0"]),
    ("START 15 / BOARD / 10,10,1 / 10,11,2 / 11,11,1 / 9,10,2 / DONE", ["OK", "7,7"]),
    ("START 15 / BOARD / DONE", ["OK", "7,7"]),
    ("START 15 / BOARD / 7,7,2 / 7,7,1 / DONE", ["OK", "ERROR no game leads to this board"]),
    ("START 15 / BOARD / 7,7,1 / DONE", ["OK", "ERROR no game leads to this board"]),
    ("START 15 / BOARD / 7,7,2 / 8,8,2 / DONE", ["OK", "ERROR no game leads to this board"]),
    ("START 15 / BOARD / 7,7 / DONE / ABOUT", ["OK", "ERROR '7,7' is no stone X,Y,WHOSE"]),
    ("START 15 / BOARD / 7,7,9 / DONE", ["OK", "ERROR '7,7,9' is no stone X,Y,WHOSE"]),
    ("START 15 / BOARD / 7,7,2 / START 9", ["OK", "ERROR DONE is missing", "OK"]),
    ("START 15 / BOARD / 7,7,2 / END", ["OK"]),
    ("FROB 12 / START 9", ["UNKNOWN command FROB", "OK"]),
    ("7,7", ["UNKNOWN command 7,7"]),
    ("PLAY 7,7", ["UNKNOWN command PLAY"]),
    ("/ \t / / START 9", ["OK"]),
    ("INFO max_memory 83886080000 / INFO nonsense 3 / INFO / INFO timeout_turn many / INFO folder C:\\a", []),
    ("INFO rule 8 / START 15 / BEGIN / INFO rule 0 / BEGIN", ["OK", "ERROR caro is not played", "7,7"]),
    ("END / ABOUT", []),
]


@pytest.mark.parametrize(("told", "expected"), DIALOGS, ids=[told for told, _ in DIALOGS])
def test_each_command_is_answered_as_the_protocol_says(told: str, expected: list[str]) -> None:
    said_lines = answers(lines(told), Scripted([at(7, 7)]))
    assert said_lines[: len(expected)] == expected
    assert told.endswith("ABOUT") or len(said_lines) == len(expected)


def test_it_says_who_it_is_in_keywords_and_quoted_values() -> None:
    (about,) = answers("ABOUT\n")
    found = dict(part.split("=", 1) for part in about.split(", "))
    assert set(found) <= {"name", "version", "author", "country", "www", "email"}
    assert found["name"] == '"CleverGo"'
    assert all(value[0] == value[-1] == '"' for value in found.values())


@pytest.mark.parametrize(
    ("bits", "rule"),
    [(0, RuleSet.FREESTYLE), (1, RuleSet.STANDARD), (2, RuleSet.FREESTYLE), (4, RuleSet.RENJU), (5, RuleSet.RENJU)],
)
@pytest.mark.parametrize("order", ["START 15\nINFO rule {}\n", "INFO rule {}\nSTART 15\n"])
def test_the_rule_may_be_told_before_start_and_after_it(bits: int, rule: RuleSet, order: str) -> None:
    player = Scripted()
    answers(order.format(bits) + "BEGIN\n", player)
    assert player.rules[-1] == FiveRules(size=15, rule=rule)
    assert player.seen[-1].rules.rule is rule


def test_a_rule_told_during_a_game_holds_from_the_next_one() -> None:
    player = Scripted()
    answers("START 15\nBEGIN\nINFO rule 1\nTURN 5,5\nRESTART\nBEGIN\n", player)
    assert [position.rules.rule for position in player.seen[-3:]] == [
        RuleSet.FREESTYLE,
        RuleSet.FREESTYLE,
        RuleSet.STANDARD,
    ]


def test_a_forbidden_move_is_refused_with_the_reason() -> None:
    told = "INFO rule 4\nSTART 15\n" + RENJU_OVERLINE.replace(" ", "\n") + "\nTAKEBACK {}\nTURN 6,7\n"
    player = Scripted([at(14, 14)])
    answer = answers(told.format("14,14"), player)
    assert answer[:3] == ["OK", "14,14", "OK"]
    assert answer[3].startswith("ERROR 6,7: ")
    assert "six" in answer[3] or "row" in answer[3]


def test_a_told_board_is_played_in_the_order_it_was_told_in() -> None:
    player = Scripted()
    answers("START 15\nBOARD\n7,7,2\n8,8,1\n9,9,2\nDONE\n", player)
    assert player.seen[-1].ply == 3
    assert player.seen[-1].last_move == at(9, 9)
    assert player.seen[-1].to_play is Color.WHITE


def test_a_board_whose_order_cannot_be_played_is_set_up() -> None:
    """Black's five stones in a row were not the first five: White's order does not matter to what lies there."""
    stones = [(3 + k, 7, 2) for k in range(4)] + [(3 + k, 0, 1) for k in range(4)] + [(7, 7, 1), (0, 14, 2), (8, 0, 2)]
    told = "START 15\nBOARD\n" + "".join(f"{x},{y},{whose}\n" for x, y, whose in stones) + "DONE\n"
    player = Scripted()
    answer = answers(told, player)
    assert to_action(answer[-1], SIZE) is not None
    assert int((player.seen[-1].stones != 0).sum()) == len(stones)


def test_rows_of_a_game_that_goes_on_are_nobodys_any_more() -> None:
    """A continuous game: a row of five has won and stays; nobody can use its stones, whoever put them there."""
    row = "".join(f"{3 + k},7,3\n" for k in range(5))
    player = Scripted()
    answer = answers(f"INFO rule 2\nSTART 15\nBOARD\n{row}0,0,2\n1,0,1\nDONE\n", player)
    assert to_action(answer[-1], SIZE) is not None
    colors = player.seen[-1].stones[7, 3:8].tolist()
    assert 0 not in colors
    assert max(len(list(group)) for _, group in itertools.groupby(colors)) == 2


# --- swap2 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [6, 15, 20])
def test_swap2_begins_with_three_stones(size: int) -> None:
    answer = answers(f"START {size}\nSWAP2BOARD\nDONE\n")[-1].split()
    actions = [to_action(point, size) for point in answer]
    assert len(set(actions)) == 3
    assert None not in actions


@pytest.mark.parametrize(("win_rate", "expected"), [(0.2, "SWAP"), (0.8, "7,3"), (0.5, "7,3")])
@pytest.mark.parametrize("stones", ["7,7\n8,7\n9,9\n", "7,7\n8,7\n9,9\n8,8\n8,6\n"])
def test_swap2_takes_the_side_that_stands_better(win_rate: float, expected: str, stones: str) -> None:
    player = Scripted([at(7, 3)], win_rate)
    assert answers(f"START 15\nSWAP2BOARD\n{stones}DONE\n", player) == ["OK", expected]


@pytest.mark.parametrize("stones", ["7,7\n", "7,7\n7,7\n8,8\n", "7,7\n8,7\n9,9\n1,1\n", "7,7\n8,7\nx\n", "7,7,1\n"])
def test_other_stones_are_no_swap2(stones: str) -> None:
    answer = answers(f"START 15\nSWAP2BOARD\n{stones}DONE\nSTART 15\n")
    assert len(answer) == 3
    assert answer[1].startswith("ERROR ")
    assert answer[2] == "OK"


# --- limits --------------------------------------------------------------------------------------------------


def test_thinking_ends_when_its_time_is_up() -> None:
    ticks = itertools.count(0.0, 0.05)
    player = Endless()

    said_lines: list[str] = []
    told = "INFO timeout_turn 2000\nSTART 15\nBEGIN\n"
    brain = brain_on(told, player, said_lines.append, clock=lambda: next(ticks))
    brain.serve()
    assert len(said_lines) == 2
    assert 10 < player.asked < 2 / 0.05


@pytest.mark.parametrize(("matches", "gone"), [("START 15\n", 100.0), ("START 15\nSTART 20\n", 0.0)])
def test_the_time_since_the_process_began_is_the_first_matchs_alone(matches: str, gone: float) -> None:
    ticks = itertools.count(50.0, 50.0)
    brain = brain_on("INFO timeout_match 180000\n" + matches, Endless(), lambda _: None, clock=lambda: next(ticks))
    brain.serve()
    assert brain.limits.used == gone


def test_a_manager_that_ends_it_gets_no_answer_any_more() -> None:
    assert answers("START 15\nBEGIN\nEND\n", Endless()) == ["OK"]


@pytest.mark.parametrize(
    ("limits", "moves", "least", "most"),
    [
        (Limits(), 100, 4.0, 5.0),
        (Limits(turn=0.0), 100, 0.0, 0.02),
        (Limits(turn=1.0), 100, 0.7, 0.95),
        (Limits(turn=1.0, match=30.0), 112, 0.7, 0.95),
        (Limits(turn=30.0, match=30.0), 112, 0.5, 3.0),
        (Limits(turn=30.0, match=30.0, left=3.0), 50, 0.0, 0.1),
        (Limits(turn=30.0, match=30.0, left=0.0), 50, 0.0, 0.02),
        (Limits(turn=30.0, match=30.0, used=29.0), 50, 0.0, 0.02),
        (Limits(turn=3.0, match=30.0, left=2147483.647), 50, 2.0, 3.0),
    ],
)
def test_a_move_gets_its_share_of_the_time(limits: Limits, moves: int, least: float, most: float) -> None:
    assert least <= limits.budget(moves) <= most


@pytest.mark.parametrize("overhead", [0.0, 0.02, 0.04])
@pytest.mark.parametrize("is_told", [False, True])
def test_no_match_is_so_long_that_its_time_runs_out(overhead: float, is_told: bool) -> None:
    limits, moves, gone = Limits(turn=30.0, match=30.0), 112, 0.0
    for left in range(moves, 0, -1):
        if is_told:
            limits.left = 30.0 - gone
        thought = limits.budget(left - 1)
        limits.note(thought, thought + overhead)
        gone += thought + overhead
    assert gone < 30.0


@pytest.mark.parametrize(("interval", "latest"), [(0.001, 1.0), (0.02, 1.0), (0.3, 1.0), (0.45, 1.0)])
def test_who_looks_at_the_clock_seldom_stops_in_time(interval: float, latest: float) -> None:
    timer, now = Timer(10.0, 10.0 + latest), 10.0
    while True:
        now += interval
        if timer.look(now):
            break
    assert now <= 10.0 + latest
    assert now >= 10.0 + latest - 2.5 * interval - 1e-9


def test_a_slow_move_makes_the_next_ones_shorter() -> None:
    limits = Limits(turn=1.0)
    before = limits.budget(50)
    limits.note(before, before + 0.5)
    assert limits.budget(50) < before - 0.2


def test_what_cannot_be_kept_is_said_when_a_move_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens to what is answered to INFO."""
    monkeypatch.setattr("clevergo.protocols.gomocup.brain.used_memory", lambda: 200 << 20)
    assert answers(f"INFO max_memory {100 << 20}\nSTART 15\nBEGIN\nINFO max_memory 0\nBEGIN\n") == [
        "OK",
        "ERROR 201 MB of memory are needed, 100 are allowed",
        "0,0",
    ]


def test_thinking_ends_when_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    used = itertools.count(100 << 20, 1 << 20)
    monkeypatch.setattr(limits_module, "used_memory", lambda: next(used))
    monkeypatch.setattr("clevergo.protocols.gomocup.brain.used_memory", lambda: 100 << 20)

    assert answers(f"INFO max_memory {200 << 20}\nINFO timeout_turn 60000\nSTART 15\nBEGIN\n", Endless())[1] == "0,0"


# --- noise ---------------------------------------------------------------------------------------------------

_WORDS = (
    *("START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "SWAP2BOARD", "TAKEBACK", "INFO", "ABOUT", "PLAY"),
    *(
        "DONE",
        "6",
        "7,",
        "0,0",
        "3,3",
        "5,5",
        "6,6",
        "2,4,1",
        "1,1,2",
        "4,4,3",
        ",",
        ",,",
        "-1,-1",
        "nan",
        "inf",
        "²,٣",
    ),
    *("timeout_turn", "timeout_match", "time_left", "max_memory", "rule", "folder", "evaluate", "1e400", "99999999999"),
    *("#", "\t", "\x00", "\x1b[2J", "ERROR", "OK", "小黑", "\ufeff", "''", "%s", "{}", "\r", "SUGGEST", "SWAP"),
)
LINES = 10_000


def malformed_lines(rng: np.random.Generator) -> bytes:
    """Commands with wrong, missing and needless words, broken letters, plain noise; no way to end."""
    told = [b"INFO timeout_turn 0", b"START 6"]
    for _ in range(LINES):
        if rng.random() < 0.15:
            line = rng.bytes(int(rng.integers(0, 60))).replace(b"\n", b" ")
        else:
            words = [str(word) for word in rng.choice(_WORDS, int(rng.integers(0, 4)))]
            text = " ".join(words)
            if rng.random() < 0.2:
                place = int(rng.integers(0, len(text) + 1))
                text = text[:place] + chr(int(rng.integers(1, 0x3000))) + text[place:]
            line = text.encode("utf-8", "surrogatepass").replace(b"\n", b" ")
        told.append(line)
    return b"\n".join(line for line in told if b"END" not in line.upper() and b"START 7" not in line.upper())


def test_ten_thousand_malformed_lines_never_end_a_brain(
    rng: np.random.Generator, caplog: pytest.LogCaptureFixture
) -> None:
    told = malformed_lines(rng) + b"\nINFO timeout_turn 0\nSTART 6\nBEGIN\nTURN 0,0\nABOUT\n"
    answer = answers(told, RandomPlayer(np.random.default_rng(1)))
    assert answer[-1].startswith("name=")
    assert answer[-4] == "OK"
    assert not [line for line in answer if "internal" in line]
    assert not caplog.records
    for line in answer:
        is_point = all(to_action(point, 6) is not None for point in line.split())
        assert is_point or line.split()[0] in ("OK", "ERROR", "UNKNOWN", "SWAP") or line.startswith("name="), line
        assert line.isprintable()


def test_a_line_without_end_is_not_kept() -> None:
    assert answers(b"x" * 3_000_000 + b"\nSTART 9\n")[-1] == "OK"


def test_a_player_that_cannot_play_says_so_and_is_asked_again() -> None:
    class Picky(Scripted):
        def new_game(self, rules: FiveRules) -> None:
            if rules.size != 15:
                raise PlayerError("human_elsewhere")

    answer = answers("START 9\nBEGIN\nSTART 15\nBEGIN\n", Picky())
    assert answer[0].startswith("ERROR ")
    assert answer[1:] == ["ERROR START comes first", "OK", "0,0"]


def test_words_for_points_are_read_back() -> None:
    for size in (6, 15, 20):
        assert [to_action(said(action, size), size) for action in range(size * size)] == list(range(size * size))
