"""The words of growing: curves, ages, what comes next, the doctor's advice, and a dog's settings."""

from __future__ import annotations

from clevergo.ui.strings import Texts

TrainText = Texts("TrainText")
"""What the train scene says beyond the plainest things."""
