"""The list of all games played here: who, when, how it ended; one of them can be put on the board again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.match.messages import SavedGame
from clevergo.games.guests import games
from clevergo.players.spec import PlayerSpec, PlayerSpecError
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.label import Paragraph
from clevergo.ui.kit.layout import cut_left, cut_right, inset
from clevergo.ui.kit.listview import MarkedList
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.words import result_said, spoken_player
from clevergo.ui.scenes.shared.terms import game_words, size_words
from clevergo.ui.strings import PlayText, Strings, Text

if TYPE_CHECKING:
    from clevergo.app.match.controller import MatchController

_WIDTH, _HEIGHT, _ROW = 640, 380, 38


class GamesList(Group):
    """The games, the newest first. A click chooses one, a second click opens it."""

    def __init__(self, match: MatchController, opened: Callable[[Path], None]) -> None:
        super().__init__()
        self._match = match
        self._opened = opened
        self._clicked: SavedGame | None = None
        """The row clicked last: only what was seen to be chosen opens at a click, or the next one falls through."""
        self._has_chosen = False
        self.list: MarkedList[SavedGame] = MarkedList(_draw_row, _ROW, self._click, self._choose, "games.list")
        self._empty = Paragraph(PlayText.LOOKING_FOR_GAMES, color="muted")
        self.add(self.list, self._empty)
        match.look_for_games()
        self._take(match.saved_games)

    @property
    def chosen(self) -> SavedGame | None:
        """The game the button opens; the newest until a person has chosen."""
        return self.list.marked

    def arrange(self, rect: Rect, look: Look) -> None:
        self.list.place(rect, look)
        self._empty.place(rect, look)
        self.animate()

    def update(self, dt: float) -> bool:
        self._take(self._match.saved_games)
        return True

    def _take(self, games: object) -> None:
        found = self._match.saved_games
        if found is None or list(found) == self.list.rows:
            if found is not None and not found:
                self._empty.words = PlayText.NO_GAMES
            return
        self.list.rows = list(found)
        self._empty.is_visible = not found
        if self.chosen not in self.list.rows or not self._has_chosen:
            self.list.mark(next(iter(self.list.rows), None))

    def _click(self, game: SavedGame) -> None:
        if game == self._clicked:
            self._opened(game.path)
        else:
            self._choose(game)
            self._clicked = game

    def _choose(self, game: SavedGame) -> None:
        self._has_chosen, self._clicked = True, None
        self.list.mark(game)


def _draw_row(surface: Surface, look: Look, rect: Rect, game: SavedGame) -> None:
    palette = look.palette
    date, rest = cut_left(inset(rect, look.px(10), 0), look.px(128), look.px(10))
    look.text(surface, game.date, date, Size.SMALL, palette.muted)
    rest, result = cut_right(rest, look.px(96), look.px(8))
    look.text(surface, result_words(look.strings, game), result, Size.SMALL, palette.jade_text, False, Align.RIGHT)
    has_several = len(games()) > 1
    names, facts = cut_right(rest, look.px(200 if has_several else 132), look.px(8))
    said = [look.strings.get(PlayText.MOVES_COUNT, n=game.moves)]
    if game.game:
        said.insert(0, look.say(size_words(game.game, game.size)))
    if game.game and has_several:
        said.insert(0, look.say(game_words(game.game)))
    look.text(surface, " · ".join(said), facts, Size.SMALL, palette.muted, False, Align.RIGHT)
    look.text(surface, names_of(look.strings, game), names, Size.BODY, palette.ink)


def names_of(strings: Strings, game: SavedGame) -> str:
    """Who played, Black first."""
    sides = strings.get(Text.BLACK_SIDE), strings.get(Text.WHITE_SIDE)
    if not game.is_own:
        return " — ".join(text or side for text, side in zip((game.black, game.white), sides, strict=True))
    specs = _spec(game.black), _spec(game.white)
    both_human = all(spec is not None and spec.is_human for spec in specs)
    names = []
    for text, spec, side in zip((game.black, game.white), specs, sides, strict=True):
        known = None if spec is None or both_human else spoken_player(strings, spec)
        names.append(known or (side if spec is not None else text) or side)
    return " — ".join(names)


def _spec(text: str) -> PlayerSpec | None:
    try:
        return PlayerSpec.parse(text)
    except PlayerSpecError:
        return None


def result_words(strings: Strings, game: SavedGame) -> str:
    """How it ended, in a few words."""
    if game.result or not game.is_own:
        return result_said(strings, game.result) if game.result else ""
    return strings.get(PlayText.UNFINISHED)


class GamesDialog(Dialog):
    """The list and a button that opens the chosen game; arrows choose, Enter opens."""

    def __init__(self, match: MatchController, opened: Callable[[Path], None]) -> None:
        self._open = opened
        self.games = GamesList(match, self._opened)
        super().__init__(
            PlayText.GAMES_TITLE,
            accept=PlayText.OPEN_IT,
            accepted=self._accept,
            content=self.games,
            content_height=_HEIGHT,
            closes_on_accept=False,
            width=_WIDTH,
        )

    def key(self, event: Event) -> bool:
        return self.games.list.arrow(event) or super().key(event)

    def _accept(self) -> None:
        if self.games.chosen is not None:
            self._opened(self.games.chosen.path)

    def _opened(self, path: Path) -> None:
        self.close()
        self._open(path)


def games_dialog(match: MatchController, opened: Callable[[Path], None]) -> GamesDialog:
    """All games played here."""
    return GamesDialog(match, opened)
