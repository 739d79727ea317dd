"""The row of portraits: one tap plays, wins light the next, and everything else is one click away."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from clevergo.app.desk.settings import FIRST_MATCH, Settings, Theme
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.rungs import RATED_AT
from clevergo.app.match.messages import MatchPhase
from clevergo.games.color import Color
from clevergo.games.guests import game_named
from clevergo.games.outcome import Outcome, Termination
from clevergo.players.spec import PlayerSpec
from clevergo.ui.kit.theme import DARK, LIGHT, READABLE, Palette, Rgb, contrast
from clevergo.ui.scenes.kennel.portrait import gray_face
from clevergo.ui.scenes.play.ladder.card import Portrait
from clevergo.ui.scenes.play.ladder.scale import StrengthScale
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell.scene import Preferences, Services, Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from tests.ui.fake_ladder import NEWBORN, SECOND, grow_up, won
from tests.ui.fakes import (
    FakeKennel,
    click_on,
    draw,
    fake_match,
    make_services,
    make_stage,
    move_to,
    press_key,
    type_text,
)


def opened(settings: Settings | None = None, size: tuple[int, int] = (1280, 800)) -> tuple[Stage, Services, Ladder]:
    """A window that opens where one plays; of a person who is new here."""
    kennel = FakeKennel()
    grow_up(kennel)
    ladder = Ladder(None, kennel)  # type: ignore[arg-type]
    services = replace(
        make_services(),
        kennel=kennel,  # type: ignore[arg-type]
        ladder=ladder,
        preferences=Preferences(settings or Settings(language=make_services().preferences.now.language)),
    )
    return make_stage(services, size), services, ladder


def ids(stage: Stage) -> set[str]:
    """What can be clicked."""
    return {mark.id for mark in stage.clickable()}


def entered(stage: Stage, visit: Visit | None = None) -> None:
    """Come back to where one plays."""
    assert stage.scene is not None
    stage.scene.entered(visit)


def texts(stage: Stage) -> list[str]:
    """Everything that can be read."""
    stage.update(0.1)
    return [drawn.text for drawn in texts_of(stage)]


def said(stage: Stage) -> list[str]:
    """What the toasts say."""
    return [stage.look.say(words) for words in stage.toasts.texts]


def win(stage: Stage, services: Services, winner: Color = Color.BLACK) -> None:
    """Play a move and end the game."""
    match = fake_match(services)
    stage.update(0.1)
    match.play(30)
    stage.update(0.1)
    match.finish(Outcome.counted(3.0 if winner is Color.BLACK else -3.0, Termination.TWO_PASSES))
    stage.update(0.1)


def test_who_is_new_sees_portraits_and_one_tap_plays() -> None:
    stage, services, _ = opened()
    assert {"play.ladder.0", "play.ladder.4", "play.more", "play.even", "play.name"} <= ids(stage)
    assert "play.start" not in ids(stage)
    click_on(stage, "play.ladder.0")
    match = fake_match(services).snapshot
    assert (match.phase, str(match.setup.black), str(match.setup.white)) == (MatchPhase.RUNNING, "human", NEWBORN)


@pytest.mark.parametrize(("portrait", "can_judge"), [(0, False), (4, True)])
def test_a_dog_that_knows_little_does_not_say_who_is_ahead(portrait: int, can_judge: bool) -> None:
    stage, services, _ = opened()
    click_on(stage, f"play.ladder.{portrait}")
    click_on(stage, "play.everything")  # in somebody's first games the curve is there for who asks
    match = fake_match(services)
    match.play(30)
    match.play(31)
    match.change(black_win_rates=(None, 0.44), black_scores=(None, 12.0))
    stage.update(0.1)
    shown = [drawn.text for drawn in texts_of(stage)]
    assert ("44%" in shown) is can_judge
    assert any("12" in text and "lead" in text for text in shown) is can_judge
    assert any("knows too little" in text for text in shown) is not can_judge


def test_after_that_game_the_portraits_are_there_again() -> None:
    stage, _, _ = opened()
    click_on(stage, "play.ladder.0")
    click_on(stage, "play.new")
    assert "play.ladder.0" in ids(stage)
    click_on(stage, "play.back")
    assert "play.resign" in ids(stage)


@pytest.mark.parametrize(
    ("settings", "has_portraits"),
    [
        (Settings(), True),
        (Settings(last_match=replace(FIRST_MATCH, white=PlayerSpec.parse("mcts:400"))), False),
        (Settings(last_match=replace(FIRST_MATCH, white=PlayerSpec.parse("mcts:400")), play_more=False), True),
        (Settings(play_more=True), False),
    ],
)
def test_who_has_chosen_players_one_by_one_goes_on_so(settings: Settings, has_portraits: bool) -> None:
    stage, _, _ = opened(settings)
    assert ("play.ladder.0" in ids(stage)) is has_portraits
    assert ("play.start" in ids(stage)) is not has_portraits


def test_by_which_rules_one_plays_is_said_though_they_are_folded_into_more() -> None:
    stage, _, _ = opened()

    def read() -> str:
        return " ".join(drawn.text for drawn in texts_of(stage))

    assert "Rules: 9×9 · komi 7.5 · no clock" in read()
    terms = next(mark.rect for mark in stage.clickable() if mark.id == "play.ladder.terms")
    move_to(stage, terms.midleft)
    stage.update(2.0)
    assert "Living stones and points they surround count" in read(), "how it is counted is told to who asks"
    click_on(stage, "play.ladder.game.five")
    assert "Rules: 15×15" in read()


def test_more_unfolds_everything_and_is_remembered_until_it_is_folded() -> None:
    stage, services, _ = opened()
    click_on(stage, "play.more")
    assert {"play.start", "play.black", "play.size.13"} <= ids(stage)
    assert services.preferences.now.chooses_more
    click_on(stage, "play.fold")
    assert "play.ladder.0" in ids(stage)
    assert not services.preferences.now.chooses_more


def test_more_goes_on_with_the_game_whose_ladder_was_looked_at() -> None:
    stage, _, _ = opened()
    click_on(stage, "play.ladder.game.five")
    click_on(stage, "play.more")
    assert "play.size.15" in ids(stage)
    click_on(stage, "play.fold")
    click_on(stage, "play.ladder.game.go")
    click_on(stage, "play.more")
    assert {"play.size.13", "play.size.9"} <= ids(stage)


def test_a_challenge_from_elsewhere_unfolds_this_once() -> None:
    stage, services, _ = opened()
    entered(stage, Visit(opponent="alpha_go"))
    assert "play.start" in ids(stage)
    assert not services.preferences.now.chooses_more


def test_two_wins_light_the_next_portrait_and_say_so() -> None:
    stage, services, ladder = opened()
    click_on(stage, "play.ladder.0")
    win(stage, services)
    assert "Won! Once more, and you are through." in said(stage)
    click_on(stage, "play.restart")
    win(stage, services)
    assert "Two wins! AlphaGo (622 games) is next." in said(stage)
    assert [one.is_lit for one in ladder.standings(game_named("go")) if one.rung.is_shipped][:3] == [True, True, False]


def test_a_dog_that_is_renamed_keeps_its_seat_at_the_board() -> None:
    stage, services, _ = opened()
    setup = replace(FIRST_MATCH, white=PlayerSpec.parse("value:pup@500"))
    fake_match(services).change(setup=setup)
    stage.tell_renamed("pup", "Kiki")
    assert str(fake_match(services).snapshot.setup.white) == "value:Kiki@500"


def test_two_losses_offer_stones() -> None:
    stage, services, ladder = opened()
    assert "play.ladder.1.help" not in ids(stage)
    ladder.person = replace(ladder.person, bouts=(won(SECOND, 0.0),) * 2)
    entered(stage)
    click_on(stage, "play.ladder.1.help")
    setup = fake_match(services).snapshot.setup
    assert (len(setup.start.black), str(setup.white)) == (2, SECOND)


def test_an_even_game_is_played_against_somebody_of_ones_strength() -> None:
    stage, services, ladder = opened()
    ladder.person = replace(ladder.person, bouts=(won(SECOND), won(SECOND, 0.0)) * 8)
    entered(stage)
    click_on(stage, "play.even")
    assert (fake_match(services).snapshot.setup.white.dog or "").startswith("alpha_go@622")


def test_enter_plays_whom_one_should_meet_now() -> None:
    stage, services, ladder = opened()
    ladder.person = replace(ladder.person, bouts=(won(NEWBORN),) * 2)
    entered(stage)
    press_key(stage, pygame.K_RETURN)
    assert str(fake_match(services).snapshot.setup.white) == SECOND


def test_the_frame_is_around_whom_the_sentence_speaks_of() -> None:
    """A dog of one's own that is weaker is no step of the way."""
    stage, services, ladder = opened()
    ladder.person = replace(ladder.person, bouts=(won(NEWBORN),) * 2 + (won(SECOND),))
    entered(stage)
    assert "One more win against AlphaGo (622 games) lights the next portrait." in texts(stage)
    press_key(stage, pygame.K_RETURN)
    assert str(fake_match(services).snapshot.setup.white) == SECOND


