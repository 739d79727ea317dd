"""Players at both ends of a meeting, without a window: games are played to their ends, and both have the same."""

from __future__ import annotations

import shlex
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.meeting.seat import Seat
from clevergo.app.meeting.session import Meeting, invite, join
from clevergo.app.meeting.store import SUFFIX
from clevergo.app.meeting.words import LONGEST_NAME, Terms, Time
from clevergo.games.color import Color
from clevergo.games.game import Position, Rules
from clevergo.games.guests import game_named
from clevergo.games.outcome import Termination
from clevergo.players.build import build_player
from clevergo.players.protocol import UNWATCHED, Decision, ForfeitError, ThinkControl
from clevergo.players.spec import PlayerSpec
from tests.patience import PATIENCE

LOOPBACK = "127.0.0.1"


def sit(meeting: Meeting, game: str, games: int, seed: int) -> Seat:
    player = build_player(PlayerSpec.parse("random", game_named(game)), lambda _dog: Path(), seed)
    return Seat(meeting, player, games, np.random.default_rng(seed))


@pytest.mark.parametrize(
    "terms",
    [
        Terms("go", {"size": 5, "komi": 0.5}, True),
        Terms("go", {"size": 5, "komi": 0.5}, False, Time(60.0)),
        Terms("five", {"size": 9, "opening": "swap2"}, True),
    ],
    ids=["go", "with a clock", "swap2"],
)
def test_games_are_played_to_the_end_with_colors_alternating(terms: Terms, tmp_path: Path) -> None:
    host, guest = met(terms, tmp_path)
    seats = [sit(host, terms.game, 2, 1), sit(guest, terms.game, 2, 2)]
    play_to_the_end(seats)
    host.close()
    guest.close()
    games = [[(record.moves, record.outcome) for record in seat.played] for seat in seats]
    assert len(games[0]) == 2
    assert games[0] == games[1]
    assert all(outcome is not None for _, outcome in games[0])
    begun = [seat.played[1].settling for seat in seats]
    assert str(begun[0]) == str(begun[1])


@dataclass
class Slow:
    """Plays its first legal move once so long has passed, or when it is stopped."""

    seconds: float
    name: str = "slow"
    was_stopped: bool = False

    def new_game(self, rules: Rules) -> None:
        pass

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            if control.stop():
                self.was_stopped = True
                break
            time.sleep(0.01)
        return Decision(int(np.flatnonzero(position.legal_moves)[0]))


class Lawless(Slow):
    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        raise ForfeitError("program_illegal", player=self.name, move="A1", color="Black", cause="")


def met(terms: Terms, tmp_path: Path) -> tuple[Meeting, Meeting]:
    """The host's end and the guest's."""
    host = invite(terms, "Ann", "", tmp_path / "ann", LOOPBACK, port=0)
    while not host.standing.port:
        host.poll()
        time.sleep(0.005)
    return host, join(f"{LOOPBACK}:{host.standing.port}", host.standing.code, "Ben", "", tmp_path / "ben")


def play_to_the_end(seats: list[Seat]) -> None:
    deadline = time.monotonic() + PATIENCE
    threads = [
        threading.Thread(target=seat.sit, args=(lambda _: None, lambda: time.monotonic() > deadline)) for seat in seats
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("keeps_time", [False, True])
def test_a_program_that_thinks_long_is_left_to_its_clock(keeps_time: bool, tmp_path: Path) -> None:
    host, guest = met(Terms("five", {"size": 9, "row": 3}, True, Time(20.0)), tmp_path)
    slow, rng = Slow(2.5), np.random.default_rng(0)
    seats = [Seat(host, slow, 1, rng, keeps_time), Seat(guest, Slow(0.0), 1, rng)]
    play_to_the_end(seats)
    host.close()
    guest.close()
    assert len(seats[1].played) == 1
    assert slow.was_stopped is not keeps_time


def test_who_breaks_the_rules_gives_the_game_up(tmp_path: Path) -> None:
    host, guest = met(Terms("five", {"size": 9, "row": 3}, True), tmp_path)
    rng = np.random.default_rng(0)
    seats = [Seat(host, Slow(0.0), 1, rng), Seat(guest, Lawless(0.0), 1, rng)]
    play_to_the_end(seats)
    host.close(forget=True)
    guest.close(forget=True)
    (outcome,) = (record.outcome for record in seats[1].played)
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (Color.BLACK, Termination.RESIGNATION)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_two_computers_meet_from_the_command_line(tmp_path: Path) -> None:
    """One hosts, the other joins with what that one has said; both write the same game.

    The names and one player's text are longer than a message may carry.
    """
    command = [sys.executable, "-m", "clevergo", "--data-dir"]
    names = [f"{name}, at a computer of a large company in a far country" for name in ("Ann", "Ben")]
    program = f"gtp:{shlex.join([sys.executable, '-m', 'clevergo', 'gtp', '--player', 'random', '--size', '5'])}"
    assert min(map(len, (*names, program))) > LONGEST_NAME
    hosting = ["host", "--player", "random", "--size", "5", "--interface", LOOPBACK, "--port", "0", "--name", names[0]]
    host = subprocess.Popen(
        [*command, str(tmp_path / "ann"), *hosting, "--sgf", str(tmp_path / "a")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert host.stdout is not None
        said = host.stdout.readline().split()
        address, code = said[-2].replace("ADDRESS", LOOPBACK), said[-1]
        joining = ["join", address, code, "--player", program, "--name", names[1], "--sgf", str(tmp_path / "b")]
        done = subprocess.run(
            [*command, str(tmp_path / "ben"), *joining], timeout=PATIENCE, capture_output=True, text=True, check=True
        )
        told = host.stdout.read()
        assert host.wait(PATIENCE) == 0
    finally:
        host.kill()
    assert told == done.stdout
    assert told.startswith("game 1: ")
    assert not [path for name in ("ann", "ben") for path in (tmp_path / name).rglob(f"*{SUFFIX}")]
    assert (tmp_path / "a" / "game-001.sgf").read_bytes() == (tmp_path / "b" / "game-001.sgf").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["join", "127.0.0.1", "XYZ", "--player", "random"], "“XYZ” is no code"),
        (["host", "--player", "human"], "window"),
        (["host", "--port", "99999"], "99999"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clevergo", "--data-dir", str(tmp_path), *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert said in done.stderr
