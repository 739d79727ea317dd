"""Five in a row as a guest: what the rest of the program asks of it (:mod:`clevergo.games.game`)."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.games.five.rules import MAX_ROW, MAX_SIZE, MIN_ROW, MIN_SIZE, FiveRules, RuleSet
from clevergo.games.game import Agreed, Game, Term, whole
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import BadValueError, Problem

_RULES_NAMES = {RuleSet.FREESTYLE: "freestyle", RuleSet.STANDARD: "standard", RuleSet.RENJU: "renju"}


@dataclass(frozen=True)
class FiveSelfPlay:
    """What games of self-play differ in."""

    rule: str = RuleSet.FREESTYLE.value
    """By which most games are played."""
    other_rules: float = 0.0
    """Share of games by one of the three rules, drawn anew."""

    def __post_init__(self) -> None:
        RuleSet(self.rule)
        if not 0.0 <= self.other_rules <= 1.0:
            raise ValueError(f"other_rules must be 0 to 1, not {self.other_rules}")


class Five(Game):
    """Who first has so many stones in a row wins."""

    name = "five"
    door = "clevergo.games.five.door"
    sizes = (15, 9, 11, 13, 19, 20)
    usual_size = 15
    num_planes: ClassVar[Mapping[str, int]] = {"features": 16}
    start_names = ("rule", "row")
    sgf_number = 4

    @functools.cached_property
    def engine(self) -> ModuleType:
        """Alpha-beta over shapes."""
        return importlib.import_module("clevergo.games.five.alphabeta")

    def most_plies(self, size: int) -> int:
        """Each point is played on once."""
        return size * size

    def terms(self, agreed: Agreed) -> tuple[Term, ...]:
        """Size, rule, and how many make a row."""
        return (
            Term("size", tuple(sorted(self.sizes)), self.usual_size),
            Term("rule", tuple(rule.value for rule in RuleSet), RuleSet.FREESTYLE.value),
            Term("row", tuple(range(MIN_ROW, MAX_ROW + 1)), 5),
        )

    def agree(self, agreed: Agreed) -> tuple[FiveRules, Start]:
        """See :class:`clevergo.games.game.Game`, here and below."""
        usual = self.usual() | dict(agreed)
        return FiveRules(size=whole(usual["size"]), rule=RuleSet(usual["rule"]), row=whole(usual["row"])), EMPTY_BOARD

    def agreed(self, rules: Any, start: Start = EMPTY_BOARD) -> dict[str, Any]:
        """The rules' three terms."""
        return {"size": rules.size, "rule": rules.rule.value, "row": rules.row}

    def changed(self, agreed: Agreed, name: str, value: Any) -> dict[str, Any]:
        """Renju is of five."""
        new = {**agreed, name: value}
        if new["rule"] == RuleSet.RENJU.value and new["row"] != 5:
            new |= {"row": 5} if name == "rule" else {"rule": RuleSet.FREESTYLE.value}
        return new

    def said(self, rules: Any, start: Start = EMPTY_BOARD) -> Problem:
        """Size and rule."""
        return Problem(
            "rules_five", {"size": rules.size, "rule": Problem(f"rule_{rules.rule.value}"), "row": rules.row}
        )

    def to_sgf(self, rules: Any, start: Start) -> dict[str, str]:
        """The rule's name, and how many make a row where it is not five."""
        return {"RU": _RULES_NAMES[rules.rule] + ("" if rules.row == 5 else f", {rules.row} in a row")}

    def from_sgf(self, size: int, root: Mapping[str, str]) -> FiveRules:
        """Freestyle where a file does not say otherwise."""
        words = root.get("RU", "").lower().replace(",", " ").split()
        rule = next((rule for rule in RuleSet if rule.value in words), RuleSet.FREESTYLE)
        row = next((int(word) for word in words if word.isdigit()), 5)
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise BadValueError("sgf_size", low=MIN_SIZE, high=MAX_SIZE, size=size)
        return FiveRules(size=size, rule=rule, row=row)

    self_play = FiveSelfPlay

    def plan(self, settings: Any, size: int, positions: int) -> NDArray[np.float64]:
        """By the settings' rule, with a share of the others."""
        return np.array([size, 5, RuleSet(settings.rule).number, settings.other_rules])


GAME = Five()
