"""Another Go program as a player: ``gtp:gnugo --mode gtp``. It is kept in step with our board, whatever happens there.

A player is asked about positions, not about games. Most follow from the last by a move or two; after an undo, or when
the program had to be started again, the moves are read off the position's history, or its stones set up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from clevergo.games.color import Color, color_said
from clevergo.games.go.game import GAME
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.grid import square
from clevergo.games.illegal import IllegalMoveError
from clevergo.players.protocol import UNWATCHED, Decision, ForfeitError, PlayerError, ThinkControl, UnsupportedGameError
from clevergo.players.spec import engine_name, find_program
from clevergo.protocols.gtp.client import GtpClient
from clevergo.protocols.gtp.rules import kata_rules
from clevergo.protocols.talk import PATIENT, EngineError, InterruptedThinkingError, Patience, RefusalError

logger = logging.getLogger(__name__)

_RULES_COMMAND = "kata-set-rules"

Ask = Callable[[str], str]
"""Puts a command to the program and returns its answer."""


class GtpPlayer:
    """A program behind the protocol. It is started when first needed, and again after it was ended."""

    def __init__(self, name: str, command: str, patience: Patience = PATIENT) -> None:
        """Nothing is started yet; ``name`` is how records call the player."""
        self.name = name
        self._command = command
        self._patience = patience
        self._client: GtpClient | None = None
        self._rules: Ruleset | None = None
        self._told: list[Position] = []
        """What the program has before it, from the first position on; empty: nothing yet."""

    def new_game(self, rules: Any) -> None:
        """Start the program if it does not run. Whether it can play by these rules is seen when it has to move.

        UnsupportedGameError where they are no rules of Go.
        """
        if not isinstance(rules, Ruleset):
            raise UnsupportedGameError(engine_name(self._command), GAME.name, rules.game.name)
        self._rules = rules
        self._told = []
        self._ready_client()

    def close(self) -> None:
        """End the program; it is started again when it is needed."""
        client, self._client = self._client, None
        self._told = []
        if client is not None:
            client.close()

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        """Its move. If stopped before it has one, a pass that nobody wants to know.

        Raises:
            EngineError: it cannot be started, is gone, hangs or answers nonsense.
            ForfeitError: it answers with a move that is illegal by our rules.
        """
        if position.rules != self._rules:
            self.new_game(position.rules)
        if control.stop():
            return Decision(position.rules.pass_action)
        color = position.to_play.name.lower()
        try:
            client = self._ready_client()
            self._follow(client, position, control.stop)
            answer = client.ask(f"genmove {color}", self._patience.move, control.stop)
        except InterruptedThinkingError:
            return Decision(position.rules.pass_action)
        except RefusalError as error:
            self.close()
            raise EngineError("program_refuses", player=self.name, cause=str(error)) from None
        return self._decision(position, answer)

    def _decision(self, position: Position, answer: str) -> Decision:
        if answer.lower() == "resign":
            return Decision(position.rules.pass_action, resigns=True)
        try:
            action = square(position.size).action(answer)
        except ValueError:
            self.close()
            raise EngineError("gtp_no_move", player=self.name, answer=repr(answer[:80])) from None
        try:
            self._told.append(position.play(action))
        except IllegalMoveError as error:
            self._told = []
            color = color_said(position.to_play)
            move, cause = square(position.size).name(action), error.problem
            raise ForfeitError("program_illegal", player=self.name, move=move, color=color, cause=cause) from error
        return Decision(action)

    # --- keeping in step -------------------------------------------------------------------------------

    def _ready_client(self) -> GtpClient:
        if self._client is None or not self._client.is_running:
            self._told = []
            self._client = GtpClient(self._command, self._patience)
        return self._client

    def _follow(self, client: GtpClient, position: Position, stop: Callable[[], bool]) -> None:
        """Bring the program from what it knows to ``position``."""

        def ask(command: str) -> str:
            return client.ask(command, stop=stop)

        if not self._told:
            self._prepare(ask, position.rules)
            self._told = [Position.initial(position.rules)]
        known, moves = _way(self._told, position)
        try:
            if moves is None:
                self._set_up(ask, position)
            else:
                self._step(ask, known, moves)
        except RefusalError as error:
            logger.info("%s does not follow (%s): the stones are set up", self.name, error)
            self._set_up(ask, position)

    def _prepare(self, ask: Ask, rules: Ruleset) -> None:
        """An empty board by our rules, as far as the protocol knows rules."""
        try:
            ask(f"boardsize {rules.size}")
        except RefusalError as error:
            size = f"{rules.size}x{rules.size}"
            raise PlayerError("program_board", player=self.name, size=size, cause=str(error)) from None
        ask("clear_board")
        ask(f"komi {rules.komi:g}")
        try:
            if ask(f"known_command {_RULES_COMMAND}") == "true":
                ask(f"{_RULES_COMMAND} {kata_rules(rules.ko)}")
        except RefusalError as error:
            logger.info("%s keeps its own rules: %s", self.name, error)

    def _step(self, ask: Ask, known: int, moves: list[int]) -> None:
        """Take back what lies behind the first ``known`` positions, then play ``moves``."""
        while len(self._told) > known:
            ask("undo")
            self._told.pop()
        for action in moves:
            last = self._told[-1]
            ask(_play(last.to_play, action, last.size))
            self._told.append(last.play(action))

    def _set_up(self, ask: Ask, position: Position) -> None:
        """The stones without their history."""
        self._told = []
        ask("clear_board")
        for color in Color:
            for action in np.flatnonzero(position.stones == int(color)):
                ask(_play(color, int(action), position.size))
        self._told = [position]


def _play(color: Color, action: int, size: int) -> str:
    return f"play {color.name.lower()} {square(size).name(action)}"


def _are_same(first: Position, second: Position) -> bool:
    """Whether two positions are one, history included."""
    return (
        first.ply == second.ply
        and first.to_play is second.to_play
        and first.last_move == second.last_move
        and np.array_equal(_history(first), _history(second))
    )


def _history(position: Position) -> np.ndarray:
    """``uint64[K]``: by what superko knows the boards so far; a pass leaves one by situational superko only."""
    board = position.board[0]
    return np.asarray(board["hashes"][: board["num_hashes"]])


def _way(told: list[Position], target: Position) -> tuple[int, list[int] | None]:
    """How many of the ``told`` positions lead to ``target``, and the moves from there; None where none do."""
    for known in range(len(told), 0, -1):
        moves = _moves_between(told[known - 1], target)
        if moves is not None:
            return known, moves
    return 0, None


def _moves_between(start: Position, target: Position) -> list[int] | None:
    """The moves from ``start`` to ``target``; None where it does not follow.

    A position remembers a hash of every board before it. A move is the one that makes the next hash; where the side to
    move has none that does, it passed.
    """
    history = _history(target)
    seen = len(_history(start))
    if start.ply > target.ply or not np.array_equal(_history(start), history[:seen]):
        return None
    position, moves = start, []
    while position.ply < target.ply and not position.is_over:
        upcoming = next(_leading_to(position, history), position.rules.pass_action)
        moves.append(upcoming)
        position = position.play(upcoming)
    return moves if _are_same(position, target) else None


def _leading_to(position: Position, history: np.ndarray) -> Iterator[int]:
    """The points whose move makes the board that ``history`` has next."""
    seen = len(_history(position))
    if seen < len(history):
        for action in np.flatnonzero(position.legal_moves[:-1]):
            if _history(position.play(int(action)))[-1] == history[seen]:
                yield int(action)


# --- programs that are installed ---------------------------------------------------------------------------

_GNU_GO = "gnugo --mode gtp --level {level} --chinese-rules --capture-all-dead --positional-superko"
_GNU_GO_LEVELS = (1, 5, 10)
_PACHI = "pachi -d 0 -t ={playouts} -r chinese threads=1,max_tree_size=200,pass_all_alive"
_PACHI_PLAYOUTS = (5_000, 20_000, 100_000)


class GoTextProtocol:
    """How programs of Go are spoken to (:class:`clevergo.players.outside.Outside`)."""

    games = (GAME.name,)

    def player(self, name: str, command: str) -> GtpPlayer:
        """Who plays through the program that ``command`` will start, and is called ``name``; nothing is started yet."""
        return GtpPlayer(name, command)

    def found(self) -> tuple[str, ...]:
        """The commands of GNU Go and Pachi, playing by our rules, where they are installed."""
        gnu_go = (_GNU_GO.format(level=level) for level in _GNU_GO_LEVELS)
        pachi = (_PACHI.format(playouts=playouts) for playouts in _PACHI_PLAYOUTS)
        return tuple(
            command
            for name, commands in (("gnugo", gnu_go), ("pachi", pachi))
            if find_program(name) is not None
            for command in commands
        )


PROTOCOL = GoTextProtocol()
