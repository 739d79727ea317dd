"""A GTP session: lines in, answers out, until ``quit`` or the end of the input. Nothing else ends it.

``python -m clevergo gtp`` holds one on this program's own standard input and output.
"""

from __future__ import annotations

import functools
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clevergo.app.engine.readiness import try_out
from clevergo.app.errors import AppError
from clevergo.games.color import Color
from clevergo.games.go.game import GAME
from clevergo.games.go.position import Position
from clevergo.games.go.rules import MAX_SIZE, MIN_SIZE
from clevergo.games.go.scoring import propose_dead
from clevergo.games.grid import square
from clevergo.players.build import build_player
from clevergo.players.protocol import (
    ENDLESS,
    Analysis,
    Decision,
    Player,
    PlayerError,
    ThinkControl,
    UnsupportedGameError,
    ignore_progress,
)
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.protocols.gtp.clock import Clock
from clevergo.protocols.gtp.commands import perform
from clevergo.protocols.gtp.game import GtpGame
from clevergo.protocols.gtp.protocol import Command, GtpError, failure, parse, success
from clevergo.protocols.talk import LineSource, take_standard_output

if TYPE_CHECKING:
    from clevergo.app.kennel.book import Kennel
    from clevergo.players.analyst import Analyst
    from clevergo.players.brain import DogBrain
    from clevergo.players.protocol import Insight

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Engine:
    """What a GTP session plays with."""

    player: Player
    make_analyst: Callable[[], Analyst] | None = None
    """Makes who thinks for somebody who watches; None for players that do not think."""
    supports: Callable[[int], bool] = lambda _size: True
    """Whether it plays on boards of a size."""
    keeps_own_time: bool = False
    """Whether it must not be hurried: another program's move is all or nothing."""


class Thinker:
    """Asks the player, within the time there is."""

    def __init__(self, engine: Engine) -> None:
        self.engine: Engine = engine
        self._is_seated = False
        self._last: Position | None = None
        self._analyst: Analyst | None = None
        self._studied: Position | None = None

    def new_game(self) -> None:
        """Whatever comes next is another game."""
        self._is_seated = False
        self._last = self._studied = None

    def get_ready(self, position: Position) -> None:
        """Load what thinking about ``position`` needs, and forget what does not lead to it."""
        if not self._is_seated or not _may_follow(self._last, position):
            self.engine.player.new_game(position.rules)
            self._is_seated = True
        self._last = position

    def choose(
        self, position: Position, seconds: float | None, progress: Callable[[Analysis], None] = ignore_progress
    ) -> Decision:
        """A move, or less of a search for one where ``seconds`` are few."""
        self.get_ready(position)
        if seconds is not None and not self.engine.keeps_own_time:
            end = time.monotonic() + seconds
            return self.engine.player.choose(position, ThinkControl(lambda: time.monotonic() >= end, progress))
        return self.engine.player.choose(position, ThinkControl(progress=progress))

    def study(self, position: Position, stop: Callable[[], bool]) -> Iterator[Insight]:
        """Think about ``position`` until ``stop``, telling how it stands several times a second."""
        if self.engine.make_analyst is None:
            raise GtpError(f"{self.engine.player.name} does not analyze positions")
        if self._analyst is None or not _may_follow(self._studied, position):
            self._analyst = self.engine.make_analyst()
        self._studied = position
        return self._analyst.study(position, ENDLESS, stop, is_thorough=False)


def _may_follow(last: Position | None, position: Position) -> bool:
    """Whether the sides have taken turns since ``last``; searches rely on it when they keep their trees."""
    if last is None or last.rules != position.rules:
        return False
    return (position.ply - last.ply) % 2 == int(position.to_play is not last.to_play)


