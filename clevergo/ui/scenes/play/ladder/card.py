"""An opponent's portrait on the ladder: one tap plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.app.ladder.rungs import WINS_TO_LIGHT, Standing
from clevergo.games.game import Game
from clevergo.ui.kit.base import Clickable, Group, cut_bottom, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import PANEL_RADIUS, Size, mix
from clevergo.ui.scenes.kennel.portrait import kept_face
from clevergo.ui.scenes.play.ladder.words import badge_words, deed_words, rung_name, rung_tip
from clevergo.ui.strings import LadderText

_NAME, _BADGE, _DOTS, _HELP = 26, 24, 14, 30
_PAD, _GAP = 12, 8
_LEAST_FACE, _MOST_FACE = 40, 232
_PUP = 0.62
"""Of a grown dog's portrait that a newborn's takes."""


class RungCard(Group):
    """A portrait, its name, what it does, how strong it is; below them, after losses, an easier game."""

    def __init__(
        self,
        game: Game,
        standing: Standing,
        is_next: bool,
        play: Callable[[], None],
        get_help: Callable[[], None],
        n: int,
    ) -> None:
        """``is_next``: whom the person should meet now; ``n``: its place on the ladder, from 0."""
        super().__init__()
        self._portrait = Portrait(game, standing, is_next, play, n)
        words = LadderText.HELP_STONES(n=(standing.help or {}).get("handicap", 0))
        is_given = bool(standing.help)
        self._help = Button(words if is_given else LadderText.HELP_THINKS, get_help, ButtonKind.PLAIN, size=Size.SMALL)
        self._help.id = f"play.ladder.{n}.help"
        self._help.tip = LadderText.HELP_TIP
        self._help.is_visible = standing.help is not None
        self.add(self._portrait, self._help)

    @property
    def has_help(self) -> bool:
        """Whether an easier game is offered."""
        return self._help.is_visible

    def arrange(self, rect: Rect, look: Look) -> None:
        self._portrait.place(rect, look)
        foot = cut_bottom(inset(rect, look.px(_PAD)), look.px(_HELP))[1]
        self._help.place(foot, look)

    def lines(self, look: Look, width: int) -> int:
        """How many lines it takes to say what the dog does."""
        return self._portrait.lines(look, width)

    def share_rows(self, rows: Rows) -> None:
        """Lie on these rows, as its neighbors do."""
        self._portrait.rows = rows


@dataclass(frozen=True)
class Rows:
    """What all cards side by side have in common, so that the same lies at the same height; in pixels."""

    face: int
    """The grown dog's portrait."""
    deed: int
    """What they do; 0: there is no room for it."""
    help: int
    """At the lower edge."""

    @classmethod
    def of(cls, cards: Sequence[RungCard], look: Look, width: int, height: int) -> Rows:
        """The rows of cards of that size, and what each has room for."""
        help = look.px(_HELP + _GAP) if any(card.has_help for card in cards) else 0
        deed = max(card.lines(look, width) for card in cards) * look.line_height(Size.SMALL)
        fixed = look.px(2 * _PAD + _NAME + _BADGE + _DOTS + 3 * _GAP) + help
        if height - fixed - deed < look.px(_LEAST_FACE):
            deed = 0
        face = min(height - fixed - deed, look.px(_MOST_FACE), width - 2 * look.px(_PAD))
        return cls(max(face, 1), deed, help)

    def height(self, look: Look) -> int:
        """Of a card."""
        return look.px(2 * _PAD + _NAME + _BADGE + _DOTS + 3 * _GAP) + self.help + self.deed + self.face


class Portrait(Clickable):
    """The card itself."""

    def __init__(self, game: Game, standing: Standing, is_next: bool, play: Callable[[], None], n: int) -> None:
        rung = standing.rung
        super().__init__(f"play.ladder.{n}", lambda s: rung_tip(s, game, rung))
        self._game, self._standing, self._is_next, self._play = game, standing, is_next, play
        self._deed = deed_words(game, None if rung.rating is None else rung.rating.points)
        self.rows = Rows(1, 0, 0)
        """How high what lies on it is."""

    def clicked(self) -> None:
        self._play()

    def said(self, look: Look) -> str:
        return rung_name(look.strings, self._standing.rung)

    def lines(self, look: Look, width: int) -> int:
        """How many lines it takes to say what the dog does."""
        return len(look.wrapped(look.say(self._deed), width - 2 * look.px(_PAD), Size.SMALL))

    def draw(self, surface: Surface, look: Look) -> None:
        palette, standing, rung = look.palette, self._standing, self._standing.rung
        is_lit = standing.is_lit
        ground = palette.hover if self.is_hovered else palette.card if is_lit else palette.panel
        if is_lit:
            look.shadow(surface, self.rect, 6, 8, 0.6)
        edge = palette.accent if self._is_next else palette.line
        look.rounded(surface, self.rect, PANEL_RADIUS, ground, edge, 2 if self._is_next else 1)
        box, rest = cut_top(inset(self.rect, look.px(_PAD)), self.rows.face, look.px(_GAP))
        diameter = round(self.rows.face * (_PUP + (1 - _PUP) * rung.growth))
        picture = kept_face(look, rung.face, diameter, not is_lit, rung.growth)
        surface.blit(picture, picture.get_rect(centerx=box.centerx, bottom=box.bottom))
        ink = palette.ink if is_lit else palette.muted
        name, rest = cut_top(rest, look.px(_NAME))
        look.text(surface, self.said(look), name, Size.HEADING, ink, True, Align.CENTER)
        if self.rows.deed:
            line, rest = cut_top(rest, self.rows.deed)
            look.paragraph(surface, self._deed, line, Size.SMALL, palette.muted, Align.CENTER)
        rest = cut_top(rest, look.px(_GAP))[1]
        badge, rest = cut_top(rest, look.px(_BADGE), look.px(_GAP))
        self._draw_badge(surface, look, badge)
        self._draw_wins(surface, look, cut_top(rest, look.px(_DOTS))[0])
        self.draw_focus(surface, look, PANEL_RADIUS)

    def _draw_badge(self, surface: Surface, look: Look, box: Rect) -> None:
        rating = self._standing.rung.rating
        said = badge_words(look.strings, self._game, rating)
        width = min(look.width(said, Size.SMALL, True) + look.px(20), box.width)
        pill = Rect(box.centerx - width // 2, box.top, width, box.height)
        gold = look.palette.gold if rating is not None else look.palette.muted
        look.rounded(surface, pill, _BADGE / 2, mix(look.palette.panel, gold, 0.14), mix(look.palette.panel, gold, 0.4))
        ink = look.palette.gold_text if rating is not None else look.palette.muted
        look.text(surface, said, inset(pill, look.px(6), 0), Size.SMALL, ink, True, Align.CENTER)

    def _draw_wins(self, surface: Surface, look: Look, box: Rect) -> None:
        """A dot for each win it takes to come further."""
        if not self._standing.is_lit:
            return
        apart = look.px(14)
        for i in range(WINS_TO_LIGHT):
            center = box.centerx + round((i - (WINS_TO_LIGHT - 1) / 2) * apart), box.centery
            is_won = i < self._standing.wins
            fill = look.palette.jade if is_won else None
            look.disc(surface, center, look.px(4), fill, None if is_won else look.palette.line)
