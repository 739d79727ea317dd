"""What screens see of a match: one frozen snapshot of the table, made anew when something has changed."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from clevergo.app.match.messages import LineMove, MatchSetup, RecordFacts
from clevergo.app.match.table import Table
from clevergo.games.go.markup import markup_of
from clevergo.games.go.position import Color
from clevergo.games.go.record import GameNode

_MOST_LETTERS = 4_000
"""Of a comment that is shown; a file may hold a book."""
_MOST_NAME = 200


@dataclass
class LineView:
    """The moves of the line that is looked at; made anew only when the line or the tree has changed."""

    _key: tuple[int, int, int] = (-1, -1, -1)
    _moves: tuple[LineMove, ...] = ()

    def of(self, table: Table) -> tuple[LineMove, ...]:
        """The line through the position looked at."""
        line = table.shown.line()
        # The tree grows with every node, and a line is known by its end; undo may change which children come first.
        key = (id(table.record), table.record.size, line[-1].number)
        if key != self._key or table.is_live:
            self._moves = tuple(_line_moves(line))
            self._key = key
        return self._moves


def _line_moves(line: list[GameNode]) -> list[LineMove]:
    moves = []
    is_main = True
    for before, node in itertools.pairwise(line):
        assert node.action is not None
        is_main = is_main and before.children[0] is node
        others = [(other.number, other.action) for other in before.children if other is not node]
        moves.append(
            LineMove(
                node.number,
                node.action,
                before.to_play,
                tuple((number, action) for number, action in others if action is not None),
                is_main,
                bool(node.comment),
            )
        )
    return moves


def bare_view(setup: MatchSetup) -> dict[str, Any]:
    """The same fields before the rules are there to play by: what the game begins with.

    A first move that waits for the rules is not on the board yet: what follows a stone there could not be played.
    """
    start = setup.start
    stones = np.zeros(setup.ruleset.size**2, np.int8)
    stones[list(start.black)] = int(Color.BLACK)
    return {
        "stones": stones.reshape(setup.ruleset.size, setup.ruleset.size),
        "to_play": start.to_play,
        "live_to_play": start.to_play,
        "start": start,
        "is_open": True,
    }


def table_view(table: Table, lines: LineView) -> dict[str, Any]:
    """The fields of a snapshot that tell of the table."""
    shown = table.shown
    position, path = shown.position, shown.path()
    line = lines.of(table)
    whole = path if table.is_live else shown.line()
    return {
        "stones": position.stones,
        "to_play": position.to_play,
        "ply": position.ply,
        "last_move": position.last_move,
        "moves": shown.moves(),
        "captures": position.captures,
        "ko": position.ko_point,
        "start": table.record.start,
        "node": shown.number,
        "is_live": table.is_live,
        "live_ply": table.ply,
        "live_to_play": table.position.to_play,
        "line": line,
        "end": table.end,
        "black_win_rates": tuple(node.black_win_rate for node in whole[1:]),
        "black_scores": tuple(node.black_score for node in whole[1:]),
        "is_open": table.is_open(),
        "comment": _cut(shown.comment),
        "file": table.file,
        "markup": markup_of(shown, position.size),
    } | (_record_view(table) if table.is_record else _game_view(table))


def _game_view(table: Table) -> dict[str, Any]:
    """What is to be told of a game that is played, and how it ended."""
    return {
        "can_undo": table.undo_count() > 0,
        "can_redo": table.record.can_redo,
        "outcome": table.outcome,
        "ownership": table.ownership(),
        "dead": table.dead,
        "tromp_taylor": table.tromp_taylor(),
    }


def _record_view(table: Table) -> dict[str, Any]:
    """What is to be told of a record: its own words, and no judgement of ours."""
    record, said = table.record, {name: _cut_name(text) for name, text in table.record.info.items()}
    facts = RecordFacts(
        ranks=(said.get("BR", ""), said.get("WR", "")),
        result=_cut_name(record.told.get("RE", "")),
        event=said.get("EV", ""),
        round=said.get("RO", ""),
        date=said.get("DT", ""),
        place=said.get("PC", ""),
        rules=_cut_name(record.told.get("RU", "")),
        annotator=said.get("AN", ""),
        about=_cut(record.info.get("GC", "")),
    )
    black, white = table.names
    return {"names": (_cut_name(black), _cut_name(white)), "record": facts}


def _cut_name(text: str) -> str:
    return " ".join(text[:_MOST_NAME].split())


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else text[:_MOST_LETTERS] + "…"
