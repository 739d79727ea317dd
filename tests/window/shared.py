"""A program that the tests of a module use one after the other, instead of starting one each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.window.program import Program
from tests.window.screen import Screen

_SEEN_BEFORE = {"tour_seen": True, "play_more": True, "theme": "light"}
"""The first steps have been seen, and players are chosen one by one."""


class Shared:
    """The running program of a module; one at a time, for two windows would lie on each other."""

    def __init__(self, screen: Screen, folder: Path) -> None:
        """Data folders and pictures lie in ``folder``."""
        self._screen = screen
        self._folder = folder
        self._program: Program | None = None
        self._settings: dict[str, Any] = {}
        self._started = 0

    def open(self, **settings: Any) -> Program:
        """The program on its way to a new game; started with these settings unless it was with the same."""
        if self._program is None or settings != self._settings:
            self.end()
            self._program, self._settings = self._start(settings), settings
        lay_out_another(self._program)
        return self._program

    def _start(self, settings: dict[str, Any]) -> Program:
        self._started += 1
        data = self._folder / f"data-{self._started}"
        data.mkdir()
        (data / "settings.json").write_text(json.dumps(_SEEN_BEFORE | settings), encoding="utf-8")
        return Program(self._screen, data, self._folder / f"pictures-{self._started}")

    def end(self) -> None:
        """Leave nothing running."""
        if self._program is not None:
            self._program.end()
            self._program = None


def lay_out_another(program: Program) -> None:
    """Go where the players of a new game are chosen, whatever was played before."""
    program.click("nav.play")
    seen = program.wait_until(lambda seen: seen.can_click("play.new") or seen.can_click("play.start"), "the play scene")
    if seen.can_click("play.new"):
        program.click("play.new")
        program.wait_until(lambda seen: seen.can_click("play.start"), "the players")
