"""What is to differ, on which board, for how long, how many pairs; and what somebody thinks will come of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pygame import Rect, Surface

from clevergo.app.experiment.messages import Guess
from clevergo.app.experiment.wishes import MINUTES, PAIRS, SIDES, Board, Difference, Wish, boards
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Dropdown, Option, Segmented
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, GAP, Size, mix
from clevergo.ui.scenes.experiment.curves import draw_dog
from clevergo.ui.scenes.experiment.words import (
    ONE,
    OTHER,
    PATIENT,
    TOLD,
    against,
    board_words,
    dog_words,
    guess_words,
    minutes_words,
    pairs_said,
    title_of,
)
from clevergo.ui.strings import ExperimentText, Strings

_LIST_SHARE = 0.36
_ROWS = (32, 56)
"""The lowest and the highest row of the list, in logical units."""
_FIELD, _FIELD_GAP = 34, 8
_TWO_LINES = 42
"""Logical units of a row from which both dogs are named in it."""
_LABEL = 92
_GUESS, _START = 34, 46


class ExperimentForm(Group):
    """A list of differences, what is said of the chosen one, and what else is to be chosen."""

    def __init__(self, start: Callable[[Wish, Guess], None]) -> None:
        super().__init__()
        self._start_it = start
        self._boards = boards()
        self._wish = Wish(board=self._boards[1 if len(self._boards) > 1 else 0])
        self._guess: Guess | None = None
        self._list_panel, self._panel, self._foot = Panel(), Panel(), Panel()
        self._what = Label(ExperimentText.WHAT, Size.BODY, bold=True)
        id, draw = "experiment.difference", self._draw_row
        self._list: ListView[Difference] = ListView(draw, _ROWS[1], self._choose, id=id)
        self._title = Label("", Size.HEADING, bold=True)
        self._kinds = _Kinds()
        self._said = Paragraph("", Size.SMALL)
        self._expect = Paragraph("", Size.SMALL, color="jade_text")
        on = [Option(board, board_words(board)) for board in self._boards]
        self._board: Dropdown[Board] = Dropdown(
            on, self._wish.board, self._choose_board, id="experiment.board", tip=ExperimentText.TIP_BOARD
        )
        times = [Option(minutes, minutes_words(minutes)) for minutes in MINUTES]
        self._minutes = Segmented(
            times, self._wish.minutes, self._choose_minutes, "experiment.minutes", ExperimentText.TIP_MINUTES
        )
        pairs = [Option(pairs, str(pairs)) for pairs in PAIRS]
        self._pairs = Segmented(
            pairs, self._wish.pairs, self._choose_pairs, "experiment.pairs", ExperimentText.TIP_PAIRS
        )
        words = (ExperimentText.ON, ExperimentText.MINUTES_EACH, ExperimentText.PAIRS_LABEL)
        self._labels = [Label(each, Size.SMALL, color="muted") for each in words]
        self._honest = Paragraph("", Size.SMALL, color="muted")
        self._busy = Paragraph("", Size.SMALL, color="gold_text")
        self._ask = Label(ExperimentText.ASK, Size.BODY, bold=True)
        self._guesses: Segmented[Guess | None] = Segmented(
            [], None, self._choose_guess, "experiment.guess", ExperimentText.TIP_ASK
        )
        self._takes = Label("", Size.SMALL, color="muted", align=Align.RIGHT)
        self._start = Button(
            ExperimentText.START, self._begin, ButtonKind.PRIMARY, Icon.PLAY, Size.HEADING, id="experiment.start"
        )
        self._list_panel.add(self._what, self._list)
        self._panel.add(self._title, self._kinds, self._said, self._expect)
        self._panel.add(*self._labels, self._board, self._minutes, self._pairs, self._honest, self._busy)
        self._foot.add(self._ask, self._guesses, self._takes, self._start)
        self.add(self._list_panel, self._panel, self._foot)
        self._refresh()

    def say_busy(self, words: Words) -> None:
        """Say what else takes a part of the machine; nothing where nothing does."""
        if self._busy.words != words:
            self._busy.words = words
            self.place_again()

    # --- choosing

    def _choose(self, difference: Difference) -> None:
        self._wish, self._guess = replace(self._wish, difference=difference), None
        self._refresh()

    def _choose_board(self, board: Board) -> None:
        self._wish = replace(self._wish, board=board)
        if not board.offers(self._wish.difference):
            self._wish, self._guess = replace(self._wish, difference=Difference.SPEED), None
        self._refresh()

    def _choose_minutes(self, minutes: int) -> None:
        self._wish = replace(self._wish, minutes=minutes)
        self._refresh()

    def _choose_pairs(self, pairs: int) -> None:
        self._wish = replace(self._wish, pairs=pairs)
        self._refresh()

    def _choose_guess(self, guess: Guess | None) -> None:
        self._guess = guess
        self._refresh()

    def _begin(self) -> None:
        if self._guess is not None:
            guess, self._guess = self._guess, None
            self._start_it(self._wish, guess)
            self._refresh()

    # --- showing

    def _refresh(self) -> None:
        wish, told = self._wish, TOLD[self._wish.difference]
        self._list.rows = [difference for difference in Difference if wish.board.offers(difference)]
        self._list.invalidate()
        self._title.words = told.name
        self._kinds.show(wish.difference)
        self._said.words, self._expect.words = told.said, partial(_expect_said, difference=wish.difference)
        self._board.value, self._minutes.value, self._pairs.value = wish.board, wish.minutes, wish.pairs
        self._honest.words = pairs_said(wish.pairs)
        self._guesses.options = [Option(guess, guess_words(wish.difference, guess)) for guess in _ORDER]
        self._guesses.value = self._guess
        self._takes.words = lambda strings: _takes_said(strings, wish.seconds)
        self._start.is_enabled = self._guess is not None
        self._start.explain("" if self._guess is not None else ExperimentText.TIP_START_FIRST)
        self.place_again()

    def _draw_row(self, surface: Surface, look: Look, rect: Rect, difference: Difference) -> None:
        palette, is_chosen = look.palette, difference is self._wish.difference
        if is_chosen:
            fill = mix(palette.panel, palette.jade, 0.16)
            look.rounded(surface, inset(rect, 0, look.px(1)), BUTTON_RADIUS - 3, fill, palette.jade)
        box = inset(rect, look.px(12), 0)
        if rect.height >= look.px(_TWO_LINES):
            box, lower = cut_top(inset(box, 0, (rect.height - look.px(39)) // 2), look.px(22))
            lower.height = look.px(17)
            look.text(surface, against(difference), lower, Size.TINY, palette.muted)
        look.text(surface, title_of(difference), box, Size.BODY, palette.ink, is_chosen)

    # --- layout

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(GAP - 2)
        guess = min(self._guess_width(look), rect.width - look.px(32))
        start = max(self._start.needed_width(look), look.px(150))
        asked = look.width(look.say(ExperimentText.ASK), Size.BODY, True) + 2
        is_wide = rect.width - look.px(32) >= guess + start + look.px(40) and rect.width >= asked
        high = look.px(24 + 8 + _GUESS + 2 * 12)
        rest, foot = cut_bottom(rect, high, gap)
        left, right = cut_left(rest, round(rest.width * _LIST_SHARE), gap)
        self._place_list(left, look)
        self._place_panel(right, look)
        self._place_foot(foot, look, guess if is_wide else foot.width - start - look.px(60), start)

    def _guess_width(self, look: Look) -> int:
        return self._guesses.needed_width(look)

    def _place_list(self, rect: Rect, look: Look) -> None:
        self._list_panel.place(rect, look)
        head, rest = cut_top(self._list_panel.inner(look, 8, 12), look.px(24), look.px(6))
        self._what.place(head.move(look.px(8), 0), look)
        low, high = _ROWS
        self._list.set_row_height(min(max((rest.height // len(self._list.rows)) / look.scale, low), high))
        self._list.place(rest, look)

    def _place_panel(self, rect: Rect, look: Look) -> None:
        """From the top, with as much air between as there is room for."""
        self._panel.place(rect, look)
        inner = self._panel.inner(look, 16, 12)
        fields, step = (self._board, self._minutes, self._pairs), look.px(_FIELD + _FIELD_GAP)
        texts = (self._said, self._expect, self._honest, self._busy)
        heights = [each.needed_height(look, inner.width) if look.say(each.words) else 0 for each in texts]
        needed = look.px(26) + _Kinds.needed_height(look) + sum(heights) + step * len(fields)
        if needed > inner.height and heights[3]:  # what is true just now is more urgent
            needed, heights[2] = needed - heights[2], 0
        air = max(min((inner.height - needed) // 7, look.px(20)), 0)
        rest = self._title.place_top(inner, look, look.px(26), air)
        rest = self._kinds.place_top(rest, look, _Kinds.needed_height(look), air)
        rest = self._said.place_top(rest, look, heights[0], air)
        rest = self._expect.place_top(rest, look, heights[1], 2 * air)
        label = max(look.width(look.say(each.words), Size.SMALL) for each in self._labels) + look.px(14)
        for words, field in zip(self._labels, fields, strict=True):
            row, rest = cut_top(rest, look.px(_FIELD), look.px(_FIELD_GAP))
            words_box, field_box = cut_left(row, label)
            words.place(words_box, look)
            field.place(field_box, look)
        self._honest.is_visible = bool(heights[2])
        rest = self._honest.place_top(rest, look, heights[2], air if heights[2] else 0)
        self._busy.is_visible = bool(heights[3])
        self._busy.place_top(rest, look, heights[3])

    def _place_foot(self, rect: Rect, look: Look, guess: int, start: int) -> None:
        self._foot.place(rect, look)
        inner = self._foot.inner(look, 16, 12)
        head, rest = cut_top(inner, look.px(24), look.px(8))
        button = Rect(inner.right - start, inner.bottom - look.px(_START), start, look.px(_START))
        self._start.place(button, look)
        takes = Rect(button.left - look.px(20), inner.top, button.width + look.px(20), button.top - inner.top)
        self._takes.place(takes, look)
        head.width = takes.left - head.left
        self._ask.place(head, look)
        rest.width = min(guess, button.left - rest.left - look.px(16))
        self._guesses.place(rest, look)


def _expect_said(strings: Strings, difference: Difference) -> str:
    said = strings.get(TOLD[difference].expect)
    return f"{said} {strings.get(ExperimentText.PATIENT)}" if difference in PATIENT else said


_ORDER = (Guess.ONE, Guess.OTHER, Guess.SAME)


def _takes_said(strings: Strings, seconds: float) -> str:
    return strings.get(ExperimentText.TAKES, time=strings.duration(60 * max(1, round(seconds / 60 + 0.4))))


class _Kinds(Group):
    """Both kinds of dogs, each on a card with its color and setting."""

    def __init__(self) -> None:
        super().__init__()
        self._difference = Difference.SPEED

    def show(self, difference: Difference) -> None:
        """Show those of another difference."""
        if difference is not self._difference:
            self._difference = difference
            self.invalidate()

    @staticmethod
    def needed_height(look: Look) -> int:
        """Pixels for two lines and margins."""
        return look.px(52)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        told, gap = TOLD[self._difference], look.px(10)
        left, right = cut_left(self.rect, (self.rect.width - gap) // 2, gap)
        cards, settings = (left, right), (told.setting_one, told.setting_other)
        for card, side, color, setting in zip(cards, SIDES, (ONE, OTHER), settings, strict=True):
            look.rounded(surface, card, BUTTON_RADIUS, look.palette.sunken, look.palette.line)
            upper, lower = cut_top(inset(card, look.px(12), look.px(6)), look.px(20))
            draw_dog(surface, look, upper, dog_words(self._difference, side), color, Size.BODY)
            lower = Rect(lower.left + look.px(14), lower.top, lower.width - look.px(14), lower.height)
            look.text(surface, setting, lower, Size.TINY, look.palette.muted)
