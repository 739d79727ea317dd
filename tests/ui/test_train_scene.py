"""The train scene: adopting, training, stopping, watching; every word fits, in both languages, at every size."""

from __future__ import annotations

import itertools
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from clevergo.app.desk.settings import SceneName, Settings, Theme
from clevergo.app.errors import AppError
from clevergo.app.kennel.dogs import MAX_NAME
from clevergo.app.kennel.messages import (
    Ailment,
    Awaited,
    Diagnosis,
    DogAge,
    DogInfo,
    Effort,
    LiveBoard,
    LossPoint,
    NewsKind,
    RatingGoes,
    StrengthPoint,
    TrainingNews,
    TrainingPhase,
    TrainingSnapshot,
    VitalSigns,
)
from clevergo.app.kennel.moments import BEST, ExamMarks, KeptMoment
from clevergo.app.kennel.tasks import Task, TaskSnapshot, TaskState
from clevergo.app.match.messages import BoardState
from clevergo.app.training.forecast import Forecast, rungs
from clevergo.app.training.settings import DogSettings, NetSize, Newborn
from clevergo.games.color import Color
from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import game_named
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import to_sgf
from clevergo.locale import Language, languages
from clevergo.problem import as_said
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.choice import Segmented
from clevergo.ui.scenes.shared.dog_names import name_idea, name_problem
from clevergo.ui.scenes.train import words
from clevergo.ui.scenes.train.diary import DiaryDialog, by_days
from clevergo.ui.scenes.train.growth import Curve, Growth, smoothed, thinned
from clevergo.ui.scenes.train.scene import TrainScene
from clevergo.ui.scenes.train.settings import DogSettingsDialog
from clevergo.ui.scenes.train.wall import fitting_count
from clevergo.ui.scenes.train.words import (
    ADVICE,
    about,
    advice_said,
    diary,
    doctor_said,
    hardest_beaten,
    lines_of_diary,
    more_said,
    news_said,
    next_explained,
    next_said,
    opponent_explained,
    opponent_name,
    span_said,
    what_it_does,
)
from clevergo.ui.shell.audio import Audio
from clevergo.ui.shell.scene import Preferences, Scene, Services, Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import Strings, Text, TrainText
from tests.ui import fakes
from tests.ui.fake_inquiries import FakeInquirer
from tests.ui.fakes import FakeMatch, click, click_on, draw, fake_match, press_key, type_text

SIZES = (
    ((1280, 720), 1.0),
    ((1280, 720), 1.5),
    ((1280, 800), 1.0),
    ((1920, 1080), 1.0),
    ((1920, 1080), 1.5),
    ((960, 640), 1.0),
    ((1024, 1000), 1.0),
)
"""Windows, and the UI scale in them."""
PUP = DogInfo("小黑", False, "5x64", 3_204, 4_320.0, 1120.0, 48.0, Path("pup.pdparams"))
BABY = DogInfo("豆包", False, "5x64", 0, 0.0, None, None, None)
SHIPPED = DogInfo("alpha_go", True, "5x64", 41_000, 86_400.0, 1480.0, 35.0, Path("alpha_go.pdparams"))


def news(kind: NewsKind, seconds: float = 100.0, **values: Any) -> TrainingNews:
    return TrainingNews(kind, values, seconds)


ALL_NEWS = (
    news(NewsKind.STARTED, 0, name="小黑"),
    news(NewsKind.FILLING, 10, have=1200, need=4096),
    news(NewsKind.LEARNING, 30),
    news(NewsKind.CHECKPOINT, 90, games=410, samples=21_000),
    news(NewsKind.RATED, 180, opponent="random", wins=10, draws=0, losses=0, rating=620, error=120),
    news(NewsKind.MILESTONE, 180, opponent="random"),
    news(NewsKind.DOCTOR, 5000, ailment="gets_worse", rating=700.0, best=1100.0, games=2_500),
    news(NewsKind.ROLLED_BACK, 5000, ailment="gets_worse", share=0.5, games=2_500),
    news(NewsKind.RATE_CUT, 6000, ailment="no_gain", share=0.25),
    news(NewsKind.CURED, 7000, ailment="gets_worse"),
    news(NewsKind.RATED, 300, opponent="mcts:1600", wins=6, draws=1, losses=13, rating=870, error=62),
    news(NewsKind.RATED, 600, opponent="age:126130", wins=9, draws=10, losses=1, rating=3870, error=162),
    news(NewsKind.WORKER_RESTARTED, 700, reason="worker-0 ended with code -9"),
    news(NewsKind.MILESTONE, 1500, opponent="mcts:6400"),
    news(NewsKind.GAME, 1510, games=3_204, winner=2, margin=6.5, moves=87),
    news(NewsKind.PUBLISHED, 1520, stage=12, games=3_204, explained=0.43),
    news(NewsKind.GREW, 1530, net="5x64", games=3_204),
    news(NewsKind.MOVED, 1535, size=13, before=9, games=3_204, beside="9"),
    news(NewsKind.NEW_AGE, 1540, games=3_204),
    news(NewsKind.MOMENT, 1550, moment="snapback", games=3_204, since=0),
    news(NewsKind.LEARNED, 1560, piece="save", right=8, asked=10, before=2, first=0, games=3_204),
    TrainingNews(NewsKind.STOPPED, {"games": 3_000, "seconds": 4_000}, 4_000),
    news(NewsKind.RESUMED, 4000, name="小黑", games=123_456),
    news(NewsKind.FAILED, 44_000, reason="the disk is full"),
)


def boards(count: int, ply: int = 20) -> tuple[LiveBoard, ...]:
    """Games with ``ply`` stones each."""
    made = []
    for index in range(count):
        stones = np.zeros(81, np.int8)
        points = (np.arange(ply) * 7 + index) % 81
        stones[points] = np.arange(ply) % 2 + 1
        made.append(LiveBoard(BoardState(stones.reshape(9, 9), int(points[-1])), ply))
    return tuple(made)


def snapshot(phase: TrainingPhase = TrainingPhase.RUNNING, **values: Any) -> TrainingSnapshot:
    """A dog well on its way."""
    seconds = np.linspace(60, 4320, 40).tolist()
    known: dict[str, Any] = {
        "version": 1,
        "dog": "小黑",
        "phase": phase,
        "seconds": 4_320.0,
        "games": 3_204,
        "positions": 250_000,
        "samples": 912_000,
        "games_per_second": 4.2,
        "moves_per_second": 28_400.0,
        "boards": boards(16),
        "losses": tuple(LossPoint(s, int(s * 200), 4.3 - s / 2000, 0.9 - s / 10_000, 3.9 - s / 3000) for s in seconds),
        "vitals": tuple(
            VitalSigns(
                s,
                int(s * 0.74),
                int(s * 60),
                int(s * 200),
                game_length=90 - s / 200,
                pass_share=0.02,
                heldout_policy=4.5 - s / 2500,
                heldout_value=0.95 - s / 10_000,
                explained=s / 8000,
                kl_search=0.6 - s / 10_000,
                kl_published=0.02 - s / 300_000,
            )
            for s in seconds
        ),
        "strengths": tuple(StrengthPoint(s, int(s * 0.74), s / 3, 40.0) for s in seconds),
        "milestones": tuple(n for n in ALL_NEWS if n.kind is NewsKind.MILESTONE),
        "news": ALL_NEWS,
    }
    return TrainingSnapshot(**(known | values))


class FakeKennel(fakes.FakeKennel):
    """Takes in any dog it has no reason to refuse."""

    def __init__(self, *dogs: DogInfo) -> None:
        super().__init__()
        self.known = list(dogs)
        self.refusal: str | None = None
        self.wish: Newborn | None = None

    def dogs(self) -> tuple[DogInfo, ...]:
        return (*self.known, SHIPPED)

    def ages_of(self, name: str) -> tuple[DogAge, ...]:
        games = (400, 1_230, 3_204) if name == PUP.name else ()
        return tuple(DogAge(f"{name}@{n}", n, 1.35 * n, n / 3.0, 40.0, Path(f"{n}.pdparams")) for n in games)

    def adopt(self, name: str, wish: Newborn) -> str:
        self.wish = wish
        if self.refusal is not None:
            raise AppError(as_said(self.refusal))
        self.known.insert(0, replace(BABY, name=" ".join(name.split())))
        return self.known[0].name


