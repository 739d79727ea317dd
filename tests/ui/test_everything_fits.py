"""Every scene, and every menu and dialog one click away from it, fits: in both languages, at all sizes and scales.

Everything is looked at in the smallest window; besides, each language in a small window and in a large one, and at both
scales, so that of language, window and scale any two meet.

Scenes come from the catalog and dialogs are found by clicking everything once, so that a new one is in at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TypeAlias

import pygame
import pytest

from clevergo.app.beginner.counsel import Counsel
from clevergo.app.beginner.first_game import first_game
from clevergo.app.coach.practice import Exercise, PracticeBook
from clevergo.app.coach.review import Loss, Tale
from clevergo.app.desk.settings import MindMode, SceneName
from clevergo.app.experiment.messages import ExperimentSnapshot
from clevergo.app.kennel.messages import TrainingPhase, TrainingSnapshot
from clevergo.app.kennel.moments import BEST
from clevergo.app.kennel.shared.looking import Looked
from clevergo.app.kennel.shared.store import Listing
from clevergo.app.kennel.tasks import Task, TaskSnapshot, TaskState
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.lesson.lesson import Stage as LessonStage
from clevergo.app.lesson.lesson import Underway
from clevergo.app.match.messages import AwaySeen, MatchPhase, Preparing, RecordFacts, SavedGame
from clevergo.app.meeting.lobby import Doing
from clevergo.app.parts.trial import Part
from clevergo.app.slow.motion import SlowWish
from clevergo.games.color import Color
from clevergo.games.guests import game_named, usual_rules
from clevergo.games.outcome import Outcome, Termination
from clevergo.locale import Language, languages
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem
from clevergo.ui.kit.kept import Pictures
from clevergo.ui.scenes.catalog import TABS, makers
from clevergo.ui.scenes.kennel.shared import SharedDialog
from clevergo.ui.scenes.learn.course.page import CoursePage
from clevergo.ui.scenes.learn.mistakes.page import MistakesPage
from clevergo.ui.scenes.learn.scene import LearnScene
from clevergo.ui.scenes.share.wishes import Picture
from clevergo.ui.shell.scene import Services, Visit
from clevergo.ui.shell.stage import SMALLEST, Stage
from clevergo.ui.shell.tour import STEPS
from tests.ui import fake_experiment
from tests.ui.fake_analysis import make_insight
from tests.ui.fake_experiment import FakeExperiments
from tests.ui.fake_film import tell_film, tell_quarrel
from tests.ui.fake_inquiries import FakeInquirer
from tests.ui.fake_ladder import climbed
from tests.ui.fake_lesson import inquirer_of, lesson_page, open_lesson, tell_lesson
from tests.ui.fake_meeting import AWAY, FOUND, KEPT, TABLE, FakeLobby, sit_opposite
from tests.ui.fake_reviews import tell_review
from tests.ui.fake_shared import DAMAGED, LISTED
from tests.ui.fake_sights import let_look
from tests.ui.fake_slow import LEARNS, PLAYS, WAVES, motion_of, tell
from tests.ui.fake_trials import games_of, open_parts, play_on
from tests.ui.fakes import click, click_on, draw, fake_analysis, fake_match, make_services, make_stage, press_key
from tests.ui.fitting import misfits
from tests.ui.test_compete_scene import FakeTournament, plan, standing
from tests.ui.test_kennel_scene import BABY, PUP, RESTING, SHIPPED, FakeKeeping
from tests.ui.test_lessons import click_point
from tests.ui.test_machines import machines_of_a_class
from tests.ui.test_train_scene import kept_game

SMALL, LARGE = (1280, 720), (1920, 1080)
Room: TypeAlias = tuple[tuple[int, int], float]
"""A window, and the UI scale in it."""
ROOMS: dict[str, tuple[Room, ...]] = {"zh": ((SMALL, 1.0), (LARGE, 1.5))}
OTHERS_ROOMS: tuple[Room, ...] = ((SMALL, 1.5), (LARGE, 1.0))
"""Those of a language that is not named: 1280x720 is tightest at 1.5, and words are shortest in Chinese."""
NEVER_CLICKED = ("settings.folder", "music.folder")
"""What reaches beyond the program."""


def fresh(stage: Stage, services: Services) -> None:
    """Nothing has happened yet."""


def playing(stage: Stage, services: Services) -> None:
    """A game is under way, and the machine thinks."""
    match = fake_match(services)
    click_on(stage, "play.start")
    for action in (30, 31, 40, 41, 50):
        match.play(action)
    match.think()


def counted(stage: Stage, services: Services) -> None:
    """A game has been counted."""
    playing(stage, services)
    fake_match(services).finish()


def first_game_of(game: str, *counsels: str, won: bool | None = None) -> Callable[[Stage, Services], None]:
    """Somebody's first game, in which the pup has said these; ``won``: whether it is over, and for whom."""

    def happen(stage: Stage, services: Services) -> None:
        stage.go_to(SceneName.PLAY, Visit(match=first_game(game_named(game), ())))
        settle(stage)
        for number, kind in enumerate(counsels):
            for action in (10 + 2 * number, 11 + 2 * number):
                fake_match(services).play(action)
            settle(stage)
            inquirer_of(services).tell(Counsel(kind, (10,)))
            settle(stage)
        if won is not None:
            fake_match(services).finish(Outcome.counted(5.5 if won else -5.5, Termination.TWO_PASSES))
            settle(stage)

    return happen


