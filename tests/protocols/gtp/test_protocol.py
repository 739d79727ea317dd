"""Lines into commands, answers into text: what the standard's chapters 2 and 3 ask for."""

from __future__ import annotations

import pytest

from clevergo.protocols.gtp.protocol import Command, failure, parse, success
from tests.protocols.gtp.talk import talk


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", Command("", "name")),
        ("12 play b D4", Command("12", "play", ("b", "D4"))),
        ("  007\tboardsize \t 9  ", Command("007", "boardsize", ("9",))),
        ("quit\r", Command("", "quit")),
        ("na\x07m\x7fe", Command("", "name")),
        ("komi 6.5 # half a point", Command("", "komi", ("6.5",))),
        ("13", Command("13", "")),
        ("", None),
        (" \t\r", None),
        ("# nothing but talk", None),
        ("\x01\x02", None),
    ],
)
def test_a_line_is_read_as_the_standard_says(line: str, command: Command | None) -> None:
    assert parse(line) == command


def test_answers_end_with_an_empty_line_and_have_none_inside() -> None:
    assert success("") == "=\n\n"
    assert success("7", "D4") == "=7 D4\n\n"
    assert success("", "one\n\n \ntwo\n") == "= one\ntwo\n\n"
    assert success("3", "\nboard") == "=3\nboard\n\n"
    assert failure("4", "syntax error") == "?4 syntax error\n\n"
    assert failure("", "two\nlines\x00") == "? two lines\n\n"


def test_a_conversation_is_answered_line_by_line() -> None:
    assert talk(b"1 protocol_version\r\n\n# hello\n\t\n2 nonsense\n3\nknown_command play\nknown_command Play\n") == (
        "=1 2\n\n?2 unknown command\n\n?3 unknown command\n\n= true\n\n= false\n\n"
    )


def test_quit_is_answered_and_nothing_after_it() -> None:
    assert talk("5 quit\nname\n") == "=5\n\n"


def test_the_last_line_needs_no_end() -> None:
    assert talk("name") == "= CleverGo\n\n"
