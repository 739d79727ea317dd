"""Games between two ends over real sockets: from the invitation to the end, through cuts and sudden deaths."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets import Subprotocol
from websockets.sync.server import ServerConnection, serve

from clevergo.app.meeting.address import with_port
from clevergo.app.meeting.finder import Announcement
from clevergo.app.meeting.ledger import Ledger
from clevergo.app.meeting.link.connection import SUBPROTOCOL
from clevergo.app.meeting.proof import Handshake, key_of, mark_of, new_nonce
from clevergo.app.meeting.session import Meeting, MeetingError, go_on, invite, join, kept
from clevergo.app.meeting.store import read_meeting
from clevergo.app.meeting.words import (
    FROM_GUEST,
    KNOCKS,
    LONGEST_NAME,
    VERSION,
    Answer,
    Ask,
    Closed,
    FromHost,
    Greeting,
    Hello,
    Mark,
    Move,
    Opened,
    Resign,
    Terms,
    Time,
    Welcome,
    write,
)
from tests.app.meeting.chaos import BadNetwork
from tests.app.meeting.test_sides import Hours
from tests.patience import PATIENCE

GO = Terms("go", {"size": 5, "komi": 0.5}, host_is_black=True)
LOOPBACK = "127.0.0.1"
PASS = 25
GAME = (12, 7, 11, 17, 13, 6, 8, 2, PASS, PASS)


@pytest.fixture
def ends() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def wait(condition: Callable[[], bool], *meetings: Meeting) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, [meeting.standing for meeting in meetings]
        for meeting in meetings:
            meeting.poll()
            assert not meeting.standing.is_lost, meeting.standing.trouble
        time.sleep(0.002)


def wait_until_lost(meeting: Meeting) -> None:
    deadline = time.monotonic() + PATIENCE
    while not meeting.standing.is_lost:
        assert time.monotonic() < deadline
        meeting.poll()
        time.sleep(0.002)


def host_at(ends: ExitStack, folder: Path, terms: Terms = GO, port: int = 0) -> Meeting:
    host = invite(terms, "Ann", "", folder, LOOPBACK, port=port)
    ends.callback(host.close)
    wait(lambda: host.standing.port > 0, host)
    return host


def back_at_the_door(ends: ExitStack, folder: Path) -> Meeting:
    host = go_on(next(kept(folder)), LOOPBACK)
    ends.callback(host.close)
    wait(lambda: host.standing.port > 0, host)
    return host


def guest_of(ends: ExitStack, folder: Path, port: int, code: str) -> Meeting:
    guest = join(f"{LOOPBACK}:{port}", code, "小明", "alpha_go", folder)
    ends.callback(guest.close)
    return guest


def meet(ends: ExitStack, folder: Path, terms: Terms = GO) -> tuple[Meeting, Meeting]:
    host = host_at(ends, folder / "ann", terms)
    guest = guest_of(ends, folder / "ben", host.standing.port, host.standing.code.lower())
    wait(lambda: guest.ledger is not None and host.standing.is_here and guest.standing.is_here, host, guest)
    return host, guest


def moves(meeting: Meeting) -> tuple[int, ...]:
    return () if meeting.ledger is None else meeting.ledger.record.moves


def play(host: Meeting, guest: Meeting, *actions: int) -> None:
    """Moves of whoever is to move, each once both know the one before."""
    for action in actions:
        assert host.ledger is not None
        before = moves(host)
        mover = host if host.ledger.host_acts else guest
        mover.do(Move(len(before), action))
        wait(lambda before=before: len(moves(host)) == len(moves(guest)) == len(before) + 1, host, guest)  # type: ignore[misc]


def test_a_game_from_the_invitation_to_the_count_and_a_rematch(ends: ExitStack, tmp_path: Path) -> None:
    host, guest = meet(ends, tmp_path)
    assert (host.standing.name, host.standing.player) == ("小明", "alpha_go")
    assert guest.standing.name == "Ann"
    play(host, guest, *GAME)
    host.do(Mark(len(GAME), ()))
    guest.do(Mark(len(GAME), ()))
    wait(lambda: host.ledger.is_over and guest.ledger.is_over, host, guest)  # type: ignore[union-attr]
    assert host.ledger is not None
    assert guest.ledger is not None
    assert host.ledger.record.outcome == guest.ledger.record.outcome
    guest.do(Ask("rematch"))
    wait(lambda: host.ledger.question is not None, host, guest)  # type: ignore[union-attr]
    assert host.ledger.question is not None
    host.do(Answer(host.ledger.question.number, True))
    wait(lambda: guest.ledger.host_acts is False and not moves(guest), host, guest)  # type: ignore[union-attr]
    play(host, guest, 12, 7)
    assert host.ledger.entries == guest.ledger.entries


def test_two_meet_whose_names_and_players_are_longer_than_a_message_may_carry(ends: ExitStack, tmp_path: Path) -> None:
    name, player = "a computer of a large company in a far country", "gtp:gnugo --mode gtp --level 10 --chinese-rules"
    host = invite(GO, f"Ann, {name}", player, tmp_path / "ann", LOOPBACK, port=0)
    ends.callback(host.close)
    wait(lambda: host.standing.port > 0, host)
    guest = join(f"{LOOPBACK}:{host.standing.port}", host.standing.code, f"Ben, {name}", player, tmp_path / "ben")
    ends.callback(guest.close)
    wait(lambda: guest.ledger is not None and host.standing.is_here, host, guest)
    seen = tuple(f"{who}, {name}"[:LONGEST_NAME].strip() for who in ("Ben", "Ann"))
    assert (host.standing.name, guest.standing.name) == seen
    play(host, guest, 12, 7)
    cards = [read_meeting(next(kept(tmp_path / folder)))[0] for folder in ("ann", "ben")]
    assert [card.player for card in cards] == [player, player], "who sat here is known in full on another day"


def test_a_wrong_code_is_told_so_and_the_right_one_still_opens(ends: ExitStack, tmp_path: Path) -> None:
    host = host_at(ends, tmp_path)
    stranger = guest_of(ends, tmp_path / "stranger", host.standing.port, "AAAA-AAAA")
    wait_until_lost(stranger)
    assert stranger.standing.trouble is not None
    assert stranger.standing.trouble.code == "meeting_code"
    guest = guest_of(ends, tmp_path / "ben", host.standing.port, host.standing.code)
    wait(lambda: guest.ledger is not None, host, guest)
    assert not list((tmp_path / "stranger").glob("*"))


def test_a_refusal_reaches_whoever_wished(ends: ExitStack, tmp_path: Path) -> None:
    host, guest = meet(ends, tmp_path)
    guest.do(Move(0, 12))
    wait(lambda: guest.standing.refusal == "not_your_turn", host, guest)
    host.do(Move(0, 26))
    wait(lambda: host.standing.refusal == "no_such_move", host, guest)
    assert moves(host) == moves(guest) == ()


def test_both_see_that_the_other_left_and_came_back(ends: ExitStack, tmp_path: Path) -> None:
    host, guest = meet(ends, tmp_path)
    play(host, guest, 12)
    guest.close()
    wait(lambda: not host.standing.is_here, host)
    again = go_on(next(kept(tmp_path / "ben")))
    ends.callback(again.close)
    wait(lambda: host.standing.is_here and again.standing.is_here, host, again)
    play(host, again, 7)
    host.close()
    wait(lambda: not again.standing.is_here, again)


def test_a_bad_network_and_two_sudden_deaths_change_nothing(ends: ExitStack, tmp_path: Path) -> None:
    """Three pieces of ten wait, the line is cut ten times, each end dies once: both records end the same."""
    host = host_at(ends, tmp_path / "ann")
    network = BadNetwork(host.standing.port, most_delay=0.02)
    ends.callback(network.close)
    guest = guest_of(ends, tmp_path / "ben", network.port, host.standing.code)
    wait(lambda: guest.ledger is not None and host.standing.is_here, host, guest)
    game = (*GAME[:-2], 16, 18, 3, 1, 21, 22, *GAME[-2:])
    for ply, action in enumerate(game):
        if ply in (1, 2, 3, 5, 6, 7, 9, 10, 11, 12):
            network.cut()
        if ply == 4:  # what was kept is all that is left of this end
            guest.close()
            guest = go_on(next(kept(tmp_path / "ben")))
            ends.callback(guest.close)
        if ply == 8:
            host.close()
            host = back_at_the_door(ends, tmp_path / "ann")
            network.lead_to(host.standing.port)
        play(host, guest, action)
    assert network.cuts >= 8
    host.do(Mark(len(game), ()))
    guest.do(Mark(len(game), ()))
    wait(lambda: host.ledger.is_over and guest.ledger.is_over, host, guest)  # type: ignore[union-attr]
    ann, ben = (read_meeting(next(kept(tmp_path / name)))[1] for name in ("ann", "ben"))
    assert ann is not None
    assert ben is not None
    assert ann.entries == ben.entries
    assert ann.record.moves == game
    assert ann.record.outcome == ben.record.outcome


def test_a_host_that_comes_back_at_another_port_is_found_by_its_guest_alone(ends: ExitStack, tmp_path: Path) -> None:
    """Whoever waits where the host did, or repeats what it tells the network, is not believed."""
    host, guest = meet(ends, tmp_path)
    play(host, guest, 12)
    old = host.standing.port
    host.close()
    stranger = host_at(ends, tmp_path / "eve", port=old)  # waits there before the host asks for that port again
    assert stranger.standing.port == old
    mark = mark_of(bytes.fromhex(read_meeting(next(kept(tmp_path / "ben")))[0].key))
    lie = Announcement(new_nonce(), "", "", old + 1 if old < 65_535 else old - 1, (LOOPBACK,), mark=mark)
    ends.callback(lie.close)
    host = back_at_the_door(ends, tmp_path / "ann")
    assert host.standing.port != old
    wait(lambda: host.standing.is_here and guest.standing.is_here, host, guest)
    play(host, guest, 7)
    assert not stranger.standing.name, "nobody but a stranger has knocked there"
    guest.close()
    assert read_meeting(next(kept(tmp_path / "ben")))[0].address == f"{LOOPBACK}:{host.standing.port}"


def test_a_host_that_goes_on_waits_where_it_waited_before(ends: ExitStack, tmp_path: Path) -> None:
    host, guest = meet(ends, tmp_path)
    port = host.standing.port
    host.close()
    host = back_at_the_door(ends, tmp_path / "ann")
    assert host.standing.port == port
    wait(lambda: host.standing.is_here and guest.standing.is_here, host, guest)


@pytest.mark.parametrize(
    "said", [b"nonsense", write(Closed("code")), write(Greeting(VERSION + 1, "00" * 16, "00" * 16)), b""]
)
def test_whoever_waits_where_the_host_did_cannot_end_the_game(ends: ExitStack, tmp_path: Path, said: bytes) -> None:
    host, guest = meet(ends, tmp_path)
    port = host.standing.port
    host.close()
    heard = threading.Event()

    def say(connection: ServerConnection) -> None:
        heard.set()
        if said:
            connection.send(said)

    with serve(say, LOOPBACK, port, subprotocols=[Subprotocol(SUBPROTOCOL)]) as stranger:
        thread = threading.Thread(target=stranger.serve_forever)
        thread.start()
        wait(heard.is_set, guest)
        stranger.shutdown()
    thread.join()
    host = back_at_the_door(ends, tmp_path / "ann")
    wait(lambda: host.standing.is_here and guest.standing.is_here, host, guest)


def host_that_says(ends: ExitStack, code: str, answer: Callable[[int], list[FromHost]]) -> int:
    """The port of a host; ``answer``: what is said to the hello on each line, from 1 on. Nothing: the line dies."""
    salt = new_nonce()
    key, lines = key_of(code, salt), iter(range(1, 1_000))

    def receive(line: ServerConnection) -> None:
        nonce = new_nonce()
        line.send(write(Greeting(VERSION, salt, nonce)))
        knock = KNOCKS.read(line.recv())  # type: ignore[arg-type]
        handshake = Handshake(key, nonce, knock.nonce)
        line.send(write(Opened(handshake.proof(by_host=True))))
        heard, said = handshake.seal(by_host=False), handshake.seal(by_host=True)
        assert isinstance(FROM_GUEST.read(heard.open(line.recv())), Hello)  # type: ignore[arg-type]
        answers = answer(next(lines))
        for message in answers:
            line.send(said.close(write(message)))
        if not answers:
            line.socket.shutdown(socket.SHUT_RDWR)
        elif isinstance(answers[0], Welcome):
            for _ in line:  # until the guest leaves
                pass

    server = ends.enter_context(serve(receive, LOOPBACK, 0, subprotocols=[Subprotocol(SUBPROTOCOL)]))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    ends.callback(thread.join)
    ends.callback(server.shutdown)
    return int(server.socket.getsockname()[1])


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    """What a guest's clock says from now on."""
    hours = Hours()
    monkeypatch.setattr("clevergo.app.meeting.link.guest.time", SimpleNamespace(monotonic=hours))
    return hours


