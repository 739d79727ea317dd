"""Whoever means ill: what they send changes nothing, fills nothing and ends nothing but their own line."""

from __future__ import annotations

import asyncio
import json
import random
import time
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from clevergo.app.meeting import words
from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.link.connection import SUBPROTOCOL
from clevergo.app.meeting.proof import Handshake, Seal, SealError, key_of, new_nonce
from clevergo.app.meeting.session import Meeting, invite, join
from clevergo.app.meeting.sides import Guest, Host
from clevergo.app.meeting.words import Act, Hello, Knock, Mark, Move, NotAMessageError, Resign, Terms, write
from tests.patience import PATIENCE

GO = Terms("go", {"size": 5, "komi": 0.5}, host_is_black=True)
MEETING = "ab" * 16
MESSAGES = 20_000
_WORTH = 600_000
"""Bytes a host may have grown by after all of them: the games that were really played."""

GOOD = [
    write(Hello("Ben", "", "", 0)),
    write(Act(1, Move(1, 7))),
    write(Act(2, Resign(1))),
    write(Act(3, Mark(4, (1, 2, 3)))),
    write(words.Act(4, words.Ask("undo", 0))),
    write(words.Act(5, words.Answer(0, True))),
    write(words.Act(6, words.Choose(0, "black"))),
    write(words.Bye()),
]


def mutated(rng: random.Random, good: list[bytes] = GOOD) -> bytes:
    """A good message after something has happened to it; sometimes nothing has."""
    data = bytearray(rng.choice(good))
    for _ in range(rng.choice((0, 1, 1, 2, 8))):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            data[at : at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del data[at : at + rng.randrange(1, 9)]
        elif kind == 2:
            data[at:at] = rng.choice((b"{", b"[", b'"', b"-", b"99999999999999999999", b"null", b"\x00", b"1e999"))
        elif kind == 3:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 40)))
        elif kind == 4:
            data += rng.choice(good)
        else:
            data[at:at] = b"[" * rng.choice((10, 3_000, 9_000))
        if not data:
            return b""
    return bytes(data)


def test_twenty_thousand_messages_out_of_order_or_out_of_their_mind_change_nothing_they_may_not() -> None:
    """Malformed, oversized, repeated, late and reordered ones, at a game that is going on."""
    rng = random.Random(1)
    kept: list[Any] = []
    host = Host(Ledger(GO), MEETING, "Ann", "", time.monotonic, kept.append)
    host.hear(Hello("Ben", "", "", 0))
    host.do(Move(0, 12))
    refused = heard = 0
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(MESSAGES):
        try:
            message = words.FROM_GUEST.read(mutated(rng))
        except NotAMessageError:
            refused += 1
            continue
        heard += 1
        entries = len(host.ledger.entries)
        host.hear(message)
        if isinstance(message, words.Bye):
            host.hear(Hello("Ben", "", MEETING, entries))
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert refused + heard == MESSAGES
    assert refused > MESSAGES / 3
    assert heard > MESSAGES / 10
    assert grown < _WORTH
    assert Ledger.read(host.ledger.entries).record.moves == host.ledger.record.moves
    assert len(host.ledger.entries) < 20, "an act counts once, however often it is said"


def test_a_guest_believes_nothing_of_twenty_thousand_messages_that_the_rules_forbid() -> None:
    """A host that means ill: whatever it says, the guest's game follows the rules, and it remembers nothing else."""
    rng = random.Random(4)
    ledger = Ledger(GO)
    said = [write(words.Welcome("Ann", "", MEETING, 3, 0)), *map(write, ledger.entries)]
    said += [write(ledger.append(words.Moved(0, 12))), write(ledger.append(words.Moved(1, 7)))]
    said += [write(words.Clocks(1.0, 2.0)), write(words.Refused(1, "late")), write(words.Bye())]
    said += [write(words.Entrants(("Ann", "Ben"))), write(words.Scores((0,) * 4, (0,) * 4))]
    said += [write(words.Entry(3, words.Answered(True))), write(words.Entry(2, words.Resigned(True)))]
    guest = Guest("Ben", "")
    guest.hear(words.Welcome("Ann", "", MEETING, 3, 0))
    for entry in ledger.entries:
        guest.hear(entry)
    assert guest.ledger is not None
    refused = heard = 0
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(MESSAGES):
        entries, record = len(guest.ledger.entries), guest.ledger.record.moves
        try:
            message = words.FROM_HOST.read(mutated(rng, said))
            heard += 1
            guest.hear(message)
        except (NotAMessageError, RefusedError):
            refused += 1
            assert (len(guest.ledger.entries), guest.ledger.record.moves) == (entries, record)
        if not guest.is_here:
            guest.hear(words.Welcome("Ann", "", MEETING, len(guest.ledger.entries), 0))
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert refused > MESSAGES / 3
    assert heard > MESSAGES / 10
    assert grown < _WORTH
    assert Ledger.read(guest.ledger.entries).record.moves == guest.ledger.record.moves


def test_no_seal_is_opened_by_twenty_thousand_guesses() -> None:
    rng = random.Random(2)
    handshake = Handshake(key_of("ABCD-2345", MEETING), "aa" * 16, "bb" * 16)
    sender, receiver = handshake.seal(by_host=False), handshake.seal(by_host=False)
    sealed = [sender.close(message) for message in GOOD]
    assert receiver.open(sealed[0]) == GOOD[0]
    for _ in range(MESSAGES):
        data = bytearray(rng.choice(sealed[2:] + sealed[:1]))
        for _ in range(rng.randrange(3)):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        with pytest.raises(SealError):
            receiver.open(bytes(data))
    assert receiver.open(sealed[1]) == GOOD[1]


