"""What the program asks of the desktop it runs on: whether its windows are dark; to show a folder, copy a picture."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path

from clevergo.app.errors import AppError
from clevergo.problem import ProblemError
from clevergo.workers.program import Program, run_program

logger = logging.getLogger(__name__)

_PATIENCE = 3.0
"""Seconds a desktop's own command may take."""
_WINDOWS_KEY = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
_DARK_COMMANDS: dict[str, tuple[str, ...]] = {
    "darwin": ("defaults", "read", "-g", "AppleInterfaceStyle"),
    "linux": ("gsettings", "get", "org.gnome.desktop.interface", "color-scheme"),
}


class DesktopError(AppError):
    """The desktop could not do what was asked."""


class DesktopTheme:
    """Whether the desktop's windows are dark, asked in a thread of its own: the answer may take a while."""

    def __init__(self) -> None:
        self.is_dark = False
        """The latest answer; light before the first, and where nobody knows."""
        self._asking: threading.Thread | None = None

    def ask(self) -> None:
        """Ask anew, unless that is being done."""
        if self._asking is None or not self._asking.is_alive():
            self._asking = threading.Thread(target=self._look, name="desktop", daemon=True)
            self._asking.start()

    def _look(self) -> None:
        self.is_dark = desktop_is_dark()


def desktop_is_dark() -> bool:
    """Whether the desktop's windows are dark now; False where that cannot be found out."""
    if sys.platform == "win32":
        import winreg

        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _WINDOWS_KEY) as key:
                return not winreg.QueryValueEx(key, "AppsUseLightTheme")[0]
        except OSError:
            return False
    command = _DARK_COMMANDS.get(sys.platform)
    if command is None:
        return False
    try:
        return b"dark" in run_program(command, _PATIENCE).stdout.lower()
    except OSError:
        return False


def show_folder(folder: Path) -> None:
    """Open a folder in the desktop's file manager; returns at once.

    DesktopError where there is no file manager, or no such folder.
    """
    with DesktopError.instead_of(OSError, "show_folder", folder=folder):
        if sys.platform == "win32":
            os.startfile(folder)  # what a double click on it does
            return
        Program(["open" if sys.platform == "darwin" else "xdg-open", str(folder)], is_apart=True)


# --- pictures on the clipboard --------------------------------------------------------------------------------------

_COPY_PATIENCE = 20.0
"""Seconds: PowerShell takes its time at a first start."""
_PICTURE_VARIABLE = "CLEVERGO_PICTURE"
_BY_POWERSHELL = (
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing; "
    f"[System.Windows.Forms.Clipboard]::SetImage([System.Drawing.Image]::FromFile($env:{_PICTURE_VARIABLE}))"
)
_BY_APPLESCRIPT = "set the clipboard to (read (POSIX file (item 1 of argv)) as \u00abclass PNGf\u00bb)"


def copy_command(picture: Path) -> list[str] | None:
    """What puts a PNG file on the clipboard; None where nothing here can.

    pygame puts nothing but text there (2.6, on Linux and macOS), so this is left to what the desktops bring.
    """
    file = str(picture)
    if sys.platform == "win32":
        return ["powershell", "-NoProfile", "-STA", "-Command", _BY_POWERSHELL]
    if sys.platform == "darwin":
        return ["osascript", "-e", "on run argv", "-e", _BY_APPLESCRIPT, "-e", "end run", file]
    if os.environ.get("WAYLAND_DISPLAY") and shutil.which("wl-copy"):
        return ["wl-copy", "--type", "image/png"]
    if os.environ.get("DISPLAY") and shutil.which("xclip"):
        return ["xclip", "-selection", "clipboard", "-target", "image/png", "-in", file]
    return None


def can_copy_pictures() -> bool:
    """Whether :func:`copy_picture` can do anything here."""
    return copy_command(Path()) is not None


def copy_picture(png: bytes) -> None:
    """Put a picture on the clipboard; waits for the desktop.

    DesktopError where it does not take it.
    """
    with DesktopError.instead_of((OSError, ProblemError), "copy_picture"):
        handle, name = tempfile.mkstemp(suffix=".png", prefix="clevergo-")
        picture = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(png)
            command = copy_command(picture)
            if command is None:
                raise FileNotFoundError("no program")
            with picture.open("rb") as given:
                environment = {**os.environ, _PICTURE_VARIABLE: name}
                # Some stay to hand the picture out: they get no stream of ours that would be waited for.
                program = Program(command, stdin=given, environment=environment)
                if program.wait(_COPY_PATIENCE) != 0:
                    program.kill()
                    raise OSError(command[0])
        finally:
            with contextlib.suppress(OSError):
                picture.unlink()
