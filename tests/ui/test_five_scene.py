"""Five in a row in the window: who may play it, how it is played and won by clicks, and none of Go's words in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from clevergo.app.desk.library import GameStore
from clevergo.app.desk.paths import Paths
from clevergo.app.engine.messages import ThinkAnswer
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.messages import DogInfo
from clevergo.app.match.controller import MatchController
from clevergo.app.match.messages import MatchPhase, MatchSetup, MatchSnapshot
from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.locale import Language, languages
from clevergo.nn.description import NetConfig
from clevergo.players.spec import PlayerSpec
from clevergo.ui.scenes.analysis.judges import Judges
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.play.sides import Roster
from clevergo.ui.shell.scene import Services, Visit
from clevergo.ui.shell.stage import SMALLEST, Stage
from tests.app.test_match import FakeEngine
from tests.ui import test_compete_scene as compete_scene
from tests.ui import test_train_scene as train_scene
from tests.ui.fakes import DOGS, click, click_on, draw, make_services, make_stage, move_to
from tests.ui.fitting import misfits
from tests.ui.test_play_scene import SIZES

HUMAN = PlayerSpec.parse("human")
OF_GO = {
    "en": re.compile(r"captur|territor|komi|handicap|\bpass\b|\bko\b|\beyes?\b|counted|AlphaGo", re.IGNORECASE),
    "zh": re.compile("提子|吃子|地盘|领地|贴目|贴 |让子|停一手|打劫|数子|填自己的眼|目"),
}
"""Words that mean nothing here."""


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def services(tmp_path: Path, engine: FakeEngine) -> Iterator[Services]:
    """A real match behind the scene; only the machine's moves are the test's."""
    paths = Paths(tmp_path / "data", tmp_path / "program")
    match = MatchController(Kennel(paths), GameStore(paths.games), engine, np.random.default_rng(1), 0.0)  # type: ignore[arg-type]
    yield replace(make_services(), match=match)
    match.close()


@pytest.fixture
def stage(services: Services) -> Stage:
    return make_stage(services)


def seen(stage: Stage) -> MatchSnapshot:
    draw(stage)
    assert isinstance(stage.scene, PlayScene)
    return stage.scene.services.match.snapshot


def texts(stage: Stage) -> list[str]:
    """Everything that is written on the screen."""
    stage.look.drawn = []
    stage.invalidate()
    draw(stage)
    said = [drawn.text for drawn in stage.look.drawn]
    stage.look.drawn = None
    return said


def shows(stage: Stage, words: str) -> bool:
    """Whether something on the screen says so."""
    return any(words in text for text in texts(stage))


def choose_five(stage: Stage) -> None:
    click_on(stage, "play.game")
    click_on(stage, "play.game.five")


def begin_between_people(stage: Stage, *terms: str) -> None:
    if "play.rule.renju" not in {mark.id for mark in stage.clickable()}:
        choose_five(stage)
    for term in terms:
        click_on(stage, f"play.{term}")
    for side in ("black", "white"):
        click_on(stage, f"play.{side}")
        click_on(stage, f"play.{side}.human")
    click_on(stage, "play.start")


def put(stage: Stage, row: int, col: int) -> None:
    """Click a point of the board."""
    click(stage, place_of(stage, row, col))


def aim_at(stage: Stage, row: int, col: int) -> None:
    """Move the pointer to a point of the board."""
    move_to(stage, place_of(stage, row, col))
    draw(stage)


def place_of(stage: Stage, row: float, col: float) -> tuple[int, int]:
    assert isinstance(stage.scene, PlayScene)
    mark = stage.scene.board_mark()
    assert mark is not None
    return mark.first[0] + round(col * mark.step), mark.first[1] + round(row * mark.step)


def halfway(stage: Stage, first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    """The pixel between two points."""
    return place_of(stage, (first[0] + second[0]) / 2, (first[1] + second[1]) / 2)


def settle(stage: Stage) -> None:
    """Let stones come to rest."""
    for _ in range(20):
        stage.update(0.05)


def picture_of(stage: Stage) -> NDArray[np.uint8]:
    """``uint8[W, H, 3]``: the whole window."""
    settle(stage)
    return pygame.surfarray.array3d(draw(stage))


def play_row(stage: Stage, stones: int) -> None:
    """So many stones side by side for Black, White's out of the way."""
    for col in range(stones):
        put(stage, 7, 4 + col)
        if col < stones - 1:
            put(stage, 13, 2 * col)


