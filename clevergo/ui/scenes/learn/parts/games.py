"""Ten small boards, one for each game of a trial; who won is told by their frames."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.app.parts.trial import GAMES, TrialGame
from clevergo.games.grid import Grid, square
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Rgb, mix
from clevergo.ui.scenes.shared.table import TellingGroup
from clevergo.ui.strings import PartsText

_GAP = 10
_FRAME, _LINE = 5, 2.4
"""How much wider than a board its frame is, and how thick."""


class TenGames(TellingGroup):
    """The games that are over, the one under way, and room for those to come."""

    def __init__(self, art: Callable[[], BoardArt]) -> None:
        """``art`` is asked for at each new layout."""
        super().__init__("parts.games")
        self._art = art
        self._games: tuple[TrialGame, ...] = ()
        self._grid = square(9)
        self._views: list[BoardView] = []

    def show(self, games: tuple[TrialGame, ...], grid: Grid) -> None:
        """Show the games of a trial; only what has changed is drawn again."""
        before, self._games = self._games, games
        if grid != self._grid:
            self._grid = grid
            self.place_again()
        if self.root is None:
            return
        look = self.root.look
        for i, view in enumerate(self._views):
            if (before[i : i + 1] or (None,))[0] is not (games[i : i + 1] or (None,))[0]:
                self.invalidate(_framed(view.rect, look).inflate(look.px(2 * _LINE), look.px(2 * _LINE)))
        self._tell(look)

    def rows(self, rect: Rect, look: Look) -> int:
        """In one row, or in two where there is room for larger boards."""
        return 2 if rect.height >= look.px(150) else 1

    def arrange(self, rect: Rect, look: Look) -> None:
        self._views = []
        for i, slot in enumerate(self._slots(look)):
            view = BoardView(self._art(), i)
            view.set_rect(slot, self._grid)
            self._views.append(view)
        self._tell(look)

    def _slots(self, look: Look) -> list[Rect]:
        rect, gap, rows = self.rect, look.px(_GAP), self.rows(self.rect, look)
        across = GAMES // rows
        side = max(min((rect.width + gap) // across - gap, (rect.height + gap) // rows - gap), 4)
        left = rect.left + (rect.width - across * side - (across - 1) * gap) // 2
        top = rect.top + (rect.height - rows * side - (rows - 1) * gap) // 2
        places = (divmod(i, across) for i in range(GAMES))
        return [Rect(left + column * (side + gap), top + row * (side + gap), side, side) for row, column in places]

    def _tell(self, look: Look) -> None:
        self.tell([(slot, self._said(i)) for i, slot in enumerate(self._slots(look))], look)

    def _said(self, index: int) -> Words:
        if index >= len(self._games):
            return PartsText.TIP_TO_COME(n=index + 1)
        game = self._games[index]
        if not game.is_over:
            return PartsText.TIP_LIVE(n=index + 1)
        row = {True: PartsText.TIP_WON, False: PartsText.TIP_LOST, None: PartsText.TIP_DRAW}[game.whole_won]
        return row(n=index + 1)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        for i, view in enumerate(self._views):
            game = self._games[i] if i < len(self._games) else None
            if game is None:
                look.rounded(surface, view.rect, 4, look.palette.sunken, look.palette.line)
                continue
            view.draw(surface, BoardPicture(game.board, coordinates=False))
            look.rounded(surface, _framed(view.rect, look), 5, None, frame_color(look, game), _LINE)


def _framed(board: Rect, look: Look) -> Rect:
    return board.inflate(look.px(_FRAME), look.px(_FRAME))


def frame_color(look: Look, game: TrialGame) -> Rgb:
    """Jade where the whole dog won, vermilion where it lost, gold while it plays."""
    palette = look.palette
    if not game.is_over:
        return palette.gold
    if game.whole_won is None:
        return mix(palette.panel, palette.muted, 0.7)
    return palette.jade if game.whole_won else palette.accent