def test_a_guest_whose_first_line_died_before_the_welcome_is_not_sent_away_from_their_own_table(
    ends: ExitStack, tmp_path: Path, hours: Hours
) -> None:
    """The host takes the dead line for somebody who plays until it has noticed."""

    def answer(line: int) -> list[FromHost]:
        if line == 1:
            return []
        if line in (2, 3):
            hours.now += 6.0
            return [Closed("busy")]
        return [Welcome("Ann", "", "ab" * 16, 1, 0), *Ledger(GO).entries]

    port = host_that_says(ends, "AAAA-AAAA", answer)
    guest = guest_of(ends, tmp_path / "ben", port, "AAAA-AAAA")
    wait(lambda: guest.ledger is not None and guest.standing.is_here, guest)
    assert guest.standing.name == "Ann"


def test_whoever_still_sits_there_when_a_dead_line_is_noticed_is_somebody_else(
    ends: ExitStack, tmp_path: Path, hours: Hours
) -> None:
    lines = []

    def answer(line: int) -> list[FromHost]:
        lines.append(line)
        hours.now += 16.0 if line == 3 else 0.0
        return [] if line == 1 else [Closed("busy")]

    port = host_that_says(ends, "AAAA-AAAA", answer)
    guest = guest_of(ends, tmp_path / "ben", port, "AAAA-AAAA")
    wait_until_lost(guest)
    assert guest.standing.trouble is not None
    assert guest.standing.trouble.code == "meeting_busy"
    assert lines == [1, 2, 3]


