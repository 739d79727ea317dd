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
        self._encodings = {_KIND: _WIDE if self._is_wide else "utf-8", pygame.SCRAP_TEXT: "utf-8"}
        self._own = ""

    def put(self, text: str) -> None:
        """Copy ``text``."""
        self._own = text
        # On Windows there is one kind; it ends with two zero bytes, of which pygame adds one.
        whole, kinds = (text + "\0", [_KIND]) if self._is_wide else (text, list(self._encodings))
        for kind in kinds:
            with contextlib.suppress(pygame.error, AttributeError):
                _begin()
                pygame.scrap.put(kind, whole.encode(self._encodings[kind], "replace"))

    def get(self) -> str:
        """What was copied last."""
        with contextlib.suppress(pygame.error, AttributeError):
            _begin()
            for kind, encoding in self._encodings.items():
                if found := pygame.scrap.get(kind):
                    return bytes(found[:_MOST_BYTES]).decode(encoding, "replace").partition("\0")[0]
        return self._own


def _begin() -> None:
    if not pygame.scrap.get_init():
        pygame.scrap.init()
