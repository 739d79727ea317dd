"""Losses and moments in words."""

from __future__ import annotations

from functools import partial

from clevergo.app.coach.review import Loss, Moment, Tale
from clevergo.games.grid import Grid
from clevergo.ui.kit.look import Words
from clevergo.ui.kit.theme import Rgb
from clevergo.ui.scenes.play.words import color_words, point_name
from clevergo.ui.strings import CoachText

BAD: Rgb = (190, 58, 22)
"""A move that cost much; on stones, in the list and on boards."""
DOUBTFUL: Rgb = (214, 134, 34)
"""One that cost something."""
GOOD: Rgb = (22, 120, 90)
"""A better move."""
_PLURAL = {Tale.TAKES: (CoachText.TAKES_ONE, CoachText.TAKES), Tale.MISSED: (CoachText.MISSED_ONE, CoachText.MISSED)}
"""What is told of one stone that lies there, and of several."""
_LATER = {Tale.TAKES: CoachText.TAKES_LATER, Tale.MISSED: CoachText.MISSED_LATER}
"""The same where some of them are yet to be put."""


def loss_color(loss: Loss) -> Rgb:
    """What marks a mistake."""
    return BAD if loss.is_blunder else DOUBTFUL


def figure(size: float) -> int:
    """Points or percent, as whole as they can be told."""
    return max(round(size), 1)


def loss_said(loss: Loss) -> Words:
    """A loss as a heading has it: ``−8 points``."""
    words = CoachText.LOSS_POINTS if loss.points is not None else CoachText.LOSS_PERCENT
    return words(n=figure(loss.size))


def cost_said(size: float, is_points: bool) -> Words:
    """A loss within a sentence: ``8 points``."""
    return (CoachText.COST_POINTS if is_points else CoachText.COST_PERCENT)(n=figure(size))


def moment_said(moment: Moment, grid: Grid) -> Words:
    """A sentence from what was measured, and how often the better move was left alone."""
    said = _cost_of(moment, grid)
    return said if moment.missed < 2 else CoachText.MISSED_AGAIN(said=said, n=moment.missed)


def _cost_of(moment: Moment, grid: Grid) -> Words:
    loss, tale = moment.loss, moment.tale
    cost = cost_said(loss.size, loss.points is not None)
    values = {
        "played": partial(point_name, grid=grid, action=loss.action),
        "better": partial(point_name, grid=grid, action=loss.better),
        "cost": cost,
    }
    other, own = (color_words(color) for color in (loss.side.opponent, loss.side))
    if tale is Tale.WINS:
        return CoachText.WINS(color=other, **values)
    if tale is Tale.MISSED_WIN:
        return CoachText.MISSED_WIN(**values)
    if tale is Tale.PLAIN:
        return CoachText.PLAIN(**values)
    taker = other if tale is Tale.TAKES else own
    if not moment.stones:
        return _LATER[tale](color=taker, n=moment.count, **values)
    return _PLURAL[tale][moment.count > 1](color=taker, n=moment.count, **values)


def lost_said(loss: Loss, grid: Grid) -> Words:
    """What a move cost, and what would have been better, in one line."""
    return CoachText.LOST(
        color=color_words(loss.side),
        cost=cost_said(loss.size, loss.points is not None),
        move=partial(point_name, grid=grid, action=loss.action),
        better=partial(point_name, grid=grid, action=loss.better),
    )
