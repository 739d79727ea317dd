"""The words of the settings, of the page of shortcuts, and of what goes wrong behind the window."""

from __future__ import annotations

from clevergo.ui.strings import Texts

SettingsText = Texts("SettingsText")
"""The page of settings."""
KeyText = Texts("KeyText")
"""What keys do, and the names of some."""
