"""An opponent's portrait on the ladder: one tap plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.app.ladder.rungs import WINS_TO_LIGHT, Standing
from clevergo.games.game import Game
from clevergo.ui.kit.base import Clickable, Group, cut_bottom, cut_left, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import PANEL_RADIUS, Size, mix
from clevergo.ui.scenes.kennel.portrait import gray_face, kept_face
from clevergo.ui.scenes.play.ladder.words import badge_words, deed_words, rung_age_wordings, rung_tip
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.strings import LadderText

_HELP = 30
_LEAST_FACE, _MOST_FACE = 40, 232
_SMALL_FACE = 72
"""Logical units below which a portrait stands beside its words, where the card is wide enough for that."""
_BESIDE = 190
"""Logical units of such a card's width at least."""
_FACE_BESIDE, _FACE_SHARE = 96, 0.38
"""Its portrait at most, in logical units and as a share of the card's width."""
_PUP = 0.62
"""Of a grown dog's portrait that a newborn's takes."""
_DOT = 4.5
"""Radius of the sign of a win."""


@dataclass(frozen=True)
class Cut:
    """How large the words of a card are, and what is around them; in logical units."""

    name: int
    age: int
    lead: int
    badge: int
    wins: int
    pad: int
    gap: int
    name_size: Size
    deed_size: Size


_USUAL = Cut(26, 20, 2, 24, 18, 12, 8, Size.HEADING, Size.SMALL)
_LARGE = Cut(32, 22, 8, 28, 20, 14, 12, Size.TITLE, Size.BODY)
"""Where there is so much room that the portraits are as large as they get."""


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
        foot = cut_bottom(inset(rect, look.px(self._portrait.rows.cut.pad)), look.px(_HELP))[1]
        self._help.place(foot, look)

    def lines(self, look: Look, width: int, cut: Cut) -> int:
        """How many lines it takes to say what the dog does, in a card of that width in pixels."""
        return self._portrait.lines(look, width, cut)

    def age_widths(self, look: Look, size: int) -> tuple[int, ...]:
        """Pixels of each wording of how old it is, the longest first."""
        return tuple(look.width(said, size, True) for said in self._portrait.ages(look))

    def share_rows(self, rows: Rows) -> None:
        """Lie on these rows, as its neighbors do."""
        self._portrait.rows = rows