def test_wins_are_told_in_words_beside_their_dots() -> None:
    stage, _, ladder = opened()
    ladder.person = replace(ladder.person, bouts=(won(NEWBORN),) * 2 + (won(SECOND),))
    entered(stage)
    said = texts(stage)
    assert "beaten" in said
    assert "1 of 2 wins" in said


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_the_face_of_whom_one_has_not_come_to_is_gray_and_clear(palette: Palette) -> None:
    stage, _, _ = opened(Settings(theme=Theme.DARK if palette.is_dark else Theme.LIGHT))
    face = gray_face(stage.look, "alpha_go", 120)
    ground = pygame.Surface(face.get_size())
    ground.fill(palette.panel)
    ground.blit(face, (0, 0))
    colors = [ground.get_at((x, y)) for x in range(30, 90, 2) for y in range(30, 110, 2)]
    middle: list[Rgb] = [(color.r, color.g, color.b) for color in colors]
    assert all(max(color) - min(color) < 16 for color in middle)
    ink, light = (pick(middle, key=lambda color: contrast(color, (0, 0, 0))) for pick in (min, max))
    assert contrast(ink, light) >= READABLE
    assert contrast(light, palette.panel) <= contrast(palette.ink, palette.panel), "it does not outshine the words"


def test_tab_goes_as_one_reads() -> None:
    stage, _, ladder = opened()
    ladder.person = replace(ladder.person, bouts=(won(NEWBORN),) * 2 + (won(SECOND, 0.0),) * 2)
    entered(stage)
    assert stage.scene is not None
    stage.scene.entered(None)
    reached: list[str] = []
    for _ in range(40):
        press_key(stage, pygame.K_TAB)
        assert stage.focus is not None
        if stage.focus.id in reached:
            break
        reached.append(stage.focus.id)
    order = [id for id in reached if id.startswith("play.")]
    portraits = [f"play.ladder.{n}" for n in range(5)]
    wanted = [
        *portraits[:2],
        "play.ladder.1.help",
        *portraits[2:],
        "play.name",
        "play.even",
        "play.record",
        "play.more",
    ]
    assert [id for id in order if id in wanted] == wanted
    assert order[0].startswith("play.ladder.game")


