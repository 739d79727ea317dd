"""What a beginner is told while they play: asked for by the window, found out where dogs think."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from clevergo.games.counsel import Counsel as Counsel  # passes to the window as it is
from clevergo.games.game import Rules, position_after
from clevergo.games.start import EMPTY_BOARD, Start


@dataclass(frozen=True)
class CounselInquiry:
    """What should whoever is to move after these moves be told? Answered by one :class:`Counsel`."""

    door: ClassVar[str] = __name__
    """See :class:`~clevergo.app.engine.messages.Inquiry`."""
    rules: Rules
    moves: tuple[int, ...]
    start: Start = EMPTY_BOARD


def answer(inquiry: CounselInquiry, stop: Callable[[], bool]) -> Iterator[Counsel]:
    """See :class:`~clevergo.app.engine.messages.Inquiry`; nothing where the game has nothing to say."""
    module = inquiry.rules.game.counsel
    position = position_after(inquiry.rules, inquiry.moves, inquiry.start)
    if module is not None and not position.is_over and not stop():
        yield module.counsel(position)
