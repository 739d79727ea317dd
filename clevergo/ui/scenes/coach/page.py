"""The coach's page: the moves that cost most, a board for each with a better one, and ways back to the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.coach.review import MOMENTS, Moment
from clevergo.app.desk.settings import SceneName
from clevergo.app.match.messages import MatchSnapshot
from clevergo.games.grid import Grid
from clevergo.games.markup import NO_MARKUP, Markup, Shape
from clevergo.ui.board.marks import Disc, Marks
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph, ProgressBar
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.analysis.judges import judge_words
from clevergo.ui.scenes.coach.desk import CoachDesk
from clevergo.ui.scenes.coach.report import ReportDesk
from clevergo.ui.scenes.coach.words import BAD, GOOD, loss_said, moment_said
from clevergo.ui.scenes.play.words import point_name
from clevergo.ui.scenes.shared.board_pane import BoardPane
from clevergo.ui.shell.scene import KeyRow, Page, Services, Visit
from clevergo.ui.strings import CoachText, KeyText, SlowText, kindly

_HEAD = 36
_ROOMY = 640
_TITLE, _LEGEND, _BUTTON = 28, 22, 36
_WIDEST = 440
"""Logical units: the widest a card gets."""
_SAID_LINES = 3
PRACTICE = "lessons.mistakes"
"""The entry of the contents where mistakes are practised."""


class CoachPage(Page):
    """Shows what the desk knows of the game that is on the board. Leaving it goes back there."""

    wants_escape = True

    def __init__(self, services: Services, desk: CoachDesk, match: MatchSnapshot, reports: ReportDesk) -> None:
        """``match`` is what the desk was shown last."""
        super().__init__()
        self.services = services
        self._reports = reports
        self._desk, self._match = desk, match
        self._heading = _Heading(self, self.save_report)
        self._cards = [_Card(self, number) for number in range(MOMENTS)]
        self._waiting = _Waiting()
        self._shown: tuple[object, ...] | None = None
        self.add(self._heading, *self._cards, self._waiting)

    @property
    def grid(self) -> Grid:
        """Of the game's board."""
        return self._match.setup.rules.grid

    # --- page ---

    def entered(self, visit: Visit | None) -> None:
        self._desk.attend(True)
        if self._desk.why_not() is None:
            self._desk.ask()
        self._refresh()

    def left(self) -> None:
        self._desk.attend(False)

    def close(self) -> None:
        """Back to the board."""
        self.stage.go_to(SceneName.PLAY)

    def update(self, dt: float) -> bool:
        self._desk.update()
        self._reports.update(self)
        self._refresh()
        return False

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        return (
            ("1  2  3", CoachText.KEY_TRY),
            ("C  Esc", KeyText.CLOSE),
        )

    def handle(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        moments = self._moments
        if event.key in (pygame.K_ESCAPE, pygame.K_c):
            self.close()
        elif pygame.K_1 <= event.key < pygame.K_1 + len(moments):
            self.try_again(moments[event.key - pygame.K_1])
        else:
            return False
        return True

    # --- what a person does ---

    def try_again(self, moment: Moment) -> None:
        """Back to the game, before this move."""
        stage = self.stage
        self.services.match.go_to(moment.loss.ply - 1)
        self.close()
        stage.toast(CoachText.TRY_SAID)

    def show(self, moment: Moment) -> None:
        """The position after it, in the game."""
        self.services.match.go_to(moment.loss.ply)
        self.close()

    def save_report(self) -> None:
        """All of it as one file."""
        self._reports.ask(self, self._match)

    def practise(self) -> None:
        """Where mistakes are asked again."""
        self.stage.go_to(SceneName.LEARN, Visit(entry=PRACTICE))

    # --- what is shown ---

    @property
    def _moments(self) -> tuple[Moment, ...]:
        """In the order of the game: who looks back goes through it once."""
        review = self._desk.review
        return () if review is None else tuple(sorted(review.moments, key=lambda moment: moment.loss.ply))

    def _refresh(self) -> None:
        desk = self._desk
        key = (desk.review, desk.error)
        if self._shown is not None and self._shown[0] is key[0] and self._shown[1] is key[1]:
            return
        self._shown = key
        moments, reason = self._moments, desk.why_not()
        for card, moment in zip(self._cards, (*moments, *[None] * len(self._cards)), strict=False):
            card.show(moment)
        self._waiting.is_visible = not moments
        if desk.error is not None:
            self._waiting.say(kindly(desk.error))
        elif reason is not None:
            self._waiting.say(reason)
        elif desk.is_whole:
            self._waiting.say(CoachText.NONE)
        else:
            self._waiting.wait(desk.progress, 0.0 if desk.review is None else desk.review.share)
        self._heading.refresh(judge_words(desk.judge), desk.is_whole)
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        is_roomy = rect.height >= look.px(_ROOMY)
        inner = inset(rect, look.px(20 if is_roomy else 14), look.px(14 if is_roomy else 10))
        head, rest = cut_top(inner, look.px(_HEAD), look.px(12 if is_roomy else 8))
        self._heading.place(head, look)
        self._waiting.place(rest, look)
        count = max(len([card for card in self._cards if card.is_visible]), 1)
        gap = look.px(GAP)
        width = min((rest.width - (MOMENTS - 1) * gap) // MOMENTS, look.px(_WIDEST))
        height = min(rest.height, max(card.needed_height(look, width) for card in self._cards))
        left = rest.left + (rest.width - count * width - (count - 1) * gap) // 2
        top = rest.top + (rest.height - height) // 3
        for card in self._cards:
            card.place(Rect(left, top, width, height), look)
            left += width + gap if card.is_visible else 0


class _Heading(Group):
    """The way back, what this is, who judges, and what else can be done with it."""

    def __init__(self, page: CoachPage, report: Callable[[], None]) -> None:
        super().__init__()
        self._back = Button("", page.close, icon=Icon.LEFT, size=Size.SMALL, id="coach.close", tip=SlowText.BACK)
        self._title = Label(CoachText.TITLE, Size.HEADING, bold=True)
        self._judge = Label("", Size.SMALL, color="muted")
        self._practise = Button(
            CoachText.PRACTISE, page.practise, size=Size.SMALL, id="coach.practise", tip=CoachText.TIP_PRACTISE
        )
        self._report = Button(
            CoachText.REPORT,
            report,
            icon=Icon.BOOK,
            size=Size.SMALL,
            id="coach.report",
            tip=CoachText.TIP_REPORT,
        )
        self.add(self._back, self._title, self._judge, self._practise, self._report)

    def refresh(self, judge: Words, is_whole: bool) -> None:
        """Say who judges; a report is made of what is whole."""
        self._judge.words = CoachText.JUDGED(name=judge)
        self._report.is_enabled = is_whole
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(10)
        rest = self._back.place_left(rect, look, rect.height, gap)
        for button in (self._report, self._practise):
            rest = button.place_right(rest, look, button.needed_width(look), gap)
        title = look.width(look.say(CoachText.TITLE), Size.HEADING, True) + look.px(4)
        rest = self._title.place_left(rest, look, min(title, rest.width), gap)
        self._judge.is_visible = look.width(look.say(self._judge.words), Size.SMALL) <= rest.width
        self._judge.place(rest, look)


class _Waiting(Group):
    """What is said where no moment is to be seen, and how far the coach has come."""

    def __init__(self) -> None:
        super().__init__()
        self._said = Label("", Size.HEADING, align=Align.CENTER)
        self._bar = ProgressBar("coach.progress")
        self.add(self._said, self._bar)

    def say(self, words: Words) -> None:
        """Nothing is under way."""
        self._said.words, self._bar.is_visible = words, False

    def wait(self, words: Words, share: float) -> None:
        """Something is."""
        self._said.words, self._bar.share, self._bar.is_visible = words, share, True

    def arrange(self, rect: Rect, look: Look) -> None:
        top = rect.top + rect.height // 3
        self._said.place(Rect(rect.left, top, rect.width, look.px(34)), look)
        width = min(look.px(360), rect.width)
        self._bar.place(Rect(rect.centerx - width // 2, top + look.px(48), width, look.px(6)), look)


class _Card(Panel):
    """A moment: its board, what was played and what would have been better, and a sentence."""

    def __init__(self, page: CoachPage, number: int) -> None:
        super().__init__(f"coach.moment.{number}")
        self._page = page
        self._moment: Moment | None = None
        self._move = Label("", Size.HEADING, bold=True)
        self._loss = Label("", Size.HEADING, bold=True, color="accent_text", align=Align.RIGHT)
        self._board = BoardPane(lambda _action: self._try(), None)
        self._legend = _Legend()
        self._said = Paragraph("", Size.BODY)
        kind, tip = ButtonKind.PLAIN, CoachText.TIP_TRY
        self._again = Button(CoachText.TRY, self._try, kind, Icon.RESTART, id=f"coach.try.{number}", tip=tip)
        self._look = Button(CoachText.SHOW, self._show, id=f"coach.show.{number}", tip=CoachText.TIP_SHOW)
        self.add(self._move, self._loss, self._board, self._legend, self._said, self._again, self._look)

    def _try(self) -> None:
        if self._moment is not None:
            self._page.try_again(self._moment)

    def _show(self) -> None:
        if self._moment is not None:
            self._page.show(self._moment)

    def show(self, moment: Moment | None) -> None:
        """Show another moment, or none."""
        self._moment = moment
        self.is_visible = moment is not None
        if moment is None:
            return
        loss, grid = moment.loss, self._page.grid
        self._move.words, self._loss.words = CoachText.MOMENT(ply=loss.ply), loss_said(loss)
        self._said.words = moment_said(moment, grid)
        self._legend.show(
            CoachText.PLAYED(move=partial(point_name, grid=grid, action=loss.action)),
            CoachText.BETTER(move=partial(point_name, grid=grid, action=loss.better)),
        )
        coordinates = self._page.services.preferences.now.coordinates
        self._board.show(moment_picture(moment, coordinates))

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels at most, as wide as that."""
        inner = width - 2 * look.px(14)
        words = max(self._said.needed_height(look, inner), _SAID_LINES * look.line_height(Size.BODY))
        return inner + words + look.px(12 + _TITLE + 6 + 8 + _LEGEND + 4 + 10 + _BUTTON + 14)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = inset(rect, look.px(14), look.px(12))
        head, rest = cut_top(inner, look.px(_TITLE), look.px(6))
        loss = look.width(self._loss.said(look), Size.HEADING, True) + 2
        head = self._loss.place_right(head, look, min(loss, head.width // 2 + look.px(20)), look.px(6))
        self._move.place(head, look)
        rest, buttons = cut_bottom(rest, look.px(_BUTTON), look.px(10))
        width = self._again.needed_width(look)
        buttons = self._again.place_left(buttons, look, min(width, buttons.width * 3 // 5), look.px(8))
        self._look.place_left(buttons, look, min(self._look.needed_width(look), buttons.width))
        words = max(self._said.needed_height(look, inner.width), 2 * look.line_height(Size.BODY))
        side = min(rest.width, rest.height - words - look.px(8) - look.px(_LEGEND) - look.px(4))
        board, rest = cut_top(rest, side, look.px(8))
        self._board.place(Rect(board.centerx - side // 2, board.top, side, side), look)
        legend, rest = cut_top(rest, look.px(_LEGEND), look.px(4))
        self._legend.place(legend, look)
        self._said.place(rest, look)


class _Legend(Group):
    """What the two marks on the board are."""

    def __init__(self) -> None:
        super().__init__()
        self._played, self._better = Label("", Size.SMALL), Label("", Size.SMALL)
        self._spots: tuple[tuple[int, int], ...] = ()
        self.add(self._played, self._better)

    def show(self, played: Words, better: Words) -> None:
        """Say which moves they are."""
        self._played.words, self._better.words = played, better
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        halves = cut_left(rect, rect.width // 2)
        self._spots = tuple((half.left + look.px(7), half.centery) for half in halves)
        for label, half in zip((self._played, self._better), halves, strict=True):
            label.place(Rect(half.left + look.px(19), half.top, half.width - look.px(19), half.height), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        for spot, color in zip(self._spots, (BAD, GOOD), strict=False):
            look.disc(surface, spot, look.px(6), color)


def moment_picture(moment: Moment, coordinates: bool) -> BoardPicture:
    """The board before the move, with the move, the better one, and the stones that are told of."""
    loss, points = moment.loss, moment.board.stones.size
    discs = [Disc(loss.better, GOOD, radius=0.4, is_best=True)] if loss.better < points else []
    if loss.action < points:
        discs.append(Disc(loss.action, BAD, radius=0.4, has_rim=True))
    shapes = tuple((point, Shape.TRIANGLE) for point in moment.stones)
    markup = Markup(shapes=shapes) if shapes else NO_MARKUP
    return BoardPicture(replace(moment.board, markup=markup), marks=Marks(discs=tuple(discs)), coordinates=coordinates)
