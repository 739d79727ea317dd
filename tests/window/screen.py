"""The hidden screen of the benchmarks, with all that a person does to a window on it, and a camera."""

from __future__ import annotations

import contextlib
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame

from clevergo.bench.screen import SIZE, HiddenScreen, ScreenError
from clevergo.workers.program import AS_OUTPUT, PIPE
from clevergo.workers.program import Program as Running
from tests.patience import PATIENCE

WIDTH, HEIGHT = SIZE

# What a window manager does when somebody clicks the cross: a polite message, which xdotool cannot send.
_ASK_TO_CLOSE = """
import ctypes, ctypes.util, sys
class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest_of_the_union", ctypes.c_char * 128)]
x = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
x.XInternAtom.restype = ctypes.c_ulong
x.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
x.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
x.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
display, window = x.XOpenDisplay(None), int(sys.argv[1])
event = ClientMessage(type=33, window=window, format=32)
event.message_type = x.XInternAtom(display, b"WM_PROTOCOLS", 0)
event.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
x.XSendEvent(display, window, 0, 0, ctypes.byref(event))
x.XSync(display, 0)
"""

# Any other program that is asked to paste, for what xdotool cannot do.
_PASTE = """
import sys, pygame
pygame.display.init()
pygame.display.set_mode((1, 1), pygame.HIDDEN)
pygame.scrap.init()
sys.stdout.buffer.write(pygame.scrap.get("text/plain;charset=utf-8") or b"")
"""

# Any other program in which something has been copied: it hands it over to whoever pastes, until it ends.
_COPY = """
import sys, time, pygame
pygame.display.init()
pygame.display.set_mode((1, 1), pygame.HIDDEN)
pygame.scrap.init()
pygame.scrap.put("text/plain;charset=utf-8", sys.argv[1].encode("utf-8"))
print("copied", flush=True)
while True:
    pygame.event.pump()
    time.sleep(0.02)
"""


_PLAIN = re.compile(r"[\w+.:/-]+", re.ASCII)
"""Words that an xdotool takes as they are, wherever it finds them."""
_DONE = b"x:"
"""What it answers begins with when it is asked where the pointer is."""


class Hand:
    """An xdotool that takes one order after the other: to start one for each takes longer than what most of them do."""

    def __init__(self, environment: dict[str, str]) -> None:
        # It must say at once what it has to say, though that leads into a pipe.
        command = ["stdbuf", "--output=L", "xdotool", "-"]
        self._xdotool = Running(command, stdin=PIPE, stdout=PIPE, stderr=AS_OUTPUT, environment=environment)

    def do(self, order: str) -> None:
        """Have something done, and wait until it is.

        Raises:
            ScreenError: it cannot be; this hand takes no more orders.
        """
        said = b""
        with contextlib.suppress(BrokenPipeError):  # it has ended, and may have said why
            self._xdotool.stdin.write(f"{order}\ngetmouselocation\n".encode())
        while not any(line.startswith(_DONE) for line in said.split(b"\n")[:-1]):
            ready, _, _ = select.select([self._xdotool.stdout], [], [], PATIENCE)
            more = self._xdotool.stdout.read(4096) if ready else b""
            if not more:
                self.let_go()
                raise ScreenError(f"{order}: {said.decode().strip() or 'no answer'}")
            said += more

    def let_go(self) -> None:
        """End it."""
        self._xdotool.kill()
        self._xdotool.wait(PATIENCE)
        self._xdotool.stdin.close()
        self._xdotool.stdout.close()


class Screen(HiddenScreen):
    """An X server of its own on a free display. Use as a context manager."""

    def __init__(self, folder: Path, size: tuple[int, int] = (WIDTH, HEIGHT)) -> None:
        super().__init__(folder, size, PATIENCE)
        self._own_hand: Hand | None = None

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *error: object) -> None:
        if self._own_hand is not None:
            self._own_hand.let_go()
        super().__exit__(*error)

    def do(self, *words: object, check: bool = True) -> None:
        """Have xdotool do something that tells nothing.

        Raises:
            ScreenError: it failed; not where ``check`` is off.
        """
        order = [*map(str, words)]
        if not all(map(_PLAIN.fullmatch, order)):
            self.xdotool(*order, check=check)
            return
        hand, self._own_hand = self._own_hand or Hand(self.environment), None
        try:
            hand.do(" ".join(order))
        except ScreenError:
            if check:
                raise
        else:
            self._own_hand = hand

    def find_windows(self, title: str) -> list[int]:
        """The visible windows whose title holds ``title``."""
        return [int(line) for line in self.xdotool("search", "--onlyvisible", "--name", title, check=False).split()]

    def place_of(self, window: int) -> tuple[int, int, int, int]:
        """x, y, width, height of a window on the screen."""
        lines = self.xdotool("getwindowgeometry", "--shell", window).splitlines()
        values = dict(line.split("=", 1) for line in lines if "=" in line)
        return int(values["X"]), int(values["Y"]), int(values["WIDTH"]), int(values["HEIGHT"])

    def move_mouse(self, window: int, x: float, y: float) -> None:
        """Move the real pointer to a place in a window."""
        self.do("mousemove", "--window", window, round(x), round(y))

    def click_in(self, window: int, x: float, y: float) -> None:
        """Move there, then press and release the left button."""
        move = ("mousemove", "--window", window, round(x), round(y))
        self.do(*move, "sleep", 0.03, "click", "--delay", 10, 1)

    def turn_wheel(self, window: int, x: float, y: float, steps: int) -> None:
        """Turn the wheel over a place, up positive."""
        self.move_mouse(window, x, y)
        self.do("click", "--repeat", abs(steps), 4 if steps > 0 else 5)

    def clipboard(self) -> str:
        """What another program gets that pastes now."""
        environment = self.environment | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        done = subprocess.run(
            [sys.executable, "-c", _PASTE], env=environment, stdout=subprocess.PIPE, timeout=PATIENCE, check=True
        )
        return done.stdout.decode("utf-8")

    @contextlib.contextmanager
    def copied_elsewhere(self, text: str) -> Iterator[None]:
        """For this time another program has ``text`` to be pasted."""
        environment = self.environment | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        with subprocess.Popen(
            [sys.executable, "-c", _COPY, text], env=environment, stdout=subprocess.PIPE, text=True
        ) as other:
            try:
                assert other.stdout is not None
                assert other.stdout.readline().strip() == "copied"
                yield
            finally:
                other.kill()

    def ask_to_close(self, window: int) -> None:
        """What the cross of a window's frame does."""
        subprocess.run(
            [sys.executable, "-c", _ASK_TO_CLOSE, str(window)], env=self.environment, timeout=PATIENCE, check=True
        )

    def save_picture(self, path: Path, window: int | None = None) -> None:
        """Save the screen, or one window's part of it, as a PNG file."""
        picture = self.picture()
        if window is not None:
            x, y, width, height = self.place_of(window)
            picture = picture[max(y, 0) : y + height, max(x, 0) : x + width]
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(pygame.image.frombuffer(picture.tobytes(), picture.shape[1::-1], "RGB"), str(path))
