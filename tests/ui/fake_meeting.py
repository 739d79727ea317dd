"""A stand-in for the lobby: it says what a test wants it to say, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from clevergo.app.match.messages import AwaySeen, Crosstable, MatchSetup
from clevergo.app.meeting.finder import Found
from clevergo.app.meeting.lobby import Doing, Kept, LobbySnapshot
from clevergo.games.color import Color
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.problem import Problem
from clevergo.ui.shell.scene import Services
from tests.ui.fakes import FakeMatch

FOUND = (
    Found("Momo", "go", "192.168.1.5:24242"),
    Found("王老师的围棋课", "five", "192.168.178.123:24242", is_tournament=True),
)
KEPT = (
    Kept(Path("a.meeting"), "小明", "go", 31, True, "Anna", "", 1.0),
    Kept(Path("b.meeting"), "Somebody with quite a long name indeed", "five", 112, False, "Anna", "alpha_five", 0.0),
)


class FakeLobby:
    """Nobody comes unless a test says so."""

    def __init__(self) -> None:
        self.snapshot = LobbySnapshot()
        self.calls: list[str] = []
        self.can_play: Callable[[PlayerSpec, str], bool] = lambda _player, _game: True
        self.met: Any = None

    def say(self, **values: Any) -> None:
        """What the next look brings."""
        self.snapshot = replace(self.snapshot, **values)

    def poll(self) -> Any:
        met, self.met = self.met, None
        return met

    def look_around(self) -> None:
        self.calls.append("look_around")

    def look_away(self) -> None:
        self.calls.append("look_away")

    def invite(self, setup: MatchSetup, color: Color, name: str) -> None:
        self.calls.append(f"invite {color.name} {setup.player(color)} {name}")
        self.say(doing=Doing.INVITING, code="K7QM-24XD", addresses=("192.168.1.5", "10.0.0.7"))

    def invite_all(self, setup: MatchSetup, rounds: int, player: PlayerSpec | None, name: str) -> None:
        self.calls.append(f"invite_all {rounds} {player} {name}")
        self.say(doing=Doing.GATHERING, code="K7QM-24XD", addresses=("192.168.1.5",))

    def begin_tournament(self) -> None:
        self.calls.append("begin")

    def join(self, address: str, code: str, player: PlayerSpec, name: str) -> None:
        self.calls.append(f"join {address} {code} {player} {name}")
        self.say(doing=Doing.JOINING)

    def go_on(self, kept: Kept, player: PlayerSpec, name: str, address: str = "") -> None:
        self.calls.append(f"go_on {kept.name} {player}" + f" {address}" * bool(address))

    def cancel(self) -> None:
        self.calls.append("cancel")
        self.snapshot = LobbySnapshot(found=self.snapshot.found, kept=self.snapshot.kept)

    def dog_renamed(self, old: str, new: str) -> None:
        self.calls.append(f"dog_renamed {old} {new}")

    def forgive(self) -> None:
        self.say(trouble=None)

    def close(self) -> None: ...


TABLE = Crosstable(
    ("Momo · wangcai", "小明 · 小黑", "Anna · pup", "A name of thirty letters, not 1"),
    ((0, 1, 0.5, 2), (1, 0, 0, 1), (1.5, 2, 0, 0), (0, 1, 0, 0)),
    ((0, 2, 2, 2), (2, 0, 2, 2), (2, 2, 0, 0), (2, 2, 0, 0)),
)
AWAY = AwaySeen(name="Momo", color=Color.BLACK)


def sit_opposite(services: Services, away: AwaySeen = AWAY, plays_for: str = "") -> None:
    """Somebody at another computer plays White in the game that is on the board."""
    match = services.match
    assert isinstance(match, FakeMatch)
    other = PlayerSpec(PlayerKind.REMOTE, who=away.name, plays_for=plays_for)
    setup = replace(match.snapshot.setup, black=PlayerSpec(PlayerKind.HUMAN), white=other)
    match.change(setup=setup, away=away, thinking=None)


def complain(lobby: FakeLobby) -> None:
    """Nothing has come of it."""
    lobby.say(trouble=Problem("meeting_code"))
