"""The picture of how a match or a tournament has gone: wins minus losses, and how much of that may be luck."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from clevergo.app.tournament.course import Course, luck, most_played
from clevergo.app.tournament.pairing import GameResult, TournamentPlan
from clevergo.ui.kit.base import Shown, Widget, columns, cut_left, cut_right, cut_top
from clevergo.ui.kit.chart import Axis, LineChart, Series
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import ColorName, Size, mix
from clevergo.ui.scenes.compete.words import points_said
from clevergo.ui.scenes.shared.player_names import entrant_name
from clevergo.ui.strings import CompeteText, Strings, Text

FEWEST_GAMES = 3
"""Games of a tournament that are a course."""
LEAST, MOST = 150, 260
"""Logical units of the panel's height."""
_HEAD, _LEGEND, _GAP = 22, 20, 14
_SIGN = 16
"""Logical units of what stands before a name."""
_COLORS: tuple[ColorName, ...] = ("jade", "gold", "accent")
"""Of those who lead; of a match of two the first player's alone."""
_OTHERS: ColorName = "muted"
_LUCK: ColorName = "muted"
_SHADE = 0.2
"""How much the shade of the band differs from the panel."""
_MOMENTS = 200
"""Points of a curve at most."""
_AROUND = 6
"""Games by which the picture reaches beyond level at least."""


class CoursePanel(Panel):
    """Of a match of two one curve, up where the first player leads; of a tournament all, the three best in color."""

    def __init__(self) -> None:
        super().__init__("compete.course")
        self._plan: TournamentPlan | None = None
        self._course = Course(0)
        self._best: tuple[int, ...] = ()
        """Whose curves have a color, the best first."""
        self._pointed: float | None = None
        """After how many games the pointer is; None beside the curves."""
        self.title = Label(CompeteText.COURSE, Size.BODY, bold=True)
        """Hidden where somebody else says what this is."""
        self._shade = _Shade()
        self._legend = _Legend()
        tip = CompeteText.TIP_COURSE
        self._chart = LineChart(CompeteText.COURSE_EMPTY, self._point, id="compete.course.chart", tip=tip)
        self.add(self.title, self._shade, self._legend, self._chart)

    def show(self, plan: TournamentPlan, results: tuple[GameResult, ...]) -> None:
        """Show how it has gone so far."""
        if self._plan is None or len(plan.players) != len(self._plan.players):
            self._course = Course(len(plan.players))
        is_other, self._plan, before = plan is not self._plan, plan, self._course.games
        self._course.take(results)
        if is_other or before != len(results):
            self._show_curves()
            self._point(None if is_other else self._pointed)
        if is_other:
            self.place_again()

    @property
    def _is_match(self) -> bool:
        return self._plan is not None and len(self._plan.players) == 2

    def _show_curves(self) -> None:
        plan, root = self._plan, self.root
        if plan is None or root is None:
            return
        strings, last = root.look.strings, self._course.after(self._course.games)
        ranked = sorted(range(len(plan.players)), key=lambda player: -last[player])
        self._best = (0,) if self._is_match else tuple(ranked[: len(_COLORS)])
        reach = _luck_until(plan)
        series = [reach, *self._curves()] if self._course.games else []
        leads = [abs(y) for one in series for y in one.ys if y is not None]
        y = _level_axis(max(_AROUND, reach.errors[-1], *leads), partial(_lead_said, self._is_match))
        games = float(plan.games)
        ticks = (0.0, games / 2, games) if plan.games % 2 == 0 else (0.0, games)
        self._chart.show(series, Axis(0.0, games, ticks, partial(_games_said, strings, games)), y)
        self._shade.is_visible = self._legend.is_visible = bool(series)
        names = [entrant_name(strings, player, plan.players) for player in plan.players]
        if self._is_match:
            self._legend.keys = (_Key(names[0], sign=Icon.UP), _Key(names[1], sign=Icon.DOWN))
        else:
            colored = zip(self._best, _COLORS, strict=False)
            self._legend.keys = tuple(_Key(names[player], _signed(last[player]), color) for player, color in colored)

    def _curves(self) -> list[Series]:
        """The best last, so that nobody's lies over theirs."""
        moments, leads = self._course.leads(_MOMENTS)
        xs = tuple(float(moment) for moment in moments)
        ys = [tuple(map(float, leads[:, player])) for player in range(leads.shape[1])]
        colors = dict(zip(self._best, _COLORS, strict=False))
        pale = [] if self._is_match else [player for player in range(len(ys)) if player not in colors]
        return [
            *(Series(xs, ys[player], _OTHERS, is_pale=True) for player in pale),
            *(Series(xs, ys[player], colors[player]) for player in reversed(self._best)),
        ]

    def _point(self, x: float | None) -> None:
        """Say how it stood after so many games."""
        plan, self._pointed = self._plan, x
        games = -1 if x is None else max(round(x), 0)
        if plan is None or not 0 <= games <= self._course.games or not self._course.games:
            self._chart.reading, self._chart.cursor_x = "", None
            return
        lead, best = self._course.after(games), self._best

        def said(strings: Strings) -> str:
            if len(plan.players) == 2:
                return " : ".join(points_said((games + ahead) / 2) for ahead in lead)
            names = [entrant_name(strings, plan.players[player], plan.players) for player in best]
            return " · ".join(f"{name} {_signed(lead[player])}" for name, player in zip(names, best, strict=True))

        self._chart.cursor_x = float(games)
        self._chart.reading = CompeteText.COURSE_AT(games=games, said=said)

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(self.inner(look, 16, 10), look.px(_HEAD), look.px(2))
        left, shade = cut_right(head, min(self._shade.needed_width(look), head.width), look.px(_GAP))
        self._shade.place(shade, look)
        said = look.width(look.say(CompeteText.COURSE), Size.BODY, True) + 2
        beside = self.title.place_left(left, look, min(said, left.width), look.px(_GAP))
        self._show_curves()
        if self.title.is_visible and self._is_match and self._legend.needed_width(look) <= beside.width:
            self._legend.place(beside, look)
        else:
            rest = self._legend.place_top(rest, look, look.px(_LEGEND), look.px(2))
        self._chart.place(rest, look)


