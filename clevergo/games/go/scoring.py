"""Who has won and by how much: by area or by territory, and the dead stones that people agree on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import OtherCount, Tally
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Scoring
from clevergo.games.outcome import Outcome, Termination

__all__ = ["area_score", "outcome_of", "ownership", "propose_dead"]

# scipy.ndimage and the kernels are imported inside the functions that count: the window has this module from its
# first frame on, and must not wait for them.


def ownership(stones: NDArray[np.int8], dead: NDArray[np.bool_] | None = None) -> NDArray[np.int8]:
    """Whose each point is, by area: living stones, and empty regions that reach only one color.

    Args:
        stones: ``int8[N, N]``: 0 empty, 1 black, 2 white.
        dead: ``bool[N, N]``: stones to take off the board first; None for none (Tromp-Taylor).

    Returns:
        ``int8[N, N]``: 0 nobody's, 1 Black's, 2 White's.
    """
    from scipy import ndimage

    if stones.ndim != 2 or (dead is not None and dead.shape != stones.shape):
        raise ValueError("stones and dead must be [N, N], both the same")
    owner = np.array(stones, np.int8)
    if dead is not None:
        owner[dead] = 0
    regions, count = ndimage.label(owner == 0)
    reaches = np.zeros((len(Color) + 1, count + 1), np.bool_)
    for color in Color:
        reaches[color, regions[ndimage.binary_dilation(owner == color)]] = True
    owner_of_region = np.zeros(count + 1, np.int8)
    owner_of_region[reaches[Color.BLACK] & ~reaches[Color.WHITE]] = Color.BLACK
    owner_of_region[reaches[Color.WHITE] & ~reaches[Color.BLACK]] = Color.WHITE
    return np.where(owner == 0, owner_of_region[regions], owner)


def open_share(stones: NDArray[np.int8]) -> float:
    """The share of the board, 0 to 1, that is nobody's: empty points that reach both colors.

    Where a color has no stone, all empty points are nobody's until the other lies on a quarter of the board.

    Args:
        stones: ``int8[N, N]``: 0 empty, 1 black, 2 white.
    """
    if all(np.any(stones == color) for color in Color):
        return float(np.mean(ownership(stones) == 0))
    taken = float(np.mean(stones != 0))
    return 1.0 - taken if taken < 0.25 else 0.0


def is_mostly_open(stones: NDArray[np.int8]) -> bool:
    """Whether most of the board is nobody's yet: a game that ends now is hardly one.

    Games that were played to their end stay far from it: on 9x9 more than half was nobody's for 33 moves at least, and
    no more than a fifth at any pass, dead stones on the board included. ``stones`` as in :func:`open_share`.
    """
    return open_share(stones) > 0.5


def area_score(position: Position, dead: NDArray[np.bool_] | None = None) -> tuple[int, int]:
    """Black's and White's points by area, without komi. ``dead`` as in :func:`ownership`."""
    owner = ownership(position.stones, dead)
    return int(np.count_nonzero(owner == Color.BLACK)), int(np.count_nonzero(owner == Color.WHITE))


def outcome_of(position: Position, dead: NDArray[np.bool_] | None = None) -> Outcome:
    """The outcome of a position by area and komi; a game still going on is counted as if both had passed now.

    ``dead`` as in :func:`ownership`; None is the rule programs train by.
    """
    black, white = area_score(position, dead)
    by_limit = position.is_over and position.passes < 2
    termination = Termination.PLY_LIMIT if by_limit else Termination.TWO_PASSES
    return Outcome.counted(black - white - position.rules.komi, termination)


def propose_dead(position: Position, playouts: int = 1000, rng: np.random.Generator | None = None) -> NDArray[np.bool_]:
    """Which stones look dead: those of chains that more often than not end as the opponent's in random play.

    Whose turn it is does not matter. A hundred thousand games or so are played in a second on 9x9. Where ``rng`` is
    None, their moves are seeded from the stones, so that a board always looks the same.

    Returns:
        ``bool[N, N]``: True for stones taken for dead, for all stones of a chain or none.
    """
    from scipy import ndimage

    from clevergo.games.go.playout import expected_ownership

    rng = np.random.default_rng(position.hash) if rng is None else rng
    black_share = expected_ownership(position.board, playouts, rng)
    dead = np.zeros((position.size, position.size), np.bool_)
    for color, sign in ((Color.BLACK, 1), (Color.WHITE, -1)):
        chains, count = ndimage.label(position.stones == color)
        kept = ndimage.mean(sign * black_share, chains, np.arange(1, count + 1))
        dead |= np.isin(chains, 1 + np.flatnonzero(np.asarray(kept) < 0))
    return dead


# --- territory ------------------------------------------------------------------------------------------------------

_EYES_OF_SEKI = 2
"""The most points of the only eye of stones in seki: with more there is room for a second one."""


def territory(stones: NDArray[np.int8], dead: NDArray[np.bool_] | None = None) -> NDArray[np.int8]:
    """Whose each point is, with eyes in seki nobody's, as Japanese counting has it (rules of 1989, article 8).

    Those rules call stones that live beside a neutral point stones in seki, and want neutral points filled before.
    People leave them open. So only stones are taken to be in seki that lie beside a neutral point and have one eye, of
    two points at most: they live without two eyes. Stones around one eye belong together.

    Args and returns as in :func:`ownership`; living stones are their own side's.
    """
    from scipy import ndimage

    owner = ownership(stones, dead)
    bare = np.where(dead, 0, stones) if dead is not None else stones
    neutral = ndimage.binary_dilation((bare == 0) & (owner == 0))
    for color in Color:
        # Stones and the empty points that are theirs alone: what hangs together by them lives or dies together.
        groups, count = ndimage.label(owner == color)
        eyes, _ = ndimage.label((owner == color) & (bare == 0))
        for group in range(1, count + 1):
            inside = groups == group
            own = eyes[inside & (eyes > 0)]
            is_in_seki = 0 < len(own) <= _EYES_OF_SEKI and len(np.unique(own)) == 1
            if is_in_seki and np.any(neutral & inside & (bare == color)):
                owner[inside & (bare == 0)] = 0
    return owner


def territory_of(position: Position, dead: NDArray[np.bool_] | None = None) -> Tally:
    """Both sides' surrounded points, and their prisoners: stones taken, and the ``dead: bool[N, N]`` on the board."""
    taken, stones = position.captures, position.stones
    owner = territory(stones, dead)
    gone = np.zeros_like(stones, np.bool_) if dead is None else dead
    empty, prisoners = [], []
    for color in Color:
        empty.append(int(np.count_nonzero((owner == color) & ((stones == 0) | gone))))
        prisoners.append(taken[color - 1] + int(np.count_nonzero(gone & (stones == color.opponent))))
    return Tally((empty[0], empty[1]), (prisoners[0], prisoners[1]))