class FakeTraining:
    """Does as it is told and remembers it."""

    def __init__(self, shown: TrainingSnapshot | None = None) -> None:
        self.snapshot = shown or TrainingSnapshot()
        self.calls: list[str] = []
        self.problem: str | None = None
        self.wished: dict[str, DogSettings] = {}
        self.begun: set[str] = set()
        self.clusters: list[str | None] = []

    def change(self, **values: Any) -> None:
        self.snapshot = replace(self.snapshot, version=self.snapshot.version + 1, **values)

    def look_at(self, name: str) -> None:
        self.calls.append(f"look_at {name}")

    def start(self, dog: str, cluster: str | None = None) -> None:
        self.calls.append(f"start {dog}")
        self.clusters.append(cluster)
        if self.problem is not None:
            raise AppError(as_said(self.problem))
        self.snapshot = snapshot(TrainingPhase.STARTING, dog=dog, version=50)

    def stop(self) -> None:
        self.calls.append("stop")
        self.change(phase=TrainingPhase.STOPPING)

    def set_effort(self, effort: Effort) -> None:
        self.calls.append(f"effort {effort.value}")

    def wishes(self, name: str) -> DogSettings:
        return self.wished.get(name, DogSettings())

    def wish(self, name: str, settings: DogSettings) -> None:
        self.wished[name] = settings

    def has_begun(self, name: str) -> bool:
        return name in self.begun


class PlayScene(Scene):
    """Remembers why it was entered."""

    name = SceneName.PLAY
    visit: Visit | None = None

    def entered(self, visit: Visit | None) -> None:
        self.visit = visit


class Window:
    """A stage with the train scene on it and fakes behind it."""

    def __init__(
        self,
        *dogs: DogInfo,
        shown: TrainingSnapshot | None = None,
        size: tuple[int, int] = (1280, 800),
        language: Language = Language.ENGLISH,
        theme: Theme = Theme.LIGHT,
        scale: float = 1.0,
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        if pygame.display.get_surface() is None:
            pygame.display.set_mode((64, 64))
        self.kennel = FakeKennel(*dogs)
        self.training = FakeTraining(shown)
        settings = Settings(language=language, theme=theme, ui_scale=scale, last_scene=SceneName.TRAIN)
        self.preferences = Preferences(settings)
        asked = FakeInquirer()
        services = Services(
            preferences=self.preferences,
            audio=Audio(),
            kennel=self.kennel,  # type: ignore[arg-type]
            match=FakeMatch(),  # type: ignore[arg-type]
            training=self.training,  # type: ignore[arg-type]
            inquiries=asked,  # type: ignore[arg-type]
        )
        self.stage = Stage(self.preferences, services.audio, size, [SceneName.PLAY, SceneName.TRAIN])
        self.stage.furnish(services, {SceneName.PLAY: PlayScene, SceneName.TRAIN: TrainScene})
        for _ in range(5):  # boards come to the wall a few at a time
            self.step()

    def step(self, seconds: float = 0.02) -> None:
        self.stage.update(seconds)

    @property
    def scene(self) -> TrainScene:
        assert isinstance(self.stage.scene, TrainScene)
        return self.stage.scene

    @property
    def texts(self) -> list[str]:
        return [drawn.text for drawn in texts_of(self.stage)]

    def says(self, words: str) -> bool:
        return any(words in text for text in [*self.texts, *self.toasts])

    @property
    def toasts(self) -> list[str]:
        return [self.stage.look.say(words) for words in self.stage.toasts.texts]

    def click(self, name: str) -> None:
        click_on(self.stage, name)
        self.step()

    def can_click(self, name: str) -> bool:
        return any(mark.id == name and mark.is_enabled for mark in self.stage.clickable())

    def name_dog(self, name: str) -> None:
        """Type a name into the open dialog and accept it."""
        press_key(self.stage, pygame.K_a, pygame.KMOD_CTRL)
        type_text(self.stage, name)
        self.click("dialog.ok")


# --- before the first dog ---


def test_without_a_dog_the_page_explains_and_has_one_button() -> None:
    window = Window()
    said = " ".join(window.texts)
    assert "Raise your own AlphaGo" in said
    assert "learns from every game" in said
    assert [mark.id for mark in window.stage.clickable() if mark.id.startswith("train.")] == ["train.adopt"]


def test_adopting_the_first_dog_leads_to_it_and_says_what_to_do() -> None:
    window = Window()
    window.click("train.adopt")
    window.name_dog("旺财")
    assert window.scene.chosen is not None
    assert window.scene.chosen.name == "旺财"
    assert window.can_click("train.toggle")
    assert window.says("旺财 has learned nothing yet")
    assert window.toasts == ["旺财 is here! Press “Train” and it begins to learn"]


def test_a_name_is_suggested_and_can_simply_be_taken() -> None:
    window = Window(language=Language.CHINESE)
    window.click("train.adopt")
    window.click("dialog.ok")
    assert [dog.name for dog in window.kennel.known] == ["小黑"]
    window.click("train.adopt")
    press_key(window.stage, pygame.K_RETURN)
    window.step()
    assert [dog.name for dog in window.kennel.known] == ["旺财", "小黑"]


def test_escape_adopts_nobody() -> None:
    window = Window()
    window.click("train.adopt")
    press_key(window.stage, pygame.K_ESCAPE)
    assert window.kennel.known == []
    assert window.stage.popups == []


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("   ", Strings(Language.ENGLISH).get(Text.NAME_EMPTY)),
        ("x" * 200, f"The name is too long (200 letters): at most {MAX_NAME}, please"),
        ("小黑", "There is a 小黑 already: choose another name"),
        (" 小黑 ", "There is a 小黑 already: choose another name"),
    ],
)
def test_a_name_that_will_not_do_is_answered_kindly_and_asked_for_again(name: str, answer: str) -> None:
    window = Window(PUP)
    window.click("train.adopt")
    window.name_dog(name)
    assert window.says(answer)
    assert len(window.kennel.known) == 1
    window.name_dog("Rex")
    assert window.stage.popups == []
    assert window.kennel.known[0].name == "Rex"


def test_what_the_kennel_refuses_is_said_in_the_dialog() -> None:
    window = Window(PUP)
    window.kennel.refusal = "the data folder cannot be written: make it writable"
    window.click("train.adopt")
    window.name_dog("Rex")
    assert window.says("The data folder cannot be written")
    assert window.stage.popups


@pytest.mark.parametrize("name", ["🐶🐶", "𬭸", "x" * MAX_NAME, "a:b/c\\d", "名" * MAX_NAME, "Ωmega"])
def test_any_other_name_does_no_harm(name: str) -> None:
    window = Window(PUP)
    window.click("train.adopt")
    window.name_dog(name)
    assert window.kennel.known[0].name == name
    window.training.snapshot = snapshot(dog=name)
    window.step()
    assert window.scene.is_active
    assert window.texts


def test_names_are_the_same_whatever_their_case_and_width() -> None:
    assert name_problem("REX", ["Rex"]) is not None
    assert name_problem("Ｒｅｘ", ["Rex"]) is not None
    assert name_problem("Rexa", ["Rex"]) is None
    assert name_problem("R\u0435x", ["Rex"]) is not None, "a Cyrillic letter"
    assert name_problem("随机", []) is not None
    assert name_problem("👨‍👩‍👧‍👦" * 10, []) is None, "joiners are no letters: there are forty, as one sees them"
    assert name_problem("x" * 41, []) is not None


def test_ideas_for_names_run_out_quietly() -> None:
    strings = Strings(Language.CHINESE)
    ideas = strings.get(Text.NAME_IDEAS).split()
    assert name_idea(strings, ideas[:3]) == ideas[3]
    assert name_idea(strings, ideas) == ""


# --- training ---


def test_train_starts_the_chosen_dog_and_stop_stops_it() -> None:
    window = Window(PUP)
    assert window.says("Continue training")
    window.click("train.toggle")
    assert window.training.calls[-1] == "start 小黑"
    assert window.says("Waking 小黑 up…")
    window.training.change(phase=TrainingPhase.RUNNING)
    window.step()
    assert window.says("Stop training")
    window.click("train.toggle")
    assert window.training.calls[-1] == "stop"
    assert not window.can_click("train.toggle")
    window.training.change(phase=TrainingPhase.IDLE)
    window.step()
    assert window.can_click("train.toggle")
    assert window.says("小黑 is not training now")


def test_a_problem_at_the_start_is_told() -> None:
    window = Window(PUP)
    window.training.problem = "a dog is in training elsewhere: stop that first"
    window.click("train.toggle")
    assert window.toasts == ["A dog is in training elsewhere: stop that first"]


def test_a_failure_is_told_with_its_reason_and_one_can_train_on() -> None:
    window = Window(
        PUP, shown=snapshot(TrainingPhase.FAILED, error=as_said("the disk is full: make room and train on"))
    )
    assert window.says("Training has stopped")
    assert window.says("the disk is full")
    assert window.can_click("train.toggle")


