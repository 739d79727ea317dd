"""The page of one lesson: a position out of a dog's window, and how the dog learns from it, number by number."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from clevergo.app.desk.settings import SceneName
from clevergo.app.inquiries import Finding, Inquirer
from clevergo.app.kennel.messages import DogInfo
from clevergo.app.lesson.lesson import STEPS, Lesson, LessonInquiry, Pick, Source, Stage, Underway
from clevergo.app.match.messages import BoardState
from clevergo.games.guests import game_named
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import Group, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Dropdown, Option, Segmented
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, ProgressBar
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.analysis.judges import judge_words
from clevergo.ui.scenes.lesson.account import Account, Side
from clevergo.ui.scenes.lesson.panels import MorePanel, MovesPanel, Tab
from clevergo.ui.scenes.shared.board_pane import BoardPane, HasBoard
from clevergo.ui.scenes.shared.figures_page import BACK_WORDS, Heights, act_on_key, cut_board_page
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.scenes.shared.waiting import Waiting
from clevergo.ui.scenes.train.words import games_said
from clevergo.ui.shell.scene import KeyRow, Page, Services, Visit
from clevergo.ui.strings import KeyText, Strings, TaughtText, Text, kindly

_FOOT = 36
_BOARD_SHARE, _MOVES_SHARE = 0.5, 0.48
"""The board's of the width at most, and the moves' of the column's height."""
_DOG = 190
_BACK_TIPS = {SceneName.TRAIN: TaughtText.TIP_BACK, SceneName.LEARN: TaughtText.TIP_BACK_TO_READING}
_STAGES = {
    Stage.READING: TaughtText.READING,
    Stage.PLAYING: TaughtText.PLAYING,
    Stage.CHECKING: TaughtText.CHECKING,
}


