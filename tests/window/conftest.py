"""Fixtures of the real window's tests: one X screen a session, and a way to start the program on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.window.program import Program, Start
from tests.window.screen import Screen


@pytest.fixture(scope="session")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """A screen that nobody looks at."""
    with Screen(tmp_path_factory.mktemp("screen")) as screen:
        yield screen


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Start]:
    """Start the program: ``start(data=..., environment=...)``; ends what a test leaves running."""
    running: list[Program] = []

    def start_program(data: Path | None = None, environment: Mapping[str, str] | None = None) -> Program:
        pictures = tmp_path / f"pictures-{len(running) + 1}"
        program = Program(screen, data or tmp_path / "data", pictures, environment)
        running.append(program)
        return program

    yield start_program
    for program in running:
        program.end()