def test_while_a_dog_trains_no_other_can_be_chosen_or_adopted() -> None:
    window = Window(PUP, BABY, shown=snapshot())
    assert not window.can_click("train.dog")
    assert not window.can_click("train.adopt")
    window.scene.adopt()
    assert window.stage.popups == []
    assert window.toasts == ["Stop training first to choose another"]


def test_the_dog_in_training_is_shown_whoever_was_asked_for() -> None:
    window = Window(PUP, BABY, shown=snapshot())
    window.stage.go_to(SceneName.PLAY)
    window.stage.go_to(SceneName.TRAIN, Visit(dog="豆包"))
    assert window.scene.chosen == PUP


def test_another_dog_can_be_chosen_while_none_trains() -> None:
    window = Window(PUP, BABY)
    window.click("train.dog")
    window.click("train.dog.豆包")
    assert window.scene.chosen == BABY
    assert window.training.calls[-1] == "look_at 豆包"
    assert window.says("just born")


def test_a_visit_may_name_the_dog() -> None:
    window = Window(PUP, BABY)
    window.stage.go_to(SceneName.PLAY)
    window.stage.go_to(SceneName.TRAIN, Visit(dog="豆包"))
    assert window.scene.chosen == BABY


def test_a_snapshot_of_another_dog_is_not_shown_as_this_ones() -> None:
    window = Window(PUP, BABY, shown=snapshot(TrainingPhase.IDLE))
    window.scene.choose("豆包")
    assert window.says("豆包 has learned nothing yet")
    assert not window.says("912k")


def test_effort_is_passed_on_and_remembered() -> None:
    window = Window(PUP)
    window.click("train.effort.gentle")
    assert window.training.calls[-1] == "effort gentle"
    assert window.preferences.now.effort is Effort.GENTLE


def test_one_can_play_against_a_dog_that_has_learned_something() -> None:
    window = Window(PUP)
    window.click("train.play")
    scene = window.stage.scene
    assert isinstance(scene, PlayScene)
    assert scene.visit == Visit(opponent="小黑")
    assert not Window(BABY).can_click("train.play")


def test_weights_and_rating_that_came_while_it_trained_are_noticed() -> None:
    window = Window(replace(PUP, weights=None), shown=snapshot())
    assert not window.can_click("train.play")
    window.kennel.known = [PUP]
    window.step(3.5)
    assert window.can_click("train.play")


def test_shipped_dogs_are_not_for_training() -> None:
    assert "alpha_go" not in [option.value for option in Window(PUP, BABY).scene._dog.choice.options]


# --- the wall ---


def test_only_boards_that_changed_are_drawn_again() -> None:
    window = Window(PUP, shown=snapshot())
    window.stage.damage.take(window.stage.rect)
    shown = list(boards(16))
    shown[4] = replace(boards(16, 21)[4])
    window.training.change(boards=tuple(shown))
    window.step()
    middle = window.scene._wall.rect.center
    parts = window.stage.damage.take(window.stage.rect)
    assert any(part.collidepoint(middle) for part in parts)
    assert not any(part.collidepoint(window.scene._wall.rect.move(9, 9).topleft) for part in parts)


def test_a_row_that_has_won_is_drawn_through_on_the_wall() -> None:
    window = Window(PUP, shown=snapshot())
    stones = np.zeros((9, 9), np.int8)
    stones[4, 2:7] = 1
    row = tuple(range(4 * 9 + 2, 4 * 9 + 7))
    pictures = []
    for ply, rows in ((21, ()), (22, (row,))):
        window.training.change(boards=(LiveBoard(BoardState(stones, row[-1], struck=rows), ply), *boards(15)))
        window.step()
        first, second = (window.scene._wall._views[0].center(action) for action in row[:2])
        between = (first[0] + second[0]) // 2, first[1]
        pictures.append(tuple(fakes.draw(window.stage).get_at(between)))
    assert pictures[0] != pictures[1], "a line between two stones"


@pytest.mark.parametrize("count", [1, 4, 9, 16])
def test_the_wall_shows_as_many_boards_as_wanted(count: int) -> None:
    window = Window(PUP, shown=snapshot())
    window.click("train.boards.4" if count != 4 else "train.boards.9")
    window.click(f"train.boards.{count}")
    assert window.scene._wall.count == count
    assert len({tuple(view.rect) for view in window.scene._wall._views}) == count


def test_a_click_on_a_board_shows_it_large_and_another_shows_all_again() -> None:
    window = Window(PUP, shown=snapshot())
    wall = window.scene._wall
    click(window.stage, wall._views[5].rect.center)
    assert wall.large == 5
    assert wall.board(0) is boards_shown(window)[5]
    assert window.says("Click to see all boards again")
    click(window.stage, wall.rect.center)
    assert wall.large is None


def boards_shown(window: Window) -> tuple[LiveBoard, ...]:
    assert window.training.snapshot is not None
    return window.training.snapshot.boards


def test_fewer_games_than_boards_leaves_the_rest_empty() -> None:
    window = Window(PUP, shown=snapshot(boards=boards(2)))
    assert window.scene._wall.board(1).ply == 20
    assert window.scene._wall.board(8).ply == 0


def test_boards_change_a_few_at_a_time_until_all_are_shown() -> None:
    window = Window(PUP, shown=snapshot())
    wall = window.scene._wall
    window.training.change(boards=boards(16, 33))
    plies = []
    for _ in range(4):
        window.step()
        plies.append(sum(wall.board(slot).ply == 33 for slot in range(9)))
    assert plies == [3, 6, 9, 9]
    assert not window.scene.update(0.0)


def test_a_small_wall_has_fewer_boards() -> None:
    assert fitting_count(640) == 9
    assert fitting_count(400) == 4


# --- words and curves ---


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", list(NewsKind), ids=lambda kind: kind.value)
def test_all_news_can_be_said_in_both_languages(kind: NewsKind, language: Language) -> None:
    entry = next(entry for entry in ALL_NEWS if entry.kind is kind)
    assert "{" not in news_said(Strings(language), entry)


@pytest.mark.parametrize(
    ("explained", "said"),
    [
        (0.43, "; foresees 43% of results"),
        (0.004, "; still guesses how games end"),
        (-0.26, "; still guesses how games end"),
        (None, ""),
    ],
)
def test_a_growth_stage_says_what_it_foresees_if_that_is_anything(explained: float | None, said: str) -> None:
    published = news(NewsKind.PUBLISHED, stage=3, games=385, explained=explained)
    assert more_said(Strings(Language.ENGLISH), published) == said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("phase", list(TrainingPhase), ids=lambda phase: phase.value)
def test_what_it_does_is_said_in_every_phase(phase: TrainingPhase, language: Language) -> None:
    does, _ = what_it_does(Strings(language), snapshot(phase, error=as_said("no")))
    assert does
    assert phase.value not in does


def gathering(**values: Any) -> TrainingSnapshot:
    """A newborn's first minutes: no game has ended yet."""
    known: dict[str, Any] = {
        "games": 0,
        "samples": 0,
        "positions": 0,
        "seconds": 70.0,
        "games_per_second": 0.0,
        "strengths": (),
    }
    return snapshot(**(known | {"news": ALL_NEWS[:2], "milestones": (), "vitals": (), "losses": ()} | values))


def test_while_it_gathers_games_it_says_how_far_it_is_and_how_long_it_still_takes() -> None:
    strings = Strings(Language.ENGLISH)
    young = gathering(dog="Pup", awaited=Awaited(64, 1_830, 4_000, 4_000, 118.0))
    does, more = what_it_does(strings, young)
    assert does == "Pup plays to gather experience"
    assert more[0] == "1,830 positions so far; it learns once finished games hold 4,000, in about 2 min"
    assert more[-1] == "Learning starts in about 2 min"
    _, more = what_it_does(strings, gathering(awaited=Awaited(64, 0, 4_000, 4_000)))
    assert more[0] == "0 positions so far; it learns once finished games hold 4,000"
    # Unfinished games, or what a dog that comes back has learned from before, are no matter.
    for played in (6_254, 7_080_033):
        _, more = what_it_does(strings, gathering(awaited=Awaited(64, played, 1_250, 4_000, 118.0)))
        assert more == (
            "1,250 positions of finished games still to come; learning starts in about 2 min",
            "Learning starts in about 2 min",
        )


def test_the_first_minutes_do_not_look_dead() -> None:
    window = Window(BABY, shown=gathering(dog="豆包", awaited=Awaited(64, 1_830, 4_000, 4_000, 118.0)))
    assert window.says("1,830 positions · 1 min")
    assert window.says("Games at once")
    assert window.says("64")
    assert not window.says("0 games")
    assert window.says("First rated as soon as it plays")
    window.training.change(awaited=Awaited(64, 1_900, 4_000, 4_000, 110.0, next_rating_at=time.monotonic() + 58.0))
    window.step()
    assert window.says("First rated in about 1 min")
    window.training.change(awaited=Awaited(64, 2_000, 4_000, 4_000, 100.0, rating=RatingGoes("random", 1, 4)))
    window.step()
    assert window.says("Being rated: 1 of 4 games against Random")
    assert window.says("being rated")
    window.training.change(games=12, games_per_second=0.1)
    window.step()
    assert window.says("Games / min")
    assert window.says("6.0")


