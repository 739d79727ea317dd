"""What travels between self-play and the learner, past the run: bytes, packed once and unpacked once.

A worker sends pages of finished games, the learner new weights. Neither knows where the other is.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from clevergo.training.selfplay.codec import pack_games, unpack_games
from clevergo.training.selfplay.lockstep import FinishedGame

_NUMBERS = struct.Struct("<II")
_PAGE = b"."
"""Begins every page, so that one without games is not empty."""


@dataclass(frozen=True)
class NewWeights:
    """Self-play goes on with these weights."""

    version: int
    """See :class:`~clevergo.training.run.events.Published`."""
    pages: int
    """Pages that the learner had heard of by then: a worker that begins with these weights goes on there."""
    data: bytes
    """The content of a weight file."""

    def to_bytes(self) -> bytes:
        """As they travel."""
        return _NUMBERS.pack(self.version, self.pages) + self.data

    @classmethod
    def from_bytes(cls, data: bytes) -> NewWeights:
        """The inverse of :meth:`to_bytes`."""
        version, pages = _NUMBERS.unpack_from(data)
        return cls(version, pages, data[_NUMBERS.size :])


def pack_page(games: Sequence[FinishedGame]) -> bytes:
    """Finished games as they travel; whoever walks in step tells of a page without any, too."""
    return _PAGE + (pack_games(games) if games else b"")


def unpack_page(data: bytes) -> list[FinishedGame]:
    """The inverse of :func:`pack_page`."""
    return unpack_games(data[len(_PAGE) :]) if len(data) > len(_PAGE) else []
