"""What every stage of these tests would make anew, though it is always the same, is made once a process.

There are thousands of stages: opening the fonts and growing the wood took a third of the time of these tests.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clevergo.app.share.saving import Saved
from clevergo.problem import Problem
from clevergo.ui.board import stones
from clevergo.ui.board.art import BoardArt
from clevergo.ui.kit import assets
from clevergo.ui.kit.assets import Fonts
from clevergo.ui.kit.kept import Pictures
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import Palette
from clevergo.ui.scenes.share import dialog
from clevergo.ui.strings import Strings

_PLANKS = 8
"""A dozen megabytes each at most."""
_LOOKS = 12
"""Palettes, languages and scales at once; the pictures of each take 16 MB at most, at normal size."""


_BEGIN_ART, _BEGIN_LOOK = BoardArt.__init__, Look.__init__


@pytest.fixture
def everything_is_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks and wood share nothing, as in the program."""
    monkeypatch.setattr(BoardArt, "__init__", _BEGIN_ART)
    monkeypatch.setattr(Look, "__init__", _BEGIN_LOOK)


@pytest.fixture(scope="session", autouse=True)
def _fonts_and_wood_made_once() -> Iterator[None]:
    """Share open fonts, planks, stones and empty boards; all are only ever read."""
    masters: dict[Any, Any] = {}
    grounds, pieces = Pictures(400, 100_000_000), Pictures(4_000, 50_000_000)
    begin = BoardArt.__init__

    def begin_with_what_is_there(art: BoardArt, *given: Any, **named: Any) -> None:
        begin(art, *given, **named)
        art._masters, art._grounds, art._pieces = masters, grounds, pieces
        art.forget = lambda: None  # type: ignore[method-assign]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BoardArt, "__init__", begin_with_what_is_there)
        patch.setattr(assets, "open_font", functools.cache(assets.open_font))
        patch.setattr(stones, "wood", functools.lru_cache(_PLANKS)(stones.wood))
        yield


@pytest.fixture(scope="session", autouse=True)
def _texts_and_shapes_drawn_once() -> Iterator[None]:
    """Share what looks keep, each with those of the same palette, language and scale; it is only ever read."""
    begin = Look.__init__

    @functools.lru_cache(_LOOKS)
    def kept_by(*_: object) -> dict[str, object]:
        return {}

    def begin_with_what_is_there(look: Look, palette: Palette, fonts: Fonts, strings: Strings, scale: float) -> None:
        begin(look, palette, fonts, strings, scale)
        kept = kept_by(palette, strings.language, scale)
        for name, own in [*vars(look).items()]:
            if isinstance(own, OrderedDict | Pictures):
                setattr(look, name, kept.setdefault(name, own))
        look.forget = lambda: None  # type: ignore[method-assign]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Look, "__init__", begin_with_what_is_there)
        yield


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_shared() -> Iterator[None]:
    """What is clicked at random writes no file, copies no picture and opens no folder of this machine."""

    def refuse(folder: Path, *_: object) -> Saved:
        return Saved(folder, error=Problem("cannot_write", {"path": folder, "cause": Problem("denied")}))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dialog, "save_beside", refuse)
        patch.setattr(dialog, "can_copy_pictures", lambda: True)
        patch.setattr(dialog, "copy_picture", lambda _png: None)
        patch.setattr(dialog, "show_folder", lambda _folder: None)
        yield
