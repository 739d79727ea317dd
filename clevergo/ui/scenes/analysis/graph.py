"""How a game went: Black's chances and lead over its moves, the big mistakes, and a way to any position of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from clevergo.app.analysis import StudyProgress
from clevergo.games.color import Color
from clevergo.games.grid import Grid, square
from clevergo.games.outcome import Outcome, Termination
from clevergo.ui.kit.base import Cursor, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.chart import Axis, LineChart, Series
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.words import color_name, point_name, result_said
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.strings import CoachText, MindText, Strings

_NINE = square(9)
_TITLE = 26
_LOW_MARGIN, _LEAST_CHART = 6, 40
_MIN_PLIES = 20
_LEAST_POINTS = 10
_ROUND_POINTS = 5
_LONGEST_GAP = 4
"""Plies."""
_SCORE_LABELS = 44
_READING = 170
"""Logical units that the figure and what is said of a move need beside the title."""
_STUDY_SHARE = 0.35
"""Of the line of words, that the button takes at most."""
_ROOMY = 400
"""Logical units of width from which the button carries an icon."""
_LEAST_LOSS = 0.08
_MOST_MISTAKES = 5
_AS_IT_ENDED = {
    Termination.RESIGNATION: MindText.AS_RESIGNED,
    Termination.TIME: MindText.AS_TIMED_OUT,
    Termination.FORFEIT: MindText.AS_FORFEITED,
}


@dataclass(frozen=True)
class Mistake:
    """A move that cost much."""

    ply: int
    """Of the position after it."""
    loss: float
    """How much less often its player wins, 0 to 1."""
    points: float | None = None
    """How many points it cost, where somebody has measured that."""


@dataclass(frozen=True)
class GraphShown:
    """A game as the curve shows it; the tuples have an entry for the first position and one for each move."""

    rates: tuple[float | None, ...] = ()
    """Black's win rate, 0 to 1."""
    scores: tuple[float | None, ...] = ()
    """Points Black leads by."""
    moves: tuple[int, ...] = ()
    ply: int = 0
    """The position on the board."""
    grid: Grid = _NINE
    mistakes: tuple[Mistake, ...] = ()
    study: StudyProgress | None = None
    can_study: bool = False
    result: Outcome | None = None
    """How the game ended in the last position; None while it goes on."""
    stranger: str | None = None
    """A dog that would draw the curve, had it ever seen such a board."""
    novice: str | None = None
    """One that would, did it know more."""


def find_mistakes(rates: tuple[float | None, ...], first: Color) -> tuple[Mistake, ...]:
    """The moves that cost their players most, by the win rates one judge gave before and after; worst first."""
    mistakes = []
    for ply in range(1, len(rates)):
        before, after = rates[ply - 1], rates[ply]
        if before is None or after is None:
            continue
        is_black = (first is Color.BLACK) == (ply % 2 == 1)
        loss = before - after if is_black else after - before
        if loss >= _LEAST_LOSS:
            mistakes.append(Mistake(ply, loss))
    return tuple(sorted(mistakes, key=lambda mistake: -mistake.loss)[:_MOST_MISTAKES])