def first_game_looked_back_in(stage: Stage, services: Services) -> None:
    """Somebody looks at an earlier position of their first game."""
    first_game_of("go", "save")(stage, services)
    fake_match(services).change(ply=1, node=1, moves=(10,), is_live=False)
    settle(stage)


def newcomers_game(
    game: str, moves: int = 0, won: bool | None = None, **changes: object
) -> Callable[[Stage, Services], None]:
    """One of somebody's first games on the ladder, so many moves old; then this changes, or it is ``won`` or lost."""

    def happen(stage: Stage, services: Services) -> None:
        services.preferences.change(play_more=False)
        assert services.ladder is not None
        played = game_named(game)
        newborn = PlayerSpec.parse(f"alphago:{played.shipped_dog}@0:100", played)
        stage.go_to(SceneName.PLAY, Visit(match=services.ladder.challenge(played, newborn)))
        settle(stage)
        for action in range(10, 10 + moves):
            fake_match(services).play(action)
        if won is not None:
            fake_match(services).finish(Outcome.counted(12.5 if won else -12.5, Termination.TWO_PASSES))
        if changes:
            fake_match(services).change(**changes)

    return happen


def analyzing(mode: MindMode) -> Callable[[Stage, Services], None]:
    """A position is analyzed, and whose each point will be is shown too."""

    def happen(stage: Stage, services: Services) -> None:
        playing(stage, services)
        fake_match(services).change(thinking=None, is_thinking=False)
        settle(stage)
        services.preferences.change(mind_mode=mode, mind_territory=True)
        click_on(stage, "mind.analyze")
        settle(stage)
        fake_analysis(services).find(make_insight(ply=5))

    return happen


def given_up(stage: Stage, services: Services) -> None:
    """Somebody has resigned, and the coach is at work."""
    playing(stage, services)
    fake_match(services).finish(Outcome(Color.WHITE, None, Termination.RESIGNATION))


LOOKED_AT = RecordFacts(
    ranks=("九段", "9 dan"),
    result="W+Forfeit",
    event="中国乌镇围棋峰会 人机三番棋",
    round="第1局",
    date="2017-05-23",
    place="浙江乌镇",
    rules="Chinese",
    annotator="古力",
    about="A long story.\n" * 30,
)


def looking(stage: Stage, services: Services) -> None:
    """A record is looked at, and moves are tried in it."""
    match = fake_match(services)
    playing(stage, services)
    match.change(phase=MatchPhase.LOOKING, names=("柯洁", "AlphaGo"), record=LOOKED_AT, is_live=False, thinking=None)


