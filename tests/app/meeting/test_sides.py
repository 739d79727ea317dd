"""Both ends of a game over a network that loses everything it can: what is said is lost, and either end is killed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.sides import Guest, Host
from clevergo.app.meeting.words import (
    FROM_GUEST,
    FROM_HOST,
    LONGEST_NAME,
    Act,
    Answer,
    Ask,
    Bye,
    Choose,
    Clocks,
    Entry,
    Hello,
    Mark,
    Move,
    Moved,
    Refused,
    Resign,
    Terms,
    Time,
    Welcome,
    write,
)
from clevergo.games.outcome import Termination

GO = Terms("go", {"size": 5, "komi": 0.5}, host_is_black=True)
PASS = 25
MEETING = "ab" * 16


class Hours:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def host_of(terms: Terms = GO, hours: Hours | None = None) -> tuple[Host, list[Entry]]:
    kept: list[Entry] = []
    return Host(Ledger(terms), MEETING, "Ann", "", hours or Hours(), kept.append), kept


def greet(host: Host, guest: Guest) -> None:
    for message in host.hear(guest.hello()):
        for act in guest.hear(message)[0]:
            pass_on(host, guest, act)


def pass_on(host: Host, guest: Guest, *acts: Any) -> None:
    """What the guest says reaches the host, and the answers the guest."""
    for act in acts:
        for message in host.hear(act):
            guest.hear(message)


def test_a_game_is_played_and_both_have_the_same() -> None:
    (host, kept), guest = host_of(), Guest("Ben", "alpha_go")
    greet(host, guest)
    assert guest.ledger is not None
    assert (host.guest, guest.host) == (Hello("Ben", "alpha_go", "", 0), Welcome("Ann", "", MEETING, 1, 0))
    for message in host.do(Move(0, 12)):
        guest.hear(message)
    pass_on(host, guest, *guest.do(Move(1, 7)))
    assert host.ledger.record.moves == guest.ledger.record.moves == (12, 7)
    assert kept == host.ledger.entries[1:]
    assert not guest.is_waiting


def test_an_act_that_comes_again_after_a_cut_counts_once() -> None:
    (host, _), guest = host_of(), Guest("Ben", "")
    greet(host, guest)
    for message in host.do(Move(0, 12)):
        guest.hear(message)
    (act,) = guest.do(Move(1, 7))
    host.hear(act)  # the answer is lost with the line
    host.lose()
    guest.lose()
    assert guest.is_waiting
    greet(host, guest)
    assert not guest.is_waiting
    assert guest.ledger is not None
    assert guest.ledger.record.moves == host.ledger.record.moves == (12, 7)
    assert host.hear(act) == []


def test_what_was_wished_while_the_line_was_cut_is_said_later() -> None:
    (host, _), guest = host_of(), Guest("Ben", "")
    greet(host, guest)
    for message in host.do(Move(0, 12)):
        guest.hear(message)
    guest.lose()
    host.lose()
    assert guest.do(Move(1, 7)) == []
    greet(host, guest)
    assert host.ledger.record.moves == (12, 7)


def test_what_is_wished_in_a_game_gone_on_with_before_the_host_is_back_is_said_then() -> None:
    (host, _), before = host_of(), Guest("Ben", "")
    greet(host, before)
    host.do(Move(0, 12))
    greet(host, before)
    pass_on(host, before, *before.do(Move(1, 7)))
    host.do(Move(2, 11))
    greet(host, before)
    host.lose()
    assert before.ledger is not None
    guest = Guest("Ben", "", MEETING, Ledger.read(before.ledger.entries))
    assert guest.do(Move(3, 17)) == []
    guest.lose()  # a try that did not reach the host
    assert guest.do(Ask("undo", 3)) == []
    for message in host.hear(guest.hello()):
        said, _ = guest.hear(message)
        assert said in ([], [Act(2, Move(3, 17)), Act(3, Ask("undo", 3))])
        pass_on(host, guest, *said)
    assert guest.ledger is not None
    assert guest.ledger.record.moves == host.ledger.record.moves == (12, 7, 11, 17)
    assert guest.ledger.entries == host.ledger.entries
    assert host.ledger.question is not None
    assert not guest.is_waiting


def test_a_refusal_says_why_and_the_next_wish_is_heard() -> None:
    (host, _), guest = host_of(), Guest("Ben", "")
    greet(host, guest)
    pass_on(host, guest, *guest.do(Move(0, 12)))
    assert guest.refusal == "not_your_turn"
    for message in host.do(Move(0, 12)):
        guest.hear(message)
    pass_on(host, guest, *guest.do(Move(1, 12)))
    assert guest.refusal == "occupied"
    pass_on(host, guest, *guest.do(Move(1, 11)))
    assert (guest.refusal, host.ledger.record.moves) == ("", (12, 11))


def test_acts_out_of_order_are_not_dealt_with() -> None:
    (host, _), guest = host_of(), Guest("Ben", "")
    greet(host, guest)
    host.do(Move(0, 12))
    assert host.hear(Act(2, Move(1, 7))) == [Refused(2, "not_next")]
    assert host.ledger.record.moves == (12,)


def test_the_guest_believes_nothing_the_rules_forbid() -> None:
    guest = Guest("Ben", "")
    guest.hello()
    with pytest.raises(RefusedError, match="no_welcome"):
        guest.hear(Bye())
    guest.hear(Welcome("Ann", "", MEETING, 1, 0))
    with pytest.raises(RefusedError, match="not_begun"):
        guest.hear(Entry(0, Moved(0, 12)))
    guest.hear(Ledger(GO).entries[0])
    for event in (Entry(2, Moved(0, 12)), Entry(1, Moved(1, 12)), Entry(1, Moved(0, 26))):
        with pytest.raises(RefusedError):
            guest.hear(event)
    with pytest.raises(RefusedError, match="other_meeting"):
        guest.hear(Welcome("Ann", "", "cd" * 16, 1, 0))


def test_clocks_run_for_whoever_is_to_move_and_stand_while_somebody_is_away() -> None:
    hours = Hours()
    (host, _), guest = host_of(Terms("go", {"size": 5, "komi": 0.5}, True, Time(60.0)), hours), Guest("Ben", "")
    greet(host, guest)
    host.do(Move(0, 12))
    hours.now += 10
    assert host.clocks == Clocks(60.0, 50.0, None, None, "guest")
    host.lose()
    hours.now += 1000
    greet(host, guest)
    assert guest.clocks == Clocks(60.0, 50.0, None, None, "guest")
    hours.now += 5
    for message in host.do(Ask("undo", 0)):
        guest.hear(message)
    question = host.ledger.question
    assert question is not None
    pass_on(host, guest, *guest.do(Answer(question.number, False)))
    assert host.clocks is not None
    assert host.clocks.guest == 45.0, "to say no costs and gives no time"
    pass_on(host, guest, *guest.do(Move(1, 7)))
    assert host.ledger.record.node.time_left == (45.0, None)
    hours.now += 61
    (lost, _) = host.look_at_clock()
    assert isinstance(lost, Entry)
    outcome = host.ledger.record.outcome
    assert outcome is not None
    assert (outcome.points(), outcome.termination) == ("W+T", Termination.TIME)


def test_when_colors_are_settled_everybody_keeps_the_time_they_have() -> None:
    hours = Hours()
    terms = Terms("five", {"size": 9, "opening": "swap2"}, True, Time(60.0))
    (host, _), guest = host_of(terms, hours), Guest("Ben", "")
    greet(host, guest)
    host.do(Move(0, 40))
    hours.now += 10
    host.do(Move(1, 41))
    host.do(Move(2, 30))
    hours.now += 5
    greet(host, guest)
    pass_on(host, guest, *guest.do(Choose(3, "black")))
    assert host.clocks == Clocks(50.0, 55.0, None, None, "host")
    hours.now += 2
    host.do(Move(3, 31))
    assert host.clocks == Clocks(48.0, 55.0, None, None, "guest")


def test_who_chooses_a_color_has_a_whole_period_again() -> None:
    hours = Hours()
    terms = Terms("five", {"size": 9, "opening": "swap2"}, True, Time(0.0, 3, 30.0))
    (host, _), guest = host_of(terms, hours), Guest("Ben", "")
    greet(host, guest)
    for ply, action in enumerate((40, 41, 30)):
        host.do(Move(ply, action))
    greet(host, guest)
    hours.now += 25
    pass_on(host, guest, *guest.do(Choose(3, "black")))
    assert host.clocks == Clocks(30.0, 30.0, 3, 3, "host")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_lost_and_whoever_is_killed_both_end_with_the_same(seed: int) -> None:
    """Random wishes of both, a network that is cut at any message, ends that are made anew from what they kept."""
    rng = np.random.default_rng(seed)
    hours = Hours()
    terms = Terms("go", {"size": 5, "komi": 0.5}, True, Time(1e6))
    kept = {"host": list(Ledger(terms).entries), "guest": []}
    host = Host(Ledger(terms), MEETING, "Ann", "", hours, kept["host"].append)
    guest = Guest("Ben", "")
    cuts = kills = 0
    to_host: list[Any] = []
    to_guest: list[Any] = []
    to_host.append(guest.hello())
    while len(host.ledger.entries) < 150:
        hours.now += 1
        chance = rng.random()
        if chance < 0.03:  # the line is cut: what is under way is lost
            to_host.clear()
            to_guest.clear()
            host.lose()
            guest.lose()
            to_host.append(guest.hello())
            cuts += 1
        elif chance < 0.05:  # either is killed
            to_host.clear()
            to_guest.clear()
            if rng.random() < 0.5:
                host = Host(Ledger.read(kept["host"]), MEETING, "Ann", "", hours, kept["host"].append)
                guest.lose()
            else:
                known = Ledger.read(kept["guest"]) if kept["guest"] else None
                guest = Guest("Ben", "", MEETING if known else "", known)
                host.lose()
            to_host.append(guest.hello())
            kills += 1
        elif chance < 0.35 and to_host:
            to_guest += host.hear(to_host.pop(0))
        elif chance < 0.65 and to_guest:
            answers, entry = guest.hear(to_guest.pop(0))
            to_host += answers
            kept["guest"] += [] if entry is None else [entry]
        elif chance < 0.8:
            try:
                told = host.do(random_wish(rng, host.ledger))
                to_guest += told if host.is_here else []
            except RefusedError:
                pass
        elif guest.ledger is not None and not guest.is_waiting:
            to_host += guest.do(random_wish(rng, guest.ledger))
    while to_host or to_guest:
        to_guest += host.hear(to_host.pop(0)) if to_host else []
        if to_guest:
            answers, entry = guest.hear(to_guest.pop(0))
            to_host += answers
            kept["guest"] += [] if entry is None else [entry]
    host.lose()
    guest.lose()
    greet(host, guest)
    assert guest.ledger is not None
    assert guest.ledger.entries == host.ledger.entries == kept["host"]
    assert guest.ledger.record.moves == host.ledger.record.moves
    acts = [entry.act for entry in host.ledger.entries if entry.act]
    assert acts == sorted(set(acts)), "an act has counted twice"
    assert cuts > 0
    assert kills > 0


def random_wish(rng: np.random.Generator, ledger: Ledger) -> Any:
    """Something somebody may want; often it is not possible."""
    ply = ledger.record.position.ply
    if ledger.is_counting:
        return Mark(ply, ()) if rng.random() < 0.7 else Ask("undo", max(0, ply - 2))
    if ledger.is_over:
        return Ask("rematch") if ledger.question is None else Answer(ledger.question.number, True)
    if ledger.question is not None and rng.random() < 0.5:
        return Answer(ledger.question.number, bool(rng.random() < 0.5))
    chance = rng.random()
    if chance < 0.04:
        return Ask("undo", int(rng.integers(0, ply + 1)))
    if chance < 0.05:
        return Resign(ply)
    return Move(ply, int(rng.choice(np.flatnonzero(ledger.record.position.legal_moves))))


def test_names_that_are_longer_than_a_message_may_carry_are_cut() -> None:
    """Such as a program's command line, or what a company calls its computers."""
    names = "a computer of a large company in a far country", "gtp:gnugo --mode gtp --chinese-rules --capture-all-dead"
    guest = Guest(*names)
    hello = guest.hello()
    assert FROM_GUEST.read(write(hello)) == hello
    welcome = Host(Ledger(GO), MEETING, *names, Hours(), lambda _entry: None).hear(hello)[0]
    assert FROM_HOST.read(write(welcome)) == welcome
    assert isinstance(welcome, Welcome)
    for said in (hello, welcome):
        assert (said.name, said.player) == tuple(name[:LONGEST_NAME] for name in names)
    assert (guest.name, guest.player) == names, "what is kept is whole"
