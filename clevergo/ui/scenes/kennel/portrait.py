"""Every dog has a face of its own, kept when it is renamed: fur, ears, patches, eyes, collar. No picture files."""

from __future__ import annotations

import enum
import hashlib
import math
from dataclasses import dataclass

import numpy as np
import pygame
from pygame import Surface

from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import Rgb, mix

_FACTOR = 4
"""Drawn so many times larger, then scaled down: smooth edges."""

_FURS: tuple[tuple[Rgb, Rgb], ...] = (
    ((52, 49, 47), (92, 85, 79)),  # black
    ((236, 229, 216), (252, 249, 243)),  # white
    ((196, 140, 84), (243, 226, 200)),  # tan
    ((142, 94, 58), (222, 190, 154)),  # chestnut
    ((226, 188, 134), (252, 240, 220)),  # cream
    ((128, 128, 132), (222, 221, 218)),  # gray
    ((178, 104, 60), (248, 236, 220)),  # fox
    ((94, 72, 60), (190, 158, 130)),  # cocoa
)
"""Fur and muzzle."""
_PATCHES: tuple[Rgb, ...] = ((66, 56, 50), (150, 98, 58), (246, 240, 230), (112, 108, 106))
_COLLARS: tuple[Rgb, ...] = ((184, 64, 42), (63, 125, 106), (190, 143, 48), (70, 98, 140), (132, 84, 128))
_GROUNDS: tuple[Rgb, ...] = ((240, 214, 160), (206, 224, 208), (240, 204, 188), (208, 216, 232), (230, 218, 196))
_INK: Rgb = (38, 32, 30)
_TONGUE: Rgb = (222, 118, 112)
_SHINE: Rgb = (255, 255, 255)
_DARK_FUR = 260
"""Sum of the three colors below which an eye would be lost in it."""
_DIMMED = 192
"""How much is left of 255 of a face without colors: by night it would be the brightest otherwise."""
_PUPS_EYES = 0.45
"""By which part of their size a newborn's eyes are larger."""


class Ears(enum.Enum):
    """What its ears are like."""

    UP = "up"
    DOWN = "down"
    HALF = "half"
    LONG = "long"


class Patch(enum.Enum):
    """Where its fur has another color."""

    NONE = "none"
    LEFT = "left"
    RIGHT = "right"
    BLAZE = "blaze"


@dataclass(frozen=True)
class Face:
    """What makes a dog's face."""

    fur: Rgb
    muzzle: Rgb
    ears: Ears
    ear_color: Rgb
    patch: Patch
    patch_color: Rgb
    collar: Rgb
    ground: Rgb
    eyes: float
    """Distance between the eyes, share of the face."""
    has_tongue: bool
    has_brows: bool


def face_of(name: str) -> Face:
    """The face that goes with a text (:attr:`Dog.face`): always the same one."""
    seed = int.from_bytes(hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()[:8], "little")
    rng = np.random.default_rng(seed)

    def one_of(choices: int) -> int:
        return int(rng.integers(choices))

    fur, muzzle = _FURS[one_of(len(_FURS))]
    patches = [color for color in _PATCHES if sum(abs(a - b) for a, b in zip(color, fur, strict=True)) > 150]
    ear = patches[one_of(len(patches))] if rng.random() < 0.35 else mix(fur, _INK, 0.22)
    return Face(
        fur=fur,
        muzzle=muzzle,
        ears=list(Ears)[one_of(len(Ears))],
        ear_color=ear,
        patch=list(Patch)[one_of(len(Patch))],
        patch_color=patches[one_of(len(patches))],
        collar=_COLLARS[one_of(len(_COLLARS))],
        ground=_GROUNDS[one_of(len(_GROUNDS))],
        eyes=float(rng.uniform(0.30, 0.37)),
        has_tongue=bool(rng.random() < 0.45),
        has_brows=bool(rng.random() < 0.4),
    )


def kept_face(look: Look, seed: str, diameter: int, is_pale: bool = False, growth: float = 1.0) -> Surface:
    """The face that goes with a name, drawn once (:func:`draw_face`)."""
    key = ("dog face", seed, diameter, is_pale, round(growth, 2))
    return look.kept(key, lambda: draw_face(face_of(seed), diameter, look.palette.is_dark, is_pale, growth))


