"""Sequential halving as a ladder: a column a round, and in each the moves that are still in."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.app.slow.motion import SlowMotion
from clevergo.ui.kit.base import cut_top
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size, mix
from clevergo.ui.scenes.shared.table import TellingGroup
from clevergo.ui.strings import SlowText

_HEAD, _CHIP, _HIGHEST = 20, 20, 30
_WIDEST = 52


class LadderView(TellingGroup):
    """Who goes on, round by round; rounds that are yet to come are empty."""

    def __init__(self, name: Callable[[int], Words]) -> None:
        """``name`` says what a move is called."""
        super().__init__()
        self._name = name
        self._motion: SlowMotion | None = None
        self._columns: list[tuple[int, ...]] = []
        self._round = 0
        self._up: int | None = None

    def show(self, motion: SlowMotion, number: int, up: int | None, is_over: bool) -> None:
        """The simulation of that ``number`` tries the move ``up``; ``is_over``: all of them are over."""
        if motion is not self._motion:
            self._columns = [motion.tried_in(round) for round in range(len(motion.rounds))]
            self._columns.append((motion.best,))
        self._motion, self._up = motion, up
        self._round = len(motion.rounds) if is_over else motion.round_at(max(number, 1))
        self.invalidate()
        if self.root is not None:
            self.tell(self._told(self.root.look), self.root.look)

    def arrange(self, rect: Rect, look: Look) -> None:
        self.tell(self._told(look), look)

    def _cells(self, look: Look) -> list[tuple[int, int, Rect]]:
        """Round, move and rectangle of every chip; a move has one row all along."""
        if self._motion is None or not self._columns or not self.rect.width:
            return []
        _, body = cut_top(self.rect, look.px(_HEAD))
        rows = {move: i for i, move in enumerate(sorted(self._columns[0], key=self._rank))}
        height = min(body.height / max(len(rows), 1), look.px(_HIGHEST))
        width = self.rect.width / len(self._columns)
        cells = []
        for round, moves in enumerate(self._columns):
            for move in moves:
                if move in rows:
                    box = Rect(
                        0, 0, min(round_px(width - look.px(10)), look.px(_WIDEST)), min(look.px(_CHIP), int(height) - 2)
                    )
                    box.midleft = (
                        round_px(self.rect.left + round * width),
                        round_px(body.top + (rows[move] + 0.5) * height),
                    )
                    cells.append((round, move, box))
        return cells

    def _rank(self, move: int) -> tuple[int, int]:
        """Those that stay longest come first."""
        return -sum(move in moves for moves in self._columns), self._columns[0].index(move)

    def _told(self, look: Look) -> list[tuple[Rect, Words]]:
        if self._motion is None:
            return []
        told: list[tuple[Rect, Words]] = []
        head, _ = cut_top(self.rect, look.px(_HEAD))
        width = self.rect.width / max(len(self._columns), 1)
        for round, one in enumerate(self._motion.rounds):
            box = Rect(round_px(head.left + round * width), head.top, round_px(width), head.height)
            told.append((box, SlowText.ROUND_SAID(round=round + 1, alive=len(self._columns[round]) or one.alive)))
        last = len(self._motion.rounds)
        told.append(
            (Rect(round_px(head.left + last * width), head.top, round_px(width), head.height), SlowText.TIP_ROUNDS)
        )
        for round, move, box in self._cells(look):
            if round <= self._round:
                words = SlowText.ROUND_BEST if round == last else SlowText.ROUND_MOVE
                told.append((box, words(move=self._name(move), round=round + 1)))
        return told

    def draw_behind(self, surface: Surface, look: Look) -> None:
        if self._motion is None:
            return
        palette = look.palette
        head, _ = cut_top(self.rect, look.px(_HEAD))
        cells = self._cells(look)
        places = {(round, move): box for round, move, box in cells}
        width = self.rect.width / max(len(self._columns), 1)
        for round, moves in enumerate(self._columns):
            box = Rect(round_px(head.left + round * width), head.top, look.px(_WIDEST), head.height)
            box.width = min(box.width, round_px(width - look.px(10)))
            color = palette.gold_text if round == self._round else palette.muted
            look.text(surface, str(len(moves)), box, Size.SMALL, color, round == self._round, Align.CENTER)
        for (round, move), box in places.items():
            after = places.get((round + 1, move))
            if after is not None and round + 1 <= self._round:
                line = Rect(box.right, box.centery - look.px(1), after.left - box.right, look.px(2))
                surface.fill(mix(palette.panel, palette.jade, 0.7), line)
        for (round, move), box in places.items():
            self._draw_chip(surface, look, round, move, box, goes_on=(round + 1, move) in places)

    def _draw_chip(self, surface: Surface, look: Look, round: int, move: int, box: Rect, goes_on: bool) -> None:
        palette = look.palette
        if round > self._round:
            return
        is_out = round < self._round and not goes_on
        fill = palette.sunken if is_out else mix(palette.panel, palette.jade, 0.22)
        border = palette.line if is_out else palette.jade
        ink = mix(palette.panel, palette.muted, 0.75) if is_out else palette.ink
        if round == self._round and move == self._up:
            fill, border = mix(palette.panel, palette.gold, 0.3), palette.gold
        look.rounded(surface, box, 7, fill, border)
        look.text(surface, self._name(move), box.inflate(-look.px(6), 0), Size.TINY, ink, not is_out, Align.CENTER)


def round_px(value: float) -> int:
    """Whole pixels."""
    return int(value + 0.5)
