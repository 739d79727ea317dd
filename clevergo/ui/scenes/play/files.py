"""Choosing a game inside the window: one of those played here, any file, or a name to save one under.

The disk is looked at in a thread; meanwhile what was shown last stays.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.desk.folders import Entry, Found, Latest, PathKind, look_above, look_at
from clevergo.app.match.messages import SavedGame
from clevergo.games.formats import SGF, suffixes
from clevergo.games.guests import games
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.dialog import Dialog, Needed, needs_room
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Paragraph
from clevergo.ui.kit.listview import MarkedList
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.root import Root
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.words import names_of, result_words
from clevergo.ui.scenes.shared.terms import game_words, size_words
from clevergo.ui.strings import PlayText, Text, error_said

if TYPE_CHECKING:
    from clevergo.app.match.controller import MatchController

_FIELD = 38
_GAME, _MOST_GAMES = 38, 10
"""Height of a game in the list, in logical units, and how many are seen at a time."""
_SAID_AFTER = 0.15
"""Seconds of looking that are worth a word."""


class GamesList(Group):
    """The games, the newest first. A click chooses one, a second click opens it."""

    def __init__(self, match: MatchController, opened: Callable[[Path], None]) -> None:
        super().__init__()
        self._match = match
        self._opened = opened
        self._clicked: SavedGame | None = None
        """The row clicked last: only what was seen to be chosen opens at a click, or the next one falls through."""
        self._has_chosen = False
        self.list: MarkedList[SavedGame] = MarkedList(_draw_game, _GAME, self._click, self._choose, "games.list")
        """Marked is the newest until a person has chosen."""
        self._empty = Paragraph(PlayText.LOOKING_FOR_GAMES, color="muted")
        self.add(self.list, self._empty)
        match.library.refresh()
        self.update(0)

    def accept(self) -> None:
        """Open the game that is marked."""
        if self.list.marked is not None:
            self._opened(self.list.marked.path)

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels for the games there are, up to ten; for what is said where there are none."""
        if not self.list.rows:
            return self._empty.needed_height(look, width)
        return look.px(_GAME) * min(len(self.list.rows), _MOST_GAMES)

    def arrange(self, rect: Rect, look: Look) -> None:
        self.list.place(rect, look)
        self._empty.place(rect, look)
        self.animate()

    def update(self, dt: float) -> bool:
        found = self._match.library.games
        if found is not None and not found:
            self._empty.words = PlayText.NO_GAMES
        if found is not None and list(found) != self.list.rows:
            self.list.rows = list(found)
            self._empty.is_visible = not found
            if self.list.marked not in found or not self._has_chosen:
                self.list.mark(next(iter(found), None))
            needs_room(self)
        return True

    def _click(self, game: SavedGame) -> None:
        if game == self._clicked:
            self._opened(game.path)
        else:
            self._choose(game)
            self._clicked = game

    def _choose(self, game: SavedGame) -> None:
        self._has_chosen, self._clicked = True, None
        self.list.mark(game)


def _draw_game(surface: Surface, look: Look, rect: Rect, game: SavedGame) -> None:
    palette = look.palette
    date, rest = cut_left(inset(rect, look.px(10), 0), look.px(128), look.px(10))
    look.text(surface, game.date, date, Size.SMALL, palette.muted)
    rest, result = cut_right(rest, look.px(96), look.px(8))
    look.text(surface, result_words(look.strings, game), result, Size.SMALL, palette.jade_text, False, Align.RIGHT)
    has_several = len(games()) > 1
    said = [look.strings.get(PlayText.MOVES_COUNT, n=game.moves)]
    if game.game:
        said.insert(0, look.say(size_words(game.game, game.size)))
    if game.game and has_several:
        said.insert(0, look.say(game_words(game.game)))
    told = " · ".join(said)
    names, facts = cut_right(rest, look.width(told, Size.SMALL) + 2, look.px(8))
    look.text(surface, told, facts, Size.SMALL, palette.muted, False, Align.RIGHT)
    called = names_of(look.strings, game)
    if look.width(called, Size.BODY) > names.width:
        called = names_of(look.strings, game, is_short=True)
    look.text(surface, called, names, Size.BODY, palette.ink)