def gray_face(look: Look, seed: str, diameter: int, growth: float = 1.0) -> Surface:
    """The same without its colors and a little dimmed, every line still clear: of a dog one has not come to yet."""

    def dimmed() -> Surface:
        picture = pygame.transform.grayscale(kept_face(look, seed, diameter, growth=growth))
        picture.fill((255, 255, 255, _DIMMED), special_flags=pygame.BLEND_RGBA_MULT)
        return picture

    return look.kept(("gray dog face", seed, diameter, round(growth, 2)), dimmed)


def draw_face(face: Face, diameter: int, is_dark: bool = False, is_pale: bool = False, growth: float = 1.0) -> Surface:
    """The face on a round ground of ``diameter`` pixels; pale for a dog that rests.

    ``growth``: how grown up it is, 1, or less; a newborn's eyes, 0, are closed, a pup's are large.
    """
    side = diameter * _FACTOR
    picture = Surface((side, side), pygame.SRCALPHA)
    # White where nothing is drawn: what is transparent still counts when the picture is scaled down.
    picture.fill((255, 255, 255, 0))
    ground = mix(face.ground, (30, 31, 35), 0.45) if is_dark else face.ground
    pygame.draw.circle(picture, ground, (side / 2, side / 2), side / 2)
    _Brush(picture, face, growth).draw()
    mask = Surface((side, side), pygame.SRCALPHA)
    mask.fill((255, 255, 255, 0))
    pygame.draw.circle(mask, (255, 255, 255, 120 if is_pale else 255), (side / 2, side / 2), side / 2)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return pygame.transform.smoothscale(picture, (diameter, diameter))


