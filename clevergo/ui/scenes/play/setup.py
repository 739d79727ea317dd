"""Choosing who plays whom, by which rules and in how much time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pygame import Rect

from clevergo.app.match.clock import TimeControl
from clevergo.app.match.messages import MatchSetup, SavedGame
from clevergo.games.game import Game, Rules
from clevergo.games.start import Start
from clevergo.ui.kit.base import Group, Widget, cut_bottom, cut_right, cut_top, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Dropdown, Option
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.play.sides import Roster, Sides
from clevergo.ui.scenes.play.words import names_of, note_said, note_title
from clevergo.ui.scenes.shared.terms import TermRows
from clevergo.ui.strings import LadderText, MeetText, PlayText, Text

if TYPE_CHECKING:
    from clevergo.ui.scenes.play.scene import PlayScene

_TITLE = 26
_RESUME = 44
_MAIN_MINUTES = (0, 1, 5, 10, 20, 30, 60)
_OVERTIMES = ((0, 0), (1, 10), (3, 20), (3, 30), (5, 30), (3, 60))
"""Periods and their seconds."""
_USUAL_OVERTIME = (3, 30)
_NO_LIMIT = -1


class SetupForm(Group):
    """Both players, the rules, and the button that begins."""

    def __init__(self, scene: PlayScene, setup: MatchSetup, record: Button, resume: Callable[[], None]) -> None:
        """``record`` opens what can be done with games that were played; ``resume`` goes on with the last one."""
        super().__init__()
        self._scene = scene
        self._roster = Roster()
        self._players = Panel()
        self._players_title = Label(Text.PLAYERS, Size.BODY, bold=True)
        swap = lambda: self._change(black=self.setup.white, white=self.setup.black)  # noqa: E731
        self._swap = Button(Text.SWAP, swap, ButtonKind.QUIET, Icon.SWAP, Size.SMALL, id="play.swap")
        self._sides = Sides(14, lambda: self._change(black=self._sides.black.spec, white=self._sides.white.spec))
        self._fold = Button(
            "", scene.fold, ButtonKind.QUIET, Icon.LEFT, Size.SMALL, id="play.fold", tip=LadderText.FOLD_TIP
        )
        self._players.add(self._fold, self._players_title, self._swap, self._sides)
        self._rules = Panel()
        self._rules_title = Label(Text.RULES, Size.BODY, bold=True)
        self._time = TimeFields(lambda time: self._change(time=time))
        below = [(PlayText.TIME, self._time)]
        self._terms = TermRows("play", setup.rules, setup.start, self._choose_rules, below=below)
        self._rules.add(self._rules_title, self._terms)
        self._note = Panel()
        self._note_title = Label(Text.HOW_IT_GOES, Size.BODY, bold=True)
        self._note_body = Paragraph("", Size.SMALL, color="muted")
        self._note.add(self._note_title, self._note_body)
        self._ask_note = Button("", self._tell_note, ButtonKind.QUIET, Icon.INFO, Size.SMALL, id="play.counting")
        self._start = Button(
            Text.START_GAME, scene.start, ButtonKind.PRIMARY, size=Size.HEADING, radius=10, id="play.start"
        )
        self._back = Button(Text.BACK_TO_GAME, scene.back, id="play.back")
        self._record = record
        self._network = Button("", scene.meet, icon=Icon.LINK, id="play.network", tip=MeetText.TITLE)
        self._network.is_visible = scene.can_meet
        self._resume = Button("", resume, icon=Icon.PLAY, size=Size.BODY, id="play.resume")
        self._last_said: Words = ""
        """Between whom the unfinished game is, and how long."""
        self._has_last = self._resume.is_visible = False
        self._has_room_for_last = True
        """Whether that fits below the rules; where not, going on with it stands in short beside Start."""
        self.add(self._players, self._rules, self._note, self._ask_note)
        self.add(self._resume, self._back, self._record, self._network, self._start)
        self.show(setup)

    def show(self, setup: MatchSetup) -> None:
        """Show another choice."""
        black, white = map(self._roster.still_here, (setup.black, setup.white))
        self.setup = replace(setup, black=black, white=white)
        """What is chosen."""
        self._sides.show(black, white)
        self._terms.show(setup.rules, setup.start)
        self._time.show(setup.time)
        self._say_rules()

    def show_players(self, roster: Roster) -> None:
        """Offer these players."""
        self._roster = roster
        black, white = map(roster.still_here, (self.setup.black, self.setup.white))
        self.setup = replace(self.setup, black=black, white=white)
        self._sides.show(black, white, roster.of_game(self.setup.rules.game.name))

    def offer_way_back(self, offered: bool) -> None:
        """Whether there is a game to return to."""
        if self._back.is_visible != offered:
            self._back.is_visible = offered
            self.place_again()

    def offer_last(self, game: SavedGame | None) -> None:
        """Whether there is an unfinished game to go on with."""
        if game is not None:
            names, moves = partial(names_of, game=game), PlayText.MOVES_COUNT(n=game.moves)
            self._last_said = PlayText.RESUME_LAST(names=names, moves=moves)
            self._say_last()
        if self._has_last != (game is not None):
            self._has_last = game is not None
            self.place_again()

    # --- placing ---

    def arrange(self, rect: Rect, look: Look) -> None:
        rest, foot = cut_bottom(rect, look.px(52), look.px(GAP))
        beside: list[tuple[Widget, int]] = [(self._record, max(self._record.needed_width(look), look.px(104)))]
        if self._network.is_visible:
            beside.append((self._network, look.px(52)))
        if self._back.is_visible:
            beside.insert(0, (self._back, max(self._back.needed_width(look), look.px(110))))
        needed = sum(width + look.px(10) for _, width in beside) + self._start.needed_width(look)
        share = min(1.0, foot.width / needed)
        for button, width in beside:
            foot = button.place_left(foot, look, round(width * share), look.px(10))
        title, pad, gap = look.px(_TITLE), look.px(14), look.px(12)
        players, rest = cut_top(rest, 2 * pad + title + gap + self._sides.needed_height(look), look.px(GAP))
        self._place_players(players, look)
        rows = self._terms.needed_height(look, rect.width - 2 * look.px(16))
        self._rules_title.is_visible = rest.height >= 2 * pad + title + gap + rows
        height = 2 * pad + title + gap + rows if self._rules_title.is_visible else rows + 2 * look.px(10)
        rules, rest = cut_top(rest, min(height, rest.height), look.px(GAP))
        self._place_rules(rules, look)
        height = look.px(_RESUME)
        self._resume.is_visible = self._has_last
        self._has_room_for_last = rest.height >= height
        self._say_last()
        if self._has_last and self._has_room_for_last:
            rest = self._resume.place_top(rest, look, height, look.px(GAP))
        elif self._has_last:
            left = foot.width - look.px(10) - self._start.needed_width(look)
            if self._resume.needed_width(look) > left:
                self._resume.words = ""
            foot = self._resume.place_left(foot, look, self._resume.needed_width(look), look.px(10))
        self._start.place(foot, look)
        self._place_note(rest, look)

    def _say_last(self) -> None:
        """Go on with which game: all of it, or, where that has no room, only when asked."""
        has_room = self._has_room_for_last
        self._resume.words = self._last_said if has_room else PlayText.RESUME_SHORT
        self._resume.tip = "" if has_room else self._last_said

    def _place_players(self, rect: Rect, look: Look) -> None:
        self._players.place(rect, look)
        head, rest = cut_top(self._players.inner(look), look.px(_TITLE), look.px(12))
        head = self._fold.place_left(head, look, look.px(_TITLE), look.px(6))
        title, swap = cut_right(head, min(self._swap.needed_width(look), head.width // 2))
        self._players_title.place(title, look)
        self._swap.place(swap.move(look.px(8), 0).inflate(0, look.px(4)), look)
        self._sides.place(rest, look)

    def _place_ask_note(self, look: Look) -> None:
        """Beside the title of the rules, or, where that has no room either, beside the players' in short."""
        button, height = self._ask_note, look.px(_TITLE) + look.px(4)
        has_title = self._rules_title.is_visible
        words = self._note_title.words
        button.words, button.tip = (words, "") if has_title else ("", words)
        title = self._rules_title.rect if has_title else self._players_title.rect
        right = self._rules.inner(look).right + look.px(8) if has_title else self._swap.rect.left - look.px(4)
        width = button.needed_width(look)
        button.place(Rect(right - width, title.centery - height // 2, width, height), look)

    def _tell_note(self) -> None:
        if self.root is not None:
            self.root.open_popup(Dialog(self._note_title.words, self._note_body.words, cancel=None), self.root.rect)

    def _place_rules(self, rect: Rect, look: Look) -> None:
        self._rules.place(rect, look)
        rest = self._rules.inner(look, 16, 14 if self._rules_title.is_visible else 10)
        if self._rules_title.is_visible:
            rest = self._rules_title.place_top(rest, look, look.px(_TITLE), look.px(12))
        self._terms.place(rest, look)

    def _place_note(self, rect: Rect, look: Look) -> None:
        """How it is counted, in a panel of its own; where there is no room, a button tells it."""
        body = self._note_body.needed_height(look, rect.width - 2 * look.px(16))
        height = 2 * look.px(14) + look.px(_TITLE) + look.px(6) + body
        is_said = bool(self._note_body.said(look))
        self._note.is_visible = is_said and rect.height >= height
        self._ask_note.is_visible = is_said and not self._note.is_visible
        if self._ask_note.is_visible:
            self._place_ask_note(look)
        if not self._note.is_visible:
            return
        self._note.place(Rect(rect.left, rect.top, rect.width, height), look)
        rest = self._note_title.place_top(self._note.inner(look), look, look.px(_TITLE), look.px(6))
        self._note_body.place(rest, look)

    # --- choosing ---

    def choose_game(self, game: Game) -> None:
        """Another game, by its usual rules; the one that is chosen already stays as it is."""
        if game is not self.setup.rules.game:
            self._choose_rules(*game.agree(game.usual()))

    def _choose_rules(self, rules: Rules, start: Start) -> None:
        """Where it is another game, who cannot play it leaves the board."""
        is_other, roster = rules.game is not self.setup.rules.game, self._roster.of_game(rules.game.name)
        black, white = self.setup.black, self.setup.white
        if is_other:
            black, white = (spec if roster.has(spec) else roster.stand_in(spec) for spec in (black, white))
        self._change(rules=rules, start=start, black=black, white=white)
        if is_other:
            self.show_players(self._roster)
        self.place_again()  # what is said of these rules may be longer or shorter

    def _change(self, **chosen: Any) -> None:
        """Another choice, by the names in :class:`MatchSetup`."""
        self.show(replace(self.setup, **chosen))
        self._scene.show_board()

    def _say_rules(self) -> None:
        """How the game is counted, in its own words; some need none."""
        rules, start = self.setup.rules, self.setup.start
        self._note_title.words = note_title(rules)
        self._note_body.words = lambda s: note_said(s, rules, start)


class TimeFields(Group):
    """Main time and byo-yomi, or no limit."""

    def __init__(self, changed: Callable[[TimeControl | None], None], place: str = "play") -> None:
        """``place``: what the fields' ids begin with."""
        super().__init__()
        self._changed = changed
        id, tip = f"{place}.time", PlayText.TIP_TIME
        self._main: Dropdown[float] = Dropdown([], _NO_LIMIT, self._choose_main, id=id, tip=tip)
        self._overtime: Dropdown[tuple[int, float]] = Dropdown(
            [], (0, 0), lambda _overtime: self._tell(), id=f"{place}.overtime", tip=PlayText.TIP_OVERTIME
        )
        self.add(self._main, self._overtime)

    def show(self, value: TimeControl | None) -> None:
        """Show what is chosen; None for no limit."""
        minutes, overtime = (_NO_LIMIT, (0, 0.0)) if value is None else (value.main / 60, (value.periods, value.period))
        listed = (_NO_LIMIT, *_MAIN_MINUTES)
        self._main.options = [Option(float(n), _main_words(n)) for n in dict.fromkeys((*listed, minutes))]
        self._main.value = minutes
        pairs, has_main = dict.fromkeys((*_OVERTIMES, overtime)), minutes > 0
        self._overtime.options = [Option(pair, _overtime_words(*pair), "", has_main or pair[0] > 0) for pair in pairs]
        self._overtime.value = overtime
        self._overtime.is_visible = value is not None

    def arrange(self, rect: Rect, look: Look) -> None:
        place_columns((self._main, self._overtime), rect, look, look.px(8))

    def _choose_main(self, minutes: float) -> None:
        if minutes == 0 and not self._overtime.value[0]:
            self._overtime.value = _USUAL_OVERTIME
        self._tell()

    def _tell(self) -> None:
        has_limit = self._main.value != _NO_LIMIT
        self._changed(TimeControl(self._main.value * 60, *self._overtime.value) if has_limit else None)


def _main_words(minutes: float) -> Words:
    if minutes == _NO_LIMIT:
        return PlayText.NO_CLOCK
    return PlayText.MINUTES(n=lambda s: s.figure(minutes, "g")) if minutes else PlayText.ONLY_OVERTIME


def _overtime_words(periods: int, seconds: float) -> Words:
    return PlayText.OVERTIME(n=periods, s=lambda s: s.figure(seconds, "g")) if periods else PlayText.NO_OVERTIME