class FileChooser(Group):
    """A folder one can walk through. ``chosen`` hears of a file, and of what lies there where one is to be saved."""

    def __init__(self, folder: Path, name: str | None, chosen: Callable[[Found], None], suffix: str = SGF) -> None:
        """``name``: of the file to be saved, at first; None where one is to be opened.

        Args:
            suffix: what a name gets that a person typed without one of its kind.
        """
        super().__init__()
        self._suffix = suffix
        self._is_saving = name is not None
        self._chosen = chosen
        self._folder = folder
        self.reader: Latest[Found] = Latest("folder-reader")
        self._answered: Callable[[Found], None] = self._show
        """What to do with what is found."""
        self._waited = 0.0
        up, home = lambda: self._find(lambda: look_above(self._folder), self._show), lambda: self._go(Path.home())
        self._up = Button("", up, icon=Icon.UP, id="files.up", tip=PlayText.FOLDER_UP)
        self._home = Button("", home, icon=Icon.FOLDER, id="files.home", tip=PlayText.HOME_FOLDER)
        self._path = TextField(
            str(folder), submitted=self._submit_path, placeholder=PlayText.FILE_PATH, max_length=4000, id="files.path"
        )
        self.list: MarkedList[Entry] = MarkedList(_draw_entry, 32, self._click, self._mark, "files.list")
        self._empty = Paragraph(PlayText.EMPTY_FOLDER, Size.SMALL, color="muted")
        self._empty.is_visible = False
        self._name = TextField(
            name or "", None, lambda _: self.accept(), placeholder=PlayText.FILE_NAME, max_length=200, id="files.name"
        )
        self._name.is_visible = self._is_saving
        self._trouble = Label("", Size.SMALL, color="accent_text", id="files.trouble")
        self._looking = Label("", Size.SMALL, color="muted")
        self.add(self._up, self._home, self._path, self.list, self._empty, self._name, self._trouble, self._looking)
        self._look(folder, self._show_first)

    def begin(self) -> None:
        """The dialog is open: a name can be typed at once."""
        if self.root is not None and self._is_saving:
            self.root.set_focus(self._name)
            self._name.select_all()

    def accept(self) -> None:
        """Take what is marked or typed."""
        if self._is_saving:
            name, folder = self._name.value.strip(), self._typed(self._path.value)
            if name and folder is not None:
                path = folder / name
                kinds = suffixes() if self._suffix == SGF else (self._suffix,)
                is_whole = path.suffix.lower() in kinds
                self._look(path if is_whole else Path(f"{path}{self._suffix}"), self._take_name)
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

    def _go(self, folder: Path) -> None:
        """Show another folder; one that cannot be read is said to be so, and nothing changes."""
        self._look(folder, self._show)

    def _look(self, path: Path, answered: Callable[[Found], None]) -> None:
        self._find(lambda: look_at(path), answered)

    def _find(self, look: Callable[[], Found], answered: Callable[[Found], None]) -> None:
        self._trouble.words = ""
        self._waited, self._answered = 0.0, answered
        self.reader.ask(look)
        self.animate()

    def _show_first(self, found: Found) -> None:
        """The folder to begin in; the person's own where that is gone."""
        is_there = found.kind is PathKind.FOLDER and found.trouble is None
        self._show(found) if is_there or found.path == Path.home() else self._go(Path.home())

    def _show(self, found: Found) -> None:
        if (trouble := found.trouble) is not None:
            self._trouble.words = lambda s: s.get(PlayText.CANNOT_LIST, reason=error_said(s, trouble))
        elif found.kind is not PathKind.FOLDER:
            self._trouble.words = PlayText.NO_SUCH_FILE
        else:
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
        if self._is_saving:
            rest = self._name.place_bottom(rest, look, field, gap)
        self.list.place(rest, look)
        self._empty.place(inset(rest, look.px(8)), look)
        self.animate()  # what is asked before it is on the screen is answered there

    def _typed(self, text: str) -> Path | None:
        """The path a person wrote, from the folder shown; None where it names a user nobody knows."""
        try:
            return self._folder / Path(text.strip()).expanduser()
        except RuntimeError:
            return None

    def _submit_path(self, text: str) -> None:
        path = self._typed(text)
        if path is None:
            self._trouble.words = PlayText.NO_SUCH_FILE
        else:
            self._look(path, self._follow)

    def _follow(self, found: Found) -> None:
        """What was typed: a file is taken, a folder shown."""
        if found.kind is PathKind.FILE and not self._is_saving:
            self._chosen(found)
        elif found.kind is PathKind.FOLDER:
            self._show(found)
        else:
            self._trouble.words = PlayText.NO_SUCH_FILE

    def _click(self, entry: Entry) -> None:
        if entry.is_folder or entry == self.list.marked:
            self._take(entry)
        else:
            self._mark(entry)

    def _mark(self, entry: Entry) -> None:
        self.list.mark(entry)
        if self._is_saving and not entry.is_folder:
            self._name.value = entry.path.name

    def _take(self, entry: Entry) -> None:
        if entry.is_folder:
            self._go(entry.path)
        elif self._is_saving:
            self._mark(entry)
        else:
            self._chosen(Found(entry.path, PathKind.FILE))

    def _take_name(self, found: Found) -> None:
        """What lies where the game is to go is known: a folder cannot be replaced."""
        self._show(found) if found.kind is PathKind.FOLDER else self._chosen(found)


