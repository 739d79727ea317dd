"""The host of a tournament: whose line is still theirs."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, cast

from clevergo.app.meeting.link import Line
from clevergo.app.meeting.proof import Seal
from clevergo.app.meeting.referee import Referee
from clevergo.app.meeting.tournament import TournamentLink
from clevergo.app.meeting.words import Hello, Terms

GO = Terms("go", {"size": 5, "komi": 0.5}, True, tournament=True)


class FakeLine:
    """A connection whose other end hears everything and says nothing."""

    transport: Any = None

    async def send(self, message: bytes) -> None: ...

    async def close(self) -> None: ...


def test_once_goodbye_has_been_said_nobody_is_inside_though_their_line_still_stands(tmp_path: Path) -> None:
    async def scene() -> None:
        link = TournamentLink(Referee(GO, 1, "Ms Wang", time.monotonic), tmp_path, "K7QM-24XD", "127.0.0.1", 0)
        line = cast("Line", FakeLine())
        assert not link._is_inside(line)
        assert link._welcome(line, Seal(b"key"), Hello("Ben", "pup", "", 0)) == ""
        assert link._is_inside(line)
        await link._say_goodbye()
        assert not link._is_inside(line), "and what they say then is not listened to"
        link._leave(line)

    asyncio.run(scene())
