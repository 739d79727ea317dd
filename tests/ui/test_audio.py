"""Sounds: there with a device, silent without one, never an error."""

from __future__ import annotations

import itertools
import logging
import shutil
import wave
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from clevergo.ui.kit.assets import ASSETS
from clevergo.ui.shell.audio import Audio, Sound


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sounds, to which music can be added."""
    shutil.copytree(ASSETS / "sounds", tmp_path / "sounds")
    return tmp_path


@pytest.fixture(autouse=True)
def _closed_device() -> Iterator[None]:
    yield
    pygame.mixer.quit()


def put_music(folder: Path, *names: str) -> None:
    """Copy a short sound as music."""
    (folder / "musics").mkdir(exist_ok=True)
    for name in names:
        shutil.copyfile(ASSETS / "sounds" / "button.wav", folder / "musics" / name)


@pytest.mark.parametrize("sound", list(Sound), ids=lambda sound: sound.value)
def test_every_sound_has_a_short_16_bit_file(sound: Sound) -> None:
    files = sorted((ASSETS / "sounds").glob(f"{sound.value}*.wav"))
    assert files
    for path in files:
        with wave.open(str(path)) as file:
            assert file.getsampwidth() == 2
            assert 0.03 < file.getnframes() / file.getframerate() < 3


def test_nothing_is_opened_before_it_is_asked_for(folder: Path) -> None:
    audio = Audio(folder=folder)
    audio.play(Sound.STONE)
    audio.update()
    assert pygame.mixer.get_init() is None


def test_sounds_play_and_do_not_repeat_a_variant_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audio = Audio(folder=folder)
    audio.open()
    assert audio.is_open
    heard = []
    for _ in range(40):
        audio.play(Sound.STONE)
        heard.append(id(audio._last[Sound.STONE]))
    assert len(set(heard)) == 5
    assert all(first != second for first, second in itertools.pairwise(heard))
    audio.close()
    assert pygame.mixer.get_init() is None


def test_a_machine_without_sound_gets_silence_and_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    audio = Audio(folder=folder)
    with caplog.at_level(logging.INFO, logger="clevergo.ui.shell.audio"):
        audio.open()
        audio.open()
        for sound in Sound:
            audio.play(sound)
        audio.update()
        audio.set_volumes(1.0, 1.0)
        audio.close()
    assert not audio.is_open
    assert len([record for record in caplog.records if "no sound" in record.message]) == 1


def test_without_a_music_folder_there_is_no_music(folder: Path) -> None:
    assert Audio(folder=folder).music_files() == []


def test_music_is_found_by_its_ending_in_the_order_of_names(folder: Path) -> None:
    put_music(folder, "b 二.WAV", "a.mp3", "c.ogg", "notes.txt")
    assert [path.name for path in Audio(folder=folder).music_files()] == ["a.mp3", "b 二.WAV", "c.ogg"]


def test_music_plays_and_an_unplayable_file_is_left_out(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    put_music(folder, "good.wav")
    (folder / "musics" / "broken.mp3").write_bytes(b"not music")
    audio = Audio(folder=folder)
    audio.open()
    for _ in range(3):
        audio.update()
    assert pygame.mixer.music.get_busy()
    assert len([record for record in caplog.records if "broken.mp3" in record.message]) == 1


def test_music_that_is_added_later_is_played_once_the_volume_is_touched(folder: Path) -> None:
    audio = Audio(folder=folder)
    audio.open()
    audio.update()
    assert not pygame.mixer.music.get_busy()
    put_music(folder, "late.wav")
    audio.set_volumes(0.5, 0.5)
    audio.update()
    assert pygame.mixer.music.get_busy()
    audio.close()


def test_no_volume_means_no_music(folder: Path) -> None:
    put_music(folder, "good.wav")
    audio = Audio(music=0.0, folder=folder)
    audio.open()
    audio.update()
    assert not pygame.mixer.music.get_busy()
