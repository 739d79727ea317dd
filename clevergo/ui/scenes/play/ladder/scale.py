"""Everybody on the ladder along a line from the weakest to the strongest, and the person among them."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from clevergo.app.ladder.rungs import Rating, Standing
from clevergo.ui.kit.base import Widget, inset
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Size, mix
from clevergo.ui.scenes.kennel.portrait import gray_face, kept_face
from clevergo.ui.scenes.play.faces import draw_person
from clevergo.ui.strings import LadderText

LEAST = 280
"""Logical units of width."""
_FACE, _LEAST_FACE = 56, 20
_FOOT = 20
"""Below the line: which end is which."""
_DISC, _BAND = 22, 8
"""The person's sign, and how high the bar is that says how sure their strength is."""


class StrengthScale(Widget):
    """Portraits stand above the line where their ratings are, the person on it, with a bar as wide as the error."""

    def __init__(self) -> None:
        super().__init__("play.scale", LadderText.SCALE_TIP)
        self._standings: tuple[Standing, ...] = ()
        self._name = ""
        self._rating: Rating | None = None

    def show(self, standings: Sequence[Standing], name: str, rating: Rating | None) -> None:
        """``name`` and ``rating`` are the person's; None while it is not known well enough."""
        self._standings = tuple(one for one in standings if one.rung.rating is not None)
        self._name, self._rating = name, rating
        self.invalidate()

    @property
    def has_something(self) -> bool:
        """Whether there are two ratings to compare at least."""
        return len(self._standings) > 1

    def draw(self, surface: Surface, look: Look) -> None:
        if not self.has_something:
            return
        palette, room = look.palette, inset(self.rect, look.px(_FACE) // 2, 0)
        line = self.rect.bottom - look.px(_FOOT)
        surface.fill(palette.line, Rect(self.rect.left, line - look.px(1), self.rect.width, look.px(2)))
        ends = Rect(self.rect.left, line + look.px(2), self.rect.width, look.px(_FOOT - 2))
        look.text(surface, LadderText.WEAKER, ends, Size.TINY, palette.muted)
        look.text(surface, LadderText.STRONGER, ends, Size.TINY, palette.muted, False, Align.RIGHT)
        self._draw_faces(surface, look, room, line)
        if self._rating is not None:
            self._draw_person(surface, look, self._rating, room, line)

    def _draw_faces(self, surface: Surface, look: Look, room: Rect, line: int) -> None:
        """A dot for everybody; a portrait for those who have room: both ends first, then the shipped dog's ages."""
        diameter = max(min(look.px(_FACE), line - self.rect.top - look.px(6)), look.px(_LEAST_FACE))
        taken: list[Rect] = []
        ends = (self._standings[0], self._standings[-1])
        for one in sorted(self._standings, key=lambda one: (one not in ends, not one.rung.is_shipped)):
            assert one.rung.rating is not None
            x = self._left(one.rung.rating.points, room)
            look.disc(surface, (x, line), look.px(3), look.palette.muted)
            place = Rect(x - diameter // 2, line - look.px(5) - diameter, diameter, diameter)
            if place.collidelist(taken) < 0:
                taken.append(place)
                draw = kept_face if one.is_lit else gray_face
                surface.blit(draw(look, one.rung.face, diameter, growth=one.rung.growth), place)

    def _draw_person(self, surface: Surface, look: Look, rating: Rating, room: Rect, line: int) -> None:
        left, right = (self._left(rating.points + side * rating.error, room) for side in (-1, 1))
        band = Rect(left, line - look.px(_BAND) // 2, max(right - left, look.px(_BAND)), look.px(_BAND))
        look.rounded(surface, band, _BAND / 2, mix(look.palette.panel, look.palette.jade, 0.45))
        disc = Rect(0, 0, look.px(_DISC), look.px(_DISC))
        disc.center = self._left(rating.points, room), line
        look.disc(surface, disc.center, disc.width / 2 + look.px(1.5), look.palette.panel)
        draw_person(surface, look, self._name, disc)

    def _left(self, points: float, room: Rect) -> int:
        """Where a rating is, in pixels; what lies beyond the others stands at the end."""
        ratings = [one.rung.rating.points for one in self._standings if one.rung.rating is not None]
        low, high = min(ratings), max(ratings)
        return room.left + round(room.width * min(max((points - low) / max(high - low, 1.0), 0.0), 1.0))
