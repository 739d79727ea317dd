"""What every stage of these tests would make anew, though it is always the same, is made once a process.

There are thousands of stages: opening the fonts and growing the wood took a third of the time of these tests.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from clevergo.ui.board import stones
from clevergo.ui.kit import assets

_PLANKS = 8
"""A dozen megabytes each at most."""


@pytest.fixture(scope="session", autouse=True)
def _fonts_and_wood_made_once() -> Iterator[None]:
    """Share open fonts and planks; both are only ever read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assets, "open_font", functools.cache(assets.open_font))
        patch.setattr(stones, "wood", functools.lru_cache(_PLANKS)(stones.wood))
        yield
