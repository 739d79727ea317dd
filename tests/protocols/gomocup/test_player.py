"""Another program of five in a row as a player: kept in step, waited for, and ended, whatever it does."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from clevergo import cli
from clevergo.games.color import Color
from clevergo.games.five.position import FivePosition
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.game import position_after
from clevergo.games.go.rules import Ruleset
from clevergo.games.outcome import Termination
from clevergo.games.start import Start
from clevergo.players.build import build_player
from clevergo.players.builtin import RandomPlayer
from clevergo.players.match_games import play_game
from clevergo.players.outside import protocols_for
from clevergo.players.protocol import ForfeitError, PlayerError, ThinkControl, UnsupportedGameError
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.protocols.gomocup.player import GomocupPlayer, some_order
from clevergo.protocols.gomocup.words import said
from clevergo.protocols.talk import EngineError, Patience
from tests.protocols.gomocup.talk import Scripted as OurPlayer
from tests.protocols.gomocup.talk import answers

SCRIPT = Path(__file__).with_name("scripted_brain.py")
PATIENT = Patience(nonsense=0.1, stop=0.1)
IMPATIENT = Patience(answer=0.3, stop=0.1)
NINE = FiveRules(size=9)


def at(text: str, size: int = 9) -> int:
    col, row = text.split(",")
    return int(row) * size + int(col)


class Scripted:
    """Players on the scripted brain, and what it was asked."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "asked.txt"

    def command(self, *settings: str) -> str:
        return shlex.join([sys.executable, str(SCRIPT), str(self._log), *settings])

    def player(self, *settings: str, info: str = "timeout_turn=0 ") -> GomocupPlayer:
        hangs = any("HANG" in setting or "CHATTER" in setting for setting in settings)
        return GomocupPlayer("gomocup:scripted", info + self.command(*settings), IMPATIENT if hangs else PATIENT)

    def asked(self) -> list[str]:
        """What it was asked since the last time, without what is told beside that."""
        return [line for line in self.everything() if not line.startswith("INFO")]

    def everything(self) -> list[str]:
        lines = self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []
        self._log.write_text("", encoding="utf-8")
        return lines


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    return Scripted(tmp_path)


def after(*moves: str, rules: FiveRules = NINE) -> FivePosition:
    position: FivePosition = position_after(rules, [at(move, rules.size) for move in moves])
    return position


def is_gone(number: int) -> bool:
    try:
        os.kill(number, 0)
    except OSError:
        return True
    return False


def process_id(player: GomocupPlayer) -> int:
    assert player._talk is not None
    return player._talk.process.pid


# --- in step ------------------------------------------------------------------------------------------------


def test_a_game_is_told_move_by_move(scripted: Scripted) -> None:
    player = scripted.player("moves=4,4;3,3;2,2")
    assert player.choose(after()).action == at("4,4")
    assert player.choose(after("4,4", "5,5")).action == at("3,3")
    assert player.choose(after("4,4", "5,5", "3,3", "6,6")).action == at("2,2")
    assert scripted.asked() == ["START 9", "BEGIN", "TURN 5,5", "TURN 6,6"]


def test_rule_and_limits_are_told_before_the_first_move(scripted: Scripted) -> None:
    player = scripted.player("moves=4,4", info="timeout_turn=2500 max_memory=1000000 ")
    player.choose(after(rules=FiveRules(size=9, rule=RuleSet.RENJU)))
    told = scripted.everything()
    assert told[0] == "START 9"
    assert told[-2:] == ["INFO time_left 2147483647", "BEGIN"]
    assert {
        "INFO timeout_turn 2500",
        "INFO timeout_match 0",
        "INFO max_memory 1000000",
        "INFO game_type 1",
        "INFO rule 4",
    } == set(told[1:-2])


@pytest.mark.parametrize(("rule", "bits"), [(RuleSet.FREESTYLE, 0), (RuleSet.STANDARD, 1), (RuleSet.RENJU, 4)])
def test_each_rule_has_its_bits(scripted: Scripted, rule: RuleSet, bits: int) -> None:
    scripted.player("moves=4,4").choose(after(rules=FiveRules(size=9, rule=rule)))
    assert f"INFO rule {bits}" in scripted.everything()


def test_after_an_undo_the_whole_board_is_told(scripted: Scripted) -> None:
    player = scripted.player("moves=4,4;3,3;2,2;1,1")
    player.choose(after())
    player.choose(after("4,4", "5,5"))
    scripted.asked()
    player.choose(after("4,4", "6,6"))
    assert scripted.asked() == ["RESTART", "BOARD", "4,4,1", "6,6,2", "DONE"]
    player.choose(after("4,4", "6,6", "2,2", "7,7"))
    assert scripted.asked() == ["TURN 7,7"]


