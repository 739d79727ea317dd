"""The page on which a game over the network comes about: who sits here, whom one invites, and whose guest one is."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.desk.library import HUMAN
from clevergo.app.desk.settings import SceneName
from clevergo.app.ladder.record import MAX_NAME
from clevergo.app.match.messages import MatchSetup
from clevergo.app.meeting.lobby import Doing, Kept, Lobby, LobbySnapshot
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.start import Start
from clevergo.players.spec import PlayerSpec
from clevergo.ui.kit.base import Group, Widget, cut_bottom, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented, Stepper
from clevergo.ui.kit.dialog import ask
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph, ProgressBar
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import BUTTON_RADIUS, GAP, Size
from clevergo.ui.scenes.meeting.panel import TablePanel
from clevergo.ui.scenes.meeting.words import kept_said
from clevergo.ui.scenes.play.setup import TimeFields
from clevergo.ui.scenes.play.sides import Roster, SideForm
from clevergo.ui.scenes.shared.terms import TermRows, game_words
from clevergo.ui.shell.scene import Page, Services, Visit
from clevergo.ui.strings import MeetText, Text

_HEAD, _FIELD, _BUTTON = 36, 38, 48
_CODE, _CODE_BOX = 54, 132
_LEAST_CODE, _AROUND_CODE = 52, 12
"""Of the box a code stands in: its least height, and what is kept free above and below the letters."""
"""Type size of a code, to be read across a room, and the height of the box around it."""
_FOUND_ROW, _KEPT_ROW = 52, 38
_MOST_KEPT = 3
_MISSING = 20
"""Below a field: what is missing in it."""
_JOIN_FORM = 48 + 6 + _MISSING + 38 + 4 + 20 + 10 + 20 + 12
"""Logical units of the fields, the button and what stands over the old games."""
_ROUNDS = (1, 2, 3, 4)
_ROOMY = 640
_YOU_MARGIN = 10
_PATIENT = 10.0
"""Seconds without an answer after which it is said what may be in the way."""
_WIDEST = 1240
"""Logical units of both cards and what is between them."""


class MeetingPage(Page):
    """Invite, join, or go on. It goes to the board by itself as soon as there is somebody to play."""

    wants_escape = True

    def __init__(self, services: Services, lobby: Lobby, setup: MatchSetup, back: Callable[[], None]) -> None:
        """``setup``: what is offered first; ``back`` leads to where one came from."""
        super().__init__()
        self._services, self._lobby, self._back = services, lobby, back
        name = "" if services.ladder is None else services.ladder.person.name
        self._leave = Button("", self.close, ButtonKind.QUIET, Icon.LEFT, id="meet.back", tip=Text.BACK_TO_GAME)
        self._title = Label(MeetText.TITLE, Size.DISPLAY, bold=True)
        self._safe = Label(MeetText.SAFE, Size.SMALL, color="muted", align=Align.RIGHT)
        self.you = YouCard(name)
        self._invite = InviteCard(self, setup)
        self._join = JoinCard(self)
        self.add(self._leave, self._title, self._safe, self.you, self._invite, self._join)
        self._knocked = 0.0
        """Seconds for which nobody has answered."""

    # --- page ---

    def entered(self, visit: Visit | None) -> None:
        self._lobby.look_around()
        self.you.offer(Roster.of(self._services.kennel))
        self._lobby.can_play = self._can_play
        self._refresh()

    def left(self) -> None:
        self._lobby.look_away()
        self._remember_name()

    def close(self) -> None:
        """Back to where one came from; whoever was invited may still come."""
        self._back()

    def update(self, dt: float) -> bool:
        self._refresh()
        before = self._knocked
        self._knocked = before + dt if self._lobby.snapshot.doing is Doing.JOINING else 0.0
        if before < _PATIENT <= self._knocked:
            self.stage.toast(MeetText.NO_ANSWER)
        return False

    def handle(self, event: Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.close()
            return True
        return False

    def arrange(self, rect: Rect, look: Look) -> None:
        is_roomy = rect.height >= look.px(_ROOMY)
        body = inset(rect, look.px(24 if is_roomy else 14), look.px(18 if is_roomy else 10))
        width = min(body.width, look.px(_WIDEST))
        body = Rect(body.centerx - width // 2, body.top, width, body.height)
        head, body = cut_top(body, look.px(_HEAD), look.px(GAP if is_roomy else 8))
        head = self._leave.place_left(head, look, look.px(_HEAD), look.px(8))
        width = look.width(look.say(MeetText.TITLE), Size.DISPLAY, True) + look.px(20)
        self._safe.place(self._title.place_left(head, look, min(width, head.width), look.px(8)), look)
        self._safe.is_visible = look.fits(look.say(MeetText.SAFE), self._safe.rect.width, Size.SMALL)
        gap = look.px(GAP if is_roomy else 10)
        body = self.you.place_top(body, look, self.you.needed_height(look), gap)
        half = (body.width - gap) // 2
        self._join.place(self._invite.place_left(body, look, half, gap), look)

    # --- what a person does ---

    def invite(self, setup: MatchSetup, color: Color) -> None:
        """Wait for somebody, who sits down opposite ``color``."""
        me = self.you.player
        black, white = (me, HUMAN) if color is Color.BLACK else (HUMAN, me)
        offered = replace(setup, black=black, white=white)
        self._unless_held(lambda: self._lobby.invite(offered, color, self._name()))

    def invite_all(self, setup: MatchSetup, rounds: int) -> None:
        """Open a tournament; a dog of one's own takes part."""
        me = None if self.you.player.is_human else self.you.player
        self._unless_held(lambda: self._lobby.invite_all(setup, rounds, me, self._name()))

    def join(self, address: str, code: str) -> None:
        """Go to somebody who has invited."""
        self._unless_held(lambda: self._lobby.join(address, code, self.you.player, self._name()))

    def go_on(self, kept: Kept, address: str) -> None:
        """Go on with a game; at that ``address``, where one has been typed."""
        self._unless_held(lambda: self._lobby.go_on(kept, self.you.player, self._name(), address))

    def _unless_held(self, do: Callable[[], None]) -> None:
        """Do something else, after asking where it ends a tournament for everybody."""
        if self._lobby.snapshot.holds_tournament:
            self._ask_to_end(do)
        else:
            do()

    def _ask_to_end(self, ended: Callable[[], None]) -> None:
        ask(self.stage, MeetText.END_TOURNAMENT, MeetText.END_SAID, MeetText.END, ended, MeetText.STAY)

    def begin(self) -> None:
        """The tournament begins."""
        self._lobby.begin_tournament()

    def cancel(self) -> None:
        """Wait for nobody; a tournament that is under way ends for everybody, so its host is asked."""

        def end() -> None:
            self._lobby.cancel()
            self._services.match.leave()

        if self._lobby.snapshot.doing is Doing.HOLDING:
            self._ask_to_end(end)
        else:
            end()

    def copy(self, text: str) -> None:
        """Put the code where it can be pasted."""
        if self.root is not None and self.root.clipboard is not None:
            self.root.clipboard.put(text)
            self.stage.toast(MeetText.COPIED)

    def _name(self) -> str:
        self._remember_name()
        return self.you.name or self.stage.look.say(MeetText.SOMEBODY)

    def _remember_name(self) -> None:
        ladder = self._services.ladder
        if ladder is not None and self.you.name and self.you.name != ladder.person.name:
            ladder.call(self.you.name)

    def _can_play(self, player: PlayerSpec, game: str) -> bool:
        return Roster.of(self._services.kennel).of_game(game).has(player)

    def _refresh(self) -> None:
        seen = self._lobby.snapshot
        self.you.may_change = seen.doing is Doing.NOTHING
        self._invite.show(seen)
        self._join.show(seen)


