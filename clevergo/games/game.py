"""What a game is: the one door by which the rest of the program knows what is being played.

A game is one folder (or file) that makes a :class:`Game` and registers its compiled functions
(:mod:`clevergo.games.kernels`). Which games there are stands in :mod:`clevergo.games.guests`. Search, nets, training,
players, app and window are given a game and never ask which one it is.

What most games have in common is said here already: a game overrides what is otherwise with it.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.checked import whole
from clevergo.games.color import Color
from clevergo.games.grid import Grid
from clevergo.games.lessons import Lessons, read_lessons
from clevergo.games.manners import Manners
from clevergo.games.outcome import Outcome
from clevergo.games.settling import Settling
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import BadValueError, Problem

if TYPE_CHECKING:
    from clevergo.games.pieces import SetPiece

NUM_SYMMETRIES = 8
"""Symmetries of a square board."""
_OPENING_PLIES = 2
_SAMPLES = 32

Agreed = Mapping[str, Any]
"""What players have agreed on before a game, by the names of its :class:`Term`; fit for JSON."""


class Term(NamedTuple):
    """Something the rules leave open, for players to agree on."""

    name: str
    """What settings and files call it; its words are in the catalogs."""
    values: tuple[Any, ...]
    """What may be agreed on: numbers in rising order, or words."""
    usual: Any
    for_contests: bool = True
    """Whether it is asked too where two meet again and again with colors changed; else they play by the usual."""
    is_beside: bool = False
    """Whether it stands beside the one before, where that is a number alone in its row."""
    letter: str = ""
    """Another name of its option on the command line."""


@dataclass(frozen=True)
class NoSettings:
    """A game's own settings of self-play, where it has none."""


class Rules(ABC):
    """The rules one game is played by, as a value: the game, its size, and whatever else it leaves open."""

    size: int
    """Size of the board, in the game's own measure."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game these are the rules of."""

    @property
    def grid(self) -> Grid:
        """The board's points and their names."""
        return self.game.grid(*self.game.shape(self.size))

    @property
    def num_actions(self) -> int:
        """A: actions are ``0 .. A - 1``."""
        return self.game.num_actions(self.size)

    @property
    def pass_action(self) -> int | None:
        """The action that stands for a pass; None where there is none."""
        return self.game.pass_action(self.size)

    @property
    def ply_limit(self) -> int:
        """The most plies a game may have."""
        return self.game.most_plies(self.size)

    @abstractmethod
    def first_position(self, start: Start = EMPTY_BOARD) -> Position:
        """The position a game begins with; ValueError where the stones of ``start`` cannot lie like that."""

    def relaxed(self, reason: str) -> Rules | None:
        """Laxer rules that allow what these forbid for ``reason``, for records played by them; None: there are none."""
        return None

    @property
    def for_programs(self) -> Rules:
        """The rules for games between programs: these, less what needs a person's word at the end."""
        return self


class Tally(NamedTuple):
    """What both sides' points are made of, where more counts than what lies on the board; Black's first."""

    empty: tuple[int, int]
    """Points surrounded, dead stones' among them."""
    prisoners: tuple[int, int]
    """The other side's stones, taken or dead on the board."""


@dataclass(frozen=True)
class OtherCount:
    """What another way to count makes of the same board."""

    way: str
    """The name of that way, a word of the game's own."""
    outcome: Outcome


