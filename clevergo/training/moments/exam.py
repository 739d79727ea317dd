"""Set pieces, asked of the bare net: what would it play at first sight, without a search?"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Rules
from clevergo.games.kernels import write_planes
from clevergo.games.pieces import SetPiece
from clevergo.nn.inference.predictor import Predictor
from clevergo.nn.training.optimizer import Flat
from clevergo.nn.training.step import Batch, TrainStep
from clevergo.training.run.events import KindMarks


class Exam:
    """The set pieces of a game as a net sees them. There may be none."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.pieces = rules.game.set_pieces(rules)
        positions = [piece.position for piece in self.pieces]
        self._boards = np.concatenate([position.board for position in positions]) if positions else None
        self._legal = np.array([position.legal_moves for position in positions])

    def ask_in_training(self, step: TrainStep, weights: Flat, batch: int) -> tuple[KindMarks, ...]:
        """Ask the net in training, with these ``weights``, in batches as large as its own; nothing of it changes."""
        shape, rows = step.config.shape(self._rules.size), np.zeros((0, self._rules.num_actions), np.float32)
        planes = self._planes(shape.planes)
        for start in range(0, len(planes), batch):
            part = np.resize(planes[start : start + batch], (batch, *planes.shape[1:]))  # the last one repeats itself
            area = shape.height * shape.width
            questions = Batch(
                planes=part,
                policy=np.zeros((batch, shape.actions), np.float32),
                value=np.zeros(batch, np.float32),
                points=np.zeros((batch, area), np.int8) if shape.has_points else None,
                weight=np.ones(batch, np.float32),
            )
            _, judgment = step.judge(questions, weights)
            rows = np.concatenate([rows, judgment.log_policy[: len(planes) - start]])
        return self._marked(np.exp(rows))

    def ask(self, predictor: Predictor) -> tuple[KindMarks, ...]:
        """Ask a net that plays."""
        if not self.pieces:
            return ()
        return self._marked(predictor.run(self._planes(predictor.config.shape(self._rules.size).planes)).prior)

    def _planes(self, count: int) -> NDArray[np.float32]:
        shape = self._rules.game.shape(self._rules.size)
        planes = np.empty((len(self.pieces), count, *shape), np.float32)
        if self._boards is not None:
            write_planes(self._boards, planes)
        return planes

    def _marked(self, prior: NDArray[np.float32]) -> tuple[KindMarks, ...]:
        """Marks by kind; ``prior`` is ``float32[P, A]``."""
        guesses = np.where(self._legal, prior, -1.0).argmax(axis=1).tolist() if self.pieces else []
        asked = Counter(piece.kind for piece in self.pieces)
        return tuple(
            KindMarks(
                kind,
                sum(guess in piece.answers for piece, guess in self._of(kind, guesses)),
                count,
                tuple(guess for _, guess in self._of(kind, guesses)),
            )
            for kind, count in asked.items()
        )

    def _of(self, kind: str, guesses: list[int]) -> list[tuple[SetPiece, int]]:
        return [(piece, guess) for piece, guess in zip(self.pieces, guesses, strict=True) if piece.kind == kind]
