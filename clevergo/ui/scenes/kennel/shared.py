"""Dogs that several people share: where they lie, who is there, and one's own to put beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from clevergo.app.kennel.messages import DogInfo
from clevergo.app.kennel.shared.looking import SharedDogs
from clevergo.app.kennel.shared.store import MOST_LISTED, SharedDog
from clevergo.app.ladder.rungs import growth_after
from clevergo.problem import ProblemError
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.choice import Dropdown, Option
from clevergo.ui.kit.dialog import Dialog, needs_room
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Paragraph
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.kennel.portrait import kept_face
from clevergo.ui.scenes.shared.dog_names import net_said
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.scenes.shared.terms import game_words, size_words
from clevergo.ui.scenes.train.words import DASH, games_said
from clevergo.ui.strings import KennelText, Strings, kindly

_WIDTH = 620
_FIELD, _SAID, _ROW, _ROWS, _GAP = 40, 28, 48, 5, 10
_FACE = 38
_LONGEST = 1000


class SharedDialog(Dialog):
    """Asks where the dogs lie and shows who is there; a click brings one home."""

    def __init__(
        self,
        shared: SharedDogs,
        address: str,
        mine: Sequence[DogInfo],
        chosen: Callable[[str], None],
        fetch: Callable[[str, SharedDog], None],
        put: Callable[[str, str], None],
    ) -> None:
        """``chosen`` hears of each place that is looked into; ``fetch`` and ``put`` may raise a ``ProblemError``."""

        def bring(dog: SharedDog) -> None:
            self._do(partial(fetch, self._form.looked_into, dog))

        def leave(name: str) -> None:
            self._do(partial(put, self._form.address, name))

        self._shared = shared
        self._form = _Form(shared, address, mine, chosen, bring, leave)
        super().__init__(
            KennelText.SHARED_TITLE,
            KennelText.SHARED_SAID,
            KennelText.CLOSE,
            cancel=None,
            content=self._form,
            content_height=self._form.needed_height,
            width=_WIDTH,
        )

    def _do(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except ProblemError as error:
            self._form.complain(kindly(error.problem))
        else:
            self.close()

    def look_for_news(self) -> None:
        """Show what has been found meanwhile, if anything has."""
        if self._shared.update():
            self.show_news()

    def show_news(self) -> None:
        """Show what was found."""
        self._form.show()


class _Form(Group):
    """The place, who is there, and which of one's own may go there."""

    def __init__(
        self,
        shared: SharedDogs,
        address: str,
        mine: Sequence[DogInfo],
        chosen: Callable[[str], None],
        bring: Callable[[SharedDog], None],
        leave: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._shared = shared
        self._chosen = chosen
        self._field = TextField(address, placeholder=KennelText.SHARED_PLACE, max_length=_LONGEST, id="shared.place")
        self._field.submitted = lambda _: self._look()
        self._go = Button(KennelText.SHARED_LOOK, self._look, icon=Icon.RIGHT, id="shared.look")
        self._said = Paragraph(KennelText.SHARED_FIRST, Size.SMALL, color="muted")
        self._list: ListView[SharedDog] = ListView(_draw_dog, _ROW, bring, id="shared.dogs")
        self._mine = Label(
            KennelText.SHARED_MINE if mine else KennelText.SHARED_NONE_OF_MINE, Size.SMALL, color="muted"
        )
        self.add(self._field, self._go, self._said, self._list, self._mine)
        self._choice: Dropdown[str] | None = None
        self._put: Button | None = None
        if mine:
            options = [Option(dog.name, partial(dog_name, dog=dog.name)) for dog in mine]
            choice = Dropdown(options, mine[0].name, lambda _: None, id="shared.mine")
            self._choice = choice
            self._put = Button(KennelText.SHARED_PUT, lambda: leave(choice.value), icon=Icon.UP, id="shared.put")
            self.add(self._choice, self._put)
        if address:
            shared.look(address)
        self.show()

    @property
    def address(self) -> str:
        """What is typed."""
        return self._field.value.strip()

    @property
    def looked_into(self) -> str:
        """Where those lie who are shown."""
        return self.address if self._shared.found is None else self._shared.found.address

    def complain(self, words: Words) -> None:
        """Say what is wrong."""
        self._said.color, self._said.words = "accent_text", words
        needs_room(self)

    def _look(self) -> None:
        self._shared.look(self.address)
        self._chosen(self.address)
        self.show()

    def show(self) -> None:
        """Show what was found, or that one still looks."""
        found = self._shared.found
        self._said.color = "muted"
        self._list.rows = ()
        if self._shared.is_looking:
            self._said.words = KennelText.SHARED_LOOKING
        elif found is None:
            self._said.words = KennelText.SHARED_FIRST
        elif (trouble := found.trouble) is not None:
            self.complain(kindly(trouble))
        elif found.listing is not None:
            self._list.rows = found.listing.dogs
            many = KennelText.SHARED_MORE(most=MOST_LISTED) if found.listing.left_out else KennelText.SHARED_FOUND
            self._said.words = many if found.listing.dogs else KennelText.SHARED_NOBODY
        self._list.is_visible = bool(self._list.rows)
        needs_room(self)

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels for the place, what is said of it, those who are there, up to five, and one's own."""
        said = look.px(_SAID)
        if not self._list.rows:
            said = max(said, self._said.needed_height(look, width))
        dogs = look.px(_ROW) * min(len(self._list.rows), _ROWS)
        return 2 * look.px(_FIELD + _GAP) + said + dogs

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(_GAP)
        top = Rect(rect.left, rect.top, rect.width, look.px(_FIELD))
        field = self._go.place_right(top, look, self._go.needed_width(look), gap)
        self._field.place(field, look)
        rest = Rect(rect.left, top.bottom + gap, rect.width, rect.bottom - top.bottom - gap)
        rest, row = cut_bottom(rest, look.px(_FIELD), gap)
        # What is wrong may take many lines; then there is nobody to show.
        said, dogs = cut_top(rest, look.px(_SAID) if self._list.is_visible else rest.height, 0)
        self._said.place(said, look)
        self._list.place(dogs, look)
        if self._put is not None and self._choice is not None:
            row = self._put.place_right(row, look, self._put.needed_width(look), gap)
            label, choice = cut_left(row, look.width(look.say(KennelText.SHARED_MINE), Size.SMALL) + gap, gap)
            self._mine.place(label, look)
            self._choice.place(choice, look)
        else:
            self._mine.place(row, look)


def _draw_dog(surface: Surface, look: Look, rect: Rect, dog: SharedDog) -> None:
    palette, strings = look.palette, look.strings
    face, rest = cut_left(inset(rect, look.px(8), 0), look.px(_FACE), look.px(12))
    side = min(face.width, face.height - look.px(6))
    drawn = kept_face(look, dog.face or dog.name, side, not dog.is_noted, growth_after(dog.seconds))
    surface.blit(drawn, drawn.get_rect(center=face.center))
    words, rating = cut_right(rest, look.px(104), look.px(8))
    name = Rect(words.left, words.top + look.px(4), words.width, words.height // 2)
    remark = Rect(words.left, words.centery, words.width, words.height // 2 - look.px(2))
    look.text(surface, dog.name, name, Size.BODY, palette.ink, True)
    look.text(surface, remark_said(strings, dog), remark, Size.SMALL, palette.muted)
    said = DASH if dog.rating is None else f"{dog.rating:.0f} ± {dog.rating_error or 0:.0f}"
    look.text(surface, said, rating, Size.BODY, palette.gold_text, False, Align.RIGHT)


def remark_said(strings: Strings, dog: SharedDog) -> str:
    """What its note says of a dog, in a line."""
    if not dog.is_noted:
        return strings.get(KennelText.SHARED_UNKNOWN)
    size = strings.said(size_words(dog.game, dog.board)) if dog.board else ""
    parts = (game_words(dog.game)(strings), size, games_said(strings, dog.games), net_said(strings, dog.net))
    return " · ".join(part for part in parts if part)
