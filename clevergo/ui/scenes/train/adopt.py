"""Adopting a dog: the page one sees before the first, and the dialog that asks for a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pygame import Rect, Surface

from clevergo.app.match.messages import BoardState
from clevergo.app.training.settings import DogSettings, Newborn
from clevergo.games.game import Game, Rules
from clevergo.games.grid import square
from clevergo.games.guests import games, usual_rules
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.ui.board.art import BLACK, WHITE, BoardArt
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.base import Group, Widget, cut_left, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Dropdown, Option
from clevergo.ui.kit.dialog import AskDialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.shared.dog_names import LONGEST_TYPED, name_idea, named
from clevergo.ui.scenes.shared.terms import TermRows
from clevergo.ui.scenes.train.settings import DogSettingsDialog
from clevergo.ui.strings import KennelText, Strings, Text, TrainText, Wording

_FIELD, _MORE, _LABEL = 40, 32, 24
_BIRTH = _LABEL + _FIELD + 8
_TERMS = 34 + 8 + 34 + 8
"""The rows for the game and its board."""
_STORY_GAP, _STORY_WORDS = 16, 300
_EMBLEM = 84
"""Diameter of the two stones above the title, in logical units."""

_BORN = """
    ...X....O
    X....O...
    ..O.....X
    ....X....
    .O....X..
    ...X....O
    O......O.
    ..X..O...
    ......X..
"""
_YOUNG = """
    .........
    ..O......
    ..XOO.X..
    ..XXOX...
    ...XOOX..
    ..X.XOOX.
    ..O.X.OX.
    ....OXX..
    .........
"""
_GROWN = """
    .....XO..
    ..X..XO..
    ...X.XOO.
    ....XO...
    .X..XO.O.
    ..XXOO...
    .XOO...O.
    .XXO.OO..
    ..XO.....
