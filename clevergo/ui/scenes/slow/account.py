"""What a moment of a search looks like: its sentence, its table, the board, and what every number means."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.app.slow.motion import ROOT, Change, Choice, ChoiceRule, LeafKind, Simulation, SlowMotion, Stand
from clevergo.games.color import Color
from clevergo.ui.board.marks import Disc, Marks
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.analysis.judges import judge_words
from clevergo.ui.scenes.analysis.marks import BEST, GLANCE, TRIED, line_marks
from clevergo.ui.scenes.play.words import color_words, point_name
from clevergo.ui.scenes.shared.numbers import chance, decimal, percent, signed_percent
from clevergo.ui.scenes.shared.table import Bar, Cell, Part, Row, Table
from clevergo.ui.scenes.slow.timeline import Moment, Phase
from clevergo.ui.strings import SlowText, Strings, Wording

_MOST_DISCS, _MOST_ROWS = 12, 24
_LEAST_GLANCE = 0.02
_WIDE, _NARROW = 64, 56
_PARTS = {ChoiceRule.PUCT: ("value", "bonus"), ChoiceRule.GUMBEL_ROOT: ("luck", "glance", "value")}


@dataclass(frozen=True, eq=False)
class Account:
    """A moment as it is shown."""

    sentence: Words
    table: Table
    picture: BoardPicture
    told: dict[int, Words]
    """By action: what there is to say of a move on the board."""


class Accounts:
    """Tells of the moments of one search."""

    def __init__(self, motion: SlowMotion, coordinates: bool = True) -> None:
        self.motion = motion
        self._coordinates = coordinates
        self._name = judge_words(motion.judge)
        self._stand: tuple[int, Stand] | None = None
        self._simulation = lru_cache(maxsize=4)(motion.simulation)

    def stand(self, done: int) -> Stand:
        """The tree after so many simulations."""
        if self._stand is None or self._stand[0] != done:
            self._stand = done, self.motion.stand(done)
        return self._stand[1]

    def of(self, moment: Moment, rows: int) -> Account:
        """A moment, with at most so many rows in its table."""
        makers: dict[Phase, Callable[[Moment, Simulation], Account]] = {
            Phase.SELECT: self._selecting,
            Phase.EXPAND: self._expanding,
            Phase.EVALUATE: self._evaluating,
            Phase.BACK_UP: self._backing_up,
            Phase.RESULT: self._result,
        }
        account = makers[moment.phase](moment, self._simulation(moment.simulation))
        return _cut(account, rows)

    def of_root(self, moment: Moment, rows: int) -> Account:
        """The first glance at the root and what the search has made of it by then."""
        return _cut(self._at_root(moment, SlowText.SAY_ROOT), rows)

    # --- the phases ---

    def _selecting(self, moment: Moment, simulation: Simulation) -> Account:
        motion, choice = self.motion, simulation.choices[moment.depth]
        place = motion.way(moment.simulation)[moment.depth]
        color, move = motion.mover(place), self._move(choice.action)
        if choice.rule is ChoiceRule.ONLY:
            table = Table(Cell(SlowText.HEAD_MOVE), Cell(""), ())
            sentence: Words = SlowText.SAY_ONLY(color=color_words(color), move=move)
        else:
            tellers = {
                ChoiceRule.PUCT: self._puct,
                ChoiceRule.GUMBEL_ROOT: self._gumbel_root,
                ChoiceRule.GUMBEL_INSIDE: self._gumbel_inside,
            }
            sentence, table = tellers[choice.rule](moment, choice, color)
        discs = self._choice_discs(choice, motion.places.stones[place])
        return Account(sentence, table, self._board(moment, place, Marks(discs=discs)), _told(table))

    def _puct(self, moment: Moment, choice: Choice, color: Color) -> tuple[Words, Table]:
        q, bonus = (1 + choice.terms[0]) / 2, choice.terms[1] / 2
        total, longest = int(choice.visits.sum()), float((q + bonus).max())
        rows = []
        for i in _order(choice):
            move, n, share = self._move(int(choice.actions[i])), int(choice.visits[i]), percent(float(choice.priors[i]))
            said, extra = percent(float(q[i])), f"+{100 * bonus[i]:.0f}"
            whole = f"{100 * (q[i] + bonus[i]):.0f}"
            of_q = SlowText.FIG_Q if n else SlowText.FIG_Q_NONE
            summed = SlowText.FIG_SUM(move=move, chance=said, bonus=extra, sum=whole)
            parts = (Part("value", q[i] / longest), Part("bonus", bonus[i] / longest))
            cells = (
                Cell(said, of_q(color=color_words(color), move=move, chance=said, n=n), "jade_text" if n else "muted"),
                Cell(extra, SlowText.FIG_BONUS(move=move, bonus=extra, share=share, n=n, total=total), "gold_text"),
                Cell(share, self._of_prior(move, share)),
                Cell(str(n), self._of_visits(move, n)),
                Cell(whole, summed, is_bold=True),
            )
            name = Cell(move, summed, is_bold=i == choice.chosen)
            rows.append(Row(name, Bar(parts, summed), cells, i == choice.chosen, action=int(choice.actions[i])))
        heads = (
            Cell(SlowText.HEAD_Q, SlowText.TIP_HEAD_Q),
            Cell(SlowText.HEAD_BONUS, SlowText.TIP_HEAD_BONUS),
            Cell(SlowText.HEAD_P, SlowText.TIP_HEAD_P),
            Cell(SlowText.HEAD_N, SlowText.TIP_HEAD_N),
            Cell(SlowText.HEAD_SUM, SlowText.TIP_HEAD_SUM),
        )
        bar = Cell(SlowText.HEAD_SUM_BAR, SlowText.TIP_SUM_BAR)
        table = Table(Cell(SlowText.HEAD_MOVE), bar, heads, tuple(rows), (_WIDE, 48, _WIDE, _NARROW, 40), (2, 1))
        chosen = choice.chosen
        sentence = SlowText.SAY_PUCT(
            color=color_words(color),
            move=self._move(choice.action),
            chance=percent(float(q[chosen])),
            bonus=f"+{100 * bonus[chosen]:.0f}",
        )
        return sentence, table

    def _gumbel_root(self, moment: Moment, choice: Choice, color: Color) -> tuple[Words, Table]:
        terms, motion = choice.terms, self.motion
        # What is added to all of them alike changes nothing: each term begins where the least of those shown stands.
        shown = self._drawn(choice)
        floors = terms[:, shown].min(axis=1)
        longest = float((terms[:, shown] - floors[:, None]).sum(axis=0).max()) or 1.0
        rows = []
        for i in shown:
            move, n = self._move(int(choice.actions[i])), int(choice.visits[i])
            share, is_up = percent(float(choice.priors[i])), bool(choice.is_up[i])
            said = percent(chance(float(choice.q[i]))) if n else "–"
            lot, log, weight = (decimal(float(term)) for term in terms[:, i])
            whole = decimal(float(terms[:, i].sum()))
            summed = SlowText.FIG_GUMBEL_SUM(move=move, sum=whole) if is_up else SlowText.FIG_NOT_UP(move=move)
            colors = _PARTS[ChoiceRule.GUMBEL_ROOT]
            lengths = (terms[:, i] - floors) / longest
            parts = tuple(Part(color, float(length)) for color, length in zip(colors, lengths, strict=True))
            sigma = SlowText.FIG_SIGMA(move=move, chance=said) if n else SlowText.FIG_Q_EMPTY(move=move)
            cells = (
                Cell(lot, SlowText.FIG_LUCK(move=move, lot=lot)),
                Cell(log, SlowText.FIG_LOG_P(share=share)),
                Cell(weight, sigma, "jade_text"),
                Cell(str(n), self._of_visits(move, n)),
                Cell(whole, summed, is_bold=is_up),
            )
            is_chosen = i == choice.chosen
            name = Cell(move, summed, is_bold=is_chosen)
            rows.append(Row(name, Bar(parts, summed), cells, is_chosen, not is_up, int(choice.actions[i])))
        heads = (
            Cell(SlowText.HEAD_LUCK),
            Cell(SlowText.HEAD_LOG_P),
            Cell(SlowText.HEAD_SIGMA),
            Cell(SlowText.HEAD_N, SlowText.TIP_HEAD_N),
            Cell(SlowText.HEAD_SUM, SlowText.TIP_HEAD_SUM),
        )
        bar = Cell(SlowText.HEAD_GUMBEL_BAR, SlowText.TIP_GUMBEL_BAR)
        table = Table(Cell(SlowText.HEAD_MOVE), bar, heads, tuple(rows), (40, 40, 76, _NARROW, 48), (1, 0))
        number = int(motion.steps.number[moment.simulation])
        alive = len(motion.tried_in(motion.round_at(number)))
        return SlowText.SAY_GUMBEL(alive=alive, move=self._move(choice.action)), table

    def _gumbel_inside(self, moment: Moment, choice: Choice, color: Color) -> tuple[Words, Table]:
        wanted, had = choice.terms[0], np.abs(choice.terms[1])
        rows = []
        for i in _order(choice):
            move, n = self._move(int(choice.actions[i])), int(choice.visits[i])
            said = percent(chance(float(choice.q[i]))) if n else "–"
            of_q = SlowText.FIG_Q(color=color_words(color), move=move, chance=said, n=n)
            gap = signed_percent(float(wanted[i] - had[i]))
            lag = SlowText.FIG_GAP(move=move, share=gap)
            cells = (
                Cell(percent(float(wanted[i])), SlowText.FIG_WANTED(move=move, share=percent(float(wanted[i])))),
                Cell(percent(float(had[i])), SlowText.FIG_HAD(move=move, share=percent(float(had[i])))),
                Cell(said, of_q if n else SlowText.FIG_Q_EMPTY(move=move), "jade_text" if n else "muted"),
                Cell(str(n), self._of_visits(move, n)),
                Cell(gap, lag, is_bold=True),
            )
            parts = (Part("value", float(wanted[i])), Part("had", float(had[i])))
            is_chosen = i == choice.chosen
            name, bar = Cell(move, lag, is_bold=is_chosen), Bar(parts, lag, is_stacked=False)
            rows.append(Row(name, bar, cells, is_chosen, action=int(choice.actions[i])))
        heads = (
            Cell(SlowText.HEAD_WANTED),
            Cell(SlowText.HEAD_HAD),
            Cell(SlowText.HEAD_Q, SlowText.TIP_HEAD_Q),
            Cell(SlowText.HEAD_N, SlowText.TIP_HEAD_N),
            Cell(SlowText.HEAD_GAP),
        )
        head = Cell(SlowText.HEAD_SHARES, SlowText.TIP_SHARES)
        table = Table(Cell(SlowText.HEAD_MOVE), head, heads, tuple(rows), (54, 48, _WIDE, _NARROW, 52), (1, 2))
        return SlowText.SAY_INSIDE(color=color_words(color), move=self._move(choice.action)), table

    def _expanding(self, moment: Moment, simulation: Simulation) -> Account:
        motion, place = self.motion, int(self.motion.steps.leaf[moment.simulation])
        priors = simulation.priors
        assert priors is not None
        most = float(priors.max()) or 1.0
        rows = []
        for action in np.argsort(-priors, kind="stable")[:_MOST_ROWS].tolist():
            share = float(priors[action])
            if share <= 0:
                break
            move, said = self._move(action), percent(share)
            told = self._of_prior(move, said)
            bar = Bar((Part("glance", share / most),), told)
            rows.append(Row(Cell(move, told), bar, (Cell(said, told),), action=action))
        head = Cell(SlowText.HEAD_P, SlowText.TIP_HEAD_P)
        table = Table(Cell(SlowText.HEAD_MOVE), Cell("", SlowText.TIP_HEAD_P), (head,), tuple(rows), (_WIDE,))
        sentence: Words = SlowText.SAY_EXPAND_ALIKE
        if motion.judge is not None:
            sentence = (SlowText.SAY_EXPAND if place != ROOT else SlowText.SAY_EXPAND_ROOT)(name=self._name)
        marks = Marks(discs=_glance_discs(priors, motion.places.stones[place]))
        return Account(sentence, table, self._board(moment, place, marks), _told(table))

    def _evaluating(self, moment: Moment, simulation: Simulation) -> Account:
        motion, place = self.motion, int(self.motion.steps.leaf[moment.simulation])
        color, rate = motion.mover(place), chance(simulation.value)
        rows = []
        for side in Color:
            part = rate if side is color else 1 - rate
            tip = SlowText.FIG_SIDE(color=color_words(side), chance=percent(part))
            bar = Bar((Part("value" if side is motion.to_play else "had", part),), tip)
            figure = Cell(percent(part), tip, is_bold=True)
            rows.append(Row(Cell(color_words(side), tip), bar, (figure,), stone=int(side)))
        head, bar_head = Cell(SlowText.HEAD_CHANCE), Cell("", SlowText.TIP_CHANCE_BAR)
        table = Table(Cell(SlowText.HEAD_SIDE), bar_head, (head,), tuple(rows), (_WIDE,))
        if simulation.kind is LeafKind.KNOWN:
            winner = color if simulation.value > 0 else color.opponent
            is_drawn = abs(simulation.value) < 0.5
            sentence: Words = SlowText.SAY_CERTAIN_DRAW if is_drawn else SlowText.SAY_CERTAIN(color=color_words(winner))
        elif motion.judge is None:
            sentence = SlowText.SAY_PLAYOUT(color=color_words(color), chance=percent(rate))
        else:
            sentence = SlowText.SAY_EVALUATE(name=self._name, color=color_words(color), chance=percent(rate))
        return Account(sentence, table, self._board(moment, place, Marks()), {})

    def _backing_up(self, moment: Moment, simulation: Simulation) -> Account:
        motion, way = self.motion, self.motion.way(moment.simulation)
        rows = []
        for depth, change in zip(range(len(way) - 2, -1, -1), simulation.changes, strict=True):
            rows.append(self._change_row(change, motion.mover(way[depth])))
        heads = (
            Cell(SlowText.HEAD_CREDIT),
            Cell(SlowText.HEAD_BEFORE),
            Cell(SlowText.HEAD_AFTER, SlowText.TIP_HEAD_Q),
            Cell(SlowText.HEAD_N, SlowText.TIP_HEAD_N),
        )
        bar = Cell("", SlowText.TIP_BACK_BAR)
        table = Table(Cell(SlowText.HEAD_MOVE), bar, heads, tuple(rows), (50, 58, 54, 48), (0,))
        line = line_marks(simulation.moves, motion.to_play, motion.places.stones[ROOT])
        return Account(SlowText.SAY_BACK_UP, table, self._board(moment, ROOT, Marks(line=line)), _told(table))

    def values_going_up(self, moment: Moment) -> dict[int, tuple[str, str]]:
        """By the place a move leads to: its mean before the judgment comes by on its way up, and after."""
        if moment.phase is not Phase.BACK_UP:
            return {}
        way, changes = self.motion.way(moment.simulation), self._simulation(moment.simulation).changes
        told = {}
        for place, change in zip(reversed(way[1:]), changes, strict=True):
            before = "" if math.isnan(change.q_before) else percent(chance(change.q_before))
            told[place] = before, percent(chance(change.q))
        return told

    def _change_row(self, change: Change, color: Color) -> Row:
        move, brought, after = self._move(change.action), percent(chance(change.value)), percent(chance(change.q))
        is_first = math.isnan(change.q_before)
        before = "–" if is_first else percent(chance(change.q_before))
        credit = SlowText.FIG_CREDIT(color=color_words(color), move=move, chance=brought)
        if change.is_proven:
            credit = SlowText.FIG_CREDIT_CERTAIN(move=move)
        now = SlowText.FIG_AFTER(move=move, chance=after, n=change.visits)
        earlier = SlowText.FIG_BEFORE_NONE if is_first else SlowText.FIG_BEFORE
        cells = (
            Cell(brought, credit),
            Cell(before, earlier(move=move, chance=before), "muted"),
            Cell(after, now, "jade_text", is_bold=True),
            Cell(str(change.visits), self._of_visits(move, change.visits)),
        )
        mark = None if is_first else chance(change.q_before)
        bar = Bar((Part("value", chance(change.q)),), now, mark=mark)
        return Row(Cell(move, credit), bar, cells, action=change.action, stone=int(color))

    def _result(self, moment: Moment, simulation: Simulation) -> Account:
        said = self._why_best()
        return self._at_root(moment, said(name=self._name, move=self._move(self.motion.best)), is_over=True)

    def _why_best(self) -> Wording:
        """What made the search choose the move it chose."""
        motion = self.motion
        if motion.is_proven:
            return SlowText.SAY_PROVEN
        if motion.rounds:
            return SlowText.SAY_RESULT_LEFT
        visits = motion.steps.root_visits[-1]
        return SlowText.SAY_RESULT if visits[motion.best] == visits.max() else SlowText.SAY_RESULT_SURER

    def _at_root(self, moment: Moment, sentence: Words, is_over: bool = False) -> Account:
        motion, index = self.motion, max(moment.done - 1, 0)
        priors, target = motion.root_priors(), motion.steps.target[index]
        visits, q, final = motion.steps.root_visits[index], motion.steps.root_q[index], motion.steps.target[-1]
        # The same moves in the same order all along: those that matter at the beginning or in the end.
        tried = motion.steps.root_visits[-1]
        weight = final + 0.3 * priors + 0.1 * tried / max(int(tried.sum()), 1)
        if is_over:
            weight[motion.best] = np.inf
        order = np.argsort(-weight, kind="stable")[:_MOST_ROWS].tolist()
        most = float(max(priors.max(), motion.steps.target[-1].max(), target.max())) or 1.0
        is_gumbel = bool(motion.rounds)
        rows = []
        for action in order:
            if priors[action] <= 0 and target[action] <= 0 and final[action] <= 0:
                continue
            move, n = self._move(action), int(visits[action])
            share, aim = percent(float(priors[action])), percent(float(target[action]))
            of_target = (SlowText.FIG_TARGET if is_gumbel else SlowText.FIG_TARGET_PLAY)(move=move, share=aim)
            rate = percent(chance(float(q[action]))) if n else "–"
            of_q = SlowText.FIG_Q(color=color_words(motion.to_play), move=move, chance=rate, n=n)
            cells = (
                Cell(share, self._of_prior(move, share)),
                Cell(aim, of_target, is_bold=True),
                Cell(rate, of_q if n else SlowText.FIG_Q_EMPTY(move=move), "jade_text" if n else "muted"),
                Cell(str(n), self._of_visits(move, n)),
            )
            parts = (Part("glance", float(priors[action]) / most), Part("value", float(target[action]) / most))
            is_best = is_over and action == motion.best
            name, bar = Cell(move, of_target, is_bold=is_best), Bar(parts, of_target, is_stacked=False)
            rows.append(Row(name, bar, cells, is_best, action=action))
        heads = (
            Cell(SlowText.HEAD_P, SlowText.TIP_HEAD_P),
            Cell(SlowText.HEAD_TARGET, SlowText.TIP_TARGET_BAR),
            Cell(SlowText.HEAD_Q, SlowText.TIP_HEAD_Q),
            Cell(SlowText.HEAD_N, SlowText.TIP_HEAD_N),
        )
        head = Cell(SlowText.HEAD_GLANCE_TARGET, SlowText.TIP_TARGET_BAR)
        table = Table(Cell(SlowText.HEAD_MOVE), head, heads, tuple(rows), (_WIDE, 52, _WIDE, _NARROW), (3, 2))
        best = motion.best if is_over else -1
        marks = Marks(discs=_share_discs(target, motion.places.stones[ROOT], best))
        return Account(sentence, table, self._board(moment, ROOT, marks, is_bare=True), _told(table))

    # --- the board ---

    def _board(self, moment: Moment, place: int, marks: Marks, is_bare: bool = False) -> BoardPicture:
        """The position of a place; the moves that led there from the root carry their numbers."""
        state, numbers = self.motion.board(place), {}
        if not is_bare:
            way = self.motion.way(moment.simulation)
            passed = way[1 : way.index(place) + 1]
            actions = [int(self.motion.places.action[one]) for one in passed]
            stones = state.stones.ravel()
            numbers = {action: n for n, action in enumerate(actions, 1) if action < stones.size and stones[action]}
        return BoardPicture(state, numbers=numbers, marks=marks, coordinates=self._coordinates)

    def _drawn(self, choice: Choice) -> list[int]:
        """Of a choice of Gumbel's at the root: the moves that were drawn, in order."""
        drawn = set(self.motion.tried_in(0))
        return [i for i in _order(choice) if int(choice.actions[i]) in drawn]

    def _choice_discs(self, choice: Choice, stones: NDArray[np.int8]) -> tuple[Disc, ...]:
        order = self._drawn(choice) if choice.rule is ChoiceRule.GUMBEL_ROOT else _order(choice)
        discs = []
        most = max(int(choice.visits.max(initial=0)), 1)
        for i in order[:_MOST_DISCS]:
            action, n = int(choice.actions[i]), int(choice.visits[i])
            if action >= stones.size:
                continue
            said = percent(chance(float(choice.q[i]))) if n else "?"
            is_best = i == choice.chosen
            radius = 0.45 if is_best else 0.3 + 0.13 * math.sqrt(n / most)
            tries = str(n) if n else ""
            color, alpha = (BEST, 0.97) if is_best else (TRIED, 0.85)
            discs.append(Disc(action, color, said, tries, radius=radius, alpha=alpha, is_best=is_best))
        return tuple(reversed(discs))

    # --- words ---

    def move_name(self, action: int) -> Words:
        """What a move is called."""
        return self._move(action)

    def _move(self, action: int) -> Callable[[Strings], str]:
        return partial(point_name, grid=self.motion.rules.grid, action=action)

    def _of_prior(self, move: Words, share: str) -> Words:
        if self.motion.judge is None:
            return SlowText.FIG_P_ALIKE(move=move, share=share)
        return SlowText.FIG_P(name=self._name, move=move, share=share)

    def _of_visits(self, move: Words, n: int) -> Words:
        told: Wording = SlowText.FIG_N_WAVES if self.motion.wish.in_waves and n else SlowText.FIG_N
        return told(move=move, n=n)

    def place_name(self, place: int) -> Words:
        """The move that leads to a place."""
        return SlowText.ROOT if place == ROOT else self._move(int(self.motion.places.action[place]))

    def place_told(self, place: int, done: int) -> Words:
        """What the tree knows of a place after so many simulations."""
        motion, stand = self.motion, self.stand(done)
        n, q = int(stand.visits[place]), float(stand.q[place])
        if place == ROOT:
            said = SlowText.PLACE_ROOT if n else SlowText.PLACE_ROOT_NEW
            return said(color=color_words(motion.to_play), n=n, chance=percent(chance(q)) if n else "")
        mover = color_words(motion.mover(int(motion.places.parent[place])))
        move = self._move(int(motion.places.action[place]))
        if not n or math.isnan(q):
            return SlowText.PLACE_NEW(color=mover, move=move)
        return SlowText.PLACE(color=mover, move=move, n=n, chance=percent(chance(q)))

    def progress(self, moment: Moment) -> Words:
        """Which simulation it is."""
        motion = self.motion
        total = int(motion.steps.number.max(initial=0))
        number = int(motion.steps.number[moment.simulation])
        if moment.phase is Phase.RESULT:
            return SlowText.PROGRESS_END(total=total)
        if not number:
            return SlowText.PROGRESS_ROOT
        wave: dict[str, Any] = {}
        if motion.wish.in_waves and motion.judge is not None and not motion.rounds:
            wave = {"wave": int(motion.steps.wave[moment.simulation]) - 1}
        return (SlowText.PROGRESS_WAVE if wave else SlowText.PROGRESS)(n=number, total=total, **wave)


