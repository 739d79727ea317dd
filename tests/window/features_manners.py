"""What is true of the whole window, feature by feature: each is done with mouse or keys, and seen to be done."""

from __future__ import annotations

import re

import numpy as np

from clevergo.ui.kit.theme import LIGHT
from clevergo.ui.shell.about import ARTICLES, FOLLOWED, FONTS, LIBRARIES, PROGRAMS
from clevergo.ui.shell.music import SHIPPED_MUSIC
from clevergo.ui.shell.stage import scale_in
from clevergo.ui.strings import AboutText, SettingsText, Text, TourText, Wording
from tests.patience import PATIENCE
from tests.window.features_play import begin, lay_out, put
from tests.window.kept import change_desktop, setting, wait_for_setting
from tests.window.program import Program, Seen, wait_for_end
from tests.window.seeing import (
    Picture,
    click_for_another_text,
    look_at,
    look_at_board,
    look_at_widget,
    said,
    wait_for_another_look,
    wait_for_chosen,
    wait_for_words,
)

STEPS = (
    (TourText.PLAY, ("play.ladder.0", "play.start", "play.new")),
    (TourText.ADOPT, ("train.adopt",)),
    (TourText.WATCH, ("hello.story", "train.toggle")),
)
"""The first steps, and what each points at: the first of these that is there."""
SHIPPED_PIECES = sorted(SHIPPED_MUSIC.glob("*.ogg"))
_RING = 6
"""Logical units from what a step points at to the ring around it."""
_BESIDE = 12
"""Pixels beyond a widget's edge that belong to the ring of the keyboard's place."""
_NEARLY = 30
"""Two colors that are so near, over red, green and blue, are taken for one."""
_MIDDLE = 100
"""Brighter than anything dark, darker than what is light, be it dimmed behind the settings; of 255."""


def wait_for_colors(program: Program, is_dark: bool) -> None:
    """Wait until the window is dark, or light."""

    def has_come(seen: Seen) -> bool:
        return bool(program.part((0, 0, *seen.size)).mean() < _MIDDLE) is is_dark

    program.wait_until(has_come, "dark colors" if is_dark else "light colors")


def is_pointed_at(program: Program, seen: Seen, widget: str) -> bool:
    """Whether a golden ring lies around a widget: its upper edge and its left one, light colors shown."""
    if widget not in seen.widgets:
        return False
    x, y, width, height = seen.widgets[widget]["rect"]
    gap = _RING * seen.raw["scale"]
    above = program.part((x + width / 2, y - gap - 2, 1, gap))
    beside = program.part((x - gap - 2, y + height / 2, gap, 1))
    return all(bool((np.abs(part.astype(int) - LIGHT.gold).sum(axis=2) < _NEARLY).any()) for part in (above, beside))


def follow_first_steps(program: Program) -> None:
    """Say that one can play, then go through the steps, each of which points at what it is about."""
    wait_for_words(program, TourText.LEARN)
    program.click("tour.next")
    for words, targets in STEPS:
        seen = wait_for_words(program, words)
        target = next(name for name in targets if name in seen.widgets)
        program.wait_until(
            lambda seen, target=target: is_pointed_at(program, seen, target),  # type: ignore[misc]
            f"a ring around {target}",
        )
        others = {name for _, names in STEPS for name in names} - {target}
        assert not any(is_pointed_at(program, seen, other) for other in others)
        program.click("tour.next")
    program.wait_until(lambda seen: "tour.next" not in seen.widgets, "the end of the tour")


def first_steps(program: Program) -> None:
    """The first start explains itself in a few steps; they can be seen again, and skipped."""
    follow_first_steps(program)
    wait_for_setting(program, "tour_seen", True)
    program.click("nav.settings")
    program.click("settings.tour")
    wait_for_words(program, TourText.LEARN)
    program.click("tour.skip")
    program.wait_until(lambda seen: "tour.next" not in seen.widgets, "the end of the tour")


def language_at_once(program: Program) -> None:
    """The language changes at once, in the bar and in the settings."""
    first = program.look().language
    other = "en" if first == "zh" else "zh"
    program.click("nav.language")
    seen = program.wait_until(lambda seen: seen.language == other, "the other language")
    program.wait_until(lambda seen: seen.shows(said(seen, Text.SCENE_KENNEL)), "its words")
    assert said(seen, Text.SCENE_KENNEL) in seen.texts
    program.press("F2")
    for language in (first, other, first):
        program.click(f"settings.language.{language}")
        program.wait_until(lambda seen, language=language: seen.language == language, language)  # type: ignore[misc]
        wait_for_words(program, SettingsText.TITLE)
    wait_for_setting(program, "language", first)
    program.click("dialog.ok")
    program.wait_until(lambda seen: "settings.theme.dark" not in seen.widgets, "the settings to close")


