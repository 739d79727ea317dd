"""A dog at rest: its best game on one large board, move by move, with its chances below.

Which move it is and how it stood is told by :attr:`Rest.told`; the scene has a line for that below.
"""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from clevergo.app.training.replay import Replay
from clevergo.ui.board.art import BoardArt
from clevergo.ui.kit.base import Group, cut_bottom, cut_right, cut_top
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.chart import Axis, LineChart, Series
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.train.shown_board import ShownBoard
from clevergo.ui.scenes.train.words import opponent_name
from clevergo.ui.strings import Strings, TrainText

_MOVE_SECONDS, _LAST_SECONDS = 1.1, 6.0
"""How long a position stays, and the last one before the game begins anew."""
_HEAD, _CHART = 30, 76


class Rest(Group):
    """Replays a game for as long as it is visible."""

    def __init__(self, art: Callable[[], BoardArt], open_game: Callable[[Replay], None]) -> None:
        super().__init__("train.rest")
        self._open_game = open_game
        self._title = Label("", Size.BODY, bold=True, tip=TrainText.TIP_REPLAY)
        self._open = Button(
            TrainText.REPLAY_OPEN, self._opened, ButtonKind.QUIET, size=Size.SMALL, id="train.replay_open"
        )
        self._board = ShownBoard(art, "train.replay_board", TrainText.TIP_REPLAY, has_coordinates=True, has_shadow=True)
        self._chart = LineChart(id="train.replay_chart")
        self.replay: Replay | None = None
        """What is shown."""
        self.ply = 0
        """After how many moves it is shown."""
        self.told: Words = ""
        """Which move that is, and what was thought of it."""
        self._stays = 0.0
        self.add(self._title, self._open, self._board, self._chart)

    def show(self, replay: Replay | None) -> None:
        """Show a game from its beginning; the one that is shown goes on."""
        if replay is self.replay:
            return
        self.replay = replay
        if replay is not None:
            self._title.words = _title_of(replay)
            self._go_to(0)

    def tick(self, dt: float) -> bool:
        """So many seconds have passed; whether another position is shown."""
        if self.replay is None:
            return False
        self._stays -= dt
        if self._stays > 0:
            return False
        self._go_to((self.ply + 1) % len(self.replay.boards))
        return True

    def _go_to(self, ply: int) -> None:
        replay = self.replay
        assert replay is not None
        last = len(replay.boards) - 1
        self.ply, self._stays = ply, _LAST_SECONDS if ply == last else _MOVE_SECONDS
        self._board.show(replay.boards[ply])
        self.told = _said_of(replay, ply)
        rates = [rate if rate is None or replay.is_black else 1.0 - rate for rate in replay.chances]
        known = tuple(None if rate is None else 100.0 * rate for rate in rates)
        series = Series(tuple(map(float, range(len(known)))), known, "jade")
        axis = Axis(0.0, 100.0, (0.0, 50.0, 100.0), "{:.0f}%".format)
        self._chart.show([series], Axis(0.0, float(max(last, 1))), axis)
        self._chart.cursor_x = float(ply)

    def _opened(self) -> None:
        if self.replay is not None:
            self._open_game(self.replay)

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(rect, look.px(_HEAD), look.px(6))
        title, button = cut_right(head, self._open.needed_width(look), look.px(8))
        self._open.place(button, look)
        self._title.place(title, look)
        board, chart = cut_bottom(rest, look.px(_CHART), look.px(8))
        side = min(board.width, board.height)
        self._board.place(Rect(board.left + (board.width - side) // 2, board.top, side, side), look)
        self._chart.place(chart, look)


def _title_of(replay: Replay) -> Words:
    if not replay.opponent:
        return TrainText.REPLAY_ITSELF(name=replay.dog)
    return TrainText.REPLAY(name=replay.dog, opponent=lambda strings: opponent_name(strings, replay.opponent))


def _said_of(replay: Replay, ply: int) -> Words:
    chances = replay.chances[ply]

    def said(strings: Strings) -> str:
        parts = [strings.get(TrainText.REPLAY_MOVE, ply=ply, plies=len(replay.boards) - 1)]
        if chances is not None:
            own = chances if replay.is_black else 1.0 - chances
            row = TrainText.REPLAY_CHANCES if replay.opponent else TrainText.REPLAY_BLACK
            parts.append(strings.get(row, chances=100.0 * own))
        return " · ".join(parts)

    return said
