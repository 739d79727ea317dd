"""A record is looked at in the play scene: what it says is shown as it is, and one may play on from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from clevergo.app.match.messages import LineMove, MatchPhase, MatchSetup, RecordFacts, SavedGame
from clevergo.games.color import Color
from clevergo.games.go.rules import Ruleset
from clevergo.games.grid import square
from clevergo.games.markup import Markup, Shape
from clevergo.locale import Language
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.view import BoardView
from clevergo.ui.kit.assets import Fonts
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.play.sides import likely_players
from clevergo.ui.scenes.play.words import names_of, result_said, result_told, result_words
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import SMALLEST, Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import Strings
from tests.ui.fakes import FakeMatch, click_on, fake_match, make_services, make_stage, picture, press_key

HUMAN = PlayerSpec(PlayerKind.HUMAN)
DOG = PlayerSpec(PlayerKind.ALPHAGO, "alpha_go", 400)
FACTS = RecordFacts(
    ranks=("九段", "v2"),
    result="W+R",
    event="乌镇峰会",
    round="第1局",
    date="2017-05-27",
    place="乌镇",
    rules="Japanese",
    annotator="古力",
    about="人机大战。\n三番棋第一局。",
)
LINE = (LineMove(1, 40), LineMove(2, 41, ((9, 20),)))


@pytest.fixture
def services() -> Services:
    return make_services()


@pytest.fixture
def match(services: Services) -> FakeMatch:
    return fake_match(services)


@pytest.fixture
def looking(services: Services, match: FakeMatch) -> Stage:
    """A record of two moves, of which the first is looked at."""
    stage = make_stage(services)
    match.new_match(MatchSetup(HUMAN, HUMAN, Ruleset(13, 3.5)))
    match.change(phase=MatchPhase.LOOKING, names=("柯洁", "AlphaGo"), record=FACTS, line=LINE, node=1, ply=1)
    scene_of(stage)._is_setting_up = False
    stage.update(0.0)
    match.calls.clear()
    return stage


def scene_of(stage: Stage) -> PlayScene:
    scene = next(widget for widget in stage.walk() if isinstance(widget, PlayScene))
    assert isinstance(scene, PlayScene)
    return scene


def shown(stage: Stage) -> list[str]:
    stage.update(0.0)
    return [drawn.text for drawn in texts_of(stage)]


def ids(stage: Stage) -> set[str]:
    stage.update(0.0)
    return {mark.id for mark in stage.clickable() if mark.is_enabled}


def test_names_ranks_result_and_event_are_shown_as_they_are(looking: Stage) -> None:
    texts = shown(looking)
    assert {"柯洁", "AlphaGo", "九段", "v2", "White wins by resignation"} <= set(texts)
    facts = ["乌镇峰会 · 第1局", "2017-05-27 · 乌镇", "Go · 13×13 · komi 3.5 · Japanese rules", "Comments by 古力"]
    assert set(facts) <= set(texts)
    assert {"人机大战。", "三番棋第一局。"} <= set(texts), "each line of the file is a line"
    assert not {"You won", "Not this time", "Lost this time", "Human", "Your turn"} & set(texts)


def test_what_belongs_to_playing_is_not_there(looking: Stage) -> None:
    assert not {"play.pass", "play.undo", "play.redo", "play.resign", "play.pause", "play.restart"} & ids(looking)
    assert {"play.on", "play.record", "play.new", "play.tab.facts"} <= ids(looking)


def test_the_comment_of_a_position_takes_the_place_of_that_of_the_game(looking: Stage, match: FakeMatch) -> None:
    match.change(comment="妙手")
    assert "妙手" in shown(looking)
    assert "人机大战。" not in shown(looking)


def test_a_long_comment_is_read_by_turning_the_wheel(looking: Stage, match: FakeMatch) -> None:
    match.change(comment="\n".join(f"line {number}" for number in range(60)))
    assert "line 0" in shown(looking)
    assert "line 59" not in shown(looking)
    place = next(drawn.box.center for drawn in texts_of(looking) if drawn.text == "line 0")
    looking.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
    looking.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-100, flipped=False))
    assert "line 59" in shown(looking)


def test_a_click_tries_a_move_and_says_so_once(looking: Stage, match: FakeMatch) -> None:
    scene = scene_of(looking)
    scene._clicked(41)
    assert match.calls == ["play 41"]
    assert not any("variation" in text.lower() for text in shown(looking)), "that is how the game went on"
    match.change(node=1, ply=1)
    looking.update(0.0)
    scene._clicked(30)
    assert any("A variation to look at" in text for text in shown(looking))


def test_where_the_tabs_need_the_room_the_way_back_goes_by_its_icon(looking: Stage, match: FakeMatch) -> None:
    looking.resize(SMALLEST, looking.look)
    match.change(is_live=False)
    looking.update(0.0)
    assert "Back to the game" not in shown(looking)
    way = next(widget for widget in looking.walk() if widget.id == "play.live")
    assert looking.look.say(way.tip) == "Back to the game"
    click_on(looking, "play.live")
    assert match.calls == ["look_live"]


def test_space_passes_nobodys_turn(looking: Stage, match: FakeMatch) -> None:
    press_key(looking, pygame.K_SPACE)
    assert match.calls == []


def test_off_the_game_there_is_a_way_back(looking: Stage, match: FakeMatch) -> None:
    assert "play.live" not in ids(looking)
    match.change(is_live=False)
    assert {"Back to the game", "A variation, move 1"} <= set(shown(looking))
    click_on(looking, "play.live")
    assert match.calls == ["look_live"]


def test_one_plays_on_against_whom_one_chooses(looking: Stage, match: FakeMatch, services: Services) -> None:
    match.change(to_play=Color.WHITE)
    looking.update(0.0)
    click_on(looking, "play.on")
    assert "Play on from move 1" in shown(looking)
    click_on(looking, "dialog.ok")
    assert match.calls == ["play_on alphago:alpha_go:400 human"], "the person takes the next move"


def test_where_the_game_is_over_nobody_plays_on(looking: Stage, match: FakeMatch) -> None:
    assert "play.on" in ids(looking)
    match.change(is_over=True)
    assert "play.on" not in ids(looking)


def test_the_board_and_komi_of_a_record_do_not_stay_in_the_next_game(looking: Stage, services: Services) -> None:
    before = services.preferences.now.last_match
    click_on(looking, "play.new")
    assert scene_of(looking)._form.setup == before
    assert before.rules.size == 9


def test_whoever_played_a_machine_plays_on_with_the_next_move() -> None:
    for last in (MatchSetup(HUMAN, DOG), MatchSetup(DOG, HUMAN)):
        assert likely_players(last, Color.BLACK) == (HUMAN, DOG)
        assert likely_players(last, Color.WHITE) == (DOG, HUMAN)
    assert likely_players(MatchSetup(DOG, DOG), Color.WHITE) == (DOG, DOG)


@pytest.mark.parametrize(
    ("result", "english", "chinese"),
    [
        ("W+0.5", "White wins by 0.5", "白胜 0.5 目"),
        ("B+Resign", "Black wins by resignation", "黑中盘胜"),
        ("b+t", "Black wins on time", "黑超时胜"),
        ("W+", "White wins", "白胜"),
        ("Draw", "A draw", "和棋"),
        ("Void", "No result", "无胜负"),
        ("黑中盘胜", "黑中盘胜", "黑中盘胜"),
        ("?", "?", "?"),
        ("", "No result recorded", "没有写胜负"),
    ],
)
def test_results_are_told_in_words_or_as_they_are(result: str, english: str, chinese: str) -> None:
    assert result_told(Strings(Language.ENGLISH), result) == english
    assert result_told(Strings(Language.CHINESE), result) == chinese
    if result:
        assert result_said(Strings(Language.ENGLISH), "?") == "?"


def test_a_strangers_game_in_the_list_is_not_called_unfinished() -> None:
    game = SavedGame(Path("a.sgf"), "human", "柯洁", "2026", 19, 3, "", is_own=False)
    english = Strings(Language.ENGLISH)
    assert (names_of(english, game), result_words(english, game)) == ("human — 柯洁", "")
    assert result_words(english, replace(game, is_own=True)) == "unfinished"


# --- on the board ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_dark", [False, True])
@pytest.mark.parametrize("stone", [0, 1, 2])
def test_every_mark_is_seen_on_wood_and_on_stones(stone: int, is_dark: bool) -> None:
    looks = set()
    for markup in (
        Markup(),
        *(Markup(shapes=((40, shape),)) for shape in Shape),
        Markup(labels=((40, "A"),)),
        Markup(labels=((40, "12"),)),
        Markup(labels=((40, "long one"),)),
        Markup(lines=((30, 50),)),
        Markup(arrows=((30, 50),)),
    ):
        looks.add(_picture(markup, stone, is_dark))
    assert len(looks) == 1 + len(Shape) + 5


def _picture(markup: Markup, stone: int, is_dark: bool) -> bytes:
    stones = np.zeros((9, 9), np.int8)
    stones.flat[40] = stone
    view = BoardView(BoardArt(Fonts(), is_dark))
    view.set_rect(pygame.Rect(0, 0, 360, 360), square(9))
    surface = pygame.Surface((360, 360))
    view.draw(surface, picture(stones, markup=markup))
    return pygame.image.tobytes(surface, "RGB")


def test_a_mark_takes_the_place_of_the_ring_of_the_last_move() -> None:
    stones = np.zeros((9, 9), np.int8)
    stones.flat[40] = 1
    view = BoardView(BoardArt(Fonts()))
    view.set_rect(pygame.Rect(0, 0, 360, 360), square(9))
    pictures = []
    for last in (40, None):
        surface = pygame.Surface((360, 360))
        view.draw(surface, picture(stones, last_move=last, markup=Markup(labels=((40, "A"),))))
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[1]


def test_the_scene_hands_the_marks_to_the_board(looking: Stage, match: FakeMatch) -> None:
    markup = Markup(shapes=((3, Shape.CIRCLE),))
    match.change(markup=markup)
    looking.update(0.0)
    assert scene_of(looking).board.shown.board.markup == markup
