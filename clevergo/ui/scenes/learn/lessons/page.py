"""A beginner's lessons: a board, the pup that teaches, one thing to do; at the end a real game against that pup.

What lies on the board and what comes of every move is :class:`~clevergo.app.beginner.trial.Trial`'s; here is what one
sees and hears of it, and how long the other side waits before it answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect
from pygame.event import Event

from clevergo.app.beginner.first_game import first_game
from clevergo.app.beginner.trial import Stand, Trial
from clevergo.app.desk.settings import SceneName, Settings
from clevergo.app.kennel.messages import DogAge
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.guests import game_named, games
from clevergo.games.lessons import Lesson, Lessons
from clevergo.ui.board.marks import NO_MARKS, Ghost, Marks
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import ENTER, Group, cut_bottom, cut_top, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import ProgressBar
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.learn.leaf import ANSWERING, Desk, Leaf, board_and_column, is_low
from clevergo.ui.scenes.learn.lessons.steps import Step, Steps
from clevergo.ui.scenes.play.words import refusal_words
from clevergo.ui.scenes.shared.board_pane import BoardPane, HasBoard
from clevergo.ui.scenes.shared.pup import Speech, Tone
from clevergo.ui.shell.audio import Sound
from clevergo.ui.shell.scene import KeyRow, Visit
from clevergo.ui.strings import KeyText, LessonText, Text, Wording

_ANSWERS_AFTER, _BEGINS_AFTER = 0.7, 1.1
"""Seconds until the other side answers a move, and until it makes the first one of a lesson."""
_BUTTON, _LARGE = 42, 50


class LessonsPage(HasBoard, Leaf):
    """The lessons of a game, and its first game, as pages of which one lies open."""

    def __init__(self, desk: Desk, game: str) -> None:
        super().__init__()
        self._desk, self._services = desk, desk.services
        self._game = game_named(game)
        lessons = self._game.lessons
        assert lessons is not None
        self._lessons: Lessons = lessons
        boards = lessons.boards
        usual, extra = ([one for one in boards if one.is_extra is is_extra] for is_extra in (False, True))
        self._pages: tuple[Lesson | None, ...] = (*usual, None, *extra)
        """In the order of the discs; None: the first game."""
        self._at = 0
        self._has_entered = False
        self._trial: Trial | None = None
        """The lesson that lies open, once the rules are loaded."""
        self._first_click: int | None = None
        """Where somebody has clicked before that."""
        self._answers_in = 0.0
        """Seconds until the other side moves."""
        self.board = BoardPane(self._clicked, has_cursor=True)
        self._steps = Steps(self.go_to_part)
        self._speech = Speech(self._game.shipped_dog)
        self._deeds = _Deeds(self)
        self._foot = _Foot(self)
        self.add(self.board, self._steps, self._speech, self._deeds, self._foot)
        self._open(0)

    # --- leaf ---

    @property
    def parts(self) -> Sequence[Words]:
        return [self._name(page) for page in self._pages]

    @property
    def part(self) -> int:
        return self._at

    def go_to_part(self, number: int) -> None:
        if 0 <= number < len(self._pages):
            self._open(number)

    def entered(self) -> None:
        if not self._has_entered:  # where one was, the first time in this run of the program
            self._has_entered = True
            todo = (number for number, page in enumerate(self._pages) if page is None or not self._is_done(page))
            self._open(next(todo))
        self._show()

    def update(self, dt: float) -> bool:
        if self._trial is None and self.lesson is not None:
            self._services.match.poll()
            self._begin()
        trial = self._trial
        if trial is None or trial.stand is not Stand.ANSWERING:
            return False
        self._answers_in -= dt
        if self._answers_in <= 0:
            before = trial.board.stones
            trial.go_on()
            self._sound_move(before)
            self._settled(trial)
        return True

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        return (
            *ANSWERING,
            (KeyText.SPACE, Text.PASS),
            ("←  →", LessonText.KEY_OTHERS),
            ("Esc  Ctrl Z", LessonText.AGAIN),
        )

    def handle(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & pygame.KMOD_ALT:
            return False
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_z:
                self.again()
            return event.key == pygame.K_z
        if event.key in ENTER:
            self._enter()
        elif event.key == pygame.K_b:
            self.stage_focus(None if self.board.has_focus else self.board)
        elif event.key == pygame.K_h:
            self.show_me()
        elif event.key == pygame.K_SPACE and self._may_pass:
            self.pass_turn()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.go_to_part(self._at + (1 if event.key == pygame.K_RIGHT else -1))
        elif event.key == pygame.K_ESCAPE and self.may_try_again:
            self.again()
        else:
            return False
        return True

    def _enter(self) -> None:
        """On to what comes next: another try, the next lesson, the game; or, where something is asked, the board."""
        stand = self.stand
        if self.lesson is None:
            self.play()
        elif stand is Stand.DONE:
            self.go_on()
        elif stand is Stand.WRONG:
            self.again()
        else:
            self.stage_focus(self.board)

    def stage_focus(self, widget: BoardPane | None) -> None:
        """Send the keyboard there."""
        if self.root is not None:
            self.root.set_focus(widget, by_keys=True)

    # --- what lies open ---

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that lies open; None: it is the first game."""
        return self._pages[self._at]

    @property
    def stand(self) -> Stand:
        """Where the learner stands in it."""
        return self._trial.stand if self._trial is not None else Stand.ASKED

    @property
    def has_begun(self) -> bool:
        """Whether the rules are there to be played by."""
        return self._trial is not None

    @property
    def is_waiting(self) -> bool:
        """Whether a stone waits for the rules to be loaded."""
        return self._trial is None and self._first_click is not None

    @property
    def may_try_again(self) -> bool:
        """Whether something has been done that can be undone."""
        return self._trial is not None and bool(self._trial.words) and self._trial.stand is not Stand.ANSWERING

    @property
    def others(self) -> str | None:
        """Another game whose lessons have not all been done."""
        names = (game.name for game in games().values() if game.lessons_file and game is not self._game)
        return next(names, None)

    @property
    def extra(self) -> int | None:
        """The first of the lessons that may be left out which has not been done."""
        pages = enumerate(self._pages)
        return next((n for n, page in pages if page is not None and page.is_extra and not self._is_done(page)), None)

    @property
    def _may_pass(self) -> bool:
        return self.lesson is not None and self.lesson.has_pass

    def _open(self, number: int) -> None:
        self._at = number
        self._trial, self._first_click = None, None
        self.board.forgive()
        self._begin()
        self._teach()
        self._show()
        self._desk.refresh()

    def _begin(self) -> None:
        """As soon as the rules are loaded: the lesson."""
        lesson = self.lesson
        if lesson is None or self._trial is not None or not self._services.match.rules_are_loaded:
            return
        self._trial = Trial(lesson)
        self._answers_in = _BEGINS_AFTER
        waiting, self._first_click = self._first_click, None
        if waiting is not None and self._trial.stand is Stand.ASKED:
            self._clicked(waiting)
        self._show()

    def _is_done(self, lesson: Lesson) -> bool:
        return f"{self._game.name}.{lesson.name}" in self._services.preferences.now.lessons_done

    def _note_done(self, lesson: Lesson) -> None:
        name = f"{self._game.name}.{lesson.name}"

        def with_it(known: Settings) -> Settings:
            rest = (each for each in known.lessons_done if each != name)
            return replace(known, lessons_done=(*rest, name))

        if not self._is_done(lesson):
            self._services.preferences.revise(with_it)
            self._desk.refresh()

    # --- what a learner does ---

    def _clicked(self, action: int) -> None:
        lesson, trial = self.lesson, self._trial
        if lesson is None:
            self.board.refuse(action, LessonText.PRESS_PLAY)
        elif trial is None:
            self._first_click = action
            self._show()
        elif lesson.choices:
            self.board.refuse(action, LessonText.CHOOSE_BELOW)
        elif trial.stand is Stand.DONE:
            if self.board.is_focus_shown:
                self.go_on()  # whoever put the stone by Enter goes on by Enter
            else:
                self.board.refuse(action, LessonText.PRESS_NEXT)
        elif trial.stand is Stand.WRONG and trial.board.stones.flat[action] == Color.BLACK:
            self.again()  # nobody wants the same once more
        elif trial.stand is not Stand.ANSWERING:
            self._play(trial, action)

    def _play(self, trial: Trial, action: int) -> None:
        if trial.stand is Stand.WRONG:
            trial.again()
        before = trial.board.stones
        refusal = trial.play(action)
        if refusal is not None:
            self.board.refuse(action, refusal_words(refusal))
            self._services.audio.play(Sound.REFUSED)
            self._show()
            return
        self._sound_move(before)
        self._answers_in = _ANSWERS_AFTER
        self._settled(trial)

    def pass_turn(self) -> None:
        """Pass, where the lesson is about that."""
        passing = self._game.pass_action(self._lessons_size)
        if self._trial is not None and passing is not None and self._trial.stand in (Stand.ASKED, Stand.WRONG):
            self._play(self._trial, passing)

    @property
    def _lessons_size(self) -> int:
        assert self.lesson is not None
        return self.lesson.rules.size

    def choose(self, number: int) -> None:
        """One of the numbers that are offered."""
        if self._trial is not None:
            self._trial.choose(number)
            self._settled(self._trial)

    def again(self) -> None:
        """Back to what was asked."""
        if self.may_try_again and self._trial is not None:
            self._trial.again()
            self.board.forgive()
            self._show()

    def show_me(self) -> None:
        """Show what is right."""
        if self._trial is not None:
            self._trial.help()
            self._show()

    def go_on(self) -> None:
        """To the next page; after the lessons that may be left out, to the game."""
        lesson = self.lesson
        if lesson is not None and lesson.is_extra:
            self._open(self._pages.index(None))
        else:
            self._open(min(self._at + 1, len(self._pages) - 1))

    def open_extra(self) -> None:
        """To a lesson that may be left out."""
        if self.extra is not None:
            self._open(self.extra)

    def open_others(self) -> None:
        """To the lessons of another game."""
        if self.others is not None:
            self._desk.open(f"lessons.{self.others}")

    def play(self) -> None:
        """The first game."""
        from clevergo.ui.shell.stage import Stage

        root = self.root
        assert isinstance(root, Stage)
        root.go_to(SceneName.PLAY, Visit(match=first_game(self._game, self._ages())))

    def _ages(self) -> Sequence[DogAge]:
        return self._services.kennel.ages_of(self._game.shipped_dog)

    # --- what follows ---

    def _settled(self, trial: Trial) -> None:
        """Something has come of a move or a choice."""
        if trial.stand is Stand.DONE:
            is_last = self._pages[self._at + 1 : self._at + 2] == (None,)
            self._services.audio.play(Sound.WIN if is_last else Sound.RIGHT)
            self._speech.pup.hop()
            self._note_done(trial.lesson)
        self._show()

    def _sound_move(self, before: NDArray[np.int8]) -> None:
        """Let a stone be heard, and that others are taken."""
        assert self._trial is not None
        after = self._trial.board.stones
        if np.array_equal(before, after):
            return
        is_taking = np.count_nonzero(after) <= np.count_nonzero(before)
        self._services.audio.play(Sound.CAPTURE if is_taking else Sound.STONE)

    # --- what is seen and said ---

    def _name(self, page: Lesson | None) -> Words:
        return self._words(page.name) if page is not None else LessonText.GAME

    def _words(self, row: str) -> Wording:
        """A row of the game's lessons."""
        return Wording(f"lesson.{self._game.name}.{row}")

    def _teach(self) -> None:
        page = self.lesson
        usual = self._pages.index(None)
        if page is None:
            may_say: list[Words] = [LessonText.NEWBORN]
        else:
            told = [answer.words for stage in page.stages for answer in stage.answers]
            values = {} if self._trial is None else self._trial.values
            may_say = [self._words(f"{page.name}.{row}")(**values) for row in ("task", *told)]
        above = LessonText.COUNT(n=self._at + 1, total=usual) if self._at < usual else LessonText.EXTRA
        title = Wording(f"lesson.{self._game.name}")
        said = self._words("game.said" if page is None else f"{page.name}.said")
        self._speech.teach(title if page is None else above, self._name(page), said, may_say)
        self.place_again()

    def _show(self) -> None:
        """Show how it stands."""
        self._steps.show(
            [
                Step(
                    self._name(page),
                    Icon.PLAY if page is None else Icon.PLUS if page.is_extra else str(number + 1),
                    page is not None and self._is_done(page),
                    number == self._at,
                )
                for number, page in enumerate(self._pages)
            ]
        )
        self._speech.pup.is_glad = self.stand is Stand.DONE
        self._speech.say(*self._told())
        self._deeds.show()
        self._foot.show()
        self._show_board()

    def _told(self) -> tuple[Words, Tone]:
        """What is asked, or what has come of it."""
        lesson, trial = self.lesson, self._trial
        if lesson is None:
            return LessonText.NEWBORN, Tone.ASKING
        if self.is_waiting:
            return LessonText.LOADING, Tone.WRONG
        if trial is None or not trial.words:
            return self._words(f"{lesson.name}.task"), Tone.ASKING
        said = self._words(f"{lesson.name}.{trial.words}")(**trial.values)
        if trial.stand is Stand.DONE:
            return said, Tone.RIGHT
        is_wrong = trial.stand is Stand.WRONG or not trial.is_introduction
        return said, Tone.WRONG if is_wrong else Tone.ASKING

    def _show_board(self) -> None:
        lesson, trial, coordinates = self.lesson, self._trial, self._services.preferences.now.coordinates
        if lesson is None:
            rules = first_game(self._game, ()).rules
            self.board.show(BoardPicture(BoardState.empty(rules.grid), coordinates=coordinates))
            return
        if trial is None:
            board = replace(BoardState.empty(lesson.rules.grid, lesson.start), markup=lesson.stages[0].markup)
            waiting = None if self._first_click is None else (self._first_click, int(Color.BLACK))
            self.board.show(BoardPicture(board, hover=waiting, coordinates=coordinates), int(Color.BLACK))
            return
        hint = trial.hint
        is_point = hint is not None and hint < lesson.rules.grid.points
        marks = Marks(hint=Ghost(hint, int(Color.BLACK), 1)) if hint is not None and is_point else NO_MARKS
        may_move = trial.stand in (Stand.ASKED, Stand.WRONG) and not lesson.choices
        self.board.show(
            BoardPicture(trial.board, marks=marks, coordinates=coordinates), int(Color.BLACK) if may_move else None
        )

    # --- where it lies ---

    def arrange(self, rect: Rect, look: Look) -> None:
        low = is_low(rect, look)
        board, column = board_and_column(rect, look)
        self.board.place(board, look)
        rest = self._steps.place_top(column, look, self._steps.needed_height(look), look.px(4 if low else 12))
        speech = self._speech.needed_height(look, rest.width, low)
        rest, foot = cut_bottom(rest, look.px(_BUTTON), look.px(8))
        rest = self._speech.place_top(rest, look, min(speech, rest.height), look.px(8 if low else 14))
        self._deeds.place(cut_top(rest, min(look.px(_LARGE), rest.height))[0], look)
        self._foot.place(foot, look)
        self._show_board()


