"""A brain for managers of five in a row: lines in, answers out, until ``END`` or the end of the input.

After the protocol's second version (Gomocup, "Protocol for communication"): points are ``column,row`` from the upper
left, counted from 0. What cannot be done is answered with ``ERROR``, what is not known with ``UNKNOWN``; nothing a
manager says ends the brain but ``END``.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from clevergo import __version__
from clevergo.games.color import Color
from clevergo.games.five.rules import MAX_SIZE, MIN_SIZE, FiveRules, RuleSet
from clevergo.games.game import position_after
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.players.protocol import Player, PlayerError, ThinkControl
from clevergo.protocols.talk import LineSource

logger = logging.getLogger(__name__)

_LAG = 0.08
"""Seconds of a move's time that are left for the way between the programs, and for a batch that is under way."""
_SHARE_OF_MATCH = 1 / 12
"""Of what is left of a match's time, for one move."""
_SHORTEST = 0.01
_USUAL_SECONDS = 5.0
_EXACT, _CONTINUOUS, _RENJU, _CARO = 1, 2, 4, 8
"""The bits of ``INFO rule``."""
_OURS, _THEIRS, _WINNING = 1, 2, 3
_SWAP2 = ((0, 0), (2, 1), (1, 2))
"""The three stones of a swap2 opening, Black's, White's, Black's, beside a point that is drawn near a corner."""
ABOUT = f'name="CleverGo", version="{__version__}", author="CleverGo", country="CN", www=""'


class BrainError(Exception):
    """A command cannot be done; the message is the answer behind ``ERROR``."""


@dataclass
class Limits:
    """What the manager allows."""

    turn: float = _USUAL_SECONDS
    """Seconds a move may take; 0: as little as possible."""
    match: float = 0.0
    """Seconds a match may take; 0: as long as it likes."""
    left: float | None = None
    """Seconds left of it, as the manager counts; None: it has not said."""

    def budget(self) -> float:
        """Seconds to think about the next move."""
        wanted = self.turn
        rest = self.left if self.left is not None else self.match
        if self.match and rest is not None:
            wanted = min(wanted, rest * _SHARE_OF_MATCH)
        return max(_SHORTEST, wanted - _LAG)


