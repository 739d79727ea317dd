"""The system's clipboard, and one of our own where there is none."""

from __future__ import annotations

import contextlib

import pygame


class Clipboard:
    """What was copied last, here or elsewhere."""

    def __init__(self) -> None:
        self._own = ""

    def put(self, text: str) -> None:
        """Copy ``text``."""
        self._own = text
        with contextlib.suppress(pygame.error, AttributeError):
            if not pygame.scrap.get_init():
                pygame.scrap.init()
            pygame.scrap.put(pygame.SCRAP_TEXT, text.encode("utf-8"))

    def get(self) -> str:
        """What was copied last."""
        with contextlib.suppress(pygame.error, AttributeError):
            if not pygame.scrap.get_init():
                pygame.scrap.init()
            found = pygame.scrap.get("text/plain;charset=utf-8") or pygame.scrap.get(pygame.SCRAP_TEXT)
            if found:
                return bytes(found).decode("utf-8", "replace").rstrip("\0")
        return self._own
