"""The dialog with a dog's training settings: few choices, a sentence beside each, fixed ones locked with the reason."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pygame import Rect

from clevergo.app.kennel.dogs import describe_net
from clevergo.app.training.settings import (
    ALL_SIMULATIONS,
    BATCHES,
    BLOCKS,
    CHANNELS,
    CONSIDERED,
    FIXED_FROM_BIRTH,
    FIXED_ONCE_LEARNING,
    LEARNING_RATES,
    MAX_SEED,
    SIMULATIONS,
    TEMPERATURES,
    WINDOWS,
    DogSettings,
    NetSize,
)
from clevergo.games.game import Term
from clevergo.games.guests import game_named
from clevergo.ui.kit.base import Group, Widget, cut_right, cut_top
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.choice import Option, Segmented, Stepper
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.shared.dog_names import net_explained
from clevergo.ui.scenes.shared.terms import known_words, term_words
from clevergo.ui.strings import Strings, TrainText

_WIDTH = 664
_TABS, _ROW, _LINE, _CONTROL = 40, 54, 22, 32
_CONTROL_WIDTH = 252


@dataclass(frozen=True)
class _Choice:
    """A line: what it is, a sentence about it, and why it is locked once it is fixed, where that comes."""

    name: str
    title: Words
    said: Words
    locked: Words | None = None


_CHOICES = (
    _Choice("net", TrainText.NET, TrainText.NET_SAID, TrainText.LOCKED_NET),
    _Choice("simulations", TrainText.SIMULATIONS, TrainText.SIMULATIONS_SAID),
    _Choice("learning_rate", TrainText.RATE, TrainText.RATE_SAID, TrainText.LOCKED_RATE),
    _Choice("window", TrainText.WINDOW, TrainText.WINDOW_SAID, TrainText.LOCKED_WINDOW),
    _Choice("seed", TrainText.SEED, TrainText.SEED_SAID, TrainText.LOCKED_SEED),
)
_FURTHER = (
    _Choice("blocks", TrainText.BLOCKS, TrainText.BLOCKS_SAID, TrainText.LOCKED_NET),
    _Choice("channels", TrainText.CHANNELS, TrainText.CHANNELS_SAID, TrainText.LOCKED_NET),
    _Choice("grows", TrainText.GROWS, TrainText.GROWS_SAID, TrainText.LOCKED_BATCH),
    _Choice("simulations", TrainText.SIMULATIONS, TrainText.SIMULATIONS_FREE),
    _Choice("considered", TrainText.CONSIDERED, TrainText.CONSIDERED_SAID),
    _Choice("temperature", TrainText.TEMPERATURE, TrainText.TEMPERATURE_SAID),
    _Choice("batch", TrainText.BATCH, TrainText.BATCH_SAID, TrainText.LOCKED_BATCH),
)
"""For those who want them; each begins with what was found to be good, which its sentence names."""
_STEPS: dict[str, Sequence[float]] = {
    "blocks": BLOCKS,
    "channels": CHANNELS,
    "simulations": ALL_SIMULATIONS,
    "considered": CONSIDERED,
    "temperature": TEMPERATURES,
    "batch": BATCHES,
    "seed": range(MAX_SEED + 1),
}
_NETS = {
    NetSize.CLASSIC: TrainText.NET_CLASSIC,
    NetSize.SMALL: TrainText.NET_SMALL,
    NetSize.MEDIUM: TrainText.NET_MEDIUM,
    NetSize.LARGE: TrainText.NET_LARGE,
}
_RATES = dict(zip(LEARNING_RATES, (TrainText.RATE_SMALL, TrainText.RATE_MEDIUM, TrainText.RATE_LARGE), strict=True))


class DogSettingsDialog(Dialog):
    """Shows a dog's choices and hands them back changed; nothing is changed by closing it."""

    def __init__(
        self,
        title: Words,
        settings: DogSettings,
        is_born: bool,
        has_begun: bool,
        keep: Callable[[DogSettings], None],
        boards: Button | None = None,
    ) -> None:
        """``is_born``: its net is fixed; ``has_begun``: it has learned something already.

        ``boards`` says where it grows up, and leads to where that is changed.
        """
        self._form = _Form(settings, is_born, has_begun, boards)
        super().__init__(
            title,
            TrainText.DOG_SETTINGS_NEXT if is_born else TrainText.DOG_SETTINGS_SAID,
            TrainText.KEEP,
            accepted=lambda: keep(self._form.settings),
            content=self._form,
            content_height=_TABS + _ROW * self._form.most_rows,
            width=_WIDTH,
        )


class _Part(enum.Enum):
    """Which lines are shown."""

    USUAL = "usual"
    FURTHER = "further"


