"""What stands beside the board while somebody at another computer is waited for, asks something, or counts with one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.app.match.messages import AwaySeen, Crosstable, MatchPhase, MatchSnapshot
from clevergo.ui.kit.base import Widget, cut_bottom, cut_left, cut_right, cut_top, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.label import Panel, Paragraph
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, Size
from clevergo.ui.scenes.meeting.words import gone_said
from clevergo.ui.strings import MeetText, kindly

_BUTTON = 42
_MOST_TITLE = 2
"""Lines."""
_ROW, _CELL = 26, 40


@dataclass(frozen=True)
class _Said:
    """A title, a sentence, and what can be done: words, what happens, and whether it is what one would rather do."""

    title: Words
    body: Words = ""
    acts: tuple[tuple[str, Words, Callable[[], None], bool], ...] = ()


class AwayPanel(Panel):
    """Shown in the place of the thoughts, as long as there is something to say."""

    def __init__(
        self,
        answer: Callable[[bool], None],
        agree: Callable[[], None],
        take_theirs: Callable[[], None],
        play_on: Callable[[], None],
    ) -> None:
        """What a person can do: answer what was asked, agree on a count or take the other's, play on instead."""
        super().__init__("play.away")
        self._answer, self._agree, self._take_theirs, self._play_on = answer, agree, take_theirs, play_on
        self._title = Paragraph("", Size.HEADING, bold=True)
        self._body = Paragraph("", Size.BODY, color="muted")
        self._buttons: tuple[Button, ...] = ()
        self._ids: tuple[str, ...] = ()
        self.add(self._title, self._body)
        self.has_something = False
        """Whether there is anything to say now."""

    def show(self, match: MatchSnapshot) -> None:
        """Say how it stands."""
        said = None if match.away is None else self._said(match, match.away)
        self.has_something = said is not None
        if said is None:
            return
        self._title.words, self._body.words = said.title, said.body
        ids = tuple(id for id, *_ in said.acts)
        if ids != self._ids:
            self._ids = ids
            for button in self._buttons:
                self.remove(button)
            kinds = {True: ButtonKind.PRIMARY, False: ButtonKind.PLAIN}
            self._buttons = tuple(Button(words, act, kinds[first], id=id) for id, words, act, first in said.acts)
            self.add(*self._buttons)
        self.place_again()

    def _said(self, match: MatchSnapshot, away: AwaySeen) -> _Said | None:
        name = away.name
        if away.is_lost:
            return _Said(MeetText.LOST, "" if away.trouble is None else kindly(away.trouble))
        if away.is_asked:
            yes, no = (lambda: self._answer(True)), (lambda: self._answer(False))
            row = MeetText.ASKS_UNDO if away.question == "undo" else MeetText.ASKS_REMATCH
            acts = (("away.yes", MeetText.YES, yes, True), ("away.no", MeetText.NO, no, False))
            return _Said(row(name=name), MeetText.ASKS_SAID, acts)
        if not away.is_here:
            is_over = match.phase is MatchPhase.FINISHED
            return None if is_over else _Said(lambda s: gone_said(s, away), MeetText.GONE_SAID)
        if away.is_counting and match.setup.player(away.color).is_human:
            return self._counting(away)
        if away.question:
            return _Said(MeetText.ASKED(name=name), MeetText.ASKED_SAID)
        if match.setup.player(away.color.opponent).who == "?" and away.is_tournament:
            return _Said(MeetText.BEGINS_SOON, MeetText.BEGINS_SOON_SAID(name=name))
        return None

    def _counting(self, away: AwaySeen) -> _Said:
        play_on = ("away.on", MeetText.PLAY_ON, self._play_on, False)
        agree = ("away.agree", MeetText.AGREE, self._agree, True)
        if away.has_counted and away.theirs is None:
            return _Said(MeetText.COUNT, MeetText.COUNT_WAITS(name=away.name), (play_on,))
        if away.theirs is None:
            return _Said(MeetText.COUNT, MeetText.COUNT_SAID, (agree, play_on))
        theirs = ("away.theirs", MeetText.AS_THEY_SAY(name=away.name), self._take_theirs, not away.has_counted)
        mine = ("away.agree", MeetText.AS_I_SAY, self._agree, False)
        return _Said(MeetText.COUNT, MeetText.COUNT_DIFFERS(name=away.name), (theirs, mine, play_on))

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self.inner(look, 16, 12)
        if self._buttons:
            rest, row = cut_bottom(rest, min(look.px(_BUTTON), rest.height // 3), look.px(8))
            place_columns(self._buttons, row, look, look.px(8))
        title = min(self._title.needed_height(look, rest.width), _MOST_TITLE * look.line_height(Size.HEADING))
        rest = self._title.place_top(rest, look, title, look.px(4))
        self._body.place(rest, look)


class TablePanel(Widget):
    """The cross table of a tournament over the network: who stands where, against whom they have won what."""

    def __init__(self) -> None:
        super().__init__("play.crosstable")
        self._table = Crosstable()

    def show(self, table: Crosstable | None) -> None:
        """Show how it stands."""
        if table is not None and table != self._table:
            self._table = table
            self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        table, palette = self._table, look.palette
        count = len(table.names)
        if not count:
            return
        height = min(look.px(_ROW), self.rect.height // (count + 1))
        cell = min(look.px(_CELL), (self.rect.width * 3 // 5) // (count + 1))
        order = table.order
        head, rest = cut_top(self.rect, height)
        left, cells = cut_right(head, cell * (count + 1))
        look.text(surface, MeetText.OVER if table.is_over else MeetText.GOES_ON, left, Size.SMALL, palette.muted)
        for column in range(count):
            box = Rect(cells.left + column * cell, cells.top, cell, height)
            look.text(surface, str(column + 1), box, Size.TINY, palette.muted, False, Align.CENTER)
        sum_box = Rect(cells.right - cell, cells.top, cell, height)
        look.text(surface, MeetText.POINTS, sum_box, Size.TINY, palette.muted, False, Align.CENTER)
        for row, who in enumerate(order):
            line, rest = cut_top(rest, height)
            if line.bottom > self.rect.bottom:
                return
            if row % 2 == 0:
                look.rounded(surface, line, BUTTON_RADIUS - 4, palette.sunken)
            name, line_cells = cut_right(line, cell * (count + 1))
            number, name = cut_left(name, look.px(26))
            look.text(surface, str(row + 1), number, Size.TINY, palette.muted, False, Align.CENTER)
            said = look.fitted(table.names[who], name.width - look.px(6), Size.SMALL)
            look.text(surface, said, name, Size.SMALL, palette.ink, row == 0 and table.is_over)
            for column, other in enumerate(order):
                box = Rect(line_cells.left + column * cell, line.top, cell, height)
                text = "·" if other == who else self._cell(look, who, other)
                look.text(surface, text, box, Size.SMALL, palette.ink if text else palette.muted, False, Align.CENTER)
            box = Rect(line_cells.right - cell, line.top, cell, height)
            total = look.strings.figure(sum(table.points[who]), "g")
            look.text(surface, total, box, Size.SMALL, palette.accent_text, True, Align.CENTER)

    def _cell(self, look: Look, who: int, other: int) -> str:
        if not self._table.games[who][other]:
            return ""
        return look.strings.figure(self._table.points[who][other], "g")