def left_unfinished(stage: Stage, services: Services) -> None:
    """The game played last has no end yet: it may go on."""
    game = SavedGame(Path("a.sgf"), "alphago:巧克力和她的小狗:400", "human", "2026-02-01 10:00", 19, 331, "")
    fake_match(services).library.games = (game,)


def in_trouble(stage: Stage, services: Services) -> None:
    """The engine has died."""
    playing(stage, services)
    path = Path("/pc/someone/dogs/pup/weights.pdparams")
    fake_match(services).fail(Problem("weights_damaged", {"path": path, "cause": Problem("weights_short")}))


def competing(stage: Stage, services: Services) -> None:
    """Two players meet, and some games are over."""
    assert isinstance(services.tournament, FakeTournament)
    services.tournament.snapshot = standing(plan("policy:alpha_go", "mcts:400"))


def sharing(stage: Stage, services: Services) -> None:
    """A dog is shared: the picture is there, and the rest is being made."""
    click_on(stage, "kennel.0.share")
    let_draw(services)
    for name in ("share.gif", "share.file", "dialog.ok"):
        click_on(stage, name)


def sharing_a_result(stage: Stage, services: Services) -> None:
    """A game is shared that has been counted."""
    counted(stage, services)
    settle(stage)
    click_on(stage, "play.share")
    let_draw(services)


def visited(stage: Stage, services: Services) -> None:
    """A friend's dog has come."""
    assert isinstance(services.kennel, FakeKeeping)
    services.kennel.ends.append(TaskSnapshot(Task.IMPORT, "小黑.clevergo", TaskState.DONE, 1.0, "小黑"))


def sharing_dogs(looked: Looked | None) -> Callable[[Stage, Services], None]:
    """Dogs that several people share, and what has been found where they lie."""

    def happen(stage: Stage, services: Services) -> None:
        click_on(stage, "kennel.shared")
        assert isinstance(services.kennel, FakeKeeping)
        services.kennel.shared.found = looked
        dialog = stage.popups[-1]
        assert isinstance(dialog, SharedDialog)
        dialog.show_news()

    return happen


def dueling(stage: Stage, services: Services) -> None:
    """Two dogs meet, and some games are over."""
    assert isinstance(services.tournament, FakeTournament)
    services.tournament.snapshot = standing(plan("alphago:小黑:100", "alphago:alpha_go:100", rounds=5), games=3)


def let_draw(services: Services) -> None:
    """A picture that was wished for is there."""
    assert isinstance(services.inquiries, FakeInquirer)
    services.inquiries.tell(Picture(b"", bytes(3 * 40 * 50), (40, 50)))


def slowly(wish: SlowWish, *keys: int) -> Callable[[Stage, Services], None]:
    """A search is watched in slow motion, at the moment these keys lead to."""

    def happen(stage: Stage, services: Services) -> None:
        playing(stage, services)
        click_on(stage, "mind.slow")
        moves = fake_match(services).snapshot.shown.moves
        tell(stage, fake_analysis(services), motion_of(wish, 100 if wish != LEARNS else 32, moves))
        for key in keys:
            press_key(stage, key)

    return happen


def waiting_for_a_search(stage: Stage, services: Services) -> None:
    """A search for slow motion is under way."""
    playing(stage, services)
    click_on(stage, "mind.slow")


def search_failed(stage: Stage, services: Services) -> None:
    """A search for slow motion could not be made."""
    waiting_for_a_search(stage, services)
    fake_analysis(services).change(error=Problem("engine_killed"))


def experimenting(stands: ExperimentSnapshot | None = None, *clicks: str) -> Callable[[Stage, Services], None]:
    """Where one learns, an experiment stands so; then these are clicked."""

    def happen(stage: Stage, services: Services) -> None:
        experiments = services.experiment
        assert isinstance(experiments, FakeExperiments)
        experiments.notebook = fake_experiment.several()
        stage.go_to(SceneName.LEARN, Visit(entry="try.class"))
        if stands is not None:
            experiments.become(stands)
        for name in clicks:
            settle(stage)
            click_on(stage, name)

    return happen