class _Shade(Widget):
    """What the shaded part means."""

    def needed_width(self, look: Look) -> int:
        """Pixels."""
        return look.width(look.say(CompeteText.COURSE_LUCK), Size.TINY) + look.px(26)

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        box = Rect(self.rect.left, self.rect.centery - look.px(5), look.px(18), look.px(10))
        look.rounded(surface, box, 3, mix(palette.panel, palette.muted, _SHADE))
        _, words = cut_left(self.rect, look.px(18), look.px(6))
        look.text(surface, CompeteText.COURSE_LUCK, words, Size.TINY, palette.muted)


@dataclass(frozen=True)
class _Key:
    """A name in the legend."""

    name: str
    figure: str = ""
    """How far ahead they are."""
    color: ColorName = "jade"
    """A field of the palette."""
    sign: Icon | None = None
    """In which direction they lead; None: they have a curve of their own."""


class _Legend(Widget):
    """Whose curve has which color; of a match, who leads where it goes up, and who where it goes down."""

    keys = Shown[tuple[_Key, ...]](())

    def needed_width(self, look: Look) -> int:
        """Pixels for all of it, each as wide as the widest."""
        wide = [look.width(f"{key.name} {key.figure}".strip(), Size.TINY, True) for key in self.keys]
        return len(wide) * (max(wide, default=0) + look.px(_SIGN)) + look.px(_GAP) * max(len(wide) - 1, 0)

    def draw(self, surface: Surface, look: Look) -> None:
        for key, box in zip(self.keys, columns(self.rect, [1] * len(self.keys), look.px(_GAP)), strict=True):
            sign, words = cut_left(box, look.px(_SIGN - 4), look.px(4))
            if key.sign is not None:
                look.icon(surface, key.sign, sign, look.palette.muted, 12)
            else:
                look.disc(surface, sign.center, look.px(4), look.palette.named(key.color))
            words, figure = cut_right(words, look.width(key.figure, Size.TINY, True) + 2, look.px(4))
            name = look.fitted(key.name, words.width, Size.TINY)
            drawn = look.text(surface, name, words, Size.TINY, look.palette.ink)
            if key.figure:
                figure.left = min(drawn.right + look.px(5), figure.left)
                look.text(surface, key.figure, figure, Size.TINY, look.palette.ink, True)


def _luck_until(plan: TournamentPlan) -> Series:
    """A band to the end of what is planned: how far ahead one may be by luck after the games that are one's own."""
    games = tuple(sorted({round(plan.games * part / (_MOMENTS - 1)) for part in range(_MOMENTS)}))
    reach = tuple(luck(most_played(plan, each)) for each in games)
    return Series(tuple(map(float, games)), (0.0,) * len(games), _LUCK, errors=reach, is_pale=True)


def _level_axis(high: float, shown: Callable[[float], str]) -> Axis:
    """As far up as down, with two round steps to either side."""
    tens = 10.0 ** max(math.floor(math.log10(high / 2)), 0)
    step = next(tens * part for part in (1, 2, 3, 4, 5, 6, 8, 10) if 2 * tens * part >= high)
    return Axis(-2 * step, 2 * step, tuple(step * n for n in range(-2, 3)), shown)


def _signed(lead: int) -> str:
    return f"{lead:+d}".replace("-", "\N{MINUS SIGN}") if lead else "0"


def _lead_said(is_match: bool, lead: float) -> str:
    """A tick: of a match of two both directions are somebody's lead."""
    return f"{abs(lead):g}" if is_match else _signed(round(lead))


def _games_said(strings: Strings, last: float, games: float) -> str:
    return strings.get(Text.GAMES_PLAYED, games=int(games)) if games == last else f"{games:g}"
