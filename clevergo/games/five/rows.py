"""The rows that have won a game of five in a row, point by point, to be looked at."""

from __future__ import annotations

from typing import Any

import numpy as np

from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.start import Start

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def winning_rows(board: Any) -> tuple[tuple[int, ...], ...]:
    """Every row that the last stone has made, each from end to end; none where nobody has won."""
    last, winner = int(board["last_moves"][0]), int(board["winner"])
    if last < 0 or not winner:
        return ()
    size, wanted, rule = int(board["size"]), int(board["row"]), list(RuleSet)[board["rule"]]
    cells = board["cells"]
    is_exact = rule is RuleSet.STANDARD or (rule is RuleSet.RENJU and winner == Color.BLACK)

    def is_theirs(row: int, col: int) -> bool:
        return 0 <= row < size and 0 <= col < size and bool(cells[row * size + col] == winner)

    found = []
    for down, right in _DIRECTIONS:
        row, col = divmod(last, size)
        while is_theirs(row - down, col - right):
            row, col = row - down, col - right
        line = []
        while is_theirs(row, col):
            line.append(row * size + col)
            row, col = row + down, col + right
        if len(line) == wanted or (len(line) > wanted and not is_exact):
            found.append(tuple(line))
    return tuple(found)


def has_row(rules: FiveRules, start: Start) -> bool:
    """Whether a row that wins lies among stones that were set up."""
    for color, actions in ((Color.BLACK, start.black), (Color.WHITE, start.white)):
        theirs = np.zeros((rules.size + 2, rules.size + 2), np.bool_)  # a frame of points that are nobody's
        theirs[1:-1, 1:-1].flat[list(actions)] = True
        is_exact = rules.rule is RuleSet.STANDARD or (rules.rule is RuleSet.RENJU and color is Color.BLACK)
        for down, right in _DIRECTIONS:
            for row, col in np.argwhere(theirs):
                if theirs[row - down, col - right]:
                    continue
                length = 1
                while theirs[row + length * down, col + length * right]:
                    length += 1
                if length == rules.row or (length > rules.row and not is_exact):
                    return True
    return False