def looking_inside(layer: str) -> Callable[[Stage, Services], None]:
    """A layer of a net is looked at, which has seen the position at every age."""

    def happen(stage: Stage, services: Services) -> None:
        playing(stage, services)
        press_key(stage, pygame.K_n)
        let_look(stage, services).choose_layer(layer)

    return happen


def trying_without(won: Sequence[bool | None], live: bool) -> Callable[[Stage, Services], None]:
    """A dog plays itself without its policy, which has gone so far."""

    def happen(stage: Stage, services: Services) -> None:
        page = open_parts(stage, services)
        page.choose_part(Part.POLICY)
        page.act()
        play_on(stage, services, games_of(won, live))

    return happen


def reading(chapter: str, part: int) -> Callable[[Stage, Services], None]:
    """A part of a chapter is read."""

    def happen(stage: Stage, services: Services) -> None:
        assert isinstance(stage.scene, LearnScene)
        stage.scene.open_entry(f"course.{chapter}")
        page = stage.scene.leaf
        assert isinstance(page, CoursePage)
        page.prose.finish()
        page.go_to_part(part)

    return happen


def learning(entry: str, *clicks: str) -> Callable[[Stage, Services], None]:
    """A beginner's lesson lies open, and these have been clicked: points, or what has a name."""

    def happen(stage: Stage, services: Services) -> None:
        stage.go_to(SceneName.LEARN, Visit(entry=f"lessons.{entry}"))
        settle(stage)
        for name in clicks:
            if "." in name:
                click_on(stage, name)
            else:
                click_point(stage, name)
            settle(stage)

    return happen


def in_a_film(*keys: int) -> Callable[[Stage, Services], None]:
    """The film of the position on the board, at the age these keys lead to."""

    def happen(stage: Stage, services: Services) -> None:
        services.preferences.change(mind_judge="小黑")
        playing(stage, services)
        settle(stage)
        click_on(stage, "mind.film")
        tell_film(stage, services)
        for key in keys:
            press_key(stage, key)

    return happen


LONG = Problem("cannot_write", {"path": Path("/pc/someone/experiments/0001"), "cause": Problem("no_space")})


def disagreeing(stage: Stage, services: Services) -> None:
    """Two ages in a film were compared."""
    in_a_film(pygame.K_HOME)(stage, services)
    click_on(stage, "film.find")
    tell_quarrel(stage, services, 3)
    tell_film(stage, services)


def waiting_for_a_film(stage: Stage, services: Services) -> None:
    """Ages are being asked."""
    playing(stage, services)
    click_on(stage, "mind.film")


def on_many_machines(stage: Stage, services: Services) -> None:
    """A dog trains on the computers of a class, and one looks at them."""
    services.preferences.change(on_cluster=True)
    services.training.snapshot = TrainingSnapshot(
        2, "小黑", phase=TrainingPhase.RUNNING, machines=machines_of_a_class()
    )
    stage.go_to(SceneName.TRAIN, Visit(dog="小黑"))
    settle(stage)
    click_on(stage, "train.machines")


def growing(stage: Stage, services: Services) -> None:
    """An age of a dog is looked at above its games."""
    stage.update(0.1)
    tell_film(stage, services)
    click_on(stage, "train.film.0")


def choosing_a_portrait(stage: Stage, services: Services) -> None:
    """Somebody with a name has come half way up the ladder, and has lost since; there is a game to go on with."""
    assert services.ladder is not None
    climbed(services.ladder)
    playing(stage, services)
    left_unfinished(stage, services)
    click_on(stage, "play.new")
    click_on(stage, "play.fold")


def taught(*keys: int, steps: int = 1, done: int | None = None) -> Callable[[Stage, Services], None]:
    """A dog's lesson is looked at, as these keys leave it; then so many steps are made of those that are wanted."""

    def happen(stage: Stage, services: Services) -> None:
        services.preferences.change(last_dog="小黑")
        stage.go_to(SceneName.TRAIN, Visit(dog="小黑"))
        settle(stage)
        page = open_lesson(stage, services)
        if steps > 1:
            page.choose_steps(steps)
            tell_lesson(stage, services, done)
        for key in keys:
            press_key(stage, key)

    return happen


