"""Pictures that are kept: once made, wanted last, and never more than there is room for."""

from __future__ import annotations

import pygame
import pytest

from clevergo.app.desk.settings import Theme
from clevergo.ui.kit.kept import Pictures
from tests.ui.fakes import draw, make_services, make_stage

SIDE = 10
BYTES = SIDE * SIDE * 4


class Painter:
    """Makes squares, and knows which."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self.made: list[str] = []

    def ask(self, names: str, side: int = SIDE, scale: float = 1.0) -> None:
        """Ask for a picture by each letter."""
        for name in names:

            def make(name: str = name) -> pygame.Surface:
                self.made.append(name)
                return pygame.Surface((side, side), pygame.SRCALPHA)

            self._pictures.get(name, make, scale)


def test_a_picture_is_made_once() -> None:
    painter = Painter(Pictures(9, 9 * BYTES))
    painter.ask("abab")
    assert painter.made == ["a", "b"]


@pytest.mark.parametrize("pictures", [Pictures(3, 99 * BYTES), Pictures(99, 3 * BYTES)], ids=["number", "bytes"])
def test_what_was_not_wanted_for_longest_goes_first(pictures: Pictures) -> None:
    painter = Painter(pictures)
    painter.ask("abc" + "a" + "d")
    painter.made.clear()
    painter.ask("acd")
    assert painter.made == []
    painter.ask("b")
    assert painter.made == ["b"]
    assert len(pictures) == 3
    assert pictures.nbytes == 3 * BYTES


def test_a_large_picture_takes_the_room_of_many() -> None:
    pictures = Pictures(99, 5 * BYTES)
    painter = Painter(pictures)
    painter.ask("abcde")
    painter.ask("L", side=2 * SIDE)
    assert len(pictures) == 2
    assert pictures.nbytes == 5 * BYTES


def test_one_that_is_larger_than_all_room_is_kept_alone() -> None:
    pictures = Pictures(99, BYTES)
    painter = Painter(pictures)
    painter.ask("a")
    painter.ask("LL", side=3 * SIDE)
    assert painter.made == ["a", "L"]
    assert len(pictures) == 1


def test_twice_as_large_pictures_have_four_times_the_room() -> None:
    pictures = Pictures(99, 2 * BYTES)
    Painter(pictures).ask("abcdefghij", scale=2.0)
    assert len(pictures) == 8


@pytest.mark.usefixtures("everything_is_their_own")
def test_a_look_that_another_has_replaced_keeps_no_pictures_though_something_hidden_holds_it() -> None:
    stage = make_stage(make_services())
    looks, arts = [], []
    for theme, scale in ((Theme.LIGHT, 1.0), (Theme.DARK, 1.0), (Theme.DARK, 1.5)):
        stage.change(theme=theme, ui_scale=scale)
        draw(stage)
        looks.append(stage.look)
        arts.append(stage.art)
    assert [held_by(look) > 0 for look in looks] == [False, False, True]
    assert [held_by(art) > 0 for art in arts] == [False, True, True], "the second and the third are the same wood"


def held_by(owner: object) -> int:
    """The bytes of all pictures that something keeps."""
    return sum(part.nbytes for part in vars(owner).values() if isinstance(part, Pictures))
