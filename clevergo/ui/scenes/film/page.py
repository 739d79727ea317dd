"""The page of a film: one position as every age of a dog sees it, the chosen age large on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from clevergo.app.desk.settings import SceneName
from clevergo.app.film.ages import Age
from clevergo.app.film.film import Frame, Line, most_disputed
from clevergo.app.film.projector import Projector
from clevergo.app.kennel.messages import TrainingPhase
from clevergo.app.match.messages import BoardState
from clevergo.problem import Problem
from clevergo.ui.board.view import BoardPicture
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Dropdown, Option
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, ProgressBar
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.analysis.judges import Judges, judge_words
from clevergo.ui.scenes.film.account import (
    Pair,
    Showing,
    age_heading,
    cell_of,
    growth_chart,
    large_picture,
    learned_said,
    move_words,
    quarrel_said,
)
from clevergo.ui.scenes.film.panels import CHART, AgePanel, LearnedPanel, QuarrelPanel
from clevergo.ui.scenes.film.reel import Cell, Reel
from clevergo.ui.scenes.film.spots import GAME, Spot
from clevergo.ui.scenes.play.words import color_words, dog_remark
from clevergo.ui.scenes.shared.board_pane import BoardPane, HasBoard
from clevergo.ui.scenes.shared.figures_page import Heights, act_on_key, cut_board_page
from clevergo.ui.scenes.shared.numbers import percent
from clevergo.ui.shell.scene import KeyRow, Page, Services, Visit
from clevergo.ui.strings import BoardText, FilmText, KeyText, MindText, PlayText, kindly

_BOARD_SHARE, _REEL = 0.54, Heights(128, 104)
_QUARREL_SHARE = 0.58
_AGE_SHARE = 0.6
_SECONDS_A_FRAME = 0.7
_LOOK_AGAIN = 3.0
"""Seconds between looks for new ages of a dog that trains."""
_FAR = 10**6
_DOG_FIELD, _SPOT_FIELD = 220, 190
"""Logical units: their widest."""


class FilmPage(HasBoard, Page):
    """Shows what a projector knows. Leaving it goes back to where one came from."""

    wants_escape = True

    def __init__(
        self,
        services: Services,
        spots: Sequence[Spot],
        board: BoardState,
        dog: str | None,
        back: SceneName = SceneName.PLAY,
        age: Age | None = None,
    ) -> None:
        """``spots``, at least one, the first of which is shown first; ``board`` is what lies there.

        ``dog``: whose film; None: the strongest dog's there is. ``age``: the one that is shown first; None: its
        present self.
        """
        super().__init__()
        assert services.inquiries is not None
        self.services = services
        self._projector = Projector(services.kennel, services.inquiries)
        self._spots = tuple(spots)
        self._spot = self._spots[0]
        self._line = self._spot.line
        self._judges = Judges()
        self.dogs: list[Option[str]] = []
        """Whose film can be seen."""
        self._back = back
        self._first_board = board
        self._wanted_dog = dog
        self._wanted_age = age
        self._cells: dict[Age, tuple[object, Cell]] = {}
        """The frames of the strip, and what they were made of."""
        self._chosen: Age | None = None
        self._other: int | None = None
        """The games of the age to compare with; None: its present self, or its first where that is shown."""
        self._others: list[Option[int]] = []
        """Every age, to choose from."""
        self._pair: Pair | None = None
        """The two ages that are compared, or were last."""
        self._goes_there = False
        """Whether the board is to go where these two disagree most, once that is known."""
        self._is_playing = False
        self._left = 0.0
        self._since_look = 0.0
        self._territory = True
        self._column = Rect(0, 0, 0, 0)
        self._learned_height = 0
        """What the column was laid out for: its place, and what the answer to when it was learned needs of it."""
        self.board = BoardPane(lambda _action: None, self._turned)
        self.board.pointed = self._point
        self._heading = _Heading(self)
        self._age = AgePanel()
        self._learned = LearnedPanel(self._go)
        self._quarrel = QuarrelPanel(self._choose_other, self._find, self.go_to_ply)
        self._play = Button("", self.switch, ButtonKind.CHOSEN, Icon.PLAY, id="film.play", tip=FilmText.TIP_PLAY)
        self._reel = Reel(lambda: self.stage.art, self._go, "film.frame", FilmText.TIP_REEL)
        self._busy = ProgressBar("film.busy")
        self.add(self.board, self._heading, self._age, self._learned, self._quarrel)
        self.add(self._play, self._reel, self._busy)

    # --- page ---

    def entered(self, visit: Visit | None) -> None:
        self._judges.look_around(self.services.kennel)
        with self.stage.telling():
            self._look_around()
        names = [option.value for option in self.dogs]
        strongest = self._judges.strongest(self._line.rules)
        wanted = self._wanted_dog if self._wanted_dog in names else strongest
        self.choose_dog(wanted or "")

    def left(self) -> None:
        self._projector.leave()

    def close(self) -> None:
        """Back to where one came from; the game there is looked at where the film was."""
        if self._spot.id == GAME and self._line.ply != self._spot.line.ply:
            self.services.match.go_to(self._line.ply)
        self.stage.go_to(self._back)

    def arrange(self, rect: Rect, look: Look) -> None:
        rooms = cut_board_page(rect, look, _BOARD_SHARE, _REEL)
        foot, column = rooms.foot, rooms.column
        self._heading.place(rooms.head, look)
        self._play.place(Rect(foot.left, foot.centery - look.px(22), look.px(44), look.px(44)), look)
        self._reel.place(Rect(foot.left + look.px(54), foot.top, foot.width - look.px(54), foot.height), look)
        self.board.place(rooms.board, look)
        self._busy.place(Rect(column.left, column.top - look.px(5), column.width, look.px(3)), look)
        self._column = column
        self._place_column(column, look)
        self._refresh()

    def _place_column(self, column: Rect, look: Look) -> None:
        gap = look.px(GAP - 4)
        learned = self._learned_height = self._learned.needed_height(look, column.width)
        has_game = self._spot.is_game
        self._quarrel.is_visible = has_game
        free = column.height - learned - gap
        age = min(free - look.px(CHART), round(free * _AGE_SHARE))
        if has_game:
            least = self._quarrel.least_height(look)
            quarrel = max(round((free - gap) * _QUARREL_SHARE), least)
            age = free - gap - (quarrel if quarrel >= least + look.px(CHART) + look.px(4) else least)
        rest = self._age.place_top(column, look, age, gap)
        if has_game:
            rest = self._learned.place_top(rest, look, learned, gap)
            self._quarrel.place(rest, look)
        else:
            self._learned.place(rest, look)

    def update(self, dt: float) -> bool:
        if self._projector.poll():
            self._take()
        self._look_for_new_ages(dt)
        if self._is_playing:
            self._left -= dt
            if self._left <= 0:
                self._left = _SECONDS_A_FRAME
                self._step(1)
                self._is_playing = self._is_playing and self._at < len(self._projector.ages) - 1
                self._refresh_play()
        return self._is_playing

    def _look_for_new_ages(self, dt: float) -> None:
        training = self.services.training.snapshot
        if training.phase is not TrainingPhase.RUNNING or training.dog != self._projector.dog:
            return
        self._since_look += dt
        if self._since_look >= _LOOK_AGAIN:
            self._since_look = 0.0
            before = self._projector.ages
            with self.stage.telling():
                self._projector.look_again()
            if self._projector.ages != before:
                self._keep_chosen()
                self._refresh()

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        return (
            (KeyText.SPACE, KeyText.RUN),
            ("←  →", KeyText.AGES),
            ("Home  End", FilmText.KEY_ENDS),
            ("PgUp  PgDn", PlayText.KEY_WALK),
            ("F  Esc", KeyText.CLOSE),
        )

    def handle(self, event: Event) -> bool:
        acts: dict[int, Callable[[], object]] = {
            pygame.K_ESCAPE: self.close,
            pygame.K_f: self.close,
            pygame.K_SPACE: self.switch,
            pygame.K_LEFT: lambda: self._step_by_hand(-1),
            pygame.K_RIGHT: lambda: self._step_by_hand(1),
            pygame.K_HOME: lambda: self._step_by_hand(-_FAR),
            pygame.K_END: lambda: self._step_by_hand(_FAR),
            pygame.K_PAGEUP: lambda: self.go_to_ply(self._line.ply - 1),
            pygame.K_PAGEDOWN: lambda: self.go_to_ply(self._line.ply + 1),
        }
        return act_on_key(event, acts)

    # --- what a person chooses ---

    @property
    def line(self) -> Line:
        """The position that is shown, and the game it is of."""
        return self._line

    @property
    def projector(self) -> Projector:
        """Who knows the film."""
        return self._projector

    @property
    def chosen(self) -> Age | None:
        """The age that is shown large."""
        return self._chosen

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The positions there are to choose from."""
        return self._spots

    @property
    def spot(self) -> Spot:
        """The one that was chosen."""
        return self._spot

    @property
    def territory(self) -> bool:
        """Whether whose points become is drawn."""
        return self._territory and self.has_owners

    @property
    def has_owners(self) -> bool:
        """Whether points become somebody's in this game."""
        return bool(self._line.rules.game.owners_name)

    def where(self) -> Words:
        """How far into its game the position is, and whose turn it is there."""
        line, film = self._line, self._projector.film
        told: list[Words] = [FilmText.WHERE(n=line.ply, total=len(line.moves))] if self._spot.is_game else []
        if film is not None and not film.is_over:
            told.append(BoardText.TO_MOVE(color=color_words(film.to_play)))
        return lambda s: " · ".join(s.said(words) for words in told)

    def _look_around(self) -> None:
        """Whose film can be seen: dogs that play this game and have learned something."""
        game, kennel = self._line.rules.game.name, self.services.kennel
        dogs = [dog for dog in kennel.dogs() if dog.game == game and dog.weights is not None]
        self.dogs = [Option(dog.name, judge_words(dog.name), partial(dog_remark, dog=dog)) for dog in dogs]

    def choose_dog(self, dog: str) -> None:
        """See another dog's film."""
        self._chosen, self._pair, self._other = self._wanted_age, None, None
        self._wanted_age = None
        self._cells = {}
        self._ask(dog)
        if dog and self._judges.knows(dog, self._line.rules.size) is False:
            self.stage.toast(FilmText.NEVER_SAW(name=judge_words(dog)))

    def choose_spot(self, spot: str) -> None:
        """See it at another position."""
        self._spot = next(one for one in self._spots if one.id == spot)
        self._line, self._pair, self._first_board = self._spot.line, None, self._spot.board
        self._cells = {}
        self._ask(self._projector.dog)
        self.place_again()

    def choose_territory(self) -> None:
        """Draw whose points become, or no longer."""
        self._territory = not self._territory
        self._refresh()

    def go_to_ply(self, ply: int) -> None:
        """See it at another position of the same game."""
        line = self._line.at(ply)
        if self._spot.is_game and line != self._line:
            self._line = line
            self._ask(self._projector.dog)

    def switch(self) -> None:
        """Run the film, or stop it; at its end, from the beginning."""
        ages = self._projector.ages
        self._is_playing = not self._is_playing and len(ages) > 1
        if self._is_playing and self._at >= len(ages) - 1:
            self._show_age(0)
        self._left = _SECONDS_A_FRAME
        self._refresh_play()

    def _turned(self, steps: int) -> None:
        self.go_to_ply(self._line.ply + steps)

    def _ask(self, dog: str) -> None:
        with self.stage.telling():
            self._projector.show(dog, self._line)
        self._keep_chosen()
        self._take()

    # --- which age is shown ---

    @property
    def _at(self) -> int:
        ages = self._projector.ages
        return ages.index(self._chosen) if self._chosen in ages else max(len(ages) - 1, 0)

    def _keep_chosen(self) -> None:
        """Stay with the age that was shown, though it may be told anew, or have gone."""
        ages, before = self._projector.ages, self._chosen
        if not ages:
            self._chosen = None
        elif before is None or before.is_now:
            self._chosen = ages[-1]
        else:
            self._chosen = min(ages, key=lambda age: abs(age.games - before.games))

    def _go(self, index: int) -> None:
        """Somebody goes to a frame."""
        self._is_playing = False
        self._show_age(index)
        self._refresh_play()

    def _step_by_hand(self, steps: int) -> None:
        self._is_playing = False
        self._step(steps)
        self._refresh_play()

    def _step(self, steps: int) -> None:
        self._show_age(min(max(self._at + steps, 0), max(len(self._projector.ages) - 1, 0)))

    def _show_age(self, index: int) -> None:
        ages = self._projector.ages
        if ages and ages[index] is not self._chosen:
            self._chosen = ages[index]
            self._refresh()

    # --- two ages ---

    def _other_age(self) -> Age | None:
        """The age that the chosen one is compared with."""
        ages = self._projector.ages
        if not ages:
            return None
        usual = ages[0] if self._at == len(ages) - 1 else ages[-1]
        return next((age for age in ages if age.games == self._other), usual)

    def _choose_other(self, games: int) -> None:
        self._other = games
        self._refresh()

    def _find(self) -> None:
        first, second = self._chosen, self._other_age()
        if first is None or second is None or first == second:
            return
        self._pair, self._goes_there = Pair(first, second), True
        self._projector.compare(first, second)
        self._take()

    # --- what is shown ---

    @property
    def _showing(self) -> Showing:
        knows = self._judges.knows(self._projector.dog or None, self._line.rules.size) is not False
        return Showing(self.territory, knows, self.services.preferences.now.coordinates)

    def _take(self) -> None:
        """What has come of what was asked."""
        quarrel = self._projector.quarrel
        if self._goes_there and quarrel is not None and not self._projector.is_comparing:
            self._goes_there = False
            ply = most_disputed(quarrel.black_rates)
            if ply is not None:
                self.go_to_ply(ply)
        self._refresh()

    def _refresh(self) -> None:
        if self.root is None or not self.rect.width:
            return
        projector, showing = self._projector, self._showing
        film, ages, chosen = projector.film, projector.ages, self._chosen
        known = None if chosen is None else projector.frame(chosen)
        frame = known if isinstance(known, Frame) else None
        newest = projector.frame(ages[-1]) if ages else None
        present = newest if isinstance(newest, Frame) else None
        self._heading.refresh()
        other = self._other_age()
        self._reel.show(
            [self._cell(age, showing) for age in ages],
            self._line.rules.grid,
            self._at,
            ages.index(other) if other in ages and self._spot.is_game else None,
        )
        board = self._first_board if film is None else film.board
        picture = BoardPicture(board, coordinates=showing.coordinates)
        self.board.show(picture if film is None else large_picture(film, frame, self._line, showing))
        self._age.say(self.stage.look.say(self._note(known, showing)))
        self._age.show(chosen, frame, present, self._line, showing.knows)
        self._say_when_learned(present)
        self._refresh_quarrel(other)
        self._busy.is_busy = projector.is_waiting or projector.is_comparing
        self._refresh_play()

    def _cell(self, age: Age, showing: Showing) -> Cell:
        """A frame of the strip, made anew only where something of it has changed."""
        projector = self._projector
        stones = None if projector.film is None else projector.film.board.stones.tobytes()
        key = (projector.frame(age), showing, stones)
        kept = self._cells.get(age)
        if kept is None or kept[0] != key:
            kept = self._cells[age] = key, cell_of(projector, age, showing, self._first_board)
        return kept[1]

    def _note(self, known: Frame | Problem | None, showing: Showing) -> Words:
        """What is said of the age that is shown where it says nothing, or not all of it means anything."""
        projector = self._projector
        if projector.error is not None:
            return kindly(projector.error)
        if isinstance(known, Problem):
            return kindly(known)
        if not projector.ages or (projector.film is not None and projector.film.is_over):
            return learned_said(projector)
        if known is None:
            return FilmText.SAY_WAITING
        return "" if showing.knows else FilmText.NEVER_SAW(name=judge_words(projector.dog))

    def _say_when_learned(self, present: Frame | None) -> None:
        move = "" if present is None else move_words(self._line.rules.grid, present.favorite)
        said = self.stage.look.say(learned_said(self._projector))
        self._learned.show(said, growth_chart(self._projector), self._at, move)
        look = self.stage.look
        if self._learned.needed_height(look, self._column.width) != self._learned_height:
            self._place_column(self._column, look)

    def _refresh_quarrel(self, other: Age | None) -> None:
        projector, pair = self._projector, self._pair
        if [option.value for option in self._others] != [age.games for age in projector.ages]:
            self._others = [Option(age.games, age_heading(age)) for age in projector.ages]
        can_find = other is not None and other != self._chosen and not projector.is_comparing
        self._quarrel.offer(self._others, 0 if other is None else other.games, can_find)
        quarrel = projector.quarrel
        said: Words = ""
        if pair is not None and quarrel is not None and projector.is_comparing:
            said = FilmText.COMPARING(done=quarrel.black_rates.shape[1], total=quarrel.total)
        elif pair is not None and quarrel is not None:
            said = quarrel_said(quarrel, pair, self._line)
        said = self.stage.look.say(said)
        self._quarrel.show(quarrel if pair is not None else None, pair, said, self._line.ply)

    def _refresh_play(self) -> None:
        self._play.icon = Icon.PAUSE if self._is_playing else Icon.PLAY
        self._play.is_enabled = len(self._projector.ages) > 1
        self._play.explain(FilmText.TIP_PAUSE if self._is_playing else FilmText.TIP_PLAY)

    def _point(self, action: int | None) -> None:
        """How much the age that is shown likes the point that is aimed at."""
        known = None if self._chosen is None else self._projector.frame(self._chosen)
        if action is None or self._chosen is None or not isinstance(known, Frame) or action >= len(known.policy):
            self.board.explain("")
            return
        share, move = percent(float(known.policy[action])), move_words(self._line.rules.grid, action)
        lies = self.board.shown.board.stones.flat[action]
        self.board.explain("" if lies else FilmText.FIG_LIKES(age=age_heading(self._chosen), move=move, share=share))