def counted(position: Position, scoring: Scoring, dead: NDArray[np.bool_] | None = None) -> Outcome:
    """The outcome of a position by ``scoring`` and komi; ``dead: bool[N, N]`` stones count for nothing."""
    by_area = outcome_of(position, dead)
    if scoring is Scoring.AREA:
        return by_area
    black, white = (sum(points) for points in zip(*territory_of(position, dead), strict=True))
    return Outcome.counted(black - white - position.rules.komi, by_area.termination)


class GoCounting:
    """Go counted by the rules' way, area or territory, with the stones that people agree are dead off the board."""

    def is_open(self, position: Position) -> bool:
        return is_mostly_open(position.stones)

    def propose_dead(self, position: Position) -> NDArray[np.bool_]:
        """``bool[N, N]``: what looks dead; nothing on an open board, where random play would call a lone stone so."""
        return np.zeros_like(position.stones, np.bool_) if self.is_open(position) else propose_dead(position)

    def owners(self, position: Position, dead: NDArray[np.bool_] | None = None) -> NDArray[np.int8]:
        by_territory = position.rules.scoring is Scoring.TERRITORY
        return territory(position.stones, dead) if by_territory else ownership(position.stones, dead)

    def outcome(self, position: Position, dead: NDArray[np.bool_] | None = None) -> Outcome:
        return counted(position, position.rules.scoring, dead)

    def tally(self, position: Position, dead: NDArray[np.bool_] | None = None) -> Tally | None:
        return territory_of(position, dead) if position.rules.scoring is Scoring.TERRITORY else None

    def other_count(self, position: Position, dead: NDArray[np.bool_] | None = None) -> OtherCount | None:
        other = position.rules.scoring.other
        return OtherCount(other.value, counted(position, other, dead))

    def agreed(self, position: Position, dead: NDArray[np.bool_]) -> NDArray[np.uint8]:
        from clevergo.games.go.settled import agreed_on

        return agreed_on(position.board[0], dead)
