"""The words of the play scene that came with the game tree, the clocks and the saved games."""

from __future__ import annotations

from clevergo.ui.strings import Texts

PlayText = Texts("PlayText")
"""What is said beside the board."""
