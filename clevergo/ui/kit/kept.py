"""What is costly to make and wanted again, kept within limits: what was not wanted for longest goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from pygame import Surface

T = TypeVar("T")


def remembered(cache: OrderedDict[Any, T], key: object, make: Callable[[], T], most: int) -> T:
    """What a cache holds, or makes now; it holds ``most`` pieces."""
    piece = cache.get(key)
    if piece is None:
        piece = cache[key] = make()
        if len(cache) > most:
            cache.popitem(last=False)
    else:
        cache.move_to_end(key)
    return piece


class Pictures:
    """Pictures by what they show.

    Their number alone bounds nothing: a window that is dragged through its sizes asks for all of them in each, and the
    large ones take a hundred times what the small ones take.
    """

    def __init__(self, most: int, most_bytes: int) -> None:
        """Keep ``most`` pictures, whose pixels take ``most_bytes`` together at normal size."""
        self._most, self._most_bytes = most, most_bytes
        self._kept: OrderedDict[object, Surface] = OrderedDict()
        self.nbytes = 0
        """What the pixels of all take."""

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: object, make: Callable[[], Surface], scale: float = 1.0) -> Surface:
        """The picture, made now where it is not kept; ``scale`` times as large, all may take its square as much."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        made = self._kept[key] = make()
        self.nbytes += _nbytes(made)
        most_bytes = self._most_bytes * max(scale, 1.0) ** 2
        while len(self._kept) > 1 and (len(self._kept) > self._most or self.nbytes > most_bytes):
            _, gone = self._kept.popitem(last=False)
            self.nbytes -= _nbytes(gone)
        return made

    def forget(self) -> None:
        """Let go of all."""
        self._kept.clear()
        self.nbytes = 0


def _nbytes(picture: Surface) -> int:
    width, height = picture.get_size()
    return width * height * picture.get_bytesize()
