"""The top of the widget tree: finds out whom an event concerns, and keeps what must be drawn again.

It owns what lies above everything else: menus and dialogs (popups), the tip under the pointer, and toasts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from weakref import WeakSet

import pygame
from pygame import Color, Rect, Surface
from pygame.event import Event

from clevergo.ui.kit.base import Cursor, Group, Mark, Widget
from clevergo.ui.kit.clipboard import Clipboard
from clevergo.ui.kit.keys import as_engraved
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.notes import Bubble

_TIP_DELAY = 0.55
_TIP_SECONDS = 7.0
"""How long a tip stays: long enough to be read twice."""
_CLICKABLE, _READABLE, _WIDE = 3.0, 2.0, 0.25
"""How bad it is that a tip hides what can be clicked, what can be read, and a part of what fills the window."""
_WIDE_PART = 0.12
"""Share of the window from which a widget is as large as that."""
_DOUBLE_CLICK = 0.5
"""Seconds within which two presses are one double-click, as most desktops have it."""
_SAME_PLACE = 10
"""Logical units the pointer may have moved between them."""
_VEIL_ALPHA = 110
_MAX_PARTS = 6
"""More damaged parts than this are drawn as one."""


class Damage:
    """The parts of the window that no longer show what is."""

    def __init__(self) -> None:
        self._parts: list[Rect] = []

    def add(self, rect: Rect) -> None:
        """Note a part; parts that meet become one."""
        if rect.width <= 0 or rect.height <= 0:
            return
        merged = rect.copy()
        rest = []
        for part in self._parts:
            if part.colliderect(merged):
                merged.union_ip(part)
            else:
                rest.append(part)
        self._parts = [*rest, merged]
        if len(self._parts) > _MAX_PARTS:
            self._parts = [self._parts[0].unionall(self._parts[1:])]

    def take(self, bounds: Rect) -> list[Rect]:
        """What to draw now, inside the window; the list starts anew."""
        parts = [part.clip(bounds) for part in self._parts]
        self._parts = []
        return [part for part in parts if part.width and part.height]

    def __bool__(self) -> bool:
        return bool(self._parts)


class Popup(Group):
    """A menu or a dialog: above everything, first to hear of events."""

    reach = 32
    is_modal = False
    """A modal one dims the window and is not closed by a click beside it."""
    veils = False
    """Whether what lies beside it is dimmed and tells nothing, though it may be in reach."""
    stays = False
    """One that stays is closed neither by a new size nor by another scene, and leaves what lies beside it in reach."""

    focus_before: Widget | None = None
    """What had the keyboard when it was opened; it gets it back."""
    focus_was_shown = False
    """Whether one saw there where the keyboard was; then one sees it again."""

    _veil: Surface | None = None
    """What darkens the window while this is open: to make one takes longer than to draw it, and it is large."""

    def dim(self, surface: Surface, look: Look) -> None:
        """Darken what may be drawn of the window."""
        if look.drawn is not None:
            return
        color, seen = Color(*look.palette.shadow, _VEIL_ALPHA), surface.get_clip()
        if self._veil is None or self._veil.get_size() != surface.get_size() or self._veil.get_at((0, 0)) != color:
            self._veil = Surface(surface.get_size(), pygame.SRCALPHA)
            self._veil.fill(color)
        surface.blit(self._veil, seen, Rect((0, 0), seen.size))

    def is_left_by(self, pos: tuple[int, int]) -> bool:
        """Whether a press there closes it."""
        return self.at(pos) is None

    def close(self) -> None:
        """Take it away again."""
        if self.root is not None:
            self.root.close_popup(self)

    def closed(self) -> None:
        """It has been taken away."""
        self._veil = None


class Root(Group):
    """The window's widgets: a content, popups above it, toasts and a tip above those."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.damage = Damage()
        self.popups: list[Popup] = []
        self.focus: Widget | None = None
        self.clipboard = Clipboard()
        self.clock: Callable[[], float] = time.monotonic
        """Seconds that only grow. Not those of ``update``: a window that rests for long is told of short steps."""
        self.cursor_now = Cursor.ARROW
        self._under: Widget | None = None
        self._pointer: tuple[int, int] | None = None
        """Where the pointer was last; None outside the window."""
        self._pressed: Widget | None = None
        self._last_press: tuple[Widget, tuple[int, int]] | None = None
        """Who took the last press, and where; nobody once a key has been pressed, which ends what was begun."""
        self._pressed_when = 0.0
        self._animated: list[Widget] = []
        self._interrupted: WeakSet[Widget] = WeakSet()
        """What was moving when it went off the screen, with its scene say: it goes on when it is back."""
        self._rested = 0.0
        self._tip = Bubble()
        self._tip.parent = self
        self._tip.is_visible = False
        self._told = ""
        """What the tip says: where that has changed meanwhile, it is told anew."""
        self._is_tip_read = False
        """Whether the tip of what lies under the pointer has been seen, or is not wanted: it was clicked."""
        self.shows_focus = False
        """Whether the focus ring is wanted: only once Tab has been used."""

    @property
    def root(self) -> Root:
        return self

    @property
    def is_animating(self) -> bool:
        """Whether something moves by itself."""
        return bool(self._animated)

    @property
    def waits_for_tip(self) -> bool:
        """Whether a tip will come up if the pointer goes on resting; never one of what lies behind a menu or dialog."""
        under = self._under
        if under is None or not under.tip or self._is_tip_read or self._tip.is_visible:
            return False
        return self._may_tell(under)

    def invalidate(self, rect: Rect | None = None) -> None:
        self.damage.add(self.rect if rect is None else rect)

    def resize(self, size: tuple[int, int], look: Look) -> None:
        """The window's size, theme, language or scale have changed: everything is laid out and drawn anew."""
        for popup in [popup for popup in self.popups if not (popup.is_modal or popup.stays)]:
            self.close_popup(popup)
        self.hide_tip()
        self.look = look
        self.rect = Rect((0, 0), size)
        for child in self.children:
            child.place(self.rect, look)
        for popup in self.popups:
            popup.place(self.rect, look)
        self.invalidate()

    # --- popups and focus ---

    def open_popup(self, popup: Popup, rect: Rect) -> None:
        """Show a menu or dialog at ``rect`` (a modal one gets the whole window)."""
        self.hide_tip()
        popup.focus_before, popup.focus_was_shown = self.focus, self.shows_focus
        popup.parent = self
        self.popups.append(popup)
        popup.place(self.rect if popup.is_modal else rect, self.look)
        self.invalidate() if popup.is_modal else popup.invalidate()
        self._set_under(None)

    def close_popup(self, popup: Popup) -> None:
        """Take a popup, and those opened from it, away."""
        if popup not in self.popups:
            return
        index = self.popups.index(popup)
        for gone in reversed(self.popups[index:]):
            self.popups.remove(gone)
            self.invalidate() if gone.is_modal else gone.invalidate()
            if self.focus is None or self.focus in gone.walk():
                before = gone.focus_before
                self.set_focus(before if before is not None and before.root is self else None, gone.focus_was_shown)
            gone.focus_before = None
            gone.closed()
            gone.parent = None
        self.let_go()

    def let_go(self) -> None:
        """What is held down is not clicked when the button comes up: it may be gone by then."""
        held, self._pressed = self._pressed, None
        if held is not None:
            held.is_pressed = False
            held.invalidate()

    def set_focus(self, widget: Widget | None, by_keys: bool = False) -> None:
        """Send the keyboard to a widget; ``by_keys`` shows where it is."""
        self.shows_focus = by_keys
        if widget is self.focus:
            if widget is not None:
                widget.invalidate()
            return
        before, self.focus = self.focus, widget
        if before is not None:
            before.has_focus = False
            before.focus_changed()
        if widget is not None:
            widget.has_focus = True
            widget.focus_changed()

    @property
    def wants_escape(self) -> bool:
        """Whether Escape has something to leave: a popup, or a widget that keeps the arrows."""
        return bool(self.popups) or (self.focus is not None and self.focus.is_left_by_escape)

    def touched(self, widget: Widget) -> None:
        """A press was taken by a widget; for a sound."""

    def add_animated(self, widget: Widget) -> None:
        """Call ``widget.update`` each frame until it returns False."""
        if widget not in self._animated:
            self._animated.append(widget)

    # --- each frame ---

    def update(self, dt: float) -> bool:
        """Move what is moving; count how long the pointer has rested."""
        moving = [*self._animated, *(widget for widget in self._interrupted if widget.root is self)]
        self._animated = []
        for widget in moving:
            if widget.root is not self:
                self._interrupted.add(widget)
                continue
            self._interrupted.discard(widget)
            if widget.update(dt):
                self.add_animated(widget)
        if self.waits_for_tip:
            self._rested += dt
            if self._rested >= _TIP_DELAY:
                self._show_tip()
        elif self._tip.is_visible:
            self._rested += dt
            if self._rested >= _TIP_SECONDS or self._under is None or not self._may_tell(self._under):
                self.end_tip()
            elif self._under.tip and self._tip_of(self._under) != self._told:
                self._show_tip()
        return self.is_animating

    def draw(self, surface: Surface, look: Look) -> None:
        surface.fill(look.palette.ground)
        super().draw(surface, look)
        for popup in self.popups:
            if popup.is_modal:
                popup.dim(surface, look)
            popup.draw(surface, look)
        if self._tip.is_visible:
            self._tip.draw(surface, look)

    # --- events ---

    def handle(self, event: Event) -> bool:
        """Route an event. True if a widget used it; what nobody used is the scene's."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL):
            self.end_tip()
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            return self._pressed_at(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            return self._released_at(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            return event.y != 0 and self._wheeled(event.y)  # or it was turned sideways
        if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.TEXTEDITING):
            self._last_press = None
            return self._typed(event)
        if event.type == pygame.WINDOWLEAVE:
            self._pointer = None
            self._set_under(None)
        return False

    def _moved(self, pos: tuple[int, int]) -> bool:
        self._pointer = pos
        if self._pressed is not None:
            self._pressed.drag(pos)
        found = self._reached(pos)
        self._set_under(found)
        if found is not None:
            found.hover(pos)
            self.cursor_now = found.cursor if found.is_enabled else Cursor.ARROW
        return found is not None

    def _pressed_at(self, pos: tuple[int, int]) -> bool:
        if self._ends_double_click(pos):
            return True
        while self.popups and not self.popups[-1].is_modal and self.popups[-1].is_left_by(pos):
            self.close_popup(self.popups[-1])
        self._pointer = pos
        found: Widget | None = self._reached(pos)
        self._set_under(found)
        if found is not None and (self.focus is not found or not found.is_focused_by_press):
            takes_keys = found.can_focus and found.is_focused_by_press and found.is_enabled
            self.set_focus(found if takes_keys else None)
        while found is not None:
            if found.is_enabled and found.press(pos):
                found.is_pressed = True
                found.invalidate()
                self._pressed = found
                self._last_press, self._pressed_when = (found, pos), self.clock()
                self.touched(found)
                return True
            found = found.parent if found.parent is not self else None
        return False

    def _ends_double_click(self, pos: tuple[int, int]) -> bool:
        """Whether a press is the second half of a double-click on something that is no longer there.

        Who double-clicks on Start wants to start: what has come up under the pointer meanwhile was never aimed at.
        """
        last, self._last_press = self._last_press, None
        if last is None or self.clock() - self._pressed_when >= _DOUBLE_CLICK:
            return False
        widget, place = last
        is_near = max(abs(pos[0] - place[0]), abs(pos[1] - place[1])) <= self.look.px(_SAME_PLACE)
        is_there = widget.root is self and widget in self._pressable(pos)
        return is_near and not is_there

    def _pressable(self, pos: tuple[int, int]) -> list[Widget]:
        """What a press could reach: the widget under ``pos``, and those around it."""
        found, reached = self._reached(pos), []
        while found is not None:
            reached.append(found)
            found = found.parent
        return reached

    def _released_at(self, pos: tuple[int, int]) -> bool:
        held, self._pressed = self._pressed, None
        if held is None:
            return False
        held.is_pressed = False
        held.invalidate()
        held.release(pos)
        self._set_under(self._reached(pos))
        return True

    def _wheeled(self, steps: int) -> bool:
        if self._pointer is not None:  # what lies there may be another since it rested
            self._set_under(self._reached(self._pointer))
        found = self._under
        while found is not None:
            if found.is_enabled and found.wheel(steps):
                return True
            found = found.parent
        return False

    def _typed(self, event: Event) -> bool:
        focus = self.focus
        if focus is not None and self._is_in_front(focus):
            if focus.is_enabled and focus.key(event):
                return True
        elif focus is not None and not self.popups:
            self.set_focus(None)  # it is no longer shown
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_ESCAPE and self.popups:
            self.close_popup(self.popups[-1])
            return True
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._focus_next(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        # A menu or dialog keeps the keys from the scene behind it.
        return self.popups[-1].key(event) or True if self.popups else False

    def _in_front(self) -> tuple[Group, ...]:
        """What hears of keys and shows tips: the topmost popup, and what one that stays leaves in reach."""
        if not self.popups:
            return (self,)
        top = self.popups[-1]
        return (top, self) if top.stays else (top,)

    def _may_tell(self, widget: Widget) -> bool:
        """Whether a widget's tip may be shown."""
        if self.popups and self.popups[-1].veils:
            return widget in self.popups[-1].walk()
        return self._is_in_front(widget)

    def _is_in_front(self, widget: Widget) -> bool:
        return any(widget in group.walk() for group in self._in_front())

    def _focus_next(self, step: int) -> None:
        top: Group = self.popups[-1] if self.popups else self
        stops = [w for w in top.walk() if w.can_focus and w.is_enabled and w.rect.width > 0]
        if not stops:
            return
        index = stops.index(self.focus) + step if self.focus in stops else (0 if step > 0 else -1)
        self.set_focus(stops[index % len(stops)], by_keys=True)

    def _reached(self, pos: tuple[int, int]) -> Widget | None:
        """The widget under ``pos`` that may hear of it: popups hide what is behind them."""
        for popup in reversed(self.popups):
            found = popup.at(pos)
            if found is not None or popup.is_modal:
                return found
        return self.at(pos)

    def _set_under(self, widget: Widget | None) -> None:
        if widget is not self._under:
            self.hide_tip()
            before, self._under = self._under, widget
            if before is not None:
                before.is_hovered = False
                before.hover_changed()
            if widget is not None:
                widget.is_hovered = True
                widget.hover_changed()
            self._rested = 0.0
        self.cursor_now = widget.cursor if widget is not None and widget.is_enabled else Cursor.ARROW

    # --- tips ---

    def _show_tip(self) -> None:
        under = self._under
        if under is not None:
            self._rested = 0.0
            self._told = self._tip_of(under)
            self._tip.show(self._told, under.rect, self.rect, self.look, things=list(self._not_to_be_hidden(under)))

    def _tip_of(self, widget: Widget) -> str:
        """What a widget's tip says; many name a key."""
        return as_engraved(self.look.say(widget.tip))

    def _not_to_be_hidden(self, under: Widget) -> Iterator[tuple[Rect, float]]:
        """What a tip had better leave to be seen, and how much the area of each counts."""
        window = self.rect.width * self.rect.height
        for group in self._in_front():
            for widget in group.walk():
                if isinstance(widget, Group) or widget is under or widget is self._tip:
                    continue
                is_wide = widget.rect.width * widget.rect.height > _WIDE_PART * window
                is_clickable = widget.cursor is Cursor.HAND or widget.can_focus
                yield widget.rect, _WIDE if is_wide else _CLICKABLE if is_clickable else _READABLE

    def end_tip(self) -> None:
        """Take the tip away for as long as the pointer stays where it is."""
        self.hide_tip()
        self._is_tip_read = True

    def hide_tip(self) -> None:
        """Take the tip away; it comes back when the pointer has rested again."""
        self._rested = 0.0
        self._is_tip_read = self._tip.is_visible = False

    def clickable(self) -> list[Mark]:
        """Everything one can click now: only the topmost popup's while there is one."""
        if not self.popups:
            return list(self.marks(self.look))
        top = self.popups[-1]
        return [*(self.marks(self.look) if top.stays else ()), *top.marks(self.look)]
