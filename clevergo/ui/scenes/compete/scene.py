"""Watching and competing: any players meet; the board shows the game, the column how it stands."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.desk.settings import SceneName
from clevergo.app.match.messages import BoardState
from clevergo.app.tournament.book import WrittenTournament
from clevergo.app.tournament.pairing import GameResult, TournamentState
from clevergo.app.tournament.session import ACTIVE, TournamentSnapshot
from clevergo.games.guests import game_named
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import centered, cut_top
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.choice import Slider
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.notes import Tone
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.compete import duel
from clevergo.ui.scenes.compete.duel import DuelStrip
from clevergo.ui.scenes.compete.setup import TournamentForm, Wish
from clevergo.ui.scenes.compete.standing import StandingColumn, earlier_dialog
from clevergo.ui.scenes.compete.words import PACES, WATCHING_SPEED, pace_of, pace_said
from clevergo.ui.scenes.play.faces import Face, face_of_player
from clevergo.ui.scenes.play.sides import Roster
from clevergo.ui.scenes.play.words import renamed
from clevergo.ui.scenes.share.dialog import share
from clevergo.ui.scenes.share.offers import faces_of, offer_table
from clevergo.ui.scenes.shared.board_pane import BoardPane
from clevergo.ui.scenes.shared.frame import cut_page
from clevergo.ui.scenes.shared.player_names import entrant_name
from clevergo.ui.shell.audio import Sound
from clevergo.ui.shell.scene import BoardMark, Scene, Services, Visit
from clevergo.ui.strings import CompeteText, Strings, error_said

if TYPE_CHECKING:
    from clevergo.app.tournament.session import TournamentSession

_FOOT, _COLUMN_LEAST = 44, 372
_FEW_GAMES = 2
_HEARD_FROM = 0.2
"""Seconds a move from which every stone is heard."""
_WATCHED_SIMULATIONS = 100
DUEL_GAMES = 5
"""Of two dogs one of which has come to visit."""
_DUEL_SPEED = PACES.index(0.5) / (len(PACES) - 1)


class CompeteScene(Scene):
    """A board with its pace at the left; at the right who shall meet, or how the meeting stands."""

    name = SceneName.COMPETE

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        assert services.tournament is not None
        self._tournament: TournamentSession = services.tournament
        self._shown = TournamentSnapshot(-1)
        self._earlier: tuple[WrittenTournament, ...] = ()
        self._is_choosing = True
        self._has_looked_back = False
        self._has_chosen = False
        self._has_set_speed = False
        self._board = BoardPane(lambda _: None)
        self._words = Label("", Size.SMALL, color="muted")
        self._pause = Button("", self._toggle_pause, icon=Icon.PAUSE, id="compete.pause", tip=CompeteText.PAUSE)
        self._speed_words = Label(CompeteText.SPEED, Size.SMALL, color="muted")
        tip, stops = CompeteText.TIP_SPEED, len(PACES)
        self._speed = Slider(WATCHING_SPEED, self._set_speed, id="compete.speed", tip=tip, stops=stops)
        self._pace = Label("", Size.SMALL, align=Align.RIGHT)
        complain, look_back = lambda words: self.stage.toast(words), self._look_at_earlier
        self._form = TournamentForm(self._wish_for, self.start, self._leave_form, complain, look_back)
        acts = (self._toggle, self._choose_anew, self._open_game, self._look_at_earlier, self._share)
        self._standing = StandingColumn(*acts, self._face_of)
        self._duel = DuelStrip()
        self._duel.is_visible = False
        self.add(self._board, self._words, self._pause, self._speed_words, self._speed, self._pace)
        self.add(self._form, self._standing, self._duel)
        self._suggest_speed(self._form.wish.games)

    # --- what there is ---

    def entered(self, visit: Visit | None) -> None:
        if not self._has_looked_back:
            self._has_looked_back = True
            self._tournament.look_back()
        self._tournament.look_for_earlier()
        self._form.show_players(Roster.of(self.services.kennel))
        if visit is not None and visit.dog and visit.rival:
            self._let_meet(visit.dog, visit.rival)
        elif visit is not None and visit.dog:
            self._watch(visit.dog)
        self._show()

    def update(self, dt: float) -> bool:
        before, shown = self._shown, self._tournament.snapshot
        if shown.version != before.version:
            self._shown = shown
            if before.state is TournamentState.NONE and not self._has_chosen:
                # One that was stopped half-way is shown, not forgotten behind an empty form.
                self._is_choosing = self._is_choosing and shown.state not in (ACTIVE | {TournamentState.STOPPED})
            if before.state is not shown.state:
                self._tournament.look_for_earlier()  # one more, or one that has come further
            self._take(before, shown)
        if self._tournament.earlier is not self._earlier:
            self._earlier = self._tournament.earlier
            self._show()
        return False

    def _take(self, before: TournamentSnapshot, shown: TournamentSnapshot) -> None:
        live = shown.live
        if live is not None and live is not before.live and not self._shows_wish(shown):
            self._board.show(BoardPicture(live.board))
            last_move = live.board.last_move
            if self._pace_seconds >= _HEARD_FROM and last_move is not None and last_move < live.board.stones.size:
                self.services.audio.play(Sound.STONE)
        error = shown.error
        if error is not None and error != before.error:
            self.stage.toast(CompeteText.TROUBLE(reason=lambda s: error_said(s, error)), Tone.ERROR)
        if before.version < 0 or _standing_of(before) != _standing_of(shown):
            self._show()
        else:
            self._words.words = self._board_words(shown)  # a move: everything else is as it was

    @property
    def _pace_seconds(self) -> float:
        return pace_of(self._speed.value)

    # --- what a person does ---

    def _wish_for(self, wish: Wish) -> None:
        """Something else was chosen in the form."""
        self._suggest_speed(wish.games)
        self._show()

    def dog_renamed(self, old: str, new: str) -> None:
        wish = self._form.wish
        # A dog that was called so before, and is gone, may stand there too: each player takes part once.
        players = tuple(dict.fromkeys(renamed(player, old, new) for player in wish.players))
        self._form.wish = replace(wish, players=players)
        self._tournament.dog_renamed(old, new)

    def _watch(self, dog: str) -> None:
        """One game of this dog, to be watched."""
        if self._shown.state in ACTIVE:
            self.stage.toast(CompeteText.BUSY)
            return
        spec = PlayerSpec(PlayerKind.ALPHAGO, dog, _WATCHED_SIMULATIONS)
        rules = self._form.rules_for(dog)
        rivals = [player for player in self._form.first_players(rules.game) if player.dog != dog]
        self._form.wish = Wish((spec, rivals[0]), 1, rules)
        self._suggest_speed(1)
        self._has_chosen = self._is_choosing = True

    def _let_meet(self, dog: str, rival: str) -> None:
        """A duel of two dogs, at a pace to watch."""
        if self._shown.state in ACTIVE:
            self.stage.toast(CompeteText.BUSY)
            return
        info = next((each for each in self.services.kennel.dogs() if each.name == dog), None)
        rules = self._form.rules_for(dog)
        if info is not None:
            rules, _ = game_named(info.game).agree({"size": info.sizes[0]} if info.sizes else {})
        players = tuple(PlayerSpec(PlayerKind.ALPHAGO, name, _WATCHED_SIMULATIONS) for name in (dog, rival))
        self._form.wish = Wish(players, DUEL_GAMES, rules)
        self.start()
        if not self._has_set_speed:
            self._speed.value = _DUEL_SPEED
            self._choose_speed(_DUEL_SPEED)

    def _share(self) -> None:
        """Show how it stands to friends."""
        shown, inquiries = self._tournament.snapshot, self.services.inquiries
        assert inquiries is not None
        share(self.stage, inquiries, offer_table(self.services, self.stage.look.strings, shown))

    def start(self) -> None:
        """Let the chosen players meet."""
        wish = self._form.wish
        if len(wish.players) < 2:
            return
        self._suggest_speed(wish.games)
        self._tournament.pause(False)
        with self.stage.telling():
            cluster = self.services.preferences.now.cluster_in_use
            self._tournament.start(wish.plan(random.randrange(2**31)), cluster)
            self._board.show(BoardPicture(BoardState.empty(wish.rules.grid)))
        self._is_choosing = self._has_chosen = False
        self._show()

    def _toggle(self) -> None:
        """Stop, or go on with what is missing."""
        if self._shown.state in ACTIVE:
            self._tournament.stop()
        else:
            plan = self._tournament.snapshot.plan
            self._suggest_speed(plan.games if plan is not None else 0)
            self._tournament.pause(False)
            with self.stage.telling():
                self._tournament.go_on(self.services.preferences.now.cluster_in_use)
        self._show()

    def _suggest_speed(self, games: int) -> None:
        """A pace to watch a game or two; for more, nobody waits from move to move. A person's own choice stays."""
        if not self._has_set_speed:
            self._speed.value = 1.0 if games > _FEW_GAMES else WATCHING_SPEED
        self._choose_speed(self._speed.value)

    def _set_speed(self, speed: float) -> None:
        self._has_set_speed = True
        self._choose_speed(speed)

    def _toggle_pause(self) -> None:
        if self._shown.state in ACTIVE:
            self._tournament.pause(not self._tournament.is_paused)
            self._show()

    def _choose_speed(self, speed: float) -> None:
        self._tournament.set_pace(pace_of(speed))
        self._pace.words = lambda s: pace_said(s, speed)

    def _choose_anew(self) -> None:
        self._is_choosing = self._has_chosen = True
        self._form.show_players(Roster.of(self.services.kennel))
        self._show()

    def _leave_form(self) -> None:
        self._is_choosing = self._has_chosen = False
        self._show()

    @property
    def _others(self) -> list[WrittenTournament]:
        """Earlier tournaments: all but the one that is shown."""
        shown = self._tournament.snapshot
        return [written for written in self._earlier if written.id != shown.id or self._is_choosing]

    def _look_at_earlier(self) -> None:
        self.open(earlier_dialog(self._others, self._show_earlier))

    def _show_earlier(self, written: WrittenTournament) -> None:
        with self.stage.telling():
            self._tournament.show_earlier(written)
        self._is_choosing = self._has_chosen = False
        self._board.show(BoardPicture(BoardState.empty(written.plan.rules.grid)))
        self._show()

    def _open_game(self, result: GameResult) -> None:
        with self.stage.telling():
            self.stage.go_to(SceneName.PLAY, Visit(game=self._tournament.game_file(result.fixture.number)))

    def handle(self, event: Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self._toggle_pause()
            return True
        return False

    # --- what is shown ---

    def board_mark(self) -> BoardMark | None:
        return self._board.mark()

    def _face_of(self, spec: PlayerSpec) -> Face:
        kennel = self.services.kennel
        return face_of_player(spec, kennel.dogs(), kennel.ages_of)

    def _show(self) -> None:
        if self.root is None:
            return
        shown = self._tournament.snapshot
        is_choosing = self._is_choosing or shown.plan is None
        self._form.is_visible, self._standing.is_visible = is_choosing, not is_choosing
        self._form.offer_way_back(shown.plan is not None, bool(self._others))
        if shown.plan is not None and not is_choosing:
            self._standing.show(shown, bool(self._others))
        self._show_duel(shown, not is_choosing)
        self._show_board(shown)
        self._pause.is_enabled = shown.state in ACTIVE
        is_paused = shown.state in ACTIVE and self._tournament.is_paused
        self._pause.icon = Icon.PLAY if is_paused else Icon.PAUSE
        self._pause.tip = CompeteText.GO_ON_WATCHING if is_paused else CompeteText.PAUSE
        self._words.words = self._board_words(shown)

    def _shows_wish(self, shown: TournamentSnapshot) -> bool:
        """Whether the board is that at which the chosen players would meet: nobody plays on it yet."""
        return shown.plan is None or (self._is_choosing and shown.state not in ACTIVE)

    def _show_board(self, shown: TournamentSnapshot) -> None:
        is_wish, before = self._shows_wish(shown), self._board.shown.board
        grid = (self._form.wish.rules if is_wish or shown.plan is None else shown.plan.rules).grid
        live = None if is_wish or shown.live is None else shown.live.board
        if live is not None and live.stones.shape == grid:
            if before is not live:
                self._board.show(BoardPicture(live))
        elif (self._board.grid, before.letters) != (grid, grid.letters) or (is_wish and before.stones.any()):
            self._board.show(BoardPicture(BoardState.empty(grid)))

    def _show_duel(self, shown: TournamentSnapshot, is_shown: bool) -> None:
        """Both faces over the board, where two players meet."""
        plan = shown.plan if is_shown else None
        is_duel = plan is not None and len(plan.players) == 2
        if plan is not None and is_duel:
            playing = shown.live.fixture.black if shown.live is not None and shown.state in ACTIVE else None
            self._duel.show(plan, faces_of(self.services, plan.players), shown.table, playing)
        if self._duel.is_visible != is_duel:
            self._duel.is_visible = is_duel
            self.place_again()

    def _board_words(self, shown: TournamentSnapshot) -> Words:
        plan, live = shown.plan, shown.live
        if plan is None or self._shows_wish(shown):
            return CompeteText.BOARD_HERE
        if live is None:
            if shown.state in ACTIVE:
                return CompeteText.PAUSED if shown.state is TournamentState.PAUSED else CompeteText.STARTING
            return CompeteText.TIP_GAMES if shown.results else CompeteText.BOARD_HERE
        players = plan.players
        black, white = players[live.fixture.black], players[live.fixture.white]

        def said(strings: Strings) -> str:
            names = {"black": entrant_name(strings, black, players), "white": entrant_name(strings, white, players)}
            whole = strings.get(CompeteText.NOW, ply=live.ply, **names)
            has_room = self.stage.look.width(whole, Size.SMALL) <= self._words.rect.width
            return whole if has_room else strings.get(CompeteText.NOW_SHORT, ply=live.ply)

        return said

    # --- layout ---

    def arrange(self, rect: Rect, look: Look) -> None:
        left, column = cut_page(rect, look, foot=_FOOT, least=_COLUMN_LEAST)
        side = left.width
        if self._duel.is_visible:
            left = self._duel.place_top(left, look, look.px(duel.HEIGHT), look.px(10))
            side -= look.px(duel.HEIGHT + 10)
        board, rest = cut_top(left, side, look.px(8))
        self._board.place(centered(board, side, side), look)
        self._place_foot(Rect(rest.left, rest.top, rest.width, look.px(_FOOT) - look.px(8)), look)
        self._form.place(column, look)
        self._standing.place(column, look)
        self._show()

    def _place_foot(self, foot: Rect, look: Look) -> None:
        rest = self._pause.place_left(foot, look, foot.height, look.px(12))
        rest = self._pace.place_right(rest, look, look.px(86), look.px(8))
        rest = self._speed.place_right(rest, look, min(look.px(130), rest.width // 3), look.px(4))
        label = look.width(look.say(CompeteText.SPEED), Size.SMALL) + look.px(6)
        rest = self._speed_words.place_right(rest, look, label, look.px(10))
        self._words.place(rest, look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        look.shadow(surface, self._board.rect, 4, 12)


def _standing_of(shown: TournamentSnapshot) -> tuple[object, ...]:
    """What the column tells of."""
    playing = shown.live.fixture if shown.live is not None else None
    return shown.state, id(shown.plan), len(shown.results), id(shown.table), shown.error, shown.preparing, playing
