"""Over the board of a match of two: both faces, and between them how it stands."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.app.tournament.pairing import Table, TournamentPlan
from clevergo.games.color import Color
from clevergo.ui.kit.base import Widget, cut_left, cut_right
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.compete.words import points_said
from clevergo.ui.scenes.play.faces import Face
from clevergo.ui.scenes.shared.faces import draw_player
from clevergo.ui.scenes.shared.player_names import entrant_name
from clevergo.ui.scenes.shared.stone import draw_color_disc
from clevergo.ui.strings import ShareText

HEIGHT = 60
"""Logical units."""
_SCORE, _STONE = 132, 13


class DuelStrip(Widget):
    """The first player at the left, the second at the right; a stone beside each score tells who has which color."""

    def __init__(self) -> None:
        super().__init__("", ShareText.TIP_DUEL)
        self._plan: TournamentPlan | None = None
        self._faces: tuple[Face, ...] = ()
        self._seen: tuple[object, ...] = ()
        self._scores = (0.0, 0.0)
        self._black: int | None = None
        """Who has Black in the game that is being played; None while none is."""

    def show(self, plan: TournamentPlan, faces: tuple[Face, ...], table: Table | None, black: int | None) -> None:
        """Show how the match of two stands."""
        scores = (0.0, 0.0) if table is None else (table.score(0), table.score(1))
        seen = (id(plan), faces, scores, black)
        if seen != self._seen:
            self._seen, self._plan, self._faces, self._scores, self._black = seen, plan, faces, scores, black
            self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        if self._plan is None or len(self._plan.players) != 2:
            return
        palette = look.palette
        look.rounded(surface, self.rect, HEIGHT / 2, palette.panel, palette.line)
        half = (self.rect.width - look.px(_SCORE)) // 2
        left, rest = cut_left(self.rect, half)
        middle, right = cut_right(rest, half)
        names, size = self._called(look, half - left.height - look.px(8))
        for player, box in enumerate((left, right)):
            self._draw_side(look, surface, box, player, names[player], size)
        first, second = cut_left(middle, middle.width // 2 - look.px(9), look.px(18))
        scores = [points_said(score) for score in self._scores]
        look.text(surface, scores[0], first, Size.DISPLAY, palette.ink, True, Align.RIGHT)
        look.text(surface, scores[1], second, Size.DISPLAY, palette.ink, True, Align.LEFT)
        if self._black is not None:
            for player, edge in enumerate((middle.left, middle.right - look.px(_STONE))):
                stone = Rect(edge, middle.top, look.px(_STONE), middle.height)
                color = Color.BLACK if player == self._black else Color.WHITE
                draw_color_disc(surface, look, stone, color)
        look.text(surface, ":", middle.move(0, -look.px(2)), Size.TITLE, palette.muted, True, Align.CENTER)

    def _called(self, look: Look, room: int) -> tuple[list[str], Size | None]:
        """Both names, and the size in which each has a line in so many pixels; None: there is none."""
        assert self._plan is not None
        players = self._plan.players
        for is_short, size in ((False, Size.HEADING), (False, Size.BODY), (True, Size.BODY), (True, Size.SMALL)):
            names = [entrant_name(look.strings, spec, players, is_short) for spec in players]
            if all(look.width(name, size, True) <= room for name in names):
                return names, size
        return [entrant_name(look.strings, spec, players) for spec in players], None

    def _draw_side(self, look: Look, surface: Surface, box: Rect, player: int, name: str, size: Size | None) -> None:
        """A face and a name beside it, in one line of that size; None: in small lines."""
        if player == 0:
            face, words = cut_left(box, box.height, look.px(8))
        else:
            words, face = cut_right(box, box.height, look.px(8))
        draw_player(look, surface, face, self._faces[player], name)
        align, ink = Align.LEFT if player == 0 else Align.RIGHT, look.palette.ink
        if size is not None:
            look.text(surface, name, words, size, ink, True, align)
            return
        lines = min(len(look.wrapped(name, words.width, Size.SMALL)), words.height // look.line_height(Size.SMALL))
        height = lines * look.line_height(Size.SMALL)
        block = Rect(words.left, words.centery - height // 2, words.width, height)
        look.paragraph(surface, name, block, Size.SMALL, ink, align)
