"""What is true of the whole window, feature by feature: each is done with mouse or keys, and seen to be done."""

from __future__ import annotations

from clevergo.ui.strings import Text
from clevergo.ui.texts.settings import SettingsText
from clevergo.ui.texts.tour import TourText
from tests.window.kept import setting, wait_for_setting
from tests.window.program import Program, Seen
from tests.window.seeing import click_for_another_text, look_at, said, wait_for_another_look, wait_for_words

_MIDDLE = 100
"""Brighter than anything dark, darker than what is light, be it dimmed behind the settings; of 255."""


def wait_for_colours(program: Program, is_dark: bool) -> None:
    """Wait until the window is dark, or light."""

    def has_come(seen: Seen) -> bool:
        return bool(program.part((0, 0, *seen.size)).mean() < _MIDDLE) is is_dark

    program.wait_until(has_come, "dark colours" if is_dark else "light colours")


def first_steps(program: Program) -> None:
    """The first start explains itself in three steps; they can be seen again, and skipped."""
    for words in (TourText.PLAY, TourText.ADOPT, TourText.WATCH):
        wait_for_words(program, words)
        program.click("tour.next")
    program.wait_until(lambda seen: "tour.next" not in seen.widgets, "the end of the tour")
    wait_for_setting(program, "tour_seen", True)
    program.click("nav.settings")
    program.click("settings.tour")
    wait_for_words(program, TourText.PLAY)
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


def colours(program: Program) -> None:
    """Dark and light, at once."""
    program.click("nav.settings")
    for theme in ("dark", "light", "system"):
        program.click(f"settings.theme.{theme}")
        wait_for_setting(program, "theme", theme)
        if theme != "system":
            wait_for_colours(program, is_dark=theme == "dark")
    program.click("settings.theme.light")
    program.press("Escape")
    program.wait_until(lambda seen: "settings.theme.dark" not in seen.widgets, "the settings to close")
    program.click("nav.theme")
    wait_for_colours(program, is_dark=True)
    program.click("nav.theme")
    wait_for_colours(program, is_dark=False)
    assert setting(program, "theme") == "light"


def size_of_everything(program: Program) -> None:
    """Words and buttons grow and shrink, in the settings and by keys."""
    before = float(setting(program, "ui_scale"))
    program.press("F2")
    click_for_another_text(program, "settings.ui_scale.more", "settings.ui_scale")
    wait_for_setting(program, "ui_scale", round(before + 0.1, 2))
    click_for_another_text(program, "settings.ui_scale.less", "settings.ui_scale")
    wait_for_setting(program, "ui_scale", before)
    program.press("Escape")
    program.wait_until(lambda seen: "settings.ui_scale" not in seen.widgets, "the settings to close")
    drawn = program.look().raw["scale"]
    program.press("ctrl+plus")
    wait_for_setting(program, "ui_scale", round(before + 0.1, 2))
    program.press("ctrl+minus")
    wait_for_setting(program, "ui_scale", before)
    program.wait_until(lambda seen: seen.raw["scale"] == drawn, "everything as large as before")


def full_screen(program: Program) -> None:
    """The whole screen is filled, by its key and in the settings, and left again."""
    size = program.look().size

    def fills(seen: Seen) -> bool:
        return seen.size[0] > size[0] and seen.size[1] > size[1]

    program.press("F11")
    program.wait_until(fills, "the full screen")
    program.press("F11")
    program.wait_until(lambda seen: seen.size == size, "the window as it was")
    program.click("nav.settings")
    program.click("settings.full_screen")
    program.wait_until(fills, "the full screen")
    wait_for_setting(program, "full_screen", True)
    program.click("settings.full_screen")
    program.wait_until(lambda seen: seen.size == size, "the window as it was")
    program.press("Escape")


def sounds_and_volumes(program: Program) -> None:
    """Sounds and music have their volumes; one switch, one button and one key silence them all."""
    program.press("F2")
    for slider in ("sound_volume", "music_volume"):
        program.click_at(f"settings.{slider}", 0.25)
        program.wait_until(lambda _, slider=slider: setting(program, slider) < 0.35, slider)  # type: ignore[misc]
        program.press("Right")
        program.wait_until(lambda _, slider=slider: 0.25 < setting(program, slider) < 0.4, slider)  # type: ignore[misc]
    program.click("settings.sound_on")
    wait_for_setting(program, "sound_on", False)
    program.press("Escape")
    program.wait_until(lambda seen: "settings.sound_on" not in seen.widgets, "the settings to close")
    program.click("nav.sound")
    wait_for_setting(program, "sound_on", True)
    program.press("m")
    wait_for_setting(program, "sound_on", False)


def settings_of_the_board(program: Program) -> None:
    """What stands on the board and how much of the machine training may use are in the settings too."""
    program.press("F2")
    for switch in ("coordinates", "move_numbers"):
        before = bool(setting(program, switch))
        for value in (not before, before):
            program.click(f"settings.{switch}")
            wait_for_setting(program, switch, value)
    for effort in ("gentle", "half", "all"):
        program.click(f"settings.effort.{effort}")
        wait_for_setting(program, "effort", effort)
    program.press("Escape")
    program.wait_until(lambda seen: "settings.effort.all" not in seen.widgets, "the settings to close")


def page_of_shortcuts(program: Program) -> None:
    """All keys stand on a page, opened by a key and from the settings; the scenes are reached by keys."""
    program.press("F1")
    wait_for_words(program, Text.SHORTCUTS)
    program.press("Escape")
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
    """Tab shows where the keyboard is, and the space bar presses what it is on."""
    program.press("ctrl+3")
    program.wait_until(lambda seen: seen.scene == "kennel", "the kennel")
    width, height = program.look().size
    before = look_at(program, lambda: (0, 0, width, height))
    program.press("Tab")
    wait_for_another_look(program, lambda: look_at(program, lambda: (0, 0, width, height)), before, "the focus")
    program.press("space")
    program.wait_until(lambda seen: seen.scene == "play", "the first tab pressed")
