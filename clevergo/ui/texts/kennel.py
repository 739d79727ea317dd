"""The words of the kennel."""

from __future__ import annotations

from clevergo.ui.strings import Texts

KennelText = Texts("KennelText")
"""Cards, and what can be done with a dog."""
