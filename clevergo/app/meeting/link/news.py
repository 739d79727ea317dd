"""What a link tells of what has happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from clevergo.app.meeting.words import Clocks, Entrants, Entry, Refused, Scores
from clevergo.problem import Problem


@dataclass(frozen=True)
class Listening:
    """The host waits at this port."""

    port: int


@dataclass(frozen=True)
class Present:
    """Whether the other is there; who that is, as they say."""

    is_here: bool
    name: str = ""
    player: str = ""
    is_waiting: bool = False
    """Whether something was wished here of which nobody knows yet what becomes of it."""


@dataclass(frozen=True)
class Failed:
    """It is over with this meeting, as far as this end can tell."""

    reason: Problem


@dataclass(frozen=True)
class Unkept:
    """The game goes on, but from here on nobody can go on with it after this program ends."""

    reason: Problem


News: TypeAlias = "Listening | Present | Failed | Unkept | Entry | Refused | Clocks | Entrants | Scores"
"""What a link tells; entries come in order, each once."""
