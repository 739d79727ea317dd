"""Who plays here, and a game at their strength."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from clevergo.app.ladder.even import Opponent
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.record import MAX_NAME
from clevergo.app.ladder.rungs import Standing
from clevergo.games.game import Game
from clevergo.ui.kit.base import Clickable, Shown, centered, cut_left, cut_right, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.dialog import AskDialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.faces import draw_person
from clevergo.ui.scenes.play.ladder.scale import LEAST, StrengthScale
from clevergo.ui.scenes.play.ladder.words import known_rating, person_said
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.strings import LadderText, Strings

_NAME, _DISC, _EVEN = 28, 46, 52
_AROUND = 32
"""Logical units at both sides of the scale."""


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
        self._scale = StrengthScale()
        self._disc = Rect(0, 0, 0, 0)
        self.add(self._name, self._said, self._scale, self._even)

    def show(self, game: Game, opponent: Opponent | None, standings: Sequence[Standing]) -> None:
        """Show how the person does at a game.

        Args:
            game: what is played.
            opponent: who is as strong; None where nobody is known to be.
            standings: everybody on the ladder, the weakest first.
        """
        ladder = self._ladder
        self._name.name = ladder.person.name
        self._said.words = lambda s: person_said(s, ladder, game)
        self._said.tip = LadderText.PERSON_TIP
        self._even.is_visible = opponent is not None
        self._scale.show(standings, ladder.person.name, known_rating(ladder, game))
        self._even.tip = "" if opponent is None else lambda s: even_said(s, opponent)
        self.place_again()

    @staticmethod
    def needed_height(look: Look, is_ample: bool) -> int:
        """Pixels; ``is_ample``: of a page with room to spare."""
        return look.px(112 if is_ample else 72)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = inset(rect, look.px(14), look.px(10))
        even = min(self._even.needed_width(look) + look.px(20), inner.width // 2)
        left, right = cut_right(inner, even)
        self._even.place(centered(right, even, look.px(_EVEN)), look)
        left.width -= look.px(12)
        self._disc, left = cut_left(left, look.px(_DISC), look.px(4))
        height = look.px(_NAME)
        line = look.line_height(Size.SMALL)
        top = left.centery - (height + line) // 2
        width = min(self._name.needed_width(look), left.width)
        left.left += look.px(10)
        self._name.place(Rect(left.left, top, width, height), look)
        said = Rect(left.left, top + height, left.width - look.px(10), line)
        beside = max(width, look.width(self._said.said(look), Size.SMALL)) + look.px(_AROUND)
        room = Rect(left.left + beside, inner.top, left.width - beside - look.px(_AROUND), inner.height)
        self._scale.is_visible = self._scale.has_something and room.width >= look.px(LEAST)
        self._scale.place(room, look)
        self._said.place(said, look)

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
