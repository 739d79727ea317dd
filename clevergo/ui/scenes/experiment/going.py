"""An experiment that goes on, or was stopped: how far it is, what both dogs play, and their curves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from clevergo.app.experiment.messages import ExperimentSnapshot, ExperimentState
from clevergo.ui.board.art import BoardArt
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_right, cut_top
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph, ProgressBar
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.experiment.boards import TwoBoards
from clevergo.ui.scenes.experiment.curves import CurvesPanel
from clevergo.ui.scenes.experiment.words import (
    against,
    gain_said,
    guess_words,
    left_said,
    share_of_all,
    state_said,
    where_said,
    won_said,
)
from clevergo.ui.shell.scene import BoardMark
from clevergo.ui.strings import ExperimentText, Strings, error_said

_TITLE, _LINE = 28, 22
_GAIN_FROM = 12
"""Games from which it is said how far apart they are."""
_BOARDS_SHARE = 0.48
"""Of the width, at most."""


class GoingView(Group):
    """A head, two boards, the curves."""

    def __init__(self, art: Callable[[], BoardArt], toggle: Callable[[], None], delete: Callable[[], None]) -> None:
        """``toggle`` is called to stop it or go on, ``delete`` to have it deleted."""
        super().__init__()
        self._head = Panel()
        self._title = Label("", Size.HEADING, bold=True)
        self._where = Label("", Size.SMALL, color="muted", align=Align.RIGHT)
        self._state = Label("", Size.BODY)
        self._left = Label("", Size.SMALL, color="muted", align=Align.RIGHT)
        self._bar = ProgressBar("experiment.progress")
        self._guess = Label("", Size.SMALL, color="muted")
        self._note = Paragraph("", Size.SMALL, color="gold_text")
        self._toggle = Button("", toggle, ButtonKind.PRIMARY, Icon.STOP, id="experiment.toggle")
        self._delete = Button(ExperimentText.DELETE, delete, ButtonKind.QUIET, size=Size.SMALL, id="experiment.delete")
        self._head.add(self._title, self._where, self._state, self._left, self._bar, self._guess, self._note)
        self._head.add(self._delete, self._toggle)
        self._boards = TwoBoards(art)
        self._curves = CurvesPanel()
        self._laid_out_for: tuple[object, ...] = ()
        """What decides how much room the head needs."""
        self.add(self._head, self._boards, self._curves)

    def show(self, shown: ExperimentSnapshot, note: Words = "") -> None:
        """Show how it stands; ``note`` is said where there is nothing more urgent to say."""
        written = shown.written
        is_over = shown.state is ExperimentState.STOPPED
        self._toggle.words = ExperimentText.GO_ON if is_over else ExperimentText.STOP
        self._toggle.icon = Icon.PLAY if is_over else Icon.STOP
        self._toggle.tip = "" if is_over else ExperimentText.TIP_STOP
        self._toggle.is_enabled = shown.state is not ExperimentState.STOPPING and written is not None
        self._delete.is_visible = is_over
        self._state.words = lambda strings: state_said(strings, shown)
        self._left.words = lambda strings: left_said(strings, shown.seconds_left)
        share = share_of_all(shown)
        self._bar.share = share
        self._bar.is_busy = shown.is_active and share is None
        if written is not None:
            experiment = written.experiment
            self._title.words = against(experiment.difference)
            self._where.words = partial(where_said, experiment=experiment)
            self._guess.words = _said_below(shown)
        self._note.words = _note(shown) or note
        laid_out_for = (written and written.experiment.difference, shown.error, bool(shown.restarts), note)
        if laid_out_for != self._laid_out_for:
            self._laid_out_for = laid_out_for
            self.place_again()
        self._boards.show(shown)
        self._curves.show(shown)

    def board_mark(self) -> BoardMark | None:
        """Where the first board is."""
        return self._boards.mark()

    def arrange(self, rect: Rect, look: Look) -> None:
        line = look.px(_LINE)
        width = rect.width - look.px(2 * 16)
        noted = self._note.needed_height(look, width) if look.say(self._note.words) else 0
        height = look.px(_TITLE + 6 + 8 + 8) + 2 * line + look.px(2 * 12) + (noted + look.px(4) if noted else 0)
        head, rest = cut_top(rect, height, look.px(GAP - 2))
        self._head.place(head, look)
        self._place_head(self._head.inner(look, 16, 12), look, noted)
        boards, curves = cut_left(rest, TwoBoards.fitting_width(rest, look, _BOARDS_SHARE), look.px(GAP))
        self._boards.place(boards, look)
        self._curves.place(curves, look)

    def _place_head(self, inner: Rect, look: Look, noted: int) -> None:
        self._note.is_visible = bool(noted)
        if noted:
            inner, below = cut_bottom(inner, noted, look.px(4))
            self._note.place(below, look)
        inner, button = cut_right(inner, max(self._widest_toggle(look), look.px(112)), look.px(16))
        box = Rect(button.left, button.top, button.width, look.px(42))
        self._toggle.place(box, look)
        self._delete.place(Rect(box.left, box.bottom + look.px(6), box.width, look.px(28)), look)
        top, rest = cut_top(inner, look.px(_TITLE), look.px(6))
        title = min(look.width(look.say(self._title.words), Size.HEADING, True) + look.px(16), top.width)
        self._where.place(self._title.place_left(top, look, title), look)
        line, rest = cut_top(rest, look.px(_LINE), look.px(8))
        state, left = cut_left(line, round(line.width * 0.66))
        self._state.place(state, look)
        self._left.place(left, look)
        bar, rest = cut_top(rest, look.px(6), look.px(8))
        self._bar.place(bar, look)
        self._guess.place(cut_top(rest, look.px(_LINE))[0], look)

    def _widest_toggle(self, look: Look) -> int:
        words = (ExperimentText.STOP, ExperimentText.GO_ON)
        return max(look.width(look.say(each), Size.BODY, True) for each in words) + look.px(58)


def _note(shown: ExperimentSnapshot) -> Words:
    """What went wrong, where something did."""
    error = shown.error
    if error is not None:
        return lambda strings: strings.get(ExperimentText.TROUBLE, reason=error_said(strings, error))
    if shown.restarts and shown.is_active:
        return ExperimentText.RESTARTED
    return ""


def _said_below(shown: ExperimentSnapshot) -> Words:
    """How the games stand, once there are any; before that, what somebody thinks will come of it."""
    written = shown.written
    assert written is not None
    experiment = written.experiment

    def said(strings: Strings) -> str:
        guess = experiment.guess
        parts = []
        if written.finding is not None:
            parts.append(won_said(strings, written))
            if written.played >= _GAIN_FROM:
                parts.append(gain_said(strings, written))
        if guess is not None:
            words = strings.said(guess_words(experiment.difference, guess))
            parts.append(strings.get(ExperimentText.YOUR_GUESS, guess=words))
        return " · ".join(parts)

    return said
