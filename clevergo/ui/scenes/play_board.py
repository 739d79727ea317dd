"""What lies on the board of the play scene: stones, numbers, the moves a machine considers."""

from __future__ import annotations

from dataclasses import replace

from clevergo.app.messages import MatchSnapshot, Thinking
from clevergo.app.settings import Settings
from clevergo.ui.board_view import Hint
from clevergo.ui.scenes.board_pane import BoardShown
from clevergo.ui.scenes.play_panels import Overlay
from clevergo.ui.scenes.play_words import short_count

_FEWEST_VISITS = 0.004
"""Moves with a smaller part of all visits are not shown on the board."""
_MOST_HINTS = 6


def board_of(match: MatchSnapshot, hover_color: int | None, settings: Settings) -> BoardShown:
    """The position that is looked at, as the person wants to see boards."""
    return BoardShown(
        match.stones,
        match.last_move,
        hover_color,
        ownership=match.ownership,
        dead=match.dead,
        numbers=_numbers(match) if settings.move_numbers else {},
        ko=match.ko,
        coordinates=settings.coordinates,
    )


def _numbers(match: MatchSnapshot) -> dict[int, int]:
    """The number of the move that put each stone there."""
    points, stones = match.stones.size, match.stones.ravel()
    return {action: ply for ply, action in enumerate(match.moves, 1) if action < points and stones[action]}


def hints_of(match: MatchSnapshot, thought: Thinking, overlay: Overlay) -> tuple[Hint, ...]:
    """The moves a search considers, the largest first."""
    if overlay is Overlay.OFF:
        return ()
    is_policy = overlay is Overlay.POLICY
    points = match.stones.size
    ranked = sorted(thought.candidates, key=lambda c: c.prior if is_policy else c.visits, reverse=True)
    shown = [c for c in ranked if c.action < points and match.stones.flat[c.action] == 0][:_MOST_HINTS]
    whole = max(sum(c.visits for c in thought.candidates), 1)
    hints = []
    for i, candidate in enumerate(shown):
        part = candidate.prior if is_policy else candidate.visits / whole
        if part < _FEWEST_VISITS and i:
            continue
        label = f"{candidate.prior if is_policy else candidate.win_rate:.0%}"
        detail = "" if is_policy else short_count(candidate.visits)
        hints.append(Hint(candidate.action, label, detail, min(part * 2.5, 1.0), i == 0))
    return tuple(hints)


def with_line(shown: BoardShown, line: tuple[int, ...], to_play: int) -> BoardShown:
    """The expected moves laid out as numbered stones; captures are not played out."""
    stones = shown.stones.copy()
    numbers: dict[int, int] = {}
    color = to_play
    for i, action in enumerate(line):
        if action < stones.size and stones.flat[action] == 0:
            stones.flat[action] = color
            numbers[action] = i + 1
        color = 3 - color
    return replace(shown, stones=stones, numbers=numbers, hints=(), last_move=None, hover_color=None)
