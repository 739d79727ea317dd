"""Questions before a game whose players settle who has which color: what is to be done, and buttons for what to choose.

The words are rows of the catalogs: ``opening.WAY`` as a heading, ``opening.WAY.TASK`` to whoever is to act, and
``opening.WAY.CHOICE`` on a button.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from clevergo.app.match.messages import MatchSnapshot, SettlingSeen
from clevergo.games.color import Color
from clevergo.ui.kit.base import cut_bottom, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.words import color_name
from clevergo.ui.scenes.shared.player_names import spoken_player
from clevergo.ui.strings import PlayText, Strings, Wording

_BUTTON = 44


class SettlingPanel(Panel):
    """Shown while colors are being settled, to a person who is to act and to one who waits."""

    def __init__(self, choose: Callable[[str], None]) -> None:
        """``choose`` hears what a person has chosen."""
        super().__init__("play.settling")
        self._choose = choose
        self._title = Label("", Size.HEADING, bold=True)
        self._who = Label("", Size.BODY, bold=True, color="accent_text")
        self._said = Paragraph("", Size.BODY, color="muted")
        self._buttons: tuple[Button, ...] = ()
        self._seen: SettlingSeen | None = None
        self.add(self._title, self._who, self._said)

    def show(self, match: MatchSnapshot) -> None:
        """Show what is to be done, if anything is."""
        seen = match.settling
        if seen is None:
            self._seen = None
            return
        is_persons = match.is_persons_turn and match.phase.is_going
        self._title.words = Wording(f"opening.{seen.name}")
        self._who.words = lambda s: who_acts(s, match, seen)
        asked = Wording(f"opening.{seen.name}.{seen.task.name}")
        waited = PlayText.SETTLING_CHOOSES if seen.task.choices else PlayText.SETTLING_PUTS
        self._said.words = asked(n=seen.task.stones) if is_persons else waited(n=seen.task.stones)
        choices = seen.task.choices if is_persons else ()
        if tuple(button.id for button in self._buttons) != tuple(f"play.choose.{choice}" for choice in choices):
            self._offer(seen.name, choices)
        if seen != self._seen:
            self._seen = seen
            self.place_again()
        self.invalidate()

    def _offer(self, name: str, choices: tuple[str, ...]) -> None:
        for button in self._buttons:
            self.remove(button)
        words, kind = (lambda choice: Wording(f"opening.{name}.{choice}")), ButtonKind.PRIMARY
        self._buttons = tuple(
            Button(words(choice), partial(self._choose, choice), kind, id=f"play.choose.{choice}") for choice in choices
        )
        self.add(*self._buttons)
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self.inner(look, 16, 12)
        if self._buttons:
            rest, row = cut_bottom(rest, min(look.px(_BUTTON), rest.height // 3), look.px(8))
            place_columns(self._buttons, row, look, look.px(8))
        needed = self._said.needed_height(look, rest.width)
        has_title = rest.height >= needed + look.px(26 + 4 + 24 + 4)
        self._title.is_visible = has_title
        if has_title:
            rest = self._title.place_top(rest, look, look.px(26), look.px(4))
        self._who.is_visible = rest.height >= needed + look.px(24 + 2)
        if self._who.is_visible:
            rest = self._who.place_top(rest, look, look.px(24), look.px(2))
        self._said.place(rest, look)


def who_acts(strings: Strings, match: MatchSnapshot, seen: SettlingSeen) -> str:
    """Who it is: by name, or between two people as the first or the second."""
    if match.away is None and match.setup.black.is_human == match.setup.white.is_human:
        return strings.get(PlayText.SETTLING_FIRST if seen.task.is_first else PlayText.SETTLING_SECOND)
    return spoken_player(strings, match.setup.player(seen.side))


def settled_words(before: MatchSnapshot, now: MatchSnapshot) -> Words | None:
    """Who has which color, once that is settled."""
    was_settling = before.settling is not None and before.match_id == now.match_id
    if not was_settling or now.settling is not None or now.outcome is not None:
        return None
    people = [color for color in Color if now.setup.player(color).is_human]
    if len(people) == 1:
        return lambda s: s.get(PlayText.SETTLED_FOR_ME, color=color_name(s, people[0]))
    return PlayText.SETTLED_SWAPPED if now.is_swapped else PlayText.SETTLED_KEPT
