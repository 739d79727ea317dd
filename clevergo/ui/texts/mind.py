"""The words for looking into a dog's mind, and for the curve of a game."""

from __future__ import annotations

from clevergo.ui.strings import Texts

MindText = Texts("MindText")
"""What is said where somebody's thoughts are shown."""
