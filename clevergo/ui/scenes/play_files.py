"""Choosing a file inside the window: a path to type, the folder's contents to click, a name to save under."""

from __future__ import annotations

import enum
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.ui.layout import cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.texts.play import PlayText
from clevergo.ui.theme import BUTTON_RADIUS, Size, mix
from clevergo.ui.widgets.base import Group
from clevergo.ui.widgets.button import Button
from clevergo.ui.widgets.dialog import Dialog
from clevergo.ui.widgets.icons import Icon
from clevergo.ui.widgets.label import Label, Paragraph
from clevergo.ui.widgets.listview import ListView
from clevergo.ui.widgets.look import Align, Look, Words
from clevergo.ui.widgets.textfield import TextField

_WIDTH, _HEIGHT, _ROW, _FIELD = 620, 400, 32, 38
_MOST_ENTRIES = 2000
_SUFFIX = ".sgf"


class Purpose(enum.Enum):
    """What the file is wanted for."""

    OPEN = "open"
    SAVE = "save"


@dataclass(frozen=True)
class Entry:
    """A line of a folder."""

    path: Path
    is_folder: bool
    changed: str = ""
    """``2026-01-31 12:30``; empty for a folder."""


def list_folder(folder: Path) -> list[Entry]:
    """The folders and games in ``folder``, folders first; OSError where it cannot be read."""
    entries: list[Entry] = []
    with os.scandir(folder) as found:
        for item in found:
            if item.name.startswith(".") or len(entries) >= _MOST_ENTRIES:
                continue
            try:
                is_folder = item.is_dir()
                if is_folder:
                    entries.append(Entry(Path(item.path), True))
                elif item.name.lower().endswith(_SUFFIX):
                    written = time.strftime("%Y-%m-%d %H:%M", time.localtime(item.stat().st_mtime))
                    entries.append(Entry(Path(item.path), False, written))
            except OSError:
                continue  # a link to nowhere, or not ours to look at
    return sorted(entries, key=lambda entry: (not entry.is_folder, entry.path.name.casefold()))


