"""The words of records that are looked at."""

from __future__ import annotations

from clevergo.ui.strings import Texts

RecordText = Texts("RecordText")
"""What is said of a record, and of playing on from it."""
