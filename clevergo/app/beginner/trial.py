"""One lesson under a learner's hands: what lies on its board, what comes of every move, and trying again.

It needs the rules loaded (:attr:`clevergo.app.match.controller.MatchController.rules_are_loaded`).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from clevergo.app.match.messages import BoardState, Refusal
from clevergo.games.color import Color
from clevergo.games.game import Position
from clevergo.games.illegal import OCCUPIED, IllegalMoveError
from clevergo.games.lessons import Answer, Lesson, Owners, Stage
from clevergo.games.markup import NO_MARKUP


class Stand(enum.Enum):
    """Where a learner stands."""

    ASKED = "asked"
    """It is theirs to move or to choose."""
    ANSWERING = "answering"
    """The other side is about to move (:meth:`Trial.go_on`)."""
    WRONG = "wrong"
    """That was not it; :meth:`Trial.again` leads back."""
    DONE = "done"


class Trial:
    """The learner has Black. Whoever shows it lets the other side move, after as long as a person needs to follow."""

    def __init__(self, lesson: Lesson) -> None:
        """The lesson begins; where the other side has the first move, that is yet to come."""
        self.lesson = lesson
        self._at = 0
        """Which of its stages is asked."""
        self._introduced = ""
        """The words after which the present stage began."""
        self._begun: Position = lesson.rules.first_position(lesson.start)
        """The position the present stage begins with."""
        self._position = self._begun
        self._answer: Answer | None = None
        """What the learner did last, while the other side is about to move; None: that is the lesson's first move."""
        self.stand = Stand.ASKED if lesson.first is None else Stand.ANSWERING
        self.words = ""
        """Names the sentence that tells what came of it (:class:`~clevergo.games.lessons.Answer`); at first none."""
        self.is_helped = False
        """Whether the learner wants to be shown: a move (:attr:`hint`), or before a choice whose each point is."""

    @property
    def _stage(self) -> Stage:
        return self.lesson.stages[self._at]

    # --- what a learner does ----------------------------------------------------------------------------

    def play(self, action: int) -> Refusal | None:
        """A move; after a wrong one it is made where that was made. None if it is accepted, else why not."""
        if self.stand is Stand.WRONG:
            self.again()
        if self.stand is not Stand.ASKED or self.lesson.choices:
            return Refusal.GAME_OVER if self.stand is Stand.DONE else Refusal.NOT_YOUR_TURN
        answer = self._stage.answer_to(action)
        try:
            self._position = self._position.play(action)
        except IllegalMoveError as error:
            if error.reason != OCCUPIED:
                self.words = answer.words
            return Refusal(error.reason)
        self._answer, self.is_helped = answer, False
        if answer.replies:
            self.stand = Stand.ANSWERING
        else:
            self._settle(answer)
        return None

    def help(self) -> None:
        """Show what is right, as far as it can be shown without doing it."""
        if self.stand is Stand.WRONG:
            self.again()
        self.is_helped = self.stand is Stand.ASKED

    def choose(self, number: int) -> None:
        """One of the lesson's choices."""
        if self.stand is Stand.WRONG:
            self.again()
        if self.stand is Stand.ASKED and number in self.lesson.choices:
            self._settle(self._stage.answer_to(number))

    def again(self) -> None:
        """After something wrong, back to what was asked; else the whole lesson once more."""
        if self.stand is not Stand.WRONG:
            begun: Position = self.lesson.rules.first_position(self.lesson.start)
            self._begin(0, begun if self.lesson.first is None else begun.play(self.lesson.first), "")
        self._position, self.words, self.stand = self._begun, self._introduced, Stand.ASKED
        self.is_helped = False

    # --- what follows -----------------------------------------------------------------------------------

    def go_on(self) -> None:
        """The other side makes the move that is to come."""
        if self.stand is not Stand.ANSWERING:
            return
        if self._answer is None:
            assert self.lesson.first is not None
            self._begin(0, self._position.play(self.lesson.first), "")
            self.stand = Stand.ASKED
            return
        legal = self._position.legal_moves
        reply = next((action for action in self._answer.replies if legal[action]), None)
        if reply is not None:
            self._position = self._position.play(reply)
        self._settle(self._answer)

    def _settle(self, answer: Answer) -> None:
        """All that comes of an answer lies on the board."""
        self.words = answer.words
        if not answer.is_right:
            self.stand = Stand.WRONG
        elif self._at + 1 < len(self.lesson.stages):
            self._begin(self._at + 1, self._position, answer.words)
            self.stand = Stand.ASKED
        else:
            self.stand = Stand.DONE

    def _begin(self, stage: int, position: Position, words: str) -> None:
        self._at, self._introduced = stage, words
        self._begun = self._position = position

    # --- what is to be seen -----------------------------------------------------------------------------

    @property
    def board(self) -> BoardState:
        """What lies there, and what is drawn on it."""
        position = self._position
        is_untouched = position is self._begun and self.stand is not Stand.ANSWERING
        markup = self._stage.markup if is_untouched else NO_MARKUP
        return BoardState.of(position, shows_barred=True, owners=self._owners(), markup=markup)

    def _owners(self) -> NDArray[np.int8] | None:
        """Those of the beginning stay as they were: a stone in somebody's area makes it nobody else's."""
        when, is_done = self.lesson.owners, self.stand is Stand.DONE
        is_answered, is_helped = is_done or self.stand is Stand.WRONG, self.is_helped and bool(self.lesson.choices)
        is_shown = {Owners.BEGINNING: True, Owners.ANSWER: is_answered, Owners.END: is_done or is_helped}
        counting = self.lesson.rules.game.counting
        if counting is None or not is_shown.get(when, False):
            return None
        return counting.owners(self._begun if when is Owners.BEGINNING else self._position)

    @property
    def values(self) -> Mapping[str, int]:
        """What fills the blanks of its sentences, in games that are counted.

        Either side's points, by how many Black leads, and of Black's points the stones and the empty ones.
        """
        counting = self.lesson.rules.game.counting
        if counting is None:
            return {}
        owners = counting.owners(self._position)
        black, white = (int(np.count_nonzero(owners == color)) for color in Color)
        stones = int(np.count_nonzero(self._position.stones == Color.BLACK))
        return {"black": black, "white": white, "lead": black - white, "stones": stones, "empty": black - stones}

    @property
    def is_introduction(self) -> bool:
        """Whether ``words`` lead on to what is asked now; else they tell of something that was not it."""
        return self.stand is Stand.ASKED and self.words == self._introduced

    @property
    def hint(self) -> int | None:
        """A right move, a pass perhaps, where the learner wants to be shown one; None where none is asked for."""
        if not self.is_helped or self.stand is not Stand.ASKED or self.lesson.choices:
            return None
        answers, legal = self._stage.answers, self._position.legal_moves
        named = {action for answer in answers for action in (*(answer.asked or ()), *answer.replies)}
        for answer in answers:
            others = (action for action in range(len(legal)) if action not in named)
            moves = sorted(answer.asked) if answer.asked is not None else others
            if answer.is_right:
                return next((action for action in moves if legal[action]), None)
        return None
