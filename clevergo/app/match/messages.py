"""What passes of a match between threads, processes and the window: frozen dataclasses, never live objects."""

from __future__ import annotations

import enum
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.app.match.branches import NO_BRANCHES, Branches
from clevergo.app.match.clock import TimeControl
from clevergo.app.match.renaming import renamed
from clevergo.games.color import Color
from clevergo.games.game import OtherCount, Position, Rules, Tally
from clevergo.games.grid import LETTERS, Grid
from clevergo.games.guests import USUAL_GAME, usual_rules
from clevergo.games.illegal import GAME_OVER, OCCUPIED
from clevergo.games.markup import NO_MARKUP, Markup
from clevergo.games.outcome import Outcome
from clevergo.games.settling import Task
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.players.protocol import Candidate
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem


@dataclass(frozen=True, eq=False)
class BoardState:
    """What lies on a board, and what belongs to the position itself; how a person wants to see it is added there.

    Made once, where it is known, and handed on as it is until it is drawn.
    """

    stones: NDArray[np.int8]
    """``int8[H, W]``: 0 empty, 1 black, 2 white; row 0 is the top."""
    last_move: int | None = None
    """The last action, a pass included; None before the first."""
    barred: tuple[int, ...] = ()
    """Points where a stone may not be put though a person would think so."""
    reasons: tuple[str, ...] = ()
    """Why each of those is (:class:`Refusal`); empty where it goes without saying."""
    struck: tuple[tuple[int, ...], ...] = ()
    """Rows of stones that have won, each from end to end."""
    owners: NDArray[np.int8] | None = None
    """At the end of a game that is counted, ``int8[H, W]``: 0 neutral, 1 Black's, 2 White's."""
    dead: NDArray[np.bool_] | None = None
    """At the end of a person's game, ``bool[H, W]``: stones taken for dead."""
    markup: Markup = NO_MARKUP
    """What a record draws on this position."""
    letters: str = LETTERS
    """What its columns are called, from left to right."""

    @classmethod
    def of(
        cls,
        position: Position,
        shows_barred: bool = False,
        owners: NDArray[np.int8] | None = None,
        dead: NDArray[np.bool_] | None = None,
        markup: Markup = NO_MARKUP,
    ) -> BoardState:
        """A position of a game with the rows that have won it; what is barred only where somebody is to move there."""
        barred = (position.barred, position.reasons) if shows_barred else ((), ())
        known = position.last_move, *barred, position.winning_rows
        return cls(position.stones, *known, owners, dead, markup, position.rules.grid.letters)

    @classmethod
    def empty(cls, grid: Grid, start: Start = EMPTY_BOARD) -> BoardState:
        """A board with nothing on it but what players put there before the first move."""
        stones = np.zeros(grid, np.int8)
        stones.flat[list(start.black)] = 1
        stones.flat[list(start.white)] = 2
        return cls(stones, letters=grid.letters)


class MatchPhase(enum.Enum):
    """Where a match stands."""

    SETUP = "setup"
    """Players are chosen, nothing has been played."""
    RUNNING = "running"
    """Somebody is to move."""
    PAUSED = "paused"
    """Computers wait; a person may look around."""
    FINISHED = "finished"
    """There is an outcome."""
    LOOKING = "looking"
    """A record is looked at: nobody plays, moves may be tried for both sides."""

    @property
    def is_going(self) -> bool:
        """Whether a game is under way, also while it is paused."""
        return self in (MatchPhase.RUNNING, MatchPhase.PAUSED)


