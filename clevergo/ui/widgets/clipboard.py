"""The system's clipboard, and one of our own where there is none."""

from __future__ import annotations

import contextlib

import pygame

_UTF_8 = "text/plain;charset=utf-8"
"""The only kind of text that pygame takes and gives on Linux and macOS; on Windows it is ``SCRAP_TEXT``."""


class Clipboard:
    """What was copied last, here or elsewhere."""

    def __init__(self) -> None:
        self._own = ""

    def put(self, text: str) -> None:
        """Copy ``text``."""
        self._own = text
        for kind in (_UTF_8, pygame.SCRAP_TEXT):
            with contextlib.suppress(pygame.error, AttributeError):
                if not pygame.scrap.get_init():
                    pygame.scrap.init()
                pygame.scrap.put(kind, text.encode("utf-8"))

    def get(self) -> str:
        """What was copied last."""
        with contextlib.suppress(pygame.error, AttributeError):
            if not pygame.scrap.get_init():
                pygame.scrap.init()
            found = pygame.scrap.get(_UTF_8) or pygame.scrap.get(pygame.SCRAP_TEXT)
            if found:
                return bytes(found).decode("utf-8", "replace").rstrip("\0")
        return self._own
