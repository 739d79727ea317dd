"""The train scene: adopt a dog, let it train, watch the games it plays and how it grows."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from clevergo.app.desk.library import HUMAN
from clevergo.app.desk.settings import SceneName
from clevergo.app.kennel.messages import DogAge, DogInfo, Effort, TrainingPhase, TrainingSnapshot
from clevergo.app.kennel.moments import BEST
from clevergo.app.kennel.tasks import Task
from clevergo.app.match.messages import MatchSetup
from clevergo.app.training.replay import ReplayDesk
from clevergo.app.training.settings import DogSettings, Newborn
from clevergo.games.game import Rules
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.games.start import Start
from clevergo.problem import BadValueError
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_top, is_key
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.notes import Tone
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.film.page import FilmPage
from clevergo.ui.scenes.film.spots import Spot, spot_of, usual_spots
from clevergo.ui.scenes.film.strip import STRIP, FilmStrip
from clevergo.ui.scenes.lesson.page import LessonPage
from clevergo.ui.scenes.shared.board_pane import BoardPane
from clevergo.ui.scenes.shared.frame import cut_page
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.scenes.train.adopt import AdoptDialog, HelloPanel, Story
from clevergo.ui.scenes.train.boards import BoardsDialog, boards_said
from clevergo.ui.scenes.train.diary import Behind, DiaryDialog
from clevergo.ui.scenes.train.growth import GrowthPanel
from clevergo.ui.scenes.train.machines import MachinesDialog, Place, place_said
from clevergo.ui.scenes.train.panels import DogPanel, Figure, Figures, StatusPanel, status_height
from clevergo.ui.scenes.train.rest import Rest
from clevergo.ui.scenes.train.settings import DogSettingsDialog
from clevergo.ui.scenes.train.wall import COUNTS, Wall, fitting_count
from clevergo.ui.scenes.train.words import (
    DASH,
    advice_said,
    diary,
    doctor_said,
    games_said,
    next_explained,
    next_said,
    rate,
    what_it_does,
)
from clevergo.ui.shell.scene import Scene, Services, Visit
from clevergo.ui.strings import FilmText, KennelText, MachineText, Strings, Text, TrainText

_CHORDS = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT
_FOOT = 38
"""What stands below the wall: its caption and how many boards there are."""
_LAST_BOARDS_STAY = 8.0
"""Seconds that the last boards stay after training, before the dog's best game is shown instead."""
_KENNEL_EVERY = 3.0
"""Seconds between looks into the kennel while a dog trains: its rating and its weights may be new."""


