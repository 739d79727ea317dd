"""The column of the train scene: who the dog is, its figures, what it does, and its diary."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.app.kennel.messages import DogInfo, TrainingNews, TrainingPhase
from clevergo.games.guests import USUAL_GAME
from clevergo.ui.kit.base import Shown, Widget, columns, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Dropdown, Option
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph, ProgressBar
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, ColorName, Size
from clevergo.ui.scenes.kennel.card import Portrait
from clevergo.ui.scenes.train.diary import draw_news, when_said, when_width
from clevergo.ui.scenes.train.words import DASH
from clevergo.ui.strings import TaughtText, Text, TrainText

_NARROW = 420
"""Panels narrower than this many logical units make do with less."""
_ENTRY = 24
"""Height of a line of the diary, in logical units."""
_SAID = 190
"""Logical units that what a dog does is said in, at least."""
_PHASE_COLORS: dict[TrainingPhase, ColorName] = {
    TrainingPhase.RUNNING: "jade",
    TrainingPhase.STARTING: "gold",
    TrainingPhase.STOPPING: "gold",
    TrainingPhase.FAILED: "accent",
}


class DogPanel(Panel):
    """Name, age and rating of the chosen dog; choosing and adopting others."""

    def __init__(self, chosen: Callable[[str], None], adopt: Callable[[], None], settings: Callable[[], None]) -> None:
        super().__init__()
        self._face = Portrait()
        self.choice: Dropdown[str] = Dropdown([], "", chosen, bold=True, id="train.dog", tip=Text.CHOOSE_DOG)
        self._adopt = Button("", adopt, ButtonKind.QUIET, Icon.PLUS, id="train.adopt", tip=Text.ADOPT_ANOTHER)
        tip = TrainText.DOG_SETTINGS
        self._settings = Button("", settings, ButtonKind.QUIET, Icon.GEAR, id="train.settings", tip=tip)
        self._name = Label("", Size.HEADING, bold=True)
        self._age = Label("", Size.SMALL, color="muted", tip=Text.TIP_AGE)
        self._rating = Label(DASH, Size.DISPLAY, bold=True, align=Align.RIGHT, color="gold_text", tip=Text.TIP_STRENGTH)
        self._error = Label("", Size.SMALL, align=Align.RIGHT, color="muted", tip=Text.TIP_STRENGTH)
        self.add(self._face, self._name, self.choice, self._adopt, self._settings)
        self.add(self._age, self._rating, self._error)

    def show(
        self,
        dogs: Sequence[Option[str]],
        name: str,
        dog: DogInfo | None,
        is_active: bool,
        age: str,
        rating: float | None,
        error: str,
    ) -> None:
        """The chosen dog as it is now, and all there are; while it trains, no other can be chosen or adopted."""
        self.choice.options, self.choice.value = dogs, name
        if dog is not None:
            self._face.show(dog, is_active)
        self._name.words = name
        self.choice.is_visible = len(dogs) > 1 and not is_active
        self._name.is_visible = not self.choice.is_visible
        self._adopt.is_visible = not is_active
        if self.root is not None:
            self._place_adopt(self.root.look)
        self._age.words = age
        self._rating.words = DASH if rating is None else f"{rating:.0f}"
        self._error.words = error

    def arrange(self, rect: Rect, look: Look) -> None:
        is_narrow = rect.width < look.px(_NARROW)
        inner = self.inner(look, 12 if is_narrow else 16, 12)
        rest = self._face.place_left(inner, look, look.px(44 if is_narrow else 64), look.px(10 if is_narrow else 16))
        rest, rating = cut_right(rest, look.px(92 if is_narrow else 124), look.px(8))
        upper, lower = cut_top(rest, look.px(36), look.px(4))
        room = upper.width - 2 * (upper.height + look.px(4))
        self.choice.place(Rect(upper.left, upper.top, min(room, look.px(230)), upper.height), look)
        self._name.place(Rect(upper.left, upper.top, room, upper.height), look)
        self._place_adopt(look)
        self._age.place(lower, look)
        self._rating.place(Rect(rating.left, upper.top, rating.width, upper.height), look)
        self._error.place(Rect(rating.left, lower.top, rating.width, lower.height), look)

    def _place_adopt(self, look: Look) -> None:
        """Both buttons right behind the name, or behind the field one chooses it in."""
        right = self.choice.rect.right
        if not self.choice.is_visible:
            width = look.width(look.say(self._name.words), Size.HEADING, True)
            right = self._name.rect.left + min(width + look.px(6), self._name.rect.width)
        side = self._name.rect.height
        for button in (self._adopt, self._settings):
            if not button.is_visible:
                continue
            wanted = Rect(right + look.px(4), self._name.rect.top, side, side)
            if wanted != button.rect:
                button.place(wanted, look)
            right = wanted.right


@dataclass(frozen=True)
class Figure:
    """A number on a small card."""

    labels: tuple[Words, ...]
    """What it is; the first that has room is said."""
    value: str
    tip: Words = ""
    """What it means."""


class Figures(Widget):
    """A row of small cards, each a label and a figure."""

    _WEIGHTS = (1.0, 1.0, 1.0, 1.5)
    """The last card holds words."""

    shown = Shown[tuple[Figure, ...]](())
    """What stands there, in this order."""

    def hover(self, pos: tuple[int, int]) -> None:
        """Each card has a tip of its own."""
        cards = self._cards(self.root.look) if self.root is not None else []
        self.explain(next((figure.tip for figure, card in cards if card.collidepoint(pos)), ""))

    def _cards(self, look: Look) -> list[tuple[Figure, Rect]]:
        """What is shown, each with its card; the third is left out where there is little room."""
        is_narrow = self.rect.width < look.px(_NARROW)
        shown = [*self.shown[:2], *self.shown[3:]] if is_narrow else list(self.shown)
        boxes = columns(self.rect, self._WEIGHTS[-len(shown) :], look.px(6 if is_narrow else 10))
        return list(zip(shown, boxes, strict=True))

    def draw(self, surface: Surface, look: Look) -> None:
        is_narrow = self.rect.width < look.px(_NARROW)
        for figure, card in self._cards(look) if self.shown else []:
            look.rounded(surface, card, BUTTON_RADIUS, look.palette.panel, look.palette.line)
            inner = inset(card, look.px(7 if is_narrow else 14), look.px(8))
            upper, lower = cut_top(inner, look.px(18), look.px(2))
            fitting = (words for words in figure.labels if look.width(look.say(words), Size.TINY) <= upper.width)
            look.text(surface, next(fitting, figure.labels[-1]), upper, Size.TINY, look.palette.muted)
            lower.width += look.px(6)
            size = Size.BODY if is_narrow else Size.HEADING
            look.text(surface, figure.value, lower, size, look.palette.ink, bold=True)


def status_height(look: Look, most: int) -> int:
    """The status panel's height that holds whole lines of the diary, ``most`` pixels at most where that is enough."""
    least = look.px(66)
    with_diary = least + look.px(10)
    lines = (most - with_diary) // look.px(_ENTRY)
    return with_diary + lines * look.px(_ENTRY) if lines > 0 else least