class _Deeds(Group):
    """What a lesson asks for beside a stone: a pass, or one of several numbers; and the button that begins the game."""

    def __init__(self, page: LessonsPage) -> None:
        super().__init__()
        self._page = page
        primary = ButtonKind.PRIMARY
        self._pass = Button(Text.PASS, page.pass_turn, primary, size=Size.HEADING, id="lessons.pass")
        self._play = Button(LessonText.PLAY, page.play, primary, Icon.PLAY, Size.HEADING, id="lessons.play")
        self._numbers: list[Button] = []
        self._preparing = ProgressBar("lessons.preparing")
        self.add(self._pass, self._play, self._preparing)

    def show(self) -> None:
        """Offer what is asked for now."""
        lesson, stand = self._page.lesson, self._page.stand
        self._play.is_visible = lesson is None
        self._pass.is_visible = lesson is not None and lesson.has_pass
        self._pass.is_enabled = stand in (Stand.ASKED, Stand.WRONG)
        choices = lesson.choices if lesson is not None else ()
        if [button.id for button in self._numbers] != [f"lessons.choose.{number}" for number in choices]:
            for button in self._numbers:
                self.remove(button)
            self._numbers = [
                Button(str(n), partial(self._page.choose, n), size=Size.HEADING, id=f"lessons.choose.{n}")
                for n in choices
            ]
            self.add(*self._numbers)
            self.place_again()
        for button in self._numbers:
            button.is_enabled = stand is not Stand.DONE
        self._preparing.is_visible = self._preparing.is_busy = self._page.is_waiting

    def arrange(self, rect: Rect, look: Look) -> None:
        self._pass.place(rect, look)
        self._play.place(rect, look)
        self._preparing.place(cut_top(rect, look.px(4))[0], look)
        place_columns(self._numbers, rect, look, look.px(8))


