"""What players look like beside the board: dogs have portraits, a person the first letter of their name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.app.kennel.messages import DogAge, DogInfo
from clevergo.app.ladder.rungs import growth_after
from clevergo.games.color import Color
from clevergo.players.spec import PlayerSpec, split_age
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.kennel.portrait import kept_face
from clevergo.ui.scenes.shared.stone import draw_stone

_STONE = 0.46
"""Of a portrait's side that the stone in its corner takes."""


@dataclass(frozen=True)
class Face:
    """What somebody looks like; neither a dog nor a person with a name: only a stone."""

    dog: str = ""
    """What a dog's face is drawn from."""
    growth: float = 1.0
    """How grown up it is, 0 to 1."""
    name: str = ""
    """A person's."""


NO_FACE = Face()


def face_of_player(
    spec: PlayerSpec, dogs: Iterable[DogInfo], ages_of: Callable[[str], Sequence[DogAge]], person: str = ""
) -> Face:
    """What a player looks like; ``person``: what the person here is called."""
    if spec.is_human:
        return Face(name=person)
    if spec.who is not None:
        return Face(dog=spec.plays_for) if spec.plays_for else Face(name=spec.who)
    if spec.dog is None:
        return NO_FACE
    name, games = split_age(spec.dog)
    dog = next((dog for dog in dogs if dog.name == name), None)
    if dog is None:
        return NO_FACE
    seconds = dog.seconds
    if games is not None:
        seconds = next((age.seconds for age in ages_of(name) if age.games == games), seconds)
    return Face(dog.face or dog.name, growth_after(seconds))


def draw_seat(widget: Group, surface: Surface, look: Look, face: Face, color: Color, box: Rect) -> None:
    """Who sits there, with a stone of their color in the corner; the stone alone where nobody knows their face."""
    diameter = min(box.size)
    if not face.dog and not face.name:
        draw_stone(widget, surface, color, box, 0.94)
        return
    square = Rect(0, 0, diameter, diameter)
    square.center = box.center
    if face.dog:
        surface.blit(kept_face(look, face.dog, diameter, growth=face.growth), square)
    else:
        draw_person(surface, look, face.name, square)
    side = round(diameter * _STONE)
    corner = Rect(square.right - round(side * 0.8), square.bottom - round(side * 0.8), side, side)
    draw_stone(widget, surface, color, corner, 1.0)


def draw_person(surface: Surface, look: Look, name: str, box: Rect) -> None:
    """A disc with the first letter of a person's name; the sign of a person where they have none."""
    diameter = min(box.size)
    look.disc(surface, box.center, diameter / 2, look.palette.jade)
    letter = name[:1].upper()
    square = Rect(0, 0, diameter, diameter)
    square.center = box.center
    if letter:
        size = Size.HEADING if diameter >= look.px(36) else Size.BODY
        look.text(surface, letter, square, size, look.palette.on_jade, True, Align.CENTER)
    else:
        head = diameter / 2
        look.disc(surface, (box.centerx, box.centery - round(head * 0.24)), head * 0.3, look.palette.on_jade)
        look.disc(surface, (box.centerx, box.centery + round(head * 0.5)), head * 0.42, look.palette.on_jade)