def test_its_rules_are_asked_for_and_said(stage: Stage) -> None:
    choose_five(stage)
    offered = {mark.id for mark in stage.clickable()}
    assert {"play.size.15", "play.rule.renju", "play.row", "play.size.20"} <= offered
    assert not {"play.komi", "play.handicap", "play.ko.simple"} & offered
    assert shows(stage, "How to win")
    assert shows(stage, "First to have 5 stones in a row wins")
    click_on(stage, "play.size.9")
    click_on(stage, "play.rule.renju")
    click_on(stage, "play.start")
    assert seen(stage).setup.rules == FiveRules(size=9, rule=RuleSet.RENJU)
    assert shows(stage, "Five in a row · 9×9 · renju")


def test_five_in_a_row_end_the_game_and_it_goes_on_after_taking_back(stage: Stage) -> None:
    begin_between_people(stage)
    play_row(stage, 5)
    ended = seen(stage)
    assert ended.phase is MatchPhase.FINISHED
    assert ended.outcome is not None
    assert ended.outcome.winner is Color.BLACK
    assert shows(stage, "Black wins")
    assert shows(stage, "5 in a row")
    click_on(stage, "play.undo")
    back = seen(stage)
    assert (back.phase, back.shown.ply, back.outcome) == (MatchPhase.RUNNING, 8, None)
    put(stage, 7, 3)
    assert seen(stage).phase is MatchPhase.FINISHED


def test_the_winning_row_is_drawn_through(stage: Stage) -> None:
    begin_between_people(stage)
    play_row(stage, 4)
    put(stage, 0, 0)
    put(stage, 7, 9)
    assert seen(stage).shown.board.struck == ()
    put(stage, 0, 14)
    before = picture_of(stage)
    put(stage, 7, 8)
    assert seen(stage).shown.board.struck == (tuple(7 * 15 + col for col in range(4, 10)),)
    settle(stage)
    after = picture_of(stage)
    between = halfway(stage, (7, 4), (7, 5))
    assert (before[between] != after[between]).any(), "a line between two stones that were there"
    click_on(stage, "play.undo")
    assert seen(stage).shown.board.struck == ()


def test_what_renju_forbids_is_marked_and_told_where_somebody_aims(stage: Stage) -> None:
    begin_between_people(stage, "rule.renju")
    for black, white in (((7, 6), (0, 0)), ((7, 8), (0, 3)), ((6, 7), (14, 1))):
        put(stage, *black)
        put(stage, *white)
    put(stage, 8, 7)
    assert seen(stage).shown.board.barred == (), "White may play anywhere"
    put(stage, 14, 14)
    shown = seen(stage).shown.board
    assert dict(zip(shown.barred, shown.reasons, strict=True)) == {7 * 15 + 7: "double_three"}
    assert not shows(stage, "Forbidden")
    aim_at(stage, 7, 7)
    assert shows(stage, "Forbidden: two open threes at once")
    aim_at(stage, 2, 2)
    assert not shows(stage, "Forbidden")
    put(stage, 7, 7)
    assert seen(stage).shown.ply == 8
    assert shows(stage, "Forbidden: two open threes at once")


def test_its_classical_engine_is_an_opponent_and_go_has_none(stage: Stage, engine: FakeEngine) -> None:
    click_on(stage, "play.white")
    assert "play.white.alphabeta" not in {mark.id for mark in stage.clickable()}
    stage.close_popup(stage.popups[-1])
    choose_five(stage)
    click_on(stage, "play.white")
    click_on(stage, "play.white.alphabeta")
    assert shows(stage, "Positions a move")
    click_on(stage, "play.white.times.more")
    click_on(stage, "play.start")
    assert seen(stage).setup == MatchSetup(HUMAN, PlayerSpec.parse("alphabeta:30000"), FiveRules())
    put(stage, 7, 7)
    engine.say(ThinkAnswer(engine.thinks[-1].tag, 7 * 15 + 8, False, None))
    assert isinstance(stage.scene, PlayScene)
    stage.scene.services.match.poll()
    assert seen(stage).shown.ply == 2
    assert shows(stage, "30,000 positions")


