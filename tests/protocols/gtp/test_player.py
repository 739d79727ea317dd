"""Another Go program as a player: kept in step, waited for, and ended, whatever it does."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np
import pytest

from clevergo import cli
from clevergo.games.color import Color
from clevergo.games.game import position_after
from clevergo.games.go.position import Position
from clevergo.games.go.rules import KoRule, Ruleset, with_handicap
from clevergo.games.outcome import Termination
from clevergo.players.build import build_player
from clevergo.players.builtin import RandomPlayer
from clevergo.players.match_games import play_game
from clevergo.players.outside import found_engines
from clevergo.players.protocol import ForfeitError, PlayerError, ThinkControl
from clevergo.players.spec import PlayerKind, PlayerSpec, PlayerSpecError
from clevergo.protocols import talk
from clevergo.protocols.gtp.client import GtpClient
from clevergo.protocols.gtp.player import GtpPlayer
from clevergo.protocols.talk import EngineError, Patience
from tests.patience import PATIENCE

SCRIPT = Path(__file__).with_name("scripted_engine.py")
PATIENT = Patience(nonsense=0.1, stop=0.1)
IMPATIENT = Patience(move=0.3, stop=0.1)
NINE = Ruleset(9, 6.5)
C3, D4, E5, F6, PASS = 56, 48, 40, 32, 81


class Scripted:
    """Players on the scripted program, and what it was asked."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "asked.txt"

    def command(self, *settings: str) -> str:
        return shlex.join([sys.executable, str(SCRIPT), str(self._log), *settings])

    def player(self, *settings: str) -> GtpPlayer:
        hangs = any(setting.endswith("HANG") for setting in settings)
        return GtpPlayer("gtp:scripted", self.command(*settings), IMPATIENT if hangs else PATIENT)

    def asked(self) -> list[str]:
        """What it was asked since the last time."""
        lines = self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []
        self._log.write_text("", encoding="utf-8")
        return lines


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    return Scripted(tmp_path)


def after(*moves: int, rules: Ruleset = NINE) -> Position:
    return Position.from_moves(rules, moves)


def process_id(player: GtpPlayer) -> int:
    assert player._client is not None
    return player._client.talk.process.pid


def is_gone(number: int) -> bool:
    try:
        os.kill(number, 0)
    except OSError:
        return True
    return False


# --- its text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    ["gnugo --mode gtp --level 10", "'/opt/my go/katago' gtp -config \"a: b.cfg\"", "x a:b:400", "fuego  --x"],
)
def test_a_command_stays_as_it_was_typed(command: str) -> None:
    spec = PlayerSpec(PlayerKind.OUTSIDE, command=command, protocol="gtp")
    assert str(spec) == f"gtp:{command}"
    assert PlayerSpec.parse(str(spec)) == spec
    assert PlayerSpec.parse(f" GTP: {command} ") == spec
    assert build_player(spec, Path, seed=1).name == f"gtp:{command}"


@pytest.mark.parametrize("text", ["gtp", "gtp:", "gtp:  ", "gtp:gnugo 'half", "gtp:gnugo\n--mode gtp"])
def test_a_command_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(PlayerSpecError, match="command"):
        PlayerSpec.parse(text)


def test_a_command_belongs_to_gtp_alone() -> None:
    with pytest.raises(PlayerSpecError):
        PlayerSpec(PlayerKind.RANDOM, command="gnugo")


# --- in step with the board -------------------------------------------------------------------------------


def test_it_is_told_the_game_from_its_start_and_then_what_is_new(scripted: Scripted) -> None:
    player = scripted.player("genmove=D4,F6,pass")
    player.new_game(NINE)
    decision = player.choose(after(C3, E5))
    assert decision.action == D4
    assert scripted.asked() == [
        "boardsize 9",
        "clear_board",
        "komi 6.5",
        "known_command kata-set-rules",
        "play black C3",
        "play white E5",
        "genmove black",
    ]
    assert player.choose(after(C3, E5, D4, PASS)).action == F6
    assert scripted.asked() == ["play white pass", "genmove black"]
    assert player.choose(after(C3, E5, D4, PASS, F6, PASS)).action == PASS
    assert scripted.asked() == ["play white pass", "genmove black"]
    player.close()


def test_moves_taken_back_here_are_taken_back_there(scripted: Scripted) -> None:
    player = scripted.player("genmove=D4,F6,F6")
    player.choose(after(C3, E5))
    scripted.asked()
    player.choose(after(C3, PASS))
    assert scripted.asked() == ["undo", "undo", "play white pass", "genmove black"]
    player.choose(after(PASS, E5))
    assert scripted.asked() == ["undo"] * 3 + ["play black pass", "play white E5", "genmove black"]
    player.close()


def test_another_game_begins_with_an_empty_board(scripted: Scripted) -> None:
    player = scripted.player("genmove=D4,F6")
    player.choose(after(C3, E5))
    player.new_game(NINE)
    scripted.asked()
    player.choose(after())
    assert scripted.asked()[:3] == ["boardsize 9", "clear_board", "komi 6.5"]
    player.choose(after(rules=Ruleset(13, 0.5)))
    assert scripted.asked()[:3] == ["boardsize 13", "clear_board", "komi 0.5"]
    player.close()


