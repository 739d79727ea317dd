"""Environments show themselves in a window of their own; other tests in this process may have left theirs."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


def close_windows() -> None:
    """Close whatever window pygame has, where it has been loaded at all."""
    if "pygame" in sys.modules:
        sys.modules["pygame"].display.quit()


@pytest.fixture(autouse=True)
def _no_window_of_anybody() -> Iterator[None]:
    close_windows()
    yield
    close_windows()
