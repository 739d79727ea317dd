"""The system's clipboard, and one of our own where there is none."""

from __future__ import annotations

import contextlib
import sys

import pygame

_KIND = "text/plain;charset=utf-8"
"""The only kind of text that pygame passes on everywhere in full."""
_WIDE = "utf-16-le"
"""What it really is on Windows: CF_UNICODETEXT, whatever the name says (pygame issue 3790)."""
_MOST_BYTES = 16 * 1024 * 1024
"""What is longer is cut off: nothing that is pasted here is half as long."""


class Clipboard:
    """What was copied last, here or elsewhere."""

    def __init__(self, platform: str = sys.platform) -> None:
        """``platform`` as ``sys.platform`` names it."""
        self._is_wide = platform == "win32"
        self._own = ""

    def put(self, text: str) -> None:
        """Copy ``text``."""
        self._own = text
        if self._is_wide:
            # Ends with two zero bytes, of which pygame adds one.
            self._hand_over(_KIND, (text + "\0").encode(_WIDE, "replace"))
            return
        for kind in (_KIND, pygame.SCRAP_TEXT):
            self._hand_over(kind, text.encode("utf-8", "replace"))

    def get(self) -> str:
        """What was copied last."""
        with contextlib.suppress(pygame.error, AttributeError):
            _begin()
            found = pygame.scrap.get(_KIND)
            if found:
                return _text(found, _WIDE if self._is_wide else "utf-8")
            plain = pygame.scrap.get(pygame.SCRAP_TEXT)
            if plain:
                return _text(plain, "utf-8")
        return self._own

    @staticmethod
    def _hand_over(kind: str, data: bytes) -> None:
        with contextlib.suppress(pygame.error, AttributeError):
            _begin()
            pygame.scrap.put(kind, data)


def _begin() -> None:
    if not pygame.scrap.get_init():
        pygame.scrap.init()


def _text(data: bytes, encoding: str) -> str:
    return bytes(data[:_MOST_BYTES]).decode(encoding, "replace").partition("\0")[0]