class LessonPage(HasBoard, Page):
    """Asks for a lesson once it is shown. Leaving it goes back to the scene it was opened from."""

    wants_escape = True

    def __init__(self, services: Services, dog: str, back: SceneName = SceneName.TRAIN) -> None:
        """``dog`` is the name of the one to look at first; where there is none of that name, another.

        ``back`` is the scene that leaving it leads to: the one where dogs train, or the one where one learns.
        """
        super().__init__()
        assert services.inquiries is not None
        self.services = services
        self._inquiries: Inquirer = services.inquiries
        self.back = back
        """The scene that leaving it leads to."""
        self._dogs: list[DogInfo] = services.kennel.dogs()
        self._dog = next((known for known in self._dogs if known.name == dog), self._dogs[0] if self._dogs else None)
        self._source: Source | None = None
        self._pick, self._ranks = Pick.RANDOM, dict.fromkeys(Pick, 0)
        self._steps = STEPS[0]
        self._side, self._view = Side.GUESS, 0
        self._finding: Finding | None = None
        self._lesson: Lesson | None = None
        self._taught: tuple[object, ...] = ()
        """Which position of whom is shown."""
        self._accounts: dict[int, Account] = {}
        self.board = BoardPane(lambda _action: None, self._turned)
        self.board.pointed = self._point
        self._heading = _Heading(self)
        self._moves = MovesPanel()
        self._more = MorePanel(lambda: self.stage.art, self._refresh, self.choose_view)
        self._foot = _Foot(self)
        self._again = Button(TaughtText.AGAIN, self._ask, ButtonKind.PRIMARY, id="lesson.again")
        self._train = Button(TaughtText.GO_TRAIN, self._go_and_train, ButtonKind.PRIMARY, id="lesson.train")
        self._other = Button(TaughtText.SEE_OTHER, self._see_other, id="lesson.other")
        self._waiting = Waiting("lesson.waiting", self._again, self._train, self._other)
        self.add(self.board, self._heading, self._moves, self._more, self._foot, self._waiting)
        self._show_nothing()

    # --- page ---

    def entered(self, visit: Visit | None) -> None:
        self._meet()

    def left(self) -> None:
        self._inquiries.drop()

    def close(self) -> None:
        """Back to where one came from."""
        if self.back is SceneName.TRAIN:
            self._go_and_train()
        else:
            self.stage.go_to(self.back)

    def _go_and_train(self) -> None:
        name = self._dog.name if self._dog is not None and not self._dog.is_shipped else None
        self.stage.go_to(SceneName.TRAIN, Visit(dog=name))

    def arrange(self, rect: Rect, look: Look) -> None:
        rooms = cut_board_page(rect, look, _BOARD_SHARE, Heights(_FOOT, _FOOT), Heights(10, 6))
        self._heading.place(rooms.head, look)
        self.board.place(rooms.board, look)
        moves, more = cut_top(rooms.column, round(rooms.column.height * _MOVES_SHARE), look.px(GAP - 2))
        self._moves.place(moves, look)
        self._more.place(more, look)
        self._waiting.place(rooms.column, look)
        self._foot.board_width = rooms.board.width
        self._foot.place(rooms.foot, look)
        self._refresh()

    def update(self, dt: float) -> bool:
        self._inquiries.poll()
        self._take()
        return False

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        return (
            ("←  →", TaughtText.KEY_SIDE),
            (KeyText.SPACE, TaughtText.KEY_FLIP),
            ("↑  ↓", TaughtText.KEY_STEPS),
            ("N", TaughtText.ANOTHER),
            ("O", TaughtText.KEY_ORDER),
            ("Esc", KeyText.CLOSE),
        )

    def handle(self, event: Event) -> bool:
        acts: dict[int, Callable[[], object]] = {
            pygame.K_ESCAPE: self.close,
            pygame.K_LEFT: partial(self._turned, -1),
            pygame.K_RIGHT: partial(self._turned, 1),
            pygame.K_UP: partial(self._more_steps, 1),
            pygame.K_DOWN: partial(self._more_steps, -1),
            pygame.K_SPACE: self._flip,
            pygame.K_n: self.another,
            pygame.K_o: self._more.turn,
        }
        return act_on_key(event, acts)

    def dog_renamed(self, old: str, new: str) -> None:
        self._dogs = self.services.kennel.dogs()

    # --- what a person chooses ---

    @property
    def dog(self) -> DogInfo | None:
        """Whose lesson it is."""
        return self._dog

    @property
    def pick(self) -> Pick:
        """Which kind of position."""
        return self._pick

    @property
    def side(self) -> Side:
        """What is on the board."""
        return self._side

    @property
    def sides(self) -> list[Side]:
        """What can be on the board."""
        account = self._accounts.get(self._view)
        return list(Side) if account is None or account.has_points else [s for s in Side if s is not Side.POINTS]

    @property
    def steps(self) -> int:
        """How many steps are wanted."""
        return self._steps

    @property
    def can_teach(self) -> bool:
        """Whether there is a dog to be asked."""
        return self._source is not None

    def dog_options(self) -> list[Option[str]]:
        """Who can be looked at."""

        def remark(dog: DogInfo) -> Words:
            if dog.weights is None:
                return Text.NO_CHECKPOINT
            return Text.SHIPPED_REMARK if dog.is_shipped else lambda strings: games_said(strings, dog.games)

        return [Option(dog.name, judge_words(dog.name), _with_game(dog, remark(dog))) for dog in self._dogs]

    def choose_dog(self, name: str) -> None:
        """Look at another dog's lessons."""
        self._dog = next((dog for dog in self._dogs if dog.name == name), self._dog)
        self._ranks = dict.fromkeys(Pick, 0)
        self._steps = STEPS[0]
        self._meet()

    def choose_pick(self, pick: Pick) -> None:
        """Look at a position of another kind."""
        self._pick = pick
        self._ask()

    def another(self) -> None:
        """Look at the next position of that kind."""
        if self._source is not None:
            self._ranks[self._pick] += 1
            self._ask()

    def choose_side(self, side: Side) -> None:
        """See something else on the board."""
        self._side = side
        self._refresh()

    def choose_steps(self, steps: int) -> None:
        """Make more steps on the same batch, or fewer, and see the guess after them."""
        self._steps = steps
        if self._side is Side.GUESS:
            self._side = Side.AFTER
        self._ask()
        if steps > 1:
            self._more.open(Tab.HEART)

    def choose_view(self, view: int) -> None:
        """Look at the board turned in another way."""
        self._view = view
        self._refresh()

    def _turned(self, steps: int) -> None:
        sides = self.sides
        at = sides.index(self._side) if self._side in sides else 0
        self.choose_side(sides[min(max(at + steps, 0), len(sides) - 1)])

    def _flip(self) -> None:
        """From the first guess to the one after the step, and back."""
        self.choose_side(Side.GUESS if self._side is Side.AFTER else Side.AFTER)

    def _more_steps(self, by: int) -> None:
        at = min(max(STEPS.index(self._steps) + by, 0), len(STEPS) - 1)
        if self._source is not None and STEPS[at] != self._steps:
            self.choose_steps(STEPS[at])

    def _see_other(self) -> None:
        """Look at the dog that comes with the program, where one's own has nothing to show yet."""
        other = self._shipped()
        if other is not None:
            self.choose_dog(other.name)

    def _shipped(self) -> DogInfo | None:
        game = self._dog.game if self._dog is not None else None
        shipped = [dog for dog in self._dogs if dog.is_shipped]
        return next((dog for dog in shipped if dog.game == game), next(iter(shipped), None))

    # --- asking ---

    def _meet(self) -> None:
        """Begin with a dog, as its files are now."""
        self._source = None if self._dog is None else Source.of(self._dog)
        self._ask()

    def _inquiry(self) -> LessonInquiry | None:
        if self._source is None:
            return None
        return LessonInquiry(self._source, self._pick, self._ranks[self._pick], self._steps)

    def _ask(self) -> None:
        inquiry = self._inquiry()
        self._finding = None
        if inquiry is None:
            self._show_nothing()
            name = judge_words(self._dog.name if self._dog is not None else None)
            other = self._shipped()
            offered = (self._train, self._other) if other is not None else (self._train,)
            self._waiting.give_up(TaughtText.NEWBORN(name=name), *offered)
        else:
            self._inquiries.ask(inquiry)
            if self._taught != (inquiry.source, inquiry.pick, inquiry.rank):
                self._view = 0
                self._show_nothing()
                self._waiting.wait(TaughtText.READING(name=judge_words(inquiry.source.name)))
        self._take()
        self._heading.refresh()
        self._foot.refresh()

    def _take(self) -> None:
        """What has come of the question."""
        inquiry = self._inquiry()
        found = None if inquiry is None else self._inquiries.finding(inquiry)
        if inquiry is None or found is None or found is self._finding:
            return
        self._finding = found
        position = (inquiry.source, inquiry.pick, inquiry.rank)
        if found.error is not None:
            self._show_nothing()
            self._waiting.give_up(kindly(found.error), self._again)
        elif isinstance(found.answer, Underway) and position != self._taught:
            told = _STAGES[found.answer.stage](name=judge_words(inquiry.source.name))
            self._waiting.wait(told, found.answer.share)
        elif isinstance(found.answer, Lesson):
            # What is shown of the same position with other steps stays until there is more than before the first.
            if position != self._taught or found.answer.done:
                self._taught, self._lesson = position, found.answer
                self._accounts = {}
            self._refresh()
        self._foot.refresh()

    def step_said(self) -> Words:
        """What a step is, where that is known."""
        return self._account(self._view).step_said() if self._lesson is not None else ""

    @property
    def progress(self) -> float | None:
        """Of the steps wanted, the part that has been made; None where nothing is under way."""
        found = self._finding
        if found is None or found.is_whole or found.error is not None or not isinstance(found.answer, Lesson):
            return None
        return found.answer.done / found.answer.steps

    # --- what is shown ---

    def _show_nothing(self) -> None:
        self._lesson, self._taught, self._accounts = None, (), {}
        self._moves.is_visible = self._more.is_visible = False
        self._waiting.is_visible = True
        game = game_named(self._dog.game) if self._dog is not None else None
        size = self._dog.sizes[0] if self._dog is not None and self._dog.sizes else 0
        if game is not None:
            grid = game.grid(*game.shape(size or game.usual_size))
            self.board.show(BoardPicture(BoardState.empty(grid), coordinates=self._coordinates))
        self.board.explain("")

    @property
    def _coordinates(self) -> bool:
        return self.services.preferences.now.coordinates

    def _account(self, view: int) -> Account:
        assert self._lesson is not None
        assert self._dog is not None
        if view not in self._accounts:
            self._accounts[view] = Account(self._lesson, self._dog.name, view, self._coordinates)
        return self._accounts[view]

    def _refresh(self) -> None:
        lesson = self._lesson
        if lesson is None or self.root is None:
            return
        self._waiting.rest()
        self._waiting.is_visible = False
        self._moves.is_visible = self._more.is_visible = True
        account = self._account(self._view)
        if self._side not in self.sides:
            self._side = Side.GUESS
        self.board.show(account.picture(self._side))
        self._moves.show(account, self._side)
        ways = range(len(lesson.views))
        self._more.show(account, lambda: [self._account(view) for view in ways], self._side, self._view)
        self._foot.refresh()

    def _point(self, action: int | None) -> None:
        told = self._account(self._view).told() if self._lesson is not None and action is not None else {}
        self.board.explain(told.get(action, "") if action is not None else "")