@dataclass(frozen=True)
class MatchSetup:
    """Who plays whom, by which rules."""

    black: PlayerSpec
    white: PlayerSpec
    rules: Rules = field(default_factory=usual_rules)
    start: Start = EMPTY_BOARD
    """What lies on the board before the first move."""
    time: TimeControl | None = None
    """Each side's time; None: as much as one likes."""

    def player(self, color: Color) -> PlayerSpec:
        """Who plays ``color``."""
        return self.black if color is Color.BLACK else self.white

    @property
    def swapped(self) -> MatchSetup:
        """The players with colors exchanged."""
        return replace(self, black=self.white, white=self.black)

    def renamed(self, old: str, new: str) -> MatchSetup:
        """The same after a dog has been renamed."""
        return replace(self, black=renamed(self.black, old, new), white=renamed(self.white, old, new))

    @property
    def has_human(self) -> bool:
        """Whether a person plays."""
        return self.black.is_human or self.white.is_human

    @property
    def playable(self) -> MatchSetup:
        """The same by rules that need nobody's word at the end, where no person plays."""
        return self if self.has_human else replace(self, rules=self.rules.for_programs)


@dataclass(frozen=True)
class Thinking:
    """How far a machine's search has come."""

    done: int
    total: int
    black_win_rate: float
    candidates: tuple[Candidate, ...] = ()
    """Best first, at most ten."""


@dataclass(frozen=True)
class Refusal:
    """Why a click on the board was not played."""

    reason: str
    """A word: the game's own (:class:`~clevergo.games.illegal.IllegalMoveError`), or one of these."""

    NOT_YOUR_TURN: ClassVar[Refusal]
    GAME_OVER: ClassVar[Refusal]
    NOT_STARTED: ClassVar[Refusal]
    CHOOSE_FIRST: ClassVar[Refusal]
    OCCUPIED: ClassVar[Refusal]
    LOOKING_BACK: ClassVar[Refusal]
    ON_ITS_WAY: ClassVar[Refusal]


Refusal.NOT_YOUR_TURN, Refusal.NOT_STARTED = Refusal("not_your_turn"), Refusal("not_started")
Refusal.CHOOSE_FIRST, Refusal.LOOKING_BACK = Refusal("choose_first"), Refusal("looking_back")
Refusal.ON_ITS_WAY = Refusal("on_its_way")
Refusal.GAME_OVER, Refusal.OCCUPIED = Refusal(GAME_OVER), Refusal(OCCUPIED)


@dataclass(frozen=True)
class LineMove:
    """A move of the line that is looked at."""

    node: int
    """Names the position after it (:meth:`~clevergo.app.match.controller.MatchController.look_at`)."""
    action: int
    others: tuple[tuple[int, int], ...] = ()
    """Node and action of every other move that was tried instead of it."""
    has_comment: bool = False


@dataclass(frozen=True)
class LineEnd:
    """How the line that is looked at ends."""

    outcome: Outcome
    is_over: bool = False
    """Whether the board itself is at an end; else somebody gave up, or a record stops there."""
    dead: tuple[int, ...] | None = None
    """Points of the stones that were taken off before it was counted; None where nobody knows what was counted."""


@dataclass(frozen=True)
class Preparing:
    """A first start, or the first after an update, compiles the program's inner loops: how far that is."""

    done: int
    total: int

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return self.done >= self.total

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return self.done / max(1, self.total)


@dataclass(frozen=True, kw_only=True)
class RecordFacts:
    """What a record says of its game, as it says it; empty texts for what it does not say."""

    ranks: tuple[str, str] = ("", "")
    """Black's and White's."""
    result: str = ""
    event: str = ""
    round: str = ""
    date: str = ""
    place: str = ""
    rules: str = ""
    annotator: str = ""
    about: str = ""
    """What it says of the game as a whole."""


@dataclass(frozen=True)
class Shown:
    """The position that is looked at, which may be an earlier one or one of a variation."""

    board: BoardState
    _: KW_ONLY
    to_play: Color = Color.BLACK
    ply: int = 0
    moves: tuple[int, ...] = ()
    captures: tuple[int, int] | None = None
    """Stones taken by Black, by White; None in a game in which nothing is taken."""
    may_pass: bool = False
    """Whether a pass is a legal move."""
    must_pass: bool = False
    """Whether it is the only one."""
    is_over: bool = False
    """Whether the rules allow no more moves there."""
    is_open: bool = False
    """Whether most of the board is nobody's yet (:class:`~clevergo.games.game.Counting`)."""
    node: int = 0
    """Names the position."""
    is_live: bool = True
    """Whether that is where the game stands."""
    comment: str = ""
    """What the record says of it."""