def test_a_guest_goes_on_at_the_address_it_is_told_and_where_the_host_was_if_that_is_wrong(
    ends: ExitStack, tmp_path: Path
) -> None:
    host, guest = meet(ends, tmp_path)
    guest.close()
    stranger = host_at(ends, tmp_path / "eve")
    for port in (stranger.standing.port, host.standing.port):
        again = go_on(next(kept(tmp_path / "ben")), address=f"{LOOPBACK}:{port}")
        wait(lambda: host.standing.is_here and again.standing.is_here, host, again)  # noqa: B023
        again.close()
        wait(lambda: not host.standing.is_here, host)
    assert not stranger.standing.is_here


def test_what_was_cut_off_in_the_file_comes_again_from_the_other(ends: ExitStack, tmp_path: Path) -> None:
    host, guest = meet(ends, tmp_path)
    play(host, guest, 12, 7, 11)
    guest.close()
    path = next(kept(tmp_path / "ben"))
    path.write_bytes(path.read_bytes()[:-9])
    again = go_on(path)
    ends.callback(again.close)
    assert moves(again) == (12, 7)
    wait(lambda: moves(again) == (12, 7, 11), host, again)
    assert read_meeting(path)[1].entries == host.ledger.entries  # type: ignore[union-attr]


def test_clocks_are_told_and_the_one_who_runs_out_has_lost(ends: ExitStack, tmp_path: Path) -> None:
    host, guest = meet(ends, tmp_path, Terms("go", {"size": 5, "komi": 0.5}, True, Time(0.0, 1, 0.6)))
    play(host, guest, 12)
    wait(lambda: guest.ledger.is_over, host, guest)  # type: ignore[union-attr]
    assert guest.ledger is not None
    outcome = guest.ledger.record.outcome
    assert outcome is not None
    assert outcome.points() == "B+T"
    assert guest.standing.clocks is not None