def test_swap2_asks_who_plays_which_color(stage: Stage) -> None:
    begin_between_people(stage, "opening.swap2")
    assert shows(stage, "Opening: swap2")
    assert shows(stage, "The first player")
    for row, col in ((7, 7), (7, 8), (6, 7)):
        put(stage, row, col)
    assert shows(stage, "The second player")
    put(stage, 0, 0)
    assert (seen(stage).shown.ply, shows(stage, "Choose a color first")) == (3, True)
    click_on(stage, "play.choose.two")
    put(stage, 0, 0)
    put(stage, 0, 1)
    assert shows(stage, "Which color do you take?")
    click_on(stage, "play.choose.white")
    assert shows(stage, "Whoever placed the first stones plays White now.")
    assert not shows(stage, "Opening: swap2")
    put(stage, 1, 1)
    assert seen(stage).shown.ply == 6


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_the_questions_of_swap2_fit(
    services: Services, language: Language, size: tuple[int, int], scale: float
) -> None:
    stage = make_stage(replace(make_services(language, scale=scale), match=services.match), size)
    begin_between_people(stage, "opening.swap2")
    for ply in range(6):
        draw(stage)
        assert misfits(stage) == [], f"after {ply} stones"
        if ply == 3:
            click_on(stage, "play.choose.two")
            draw(stage)
            assert misfits(stage) == [], "two more"
        put(stage, 3 * (ply % 3), ply)


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_the_longest_rules_fit(services: Services, language: Language, size: tuple[int, int], scale: float) -> None:
    stage = make_stage(replace(make_services(language, scale=scale), match=services.match), size)
    choose_five(stage)
    for choice in ("play.size.20", "play.rule.standard", "play.row.more", "play.opening.swap2"):
        click_on(stage, choice)
    draw(stage)
    assert misfits(stage) == []
    begin_between_people(stage)
    draw(stage)
    assert misfits(stage) == []


def test_choices_that_share_a_row_stand_below_each_other_where_it_is_narrow(services: Services, stage: Stage) -> None:
    narrow = make_stage(services, SMALLEST)
    tops = []
    for one in (stage, narrow):
        choose_five(one)
        places = {mark.id: mark.rect for mark in one.clickable()}
        tops.append(places["play.opening.free"].top - places["play.row"].top)
        assert places["play.time"].bottom < places["play.start"].top, "every row is above the buttons"
    assert abs(tops[0]) < 10 < tops[1]


def test_who_plays_against_a_dog_plays_its_game(stage: Stage, services: Services) -> None:
    wuzi = replace(DOGS[1], name="wuzi", game="five", sizes=(9,))
    services.kennel._dogs = (*DOGS, wuzi)  # type: ignore[attr-defined]
    assert isinstance(stage.scene, PlayScene)
    stage.scene.entered(Visit(opponent="wuzi@120"))
    assert {"play.rule.renju", "play.size.9"} <= {mark.id for mark in stage.clickable()}
    click_on(stage, "play.start")
    setup = seen(stage).setup
    assert (setup.rules, setup.white) == (FiveRules(size=9), PlayerSpec.parse("alphago:wuzi@120:100"))


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_a_dog_that_knows_one_board_only_is_played_there_whatever_was_chosen(
    services: Services, language: Language, size: tuple[int, int], scale: float
) -> None:
    foreign = replace(DOGS[1], name="gomoku", net="gomoku", game="five", sizes=(8,), plays_elsewhere=False)
    made = replace(make_services(language, scale=scale), match=services.match)
    made.kennel._dogs = (*DOGS, foreign)  # type: ignore[attr-defined]
    stage = make_stage(made, size)
    choose_five(stage)
    click_on(stage, "play.size.19")
    click_on(stage, "play.rule.standard")
    assert "play.size.8" not in {mark.id for mark in stage.clickable()}
    assert isinstance(stage.scene, PlayScene)
    stage.scene.entered(Visit(opponent="gomoku"))
    draw(stage)
    assert misfits(stage) == []
    assert "play.size.8" in {mark.id for mark in stage.clickable()}
    click_on(stage, "play.start")
    setup = seen(stage).setup
    assert setup.rules == FiveRules(size=8, rule=RuleSet.STANDARD)
    assert setup.white.dog == "gomoku"


ALPHA_FIVE = replace(DOGS[0], name="alpha_five", game="five", sizes=(15,))


def test_a_game_is_offered_against_the_dog_that_ships_with_it(stage: Stage, services: Services) -> None:
    services.kennel._dogs = (*DOGS, ALPHA_FIVE)  # type: ignore[attr-defined]
    assert isinstance(stage.scene, PlayScene)
    form = stage.scene._form
    form.show(MatchSetup(HUMAN, PlayerSpec.parse("alphago:alpha_go@27:100")))
    form.show_players(Roster.of(services.kennel))
    choose_five(stage)
    assert shows(stage, "AlphaFive")
    assert form.setup.white == PlayerSpec.parse("alphago:alpha_five:100"), "it thinks as much as the one before"
    click_on(stage, "play.game")
    click_on(stage, "play.game.go")
    assert form.setup.white == PlayerSpec.parse("alphago:alpha_go:100")
    form.show(MatchSetup(HUMAN, PlayerSpec.parse("gtp:gnugo --mode gtp")))
    choose_five(stage)
    assert form.setup.white == PlayerSpec.parse("alphago:alpha_five:400")


