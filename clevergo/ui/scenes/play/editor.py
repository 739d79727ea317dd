"""A position laid by hand: what lies there, and the column beside the board while it is being laid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pygame import Rect

from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.start import Start
from clevergo.problem import Problem
from clevergo.ui.kit.base import Group, cut_bottom, cut_top, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.strings import PlayText, Text

_TITLE, _FIELD, _ROW = 30, 38, 52
_TAKE_AWAY = 0
"""In place of a color: a click lays nothing."""
_TOOLS = [
    Option(int(Color.BLACK), PlayText.TOOL_BLACK),
    Option(int(Color.WHITE), PlayText.TOOL_WHITE),
    Option(_TAKE_AWAY, PlayText.TOOL_NONE),
]
_MOVERS = [Option(Color.BLACK, Text.BLACK), Option(Color.WHITE, Text.WHITE)]


@dataclass(frozen=True, eq=False)
class Laid:
    """The stones that lie there, and whose turn it is."""

    rules: Rules
    stones: NDArray[np.int8]
    """``int8[H, W]``: 0 empty, 1 black, 2 white."""
    to_play: Color = Color.BLACK

    @property
    def start(self) -> Start:
        """The same as what a game begins with."""
        black, white = (tuple(np.flatnonzero(self.stones == color).tolist()) for color in Color)
        return Start(black, white, self.to_play)

    def after_click(self, action: int, tool: int) -> Laid:
        """A click lays a stone of a color; one on a stone of that color, or with no color, takes it away."""
        stones = self.stones.copy()
        stones.flat[action] = 0 if stones.flat[action] == tool else tool
        return Laid(self.rules, stones, self.to_play)


class EditPage(Group):
    """What a click lays, whose turn it is, and what is to become of the position."""

    def __init__(
        self,
        changed: Callable[[], None],
        play: Callable[[], None],
        look_at: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        """``changed`` hears that other stones lie there; ``play``, ``look_at`` and ``leave`` what a person wants."""
        super().__init__()
        self._changed = changed
        self.laid: Laid | None = None
        """The position that is being laid; None while none is."""
        self._panel = Panel("play.edit")
        self._title = Label(PlayText.SET_UP_TITLE, Size.HEADING, bold=True)
        self._said = Paragraph(PlayText.SET_UP_SAID, Size.BODY, color="muted")
        self._tool_said = Label(PlayText.TOOL, Size.BODY)
        self._tool: Segmented[int] = Segmented(
            _TOOLS, int(Color.BLACK), lambda _tool: changed(), "play.edit.tool", PlayText.TIP_TOOL
        )
        self._mover_said = Label(PlayText.MOVES_NEXT, Size.BODY)
        self._mover: Segmented[Color] = Segmented(
            _MOVERS, Color.BLACK, self._choose_mover, "play.edit.to_play", PlayText.TIP_MOVES_NEXT
        )
        self._count = Label("", Size.BODY, color="muted", align=Align.RIGHT)
        self._clear = Button(PlayText.CLEAR, self._take_all, icon=Icon.CLOSE, id="play.edit.clear")
        self._panel.add(self._title, self._said, self._tool_said, self._tool, self._mover_said, self._mover)
        self._panel.add(self._clear, self._count)
        tip = PlayText.TIP_LOOK_AT_IT
        self._play = Button(PlayText.PLAY_IT, play, ButtonKind.PRIMARY, Icon.PLAY, Size.HEADING, id="play.edit.play")
        self._look = Button(PlayText.LOOK_AT_IT, look_at, icon=Icon.EYE, id="play.edit.look", tip=tip)
        self._leave = Button(Text.CANCEL, leave, id="play.edit.leave")
        self.add(self._panel, self._play, self._look, self._leave)

    @property
    def tool(self) -> int:
        """The color a click lays, 0 for none."""
        return self._tool.value

    @property
    def board(self) -> BoardState:
        """The position as it is drawn."""
        assert self.laid is not None
        return BoardState(self.laid.stones, letters=self.laid.rules.grid.letters)

    def begin(self, laid: Laid | None) -> None:
        """Lay a position, beginning with this one; None: no longer."""
        self._show(laid)

    def click(self, action: int, why_not: Callable[[Rules, Start], Problem | None]) -> Problem | None:
        """A click on the board; why nothing came of it, where the stones could not lie so.

        What may lie there may lie there with a stone less, so one that is taken away is never in question.
        """
        assert self.laid is not None
        after = self.laid.after_click(action, self.tool)
        problem = why_not(after.rules, after.start) if after.stones.flat[action] else None
        if problem is None:
            self._show(after)
            self._changed()
        return problem

    def _choose_mover(self, color: Color) -> None:
        assert self.laid is not None
        self._show(Laid(self.laid.rules, self.laid.stones, color))
        self._changed()

    def _take_all(self) -> None:
        assert self.laid is not None
        self._show(Laid(self.laid.rules, np.zeros_like(self.laid.stones), self.laid.to_play))
        self._changed()

    def _show(self, laid: Laid | None) -> None:
        self.laid = laid
        if laid is None:
            return
        self._mover.value = laid.to_play
        black, white = (int(np.count_nonzero(laid.stones == color)) for color in Color)
        self._count.words = PlayText.LAID(black=black, white=white)
        self._clear.is_enabled = bool(black or white)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest, foot = cut_bottom(rect, look.px(_ROW), look.px(GAP))
        gap = look.px(10)
        beside = max(self._leave.needed_width(look), look.px(96)), max(self._look.needed_width(look), look.px(110))
        share = min(1.0, foot.width / (sum(beside) + 2 * gap + self._play.needed_width(look)))
        foot = self._leave.place_left(foot, look, round(beside[0] * share), gap)
        foot = self._look.place_left(foot, look, round(beside[1] * share), gap)
        self._play.place(foot, look)
        pad, between = look.px(16), look.px(14)
        said = self._said.needed_height(look, rest.width - 2 * pad)
        height = 2 * pad + look.px(_TITLE) + said + 3 * look.px(_FIELD) + 4 * between
        panel, _ = cut_top(rest, min(height, rest.height))
        self._panel.place(panel, look)
        inner = self._panel.inner(look, 16, 16)
        inner = self._title.place_top(inner, look, look.px(_TITLE), 0)
        inner = self._said.place_top(inner, look, said, between)
        wide = max(look.width(look.say(words), Size.BODY) for words in (PlayText.TOOL, PlayText.MOVES_NEXT))
        for label, field in ((self._tool_said, self._tool), (self._mover_said, self._mover)):
            row, inner = cut_top(inner, look.px(_FIELD), between)
            row = label.place_left(row, look, wide + look.px(4), look.px(12))
            field.place(row, look)
        row, _ = cut_top(inner, look.px(_FIELD))
        place_columns((self._clear, self._count), row, look, look.px(12))
