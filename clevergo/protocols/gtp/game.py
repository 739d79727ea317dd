"""The game a controller has set up: unlike in our own games, anybody may move at any time, even after the end."""

from __future__ import annotations

import numpy as np

from clevergo.games.color import Color
from clevergo.games.go.position import Position
from clevergo.games.go.rules import MAX_SIZE, MIN_SIZE, KoRule, Ruleset, Scoring
from clevergo.games.record import GameNode, GameRecord
from clevergo.games.start import Start
from clevergo.protocols.gtp.protocol import GtpError


class GtpGame:
    """A board, what was played on it, and a komi that may be changed in the middle."""

    def __init__(self, size: int = 9, komi: float = 7.5) -> None:
        """An empty board; ``komi`` may be any number, see :attr:`rules`."""
        self.komi = komi
        self._agreed_ko = self._ko = KoRule.POSITIONAL_SUPERKO
        self._scoring = Scoring.AREA
        """How the game is counted: GTP knows no way to say it, a file that is loaded does."""
        self._positions: list[Position] = []
        self.clear(size)

    @property
    def size(self) -> int:
        """Points along one side."""
        return self.position.size

    @property
    def rules(self) -> Ruleset:
        """The rules the players are told: komi is rounded to a half point that the board could decide about."""
        return self.position.rules

    @property
    def position(self) -> Position:
        """The board as it is now."""
        return self._positions[-1]

    def clear(self, size: int | None = None) -> None:
        """An empty board, of another size perhaps; komi and the rule of ko that was agreed upon stay."""
        wanted = self.size if size is None else size
        if not MIN_SIZE <= wanted <= MAX_SIZE:
            raise GtpError("unacceptable size")
        self._ko, self._scoring = self._agreed_ko, Scoring.AREA
        self._positions = [Position.initial(self._rules(wanted))]

    def _rules(self, size: int) -> Ruleset:
        most = float(size * size)
        komi = round(min(max(self.komi, -most), most) * 2) / 2
        return Ruleset(size, komi, self._ko, scoring=self._scoring)

    def set_komi(self, komi: float) -> None:
        """Change the komi from now on, whatever has been played."""
        self.komi = komi
        rules = self._rules(self.size)
        self._positions = [_by_rules(position, rules) for position in self._positions]

    def set_ko(self, ko: KoRule) -> None:
        """Change the rule of ko: of this game, if no move has been played, and of those to come."""
        if ko is not self._ko:
            if len(self._positions) > 1:
                raise GtpError("rules cannot change during a game: clear_board comes first")
            self._ko = ko
            first = self.position
            self._positions = [Position.from_stones(self._rules(first.size), first.stones, first.to_play)]
        self._agreed_ko = ko

    def turn(self, color: Color) -> Position:
        """The position with ``color`` to move, whoever moved last and even if two passes have ended the game."""
        position = self.position
        if position.to_play is color and not position.is_over:
            return position
        if position.ply >= position.rules.ply_limit:  # there is no room for more history: forget it
            return _again(position, color)
        board = position.board.copy()
        board["to_play"] = int(color)
        board["ko_point"] = 0
        if position.is_over:
            board["over"] = 0
            board["passes"] = 0
        return Position(position.rules, board)

    def play(self, color: Color, action: int) -> None:
        """Play a move, or fail with ``illegal move``."""
        position = self.turn(color)
        if position.why_illegal(action) is not None:
            raise GtpError("illegal move")
        self._positions.append(position.play(action))

    def undo(self) -> None:
        """Take the last move back; stones that were set up are no moves."""
        if len(self._positions) == 1:
            raise GtpError("cannot undo")
        self._positions.pop()

    def set_up(self, black: tuple[int, ...]) -> None:
        """Put handicap stones on the empty board; White moves next."""
        if self.position.stones.any():
            raise GtpError("board not empty")
        self._positions = [self.rules.first_position(Start(black, (), Color.WHITE))]

    def load(self, record: GameRecord, plies: int | None) -> None:
        """Take over a recorded game's main line, up to ``plies`` moves of it, with its komi."""
        line = record.main_line()
        if plies is not None:
            line = line[: _place_of(record, line, plies) + 1]
        self.komi = record.rules.komi
        self._ko, self._scoring = record.rules.ko, record.rules.scoring
        self._positions = [node.position for node in line]


def _place_of(record: GameRecord, line: list[GameNode], plies: int) -> int:
    """Where in the line the file's first ``plies`` moves are made: passes that it leaves out are none of them."""
    told = None if record.source is None else record.source.nodes
    moves = [place for place, node in enumerate(line) if place and (told is None or told.get(node.number))]
    return moves[min(plies, len(moves)) - 1] if plies and moves else 0


def _by_rules(position: Position, rules: Ruleset) -> Position:
    board = position.board.copy()
    board["komi"] = np.float32(rules.komi)
    return Position(rules, board)


def _again(position: Position, color: Color) -> Position:
    """A position of the same stones with no history."""
    fresh = Position.from_stones(position.rules, position.stones, color)
    board = fresh.board.copy()
    board["captured"] = position.board["captured"]
    return Position(position.rules, board)
