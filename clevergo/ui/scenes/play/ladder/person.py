"""Who plays here, and a game at their strength."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.app.ladder.even import Opponent
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.record import MAX_NAME
from clevergo.games.game import Game
from clevergo.ui.kit.base import Clickable, Shown, cut_left, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.dialog import AskDialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.faces import draw_person
from clevergo.ui.scenes.play.ladder.words import person_said
from clevergo.ui.scenes.play.words import dog_name
from clevergo.ui.strings import LadderText, Strings

_NAME, _DISC = 28, 46


class PersonPanel(Panel):
    """The person's name and strength; one tap plays somebody of that strength."""

    def __init__(self, ladder: Ladder, play: Callable[[], None], named: Callable[[], None]) -> None:
        """``play`` begins an even game; ``named`` hears that the person has a name, or another."""
        super().__init__("play.person")
        self._ladder, self._named = ladder, named
        self._name = Name(self._ask_name)
        self._said = Label("", Size.SMALL, color="muted")
        self._even = Button(
            LadderText.EVEN, play, ButtonKind.PRIMARY, Icon.PLAY, Size.HEADING, radius=10, id="play.even"
        )
        self._disc = Rect(0, 0, 0, 0)
        self.add(self._name, self._said, self._even)

    def show(self, game: Game, opponent: Opponent | None) -> None:
        """Show how the person does at a game; ``opponent``: who is as strong, None where nobody is known to be."""
        ladder = self._ladder
        self._name.name = ladder.person.name
        self._said.words = lambda s: person_said(s, ladder, game)
        self._said.tip = LadderText.PERSON_TIP
        self._even.is_visible = opponent is not None
        self._even.tip = "" if opponent is None else lambda s: even_said(s, opponent)
        self.place_again()

    @staticmethod
    def needed_height(look: Look) -> int:
        """Pixels."""
        return look.px(72)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = inset(rect, look.px(14), look.px(10))
        left = self._even.place_right(inner, look, min(self._even.needed_width(look) + look.px(20), inner.width // 2))
        left.width -= look.px(12)
        self._disc, left = cut_left(left, look.px(_DISC), look.px(4))
        height = look.px(_NAME)
        line = look.line_height(Size.SMALL)
        top = left.centery - (height + line) // 2
        width = min(self._name.needed_width(look), left.width)
        left.left += look.px(10)
        self._name.place(Rect(left.left, top, width, height), look)
        self._said.place(Rect(left.left, top + height, left.width - look.px(10), line), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        draw_person(surface, look, self._ladder.person.name, self._disc)

    def _ask_name(self) -> None:
        if self.root is None:
            return
        field = TextField(
            self._ladder.person.name, placeholder=LadderText.NAME_EXAMPLE, max_length=MAX_NAME, id="person.name"
        )
        words: tuple[Words, Words, Words] = LadderText.NAME_TITLE, LadderText.NAME_SAID, LadderText.NAME_DO
        dialog = AskDialog(*words, field, self._answered)
        self.root.open_popup(dialog, self.root.rect)
        self.root.set_focus(field)
        field.select_all()

    def _answered(self, name: str) -> None:
        self._ladder.call(name)
        self._named()


class Name(Clickable):
    """A person's name, or a question for it; a click asks."""

    name = Shown("")
    """Empty while nobody knows it."""

    def __init__(self, ask: Callable[[], None]) -> None:
        super().__init__("play.name", LadderText.NAME_TIP)
        self._ask = ask

    def clicked(self) -> None:
        self._ask()

    def said(self, look: Look) -> str:
        return self.name or look.say(LadderText.NAME_ASK)

    def needed_width(self, look: Look) -> int:
        """Pixels for the name, or the question."""
        return look.width(self.said(look), Size.HEADING, True) + 2

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        ink = palette.jade_text if self.is_hovered or not self.name else palette.ink
        look.text(surface, self.said(look), self.rect, Size.HEADING, ink, True)
        self.draw_focus(surface, look)


def even_said(strings: Strings, opponent: Opponent) -> str:
    """Who sits down for an even game."""
    who = dog_name(strings, opponent.spec.dog or "")
    return strings.get(LadderText.EVEN_TIP, who=who, n=opponent.spec.simulations)
