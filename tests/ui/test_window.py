"""The window's loop without a screen: what it draws and when, how it starts and ends."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import SceneName, Settings, SettingsFile
from clevergo.app.errors import AppError
from clevergo.games.grid import square
from clevergo.locale import Language, languages
from clevergo.problem import Problem
from clevergo.ui.scenes.boot import BootScene
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell.about import about_dialog
from clevergo.ui.shell.audio import Audio
from clevergo.ui.shell.launch import Program
from clevergo.ui.shell.leaving import LeaveDialog
from clevergo.ui.shell.scene import Page, Preferences, Services, Visit
from clevergo.ui.shell.shortcuts import shortcuts_dialog
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.shell.window import TITLE, Window, fitting_size, opening_size
from clevergo.ui.strings import Strings, kindly
from tests.patience import PATIENCE
from tests.ui.fakes import FakeMatch, click_on, fake_match, make_services, make_stage
from tests.ui.fitting import misfits

ROOT = Path(__file__).parents[2]


class Store:
    """Counts what is saved."""

    def __init__(self) -> None:
        self.saved: list[Settings] = []

    def written_elsewhere(self) -> None:
        """Nobody else writes."""

    def save(self, settings: Settings) -> None:
        self.saved.append(settings)


@pytest.fixture
def services() -> Services:
    """A fake app."""
    return make_services()


@pytest.fixture
def window(services: Services) -> Iterator[Window]:
    """A window of 1000x700 with the play scene and a fake app in it."""

    def make_stage(size: tuple[int, int]) -> Stage:
        return Stage(services.preferences, services.audio, size, [SceneName.PLAY])

    window = Window((1000, 700), make_stage)
    window.stage.furnish(services, {SceneName.PLAY: PlayScene})
    yield window
    pygame.display.quit()


def run_frames(window: Window, count: int) -> list[int]:
    """Let the loop run; returns the pixels drawn at each look at the app."""
    drawn: list[int] = []
    take = window.stage.damage.take

    def note(bounds: pygame.Rect) -> list[pygame.Rect]:
        parts = take(bounds)
        drawn.append(sum(part.width * part.height for part in parts))
        return parts

    window.stage.damage.take = note  # type: ignore[method-assign]
    left = count

    def count_down(dt: float) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            window.close()

    window.run(count_down)
    return drawn


def test_the_title_says_the_programs_name(window: Window) -> None:
    assert TITLE in pygame.display.get_caption()[0]


def test_nothing_is_drawn_while_nothing_happens(window: Window) -> None:
    drawn = run_frames(window, 12)
    assert drawn[0] > 0
    assert drawn[-6:] == [0] * 6


def test_only_what_changed_is_drawn(window: Window) -> None:
    window.show_first_frame()
    tab = next(mark for mark in window.stage.clickable() if mark.id == "nav.theme")
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=tab.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    drawn = run_frames(window, 3)
    assert 0 < max(drawn) < 1000 * 700 / 50


def test_frames_are_measured_while_something_moves(window: Window) -> None:
    window.is_always_moving = True
    run_frames(window, 10)
    assert len(window.frame_times.intervals) >= 8
    assert all(interval > 0 for interval in window.frame_times.intervals)
    assert len(window.frame_times.work) >= 8


def test_everything_is_laid_out_anew_for_another_size(window: Window) -> None:
    pygame.display.set_mode((1300, 900), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1300, y=900))
    run_frames(window, 2)
    assert window.stage.rect.size == (1300, 900)
    assert window.stage.preferences.now.window_size == (1300, 900)
    for mark in window.stage.clickable():
        assert window.stage.rect.contains(mark.rect)


@pytest.mark.parametrize(("size", "kept"), [((300, 200), (320, 320)), ((1000, 90), (1000, 320)), ((1, 1), (320, 320))])
def test_a_window_of_hardly_any_size_harms_nothing(
    window: Window, size: tuple[int, int], kept: tuple[int, int], caplog: pytest.LogCaptureFixture
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window._check_size()
    run_frames(window, 15)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    assert window.stage.preferences.now.window_size == kept


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 800), 1.0), ((1280, 800), 1.5), ((940, 620), 1.0), ((700, 480), 1.0)]
)
@pytest.mark.parametrize("language", languages())
def test_the_largest_dialogs_fit_into_small_windows(language: Language, size: tuple[int, int], scale: float) -> None:
    stage = make_stage(make_services(language, scale=scale), size)
    for dialog in (shortcuts_dialog(), about_dialog()):
        stage.open_popup(dialog, stage.rect)
        assert stage.rect.contains(dialog.box)
        assert dialog.box.contains(dialog.accept_button.rect)
        assert misfits(stage) == []
        dialog.close()


def test_closing_the_window_ends_the_loop(window: Window) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.run()
    assert not window._is_open


@pytest.fixture
def playing(services: Services) -> Services:
    """A game that would stop."""
    match = fake_match(services)
    match.start()
    match.play(40)
    return services


def quit_with(window: Window, held: int, *codes: int) -> None:
    """SDL says that the program is to end, beside keys that are pressed while others are held."""
    with pytest.MonkeyPatch.context() as keyboard:
        keyboard.setattr(pygame.key, "get_mods", lambda: held)
        for code in codes:
            window._handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=held, unicode=""))
        window._handle(pygame.event.Event(pygame.QUIT))


@pytest.mark.usefixtures("playing")
@pytest.mark.parametrize("code", [pygame.K_q, pygame.K_w])
def test_on_a_mac_the_keys_that_end_programs_ask_first(
    window: Window, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    quit_with(window, pygame.KMOD_LMETA, code)
    assert [type(popup) for popup in window.stage.popups] == [LeaveDialog]
    assert window._is_open
    click_on(window.stage, "dialog.ok")
    window.run()


@pytest.mark.usefixtures("playing")
@pytest.mark.parametrize(("platform", "held"), [("darwin", pygame.KMOD_NONE), ("win32", pygame.KMOD_LMETA)])
def test_the_frame_of_the_window_closes_it_unasked(
    window: Window, monkeypatch: pytest.MonkeyPatch, platform: str, held: int
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    quit_with(window, held)
    assert not window._is_open


def test_leaving_the_stage_closes_the_window(window: Window) -> None:
    click_on(window.stage, "nav.leave")
    assert window._is_open
    window.run()
    assert not window._is_open


def test_a_fault_in_one_frame_is_told_and_the_window_goes_on(
    window: Window, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    faults = iter([RuntimeError("broken panel")])

    def update(dt: float) -> bool:
        for fault in faults:
            raise fault
        return False

    assert window.stage.scene is not None
    monkeypatch.setattr(window.stage.scene, "update", update)
    run_frames(window, 4)
    assert "broken panel" in caplog.text
    assert any("log" in drawn.text for drawn in texts_of(window.stage))


def test_a_fault_in_every_frame_ends_the_program(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def update(dt: float) -> bool:
        raise RuntimeError("broken for good")

    assert window.stage.scene is not None
    monkeypatch.setattr(window.stage.scene, "update", update)
    with pytest.raises(RuntimeError, match="broken for good"):
        run_frames(window, 200)


def test_the_full_screen_key_goes_there_and_back(window: Window) -> None:
    for _ in range(2):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode=""))
        run_frames(window, 2)
        window._is_open = True
        surface = pygame.display.get_surface()
        assert surface is not None
        assert window.stage.rect.size == surface.get_size()
    assert not surface.get_flags() & pygame.FULLSCREEN


def test_a_window_is_never_larger_than_the_largest_screen() -> None:
    assert fitting_size((5000, 4000), [(800, 600), (1920, 1080)]) == (1804, 907)
    assert fitting_size((1280, 800), [(1920, 1080)]) == (1280, 800)
    assert fitting_size((1280, 800), []) == (1280, 800)


@pytest.mark.parametrize(
    ("screen", "device_scale"),
    [((1366, 768), 1.0), ((1366, 768), 1.25), ((1920, 1080), 1.5), ((1920, 1200), 1.5), ((2880, 1800), 2.0)],
)
@pytest.mark.parametrize("kept", [Settings().window_size, (5000, 4000)], ids=["nobody's size", "somebody's"])
def test_on_windows_neither_title_bar_nor_foot_of_a_window_is_hidden(
    screen: tuple[int, int], device_scale: float, kept: tuple[int, int]
) -> None:
    _, height = fitting_size(opening_size(kept, device_scale), [screen])
    beside = (screen[1] - height) / 2  # SDL puts it into the middle of all of the screen
    assert beside >= 31 * device_scale, "its own title bar"
    assert beside >= 48 * device_scale, "the taskbar"


def test_a_window_nobody_has_sized_is_as_large_to_the_eye_on_a_screen_of_small_pixels() -> None:
    usual = Settings().window_size
    assert opening_size(usual, 1.0) == usual
    assert opening_size(usual, 1.5) == (1920, 1200)
    assert opening_size((1000, 700), 1.5) == (1000, 700), "this one somebody has chosen"


def test_a_change_of_settings_is_saved_once() -> None:
    store = Store()
    preferences = Preferences(Settings(language=Language.ENGLISH), store)  # type: ignore[arg-type]
    preferences.change(language=Language.CHINESE)
    preferences.change(language=Language.CHINESE)
    assert [settings.language for settings in store.saved] == [Language.CHINESE]


@pytest.mark.parametrize("damage", [None, "", "[]"])
def test_of_two_windows_each_saves_what_was_changed_in_it(tmp_path: Path, damage: str | None) -> None:
    path = tmp_path / "settings.json"
    one, other = (Preferences(Settings(language=Language.ENGLISH), SettingsFile(path)) for _ in range(2))
    one.change(language=Language.CHINESE)
    other.change(sound_on=False)
    one.change(ui_scale=1.5)
    if damage is not None:
        path.write_text(damage)
    other.change(ui_scale=1.25)
    kept = SettingsFile(path).load()
    assert (kept.language, kept.sound_on, kept.ui_scale) == (Language.CHINESE, False, 1.25)
    assert (one.now.sound_on, other.now.language) == (True, Language.ENGLISH), "each shows what it showed"


def test_settings_that_cannot_be_saved_are_told_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    told: list[Problem] = []
    preferences = Preferences(Settings(), SettingsFile(blocked / "settings.json"))
    preferences.on_failure = told.append
    preferences.change(sound_on=False)
    preferences.change(sound_on=True)
    assert len(told) == 1
    assert str(blocked) in str(told[0])


def test_the_map_is_written_whole_and_only_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "map.json"
    monkeypatch.setenv("CLEVERGO_UI_MAP", str(path))
    services = make_services()
    window = Window((1000, 700), lambda size: Stage(services.preferences, services.audio, size, [SceneName.PLAY]))
    window.stage.furnish(services, {SceneName.PLAY: PlayScene})
    run_frames(window, 3)
    pygame.display.quit()
    seen = json.loads(path.read_text(encoding="utf-8"))
    assert seen["scene"] == "play"
    assert [entry.name for entry in tmp_path.iterdir()] == ["map.json"]


# --- the whole program ---------------------------------------------------------------------------------


def test_the_program_starts_with_a_picture_and_ends_everything(tmp_path: Path) -> None:
    program = Program(Paths(tmp_path / "data 数据"))
    assert isinstance(program.window.stage.scene, BootScene)
    assert program.load()
    assert isinstance(program.window.stage.scene, PlayScene)
    click_on(program.window.stage, "nav.train")
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    program.window.run()
    program.close()
    for thread in threading.enumerate():
        if thread.name == "audio":  # it may be looking for a device still, and shuts it then
            thread.join()
    assert not pygame.display.get_init()
    assert pygame.mixer.get_init() is None
    assert SettingsFile((Paths(tmp_path / "data 数据")).settings).load().last_scene is SceneName.TRAIN


def test_a_data_folder_that_cannot_be_written_is_told_in_the_window(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    program = Program(Paths(blocked / "data"))
    assert not program.load()
    said = " ".join(drawn.text for drawn in texts_of(program.window.stage))
    assert "--data-dir" in said
    program.close()


def test_the_first_picture_waits_for_none_of_the_heavy_libraries(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from clevergo.app.desk.paths import Paths
from clevergo.ui.shell.launch import Program
from clevergo.ui.shell.leaving import LeaveDialog
program = Program(Paths(Path({str(tmp_path)!r})))
print(sorted({{"numba", "scipy", "paddle"}} & set(sys.modules)))
program.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stdout.strip().splitlines()[-1:] == ["[]"], done.stderr


def test_a_scene_that_is_wanted_before_the_app_is_there_comes_when_it_is() -> None:
    services = make_services()
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    stage = Stage(services.preferences, Audio(), (1000, 700), [SceneName.PLAY, SceneName.TRAIN])
    stage.show(BootScene(square(9)))
    stage.go_to(SceneName.TRAIN)
    assert isinstance(stage.scene, BootScene)

    class Other(PlayScene):
        name = SceneName.TRAIN

    stage.furnish(services, {SceneName.PLAY: PlayScene, SceneName.TRAIN: Other})
    assert isinstance(stage.scene, Other)
    assert isinstance(fake_match(services), FakeMatch)


class Noting(Page):
    """Notes what it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[object] = []

    def entered(self, visit: Visit | None) -> None:
        self.heard.append(visit)

    def left(self) -> None:
        self.heard.append("left")


