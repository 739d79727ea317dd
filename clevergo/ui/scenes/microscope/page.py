"""The page of the microscope: the net as a drawing, a layer's channels, one channel on the board, and its ages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.desk.settings import SceneName
from clevergo.app.inquiries import Finding, HashableInquiry, Inquirer
from clevergo.app.kennel.messages import DogInfo
from clevergo.app.match.messages import BoardState
from clevergo.app.microscope.reading import Order, in_order
from clevergo.app.microscope.sight import (
    PLANES,
    Answer,
    Brain,
    SeenLayer,
    Sight,
    SightInquiry,
    Silence,
    SilenceInquiry,
)
from clevergo.games.game import Rules
from clevergo.games.markup import Markup, Shape
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.ui.board.marks import Marks
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import Group, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Dropdown, Option, Segmented
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.analysis.judges import judge_words
from clevergo.ui.scenes.microscope.ages import AgeStrip, Frame
from clevergo.ui.scenes.microscope.channels import ChannelGrid, Shown
from clevergo.ui.scenes.microscope.dogs import BrainAge, age_meant, brain_ages, dog_meant, dogs_for
from clevergo.ui.scenes.microscope.heat import color, levels
from clevergo.ui.scenes.microscope.net import NetView
from clevergo.ui.scenes.microscope.words import (
    answer_said,
    best_moves,
    channel_name,
    channel_said,
    channels_said,
    figure,
    layer_name,
    layer_said,
    place_name,
    point_said,
)
from clevergo.ui.scenes.shared.board_pane import BoardPane, HasBoard
from clevergo.ui.scenes.shared.figures_page import BACK_WORDS, Heights, act_on_key, cut_board_page
from clevergo.ui.scenes.shared.waiting import Waiting
from clevergo.ui.shell.scene import KeyRow, Page, Services, Visit
from clevergo.ui.strings import KeyText, MicroText, kindly

_STRIP = Heights(100, 84)
_BOARD_SHARE = 0.42
_SAID = Heights(118, 104)
"""Room for what is said of a channel, below the board."""
_NET_SHARE = 0.36
_TITLE = 24
_LEGEND = 150


class MicroscopePage(HasBoard, Page):
    """Asks what a net computes of a position once it is shown. Leaving it goes back to the scene with the board."""

    wants_escape = True

    def __init__(
        self,
        services: Services,
        rules: Rules,
        moves: tuple[int, ...],
        board: BoardState,
        judge: str | None = None,
        start: Start = EMPTY_BOARD,
        layer: str = PLANES,
        back: SceneName = SceneName.PLAY,
    ) -> None:
        """``board`` is what lies there after the ``moves`` from ``start``.

        Args:
            judge: whose net is looked into, a dog or one of its ages; None: whoever there is.
            layer: which is looked at first.
            back: the scene that leaving it leads to.
        """
        super().__init__()
        assert services.inquiries is not None
        self.services = services
        self._inquiries: Inquirer = services.inquiries
        self._rules, self._moves, self._start = rules, moves, start
        self._state = board
        self.back = back
        """The scene that leaving it leads to."""
        self.dogs: list[DogInfo] = dogs_for(services.kennel, rules)
        """Whose nets can be looked into."""
        self.dog = dog_meant(self.dogs, judge)
        """Whose net is looked into."""
        self._ages: list[BrainAge] = [] if self.dog is None else brain_ages(services.kennel, self.dog, judge)
        self._age = age_meant(self._ages, judge)
        self._layer_name, self._channel = layer, 0
        self._order = Order.TELLING
        self._sight: Sight | None = None
        self._seen: Brain | None = None
        """Whose sight that is: another age may be chosen already, and not be known yet."""
        self._shown: Shown | None = None
        self._found: tuple[Finding | None, ...] = ()
        self.board = BoardPane(lambda _action: None, self._turned)
        self.board.pointed = self._point
        self._heading = _Heading(self)
        self._said = _Said()
        self._net = _NetPanel(self._explain_layer, self._tell_answer, self.choose_layer)
        self._channels = _ChannelsPanel(self.choose_channel, self.choose_order)
        self._strip = _AgesPanel(self.choose_age)
        self._again = Button(MicroText.AGAIN, self._ask, ButtonKind.PRIMARY, id="micro.again")
        self._waiting = Waiting("micro.looking", self._again)
        self.add(self.board, self._said, self._heading, self._net, self._channels, self._strip, self._waiting)
        self._show_nothing()

    # --- page ---

    def entered(self, visit: Visit | None) -> None:
        self._ask()

    def left(self) -> None:
        self._inquiries.drop()

    def close(self) -> None:
        """Back to where it was opened."""
        self.stage.go_to(self.back)

    def arrange(self, rect: Rect, look: Look) -> None:
        rooms = cut_board_page(rect, look, _BOARD_SHARE, _STRIP, below=_SAID)
        self._heading.place(rooms.head, look)
        self._strip.place(rooms.foot, look)
        self.board.place(rooms.board, look)
        self._said.place(rooms.below, look)
        net, channels = cut_top(rooms.column, round(rooms.column.height * _NET_SHARE), look.px(GAP - 2))
        self._net.place(net, look)
        self._channels.place(channels, look)
        self._waiting.place(rooms.column, look)

    def update(self, dt: float) -> bool:
        self._inquiries.poll()
        self._take()
        return False

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        return (
            ("↑  ↓", MicroText.KEY_LAYER),
            ("←  →", MicroText.KEY_CHANNEL),
            ("PgUp  PgDn", KeyText.AGES),
            ("O", MicroText.KEY_ORDER),
            ("Esc", KeyText.CLOSE),
        )

    def handle(self, event: Event) -> bool:
        acts: dict[int, Callable[[], object]] = {
            pygame.K_ESCAPE: self.close,
            pygame.K_LEFT: partial(self._step_channel, -1),
            pygame.K_RIGHT: partial(self._step_channel, 1),
            pygame.K_UP: partial(self._step_layer, -1),
            pygame.K_DOWN: partial(self._step_layer, 1),
            pygame.K_PAGEUP: partial(self._turned, -1),
            pygame.K_PAGEDOWN: partial(self._turned, 1),
            pygame.K_o: self._turn_order,
        }
        return act_on_key(event, acts)

    # --- what a person chooses ---

    def choose_dog(self, name: str) -> None:
        """Look into another dog's net."""
        self.dog = dog_meant(self.dogs, name)
        assert self.dog is not None
        self._ages = brain_ages(self.services.kennel, self.dog)
        self._age = len(self._ages) - 1
        self.services.preferences.change(mind_judge=name)
        self._show_nothing()
        self._ask()

    def choose_age(self, age: int) -> None:
        """Look at it as it was."""
        self._age = age
        self._ask()

    def choose_layer(self, name: str) -> None:
        """Look at another layer, at what it says first."""
        self._layer_name = name
        layer = self._sight.layer(name) if self._sight is not None else None
        self._channel = in_order(layer, self._order_of(layer))[0] if layer is not None else 0
        self._refresh()

    def choose_channel(self, channel: int) -> None:
        """Look at another channel."""
        self._channel = channel
        self._refresh()

    def choose_order(self, order: Order) -> None:
        """See the channels in another order."""
        self._order = order
        self._refresh()

    def _turn_order(self) -> None:
        self.choose_order(Order.NUMBER if self._order is Order.TELLING else Order.TELLING)

    def _step_layer(self, steps: int) -> None:
        if self._sight is not None:
            names = [layer.name for layer in self._sight.layers]
            at = names.index(self._layer_name) if self._layer_name in names else 0
            self.choose_layer(names[min(max(at + steps, 0), len(names) - 1)])

    def _step_channel(self, steps: int) -> None:
        if self._shown is not None:
            order = list(self._shown.order)
            self.choose_channel(order[min(max(order.index(self._channel) + steps, 0), len(order) - 1)])

    def _turned(self, steps: int) -> None:
        """So many ages older, or younger."""
        age = min(max(self._age + steps, 0), len(self._ages) - 1)
        if age != self._age and self._ages:
            self.choose_age(age)

    # --- asking ---

    def _inquiry(self, age: int) -> SightInquiry:
        return SightInquiry(self._ages[age].brain, self._rules, self._moves, self._start)

    def _silence_inquiry(self, brain: Brain) -> SilenceInquiry:
        return SilenceInquiry(brain, self._rules.size)

    def _wanted(self) -> list[HashableInquiry]:
        """What is to be found out, what is looked at first; then other ages, the nearest first."""
        others = sorted(range(len(self._ages)), key=lambda age: (abs(age - self._age), age))
        silence = self._silence_inquiry(self._ages[self._age].brain)
        return [self._inquiry(self._age), silence, *(self._inquiry(age) for age in others[1:])]

    def _ask(self) -> None:
        self._heading.refresh()
        if not self._ages:
            self._waiting.give_up(MicroText.NOBODY)
            return
        self._inquiries.ask(self._inquiry(self._age))
        self._found = ()
        self._take()

    def _take(self) -> None:
        """What has been found out, and what is to be found out next."""
        if not self._ages:
            return
        wanted = self._wanted()
        found = tuple(self._inquiries.finding(inquiry) for inquiry in wanted)
        if found == self._found:
            return
        self._found = found
        first = found[0]
        if first is not None and first.error is not None:
            self._show_nothing()
            self._found = found
            self._waiting.give_up(kindly(first.error), self._again)
            return
        if first is not None and first.is_whole:
            self._sight, self._seen = first.answer, self._ages[self._age].brain
            if all(one is None or one.is_whole or one.error is not None for one in found):
                following = next((inquiry for inquiry, one in zip(wanted, found, strict=True) if one is None), None)
                if following is not None:
                    self._inquiries.ask(following)
        self._refresh()

    def _silence(self) -> Silence | None:
        """Of the net that is seen; None where nobody knows it yet, or only that of another net."""
        if self._sight is None or self._seen is None:
            return None
        found = self._inquiries.finding(self._silence_inquiry(self._seen))
        silence: Silence | None = None if found is None else found.answer
        return silence if silence is not None and silence.fits(self._sight) else None

    # --- what is shown ---

    def _show_nothing(self) -> None:
        self._sight = self._seen = self._shown = None
        self._found = ()
        for part in (self._net, self._channels, self._strip, self._said):
            part.is_visible = False
        self._waiting.is_visible = True
        if self.dog is not None:
            self._waiting.wait(MicroText.LOOKING(name=judge_words(self.dog.name)))
        self.board.show(BoardPicture(self._state, coordinates=self.services.preferences.now.coordinates))

    def _layer(self) -> SeenLayer | None:
        """The layer that is looked at; where this net has none of that name, what it reads."""
        if self._sight is None:
            return None
        return self._sight.layer(self._layer_name) or self._sight.layers[0]

    def _order_of(self, layer: SeenLayer) -> Order:
        """Planes have names, and stand as the net has them; numbers stand by themselves."""
        return self._order if layer.has_place and layer.name != PLANES else Order.NUMBER

    def _refresh(self) -> None:
        sight, layer = self._sight, self._layer()
        if sight is None or layer is None:
            return
        for part in (self._net, self._channels, self._strip, self._said):
            part.is_visible = True
        self._waiting.is_visible = False
        self._waiting.rest()
        channel = self._channel = min(self._channel, layer.channels - 1)
        silence, rules = self._silence(), self._rules
        order = self._order_of(layer)
        if self._shown is None or self._shown.layer is not layer or self._shown.sorting is not order:
            names = [channel_name(sight, rules, layer, i) for i in range(layer.channels)]
            tips = [self._tip(layer, i, names[i]) for i in range(layer.channels)]
            moves = best_moves(sight, rules) if layer.answer is Answer.POLICY else ()
            self._shown = Shown(layer, in_order(layer, order), names, tips, order, layer.name == PLANES, moves)
        self._net.show(sight, layer.name)
        self._channels.show(self._shown, channel, self._order, silence)
        said = channel_said(sight, rules, layer, channel, silence)
        self._said.show(place_name(sight, rules, layer, channel), said, layer, channel)
        self._strip.show([self._frame(i) for i in range(len(self._ages))], self._age, channel)
        self.board.show(self._picture(layer, channel))

    def _picture(self, layer: SeenLayer, channel: int) -> BoardPicture:
        """The position, and the channel over it; where it is furthest from 0 is a ring."""
        coordinates = self.services.preferences.now.coordinates
        board = replace(self._state, owners=None, dead=None, barred=(), reasons=(), struck=())
        if not layer.has_place:
            return BoardPicture(board, coordinates=coordinates)
        numbers = layer.numbers[channel]
        field = levels(numbers, float(np.abs(numbers).max()))
        strongest = int(np.abs(numbers).argmax())
        is_told = np.ptp(numbers) > 0 and layer.name != PLANES
        markup = Markup(shapes=((strongest, Shape.CIRCLE),)) if is_told else Markup()
        shown = replace(board, markup=markup)
        return BoardPicture(shown, marks=Marks(field=tuple(field.ravel().tolist())), coordinates=coordinates)

    def _frame(self, age: int) -> Frame:
        """One age of the strip."""
        one, found = self._ages[age], self._inquiries.finding(self._inquiry(age))
        label: Words = MicroText.AGE_GAMES(games=one.games)
        if one.is_now:
            label = MicroText.AGE_NOW
        elif one.games == 0:
            label = MicroText.AGE_BIRTH
        layer = None
        if found is not None and found.answer is not None:
            layer = found.answer.layer(self._layer_name)
            layer = layer if layer is not None and self._channel < layer.channels else None
        is_known = found is not None and found.is_whole
        tip = MicroText.AGE_SAID(games=one.games)
        return Frame(label, MicroText.NO_LAYER if is_known and layer is None else tip, layer, is_known)

    def _tip(self, layer: SeenLayer, channel: int, name: Words) -> Words:
        if not layer.has_place:
            return MicroText.TIP_NUMBER(name=name, number=partial(figure, number=float(layer.numbers[channel])))
        if layer.is_silent[channel]:
            return MicroText.TIP_SILENT_CHANNEL(name=name)
        return MicroText.TIP_CHANNEL(name=name, most=partial(figure, number=float(layer.largest[channel])))

    def _explain_layer(self, layer: SeenLayer) -> Words:
        return MicroText.TIP_LAYER(name=layer_name(layer), channels=channels_said(layer), said=layer_said(layer))

    def _tell_answer(self, layer: SeenLayer) -> tuple[Words, Words]:
        assert self._sight is not None
        return layer_name(layer), answer_said(self._sight, self._rules, layer)

    def _point(self, action: int | None) -> None:
        layer = self._layer()
        told = action is not None and layer is not None
        self.board.explain(point_said(self._rules, layer, self._channel, action) if told else "")  # type: ignore[arg-type]


