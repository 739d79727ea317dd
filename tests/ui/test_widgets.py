"""Widgets: what they do when they are clicked, typed at, dragged and turned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pygame
import pytest
from pygame import Rect

from clevergo.locale import Language
from clevergo.ui.kit.assets import Fonts
from clevergo.ui.kit.base import Cursor, Glide, Group, Widget
from clevergo.ui.kit.button import Button, ButtonKind, Toggle
from clevergo.ui.kit.chart import Axis, LineChart, Milestone, Series, nice_axis
from clevergo.ui.kit.choice import Dropdown, Menu, Option, Segmented, Slider, Stepper
from clevergo.ui.kit.dialog import Dialog, ask
from clevergo.ui.kit.icons import Icon, draw_icon
from clevergo.ui.kit.label import Label, Panel, Paragraph, ProgressBar
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.notes import Toasts, Tone
from clevergo.ui.kit.root import Damage, Root
from clevergo.ui.kit.shapes import dial
from clevergo.ui.kit.textfield import TextArea, TextField
from clevergo.ui.kit.theme import DARK, LIGHT, READABLE, ColorName, Palette, contrast, mix
from clevergo.ui.strings import Strings

SIZE = (640, 480)


@pytest.fixture(autouse=True)
def _screen() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))
    yield
    pygame.key.set_repeat()


@pytest.fixture
def root() -> Root:
    root = Root(Look(LIGHT, Fonts(), Strings(Language.ENGLISH), 1.0))
    root.rect = Rect((0, 0), SIZE)
    return root


def put(root: Root, widget: Widget, rect: Rect | None = None) -> None:
    root.add(widget)
    widget.place(rect or Rect(100, 100, 200, 40), root.look)


def send(root: Root, kind: int, **values: Any) -> bool:
    return root.handle(pygame.event.Event(kind, **values))


def move(root: Root, pos: tuple[int, int]) -> None:
    send(root, pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))


def click(root: Root, pos: tuple[int, int]) -> None:
    move(root, pos)
    send(root, pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
    send(root, pygame.MOUSEBUTTONUP, pos=pos, button=1)


def key(root: Root, code: int, mod: int = 0) -> bool:
    return send(root, pygame.KEYDOWN, key=code, mod=mod, unicode="")


def draw(root: Root) -> pygame.Surface:
    surface = pygame.Surface(SIZE)
    root.draw(surface, root.look)
    return surface


# --- colors -------------------------------------------------------------------------------------------


def test_the_names_of_colors_are_those_of_the_palette() -> None:
    colors = {name: color for name, color in vars(LIGHT).items() if isinstance(color, tuple)}
    assert get_args(ColorName) == tuple(colors)
    assert {name: LIGHT.named(name) for name in get_args(ColorName)} == colors


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_text_color_can_be_read_on_every_ground(palette: Palette) -> None:
    grounds = [palette.ground, palette.panel, palette.card, palette.sunken, palette.hover]
    inks = [palette.ink, palette.muted, palette.accent_text, palette.jade_text, palette.gold_text]
    assert min(contrast(ink, ground) for ink in inks for ground in grounds) >= READABLE
    pairs = [
        (palette.on_accent, palette.accent),
        (palette.on_accent, palette.accent_hover),
        (palette.on_jade, palette.jade),
        (palette.ground, palette.ink),
    ]
    assert min(contrast(*pair) for pair in pairs) >= READABLE


def test_contrast_is_that_of_wcag() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (118, 118, 118)) == pytest.approx(4.54, abs=0.01)


def test_a_mixture_lies_between_its_colors() -> None:
    assert mix((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    assert mix((0, 0, 0), (200, 100, 50), 2.0) == (200, 100, 50)


# --- text ----------------------------------------------------------------------------------------------


def test_a_line_that_is_too_long_ends_with_an_ellipsis_inside_its_box(root: Root) -> None:
    box = Rect(10, 10, 80, 24)
    root.look.drawn = []
    root.look.text(pygame.Surface(SIZE), "a very long name of a dog", box)
    (drawn,) = root.look.drawn
    assert drawn.is_cut
    assert drawn.text.endswith("…")
    assert box.contains(drawn.ink)


@pytest.mark.parametrize("align", list(Align))
def test_a_line_stays_in_its_box_however_it_is_aligned(root: Root, align: Align) -> None:
    box = Rect(10, 10, 200, 30)
    root.look.drawn = []
    root.look.text(pygame.Surface(SIZE), "机巧围棋 Qg", box, align=align)
    assert box.contains(root.look.drawn[0].ink)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "a\0b\x07c", "🐶🐕", "\ud800", "é́́", "名" * 500, "w" * 5000])
def test_any_text_at_all_can_be_drawn(root: Root, text: str) -> None:
    surface = pygame.Surface(SIZE)
    root.look.text(surface, text, Rect(10, 10, 120, 30))
    root.look.paragraph(surface, text, Rect(10, 60, 120, 60))


@pytest.mark.parametrize(
    ("text", "drawn"), [("小黑🐶", "小黑·"), ("👍🏽 ok", "· ok"), ("Ωé ½ — 喆 ♡", "Ωé ½ — 喆 ♡"), ("\ud83d\udc36", "")]
)
def test_what_the_fonts_lack_is_a_gentle_dot_and_never_an_empty_box(root: Root, text: str, drawn: str) -> None:
    assert root.look.drawable(text) == drawn
    assert root.look.width(text) == root.look.width(drawn)


def test_a_paragraph_breaks_at_spaces_and_between_chinese_characters(root: Root) -> None:
    assert root.look.wrapped("one two three four", 70, 15) == ["one two", "three four"]
    lines = root.look.wrapped("活着的棋子加上围住的空，多者胜。", 100, 15)
    assert len(lines) > 1
    assert "".join(lines) == "活着的棋子加上围住的空，多者胜。"
    assert all(line[0] not in "，。" for line in lines)


def test_a_paragraph_that_is_too_long_is_cut_at_its_last_line(root: Root) -> None:
    lines = root.look.wrapped("word " * 50, 100, 15, max_lines=2)
    assert len(lines) == 2
    assert lines[1].endswith("…")


# --- the tree ------------------------------------------------------------------------------------------


def test_drawing_changes_nothing(root: Root) -> None:
    put(root, Button("Go", lambda: None))
    draw(root)
    root.damage.take(root.rect)
    first = pygame.image.tobytes(draw(root), "RGB")
    assert not root.damage
    assert pygame.image.tobytes(draw(root), "RGB") == first


def test_drawing_a_part_is_the_same_as_drawing_everything(root: Root) -> None:
    panel = Panel()
    put(root, panel, Rect(50, 50, 400, 300))
    button = Button("Go", lambda: None, ButtonKind.PRIMARY)
    panel.add(button)
    button.place(Rect(80, 80, 120, 40), root.look)
    whole = draw(root)
    part = whole.copy()
    part.set_clip(Rect(70, 70, 60, 60))
    part.fill((255, 0, 255))
    root.draw(part, root.look)
    part.set_clip(None)
    assert pygame.image.tobytes(part, "RGB") == pygame.image.tobytes(whole, "RGB")


def test_a_change_asks_for_its_own_part_to_be_drawn_and_no_more(root: Root) -> None:
    label = Label("one")
    put(root, label)
    root.damage.take(root.rect)
    label.words = "one"
    assert not root.damage
    label.words = "two"
    (part,) = root.damage.take(root.rect)
    assert part.contains(label.rect)
    assert part.width <= label.rect.width + 2 * label.reach


def test_only_what_becomes_something_else_asks_to_be_drawn(root: Root) -> None:
    button = Button("Pass", lambda: None)
    put(root, button)
    root.damage.take(root.rect)
    button.words, button.kind, button.icon, button.is_enabled = "Pass", ButtonKind.PLAIN, None, True
    assert not root.damage
    button.words = "Undo"
    assert root.damage
    assert (button.words, Button("Pass", lambda: None).words) == ("Undo", "Pass")


def test_widgets_take_their_places_at_the_sides_of_what_is_left(root: Root) -> None:
    one, two, three, four = (Label("") for _ in range(4))
    rest = one.place_top(Rect(0, 0, 100, 80), root.look, 20, 5)
    rest = two.place_bottom(rest, root.look, 10, 5)
    rest = three.place_left(rest, root.look, 30, 5)
    rest = four.place_right(rest, root.look, 20, 5)
    assert [widget.rect for widget in (one, two, three, four)] == [
        Rect(0, 0, 100, 20),
        Rect(0, 70, 100, 10),
        Rect(0, 25, 30, 40),
        Rect(80, 25, 20, 40),
    ]
    assert rest == Rect(35, 25, 40, 40)


def test_what_is_invisible_asks_for_nothing_and_hears_nothing(root: Root) -> None:
    heard: list[str] = []
    group = Group()
    button = Button("Go", lambda: heard.append("go"))
    put(root, group, Rect((0, 0), SIZE))
    group.add(button)
    button.place(Rect(100, 100, 100, 40), root.look)
    group.is_visible = False
    root.damage.take(root.rect)
    button.words = "Stop"
    click(root, (120, 120))
    assert not root.damage
    assert heard == []


def test_parts_that_meet_become_one() -> None:
    damage = Damage()
    damage.add(Rect(0, 0, 10, 10))
    damage.add(Rect(50, 50, 10, 10))
    damage.add(Rect(5, 5, 50, 50))
    assert damage.take(Rect(0, 0, 100, 100)) == [Rect(0, 0, 60, 60)]
    assert not damage


def test_tab_goes_through_what_can_be_reached_and_space_presses_it(root: Root) -> None:
    heard: list[str] = []
    for i in range(3):
        put(root, Button(str(i), lambda i=i: heard.append(str(i))), Rect(10, 10 + 50 * i, 100, 40))  # type: ignore[misc]
    root.children[1].is_enabled = False
    assert not key(root, pygame.K_SPACE)
    key(root, pygame.K_TAB)
    key(root, pygame.K_TAB)
    key(root, pygame.K_SPACE)
    key(root, pygame.K_TAB, pygame.KMOD_SHIFT)
    key(root, pygame.K_RETURN)
    assert heard == ["2", "0"]


def test_a_tip_comes_up_after_a_rest_and_goes_when_the_pointer_moves_on(root: Root) -> None:
    put(root, Button("Go", lambda: None, tip="starts it"))
    move(root, (150, 120))
    root.update(0.3)
    assert "starts it" not in texts(root)
    root.update(0.4)
    assert "starts it" in texts(root)
    move(root, (10, 10))
    assert "starts it" not in texts(root)


def test_a_tip_that_is_read_while_what_it_tells_changes_tells_the_new(root: Root) -> None:
    button = Button("Go", lambda: None, tip="White leads by 26")
    put(root, button)
    move(root, (150, 120))
    root.update(1.0)
    root.update(5.0)
    button.tip = "White leads by 16"
    root.update(0.1)
    assert "White leads by 16" in texts(root)
    assert "White leads by 26" not in texts(root)
    root.update(5.0)
    assert "White leads by 16" in texts(root), "there is time to read it"


def test_each_option_may_have_a_tip_of_its_own(root: Root) -> None:
    options = [Option(1, "one", tip="the first"), Option(2, "two")]
    put(root, Segmented(options, 1, lambda _: None, tip="choose"), Rect(100, 100, 200, 34))
    for x, words in ((150, "the first"), (250, "choose")):
        move(root, (x, 110))
        root.update(2.0)
        assert words in texts(root)


def tip_of(root: Root) -> Rect:
    """Where the tip stands that is shown."""
    assert root._tip.is_visible
    return root._tip.rect


def test_a_tip_stands_beside_what_can_be_read_and_clicked(root: Root) -> None:
    """It used to stand below, whatever was there."""
    asked, below, above = Button("Glance", lambda: None, tip="what it likes"), Button("Go", lambda: None), Label("Who")
    put(root, asked, Rect(200, 200, 120, 30))
    put(root, below, Rect(200, 234, 120, 30))
    put(root, above, Rect(200, 160, 120, 36))
    move(root, (260, 215))
    root.update(1.0)
    assert not any(tip_of(root).colliderect(widget.rect) for widget in (asked, below, above))


def test_a_tip_that_has_been_read_goes_and_stays_away(root: Root) -> None:
    put(root, Button("Go", lambda: None, tip="starts it"))
    move(root, (150, 120))
    root.update(1.0)
    for _ in range(100):
        root.update(0.1)
    assert "starts it" not in texts(root)
    move(root, (152, 121))
    root.update(1.0)
    assert "starts it" not in texts(root), "the pointer is where it was"
    move(root, (10, 10))
    move(root, (152, 121))
    root.update(1.0)
    assert "starts it" in texts(root)


@pytest.mark.parametrize("what", ["click", "key", "wheel"])
def test_who_clicks_or_types_is_not_told_any_more(root: Root, what: str) -> None:
    put(root, Button("Go", lambda: None, tip="starts it"))
    move(root, (150, 120))
    root.update(1.0)
    if what == "click":
        click(root, (150, 120))
    elif what == "key":
        key(root, pygame.K_a)
    else:
        send(root, pygame.MOUSEWHEEL, y=1, x=0)
    assert "starts it" not in texts(root)
    root.update(2.0)
    assert "starts it" not in texts(root)


def test_a_tip_goes_with_what_it_is_about(root: Root) -> None:
    button = Button("Go", lambda: None, tip="starts it")
    put(root, button)
    move(root, (150, 120))
    root.update(1.0)
    button.is_visible = False
    root.update(0.02)
    assert "starts it" not in texts(root)


def test_no_tip_of_what_lies_behind_an_open_menu_comes_up(root: Root) -> None:
    put(root, Button("More", lambda: None, tip="more to do"))
    menu: Menu[int] = Menu([Option(1, "one")], 1, lambda _: None, "menu")
    root.open_popup(menu, Rect(100, 200, 100, 40))
    move(root, (150, 120))
    root.update(2.0)
    assert "more to do" not in texts(root)
    root.close_popup(menu)
    root.update(2.0)
    assert "more to do" in texts(root)


def texts(root: Root) -> list[str]:
    root.look.drawn = []
    draw(root)
    drawn, root.look.drawn = root.look.drawn, None
    return [d.text for d in drawn]


def test_a_dialog_hears_the_keys_though_what_opened_it_has_the_focus(root: Root) -> None:
    heard: list[str] = []

    def open_dialog() -> None:
        root.open_popup(Dialog("Sure?", "", "Yes", lambda: heard.append("yes")), root.rect)

    button = Button("Play", open_dialog)
    put(root, button)
    root.set_focus(button, by_keys=True)
    key(root, pygame.K_RETURN)
    key(root, pygame.K_RETURN)
    assert (heard, len(root.popups)) == (["yes"], 0)


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE, pygame.K_ESCAPE])
def test_before_what_cannot_be_taken_back_no_key_alone_says_yes(root: Root, code: int) -> None:
    heard: list[str] = []
    put(root, Button("Delete", lambda: heard.append("delete")))
    click(root, (150, 120))
    ask(root, "Sure?", "", "Yes", lambda: heard.append("yes"))
    key(root, code)
    assert (heard, len(root.popups)) == (["delete"], 0)
    assert not root.shows_focus, "who came with the pointer is not shown where the keyboard is"
    ask(root, "Sure?", "", "Yes", lambda: heard.append("yes"))
    key(root, pygame.K_TAB)
    key(root, pygame.K_RETURN)
    assert heard == ["delete", "yes"]


def test_the_second_half_of_a_double_click_goes_to_nobody_else(root: Root) -> None:
    now, heard = [0.0], list[str]()
    root.clock = lambda: now[0]

    def start() -> None:
        heard.append("start")
        first.is_visible = False

    first = Button("Start", start)
    put(root, Button("New game", lambda: heard.append("new")))
    put(root, first)
    click(root, (150, 120))
    click(root, (152, 121))
    assert heard == ["start"]
    click(root, (152, 121))
    assert heard == ["start", "new"], "a third one is meant"
    click(root, (152, 121))
    assert heard == ["start", "new", "new"], "what stays may be clicked as fast as one can"
    now[0] += 0.6
    first.is_visible = True
    click(root, (150, 120))
    now[0] += 0.6
    root.update(0.05)  # a window that rested is told of a short step, however long it was
    click(root, (150, 120))
    assert heard[3:] == ["start", "new"], "two clicks with a pause are two clicks"
    now[0] += 0.6
    first.is_visible = True
    click(root, (150, 120))
    send(root, pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ")
    click(root, (150, 120))
    assert heard[5:] == ["start", "new"], "a key in between ends what was begun"


# --- buttons -------------------------------------------------------------------------------------------


def test_a_button_acts_when_it_is_released_on_it(root: Root) -> None:
    heard: list[int] = []
    put(root, Button("Go", lambda: heard.append(1)))
    click(root, (150, 120))
    assert heard == [1]
    send(root, pygame.MOUSEBUTTONDOWN, pos=(150, 120), button=1)
    send(root, pygame.MOUSEBUTTONUP, pos=(400, 400), button=1)
    assert heard == [1]


def test_a_disabled_button_does_nothing(root: Root) -> None:
    heard: list[int] = []
    button = Button("Go", lambda: heard.append(1))
    put(root, button)
    button.is_enabled = False
    click(root, (150, 120))
    assert heard == []
    assert root.cursor_now is Cursor.ARROW


def test_the_pointer_becomes_a_hand_over_a_button(root: Root) -> None:
    put(root, Button("Go", lambda: None))
    move(root, (150, 120))
    assert root.cursor_now is Cursor.HAND
    move(root, (5, 5))
    assert root.cursor_now is Cursor.ARROW


@pytest.mark.parametrize("kind", list(ButtonKind))
@pytest.mark.parametrize("enabled", [True, False])
def test_buttons_of_every_kind_keep_their_words_inside(root: Root, kind: ButtonKind, enabled: bool) -> None:
    button = Button("Play again", lambda: None, kind, Icon.RESTART)
    put(root, button, Rect(100, 100, button.needed_width(root.look), 40))
    button.is_enabled = enabled
    root.look.drawn = []
    draw(root)
    (drawn,) = root.look.drawn
    assert not drawn.is_cut
    assert button.rect.contains(drawn.ink)


@pytest.mark.parametrize("icon", list(Icon))
def test_every_icon_leaves_ink_within_its_square(icon: Icon) -> None:
    ink = draw_icon(icon, 24, (0, 0, 0)).get_bounding_rect(min_alpha=60)
    assert max(ink.size) >= 8
    assert Rect(0, 0, 24, 24).contains(ink)


# --- choices -------------------------------------------------------------------------------------------


def test_a_segment_is_chosen_by_click_and_once_tab_is_used_by_arrow_keys(root: Root) -> None:
    heard: list[int] = []
    choice = Segmented([Option(9, "9"), Option(13, "13"), Option(19, "19")], 9, heard.append, "size")
    put(root, choice, Rect(100, 100, 300, 34))
    click(root, (390, 110))
    key(root, pygame.K_LEFT)
    assert heard == [19], "after a click the arrows are still the scene's"
    root.set_focus(choice, by_keys=True)
    key(root, pygame.K_LEFT)
    key(root, pygame.K_LEFT)
    key(root, pygame.K_LEFT)
    assert heard == [19, 13, 9]
    assert choice.value == 9


def test_choosing_what_is_chosen_calls_nobody(root: Root) -> None:
    heard: list[int] = []
    put(root, Segmented([Option(9, "9"), Option(13, "13")], 9, heard.append), Rect(100, 100, 300, 34))
    click(root, (120, 110))
    assert heard == []


def menu_of(root: Root, count: int, heard: list[int]) -> Dropdown[int]:
    options = [Option(i, f"number {i}", "remark", i != 1) for i in range(count)]
    dropdown = Dropdown(options, 0, heard.append, id="pick")
    put(root, dropdown, Rect(100, 60, 200, 38))
    return dropdown


def test_a_menu_opens_on_a_click_and_its_row_is_taken(root: Root) -> None:
    heard: list[int] = []
    dropdown = menu_of(root, 4, heard)
    click(root, dropdown.rect.center)
    rows = {mark.id: mark for mark in root.clickable()}
    assert set(rows) == {"pick.0", "pick.1", "pick.2", "pick.3"}
    click(root, rows["pick.2"].rect.center)
    assert heard == [2]
    assert dropdown.value == 2
    assert root.popups == []


@pytest.mark.parametrize("scale", [1.0, 1.16, 1.26, 1.38, 1.5])
def test_a_menu_has_room_for_its_last_row_at_every_scale(scale: float) -> None:
    root = Root(Look(LIGHT, Fonts(), Strings(Language.ENGLISH), scale))
    root.rect = Rect((0, 0), SIZE)
    dropdown = menu_of(root, 6, [])
    click(root, dropdown.rect.center)
    assert [mark.id for mark in root.clickable()] == [f"pick.{number}" for number in range(6)]


def test_a_menu_is_left_by_escape_or_a_click_beside_it(root: Root) -> None:
    heard: list[int] = []
    dropdown = menu_of(root, 4, heard)
    click(root, dropdown.rect.center)
    key(root, pygame.K_ESCAPE)
    assert root.popups == []
    click(root, dropdown.rect.center)
    click(root, (600, 450))
    assert root.popups == []
    assert heard == []


def test_a_row_that_is_disabled_cannot_be_taken(root: Root) -> None:
    heard: list[int] = []
    dropdown = menu_of(root, 4, heard)
    click(root, dropdown.rect.center)
    row = next(mark for mark in root.clickable() if mark.id == "pick.1")
    click(root, row.rect.center)
    assert heard == []
    assert root.popups


def test_a_long_menu_scrolls_and_stays_in_the_window(root: Root) -> None:
    heard: list[int] = []
    dropdown = menu_of(root, 40, heard)
    click(root, dropdown.rect.center)
    assert root.rect.contains(root.popups[0].rect)
    before = [mark.id for mark in root.clickable()]
    move(root, root.popups[0].rect.center)
    send(root, pygame.MOUSEWHEEL, y=-5, x=0)
    after = [mark.id for mark in root.clickable()]
    assert before[0] == "pick.0"
    assert after[0] == "pick.5"
    draw(root)


def test_a_menu_can_be_used_by_keys_alone(root: Root) -> None:
    heard: list[int] = []
    menu_of(root, 4, heard)
    key(root, pygame.K_TAB)
    key(root, pygame.K_RETURN)
    for _ in range(2):
        key(root, pygame.K_DOWN)
    key(root, pygame.K_RETURN)
    assert heard == [2]


# --- numbers -------------------------------------------------------------------------------------------


def test_a_slider_with_stops_stands_on_one_of_them(root: Root) -> None:
    heard: list[float] = []
    slider = Slider(0.5, heard.append, stops=5)
    put(root, slider, Rect(100, 100, 220, 20))
    click(root, (170, 110))
    assert slider.value == 0.25
    root.set_focus(slider, by_keys=True)
    key(root, pygame.K_RIGHT)
    assert heard == [0.25, 0.5]


def test_a_slider_follows_the_pointer_and_stops_at_its_ends(root: Root) -> None:
    heard: list[float] = []
    slider = Slider(0.5, heard.append)
    put(root, slider, Rect(100, 100, 220, 20))
    send(root, pygame.MOUSEBUTTONDOWN, pos=(210, 110), button=1)
    move(root, (900, 110))
    assert slider.value == 1.0
    move(root, (-100, 110))
    assert slider.value == 0.0
    send(root, pygame.MOUSEBUTTONUP, pos=(0, 0), button=1)
    move(root, (210, 110))
    assert slider.value == 0.0
    draw(root)


@pytest.mark.parametrize("height", [20, 30, 44])
def test_a_click_on_a_sliders_knob_leaves_it_where_it_is(root: Root, height: int) -> None:
    slider = Slider(0.1, lambda _: None)
    put(root, slider, Rect(100, 100, 216, height))
    for _ in range(3):
        click(root, (100 + 8 + 20, 100 + height // 2))
    assert slider.value == pytest.approx(0.1)


def test_a_stepper_steps_and_stops_at_its_ends(root: Root) -> None:
    heard: list[float] = []
    stepper = Stepper((400, 800, 1600), 800, heard.append, id="times")
    put(root, stepper, Rect(100, 100, 160, 34))
    marks = {mark.id: mark.rect.center for mark in root.clickable()}
    click(root, marks["times.more"])
    click(root, marks["times.more"])
    for _ in range(3):
        click(root, marks["times.less"])
    assert heard == [1600, 800, 400]
    stepper.value = 1000
    click(root, marks["times.more"])
    assert stepper.value == 1600


def test_a_toggle_flips(root: Root) -> None:
    heard: list[bool] = []
    toggle = Toggle("Sound", True, heard.append)
    put(root, toggle)
    click(root, toggle.rect.center)
    click(root, toggle.rect.center)
    assert heard == [False, True]
    while root.update(0.05):
        draw(root)


# --- typing --------------------------------------------------------------------------------------------


def test_text_is_typed_where_the_caret_is(root: Root) -> None:
    heard: list[str] = []
    field = TextField("", heard.append, max_length=8)
    put(root, field)
    click(root, field.rect.center)
    send(root, pygame.TEXTINPUT, text="小黑")
    key(root, pygame.K_HOME)
    send(root, pygame.TEXTINPUT, text="a")
    key(root, pygame.K_END)
    key(root, pygame.K_BACKSPACE)
    assert heard == ["小黑", "a小黑", "a小"]
    send(root, pygame.TEXTINPUT, text="0123456789")
    assert field.value == "a小012345"


@pytest.mark.parametrize(("platform", "typed"), [("darwin", "<小黑>"), ("linux", "小黑<>")])
@pytest.mark.parametrize("make", [TextField, TextArea])
def test_on_a_mac_cmd_and_an_arrow_go_to_an_end_of_the_line(
    root: Root, monkeypatch: pytest.MonkeyPatch, platform: str, typed: str, make: type[TextField]
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    field = make("小黑")
    put(root, field)
    root.set_focus(field)
    for arrow, letter in ((pygame.K_LEFT, "<"), (pygame.K_RIGHT, ">")):
        key(root, arrow, pygame.KMOD_LMETA)
        send(root, pygame.TEXTINPUT, text=letter)
    assert field.value == typed
    key(root, pygame.K_LEFT, pygame.KMOD_LMETA | pygame.KMOD_LSHIFT)
    send(root, pygame.TEXTINPUT, text="!")
    assert field.value == ("!" if platform == "darwin" else f"{typed}!")


def test_typing_replaces_what_is_selected(root: Root) -> None:
    field = TextField("old name")
    put(root, field)
    click(root, field.rect.center)
    key(root, pygame.K_a, pygame.KMOD_CTRL)
    send(root, pygame.TEXTINPUT, text="new")
    assert field.value == "new"


def test_a_letter_typed_by_altgr_is_no_command(root: Root) -> None:
    """On Windows that key is the left Ctrl and the right Alt."""
    field = TextField("kawa")
    put(root, field)
    click(root, field.rect.center)
    key(root, pygame.K_END)
    key(root, pygame.K_a, pygame.KMOD_LCTRL | pygame.KMOD_RALT)
    send(root, pygame.TEXTINPUT, text="ą")
    assert field.value == "kawaą"


def test_text_is_cut_copied_and_pasted(root: Root) -> None:
    field = TextField("小黑")
    put(root, field)
    click(root, field.rect.center)
    key(root, pygame.K_a, pygame.KMOD_CTRL)
    key(root, pygame.K_x, pygame.KMOD_CTRL)
    assert field.value == ""
    key(root, pygame.K_v, pygame.KMOD_CTRL)
    key(root, pygame.K_v, pygame.KMOD_CTRL)
    assert field.value == "小黑小黑"
    for letter in (pygame.K_c, pygame.K_x):
        key(root, letter, pygame.KMOD_CTRL)  # nothing is selected: what was copied stays
    key(root, pygame.K_v, pygame.KMOD_CTRL)
    assert field.value == "小黑小黑小黑"


def test_while_an_input_method_composes_its_keys_do_nothing_else(root: Root) -> None:
    submitted: list[str] = []
    field = TextField("x", submitted=submitted.append)
    put(root, field)
    click(root, field.rect.center)
    send(root, pygame.TEXTEDITING, text="xiao", start=0, length=4)
    draw(root)
    key(root, pygame.K_RETURN)
    key(root, pygame.K_BACKSPACE)
    assert submitted == []
    send(root, pygame.TEXTINPUT, text="小")
    assert field.value == "x小"
    key(root, pygame.K_RETURN)
    assert submitted == ["x小"]


def test_letters_typed_into_a_field_are_no_shortcuts(root: Root) -> None:
    field = TextField("")
    put(root, field)
    assert not key(root, pygame.K_m)
    click(root, field.rect.center)
    assert key(root, pygame.K_m)
    assert key(root, pygame.K_SPACE)


@pytest.mark.parametrize("text", ["🐶" * 20, "字" * 200, "\n\t\0", "a" * 200])
def test_any_text_can_be_typed_and_is_drawn_in_the_field(root: Root, text: str) -> None:
    field = TextField("", max_length=500)
    put(root, field)
    click(root, field.rect.center)
    send(root, pygame.TEXTINPUT, text=text)
    picture = draw(root)
    for beyond in (field.rect.left - 8, field.rect.right + 8):
        assert picture.get_at((beyond, field.rect.centery))[:3] == LIGHT.ground


# --- lists, charts, dialogs, toasts ---------------------------------------------------------------------


def test_the_row_that_comes_under_a_resting_pointer_is_pointed_at(root: Root) -> None:
    heard: list[str | None] = []
    rows: ListView[str] = ListView(lambda *_: None, 20, hovered=heard.append)
    put(root, rows, Rect(100, 100, 200, 110))
    rows.rows = ["a", "b", "c"]
    move(root, (150, 125))
    rows.rows = ["a", "c", "b"]
    rows.rows = ["d", "c", "b"]
    rows.rows = []
    assert heard == ["b", "c", None]


def test_the_wheel_turns_what_lies_under_a_pointer_that_rested_while_it_came(root: Root) -> None:
    heard: list[int] = []
    rows: ListView[int] = ListView(lambda *_: None, 20, heard.append)
    move(root, (150, 105))
    put(root, rows, Rect(100, 100, 200, 110))
    rows.rows = list(range(20))
    send(root, pygame.MOUSEWHEEL, y=-3, x=0)
    click(root, (150, 105))
    assert heard == [3]


def test_what_is_held_down_when_its_page_goes_is_not_clicked(root: Root) -> None:
    clicked: list[str] = []
    button = Button("Undo", lambda: clicked.append("undo"))
    put(root, button)
    send(root, pygame.MOUSEBUTTONDOWN, pos=button.rect.center, button=1)
    root.let_go()
    send(root, pygame.MOUSEBUTTONUP, pos=button.rect.center, button=1)
    assert not clicked
    assert not button.is_pressed
    click(root, button.rect.center)
    assert clicked == ["undo"]


def test_a_list_scrolls_by_the_wheel_and_gives_the_row_that_is_clicked(root: Root) -> None:
    heard: list[int] = []
    rows: ListView[int] = ListView(lambda *_: None, 20, heard.append)
    put(root, rows, Rect(100, 100, 200, 110))
    rows.rows = list(range(20))
    click(root, (150, 105))
    send(root, pygame.MOUSEWHEEL, y=-3, x=0)
    click(root, (150, 105))
    for _ in range(50):
        send(root, pygame.MOUSEWHEEL, y=-3, x=0)
    click(root, (150, 195))
    assert heard == [0, 3, 19]


def test_a_list_that_became_shorter_still_gives_a_row_it_has(root: Root) -> None:
    heard: list[int] = []
    rows: ListView[int] = ListView(lambda *_: None, 20, heard.append)
    put(root, rows, Rect(100, 100, 200, 110))
    rows.rows = [1, 2, 3]
    root.set_focus(rows, by_keys=True)
    for _ in range(3):
        key(root, pygame.K_DOWN)
    rows.rows = [1, 2]
    key(root, pygame.K_RETURN)
    rows.rows = []
    key(root, pygame.K_RETURN)
    assert heard == [2]


def test_rows_that_come_above_do_not_push_away_what_is_pointed_at(root: Root) -> None:
    heard: list[int] = []
    rows: ListView[int] = ListView(lambda *_: None, 20, heard.append, holds=True)
    put(root, rows, Rect(100, 100, 200, 100))
    rows.rows = list(range(20))
    move(root, (150, 145))
    rows.rows = [-1, *range(20)]
    rows.rows = [-3, -2, -1, *range(20)]
    click(root, (150, 145))
    move(root, (10, 10))  # nobody reads: the newest again
    click(root, (150, 105))
    assert heard == [2, -3]


def test_rows_that_come_above_do_not_push_away_what_somebody_has_scrolled_to(root: Root) -> None:
    drawn: list[int] = []
    rows: ListView[int] = ListView(lambda s, look, rect, row: drawn.append(row), 20, holds=True)
    put(root, rows, Rect(100, 100, 200, 100))
    rows.rows = list(range(20))
    move(root, (150, 145))
    send(root, pygame.MOUSEWHEEL, y=-4, x=0)
    move(root, (10, 10))
    rows.rows = [-2, -1, *range(20)]
    drawn.clear()
    draw(root)
    assert drawn[0] == 4


def test_a_list_that_follows_its_end_stops_following_when_scrolled_up(root: Root) -> None:
    drawn: list[int] = []
    rows: ListView[int] = ListView(lambda s, look, rect, row: drawn.append(row), 20, follows_end=True)
    put(root, rows, Rect(100, 100, 200, 100))
    rows.rows = list(range(20))
    draw(root)
    assert drawn[-1] == 19
    move(root, (150, 150))
    send(root, pygame.MOUSEWHEEL, y=5, x=0)
    rows.rows = list(range(25))
    drawn.clear()
    draw(root)
    assert drawn[-1] < 19


@pytest.mark.parametrize(("curve", "has_room_above"), [(0.0, True), (58.0, False)])
def test_a_milestones_words_never_cover_another_milestone(root: Root, curve: float, has_room_above: bool) -> None:
    axis = nice_axis(0, 100)
    chart = LineChart("nothing yet")
    put(root, chart, Rect(100, 100, 400, 200))
    flat = (Series((0.0, 100.0), (curve, curve), "gold"),)
    marks = (Milestone(20, 50, "alone"), Milestone(60, 50, "would cover"), Milestone(76, 43, "last"))
    chart.show(flat, axis, axis, marks)
    root.look.drawn = []
    draw(root)
    boxes = {drawn.text: drawn.box for drawn in root.look.drawn}
    assert {"alone", "last"} <= set(boxes)
    assert ("would cover" in boxes) is has_room_above
    if has_room_above:  # the words of the other milestone of that height stand below it
        assert boxes["would cover"].bottom < boxes["alone"].top


@pytest.mark.parametrize(
    ("low", "high", "last", "steps"),
    [
        (0, 4_150, 5_000, 5),
        (0, 4_032, 5_000, 5),
        (0, 3_600, 4_000, 4),
        (0, 400, 400, 4),
        (-373, 400, 400, 4),
        (-373, 4_100, 5_000, 5),
        (-150, 1_990, 2_000, 4),
        (0, 2_010, 2_500, 5),
        (0, 81, 100, 5),
    ],
)
def test_an_axis_leaves_little_empty(low: float, high: float, last: float, steps: int) -> None:
    axis = nice_axis(low, high, 5)
    assert (axis.high, len(axis.ticks) - 1) == (last, steps)
    assert axis.low <= low
    assert (high - low) / (axis.high - axis.low) >= 0.75


def test_a_chart_draws_gaps_bands_single_points_and_nothing(root: Root) -> None:
    chart = LineChart("nothing yet")
    put(root, chart, Rect(50, 50, 400, 200))
    chart.show([], Axis(0, 1), Axis(0, 1))
    assert texts(root) == ["nothing yet"]
    xs = tuple(float(x) for x in range(2000))
    ys = tuple(None if x % 100 == 50 else x / 20 for x in range(2000))
    curves = [
        Series(xs, ys, "jade", True),
        Series((5.0,), (50.0,), "gold"),
        Series((0, 1), (1, 2), "gold", errors=(1, 1)),
    ]
    chart.show(curves, Axis(0, 2000, (0, 2000)), Axis(0, 100, (0, 50, 100)))
    picture = draw(root)
    assert picture.get_at((55, 55))[:3] == LIGHT.ground


def test_an_axis_ends_on_round_numbers() -> None:
    axis = nice_axis(3, 1480)
    assert (axis.low, axis.high) == (0, 1500)
    assert axis.ticks == (0, 500, 1000, 1500)


def test_a_dialog_answers_by_its_buttons_and_by_keys(root: Root) -> None:
    heard: list[str] = []
    put(root, Button("behind", lambda: heard.append("behind")))
    ask(root, "Sure?", "It cannot be undone.", "Do it", lambda: heard.append("yes"))
    assert {mark.id for mark in root.clickable()} == {"dialog.ok", "dialog.cancel"}
    click(root, (150, 120))
    assert heard == []
    key(root, pygame.K_ESCAPE)
    assert root.popups == []
    dialog = ask(root, "Sure?", "It cannot be undone.", "Do it", lambda: heard.append("yes"))
    click(root, dialog.accept_button.rect.center)
    root.open_popup(Dialog("Well?", "", "Do it", lambda: heard.append("again")), root.rect)
    key(root, pygame.K_RETURN)
    assert heard == ["yes", "again"]


def test_a_dialogs_words_fit_into_it_however_many_they_are(root: Root) -> None:
    root.open_popup(Dialog("Title " * 30, "Words " * 300), root.rect)
    root.look.drawn = []
    draw(root)
    assert all(drawn.box.contains(drawn.ink) for drawn in root.look.drawn)
    assert all(root.rect.contains(drawn.ink) for drawn in root.look.drawn)


@pytest.mark.parametrize("y", [-1, 0, 1])
def test_a_wheel_that_is_turned_sideways_moves_nothing(root: Root, y: int) -> None:
    values: list[float] = []
    stepper = Stepper(range(10), 5, values.append)
    put(root, stepper)
    move(root, stepper.rect.center)
    assert send(root, pygame.MOUSEWHEEL, x=2, y=y) is (y != 0)
    assert len(values) == abs(y)


def test_all_behind_a_dialog_is_dim_in_a_window_of_any_size_and_color(root: Root) -> None:
    dialog = Dialog("Sure?", "It cannot be undone.")
    root.open_popup(dialog, root.rect)
    for palette, size in ((LIGHT, SIZE), (LIGHT, (900, 700)), (DARK, (900, 700)), (DARK, SIZE)):
        root.look = Look(palette, Fonts(), Strings(Language.ENGLISH), 1.0)
        whole, part = pygame.Surface(size), pygame.Surface(size)
        root.draw(whole, root.look)
        part.set_clip(Rect(size[0] - 40, size[1] - 30, 40, 30))
        root.draw(part, root.look)
        dim = mix(palette.ground, palette.shadow, 110 / 255)
        for corner in ((0, 0), (size[0] - 1, 0), (size[0] - 1, size[1] - 1)):
            assert whole.get_at(corner)[:3] == pytest.approx(dim, abs=2)
        assert part.get_at((size[0] - 1, size[1] - 1)) == whole.get_at((size[0] - 1, size[1] - 1))
        assert part.get_at((0, 0))[:3] == (0, 0, 0)
    dialog.close()
    assert not any(isinstance(value, pygame.Surface) for value in vars(dialog).values()), "it is as large as the window"


def test_toasts_stack_go_away_and_say_the_same_thing_once(root: Root) -> None:
    toasts = Toasts()
    put(root, toasts, Rect((0, 0), SIZE))
    toasts.say("one", root.look)
    toasts.say("two", root.look, Tone.ERROR)
    toasts.say("one", root.look)
    assert toasts.texts == ["one", "two"]
    boxes = [child.rect for child in toasts.children]
    assert not boxes[0].colliderect(boxes[1])
    for _ in range(60):
        root.update(0.1)
        draw(root)
    assert toasts.texts == []
    assert not root.is_animating


def test_a_toast_makes_way_for_a_click_on_what_it_covers(root: Root) -> None:
    toasts = Toasts()
    put(root, toasts, Rect((0, 0), SIZE))
    toasts.say("above", root.look)
    toasts.say("below", root.look)
    above, below = (child.rect.center for child in toasts.children)
    toasts.make_way((1, 1))
    assert toasts.texts == ["above", "below"]
    toasts.make_way(below)
    assert toasts.texts == ["above"]
    toasts.make_way(above)
    assert toasts.texts == []


@pytest.mark.parametrize("center", [100, 320, 540])
def test_toasts_stand_where_nothing_is_to_be_clicked(root: Root, center: int) -> None:
    button = Rect(0, 430, 200, 40)
    button.centerx = center
    toasts = Toasts(lambda: [button])
    put(root, toasts, Rect((0, 0), SIZE))
    for words in ("one", "another that is longer"):
        toasts.say(words, root.look)
    assert not any(child.rect.colliderect(button) for child in toasts.children)
    assert all(root.rect.contains(child.rect) for child in toasts.children)


def test_a_toast_minds_what_comes_to_light_as_a_dialog_closes(root: Root) -> None:
    seen = [Rect(0, 0, 10, 10)]
    toasts = Toasts(lambda: seen)
    put(root, toasts, Rect((0, 0), SIZE))
    toasts.say("one", root.look)
    seen.append(toasts.children[0].rect.inflate(-10, -10))
    root.update(0.02)
    assert not toasts.children[0].rect.colliderect(seen[1])
    place = toasts.children[0].rect.copy()
    for _ in range(10):
        root.update(0.1)
    seen.append(place)
    root.update(0.1)
    assert toasts.children[0].rect == place, "it stays where it is read"


def test_toasts_go_to_the_head_where_the_foot_is_full(root: Root) -> None:
    toasts = Toasts(lambda: [Rect(0, 380, *SIZE)])
    put(root, toasts, Rect((0, 0), SIZE))
    toasts.say("one", root.look)
    assert toasts.children[0].rect.bottom < 100


def test_a_toast_rather_covers_the_rim_of_a_field_than_a_button(root: Root) -> None:
    button, field = Rect(310, 20, 20, 20), Rect(0, 60, 640, 385)
    toasts = Toasts(lambda: [button, *(button.move(20 * k, 0) for k in range(-15, 15)), field])
    put(root, toasts, Rect((0, 0), SIZE))
    toasts.say("one", root.look)
    assert toasts.children[0].rect.top > 400


def test_a_glide_arrives() -> None:
    glide = Glide()
    glide.goal = 1.0
    steps = 0
    while glide.step(1 / 60):
        steps += 1
    assert glide.value == 1.0
    assert steps < 60


def test_a_paragraph_says_how_high_it_is(root: Root) -> None:
    paragraph = Paragraph("one two three four five six")
    high = paragraph.needed_height(root.look, 60)
    wide = paragraph.needed_height(root.look, 600)
    assert wide == root.look.line_height(15)
    assert high >= 3 * wide


# --- progress ---


def test_a_bar_moves_while_nobody_knows_how_much_is_done(root: Root) -> None:
    bar = ProgressBar()
    put(root, bar)
    idle = draw(root).get_buffer().raw
    bar.is_busy = True
    first = draw(root).get_buffer().raw
    root.update(0.3)
    second = draw(root).get_buffer().raw
    bar.is_busy = False
    assert len({idle, first, second}) == 3
    assert draw(root).get_buffer().raw == idle


class _Walker(Widget):
    """Comes to rest after three frames; in the second it sets another one going."""

    def __init__(self, other: Widget | None = None) -> None:
        super().__init__()
        self.left = 3
        self._other = other

    def update(self, dt: float) -> bool:
        self.left -= 1
        if self._other is not None and self.left == 1:
            self._other.animate()
        return self.left > 0


def test_what_goes_off_the_screen_while_it_moves_goes_on_when_it_is_back(root: Root) -> None:
    walker = _Walker()
    put(root, walker)
    walker.animate()
    root.update(0.1)
    root.remove(walker)
    assert not root.update(0.1), "nobody waits for what cannot be seen"
    assert walker.left == 2
    root.add(walker)
    assert root.update(0.1)
    assert not root.update(0.1)
    assert walker.left == 0


def test_one_movement_may_begin_another(root: Root) -> None:
    second = _Walker()
    first = _Walker(second)
    put(root, second)
    put(root, first)
    first.animate()
    for _ in range(6):
        root.update(0.1)
    assert (first.left, second.left) == (0, 0)


@pytest.mark.parametrize(("share", "filled"), [(0.0, ""), (0.3, "r"), (0.6, "rb"), (0.8, "rbl"), (1.0, "rbl")])
def test_a_dial_fills_clockwise_from_the_top(share: float, filled: str) -> None:
    ring = dial(20, share, (255, 0, 0), (0, 0, 255), 4)
    middle, reach = ring.get_width() // 2, 18
    places = {"r": (middle + reach, middle), "b": (middle, middle + reach), "l": (middle - reach, middle)}
    assert "".join(name for name, pos in places.items() if ring.get_at(pos).r > 200) == filled
    assert ring.get_at((middle, middle)).a == 0


def test_what_parts_words_is_kept_as_a_space(root: Root) -> None:
    field = TextField("")
    put(root, field)
    click(root, field.rect.center)
    send(root, pygame.TEXTINPUT, text="王\u3000小明")
    send(root, pygame.TEXTINPUT, text="\u00a0a\tb")
    root.clipboard.put("c\nd\r\n")  # type: ignore[union-attr]
    key(root, pygame.K_v, pygame.KMOD_CTRL)
    assert field.value == "王 小明 a bc d"


def test_several_lines_keep_their_ends_and_how_chinese_paragraphs_begin(root: Root) -> None:
    area = TextArea("")
    put(root, area)
    click(root, area.rect.center)
    root.clipboard.put("\u3000\u3000黑棋\r这里\r\n要\thello\u00a0world \U0001f468\u200d\U0001f469")  # type: ignore[union-attr]
    key(root, pygame.K_v, pygame.KMOD_CTRL)
    assert area.value == "\u3000\u3000黑棋\n这里\n要 hello world \U0001f468\u200d\U0001f469"