def test_who_resigns_has_lost_at_both_ends(ends: ExitStack, tmp_path: Path) -> None:
    host, guest = meet(ends, tmp_path)
    play(host, guest, 12)
    guest.do(Resign(1))
    wait(lambda: host.ledger.is_over and guest.ledger.is_over, host, guest)  # type: ignore[union-attr]
    assert host.ledger is not None
    assert host.ledger.record.outcome.points() == "B+R"  # type: ignore[union-attr]


def test_a_file_that_is_no_meeting_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "x.meeting"
    for data in (b"", b"{}", b"\xff\n", b'{"meeting":"a"}\n'):
        path.write_bytes(data)
        with pytest.raises(MeetingError):
            go_on(path)


def test_terms_nobody_can_play_by_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(MeetingError):
        invite(Terms("chess", {}, True), "Ann", "", tmp_path / "ann")
    assert not (tmp_path / "ann").exists()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ann.local", "ann.local:24242"),
        (" 192.168.1.5 ", "192.168.1.5:24242"),
        ("192.168.1.5:5000", "192.168.1.5:5000"),
        ("fe80::1", "[fe80::1]:24242"),
        ("[fe80::1]:5000", "[fe80::1]:5000"),
        ("192.168.1.5：5000", "192.168.1.5:5000"),
        ("http://ann.local/", "ann.local:24242"),
    ],
)
def test_an_address_may_be_typed_with_or_without_the_port(typed: str, meant: str) -> None:
    assert with_port(typed) == meant


@pytest.mark.parametrize("typed", ["192.168..5", "ann.local:99999", "[::1", "a" * 64 + ".local"])
def test_what_is_no_address_is_told_so(typed: str, ends: ExitStack, tmp_path: Path) -> None:
    guest = join(typed, "ABCDEF", "Ben", "", tmp_path / "ben")
    ends.callback(guest.close)
    until = time.monotonic() + PATIENCE
    while not guest.standing.is_lost and time.monotonic() < until:
        guest.poll()
        time.sleep(0.01)
    assert guest.standing.trouble is not None
    assert guest.standing.trouble.code == "meeting_address"