"""


def diagram(text: str) -> NDArray[np.int8]:
    """``int8[N, N]`` from rows of ``.``, ``X`` and ``O``."""
    return np.array([[".XO".index(point) for point in row] for row in text.split()], np.int8)


class AdoptDialog(AskDialog):
    """Asks for a name; who wants to may choose more."""

    def __init__(
        self,
        strings: Strings,
        taken: Sequence[str],
        adopt: Callable[[str, Newborn], None],
        parents: Mapping[str, Sequence[Option[str]]] | None = None,
        settings_of: Callable[[str], DogSettings | None] = lambda _: None,
    ) -> None:
        """``adopt`` takes it in, or raises what is wrong with the name; ``parents``: whose pup it may be, by game.

        ``settings_of`` tells how a parent is raised: its pup has its net, and plays itself by the same unless somebody
        wishes otherwise.
        """
        self._beginning = _Beginning(parents or {}, settings_of, self._choose_more)
        idea = name_idea(strings, taken)
        words = (Text.ADOPT_TITLE, Text.ADOPT_SAID, Text.ADOPT_DO)
        field = TextField(idea, placeholder=Text.ADOPT_PLACEHOLDER, max_length=LONGEST_TYPED, id="adopt.name")
        answered = named(taken, lambda name: adopt(name, self._beginning.wish))
        super().__init__(*words, field, answered, self._beginning, self._beginning.height)

    def _choose_more(self) -> None:
        if self.root is not None:
            # Typing goes on where it was when the other dialog is gone.
            self.root.set_focus(self.field)
            wish, keep = self._beginning.wish, self._beginning.keep
            # A pup's net is its parent's.
            dialog = DogSettingsDialog(TrainText.DOG_SETTINGS, wish.settings, bool(wish.parent), False, keep)
            self.root.open_popup(dialog, self.root.rect)


class _Beginning(Group):
    """Which game it grows up with, where there are several; whose pup it is; and a way to more choices."""

    def __init__(
        self,
        parents: Mapping[str, Sequence[Option[str]]],
        settings_of: Callable[[str], DogSettings | None],
        more: Callable[[], None],
    ) -> None:
        super().__init__()
        self._parents = parents
        self._settings_of = settings_of
        self._settings = DogSettings.for_newborn()
        self._more = Button(TrainText.DOG_SETTINGS, more, ButtonKind.QUIET, Icon.GEAR, Size.SMALL, id="adopt.settings")
        rules = usual_rules()
        self._size, self._has_board = rules.size, False
        self._terms = TermRows(
            "adopt",
            rules,
            EMPTY_BOARD,
            self._choose_rules,
            asks=lambda term: term.name == "size",
            sizes=lambda game: game.nurseries,
        )
        self._terms.is_visible = len(games()) > 1
        self._words = Label(KennelText.BORN, Size.SMALL, color="muted")
        self._birth: Dropdown[str] = Dropdown([], "", self._choose_parent, id="adopt.parent")
        self._words.is_visible = self._birth.is_visible = bool(parents)
        self.add(self._terms, self._words, self._birth, self._more)
        self._offer_parents()

    @property
    def height(self) -> int:
        """In logical units."""
        return _MORE + _TERMS * self._terms.is_visible + _BIRTH * self._birth.is_visible

    @property
    def wish(self) -> Newborn:
        """What is chosen; a pup grows up where its parent did unless a board was chosen."""
        size = self._size if self._has_board or not self._birth.value else 0
        return Newborn(self._settings, size, self._birth.value)

    def keep(self, settings: DogSettings) -> None:
        """Something was chosen elsewhere."""
        self._settings = settings

    def _choose_parent(self, parent: str) -> None:
        told = (self._settings_of(parent) if parent else None) or DogSettings(game=self._settings.game)
        self._settings = replace(
            self._settings, net=told.net, blocks=told.blocks, channels=told.channels, of_game=told.of_game
        )

    def _choose_rules(self, rules: Rules, _start: Start) -> None:
        self._size, self._has_board = rules.size, rules.game.name == self._settings.game
        if rules.game.name != self._settings.game:
            self._settings = DogSettings(seed=self._settings.seed, game=rules.game.name)
            self._offer_parents()

    def _offer_parents(self) -> None:
        nobody = Option("", KennelText.BORN_FROM_NOTHING)
        self._birth.options = [nobody, *self._parents.get(self._settings.game, ())]
        self._birth.value = ""

    def arrange(self, rect: Rect, look: Look) -> None:
        width = self._more.needed_width(look)
        self._more.place(Rect(rect.left - look.px(8), rect.bottom - look.px(_MORE), width, look.px(_MORE)), look)
        if self._terms.is_visible:
            rect = self._terms.place_top(rect, look, look.px(_TERMS))
        birth = self._words.place_top(rect, look, look.px(_LABEL), look.px(2))
        self._birth.place(Rect(birth.left, birth.top, birth.width, look.px(_FIELD)), look)


class Story(Widget):
    """Three boards, one below the other: how a dog plays when it is born, after a minute or two, and later."""

    _PARTS: tuple[tuple[str, int, Words, Words], ...] = (
        (_BORN, 26, Text.STORY_1, Text.STORY_1_SAID),
        (_YOUNG, 60, Text.STORY_2, Text.STORY_2_SAID),
        (_GROWN, 74, Text.STORY_3, Text.STORY_3_SAID),
    )

    def __init__(self, art: Callable[[], BoardArt]) -> None:
        super().__init__(id="hello.story")
        self._art = art
        self._parts: tuple[tuple[str, int, Words, Words], ...] = self._PARTS
        self._views: list[BoardView] = []
        self._words: list[Rect] = []

    def tell_of(self, game: Game) -> None:
        """How dogs of that game play; where it tells nothing of them, of those there have always been."""
        titles = [title for _, _, title, _ in self._PARTS]
        said = [Wording(f"story.{game.name}.{k}") for k in range(1, len(titles) + 1)]
        told = zip(game.story, titles, said, strict=False)
        self._parts = tuple((*board, title, words) for board, title, words in told) or self._PARTS
        self.invalidate()

    def needed_width(self, height: int, look: Look) -> int:
        """Pixels wide enough for the boards and for words beside them, in that height."""
        return self._side(height, look) + look.px(28 + _STORY_WORDS)

    @staticmethod
    def _side(height: int, look: Look) -> int:
        return (height - 2 * look.px(_STORY_GAP)) // 3

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(_STORY_GAP)
        side = self._side(rect.height, look)
        self._views, self._words = [], []
        for index in range(len(self._PARTS)):
            row = Rect(rect.left, rect.top + index * (side + gap), rect.width, side)
            board, words = cut_left(row, side, look.px(28))
            view = BoardView(self._art(), index)
            view.set_rect(board, square(9))
            self._views.append(view)
            self._words.append(words)

    def draw(self, surface: Surface, look: Look) -> None:
        for view, box, (stones, last, title, said) in zip(self._views, self._words, self._parts, strict=True):
            look.shadow(surface, view.rect, 4, 7, 0.9)
            view.draw(surface, BoardPicture(BoardState(diagram(stones), last), coordinates=False))
            lines = look.wrapped(look.say(said), box.width, Size.BODY)
            height = look.px(32) + len(lines) * look.line_height(Size.BODY)
            top = box.centery - height // 2
            look.text(surface, title, Rect(box.left, top, box.width, look.px(28)), Size.HEADING, bold=True)
            rest = Rect(box.left, top + look.px(32), box.width, len(lines) * look.line_height(Size.BODY))
            look.paragraph(surface, said, rest, Size.BODY, look.palette.muted)


class HelloPanel(Panel):
    """What will happen, in three sentences, and the one button."""

    _SENTENCES = (Text.HELLO_1, Text.HELLO_2, Text.HELLO_3)

    def __init__(self, art: Callable[[], BoardArt], adopt: Callable[[], None]) -> None:
        super().__init__()
        self._art = art
        self._button = Button(Text.ADOPT, adopt, ButtonKind.PRIMARY, size=Size.HEADING, id="train.adopt")
        self._note = Label(Text.STOP_ANY_TIME, Size.SMALL, align=Align.CENTER, color="muted")
        self._emblem = Rect(0, 0, 0, 0)
        self._title: list[tuple[str, Rect]] = []
        self._steps: list[Rect] = []
        self.add(self._button, self._note)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = inset(rect, look.px(24 if rect.width < look.px(420) else 40), look.px(20))
        # Bold letters are a little wider than those the lines are measured with.
        lines = look.wrapped(look.say(Text.HELLO_TITLE), round(inner.width * 0.92), Size.DISPLAY)
        steps = [
            len(look.wrapped(look.say(text), inner.width - look.px(40), Size.BODY)) * look.line_height(Size.BODY)
            for text in self._SENTENCES
        ]
        line, gap, emblem = look.line_height(Size.DISPLAY), look.px(16), look.px(_EMBLEM)
        whole = emblem + 2 * gap + len(lines) * line + sum(steps) + 5 * gap + look.px(54 + 34)
        top = inner.top + max((inner.height - whole) // 2, 0)
        self._emblem = Rect(inner.left, top, inner.width, emblem)
        top += emblem + 2 * gap
        self._title = [(words, Rect(inner.left, top + i * line, inner.width, line)) for i, words in enumerate(lines)]
        top += len(lines) * line + gap
        self._steps = []
        for height in steps:
            self._steps.append(Rect(inner.left, top, inner.width, height))
            top += height + gap
        self._button.place(Rect(inner.left, top + gap, inner.width, look.px(54)), look)
        self._note.place(Rect(inner.left, self._button.rect.bottom + look.px(8), inner.width, look.px(26)), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        self._draw_emblem(surface)
        for words, box in self._title:
            look.text(surface, words, box, Size.DISPLAY, look.palette.ink, bold=True)
        for number, (box, text) in enumerate(zip(self._steps, self._SENTENCES, strict=True), 1):
            mark, words_box = cut_left(box, look.px(26), look.px(14))
            mark.height = look.line_height(Size.BODY)
            look.disc(surface, mark.center, look.px(13), look.palette.sunken, look.palette.line)
            look.text(surface, str(number), mark, Size.SMALL, look.palette.accent_text, True, Align.CENTER)
            look.paragraph(surface, text, words_box, Size.BODY, look.palette.ink)

    def _draw_emblem(self, surface: Surface) -> None:
        """A white stone leaning on a black one."""
        art, size = self._art(), self._emblem.height
        for color, x in ((BLACK, self._emblem.left + size // 2), (WHITE, self._emblem.left + round(size * 1.36))):
            for piece in (art.shadow(size), art.stone(color, size, 5)):
                surface.blit(piece, piece.get_rect(center=(x, self._emblem.centery)))
