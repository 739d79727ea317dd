"""What players agree on before a game, as rows of fields: which game it is, and whatever its rules leave open.

The words are rows of the catalogs: ``term.NAME`` beside a field, ``term.NAME.VALUE`` on what can be chosen,
``term.NAME.tip``, ``term.NAME.unit``; ``size.GAME`` where a game has a way of its own to tell the size of a board.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from pygame import Rect

from clevergo.games.game import Game, Rules, Term
from clevergo.games.guests import GameTitle, game_named, games
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.locale import Language, catalog
from clevergo.ui.kit.base import Group, Widget, cut_top
from clevergo.ui.kit.choice import Dropdown, Option, Segmented, Stepper
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.strings import Strings, Wording

Field = Segmented[Any] | Dropdown[Any] | Stepper
_ROW, _GAP = 34, 8
_LEAST_GAP = 5
_BESIDE, _BETWEEN, _NARROWEST = 14, 18, 46
"""Of the words beside the fields: the room after them, around those of a second field, and their least width."""


def game_words(name: str) -> Callable[[Strings], str]:
    """What a game is called; one from outside brings its own names."""
    return lambda strings: GameTitle(name).said_in(catalog(strings.language))


def size_words(game: str, size: int) -> Words:
    """The size of a board in the way of its game."""
    return lambda strings: size_said(strings, game, size)


def size_said(strings: Strings, game: str, size: int) -> str:
    """The same in one language."""
    if strings.has(f"size.{game}"):
        return strings.get(Wording(f"size.{game}"), n=size)
    rows, columns = game_named(game).shape(size)
    return strings.get(Wording("error.rules_plain"), rows=rows, columns=columns)


class TermRows(Group):
    """A row for each; numbers share rows two by two, or with what says so (``Term.is_beside``).

    Which game it is, is asked only where there are several.
    """

    def __init__(
        self,
        place: str,
        rules: Rules,
        start: Start,
        changed: Callable[[Rules, Start], None],
        above: Sequence[tuple[Words, Widget]] = (),
        below: Sequence[tuple[Words, Widget]] = (),
        asks: Callable[[Term], bool] = lambda _term: True,
        has_units: bool = False,
        sizes: Callable[[Game], Sequence[int]] | None = None,
    ) -> None:
        """Rows that show what ``rules`` and ``start`` say.

        Args:
            place: what the fields' ids begin with.
            rules: shown first.
            start: the same.
            changed: told what follows from another choice.
            above: rows of somebody else's before the others: words and field.
            below: the same, after them.
            asks: whether a term is asked for here.
            has_units: whether numbers stand there with their units.
            sizes: the boards that are offered, in a menu; by default those for players, side by side.
        """
        super().__init__()
        self._place = place
        self._changed = changed
        self._above, self._below = ([(_label(words), field) for words, field in rows] for rows in (above, below))
        self._asks, self._has_units, self._sizes = asks, has_units, sizes
        self._game: Game = rules.game
        self._agreed: dict[str, Any] = {}
        options = [Option(name, game_words(name)) for name in games()]
        self._choice = Dropdown(options, self._game.name, self._choose_game, id=f"{place}.game")
        self._which: tuple[Label, Widget] = _label(term_words("term.game")), self._choice
        self._fields: dict[str, Field] = {}
        self._rows: list[list[tuple[Label, Widget]]] = []
        self._build()
        self.show(rules, start)

    def show(self, rules: Rules, start: Start = EMPTY_BOARD) -> None:
        """Show what they say."""
        is_other, self._game = rules.game is not self._game, rules.game
        self._agreed = rules.game.agreed(rules, start)
        if is_other or not self._offers_its_size():
            self._choice.value = self._game.name
            self._build()
            self.place_again()
        for term in self._game.terms(self._agreed):
            field = self._fields.get(term.name)
            if isinstance(field, Stepper):
                field.values = term.values
            if field is not None:
                field.value = self._agreed[term.name]

    def _offers_its_size(self) -> bool:
        """Whether the sizes are those to be offered: one that is usual nowhere is offered while it is meant."""
        field = self._fields.get("size")
        offered = [option.value for option in field.options] if isinstance(field, Segmented) else None
        wanted = [list(term.values) for term in self._game.terms(self._agreed) if term.name == "size"]
        return offered is None or offered in wanted

    def _build(self) -> None:
        """The rows of the game that is chosen."""
        for child in list(self.children):
            self.remove(child)
        rows: list[list[tuple[Label, Widget]]] = [[row] for row in self._above]
        if len(games()) > 1:
            rows.append([self._which])
        self._fields, is_lone = {}, False
        for term in self._game.terms(self._agreed):
            if not self._asks(term):
                continue
            field = self._fields[term.name] = self._field(term)
            row = _label(term_words(f"term.{term.name}")), field
            is_beside = is_lone and (isinstance(field, Stepper) or term.is_beside)
            rows[-1].append(row) if is_beside else rows.append([row])
            is_lone = isinstance(field, Stepper) and not is_beside
        self._rows = rows + [[row] for row in self._below]
        self.add(*(widget for row in self._rows for pair in row for widget in pair))

    def _field(self, term: Term) -> Field:
        id, row = f"{self._place}.{term.name}", f"term.{term.name}"
        if term.name == "size":
            row = f"size.{self._game.name}"
        unit = known_words(f"{row}.unit") if self._has_units else None
        said = known_words(f"{row}.tip") or ""
        choose = functools.partial(self._choose_value, term.name)
        if term.name == "size" and self._sizes is not None:
            offered = [Option(size, size_words(self._game.name, size)) for size in self._sizes(self._game)]
            return Dropdown(offered, term.usual, choose, id=id)
        if term.name == "size":
            sizes = [Option(size, size_words(self._game.name, size)) for size in term.values]
            return Segmented(sizes, term.usual, choose, id, said)
        if isinstance(term.usual, str):
            named = [Option(value, term_words(f"term.{term.name}.{value}")) for value in term.values]
            return Segmented(named, term.usual, choose, id, said)
        return Stepper(term.values, term.usual, choose, id=id, tip=said, unit=unit)

    # --- choosing ---

    def _choose_value(self, name: str, value: Any) -> None:
        self._choose(self._game, self._game.changed(self._agreed, name, value))

    def _choose_game(self, name: str) -> None:
        game = game_named(name)
        self._choose(game, game.usual())

    def _choose(self, game: Game, agreed: dict[str, Any]) -> None:
        rules, start = game.agree(agreed)
        self.show(rules, start)
        self._changed(rules, start)

    # --- placing ---

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels for all rows, in so many pixels of width."""
        count = len(self._lines(look, width))
        return count * look.px(_ROW) + (count - 1) * look.px(_GAP)

    def arrange(self, rect: Rect, look: Look) -> None:
        lines = self._lines(look, rect.width)
        height, gap = look.px(_ROW), look.px(_GAP)
        if len(lines) * (height + gap) - gap > rect.height:  # a little lower, so that every row is there
            gap = look.px(_LEAST_GAP)
            height = max((rect.height - (len(lines) - 1) * gap) // len(lines), look.line_height(Size.SMALL))
        rest, words_width = rect, self._words_width(look)
        for (label, field), *others in lines:
            row, rest = cut_top(rest, height, gap)
            right = label.place_left(row, look, words_width)
            label.align = Align.LEFT
            for other, beside in others:
                words = look.width(other.said(look), Size.SMALL) + look.px(4)
                free = right.width - words - look.px(_BETWEEN)
                right = beside.place_right(right, look, _share_of(field, beside, free, look), look.px(8))
                right = other.place_right(right, look, words, look.px(_BETWEEN - 8))
                other.align = Align.RIGHT
            field.place(right, look)

    def _words_width(self, look: Look) -> int:
        """Pixels of the words at the left."""
        widest = max(look.width(label.said(look), Size.SMALL) for (label, _), *_ in self._rows)
        return max(widest + look.px(_BESIDE), look.px(_NARROWEST))

    def _lines(self, look: Look, width: int) -> list[list[tuple[Label, Widget]]]:
        """The rows; what would share one and has no room there for its words stands in one of its own."""
        lines: list[list[tuple[Label, Widget]]] = []
        right = width - self._words_width(look)
        for first, *others in self._rows:
            lines.append([first])
            for words, field in others:
                needed = look.width(words.said(look), Size.SMALL) + look.px(4 + _BETWEEN)
                has_room = needed + _least(first[1], look) + _least(field, look) <= right
                if has_room or not isinstance(field, Segmented):
                    lines[-1].append((words, field))
                else:
                    lines.append([(words, field)])
        return lines


def _share_of(field: Widget, beside: Widget, free: int, look: Look) -> int:
    """How many of the free pixels the second field of a row has: half, or more where its words take more."""
    wanted = _least(beside, look) if isinstance(beside, Segmented) else 0
    return max(free // 2, min(wanted, free - _least(field, look)))


def _least(field: Widget, look: Look) -> int:
    """Pixels in which a field can be read; of a menu none, which is never beside another."""
    if isinstance(field, Stepper):
        return field.least_width(look, look.px(_ROW))
    return field.least_width(look) if isinstance(field, Segmented) else 0


def _label(words: Words) -> Label:
    return Label(words, Size.SMALL, color="muted")


def known_words(key: str) -> Wording | None:
    """A row of the catalogs, where they have it."""
    return Wording(key) if key in catalog(Language.ENGLISH) else None


def engine_words(protocol: str | None, row: str) -> Wording:
    """What is said of programs that are spoken to by a protocol: a row ``engine.PROTOCOL.ROW`` of the catalogs."""
    return Wording(f"engine.{protocol}.{row}")


def term_words(key: str) -> Words:
    """A row of the catalogs, or the last word of its name."""
    return lambda s: s.get(Wording(key)) if s.has(key) else key.rpartition(".")[2].replace("_", " ").capitalize()
