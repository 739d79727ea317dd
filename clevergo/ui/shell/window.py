"""The operating system's window: the one loop and the one clock.

It draws only what changed, sleeps while nothing does, and keeps 60 frames a second while something moves.
"""

from __future__ import annotations

import contextlib
import locale
import logging
import os
import sys
import time
from collections import deque
from collections.abc import Callable

import pygame
from pygame.event import Event

from clevergo.app.desk.desktop import DesktopTheme
from clevergo.app.desk.settings import MAX_WINDOW, MIN_WINDOW, Settings
from clevergo.ui.kit.assets import Fonts, window_icon
from clevergo.ui.kit.base import Cursor
from clevergo.ui.kit.keys import full_screen_keys
from clevergo.ui.kit.notes import Tone
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import MapWriter
from clevergo.ui.strings import Text

logger = logging.getLogger(__name__)

TITLE = "CleverGo"
FRAMES_PER_SECOND = 60
_IDLE_LOOK = 0.04
"""Seconds between looks at the app while nothing moves; input is looked for at every tick all the same."""
_LONGEST_STEP = 0.1
"""Seconds: after a pause (a dragged window, a suspended machine) animations go on, they do not jump."""
_MOST_FAULTS = 10
"""Frames in a row that may fail before the program ends."""
_CURSORS = {
    Cursor.ARROW: pygame.SYSTEM_CURSOR_ARROW,
    Cursor.HAND: pygame.SYSTEM_CURSOR_HAND,
    Cursor.TEXT: pygame.SYSTEM_CURSOR_IBEAM,
}
_PLAIN_DPI = 96
"""Dots an inch of a screen on which a logical unit is a pixel."""
_SCREEN_PART = 0.94, 0.84
"""How much of a screen's width and height a window may take at most.

Windows puts its inside into the middle of the whole screen: the title bar needs room above, a taskbar below.
"""


class FrameTimes:
    """How long the last frames took: from one shown frame to the next while something moves, and of work alone."""

    def __init__(self, kept: int = 3600) -> None:
        self.intervals: deque[float] = deque(maxlen=kept)
        """Seconds between two frames of an animation."""
        self.work: deque[float] = deque(maxlen=kept)
        """Seconds from the first event to the picture on the screen."""


def make_dpi_aware() -> float:
    """Ask Windows for real pixels; returns how many of them a logical unit is on this screen."""
    if sys.platform != "win32":
        return 1.0
    import ctypes

    user = ctypes.windll.user32
    # From Windows 10 on each screen by itself, title bars too; before that as much as there is. The first that
    # succeeds counts: Windows refuses to be asked again.
    for ask in (
        lambda: user.SetProcessDpiAwarenessContext(ctypes.c_void_p(-4)),
        lambda: ctypes.windll.shcore.SetProcessDpiAwareness(2) == 0,
        lambda: user.SetProcessDPIAware(),
    ):
        with contextlib.suppress(AttributeError, OSError):
            if ask():
                break
    with contextlib.suppress(AttributeError, OSError):
        return float(user.GetDpiForSystem()) / _PLAIN_DPI
    return 1.0


def device_scale_now() -> float | None:
    """Pixels for a logical unit on the screen the window is on now; None where the system does not say."""
    if sys.platform != "win32":
        return None
    import ctypes

    with contextlib.suppress(AttributeError, OSError, KeyError, pygame.error):
        dpi = ctypes.windll.user32.GetDpiForWindow(ctypes.c_void_p(pygame.display.get_wm_info()["window"]))
        return float(dpi) / _PLAIN_DPI if dpi else None
    return None


def opening_size(kept: tuple[int, int], device_scale: float) -> tuple[int, int]:
    """Pixels of a window that is opened: those it had; where nobody has chosen any, more where they are smaller."""
    if kept != Settings.window_size:
        return kept
    return round(kept[0] * device_scale), round(kept[1] * device_scale)


def fitting_size(wanted: tuple[int, int], screens: list[tuple[int, int]]) -> tuple[int, int]:
    """``wanted``, or as much of it as the largest screen has room for."""
    if not screens:
        return wanted
    width, height = max(screens, key=lambda screen: screen[0] * screen[1])
    return min(wanted[0], int(width * _SCREEN_PART[0])), min(wanted[1], int(height * _SCREEN_PART[1]))


