"""Which computers a dog trains on: this one or a cluster, with every machine of it as it is now."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.app.kennel.messages import MachineReport, MachineState
from clevergo.ui.kit.base import Group, cut_left, cut_right, cut_top
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.dialog import Dialog, needs_room
from clevergo.ui.kit.label import Label, Paragraph
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import ColorName, Size
from clevergo.ui.strings import MachineText, Strings, Wording, kindly

USUAL_ADDRESS = "auto"
"""The cluster that this computer is part of."""
_WIDTH = 760
_HEAD, _FIELD, _TITLES, _ROW, _ROWS, _GAP = 36, 36, 22, 46, 5, 10
_COLUMNS = (96, 104, 128)
"""Widths of moves a second, games given, last seen; the rest is the machine's name."""
_LAMP = 26
_BAR = 12
"""Room for what shows that there are more rows."""
_LETTERS = 120
_JUST_NOW = 3.0
"""Seconds: who has been heard so recently is there."""
_COLORS: dict[MachineState, ColorName] = {
    MachineState.JOINING: "gold",
    MachineState.READY: "jade",
    MachineState.SILENT: "gold",
    MachineState.REFUSED: "accent",
    MachineState.GONE: "line",
}
_STATES = {
    MachineState.JOINING: MachineText.JOINING,
    MachineState.SILENT: MachineText.SILENT,
    MachineState.GONE: MachineText.GONE,
}


@dataclass(frozen=True)
class Place:
    """Where dogs train."""

    on_cluster: bool
    address: str = USUAL_ADDRESS


def place_said(strings: Strings, place: Place, machines: Sequence[MachineReport]) -> str:
    """In a few words, for a button: how many machines work where some do."""
    if machines:
        working = sum(machine.state in (MachineState.READY, MachineState.JOINING) for machine in machines)
        return strings.get(MachineText.WORKING, n=working)
    return strings.get(MachineText.CLUSTER if place.on_cluster else MachineText.HERE)


class MachinesDialog(Dialog):
    """Asks where dogs train from the next start on, and shows who works now; what is shown goes on while it is open."""

    def __init__(self, place: Place, machines: Sequence[MachineReport], keep: Callable[[Place], None]) -> None:
        self._form = _Form(place)
        super().__init__(
            MachineText.TITLE,
            accept=MachineText.KEEP,
            accepted=lambda: keep(self._form.place_chosen),
            content=self._form,
            content_height=self._form.needed_height,
            width=_WIDTH,
        )
        self.take(machines)

    def take(self, machines: Sequence[MachineReport]) -> None:
        """Show these machines."""
        self._form.show(machines)


