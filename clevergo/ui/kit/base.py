"""What every widget is: a rectangle that draws itself and hears of the pointer and the keyboard.

Widgets live in a tree of :class:`Group` with a :class:`~clevergo.ui.kit.root.Root` on top. The root finds out
whom an event concerns and calls that widget's methods; ``draw`` only looks. A widget that changes says so with
``invalidate``, and only that part of the window is drawn again. Rectangles are in real pixels of the window;
``Look.px`` makes them from logical units.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS

if TYPE_CHECKING:
    from clevergo.ui.kit.root import Root

T = TypeVar("T")
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
"""The keys that mean yes."""


def is_key(event: Event, *keys: int) -> bool:
    """Whether one of ``keys`` went down."""
    return event.type == pygame.KEYDOWN and event.key in keys


# --- cutting a rectangle into parts ---------------------------------------------------------------------


def inset(rect: Rect, x: int, y: int | None = None) -> Rect:
    """``rect`` smaller by ``x`` at the left and right and ``y`` (default ``x``) above and below."""
    return rect.inflate(-2 * x, -2 * (x if y is None else y))


def cut_top(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The upper ``height`` of ``rect`` and what is left below a gap."""
    top = Rect(rect.left, rect.top, rect.width, height)
    rest = Rect(rect.left, top.bottom + gap, rect.width, max(rect.bottom - top.bottom - gap, 0))
    return top, rest


