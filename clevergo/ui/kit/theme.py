"""Colors, type sizes and spacing: the one hand everything is drawn in, by day and by night."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Literal

Rgb = tuple[int, int, int]
ColorName = Literal[
    "ground",
    "panel",
    "card",
    "sunken",
    "ink",
    "muted",
    "line",
    "accent",
    "accent_hover",
    "on_accent",
    "accent_text",
    "jade",
    "on_jade",
    "jade_text",
    "gold",
    "gold_text",
    "hover",
    "shadow",
]
"""A color whatever the theme: a field of :class:`Palette`."""

READABLE = 4.5
"""The least contrast of any text on its ground (WCAG AA)."""


class Size(enum.IntEnum):
    """Type sizes, in logical units."""

    TINY = 12
    SMALL = 13
    BODY = 15
    HEADING = 18
    TITLE = 22
    DISPLAY = 26


GAP = 14
"""Between panels."""
PANEL_RADIUS = 12
BUTTON_RADIUS = 9
TOP_BAR = 56


@dataclass(frozen=True)
class Palette:
    """The colors of one theme, named by what they are for."""

    ground: Rgb
    """Behind everything."""
    panel: Rgb
    """The top bar and the panels of the column."""
    card: Rgb
    """Buttons, fields and menus: what lies on a panel and can be touched."""
    sunken: Rgb
    """The track of a slider, the ground of a chart, the side that is to move."""
    ink: Rgb
    muted: Rgb
    line: Rgb
    accent: Rgb
    """Vermilion, the seal: the one action of a scene, the last move."""
    accent_hover: Rgb
    on_accent: Rgb
    accent_text: Rgb
    """Vermilion where it is text: errors, 'your turn'."""
    jade: Rgb
    """What is good or chosen."""
    on_jade: Rgb
    jade_text: Rgb
    gold: Rgb
    """Ratings and milestones."""
    gold_text: Rgb
    hover: Rgb
    """A card under the pointer."""
    shadow: Rgb
    shadow_alpha: int
    is_dark: bool

    def named(self, name: ColorName) -> Rgb:
        """The color of that name in this theme."""
        color: Rgb = getattr(self, name)
        return color


LIGHT = Palette(
    ground=(243, 238, 228),
    panel=(252, 250, 245),
    card=(255, 255, 255),
    sunken=(245, 240, 231),
    ink=(43, 38, 34),
    muted=(110, 101, 92),
    line=(226, 217, 202),
    accent=(184, 64, 42),
    accent_hover=(166, 54, 34),
    on_accent=(255, 252, 246),
    accent_text=(176, 58, 36),
    jade=(63, 125, 106),
    on_jade=(255, 255, 255),
    jade_text=(46, 106, 88),
    gold=(190, 143, 48),
    gold_text=(134, 93, 14),
    hover=(250, 245, 236),
    shadow=(92, 70, 42),
    shadow_alpha=46,
    is_dark=False,
)

DARK = Palette(
    ground=(26, 27, 30),
    panel=(34, 36, 40),
    card=(41, 44, 49),
    sunken=(28, 30, 33),
    ink=(236, 231, 222),
    muted=(163, 158, 149),
    line=(58, 61, 67),
    accent=(224, 101, 74),
    accent_hover=(236, 119, 92),
    on_accent=(30, 16, 11),
    accent_text=(238, 128, 103),
    jade=(111, 191, 159),
    on_jade=(16, 34, 27),
    jade_text=(122, 200, 168),
    gold=(222, 178, 92),
    gold_text=(222, 178, 92),
    hover=(50, 53, 59),
    shadow=(0, 0, 0),
    shadow_alpha=120,
    is_dark=True,
)


def mix(first: Rgb, second: Rgb, amount: float) -> Rgb:
    """``first`` at 0, ``second`` at 1, a straight line between."""
    kept = min(max(amount, 0.0), 1.0)
    red, green, blue = (round(a + (b - a) * kept) for a, b in zip(first, second, strict=True))
    return red, green, blue


def contrast(first: Rgb, second: Rgb) -> float:
    """The contrast of two colors, 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Rgb) -> float:
    def linear(channel: int) -> float:
        part = channel / 255
        return part / 12.92 if part <= 0.03928 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(channel) for channel in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
