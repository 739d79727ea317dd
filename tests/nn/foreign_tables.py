"""What two nets from elsewhere said of positions, noted once from their own programs; facts, and no weights.

With the weights themselves, which their owners have, the whole table is gone through by

    python -m tests.nn.foreign_tables alpha_go.pdparams best_policy_8_8_5.model
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.games.five.rules import FiveRules
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.games.kernels import write_planes
from clevergo.nn.foreign import read_foreign
from clevergo.nn.inference.predictor import Predictor

_HERE = Path(__file__).parent
GOMOKUS_SIZE = 8


@dataclass(frozen=True)
class Word:
    """What a net said of a position."""

    moves: tuple[int, ...]
    """From the empty board on, as this program numbers points."""
    best: int
    """The legal action it likes best."""
    prior: float
    """That action's probability."""
    value: float
    """For the side to move."""

    def position(self, rules: Any) -> Any:
        """The position it is about."""
        position = rules.first_position()
        for move in self.moves:
            position = position.play(move)
        return position


ORIGINALS_RULES = Ruleset(9, 7.5, KoRule.SIMPLE)
GOMOKUS_RULES = FiveRules(size=GOMOKUS_SIZE)


def originals_words() -> list[Word]:
    """200 positions on 9x9, by the original's net."""
    return _read("original_outputs.txt")


def gomokus_words() -> list[Word]:
    """100 positions on 8x8, by ``best_policy_8_8_5.model``."""

    def ours(point: int) -> int:
        return (GOMOKUS_SIZE - 1 - point // GOMOKUS_SIZE) * GOMOKUS_SIZE + point % GOMOKUS_SIZE

    return [
        Word(tuple(map(ours, word.moves)), ours(word.best), word.prior, word.value)
        for word in _read("gomoku_outputs.txt")
    ]


def _read(name: str) -> list[Word]:
    words = []
    for line in (_HERE / name).read_text(encoding="utf-8").splitlines()[1:]:
        said, _, moves = line.partition(":")
        best, prior, value = said.split()
        words.append(Word(tuple(map(int, moves.split())), int(best), float(prior), float(value)))
    return words


def agreement(path: Path, words: list[Word], rules: Any) -> str:
    """How the net in a file agrees with the table, in a sentence."""
    weights = read_foreign(path).weights
    predictor = Predictor(weights, weights.config.size)
    positions = [word.position(rules) for word in words]
    grid = (predictor.size, predictor.size)
    planes = np.empty((len(words), predictor.config.planes, *grid), np.float32)
    write_planes(np.concatenate([position.board for position in positions]), planes)
    said = predictor.run(planes)
    same, off = 0, 0.0
    for word, position, prior, value in zip(words, positions, said.prior, said.value, strict=True):
        same += int(np.where(position.legal_moves, prior, -1).argmax()) == word.best
        off = max(off, abs(prior[word.best] - word.prior), abs(value - word.value))
    return f"{path.name}: the same move on {same} of {len(words)} positions, policy and value off by at most {off:.1e}"


if __name__ == "__main__":
    for file, words, rules in zip(
        sys.argv[1:], (originals_words(), gomokus_words()), (ORIGINALS_RULES, GOMOKUS_RULES), strict=False
    ):
        sys.stdout.write(agreement(Path(file), words, rules) + "\n")
