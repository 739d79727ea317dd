"""The real window itself: its languages, its sizes, and what it does when it may not write."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import SettingsFile, Theme
from clevergo.app.kennel.messages import Effort
from tests.patience import PATIENCE
from tests.window.features_manners import follow_first_steps
from tests.window.program import ROOT, TITLE, Seen, Start
from tests.window.screen import Screen

pytestmark = pytest.mark.needs("Xvfb", "xdotool")


def is_laid_out(size: tuple[int, int], scene: str, seen: Seen) -> bool:
    """Whether the window shows that scene, laid out for its size."""
    return (seen.size, seen.scene) == (size, scene)


def test_a_window_of_any_size_is_filled_to_its_corners_and_comes_back_as_it_was_left(
    start: Start, screen: Screen
) -> None:
    program = start()
    for size in [(1580, 980), (900, 700), (1280, 720), (1111, 777)]:
        program.resize(*size)
        for scene in ("train", "play"):
            program.click(f"nav.{scene}")
            seen = program.wait_until(partial(is_laid_out, size, scene), f"a window of {size}")
            outside = {
                name: widget["rect"]
                for name, widget in seen.widgets.items()
                if widget["rect"][0] < 0
                or widget["rect"][1] < 0
                or widget["rect"][0] + widget["rect"][2] > size[0]
                or widget["rect"][1] + widget["rect"][3] > size[1]
            }
            assert outside == {}
            program.take_picture(f"{scene}-{size[0]}")
        x, y, width, height = screen.place_of(program.window)
        picture = screen.picture()[max(y, 0) : y + height, max(x, 0) : x + width]
        corners = [picture[8, 8], picture[8, -8], picture[-8, 8], picture[-8, -8]]
        assert all(corner.any() for corner in corners), "unpainted screen is black"
    program.close()
    assert start(data=program.data).look().size == (1111, 777)


def test_the_first_start_explains_itself_and_what_is_chosen_is_there_again(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "data of my own"
    data.mkdir()
    program = start(data=data)
    program.wait_until(lambda seen: seen.shows("Can you play already?"), "the first steps")
    program.take_picture("first-steps")
    for said in ("First, play a game", "Then raise your own", "And watch it learn"):
        program.click("tour.next")
        program.wait_until(lambda seen, said=said: seen.shows(said), said)  # type: ignore[misc]
    program.click("tour.next")
    program.press("F2")
    for choice in ("theme.dark", "ui_scale.more", "move_numbers", "language.zh", "effort.half"):
        program.click(f"settings.{choice}")
    program.wait_until(lambda seen: seen.language == "zh" and seen.shows("110%", "设置"), "the settings")
    program.take_picture("settings")
    program.press("Escape")
    program.press("F11")
    program.wait_until(lambda seen: seen.size != (1280, 800), "the full screen")
    program.press("F11")
    program.wait_until(lambda seen: seen.size == (1280, 800), "the window as it was")
    program.close()
    again = start(data=data)
    seen = again.wait_until(lambda seen: seen.scene == "train" and seen.language == "zh", "the window as it was left")
    assert not seen.shows("你会下棋吗")
    assert seen.raw["scale"] > 1.0
    settings = SettingsFile(Paths(data).settings).load()
    assert (settings.theme, settings.effort, settings.move_numbers) == (Theme.DARK, Effort.HALF, True)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_first_steps_point_at_what_they_are_about_before_there_is_a_dog(
    start: Start, tmp_path: Path, language: str
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.json").write_text(f'{{"language": "{language}", "theme": "light"}}', encoding="utf-8")
    program = start(data=data)
    program.wait_until(lambda seen: seen.language == language and "tour.next" in seen.widgets, "the first steps")
    follow_first_steps(program)
    seen = program.look()
    assert seen.scene == "train"
    assert "hello.story" in seen.widgets, "the last step was about a dog that is to come"


def test_a_data_folder_that_cannot_be_one_is_named_with_what_to_do(screen: Screen, tmp_path: Path) -> None:
    """A file stands where the folder should be: even root cannot write there."""
    obstacle = tmp_path / "not a folder"
    obstacle.write_text("in the way", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "clevergo", "--data-dir", str(obstacle / "data"), "dogs"],
        cwd=ROOT,
        env=screen.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode != 0
    said = done.stderr + done.stdout
    assert "not a folder" in said
    assert "--data-dir" in said
    assert "Traceback" not in said


def test_a_settings_file_that_makes_no_sense_does_not_keep_the_window_shut(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.json").write_text('{"language": ["?"', encoding="utf-8")
    program = start(data=data)
    assert program.screen.find_windows(TITLE)
    assert "Traceback" not in program.log