def cut_bottom(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """What is left above a gap, and the lower ``height`` of ``rect``."""
    bottom = Rect(rect.left, rect.bottom - height, rect.width, height)
    rest = Rect(rect.left, rect.top, rect.width, max(bottom.top - gap - rect.top, 0))
    return rest, bottom


def cut_left(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The left ``width`` of ``rect`` and what is left beyond a gap."""
    left = Rect(rect.left, rect.top, width, rect.height)
    return left, Rect(left.right + gap, rect.top, max(rect.right - left.right - gap, 0), rect.height)


def cut_right(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """What is left before a gap, and the right ``width`` of ``rect``."""
    right = Rect(rect.right - width, rect.top, width, rect.height)
    return Rect(rect.left, rect.top, max(right.left - gap - rect.left, 0), rect.height), right


def columns(rect: Rect, weights: Sequence[float], gap: int) -> list[Rect]:
    """Side by side, as wide as their weights, exactly filling ``rect``."""
    edges = _edges(rect.width, weights, gap)
    return [Rect(rect.left + start, rect.top, length, rect.height) for start, length in edges]


def rows(rect: Rect, weights: Sequence[float], gap: int) -> list[Rect]:
    """One under the other, as high as their weights, exactly filling ``rect``."""
    edges = _edges(rect.height, weights, gap)
    return [Rect(rect.left, rect.top + start, rect.width, length) for start, length in edges]


def centered(rect: Rect, width: int, height: int) -> Rect:
    """A rectangle of that size in the middle of ``rect``."""
    return Rect(rect.centerx - width // 2, rect.centery - height // 2, width, height)


def kept_inside(rect: Rect, bounds: Rect) -> Rect:
    """``rect`` moved, not resized, so that it lies in ``bounds`` where it fits."""
    return rect.clamp(bounds) if rect.width <= bounds.width and rect.height <= bounds.height else rect.copy()


def _edges(length: int, weights: Sequence[float], gap: int) -> list[tuple[int, int]]:
    free = max(length - gap * (len(weights) - 1), 0)
    total = sum(weights)
    bounds, passed = [0], 0.0
    for weight in weights:
        passed += weight
        bounds.append(round(free * passed / total))
    return [(start + gap * i, end - start) for i, (start, end) in enumerate(itertools.pairwise(bounds))]


# --- widgets ---------------------------------------------------------------------------------------------


class Cursor(enum.Enum):
    """What the pointer looks like over a widget."""

    ARROW = "arrow"
    HAND = "hand"
    TEXT = "text"


@dataclass(frozen=True)
class Mark:
    """A thing one can click, as the map of the window names it."""

    id: str
    text: str
    rect: Rect
    is_enabled: bool


class Shown(Generic[T]):
    """An attribute of a widget that can be seen: the widget is drawn again when it becomes something else."""

    def __init__(self, first: T | None = None) -> None:
        """``first``: what it is until it is set."""
        self._first: Any = first

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, widget: Widget, owner: type | None = None) -> T:
        value: T = vars(widget).get(self._name, self._first)
        return value

    def __set__(self, widget: Widget, value: T) -> None:
        if value != self.__get__(widget):
            vars(widget)[self._name] = value
            widget.shown_changed()


class Widget:
    """A rectangle of the window. Subclasses draw, and override the events they care for."""

    cursor = Cursor.ARROW
    can_focus = False
    """Whether Tab stops here."""
    is_focused_by_press = True
    """Whether a press brings the keyboard here too, where Tab stops; else it leaves the keyboard to nobody."""
    is_left_by_escape = False
    """Whether Escape takes the keyboard away from here."""
    reach = 5
    """Pixels beyond its edge that its focus ring and shadow may touch."""
    is_silent = False
    """Whether a press makes no sound of its own."""
    is_visible = Shown(True)
    """Whether it is drawn and can be reached (its parents permitting)."""
    is_enabled = Shown(True)
    """Whether it answers; a disabled widget is drawn pale."""

    def __init__(self, id: str = "", tip: Words = "") -> None:
        self.id = id
        self.tip = tip
        """Shown after the pointer has rested here for a moment."""
        self.rect = Rect(0, 0, 0, 0)
        self.parent: Group | None = None
        self.is_hovered = False
        self.is_pressed = False
        self.has_focus = False

    # --- state ---

    @property
    def root(self) -> Root | None:
        """The top of the tree this widget is in; None while it is in none."""
        return self.parent.root if self.parent is not None else None

    @property
    def is_focus_shown(self) -> bool:
        """Whether the keyboard is here and one sees it: Tab has been used."""
        return self.has_focus and self.root is not None and self.root.shows_focus

    def place(self, rect: Rect, look: Look) -> None:
        """Take a new rectangle; also called when language, theme or scale have changed."""
        if any(self.rect.size) and self.rect != rect:  # what has not been placed yet is nowhere to be seen
            self.invalidate()
        self.rect = rect.copy()
        self.invalidate()
        self.arrange(rect, look)

    def arrange(self, rect: Rect, look: Look) -> None:
        """Lay out what lies on it, in its new rectangle."""

    def shift(self, x: int, y: int) -> None:
        """Move by so many pixels, as it is; whoever scrolls it has it drawn anew.

        A widget that keeps rectangles beside ``rect`` moves them too.
        """
        self.rect.move_ip(x, y)

    def place_top(self, rect: Rect, look: Look, height: int, gap: int = 0) -> Rect:
        """Place it at the top of ``rect``; what is left below a gap."""
        own, rest = cut_top(rect, height, gap)
        self.place(own, look)
        return rest

    def place_bottom(self, rect: Rect, look: Look, height: int, gap: int = 0) -> Rect:
        """Place it at the bottom of ``rect``; what is left above a gap."""
        rest, own = cut_bottom(rect, height, gap)
        self.place(own, look)
        return rest

    def place_left(self, rect: Rect, look: Look, width: int, gap: int = 0) -> Rect:
        """Place it at the left of ``rect``; what is left beyond a gap."""
        own, rest = cut_left(rect, width, gap)
        self.place(own, look)
        return rest

    def place_right(self, rect: Rect, look: Look, width: int, gap: int = 0) -> Rect:
        """Place it at the right of ``rect``; what is left before a gap."""
        rest, own = cut_right(rect, width, gap)
        self.place(own, look)
        return rest

    def place_again(self) -> None:
        """Lay it out anew where it lies, after something has changed that needs more or less room."""
        if self.root is not None and self.rect.width:
            self.place(self.rect, self.root.look)

    def invalidate(self, rect: Rect | None = None) -> None:
        """Ask for this widget (or a part of it) to be drawn again."""
        if self.parent is not None:
            self.parent.invalidate((self.rect if rect is None else rect).inflate(2 * self.reach, 2 * self.reach))

    def animate(self) -> None:
        """Ask for ``update`` to be called each frame for as long as it returns True."""
        if self.root is not None:
            self.root.add_animated(self)

    # --- what happens to it ---

    def shown_changed(self) -> None:
        """What can be seen of it (:class:`Shown`) has become something else."""
        self.invalidate()

    def update(self, dt: float) -> bool:
        """A step of an animation, ``dt`` seconds long; False when it has come to rest."""
        return False

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw; must change nothing."""

    def draw_focus(self, surface: Surface, look: Look, radius: float = BUTTON_RADIUS, box: Rect | None = None) -> None:
        """A ring around it (or another ``box``) where the keyboard is and is shown."""
        if self.is_focus_shown:
            gap = look.px(2)
            ring = (box or self.rect).inflate(2 * gap, 2 * gap)
            look.rounded(surface, ring, radius + 2, None, look.palette.jade, 2)

    def draw_thumb(self, surface: Surface, look: Look, top: int, shown: int, whole: int) -> None:
        """At its right edge, which part of a ``whole`` is ``shown`` from ``top`` on, unless all of it is."""
        if whole > shown:
            height = max(self.rect.height * shown // whole, look.px(16))
            y = self.rect.top + (self.rect.height - height) * top // (whole - shown)
            thumb = Rect(self.rect.right - look.px(3), y, look.px(3), height)
            look.rounded(surface, thumb, 1.5, look.palette.line)

    def explain(self, tip: Words) -> None:
        """Change its tip; where another one is shown, it goes."""
        if tip != self.tip:
            self.tip = tip
            if self.root is not None:
                self.root.hide_tip()

    def hover(self, pos: tuple[int, int]) -> None:
        """The pointer moves over the widget."""

    def hover_changed(self) -> None:
        """The pointer came or left; ``is_hovered`` says which."""
        self.invalidate()

    def press(self, pos: tuple[int, int]) -> bool:
        """The main button went down here. True takes the press: ``drag`` and ``release`` will follow."""
        return False

    def drag(self, pos: tuple[int, int]) -> None:
        """The pointer moves, wherever, while pressed."""

    def release(self, pos: tuple[int, int]) -> None:
        """The main button came up, wherever."""

    def wheel(self, steps: int) -> bool:
        """The wheel turned over the widget, up positive. True if it was used."""
        return False

    def key(self, event: Event) -> bool:
        """A KEYDOWN, TEXTINPUT or TEXTEDITING while focused. True if it was used."""
        return False

    def focus_changed(self) -> None:
        """The keyboard came or left; ``has_focus`` says which."""
        self.invalidate()

    # --- what it is ---

    def at(self, pos: tuple[int, int]) -> Widget | None:
        """The deepest widget under ``pos``."""
        return self if self.is_visible and self.rect.collidepoint(pos) else None

    def walk(self) -> Iterator[Widget]:
        """This widget and every visible one below it."""
        if self.is_visible:
            yield self

    def marks(self, look: Look) -> Iterable[Mark]:
        """What can be clicked here."""
        if self.id:
            yield Mark(self.id, self.said(look), self.rect.copy(), self.is_enabled)

    def said(self, look: Look) -> str:
        """The text shown on it."""
        return ""


class Clickable(Widget):
    """A widget that does one thing, when it is clicked or when Space or Enter is pressed on it."""

    cursor = Cursor.HAND
    can_focus = True

    def clicked(self) -> None:
        """Do it."""

    def press(self, pos: tuple[int, int]) -> bool:
        return True

    def release(self, pos: tuple[int, int]) -> None:
        if self.rect.collidepoint(pos) and self.is_enabled:
            self.clicked()

    def key(self, event: Event) -> bool:
        if not is_key(event, *ENTER, pygame.K_SPACE) or not self.is_focus_shown:
            return False
        self.clicked()
        return True


class Group(Widget):
    """Widgets drawn in order, the last on top."""

    is_clipping = False
    """Whether nothing on it is drawn beyond its edge."""

    def __init__(self, id: str = "", tip: Words = "") -> None:
        super().__init__(id, tip)
        self.children: list[Widget] = []

    def add(self, *widgets: Widget) -> None:
        """Put widgets in, on top."""
        for widget in widgets:
            widget.parent = self
            self.children.append(widget)
            widget.invalidate()

    def remove(self, widget: Widget) -> None:
        """Take a widget out."""
        widget.invalidate()
        self.children.remove(widget)
        widget.parent = None

    def invalidate(self, rect: Rect | None = None) -> None:
        if rect is None:
            super().invalidate()
        elif self.is_visible and self.parent is not None:
            self.parent.invalidate(rect)

    def draw(self, surface: Surface, look: Look) -> None:
        before = surface.get_clip()
        if self.is_clipping:
            surface.set_clip(before.clip(self.rect))
        self.draw_behind(surface, look)
        clip = surface.get_clip()
        for child in self.children:
            if child.is_visible and child.rect.inflate(2 * child.reach, 2 * child.reach).colliderect(clip):
                child.draw(surface, look)
        surface.set_clip(before)

    def shift(self, x: int, y: int) -> None:
        super().shift(x, y)
        for child in self.children:
            child.shift(x, y)

    def hover_changed(self) -> None:
        """A group looks the same with the pointer over it."""

    def draw_behind(self, surface: Surface, look: Look) -> None:
        """What lies behind the children."""

    def at(self, pos: tuple[int, int]) -> Widget | None:
        if not self.is_visible:
            return None
        for child in reversed(self.children):
            found = child.at(pos)
            if found is not None:
                return found
        return self if self.rect.collidepoint(pos) else None

    def walk(self) -> Iterator[Widget]:
        if self.is_visible:
            yield self
            for child in self.children:
                yield from child.walk()

    def marks(self, look: Look) -> Iterable[Mark]:
        yield from super().marks(look)
        for child in self.children:
            if child.is_visible:
                yield from child.marks(look)


class Glide:
    """A number that moves to where it is sent, quickly at first."""

    def __init__(self, value: float = 0.0, seconds: float = 0.12) -> None:
        self.value = value
        self.goal = value
        self._seconds = seconds

    @property
    def is_moving(self) -> bool:
        """Whether it has not arrived yet."""
        return self.value != self.goal

    def jump(self, value: float) -> None:
        """Be there at once."""
        self.value = self.goal = value

    def step(self, dt: float) -> bool:
        """Move for ``dt`` seconds; whether there is further to go."""
        left = self.goal - self.value
        moved = left * min(dt / self._seconds * 2.2, 1.0)
        self.value = self.goal if abs(left - moved) < 0.004 else self.value + moved
        return self.is_moving


class Glowing(Clickable):
    """A clickable widget whose colors change smoothly as the pointer comes and leaves."""

    def __init__(self, id: str = "", tip: Words = "") -> None:
        super().__init__(id, tip)
        self.glow = Glide()
        """How much it glows: from 0, with the pointer elsewhere, to 1."""

    def hover_changed(self) -> None:
        self.glow.goal = float(self.is_hovered)
        self.animate()
        self.invalidate()

    def update(self, dt: float) -> bool:
        self.invalidate()
        return self.glow.step(dt)


def place_columns(widgets: Sequence[Widget], rect: Rect, look: Look, gap: int) -> None:
    """Place widgets side by side, equally wide."""
    for widget, box in zip(widgets, columns(rect, [1] * len(widgets), gap), strict=True):
        widget.place(box, look)
