"""Draws the course's pictures with the program's own board and charts: ``python -m tests.course.pictures [NAME ...]``.

Each is a function below that gives a surface; ``@picture`` files it. Where there are words in a picture there is one
for each language, ``NAME.zh.png`` and ``NAME.en.png``. Files are written with few colors, so that they stay small.
"""

from __future__ import annotations

import contextlib
import functools
import io
import itertools
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import numpy as np
import pygame
from pygame import Rect, Surface

from clevergo.app.course.boards import BOARDS
from clevergo.app.course.diagrams import Diagram
from clevergo.app.course.directives import BOARDS as BOARDS_DIRECTIVE
from clevergo.app.course.directives import directive
from clevergo.app.match.messages import BoardState
from clevergo.games.grid import square
from clevergo.games.markup import NO_MARKUP, Markup, Shape
from clevergo.locale import Language
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.marks import NO_MARKS, Disc, Marks
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.assets import Fonts
from clevergo.ui.kit.chart import Axis, LineChart, Series
from clevergo.ui.kit.look import Align, Look, smooth_line
from clevergo.ui.kit.prose.markdown import Comment, Picture, parsed
from clevergo.ui.kit.theme import DARK, LIGHT, ColorName, Palette, Rgb, Size, contrast, mix
from clevergo.ui.strings import Strings
from tests.course.texts import DOCS, IMAGES, LANGUAGES, ROOT, examples
from tests.shipped import age_after

SCALE = 1.5
_COLORS = 96
_SIDE = 300
"""Of a board, in logical units, unless asked otherwise."""
_GAP = 16

Drawing = Callable[["Desk"], Surface]
_MADE: dict[str, tuple[Drawing, bool]] = {}


def picture(name: str, has_words: bool = True) -> Callable[[Drawing], Drawing]:
    """File a drawing under a name."""

    def file(drawing: Drawing) -> Drawing:
        _MADE[name] = drawing, has_words
        return drawing

    return file


def pictures_made() -> list[str]:
    """The names of all files."""
    return [file for name, (_, has_words) in _MADE.items() for file in _files(name, has_words)]


def _files(name: str, has_words: bool) -> list[str]:
    """A file for each language; and where the window shows the picture, not boards, one in dark colors of each."""
    files = [f"{name}.{language}" for language in LANGUAGES] if has_words else [name]
    themes = ("",) if boards_of(name) else ("", ".dark")
    return [f"{file}{theme}.png" for theme in themes for file in files]


def boards_of(name: str, language: str = LANGUAGES[0]) -> list[tuple[str, str]]:
    """The boards that the chapter has the window show instead of a picture, each with its caption."""
    (chapter,) = (DOCS / language).glob(f"{name.partition('-')[0]}-*.md")
    before = None
    for block in parsed(chapter.read_text(encoding="utf-8")):
        if isinstance(block, Comment) and isinstance(before, Picture) and Path(before.file).name.startswith(f"{name}."):
            found = directive(block.text)
            return list(found.lines) if found is not None and found.name == BOARDS_DIRECTIVE else []
        before = block
    return []


