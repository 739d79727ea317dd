"""What an experiment has found: who won, what that allows one to say, and what somebody had thought."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from clevergo.app.experiment.messages import ExperimentSnapshot, Verdict, Written
from clevergo.app.experiment.wishes import MOST_PAIRS
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_top
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.experiment.curves import CurvesPanel
from clevergo.ui.scenes.experiment.figures import FiguresTable
from clevergo.ui.scenes.experiment.ruler import Ruler
from clevergo.ui.scenes.experiment.words import (
    against,
    gain_said,
    thought_said,
    verdict_said,
    where_said,
    won_said,
)
from clevergo.ui.strings import ExperimentText, Strings, error_said

_BUTTON = 38
_SIDE_BY_SIDE = 900
"""Logical units of width from which the curves stand beside the words."""
_WORDS_SHARE = 0.46


class ResultView(Group):
    """Words and a ruler, the curves, and what can be done with it."""

    def __init__(
        self,
        more: Callable[[], None],
        new: Callable[[], None],
        picture: Callable[[], None],
        table: Callable[[], None],
        delete: Callable[[], None],
    ) -> None:
        super().__init__()
        self._panel = Panel()
        self._title = Label("", Size.SMALL, bold=True)
        self._where = Label("", Size.SMALL, color="muted")
        self._won = Paragraph("", Size.HEADING)
        self._verdict = Paragraph("", Size.BODY)
        self._gain = Label("", Size.BODY, bold=True, align=Align.CENTER, tip=ExperimentText.TIP_GAIN)
        self._ruler = Ruler(ExperimentText.TIP_GAIN)
        self._thought = Paragraph("", Size.BODY, color="jade_text")
        self._trouble = Paragraph("", Size.SMALL, color="gold_text")
        self._panel.add(self._title, self._where, self._won, self._verdict, self._gain, self._ruler)
        self._figures = FiguresTable()
        self._panel.add(self._thought, self._trouble, self._figures)
        self._curves = CurvesPanel()
        self._more = Button(ExperimentText.MORE_PAIRS, more, ButtonKind.PRIMARY, Icon.PLUS, id="experiment.more")
        self._new = Button(ExperimentText.NEW, new, id="experiment.new")
        quiet, small = ButtonKind.PLAIN, Size.SMALL
        self._picture = Button(
            ExperimentText.PICTURE, picture, quiet, size=small, id="experiment.picture", tip=ExperimentText.TIP_PICTURE
        )
        self._table = Button(
            ExperimentText.TABLE, table, quiet, size=small, id="experiment.table", tip=ExperimentText.TIP_TABLE
        )
        self._delete = Button(ExperimentText.DELETE, delete, ButtonKind.QUIET, size=small, id="experiment.delete")
        self._shown = ExperimentSnapshot()
        self.add(self._panel, self._curves, self._more, self._new, self._picture, self._table, self._delete)

    @property
    def picture_rect(self) -> Rect:
        """What a picture of it shows: everything but the buttons."""
        return self._panel.rect.union(self._curves.rect)

    def show(self, shown: ExperimentSnapshot, is_another_active: bool = False) -> None:
        """Show what was found; while another experiment goes on none can be added to it."""
        self._shown, written = shown, shown.written
        if written is None:
            return
        self._title.words = against(written.experiment.difference)
        self._where.words = partial(where_said, experiment=written.experiment)
        self._won.words = partial(won_said, written=written)
        self._verdict.words = partial(verdict_said, written=written)
        self._gain.words = partial(gain_said, written=written)
        self._thought.words = partial(thought_said, written=written)
        error = shown.error
        self._trouble.words = "" if error is None else lambda strings: error_said(strings, error)
        self._ruler.show(written)
        self._more.is_visible = not is_another_active and written.is_finished
        self._new.is_visible = not is_another_active
        self._more.is_enabled = written.experiment.plan.seeds < MOST_PAIRS
        self._more.kind = ButtonKind.PLAIN if written.verdict is Verdict.SURE else ButtonKind.PRIMARY
        self._more.tip = lambda strings: _more_said(strings, written)
        self._figures.show(shown)
        self._curves.show(shown)
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(GAP - 2)
        rest, foot = cut_bottom(rect, look.px(_BUTTON), gap)
        if rest.width >= look.px(_SIDE_BY_SIDE):
            words, curves = cut_left(rest, round(rest.width * _WORDS_SHARE), gap)
        else:
            height = min(self._words_height(look, rest.width), round(rest.height * 0.62))
            words, curves = cut_top(rest, height, gap)
        self._panel.place(words, look)
        self._place_words(self._panel.inner(look, 18, 12), look)
        self._curves.place(curves, look)
        self._place_buttons(foot, look)

    def _words_height(self, look: Look, width: int) -> int:
        inner = width - look.px(36)
        texts = (self._won, self._verdict, self._thought, self._trouble)
        text = sum(each.needed_height(look, inner) for each in texts if look.say(each.words))
        return text + Ruler.needed_height(look) + look.px(42 + 24 + 2 * 12 + 5 * 4)

    def _place_words(self, inner: Rect, look: Look) -> None:
        small = look.px(4)
        rest = self._title.place_top(inner, look, look.px(20))
        rest = self._where.place_top(rest, look, look.px(20), small)
        spare = inner.height + look.px(24) - self._words_height(look, inner.width + look.px(36))
        table = FiguresTable.needed_height(look)
        self._figures.is_visible = spare >= table + small
        step = small + min(max(spare - (table if self._figures.is_visible else 0), 0) // 7, look.px(18))
        for words in (self._won, self._verdict):
            rest = words.place_top(rest, look, words.needed_height(look, rest.width), step)
        rest = self._gain.place_top(rest, look, look.px(24), small)
        rest = self._ruler.place_top(rest, look, Ruler.needed_height(look), step)
        for words in (self._thought, self._trouble):
            words.is_visible = bool(look.say(words.words))
            if words.is_visible:
                rest = words.place_top(rest, look, words.needed_height(look, rest.width), step)
        self._figures.place_top(rest, look, table)

    def _place_buttons(self, foot: Rect, look: Look) -> None:
        gap = look.px(8)
        for button in (self._delete, self._table, self._picture):
            foot = button.place_right(foot, look, button.needed_width(look), gap)
        for button in (self._more, self._new):
            foot = button.place_left(foot, look, min(button.needed_width(look) + look.px(12), foot.width // 2), gap)


def _more_said(strings: Strings, written: Written) -> str:
    plan = written.experiment.plan
    return strings.get(ExperimentText.TIP_MORE_PAIRS, time=strings.duration(60.0 * (plan.minutes or 0.0) + 60.0))
