"""Ten thousand lines that nobody should send, and an engine that answers the next sensible one."""

from __future__ import annotations

import re

import numpy as np
import pytest

from clevergo.protocols.gtp.commands import COMMANDS
from tests.protocols.gtp.talk import talk

WORDS = (
    *("b", "w", "black", "WHITE", "green", "A1", "J9", "I5", "T19", "D4", "pass", "resign", "PASS", "Z0", "A0", "a"),
    *("0", "1", "2", "9", "5", "-1", "3.5", "nan", "inf", "1e400", "99999999999999999999", "²", "٣", "true", "false"),
    *(
        "alive",
        "dead",
        "seki",
        "interval",
        "ownership",
        "avoid",
        "#",
        "\t",
        "\x00",
        "\x1b[2J",
        "=",
        "?",
        "小黑",
        "\ufeff",
        "''",
    ),
    *("/dev/null", ".", "nowhere.sgf", "%s", "{}", "\r"),
)
SLOW = {"boardsize"}
"""Given sizes of its own, so that the boards stay small and the test short."""
LINES = 10_000


def malformed_lines(rng: np.random.Generator) -> bytes:
    """Commands with wrong, missing and needless words, broken letters, plain noise; no way to quit."""
    names = [name for name in COMMANDS if name != "quit" and name not in SLOW]
    lines = [b"boardsize 4"]
    for _ in range(LINES):
        if rng.random() < 0.15:
            line = rng.bytes(int(rng.integers(0, 60))).replace(b"\n", b" ")
        else:
            words = [str(word) for word in rng.choice(WORDS, int(rng.integers(0, 5)))]
            if rng.random() < 0.9:
                words.insert(0, str(rng.choice(names)))
            if rng.random() < 0.3:
                words.insert(0, str(rng.integers(0, 10**10)))
            text = " ".join(words)
            if rng.random() < 0.2:
                at = int(rng.integers(0, len(text) + 1))
                text = text[:at] + chr(int(rng.integers(1, 0x3000))) + text[at:]
            line = text.encode("utf-8", "surrogatepass").replace(b"\n", b" ")
        lines.append(b"boardsize 4" if rng.random() < 0.01 else line)
    return b"\n".join(line for line in lines if b"quit" not in line)


def test_malformed_lines_never_end_a_session(rng: np.random.Generator, caplog: pytest.LogCaptureFixture) -> None:
    said = talk(malformed_lines(rng) + b"\n4711 name\n")
    assert said.endswith("=4711 CleverGo\n\n")
    assert "internal error" not in said
    assert not caplog.records
    for answer in said.split("\n\n")[:-1]:
        assert re.match(r"[=?]\d*( |\n|$)", answer), answer
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", answer)


def test_a_line_without_end_is_not_kept() -> None:
    assert talk(b"x" * 3_000_000 + b"\nname\n").endswith("= CleverGo\n\n")
