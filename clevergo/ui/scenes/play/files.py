"""Choosing a file inside the window: a path to type, the folder's contents to click, a name to save under.

The disk is looked at in a thread; meanwhile the folder shown last stays.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from pathlib import Path

from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.desk.folders import Entry, FolderReader, Found, PathKind
from clevergo.games.formats import SGF, suffixes
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Paragraph
from clevergo.ui.kit.layout import cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.listview import MarkedList
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.root import Root
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.strings import PlayText, error_said

_WIDTH, _HEIGHT, _ROW, _FIELD = 620, 400, 32, 38
_SAID_AFTER = 0.15
"""Seconds of looking that are worth a word."""


class Purpose(enum.Enum):
    """What the file is wanted for."""

    OPEN = "open"
    SAVE = "save"


class FileChooser(Group):
    """A folder one can walk through. ``chosen`` hears of a file, and of what lies there where one is to be saved."""

    def __init__(self, purpose: Purpose, folder: Path, name: str, chosen: Callable[[Found], None]) -> None:
        super().__init__()
        self._purpose = purpose
        self._chosen = chosen
        self._folder = folder
        self.reader = FolderReader()
        self._answered: Callable[[Found], None] = self._show
        """What to do with what is found."""
        self._waited = 0.0
        self._up = Button("", self._go_up, icon=Icon.UP, id="files.up", tip=PlayText.FOLDER_UP)
        self._home = Button(
            "", lambda: self.go(Path.home()), icon=Icon.FOLDER, id="files.home", tip=PlayText.HOME_FOLDER
        )
        self._path = TextField(
            str(folder), submitted=self._submit_path, placeholder=PlayText.FILE_PATH, max_length=4000, id="files.path"
        )
        self.list: MarkedList[Entry] = MarkedList(_draw_row, _ROW, self._click, self._mark, "files.list")
        self._empty = Paragraph(PlayText.EMPTY_FOLDER, Size.SMALL, color="muted")
        self._empty.is_visible = False
        self._name = TextField(
            name,
            submitted=lambda _: self.accept(),
            placeholder=PlayText.FILE_NAME,
            max_length=200,
            id="files.name",
        )
        self._name.is_visible = purpose is Purpose.SAVE
        self._trouble = Label("", Size.SMALL, color="accent_text", id="files.trouble")
        self._looking = Label("", Size.SMALL, color="muted")
        self.add(self._up, self._home, self._path, self.list, self._empty, self._name, self._trouble, self._looking)
        self._look(folder, self._show_first)

    def begin(self) -> None:
        """The dialog is open: a name can be typed at once."""
        root = self.root
        if root is not None and self._purpose is Purpose.SAVE:
            root.set_focus(self._name)
            self._name.select_all()

    def go(self, folder: Path) -> None:
        """Show another folder; one that cannot be read is said to be so, and nothing changes."""
        self._look(folder, self._show)

    def accept(self) -> None:
        """Take what is marked or typed."""
        if self._purpose is Purpose.SAVE:
            name = self._name.value.strip()
            folder = self._typed(self._path.value)
            if name and folder is not None:
                path = folder / name
                is_whole = path.suffix.lower() in suffixes()
                self._look(path if is_whole else Path(f"{path}{SGF}"), self._take_name)
        elif self._path.value.strip() != str(self._folder):
            self._submit_path(self._path.value)
        elif self.list.marked is not None:
            self._take(self.list.marked)

    def update(self, dt: float) -> bool:
        self._waited += dt
        found = self.reader.poll()
        if found is not None:
            self._answered(found)
        is_slow = self.reader.is_waiting and self._waited >= _SAID_AFTER
        self._looking.words = PlayText.LOOKING_FOR_GAMES if is_slow else ""
        return self.reader.is_waiting

    def _look(self, path: Path, answered: Callable[[Found], None]) -> None:
        self._say("")
        self._waited, self._answered = 0.0, answered
        self.reader.look(path)
        self.animate()

    def _show_first(self, found: Found) -> None:
        """The folder to begin in; the person's own where that is gone."""
        is_there = found.kind is PathKind.FOLDER and found.trouble is None
        self._show(found) if is_there or found.path == Path.home() else self._look(Path.home(), self._show)

    def _show(self, found: Found) -> None:
        if (trouble := found.trouble) is not None:
            self._say(lambda s: s.get(PlayText.CANNOT_LIST, reason=error_said(s, trouble)))
            return
        if found.kind is not PathKind.FOLDER:
            self._say(PlayText.NO_SUCH_FILE)
            return
        self._folder = found.path
        self._path.value = str(found.path)
        self.list.rows = list(found.entries)
        self.list.mark(None)
        self._empty.is_visible = not found.entries

    def arrange(self, rect: Rect, look: Look) -> None:
        field, gap = look.px(_FIELD), look.px(8)
        head, rest = cut_top(rect, field, gap)
        head = self._up.place_left(head, look, field, gap)
        head = self._home.place_left(head, look, field, gap)
        self._path.place(head, look)
        rest, trouble = cut_bottom(rest, look.px(20), look.px(2))
        self._trouble.place(trouble, look)
        self._looking.place(trouble, look)
        if self._purpose is Purpose.SAVE:
            rest = self._name.place_bottom(rest, look, field, gap)
        self.list.place(rest, look)
        self._empty.place(inset(rest, look.px(8)), look)
        self.animate()  # what is asked before it is on the screen is answered there

    def _go_up(self) -> None:
        self.go(self._folder.parent)

    def _typed(self, text: str) -> Path | None:
        """The path a person wrote, from the folder shown; None where it names a user nobody knows."""
        try:
            return self._folder / Path(text.strip()).expanduser()
        except RuntimeError:
            return None

    def _submit_path(self, text: str) -> None:
        path = self._typed(text)
        if path is None:
            self._say(PlayText.NO_SUCH_FILE)
        else:
            self._look(path, self._follow)

    def _follow(self, found: Found) -> None:
        """What was typed: a file is taken, a folder shown."""
        if found.kind is PathKind.FILE and self._purpose is Purpose.OPEN:
            self._chosen(found)
        elif found.kind is PathKind.FOLDER:
            self._show(found)
        else:
            self._say(PlayText.NO_SUCH_FILE)

    def _click(self, entry: Entry) -> None:
        if entry.is_folder or entry == self.list.marked:
            self._take(entry)
        else:
            self._mark(entry)

    def _mark(self, entry: Entry) -> None:
        self.list.mark(entry)
        if self._purpose is Purpose.SAVE and not entry.is_folder:
            self._name.value = entry.path.name

    def _take(self, entry: Entry) -> None:
        if entry.is_folder:
            self.go(entry.path)
        elif self._purpose is Purpose.OPEN:
            self._chosen(Found(entry.path, PathKind.FILE))
        else:
            self._mark(entry)

    def _take_name(self, found: Found) -> None:
        """What lies where the game is to go is known: a folder cannot be replaced."""
        self._show(found) if found.kind is PathKind.FOLDER else self._chosen(found)

    def _say(self, words: Words) -> None:
        self._trouble.words = words


