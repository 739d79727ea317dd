"""Whether everything a stage shows fits: each text whole, inside its widget and the window, and on no other text."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Rect

from clevergo.ui.kit.base import Group, Widget
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import DrawnText
from clevergo.ui.kit.notes import Toasts
from clevergo.ui.shell.stage import Stage

_SLACK = 3
"""Pixels by which a letter may reach over its widget's edge: the lines of a font are higher than their letters."""
_TOUCH = 2
"""Pixels by which the boxes around the ink of two texts may meet."""


@dataclass(frozen=True)
class Shown:
    """A text and the widget that drew it."""

    widget: Widget
    drawn: DrawnText


def texts_shown(stage: Stage) -> list[Shown]:
    """Every text of what lies on top: the topmost popup, or the whole window."""
    top = stage.popups[-1] if stage.popups else stage
    found = []
    # Nothing is looked at but what was noted: a surface of one pixel clips all of the drawing away.
    surface = pygame.Surface((1, 1))
    look = stage.look
    for widget in top.walk():
        if isinstance(widget, Toasts) or isinstance(widget.parent, Toasts) or not all(widget.rect.size):
            continue
        look.drawn = []
        if isinstance(widget, Group) and type(widget).draw is Group.draw:
            widget.draw_behind(surface, look)
        elif not isinstance(widget, Stage):
            widget.draw(surface, look)
        found += [Shown(widget, drawn) for drawn in look.drawn]
        look.drawn = None
    return found


def misfits(stage: Stage, found: list[Shown] | None = None) -> list[str]:
    """What does not fit, in words; empty where all is well. ``found``: the texts shown, where they are known."""
    shown = texts_shown(stage) if found is None else found
    return [*_cut(shown), *_outside(stage, shown), *_overlapping(shown), *_marks_outside(stage)]


def _named(one: Shown) -> str:
    widget = one.widget
    return f"{one.drawn.text!r} of {type(widget).__name__} {widget.id}{tuple(widget.rect)}"


def _cut(shown: list[Shown]) -> list[str]:
    return [f"cut: {_named(one)}" for one in shown if one.drawn.is_cut]


def _outside(stage: Stage, shown: list[Shown]) -> list[str]:
    wrong = []
    for one in shown:
        room = one.widget.rect.inflate(2 * _SLACK, 2 * _SLACK)
        if isinstance(one.widget, ListView):  # its last row may be seen in part, and scrolls
            room = Rect(room.left, stage.rect.top, room.width, stage.rect.height)
        if not room.contains(one.drawn.ink):
            wrong.append(f"beyond its widget: {_named(one)} at {tuple(one.drawn.ink)}")
        elif not stage.rect.contains(one.drawn.ink):
            wrong.append(f"beyond the window: {_named(one)} at {tuple(one.drawn.ink)}")
    return wrong


def _overlapping(shown: list[Shown]) -> list[str]:
    wrong = []
    inks = [one.drawn.ink.inflate(-2 * _TOUCH, -2 * _TOUCH) for one in shown]
    for i, ink in enumerate(inks):
        if ink.width <= 0:
            continue
        for j in ink.collidelistall(inks[i + 1 :]):
            if inks[i + 1 + j].width > 0:
                wrong.append(f"overlapping: {_named(shown[i])} and {_named(shown[i + 1 + j])}")
    return wrong


def _marks_outside(stage: Stage) -> list[str]:
    room = stage.rect.inflate(2, 2)
    return [f"out of reach: {mark.id} {tuple(mark.rect)}" for mark in stage.clickable() if not room.contains(mark.rect)]
