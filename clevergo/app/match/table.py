"""The game on the board: who plays, what has been played, which position is looked at, and what screens see of it."""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clevergo.app.desk.library import HUMAN, GameFile, GameStore, own_players
from clevergo.app.match.branches import NO_BRANCHES, Branches, branches_of
from clevergo.app.match.clock import TimeControl
from clevergo.app.match.counted import CountedEnd
from clevergo.app.match.keeper import Change, GameKeeper
from clevergo.app.match.messages import (
    BoardState,
    Line,
    LineEnd,
    LineMove,
    Live,
    MatchPhase,
    MatchSetup,
    MatchSnapshot,
    RecordFacts,
    SettlingSeen,
    Shown,
)
from clevergo.games.color import Color
from clevergo.games.game import Position
from clevergo.games.markup import markup_of
from clevergo.games.outcome import Outcome
from clevergo.games.record import GameNode, GameRecord, TimeLeft, choose
from clevergo.games.settling import Task
from clevergo.players.spec import PlayerSpec

_MOST_LETTERS = 4_000
"""Of a comment that is shown; a file may hold a book."""
_MOST_NAME = 200
_BY_OTHERS = "CGBY"
"""SGF property of our own, on the position where somebody sat down: the sides whose moves up to there others made."""


class Table:
    """A game being played or finished. Making one needs the rules loaded (:mod:`clevergo.app.engine.client`).

    The game stands at one position of its record; the person may look at another meanwhile, and what they play there
    goes on from there.
    """

    def __init__(
        self, setup: MatchSetup, store: GameStore, keeper: GameKeeper, record: GameRecord | None = None
    ) -> None:
        """A game that begins, or that goes on from a ``record``, which is nobody else's from now on."""
        self.setup = setup
        self.record = record or _new_record(setup)
        self.begun = setup if record is None or not self.is_swapped else setup.swapped
        """Who sat down with which color, to begin once more; who has which is settled later in some games."""
        self.is_record = False
        """Whether this is somebody's record that is looked at, not a game that is played."""
        self._main: frozenset[int] = frozenset()
        """In a record, the numbers of the nodes of the game itself; what is tried after its end is none of it."""
        self._counted = CountedEnd(self.record)
        self._looking: GameNode | None = None
        """The position looked at; None follows the game."""
        self._line_key = (-1, -1)
        self._line_moves: tuple[LineMove, ...] = ()
        self._store = store
        self._keeper = keeper
        self._file: GameFile | None = None
        self._notes: GameFile | None = None
        self._edits = 0
        """How often that was done."""
        self._by_others: set[int] = set()
        """The numbers of the nodes whose moves somebody else made than who has that side now."""
        self._branches: tuple[tuple[int, ...], Branches] = ((), NO_BRANCHES)
        """The tree as a picture, and what it was made for."""

    @classmethod
    def reopen(cls, record: GameRecord, file: GameFile | None, store: GameStore, keeper: GameKeeper) -> Table:
        """A game that was read: one's own goes on where it was and is saved there, any other is looked at.

        One's own lies in the folder of saved games and names both players as this program does; anybody unknown is a
        person. In any other, moves are tried for both sides, and it is saved only where asked.
        """
        is_kept = file is not None and store.owns(file.path)
        own = own_players(record.players) if is_kept else None
        if own is None:
            table = cls(MatchSetup(HUMAN, HUMAN, record.rules, record.start), store, keeper, record)
            table.is_record = True
            table._main = frozenset(node.number for node in record.main_line())
            table._notes = file if is_kept else None
            return table
        black, white = own
        record.black, record.white, record.players = black.name, white.name, (str(black), str(white))
        record.source = None  # it is written as ours are
        control = TimeControl.from_sgf(record.info.get("TM", ""), record.info.get("OT", ""))
        table = cls(MatchSetup(black, white, record.rules, record.start, control), store, keeper, record)
        table._file = file
        table._read_by_others()
        setup = table.setup
        table._counted.restore(setup.has_human or setup.rules != setup.rules.for_programs)
        return table

    @classmethod
    def laid(cls, setup: MatchSetup, store: GameStore, keeper: GameKeeper) -> Table:
        """A position set up by hand, to be looked at as a record is."""
        record = GameRecord(setup.rules, start=setup.start)
        record.info["DT"] = time.strftime("%Y-%m-%d")
        table = cls(setup, store, keeper, record)
        table.is_record = True
        table._main = frozenset({record.root.number})
        return table

    def played_on(self, black: PlayerSpec, white: PlayerSpec) -> Table:
        """A new game of one's own, begun from the position looked at; the record stays as it is."""
        setup = MatchSetup(black, white, self.record.rules, self.record.start).playable
        table = Table(setup, self._store, self._keeper, _new_record(setup, self.shown.moves()))
        table._leave_to_others(tuple(Color))
        return table

    @property
    def file(self) -> Path | None:
        """Where the game is saved; None while nothing has been played."""
        return None if self._file is None else self._file.path

    @property
    def notes(self) -> Path | None:
        """Where a record is saved once somebody has written or drawn in it."""
        return None if self._notes is None else self._notes.path

    # --- who, and where we are --------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position the game stands at."""
        position: Position = self.record.position
        return position

    @property
    def is_swapped(self) -> bool:
        """Whether who sat down with Black has White now."""
        return self.record.settling is not None and self.record.settling.is_swapped

    @property
    def task(self) -> Task | None:
        """What is to be done before colors are settled; None where they are."""
        settling, is_open = self.record.settling, not self.is_record and self.record.outcome is None
        return settling.task(self.position.ply) if settling is not None and is_open else None

    def is_settling_at(self, ply: int) -> bool:
        """Whether colors were, or are, settled after so many stones: what is played there is no move of a variation."""
        settling = self.record.settling
        return settling is not None and not self.is_record and (self.task is not None or ply < settling.laid)

    @property
    def side(self) -> Color:
        """Who is to act, by the color they have; before colors are settled, by that they sat down with."""
        task = self.task
        return self.position.to_play if task is None else Color.BLACK if task.is_first else Color.WHITE

    @property
    def mover(self) -> PlayerSpec:
        """Who is to act."""
        return self.setup.player(self.side)

    def _actor(self, node: GameNode) -> PlayerSpec:
        """Who was to act at an earlier node of the game."""
        settling = self.record.settling
        if settling is None or self.is_record:
            return self.setup.player(node.to_play)
        back = settling.back_to(node.ply)
        task = back.task(node.ply)
        if task is not None:
            return self.begun.player(Color.BLACK if task.is_first else Color.WHITE)
        return (self.begun.swapped if back.is_swapped else self.begun).player(node.to_play)

    def choose(self, choice: str) -> None:
        """Settle who has which color, or how that goes on; ValueError where that is not to be chosen now."""
        settling = self.record.settling
        if settling is None or self.task is None:
            raise ValueError("nothing is to be chosen")
        self.record.settling = settling.chosen(self.position.ply, choice)
        self._sit_down()
        self._save()

    def _sit_down(self) -> None:
        """Everybody on the side they have now; the record names them so."""
        setup = self.begun.swapped if self.is_swapped else self.begun
        if setup != self.setup:
            self.setup = setup
            self.record.swap_players()

    def seat(self, black: PlayerSpec, white: PlayerSpec) -> None:
        """Others sit down in the middle of the game. The record names them, and says here who played before."""
        before, seated = (self.record.black, self.record.white), self.setup
        self.setup = replace(self.setup, black=black, white=white)
        self._leave_to_others(tuple(color for color in Color if seated.player(color) != self.setup.player(color)))
        self.begun = self.setup.swapped if self.is_swapped else self.setup
        self._name_players()
        self.record.node.comment = _with_change(self.record, before)
        if self.file is not None:
            self._save()

    def _leave_to_others(self, sides: tuple[Color, ...]) -> None:
        """What these sides have moved up to now is no move of who has them from here on; the record remembers it."""
        nodes = list(self.record.root.walk())  # what was taken back may be played again
        self._by_others.update(node.number for node in nodes if self.record.side_of(node) in sides)
        node = self.record.node
        if sides and node.parent is not None:
            before = node.other.get(_BY_OTHERS, [])
            node.other = node.other | {_BY_OTHERS: sorted({*before, *(b"BW"[side - 1 : side] for side in sides)})}

    def _read_by_others(self) -> None:
        """The same as the record remembers it."""
        left: dict[int, set[Color]] = defaultdict(set)
        for node in reversed(list(self.record.root.walk())):  # children come before their parents
            told = node.other.get(_BY_OTHERS, ())
            sides = left.pop(node.number, set()) | {color for color in Color if b"BW"[color - 1 : color] in told}
            if sides and node.parent is not None:
                left[node.parent.number] |= sides
                if self.record.side_of(node) in sides:
                    self._by_others.add(node.number)

    def _name_players(self) -> None:
        """Call both players in the record as this program does."""
        black, white = self.setup.black, self.setup.white
        self.record.black, self.record.white = black.name, white.name
        self.record.players = (str(black), str(white))

    def dog_renamed(self, old: str, new: str) -> None:
        """A dog is called otherwise now: whoever sits here by its name goes on under the new one, in the file too."""
        setup = self.setup.renamed(old, new)
        if setup == self.setup:
            return
        self.setup, self.begun = setup, self.begun.renamed(old, new)
        if self.record.players is None:
            return  # both computers have its names
        self._name_players()
        if self._file is not None:
            self._keeper.put(self._file, self.record, Change.JUDGED)

    # --- looking around ---------------------------------------------------------------------------------

    @property
    def shown(self) -> GameNode:
        """The position that is looked at."""
        return self._looking or self.record.node

    @property
    def is_live(self) -> bool:
        """Whether that is where the game stands; in a record that is looked at, whether it belongs to the game."""
        return self.shown.number in self._main if self.is_record else self._looking is None

    def look_at(self, node: GameNode) -> None:
        """Look at another position; the game itself stays where it is."""
        choose(node)
        self._looking = None if node is self.record.node else node

    def look_by(self, steps: int) -> None:
        """Look so many moves further on, or back."""
        line = self.shown.line()
        self.look_at(line[max(0, min(self.shown.ply + steps, len(line) - 1))])

    def look_beside(self, step: int) -> None:
        """Look at the next variation, or the one before, of the latest move that has any."""
        node = self.shown
        while node.parent is not None and len(node.parent.children) < 2:
            node = node.parent
        if node.parent is not None:
            siblings = node.parent.children
            self.look_at(siblings[(siblings.index(node) + step) % len(siblings)])

    def look_live(self) -> None:
        """Look at the game itself again: in a record, where the game was left."""
        node = self.shown
        while self.is_record and node.parent is not None and node.number not in self._main:
            node = node.parent
        self.look_at(node if self.is_record else self.record.node)

    def add(self, action: int) -> GameNode:
        """What ``action`` leads to from the position looked at; the game stays where it stands.

        IllegalMoveError or ValueError, and nothing changed, where it cannot be played.
        """
        return self.record.add(self.shown, action)

    def go_on_from_here(self) -> None:
        """The game stands from now on where one is looking."""
        if self._looking is not None:
            self.record.go_to(self._looking)
            self._looking = None

    # --- what is written and drawn in the record --------------------------------------------------------

    def comment(self, node: GameNode, text: str) -> None:
        """Say something of a position."""
        if text != node.comment:
            node.comment = text
            self._edited()

    def draw(self, node: GameNode, other: dict[str, list[bytes]]) -> None:
        """Have other marks on a position: its properties as :mod:`~clevergo.games.markup` has changed them."""
        if other != node.other:
            node.other = other
            self._edited()

    def _edited(self) -> None:
        """What was written is kept at once; a record from elsewhere in a file of its own, never in its own place."""
        self._edits += 1
        self._line_key = (-1, -1)
        if self.is_record:
            self._notes = self._notes or GameFile(self._store.new_file())
            self._keeper.put(self._notes, self.record, Change.NOTED)
        else:
            self._save()

    def branches(self) -> Branches:
        """The tree as a picture; made anew only when it has changed."""
        record, end = self.record, self.record.main_line()[-1]
        key = (record.size, end.number, self._edits, 0)
        if not self._branches[1].is_whole:
            key = (*key[:3], self.shown.number)
        if key != self._branches[0]:
            self._branches = key, branches_of(record, self.shown)
        return self._branches[1]

    # --- playing ----------------------------------------------------------------------------------------

    def play(self, action: int, time_left: TimeLeft | None = None) -> GameNode:
        """The next move; IllegalMoveError or ValueError, and nothing changed, where it cannot be played."""
        self.record.play(action)
        self.record.node.time_left = time_left
        self._save()
        return self.record.node

    def judge(self, node: GameNode, black_win_rate: float, black_score: float | None = None) -> None:
        """Note what a search thinks of a position; a game that is saved is saved with that."""
        node.black_win_rate = black_win_rate
        node.black_score = black_score if black_score is not None else node.black_score
        if self._file is not None:
            self._keeper.put(self._file, self.record, Change.JUDGED)

    def call(self, black: str, white: str) -> None:
        """Name both players in the record otherwise than this program would; nobody goes on with it from a file."""
        self.record.black, self.record.white = black, white
        self.record.players = None

    def follow(self, record: GameRecord, dead: tuple[int, ...] | None = None) -> bool:
        """Bring the game in line with another record of it, kept elsewhere; whether anything has changed.

        ``dead``: the stones taken off once it was counted; None where it was not, or nobody has agreed yet.
        """
        own, before = self.record, (self.record.moves, self.record.settling, self.record.outcome)
        path = record.node.path()[1:]
        pairs = zip(before[0], (node.action for node in path), strict=False)
        same = next((i for i, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(before[0]), len(path)))
        if len(before[0]) > same:
            self._looking = None
            own.undo(len(before[0]) - same)
        for node in path[same:]:
            assert node.action is not None
            own.play(node.action)
            own.node.time_left = node.time_left
        own.settling = record.settling
        self._sit_down()
        outcome = record.outcome
        if dead is not None and self._counted.is_due:
            mask = np.zeros(self.position.stones.shape, np.bool_)
            mask.flat[list(dead)] = True
            if own.outcome != outcome or not self._counted.is_settled(mask):
                self.settle(mask)
                return True
        elif outcome is not None and (own.outcome is None or own.outcome.termination is not outcome.termination):
            own.finish(outcome)
        has_changed = before != (own.moves, own.settling, own.outcome)
        if has_changed:
            self._save()
        return has_changed

    def finish(self, outcome: Outcome) -> None:
        """Somebody gives up or has no time left."""
        self.record.finish(outcome)
        self._save()

    def undo_count(self) -> int:
        """Moves back to the last position in which a person was to move (without people: one); 0 for none."""
        path = self.record.node.path()
        if len(path) < 2:
            return 0
        if not self.setup.has_human:
            return 1
        movers = (self._actor(node) for node in reversed(path[:-1]))
        return next((count for count, mover in enumerate(movers, 1) if mover.is_human), 0)

    def undo(self) -> bool:
        """Take back :meth:`undo_count` moves; whether there were any."""
        count = self.undo_count()
        if count:
            self._looking = None
            self.record.undo(count)
            self._sit_down()
            self._save()
        return count > 0

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back that can be played again; not while colors are being settled."""
        return self.record.can_redo and self.task is None

    def redo(self) -> bool:
        """Play again what was taken back, up to where a person is to move (without people: one); False for none."""
        if not self.can_redo:
            return False
        self._looking = None
        self.record.redo()
        while self.record.can_redo and self.setup.has_human and not self.mover.is_human:
            self.record.redo()
        self._save()
        return True

    # --- the end ----------------------------------------------------------------------------------------

    @property
    def dead(self) -> NDArray[np.bool_] | None:
        """``bool[H, W]``: the stones taken for dead where the game stands; None where nothing was counted."""
        return self._counted.dead(self.record.node)

    @property
    def known_dead(self) -> NDArray[np.bool_] | None:
        """The same of an end that was taken back and has come again: what it was counted with then."""
        return self._counted.known(self.record.node)

    @property
    def _is_variation(self) -> bool:
        """Whether the game has ended, and stands somewhere else now: that is tried, the end stays as it was."""
        ends = [node for node in self.record.main_line() if node.outcome is not None]
        return bool(ends) and not any(end is self.record.node for end in ends)

    @property
    def end(self) -> LineEnd | None:
        """How the line that is looked at ends; None while it has no end, or where a record does not say."""
        node = self._line()[-1]
        is_told = not self.is_record or (node.number in self._main and bool(self.record.told.get("RE")))
        return self._counted.line_end(node) if is_told else None

    def settle(self, dead: NDArray[np.bool_]) -> None:
        """Count the end of the game anew with ``dead``, ``bool[H, W]``, off the board."""
        self._counted.settle(dead)
        self._save()

    def toggle_dead(self, action: int) -> bool:
        """Take the chain at ``action`` for dead, or for living again; False where that makes no sense."""
        dead, is_ours = self._counted.toggled(self.shown, action), self.file is not None
        if dead is None or not is_ours or not self.is_live:
            return False
        self.settle(dead)
        return True

    def _save(self) -> None:
        self._file = self._file or GameFile(self._store.new_file())
        self._keeper.put(self._file, self.record)

    # --- what screens see -------------------------------------------------------------------------------

    def snapshot(self, version: int, match_id: int, phase: MatchPhase) -> MatchSnapshot:
        """The match as it lies on the table; of a record that is looked at, no judgment of ours."""
        node, is_played, record = self.shown, not self.is_record, self.record
        whole = (node.path() if self.is_live else self._line())[1:]
        rates, scores = tuple(n.black_win_rate for n in whole), tuple(n.black_score for n in whole)
        can_undo, can_redo = is_played and self.undo_count() > 0, is_played and self.can_redo
        task, settling, counted = self.task, record.settling, self._counted
        return MatchSnapshot(
            version,
            match_id,
            self.setup,
            phase,
            self._shown(),
            Live(self.side, self.position.ply, can_undo, can_redo),
            Line(self._moves_of_line(), self.end, rates, scores),
            settling=None if task is None or settling is None else SettlingSeen(settling.name, task, self.side),
            laid=0 if self.record.settling is None else self.record.settling.laid,
            is_swapped=self.is_swapped,
            outcome=record.outcome if is_played else None,
            is_variation=is_played and self._is_variation,
            # Of the game itself, whose result is told, wherever one is looking.
            bare_outcome=counted.bare_outcome(record.node) if is_played else None,
            tally=counted.tally(record.node) if is_played else None,
            other_count=counted.other_count(record.node) if is_played and self.setup.has_human else None,
            file=self.file,
            names=("", "") if is_played else (_cut_name(record.black), _cut_name(record.white)),
            record=None if is_played else _facts_of(record),
            branches=self.branches(),
            notes=self.notes,
            by_others=self._plies_by_others(),
        )

    def _plies_by_others(self) -> tuple[int, ...]:
        """Of the line that is looked at."""
        others = self._by_others
        return tuple(node.ply for node in self._line()[1:] if node.number in others) if others else ()

    def _shown(self) -> Shown:
        """The position looked at."""
        node, is_played, passing = self.shown, not self.is_record, self.setup.rules.pass_action
        position = node.position
        may_pass = passing is not None and bool(position.legal_moves[passing])
        owners, dead = (self._counted.owners(node), self._counted.dead(node)) if is_played else (None, None)
        markup = markup_of(node, position.rules.grid)
        return Shown(
            BoardState.of(position, shows_barred=True, owners=owners, dead=dead, markup=markup),
            to_play=position.to_play,
            ply=position.ply,
            moves=node.moves(),
            captures=position.captures,
            may_pass=may_pass,
            must_pass=may_pass and int(position.legal_moves.sum()) == 1,
            is_over=position.is_over,
            is_open=self._counted.is_open(node),
            node=node.number,
            is_live=self.is_live,
            comment=_cut(node.comment),
        )

    def _line(self) -> list[GameNode]:
        """The line through the position looked at, from the root to its end.

        Where the game has ended moves that were taken back before are no part of it, unless one of them is looked at.
        """
        shown, here = self.shown, self.record.node
        is_cut = not self.is_record and here.outcome is not None and any(here is node for node in shown.line())
        is_beyond = is_cut and shown is not here and any(here is node for node in shown.path())
        return here.path() if is_cut and not is_beyond else shown.line()

    def _moves_of_line(self) -> tuple[LineMove, ...]:
        """The line through the position looked at; made anew only when it or the tree has changed."""
        line = self._line()
        # The tree grows with every node, and a line is known by its end; undo may change which children come first.
        key = (self.record.size, line[-1].number)
        if key != self._line_key or self.is_live:
            self._line_key, moves = key, []
            for before, node in itertools.pairwise(line):
                others = tuple((n.number, n.action) for n in before.children if n is not node and n.action is not None)
                assert node.action is not None
                moves.append(LineMove(node.number, node.action, others, bool(node.comment)))
            self._line_moves = tuple(moves)
        return self._line_moves


def _facts_of(record: GameRecord) -> RecordFacts:
    """What a record says of its game, in its own words."""
    said = {name: _cut_name(text) for name, text in (record.info | record.told).items()}
    info = defaultdict(str, said)
    return RecordFacts(
        ranks=(info["BR"], info["WR"]),
        result=info["RE"],
        event=info["EV"],
        round=info["RO"],
        date=info["DT"],
        place=info["PC"],
        rules=info["RU"],
        annotator=info["AN"],
        about=_cut(record.info.get("GC", "")),
    )


def _with_change(record: GameRecord, before: tuple[str, str]) -> str:
    """The comment of where the game stands, with a line for each side that somebody else plays from here on.

    Like the search's judgments it is there for any program that shows comments, and so in the words records have.
    """
    after = record.black, record.white
    sides = zip(("Black", "White"), before, after, strict=True)
    lines = [f"[{side}: {old}, from here on {new}]" for side, old, new in sides if old != new]
    return "\n".join([record.node.comment] * bool(record.node.comment) + lines * bool(record.moves))


def _cut_name(text: str) -> str:
    return " ".join(text[:_MOST_NAME].split())


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else text[:_MOST_LETTERS] + "…"


def _new_record(setup: MatchSetup, moves: tuple[int, ...] = ()) -> GameRecord:
    record = GameRecord.from_moves(setup.rules, moves, setup.black.name, setup.white.name, setup.start)
    record.players = (str(setup.black), str(setup.white))
    record.info["DT"] = time.strftime("%Y-%m-%d")
    if setup.time is not None:
        record.info["TM"] = f"{setup.time.main:g}"
        record.info["OT"] = setup.time.overtime
    return record
