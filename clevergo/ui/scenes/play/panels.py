"""What stands beside the board: who plays, how the game ended, its record and its moves, what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.app.match.clock import ClockSeen
from clevergo.app.match.messages import LineMove, MatchPhase, MatchSnapshot
from clevergo.games.color import Color
from clevergo.games.grid import Grid, square
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem
from clevergo.ui.kit.base import Clickable, Cursor, Group, Mark, columns, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph, Reading
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, Rgb, Size, mix
from clevergo.ui.scenes.meeting.words import state_said
from clevergo.ui.scenes.play import words
from clevergo.ui.scenes.play.faces import NO_FACE, Face, draw_seat
from clevergo.ui.scenes.play.headline import Headline
from clevergo.ui.scenes.shared.turn_sign import TurnSign
from clevergo.ui.strings import PlayText, RecordText, Strings, Text, kindly

_SIGN, _CHEVRON = 50, 15
_TIGHT = 10
"""Seconds from which on a clock is a warning."""
_USUAL_LINES = 3
"""Of a player: the name, how it plays, what it has captured."""
_SHRINKS = 0.85
"""By how much a line may be drawn smaller than it was broken for."""
_WIDE_HALF = 216
"""Logical units from which a player's half has room for a word in its upper right."""
_RESULT = 150
"""Logical units for a result with its bar of points and the figures below it; where there are fewer, all is closer."""
_LEAST_RESULT = 88
"""The same where all is as close as can be."""
_TITLE = 24
_BUTTON = 38
_CELL, _ROW = 82, 30
"""Of the list of moves."""
_OTHERWISE_AND_NOTE = (words.otherwise_note, words.counting_note)
_LEAST_SAID = 3
"""Lines kept for what is said of a position; whatever is longer than its place scrolls."""


class Seat(Clickable):
    """A player's half, which one clicks to have somebody else sit down."""

    def __init__(self, color: Color, asked: Callable[[], None]) -> None:
        super().__init__(f"play.seat.{color.name.lower()}", PlayText.TIP_SEAT)
        self._asked = asked

    def clicked(self) -> None:
        self._asked()

    def draw(self, surface: Surface, look: Look) -> None:
        if self.is_hovered:
            look.rounded(surface, self.rect, BUTTON_RADIUS, None, look.palette.jade)
        self.draw_focus(surface, look)


