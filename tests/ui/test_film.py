"""The film of a dog's growth in the window: how one gets there and back, through its ages, and what is said of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from clevergo.app.desk.settings import SceneName
from clevergo.app.film.ages import Age
from clevergo.app.film.film import FilmInquiry, Line, QuarrelInquiry
from clevergo.app.kennel.messages import DogAge, DogInfo, TrainingPhase, TrainingSnapshot
from clevergo.app.kennel.netfile import NetFile
from clevergo.app.match.messages import BoardState
from clevergo.games.game import Rules
from clevergo.games.guests import game_named
from clevergo.locale import Language, languages
from clevergo.problem import Problem, as_said
from clevergo.ui.board.marks import STEPS
from clevergo.ui.scenes.catalog import makers
from clevergo.ui.scenes.film.account import Showing, age_heading, age_words, large_picture, small_picture
from clevergo.ui.scenes.film.page import FilmPage
from clevergo.ui.scenes.film.reel import Cell, Reel
from clevergo.ui.scenes.film.spots import Spot, usual_spots
from clevergo.ui.scenes.film.strip import FilmStrip
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.train.scene import TrainScene
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import FilmText, Strings
from tests.ui.fake_film import (
    asked_film,
    film_of,
    film_page,
    frame_of,
    inquirer_of,
    quarrel_of,
    settle,
    tell_film,
    tell_quarrel,
)
from tests.ui.fakes import (
    DOGS,
    FakeKennel,
    FakeTraining,
    click,
    click_on,
    draw,
    fake_match,
    make_services,
    make_stage,
    move_to,
    press_key,
)

MOVES = (30, 31, 40, 41)
STRINGS = Strings(Language.ENGLISH)
PUP = "小黑"
GO, FIVE = (game_named(name).agree({})[0] for name in ("go", "five"))


class Kennel(FakeKennel):
    """Its pup has as many ages as a test wants."""

    games: tuple[int, ...] = (0, 27, 120, 622, 1193)

    def ages_of(self, name: str) -> tuple[DogAge, ...]:
        games = self.games if name == PUP else ()
        return tuple(DogAge(f"{name}@{n}", n, float(n), n / 2, 40.0, Path(f"{n}.pdparams")) for n in games)


class Training(FakeTraining):
    """A session in which the pup trains."""

    snapshot = TrainingSnapshot(dog=PUP, phase=TrainingPhase.RUNNING)


@pytest.fixture
def services() -> Services:
    services = replace(make_services(Language.ENGLISH), kennel=Kennel())  # type: ignore[arg-type]
    services.preferences.change(mind_judge=PUP, last_dog=PUP)
    return services


@pytest.fixture
def kennel(services: Services) -> Kennel:
    assert isinstance(services.kennel, Kennel)
    return services.kennel


@pytest.fixture
def stage(services: Services) -> Stage:
    """A game is under way."""
    stage = make_stage(services)
    stage.furnish(services, makers())
    click_on(stage, "play.start")
    for action in MOVES:
        fake_match(services).play(action)
    stage.update(0.5)
    return stage


def opened(stage: Stage, services: Services, **answer: object) -> FilmPage:
    """The page with the film of the position on the board."""
    click_on(stage, "mind.film")
    tell_film(stage, services, **answer)
    return film_page(stage)


def games(stage: Stage) -> int:
    """Of the age that is shown."""
    chosen = film_page(stage).chosen
    assert chosen is not None
    return chosen.games


def texts(stage: Stage) -> str:
    stage.look.drawn = []
    draw(stage)
    found, stage.look.drawn = [one.text for one in stage.look.drawn], None
    return " ".join(found)


# --- there and back ------------------------------------------------------------------------------------------------


def test_the_button_beside_the_board_asks_every_age_about_the_position(stage: Stage, services: Services) -> None:
    click_on(stage, "mind.film")
    inquiry = asked_film(services)
    assert inquiry.moves == MOVES
    assert [net.path.stem for net in inquiry.nets] == ["0", "27", "120", "622", "1193", "pup"]
    assert "Asking its ages" in texts(stage)


@pytest.mark.parametrize("way", ["f", "escape", "button", "tab"])
def test_one_gets_there_by_a_key_and_back_to_the_game(stage: Stage, services: Services, way: str) -> None:
    press_key(stage, pygame.K_f)
    assert isinstance(stage.scene, FilmPage)
    assert stage.wants_escape
    if way in ("button", "tab"):
        click_on(stage, "film.close" if way == "button" else "nav.play")
    else:
        press_key(stage, pygame.K_f if way == "f" else pygame.K_ESCAPE)
    assert isinstance(stage.scene, PlayScene)
    assert fake_match(services).snapshot.shown.moves == MOVES


def test_before_a_game_there_is_no_position_to_ask_about(services: Services) -> None:
    stage = make_stage(services)
    press_key(stage, pygame.K_f)
    assert isinstance(stage.scene, PlayScene)


def test_somebody_else_can_be_seen_grow(stage: Stage, services: Services) -> None:
    opened(stage, services)
    click_on(stage, "film.dog")
    click_on(stage, "film.dog.alpha_go")
    assert [net.path.stem for net in asked_film(services).nets] == ["alpha_go"]
    tell_film(stage, services)
    assert "only one age" in texts(stage)


def test_who_judges_by_playouts_has_no_ages_so_the_strongest_dog_is_seen(stage: Stage, services: Services) -> None:
    services.preferences.change(mind_judge="mcts")
    press_key(stage, pygame.K_f)
    assert film_page(stage).projector.dog == "alpha_go"


# --- through the ages ----------------------------------------------------------------------------------------------


def test_one_walks_and_scrubs_through_the_ages(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    assert page.chosen is not None
    assert page.chosen.is_now
    press_key(stage, pygame.K_LEFT)
    assert games(stage) == 1193
    press_key(stage, pygame.K_HOME)
    assert games(stage) == 0
    press_key(stage, pygame.K_LEFT)
    assert games(stage) == 0
    press_key(stage, pygame.K_RIGHT)
    assert games(stage) == 27
    press_key(stage, pygame.K_END)
    assert games(stage) == 3204
    click_on(stage, "film.frame.2")
    assert games(stage) == 120
    boxes = {mark.id: mark.rect for mark in stage.clickable() if mark.id.startswith("film.frame.")}
    stage.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=boxes["film.frame.1"].center, button=1))
    assert games(stage) == 27
    for name, wanted in (("3", 622), ("0", 0)):
        pos = boxes[f"film.frame.{name}"].center
        stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(9, 0), buttons=(1, 0, 0)))
        assert games(stage) == wanted
    stage.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
    stage.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert games(stage) == 27


def test_the_strip_is_a_stop_of_tab_and_hears_the_arrows_there(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    reel = next(widget for widget in page.walk() if isinstance(widget, Reel))
    stage.set_focus(reel, by_keys=True)
    press_key(stage, pygame.K_HOME)
    press_key(stage, pygame.K_RIGHT)
    assert games(stage) == 27


def test_it_runs_by_itself_and_stops_at_the_present(stage: Stage, services: Services) -> None:
    opened(stage, services)
    press_key(stage, pygame.K_SPACE)
    assert games(stage) == 0, "at its end it begins anew"
    seen = []
    for _ in range(200):
        stage.update(0.05)
        seen.append(games(stage))
    assert sorted(set(seen)) == [0, 27, 120, 622, 1193, 3204]
    assert seen == sorted(seen)
    assert "Run the film" in tip_of(stage, "film.play")
    click_on(stage, "film.play")
    press_key(stage, pygame.K_RIGHT)
    before = games(stage)
    stage.update(5.0)
    assert games(stage) == before, "stepping by hand ends the running"


def tip_of(stage: Stage, name: str) -> str:
    widget = next(widget for widget in film_page(stage).walk() if widget.id == name)
    return stage.look.say(widget.tip)


def test_the_age_that_is_chosen_is_large_on_the_board(stage: Stage, services: Services) -> None:
    page = opened(stage, services, favorites={1: 50})
    click_on(stage, "film.frame.1")
    (best,) = [disc for disc in page.board.shown.marks.discs if disc.is_best]
    assert best.action == 50
    assert page.board.shown.marks.owner
    click_on(stage, "film.territory")
    assert not page.board.shown.marks.owner
    said = texts(stage)
    assert "After 27 games" in said
    assert "27 s of training · 14 ± 40" in said
    assert "Black 29%" in said


def test_a_point_that_is_aimed_at_says_how_much_it_is_liked(stage: Stage, services: Services) -> None:
    page = opened(stage, services, favorites={5: 60})
    mark = page.board_mark()
    assert mark is not None
    row, column = divmod(60, 9)
    move_to(stage, (mark.first[0] + round(column * mark.step), mark.first[1] + round(row * mark.step)))
    assert stage.look.say(page.board.tip) == "Now, after 3,204 games: 35% of its preference for G3"
    row, column = divmod(MOVES[0], 9)
    move_to(stage, (mark.first[0] + round(column * mark.step), mark.first[1] + round(row * mark.step)))
    assert stage.look.say(page.board.tip) == ""


def test_the_game_is_walked_through_within_the_film_and_stands_there_afterwards(
    stage: Stage, services: Services
) -> None:
    page = opened(stage, services)
    press_key(stage, pygame.K_PAGEUP)
    assert asked_film(services).moves == MOVES[:3]
    page.board.wheel(1)
    assert asked_film(services).moves == MOVES[:2]
    press_key(stage, pygame.K_PAGEDOWN)
    assert page.line.ply == 3
    tell_film(stage, services)
    assert np.count_nonzero(page.board.shown.board.stones) == 3
    press_key(stage, pygame.K_ESCAPE)
    assert fake_match(services).calls[-1] == "go_to 3"


# --- when did it learn this? ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("favorites", "said"),
    [
        ({0: 1, 1: 1, 2: 1, 3: 60, 4: 60, 5: 60}, "After 622 games it wanted G3 most, and it has ever since."),
        ({0: 1, 1: 1, 2: 1, 3: 60, 4: 60, 5: 60}, "After 120 games it still wanted B9."),
        ({0: 60, 1: 1, 2: 60, 3: 60, 4: 60, 5: 60}, "After 120 games it wanted G3 most"),
        ({4: 1, 5: 60}, "Only now does it want G3 most. After 1,193 games it still wanted B9."),
        (dict.fromkeys(range(6), 60), "It wanted G3 most at birth already"),
        ({**dict.fromkeys(range(1, 6), 60), 0: 81}, "At birth it still wanted pass."),
    ],
)  # fmt: skip
def test_it_says_when_the_present_favorite_was_learned(
    stage: Stage, services: Services, favorites: dict[int, int], said: str
) -> None:
    opened(stage, services, favorites=favorites)
    assert said in texts(stage)


def test_of_a_dog_that_was_not_kept_at_birth_nobody_says_so(stage: Stage, services: Services, kennel: Kennel) -> None:
    kennel.games = (30, 400)
    opened(stage, services, favorites=dict.fromkeys(range(3), 60))
    assert "most at every age that was kept, the first of them after 30 games" in texts(stage)


def test_an_age_that_is_gone_says_so_in_its_frame_and_is_passed_over(stage: Stage, services: Services) -> None:
    gone = Problem("weights_missing", {"path": Path("120.pdparams"), "cause": ""})
    page = opened(stage, services, favorites={1: 1, 3: 60, 4: 60, 5: 60}, problems={2: gone})
    assert "After 622 games it wanted G3 most" in texts(stage)
    click_on(stage, "film.frame.2")
    assert "120.pdparams" in texts(stage)
    assert not page.board.shown.marks.discs


def test_where_all_others_are_gone_nobody_can_tell(stage: Stage, services: Services) -> None:
    opened(stage, services, problems=dict.fromkeys(range(5), as_said("Gone.")))
    assert "None of its earlier ages can be read" in texts(stage)


def test_where_its_present_weights_are_gone_that_is_said(stage: Stage, services: Services) -> None:
    opened(stage, services, problems={5: as_said("Its weights are gone.")})
    assert texts(stage).count("Its weights are gone.") == 2, "of the age that is shown, and in answer to the question"


def test_at_the_end_of_a_game_there_is_nothing_to_learn(stage: Stage, services: Services) -> None:
    click_on(stage, "mind.film")
    film = film_of(asked_film(services))
    inquirer_of(services).tell(replace(film, is_over=True, frames=()))
    settle(stage)
    assert "The game is over here" in texts(stage)


def test_a_dog_that_never_saw_such_a_board_says_only_what_it_likes(services: Services) -> None:
    stage = make_stage(services)
    rules = game_named("go").agree({"size": 13})[0]
    page = FilmPage(services, [Spot("first", "", Line(rules))], BoardState.empty(rules.grid), PUP)
    stage.show(page)
    assert "never saw a board of this size" in texts(stage)
    tell_film(stage, services)
    said = texts(stage)
    assert "what it likes is real" in said
    assert "Black 8" not in said
    assert not page.board.shown.marks.owner


def test_trouble_is_told(stage: Stage, services: Services) -> None:
    click_on(stage, "mind.film")
    inquirer_of(services).fail(Problem("engine_killed"))
    settle(stage)
    assert STRINGS.language is Language.ENGLISH
    assert "process" in texts(stage).lower()


# --- where do two ages disagree? -----------------------------------------------------------------------------------


def test_the_board_goes_to_where_two_ages_disagree_most(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    click_on(stage, "film.frame.1")
    click_on(stage, "film.find")
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, QuarrelInquiry)
    assert [net.path.stem for net in inquiry.nets] == ["27", "pup"], (
        "with its present self, unless somebody else is wanted"
    )
    assert inquiry.moves == MOVES
    tell_quarrel(stage, services, 2, done=1)
    assert "1 of 5 positions" in texts(stage)
    assert page.line.ply == 4
    tell_quarrel(stage, services, 2)
    assert page.line.ply == 2
    assert asked_film(services).moves == MOVES[:2]
    said = texts(stage)
    assert "Most after move 2: after 27 games it gives Black 90% and wants E5; now, 20% and G3." in said
    press_key(stage, pygame.K_PAGEDOWN)
    assert page.line.ply == 3, "one goes on from there"
    settle(stage)
    assert page.line.ply == 3


def test_the_present_self_is_compared_with_the_first_age_and_any_other_can_be_chosen(
    stage: Stage, services: Services
) -> None:
    opened(stage, services)
    click_on(stage, "film.find")
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, QuarrelInquiry)
    assert [net.path.stem for net in inquiry.nets] == ["pup", "0"]
    tell_quarrel(stage, services, 1)
    tell_film(stage, services)
    click_on(stage, "film.other")
    click_on(stage, "film.other.622")
    click_on(stage, "film.find")
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, QuarrelInquiry)
    assert [net.path.stem for net in inquiry.nets] == ["pup", "622"]
    click_on(stage, "film.frame.3")
    enabled = {mark.id: mark.is_enabled for mark in stage.clickable()}
    assert not enabled["film.find"], "an age agrees with itself"


def test_a_click_on_the_curves_leads_to_that_position(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    click_on(stage, "film.find")
    tell_quarrel(stage, services, 1)
    chart = next(mark.rect for mark in stage.clickable() if mark.id == "film.quarrel")
    click(stage, (chart.right - 12, chart.centery))
    assert page.line.ply == 4


def test_two_who_agree_are_said_to(stage: Stage, services: Services) -> None:
    opened(stage, services)
    click_on(stage, "film.find")
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, QuarrelInquiry)
    told = quarrel_of(inquiry, 1)
    inquirer_of(services).tell(replace(told, black_rates=np.full_like(told.black_rates, 0.5)))
    settle(stage)
    assert "They agree all through the game" in texts(stage)


# --- a dog that trains ---------------------------------------------------------------------------------------------


def test_a_new_age_lines_up_while_one_looks(services: Services, kennel: Kennel) -> None:
    training = replace(services, training=Training())  # type: ignore[arg-type]
    stage = make_stage(training)
    page = FilmPage(training, [Spot("first", "", Line(GO))], BoardState.empty(GO.grid), PUP, SceneName.TRAIN)
    stage.show(page)
    tell_film(stage, training)
    press_key(stage, pygame.K_LEFT)
    assert games(stage) == 1193
    kennel.games = (*kennel.games, 2000)
    for _ in range(40):
        stage.update(0.1)
    assert [age.games for age in page.projector.ages] == [0, 27, 120, 622, 1193, 2000, 3204]
    assert games(stage) == 1193, "one stays where one is"
    assert len(asked_film(training).nets) == 7
    tell_film(stage, training)
    press_key(stage, pygame.K_END)
    kennel._dogs = (replace(DOGS[1], games=4000, weights=Path("pup2.pdparams")),)
    for _ in range(40):
        stage.update(0.1)
    assert games(stage) == 4000, "who looks at the present goes on with it"


def test_the_strip_stands_above_the_boards_of_the_dog_that_is_looked_at(services: Services) -> None:
    stage = in_training(services)
    inquiry, piece = asked_film(services), GO.game.set_pieces(GO)[0]
    assert (inquiry.start, inquiry.moves) == (piece.start, piece.moves), "about a set piece"
    assert [net.path.stem for net in inquiry.nets] == ["0", "27", "120", "622", "1193", "pup"]
    tell_film(stage, services)
    shown = [mark.id for mark in stage.clickable() if mark.id.startswith("train.film.")]
    assert shown == [*(f"train.film.{i}" for i in range(6)), "train.film.open"]
    click_on(stage, "train.film.1")
    scene = stage.scene
    assert isinstance(scene, TrainScene)
    assert scene._film_board.is_visible
    assert not scene._wall.is_visible
    assert "After 27 games: would play" in texts(stage)
    press_key(stage, pygame.K_RIGHT)
    assert "After 120 games: would play" in texts(stage)
    press_key(stage, pygame.K_ESCAPE)
    assert scene._wall.is_visible
    click_on(stage, "train.film.5")
    click_on(stage, "train.film.back")
    assert not scene._film_board.is_visible


def in_training(services: Services) -> Stage:
    """The scene where dogs train, the pup chosen."""
    stage = make_stage(services)
    stage.furnish(services, makers())
    stage.go_to(SceneName.TRAIN)
    settle(stage)
    return stage


def test_a_click_on_the_large_board_leads_back_to_the_games(services: Services) -> None:
    stage = in_training(services)
    tell_film(stage, services)
    click_on(stage, "train.film.2")
    scene = stage.scene
    assert isinstance(scene, TrainScene)
    click(stage, scene._film_board.rect.center)
    assert scene._wall.is_visible


def test_the_strip_leads_to_the_page_at_the_same_age_and_back(services: Services) -> None:
    stage = in_training(services)
    tell_film(stage, services)
    click_on(stage, "train.film.3")
    click_on(stage, "train.film.open")
    assert games(stage) == 622
    assert inquirer_of(services).current == inquirer_of(services).asked[0], "what is known is not asked again"
    press_key(stage, pygame.K_ESCAPE)
    assert isinstance(stage.scene, TrainScene)


def test_the_position_on_the_board_can_be_chosen_there_too(services: Services) -> None:
    fake_match(services).new_match(fake_match(services).snapshot.setup)
    for action in MOVES:
        fake_match(services).play(action)
    stage = in_training(services)
    tell_film(stage, services)
    click_on(stage, "train.film.open")
    click_on(stage, "film.spot")
    click_on(stage, "film.spot.game")
    assert asked_film(services).moves == MOVES


def test_the_strip_goes_over_to_a_board_of_another_size(services: Services) -> None:
    stage = make_stage(services)
    strip = FilmStrip(services, lambda: stage.art, lambda: None, lambda: None)
    stage.add(strip)
    strip.place(pygame.Rect(0, 0, 1200, 104), stage.look)
    for size in (9, 13, 9):
        rules = GO.game.agree({"size": size})[0]
        strip.follow(PUP, usual_spots(rules)[0])
        draw(stage)
        assert shown_size(strip) == size
        inquiry = asked_film(services)
        film = film_of(inquiry)
        inquirer_of(services).tell(replace(film, frames=film.frames[:1]), is_whole=False)
        strip.poll()
        draw(stage)
        inquirer_of(services).tell(film)
        strip.poll()
        settle(stage)
        draw(stage)
        assert shown_size(strip) == size


def shown_size(strip: FilmStrip) -> int:
    """Of the boards in the frames."""
    (reel,) = [widget for widget in strip.walk() if isinstance(widget, Reel)]
    (size,) = {len(cell.picture.board.stones) for cell in reel.cells if cell.picture is not None}
    return size


def test_the_page_goes_over_to_a_board_of_another_size_before_anything_is_known(
    services: Services, kennel: Kennel
) -> None:
    kennel._dogs = tuple(replace(dog, sizes=(9, 13)) for dog in DOGS)
    stage = make_stage(services)
    small, large = (Line(GO.game.agree({"size": size})[0]) for size in (9, 13))
    spots = [Spot("small", "", small), Spot("large", "", large)]
    page = FilmPage(services, spots, spots[0].board, PUP, SceneName.TRAIN)
    stage.show(page)
    draw(stage)
    page.choose_spot("large")
    draw(stage)
    tell_film(stage, services)
    draw(stage)
    page.choose_spot("small")
    draw(stage)
    assert page.board.shown.board.stones.shape == (9, 9)


def test_a_dog_without_earlier_ages_has_no_strip(services: Services, kennel: Kennel) -> None:
    kennel.games = ()
    stage = in_training(services)
    assert not [mark.id for mark in stage.clickable() if mark.id.startswith("train.film")]
    kennel.games = (0, 30)
    scene = stage.scene
    assert isinstance(scene, TrainScene)
    scene._look_into_kennel()
    assert [mark.id for mark in stage.clickable() if mark.id.startswith("train.film")]


def test_a_newcomer_has_no_strip_either(services: Services, kennel: Kennel) -> None:
    kennel._dogs = (DOGS[0], DogInfo("新来的", False, "5x64", 0, 0.0, None, None, None))
    stage = in_training(services)
    assert not [mark.id for mark in stage.clickable() if mark.id.startswith("train.film")]


@pytest.mark.parametrize("rules", [GO, FIVE], ids=["go", "five"])
def test_every_kind_of_set_piece_can_be_asked_about_and_the_first_position(rules: Rules) -> None:
    spots, pieces = usual_spots(rules), rules.game.set_pieces(rules)
    assert [spot.id for spot in spots] == [*(f"{kind}-1" for kind in dict.fromkeys(p.kind for p in pieces)), "first"]
    for spot in spots[:-1]:
        piece = next(piece for piece in pieces if piece.name == spot.id)
        assert (spot.board.stones == piece.position.stones).all()
        assert STRINGS.said(spot.words) != piece.kind
    assert not spots[-1].board.stones.any()


# --- pictures and words --------------------------------------------------------------------------------------------

NOW = Age(3204, 4320.0, 1120.0, 48.0, NetFile(Path("pup"), 0), is_now=True)
BIRTH, GROWN = replace(NOW, games=0, is_now=False), replace(NOW, games=1193, is_now=False)


@pytest.mark.parametrize(
    ("age", "short", "heading"),
    [(BIRTH, "birth", "At birth"), (GROWN, "1,193", "After 1,193 games"), (NOW, "now", "Now, after 3,204 games")],
)
def test_ages_have_names(age: Age, short: str, heading: str) -> None:
    assert STRINGS.said(age_words(age)) == short
    assert STRINGS.said(age_heading(age)) == heading


def test_a_stamp_shows_whose_points_become_or_what_is_liked_and_always_the_favorite() -> None:
    for rules in (GO, FIVE):
        line, showing = Line(rules), Showing(territory=True)
        film = replace(film_of(inquiry_of(line)), frames=())
        marks = small_picture(film, frame_of(rules, 50), line, showing).marks
        assert [disc.action for disc in marks.discs] == [50]
        assert bool(marks.owner) == (rules is GO)
        assert bool(marks.heat) == (rules is FIVE)
        assert not small_picture(film, None, line, showing).marks.discs


def inquiry_of(line: Line) -> FilmInquiry:
    return FilmInquiry((), line.rules, line.played)


def test_who_likes_everything_alike_glows_nowhere_brightly() -> None:
    line = Line(GO)
    film = film_of(inquiry_of(line))
    undecided = large_picture(film, frame_of(GO, 50, share=0.02), line, Showing(False)).marks
    decided = large_picture(film, frame_of(GO, 50, share=0.5), line, Showing(False)).marks
    assert max(undecided.heat) < STEPS / 2 < max(decided.heat) == STEPS
    assert [disc.label for disc in undecided.discs if disc.is_best] == ["2%"]


def test_a_favorite_that_is_no_point_is_told_and_not_drawn() -> None:
    line = Line(GO)
    film = film_of(inquiry_of(line))
    picture = large_picture(film, frame_of(GO, 81), line, Showing(False))
    assert not [disc for disc in picture.marks.discs if disc.is_best]


def test_few_frames_of_the_strip_are_drawn_anew_in_one_frame_of_the_window(services: Services) -> None:
    stage, made = make_stage(services), []
    reel = Reel(lambda: stage.art, lambda _index: None, "reel")
    stage.add(reel)
    line = Line(GO)
    film = film_of(inquiry_of(line))

    def cells(mark: int) -> list[Cell]:
        def make() -> object:
            made.append(mark)
            return small_picture(film, frame_of(GO, mark), line, Showing(True))

        return [Cell(str(i), make) for i in range(16)]  # type: ignore[arg-type]

    reel.place(pygame.Rect(0, 0, 1200, 128), stage.look)
    reel.show(cells(1), GO.grid, 3)
    draw(stage)
    made.clear()
    reel.show(cells(2), GO.grid, 3)
    draw(stage)
    assert 0 < len(made) <= 8
    for _ in range(6):
        stage.update(0.01)
    draw(stage)
    assert made == [2] * 16


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_every_sentence_is_there_in_every_language(language: Language) -> None:
    strings = Strings(language)
    for text in (FilmText.TITLE, FilmText.LEARNED, FilmText.QUARREL, FilmText.SAY_ALONE):
        assert strings.get(text)
