"""Choosing who plays one side: a person, a dog at any age, playouts, chance, or another program."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from clevergo.app.kennel.messages import DogAge, DogInfo
from clevergo.app.match.messages import MatchSetup
from clevergo.games.color import Color
from clevergo.games.guests import game_named
from clevergo.guests import PROTOCOLS
from clevergo.players.outside import found_engines, protocols_for
from clevergo.players.spec import (
    DEFAULT_SIMULATIONS,
    PlayerKind,
    PlayerSpec,
    at_age,
    engine_name,
    split_age,
)
from clevergo.ui.kit.base import Group, cut_left, cut_top
from clevergo.ui.kit.choice import Dropdown, Option, Segmented, Stepper
from clevergo.ui.kit.dialog import AskDialog, Dialog
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.root import Root
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.words import dog_remark
from clevergo.ui.scenes.shared.player_names import age_name, dog_name
from clevergo.ui.scenes.shared.stone import draw_stone
from clevergo.ui.scenes.shared.terms import engine_words
from clevergo.ui.strings import CompeteText, PlayText, RecordText, Text, Wording

if TYPE_CHECKING:
    from clevergo.app.kennel.tasks import KennelWork

PLAYOUTS = (20, 50, 100, 200, 400, 800, 1600, 3200, 6400)
"""Random games for a move: from so few that a beginner wins to as many as a person waits for."""
LOOKED_AT = (1_000, 3_000, 10_000, 30_000, 100_000)
"""Positions a classical engine looks at for a move."""
SIMULATIONS = (25, 50, 100, 200, 400, 800, 1600, 3200, 6400)
_SAID = {
    PlayerKind.HUMAN: Text.HUMAN_SAID,
    PlayerKind.MCTS: Text.TIMES_A_MOVE,
    PlayerKind.ALPHABETA: Text.POSITIONS_A_MOVE,
}
TIMES = {PlayerKind.MCTS: PLAYOUTS, PlayerKind.ALPHABETA: LOOKED_AT}
"""How much those may think who are no dogs."""
USUAL_TIMES = {PlayerKind.MCTS: 400, PlayerKind.ALPHAGO: 100, PlayerKind.ALPHABETA: 10_000}
"""How much everybody thinks who does."""
MODES = [
    Option(PlayerKind.POLICY, Text.MODE_POLICY),
    Option(PlayerKind.VALUE, Text.MODE_VALUE),
    Option(PlayerKind.ALPHAGO, Text.MODE_SEARCH),
]
"""How a dog may play."""
_BEST = 0.0
"""In place of a temperature: no lots are drawn, the best move is played."""
TEMPERATURES = (_BEST, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
"""How a dog that plays at a glance chooses."""
FIELD = 38
SMALL_FIELD = 34
_STONE = 38
_BETWEEN, _DIALOG = 16, 520
"""Of the two sides in a dialog, and its width."""


@dataclass(frozen=True)
class Roster:
    """Who can play."""

    dogs: tuple[DogInfo, ...] = ()
    ages: dict[str, tuple[DogAge, ...]] = field(default_factory=dict)
    """By dog: how it was earlier."""
    engines: tuple[PlayerSpec, ...] = ()
    """Other programs on this computer."""
    game: str | None = None
    """What all of them play; None: any."""

    def of_game(self, game: str) -> Roster:
        """Those who play it."""
        dogs = tuple(dog for dog in self.dogs if dog.game == game)
        known = Roster(dogs, self.ages, (), game)
        return replace(known, engines=tuple(spec for spec in self.engines if known.has(spec)))

    @property
    def protocols(self) -> list[str]:
        """The ways to speak to other programs."""
        return list(PROTOCOLS) if self.game is None else protocols_for(self.game)

    @property
    def has_engine(self) -> bool:
        """Whether the game has a classical engine."""
        return self.game is not None and bool(game_named(self.game).engine_door)

    def has(self, spec: PlayerSpec) -> bool:
        """Whether somebody may sit down among them; of dogs that are gone, nobody knows what they played."""
        if spec.kind is PlayerKind.OUTSIDE:
            return spec.protocol in self.protocols
        if spec.kind is PlayerKind.ALPHABETA:
            return self.has_engine
        return spec.dog is None or split_age(spec.dog)[0] in [dog.name for dog in self.dogs]

    def still_here(self, spec: PlayerSpec) -> PlayerSpec:
        """The same player; of a shipped dog the nearest age there is, as another version may have had others."""
        name, games = split_age(spec.dog or "")
        ages = self.ages.get(name, ()) if any(dog.is_shipped and dog.name == name for dog in self.dogs) else ()
        if games is None or not ages or games in [age.games for age in ages]:
            return spec
        nearest = min(ages, key=lambda age: abs(math.log1p(age.games) - math.log1p(games)))
        return replace(spec, dog=at_age(name, nearest.games))

    def stand_in(self, absent: PlayerSpec) -> PlayerSpec:
        """Who takes the seat of somebody who does not play the game: its shipped dog, like a dog it stands in for."""
        shipped = "" if self.game is None else game_named(self.game).shipped_dog
        if not any(dog.name == shipped and dog.weights is not None for dog in self.dogs):
            return PlayerSpec(PlayerKind.MCTS, simulations=DEFAULT_SIMULATIONS)
        if absent.dog is not None:
            return replace(absent, dog=shipped)
        return PlayerSpec(PlayerKind.ALPHAGO, shipped, DEFAULT_SIMULATIONS)

    @classmethod
    def of(cls, kennel: KennelWork) -> Roster:
        """Everyone there is now."""
        dogs = tuple(dog for dog in kennel.dogs() if not dog.is_retired)
        return cls(dogs, {dog.name: kennel.ages_of(dog.name) for dog in dogs}, found_engines())


@dataclass(frozen=True)
class PlayerChoice:
    """A row of the menu of players: a family, a dog (which may play in several ways), or another program."""

    kind: PlayerKind
    dog: str | None = None
    """The dog's name, without an age."""
    command: str | None = None
    """How another program is started; empty to ask for one."""
    protocol: str | None = None
    """How that program is spoken to."""

    def __str__(self) -> str:
        if self.command is not None:
            return engine_name(self.command).replace(" ", "-").lower() or self.protocol or ""
        return self.dog if self.dog is not None else self.kind.value

    @classmethod
    def of(cls, spec: PlayerSpec) -> PlayerChoice:
        """The row a player belongs to."""
        if spec.dog is None:
            return cls(spec.kind, None, spec.command, spec.protocol)
        return cls(PlayerKind.ALPHAGO, split_age(spec.dog)[0])