class StatusPanel(Panel):
    """A lamp, what the dog does in words, the doctor's word, and below it its diary where there is room."""

    _phase = Shown(TrainingPhase.IDLE)

    def __init__(self, advise: Callable[[], None], read: Callable[[], None], look: Callable[[], None]) -> None:
        """What is called when somebody asks for advice on what the doctor found, for the diary, and for a lesson."""
        super().__init__()
        self._does = Label("", Size.BODY)
        self._more = Label("", Size.SMALL, color="muted")
        self.bar = ProgressBar("train.preparing")
        """How far a first training's preparations are."""
        self._help = Button(TrainText.WHAT_TO_DO, advise, ButtonKind.QUIET, size=Size.SMALL, id="train.doctor")
        self._read = Button(TrainText.DIARY, read, ButtonKind.QUIET, Icon.BOOK, Size.SMALL, id="train.read")
        self._read.tip = TrainText.TIP_DIARY
        self._lesson = Button(TaughtText.OPEN, look, ButtonKind.QUIET, Icon.FALLING, Size.SMALL, id="train.lesson")
        self._lesson.tip = TaughtText.TIP_OPEN
        self._reason = Paragraph("", Size.SMALL, color="accent_text")
        self._diary: ListView[TrainingNews] = ListView(self._draw_entry, _ENTRY, id="train.diary")
        self._wordings: tuple[str, ...] = ("",)
        self._is_ill = False
        self._game = USUAL_GAME
        self._line = Rect(0, 0, 0, 0)
        self._lamp = Rect(0, 0, 0, 0)
        self._has_room = False
        self._reason.is_visible = False
        self.add(self._does, self._more, self.bar, self._help, self._lesson, self._read)
        self.add(self._reason, self._diary)

    def show(
        self,
        phase: TrainingPhase,
        does: str,
        more: Sequence[str],
        diary: Sequence[TrainingNews],
        is_ill: bool = False,
        game: str = USUAL_GAME,
    ) -> None:
        """What it does, and what happened, the latest first; the reason of a failure takes the diary's room.

        Of ``more`` the first wording that has room is said; of an ill dog it is what the doctor found.
        """
        self._phase, self._is_ill, self._wordings, self._game = phase, is_ill, tuple(more), game
        self._does.words = does
        self._more.color = "gold_text" if is_ill else "muted"
        self._reason.words = more[-1]
        self._diary.rows = list(diary)
        self._arrange()

    def _arrange(self) -> None:
        has_failed = self._phase is TrainingPhase.FAILED
        self._reason.is_visible = has_failed
        self._more.is_visible = not has_failed
        self._help.is_visible = self._is_ill and not has_failed
        if self.root is not None and self._line.width:
            self._place_line(self.root.look)
        self._diary.is_visible = self._has_room and not has_failed

    def _place_line(self, look: Look) -> None:
        """What is said below the first line, and where an ill dog's is followed by a way to advice."""
        words, button = cut_right(self._line, self._help.needed_width(look) - look.px(12))
        for widget, wanted in ((self._more, words if self._help.is_visible else self._line), (self._help, button)):
            if widget.rect != wanted:
                widget.place(wanted, look)
        fitting = (said for said in self._wordings if look.width(said, Size.SMALL) <= self._more.rect.width)
        self._more.words = next(fitting, self._wordings[-1])

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 16, 10)
        head, rest = cut_top(inner, look.px(24))
        self._lamp, head = cut_left(head, look.px(14), look.px(8))
        rest_of_head = self._read.place_right(head, look, self._read.needed_width(look) - look.px(8), look.px(2))
        # What it does is said whole where that can be: then the way to a lesson is told by its picture alone.
        lesson = look.px(28) + look.px(4)
        self._lesson.words = ""
        roomy = look.width(look.say(TaughtText.OPEN), Size.SMALL) + look.px(18 + 6 + 20)
        if rest_of_head.width - roomy >= look.px(_SAID):
            self._lesson.words, lesson = TaughtText.OPEN, roomy
        does = self._lesson.place_right(rest_of_head, look, lesson, look.px(8))
        self._does.place(does, look)
        rest = Rect(head.left, rest.top, head.width, rest.height)
        self._reason.place(rest, look)
        self._line, rest = cut_top(rest, look.px(22), look.px(10))
        self.bar.place(Rect(self._line.left, self._line.bottom + look.px(2), self._line.width, look.px(4)), look)
        rows = rest.height // look.px(_ENTRY)
        self._has_room = rows > 0
        self._diary.place(Rect(rest.left, rest.top, rest.width, rows * look.px(_ENTRY)), look)
        self._arrange()

    def _draw_entry(self, surface: Surface, look: Look, rect: Rect, news: TrainingNews) -> None:
        _draw_entry(surface, look, rect, news, self._game)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        color = look.palette.named(_PHASE_COLORS.get(self._phase, "muted"))
        look.disc(surface, self._lamp.center, look.px(5), color)
        if self._diary.is_visible and self._diary.rows:
            line = Rect(self._diary.rect.left, self._diary.rect.top - look.px(6), self._diary.rect.width, look.px(1))
            surface.fill(look.palette.line, line)


def _draw_entry(surface: Surface, look: Look, rect: Rect, news: TrainingNews, game: str) -> None:
    """A line of the diary: when, and what."""
    when, what = cut_left(rect, when_width(look), look.px(14))
    what.width -= look.px(8)  # the list's thumb
    is_today = news.created and time.localtime(news.created)[:3] == time.localtime()[:3]
    day = look.strings.day(news.created) if news.created and not is_today else when_said(look.strings, news)
    look.text(surface, day, when, Size.SMALL, look.palette.muted)
    draw_news(surface, look, what, news, game)