def _open_surface(size: tuple[int, int], flags: int) -> pygame.Surface:
    """Open the window, or change it to another size or kind."""
    surface = pygame.display.set_mode(size, flags)
    # Each change of kind writes the title anew, and switches the input method on.
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        if sys.platform.startswith("linux"):
            # X programs of any age can read this title: under a UTF-8 locale SDL uses a type that few know.
            locale.setlocale(locale.LC_CTYPE, "C")
        pygame.display.set_caption(TITLE)
    finally:
        if sys.platform.startswith("linux"):
            locale.setlocale(locale.LC_CTYPE, before)
    pygame.key.stop_text_input()
    return surface


class Pacer:
    """Waits for the next frame. Frames are due on a grid, so that one that was woken late does not delay the rest."""

    def __init__(self, period: float = 1 / FRAMES_PER_SECOND) -> None:
        self._period = period
        self._due = time.perf_counter()

    def wait(self) -> None:
        """Sleep until the next frame is due; not at all when it is late already."""
        now = time.perf_counter()
        self._due = max(self._due + self._period, now)
        if self._due > now:
            time.sleep(self._due - now)


class Window:
    """A window with a stage in it."""

    def __init__(self, size: tuple[int, int], make_stage: Callable[[tuple[int, int]], Stage]) -> None:
        """Open the window; ``make_stage`` is given its size in pixels."""
        if sys.platform.startswith("linux"):
            # Straight to X or Wayland: through OpenGL, where that is emulated, a picture costs several times more.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        # Else Windows shows nothing to choose from to whoever types Chinese.
        os.environ.setdefault("SDL_IME_SHOW_UI", "1")
        pygame.display.init()
        pygame.display.set_allow_screensaver(True)  # a window that is merely open keeps no screen on
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            # SDL falls back to a screen nobody sees, where the program would wait for ever for its first click.
            raise pygame.error("there is no screen")
        pygame.font.init()
        size = fitting_size(size, pygame.display.get_desktop_sizes())
        with contextlib.suppress(pygame.error, OSError):
            pygame.display.set_icon(window_icon(Fonts()))
        self._surface = _open_surface(size, pygame.RESIZABLE)
        self.stage = make_stage(self._surface.get_size())
        self.frame_times = FrameTimes()
        self.is_always_moving = False
        """Draw every frame whether or not anything changed: for measuring."""
        self._pacer = Pacer()
        self._map = MapWriter.from_environment()
        self._cursor = Cursor.ARROW
        self._plain_size = self._surface.get_size()
        self._is_fullscreen = False
        self._is_open = True
        self._last_frame = time.perf_counter()
        self._was_moving = False
        self._music_wait = 0.0
        self._faults = 0
        self._desktop = DesktopTheme()
        self._desktop.ask()

    def show_first_frame(self) -> None:
        """Draw the stage as it is."""
        self.stage.update(0.0)
        self._draw()

    def run(self, each_frame: Callable[[float], None] | None = None) -> None:
        """Until the window is closed. ``each_frame`` is called with the time since the last one."""
        while self._is_open:
            # pygame.event.wait() polls a thousand times a second inside; this costs a twentieth of that.
            events = pygame.event.get()
            now = time.perf_counter()
            is_still = not (self._was_moving or self.is_always_moving or self.stage.damage)
            if is_still and not events and now - self._last_frame < _IDLE_LOOK:
                self._pacer.wait()
                continue
            self._guarded_frame(events, now, each_frame)
            self._pacer.wait()

    def _guarded_frame(self, events: list[Event], started: float, each_frame: Callable[[float], None] | None) -> None:
        """A fault in one panel must not end a training of many hours; a fault in every frame must."""
        try:
            self._frame(events, started, each_frame)
            self._faults = 0
        except Exception:
            self._faults += 1
            logger.exception("a frame failed")
            if self._faults >= _MOST_FAULTS:
                raise
            self.stage.toast(Text.FAULT, Tone.ERROR)

    def _frame(self, events: list[Event], started: float, each_frame: Callable[[float], None] | None) -> None:
        interval, self._last_frame = started - self._last_frame, started
        dt = min(interval, _LONGEST_STEP)
        for event in events:
            self._handle(event)
        if each_frame is not None:
            each_frame(dt)
        moving = self.stage.update(dt) or self.is_always_moving
        if self.is_always_moving:
            self.stage.invalidate()
        drew = self._draw()
        if drew:
            self.frame_times.work.append(time.perf_counter() - started)
        if moving and self._was_moving:
            self.frame_times.intervals.append(interval)
        self._was_moving = moving
        self._housekeeping(dt, drew)

    def close(self) -> None:
        """End the loop after this frame."""
        self._is_open = False

    def _handle(self, event: Event) -> None:
        if event.type == pygame.QUIT:
            self._quit()
        elif event.type in (
            *(pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED),
            pygame.WINDOWDISPLAYCHANGED,
        ):
            self._check_size()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.stage.invalidate()
        elif event.type == pygame.KEYDOWN and self._is_fullscreen_key(event):
            self.stage.change(full_screen=not self._is_fullscreen)
        else:
            if event.type == pygame.WINDOWFOCUSGAINED:
                # Whoever comes back may have been in the desktop's settings.
                self._desktop.ask()
            self.stage.handle(event)

    def _quit(self) -> None:
        """The window's frame closes it at once; where keys have said so, the person is asked first."""
        # On a Mac Cmd Q and Cmd W are the menu's before they are ours, and it says no more than the frame does.
        if sys.platform == "darwin" and pygame.key.get_mods() & pygame.KMOD_META:
            self.stage.leave()
        else:
            self.close()

    def _is_fullscreen_key(self, event: Event) -> bool:
        if event.key == pygame.K_ESCAPE and self._is_fullscreen and not self.stage.wants_escape:
            return True
        has_alt = bool(event.mod & pygame.KMOD_ALT)
        return bool(event.key == pygame.K_F11 or (event.key == pygame.K_RETURN and has_alt))

    def _check_size(self) -> None:
        surface = pygame.display.get_surface()
        if surface is None:
            return
        self._surface = surface
        self.stage.follow_desktop(self._desktop.is_dark, device_scale_now())
        if surface.get_size() != self.stage.rect.size:
            self.stage.resize(surface.get_size(), self.stage.look)
        if not self._is_fullscreen:
            self._plain_size = surface.get_size()

    def _follow_settings(self) -> None:
        """Fill the screen, or no longer, as the settings say."""
        wanted = self.stage.preferences.now.full_screen
        if wanted == self._is_fullscreen:
            return
        size = self._plain_size
        self._is_fullscreen = wanted
        try:
            if wanted:
                self._surface = _open_surface((0, 0), pygame.FULLSCREEN)
            else:
                self._surface = _open_surface(size, pygame.RESIZABLE)
                if self._surface.get_size() != size:
                    # Leaving the full screen keeps its size; the window that is left then takes its own.
                    self._surface = _open_surface(size, pygame.RESIZABLE)
        except pygame.error as error:
            logger.warning("no full screen here: %s", error)
            self._is_fullscreen = False
            self.stage.change(full_screen=False)
            self._surface = _open_surface(size, pygame.RESIZABLE)
        self.stage.resize(self._surface.get_size(), self.stage.look)
        if self._is_fullscreen:
            self.stage.toast(Text.FULL_SCREEN_SAID(key=lambda strings: full_screen_keys(strings)[0]))
        if self.stage.focus is not None:
            self.stage.focus.focus_changed()  # a field that is typed into goes on taking text

    def _draw(self) -> bool:
        """Draw and show the parts that changed; whether there were any."""
        parts = self.stage.damage.take(self._surface.get_rect())
        if not parts:
            return False
        for part in parts:
            self._surface.set_clip(part)
            self.stage.draw(self._surface, self.stage.look)
        self._surface.set_clip(None)
        pygame.display.update(parts)
        return True

    def _housekeeping(self, dt: float, drew: bool) -> None:
        if self.stage.is_left:
            self.close()
        self._follow_settings()
        self.stage.follow_desktop(self._desktop.is_dark)
        if self.stage.cursor_now is not self._cursor:
            self._cursor = self.stage.cursor_now
            with contextlib.suppress(pygame.error):
                pygame.mouse.set_cursor(_CURSORS[self._cursor])
        width, height = (min(max(side, MIN_WINDOW), MAX_WINDOW) for side in self._plain_size)
        kept = width, height
        if kept != self.stage.preferences.now.window_size and not pygame.mouse.get_pressed()[0]:
            self.stage.preferences.change(window_size=kept)
        self._music_wait -= dt
        if self._music_wait <= 0:
            self._music_wait = 0.5
            self.stage.audio.update()
        if self._map is not None:
            self._map.write(self.stage, drew)
