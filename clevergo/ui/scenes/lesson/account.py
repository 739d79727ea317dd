"""What a lesson looks like: the board, the tables, the sentences, and what every number means."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from clevergo.app.lesson.lesson import Cost, Lesson, Said
from clevergo.games.color import Color
from clevergo.games.markup import Markup, Shape
from clevergo.ui.board.marks import STEPS, Disc, Marks
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.look import Words
from clevergo.ui.kit.theme import Rgb
from clevergo.ui.scenes.analysis.judges import judge_words
from clevergo.ui.scenes.analysis.marks import BEST, GLANCE, TRIED
from clevergo.ui.scenes.play.words import color_words, point_name, result_told
from clevergo.ui.scenes.shared.numbers import chance, number, percent, short, signed, small
from clevergo.ui.scenes.shared.table import Bar, Cell, Part, Row, Table
from clevergo.ui.strings import Strings, TaughtText

AFTER: Rgb = (138, 84, 14)
"""Umber: the guess after the step."""
GUESSED, SOUGHT, LEARNED = "glance", "value", "bonus"
"""Colors of bars: the first guess, what the search found, the guess after the step."""
_MOST_DISCS, _MOST_ROWS = 12, 24
_LEAST_DISC = 0.02
_SURE = 0.12
"""Points about which a net is less sure are nobody's, where they are drawn and where they are counted."""
_WIDE, _SIGN = 60, 96
_DASH = "–"
_KNOWN = 0.8
"""From this part of its loss down a position counts as learned."""


class Side(enum.Enum):
    """What is on the board."""

    GUESS = "guess"
    FOUND = "found"
    AFTER = "after"
    POINTS = "points"
    """Whose each point becomes."""


@dataclass(frozen=True, kw_only=True)
class CostLine:
    """One of the losses that make up what a position costs, not yet weighed."""

    name: Words
    told: Words
    """What it is, and where its figure comes from."""
    before: float
    after: float
    """The same after the steps."""
    batch_mean: float
    """Its mean over the positions of the batch, before the first step."""
    weight: float = 1.0
    color: str
    """Of its bar."""


