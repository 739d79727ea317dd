"""A stand-in for the analysis: it remembers what it was asked, and knows what a test has it find."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from clevergo.app.analysis import AnalysisSnapshot, HintFound, StudyProgress, Verdict
from clevergo.app.engine.messages import Question
from clevergo.app.slow.motion import SlowMotion, SlowWish
from clevergo.games.color import Color
from clevergo.players.protocol import Candidate, Insight


class FakeAnalysis:
    """Finds nothing by itself."""

    def __init__(self) -> None:
        self.snapshot = AnalysisSnapshot()
        self.is_paused = False
        self.looked_at: Question | None = None
        self.hinted: Question | None = None
        self.studied: Question | None = None
        self.slow: tuple[Question, SlowWish] | None = None
        """What was asked for in slow motion."""
        self.known: dict[int, Verdict] = {}
        """By ply."""

    def change(self, **values: object) -> None:
        """A new snapshot with these values."""
        self.snapshot = replace(self.snapshot, version=self.snapshot.version + 1, **values)  # type: ignore[arg-type]

    def poll(self) -> None: ...

    def look_around(self) -> None: ...

    def look_at(self, question: Question | None) -> None:
        if question != self.looked_at:
            self.looked_at = question
            self.change(insight=None, is_running=question is not None)

    def pause(self, is_paused: bool) -> None:
        self.is_paused = is_paused

    def seek_hint(self, question: Question) -> None:
        self.hinted = question
        self.change(is_seeking_hint=True)

    def drop_hint(self) -> None:
        self.hinted = None
        if self.snapshot.hint is not None or self.snapshot.is_seeking_hint:
            self.change(hint=None, is_seeking_hint=False)

    def search_slowly(self, question: Question, wish: SlowWish) -> None:
        self.slow = question, wish
        self.change(motion=None, error=None)

    def drop_motion(self) -> None:
        if self.slow is not None:
            self.slow = None
            self.change(motion=None, error=None)

    def study(self, question: Question) -> None:
        self.studied = question
        self.change(study=StudyProgress(0, len(question.moves) + 1))

    def stop_study(self) -> None:
        self.studied = None
        if self.snapshot.study is not None:
            self.change(study=None)

    def verdicts(self, question: Question) -> tuple[Verdict | None, ...]:
        return tuple(self.known.get(ply) for ply in range(len(question.moves) + 1))

    # --- what a test has it find ---

    def tell(self, motion: SlowMotion) -> None:
        """The search that was asked for in slow motion."""
        self.change(motion=motion)

    def find(self, insight: Insight) -> None:
        """Of the position looked at."""
        self.change(insight=insight, is_running=True)

    def find_hint(self, action: int, chance: float = 0.55) -> None:
        """The move that was asked for."""
        assert self.hinted is not None
        insight = make_insight(self.hinted.rules.size, best=action)
        self.change(hint=HintFound(self.hinted, action, chance, insight), is_seeking_hint=False)


def make_insight(
    size: int = 9, to_play: Color = Color.BLACK, best: int = 30, has_net: bool = True, visits: int = 400, ply: int = 0
) -> Insight:
    """As a dog sees an empty board: ``best`` is the best move, its neighbor worse, the corner a mistake."""
    actions = size * size + 1
    prior = np.zeros(actions, np.float32)
    counts = np.zeros(actions, np.int32)
    win_rates = np.full(actions, np.nan, np.float32)
    for action, share, rate, first in ((best, 0.6, 0.61, 0.5), (best + 1, 0.35, 0.55, 0.3), (0, 0.05, 0.2, 0.1)):
        prior[action] = first if has_net else 0.0
        counts[action] = round(share * visits)
        win_rates[action] = rate
    if has_net:
        win_rates[np.isnan(win_rates)] = 0.3
    candidates = tuple(
        Candidate(a, int(counts[a]), float(win_rates[a]), float(prior[a]), (a, a + size, a + 2 * size))
        for a in (best, best + 1, 0)
    )
    owner = np.linspace(-1, 1, size * size, dtype=np.float32).reshape(size, size) if has_net else None
    rate = 0.58 if to_play is Color.BLACK else 0.42
    score = None if owner is None else 3.5
    return Insight(ply, to_play, visits, rate, prior, counts, win_rates, candidates, owner, score)
