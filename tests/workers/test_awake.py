"""A computer that works for hours does not go to sleep by itself, and may again afterwards, however it ends."""

from __future__ import annotations

import ctypes
import os
from types import SimpleNamespace

import pytest

from clevergo.workers import awake


@pytest.mark.parametrize("ends_well", [True, False])
def test_on_a_mac_a_program_of_the_system_keeps_it_awake_that_ends_with_us(
    monkeypatch: pytest.MonkeyPatch, ends_well: bool
) -> None:
    told: list[object] = []

    class Kept:
        def __init__(self, command: list[str]) -> None:
            told.append(command)

        def kill(self) -> None:
            told.append("killed")

        def wait(self, _seconds: float) -> None:
            told.append("gone")

    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(awake, "Program", Kept)
    try:
        with awake.kept_awake():
            assert told == [["caffeinate", "-i", "-w", str(os.getpid())]]
            if not ends_well:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        pass
    assert told[1:] == ["killed", "gone"]


def test_where_a_mac_has_no_such_program_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def refuse(command: list[str]) -> None:
        asked.append(command[0])
        raise FileNotFoundError("caffeinate")

    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(awake, "Program", refuse)
    with awake.kept_awake():
        assert asked == ["caffeinate"]


def test_windows_is_told_at_the_beginning_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    kernel32 = SimpleNamespace(SetThreadExecutionState=lambda state: told.append(state.value))
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel32), raising=False)
    with awake.kept_awake():
        assert told == [0x80000001], "the system stays awake from now on; of the screen nothing is said"
    assert told[1:] == [0x80000000]


def test_elsewhere_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(awake, "Program", lambda _command: pytest.fail("a program was started"))
    with awake.kept_awake():
        pass