def faces(stage: Stage) -> list[Portrait]:
    """The portraits that are shown."""
    return [widget for widget in stage.walk() if isinstance(widget, Portrait)]


@pytest.mark.parametrize(("size", "least"), [((940, 620), 64), ((1280, 720), 120), ((1920, 1080), 170)])
def test_a_portrait_is_as_large_as_the_window_allows(size: tuple[int, int], least: int) -> None:
    stage, _, ladder = opened(size=size)
    ladder.person = replace(ladder.person, bouts=(won(SECOND, 0.0),) * 2)
    entered(stage)
    assert all(portrait.rows.face >= least for portrait in faces(stage))


def test_in_a_large_window_the_portraits_do_not_float() -> None:
    """Of the room between the heading and the person, they take most."""
    stage, _, _ = opened(size=(1920, 1080))
    person = next(mark.rect for mark in stage.clickable() if mark.id == "play.person")
    card = faces(stage)[0].rect
    heading = next(mark.rect for mark in stage.clickable() if mark.id == "play.ladder.game.go")
    assert card.height >= 0.7 * (person.top - heading.bottom)


def scales(stage: Stage) -> list[StrengthScale]:
    """What is shown of everybody's strength."""
    return [widget for widget in stage.walk() if isinstance(widget, StrengthScale)]