def test_whoever_came_with_anothers_weights_has_learned_something() -> None:
    strings, shown = Strings(Language.ENGLISH), snapshot(TrainingPhase.IDLE, games=0, dog="Pup")
    assert what_it_does(strings, shown)[0] == "Pup has learned nothing yet"
    assert what_it_does(strings, shown, is_taught=True)[0] == "Pup has not trained here yet"


def test_after_a_first_match_that_told_nothing_the_next_waits_for_what_it_learns() -> None:
    """All positions are there, and nothing learned from them has been written yet."""
    waiting = Awaited(64, 4_000, 0, 4_000, next_rating_at=time.monotonic(), needs_lesson=True)
    window = Window(BABY, shown=gathering(dog="豆包", awaited=waiting))
    assert window.says("Rated once it has learned")
    assert not window.says("First rated as soon as it plays")


def test_two_ratings_of_one_age_are_one_point_of_the_curve() -> None:
    strengths = (StrengthPoint(9, 0, -190, 200), StrengthPoint(660, 63, -373, 282), StrengthPoint(900, 63, -32, 159))
    measured = snapshot(strengths=strengths, milestones=())
    (by_games,) = Growth(measured, False, Strings()).chart(Curve.STRENGTH).series
    assert (by_games.xs, by_games.ys) == ((0.0, 63.0), (-190, -32))
    (by_time,) = Growth(measured, True, Strings()).chart(Curve.STRENGTH).series
    assert by_time.ys == (-190, -373, -32)


def test_a_learning_dog_says_when_it_is_rated_next() -> None:
    strings = Strings(Language.ENGLISH)
    learning = snapshot(samples=2_560, games=70)

    def said(awaited: Awaited) -> str:
        return what_it_does(strings, replace(learning, awaited=awaited))[1][0]

    assert (
        said(Awaited(next_rating_at=time.monotonic() + 290.0))
        == "70 games played · 2,560 positions learned · rated in about 5 min"
    )
    assert said(Awaited(rating=RatingGoes("mcts:30", 0, 2))).endswith("now: Monte Carlo 30, 0 of 2")
    assert said(Awaited()) == "70 games played · 2,560 positions learned"


@pytest.mark.parametrize(
    ("seconds", "said"), [(1, "10 s"), (38, "40 s"), (56, "1 min"), (100, "2 min"), (3_700, "1 h 2 min")]
)
def test_what_has_not_happened_yet_is_told_no_more_exactly_than_it_is_known(seconds: float, said: str) -> None:
    assert about(Strings(Language.ENGLISH), seconds) == said


def test_a_dog_that_does_not_play_has_no_empty_boards_on_its_wall() -> None:
    window = Window(PUP, shown=snapshot(TrainingPhase.IDLE, boards=()))
    assert window.says("While it trains, its games are shown here")
    window.click("train.wall")
    assert not window.says("Click to see all boards again")
    window.training.change(phase=TrainingPhase.RUNNING, boards=boards(16))
    window.step()
    assert not window.says("While it trains, its games are shown here")
    assert window.says("The games it plays against itself, live")


def test_opponents_have_names() -> None:
    chinese = Strings(Language.CHINESE)
    assert opponent_name(chinese, "mcts:400") == "蒙特卡洛 400"
    assert opponent_name(chinese, "random") == "随机"
    assert opponent_name(chinese, "age:26130") == "2.6万局时的自己"
    assert opponent_name(Strings(Language.ENGLISH), "age:900") == "Itself at 900 games"
    assert opponent_name(chinese, "alphago:旺财:100") == "alphago:旺财:100"


def test_the_diary_has_the_latest_first_and_does_not_repeat_itself() -> None:
    saved = [news(NewsKind.CHECKPOINT, second, games=second) for second in (1, 2, 3)]
    entries = diary([ALL_NEWS[0], *saved, ALL_NEWS[5]])
    assert [entry.kind for entry in entries] == [NewsKind.MILESTONE, NewsKind.CHECKPOINT, NewsKind.STARTED]
    assert entries[1].values["games"] == 3


def test_a_milestone_is_told_once_though_older_programs_told_of_each_level() -> None:
    told = [news(NewsKind.MILESTONE, opponent=opponent) for opponent in ("mcts:30", "gnugo:10", "gnugo:1", "gnugo:5")]
    assert [entry.values["opponent"] for entry in diary(told)] == ["gnugo:10", "mcts:30"]


@pytest.mark.parametrize(
    ("facts", "chinese", "english"),
    [
        ((3_204, 2, 6.5, 87), "第 3,204 局：白胜3又1/4子，87 手", "Game 3,204: White wins by 6.5, 87 moves"),
        ((1, 1, 0.5, 1), "第 1 局：黑胜1/4子，1 手", "Game 1: Black wins by 0.5, 1 move"),
        ((7, 1, 8.0, 60), "第 7 局：黑胜4子，60 手", "Game 7: Black wins by 8, 60 moves"),
        ((8, 0, 0.0, 70), "第 8 局：和棋，70 手", "Game 8: A draw, 70 moves"),
        ((9, 1, None, 43), "第 9 局：黑胜，43 手", "Game 9: Black wins, 43 moves"),
        ((10, 0, None, 225), "第 10 局：和棋，225 手", "Game 10: A draw, 225 moves"),
    ],
)
def test_a_game_is_told_as_players_tell_it(facts: tuple[Any, ...], chinese: str, english: str) -> None:
    entry = news(NewsKind.GAME, **dict(zip(("games", "winner", "margin", "moves"), facts, strict=True)))
    assert news_said(Strings(Language.CHINESE), entry) == chinese
    assert news_said(Strings(Language.ENGLISH), entry) == english


def test_beside_the_curves_games_and_growth_stages_are_told_in_short() -> None:
    frequent = [
        entry
        for number in range(5)
        for entry in (
            news(NewsKind.GAME, number, games=number, winner=1, margin=None, moves=9),
            news(NewsKind.PUBLISHED, number, stage=number, games=number, explained=None),
        )
    ]
    assert [entry.values["games"] for entry in diary([ALL_NEWS[0], *frequent])[:2]] == [4, 4]
    assert len(diary([ALL_NEWS[0], *frequent])) == 3
    assert len(lines_of_diary([ALL_NEWS[0], *frequent])) == 11


NOON = time.mktime((2025, 11, 21, 12, 0, 0, 0, 0, -1))


def lived(count: int, each: float = 600.0, kind: NewsKind = NewsKind.GAME) -> list[TrainingNews]:
    """Games from noon on, one every so many seconds."""
    facts = {"winner": 1, "margin": None, "moves": 30}
    return [TrainingNews(kind, {"games": n + 1} | facts, each * n, NOON + each * n) for n in range(count)]


def test_the_diary_has_days_and_the_time_of_the_clock() -> None:
    window = Window(PUP, shown=snapshot())
    told = [*lived(2), *lived(1, kind=NewsKind.NEW_AGE)]
    early = news(NewsKind.STARTED, 75.0, name="小黑")
    window.kennel.diaries["小黑"] = (early, *told, replace(told[0], created=NOON + 24 * 3600.0))
    window.click("train.read")
    for text in ("22 Nov", "21 Nov", "12:00:00", "12:10:00", "Before times were noted", "1 min"):
        assert text in window.texts, text
    assert by_days([]) == []


def test_the_diary_shows_a_part_and_scrolls_by_wheel_and_keys() -> None:
    window = Window(PUP, shown=snapshot())
    window.kennel.diaries["小黑"] = (*lived(60), *(replace(entry, created=NOON + 40_000.0) for entry in ALL_NEWS))
    window.click("train.read")
    assert window.says("has grown: medium net")
    window.click("diary.part.games")
    assert not window.says("has grown")
    assert window.says("Game 60: Black wins, 30 moves")
    press_key(window.stage, pygame.K_PAGEDOWN)
    assert not window.says("Game 60:")
    assert window.says("Game 47:")
    press_key(window.stage, pygame.K_PAGEUP)
    window.click("diary.part.growth")
    assert window.says("beats Monte Carlo 6400") or window.says("Monte Carlo 6400")
    assert not window.says("Game 60:")
    press_key(window.stage, pygame.K_ESCAPE)
    assert not window.stage.popups


