"""Go as a guest: what the rest of the program asks of it (:mod:`clevergo.games.game`)."""

from __future__ import annotations

import functools
import math
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.checked import number, whole
from clevergo.games.game import Agreed, Game, Term
from clevergo.games.go.grades import grade_of
from clevergo.games.go.rules import (
    HANDICAP_KOMI,
    MAX_SIZE,
    MIN_SIZE,
    TERRITORY_KOMI,
    KoRule,
    Ruleset,
    Scoring,
    handicap_of,
    most_handicap,
    with_handicap,
)
from clevergo.games.go.scoring import GoCounting
from clevergo.games.pieces import SetPiece, pieces_on
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import BadValueError, Problem, cause_of

if TYPE_CHECKING:
    from clevergo.games.go.passing import GoManners

PLANE_NAMES: Mapping[str, tuple[str, ...]] = {
    "history": (
        *("own", "own_1", "own_2", "own_3", "other", "other_1", "other_2", "other_3"),
        *("black_to_move", "last_move"),
    ),
    "features": (
        *("own", "other", "own_atari", "own_two", "other_atari", "other_two"),
        *("last_move", "move_1", "move_2", "move_3", "move_4"),
        *("unplayable", "komi", "passed", "reach", "ones"),
    ),
    "colors": (
        *("black_3", "black_2", "black_1", "black_0", "white_3", "white_2", "white_1", "white_0"),
        *("white_to_move", "last_move", "komi"),
    ),
}
"""What lies on the planes, set by set, as ``planes`` writes them."""
_USUAL_POINTS = 81
"""Settings that count plies mean a 9x9 board; on others they grow with its points."""
_SAMPLES = 32
_FULL_BOARD = 0.85
"""The fullest sample's plies, by the board's points."""
_FAR_KOMI = 20
"""The largest komi on 9x9, either way, by which nets are rounded: of the dog that ships nothing was cut off at 15.5 and
-19.5, and a fifth of the prior moved at 30.5 (docs/performance.md)."""
_KOMIS = tuple(k / 2 for k in range(-39, 80))
_RULES_NAMES = {
    KoRule.POSITIONAL_SUPERKO: "Chinese",
    KoRule.SITUATIONAL_SUPERKO: "AGA",
    KoRule.SIMPLE: "Chinese, simple ko",
}
"""How SGF calls the rules: those of the American Go Association are ours with situational superko."""
_TERRITORY_NAMES = {
    KoRule.POSITIONAL_SUPERKO: "Japanese, positional superko",
    KoRule.SITUATIONAL_SUPERKO: "Japanese, situational superko",
    KoRule.SIMPLE: "Japanese",
}
_TERRITORY_RULES = re.compile(r"\b(japan|korea|jp\b|kr\b)|territory|日本|韩国|韓国|数目", re.IGNORECASE)
"""Rules that count territory, as records and programs call them."""
_SUPERKO_NAMES = re.compile(r"positional|situational", re.IGNORECASE)
_KOMI = re.compile(r"([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+))[^\d½半]*")
"""A number, and a unit where there is one. Where figures or a half follow, as in ``5 1/2``, the number goes on."""
_MOST_KOMI = 100
"""Points that anybody is given; a whole number above is hundredths, and whoever means points writes ``150.0``."""
_HAS_POINT = re.compile(r"\d[.,]\d")
_SIMPLE_NAMES = re.compile(r"simple ?ko|ko ?simple", re.IGNORECASE)
_SITUATIONAL_NAMES = re.compile(r"\b(aga|bga|french|nz|new[ _-]?zealand)\b|situational", re.IGNORECASE)
"""Rules with situational superko: American, British, French and New Zealand's, and as programs write it."""


