"""Looking into a dog's mind: the position looked at, a hint, or a whole game, analyzed beside the match."""

from __future__ import annotations

import enum
import logging
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clevergo.app.engine.client import Engine
from clevergo.app.engine.messages import (
    AnalyzeRequest,
    CancelRequest,
    EngineDied,
    EngineFault,
    InsightReport,
    Question,
    Reply,
    SlowReport,
    SlowRequest,
    Tag,
)
from clevergo.app.engine.worker import MIND_NICENESS, run_mind
from clevergo.app.errors import AppError
from clevergo.app.kennel.netfile import NetFile
from clevergo.app.slow.motion import SlowMotion, SlowWish
from clevergo.players.protocol import Insight
from clevergo.problem import Problem

if TYPE_CHECKING:
    from clevergo.app.kennel.book import Kennel

logger = logging.getLogger(__name__)

STUDY_VISITS = 100
"""Simulations for each position of a game that is gone through."""
HINT_VISITS = 400
_KEPT_INSIGHTS = 800
_KEPT_VERDICTS = 20_000


@dataclass(frozen=True)
class Verdict:
    """What is left of an analysis once the next position is looked at."""

    visits: int
    black_win_rate: float
    black_score: float | None
    """In points; None where the dog cannot say."""
    black_steady_rate: float | None = None
    """See :attr:`~clevergo.players.protocol.Insight.black_steady_rate`."""
    is_proven: bool = False
    """Whether the search ended before all its visits, as it had proven who wins."""


@dataclass(frozen=True)
class HintFound:
    """A move a dog would play."""

    question: Question
    action: int
    win_rate: float
    """Of the side to move once this move is played, 0 to 1."""
    insight: Insight
    """All that was found on the way there."""


@dataclass(frozen=True)
class StudyProgress:
    """How far going through a game has come."""

    done: int
    total: int


@dataclass(frozen=True, eq=False)
class AnalysisSnapshot:
    """Everything a screen shows of the analysis. A new one is made at each change; compare by ``version``."""

    version: int = 0
    insight: Insight | None = None
    """Of the position looked at."""
    is_running: bool = False
    """Whether that position is being thought about now."""
    hint: HintFound | None = None
    is_seeking_hint: bool = False
    study: StudyProgress | None = None
    motion: SlowMotion | None = None
    """The search in slow motion that was asked for last."""
    error: Problem | None = None


class _Kind(enum.Enum):
    LOOK = "look"
    STUDY = "study"
    HINT = "hint"
    SLOW = "slow"


@dataclass(frozen=True)
class _Job:
    kind: _Kind
    question: Question
    wish: SlowWish | None = None
    """Of a search in slow motion."""


