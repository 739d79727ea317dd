"""What can be done with the record of a game: opened, saved, copied, pasted, and the list of all that were played."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from pathlib import Path

import pygame
from pygame.event import Event

from clevergo.app.desk.folders import Found, PathKind
from clevergo.app.match.messages import CopySaved, MatchPhase, SavedGame
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Menu, Option
from clevergo.ui.kit.dialog import ask
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Words
from clevergo.ui.kit.notes import Tone
from clevergo.ui.scenes.play.files import Purpose, open_file_dialog
from clevergo.ui.scenes.play.games import games_dialog
from clevergo.ui.shell.scene import Page, Services
from clevergo.ui.strings import PlayText

_GAME = re.compile(r"\(\s*;")
"""How a game begins in a text."""


class Act(enum.Enum):
    """A row of the menu."""

    OPEN = "open"
    SAVE_AS = "save_as"
    COPY = "copy"
    PASTE = "paste"
    GAMES = "games"
    LAST = "last"
    NUMBERS = "numbers"
    COORDINATES = "coordinates"


_KEYS = {
    pygame.K_o: Act.OPEN,
    pygame.K_s: Act.SAVE_AS,
    pygame.K_c: Act.COPY,
    pygame.K_v: Act.PASTE,
    pygame.K_g: Act.GAMES,
}


class RecordDesk:
    """Does what the menu says, and what its keys ask for."""

    def __init__(self, services: Services, page: Page, opening: Callable[[Words], None]) -> None:
        """``page`` is where dialogs open; ``opening`` hears that a game is being read, and what to say once it is."""
        self._match = services.match
        self._preferences = services.preferences
        self._page = page
        self._opening = opening
        self._folder = Path.home()
        """Where the last file was."""

    def options(self) -> list[Option[Act]]:
        """The rows of the menu."""
        now = self._preferences.now
        return [
            Option(Act.GAMES, PlayText.GAMES, "Ctrl G"),
            Option(Act.LAST, PlayText.LAST_GAME),
            Option(Act.OPEN, PlayText.OPEN, "Ctrl O"),
            Option(Act.SAVE_AS, PlayText.SAVE_AS, "Ctrl S"),
            Option(Act.COPY, PlayText.COPY, "Ctrl C"),
            Option(Act.PASTE, PlayText.PASTE, "Ctrl V"),
            Option(Act.NUMBERS, PlayText.NUMBERS, PlayText.ON if now.move_numbers else PlayText.OFF),
            Option(Act.COORDINATES, PlayText.COORDINATES, PlayText.ON if now.coordinates else PlayText.OFF),
        ]

    def handle(self, event: Event) -> bool:
        """A key; whether it was used."""
        if event.type != pygame.KEYDOWN or not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return False
        act = _KEYS.get(event.key)
        if act is not None:
            self.do(act)
        return act is not None

    def do(self, act: Act) -> None:
        """Do what a row says."""
        doers: dict[Act, Callable[[], None]] = {
            Act.OPEN: self._open,
            Act.SAVE_AS: self._save_as,
            Act.COPY: self._copy,
            Act.PASTE: self._paste,
            Act.GAMES: self.show_games,
            Act.LAST: self.open_last,
            Act.NUMBERS: lambda: self._page.stage.change(move_numbers=not self._preferences.now.move_numbers),
            Act.COORDINATES: lambda: self._page.stage.change(coordinates=not self._preferences.now.coordinates),
        }
        doers[act]()

    def update(self) -> None:
        """Say what has become of a file that was to be written."""
        saved = self._match.copy_saved()
        if saved is not None:
            self._tell_saved(saved)

    def open_file(self, path: Path) -> None:
        """Put the game of a file on the board."""
        self._opening(PlayText.OPENED(name=path.name))
        self._match.open_game(path)

    def open_last(self) -> None:
        """Go on with the game begun last."""
        if not self._match.reopen_last():
            self._page.stage.toast(PlayText.NO_LAST_GAME)
            return
        self._opening("")

    def unfinished(self) -> SavedGame | None:
        """The game begun last, if it can be gone on with and none is on the board."""
        games = self._match.saved_games
        is_free = self._match.snapshot.phase is MatchPhase.SETUP
        last = games[0] if games and is_free else None
        return last if last is not None and last.is_own and last.moves and not last.result else None

    def show_games(self) -> None:
        """The list of all games played here."""
        stage = self._page.stage
        stage.open_popup(games_dialog(self._match, self.open_file), stage.rect)

    def _open(self) -> None:
        def chosen(found: Found) -> None:
            self._folder = found.path.parent
            self.open_file(found.path)

        open_file_dialog(self._page.stage, Purpose.OPEN, self._folder, "", chosen)

    def _save_as(self) -> None:
        match = self._match.snapshot
        if not match.line.moves:
            self._page.stage.toast(PlayText.NOTHING_TO_SAVE)
            return
        name = match.file.name if match.file is not None else "game.sgf"
        open_file_dialog(self._page.stage, Purpose.SAVE, self._folder, name, self._save_to)

    def _save_to(self, found: Found) -> None:
        path = found.path
        if found.kind is PathKind.NOTHING:
            self._write(path)
        else:
            words: Words = PlayText.OVERWRITE(name=path.name)
            ask(self._page.stage, words, "", PlayText.REPLACE, lambda: self._write(path))

    def _write(self, path: Path) -> None:
        self._match.save_as(path)

    def _tell_saved(self, saved: CopySaved) -> None:
        if saved.error:
            self._page.stage.toast(saved.error, Tone.ERROR)
            return
        self._folder = saved.path.parent
        self._page.stage.toast(PlayText.SAVED_AS(name=saved.path.name))

    def _copy(self) -> None:
        if not self._match.snapshot.line.moves:
            self._page.stage.toast(PlayText.NOTHING_TO_SAVE)
            return
        self._page.stage.clipboard.put(self._match.game_text())
        self._page.stage.toast(PlayText.COPIED)

    def _paste(self) -> None:
        text = self._page.stage.clipboard.get()
        if _GAME.search(text) is None:
            self._page.stage.toast(PlayText.NOTHING_TO_PASTE)
            return
        self._opening("")
        self._match.open_game(text)


class RecordButton(Button):
    """Opens the menu, above itself."""

    def __init__(self, desk: RecordDesk, id: str = "play.record") -> None:
        super().__init__(PlayText.RECORD, self._open, ButtonKind.PLAIN, Icon.BOOK, id=id, tip=PlayText.TIP_RECORD)
        self._desk = desk

    def _open(self) -> None:
        if self.root is not None:
            menu: Menu[Act] = Menu(self._desk.options(), None, self._desk.do, self.id)  # type: ignore[arg-type]
            menu.open(self.root, self.rect, is_above=True)
