"""Choosing who plays whom and by which rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from clevergo.app.messages import DogInfo, MatchSetup
from clevergo.go.position import Color
from clevergo.go.rules import KoRule, Ruleset
from clevergo.players.spec import DEFAULT_SIMULATIONS, PlayerKind, PlayerSpec
from clevergo.ui.layout import cut_bottom, cut_left, cut_right, cut_top
from clevergo.ui.scenes.play_words import dog_name, dog_remark
from clevergo.ui.strings import Strings, Text
from clevergo.ui.theme import GAP, Size, mix
from clevergo.ui.widgets.base import Group, Widget
from clevergo.ui.widgets.button import Button, ButtonKind
from clevergo.ui.widgets.choice import Dropdown, Option, Segmented
from clevergo.ui.widgets.icons import Icon
from clevergo.ui.widgets.label import Label, Panel, Paragraph
from clevergo.ui.widgets.look import Look, Words
from clevergo.ui.widgets.slider import Stepper

SIZES = (9, 13, 19)
PLAYOUTS = (400, 800, 1600, 3200, 6400)
SIMULATIONS = (50, 100, 200, 400, 800, 1600, 3200, 6400)
_KOMIS = tuple(k / 2 for k in range(-39, 80))
_SAID = {
    PlayerKind.HUMAN: Text.HUMAN_SAID,
    PlayerKind.RANDOM: Text.RANDOM_SAID,
    PlayerKind.MCTS: Text.TIMES_A_MOVE,
}
_FIELD = 38
_SMALL_FIELD = 34
_TITLE = 26
_STONE = 38


@dataclass(frozen=True)
class PlayerChoice:
    """A row of the menu of players: a family, or a dog (which may play in several ways)."""

    kind: PlayerKind
    dog: str | None = None

    def __str__(self) -> str:
        return self.dog if self.dog is not None else self.kind.value

    @classmethod
    def of(cls, spec: PlayerSpec) -> PlayerChoice:
        """The row a player belongs to."""
        return cls(PlayerKind.ALPHAGO if spec.dog is not None else spec.kind, spec.dog)


def player_options(dogs: Sequence[DogInfo], chosen: PlayerSpec) -> list[Option[PlayerChoice]]:
    """Everyone who can play; a chosen dog that is gone stays in the menu and says so."""
    options = [
        Option(PlayerChoice(PlayerKind.HUMAN), Text.ME, Text.HUMAN),
        *[_dog_option(dog) for dog in dogs],
        Option(PlayerChoice(PlayerKind.MCTS), Text.MCTS, Text.MCTS_REMARK),
        Option(PlayerChoice(PlayerKind.RANDOM), Text.RANDOM, Text.RANDOM_REMARK),
    ]
    missing = chosen.dog
    if missing is not None and missing not in [dog.name for dog in dogs]:
        is_file = "/" in missing or "\\" in missing
        remark: Words = "" if is_file else Text.MISSING_DOG
        options.insert(1, Option(PlayerChoice.of(chosen), lambda s: dog_name(s, missing), remark))
    return options


def _dog_option(dog: DogInfo) -> Option[PlayerChoice]:
    def name(strings: Strings) -> str:
        return dog_name(strings, dog.name)

    def remark(strings: Strings) -> str:
        return dog_remark(strings, dog)

    return Option(PlayerChoice(PlayerKind.ALPHAGO, dog.name), name, remark, dog.weights is not None)


class SideForm(Group):
    """Who plays one side: the player, and for those who think, how and how much."""

    def __init__(self, color: Color, spec: PlayerSpec, changed: Callable[[], None]) -> None:
        super().__init__()
        self._color = color
        self._spec = spec
        self._changed = changed
        self._stone = Rect(0, 0, 0, 0)
        name = color.name.lower()
        self._player: Dropdown[PlayerChoice] = Dropdown(
            [], PlayerChoice.of(spec), self._choose_player, bold=True, id=f"play.{name}"
        )
        modes = [
            Option(PlayerKind.POLICY, Text.MODE_POLICY),
            Option(PlayerKind.VALUE, Text.MODE_VALUE),
            Option(PlayerKind.ALPHAGO, Text.MODE_SEARCH),
        ]
        self._mode = Segmented(modes, spec.kind, self._choose_mode, f"play.{name}.mode", Text.TIP_MODE)
        self._times = Stepper(
            SIMULATIONS, 0, self._choose_times, lambda n: f"{n:,.0f}", f"play.{name}.times", Text.TIP_TIMES
        )
        self.add(self._player, self._mode, self._times)
        self.spec = spec

    @property
    def spec(self) -> PlayerSpec:
        """Who plays this side."""
        return self._spec

    @spec.setter
    def spec(self, spec: PlayerSpec) -> None:
        self._spec = spec
        self._player.value = PlayerChoice.of(spec)
        self._mode.is_visible = spec.dog is not None
        self._mode.value = spec.kind
        self._times.is_visible = spec.simulations is not None
        self._times.values = PLAYOUTS if spec.kind is PlayerKind.MCTS else SIMULATIONS
        self._times.value = spec.simulations or 0
        self.invalidate()

    def show_dogs(self, dogs: Sequence[DogInfo]) -> None:
        """Offer these dogs."""
        self._player.options = player_options(dogs, self._spec)

    def needed_height(self, look: Look) -> int:
        """Pixels for both lines."""
        return look.px(_FIELD) + look.px(8) + look.px(_SMALL_FIELD)

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        first, rest = cut_top(rect, look.px(_FIELD), look.px(8))
        self._stone, first = cut_left(first, look.px(_STONE), look.px(12))
        _, second = cut_left(rest, look.px(_STONE), look.px(12))
        self._player.place(first, look)
        times = look.px(_SMALL_FIELD) * 2 + look.width("6,400", Size.BODY, True) + look.px(6)
        if second.width < self._mode.least_width(look) + look.px(8) + times:
            second = rest
        second = Rect(second.topleft, (second.width, look.px(_SMALL_FIELD)))
        wide = max(self._mode.needed_width(look), round(second.width * 0.53))
        mode, right = cut_left(second, min(wide, second.width - times - look.px(8)), look.px(8))
        self._mode.place(mode, look)
        self._times.place(right, look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        draw_stone(self, surface, self._color, self._stone)
        said = _SAID.get(self._spec.kind)
        if said is not None:
            left, right = self._mode.rect, self._times.rect
            box = left if self._times.is_visible else left.union(right)
            look.text(surface, said, box.move(look.px(4), 0), Size.SMALL, look.palette.muted)

    def _choose_player(self, choice: PlayerChoice) -> None:
        kind = choice.kind
        if choice.dog is not None and self._spec.dog is not None:
            kind = self._spec.kind
        self._set(kind, choice.dog)

    def _choose_mode(self, kind: PlayerKind) -> None:
        self._set(kind, self._spec.dog)

    def _choose_times(self, times: float) -> None:
        self.spec = replace(self._spec, simulations=int(times))
        self._changed()

    def _set(self, kind: PlayerKind, dog: str | None) -> None:
        thinks = kind in (PlayerKind.MCTS, PlayerKind.ALPHAGO)
        times = self._spec.simulations or DEFAULT_SIMULATIONS
        if kind is PlayerKind.MCTS:
            times = max(times, PLAYOUTS[0])
        self.spec = PlayerSpec(kind, dog, times if thinks else None)
        self._changed()


def draw_stone(widget: Group, surface: Surface, color: Color, box: Rect, part: float = 0.86) -> None:
    """A stone in the middle of ``box``, as it lies on the board."""
    from clevergo.ui.stage import Stage

    root = widget.root
    if not isinstance(root, Stage) or box.width < 4:
        return
    diameter = round(min(box.size) * part) | 1
    if root.look.palette.is_dark and color is Color.BLACK:
        # A rim of evening light: black on a dark panel would be lost.
        root.look.disc(
            surface, box.center, diameter / 2 + root.look.px(1.5), mix(root.look.palette.line, (255, 255, 255), 0.1)
        )
    shadow, stone = root.art.shadow(diameter), root.art.stone(int(color), diameter)
    surface.blit(shadow, shadow.get_rect(center=box.center))
    surface.blit(stone, stone.get_rect(center=box.center))


class SetupForm(Group):
    """Both players, the rules, and the button that begins."""

    def __init__(
        self,
        setup: MatchSetup,
        changed: Callable[[MatchSetup], None],
        start: Callable[[], None],
        back: Callable[[], None],
    ) -> None:
        super().__init__()
        self._setup = setup
        self._changed = changed
        self._players = Panel()
        self._players_title = Label(Text.PLAYERS, Size.BODY, bold=True)
        self._swap = Button(Text.SWAP, self._swap_sides, ButtonKind.QUIET, Icon.SWAP, Size.SMALL, id="play.swap")
        self._sides = {
            Color.BLACK: SideForm(Color.BLACK, setup.black, self._sides_changed),
            Color.WHITE: SideForm(Color.WHITE, setup.white, self._sides_changed),
        }
        self._players.add(self._players_title, self._swap, *self._sides.values())
        self._rules = Panel()
        self._rules_title = Label(Text.RULES, Size.BODY, bold=True)
        self._labels = [Label(words, Size.SMALL, color="muted") for words in (Text.BOARD, Text.KOMI, Text.KO)]
        rules = setup.ruleset
        sizes = [Option(size, lambda s, size=size: s.get(Text.LINES, n=size)) for size in SIZES]  # type: ignore[misc]
        self._size = Segmented(sizes, rules.size, self._choose_size, "play.size")
        self._komi = Stepper(_KOMIS, rules.komi, self._choose_komi, "{:g}".format, "play.komi")
        kos = [Option(KoRule.POSITIONAL_SUPERKO, Text.SUPERKO), Option(KoRule.SIMPLE, Text.SIMPLE_KO)]
        self._ko = Segmented(kos, rules.ko, self._choose_ko, "play.ko", Text.TIP_SUPERKO)
        self._rules.add(self._rules_title, *self._labels, self._size, self._komi, self._ko)
        self._note = Panel()
        self._note_title = Label(Text.HOW_IT_GOES, Size.BODY, bold=True)
        self._note_body = Paragraph("", Size.SMALL, color="muted")
        self._note.add(self._note_title, self._note_body)
        self._start = Button(Text.START_GAME, start, ButtonKind.PRIMARY, size=Size.HEADING, radius=10, id="play.start")
        self._back = Button(Text.BACK_TO_GAME, back, id="play.back")
        self.add(self._players, self._rules, self._note, self._back, self._start)
        self._say_rules()

    @property
    def setup(self) -> MatchSetup:
        """What is chosen."""
        return self._setup

    @setup.setter
    def setup(self, setup: MatchSetup) -> None:
        self._setup = setup
        self._sides[Color.BLACK].spec = setup.black
        self._sides[Color.WHITE].spec = setup.white
        self._size.value, self._komi.value, self._ko.value = setup.ruleset.size, setup.ruleset.komi, setup.ruleset.ko
        self._say_rules()

    def show_dogs(self, dogs: Sequence[DogInfo]) -> None:
        """Offer these dogs."""
        for side in self._sides.values():
            side.show_dogs(dogs)

    def offer_way_back(self, offered: bool) -> None:
        """Whether there is a game to return to."""
        if self._back.is_visible != offered:
            self._back.is_visible = offered
            root = self.root
            if root is not None and self.rect.width:
                self.place(self.rect, root.look)

    # --- placing ---

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        rest, foot = cut_bottom(rect, look.px(52), look.px(GAP))
        if self._back.is_visible:
            back, foot = cut_left(foot, max(self._back.needed_width(look), look.px(110)), look.px(10))
            self._back.place(back, look)
        self._start.place(foot, look)
        side = self._sides[Color.BLACK].needed_height(look)
        title, pad, gap = look.px(_TITLE), look.px(14), look.px(12)
        players, rest = cut_top(rest, 2 * pad + title + 2 * side + gap + look.px(14), look.px(GAP))
        self._place_players(players, side, look)
        rows = 3 * look.px(_SMALL_FIELD) + 2 * look.px(8)
        rules, rest = cut_top(rest, 2 * pad + title + gap + rows, look.px(GAP))
        self._place_rules(rules, look)
        self._place_note(rest, look)

    def _place_players(self, rect: Rect, side: int, look: Look) -> None:
        self._players.place(rect, look)
        head, rest = cut_top(self._players.inner(look), look.px(_TITLE), look.px(12))
        title, swap = cut_right(head, min(self._swap.needed_width(look), head.width // 2))
        self._players_title.place(title, look)
        self._swap.place(swap.move(look.px(8), 0).inflate(0, look.px(4)), look)
        black, rest = cut_top(rest, side, look.px(14))
        white, _ = cut_top(rest, side)
        self._sides[Color.BLACK].place(black, look)
        self._sides[Color.WHITE].place(white, look)

    def _place_rules(self, rect: Rect, look: Look) -> None:
        self._rules.place(rect, look)
        title, rest = cut_top(self._rules.inner(look), look.px(_TITLE), look.px(12))
        self._rules_title.place(title, look)
        widest = max(look.width(label.said(look), Size.SMALL) for label in self._labels) + look.px(16)
        fields: tuple[Widget, ...] = (self._size, self._komi, self._ko)
        for label, field in zip(self._labels, fields, strict=True):
            row, rest = cut_top(rest, look.px(_SMALL_FIELD), look.px(8))
            left, right = cut_left(row, max(widest, look.px(50)))
            label.place(left, look)
            field.place(right, look)

    def _place_note(self, rect: Rect, look: Look) -> None:
        inner = rect.width - look.px(32)
        body = self._note_body.needed_height(look, inner)
        height = look.px(28) + look.px(_TITLE) + look.px(6) + body
        self._note.is_visible = rect.height >= height
        if not self._note.is_visible:
            return
        self._note.place(Rect(rect.left, rect.top, rect.width, height), look)
        title, rest = cut_top(self._note.inner(look), look.px(_TITLE), look.px(6))
        self._note_title.place(title, look)
        self._note_body.place(rest, look)

    # --- choosing ---

    def _sides_changed(self) -> None:
        self._update(replace(self._setup, black=self._sides[Color.BLACK].spec, white=self._sides[Color.WHITE].spec))

    def _swap_sides(self) -> None:
        self._update(replace(self._setup, black=self._setup.white, white=self._setup.black))

    def _choose_size(self, size: int) -> None:
        self._update(replace(self._setup, ruleset=replace(self._setup.ruleset, size=size, ply_limit=0)))

    def _choose_komi(self, komi: float) -> None:
        rules = self._setup.ruleset
        self._update(replace(self._setup, ruleset=Ruleset(rules.size, komi, rules.ko)))

    def _choose_ko(self, ko: KoRule) -> None:
        self._update(replace(self._setup, ruleset=replace(self._setup.ruleset, ko=ko)))

    def _update(self, setup: MatchSetup) -> None:
        self.setup = setup
        self._changed(setup)

    def _say_rules(self) -> None:
        komi = self._setup.ruleset.komi
        self._note_body.words = lambda s: s.get(Text.HOW_IT_GOES_SAID, komi=f"{komi:g}")
