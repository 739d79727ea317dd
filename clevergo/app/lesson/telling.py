"""A lesson, from the question to what there is to look at. It runs in the process that answers inquiries.

The step is made here where oneDNN makes it, as in training. Where Paddle alone can, a process of its own loads it for
as long as the question takes: this one lasts as long as the window, and Paddle's 300 MB would stay in it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.app.kennel.dogs import describe_net
from clevergo.app.lesson.lesson import (
    Cost,
    Ending,
    Lesson,
    LessonInquiry,
    Mark,
    Pick,
    Said,
    School,
    Source,
    Stage,
    Underway,
    View,
)
from clevergo.app.training.settings import load_dog_settings
from clevergo.games.color import Color
from clevergo.nn.files import WeightFile, WeightFileError, load_weights
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
from clevergo.nn.paddle.apart import ApartTrainStep
from clevergo.nn.training.choice import fast_train_step
from clevergo.nn.training.step import Judgment, Losses, TrainStep
from clevergo.players.protocol import PlayerError
from clevergo.search.mcts import Evaluator
from clevergo.training.config import TrainingConfig
from clevergo.training.learner.store import RunFolderError, RunStore
from clevergo.training.learner.trial import (
    Lessons,
    Practice,
    Pupil,
    RowLosses,
    Stand,
    Trial,
    dogs_figures,
    drawn_position,
    extreme_position,
    kept_lessons,
)

_SEED = 18
_TELL_EVERY = 40
"""Evaluations of self-play between two words on how far it is."""

Stop = Callable[[], bool]


def answer(inquiry: LessonInquiry, stop: Stop) -> Iterator[Underway | Lesson]:
    """How far it is, then the lesson as it goes on; PlayerError where the dog's files cannot be read."""
    desk = _desk(inquiry.source)
    try:
        yield from desk.open(stop)
        if desk.is_open:
            yield from desk.teach(inquiry, stop)
    except (RunFolderError, WeightFileError) as error:
        raise PlayerError(error.problem) from error


@lru_cache(maxsize=1)
def _desk(source: Source) -> Desk:
    """The last dog asked about stays: another position of it is a matter of a moment."""
    return Desk(source)


class Desk:
    """A dog's copy, its lessons, and the training step, made ready one after the other."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._pupil: Pupil | None = None
        self._lessons: Lessons | None = None
        self._step: TrainStep | None = None
        """The fast one; None where it has not been looked for, or Paddle alone can make one."""
        self._must_ask_paddle = False
        self._figures: dict[str, float] | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is something to learn from."""
        return self._lessons is not None

    def open(self, stop: Stop) -> Iterator[Underway]:
        """Read what the dog has kept, or have it play where it has kept nothing; ends early where ``stop`` says so."""
        if self._lessons is not None:
            return
        yield Underway(Stage.READING)
        source = self._source
        store = None if source.is_shipped else RunStore(source.weights.parent)
        pupil = None if store is None else Pupil.saved(store)
        lessons = None if store is None or pupil is None else kept_lessons(store, pupil)
        if lessons is None:
            file = load_weights(source.weights)
            if pupil is None:
                pupil = Pupil.of_weights(file, _settings(source, file))
            yield Underway(Stage.PLAYING, 0.0)
            practice = Practice(pupil, _evaluator(file, pupil), np.random.default_rng(_SEED))
            ticks = 0
            while not practice.tick():
                if stop():
                    return
                ticks += 1
                if not ticks % _TELL_EVERY:
                    yield Underway(Stage.PLAYING, practice.share)
            lessons = practice.lessons()
        self._pupil, self._lessons = pupil, lessons

    def teach(self, inquiry: LessonInquiry, stop: Stop) -> Iterator[Underway | Lesson]:
        """The lesson itself."""
        if self._step is None and not self._must_ask_paddle:
            yield Underway(Stage.CHECKING)
        with self._teacher() as step:
            if not stop():
                yield from self._taught(inquiry, step, stop)

    @contextlib.contextmanager
    def _teacher(self) -> Iterator[TrainStep]:
        pupil = self._known_pupil
        start: Any = (pupil.net, pupil.config.learner, _weights_in(pupil))
        if self._step is None and not self._must_ask_paddle:
            self._step = fast_train_step(*start)
            self._must_ask_paddle = self._step is None
        if self._step is not None:
            yield self._step
        else:
            with contextlib.closing(ApartTrainStep(*start)) as apart:
                yield apart

    @property
    def _known_pupil(self) -> Pupil:
        assert self._pupil is not None
        return self._pupil

    def _taught(self, inquiry: LessonInquiry, step: TrainStep, stop: Stop) -> Iterator[Lesson]:
        pupil, lessons = self._known_pupil, self._lessons
        assert lessons is not None
        if not pupil.has_memory and not int(pupil.state["steps"]):
            pupil = self._pupil = pupil.with_memory(step, lessons, np.random.default_rng(_SEED))
        if self._figures is None:
            self._figures = dogs_figures(pupil, lessons, step)
        step.optimizer.load_state(dict(pupil.state))
        number = _position(inquiry, pupil, lessons, step)
        trial = Trial(pupil, lessons, number, np.random.default_rng([_SEED, number]))
        school = _school_of(pupil, lessons, step, self._figures)
        before = step.optimizer.weights.copy()
        length = float(np.linalg.norm(before))
        stands: list[Stand] = []
        for stand in trial.run(step, inquiry.steps, stop):
            stands.append(stand)
            moved = float(np.linalg.norm(step.optimizer.weights - before)) / max(length, 1e-12)
            yield _lesson(pupil, lessons, number, trial, stands, school, inquiry.steps, moved)