def test_the_diary_goes_on_while_it_is_open() -> None:
    window = Window(PUP, shown=snapshot())
    window.kennel.diaries["小黑"] = tuple(lived(3))
    window.click("train.read")
    assert not window.says("Game 4:")
    window.training.change(news=(*ALL_NEWS, lived(4)[-1]))
    window.step()
    told = sum("Game 4:" in text for text in window.texts)
    assert told == 2, "in the diary, and in short beside the curves"
    window.training.change(news=(*ALL_NEWS, lived(4)[-1]), games=3_210)
    window.step()
    assert sum("Game 4:" in text for text in window.texts) == told


def test_a_newborns_diary_says_that_it_has_none_yet() -> None:
    window = Window(BABY)
    window.click("train.read")
    assert window.says("it begins with the first training")


def test_the_diary_is_as_high_as_its_lines_need_until_there_are_many() -> None:
    heights = []
    for lines in (0, 8, 60):
        window = Window(PUP, shown=snapshot())
        window.kennel.diaries["小黑"] = tuple(lived(lines))
        window.click("train.read")
        dialog = window.stage.popups[-1]
        assert isinstance(dialog, DiaryDialog)
        heights.append(dialog.box.height)
    assert heights[0] < heights[1] < heights[2]
    assert heights[0] < 340


def test_milestones_sit_on_the_curve() -> None:
    points = (StrengthPoint(0.0, 0, 0.0, 50.0), StrengthPoint(100.0, 1000, 800.0, 50.0))
    shown = snapshot(strengths=points, milestones=(news(NewsKind.MILESTONE, 50.0, opponent="random"),))
    chart = Growth(shown, False, Strings()).chart(Curve.STRENGTH)
    assert (chart.milestones[0].x, chart.milestones[0].y) == (500.0, 400.0)
    assert chart.series[0].errors == (50.0, 50.0)
    assert chart.x.high == shown.games
    assert chart.y.low == 0
    assert chart.y.high >= 850
    in_hours = Growth(shown, True, Strings()).chart(Curve.STRENGTH)
    assert in_hours.milestones[0].x == 50.0
    assert in_hours.x.high == shown.seconds


def test_the_axis_ends_where_the_heading_says_the_dog_is_though_nothing_new_was_measured() -> None:
    window = Window(PUP, shown=snapshot())
    for games, seconds in ((3_204, 4_320.0), (3_211, 4_322.0), (3_900, 4_980.0)):
        window.training.change(games=games, seconds=seconds)
        window.step()
        assert [text for text in window.texts if re.fullmatch(r"[\d,]+ games", text)] == [f"{games:,} games"]
        assert window.says(f"{games:,} games · 1 h")
    window.click("train.axis.True")
    assert "1 h 23 min" in window.texts


@pytest.mark.parametrize("curve", Curve, ids=lambda curve: curve.value)
def test_a_dog_without_a_past_has_empty_curves(curve: Curve) -> None:
    assert Growth(TrainingSnapshot(), False, Strings()).chart(curve).series == ()
    newborn = snapshot(strengths=(), losses=(), milestones=(), vitals=())
    assert Growth(newborn, True, Strings()).chart(curve).series == ()
    assert Growth(newborn, True, Strings()).reading(curve, 3.0) == ""


@pytest.mark.parametrize("in_hours", [False, True])
@pytest.mark.parametrize("curve", Curve, ids=lambda curve: curve.value)
def test_every_curve_can_be_drawn_and_read_at_any_place(curve: Curve, in_hours: bool) -> None:
    growth = Growth(snapshot(), in_hours, Strings(Language.ENGLISH))
    chart = growth.chart(curve)
    assert len([series for series in chart.series if not series.is_pale]) == (2 if curve is Curve.LOSS else 1)
    xs = chart.series[0].xs
    assert list(xs) == sorted(xs)
    for x in (chart.x.low, chart.x.high / 3, chart.x.high):
        assert ("min" in growth.reading(curve, x) or "h" in growth.reading(curve, x)) or not in_hours
        assert growth.reading(curve, x)


def shows_curves(window: Window) -> bool:
    return any(window.can_click(name) for name in ("train.curve", f"train.curve.{Curve.STRENGTH.value}"))


def choose_curve(window: Window, curve: str) -> None:
    """By its name in the row, or in the list where there is no room for a row."""
    if not window.can_click(f"train.curve.{curve}"):
        window.click("train.curve")
    window.click(f"train.curve.{curve}")


@pytest.mark.parametrize(
    ("curve", "said"),
    [(Curve.EXPLAINED, "54.0%"), (Curve.KL_SEARCH, "0.168"), (Curve.KL_PUBLISHED, "0.0056")],
    ids=lambda value: getattr(value, "value", value),
)
def test_figures_of_each_publishing_are_read_and_explained(curve: Curve, said: str) -> None:
    assert Growth(snapshot(), False, Strings(Language.ENGLISH)).reading(curve, 3_204).endswith(said)
    window = Window(PUP, shown=snapshot(), size=(1600, 1000))
    choose_curve(window, curve.value)
    assert window.says("0: " if curve is not Curve.EXPLAINED else "0%: guesses") or window.says("0:")


def test_who_foresees_less_than_nothing_is_drawn_below_nothing() -> None:
    bad = snapshot(vitals=tuple(replace(sign, explained=-0.4) for sign in snapshot().vitals))
    chart = Growth(bad, False, Strings()).chart(Curve.EXPLAINED)
    assert chart.y.low <= -40.0
    assert chart.y.high >= 100.0


def test_a_dog_of_an_earlier_program_has_the_curves_that_were_measured_then() -> None:
    known = [{"seconds": 9.0, "games": 3, "positions": 9, "samples": 9, "game_length": 60.0, "ownership_loss": 0.5}]
    old = snapshot(vitals=tuple(VitalSigns.from_dict(row) for row in known))
    growth = Growth(old, False, Strings())
    assert growth.chart(Curve.LENGTH).series
    for curve in (Curve.EXPLAINED, Curve.KL_SEARCH, Curve.KL_PUBLISHED):
        assert growth.chart(curve).series == ()


def test_beside_what_it_learned_from_stands_how_it_does_on_games_it_never_saw() -> None:
    learned, unseen = snapshot(), Growth(snapshot(), False, Strings()).chart(Curve.LOSS).series
    assert [(series.color, series.is_pale) for series in unseen] == [
        ("jade", False),
        ("gold", False),
        ("jade", True),
        ("gold", True),
    ]
    measured = [sign.heldout_policy for sign in learned.vitals if sign.heldout_policy is not None]
    drawn = [y for y in unseen[2].ys if y is not None]
    assert min(measured) <= min(drawn) <= max(drawn) <= max(measured)
    without = snapshot(vitals=tuple(replace(sign, heldout_policy=None, heldout_value=None) for sign in learned.vitals))
    assert len(Growth(without, False, Strings()).chart(Curve.LOSS).series) == 2


def test_opponents_are_explained_to_people_who_never_heard_of_them() -> None:
    strings = Strings(Language.ENGLISH)
    said = opponent_explained(strings, "mcts:1600")
    assert "Monte Carlo 1600" in said
    assert "1,600 random games" in said
    assert "any move" in opponent_explained(strings, "random")
    assert "GNU Go" in opponent_explained(strings, "gnugo:5")
    assert opponent_explained(strings, "age:5000") == ""
    assert "GNU Go" in next_explained(strings, snapshot(milestones=())) or "any move" in next_explained(
        strings, TrainingSnapshot()
    )


def test_a_milestone_is_read_with_its_date() -> None:
    dated = replace(news(NewsKind.MILESTONE, 2_000.0, opponent="mcts:400"), created=1_795_000_000.0)
    growth = Growth(snapshot(milestones=(dated,)), True, Strings(Language.ENGLISH))
    assert "beats Monte Carlo 400" in growth.reading(Curve.STRENGTH, 2_000.0)
    assert "Nov" in growth.reading(Curve.STRENGTH, 2_000.0)


def test_games_and_hours_can_be_switched_and_the_choice_is_remembered() -> None:
    window = Window(PUP, shown=snapshot(), size=(1600, 1000))
    assert window.says("3,204 games")
    window.click("train.axis.True")
    assert window.says("1 h 12 min")
    assert window.preferences.now.growth_in_hours


