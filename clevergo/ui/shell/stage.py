"""Everything inside the window: the top bar, the scene that is shown, toasts and dialogs. It knows no operating system.

The window sends it events and time and asks it to draw; a test does the same without a window.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
from pygame import Rect
from pygame.event import Event

from clevergo.app.desk.paths import DOG_SUFFIXES
from clevergo.app.desk.settings import MAX_UI_SCALE, MIN_UI_SCALE, SceneName, Theme
from clevergo.app.errors import AppError
from clevergo.problem import Problem
from clevergo.ui.board.art import BoardArt
from clevergo.ui.kit.assets import Fonts
from clevergo.ui.kit.base import Cursor, Widget, cut_top
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.notes import Toasts, Tone
from clevergo.ui.kit.root import Root
from clevergo.ui.kit.theme import DARK, LIGHT, TOP_BAR
from clevergo.ui.shell.audio import Audio, Sound
from clevergo.ui.shell.doorbell import Doorbell
from clevergo.ui.shell.leaving import LeaveDialog, under_way
from clevergo.ui.shell.listening import MusicPanel
from clevergo.ui.shell.scene import KeyRow, Page, Preferences, Scene, Services, Visit
from clevergo.ui.shell.settings_page import SettingsPage
from clevergo.ui.shell.shortcuts import shortcuts_dialog
from clevergo.ui.shell.topbar import TopBar
from clevergo.ui.shell.tour import STEPS, Tour
from clevergo.ui.strings import Strings, Text, kindly

logger = logging.getLogger(__name__)

SMALLEST = (940, 620)
"""Logical units every scene fits into; a smaller window shows everything smaller instead."""
_AMPLE = (1280, 800)
"""Logical units that are enough for everything at its usual size; in a larger window everything grows."""
_GROWTH = 0.75
"""How much of the additional room goes into size; the rest into more to see."""
_SCALE_STEP = 0.1
_LAID_OUT_BY = frozenset({"language", "theme", "ui_scale", "coordinates", "move_numbers"})
"""Settings after whose change everything is placed and drawn anew."""
_HEARD = frozenset({"sound_on", "sound_volume", "music_on", "music_volume", "music_order"})

SceneMaker = Callable[[Services], Scene]


def scale_in(size: tuple[int, int], wanted: float, device_scale: float = 1.0) -> float:
    """Pixels for a logical unit in a window of that size in pixels.

    Args:
        wanted: the person's factor, 1 for the usual size.
        device_scale: pixels for a logical unit on this screen.
    """
    room = min(size[0] / _AMPLE[0], size[1] / _AMPLE[1]) / device_scale
    scale = wanted * device_scale * (1.0 + _GROWTH * max(room - 1.0, 0.0))
    scale = max(min(scale, size[0] / SMALLEST[0], size[1] / SMALLEST[1]), 0.3)
    # A whole number of fiftieths: dragging the window's edge must not render every text anew at each pixel.
    return int(scale * 50) / 50


class Stage(Root):
    """The window's inside."""

    def __init__(
        self,
        preferences: Preferences,
        audio: Audio,
        size: tuple[int, int],
        tabs: Sequence[SceneName],
        device_scale: float = 1.0,
    ) -> None:
        """``tabs``: the scenes there will be, in order; ``device_scale``: pixels for a logical unit on this screen."""
        self.preferences = preferences
        self.audio = audio
        self._device_scale = device_scale
        self._desktop_is_dark = False
        self._tour: Tour | None = None
        self._fonts = Fonts()
        self._strings = Strings()
        self.art = BoardArt(self._fonts, self.is_dark)
        """Wood and stones of the current colors, shared by all boards."""
        self.toasts = Toasts(lambda: [mark.rect for mark in self.clickable()])
        self.is_left = False
        """Whether the person has left the program: the window closes then."""
        self.scene: Page | None = None
        self._scenes: dict[SceneName, Scene] = {}
        self._makers: Mapping[SceneName, SceneMaker] = {}
        self._services: Services | None = None
        self._doorbell: Doorbell | None = None
        self._wanted: tuple[SceneName, Visit | None] = (preferences.now.last_scene, None)
        super().__init__(self._make_look(size))
        self.rect = Rect((0, 0), size)
        self.bar = TopBar(self, tabs)
        self.bar.show_current(self._wanted[0])
        self.add(self.bar, self.toasts)
        preferences.on_failure = lambda reason: self.toast(reason, Tone.ERROR)
        self._set_volumes()
        self.resize(size, self.look)

    # --- scenes ---

    def furnish(self, services: Services, makers: Mapping[SceneName, SceneMaker]) -> None:
        """The app is there: from now on scenes can be shown.

        Raises:
            AppError: the first one cannot be, and so none is.
        """
        self._services, self._makers = services, makers
        name, visit = self._wanted
        try:
            self.go_to(name if name in makers else next(iter(makers)), visit)
        except AppError:
            self._services = None
            raise
        self._doorbell = Doorbell(self, services)

    def show(self, scene: Page, visit: Visit | None = None) -> None:
        """Show this page, and let it know why."""
        self._set_under(None)  # what the pointer was over fades while it still can: it may be shown again
        self.let_go()
        if self.scene is not None:
            self.scene.left()
            self.remove(self.scene)
        self.set_focus(None)
        self.scene = scene
        self.add(scene)
        # Messages stay on top of whatever is shown.
        self.children.remove(self.toasts)
        self.children.append(self.toasts)
        self._place()
        scene.entered(visit)

    def go_to(self, name: SceneName, visit: Visit | None = None) -> None:
        """Show another scene, made when it is first wanted. One that cannot be leaves the one that is shown.

        Raises:
            AppError: it cannot be, and none is shown yet.
        """
        if self._services is not None and name not in self._scenes:
            try:
                self._scenes[name] = self._makers[name](self._services)
            except AppError as error:
                if not self._scenes:
                    raise
                self.toast(error.problem, Tone.ERROR)
                return
        self.bar.show_current(name)
        self._wanted = (name, visit)
        if self._services is None:
            return
        for popup in [popup for popup in self.popups if not popup.stays]:
            self.close_popup(popup)
        scene = self._scenes[name]
        if scene is not self.scene:
            self.show(scene, visit)
        elif visit is not None:
            scene.entered(visit)
        self.preferences.change(last_scene=name)

    def tell_renamed(self, old: str, new: str) -> None:
        """Let every scene know that a dog is called otherwise now."""
        for scene in self._scenes.values():
            scene.dog_renamed(old, new)

    @property
    def data_folder(self) -> Path | None:
        """Where the person's things lie."""
        return self._services.data_folder if self._services is not None else None

    def open_settings(self) -> None:
        """Show the page of settings."""
        if not any(isinstance(popup, SettingsPage) for popup in self.popups):
            self.open_popup(SettingsPage(self), self.rect)

    def open_music(self, anchor: Rect) -> None:
        """Show what is heard and what may be, under ``anchor``."""
        MusicPanel(self).open_under(anchor)

    def leave(self) -> None:
        """Leave the program; where something is under way, the person is asked first."""
        said = under_way(self._services) if self._services is not None else []
        if not said:
            self._left()
        elif not any(isinstance(popup, LeaveDialog) for popup in self.popups):
            dialog = LeaveDialog(said, self._left)
            self.open_popup(dialog, self.rect)
            self.set_focus(dialog.cancel_button, by_keys=True)

    def _left(self) -> None:
        self.is_left = True

    def greet(self) -> None:
        """Show the first steps to who is new here: they have neither seen them, nor played a game or learned one."""
        ladder = None if self._services is None else self._services.ladder
        has_played = ladder is not None and bool(ladder.person.bouts)
        now = self.preferences.now
        if not (now.tour_seen or now.lessons_done or has_played):
            self.start_tour()

    def start_tour(self) -> None:
        """Show the first steps."""
        self.go_to(STEPS[0].scene)
        self._tour = Tour(self, self._tour_ended)
        self.open_popup(self._tour, self.rect)

    def closed(self) -> None:
        """The window closes.

        What was typed last is kept. First steps that were on it have been seen: they do not come again at every start.
        """
        self.set_focus(None)
        if self._tour is not None:
            self._tour_ended()

    def _tour_ended(self) -> None:
        self._tour = None
        self.preferences.change(tour_seen=True)

    def toast(self, words: Words | Problem, tone: Tone = Tone.PLAIN) -> None:
        """Say something at the foot of the window for a while."""
        self.toasts.say(kindly(words) if isinstance(words, Problem) else words, self.look, tone)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """What cannot be done in this block is said at the foot of the window."""
        try:
            yield
        except AppError as error:
            self.toast(error.problem, Tone.ERROR)

    # --- settings ---

    def change(self, **values: Any) -> None:
        """Change settings and show them at once."""
        before = self.preferences.now
        self.preferences.change(**values)
        now = self.preferences.now
        changed = {name for name, value in vars(now).items() if value != getattr(before, name)}
        if changed & _HEARD:
            self._set_volumes()
        if "effort" in changed and self._services is not None:
            self._services.training.set_effort(now.effort)
        if changed & _LAID_OUT_BY:
            self.resize(self.rect.size, self.look)
        else:
            self.bar.refresh()

    @property
    def is_dark(self) -> bool:
        """Whether dark colors are shown: as wished, or as the desktop is."""
        theme = self.preferences.now.theme
        return self._desktop_is_dark if theme is Theme.SYSTEM else theme is Theme.DARK

    def follow_desktop(self, is_dark: bool, device_scale: float | None = None) -> None:
        """The desktop's windows are dark or light now, and a logical unit is so many of its pixels."""
        scale = self._device_scale if device_scale is None else device_scale
        if (is_dark, scale) != (self._desktop_is_dark, self._device_scale):
            self._desktop_is_dark, self._device_scale = is_dark, scale
            self.resize(self.rect.size, self.look)

    def resize(self, size: tuple[int, int], look: Look) -> None:
        before = self.look
        super().resize(size, self._make_look(size))
        before.forget()
        self._place()

    def _make_look(self, size: tuple[int, int]) -> Look:
        settings = self.preferences.now
        palette = DARK if self.is_dark else LIGHT
        scale = scale_in(size, settings.ui_scale, self._device_scale)
        self._strings.language = settings.language
        self._fonts.set_scale(scale)
        if self.art.is_dark != palette.is_dark:
            self.art.forget()
            self.art = BoardArt(self._fonts, palette.is_dark)
        return Look(palette, self._fonts, self._strings, scale)

    def _place(self) -> None:
        bar, rest = cut_top(self.rect, self.look.px(TOP_BAR))
        self.bar.refresh()
        self.bar.place(bar, self.look)
        if self.scene is not None:
            self.scene.place(rest, self.look)
        self.toasts.place(rest, self.look)
        self.invalidate()

    def _set_volumes(self) -> None:
        now = self.preferences.now
        self.audio.music.order = now.music_order
        self.audio.set_volumes(now.sound_volume * now.sound_on, now.music_volume * now.music_on)

    # --- each frame ---

    def update(self, dt: float) -> bool:
        moves = super().update(dt)
        if self._doorbell is not None:
            self._doorbell.update(getattr(self.scene, "name", None))
        if self.scene is not None and self.scene.update(dt):
            moves = True
        if self._tour is not None:
            self._tour.follow()
        for popup in self.popups:
            if isinstance(popup, MusicPanel):
                popup.follow()
        if self.audio.music.chosen != self.preferences.now.music_piece:
            self.preferences.change(music_piece=self.audio.music.chosen)
        return moves

    def handle(self, event: Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.toasts.make_way(event.pos)
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        if event.type == pygame.DROPFILE:
            path = Path(event.file)
            if path.suffix.lower() in DOG_SUFFIXES:
                self.go_to(SceneName.KENNEL, Visit(newcomer=path))
            else:  # it is taken for a game
                self.go_to(SceneName.PLAY, Visit(game=path))
            return True
        return self.scene is not None and self.scene.handle(event)

    def touched(self, widget: Widget) -> None:
        if widget.cursor is Cursor.HAND and not widget.is_silent:
            self.audio.play(Sound.BUTTON)

    def _shortcut(self, event: Event) -> bool:
        has_control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        if event.key == pygame.K_F1 or _is_question(event):
            self.open_popup(shortcuts_dialog(self.keys), self.rect)
        elif event.key == pygame.K_F2 or (event.key == pygame.K_COMMA and has_control):
            self.open_settings()
        elif event.key == pygame.K_q and has_control:
            self.leave()
        elif event.key == pygame.K_m and not has_control:
            self.change(sound_on=not self.preferences.now.sound_on)
        elif has_control and event.key in (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS):
            self._zoom(_SCALE_STEP)
        elif has_control and event.key in (pygame.K_MINUS, pygame.K_KP_MINUS):
            self._zoom(-_SCALE_STEP)
        elif has_control and pygame.K_1 <= event.key <= pygame.K_9:
            index = event.key - pygame.K_1
            if index < len(self.bar.tabs):
                self.go_to(self.bar.tabs[index].name)
        else:
            return False
        return True

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        """What keys do on the page that is shown and nowhere else."""
        return () if self.scene is None else self.scene.keys

    @property
    def wants_escape(self) -> bool:
        return super().wants_escape or (self.scene is not None and self.scene.wants_escape)

    def _zoom(self, step: float) -> None:
        scale = round(min(max(self.preferences.now.ui_scale + step, MIN_UI_SCALE), MAX_UI_SCALE), 2)
        self.change(ui_scale=scale)
        self.toast(Text.SCALE_NOW(percent=round(scale * 100)))


def _is_question(event: Event) -> bool:
    """Whether a question mark was typed; keys name no letter where no field takes text."""
    is_shifted = bool(event.mod & pygame.KMOD_SHIFT)
    return (
        event.key == pygame.K_QUESTION or event.unicode in ("?", "？") or (event.key == pygame.K_SLASH and is_shifted)
    )
