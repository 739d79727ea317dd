"""The train scene: adopt a dog, let it train, watch the games it plays and how it grows."""

from __future__ import annotations

import logging

from pygame import Rect

from clevergo.app.desk.paths import AppError
from clevergo.app.desk.settings import SceneName
from clevergo.app.kennel.messages import DogAge, DogInfo, Effort, TrainingPhase, TrainingSnapshot
from clevergo.app.training.settings import DogSettings, Newborn
from clevergo.games.guests import USUAL_GAME
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.label import Label
from clevergo.ui.kit.layout import centered, cut_bottom, cut_left, cut_top, inset
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.notes import Tone
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.shared.terms import game_words
from clevergo.ui.scenes.train.adopt import AdoptDialog, HelloPanel, Story
from clevergo.ui.scenes.train.growth import GrowthPanel
from clevergo.ui.scenes.train.panels import DogPanel, Figure, Figures, StatusPanel, status_height
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
from clevergo.ui.strings import Strings, Text, TrainText, kindly

logger = logging.getLogger(__name__)

_ACTIVE = frozenset({TrainingPhase.STARTING, TrainingPhase.RUNNING, TrainingPhase.STOPPING})
_MARGIN = 24
_COLUMN_LEAST, _COLUMN_MOST = 344, 660
"""Width of the column, in logical units."""
_BETWEEN = 20
_FOOT = 38
"""What stands below the wall: its caption and how many boards there are."""
_KENNEL_EVERY = 3.0
"""Seconds between looks into the kennel while a dog trains: its rating and its weights may be new."""


