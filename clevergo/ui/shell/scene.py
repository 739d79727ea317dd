"""What a scene is, and what it is given."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pygame.event import Event

from clevergo.app.desk.settings import SceneName, Settings, SettingsFile
from clevergo.app.errors import AppError
from clevergo.problem import Problem
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.dialog import AskDialog, Dialog
from clevergo.ui.kit.look import Words

if TYPE_CHECKING:
    from clevergo.app.analysis import AnalysisController
    from clevergo.app.coach.practice import PracticeBook
    from clevergo.app.experiment.session import ExperimentSession
    from clevergo.app.inquiries import Inquirer
    from clevergo.app.kennel.tasks import KennelWork
    from clevergo.app.ladder.ladder import Ladder
    from clevergo.app.match.controller import MatchController
    from clevergo.app.match.messages import MatchSetup
    from clevergo.app.meeting.lobby import Lobby
    from clevergo.app.tournament.session import TournamentSession
    from clevergo.app.training.session import TrainingSession
    from clevergo.ui.shell.audio import Audio
    from clevergo.ui.shell.stage import Stage

logger = logging.getLogger(__name__)


class Preferences:
    """The person's settings as they are now in this window; every change is saved at once.

    Of two windows each keeps what it shows, and the file gets the changes of both.
    """

    def __init__(self, settings: Settings, store: SettingsFile | None = None) -> None:
        self.now = settings
        """The settings; :meth:`change` sets them."""
        self._store = store
        self._kept = settings
        """What the file says, as far as this window knows."""
        self._failed = False
        self.on_failure: Callable[[Problem], None] | None = None
        """Told once when the settings cannot be saved."""

    def change(self, **values: Any) -> None:
        """Set some of them, by name."""
        self.revise(lambda settings: replace(settings, **values))

    def revise(self, change: Callable[[Settings], Settings]) -> None:
        """Make others of them, as where lists grow: of those shown here, and of those in the file, each for itself."""
        changed = change(self.now)
        if changed == self.now:
            return
        self.now = changed
        if self._store is None:
            return
        self._kept = change(self._store.written_elsewhere() or self._kept)
        try:
            self._store.save(self._kept)
        except AppError as error:
            logger.warning("%s", error)
            if not self._failed and self.on_failure is not None:
                self.on_failure(error.problem)
            self._failed = True


@dataclass(frozen=True, kw_only=True)
class Services:
    """Everything a scene may use."""

    preferences: Preferences
    audio: Audio
    kennel: KennelWork
    match: MatchController
    training: TrainingSession
    data_folder: Path | None = None
    """Where the person's things lie, to be shown."""
    analysis: AnalysisController | None = None
    """Looking into a dog's mind; the scenes with a board to think about need it."""
    tournament: TournamentSession | None = None
    """Where computer players meet."""
    inquiries: Inquirer | None = None
    """What else is to be found out of dogs; the pages that explain need it."""
    experiment: ExperimentSession | None = None
    """Two dogs that differ in one thing; where one learns needs it."""
    ladder: Ladder | None = None
    """Whom a person meets, and how strong they are; None: nobody keeps that."""
    practice: PracticeBook | None = None
    """The person's mistakes, to be asked again; where one learns needs it."""
    lobby: Lobby | None = None
    """Who invites and who is invited over the network; None: nobody."""


@dataclass(frozen=True)
class Visit:
    """Why a scene is entered, where that matters."""

    opponent: str | None = None
    """Play: set the board for a game against this dog."""
    match: MatchSetup | None = None
    """Play: begin a game between these."""
    game: Path | None = None
    """Play: open this game (an SGF file)."""
    setup: MatchSetup | None = None
    """Play: get ready for a match of these players by these rules."""
    laid: MatchSetup | None = None
    """Play: look at the position that its rules and first stones make."""
    record: str | None = None
    """Play: look at this game, told as SGF, where it was left."""
    dog: str | None = None
    """Train, compete: choose this dog."""
    rival: str | None = None
    """Compete: let the dog meet this one at once, in a duel of a few games."""
    newcomer: Path | None = None
    """Kennel: take in the dog of this file."""
    entry: str | None = None
    """Learn: open this entry of the contents."""


@dataclass(frozen=True)
class BoardMark:
    """Where a scene's board is in the window, for the map of the window."""

    size: int
    first: tuple[int, int]
    """The center of the upper left point."""
    step: float
    """From one line to the next, pixels."""
    stones: tuple[str, ...]
    """Rows from the top: ``.`` empty, ``X`` black, ``O`` white."""
    cursor: int | None = None
    """The point the keyboard is at; None while it is elsewhere."""


KeyRow = tuple[Words, Words]
"""A key, or several, and what it does."""


class Page(Group):
    """What fills the window below the top bar.

    ``update`` is called each frame, whether or not anything happens, and returns whether something moves; ``draw``
    changes nothing; ``handle`` gets the keys and events no widget wanted.
    """

    wants_escape = False
    """Whether Escape leaves it."""

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        """What keys do here and nowhere else, for the page of shortcuts, which knows those of playing by itself."""
        return ()

    @property
    def stage(self) -> Stage:
        """The window's stage: language, theme, messages, other scenes."""
        from clevergo.ui.shell.stage import Stage

        root = self.root
        assert isinstance(root, Stage)
        return root

    def open(self, dialog: Dialog) -> None:
        """Open a dialog in front of the page; where it asks for a line, that can be typed at once."""
        self.stage.open_popup(dialog, self.stage.rect)
        if isinstance(dialog, AskDialog):
            self.stage.set_focus(dialog.field)
            dialog.field.select_all()

    def entered(self, visit: Visit | None) -> None:
        """The page is shown now."""

    def left(self) -> None:
        """Another page is shown now."""

    def dog_renamed(self, old: str, new: str) -> None:
        """A dog that this page may remember is called otherwise now."""

    def handle(self, event: Event) -> bool:
        """An event no widget used; True if the page did."""
        return False

    def board_mark(self) -> BoardMark | None:
        """Where the page's board is, if it has one."""
        return None


class Scene(Page):
    """A page of the app: polls it each frame and sets what its widgets show."""

    name: SceneName

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
