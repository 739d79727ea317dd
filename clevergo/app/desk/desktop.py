"""What the program asks of the desktop it runs on: whether its windows are dark, and to show a folder."""

from __future__ import annotations

import logging
import os
import sys
import threading
from pathlib import Path

from clevergo.app.desk.paths import AppError
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