def test_a_click_on_the_curve_offers_a_game_against_the_dog_of_that_age() -> None:
    window = Window(PUP, shown=snapshot(), size=(1600, 1000))
    chart = window.scene._growth._chart
    click(window.stage, (chart.rect.left + chart.rect.width * 2 // 5, chart.rect.centery))
    assert window.says("after 1,230 games")
    window.click("dialog.ok")
    scene = window.stage.scene
    assert isinstance(scene, PlayScene)
    assert scene.visit == Visit(opponent="小黑@1230")


def test_its_strongest_age_is_marked_on_the_curve() -> None:
    window = Window(PUP, shown=snapshot(milestones=()), size=(1600, 1000))
    known = window.kennel.ages_of("小黑")
    window.kennel.ages_of = lambda name: tuple(replace(age, is_best=age.games == 1_230) for age in known)  # type: ignore[method-assign]
    window.scene._look_at_ages()
    chart = window.scene._growth._chart
    assert chart.best == 1_230
    plot = chart._plot(window.stage.look)
    at_best = (plot.left + plot.width * 1_230 // 3_204, plot.centery)
    window.stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at_best, rel=(0, 0), buttons=(0, 0, 0)))
    window.step()
    assert window.says("its strongest age")
    click(window.stage, at_best)
    assert window.says("By the ratings measured")


def test_pointing_at_the_curve_reads_it() -> None:
    window = Window(PUP, shown=snapshot(), size=(1600, 1000))
    rect = window.scene._growth._chart.rect
    window.stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    assert window.says("rating")
    assert window.says("± 40")


# --- what comes next, and the doctor ---


def test_the_next_milestone_is_the_weakest_opponent_not_beaten_with_an_honest_range() -> None:
    english = Strings(Language.ENGLISH)
    grown = tuple(StrengthPoint(60.0 * k, 40 * k, 260 * np.log(k), 30.0) for k in range(2, 73, 2))
    label, span = next_said(
        english, snapshot(strengths=grown, milestones=(news(NewsKind.MILESTONE, opponent="random"),))
    )
    assert label == "To beat Monte Carlo 30"
    assert span == "soon"
    beaten = tuple(news(NewsKind.MILESTONE, opponent=o) for o in ("random", "mcts:30", "mcts:100", "mcts:400"))
    label, span = next_said(english, snapshot(strengths=grown, milestones=beaten))
    assert label == "To beat Monte Carlo 1600"
    assert span.endswith(("h", "min")) or span == "cannot say"
    assert next_said(english, TrainingSnapshot())[1] == "–"
    fast = (news(NewsKind.MILESTONE, opponent="mcts:400"),)  # the first it met
    assert next_said(english, snapshot(strengths=grown, milestones=fast))[0] == "To beat Monte Carlo 1600"


def test_a_dog_that_won_its_first_games_against_somebody_is_expected_to_beat_them_soon() -> None:
    english = Strings(Language.ENGLISH)
    first, second = StrengthPoint(720.0, 0, -188.0, 198.0), StrengthPoint(1260.0, 186, 299.0, 273.0)
    equal = StrengthPoint(1260.0, 186, 99.0, 273.0)
    assert next_said(english, snapshot(strengths=(first,), milestones=())) == ("To beat Random", "cannot say")
    assert next_said(english, snapshot(strengths=(first, equal), milestones=())) == ("To beat Random", "cannot say")
    assert next_said(english, snapshot(strengths=(first, second), milestones=())) == ("To beat Random", "soon")


def test_where_the_next_opponent_may_be_beaten_by_now_or_never_no_time_is_said() -> None:
    measured = ((900.0, 2741.0), (1350.0, 2761.0), (1800.0, 2731.0), (2250.0, 2801.0), (2700.0, 2851.0))
    grown = tuple(StrengthPoint(seconds, int(seconds), rating, 100.0) for seconds, rating in measured)
    beaten = (news(NewsKind.MILESTONE, opponent="mcts:1600"),)
    shown = snapshot(strengths=grown, milestones=beaten, seconds=2700.0)
    assert next_said(Strings(Language.ENGLISH), shown) == ("To beat Monte Carlo 6400", "cannot say")
    ahead = replace(shown, strengths=(*grown[:-1], StrengthPoint(2700.0, 2700, 2921.0, 100.0)))
    assert next_said(Strings(Language.ENGLISH), ahead) == ("To beat Monte Carlo 6400", "soon")


def test_who_is_below_somebody_beaten_is_no_goal_even_where_that_one_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = snapshot(milestones=(news(NewsKind.MILESTONE, opponent="gnugo"),))
    monkeypatch.setattr(words, "rungs_here", lambda game: tuple(r for r in rungs(game) if r[0] != "gnugo"))
    assert next_said(Strings(Language.ENGLISH), shown)[0] == "To beat Pachi 5000"
    monkeypatch.setattr(words, "rungs_here", lambda game: tuple(r for r in rungs(game) if r[0].startswith("mcts")))
    assert next_said(Strings(Language.ENGLISH), shown) == ("Next milestone", "none left")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("high", [300.0, 5100.0, 36_000.0])
def test_a_milestone_that_may_come_at_once_is_said_with_the_latest_time(
    high: float, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "forecast", lambda *_: Forecast(0.0, high))
    window = Window(PUP, shown=snapshot(), size=(960, 640), language=language)
    said = span_said(window.stage.look.strings, Forecast(0.0, high))
    assert "0–" not in said
    assert window.says(said)
    check_texts(window)


def test_a_dog_that_has_moved_has_no_rating_until_it_is_measured_on_its_new_board() -> None:
    window = Window(PUP, shown=snapshot(TrainingPhase.IDLE, strengths=(), milestones=()))
    assert window.says("not rated yet")
    assert "1120" not in window.texts
    window.training.change(strengths=(StrengthPoint(4_320.0, 3_204, 310.0, 90.0),))
    window.step()
    assert "310" in window.texts


def test_the_band_of_a_rating_below_random_play_is_seen_whole() -> None:
    weak = snapshot(strengths=(StrengthPoint(720.0, 10, -188.0, 198.0),), milestones=())
    chart = Growth(weak, False, Strings(Language.ENGLISH)).chart(Curve.STRENGTH)
    assert chart.y.low <= -386.0


def test_the_hardest_opponent_beaten_counts_not_the_latest() -> None:
    order = ("random", "gnugo:10", "mcts:400", "gnugo:5")
    assert hardest_beaten(tuple(news(NewsKind.MILESTONE, opponent=o) for o in order)) == "gnugo"
    assert hardest_beaten(()) == ""


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (10.0, 40.0, "soon"),
        (300.0, 1500.0, "5–25 min"),
        (1400.0, 1500.0, "about 25 min"),
        (100.0, 130.0, "about 2 min"),
        (20.0, 5100.0, "up to 85 min"),
        (600.0, 18_000.0, "up to 5 h"),
        (3600.0, 36_000.0, "1–10 h"),
        (7200.0, None, "over 2 h"),
    ],
)
def test_a_range_is_said_with_no_more_digits_than_it_deserves(low: float, high: float | None, said: str) -> None:
    assert span_said(Strings(Language.ENGLISH), Forecast(low, high)) == said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("ailment", list(Ailment), ids=lambda ailment: ailment.value)
def test_the_doctor_says_what_is_wrong_and_what_to_do(ailment: Ailment, language: Language) -> None:
    window = Window(PUP, shown=snapshot(health=(Diagnosis(ailment),)), language=language)
    window.click("train.doctor")
    advice = window.stage.look.say(ADVICE[ailment])
    assert window.says(advice[:6])
    check_texts(window)
    window.click("dialog.ok")
    assert window.stage.popups == []


@pytest.mark.parametrize(("language", "where"), [("en", "Where five in a row win, half"), ("zh", "连成五颗算赢的")])
def test_only_of_games_of_five_it_is_said_that_half_of_them_begin_even(language: str, where: str) -> None:
    told = advice_said(Strings(Language(language)), (Diagnosis(Ailment.ONE_COLOR_WINS),), "five")
    assert where in told


@pytest.mark.parametrize(
    ("told", "is_looked_at", "said"),
    [
        ((), True, True),
        ((), False, False),
        ((NewsKind.DOCTOR,), True, False),
        ((NewsKind.DOCTOR, NewsKind.CURED), True, True),
    ],
)
def test_a_dog_is_told_to_be_healthy_once_somebody_has_looked_and_no_complaint_is_left(
    told: tuple[NewsKind, ...], is_looked_at: bool, said: bool
) -> None:
    """The complaints of an earlier run are in its diary, and a run begins with none."""
    lines = tuple(news(kind, ailment=Ailment.GETS_WORSE.value) for kind in told)
    shown = snapshot(TrainingPhase.RUNNING, news=lines, is_looked_at=is_looked_at)
    wordings = doctor_said(Strings(Language.ENGLISH), shown, ("70 games",))
    assert ("70 games · in good health" in wordings) is said


def test_a_healthy_dog_needs_no_doctor() -> None:
    assert not Window(PUP, shown=snapshot()).can_click("train.doctor")


# --- its settings ---


