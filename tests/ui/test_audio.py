"""Sounds: there with a device, silent without one, never an error."""

from __future__ import annotations

import itertools
import logging
import os
import shutil
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from clevergo.ui.kit.assets import ASSETS
from clevergo.ui.shell.audio import Audio, Sound


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sounds."""
    shutil.copytree(ASSETS / "sounds", tmp_path / "sounds")
    return tmp_path


@pytest.fixture(autouse=True)
def _closed_device() -> Iterator[None]:
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


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


def test_a_window_closed_while_its_device_is_looked_for_gives_it_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audio = Audio(folder=folder)
    begin = pygame.mixer.init

    def begin_late(**options: Any) -> None:
        audio.close()
        begin(**options)

    monkeypatch.setattr(pygame.mixer, "init", begin_late)
    audio.open()
    assert pygame.mixer.get_init() is None
    assert not audio.is_open


def test_a_machine_without_sound_gets_silence_and_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(**_options: int) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
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


def test_a_driver_that_another_library_has_named_and_nobody_has_is_passed_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As PettingZoo does, which names OSS to SDL wherever it is imported."""
    asked: list[str | None] = []
    init = pygame.mixer.init

    def note(**options: Any) -> None:
        asked.append(os.environ.get("SDL_AUDIODRIVER"))
        if asked[-1] is None:  # what SDL would choose where there is a device
            monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        init(**options)

    monkeypatch.setattr(pygame.mixer, "init", note)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dsp")
    audio = Audio(folder=folder)
    audio.open()
    assert audio.is_open
    assert asked == ["dsp", None]
    assert os.environ["SDL_AUDIODRIVER"] == "dsp", "the programs it starts find what there was"
    audio.close()
