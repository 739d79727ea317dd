"""The film above the boards of a dog that trains: as many ages as there is room for, asked about one position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from clevergo.app.film.ages import Age, spread
from clevergo.app.film.film import Frame
from clevergo.app.film.projector import Projector
from clevergo.app.match.messages import BoardState
from clevergo.games.grid import square
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import Group, cut_right
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.scenes.film.account import Showing, age_heading, cell_of, frame_said, large_picture
from clevergo.ui.scenes.film.reel import Cell, Reel
from clevergo.ui.scenes.film.spots import Spot
from clevergo.ui.strings import FilmText

if TYPE_CHECKING:
    from clevergo.ui.board.art import BoardArt
    from clevergo.ui.shell.scene import Services

STRIP = 104
"""Logical units: how high it is."""
_LEAST_FRAME = 62
"""Logical units for a frame, with the gap beside it."""
_BUTTON = 34


class FilmStrip(Group):
    """Follows one dog. Nothing is chosen at first; what is chosen is shown large by whoever has room for it."""

    def __init__(
        self,
        services: Services,
        art: Callable[[], BoardArt],
        changed: Callable[[], None],
        enlarge: Callable[[], None],
    ) -> None:
        """``changed`` hears that another age is chosen or more is known of it; ``enlarge`` that the page is wanted."""
        super().__init__()
        assert services.inquiries is not None
        self._services = services
        self._projector = Projector(services.kennel, services.inquiries)
        self._changed = changed
        self._shown: tuple[Age, ...] = ()
        """The ages there is room for."""
        self._board = BoardState.empty(square(9))
        """What lies at the position, where it is shown before anything is known of the ages."""
        self._cells: dict[Age, tuple[object, Cell]] = {}
        self.chosen: Age | None = None
        """The age somebody looks at; None: nobody does."""
        self._reel = Reel(art, self._choose, "train.film", FilmText.TIP_REEL)
        self._enlarge = Button(
            "", enlarge, ButtonKind.PLAIN, Icon.FILM, id="train.film.open", tip=FilmText.TIP_STRIP_OPEN
        )
        self.add(self._reel, self._enlarge)

    @property
    def has_film(self) -> bool:
        """Whether there is anything to compare."""
        return len(self._projector.ages) > 1

    def follow(self, dog: str, spot: Spot | None) -> None:
        """Show this dog's film of a position; None: it has none. The same again: see whether there is another age."""
        line = None if spot is None else spot.line
        if spot is None or line is None:
            self._projector.clear()
        elif (dog, line) != (self._projector.dog, self._projector.line):
            self.chosen, self._cells, self._board = None, {}, spot.board
            self._projector.show(dog, line)
        else:
            self._projector.look_again()
        self._keep_chosen()
        self._refresh()

    def poll(self) -> None:
        """Take in what has been found; called each frame while it is looked at."""
        if self.has_film and self._projector.poll():
            self._refresh()
            if self.chosen is not None:
                self._changed()

    def let_go(self) -> None:
        """Nobody looks at an age any longer."""
        if self.chosen is not None:
            self.chosen = None
            self._refresh()
            self._changed()

    def step(self, steps: int) -> None:
        """To a later age, or an earlier one."""
        if self.chosen in self._shown:
            self._choose(min(max(self._shown.index(self.chosen) + steps, 0), len(self._shown) - 1))

    # --- what is chosen ---

    def _choose(self, index: int) -> None:
        self.chosen = self._shown[index]
        self._refresh()
        self._changed()

    def _keep_chosen(self) -> None:
        ages, chosen = self._projector.ages, self.chosen
        if chosen is None or chosen in ages:
            return
        self.chosen = ages[-1] if chosen.is_now and ages else next((a for a in ages if a.games == chosen.games), None)

    def picture(self) -> BoardPicture | None:
        """The chosen age's board; None while nothing is known of it."""
        film, line, frame = self._projector.film, self._projector.line, self._frame()
        if film is None or line is None:
            return None
        return large_picture(film, frame, line, self._showing)

    def told(self) -> Words:
        """The chosen age in a sentence."""
        age, line, frame = self.chosen, self._projector.line, self._frame()
        if age is None or line is None:
            return ""
        return age_heading(age) if frame is None else frame_said(age, frame, line, self._showing)

    def _frame(self) -> Frame | None:
        known = None if self.chosen is None else self._projector.frame(self.chosen)
        return known if isinstance(known, Frame) else None

    @property
    def _showing(self) -> Showing:
        line = self._projector.line
        has_owners = line is not None and bool(line.rules.game.owners_name)
        return Showing(has_owners, True, self._services.preferences.now.coordinates)

    # --- what is shown ---

    def _refresh(self) -> None:
        root = self.root
        if root is None or not self.rect.width:
            return
        self._shown = spread(self._projector.ages, self._room(root.look)) if self._projector.ages else ()
        if self.chosen is not None and self.chosen not in self._shown:
            self._shown = tuple(sorted({*self._shown, self.chosen}, key=lambda age: age.games))
        at = self._shown.index(self.chosen) if self.chosen in self._shown else None
        line = self._projector.line
        self._reel.show([self._cell(age) for age in self._shown], None if line is None else line.rules.grid, at)

    def _cell(self, age: Age) -> Cell:
        film = self._projector.film
        key = (self._projector.frame(age), self._showing, None if film is None else film.board.stones.tobytes())
        kept = self._cells.get(age)
        if kept is None or kept[0] != key:
            kept = self._cells[age] = key, cell_of(self._projector, age, self._showing, self._board)
        return kept[1]

    def _room(self, look: Look) -> int:
        return max(int((self._reel.rect.width - look.px(16)) / look.px(_LEAST_FRAME)), 2)

    def arrange(self, rect: Rect, look: Look) -> None:
        reel, button = cut_right(rect, look.px(_BUTTON), look.px(8))
        self._reel.place(reel, look)
        self._enlarge.place(Rect(button.left, button.centery - button.width // 2, button.width, button.width), look)
        self._refresh()