def colors(program: Program) -> None:
    """Dark and light, at once."""
    program.click("nav.settings")
    for theme in ("dark", "light", "system"):
        program.click(f"settings.theme.{theme}")
        wait_for_setting(program, "theme", theme)
        wait_for_colors(program, is_dark=theme == "dark")
    for is_dark in (True, False):
        change_desktop(program, is_dark)
        wait_for_colors(program, is_dark)
    program.click("settings.theme.light")
    program.press("Escape")
    program.wait_until(lambda seen: "settings.theme.dark" not in seen.widgets, "the settings to close")
    program.click("nav.theme")
    wait_for_colors(program, is_dark=True)
    program.click("nav.theme")
    wait_for_colors(program, is_dark=False)
    assert setting(program, "theme") == "light"


def scale_for(seen: Seen, wanted: float) -> float:
    """How large everything is to be drawn: as large as is wanted, and as the window has room for."""
    return scale_in(seen.size, wanted)


def size_of_everything(program: Program) -> None:
    """Words and buttons grow and shrink, in the settings and by keys, as far as the window has room."""
    before = float(setting(program, "ui_scale"))
    smaller, larger = round(before - 0.4, 2), round(before + 0.1, 2)
    program.press("F2")
    click_for_another_text(program, "settings.ui_scale.more", "settings.ui_scale")
    wait_for_size(program, larger)
    click_for_another_text(program, "settings.ui_scale.less", "settings.ui_scale")
    wait_for_size(program, before)
    program.press("Escape")
    program.wait_until(lambda seen: "settings.ui_scale" not in seen.widgets, "the settings to close")
    usual = wait_for_size(program, before)
    program.press("ctrl+plus")
    wait_for_size(program, larger)
    program.press("ctrl+minus")
    wait_for_size(program, before)
    if smaller < 1.0:
        return
    # A small window may have no room for more: less there always is.
    for _ in range(4):
        program.press("ctrl+minus")
    seen = wait_for_size(program, smaller)
    assert seen.raw["scale"] < usual.raw["scale"]
    for _ in range(4):
        program.press("ctrl+plus")
    wait_for_size(program, before)


def wait_for_size(program: Program, wanted: float) -> Seen:
    """Wait until a size is saved, and everything drawn so large, the bar's buttons too."""
    wait_for_setting(program, "ui_scale", wanted)
    return program.wait_until(lambda seen: seen.raw["scale"] == scale_for(seen, wanted), f"all at {wanted:.0%}")


def full_screen(program: Program) -> None:
    """The whole screen is filled, by its keys and in the settings, and left again."""
    size = program.look().size

    def fills(seen: Seen) -> bool:
        return seen.size[0] > size[0] and seen.size[1] > size[1]

    for key in ("F11", "alt+Return"):
        for is_full in (True, False):
            program.press(key)
            program.wait_until(lambda seen, is_full=is_full: fills(seen) is is_full, f"{key} to do it")  # type: ignore[misc]
    program.wait_until(lambda seen: seen.size == size, "the window as it was")
    for way_out in (lambda: program.click("nav.window"), lambda: program.press("Escape")):
        assert "nav.window" not in program.look().widgets
        program.press("F11")
        program.wait_until(fills, "the full screen")
        way_out()
        program.wait_until(lambda seen: seen.size == size, "the window as it was")
    program.click("nav.settings")
    program.click("settings.full_screen")
    program.wait_until(fills, "the full screen")
    wait_for_setting(program, "full_screen", True)
    program.click("settings.full_screen")
    program.wait_until(lambda seen: seen.size == size, "the window as it was")
    program.press("Escape")


def way_out_is_asked_about(program: Program) -> None:
    """In the middle of a game the way out of the program asks first, by mouse and by key; one can stay."""
    lay_out(program)
    begin(program)
    put(program, 4, 4)
    for leave, stay in (
        (lambda: program.click("nav.leave"), lambda: program.click("dialog.cancel")),
        (lambda: program.press("ctrl+q"), lambda: program.press("Return")),
        (lambda: program.press("ctrl+q"), lambda: program.press("Escape")),
    ):
        leave()
        wait_for_words(program, Text.LEAVE_TITLE)
        assert program.look().shows(said(program.look(), Text.LEAVE_GAME)[:8])
        stay()
        program.wait_until(lambda seen: "dialog.cancel" not in seen.widgets, "the question to close")
    assert program.look().num_stones == 1


