"""Icons: strokes of one width with round ends on a field of 24 by 24, drawn large and scaled down."""

from __future__ import annotations

import enum
import itertools
import math

import pygame
from pygame import Surface

from clevergo.ui.kit.shapes import thick_segment
from clevergo.ui.kit.theme import Rgb

_FIELD = 24
_STROKE = 1.9
_FACTOR = 4

_Points = list[tuple[float, float]]


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 28) -> _Points:
    """Points on a circle; degrees, clockwise from the right."""
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def _rays() -> list[_Points]:
    angles = [k * math.pi / 4 for k in range(8)]
    return [[(12 + radius * math.cos(a), 12 + radius * math.sin(a)) for radius in (7.2, 9.6)] for a in angles]


def _gear() -> _Points:
    """The outline of a wheel with eight teeth."""
    outline = []
    for k in range(8):
        middle = 45.0 * k
        for turn, radius in ((-13.5, 6.9), (-9.0, 9.3), (9.0, 9.3), (13.5, 6.9)):
            angle = math.radians(middle + turn)
            outline.append((12 + radius * math.cos(angle), 12 + radius * math.sin(angle)))
    return [*outline, outline[0]]


_SPEAKER: _Points = [(3.5, 9.5), (7, 9.5), (11.5, 5.5), (11.5, 18.5), (7, 14.5), (3.5, 14.5), (3.5, 9.5)]
_NOTES: tuple[_Points, ...] = (
    [(9.2, 17), (9.2, 6), (19, 4), (19, 15)],
    [(9.2, 9.6), (19, 7.6)],
    _arc(6.8, 17, 2.4, 0, 360),
    _arc(16.6, 15, 2.4, 0, 360),
)
_MOON = _arc(12, 12, 8.2, 20, 280) + _arc(16.2, 7.4, 6.6, 222, 65)
_TRIANGLE: _Points = [(8, 5.5), (18, 12), (8, 18.5), (8, 5.5)]


