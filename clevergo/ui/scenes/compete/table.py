"""The cross table of a tournament: who scored how much against whom, the strongest first."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.app.tournament.pairing import Fixture, Table, TournamentPlan
from clevergo.players.spec import PlayerSpec
from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.layout import cut_left, cut_right
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Rgb, Size, mix
from clevergo.ui.scenes.compete.words import entrant_name, entrant_remark, points_said, rating_said
from clevergo.ui.strings import CompeteText

_ROW, _LEAST_ROW, _HEAD = 32, 21, 24
_RATING, _SCORE, _NAME, _NUMBER, _GAP = 84, 62, 96, 22, 10
_STONE = 5
"""Radius of the stone beside who plays now."""
_EDGE = 8
"""Between the last column and the edge of its row."""
_STONES = ((24, 22, 20), (250, 248, 243))
_CELL, _WORDS_FIT = 44, 27
"""The widest cell, and the narrowest with words in it, in logical units."""


def draw_stone(surface: Surface, look: Look, box: Rect, is_black: bool) -> None:
    """A small stone at the left of a box, to tell who has which color; as high as the box is."""
    radius = look.px(_STONE)
    center = (box.left + radius + 1, box.centery)
    look.disc(surface, center, radius, look.palette.muted)
    look.disc(surface, center, radius - max(look.scale, 1), _STONES[0 if is_black else 1])


def draw_entrant(surface: Surface, look: Look, box: Rect, spec: PlayerSpec, bold: bool = False) -> None:
    """A player's name, and how it plays where there is room to say so."""
    said, remark = entrant_name(look.strings, spec), entrant_remark(look.strings, spec)
    look.text(surface, said, box, Size.BODY, look.palette.ink, bold)
    used = look.width(said, Size.BODY, bold) + look.px(14)
    if used + look.width(remark, Size.TINY) <= box.width:
        rest = Rect(box.left + used, box.top, box.width - used, box.height)
        look.text(surface, remark, rest, Size.TINY, look.palette.muted, False, Align.RIGHT)


