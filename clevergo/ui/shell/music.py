"""The music: which pieces there are, which is heard, and which comes next.

Pieces that ship with the program lie in ``assets/music``; whatever a person puts into the folder ``music`` among their
data joins them.
"""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Sequence
from pathlib import Path

import pygame

from clevergo.app.desk.settings import MusicOrder
from clevergo.ui.kit.assets import ASSETS
from clevergo.ui.kit.look import Words
from clevergo.ui.strings import Wording

logger = logging.getLogger(__name__)

SHIPPED_MUSIC = ASSETS / "music"
"""The program's own pieces, ``NUMBER_NAME.ogg``; a row ``music.NAME`` of the catalogs says what each is called."""
_ENDINGS = frozenset({".mp3", ".ogg", ".wav", ".flac"})
_MOST_PIECES = 1_000
"""A person who has more songs than this hears the first of them."""


def piece_words(piece: Path) -> Words:
    """What a piece is called: the program's own in the window's language, a person's by its file's name."""
    named = _as_text(piece.stem)
    if piece.parent == SHIPPED_MUSIC:
        row = Wording(f"music.{piece.stem.partition('_')[2]}")
        return lambda s: s.get(row) if s.has(row.key) else named
    return named


def _as_text(name: str) -> str:
    """A file's name need not be text: a song's from an old archive, say, which could neither be shown nor saved."""
    return os.fsencode(name).decode("utf-8", "replace")


class Music:
    """Plays one piece after another while it is on. Nothing sounds before :meth:`begin`."""

    def __init__(
        self,
        folders: Sequence[Path] = (SHIPPED_MUSIC,),
        volume: float = 0.4,
        order: MusicOrder = MusicOrder.ORDER,
        piece: str = "",
        rng: random.Random | None = None,
    ) -> None:
        """``piece``: the name of the file to begin with, empty for the first; ``volume``: 0 to 1, 0 is off."""
        self._folders = tuple(folders)
        self.volume = volume
        """0 is off; :meth:`set_volume` changes it."""
        self.order = order
        """What comes after a piece; may be set at any time."""
        self.pieces: tuple[Path, ...] = ()
        """What there is, as at the latest look; what could not be played is left out."""
        self.chosen = piece
        """The file name of what is heard, or was last; empty before the first."""
        self._rng = rng or random.Random()
        self._unplayable: set[Path] = set()
        self._not_yet: list[Path] = []
        """In random order: those that have not had their turn."""
        self._has_device = False
        self._has_begun = False
        self._is_paused = False
        self.look()

    # --- what there is --------------------------------------------------------------------------------------

    def look(self) -> None:
        """See what lies in the folders now."""
        found: list[Path] = []
        for folder in self._folders:
            try:
                found += sorted(path for path in folder.iterdir() if path.suffix.lower() in _ENDINGS)
            except OSError:  # there is none
                continue
        by_name = {path.name: path for path in found if path not in self._unplayable}  # a person's own wins
        self.pieces = tuple(by_name.values())[:_MOST_PIECES]

    @property
    def current(self) -> Path | None:
        """The piece that is heard, or would be; None where there are none."""
        named = (piece for piece in self.pieces if _as_text(piece.name) == self.chosen)
        return next(named, self.pieces[0] if self.pieces else None)

    @property
    def is_on(self) -> bool:
        """Whether it is to be heard."""
        return self.volume > 0

    # --- what a person does ---------------------------------------------------------------------------------

    def set_volume(self, volume: float) -> None:
        """Takes effect at once; 0 stops the piece where it is, and it goes on there."""
        was_on, self.volume = self.is_on, volume
        if not self._has_device:
            return
        pygame.mixer.music.set_volume(volume)
        if was_on and not self.is_on and self._has_begun:
            pygame.mixer.music.pause()
            self._is_paused = True
        elif self.is_on and not was_on:
            self.look()
            self.update()

    def choose(self, piece: Path) -> None:
        """Play this one, from its beginning."""
        self.chosen = _as_text(piece.name)
        if piece in self._not_yet:
            self._not_yet.remove(piece)
        self._has_begun = False
        if self._has_device:
            pygame.mixer.music.stop()
            self.update()

    def skip(self, steps: int = 1) -> None:
        """On to the next piece, or back with -1; in random order on to any other."""
        is_random = steps > 0 and self.order is MusicOrder.RANDOM
        piece = self._any_other() if is_random else self._beside(steps)
        if piece is not None:
            self.choose(piece)

    # --- what comes next ------------------------------------------------------------------------------------

    def _beside(self, steps: int) -> Path | None:
        if self.current is None:
            return None
        return self.pieces[(self.pieces.index(self.current) + steps) % len(self.pieces)]

    def _any_other(self) -> Path | None:
        """In random order all have their turn before one comes again, and none twice in a row."""
        self._not_yet = [piece for piece in self._not_yet if piece in self.pieces and piece != self.current]
        if not self._not_yet:
            self._not_yet = [piece for piece in self.pieces if piece != self.current]
            self._rng.shuffle(self._not_yet)
        return self._not_yet.pop() if self._not_yet else self.current

    def _after_this(self) -> Path | None:
        if self.order is MusicOrder.ONE:
            return self.current
        return self._any_other() if self.order is MusicOrder.RANDOM else self._beside(1)

    # --- the device -----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """There is a sound device now."""
        self._has_device = True
        pygame.mixer.music.set_volume(self.volume)

    def end(self) -> None:
        """The sound device is given back."""
        self._has_device = self._has_begun = self._is_paused = False

    def update(self) -> None:
        """Begin, go on, or play the next piece when one has ended; cheap enough for every frame."""
        if not self._has_device or not self.is_on or not self.pieces:
            return
        if self._has_begun and self._is_paused:
            pygame.mixer.music.unpause()
            self._is_paused = False
        elif self._has_begun and pygame.mixer.music.get_busy():
            return
        elif self._has_begun:
            self._play(self._after_this())
        else:
            self._play(self.current)

    def _play(self, piece: Path | None) -> None:
        if piece is None:
            return
        self.chosen, self._is_paused = _as_text(piece.name), False
        try:
            pygame.mixer.music.load(piece)
            pygame.mixer.music.play()
            self._has_begun = True
        except (OSError, pygame.error) as error:
            logger.warning("%s cannot be played: %s", piece, error)
            following = self._beside(1)
            self._unplayable.add(piece)
            self.look()
            self._has_begun = False
            self.chosen = _as_text(following.name) if following is not None else ""
