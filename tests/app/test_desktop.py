"""What is asked of the desktop: its answers are understood, its silence is too."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from clevergo.app.desk import desktop
from clevergo.app.desk.desktop import DesktopError, DesktopTheme, desktop_is_dark, show_folder
from tests.patience import PATIENCE


@pytest.mark.parametrize(
    ("platform", "answer", "is_dark"),
    [
        ("linux", "'prefer-dark'\n", True),
        ("linux", "'default'\n", False),
        ("darwin", "Dark\n", True),
        ("darwin", "", False),
        ("plan9", "dark", False),
    ],
)
def test_dark_windows_are_recognized(
    platform: str, answer: str, is_dark: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: Any, **_: Any) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess(command, 0, answer.encode(), b"")

    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(subprocess, "run", run)
    assert desktop_is_dark() is is_dark


@pytest.mark.parametrize("trouble", [FileNotFoundError(), subprocess.TimeoutExpired("gsettings", 3)])
def test_a_desktop_that_cannot_be_asked_counts_as_light(trouble: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: Any, **__: Any) -> None:
        raise trouble

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(subprocess, "run", run)
    assert desktop_is_dark() is False


def test_the_answer_comes_later_and_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desktop, "desktop_is_dark", lambda: True)
    theme = DesktopTheme()
    assert theme.is_dark is False
    theme.ask()
    deadline = time.monotonic() + PATIENCE
    while not theme.is_dark and time.monotonic() < deadline:
        time.sleep(0.01)
    assert theme.is_dark


def test_without_a_file_manager_the_folder_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_program(*_: Any, **__: Any) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(subprocess, "Popen", no_program)
    with pytest.raises(DesktopError, match="by hand"):
        show_folder(tmp_path)