def test_moves_are_told_in_the_order_they_were_made_in(scripted: Scripted) -> None:
    player = scripted.player("moves=8,8;8,7")
    moves = [f"{col},{row}" for row in (0, 2, 4) for col in (1, 3, 5)]
    player.choose(after(*moves[:-1]))
    asked = scripted.asked()
    stones = [line.rpartition(",")[0] for line in asked[asked.index("BOARD") + 1 : -1]]
    assert stones[-5:] == moves[-6:-1]
    assert sorted(stones) == sorted(moves[:-1])
    owners = [line[-1] for line in asked[asked.index("BOARD") + 1 : -1]]
    assert owners == ["1", "2"] * 4


def test_stones_that_were_put_there_are_told_too(scripted: Scripted) -> None:
    player = scripted.player("moves=8,8")
    position = NINE.first_position(Start((at("1,1"), at("2,1")), (at("3,3"),), Color.WHITE))
    player.choose(position)
    assert scripted.asked() == ["START 9", "BOARD", "1,1,2", "3,3,1", "2,1,2", "DONE"]


def test_another_game_is_begun_on_an_empty_board(scripted: Scripted) -> None:
    player = scripted.player("moves=4,4;5,5;6,6")
    player.new_game(NINE)
    player.choose(after())
    player.new_game(NINE)
    player.choose(after("1,1"))
    assert scripted.asked() == ["START 9", "BEGIN", "RESTART", "TURN 1,1"]


def test_a_program_without_restart_is_started_anew(scripted: Scripted) -> None:
    player = scripted.player("RESTART=UNKNOWN", "moves=4,4")
    player.choose(after())
    first = process_id(player)
    player.new_game(NINE)
    player.choose(after("1,1"))
    assert scripted.asked() == ["START 9", "BEGIN", "RESTART", "START 9", "TURN 1,1"]
    assert is_gone(first)


def test_another_board_or_rule_begins_with_another_process(scripted: Scripted) -> None:
    player = scripted.player("moves=4,4")
    player.choose(after())
    first = process_id(player)
    player.choose(after(rules=FiveRules(size=10)))
    assert scripted.asked() == ["START 9", "BEGIN", "START 10", "BEGIN"]
    assert is_gone(first)


def test_what_is_said_aside_is_passed_over(scripted: Scripted) -> None:
    player = scripted.player("START=OK - everything is good", "moves=DEBUG 1,1/MESSAGE I win 2,2/ 5 , 4 ")
    assert player.choose(after()).action == at("5,4")


def test_a_suggestion_is_what_it_plays(scripted: Scripted) -> None:
    player = scripted.player("moves=SUGGEST 3,4;3,4")
    assert player.choose(after()).action == at("3,4")
    assert scripted.asked()[-2:] == ["BEGIN", "PLAY 3,4"]


# --- trouble ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (("moves=DIE",), r"ended \(exit code 3\) when it was asked 'BEGIN'; its last words were 'out of ideas'"),
        (("moves=HANG",), "has not answered 'BEGIN' for 0.3 seconds"),
        (("moves=CHATTER",), "has not answered 'BEGIN' for 0.3 seconds"),
        (("moves=NOISE",), "answers 'BEGIN' with 'hello there', which is not the Gomocup protocol"),
        (("moves=ERROR I am tired",), "refuses to move .*I am tired"),
        (("moves=UNKNOWN",), r"refuses to move \(unknown\)"),
        (("moves=9,9",), "answers with '9,9', which is no move"),
        (("moves=1,9999",), "which is no move"),
    ],
)
def test_trouble_is_told_in_words_and_the_process_ended(
    scripted: Scripted, settings: tuple[str, ...], words: str
) -> None:
    player = scripted.player(*settings)
    player.new_game(NINE)
    number = process_id(player)
    with pytest.raises(EngineError, match=words):
        player.choose(after())
    assert is_gone(number)


def test_a_board_it_does_not_play_on_is_told(scripted: Scripted) -> None:
    with pytest.raises(PlayerError, match=r"cannot play on 9x9 \(too small\)"):
        scripted.player("START=ERROR too small").new_game(NINE)


def test_a_program_that_speaks_otherwise_is_told_from_one_that_hangs(scripted: Scripted) -> None:
    with pytest.raises(EngineError, match="not the Gomocup protocol"):
        scripted.player("START=? unknown command").new_game(NINE)


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(EngineError, match=r"no-such-brain.*install it"):
        GomocupPlayer("gomocup:x", "timeout_turn=100 no-such-brain").new_game(NINE)


def test_other_games_and_other_rows_are_refused(scripted: Scripted) -> None:
    with pytest.raises(UnsupportedGameError, match=r"Five in a row, not Go"):
        scripted.player().new_game(Ruleset(9, 6.5))
    with pytest.raises(PlayerError, match="not 4"):
        scripted.player().new_game(FiveRules(size=9, row=4))


