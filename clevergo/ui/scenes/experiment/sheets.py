"""Experiments to take along: a picture of what is seen, and tables for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

import pygame
from pygame import Rect, Surface

from clevergo.app.experiment.messages import Curves, ExperimentSnapshot, Written
from clevergo.app.experiment.wishes import SIDES, Board
from clevergo.ui.kit.base import inset
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.experiment.notebook import HEAD, ROW, draw_head, draw_row
from clevergo.ui.scenes.experiment.ruler import reach_of
from clevergo.ui.scenes.experiment.words import board_words, dog_words, guess_words, title_of, verdict_said
from clevergo.ui.strings import ExperimentText, Strings

_MARK = b"\xef\xbb\xbf"
"""Tells spreadsheets that a table is UTF-8."""


# --- pictures -------------------------------------------------------------------------------------------


def picture_of(surface: Surface) -> bytes:
    """As a PNG file. May take a tenth of a second: not for the window's thread."""
    file = io.BytesIO()
    pygame.image.save(surface, file, "picture.png")
    return file.getvalue()


def notebook_picture(look: Look, written: Sequence[Written], width: int) -> Surface:
    """All experiments, however many, in the colors and the language of the window."""
    row, margin, head = look.px(ROW), look.px(28), look.px(34)
    height = 2 * margin + head + look.px(HEAD) + row * len(written)
    surface = Surface((width, height))
    surface.fill(look.palette.panel)
    inner = inset(surface.get_rect(), margin)
    title = Rect(inner.left + look.px(10), inner.top, inner.width, look.px(24))
    look.text(surface, ExperimentText.NOTEBOOK, title, Size.HEADING, look.palette.ink, True)
    top = inner.top + head
    draw_head(surface, look, Rect(inner.left, top, inner.width, look.px(HEAD)))
    reach = reach_of(written)
    for number, each in enumerate(written):
        line = Rect(inner.left, top + look.px(HEAD) + number * row, inner.width, row)
        draw_row(surface, look, line, each, reach)
    return surface


# --- tables ---------------------------------------------------------------------------------------------


def _table(rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows([["" if cell is None else cell for cell in row] for row in rows])
    return _MARK + text.getvalue().encode()


def _heads(strings: Strings, *words: Words) -> list[str]:
    return [str(strings.said(each)) for each in words]


def notebook_table(strings: Strings, written: Sequence[Written]) -> bytes:
    """All experiments, a row each."""
    head = _heads(
        strings,
        ExperimentText.CSV_DATE,
        ExperimentText.HEAD_WHAT,
        ExperimentText.CSV_ONE,
        ExperimentText.CSV_OTHER,
        ExperimentText.CSV_BOARD,
        ExperimentText.CSV_MINUTES,
        ExperimentText.CSV_PAIRS,
        ExperimentText.CSV_GUESS,
        ExperimentText.CSV_WON,
        ExperimentText.CSV_LOST,
        ExperimentText.CSV_DRAWN,
        ExperimentText.CSV_GAIN,
        ExperimentText.CSV_GAIN_ERROR,
        ExperimentText.CSV_CHANCE,
        ExperimentText.CSV_VERDICT,
    )
    return _table([head, *(_row(strings, each) for each in written)])


def _row(strings: Strings, written: Written) -> list[object]:
    experiment, plan, finding = written.experiment, written.experiment.plan, written.finding
    difference, guess = experiment.difference, experiment.guess
    found: list[object] = [None] * 6
    if finding is not None:
        score = finding.score
        figures = (round(finding.gain), round(finding.error), f"{finding.chance:.4f}")
        found = [score.first, score.second, score.draws, *figures]
    return [
        strings.day(experiment.created) if experiment.created else None,
        strings.get(title_of(difference)),
        strings.get(dog_words(difference, "one")),
        strings.get(dog_words(difference, "other")),
        strings.said(board_words(Board(plan.game, plan.size))),
        plan.minutes,
        plan.seeds,
        None if guess is None else strings.said(guess_words(difference, guess)),
        *found,
        verdict_said(strings, written),
    ]


def curves_table(strings: Strings, shown: ExperimentSnapshot) -> bytes:
    """What was found in one experiment, and below it every dog's curves, a row a moment."""
    written = shown.written
    assert written is not None
    head = _heads(
        strings,
        ExperimentText.CSV_DOG,
        ExperimentText.CSV_PAIR,
        ExperimentText.CSV_SECONDS,
        ExperimentText.CSV_GAMES,
        ExperimentText.CSV_POSITIONS,
        ExperimentText.CSV_MOVES,
        ExperimentText.CSV_RESULT,
        ExperimentText.CSV_RATING,
        ExperimentText.CSV_ERROR,
    )
    rows: list[Sequence[object]] = [head]
    for dogs, side in zip((shown.one, shown.other), SIDES, strict=True):
        name = strings.get(dog_words(written.experiment.difference, side))
        for number, dog in enumerate(dogs, 1):
            rows += _curve_rows(name, number, dog)
    return _table(rows)


def _curve_rows(name: str, number: int, dog: Curves) -> list[Sequence[object]]:
    """Each rating stands in the row of the moment next to it."""
    rated = {}
    for rating in dog.ratings:
        nearest = min(range(len(dog.points)), key=lambda i: abs(dog.points[i].seconds - rating.seconds), default=None)
        rated[nearest] = rating
    rows: list[Sequence[object]] = []
    for place, point in enumerate(dog.points):
        losses = [None if loss is None else f"{loss:.4f}" for loss in (point.policy, point.value)]
        measured = rated.get(place)
        strength = [None, None] if measured is None else [round(measured.rating), round(measured.error)]
        rows.append([name, number, f"{point.seconds:.1f}", point.games, point.positions, *losses, *strength])
    return rows
