"""Players at both ends of a meeting, without a window: games are played to their ends, and both have the same."""

from __future__ import annotations

import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.meeting.seat import Seat
from clevergo.app.meeting.session import Meeting, invite, join
from clevergo.app.meeting.words import LONGEST_NAME, Terms, Time
from clevergo.games.guests import game_named
from clevergo.players.build import build_player
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
    host = invite(terms, "Ann", "", tmp_path / "ann", LOOPBACK, port=0)
    while not host.standing.port:
        host.poll()
        time.sleep(0.005)
    guest = join(f"{LOOPBACK}:{host.standing.port}", host.standing.code, "Ben", "", tmp_path / "ben")
    deadline = time.monotonic() + PATIENCE
    seats = [sit(host, terms.game, 2, 1), sit(guest, terms.game, 2, 2)]
    threads = [
        threading.Thread(target=seat.sit, args=(lambda _: None, lambda: time.monotonic() > deadline)) for seat in seats
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    host.close()
    guest.close()
    games = [[(record.moves, record.outcome) for record in seat.played] for seat in seats]
    assert len(games[0]) == 2
    assert games[0] == games[1]
    assert all(outcome is not None for _, outcome in games[0])
    begun = [seat.played[1].settling for seat in seats]
    assert str(begun[0]) == str(begun[1])


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
