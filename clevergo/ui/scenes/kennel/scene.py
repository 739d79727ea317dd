"""The kennel: every dog a card, and what one does with dogs besides playing and training."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.desk.paths import DOG_SUFFIX
from clevergo.app.desk.settings import SceneName
from clevergo.app.kennel.messages import DogAge, DogCard, DogInfo
from clevergo.app.kennel.tasks import Task, TaskSnapshot, TaskState
from clevergo.app.training.settings import Newborn
from clevergo.games.guests import games
from clevergo.problem import Problem
from clevergo.ui.kit.base import Group, Widget, columns, cut_left, cut_right, cut_top, inset, rows
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.choice import Menu, Option
from clevergo.ui.kit.dialog import AskDialog, Dialog, ListDialog, ask
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.notes import Tone
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import GAP, Size
from clevergo.ui.scenes.kennel.bringing import BringDialog
from clevergo.ui.scenes.kennel.card import CardPanel, Deed, GhostCard
from clevergo.ui.scenes.kennel.shared import SharedDialog
from clevergo.ui.scenes.kennel.visit import VisitDialog, rivals_of
from clevergo.ui.scenes.play.words import renamed, renamed_address
from clevergo.ui.scenes.share.dialog import share
from clevergo.ui.scenes.share.offers import offer_dog
from clevergo.ui.scenes.shared.dog_names import LONGEST_TYPED, named
from clevergo.ui.scenes.shared.paths import path_dialog
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.scenes.train.adopt import AdoptDialog
from clevergo.ui.scenes.train.words import DASH, games_said
from clevergo.ui.shell.scene import Scene, Services, Visit
from clevergo.ui.strings import KennelText, PlayText, Strings, Text, error_said

logger = logging.getLogger(__name__)

_LOOK_EVERY = 5.0
"""Seconds between looks at the dogs while one trains: it gets older and stronger."""
_HEAD = 40
_DOING_SHARE = 0.72
"""Of the line above the cards, between its title and its buttons: what is being done; the rest is the count."""
_MENU_WIDTH = 190
_AGES_SHOWN = 7
_DONE_WORDS = {
    Task.ADOPT: KennelText.ADOPTED,
    Task.COPY: KennelText.COPIED,
    Task.EXPORT: KennelText.EXPORTED,
    Task.IMPORT: KennelText.IMPORTED,
    Task.DELETE: KennelText.DELETED,
    Task.FETCH: KennelText.IMPORTED,
    Task.PUT: KennelText.PUT,
    Task.MOVE: KennelText.MOVED,
}


class KennelScene(Scene):
    """A grid of cards; a line above it says how many, and what is being done."""

    name = SceneName.KENNEL

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._kennel = services.kennel
        self._cards: tuple[DogCard, ...] | None = None
        self._active = ""
        self._trouble: Problem | None = None
        self._age = 0.0
        self._panels: list[CardPanel] = []
        self._title = Label(KennelText.TITLE, Size.TITLE, bold=True)
        self._count = Label("", Size.SMALL, color="muted")
        tip = KennelText.TIP_IMPORT
        self._import = Button(KennelText.IMPORT, self.bring_in, icon=Icon.FOLDER, id="kennel.import", tip=tip)
        tip = KennelText.TIP_SHARED
        self._shared = Button(KennelText.SHARED, self.show_shared, icon=Icon.LINK, id="kennel.shared", tip=tip)
        self._sharing: SharedDialog | None = None
        self._bringing: BringDialog | None = None
        self._adopt = Button(KennelText.ADOPT, self.adopt, ButtonKind.PRIMARY, Icon.PLUS, id="kennel.adopt")
        self._grid = CardGrid()
        self._ghost = GhostCard(self.adopt)
        self._bar = TaskBar(self._kennel.cancel)
        self.add(self._title, self._count, self._shared, self._import, self._adopt, self._grid, self._bar)

    # --- what there is ---

    def entered(self, visit: Visit | None) -> None:
        self._kennel.look()
        newcomer = visit.newcomer if visit is not None else None
        if newcomer is not None:
            with self.stage.telling():
                self._kennel.import_file(newcomer)

    def update(self, dt: float) -> bool:
        snapshot = self.services.training.snapshot
        active = snapshot.dog if snapshot.phase.is_active else ""
        self._age += dt
        if active and self._age >= _LOOK_EVERY:
            self._age = 0.0
            self._kennel.look()
        if (end := self._kennel.finished()) is not None:
            self._say_end(end)
        self._bar.show(self._kennel.task)
        if self._shared.is_visible is self._bar.is_visible:
            # One thing is done at a time, and what is told of it needs the room.
            self._shared.is_visible = not self._bar.is_visible
            self.place_again()
        if self._sharing is not None and self._sharing.root is not None:
            self._sharing.look_for_news()
        if self._bringing is not None and self._bringing.root is not None:
            self._bringing.show(self._kennel.files)
        cards = self._kennel.cards
        if cards is not self._cards or active != self._active:
            self._cards, self._active = cards, active
            self._show()
        if self._kennel.trouble != self._trouble:
            self._trouble = self._kennel.trouble
            if self._trouble is not None:
                self.stage.toast(self._trouble, Tone.ERROR)
        return False

    def _say_end(self, end: TaskSnapshot) -> None:
        if end.state is TaskState.CANCELLED:
            self.stage.toast(KennelText.CANCELLED)
        elif end.stands is not None:
            self._ask_replace(end.about, end.stands)
        elif (error := end.error) is not None:
            self.stage.toast(lambda s: s.get(KennelText.FAILED, reason=error_said(s, error)), Tone.ERROR)
        else:
            words = _DONE_WORDS[end.task]
            self.stage.toast(words(name=end.result, path=end.result), Tone.GOOD)
            if end.task is Task.FETCH or (end.task is Task.IMPORT and Path(end.about).suffix.lower() == DOG_SUFFIX):
                self._welcome(end.result)

    def _welcome(self, guest: str) -> None:
        """Ask what is to be done with a dog that somebody has sent."""
        dogs = self._kennel.dogs()
        visitor = next((dog for dog in dogs if dog.name == guest), None)
        if visitor is None:
            return
        name, rivals = visitor.name, rivals_of(visitor, dogs, self.services.preferences.now.last_dog)

        def let_meet(rival: str) -> None:
            self.stage.go_to(SceneName.COMPETE, Visit(dog=name, rival=rival))

        play = partial(self.stage.go_to, SceneName.PLAY, Visit(opponent=name))
        self.open(VisitDialog(visitor, rivals, play, let_meet))

    def _show(self) -> None:
        """Set every card to what there is now."""
        if self.root is None:
            return
        strings = self.stage.look.strings
        # Game by game, and of each those that are about come first; the kennel tells the youngest first.
        known = list(games())
        cards = sorted(self._cards or (), key=lambda card: (known.index(card.info.game), card.info.is_retired))
        while len(self._panels) < len(cards):
            self._panels.append(CardPanel(len(self._panels), self._do))
        for panel, card in zip(self._panels, cards, strict=False):
            panel.show(card, card.info.name == self._active, strings)
        own = [card.info for card in cards if not card.info.is_shipped]
        shown: list[CardPanel | GhostCard] = [*self._panels[: len(cards)]]
        if not own and self._cards is not None:
            shown.append(self._ghost)
        # One vermilion button at a time: the first dog's card has its own.
        self._adopt.kind = ButtonKind.PRIMARY if own else ButtonKind.PLAIN
        self._grid.show(shown)
        resting = sum(dog.is_retired for dog in own)
        said = strings.get(KennelText.HOW_MANY, dogs=len(cards)) if cards else ""
        count = said + (strings.get(KennelText.RESTING_TOO, resting=resting) if resting else "")
        if count != self._count.words:
            self._count.words = count
            self.place_again()

    @property
    def _names(self) -> list[str]:
        return [card.info.name for card in self._cards or () if not card.info.is_shipped]

    # --- what a person does ---

    def handle(self, event: Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return self._grid.turn(1 if event.key == pygame.K_PAGEDOWN else -1)
        return False

    def _do(self, card: DogCard, deed: Deed, anchor: Rect) -> None:
        name = card.info.name
        deeds: dict[Deed, Callable[[], object]] = {
            Deed.PLAY: lambda: self.stage.go_to(SceneName.PLAY, Visit(opponent=name)),
            Deed.TRAIN: lambda: self._train(name),
            Deed.WATCH: lambda: self.stage.go_to(SceneName.COMPETE, Visit(dog=name)),
            Deed.MORE: lambda: self._open_menu(card, anchor),
            Deed.AGES: lambda: self._show_ages(card),
            Deed.PLAY_BEST: lambda: self._play_best(card),
            Deed.RENAME: lambda: self._rename(card.info),
            Deed.COPY: lambda: self._copy(card.info),
            Deed.EXPORT: lambda: self._export(card.info),
            Deed.SHARE: lambda: self._share(card),
            Deed.RETIRE: lambda: self._retire(card.info, True),
            Deed.BRING_BACK: lambda: self._retire(card.info, False),
            Deed.DELETE: lambda: self._ask_delete(card.info),
        }
        deeds[deed]()

    def _train(self, name: str) -> None:
        """Go where this dog is trained; where another one trains, say so instead of showing that one in its place."""
        other = self._active
        if not other or other == name:
            self.stage.go_to(SceneName.TRAIN, Visit(dog=name))
            return
        title, said = KennelText.ANOTHER_TRAINS(other=other), KennelText.ANOTHER_TRAINS_SAID(other=other, name=name)
        go = partial(self.stage.go_to, SceneName.TRAIN, Visit(dog=other))
        self.open(Dialog(title, said, KennelText.ANOTHER_TRAINS_GO(other=other), go))

    def _open_menu(self, card: DogCard, anchor: Rect) -> None:
        dog = card.info
        has_weights, is_own = dog.weights is not None, not dog.is_shipped
        is_still = dog.name != self._active
        options = [
            Option(Deed.AGES, KennelText.SHOW_AGES),
            Option(Deed.PLAY_BEST, KennelText.PLAY_BEST, is_enabled=has_weights),
            Option(Deed.RENAME, KennelText.RENAME, is_enabled=is_own and is_still),
            Option(Deed.COPY, KennelText.COPY, is_enabled=is_still),
            Option(Deed.EXPORT, KennelText.EXPORT, is_enabled=has_weights),
            Option(Deed.BRING_BACK, KennelText.BRING_BACK)
            if dog.is_retired
            else Option(Deed.RETIRE, KennelText.RETIRE, is_enabled=is_own and is_still),
            Option(Deed.DELETE, KennelText.DELETE, is_enabled=is_own and is_still),
        ]
        menu = Menu(options, Deed.MORE, lambda deed: self._do(card, deed, anchor), "kennel.menu")
        menu.open(self.stage, anchor, is_right=True, least=_MENU_WIDTH)

    def _show_ages(self, card: DogCard) -> None:
        """A dog as it was, youngest last; a click plays against that age."""

        def play(age: DogAge) -> None:
            self.stage.go_to(SceneName.PLAY, Visit(opponent=age.address))

        title = KennelText.AGES_TITLE(name=partial(dog_name, dog=card.info.name))
        words = (title, KennelText.AGES_SAID if card.ages else KennelText.AGES_NONE, KennelText.CLOSE)
        self.open(ListDialog(*words, _draw_age, card.ages[::-1], play, "kennel.ages", _AGES_SHOWN))

    def _play_best(self, card: DogCard) -> None:
        """Play against a dog at its strongest age, which may be the present."""
        best = next((age.address for age in card.ages if age.is_best), card.info.name)
        self.stage.go_to(SceneName.PLAY, Visit(opponent=best))

    def adopt(self) -> None:
        """Ask for a name and a beginning, and take a new dog in."""
        parents: dict[str, list[Option[str]]] = {}
        for card in self._cards or ():
            for name in (card.info.name, *(age.address for age in reversed(card.ages))) if card.info.weights else ():
                words = KennelText.BORN_OF(parent=partial(dog_name, dog=name))
                parents.setdefault(card.info.game, []).append(Option(name, words))

        def take_in(name: str, wish: Newborn) -> None:
            if wish.parent:
                self._kennel.adopt_pup(name, wish)
            else:
                self.stage.toast(KennelText.ADOPTED(name=self._kennel.adopt(name, wish)), Tone.GOOD)

        self.open(AdoptDialog(self.stage.look.strings, self._names, take_in, parents, self._kennel.settings_of))

    def bring_in(self) -> None:
        """Ask for a dog's file, one that was found or any other, and take that dog in."""
        # Only now: a Mac asks the person before each folder that is looked into, who would not know what for.
        self._kennel.find_files()
        self._bringing = BringDialog(self._kennel.import_file)
        self.open(self._bringing)
        self._bringing.show(self._kennel.files)

    def show_shared(self) -> None:
        """Dogs that several people share: bring one home, or put one of one's own beside them."""
        preferences = self.services.preferences
        known = self._kennel.dogs()
        able = [dog for dog in known if dog.weights is not None]
        mine = sorted(able, key=lambda dog: (dog.is_shipped, dog.name != preferences.now.last_dog))
        self._sharing = SharedDialog(
            self._kennel.shared,
            preferences.now.shared_place,
            mine,
            lambda address: preferences.change(shared_place=address),
            self._kennel.fetch,
            self._kennel.put,
        )
        self.open(self._sharing)

    def _ask_name(
        self, words: tuple[Words, Words, Words], name: str, taken: Sequence[str], act: Callable[[str], None]
    ) -> None:
        field = TextField(name, placeholder=Text.ADOPT_PLACEHOLDER, max_length=LONGEST_TYPED, id="kennel.name")
        self.open(AskDialog(*words, field, named(taken, act)))

    def _rename(self, dog: DogInfo) -> None:
        def rename(name: str) -> None:
            renamed = self._kennel.rename(dog.name, name)
            self._follow_rename(dog.name, renamed)
            self.stage.toast(KennelText.RENAMED(name=renamed), Tone.GOOD)

        others = [name for name in self._names if name != dog.name]
        words = (KennelText.RENAME_TITLE, KennelText.RENAME_SAID, KennelText.RENAME_DO)
        self._ask_name(words, dog.name, others, rename)

    def _follow_rename(self, old: str, new: str) -> None:
        """What settings and scenes remember of the dog, they remember under its new name."""
        settings, preferences = self.services.preferences.now, self.services.preferences
        match = settings.last_match
        black, white = (renamed(spec, old, new) for spec in (match.black, match.white))
        preferences.change(last_match=replace(match, black=black, white=white))
        preferences.change(mind_judge=renamed_address(settings.mind_judge, old, new))
        if settings.last_dog == old:
            preferences.change(last_dog=new)
        if self.services.ladder is not None:
            # The scene that is played in would tell it too, but may not have been opened yet.
            self.services.ladder.dog_renamed(old, new)
        if self.services.tournament is not None:
            self.services.tournament.dog_renamed(old, new)
        self.stage.tell_renamed(old, new)

    def _copy(self, dog: DogInfo) -> None:
        shown = partial(dog_name, dog=dog.name)
        words = (KennelText.COPY_TITLE(name=shown), KennelText.COPY_SAID, KennelText.COPY_DO)
        idea = self.stage.look.say(KennelText.COPY_NAME(name=shown))
        self._ask_name(words, idea, self._names, partial(self._kennel.copy, dog.name))

    def _export(self, dog: DogInfo) -> None:
        shown = self.stage.look.say(partial(dog_name, dog=dog.name))
        words = (KennelText.EXPORT_TITLE(name=shown), KennelText.EXPORT_SAID, KennelText.EXPORT_DO)
        path = str(self._kennel.file_for(shown))
        self.open(path_dialog(words, path, partial(self._kennel.export, dog.name), "kennel.path"))

    def _ask_replace(self, name: str, path: Path) -> None:
        """A dog was to be saved where there is a file already."""

        def save() -> None:
            with self.stage.telling():
                self._kennel.export(name, path, replaces=True)

        ask(self.stage, PlayText.OVERWRITE(name=path.name), "", PlayText.REPLACE, save)

    def _share(self, card: DogCard) -> None:
        assert self.services.inquiries is not None
        share(self.stage, self.services.inquiries, offer_dog(self.services, self.stage.look.strings, card))

    def _ask_delete(self, dog: DogInfo) -> None:
        def said(strings: Strings) -> str:
            time = strings.duration(dog.seconds)
            return strings.get(KennelText.DELETE_SAID, games=games_said(strings, dog.games), time=time)

        def delete() -> None:
            with self.stage.telling():
                self._kennel.delete(dog.name)

        ask(self.stage, KennelText.DELETE_TITLE(name=dog.name), said, KennelText.DELETE_DO, delete)

    def _retire(self, dog: DogInfo, retired: bool) -> None:
        words = KennelText.RETIRED if retired else KennelText.BACK
        with self.stage.telling():
            self._kennel.retire(dog.name, retired)
            self.stage.toast(words(name=dog.name), Tone.GOOD)

    # --- layout ---

    def arrange(self, rect: Rect, look: Look) -> None:
        body = inset(rect, look.px(24), look.px(18))
        head, rest = cut_top(body, look.px(_HEAD), look.px(GAP))
        left = self._adopt.place_right(head, look, self._adopt.needed_width(look), look.px(10))
        left = self._import.place_right(left, look, self._import.needed_width(look), look.px(10))
        title = look.width(look.say(KennelText.TITLE), Size.TITLE, True) + look.px(14)
        if self._shared.is_visible:
            count = look.width(look.say(self._count.words), Size.SMALL) + look.px(6)
            self._shared.words = KennelText.SHARED
            if title + count + self._shared.needed_width(look) + look.px(10 + 6) > left.width:
                self._shared.words = ""  # its icon; what it is for, is said when it is pointed at
            left = self._shared.place_right(left, look, self._shared.needed_width(look), look.px(10))
        left.width -= look.px(6)
        self._title.place(Rect(left.left, left.top, title, left.height), look)
        # What is being done is told up here, where there is room for it: no card moves when something begins.
        rest_of_line = Rect(left.left + title, left.top, left.width - title, left.height)
        beside = self._bar.place_right(rest_of_line, look, round(rest_of_line.width * _DOING_SHARE), look.px(10))
        counted = beside if self._bar.is_visible else rest_of_line
        self._count.place(counted.move(0, look.px(3)), look)
        self._grid.place(rest, look)
        self._show()


