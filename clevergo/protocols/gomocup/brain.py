"""A brain for managers of five in a row: lines in, answers out, until ``END`` or the end of the input.

After the protocol's second version ("Gomoku AI protocol", by Piskvork's author): points are ``column,row`` from the
upper left, counted from 0. What cannot be done is answered with ``ERROR``, what is not known with ``UNKNOWN``; nothing
a manager says ends the brain but ``END``.
"""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from clevergo import __version__
from clevergo.games.color import Color
from clevergo.games.five.rules import MAX_SIZE, MIN_SIZE, FiveRules, RuleSet
from clevergo.games.game import Position, position_after
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.players.protocol import Decision, Player, PlayerError, ThinkControl
from clevergo.protocols.gomocup.limits import Limits, Timer, used_memory
from clevergo.protocols.gomocup.words import CARO, EXACT, RENJU, said, to_action
from clevergo.protocols.talk import LineSource

logger = logging.getLogger(__name__)

_OURS, _THEIRS, _DONE_WITH = 1, 2, 3
"""Whose a stone of ``BOARD`` is; the last: part of a row that has won already, in a game that goes on."""
_SWAP2 = ((0, 0), (2, 1), (1, 2))
"""The three stones of a swap2 opening, Black's, White's, Black's, beside a point a third of the way down and across."""
_GLANCES = 40
"""So often a player that only gets ready is asked whether to stop."""
_MEGABYTE = 1 << 20
_NAME_LETTERS = 40
ABOUT = f'name="CleverGo", version="{__version__}", author="CleverGo", country="China"'


class BrainError(Exception):
    """A command cannot be done; the message is the answer behind ``ERROR``."""


