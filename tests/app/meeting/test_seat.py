"""Players at both ends of a meeting, without a window: games are played to their ends, and both have the same."""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.meeting import ledger, referee, seat
from clevergo.app.meeting import tournament as tournaments
from clevergo.app.meeting.ledger import Ledger
from clevergo.app.meeting.proof import new_nonce
from clevergo.app.meeting.seat import Seat
from clevergo.app.meeting.session import Meeting, go_on, invite, join, kept
from clevergo.app.meeting.store import SUFFIX, Card, MeetingFile
from clevergo.app.meeting.tournament import Tournament
from clevergo.app.meeting.words import LONGEST_NAME, Answer, Asked, Begun, Moved, Resign, Resigned, Terms, Time
from clevergo.cli import main
from clevergo.cli import meeting as commands
from clevergo.cli import tournament as tournament_command
from clevergo.cli.command import FAILED
from clevergo.games.color import Color
from clevergo.games.game import Position, Rules
from clevergo.games.guests import game_named
from clevergo.games.outcome import Termination
from clevergo.players.build import build_player
from clevergo.players.protocol import UNWATCHED, Decision, ForfeitError, PlayerError, ThinkControl
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


ROW = Terms("five", {"size": 9, "row": 3}, True)


class Resigning(Slow):
    """Gives every game up at its first turn."""

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        return Decision(0, resigns=True)


class Failing(Resigning):
    """A program that crashes when so many games have begun."""

    def __init__(self, games: int = 0) -> None:
        super().__init__(0.0)
        self.games = games

    def new_game(self, rules: Rules) -> None:
        if self.games == 0:
            raise PlayerError("as_said", text="the program has crashed")
        self.games -= 1


def seat_of(meeting: Meeting, games: int) -> Seat:
    return Seat(meeting, Resigning(0.0), games, np.random.default_rng(0))


class Sitting:
    """Somebody who sits there, in a thread, and leaves when they are done."""

    def __init__(self, seat: Seat, meeting: Meeting, forgets: bool = True) -> None:
        self.seat = seat
        self._meeting, self._forgets = meeting, forgets
        self._deadline = time.monotonic() + PATIENCE
        self._is_told_to_stop = False
        self._thread = threading.Thread(target=self._sit)
        self._thread.start()

    def _sit(self) -> None:
        self.seat.sit(lambda _: None, lambda: self._is_told_to_stop or time.monotonic() > self._deadline)
        self._meeting.close(forget=self._forgets)

    def stop(self) -> None:
        self._is_told_to_stop = True
        self._thread.join()

    def is_done(self) -> bool:
        """Whether they have left by themself."""
        self._thread.join()
        return time.monotonic() < self._deadline


def wait(condition: Callable[[], bool], *polled: Meeting) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        for meeting in polled:
            meeting.poll()
        time.sleep(0.002)


@pytest.mark.parametrize("games", [(3, 1), (1, 2)], ids=["host", "guest"])
def test_who_wants_more_games_than_the_other_ends_when_the_other_has_left(
    games: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat, "_BACK_SECONDS", 0.0)
    sitting = [
        Sitting(seat_of(meeting, most), meeting) for meeting, most in zip(met(ROW, tmp_path), games, strict=True)
    ]
    assert [one.is_done() for one in sitting] == [True, True]
    assert [len(one.seat.played) for one in sitting] == [1, 1]


def test_whoever_comes_back_between_two_games_was_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat, "_BACK_SECONDS", PATIENCE)
    host, guest = met(ROW, tmp_path)
    waiting = Sitting(seat_of(host, 2), host)
    assert Sitting(seat_of(guest, 1), guest, forgets=False).is_done()
    again = go_on(next(kept(tmp_path / "ben")))
    back = Sitting(seat_of(again, 2), again)
    assert (waiting.is_done(), back.is_done()) == (True, True)
    assert [record.outcome for record in waiting.seat.played] == [record.outcome for record in back.seat.played]
    assert len(waiting.seat.played) == 2


def test_a_game_that_ends_as_the_other_leaves_is_told_of(tmp_path: Path) -> None:
    """Both are heard of at once where nobody looked for a moment."""
    host, guest = met(ROW, tmp_path)
    wait(lambda: guest.ledger is not None, host, guest)
    told: list[tuple[int, bool]] = []
    one = Seat(
        host,
        Resigning(0.0),
        1,
        np.random.default_rng(0),
        finished=lambda number, record: told.append((number, record.outcome is not None)),
    )
    wait(lambda: host.standing.is_here, host)
    host.do(Resign(0))
    wait(lambda: guest.ledger is not None and guest.ledger.is_over, guest)
    guest.close()
    wait(lambda: host.poll() and not host.standing.is_here)
    assert Sitting(one, host).is_done()
    assert told == [(1, True)]


def test_a_rematch_that_is_declined_is_asked_for_once_and_ends_the_meeting(tmp_path: Path) -> None:
    host, guest = met(ROW, tmp_path)
    asking = Sitting(seat_of(host, 3), host, forgets=False)
    wait(lambda: guest.ledger is not None and guest.ledger.question is not None, guest)
    assert guest.ledger is not None
    assert guest.ledger.question is not None
    guest.do(Answer(guest.ledger.question.number, False))
    wait(lambda: not guest.standing.is_here, guest)
    guest.close()
    assert asking.is_done()
    assert [type(entry.event) for entry in guest.ledger.entries].count(Asked) == 1