def _draw_age(surface: Surface, look: Look, rect: Rect, age: DogAge) -> None:
    palette, strings = look.palette, look.strings
    box = inset(rect, look.px(10), 0)
    games, rest = cut_left(box, round(box.width * 0.4), look.px(8))
    time, rating = cut_right(rest, look.px(116), look.px(8))
    look.text(surface, games_said(strings, age.games), games, Size.BODY, palette.ink, age.is_best)
    if age.is_best:
        best = look.width(look.say(KennelText.BEST_SAID), Size.SMALL, True) + look.px(6)
        time, mark = cut_right(time, best, look.px(8))
        look.text(surface, KennelText.BEST_SAID, mark, Size.SMALL, palette.jade_text, True)
    if age.seconds >= 1:
        look.text(surface, strings.duration(age.seconds), time, Size.SMALL, palette.muted)
    said = DASH if age.rating is None else f"{age.rating:.0f} ± {age.rating_error or 0:.0f}"
    look.text(surface, said, rating, Size.BODY, palette.gold_text, False, Align.RIGHT)


# --- the grid the cards lie in, and the line that tells how far a long task has come --------------------------------

_CARD = (344, 226)
"""Least width and height of a card, in logical units."""
_TALLEST = 300
_TALLEST_OF_FEW = 400
"""The same where there are fewer rows than there is room for."""
_MOST_COLUMNS = 5
_DOING_WORDS = {
    Task.ADOPT: KennelText.ADOPTING,
    Task.COPY: KennelText.COPYING,
    Task.EXPORT: KennelText.EXPORTING,
    Task.IMPORT: KennelText.IMPORTING,
    Task.DELETE: KennelText.DELETING,
    Task.FETCH: KennelText.FETCHING,
    Task.PUT: KennelText.PUTTING,
    Task.MOVE: KennelText.MOVING,
}