class CrossTable(Widget):
    """One row a player: place, name, rating with error, score, and a cell for each other player."""

    def __init__(self) -> None:
        super().__init__(tip=CompeteText.TIP_RATING)
        self._plan: TournamentPlan | None = None
        self._table: Table | None = None
        self._playing: Fixture | None = None

    def show(self, plan: TournamentPlan, table: Table, playing: Fixture | None = None) -> None:
        """Show another table, with a stone beside the two that are at the board."""
        if table is not self._table or playing != self._playing:
            self._plan, self._table, self._playing = plan, table, playing
            self.invalidate()

    @staticmethod
    def needed_height(players: int, room: int, look: Look) -> int:
        """Pixels for that many rows, less high where there is no room for high ones."""
        row = max(min(look.px(_ROW), (room - look.px(_HEAD)) // players), look.px(_LEAST_ROW))
        return look.px(_HEAD) + players * row

    def draw(self, surface: Surface, look: Look) -> None:
        if self._plan is None or self._table is None:
            return
        count = len(self._plan.players)
        row = (self.rect.height - look.px(_HEAD)) // count
        cell = self._cell_width(look, count)
        self._draw_head(surface, look, cell)
        for place, player in enumerate(self._table.order):
            top = self.rect.top + look.px(_HEAD) + place * row
            line = Rect(self.rect.left, top, self.rect.width, row)
            if place % 2 == 0:
                look.rounded(surface, line, 6, mix(look.palette.panel, look.palette.sunken, 0.7))
            self._draw_row(surface, look, line, place, player, cell)

    def _cell_width(self, look: Look, count: int) -> int:
        room = self.rect.width - look.px(_NUMBER + _NAME + _RATING + _SCORE + _GAP)
        return max(min(room // count, look.px(_CELL)), 0) if count > 2 else 0

    def _parts(self, line: Rect, look: Look, cell: int) -> tuple[Rect, Rect, Rect, Rect, Rect]:
        """Number, name, rating, score, and all the cells."""
        count = len(self._plan.players) if self._plan is not None else 0
        number, rest = cut_left(cut_right(line, look.px(_EDGE))[0], look.px(_NUMBER))
        rest, cells = cut_right(rest, cell * count, look.px(_GAP) if cell else 0)
        rest, score = cut_right(rest, look.px(_SCORE))
        name, rating = cut_right(rest, look.px(_RATING))
        return number, name, rating, score, cells

    def _draw_head(self, surface: Surface, look: Look, cell: int) -> None:
        line = Rect(self.rect.left, self.rect.top, self.rect.width, look.px(_HEAD))
        _, _, rating, score, cells = self._parts(line, look, cell)
        muted = look.palette.muted
        look.text(surface, CompeteText.RATING, rating, Size.TINY, muted, False, Align.RIGHT)
        look.text(surface, CompeteText.SCORE, score, Size.TINY, muted, False, Align.RIGHT)
        if cell >= look.px(_WORDS_FIT) and self._table is not None:
            for place in range(len(self._table.order)):
                box = Rect(cells.left + place * cell, line.top, cell, line.height)
                look.text(surface, str(place + 1), box, Size.TINY, muted, False, Align.CENTER)

    def _draw_row(self, surface: Surface, look: Look, line: Rect, place: int, player: int, cell: int) -> None:
        assert self._plan is not None
        assert self._table is not None
        palette, table = look.palette, self._table
        number, name, rating, score, cells = self._parts(line, look, cell)
        look.text(surface, str(place + 1), number, Size.SMALL, palette.muted, False, Align.CENTER)
        is_first = place == 0 and table.games(player) > 0
        self._draw_name(surface, look, name, player, is_first)
        rated = table.ratings[player]
        games = table.games(player)
        if games:
            look.text(
                surface,
                rating_said(rated.points, rated.error),
                rating,
                Size.SMALL,
                palette.gold_text,
                False,
                Align.RIGHT,
            )
            whole = f"{points_said(table.score(player))} / {games}"
            look.text(surface, whole, score, Size.SMALL, palette.ink, False, Align.RIGHT)
        for column, other in enumerate(table.order):
            box = Rect(cells.left + column * cell, line.top, cell, line.height).inflate(-look.px(3), -look.px(3))
            if cell:
                self._draw_cell(surface, look, box, player, other)

    def _draw_name(self, surface: Surface, look: Look, box: Rect, player: int, is_first: bool) -> None:
        """The name, with how it plays where no cells take the room, and a stone before who is playing now."""
        assert self._plan is not None
        now, spec = self._playing, self._plan.players[player]
        if now is not None and player in (now.black, now.white):
            draw_stone(surface, look, box, player == now.black)
            _, box = cut_left(box, look.px(2 * _STONE + 2), look.px(6))
        if len(self._plan.players) == 2:
            draw_entrant(surface, look, box, spec, is_first)
        else:
            look.text(surface, entrant_name(look.strings, spec), box, Size.SMALL, look.palette.ink, is_first)

    def _draw_cell(self, surface: Surface, look: Look, box: Rect, player: int, other: int) -> None:
        assert self._table is not None
        palette, games = look.palette, self._table.games(player, other)
        if player == other or not games:
            if player == other:
                look.rounded(surface, box, 4, palette.line)
            return
        points = self._table.score(player, other)
        look.rounded(surface, box, 4, self._shade(look, points / games))
        if box.width >= look.px(_WORDS_FIT - 3):
            look.text(surface, points_said(points), box, Size.TINY, palette.ink, False, Align.CENTER)

    @staticmethod
    def _shade(look: Look, share: float) -> Rgb:
        """Jade for who won, vermilion for who lost, pale enough for words."""
        palette = look.palette
        side = palette.jade if share >= 0.5 else palette.accent
        return mix(palette.panel, side, 0.06 + 0.6 * abs(share - 0.5))
