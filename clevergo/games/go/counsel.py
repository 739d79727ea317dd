"""What a beginner at Go is told: stones in atari, and when nothing is left to gain.

The kinds, the first that holds: ``take``, stones of the other side have a single liberty left, which may be filled;
``save``, stones of one's own have, and can get more; ``pass``, the other side has passed and nothing is open;
``settled``, nothing is open.
"""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from clevergo.games.counsel import Counsel
from clevergo.games.go.position import Position


def counsel(position: Position) -> Counsel:
    """What to say to whoever is to move; takes some milliseconds."""
    side, passing = position.to_play, position.rules.pass_action
    chains = _in_atari(position)
    for kind, color in (("take", side.opponent), ("save", side)):
        for stones, liberty in chains[int(color)]:
            if position.legal_moves[liberty] and (kind == "take" or _helps(position, stones, liberty)):
                return Counsel(kind, stones)
    if position.rules.game.manners.owed(position).any():
        return Counsel()
    return Counsel("pass" if position.last_move == passing else "settled")


def _in_atari(position: Position) -> dict[int, list[tuple[tuple[int, ...], int]]]:
    """For each color its chains with one liberty, the largest first: their points, and the liberty."""
    stones = position.stones
    found: dict[int, list[tuple[tuple[int, ...], int]]] = {1: [], 2: []}
    for color, chains in found.items():
        labels, count = ndimage.label(stones == color)
        for label in range(1, count + 1):
            chain = labels == label
            liberties = np.flatnonzero(ndimage.binary_dilation(chain) & (stones == 0))
            if len(liberties) == 1:
                chains.append((tuple(map(int, np.flatnonzero(chain))), int(liberties[0])))
        chains.sort(key=lambda found: -len(found[0]))
    return found


def _helps(position: Position, chain: tuple[int, ...], liberty: int) -> bool:
    """Whether a stone on its last liberty leaves the chain with two liberties or more."""
    stones = position.play(liberty).stones
    labels, _ = ndimage.label(stones == stones.flat[chain[0]])
    around = ndimage.binary_dilation(labels == labels.flat[chain[0]]) & (stones == 0)
    return int(np.count_nonzero(around)) > 1