def leave_by_the_door(program: Program) -> None:
    """The program is left by its own button, which asks where a game is not over; everything it started ends."""
    helpers = program.helpers()
    lay_out(program)
    begin(program)
    put(program, 4, 4)
    program.click("nav.leave")
    wait_for_words(program, Text.LEAVE_TITLE)
    program.click("dialog.ok")
    assert program.running.wait(PATIENCE) == 0
    assert wait_for_end(helpers) == []


def sounds_and_volumes(program: Program) -> None:
    """Sounds and music have a volume and a switch each; a button and a key silence the sounds too."""
    program.press("F2")
    for slider in ("sound_volume", "music_volume"):
        program.click_at(f"settings.{slider}", 0.25)
        program.wait_until(lambda _, slider=slider: setting(program, slider) < 0.35, slider)  # type: ignore[misc]
        program.press("Right")
        program.wait_until(lambda _, slider=slider: 0.25 < setting(program, slider) < 0.4, slider)  # type: ignore[misc]
    for is_on in (True, False):
        program.click("settings.music_on")
        wait_for_setting(program, "music_on", is_on)
        assert setting(program, "sound_on") is True
    program.click("settings.sound_on")
    wait_for_setting(program, "sound_on", False)
    program.press("Escape")
    program.wait_until(lambda seen: "settings.sound_on" not in seen.widgets, "the settings to close")
    silent = look_at_widget(program, "nav.sound")
    program.click("nav.sound")
    wait_for_setting(program, "sound_on", True)
    wait_for_another_look(program, lambda: look_at_widget(program, "nav.sound"), silent, "the loudspeaker")
    program.press("m")
    wait_for_setting(program, "sound_on", False)
    assert np.array_equal(look_at_widget(program, "nav.sound"), silent)


def music_by_name(program: Program) -> None:
    """Pieces are listed by name, chosen, skipped and silenced; what follows and how loud is remembered, all apart."""
    sounds = setting(program, "sound_volume")
    program.click("nav.music")
    for piece in SHIPPED_PIECES:
        wait_for_words(program, Wording(f"music.{piece.stem.partition('_')[2]}"))
    program.click("music.piece.2")
    wait_for_setting(program, "music_on", True)
    wait_for_setting(program, "music_piece", SHIPPED_PIECES[2].name)
    for button, index in (("next", 3), ("next", 0), ("back", 3)):
        program.click(f"music.{button}")
        wait_for_setting(program, "music_piece", SHIPPED_PIECES[index].name)
    for order in ("one", "random", "order"):
        program.click(f"music.order.{order}")
        wait_for_setting(program, "music_order", order)
        wait_for_chosen(program, f"music.order.{order}")
    program.click_at("music.volume", 0.75)
    program.wait_until(lambda _: 0.7 < setting(program, "music_volume") < 0.85, "the volume")
    program.click("music.on")
    wait_for_setting(program, "music_on", False)
    program.press("Escape")
    program.wait_until(lambda seen: "music.on" not in seen.widgets, "the card to close")
    assert setting(program, "sound_volume") == sounds


def settings_of_the_board(program: Program) -> None:
    """What stands on the board and how much of the machine training may use are in the settings too."""
    lay_out(program)
    begin(program)
    put(program, 4, 4)
    before = look_at_most_of_board(program)
    for switch in ("coordinates", "move_numbers"):
        value = bool(setting(program, switch))
        switch_in_settings(program, switch, not value)
        wait_for_another_look(program, lambda: look_at_most_of_board(program), before, f"the board and {switch}")
        switch_in_settings(program, switch, value)
        assert np.array_equal(look_at_most_of_board(program), before), "the board as it was"
    program.press("ctrl+comma")
    for effort in ("gentle", "half", "all"):
        program.click(f"settings.effort.{effort}")
        wait_for_setting(program, "effort", effort)
        wait_for_chosen(program, f"settings.effort.{effort}")
    program.press("Escape")
    program.wait_until(lambda seen: "settings.effort.all" not in seen.widgets, "the settings to close")