class GraphPanel(Panel):
    """The curve with what it says now; a click on it looks at that position."""

    def __init__(self, go_to: Callable[[int], None], switch_study: Callable[[], None]) -> None:
        super().__init__("play.graph")
        self._title = Label(MindText.WINS, bold=True)
        self._value = Label("", Size.HEADING, bold=True, color="jade_text")
        self._lead = Label("", Size.SMALL, color="gold_text")
        self._chart = _GameChart(self._say, go_to)
        self._study = Button(
            MindText.STUDY, switch_study, ButtonKind.QUIET, size=Size.SMALL, id="mind.study", tip=MindText.TIP_STUDY
        )
        self._is_roomy = True
        self.add(self._title, self._value, self._lead, self._chart, self._study)

    def show(self, shown: GraphShown) -> None:
        """Show a game; the same one again costs nothing."""
        if shown == self._chart.game:
            return
        self._chart.show_game(shown)
        self._chart.empty = MindText.EMPTY
        if shown.stranger is not None:
            name = partial(dog_name, dog=shown.stranger)
            self._chart.empty = MindText.NEVER_SAW(name=name, size=shown.grid.rows)
        elif shown.novice is not None:
            self._chart.empty = MindText.NOVICE(name=partial(dog_name, dog=shown.novice))
        self._study.words, self._study.tip = MindText.STUDY, MindText.TIP_STUDY
        if shown.study is not None:
            self._study.words = MindText.STUDYING(done=shown.study.done, total=shown.study.total)
            self._study.tip = MindText.TIP_STOP
        self._show_icon()
        self._study.is_enabled = shown.can_study or shown.study is not None
        self._say()

    def said(self, look: Look) -> str:
        return self._value.said(look)

    @staticmethod
    def least_height(look: Look) -> int:
        """Pixels for what it says of the position, without the curve."""
        return look.px(_TITLE + 2 * _LOW_MARGIN)

    def arrange(self, rect: Rect, look: Look) -> None:
        self._chart.is_visible = rect.height >= self.least_height(look) + look.px(_LEAST_CHART)
        margin = look.px(9 if self._chart.is_visible else _LOW_MARGIN)
        head, rest = cut_top(inset(rect, look.px(16), margin), look.px(_TITLE), look.px(2))
        self._is_roomy = rect.width >= look.px(_ROOMY)
        self._show_icon()
        words = look.width(look.say(MindText.STUDY), Size.SMALL)
        wide = min(words + look.px(44 if self._is_roomy else 18), round(head.width * _STUDY_SHARE))
        left, study = cut_right(head, wide, look.px(6))
        self._study.place(study.move(look.px(6), 0), look)
        room = left.width - look.px(_READING)
        is_short = look.width(look.say(MindText.WINS), Size.BODY, True) > room
        self._title.words = MindText.WINS_SHORT if is_short else MindText.WINS
        left = self._title.place_left(left, look, look.width(self._title.said(look), Size.BODY, True) + 2, look.px(10))
        lead = self._value.place_left(left, look, look.px(56), look.px(4))
        self._lead.place(lead, look)
        self._chart.place(Rect(rest.left - look.px(8), rest.top, rest.width + look.px(16), rest.height), look)

    # --- what it says ---

    def _show_icon(self) -> None:
        icon = Icon.EYE if self._chart.game.study is None else Icon.STOP
        self._study.icon = icon if self._is_roomy or icon is Icon.STOP else None

    def _say(self) -> None:
        """How it stands at the ply under the pointer, else on the board."""
        shown, at = self._chart.game, self._chart.under
        ply = shown.ply if at is None or at >= len(shown.rates) else at
        rate = shown.rates[ply] if ply < len(shown.rates) else None
        self._value.words = "" if rate is None else f"{rate:.0%}"
        self._lead.words = lambda s: self._remark(s, ply, at is not None)

    def _remark(self, strings: Strings, ply: int, is_pointed: bool) -> str:
        shown = self._chart.game
        rate = shown.rates[ply] if ply < len(shown.rates) else None
        parts = []
        if is_pointed and ply:
            action = shown.moves[ply - 1]
            parts.append(strings.get(MindText.READING, ply=ply, move=point_name(strings, shown.grid, action)))
        elif is_pointed:
            parts.append(strings.get(MindText.AT_START))
        loss = next((mistake for mistake in shown.mistakes if mistake.ply == ply), None)
        if is_pointed and loss is not None and loss.points is not None:
            parts.append(strings.said(CoachText.LOSS_POINTS(n=round(loss.points))))
        elif is_pointed and loss is not None:
            parts.append(strings.get(MindText.LOST, loss=f"{loss.loss:.0%}"))
        score = shown.scores[ply] if ply < len(shown.scores) else None
        is_counted = shown.result is not None and shown.result.margin is not None
        is_judged = is_counted or rate is not None or score is not None
        if shown.result is not None and ply == len(shown.moves) and is_judged:
            parts.append(_ending(strings, shown.result))
            if is_counted:
                return self._fitting(parts)
        if score is not None and not (is_pointed and loss is not None):
            whole = "  ".join([*parts, _lead(strings, score)])
            fits = self.root is None or self.root.look.width(whole, Size.SMALL) <= self._lead.rect.width
            parts.append(_lead(strings, score, is_short=not fits))
        return self._fitting(parts)

    def _fitting(self, parts: list[str]) -> str:
        """As many of the parts as there is room for; the last ones tell most."""
        for first in range(len(parts)):
            said = "  ".join(parts[first:])
            if self.root is None or self.root.look.fits(said, self._lead.rect.width, Size.SMALL):
                return said
        return ""


def _ending(strings: Strings, result: Outcome) -> str:
    """What the last position is: the end that was counted, or the board as somebody gave up."""
    words = _AS_IT_ENDED.get(result.termination)
    if words is None or result.winner is None:
        return strings.get(MindText.COUNTED_AS, result=result_said(strings, result.points()))
    return strings.get(words, color=color_name(strings, result.winner.opponent))


def _lead(strings: Strings, score: float, is_short: bool = False) -> str:
    if abs(score) < 0.25:
        return strings.get(MindText.EVEN)
    color = color_name(strings, Color.BLACK if score > 0 else Color.WHITE)
    if is_short:
        return strings.get(MindText.LEADS_SHORT, color=color[:1], points=strings.figure(abs(score), ".1f"))
    return strings.get(MindText.LEADS, color=color, points=strings.figure(abs(score), ".1f"))


