"""How far something long is, and that nobody wants the rest."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float], None]
"""Told the share that is done; raises :class:`Cancelled` where nobody wants the rest."""


class Cancelled(Exception):  # noqa: N818 - a wish, not an error
    """Whoever asked for something long does not want it any more."""


def ignore_progress(_share: float) -> None:
    """Nobody watches."""