@dataclass
class Brain:
    """What the commands work on."""

    player: Player
    lines: LineSource
    write: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    begun: float = 0.0
    """When, by the clock, this process began: its first match's time is counted from there."""
    rules: FiveRules | None = None
    limits: Limits = field(default_factory=Limits)
    is_over: bool = False
    _rule: RuleSet = RuleSet.FREESTYLE
    _refused: str = ""
    """Why what was told by ``INFO`` cannot be; told when a move is asked for, because nobody listens before."""
    _start: Start = EMPTY_BOARD
    _moves: list[int] = field(default_factory=list)
    _asked_at: float = 0.0
    _held: str | None = None
    """A line that was read and belongs to what comes next."""

    def serve(self) -> None:
        """Answer until there is nothing more to answer, or nobody to listen."""
        try:
            while not self.is_over and (line := self._next()) is not None:
                self._asked_at = self.clock()
                answer = self._answer(line)
                if answer and not self.is_over:
                    self.write(answer + "\n")
        except BrokenPipeError:
            logger.info("the manager is gone")

    def _next(self) -> str | None:
        line, self._held = self._held, None
        return self.lines.next() if line is None else line

    def _answer(self, line: str) -> str:
        name, _, rest = _cleaned(line).partition(" ")
        if not name:
            return ""
        command = _COMMANDS.get(name.upper())
        if command is None:
            return f"UNKNOWN command {name[:_NAME_LETTERS]}"
        try:
            return command(self, rest.strip())
        except BrainError as error:
            return f"ERROR {error}"
        except PlayerError as error:
            logger.warning("%s: %s", name, error)
            return f"ERROR {' '.join(str(error).split())}"
        except Exception as error:
            logger.exception("%s failed", name)
            return f"ERROR internal ({type(error).__name__})"

    # --- a game -----------------------------------------------------------------------------------------

    def start(self, rest: str) -> str:
        """``START size``: an empty board."""
        size = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < len("1000") else 0
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise BrainError(f"boards from {MIN_SIZE} to {MAX_SIZE} are played")
        is_first = self.rules is None
        self._begin(FiveRules(size=size, rule=self._rule))
        self.limits.new_match(self._asked_at - self.begun if is_first else 0.0)
        return "OK"

    def start_rectangle(self, rest: str) -> str:
        """``RECTSTART width,height``."""
        raise BrainError("only square boards are played")

    def restart(self, rest: str) -> str:
        """``RESTART``: an empty board for another match."""
        self._begin(replace(self._needed(), rule=self._rule))
        self.limits.new_match()
        return "OK"

    def _begin(self, rules: FiveRules) -> None:
        """The time for this is not counted as a move's, so whatever thinking needs is loaded now."""
        is_new = rules != self.rules
        self._start, self._moves, self.rules = EMPTY_BOARD, [], None
        self.player.new_game(rules)
        self.rules = rules
        if is_new:
            corner = rules.num_actions - 1
            actions = [corner, corner - 1, corner - rules.size - 1]
            for plies in (2, 3):
                asked = itertools.count()
                control = ThinkControl(stop=lambda asked=asked: next(asked) >= _GLANCES)  # type: ignore[misc]
                self.player.choose(position_after(rules, actions[:plies]), control)
            self.player.new_game(rules)

    def _needed(self) -> FiveRules:
        if self.rules is None:
            raise BrainError("START comes first")
        return self.rules

    def _point(self, text: str) -> int:
        rules = self._needed()
        action = to_action(text, rules.size)
        if action is None:
            raise BrainError(f"{text[:_NAME_LETTERS]!r} is no point X,Y of a {rules.size}x{rules.size} board")
        return action

    def begin(self, rest: str) -> str:
        """``BEGIN``: our move."""
        return self._move()

    def turn(self, rest: str) -> str:
        """``TURN x,y``: the opponent's move, then ours."""
        action = self._point(rest)
        position = self._position()
        try:
            position.play(action)
        except IllegalMoveError as error:
            raise BrainError(f"{rest[:_NAME_LETTERS]}: {error.problem}") from error
        self._moves.append(action)
        return self._move()

    def _position(self) -> Position:
        """The board as it stands; there must be something left to play."""
        position: Position = position_after(self._needed(), self._moves, self._start)
        if position.is_over:
            raise BrainError("the game is over")
        return position

    def _move(self) -> str:
        """Our move, played."""
        position = self._position()
        action = self._think(position).action
        self._moves.append(action)
        return said(action, position.rules.size)

    def _think(self, position: Position) -> Decision:
        """What the player would do, within the limits; time is counted from when the command came."""
        self._check_limits()
        moves = int((position.stones == 0).sum()) // 2
        budget = self.limits.budget(moves)
        timer = Timer(self._asked_at, self._asked_at + budget)
        if self.limits.is_short_of_memory():
            self.player.new_game(position.rules)

        def stop() -> bool:
            return timer.look(self.clock()) or self._is_ended() or self.limits.is_short_of_memory()

        decision = self.player.choose(position, ThinkControl(stop=stop))
        if self._is_ended():
            self.is_over = True
        self.limits.note(budget, self.clock() - self._asked_at)
        return decision

    def _is_ended(self) -> bool:
        """Whether the manager wants no answer any more."""
        upcoming = self.lines.upcoming()
        return upcoming is not None and _is_end(upcoming)

    def _check_limits(self) -> None:
        if self._refused:
            raise BrainError(self._refused)
        used = used_memory()
        if self.limits.memory and used is not None and used > self.limits.memory:
            needed, allowed = used // _MEGABYTE + 1, self.limits.memory // _MEGABYTE
            raise BrainError(f"{needed} MB of memory are needed, {allowed} are allowed")

    # --- boards that are told -----------------------------------------------------------------------------

    def board(self, rest: str) -> str:
        """``BOARD``, then a line for each stone, then ``DONE``; our move."""
        stones = self._listed(has_owners=True)
        self._asked_at = self.clock()
        self._set_up(stones)
        return self._move()

    def _listed(self, has_owners: bool) -> list[tuple[int, int]]:
        """The lines up to ``DONE``: points, each with whose it is; 0 where that is not said.

        All are read, right or wrong: what follows belongs to the board still. Only another command ends it.
        """
        found: list[tuple[int, int]] = []
        trouble = "" if self.rules is not None else "START comes first"
        while (line := self._next()) is not None:
            text = _cleaned(line)
            if text.upper() == "DONE":
                break
            if text.partition(" ")[0].upper() in _COMMANDS:
                self._held, trouble = line, trouble or "DONE is missing"
                break
            point, _, whose = text.rpartition(",") if has_owners else (text, "", "0")
            try:
                if whose.strip() not in (("1", "2", "3") if has_owners else ("0",)):
                    raise BrainError(f"{text[:_NAME_LETTERS]!r} is no stone X,Y,WHOSE")
                if not trouble:
                    found.append((self._point(point), int(whose)))
            except BrainError as error:
                trouble = trouble or str(error)
            if len(found) > MAX_SIZE**2:
                trouble, found = "there are more stones than points", []
        if line is None or (self._held is not None and _is_end(self._held)):
            self.is_over = True
        if trouble:
            raise BrainError(trouble)
        return found

    def _set_up(self, stones: list[tuple[int, int]]) -> None:
        """A board that is told with our stones and theirs; it is our turn."""
        rules = replace(self._needed(), rule=self._rule)
        ours = [action for action, whose in stones if whose == _OURS]
        theirs = [action for action, whose in stones if whose == _THEIRS]
        is_black = len(ours) == len(theirs)
        dead = [action for action, whose in stones if whose == _DONE_WITH]
        if len({action for action, _ in stones}) < len(stones) or not (dead or 0 <= len(theirs) - len(ours) <= 1):
            raise BrainError("no game leads to this board")
        black, white = (ours, theirs) if is_black else (theirs, ours)
        self._start, self._moves, self.rules = EMPTY_BOARD, [], rules
        moves = [action for pair in zip(black, white, strict=False) for action in pair] + black[len(white) :]
        try:
            if dead:
                raise IllegalMoveError(dead[0], "dead")
            position_after(rules, moves)
            self._moves = moves
        except IllegalMoveError:  # it was played in another order, in which nothing was forbidden or over
            color = Color.BLACK if is_black else Color.WHITE
            for action in dead:
                (black if _is_blocking_black(action, rules.size) else white).append(action)
            self._start = Start(tuple(black), tuple(white), color)
        self.player.new_game(rules)

    def take_back(self, rest: str) -> str:
        """``TAKEBACK x,y``: the last stone, whoever put it."""
        action = self._point(rest)
        if not self._moves or self._moves[-1] != action:
            raise BrainError("only the last stone can be taken back")
        self._moves.pop()
        return "OK"

    def swap2(self, rest: str) -> str:
        """``SWAP2BOARD``, the stones there are, and ``DONE``: three to begin with, or what we choose of them.

        Two more stones, for the other to choose, are never better than the better side of three.
        """
        points = [action for action, _ in self._listed(has_owners=False)]
        self._asked_at = self.clock()
        rules = self._needed()
        if len(set(points)) < len(points) or len(points) not in (0, 3, 5):
            raise BrainError("swap2 begins with no stones, three or five")
        if not points:
            corner = rules.size // 3
            stones = [(corner + row) * rules.size + corner + col for row, col in _SWAP2]
            return " ".join(said(action, rules.size) for action in stones)
        self._start, self._moves = EMPTY_BOARD, points
        position = self._position()
        decision = self._think(position)
        if self._rate(position, decision) < 0.5:  # White, whose turn it is, stands worse: be Black
            return "SWAP"
        self._moves.append(decision.action)
        return said(decision.action, rules.size)

    @staticmethod
    def _rate(position: Position, decision: Decision) -> float:
        """The win rate of the side to move, 0 to 1."""
        if decision.analysis is not None:
            return decision.analysis.win_rate
        engine = position.rules.game.engine
        assert engine is not None
        return float(engine.choose(position.board, 1000).score >= 0)

    # --- what the manager tells besides ---------------------------------------------------------------------

    def note(self, rest: str) -> str:
        """``INFO key value``: never answered; keys nobody knows are passed over, as the protocol wants it."""
        key, _, text = rest.partition(" ")
        try:
            value = min(max(float(text), -1e15), 1e15)
        except ValueError:
            return ""
        if value != value:  # not a number
            return ""
        match key.lower():
            case "timeout_turn":
                self.limits.turn = max(0.0, value / 1000)
            case "timeout_match":
                self.limits.match = max(0.0, value / 1000)
            case "time_left":
                self.limits.left = max(0.0, value / 1000)
            case "max_memory":
                self.limits.memory = int(max(0.0, value))
            case "rule":
                self._choose_rule(int(value))
        return ""  # game_type, evaluate and folder change nothing: it writes no files and plays alike against all

    def _choose_rule(self, bits: int) -> None:
        self._refused = "caro is not played" if bits & CARO else ""
        self._rule = RuleSet.RENJU if bits & RENJU else RuleSet.STANDARD if bits & EXACT else RuleSet.FREESTYLE
        if self.rules is not None and not self._moves and self._start.is_empty and self.rules.rule is not self._rule:
            self.rules = replace(self.rules, rule=self._rule)
            self.player.new_game(self.rules)

    def about(self, rest: str) -> str:
        """``ABOUT``."""
        return ABOUT

    def end(self, rest: str) -> str:
        """``END``: nothing is said any more."""
        self.is_over = True
        return ""


_COMMANDS: dict[str, Callable[[Brain, str], str]] = {
    "START": Brain.start,
    "RECTSTART": Brain.start_rectangle,
    "RESTART": Brain.restart,
    "BEGIN": Brain.begin,
    "TURN": Brain.turn,
    "BOARD": Brain.board,
    "SWAP2BOARD": Brain.swap2,
    "TAKEBACK": Brain.take_back,
    "INFO": Brain.note,
    "ABOUT": Brain.about,
    "END": Brain.end,
}


def _cleaned(line: str) -> str:
    """A line without control characters, its words apart by one blank."""
    return " ".join("".join(c if c.isprintable() else " " for c in line).split())


def _is_end(line: str) -> bool:
    return _cleaned(line).upper() == "END"


def _is_blocking_black(action: int, size: int) -> bool:
    """Whose a stone is counted that nobody can use any more: in no direction more than two side by side are alike."""
    row, col = divmod(action, size)
    return (col + 2 * row) % 4 < 2
