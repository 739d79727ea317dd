"""Sounds and music. A machine without a sound device hears nothing and loses nothing."""

from __future__ import annotations

import contextlib
import enum
import logging
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pygame

from clevergo.ui.kit.assets import ASSETS

logger = logging.getLogger(__name__)

_MUSIC_ENDINGS = frozenset({".mp3", ".ogg", ".wav", ".flac"})


class Sound(enum.Enum):
    """What can be heard; the value is the start of the file's name, variants are numbered."""

    STONE = "stone"
    CAPTURE = "capture"
    BUTTON = "button"
    REFUSED = "refused"
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


class Audio:
    """The window's sounds, and the user's music from ``assets/musics`` if there is any.

    Nothing touches the sound device before :meth:`open`, which may take a third of a second: call it after the
    first frame. Volumes are 0 to 1.
    """

    def __init__(self, sounds: float = 0.7, music: float = 0.4, folder: Path = ASSETS) -> None:
        self._folder = folder
        self.sound_volume = sounds
        """Of stones and buttons; :meth:`set_volumes` changes both."""
        self.music_volume = music
        self.is_open = False
        """Whether there is a sound device."""
        self._was_tried = False
        self._variants: dict[Sound, list[pygame.mixer.Sound]] = {}
        self._last: dict[Sound, pygame.mixer.Sound] = {}
        self._playlist: list[Path] = []
        self._unplayable: set[Path] = set()

    def open(self) -> None:
        """Look for a sound device, once."""
        if self._was_tried:
            return
        self._was_tried = True
        try:
            with _quiet_drivers():
                pygame.mixer.init(frequency=44_100, channels=2, buffer=512)
        except (pygame.error, NotImplementedError) as error:  # NotImplementedError: pygame was built without a mixer
            logger.info("no sound: %s", error)
            return
        self._variants = {sound: self._load(sound) for sound in Sound}
        self._playlist = self.music_files()
        self.is_open = True  # last: the window may already be asking, if this runs in a thread of its own
        self.set_volumes(self.sound_volume, self.music_volume)

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
        self.sound_volume, self.music_volume = sounds, music
        if not self.is_open:
            return
        for variants in self._variants.values():
            for variant in variants:
                variant.set_volume(sounds)
        pygame.mixer.music.set_volume(music)
        if music <= 0:
            pygame.mixer.music.stop()
        else:  # what was put into the folder meanwhile is played too
            known = {*self._playlist, *self._unplayable}
            self._playlist += [path for path in self.music_files() if path not in known]

    def music_files(self) -> list[Path]:
        """The user's music, in the order of the names; none without the folder."""
        folder = self._folder / "musics"
        try:
            return sorted(path for path in folder.iterdir() if path.suffix.lower() in _MUSIC_ENDINGS)
        except OSError:
            return []

    def update(self) -> None:
        """Start the next piece when the last one has ended; cheap enough for every frame."""
        if not self.is_open or not self._playlist or self.music_volume <= 0 or pygame.mixer.music.get_busy():
            return
        path = self._playlist.pop(0)
        try:
            pygame.mixer.music.load(path)
            pygame.mixer.music.play()
        except (OSError, pygame.error) as error:
            logger.warning("%s cannot be played: %s", path, error)
            self._unplayable.add(path)
            return
        self._playlist.append(path)

    def close(self) -> None:
        """Give the sound device back."""
        if self.is_open:
            self.is_open = False
            self._variants.clear()
            self._last.clear()
            pygame.mixer.quit()
