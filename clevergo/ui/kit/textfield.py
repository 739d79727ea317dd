"""Text to type, a line or several, with an input method for Chinese, a caret, a selection and the clipboard."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.ui.kit.base import Cursor, Shown, Widget, inset
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, Size, mix

_BLINK = 0.53
_JOINER = "\u200d"
"""Makes one picture of several, as of a family; without it they fall apart."""
_KEPT = "\n\u3000"
"""In several lines: where one ends, and the wide space by which Chinese paragraphs begin."""
_REPEAT_AFTER, _REPEAT_EVERY = 350, 35
"""Milliseconds until a key that is held repeats, and between repetitions; only while typing."""
_OTHERS = (pygame.K_TAB, pygame.K_ESCAPE, pygame.K_UP, pygame.K_DOWN)
"""Keys that mean nothing in a single line: whatever is around it hears them."""
_ENDS_ON_A_MAC = {pygame.K_LEFT: pygame.K_HOME, pygame.K_RIGHT: pygame.K_END}
"""What Cmd makes of arrows there: many of its keyboards have no Home and End."""


class TextField(Widget):
    """Text a person types. ``changed`` hears every change, ``submitted`` hears Enter."""

    cursor = Cursor.TEXT
    can_focus = True
    has_problem = Shown(False)
    """Whether the border shows that the text will not do."""

    def __init__(
        self,
        value: str = "",
        changed: Callable[[str], None] | None = None,
        submitted: Callable[[str], None] | None = None,
        placeholder: Words = "",
        max_length: int = 40,
        id: str = "",
        tip: Words = "",
    ) -> None:
        super().__init__(id, tip)
        self._value = value
        self.changed = changed
        self.submitted = submitted
        self.left_behind: Callable[[], None] | None = None
        """Told when the keyboard goes elsewhere."""
        self._placeholder = placeholder
        self._max_length = max_length
        self._caret = len(value)
        self._anchor = len(value)
        self._composing = ""
        self._blink = 0.0
        self._offset = 0

    @property
    def value(self) -> str:
        """The text; setting it calls nobody and puts the caret at its end."""
        return self._value

    @value.setter
    def value(self, value: str) -> None:
        if value != self._value:
            self._value = value[: self._max_length]
            self._caret = self._anchor = len(self._value)
            self._follow_caret()
            self.invalidate()

    def said(self, look: Look) -> str:
        return self._value

    def select_all(self) -> None:
        """Select the whole text, so that typing replaces it."""
        self._anchor, self._caret = 0, len(self._value)
        self.invalidate()

    def focus_changed(self) -> None:
        self._composing = ""
        self._blink = 0.0
        if self.has_focus:
            pygame.key.start_text_input()
            pygame.key.set_repeat(_REPEAT_AFTER, _REPEAT_EVERY)
            self._tell_input_method()
            self.animate()
        else:
            pygame.key.stop_text_input()
            pygame.key.set_repeat()
            self._anchor = self._caret
            if self.left_behind is not None:
                self.left_behind()
        self.invalidate()

    def update(self, dt: float) -> bool:
        before = self._blink < _BLINK
        self._blink = (self._blink + dt) % (2 * _BLINK)
        if before != (self._blink < _BLINK):
            self.invalidate()
        return self.has_focus

    def press(self, pos: tuple[int, int]) -> bool:
        self._caret = self._anchor = self._index_at(pos[0])
        self._moved()
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        self._caret = self._index_at(pos[0])
        self._moved()

    def key(self, event: Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self._composing = ""
            self._insert(event.text)
            return True
        if event.type == pygame.TEXTEDITING:
            self._composing = event.text
            self._tell_input_method()
            self.invalidate()
            return True
        if self._composing:
            return True
        # On Windows AltGr, by which many keyboards type letters, is the left Ctrl and the right Alt.
        is_letter = bool(event.mod & pygame.KMOD_RALT)
        if sys.platform == "darwin" and event.mod & pygame.KMOD_META and event.key in _ENDS_ON_A_MAC:
            return self._edit(Event(event.type, {**event.dict, "key": _ENDS_ON_A_MAC[event.key]}))
        is_command = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not is_letter
        return self._command(event) if is_command else self._edit(event)

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        border = palette.accent if self.has_problem else palette.jade if self.has_focus else palette.line
        look.rounded(surface, self.rect, BUTTON_RADIUS, palette.card if self.is_enabled else palette.sunken, border)
        box = self._box(look)
        if not self._value and not self._composing:
            look.text(surface, self._placeholder, box, Size.BODY, palette.muted)
        clip = surface.get_clip()
        surface.set_clip(clip.clip(box.inflate(4, 0)))
        self._draw_text(surface, look, box)
        surface.set_clip(clip)

    def _draw_text(self, surface: Surface, look: Look, box: Rect) -> None:
        palette = look.palette
        before = self._value[: self._caret]
        shown = before + self._composing + self._value[self._caret :]
        left = box.left - self._offset
        start, end = sorted((self._anchor, self._caret))
        if start != end and self.has_focus:
            x, width = look.width(shown[:start]), look.width(shown[start:end])
            surface.fill(mix(palette.card, palette.jade, 0.3), Rect(left + x, box.top + 6, width, box.height - 12))
        # Wide enough that the text is never shortened: the clip cuts what lies outside while it is being typed.
        line = Rect(left, box.top, max(look.width(shown) + 2, 1), box.height)
        if not self.has_focus:
            line = box
        look.text(surface, shown, line, Size.BODY, palette.ink if self.is_enabled else palette.muted)
        if not self.has_focus:
            return
        if self._composing:
            x, width = look.width(before), look.width(self._composing)
            surface.fill(palette.ink, Rect(left + x, box.bottom - look.px(8), width, 1))
        if self._blink < _BLINK:
            x = left + look.width(before + self._composing)
            height = look.px(18)
            surface.fill(palette.ink, Rect(x, box.centery - height // 2, max(look.px(1), 1), height))

    def _edit(self, event: Event) -> bool:
        start, end = sorted((self._anchor, self._caret))
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.submitted is not None:
                self.submitted(self._value)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if start == end:
                start, end = (max(start - 1, 0), end) if event.key == pygame.K_BACKSPACE else (start, end + 1)
            self._anchor, self._caret = start, min(end, len(self._value))
            self._insert("")
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
            self._move(event)
        elif event.key in _OTHERS or pygame.K_F1 <= event.key <= pygame.K_F12:
            return False
        return True

    def _move(self, event: Event) -> None:
        steps = {
            pygame.K_LEFT: max(self._caret - 1, 0),
            pygame.K_RIGHT: min(self._caret + 1, len(self._value)),
            pygame.K_HOME: 0,
            pygame.K_END: len(self._value),
        }
        self._caret = steps[event.key]
        if not event.mod & pygame.KMOD_SHIFT:
            self._anchor = self._caret
        self._moved()

    def _command(self, event: Event) -> bool:
        start, end = sorted((self._anchor, self._caret))
        clipboard = self.root.clipboard if self.root is not None else None
        if event.key == pygame.K_a:
            self.select_all()
        elif clipboard is None:
            return True
        elif event.key in (pygame.K_c, pygame.K_x):
            if start < end:
                clipboard.put(self._value[start:end])
            if event.key == pygame.K_x:
                self._insert("")
        elif event.key == pygame.K_v:
            self._insert(clipboard.get())
        return True

    def _insert(self, text: str) -> None:
        start, end = sorted((self._anchor, self._caret))
        room = self._max_length - (len(self._value) - (end - start))
        kept = "".join(itertools.islice(self._held(text), max(room, 0)))
        before = self._value
        self._value = before[:start] + kept + before[end:]
        self._caret = self._anchor = start + len(kept)
        self._moved()
        if self._value != before and self.changed is not None:
            self.changed(self._value)

    def _held(self, text: str) -> Iterator[str]:
        """The letters of a text that is typed or pasted, as they are kept: whatever parts words is a space."""
        for letter in text.strip("\r\n"):
            if letter.isprintable() or letter == _JOINER:
                yield letter
            elif letter.isspace():
                yield " "

    def _moved(self) -> None:
        self._blink = 0.0
        self._follow_caret()
        self._tell_input_method()
        self.invalidate()

    def _follow_caret(self) -> None:
        """Scroll so that the caret can be seen."""
        root = self.root
        if root is None:
            return
        width = self._box(root.look).width
        x = root.look.width(self._value[: self._caret] + self._composing)
        whole = root.look.width(self._value + self._composing)
        self._offset = max(min(self._offset, x, whole - width), x - width + 2, 0) if whole > width else 0

    def _tell_input_method(self) -> None:
        """Where the input method's list of candidates should open: below the caret."""
        root = self.root
        if self.has_focus and root is not None:
            before = root.look.width(self._value[: self._caret]) - self._offset
            left = min(self._box(root.look).left + before, self.rect.right)
            pygame.key.set_text_input_rect(Rect(left, self.rect.top, root.look.px(2), self.rect.height))

    def _box(self, look: Look) -> Rect:
        return inset(self.rect, look.px(12), 1)

    def _index_at(self, x: int) -> int:
        root = self.root
        if root is None:
            return len(self._value)
        wanted = x - self._box(root.look).left + self._offset
        widths = [root.look.width(self._value[:i]) for i in range(len(self._value) + 1)]
        return min(range(len(widths)), key=lambda i: abs(widths[i] - wanted))