def _settings(source: Source, file: WeightFile) -> TrainingConfig:
    """How a dog is trained that has never been: the usual way, or as somebody wished."""
    if source.is_shipped:
        return TrainingConfig(net=file.config, size=file.config.size)
    return load_dog_settings(source.weights.parent, file.config).training_config(file.config)


def _evaluator(file: WeightFile, pupil: Pupil) -> Evaluator:
    return NetEvaluator(Predictor(file, pupil.config.size))


def _weights_in(pupil: Pupil) -> dict[str, NDArray[Any]]:
    return {name.partition("/")[2]: array for name, array in pupil.state.items() if name.startswith("weights/")}


def _position(inquiry: LessonInquiry, pupil: Pupil, lessons: Lessons, step: TrainStep) -> int:
    rng, weight = np.random.default_rng([_SEED, list(Pick).index(inquiry.pick)]), pupil.config.learner.points_weight
    if inquiry.pick is Pick.RANDOM:
        return drawn_position(lessons, inquiry.rank, rng)
    measures: dict[Pick, Callable[[RowLosses], NDArray[np.float32]]] = {
        Pick.WRONG: lambda losses: losses.avoidable(weight),
        Pick.SURPRISING: lambda losses: losses.divergence,
    }
    return extreme_position(pupil, lessons, step, measures[inquiry.pick], inquiry.rank, rng)


def _school_of(pupil: Pupil, lessons: Lessons, step: TrainStep, figures: dict[str, float]) -> School:
    learner = pupil.config.learner
    return School(
        net=describe_net(pupil.net),
        way=step.name,
        batch=learner.batch,
        window=lessons.replay.positions,
        games=pupil.counters.games,
        samples=pupil.counters.samples,
        rate=pupil.rate(),
        points_weight=learner.points_weight,
        symmetries=learner.symmetries,
        simulations=pupil.stage.simulations,
        is_fresh=lessons.is_fresh,
        has_memory=pupil.has_memory,
        figures=figures,
    )


def _lesson(
    pupil: Pupil,
    lessons: Lessons,
    number: int,
    trial: Trial,
    stands: list[Stand],
    school: School,
    steps: int,
    moved: float,
) -> Lesson:
    config, replay = pupil.config, lessons.replay
    game, board = config.played, replay.boards(np.array([number]))[0]
    mover = Color(int(board["to_play"]))
    sign = 1.0 if mover is Color.BLACK else -1.0
    margin = sign * replay.margin(number)
    has_points = bool(game.num_owned(config.size))
    foreseen, result_weight = replay.outlook(number)
    ending = Ending(
        plies=int(lessons.plies[number]),
        margin=margin,
        result=int(np.sign(margin)),
        value=float(trial.views.value[0]),
        foreseen=foreseen,
        result_weight=result_weight,
        margin_weight=config.learner.margin_weight,
        margin_scale=config.learner.margin_scale if has_points else 1.0,
        has_points=has_points,
    )
    return Lesson(
        game=game.name,
        size=config.size,
        ply=int(board["ply"]),
        to_play=mover,
        weight=float(replay.weights(np.array([number]))[0]),
        ending=ending,
        school=school,
        views=_views(pupil, lessons, number, trial, stands),
        course=tuple(
            Mark(stand.done, _cost(stand.costs, 0), _mean_cost(stand.batch), _mean_cost(stand.others))
            for stand in stands
        ),
        steps=steps,
        moved=moved,
    )


def _views(pupil: Pupil, lessons: Lessons, number: int, trial: Trial, stands: list[Stand]) -> tuple[View, ...]:
    game, size = pupil.config.played, pupil.config.size
    stones, last = game.look(lessons.replay.boards(np.array([number]))[0])
    owners, shape = lessons.replay.owners(number), stones.shape
    first, latest = stands[0], stands[-1]
    views = []
    for row, source in enumerate(game.symmetries(size)):
        points = source[: stones.size]
        views.append(
            View(
                stones=stones.ravel()[points].reshape(shape),
                last_move=None if last is None else int(np.flatnonzero(source == last)[0]),
                target=trial.views.policy[row].copy(),
                owners=owners[points].reshape(shape) if owners.size else None,
                before=_said(first.views, row, shape),
                after=_said(latest.views, row, shape),
                cost_before=_cost(first.costs, row),
                cost_after=_cost(latest.costs, row),
            )
        )
    return tuple(views)


def _said(judged: Judgment, row: int, shape: tuple[int, ...]) -> Said:
    points = None if judged.points is None else judged.points[row].reshape(shape)
    return Said(np.exp(judged.log_policy[row]), float(judged.value[row]), points)


def _cost(losses: RowLosses, row: int) -> Cost:
    return Cost(*(float(part[row]) for part in (losses.policy, losses.value, losses.points, losses.entropy)))


def _mean_cost(losses: Losses) -> Cost:
    return Cost(losses.policy, losses.value, losses.points, losses.target_entropy)
