"""One mistake after another, asked again: what lies on the board, what was answered, and what comes of it."""

from __future__ import annotations

import enum
import logging
from collections.abc import Callable
from datetime import date

from clevergo.app.coach.practice import Exercise, PracticeBook, due, next_day
from clevergo.app.match.messages import BoardState, Refusal
from clevergo.games.color import Color
from clevergo.games.game import Position, position_after
from clevergo.games.illegal import OCCUPIED

logger = logging.getLogger(__name__)


class Stand(enum.Enum):
    """Where a learner stands in an exercise."""

    ASKED = "asked"
    SAME = "same"
    """They have answered what they played once; that counts for nothing."""
    RIGHT = "right"
    WRONG = "wrong"
    SHOWN = "shown"
    """They wanted to see the answer."""

    @property
    def is_open(self) -> bool:
        """Whether an answer is still to come."""
        return self in (Stand.ASKED, Stand.SAME)


class Quiz:
    """What is due today, one after another. Boards need the rules to be loaded; until then nothing can be answered."""

    def __init__(self, book: PracticeBook, today: Callable[[], date] = date.today) -> None:
        self._book = book
        self._today = today
        self._left: list[Exercise] = []
        self._passed_over: list[Exercise] = []
        """What turned out to be no position of its game."""
        self._position: Position | None = None
        self.exercise: Exercise | None = None
        """What is asked, as it was before it was answered; None where nothing is left today."""
        self.stand = Stand.ASKED
        self.tried: int | None = None
        """The move that was answered, where it was wrong or the one played once."""
        self.kept: Exercise | None = None
        """The exercise after it was answered."""
        self.start()

    def start(self) -> None:
        """See what is due; an exercise that is open and still due stays."""
        self._left = due(self._playable, self._today())
        kept = self.exercise
        if kept is None or not self.stand.is_open or not any(one.is_same(kept) for one in self._left):
            self.next()

    @property
    def left(self) -> int:
        """How many are left today, the one that is asked among them."""
        return len(self._left)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was ever collected."""
        return not self._book.exercises

    @property
    def next_day(self) -> date | None:
        """When something is asked again; None where all is known."""
        return next_day(self._playable)

    @property
    def _playable(self) -> list[Exercise]:
        """All but those that turned out not to be."""
        return [one for one in self._book.exercises if not any(one.is_same(other) for other in self._passed_over)]

    def next(self) -> None:
        """On to the next one."""
        self.exercise = self._left[0] if self._left else None
        self.stand, self.tried, self.kept, self._position = Stand.ASKED, None, None, None

    # --- with the rules loaded ---

    def pass_over(self) -> bool:
        """Go on to what can be played, where that which is asked cannot; whether there was any such exercise.

        Files of earlier versions do not say from which stones a game began that were laid by hand.
        """
        before = self.exercise
        while self.exercise is not None and not self._can_be_played:
            self._passed_over.append(self.exercise)
            self._left = due(self._playable, self._today())
            self.next()
        return self.exercise is not before

    @property
    def _can_be_played(self) -> bool:
        try:
            return not self.position.is_over
        except ValueError as error:
            logger.warning("an exercise cannot be played: %s", error)
            return False

    @property
    def position(self) -> Position:
        """Where the mistake was made."""
        assert self.exercise is not None
        if self._position is None:
            one = self.exercise
            self._position = position_after(one.rules, one.moves, one.start)
        return self._position

    @property
    def board(self) -> BoardState:
        """What lies there."""
        return BoardState.of(self.position, shows_barred=True)

    @property
    def to_play(self) -> Color:
        """Whose move is asked for."""
        return self.position.to_play

    def answer(self, action: int) -> Refusal | None:
        """A move; why it is none, where it cannot be played."""
        exercise = self.exercise
        if exercise is None or not self.stand.is_open:
            return None
        position = self.position
        if not position.legal_moves[action]:
            reasons = dict(zip(position.barred, position.reasons, strict=False))
            return Refusal(reasons.get(action, OCCUPIED if position.stones.flat[action] else "forbidden"))
        self.tried = action
        if action == exercise.played:
            self.stand = Stand.SAME
        else:
            is_right = action in exercise.good
            self._settle(Stand.RIGHT if is_right else Stand.WRONG)
        return None

    def show_me(self) -> None:
        """Show what is right: that counts as not known."""
        if self.exercise is not None and self.stand.is_open:
            self.tried = None
            self._settle(Stand.SHOWN)

    def _settle(self, stand: Stand) -> None:
        assert self.exercise is not None
        self.stand = stand
        self.kept = self._book.answer(self.exercise, stand is Stand.RIGHT, self._today())
        self._left = [one for one in self._left if not one.is_same(self.exercise)]
