"""What screens see of a match: one frozen snapshot of the table, made anew when something has changed."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from clevergo.app.match.messages import (
    BoardState,
    Line,
    LineMove,
    Live,
    MatchPhase,
    MatchSetup,
    MatchSnapshot,
    RecordFacts,
    SettlingSeen,
    Shown,
)
from clevergo.app.match.table import Table
from clevergo.games.markup import markup_of
from clevergo.games.record import GameNode, GameRecord

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


def bare_snapshot(version: int, match_id: int, phase: MatchPhase, setup: MatchSetup) -> MatchSnapshot:
    """Before the rules are there to play by: what the game begins with.

    A first move that waits for the rules is not on the board yet: what follows a stone there could not be played.
    """
    first, is_counted = setup.start.to_play, setup.rules.game.counting is not None
    board = BoardState.empty(setup.rules.grid, setup.start)
    shown = Shown(board, first, may_pass=is_counted, is_open=is_counted)
    return MatchSnapshot(version, match_id, setup, phase, shown, Live(first))


def table_snapshot(version: int, match_id: int, phase: MatchPhase, table: Table, lines: LineView) -> MatchSnapshot:
    """The match as it lies on the table; of a record that is looked at, no judgment of ours."""
    node, is_played = table.shown, not table.is_record
    whole = node.path() if table.is_live else node.line()
    rates, scores = tuple(n.black_win_rate for n in whole[1:]), tuple(n.black_score for n in whole[1:])
    return MatchSnapshot(
        version,
        match_id,
        table.setup,
        phase,
        _shown(table),
        Live(
            table.side,
            table.ply,
            can_undo=is_played and table.undo_count() > 0,
            can_redo=is_played and table.can_redo,
        ),
        Line(lines.of(table), table.end, rates, scores),
        settling=_settling(table),
        is_swapped=table.is_swapped,
        outcome=table.outcome if is_played else None,
        bare_outcome=table.bare_outcome() if is_played else None,
        file=table.file,
        names=(_cut_name(table.names[0]), _cut_name(table.names[1])),
        record=None if is_played else _facts_of(table.record),
    )


def _settling(table: Table) -> SettlingSeen | None:
    task, settling = table.task, table.record.settling
    return None if task is None or settling is None else SettlingSeen(settling.name, task, table.side)


def _shown(table: Table) -> Shown:
    """The position looked at."""
    node, is_played, passing = table.shown, not table.is_record, table.setup.rules.pass_action
    position = node.position
    may_pass = passing is not None and bool(position.legal_moves[passing])
    owners, dead = (table.owners(), table.dead) if is_played else (None, None)
    grid = position.rules.grid
    markup = markup_of(node, grid)
    return Shown(
        BoardState(
            position.stones,
            position.last_move,
            position.barred,
            position.reasons,
            position.winning_rows,
            owners,
            dead,
            markup,
            grid.letters,
        ),
        position.to_play,
        position.ply,
        node.moves(),
        position.captures,
        may_pass,
        may_pass and int(position.legal_moves.sum()) == 1,
        table.is_open(),
        node.number,
        table.is_live,
        _cut(node.comment),
    )


def _facts_of(record: GameRecord) -> RecordFacts:
    """What a record says of its game, in its own words."""
    said = {name: _cut_name(text) for name, text in record.info.items()}
    return RecordFacts(
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


def _cut_name(text: str) -> str:
    return " ".join(text[:_MOST_NAME].split())


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else text[:_MOST_LETTERS] + "…"
