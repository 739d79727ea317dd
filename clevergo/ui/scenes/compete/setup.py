"""Choosing who takes part in a tournament, and how many games they play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from pygame import Rect, Surface

from clevergo.app.tournament.pairing import MOST_PLAYERS, TournamentPlan
from clevergo.games.game import Game, Rules
from clevergo.games.guests import game_named, usual_rules
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.players.spec import PlayerKind, PlayerSpec, engine_name
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Dropdown, Option, Segmented, Stepper
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.compete.standing import draw_entrant
from clevergo.ui.scenes.play.sides import (
    FIELD,
    MODES,
    SIMULATIONS,
    SMALL_FIELD,
    TIMES,
    USUAL_TIMES,
    PlayerChoice,
    Roster,
    age_remark,
    at_a_glance,
    netless_options,
    temperature_stepper,
    width_beside_modes,
)
from clevergo.ui.scenes.play.words import dog_remark
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.scenes.shared.terms import TermRows
from clevergo.ui.strings import CompeteText, Text

ROUNDS = (1, 2, 4, 6, 10, 20, 30, 50, 100, 200)
_RANDOM = PlayerSpec(PlayerKind.RANDOM)
_ROW, _TITLE = 30, 26
_DOG_SIMULATIONS = USUAL_TIMES[PlayerKind.ALPHAGO]
_choice = partial(PlayerChoice, PlayerKind.ALPHAGO)


def first_players(game: Game) -> tuple[PlayerSpec, ...]:
    """Who is proposed where nobody has chosen anybody: the dog that ships with the game, and pure search."""
    dog = (PlayerSpec(PlayerKind.ALPHAGO, game.shipped_dog, 100),) if game.shipped_dog else ()
    return (*dog, PlayerSpec(PlayerKind.MCTS, simulations=400))


@dataclass(frozen=True)
class Wish:
    """What is chosen before a tournament begins."""

    players: tuple[PlayerSpec, ...] = field(default_factory=lambda: first_players(usual_rules().game))
    rounds: int = 10
    rules: Rules = field(default_factory=usual_rules)

    @property
    def games(self) -> int:
        """Games in all."""
        return self.rounds * len(self.players) * (len(self.players) - 1) // 2

    def plan(self, seed: int) -> TournamentPlan:
        """The tournament that is wished for."""
        return TournamentPlan(self.players, self.rounds, self.rules, seed)


def candidates(roster: Roster) -> list[Option[PlayerChoice]]:
    """Everyone who can take part: dogs, the players without a net, and at the end the dogs as they were earlier."""
    dogs = [dog for dog in roster.dogs if dog.weights is not None]
    options = [Option(_choice(dog.name), partial(dog_name, dog=dog.name), partial(dog_remark, dog=dog)) for dog in dogs]
    options += netless_options(roster)
    options += [Option(PlayerChoice.of(spec), engine_name(spec.command or "")) for spec in roster.engines]
    for dog in dogs:
        for age in sorted(roster.ages.get(dog.name, ()), key=lambda age: -age.games):
            name = partial(dog_name, dog=age.address)
            options.append(Option(_choice(age.address), name, age_remark(age, "{0:.0f} ± {1:.0f}")))
    return options


class AddForm(Group):
    """One more player: who, how it thinks, and the button that lets it in."""

    def __init__(self, add: Callable[[PlayerSpec], None]) -> None:
        super().__init__()
        nobody = PlayerChoice(PlayerKind.HUMAN)
        self._choice = Dropdown[PlayerChoice]([], nobody, self._choose, bold=True, id="compete.player")
        self._mode = Segmented(MODES, PlayerKind.ALPHAGO, lambda _: self._show(), "compete.mode", Text.TIP_MODE)
        self._times = Stepper(SIMULATIONS, _DOG_SIMULATIONS, lambda _: None, ",.0f", "compete.times", Text.TIP_TIMES)
        self._temperature = temperature_stepper(lambda _: None, "compete.temperature")
        self._playouts = Label(CompeteText.PLAYOUTS, Size.SMALL, color="muted")
        tip, take = CompeteText.TIP_ADD, lambda: add(self.spec)
        self._add = Button(CompeteText.ADD, take, icon=Icon.PLUS, id="compete.add", tip=tip)
        self.add(self._choice, self._mode, self._times, self._temperature, self._playouts, self._add)

    def show_players(self, roster: Roster) -> None:
        """Offer these players."""
        self._choice.options = candidates(roster)
        if self._choice.value not in [option.value for option in self._choice.options]:
            self._choice.value = self._choice.options[0].value
            self._choose(self._choice.value)
        self._show()

    @property
    def _kind(self) -> PlayerKind:
        return self._choice.value.kind if self._choice.value.dog is None else self._mode.value

    @property
    def spec(self) -> PlayerSpec:
        """Who is chosen."""
        kind, choice = self._kind, self._choice.value
        if choice.dog is not None and kind is PlayerKind.POLICY:
            return at_a_glance(choice.dog, self._temperature.value)
        times = int(self._times.value) if kind in USUAL_TIMES else None
        return PlayerSpec(kind, choice.dog, times, choice.command, choice.protocol)

    def _choose(self, _choice: PlayerChoice) -> None:
        self._times.value = USUAL_TIMES.get(self._kind, _DOG_SIMULATIONS)
        self._show()

    def _show(self) -> None:
        kind = self._kind
        self._mode.is_visible = self._choice.value.dog is not None
        self._playouts.is_visible = kind in TIMES
        self._playouts.words = CompeteText.PLAYOUTS if kind is PlayerKind.MCTS else Text.POSITIONS_A_MOVE
        self._times.is_visible = kind in USUAL_TIMES
        self._times.values = TIMES.get(kind, SIMULATIONS)
        self._temperature.is_visible = kind is PlayerKind.POLICY

    def arrange(self, rect: Rect, look: Look) -> None:
        first, second = cut_top(rect, look.px(FIELD), look.px(8))
        choice = self._add.place_right(first, look, max(self._add.needed_width(look), look.px(92)), look.px(8))
        self._choice.place(choice, look)
        second.height = look.px(SMALL_FIELD)
        times = width_beside_modes(look, self._temperature)
        wide = max(self._mode.needed_width(look), round(second.width * 0.53))
        mode, right = cut_left(second, min(wide, second.width - times - look.px(8)), look.px(8))
        self._mode.place(mode, look)
        self._playouts.place(mode.move(look.px(4), 0), look)
        self._times.place(right, look)
        self._temperature.place(right, look)


class TournamentForm(Group):
    """The players, the rules, and the button that begins."""

    def __init__(
        self,
        changed: Callable[[Wish], None],
        start: Callable[[], None],
        back: Callable[[], None],
        complain: Callable[[Words], None],
        look_back: Callable[[], None],
    ) -> None:
        super().__init__()
        self._wish = Wish()
        self._roster = Roster()
        self._changed = changed
        self._complain = complain
        self._players = Panel()
        self._players_title = Label(CompeteText.PLAYERS, Size.BODY, bold=True)
        self._players_said = Label(CompeteText.PLAYERS_SAID, Size.SMALL, color="muted", align=Align.RIGHT)
        id, tip = "compete.players", CompeteText.TIP_PLAYERS
        self._list = ListView[PlayerSpec](self._draw_player, _ROW, self._leave_out, id=id, tip=tip)
        self.adding = AddForm(self._add_player)
        self._players.add(self._players_title, self._players_said, self._list, self.adding)
        self._rules = Panel()
        id, tip, unit = "compete.rounds", CompeteText.TIP_ROUNDS, CompeteText.ROUNDS_SAID
        self._rounds = Stepper(ROUNDS, self._wish.rounds, self._choose_rounds, id=id, tip=tip, unit=unit)
        self._terms = TermRows(
            "compete",
            self._wish.rules,
            EMPTY_BOARD,
            self._choose_rules,
            above=[(CompeteText.ROUNDS, self._rounds)],
            asks=lambda term: term.for_contests,
            has_units=True,
        )
        self._rules.add(self._terms)
        self._sum = Label("", Size.SMALL, color="muted", align=Align.CENTER)
        self._start = Button(CompeteText.START, start, ButtonKind.PRIMARY, size=Size.HEADING, id="compete.start")
        self._back = Button(CompeteText.BACK, back, id="compete.back")
        id, tip = "compete.form.earlier", CompeteText.TIP_EARLIER
        self._earlier = Button(CompeteText.EARLIER, look_back, icon=Icon.BOOK, id=id, tip=tip)
        self._earlier.is_visible = False
        self.add(self._players, self._rules, self._sum, self._back, self._start, self._earlier)
        self.wish = self._wish

    @property
    def wish(self) -> Wish:
        """What is chosen."""
        return self._wish

    @wish.setter
    def wish(self, wish: Wish) -> None:
        is_other, self._wish = wish.rules.game is not self._wish.rules.game, wish
        if is_other:
            self.show_players(self._roster)
        self._list.rows = wish.players
        self._rounds.value = wish.rounds
        self._terms.show(wish.rules)
        self._start.is_enabled = len(wish.players) >= 2
        words = CompeteText.ONE_GAME if wish.games == 1 else CompeteText.GAMES_IN_ALL
        self._sum.words = lambda s: s.get(words, games=wish.games)
        if is_other:
            self.place_again()

    def show_players(self, roster: Roster) -> None:
        """Who there is, whatever they play."""
        self._roster = roster
        self.adding.show_players(roster.of_game(self._wish.rules.game.name))

    def first_players(self, game: Game) -> list[PlayerSpec]:
        """The same of those who are there: at least two play any game."""
        here = self._roster.of_game(game.name)
        return [player for player in (*first_players(game), _RANDOM) if here.has(player)]

    def rules_for(self, dog: str) -> Rules:
        """The chosen rules, or, where a dog plays another game, the usual ones of that; on a board it grows up on."""
        rules = self._wish.rules
        info = next((each for each in self._roster.dogs if each.name == dog), None)
        if info is not None and info.game != rules.game.name:
            rules, _ = game_named(info.game).agree({"size": info.sizes[0]})
        elif info is not None and info.sizes and rules.size not in info.sizes:
            game = rules.game
            rules, _ = game.agree(game.changed(game.agreed(rules), "size", info.sizes[0]))
        return rules

    def offer_way_back(self, offered: bool, has_earlier: bool) -> None:
        """Whether there is something to return to, and earlier tournaments to open."""
        if (self._back.is_visible, self._earlier.is_visible) != (offered, has_earlier):
            self._back.is_visible, self._earlier.is_visible = offered, has_earlier
            self.place_again()

    # --- choosing ---

    def _add_player(self, spec: PlayerSpec) -> None:
        if spec in self._wish.players:
            self._complain(CompeteText.ALREADY_IN)
        elif len(self._wish.players) >= MOST_PLAYERS:
            self._complain(CompeteText.FULL(most=MOST_PLAYERS))
        else:
            self._update(replace(self._wish, players=(*self._wish.players, spec)))
            self._list.reveal(spec)

    def _leave_out(self, spec: PlayerSpec) -> None:
        self._update(replace(self._wish, players=tuple(p for p in self._wish.players if p != spec)))

    def _choose_rounds(self, rounds: float) -> None:
        self._update(replace(self._wish, rounds=int(rounds)))

    def _choose_rules(self, rules: Rules, _start: Start) -> None:
        players, before = self._wish.players, self._wish.rules.game
        if rules.game is not before:
            here, proposed = self._roster.of_game(rules.game.name), tuple(self.first_players(before)[:2])
            players = tuple(player for player in players if players != proposed and here.has(player))
            others = [player for player in self.first_players(rules.game) if player not in players]
            players += tuple(others[: max(0, 2 - len(players))])
        self._update(replace(self._wish, players=players, rules=rules))

    def _update(self, wish: Wish) -> None:
        self.wish = wish
        self._changed(wish)

    # --- showing ---

    def _draw_player(self, surface: Surface, look: Look, rect: Rect, spec: PlayerSpec) -> None:
        box = inset(rect, look.px(10), 0)
        name, cross = cut_right(box, look.px(18), look.px(8))
        draw_entrant(surface, look, name, spec, self._wish.players)
        look.icon(surface, Icon.CLOSE, cross, look.palette.muted, 14)

    def arrange(self, rect: Rect, look: Look) -> None:
        rest, foot = cut_bottom(rect, look.px(50), look.px(8))
        if self._back.is_visible:
            foot = self._back.place_left(foot, look, max(self._back.needed_width(look), look.px(104)), look.px(10))
        if self._earlier.is_visible:
            foot = self._earlier.place_right(foot, look, self._earlier.needed_width(look), look.px(10))
        self._start.place(foot, look)
        rest = self._sum.place_bottom(rest, look, look.px(24), look.px(GAP - 4))
        rows = self._terms.needed_height(look, rest.width - 2 * look.px(16))
        rest, rules = cut_bottom(rest, rows + 2 * look.px(14), look.px(GAP))
        self._place_players(rest, look)
        self._rules.place(rules, look)
        self._terms.place(self._rules.inner(look), look)

    def _place_players(self, rect: Rect, look: Look) -> None:
        adding = look.px(FIELD + 8 + SMALL_FIELD)
        self._players.place(rect, look)
        head, rest = cut_top(self._players.inner(look), look.px(_TITLE), look.px(4))
        title = look.width(look.say(CompeteText.PLAYERS), Size.BODY, True) + look.px(12)
        right = self._players_title.place_left(head, look, title)
        needed = look.width(look.say(CompeteText.PLAYERS_SAID), Size.SMALL) + look.px(4)
        self._players_said.is_visible = needed <= right.width
        self._players_said.place(right, look)
        listed = self.adding.place_bottom(rest, look, adding, look.px(6))
        self._list.place(listed, look)
