"""What a match asks the engine, and which of its answers are still wanted."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from clevergo.app.engine.client import Engine
from clevergo.app.engine.messages import (
    CancelRequest,
    CountRequest,
    EngineDied,
    PrepareRequest,
    Reply,
    RulesReady,
    Seat,
    SettleRequest,
    Tag,
    ThinkAnswer,
    ThinkRequest,
    ThinkStarted,
)
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.messages import MatchSetup
from clevergo.app.match.table import Table
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.players.spec import PlayerSpec

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Wait:
    """What the engine was asked; every other answer is late."""

    tag: Tag
    for_count: bool = False
    """Dead stones are asked for, not a move."""
    is_loading: bool = False
    """The player is not at work yet."""
    held: ThinkAnswer | None = None
    """The answer, until the last move has been seen long enough."""


class Conversation:
    """One question at a time to the engine, each tagged; answers to any other are dropped."""

    def __init__(self, engine: Engine, kennel: Kennel, rng: np.random.Generator) -> None:
        self._engine = engine
        self._kennel = kennel
        self._rng = rng
        self._match_id = 0
        self._asked = 0
        self._seeds: dict[Color, int] = {}
        self._wait: Wait | None = None

    @property
    def wait(self) -> Wait | None:
        """What is waited for."""
        return self._wait

    @property
    def held(self) -> ThinkAnswer | None:
        """An answer that has come, and is kept until the last move has been seen long enough."""
        return None if self._wait is None else self._wait.held

    def begin(self, match_id: int) -> None:
        """Another match: players get new seeds, nothing is waited for."""
        self._match_id = match_id
        self._seeds = {color: int(self._rng.integers(2**31)) for color in Color}
        self._wait = None

    def prepare(self, setup: MatchSetup) -> None:
        """Have nets loaded while a person still thinks about the first move; AppError where a dog is missing."""
        for color in Color:
            if setup.player(color).dog is not None:
                self._engine.send(PrepareRequest(self._new_tag(0), setup.rules, self._seat(setup, color)))

    def ask_for_move(self, table: Table, seconds: float | None) -> None:
        """The computer whose turn it is is to move, or to settle colors; AppError where its dog cannot be found."""
        seat = self._seat(table.setup, table.side)
        tag, record = self._new_tag(table.position.ply), table.record
        self._wait = Wait(tag, is_loading=True)
        if table.task is not None and record.settling is not None:
            self._engine.send(SettleRequest(tag, record.rules, record.moves, seat, record.settling, seconds))
            return
        request = ThinkRequest(tag, record.rules, record.moves, seat, record.start, seconds)
        self._engine.send(request)

    def ask_for_count(self, table: Table) -> None:
        """Which stones of the finished game are dead?"""
        tag, record = self._new_tag(table.position.ply), table.record
        self._wait = Wait(tag, for_count=True)
        self._engine.send(CountRequest(tag, record.rules, record.moves, record.start))

    def knows_board(self, spec: PlayerSpec, rules: Rules) -> bool:
        """Whether what a player says of such boards is worth anything; it is, where nobody knows otherwise."""
        try:
            sizes = None if spec.dog is None else self._kennel.sizes_of(spec.dog, rules.game.name)
        except AppError:  # the list of dogs cannot be read just now; the move that was asked about counts all the same
            return True
        return sizes is None or rules.size in sizes

    def cancel(self) -> bool:
        """No longer wait for anything; whether anything was waited for."""
        wait = self.answered()
        if wait is not None:
            self._engine.send(CancelRequest(wait.tag))
        return wait is not None

    def answered(self) -> Wait | None:
        """Nothing is waited for any longer: it has come, or never will. What it was."""
        wait, self._wait = self._wait, None
        return wait

    def hold(self, answer: ThinkAnswer) -> None:
        """Keep the answer that was waited for until it is time for it."""
        assert self._wait is not None
        self._wait = replace(self._wait, held=answer)

    def news(self) -> Iterator[Reply]:
        """What the engine has said that is still wanted."""
        for reply in self._engine.poll():
            if isinstance(reply, RulesReady):
                continue
            wait = self._wait
            if isinstance(reply, EngineDied):
                if wait is not None or not self._engine.rules_are_loaded:
                    yield reply
            elif wait is None or reply.tag != wait.tag:
                logger.debug("a late answer is dropped: %s", reply.tag)
            else:
                if isinstance(reply, ThinkStarted):
                    self._wait = replace(wait, is_loading=False)
                yield reply

    def _new_tag(self, ply: int) -> Tag:
        self._asked += 1
        return Tag(self._match_id, ply, self._asked)

    def _seat(self, setup: MatchSetup, color: Color) -> Seat:
        """The computer player of ``color``; AppError where its dog cannot be found."""
        spec = setup.player(color)
        weights = None if spec.dog is None else self._kennel.find_weights(spec.dog, setup.rules.game.name)
        varied = not (setup.black.has_chance or setup.white.has_chance)
        return Seat(color, spec, weights, self._seeds[color], varied, setup.player(color.opponent).is_person)
