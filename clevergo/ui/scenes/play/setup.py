"""Choosing who plays whom and by which rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pygame import Rect

from clevergo.app.match.clock import TimeControl
from clevergo.app.match.messages import MatchSetup, SavedGame
from clevergo.games.color import Color
from clevergo.games.go.handicap import HANDICAP_KOMI, MAX_HANDICAP, most_handicap
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.ui.kit.base import Group, Widget
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.layout import cut_bottom, cut_left, cut_right, cut_top
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.slider import Stepper
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.play.games import names_of
from clevergo.ui.scenes.play.sides import Roster, SideForm
from clevergo.ui.scenes.play.time import TimeFields
from clevergo.ui.strings import Text
from clevergo.ui.texts.play import PlayText

SIZES = (9, 13, 19)
_HANDICAPS = (0, *range(2, MAX_HANDICAP + 1))
_KOMIS = tuple(k / 2 for k in range(-39, 80))
_SMALL_FIELD = 34
_TITLE = 26
_RESUME = 44


class SetupForm(Group):
    """Both players, the rules, and the button that begins."""

    def __init__(
        self,
        setup: MatchSetup,
        changed: Callable[[MatchSetup], None],
        start: Callable[[], None],
        back: Callable[[], None],
        record: Button,
        resume: Callable[[], None],
    ) -> None:
        """``record`` opens what can be done with games that were played; ``resume`` goes on with the last one."""
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
        names = (Text.BOARD, PlayText.HANDICAP, Text.KO, PlayText.TIME)
        self._labels = [Label(words, Size.SMALL, color="muted") for words in names]
        self._komi_label = Label(Text.KOMI, Size.SMALL, color="muted", align=Align.RIGHT)
        rules = setup.rules
        sizes = [Option(size, lambda s, size=size: s.get(Text.LINES, n=size)) for size in SIZES]  # type: ignore[misc]
        self._size = Segmented(sizes, rules.size, self._choose_size, "play.size")
        self._handicap = Stepper(_HANDICAPS, 0, self._choose_handicap, "g", "play.handicap", PlayText.TIP_HANDICAP)
        self._time = TimeFields(setup.time, self._choose_time)
        self._komi = Stepper(_KOMIS, rules.komi, self._choose_komi, "g", "play.komi")
        kos = [Option(KoRule.POSITIONAL_SUPERKO, Text.SUPERKO), Option(KoRule.SIMPLE, Text.SIMPLE_KO)]
        self._ko = Segmented(kos, rules.ko, self._choose_ko, "play.ko", Text.TIP_SUPERKO)
        self._rules.add(self._rules_title, *self._labels, self._komi_label)
        self._rules.add(self._size, self._handicap, self._komi, self._ko, self._time)
        self._note = Panel()
        self._note_title = Label(Text.HOW_IT_GOES, Size.BODY, bold=True)
        self._note_body = Paragraph("", Size.SMALL, color="muted")
        self._note.add(self._note_title, self._note_body)
        self._ask_note = Button("", self._tell_note, ButtonKind.QUIET, Icon.INFO, Size.SMALL, id="play.counting")
        self._start = Button(Text.START_GAME, start, ButtonKind.PRIMARY, size=Size.HEADING, radius=10, id="play.start")
        self._back = Button(Text.BACK_TO_GAME, back, id="play.back")
        self._record = record
        self._resume = Button("", resume, icon=Icon.PLAY, size=Size.BODY, id="play.resume")
        self._last_said: Words = ""
        """Between whom the unfinished game is, and how long."""
        self._has_last = self._resume.is_visible = False
        self._has_room_for_last = True
        """Whether that fits below the rules; where not, going on with it stands in short beside Start."""
        self.add(self._players, self._rules, self._note, self._ask_note)
        self.add(self._resume, self._back, self._record, self._start)
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
        self._size.value, self._komi.value, self._ko.value = setup.rules.size, setup.rules.komi, setup.rules.ko
        self._handicap.values = (0, *range(2, most_handicap(setup.rules.size) + 1))
        self._handicap.value = setup.handicap
        self._time.value = setup.time
        self._say_rules()

    def show_players(self, roster: Roster) -> None:
        """Offer these players."""
        for side in self._sides.values():
            side.show_players(roster)

    def offer_way_back(self, offered: bool) -> None:
        """Whether there is a game to return to."""
        if self._back.is_visible != offered:
            self._back.is_visible = offered
            self.place_again()

    def offer_last(self, game: SavedGame | None) -> None:
        """Whether there is an unfinished game to go on with."""
        if game is not None:
            self._last_said = lambda s: s.get(
                PlayText.RESUME_LAST, names=names_of(s, game), moves=s.get(PlayText.MOVES_COUNT, n=game.moves)
            )
            self._say_last()
        if self._has_last != (game is not None):
            self._has_last = game is not None
            self.place_again()

    # --- placing ---

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        rest, foot = cut_bottom(rect, look.px(52), look.px(GAP))
        beside: list[tuple[Widget, int]] = [(self._record, max(self._record.needed_width(look), look.px(104)))]
        if self._back.is_visible:
            beside.insert(0, (self._back, max(self._back.needed_width(look), look.px(110))))
        needed = sum(width + look.px(10) for _, width in beside) + self._start.needed_width(look)
        share = min(1.0, foot.width / needed)
        for button, width in beside:
            place, foot = cut_left(foot, round(width * share), look.px(10))
            button.place(place, look)
        side = self._sides[Color.BLACK].needed_height(look)
        title, pad, gap = look.px(_TITLE), look.px(14), look.px(12)
        players, rest = cut_top(rest, 2 * pad + title + 2 * side + gap + look.px(14), look.px(GAP))
        self._place_players(players, side, look)
        rows = 4 * look.px(_SMALL_FIELD) + 3 * look.px(8)
        self._rules_title.is_visible = rest.height >= 2 * pad + title + gap + rows
        height = 2 * pad + title + gap + rows if self._rules_title.is_visible else rows + 2 * look.px(10)
        rules, rest = cut_top(rest, height, look.px(GAP))
        self._place_rules(rules, look)
        height = look.px(_RESUME)
        self._resume.is_visible = self._has_last
        self._has_room_for_last = rest.height >= height
        self._say_last()
        if self._has_last and self._has_room_for_last:
            resume, rest = cut_top(rest, height, look.px(GAP))
            self._resume.place(resume, look)
        elif self._has_last:
            needed = self._resume.needed_width(look)
            share = min(1.0, foot.width / (needed + look.px(10) + self._start.needed_width(look)))
            resume, foot = cut_left(foot, round(needed * share), look.px(10))
            self._resume.place(resume, look)
        self._start.place(foot, look)
        self._place_note(rest, look)

    def _say_last(self) -> None:
        """Go on with which game: all of it, or, where that has no room, only when asked."""
        has_room = self._has_room_for_last
        self._resume.words = self._last_said if has_room else PlayText.RESUME_SHORT
        self._resume.tip = "" if has_room else self._last_said

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

    def _place_ask_note(self, look: Look) -> None:
        """Beside the title of the rules, or, where that has no room either, beside the players' in short."""
        button, height = self._ask_note, look.px(_TITLE) + look.px(4)
        has_title = self._rules_title.is_visible
        button.words, button.tip = (Text.HOW_IT_GOES, "") if has_title else ("", Text.HOW_IT_GOES)
        title = self._rules_title.rect if has_title else self._players_title.rect
        right = self._rules.inner(look).right + look.px(8) if has_title else self._swap.rect.left - look.px(4)
        width = button.needed_width(look)
        button.place(Rect(right - width, title.centery - height // 2, width, height), look)

    def _tell_note(self) -> None:
        if self.root is not None:
            self.root.open_popup(Dialog(Text.HOW_IT_GOES, self._note_body.words, cancel=None), self.root.rect)

    def _place_rules(self, rect: Rect, look: Look) -> None:
        self._rules.place(rect, look)
        rest = self._rules.inner(look, 16, 14 if self._rules_title.is_visible else 10)
        if self._rules_title.is_visible:
            title, rest = cut_top(rest, look.px(_TITLE), look.px(12))
            self._rules_title.place(title, look)
        widest = max(look.width(label.said(look), Size.SMALL) for label in self._labels) + look.px(14)
        fields: tuple[Widget, ...] = (self._size, self._handicap, self._ko, self._time)
        for label, field in zip(self._labels, fields, strict=True):
            row, rest = cut_top(rest, look.px(_SMALL_FIELD), look.px(8))
            left, right = cut_left(row, max(widest, look.px(46)))
            label.place(left, look)
            if field is self._handicap:
                right = self._place_komi(right, look)
            field.place(right, look)

    def _place_komi(self, row: Rect, look: Look) -> Rect:
        """Komi at the right of a row; what is left of it is returned."""
        words = look.width(self._komi_label.said(look), Size.SMALL) + look.px(4)
        rest, komi = cut_right(row, (row.width - words - look.px(18)) // 2, look.px(8))
        rest, label = cut_right(rest, words, look.px(10))
        self._komi_label.place(label, look)
        self._komi.place(komi, look)
        return rest

    def _place_note(self, rect: Rect, look: Look) -> None:
        """How it is counted, in a panel of its own; where there is no room, a button tells it."""
        body = self._note_body.needed_height(look, rect.width - 2 * look.px(16))
        height = 2 * look.px(14) + look.px(_TITLE) + look.px(6) + body
        self._note.is_visible = rect.height >= height
        self._ask_note.is_visible = not self._note.is_visible
        if not self._note.is_visible:
            self._place_ask_note(look)
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
        handicap = min(self._setup.handicap, most_handicap(size))
        rules = replace(self._setup.rules, size=size, ply_limit=0)
        self._update(replace(self._setup, rules=rules, handicap=handicap))

    def _choose_handicap(self, stones: float) -> None:
        """Komi follows: half a point where Black has stones, the usual komi where not."""
        rules, before = self._setup.rules, self._setup.handicap
        komi = rules.komi
        if bool(stones) != bool(before):
            komi = HANDICAP_KOMI if stones else Ruleset().komi
        rules = Ruleset(rules.size, komi, rules.ko)
        self._update(replace(self._setup, rules=rules, handicap=int(stones)))

    def _choose_time(self, time: TimeControl | None) -> None:
        self._update(replace(self._setup, time=time))

    def _choose_komi(self, komi: float) -> None:
        rules = self._setup.rules
        self._update(replace(self._setup, rules=Ruleset(rules.size, komi, rules.ko)))

    def _choose_ko(self, ko: KoRule) -> None:
        self._update(replace(self._setup, rules=replace(self._setup.rules, ko=ko)))

    def _update(self, setup: MatchSetup) -> None:
        self.setup = setup
        self._changed(setup)

    def _say_rules(self) -> None:
        komi = self._setup.rules.komi
        self._note_body.words = lambda s: s.get(Text.HOW_IT_GOES_SAID, komi=s.figure(komi, "g"))