@dataclass(frozen=True)
class Rows:
    """What all cards side by side have in common, so that the same lies at the same height; in pixels."""

    cut: Cut
    face: int
    """The grown dog's portrait."""
    deed: int
    """What they do; 0: there is no room for it."""
    help: int
    """At the lower edge."""
    age: int = 0
    """Which wording of how old they are, 0 for the longest."""
    age_size: Size = Size.SMALL
    is_beside: bool = False
    """Whether the portrait stands at the left of the words, as the card is low and wide."""

    @classmethod
    def of(cls, cards: Sequence[RungCard], look: Look, width: int, height: int) -> Rows:
        """The rows of cards of that size, and what each has room for."""
        large, usual = (cls._one_below_other(cards, look, width, height, cut) for cut in (_LARGE, _USUAL))
        # Larger words take no room from the portraits, which are as wide as the card then or as large as they get, and
        # shorten nothing.
        widest = min(width - 2 * look.px(_LARGE.pad), look.px(_MOST_FACE))
        if large.deed and large.face >= widest and large.age <= usual.age:
            return large
        if usual.face >= look.px(_SMALL_FACE) or width < look.px(_BESIDE):
            return usual
        room = height - 2 * look.px(_USUAL.pad) - usual.help
        face = min(room, look.px(_FACE_BESIDE), round(width * _FACE_SHARE))
        words = width - 2 * look.px(_USUAL.pad) - max(face, 1) - look.px(_USUAL.gap)
        return cls(_USUAL, max(face, 1), 0, usual.help, *cls._age(cards, look, words, _USUAL), True)

    @staticmethod
    def _age(cards: Sequence[RungCard], look: Look, width: int, cut: Cut) -> tuple[int, Size]:
        """The longest wording with which all have room, and its size; the shortest where none has."""
        ways = [(0, cut.deed_size), (0, Size.SMALL), (1, cut.deed_size), (1, Size.SMALL), (2, cut.deed_size)]
        for wording, size in ways:
            widths = (card.age_widths(look, size) for card in cards)
            if all(each[min(wording, len(each) - 1)] <= width for each in widths):
                return wording, size
        return 2, Size.SMALL

    @classmethod
    def _one_below_other(cls, cards: Sequence[RungCard], look: Look, width: int, height: int, cut: Cut) -> Rows:
        help = look.px(_HELP) + look.px(cut.gap) if any(card.has_help for card in cards) else 0
        deed = max(card.lines(look, width, cut) for card in cards) * look.line_height(cut.deed_size)
        fixed = cls(cut, 0, 0, help).height(look)
        if height - fixed - deed < look.px(_LEAST_FACE):
            deed = 0
        face = min(height - fixed - deed, look.px(_MOST_FACE), width - 2 * look.px(cut.pad))
        return cls(cut, max(face, 1), deed, help, *cls._age(cards, look, width - 2 * look.px(cut.pad), cut))

    def height(self, look: Look) -> int:
        """Of a card."""
        cut = self.cut
        if self.is_beside:
            words = look.px(cut.name + cut.age + cut.badge + cut.wins + cut.gap)
            return 2 * look.px(cut.pad) + self.help + max(words, self.face)
        words = look.px(cut.name + cut.age + cut.lead + cut.badge + cut.wins + 3 * cut.gap)
        return 2 * look.px(cut.pad) + words + self.help + self.deed + self.face