def test_a_dog_can_be_born_with_other_settings() -> None:
    window = Window()
    window.click("train.adopt")
    window.click("adopt.settings")
    window.click("dog.net.large")
    window.click("dog.simulations.32")
    window.click("dialog.ok")
    window.name_dog("Rex")
    wish = window.kennel.wish
    assert wish is not None
    assert wish.net == NetSize.LARGE.config
    assert wish.settings == DogSettings(net=NetSize.LARGE, simulations=32, seed=wish.settings.seed)


def test_who_wants_more_chooses_blocks_channels_batch_temperature_and_what_is_considered() -> None:
    window = Window()
    window.click("train.adopt")
    window.click("adopt.settings")
    window.click("dog.part.further")
    for name in ("blocks", "channels", "batch", "temperature", "considered", "simulations"):
        window.click(f"dog.{name}.more")
        check_texts(window)
    window.click("dog.part.usual")
    window.click("dialog.ok")
    window.name_dog("Rex")
    wish = window.kennel.wish
    assert wish is not None
    assert (wish.net.blocks, wish.net.channels) == (5, 80)
    settings = wish.settings
    assert (settings.batch, settings.temperature, settings.considered, settings.simulations) == (512, 1.25, 12, 24)


def test_another_size_of_net_brings_its_own_blocks_and_a_classic_one_has_none() -> None:
    window = Window()
    window.click("train.adopt")
    window.click("adopt.settings")
    window.click("dog.part.further")
    window.click("dog.blocks.more")
    window.click("dog.part.usual")
    offered = next(widget for widget in window.stage.popups[-1].walk() if widget.id == "dog.net")
    assert isinstance(offered, Segmented)
    assert offered.value is None, "six blocks are none of the nets offered"
    window.click("dog.net.classic")
    window.click("dog.part.further")
    assert not window.can_click("dog.blocks.more")
    window.click("dog.part.usual")
    window.click("dog.net.small")
    window.click("dialog.ok")
    window.name_dog("Rex")
    assert window.kennel.wish is not None
    assert window.kennel.wish.net == NetSize.SMALL.config


def test_a_dog_may_be_born_for_any_board_of_its_game() -> None:
    window = Window()
    window.click("train.adopt")
    window.click("adopt.size")
    check_texts(window)
    window.click("adopt.size.13")
    window.name_dog("Rex")
    assert window.kennel.wish is not None
    assert window.kennel.wish.net.size == 13


def test_a_dog_moves_to_another_board_and_is_told_of() -> None:
    window = Window(PUP, shown=snapshot(TrainingPhase.IDLE))
    window.click("train.settings")
    window.click("dog.boards")
    check_texts(window)
    window.click("boards.size")
    window.click("boards.size.13")
    window.click("boards.beside")
    window.click("boards.beside.(9,)")
    window.click("dialog.ok")
    assert window.kennel.calls == [f"move {PUP.name} to 13 beside [9]"]
    window.kennel.known = [replace(PUP, sizes=(13, 9), beside=(9,))]
    window.kennel.ends.append(TaskSnapshot(Task.MOVE, PUP.name, TaskState.DONE, 1.0, PUP.name))
    window.step()
    assert window.says("plays on other boards now")
    window.click("dialog.ok")
    window.click("train.settings")
    assert window.says("13×13 + 9×9")


def test_a_dog_that_trains_stays_where_it_is_and_so_does_one_whose_net_knows_one_board() -> None:
    window = Window(PUP, shown=snapshot())
    window.click("train.settings")
    assert not window.can_click("dog.boards")
    window = Window(replace(PUP, plays_elsewhere=False), shown=snapshot(TrainingPhase.IDLE))
    window.click("train.settings")
    assert not window.can_click("dog.boards")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"size": 13, "before": 9, "beside": ""}, "It has moved from 9×9 to 13×13"),
        ({"size": 13, "before": 9, "beside": "9, 7"}, "and plays on 9×9 + 7×7 too"),
        ({"size": 9, "before": 9, "beside": "7"}, "It plays itself on 7×7 too now"),
        ({"size": 9, "before": 9, "beside": ""}, "It plays itself on 9×9 alone now"),
    ],
)
def test_the_diary_tells_of_moves(values: dict[str, Any], said: str) -> None:
    assert news_said(Strings(Language.ENGLISH), news(NewsKind.MOVED, games=10, **values)).endswith(said)


def test_escape_leaves_settings_as_they_were() -> None:
    window = Window(PUP)
    window.click("train.settings")
    window.click("dog.komi.less")
    press_key(window.stage, pygame.K_ESCAPE)
    assert window.training.wished == {}


def test_a_dog_that_came_with_its_weights_may_be_trained_otherwise_until_it_has_learned_itself() -> None:
    window = Window(PUP, shown=snapshot(TrainingPhase.IDLE))
    window.click("train.settings")
    assert not window.can_click("dog.net.small")
    assert window.can_click("dog.window.200000")
    press_key(window.stage, pygame.K_ESCAPE)
    window.training.change(phase=TrainingPhase.RUNNING)
    window.step()
    window.click("train.settings")
    assert not window.can_click("dog.window.200000"), "it learns by now, though nothing is saved yet"


def test_what_is_fixed_after_birth_is_locked_and_says_why() -> None:
    window = Window(PUP, BABY, shown=snapshot(TrainingPhase.IDLE))
    window.training.begun = {PUP.name}
    window.click("train.settings")
    locked = {"net.small", "learning_rate.0.002", "window.200000", "seed.more", "komi.more"}
    assert {name for name in locked if not window.can_click(f"dog.{name}")} == locked - {"komi.more"}
    assert window.says("Fixed at birth")
    window.click("dog.komi.more")
    window.click("dialog.ok")
    assert window.training.wished["小黑"].of_game["komi"] == 7.5
    window.scene.choose("豆包")
    window.click("train.settings")
    assert not window.can_click("dog.net.small")
    assert window.can_click("dog.window.200000")


def test_the_wall_can_be_put_away_and_the_choice_is_remembered() -> None:
    window = Window(PUP, shown=snapshot())
    window.click("train.boards.0")
    assert window.says("The boards are put away")
    assert window.preferences.now.wall == 0
    window.training.change(boards=boards(16, 30))
    window.step()
    window.click("train.boards.4")
    assert window.scene._wall.count == 4
    assert window.preferences.now.wall == 4


def test_the_dog_looked_at_last_is_shown_again() -> None:
    window = Window(PUP, BABY)
    window.scene.choose("豆包")
    assert window.preferences.now.last_dog == "豆包"


def test_a_chart_draws_a_few_hundred_points_evenly_and_the_last_one_always() -> None:
    shown = thinned(tuple(range(1_234)))
    assert 200 <= len(shown) <= 400
    assert shown[-1] == 1_233
    assert len({after - before for before, after in itertools.pairwise(shown)}) == 1
    assert thinned((1, 2, 3)) == (1, 2, 3)


def test_smoothing_keeps_length_and_level() -> None:
    values = np.sin(np.arange(500) * 2.0) + 3.0
    even = smoothed(values)
    assert even.shape == values.shape
    assert even.std() < values.std() / 3
    assert even.mean() == pytest.approx(3.0, abs=0.05)


def test_the_same_snapshot_costs_no_drawing() -> None:
    window = Window(PUP, shown=snapshot())
    window.step()
    window.stage.damage.take(window.stage.rect)
    window.step()
    assert not window.stage.damage
    window.training.change()
    window.step()
    assert not window.stage.damage, "a new version with the same contents"


# --- everything fits ---


def states() -> dict[str, tuple[tuple[DogInfo, ...], TrainingSnapshot | None]]:
    reason = "the learner ran out of memory while it saved: close other programs and train on; nothing is lost"
    return {
        "nobody": ((), None),
        "newborn": ((BABY,), None),
        "resting": ((PUP, BABY), snapshot(TrainingPhase.IDLE)),
        "starting": ((PUP,), snapshot(TrainingPhase.STARTING, boards=(), news=ALL_NEWS[:1])),
        "gathering": ((PUP,), gathering(awaited=Awaited(64, 1_830, 4_000, 4_000, 118.0, RatingGoes("random", 1, 4)))),
        "filling": ((PUP,), snapshot(samples=0, losses=(), strengths=(), milestones=(), news=ALL_NEWS[:2])),
        "running": ((PUP,), snapshot()),
        "grown": ((PUP,), snapshot(games=1_234_567, seconds=990_000.0, samples=987_000_000)),
        "stopping": ((PUP,), snapshot(TrainingPhase.STOPPING)),
        "failed": ((PUP, BABY), snapshot(TrainingPhase.FAILED, error=as_said(reason))),
        "ill": ((PUP,), snapshot(health=(Diagnosis(Ailment.NOT_A_NUMBER), Diagnosis(Ailment.GETS_WORSE)))),
    }


