"""Opening the program: a window at once, then the app behind it, and everything ended again."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import Settings, SettingsFile
from clevergo.app.errors import AppError
from clevergo.problem import problem_of

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from clevergo.ui.kit.assets import ASSETS
from clevergo.ui.scenes.boot import BootScene
from clevergo.ui.scenes.catalog import TABS, makers
from clevergo.ui.shell.audio import Audio
from clevergo.ui.shell.memory import return_large_pieces
from clevergo.ui.shell.music import SHIPPED_MUSIC, Music
from clevergo.ui.shell.scene import Preferences, Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.window import Window, make_dpi_aware, opening_size

if TYPE_CHECKING:
    from clevergo.app.kennel.book import Kennel

logger = logging.getLogger(__name__)


class Program:
    """The window and the app behind it. The window is there once this is made; ``load`` brings the app."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        device_scale = make_dpi_aware()
        store = SettingsFile(paths.settings)
        settings = store.load()
        self.preferences = Preferences(settings, store)
        self.audio = Audio(settings.sound_volume, music=self._music(settings))
        self.services: Services | None = None
        self._farewell = ExitStack()
        """How everything behind the window ends: the last entry first."""
        self._farewell.callback(self.audio.close)

        def make_stage(size: tuple[int, int]) -> Stage:
            return Stage(self.preferences, self.audio, size, TABS, device_scale)

        self.window = Window(opening_size(settings.window_size, device_scale), make_stage)
        self._boot = BootScene(settings.last_match.rules.grid)
        self.window.stage.show(self._boot)
        self.window.show_first_frame()

    def _music(self, settings: Settings) -> Music:
        """The pieces of the program and of the person; the folder beside the program is that of earlier versions."""
        folders = (SHIPPED_MUSIC, self._paths.music, ASSETS / "musics")
        return Music(folders, settings.music_volume, settings.music_order, settings.music_piece)

    def load(self) -> bool:
        """Bring up the app and show the first scene; False where that cannot be (the window says why)."""
        try:
            self._paths.prepare()
            self._open_app()
            assert self.services is not None
            self.window.stage.furnish(self.services, makers())
        except (AppError, OSError) as error:
            logger.error("%s", error)
            self._boot.fail(problem_of(error))
            return False
        # Looking for a sound device may take a third of a second.
        threading.Thread(target=self.audio.open, name="audio", daemon=True).start()
        return True

    def _open_app(self) -> None:
        from clevergo.app.analysis import AnalysisController
        from clevergo.app.coach.practice import PracticeBook
        from clevergo.app.desk.library import GameStore
        from clevergo.app.experiment.session import ExperimentSession
        from clevergo.app.inquiries import Inquirer
        from clevergo.app.kennel.book import Kennel
        from clevergo.app.kennel.tasks import KennelWork
        from clevergo.app.ladder.ladder import Ladder
        from clevergo.app.ladder.record import PersonFile
        from clevergo.app.match.controller import MatchController
        from clevergo.app.meeting.lobby import Lobby
        from clevergo.app.tournament.session import TournamentSession
        from clevergo.app.training.session import TrainingSession

        kennel = Kennel(self._paths)
        self._farewell.callback(kennel.close)
        with contextlib.suppress(AppError):  # whoever shows the dogs says what is wrong with the kennel
            kennel.forget_unsaved()
        # A slow disk may take its time.
        threading.Thread(target=_sweep, args=(kennel,), name="sweeper", daemon=True).start()
        match = MatchController(kennel, GameStore(self._paths.games))
        training = TrainingSession(kennel, self.preferences.now.effort)
        analysis, work = AnalysisController(kennel), KennelWork(kennel, self._paths)
        inquiries = Inquirer()
        lobby = Lobby(self._paths.meetings)
        tournament, experiment = TournamentSession(kennel, self._paths), ExperimentSession(self._paths)
        # Three processes are gone as fast as one.
        apart = [threading.Thread(target=each.close, name="farewell") for each in (analysis, inquiries)]
        ends = [lobby.close, experiment.close, tournament.close, training.close, match.close, work.close]
        for act in (*(each.join for each in apart), *ends, *(each.start for each in apart)):
            self._farewell.callback(act)
        for act in (tournament.stop, training.stop, experiment.stop):  # they save while the others are ended
            self._farewell.callback(act)
        self.services = Services(
            preferences=self.preferences,
            audio=self.audio,
            kennel=work,
            match=match,
            training=training,
            data_folder=self._paths.data,
            analysis=analysis,
            tournament=tournament,
            inquiries=inquiries,
            experiment=experiment,
            ladder=Ladder(PersonFile(self._paths.person), work),
            practice=PracticeBook(self._paths.practice),
            lobby=lobby,
        )
        match.prewarm()

    def close(self) -> None:
        """Take the window away at once, then end everything behind it."""
        pygame.display.quit()
        self._farewell.close()


def _sweep(kennel: Kennel) -> None:
    """Sweep, in a thread of its own."""
    try:
        kennel.sweep()
    finally:
        kennel.close()


def open_window(paths: Paths) -> int:
    """Run the program until its window is closed; returns the exit code."""
    return_large_pieces()
    try:
        program = Program(paths)
    except pygame.error as error:
        raise AppError("no_window", cause=str(error)) from error
    try:
        has_loaded = program.load()
        if has_loaded:
            program.window.stage.greet()
        program.window.run()
        program.window.stage.closed()
    finally:
        program.close()
    return 0 if has_loaded else 1
