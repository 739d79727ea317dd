"""The play scene: a board, and beside it who plays, how it stands, what the machine thinks and what one can do."""

from __future__ import annotations

from dataclasses import replace

import pygame
from pygame import Rect
from pygame.event import Event

from clevergo.app.desk.settings import SceneName
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.match.messages import MatchPhase, MatchSetup, MatchSnapshot, Refusal
from clevergo.games.game import Rules
from clevergo.games.guests import game_named
from clevergo.games.start import Start
from clevergo.players.spec import PlayerKind, PlayerSpec, split_age
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.dialog import ask
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.notes import Tone
from clevergo.ui.scenes.analysis.desk import MindDesk
from clevergo.ui.scenes.coach.desk import CoachDesk
from clevergo.ui.scenes.coach.page import CoachPage
from clevergo.ui.scenes.coach.report import ReportDesk
from clevergo.ui.scenes.meeting.page import show_meeting_page
from clevergo.ui.scenes.play.actions import GameActions
from clevergo.ui.scenes.play.companion import Companion
from clevergo.ui.scenes.play.editor import EditPage, Laid
from clevergo.ui.scenes.play.faces import Face, face_of_player
from clevergo.ui.scenes.play.ladder.page import LadderPage
from clevergo.ui.scenes.play.ladder.words import progress_words
from clevergo.ui.scenes.play.page import GamePage, Tab
from clevergo.ui.scenes.play.progress import Progress
from clevergo.ui.scenes.play.record import RecordDesk
from clevergo.ui.scenes.play.settling import settled_words
from clevergo.ui.scenes.play.setup import SetupForm
from clevergo.ui.scenes.play.sides import Roster, ask_who_plays_on, ask_who_takes_over, likely_players
from clevergo.ui.scenes.play.sounds import Ticking, let_hear
from clevergo.ui.scenes.play.words import color_words, refusal_words
from clevergo.ui.scenes.share.dialog import share
from clevergo.ui.scenes.share.offers import offer_game
from clevergo.ui.scenes.shared.board_pane import BoardPane, HasBoard
from clevergo.ui.scenes.shared.frame import cut_frame
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.shell.audio import Sound
from clevergo.ui.shell.scene import Scene, Services, Visit
from clevergo.ui.strings import LadderText, MeetText, PlayText, Text, kindly

_SAID_AFTER, _SAID_ON = 0.5, 0.6
"""Seconds of reading a game that are worth a word, and for how long after it."""