@dataclass(frozen=True)
class Live:
    """Where the game itself stands."""

    to_play: Color = Color.BLACK
    ply: int = 0
    can_undo: bool = False
    can_redo: bool = False


@dataclass(frozen=True)
class Line:
    """What leads through the position looked at to the end of its line, gone back from or not."""

    moves: tuple[LineMove, ...] = ()
    end: LineEnd | None = None
    """How it ends; None while it has no end."""
    black_win_rates: tuple[float | None, ...] = ()
    """For each ply, Black's win rate as the mover's search saw it; None where nobody searched."""
    black_scores: tuple[float | None, ...] = ()
    """For each ply, Black's lead in points as the mover's search saw it; None where nobody could tell."""


@dataclass(frozen=True)
class SettlingSeen:
    """Colors are being settled."""

    name: str
    """In what way (:class:`~clevergo.games.settling.Settling`)."""
    task: Task
    side: Color
    """Who is to act, by the color they sat down with."""


@dataclass(frozen=True)
class Thoughts:
    """What the players that are machines think."""

    now: Thinking | None = None
    """The running or last finished search for the position on the board."""
    is_running: bool = False
    """Whether an engine is at work on this position now."""
    last: Thinking | None = None
    """The finished search behind a machine's latest move."""
    last_ply: int = -1
    """The ply of the position that search looked at."""


@dataclass(frozen=True)
class Waiting:
    """What is not there yet."""

    is_loading: bool = False
    """Whether the engine is still being started (first move of the first game)."""
    preparing: Preparing | None = None
    """How far the compiling of a first start is; None on every other."""
    first_move: int | None = None
    """A person's first move that waits for the rules: it will be played, but is not on the board yet."""


@dataclass(frozen=True)
class Crosstable:
    """How a tournament over the network stands."""

    names: tuple[str, ...] = ()
    """Who plays, in the order they came."""
    points: tuple[tuple[float, ...], ...] = ()
    """Of each against each: a victory counts one, a draw half."""
    games: tuple[tuple[int, ...], ...] = ()
    """How many each has played against each."""
    is_over: bool = False

    @property
    def order(self) -> list[int]:
        """Who stands first, by points; of equals who came first."""
        return sorted(range(len(self.names)), key=lambda i: (-sum(self.points[i]), i))


@dataclass(frozen=True, kw_only=True)
class AwaySeen:
    """Whom a game is with who sits at another computer, and how things stand between the two."""

    name: str
    color: Color
    """Of whoever plays at this window."""
    is_here: bool = True
    """Whether the other is there now."""
    gone_for: int | None = 0
    """Whole seconds since they were, where they are not; None: they have not been since the game came to the board."""
    is_waiting: bool = False
    """Whether nobody knows yet what becomes of what was wished here last."""
    question: str = ""
    """What somebody would like the other to agree to: ``undo``, ``rematch``; empty: nothing."""
    is_asked: bool = False
    """Whether it is to be answered here."""
    is_counting: bool = False
    """Whether both are to say which stones are dead."""
    has_counted: bool = False
    """Whether the stones that are marked here were told as dead."""
    theirs: tuple[int, ...] | None = None
    """The stones the other takes for dead; None: has not said."""
    is_tournament: bool = False
    is_lost: bool = False
    """Whether nothing more will come of it."""
    trouble: Problem | None = None
    """What a person should know of it."""
    refusal: str = ""
    """Why what was wished here last was not possible."""
    table: Crosstable | None = None
    """How the tournament stands."""

    @property
    def has_more(self) -> bool:
        """Whether it is a tournament's and that is not over: other games may follow this one."""
        return self.is_tournament and not self.is_lost and (self.table is None or not self.table.is_over)