class _Form(Group):
    """The choice, what it means, and the machines."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        options = [Option(False, MachineText.HERE), Option(True, MachineText.CLUSTER)]
        self._choice = Segmented(options, place.on_cluster, self._choose, id="machines.place")
        self._address_words = Label(MachineText.ADDRESS, Size.SMALL, color="muted")
        self._address = TextField(
            place.address, placeholder=USUAL_ADDRESS, max_length=_LETTERS, id="machines.address", tip=MachineText.TIP
        )
        self._said = Paragraph("", Size.SMALL, color="muted")
        self._rows: ListView[MachineReport] = ListView(self._draw_row, _ROW, id="machines.list")
        self._titles = Rect(0, 0, 0, 0)
        self.add(self._choice, self._address_words, self._address, self._said, self._rows)
        self._choose(place.on_cluster)

    @property
    def place_chosen(self) -> Place:
        """What is chosen now."""
        return Place(self._choice.value, self._address.value.strip() or USUAL_ADDRESS)

    def show(self, machines: Sequence[MachineReport]) -> None:
        """The machines as they are now."""
        self._rows.rows = machines
        self._rows.invalidate()  # how long ago one was seen changes by itself
        self._say()
        needs_room(self)

    def _choose(self, on_cluster: bool) -> None:
        self._choice.value = on_cluster
        self._address_words.is_visible = self._address.is_visible = on_cluster
        self._say()
        needs_room(self)

    def _say(self) -> None:
        on_cluster = self._choice.value
        self._said.words = MachineText.CLUSTER_SAID if on_cluster else MachineText.HERE_SAID

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels for the choice, what belongs to it, and the machines, up to five; more of them scroll."""
        address = look.px(_FIELD + _GAP) if self._address.is_visible else 0
        rows = min(len(self._rows.rows), _ROWS)
        machines = look.px(_GAP + _TITLES) + rows * look.px(_ROW) if rows else 0
        return look.px(_HEAD + _GAP) + address + self._said.needed_height(look, width) + machines

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self._choice.place_top(rect, look, look.px(_HEAD), look.px(_GAP))
        if self._address.is_visible:
            row, rest = cut_top(rest, look.px(_FIELD), look.px(_GAP))
            words = max(look.px(96), look.width(look.say(MachineText.ADDRESS), Size.SMALL) + look.px(6))
            self._address.place(self._address_words.place_left(row, look, words, look.px(10)), look)
        said = self._said.needed_height(look, rest.width)
        rest = self._said.place_top(rest, look, said, look.px(_GAP))
        self._titles, rest = cut_top(rest, look.px(_TITLES), 0)
        self._rows.place(rest, look)

    def draw(self, surface: Surface, look: Look) -> None:
        super().draw(surface, look)
        if not self._rows.rows:
            return
        titles = (MachineText.MOVES, MachineText.GAMES, MachineText.SEEN)
        for box, words in zip(_cells(self._titles, look)[1:], titles, strict=True):
            look.text(surface, words, box, Size.TINY, look.palette.muted, align=Align.RIGHT)

    def _draw_row(self, surface: Surface, look: Look, rect: Rect, machine: MachineReport) -> None:
        is_there = machine.state in (MachineState.READY, MachineState.SILENT)
        strong = look.palette.ink if is_there or machine.state is MachineState.JOINING else look.palette.muted
        lamp, _ = cut_left(rect, look.px(_LAMP - 8), 0)
        color = look.palette.named(_COLORS[machine.state])
        side = look.px(10)
        dot = Rect(lamp.left + look.px(2), lamp.centery - side // 2, side, side)
        look.rounded(surface, dot, 5, color)
        name, moves, games, seen = _cells(rect, look)
        upper, lower = Rect(name), Rect(name)
        upper.height = lower.height = name.height // 2
        lower.top = upper.bottom - look.px(2)
        title = MachineText.THIS_ONE(name=machine.name) if machine.is_here else machine.name
        look.text(surface, title, upper, Size.BODY, strong, bold=machine.is_here)
        look.text(surface, _about(machine), lower, Size.TINY, look.palette.muted)
        pace = look.strings.figure(machine.moves_per_second, ",.0f") if is_there and machine.moves_per_second else "–"
        look.text(surface, pace, moves, Size.BODY, strong, align=Align.RIGHT)
        given = look.strings.figure(machine.games, ",.0f")
        if machine.dropped:
            games.height = rect.height // 2
            old = Rect(games.left, games.bottom - look.px(2), games.width, games.height)
            look.text(
                surface, MachineText.TOO_OLD(n=machine.dropped), old, Size.TINY, look.palette.muted, align=Align.RIGHT
            )
        look.text(surface, given, games, Size.BODY, strong, align=Align.RIGHT)
        look.text(surface, _last_seen(machine, time.monotonic()), seen, Size.SMALL, strong, align=Align.RIGHT)


def _cells(rect: Rect, look: Look) -> tuple[Rect, Rect, Rect, Rect]:
    """The name's, and the three figures'."""
    rect = Rect(rect.left, rect.top, rect.width - look.px(_BAR), rect.height)
    rest, seen = cut_right(rect, look.px(_COLUMNS[2]), look.px(8))
    rest, games = cut_right(rest, look.px(_COLUMNS[1]), look.px(8))
    rest, moves = cut_right(rest, look.px(_COLUMNS[0]), look.px(8))
    return cut_left(rest, look.px(_LAMP), 0)[1], moves, games, seen


def _about(machine: MachineReport) -> Callable[[Strings], str]:
    """Why it is not used; or its processor, and how much of it is used."""

    def said(strings: Strings) -> str:
        if machine.reason is not None:
            return kindly(machine.reason)(strings)
        cores = strings.get(MachineText.CORES, n=machine.cores)
        return f"{machine.processor} · {cores}" if machine.processor else cores

    return said


def _last_seen(machine: MachineReport, now: float) -> Callable[[Strings], str]:
    ago = now - machine.seen_at
    state: Wording | None = _STATES.get(machine.state)

    def said(strings: Strings) -> str:
        if machine.state is MachineState.REFUSED:
            return strings.get(MachineText.REFUSED)
        if machine.state is MachineState.JOINING:
            return strings.get(MachineText.JOINING)
        if machine.is_here or ago < _JUST_NOW:
            return strings.get(MachineText.NOW)
        when = strings.get(MachineText.AGO, time=strings.duration(ago))
        return when if state is None else strings.get(state, when=when)

    return said
