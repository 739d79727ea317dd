"""Pictures between paragraphs: loaded and scaled in a thread, in the size they are seen in."""

from __future__ import annotations

import struct
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from clevergo.ui.kit.look import Look
from clevergo.ui.kit.prose.sheet import Embedded
from clevergo.ui.kit.theme import Size

_DRAWN_AT = 1.5
"""Pixels of a picture's file for a logical unit: it is sharp at 100 % and at 150 %."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_size(path: Path) -> tuple[int, int] | None:
    """Width and height of a PNG file in pixels, by its first bytes; None where it is none or cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(24)
    except OSError:
        return None
    if len(head) < 24 or not head.startswith(_SIGNATURE):
        return None
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def scaled(surface: Surface, size: tuple[int, int]) -> Surface:
    """A picture in another size, every pixel the mean of those it covers; pygame's own scaling darkens even grounds."""
    pixels = pygame.surfarray.array3d(surface).astype(np.float32)
    across, down = (_shares(*ends) for ends in zip(surface.get_size(), size, strict=True))
    mixed = np.einsum("xi,ijc->xjc", across, pixels, optimize=True)
    mixed = np.einsum("yj,xjc->xyc", down, mixed, optimize=True)
    result = Surface(size, 0, 32)
    pygame.surfarray.blit_array(result, np.rint(mixed).clip(0, 255).astype(np.uint8))
    return result


def _shares(before: int, after: int) -> NDArray[np.float32]:
    """``float32[after, before]``: how much of each pixel there was belongs to each there will be; rows sum to 1."""
    step = before / after
    if step >= 1:  # as much as it covers
        edges = np.arange(after + 1) * step
        pixels = np.arange(before)
        ends = np.minimum(edges[1:, None], pixels + 1)
        shares = np.clip(ends - np.maximum(edges[:-1, None], pixels), 0, None)
    else:  # between its two neighbors
        middles = (np.arange(after)[:, None] + 0.5) * step - 0.5
        shares = np.clip(1 - abs(np.clip(middles, 0, before - 1) - np.arange(before)), 0, None)
    return (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)


class PictureLoader:
    """A thread that reads and scales pictures, one after the other; it is there while any are wanted."""

    def __init__(self) -> None:
        self._wanted: deque[tuple[Path, tuple[int, int], Callable[[Surface | None], None]]] = deque()
        self._lock = threading.Lock()
        self._is_at_work = False

    def ask(self, path: Path, size: tuple[int, int], done: Callable[[Surface | None], None]) -> None:
        """``done`` is called in the thread, with None where the file is no picture."""
        with self._lock:
            self._wanted.append((path, size, done))
            is_there, self._is_at_work = self._is_at_work, True
        if not is_there:
            threading.Thread(target=self._run, name="pictures", daemon=True).start()

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._wanted:
                    self._is_at_work = False
                    return
                path, size, done = self._wanted.popleft()
            try:
                loaded = pygame.image.load(path)
                # Files have few colors; scaling mixes them, so it needs all.
                whole = Surface(loaded.get_size(), 0, 32)
                whole.blit(loaded, (0, 0))
                done(whole if whole.get_size() == size else scaled(whole, size))
            except (pygame.error, OSError):
                done(None)


class PictureView(Embedded):
    """A picture as wide as it was drawn, or as there is room for."""

    def __init__(self, loader: PictureLoader, path: Path, dark: Path | None, words: str) -> None:
        """``dark`` is shown instead of ``path`` in dark colors; ``words`` are said where neither can be."""
        super().__init__()
        self._loader = loader
        self._path, self._dark = path, dark
        self._words = words
        self._asked: tuple[Path, tuple[int, int]] | None = None
        self._came: Surface | None = None
        """What the thread has made."""
        self._shown: Surface | None = None

    def _file(self, look: Look) -> Path:
        return self._dark if self._dark is not None and look.palette.is_dark else self._path

    def wanted_width(self, look: Look) -> int:
        size = png_size(self._file(look))
        return look.px(size[0] / _DRAWN_AT) if size is not None else look.px(320)

    def height_for(self, look: Look, width: int) -> int:
        size = png_size(self._file(look))
        return round(width * size[1] / size[0]) if size is not None else look.px(60)

    def arrange(self, rect: Rect, look: Look) -> None:
        wanted = self._file(look), rect.size
        if wanted != self._asked:
            self._asked, self._shown, self._came = wanted, None, None
            self._loader.ask(*wanted, lambda surface: self._take(wanted, surface))
            self.animate()

    def _take(self, wanted: tuple[Path, tuple[int, int]], surface: Surface | None) -> None:
        if wanted == self._asked:
            self._came = surface or Surface((1, 1))

    def update(self, dt: float) -> bool:
        if self._came is None:
            return True
        self._shown, self._came = self._came, None
        self.invalidate()
        return False

    def draw_behind(self, surface: Surface, look: Look) -> None:
        if self._shown is not None and self._shown.get_size() == self.rect.size:
            surface.blit(self._shown, self.rect)
            return
        look.rounded(surface, self.rect, 8, look.palette.sunken)
        if self._shown is not None:  # no picture at all
            look.text(surface, self._words, self.rect, Size.SMALL, look.palette.muted)