class _Brush:
    """Draws on a square whose sides go from 0 to 1; what is said of the left is done at the right too."""

    def __init__(self, surface: Surface, face: Face, growth: float) -> None:
        self._growth = growth
        self._surface = surface
        self._side = surface.get_width()
        self._face = face

    def draw(self) -> None:
        """From the back to the front."""
        face = self._face
        self._chest()
        if face.ears is Ears.UP:
            self._ears()
        self._oval(0.5, 0.55, 0.62, 0.60, face.fur)
        self._oval(0.5, 0.66, 0.60, 0.40, face.fur)
        self._patches()
        self._oval(0.5, 0.71, 0.36, 0.28, face.muzzle)
        if face.ears is not Ears.UP:
            self._ears()
        self._eyes()
        self._nose()

    def _chest(self) -> None:
        face = self._face
        self._oval(0.5, 1.02, 0.62, 0.46, mix(face.fur, _INK, 0.12))
        self._oval(0.5, 0.90, 0.46, 0.16, face.collar)
        self._oval(0.5, 0.875, 0.44, 0.14, mix(face.fur, _INK, 0.12))
        self._oval(0.5, 0.965, 0.10, 0.10, (248, 244, 236))

    def _ears(self) -> None:
        face = self._face
        inner = mix(face.ear_color, face.muzzle, 0.4)
        if face.ears is Ears.UP:
            self._both([(0.20, 0.46), (0.19, 0.09), (0.46, 0.29)], face.ear_color)
            self._both([(0.25, 0.38), (0.24, 0.19), (0.38, 0.29)], inner)
        elif face.ears is Ears.LONG:
            for x, tilt in ((0.17, 5.0), (0.83, -5.0)):
                self._leaf(x, 0.62, 0.22, 0.62, tilt, face.ear_color)
        elif face.ears is Ears.DOWN:
            for x, tilt in ((0.19, 14.0), (0.81, -14.0)):
                self._leaf(x, 0.53, 0.19, 0.48, tilt, face.ear_color)
        else:
            self._both([(0.20, 0.44), (0.22, 0.17), (0.46, 0.30)], face.ear_color)
            self._both([(0.22, 0.17), (0.12, 0.36), (0.34, 0.25)], mix(face.ear_color, _INK, 0.25))

    def _patches(self) -> None:
        face = self._face
        if face.patch is Patch.BLAZE:
            self._leaf(0.5, 0.44, 0.13, 0.44, 0.0, face.muzzle)
        elif face.patch is not Patch.NONE:
            x = 0.5 - face.eyes / 2 - 0.02 if face.patch is Patch.LEFT else 0.5 + face.eyes / 2 + 0.02
            self._leaf(x, 0.50, 0.22, 0.27, 12.0 if face.patch is Patch.LEFT else -12.0, face.patch_color)

    def _eyes(self) -> None:
        face = self._face
        for sign in (-1, 1):
            x = 0.5 + sign * face.eyes / 2
            if self._growth <= 0:
                self._closed_eye(x)
                continue
            light = mix(face.fur, _SHINE, 0.75)
            size = 1.0 + _PUPS_EYES * (1.0 - self._growth)
            is_dark_around = sum(face.fur) < _DARK_FUR or (
                face.patch_color is _PATCHES[0] and face.patch is not Patch.NONE
            )
            if is_dark_around:
                self._oval(x, 0.515, 0.115 * size, 0.125 * size, light)
            self._oval(x, 0.52, 0.085 * size, 0.10 * size, _INK)
            self._oval(x + 0.015 * size, 0.52 - 0.025 * size, 0.03 * size, 0.03 * size, _SHINE)
            if face.has_brows:
                self._oval(x + sign * 0.01, 0.405, 0.07, 0.035, mix(face.muzzle, face.fur, 0.25))

    def _closed_eye(self, x: float) -> None:
        width = max(round(self._side * 0.018), 1)
        ink = _INK if sum(self._face.fur) >= _DARK_FUR else mix(self._face.fur, _SHINE, 0.75)
        arc = [(x - 0.05 * math.cos(t), 0.515 + 0.028 * math.sin(t)) for t in np.linspace(0, math.pi, 9)]
        self._line(arc, width, ink)

    def _nose(self) -> None:
        if self._face.has_tongue:
            self._oval(0.5, 0.83, 0.10, 0.14, _TONGUE)
            self._oval(0.5, 0.765, 0.20, 0.08, self._face.muzzle)
        self._oval(0.5, 0.635, 0.15, 0.10, _INK)
        self._oval(0.47, 0.615, 0.04, 0.022, mix(_INK, _SHINE, 0.6))
        width = max(round(self._side * 0.014), 1)
        points = [(0.5, 0.68), (0.5, 0.74)]
        self._line(points, width)
        for sign in (-1, 1):
            arc = [
                (0.5 + sign * (0.065 - 0.065 * math.cos(t)), 0.74 + 0.035 * math.sin(t))
                for t in np.linspace(0, math.pi * 0.8, 9)
            ]
            self._line(arc, width)

    # --- strokes ---

    def _oval(self, x: float, y: float, width: float, height: float, color: Rgb) -> None:
        side = self._side
        box = pygame.Rect(0, 0, round(width * side), round(height * side))
        box.center = (round(x * side), round(y * side))
        pygame.draw.ellipse(self._surface, color, box)

    def _leaf(self, x: float, y: float, width: float, height: float, tilt: float, color: Rgb) -> None:
        """An oval turned by ``tilt`` degrees."""
        side = self._side
        leaf = Surface((max(round(width * side), 1), max(round(height * side), 1)), pygame.SRCALPHA)
        leaf.fill((255, 255, 255, 0))  # as in draw_face: its corners lie on the rim
        pygame.draw.ellipse(leaf, color, leaf.get_rect())
        turned = pygame.transform.rotate(leaf, -tilt)
        self._surface.blit(turned, turned.get_rect(center=(round(x * side), round(y * side))))

    def _both(self, points: list[tuple[float, float]], color: Rgb) -> None:
        """A shape with slightly round corners, at the left and, mirrored, at the right."""
        for mirrored in (False, True):
            corners = [((1 - x if mirrored else x) * self._side, y * self._side) for x, y in points]
            pygame.draw.polygon(self._surface, color, corners)
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
                pygame.draw.line(self._surface, color, start, end, round(self._side * 0.04))
            for corner in corners:
                pygame.draw.circle(self._surface, color, corner, self._side * 0.02)

    def _line(self, points: list[tuple[float, float]], width: int, ink: Rgb = _INK) -> None:
        scaled = [(x * self._side, y * self._side) for x, y in points]
        pygame.draw.lines(self._surface, ink, False, scaled, width)
        for point in scaled:
            pygame.draw.circle(self._surface, ink, point, width / 2)
