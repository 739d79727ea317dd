"""A person's mistakes over all games, asked again and again at growing intervals.

Boxes after Sebastian Leitner ("So lernt man lernen", 1972): what is answered well moves to the next box, whose interval
is twice as long; what is not goes back to the first. What is answered well in the last box is known, and asked no more.
"""

from __future__ import annotations

import itertools
import json
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from clevergo.app.coach.review import Moment, Tale
from clevergo.checked import number, whole
from clevergo.files import Sighting, replace_file, write_whole
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.guests import game_named
from clevergo.games.start import EMPTY_BOARD, Start

logger = logging.getLogger(__name__)

INTERVALS = (1, 2, 4, 8, 16)
"""Days until an exercise in each box is asked again."""
_MOST = 400
"""Exercises kept; of more, those known best go first, then the oldest."""
_MOST_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Exercise:
    """A position in which a person went wrong once."""

    rules: Rules
    moves: tuple[int, ...]
    """Up to the mistake, which is not among them."""
    played: int
    """What the person played."""
    good: tuple[int, ...]
    """What is right, the best move first."""
    size: float
    """What it cost: points, or percent."""
    is_points: bool
    tale: Tale = Tale.PLAIN
    count: int = 0
    """Of stones that the tale tells of."""
    start: Start = EMPTY_BOARD
    box: int = 0
    """0 is the first."""
    due: int = 0
    """The day it is asked next, as a proleptic ordinal."""
    found: int = 0
    """The day it was found."""

    @property
    def is_known(self) -> bool:
        """Whether it has been answered well in the last box."""
        return self.box >= len(INTERVALS)

    def is_same(self, other: Exercise) -> bool:
        """Whether both ask the same."""
        return (self.rules, self.start, self.moves) == (other.rules, other.start, other.moves)


def exercise_of(
    moment: Moment, rules: Rules, moves: Sequence[int], start: Start = EMPTY_BOARD, today: date | None = None
) -> Exercise:
    """What a moment of a game asks; it is due at once."""
    loss, day = moment.loss, (today or date.today()).toordinal()
    return Exercise(
        rules=rules,
        moves=tuple(moves[: loss.ply - 1]),
        played=loss.action,
        good=moment.near,
        size=round(loss.size, 2),
        is_points=loss.points is not None,
        tale=moment.tale,
        count=moment.count,
        start=start,
        due=day,
        found=day,
    )


def answered(exercise: Exercise, is_right: bool, today: date) -> Exercise:
    """The same after somebody has answered."""
    if not is_right:
        return replace(exercise, box=0, due=today.toordinal() + INTERVALS[0])
    days = INTERVALS[min(exercise.box, len(INTERVALS) - 1)]
    return replace(exercise, box=exercise.box + 1, due=today.toordinal() + days)


def collected(exercises: Sequence[Exercise], more: Iterable[Exercise]) -> tuple[Exercise, ...]:
    """With those that are new; one that asks the same as another, or was known and has been got wrong again, once."""
    kept = list(exercises)
    for new in more:
        at = next((i for i, known in enumerate(kept) if known.is_same(new)), None)
        if at is None:
            kept.append(new)
        elif kept[at].is_known and kept[at].found != new.found:
            kept[at] = new
    if len(kept) > _MOST:
        ranked = sorted(range(len(kept)), key=lambda i: (kept[i].is_known, -kept[i].found, i))
        kept = [kept[i] for i in sorted(ranked[:_MOST])]
    return tuple(kept)


def due(exercises: Iterable[Exercise], today: date) -> list[Exercise]:
    """What is to be asked by now: the longest due first, of those the larger mistake."""
    day = today.toordinal()
    wanted = [one for one in exercises if not one.is_known and one.due <= day]
    return sorted(wanted, key=lambda one: (one.due, -one.size if one.is_points else -one.size / 3))


def next_day(exercises: Iterable[Exercise]) -> date | None:
    """When something is asked next; None where nothing is left to ask."""
    days = [one.due for one in exercises if not one.is_known]
    return date.fromordinal(min(days)) if days else None


