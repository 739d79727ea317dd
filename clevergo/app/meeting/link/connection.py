"""A connection between the two ends: what they agree on about it, and how it is listened to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, TypeAlias

import websockets.asyncio.connection as websocket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from clevergo.app.meeting.proof import HEAD, Seal, SealError
from clevergo.app.meeting.words import LONGEST

Connection: TypeAlias = websocket.Connection
"""As either end has it."""
SUBPROTOCOL = "clevergo-meeting"
PATIENCE = 5.0
"""Seconds for each step before somebody is trusted."""
_PING_SECONDS, _PONG_SECONDS = 4.0, 8.0
"""How soon it is noticed that the other has gone without a word."""
FAREWELL_SECONDS = 0.5
BROKEN = (ConnectionClosed, OSError, TimeoutError, InvalidHandshake, EOFError)
LIMITS: dict[str, Any] = {
    "compression": None,
    "max_size": HEAD + LONGEST,
    "max_queue": 8,
    "open_timeout": PATIENCE,
    "ping_interval": _PING_SECONDS,
    "ping_timeout": _PONG_SECONDS,
    "close_timeout": FAREWELL_SECONDS,
}


async def hear(connection: Connection) -> bytes:
    """The next message of somebody who is not trusted yet."""
    data = await asyncio.wait_for(connection.recv(), PATIENCE)
    return data.encode() if isinstance(data, str) else data


async def messages_on(connection: Connection, seal: Seal) -> AsyncIterator[bytes]:
    """What is said under a seal; SealError at the first that is not."""
    async for data in connection:
        if isinstance(data, str):
            raise SealError("text")
        yield seal.open(data)