def _with_game(dog: DogInfo, remark: Words) -> Words:
    """A remark with what the dog plays."""

    def said(strings: Strings) -> str:
        return f"{game_words(dog.game)(strings)} · {strings.said(remark)}"

    return said


class _Heading(Group):
    """The way back, what this is, whose lesson, and which position."""

    def __init__(self, page: LessonPage) -> None:
        super().__init__()
        self._page = page
        words, tip = BACK_WORDS[page.back], _BACK_TIPS[page.back]
        self._back = Button(words, page.close, icon=Icon.LEFT, size=Size.SMALL, id="lesson.close", tip=tip)
        self._title = Label(TaughtText.TITLE, Size.HEADING, bold=True)
        self._dog: Dropdown[str] = Dropdown([], "", page.choose_dog, id="lesson.dog", tip=TaughtText.TIP_DOG)
        picks = [
            Option(Pick.RANDOM, TaughtText.RANDOM, tip=TaughtText.TIP_RANDOM),
            Option(Pick.WRONG, TaughtText.WRONG, tip=TaughtText.TIP_WRONG),
            Option(Pick.SURPRISING, TaughtText.SURPRISING, tip=TaughtText.TIP_SURPRISING),
        ]
        self._pick: Segmented[Pick] = Segmented(picks, Pick.RANDOM, page.choose_pick, "lesson.pick")
        self._another = Button(
            TaughtText.ANOTHER, page.another, size=Size.SMALL, id="lesson.another", tip=TaughtText.TIP_ANOTHER
        )
        self.add(self._back, self._title, self._dog, self._pick, self._another)

    def refresh(self) -> None:
        """Show what is chosen."""
        page = self._page
        self._dog.options = page.dog_options()
        self._dog.value = page.dog.name if page.dog is not None else ""
        self._pick.value = page.pick
        self._pick.is_enabled = self._another.is_enabled = page.can_teach

    def arrange(self, rect: Rect, look: Look) -> None:
        gap, row = look.px(10), inset(rect, 0, look.px(1))
        rest = self._back.place_left(row, look, self._back.needed_width(look), look.px(14))
        rest = self._another.place_right(rest, look, self._another.needed_width(look), gap)
        room = rest.width - look.px(_DOG * 0.62)
        wide = self._pick.needed_width(look)
        rest = self._pick.place_right(
            rest, look, wide if wide <= room else min(self._pick.least_width(look), room), gap
        )
        title = look.width(look.say(TaughtText.TITLE), Size.HEADING, True) + 2
        self._title.is_visible = rest.width >= title + look.px(_DOG * 0.7) + gap
        left, dog = rest, rest
        if self._title.is_visible:
            left, dog = cut_right(rest, min(rest.width - title - gap, look.px(_DOG)), gap)
        self._title.place(left, look)
        self._dog.place(dog, look)
        self.refresh()