class Icon(enum.Enum):
    """What can be shown without words; the value is its strokes."""

    SOUND = (_SPEAKER, _arc(11.5, 12, 4.4, -48, 48), _arc(11.5, 12, 8.4, -48, 48))
    SILENT = (_SPEAKER, [(15.5, 9.5), (20.5, 14.5)], [(20.5, 9.5), (15.5, 14.5)])
    NOTE = _NOTES
    NO_NOTE = (*_NOTES, [(3.5, 4), (20.5, 21)])
    SUN = (_arc(12, 12, 4.2, 0, 360), *_rays())
    MOON = (_MOON,)
    DOWN = ([(6.5, 9.5), (12, 15), (17.5, 9.5)],)
    UP = ([(6.5, 14.5), (12, 9), (17.5, 14.5)],)
    LEFT = ([(14.5, 6.5), (9, 12), (14.5, 17.5)],)
    RIGHT = ([(9.5, 6.5), (15, 12), (9.5, 17.5)],)
    FIRST = ([(17, 6.5), (11.5, 12), (17, 17.5)], [(7, 6.5), (7, 17.5)])
    LAST = ([(7, 6.5), (12.5, 12), (7, 17.5)], [(17, 6.5), (17, 17.5)])
    REWIND = ([(12, 6.5), (6.5, 12), (12, 17.5)], [(18, 6.5), (12.5, 12), (18, 17.5)])
    FORWARD = ([(12, 6.5), (17.5, 12), (12, 17.5)], [(6, 6.5), (11.5, 12), (6, 17.5)])
    TREE = (
        [(9.2, 4), (14.8, 4), (14.8, 8.4), (9.2, 8.4), (9.2, 4)],
        [(3.2, 15.6), (8.8, 15.6), (8.8, 20), (3.2, 20), (3.2, 15.6)],
        [(15.2, 15.6), (20.8, 15.6), (20.8, 20), (15.2, 20), (15.2, 15.6)],
        [(6, 15.6), (6, 12), (18, 12), (18, 15.6)],
        [(12, 8.4), (12, 12)],
    )
    FILM = (
        [(3.5, 5.5), (20.5, 5.5), (20.5, 18.5), (3.5, 18.5), (3.5, 5.5)],
        [(8, 5.5), (8, 18.5)],
        [(16, 5.5), (16, 18.5)],
        [(3.5, 10), (8, 10)],
        [(3.5, 14), (8, 14)],
        [(16, 10), (20.5, 10)],
        [(16, 14), (20.5, 14)],
    )
    LAYERS = (
        [(12, 3.8), (20.5, 8.2), (12, 12.6), (3.5, 8.2), (12, 3.8)],
        [(3.5, 12.2), (12, 16.6), (20.5, 12.2)],
        [(3.5, 16.2), (12, 20.6), (20.5, 16.2)],
    )
    FALLING = ([(4, 4.5), (4, 19.5), (20, 19.5)], [(7.2, 6), (9, 10.6), (12, 13.8), (15.6, 15.4), (20, 16)])
    BOOK = (
        [(12, 6.5), (9.5, 5), (4, 5), (4, 17.5), (9.5, 17.5), (12, 19)],
        [(12, 6.5), (14.5, 5), (20, 5), (20, 17.5), (14.5, 17.5), (12, 19)],
        [(12, 6.5), (12, 19)],
    )
    CHECK = ([(5.5, 12.5), (10, 17), (18.5, 7.5)],)
    CLOSE = ([(6.5, 6.5), (17.5, 17.5)], [(17.5, 6.5), (6.5, 17.5)])
    PLUS = ([(12, 5.5), (12, 18.5)], [(5.5, 12), (18.5, 12)])
    MINUS = ([(5.5, 12), (18.5, 12)],)
    PLAY = (_TRIANGLE,)
    PAUSE = ([(9, 6), (9, 18)], [(15, 6), (15, 18)])
    STOP = ([(7, 7), (17, 7), (17, 17), (7, 17), (7, 7)],)
    UNDO = ([(8, 5), (4, 9), (8, 13)], [(4, 9), (14, 9), *_arc(14, 13.75, 4.75, -90, 90), (9, 18.5)])
    REDO = ([(16, 5), (20, 9), (16, 13)], [(20, 9), (10, 9), *_arc(10, 13.75, 4.75, -90, -270), (15, 18.5)])
    SWAP = (
        [(4, 8.5), (20, 8.5)],
        [(16, 4.5), (20, 8.5), (16, 12.5)],
        [(20, 15.5), (4, 15.5)],
        [(8, 11.5), (4, 15.5), (8, 19.5)],
    )
    RESTART = (_arc(12, 12.5, 7.2, -45, 250), [(18.2, 3.6), (17.4, 7.6), (13.4, 6.9)])
    TRIANGLE = ([(12, 5), (19.5, 18), (4.5, 18), (12, 5)],)
    SQUARE = ([(5.5, 5.5), (18.5, 5.5), (18.5, 18.5), (5.5, 18.5), (5.5, 5.5)],)
    RING = (_arc(12, 12, 7, 0, 360),)
    DOT = (_arc(12, 12, 2.4, 0, 360), _arc(12, 12, 1, 0, 360))
    LINE = ([(5.5, 18.5), (18.5, 5.5)],)
    ARROW = ([(5.5, 18.5), (18.5, 5.5)], [(11, 5.5), (18.5, 5.5), (18.5, 13)])
    ERASER = (
        [(4, 15), (13, 6), (19, 12), (12.5, 18.5), (7.5, 18.5), (4, 15)],
        [(8.5, 10.5), (14.5, 16.5)],
        [(12.5, 18.5), (20, 18.5)],
    )
    SEARCH = (_arc(10.5, 10.5, 6, 0, 360), [(15, 15), (20, 20)])
    WARNING = ([(12, 4.5), (20.5, 19), (3.5, 19), (12, 4.5)], [(12, 10), (12, 13.6)], [(12, 16.3), (12, 16.4)])
    INFO = (_arc(12, 12, 8.4, 0, 360), [(12, 11), (12, 16)], [(12, 7.8), (12, 7.9)])
    EYE = (_arc(12, 18, 10.8, -146, -34), _arc(12, 6, 10.8, 34, 146), _arc(12, 12, 2.9, 0, 360))
    GEAR = (_gear(), _arc(12, 12, 2.9, 0, 360))
    SHRINK = (
        [(4.5, 9.5), (9.5, 9.5), (9.5, 4.5)],
        [(19.5, 9.5), (14.5, 9.5), (14.5, 4.5)],
        [(4.5, 14.5), (9.5, 14.5), (9.5, 19.5)],
        [(19.5, 14.5), (14.5, 14.5), (14.5, 19.5)],
    )
    LEAVE = ([(10, 4.5), (4.5, 4.5), (4.5, 19.5), (10, 19.5)], [(10, 12), (20, 12)], [(16, 8), (20, 12), (16, 16)])
    LINK = (
        [(3, 4.5), (10.5, 4.5), (10.5, 10), (3, 10), (3, 4.5)],
        [(13.5, 14), (21, 14), (21, 19.5), (13.5, 19.5), (13.5, 14)],
        [(6.75, 10), (6.75, 16.75), (13.5, 16.75)],
        [(17.25, 14), (17.25, 7.25), (10.5, 7.25)],
    )
    SHARE = (
        [(12, 14.5), (12, 3.5)],
        [(8, 7.5), (12, 3.5), (16, 7.5)],
        [(8.5, 10.5), (5, 10.5), (5, 20), (19, 20), (19, 10.5), (15.5, 10.5)],
    )
    COPY = (
        [(9, 9), (19.5, 9), (19.5, 19.5), (9, 19.5), (9, 9)],
        [(15, 9), (15, 4.5), (4.5, 4.5), (4.5, 15), (9, 15)],
    )
    FOLDER = ([(3.5, 18.5), (3.5, 5.5), (9.5, 5.5), (11.5, 8), (20.5, 8), (20.5, 18.5), (3.5, 18.5)],)


_FILLED = frozenset({Icon.PLAY, Icon.STOP})


def draw_icon(icon: Icon, size: int, color: Rgb) -> Surface:
    """The icon on a transparent square of ``size`` pixels."""
    large = Surface((size * _FACTOR, size * _FACTOR), pygame.SRCALPHA)
    large.fill((*color, 0))
    unit = size * _FACTOR / _FIELD
    for stroke in icon.value:
        points = [(x * unit, y * unit) for x, y in stroke]
        if icon in _FILLED:
            pygame.draw.polygon(large, color, points)
        for start, end in itertools.pairwise(points):
            thick_segment(large, start, end, _STROKE * unit, color)
    return pygame.transform.smoothscale(large, (size, size))