class CardGrid(Group):
    """Whole rows of cards; the wheel and the page keys go through them."""

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[Widget] = []
        self._top = 0
        """The first row shown."""
        self._columns = self._rows = 1

    def show(self, cards: Sequence[Widget]) -> None:
        """Lay out these cards, in order."""
        if list(cards) != self._cards:
            for card in self._cards:
                if card not in cards:
                    self.remove(card)
            new = [card for card in cards if card not in self._cards]
            self._cards = list(cards)
            self.add(*new)
            # The keyboard goes through them as they lie.
            self.children.sort(key=self._cards.index)
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(GAP)
        width, height = look.px(_CARD[0]), look.px(_CARD[1])
        self._columns = max(1, min((rect.width + gap) // (width + gap), _MOST_COLUMNS))
        self._rows = max(1, (rect.height + gap) // (height + gap))
        lines_used = max(min(self._rows, self._all_rows), 1)
        tallest = look.px(_TALLEST if lines_used == self._rows else _TALLEST_OF_FEW)
        highest = lines_used * tallest + (lines_used - 1) * gap
        area = Rect(rect.left, rect.top, rect.width - look.px(12) * self._is_long, min(rect.height, highest))
        self._top = max(0, min(self._top, self._all_rows - self._rows))
        lines = rows(area, (1,) * lines_used, gap)
        cells = [cell for line in lines for cell in columns(line, (1,) * self._columns, gap)]
        first = self._top * self._columns
        for number, card in enumerate(self._cards):
            card.is_visible = first <= number < first + len(cells)
            if card.is_visible:
                card.place(cells[number - first], look)

    @property
    def _all_rows(self) -> int:
        return -(-len(self._cards) // self._columns)

    @property
    def _is_long(self) -> bool:
        return self._all_rows > self._rows

    def turn(self, step: int) -> bool:
        """Show the next rows, or the ones before; whether there are any."""
        top = max(0, min(self._top + step, self._all_rows - self._rows))
        if top == self._top or self.root is None:
            return False
        self._top = top
        if self.root.focus is not None and self.root.focus in list(self.walk()):
            self.root.set_focus(None)
        self.place(self.rect, self.root.look)
        return True

    def wheel(self, steps: int) -> bool:
        return self.turn(-1 if steps > 0 else 1)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        if self._is_long:
            track = Rect(self.rect.right - look.px(4), self.rect.top, look.px(4), self.rect.height)
            height = max(track.height * self._rows // self._all_rows, look.px(20))
            top = track.top + (track.height - height) * self._top // max(self._all_rows - self._rows, 1)
            look.rounded(surface, Rect(track.left, top, track.width, height), 2, look.palette.line)


class TaskBar(Panel):
    """What is being done, how far it is, and a way to stop it."""

    def __init__(self, cancel: Callable[[], None]) -> None:
        super().__init__()
        self._task: TaskSnapshot | None = None
        self._words = Label("", Size.SMALL)
        words, size = KennelText.CANCEL, Size.SMALL
        self._cancel = Button(words, cancel, ButtonKind.QUIET, Icon.CLOSE, size, id="kennel.cancel")
        self._track = Rect(0, 0, 0, 0)
        self.add(self._words, self._cancel)
        self.is_visible = False

    def show(self, task: TaskSnapshot | None) -> None:
        """Show a task, or nothing."""
        if task == self._task:
            return
        self._task = task
        if task is not None:
            self._words.words = _DOING_WORDS[task.task](name=task.about)
        self.is_visible = task is not None
        self.invalidate()

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 16, 5)
        left = self._cancel.place_right(inner, look, self._cancel.needed_width(look), look.px(12))
        words, track = cut_right(left, left.width // 2, look.px(12))
        self._words.place(words, look)
        self._track = Rect(track.left, track.centery - look.px(3), track.width, look.px(6))

    def draw_behind(self, surface: Surface, look: Look) -> None:
        super().draw_behind(surface, look)
        look.rounded(surface, self._track, 3, look.palette.sunken, look.palette.line)
        if self._task is not None and self._task.share > 0:
            done = Rect(self._track)
            done.width = max(round(self._track.width * self._task.share), self._track.height)
            look.rounded(surface, done, 3, look.palette.jade)
