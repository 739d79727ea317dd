"""What keys are called where the program runs: a Mac's have other words on them."""

from __future__ import annotations

import sys

from clevergo.ui.strings import KeyText, Strings


def as_engraved(words: str) -> str:
    """What stands on the keys themselves: a Mac's do with Cmd what others' do with Ctrl."""
    return words.replace("Ctrl", "Cmd") if sys.platform == "darwin" else words


def full_screen_keys(strings: Strings) -> tuple[str, str]:
    """Those that fill the screen, and that leave it again; the first is the one to name."""
    enter = strings.get(KeyText.ENTER)
    if sys.platform == "darwin":
        return f"Option {enter}", "F11"  # which shows the desktop there, unless somebody has changed that
    return "F11", f"Alt {enter}"
