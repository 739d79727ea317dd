"""How far apart two kinds of dogs are: a point on a ruler of Elo points, and around it how uncertain that is."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from clevergo.app.experiment.messages import Written
from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size, mix
from clevergo.ui.scenes.experiment.words import ONE, OTHER, better_words

STEPS = (200.0, 400.0, 800.0, 1600.0)
"""How far a ruler may reach to each side."""
_HEAD, _SCALE = 18, 18


def reach_of(written: Sequence[Written]) -> float:
    """How far the ruler of these reaches: so far that most of them fit, and one alone with its error."""
    findings = [each.finding for each in written if each.finding is not None]
    ends = sorted(abs(found.gain) + found.error for found in findings)
    wanted = ends[(len(ends) - 1) * 3 // 4] if ends else 0.0
    return next((step for step in STEPS if wanted <= step), STEPS[-1])


def draw_ruler(surface: Surface, look: Look, rect: Rect, written: Written, reach: float) -> None:
    """The middle, the point and its error; the one setting's dogs are at the right."""
    palette, finding = look.palette, written.finding
    surface.fill(palette.line, Rect(rect.left, rect.centery, rect.width, look.px(1)))
    surface.fill(palette.muted, Rect(rect.centerx, rect.top, look.px(1), rect.height))
    if finding is None:
        return

    def at(points: float) -> int:
        return rect.centerx + round(max(-1.0, min(points / reach, 1.0)) * rect.width / 2)

    color = palette.named(ONE if finding.gain >= 0 else OTHER)
    left, right = at(finding.gain - finding.error), at(finding.gain + finding.error)
    left2, right2 = at(finding.gain - 2 * finding.error), at(finding.gain + 2 * finding.error)
    thin, thick = look.px(3), look.px(7)
    pale = mix(palette.panel, color, 0.4)
    look.rounded(surface, Rect(left2, rect.centery - thin // 2, right2 - left2, thin), 1.5, pale)
    look.rounded(
        surface, Rect(left, rect.centery - thick // 2, right - left, thick), 3.5, mix(palette.panel, color, 0.6)
    )
    look.disc(surface, (at(finding.gain), rect.centery), look.px(6.5), color, palette.panel)


class Ruler(Widget):
    """One experiment's ruler, with words at its ends and a scale below."""

    def __init__(self, tip: Words = "") -> None:
        super().__init__(tip=tip)
        self._written: Written | None = None

    def show(self, written: Written | None) -> None:
        """Show another result."""
        if written != self._written:
            self._written = written
            self.invalidate()

    @staticmethod
    def needed_height(look: Look) -> int:
        """Pixels for words, ruler and scale."""
        return look.px(_HEAD + _SCALE + 26)

    def draw(self, surface: Surface, look: Look) -> None:
        written = self._written
        if written is None:
            return
        palette, difference, reach = look.palette, written.experiment.difference, reach_of([written])
        box = self.rect.inflate(-look.px(40), 0)
        head = Rect(self.rect.left, box.top, self.rect.width // 2 - look.px(8), look.px(_HEAD))
        look.text(surface, better_words(difference, "other"), head, Size.TINY, palette.muted)
        head.right = self.rect.right
        look.text(surface, better_words(difference, "one"), head, Size.TINY, palette.muted, align=Align.RIGHT)
        middle = Rect(box.left, head.bottom, box.width, box.height - look.px(_HEAD + _SCALE))
        draw_ruler(surface, look, middle, written, reach)
        for share in (-1.0, -0.5, 0.0, 0.5, 1.0):
            place = Rect(0, 0, look.px(60), look.px(_SCALE))
            place.midtop = (box.centerx + round(share * box.width / 2), middle.bottom)
            figure = look.strings.figure(abs(share) * reach, ",.0f")
            look.text(surface, figure, place, Size.TINY, palette.muted, align=Align.CENTER)
