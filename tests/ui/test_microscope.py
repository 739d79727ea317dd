"""The microscope in the window: how one gets there and back, from layer to layer and channel to channel, to ages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
import pytest

from clevergo.app.desk.settings import Theme
from clevergo.app.microscope.looking import find_silence, see
from clevergo.app.microscope.reading import Order, in_order
from clevergo.app.microscope.sight import PLANES, Answer, SeenLayer, SightInquiry, SilenceInquiry
from clevergo.games.guests import game_named
from clevergo.locale import Language
from clevergo.nn.description import NetConfig
from clevergo.nn.files import WeightFile
from clevergo.players.protocol import never_stop
from clevergo.problem import as_said
from clevergo.ui.board.marks import STEPS
from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.theme import DARK, LIGHT
from clevergo.ui.scenes.microscope.ages import AgeStrip
from clevergo.ui.scenes.microscope.channels import ChannelGrid
from clevergo.ui.scenes.microscope.heat import as_square, color, levels, picture
from clevergo.ui.scenes.microscope.net import NetView, draw_net
from clevergo.ui.scenes.microscope.page import MicroscopePage
from clevergo.ui.scenes.microscope.words import channel_said, figure, layer_name, plane_name
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import Strings
from tests.nn.judging import opinionated
from tests.ui.fake_sights import found_out, inquirer_of, let_look
from tests.ui.fakes import (
    click,
    click_on,
    draw,
    fake_match,
    make_services,
    make_stage,
    press_key,
)
from tests.ui.fitting import texts_shown

MOVES = (30, 31, 40)
STRINGS = Strings(Language.ENGLISH)
BLOCK = "blocks.1.conv2"


@pytest.fixture
def services() -> Services:
    return make_services(Language.ENGLISH)


@pytest.fixture
def stage(services: Services) -> Stage:
    """A game is under way, against a dog with two earlier ages; its net is the one that is looked into."""
    services.preferences.change(mind_judge="小黑")
    stage = make_stage(services)
    click_on(stage, "play.start")
    for action in MOVES:
        fake_match(services).play(action)
    stage.update(0.5)
    return stage


def opened(stage: Stage, services: Services) -> MicroscopePage:
    """The page with all that it asks for on it."""
    press_key(stage, pygame.K_n)
    return let_look(stage, services)


def said(stage: Stage) -> str:
    """All that is written in the window."""
    return " ".join(shown.drawn.text for shown in texts_shown(stage))


def part(page: MicroscopePage, kind: type[Widget]) -> Any:
    return next(widget for widget in page.walk() if isinstance(widget, kind))


def layer_of(page: MicroscopePage) -> SeenLayer:
    layer = page._layer()
    assert layer is not None
    return layer


def field_of(page: MicroscopePage) -> tuple[int, ...]:
    return page.board.shown.marks.field


def sight_now(page: MicroscopePage) -> Any:
    return page._sight


# --- there and back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["key", "button"])
def test_one_gets_there_from_the_board_and_back(stage: Stage, services: Services, way: str) -> None:
    if way == "key":
        press_key(stage, pygame.K_n)
    else:
        click_on(stage, "mind.inside")
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, SightInquiry)
    assert (inquiry.moves, inquiry.brain.name) == (MOVES, "小黑")
    assert stage.wants_escape
    if way == "key":
        press_key(stage, pygame.K_ESCAPE)
    else:
        click_on(stage, "micro.close")
    assert isinstance(stage.scene, PlayScene)
    assert inquirer_of(services).current is None, "nobody works for who does not look"


def test_what_comes_first_is_what_one_looks_at_then_silence_then_other_ages(stage: Stage, services: Services) -> None:
    opened(stage, services)
    asked = inquirer_of(services).asked
    assert isinstance(asked[1], SilenceInquiry)
    names = [inquiry.brain.name for inquiry in asked if isinstance(inquiry, SightInquiry)]
    assert names == ["小黑", "小黑@1230", "小黑@400"]


def test_until_it_comes_that_is_said_and_trouble_too(stage: Stage, services: Services) -> None:
    press_key(stage, pygame.K_n)
    stage.update(0.1)
    assert "looks at the board" in said(stage)
    inquirer_of(services).fail(as_said("It broke."))
    stage.update(0.1)
    assert "It broke." in said(stage)
    draw(stage)
    stage.damage.take(stage.rect)
    stage.update(0.1)
    assert not stage.damage, "it is said once, and not drawn again in each frame"
    click_on(stage, "micro.again")
    assert layer_of(let_look(stage, services)).name == PLANES


def test_a_game_that_no_dog_plays_has_nobody_to_look_into(services: Services) -> None:
    rules = game_named("five").agree({})[0]
    stage = make_stage(services)
    page = MicroscopePage(services, rules, (), fake_match(services).first_board(fake_match(services).snapshot.setup))
    stage.show(page)
    assert "no dog here" in said(stage)
    assert inquirer_of(services).asked == []


# --- layers and channels ---------------------------------------------------------------------------------------------


def test_the_first_thing_seen_is_what_the_net_reads_by_name(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    for words in ("Input planes", "The last move", "White's stones"):  # three moves have been made: White is to move
        assert words in said(stage)
    assert field_of(page)[31] == STEPS
    assert sum(map(bool, field_of(page))) == 1


def test_a_click_on_a_layer_shows_what_it_says_first(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    net = part(page, NetView)
    click(stage, net.boxes(stage.look)[BLOCK].center)
    assert layer_of(page).name == BLOCK
    assert page._channel == in_order(layer_of(page), Order.TELLING)[0]
    assert "Block 2 16 channels" in said(stage)


def test_arrows_go_through_layers_and_channels_and_stop_at_the_ends(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    names = [layer.name for layer in sight_now(page).layers]
    press_key(stage, pygame.K_UP)
    assert layer_of(page).name == names[0]
    press_key(stage, pygame.K_DOWN)
    assert layer_of(page).name == names[1]
    order = in_order(layer_of(page), Order.TELLING)
    press_key(stage, pygame.K_RIGHT)
    assert page._channel == order[1]
    for _ in range(2):
        press_key(stage, pygame.K_LEFT)
    assert page._channel == order[0]


def test_a_channel_is_shown_large_where_it_is_clicked(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    page.choose_layer(BLOCK)
    grid = part(page, ChannelGrid)
    channel, box = grid._boxes(stage.look)[3]
    click(stage, box.center)
    assert page._channel == channel
    numbers = layer_of(page).numbers[channel].ravel()
    shown = np.array(field_of(page))
    assert shown.argmax() == numbers.argmax()
    assert ((shown == 0) == (numbers == 0)).all()


def test_channels_can_be_seen_in_the_nets_own_order(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    page.choose_layer(BLOCK)
    grid = part(page, ChannelGrid)
    press_key(stage, pygame.K_o)
    assert [channel for channel, _ in grid._boxes(stage.look)] == list(range(16))
    click_on(stage, "micro.order.telling")
    assert [channel for channel, _ in grid._boxes(stage.look)] == in_order(layer_of(page), Order.TELLING)


def test_every_layer_can_be_drawn_and_told_in_both_themes(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    for number, layer in enumerate(sight_now(page).layers):
        stage.change(theme=(Theme.LIGHT, Theme.DARK)[number % 2])
        page.choose_layer(layer.name)
        draw(stage)
        assert STRINGS.said(layer_name(layer))
        for channel in range(layer.channels):
            assert STRINGS.said(channel_said(sight_now(page), page._rules, layer, channel, None))


def test_answers_are_told_as_answers(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    sight = sight_now(page)
    for answer, words in (
        (Answer.POLICY, "first guess"),
        (Answer.VALUE, "of 100 such games"),
        (Answer.POINTS, "points"),
    ):
        layer = next(layer for layer in sight.layers if layer.answer is answer)
        assert words in STRINGS.said(channel_said(sight, page._rules, layer, 0, None))


def test_a_channel_that_never_says_anything_is_told_to_be_dead(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    sight, layer = sight_now(page), sight_now(page).layer("input_conv")
    numbers = layer.numbers.copy()
    numbers[3] = 0
    silent = SeenLayer(layer.name, layer.kind, layer.part, layer.sources, None, numbers)
    silence = page._silence()
    assert silence is not None
    assert "nothing to say" in STRINGS.said(channel_said(sight, page._rules, silent, 3, silence))
    silence.channels["input_conv"][3] = True
    assert "dead" in STRINGS.said(channel_said(sight, page._rules, silent, 3, silence))


def test_planes_nobody_has_named_go_by_their_number(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    object.__setattr__(sight_now(page), "plane_names", ("own", "unheard_of"))
    names = [STRINGS.said(plane_name(sight_now(page), page._rules, plane)) for plane in range(3)]
    assert names == ["White's stones", "Plane 2", "Plane 3"]


# --- ages ------------------------------------------------------------------------------------------------------------


def test_another_age_shows_the_same_place_in_the_net_of_then(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    page.choose_layer(BLOCK)
    channel, now = page._channel, layer_of(page)
    press_key(stage, pygame.K_PAGEUP)
    assert (layer_of(page).name, page._channel) == (BLOCK, channel)
    assert layer_of(page) is not now
    press_key(stage, pygame.K_PAGEDOWN)
    assert layer_of(page) is now


def test_the_strip_is_scrubbed_with_the_pointer(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    strip = part(page, AgeStrip)
    boxes = strip._boxes(stage.look)
    assert len(boxes) == 3
    click(stage, boxes[0].center)
    assert page._ages[page._age].games == 400
    strip.drag(boxes[1].center)
    assert page._ages[page._age].games == 1230


def test_the_wheel_goes_through_ages_the_same_way_wherever_it_is_turned(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    strip = part(page, AgeStrip)
    youngest_last = page._age
    for widget in (strip, page.board):
        assert widget.wheel(1)
        assert page._age == youngest_last - 1, "up is back, as through a game's moves"
        assert widget.wheel(-1)
        assert page._age == youngest_last


def test_an_age_that_is_not_known_yet_is_asked_for_at_once(stage: Stage, services: Services) -> None:
    press_key(stage, pygame.K_n)
    page = let_look(stage, services, 1)
    page.choose_age(0)
    current = inquirer_of(services).current
    assert isinstance(current, SightInquiry)
    assert current.brain.name == "小黑@400"
    inquirer_of(services).tell(found_out(current))
    stage.update(0.0)
    assert page._sight is inquirer_of(services).finding(current).answer  # type: ignore[union-attr]


def with_a_dead_channel(blocks: int, channels: int, layer: str) -> WeightFile:
    """A net of that size; the last channel of this layer is 0 whatever lies on the board."""
    net = opinionated(NetConfig(blocks=blocks, channels=channels))
    net.arrays[f"{layer}.weight"][-1], net.arrays[f"{layer}.bias"][-1] = 0, -1
    return net


def let_grown_look(stage: Stage, services: Services, nets: dict[str, WeightFile], most: int = 100) -> MicroscopePage:
    """What the microscope asks for comes, from these nets by dog or age."""
    inquirer = inquirer_of(services)
    for _ in range(most):
        asked = inquirer.current
        if asked is None:
            break
        assert isinstance(asked, (SightInquiry, SilenceInquiry))
        net = nets[asked.brain.name]
        inquirer.tell(see(net, asked) if isinstance(asked, SightInquiry) else find_silence(net, 9, never_stop))
        inquirer.current = None
        stage.update(0.0)
    assert isinstance(stage.scene, MicroscopePage)
    return stage.scene


@pytest.mark.parametrize("channel", [0, 23], ids=["one_that_speaks", "the_dead_one"])
@pytest.mark.parametrize("layer", ["input_conv", "blocks.2.conv1"])
def test_an_age_with_another_net_is_shown_with_its_own_silence_only(
    stage: Stage, services: Services, layer: str, channel: int
) -> None:
    now, then = with_a_dead_channel(3, 24, layer), with_a_dead_channel(2, 16, "input_conv")
    nets = {"小黑": now, "小黑@1230": then, "小黑@400": then}
    press_key(stage, pygame.K_n)
    page = let_grown_look(stage, services, nets)
    page.choose_age(0)
    let_grown_look(stage, services, nets)  # from now on it is known what that net never says
    press_key(stage, pygame.K_ESCAPE)
    fake_match(services).play(50)
    stage.update(0.5)
    press_key(stage, pygame.K_n)
    page = let_grown_look(stage, services, nets, 2)
    page.choose_layer(layer)
    page.choose_channel(channel)
    before, silence = said(stage), page._silence()
    assert silence is not None
    assert silence.channels[layer][-1]
    page.choose_age(0)
    assert said(stage) == before, "until the other net has looked at this position, this one is shown with its own"
    let_grown_look(stage, services, nets, 1)
    then_sight, then_silence = (inquirer_of(services).finding(inquiry) for inquiry in page._wanted()[:2])
    assert then_sight is not None
    assert then_silence is not None
    assert (page._sight, page._silence()) == (then_sight.answer, then_silence.answer)
    assert said(stage) != before


@pytest.mark.parametrize("channel", [0, 23], ids=["one_that_speaks", "the_dead_one"])
@pytest.mark.parametrize("layer", ["input_conv", "blocks.2.conv1"])
def test_a_dog_that_grows_while_it_is_looked_into_is_not_told_what_is_dead(
    stage: Stage, services: Services, layer: str, channel: int
) -> None:
    press_key(stage, pygame.K_n)
    page = let_grown_look(stage, services, {"小黑": with_a_dead_channel(3, 24, layer)}, 1)
    page.choose_layer(layer)
    page.choose_channel(channel)
    before = said(stage)
    let_grown_look(stage, services, {"小黑": with_a_dead_channel(2, 16, "input_conv")}, 1)
    assert page._silence() is None
    assert said(stage) == before


def test_somebody_elses_net_is_looked_into(stage: Stage, services: Services) -> None:
    page = opened(stage, services)
    page.choose_dog("alpha_go")
    assert let_look(stage, services).dog is page.dogs[0]
    assert services.preferences.now.mind_judge == "alpha_go"
    assert "No earlier ages" in said(stage)


# --- numbers as colors -----------------------------------------------------------------------------------------------


def test_numbers_far_from_zero_are_far_from_its_color() -> None:
    numbers = np.array([-2, -0.001, 0, 0.5, 2], np.float32)
    assert levels(numbers, 2.0, 10).tolist() == [-10, -1, 0, 4, 10]
    assert not levels(np.zeros(3, np.float32), 0.0).any()
    for palette in (LIGHT, DARK):
        shades = [color(palette, part) for part in (-1, 0, 1)]
        assert len(set(shades)) == 3


def test_a_picture_has_a_square_for_each_point() -> None:
    made = picture(np.array([[0, 1], [-1, 0]], np.float32), 1.0, LIGHT, (20, 20))
    corners = [made.get_at(pos)[:3] for pos in ((2, 2), (12, 2), (2, 12), (12, 12))]
    assert corners == [color(LIGHT, part) for part in (0, 1, -1, 0)]


def test_numbers_without_a_place_fill_a_square_row_by_row() -> None:
    assert as_square(np.array([1, 2, 3, 4, 5], np.float32)).tolist() == [[1, 2, 3], [4, 5, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("number", "words"),
    [(0.0, "0"), (1.234, "1.23"), (-0.5, "−0.50"), (0.0123, "0.012"), (0.00001, "0"), (33.0, "33.00")],
)
def test_figures_are_short(number: float, words: str) -> None:
    assert figure(STRINGS, number) == words


# --- the drawing -----------------------------------------------------------------------------------------------------


def test_in_the_drawing_everything_lies_right_of_what_it_reads(stage: Stage, services: Services) -> None:
    layers = sight_now(opened(stage, services)).layers
    drawing = draw_net(layers)
    inner = {layer.sources[0] for layer in layers if layer.shortcut is not None}
    for layer in layers:
        for source in layer.sources:
            if source in inner:
                assert drawing.place[source][0] == drawing.place[layer.name][0], "right below"
            else:
                assert drawing.place[source][0] < drawing.place[layer.name][0]
    assert len(set(drawing.place.values())) == len(layers)
