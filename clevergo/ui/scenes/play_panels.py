"""What stands beside the board during a game: who plays, how it stands, what the machine thinks, how it ended."""

from __future__ import annotations

import enum
from collections.abc import Callable

import numpy as np
from pygame import Rect, Surface

from clevergo.app.messages import Candidate, MatchPhase, MatchSnapshot, Thinking
from clevergo.go.coords import pass_action, to_gtp
from clevergo.go.position import Color
from clevergo.ui.layout import columns, cut_left, cut_right, cut_top, inset
from clevergo.ui.scenes.play_setup import draw_stone
from clevergo.ui.scenes.play_words import (
    color_name,
    counting_note,
    player_name,
    player_remark,
    result_detail,
    result_title,
    short_count,
)
from clevergo.ui.scenes.turn_sign import TurnSign
from clevergo.ui.strings import Strings, Text
from clevergo.ui.theme import BUTTON_RADIUS, Size, mix
from clevergo.ui.widgets.base import Group, Widget
from clevergo.ui.widgets.button import Button
from clevergo.ui.widgets.chart import Axis, LineChart, Series
from clevergo.ui.widgets.choice import Option, Segmented
from clevergo.ui.widgets.icons import Icon
from clevergo.ui.widgets.label import Label, Panel, Paragraph
from clevergo.ui.widgets.listview import ListView
from clevergo.ui.widgets.look import Align, Look

_SIGN = 50
_WIDE_HALF = 216
"""Logical units from which a player's half has room for a word in its upper right."""
_TITLE = 24
_BUTTON = 38
_MIN_PLIES = 20


class Overlay(enum.Enum):
    """What of the machine's thoughts is shown on the board."""

    OFF = "off"
    POLICY = "policy"
    """The net's first glance."""
    SEARCH = "search"
    """What the search has found since."""