class Account:
    """Tells of one lesson, the board turned in one of its ways."""

    def __init__(self, lesson: Lesson, dog: str, view: int = 0, coordinates: bool = True) -> None:
        """``dog`` is the name of who learns; ``view`` the symmetry that is looked at."""
        self.lesson = lesson
        self._name = judge_words(dog)
        self._view = lesson.views[view]
        self._index = view
        self._coordinates = coordinates
        self._color = color_words(lesson.to_play)

    @property
    def is_taught(self) -> bool:
        """Whether a step has been made."""
        return self.lesson.done > 0

    @property
    def has_points(self) -> bool:
        """Whether it is taught whose each point becomes, and the net says that."""
        return self._view.owners is not None and self._view.before.points is not None

    # --- the board ---

    def picture(self, side: Side, is_small: bool = False) -> BoardPicture:
        """The position, and what is to be seen on it; without figures where it ``is_small``."""
        board, marks = self.lesson.board(self._index), Marks()
        if side is not Side.POINTS or not self.has_points:
            marks = Marks(discs=self._discs(side, is_small))
        else:
            marks = self._owner_marks()
            board = replace(board, markup=Markup(shapes=() if is_small else self._wrong_points()))
        return BoardPicture(board, marks=marks, coordinates=self._coordinates and not is_small)

    def _discs(self, side: Side, is_small: bool) -> tuple[Disc, ...]:
        """The moves with the largest shares; larger and darker: more."""
        view = self._view
        shares, color = {
            Side.GUESS: (view.before.policy, GLANCE),
            Side.FOUND: (view.target, TRIED),
            Side.AFTER: (view.after.policy, AFTER),
        }.get(side, (view.before.policy, GLANCE))
        points = np.where(view.stones.ravel() == 0, shares[: view.stones.size], 0.0)
        most, discs = max(float(points.max(initial=0.0)), 1e-6), []
        for rank, action in enumerate(np.argsort(-points, kind="stable")[:_MOST_DISCS].tolist()):
            share = float(points[action])
            if share < _LEAST_DISC:
                break
            part, is_best = math.sqrt(share / most), rank == 0
            fill = BEST if is_best and side is Side.FOUND else color
            label = "" if is_small else percent(share)
            discs.append(
                Disc(action, fill, label, radius=0.28 + 0.17 * part, alpha=0.62 + 0.33 * part, is_best=is_best)
            )
        return tuple(reversed(discs))

    def _black_points(self, said: Said) -> NDArray[np.float32]:
        """``float32[H, W]``: whose the net says each point becomes, 1 Black's."""
        assert said.points is not None
        return said.points if self.lesson.to_play is Color.BLACK else -said.points

    def _owner_marks(self) -> Marks:
        said = self._black_points(self._view.after if self.is_taught else self._view.before)
        sure = np.where(np.abs(said) >= _SURE, said, 0.0)
        return Marks(owner=tuple(np.rint(STEPS * sure).astype(int).ravel().tolist()))

    def _wrong_points(self) -> tuple[tuple[int, Shape], ...]:
        """Crosses where it says another side's than it was in the end."""
        called = self._called(self._view.after if self.is_taught else self._view.before)
        wrong = (called > 0) & (called != self._view.owners)
        return tuple((int(action), Shape.CROSS) for action in np.flatnonzero(wrong))

    def _called(self, said: Said) -> NDArray[np.int64]:
        """``int64[H, W]``: whose it says each point becomes, 0 where it cannot tell."""
        black = self._black_points(said)
        return np.where(black >= _SURE, 1, np.where(black <= -_SURE, 2, 0))

    def _right(self, said: Said) -> int:
        """Of how many points it says whose they were in the end."""
        return int((self._called(said) == self._view.owners).sum())

    def told(self) -> dict[int, Words]:
        """By action: what there is to say of a move on the board."""
        return {row.action: row.bar.tip for row in self.moves(1000).rows if row.action >= 0}

    # --- sentences ---

    def heading(self) -> Words:
        """Which position it is."""
        lesson = self.lesson
        return TaughtText.HEADING(ply=lesson.ply, plies=lesson.ending.plies, color=self._color)

    def about(self) -> Words:
        """Where it comes from, and how often it is drawn."""
        school, lesson = self.lesson.school, self.lesson
        told = TaughtText.FROM_FRESH if school.is_fresh else TaughtText.FROM_WINDOW
        return told(name=self._name, window=school.window, times=number(lesson.weight, 1), batch=school.batch)

    def about_shortly(self) -> Words:
        """The same in a few words."""
        if self.lesson.school.is_fresh:
            return TaughtText.FRESH
        return TaughtText.DRAWN(times=number(self.lesson.weight, 1))

    def step_said(self) -> Words:
        """What a step is."""
        school = self.lesson.school
        told = TaughtText.TIP_STEPS if school.has_memory else TaughtText.TIP_STEPS_ANEW
        return told(name=self._name, batch=school.batch, rate=short(school.rate, ".2g"), way=school.way)

    def sentence(self, side: Side) -> Words:
        """What is on the board."""
        view, lesson = self._view, self.lesson
        if side is Side.POINTS and self.has_points:
            before = self._right(view.before)
            if not self.is_taught:
                return TaughtText.SAY_POINTS(name=self._name, all=view.stones.size, before=before)
            after = self._right(view.after)
            return TaughtText.SAY_POINTS_AFTER(all=view.stones.size, before=before, after=after, n=lesson.done)
        if side is Side.FOUND:
            best = int(view.target.argmax())
            return TaughtText.SAY_FOUND(
                n=lesson.school.simulations,
                move=self._move(best),
                share=percent(float(view.target[best])),
                ending=self.ending(),
            )
        said, earlier = (view.after if side is Side.AFTER else view.before), percent(chance(view.before.value))
        best = int(said.policy.argmax())
        values = {
            "name": self._name,
            "move": self._move(best),
            "share": percent(float(said.policy[best])),
            "color": self._color,
            "chance": percent(chance(said.value)),
        }
        if side is Side.AFTER and self.is_taught:
            return TaughtText.SAY_AFTER(**values, before=earlier, n=lesson.done)
        return TaughtText.SAY_GUESS(**values)

    def ending(self) -> Words:
        """How the game ended."""
        ending, lesson = self.lesson.ending, self.lesson
        winner = lesson.to_play if ending.result > 0 else lesson.to_play.opponent
        points = f"{abs(ending.margin):g}" if ending.has_points else ""
        result = f"{'B' if winner is Color.BLACK else 'W'}+{points}" if ending.result else "0"
        return partial(result_told, result=result)

    # --- moves ---

    def moves(self, rows: int) -> Table:
        """Who wins, and the moves that matter, each as guessed, found, and guessed after the step; then the others."""
        view, lesson = self._view, self.lesson
        before, target, after = view.before.policy, view.target, view.after.policy
        weight = target + 0.5 * before + (0.25 * after if self.is_taught else 0.0)
        order = [a for a in np.argsort(-weight, kind="stable")[:_MOST_ROWS].tolist() if weight[a] >= 0.001]
        room = max(rows - 1, 0)
        if len(order) > room:
            order = order[: max(room - 1, 0)]
        most = max(float(np.max([before[order], target[order], after[order]], initial=0.0)), 1e-6)
        table_rows = [self._wins_row(), *(self._move_row(action, most) for action in order)]
        others = np.setdiff1d(np.arange(len(target)), order)
        if len(others) and len(table_rows) < rows:
            table_rows.append(self._others_row(others, most))
        heads = (
            Cell(TaughtText.HEAD_BEFORE, TaughtText.TIP_BEFORE),
            Cell(TaughtText.HEAD_TARGET, TaughtText.TIP_TARGET),
            Cell(TaughtText.HEAD_AFTER(n=max(lesson.done, 1)), TaughtText.TIP_AFTER(n=max(lesson.done, 1))),
            Cell(TaughtText.HEAD_COST, TaughtText.TIP_COST),
        )
        bar = Cell(TaughtText.HEAD_BARS, TaughtText.TIP_BARS)
        return Table(Cell(TaughtText.HEAD_MOVE), bar, heads, tuple(table_rows[:rows]), (_WIDE,) * 4)

    def _wins_row(self) -> Row:
        view, ending = self._view, self.lesson.ending
        said, should = chance(view.before.value), chance(ending.value)
        cells = (
            Cell(percent(said), TaughtText.FIG_WIN_BEFORE(color=self._color, chance=percent(said))),
            Cell(percent(should), self._win_target(), "jade_text", is_bold=True),
            self._after(
                percent(chance(view.after.value)),
                TaughtText.FIG_WIN_AFTER(
                    n=self.lesson.done, color=self._color, chance=percent(chance(view.after.value))
                ),
            ),
            Cell(number(view.cost_before.value), self._win_cost()),
        )
        parts = [Part(GUESSED, said), Part(SOUGHT, should)]
        if self.is_taught:
            parts.append(Part(LEARNED, chance(view.after.value)))
        name = Cell(TaughtText.ROW_WINS, TaughtText.TIP_WINS(color=self._color))
        return Row(name, Bar(tuple(parts), self._win_target(), is_stacked=False), cells)

    def _win_target(self) -> Words:
        """What the value should have been, and why."""
        ending = self.lesson.ending
        values = {
            "ending": self.ending(),
            "value": signed(ending.value),
            "chance": percent(chance(ending.value)),
            "result": f"{ending.result:+d}".replace("-", "−") if ending.result else "0",
        }
        by_points = ending.margin_weight if ending.has_points else 0.0
        by_result = (1 - by_points) * ending.result_weight
        clipped = min(1.0, max(-1.0, ending.margin / ending.margin_scale))
        values |= {"share": f"{by_result:.0%}", "part": f"{by_points:.0%}", "clipped": signed(clipped)}
        if ending.result_weight < 1:
            searched = f"{1 - by_points - by_result:.0%}"
            text = TaughtText.FIG_WIN_TARGET_MIXED if by_points else TaughtText.FIG_WIN_TARGET_FORESEEN
            return text(**values, foreseen=signed(ending.foreseen), searched=searched)
        return TaughtText.FIG_WIN_TARGET_BY(**values) if by_points else TaughtText.FIG_WIN_TARGET(**values)

    def _win_cost(self) -> Words:
        said, should = self._view.before.value, self.lesson.ending.value
        return TaughtText.FIG_WIN_COST(said=signed(said), should=signed(should), cost=number((said - should) ** 2))

    def _move_row(self, action: int, most: float) -> Row:
        view, move = self._view, self._move(action)
        before, target, after = (float(p[action]) for p in (view.before.policy, view.target, view.after.policy))
        n, cost = self.lesson.done, _cross(target, before)
        of_target = TaughtText.FIG_TARGET(move=move, share=percent(target))
        of_cost = TaughtText.FIG_COST(move=move, target=number(target), guess=number(before, 3), cost=number(cost))
        cells = (
            Cell(percent(before), TaughtText.FIG_BEFORE(name=self._name, move=move, share=percent(before))),
            Cell(percent(target), of_target, "jade_text", is_bold=True),
            self._after(percent(after), TaughtText.FIG_AFTER(n=n, move=move, share=percent(after))),
            Cell(number(cost), of_cost if target else TaughtText.FIG_COST_NOTHING(move=move)),
        )
        parts = [Part(GUESSED, before / most), Part(SOUGHT, target / most)]
        if self.is_taught:
            parts.append(Part(LEARNED, after / most))
        summed = TaughtText.FIG_MOVE(move=move, before=percent(before), target=percent(target))
        if self.is_taught:
            after_said = percent(after)
            summed = TaughtText.FIG_MOVE_AFTER(
                move=move, before=percent(before), target=percent(target), after=after_said, n=n
            )
        return Row(Cell(move, summed), Bar(tuple(parts), summed, is_stacked=False), cells, action=action)

    def _others_row(self, others: NDArray[np.int64], most: float) -> Row:
        view = self._view
        shares = [float(p[others].sum()) for p in (view.before.policy, view.target, view.after.policy)]
        before, target, after = shares
        pairs = zip(view.target[others].tolist(), view.before.policy[others].tolist(), strict=True)
        cost = sum(_cross(t, p) for t, p in pairs)
        tip = TaughtText.FIG_OTHERS(count=len(others), before=percent(before), target=percent(target))
        cells = (
            Cell(percent(before), tip),
            Cell(percent(target), tip),
            self._after(percent(after), tip),
            Cell(number(cost), TaughtText.FIG_OTHERS_COST(cost=number(cost))),
        )
        parts = [Part(GUESSED, before / most), Part(SOUGHT, target / most)]
        if self.is_taught:
            parts.append(Part(LEARNED, after / most))
        return Row(Cell(TaughtText.ROW_OTHERS, tip), Bar(tuple(parts), tip, is_stacked=False), cells, is_pale=True)

    def _after(self, words: Words, tip: Words) -> Cell:
        """A figure of the time after the step, where there has been one."""
        return Cell(words, tip, "gold_text") if self.is_taught else Cell(_DASH, TaughtText.FIG_NOT_YET, "muted")

    # --- what it costs ---

    def costs(self) -> Table:
        """The losses, each by its weight, and their sum: what the step makes smaller."""
        view, weight = self._view, self.lesson.school.points_weight
        before, after, batch = view.cost_before, view.cost_after, self.lesson.course[0].batch
        longest = max(before.total(weight), after.total(weight), 1e-6)
        lines = [
            CostLine(
                name=TaughtText.ROW_MOVES,
                told=self._moves_told(before),
                before=before.policy,
                after=after.policy,
                batch_mean=batch.policy,
                color=GUESSED,
            ),
            CostLine(
                name=TaughtText.ROW_RESULT,
                told=self._win_cost(),
                before=before.value,
                after=after.value,
                batch_mean=batch.value,
                color=SOUGHT,
            ),
        ]
        if self.has_points:
            lines.append(
                CostLine(
                    name=TaughtText.ROW_POINTS,
                    told=TaughtText.FIG_POINTS_COST(all=view.stones.size, cost=number(before.points)),
                    before=before.points,
                    after=after.points,
                    batch_mean=batch.points,
                    weight=weight,
                    color="luck",
                )
            )
        rows = [*(self._cost_row(line, longest) for line in lines), self._total_row(before, after, longest)]
        heads = (
            Cell(TaughtText.HEAD_LOSS, TaughtText.TIP_LOSS),
            Cell(TaughtText.HEAD_WEIGHT, TaughtText.TIP_WEIGHT),
            Cell(TaughtText.HEAD_COUNTS, TaughtText.TIP_COUNTS),
            Cell(TaughtText.HEAD_AFTER(n=max(self.lesson.done, 1)), TaughtText.TIP_LOSS_AFTER),
            Cell(TaughtText.HEAD_BATCH, TaughtText.TIP_BATCH(batch=self.lesson.school.batch)),
        )
        bar = Cell(TaughtText.HEAD_COST_BARS, TaughtText.TIP_COST_BARS)
        widths = (44, 44, 44, 60, 60)
        return Table(Cell(TaughtText.HEAD_OF), bar, heads, tuple(rows), widths, (4, 1))

    def _cost_row(self, line: CostLine, longest: float) -> Row:
        """``longest``: of all bars, what the longest stands for."""
        weight, before, told = line.weight, line.before, line.told
        counts, later, usual = weight * before, weight * line.after, weight * line.batch_mean
        cells = (
            Cell(number(before), told),
            Cell(lambda strings: "×" + strings.figure(weight, "g"), TaughtText.FIG_WEIGHT(weight=short(weight))),
            Cell(
                number(counts), TaughtText.FIG_COUNTS(cost=number(before), weight=short(weight), counts=number(counts))
            ),
            self._after(number(later), self._change(counts, later)),
            Cell(number(usual), TaughtText.FIG_BATCH(cost=number(usual)), "muted"),
        )
        parts = [Part(line.color, counts / longest)]
        if self.is_taught:
            parts.append(Part(LEARNED, later / longest))
        return Row(Cell(line.name, told), Bar(tuple(parts), told, is_stacked=False), cells)

    def _total_row(self, before: Cost, after: Cost, longest: float) -> Row:
        weight, lesson = self.lesson.school.points_weight, self.lesson
        whole, later = before.total(weight), after.total(weight)
        batch = lesson.course[0].batch.total(weight)
        cells = (
            Cell(""),
            Cell(""),
            Cell(number(whole), TaughtText.FIG_TOTAL(cost=number(whole)), is_bold=True),
            self._after(number(later), self._change(whole, later)),
            Cell(number(batch), TaughtText.FIG_BATCH(cost=number(batch)), "muted"),
        )
        parts = [Part("had", whole / longest)]
        if self.is_taught:
            parts.append(Part(LEARNED, later / longest))
        told = TaughtText.FIG_TOTAL(cost=number(whole))
        name = Cell(TaughtText.ROW_TOTAL, told, is_bold=True)
        return Row(name, Bar(tuple(parts), told, is_stacked=False), cells)

    def _moves_told(self, cost: Cost) -> Words:
        return TaughtText.FIG_MOVES_COST(
            cost=number(cost.policy), least=number(cost.entropy), learnable=number(cost.divergence)
        )

    def _change(self, before: float, after: float) -> Words:
        """What the steps made of a loss."""
        said = TaughtText.FIG_FELL if after <= before else TaughtText.FIG_ROSE
        return said(n=self.lesson.done, before=number(before), after=number(after))

    def costs_said(self) -> Words:
        """What it costs, and what the step made of that."""
        view, school = self._view, self.lesson.school
        before, after = (cost.total(school.points_weight) for cost in (view.cost_before, view.cost_after))
        if not self.is_taught:
            return TaughtText.SAY_COSTS_NOW(cost=number(before))
        said = TaughtText.SAY_COSTS if after <= before else TaughtText.SAY_COSTS_MORE
        return said(before=number(before), after=number(after), n=self.lesson.done, moved=small(self.lesson.moved))

    # --- the eight ways ---

    def ways_said(self) -> Words:
        """What the symmetries are for."""
        lesson = self.lesson
        values = [chance(view.before.value) for view in lesson.views]
        told = TaughtText.SAY_WAYS if lesson.school.symmetries else TaughtText.SAY_WAYS_UNUSED
        return told(count=len(values), low=percent(min(values)), high=percent(max(values)))

    def way_told(self) -> Words:
        """What there is to say of the way that is looked at."""
        view, weight = self._view, self.lesson.school.points_weight
        before, after = view.cost_before.total(weight), view.cost_after.total(weight)
        values = {"chance": percent(chance(view.before.value)), "color": self._color, "before": number(before)}
        if not self.is_taught:
            return TaughtText.FIG_WAY(**values)
        of_batch = TaughtText.FIG_WAY_LEARNED if self._index == 0 else TaughtText.FIG_WAY_OTHER
        return of_batch(**values, after=number(after), n=self.lesson.done)

    def way_caption(self) -> Words:
        """What it costs in that way, and after the steps."""
        weight = self.lesson.school.points_weight
        before, after = self._view.cost_before.total(weight), self._view.cost_after.total(weight)
        if not self.is_taught:
            return number(before)
        return lambda strings: f"{strings.said(number(before))} → {strings.said(number(after))}"

    def way_brief(self) -> Words:
        """The same in few letters: where steps have been made, what it costs after them."""
        if not self.is_taught:
            return self.way_caption()
        after = self._view.cost_after.total(self.lesson.school.points_weight)
        return lambda strings: f"→ {strings.said(number(after))}"

    # --- by heart ---

    def heart_said(self) -> Words:
        """What more steps on the same positions come to, and why nobody learns so."""
        lesson, weight = self.lesson, self.lesson.school.points_weight
        first, last = lesson.course[0], lesson.course[-1]
        values = {
            "n": last.steps,
            "batch": lesson.school.batch,
            "before": number(first.here.total(weight)),
            "after": number(last.here.total(weight)),
            "others": number(first.others.total(weight)),
            "others_after": number(last.others.total(weight)),
        }
        if last.steps < 2:
            return TaughtText.SAY_ONE_STEP(batch=lesson.school.batch)
        is_known = last.here.total(weight) < _KNOWN * first.here.total(weight)
        is_worse = last.others.total(weight) > first.others.total(weight)
        if is_known:
            said = TaughtText.SAY_HEART_WORSE if is_worse else TaughtText.SAY_HEART
        else:
            said = TaughtText.SAY_HEART_NOT_WORSE if is_worse else TaughtText.SAY_HEART_NOT
        return said(**values)

    # --- the doctor ---

    def doctor_said(self) -> Words:
        """Where its figures come from, and how this position stands out."""
        lesson = self.lesson
        usual = self._usual("kl_search", lesson.course[0].batch.divergence)
        here = self._view.cost_before.divergence
        times = number(here / max(usual, 1e-6), 1)
        told = TaughtText.SAY_DOCTOR if lesson.school.figures else TaughtText.SAY_DOCTOR_BATCH
        return told(name=self._name, times=times)

    def doctor(self) -> Table:
        """The doctor's figures, as they are for this dog and at this position."""
        lesson, view, batch = self.lesson, self._view, self.lesson.course[0].batch
        figures, cost = lesson.school.figures, view.cost_before
        rows = []
        if "explained" in figures:
            explained = figures["explained"]
            of_dog = TaughtText.DOC_EXPLAINED(share=f"{explained:.0%}".replace("-", "−"))
            here = self._foreseen()
            rows.append(
                self._doctor_row(
                    TaughtText.ROW_EXPLAINED,
                    f"{explained:.0%}".replace("-", "−"),
                    of_dog,
                    _DASH,
                    here,
                    (max(explained, 0.0), 0.0),
                )
            )
        pairs = (
            (TaughtText.ROW_KL, "kl_search", batch.divergence, cost.divergence, self._kl_here()),
            (TaughtText.ROW_DOUBT, "", batch.entropy, cost.entropy, TaughtText.HERE_DOUBT),
            (TaughtText.ROW_RESULT, "heldout_value", batch.value, cost.value, TaughtText.HERE_VALUE),
        )
        tips = {
            TaughtText.ROW_KL: TaughtText.DOC_KL,
            TaughtText.ROW_DOUBT: TaughtText.DOC_DOUBT,
            TaughtText.ROW_RESULT: self._doctors_value(),
        }
        for name, figure, mean, here_value, of_here in pairs:
            usual = self._usual(figure, mean)
            most = max(usual, here_value, 1e-6)
            rows.append(
                self._doctor_row(
                    name, number(usual), tips[name], number(here_value), of_here, (usual / most, here_value / most)
                )
            )
        rate = TaughtText.DOC_RATE(rate=short(lesson.school.rate, ".2g"), name=self._name)
        moved = TaughtText.HERE_RATE(n=lesson.done, moved=small(lesson.moved))
        rows.append(
            self._doctor_row(
                TaughtText.ROW_RATE,
                short(lesson.school.rate, ".2g"),
                rate,
                small(lesson.moved) if self.is_taught else _DASH,
                moved if self.is_taught else TaughtText.FIG_NOT_YET,
                (0.0, 0.0),
            )
        )
        heads = (
            Cell(TaughtText.HEAD_USUAL, TaughtText.TIP_USUAL),
            Cell(TaughtText.HEAD_HERE, TaughtText.TIP_HERE),
        )
        bar = Cell(TaughtText.HEAD_DOCTOR_BARS, TaughtText.TIP_DOCTOR_BARS)
        return Table(Cell(TaughtText.HEAD_SIGN), bar, heads, tuple(rows), (_WIDE, _WIDE), name_width=_SIGN)

    def _usual(self, figure: str, mean: float) -> float:
        return float(self.lesson.school.figures.get(figure, mean))

    def _doctors_value(self) -> Words:
        guess = self.lesson.school.figures.get("heldout_guess")
        return TaughtText.DOC_VALUE_ALONE if guess is None else TaughtText.DOC_VALUE(guess=number(guess))

    def _kl_here(self) -> Words:
        return TaughtText.HERE_KL(kl=number(self._view.cost_before.divergence), times=number(self.lesson.weight, 1))

    def _foreseen(self) -> Words:
        said, should = self._view.before.value, self.lesson.ending.value
        if not self.lesson.ending.result:
            return TaughtText.HERE_FORESEEN_DRAW
        is_right = said * should > 0
        return TaughtText.HERE_FORESEEN if is_right else TaughtText.HERE_UNFORESEEN

    @staticmethod
    def _doctor_row(
        name: Words,
        dogs: Words,
        of_dog: Words,
        here: Words,
        of_here: Words,
        shares: tuple[float, float],
    ) -> Row:
        """``shares`` are the lengths of both bars, 0 to 1."""
        bar = Bar((Part("had", shares[0]), Part(GUESSED, shares[1])), of_dog, is_stacked=False)
        return Row(Cell(name, of_dog), bar, (Cell(dogs, of_dog), Cell(here, of_here, is_bold=True)))

    def _move(self, action: int) -> Callable[[Strings], str]:
        return partial(point_name, grid=self.lesson.grid, action=action)


def _cross(target: float, said: float) -> float:
    """A move's part of the cross-entropy, nats."""
    return -target * math.log(max(said, 1e-12)) if target > 0 else 0.0