class TrainScene(Scene):
    """One wall of boards, one column; before the first dog, a page that explains itself."""

    name = SceneName.TRAIN

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._dogs: list[DogInfo] = []
        self._chosen = ""
        self._snapshot = TrainingSnapshot()
        self._kennel_age = 0.0
        self._ages: tuple[DogAge, ...] = ()
        self._wants_count = services.preferences.now.wall
        self._is_moving = False
        """Whether a dog is being moved to other boards."""
        self._diary: DiaryDialog | None = None
        """The diary that was opened last; it goes on while it is open."""
        self._story = Story(lambda: self.stage.art)
        self._hello_panel = HelloPanel(lambda: self.stage.art, self.adopt)
        self._wall = Wall(lambda: self.stage.art, self._show_wall_words, id="train.wall")
        self._replays = ReplayDesk()
        self._rest = Rest(
            lambda: self.stage.art,
            lambda replay: self.stage.go_to(SceneName.PLAY, Visit(record=replay.sgf)),
        )
        self._rest.is_visible = False
        self._rested = 0.0
        """For how many seconds nothing has been trained here."""
        self._wall_words = Label("", Size.SMALL, color="muted")
        counts = [Option(count, str(count) if count else TrainText.WALL_OFF) for count in COUNTS]
        self._counts = Segmented(counts, 9, self._choose_count, id="train.boards", tip=Text.TIP_BOARDS)
        self._film = FilmStrip(services, lambda: self.stage.art, self._film_turned, self.open_film)
        self._film_board = BoardPane(lambda _action: self._film.let_go(), self._film.step)
        tip = FilmText.STRIP_BACK
        self._film_back = Button("", self._film.let_go, icon=Icon.CLOSE, id="train.film.back", tip=tip)
        self._film_board.is_visible = self._film_back.is_visible = False
        self._dog = DogPanel(self.choose, self.adopt, self._change_settings)
        preferences = services.preferences
        self._growth = GrowthPanel(
            preferences.now.growth_in_hours, lambda value: preferences.change(growth_in_hours=value), self._ask_age
        )
        self._figures = Figures()
        self._status = StatusPanel(self._advise, self._read, self.open_lesson)
        self._toggle = Button(Text.TRAIN, self.toggle, ButtonKind.PRIMARY, size=Size.HEADING, id="train.toggle")
        self._play = Button(Text.PLAY_WITH_IT, self._play_with_it, id="train.play", tip=Text.TIP_PLAY_WITH_IT)
        self._effort_words = Label(Text.EFFORT, Size.SMALL, color="muted")
        words = {Effort.GENTLE: Text.EFFORT_GENTLE, Effort.HALF: Text.EFFORT_HALF, Effort.ALL: Text.EFFORT_ALL}
        efforts = [Option(effort, said) for effort, said in words.items()]
        chosen, change = preferences.now.effort, lambda effort: self.stage.change(effort=effort)
        self._effort = Segmented(efforts, chosen, change, id="train.effort", tip=Text.TIP_EFFORT)
        tip = MachineText.TIP_OPEN
        self._machines_button = Button("", self.open_machines, ButtonKind.QUIET, size=Size.SMALL, id="train.machines")
        self._machines_button.tip = tip
        self._machines: MachinesDialog | None = None
        """The dialog that was opened last; it goes on while it is open."""
        self._promise = Label(Text.STOP_ANY_TIME, Size.SMALL, align=Align.RIGHT, color="muted")
        self._hello, self._home = Group(), Group()
        self._hello.add(self._story, self._hello_panel)
        self._home.add(self._wall, self._rest, self._wall_words, self._counts, self._dog, self._growth, self._figures)
        self._home.add(self._film, self._film_board, self._film_back)
        self._home.add(self._status, self._toggle, self._play, self._effort_words, self._effort, self._promise)
        self._home.add(self._machines_button)
        self.add(self._hello, self._home)
        self._home.is_visible = False

    # --- what there is ---

    @property
    def chosen(self) -> DogInfo | None:
        """The dog that is shown."""
        return next((dog for dog in self._dogs if dog.name == self._chosen), None)

    @property
    def phase(self) -> TrainingPhase:
        """Where the chosen dog's training stands."""
        return self._snapshot.phase

    @property
    def is_active(self) -> bool:
        """Whether the chosen dog trains, starts or is being saved."""
        return self.phase.is_active

    def entered(self, visit: Visit | None) -> None:
        self._effort.value = self.services.preferences.now.effort
        self._story.tell_of(self.services.preferences.now.last_match.rules.game)
        self._look_into_kennel()
        self._take(self.services.training.snapshot)
        wanted = visit.dog if visit is not None and visit.dog else self._chosen
        wanted = wanted or self.services.preferences.now.last_dog
        names = [dog.name for dog in self._dogs]
        if not self.is_active and names:
            self.choose(wanted if wanted in names else names[0])

    def dog_renamed(self, old: str, new: str) -> None:
        if self._chosen == old:
            self._chosen = new

    def update(self, dt: float) -> bool:
        self._effort.value = self.services.preferences.now.effort
        self._take(self.services.training.snapshot)
        if self.is_active:
            self._kennel_age += dt
            if self._kennel_age >= _KENNEL_EVERY:
                self._look_into_kennel()
        self._hear_of_move()
        self._film.poll()
        self._rest_a_while(dt)
        return self._film.chosen is None and self._wall.catch_up()

    def handle(self, event: Event) -> bool:
        if is_key(event, pygame.K_l, pygame.K_d) and self.chosen is not None and not event.mod & _CHORDS:
            (self.open_lesson if event.key == pygame.K_l else self._read)()
            return True
        if self._film.chosen is None or not is_key(event, pygame.K_ESCAPE, pygame.K_LEFT, pygame.K_RIGHT):
            return False
        if event.key == pygame.K_ESCAPE:
            self._film.let_go()
        else:
            self._film.step(1 if event.key == pygame.K_RIGHT else -1)
        return True

    def left(self) -> None:
        self._film.let_go()

    def _rest_a_while(self, dt: float) -> None:
        """Replay the best game where nothing trains, a moment after the last boards were seen."""
        self._rested = 0.0 if self.is_active else self._rested + dt
        self._replays.poll()
        self._show_rest()
        if self._rest.is_visible and self._rest.tick(dt):
            self._show_wall_words()

    def _show_rest(self) -> None:
        is_seen = self._rested >= (_LAST_BOARDS_STAY if self._wall.has_boards else 0.0)
        is_free = not self.is_active and self._film.chosen is None
        replay = self._replays.replay if is_seen and is_free and self._wall.count else None
        self._rest.show(replay)
        if self._rest.is_visible != (replay is not None):
            self._rest.is_visible = replay is not None
            self._wall.is_visible = replay is None and self._film.chosen is None
            self._show_wall_words()

    def _look_at_best(self) -> None:
        """Whether there is a game to replay of the chosen dog."""
        dog = self.chosen
        best = None if dog is None or self.is_active else self.services.kennel.moment(dog.name, BEST)
        self._replays.want(self._chosen, dog.game if dog is not None else USUAL_GAME, best)

    def _take(self, shown: TrainingSnapshot) -> None:
        """Show a snapshot if it is another one than before; where it is of another dog, what the kennel knows."""
        if shown.phase.is_active:
            self._chosen = shown.dog
        if shown.dog != self._chosen:
            dog = self.chosen
            shown = TrainingSnapshot(dog=self._chosen)
            if dog is not None:
                shown = replace(shown, game=dog.game, games=dog.games, seconds=dog.seconds)
        seen = self._snapshot
        if (shown.version, shown.dog, shown.games) != (seen.version, seen.dog, seen.games):
            self._snapshot = shown
            if shown.phase is not seen.phase:
                self._look_into_kennel()
            self._show()

    def _look_into_kennel(self) -> None:
        self._kennel_age = 0.0
        with self.stage.telling():
            dogs = [dog for dog in self.services.kennel.dogs() if not dog.is_shipped]
            if dogs != self._dogs:
                self._dogs = dogs
                self._show()
            self._look_at_ages()

    def _look_at_ages(self) -> None:
        """Which earlier ages of the chosen dog can be played."""
        self._look_at_best()
        ages = tuple(self.services.kennel.ages_of(self._chosen)) if self.chosen is not None else ()
        if ages != self._ages:
            self._ages = ages
            self._show()
        self._follow_film()

    # --- its film ---

    def _follow_film(self) -> None:
        """Let the strip show the chosen dog as it is now."""
        had_film, spots = self._film.has_film, self._spots()
        self._film.follow(self._chosen, spots[0] if spots else None)
        if self._film.has_film != had_film:
            self.place_again()

    def _spots(self) -> list[Spot]:
        """The positions that the ages of the chosen dog can be asked about."""
        dog = self.chosen
        if dog is None or dog.weights is None:
            return []
        game = game_named(dog.game)
        try:
            rules, start = game.agree({"size": dog.sizes[0]} if dog.sizes else {})
        except BadValueError:  # it learned on a board this version of the game does not have
            return []
        spots = list(usual_spots(rules, start))
        match = self.services.match.snapshot
        if match.line.moves and match.setup.rules.game is game:
            spots.append(spot_of(match))
        return spots

    def open_film(self) -> None:
        """See the film large, with figures."""
        spots, dog = self._spots(), self.chosen
        if dog is None or not spots:
            return
        page = FilmPage(self.services, spots, spots[0].board, dog.name, SceneName.TRAIN, self._film.chosen)
        self.stage.show(page)

    def _film_turned(self) -> None:
        """Another age is looked at, or none any longer."""
        picture = self._film.picture() if self._film.chosen is not None else None
        self.wants_escape = self._film.chosen is not None
        self._film_board.is_visible = picture is not None
        self._wall.is_visible = picture is None and not self._rest.is_visible
        if self._film_back.is_visible != self.wants_escape:
            self._film_back.is_visible, self._counts.is_visible = self.wants_escape, not self.wants_escape
            self.place_again()
        if picture is not None:
            self._film_board.show(picture)
        self._show_wall_words()

    # --- what a person does ---

    def choose(self, name: str) -> None:
        """Show another dog."""
        self._chosen = name
        with self.stage.telling():
            self.services.training.look_at(name)
        self.services.preferences.change(last_dog=name)
        self._look_at_ages()
        self._take(self.services.training.snapshot)
        self._show()

    def adopt(self) -> None:
        """Ask for a name and take a new dog in."""
        if self.is_active:
            self.stage.toast(Text.STOP_TO_CHOOSE)
        else:
            self.open(AdoptDialog(self.stage.look.strings, [dog.name for dog in self._dogs], self._adopted))

    def _adopted(self, name: str, wish: Newborn) -> None:
        tidy = self.services.kennel.adopt(name, wish)
        self._look_into_kennel()
        self.choose(tidy)
        self.stage.toast(Text.ADOPTED(name=tidy), Tone.GOOD)

    def _change_settings(self) -> None:
        """Show how the dog is trained, to be changed as far as that is possible."""
        dog, training = self.chosen, self.services.training
        if dog is None:
            return

        def keep(settings: DogSettings) -> None:
            with self.stage.telling():
                training.wish(dog.name, settings)

        with self.stage.telling():
            has_begun = (self.is_active and self._snapshot.games > 0) or training.has_begun(dog.name)
            settings, title = training.wishes(dog.name), TrainText.DOG_SETTINGS_OF(name=dog.name)
            boards = Button(boards_said(dog), self._ask_boards, id="dog.boards")
            boards.is_enabled = dog.plays_elsewhere and not self.is_active
            self.open(DogSettingsDialog(title, settings, True, has_begun, keep, boards))

    def _ask_boards(self) -> None:
        """Ask on which boards the dog grows up from now on."""
        dog = self.chosen
        if dog is not None and self.root is not None:
            self.root.open_popup(BoardsDialog(dog, partial(self._move, dog.name)), self.root.rect)

    def _move(self, name: str, size: int, beside: tuple[int, ...]) -> None:
        with self.stage.telling():
            self.services.kennel.move(name, size, beside)
            self._is_moving = True

    def _hear_of_move(self) -> None:
        """A dog that was to move has done so, or could not."""
        end = self.services.kennel.finished(Task.MOVE) if self._is_moving else None
        if end is None:
            return
        self._is_moving = False
        if end.error is not None:
            self.stage.toast(end.error, Tone.ERROR)
        else:
            self.stage.toast(KennelText.MOVED(name=end.result), Tone.GOOD)
        self._look_into_kennel()
        if self._chosen == end.about and not self.is_active:
            self.choose(self._chosen)

    def _ask_age(self, age: DogAge) -> None:
        """Offer a game against the dog as it was then."""

        def said(strings: Strings) -> str:
            time = strings.duration(age.seconds)
            if age.rating is None:
                return strings.get(TrainText.AGE_SAID_UNRATED, time=time)
            told = strings.get(TrainText.AGE_SAID, time=time, rating=age.rating, error=age.rating_error or 0.0)
            return strings.get(TrainText.AGE_IS_BEST, said=told) if age.is_best else told

        title = TrainText.AGE_ASK(name=self._chosen, games=age.games)
        play = partial(self.stage.go_to, SceneName.PLAY, Visit(opponent=age.address))
        self.open(Dialog(title, said, TrainText.AGE_PLAY, play))

    def _advise(self) -> None:
        """What the doctor found, and what to do about it."""
        health, game = self._snapshot.health, self._snapshot.game
        self.open(Dialog(TrainText.DOCTOR_TITLE, lambda s: advice_said(s, health, game), cancel=None))

    def _read(self) -> None:
        """Open the dog's diary."""
        name, kennel, dog = self._chosen, self.services.kennel, self.chosen
        behind = Behind(
            dog.game if dog is not None else self._snapshot.game,
            dog.sizes[0] if dog is not None else 0,
            lambda: self.stage.art,
            partial(kennel.exams, name),
            partial(kennel.moment, name),
            lambda kept: self.stage.go_to(SceneName.PLAY, Visit(record=kept.sgf.decode("utf-8", "replace"))),
            lambda piece: self.stage.go_to(SceneName.PLAY, Visit(laid=_between_people(piece.rules, piece.start))),
        )
        with self.stage.telling():
            self._diary = DiaryDialog(name, kennel.diary(name), behind)
            self.open(self._diary)

    def open_lesson(self) -> None:
        """Look at one of the dog's lessons."""
        page = LessonPage(self.services, self._chosen)
        self.stage.show(page)

    def toggle(self) -> None:
        """Train, or stop."""
        with self.stage.telling():
            if self.is_active:
                self.services.training.stop()
            elif self._chosen:
                self.services.training.start(self._chosen, cluster=self.services.preferences.now.cluster_in_use)
        self._take(self.services.training.snapshot)

    def open_machines(self) -> None:
        """Show which computers train, to be changed for the next start."""
        now = self.services.preferences.now

        def keep(place: Place) -> None:
            self.stage.change(on_cluster=place.on_cluster, cluster=place.address)
            self._show_machines()

        self._machines = MachinesDialog(Place(now.on_cluster, now.cluster), self._snapshot.machines, keep)
        self.open(self._machines)

    def _show_machines(self) -> None:
        """How many machines work, on the button, and who they are where that is open."""
        now, machines = self.services.preferences.now, self._snapshot.machines
        working = machines if self.is_active else ()
        words = place_said(self.stage.look.strings, Place(now.on_cluster, now.cluster), working)
        if words != self._machines_button.words:
            self._machines_button.words = words
            self.place_again()
        if self._machines is not None and self._machines.root is not None:
            self._machines.take(machines)

    def _play_with_it(self) -> None:
        self.stage.go_to(SceneName.PLAY, Visit(opponent=self._chosen))

    def _choose_count(self, count: int) -> None:
        self._wants_count = count
        self.services.preferences.change(wall=count)
        self._wall.set_count(count, self.stage.look)
        self._show_wall_words()

    # --- what is shown ---

    def _show(self) -> None:
        """Set every widget to what there is now."""
        has_dog = bool(self._dogs) or self.is_active
        self._hello.is_visible = not has_dog
        self._home.is_visible = has_dog
        if not has_dog or self.root is None:
            return
        strings, shown, dog = self.stage.look.strings, self._snapshot, self.chosen
        self._show_dog(dog)
        self._growth.show(shown, strings, self._ages)
        does, more = what_it_does(strings, shown, is_taught=dog is not None and bool(dog.family))
        is_ill = bool(shown.health) and self.phase is not TrainingPhase.FAILED
        self._status.show(self.phase, does, doctor_said(strings, shown, more), diary(shown.news), is_ill, shown.game)
        self._status.bar.share = None if shown.preparing is None else shown.preparing.share
        self._status.bar.is_busy = self.phase in (TrainingPhase.STARTING, TrainingPhase.STOPPING)
        if self._diary is not None and self._diary.root is not None and self._chosen == shown.dog:
            self._diary.take(shown.news)
        self._show_machines()
        self._show_figures()
        self._show_buttons(dog)
        self._show_rest()
        self._wall.show(shown.boards, Text.BOARDS_HERE)
        self._show_wall_words()

    def _show_dog(self, dog: DogInfo | None) -> None:
        strings, shown = self.stage.look.strings, self._snapshot
        time, played = strings.duration(shown.seconds), shown.awaited.played
        if shown.games:
            age = strings.get(Text.AGE_SAID, games=games_said(strings, shown.games), time=time)
        elif played:
            age = strings.get(TrainText.FIRST_POSITIONS, have=played, time=time)
        else:
            age = strings.get(Text.NEWBORN_SAID)
        if dog is not None and dog.game != USUAL_GAME:
            age = f"{game_words(dog.game)(strings)} · {age}"
        rating, error = (dog.rating, dog.rating_error) if dog is not None else (None, None)
        if shown.strengths:
            rating, error = shown.strengths[-1].rating, shown.strengths[-1].error
        elif shown.version:  # the kennel's list still has the rating of a board that the dog has left
            rating = error = None
        said = strings.get(Text.RATING_ERROR, error=error or 0.0)
        if rating is None:
            said = strings.get(Text.NOT_RATED if shown.awaited.rating is None else TrainText.BEING_RATED)
        dogs = [Option(known.name, known.name, games_said(strings, known.games)) for known in self._dogs]
        self._dog.show(dogs, self._chosen, dog, self.is_active, age, rating, said)

    def _show_figures(self) -> None:
        strings, shown = self.stage.look.strings, self._snapshot
        runs = self.phase is TrainingPhase.RUNNING
        moves = rate(strings, shown.moves_per_second) if runs else DASH
        samples = strings.number(shown.samples) if shown.version else DASH
        goal, span = next_said(strings, shown)
        self._figures.shown = (
            _games_figure(strings, shown) if runs else Figure((Text.GAMES_PER_SECOND,), DASH, TrainText.TIP_GAMES),
            Figure((Text.MOVES_PER_SECOND,), moves, TrainText.TIP_MOVES),
            Figure((Text.SAMPLES,), samples, TrainText.TIP_SAMPLES),
            Figure((goal, TrainText.NEXT), span, next_explained(strings, shown)),
        )

    def _show_buttons(self, dog: DogInfo | None) -> None:
        self._toggle.is_enabled = self.phase is not TrainingPhase.STOPPING
        if self.phase is TrainingPhase.STOPPING:
            self._toggle.words = Text.SAVING
        elif self.is_active:
            self._toggle.words = Text.STOP_TRAINING
        else:
            self._toggle.words = Text.TRAIN_ON if self._snapshot.games else Text.TRAIN
        can_play = dog is not None and dog.weights is not None
        self._play.is_enabled = can_play
        self._play.tip = Text.TIP_PLAY_WITH_IT if can_play else Text.NOT_YET_PLAYABLE

    def _show_wall_words(self) -> None:
        words: Words
        if self._film.chosen is not None:
            words = self._film.told()
        elif self._rest.is_visible:
            words = self._rest.told
        elif self._wall.count == 0 or not self._wall.has_boards:
            words = ""
        elif self._wall.large is not None:
            words = Text.BACK_TO_WALL
        else:
            words = Text.LIVE_BOARDS if self.is_active else Text.LAST_BOARDS
        self._wall_words.words = words
        self._counts.value = self._wall.count

    # --- layout ---

    def arrange(self, rect: Rect, look: Look) -> None:
        self._home.rect = self._hello.rect = rect.copy()
        story, panel = cut_page(rect, look, self._story.needed_width(rect.height - 2 * look.px(18), look))
        self._story.place(story, look)
        self._hello_panel.place(panel, look)
        has_film = self._film.is_visible = self._film.has_film
        left, column = cut_page(rect, look, foot=_FOOT + (STRIP + GAP if has_film else 0))
        self._place_wall(left, look)
        self._place_column(column, look)
        self._show()

    def _place_wall(self, room: Rect, look: Look) -> None:
        if self._film.is_visible:
            room = self._film.place_top(room, look, look.px(STRIP), look.px(GAP))
        wall, foot = cut_top(room, room.width, look.px(8))
        self._film_board.place(wall, look)
        wanted = fitting_count(wall.width / look.scale) if self._wants_count is None else self._wants_count
        self._wall.set_count(wanted, look)
        self._wall.place(wall, look)
        self._rest.place(wall, look)
        foot.height = look.px(_FOOT - 8)
        counts, live = self._counts.needed_width(look), self._film.chosen is None
        words = self._counts.place_right(foot, look, min(counts, foot.width // 2), look.px(8))
        told = self._film_back.place_right(foot, look, foot.height, look.px(8))
        self._wall_words.place(words if live else told, look)

    def _place_column(self, column: Rect, look: Look) -> None:
        is_low = column.height < look.px(600)
        gap = look.px(10 if is_low else GAP)
        rest = self._dog.place_top(column, look, look.px(88 if is_low else 96), gap)
        rest, effort = cut_bottom(rest, look.px(_FOOT - 8), look.px(8 if is_low else 10))
        rest, buttons = cut_bottom(rest, look.px(46 if is_low else 52), gap)
        free = rest.height - 2 * gap - look.px(60 if is_low else 68)
        status = status_height(look, min(round(free * 0.4), look.px(260)))
        rest = self._status.place_bottom(rest, look, status, gap)
        growth = self._figures.place_bottom(rest, look, look.px(60 if is_low else 68), gap)
        self._growth.place(growth, look)
        play = max(self._play.needed_width(look), look.px(120))
        toggle = self._play.place_right(buttons, look, play, look.px(10))
        self._toggle.place(toggle, look)
        self._place_effort(effort, look)

    def _place_effort(self, rect: Rect, look: Look) -> None:
        words, rest = cut_left(rect, look.width(look.say(Text.EFFORT), Size.SMALL) + look.px(4), look.px(8))
        self._effort_words.place(words, look)
        rest = self._effort.place_left(rest, look, min(self._effort.needed_width(look), rest.width), look.px(10))
        button = self._machines_button.needed_width(look)
        self._machines_button.is_visible = rest.width >= button
        rest = self._machines_button.place_right(rest, look, min(button, rest.width), look.px(10))
        self._promise.is_visible = rest.width >= look.width(look.say(Text.STOP_ANY_TIME), Size.SMALL)
        self._promise.place(rest, look)


def _games_figure(strings: Strings, runs: TrainingSnapshot) -> Figure:
    """Games a second, or a minute where they take longer; before the first has ended, how many are being played."""
    if not runs.games and runs.awaited.games:
        labels = (TrainText.GAMES_AT_ONCE, TrainText.AT_ONCE)
        return Figure(labels, strings.number(runs.awaited.games), TrainText.TIP_GAMES_AT_ONCE)
    if runs.games_per_second < 1.0:
        a_minute = 60.0 * runs.games_per_second
        return Figure((TrainText.GAMES_PER_MINUTE,), rate(strings, a_minute), TrainText.TIP_GAMES_MINUTE)
    return Figure((Text.GAMES_PER_SECOND,), rate(strings, runs.games_per_second), TrainText.TIP_GAMES)


def _between_people(rules: Rules, start: Start) -> MatchSetup:
    return MatchSetup(HUMAN, HUMAN, rules, start)