class _Heading(Group):
    """The way back, what this is, whose film, of which position, and what is drawn."""

    def __init__(self, page: FilmPage) -> None:
        super().__init__()
        self._page = page
        self._back = Button("", page.close, icon=Icon.LEFT, size=Size.SMALL, id="film.close", tip=FilmText.TIP_BACK)
        self._title = Label(FilmText.TITLE, Size.HEADING, bold=True)
        self._where = Label("", Size.SMALL, color="muted")
        self._dog: Dropdown[str] = Dropdown([], "", page.choose_dog, id="film.dog", tip=FilmText.TIP_DOG)
        spots = [Option(spot.id, spot.words) for spot in page.spots]
        self._spot: Dropdown[str] = Dropdown(
            spots, page.spot.id, page.choose_spot, id="film.spot", tip=FilmText.TIP_SPOT
        )
        self._territory = Button(
            MindText.TERRITORY,
            page.choose_territory,
            size=Size.SMALL,
            id="film.territory",
            tip=FilmText.TIP_TERRITORY,
        )
        self.add(self._back, self._title, self._where, self._dog, self._spot, self._territory)

    def refresh(self) -> None:
        """Show what is chosen."""
        page = self._page
        self._dog.options, self._dog.value = page.dogs, page.projector.dog
        self._spot.value = page.spot.id
        self._territory.kind = ButtonKind.CHOSEN if page.territory else ButtonKind.PLAIN
        self._territory.is_enabled = page.has_owners
        where = page.stage.look.say(page.where())
        if where != self._where.words:  # there may be room for it, or no longer
            self._where.words = where
            self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(10)
        rest = self._back.place_left(rect, look, rect.height, gap)
        self._territory.is_visible, self._spot.is_visible = self._page.has_owners, len(self._page.spots) > 1
        if self._territory.is_visible:
            rest = self._territory.place_right(rest, look, self._territory.needed_width(look), gap)
        rest = self._dog.place_right(rest, look, min(look.px(_DOG_FIELD), rest.width // 3), gap)
        if self._spot.is_visible:
            rest = self._spot.place_right(rest, look, min(look.px(_SPOT_FIELD), rest.width // 2), gap)
        title = look.width(look.say(FilmText.TITLE), Size.HEADING, True) + look.px(4)
        rest = self._title.place_left(rest, look, min(title, rest.width), gap)
        self._where.is_visible = look.width(look.say(self._where.words), Size.SMALL) <= rest.width
        self._where.place(rest, look)
