"""Games as Piskvork and Gomocup write them (``.psq``): the moves of the game itself and who played it.

::

    Piskvorky 20x20, 11:11, 0       columns x rows, how strong both programs are set, which of the two begins
    10,10,0                         column,row from the upper left, counted from 1; milliseconds the move took
    11,9,1520
    pbrain-one.zip                  the two players
    pbrain-two.zip
    0                               how it ended: 0 by the rules, 15 by time, others in other ways

There is no room for the rule. Other programs stop reading where we write it, behind all that: ``rule renju 5``. Where
it is missing, games are freestyle, unless they go on after six stones in a row. In caro, and in Gomocup's continuous
games, play goes on after some rows of five: such games are read up to there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from clevergo.games.color import Color, color_said
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord
from clevergo.games.sgf.outline import decode
from clevergo.problem import BadValueError, Problem

SUFFIX = ".psq"
_HEAD = re.compile(r"\s*Piskvorky\s+(\d{1,9})x(\d{1,9})\s*,\s*(-?\d{1,9}):(-?\d{1,9})\s*,\s*([01])\s*")
_MOVE = re.compile(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*(?:,\s*(-?\d{1,9})\s*)?")
_RULE = re.compile(r"rule (\w+) (\d)")
_BY_RULES, _BY_TIME, _UNKNOWN = 0, 15, -1
"""Of the codes of how a game ended, those that say something."""
_SPENT = "CGMS"
"""Our own property of a node: the milliseconds its move took."""
_MOST_LETTERS = 200


class PsqError(BadValueError):
    """A file that is no such game, or one that cannot be played."""


def is_one(data: bytes) -> bool:
    """Whether a file begins like one."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"Piskvorky ")


def read(data: bytes) -> GameRecord:
    """The game of a file, at its end; PsqError where there is none, or one that cannot be played to its end."""
    record, stopped = _read(data)
    if stopped is not None:
        raise PsqError(stopped)
    return record


def read_game(data: bytes) -> tuple[GameRecord, Problem | None]:
    """The game of a file as far as it can be played, and what is to be said of the rest; PsqError where it is none."""
    record, stopped = _read(data)
    if stopped is None:
        return record, None
    return record, Problem("psq_stopped", {"number": record.node.ply, "cause": stopped})


def _read(data: bytes) -> tuple[GameRecord, Problem | None]:
    """The game as far as it can be played, and why no further; None where it goes to its end."""
    lines = iter(decode(data).lstrip("\ufeff").strip().splitlines())
    head = _HEAD.fullmatch(next(lines, ""))
    if head is None:
        raise PsqError("psq_bad")
    columns, rows, first = int(head[1]), int(head[2]), int(head[5])
    if columns != rows:
        raise PsqError("psq_square", columns=columns, rows=rows)
    moves: list[tuple[int, int, int]] = []
    rest: list[str] = []
    for line in lines:
        found = _MOVE.fullmatch(line)
        if found is None:
            rest = [line.strip(), *(other.strip() for other in lines)]
            break
        moves.append((int(found[1]) - 1, int(found[2]) - 1, int(found[3] or 0)))
        if len(moves) > columns * rows:
            raise PsqError("psq_long", size=f"{columns}x{rows}")
    names = [name[:_MOST_LETTERS] for name in rest[:2]] if len(rest) > 1 else ["", ""]
    told, guessed = _rules(columns, rest)
    record, stopped = _replayed(told, moves, (names[first], names[1 - first]), guessed)
    if stopped is None:  # else time was up later than that
        _end(record, rest[2] if len(rest) > 2 else "")
    return record, stopped


def _rules(size: int, rest: list[str]) -> tuple[FiveRules, bool]:
    """The rules of a file, and whether they are only guessed."""
    told = next((found for line in rest[3:] if (found := _RULE.fullmatch(line))), None)
    if told is None or told[1] not in [rule.value for rule in RuleSet]:
        return _checked(lambda: FiveRules(size=size)), True
    return _checked(lambda: FiveRules(size=size, rule=RuleSet(told[1]), row=int(told[2]))), False


def _checked(rules: Callable[[], FiveRules]) -> FiveRules:
    try:
        return rules()
    except BadValueError as error:
        raise PsqError(error.problem) from error


def _replayed(
    rules: FiveRules, moves: list[tuple[int, int, int]], names: tuple[str, str], is_guessed: bool
) -> tuple[GameRecord, Problem | None]:
    """The moves up to the first that may not be played, and why it may not; PsqError for one beside the board."""
    record = GameRecord(rules, *names)
    for number, (col, row, spent) in enumerate(moves, 1):
        if not (0 <= col < rules.size and 0 <= row < rules.size):
            raise PsqError("psq_point", number=number, point=f"{col + 1},{row + 1}", size=f"{rules.size}x{rules.size}")
        action = row * rules.size + col
        try:
            record.play(action)
        except IllegalMoveError as error:
            relaxed = rules.relaxed(error.reason) if is_guessed else None
            if relaxed is not None:
                return _replayed(relaxed, moves, names, is_guessed=False)
            color = Color.BLACK if number % 2 else Color.WHITE
            name = rules.grid.name(action)
            where = Problem("sgf_where", {"number": number, "color": color_said(color), "name": name})
            return record, Problem("sgf_move", {"where": where, "cause": error.problem})
        if spent > 0:
            record.node.other[_SPENT] = [str(spent).encode("ascii")]
    return record, None


def _end(record: GameRecord, code: str) -> None:
    """A game that stopped because time was up: whoever was to move has lost."""
    if record.outcome is None and code == str(_BY_TIME):
        record.finish(Outcome(record.node.to_play.opponent, None, Termination.TIME))


def write(record: GameRecord) -> bytes:
    """The game itself as a file, without comments and variations.

    PsqError for one that did not begin on an empty board, which cannot be written so.
    """
    if not record.start.is_empty:
        raise PsqError("psq_start", suffix=SUFFIX)
    return ("\r\n".join(_lines(record)) + "\r\n").encode("utf-8")


def _lines(record: GameRecord) -> Iterator[str]:
    rules: FiveRules = record.rules
    line = record.ended_at.path()
    yield f"Piskvorky {rules.size}x{rules.size}, 0:0, 0"
    for node in line[1:]:
        assert node.action is not None
        row, col = divmod(node.action, rules.size)
        (spent,) = node.other.get(_SPENT, [b"0"])[:1]
        yield f"{col + 1},{row + 1},{int(spent) if spent.isdigit() else 0}"
    for name in (record.black, record.white):
        yield " ".join(name.replace(",", " ").split())[:_MOST_LETTERS] or "-"
    outcome = line[-1].outcome
    ends = {Termination.FINISHED: _BY_RULES, Termination.TIME: _BY_TIME}
    yield str(_UNKNOWN if outcome is None else ends.get(outcome.termination, _UNKNOWN))
    if rules != FiveRules(size=rules.size):
        yield f"rule {rules.rule.value} {rules.row}"