class _Form(Group):
    """The lines, on two pages."""

    def __init__(self, settings: DogSettings, is_born: bool, has_begun: bool, boards: Button | None) -> None:
        super().__init__()
        self.settings = settings
        self._is_born, self._has_begun = is_born, has_begun
        self._boards = boards
        parts = [Option(_Part.USUAL, TrainText.SETTINGS_USUAL), Option(_Part.FURTHER, TrainText.SETTINGS_FURTHER)]
        self._part: Segmented[_Part] = Segmented(parts, _Part.USUAL, lambda _: self._build(), id="dog.part")
        self._rows: list[tuple[Label, Label, Widget]] = []
        self._build()

    @property
    def most_rows(self) -> int:
        """Of the longer page."""
        return max(len(_choices(self.settings)) + (self._boards is not None), len(_FURTHER))

    def _build(self) -> None:
        """The lines of the page that is chosen."""
        for child in list(self.children):
            self.remove(child)
        self._rows = []
        is_usual = self._part.value is _Part.USUAL
        if is_usual and self._boards is not None:
            self._rows.append(
                (Label(TrainText.BOARDS), Label(TrainText.BOARDS_SAID, Size.SMALL, color="muted"), self._boards)
            )
        for choice in _choices(self.settings) if is_usual else _FURTHER:
            said, is_locked = choice.said, self._is_locked(choice)
            if is_locked and choice.locked is not None:
                said = choice.locked
            if choice.name in ("blocks", "channels", "grows") and not self.settings.has_free_net:
                said, is_locked = TrainText.NO_BLOCKS, True
            control = self._control(choice.name)
            control.is_enabled = not is_locked
            self._rows.append((Label(choice.title), Label(said, Size.SMALL, color="muted"), control))
        self.add(self._part, *(widget for row in self._rows for widget in row))
        self.place_again()

    def _is_locked(self, choice: _Choice) -> bool:
        if choice.name in FIXED_FROM_BIRTH:
            return self._is_born or self._has_begun
        return choice.name in FIXED_ONCE_LEARNING and self._has_begun

    @property
    def _is_as_offered(self) -> bool:
        """Whether its net is one of those that can be chosen, not one of other blocks or channels."""
        net = self.settings.net
        return net is None or (self.settings.blocks, self.settings.channels) == (net.config.blocks, net.config.channels)

    def _control(self, name: str) -> Widget:
        of_game = {term.name: term for term in _left_open(self.settings)}
        value = self.settings.of_game[name] if name in of_game else getattr(self.settings, name)
        id = f"dog.{name}"
        is_usual = self._part.value is _Part.USUAL

        def changed(chosen: Any) -> None:
            new = {name: type(value)(chosen)}
            if name == "net":  # its size says how many it has
                new |= {"blocks": 0, "channels": 0}
            self.settings = replace(
                self.settings, **({"of_game": {**self.settings.of_game, **new}} if name in of_game else new)
            )

        nets = [size for size in _NETS if size in self.settings.nets]
        options: dict[str, list[Option[Any]]] = {
            "net": [Option(n, _NETS[n], tip=partial(net_explained, net=describe_net(n.config))) for n in nets],
            "learning_rate": [Option(rate, words) for rate, words in _RATES.items()],
            "simulations": [Option(count, str(count)) for count in SIMULATIONS] if is_usual else [],
            "grows": [Option(True, TrainText.GROWS_YES), Option(False, TrainText.GROWS_NO)],
            "window": [Option(count, partial(Strings.number, value=count)) for count in WINDOWS],
        }
        if name in of_game and isinstance(value, str):
            options[name] = [Option(chosen, term_words(f"term.{name}.{chosen}")) for chosen in of_game[name].values]
        if options.get(name):
            shown = value if name != "net" or self._is_as_offered else None
            return Segmented(options[name], shown, changed, id=id)
        return Stepper(of_game[name].values if name in of_game else _STEPS[name], value, changed, id=id)

    def arrange(self, rect: Rect, look: Look) -> None:
        tabs, rect = cut_top(rect, look.px(_TABS))
        self._part.place(Rect(tabs.left, tabs.top, tabs.width, look.px(_CONTROL)), look)
        height = min(look.px(_ROW), rect.height // max(len(self._rows), 1))  # in a small window they stand closer
        for title, said, control in self._rows:
            row, rect = cut_top(rect, height)
            words, room = cut_right(row, look.px(_CONTROL_WIDTH), look.px(14))
            lower = title.place_top(words, look, look.px(_LINE + 2))
            said.place(Rect(lower.left, lower.top, lower.width, look.px(_LINE)), look)
            top = row.top + min(look.px(8), max(row.height - look.px(_CONTROL), 0))
            room = Rect(room.left, top, room.width, look.px(_CONTROL))
            control.place(room, look)


def _left_open(settings: DogSettings) -> tuple[Term, ...]:
    return game_named(settings.game).self_play_terms


def _choices(settings: DogSettings) -> list[_Choice]:
    """The lines of a dog: what its game leaves open comes third, rows ``dog.NAME`` of the catalogs."""
    names = [term.name for term in _left_open(settings)]
    of_game = [_Choice(name, term_words(f"dog.{name}"), known_words(f"dog.{name}.said") or "") for name in names]
    return [*_CHOICES[:2], *of_game, *_CHOICES[2:]]
