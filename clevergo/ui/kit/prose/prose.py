"""A text to read, as long as it likes: set, drawn and scrolled a little at a time, so that no frame waits for it.

Whoever owns it calls :meth:`Prose.work` each frame: blocks are parsed and set one by one, and lines become pictures
shortly before they are seen. ``draw`` draws what is ready.
"""

from __future__ import annotations

import bisect
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.ui.kit.base import Clickable, Glide, Group, Mark, Widget
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.prose.markdown import Heading
from clevergo.ui.kit.prose.sheet import AnyBlock, Embedded, Maker, Setter, Sheet, space_before
from clevergo.ui.kit.scrollbar import ScrollBar

MEASURE = 680
"""Logical units of a line of text: longer ones are hard to find the beginning of the next from."""
WIDEST = 880
"""Logical units that tables, code and pictures may take."""
_PAGE_PART = 0.88
_NOTCH, _ARROW = 92, 64
"""Logical units that a notch of the wheel, and an arrow, scroll."""
_HEAD, _FOOT = 30, 44
_BAR = 14
_AHEAD = 1.0
"""Windows above and below the view in which lines are made ready."""
_KEPT = 4.0
"""Windows beyond which they are freed again."""
_BUDGET = 0.0025
"""Seconds of work in a frame."""
_HERE = 0.3
"""How far down the view a heading may stand to be where one is."""


@dataclass(frozen=True)
class Place:
    """Where in a text one is, whatever its width: a block, and how much of it is above."""

    block: int = 0
    share: float = 0.0


@dataclass
class _Laid:
    """A block on paper, and where that lies."""

    x: int
    y: int
    """From the beginning of the text, pixels."""
    sheet: Sheet

    @property
    def bottom(self) -> int:
        return self.y + self.sheet.height


class LinkPlace(Clickable):
    """A link: what can be clicked where it stands."""

    reach = 6
    is_silent = False

    def __init__(self, link: str, followed: Callable[[str], None], pointed: Callable[[str], None], id: str) -> None:
        super().__init__(id)
        self._link = link
        self._followed = followed
        self._pointed = pointed

    def clicked(self) -> None:
        self._followed(self._link)

    def hover_changed(self) -> None:
        self._pointed(self._link if self.is_hovered else "")

    def draw(self, surface: Surface, look: Look) -> None:
        self.draw_focus(surface, look, 4)