@dataclass
class Brain:
    """What the commands work on."""

    player: Player
    lines: LineSource
    write: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    rules: FiveRules | None = None
    limits: Limits = field(default_factory=Limits)
    is_over: bool = False
    _rule: RuleSet = RuleSet.FREESTYLE
    _start: Start = EMPTY_BOARD
    _moves: list[int] = field(default_factory=list)
    _is_seated: bool = False

    def serve(self) -> None:
        """Answer until there is nothing more to answer, or nobody to listen."""
        try:
            while not self.is_over and (line := self.lines.next()) is not None:
                answer = self._answer(line)
                if answer:
                    self.write(answer + "\n")
        except BrokenPipeError:
            logger.info("the manager is gone")

    def _answer(self, line: str) -> str:
        name, _, rest = "".join(c for c in line if c.isprintable() or c == "\t").strip().partition(" ")
        if not name:
            return ""
        try:
            return self._perform(name.upper(), rest.strip())
        except BrainError as error:
            return f"ERROR {error}"
        except PlayerError as error:
            logger.warning("%s: %s", name, error)
            return f"ERROR {' '.join(str(error).split())}"
        except Exception as error:
            logger.exception("%s failed", name)
            self._is_seated = False
            return f"ERROR internal ({type(error).__name__})"

    def _perform(self, name: str, rest: str) -> str:
        match name:
            case "START":
                return self._begin(rest)
            case "RECTSTART":
                raise BrainError("only square boards are played")
            case "RESTART":
                return self._begin(str(self._needed().size))
            case "BEGIN":
                return self._move()
            case "TURN":
                self._play(self._point(rest))
                return self._move()
            case "BOARD":
                self._set_up(self._listed())
                return self._move()
            case "SWAP2BOARD":
                return self._swap2(self._listed())
            case "TAKEBACK":
                return self._take_back(self._point(rest))
            case "INFO":
                self._note(rest)
                return ""
            case "ABOUT":
                return ABOUT
            case "END":
                self.is_over = True
                return ""
        return f"UNKNOWN {name[:40]}"

    # --- a game -----------------------------------------------------------------------------------------

    def _begin(self, text: str) -> str:
        if not text.isascii() or not text.isdigit() or not MIN_SIZE <= int(text[:6]) <= MAX_SIZE:
            raise BrainError(f"boards from {MIN_SIZE} to {MAX_SIZE} are played")
        self.rules = FiveRules(size=int(text), rule=self._rule)
        self._start, self._moves, self._is_seated = EMPTY_BOARD, [], False
        self.limits.left = None
        return "OK"

    def _needed(self) -> FiveRules:
        if self.rules is None:
            raise BrainError("START comes first")
        return self.rules

    def _point(self, text: str) -> int:
        rules, (first, comma, second) = self._needed(), text.partition(",")
        x, y = first.strip(), second.strip()
        if not comma or not all(word.isascii() and word.isdigit() and len(word) < 4 for word in (x, y)):
            raise BrainError("a point is X,Y")
        if max(int(x), int(y)) >= rules.size:
            raise BrainError(f"{int(x)},{int(y)} is not on the board")
        return int(y) * rules.size + int(x)

    def _play(self, action: int) -> None:
        position = position_after(self._needed(), self._moves, self._start)
        if position.is_over:
            raise BrainError("the game is over")
        try:
            position.play(action)
        except IllegalMoveError as error:
            raise BrainError(str(error.problem)) from error
        self._moves.append(action)

    def _move(self) -> str:
        """Our move, played."""
        rules = self._needed()
        position = position_after(rules, self._moves, self._start)
        if position.is_over:
            raise BrainError("the game is over")
        end = self.clock() + self.limits.budget()
        if not self._is_seated:
            self.player.new_game(rules)
            self._is_seated = True
        action = self.player.choose(position, ThinkControl(stop=lambda: self.clock() >= end)).action
        self._moves.append(action)
        return self._said(action)

    def _said(self, action: int) -> str:
        row, col = divmod(action, self._needed().size)
        return f"{col},{row}"

    # --- boards that are told -----------------------------------------------------------------------------

    def _listed(self) -> list[tuple[int, int]]:
        """The lines up to ``DONE``: points, each with whose it is; 0 where that is not said."""
        self._needed()
        found: list[tuple[int, int]] = []
        trouble: BrainError | None = None
        while (line := self.lines.next()) is not None and line.strip().upper() != "DONE":
            point, _, whose = line.strip().rpartition(",") if line.count(",") > 1 else (line.strip(), "", "0")
            try:
                if whose not in ("0", "1", "2", "3"):
                    raise BrainError("a stone is X,Y,WHOSE")
                found.append((self._point(point), int(whose)))
            except BrainError as error:  # to the end first: what follows belongs to the board still
                trouble = trouble or error
        if line is None:
            self.is_over = True
        if trouble is not None:
            raise trouble
        return found

    def _set_up(self, stones: list[tuple[int, int]]) -> None:
        """A board that is told with our stones and theirs; it is our turn."""
        rules = self._needed()
        ours = [action for action, whose in stones if whose == _OURS]
        theirs = [action for action, whose in stones if whose in (_THEIRS, _WINNING)]
        if len({*ours, *theirs}) < len(ours) + len(theirs) or not 0 <= len(theirs) - len(ours) <= 1:
            raise BrainError("no game leads to this board")
        is_black = len(ours) == len(theirs)
        black, white = (ours, theirs) if is_black else (theirs, ours)
        moves = [action for pair in zip(black, white, strict=False) for action in pair] + black[len(white) :]
        self._start, self._moves, self._is_seated = EMPTY_BOARD, [], False
        try:
            position_after(rules, moves)
        except IllegalMoveError:  # it was played in another order, in which nothing was forbidden
            color = Color.BLACK if is_black else Color.WHITE
            self._start = Start(tuple(black), tuple(white), color)
        else:
            self._moves = moves

    def _take_back(self, action: int) -> str:
        if not self._moves or self._moves[-1] != action:
            raise BrainError("only the last stone can be taken back")
        self._moves.pop()
        return "OK"

    def _swap2(self, stones: list[tuple[int, int]]) -> str:
        """Three stones to begin with; or what we choose of three, or of five that are there."""
        rules = self._needed()
        points = [action for action, _ in stones]
        if len(set(points)) < len(points) or len(points) not in (0, 3, 5):
            raise BrainError("swap2 begins with no stones, three or five")
        if not points:
            corner = rules.size // 3
            return " ".join(self._said((corner + row) * rules.size + corner + col) for row, col in _SWAP2)
        self._start, self._moves, self._is_seated = EMPTY_BOARD, points, False
        position = position_after(rules, points)
        end = self.clock() + self.limits.budget()
        self.player.new_game(rules)
        decision = self.player.choose(position, ThinkControl(stop=lambda: self.clock() >= end))
        self._is_seated = True
        rate = 0.5 if decision.analysis is None else decision.analysis.win_rate
        if rate < 0.5:  # White, whose turn it is, stands worse: be Black
            return "SWAP"
        self._moves.append(decision.action)
        return self._said(decision.action)

    # --- what the manager tells besides ---------------------------------------------------------------------

    def _note(self, rest: str) -> None:
        """Keys nobody knows are passed over, as the protocol wants it."""
        key, _, text = rest.partition(" ")
        try:
            value = float(text)
        except ValueError:
            return
        if not 0 <= value < 1e12:
            if key.lower() == "time_left" and value < 0:
                self.limits.left = 0.0
            return
        match key.lower():
            case "timeout_turn":
                self.limits.turn = value / 1000
            case "timeout_match":
                self.limits.match = value / 1000
            case "time_left":
                self.limits.left = value / 1000
            case "rule":
                self._choose_rule(int(value))

    def _choose_rule(self, bits: int) -> None:
        if bits & _CARO:
            raise BrainError("caro is not played")
        self._rule = RuleSet.RENJU if bits & _RENJU else RuleSet.STANDARD if bits & _EXACT else RuleSet.FREESTYLE
        if self.rules is not None and not self._moves and self._start.is_empty:
            self.rules = FiveRules(size=self.rules.size, rule=self._rule)
            self._is_seated = False
