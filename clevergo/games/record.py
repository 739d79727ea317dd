"""A game as it is played: a tree of positions, where in it we stand, undo and redo, and how the game ended.

Rules and positions are the game's own (:class:`clevergo.games.game.Rules`, :class:`clevergo.games.game.Position`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from clevergo.games.color import Color
from clevergo.games.illegal import GAME_OVER, IllegalMoveError
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.settling import Settling
from clevergo.games.start import EMPTY_BOARD, Start

__all__ = ["GameNode", "GameRecord", "TimeLeft"]

MOST_KEPT = 4_096
"""Positions a record keeps; each is 15 kilobytes, and a tree may have a hundred thousand."""


class TimeLeft(NamedTuple):
    """What a move left on its player's clock."""

    seconds: float
    periods: int | None = None
    """Byo-yomi periods left; None while main time lasts."""


class Unread(NamedTuple):
    """Part of a file that cannot be played, as stones set up in the middle cannot; it is written again."""

    node: int
    """The number of the node it follows."""
    nodes: tuple[tuple[int, dict[str, list[bytes]]], ...]
    """Nodes, each with the index of the one before it (-1: none of them) and its SGF properties; parents come first."""
    is_main: bool = False
    """Whether the game itself goes on there, not a variation."""


class NodeRead(NamedTuple):
    """What a file said of a position when it was read."""

    comment: str
    black_win_rate: float | None
    black_score: float | None
    other: dict[str, list[bytes]]
    """The node's own; whoever changes what is drawn gives the node another one."""


@dataclass(frozen=True)
class Source:
    """The file a record was read from: what is written again differs from it only where something was changed."""

    text: bytes
    """The file's text in UTF-8, from the first bracket of its first game on."""
    nodes: Mapping[int, tuple[int, ...]]
    """By number of the record's node: the file's nodes that tell of it, counted in the order they stand there. None
    tells of a pass that stands between two moves of one side."""
    read: tuple[NodeRead, ...]
    """What the file said of each of the record's nodes, by number; nodes with higher ones came later."""