class Prose(Group):
    """Blocks in a column, scrolled by wheel, keys and bar."""

    is_clipping = True

    def __init__(self, maker: Maker, followed: Callable[[str], None], id: str = "") -> None:
        """``followed`` hears of links that are clicked."""
        super().__init__()
        self._name = id
        self._maker = maker
        self._followed = followed
        self._bar = ScrollBar(self._jump)
        self.add(self._bar)
        self._source: Iterator[AnyBlock] = iter(())
        self._blocks: list[AnyBlock] = []
        self._laid: list[_Laid] = []
        self._placed: set[Widget] = set()
        """Widgets that have been placed since the text was set."""
        self._prepared: set[Widget] = set()
        """Those that have done what takes time."""
        self._parts: list[int] = []
        """The blocks that parts begin with."""
        self._is_parsed = True
        self._setter: Setter | None = None
        self._column = Rect(0, 0, 0, 0)
        """Where the text stands, in the window."""
        self._wanted: Place | None = None
        """Where to go once it has been set that far."""
        self._wanted_heading: int | None = None
        self._glide = Glide(0.0, 0.16)
        self._top = 0
        """Pixels scrolled."""
        self._pointed = ""
        self._is_fresh = True
        """Whether all lines near the view are ready."""
        self._freed_at = 0
        self.seconds = _BUDGET
        """How long it may work in a frame."""

    # --- what is read ---

    def show(self, blocks: Iterable[AnyBlock], at: Place | None = None) -> None:
        """Another text, from a place on."""
        self._source, self._blocks, self._parts, self._is_parsed = iter(blocks), [], [], False
        self._lay_anew(at or Place())

    @property
    def is_set(self) -> bool:
        """Whether the whole text lies."""
        return self._is_parsed and len(self._laid) == len(self._blocks)

    @property
    def is_moving(self) -> bool:
        """Whether it is being scrolled."""
        return self._glide.is_moving

    @property
    def place_now(self) -> Place:
        """Where one is."""
        if self._wanted is not None:
            return self._wanted
        at = self._index_at(self._top)
        if at is None:
            return Place()
        laid = self._laid[at]
        return Place(at, min(max(self._top - laid.y, 0) / max(laid.sheet.height, 1), 1.0))

    @property
    def share(self) -> float:
        """How much of the text has come into view, 0 to 1."""
        if not self.is_set or self._wanted is not None:
            return 0.0
        return min((self._top + self.rect.height) / max(self._whole, 1), 1.0)

    @property
    def headings(self) -> list[str]:
        """What its parts are called."""
        return [self._heading_text(index) for index in self._parts]

    def _heading_text(self, index: int) -> str:
        block = self._blocks[index]
        if isinstance(block, Heading):
            return block.text
        inner = getattr(block, "blocks", ())
        return inner[0].text if inner and isinstance(inner[0], Heading) else ""

    @staticmethod
    def _level(block: AnyBlock) -> int:
        inner = getattr(block, "blocks", ())
        first = inner[0] if inner else block
        return first.level if isinstance(first, Heading) else 0

    @property
    def heading_now(self) -> int | None:
        """Which of the headings one reads below."""
        if self._is_at_end and self.is_set and self._whole > self.rect.height and self._top > 0:
            return len(self._parts) - 1
        line = self._top + round(self.rect.height * _HERE)
        found = [n for n, i in enumerate(self._parts) if i < len(self._laid) and self._laid[i].y <= line]
        return found[-1] if found else None

    def go_to_heading(self, number: int) -> None:
        """Scroll to a heading; as soon as it is there, where the text is still being set."""
        indices = self._parts
        if number < len(indices) and indices[number] < len(self._laid):
            self._glide_to(self._laid[indices[number]].y - self._px(_HEAD) // 2)
        else:
            self._wanted_heading = number

    # --- scrolling ---

    @property
    def _whole(self) -> int:
        """Pixels from the beginning to the end, guessed where it is not set yet."""
        if not self._laid:
            return self.rect.height
        known = self._laid[-1].bottom + self._px(_FOOT)
        return known if self.is_set else max(known, known * len(self._blocks) // len(self._laid))

    @property
    def _end(self) -> int:
        return max(self._whole - self.rect.height, 0)

    @property
    def _is_at_end(self) -> bool:
        return self._top >= self._end

    def _px(self, units: float) -> int:
        return self.root.look.px(units) if self.root is not None else round(units)

    def page(self, step: int) -> None:
        """A page on, or back."""
        self._glide_to(round(self._glide.goal) + step * round(self.rect.height * _PAGE_PART))

    def arrow(self, step: int) -> None:
        """Some lines on, or back."""
        self._glide_to(round(self._glide.goal) + step * self._px(_ARROW))

    def to_end(self, is_end: bool) -> None:
        """To the end, or to the beginning."""
        self._glide_to(self._end if is_end else 0)

    def wheel(self, steps: int) -> bool:
        self._glide_to(round(self._glide.goal) - steps * self._px(_NOTCH))
        return True

    def _glide_to(self, top: int) -> None:
        self._wanted = self._wanted_heading = None
        self._glide.goal = float(max(0, min(top, self._end)))
        self.animate()

    def _jump(self, top: int) -> None:
        self._wanted = self._wanted_heading = None
        self._glide.jump(float(max(0, min(top, self._end))))
        self._scrolled()

    def update(self, dt: float) -> bool:
        is_moving = self._glide.step(dt)
        self._scrolled()
        return is_moving

    def _scrolled(self) -> None:
        top = round(self._glide.value)
        if top != self._top:
            self._top = top
            self._is_fresh = False
            self.invalidate()
        self._place_widgets()

    # --- work ---

    def work(self) -> bool:
        """Set and make ready what there is time for; whether something is left to do."""
        if self.root is None or not self.rect.width:
            return False
        until = time.perf_counter() + self.seconds
        look = self.root.look
        while not self._is_parsed and time.perf_counter() < until:
            block = next(self._source, None)
            if block is None:
                self._is_parsed = True
                self._follow_wish()
            else:
                if self._level(block) == 2:
                    self._parts.append(len(self._blocks))
                self._blocks.append(block)
        if self._setter is not None and time.perf_counter() < until and self._setter.open_font():
            return True
        was_set = self.is_set
        while self._is_parsed and len(self._laid) < len(self._blocks) and time.perf_counter() < until:
            self._lay(look)
        if not was_set or self._wanted is not None:
            self._follow_wish()
            self._place_widgets()
        while not self._is_fresh and time.perf_counter() < until:
            self._make_ready(look)
        is_ready = self._is_fresh and (time.perf_counter() >= until or not self._prepare_widget(look))
        return not self.is_set or not is_ready

    def finish(self) -> None:
        """Do all of the work at once."""
        before, self.seconds = self.seconds, 3600.0
        while self.work():
            pass
        self.seconds = before

    def _lay_anew(self, at: Place) -> None:
        """Everything is set again, by a new look or in another width."""
        for child in [child for child in self.children if child is not self._bar]:
            self.remove(child)
        self._laid, self._setter = [], None
        self._placed.clear()
        self._prepared.clear()
        self._wanted, self._wanted_heading = at, None
        self._top = 0
        self._glide.jump(0.0)
        self._is_fresh = False
        self.invalidate()

    def arrange(self, rect: Rect, look: Look) -> None:
        bar = look.px(_BAR)
        self._bar.place(Rect(rect.right - bar, rect.top, bar, rect.height), look)
        room = rect.width - 2 * max(bar, look.px(18))
        width = min(look.px(MEASURE), room)
        self._column = Rect(rect.left + (rect.width - width) // 2, rect.top, width, rect.height)
        self._lay_anew(self.place_now)
        self._setter = Setter(look, self._maker, min(look.px(WIDEST), room))
        self.work()

    def _lay(self, look: Look) -> None:
        if self._setter is None:
            self._setter = Setter(look, self._maker, self._column.width)
        number = len(self._laid)
        block = self._blocks[number]
        before = self._blocks[number - 1] if number else None
        sheet = self._setter.sheet(block, self._column.width)
        y = self._laid[-1].bottom if self._laid else look.px(_HEAD)
        if sheet.height:
            y += look.px(space_before(block, self._seen_before(number), self._maker)) if before is not None else 0
        is_text = sheet.width <= self._column.width and not sheet.is_centered
        x = 0 if is_text else (self._column.width - sheet.width) // 2
        self._laid.append(_Laid(x, y, sheet))
        for count, (link, rect) in enumerate(sheet.links()):
            place = LinkPlace(link, self._followed, self._point, f"{self._name}.link.{number}.{count}")
            sheet.widgets.append((rect, place))
        for _, widget in sheet.widgets:
            widget.is_visible = False
            self.add(widget)
        self.children.append(self.children.pop(self.children.index(self._bar)))
        self._is_fresh = False
        self.invalidate()

    def _seen_before(self, number: int) -> AnyBlock | None:
        """The last block above that can be seen; a comment cannot."""
        seen = (i for i in range(number - 1, -1, -1) if self._laid[i].sheet.height)
        return next((self._blocks[i] for i in seen), None)

    def _follow_wish(self) -> None:
        """Go where one wanted to, if it has been set that far, and there is enough below."""
        if self._wanted_heading is not None and self._is_parsed:
            indices = self._parts
            if self._wanted_heading < len(indices):
                self._wanted = Place(indices[self._wanted_heading])
            self._wanted_heading = None
        if self._wanted is None:
            return
        if not self._laid or (self._wanted.block >= len(self._laid) and not self.is_set):
            return
        laid = self._laid[min(self._wanted.block, len(self._laid) - 1)]
        above = self._px(_HEAD) // 2 if not self._wanted.share else 0
        top = laid.y + round(laid.sheet.height * self._wanted.share) - above
        if not self.is_set and self._laid[-1].bottom < top + self.rect.height:
            return
        self._wanted = None
        self._glide.jump(float(max(0, min(top, self._end))))
        self._scrolled()

    def _make_ready(self, look: Look) -> None:
        """Make one line ready: first what is seen, then what soon may be."""
        height = max(self.rect.height, 1)
        for above, below in ((0.0, 0.0), (_AHEAD, _AHEAD)):
            first, last = self._top - round(above * height), self._top + round((1 + below) * height)
            for laid in self._between(first, last):
                for x, y, line in laid.sheet.lines:
                    if not line.is_ready and first <= laid.y + y + line.height and laid.y + y <= last:
                        line.prepare(look)
                        self.invalidate(self._window_rect(laid, Rect(x, y, line.width, line.height)))
                        return
        self._is_fresh = True
        if abs(self._top - self._freed_at) > height:
            self._freed_at = self._top
            self._free(height)

    def _prepare_widget(self, look: Look) -> bool:
        """Do a part of what a widget needs that soon comes into view; whether something is left."""
        ahead = round(_AHEAD * self.rect.height)
        for laid in self._between(self._top - ahead, self._top + self.rect.height + ahead):
            for rect, widget in laid.sheet.widgets:
                is_new = widget not in self._placed and widget not in self._prepared
                if is_new and isinstance(widget, Embedded):
                    if not widget.prepare(look, rect.width):
                        self._prepared.add(widget)
                    return True
        return False

    def _free(self, height: int) -> None:
        far = round(_KEPT * height)
        for laid in self._laid:
            if laid.bottom < self._top - far or laid.y > self._top + height + far:
                for _, _, line in laid.sheet.lines:
                    line.forget()

    # --- places ---

    def _index_at(self, y: int) -> int | None:
        """The block at, or the last one above, a height of the text."""
        if not self._laid:
            return None
        return max(bisect.bisect_right(self._laid, y, key=lambda laid: laid.y) - 1, 0)

    def _between(self, first: int, last: int) -> Iterator[_Laid]:
        start = self._index_at(first)
        for laid in self._laid[start:] if start is not None else ():
            if laid.y > last:
                return
            if laid.bottom >= first:
                yield laid

    def _window_rect(self, laid: _Laid, rect: Rect) -> Rect:
        return rect.move(self._column.left + laid.x, self.rect.top + laid.y - self._top)

    def _place_widgets(self) -> None:
        """Every widget where its block is; those out of sight are hidden."""
        if self.root is None:
            return
        look = self.root.look
        self._bar.show(self._top, self.rect.height, self._whole)
        near = set()
        for laid in self._between(self._top, self._top + self.rect.height):
            for rect, widget in laid.sheet.widgets:
                where = self._window_rect(laid, rect)
                if where.colliderect(self.rect):
                    near.add(widget)
                    if widget not in self._placed:
                        self._placed.add(widget)
                        widget.is_visible = True
                        widget.place(where, look)
                    else:
                        widget.is_visible = True
                        if widget.rect.topleft != where.topleft:
                            widget.shift(where.left - widget.rect.left, where.top - widget.rect.top)
        for child in self.children:
            if child is not self._bar and child not in near:
                child.is_visible = False

    def _point(self, link: str) -> None:
        if link != self._pointed:
            self._pointed = link
            self.invalidate()

    # --- widget ---

    def invalidate(self, rect: Rect | None = None) -> None:
        super().invalidate(self.rect if rect is None else rect.clip(self.rect))

    def at(self, pos: tuple[int, int]) -> Widget | None:
        return super().at(pos) if self.rect.collidepoint(pos) else None

    def walk(self) -> Iterator[Widget]:
        if self.is_visible:
            yield self
            for child in self._whole_children():
                yield from child.walk()

    def marks(self, look: Look) -> Iterable[Mark]:
        for child in self._whole_children():
            yield from child.marks(look)

    def _whole_children(self) -> list[Widget]:
        """Those that are seen from top to bottom; what is seen in part can be clicked, and comes into reach of keys."""
        return [child for child in self.children if child.is_visible and self.rect.contains(child.rect)]

    def draw_behind(self, surface: Surface, look: Look) -> None:
        clip = surface.get_clip()
        left, noted = self._column.left, look.drawn
        for laid in self._between(self._top, self._top + self.rect.height):
            x, y = left + laid.x, self.rect.top + laid.y - self._top
            laid.sheet.draw_boxes(surface, look, x, y)
            for line_x, line_y, line in laid.sheet.lines:
                top = y + line_y
                if top + line.height < self.rect.top or top > self.rect.bottom:
                    continue
                if noted is None and not (top < clip.bottom and top + line.height > clip.top):
                    continue
                # What is seen in part is not noted: it scrolls.
                look.drawn = noted if self.rect.top <= top and top + line.height <= self.rect.bottom else None
                line.draw(surface, look, x + line_x, top, self._pointed)
        look.drawn = noted