class _Heading(Group):
    """The way back, what this is, and whose net."""

    def __init__(self, page: MicroscopePage) -> None:
        super().__init__()
        self._page = page
        self._back = Button(
            BACK_WORDS[page.back],
            page.close,
            icon=Icon.LEFT,
            size=Size.SMALL,
            id="micro.close",
            tip=MicroText.TIP_BACK,
        )
        self._title = Label(MicroText.TITLE, Size.HEADING, bold=True)
        self._dog: Dropdown[str] = Dropdown([], "", page.choose_dog, id="micro.dog", tip=MicroText.TIP_DOG)
        self.add(self._back, self._title, self._dog)

    def refresh(self) -> None:
        """Show who is looked into."""
        page = self._page
        self._dog.options = [Option(dog.name, judge_words(dog.name)) for dog in page.dogs]
        self._dog.value = page.dog.name if page.dog is not None else ""
        self._dog.is_visible = page.dog is not None

    def arrange(self, rect: Rect, look: Look) -> None:
        row = inset(rect, 0, look.px(1))
        rest = self._back.place_left(row, look, self._back.needed_width(look), look.px(14))
        rest = self._dog.place_right(rest, look, min(look.px(220), rest.width // 2), look.px(14))
        self._title.place(rest, look)


class _Said(Group):
    """Below the board: which channel it is, what its colors mean, and what it says in words."""

    def __init__(self) -> None:
        super().__init__()
        self._name = Label("", Size.BODY, bold=True)
        self._legend = _Legend()
        self._has_legend = False
        self._words = Paragraph("", Size.SMALL)
        self.add(self._name, self._legend, self._words)

    def show(self, name: Words, said: Words, layer: SeenLayer, channel: int) -> None:
        """Tell of a channel."""
        self._name.words, self._words.words = name, said
        self._has_legend = layer.has_place and not bool(layer.is_silent[channel])
        self._legend.show(layer, channel)
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(rect, look.px(_TITLE), look.px(2))
        name, legend = cut_right(head, min(look.px(_LEGEND), head.width // 2), look.px(8))
        # Where both have no room, what it is comes before what its colors mean.
        is_roomy = look.fits(look.say(self._name.words), name.width, Size.BODY, True)
        self._legend.is_visible = self._has_legend and is_roomy
        self._name.place(name if self._legend.is_visible else head, look)
        self._legend.place(legend, look)
        self._words.place(rest, look)


class _Legend(Group):
    """From the smallest number to the largest, in their colors."""

    def __init__(self) -> None:
        super().__init__()
        self._layer: SeenLayer | None = None
        self._channel = 0

    def show(self, layer: SeenLayer, channel: int) -> None:
        """Whose colors they are."""
        self._layer, self._channel = layer, channel
        self.invalidate()

    def draw_behind(self, surface: Surface, look: Look) -> None:
        layer = self._layer
        if layer is None:
            return
        numbers = layer.numbers[self._channel]
        most = float(np.abs(numbers).max())
        low = -most if numbers.min() < 0 else 0.0
        high = most if numbers.max() > 0 else 0.0
        ends = [self._end(look, layer, number) for number in (low, high)]
        widths = [look.width(end, Size.TINY) + 2 for end in ends]
        left, rest = cut_left(self.rect, widths[0], look.px(6))
        middle, right = cut_right(rest, widths[1], look.px(6))
        look.text(surface, ends[0], left, Size.TINY, look.palette.muted)
        look.text(surface, ends[1], right, Size.TINY, look.palette.muted, False, Align.RIGHT)
        bar = Rect(middle.left, middle.centery - look.px(5), middle.width, look.px(10))
        for x in range(bar.width):
            number = low + (high - low) * x / max(bar.width - 1, 1)
            surface.fill(color(look.palette, number / most), Rect(bar.left + x, bar.top, 1, bar.height))

    @staticmethod
    def _end(look: Look, layer: SeenLayer, number: float) -> str:
        return f"{number:.0%}" if layer.answer is Answer.POLICY else figure(look.strings, number)


class _NetPanel(Panel):
    """The net."""

    def __init__(
        self,
        explain: Callable[[SeenLayer], Words],
        answer: Callable[[SeenLayer], tuple[Words, Words]],
        chosen: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._view = NetView(explain, answer, chosen)
        self.add(self._view)

    def show(self, sight: Sight, layer: str) -> None:
        """Show a net at work, and which layer is looked at."""
        self._view.show(sight, layer)

    def arrange(self, rect: Rect, look: Look) -> None:
        self._view.place(self.inner(look, 12, 8), look)


class _ChannelsPanel(Panel):
    """A layer: what it is called, how many of its channels say something, and all of them."""

    def __init__(self, chosen: Callable[[int], None], ordered: Callable[[Order], None]) -> None:
        super().__init__()
        self._name = Label("", Size.BODY, bold=True)
        self._count = Label("", Size.SMALL, color="muted")
        self._does = Paragraph("", Size.SMALL, color="muted")
        options = [
            Option(Order.TELLING, MicroText.ORDER_TELLING, tip=MicroText.TIP_ORDER_TELLING),
            Option(Order.NUMBER, MicroText.ORDER_NUMBER, tip=MicroText.TIP_ORDER_NUMBER),
        ]
        self._orders: Segmented[Order] = Segmented(options, Order.TELLING, ordered, "micro.order")
        self._grid = ChannelGrid(chosen, lambda number: partial(figure, number=number))
        self._told: tuple[Shown, Silence | None] | None = None
        """What the words above the channels tell of."""
        self.add(self._name, self._count, self._orders, self._does, self._grid)

    def show(self, shown: Shown, channel: int, order: Order, silence: Silence | None) -> None:
        """Show a layer."""
        layer, self._orders.value = shown.layer, order
        if self._told is None or self._told[0] is not shown or self._told[1] is not silence:
            self._told = shown, silence
            self._tell(shown, layer, silence)
        self._grid.show(shown, channel)

    def _tell(self, shown: Shown, layer: SeenLayer, silence: Silence | None) -> None:
        self._name.words = layer_name(layer)
        self._orders.is_visible = layer.has_place and layer.channels > 1 and not shown.is_named
        self._does.words = layer_said(layer)
        self._count.words = self._counted(layer, silence)
        self._count.explain("" if silence is None else MicroText.TIP_SILENT(n=silence.positions))
        self.place_again()

    @staticmethod
    def _counted(layer: SeenLayer, silence: Silence | None) -> Words:
        said, silent = channels_said(layer), int(layer.is_silent.sum())
        if layer.answer is not None:
            return ""
        if not silent or layer.channels == 1:
            return said
        dead = 0 if silence is None else int((silence.channels[layer.name] & layer.is_silent).sum())
        if dead and layer.name != PLANES:
            return MicroText.SILENT_DEAD(channels=said, n=silent, dead=dead)
        return MicroText.SILENT(channels=said, n=silent)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 14, 10)
        head, rest = cut_top(inner, look.px(28), look.px(2))
        if self._orders.is_visible:
            wanted = min(self._orders.needed_width(look), max(self._orders.least_width(look), head.width // 3))
            head = self._orders.place_right(head, look, wanted, look.px(10))
        name = min(look.width(look.say(self._name.words), Size.BODY, True) + 2, head.width)
        count = self._name.place_left(head, look, name, look.px(10))
        self._count.is_visible = look.fits(look.say(self._count.words), count.width, Size.SMALL)
        self._count.place(count, look)
        rest = self._does.place_top(rest, look, self._does.needed_height(look, rest.width), look.px(8))
        self._grid.place(rest, look)


class _AgesPanel(Panel):
    """The same channel at all ages."""

    def __init__(self, chosen: Callable[[int], None]) -> None:
        super().__init__()
        self._words = Paragraph(MicroText.AGES, Size.TINY, color="muted", tip=MicroText.TIP_AGES)
        self._strip = AgeStrip(chosen, lambda number: partial(figure, number=number))
        self.add(self._words, self._strip)

    def show(self, frames: list[Frame], age: int, channel: int) -> None:
        """Show a channel at these ages."""
        self._words.words = MicroText.AGES if len(frames) > 1 else MicroText.ONE_AGE
        self._strip.show(frames, age, channel)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 14, 6)
        words, strip = cut_left(inner, look.px(92), look.px(10))
        high = self._words.needed_height(look, words.width)
        self._words.place(Rect(words.left, words.centery - high // 2, words.width, high), look)
        self._strip.place(strip, look)
