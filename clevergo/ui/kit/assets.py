"""What the window loads from the assets folder, and its icon: fonts by logical size, kept once opened."""

from __future__ import annotations

import enum
from pathlib import Path

import pygame

from clevergo.app.desk.paths import SHIPPED
from clevergo.problem import ProblemError, cause_of

ASSETS = SHIPPED / "assets"
_PROBE_SIZE = 40
_MISSING = "\ufffe"
"""No letter at all: what is drawn for it is drawn for all that a font lacks."""
_LAST_MEASURED = "\uffff"
"""SDL measures single letters up to this one only."""
_SEAL = (184, 64, 42)
_PAPER = (252, 246, 236)


class AssetError(ProblemError):
    """A file the program was shipped with is not there or cannot be read; the message says which."""


class Face(enum.Enum):
    """A face of the window's one type family; the value is its file."""

    REGULAR = "NotoSansSC-Regular.otf"
    BOLD = "NotoSansSC-Bold.otf"
    MONO = "NotoSansMonoSC-Regular.otf"
    """Of code: every letter half as wide as a Chinese character, of which it has none."""


class Fonts:
    """The window's one type family, at any UI scale. Sizes are logical: 13 at a scale of 1.5 opens 20 pixels."""

    def __init__(self, scale: float = 1.0, folder: Path = ASSETS / "fonts") -> None:
        self._folder = folder
        self.scale = scale
        """Pixels for one logical unit."""
        self._opened: dict[tuple[int, Face, bool], pygame.font.Font] = {}
        self._known: set[str] = set()
        self._unknown: set[str] = set()
        self._missing: tuple[object, bytes] | None = None

    def set_scale(self, scale: float) -> None:
        """Text is rendered afresh at the new size, never stretched."""
        if scale != self.scale:
            self.scale = scale
            self._opened.clear()

    def get(self, size: float, bold: bool = False) -> pygame.font.Font:
        """The font at a logical ``size``."""
        return self.pixels(round(size * self.scale), bold)

    def pixels(self, size: int, bold: bool = False) -> pygame.font.Font:
        """The font at a size in pixels, for text that grows with what it stands on, such as a stone."""
        return self.face(size, Face.BOLD if bold else Face.REGULAR)

    def is_open(self, size: int, face: Face, is_slanted: bool = False) -> bool:
        """Whether a face has been used at a size in pixels: to open it takes some milliseconds."""
        return (max(6, size), face, is_slanted) in self._opened

    def face(self, size: int, face: Face, is_slanted: bool = False) -> pygame.font.Font:
        """A face at a size in pixels; slanted by computation, as the family has no italics."""
        key = max(6, size), face, is_slanted
        font = self._opened.get(key)
        if font is None:
            font = self._opened[key] = open_font(self._folder / face.value, key[0], is_slanted)
        return font

    def lacking(self, text: str) -> set[str]:
        """The letters of a text that the font has no picture of, such as emoji."""
        used = set(text)
        for letter in used - self._known - self._unknown:
            (self._known if self._has(letter) else self._unknown).add(letter)
        return used & self._unknown

    def _has(self, letter: str) -> bool:
        """Whether a letter looks otherwise than one that is surely missing; its measures alone tell of most."""
        font = self.pixels(_PROBE_SIZE)
        if self._missing is None:
            self._missing = font.metrics(_MISSING), _picture(font, _MISSING)
        measures, box = self._missing
        if letter <= _LAST_MEASURED and font.metrics(letter) != measures:
            return True
        return not font.size(letter)[0] or _picture(font, letter) != box


def open_font(path: Path, size: int, is_slanted: bool = False) -> pygame.font.Font:
    """A font of a size in pixels, from its file.

    Raises:
        AssetError: it cannot be read.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    try:
        font = pygame.font.Font(path, size)
    except (OSError, pygame.error) as error:
        raise AssetError("asset", path=path, cause=cause_of(error)) from error
    font.italic = is_slanted
    return font


def _picture(font: pygame.font.Font, letter: str) -> bytes:
    return pygame.image.tobytes(font.render(letter, False, _SEAL, _PAPER), "RGB")


def window_icon(fonts: Fonts, size: int = 64) -> pygame.Surface:
    """The seal 巧 in vermilion, ``size`` pixels a side, drawn large and averaged down."""
    large = size * 4
    icon = pygame.Surface((large, large), pygame.SRCALPHA)
    pygame.draw.rect(icon, _SEAL, icon.get_rect(), border_radius=large // 5)
    letter = fonts.pixels(int(large * 0.72), bold=True).render("巧", True, _PAPER)
    # The line box is taller than the character: center what was inked.
    inked = letter.get_bounding_rect()
    icon.blit(letter, ((large - inked.width) // 2 - inked.x, (large - inked.height) // 2 - inked.y))
    return pygame.transform.smoothscale(icon, (size, size))
