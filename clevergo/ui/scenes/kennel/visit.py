"""A friend's dog has come: its face and one's own dog's, and whether one plays it or lets the two meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from clevergo.app.kennel.messages import DogInfo
from clevergo.app.ladder.rungs import growth_after
from clevergo.ui.kit.base import Group, Widget, columns, cut_bottom, cut_top
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.choice import Dropdown, Option
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.kennel.card import games_and_time_said
from clevergo.ui.scenes.play.faces import Face
from clevergo.ui.scenes.play.words import dog_remark
from clevergo.ui.scenes.shared.faces import draw_player
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.strings import ShareText, Strings

_FACE, _NAME, _LINE, _FIELD = 132, 28, 22, 40
_WIDTH = 520
_HEIGHT = _FACE + 8 + _NAME + 2 * _LINE + 16 + _FIELD


def rivals_of(visitor: DogInfo, dogs: Sequence[DogInfo], favorite: str) -> list[DogInfo]:
    """Who can meet a visitor, on the board it knows: the ``favorite`` first, then one's own, the strongest first."""
    size = visitor.sizes[0] if visitor.sizes else None
    able = [
        dog
        for dog in dogs
        if dog.name != visitor.name
        and dog.game == visitor.game
        and dog.weights is not None
        and not dog.is_retired
        and (dog.plays_elsewhere or size in dog.sizes)
    ]
    return sorted(able, key=lambda dog: (dog.name != favorite, dog.is_shipped, -(dog.rating or 0.0)))


class VisitDialog(Dialog):
    """Asks what is to be done with a visitor; the main button plays it."""

    def __init__(
        self,
        visitor: DogInfo,
        rivals: Sequence[DogInfo],
        play: Callable[[], None],
        let_meet: Callable[[str], None],
    ) -> None:
        """``let_meet`` hears whom the visitor meets, one of ``rivals``."""

        def meet(rival: str) -> None:
            self.close()
            let_meet(rival)

        self._form = _VisitForm(visitor, rivals, meet)
        title = ShareText.VISIT_TITLE(name=partial(dog_name, dog=visitor.name))
        super().__init__(
            title,
            self._form.question,
            ShareText.VISIT_PLAY,
            play,
            ShareText.VISIT_LATER,
            self._form,
            _HEIGHT,
            width=_WIDTH,
        )
        self.accept_button.id, self.accept_button.is_enabled = "visit.play", visitor.weights is not None
        if self.cancel_button is not None:
            self.cancel_button.id = "visit.later"


class _Sitter(Widget):
    """A face, the name below it, and what is known of the dog."""

    def __init__(self, dog: DogInfo) -> None:
        super().__init__()
        self._dog = dog

    def show(self, dog: DogInfo) -> None:
        """Somebody else sits down."""
        self._dog = dog
        self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        palette, strings, dog = look.palette, look.strings, self._dog
        face, rest = cut_top(self.rect, look.px(_FACE), look.px(8))
        name, rest = cut_top(rest, look.px(_NAME))
        age, rest = cut_top(rest, look.px(_LINE))
        rating, _ = cut_top(rest, look.px(_LINE))
        looks = Face(dog.face or dog.name, growth_after(dog.seconds))
        draw_player(look, surface, face, looks, dog_name(strings, dog.name))
        look.text(surface, dog_name(strings, dog.name), name, Size.HEADING, palette.ink, True, Align.CENTER)
        look.text(surface, games_and_time_said(strings, dog), age, Size.SMALL, palette.muted, False, Align.CENTER)
        look.text(surface, dog_remark(strings, dog), rating, Size.SMALL, palette.gold_text, False, Align.CENTER)


class _VisitForm(Group):
    """The visitor at the left; at the right who is to meet it."""

    def __init__(self, visitor: DogInfo, rivals: Sequence[DogInfo], meet: Callable[[str], None]) -> None:
        super().__init__()
        self._rivals = {dog.name: dog for dog in rivals}
        self._guest = _Sitter(visitor)
        self.add(self._guest)
        self._host: _Sitter | None = None
        if rivals and visitor.weights is not None:
            self._host = _Sitter(rivals[0])
            self._against = Label("·", Size.DISPLAY, bold=True, align=Align.CENTER, color="muted")
            options = [
                Option(dog.name, partial(dog_name, dog=dog.name), partial(dog_remark, dog=dog)) for dog in rivals
            ]
            id, tip = "visit.rival", ShareText.TIP_VISIT_OTHER
            self._choice = Dropdown(options, rivals[0].name, self._choose, id=id, tip=tip)
            act, tip = lambda: meet(self._choice.value), ShareText.TIP_VISIT_MEET
            self._meet = Button(ShareText.VISIT_MEET, act, icon=Icon.SWAP, id="visit.meet", tip=tip)
            self.add(self._host, self._against, self._choice, self._meet)

    def question(self, strings: Strings) -> str:
        """What a person is asked."""
        if self._host is None:
            return strings.get(ShareText.VISIT_ALONE)
        return strings.get(ShareText.VISIT_SAID, other=dog_name(strings, self._choice.value))

    def _choose(self, name: str) -> None:
        if self._host is not None:
            self._host.show(self._rivals[name])
        if self.parent is not None:
            self.parent.invalidate()

    def arrange(self, rect: Rect, look: Look) -> None:
        if self._host is None:
            self._guest.place(rect, look)
            return
        rest, row = cut_bottom(rect, look.px(_FIELD), look.px(16))
        left, middle, right = columns(rest, (4, 1, 4), 0)
        self._guest.place(left, look)
        self._against.place(cut_top(middle, look.px(_FACE))[0], look)
        self._host.place(right, look)
        meet, choice = columns(row, (1, 1), look.px(12))
        self._meet.place(meet, look)
        self._choice.place(choice, look)