class FileChooser(Group):
    """A folder one can walk through. ``chosen`` is called with a file; what is wrong is said below."""

    def __init__(self, purpose: Purpose, folder: Path, name: str, chosen: Callable[[Path], None]) -> None:
        super().__init__()
        self._purpose = purpose
        self._chosen = chosen
        self._folder = folder
        self._entry: Entry | None = None
        """What is marked."""
        self._up = Button("", self._go_up, icon=Icon.UP, id="files.up", tip=PlayText.FOLDER_UP)
        self._home = Button(
            "", lambda: self.go(Path.home()), icon=Icon.FOLDER, id="files.home", tip=PlayText.HOME_FOLDER
        )
        self._path = TextField(
            str(folder), submitted=self._submit_path, placeholder=PlayText.FILE_PATH, max_length=4000, id="files.path"
        )
        self._list: ListView[Entry] = ListView(self._draw_row, _ROW, self._click, id="files.list")
        self._list.can_focus = False
        self._empty = Paragraph(PlayText.EMPTY_FOLDER, Size.SMALL, color="muted")
        self._name = TextField(name, placeholder=PlayText.FILE_NAME, max_length=200, id="files.name")
        self._name.is_visible = purpose is Purpose.SAVE
        self._trouble = Label("", Size.SMALL, color="accent_text", id="files.trouble")
        self.add(self._up, self._home, self._path, self._list, self._empty, self._name, self._trouble)
        self.go(folder)

    def go(self, folder: Path) -> None:
        """Show another folder; one that cannot be read is said to be so, and nothing changes."""
        try:
            entries = list_folder(folder)
        except OSError as error:
            reason = error.strerror or str(error)
            self._say(lambda s: s.get(PlayText.CANNOT_LIST, reason=reason))
            return
        self._folder, self._entry = folder, None
        self._path.value = str(folder)
        self._list.rows = entries
        self._empty.is_visible = not entries
        self._say("")

    def accept(self) -> None:
        """Take what is marked or typed."""
        if self._purpose is Purpose.SAVE:
            name = self._name.value.strip()
            if name:
                path = self._folder / name
                self._chosen(path if path.suffix.lower() == _SUFFIX else path.with_name(path.name + _SUFFIX))
        elif self._path.value.strip() != str(self._folder):
            self._submit_path(self._path.value)
        elif self._entry is not None:
            self._take(self._entry)

    def step(self, step: int) -> None:
        """Mark the next row, or the one before."""
        rows = self._list.rows
        if rows:
            index = rows.index(self._entry) + step if self._entry in rows else 0
            self._mark(rows[max(0, min(index, len(rows) - 1))])

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        field, gap = look.px(_FIELD), look.px(8)
        head, rest = cut_top(rect, field, gap)
        up, head = cut_left(head, field, gap)
        home, head = cut_left(head, field, gap)
        self._up.place(up, look)
        self._home.place(home, look)
        self._path.place(head, look)
        rest, trouble = cut_bottom(rest, look.px(20), look.px(2))
        self._trouble.place(trouble, look)
        if self._purpose is Purpose.SAVE:
            rest, name = cut_bottom(rest, field, gap)
            self._name.place(name, look)
        self._list.place(rest, look)
        self._empty.place(inset(rest, look.px(8)), look)

    def _go_up(self) -> None:
        self.go(self._folder.parent)

    def _submit_path(self, text: str) -> None:
        try:
            path = self._folder / Path(text.strip()).expanduser()
            is_folder, is_file = path.is_dir(), path.is_file()
        except (OSError, ValueError, RuntimeError):  # longer than a name can be; ~ and a user nobody knows
            is_folder = is_file = False
        if is_folder:
            self.go(path)
        elif is_file and self._purpose is Purpose.OPEN:
            self._chosen(path)
        else:
            self._say(PlayText.NO_SUCH_FILE)

    def _click(self, entry: Entry) -> None:
        if entry.is_folder or entry == self._entry:
            self._take(entry)
        else:
            self._mark(entry)

    def _mark(self, entry: Entry) -> None:
        self._entry = entry
        if self._purpose is Purpose.SAVE and not entry.is_folder:
            self._name.value = entry.path.name
        self._list.reveal(entry)
        self.invalidate()

    def _take(self, entry: Entry) -> None:
        if entry.is_folder:
            self.go(entry.path)
        elif self._purpose is Purpose.OPEN:
            self._chosen(entry.path)
        else:
            self._mark(entry)

    def _say(self, words: Words) -> None:
        self._trouble.words = words

    def _draw_row(self, surface: Surface, look: Look, rect: Rect, entry: Entry) -> None:
        palette = look.palette
        if entry == self._entry:
            fill = mix(palette.panel, palette.jade, 0.16)
            look.rounded(surface, inset(rect, 0, look.px(1)), BUTTON_RADIUS - 3, fill, palette.jade)
        icon, rest = cut_left(inset(rect, look.px(8), 0), look.px(22), look.px(8))
        look.icon(surface, Icon.FOLDER if entry.is_folder else Icon.BOOK, icon, palette.muted, 17)
        name, date = cut_right(rest, look.px(130), look.px(8))
        look.text(surface, entry.changed, date, Size.SMALL, palette.muted, False, Align.RIGHT)
        look.text(surface, entry.path.name, name if entry.changed else rest, Size.BODY, palette.ink)


class FileDialog(Dialog):
    """The chooser with its button; arrows mark, Enter takes."""

    def __init__(self, purpose: Purpose, folder: Path, name: str, chosen: Callable[[Path], None]) -> None:
        self._take = chosen
        self.chooser = FileChooser(purpose, folder, name, self._chosen)
        is_open = purpose is Purpose.OPEN
        super().__init__(
            PlayText.FILE_TITLE if is_open else PlayText.SAVE_TITLE,
            accept=PlayText.OPEN_IT if is_open else PlayText.SAVE_IT,
            accepted=self.chooser.accept,
            content=self.chooser,
            content_height=_HEIGHT,
            closes_on_accept=False,
            width=_WIDTH,
        )

    def key(self, event: Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN):
            self.chooser.step(1 if event.key == pygame.K_DOWN else -1)
            return True
        return super().key(event)

    def _chosen(self, path: Path) -> None:
        self.close()
        self._take(path)


def file_dialog(purpose: Purpose, folder: Path, name: str, chosen: Callable[[Path], None]) -> FileDialog:
    """Ask for a file, beginning in ``folder`` where that can be read."""
    return FileDialog(purpose, folder if folder.is_dir() else Path.home(), name, chosen)
