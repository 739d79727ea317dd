"""Boards by which a beginner learns a game: what lies there, what is asked, and what answers every move.

A game keeps them in a file of its own (``Game.lessons``), to be read by people too. Words begin the lines:

=========================  ============================================================================================
``lesson NAME [extra]``    a lesson begins; one that is extra may be left out
``agreed NAME VALUE``      what its rules are agreed on beside the size, which is that of the board
``. X O``                  a row of the board, from the top; Black is asked and has the move
``first POINT``            the move by which White comes there: White has the move before it
``mark SHAPE POINT ...``   what is drawn on the board while this is asked
``owners WHEN``            whose each point is, is shown from the ``beginning``, after an ``answer``, or at the ``end``
``POINT ... right WORDS``  an answer: these moves (``*``: all others; ``pass``; or numbers to choose from) are what is
``POINT ... wrong WORDS``  asked, or are not; WORDS name the sentence that tells what came of it; White's replies may
                           follow, of which the first is played that can be
``then``                   after a right answer something else is asked in the same lesson
``game NAME VALUE ...``    what the first real game is agreed on, and the ``simulations`` of the one who is new as well
=========================  ============================================================================================

The sentences are rows of the catalogs: ``lesson.GAME.NAME`` is its title, ``.said`` what it teaches, ``.task`` what is
asked, ``.WORDS`` the answers; ``lesson.GAME.game.said`` what is said before the first game.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clevergo.games.color import Color
from clevergo.games.markup import NO_MARKUP, Markup, Shape
from clevergo.games.start import Start

if TYPE_CHECKING:
    from clevergo.games.game import Game, Rules

_OTHERS = "*"
_SIMULATIONS = "simulations"


class Owners(enum.Enum):
    """From when on it is shown whose each point is."""

    NEVER = "never"
    BEGINNING = "beginning"
    ANSWER = "answer"
    END = "end"
    """When what was asked has been done."""


@dataclass(frozen=True)
class Answer:
    """What comes of what a learner does."""

    asked: frozenset[int] | None
    """Actions, or, in a lesson with ``choices``, some of those; None: all others."""
    is_right: bool
    words: str
    """Names the sentence."""
    replies: tuple[int, ...] = ()
    """The other side's moves, of which the first is played that can be; empty: there is none."""


@dataclass(frozen=True)
class Stage:
    """Something that is asked."""

    answers: tuple[Answer, ...]
    """What comes of every move or choice: the first counts that names it."""
    markup: Markup = NO_MARKUP
    """What is drawn on the board while it is asked."""

    def answer_to(self, asked: int) -> Answer:
        """What comes of an action or a choice."""
        return next(answer for answer in self.answers if answer.asked is None or asked in answer.asked)


@dataclass(frozen=True)
class Lesson:
    """A board, and one thing to do on it, or a few in turn."""

    name: str
    rules: Rules
    start: Start
    stages: tuple[Stage, ...]
    """What is asked, in turn: after a right answer comes the next."""
    first: int | None = None
    """The other side's move by which the position comes about."""
    owners: Owners = Owners.NEVER
    """From when on it is shown whose each point is."""
    is_extra: bool = False
    """Whether it may be left out."""
    choices: tuple[int, ...] = ()
    """Numbers of which one is to be chosen; empty where a move is asked for."""

    @property
    def has_pass(self) -> bool:
        """Whether it is about passing."""
        passing = self.rules.pass_action
        return not self.choices and any(
            passing in (answer.asked or ()) for stage in self.stages for answer in stage.answers
        )


@dataclass(frozen=True)
class Lessons:
    """All lessons of a game, and what the first real game after them is like."""

    game: str
    boards: tuple[Lesson, ...]
    agreed: Mapping[str, Any] = field(default_factory=dict)
    """What the first real game is agreed on."""
    simulations: int = 1
    """How much its opponent, which knows nothing yet, may think about a move."""

    def named(self, name: str) -> Lesson | None:
        """The lesson of that name."""
        return next((lesson for lesson in self.boards if lesson.name == name), None)


def read_lessons(game: Game, path: Path) -> Lessons:
    """The lessons in a file; ValueError where it is none."""
    lessons, agreed = list[Lesson](), dict[str, Any]()
    for block in _blocks(path.read_text(encoding="utf-8")):
        if block[0][0] == "game":
            words = block[0][1:]
            agreed = {name: _value(value) for name, value in zip(words[::2], words[1::2], strict=True)}
        else:
            try:
                lessons.append(_lesson(game, block))
            except (ValueError, KeyError, IndexError) as error:
                raise ValueError(f"{path.name}: {' '.join(block[0])}: {error}") from error
    simulations = agreed.pop(_SIMULATIONS, 1)
    return Lessons(game.name, tuple(lessons), agreed, simulations)


def _blocks(text: str) -> Iterator[list[list[str]]]:
    """Lines as words, without remarks, in blocks that begin with ``lesson`` or ``game``."""
    block = list[list[str]]()
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if words and words[0] in ("lesson", "game"):
            if block:
                yield block
            block = []
        if words:
            block.append(words)
    if block:
        yield block


def _lesson(game: Game, block: list[list[str]]) -> Lesson:
    _, name, *more = block[0]
    rows = [words for words in block if set("".join(words)) <= set(".XO")]
    agreed = {words[1]: _value(words[2]) for words in block if words[0] == "agreed"}
    rules, _ = game.agree({"size": len(rows), **agreed})
    grid = rules.grid
    points = [point for row in rows for point in row]
    black, white = (tuple(k for k, point in enumerate(points) if point == stone) for stone in "XO")
    first = next((grid.action(words[1]) for words in block if words[0] == "first"), None)
    parts = list[list[list[str]]]([[]])
    for words in block[1:]:
        if words[0] == "then":
            parts.append([])
        parts[-1].append(words)
    return Lesson(
        name,
        rules,
        Start(black, white, Color.BLACK if first is None else Color.WHITE),
        tuple(_stage(rules, part) for part in parts),
        first,
        next((Owners(words[1]) for words in block if words[0] == "owners"), Owners.NEVER),
        "extra" in more,
        tuple(sorted(int(word) for words in block for word in words if word.isdigit() and words[0].isdigit())),
    )


def _stage(rules: Rules, part: list[list[str]]) -> Stage:
    answers = tuple(_answer(rules, words) for words in part if "right" in words or "wrong" in words)
    marks = [(words[1], point) for words in part if words[0] == "mark" for point in words[2:]]
    return Stage(answers, Markup(tuple((rules.grid.action(point), Shape[shape.upper()]) for shape, point in marks)))


def _answer(rules: Rules, words: list[str]) -> Answer:
    at = next(k for k, word in enumerate(words) if word in ("right", "wrong"))
    asked = None if words[:at] == [_OTHERS] else frozenset(_action(rules, word) for word in words[:at])
    replies = tuple(_action(rules, word) for word in words[at + 2 :])
    return Answer(asked, words[at] == "right", words[at + 1], replies)


def _action(rules: Rules, word: str) -> int:
    """A point's or the pass's, or a number to choose."""
    return int(word) if word.isdigit() else rules.grid.action(word)


def _value(word: str) -> Any:
    """A number, or the word."""
    try:
        return int(word)
    except ValueError:
        return word