class YouCard(Panel):
    """Who sits here: one's name, and who plays for oneself."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._title = Label(MeetText.YOU, Size.SMALL, color="muted")
        self._field = TextField(name, placeholder=MeetText.NAME_EXAMPLE, max_length=MAX_NAME, id="meet.name")
        self._who = Label(MeetText.WHO_PLAYS, Size.SMALL, color="muted")
        self._side = SideForm(None, lambda: None, "meet.me")
        self.add(self._title, self._field, self._who, self._side)

    @property
    def name(self) -> str:
        """What the person is called, as they have typed it."""
        return " ".join(self._field.value.split())

    @property
    def player(self) -> PlayerSpec:
        """Who plays here."""
        return self._side.spec

    @property
    def may_change(self) -> bool:
        """Whether who sits here can be changed; not once somebody is waited for, who is told of it."""
        return self._field.is_enabled

    @may_change.setter
    def may_change(self, may_change: bool) -> None:
        for field in (self._field, *self._side.children):
            field.is_enabled = may_change

    def offer(self, roster: Roster) -> None:
        """Who can play here."""
        self._side.show(self._side.spec, roster)

    def needed_height(self, look: Look) -> int:
        """Pixels."""
        return look.px(2 * _YOU_MARGIN + 18 + 2) + self._side.needed_height(look)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 16, _YOU_MARGIN)
        left, right = cut_left(inner, round(inner.width * 0.34), look.px(28))
        left = self._title.place_top(left, look, look.px(18), look.px(2))
        self._field.place(cut_top(left, look.px(_FIELD))[0], look)
        right = self._who.place_top(right, look, look.px(18), look.px(2))
        self._side.place(right, look)


class CodeView(Group):
    """A code, large."""

    def __init__(self) -> None:
        super().__init__("meet.code")
        self.code = ""

    def said(self, look: Look) -> str:
        return self.code

    def draw_behind(self, surface: Surface, look: Look) -> None:
        look.rounded(surface, self.rect, BUTTON_RADIUS, look.palette.sunken, look.palette.line)
        room = inset(self.rect, look.px(10), 0)
        sizes = (size for size in (_CODE, 40, 28) if look.px(size + _AROUND_CODE) <= room.height)
        size = next((size for size in sizes if look.width(self.code, size, True) <= room.width), Size.TITLE)
        look.text(surface, self.code, room, size, look.palette.ink, True, Align.CENTER)


class InviteCard(Panel):
    """What is offered; once the door is open, the code that opens it."""

    def __init__(self, page: MeetingPage, setup: MatchSetup) -> None:
        super().__init__()
        self._page = page
        self._setup = setup
        self._title = Label(MeetText.INVITE, Size.HEADING, bold=True)
        kinds = [Option(False, MeetText.ONE_GAME), Option(True, MeetText.TOURNAMENT, MeetText.TOURNAMENT_SAID)]
        self._kind = Segmented(kinds, False, lambda _kind: self._show_form(), "meet.kind")
        colors: list[Option[Color | None]] = [
            Option(Color.BLACK, Text.BLACK),
            Option(Color.WHITE, Text.WHITE),
            Option(None, MeetText.BY_LOT),
        ]
        self._color: Segmented[Color | None] = Segmented(
            colors, None, lambda _color: None, "meet.color", MeetText.COLOR
        )
        self._time = TimeFields(self._choose_time, "meet")
        self._rounds = Stepper(_ROUNDS, 2, lambda _rounds: None, id="meet.rounds", unit=MeetText.ROUNDS)
        rules, start, time, each = setup.rules, setup.start, (MeetText.TIME, self._time), (MeetText.EACH, self._rounds)
        self._game_terms = TermRows("meet", rules, start, self._choose_rules, below=[time])
        self._all_terms = TermRows("meet.all", rules, start, self._choose_rules, below=[each])
        self._invite = Button(
            MeetText.INVITE_DO, self._go, ButtonKind.PRIMARY, Icon.LINK, Size.HEADING, id="meet.invite"
        )
        self._said = Paragraph("", Size.SMALL, color="muted")
        self._code = CodeView()
        self._copy = Button(MeetText.COPY, lambda: page.copy(self._code.code), icon=Icon.CHECK, id="meet.copy")
        self._where = Paragraph("", Size.BODY, color="ink")
        self._names = Paragraph("", Size.BODY, color="ink")
        self._begin = Button(MeetText.BEGIN, page.begin, ButtonKind.PRIMARY, Icon.PLAY, id="meet.begin")
        self._cancel = Button(Text.CANCEL, page.cancel, id="meet.cancel")
        self._busy = ProgressBar("meet.busy")
        self._table = TablePanel()
        self._doing = Doing.NOTHING
        self.add(self._title, self._kind, self._game_terms, self._all_terms, self._invite, self._said)
        self.add(self._code, self._copy, self._where, self._names, self._begin, self._cancel, self._busy)
        self.add(self._table, self._color)
        self._time.show(setup.time)
        self._show_form()

    # --- choosing ---

    def _choose_rules(self, rules: Rules, start: Start) -> None:
        self._setup = replace(self._setup, rules=rules, start=start)
        for terms in (self._game_terms, self._all_terms):
            terms.show(rules, start)
        self.place_again()

    def _choose_time(self, time: object) -> None:
        self._setup = replace(self._setup, time=time)  # type: ignore[arg-type]
        self._time.show(self._setup.time)

    def _go(self) -> None:
        if self._kind.value:
            self._page.invite_all(self._setup, int(self._rounds.value))
        else:
            color = self._color.value or secrets.choice((Color.BLACK, Color.WHITE))
            self._page.invite(self._setup, color)

    # --- showing ---

    def show(self, seen: LobbySnapshot) -> None:
        """Show how far it is."""
        is_open = seen.doing in (Doing.INVITING, Doing.GATHERING)
        self._table.show(seen.table)
        self._code.code = seen.code
        self._where.words = (
            (lambda s: s.get(MeetText.ADDRESS, address=", ".join(seen.addresses))) if seen.addresses else ""
        )
        gathered = seen.gathered
        self._names.words = MeetText.GATHERED(n=len(gathered), names="   ".join(gathered)) if gathered else ""
        self._begin.is_enabled = seen.can_begin
        self._invite.is_enabled = seen.doing is Doing.NOTHING
        self._invite.words = MeetText.OPENING if seen.doing is Doing.OPENING else MeetText.INVITE_DO
        waits = MeetText.GATHERING if seen.doing is Doing.GATHERING else MeetText.WAITING
        self._said.words = waits if is_open else MeetText.TOURNAMENT_SAID if self._kind.value else MeetText.INVITE_SAID
        before, self._doing = self._doing, seen.doing
        if before is not self._doing:
            self._show_form()
        else:
            self._code.invalidate() if is_open else None

    def _show_form(self) -> None:
        is_open, is_held = self._doing in (Doing.INVITING, Doing.GATHERING), self._doing is Doing.HOLDING
        is_tournament, is_form = bool(self._kind.value), not (is_open or is_held)
        self._kind.is_visible = self._invite.is_visible = is_form
        self._game_terms.is_visible = self._color.is_visible = is_form and not is_tournament
        self._all_terms.is_visible = is_form and is_tournament
        for widget in (self._code, self._copy, self._where, self._busy):
            widget.is_visible = is_open
        self._cancel.is_visible, self._table.is_visible = is_open or is_held, is_held
        self._cancel.words = MeetText.END if is_held else Text.CANCEL
        self._said.is_visible = not is_held
        self._busy.is_busy = is_open
        self._names.is_visible = self._begin.is_visible = self._doing is Doing.GATHERING
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(self.inner(look), look.px(34), look.px(10))
        if self._code.is_visible:
            self._title.place(head, look)
            self._place_open(rest, look)
            return
        if self._table.is_visible:
            self._title.place(head, look)
            rest, foot = cut_bottom(rest, look.px(42), look.px(14))
            self._cancel.place_right(foot, look, max(self._cancel.needed_width(look), look.px(110)))
            self._table.place(rest, look)
            return
        title = look.width(look.say(MeetText.INVITE), Size.HEADING, True) + look.px(4)
        self._kind.place(self._title.place_left(head, look, title, look.px(24)), look)
        rest, foot = cut_bottom(rest, look.px(_BUTTON), look.px(10))
        if self._color.is_visible:
            wide = min(self._color.needed_width(look), foot.width * 11 // 20)
            foot = self._color.place_left(foot, look, wide, look.px(10))
        self._invite.place(foot, look)
        terms = self._all_terms if self._all_terms.is_visible else self._game_terms
        rest = terms.place_top(rest, look, terms.needed_height(look, rest.width), look.px(12))
        self._said.is_visible = self._said.needed_height(look, rest.width) <= rest.height
        self._said.place(rest, look)

    def _place_open(self, rest: Rect, look: Look) -> None:
        self._said.is_visible = True
        rest = self._said.place_top(rest, look, self._said.needed_height(look, rest.width), look.px(14))
        rest, foot = cut_bottom(rest, look.px(42), look.px(14))
        foot = self._cancel.place_right(foot, look, max(self._cancel.needed_width(look), look.px(110)), look.px(10))
        self._begin.place(foot, look)
        self._busy.place(Rect(rest.left, rest.bottom - look.px(6), rest.width, look.px(6)), look)
        rest.height -= look.px(20)
        names = self._names.needed_height(look, rest.width) + look.px(12) if self._names.is_visible else 0
        where = max(self._where.needed_height(look, rest.width), look.px(22))
        code = min(look.px(_CODE_BOX), max(rest.height - names - where - look.px(12), look.px(_LEAST_CODE)))
        # What is to be read out stands in the middle of what is free.
        top = rest.top + max(rest.height - code - where - names - look.px(12), 0) // 2
        row = Rect(rest.left, top, rest.width, code)
        copy = max(self._copy.needed_width(look), look.px(96))
        self._code.place(self._copy.place_right(row, look, copy, look.px(10)), look)
        self._where.place(Rect(rest.left, row.bottom + look.px(12), rest.width, where), look)
        below = row.bottom + look.px(12) + where + look.px(12)
        self._names.place(Rect(rest.left, below, rest.width, max(rest.bottom - below, 0)), look)


class JoinCard(Panel):
    """Who invites on this network, an address and a code; and games that could be gone on with."""

    def __init__(self, page: MeetingPage) -> None:
        super().__init__()
        self._page = page
        self._title = Label(MeetText.JOIN, Size.HEADING, bold=True)
        self._around = Label(MeetText.AROUND, Size.SMALL, color="muted")
        self._found = ListView(self._draw_found, _FOUND_ROW, self._take, id="meet.found", tip=MeetText.FOUND_TIP)
        self._nobody = Paragraph(MeetText.NOBODY, Size.SMALL, color="muted")
        self._address_words = Label(MeetText.ADDRESS_FIELD, Size.SMALL, color="muted")
        self._address = TextField("", None, lambda _: self._join(), MeetText.ADDRESS_EXAMPLE, 80, "meet.address")
        self._no_address = Label("", Size.SMALL, color="accent_text", id="meet.no_address")
        self._code_words = Label(MeetText.CODE_FIELD, Size.SMALL, color="muted")
        self._code = TextField("", None, lambda _: self._join(), MeetText.CODE_EXAMPLE, 20, "meet.join_code")
        self._no_code = Label("", Size.SMALL, color="accent_text", id="meet.no_code")
        self._do = Button(MeetText.JOIN_DO, self._join, ButtonKind.PRIMARY, Icon.RIGHT, Size.HEADING, id="meet.join")
        self._old = Label(MeetText.OLD, Size.SMALL, color="muted")
        self._kept = ListView(self._draw_kept, _KEPT_ROW, self._go_on, id="meet.kept", tip=MeetText.KEPT_TIP)
        self._kept.is_visible = self._old.is_visible = False
        self._seen = LobbySnapshot()
        self.add(self._title, self._around, self._found, self._nobody, self._address_words, self._address)
        self.add(self._no_address, self._code_words, self._code, self._no_code, self._do, self._old, self._kept)

    def _take(self, found: object) -> None:
        self._address.value = found.address  # type: ignore[attr-defined]
        if self.root is not None:
            self.root.set_focus(self._code)
            self._code.select_all()

    def _go_on(self, kept: object) -> None:
        self._page.go_on(kept, self._address.value.strip())  # type: ignore[arg-type]

    def _join(self) -> None:
        if self._seen.doing is Doing.JOINING:
            self._page.cancel()
        elif not self._say_what_is_missing():
            self._page.join(self._address.value, self._code.value)

    def _say_what_is_missing(self) -> bool:
        """Under each field that is to be filled in and is not; whether there is one. The keyboard goes to the first."""
        pick = MeetText.ADDRESS_PICK if self._seen.found else MeetText.ADDRESS_MISSING
        missing = []
        for field, label, words in self._hints(pick):
            if not field.value.strip():
                field.has_problem, label.words = True, words
                missing.append(field)
        if missing and self.root is not None:
            self.root.set_focus(missing[0])
        return bool(missing)

    def _hints(self, pick: Words) -> tuple[tuple[TextField, Label, Words], ...]:
        """The fields that have to be filled in, where it is said that they are not, and how."""
        return (self._address, self._no_address, pick), (self._code, self._no_code, MeetText.CODE_MISSING)

    def show(self, seen: LobbySnapshot) -> None:
        """Show who is there, and how far it is."""
        had_kept, self._seen = bool(self._seen.kept), seen
        self._found.rows = seen.found
        self._found.is_visible, self._nobody.is_visible = bool(seen.found), not seen.found
        self._kept.rows = seen.kept
        self._kept.is_visible = self._old.is_visible = bool(seen.kept)
        self._kept.is_enabled = seen.doing is not Doing.OPENING
        is_joining = seen.doing is Doing.JOINING
        self._do.words = MeetText.JOINING if is_joining else MeetText.JOIN_DO
        self._do.kind = ButtonKind.PLAIN if is_joining else ButtonKind.PRIMARY
        self._do.is_enabled = seen.doing in (Doing.NOTHING, Doing.JOINING)
        for field, label, _ in self._hints(""):
            if field.value.strip():
                field.has_problem, label.words = False, ""
        if had_kept != bool(seen.kept):
            self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        rest = self._title.place_top(self.inner(look), look, look.px(34), look.px(6))
        rest = self._around.place_top(rest, look, look.px(20), look.px(4))
        if self._kept.is_visible:
            free = rest.height - look.px(_JOIN_FORM + _FOUND_ROW)
            rows = max(min(len(self._seen.kept), _MOST_KEPT, free // look.px(_KEPT_ROW)), 1)
            rest = self._kept.place_bottom(rest, look, rows * look.px(_KEPT_ROW), look.px(2))
            rest = self._old.place_bottom(rest, look, look.px(20), look.px(12))
        rest = self._do.place_bottom(rest, look, look.px(_BUTTON), look.px(6))
        rest, missing = cut_bottom(rest, look.px(_MISSING))
        rest, fields = cut_bottom(rest, look.px(_FIELD), look.px(4))
        rest, words = cut_bottom(rest, look.px(20), look.px(10))
        lines: tuple[tuple[Rect, Widget, Widget], ...] = (
            (fields, self._address, self._code),
            (words, self._address_words, self._code_words),
            (missing, self._no_address, self._no_code),
        )
        for box, address, code in lines:
            left, right = cut_left(box, round(box.width * 0.56), look.px(12))
            address.place(left, look)
            code.place(right, look)
        self._found.place(rest, look)
        self._nobody.place(rest, look)

    def _draw_found(self, surface: Surface, look: Look, rect: Rect, found: object) -> None:
        name, game, address = found.name, found.game, found.address  # type: ignore[attr-defined]
        is_tournament = found.is_tournament  # type: ignore[attr-defined]
        card = inset(rect, 0, look.px(2))
        look.rounded(surface, card, BUTTON_RADIUS, look.palette.card, look.palette.line)
        arrow, box = _cut_sign(card, look)
        look.icon(surface, Icon.RIGHT, arrow, look.palette.muted)
        top, bottom = cut_top(box, box.height // 2)
        look.text(surface, look.fitted(name or "?", top.width, Size.BODY), top, Size.BODY, look.palette.ink, True)
        kind = look.say(MeetText.TOURNAMENT if is_tournament else MeetText.ONE_GAME)
        said = " · ".join((look.say(game_words(game)) if _is_known(game) else game, kind, address))
        look.text(surface, look.fitted(said, bottom.width, Size.SMALL), bottom, Size.SMALL, look.palette.muted)

    @staticmethod
    def _draw_kept(surface: Surface, look: Look, rect: Rect, kept: Kept) -> None:
        card = inset(rect, 0, look.px(2))
        look.rounded(surface, card, BUTTON_RADIUS, look.palette.card, look.palette.line)
        arrow, box = _cut_sign(card, look)
        look.icon(surface, Icon.PLAY, arrow, look.palette.muted, 14)
        said = look.fitted(kept_said(look.strings, kept), box.width, Size.SMALL)
        look.text(surface, said, box, Size.SMALL, look.palette.ink)


def _cut_sign(card: Rect, look: Look) -> tuple[Rect, Rect]:
    """Where a sign stands at the right end of a row, and what is left for its words."""
    box, arrow = cut_right(inset(card, look.px(12), look.px(4)), look.px(20), look.px(8))
    return arrow, box


def _is_known(game: str) -> bool:
    from clevergo.games.guests import games

    return game in games()


def show_meeting_page(page: Page, services: Services, setup: MatchSetup) -> None:
    """Show it in place of ``page``; back leads to where one plays."""
    assert services.lobby is not None
    stage = page.stage
    meeting = MeetingPage(services, services.lobby, setup, lambda: stage.go_to(SceneName.PLAY))
    stage.show(meeting)
