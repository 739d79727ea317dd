"""The positions that a dog's ages can be asked about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from clevergo.app.film.film import Line
from clevergo.app.match.messages import BoardState, MatchSnapshot
from clevergo.games.game import Rules
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.train.words import skill_said
from clevergo.ui.strings import FilmText, Strings

GAME = "game"
"""The id of the game on the board."""


@dataclass(frozen=True)
class Spot:
    """A position that can be asked about."""

    id: str
    words: Words
    line: Line
    is_game: bool = False
    """Whether the moves are a game, of which other positions may be looked at too."""

    @property
    def board(self) -> BoardState:
        """What lies there, where no move on the way takes anything: of set pieces, and of first positions."""
        line = self.line
        board = BoardState.empty(line.rules.grid, line.start)
        color = line.start.to_play
        for action in line.played:
            board.stones.flat[action] = int(color)
            color = color.opponent
        return board


def spot_of(match: MatchSnapshot) -> Spot:
    """The position looked at in a match, and all moves of the line it is of."""
    moves = tuple(move.action for move in match.line.moves) or match.shown.moves
    line = Line(match.setup.rules, moves, match.shown.ply, match.setup.start)
    return Spot(GAME, FilmText.SPOT_GAME, line, is_game=bool(moves))


@lru_cache(maxsize=32)
def usual_spots(rules: Rules, start: Start = EMPTY_BOARD) -> tuple[Spot, ...]:
    """What every age is asked: a set piece of each kind that the game has, and its first position."""
    kinds: dict[str, Spot] = {}
    for piece in rules.game.set_pieces(rules):
        line = Line(rules, piece.moves, len(piece.moves), piece.start)
        kinds.setdefault(piece.kind, Spot(piece.name, _task(rules.game.name, piece.kind), line))
    return (*kinds.values(), Spot("first", FilmText.SPOT_FIRST, Line(rules, start=start)))


def _task(game: str, kind: str) -> Words:
    """What is to be done in a set piece, with a capital."""

    def said(strings: Strings) -> str:
        words = skill_said(strings, game, kind)
        return words[:1].upper() + words[1:]

    return said