def test_stones_that_were_set_up_are_set_up_there_too(scripted: Scripted) -> None:
    player = scripted.player("genmove=D4,F6")
    start = with_handicap(9, 2)
    player.choose(NINE.first_position(start))
    assert scripted.asked()[4:] == ["clear_board", "play black G7", "play black C3", "genmove white"]
    player.choose(position_after(NINE, [D4, E5], start))
    assert scripted.asked() == ["play black E5", "genmove white"]
    player.close()


def test_a_program_that_refuses_a_move_is_shown_the_stones(scripted: Scripted) -> None:
    player = scripted.player("genmove=D4", "undo=REFUSE")
    player.choose(after(C3, E5))
    scripted.asked()
    player.choose(after(C3))
    assert scripted.asked() == ["undo", "clear_board", "play black C3", "genmove white"]
    player.close()


@pytest.mark.parametrize("ko", list(KoRule))
def test_a_whole_game_is_read_off_its_last_position(scripted: Scripted, ko: KoRule, rng: np.random.Generator) -> None:
    """With captures, kos and passes; as when the program has to be started again in the middle."""
    rules = Ruleset(4, 0.5, ko)
    position, moves = Position.initial(rules), list[int]()
    while position.ply < 25:
        legal = np.flatnonzero(position.legal_moves)
        moves.append(int(rng.choice(legal if position.passes == 0 else legal[:-1])))
        position = position.play(moves[-1])
    player = scripted.player()
    player.choose(position)
    played = [line.split()[2] for line in scripted.asked() if line.startswith("play")]
    vertices = ["pass" if action == 16 else f"{'ABCD'[action % 4]}{4 - action // 4}" for action in moves]
    assert played == vertices
    player.close()


@pytest.mark.parametrize(
    ("ko", "word"),
    [
        (KoRule.POSITIONAL_SUPERKO, "POSITIONAL"),
        (KoRule.SITUATIONAL_SUPERKO, "SITUATIONAL"),
        (KoRule.SIMPLE, "SIMPLE"),
    ],
)
def test_rules_are_told_to_programs_that_ask_for_them(scripted: Scripted, ko: KoRule, word: str) -> None:
    player = scripted.player("known_command=true")
    player.choose(Position.initial(Ruleset(9, ko=ko)))
    told = next(line for line in scripted.asked() if line.startswith("kata-set-rules"))
    assert f'"ko": "{word}"' in told
    assert '"suicide": false' in told
    player.close()


# --- when it goes wrong -----------------------------------------------------------------------------------


def test_a_resignation_is_one(scripted: Scripted) -> None:
    player = scripted.player("genmove=resign")
    assert player.choose(after()).resigns
    player.close()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["genmove=DIE"], r"exit code 3.*out of ideas"),
        (["genmove=HANG"], "has not answered"),
        (["genmove=NOISE"], "not GTP"),
        (["genmove=K10"], "no move"),
        (["genmove=REFUSE"], "refuses to move"),
        (["boardsize=REFUSE"], "cannot play on 9x9"),
        (["boardsize=NOISE"], "gnugo --mode gtp"),
        (["komi=DIE"], "exit code 3"),
        (["play=REFUSE"], "refuses to move"),
    ],
)
def test_trouble_is_one_message_and_no_process_stays(scripted: Scripted, settings: list[str], words: str) -> None:
    player = scripted.player(*settings)
    player.new_game(NINE)
    number = process_id(player)
    with pytest.raises(PlayerError, match=words):
        player.choose(after(C3))
    player.close()
    assert is_gone(number)