class AnalysisController:
    """Asks its own process one thing at a time: a hint first, then a game's positions, then the position looked at.

    What is to be seen in slow motion comes before all of them.

    Every method returns at once (``close`` within a second or so) and is for the window's thread alone. The process
    is started when something is first asked.
    """

    def __init__(self, kennel: Kennel, engine: Engine | None = None) -> None:
        """``engine``: another only in tests."""
        self._kennel = kennel
        self._engine = engine or Engine(run_mind, MIND_NICENESS)
        self._version = 0
        self._snapshot: AnalysisSnapshot | None = None
        self._asked: _Job | None = None
        """What is thought about now, under :attr:`_tag`."""
        self._tag = Tag(0, 0)
        self._asked_key = 0
        """What that was known as when it was asked: a dog that learns may be another by the time it is answered."""
        self._looked_at: Question | None = None
        self.is_paused = False
        """Whether thinking about the position looked at waits; what is known of it stays."""
        self._hinted: Question | None = None
        self._hint: HintFound | None = None
        self._slow: _Job | None = None
        """The search in slow motion that is wanted and not there yet."""
        self._motion: SlowMotion | None = None
        self._to_study: deque[Question] = deque()
        self._study_total = 0
        self._error: Problem | None = None
        self._insights: OrderedDict[int, Insight] = OrderedDict()
        self._enough: dict[int, int] = {}
        """By position: the visits at which an analysis ended by itself."""
        self._verdicts: dict[int, Verdict] = {}
        self._nets: dict[str, NetFile | None] = {}
        """The judges' weights as they were found; what others said under the same name does not count."""

    # --- what a person does -----------------------------------------------------------------------------

    def look_around(self) -> None:
        """Somebody comes back to look: a dog that has learned more meanwhile is asked anew.

        Not each time its weights are written, or a game gone through while it trains would never be done.
        """
        self._nets.clear()
        self._changed()

    def look_at(self, question: Question | None) -> None:
        """Think about this position, and no longer about the one before; None: look away. Repeating costs nothing."""
        if question != self._looked_at:
            if question is None or _setting(question) != _setting(self._looked_at):
                self._error = None
            self._looked_at = question
            self._go_on()

    def pause(self, is_paused: bool) -> None:
        """Wait, or go on."""
        if is_paused != self.is_paused:
            self.is_paused = is_paused
            self._go_on()

    def seek_hint(self, question: Question) -> None:
        """Find one move for this position; it will be in the snapshot."""
        self._hint, self._error = None, None
        self._hinted = replace(question, visits=HINT_VISITS)
        self._go_on()

    def drop_hint(self) -> None:
        """The hint has been seen, or is no longer wanted."""
        if self._hint is not None or self._hinted is not None:
            self._hint = self._hinted = None
            self._go_on()

    def search_slowly(self, question: Question, wish: SlowWish) -> None:
        """Search this position, which is not over, by ``question.visits`` simulations, and keep it all to look at."""
        self._motion, self._error = None, None
        self._slow = _Job(_Kind.SLOW, question, wish)
        self._go_on()

    def drop_motion(self) -> None:
        """Nobody looks at a search in slow motion any longer."""
        if self._motion is not None or self._slow is not None or self._error is not None:
            self._motion = self._slow = self._error = None
            self._go_on()

    def study(self, question: Question) -> None:
        """Go through every position of a game: those after each of ``question.moves``, and the first."""
        self._error = None
        plies = range(len(question.moves) + 1)
        self._to_study = deque(replace(question.after(ply), visits=STUDY_VISITS) for ply in plies)
        self._study_total = len(self._to_study)
        self._go_on()

    def stop_study(self) -> None:
        """Enough of that; what is known stays."""
        self._to_study.clear()
        self._go_on()

    def close(self) -> None:
        """End the process."""
        self._looked_at = self._hinted = self._slow = None
        self._to_study.clear()
        self._asked = None
        self._engine.close()

    # --- what is known ----------------------------------------------------------------------------------

    def verdicts(self, question: Question) -> tuple[Verdict | None, ...]:
        """For the first position of a game and the one after each move: what this judge said of it, if it was asked."""
        return tuple(self._verdicts.get(key) for key in self._keys(question))

    @property
    def snapshot(self) -> AnalysisSnapshot:
        """How it stands; made anew only after a change."""
        if self._snapshot is None:
            looked_at, left = self._looked_at, len(self._to_study)
            self._snapshot = AnalysisSnapshot(
                version=self._version,
                insight=None if looked_at is None else self._insights.get(self._key(looked_at)),
                is_running=self._asked is not None and self._asked.kind is _Kind.LOOK,
                hint=self._hint,
                is_seeking_hint=self._hinted is not None,
                study=StudyProgress(self._study_total - left, self._study_total) if left else None,
                motion=self._motion,
                error=self._error,
            )
        return self._snapshot

    # --- what happens by itself -------------------------------------------------------------------------

    def poll(self) -> bool:
        """Take in what has been found; called each frame. True if the snapshot has changed."""
        before = self._version
        for reply in self._engine.poll():
            self._hear(reply)
        return self._version != before

    def _changed(self) -> None:
        self._version += 1
        self._snapshot = None

    def _hear(self, reply: Reply) -> None:
        asked = self._asked
        if isinstance(reply, EngineDied):
            if asked is not None:
                self._fail(reply.reason)
        elif isinstance(reply, (InsightReport, SlowReport, EngineFault)):
            if asked is None or reply.tag != self._tag:
                logger.debug("a late report is dropped: %s", reply.tag)
            elif isinstance(reply, EngineFault):
                self._fail(reply.reason)
            elif isinstance(reply, SlowReport):
                self._motion, self._slow, self._asked = reply.motion, None, None
                self._go_on()
            else:
                self._take(asked, reply)

    def _take(self, asked: _Job, report: InsightReport) -> None:
        question, key = asked.question, self._asked_key
        is_proven = report.is_last and report.insight.visits < question.visits
        self._remember(key, report.insight, is_proven)
        if self._hint is not None and self._key(self._hint.question) == key:
            self._suggest(self._hint.question)  # the list has gone on: its first move is the one suggested
        self._changed()
        if not report.is_last:
            return
        self._enough[key] = max(question.visits, self._enough.get(key, 0))
        self._asked = None
        if self._is_enough(question):  # else the dog has learned more since, and is asked once more
            if asked.kind is _Kind.STUDY and question in self._to_study:
                self._to_study.remove(question)
            elif asked.kind is _Kind.HINT:
                self._hinted = None
                self._suggest(question)
        self._go_on()

    def _suggest(self, question: Question) -> None:
        """Make the best move known of a position the hint."""
        insight = self._insights.get(self._key(question))
        if insight is not None and insight.candidates:
            best = insight.candidates[0]
            self._hint = HintFound(question, best.action, best.win_rate, insight)

    def _remember(self, key: int, insight: Insight, is_proven: bool) -> None:
        known = self._verdicts.get(key)
        if known is None or known.visits <= insight.visits:
            rate, score, steady = insight.black_win_rate, insight.black_score, insight.black_steady_rate
            self._verdicts[key] = Verdict(insight.visits, rate, score, steady, is_proven)
            self._insights[key] = insight
        self._insights.setdefault(key, insight)  # verdicts are kept longer: the one that is known may have lost its own
        self._insights.move_to_end(key)
        while len(self._insights) > _KEPT_INSIGHTS:
            dropped, _ = self._insights.popitem(last=False)
            self._enough.pop(dropped, None)
        while len(self._verdicts) > _KEPT_VERDICTS:
            del self._verdicts[next(iter(self._verdicts))]

    def _fail(self, reason: Problem) -> None:
        """Tell the person, and ask nothing more until they want something else."""
        self._error = reason
        self._asked = self._hinted = self._slow = None
        self._to_study.clear()
        self._changed()

    def _go_on(self) -> None:
        """Bring what the process does in line with what is wanted."""
        self._changed()
        wanted = self._wanted()
        if self._asked is not None and self._asked != wanted:
            self._engine.send(CancelRequest(self._tag))
            self._asked = None
        if wanted is not None and self._asked is None:
            self._ask(wanted)

    def _wanted(self) -> _Job | None:
        if self._error is not None:
            return None
        if self._slow is not None:
            return self._slow
        if self._hinted is not None:
            return _Job(_Kind.HINT, self._hinted)
        looked_at = self._looked_at
        while self._to_study:
            # The position looked at comes first.
            here = None if looked_at is None else replace(looked_at, visits=STUDY_VISITS)
            question = here if here is not None and here in self._to_study else self._to_study[0]
            if not self._is_enough(question):
                return _Job(_Kind.STUDY, question)
            self._to_study.remove(question)
        if looked_at is None or self.is_paused or self._is_enough(looked_at):
            return None
        return _Job(_Kind.LOOK, looked_at)

    def _is_enough(self, question: Question) -> bool:
        return self._enough.get(self._key(question), -1) >= question.visits

    def _keys(self, question: Question) -> Iterator[int]:
        return _keys(question, self._net(question.judge))

    def _key(self, question: Question) -> int:
        """The number of the position itself."""
        *_, key = self._keys(question)
        return key

    def _net(self, judge: str | None) -> NetFile | None:
        if judge is None:
            return None
        if judge not in self._nets:
            try:
                weights = self._kennel.find_weights(judge)
            except AppError:
                weights = None
            self._nets[judge] = None if weights is None else NetFile.of(weights)
        return self._nets[judge]

    def _ask(self, job: _Job) -> None:
        question = job.question
        try:
            weights = None if question.judge is None else self._kennel.find_weights(question.judge)
        except AppError as error:
            self._fail(error.problem)
            return
        self._asked, self._tag = job, Tag(0, len(question.moves), self._tag.number + 1)
        self._asked_key = self._key(question)
        if job.wish is not None:
            self._engine.send(SlowRequest(self._tag, question, job.wish, weights))
            return
        self._engine.send(AnalyzeRequest(self._tag, question, weights, is_thorough=job.kind is not _Kind.STUDY))


def _setting(question: Question | None) -> object:
    """What somebody who could not analyze one position may find easier about another."""
    return None if question is None else (question.judge, question.rules)


def _keys(question: Question, net: NetFile | None) -> Iterator[int]:
    """A number for the first position and for the one after each move, as this judge sees them by that net."""
    key = hash((question.judge, net, question.rules, question.start))
    yield hash((key, question.dead_after(0)))
    for ply, move in enumerate(question.moves, 1):
        key = hash((key, move))
        yield hash((key, question.dead_after(ply)))