def test_a_page_hears_once_that_it_is_shown_and_once_that_another_is(services: Services) -> None:
    stage, first, other, visit = make_stage(services), Noting(), Noting(), Visit(dog="wangwang")
    stage.show(first, visit)
    stage.show(other)
    assert first.heard == [visit, "left"]
    assert other.heard == [None]


def test_a_kennel_that_cannot_be_opened_is_told_in_the_window(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data")
    paths.prepare()
    paths.database.write_bytes(b"rubbish" * 1000)
    program = Program(paths)
    assert not program.load()
    stage = program.window.stage
    assert "data/kennel.sqlite3" in "".join(drawn.text for drawn in texts_of(stage)).replace(" ", "")
    stage.update(0.1)
    click_on(stage, "nav.train")  # leads nowhere, and nothing fails
    assert isinstance(stage.scene, BootScene)
    program.close()


def test_a_scene_that_cannot_be_made_is_told_and_leaves_the_one_that_is_shown() -> None:
    services = make_services()
    stage = make_stage(services)

    class Broken(PlayScene):
        name = SceneName.TRAIN

        def __init__(self, services: Services) -> None:
            raise AppError("name_empty")

    stage.furnish(services, {SceneName.PLAY: PlayScene, SceneName.TRAIN: Broken})
    shown = stage.scene
    stage.go_to(SceneName.TRAIN)
    assert stage.scene is shown
    assert [tab.name for tab in stage.bar.tabs if tab.is_current] == [SceneName.PLAY]
    assert any(Strings().said(kindly(Problem("name_empty"))) == drawn.text for drawn in texts_of(stage))
    assert services.preferences.now.last_scene is SceneName.PLAY
