"""A report of a game: its words, and the file a person chose for it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from clevergo.app.coach.report import MomentTold, ReportTold, html_report
from clevergo.app.coach.review import PERCENT, Loss, Moment, Review
from clevergo.app.desk.folders import Found, Latest, PathKind
from clevergo.app.match.messages import CopySaved, MatchSnapshot
from clevergo.files import write_whole
from clevergo.games.color import Color
from clevergo.games.game import last_passes
from clevergo.games.grid import Grid
from clevergo.problem import Problem, cause_of
from clevergo.ui.kit.dialog import ask
from clevergo.ui.kit.look import Words
from clevergo.ui.kit.notes import Tone
from clevergo.ui.scenes.analysis.judges import judge_words
from clevergo.ui.scenes.coach.desk import CoachDesk
from clevergo.ui.scenes.coach.words import cost_said, figure, loss_said, moment_said
from clevergo.ui.scenes.play.files import ask_for_file
from clevergo.ui.scenes.play.words import color_name, player_name, point_name, result_said
from clevergo.ui.scenes.shared.terms import game_words, size_words
from clevergo.ui.shell.scene import Page
from clevergo.ui.strings import CoachText, PlayText, Strings

HTML = ".html"
_LEAST_LEAD = 10.0
_LINE = 8
"""Moves of an expected line that are told."""


class ReportDesk:
    """Asks for a file, writes the report in a thread, and tells what became of it."""

    def __init__(self, desk: CoachDesk) -> None:
        self._desk = desk
        self._folder = Path.home()
        self._writer: Latest[CopySaved] = Latest("report-writer")

    def ask(self, page: Page, match: MatchSnapshot) -> None:
        """Ask where it is to be saved."""
        review, strings = self._desk.review, page.stage.look.strings
        if review is None or not self._desk.is_whole:
            return
        text = html_report(report_told(strings, review, match, self._desk.judge, self._desk.mistakes))

        def chosen(found: Found) -> None:
            if found.kind is PathKind.NOTHING:
                self._write(found.path, text)
            else:
                words = PlayText.OVERWRITE(name=found.path.name)
                ask(page.stage, words, "", PlayText.REPLACE, lambda: self._write(found.path, text))

        name = f"{strings.get(CoachText.REPORT_FILE)} {time.strftime('%Y-%m-%d')}{HTML}"
        ask_for_file(page.stage, self._folder, name, chosen, HTML)

    def update(self, page: Page) -> None:
        """Say what has become of a report."""
        saved = self._writer.poll()
        if saved is not None and saved.error:
            page.stage.toast(saved.error, Tone.ERROR)
        elif saved is not None:
            self._folder = saved.path.parent
            page.stage.toast(PlayText.SAVED_AS(name=saved.path.name))

    def _write(self, path: Path, text: str) -> None:
        def write() -> CopySaved:
            try:
                write_whole(path, text.encode("utf-8"))
            except OSError as error:
                return CopySaved(path, Problem("cannot_write", {"path": path, "cause": cause_of(error)}))
            return CopySaved(path)

        self._writer.ask(write)


def report_told(
    strings: Strings, review: Review, match: MatchSnapshot, judge: str | None, mistakes: Sequence[Loss]
) -> ReportTold:
    """Everything of a report on a game, with a table of these ``mistakes``, in words of the window's language."""
    rules, grid = match.setup.rules, match.setup.rules.grid
    name = rules.game.name
    black, white = (player_name(strings, match, color) for color in Color)
    has_points = any(lead is not None for lead in review.black_leads)
    values = _curve(review, match, has_points)
    most = max([_LEAST_LEAD, *(abs(value) for value in values if value is not None)])
    black_name, white_name = (color_name(strings, color) for color in Color)
    labels = (f"{black_name}+{most:.0f}", "0", f"{white_name}+{most:.0f}") if has_points else ("100%", "50%", "0%")
    moments = tuple(sorted(review.moments, key=lambda moment: moment.loss.ply))
    outcome = None if match.line.end is None else match.line.end.outcome
    facts = [
        " · ".join(strings.said(words) for words in (game_words(name), size_words(name, rules.size))),
        "" if outcome is None else result_said(strings, outcome.points()),
    ]
    return ReportTold(
        language=strings.language.code,
        title=f"{black} – {white}",
        facts=tuple(facts),
        curve_title=strings.get(CoachText.REPORT_CURVE_POINTS if has_points else CoachText.REPORT_CURVE_RATE),
        curve=tuple(values),
        curve_range=(-most, most) if has_points else (0.0, PERCENT),
        curve_labels=labels,
        marks=tuple(moment.loss.ply for moment in moments),
        moments_title=strings.get(CoachText.TITLE if moments else CoachText.NONE),
        moments=tuple(_moment_told(strings, moment, grid) for moment in moments),
        final_title=strings.get(CoachText.REPORT_FINAL),
        final=review.final,
        table_title=strings.get(CoachText.REPORT_MISTAKES),
        table_head=tuple(
            strings.get(words)
            for words in (
                CoachText.REPORT_MOVE,
                CoachText.REPORT_SIDE,
                CoachText.REPORT_PLAYED,
                CoachText.REPORT_BETTER,
                CoachText.REPORT_COST,
            )
        ),
        table=tuple(_row(strings, loss, grid) for loss in mistakes),
        legend=(strings.get(CoachText.LEGEND_PLAYED), strings.get(CoachText.LEGEND_BETTER)),
        foot=strings.said(CoachText.REPORT_FOOT(date=time.strftime("%Y-%m-%d"), name=judge_words(judge))),
    )


def _curve(review: Review, match: MatchSnapshot, has_points: bool) -> list[float | None]:
    """Black's lead in points after each ply, or its chances in percent; at the end of a counted game, its result."""
    rates = (None if rate is None else PERCENT * rate for rate in review.black_rates)
    values, end = list(review.black_leads if has_points else rates), match.line.end
    if end is not None and end.is_over:  # a search knows nothing of what both agreed on
        last = last_passes(match.setup.rules, [move.action for move in match.line.moves])
        values[last:] = [None] * len(values[last:])
    if end is not None and end.outcome.margin is not None:
        won = 0.5 if end.outcome.winner is None else float(end.outcome.winner is Color.BLACK)
        values[-1] = end.outcome.margin if has_points else PERCENT * won
    return values


def _moment_told(strings: Strings, moment: Moment, grid: Grid) -> MomentTold:
    loss = moment.loss
    line = " ".join(point_name(strings, grid, action) for action in moment.better_line[:_LINE])
    title: Words = CoachText.MOMENT(ply=loss.ply)
    return MomentTold(
        f"{strings.said(title)} · {color_name(strings, loss.side)} · {strings.said(loss_said(loss))}",
        strings.said(moment_said(moment, grid)),
        moment.board,
        int(loss.side),
        loss.action,
        loss.better,
        f"−{figure(loss.size)}",
        (strings.get(CoachText.REPORT_LINE, line=line),) if len(moment.better_line) > 1 else (),
    )


def _row(strings: Strings, loss: Loss, grid: Grid) -> tuple[str, ...]:
    name = partial(point_name, strings, grid)
    cost = strings.said(cost_said(loss.size, loss.points is not None))
    return str(loss.ply), color_name(strings, loss.side), name(loss.action), name(loss.better), cost