def waiting_for_a_lesson(stage: Stage, services: Services) -> None:
    """A dog that has kept no games plays some."""
    stage.go_to(SceneName.TRAIN, Visit(dog="小黑"))
    settle(stage)
    press_key(stage, pygame.K_l)
    inquirer_of(services).tell(Underway(LessonStage.PLAYING, 0.4), is_whole=False)


def no_lesson_yet(stage: Stage, services: Services) -> None:
    """A newborn dog's lesson is asked for."""
    waiting_for_a_lesson(stage, services)
    page = lesson_page(stage)
    page.choose_dog(next(dog.name for dog in services.kennel.dogs() if dog.weights is None))


def resting(stage: Stage, services: Services) -> None:
    """A dog that does not train replays its best game."""
    assert isinstance(services.kennel, FakeKeeping)
    services.kennel.moments[BEST] = kept_game(BEST)
    stage.go_to(SceneName.TRAIN, Visit(dog="小黑"))
    for _ in range(500):
        stage.update(0.02)
        if any(mark.id == "train.replay_open" for mark in stage.clickable()):
            return
        time.sleep(0.01)


COSTS = {1: 3.0, 3: 12.4, 5: 38.2}
TALES = (Tale.MISSED, Tale.TAKES, Tale.WINS)


def coached(*clicks: str, done: bool = True, costs: Mapping[int, float] = COSTS) -> Callable[[Stage, Services], None]:
    """A game is over and the coach has looked it through, or half of it; then these are clicked."""

    def happen(stage: Stage, services: Services) -> None:
        counted(stage, services)
        settle(stage)
        tell_review(stage, services, dict(costs), TALES, done)
        for name in clicks:
            click_on(stage, name)
            settle(stage)

    return happen


def doubting(stage: Stage, services: Services) -> None:
    """A person is asked whether to take a move back."""
    services.preferences.change(coach_warns=True)
    playing(stage, services)
    for action in (60, 61):
        settle(stage)
        fake_match(services).play(action)
    settle(stage)
    inquirer_of(services).tell(Loss(7, 61, Color.BLACK, 70, 18.4, 0.4))


def practising(*clicks: int, size: float = 12.0) -> Callable[[Stage, Services], None]:
    """A mistake is asked again, and these points have been clicked."""

    def happen(stage: Stage, services: Services) -> None:
        assert services.practice is not None
        today = date.today().toordinal()
        rules = usual_rules()
        one = Exercise(rules, (30, 31, 40, 41), 50, (60, 61), size, True, due=today, found=today)
        services.practice.collect([one])
        stage.go_to(SceneName.LEARN, Visit(entry="lessons.mistakes"))
        settle(stage)
        leaf = stage.scene.leaf if isinstance(stage.scene, LearnScene) else None
        assert isinstance(leaf, MistakesPage)
        for action in clicks:
            leaf.answer(action)

    return happen


def on_the_network(*clicks: str) -> Callable[[Stage, Services], None]:
    """Where games over the network come about: there are hosts and old games, and these are clicked."""

    def happen(stage: Stage, services: Services) -> None:
        lobby = services.lobby
        assert isinstance(lobby, FakeLobby)
        click_on(stage, "play.network")
        lobby.say(found=FOUND, kept=KEPT)
        for name in clicks:
            settle(stage)
            click_on(stage, name)
        lobby.say(gathered=TABLE.names if lobby.snapshot.doing is Doing.GATHERING else ())

    return happen


def holding(stage: Stage, services: Services) -> None:
    """A tournament goes on, and nobody of this computer plays in it."""
    on_the_network()(stage, services)
    assert isinstance(services.lobby, FakeLobby)
    services.lobby.say(doing=Doing.HOLDING, table=TABLE)


def opposite(away: AwaySeen, plays_for: str = "") -> Callable[[Stage, Services], None]:
    """Somebody at another computer plays."""

    def happen(stage: Stage, services: Services) -> None:
        playing(stage, services)
        sit_opposite(services, away, plays_for)

    return happen


