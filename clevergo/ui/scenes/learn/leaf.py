"""What lies open where one learns, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect
from pygame.event import Event

from clevergo.app.desk.settings import SceneName
from clevergo.ui.kit.base import Group, centered, cut_left
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.shell.scene import BoardMark, KeyRow, Page, Services, Visit
from clevergo.ui.strings import KeyText, LessonText, PlayText

_COLUMN, _WIDEST = 330, 470
"""Logical units: the least and the greatest width of what stands beside the board."""
_LOW = 560
"""Logical units of height below which the pup is smaller and everything closer together."""


@dataclass(frozen=True)
class Desk:
    """What somebody who teaches here may use."""

    services: Services
    open: Callable[[str], None]
    """Opens another entry of the contents, by its id, or a part of it: ``course.02-go#3``."""
    show: Callable[[Page], None]
    """Shows a page in place of the scene, slow motion say."""
    go_to: Callable[[SceneName, Visit | None], None]
    """Goes to another scene."""
    say: Callable[[Words], str]
    """Words in the window's language."""
    tell: Callable[[Words], None]
    """Says something at the foot of the window for a while."""
    refresh: Callable[[], None]
    """To be called when :attr:`Leaf.parts` or :attr:`Leaf.part` have changed, or how far somebody has come."""


ANSWERING: tuple[KeyRow, ...] = (
    (KeyText.ENTER, LessonText.KEY_ENTER),
    ("B", PlayText.KEY_AIM),
    ("H", LessonText.SHOW),
)
"""What keys do wherever a move on a board is the answer."""


class Leaf(Group):
    """What fills the room beside the contents: a chapter, a lesson, an experiment.

    ``update`` is called each frame, whether or not anything happens; it returns whether something moves.
    """

    lasts = True
    """Whether it must stay as it is while others lie open; else it may be made anew from what is remembered of it."""

    @property
    def parts(self) -> Sequence[Words]:
        """Headings of its parts, listed below its name while it lies open."""
        return ()

    @property
    def part(self) -> int | None:
        """Which part one is at."""
        return None

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        """What keys do here, see :attr:`clevergo.ui.shell.scene.Page.keys`."""
        return ()

    def go_to_part(self, number: int) -> None:
        """Go to a part."""

    def entered(self) -> None:
        """It lies open now."""

    def left(self) -> None:
        """Something else lies open now, or another scene is shown."""

    def handle(self, event: Event) -> bool:
        """An event no widget used; True if it did."""
        return False

    def board_mark(self) -> BoardMark | None:
        """Where its board is, if it has one."""
        return None


def is_low(rect: Rect, look: Look) -> bool:
    """Whether a board and what stands beside it have to be close together."""
    return rect.height < look.px(_LOW)


def board_and_column(rect: Rect, look: Look) -> tuple[Rect, Rect]:
    """Where a board lies in ``rect``, and what is said and asked beside it; low, the column has the whole height."""
    gap = look.px(16 if is_low(rect, look) else 26)
    side = min(rect.height, rect.width - gap - look.px(_COLUMN))
    width = min(rect.width - gap - side, look.px(_WIDEST))
    board, column = cut_left(centered(rect, side + gap + width, side), side, gap)
    if is_low(rect, look):
        column = Rect(column.left, rect.top, column.width, rect.height)
    return board, column