# --- over the network --------------------------------------------------------------------------------------


@pytest.fixture
def host(tmp_path: Path) -> Any:
    meeting = invite(GO, "Ann", "", tmp_path / "ann", "127.0.0.1", port=0)
    while not meeting.standing.port:
        meeting.poll()
        time.sleep(0.005)
    yield meeting
    meeting.close()


async def line_to(host: Meeting) -> Any:
    return await connect(
        f"ws://127.0.0.1:{host.standing.port}/",
        subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
        compression=None,
        proxy=None,
        max_size=None,
        open_timeout=PATIENCE,
    )


async def trusted(host: Meeting) -> tuple[Any, Seal]:
    """A line of somebody who knows the code, and what seals their words."""
    line = await line_to(host)
    greeting = words.GREETINGS.read(await line.recv())
    assert isinstance(greeting, words.Greeting)
    nonce = new_nonce()
    handshake = Handshake(key_of(host.standing.code, greeting.salt), greeting.nonce, nonce)
    await line.send(write(Knock(words.VERSION, nonce, handshake.proof(by_host=False))))
    words.OPENINGS.read(await line.recv())
    return line, handshake.seal(by_host=False)


async def is_left(line: Any) -> bool:
    """Whether the host hangs up."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                await line.recv()
    except ConnectionClosed:
        return True


def is_playable(host: Meeting, folder: Path) -> bool:
    """Whether somebody who knows the code can still come in and play."""
    guest = join(f"127.0.0.1:{host.standing.port}", host.standing.code, "Ben", "", folder)
    try:
        deadline = time.monotonic() + PATIENCE
        wished = False
        while time.monotonic() < deadline:
            host.poll()
            guest.poll()
            if guest.ledger is not None and not wished:
                host.do(Move(0, 12))
                wished = True
            if guest.ledger is not None and guest.ledger.record.moves == (12,):
                return True
            time.sleep(0.01)
        return False
    finally:
        guest.close()


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"{}",
        "hello",
        b"x" * 100_000,
        json.dumps({"t": "knock", "version": 1, "nonce": "00" * 16, "proof": "00" * 32}).encode(),
        json.dumps({"t": "hello", "name": "a", "player": "", "meeting": "", "known": 0}).encode(),
        msgspec.json.encode(Knock(2, "00" * 16, "00" * 32)),
    ],
    ids=["nothing", "no message", "text", "too long", "no proof", "without a knock", "another version"],
)
def test_who_does_not_know_the_code_does_not_get_in(host: Meeting, tmp_path: Path, said: Any) -> None:
    async def attack() -> bool:
        line = await line_to(host)
        await line.recv()
        await line.send(said)
        return await is_left(line)

    assert asyncio.run(attack())
    host.poll()
    assert not host.standing.is_here
    assert is_playable(host, tmp_path / "ben")


@pytest.mark.parametrize("kind", ["malformed", "unsealed", "replayed", "host's words", "twice hello", "text"])
def test_who_knows_the_code_and_talks_nonsense_is_left(host: Meeting, tmp_path: Path, kind: str) -> None:
    async def attack() -> bool:
        line, seal = await trusted(host)
        hello = seal.close(GOOD[0])
        await line.send(hello)
        wrong: dict[str, Any] = {
            "malformed": lambda: seal.close(b'{"t":"act","number":1}'),
            "unsealed": lambda: GOOD[1],
            "replayed": lambda: hello,
            "host's words": lambda: seal.close(write(words.Refused(1, "no"))),
            "twice hello": lambda: seal.close(GOOD[0]),
            "text": lambda: seal.close(GOOD[1]).decode(),
        }
        await line.send(wrong[kind]())
        return await is_left(line)

    assert asyncio.run(attack())
    assert is_playable(host, tmp_path / "ben")


def test_who_floods_is_cut_off(host: Meeting, tmp_path: Path) -> None:
    async def attack() -> int:
        """How much of it was answered before the host hung up."""
        line, seal = await trusted(host)
        await line.send(seal.close(GOOD[0]))
        answers = 0
        try:
            for number in range(1, MESSAGES):
                await line.send(seal.close(write(Act(number, Move(9, 9)))))
            while True:
                await asyncio.wait_for(line.recv(), PATIENCE)
                answers += 1
        except ConnectionClosed:
            return answers

    assert asyncio.run(attack()) < 300
    assert is_playable(host, tmp_path / "ben")


def test_codes_cannot_be_tried_by_the_thousand(host: Meeting, tmp_path: Path) -> None:
    async def attack() -> tuple[int, int]:
        heard = tried = 0
        end = time.monotonic() + 3.0
        while time.monotonic() < end and tried < 200:
            tried += 1
            try:
                line = await line_to(host)
                await asyncio.wait_for(line.recv(), 1.0)
                heard += 1
                await line.send(write(Knock(words.VERSION, "00" * 16, "00" * 32)))
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                await asyncio.sleep(0.01)
        return tried, heard

    tried, heard = asyncio.run(attack())
    assert tried > heard
    assert heard <= 8
