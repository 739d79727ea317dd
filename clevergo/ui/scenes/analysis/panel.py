"""Looking into a dog's mind: whose, how long, which thoughts are drawn on the board, and the moves it considers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from clevergo.app.analysis import AnalysisSnapshot
from clevergo.app.desk.settings import MindMode, Settings
from clevergo.app.match.messages import MatchSnapshot
from clevergo.games.color import Color
from clevergo.games.grid import square
from clevergo.players.protocol import Candidate, Insight
from clevergo.ui.kit.base import Group, Shown, Widget, cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind, Toggle
from clevergo.ui.kit.choice import Dropdown, Option, Segmented
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Paragraph, ProgressBar
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Rgb, Size, mix
from clevergo.ui.scenes.analysis.marks import BEST, GLANCE, LOSSES, TRIED, worst_loss
from clevergo.ui.scenes.play.words import color_name, point_name, short_count
from clevergo.ui.strings import FilmText, MicroText, MindText, SlowText, Strings, Text

if TYPE_CHECKING:
    from clevergo.ui.scenes.analysis.desk import MindDesk

VISITS = (400, 1600, 0)
"""What can be chosen; 0: without an end."""
_HEAD, _LOW_HEAD, _LINE, _FOOT, _LOW_FOOT, _ROW, _COLUMNS = 32, 28, 20, 30, 28, 25, 18
_LOW, _LOW_AND_NARROW = 166, 200
"""Logical units of height below which rows stand closer: what is narrow has a foot besides."""
_ROWS_BELOW_COLUMNS = 2
"""How many rows there must be room for besides a line that says what they tell."""
_GAP = 6
_BAR = 4
_PROGRESS = 92
_ROOMY = 380
"""Logical units of width from which buttons carry icons."""
_LEAST_JUDGE = 120
"""Logical units a name has at least."""
_WIDE = 470
"""The same from which how long to think finds room in the first row."""


class MindPanel(Group):
    """Two rows of switches, a legend in plain words, the moves considered, and how long it has thought."""

    def __init__(self, desk: MindDesk) -> None:
        super().__init__()
        self._insight: Insight | None = None
        self._grid = square(9)
        self._wish = Settings()
        self._toggle = Toggle(MindText.ANALYZE, False, desk.switch, "mind.analyze", MindText.TIP_ANALYZE)
        self.judge: Dropdown[str] = Dropdown([], "", desk.choose_judge, id="mind.judge", tip=MindText.TIP_JUDGE)
        self.hint = Button(MindText.HINT, desk.seek_hint, icon=Icon.INFO, id="mind.hint", tip=MindText.TIP_HINT)
        modes = [
            Option(MindMode.OFF, Text.OVERLAY_OFF, tip=MindText.TIP_OFF),
            Option(MindMode.POLICY, MindText.GLANCE, tip=MindText.TIP_GLANCE),
            Option(MindMode.SEARCH, MindText.SEARCH, tip=MindText.TIP_SEARCH),
            Option(MindMode.VALUE, MindText.VALUE, tip=MindText.TIP_VALUE),
        ]
        self._modes = Segmented(modes, MindMode.SEARCH, desk.choose_mode, "play.overlay", tells_again=True)
        self._territory = Button(
            MindText.TERRITORY, desk.show_territory, id="mind.territory", size=Size.SMALL, tip=MindText.TIP_TERRITORY
        )
        self.slow = Button("", desk.open_slow, icon=Icon.TREE, size=Size.SMALL, id="mind.slow", tip=SlowText.TIP_OPEN)
        self.film = Button("", desk.open_film, icon=Icon.FILM, size=Size.SMALL, id="mind.film", tip=FilmText.TIP_OPEN)
        self.inside = Button(
            "", desk.open_microscope, icon=Icon.LAYERS, size=Size.SMALL, id="mind.inside", tip=MicroText.TIP_OPEN
        )
        self._ways = ((self.slow, SlowText.OPEN), (self.film, FilmText.OPEN), (self.inside, MicroText.OPEN))
        """What leads to pages of their own, and in which words."""
        self._legend = Legend()
        self._list: ListView[Candidate] = ListView(self._draw_row, _ROW, hovered=desk.point, fills=True)
        self._columns = Label("", Size.TINY, color="muted")
        self._has_columns = False
        """Whether there is room for what the list tells."""
        self._empty = Paragraph(MindText.OFF_SAID, Size.SMALL, color="muted")
        self._bar = ProgressBar("mind.preparing")
        self._progress = Label("", Size.SMALL, color="muted")
        limits = [Option(v, (lambda s, v=v: s.figure(v)) if v else MindText.ENDLESS) for v in VISITS]  # type: ignore[misc]
        self._visits: Dropdown[int] = Dropdown(
            limits, VISITS[0], desk.choose_visits, id="mind.visits", tip=MindText.TIP_VISITS
        )
        self._pause = Button("", desk.switch_pause, ButtonKind.QUIET, icon=Icon.PAUSE, id="mind.pause")
        self.add(self._toggle, self.judge, self.hint, self._modes, self._territory)
        self.add(*(button for button, _ in self._ways), self._legend)
        self.add(self._empty, self._bar, self._columns, self._list, self._progress, self._visits, self._pause)

    def show(
        self, wish: Settings, match: MatchSnapshot, found: AnalysisSnapshot, insight: Insight | None, is_paused: bool
    ) -> None:
        """Show what is chosen, and what somebody thinks of the position."""
        was_on, self._wish, self._insight = self._wish.mind_on, wish, insight
        self._grid, preparing = match.setup.rules.grid, match.waiting.preparing
        self._toggle.value = wish.mind_on
        had_owners, self._territory.is_visible = self._territory.is_visible, bool(match.setup.rules.game.owners_name)
        if wish.mind_on != was_on or self._territory.is_visible != had_owners:
            self.place_again()
        self._modes.value = wish.mind_mode
        self._territory.kind = ButtonKind.CHOSEN if wish.mind_territory else ButtonKind.PLAIN
        self._visits.value = wish.mind_visits
        candidates = () if insight is None else insight.candidates
        is_glance = wish.mind_mode is MindMode.POLICY
        self._list.rows = sorted(candidates, key=lambda c: -c.prior) if is_glance else list(candidates)
        self._list.is_visible = bool(candidates)
        self._columns.words = self._what_is_told
        self._columns.is_visible = self._has_columns and bool(candidates)
        self._bar.share = None if candidates or preparing is None else preparing.share
        self._empty.is_visible = not candidates
        legend = self._legend
        legend.mode, legend.shows_territory, legend.worst = wish.mind_mode, wish.mind_territory, LOSSES[-1][0]
        if insight is not None:
            legend.color, legend.worst = insight.to_play, worst_loss(insight, match.shown.board.stones)
        legend.is_hint = found.hint is not None
        self._pause.is_enabled = found.is_running or is_paused
        self._pause.icon = Icon.PLAY if is_paused else Icon.PAUSE
        self._pause.tip = MindText.TIP_RESUME if is_paused else MindText.TIP_PAUSE

    def say(self, note: Words, empty: Words, is_waiting: bool, progress: Words) -> None:
        """Say ``note`` in place of the legend, and ``empty`` in place of the moves where there are none.

        ``is_waiting``: that tells of something that is under way.
        """
        self._legend.note, self._empty.words, self._progress.words = note, empty, progress
        self._bar.is_busy = is_waiting and not self._list.rows

    # --- widget ---

    def least_height(self, look: Look, width: int) -> int:
        """Pixels for everything while it analyzes, with two of the moves it thinks of."""
        foot = 0 if self._is_wide(width, look) else _LOW_FOOT + 4
        return look.px(2 * (_LOW_HEAD + 4) + _LINE + foot + _COLUMNS + _ROWS_BELOW_COLUMNS * _ROW)

    def _is_wide(self, width: int, look: Look) -> bool:
        """Whether how long to think has room in the first row, beside whose thoughts they are."""
        words = look.width(look.say(MindText.ANALYZE), Size.SMALL) + look.width(look.say(MindText.ENDLESS))
        others = words + self.hint.needed_width(look) + look.px(48 + 14 + 52 + 28 + 4 + 8 + 8)
        return width >= look.px(_WIDE) and width - others >= look.px(_LEAST_JUDGE)

    def arrange(self, rect: Rect, look: Look) -> None:
        is_wide = self._is_wide(rect.width, look)
        is_low = rect.height < look.px(_LOW if is_wide else _LOW_AND_NARROW)
        row, gap = look.px(_LOW_HEAD if is_low else _HEAD), look.px(4) if is_low else look.px(_GAP)
        head, rest = cut_top(rect, row, gap)
        is_on = self._wish.mind_on
        second, rest = cut_top(rest, row, look.px(4))
        has_ways = self._place_switches(second, look)
        self._place_head(head, look, has_limits=is_on and is_wide)
        legend, rest = cut_top(rest, look.px(_LINE), look.px(0 if is_low else 2))
        if not has_ways:
            for button, _ in reversed(self._ways):
                legend = button.place_right(legend, look, legend.height, look.px(4))
        self._legend.is_visible = legend.bottom <= rect.bottom
        # Without its switches the foot is a line of words, and the list has a row more.
        height, space = (_LOW_FOOT if is_low else _FOOT, 4) if is_on else (_LINE, 0)
        has_foot = not is_wide and rest.height >= look.px(height + space + (0 if is_on else _ROW))
        if has_foot:
            rest, foot = cut_bottom(rest, look.px(height), look.px(space))
            progress = self._place_limits(foot, look) if is_on else foot
        else:
            legend, progress = cut_right(legend, look.px(_PROGRESS) if is_wide else 0, look.px(8) if is_wide else 0)
        self._legend.place(legend, look)
        self._progress.place(progress, look)
        self._progress.is_visible = progress.width >= look.px(_PROGRESS)
        self._progress.align = Align.RIGHT if is_wide else Align.LEFT
        self._visits.is_visible = self._pause.is_visible = is_on and (is_wide or has_foot)
        has_list = rest.height >= look.px(_ROW)
        self._has_columns = rest.height >= look.px(_COLUMNS) + _ROWS_BELOW_COLUMNS * look.px(_ROW)
        self._columns.is_visible = self._has_columns and bool(self._list.rows)
        columns, rows = cut_top(rest, look.px(_COLUMNS) if self._has_columns else 0)
        self._columns.place(inset(columns, look.px(6), 0), look)
        self._list.place(rows if has_list else Rect(rest.left, rest.top, 0, 0), look)
        has_room = rest.height >= min(self._empty.needed_height(look, rest.width), 3 * look.line_height(Size.SMALL))
        self._empty.place(rest if has_room else Rect(0, 0, 0, 0), look)
        bar_top = rest.top + 2 * look.line_height(Size.SMALL) + look.px(6)
        has_bar = bar_top + look.px(_BAR) <= rest.bottom
        self._bar.place(Rect(rest.left, bar_top, rest.width if has_bar else 0, look.px(_BAR)), look)

    def _place_switches(self, row: Rect, look: Look) -> bool:
        """What is drawn over the board, and the ways into a mind, in words, as pictures, or (False) elsewhere."""
        rest = row
        if self._territory.is_visible:
            width = look.width(look.say(MindText.TERRITORY), Size.SMALL) + look.px(22)
            rest = self._territory.place_right(row, look, width, look.px(8))
        gap, modes = look.px(8), self._modes.least_width(look)
        for in_words in (len(self._ways), 1, 0):
            for index, (button, words) in enumerate(self._ways):
                button.words = words if index < in_words else ""
            buttons = [button for button, _ in self._ways]
            widths = [button.needed_width(look) if button.words else row.height for button in buttons]
            if rest.width - sum(widths) - len(buttons) * gap >= modes:
                for button, width in zip(reversed(buttons), reversed(widths), strict=True):
                    rest = button.place_right(rest, look, width, gap)
                self._modes.place(rest, look)
                return True
        self._modes.place(rest, look)
        return False

    def _place_head(self, head: Rect, look: Look, has_limits: bool) -> None:
        words = look.width(look.say(MindText.ANALYZE), Size.SMALL)
        rest = self._toggle.place_left(head, look, words + look.px(48), look.px(14))
        self.hint.icon = Icon.INFO if head.width >= look.px(_ROOMY) else None
        middle = self.hint.place_right(rest, look, self.hint.needed_width(look), look.px(8))
        self.judge.place(self._place_limits(middle, look) if has_limits else middle, look)

    def _place_limits(self, row: Rect, look: Look) -> Rect:
        """How long to think, and the pause, at the right of a row; what is left of it."""
        rest = self._pause.place_right(row, look, look.px(28), look.px(4))
        return self._visits.place_right(rest, look, look.width(look.say(MindText.ENDLESS)) + look.px(52), look.px(8))

    def _what_is_told(self, strings: Strings) -> str:
        """The line above the list: whose chances they are."""
        insight = self._insight
        if self._wish.mind_mode is MindMode.POLICY or insight is None:
            return strings.get(MindText.GLANCE_COLUMNS)
        if insight.candidates and math.isnan(insight.candidates[0].win_rate):
            return strings.get(MindText.TRIES_COLUMNS)
        return strings.get(MindText.COLUMNS, color=color_name(strings, insight.to_play))

    def _draw_row(self, surface: Surface, look: Look, rect: Rect, row: Candidate) -> None:
        palette, is_best = look.palette, bool(self._list.rows) and row == self._list.rows[0]
        grid = self._grid
        name = point_name(look.strings, grid, row.action)
        is_glance = self._wish.mind_mode is MindMode.POLICY
        first, rest = cut_left(inset(rect, look.px(6), 0), look.px(46), look.px(4))
        look.text(surface, name, first, Size.BODY, palette.ink, True)
        second, rest = cut_left(rest, look.px(46), look.px(4))
        rate = row.prior if is_glance else row.win_rate
        if not math.isnan(rate):
            look.text(surface, f"{rate:.0%}", second, Size.BODY, palette.jade_text, is_best)
        else:
            rest = second.union(rest)
        third, rest = cut_left(rest, look.px(44), look.px(8))
        look.text(surface, short_count(row.visits), third, Size.BODY, palette.muted)
        room, shown = rest.width, []
        for action in row.line:
            shown.append(grid.name(action) if action < grid.points else "·")
            if look.width(" ".join(shown), Size.SMALL) > room:
                shown.pop()
                break
        look.text(surface, " ".join(shown), rest, Size.SMALL, palette.muted)


# --- what the colors on the board mean ------------------------------------------------------------------------------

_SAID = {
    MindMode.OFF: MindText.LEGEND_OFF,
    MindMode.POLICY: MindText.LEGEND_GLANCE,
    MindMode.SEARCH: MindText.LEGEND_SEARCH,
    MindMode.VALUE: MindText.LEGEND_VALUE,
}
_SHORT = {
    MindText.LEGEND_OFF: MindText.SHORT_OFF,
    MindText.LEGEND_GLANCE: MindText.SHORT_GLANCE,
    MindText.LEGEND_SEARCH: MindText.SHORT_SEARCH,
    MindText.LEGEND_VALUE: MindText.SHORT_VALUE,
    MindText.LEGEND_TERRITORY: MindText.SHORT_TERRITORY,
}
_SHADE_SAMPLE, _SHADE_GAP = 34, 6
_SAMPLES = 64
_WOOD: Rgb = (206, 166, 108)
_BLACK_GROUND: Rgb = (124, 102, 70)
_WHITE_GROUND: Rgb = (238, 218, 190)


class Legend(Widget):
    """The legend of the mode, or a sentence in its place."""

    mode = Shown(MindMode.SEARCH)
    """Whose marks are explained."""
    shows_territory = Shown(False)
    note = Shown[Words]("")
    """Said instead of the legend."""
    is_hint = Shown(False)
    """Whether the note is one."""
    color = Shown(Color.BLACK)
    """Whose chances the marks tell."""
    worst = Shown(LOSSES[-1][0])
    """The loss that is drawn as the worst."""

    def said(self, look: Look) -> str:
        return look.say(self.note) if self.note else self._parts(look)[0]

    def _parts(self, look: Look) -> tuple[str, str]:
        """What is said of the moves (or of the territory where it is alone), and of the shade of the ground.

        What there is room for: less is said of both before one of them has to go by its sample.
        """
        text = MindText.LEGEND_TERRITORY if self._is_territory_alone() else _SAID[self.mode]
        values = {"color": color_name(look.strings, self.color), "worst": f"{self.worst:.0%}"}
        whole, short = (look.strings.get(row, **values) for row in (text, _SHORT.get(text, text)))
        room = self.rect.width - look.px(_SAMPLES + 8)
        if not self._shades_ground():
            return (whole if look.width(whole, Size.SMALL) <= room else short), ""
        shades = look.say(MindText.LEGEND_SHADE), look.say(MindText.SHORT_SHADE), ""
        room -= look.px(12 + _SHADE_SAMPLE + _SHADE_GAP)
        tried = ((said, shade) for shade in shades for said in (whole, short))
        fitting = (two for two in tried if sum(look.width(part, Size.SMALL) for part in two) <= room)
        return next(fitting, (short, ""))

    def _shades_ground(self) -> bool:
        """Whether territory is drawn below moves, as a shade."""
        return self.shows_territory and self.mode is not MindMode.OFF

    def _is_territory_alone(self) -> bool:
        return self.shows_territory and self.mode is MindMode.OFF

    def draw(self, surface: Surface, look: Look) -> None:
        palette, box = look.palette, self.rect
        if self.note:
            color = palette.gold_text if self.is_hint else palette.muted
            look.text(surface, self.note, box, Size.SMALL, color, self.is_hint)
            return
        if self.mode is not MindMode.OFF or self._is_territory_alone():
            sample, box = cut_left(box, look.px(_SAMPLES), look.px(8))
            self._draw_sample(surface, look, sample)
        said, shade = self._parts(look)
        if self._shades_ground():
            words = look.width(shade, Size.SMALL) + look.px(_SHADE_GAP) if shade else 0
            box, right = cut_right(box, look.px(_SHADE_SAMPLE) + words, look.px(12))
            sample, right = cut_left(right, look.px(_SHADE_SAMPLE), look.px(_SHADE_GAP))
            self._draw_shades(surface, look, sample)
            if shade:
                look.text(surface, shade, right, Size.SMALL, palette.muted)
        look.text(surface, said, box, Size.SMALL, palette.muted)

    def _draw_sample(self, surface: Surface, look: Look, box: Rect) -> None:
        if self._is_territory_alone():
            self._draw_squares(surface, look, box)
        elif self.mode is MindMode.VALUE:
            self._draw_scale(surface, look, box)
        else:
            strong, weak = (GLANCE, mix(GLANCE, look.palette.panel, 0.55))
            if self.mode is MindMode.SEARCH:
                strong, weak = BEST, TRIED
            for part, radius, color in ((0.14, 7.5, strong), (0.5, 6.0, weak), (0.82, 4.0, weak)):
                if self.mode is MindMode.POLICY:
                    radius, color = 6.5, mix(strong, look.palette.panel, part * 0.9 - 0.12)
                look.disc(surface, (box.left + round(box.width * part), box.centery), look.px(radius), color)

    def _draw_scale(self, surface: Surface, look: Look, box: Rect) -> None:
        """From good to bad."""
        width = box.width // len(LOSSES)
        for i, (_, color) in enumerate(LOSSES):
            swatch = Rect(box.left + i * width, box.centery - look.px(6), width - look.px(1), look.px(12))
            look.rounded(surface, swatch, 3, color)

    def _draw_shades(self, surface: Surface, look: Look, box: Rect) -> None:
        """Black's ground, nobody's, White's."""
        ground = Rect(box.left, box.centery - look.px(7), box.width, look.px(14))
        look.rounded(surface, ground, 4, _WOOD)
        width = ground.width // 3
        for left, color in ((ground.left, _BLACK_GROUND), (ground.right - width, _WHITE_GROUND)):
            look.rounded(surface, Rect(left, ground.top, width, ground.height), 4, color)

    def _draw_squares(self, surface: Surface, look: Look, box: Rect) -> None:
        look.rounded(surface, Rect(box.left, box.centery - look.px(9), box.width, look.px(18)), 4, _WOOD)
        sides = ((0.2, 11, (28, 26, 25)), (0.5, 6, (28, 26, 25)), (0.8, 11, (252, 249, 242)))
        for part, side, color in sides:
            square = Rect(0, 0, look.px(side), look.px(side))
            square.center = box.left + round(box.width * part), box.centery
            look.rounded(surface, square, 2, color)
