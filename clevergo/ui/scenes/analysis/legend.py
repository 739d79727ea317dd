"""One line that says what the marks on the board mean, with a sample of each."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.app.desk.settings import MindMode
from clevergo.games.color import Color
from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.layout import cut_left, cut_right
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Rgb, Size, mix
from clevergo.ui.scenes.analysis.marks import BEST, GLANCE, LOSSES, TRIED
from clevergo.ui.scenes.play.words import color_name
from clevergo.ui.strings import MindText

_SAID = {
    MindMode.OFF: MindText.LEGEND_OFF,
    MindMode.POLICY: MindText.LEGEND_GLANCE,
    MindMode.SEARCH: MindText.LEGEND_SEARCH,
    MindMode.VALUE: MindText.LEGEND_VALUE,
}
_SHORT = {
    MindText.LEGEND_OFF: MindText.SHORT_OFF,
    MindText.LEGEND_SEARCH: MindText.SHORT_SEARCH,
    MindText.LEGEND_VALUE: MindText.SHORT_VALUE,
    MindText.LEGEND_TERRITORY: MindText.SHORT_TERRITORY,
}
_SAMPLES = 64
_WOOD: Rgb = (206, 166, 108)


class Legend(Widget):
    """The legend of the mode, or a sentence in its place."""

    def __init__(self) -> None:
        super().__init__()
        self._mode = MindMode.SEARCH
        self._shows_territory = False
        self._note: Words = ""
        self._is_hint = False
        self._color = Color.BLACK
        self._worst = LOSSES[-1][0]

    def tell_of(self, color: Color | None, worst: float) -> None:
        """Whose chances the marks tell, and the loss that is drawn as the worst."""
        told = color or self._color, worst
        if told != (self._color, self._worst):
            self._color, self._worst = told
            self.invalidate()

    def choose(self, mode: MindMode, shows_territory: bool) -> None:
        """Explain other marks."""
        if (mode, shows_territory) != (self._mode, self._shows_territory):
            self._mode, self._shows_territory = mode, shows_territory
            self.invalidate()

    def say(self, note: Words, is_hint: bool) -> None:
        """Say something else instead; an empty note brings the legend back."""
        if (note, is_hint) != (self._note, self._is_hint):
            self._note, self._is_hint = note, is_hint
            self.invalidate()

    def said(self, look: Look) -> str:
        if self._note:
            return look.say(self._note)
        text = MindText.LEGEND_TERRITORY if self._is_territory_alone() else _SAID[self._mode]
        room = self.rect.width - look.px(_SAMPLES + 8)
        values = {"color": color_name(look.strings, self._color), "worst": f"{self._worst:.0%}"}
        said = look.strings.get(text, **values)
        return said if look.width(said, Size.SMALL) <= room else look.strings.get(_SHORT.get(text, text), **values)

    def _is_territory_alone(self) -> bool:
        return self._shows_territory and self._mode is MindMode.OFF

    def draw(self, surface: Surface, look: Look) -> None:
        palette, box = look.palette, self.rect
        if self._note:
            color = palette.gold_text if self._is_hint else palette.muted
            look.text(surface, self._note, box, Size.SMALL, color, self._is_hint)
            return
        if self._mode is not MindMode.OFF or self._is_territory_alone():
            sample, box = cut_left(box, look.px(_SAMPLES), look.px(8))
            self._draw_sample(surface, look, sample)
        if self._shows_territory and not self._is_territory_alone():
            said, both = self.said(look), look.say(MindText.SHORT_TERRITORY)
            room = look.width(said, Size.SMALL) + look.px(60) + look.width(both, Size.SMALL)
            if room <= box.width:
                box, right = cut_right(box, look.width(both, Size.SMALL) + look.px(40), look.px(12))
                squares, right = cut_left(right, look.px(34), look.px(6))
                self._draw_squares(surface, look, squares)
                look.text(surface, both, right, Size.SMALL, palette.muted)
        look.text(surface, self.said(look), box, Size.SMALL, palette.muted)

    def _draw_sample(self, surface: Surface, look: Look, box: Rect) -> None:
        if self._is_territory_alone():
            self._draw_squares(surface, look, box)
        elif self._mode is MindMode.VALUE:
            self._draw_scale(surface, look, box)
        else:
            strong, weak = (GLANCE, mix(GLANCE, look.palette.panel, 0.55))
            if self._mode is MindMode.SEARCH:
                strong, weak = BEST, TRIED
            for part, radius, color in ((0.14, 7.5, strong), (0.5, 6.0, weak), (0.82, 4.0, weak)):
                if self._mode is MindMode.POLICY:
                    radius, color = 6.5, mix(strong, look.palette.panel, part * 0.9 - 0.12)
                look.disc(surface, (box.left + round(box.width * part), box.centery), look.px(radius), color)

    def _draw_scale(self, surface: Surface, look: Look, box: Rect) -> None:
        """From good to bad."""
        width = box.width // len(LOSSES)
        for i, (_, color) in enumerate(LOSSES):
            swatch = Rect(box.left + i * width, box.centery - look.px(6), width - look.px(1), look.px(12))
            look.rounded(surface, swatch, 3, color)

    def _draw_squares(self, surface: Surface, look: Look, box: Rect) -> None:
        look.rounded(surface, Rect(box.left, box.centery - look.px(9), box.width, look.px(18)), 4, _WOOD)
        sides = ((0.2, 11, (28, 26, 25)), (0.5, 6, (28, 26, 25)), (0.8, 11, (252, 249, 242)))
        for part, side, color in sides:
            square = Rect(0, 0, look.px(side), look.px(side))
            square.center = box.left + round(box.width * part), box.centery
            look.rounded(surface, square, 2, color)
