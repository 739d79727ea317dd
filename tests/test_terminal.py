"""Text for terminals."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest

from clevergo.terminal import ProgressLine, duration, padded, quoted, width


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("dog", 3), ("小黑", 4), ("e\u0301", 1), ("🐶!", 3), ("a\u200db", 2)]
)
def test_width_is_what_a_terminal_uses(text: str, columns: int) -> None:
    assert width(text) == columns


def test_tables_have_straight_columns_in_any_script() -> None:
    lines = padded([("name", "games"), ("小黑", "12"), ("a long one", "3")])
    assert lines == ["name        games", "小黑        12", "a long one  3"]


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0 s"), (59.9, "59 s"), (61, "1 min 01 s"), (2400, "40 min"), (3900, "1 h 05 min")]
)
def test_durations_read_like_speech(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(("system", "said"), [("posix", "'小 黑'"), ("nt", '"小 黑"')])
def test_a_word_is_quoted_as_the_systems_terminal_reads_it(
    system: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clevergo.terminal.os", SimpleNamespace(name=system))
    assert quoted("小 黑") == said
    assert quoted("pup") == "pup"


def test_a_terminals_line_changes_in_place() -> None:
    stream = Terminal()
    line = ProgressLine(stream)
    line.show(0.0, "game 1 of 2")
    line.show(0.5, "short")
    line.say("news")
    line.show(1.0, "done")
    line.end()
    written = stream.getvalue()
    assert "news\n" in written
    assert written.endswith("\n")
    assert f"[{'#' * 12}{'.' * 12}] short" in written
    assert max(width(part) for part in written.replace("\n", "\r").split("\r")) < 80


def test_a_file_gets_a_line_now_and_then_and_the_last_one_always() -> None:
    stream = io.StringIO()
    now = [0.0]
    line = ProgressLine(stream, quiet_seconds=10.0, clock=lambda: now[0])
    for step in range(100):
        now[0] += 1.0
        line.show((step + 1) / 100, f"step {step + 1}")
    line.end()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 11
    assert lines[-1] == "step 100"
