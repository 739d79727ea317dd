"""Finished games and weights as bytes: how they lie on disk, and travel between self-play and the learner. No pickles.

A worker sends pages of finished games, the learner new weights. Neither knows where the other is.

One worker and the learner walk in step by counts of work, never by clocks, so that a run can be repeated. Self-play is
cut into pages of equally many batches. The worker sends every page's finished games; the learner takes the pages in
their order, makes all the steps that a page allows before it opens the next, and publishes weights after every
``PAGES``-th. The worker goes on with weights published after page ``p`` from page ``p + LAG`` on, waiting if they are
not there yet. ``LAG`` is the pipeline's depth: while the learner digests one page the worker plays the next ones, so
both cores are busy as long as the learner keeps up.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from clevergo.games.game import Game
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.training.selfplay.finished import FinishedGame

PAGES = 16
"""Pages from one publishing to the next."""
LAG = 2
"""Pages that the worker is ahead when it takes new weights."""
_RECORDED = ("plies", "targets", "values", "surprises")
"""The arrays of a game with a row for each recorded ply."""
_NUMBERS = struct.Struct("<II")
_PAGE = struct.Struct("<cI")
_FULL_STOP = b"."
"""Begins every page, so that one without games is not empty; what comes from other machines begins with something else
(:class:`clevergo.workers.cluster.messages.Delivery`)."""


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


def pack_page(games: Sequence[FinishedGame], version: int = 0) -> bytes:
    """Finished games as they travel; whoever walks in step tells of a page without any, too.

    ``version`` is that of the oldest weights since the page before.
    """
    return _PAGE.pack(_FULL_STOP, version) + (pack_games(games) if games else b"")


def unpack_page(data: bytes) -> list[FinishedGame]:
    """The inverse of :func:`pack_page`."""
    return unpack_games(data[_PAGE.size :]) if len(data) > _PAGE.size else []


def version_of(page: bytes) -> int:
    """The version of the weights that a packed page was played with."""
    return _PAGE.unpack_from(page)[1]


def pack_games(games: Sequence[FinishedGame], compress: bool = False) -> bytes:
    """Put games of one kind, on boards of any sizes, into one NumPy archive; :func:`unpack_games` is the inverse.

    Where the sizes differ, policies and owners are told number by number, as their rows are of different lengths.
    """
    if not games:
        raise ValueError("there are no games to pack")
    buffer = io.BytesIO()
    save = np.savez_compressed if compress else np.savez
    game = games[0].game
    named: dict[str, Any] = {
        name: np.array([each.start[i] for each in games], np.float32) for i, name in enumerate(game.start_names)
    }
    sizes = [each.size for each in games]
    is_mixed = len(set(sizes)) > 1
    for name in ("moves", *_RECORDED):
        parts = [getattr(each, name) for each in games]
        named[name] = np.concatenate([part.ravel() for part in parts] if is_mixed else parts)
    if game.owners_name:
        owners = [each.owners for each in games]
        named[game.owners_name] = np.concatenate(owners) if is_mixed else np.stack(owners)
    save(
        buffer,
        game=np.array(game.name),
        size=np.array(sizes, np.int32) if is_mixed else np.int32(sizes[0]),
        margin=np.array([each.margin for each in games], np.float32),
        lengths=np.array([len(each.moves) for each in games], np.int32),
        recorded=np.array([len(each.plies) for each in games], np.int32),
        **named,
    )
    return buffer.getvalue()


def unpack_games(data: bytes) -> list[FinishedGame]:
    """Read :func:`pack_games` back.

    Raises:
        ValueError: the bytes are not such an archive.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        # Games of earlier versions were kept without: as if none of their positions had surprised more than another.
        arrays.setdefault("surprises", np.zeros(len(arrays["plies"]), np.float32))
        game = game_named(str(arrays["game"]) if "game" in arrays else USUAL_GAME)
        ends = np.cumsum(arrays["lengths"])
        rows = np.cumsum(arrays["recorded"])
        if arrays["size"].ndim:
            _shape_mixed(arrays, game)
        sizes = np.broadcast_to(arrays["size"], len(ends)).tolist()
        targets = arrays["targets"]
        games = []
        for i in range(len(ends)):
            moves = slice(ends[i] - arrays["lengths"][i], ends[i])
            recorded = slice(rows[i] - arrays["recorded"][i], rows[i])
            games.append(
                FinishedGame(
                    game=game,
                    size=sizes[i],
                    start=np.array([arrays[name][i] for name in game.start_names], np.float32),
                    moves=arrays["moves"][moves],
                    targets=targets[i] if isinstance(targets, list) else targets[recorded],
                    **{name: arrays[name][recorded] for name in _RECORDED if name != "targets"},
                    margin=float(arrays["margin"][i]),
                    owners=arrays[game.owners_name][i] if game.owners_name else np.zeros(0, np.int8),
                )
            )
    except Exception as error:  # zipfile and zlib have their own families
        raise ValueError(f"not an archive of games: {error}") from error
    return games


def _shape_mixed(arrays: dict[str, Any], game: Game) -> None:
    """Give the policies and owners of games on boards of several sizes their rows back: a list, an entry each game."""
    sizes = arrays["size"].tolist()
    actions = np.array([game.num_actions(size) for size in sizes])
    ends = np.cumsum(arrays["recorded"] * actions)
    arrays["targets"] = [
        part.reshape(-1, count) for part, count in zip(np.split(arrays["targets"], ends), actions, strict=False)
    ]
    if game.owners_name:
        points = np.cumsum([game.num_owned(size) for size in sizes])
        arrays[game.owners_name] = np.split(arrays[game.owners_name], points)[:-1]
