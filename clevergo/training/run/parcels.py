"""What travels between self-play and the learner, past the run: bytes, packed once and unpacked once.

A worker sends pages of finished games, the learner new weights. Neither knows where the other is.

One worker and the learner walk in step by counts of work, never by clocks, so that a run can be repeated. Self-play is
cut into pages of equally many batches. The worker sends every page's finished games; the learner takes the pages in
their order, makes all the steps that a page allows before it opens the next, and publishes weights after every
``PAGES``-th. The worker goes on with weights published after page ``p`` from page ``p + LAG`` on, waiting if they are
not there yet. ``LAG`` is the pipeline's depth: while the learner digests one page the worker plays the next ones, so
both cores are busy as long as the learner keeps up.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from clevergo.training.selfplay.codec import pack_games, unpack_games
from clevergo.training.selfplay.lockstep import FinishedGame

PAGES = 16
"""Pages from one publishing to the next."""
LAG = 2
"""Pages that the worker is ahead when it takes new weights."""
_NUMBERS = struct.Struct("<II")
_PAGE = b"."
"""Begins every page, so that one without games is not empty."""


def page_ticks(publish_ticks: int) -> int:
    """Batches of a page."""
    return max(1, publish_ticks // PAGES)


def version_of_page(page: int) -> int:
    """Which published weights page ``page`` (the first is 0) is played with; 0 are those of the run's start."""
    return max(0, page - LAG) // PAGES


def version_after(pages: int) -> int | None:
    """Which weights the learner publishes after so many pages; None: none."""
    return pages // PAGES if pages % PAGES == 0 else None


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
