"""Copying and pasting, as each platform's pygame passes it on."""

from __future__ import annotations

import pygame
import pytest

from clevergo.ui.kit.clipboard import Clipboard

_WORDS = "(;GM[1]C[机巧围棋 \U0001f436])"


class _Scrap:
    """``pygame.scrap``: on Windows the text named UTF-8 is UTF-16, ends with two zero bytes, and one is added."""

    def __init__(self, is_windows: bool) -> None:
        self._is_windows = is_windows
        self.held: dict[str, bytes] = {}

    def get_init(self) -> bool:
        return True

    def put(self, kind: str, data: bytes) -> None:
        if self._is_windows:
            self.held.clear()
        self.held[kind] = data + b"\0"

    def get(self, kind: str) -> bytes | None:
        return self.held.get(kind)

    def as_others_see_it(self) -> str:
        """What another program pastes."""
        data = self.held["text/plain;charset=utf-8"]
        if not self._is_windows:
            return data.decode("utf-8").partition("\0")[0]
        units = [data[i : i + 2] for i in range(0, len(data), 2)]
        return b"".join(units[: units.index(b"\0\0")]).decode("utf-16-le")


@pytest.fixture(params=["linux", "darwin", "win32"])
def platform(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def scrap(platform: str, monkeypatch: pytest.MonkeyPatch) -> _Scrap:
    fake = _Scrap(platform == "win32")
    monkeypatch.setattr(pygame, "scrap", fake)
    return fake


def test_other_programs_paste_what_was_copied_here(platform: str, scrap: _Scrap) -> None:
    Clipboard(platform).put(_WORDS)
    assert scrap.as_others_see_it() == _WORDS


def test_what_was_copied_is_pasted(platform: str, scrap: _Scrap) -> None:
    Clipboard(platform).put(_WORDS)
    assert Clipboard(platform).get() == _WORDS


def test_a_copy_from_another_program_is_pasted(platform: str, scrap: _Scrap) -> None:
    encoding = "utf-16-le" if platform == "win32" else "utf-8"
    scrap.held["text/plain;charset=utf-8"] = f"{_WORDS}\0".encode(encoding)
    assert Clipboard(platform).get() == _WORDS


def test_without_a_system_clipboard_copies_stay_within_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pygame, "scrap")
    clipboard = Clipboard("linux")
    clipboard.put(_WORDS)
    assert clipboard.get() == _WORDS


def test_of_a_huge_copy_only_so_much_is_looked_at(
    platform: str, scrap: _Scrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clevergo.ui.kit.clipboard._MOST_BYTES", 1000)
    encoding = "utf-16-le" if platform == "win32" else "utf-8"
    scrap.held["text/plain;charset=utf-8"] = ("x" * 10_000 + "\0").encode(encoding)
    assert len(Clipboard(platform).get()) == 1000 // len("x".encode(encoding))