class Desk:
    """What pictures are drawn with, in one language and one theme."""

    def __init__(self, language: str, palette: Palette = LIGHT) -> None:
        pygame.init()
        fonts = Fonts(SCALE)
        self.language = language
        self.look = Look(palette, fonts, Strings(Language(language)), SCALE)
        self.art = BoardArt(fonts, palette.is_dark)
        self.palette = palette

    def say(self, zh: str, en: str) -> str:
        """One of both, by the language."""
        return zh if self.language == "zh" else en

    def px(self, units: float) -> int:
        """Logical units as pixels."""
        return self.look.px(units)

    def paper(self, width: float, height: float) -> Surface:
        """An empty picture of so many logical units."""
        surface = Surface((self.px(width), self.px(height)))
        surface.fill(self.palette.panel)
        return surface

    def text(
        self, surface: Surface, said: str, box: Rect, size: int = Size.BODY, align: Align = Align.CENTER,
        color: Rgb | None = None, bold: bool = False,
    ) -> None:  # fmt: skip
        """One line; its box in pixels."""
        self.look.text(surface, said, box, size, color or self.palette.ink, bold, align)

    # --- boards ---

    def board(
        self, diagram: Diagram, side: float = _SIDE, marks: Marks = NO_MARKS, coordinates: bool = False
    ) -> Surface:
        """A diagram as the window would show it."""
        state = BoardState(diagram.shown(), markup=diagram.markup())
        return self.position(state, side, marks, coordinates, diagram.numbers())

    def position(
        self, state: BoardState, side: float = _SIDE, marks: Marks = NO_MARKS, coordinates: bool = False,
        numbers: dict[int, int] | None = None,
    ) -> Surface:  # fmt: skip
        """A board with anything on it."""
        view = BoardView(self.art)
        view.set_rect(Rect(0, 0, self.px(side), self.px(side)), square(len(state.stones)))
        surface = self.paper(side, side)
        shown = BoardPicture(state, numbers=numbers or {}, marks=marks, coordinates=coordinates)
        view.draw(surface, shown)
        return surface

    def row(self, pieces: Sequence[Surface], captions: Sequence[str] = (), gap: float = _GAP) -> Surface:
        """Pictures side by side, each with its caption below."""
        space, under = self.px(gap), self.px(30) if captions else 0
        width = sum(piece.get_width() for piece in pieces) + space * (len(pieces) + 1)
        height = max(piece.get_height() for piece in pieces) + 2 * space + under
        surface = Surface((width, height))
        surface.fill(self.palette.panel)
        left = space
        for number, piece in enumerate(pieces):
            surface.blit(piece, (left, space))
            if captions:
                box = Rect(left, height - space // 2 - under, piece.get_width(), under)
                self.text(surface, captions[number], box, Size.BODY)
            left += piece.get_width() + space
        return surface

    def boards(self, name: str, side: float = 210) -> Surface:
        """The boards that stand in the window for the picture ``name``, side by side, with their captions."""
        shown = boards_of(name, self.language)
        captions = [said for _, said in shown]
        return self.row([self.board(BOARDS[board], side) for board, _ in shown], captions if any(captions) else ())

    # --- shapes and charts ---

    def card(self, surface: Surface, box: Rect, said: str, fill: Rgb | None = None, size: int = Size.BODY) -> None:
        """A box with words in it, on as many lines as they take."""
        palette = self.palette
        ground = fill or palette.card
        self.look.rounded(surface, box, 9, ground, palette.line, 1)
        lines = said.split("\n")
        height = self.look.line_height(size)
        top = box.centery - height * len(lines) // 2
        ink = max((palette.ink, palette.on_accent), key=lambda color: contrast(color, ground))
        for number, line in enumerate(lines):
            row = Rect(box.left + self.px(4), top + number * height, box.width - self.px(8), height)
            self.text(surface, line, row, size, color=ink, bold=number == 0 and len(lines) > 1)

    def arrow(
        self, surface: Surface, start: tuple[float, float], end: tuple[float, float], color: Rgb | None = None
    ) -> None:
        """A line with a head, in pixels."""
        ink = color or self.palette.muted
        smooth_line(surface, [start, end], ink, 1.6 * SCALE)
        angle, length = np.arctan2(end[1] - start[1], end[0] - start[0]), 7 * SCALE
        for turn in (0.45, -0.45):
            side = (end[0] - length * np.cos(angle + turn), end[1] - length * np.sin(angle + turn))
            smooth_line(surface, [end, side], ink, 1.6 * SCALE)

    def chart(
        self, series: Sequence[Series], x: Axis, y: Axis, width: float = 620, height: float = 280, said: str = "",
        legend: Sequence[tuple[str, str]] = (),
    ) -> Surface:  # fmt: skip
        """Curves with a heading above and a legend of ``(color, words)``."""
        surface = self.paper(width, height)
        self.text(surface, said, Rect(self.px(16), self.px(8), self.px(width - 32), self.px(24)), Size.BODY, Align.LEFT)
        left = self.px(54)
        for color, words in legend:
            self.look.disc(surface, (left, self.px(44)), self.px(5), getattr(self.palette, color))
            box = Rect(left + self.px(10), self.px(34), self.look.width(words, Size.SMALL) + self.px(4), self.px(20))
            self.text(surface, words, box, Size.SMALL, Align.LEFT, self.palette.muted)
            left = box.right + self.px(22)
        top = 60 if legend else 38
        chart = LineChart()
        chart.place(Rect(self.px(16), self.px(top), self.px(width - 36), self.px(height - top - 10)), self.look)
        chart.show(series, x, y)
        chart.draw(surface, self.look)
        return surface


# --- chapter 2: Go for beginners -----------------------------------------------------------------------------


@picture("02-liberties")
def _liberties(desk: Desk) -> Surface:
    return desk.boards("02-liberties", side=240)


@picture("02-capture")
def _capture(desk: Desk) -> Surface:
    return desk.boards("02-capture")


@picture("02-suicide")
def _suicide(desk: Desk) -> Surface:
    return desk.boards("02-suicide")


@picture("02-eyes")
def _eyes(desk: Desk) -> Surface:
    return desk.boards("02-eyes")


@picture("02-three")
def _three(desk: Desk) -> Surface:
    return desk.boards("02-three", side=240)


@picture("02-ko")
def _ko(desk: Desk) -> Surface:
    return desk.boards("02-ko")


@picture("02-counting")
def _counting(desk: Desk) -> Surface:
    return desk.boards("02-counting", side=300)


@picture("02-ladder")
def _ladder(desk: Desk) -> Surface:
    return desk.boards("02-ladder", side=250)


@picture("02-net")
def _net_in_go(desk: Desk) -> Surface:
    return desk.boards("02-net")


@picture("02-snapback")
def _snapback(desk: Desk) -> Surface:
    return desk.boards("02-snapback")


@functools.cache
def code_of(chapter: str, language: str = LANGUAGES[0]) -> dict[str, Any]:
    """The names that a chapter's own code leaves, run quietly in an empty folder: what it draws is what it computes."""
    names: dict[str, Any] = {"__name__": "__main__"}
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(folder)
        try:
            for example in examples((DOCS / language / chapter).read_text(encoding="utf-8")):
                exec(example.code, names)
        finally:
            os.chdir(here)
    return names


# --- chapter 1: what this is -----------------------------------------------------------------------------------


def _top(ages: Sequence[dict[str, float]]) -> int:
    """Where an axis of ratings ends: above the best, its error on top."""
    return 500 * math.ceil(max(age["rating"] + age["error"] for age in ages) / 500)


@picture("01-growth")
def _growth(desk: Desk) -> Surface:
    """The shipped dog's ratings at its ages, as measured (docs/training.md)."""
    shipped = json.loads((ROOT / "models" / "alpha_go.json").read_text(encoding="utf-8"))
    ages = [
        *shipped["ages"],
        {"seconds": shipped["seconds"], "rating": shipped["rating"], "error": shipped["rating_error"]},
    ]
    minutes = [max(age["seconds"], 2) / 60 for age in ages]
    begin, end, top = math.log10(minutes[0]), math.log10(1.1 * minutes[-1]), _top(ages)
    in_all = f"{round(minutes[-1], -1):.0f}"
    curve = Series(
        tuple(math.log10(m) for m in minutes),
        tuple(age["rating"] for age in ages),
        "accent",
        errors=tuple(age["error"] for age in ages),
    )
    seconds = {math.log10(tick / 60): desk.say(f"{tick} 秒", f"{tick} s") for tick in (2, 10)}
    names = seconds | {math.log10(tick): desk.say(f"{tick} 分钟", f"{tick} min") for tick in (1, 10, 60, int(in_all))}
    x = Axis(begin, end, tuple(names), lambda at: names[at])
    random = Series((begin, end), (0.0, 0.0), "muted", is_pale=True)
    gnugo = Series((begin, end), (2990.0, 2990.0), "gold", is_pale=True)
    return desk.chart(
        [gnugo, random, curve],
        x,
        Axis(-500, top, tuple(range(0, top + 1, 1000))),
        680,
        320,
        desk.say(
            f"自带的狗从出生到 {in_all} 分钟：等级分",
            f"The shipped dog from birth to {in_all} minutes: its rating",
        ),
        [
            ("accent", "alpha_go"),
            ("gold", desk.say("GNU Go（强度 10）", "GNU Go, level 10")),
            ("muted", desk.say("随机棋手", "random player")),
        ],
    )


# --- chapter 3: five in a row ------------------------------------------------------------------------------------


@picture("03-threes")
def _threes(desk: Desk) -> Surface:
    return desk.boards("03-threes", side=280)


@picture("03-renju")
def _renju(desk: Desk) -> Surface:
    return desk.boards("03-renju", side=240)


# --- chapter 4: a rules engine ---------------------------------------------------------------------------------


@picture("04-chains")
def _chains(desk: Desk) -> Surface:
    from scipy import ndimage

    stones = BOARDS["chains"].stones()
    labels, number = np.zeros(stones.shape, int), 0
    for color in (1, 2):
        found, count = ndimage.label(stones == color)
        labels += np.where(found, found + number, 0)
        number += count
    named = Markup(labels=tuple((int(k), str(labels.flat[k])) for k in np.flatnonzero(labels)))
    mine = labels == 1
    liberties = ndimage.binary_dilation(mine) & (stones == 0)
    rings = Markup(
        tuple((int(k), Shape.TRIANGLE) for k in np.flatnonzero(mine))
        + tuple((int(k), Shape.CIRCLE) for k in np.flatnonzero(liberties))
    )
    boards = [desk.position(BoardState(stones, markup=markup), 220) for markup in (NO_MARKUP, named, rings)]
    return desk.row(
        boards,
        [
            desk.say("一个局面", "A position"),
            desk.say("label：四块棋", "label: four chains"),
            desk.say("膨胀一圈，再看空点", "dilation, and empty: liberties"),
        ],
    )


# --- chapter 5: pygame ------------------------------------------------------------------------------------------


@picture("05-window")
def _window(desk: Desk) -> Surface:
    """What the chapter's own program shows before its last move is taken back."""
    taught = code_of("05-pygame.md", desk.language)
    scene, screen = taught["scene"], taught["screen"]
    for name in ("G3", "E3", "C3"):
        taught["click"](taught["center_of"](name))
        scene = taught["run"](scene, frames=40)
    shown: Surface = screen.copy()
    return shown


# --- chapter 6: PaddlePaddle ------------------------------------------------------------------------------------


@picture("06-loss")
def _loss(desk: Desk) -> Surface:
    losses = code_of("06-paddle.md")["losses"]
    steps = tuple(float(step) for step in range(1, len(losses) + 1))
    return desk.chart(
        [Series(steps, tuple(losses), "accent")],
        Axis(1, 150, (1, 50, 100, 150)),
        Axis(0, 0.7, (0, 0.2, 0.4, 0.6), "{:.1f}".format),
        620,
        250,
        desk.say("认打吃的小网络：每一步的损失", "The little net that learns atari: the loss of each step"),
    )


# --- chapter 7: the language of learning --------------------------------------------------------------------


@picture("07-spread")
def _spread(desk: Desk) -> Surface:
    taught, games = code_of("07-learning.md"), (10, 30, 100, 300, 1000, 3000)
    rng, curves = np.random.default_rng(0), []
    colors: dict[str, ColorName] = {"monte_carlo": "jade", "bootstrap": "accent"}
    for name, color in colors.items():
        told = [[taught[name](count, rng) for _ in range(24)] for count in games]
        mean, spread = np.mean(told, axis=1), np.std(told, axis=1)
        at = tuple(math.log10(count) for count in games)
        curves.append(Series(at, tuple(mean.tolist()), color, errors=tuple(spread.tolist())))
    exact = taught["V"](taught["START"])
    curves.insert(0, Series((1.0, math.log10(3000)), (exact, exact), "gold", is_pale=True))
    names = {math.log10(count): f"{count:,}" for count in games}
    return desk.chart(
        curves,
        Axis(1, math.log10(3000), tuple(names), lambda at: names[at]),
        Axis(-0.1, 0.7, (0, 0.2, 0.4, 0.6), "{:.1f}".format),
        660,
        320,
        desk.say("空棋盘值多少？横轴：看了多少盘棋", "What is the empty board worth? Games seen, to the right"),
        [
            ("gold", desk.say("准确值 0.297", "exactly 0.297")),
            ("jade", desk.say("蒙特卡洛", "Monte Carlo")),
            ("accent", desk.say("自举", "bootstrapping")),
        ],
    )


# --- chapter 8: nets -----------------------------------------------------------------------------------------


_PLANES = (
    ("我的棋子", "my stones"),
    ("对方的棋子", "theirs"),
    ("我：一口气", "mine, 1 liberty"),
    ("我：两口气", "mine, 2 liberties"),
    ("对方：一口气", "theirs, 1 liberty"),
    ("对方：两口气", "theirs, 2"),
    ("上一手", "last move"),
    ("上两手", "the one before"),
    ("上三手", "3 moves ago"),
    ("上四手", "4 moves ago"),
    ("上五手", "5 moves ago"),
    ("我不能下", "forbidden to me"),
    ("贴目", "komi"),
    ("刚停了一手", "just passed"),
    ("围住的空", "enclosed"),
    ("全是一", "all ones"),
)


@picture("08-planes")
def _planes(desk: Desk) -> Surface:
    taught = code_of("08-nets.md")
    planes, palette, cell = taught["planes"][0], desk.palette, desk.px(9)
    columns, side = 4, 9 * cell
    surface = desk.paper(4 * 150 + 16, 4 * 126 + 12)
    for number, plane in enumerate(planes):
        left = desk.px(16) + number % columns * desk.px(150)
        top = desk.px(12) + number // columns * desk.px(126)
        desk.look.rounded(surface, Rect(left - 2, top - 2, side + 3, side + 3), 2, palette.line)
        for row in range(9):
            for column in range(9):
                value = float(plane[row, column])
                ink = mix(palette.card, palette.jade if value > 0 else palette.accent, min(1.0, abs(value)))
                surface.fill(ink, Rect(left + column * cell, top + row * cell, cell - 1, cell - 1))
        box = Rect(left, top + side + desk.px(2), desk.px(140), desk.px(24))
        desk.text(surface, f"{number} {desk.say(*_PLANES[number])}", box, Size.SMALL, Align.LEFT, palette.muted)
    return surface


@picture("08-net")
def _net(desk: Desk) -> Surface:
    surface = desk.paper(700, 300)
    px = desk.px
    trunk = [
        (16, desk.say("输入\n16 个平面", "Input\n16 planes")),
        (146, desk.say("卷积\n3×3，64 个通道", "Convolution\n3×3, 64 channels")),
        (276, desk.say("残差块 ×4\n卷积、卷积，再加回来", "Residual block ×4\ntwice 3×3, added back")),
    ]
    boxes = [Rect(px(left), px(110), px(110 if number < 2 else 190), px(80)) for number, (left, _) in enumerate(trunk)]
    for box, (_, said) in zip(boxes, trunk, strict=True):
        desk.card(surface, box, said, size=Size.SMALL)
    for first, last in itertools.pairwise(boxes):
        desk.arrow(surface, (first.right + px(3), first.centery), (last.left - px(3), last.centery))
    arch = [
        (boxes[2].left + boxes[2].width * k / 40, boxes[2].top - px(26) * math.sin(math.pi * k / 40))
        for k in range(3, 38)
    ]
    smooth_line(surface, arch, desk.palette.jade, 2 * SCALE)
    desk.text(
        surface,
        desk.say("+ 捷径", "+ shortcut"),
        Rect(px(321), px(58), px(100), px(24)),
        Size.SMALL,
        color=desk.palette.jade_text,
    )
    heads = [
        (16, desk.say("策略\n81 个点 + 停一手", "Policy\n81 points + pass")),
        (110, desk.say("价值\n−1 到 +1", "Value\n−1 to +1")),
        (204, desk.say("归属\n每一点归谁", "Ownership\nwhose each point is")),
    ]
    for top, said in heads:
        box = Rect(px(520), px(top), px(164), px(80))
        desk.card(surface, box, said, size=Size.SMALL)
        desk.arrow(surface, (boxes[2].right + px(3), boxes[2].centery), (box.left - px(3), box.centery))
    return surface


# --- chapter 9: searching ------------------------------------------------------------------------------------


def _bars(
    desk: Desk,
    surface: Surface,
    box: Rect,
    values: Sequence[float],
    labels: Sequence[str],
    below: Sequence[str],
    color: str,
) -> None:
    """Bars side by side, each with words above and below; the tallest fills the box."""
    count, top = len(values), max(max(values), 1e-9)
    width, room = box.width // count, desk.px(22)
    for number, value in enumerate(values):
        left = box.left + number * width
        height = round((box.height - 2 * room) * value / top)
        bar = Rect(left + width // 6, box.bottom - room - height, width * 2 // 3, max(height, 2))
        desk.look.rounded(surface, bar, 3, getattr(desk.palette, color))
        desk.text(surface, labels[number], Rect(left, bar.top - room, width, room), Size.SMALL)
        desk.text(
            surface, below[number], Rect(left, box.bottom - room, width, room), Size.SMALL, color=desk.palette.muted
        )


@picture("09-steps")
def _steps(desk: Desk) -> Surface:
    names = [
        desk.say("1 选择：沿着最有希望的走下去", "1 Select: follow what promises most"),
        desk.say("2 展开：长出新的一层", "2 Expand: new moves appear"),
        desk.say("3 评估：新局面值多少？", "3 Evaluate: what is it worth?"),
        desk.say("4 回传：一路改写上面的账", "4 Back up: the way is told"),
    ]
    places = {
        "r": (130, 34),
        "a": (50, 100),
        "b": (130, 100),
        "c": (210, 100),
        "d": (95, 166),
        "e": (165, 166),
        "n": (165, 232),
    }
    edges = [("r", "a"), ("r", "b"), ("r", "c"), ("b", "d"), ("b", "e")]
    way = ["r", "b", "e"]
    palette, panels = desk.palette, []
    for step, name in enumerate(names):
        panel = desk.paper(260, 290)
        at = {key: (desk.px(x), desk.px(y)) for key, (x, y) in places.items()}
        lines = edges + ([("e", "n")] if step >= 1 else [])
        for start, end in lines:
            on_way = start in way and end in [*way, "n"] and (step == 0 or step == 3)
            smooth_line(
                panel, [at[start], at[end]], palette.accent if on_way else palette.line, (3.2 if on_way else 2) * SCALE
            )
        values = {"r": "8", "a": "2", "b": "4", "c": "1", "d": "2", "e": "1"}
        if step == 3:
            values |= {"r": "9", "b": "5", "e": "2"}
        for key, center in at.items():
            if key == "n" and step == 0:
                continue
            is_marked = (step in (0, 3) and key in way) or (key == "n" and step > 0)
            fill = palette.accent if is_marked else palette.card
            desk.look.disc(panel, center, desk.px(19), fill, palette.line)
            ink = palette.on_accent if is_marked else palette.ink
            said = values.get(key, "1" if step == 3 else "?" if step == 2 else "")
            box = Rect(0, 0, desk.px(36), desk.px(24))
            box.center = center
            desk.text(panel, said, box, Size.BODY, color=ink, bold=True)
        if step == 2:
            box = Rect(at["n"][0] + desk.px(20), at["n"][1] - desk.px(12), desk.px(66), desk.px(24))
            desk.text(panel, "v = +0.3", box, Size.SMALL, color=palette.jade_text, bold=True)
        if step == 3:
            for key, said in (("n", "−0.3"), ("e", "+0.3"), ("b", "−0.3"), ("r", "+0.3")):
                box = Rect(at[key][0] + desk.px(20), at[key][1] - desk.px(26), desk.px(50), desk.px(22))
                desk.text(panel, said, box, Size.SMALL, color=palette.jade_text, bold=True)
        desk.text(panel, name, Rect(0, desk.px(260), desk.px(260), desk.px(28)), Size.SMALL)
        panels.append(panel)
    upper, lower = desk.row(panels[:2]), desk.row(panels[2:])
    whole = Surface((upper.get_width(), 2 * upper.get_height()))
    whole.blit(upper, (0, 0))
    whole.blit(lower, (0, upper.get_height()))
    return whole


@picture("09-puzzle")
def _puzzle(desk: Desk) -> Surface:
    """The shipped dog's first glance after ten minutes and its search of the same position: what the chapter prints."""
    from clevergo.app.desk.paths import Paths
    from clevergo.players.brain import DogBrain
    from clevergo.search.descent import SearchConfig
    from clevergo.search.mcts import Search

    diagram = BOARDS["puzzle"]
    position = diagram.position()
    ages = Paths.find().shipped_weights("alpha_go").with_suffix("")
    brain = DogBrain.load("alpha_go", ages / f"age-{age_after(600):08d}.pdparams")
    prior, _ = brain.judge([position])
    found = Search(brain.evaluator(position.rules), SearchConfig(), leaves=1).run(position, 200)
    state = BoardState(diagram.stones())
    glance = [
        Disc(
            int(action),
            (92, 94, 170),
            f"{100 * prior[0, action]:.0f}%",
            radius=0.3 + 0.14 * float(prior[0, action] / prior.max()),
        )
        for action in np.argsort(-prior[0])[:4]
    ]
    tried = [
        Disc(
            action,
            (63, 125, 106) if action == found.best_action else (110, 101, 92),
            f"{(1 + found.q[action]) / 2:.0%}",
            str(found.visits[action]),
            0.44,
            is_best=action == found.best_action,
        )
        for action in found.ranking[:4]
    ]
    boards = [desk.position(state, 310, Marks(discs=tuple(discs)), coordinates=True) for discs in (glance, tried)]
    captions = [
        desk.say("第一眼的策略，百分之几", "The policy at first glance, in percent"),
        desk.say("想了 200 次：胜率（%）和次数", "After 200 simulations: chance (%), tries"),
    ]
    return desk.row(boards, captions)


@picture("09-gumbel")
def _gumbel(desk: Desk) -> Surface:
    from clevergo.search.gumbel import considered_visits

    order = considered_visits(8, 16)
    panels = []
    letters = "ABCDEFGH"
    for used, name in (
        (8, desk.say("先各试 1 次：8 个", "One try each: 8 moves")),
        (12, desk.say("好的一半再试 1 次：4 个", "One more for the better half: 4")),
        (16, desk.say("最好的两个再试 2 次", "Two more for the best two")),
    ):
        visits, alive = [0] * 8, 0
        for wanted in order[:used]:
            alive = visits.index(wanted) if wanted in visits else alive
            visits[alive] += 1
        panel = desk.paper(230, 190)
        panels.append(panel)
        bars = Rect(
            0, desk.px(190 - 10 - 44) - desk.px(28 * max(visits)), desk.px(230), desk.px(44) + desk.px(28 * max(visits))
        )
        _bars(desk, panel, bars, visits, [str(v) for v in visits], letters, "jade")
        desk.text(panel, name, Rect(0, 0, panel.get_width(), desk.px(26)), Size.SMALL)
    return desk.row(panels)


# --- chapter 10: training --------------------------------------------------------------------------------------


@picture("10-round")
def _round(desk: Desk) -> Surface:
    surface = desk.paper(680, 330)
    cards = {
        "play": (
            20,
            20,
            desk.say("自我对弈\n64 盘同时下，每步搜索 16 次", "Self-play\n64 games at once, 16 simulations a move"),
        ),
        "keep": (
            370,
            20,
            desk.say("回放窗口\n最近的局面：改进的策略、结果", "Replay window\nlatest positions, targets, results"),
        ),
        "learn": (
            370,
            210,
            desk.say("学习\n每批 256 个，随机转个方向", "Learning\nbatches of 256, each turned at random"),
        ),
        "net": (
            20,
            210,
            desk.say("更好的网络\n权重的滑动平均，约 20 秒一换", "A better net\naveraged weights, about every 20 s"),
        ),
    }
    boxes = {}
    for name, (left, top, said) in cards.items():
        boxes[name] = Rect(desk.px(left), desk.px(top), desk.px(290), desk.px(96))
        desk.card(surface, boxes[name], said)
    for start, end, sides in (
        ("play", "keep", ("midright", "midleft")),
        ("keep", "learn", ("midbottom", "midtop")),
        ("learn", "net", ("midleft", "midright")),
        ("net", "play", ("midtop", "midbottom")),
    ):
        first, last = getattr(boxes[start], sides[0]), getattr(boxes[end], sides[1])
        gap = desk.px(6)
        way = (np.sign(last[0] - first[0]) * gap, np.sign(last[1] - first[1]) * gap)
        desk.arrow(
            surface, (first[0] + way[0], first[1] + way[1]), (last[0] - way[0], last[1] - way[1]), desk.palette.accent
        )
    box = Rect(desk.px(180), desk.px(140), desk.px(320), desk.px(48))
    desk.text(surface, desk.say("一圈又一圈", "round and round"), box, Size.HEADING, color=desk.palette.accent_text)
    return surface


@picture("10-losses")
def _losses(desk: Desk) -> Surface:
    """Run C of docs/findings.md."""
    positions = (0.2, 0.4, 0.6, 1.0)
    rows: dict[ColorName, tuple[tuple[float, ...], str]] = {
        "accent": ((2.98, 2.64, 2.28, 1.94), desk.say("策略损失", "policy loss")),
        "gold": ((3.03, 2.52, 2.20, 1.85), desk.say("没学过的棋上", "on games never learned from")),
        "jade": ((2.21, 1.88, 1.60, 1.36), desk.say("目标自己的熵", "the targets' own entropy")),
    }
    series = [Series(positions, values, color) for color, (values, _) in rows.items()]
    return desk.chart(
        series,
        Axis(0.2, 1.0, positions, lambda at: desk.say(f"{100 * at:.0f} 万", f"{at:g} M")),
        Axis(1, 3.5, (1, 2, 3), "{:g}".format),
        660,
        300,
        desk.say("一只狗小时候：横轴是下过的局面", "A dog when young: positions played, to the right"),
        [(color, words) for color, (_, words) in rows.items()],
    )


# --- chapter 11: measuring ------------------------------------------------------------------------------------


@picture("11-games")
def _games(desk: Desk) -> Surface:
    games = (10, 20, 40, 80, 160, 320, 640)
    at = tuple(math.log10(count) for count in games)
    names = {math.log10(count): str(count) for count in games}
    half = (0.5,) * len(games)
    wide = Series(at, half, "jade", errors=tuple(2 * math.sqrt(0.25 / count) for count in games))
    narrow = Series(at, half, "jade", errors=tuple(math.sqrt(0.25 / count) for count in games))
    return desk.chart(
        [wide, narrow],
        Axis(1, math.log10(640), tuple(names), lambda at: names[at]),
        Axis(0.1, 0.9, (0.2, 0.4, 0.6, 0.8), "{:.0%}".format),
        640,
        290,
        desk.say(
            "两只一样强的狗：得分率会晃多远（一个、两个标准误）",
            "Two equal dogs: how far the score strays (one and two errors)",
        ),
    )


_YOUNG = (
    ("滑动平均短", "young average", 91, 77),
    ("重在意外", "surprise", 64, 75),
    ("换得勤", "publish often", 33, 51),
    ("什么也没改", "nothing at all", 22, None),
)
"""docs/findings.md, "Young dogs against each other": games of 100 won by the first, for two seeds."""


@picture("11-seeds")
def _seeds(desk: Desk) -> Surface:
    surface, palette = desk.paper(660, 290), desk.palette
    heading = desk.say("100 局里赢了几局：两颗种子（绿、金）", "Won of 100 games, for two seeds (green and gold)")
    desk.text(surface, heading, Rect(desk.px(16), desk.px(8), desk.px(620), desk.px(24)), align=Align.LEFT)
    base, high = desk.px(244), desk.px(190)
    surface.fill(palette.line, Rect(desk.px(16), base - high // 2, desk.px(628), desk.px(1)))
    for number, (zh, en, *won) in enumerate(_YOUNG):
        left = desk.px(24 + 156 * number)
        for seed, count in enumerate(won):
            if count is not None:
                bar = Rect(left + desk.px(14 + 56 * seed), base - high * count // 100, desk.px(44), high * count // 100)
                if won[1] is None:
                    bar.move_ip(desk.px(28), 0)
                desk.look.rounded(surface, bar, 3, palette.gold if seed else palette.jade)
                desk.text(
                    surface, str(count), Rect(bar.left, bar.top - desk.px(22), bar.width, desk.px(22)), Size.SMALL
                )
        box = Rect(left - desk.px(8), base + desk.px(6), desk.px(144), desk.px(26))
        desk.text(surface, desk.say(zh, en), box, Size.SMALL, color=palette.muted)
    return surface


# --- chapter 12: the program ---------------------------------------------------------------------------------------


_HOUSE = (
    ("ui", "窗口、棋盘、按钮", "window, board, buttons"),
    ("app", "对局、狗舍、训练、比赛", "matches, kennel, training, tournaments"),
    ("training", "自我对弈、学习、等级分、医生", "self-play, learning, ratings, doctor"),
    ("players", "谁能坐下来下", "who can sit down to play"),
    ("nn", "网络、权重文件", "nets and weight files"),
    ("search", "任何棋的搜索树", "trees over any game"),
    ("games", "围棋、五子棋，以及你的棋", "Go, five in a row, and yours"),
    ("workers", "进程：启动、传话、结束", "processes: start, talk, end"),
)


@picture("12-house")
def _house(desk: Desk) -> Surface:
    surface, palette = desk.paper(600, 44 * len(_HOUSE) + 24), desk.palette
    for floor, (name, zh, en) in enumerate(_HOUSE):
        box = Rect(desk.px(16), desk.px(12 + 44 * floor), desk.px(568), desk.px(38))
        desk.look.rounded(surface, box, 8, mix(palette.card, palette.gold, 0.06 * floor), palette.line, 1)
        name_box = Rect(box.left + desk.px(16), box.top, desk.px(110), box.height)
        desk.text(surface, name, name_box, align=Align.LEFT, bold=True)
        said_box = Rect(box.left + desk.px(130), box.top, desk.px(420), box.height)
        desk.text(surface, desk.say(zh, en), said_box, align=Align.LEFT, color=mix(palette.muted, palette.ink, 0.6))
    return surface


@picture("12-move")
def _move(desk: Desk) -> Surface:
    surface, px = desk.paper(700, 250), desk.px
    left = [
        desk.say("点击\n像素变成点", "Click\npixels to a point"),
        desk.say("核对\n轮到你吗？能下吗？", "Checked\nyour turn? legal?"),
        desk.say("记录\n一棵不会丢的树", "Recorded\nnothing is lost"),
    ]
    above = [Rect(px(16 + 230 * number), px(30), px(200), px(72)) for number in range(3)]
    for box, said in zip(above, left, strict=True):
        desk.card(surface, box, said, size=Size.SMALL)
    below = [
        (
            Rect(px(476), px(160), px(200), px(72)),
            desk.say("请求（哪盘，第几手）\n另一个进程去想", "Request (match, ply)\nanother process thinks"),
        ),
        (Rect(px(246), px(160), px(200), px(72)), desk.say("搜索\n一批批问网络", "Search\nasks the net in batches")),
        (
            Rect(px(16), px(160), px(200), px(72)),
            desk.say("回答（哪盘，第几手）\n过时的扔掉", "Answer (match, ply)\nstale ones are dropped"),
        ),
    ]
    for box, said in below:
        desk.card(surface, box, said, mix(desk.palette.card, desk.palette.jade, 0.12), Size.SMALL)
    boxes = [*above, *(box for box, _ in below)]
    for first, last in itertools.pairwise(boxes[:3]):
        desk.arrow(surface, (first.right + px(4), first.centery), (last.left - px(4), last.centery))
    desk.arrow(surface, (boxes[2].centerx, boxes[2].bottom + px(4)), (boxes[3].centerx, boxes[3].top - px(4)))
    for first, last in itertools.pairwise(boxes[3:]):
        desk.arrow(surface, (first.left - px(4), first.centery), (last.right + px(4), last.centery))
    desk.arrow(surface, (boxes[5].centerx, boxes[5].top - px(4)), (boxes[0].centerx, boxes[0].bottom + px(4)))
    return surface


# --- chapter 13: exercises ---------------------------------------------------------------------------------


_REVERSI = """
import json, sys
import numpy as np
from clevergo.games.guests import game_named
position, shown = game_named("reversi").agree({"size": 8})[0].first_position(), []
for _ in range(3):
    legal = np.flatnonzero(position.legal_moves).tolist()
    shown.append((position.stones.tolist(), legal))
    position = position.play(legal[0])
json.dump(shown, sys.stdout)
"""


@picture("13-reversi", has_words=False)
def _reversi(desk: Desk) -> Surface:
    """The game takes part only where the environment names it: in a process of its own."""
    environment = {**os.environ, "CLEVERGO_GUESTS": "examples.reversi.game", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", _REVERSI], env=environment, capture_output=True, check=True)
    panels = []
    for stones, legal in json.loads(done.stdout):
        dots = Markup(tuple((action, Shape.SELECTED) for action in legal))
        panels.append(desk.position(BoardState(np.array(stones, np.int8), markup=dots), 220))
    return desk.row(panels)


# --- chapter 14: outlook -----------------------------------------------------------------------------------


@picture("14-doubling")
def _doubling(desk: Desk) -> Surface:
    shipped = json.loads((ROOT / "models" / "alpha_go.json").read_text(encoding="utf-8"))
    ages = [age for age in shipped["ages"] if age["games"]]
    ages.append({"games": shipped["games"], "rating": shipped["rating"], "error": shipped["rating_error"]})
    at, top = tuple(math.log2(age["games"]) for age in ages), _top(ages)
    curve = Series(at, tuple(a["rating"] for a in ages), "accent", errors=tuple(a["error"] for a in ages))
    first, last = at[0] - 0.2, at[-1] + 0.2
    doublings = {math.log2(100 * 2**k): f"{100 * 2**k:,.0f}" for k in range(-2, 13, 2)}
    shown = tuple(tick for tick in doublings if first <= tick <= last)
    return desk.chart(
        [curve],
        Axis(first, last, shown, lambda at: doublings[at]),
        Axis(0, top, tuple(range(0, top + 1, 1000))),
        660,
        300,
        desk.say(
            "alpha_go 的等级分：横轴每一格，局数翻两番",
            "alpha_go's rating: each step to the right is four times the games",
        ),
    )


# --- files -----------------------------------------------------------------------------------------------------


def write_png(surface: Surface, file: Path) -> None:
    """Write a picture with at most ``_COLORS`` colors: found as centers of what is there, the same on every run."""
    from scipy.cluster.vq import kmeans2, vq

    pixels = np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))
    height, width, _ = pixels.shape
    colors, index = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True)
    index = index.ravel()
    if len(colors) > _COLORS:
        rng, shares = np.random.default_rng(0), np.bincount(index)
        some = colors[rng.choice(len(colors), 20_000, p=np.sqrt(shares) / np.sqrt(shares).sum())].astype(np.float64)
        most = colors[np.argsort(-shares)[:8]].astype(np.float64)
        centers, _ = kmeans2(some, _COLORS - len(most), iter=12, minit="++", seed=0)
        palette = np.unique(np.vstack([most, centers]).round().clip(0, 255), axis=0)
        nearest, _ = vq(colors.astype(np.float64), palette)
        index, colors = nearest[index], palette.astype(np.uint8)
    rows = index.astype(np.uint8).reshape(height, width)
    raw = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [chunk(b"IHDR", header), chunk(b"PLTE", colors.astype(np.uint8).tobytes())]
    parts += [chunk(b"IDAT", zlib.compress(raw, 9)), chunk(b"IEND", b"")]
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))


def main(wanted: Sequence[str]) -> None:
    """Draw all pictures, or those whose names begin so."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, (drawing, has_words) in _MADE.items():
        if wanted and not any(name.startswith(start) for start in wanted):
            continue
        for file in _files(name, has_words):
            language = next((one for one in LANGUAGES if f".{one}." in file), LANGUAGES[0])
            write_png(drawing(Desk(language, DARK if ".dark." in file else LIGHT)), IMAGES / file)
            print(file, (IMAGES / file).stat().st_size)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
