"""Fixtures of the real window's tests: one X screen a session, and a way to start the program on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.window.program import Program, Start
from tests.window.screen import Screen
from tests.window.shared import Shared


@pytest.fixture(scope="session")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """A screen that nobody looks at."""
    with Screen(tmp_path_factory.mktemp("screen")) as screen:
        yield screen


@pytest.fixture(scope="module")
def _program_of_the_module(screen: Screen, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """What :func:`shared` hands from test to test."""
    program = Shared(screen, tmp_path_factory.mktemp("shared"))
    yield program
    program.end()


@pytest.fixture
def shared(_program_of_the_module: Shared, request: pytest.FixtureRequest) -> Iterator[Shared]:
    """A program that a module's tests use one after the other: a start of its own costs each five seconds of work.

    After a test that has failed the next one finds a new program.
    """
    failed = request.session.testsfailed
    yield _program_of_the_module
    if request.session.testsfailed > failed:
        _program_of_the_module.end()


@pytest.fixture
def start(screen: Screen, tmp_path: Path, _program_of_the_module: Shared) -> Iterator[Start]:
    """Start the program: ``start(data=..., environment=...)``; ends what a test leaves running."""
    running: list[Program] = []
    _program_of_the_module.end()

    def start_program(data: Path | None = None, environment: Mapping[str, str] | None = None) -> Program:
        pictures = tmp_path / f"pictures-{len(running) + 1}"
        program = Program(screen, data or tmp_path / "data", pictures, environment)
        running.append(program)
        return program

    yield start_program
    for program in running:
        program.end()
