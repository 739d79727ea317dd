"""Messages: what is written is read again; what is not one of them, or out of its limits, is none."""

from __future__ import annotations

from typing import Any

import pytest

from clevergo.app.meeting import words
from clevergo.app.meeting.words import (
    Act,
    Answer,
    Asked,
    Begun,
    Clocks,
    Entry,
    Hello,
    Knock,
    Mark,
    Marked,
    Move,
    Moved,
    NotAMessageError,
    Refused,
    Terms,
    Time,
    Welcome,
    write,
)

TERMS = Terms("go", {"size": 9, "komi": 7.5, "ko": "positional"}, True, Time(300.0, 3, 30.0))
MEETING = "0" * 32


@pytest.mark.parametrize(
    ("reader", "message"),
    [
        (words.KNOCKS, Knock(1, "ab" * 16, "cd" * 32)),
        (words.FROM_HOST, Welcome("小明", "", MEETING, 12, 3)),
        (words.FROM_HOST, Entry(0, Begun(TERMS))),
        (words.FROM_HOST, Entry(7, Moved(6, 40, 271.5), 4)),
        (words.FROM_HOST, Entry(8, Asked(True, "undo", 5))),
        (words.FROM_HOST, Entry(9, Marked(False, (3, 4)))),
        (words.FROM_HOST, Refused(5, "superko")),
        (words.FROM_HOST, Clocks(10.0, 300.0, 2, None, "host")),
        (words.FROM_GUEST, Hello("Ann", "alpha_go", "", 0)),
        (words.FROM_GUEST, Act(1, Move(0, 40))),
        (words.FROM_GUEST, Act(2, Answer(8, False))),
        (words.FROM_GUEST, Act(3, Mark(40, ()))),
    ],
)
def test_what_is_written_is_read_again(reader: Any, message: Any) -> None:
    data = write(message)
    assert len(data) <= words.LONGEST
    assert reader.read(data) == message


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"t":"act"}',
        b'{"t":"act","number":1,"wish":{"t":"move","ply":0}}',
        b'{"t":"act","number":1,"wish":{"t":"move","ply":0,"action":40,"color":"white"}}',
        b'{"t":"act","number":0,"wish":{"t":"move","ply":0,"action":40}}',
        b'{"t":"act","number":1,"wish":{"t":"move","ply":-1,"action":40}}',
        b'{"t":"act","number":1,"wish":{"t":"move","ply":0,"action":401}}',
        b'{"t":"act","number":1,"wish":{"t":"move","ply":0,"action":40.5}}',
        b'{"t":"act","number":1,"wish":{"t":"move","ply":0,"action":"40"}}',
        b'{"t":"act","number":1,"wish":{"t":"moved","ply":0,"action":40}}',
        b'{"t":"act","number":1,"wish":{"t":"ask","wish":"win"}}',
        b'{"t":"act","number":99999999999,"wish":{"t":"resign","ply":0}}',
        b'{"t":"entry","number":0,"event":{"t":"resigned","by_host":true}}',
        b'{"t":"hello","name":"' + b"a" * 41 + b'","player":"","meeting":"","known":0}',
        b'{"t":"hello","name":"a","player":"","meeting":"../../etc/passwd/aaaaaaaaaaaaaaaaa","known":0}',
        b'{"t":"act","number":1,"wish":{"t":"mark","ply":2,"dead":[' + b"1," * 400 + b"1]}}",
        b'{"t":"bye"}{"t":"bye"}',
        b'{"t":"bye"',
        b"\xff\xfe",
        b'{"t":"hello","name":"\xff","player":"","meeting":"","known":0}',
        b'{"t":"act","number":NaN,"wish":{"t":"resign","ply":0}}',
        b"[" * 5_000,
    ],
)
def test_what_is_no_message_of_a_guest_is_refused(text: bytes) -> None:
    with pytest.raises(NotAMessageError):
        words.FROM_GUEST.read(text)
