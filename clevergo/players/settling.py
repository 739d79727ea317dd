"""Machines settle who plays which color (:mod:`clevergo.games.settling`): by what they think of the position."""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

import numpy as np

from clevergo.games.color import Color
from clevergo.games.game import Position
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord
from clevergo.games.settling import Settling
from clevergo.players.protocol import UNWATCHED, ForfeitError, Player, ThinkControl

logger = logging.getLogger(__name__)


class Settled(NamedTuple):
    """What a machine does before colors are settled."""

    stones: tuple[int, ...] = ()
    """Actions of the stones it puts; empty where it chooses."""
    choice: str = ""
    """What it chooses; empty where it puts stones."""


def settle(
    player: Player,
    settling: Settling,
    position: Position,
    rng: np.random.Generator,
    control: ThinkControl = UNWATCHED,
) -> Settled:
    """What is to be done in ``position``. Who has no opinion of positions chooses by chance."""
    task = settling.task(position.ply)
    assert task is not None, "colors are settled"
    if task.stones:
        return Settled(settling.lay(position, rng))
    analysis = player.choose(position, control).analysis
    return Settled((), settling.preferred(position.ply, rng.random() if analysis is None else analysis.win_rate))


def settle_colors(
    record: GameRecord, first: Player, second: Player, rng: np.random.Generator, control: ThinkControl
) -> tuple[Player, Player]:
    """Put the first stones of a game between machines, up to where colors are settled; Black and White then.

    The players' names in the record change sides with them. Who breaks the rules meanwhile has lost.
    """
    settling: Any = record.settling
    while settling is not None and record.outcome is None and not control.stop():
        task = settling.task(record.node.ply)
        if task is None:
            break
        try:
            done = settle(first if task.is_first else second, settling, record.position, rng, control)
        except ForfeitError as error:
            logger.warning("%s", error)
            record.finish(Outcome(Color.WHITE if task.is_first else Color.BLACK, None, Termination.FORFEIT))
            break
        for action in done.stones:
            record.play(action)
        if done.choice:
            settling = record.settling = settling.chosen(record.node.ply, done.choice)
    if settling is None or not settling.is_swapped:
        return first, second
    record.swap_players()
    return second, first