class TextArea(TextField):
    """Several lines; Enter begins another one, Escape and Tab leave. What does not fit is scrolled to."""

    is_left_by_escape = True

    def __init__(
        self,
        value: str = "",
        changed: Callable[[str], None] | None = None,
        placeholder: Words = "",
        max_length: int = 4_000,
        id: str = "",
        tip: Words = "",
    ) -> None:
        super().__init__(value, changed, None, placeholder, max_length, id, tip)
        self._top = 0
        """Lines scrolled."""
        self._broken: tuple[tuple[str, int, int], list[tuple[int, int]]] = (("", -1, -1), [(0, 0)])
        """Where lines begin and end, and for what that was found out."""

    def _held(self, text: str) -> Iterator[str]:
        for letter in text.replace("\r\n", "\n").replace("\r", "\n"):
            if letter in _KEPT:
                yield letter
            else:
                yield from super()._held(letter)

    @property
    def _shown(self) -> str:
        """With what the input method is putting together."""
        return self._value[: self._caret] + self._composing + self._value[self._caret :]

    def _lines(self, look: Look) -> list[tuple[int, int]]:
        """Each line's first letter and the one after its last, in what is shown."""
        text, width = self._shown, self._box(look).width - look.px(4)
        key = (text, width, look.px(100))
        if key != self._broken[0]:
            self._broken = (
                key,
                [line for start, end in _paragraphs(text) for line in _wrapped(look, text, start, end, width)],
            )
        return self._broken[1]

    def _line_of(self, lines: list[tuple[int, int]], index: int) -> int:
        return max((i for i, (start, _) in enumerate(lines) if start <= index), default=0)

    def _room(self, look: Look) -> int:
        return max(self._box(look).height // look.line_height(Size.SMALL), 1)

    def _edit(self, event: Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._insert("\n")
            return True
        if event.key == pygame.K_ESCAPE and self.root is not None:
            self.root.set_focus(None)
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END):
            self._move_by_lines(event)
            return True
        return super()._edit(event)

    def _move_by_lines(self, event: Event) -> None:
        if self.root is None:
            return
        look = self.root.look
        lines = self._lines(look)
        at = self._line_of(lines, self._caret)
        if event.key in (pygame.K_HOME, pygame.K_END):
            self._caret = lines[at][event.key == pygame.K_END]
        else:
            x = look.width(self._value[lines[at][0] : self._caret], Size.SMALL)
            to = at + (1 if event.key == pygame.K_DOWN else -1)
            last = len(self._value) if to >= len(lines) else 0
            self._caret = self._nearest(look, lines[to], x) if 0 <= to < len(lines) else last
        if not event.mod & pygame.KMOD_SHIFT:
            self._anchor = self._caret
        self._moved()

    def _nearest(self, look: Look, line: tuple[int, int], x: int) -> int:
        """The place between two letters of a line that is nearest to so many pixels from its beginning."""
        start, end = line
        return min(range(start, end + 1), key=lambda i: abs(look.width(self._shown[start:i], Size.SMALL) - x))

    def press(self, pos: tuple[int, int]) -> bool:
        self._caret = self._anchor = self._place_at(pos)
        self._moved()
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        self._caret = self._place_at(pos)
        self._moved()

    def _place_at(self, pos: tuple[int, int]) -> int:
        if self.root is None:
            return len(self._value)
        look, lines = self.root.look, self._lines(self.root.look)
        box = self._box(look)
        at = self._top + (pos[1] - box.top) // look.line_height(Size.SMALL)
        return self._nearest(look, lines[max(0, min(at, len(lines) - 1))], pos[0] - box.left)

    def wheel(self, steps: int) -> bool:
        if self.root is None:
            return False
        look = self.root.look
        end = max(len(self._lines(look)) - self._room(look), 0)
        self._top = max(0, min(self._top - steps, end))
        self.invalidate()
        return end > 0

    def _follow_caret(self) -> None:
        root = self.root
        if root is None or not self.rect.width:
            return
        lines = self._lines(root.look)
        at, room = self._line_of(lines, self._caret + len(self._composing)), self._room(root.look)
        if not self.has_focus:
            at = 0  # whoever reads begins at the beginning
        self._top = max(0, min(max(self._top, at - room + 1), at, len(lines) - 1))

    def _tell_input_method(self) -> None:
        root = self.root
        if self.has_focus and root is not None:
            pygame.key.set_text_input_rect(self._caret_rect(root.look))

    def _caret_rect(self, look: Look) -> Rect:
        lines, index, box = self._lines(look), self._caret + len(self._composing), self._box(look)
        at, height = self._line_of(lines, index), look.line_height(Size.SMALL)
        x = look.width(self._shown[lines[at][0] : index], Size.SMALL)
        return Rect(box.left + x, box.top + (at - self._top) * height, max(look.px(1), 1), height)

    def _box(self, look: Look) -> Rect:
        return inset(self.rect, look.px(10), look.px(5))

    def draw(self, surface: Surface, look: Look) -> None:
        palette, box = look.palette, self._box(look)
        border = palette.jade if self.has_focus else palette.line
        look.rounded(surface, self.rect, BUTTON_RADIUS, palette.card if self.is_enabled else palette.sunken, border)
        text, height, lines = self._shown, look.line_height(Size.SMALL), self._lines(look)
        if not text:
            look.paragraph(surface, self._placeholder, box, Size.SMALL, palette.muted)
        first, last = sorted((self._anchor, self._caret))
        for number, (start, end) in enumerate(lines[self._top : self._top + self._room(look)]):
            y = box.top + number * height
            left, right = max(start, first), min(end, last)
            if left < right and self.has_focus and not self._composing:
                x, width = (look.width(text[start:left], Size.SMALL), look.width(text[left:right], Size.SMALL))
                surface.fill(mix(palette.card, palette.jade, 0.3), Rect(box.left + x, y, width, height))
            look.text(
                surface, text[start:end].rstrip("\n "), Rect(box.left, y, box.width, height), Size.SMALL, palette.ink
            )
        self.draw_thumb(surface, look, self._top, self._room(look), len(lines))
        if self.has_focus and (self._blink < _BLINK or self._composing):
            caret = self._caret_rect(look)
            if self._composing:
                width = look.width(self._composing, Size.SMALL)
                surface.fill(palette.ink, Rect(caret.left - width, caret.bottom - look.px(2), width, 1))
            if box.top <= caret.top < box.bottom:
                surface.fill(palette.ink, caret)


def _paragraphs(text: str) -> list[tuple[int, int]]:
    """Where the lines that somebody ended with Enter begin and end."""
    found, start = [], 0
    for part in text.split("\n"):
        found.append((start, start + len(part)))
        start += len(part) + 1
    return found


def _wrapped(look: Look, text: str, start: int, end: int, width: int) -> list[tuple[int, int]]:
    """A paragraph in lines of so many pixels, broken after a space, or anywhere where there is none."""
    lines = []
    while look.width(text[start:end], Size.SMALL) > width and end - start > 1:
        low, high = 1, end - start
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (
                (middle, high) if look.width(text[start : start + middle], Size.SMALL) <= width else (low, middle)
            )
        space = text.rfind(" ", start, start + low)
        is_within_word = text[start + low].isascii() and text[start + low - 1].isascii()
        cut = space + 1 if space > start and is_within_word else start + low
        lines.append((start, cut))
        start = cut
    return [*lines, (start, end)]