def player_options(roster: Roster, chosen: PlayerSpec) -> list[Option[PlayerChoice]]:
    """Everyone who can play; a chosen dog that is gone stays in the menu and says so."""
    options = [Option(PlayerChoice(PlayerKind.HUMAN), Text.ME, Text.HUMAN)]
    for dog in roster.dogs:
        name, remark = partial(dog_name, dog=dog.name), partial(dog_remark, dog=dog)
        options.append(Option(PlayerChoice(PlayerKind.ALPHAGO, dog.name), name, remark, dog.weights is not None))
    options += netless_options(roster)
    choice = PlayerChoice.of(chosen)
    missing = choice.dog
    if missing is not None and missing not in [dog.name for dog in roster.dogs]:
        is_file = "/" in missing or "\\" in missing
        options.insert(1, Option(choice, partial(dog_name, dog=missing), "" if is_file else Text.MISSING_DOG))
    engines = [spec for spec in roster.engines if spec != chosen] + ([chosen] if chosen.command else [])
    for spec in sorted(engines, key=lambda spec: _natural(spec.command or "")):
        said = engine_words(spec.protocol, "remark")
        options.append(Option(PlayerChoice.of(spec), engine_name(spec.command or ""), said))
    for protocol in roster.protocols:
        other = PlayerChoice(PlayerKind.OUTSIDE, None, "", protocol)
        options.append(Option(other, engine_words(protocol, "other"), engine_words(protocol, "other_said")))
    return options


def netless_options(roster: Roster) -> list[Option[PlayerChoice]]:
    """The players that need no net."""
    rows = [(PlayerKind.MCTS, Text.MCTS, Text.MCTS_REMARK), (PlayerKind.RANDOM, Text.RANDOM, Text.RANDOM_REMARK)]
    if roster.has_engine:
        rows.insert(0, (PlayerKind.ALPHABETA, Text.ALPHABETA, Text.ALPHABETA_REMARK))
    return [Option(PlayerChoice(kind), words, remark) for kind, words, remark in rows]


def _natural(command: str) -> tuple[str, int]:
    """An order in which level 5 comes before level 10."""
    name, _, level = engine_name(command).rpartition(" ")
    return (name, int(level)) if level.isdigit() else (engine_name(command), 0)