NEXT, ON, END = pygame.K_PAGEDOWN, pygame.K_RIGHT, pygame.K_END

STATES: dict[str, tuple[SceneName, Callable[[Stage, Services], None]]] = {
    **{f"{name.value}, fresh": (name, fresh) for name in TABS},
    "play, portraits": (SceneName.PLAY, choosing_a_portrait),
    "play, left unfinished": (SceneName.PLAY, left_unfinished),
    "play, thinking": (SceneName.PLAY, playing),
    "play, counted": (SceneName.PLAY, counted),
    "play, a first game": (SceneName.PLAY, first_game_of("go")),
    "play, a first game, in danger": (SceneName.PLAY, first_game_of("go", "save")),
    "play, a first game, nothing left": (SceneName.PLAY, first_game_of("go", "take", "settled")),
    "play, a first game, looked back in": (SceneName.PLAY, first_game_looked_back_in),
    "play, a first game, won": (SceneName.PLAY, first_game_of("go", won=True)),
    "play, a first game, lost": (SceneName.PLAY, first_game_of("go", won=False)),
    "play, a first game of five": (SceneName.PLAY, first_game_of("five", "stop")),
    "play, resigned": (SceneName.PLAY, given_up),
    "play, a newcomer": (SceneName.PLAY, newcomers_game("go")),
    "play, a newcomer, a rule": (SceneName.PLAY, newcomers_game("go", 6)),
    "play, a newcomer, looking back": (SceneName.PLAY, newcomers_game("go", 6, is_live=False, ply=2)),
    "play, a newcomer, preparing": (
        SceneName.PLAY,
        newcomers_game("go", is_loading=True, preparing=Preparing(17, 21)),
    ),
    "play, a newcomer of five": (SceneName.PLAY, newcomers_game("five", 6)),
    "play, a newcomer, won": (SceneName.PLAY, newcomers_game("go", 6, won=True)),
    "play, a newcomer, lost": (SceneName.PLAY, newcomers_game("go", 6, won=False)),
    **{f"play, analyzing, {mode.value}": (SceneName.PLAY, analyzing(mode)) for mode in MindMode},
    "play, coached": (SceneName.PLAY, coached("play.tab.moves")),
    "play, the coach": (SceneName.PLAY, coached("play.coach")),
    "play, the coach at work": (SceneName.PLAY, coached("play.coach", done=False)),
    "play, nothing to coach": (SceneName.PLAY, coached("play.coach", costs={})),
    "play, take it back?": (SceneName.PLAY, doubting),
    "learn, mistakes": (SceneName.LEARN, practising()),
    "learn, mistakes, wrong": (SceneName.LEARN, practising(70)),
    "learn, mistakes, done": (SceneName.LEARN, practising(60)),
    "play, looking": (SceneName.PLAY, looking),
    "play, in trouble": (SceneName.PLAY, in_trouble),
    "play, slow motion, choosing": (SceneName.PLAY, slowly(PLAYS, *(NEXT,) * 30)),
    "play, slow motion, judging": (SceneName.PLAY, slowly(WAVES, ON)),
    "play, slow motion, backing up": (SceneName.PLAY, slowly(WAVES, END, pygame.K_LEFT)),
    "play, slow motion, learning": (SceneName.PLAY, slowly(LEARNS, *(NEXT,) * 12)),
    "play, slow motion, learning deeper": (SceneName.PLAY, slowly(LEARNS, *(NEXT,) * 24, ON)),
    "play, slow motion, glance and result": (SceneName.PLAY, slowly(LEARNS, *(NEXT,) * 24, pygame.K_o)),
    "play, slow motion, result": (SceneName.PLAY, slowly(LEARNS, END)),
    "play, slow motion, waiting": (SceneName.PLAY, waiting_for_a_search),
    "play, slow motion, failed": (SceneName.PLAY, search_failed),
    "play, microscope, planes": (SceneName.PLAY, looking_inside("planes")),
    "play, microscope, channels": (SceneName.PLAY, looking_inside("blocks.0.conv2")),
    "play, microscope, numbers": (SceneName.PLAY, looking_inside("value_hidden")),
    "play, network": (SceneName.PLAY, on_the_network()),
    "play, network, invited": (SceneName.PLAY, on_the_network("meet.invite")),
    "play, network, gathering": (SceneName.PLAY, on_the_network("meet.kind.True", "meet.invite")),
    "play, network, holding": (SceneName.PLAY, holding),
    "play, away": (SceneName.PLAY, opposite(replace(AWAY, name="旺财的主人小明", is_here=False, gone_for=3599))),
    "play, asked": (SceneName.PLAY, opposite(replace(AWAY, question="undo", is_asked=True))),
    "play, counting apart": (SceneName.PLAY, opposite(replace(AWAY, is_counting=True, theirs=(3,)))),
    "play, tournament": (SceneName.PLAY, opposite(replace(AWAY, is_tournament=True, table=TABLE), "wangcai")),
    "learn, without policy": (SceneName.LEARN, trying_without([True, False, None], live=True)),
    "learn, without policy, over": (SceneName.LEARN, trying_without([True] * 10, live=False)),
    "learn, counting": (SceneName.LEARN, learning("go#7", "lessons.choose.14")),
    "learn, renju": (SceneName.LEARN, learning("five#6", "H8")),
    "learn, first game": (SceneName.LEARN, learning("five#5")),
    "play, film": (SceneName.PLAY, in_a_film()),
    "play, film, an earlier age": (SceneName.PLAY, in_a_film(pygame.K_LEFT)),
    "play, film, two ages": (SceneName.PLAY, disagreeing),
    "play, film, waiting": (SceneName.PLAY, waiting_for_a_film),
    "train, an age looked at": (SceneName.TRAIN, growing),
    "train, many machines": (SceneName.TRAIN, on_many_machines),
    "train, resting": (SceneName.TRAIN, resting),
    "train, lesson": (SceneName.TRAIN, taught()),
    "train, lesson, points": (SceneName.TRAIN, taught(*(ON,) * 3, pygame.K_o)),
    "train, lesson, by heart": (SceneName.TRAIN, taught(steps=100, done=30)),
    "train, lesson, doctor": (SceneName.TRAIN, taught(ON, *(pygame.K_o,) * 3)),
    "train, lesson, waiting": (SceneName.TRAIN, waiting_for_a_lesson),
    "train, lesson, none yet": (SceneName.TRAIN, no_lesson_yet),
    "compete, under way": (SceneName.COMPETE, competing),
    "compete, duel": (SceneName.COMPETE, dueling),
    "kennel, sharing": (SceneName.KENNEL, sharing),
    "play, sharing": (SceneName.PLAY, sharing_a_result),
    "kennel, visited": (SceneName.KENNEL, visited),
    "kennel, shared, nothing asked": (SceneName.KENNEL, sharing_dogs(None)),
    "kennel, shared": (SceneName.KENNEL, sharing_dogs(Looked("/pc/class", LISTED))),
    "kennel, shared, many": (SceneName.KENNEL, sharing_dogs(Looked("/pc/class", replace(LISTED, left_out=9)))),
    "kennel, shared, nobody": (SceneName.KENNEL, sharing_dogs(Looked("/pc/class", Listing("/pc/class", ())))),
    "kennel, shared, trouble": (SceneName.KENNEL, sharing_dogs(Looked("/pc/class", None, DAMAGED))),
    "learn, experiment, choosing": (SceneName.LEARN, experimenting(None, "experiment.guess.one")),
    "learn, experiment, under way": (SceneName.LEARN, experimenting(fake_experiment.playing(2))),
    "learn, experiment, stopped": (SceneName.LEARN, experimenting(fake_experiment.stopped(LONG))),
    "learn, experiment, found": (SceneName.LEARN, experimenting(fake_experiment.found(fake_experiment.written(31, 9)))),
    "learn, experiment, notebook": (SceneName.LEARN, experimenting(None, "experiment.earlier")),
    "learn, boards": (SceneName.LEARN, reading("02-go", 6)),
    "learn, doors": (SceneName.LEARN, reading("09-search", 7)),
}