class PracticeBook:
    """The exercises and their file; every change is saved at once. For the window's thread alone."""

    def __init__(self, path: Path | None) -> None:
        """``path`` None: nothing is kept."""
        self._path = path
        self._seen = None if path is None else Sighting(path)
        self._exercises: tuple[Exercise, ...] | None = None
        self._strange: list[Any] = []
        """What the file says that is not understood, of a guest game that is not there now, say: it stays as it is."""
        self._is_damaged = False
        """Whether the file is not understood: it is put aside before another takes its place."""

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """All of them, in the order they were found."""
        if self._exercises is None:
            self._exercises = collected(self._read(), ())
        return self._exercises

    def _look_again(self) -> None:
        """Take in what another window has written, before something is changed."""
        if self._exercises is not None and self._seen is not None and self._seen.is_stale:
            before, strange = self._exercises, self._strange
            self._exercises, self._strange = None, []
            if not self.exercises and (self._is_damaged or self._seen.is_unread):
                self._exercises, self._strange = before, strange

    def _read(self) -> list[Exercise]:
        """What of the file can be read."""
        try:
            rows = [] if self._seen is None else json.loads(self._seen.read(_MOST_BYTES))
            if not isinstance(rows, list):
                raise ValueError("not a list")
        except FileNotFoundError:
            return []
        except OSError as error:  # perhaps only now: before something is changed it is looked at again
            logger.warning("%s cannot be read: %s", self._path, error)
            return []
        except (ValueError, RecursionError) as error:
            logger.warning("%s is not understood: %s", self._path, error)
            self._is_damaged = True
            return []
        exercises = []
        for row in rows:
            try:
                exercises.append(_from_dict(row))
            except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
                logger.warning("an exercise is not understood: %s", error)
                self._strange.append(row)
        return exercises

    def collect(self, more: Iterable[Exercise]) -> int:
        """Add what is new; how many were."""
        self._look_again()
        before = self.exercises
        now = collected(before, more)
        if now != before:
            self._save(now)
        return len([one for one in now if one not in before])

    def answer(self, exercise: Exercise, is_right: bool, today: date) -> Exercise:
        """Somebody has answered one; as it is kept now."""
        self._look_again()
        after = answered(exercise, is_right, today)
        self._save(tuple(after if one.is_same(exercise) else one for one in self.exercises))
        return after

    def _save(self, exercises: tuple[Exercise, ...]) -> None:
        self._exercises = exercises
        if self._path is None or self._seen is None:
            return
        text = json.dumps([*map(_to_dict, exercises), *self._strange])
        try:
            if self._is_damaged:
                replace_file(self._path, _free_name(self._path))
                self._is_damaged = False
            self._seen.make_way(_free_name(self._path))
            write_whole(self._path, text.encode())
        except OSError as error:
            logger.warning("what is practised cannot be saved: %s", error)
        else:
            self._seen.look()


def _free_name(path: Path) -> Path:
    """Where a damaged file is put, beside those of before."""
    names = (path.with_suffix(f".damaged{'' if n == 1 else f'-{n}'}.json") for n in itertools.count(1))
    return next(name for name in names if not name.exists())


def _to_dict(one: Exercise) -> dict[str, Any]:
    game = one.rules.game
    agreed = game.agreed(one.rules, one.start)
    start = {} if game.agree(agreed)[1] == one.start else _laid(one.start)
    return {
        "game": game.name,
        "agreed": agreed,
        **start,
        "moves": list(one.moves),
        "played": one.played,
        "good": list(one.good),
        "size": one.size,
        "points": one.is_points,
        "tale": one.tale.value,
        "count": one.count,
        "box": one.box,
        "due": one.due,
        "found": one.found,
    }


def _laid(start: Start) -> dict[str, Any]:
    """Stones that do not follow from what was agreed on, as those of a position laid by hand."""
    return {"black": list(start.black), "white": list(start.white), "to_play": start.to_play.name}


def _from_dict(row: Any) -> Exercise:
    """The inverse; ValueError, TypeError, KeyError, AttributeError or OverflowError on anything else."""
    game = game_named(str(row["game"]))
    terms = {term.name for term in game.terms({})}
    rules, start = game.agree({name: value for name, value in row["agreed"].items() if name in terms})
    if "to_play" in row:
        black, white = (_points(row[side], rules) for side in ("black", "white"))
        start = Start(black, white, Color[row["to_play"]])
    moves, good = _actions(row["moves"], rules), _actions(row["good"], rules)
    played = _actions([row["played"]], rules)[0]
    if not good or len(moves) > rules.ply_limit:
        raise ValueError("an exercise without an answer, or of too many moves")
    box, due_on, found = (whole(row[name]) for name in ("box", "due", "found"))
    if not 0 <= box <= len(INTERVALS) or not 1 <= found <= due_on < date.max.toordinal():
        raise ValueError("an exercise of no day")
    return Exercise(
        rules=rules,
        moves=moves,
        played=played,
        good=good,
        size=number(row["size"]),
        is_points=bool(row["points"]),
        tale=Tale(row["tale"]),
        count=whole(row["count"]),
        start=start,
        box=box,
        due=due_on,
        found=found,
    )


def _actions(values: Any, rules: Rules) -> tuple[int, ...]:
    actions = tuple(whole(value) for value in values)
    if any(not 0 <= action < rules.num_actions for action in actions):
        raise ValueError("an exercise has a move that lies beside the board")
    return actions


def _points(values: Any, rules: Rules) -> tuple[int, ...]:
    points = tuple(whole(value) for value in values)
    if any(not 0 <= point < rules.grid.points for point in points):
        raise ValueError("an exercise has a stone that lies beside the board")
    return points
