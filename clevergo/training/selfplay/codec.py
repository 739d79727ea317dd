"""Finished games as bytes: how they travel between processes and lie on disk. No pickles."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np

from clevergo.training.selfplay.lockstep import FinishedGame


def pack_games(games: Sequence[FinishedGame], compress: bool = False) -> bytes:
    """Put games of one board size into one NumPy archive; :func:`unpack_games` is the inverse."""
    if not games:
        raise ValueError("there are no games to pack")
    buffer = io.BytesIO()
    save = np.savez_compressed if compress else np.savez
    save(
        buffer,
        size=np.int32(games[0].size),
        komi=np.array([game.komi for game in games], np.float32),
        margin=np.array([game.margin for game in games], np.float32),
        ownership=np.stack([game.ownership for game in games]),
        lengths=np.array([len(game.moves) for game in games], np.int32),
        recorded=np.array([len(game.plies) for game in games], np.int32),
        moves=np.concatenate([game.moves for game in games]),
        plies=np.concatenate([game.plies for game in games]),
        targets=np.concatenate([game.targets for game in games]),
        values=np.concatenate([game.values for game in games]),
        surprises=np.concatenate([game.surprises for game in games]),
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
        surprises = arrays.get("surprises", np.zeros(len(arrays["plies"]), np.float32))
        size = int(arrays["size"])
        ends = np.cumsum(arrays["lengths"])
        rows = np.cumsum(arrays["recorded"])
        games = []
        for i in range(len(ends)):
            moves = slice(ends[i] - arrays["lengths"][i], ends[i])
            recorded = slice(rows[i] - arrays["recorded"][i], rows[i])
            games.append(
                FinishedGame(
                    size=size,
                    komi=float(arrays["komi"][i]),
                    moves=arrays["moves"][moves],
                    plies=arrays["plies"][recorded],
                    targets=arrays["targets"][recorded],
                    values=arrays["values"][recorded],
                    surprises=surprises[recorded],
                    margin=float(arrays["margin"][i]),
                    ownership=arrays["ownership"][i],
                )
            )
    except (KeyError, OSError, EOFError, IndexError) as error:
        raise ValueError(f"not an archive of games: {error}") from error
    except Exception as error:  # zipfile and zlib have their own families
        raise ValueError(f"not an archive of games: {error}") from error
    return games
