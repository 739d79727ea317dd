"""Finished games as bytes: how they travel between processes and lie on disk. No pickles."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.training.selfplay.lockstep import FinishedGame

_RECORDED = ("plies", "targets", "values", "surprises")
"""The arrays of a game with a row for each recorded ply."""


def pack_games(games: Sequence[FinishedGame], compress: bool = False) -> bytes:
    """Put games of one kind and board size into one NumPy archive; :func:`unpack_games` is the inverse."""
    if not games:
        raise ValueError("there are no games to pack")
    buffer = io.BytesIO()
    save = np.savez_compressed if compress else np.savez
    game = games[0].game
    named: dict[str, Any] = {
        name: np.array([each.start[i] for each in games], np.float32) for i, name in enumerate(game.start_names)
    }
    named |= {name: np.concatenate([getattr(each, name) for each in games]) for name in ("moves", *_RECORDED)}
    if game.owners_name:
        named[game.owners_name] = np.stack([each.owners for each in games])
    save(
        buffer,
        game=np.array(game.name),
        size=np.int32(games[0].size),
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
        size = int(arrays["size"])
        ends = np.cumsum(arrays["lengths"])
        rows = np.cumsum(arrays["recorded"])
        games = []
        for i in range(len(ends)):
            moves = slice(ends[i] - arrays["lengths"][i], ends[i])
            recorded = slice(rows[i] - arrays["recorded"][i], rows[i])
            games.append(
                FinishedGame(
                    game=game,
                    size=size,
                    start=np.array([arrays[name][i] for name in game.start_names], np.float32),
                    moves=arrays["moves"][moves],
                    **{name: arrays[name][recorded] for name in _RECORDED},
                    margin=float(arrays["margin"][i]),
                    owners=arrays[game.owners_name][i] if game.owners_name else np.zeros(0, np.int8),
                )
            )
    except Exception as error:  # zipfile and zlib have their own families
        raise ValueError(f"not an archive of games: {error}") from error
    return games
