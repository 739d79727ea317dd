"""Which of the games that are kept is gone on with: from the command line, and in the list of the window."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.meeting import session
from clevergo.app.meeting.address import LOOPBACK
from clevergo.app.meeting.correspondence import Correspondence
from clevergo.app.meeting.ledger import Ledger
from clevergo.app.meeting.lobby import ONLY_AT, Kept, Lobby, sweep
from clevergo.app.meeting.proof import new_nonce
from clevergo.app.meeting.store import Card, MeetingFile
from clevergo.app.meeting.words import Entrants, Moved, Resigned, Scores, Terms
from clevergo.cli import main
from clevergo.cli.command import FAILED, CommandError
from clevergo.cli.seats import told_before_the_game_is_known
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem
from tests.patience import PATIENCE

GO = Terms("go", {"size": 5, "komi": 0.5}, host_is_black=True)
TOURNAMENT = Terms("go", {"size": 5, "komi": 0.5}, host_is_black=True, tournament=True)


class Shelf:
    """Meetings that were kept, each a second later than the one before."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._now = time.time() - 1_000

    def keep(self, is_host: bool, other: str, terms: Terms = GO, is_over: bool = False) -> Path:
        """A game of one move with somebody; empty: nobody has ever come, and nothing was played."""
        ledger = Ledger(terms, "Eve" if terms.tournament else "")
        if other:
            ledger.append(Moved(0, 12))
        if is_over:
            ledger.append(Resigned(is_host))
        key = "ab" * 32
        file = MeetingFile(self.folder, Card(new_nonce(), is_host, key, new_nonce(), "Ann", "", other=other))
        for entry in ledger.entries:
            file.keep(entry)
        file.close()
        self._now += 1
        os.utime(file.path, (self._now, self._now))
        return file.path

    def clutter(self, is_host: bool) -> None:
        """What cannot be gone on with, the later the worse."""
        self.keep(is_host, "Ben", is_over=True)
        self.keep(is_host, "")
        self.keep(is_host, "Ben", TOURNAMENT)
        broken = self.keep(is_host, "Ben")
        broken.write_bytes(b"nonsense\n")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def shelf(data: Path) -> Shelf:
    return Shelf(Paths.find(data).meetings)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were to be gone on with; no more is done."""
    asked: list[Path] = []

    def go_on(path: Path, interface: str = "", address: str = "") -> session.Meeting:
        asked.append(path)
        raise CommandError("as_said", text="it is gone on with")

    monkeypatch.setattr(session, "go_on", go_on)
    return asked


@pytest.mark.parametrize("is_host", [True, False])
def test_a_command_goes_on_with_the_game_that_was_not_finished_last(
    is_host: bool, shelf: Shelf, data: Path, asked: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.keep(is_host, "Ben")
    left = shelf.keep(is_host, "Ben")
    shelf.keep(not is_host, "Ben")
    shelf.clutter(is_host)
    assert main(["--data-dir", str(data), "host" if is_host else "join", "--go-on"]) == FAILED
    assert "it is gone on with" in capsys.readouterr().err
    assert asked == [left]


@pytest.mark.parametrize("is_host", [True, False])
def test_a_command_says_that_no_game_is_left_to_go_on_with(
    is_host: bool, shelf: Shelf, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.keep(not is_host, "Ben")
    shelf.clutter(is_host)
    assert main(["--data-dir", str(data), "host" if is_host else "join", "--go-on"]) == FAILED
    assert "no game" in capsys.readouterr().err


def test_whoever_was_cut_off_from_a_tournament_comes_back_to_it(
    shelf: Shelf, data: Path, asked: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Between two of its games as well; days later its host is gone."""
    shelf.keep(False, "Ben")
    left = shelf.keep(False, "Ben", TOURNAMENT, is_over=True)
    os.utime(left, (time.time() - 60.0, time.time() - 60.0))
    shelf.keep(False, "Ben", is_over=True)
    assert main(["--data-dir", str(data), "join", "--go-on"]) == FAILED
    assert "it is gone on with" in capsys.readouterr().err
    assert asked == [left]


def test_however_much_was_played_since_the_window_lists_what_was_not_finished(shelf: Shelf) -> None:
    """Commands keep what is over."""
    left = [shelf.keep(is_host, "Ben") for is_host in (True, False)]
    for _ in range(6):
        shelf.clutter(is_host=True)
    lobby = Lobby(shelf.folder)
    lobby._read_kept()
    lobby.poll()
    assert [kept.path for kept in lobby.snapshot.kept] == left[::-1]
    first = lobby.snapshot.kept[0]
    assert isinstance(first, Kept)
    assert (first.name, first.own, first.moves, first.is_host) == ("Ben", "Ann", 1, False)


def wait_for_threads(name: str) -> None:
    for thread in threading.enumerate():
        if thread.name == name:
            thread.join(PATIENCE)


