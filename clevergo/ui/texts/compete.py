"""The words of watching and competing."""

from __future__ import annotations

from clevergo.ui.strings import Texts

CompeteText = Texts("CompeteText")
"""Who meets whom, how it stands, and the games."""