@dataclass(eq=False, repr=False, slots=True)
class GameNode:
    """A position of the tree and the move that led to it. Only its record changes it."""

    number: int
    """Names the node; stays the same as long as the record lives."""
    parent: GameNode | None
    action: int | None
    """None at the root."""
    to_play: Color
    """Whose turn it is here; after the end, whose it would be."""
    _kept: deque[GameNode]
    """The record's nodes that have their position at hand, the oldest first."""
    _position: Any | None = None
    ply: int = field(init=False)
    """How many moves lead here."""
    children: list[GameNode] = field(default_factory=list)
    """The first continues the game, the others are variations."""
    chosen: int = 0
    """The child that was visited last: where going forward leads."""
    outcome: Outcome | None = None
    """How the game ended here."""
    comment: str = ""
    black_win_rate: float | None = None
    """Black's chance to win as the search behind this move saw it, 0 to 1."""
    black_score: float | None = None
    """Black's lead in points as that search saw it."""
    time_left: TimeLeft | None = None
    other: dict[str, list[bytes]] = field(default_factory=dict)
    """SGF properties that mean nothing to us, kept for whoever they mean something to."""

    def __post_init__(self) -> None:
        self.ply = 0 if self.parent is None else self.parent.ply + 1

    @property
    def position(self) -> Any:
        """The position after the move; one that has not been looked at for long is played again."""
        if self._position is None:
            waiting = [self]
            while waiting[-1]._position is None:
                assert waiting[-1].parent is not None
                waiting.append(waiting[-1].parent)
            position = waiting.pop()._position
            assert position is not None
            for node in reversed(waiting):
                assert node.action is not None
                position = position.play(node.action)
            self.keep(position)
            return position
        return self._position

    def keep(self, position: Any) -> None:
        """Have the position at hand; the one kept longest is let go where there are too many. The root's stays."""
        self._position = position
        if self.parent is not None:
            self._kept.append(self)
        if len(self._kept) > MOST_KEPT:
            self._kept.popleft()._position = None

    @property
    def mover(self) -> Color:
        """Who made the move that led here; at the root, who will not move first."""
        return self.to_play.opponent

    @property
    def next(self) -> GameNode | None:
        """Where going forward leads."""
        return self.children[min(self.chosen, len(self.children) - 1)] if self.children else None

    def child(self, action: int) -> GameNode | None:
        """The node ``action`` leads to, if it has been played here."""
        return next((child for child in self.children if child.action == action), None)

    def path(self) -> list[GameNode]:
        """The nodes from the root to here, both included."""
        nodes: list[GameNode] = []
        node: GameNode | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def moves(self) -> tuple[int, ...]:
        """The actions that lead here."""
        return tuple(node.action for node in self.path() if node.action is not None)

    def line(self) -> list[GameNode]:
        """The nodes from the root through here to the end, going forward the way that was gone last."""
        nodes = self.path()
        while nodes[-1].next is not None:
            nodes.append(nodes[-1].next)
        return nodes

    def walk(self) -> Iterator[GameNode]:
        """This node and all below it; parents come before their children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class GameRecord:
    """One game and its owner's way to change it.

    Nothing that was played is ever lost: another move in an earlier position starts a variation. The first child of
    every node is the game itself. While the game has no end, that is the line being played; once it has ended, it
    stays, and what is played after going back is a variation of it. ``black`` and ``white`` are the players' names.
    """

    def __init__(self, rules: Any, black: str = "", white: str = "", start: Start = EMPTY_BOARD) -> None:
        self.rules = rules
        self.black = black
        self.white = white
        self.start = start
        self.players: tuple[str, str] | None = None
        """Black's and White's player as this program tells them apart; None for a game it has not played."""
        self.info: dict[str, str] = {}
        """What else SGF can say of a game as text (``DT`` its date, ``EV`` the event, ``TM`` the main time...)."""
        self.settling: Settling | None = rules.game.settling(rules) if start.is_empty else None
        """How far players have come in settling who has which color; None where they do not."""
        self.told: dict[str, str] = {}
        """What a file said of itself in words of its own (``RE`` the result, ``RU`` the rules): written again as it
        was, the result as long as nothing is played."""
        self.unread: tuple[Unread, ...] = ()
        """What a file holds besides and could not be played."""
        self.source: Source | None = None
        """The file of a game from elsewhere; None once it is played on, and for games of our own."""
        self._kept: deque[GameNode] = deque()
        self.root = GameNode(0, None, None, start.to_play, self._kept)
        self.root.keep(rules.first_position(start))
        self._nodes = [self.root]
        """By number."""
        self.node = self.root
        """Where the game stands."""

    @classmethod
    def from_moves(
        cls, rules: Any, moves: Iterable[int], black: str = "", white: str = "", start: Start = EMPTY_BOARD
    ) -> GameRecord:
        """A record of these moves; IllegalMoveError where one may not be played."""
        record = cls(rules, black, white, start)
        for action in moves:
            record.play(action)
        return record

    # --- the tree ---------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """How many nodes there are; nodes have come or gone if and only if this has changed."""
        return len(self._nodes)

    def node_of(self, number: int) -> GameNode:
        """The node of that number; ValueError if there is none."""
        if not 0 <= number < len(self._nodes):
            raise ValueError(f"the record has {len(self._nodes)} positions, there is no number {number}")
        return self._nodes[number]

    def main_line(self) -> list[GameNode]:
        """The game itself, from the root to its end."""
        nodes = [self.root]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def go_to(self, node: GameNode) -> None:
        """Stand somewhere else in the tree; nothing is taken back."""
        self.node = node
        choose(node)

    def add(self, parent: GameNode, action: int) -> GameNode:
        """The node ``action`` leads to from ``parent``, made if it is not there; the game stands where it stood.

        IllegalMoveError, with nothing changed, if the action may not be played.
        """
        found = parent.child(action)
        if found is None:
            position = parent.position.play(action)
            found = GameNode(len(self._nodes), parent, action, parent.to_play.opponent, self._kept)
            found.keep(position)
            if position.is_over:
                found.outcome = position.outcome()
            parent.children.append(found)
            self._nodes.append(found)
        return found

    def copy(self) -> GameRecord:
        """The whole record again, for another thread; positions never change and are shared."""
        copy = GameRecord(self.rules, self.black, self.white, self.start)
        copy.players, copy.info, copy.told = self.players, dict(self.info), dict(self.told)
        copy.unread, copy.settling, copy.source = self.unread, self.settling, self.source
        nodes = copy._nodes = [replace(old, children=[], _kept=copy._kept, _position=None) for old in self._nodes]
        for old, new in zip(self._nodes, nodes, strict=True):
            new.parent = None if old.parent is None else nodes[old.parent.number]
            new.children = [nodes[child.number] for child in old.children]
            if old._position is not None:
                new.keep(old._position)
        copy.root, copy.node = nodes[0], nodes[self.node.number]
        return copy

    # --- playing ----------------------------------------------------------------------------------------

    @property
    def position(self) -> Any:
        """The position on the board now."""
        return self.node.position

    @property
    def moves(self) -> tuple[int, ...]:
        """The actions played up to now; what was undone is not among them."""
        return self.node.moves()

    def play(self, action: int) -> Any:
        """Play a move and return the new position; IllegalMoveError, with nothing changed, if it may not be played.

        Playing the move that was undone keeps the moves after it for redo; any other starts a variation.
        """
        if self.outcome is not None:
            raise IllegalMoveError(action, GAME_OVER)
        self.told.pop("RE", None)
        self.source = None
        had_ended = any(node.outcome is not None for node in self.main_line())
        found = self.add(self.node, action)
        if not had_ended:
            promote(found)
        self.go_to(found)
        self._note_end()
        return self.position

    def _note_end(self) -> None:
        """Two passes and the ply limit end the game; an end that was taken back comes back with its moves."""
        if self.outcome is None and self.position.is_over:
            self.node.outcome = self.position.outcome()

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self.node.parent is not None

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back that can be played again."""
        return bool(self.node.children)

    def undo(self, n: int = 1) -> Any:
        """Take back ``n`` moves, and with them a resignation or any other end of the game."""
        path = self.node.path()
        if not 0 < n < len(path):
            raise ValueError(f"cannot take back {n} of {len(path) - 1} moves")
        self.told.pop("RE", None)
        self.source = None
        for node in path[-n:]:
            node.outcome = None
        self.node = path[-n - 1]
        if self.settling is not None:
            self.settling = self.settling.back_to(self.node.ply)
        return self.position

    def side_of(self, node: GameNode) -> Color | None:
        """Who made the move that leads to a node, by the color they have now; None where there was none.

        While it is settled who has which, one hand puts stones of both colors.
        """
        settling, before = self.settling, node.parent
        if settling is None or before is None or node.mover is None:
            return node.mover
        then = settling.back_to(node.ply)
        task = then.task(before.ply)
        if task is not None:
            side = Color.BLACK if task.is_first else Color.WHITE
        else:
            side = node.mover.opponent if then.is_swapped else node.mover
        return side.opponent if settling.is_swapped else side

    @property
    def ended_at(self) -> GameNode:
        """Where the game has ended, which may be before moves that were taken back; its last position if it goes on."""
        main = self.main_line()
        return next((node for node in (*reversed(main), self.node) if node.outcome is not None), main[-1])

    def redo(self, n: int = 1) -> Any:
        """Play ``n`` moves again that were taken back."""
        undone = self.node.line()[len(self.node.path()) :]
        if not 0 < n <= len(undone):
            raise ValueError(f"cannot play {n} of {len(undone)} moves again")
        for node in (self.node, *undone[: n - 1]):
            if node.outcome is not None:  # who goes on takes back an end that was agreed on there
                node.outcome = None
                self.told.pop("RE", None)
                self.source = None
        self.node = undone[n - 1]
        self._note_end()
        return self.position

    def swap_players(self) -> None:
        """Black and White change places."""
        self.black, self.white = self.white, self.black
        if self.players is not None:
            self.players = self.players[1], self.players[0]

    # --- the end ----------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended where it stands; None while it goes on."""
        return self.node.outcome

    def resign(self, color: Color) -> None:
        """``color`` gives the game up."""
        self.finish(Outcome(color.opponent, None, Termination.RESIGNATION))

    def finish(self, outcome: Outcome) -> None:
        """End the game in a way the board does not show: resignation, time, or a count both sides agreed on.

        A game that two passes or the ply limit ended may be counted anew, with dead stones; no other end is changed.
        """
        if self.outcome is not None and not self.position.is_over:
            raise ValueError(f"the game has already ended: {self.outcome.points()}")
        self.told.pop("RE", None)
        self.source = None
        self.node.outcome = outcome


def choose(node: GameNode) -> None:
    """Have going forward lead to ``node`` from every position before it."""
    while node.parent is not None:
        node.parent.chosen = node.parent.children.index(node)
        node = node.parent


def promote(node: GameNode) -> None:
    """Make the line to ``node`` the game itself."""
    while node.parent is not None:
        siblings = node.parent.children
        if siblings[0] is not node:
            siblings.remove(node)
            siblings.insert(0, node)
            node.parent.chosen = 0
        node = node.parent
