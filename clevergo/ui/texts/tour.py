"""The words of the first minute."""

from __future__ import annotations

from clevergo.ui.strings import Texts

TourText = Texts("TourText")
"""Three short steps, each a heading and a sentence or two."""
