"""What is shown and said of a film: the small boards and the large one, figures, and sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from clevergo.app.desk.settings import MindMode
from clevergo.app.film.ages import Age
from clevergo.app.film.film import Film, Frame, Learned, Line, Quarrel, learned_when, most_disputed
from clevergo.app.film.projector import Projector
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.grid import Grid
from clevergo.players.protocol import Insight
from clevergo.problem import Problem
from clevergo.ui.board.marks import STEPS, Disc, Marks
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.chart import Axis, Series, nice_axis
from clevergo.ui.kit.look import Words
from clevergo.ui.kit.theme import ColorName, Rgb
from clevergo.ui.scenes.analysis.judges import judge_words
from clevergo.ui.scenes.analysis.marks import GLANCE, marks_of
from clevergo.ui.scenes.film.reel import Cell as FilmCell
from clevergo.ui.scenes.play.words import color_name, point_name
from clevergo.ui.scenes.shared.numbers import percent
from clevergo.ui.scenes.shared.table import NO_TABLE, Bar, Cell, Part, Row, Table
from clevergo.ui.scenes.train.words import games_said
from clevergo.ui.strings import FilmText, Strings, TrainText, kindly

_LEAST_SHARE = 0.005
_LEAST_SMALL = 0.04
"""Share below which a move is not drawn on a small board."""
_FULL = 0.25
"""A share that glows fully, and fills a bar, where none is larger."""
_FAVORITE: Rgb = (52, 84, 224)
"""Of the favorite on a small board: brighter than on a large one."""
_AGREED = 0.02
"""Win rate by which two judgments differ where people would call them the same."""
_BEGINNING = re.compile(r"(^|(?<=[.!?] ))[^\W\d_]")
Chart = tuple[tuple[Series, ...], Axis, Axis]
"""Curves, and the axes they are drawn over."""
FIRST: ColorName = "jade"
SECOND: ColorName = "gold"
"""The colors of two ages that are compared."""


# --- ages ----------------------------------------------------------------------------------------------------------


def age_words(age: Age) -> Words:
    """An age in a word: ``birth``, ``1,193``, ``now``."""
    if age.is_now:
        return FilmText.NOW
    return FilmText.BIRTH if age.games == 0 else lambda s: s.number(age.games)


def age_said(age: Age) -> Words:
    """An age within a sentence: ``at birth``, ``after 1,193 games``, ``now``."""
    if age.is_now:
        return FilmText.AT_PRESENT
    return FilmText.AT_BIRTH if age.games == 0 else FilmText.AT_GAMES(games=partial(games_said, games=age.games))


def age_heading(age: Age) -> Words:
    """The same as a heading."""
    if age.is_now:
        return FilmText.AGE_NOW(games=partial(games_said, games=age.games))
    return FilmText.AGE_BIRTH if age.games == 0 else FilmText.AGE_THEN(games=partial(games_said, games=age.games))


def age_detail(age: Age) -> Words:
    """How long it had trained, and how strong it was."""

    def said(strings: Strings) -> str:
        time = strings.duration(age.seconds)
        if age.rating is None:
            return strings.get(FilmText.DETAIL, time=time)
        told = strings.get(FilmText.DETAIL_RATED, time=time, rating=age.rating, error=age.rating_error or 0.0)
        return strings.get(TrainText.AGE_IS_BEST, said=told) if age.is_best else told

    return said


# --- boards --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Showing:
    """How frames are looked at."""

    territory: bool
    """Whether whose points become is drawn."""
    knows: bool = True
    """Whether the dog learned on boards of this size: else its chances and territory mean nothing, and are left out."""
    coordinates: bool = True


def insight_of(film: Film, frame: Frame, line: Line, showing: Showing) -> Insight:
    """A frame as other thoughts are told; nothing has been tried."""
    actions = line.rules.num_actions
    owners = frame.owners if showing.knows else None
    counts, unknown = np.zeros(actions, np.int32), np.full(actions, np.nan, np.float32)
    return Insight(line.ply, film.to_play, 0, frame.black_rate, frame.policy, counts, unknown, (), owners)


def large_picture(film: Film, frame: Frame | None, line: Line, showing: Showing) -> BoardPicture:
    """The board with what one age thinks of it."""
    marks = Marks()
    if frame is not None:
        insight = insight_of(film, frame, line, showing)
        marks = marks_of(insight, MindMode.POLICY, showing.territory, film.board.stones)
        marks = replace(
            marks, heat=_heat(frame.policy[: film.board.stones.size], 0.0), discs=_discs(marks, frame, film)
        )
    return BoardPicture(film.board, marks=marks, coordinates=showing.coordinates)


def _discs(marks: Marks, frame: Frame, film: Film) -> tuple[Disc, ...]:
    """The moves it looks at, its favorite among them though it may like that hardly more than others."""
    best = frame.favorite
    others = tuple(replace(disc, is_best=False) for disc in marks.discs if disc.action != best)
    if best >= film.board.stones.size:
        return others
    label = percent(float(frame.policy[best]))
    known = next((disc for disc in marks.discs if disc.action == best), Disc(best, GLANCE, label, radius=0.4))
    return (*others, replace(known, is_best=True))


def small_picture(film: Film, frame: Frame | None, line: Line, showing: Showing) -> BoardPicture:
    """The same in the size of a stamp: no figures, and of the moves it likes only the one it likes best stands out."""
    picture = large_picture(film, frame, line, replace(showing, coordinates=False))
    marks, board = picture.marks, replace(film.board, last_move=None)
    discs: tuple[Disc, ...] = ()
    heat: tuple[int, ...] = ()
    if frame is not None:
        if not marks.owner:
            heat = _heat(frame.policy[: board.stones.size], _LEAST_SMALL)
        if frame.favorite < board.stones.size:
            discs = (Disc(frame.favorite, _FAVORITE, radius=0.6, is_best=True),)
    return replace(picture, board=board, marks=Marks(heat, marks.owner, discs))


def _heat(policy: NDArray[np.float32], least: float) -> tuple[int, ...]:
    """Shares in steps; a net that likes everything alike has no favorites to glow."""
    seen = np.where(policy >= max(least, _LEAST_SHARE), policy, 0.0)
    return tuple(np.rint(STEPS * np.sqrt(seen / max(float(seen.max()), _FULL))).astype(int).tolist())


def cell_of(projector: Projector, age: Age, showing: Showing, known_board: BoardState) -> FilmCell:
    """A frame of the strip; ``known_board`` is shown while nothing has come of what was asked."""
    film, line, known = projector.film, projector.line, projector.frame(age)
    words = age_words(age)
    if film is None or line is None:
        bare = BoardPicture(replace(known_board, last_move=None), coordinates=False)
        return FilmCell(words, lambda: bare, tip=age_detail(age))
    if isinstance(known, Problem):
        return FilmCell(words, partial(small_picture, film, None, line, showing), is_broken=True, tip=kindly(known))
    picture = partial(small_picture, film, known, line, showing)
    if known is None:
        return FilmCell(words, picture, tip=age_detail(age))
    rate = known.black_rate if showing.knows else None
    return FilmCell(words, picture, rate, tip=frame_said(age, known, line, showing))


def frame_said(age: Age, frame: Frame, line: Line, showing: Showing) -> Words:
    """A frame in a sentence."""
    share = percent(float(frame.policy[frame.favorite]))
    move = move_words(line.rules.grid, frame.favorite)
    if not showing.knows:
        return FilmText.TIP_FRAME_PLAIN(age=age_heading(age), move=move, share=share)
    rate = percent(frame.black_rate)
    return FilmText.TIP_FRAME(age=age_heading(age), move=move, share=share, rate=rate)


def move_words(grid: Grid, action: int) -> Words:
    """A move by its name."""
    return partial(point_name, grid=grid, action=action)


# --- figures -------------------------------------------------------------------------------------------------------


def table_of(age: Age, frame: Frame, present: Frame | None, line: Line, rows: int) -> Table:
    """The moves an age likes best, beside how much its present self likes them."""
    if rows <= 0:
        return NO_TABLE
    order = np.argsort(-frame.policy, kind="stable")[:rows].tolist()
    order = [frame.favorite, *(action for action in order if action != frame.favorite)][:rows]
    most = max(float(frame.policy.max()), _FULL)
    shows_now = present is not None and not age.is_now
    if shows_now and present is not None:
        most = max(most, max(float(present.policy[action]) for action in order))
    told = []
    for action in order:
        share, move = float(frame.policy[action]), move_words(line.rules.grid, action)
        if share < _LEAST_SHARE and action != frame.favorite:
            continue
        then = FilmText.FIG_LIKES(age=age_heading(age), move=move, share=percent(share))
        cells, mark = [Cell(percent(share), then, is_bold=True)], None
        if shows_now and present is not None:
            now = float(present.policy[action])
            cells.append(Cell(percent(now), FilmText.FIG_NOW(move=move, share=percent(now)), "muted"))
            mark = now / most
        bar = Bar((Part("glance", share / most),), then, mark=mark)
        told.append(Row(Cell(move, is_bold=True), bar, tuple(cells), action == frame.favorite, action=action))
    heads = [Cell(FilmText.HEAD_THEN if shows_now else FilmText.HEAD_SHARE)]
    heads += [Cell(FilmText.HEAD_NOW)] if shows_now else []
    bar_head = Cell(FilmText.HEAD_LIKES, FilmText.TIP_LIKES)
    return Table(Cell(FilmText.HEAD_MOVE), bar_head, tuple(heads), tuple(told), (52,) * len(heads))


# --- sentences -----------------------------------------------------------------------------------------------------


def learned_said(projector: Projector) -> Words:
    """When did it learn what it likes now?"""
    ages, film, line = projector.ages, projector.film, projector.line
    if film is not None and film.is_over:
        return FilmText.SAY_OVER
    if not ages or line is None:
        return FilmText.SAY_NOTHING(name=judge_words(projector.dog)) if projector.dog else FilmText.SAY_NOBODY
    if len(ages) == 1:
        return FilmText.SAY_ALONE
    if not projector.is_whole:
        return FilmText.SAY_WAITING
    frames = [projector.frame(age) for age in ages]
    favorites = [frame.favorite if isinstance(frame, Frame) else None for frame in frames]
    found = learned_when(favorites)
    if found.how is Learned.UNKNOWN:
        problem = frames[-1]
        return kindly(problem) if isinstance(problem, Problem) else FilmText.SAY_WAITING
    if found.how is Learned.ALONE:
        return FilmText.SAY_OTHERS_GONE
    assert found.since is not None and favorites[-1] is not None  # noqa: PT018
    grid, since = line.rules.grid, ages[found.since]
    move = move_words(grid, favorites[-1])
    if found.how is Learned.AT_BIRTH:
        if since.games:
            return FilmText.SAY_ALWAYS(move=move, since=age_said(since))
        return (FilmText.SAY_BROUGHT if since.is_taught else FilmText.SAY_AT_BIRTH)(move=move)
    assert found.before is not None
    liked = favorites[found.before]
    assert liked is not None
    before, other = age_said(ages[found.before]), move_words(grid, liked)
    if found.how is Learned.NOW:
        return _sentences(FilmText.SAY_NOW(move=move, before=before, other=other))
    return _sentences(FilmText.SAY_SINCE(since=age_said(since), move=move, before=before, other=other))


def _sentences(words: Words) -> Words:
    """The same with a capital at the beginning of each sentence."""
    return lambda s: _BEGINNING.sub(lambda found: found[0].upper(), s.said(words))


@dataclass(frozen=True)
class Pair:
    """Two ages that are compared."""

    first: Age
    second: Age


def quarrel_said(quarrel: Quarrel, pair: Pair, line: Line) -> Words:
    """Where two ages disagree most, with the numbers."""
    ply = most_disputed(quarrel.black_rates)
    if ply is None:
        return FilmText.SAY_OVER
    one, two = (float(rates[ply]) for rates in quarrel.black_rates)
    if abs(one - two) < _AGREED:
        return FilmText.SAY_AGREE(gap=percent(abs(one - two)))
    first, second = (move_words(line.rules.grid, int(moves[ply])) for moves in quarrel.favorites)
    is_same = quarrel.favorites[0, ply] == quarrel.favorites[1, ply]
    where = FilmText.AFTER_MOVE(n=ply) if ply else FilmText.BEFORE_FIRST
    ages = {"first": age_said(pair.first), "second": age_said(pair.second)}
    rates = {"one": percent(one), "two": percent(two)}
    told = FilmText.SAY_MOST_SAME if is_same else FilmText.SAY_MOST
    return told(where=where, **ages, **rates, move=first, other=second)


def growth_chart(projector: Projector) -> Chart | None:
    """How much each age liked what the present one likes best, and the share in percent; None before that is known.

    Ages stand side by side as in the strip, however many games lie between them.
    """
    frames = [projector.frame(age) for age in projector.ages]
    present = frames[-1] if frames else None
    if not isinstance(present, Frame) or len(frames) < 2:
        return None
    shares = [100.0 * float(one.policy[present.favorite]) if isinstance(one, Frame) else None for one in frames]
    high = max(share for share in shares if share is not None)
    x = Axis(0.0, float(len(frames) - 1))
    curve = Series(tuple(map(float, range(len(frames)))), tuple(shares), FIRST)
    return (curve,), x, nice_axis(0.0, max(high, 10.0), 3, "{:.0f}%".format)


def quarrel_chart(quarrel: Quarrel) -> Chart:
    """Both judgments over the game: curves, the axis of moves, the axis of Black's chances in percent."""
    last = max(quarrel.total - 1, 1)
    plies = tuple(float(ply) for ply in range(quarrel.black_rates.shape[1]))

    def curve(rates: Sequence[float], color: ColorName) -> Series:
        return Series(plies, tuple(None if np.isnan(rate) else 100.0 * rate for rate in rates), color)

    first, second = (rates.tolist() for rates in quarrel.black_rates)
    x = Axis(0.0, float(last), (0.0, float(last)), "{:.0f}".format)
    return (curve(first, FIRST), curve(second, SECOND)), x, Axis(0.0, 100.0, (0.0, 50.0, 100.0), "{:.0f}%".format)


def side_said(color: Color, rate: float) -> Words:
    """``Black 54%``."""
    return lambda s: f"{color_name(s, color)} {percent(rate)}"