def _told(table: Table) -> dict[int, Words]:
    """What the rows say of their moves."""
    return {row.action: row.bar.tip for row in table.rows}


def _order(choice: Choice) -> list[int]:
    """The moves of a choice: the one chosen, then by their sums, those that are not up last."""
    sums = choice.terms.sum(axis=0) if len(choice.terms) else np.zeros(len(choice.actions))
    order: list[int] = np.lexsort((-sums, ~choice.is_up, np.arange(len(sums)) != choice.chosen)).tolist()
    return order


def _glance_discs(priors: NDArray[np.float32], stones: NDArray[np.int8]) -> tuple[Disc, ...]:
    """The moves a first glance falls on; larger and darker: more hope."""
    points = priors[: stones.size]
    most, discs = max(float(points.max(initial=0.0)), 1e-6), []
    for rank, action in enumerate(np.argsort(-points, kind="stable")[:_MOST_DISCS].tolist()):
        share = float(points[action])
        if share < _LEAST_GLANCE:
            break
        part = math.sqrt(share / most)
        discs.append(
            Disc(action, GLANCE, percent(share), radius=0.28 + 0.17 * part, alpha=0.6 + 0.35 * part, is_best=rank == 0)
        )
    return tuple(reversed(discs))


def _share_discs(target: NDArray[np.float32], stones: NDArray[np.int8], best: int) -> tuple[Disc, ...]:
    """The moves that have earned a share; the one to play with a rim."""
    points = target[: stones.size]
    most, discs = max(float(points.max(initial=0.0)), 1e-6), []
    for action in np.argsort(-points, kind="stable")[:_MOST_DISCS].tolist():
        share, is_best = float(points[action]), action == best
        if share < _LEAST_GLANCE and not is_best:
            continue
        part = math.sqrt(share / most)
        color, alpha = (BEST, 0.97) if is_best else (TRIED, 0.66 + 0.24 * part)
        discs.append(Disc(action, color, percent(share), radius=0.28 + 0.17 * part, alpha=alpha, is_best=is_best))
    return tuple(reversed(discs))


def _cut(account: Account, rows: int) -> Account:
    table = account.table
    kept = replace(table, rows=table.rows[:rows])
    return Account(account.sentence, kept, account.picture, account.told)
