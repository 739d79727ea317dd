"""Asking which file is meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from clevergo.app.desk.paths import typed_path
from clevergo.ui.kit.dialog import AskDialog
from clevergo.ui.kit.look import Words
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.strings import KennelText

_LONGEST = 1000


def path_dialog(words: tuple[Words, Words, Words], path: str, act: Callable[[Path], None], id: str) -> AskDialog:
    """A field for a path, with ``path`` in it; ``act`` hears of the one that is meant.

    Args:
        words: title, what is said, and the main button.
        path: what stands there at first; a name alone means a file beside it.
        act: may raise a ``ProblemError``, which is said under the field.
        id: the field's.
    """

    def answered(typed: str) -> Words | None:
        meant = typed_path(typed, Path(path).parent if path else None)
        if meant is None:
            return KennelText.PATH_EMPTY
        act(meant)
        return None

    field = TextField(path, placeholder=KennelText.PATH, max_length=_LONGEST, id=id)
    return AskDialog(*words, field, answered)