class Session:
    """What the commands work on."""

    def __init__(self, engine: Engine, lines: LineSource, write: Callable[[str], None], size: int = 9) -> None:
        """``write`` takes our answers, in pieces; ``size``: points along a side of the first board."""
        self.thinker: Thinker = Thinker(engine)
        self.lines = lines
        self.write = write
        self.game: GtpGame = GtpGame(size)
        self.clock = Clock()
        self.is_over = False
        self._number = ""
        """The id of the command that is being answered."""
        self._has_begun = False

    def serve(self) -> None:
        """Answer until there is nothing more to answer, or nobody to listen."""
        try:
            while not self.is_over and (line := self.lines.next()) is not None:
                command = parse(line)
                if command is not None:
                    self.write(self._answer(command))
        except BrokenPipeError:
            logger.info("the controller is gone")

    def begin(self) -> None:
        """Begin an answer of many lines; it is no failure any more, whatever happens."""
        self._has_begun = True
        self.write(f"={self._number}\n")

    def move(
        self,
        color: Color,
        is_played: bool,
        clears_dead: bool = False,
        progress: Callable[[Analysis], None] = ignore_progress,
    ) -> tuple[str, Analysis | None]:
        """The player's move for ``color`` as the protocol writes it, and what it was chosen by.

        A point, ``pass`` or ``resign``; None for players that do not think.
        """
        position = self.game.turn(color)
        started = time.monotonic()
        decision = self.thinker.choose(position, self.clock.budget(color, position), progress)
        if is_played:
            self.clock.spend(color, time.monotonic() - started)
        if decision.resigns:
            return "resign", decision.analysis
        action = decision.action
        if clears_dead and action == position.rules.pass_action:
            action = _clearing_move(position, decision.analysis)
        if is_played:
            self.game.play(color, action)
        return square(self.game.size).name(action), decision.analysis

    def _answer(self, command: Command) -> str:
        self._number, self._has_begun = command.id, False
        try:
            answer = perform(self, command)
            return "\n" if self._has_begun else success(command.id, answer)
        except BrokenPipeError:
            raise
        except GtpError as error:
            reason = str(error)
        except (PlayerError, AppError) as error:
            logger.warning("%s: %s", command.name, error)
            reason = str(error)
            self.thinker.new_game()
        except Exception as error:
            logger.exception("%s failed", command.name)
            reason = f"internal error ({type(error).__name__}: {error})"
            self.thinker.new_game()
        return "\n" if self._has_begun else failure(command.id, reason)


def _clearing_move(position: Position, analysis: Analysis | None) -> int:
    """The move that helps to take a dead stone of the opponent's; the pass where there is none to take.

    Of the moves next to dead stones it is the one the player thought most of, else the first.
    """
    from scipy import ndimage

    dead = propose_dead(position) & (position.stones == int(position.to_play.opponent))
    beside = np.flatnonzero(ndimage.binary_dilation(dead).ravel() & GAME.manners.sensible(position)[:-1]).tolist()
    liked = [candidate.action for candidate in analysis.candidates] if analysis is not None else []
    return next((action for action in liked if action in beside), beside[0] if beside else position.rules.pass_action)


def run_gtp(spec: PlayerSpec, size: int, seed: int, kennel: Callable[[], Kennel], is_ready: bool = False) -> int:
    """Serve a player, who is no person, until the input ends; on a first board of that size.

    With ``is_ready`` it loads and compiles what it needs before the first answer instead of at the first move:
    controllers connect to a server after that answer, and there a clock runs from the first move on.

    AppError where there is no such board or no such dog, PlayerError where the player cannot take part.
    """
    engine = make_engine(spec, seed, kennel)
    if not MIN_SIZE <= size <= MAX_SIZE or not engine.supports(size):
        raise AppError("player_board", player=str(spec), size=f"{size}x{size}")
    write = take_standard_output()
    if os.name == "nt":
        # Libraries ask about standard input while they load; there that waits for whoever reads from it to end.
        import scipy.ndimage  # noqa: F401
    if (is_ready or os.name == "nt") and not engine.keeps_own_time:
        try_out(engine.player, GtpGame(size).rules)
    Session(engine, LineSource(functools.partial(os.read, sys.stdin.fileno())), write, size).serve()
    return 0


def make_engine(spec: PlayerSpec, seed: int, kennel: Callable[[], Kennel]) -> Engine:
    """What a session needs of a player."""
    if spec.dog is None:
        player = build_player(spec, lambda _dog: kennel().find_weights(_dog), seed)
        analyst = functools.partial(_analyst, None, seed) if spec.kind is PlayerKind.MCTS else None
        return Engine(player, analyst, keeps_own_time=spec.protocol is not None)
    from clevergo.players.brain import DogBrain

    weights = kennel().find_weights(spec.dog)
    player = build_player(spec, lambda _dog: weights, seed)
    brain = DogBrain.load(spec.dog, weights)
    if brain.rules.game is not GAME:
        raise UnsupportedGameError(spec.dog, brain.rules.game.name, GAME.name)
    return Engine(player, functools.partial(_analyst, brain, seed), functools.partial(brain.supports, GAME.name))


def _analyst(brain: DogBrain | None, seed: int) -> Analyst:
    from clevergo.players.analyst import Analyst

    return Analyst(brain, np.random.default_rng(seed))
