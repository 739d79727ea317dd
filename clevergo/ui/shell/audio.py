"""Sounds and music. A machine without a sound device hears nothing and loses nothing."""

from __future__ import annotations

import contextlib
import enum
import functools
import logging
import os
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pygame

from clevergo.ui.kit.assets import ASSETS
from clevergo.ui.shell.music import Music

logger = logging.getLogger(__name__)

_DRIVER = "SDL_AUDIODRIVER"
"""The variable by which SDL is told how to reach the sound device."""


class Sound(enum.Enum):
    """What can be heard; the value is the start of the file's name, variants are numbered."""

    STONE = "stone"
    CAPTURE = "capture"
    BUTTON = "button"
    REFUSED = "refused"
    RIGHT = "right"
    TICK = "tick"
    LAST_TICK = "last_tick"
    WIN = "win"
    LOSE = "lose"


@contextlib.contextmanager
def _quiet_drivers() -> Iterator[None]:
    """Keep the dozen lines that ALSA writes past Python when there is no device off the terminal."""
    try:
        kept = os.dup(2)
    except OSError:  # no terminal at all
        yield
        return
    silence = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(silence, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(silence)
        os.close(kept)


@contextlib.contextmanager
def _unnamed_driver() -> Iterator[None]:
    """Let SDL choose how to reach the sound device, whatever the environment says."""
    named = os.environ.pop(_DRIVER, None)
    try:
        yield
    finally:
        if named is not None:
            os.environ[_DRIVER] = named


def _open_device() -> None:
    """Open the sound device, as the environment says or otherwise; pygame.error where there is none.

    The environment may be wrong: PettingZoo, where it is imported, names a driver that few machines have.
    """
    open_it = functools.partial(pygame.mixer.init, frequency=44_100, channels=2, buffer=512)
    try:
        open_it()
    except pygame.error:
        if not os.environ.get(_DRIVER):
            raise
        with _unnamed_driver():
            open_it()


class Audio:
    """The window's sounds, and its music.

    Nothing touches the sound device before :meth:`open`, which may take a third of a second: call it after the
    first frame. Volumes are 0 to 1.
    """

    def __init__(self, sounds: float = 0.7, folder: Path = ASSETS, music: Music | None = None) -> None:
        """``folder`` holds ``sounds``; ``music``: that of the program where none is given."""
        self._folder = folder
        self.sound_volume = sounds
        """Of stones and buttons; :meth:`set_volumes` changes both."""
        self.music = music if music is not None else Music()
        """Which pieces there are, and which is heard."""
        self.is_open = False
        """Whether there is a sound device."""
        self._was_tried = False
        self._was_closed = False
        self._turn = threading.Lock()  # of what changes with the device: it is opened in a thread of its own
        self._variants: dict[Sound, list[pygame.mixer.Sound]] = {}
        self._last: dict[Sound, pygame.mixer.Sound] = {}

    def open(self) -> None:
        """Look for a sound device, once."""
        if self._was_tried:
            return
        self._was_tried = True
        try:
            with _quiet_drivers():
                _open_device()
        except (pygame.error, NotImplementedError) as error:  # NotImplementedError: pygame was built without a mixer
            logger.info("no sound: %s", error)
            return
        with self._turn:
            if self._was_closed:  # the window was gone before its device came
                pygame.mixer.quit()
                return
            self._variants = {sound: self._load(sound) for sound in Sound}
            self.music.begin()
            self.is_open = True  # last: the window may already be asking, if this runs in a thread of its own
            self.set_volumes(self.sound_volume, self.music.volume)

    def _load(self, sound: Sound) -> list[pygame.mixer.Sound]:
        loaded = []
        for path in sorted((self._folder / "sounds").glob(f"{sound.value}*.wav")):
            try:
                loaded.append(pygame.mixer.Sound(path))
            except (OSError, pygame.error) as error:
                logger.warning("%s cannot be played: %s", path, error)
        return loaded

    def play(self, sound: Sound) -> None:
        """Let one variant of ``sound`` be heard, not the same twice in a row."""
        variants = self._variants.get(sound)
        if not variants or self.sound_volume <= 0:
            return
        others = [variant for variant in variants if variant is not self._last.get(sound)]
        chosen = self._last[sound] = random.choice(others or variants)
        chosen.play()

    def set_volumes(self, sounds: float, music: float) -> None:
        """Take effect at once; 0 is off."""
        self.sound_volume = sounds
        self.music.set_volume(music)
        for variants in self._variants.values() if self.is_open else ():
            for variant in variants:
                variant.set_volume(sounds)

    def update(self) -> None:
        """Keep the music going; cheap enough for every frame."""
        if self.is_open:
            self.music.update()

    def close(self) -> None:
        """Give the sound device back; one that is being looked for is given back as soon as it is there."""
        with self._turn:
            self._was_closed = True
            if self.is_open:
                self.is_open = False
                self.music.end()
                self._variants.clear()
                self._last.clear()
                pygame.mixer.quit()