class TrainScene(Scene):
    """One wall of boards, one column; before the first dog, a page that explains itself."""

    name = SceneName.TRAIN

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._dogs: list[DogInfo] = []
        self._chosen = ""
        self._snapshot: TrainingSnapshot | None = None
        self._seen_version: tuple[int, str] | None = None
        self._kennel_age = 0.0
        self._ages: tuple[DogAge, ...] = ()
        self._wants_count = services.preferences.now.wall
        self._hello = Group()
        self._home = Group()
        self._furnish_hello()
        self._furnish_home()
        self.add(self._hello, self._home)
        self._home.is_visible = False

    def _furnish_hello(self) -> None:
        self._story = Story(lambda: self.stage.art)
        self._hello_panel = HelloPanel(lambda: self.stage.art, self.adopt)
        self._hello.add(self._story, self._hello_panel)

    def _furnish_home(self) -> None:
        self._wall = Wall(lambda: self.stage.art, self._show_wall_words, id="train.wall")
        self._wall_words = Label("", Size.SMALL, color="muted")
        self._counts = Segmented(
            [Option(count, str(count) if count else TrainText.WALL_OFF) for count in COUNTS],
            9,
            self._choose_count,
            id="train.boards",
            tip=Text.TIP_BOARDS,
        )
        self._dog = DogPanel(self.choose, self.adopt, self._change_settings)
        self._growth = GrowthPanel(self.services.preferences.now.growth_in_hours, self._choose_axis, self._ask_age)
        self._figures = Figures()
        self._status = StatusPanel(self._advise)
        self._toggle = Button(Text.TRAIN, self.toggle, ButtonKind.PRIMARY, size=Size.HEADING, id="train.toggle")
        self._play = Button(Text.PLAY_WITH_IT, self._play_with_it, id="train.play", tip=Text.TIP_PLAY_WITH_IT)
        self._effort_words = Label(Text.EFFORT, Size.SMALL, color="muted")
        self._effort = Segmented(
            [
                Option(Effort.GENTLE, Text.EFFORT_GENTLE),
                Option(Effort.HALF, Text.EFFORT_HALF),
                Option(Effort.ALL, Text.EFFORT_ALL),
            ],
            self.services.preferences.now.effort,
            self._choose_effort,
            id="train.effort",
            tip=Text.TIP_EFFORT,
        )
        self._promise = Label(Text.STOP_ANY_TIME, Size.SMALL, align=Align.RIGHT, color="muted")
        self._home.add(self._wall, self._wall_words, self._counts, self._dog, self._growth, self._figures)
        self._home.add(self._status, self._toggle, self._play, self._effort_words, self._effort, self._promise)

    # --- what there is ---

    @property
    def chosen(self) -> DogInfo | None:
        """The dog that is shown."""
        return next((dog for dog in self._dogs if dog.name == self._chosen), None)

    @property
    def phase(self) -> TrainingPhase:
        """Where the chosen dog's training stands."""
        return self._snapshot.phase if self._snapshot is not None else TrainingPhase.IDLE

    @property
    def is_active(self) -> bool:
        """Whether the chosen dog trains, starts or is being saved."""
        return self.phase in _ACTIVE

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
        self.services.training.poll()
        self._take(self.services.training.snapshot)
        if self.is_active:
            self._kennel_age += dt
            if self._kennel_age >= _KENNEL_EVERY:
                self._look_into_kennel()
        return self._wall.catch_up()

    def _take(self, snapshot: TrainingSnapshot | None) -> None:
        """Show a snapshot if it is another one than before and about the dog that is shown."""
        if snapshot is not None and snapshot.phase in _ACTIVE:
            self._chosen = snapshot.dog
        mine = snapshot if snapshot is not None and snapshot.dog == self._chosen else None
        version = None if mine is None else (mine.version, mine.dog)
        if version == self._seen_version and (mine is None) == (self._snapshot is None):
            return
        phase = self.phase
        self._seen_version, self._snapshot = version, mine
        if self.phase is not phase:
            self._look_into_kennel()
        self._show()

    def _look_into_kennel(self) -> None:
        self._kennel_age = 0.0
        try:
            dogs = [dog for dog in self.services.kennel.dogs() if not dog.is_shipped]
        except AppError as error:
            self.stage.toast(error.problem, Tone.ERROR)
            return
        if dogs != self._dogs:
            self._dogs = dogs
            self._show()
        self._look_at_ages()

    def _look_at_ages(self) -> None:
        """Which earlier ages of the chosen dog can be played."""
        try:
            ages = tuple(self.services.kennel.ages_of(self._chosen)) if self.chosen is not None else ()
        except AppError as error:
            logger.warning("%s", error)
            ages = ()
        if ages != self._ages:
            self._ages = ages
            self._show()

    # --- what a person does ---

    def choose(self, name: str) -> None:
        """Show another dog."""
        self._chosen = name
        self._seen_version, self._snapshot = None, None
        try:
            self.services.training.look_at(name)
        except AppError as error:
            self.stage.toast(error.problem, Tone.ERROR)
        self.services.preferences.change(last_dog=name)
        self._look_at_ages()
        self._take(self.services.training.snapshot)
        self._show()

    def adopt(self) -> None:
        """Ask for a name and take a new dog in."""
        if self.is_active:
            self.stage.toast(Text.STOP_TO_CHOOSE)
            return
        names = [dog.name for dog in self._dogs]
        dialog = AdoptDialog(self.stage.look.strings, names, self._adopted)
        self.stage.open_popup(dialog, self.stage.rect)
        self.stage.set_focus(dialog.field)
        dialog.field.select_all()

    def _adopted(self, name: str, wish: Newborn) -> Words | None:
        try:
            tidy = self.services.kennel.adopt(name, wish.net)
            if wish.settings != DogSettings():
                self.services.training.wish(tidy, wish.settings)
        except AppError as error:
            return kindly(error.problem)
        self._look_into_kennel()
        self.choose(tidy)
        self.stage.toast(Text.ADOPTED(name=tidy), Tone.GOOD)
        return None

    def _change_settings(self) -> None:
        """Show how the dog is trained, to be changed as far as that is possible."""
        dog, training = self.chosen, self.services.training
        if dog is None:
            return
        try:
            settings = training.wishes(dog.name)
        except AppError as error:
            self.stage.toast(error.problem, Tone.ERROR)
            return

        def keep(settings: DogSettings) -> None:
            try:
                training.wish(dog.name, settings)
            except AppError as error:
                self.stage.toast(error.problem, Tone.ERROR)

        has_begun = dog.weights is not None or self._games() > 0
        title = TrainText.DOG_SETTINGS_OF
        dialog = DogSettingsDialog(lambda s: s.get(title, name=dog.name), settings, True, has_begun, keep)
        self.stage.open_popup(dialog, self.stage.rect)

    def _ask_age(self, age: DogAge) -> None:
        """Offer a game against the dog as it was then."""

        def said(strings: Strings) -> str:
            time = strings.duration(age.seconds)
            if age.rating is None:
                return strings.get(TrainText.AGE_SAID_UNRATED, time=time)
            return strings.get(TrainText.AGE_SAID, time=time, rating=age.rating, error=age.rating_error or 0.0)

        name = self._chosen
        dialog = Dialog(
            lambda s: s.get(TrainText.AGE_ASK, name=name, games=age.games),
            said,
            TrainText.AGE_PLAY,
            lambda: self.stage.go_to(SceneName.PLAY, Visit(opponent=age.address)),
        )
        self.stage.open_popup(dialog, self.stage.rect)

    def _advise(self) -> None:
        """What the doctor found, and what to do about it."""
        health = self._snapshot.health if self._snapshot is not None else ()
        game = self._snapshot.game if self._snapshot is not None else USUAL_GAME
        dialog = Dialog(TrainText.DOCTOR_TITLE, lambda s: advice_said(s, health, game), cancel=None)
        self.stage.open_popup(dialog, self.stage.rect)

    def toggle(self) -> None:
        """Train, or stop."""
        try:
            if self.is_active:
                self.services.training.stop()
            elif self._chosen:
                self.services.training.start(self._chosen)
        except AppError as error:
            self.stage.toast(error.problem, Tone.ERROR)
        self._take(self.services.training.snapshot)

    def _play_with_it(self) -> None:
        self.stage.go_to(SceneName.PLAY, Visit(opponent=self._chosen))

    def _choose_effort(self, effort: Effort) -> None:
        self.stage.change(effort=effort)

    def _choose_axis(self, in_hours: bool) -> None:
        self.services.preferences.change(growth_in_hours=in_hours)

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
        strings, snapshot, dog = self.stage.look.strings, self._snapshot, self.chosen
        games = self._games()
        self._dog.show_dogs(self._dogs, self._chosen, lambda dog: games_said(strings, dog.games))
        self._show_dog(dog, games)
        self._growth.show(snapshot, strings, self._ages)
        does, more = what_it_does(strings, self._chosen, games, snapshot)
        news = diary(snapshot.news) if snapshot is not None else []
        is_ill = snapshot is not None and bool(snapshot.health) and self.phase is not TrainingPhase.FAILED
        wordings = doctor_said(strings, snapshot, more)
        self._status.show(self.phase, does, wordings, news, is_ill)
        preparing = snapshot.preparing if snapshot is not None else None
        self._status.bar.share = None if preparing is None else preparing.share
        self._status.bar.is_busy = self.phase in (TrainingPhase.STARTING, TrainingPhase.STOPPING)
        self._show_figures()
        self._show_buttons(dog, games)
        self._wall.show(snapshot.boards if snapshot is not None else (), Text.BOARDS_HERE)
        self._show_wall_words()

    def _games(self) -> int:
        """Games the chosen dog has played."""
        dog = self.chosen
        return self._snapshot.games if self._snapshot is not None else dog.games if dog is not None else 0

    def _show_dog(self, dog: DogInfo | None, games: int) -> None:
        strings, snapshot = self.stage.look.strings, self._snapshot
        seconds = snapshot.seconds if snapshot is not None else dog.seconds if dog is not None else 0.0
        age = strings.get(Text.NEWBORN_SAID)
        played = snapshot.awaited.played if snapshot is not None else 0
        if played and not games:
            age = strings.get(TrainText.FIRST_POSITIONS, have=played, time=strings.duration(seconds))
        elif games:
            age = strings.get(Text.AGE_SAID, games=games_said(strings, games), time=strings.duration(seconds))
        if dog is not None and dog.game != USUAL_GAME:
            age = f"{game_words(dog.game)(strings)} · {age}"
        rating, error = (dog.rating, dog.rating_error) if dog is not None else (None, None)
        if snapshot is not None and snapshot.strengths:
            rating, error = snapshot.strengths[-1].rating, snapshot.strengths[-1].error
        said = strings.get(Text.RATING_ERROR, error=error or 0.0)
        if rating is None:
            is_being_rated = snapshot is not None and snapshot.awaited.rating is not None
            said = strings.get(TrainText.BEING_RATED if is_being_rated else Text.NOT_RATED)
        self._dog.show(self._chosen, dog, self.is_active, age, rating, said)

    def _show_figures(self) -> None:
        strings, snapshot = self.stage.look.strings, self._snapshot
        runs = snapshot if snapshot is not None and self.phase is TrainingPhase.RUNNING else None
        moves = rate(strings, runs.positions_per_second) if runs is not None else DASH
        samples = strings.number(snapshot.samples) if snapshot is not None else DASH
        goal, span = next_said(strings, snapshot)
        self._figures.show(
            (
                _games_figure(strings, runs),
                Figure((Text.MOVES_PER_SECOND,), moves, TrainText.TIP_MOVES),
                Figure((Text.SAMPLES,), samples, TrainText.TIP_SAMPLES),
                Figure((goal, TrainText.NEXT), span, next_explained(strings, snapshot)),
            )
        )

    def _show_buttons(self, dog: DogInfo | None, games: int) -> None:
        self._toggle.is_enabled = self.phase is not TrainingPhase.STOPPING
        if self.phase is TrainingPhase.STOPPING:
            self._toggle.words = Text.SAVING
        elif self.is_active:
            self._toggle.words = Text.STOP_TRAINING
        else:
            self._toggle.words = Text.TRAIN_ON if games else Text.TRAIN
        can_play = dog is not None and dog.weights is not None
        self._play.is_enabled = can_play
        self._play.tip = Text.TIP_PLAY_WITH_IT if can_play else Text.NOT_YET_PLAYABLE

    def _show_wall_words(self) -> None:
        words: Words
        if self._wall.count == 0 or not self._wall.has_boards:
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
        body = inset(rect, look.px(_MARGIN), look.px(18))
        self._place_hello(body, look)
        foot = look.px(_FOOT)
        side = min(body.height - foot, body.width - look.px(_BETWEEN + _COLUMN_LEAST))
        width = min(body.width - look.px(_BETWEEN) - side, look.px(_COLUMN_MOST))
        body = centered(body, side + look.px(_BETWEEN) + width, body.height)
        left, column = cut_left(body, side, look.px(_BETWEEN))
        self._place_wall(left, look)
        self._place_column(column, look)
        self._show()

    def _place_hello(self, body: Rect, look: Look) -> None:
        story = min(self._story.needed_width(body.height, look), body.width - look.px(_BETWEEN + _COLUMN_LEAST))
        width = min(body.width - story - look.px(_BETWEEN), look.px(_COLUMN_MOST))
        body = centered(body, story + look.px(_BETWEEN) + width, body.height)
        column = self._story.place_left(body, look, story, look.px(_BETWEEN))
        self._hello_panel.place(column, look)

    def _place_wall(self, room: Rect, look: Look) -> None:
        wall, foot = cut_top(room, room.width, look.px(8))
        wanted = fitting_count(wall.width / look.scale) if self._wants_count is None else self._wants_count
        self._wall.set_count(wanted, look)
        self._wall.place(wall, look)
        foot.height = look.px(_FOOT - 8)
        words = self._counts.place_right(foot, look, min(self._counts.needed_width(look), foot.width // 2), look.px(8))
        self._wall_words.place(words, look)

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
        self._promise.is_visible = rest.width >= look.width(look.say(Text.STOP_ANY_TIME), Size.SMALL)
        self._promise.place(rest, look)


def _games_figure(strings: Strings, runs: TrainingSnapshot | None) -> Figure:
    """Games a second, or a minute where they take longer; before the first has ended, how many are being played."""
    if runs is None:
        return Figure((Text.GAMES_PER_SECOND,), DASH, TrainText.TIP_GAMES)
    if not runs.games and runs.awaited.games:
        labels = (TrainText.GAMES_AT_ONCE, TrainText.AT_ONCE)
        return Figure(labels, strings.number(runs.awaited.games), TrainText.TIP_GAMES_AT_ONCE)
    if runs.games_per_second < 1.0:
        a_minute = 60.0 * runs.games_per_second
        return Figure((TrainText.GAMES_PER_MINUTE,), rate(strings, a_minute), TrainText.TIP_GAMES_MINUTE)
    return Figure((Text.GAMES_PER_SECOND,), rate(strings, runs.games_per_second), TrainText.TIP_GAMES)