def test_everybodys_strength_is_seen_and_ones_own_once_it_is_known() -> None:
    stage, _, ladder = opened()
    (scale,) = scales(stage)
    before = draw(stage).subsurface(scale.rect).copy()
    ladder.person = replace(ladder.person, bouts=(won(SECOND), won(SECOND, 0.0)) * 8)
    entered(stage)
    (scale,) = scales(stage)
    after = draw(stage).subsurface(scale.rect)
    jade = stage.look.palette.jade

    def has_jade(picture: pygame.Surface) -> bool:
        return any(picture.get_at((x, y))[:3] == jade for x in range(picture.get_width()) for y in range(scale.rect.h))

    assert not has_jade(before)
    assert has_jade(after)


def test_every_portrait_is_reached_by_the_keyboard() -> None:
    stage, services, _ = opened()
    for _ in range(40):
        press_key(stage, pygame.K_TAB)
        if stage.focus is not None and stage.focus.id == "play.ladder.2":
            break
    press_key(stage, pygame.K_RETURN)
    assert fake_match(services).snapshot.setup.white.simulations == RATED_AT
    assert fake_match(services).snapshot.phase is MatchPhase.RUNNING


def test_a_person_says_their_name_and_it_stands_beside_the_board() -> None:
    stage, _, ladder = opened()
    click_on(stage, "play.name")
    type_text(stage, "小明")
    click_on(stage, "dialog.ok")
    assert ladder.person.name == "小明"
    assert next(mark.text for mark in stage.clickable() if mark.id == "play.name") == "小明"
    click_on(stage, "play.ladder.0")
    stage.look.drawn = []
    draw(stage)
    texts = [one.text for one in stage.look.drawn]
    stage.look.drawn = None
    assert "小明" in texts


def test_the_ladder_of_another_game_is_a_click_away() -> None:
    stage, _, _ = opened()
    click_on(stage, "play.ladder.game.five")
    assert "play.ladder.0" not in ids(stage)  # nobody of the fakes plays it
    assert "play.even" not in ids(stage)
    assert "play.more" in ids(stage)


def test_a_game_in_which_a_hint_was_asked_for_is_not_even() -> None:
    stage, services, ladder = opened()
    click_on(stage, "play.ladder.0")
    stage.update(0.1)
    press_key(stage, pygame.K_h)
    stage.update(0.1)
    win(stage, services)
    assert [bout.is_even for bout in ladder.person.bouts] == [False]
    assert "Won! Once more, and you are through." not in said(stage)


def test_who_asks_for_a_hint_is_told_that_the_game_no_longer_counts() -> None:
    stage, _, _ = opened()
    click_on(stage, "play.ladder.0")
    stage.update(0.1)
    assert "After a hint, analysis or undo this game no longer counts on the ladder." not in said(stage)
    press_key(stage, pygame.K_h)
    stage.update(0.1)
    assert "After a hint, analysis or undo this game no longer counts on the ladder." in said(stage)


def test_a_hint_after_the_game_changes_nothing() -> None:
    stage, services, ladder = opened()
    click_on(stage, "play.ladder.0")
    win(stage, services)
    ladder.note_help()
    stage.update(0.1)
    assert [bout.is_even for bout in ladder.person.bouts] == [True]


@pytest.mark.parametrize("key", [pygame.K_s, pygame.K_f, pygame.K_n])
def test_a_page_that_shows_what_to_play_is_help_too(key: int) -> None:
    stage, _, _ = opened()
    click_on(stage, "play.ladder.0")
    stage.update(0.1)
    press_key(stage, key)
    stage.update(0.1)
    assert "After a hint, analysis or undo this game no longer counts on the ladder." in said(stage)


def test_the_game_that_was_chosen_is_the_one_that_is_set_up() -> None:
    stage, _, _ = opened()
    click_on(stage, "play.ladder.game.five")
    scene = stage.scene
    assert isinstance(scene, PlayScene)
    scene.left()
    scene.entered(None)
    assert scene._portraits.game.name == "five"
    scene.edit()
    assert scene._edit.laid is not None
    assert scene._edit.laid.rules.game.name == "five"


def test_a_name_given_meanwhile_stands_beside_the_board() -> None:
    stage, _, ladder = opened()
    click_on(stage, "play.ladder.0")
    stage.update(0.1)
    ladder.call("小明")
    scene = stage.scene
    assert isinstance(scene, PlayScene)
    scene.new_game()
    scene.back()
    assert scene._game.players._faces[0].name == "小明"