class PlayersPanel(Panel):
    """The two players, the one to move on sunken ground; between them the sign of the turn."""

    def __init__(self) -> None:
        super().__init__()
        self._match: MatchSnapshot | None = None
        self._sign = TurnSign()
        self.add(self._sign)

    def show(self, match: MatchSnapshot) -> None:
        """Show who plays and whose turn it is."""
        self._match = match
        thinking = match.thinking
        progress = thinking.done / max(thinking.total, 1) if thinking is not None else 0.0
        is_live = match.phase in (MatchPhase.RUNNING, MatchPhase.PAUSED)
        self._sign.show(match.to_play if is_live else None, match.is_thinking, progress)
        self.invalidate()

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        side = look.px(_SIGN)
        self._sign.place(Rect(rect.centerx - side // 2, rect.centery - side // 2, side, side), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        if self._match is None:
            return
        halves = columns(inset(self.rect, look.px(6)), [1, 1], look.px(6))
        for color, half in zip((Color.BLACK, Color.WHITE), halves, strict=True):
            self._draw_player(surface, look, self._match, color, half)

    def _draw_player(self, surface: Surface, look: Look, match: MatchSnapshot, color: Color, half: Rect) -> None:
        is_turn = match.to_play is color and match.phase in (MatchPhase.RUNNING, MatchPhase.PAUSED)
        if is_turn:
            look.rounded(surface, half, BUTTON_RADIUS, look.palette.sunken, look.palette.line)
        pad, is_wide = look.px(10), half.width >= look.px(_WIDE_HALF)
        # The sign covers a little of the inner side of each half.
        covered = look.px(_SIGN) // 2 - look.px(3)
        inner = inset(half, pad, look.px(8))
        inner.width -= covered - pad + look.px(6)
        if color is Color.WHITE:
            inner.left += covered - pad + look.px(6)
        stone, words = cut_left(inner, look.px(42 if is_wide else 30), look.px(12 if is_wide else 8))
        draw_stone(self, surface, color, stone, 0.94)
        height = look.px(24)
        block = Rect(words.left, words.centery - look.px(34), words.width, 3 * height)
        spec = match.setup.black if color is Color.BLACK else match.setup.white
        lines = [Rect(block.left, block.top + round(i * look.px(23)), block.width, height) for i in range(3)]
        state = self._state(look.strings, match, color) if is_turn else ""
        self._draw_lines(surface, look, lines, is_wide, state, match, color)
        look.text(surface, player_remark(look.strings, spec), lines[1], Size.SMALL, look.palette.muted)

    def _draw_lines(
        self,
        surface: Surface,
        look: Look,
        lines: list[Rect],
        is_wide: bool,
        state: str,
        match: MatchSnapshot,
        color: Color,
    ) -> None:
        """The name and the captured stones; the state beside the name where there is room, else below."""
        palette = look.palette
        name = player_name(look.strings, match.setup, color)
        captured = look.strings.get(Text.CAPTURED, n=match.captures[0 if color is Color.BLACK else 1])
        width = look.width(state, Size.SMALL, True) + 2 if state else 0
        first, third, gap = lines[0], lines[2], look.px(8)
        if state:
            has_room = is_wide and look.width(name, Size.HEADING, True) + gap + width <= first.width
            row = first if has_room else third
            rest, place = cut_right(row, min(width, row.width), gap)
            look.text(surface, state, place, Size.SMALL, palette.accent_text, True, Align.RIGHT)
            first, third = (rest, third) if has_room else (first, rest)
        look.text(surface, name, first, Size.HEADING, palette.ink, True)
        if look.width(captured, Size.SMALL) <= third.width or not state:
            look.text(surface, captured, third, Size.SMALL, palette.muted)

    @staticmethod
    def _state(strings: Strings, match: MatchSnapshot, color: Color) -> str:
        spec = match.setup.black if color is Color.BLACK else match.setup.white
        if match.phase is MatchPhase.PAUSED:
            return strings.get(Text.PAUSED)
        if spec.is_human:
            both = match.setup.black.is_human and match.setup.white.is_human
            return strings.get(Text.ITS_TURN if both else Text.YOUR_TURN)
        return strings.get(Text.THINKING) if match.is_thinking else strings.get(Text.ITS_TURN)


class WinRatePanel(Panel):
    """Black's chances over the game."""

    def __init__(self) -> None:
        super().__init__()
        self._title = Label(Text.BLACK_WIN_RATE, bold=True)
        self._value = Label("", Size.HEADING, bold=True, color="jade_text")
        self._reading = Label("", Size.SMALL, color="muted", align=Align.RIGHT)
        self._chart = LineChart(Text.NO_WIN_RATE, self._pointed)
        self._known: list[tuple[int, float]] = []
        self.add(self._title, self._value, self._reading, self._chart)

    def show(self, match: MatchSnapshot) -> None:
        """Show the win rates known so far."""
        self._known = [(i + 1, rate) for i, rate in enumerate(match.black_win_rates) if rate is not None]
        now = match.thinking.black_win_rate if match.thinking is not None else None
        if now is not None and match.thinking is not None and match.thinking.done:
            self._known = [known for known in self._known if known[0] <= match.ply]
            self._known.append((match.ply + 1, now))
        latest = self._known[-1][1] if self._known else None
        self._value.words = "" if latest is None else f"{latest:.0%}"
        xs = tuple(float(ply) for ply, _ in self._known)
        ys = tuple(rate * 100 for _, rate in self._known)
        end = max(xs[-1] if xs else 0.0, float(match.ply), _MIN_PLIES)
        series = [Series(xs, ys, "jade", fills=True)] if xs else []
        self._chart.show(series, Axis(1, end), Axis(0, 100, (0, 50, 100)))

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        head, rest = cut_top(inset(rect, look.px(16), look.px(10)), look.px(_TITLE), look.px(2))
        title, rest_of_head = cut_left(head, look.width(self._title.said(look), Size.BODY, True) + 2, look.px(14))
        self._title.place(title, look)
        value, reading = cut_left(rest_of_head, look.px(64), look.px(8))
        self._value.place(value, look)
        self._reading.place(reading, look)
        self._chart.place(Rect(rest.left - look.px(8), rest.top, rest.width + look.px(8), rest.height), look)

    def _pointed(self, x: float | None) -> None:
        if x is None or not self._known:
            self._reading.words = ""
            self._chart.cursor_x = None
            return
        ply, rate = min(self._known, key=lambda known: abs(known[0] - x))
        self._reading.words = lambda s: s.get(Text.READING, ply=ply, percent=f"{rate:.0%}")
        self._chart.cursor_x = float(ply)


class MindPanel(Panel):
    """The moves the machine considers, best first."""

    def __init__(
        self, overlay: Overlay, overlay_changed: Callable[[Overlay], None], pointed: Callable[[Candidate | None], None]
    ) -> None:
        super().__init__()
        self._size = 9
        self._mover = Color.BLACK
        self._title = Label(Text.MIND, bold=True)
        self._progress = Label("", Size.SMALL, color="muted")
        options = [
            Option(Overlay.OFF, Text.OVERLAY_OFF),
            Option(Overlay.POLICY, Text.MODE_POLICY),
            Option(Overlay.SEARCH, Text.MODE_SEARCH),
        ]
        self._overlay = Segmented(options, overlay, overlay_changed, "play.overlay", Text.TIP_OVERLAY)
        self._empty = Paragraph(Text.MIND_EMPTY, Size.SMALL, color="muted")
        self._list: ListView[Candidate] = ListView(self._draw_row, 26, hovered=pointed)
        self.add(self._title, self._progress, self._overlay, self._empty, self._list)

    def show(self, match: MatchSnapshot, thinking: Thinking | None, is_current: bool) -> None:
        """Show a search: the one for the position on the board (``is_current``), or the one before."""
        self._size = match.setup.ruleset.size
        self._title.words = Text.MIND if is_current or thinking is None else Text.MIND_BEFORE
        candidates = list(thinking.candidates) if thinking is not None else []
        self._list.rows = candidates
        self._empty.is_visible = not candidates
        self._empty.words = Text.WAKING if match.engine_loading else Text.MIND_EMPTY
        done = thinking.done if thinking is not None else 0
        total = thinking.total if thinking is not None else 0
        self._progress.words = f"{done:,} / {total:,}" if total > 1 else ""

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        head, rest = cut_top(inset(rect, look.px(16), look.px(10)), look.px(30), look.px(6))
        left, overlay = cut_right(head, min(self._overlay.needed_width(look), head.width // 2 + look.px(30)))
        self._overlay.place(overlay.move(look.px(6), 0), look)
        widest = max(look.width(look.say(t), Size.BODY, True) for t in (Text.MIND, Text.MIND_BEFORE)) + 2
        title, progress = cut_left(left, min(widest, left.width), look.px(10))
        self._title.place(title, look)
        self._progress.is_visible = progress.width >= look.px(84)
        self._progress.place(progress, look)
        self._empty.place(rest, look)
        self._list.place(rest, look)

    def _draw_row(self, surface: Surface, look: Look, rect: Rect, row: Candidate) -> None:
        palette, is_best = look.palette, bool(self._list.rows) and row == self._list.rows[0]
        name = look.say(Text.MOVE_PASS) if row.action == pass_action(self._size) else to_gtp(row.action, self._size)
        is_policy = self._overlay.value is Overlay.POLICY
        first, rest = cut_left(rect, look.px(56), look.px(6))
        look.text(surface, name, first, Size.BODY, palette.ink, True)
        second, rest = cut_left(rest, look.px(50), look.px(6))
        rate = row.prior if is_policy else row.win_rate
        look.text(surface, f"{rate:.0%}", second, Size.BODY, palette.jade_text, is_best)
        third, rest = cut_left(rest, look.px(48), look.px(10))
        look.text(surface, short_count(row.visits), third, Size.BODY, palette.muted)
        line = " ".join(to_gtp(action, self._size) for action in row.line[:8])
        look.text(surface, line, rest, Size.SMALL, palette.muted)


class ResultPanel(Group):
    """How the game ended, in points and in 子, and how that was counted."""

    def __init__(self) -> None:
        super().__init__()
        self._title = Label("", Size.TITLE, bold=True)
        self._feeling = Label("", Size.SMALL, bold=True, color="jade_text", align=Align.RIGHT)
        self._detail = Label("", Size.BODY, color="muted")
        self._match: MatchSnapshot | None = None
        self._bar = Rect(0, 0, 0, 0)
        self._foot = Rect(0, 0, 0, 0)
        self._note = Paragraph("", Size.SMALL, color="muted")
        self.add(self._title, self._feeling, self._detail, self._note)

    def show(self, match: MatchSnapshot) -> None:
        """Show a finished match."""
        outcome = match.outcome
        if outcome is None:
            return
        self._match = match
        self._title.words = lambda s: result_title(s, outcome)
        self._detail.words = lambda s: result_detail(s, outcome)
        people = [c for c, p in ((Color.BLACK, match.setup.black), (Color.WHITE, match.setup.white)) if p.is_human]
        self._feeling.words = ""
        if len(people) == 1 and outcome.winner is not None:
            has_won = outcome.winner is people[0]
            self._feeling.words = Text.YOU_WON if has_won else Text.YOU_LOST
            self._feeling.color = "jade_text" if has_won else "muted"
        self._note.words = lambda s: counting_note(s, match)
        if self.root is not None:
            self._show_note(self.root.look)
        self.invalidate()

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        title, rest = cut_top(rect, look.px(32), look.px(2))
        self._title.place(title, look)
        second, rest = cut_top(rest, look.px(24), look.px(10))
        widest = max(look.width(look.say(words), Size.SMALL, True) for words in (Text.YOU_WON, Text.YOU_LOST))
        detail, feeling = cut_right(second, min(widest + look.px(2), second.width // 2), look.px(8))
        self._detail.place(detail, look)
        self._feeling.place(feeling, look)
        self._bar, rest = cut_top(rest, look.px(12), look.px(6))
        self._foot, rest = cut_top(rest, look.px(22), look.px(8))
        self._note.place(rest, look)
        self._show_note(look)

    def _show_note(self, look: Look) -> None:
        """The note only where all of it can be read."""
        box = self._note.rect
        self._note.is_visible = box.width > 0 and self._note.needed_height(look, box.width) <= box.height

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        match = self._match
        if match is None or match.ownership is None or match.outcome is None or match.outcome.margin is None:
            return
        black, white = (int(np.count_nonzero(match.ownership == side)) for side in (1, 2))
        komi = match.setup.ruleset.komi
        whole = max(black + white + max(komi, 0.0), 1)
        rim = mix(look.palette.line, look.palette.muted, 0.5)
        look.rounded(surface, self._bar, 6, (248, 245, 238), rim)
        dark = cut_left(self._bar, round(self._bar.width * black / whole))[0]
        if dark.width > look.px(12):
            look.rounded(surface, dark, 6, (34, 32, 30), rim)
        # The middle of the bar: whoever reaches beyond it has won.
        surface.fill(look.palette.accent, Rect(self._bar.centerx, self._bar.top - look.px(3), look.px(2), look.px(18)))
        words = look.strings
        left = f"{color_name(words, Color.BLACK)} {black}"
        right = words.get(Text.WHITE_AND_KOMI, white=white, komi=f"{komi:g}")
        first, second = columns(self._foot, [1, 1], look.px(8))
        look.text(surface, left, first, Size.SMALL, look.palette.ink, True)
        look.text(surface, right, second, Size.SMALL, look.palette.ink, True, Align.RIGHT)


class TroublePanel(Panel):
    """What went wrong, and a way to go on."""

    def __init__(self, again: Callable[[], None]) -> None:
        super().__init__("play.trouble")
        self._icon: Widget = _TroubleIcon()
        self._title = Label(Text.TROUBLE, bold=True, color="accent_text")
        self._reason = Paragraph("", Size.SMALL)
        self._again = Button(Text.TRY_AGAIN, again, icon=Icon.RESTART, id="play.again")
        self.add(self._icon, self._title, self._reason, self._again)

    def show(self, reason: str, can_try_again: bool) -> None:
        """Say what happened; where nothing can be tried again, the button only takes the words away."""
        self._again.words = Text.TRY_AGAIN if can_try_again else Text.OK
        self._again.icon = Icon.RESTART if can_try_again else Icon.CHECK
        self._reason.words = reason[:1].upper() + reason[1:]

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels for all that is to be said."""
        reason = self._reason.needed_height(look, width - look.px(32))
        return look.px(14 + _TITLE + 6) + reason + look.px(12 + _BUTTON + 14)

    def said(self, look: Look) -> str:
        return self._reason.said(look)

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        inner = self.inner(look)
        head, rest = cut_top(inner, look.px(_TITLE), look.px(6))
        icon, title = cut_left(head, look.px(22), look.px(8))
        self._icon.place(icon, look)
        self._title.place(title, look)
        button = look.px(_BUTTON)
        room = rest.height - button - look.px(12)
        reason, rest = cut_top(rest, min(self._reason.needed_height(look, rest.width), room), look.px(12))
        self._reason.place(reason, look)
        self._again.place(Rect(rest.left, rest.top, self._again.needed_width(look) + look.px(8), button), look)


class _TroubleIcon(Widget):
    def draw(self, surface: Surface, look: Look) -> None:
        look.icon(surface, Icon.WARNING, self.rect, look.palette.accent_text, 20)