def _columns(points: list[tuple[float, float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return tuple(x for x, _ in points), tuple(y for _, y in points)


def _stretches(points: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """The parts of a curve that may be drawn: over a long gap a line tells what nobody knows; a point is none."""
    parts: list[list[tuple[float, float]]] = []
    for point in points:
        if parts and point[0] - parts[-1][-1][0] <= _LONGEST_GAP:
            parts[-1].append(point)
        else:
            parts.append([point])
    return [part for part in parts if len(part) > 1]


class _GameChart(LineChart):
    """Win rates from 0 to 100 %, the lead on a scale of its own at the right; pressed, it goes to a ply."""

    cursor = Cursor.HAND

    def __init__(self, pointed: Callable[[], None], chosen: Callable[[int], None]) -> None:
        """``pointed`` is told that the pointer is at another ply, ``chosen`` of the ply that is to be shown."""
        super().__init__(MindText.EMPTY, id="play.curve")
        self._told = pointed
        self._chosen = chosen
        self.game = GraphShown()
        self.under: int | None = None
        """The ply under the pointer."""
        self._most_points = 0

    def show_game(self, game: GraphShown) -> None:
        """Show another game, or the same one further on."""
        self.game = game
        rates = [(float(ply), 100 * rate) for ply, rate in enumerate(game.rates) if rate is not None]
        scores = _stretches([(float(ply), score) for ply, score in enumerate(game.scores) if score is not None])
        most = max([_LEAST_POINTS, *(abs(score) for part in scores for _, score in part)]) if scores else 0
        self._most_points = -(-math.ceil(most) // _ROUND_POINTS) * _ROUND_POINTS
        series = []
        if rates:  # joined over the plies of which nothing is known
            series.append(Series(*_columns(rates), "jade", fills=True))
        for part in scores:
            series.append(Series(*_columns([(x, 50 + 50 * y / self._most_points) for x, y in part]), "gold"))
        self.show(series, Axis(0, max(len(game.moves), _MIN_PLIES)), Axis(0, 100, (0, 50, 100)))
        self.cursor_x = float(game.ply) if game.moves else None
        self.invalidate()

    def hover(self, pos: tuple[int, int]) -> None:
        self._look_at(self._ply_at(pos))

    def hover_changed(self) -> None:
        if not self.is_hovered:
            self._look_at(None)

    def press(self, pos: tuple[int, int]) -> bool:
        self.drag(pos)
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        ply = self._ply_at(pos)
        if ply is not None:
            self._look_at(ply)
            if ply != self.game.ply:
                self._chosen(ply)

    def draw(self, surface: Surface, look: Look) -> None:
        super().draw(surface, look)
        plot = self._plot(look)
        if self._most_points:
            for side, y in ((Color.BLACK, plot.top), (Color.WHITE, plot.bottom)):
                words = f"{color_name(look.strings, side)[:1]}+{self._most_points}"
                box = Rect(plot.right + look.px(4), y - look.px(9), look.px(_SCORE_LABELS - 2), look.px(18))
                look.text(surface, words, box, Size.TINY, look.palette.gold_text, False, Align.LEFT)
        if self.under is not None:
            surface.fill(look.palette.muted, Rect(self._spot(plot, self.under, 0)[0], plot.top, 1, plot.height))
        for mistake in self.game.mistakes:
            rate = self.game.rates[mistake.ply]
            if rate is not None:
                look.disc(surface, self._spot(plot, mistake.ply, rate), look.px(4), look.palette.accent)
        now = self.game.rates[self.game.ply] if self.game.ply < len(self.game.rates) else None
        if now is not None:
            look.disc(
                surface, self._spot(plot, self.game.ply, now), look.px(4.5), look.palette.panel, look.palette.jade
            )

    def _spot(self, plot: Rect, ply: int, rate: float) -> tuple[int, int]:
        x = plot.left + round(self._part(ply, self._x) * plot.width)
        return x, plot.bottom - round(rate * plot.height)

    def _look_at(self, ply: int | None) -> None:
        if ply != self.under:
            self.under = ply
            self.invalidate()
            self._told()

    def _ply_at(self, pos: tuple[int, int]) -> int | None:
        """The ply nearest to the pointer; None beside the game."""
        if self.root is None or not self.game.rates:
            return None
        plot = self._plot(self.root.look)
        part = (pos[0] - plot.left) / max(plot.width, 1)
        ply = round(self._x.low + part * (self._x.high - self._x.low))
        return min(max(ply, 0), len(self.game.rates) - 1)

    def _plot(self, look: Look) -> Rect:
        plot = super()._plot(look)
        plot.width -= look.px(_SCORE_LABELS) if self._most_points else 0
        return plot
