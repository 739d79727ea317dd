"""Who invites is found without an address, on this computer's own interface."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from clevergo.app.meeting.finder import LOOPBACK, Announcement, Finder, Found
from tests.patience import PATIENCE


def wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_who_invites_is_found_and_gone_once_they_no_longer_do() -> None:
    finder = Finder(LOOPBACK)
    name = f"小明 {secrets.token_hex(4)}\n" + "x" * 60
    announcement = Announcement(secrets.token_hex(16), name, "go", 24_999, LOOPBACK)
    shown = name.replace("\n", "")[:40]
    try:
        wait(lambda: Found(shown, "go", "127.0.0.1:24999") in finder.found)
        announcement.close()
        wait(lambda: all(found.name != shown for found in finder.found))
    finally:
        announcement.close()
        finder.close()