def rooms_of(language: Language) -> tuple[Room, ...]:
    """The windows in which a language is looked at, besides the smallest."""
    return ROOMS.get(language.code, OTHERS_ROOMS)


def furnished(state: str, language: Language, size: tuple[int, int], scale: float) -> Stage:
    """A stage that shows a scene in one of the states."""
    scene, happen = STATES[state]
    kennel = FakeKeeping((PUP, BABY, RESTING, SHIPPED))
    services = make_services(language, scale=scale)
    services.preferences.change(last_scene=scene)
    services = replace(
        services,
        kennel=kennel,  # type: ignore[arg-type]
        ladder=Ladder(None, kennel),  # type: ignore[arg-type]
        tournament=FakeTournament(),  # type: ignore[arg-type]
        practice=PracticeBook(None),
        lobby=FakeLobby(),  # type: ignore[arg-type]
    )
    stage = make_stage(services, size, makers())
    settle(stage)
    happen(stage, services)
    settle(stage)
    return stage


def settle(stage: Stage) -> None:
    """Let animations come to rest and the scene take in what has happened."""
    for _ in range(3):
        stage.update(0.5)


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("state", STATES)
def test_every_scene_fits_into_every_window(state: str, language: Language) -> None:
    wrong = {}
    for size, scale in rooms_of(language):
        found = misfits(furnished(state, language, size, scale))
        if found:
            wrong[size, scale] = found
    assert wrong == {}


