"""What a chapter says to the window alone: in comments, so that nobody who reads it elsewhere sees them.

``<!-- clevergo:slow board=puzzle simulations=200 -->`` names a view and what it is to show; ``<!-- clevergo:boards``
goes on below with a board and its caption in each line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_PREFIX = "clevergo:"
BOARDS = "boards"
"""The directive that puts boards in place of the picture above it."""
CARD = "card"
"""The directive that makes a section stand out: ``do`` what is to be done, ``see`` what is to be seen."""


@dataclass(frozen=True)
class Directive:
    """A directive, taken apart."""

    name: str
    values: Mapping[str, str] = field(default_factory=dict)
    """What stands behind the name; a word without ``=`` has an empty value."""
    lines: tuple[tuple[str, str], ...] = ()
    """Its other lines: what stands before the colon, and after it."""

    @property
    def words(self) -> tuple[str, ...]:
        """What stands behind the name without a value."""
        return tuple(word for word, value in self.values.items() if not value)


def directive(comment: str) -> Directive | None:
    """What a comment directs; None where it is any other comment."""
    if not comment.startswith(_PREFIX):
        return None
    first, *more = comment.removeprefix(_PREFIX).splitlines()
    name, *words = first.split()
    pairs = [word.partition("=") for word in words]
    lines = [line.partition(":") for line in more if line.strip()]
    return Directive(
        name,
        {key: value for key, _, value in pairs},
        tuple((key.strip(), said.strip()) for key, _, said in lines),
    )
