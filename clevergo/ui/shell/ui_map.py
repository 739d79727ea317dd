"""A map of what the window shows, for programs that drive it with a real mouse: our own tests.

Written only where the environment variable ``CLEVERGO_UI_MAP`` names a file.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pygame

from clevergo.files import write_whole
from clevergo.ui.shell.scene import Scene
from clevergo.ui.shell.stage import Stage

VARIABLE = "CLEVERGO_UI_MAP"
_EVERY = 0.1


class MapWriter:
    """Writes the map whenever it has changed, at most ten times a second, whole; and when the pointer has moved.

    Whoever moves the pointer finds in the map where it is, and so knows of all before that what the window made of it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._written = ""
        self._next = 0.0
        self._is_stale = True
        self._pointer = (-1, -1)

    @classmethod
    def from_environment(cls) -> MapWriter | None:
        """A writer where the variable is set."""
        named = os.environ.get(VARIABLE)
        return cls(Path(named)) if named else None

    def write(self, stage: Stage, has_drawn: bool) -> None:
        """Write what the stage shows now, if it is something else than before."""
        pointer = pygame.mouse.get_pos()
        has_moved, self._pointer = pointer != self._pointer, pointer
        self._is_stale = self._is_stale or has_drawn or has_moved
        now = time.monotonic()
        if not self._is_stale or (now < self._next and not has_moved):
            return
        self._next = now + _EVERY
        self._is_stale = False
        text = json.dumps(describe(stage), ensure_ascii=False)
        if text != self._written:
            self._written = text
            write_whole(self._path, text.encode(), durable=False)


def describe(stage: Stage) -> dict[str, Any]:
    """What a person sees: scene, widgets, texts and the board, in pixels of the window."""
    widgets = [
        {"id": mark.id, "text": mark.text, "rect": list(mark.rect), "enabled": mark.is_enabled}
        for mark in stage.clickable()
    ]
    scene = stage.scene
    shown: dict[str, Any] = {
        "scene": scene.name.value if isinstance(scene, Scene) else "",
        "size": list(stage.rect.size),
        "language": stage.preferences.now.language.code,
        "scale": stage.look.scale,
        "focus": stage.focus.id if stage.focus is not None else "",
        "pointer": list(pygame.mouse.get_pos()),
        "widgets": widgets,
        "texts": [drawn.text for drawn in texts_of(stage)],
    }
    board = scene.board_mark() if scene is not None else None
    if board is not None:
        shown["board"] = asdict(board)
    return shown


def texts_of(stage: Stage) -> list[Any]:
    """Every text the stage shows (:class:`~clevergo.ui.kit.look.DrawnText`), found by drawing it once more, unseen."""
    look = stage.look
    look.drawn = []
    try:
        stage.draw(_Unseen(stage.rect), look)
        return look.drawn
    finally:
        look.drawn = None


class _Unseen(pygame.Surface):
    """Drawn on as if it were as large as the window, so that what is beyond the edge of a list is left out, say.

    In truth it is one pixel: a map is drawn many times a second, and nobody looks at its pixels.
    """

    def __init__(self, rect: pygame.Rect) -> None:
        super().__init__((1, 1))
        self._whole = rect.copy()
        self._clip = self._whole

    def get_clip(self) -> pygame.Rect:
        """What may be drawn on."""
        return self._clip.copy()

    def set_clip(self, rect: Any) -> None:
        """Draw on this part only; None: everywhere."""
        self._clip = self._whole if rect is None else self._whole.clip(rect)