class PlayersPanel(Panel):
    """The two players, the one to move on sunken ground; between them the sign of the turn."""

    def __init__(self, take_over: Callable[[], None], face_of: Callable[[PlayerSpec], Face]) -> None:
        """``take_over`` hears that somebody else is to play; ``face_of`` knows what players look like."""
        super().__init__()
        self._face_of = face_of
        self._faces: tuple[Face, ...] = ()
        self._seats = [Seat(color, take_over) for color in Color]
        self._match: MatchSnapshot | None = None
        self._clock: ClockSeen | None = None
        self._clock_said: tuple[str, ...] = ()
        self._sign = TurnSign()
        self.add(*self._seats, self._sign)

    def show(self, match: MatchSnapshot) -> None:
        """Show who plays and whose turn it is."""
        is_other = self._match is None or self._match.setup != match.setup or self._match.match_id != match.match_id
        self._match = match
        if is_other:
            self.look_at_faces()
        thinking = match.thoughts.now
        progress = thinking.done / max(thinking.total, 1) if thinking is not None else 0.0
        is_live = match.phase.is_going
        for seat in self._seats:
            seat.is_visible = is_live and match.away is None
        self._sign.show(match.live.to_play if is_live else None, match.thoughts.is_running, progress)
        self.invalidate()

    def look_at_faces(self) -> None:
        """See what the players look like now."""
        if self._match is not None:
            self._faces = tuple(self._face_of(self._match.setup.player(color)) for color in Color)
            self.invalidate()

    def show_clock(self, clock: ClockSeen | None) -> None:
        """Show both clocks; called each frame, drawn when a figure changes."""
        if self.root is None or (clock is None and self._clock is None):
            return
        strings = self.root.look.strings
        said = () if clock is None else tuple(words.clock_said(strings, clock.left(color)) for color in Color)
        self._clock = clock
        if said != self._clock_said:
            self._clock_said = said
            self.invalidate()

    def arrange(self, rect: Rect, look: Look) -> None:
        side = look.px(_SIGN)
        self._sign.place(Rect(rect.centerx - side // 2, rect.centery - side // 2, side, side), look)
        for seat, half in zip(self._seats, self._halves(look), strict=True):
            seat.place(half, look)

    def _halves(self, look: Look) -> list[Rect]:
        return columns(inset(self.rect, look.px(6)), [1, 1], look.px(6))

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        if self._match is None:
            return
        for color, half in zip(Color, self._halves(look), strict=True):
            self._draw_player(surface, look, self._match, color, half)

    def _draw_player(self, surface: Surface, look: Look, match: MatchSnapshot, color: Color, half: Rect) -> None:
        is_turn = match.live.to_play is color and match.phase.is_going
        if is_turn:
            look.rounded(surface, half, BUTTON_RADIUS, look.palette.sunken, look.palette.line)
        pad, is_wide = look.px(10), half.width >= look.px(_WIDE_HALF)
        # The sign covers a little of the inner side of each half.
        covered = look.px(_SIGN) // 2 - look.px(3)
        inner = inset(half, pad, look.px(8))
        inner.width -= covered - pad + look.px(6)
        if color is Color.WHITE:
            inner.left += covered - pad + look.px(6)
        stone, block = cut_left(inner, look.px(42 if is_wide else 30), look.px(12 if is_wide else 8))
        face = NO_FACE if match.record is not None else self._faces[color - 1]
        draw_seat(self, surface, look, face, color, stone)
        taken = None if match.shown.captures is None else match.shown.captures[color - 1]
        captured = "" if taken is None else look.strings.get(Text.CAPTURED, n=taken)
        state = self._state(look.strings, match, color) if is_turn else ""
        name = words.player_name(look.strings, match, color, face.name)
        told = "" if self._clock is not None else self._told(look.strings, match, color)
        names, remarks = _in_lines(look, name, block.width, True), _in_lines(look, told, block.width)
        lines = _lines_of(block, len(names) + len(remarks) + 1, look)
        beside = self._draw_lines(surface, look, lines, is_wide, names, state, captured)
        if self._seats[0].is_visible and beside.width >= look.px(_CHEVRON):
            look.icon(surface, Icon.DOWN, cut_left(beside, look.px(_CHEVRON))[0], look.palette.muted, _CHEVRON)
        if self._clock is not None:
            self._draw_clock(surface, look, self._clock, color, lines[-2])
        for remark, line in zip(remarks, lines[len(names) : -1], strict=True):
            look.text(surface, remark, line, Size.SMALL, look.palette.muted)

    @staticmethod
    def _told(strings: Strings, match: MatchSnapshot, color: Color) -> str:
        """How a player plays, or of what rank the record says they are."""
        if match.record is not None:
            return match.record.ranks[color - 1]
        return words.player_remark(strings, match.setup.player(color))

    @staticmethod
    def _draw_clock(surface: Surface, look: Look, clock: ClockSeen, color: Color, line: Rect) -> None:
        left, is_running = clock.left(color), clock.running is color
        is_tight = is_running and left.seconds < _TIGHT
        ink = look.palette.accent_text if is_tight else look.palette.ink if is_running else look.palette.muted
        look.text(surface, words.clock_said(look.strings, left), line, Size.BODY, ink, is_running)

    @staticmethod
    def _draw_lines(
        surface: Surface, look: Look, lines: list[Rect], is_wide: bool, names: list[str], state: str, captured: str
    ) -> Rect:
        """The name and the captured stones; the state beside the name where there is room, else below.

        What is free beside the name.
        """
        palette = look.palette
        width = look.width(state, Size.SMALL, True) + 2 if state else 0
        name, is_long = names[0], len(names) > 1
        first, third, gap = lines[0], lines[-1], look.px(8)
        if state:
            has_room = is_wide and not is_long and look.width(name, Size.HEADING, True) + gap + width <= first.width
            row = first if has_room else third
            rest, place = cut_right(row, min(width, row.width), gap)
            look.text(surface, state, place, Size.SMALL, palette.accent_text, True, Align.RIGHT)
            first, third = (rest, third) if has_room else (first, rest)
        sizes = (size for size in (Size.HEADING, Size.BODY) if look.width(name, size, True) <= first.width)
        size = Size.SMALL if is_long else next(sizes, Size.SMALL)
        for part, line in zip(names, [first, *lines[1:]], strict=False):
            look.text(surface, part, line, size, palette.ink, True)
        if look.width(captured, Size.SMALL) <= third.width or not state:
            look.text(surface, captured, third, Size.SMALL, palette.muted)
        return cut_left(first, look.width(name, size, True) + 1, look.px(5))[1]

    @staticmethod
    def _state(strings: Strings, match: MatchSnapshot, color: Color) -> str:
        if match.phase is MatchPhase.PAUSED:
            return strings.get(Text.PAUSED)
        if match.away is not None and not match.setup.player(color).is_human and color is not match.away.color:
            return state_said(strings, match)
        if match.setup.player(color).is_human:
            both = match.setup.player(color.opponent).is_human
            return strings.get(Text.ITS_TURN if both else Text.YOUR_TURN)
        return strings.get(Text.THINKING if match.thoughts.is_running else Text.ITS_TURN)


def _in_lines(look: Look, text: str, width: int, bold: bool = False) -> list[str]:
    """A name or a remark in one line, or in two where it is longer."""
    if look.fits(text, width, Size.SMALL, bold):
        return [text]
    # A word alone that is a little too long is drawn smaller.
    for room in (width, round(width / _SHRINKS)):
        first, *others = look.wrapped(text, room, Size.SMALL, bold=bold)
        whole = [first, " ".join(others)]
        if others and all(look.fits(line, width, Size.SMALL, bold) for line in whole) and "…" not in first + others[-1]:
            return whole
    return [text]


def _lines_of(block: Rect, count: int, look: Look) -> list[Rect]:
    """So many lines in the middle of a block's height, closer where they are more than three."""
    height = look.px(24)
    pitch = look.px(23) if count <= _USUAL_LINES else min(look.px(19), block.height // count)
    top = block.centery + look.px(1) - ((count - 1) * pitch + height) // 2
    return [Rect(block.left, top + i * pitch, block.width, height) for i in range(count)]


class ResultPanel(Group):
    """Who has won, by how much, in points and in 子, and how that was counted."""

    def __init__(self) -> None:
        super().__init__("play.result")
        self._title = Label("", Size.DISPLAY, bold=True)
        self._short_title = Label("", Size.HEADING, bold=True)
        """The same where it is longer than there is room for."""
        self._margin = Label("", Size.HEADING, bold=True)
        """Who has won by how much, where the title says what that is for the person who plays."""
        self._detail = Label("", Size.SMALL, color="muted")
        self._match: MatchSnapshot | None = None
        self._bar = Rect(0, 0, 0, 0)
        self._foot = Rect(0, 0, 0, 0)
        self._note_box = Rect(0, 0, 0, 0)
        """Below the bar of points."""
        self._is_bar_shown = True
        self._note = Paragraph("", Size.SMALL, color="muted")
        self._notes: tuple[Words, ...] = ()
        """What could be said, the fullest first."""
        self._next = Paragraph("", Size.SMALL, color="jade_text")
        self.add(self._title, self._short_title, self._margin, self._detail, self._note, self._next)

    def show(self, match: MatchSnapshot, next_words: Words) -> None:
        """Show a finished match; ``next_words``: how the person comes further, where there is room."""
        self._next.words = next_words
        outcome = match.outcome
        if outcome is None:
            return
        self._match = match
        result: Words = lambda s: words.result_title(s, outcome, match.tally is not None)  # noqa: E731
        people = [color for color in Color if match.setup.player(color).is_human]
        is_persons = len(people) == 1 and outcome.winner is not None
        has_won = is_persons and outcome.winner is people[0]
        title: Words = (Text.YOU_WON if has_won else Text.YOU_LOST) if is_persons else result
        for label in (self._title, self._short_title):
            label.words, label.color = title, "jade_text" if has_won else "ink"
        self._margin.words = result if is_persons else ""
        self._detail.words = lambda s: words.result_beside(s, match)
        told = (words.counting_sum, words.otherwise_note, words.training_rule_note)
        tip: Words = lambda s: " ".join(said for tell in told if (said := tell(s, match)))  # noqa: E731
        for label in (self._title, self._short_title, self._margin, self._detail):
            label.tip = tip
        if words.has_ended_early(match):
            self._notes = (lambda s: words.early_end_note(s, match),)
        else:
            note: Words = lambda s: words.counting_note(s, match)  # noqa: E731
            some, more = (words.counting_sum, words.counting_note), (words.counting_sum, *_OTHERWISE_AND_NOTE)
            self._notes = (
                lambda s: " ".join(said for tell in more if (said := tell(s, match))),
                lambda s: " ".join(said for tell in some if (said := tell(s, match))),
                note,
            )
        self.place_again()
        self.invalidate()

    def arrange(self, rect: Rect, look: Look) -> None:
        is_low = rect.height < look.px(_RESULT)
        gap, line = look.px(10), look.px(22 if is_low else 26)
        # Between the lines is what is left over where there is little.
        spare = min(max(rect.height - look.px(_LEAST_RESULT), 0), look.px(8))
        first, rest = cut_top(rect, look.px(30 if is_low else 36), spare // 2 if is_low else look.px(4))
        for label in (self._title, self._short_title):
            label.place(first, look)
        title = look.width(self._title.said(look), Size.DISPLAY, True)
        self._title.is_visible = title <= first.width
        self._short_title.is_visible = not self._title.is_visible
        detail, margin = (
            look.width(self._detail.said(look), Size.SMALL),
            look.width(self._margin.said(look), Size.HEADING, True),
        )
        if margin:
            second, rest = cut_top(rest, line)
            self._margin.place(second, look)
        # The result as records write it: after the margin, or the title above that, or in a line of its own.
        if margin and margin + gap + detail <= rect.width:
            self._detail.place(cut_left(second, margin, gap)[1], look)
        elif margin and self._title.is_visible and title + gap + detail <= rect.width:
            self._detail.place(cut_left(first, title, gap)[1], look)
        else:
            rest = self._detail.place_top(rest, look, line)
        rest = cut_top(rest, look.px(4) + spare // 2)[1]
        self._bar, rest = cut_top(rest, look.px(10 if is_low else 12), look.px(3 if is_low else 6))
        self._foot, rest = cut_top(rest, look.px(18 if is_low else 22), look.px(8))
        self._note_box = rest
        self._show_note(look)
        self._is_bar_shown = self._is_bar_shown and self._foot.bottom <= rect.bottom
        self._place_next(rect, look)

    def _place_next(self, rect: Rect, look: Look) -> None:
        """Below everything else that is said."""
        match, top = self._match, self._detail.rect.bottom
        if self._margin.said(look):
            top = max(top, self._margin.rect.bottom)
        if match is not None and match.shown.board.owners is not None:
            top = self._foot.bottom
        if self._note.is_visible and self._note.said(look):
            top = self._note.rect.top + self._note.needed_height(look, self._note.rect.width)
        top += look.px(8)
        height = self._next.needed_height(look, rect.width)
        self._next.is_visible = bool(self._next.said(look)) and top + height <= rect.bottom
        self._next.place(Rect(rect.left, top, rect.width, height), look)

    def _show_note(self, look: Look) -> None:
        """As much of the explanation as can be read whole; why a game ended early before the bar of points."""
        self._note.is_visible = False
        self._is_bar_shown = True
        for said in self._notes:
            self._note.words = said
            height = self._note.needed_height(look, self._note_box.width)
            is_early = self._match is not None and words.has_ended_early(self._match)
            self._is_bar_shown = not is_early or height <= self._note_box.height
            box = self._note_box if self._is_bar_shown else self._bar.unionall([self._foot, self._note_box])
            if box.width > 0 and height <= box.height:
                self._note.place(box, look)
                self._note.is_visible = True
                return

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        match = self._match
        if match is None or match.shown.board.owners is None or match.outcome is None or match.outcome.margin is None:
            return
        if not self._is_bar_shown:
            return
        black, white = words.points_counted(match)
        given = words.given_to_white(match.setup)
        whole = max(black + max(white + given, 0.0), 1)
        rim = mix(look.palette.line, look.palette.muted, 0.5)
        look.rounded(surface, self._bar, 6, (248, 245, 238), rim)
        dark = cut_left(self._bar, round(self._bar.width * black / whole))[0]
        if dark.width > look.px(12):
            look.rounded(surface, dark, 6, (34, 32, 30), rim)
        # The middle of the bar: whoever reaches beyond it has won.
        surface.fill(look.palette.accent, Rect(self._bar.centerx, self._bar.top - look.px(3), look.px(2), look.px(18)))
        left = f"{words.color_name(look.strings, Color.BLACK)} {black}"
        right = look.strings.get(Text.WHITE_AND_GIVEN, white=white, given=look.strings.figure(given, "g"))
        first, second = columns(self._foot, [1, 1], look.px(8))
        look.text(surface, left, first, Size.SMALL, look.palette.ink, True)
        look.text(surface, right, second, Size.SMALL, look.palette.ink, True, Align.RIGHT)


class RecordPanel(Group):
    """The result as the record has it, the event, and what is said of the position or of the whole game."""

    def __init__(self, open_coach: Callable[[], None], share: Callable[[], None]) -> None:
        """``share`` shows it to friends."""
        super().__init__()
        self.headline = Headline(open_coach, share, ("record.coach", "play.share_record"))
        self._facts = Reading(color="muted")
        self._said = Reading()
        self.add(self.headline, self._facts, self._said)

    def show(self, match: MatchSnapshot) -> None:
        """Show what the record says."""
        facts = match.record
        if facts is None:
            return
        is_counted = match.setup.rules.game.counting is not None
        is_laid = not facts.result and not match.line.moves and not match.setup.start.is_empty
        first = match.setup.start.to_play
        self.headline.tell(
            lambda s: (
                s.get(PlayText.LAID_TURN, color=words.color_name(s, first))
                if is_laid
                else words.result_told(s, facts.result, is_counted)
            )
        )
        self._facts.words = lambda s: words.facts_said(s, match)
        said = match.shown.comment or facts.about or RecordText.HOW_TO_LOOK
        if said != self._said.words:
            self._said.tell(said)
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self.headline.place_top(rect, look, look.px(32), look.px(2))
        line = look.line_height(Size.SMALL)
        most = max(rest.height // line - _LEAST_SAID, 1) * line
        rest = self._facts.place_top(rest, look, min(self._facts.needed_height(look, rect.width), most), look.px(8))
        self._said.place(rest, look)


@dataclass(frozen=True)
class MoveCell:
    """Something of the list one can go to."""

    node: int
    ply: int
    action: int
    is_other: bool = False
    """Whether it is another way to play that ply."""
    has_comment: bool = False


class MoveList(ListView[MoveCell]):
    """Every move of the line, each followed by what was tried instead; the one looked at stays in view."""

    cursor = Cursor.HAND

    def __init__(self, looked_at: Callable[[int], None]) -> None:
        super().__init__(self._draw_cell, _ROW, tip=PlayText.TIP_TAB_MOVES)
        self._looked_at = looked_at
        self._line: tuple[LineMove, ...] = ()
        self._now = 0
        self._live = 0
        self._grid: Grid = square(9)
        self._mistakes: Mapping[int, Rgb] = {}

    def mark(self, mistakes: Mapping[int, Rgb]) -> None:
        """Mark moves of the line as mistakes: colors by ply."""
        if mistakes != self._mistakes:
            self._mistakes = mistakes
            self.invalidate()

    def show(self, match: MatchSnapshot) -> None:
        """Show the line of the position looked at."""
        now = (match.shown.node, match.live.ply, match.setup.rules.grid)
        if match.line.moves != self._line:
            self._line, cells = match.line.moves, []
            for ply, move in enumerate(self._line, 1):
                cells.append(MoveCell(move.node, ply, move.action, has_comment=move.has_comment))
                cells += [MoveCell(node, ply, action, is_other=True) for node, action in move.others]
            self.rows = cells
            self._point(None)
        elif now == (self._now, self._live, self._grid):
            return
        self._now, self._live, self._grid = now
        self._reveal_now()

    def _reveal_now(self) -> None:
        """Scroll so that the position looked at can be seen; at the start, to the top."""
        self._reveal(next((i for i, cell in enumerate(self.rows) if cell.node == self._now), 0))

    def place(self, rect: Rect, look: Look) -> None:
        self._columns = max(rect.width // look.px(_CELL), 1)
        super().place(rect, look)
        self._reveal_now()

    def marks(self, look: Look) -> list[Mark]:
        seen = ((i, self.rows[i]) for i in self._in_view())
        return [Mark(f"play.moves.{cell.node}", self._name(look, cell), self._row_rect(i), True) for i, cell in seen]

    def press(self, pos: tuple[int, int]) -> bool:
        index = self._index_at(pos)
        if index is not None:
            self._looked_at(self.rows[index].node)
        return True

    def wheel(self, steps: int) -> bool:
        before = self._top
        super().wheel(steps)
        if self._top != before:
            self._point(None)
        return True

    def _draw_cell(self, surface: Surface, look: Look, rect: Rect, cell: MoveCell) -> None:
        palette, rect = look.palette, inset(rect, look.px(2))
        is_now = cell.node == self._now
        if is_now:
            look.rounded(surface, rect, BUTTON_RADIUS - 3, palette.jade)
        elif self._under is not None and cell is self.rows[self._under]:
            look.rounded(surface, rect, BUTTON_RADIUS - 3, palette.sunken)
        if cell.is_other and not is_now:
            look.rounded(surface, inset(rect, look.px(1)), BUTTON_RADIUS - 4, None, palette.line)
        muted = mix(palette.jade, palette.on_jade, 0.85) if is_now else palette.muted
        number, rest = cut_left(inset(rect, look.px(4), 0), look.px(26), look.px(4))
        # The same ply once more: a word instead of the number, or it would look like the next move.
        said: Words = PlayText.OR_MOVE if cell.is_other else str(cell.ply)
        look.text(surface, said, number, Size.TINY, muted, False, Align.RIGHT)
        is_pale = cell.is_other or cell.ply > self._live  # other ways to play, and what was taken back
        ink = palette.on_jade if is_now else palette.muted if is_pale else palette.ink
        look.text(surface, self._name(look, cell), rest, Size.SMALL, ink, is_now)
        mistake = None if cell.is_other else self._mistakes.get(cell.ply)
        if mistake is not None:
            look.disc(surface, (rect.right - look.px(8), rect.bottom - look.px(8)), look.px(4), mistake, palette.panel)
        if cell.has_comment:
            dot = palette.on_jade if is_now else palette.gold
            look.disc(surface, (rect.right - look.px(7), rect.top + look.px(7)), look.px(2.5), dot)

    def _name(self, look: Look, cell: MoveCell) -> str:
        return words.point_name(look.strings, self._grid, cell.action)


class MovesPanel(Group):
    """The list, and below it what the record says of the position."""

    def __init__(self, chosen: Callable[[int], None]) -> None:
        super().__init__()
        self._list = MoveList(chosen)
        self._empty = Paragraph(PlayText.NO_MOVES, Size.SMALL, color="muted")
        self._comment = Reading()
        self.add(self._list, self._empty, self._comment)

    def mark(self, mistakes: Mapping[int, Rgb]) -> None:
        """Mark moves of the line as mistakes: colors by ply."""
        self._list.mark(mistakes)

    def show(self, match: MatchSnapshot) -> None:
        """Show the line of the position looked at, and its comment."""
        self._list.is_visible = bool(match.line.moves)
        self._empty.is_visible = not match.line.moves
        if self._comment.words != match.shown.comment:
            self._comment.tell(match.shown.comment)
            self.place_again()
        self._list.show(match)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = rect
        if self._comment.words:
            # At most half of the room, in whole lines.
            most = max(rect.height // 2 // look.line_height(Size.SMALL), 1) * look.line_height(Size.SMALL)
            height = min(self._comment.needed_height(look, rect.width), most)
            rest = self._comment.place_bottom(rect, look, height, look.px(6))
        self._list.place(rest, look)
        self._empty.place(rest, look)


class TroublePanel(Panel):
    """What went wrong, and a way to go on."""

    def __init__(self, again: Callable[[], None]) -> None:
        super().__init__("play.trouble")
        self._icon = Rect(0, 0, 0, 0)
        self._title = Label(Text.TROUBLE, bold=True, color="accent_text")
        self._reason = Paragraph("", Size.SMALL)
        self._again = Button(Text.TRY_AGAIN, again, icon=Icon.RESTART, id="play.again")
        self.add(self._title, self._reason, self._again)

    def show(self, reason: Problem, can_try_again: bool) -> None:
        """Say what happened; where nothing can be tried again, the button only takes the words away."""
        self._again.words = Text.TRY_AGAIN if can_try_again else Text.OK
        self._again.icon = Icon.RESTART if can_try_again else Icon.CHECK
        self._reason.words = kindly(reason)

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels for all that is to be said."""
        reason = self._reason.needed_height(look, width - look.px(32))
        return look.px(14 + _TITLE + 6) + reason + look.px(12 + _BUTTON + 14)

    def said(self, look: Look) -> str:
        return self._reason.said(look)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look)
        head, rest = cut_top(inner, look.px(_TITLE), look.px(6))
        self._icon, title = cut_left(head, look.px(22), look.px(8))
        self._title.place(title, look)
        button = look.px(_BUTTON)
        room = rest.height - button - look.px(12)
        rest = self._reason.place_top(rest, look, min(self._reason.needed_height(look, rest.width), room), look.px(12))
        self._again.place(Rect(rest.left, rest.top, self._again.needed_width(look) + look.px(8), button), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        look.icon(surface, Icon.WARNING, self._icon, look.palette.accent_text, 20)
