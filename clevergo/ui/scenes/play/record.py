"""What can be done with the record of a game: opened, saved, copied, pasted, and the list of all that were played."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame.event import Event

from clevergo.app.desk.folders import Found, PathKind
from clevergo.app.match.messages import MatchPhase, SavedGame
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.choice import Menu, Option
from clevergo.ui.kit.dialog import ask
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.keys import as_engraved
from clevergo.ui.kit.look import Words
from clevergo.ui.kit.notes import Tone
from clevergo.ui.scenes.play.files import ask_for_file, ask_for_game
from clevergo.ui.scenes.play.notes.finding import open_finder
from clevergo.ui.shell.scene import Page, Services
from clevergo.ui.strings import MeetText, PlayText

_GAME = re.compile(r"\(\s*;")
"""How a game begins in a text."""
_ON_OR_OFF: dict[bool | None, Words] = {True: PlayText.ON, False: PlayText.OFF, None: ""}


class _Row(NamedTuple):
    """Of the menu."""

    id: str
    words: Words
    do: Callable[[], None]
    letter: str = ""
    """Pressed together with Ctrl it does the same."""
    is_on: bool | None = None
    """How a setting stands that the row switches."""


class RecordDesk:
    """Does what the menu says, and what its keys ask for."""

    def __init__(
        self, services: Services, page: Page, opening: Callable[[Words], None], edit: Callable[[], None]
    ) -> None:
        """``page`` is where dialogs open; ``opening`` hears that a game is being read, and what to say once it is.

        ``edit`` hears that a position is to be set up by hand.
        """
        self._edit = edit
        self._match = services.match
        self._preferences = services.preferences
        self._page = page
        self._opening = opening
        self._folder = Path.home()
        """Where the last file was."""

    def button(self) -> Button:
        """A new one that opens the menu, above itself."""

        def open_menu() -> None:
            rows = self._rows()
            remarks = [as_engraved(f"Ctrl {row.letter}") if row.letter else _ON_OR_OFF[row.is_on] for row in rows]
            options = [Option(row.id, row.words, remark) for row, remark in zip(rows, remarks, strict=True)]
            menu = Menu(options, "", lambda chosen: next(row.do() for row in rows if row.id == chosen), button.id)
            menu.open(self._page.stage, button.rect, is_above=True)

        button = Button(PlayText.RECORD, open_menu, icon=Icon.BOOK, id="play.record", tip=PlayText.TIP_RECORD)
        return button

    def _rows(self) -> tuple[_Row, ...]:
        now, change = self._preferences.now, self._page.stage.change
        numbers, coordinates = now.move_numbers, now.coordinates
        return (
            _Row("games", PlayText.GAMES, self._show_games, "G"),
            _Row("last", PlayText.LAST_GAME, self.open_last),
            _Row("open", PlayText.OPEN, self._open, "O"),
            _Row("save_as", PlayText.SAVE_AS, self._save_as, "S"),
            _Row("copy", PlayText.COPY, self._copy, "C"),
            _Row("paste", PlayText.PASTE, self._paste, "V"),
            _Row("edit", PlayText.SET_UP, self._edit),
            _Row("numbers", PlayText.NUMBERS, lambda: change(move_numbers=not numbers), is_on=numbers),
            _Row("coordinates", PlayText.COORDINATES, lambda: change(coordinates=not coordinates), is_on=coordinates),
        )

    def handle(self, event: Event) -> bool:
        """A key; whether it was used."""
        has_control = event.type == pygame.KEYDOWN and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if has_control and event.key == pygame.K_f:
            self._find()
            return True
        for row in self._rows() if has_control else ():
            if row.letter and event.key == ord(row.letter.lower()):
                row.do()
                return True
        return False

    def update(self) -> None:
        """Say what has become of a file that was to be written."""
        saved = self._match.copy_saved()
        if saved is not None and saved.error:
            self._page.stage.toast(saved.error, Tone.ERROR)
        elif saved is not None:
            self._folder = saved.path.parent
            self._page.stage.toast(PlayText.SAVED_AS(name=saved.path.name))

    def is_free(self) -> bool:
        """Whether another game may come to the board; says why not while somebody at another computer plays."""
        match = self._match.snapshot
        if match.away is not None and match.outcome is None:
            self._page.stage.toast(MeetText.BUSY(name=match.away.name))
            return False
        return True

    def open_file(self, path: Path) -> None:
        """Put the game of a file on the board."""
        if not self.is_free():
            return
        self._opening(PlayText.OPENED(name=path.name))
        self._match.open_game(path)

    def open_text(self, text: str) -> None:
        """Put a game on the board that is told as SGF."""
        if not self.is_free():
            return
        self._opening("")
        self._match.open_game(text)

    def open_last(self) -> None:
        """Go on with the game begun last."""
        if not self.is_free():
            return
        if self._match.reopen_last():
            self._opening("")
        else:
            self._page.stage.toast(PlayText.NO_LAST_GAME)

    def unfinished(self) -> SavedGame | None:
        """The game begun last, if it can be gone on with and none is on the board."""
        games = self._match.library.games
        is_free = self._match.snapshot.phase is MatchPhase.SETUP
        last = games[0] if games and is_free else None
        return last if last is not None and last.is_own and last.moves and not last.result else None

    def _show_games(self) -> None:
        ask_for_game(self._page.stage, self._match, self.open_file)

    def _open(self) -> None:
        def chosen(found: Found) -> None:
            self._folder = found.path.parent
            self.open_file(found.path)

        ask_for_file(self._page.stage, self._folder, None, chosen)

    def _save_as(self) -> None:
        def chosen(found: Found) -> None:
            if found.kind is PathKind.NOTHING:
                self._match.save_as(found.path)
            else:
                words, save = PlayText.OVERWRITE(name=found.path.name), lambda: self._match.save_as(found.path)
                ask(self._page.stage, words, "", PlayText.REPLACE, save)

        if self._has_moves():
            file = self._match.snapshot.file
            ask_for_file(self._page.stage, self._folder, "game.sgf" if file is None else file.name, chosen)

    def _copy(self) -> None:
        if self._has_moves():
            self._page.stage.clipboard.put(self._match.game_text())
            self._page.stage.toast(PlayText.COPIED)

    def _find(self) -> None:
        if self._has_moves():
            open_finder(self._page.stage, self._match)

    def _has_moves(self) -> bool:
        """Whether there is a game; says where there is none."""
        match = self._match.snapshot
        is_laid = match.record is not None and not match.setup.start.is_empty
        has_moves = bool(match.line.moves) or is_laid
        if not has_moves:
            self._page.stage.toast(PlayText.NOTHING_TO_SAVE)
        return has_moves

    def _paste(self) -> None:
        text = self._page.stage.clipboard.get()
        if _GAME.search(text) is None:
            self._page.stage.toast(PlayText.NOTHING_TO_PASTE)
            return
        self.open_text(text)
