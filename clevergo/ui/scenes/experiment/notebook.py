"""All experiments side by side: what differed, how far apart the dogs came out, what may be said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from clevergo.app.experiment.messages import Verdict, Written
from clevergo.app.experiment.wishes import Board
from clevergo.ui.kit.base import Group, cut_bottom, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.label import Panel, Paragraph
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.experiment.ruler import draw_ruler, reach_of
from clevergo.ui.scenes.experiment.words import against, board_words, minutes_words, short_said, title_of
from clevergo.ui.strings import ExperimentText, Strings

ROW, HEAD = 48, 22
_BUTTON = 38
_SCORE, _VERDICT, _EDGE = 84, 112, 10
_RULER_SHARE = 0.34


class NotebookView(Group):
    """A row each, the latest first; a click opens one."""

    def __init__(
        self, chosen: Callable[[Written], None], picture: Callable[[], None], table: Callable[[], None]
    ) -> None:
        super().__init__()
        self._panel = Panel()
        self._said = Paragraph(ExperimentText.LOOKING, Size.SMALL, color="muted")
        self._head = _Head()
        self._list: ListView[Written] = ListView(self._draw, ROW, chosen, id="experiment.list")
        self._panel.add(self._said, self._head, self._list)
        small = Size.SMALL
        self._picture = Button(ExperimentText.PICTURE, picture, ButtonKind.PLAIN, size=small, id="experiment.pictures")
        self._picture.tip = ExperimentText.TIP_PICTURE_ALL
        self._table = Button(ExperimentText.TABLE, table, ButtonKind.PLAIN, size=small, id="experiment.tables")
        self._table.tip = ExperimentText.TIP_TABLE_ALL
        self._reach = 200.0
        self.add(self._panel, self._picture, self._table)

    def show(self, written: Sequence[Written] | None) -> None:
        """Show these; None: nobody has looked yet."""
        there = list(written or ())
        words = ExperimentText.NOTEBOOK_SAID if there else ExperimentText.NOTEBOOK_NONE
        self._said.words = ExperimentText.LOOKING if written is None else words
        self._reach = reach_of(there)
        self._head.is_visible = self._picture.is_visible = self._table.is_visible = bool(there)
        self._list.is_visible = bool(there)
        self._list.rows = there
        self.place_again()

    def _draw(self, surface: Surface, look: Look, rect: Rect, written: Written) -> None:
        draw_row(surface, look, rect, written, self._reach)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest, foot = cut_bottom(rect, look.px(_BUTTON), look.px(GAP - 2))
        if not self._picture.is_visible:
            rest = rect
        self._panel.place(rest, look)
        inner = self._panel.inner(look, 12, 12)
        said = inset(inner, look.px(_EDGE), 0)
        height = self._said.needed_height(look, said.width)
        self._said.place(cut_top(said, height)[0], look)
        head, below = cut_top(cut_top(inner, height, look.px(8))[1], look.px(HEAD), look.px(2))
        self._head.place(head, look)
        self._list.place(below, look)
        for button in (self._table, self._picture):
            foot = button.place_right(foot, look, button.needed_width(look), look.px(8))


class _Head(Group):
    """What the columns are."""

    def draw_behind(self, surface: Surface, look: Look) -> None:
        draw_head(surface, look, self.rect)


def parts(look: Look, rect: Rect) -> tuple[Rect, Rect, Rect, Rect]:
    """What differed, who won, the ruler, and what may be said, in a row."""
    box = inset(rect, look.px(_EDGE), 0)
    rest, verdict = cut_right(box, look.px(_VERDICT), look.px(12))
    rest, ruler = cut_right(rest, round(box.width * _RULER_SHARE), look.px(12))
    what, score = cut_right(rest, look.px(_SCORE), look.px(8))
    return what, score, ruler, verdict


def draw_head(surface: Surface, look: Look, rect: Rect) -> None:
    """What the columns are."""
    what, score, _, verdict = parts(look, rect)
    muted = look.palette.muted
    look.text(surface, ExperimentText.HEAD_WHAT, what, Size.TINY, muted)
    look.text(surface, ExperimentText.HEAD_GAMES, score, Size.TINY, muted, align=Align.RIGHT)
    look.text(surface, ExperimentText.HEAD_VERDICT, verdict, Size.TINY, muted)


def draw_row(surface: Surface, look: Look, rect: Rect, written: Written, reach: float) -> None:
    """One experiment."""
    palette, strings, experiment = look.palette, look.strings, written.experiment
    what, score, ruler, verdict = parts(look, rect)
    upper, lower = cut_top(inset(what, 0, look.px(4)), look.px(20))
    look.text(surface, against(experiment.difference), upper, Size.BODY, palette.ink)
    look.text(surface, _where(strings, written), lower, Size.TINY, palette.muted)
    finding = written.finding
    if finding is not None:
        said = f"{finding.score.first} : {finding.score.second}"
        look.text(surface, said, score, Size.BODY, palette.ink, True, Align.RIGHT)
    draw_ruler(surface, look, ruler, written, reach)
    is_sure = written.is_finished and written.verdict is Verdict.SURE
    color = palette.jade_text if is_sure else palette.muted
    look.text(surface, short_said(strings, written), verdict, Size.SMALL, color, is_sure)


def _where(strings: Strings, written: Written) -> str:
    """When, on which board, how many pairs for how long."""
    experiment, plan = written.experiment, written.experiment.plan
    board = strings.said(board_words(Board(plan.game, plan.size)))
    pairs = strings.get(ExperimentText.PAIRS_N, n=plan.seeds)
    minutes = strings.said(minutes_words(plan.minutes or 0))
    said = strings.get(ExperimentText.ON_BOARD, board=board, pairs=pairs, minutes=minutes)
    return f"{strings.day(experiment.created)} · {said}" if experiment.created else said


def name_of(strings: Strings, written: Written) -> str:
    """What an experiment is called where it is named."""
    return strings.get(title_of(written.experiment.difference))