def test_when_no_more_can_be_written_down_both_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a game is over then or not."""
    monkeypatch.setattr(ledger, "MOST_ENTRIES", 9)
    sitting = [Sitting(seat_of(meeting, 1_000), meeting) for meeting in met(ROW, tmp_path)]
    assert [one.is_done() for one in sitting] == [True, True]
    assert [len(one.seat.played) for one in sitting] == [2, 2]


def options_for(folder: Path, games: int) -> argparse.Namespace:
    return argparse.Namespace(player="", games=games, seed=0, sgf=folder)


@pytest.mark.parametrize("is_interrupted", [False, True], ids=["the program fails", "interrupted at the farewell"])
def test_games_that_are_over_are_told_of_and_written_whatever_ends_the_meeting(
    is_interrupted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_meeting: Meeting) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "_let_go_first", interrupted)
    host, guest = met(ROW, tmp_path)
    other = Sitting(seat_of(guest, 3), guest)
    with pytest.raises(KeyboardInterrupt if is_interrupted else PlayerError):
        commands._meet(host, Failing(2), options_for(tmp_path / "games", 2 if is_interrupted else 3), lambda _: None)
    other.stop()
    assert capsys.readouterr().out.splitlines() == ["game 1: W+R", "game 2: W+R"]
    assert [path.name for path in sorted((tmp_path / "games").iterdir())] == ["game-001.sgf", "game-002.sgf"]


def test_a_folder_for_games_that_cannot_be_made_is_said_before_anybody_is_invited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    asked = ["host", "--player", "random", "--interface", LOOPBACK, "--port", "0", "--sgf", str(tmp_path / "file")]
    assert main(["--data-dir", str(tmp_path / "data"), *asked]) == FAILED
    told = capsys.readouterr()
    assert str(tmp_path / "file") in told.err
    assert "Waiting" not in told.out


@pytest.mark.parametrize("games", [1, 2, 3])
def test_games_that_were_over_before_a_meeting_is_gone_on_with_count_and_keep_their_numbers(
    games: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game that was not finished is, even where no more were asked for than are over already."""
    before = Ledger(ROW)
    before.append(Moved(0, 12))
    before.append(Resigned(True))
    before.append(Begun(before.rematch().terms))
    before.append(Moved(0, 13))
    key, salt, meeting = "ab" * 32, new_nonce(), new_nonce()
    for name, is_host in (("ann", True), ("ben", False)):
        file = MeetingFile(tmp_path / name, Card(meeting, is_host, key, salt, name, "", other="the other"))
        for entry in before.entries:
            file.keep(entry)
        file.close()
    host = go_on(next(kept(tmp_path / "ann")), LOOPBACK)
    wait(lambda: host.standing.port > 0, host)
    guest = go_on(next(kept(tmp_path / "ben")), address=f"{LOOPBACK}:{host.standing.port}")
    other = Sitting(seat_of(guest, games), guest)
    folder = tmp_path / "games"
    assert commands._meet(host, Resigning(0.0), options_for(folder, games), lambda _: None) == 0
    assert other.is_done()
    numbers = list(range(2, max(games, 2) + 1))
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == [f"game {n}" for n in numbers]
    assert [path.name for path in sorted(folder.iterdir())] == [f"game-{n:03}.sgf" for n in numbers]
    assert [record.moves for record in other.seat.played[:2]] == [(12,), (13,)]


def test_a_host_whose_own_player_fails_says_so_and_leaves_its_tournament_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held: list[Tournament] = []

    class Held(Tournament):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)  # type: ignore[arg-type]
            held.append(self)

    monkeypatch.setattr(tournaments, "Tournament", Held)
    monkeypatch.setattr(tournament_command, "sit_down", lambda *_: Failing())
    words = ["host", "--tournament", "--entrants", "2", "--rounds", "1", "--player", "random", "--name", "Ann"]
    words += ["--game", "five", "--size", "9", "--row", "3", "--interface", LOOPBACK, "--port", "0"]
    codes: list[int] = []
    room = threading.Thread(target=lambda: codes.append(main(["--data-dir", str(tmp_path / "room"), *words])))
    room.start()
    wait(lambda: bool(held))
    guest = held[0].sit_down("Ben", "random")
    other = Sitting(Seat(guest, Slow(0.0), 1, np.random.default_rng(0)), guest)
    told: list[str] = []

    def is_told() -> bool:
        told.append(capsys.readouterr().err)
        return "the program has crashed\n" in "".join(told)

    wait(is_told)
    chairs = held[0]._link._referee.chairs
    wait(lambda: [chair.host.is_here for chair in chairs if chair.name.startswith("Ann")] == [False])
    monkeypatch.setattr(referee, "PATIENCE", 0.0)
    room.join()
    other.stop()
    assert codes == [0]
    assert "Traceback" not in "".join(told)


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
