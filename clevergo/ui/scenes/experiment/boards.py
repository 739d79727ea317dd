"""Two boards: what each dog plays against itself, then what they play against each other."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.app.experiment.messages import ExperimentSnapshot, ExperimentState, LiveGame
from clevergo.app.experiment.wishes import Difference, Side
from clevergo.app.match.messages import BoardState
from clevergo.games.grid import Grid
from clevergo.games.guests import game_named
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import ColorName, Size
from clevergo.ui.scenes.experiment.curves import draw_dog
from clevergo.ui.scenes.experiment.words import ONE, OTHER, dog_words
from clevergo.ui.shell.scene import BoardMark
from clevergo.ui.strings import ExperimentText, Strings

_CAPTION, _GAP = 22, 10
_SIGNS = ".XO"
_KINDS: tuple[tuple[Side, ColorName], ...] = (("one", ONE), ("other", OTHER))


class TwoBoards(Widget):
    """One above the other, or side by side where that makes them larger, each with a line of words above it."""

    def __init__(self, art: Callable[[], BoardArt]) -> None:
        """``art`` is asked for at each new layout."""
        super().__init__()
        self._art = art
        self._shown = ExperimentSnapshot()
        self._grid: Grid | None = None
        self._live: tuple[LiveGame | None, LiveGame | None] = (None, None)
        self._views: list[BoardView] = []
        self._captions: list[Rect] = []

    def show(self, shown: ExperimentSnapshot) -> None:
        """Show other games; only the boards that changed are drawn again."""
        before, self._shown = self._shown, shown
        written = shown.written
        if written is None:
            return
        plan = written.experiment.plan
        game = game_named(plan.game)
        grid = game.grid(*game.shape(plan.size))
        if grid != self._grid:
            self._grid = grid
            self.place_again()
        old, self._live = self._live, shown.live
        if before.state is not shown.state or before.pair != shown.pair or before.written is None:
            self.invalidate()
            return
        for number, (was, now) in enumerate(zip(old, shown.live, strict=True)):
            if now is not was and number < len(self._views):
                self.invalidate(self._views[number].rect.union(self._captions[number]))

    def mark(self) -> BoardMark | None:
        """Where the first board is, and what lies on it."""
        if not self._views or self._grid is None or not self.is_visible:
            return None
        stones = self._state(0).stones
        rows = tuple("".join(_SIGNS[int(stone)] for stone in row) for row in stones)
        return BoardMark(self._grid.columns, self._views[0].center(0), self._views[0].step, rows)

    def _state(self, number: int) -> BoardState:
        game = self._live[number]
        assert self._grid is not None
        if game is None or game.board.stones.shape != (self._grid.rows, self._grid.columns):
            return BoardState.empty(self._grid)
        return game.board

    @staticmethod
    def _sides(rect: Rect, look: Look) -> tuple[int, int]:
        """How large boards are one above the other, and side by side."""
        caption, gap = look.px(_CAPTION), look.px(_GAP)
        above = min(rect.width, (rect.height - gap) // 2 - caption)
        return above, min((rect.width - gap) // 2, rect.height - caption)

    @staticmethod
    def fitting_width(rect: Rect, look: Look, share: float) -> int:
        """How much of a room's width they need, a ``share`` of it at most."""
        most = round(rect.width * share)
        above, beside = TwoBoards._sides(Rect(rect.left, rect.top, most, rect.height), look)
        return 2 * beside + look.px(_GAP) if beside > above else above

    def arrange(self, rect: Rect, look: Look) -> None:
        caption, gap = look.px(_CAPTION), look.px(_GAP)
        above, beside = self._sides(rect, look)
        side = max(above, beside, look.px(24))
        step = (0, caption + side + gap) if above >= beside else (side + gap, 0)
        size = (side, 2 * (side + caption) + gap) if above >= beside else (2 * side + gap, side + caption)
        left, top = rect.left + (rect.width - size[0]) // 2, rect.top + max(rect.height - size[1], 0) // 2
        self._captions = [Rect(left + k * step[0], top + k * step[1], side, caption) for k in (0, 1)]
        self._views = []
        if self._grid is None:
            return
        for number, head in enumerate(self._captions):
            view = BoardView(self._art(), number)
            view.set_rect(Rect(head.left, head.bottom, side, side), self._grid)
            self._views.append(view)

    def draw(self, surface: Surface, look: Look) -> None:
        if self._shown.written is None:
            return
        for number, (view, head) in enumerate(zip(self._views, self._captions, strict=False)):
            self._draw_caption(surface, look, head, number)
            look.shadow(surface, view.rect, 4, 7, 0.9)
            view.draw(surface, BoardPicture(self._state(number), coordinates=False))

    def _draw_caption(self, surface: Surface, look: Look, head: Rect, number: int) -> None:
        written, game = self._shown.written, self._live[number]
        assert written is not None
        difference, strings, palette = written.experiment.difference, look.strings, look.palette
        ply = "" if game is None else strings.get(ExperimentText.MOVE, ply=game.ply)
        room = head.copy()
        room.width -= look.width(ply, Size.TINY) + look.px(6) if ply else 0
        if self._shown.state is ExperimentState.PLAYING:
            if game is not None and game.one_has_black is not None:
                self._draw_players(surface, look, room, game, difference)
            else:
                look.text(surface, ExperimentText.WILL_PLAY, room, Size.SMALL, palette.muted)
        else:
            side, color = _KINDS[number]
            draw_dog(surface, look, room, dog_words(difference, side), color)
        look.text(surface, ply, head, Size.TINY, palette.muted, align=Align.RIGHT)

    def _draw_players(
        self, surface: Surface, look: Look, box: Rect, game: LiveGame, difference: Difference | None
    ) -> None:
        """Black first, each with its color; numbered where there are several pairs."""
        numbers = game.pair if self._pairs > 1 else None
        order = (0, 1) if game.one_has_black else (1, 0)
        names = [_name(look.strings, difference, place, numbers) for place in order]
        room = box.width // 2 - look.px(3)
        if not all(look.fits(name, room - look.px(16), Size.SMALL) for name in names):
            names = ["", ""]  # the colors tell
            room = look.px(16)
        for k, (place, name) in enumerate(zip(order, names, strict=True)):
            part = Rect(box.left + k * (room + look.px(6)), box.top, room, box.height)
            draw_dog(surface, look, part, name, _KINDS[place][1])

    @property
    def _pairs(self) -> int:
        written = self._shown.written
        return 1 if written is None else written.experiment.plan.seeds


def _name(strings: Strings, difference: Difference | None, place: int, pair: tuple[int, int] | None) -> str:
    name = strings.get(dog_words(difference, _KINDS[place][0]))
    return name if pair is None else strings.get(ExperimentText.DOG_OF_PAIR, name=name, n=pair[place] + 1)
