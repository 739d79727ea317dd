"""Short words that come and go: bubbles that point at something, and toasts at the foot of the window."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from clevergo.ui.kit.base import Glide, Group, Widget, centered, inset, kept_inside
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Palette, Rgb, Size

_TIP_LINES = 6
_TIP_WIDTH = 280
_HIDES_ANCHOR = 10.0
"""How much worse it is to hide what is spoken of than anything else."""
_TOAST_WIDTH = 520
_TOAST_SECONDS = 4.0
_MAX_TOASTS = 3
_TOAST_STEP = 24
"""Logical units between two places that are tried."""


def least_covering(places: Sequence[Rect], things: Sequence[tuple[Rect, float]]) -> Rect:
    """The first of the ``places`` that hides least of the ``things``, each a rectangle and how much its area counts."""

    def hidden(place: Rect) -> float:
        return sum(weight * part.width * part.height for thing, weight in things if (part := place.clip(thing)))

    return min(places, key=hidden)


class Tone(enum.Enum):
    """How a message is meant."""

    PLAIN = "plain"
    GOOD = "good"
    ERROR = "error"


def tone_color(palette: Palette, tone: Tone) -> Rgb:
    """The color of a message's mark."""
    return {Tone.GOOD: palette.jade, Tone.ERROR: palette.accent}.get(tone, palette.muted)


class Bubble(Widget):
    """A few words beside a place, in reversed colors."""

    def __init__(self, size: int = Size.SMALL) -> None:
        super().__init__()
        self._size = size
        self._lines: list[str] = []
        self.is_visible = False

    def show(
        self, words: Words, anchor: Rect, bounds: Rect, look: Look, things: Sequence[tuple[Rect, float]] = ()
    ) -> None:
        """Say ``words`` under ``anchor``, above or beside it, within ``bounds``.

        ``things`` are better not hidden; each says how much its area counts.
        """
        self.is_visible = False
        pad = look.px(9)
        self._lines = look.wrapped(
            look.say(words), min(look.px(_TIP_WIDTH), bounds.width - 2 * pad), self._size, _TIP_LINES
        )
        width = max(look.width(line, self._size) for line in self._lines) + 2 * pad + 2
        height = len(self._lines) * look.line_height(self._size) + look.px(8)
        rect, gap = Rect(0, 0, width, height), look.px(6)
        below, above, left, right = rect.copy(), rect.copy(), rect.copy(), rect.copy()
        below.midtop = (anchor.centerx, anchor.bottom + gap)
        above.midbottom = (anchor.centerx, anchor.top - gap)
        left.midright = (anchor.left - gap, anchor.centery)
        right.midleft = (anchor.right + gap, anchor.centery)
        inside = [kept_inside(place, inset(bounds, look.px(4))) for place in (below, above, left, right)]
        # What does not fit on one side would be pushed over what is explained.
        self.rect = least_covering(inside, [*things, (anchor, _HIDES_ANCHOR)])
        self.is_visible = True

    def at(self, pos: tuple[int, int]) -> Widget | None:
        return None

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        ink = palette.ground
        look.rounded(surface, self.rect, 7, palette.ink)
        height = look.line_height(self._size)
        box = inset(self.rect, look.px(9), look.px(4))
        for i, line in enumerate(self._lines):
            look.text(surface, line, Rect(box.left, box.top + i * height, box.width + 2, height), self._size, ink)


class _Toast(Widget):
    reach = 40

    def __init__(self, words: Words, tone: Tone, seconds: float) -> None:
        super().__init__()
        self.words = words
        self.tone = tone
        self.left = seconds
        self.opacity = Glide(0.0, 0.2)
        self.opacity.goal = 1.0

    def draw(self, surface: Surface, look: Look) -> None:
        rect = self.rect.move(0, round((1 - self.opacity.value) * look.px(8)))
        look.shadow(surface, rect, 10, 10)
        look.rounded(surface, rect, 10, look.palette.card, look.palette.line)
        icon = {Tone.GOOD: Icon.CHECK, Tone.ERROR: Icon.WARNING}.get(self.tone, Icon.INFO)
        mark = Rect(rect.left + look.px(10), rect.top, look.px(24), rect.height)
        look.icon(surface, icon, mark, tone_color(look.palette, self.tone))
        box = Rect(mark.right + look.px(8), rect.top + look.px(9), 0, rect.height - look.px(18))
        box.width = rect.right - look.px(14) - box.left
        look.paragraph(surface, self.words, box, Size.BODY)