@pytest.mark.parametrize("is_host", [True, False])
def test_a_game_that_is_asked_for_twice_before_it_is_read_is_not_forgotten(
    is_host: bool, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ONLY_AT, LOOPBACK)
    path = shelf.keep(is_host, "Ben")
    lobby = Lobby(shelf.folder)
    lobby._read_kept()
    lobby.poll()
    for _ in range(2):
        lobby.go_on(lobby.snapshot.kept[0], PlayerSpec.parse("human"), "Ann")
    wait_for_threads("lobby")
    met = lobby.poll()
    lobby.close()
    if met is not None:
        met.leave()
    wait_for_threads("farewell to a meeting")
    assert path.exists()


@pytest.mark.parametrize("is_host", [True, False])
def test_a_game_that_another_window_goes_on_with_is_left_to_it(
    is_host: bool, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ONLY_AT, LOOPBACK)
    monkeypatch.setattr(session, "_FAREWELL_SECONDS", 0.1)
    path = shelf.keep(is_host, "Ben")
    first = session.go_on(path, LOOPBACK)
    lobby = Lobby(shelf.folder)
    lobby._read_kept()
    lobby.poll()
    lobby.go_on(lobby.snapshot.kept[0], PlayerSpec.parse("human"), "Ann")
    wait_for_threads("lobby")
    assert lobby.poll() is None
    assert lobby.snapshot.trouble == Problem("meeting_elsewhere")
    lobby.close()
    first.close()
    again = session.go_on(path, LOOPBACK)
    again.close()


def test_a_game_that_is_just_being_left_is_waited_for(shelf: Shelf) -> None:
    path = shelf.keep(True, "Ben")
    first = session.go_on(path, LOOPBACK)
    first.leave()
    session.go_on(path, LOOPBACK).close()
    wait_for_threads("farewell to a meeting")


def test_what_nobody_will_go_on_with_is_swept(shelf: Shelf) -> None:
    def aged(path: Path, hours: float) -> Path:
        at = time.time() - 3600 * hours
        os.utime(path, (at, at))
        return path

    weeks = 7 * 24.0
    left, new = aged(shelf.keep(True, "Ben"), 3 * weeks), shelf.keep(False, "Ben", is_over=True)
    tournament = aged(shelf.keep(False, "Ben", TOURNAMENT), 2)
    over, unmet = aged(shelf.keep(True, "Ben", is_over=True), 2), aged(shelf.keep(True, ""), 2)
    forgotten = aged(shelf.keep(False, "Ben"), 9 * weeks)
    broken = shelf.keep(False, "Ben")
    broken.write_bytes(b"nonsense\n")
    aged(broken, 2)
    invited = aged(shelf.keep(True, ""), 2)
    meeting = session.go_on(invited, LOOPBACK)
    aged(invited, 2)
    assert sorted(sweep(shelf.folder)) == sorted([over, unmet, forgotten])
    assert sorted(session.kept(shelf.folder)) == sorted([left, new, tournament, broken, invited])
    meeting.close()


def test_a_window_that_looks_around_sweeps_what_killed_programs_have_left(shelf: Shelf) -> None:
    over = shelf.keep(True, "Ben", is_over=True)
    os.utime(over, (1e9, 1e9))
    Lobby(shelf.folder)._read_kept()
    assert not over.exists()


class FakeLink:
    """A line to nobody; remembers whether the game was to be forgotten."""

    is_forgotten = False

    def start(self) -> None: ...

    def close(self) -> None: ...

    def forget(self) -> None:
        self.is_forgotten = True


@pytest.mark.parametrize(
    ("terms", "is_game_over", "are_all_over", "is_forgotten"),
    [
        (GO, False, False, False),
        (GO, True, False, True),
        (TOURNAMENT, False, False, False),
        (TOURNAMENT, True, False, False),
        (TOURNAMENT, True, True, True),
    ],
)
def test_whoever_leaves_can_come_back_until_nothing_is_left_to_play(
    terms: Terms, is_game_over: bool, are_all_over: bool, is_forgotten: bool
) -> None:
    ledger, link = Ledger(terms, "Eve" if terms.tournament else ""), FakeLink()
    if is_game_over:
        ledger.append(Resigned(True))
    meeting = session.Meeting(link, False, ledger, name="Ben")  # type: ignore[arg-type]
    if terms.tournament:
        meeting._take(Entrants(("Ann", "Eve")))
        meeting._take(Scores((0, 2, 0, 0), (0, 1, 1, 0), are_all_over))
    Correspondence(meeting, PlayerSpec.parse("random")).leave()
    wait_for_threads("farewell to a meeting")
    assert link.is_forgotten is is_forgotten


@pytest.mark.parametrize(
    ("typed", "told"),
    [("", "CleverGo"), ("alphago", "CleverGo"), ("random", "random"), ("mcts:9", "mcts:9"), ("alphago:pup:9", "pup")],
)
def test_a_host_is_told_who_comes_and_of_no_dog_that_nobody_has_named(typed: str, told: str) -> None:
    assert told_before_the_game_is_known(typed) == told
