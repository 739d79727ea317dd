"""What every test shares: no sound, no screen, a home of its own, and a rule about outside programs."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from clevergo.nn.paddle import reference

# Before anything imports pygame: scenes are tested without a screen. The tests of the real window undo this.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
# Debian keeps games, GNU Go among them, in a folder that root's path leaves out.
os.environ["PATH"] = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])

_ASK_OUTSIDE = reference._ask_outside
_GARBAGE = 10_000
"""Objects after which garbage is looked for: the window's tests make thousands of stages of some hundred each."""
_WINDOW_TESTS = Path(__file__).parent / "window"

# The same examples on every run; how long one takes depends on what else the machine does.
settings.register_profile("clevergo", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("clevergo")


def pytest_configure() -> None:
    """Let Python look less often for what nothing leads to any more: that took an eighth of the time of all tests."""
    gc.set_threshold(_GARBAGE, *gc.get_threshold()[1:])


def pytest_collection_finish() -> None:
    """What the program and its tests consist of stays, and need not be gone through again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep a module's tests of the window together where tests run side by side, and begin with the longest.

    The window's tests mostly wait. A long one may be in a group of its own, and bring a screen of its own; those come
    first, and the window's modules next: what ends last should be short, or all but one wait for it. It comes before
    xdist's own look at the groups.
    """

    def turn(item: pytest.Item) -> int:
        in_window = item.path.parent == _WINDOW_TESTS
        return 2 - in_window - (in_window and item.get_closest_marker("xdist_group") is not None)

    items.sort(key=turn)
    for item in items:
        if turn(item) == 1:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose outside program is not installed, saying which one it is."""
    for marker in item.iter_markers("needs"):
        missing = [program for program in marker.args if shutil.which(program) is None]
        if missing:
            pytest.skip(f"not installed: {', '.join(missing)} (see the README on running the tests)")


@pytest.fixture(scope="session", autouse=True)
def _home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep every test away from the dogs of the person who runs it."""
    home = tmp_path_factory.mktemp("home")
    os.environ["CLEVERGO_HOME"] = str(home)
    yield home
    del os.environ["CLEVERGO_HOME"]


@pytest.fixture(scope="session", autouse=True)
def _paddle_answers_here() -> Iterator[None]:
    """Where nets are compared with Paddle, it is asked in this process: to start another for each takes seconds.

    Tests of the process that is asked otherwise take :func:`paddle_in_its_own_process`.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reference, "_ask_outside", lambda asked, about, arrays: reference._ANSWERS[asked](about, arrays))
        yield


@pytest.fixture
def paddle_in_its_own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the program: a process that asks Paddle never loads it."""
    monkeypatch.setattr(reference, "_ask_outside", _ASK_OUTSIDE)


@pytest.fixture
def rng() -> np.random.Generator:
    """A random generator that starts the same in every test."""
    return np.random.default_rng(20_260_101)