class _Foot(Group):
    """What is on the board, and how many steps are made."""

    board_width = 0
    """Pixels: so far reaches what belongs to the board."""

    def __init__(self, page: LessonPage) -> None:
        super().__init__()
        self._page = page
        self._told_steps = page.steps
        """How many steps the words of a side tell."""
        self._sides: Segmented[Side] = Segmented(self._options(), Side.GUESS, page.choose_side, "lesson.side")
        self._words = Label(TaughtText.STEPS, Size.SMALL, align=Align.RIGHT, color="muted")
        steps = [Option(n, TaughtText.STEP_COUNT(n=n), tip=TaughtText.TIP_STEP_COUNT(n=n)) for n in STEPS]
        self._steps: Segmented[int] = Segmented(steps, STEPS[0], page.choose_steps, "lesson.steps")
        self._bar = ProgressBar("lesson.progress")
        self.add(self._sides, self._words, self._steps, self._bar)

    def _options(self) -> list[Option[Side]]:
        n = self._page.steps
        words: dict[Side, tuple[Words, Words]] = {
            Side.GUESS: (TaughtText.SIDE_GUESS, TaughtText.TIP_SIDE_GUESS),
            Side.FOUND: (TaughtText.SIDE_FOUND, TaughtText.TIP_SIDE_FOUND),
            Side.AFTER: (TaughtText.SIDE_AFTER(n=n), TaughtText.TIP_SIDE_AFTER(n=n)),
            Side.POINTS: (TaughtText.SIDE_POINTS, TaughtText.TIP_SIDE_POINTS),
        }
        return [Option(side, words[side][0], tip=words[side][1]) for side in self._page.sides]

    def refresh(self) -> None:
        """Show what is chosen."""
        page = self._page
        options = self._options()
        if len(options) != len(self._sides.options) or page.steps != self._told_steps:
            self._sides.options, self._told_steps = options, page.steps
            self.place_again()  # they need another width
        self._sides.options, self._sides.value = options, page.side
        self._steps.value = page.steps
        self._steps.is_enabled = self._sides.is_enabled = page.can_teach
        self._words.explain(page.step_said())
        share = page.progress
        self._bar.share, self._bar.is_busy = share, share is not None

    def arrange(self, rect: Rect, look: Look) -> None:
        row = inset(rect, 0, look.px(1))
        sides, rest = cut_left(row, self.board_width, look.px(18))
        width = self._sides.needed_width(look)
        if width > sides.width:
            width = min(max(self._sides.least_width(look), sides.width), row.width * 6 // 10)
        centered = Rect(sides.left + max(sides.width - width, 0) // 2, sides.top, width, sides.height)
        self._sides.place(centered, look)
        left = max(rest.left, centered.right + look.px(14))
        rest = Rect(left, rest.top, row.right - left, rest.height)
        steps = min(self._steps.needed_width(look), rest.width)
        if look.width(look.say(TaughtText.STEPS), Size.SMALL) + steps + look.px(12) > rest.width:
            steps = min(self._steps.least_width(look), rest.width)
        words = self._steps.place_right(rest, look, steps, look.px(12))
        self._words.is_visible = words.width >= look.width(look.say(TaughtText.STEPS), Size.SMALL) + look.px(2)
        self._words.place(words, look)
        under = self._steps.rect
        self._bar.place(Rect(under.left, under.bottom + look.px(1), under.width, look.px(3)), look)
