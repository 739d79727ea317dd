"""Codes, keys and seals: who has the code is let in, and nothing that was tampered with is taken for a message."""

from __future__ import annotations

import pytest

from clevergo.app.meeting.proof import HEAD, Handshake, Seal, SealError, key_of, new_code, new_nonce, tidy
from clevergo.app.meeting.words import LONGEST

SALT = new_nonce()
KEY = key_of("ABCD-2345", SALT)


@pytest.mark.parametrize("typed", ["ABCD-2345", "abcd2345", " ab cd 23 45 ", "ABCD - 2345"])
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert tidy(typed) == "ABCD2345"


@pytest.mark.parametrize("typed", ["", "ABCD-234", "ABCD-23456", "ABCD-234O", "ABCD-234é", "ＡBCD-2345"])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert tidy(typed) == ""


def test_codes_are_drawn_anew_and_are_tidy() -> None:
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50
    assert all(len(tidy(code)) == 8 for code in codes)


def test_who_has_the_code_is_known_by_it_and_nobody_else() -> None:
    mine, theirs = Handshake(KEY, "aa" * 16, "bb" * 16), Handshake(KEY, "aa" * 16, "bb" * 16)
    assert theirs.is_proven(mine.proof(by_host=False), by_host=False)
    assert not theirs.is_proven(mine.proof(by_host=True), by_host=False)
    assert not Handshake(key_of("ABCD-2346", SALT), "aa" * 16, "bb" * 16).is_proven(mine.proof(False), by_host=False)
    assert not Handshake(KEY, "aa" * 16, "bc" * 16).is_proven(mine.proof(False), by_host=False)


def pair() -> tuple[Seal, Seal]:
    handshake = Handshake(KEY, "aa" * 16, "bb" * 16)
    return handshake.seal(by_host=True), handshake.seal(by_host=True)


def test_what_is_sealed_is_opened_in_order() -> None:
    sender, receiver = pair()
    for message in (b"one", b"two", "三".encode(), b"x" * LONGEST):
        assert receiver.open(sender.close(message)) == message


def test_nothing_is_opened_that_was_altered_repeated_left_out_or_is_the_other_sides() -> None:
    sender, receiver = pair()
    first, second = sender.close(b"one"), sender.close(b"two")
    wrong = [
        b"",
        first[:HEAD],
        first[:-1],
        first + b"!",
        first[:HEAD] + b"two",
        bytes([first[0] ^ 1]) + first[1:],
        second,
        b"x" * (HEAD + LONGEST + 1),
        Handshake(KEY, "aa" * 16, "bb" * 16).seal(by_host=False).close(b"one"),
    ]
    for sealed in wrong:
        with pytest.raises(SealError):
            receiver.open(sealed)
    assert receiver.open(first) == b"one"
    with pytest.raises(SealError):
        receiver.open(first)
    assert receiver.open(second) == b"two"