class Portrait(Clickable):
    """The card itself."""

    def __init__(self, game: Game, standing: Standing, is_next: bool, play: Callable[[], None], n: int) -> None:
        rung = standing.rung
        super().__init__(f"play.ladder.{n}", lambda s: rung_tip(s, game, rung))
        self._game, self._standing, self._is_next, self._play = game, standing, is_next, play
        self._deed = deed_words(game, None if rung.rating is None else rung.rating.points)
        self.rows = Rows(_USUAL, 1, 0, 0)
        """How high what lies on it is."""

    def clicked(self) -> None:
        self._play()

    def said(self, look: Look) -> str:
        return dog_name(look.strings, self._standing.rung.spec.dog or "")

    def lines(self, look: Look, width: int, cut: Cut) -> int:
        """How many lines it takes to say what the dog does, in a card of that width in pixels."""
        return len(look.wrapped(look.say(self._deed), width - 2 * look.px(cut.pad), cut.deed_size))

    def ages(self, look: Look) -> tuple[str, ...]:
        """Every wording of how old it is, the longest first."""
        return rung_age_wordings(look.strings, self._standing.rung)

    def draw(self, surface: Surface, look: Look) -> None:
        palette, is_lit = look.palette, self._standing.is_lit
        ground = palette.hover if self.is_hovered else palette.card if is_lit else palette.panel
        if is_lit:
            look.shadow(surface, self.rect, 6, 8, 0.6)
        edge = palette.accent if self._is_next else palette.line
        look.rounded(surface, self.rect, PANEL_RADIUS, ground, edge, 2 if self._is_next else 1)
        rows, cut = self.rows, self.rows.cut
        inner = inset(self.rect, look.px(cut.pad))
        if rows.is_beside:
            inner.height -= rows.help
            face, words = cut_left(inner, rows.face, look.px(cut.gap))
            self._draw_face(surface, look, face, is_low=False)
            height = look.px(cut.name + cut.age + cut.badge + cut.wins + cut.gap)
            words = Rect(words.left, words.centery - height // 2, words.width, height)
        else:
            face, words = cut_top(inner, rows.face, look.px(cut.gap))
            self._draw_face(surface, look, face, is_low=True)
        self._draw_words(surface, look, words)
        self.draw_focus(surface, look, PANEL_RADIUS)

    def _draw_face(self, surface: Surface, look: Look, box: Rect, is_low: bool) -> None:
        """The portrait, the larger the older the dog; ``is_low``: all stand on one line."""
        rung = self._standing.rung
        diameter = round(self.rows.face * (_PUP + (1 - _PUP) * rung.growth))
        draw = kept_face if self._standing.is_lit else gray_face
        picture = draw(look, rung.face, diameter, growth=rung.growth)
        place = picture.get_rect(center=box.center)
        if is_low:
            place.bottom = box.bottom
        surface.blit(picture, place)

    def _draw_words(self, surface: Surface, look: Look, rest: Rect) -> None:
        palette, rows, cut, rung = look.palette, self.rows, self.rows.cut, self._standing.rung
        ink = palette.ink if self._standing.is_lit else palette.muted
        name, rest = cut_top(rest, look.px(cut.name))
        look.text(surface, dog_name(look.strings, rung.dog), name, cut.name_size, ink, True, Align.CENTER)
        age, rest = cut_top(rest, look.px(cut.age))
        told = self.ages(look)
        look.text(surface, told[min(rows.age, len(told) - 1)], age, rows.age_size, ink, True, Align.CENTER)
        if rows.deed:
            line, rest = cut_top(cut_top(rest, look.px(cut.lead))[1], rows.deed)
            look.paragraph(surface, self._deed, line, cut.deed_size, palette.muted, Align.CENTER)
        if not rows.is_beside:
            rest = cut_top(rest, look.px(cut.gap))[1]
        badge, rest = cut_top(rest, look.px(cut.badge), look.px(cut.gap))
        self._draw_badge(surface, look, badge)
        self._draw_wins(surface, look, cut_top(rest, look.px(cut.wins))[0])

    def _draw_badge(self, surface: Surface, look: Look, box: Rect) -> None:
        rating = self._standing.rung.rating
        said = badge_words(look.strings, self._game, rating)
        width = min(look.width(said, Size.SMALL, True) + look.px(20), box.width)
        pill = Rect(box.centerx - width // 2, box.top, width, box.height)
        gold = look.palette.gold if rating is not None else look.palette.muted
        radius = self.rows.cut.badge / 2
        look.rounded(surface, pill, radius, mix(look.palette.panel, gold, 0.14), mix(look.palette.panel, gold, 0.4))
        ink = look.palette.gold_text if rating is not None else look.palette.muted
        look.text(surface, said, inset(pill, look.px(6), 0), Size.SMALL, ink, True, Align.CENTER)

    def _draw_wins(self, surface: Surface, look: Look, box: Rect) -> None:
        """A dot for each win it takes to come further, and how many there are in words where those have room."""
        if not self._standing.is_lit:
            return
        palette, wins = look.palette, min(self._standing.wins, WINS_TO_LIGHT)
        is_beaten = wins == WINS_TO_LIGHT
        words = LadderText.BEATEN if is_beaten else LadderText.WINS(wins=wins, all=WINS_TO_LIGHT)
        apart, gap = look.px(14), look.px(6)
        signs = look.px(14) if is_beaten else apart * WINS_TO_LIGHT
        said = look.width(look.say(words), Size.TINY)
        has_room = signs + gap + said <= box.width
        left = box.centerx - (signs + (gap + said if has_room else 0)) // 2
        if is_beaten:
            look.icon(surface, Icon.CHECK, Rect(left, box.top, signs, box.height), palette.jade_text, 14)
        for i in range(0 if is_beaten else WINS_TO_LIGHT):
            center = left + apart * i + apart // 2, box.centery
            is_won = i < wins
            look.disc(
                surface, center, look.px(_DOT), palette.jade if is_won else None, None if is_won else palette.muted
            )
        if has_room:
            place = Rect(left + signs + gap, box.top, said + 2, box.height)
            look.text(surface, words, place, Size.TINY, palette.jade_text if is_beaten else palette.muted)
