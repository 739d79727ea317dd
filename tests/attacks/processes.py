"""A program under attack: all of its processes, however they are related, and the end of each."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.window.program import ROOT, is_running

_MARK = "CLEVERGO_UNDER_ATTACK"
MAIN = "main"


@dataclass(frozen=True)
class Member:
    """One process of the program."""

    pid: int
    role: str
    """``main``, what :mod:`clevergo.workers.child` calls it, or the module it runs."""


class Attacked:
    """A running program. Whatever it starts is known by a mark in its environment, orphans too (Linux)."""

    def __init__(self, command: Sequence[str], log: Path, environment: Mapping[str, str] | None = None) -> None:
        self._mark = f"{_MARK}={uuid.uuid4().hex}"
        self.started = time.monotonic()
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=os.environ | dict([self._mark.split("=")]) | dict(environment or {}),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def is_alive(self) -> bool:
        """Whether its first process runs."""
        return self.process.poll() is None

    def members(self) -> list[Member]:
        """All that run now."""
        mark, found = self._mark.encode(), []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if mark in (entry / "environ").read_bytes().split(b"\0") and is_running(int(entry.name)):
                        found.append(Member(int(entry.name), self._role(entry)))
        return found

    def _role(self, entry: Path) -> str:
        if int(entry.name) == self.process.pid:
            return MAIN
        words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        if "clevergo.workers.child" in words:
            return words[words.index("clevergo.workers.child") + 2]
        if any("resource_tracker" in word for word in words):
            return "resource_tracker"
        name = (entry / "comm").read_text(encoding="utf-8", errors="replace").strip()
        return name.removeprefix("cg-") if name.startswith("cg-") else "starting"

    def kill(self, member: Member) -> bool:
        """``kill -9``; False where it has just ended by itself."""
        try:
            os.kill(member.pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        if member.role == MAIN:
            self.process.wait()
        return True

    def outlived(self, patience: float) -> tuple[float, list[Member]]:
        """After the end of its first process: seconds until all were gone, or ``patience``, and the last of them."""
        begun = time.monotonic()
        last: list[Member] = []
        while (left := self.members()) and time.monotonic() - begun < patience:
            last = left
            time.sleep(0.02)
        return time.monotonic() - begun, left or last

    def end(self) -> None:
        """Leave nothing running, whatever happened."""
        for _ in range(20):
            members = self.members()
            if not members:
                break
            for member in members:
                self.kill(member)
            time.sleep(0.05)
        self.process.wait()
