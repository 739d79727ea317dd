"""The list of earlier tournaments: who met, when, and how it stands."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from clevergo.app.tournament.book import WrittenTournament
from clevergo.app.tournament.pairing import table_of
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.layout import cut_left, cut_right, inset
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.compete.words import entrant_name, of_game, points_said
from clevergo.ui.strings import CompeteText, Strings

_ROW, _ROWS, _WIDTH = 34, 8, 620


class EarlierDialog(Dialog):
    """Every tournament there was, the latest first; a click opens one."""

    def __init__(self, earlier: Sequence[WrittenTournament], chosen: Callable[[WrittenTournament], None]) -> None:
        self._chosen = chosen
        self._list: ListView[WrittenTournament] = ListView(_draw_row, _ROW, self._take, id="compete.earlier.list")
        self._list.rows = earlier
        super().__init__(
            CompeteText.EARLIER_TITLE,
            CompeteText.EARLIER_SAID,
            CompeteText.BACK,
            cancel=None,
            content=self._list,
            content_height=_ROW * min(len(earlier), _ROWS),
            width=_WIDTH,
        )

    def _take(self, written: WrittenTournament) -> None:
        self.close()
        self._chosen(written)


def met_said(strings: Strings, written: WrittenTournament) -> str:
    """Who met: both of a match, or how many."""
    players = written.plan.players
    if len(players) > 2:
        return of_game(strings, written.plan, strings.get(CompeteText.MEETING, players=len(players)))
    names = [entrant_name(strings, player) for player in players]
    return of_game(strings, written.plan, strings.get(CompeteText.BLACK_WHITE, black=names[0], white=names[1]))


def outcome_said(strings: Strings, written: WrittenTournament) -> str:
    """A finished match's score; of everything else, how many games have been played."""
    plan, done = written.plan, len(written.results)
    if len(plan.players) > 2 or not written.is_finished:
        return strings.get(CompeteText.PROGRESS, done=done, games=plan.games)
    table = table_of(plan, written.results)
    first, second = (points_said(table.score(place)) for place in range(2))
    return strings.get(CompeteText.SCORED, first=first, second=second)


def when_said(strings: Strings, created: float) -> str:
    """The day and the time of day: ``21 Nov 14:05``."""
    return f"{strings.day(created)} {time.strftime('%H:%M', time.localtime(created))}"


def _draw_row(surface: Surface, look: Look, rect: Rect, written: WrittenTournament) -> None:
    palette, strings = look.palette, look.strings
    box = inset(rect, look.px(10), 0)
    outcome = outcome_said(strings, written)
    when, rest = cut_left(box, look.px(104), look.px(8))
    names, right = cut_right(rest, look.width(outcome, Size.SMALL, True) + look.px(4), look.px(8))
    look.text(surface, when_said(strings, written.created), when, Size.SMALL, palette.muted)
    look.text(surface, met_said(strings, written), names, Size.BODY, palette.ink)
    look.text(surface, outcome, right, Size.SMALL, palette.ink, True, Align.RIGHT)