@dataclass(frozen=True)
class MatchSnapshot:
    """Everything a screen needs to show a match. A new one is made at each change; compare by ``version``."""

    version: int
    match_id: int
    setup: MatchSetup
    phase: MatchPhase
    shown: Shown
    live: Live = Live()
    line: Line = Line()
    thoughts: Thoughts = Thoughts()
    waiting: Waiting = Waiting()
    settling: SettlingSeen | None = None
    """What is to be done where the game stands before colors are settled; None where they are."""
    laid: int = 0
    """How many opening stones belong to settling the colors. Their color does not say which player put them."""
    is_swapped: bool = False
    """Whether who sat down with Black has White since they are."""
    outcome: Outcome | None = None
    is_variation: bool = False
    """Whether the game itself has ended, and stands at something else that was tried in it."""
    bare_outcome: Outcome | None = None
    """At the end of a counted game, the result by the rule programs train by: every stone on the board lives."""
    tally: Tally | None = None
    """What both sides' points are made of, where that is more than living stones and surrounded points."""
    other_count: OtherCount | None = None
    """At the end of a counted game, what another way of counting makes of it."""
    error: Problem | None = None
    """What went wrong that a person must know; the game is kept and paused."""
    note: Problem | None = None
    """What is to be said of a game that was opened."""
    file: Path | None = None
    """Where the game is saved; None while nothing has been played."""
    names: tuple[str, str] = ("", "")
    """Black's and White's names, where a record is looked at."""
    record: RecordFacts | None = None
    """What the record that is looked at says of its game; None for a game of one's own."""
    away: AwaySeen | None = None
    """Whom the game is with at another computer; None where both play here."""
    branches: Branches = NO_BRANCHES
    """The tree that has been played, as a picture."""
    notes: Path | None = None
    """Where a record from elsewhere is kept since somebody wrote or drew in it; None while nobody has."""
    by_others: tuple[int, ...] = ()
    """Plies of the line looked at whose moves somebody else made than who has that side now: who sat down in the
    middle of a game, or goes on from a record, has none of the moves before."""

    @property
    def is_even(self) -> bool:
        """Whether nobody may be told what to play: a person plays somebody over the network, and it is not over."""
        is_open = self.away is not None and self.outcome is None
        return is_open and (self.setup.black.is_person or self.setup.white.is_person)

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is to act in the position looked at."""
        is_settling = self.settling is not None and self.shown.is_live
        side = self.settling.side if self.settling is not None and is_settling else self.shown.to_play
        return self.setup.player(side).is_human

    @property
    def may_move(self) -> bool:
        """Whether a click on the board is a move: in the game itself, or the beginning of a variation."""
        if self.phase is MatchPhase.LOOKING:
            return True
        if self.away is not None and (self.away.is_counting or self.away.is_lost or not self.shown.is_live):
            return False
        if self.settling is not None and (self.settling.task.choices or not self.shown.is_live):
            return False
        if not self.shown.is_live and self.shown.ply < self.laid:  # what is played there settles colors
            return False
        if self.shown.is_live:
            is_open = self.phase.is_going
        else:  # anywhere but where a line has ended
            is_at_end = self.line.end is not None and self.shown.node == self.line.moves[-1].node
            is_open = self.phase is not MatchPhase.SETUP and not is_at_end
        return is_open and self.is_persons_turn and self.waiting.first_move is None


@dataclass(frozen=True)
class SavedGame:
    """A game in the folder of saved games."""

    path: Path
    black: str
    white: str
    date: str
    """``2026-01-31 12:30``."""
    size: int
    moves: int
    result: str
    """As SGF writes it; empty for an unfinished game."""
    is_own: bool = True
    """Whether it was played here, and can go on."""
    game: str = USUAL_GAME
    """What was played; empty for a game this program does not have."""


@dataclass(frozen=True)
class CopySaved:
    """A person wanted the game in another file, and that has been tried."""

    path: Path
    error: Problem | None = None
    """Why it is not there; None where it is."""
