"""Games from elsewhere that can be played only so far: stones set up by hand after the first move follow no rule.

What lies on the board before the first move is its start, however many nodes of the file it is spread over; what is set
up later ends the game as we can show it. The file itself is never changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clevergo.problem import Problem

if TYPE_CHECKING:
    from sgfmill import sgf as sgfmill_sgf

    from clevergo.games.record import GameRecord

_SETUP = ("AB", "AW", "AE")


def read_game(data: bytes) -> tuple[GameRecord, Problem | None]:
    """The game of an SGF file as far as it can be played, and what is to be said of the rest; SgfError as it has it."""
    from clevergo.games.sgf.codec import SgfError, no_game, parse, read_tree, unread_of

    game = parse(data)
    try:
        return read_tree(game), None
    except SgfError:
        try:
            cut = _make_playable(game)
        except ValueError as error:
            raise no_game(error) from error
        if cut is None:
            raise
    record = read_tree(game)
    end = record.main_line()[-1]
    record.unread += tuple(unread_of(end, node)._replace(is_main=i == 0) for i, node in enumerate(cut.rest))
    return record, cut.said


class _Cut(NamedTuple):
    """What had to be taken out of a game, so that it can be played."""

    said: Problem | None
    """What is to be said of that; None where nothing is missing."""
    rest: tuple[sgfmill_sgf.Tree_node, ...] = ()
    """What followed there."""


def _make_playable(game: sgfmill_sgf.Sgf_game) -> _Cut | None:
    """Take out of its main line what is set up by hand; None where there was nothing."""
    root = game.get_root()
    node, moves, cut = root, int(root.get_raw_move()[0] is not None), None
    while len(node):
        parent, node = node, node[0]
        if node.has_setup_stones():
            if moves or len(parent) > 1:
                rest = tuple(parent)
                for child in rest:
                    child.delete()
                return _Cut(Problem("sgf_cut", {"number": moves}), rest)
            _move_to_root(root, node)
            cut = _Cut(None)
        moves += node.get_raw_move()[0] is not None
    return cut


def _move_to_root(root: sgfmill_sgf.Node, node: sgfmill_sgf.Node) -> None:
    """Lay the stones of ``node`` on the board of ``root``."""
    black, white, _ = root.get_setup_stones()
    more_black, more_white, empty = node.get_setup_stones()
    touched = more_black | more_white | empty
    root.set_setup_stones((black - touched) | more_black, (white - touched) | more_white)
    for identifier in _SETUP:
        if node.has_property(identifier):
            node.unset(identifier)
    if node.has_property("PL"):
        root.set_raw("PL", node.get_raw("PL"))