@dataclass(frozen=True)
class GoSelfPlay:
    """How a dog plays Go against itself, beside what it does in any game."""

    komi: float = 7.0
    """Komi of half of the games; the others get a random one within ``komi_spread``."""
    komi_spread: float = 2.0
    """Largest distance of a random komi from ``komi``, in half points."""
    ply_limit: int = 130
    """A game ends after so many plies and is scored as it stands (on 9x9; scaled with the board)."""
    min_pass_ply: int = 20
    """No passing before this ply, unless nothing else is left (on 9x9; scaled with the board)."""
    guard_until: int = 60_000
    """Until so many positions, every game forbids passing to the side that is behind on the board."""
    guard_share: float = 0.25
    """Share of games that forbid it afterwards."""

    def __post_init__(self) -> None:
        for name in ("komi_spread", "min_pass_ply", "guard_until"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must not be negative, but is {getattr(self, name)}")
        if not (math.isfinite(self.komi) and float(2 * self.komi).is_integer()):
            raise ValueError(f"komi must be a whole or half number, not {self.komi}")
        if not math.isfinite(self.komi_spread):
            raise ValueError(f"komi_spread must be finite, not {self.komi_spread}")
        if not 0.0 <= self.guard_share <= 1.0:
            raise ValueError(f"guard_share must be 0 to 1, not {self.guard_share}")
        if self.ply_limit < 2:
            raise ValueError(f"ply_limit must be at least 2, not {self.ply_limit}")


class Go(Game):
    """Area scoring, suicide forbidden, any board up to 19x19."""

    name = "go"
    door = "clevergo.games.go.door"
    sizes = (9, 13, 19)
    usual_size = 9
    plane_names = PLANE_NAMES
    num_planes: ClassVar[Mapping[str, int]] = {name: len(planes) for name, planes in PLANE_NAMES.items()}
    counting = GoCounting()
    start_names = ("komi",)
    owners_name = "ownership"
    lessons_file = "lessons.txt"
    counsel_door = "clevergo.games.go.counsel"
    counsels = ("take", "save", "pass", "settled", "quiet")
    moments_door = "clevergo.games.go.moments"
    youth = 2_000_000
    shipped_dog = "alpha_go"
    sgf_number = 1

    @property
    def is_loaded(self) -> bool:
        """Whether the compiled rules are in this process already; positions need no more."""
        return "clevergo.games.go.board" in sys.modules

    @functools.cached_property
    def manners(self) -> GoManners:
        """How its players behave (:class:`clevergo.games.go.passing.GoManners`): they think about passes."""
        from clevergo.games.go.passing import GoManners

        return GoManners()

    def pass_action(self, size: int) -> int:
        """The action that stands for a pass: the number after the last point."""
        return size * size

    def earlier_planes(self, planes: str, size: int) -> Mapping[str, float]:
        return {"komi": size * size / _USUAL_POINTS} if planes == "features" and size != self.usual_size else {}

    def num_owned(self, size: int) -> int:
        """Points of which nets learn whose they become: all."""
        return size * size

    def most_plies(self, size: int) -> int:
        """Twice as many plies as there are points: by our rules a game ends then as it stands."""
        return 2 * size * size

    def look(self, board: Any) -> tuple[NDArray[np.int8], int | None]:
        """The stones ``int8[N, N]`` of a board, without its frame, and the last action or None."""
        from clevergo.games.go.stones import STRIDE

        size, frame, last = int(board["size"]), board["color"][:-1].reshape(-1, STRIDE), int(board["last_moves"][0])
        return frame[1 : size + 1, 1 : size + 1].copy(), last if last >= 0 else None

    def samples(self, size: int) -> NDArray[np.void]:
        """``Board[32]`` to try a net on: out of random games, from the first plies to full boards."""
        from clevergo.games.go.board import legal_mask, new_boards, play

        rng = np.random.default_rng(0)
        boards = new_boards(_SAMPLES, size)
        legal = np.empty(size**2 + 1, np.bool_)
        for index, board in enumerate(boards):
            for _ in range(round(index / _SAMPLES * _FULL_BOARD * size**2)):
                if legal_mask(board, legal) == 0:
                    break
                points = np.flatnonzero(legal[:-1])
                play(board, int(points[rng.integers(len(points))]))
        return boards

    def has_samples_of(self, rules: Any) -> bool:
        """Komi may be far from that of the samples, which lifts what nets compute beyond what was seen of them."""
        return abs(rules.komi) <= max(Ruleset().komi, _FAR_KOMI * rules.size**2 / _USUAL_POINTS)

    def set_pieces(self, rules: Any) -> tuple[SetPiece, ...]:
        """The positions with a right answer on 9x9; none on larger boards, where other moves would be as good."""
        return pieces_on(Path(__file__).with_name("pieces.txt"), rules) if rules.size == self.usual_size else ()

    # --- rules and records ------------------------------------------------------------------------------

    def terms(self, agreed: Agreed) -> tuple[Term, ...]:
        """Size, handicap stones, as many as the board has points for, komi, and which repetitions are forbidden."""
        size = agreed.get("size", self.usual_size)
        return (
            *super().terms(agreed),
            Term("handicap", (0, *range(2, most_handicap(size) + 1)), 0, for_contests=False),
            Term("komi", tuple(komi for komi in _KOMIS if abs(komi) <= size * size), Ruleset().komi),
            Term("counting", tuple(way.value for way in Scoring), Ruleset().scoring.value, for_contests=False),
            Term("ko", tuple(ko.value for ko in KoRule), Ruleset().ko.value, for_contests=False),
        )

    def agree(self, agreed: Agreed) -> tuple[Ruleset, Start]:
        """Handicap stones lie on the star points."""
        usual = self.usual() | dict(agreed)
        ko, scoring = KoRule(usual["ko"]), Scoring(usual["counting"])
        rules = Ruleset(whole(usual["size"]), number(usual["komi"]), ko, scoring=scoring)
        if whole(usual["handicap"]) not in (0, *range(2, most_handicap(rules.size) + 1)):
            raise BadValueError("odd_handicap", found=usual["handicap"])
        return rules, with_handicap(rules.size, usual["handicap"])

    def agreed(self, rules: Any, start: Start = EMPTY_BOARD) -> dict[str, Any]:
        """Stones that lie otherwise than handicap stones do are none."""
        ko, handicap = rules.ko.value, handicap_of(start, rules.size)
        counting = rules.scoring.value
        return {"size": rules.size, "komi": rules.komi, "ko": ko, "handicap": handicap, "counting": counting}

    def changed(self, agreed: Agreed, name: str, value: Any) -> dict[str, Any]:
        """What is agreed on with another ``value``: komi follows handicap stones, and these the size of the board.

        Who counts territory plays with the komi and the ko of those who do, and back.
        """
        new = {**agreed, name: value}
        is_territory = new["counting"] == Scoring.TERRITORY.value
        usual_komi = TERRITORY_KOMI if is_territory else Ruleset().komi
        if name == "counting" and value != agreed["counting"]:
            new["ko"] = (KoRule.SIMPLE if is_territory else Ruleset().ko).value
            new["komi"] = HANDICAP_KOMI if new["handicap"] else usual_komi
        new["handicap"] = min(new["handicap"], most_handicap(new["size"]))
        if bool(new["handicap"]) != bool(agreed["handicap"]):
            new["komi"] = HANDICAP_KOMI if new["handicap"] else usual_komi
        most = new["size"] ** 2
        new["komi"] = min(max(new["komi"], -most), most)
        return new

    def said(self, rules: Any, start: Start = EMPTY_BOARD) -> Problem:
        """Size, komi, and handicap where there is one."""
        handicap = handicap_of(start, rules.size)
        row = "rules_go" if rules.scoring is Scoring.AREA else "rules_go_territory"
        if handicap:
            return Problem(f"{row}_handicap", {"size": rules.size, "komi": rules.komi, "handicap": handicap})
        return Problem(row, {"size": rules.size, "komi": rules.komi})

    def lead(self, rules: Any, balance: float) -> float:
        """White has komi besides."""
        return balance - float(rules.komi)

    def to_sgf(self, rules: Any, start: Start) -> dict[str, str]:
        """SGF's ``KM``, ``RU`` and ``HA``: komi, the rules' name, handicap."""
        names = _RULES_NAMES if rules.scoring is Scoring.AREA else _TERRITORY_NAMES
        komi = f"{rules.komi:.1f}" if abs(rules.komi) > _MOST_KOMI else f"{rules.komi:g}"
        told = {"KM": komi, "RU": names[rules.ko]}
        return told | ({"HA": str(len(start.black))} if len(start.black) > 1 and not start.white else {})

    def from_sgf(self, size: int, root: Mapping[str, str]) -> Ruleset:
        """The rules of an SGF file. Its komi may be in points, in zi, or in hundredths, with a comma or a unit."""
        name = root.get("RU", "")
        scoring = Scoring.TERRITORY if _TERRITORY_RULES.search(name) else Scoring.AREA
        ko = _ko_named(name, scoring)
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise BadValueError("sgf_size", low=MIN_SIZE, high=MAX_SIZE, size=size)
        try:
            told = root.get("KM", "")
            komi = _komi_told(told)
            if abs(komi) > size**2 or (abs(komi) > _MOST_KOMI and not _HAS_POINT.search(told)):
                komi /= 100  # KM[375] and KM[650] are how one large server writes 3.75 zi and 6.5 points
            return Ruleset(size, _in_points(komi), ko, scoring=scoring)
        except (ValueError, OverflowError) as error:  # infinity
            raise BadValueError("sgf_komi", found=root.get("KM", ""), cause=cause_of(error)) from error

    def margin_of(self, rules: Any, points: float) -> float | None:
        """A file's result, told in points or in zi, in points; None where no count can end so."""
        if points > rules.size**2 + abs(rules.komi):
            return None
        margin = _in_points(points)
        return margin if (2 * margin).is_integer() else None

    # --- self-play and ratings --------------------------------------------------------------------------

    self_play = GoSelfPlay
    self_play_terms = (Term("komi", tuple(k / 2 for k in range(10, 17)), GoSelfPlay().komi),)
    small_sizes = (5, 6, 7, 9)
    raising_sizes = tuple(range(5, MAX_SIZE + 1))
    rated: ClassVar[Agreed] = {"komi": 7.0}
    anchors = (
        ("random", 0.0),
        ("mcts:30", 535.0),
        ("mcts:100", 926.0),
        ("mcts:400", 1400.0),
        ("mcts:1600", 2027.0),
        ("mcts:6400", 2662.0),
        ("gnugo:1", 2935.0),
        ("gnugo:5", 2935.0),
        ("gnugo:10", 2990.0),
        ("pachi:5000", 3610.0),
        ("pachi:20000", 3850.0),
    )
    """Their ratings were measured on 9x9 (``docs/training.md``)."""
    programs: ClassVar[Mapping[str, str]] = {
        "gnugo": "gnugo --mode gtp --chinese-rules --capture-all-dead --level {number}",
        # With pass_all_alive it takes dead stones before it passes: every stone on the board counts as alive.
        "pachi": "pachi -d 0 -t ={number} -r chinese threads=1,max_tree_size=200,pass_all_alive",
    }

    thinking = ((25, -220.0), (100, 0.0), (400, 60.0))
    """Measured on 9x9 (``docs/findings.md``)."""
    advantages: ClassVar[tuple[Agreed, ...]] = tuple({"handicap": n, "komi": HANDICAP_KOMI} for n in (2, 3, 4, 5))
    deeds = (
        (-math.inf, "anywhere"),
        (1000.0, "near"),
        (2150.0, "captures"),
        (2450.0, "cuts"),
        (2900.0, "gnugo"),
        (3200.0, "eyes"),
        (3750.0, "grown"),
        (4000.0, "glance"),
    )
    """The ratings are from answers to the set pieces at each age, and games against GNU Go."""

    def grade(self, rating: float) -> Problem | None:
        return grade_of(rating)

    def opening(self, rules: Any, rng: np.random.Generator) -> tuple[int, ...]:
        """The first two moves of two rating games: on random points away from the edge."""
        edge = 2 if rules.size >= 7 else 1 if rules.size >= 4 else 0
        inner = range(edge, rules.size - edge)
        points = [row * rules.size + col for row in inner for col in inner]
        return tuple(int(point) for point in rng.choice(points, 2, replace=False))

    def ply_limit(self, settings: Any, size: int) -> int:
        """After how many plies a game of self-play ends: what the settings say for 9x9, scaled with the points."""
        return max(2, min(self.most_plies(size), round(settings.ply_limit * size * size / _USUAL_POINTS)))

    def dealt(self, size: int, start: NDArray[np.float32]) -> tuple[Ruleset, Start]:
        """The rules of a game of self-play, with the komi in ``start``, and an empty board."""
        return Ruleset(size, float(start[0])), EMPTY_BOARD

    def plan(self, settings: Any, size: int, positions: int) -> NDArray[np.float64]:
        """What games of self-play are drawn from: komi and its spread, who may not pass too early, and until when."""
        plan = np.zeros(6)
        door = self.kernels
        plan[door.SIZE], plan[door.PLY_LIMIT] = size, self.ply_limit(settings, size)
        plan[door.KOMI] = settings.komi
        plan[door.KOMI_SPREAD] = max(0.0, min(settings.komi_spread, size * size - abs(settings.komi)))
        plan[door.GUARD_SHARE] = 1.0 if positions < settings.guard_until else settings.guard_share
        plan[door.MIN_PASS_PLY] = round(settings.min_pass_ply * size * size / _USUAL_POINTS)
        return plan


def _ko_named(rules: str, scoring: Scoring) -> KoRule:
    """The rule of ko that belongs to rules of that name; where nothing is said of it, ours, or simple for territory."""
    if _SIMPLE_NAMES.search(rules):
        return KoRule.SIMPLE
    if scoring is Scoring.TERRITORY and not _SUPERKO_NAMES.search(rules):
        return KoRule.SIMPLE
    return KoRule.SITUATIONAL_SUPERKO if _SITUATIONAL_NAMES.search(rules) else KoRule.POSITIONAL_SUPERKO


def _komi_told(text: str) -> float:
    """The number a file gives for komi, 0 where there is none; BadValueError where it is no number."""
    if not text.strip():
        return 0.0
    found = _KOMI.fullmatch(text.strip())
    if found is None:
        raise BadValueError("odd_komi", found=text)
    return float(found[1].replace(",", "."))


def _in_points(value: float) -> float:
    """Points, from points or zi: only a number of zi has quarters (one zi is two points). Other fractions stay."""
    return value * 2 if value * 2 != round(value * 2) and value * 4 == round(value * 4) else value


GAME = Go()
