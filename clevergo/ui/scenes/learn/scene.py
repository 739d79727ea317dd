"""The scene where one learns: the contents at the left, and beside them what is chosen.

In a narrow window the contents are folded away behind a button above the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.desk.settings import SceneName
from clevergo.ui.kit.base import cut_left, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.root import Popup
from clevergo.ui.kit.theme import GAP, PANEL_RADIUS, Size
from clevergo.ui.scenes.learn.contents import Entry, Progress, contents
from clevergo.ui.scenes.learn.index import Index, Opened
from clevergo.ui.scenes.learn.leaf import Desk, Leaf
from clevergo.ui.shell.scene import BoardMark, KeyRow, Scene, Services, Visit
from clevergo.ui.strings import LearnText

_UNFOLDED_FROM = 1080
"""Logical units of width from which the contents have room beside the page."""
_LIST = (248, 320)
"""Logical units: the list's least and greatest width."""
_LIST_SHARE = 0.22
_BAR = 36
_CHAPTERS_KEPT = 2


@dataclass
class _Open:
    """What lies open."""

    entry: Entry
    leaf: Leaf


class LearnScene(Scene):
    """Contents, and what is chosen from them."""

    name = SceneName.LEARN

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.entries = contents()
        self._desk = Desk(
            services,
            self.open_entry,
            lambda page: self.stage.show(page),
            lambda name, visit: self.stage.go_to(name, visit),
            lambda words: self.stage.look.say(words),
            lambda words: self.stage.toast(words),
            self._refresh,
        )
        self._leaves: dict[str, Leaf] = {}
        """What has lain open, the last one at the end."""
        self._open: _Open | None = None
        self._list = Panel()
        self._index = Index(self.entries, self.open_entry)
        self._list.add(self._index)
        self._fold = Button(
            LearnText.CONTENTS,
            self._unfold,
            ButtonKind.PLAIN,
            Icon.BOOK,
            Size.SMALL,
            id="learn.contents",
            tip=LearnText.TIP_CONTENTS,
        )
        self._title = Label("", Size.BODY, bold=True)
        self._room = Rect(0, 0, 0, 0)
        """Where what is chosen lies."""
        self.add(self._list, self._fold, self._title)

    # --- what lies open ---

    @property
    def leaf(self) -> Leaf | None:
        """What lies open."""
        return self._open.leaf if self._open is not None else None

    def open_entry(self, id: str) -> None:
        """Open an entry of the contents, or go to a part of it; nothing happens where there is none of that id."""
        name, _, part = id.partition("#")
        entry = next((entry for entry in self.entries if entry.id == name), None)
        if entry is None:
            return
        if self._open is None or self._open.entry is not entry:
            self._put_away()
            leaf = self._leaves.pop(entry.id) if entry.id in self._leaves else entry.make(self._desk)
            self._leaves[entry.id] = leaf
            self._let_go()
            self._open = _Open(entry, leaf)
            self.add(leaf)
            self._title.words = entry.name
            self.services.preferences.change(learn_open=entry.id)
            self.place_again()
            leaf.entered()
        if part.isdecimal() and self._open is not None:
            self._open.leaf.go_to_part(int(part))
        self._refresh()
        self._index.reveal(id)
        self._fold_up()

    def _let_go(self) -> None:
        """Of chapters only the last few are kept: each holds its pictures and boards."""
        chapters = [id for id, leaf in self._leaves.items() if not leaf.lasts]
        for id in chapters[:-_CHAPTERS_KEPT]:
            del self._leaves[id]

    def _put_away(self) -> None:
        if self._open is not None:
            self._open.leaf.left()
            self.remove(self._open.leaf)
            self._open = None

    def _refresh(self) -> None:
        if self._open is not None:
            leaf = self._open.leaf
            before, entry = self._index.opened, self._open.entry
            self._index.show_progress(self._progress())
            self._index.opened = now = Opened(entry.id, tuple(leaf.parts), leaf.part)
            if (now.id, now.part) != (before.id, before.part) and not self._index.is_hovered:
                self._index.reveal(entry.id if now.part is None else f"{entry.id}#{now.part}")

    def _progress(self) -> dict[str, Progress]:
        """How far somebody has come with each entry."""
        settings = self.services.preferences.now
        return {entry.id: entry.progress(settings) for entry in self.entries}

    # --- page ---

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        own = () if self._open is None else self._open.leaf.keys
        return (*own, *((("Ctrl PgUp  Dn", LearnText.KEY_CHAPTERS),) if own else ()))

    def entered(self, visit: Visit | None) -> None:
        if visit is not None and visit.entry is not None:
            if self._open is not None and self._open.entry.id == visit.entry.partition("#")[0]:
                self._open.leaf.entered()
            self.open_entry(visit.entry)
            return
        if self._open is not None:
            self._open.leaf.entered()
            return
        kept = self.services.preferences.now.learn_open
        known = [entry.id for entry in self.entries]
        if known:
            self.open_entry(kept if kept in known else known[0])

    def left(self) -> None:
        self._fold_up()
        if self._open is not None:
            self._open.leaf.left()

    def update(self, dt: float) -> bool:
        return self._open is not None and self._open.leaf.update(dt)

    def handle(self, event: Event) -> bool:
        return self._open is not None and self._open.leaf.handle(event)

    def board_mark(self) -> BoardMark | None:
        return self._open.leaf.board_mark() if self._open is not None else None

    def arrange(self, rect: Rect, look: Look) -> None:
        is_folded = rect.width < look.px(_UNFOLDED_FROM)
        body = inset(rect, look.px(14 if is_folded else 20), look.px(10 if is_folded else 16))
        self._list.is_visible = not is_folded
        self._fold.is_visible = self._title.is_visible = is_folded
        if is_folded:
            bar, body = cut_top(body, look.px(_BAR), look.px(8))
            rest = self._fold.place_left(bar, look, self._fold.needed_width(look), look.px(14))
            self._title.place(rest, look)
        else:
            width = min(max(round(rect.width * _LIST_SHARE), look.px(_LIST[0])), look.px(_LIST[1]))
            column, body = cut_left(body, width, look.px(GAP))
            self._list.place(column, look)
            self._index.place(inset(column, look.px(6), look.px(8)), look)
        self._room = body
        if self._open is not None:
            self._open.leaf.place(body, look)
            self._refresh()

    # --- the contents of a narrow window ---

    def _unfold(self) -> None:
        popup = _ContentsPopup(self.entries, self.open_entry, self._index.opened, self._progress())
        look, anchor = self.stage.look, self._fold.rect
        top = anchor.bottom + look.px(6)
        room = Rect(anchor.left, top, look.px(_LIST[1]), self.rect.bottom - look.px(10) - top)
        self.stage.open_popup(popup, room)
        popup.begin()

    def _fold_up(self) -> None:
        for popup in [popup for popup in self.stage.popups if isinstance(popup, _ContentsPopup)]:
            self.stage.close_popup(popup)


class _ContentsPopup(Popup):
    """The contents over the page."""

    def __init__(
        self,
        entries: tuple[Entry, ...],
        chosen: Callable[[str], None],
        opened: Opened,
        progress: Mapping[str, Progress],
    ) -> None:
        super().__init__()
        self._index = Index(entries, chosen, "learn.folded")
        self._index.opened = opened
        self._index.show_progress(progress)
        self.add(self._index)

    def begin(self) -> None:
        """The arrows go through it at once."""
        if self.root is not None:
            self.root.set_focus(self._index, by_keys=self.root.shows_focus)
        self._index.reveal(self._index.opened.id)

    def arrange(self, rect: Rect, look: Look) -> None:
        self._index.place(inset(rect, look.px(6), look.px(8)), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        look.shadow(surface, self.rect, PANEL_RADIUS, 14)
        look.rounded(surface, self.rect, PANEL_RADIUS, look.palette.card, look.palette.line)
