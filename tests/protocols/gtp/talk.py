"""Talking to a session without a process of its own."""

from __future__ import annotations

import io

import numpy as np

from clevergo.players.builtin import RandomPlayer
from clevergo.protocols.gtp.server import Engine, Session
from clevergo.protocols.talk import LineSource


def random_engine(seed: int = 1) -> Engine:
    return Engine(RandomPlayer(np.random.default_rng(seed)))


def talk(text: str | bytes, engine: Engine | None = None, size: int = 9) -> str:
    """All that a session answers to ``text``."""
    said: list[str] = []
    data = text.encode() if isinstance(text, str) else text
    Session(engine or random_engine(), LineSource(io.BytesIO(data).read1), said.append, size).serve()
    return "".join(said)


def answers(text: str, engine: Engine | None = None, size: int = 9) -> list[str]:
    """The answers, one by one, without the empty lines that end them."""
    return talk(text, engine, size).split("\n\n")[:-1]
