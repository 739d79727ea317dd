"""Views of the program that a chapter can open at a fitting position. The only place that lists them.

A chapter names one in a comment, ``<!-- clevergo:slow board=puzzle simulations=200 -->``, and a button stands there.
Where the comment goes on in lines ``name: ...`` and ``said: ...``, those are written on it instead of the view's own.
To add a view, write a function that opens it and add a line to ``VIEWS``.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.learn.leaf import Desk
from clevergo.ui.strings import ExperimentText, LearnText, MicroText, PartsText, TaughtText

_HERE = "clevergo.ui.scenes.learn"


@dataclass(frozen=True)
class View:
    """A kind of view."""

    icon: Icon
    name: Words
    """Written on the button."""
    said: Words
    """What one will see there, in a sentence."""
    door: str
    """``module:function`` below this package, called with a :class:`Desk` and the directive's values."""

    def open(self, desk: Desk, values: Mapping[str, str]) -> None:
        """Show it."""
        module, _, name = self.door.partition(":")
        getattr(importlib.import_module(f"{_HERE}.{module}"), name)(desk, values)


VIEWS: Mapping[str, View] = {
    "slow": View(Icon.TREE, LearnText.SEE_SLOW, LearnText.SEE_SLOW_SAID, "course.openings:slow"),
    "microscope": View(Icon.LAYERS, MicroText.SEE, MicroText.SEE_SAID, "course.openings:microscope"),
    "parts": View(Icon.MINUS, PartsText.TITLE, PartsText.SEE_SAID, "course.openings:parts"),
    "lesson": View(Icon.FALLING, TaughtText.SEE, TaughtText.SEE_SAID, "course.openings:lesson"),
    "film": View(Icon.FILM, LearnText.SEE_FILM, LearnText.SEE_FILM_SAID, "course.openings:film"),
    "experiment": View(Icon.SWAP, ExperimentText.TITLE, ExperimentText.SAID, "course.openings:experiment"),
    "play": View(Icon.PLAY, LearnText.SEE_PLAY, LearnText.SEE_PLAY_SAID, "course.openings:play"),
    "analyze": View(Icon.EYE, LearnText.SEE_ANALYZE, LearnText.SEE_ANALYZE_SAID, "course.openings:analyze"),
    "train": View(Icon.FORWARD, LearnText.SEE_TRAIN, LearnText.SEE_TRAIN_SAID, "course.openings:train"),
    "kennel": View(Icon.FOLDER, LearnText.SEE_KENNEL, LearnText.SEE_KENNEL_SAID, "course.openings:kennel"),
    "compete": View(Icon.SWAP, LearnText.SEE_COMPETE, LearnText.SEE_COMPETE_SAID, "course.openings:compete"),
}
"""By the name that directives use."""
