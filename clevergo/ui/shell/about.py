"""The page about the program: what it follows, what it learned from, and what it stands on, by name and license."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

import clevergo
from clevergo.ui.kit.base import Widget, columns, cut_right, cut_top
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.strings import AboutText


@dataclass(frozen=True)
class Thanks:
    """Something that this program owes a lot to."""

    name: str
    """As its makers call it."""
    license: Words
    """Its license; of an article, where it was published."""
    what: Words
    """Whose it is, and what this program has of it."""


FOLLOWED = (
    Thanks("QPT-CleverGo", "MIT", AboutText.QPT_CLEVERGO),
    Thanks("GymGo", AboutText.NO_LICENSE, AboutText.GYMGO),
)
"""Programs whose users should find what they know."""
ARTICLES = (
    Thanks("AlphaGo", "Nature 2016", AboutText.ALPHAGO),
    Thanks("AlphaGo Zero", "Nature 2017", AboutText.ALPHAGO_ZERO),
    Thanks("AlphaZero", "Science 2018", AboutText.ALPHAZERO),
    Thanks("Gumbel AlphaZero", "ICLR 2022", AboutText.GUMBEL),
)
"""Where the ideas come from."""
PROGRAMS = (
    Thanks("KataGo", "MIT", AboutText.KATAGO),
    Thanks("AlphaZero_Gomoku", "MIT", AboutText.GOMOKU),
)
"""Programs that showed how it is done. Nothing was copied from them."""
LIBRARIES = (
    Thanks("Python", "PSF-2.0", AboutText.PYTHON),
    Thanks("NumPy", "BSD-3-Clause", AboutText.NUMPY),
    Thanks("SciPy", "BSD-3-Clause", AboutText.SCIPY),
    Thanks("Numba, llvmlite", "BSD-2-Clause", AboutText.NUMBA),
    Thanks("PaddlePaddle", "Apache-2.0", AboutText.PADDLE),
    Thanks("oneDNN", "Apache-2.0", AboutText.ONEDNN),
    Thanks("pygame", "LGPL-2.1", AboutText.PYGAME),
    Thanks("SDL 2", "zlib", AboutText.SDL),
    Thanks("sgfmill", "MIT", AboutText.SGFMILL),
    Thanks("safetensors", "Apache-2.0", AboutText.SAFETENSORS),
    Thanks("Pillow", "MIT-CMU", AboutText.PILLOW),
    Thanks("platformdirs", "MIT", AboutText.PLATFORMDIRS),
    Thanks("websockets, msgspec", "BSD-3-Clause", AboutText.WEBSOCKETS),
    Thanks("zeroconf", "LGPL-2.1", AboutText.ZEROCONF),
    Thanks("Ray", "Apache-2.0", AboutText.RAY),
    Thanks("fsspec", "BSD-3-Clause", AboutText.FSSPEC),
    Thanks("Gymnasium, PettingZoo", "MIT", AboutText.GYMNASIUM),
)
"""What it is made of."""
FONTS = (Thanks("Noto Sans SC", "OFL-1.1", AboutText.NOTO),)
_TOLD = ((AboutText.FOLLOWED, FOLLOWED), (AboutText.ARTICLES, ARTICLES), (AboutText.PROGRAMS, PROGRAMS))
_LISTED = ((AboutText.LIBRARIES, LIBRARIES), (AboutText.FONT, FONTS))
_WIDTH, _BETWEEN = 860, 40
_HEAD, _AFTER = 26, 8
_TOLD_ROW, _LISTED_ROW, _LINE = 42, 25, 19
_NAME, _LICENSE = 116, 92
"""Logical units: a name in the second column, and a license."""


def _height(groups: tuple[tuple[Words, tuple[Thanks, ...]], ...], row: int) -> int:
    return sum(_HEAD + row * len(rows) + _AFTER for _, rows in groups) - _AFTER


_HEIGHT = max(_height(_TOLD, _TOLD_ROW), _height(_LISTED, _LISTED_ROW))


class _Page(Widget):
    """Two columns: to the left what is told in a sentence, to the right what is listed in a line.

    All of it is closer together where there is little room.
    """

    def draw(self, surface: Surface, look: Look) -> None:
        share = min(self.rect.height / look.px(_HEIGHT), 1.0)
        lengths = (_HEAD, _TOLD_ROW, _LISTED_ROW, _AFTER)
        head_height, told_height, listed_height, after = (int(look.px(units) * share) for units in lengths)
        left, right = columns(self.rect, [1.1, 1], look.px(_BETWEEN))
        for title, told in _TOLD:
            left = _draw_head(surface, look, left, head_height, title)
            for thanks in told:
                row, left = cut_top(left, told_height)
                _draw_told(surface, look, row, thanks)
            left = cut_top(left, after)[1]
        for title, listed in _LISTED:
            right = _draw_head(surface, look, right, head_height, title)
            for thanks in listed:
                row, right = cut_top(right, listed_height)
                _draw_listed(surface, look, row, thanks)
            right = cut_top(right, after)[1]


def _draw_head(surface: Surface, look: Look, rest: Rect, height: int, title: Words) -> Rect:
    head, rest = cut_top(rest, height)
    look.text(surface, title, head, Size.BODY, look.palette.gold_text, True)
    return rest


def _draw_told(surface: Surface, look: Look, row: Rect, thanks: Thanks) -> None:
    upper, lower = cut_top(row, min(look.px(_LINE), row.height // 2))
    lower.height = upper.height
    name, right = cut_right(upper, look.px(_LICENSE), look.px(8))
    look.text(surface, thanks.name, name, Size.SMALL, look.palette.ink, True)
    look.text(surface, thanks.license, right, Size.TINY, look.palette.muted, align=Align.RIGHT)
    look.text(surface, thanks.what, lower, Size.TINY, look.palette.muted)


def _draw_listed(surface: Surface, look: Look, row: Rect, thanks: Thanks) -> None:
    rest, right = cut_right(row, look.px(_LICENSE), look.px(8))
    name = Rect(rest.left, rest.top, look.px(_NAME), rest.height)
    what = Rect(name.right + look.px(8), rest.top, rest.right - name.right - look.px(8), rest.height)
    look.text(surface, thanks.name, name, Size.SMALL, look.palette.ink, True)
    look.text(surface, thanks.what, what, Size.TINY, look.palette.muted)
    look.text(surface, thanks.license, right, Size.TINY, look.palette.muted, align=Align.RIGHT)


def about_dialog() -> Dialog:
    """Whom and what this program thanks."""
    title = AboutText.TITLE(version=clevergo.__version__)
    return Dialog(title, cancel=None, content=_Page(id="about"), content_height=_HEIGHT, width=_WIDTH)