@dataclass(frozen=True, eq=False, repr=False)
class Position(ABC):
    """A position as a value: playing a move gives a new one and leaves the old one as it was.

    Boards have a field ``last_moves``, ``int16[K]``: the latest actions, newest first, -1 before the first.
    """

    rules: Any
    """The :class:`Rules` it is played by."""
    board: NDArray[np.void]
    """``Board[1]``, read-only: copy it before handing it to a kernel that plays."""

    def __post_init__(self) -> None:
        self.board.flags.writeable = False

    def __reduce__(self) -> tuple[Any, ...]:
        # Arrays come back from a pickle writable; the constructor makes them read-only again.
        return type(self), (self.rules, self.board)

    @property
    def _kernels(self) -> ModuleType:
        """Where the functions are that its board is played by."""
        return self.rules.game.kernels  # type: ignore[no-any-return]

    @functools.cached_property
    def to_play(self) -> Color:
        """Whose turn it is; after the end, whose it would be."""
        return Color(int(self.board["to_play"][0]))

    @property
    def ply(self) -> int:
        """How many moves have been made, passes included."""
        return int(self.board["ply"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        return bool(self.board["over"][0])

    @property
    def last_move(self) -> int | None:
        """The last action; None before the first."""
        action = int(self.board["last_moves"][0, 0])
        return None if action < 0 else action

    @functools.cached_property
    def stones(self) -> NDArray[np.int8]:
        """``int8[H, W]``, read-only: 0 empty, 1 and 2 the sides'; row 0 is the top."""
        stones: NDArray[np.int8] = self.rules.game.look(self.board[0])[0]
        stones.flags.writeable = False
        return stones

    @property
    def barred(self) -> tuple[int, ...]:
        """Points where a stone may not be put though a person would think so: the window marks them."""
        return ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why each of those is (:class:`~clevergo.games.illegal.IllegalMoveError`); empty: a mark says it."""
        return ()

    @functools.cached_property
    def winning_rows(self) -> tuple[tuple[int, ...], ...]:
        """Stones in a row that have won the game, each row from end to end: the window draws through them."""
        return self.rules.game.winning_rows(self.board[0])  # type: ignore[no-any-return]

    @property
    def captures(self) -> tuple[int, int] | None:
        """How many stones each side has taken; None in a game in which nothing is taken."""
        return None

    @functools.cached_property
    def legal_moves(self) -> NDArray[np.bool_]:
        """``bool[A]``, read-only: which actions are legal; none when the game is over."""
        mask = np.zeros(self.rules.num_actions, np.bool_)
        self._kernels.legal_mask(self.board[0], mask)
        mask.flags.writeable = False
        return mask

    @abstractmethod
    def play(self, action: int) -> Any:
        """The position after ``action``; :class:`~clevergo.games.illegal.IllegalMoveError` where it is forbidden."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """How the game ended, or would if it ended as the board stands."""

    def moves_since(self, earlier: Any, most: int) -> list[int] | None:
        """The moves that lead from an ``earlier`` position to this one, at most so many; None where none do."""
        if not isinstance(earlier, type(self)) or earlier.rules != self.rules:
            return None
        last_moves, plies = self.board[0]["last_moves"], self.ply - earlier.ply
        if not 0 <= plies <= min(most, len(last_moves)):
            return None
        reached, moves = earlier, [int(action) for action in last_moves[:plies][::-1]]
        try:
            for action in moves:
                reached = reached.play(action)
        except ValueError:
            return None
        return moves if self._is_same(reached) else None

    def _is_same(self, other: Any) -> bool:
        """Whether a position of the same rules is this one, with all that decides on how it goes on."""
        # Field by field: what lies between the fields of a record is not copied with them.
        return all(np.array_equal(self.board[name], other.board[name]) for name in self.board.dtype.names or ())


class Counting(Protocol):
    """What a game adds whose end people agree on: they say which stones on the board count for nothing."""

    def is_open(self, position: Any) -> bool:
        """Whether most of the board is nobody's yet, so that a game that ends here is hardly one."""

    def propose_dead(self, position: Any) -> NDArray[np.bool_]:
        """``bool[H, W]``: the stones that look dead; random games decide."""

    def owners(self, position: Any, dead: NDArray[np.bool_] | None = None) -> NDArray[np.int8]:
        """``int8[H, W]``: whose each point is, 0 nobody's, with the ``dead`` (None: no stones) off the board."""

    def outcome(self, position: Any, dead: NDArray[np.bool_] | None = None) -> Outcome:
        """The outcome counted with the ``dead`` off the board."""

    def tally(self, position: Any, dead: NDArray[np.bool_] | None = None) -> Tally | None:
        """What the outcome is made of; None where living stones and surrounded points are all."""

    def other_count(self, position: Any, dead: NDArray[np.bool_] | None = None) -> OtherCount | None:
        """What another way to count makes of the same board; None where there is no other."""

    def agreed(self, position: Any, dead: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """What a search is told people agree on (:func:`clevergo.games.kernels.agreed_result`)."""


class Game(ABC):
    """What is played."""

    name: ClassVar[str]
    """Short, in lower case, for files and commands: ``go``."""
    titles: ClassVar[Mapping[str, str]] = {}
    """What it is called, by the code of a language, where the catalogs of this program do not know it."""
    door: ClassVar[str]
    """The module of its compiled functions and of ``BOARD``, their record (:mod:`clevergo.games.kernels`).

    It is imported when the first position is made: the window, to show its first frame, must not wait for Numba.
    """
    sizes: ClassVar[tuple[int, ...]]
    """The boards people are offered."""
    usual_size: ClassVar[int]
    num_planes: ClassVar[Mapping[str, int]]
    """C for each set of input planes that is written of a position (``nn.description.PlaneSet``)."""
    plane_names: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What the planes of a set are called, for who shows them; the words are the catalogs' rows ``plane.GAME.NAME``.
    Planes without a name are known by their number."""
    counting: ClassVar[Counting | None] = None
    """How a game is counted whose end people agree on; None for others."""
    start_names: ClassVar[tuple[str, ...]] = ("nothing",)
    """What games differ in from their first position on, beside the size, at least one; these numbers' names in files.
    (Arrays of none are no use to compiled code.)"""
    owners_name: ClassVar[str] = ""
    """What it is called whose each point is at the end, where nets learn that; empty where they do not."""
    grid: ClassVar[type[Grid]] = Grid
    """How its points are named."""
    engine_door: ClassVar[str] = ""
    """The module of a classical engine, with ``choose(board, positions, stop)``; empty: there is none."""
    tactics_door: ClassVar[str] = ""
    """The module that tells what is certain, with ``forced_win(board, positions)``, an action or None, and
    ``allows_win(board, action, positions)``, whether the other side wins by force after that; empty: there is none."""
    youth: ClassVar[int] = 60_000
    """Recorded positions until which a dog that grows keeps the small net it was born with: as long as playing and
    learning faster is worth more than a larger net."""
    ends_suddenly: ClassVar[bool] = False
    """Whether somebody may have won before the board is full or counted: a search then keeps account of what is proven
    (:mod:`clevergo.search.tree`)."""
    lessons_file: ClassVar[str] = ""
    """The file, beside the game's module, of the boards by which a beginner learns it (:mod:`clevergo.games.lessons`);
    empty: there is none."""
    counsel_door: ClassVar[str] = ""
    """The module that tells a beginner what presses, with ``counsel(position)`` (:mod:`clevergo.games.counsel`); empty:
    there is none."""
    counsels: ClassVar[tuple[str, ...]] = ()
    """The kinds of what that module says, ``quiet`` among them."""
    moments_door: ClassVar[str] = ""
    """The module that tells what a game holds that a dog sees once for the first time; empty: there is none.

    It has ``MOMENTS``, their names, and ``find_moments(board, moves, plies)``, compiled: it plays the ``moves``,
    ``int16[T]``, on the first position, and writes how many had been made when each was there,
    ``int32[len(MOMENTS)]``, or 0. Their words are the catalogs' rows ``moment.GAME.NAME``."""
    story: ClassVar[tuple[tuple[str, int], ...]] = ()
    """How its dogs play when they are born, after a minute or two, and later: boards of 9x9 as rows of ``.``, ``X`` and
    ``O``, each with its last move. Words for them are the catalogs' rows ``story.GAME.1`` to ``.3``."""
    sgf_number: ClassVar[int | None] = None
    """The game's ``GM`` in SGF; None where the field has none."""
    shipped_dog: ClassVar[str] = ""
    """The dog that comes with the program: its name and that of its files, which may be missing; empty: there is none.
    What people call it is the catalogs' row ``shipped.NAME``."""
    formats: ClassVar[Mapping[str, str]] = {}
    """The field's other files of games: the module of each (:mod:`clevergo.games.formats`) by how their names end."""

    @functools.cached_property
    def kernels(self) -> ModuleType:
        """The module named by ``door``."""
        return importlib.import_module(self.door)

    @property
    def board(self) -> np.dtype[Any]:
        """The record that is a position."""
        return self.kernels.BOARD  # type: ignore[no-any-return]

    @property
    def is_loaded(self) -> bool:
        """Whether what it plays by is in this process already."""
        return self.door in sys.modules

    @property
    def num_start(self) -> int:
        """How many ``start_names`` there are."""
        return len(self.start_names)

    # --- its boards -------------------------------------------------------------------------------------

    def shape(self, size: int) -> tuple[int, int]:
        """Rows and columns of the board."""
        return size, size

    def num_actions(self, size: int) -> int:
        """Actions on a board of that size, passes included."""
        rows, columns = self.shape(size)
        return rows * columns + (self.pass_action(size) is not None)

    def pass_action(self, size: int) -> int | None:
        """The action that stands for a pass; None where there is none."""
        return None

    def earlier_planes(self, planes: str, size: int) -> Mapping[str, float]:
        """What earlier programs wrote otherwise on boards of that size: how many times as large, by the plane's name.

        Nets that learned so are told by the version of their files (:mod:`clevergo.nn.earlier`). ``planes`` is a set.
        """
        return {}

    def num_owned(self, size: int) -> int:
        """Points of which nets learn whose they become: all, or 0 where they learn nothing of the kind."""
        return 0

    @abstractmethod
    def most_plies(self, size: int) -> int:
        """The longest game there can be."""

    def symmetries(self, size: int) -> NDArray[np.int64]:
        """``int64[S, A]``: where each action of the turned board comes from, for each of S symmetries, itself first.

        An action below ``rows * columns`` is a point's. A square has all eight of :func:`turned`.
        """
        rows, columns = self.shape(size)
        points = np.arange(rows * columns).reshape(rows, columns)
        views = [turned(points, k) for k in range(NUM_SYMMETRIES)]
        others = np.arange(rows * columns, self.num_actions(size))
        return np.stack([np.append(view, others) for view in views if view.shape == (rows, columns)]).astype(np.int64)

    def look(self, board: Any) -> tuple[NDArray[np.int8], int | None]:
        """``(stones int8[H, W], last action or None)`` of a board, to look at: 0 empty, 1 and 2 the sides.

        Where boards have a field ``cells``, row by row, and ``last_moves``, newest first, nothing else is needed.
        """
        size, last = int(board["size"]), int(board["last_moves"][0])
        rows, columns = self.shape(size)
        return board["cells"][: rows * columns].reshape(rows, columns).copy(), last if last >= 0 else None

    def winning_rows(self, board: Any) -> tuple[tuple[int, ...], ...]:
        """The points of every row of stones that has won the game on a board, each row from end to end."""
        return ()

    def samples(self, size: int) -> NDArray[np.void]:
        """``Board[32]``, always the same: positions to try a net on, out of random games, from their first plies on."""
        rng, boards = np.random.default_rng(0), []
        for plies in np.linspace(0, 0.85 * math.prod(self.shape(size)), _SAMPLES):
            position: Any = self.agree({"size": size})[0].first_position()
            while position.ply < plies:
                after = position.play(int(rng.choice(np.flatnonzero(position.legal_moves))))
                if after.is_over:
                    break
                position = after
            boards.append(position.board)
        return np.concatenate(boards)

    def has_samples_of(self, rules: Rules) -> bool:
        """Whether a net that does well on :meth:`samples` does so by these rules; where not, it is not rounded."""
        return True

    def set_pieces(self, rules: Rules) -> tuple[SetPiece, ...]:
        """Positions with a right answer on boards by these rules (:mod:`clevergo.games.pieces`); none: there are none.

        Each age of a dog is asked what it would play at first sight. So they ask for what a net learns, and not for
        what a search does without it (:func:`clevergo.games.kernels.candidates`).
        """
        return ()

    @property
    def engine(self) -> ModuleType | None:
        """The module named by ``engine_door``; None where there is none."""
        return importlib.import_module(self.engine_door) if self.engine_door else None

    @property
    def tactics(self) -> ModuleType | None:
        """The module named by ``tactics_door``; None where there is none."""
        return importlib.import_module(self.tactics_door) if self.tactics_door else None

    @property
    def counsel(self) -> ModuleType | None:
        """The module named by ``counsel_door``; None where there is none."""
        return importlib.import_module(self.counsel_door) if self.counsel_door else None

    @property
    def moments(self) -> ModuleType | None:
        """The module named by ``moments_door``; None where there is none."""
        return importlib.import_module(self.moments_door) if self.moments_door else None

    @property
    def manners(self) -> Manners:
        """How its players behave beside searching."""
        return Manners()

    @functools.cached_property
    def lessons(self) -> Lessons | None:
        """What the file named by ``lessons_file`` says; None where there is none."""
        if not self.lessons_file:
            return None
        folder = Path(inspect.getfile(type(self))).parent
        return read_lessons(self, folder / self.lessons_file)

    # --- its rules --------------------------------------------------------------------------------------

    def terms(self, agreed: Agreed) -> tuple[Term, ...]:
        """What players may agree on, in the order they are asked, where so much is ``agreed`` already."""
        return (Term("size", self.sizes_beside(agreed), self.usual_size),)

    def sizes_beside(self, agreed: Agreed) -> tuple[int, ...]:
        """The sizes that are offered, and the one that is agreed on: dogs may have grown up on any board."""
        size = agreed.get("size", self.usual_size)
        return self.sizes if size in self.sizes else tuple(sorted((*self.sizes, size)))

    def contest_terms(self) -> tuple[Term, ...]:
        """What is asked before a match of many games or a tournament."""
        return tuple(term for term in self.terms({}) if term.for_contests)

    def usual(self) -> dict[str, Any]:
        """What is agreed on where nobody wants anything else."""
        return {term.name: term.usual for term in self.terms({})}

    def agree(self, agreed: Agreed) -> tuple[Rules, Start]:
        """The rules and the first stones that follow from what was ``agreed``; the usual where something is left out.

        ValueError, TypeError or KeyError where that makes no sense.
        """
        from clevergo.games.plain import PlainRules

        size = whole(agreed.get("size", self.usual_size))
        if size not in self.sizes:
            raise BadValueError("board_size", game=self.name, found=size)
        return PlainRules(self.name, size), EMPTY_BOARD

    def agreed(self, rules: Rules, start: Start = EMPTY_BOARD) -> dict[str, Any]:
        """What was agreed on, by the names of the terms, where these rules and first stones came of it."""
        return {"size": rules.size}

    def changed(self, agreed: Agreed, name: str, value: Any) -> dict[str, Any]:
        """What is agreed on after somebody chose another ``value``: what depends on it follows."""
        return {**agreed, name: value}

    def said(self, rules: Rules, start: Start = EMPTY_BOARD) -> Problem:
        """The rules in a few words: a row ``error.rules_GAME`` of the catalogs."""
        return Problem("rules_plain", {"rows": rules.grid.rows, "columns": rules.grid.columns})

    def lead(self, rules: Any, balance: float) -> float:
        """By how many points the first side wins that comes to own ``balance`` points more than the other."""
        return balance

    def why_no_start(self, rules: Rules, start: Start) -> Problem | None:
        """Why no game can begin with these stones, which somebody has laid by hand; None where one can."""
        try:
            position = rules.first_position(start)
        except BadValueError as error:
            return error.problem
        return None if not position.is_over and position.legal_moves.any() else Problem("setup_full")

    def settling(self, rules: Rules, told: str = "") -> Settling | None:
        """How players settle who has which color, where they do that over the first stones; None: they do not.

        Args:
            rules: the rules they have agreed on.
            told: how far it has come, as ``str`` wrote it.
        """
        return None

    # --- records ----------------------------------------------------------------------------------------

    def to_sgf(self, rules: Rules, start: Start) -> dict[str, str]:
        """What an SGF file's first node tells of them, by property, beside ``SZ``, ``AB``, ``AW`` and ``PL``."""
        return {}

    def from_sgf(self, size: int, root: Mapping[str, str]) -> Rules:
        """The rules of an SGF file, from the texts of its first node.

        Raises:
            ValueError: there are none such.
        """
        return self.agree({"size": size})[0]

    def margin_of(self, rules: Rules, points: float) -> float | None:
        """What a result of so many points in a file means; None where it cannot be one."""
        return points if points <= rules.grid.points else None

    # --- self-play --------------------------------------------------------------------------------------

    self_play: ClassVar[type[Any]] = NoSettings
    """The game's own settings of self-play: a frozen dataclass in which every field has its usual value, which raises
    ValueError where they make no sense."""
    self_play_terms: ClassVar[tuple[Term, ...]] = ()
    """Those fields of ``self_play`` that people may choose for their dogs."""
    small_sizes: ClassVar[tuple[int, ...]] = ()
    """Boards on which a dog learns something within minutes, the smallest first; by default the usual one."""
    raising_sizes: ClassVar[tuple[int, ...]] = ()
    """Every board a dog may grow up on, the smallest first; by default those that are offered to players."""

    @property
    def nurseries(self) -> tuple[int, ...]:
        """The boards that a dog may grow up on, the smallest first."""
        return self.raising_sizes or tuple(sorted(self.sizes))

    def ply_limit(self, settings: Any, size: int) -> int:
        """After how many plies a game of self-play ends at the latest; ``settings`` are a ``self_play``."""
        return self.most_plies(size)

    def plan(self, settings: Any, size: int, positions: int) -> NDArray[np.float64]:
        """The settings of self-play as :func:`clevergo.games.kernels.deal` reads them; the size of the board, usually.

        Args:
            settings: a ``self_play``.
            positions: how many the player has played so far.
        """
        return np.array([size], np.float64)

    def dealt(self, size: int, start: NDArray[np.float32]) -> tuple[Rules, Start]:
        """The rules and the first stones of a game of self-play that began with ``start``, to make a record of it.

        What :func:`clevergo.games.kernels.deal` has written there: ``float32[num_start]``.
        """
        return self.agree({"size": size})

    # --- ratings ----------------------------------------------------------------------------------------

    anchors: ClassVar[tuple[tuple[str, float], ...]] = (
        ("random", 0.0),
        ("mcts:30", 500.0),
        ("mcts:100", 800.0),
        ("mcts:400", 1200.0),
        ("mcts:1600", 1600.0),
    )
    """Players of fixed strength whom growing dogs are measured against, the weakest first, each with its rating: Elo
    points with the random player at 0. These are a guess, for games in which nobody has measured them."""
    programs: ClassVar[Mapping[str, str]] = {}
    """The commands of other programs among the anchors, which are called ``NAME:NUMBER``, with ``{number}`` in them."""
    rated: ClassVar[Agreed] = {}
    """What rating games are agreed on where it is not the usual; their size is that of self-play."""

    def rated_by(self, settings: Any) -> Agreed:
        """What rating games of a dog are agreed on that plays itself by ``settings``, a ``self_play``."""
        return self.rated

    thinking: ClassVar[tuple[tuple[int, float], ...]] = ((25, -150.0), (100, 0.0), (400, 150.0))
    """Elo points a dog gains or loses by how many simulations a move it has, the fewest first, against its rating,
    which is that with 100. These are a guess, for games in which nobody has measured them."""
    advantages: ClassVar[tuple[Agreed, ...]] = ()
    """What somebody who loses may be given beyond the usual, having the first move, the least first; none: nothing."""
    deeds: ClassVar[tuple[tuple[float, str], ...]] = ()
    """What a dog does that nobody weaker does, by the rating it takes, the weakest first. Words are the catalogs' rows
    ``deed.GAME.NAME``."""

    def grade(self, rating: float) -> Problem | None:
        """The grade that people of such a rating have, in the game's own words (a row ``error.CODE``), as an estimate.

        None where the game has no grades, or nobody would call it one.
        """
        return None

    def opening(self, rules: Rules, rng: np.random.Generator) -> tuple[int, ...]:
        """The first moves of two rating games, drawn so that good players do not repeat one game.

        Each is played with both colors, so none favors a side.
        """
        position, moves = rules.first_position(), list[int]()
        for _ in range(_OPENING_PLIES):
            moves.append(int(rng.choice(np.flatnonzero(position.legal_moves))))
            position = position.play(moves[-1])
        return tuple(moves)


def turned(planes: NDArray[Any], k: int) -> NDArray[Any]:
    """Planes ``[..., N, N]`` as they look after symmetry ``k``; a view that shares their memory.

    ``k`` is three bits, applied in this order: 1 mirrors left and right, 2 mirrors top and bottom, 4 turns by 90
    degrees counter-clockwise. So 0 changes nothing, 3 turns by 180, 4 by 90, and 7 by 270 degrees.
    """
    planes = np.flip(planes, -1) if k & 1 else planes
    planes = np.flip(planes, -2) if k & 2 else planes
    return np.rot90(planes, axes=(-2, -1)) if k & 4 else planes


def last_passes(rules: Rules, moves: Sequence[int]) -> int:
    """The ply of the position after the first of the passes at the end of ``moves``; beyond them where none is.

    Both sides agreed on these: they are nobody's mistakes, and what stones were taken for dead holds from there on.
    """
    ply = len(moves)
    while ply and moves[ply - 1] == rules.pass_action:
        ply -= 1
    return ply + 1


def position_after(rules: Rules, moves: Iterable[int], start: Start = EMPTY_BOARD) -> Any:
    """The game's position after these actions; IllegalMoveError where one is forbidden."""
    position: Any = rules.first_position(start)
    for action in moves:
        position = position.play(action)
    return position
