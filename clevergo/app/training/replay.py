"""A dog's best game, ready to be shown move by move: read in a thread, once the rules are there."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from clevergo.app.desk.folders import Latest
from clevergo.app.kennel.moments import KeptMoment
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.guests import game_named

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Replay:
    """A game with every position of it."""

    dog: str
    opponent: str
    """Somebody of known strength; empty where the dog played itself."""
    is_black: bool
    """Whether the dog had Black; it did where it played itself."""
    boards: tuple[BoardState, ...]
    """From the first position to the last."""
    chances: tuple[float | None, ...]
    """For each of them Black's, 0 to 1, as the dog saw it one move earlier; None where it did not look."""
    sgf: str
    """The game, to be opened."""


class ReplayDesk:
    """Finds out what there is to replay of one dog at a time; polled, and never waits."""

    def __init__(self) -> None:
        self._latest: Latest[tuple[KeptMoment, Replay | None]] = Latest("replay")
        self._wanted: KeptMoment | None = None
        self._asked: KeptMoment | None = None
        self._game = self._dog = ""
        self.replay: Replay | None = None
        """What there is; None where there is nothing, or not yet."""

    def want(self, dog: str, game: str, best: KeptMoment | None) -> None:
        """Have the ``best`` game of a dog ready soon; None: there is none."""
        if (dog, best) != (self._dog, self._wanted):
            self._dog, self._game, self._wanted, self._asked, self.replay = dog, game, best, None, None
            self._latest.cancel()

    def poll(self) -> None:
        """Take in what has been read; begin to read once the game's rules are in this process."""
        found = self._latest.poll()
        if found is not None:
            self.replay = found[1]
        wanted, dog = self._wanted, self._dog
        if wanted is not None and self._asked is None and game_named(self._game).is_loaded:
            self._asked = wanted
            self._latest.ask(lambda: (wanted, read_replay(dog, wanted)))


def _steadied(rates: Sequence[float | None]) -> tuple[float | None, ...]:
    """The middle of each two that follow: nets favor whoever is to move, which would make a curve swing every move."""
    pairs = zip(rates, (*rates[1:], rates[-1]), strict=True)
    return tuple(one if one is None or next_one is None else (one + next_one) / 2 for one, next_one in pairs)


def read_replay(dog: str, moment: KeptMoment) -> Replay | None:
    """Play a kept game through; None where it cannot be read, as a stranger's may be anything."""
    from clevergo.games.sgf.codec import from_sgf

    try:
        record = from_sgf(moment.sgf)
        nodes = record.main_line()
        boards = tuple(BoardState.of(node.position) for node in nodes)
    except Exception:
        logger.exception("the best game of %s cannot be replayed", dog)
        return None
    end = nodes[-1].outcome
    is_itself = record.black == record.white
    is_black = is_itself or (end is None or end.winner is Color.BLACK)
    opponent = "" if is_itself else record.white if is_black else record.black
    chances = _steadied([node.black_win_rate for node in nodes])
    return Replay(dog, opponent, is_black, boards, chances, moment.sgf.decode("utf-8", "replace"))