def test_after_trouble_it_is_started_anew_with_the_whole_game(scripted: Scripted) -> None:
    player = scripted.player("moves=4,4;DIE")
    player.choose(after())
    with pytest.raises(EngineError):
        player.choose(after("4,4", "5,5"))
    scripted.asked()
    with pytest.raises(ForfeitError):  # the script begins anew as well
        player.choose(after("4,4", "5,5"))
    assert scripted.asked() == ["START 9", "BOARD", "4,4,1", "5,5,2", "DONE"]


def test_an_illegal_move_loses_the_game_and_says_so(scripted: Scripted, caplog: pytest.LogCaptureFixture) -> None:
    record = play_game(scripted.player("moves=4,4;4,4"), RandomPlayer(np.random.default_rng(1)), NINE)
    assert record is not None
    assert record.outcome is not None
    assert record.outcome.winner is Color.WHITE
    assert record.outcome.termination is Termination.FORFEIT
    with pytest.raises(ForfeitError, match="Black loses"):
        scripted.player("moves=3,3").choose(after("3,3", "5,5"))


def test_a_forbidden_move_of_renju_loses_too(scripted: Scripted) -> None:
    rules = FiveRules(size=9, rule=RuleSet.RENJU)
    black, white = ["1,4", "2,4", "3,4", "5,4", "6,4"], ["0,0", "2,0", "4,0", "6,0", "8,0"]
    moves = [move for pair in zip(black, white, strict=True) for move in pair]
    with pytest.raises(ForfeitError, match="forbid"):
        scripted.player("moves=4,4").choose(after(*moves, rules=rules))


@pytest.mark.parametrize("what", ["HANG", "CHATTER"])
def test_thinking_nobody_wants_any_more_is_ended(scripted: Scripted, what: str) -> None:
    player = scripted.player(f"moves={what}")
    asked_at = time.monotonic()
    decision = player.choose(after(), ThinkControl(stop=lambda: time.monotonic() > asked_at + 0.15))
    assert decision.action == 0
    assert player._talk is not None
    assert not player._talk.is_running


def test_a_glance_asks_for_no_move(scripted: Scripted) -> None:
    player = scripted.player()
    player.new_game(NINE)
    player.choose(after(), ThinkControl(stop=lambda: True))
    assert scripted.asked() == ["START 9"]
    player.close()


def test_no_process_outlives_its_player(scripted: Scripted) -> None:
    player = scripted.player("moves=4,4")
    player.choose(after())
    number = process_id(player)
    del player
    assert is_gone(number)


# --- as everybody else ----------------------------------------------------------------------------------------


def test_it_is_a_player_by_its_text() -> None:
    spec = PlayerSpec.parse("gomocup:timeout_turn=200 /opt/brains/pbrain-wine.exe --deep")
    assert spec.kind is PlayerKind.OUTSIDE
    assert spec.protocol == "gomocup"
    assert PlayerSpec.parse(str(spec)) == spec
    assert spec.name == "wine"
    assert isinstance(build_player(spec, lambda dog: Path(dog), 0), GomocupPlayer)
    assert protocols_for("five") == ["gomocup"]
    assert protocols_for("go") == ["gtp"]


def test_a_match_against_our_own_brain_is_played_by_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    brain = shlex.join([sys.executable, "-m", "clevergo", "--data-dir", str(tmp_path / "brain"), "gomocup"])
    opponent = f"gomocup:timeout_turn=200 {brain} --player random"
    arguments = ["match", "mcts:20", opponent, "--game", "five", "--size", "9", "--games", "2", "--rule", "renju"]
    assert cli.main(["--data-dir", str(tmp_path), *arguments]) == 0
    assert "won 2" in capsys.readouterr().out


def test_our_player_and_our_brain_agree_on_every_position(tmp_path: Path) -> None:
    """What the player's side of the protocol tells is what the brain's side understands."""
    rng = np.random.default_rng(5)
    for rule in RuleSet:
        rules = FiveRules(size=9, rule=rule)
        position, told, seen = rules.first_position(), [f"INFO rule {[0, 1, 4][rule.number]}", "START 9"], []
        while not position.is_over:
            own = int(position.to_play)
            lines = [f"{said(a, 9)},{1 if position.stones.flat[a] == own else 2}" for a in some_order(position)]
            told += ["RESTART", "BOARD", *lines, "DONE"]
            seen.append(position)
            position = position.play(int(rng.choice(np.flatnonzero(position.legal_moves))))
        brain = OurPlayer()
        answer = answers("\n".join(told) + "\n", brain)
        assert not [line for line in answer if line.startswith(("ERROR", "UNKNOWN"))]
        assert len(brain.seen) == len(seen)
        for known, wanted in zip(brain.seen, seen, strict=True):
            assert np.array_equal(known.stones, wanted.stones)
            assert known.to_play is wanted.to_play
            assert np.array_equal(known.legal_moves, wanted.legal_moves)