@pytest.mark.parametrize("state", STATES)
def test_every_scene_can_be_drawn_and_drawn_again_from_what_was_kept(
    state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever only looks for texts draws no pictures. Whatever a scene shows has room among the pictures kept."""
    stage = furnished(state, Language.ENGLISH, (1280, 800), 1.0)
    assert draw(stage).get_size() == stage.rect.size
    made: list[object] = []
    get = Pictures.get

    def note(pictures: Pictures, key: object, make: Callable[[], pygame.Surface], scale: float = 1.0) -> pygame.Surface:
        def noted() -> pygame.Surface:
            made.append(key)
            return make()

        return get(pictures, key, noted, scale)

    monkeypatch.setattr(Pictures, "get", note)
    draw(stage)
    assert made == []


def clicked_once(
    state: str,
    language: Language,
    size: tuple[int, int],
    scale: float,
    look_for: Callable[[Stage], list[str]] = misfits,
) -> dict[str, list[str]]:
    """Click everything once, each time from the same state; what does not fit before, and afterwards."""
    stage: Stage | None = furnished(state, language, size, scale)
    assert stage is not None
    found = look_for(stage)
    wrong = {"nothing": found} if found else {}
    names = [mark.id for mark in stage.clickable() if mark.is_enabled and mark.id not in NEVER_CLICKED]
    if not state.endswith("fresh"):
        names = [name for name in names if not name.startswith("nav.")]
    for name in names:
        if stage is None:
            stage = furnished(state, language, size, scale)
        mark = next((mark for mark in stage.clickable() if mark.id == name and mark.is_enabled), None)
        if mark is None:
            continue
        click(stage, mark.rect.center)
        settle(stage)
        found = look_for(stage)
        if found:
            wrong[name] = found
        # A menu or a dialog is closed again; whatever else a click did asks for a new window.
        if stage.popups:
            for popup in list(stage.popups):
                stage.close_popup(popup)
        else:
            stage = None
    return wrong


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("state", STATES)
def test_whatever_a_click_opens_fits_too(state: str, language: Language) -> None:
    assert clicked_once(state, language, SMALLEST, 1.0) == {}


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_the_first_steps_fit_into_every_window(language: Language) -> None:
    for size, scale in (*rooms_of(language), (SMALLEST, 1.0)):
        stage = furnished("play, fresh", language, size, scale)
        stage.start_tour()
        for _ in STEPS:
            settle(stage)
            assert misfits(stage) == []
            click(stage, next(mark for mark in stage.clickable() if mark.id == "tour.next").rect.center)
        assert not stage.popups
