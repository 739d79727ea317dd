"""Dogs' names: what is wrong with one, and ideas for the next."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from clevergo.app.kennel.dogs import MAX_NAME, name_key
from clevergo.ui.kit.look import Words
from clevergo.ui.strings import Strings, Text

LONGEST_TYPED = 240
"""Letters a field for a name takes; the advice tells of those that are too many."""


def name_problem(name: str, taken: Sequence[str]) -> Words | None:
    """What is wrong with a dog's name, kindly; None where nothing is."""
    tidy = unicodedata.normalize("NFC", " ".join(name.split()))
    if not tidy:
        return Text.NAME_EMPTY
    if len(tidy) > MAX_NAME:
        return Text.NAME_LONG(most=MAX_NAME)
    same = [other for other in taken if name_key(other) == name_key(tidy)]
    if same:
        return Text.NAME_TAKEN(name=same[0])
    return None


def name_idea(strings: Strings, taken: Sequence[str]) -> str:
    """A name nobody has yet."""
    ideas = strings.get(Text.NAME_IDEAS).split()
    keys = {name_key(name) for name in taken}
    return next((idea for idea in ideas if name_key(idea) not in keys), "")