class Toasts(Group):
    """The messages at the foot of the window, the newest at the bottom; beside what can be clicked there, or on top."""

    def __init__(self, obstacles: Callable[[], Sequence[Rect]] = tuple) -> None:
        """``obstacles`` tells what is better not covered."""
        super().__init__()
        self._obstacles = obstacles
        self._look: Look | None = None

    @property
    def _toasts(self) -> list[_Toast]:
        return [child for child in self.children if isinstance(child, _Toast)]

    def say(self, words: Words, look: Look, tone: Tone = Tone.PLAIN, seconds: float = _TOAST_SECONDS) -> None:
        """Show a message for a while; the same one again only stays longer."""
        for toast in self._toasts:
            if look.say(toast.words) == look.say(words):
                toast.left = seconds
                return
        while len(self.children) >= _MAX_TOASTS:
            self.remove(self.children[0])
        self.add(_Toast(words, tone, seconds))
        self._arrange(look)
        self.animate()

    @property
    def texts(self) -> list[Words]:
        """What is being said."""
        return [toast.words for toast in self._toasts]

    def place(self, rect: Rect, look: Look) -> None:
        self.rect = rect.copy()
        self._arrange(look)

    def at(self, pos: tuple[int, int]) -> Widget | None:
        return None

    def make_way(self, pos: tuple[int, int]) -> None:
        """Somebody clicks at ``pos``: what lies there is wanted, and a message above it has been read."""
        for child in [child for child in self.children if child.rect.collidepoint(pos)]:
            self.remove(child)

    def update(self, dt: float) -> bool:
        is_coming = False
        for toast in self._toasts:
            if toast.opacity.is_moving:
                is_coming = True
                toast.opacity.step(dt)
                toast.invalidate()
            toast.left -= dt
            if toast.left <= 0:
                self.remove(toast)
        if is_coming and self._look is not None:
            self._arrange(self._look)  # what is said as a dialog closes, or a page changes, minds what comes to light
        return bool(self.children)

    def _arrange(self, look: Look) -> None:
        self._look = look
        toasts = self._toasts
        if not toasts:
            return
        sizes = [self._size_of(toast, look) for toast in toasts]
        gap = look.px(8)
        width, height = max(w for w, _ in sizes), sum(h for _, h in sizes) + gap * (len(sizes) - 1)
        # What counts is how much of a thing is hidden: the rim of a large field is better covered than a small button.
        things = [(rect, 1.0 / max(rect.width * rect.height, 1)) for rect in self._obstacles()]
        whole = least_covering(self._places(width, height, look), things)
        top = whole.top
        for toast, (wide, high) in zip(toasts, sizes, strict=True):
            toast.place(Rect(whole.centerx - wide // 2, top, wide, high), look)
            top += high + gap

    def _size_of(self, toast: _Toast, look: Look) -> tuple[int, int]:
        widest = min(look.px(_TOAST_WIDTH), self.rect.width - look.px(40))
        lines = look.wrapped(look.say(toast.words), widest - look.px(56), Size.BODY, 3)
        width = max(look.width(line) for line in lines) + look.px(58)
        return min(width, widest), len(lines) * look.line_height(Size.BODY) + look.px(18)

    def _places(self, width: int, height: int, look: Look) -> list[Rect]:
        """Where all of them could stand together, the best first: in the middle of the foot, beside it, at the head."""
        step, margin = look.px(_TOAST_STEP), look.px(20)
        reach = max(self.rect.width - width, 0) // 2 - margin
        places = []
        for top in (self.rect.bottom - look.px(22) - height, self.rect.top + look.px(12)):
            row = centered(self.rect, width, height)
            row.top = top
            places += [row.move(side * shift, 0) for shift in range(0, max(reach, 0) + 1, step) for side in (-1, 1)]
        return places