@pytest.mark.parametrize("there", [(), (replace(ALPHA_FIVE, weights=None),)])
def test_where_a_game_has_no_dog_yet_it_is_offered_against_pure_search(
    stage: Stage, services: Services, there: tuple[DogInfo, ...]
) -> None:
    services.kennel._dogs = (*DOGS, *there)  # type: ignore[attr-defined]
    assert isinstance(stage.scene, PlayScene)
    stage.scene._form.show_players(Roster.of(services.kennel))
    stage.scene._form.show(MatchSetup(HUMAN, PlayerSpec.parse("alphago:alpha_go:100")))
    choose_five(stage)
    assert stage.scene._form.setup.white == PlayerSpec.parse("mcts:400")


def test_its_shipped_dog_is_asked_where_nobody_was_rated(services: Services) -> None:
    services.kennel._dogs = (*DOGS, replace(ALPHA_FIVE, rating=None))  # type: ignore[attr-defined]
    judges = Judges()
    judges.look_around(services.kennel)
    assert judges.resolve("", MatchSetup(HUMAN, HUMAN, FiveRules())) == "alpha_five"
    assert judges.resolve("", MatchSetup(HUMAN, HUMAN)) == "alpha_go"


def test_columns_are_named_by_all_letters(stage: Stage) -> None:
    begin_between_people(stage)
    put(stage, 7, 7)
    put(stage, 7, 9)
    click_on(stage, "play.tab.moves")
    assert {"H8", "J8"} <= set(texts(stage))
    assert seen(stage).shown.board.letters[:10] == "ABCDEFGHIJ"


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_all_that_is_said_fits_and_is_not_go(
    services: Services, language: Language, size: tuple[int, int], scale: float
) -> None:
    plain = make_services(language, scale=scale)
    stage = make_stage(replace(plain, match=services.match), size)

    def look_around(when: str) -> None:
        draw(stage)
        assert misfits(stage) == [], when
        said = [text for text in texts(stage) if OF_GO[language.code].search(text)]
        assert said == [], when

    choose_five(stage)
    look_around("setting up")
    click_on(stage, "play.white")
    click_on(stage, "play.white.random")
    look_around("with a random opponent")
    begin_between_people(stage)
    look_around("an empty board")
    play_row(stage, 4)
    look_around("a game")
    put(stage, 13, 14)
    put(stage, 7, 8)
    look_around("the end")
    click_on(stage, "play.tab.mind")
    look_around("thoughts")


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_a_dog_may_learn_by_another_rule_and_what_is_said_of_it_fits(language: Language) -> None:
    window = train_scene.Window(language=language)
    window.click("train.adopt")
    window.click("adopt.game")
    window.click("adopt.game.five")
    assert misfits(window.stage) == []
    window.click("adopt.settings")
    assert misfits(window.stage) == []
    window.click("dog.rule.renju")
    window.click("dialog.ok")
    window.name_dog("Wuzi")
    wish = window.kennel.wish
    assert wish is not None
    assert wish.net == NetConfig(size=15, game="five")
    assert wish.settings.of_game["rule"] == "renju"


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_before_the_first_dog_the_story_is_of_the_game_that_is_played(language: Language) -> None:
    window = train_scene.Window(language=language)
    window.preferences.change(last_match=MatchSetup(HUMAN, HUMAN, FiveRules()))
    window.scene.entered(None)
    said = texts(window.stage)
    assert [text for text in said if OF_GO[language.code].search(text) and "AlphaGo" not in text] == []
    assert misfits(window.stage) == []


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_a_tournament_of_it_fits_and_offers_its_engine(language: Language, size: tuple[int, int], scale: float) -> None:
    stage, _ = compete_scene.make_stage(compete_scene.FakeTournament(), size, scale, language=language)
    draw(stage)
    click_on(stage, "compete.game")
    click_on(stage, "compete.game.five")
    click_on(stage, "compete.opening.swap2")
    draw(stage)
    assert misfits(stage) == []
    assert "10,000" in texts(stage), "the engine is offered as strong as usual"
    click_on(stage, "compete.player")
    click_on(stage, "compete.player.alphabeta")
    draw(stage)
    assert misfits(stage) == []
    click_on(stage, "compete.add")
    draw(stage)
    assert misfits(stage) == []