class PlayScene(HasBoard, Scene):
    """Two players and a board. The match is the app's; this shows it and passes on what a person wants."""

    name = SceneName.PLAY

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._match = services.match.snapshot
        self._was_running = False
        self._waits_for_me = False
        """Whether a game with clocks waits because the person looks at another page."""
        self._is_setting_up = self._match.phase is MatchPhase.SETUP
        self._is_shown = False
        self._ticking = Ticking()
        self.board = BoardPane(self._clicked, self._turned, has_cursor=True)
        self.board.pointed = self._hovered
        self.board.say_why = lambda reason: refusal_words(Refusal(reason))
        self.board.entered = self._explain_cursor
        self._has_explained_cursor = self._was_aiming = False
        self._record = RecordDesk(services, self, self._opening_game, self.edit)
        self._opened_words: Words | None = None
        """What to say once the game that is being read is on the board; None while none is."""
        self._opening_for = 0.0
        self._form = SetupForm(self, services.preferences.now.last_match, self._record.button(), self._record.open_last)
        self._ladder = services.ladder or Ladder(None, services.kennel)
        self._heard = -1
        """The version of the match that the ladder heard of last."""
        self._is_unfolded = False
        """Whether players and rules are chosen one by one this time, whatever is usual."""
        record, resume = self._record.button(), self._record.open_last
        network = self.meet if self.can_meet else None
        self._portraits = LadderPage(
            self._ladder, self._begin, self._unfold, self.back, record, resume, network, self._form.choose_game
        )
        self._desk = MindDesk(services, self.show_board, lambda page: self.stage.show(page), self._was_helped)
        self._actions = GameActions(services, self, self.board)
        self._coach = CoachDesk(services, self._coach_knows, lambda words: self.stage.toast(words))
        self._reports = ReportDesk(self._coach)
        self._companion = Companion(services, self.show_board)
        record = self._record.button()
        self._game = GamePage(
            self,
            self._actions,
            self._desk,
            self._coach,
            record,
            self._face_of,
            self._companion,
            Progress(self._ladder, services.preferences),
        )
        self._edit = EditPage(self.show_board, self._play_laid, self._look_at_laid, self._leave_edit)
        self.add(self.board, self._form, self._portraits, self._game, self._edit)
        self._show_choices()
        self._show(self._match)

    # --- scene ---

    def entered(self, visit: Visit | None) -> None:
        self._is_shown = True
        self._go_on_after_absence()
        self._show_choices()
        self._game.players.look_at_faces()
        self._show(self._match)
        self.services.match.library.refresh()
        if visit is not None and not self._record.is_free():
            return
        if visit is not None and visit.game is not None:
            self._record.open_file(visit.game)
        elif visit is not None and visit.match is not None:
            self._begin(visit.match)
        elif visit is not None and visit.record is not None:
            self._record.open_text(visit.record)
        elif visit is not None and visit.opponent is not None:
            self._challenge(visit.opponent)
        elif visit is not None and visit.setup is not None:
            self._offer(visit.setup)
        elif visit is not None and visit.laid is not None:
            self._lay(visit.laid.rules, visit.laid.start)

    def dog_renamed(self, old: str, new: str) -> None:
        self._ladder.dog_renamed(old, new)
        self.services.match.dog_renamed(old, new)
        if self.services.lobby is not None:
            self.services.lobby.dog_renamed(old, new)
        self._form.show(self._form.setup.renamed(old, new))

    def _go_on_after_absence(self) -> None:
        """Let the clocks run again that were stopped when another page was opened."""
        waits, self._waits_for_me = self._waits_for_me, False
        if waits and self.services.match.snapshot.phase is MatchPhase.PAUSED:
            self.services.match.start()
            self._match = self.services.match.snapshot

    def left(self) -> None:
        self._is_shown = False
        match = self.services.match
        # Nobody takes in a machine's answer now, and its time would run; nor does the person see their own.
        if match.snapshot.phase is MatchPhase.RUNNING and match.snapshot.away is None and match.clock is not None:
            match.pause()
            self._waits_for_me = True
        self._desk.attend(False)
        self._coach.attend(False)

    def arrange(self, rect: Rect, look: Look) -> None:
        board, column = cut_frame(rect, look)
        self.board.place(board, look)
        self._form.place(column, look)
        self._portraits.place(rect, look)
        self._game.place(column, look)
        self._edit.place(column, look)
        self.show_board()  # what is to be seen on it may have been changed in the settings

    def update(self, dt: float) -> bool:
        self.services.match.poll()
        match = self.services.match.snapshot
        if match.version != self._heard:
            self._heard = match.version
            self._note_progress(match)
        analysis = None if self.services.analysis is None else self.services.analysis.snapshot
        if analysis is not None and (analysis.is_seeking_hint or analysis.hint is not None):
            self._was_helped()
        if match.version != self._match.version:
            before, self._match = self._match, match
            self._watch_for_opened(before, match)
            self._watch_for_met(before, match)
            said = let_hear(before, match, self.services.audio) or settled_words(before, match)
            if said is not None:
                self.stage.toast(said)
            self._show(match)
        clock = self.services.match.clock
        self._game.players.show_clock(clock)
        tick = self._ticking.hear(match, clock)
        if tick is not None:
            self.services.audio.play(tick)
        if self._is_setting_up:
            unfinished = self._record.unfinished()
            self._form.offer_last(unfinished)
            self._portraits.offer_last(unfinished)
        self._record.update()
        self._desk.update()
        self._game.make_room()
        self._coach.update()
        if not self._is_setting_up:
            self._companion.hear()
        self._say_it_is_read(dt)
        return False

    def handle(self, event: Event) -> bool:
        if self._is_editing:
            if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
                self._leave_edit()
                return True
            return False
        if event.type != pygame.KEYDOWN or self._record.handle(event):
            return event.type == pygame.KEYDOWN
        has_control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not has_control:
            self._start_or_aim()
        elif self._is_setting_up:
            return False
        elif event.key == pygame.K_b and not has_control:
            self._aim()
        elif event.key == pygame.K_n and has_control:
            self.new_game()
        elif self._handle_notes(event, has_control) or self._handle_coach(event):
            pass
        elif self._desk.handle(event):
            self._game.turn_to(Tab.MIND)  # where the answer is
        else:
            return self._actions.handle(event)
        return True

    def _handle_coach(self, event: Event) -> bool:
        return self._coach.handle(event, self.services.match.go_to, self.open_coach)

    def _handle_notes(self, event: Event, has_control: bool) -> bool:
        """The keys of the record's tab; whether it was one."""
        notes = self._game.notes
        if event.key == pygame.K_ESCAPE and notes.marking.tool is not None:
            notes.marking.take(None)
        elif event.key == pygame.K_t and not has_control:
            self._game.turn_to(Tab.TREE)
        elif event.key == pygame.K_w and not has_control:
            self._game.turn_to(Tab.TREE)
            self.stage.set_focus(notes.words, by_keys=True)
        else:
            return False
        return True

    # --- the coach ---

    def open_coach(self) -> None:
        """Look at what cost most in the game that is over, or in the record."""
        reason = self._coach.why_not()
        if reason is not None:
            self.stage.toast(reason)
            return
        page = CoachPage(self.services, self._coach, self._match, self._reports)
        self.stage.show(page)

    def _coach_knows(self) -> None:
        """Something else is known of the moves of the game."""
        self._game.show_coach()
        self._desk.show(self._match, self._coach.review, self._coach.mistakes)
        self.show_board()

    # --- from one game to another ---

    def _aim(self) -> None:
        """Go to the board with the keyboard, or leave it."""
        self.stage.set_focus(None if self.board.has_focus else self.board, by_keys=True)

    def _start_or_aim(self) -> None:
        """Begin the game that is set up; in a game, go to the board. Whoever begins by keys goes on with them."""
        if self._is_setting_up:
            self._was_aiming = True
            if self._shows_portraits:
                self._portraits.play_next()
            else:
                self.start()
        else:
            self._aim()

    # --- somebody at another computer ---

    @property
    def can_meet(self) -> bool:
        """Whether games over the network are possible."""
        return self.services.lobby is not None

    def meet(self) -> None:
        """Invite somebody, or be somebody's guest."""
        show_meeting_page(self, self.services, self._form.setup)

    def _watch_for_met(self, before: MatchSnapshot, now: MatchSnapshot) -> None:
        """Somebody at another computer has sat down, or has said what they think of a wish."""
        if now.away is None:
            return
        if before.away is None or before.match_id != now.match_id:
            self._edit.begin(None)
            self._is_setting_up = False
            if now.away.is_here and not now.away.is_tournament:
                self.stage.toast(MeetText.MET(name=now.away.name, color=color_words(now.away.color)))
            return
        asked = before.away.question if before.away.question and not before.away.is_asked else ""
        # Taken back, or given up by who asked for it: with a move of their own.
        is_done_with = now.live.ply < before.live.ply or (
            now.live.ply > before.live.ply and before.live.to_play is before.away.color
        )
        if asked == "undo" and not now.away.question and not is_done_with and now.outcome is None:
            self.stage.toast(MeetText.SAID_NO(name=now.away.name))
        elif now.away.refusal and now.away.refusal != before.away.refusal:
            self.stage.toast(refusal_words(Refusal(now.away.refusal)))

    def leave_meeting(self) -> None:
        """Leave whoever plays at another computer, after asking; the game is kept and can be gone on with."""
        away, lobby = self._match.away, self.services.lobby

        def leave() -> None:
            if lobby is not None:
                lobby.cancel()
            self.services.match.leave()
            self.new_game()

        if lobby is not None and lobby.snapshot.holds_tournament:
            ask(self.stage, MeetText.END_TOURNAMENT, MeetText.END_SAID, MeetText.END, leave, MeetText.STAY)
        elif away is None or away.is_lost or not (away.has_more or self._match.outcome is None):
            leave()
        else:
            said = MeetText.LEAVE_TOURNAMENT_SAID if away.is_tournament else MeetText.LEAVE_SAID
            ask(self.stage, MeetText.LEAVE(name=away.name), said, MeetText.LEAVE_DO, leave, MeetText.STAY)

    def new_game(self) -> None:
        """Choose players and rules; a running game waits meanwhile."""
        if self._match.away is not None and self.services.match.snapshot.away is not None:
            self.leave_meeting()
            return
        self._was_running = self._match.phase is MatchPhase.RUNNING
        if self._was_running:
            self.services.match.pause()
        self._form.show(self.services.preferences.now.last_match)  # not what a record was played by
        self._is_unfolded = False
        self._show_choices()
        self._was_aiming = self.board.has_focus
        if self._was_aiming:
            self.stage.set_focus(None)  # Enter begins the new game
        self._set_up(True)

    # --- portraits, or everything there is to choose ---

    @property
    def _shows_portraits(self) -> bool:
        return self._is_setting_up and not (self._is_unfolded or self.services.preferences.now.chooses_more)

    def _show_choices(self) -> None:
        """Who is there to be played, as it is now."""
        self._form.show_players(Roster.of(self.services.kennel))
        self._portraits.show(self._form.setup.rules.game)

    def _unfold(self) -> None:
        """Choose everything one by one, from now on; the game that was looked at first."""
        self.services.preferences.change(play_more=True)
        self._form.choose_game(self._portraits.game)
        self.stage.set_focus(None)
        self._show(self._match)

    def fold(self) -> None:
        """Choose a portrait, from now on."""
        self._is_unfolded = False
        self.services.preferences.change(play_more=False)
        self.stage.set_focus(None)
        self._show_choices()
        self._show(self._match)

    def _face_of(self, spec: PlayerSpec) -> Face:
        kennel = self.services.kennel
        return face_of_player(spec, kennel.dogs(), kennel.ages_of, self._ladder.person.name)

    def _note_progress(self, match: MatchSnapshot) -> None:
        """A game has gone on; where it has ended, that may tell how strong the person is."""
        if match.away is not None:
            return  # how strong the other is, nobody knows here
        game = match.setup.rules.game
        bout = self._ladder.hear(match, self.services.preferences.now.mind_on)
        if bout is None:
            self._say_that_it_no_longer_counts(match)
            return
        said = progress_words(self._ladder.standings(game), bout)
        if said is not None:
            self.stage.toast(said, Tone.GOOD)

    def _was_helped(self) -> None:
        """The person is shown what to play: their game is no measure of them."""
        self._ladder.note_help()
        self._say_that_it_no_longer_counts(self.services.match.snapshot)

    def _say_that_it_no_longer_counts(self, match: MatchSnapshot) -> None:
        """Once in a game that the ladder would have counted, as somebody helps."""
        if self._ladder.has_just_lost_count(match):
            self.stage.toast(LadderText.HELPED)

    def ask_who_plays_on(self) -> None:
        """Ask who plays a game of one's own from the position of a record, or from one that was laid by hand."""
        match, last = self._match, self.services.preferences.now.last_match
        roster = Roster.of(self.services.kennel).of_game(match.setup.rules.game.name)
        likely = likely_players(last, match.shown.to_play)
        black, white = (spec if roster.has(spec) else roster.stand_in(spec) for spec in likely)
        is_laid = match.shown.ply == 0 and not match.setup.start.is_empty
        ply = None if is_laid else match.shown.ply
        ask_who_plays_on(self.stage, ply, (black, white), roster, self._play_on)

    def ask_who_takes_over(self) -> None:
        """Ask who plays from now on; a running game waits, and goes on if nobody is changed."""
        services = self.services
        match = services.match.snapshot
        was_running = match.phase is MatchPhase.RUNNING
        if was_running:
            services.match.pause()
        left = services.match.start if was_running else lambda: None
        players = match.setup.black, match.setup.white
        roster = Roster.of(services.kennel).of_game(match.setup.rules.game.name)
        ask_who_takes_over(self.stage, players, roster, self._take_over, left)

    def share(self) -> None:
        """Show the game to friends."""
        services = self.services
        assert services.inquiries is not None
        share(self.stage, services.inquiries, offer_game(services, self.stage.look.strings, services.match.snapshot))

    def _take_over(self, black: PlayerSpec, white: PlayerSpec) -> None:
        if self._are_trained(black, white):
            self.services.match.change_players(black, white)
            self.stage.toast(PlayText.CHANGED)

    def _play_on(self, black: PlayerSpec, white: PlayerSpec) -> None:
        if self._are_trained(black, white):
            self.services.match.play_on(black, white)

    # --- a position laid by hand ---

    @property
    def _is_editing(self) -> bool:
        return self._edit.laid is not None

    def edit(self) -> None:
        """Lay a position by hand, beginning with what lies on the board; a running game waits meanwhile."""
        if not self._record.is_free():
            return
        match = self.services.match.snapshot
        if self._is_setting_up:
            setup = self._form.setup
            laid = Laid(setup.rules, self.services.match.first_board(setup).stones, setup.start.to_play)
        else:
            self._was_running = match.phase is MatchPhase.RUNNING
            if self._was_running:
                self.services.match.pause()
            laid = Laid(match.setup.rules, match.shown.board.stones, match.shown.to_play)
        self.stage.set_focus(None)
        self._edit.begin(laid)
        self._show(self.services.match.snapshot)

    def _leave_edit(self) -> None:
        self._edit.begin(None)
        if self._is_setting_up:
            self._show(self._match)
        else:
            self.back()

    def _lay(self, rules: Rules, start: Start) -> bool:
        """Put what was laid on the board; whether it could lie there."""
        problem = self.services.match.set_up(rules, start)
        if problem is not None:
            self.stage.toast(problem, Tone.ERROR)
            return False
        self._edit.begin(None)
        self._was_running = False
        self._opened_words = None
        self._set_up(False)
        self._game.open_at_moves(self._match)
        return True

    def _look_at_laid(self) -> None:
        laid = self._edit.laid
        if laid is not None and self._lay(laid.rules, laid.start):
            self.stage.toast(PlayText.LAID_DONE)

    def _play_laid(self) -> None:
        laid = self._edit.laid
        if laid is not None and self._lay(laid.rules, laid.start):
            self.ask_who_plays_on()

    def back(self) -> None:
        self._set_up(False)
        was_running, self._was_running = self._was_running, False
        if was_running and self._match.phase is MatchPhase.PAUSED:
            self.services.match.start()

    def start(self) -> None:
        setup = self._form.setup
        if not self._are_trained(setup.black, setup.white):
            return
        by_keys = self._was_aiming or (self.stage.shows_focus and any(w.has_focus for w in self._form.walk()))
        # Whoever has begun with portraits goes on with them.
        more = self.services.preferences.now.chooses_more
        self.services.preferences.change(last_match=setup, play_more=more)
        self._opened_words = None
        self._was_running = False
        self.services.match.new_match(setup)
        self.services.match.start()
        self._set_up(False)
        if by_keys and setup.has_human:
            self.stage.set_focus(self.board, by_keys=True)

    def _begin(self, setup: MatchSetup) -> None:
        """A game between these at once; one that is under way stays saved."""
        self._edit.begin(None)
        self._form.show(setup)
        self.start()

    def _are_trained(self, *players: PlayerSpec) -> bool:
        """Whether all of them can play; says which dog cannot."""
        untrained = {dog.name for dog in self.services.kennel.dogs() if dog.weights is None}
        name = next((player.dog for player in players if player.dog is not None and player.dog in untrained), None)
        if name is not None:
            self.stage.toast(lambda s: s.get(Text.DOG_UNTRAINED, name=dog_name(s, name)), Tone.ERROR)
        return name is None

    def deal_with_trouble(self) -> None:
        """Try again where the game waits for that; else the message has been read."""
        self._game.read_trouble = self._match.error
        if self._match.phase is MatchPhase.PAUSED:
            self.services.match.start()
        self._show(self._match)

    def _leave_board(self) -> None:
        """A running game waits, and goes on when the person comes back to it; one that waits goes on waiting."""
        if self._match.phase is MatchPhase.RUNNING:
            self.new_game()
        else:
            self._was_running = False

    def _offer(self, setup: MatchSetup) -> None:
        """Get ready for a match; a running game waits meanwhile."""
        self._edit.begin(None)
        if not self._is_setting_up:
            self._leave_board()
        self._form.show(setup)
        self._is_unfolded = True
        self._show_choices()
        self._set_up(True)

    def _challenge(self, dog: str) -> None:
        """A game of the person, with Black, against a dog: its own, on a board it knows, where another was chosen."""
        white = PlayerSpec(PlayerKind.ALPHAGO, dog, 100)
        self._edit.begin(None)
        if not self._is_setting_up:
            self._leave_board()
        setup = self._form.setup
        known = next((info for info in self.services.kennel.dogs() if info.name == split_age(dog)[0]), None)
        if known is not None and known.game != setup.rules.game.name:
            sizes = {"size": known.sizes[0]} if known.sizes else {}
            rules, begun = game_named(known.game).agree(sizes)
            setup = replace(setup, rules=rules, start=begun)
        elif known is not None and not known.plays_elsewhere and setup.rules.size not in known.sizes:
            game = setup.rules.game
            agreed = game.changed(game.agreed(setup.rules, setup.start), "size", known.sizes[0])
            rules, begun = game.agree(agreed)
            setup = replace(setup, rules=rules, start=begun)
        self._form.show(replace(setup, black=PlayerSpec(PlayerKind.HUMAN), white=white))
        self._is_unfolded = True
        self._show_choices()
        self._set_up(True)

    def _clicked(self, action: int) -> None:
        if self._is_editing:
            problem = self._edit.click(action, self.services.match.why_no_start)
            if problem is None:
                self.services.audio.play(Sound.STONE)
            else:
                self._actions.refuse(action, kindly(problem))
        elif self._is_setting_up:
            self._actions.refuse(action, refusal_words(Refusal.NOT_STARTED))
        elif self._game.notes.marking.tool is not None:
            self._game.notes.marking.click(action, self.stage)
        else:
            self._actions.click(action)

    def _turned(self, steps: int) -> None:
        if not self._is_setting_up and not self._is_editing:
            self.services.match.look_by(steps)

    def _hovered(self, action: int | None) -> None:
        if not self._is_setting_up and not self._is_editing:
            self._desk.hover(action)

    def _explain_cursor(self) -> None:
        """Say once what the keys do on the board."""
        if not self._has_explained_cursor:
            self._has_explained_cursor = True
            self.stage.toast(PlayText.CURSOR_SAID)

    # --- showing ---

    def _set_up(self, setting_up: bool) -> None:
        self._is_setting_up = setting_up
        self._match = self.services.match.snapshot
        self._game.players.look_at_faces()  # the person may have said meanwhile what they are called
        self._show(self._match)

    def _show(self, match: MatchSnapshot) -> None:
        is_editing = self._is_editing
        self._edit.is_visible = is_editing
        shows_portraits = self._shows_portraits and not is_editing
        self._portraits.is_visible = shows_portraits
        self.board.is_visible = not shows_portraits
        self._form.is_visible = self._is_setting_up and not is_editing and not shows_portraits
        for page in (self._form, self._portraits):
            page.offer_way_back(match.phase is not MatchPhase.SETUP)
        self._game.is_visible = not self._is_setting_up and not is_editing
        self.board.can_focus = not self._is_setting_up or is_editing
        is_attended = self._is_shown and not self._is_setting_up and not is_editing
        self._desk.attend(is_attended)
        self._coach.attend(is_attended)
        self._coach.show(match)
        self._desk.show(match, self._coach.review, self._coach.mistakes)
        self._game.show(match)
        self.show_board()

    def _opening_game(self, words: Words) -> None:
        self._opened_words = words
        self._opening_for = 0.0

    def _say_it_is_read(self, dt: float) -> None:
        """A game that was asked for is not there yet: on a first start the rules are compiled before it."""
        if self._opened_words is None or not self._match.waiting.is_loading:
            return
        self._opening_for += dt
        if self._opening_for >= _SAID_AFTER and self._is_shown:
            words = PlayText.OPENING if self._match.waiting.preparing is None else PlayText.OPENING_FIRST
            self.stage.toasts.say(words, self.stage.look, seconds=_SAID_ON)

    def _watch_for_opened(self, before: MatchSnapshot, now: MatchSnapshot) -> None:
        """A game that was asked for is on the board, or cannot be read."""
        words = self._opened_words
        if words is None:
            return
        if now.match_id != before.match_id:
            self._opened_words = None
            self._edit.begin(None)
            self._is_setting_up = False
            self._game.open_at_moves(now)
            if now.note:
                self.stage.toast(now.note, Tone.ERROR)
            elif words:
                self.stage.toast(words)
        elif now.error is not None and now.error is not before.error:
            self._opened_words = None
            self._game.read_trouble = now.error
            self.stage.toast(now.error, Tone.ERROR)

    def show_board(self) -> None:
        match, settings = self._match, self.services.preferences.now
        if self._is_editing:
            picture = BoardPicture(self._edit.board, coordinates=settings.coordinates)
            self.board.show(picture, self._edit.tool or None)
            return
        if self._is_setting_up and (match.phase is not MatchPhase.SETUP or match.shown.ply == 0):
            setup = self._form.setup
            empty = self.services.match.first_board(setup)
            self.board.show(BoardPicture(empty, coordinates=settings.coordinates))
            return
        waiting, points = match.waiting.first_move, match.shown.board.stones.size
        markup = self._companion.markup
        picture = BoardPicture(
            replace(match.shown.board, markup=markup) if markup.shapes else match.shown.board,
            hover=None if waiting is None or waiting >= points else (waiting, int(match.shown.to_play)),
            numbers=_numbers(match) if settings.move_numbers else {},
            marks=replace(self._desk.marks, dots=self._coach.dots()),
            coordinates=settings.coordinates,
        )
        may_move = match.may_move and not self._is_setting_up and self._game.notes.marking.tool is None
        if picture.marks.line:  # the moves of a line have figures of their own, and cover the points
            picture, may_move = replace(picture, board=replace(match.shown.board, last_move=None), numbers={}), False
        self.board.show(picture, int(match.shown.to_play) if may_move else None)


def _numbers(match: MatchSnapshot) -> dict[int, int]:
    """The number of the move that put each stone there."""
    stones = match.shown.board.stones.ravel()
    return {action: ply for ply, action in enumerate(match.shown.moves, 1) if action < stones.size and stones[action]}
