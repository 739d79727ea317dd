"""The portraits of the ladder, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect

from clevergo.app.ladder.rungs import Standing
from clevergo.games.game import Game
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.look import Look
from clevergo.ui.scenes.play.ladder.card import Rows, RungCard

_NARROWEST, _WIDEST = 124, 300
"""Logical units of a card's width."""
_MOST_ROWS = 2
_LOW_ROW = 150
"""Logical units a second row of cards has to have at least."""
_GAP, _ROOMY_GAP = 8, 12
_ROOMY = 320
"""Logical units of height from which cards are further apart."""


class PortraitRow(Group):
    """Portraits in one or two rows; dogs of one's own that do not fit are left to the other page."""

    def __init__(self, play: Callable[[int], None], get_help: Callable[[int], None]) -> None:
        """What happens to the opponent of that place on the ladder."""
        super().__init__()
        self._play, self._get_help = play, get_help
        self._cards: list[RungCard] = []
        self._standings: Sequence[Standing] = ()

    @staticmethod
    def widest(look: Look) -> int:
        """Pixels beyond which a row is no use to seven of them."""
        return look.px(_WIDEST * 7)

    def show(self, game: Game, standings: Sequence[Standing], upcoming: int | None) -> None:
        """Show these; ``upcoming``: the place of whom the person should meet now."""
        had_focus = any(widget.has_focus for widget in self.walk())
        for card in self._cards:
            self.remove(card)
        self._standings = standings
        self._cards = [
            RungCard(game, one, i == upcoming, partial(self._play, i), partial(self._get_help, i), i)
            for i, one in enumerate(standings)
        ]
        self.add(*self._cards)
        if had_focus and self.root is not None:
            self.root.set_focus(None)

    def arrange(self, rect: Rect, look: Look) -> None:
        if not self._cards:
            return
        gap = look.px(_ROOMY_GAP if rect.height >= look.px(_ROOMY) else _GAP)
        across = max((rect.width + gap) // (look.px(_NARROWEST) + gap), 1)
        can_wrap = rect.height >= look.px(2 * _LOW_ROW) + gap
        rows = min(-(-len(self._cards) // across), _MOST_ROWS if can_wrap else 1)
        shown = self._chosen(rows * across)
        across = -(-len(shown) // rows)
        width = min((rect.width - gap * (across - 1)) // across, look.px(_WIDEST))
        room = (rect.height - gap * (rows - 1)) // rows
        shared = Rows.of(shown, look, width, room)
        lines = [shared] * rows
        if shared.is_beside:  # who offers no help needs no room for it
            lines = [Rows.of(shown[row * across : (row + 1) * across], look, width, room) for row in range(rows)]
        height = min(room, max(line.height(look) for line in lines))
        top = rect.top + (rect.height - rows * height - (rows - 1) * gap) // 2
        for card in self._cards:
            card.is_visible = card in shown
        for i, card in enumerate(shown):
            row, column = divmod(i, across)
            in_row = min(across, len(shown) - row * across)
            left = rect.left + (rect.width - in_row * width - (in_row - 1) * gap) // 2
            place = Rect(left + column * (width + gap), top + row * (height + gap), width, height)
            card.share_rows(lines[row])
            card.place(place, look)

    def _chosen(self, most: int) -> list[RungCard]:
        """The cards there is room for: the shipped dog's, and of one's own those with a rating first."""
        ranked = sorted(
            range(len(self._cards)),
            key=lambda i: (not self._standings[i].rung.is_shipped, self._standings[i].rung.rating is None, i),
        )
        kept = set(ranked[:most])
        return [card for i, card in enumerate(self._cards) if i in kept]
