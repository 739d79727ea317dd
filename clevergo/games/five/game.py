"""Five in a row as a guest: what the rest of the program asks of it (:mod:`clevergo.games.game`)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.checked import whole
from clevergo.games.color import Color
from clevergo.games.five.rules import MAX_ROW, MAX_SIZE, MIN_ROW, MIN_SIZE, MOST_LAID, FiveRules, OpeningRule, RuleSet
from clevergo.games.five.swap2 import Swap2
from clevergo.games.game import Agreed, Game, Term
from clevergo.games.grid import LetteredGrid
from clevergo.games.manners import Manners
from clevergo.games.pieces import SetPiece, pieces_on
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import BadValueError, Problem


class _Manners(Manners):
    playouts = 1
    """``door.PLAIN``: pure Monte Carlo search finds everything by itself."""


PLANE_NAMES: Mapping[str, tuple[str, ...]] = {
    "features": (
        *("own", "other", "own_row", "other_row", "own_four", "other_four", "last_move", "move_1"),
        *("forbidden", "black_to_move", "own_exact", "other_exact", "renju", "row", "empty", "ones"),
    ),
    "stones": ("own", "other", "last_move", "black_to_move"),
}
"""What lies on the planes, set by set, as ``planes`` writes them."""
_SAMPLES, _FULLEST, _FULL_PART = 32, 45, 0.2
"""Positions to try a net on, and how many stones they have at most."""
_RULES_NAMES = {RuleSet.FREESTYLE: "freestyle", RuleSet.STANDARD: "standard", RuleSet.RENJU: "renju"}
_RULES_NUMBERS = {"0": RuleSet.FREESTYLE, "1": RuleSet.STANDARD, "4": RuleSet.RENJU}
"""How Gomocup numbers the rules; some programs write the number alone."""


ALL_RULES = "all"


@dataclass(frozen=True)
class FiveSelfPlay:
    """What games of self-play differ in."""

    rule: str = RuleSet.FREESTYLE.value
    """The rule of most games; ``all``: each by one of the three."""
    row: int = 5
    """Stones in a row that win; always five in renju and where all rules are played."""
    other_rules: float = 0.0
    """Share of games of five by one of the three rules, drawn anew."""
    openings: float = 0.5
    """Share of games that begin with a few stones on the board, after which neither side is better."""

    def __post_init__(self) -> None:
        if self.rule != ALL_RULES:
            RuleSet(self.rule)
        FiveRules(row=self.row)
        for name in ("other_rules", "openings"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be 0 to 1, not {getattr(self, name)}")


class Five(Game):
    """Who first has so many stones in a row wins."""

    name = "five"
    door = "clevergo.games.five.door"
    sizes = (15, 9, 11, 13, 19, 20)
    usual_size = 15
    plane_names = PLANE_NAMES
    num_planes: ClassVar[Mapping[str, int]] = {name: len(planes) for name, planes in PLANE_NAMES.items()}
    start_names = ("rule", "row", *(f"stone_{k + 1}" for k in range(MOST_LAID)))
    grid = LetteredGrid
    engine_door = "clevergo.games.five.alphabeta"
    tactics_door = "clevergo.games.five.tactics"
    youth = 500_000
    ends_suddenly = True
    story = (
        ("...X....O X....O... ..O.....X ....X.... .O....X.. ...X....O O......O. ..X..O... ......X..", 26),
        ("......... ......... ....O.... ..X.XO... ...OX.... ...OX.... ....X.... ....O.... .........", 67),
        ("......... .....O... ..O.X.... ...XXX... ....X.... ...O..O.. ......... ......... .........", 31),
    )
    lessons_file = "lessons.txt"
    counsel_door = "clevergo.games.five.counsel"
    counsels = ("make", "stop", "quiet")
    moments_door = "clevergo.games.five.moments"
    shipped_dog = "alpha_five"
    sgf_number = 4
    formats: ClassVar[Mapping[str, str]] = {".psq": "clevergo.games.five.psq"}

    @property
    def manners(self) -> _Manners:
        """How its players behave: a search that judges by playouts finds rows by itself."""
        return _Manners()

    def samples(self, size: int) -> NDArray[np.void]:
        """``Board[32]`` to try a net on: stones near each other, threats answered, no more of them than games have.

        A net that is tried on boards nobody comes to counts in steps that are too long for those of games.
        """
        rng = np.random.default_rng(0)
        fullest = min(_FULLEST, _FULL_PART * math.prod(self.shape(size)))
        return np.concatenate([self._sample(size, plies, rng) for plies in np.linspace(0, fullest, _SAMPLES)])

    def _sample(self, size: int, plies: float, rng: np.random.Generator) -> NDArray[np.void]:
        """``Board[1]`` after so many plies, on which there is more than one move to think of."""
        from scipy import ndimage

        from clevergo.games.kernels import candidates

        rows, columns = self.shape(size)
        marks, actions = np.empty(rows * columns, np.uint8), np.empty(rows * columns, np.int16)
        while True:
            position: Any = self.agree({"size": size})[0].first_position()
            while not position.is_over:
                sensible = actions[: candidates(position.board[0], 0, marks, actions)]
                if position.ply >= plies and len(sensible) > 1:
                    return position.board  # type: ignore[no-any-return]
                stones = position.stones != 0
                near = ndimage.binary_dilation(stones, iterations=2, structure=np.ones((3, 3), np.bool_)).ravel()
                close = sensible[near[sensible]] if stones.any() else np.array([rows // 2 * columns + columns // 2])
                position = position.play(int(rng.choice(close if len(close) else sensible)))

    def most_plies(self, size: int) -> int:
        """One ply for each point: each is played on once."""
        return size * size

    def winning_rows(self, board: Any) -> tuple[tuple[int, ...], ...]:
        """The actions of every row that has won on a board, each from end to end; none where nobody has won."""
        from clevergo.games.five.rows import winning_rows

        return winning_rows(board)

    def terms(self, agreed: Agreed) -> tuple[Term, ...]:
        """Size, rule, how many make a row, and how a game begins."""
        return (
            Term("size", tuple(sorted(self.sizes_beside(agreed))), self.usual_size),
            Term("rule", tuple(rule.value for rule in RuleSet), RuleSet.FREESTYLE.value),
            Term("row", tuple(range(MIN_ROW, MAX_ROW + 1)), 5, letter="n"),
            Term("opening", tuple(rule.value for rule in OpeningRule), OpeningRule.FREE.value, is_beside=True),
        )

    def agree(self, agreed: Agreed) -> tuple[FiveRules, Start]:
        """The rules of the size, rule, row and opening that were agreed on, and an empty board."""
        usual = self.usual() | dict(agreed)
        rule, opening = RuleSet(usual["rule"]), OpeningRule(usual["opening"])
        return FiveRules(size=whole(usual["size"]), rule=rule, row=whole(usual["row"]), opening=opening), EMPTY_BOARD

    def agreed(self, rules: Any, start: Start = EMPTY_BOARD) -> dict[str, Any]:
        """The rules' size, rule, row and opening, by name."""
        return {"size": rules.size, "rule": rules.rule.value, "row": rules.row, "opening": rules.opening.value}

    def changed(self, agreed: Agreed, name: str, value: Any) -> dict[str, Any]:
        """What is agreed on with another ``value``; renju and a row of another length than five exclude each other."""
        new = {**agreed, name: value}
        if new["rule"] == RuleSet.RENJU.value and new["row"] != 5:
            new |= {"row": 5} if name == "rule" else {"rule": RuleSet.FREESTYLE.value}
        return new

    def said(self, rules: Any, start: Start = EMPTY_BOARD) -> Problem:
        """The rules in words: size and rule, and what is not as usual."""
        code = "rules_five" if rules.row == 5 else "rules_five_row"
        said = Problem(code, {"size": rules.size, "rule": Problem(f"rule_{rules.rule.value}"), "row": rules.row})
        return said if rules.opening is OpeningRule.FREE else Problem("rules_five_opening", {"rules": said})

    def settling(self, rules: Any, told: str = "") -> Swap2 | None:
        """Swap2, as far as ``told`` says it has come, where that is agreed on; else None."""
        return Swap2.read(told) if rules.opening is OpeningRule.SWAP2 else None

    def why_no_start(self, rules: Any, start: Start) -> Problem | None:
        """Why no game can begin with these stones, as where a row lies there already; None where one can."""
        from clevergo.games.five.rows import has_row

        if has_row(rules, start):
            return Problem("setup_row", {"row": rules.row})
        return super().why_no_start(rules, start)

    def to_sgf(self, rules: Any, start: Start) -> dict[str, str]:
        """SGF's ``RU``: the rule's name, and how many make a row where it is not five."""
        return {"RU": _RULES_NAMES[rules.rule] + ("" if rules.row == 5 else f", {rules.row} in a row")}

    def from_sgf(self, size: int, root: Mapping[str, str]) -> FiveRules:
        """The rules of an SGF file: freestyle, of five, where it does not say otherwise."""
        told = root.get("RU", "").lower()
        words, in_a_row = told.replace(",", " ").split(), re.search(r"\b(\d) in a row", told)
        numbered = _RULES_NUMBERS.get(told.strip(), RuleSet.FREESTYLE)
        rule = next((rule for rule in RuleSet if rule.value in words), numbered)
        row = int(in_a_row[1]) if in_a_row else 5
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise BadValueError("sgf_size", low=MIN_SIZE, high=MAX_SIZE, size=size)
        is_swap2 = "swap2" in root.get("ON", "").lower().split()
        opening = OpeningRule.SWAP2 if is_swap2 else OpeningRule.FREE
        return FiveRules(size=size, rule=rule, row=row, opening=opening)

    def margin_of(self, rules: Any, points: float) -> float | None:
        """None for any points: nothing is counted, but some programs write one point for any win."""
        return None

    self_play = FiveSelfPlay
    self_play_terms = (
        Term("rule", (*(rule.value for rule in RuleSet), ALL_RULES), RuleSet.FREESTYLE.value),
        Term("row", tuple(range(MIN_ROW, MAX_ROW + 1)), 5, letter="n"),
    )

    raising_sizes = tuple(range(MIN_SIZE, MAX_SIZE + 1))
    small_sizes = (8, 9)
    """Where fewer make a row, forced stones decide the games; on smaller boards nobody wins them."""

    def dealt(self, size: int, start: NDArray[np.float32]) -> tuple[FiveRules, Start]:
        """The rules of a game of self-play, and its opening's stones, which were laid in turn, from ``start``."""
        rules = FiveRules(size=size, rule=list(RuleSet)[int(start[0])], row=int(start[1]))
        laid = [int(stone) - 1 for stone in start[2:] if stone > 0]
        to_play = Color.WHITE if len(laid) % 2 else Color.BLACK
        return rules, Start(tuple(laid[::2]), tuple(laid[1::2]), to_play)

    def plan(self, settings: Any, size: int, positions: int) -> NDArray[np.float64]:
        """What games of self-play are drawn from: the settings' rule, shares of others and of openings, these."""
        from clevergo.games.five.openings import openings_for_self_play

        agreed = self.rated_by(settings)
        rule, row = RuleSet(agreed["rule"]), agreed["row"]
        others = 1.0 if settings.rule == ALL_RULES else settings.other_rules
        rules = tuple(RuleSet) if others else (rule,)
        openings = openings_for_self_play(size, rules) if settings.openings and row == 5 else np.zeros(0)
        numbers = [size, row, rule.number, others, settings.openings]
        return np.concatenate([np.array(numbers, np.float64), openings.ravel()])

    def rated_by(self, settings: Any) -> Agreed:
        """What rating games are agreed on: the rule that self-play has most; freestyle where it has all."""
        rule = RuleSet.FREESTYLE.value if settings.rule == ALL_RULES else settings.rule
        is_five = settings.rule in (RuleSet.RENJU.value, ALL_RULES)
        return {"rule": rule, "row": 5 if is_five else settings.row}

    anchors = (
        ("random", 0.0),
        ("mcts:100", 800.0),
        ("mcts:400", 1400.0),
        ("mcts:1600", 1740.0),
        ("mcts:6400", 1980.0),
        ("alphabeta:100", 2500.0),
        ("alphabeta:1000", 2880.0),
        ("alphabeta:10000", 3120.0),
        ("alphabeta:100000", 3400.0),
    )

    thinking = ((25, -70.0), (100, 0.0), (400, 70.0))
    """Measured on 15x15 (``docs/findings.md``)."""
    deeds = (
        (-math.inf, "anywhere"),
        (2400.0, "threes"),
        (2800.0, "attacks"),
        (3000.0, "engine"),
        (3250.0, "forks"),
        (3500.0, "strong"),
        (3700.0, "grown"),
    )
    """The ratings are from answers to the set pieces at each age, and games against the classical engine."""

    def set_pieces(self, rules: Any) -> tuple[SetPiece, ...]:
        """Where five win: stopping a three, making two threats. What is more urgent a search does without a net."""
        return pieces_on(Path(__file__).with_name("pieces.txt"), rules) if rules.row == 5 else ()

    def opening(self, rules: Any, rng: np.random.Generator) -> tuple[int, ...]:
        """A few stones near the middle, after which neither side is better."""
        from clevergo.games.five.openings import balanced_opening

        return balanced_opening(rules, rng)


GAME = Five()
