"""Music: the pieces are sound, come in the wished order, and are chosen, skipped and silenced from a card."""

from __future__ import annotations

import itertools
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from clevergo.app.desk.settings import MusicOrder, SceneName, Settings, SettingsFile
from clevergo.locale import Language, catalog, languages
from clevergo.ui.kit.assets import ASSETS
from clevergo.ui.kit.look import say
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell import listening
from clevergo.ui.shell.audio import Audio
from clevergo.ui.shell.listening import MusicPanel
from clevergo.ui.shell.music import SHIPPED_MUSIC, Music, piece_words
from clevergo.ui.shell.scene import Preferences
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import Strings
from tests.ui.fakes import click, click_on, draw, make_services, make_stage, press_key

NAMES = ("a.mp3", "b 二.WAV", "c.ogg", "d.flac")
SHIPPED = sorted(SHIPPED_MUSIC.glob("*.ogg"))


class Device:
    """A sound device that plays nothing, and whose pieces end when they are told to."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.is_busy = self.is_paused = False
        self.volume = 1.0
        self._loaded = ""

    def load(self, path: Path) -> None:
        if "broken" in path.name:
            raise pygame.error("not music")
        self._loaded = path.name

    def play(self) -> None:
        self.heard.append(self._loaded)
        self.is_busy, self.is_paused = True, False

    def pause(self) -> None:
        self.is_paused = True

    def unpause(self) -> None:
        self.is_paused = False

    def stop(self) -> None:
        self.is_busy = False

    def get_busy(self) -> bool:
        return self.is_busy and not self.is_paused

    def set_volume(self, volume: float) -> None:
        self.volume = volume


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Device:
    device = Device()
    monkeypatch.setattr(pygame.mixer, "music", device)
    return device


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    put(tmp_path, *NAMES, "notes.txt")
    return tmp_path


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_bytes(b"")


def playing(folder: Path, order: MusicOrder = MusicOrder.ORDER, piece: str = "") -> Music:
    music = Music([folder, folder / "none"], 0.5, order, piece, random.Random(3))
    music.begin()
    music.update()
    return music


def heard_on(music: Music, device: Device, count: int) -> list[str]:
    """The next so many pieces, each let end."""
    for _ in range(count):
        device.is_busy = False
        music.update()
    return device.heard[-count:]


# --- the pieces -----------------------------------------------------------------------------------------------


@pytest.fixture
def _mixer() -> Iterator[None]:
    pygame.mixer.init(44_100, channels=2)
    yield
    pygame.mixer.quit()


def test_a_few_pieces_ship_and_are_small() -> None:
    assert len(SHIPPED) >= 3
    assert sum(path.stat().st_size for path in SHIPPED) < 3_000_000


@pytest.mark.usefixtures("_mixer")
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_piece_is_quiet_whole_and_ends_as_it_begins_in_silence(path: Path) -> None:
    samples = pygame.sndarray.array(pygame.mixer.Sound(path)).astype(float) / 32768
    assert 40 < len(samples) / 44_100 < 150
    assert np.abs(samples).max() < 0.6, "nothing is clipped"
    level = 20 * np.log10(np.sqrt((samples**2).mean()))
    assert -30 < level < -20
    assert np.abs(samples.mean(axis=0)).max() < 0.001
    for edge in (samples[:200], samples[-4_000:]):
        assert np.abs(edge).max() < 0.002, "it can be repeated without a click"
    seconds = np.sqrt((samples[: len(samples) // 44_100 * 44_100].reshape(-1, 44_100, 2) ** 2).mean(axis=(1, 2)))
    assert (seconds[2:-5] > 0.002).all(), "no hole in the middle"
    assert np.abs(np.diff(samples, axis=0)).max() < 0.15, "no crackle"


@pytest.mark.parametrize("language", languages(), ids=str)
def test_every_piece_has_a_name_of_its_own_in_every_language(language: Language) -> None:
    rows = [f"music.{path.stem.partition('_')[2]}" for path in SHIPPED]
    assert all(row in catalog(language) for row in rows)
    assert len({say(Strings(language), piece_words(path)) for path in SHIPPED}) == len(SHIPPED)


def test_a_persons_own_is_called_as_its_file(folder: Path) -> None:
    assert say(Strings(), piece_words(folder / "b 二.WAV")) == "b 二"


# --- what comes next ------------------------------------------------------------------------------------------


def test_pieces_are_found_by_their_endings_in_the_order_of_folders_and_names(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    put(own, "0.ogg")
    assert [piece.name for piece in Music([folder, own]).pieces] == [*NAMES, "0.ogg"]
    assert Music([tmp_path / "none"]).pieces == ()


def test_nothing_is_heard_before_there_is_a_device_nor_where_there_are_no_pieces(
    folder: Path, device: Device, tmp_path: Path
) -> None:
    music = Music([folder])
    music.update()
    music.choose(music.pieces[1])
    playing(tmp_path / "none").skip()
    assert device.heard == []


def test_in_order_one_follows_another_and_then_the_first(folder: Path, device: Device) -> None:
    music = playing(folder)
    assert [*device.heard, *heard_on(music, device, 4)] == [*NAMES, NAMES[0]]


def test_one_is_heard_again_and_again(folder: Path, device: Device) -> None:
    music = playing(folder, MusicOrder.ONE, "c.ogg")
    assert [*device.heard, *heard_on(music, device, 3)] == ["c.ogg"] * 4
    music.skip()
    assert [device.heard[-1], *heard_on(music, device, 2)] == ["d.flac"] * 3


def test_in_random_order_all_have_their_turn_and_none_comes_twice_in_a_row(folder: Path, device: Device) -> None:
    music = playing(folder, MusicOrder.RANDOM)
    heard = [*device.heard, *heard_on(music, device, 40)]
    assert all(first != second for first, second in itertools.pairwise(heard))
    assert {heard.count(name) for name in NAMES} <= {9, 10, 11, 12}
    assert len({tuple(heard[k : k + 3]) for k in range(1, 40, 3)}) > 2


def test_a_single_piece_is_repeated_in_every_order(tmp_path: Path, device: Device) -> None:
    put(tmp_path, "only.ogg")
    for order in MusicOrder:
        music = playing(tmp_path, order)
        music.skip()
        assert heard_on(music, device, 2) == ["only.ogg"] * 2


def test_next_and_back_go_round(folder: Path, device: Device) -> None:
    music = playing(folder)
    for steps in (1, 1, -1, -1, -1):
        music.skip(steps)
    assert device.heard == ["a.mp3", "b 二.WAV", "c.ogg", "b 二.WAV", "a.mp3", "d.flac"]


def test_what_cannot_be_played_is_left_out(folder: Path, device: Device) -> None:
    put(folder, "a broken.ogg")
    music = playing(folder)
    assert device.heard == []
    music.update()
    heard_on(music, device, 4)
    assert device.heard == [*NAMES, NAMES[0]]
    assert "a broken.ogg" not in [piece.name for piece in music.pieces]


def test_switched_off_it_stops_and_goes_on_where_it_was(folder: Path, device: Device) -> None:
    music = playing(folder)
    music.set_volume(0.0)
    assert device.is_paused
    music.update()
    assert device.is_paused
    put(folder, "e.ogg")
    music.set_volume(0.3)
    assert (device.is_paused, device.heard, device.volume) == (False, ["a.mp3"], 0.3)
    assert [piece.name for piece in music.pieces] == [*NAMES, "e.ogg"]


def test_a_piece_that_is_gone_gives_way_to_the_first(folder: Path, device: Device) -> None:
    music = playing(folder, piece="gone.ogg")
    assert device.heard == ["a.mp3"]
    (folder / "a.mp3").unlink()
    music.look()
    assert heard_on(music, device, 1) == ["c.ogg"]


# --- the card -------------------------------------------------------------------------------------------------


def stage_with(folder: Path, language: Language = Language.ENGLISH) -> Stage:
    services = make_services(language)
    music = Music([folder])
    music.begin()
    services = replace(services, audio=Audio(music=music), data_folder=folder / "data")
    stage = make_stage(services)
    stage.furnish(services, {SceneName.PLAY: PlayScene})
    stage.audio.is_open = True
    return stage


@pytest.fixture
def stage(folder: Path, device: Device) -> Stage:
    stage = stage_with(folder)
    click_on(stage, "nav.music")
    assert isinstance(stage.popups[-1], MusicPanel)
    return stage


def texts(stage: Stage) -> list[str]:
    return [drawn.text for drawn in texts_of(stage)]


def test_pieces_stand_there_by_name_and_the_one_that_is_clicked_is_heard(stage: Stage, device: Device) -> None:
    assert {"a", "b 二", "c", "d"} <= set(texts(stage))
    assert not stage.preferences.now.music_on, "a program is silent until it is asked to sing"
    click_on(stage, "music.piece.2")
    assert device.heard == ["c.ogg"]
    stage.update(0.1)
    assert (stage.preferences.now.music_on, stage.preferences.now.music_piece) == (True, "c.ogg")


def test_the_note_that_opened_it_closes_it(stage: Stage, device: Device) -> None:
    note = next(widget for widget in stage.bar.walk() if widget.id == "nav.music")
    click(stage, note.rect.center)
    assert stage.popups, "a double-click opens it once"
    stage.clock = itertools.count(1e9, 10.0).__next__
    click(stage, note.rect.center)
    assert not stage.popups
    click(stage, note.rect.center)
    assert isinstance(stage.popups[-1], MusicPanel)
    click(stage, (5, stage.rect.height - 5))
    assert not stage.popups


def test_its_switch_is_apart_from_that_of_the_sounds(stage: Stage, device: Device) -> None:
    click_on(stage, "music.on")
    assert device.heard == ["a.mp3"]
    press_key(stage, pygame.K_ESCAPE)
    press_key(stage, pygame.K_m)
    assert not stage.preferences.now.sound_on
    assert device.get_busy()
    assert (stage.audio.sound_volume, stage.audio.music.volume) == (0.0, 0.4)
    click_on(stage, "nav.music")
    click_on(stage, "music.on")
    assert device.is_paused
    press_key(stage, pygame.K_ESCAPE)
    click_on(stage, "nav.sound")
    assert (stage.audio.sound_volume, stage.audio.music.volume) == (0.7, 0.0)


def test_next_order_and_volume_are_said_and_remembered(stage: Stage, device: Device) -> None:
    click_on(stage, "music.on")
    click_on(stage, "music.next")
    click_on(stage, "music.next")
    click_on(stage, "music.back")
    assert device.heard == ["a.mp3", "b 二.WAV", "c.ogg", "b 二.WAV"]
    for order in MusicOrder:
        click_on(stage, f"music.order.{order.value}")
        assert stage.preferences.now.music_order is stage.audio.music.order is order
    rect = next(mark.rect for mark in stage.clickable() if mark.id == "music.volume")
    click(stage, (rect.right - 2, rect.centery))
    assert device.volume == stage.preferences.now.music_volume == 1.0


def test_what_is_heard_is_told_by_the_tip_and_marked_as_the_pieces_change(stage: Stage, device: Device) -> None:
    click_on(stage, "music.on")
    note = next(widget for widget in stage.bar.walk() if widget.id == "nav.music")
    assert stage.look.say(note.tip) == "Music: a"
    before = pygame.surfarray.array3d(drawn(stage))
    device.is_busy = False
    stage.audio.update()
    stage.update(0.1)
    assert stage.look.say(note.tip) == "Music: b 二"
    assert (pygame.surfarray.array3d(drawn(stage)) != before).any()


def drawn(stage: Stage) -> pygame.Surface:
    surface = pygame.Surface(stage.rect.size)
    stage.draw(surface, stage.look)
    return surface


def test_the_folder_for_ones_own_is_made_and_shown(stage: Stage, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(listening, "show_folder", shown.append)
    click_on(stage, "music.folder")
    assert shown == [folder / "data" / "music"]
    assert shown[0].is_dir()


def test_without_pieces_the_card_says_so(tmp_path: Path, device: Device) -> None:
    stage = stage_with(tmp_path / "none", Language.CHINESE)
    click_on(stage, "nav.music")
    assert "这里还没有音乐" in texts(stage)


def test_a_choice_lasts_until_the_next_start(folder: Path, device: Device) -> None:
    stage = stage_with(folder)
    click_on(stage, "nav.music")
    click_on(stage, "music.piece.1")
    stage.update(0.1)
    kept = Preferences(stage.preferences.now).now
    again = Music([folder], kept.music_volume, kept.music_order, kept.music_piece)
    assert again.current == folder / "b 二.WAV"


def test_the_sounds_of_the_program_are_no_music() -> None:
    assert {path.parent for path in Music().pieces} == {ASSETS / "music"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no file names that are no text")
def test_a_name_that_is_no_text_is_shown_as_far_as_it_can_be_and_kept(folder: Path, device: Device) -> None:
    (folder / os.fsdecode(b"\xb9\xc5\xc7\xd9.wav")).write_bytes(b"")
    piece = Music([folder]).pieces[-1]
    stage = stage_with(folder)
    assert stage.look.say(piece_words(piece)) == "\ufffd" * 4
    stage.audio.music.choose(piece)
    click_on(stage, "nav.music")
    draw(stage)
    preferences = Preferences(Settings(), SettingsFile(folder / "settings.json"))
    preferences.change(music_piece=stage.audio.music.chosen)
    kept = SettingsFile(folder / "settings.json").load()
    assert Music([folder], piece=kept.music_piece).current == piece