def test_last_words_that_are_read_late_are_told_all_the_same(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = talk._read_lines

    def read_complaints_late(stream: IO[bytes], put: Callable[[str | None], object]) -> None:
        if getattr(put, "__name__", "") == "append":
            time.sleep(0.2)
        read(stream, put)

    monkeypatch.setattr(talk, "_read_lines", read_complaints_late)
    player = scripted.player("genmove=DIE")
    with pytest.raises(EngineError, match="out of ideas"):
        player.choose(after(C3))


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(EngineError, match=r"no-such-go-program.*install it"):
        GtpPlayer("gtp:x", "no-such-go-program --mode gtp").new_game(NINE)


def test_after_trouble_it_is_started_anew_with_the_whole_game(scripted: Scripted) -> None:
    player = scripted.player("genmove=DIE")
    with pytest.raises(EngineError):
        player.choose(after(C3))
    scripted.asked()
    with pytest.raises(EngineError):
        player.choose(after(C3))
    assert scripted.asked()[-2:] == ["play black C3", "genmove white"]


def test_an_illegal_move_loses_the_game_and_says_so(scripted: Scripted, caplog: pytest.LogCaptureFixture) -> None:
    player = scripted.player("genmove=D4,D4")
    record = play_game(player, RandomPlayer(np.random.default_rng(1)), NINE)
    assert record is not None
    assert record.outcome is not None
    assert record.outcome.winner is Color.WHITE
    assert record.outcome.termination is Termination.FORFEIT
    assert "D4" in caplog.text
    with pytest.raises(ForfeitError, match=r"\(there is a stone on it\): Black loses"):
        scripted.player("genmove=C3").choose(after(C3, E5))


def test_thinking_nobody_wants_any_more_is_ended(scripted: Scripted) -> None:
    player = scripted.player("genmove=HANG")
    asked_at = time.monotonic()
    decision = player.choose(after(), ThinkControl(stop=lambda: time.monotonic() > asked_at + 0.15))
    assert decision.action == PASS
    assert player._client is not None
    assert not player._client.is_running


def test_a_glance_asks_for_no_move(scripted: Scripted) -> None:
    """How the engine process has players load what they need."""
    player = scripted.player()
    player.new_game(NINE)
    player.choose(after(), ThinkControl(stop=lambda: True))
    assert "genmove" not in " ".join(scripted.asked())
    player.close()


def test_no_process_outlives_its_player_or_its_program(scripted: Scripted) -> None:
    player = scripted.player()
    player.choose(after())
    number = process_id(player)
    del player
    assert is_gone(number)
    code = (
        "from clevergo.protocols.gtp.client import GtpClient\n"
        f"client = GtpClient({scripted.command()!r})\nclient.ask('name')\nprint(client.talk.process.pid)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert is_gone(int(done.stdout))


def test_a_program_that_ignores_the_end_of_its_input_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "stubborn.py"
    script.write_text("import time\nprint('= ok\\n', flush=True)\nwhile True: time.sleep(1)\n")
    client = GtpClient(shlex.join([sys.executable, str(script)]))
    assert client.ask("name") == "ok"
    client.close()
    assert is_gone(client.talk.process.pid)


def ask_for_ever(command: str, is_thinking: bool) -> None:
    client = GtpClient(command)
    client.ask("name")
    if is_thinking:
        client.ask("genmove b")
    time.sleep(PATIENCE)


@pytest.mark.skipif(sys.platform == "win32", reason="there the system tells nobody before it ends them")
@pytest.mark.parametrize("is_thinking", [False, True])
def test_a_program_is_ended_with_the_worker_that_is_told_to_end(tmp_path: Path, is_thinking: bool) -> None:
    """The window's engine has less than a second, and the program minds neither the end of its input nor of that."""
    script, note = tmp_path / "stubborn.py", tmp_path / "number"
    script.write_text(
        "import os, pathlib, sys, time\n"
        "print('= ok\\n', flush=True)\n"
        f"sys.stdin.readline(), {'sys.stdin.readline()' if is_thinking else '0'}\n"
        f"pathlib.Path({str(note)!r}).write_text(str(os.getpid()))\n"
        "while True: time.sleep(1)\n"
    )
    command = shlex.join([sys.executable, str(script)])
    worker = multiprocessing.get_context("spawn").Process(target=ask_for_ever, args=(command, is_thinking))
    worker.start()
    deadline = time.monotonic() + PATIENCE
    while not (note.exists() and note.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    worker.terminate()
    worker.join(PATIENCE)
    number = int(note.read_text())
    while not is_gone(number) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert is_gone(number)


# --- matches ----------------------------------------------------------------------------------------------


def test_games_before_the_trouble_are_kept(
    scripted: Scripted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opponent = "gtp:" + scripted.command("genmove=resign,DIE")
    arguments = ["match", "random", opponent, "--games", "5", "--size", "5", "--sgf", str(tmp_path / "sgf")]
    assert cli.main(["--data-dir", str(tmp_path), *arguments]) == 2
    said = capsys.readouterr()
    assert "random won 1" in said.out
    assert "exit code 3" in said.err
    assert [path.name for path in (tmp_path / "sgf").iterdir()] == ["game-001.sgf"]


@pytest.mark.needs("gnugo")
def test_gnu_go_plays_a_match_against_our_own_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SCRIPT.parents[3])
    ours = "gtp:" + shlex.join([sys.executable, "-m", "clevergo", "gtp", "--player", "random"])
    theirs = str(found_engines()[0])
    assert cli.main(["--data-dir", str(tmp_path), "match", ours, theirs, "--games", "4", "--size", "7"]) == 0
    said = capsys.readouterr()
    assert "draws 0" in said.out
    assert "illegal" not in said.err


def test_programs_are_offered_where_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    finders: dict[bool, Callable[[str], str | None]] = {True: lambda name: f"/bin/{name}", False: lambda _name: None}
    monkeypatch.setattr("clevergo.protocols.gtp.player.find_program", finders[False])
    assert found_engines() == ()
    monkeypatch.setattr("clevergo.protocols.gtp.player.find_program", finders[True])
    gnu_go, pachi = ["GNU Go 1", "GNU Go 5", "GNU Go 10"], ["Pachi 5000", "Pachi 20000", "Pachi 100000"]
    assert [engine.name for engine in found_engines()] == [*gnu_go, *pachi]
    assert all(PlayerSpec.parse(str(engine)) == engine for engine in found_engines())
