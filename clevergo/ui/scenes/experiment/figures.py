"""What each kind of dog came to, in figures beside each other."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from clevergo.app.experiment.messages import Curves, ExperimentSnapshot, Written
from clevergo.app.experiment.wishes import SIDES, Difference
from clevergo.ui.kit.base import Widget, columns
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size, mix
from clevergo.ui.scenes.experiment.curves import draw_dog
from clevergo.ui.scenes.experiment.words import ONE, OTHER, dog_words
from clevergo.ui.scenes.train.words import DASH
from clevergo.ui.strings import ExperimentText, Strings

_ROW = 26
_ROWS = 5


class FiguresTable(Widget):
    """A column for each kind: games, positions, rating, games won."""

    def __init__(self) -> None:
        super().__init__(tip=ExperimentText.TIP_ROWS)
        self._shown = ExperimentSnapshot()

    def show(self, shown: ExperimentSnapshot) -> None:
        """Show another experiment's."""
        if shown is not self._shown:
            self._shown = shown
            self.invalidate()

    @staticmethod
    def needed_height(look: Look) -> int:
        """Pixels for all rows."""
        return _ROWS * look.px(_ROW)

    def draw(self, surface: Surface, look: Look) -> None:
        written = self._shown.written
        if written is None:
            return
        self._draw_head(surface, look, written.experiment.difference)
        for number, (words, figures) in enumerate(self._rows(look.strings, written), 1):
            line = self._line(look, number)
            if number % 2:
                look.rounded(surface, line, 6, mix(look.palette.panel, look.palette.sunken, 0.8))
            name, *cells = self._cells(look, line)
            look.text(surface, words, name, Size.SMALL, look.palette.muted)
            for cell, figure in zip(cells, figures, strict=True):
                look.text(surface, figure, cell, Size.SMALL, look.palette.ink, False, Align.RIGHT)

    def _draw_head(self, surface: Surface, look: Look, difference: Difference | None) -> None:
        name, *cells = self._cells(look, self._line(look, 0))
        look.text(surface, ExperimentText.WHEN_GROWN, name, Size.SMALL, look.palette.ink, True)
        for cell, side, color in zip(cells, SIDES, (ONE, OTHER), strict=True):
            words = dog_words(difference, side)
            width = min(look.width(look.say(words), Size.SMALL) + look.px(16), cell.width)
            draw_dog(surface, look, Rect(cell.right - width, cell.top, width, cell.height), words, color)

    def _line(self, look: Look, number: int) -> Rect:
        height = look.px(_ROW)
        return Rect(self.rect.left, self.rect.top + number * height, self.rect.width, height)

    @staticmethod
    def _cells(look: Look, line: Rect) -> list[Rect]:
        return columns(line.inflate(-look.px(16), 0), (1.2, 1.0, 1.0), look.px(8))

    def _rows(self, strings: Strings, written: Written) -> list[tuple[Words, tuple[str, str]]]:
        score = None if written.finding is None else written.finding.score
        won = (DASH, DASH) if score is None else (strings.figure(score.first), strings.figure(score.second))
        one, other = self._shown.one, self._shown.other
        return [
            (ExperimentText.ROW_GAMES, (_mean(strings, one, "games"), _mean(strings, other, "games"))),
            (ExperimentText.ROW_POSITIONS, (_mean(strings, one, "positions"), _mean(strings, other, "positions"))),
            (ExperimentText.ROW_STRENGTH, (_strength(strings, one), _strength(strings, other))),
            (ExperimentText.ROW_WON, won),
        ]


def _mean(strings: Strings, dogs: Sequence[Curves], name: str) -> str:
    values = [getattr(dog.latest, name) for dog in dogs if dog.latest is not None]
    return strings.number(sum(values) / len(values)) if values else DASH


def _strength(strings: Strings, dogs: Sequence[Curves]) -> str:
    last = [dog.told[-1] for dog in dogs if dog.told]
    if not last:
        return DASH
    mean = strings.figure(sum(point.rating for point in last) / len(last), ",.0f")
    return f"{mean} ± {strings.figure(last[0].error, ',.0f')}" if len(last) == 1 else mean