class _Foot(Group):
    """Being shown, trying again, and going on."""

    def __init__(self, page: LessonsPage) -> None:
        super().__init__()
        self._page = page
        self._show_me = Button(LessonText.SHOW, page.show_me, icon=Icon.EYE, id="lessons.show", tip=LessonText.TIP_SHOW)
        self._again = Button(
            LessonText.AGAIN, page.again, icon=Icon.RESTART, id="lessons.again", tip=LessonText.TIP_AGAIN
        )
        self._next = Button(LessonText.NEXT, page.go_on, icon=Icon.RIGHT, id="lessons.next", tip=LessonText.TIP_NEXT)
        self._extra = Button("", page.open_extra, icon=Icon.PLUS, id="lessons.extra")
        self._others = Button("", page.open_others, icon=Icon.RIGHT, id="lessons.others")
        self.add(self._show_me, self._again, self._next, self._extra, self._others)

    def show(self) -> None:
        """Offer what can be done now."""
        page, stand, lesson = self._page, self._page.stand, self._page.lesson
        is_lesson = lesson is not None
        self._show_me.is_visible = lesson is not None and not lesson.has_pass and stand is not Stand.DONE
        self._show_me.is_enabled = page.has_begun
        self._again.is_visible = is_lesson
        self._again.is_enabled = page.may_try_again
        has_deeds = lesson is not None and (lesson.has_pass or bool(lesson.choices))
        self._again.kind = ButtonKind.PRIMARY if stand is Stand.WRONG and not has_deeds else ButtonKind.PLAIN
        self._next.is_visible = is_lesson
        self._next.words = LessonText.NEXT if stand is Stand.DONE else LessonText.SKIP
        self._next.kind = ButtonKind.PRIMARY if stand is Stand.DONE else ButtonKind.QUIET
        extra, others = page.extra, page.others
        self._extra.is_visible = not is_lesson and extra is not None
        self._extra.words = page.parts[extra] if extra is not None else ""
        self._others.is_visible = not is_lesson and others is not None
        self._others.words = Wording(f"lesson.{others}") if others is not None else ""
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        shown = [button for button in (self._show_me, self._again, self._extra, self._others) if button.is_visible]
        rest = rect
        needed = sum(button.needed_width(look) + look.px(8) for button in shown)
        if self._next.is_visible:
            needed += self._next.needed_width(look)
        share = min(1.0, rect.width / max(needed, 1))
        for button in shown:
            rest = button.place_left(rest, look, round(button.needed_width(look) * share), look.px(8))
        if self._next.is_visible:
            wide = round(max(self._next.needed_width(look), look.px(96) if share == 1.0 else 0) * share)
            self._next.place_right(rest, look, min(wide, rest.width))
