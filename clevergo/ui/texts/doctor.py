"""The doctor's words: what is wrong with a dog in training, and what is done about it."""

from __future__ import annotations

from clevergo.app.kennel.messages import Ailment
from clevergo.ui.strings import Texts

DoctorText = Texts("DoctorText")
"""A complaint in a few words, and the lines of the diary."""
AILMENTS = {ailment: getattr(DoctorText, ailment.name) for ailment in Ailment}
"""A complaint in words."""