def look_at_most_of_board(program: Program) -> Picture:
    """What the board looks like, but for its foot: messages come and go there."""
    picture = look_at_board(program)
    return picture[: len(picture) * 2 // 3]


def switch_in_settings(program: Program, switch: str, value: bool) -> None:
    """Open the settings, flip a switch, and close them."""
    program.press("F2")
    program.click(f"settings.{switch}")
    wait_for_setting(program, switch, value)
    program.press("Escape")
    program.wait_until(lambda seen: f"settings.{switch}" not in seen.widgets, "the settings to close")


def page_of_thanks(program: Program) -> None:
    """Whom and what the program thanks stands on a page of the settings, with names and licenses."""
    program.click("nav.settings")
    program.click("settings.thanks")
    program.wait_until(lambda seen: "settings.theme.dark" not in seen.widgets, "the page above the settings")
    seen = wait_for_words(program, AboutText.QPT_CLEVERGO)
    for group in (FOLLOWED, ARTICLES, PROGRAMS, LIBRARIES, FONTS):
        for thanks in group:
            assert seen.shows(thanks.name), thanks.name
    program.click("dialog.ok")
    program.wait_until(lambda seen: "settings.theme.dark" in seen.widgets, "the settings below it")
    program.press("Escape")
    program.wait_until(lambda seen: "settings.theme.dark" not in seen.widgets, "the settings to close")


def page_of_shortcuts(program: Program) -> None:
    """All keys stand on a page, opened by two keys and from the settings; the scenes are reached by keys."""
    for key in ("F1", "question"):
        program.press(key)
        wait_for_words(program, Text.SHORTCUTS)
        program.press("Escape")
        program.wait_until(lambda seen: "dialog.ok" not in seen.widgets, "the page to close")
    program.click("nav.settings")
    program.click("settings.shortcuts")
    program.wait_until(lambda seen: "settings.theme.dark" not in seen.widgets, "the page above the settings")
    wait_for_words(program, Text.SHORTCUTS)
    program.press("Escape")
    program.wait_until(lambda seen: "settings.theme.dark" in seen.widgets, "the settings below it")
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.can_click("nav.play"), "the scene")
    for number, scene in enumerate(("play", "train", "kennel", "compete"), 1):
        program.press(f"ctrl+{number}")
        program.wait_until(lambda seen, scene=scene: seen.scene == scene, scene)  # type: ignore[misc]


def keyboard_focus(program: Program) -> None:
    """Tab shows where the keyboard is, there and nowhere else; Shift goes back, the space bar presses."""
    program.press("ctrl+3")
    program.wait_until(lambda seen: any(map(re.compile(r"kennel\.\d+\.more").match, seen.widgets)), "the cards")
    width, height = program.look().size

    def look() -> Picture:
        # Not the foot of the window: messages come and go there.
        return look_at(program, lambda: (0, 0, width, height * 2 // 3))

    bare = look()
    first = focus_moved(program, "Tab", "")
    ringed = wait_for_another_look(program, look, bare, "the focus")
    assert_changed_only_at(program, first, bare, ringed)
    second = focus_moved(program, "Tab", first)
    assert_changed_only_at(program, second, ringed, wait_for_another_look(program, look, ringed, "the focus"), first)
    assert focus_moved(program, "shift+Tab", second) == first
    assert np.array_equal(look(), ringed)
    assert first == "nav.play"
    program.press("space")
    program.wait_until(lambda seen: seen.scene == "play", "the first tab pressed")


def focus_moved(program: Program, key: str, before: str) -> str:
    """Press a key; what has the keyboard once that is something else than before."""
    program.press(key)
    seen = program.wait_until(
        lambda seen: seen.raw["focus"] not in ("", before), f"the keyboard elsewhere than {before!r}"
    )
    return str(seen.raw["focus"])


def assert_changed_only_at(program: Program, widget: str, before: Picture, after: Picture, left: str = "") -> None:
    """See that a widget looks otherwise than before, and nothing else does but the one that was left."""
    changed = (before != after).any(axis=2)
    for place in filter(None, (widget, left)):
        x, y, width, height = map(round, program.look().widgets[place]["rect"])
        rows, columns = (
            slice(max(start - _BESIDE, 0), start + size + _BESIDE) for start, size in ((y, height), (x, width))
        )
        assert changed[rows, columns].any(), f"{place} looks as before"
        changed[rows, columns] = False
    lines, points = np.nonzero(changed)
    assert not changed.any(), f"not only {widget}: {points.min(), lines.min()} to {points.max(), lines.max()}"