def _draw_row(surface: Surface, look: Look, rect: Rect, entry: Entry) -> None:
    palette = look.palette
    icon, rest = cut_left(inset(rect, look.px(8), 0), look.px(22), look.px(8))
    look.icon(surface, Icon.FOLDER if entry.is_folder else Icon.BOOK, icon, palette.muted, 17)
    name, date = cut_right(rest, look.px(130), look.px(8))
    look.text(surface, entry.changed, date, Size.SMALL, palette.muted, False, Align.RIGHT)
    look.text(surface, entry.path.name, name if entry.changed else rest, Size.BODY, palette.ink)


class FileDialog(Dialog):
    """The chooser with its button; arrows mark, Enter takes."""

    def __init__(self, purpose: Purpose, folder: Path, name: str, chosen: Callable[[Found], None]) -> None:
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
        return self.chooser.list.arrow(event) or super().key(event)

    def _chosen(self, found: Found) -> None:
        self.close()
        self._take(found)


def open_file_dialog(
    root: Root, purpose: Purpose, folder: Path, name: str, chosen: Callable[[Found], None]
) -> FileDialog:
    """Ask for a file, beginning in ``folder`` where that can be read."""
    dialog = FileDialog(purpose, folder, name, chosen)
    root.open_popup(dialog, root.rect)
    dialog.chooser.begin()
    return dialog
