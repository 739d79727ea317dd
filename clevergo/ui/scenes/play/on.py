"""Asks who plays where a game of one's own begins from a record's position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pygame import Rect

from clevergo.app.match.messages import MatchSetup
from clevergo.games.go.position import Color
from clevergo.players.spec import PlayerSpec
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.layout import cut_top
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.root import Root
from clevergo.ui.scenes.play.sides import FIELD, SMALL_FIELD, Roster, SideForm
from clevergo.ui.texts.records import RecordText

_GAP, _WIDTH = 16, 520


def likely_players(last: MatchSetup, to_play: Color) -> tuple[PlayerSpec, PlayerSpec]:
    """Black and White as they played last; where a person played somebody, the person takes the next move."""
    if last.black.is_human != last.white.is_human and not last.player(to_play).is_human:
        last = replace(last, black=last.white, white=last.black)
    return last.black, last.white


class _Sides(Group):
    """Both players."""

    def __init__(self, black: PlayerSpec, white: PlayerSpec, roster: Roster) -> None:
        super().__init__()
        self.black = SideForm(Color.BLACK, black, self.invalidate)
        self.white = SideForm(Color.WHITE, white, self.invalidate)
        for side in (self.black, self.white):
            side.show_players(roster)
        self.add(self.black, self.white)

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        height = self.black.needed_height(look)
        upper, rest = cut_top(rect, height, look.px(_GAP))
        self.black.place(upper, look)
        self.white.place(cut_top(rest, height)[0], look)


def ask_who_plays_on(
    root: Root,
    ply: int,
    players: tuple[PlayerSpec, PlayerSpec],
    roster: Roster,
    chosen: Callable[[PlayerSpec, PlayerSpec], None],
) -> Dialog:
    """Ask who plays on from move ``ply``; ``chosen`` hears Black and White."""
    sides = _Sides(*players, roster)
    dialog = Dialog(
        lambda s: s.get(RecordText.PLAY_ON_TITLE, ply=ply),
        RecordText.PLAY_ON_SAID,
        RecordText.PLAY_ON_DO,
        lambda: chosen(sides.black.spec, sides.white.spec),
        content=sides,
        content_height=2 * (FIELD + 8 + SMALL_FIELD) + _GAP,
        width=_WIDTH,
    )
    root.open_popup(dialog, root.rect)
    return dialog
