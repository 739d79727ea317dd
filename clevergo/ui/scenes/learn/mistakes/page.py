"""A person's mistakes, asked again: a board, what was played there once, and a better move to be found."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from clevergo.app.coach.practice import INTERVALS, Exercise, PracticeBook
from clevergo.app.coach.quiz import Quiz, Stand
from clevergo.app.desk.settings import SceneName
from clevergo.app.match.messages import BoardState
from clevergo.games.guests import usual_dog, usual_rules
from clevergo.ui.board.marks import NO_MARKS, Disc, Marks
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import ENTER, Group, cut_bottom
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.scenes.coach.words import BAD, GOOD, cost_said
from clevergo.ui.scenes.learn.leaf import ANSWERING, Desk, Leaf, board_and_column, is_low
from clevergo.ui.scenes.play.words import color_words, point_name, refusal_words
from clevergo.ui.scenes.shared.board_pane import BoardPane, HasBoard
from clevergo.ui.scenes.shared.pup import Speech, Tone
from clevergo.ui.shell.audio import Sound
from clevergo.ui.shell.scene import KeyRow
from clevergo.ui.strings import CoachText, Strings

_BUTTON = 42
_TONES = {Stand.ASKED: Tone.ASKING, Stand.RIGHT: Tone.RIGHT}
_MOST_OTHERS = 5
"""Moves as right as the best that are shown beside it, those near it first; where somebody wins there may be many."""


class MistakesPage(HasBoard, Leaf):
    """What is due today, one after another, with the pup beside it."""

    def __init__(self, desk: Desk, about: str = "") -> None:
        super().__init__()
        self._desk, self._services = desk, desk.services
        self.quiz = Quiz(self._services.practice or PracticeBook(None))
        self._has_board = False
        """Whether the rules are there to lay the board by."""
        self.board = BoardPane(self.answer, has_cursor=True)
        self._speech = Speech(usual_dog())
        self._foot = _Foot(self)
        self.add(self.board, self._speech, self._foot)
        self._teach()

    # --- leaf ---

    def entered(self) -> None:
        self.quiz.start()
        self._teach()

    def update(self, dt: float) -> bool:
        if self.quiz.exercise is not None and not self._has_board:
            self._services.match.poll()
            if self._services.match.rules_are_loaded:
                self._show()
        return False

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        return ANSWERING

    def handle(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        if event.key in ENTER and self.quiz.exercise is not None:
            if self.quiz.stand.is_open:
                self._focus(self.board)
            else:
                self.go_on()
        elif event.key == pygame.K_b:
            self._focus(None if self.board.has_focus else self.board)
        elif event.key == pygame.K_h:
            self.show_me()
        else:
            return False
        return True

    def _focus(self, widget: BoardPane | None) -> None:
        if self.root is not None:
            self.root.set_focus(widget, by_keys=True)

    # --- what a person does ---

    def answer(self, action: int) -> None:
        """A point was clicked."""
        quiz = self.quiz
        if quiz.exercise is None or not self._has_board:
            return
        if not quiz.stand.is_open:
            if self.board.is_focus_shown:
                self.go_on()  # whoever put the stone by Enter goes on by Enter
            return
        refusal = quiz.answer(action)
        if refusal is not None:
            self.board.refuse(action, refusal_words(refusal))
            self._services.audio.play(Sound.REFUSED)
            return
        self._services.audio.play(Sound.RIGHT if quiz.stand is Stand.RIGHT else Sound.STONE)
        if quiz.stand is Stand.RIGHT:
            self._speech.pup.hop()
        self._show()

    def show_me(self) -> None:
        """Show what is right."""
        if self._has_board:
            self.quiz.show_me()
            self._show()

    def go_on(self) -> None:
        """To the next one."""
        if not self.quiz.stand.is_open:
            self.quiz.next()
            self.board.forgive()
            self._teach()

    def play(self) -> None:
        """To a game, which brings new ones."""
        self._desk.go_to(SceneName.PLAY, None)

    # --- what is seen and said ---

    def _teach(self) -> None:
        quiz, exercise = self.quiz, self.quiz.exercise
        self._has_board = False
        if exercise is None:
            self._speech.teach("", CoachText.MISTAKES, self._nothing(), ())
        else:
            box, boxes = exercise.box + 1, len(INTERVALS)
            above = CoachText.LEFT(n=quiz.left, box=box, boxes=boxes)
            moves = max(exercise.good, default=0), exercise.played
            longest: list[Words] = [
                CoachText.WRONG(move=_move(exercise, moves[1]), better=_move(exercise, moves[0])),
                CoachText.SAME,
            ]
            self._speech.teach(above, CoachText.MISTAKES, self._asked(exercise), longest)
        self._show()

    def _nothing(self) -> Words:
        if self.quiz.is_empty:
            return CoachText.NOTHING
        following = self.quiz.next_day
        return CoachText.ALL_KNOWN if following is None else CoachText.LATER(date=_day(following))

    def _asked(self, exercise: Exercise) -> Words:
        color = exercise.start.to_play if len(exercise.moves) % 2 == 0 else exercise.start.to_play.opponent
        return CoachText.ASK(
            color=color_words(color),
            played=_move(exercise, exercise.played),
            cost=cost_said(exercise.size, exercise.is_points),
        )

    def _told(self) -> Words:
        """What has come of it."""
        quiz, exercise = self.quiz, self.quiz.exercise
        if exercise is None or quiz.stand is Stand.ASKED:
            return ""
        if quiz.stand is Stand.SAME:
            return CoachText.SAME
        better = _move(exercise, exercise.good[0])
        said: Words = CoachText.RIGHT
        if quiz.stand is Stand.WRONG and quiz.tried is not None:
            said = CoachText.WRONG(move=_move(exercise, quiz.tried), better=better)
        elif quiz.stand is Stand.SHOWN:
            said = CoachText.SHOWN(better=better)
        kept = quiz.kept
        if kept is None:
            return said
        again = CoachText.KNOWN if kept.is_known else CoachText.AGAIN(date=_day(date.fromordinal(kept.due)))
        return lambda s: f"{s.said(said)} {s.said(again)}"

    def _show(self) -> None:
        quiz = self.quiz
        told = self._told()
        tone = _TONES.get(quiz.stand, Tone.WRONG)
        if not told:
            told = CoachText.MORE if quiz.exercise is None else CoachText.FIND
        self._speech.say(told, tone)
        self._speech.pup.is_glad = quiz.stand is Stand.RIGHT
        self._foot.show()
        self._show_board()

    def _show_board(self) -> None:
        quiz, coordinates = self.quiz, self._services.preferences.now.coordinates
        exercise = quiz.exercise
        rules = usual_rules() if exercise is None else exercise.rules
        if exercise is None or not self._services.match.rules_are_loaded:
            self.board.show(BoardPicture(BoardState.empty(rules.grid), coordinates=coordinates))
            return
        if quiz.pass_over():
            self._teach()
            return
        self._has_board = True
        color = int(quiz.to_play) if quiz.stand.is_open else None
        self.board.show(BoardPicture(quiz.board, marks=_marks(quiz, exercise), coordinates=coordinates), color)

    # --- where it lies ---

    def arrange(self, rect: Rect, look: Look) -> None:
        board, column = board_and_column(rect, look)
        self.board.place(board, look)
        rest, foot = cut_bottom(column, look.px(_BUTTON), look.px(8))
        speech = self._speech.needed_height(look, rest.width, is_low(rect, look))
        self._speech.place(Rect(rest.left, rest.top, rest.width, min(speech, rest.height)), look)
        self._foot.place(foot, look)
        self._show_board()


def _move(exercise: Exercise, action: int) -> Callable[[Strings], str]:
    return partial(point_name, grid=exercise.rules.grid, action=action)


def _day(day: date) -> Callable[[Strings], str]:
    return lambda strings: strings.day(time.mktime(day.timetuple()))


def _marks(quiz: Quiz, exercise: Exercise) -> Marks:
    """What was tried, and once it is answered what is right."""
    points, discs = exercise.rules.grid.points, []
    is_open = quiz.stand.is_open
    if not is_open:
        others = exercise.good[1:] if quiz.tried is None or quiz.tried not in exercise.good else ()
        discs += [Disc(action, GOOD, radius=0.22, alpha=0.8) for action in others[:_MOST_OTHERS] if action < points]
        right = quiz.tried if quiz.stand is Stand.RIGHT and quiz.tried is not None else exercise.good[0]
        discs.append(Disc(right, GOOD, radius=0.4, is_best=True))
    wrong = exercise.played if quiz.stand is Stand.SAME else quiz.tried if quiz.stand is Stand.WRONG else None
    if wrong is not None and wrong < points:
        discs.append(Disc(wrong, BAD, radius=0.36, has_rim=True))
    return Marks(discs=tuple(discs)) if discs else NO_MARKS


class _Foot(Group):
    """Being shown, going on, and the way to a game."""

    def __init__(self, page: MistakesPage) -> None:
        super().__init__()
        self._page = page
        self._show_me = Button(CoachText.SHOW_ME, page.show_me, icon=Icon.EYE, id="mistakes.show")
        self._next = Button(CoachText.NEXT, page.go_on, ButtonKind.PRIMARY, Icon.RIGHT, id="mistakes.next")
        self._play = Button(CoachText.PLAY_GAME, page.play, ButtonKind.PRIMARY, Icon.PLAY, id="mistakes.play")
        self.add(self._show_me, self._next, self._play)

    def show(self) -> None:
        """Offer what can be done now."""
        quiz = self._page.quiz
        has_one = quiz.exercise is not None
        self._show_me.is_visible = has_one and quiz.stand.is_open
        self._next.is_visible = has_one and not quiz.stand.is_open
        self._play.is_visible = not has_one

    def arrange(self, rect: Rect, look: Look) -> None:
        self._show_me.place_left(rect, look, min(self._show_me.needed_width(look), rect.width))
        for button in (self._next, self._play):
            button.place_left(rect, look, min(button.needed_width(look), rect.width))