def age_options(ages: Sequence[DogAge], chosen: int | None) -> list[Option[int | None]]:
    """A dog now, and as it was earlier, the latest first; a chosen age that is gone stays in the menu."""
    is_best_now = any(age.rating is not None for age in ages) and not any(age.is_best for age in ages)
    options: list[Option[int | None]] = [Option(None, PlayText.NOW, PlayText.BEST if is_best_now else "")]
    for age in sorted(ages, key=lambda age: -age.games):
        options.append(Option(age.games, _games_words(age.games), age_remark(age)))
    if chosen is not None and chosen not in [age.games for age in ages]:
        options.append(Option(chosen, _games_words(chosen), Text.MISSING_DOG))
    return options


def age_remark(age: DogAge, spec: str = "{0:.0f}") -> Words:
    """How strong a dog was then, and whether it was never stronger; ``spec`` says the rating and its error."""
    rating = "" if age.rating is None else spec.format(age.rating, age.rating_error or 0.0)
    return (lambda s: f"{s.get(PlayText.BEST)} · {rating}") if age.is_best else rating


def _games_words(games: int) -> Words:
    return partial(age_name, games=games)


class SideForm(Group):
    """Who plays one side: the player, and for those who think, how, how old and how much."""

    def __init__(self, color: Color | None, changed: Callable[[], None], id: str = "") -> None:
        """``color`` None: whoever plays has none yet; ``id``: what the fields' ids begin with."""
        super().__init__()
        self._color = color
        self.spec = PlayerSpec(PlayerKind.HUMAN)
        """Who plays this side; :meth:`show` sets it."""
        self._changed = changed
        self._roster = Roster()
        self._stone = Rect(0, 0, 0, 0)
        id = id if color is None else f"play.{color.name.lower()}"
        human = PlayerChoice(PlayerKind.HUMAN)
        self._player: Dropdown[PlayerChoice] = Dropdown([], human, self._choose_player, bold=True, id=id)
        self._age: Dropdown[int | None] = Dropdown([], None, self._choose_age, id=f"{id}.age", tip=PlayText.TIP_AGE)
        self._mode = Segmented(MODES, PlayerKind.HUMAN, self._choose_mode, f"{id}.mode", Text.TIP_MODE)
        self._times = Stepper(SIMULATIONS, 0, self._choose_times, ",.0f", f"{id}.times", Text.TIP_TIMES)
        self._temperature = temperature_stepper(self._choose_temperature, f"{id}.temperature")
        self.add(self._player, self._age, self._mode, self._times, self._temperature)

    def show(self, spec: PlayerSpec, roster: Roster | None = None) -> None:
        """Show who plays; ``roster`` says who else may."""
        self.spec = spec
        self._roster = roster or self._roster
        self._player.options = player_options(self._roster, spec)
        self._player.value = PlayerChoice.of(spec)
        self._mode.is_visible = spec.dog is not None
        self._mode.value = mode_of(spec.kind)
        self._temperature.is_visible = self._mode.is_visible and self._mode.value is PlayerKind.POLICY
        self._temperature.value = spec.temperature or _BEST
        self._times.is_visible = spec.simulations is not None
        self._times.values = TIMES.get(spec.kind, SIMULATIONS)
        self._times.value = spec.simulations or 0
        had_ages = self._age.is_visible
        name, age = split_age(spec.dog or "")
        ages = self._roster.ages.get(name, ())
        self._age.is_visible = bool(name) and (bool(ages) or age is not None)
        self._age.options = age_options(ages, age)
        self._age.value = age
        if had_ages != self._age.is_visible:
            self.place_again()
        self.invalidate()

    def needed_height(self, look: Look) -> int:
        """Pixels for both lines."""
        return look.px(FIELD) + look.px(8) + look.px(SMALL_FIELD)

    def arrange(self, rect: Rect, look: Look) -> None:
        first, rest = cut_top(rect, look.px(FIELD), look.px(8))
        second = rest
        if self._color is not None:
            self._stone, first = cut_left(first, look.px(_STONE), look.px(12))
            _, second = cut_left(rest, look.px(_STONE), look.px(12))
        if self._age.is_visible:
            first = self._age.place_right(first, look, max(round(first.width * 0.36), look.px(124)), look.px(8))
        self._player.place(first, look)
        times = width_beside_modes(look, self._temperature)
        if second.width < self._mode.least_width(look) + look.px(8) + times:
            second = rest
        second = Rect(second.topleft, (second.width, look.px(SMALL_FIELD)))
        wide = max(self._mode.needed_width(look), round(second.width * 0.53))
        right = self._mode.place_left(second, look, min(wide, second.width - times - look.px(8)), look.px(8))
        self._times.place(right, look)
        self._temperature.place(right, look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        if self._color is not None:
            draw_stone(self, surface, self._color, self._stone)
        said: Words | None = self.spec.command or _SAID.get(self.spec.kind)
        if self.spec.kind is PlayerKind.RANDOM:
            said = random_words(self._roster.game)
        if said is not None:
            left, right = self._mode.rect, self._times.rect
            box = left if self._times.is_visible else left.union(right)
            words = look.fitted(look.say(said), box.width - look.px(4), Size.SMALL) if self.spec.command else said
            look.text(surface, words, box.move(look.px(4), 0), Size.SMALL, look.palette.muted)

    def _choose_player(self, choice: PlayerChoice) -> None:
        if choice.command == "":
            self._player.value = PlayerChoice.of(self.spec)
            if self.root is not None:
                dialog = EngineDialog(self._take, choice.protocol or "")
                self.root.open_popup(dialog, self.root.rect)
                self.root.set_focus(dialog.command)
        elif choice.command is not None:
            self._take(PlayerSpec(choice.kind, command=choice.command, protocol=choice.protocol))
        else:
            is_other_dog = choice.dog is not None and self.spec.dog is not None
            self._set(self.spec.kind if is_other_dog else choice.kind, choice.dog)

    def _choose_age(self, games: int | None) -> None:
        name = split_age(self.spec.dog or "")[0]
        self._set(self.spec.kind, name if games is None else at_age(name, games))

    def _choose_mode(self, kind: PlayerKind) -> None:
        self._set(kind, self.spec.dog)

    def _choose_temperature(self, temperature: float) -> None:
        assert self.spec.dog is not None
        self._take(at_a_glance(self.spec.dog, temperature))

    def _choose_times(self, times: float) -> None:
        self._take(replace(self.spec, simulations=int(times)))

    def _set(self, kind: PlayerKind, dog: str | None) -> None:
        if kind is PlayerKind.GLANCE and dog is not None:
            self._take(at_a_glance(dog, self.spec.temperature or _BEST))
        else:
            self._take(PlayerSpec(kind, dog, _times_of(kind, self.spec) if kind in USUAL_TIMES else None))

    def _take(self, spec: PlayerSpec) -> None:
        self.show(spec)
        self._changed()


class EngineDialog(AskDialog):
    """Asks for the command that starts another program, which is spoken to by a protocol."""

    def __init__(self, chosen: Callable[[PlayerSpec], None], protocol: str) -> None:
        self.command = TextField("", placeholder=PlayText.ENGINE_COMMAND, max_length=400, id="engine.command")

        def answered(command: str) -> Words | None:
            if not command.strip():
                return PlayText.ENGINE_EMPTY
            chosen(PlayerSpec(PlayerKind.OUTSIDE, command=command.strip(), protocol=protocol))
            return None

        words = engine_words(protocol, "title"), engine_words(protocol, "said"), Text.OK
        super().__init__(*words, self.command, answered)


def temperature_stepper(changed: Callable[[float], None], id: str) -> Stepper:
    """How a dog that plays at a glance chooses: the best move, or by lots."""
    named, unit, tip = {_BEST: Text.BEST_MOVE}, Text.TEMPERATURE, Text.TIP_TEMPERATURE
    return Stepper(TEMPERATURES, _BEST, changed, id=id, tip=tip, unit=unit, named=named)


def width_beside_modes(look: Look, temperature: Stepper) -> int:
    """Pixels for how much a dog thinks, or by how much chance it plays: they share a place."""
    times = look.px(SMALL_FIELD) * 2 + look.width("6,400", Size.BODY, True) + look.px(6)
    return max(times, temperature.least_width(look, look.px(SMALL_FIELD)))


def at_a_glance(dog: str, temperature: float) -> PlayerSpec:
    """A dog that plays at a glance, as the stepper of temperatures has it."""
    if temperature == _BEST:
        return PlayerSpec(PlayerKind.POLICY, dog)
    return PlayerSpec(PlayerKind.GLANCE, dog, temperature=temperature)


def mode_of(kind: PlayerKind) -> PlayerKind:
    """Which of the ways to play that one can choose from somebody plays in."""
    return PlayerKind.POLICY if kind is PlayerKind.GLANCE else kind


def _times_of(kind: PlayerKind, before: PlayerSpec) -> int:
    """How much somebody thinks who takes another's seat: as much, where that is a number of theirs.

    Playouts tell less than simulations with a net, so whoever takes a dog's seat has the usual number at least.
    """
    if before.simulations is not None and kind is before.kind:
        return before.simulations
    if kind is PlayerKind.ALPHABETA or before.kind is PlayerKind.ALPHABETA:
        return USUAL_TIMES[kind]
    times = before.simulations or DEFAULT_SIMULATIONS
    return max(times, USUAL_TIMES[kind] if kind is PlayerKind.MCTS else SIMULATIONS[0])


def random_words(game: str | None) -> Words:
    """How random players of a game choose."""
    row = Wording(f"random.{game}")
    return lambda s: s.get(row) if s.has(row.key) else s.get(CompeteText.RANDOM)


def likely_players(last: MatchSetup, to_play: Color) -> tuple[PlayerSpec, PlayerSpec]:
    """Black and White as they played last; where a person played somebody, the person takes the next move."""
    if last.black.is_human != last.white.is_human and not last.player(to_play).is_human:
        last = replace(last, black=last.white, white=last.black)
    return last.black, last.white


class Sides(Group):
    """Both players."""

    def __init__(self, gap: float, changed: Callable[[], None] = lambda: None) -> None:
        """``gap``: between the two, in logical units."""
        super().__init__()
        self._gap = gap
        self.black, self.white = (SideForm(color, changed) for color in Color)
        self.add(self.black, self.white)

    def show(self, black: PlayerSpec, white: PlayerSpec, roster: Roster | None = None) -> None:
        """Show who plays; ``roster`` says who else may."""
        self.black.show(black, roster)
        self.white.show(white, roster)

    def needed_height(self, look: Look) -> int:
        """Pixels for both."""
        return 2 * self.black.needed_height(look) + look.px(self._gap)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self.black.place_top(rect, look, self.black.needed_height(look), look.px(self._gap))
        self.white.place_top(rest, look, self.white.needed_height(look))


Players = tuple[PlayerSpec, PlayerSpec]
"""Black and White."""


class PlayersDialog(Dialog):
    """Asks who plays both sides."""

    def __init__(
        self,
        words: tuple[Words, Words, Words],
        players: Players,
        roster: Roster,
        chosen: Callable[[PlayerSpec, PlayerSpec], None],
        left: Callable[[], None] = lambda: None,
    ) -> None:
        """``words``: title, what is said below it, the main button's; ``left`` hears that nobody has been chosen."""
        self._sides = Sides(_BETWEEN)
        self._sides.show(*players, roster)
        self._chosen, self._left = chosen, left
        self._has_chosen = False
        super().__init__(
            *words,
            content=self._sides,
            content_height=2 * (FIELD + 8 + SMALL_FIELD) + _BETWEEN,
            width=_DIALOG,
        )

    def accept(self) -> None:
        self._has_chosen = True
        super().accept()
        self._chosen(self._sides.black.spec, self._sides.white.spec)

    def closed(self) -> None:
        super().closed()
        if not self._has_chosen:
            self._left()


def ask_who_plays_on(
    root: Root, ply: int | None, players: Players, roster: Roster, chosen: Callable[[PlayerSpec, PlayerSpec], None]
) -> None:
    """Ask who plays on from move ``ply``, None: from a position laid by hand; ``chosen`` hears Black and White."""
    words: tuple[Words, Words, Words] = PlayText.LAID_TITLE, PlayText.LAID_SAID, RecordText.PLAY_ON_DO
    if ply is not None:
        words = RecordText.PLAY_ON_TITLE(ply=ply), RecordText.PLAY_ON_SAID, RecordText.PLAY_ON_DO
    root.open_popup(PlayersDialog(words, players, roster, chosen), root.rect)


def ask_who_takes_over(
    root: Root,
    players: Players,
    roster: Roster,
    chosen: Callable[[PlayerSpec, PlayerSpec], None],
    left: Callable[[], None],
) -> None:
    """Ask who plays from now on in a game that is under way; ``left`` hears that all stay as they are."""
    words = PlayText.CHANGE_TITLE, PlayText.CHANGE_SAID, PlayText.CHANGE_DO
    root.open_popup(PlayersDialog(words, players, roster, chosen, left), root.rect)