def check_texts(window: Window) -> None:
    """Every text is whole, in its place, and in the window."""
    for drawn in texts_of(window.stage):
        assert not drawn.is_cut, drawn
        assert drawn.box.inflate(4, 6).contains(drawn.ink), drawn
        assert window.stage.rect.contains(drawn.ink), drawn


def check_marks(window: Window) -> None:
    """What can be clicked lies in the window, and nothing on anything else."""
    marks = [mark for mark in window.stage.clickable() if mark.id.startswith("train.")]
    for index, mark in enumerate(marks):
        assert window.stage.rect.contains(mark.rect), mark
        for other in marks[index + 1 :]:
            assert not mark.rect.colliderect(other.rect), (mark, other)


@pytest.mark.parametrize(("size", "scale"), SIZES, ids=lambda value: str(value))
@pytest.mark.parametrize("state", states())
def test_no_text_is_cut_and_nothing_overlaps(state: str, size: tuple[int, int], scale: float) -> None:
    dogs, shown = states()[state]
    window = Window(*dogs, shown=shown, size=size, scale=scale)
    for language in languages():
        window.stage.change(language=language)
        window.step()
        for curve in (curve.value for curve in Curve):
            if shows_curves(window):
                choose_curve(window, curve)
            check_texts(window)
            check_marks(window)


@pytest.mark.parametrize("state", states())
def test_every_curve_can_be_drawn(state: str) -> None:
    """Whoever only looks for texts draws no curves."""
    dogs, shown = states()[state]
    window = Window(*dogs, shown=shown)
    for curve in (curve.value for curve in Curve):
        if shows_curves(window):
            choose_curve(window, curve)
        assert draw(window.stage).get_size() == window.stage.rect.size


@pytest.mark.parametrize("theme", list(Theme))
def test_language_and_theme_change_at_once(theme: Theme) -> None:
    window = Window(PUP, shown=snapshot(), theme=theme)
    window.stage.change(language=Language.CHINESE)
    window.step()
    assert window.says("停止训练")
    assert not window.says("Stop training")
    window.stage.change(theme=Theme.DARK if theme is Theme.LIGHT else Theme.LIGHT)
    window.step()
    assert window.says("停止训练")


# --- moments, and a dog at rest ---


def kept_game(kind: str = "ko") -> KeptMoment:
    record = GameRecord.from_moves(Ruleset(9), (40, 20, 41), "小黑", "random")
    record.main_line()[1].black_win_rate = 0.25
    record.resign(Color.WHITE)
    rows = ("....X....",) + ("." * 9,) * 8
    return KeptMoment(kind, 900, 360.0, NOON, 0, 2, 4, rows, to_sgf(record), (0.0, 0.75) if kind == BEST else None)


def test_a_moments_line_shows_its_board_and_opens_its_game() -> None:
    window = Window(PUP, shown=snapshot())
    window.kennel.diaries["小黑"] = (
        TrainingNews(NewsKind.MOMENT, {"moment": "ko", "games": 900, "since": 0}, 360.0, NOON),
    )
    window.kennel.moments["ko"] = kept_game()
    press_key(window.stage, pygame.K_d)
    assert window.says("What it knows at first sight")
    window.click("diary.lines.1")
    assert window.says("A fight over a ko")
    assert "Game 900, move 2, after 6 min of training" in " ".join(window.texts)
    window.click("diary.open")
    assert isinstance(window.stage.scene, PlayScene)
    visit = window.stage.scene.visit
    assert visit is not None
    assert visit.record == kept_game().sgf.decode()


def test_a_line_of_what_it_learned_shows_a_position_that_can_be_looked_at() -> None:
    window = Window(PUP, shown=snapshot())
    facts = {"piece": "save", "right": 8, "asked": 10, "before": 2, "first": 0, "games": 900}
    window.kennel.diaries["小黑"] = (TrainingNews(NewsKind.LEARNED, facts, 360.0, NOON),)
    window.kennel.exams_told = (ExamMarks(0, 0.0, "save", 2, 10), ExamMarks(900, 360.0, "save", 8, 10))
    window.click("train.read")
    assert window.says("After 6 min it saves stones in atari at first sight: 8 of 10; at birth 2")
    window.click("diary.lines.1")
    window.click("diary.lines.1")  # and back to what it knows
    assert window.says("What it knows at first sight")
    window.click("diary.lines.1")
    window.click("diary.open")
    assert isinstance(window.stage.scene, PlayScene)
    assert window.stage.scene.visit is not None
    laid = window.stage.scene.visit.laid
    assert laid is not None
    assert laid.start.black
    assert laid.start.white


def test_a_bar_of_what_it_knows_shows_a_position_of_its_kind_and_leads_back() -> None:
    window = Window(PUP, shown=snapshot())
    window.kennel.diaries["小黑"] = (TrainingNews(NewsKind.STARTED, {"name": "小黑"}, 0.0, NOON),)
    pieces = [piece for piece in game_named("go").set_pieces(Ruleset(9)) if piece.kind == "save"]
    answers = tuple(min(piece.answers) for piece in pieces)
    wrong = tuple(
        next(int(point) for point in piece.position.legal_moves.nonzero()[0] if point not in piece.answers)
        for piece in pieces
    )
    for guesses, said in ((wrong, "wants the cross"), (answers, "finds it at first sight")):
        right = 0 if guesses is wrong else len(pieces)
        window.kennel.exams_told = (ExamMarks(900, 360.0, "save", right, len(pieces), guesses),)
        window.click("train.read")
        window.click("diary.skill.save")
        assert said in " ".join(window.texts)
        assert not window.says("What it knows at first sight")
        window.click("diary.back")
        assert window.says("What it knows at first sight")
        press_key(window.stage, pygame.K_ESCAPE)


def rested(**values: Any) -> Window:
    """A dog that does not train and has a best game, after a while."""
    window = Window(PUP, **values)
    window.kennel.moments[BEST] = kept_game(BEST)
    window.scene.choose("小黑")
    for _ in range(500):
        window.step()
        if window.scene._rest.is_visible:
            break
        time.sleep(0.01)
    return window


def test_a_dog_at_rest_replays_its_best_game_until_it_trains() -> None:
    window = rested()
    assert window.says("小黑's best game: it won against Random")
    assert window.says("Move 0 of 3")
    plies = []
    for _ in range(5):
        plies.append(window.scene._rest.ply)
        window.step(1.2)
    assert plies == [0, 1, 2, 3, 3], "the last position stays longer"
    window.step(6.0)
    assert window.scene._rest.ply == 0, "and it begins anew"
    window.click("train.toggle")
    assert not window.scene._rest.is_visible
    assert not window.says("best game")


def test_a_wall_that_was_put_away_stays_so_and_a_best_game_can_be_opened() -> None:
    window = rested()
    window.click("train.replay_open")
    assert isinstance(window.stage.scene, PlayScene)
    window = rested()
    window.click("train.boards.0")
    window.step()
    assert not window.scene._rest.is_visible


def test_settings_of_a_game_with_many_choices_keep_clear_of_the_buttons_in_a_small_window() -> None:
    window = Window(PUP, size=(940, 620))
    boards = Button(TrainText.NET, lambda: None, id="dog.boards")
    settings = DogSettings(game="five")
    window.scene.open(DogSettingsDialog(TrainText.DOG_SETTINGS, settings, True, False, lambda _: None, boards))
    window.step()
    places = {mark.id: mark.rect for mark in window.stage.clickable()}
    buttons = [places["dialog.ok"], places["dialog.cancel"]]
    choices = [rect for id, rect in places.items() if id.startswith("dog.")]
    assert len(choices) >= 6
    assert not any(rect.colliderect(button) for rect in choices for button in buttons)


def test_the_rules_are_loaded_after_the_first_picture_whichever_scene_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading takes a second of uneven frames: not while one watches a dog train and something first asks for them."""
    polls: list[int] = []
    update = Stage.update

    def counted(stage: Stage, dt: float) -> bool:
        moves = update(stage, dt)
        polls.append(fake_match(stage.scene.services).polls if isinstance(stage.scene, TrainScene) else 0)
        return moves

    monkeypatch.setattr(FakeMatch, "rules_are_loaded", False)
    monkeypatch.setattr(Stage, "update", counted)
    window = Window()
    assert polls[:3] == [0, 1, 2], "not before there has been time to draw"
    match = fake_match(window.scene.services)
    window.stage.go_to(SceneName.PLAY)
    before = match.polls
    window.step()
    assert match.polls == before, "there the scene asks (the real one)"
    monkeypatch.setattr(FakeMatch, "rules_are_loaded", True)
    window.stage.go_to(SceneName.TRAIN)
    before = match.polls
    window.step()
    assert match.polls == before