def _draw_entry(surface: Surface, look: Look, rect: Rect, entry: Entry) -> None:
    palette = look.palette
    icon, rest = cut_left(inset(rect, look.px(8), 0), look.px(22), look.px(8))
    look.icon(surface, Icon.FOLDER if entry.is_folder else Icon.BOOK, icon, palette.muted, 17)
    name, date = cut_right(rest, look.px(130), look.px(8))
    look.text(surface, entry.changed, date, Size.SMALL, palette.muted, False, Align.RIGHT)
    look.text(surface, entry.path.name or str(entry.path), name if entry.changed else rest, Size.BODY, palette.ink)


class ChooserDialog(Dialog):
    """A list with a button that takes what is marked; arrows mark, Enter takes."""

    def __init__(
        self, title: Words, accept: Words, chooser: GamesList | FileChooser, width: float, height: float | Needed
    ) -> None:
        """``height``: of the list and what stands around it, or what says it; both in logical units."""
        done, is_kept = chooser.accept, False
        super().__init__(title, "", accept, done, Text.CANCEL, chooser, height, is_kept, width)
        self.chooser = chooser

    def key(self, event: Event) -> bool:
        return self.chooser.list.arrow(event) or super().key(event)


def ask_for_game(root: Root, match: MatchController, opened: Callable[[Path], None]) -> None:
    """Offer all games played here; ``opened`` hears the file of one."""

    def take(path: Path) -> None:
        dialog.close()
        opened(path)

    games_list = GamesList(match, take)
    dialog = ChooserDialog(PlayText.GAMES_TITLE, PlayText.OPEN_IT, games_list, 720, games_list.needed_height)
    root.open_popup(dialog, root.rect)


def ask_for_file(
    root: Root, folder: Path, name: str | None, chosen: Callable[[Found], None], suffix: str = SGF
) -> None:
    """Ask for a file to open, or, by a ``name`` to begin with, to save; from ``folder`` on where that can be read.

    What is saved has a name that ends with ``suffix``, or, where that is a game's, with any that games have.
    """

    def take(found: Found) -> None:
        dialog.close()
        chosen(found)

    is_opening = name is None
    title, accept = (PlayText.FILE_TITLE, PlayText.OPEN_IT) if is_opening else (PlayText.SAVE_TITLE, PlayText.SAVE_IT)
    chooser = FileChooser(folder, name, take, suffix)
    dialog = ChooserDialog(title, accept, chooser, 620, 400)
    root.open_popup(dialog, root.rect)
    chooser.begin()
