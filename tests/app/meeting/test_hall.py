"""The host's door: whose line is still theirs, what is told of a tournament, and time in which nobody was awake."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from clevergo.app.meeting.ledger import Ledger
from clevergo.app.meeting.link.connection import Connection
from clevergo.app.meeting.link.host import HostLink
from clevergo.app.meeting.proof import Seal, new_nonce
from clevergo.app.meeting.referee import PATIENCE, Referee
from clevergo.app.meeting.store import Card
from clevergo.app.meeting.tournament import Tournament, TournamentLink
from clevergo.app.meeting.words import Entrants, Hello, Move, Terms, Time
from clevergo.games.record import GameRecord
from tests.app.meeting.test_sides import Hours

GO = Terms("go", {"size": 5, "komi": 0.5}, True, tournament=True)


class FakeLine:
    """A connection whose other end hears everything and says nothing."""

    transport: Any = None

    async def send(self, message: bytes) -> None: ...

    async def close(self) -> None: ...


def test_once_goodbye_has_been_said_nobody_is_inside_though_their_line_still_stands(tmp_path: Path) -> None:
    async def scene() -> None:
        link = TournamentLink(Referee(GO, 1, "Ms Wang", time.monotonic), tmp_path, "K7QM-24XD", "127.0.0.1", 0)
        line = cast("Connection", FakeLine())
        assert not link._is_inside(line)
        assert link._welcome(line, Seal(b"key"), Hello("Ben", "pup", "", 0)) == ""
        assert link._is_inside(line)
        await link._say_goodbye()
        assert not link._is_inside(line), "and what they say then is not listened to"
        link._leave(line)

    asyncio.run(scene())


def test_that_a_game_could_not_be_kept_is_seen_while_the_tournament_goes_on(tmp_path: Path) -> None:
    def refuse(_record: GameRecord) -> None:
        raise OSError(28, "No space left on device")

    referee = Referee(GO, 1, "Ms Wang", time.monotonic, refuse)
    link = TournamentLink(referee, tmp_path, "K7QM-24XD", "127.0.0.1", 0)
    referee._hand_over(Ledger(GO).record)
    link._deliver([(cast("Any", None), Entrants(()))])
    assert link.seen.unkept is referee.unkept is not None
    assert link.seen.trouble is None


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    """What the computer's clock says from now on."""
    hours = Hours()
    monkeypatch.setattr("clevergo.clock.time", SimpleNamespace(monotonic=hours))
    return hours


def test_a_night_in_which_the_hosts_computer_slept_is_none_of_anybodys_time(tmp_path: Path, hours: Hours) -> None:
    terms = Terms("go", {"size": 5, "komi": 0.5}, True, Time(60.0))
    card = Card(new_nonce(), True, "cd" * 32, new_nonce(), "Ann", "")
    link = HostLink(Ledger(terms), card, tmp_path, "127.0.0.1")
    host = link._host
    host.hear(Hello("Ben", "", "", 0))
    host.do(Move(0, 12))
    hours.now += 30_000.0
    assert host.look_at_clock() == []
    for _ in range(60):
        hours.now += 1.0
        host.look_at_clock()
    assert host.ledger.record.outcome is not None
    assert host.ledger.record.outcome.points() == "B+T"


def test_a_night_in_which_it_slept_is_none_of_the_patience_with_those_who_take_part(
    tmp_path: Path, hours: Hours
) -> None:
    tournament = Tournament(GO, 1, "Ms Wang", tmp_path, "127.0.0.1")
    tournament.close()
    referee = tournament._link._referee
    for name in ("Ann", "Ben"):
        referee.enter(Hello(name, "pup", "", 0))
    referee.begin()
    referee.look()
    hours.now += 30_000.0
    referee.look()
    assert not referee.is_over
    for _ in range(round(PATIENCE)):
        hours.now += 1.0
        referee.look()
    assert referee.is_over
