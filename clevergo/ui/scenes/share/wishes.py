"""What is shared, as frozen values, and what is asked for of it; answered by :mod:`clevergo.ui.scenes.share.drawing`.

Pictures are drawn in the process that answers inquiries: a poster takes a tenth of a second, and the window has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from clevergo.app.match.messages import BoardState
from clevergo.games.game import Rules
from clevergo.ui.scenes.play.faces import NO_FACE, Face

if TYPE_CHECKING:
    from clevergo.app.film.ages import Age
    from clevergo.app.kennel.messages import DogCard
    from clevergo.app.match.messages import MatchSnapshot
    from clevergo.app.tournament.pairing import GameResult, Table, TournamentPlan

DOOR = "clevergo.ui.scenes.share.drawing"


@dataclass(frozen=True, eq=False)
class Memory:
    """A board out of a dog's life."""

    board: BoardState
    kind: str
    """Of which moment (:class:`~clevergo.app.kennel.moments.KeptMoment`)."""


@dataclass(frozen=True, eq=False)
class DogShared:
    """A dog: who it is, how it grew, and what it remembers."""

    card: DogCard
    rules: Rules
    """By which it usually plays."""
    ages: tuple[Age, ...] = ()
    """Those of a film of its growth, the youngest first; empty for one that has learned nothing."""
    memory: Memory | None = None
    """None: what it plays against itself is shown instead, if it can play at all."""


@dataclass(frozen=True, eq=False)
class GameShared:
    """A game as it stands or ended."""

    match: MatchSnapshot
    faces: tuple[Face, Face] = (NO_FACE, NO_FACE)
    """Black's and White's."""


@dataclass(frozen=True, eq=False)
class TableShared:
    """A match of two, or a tournament."""

    plan: TournamentPlan
    results: tuple[GameResult, ...]
    table: Table
    faces: tuple[Face, ...]
    """Of the players, in the plan's order."""


Shared = DogShared | GameShared | TableShared


@dataclass(frozen=True, eq=False)
class PictureWish:
    """One handsome picture; answered by :class:`Picture`."""

    door: ClassVar[str] = DOOR
    """See :class:`~clevergo.app.engine.messages.Inquiry`."""
    shared: Shared
    language: str
    """Its code."""
    is_dark: bool


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture, as a file and to be seen."""

    png: bytes
    pixels: bytes
    """The same to be looked at, RGB, row by row from the top."""
    size: tuple[int, int]
    """Width and height of :attr:`pixels`; the file is larger."""

    @property
    def nbytes(self) -> int:
        """What it takes."""
        return len(self.png) + len(self.pixels)


@dataclass(frozen=True, eq=False)
class GifWish:
    """The game move by move, or a dog's growth age by age; answered by :class:`Gif`, first with how far that is."""

    door: ClassVar[str] = DOOR
    """See :class:`~clevergo.app.engine.messages.Inquiry`."""
    shared: GameShared | DogShared
    language: str
    is_dark: bool


@dataclass(frozen=True, eq=False)
class Gif:
    """A moving picture, or how far its making is."""

    share: float
    """How much of it is done, 0 to 1."""
    data: bytes = b""
    """The file; empty before it is whole."""

    @property
    def nbytes(self) -> int:
        """What it takes."""
        return len(self.data)
