"""Another program of five in a row as a player: ``gomocup:pbrain-wine``, kept in step with our board.

The protocol leaves it to the manager how long a move may take; a second unless the command says otherwise, in the
protocol's own words before the program: ``gomocup:timeout_turn=5000 pbrain-wine``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from clevergo.games.color import Color, color_said
from clevergo.games.five.game import GAME
from clevergo.games.five.position import FivePosition
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.illegal import IllegalMoveError
from clevergo.players.protocol import (
    UNWATCHED,
    Decision,
    ForfeitError,
    PlayerError,
    ThinkControl,
    UnsupportedGameError,
    never_stop,
)
from clevergo.players.spec import engine_name, split_settings
from clevergo.protocols.gomocup.words import EXACT, RENJU, said, to_action
from clevergo.protocols.talk import PATIENT, EngineError, InterruptedThinkingError, Patience, RefusalError, Talk

_BITS = {RuleSet.FREESTYLE: 0, RuleSet.STANDARD: EXACT, RuleSet.RENJU: RENJU}
_ENDLESS = 2_147_483_647
"""What is said to be left of a match without a limit, in milliseconds."""
_USUAL = {"timeout_turn": "1000", "timeout_match": "0", "max_memory": str(1 << 30), "game_type": "1"}
_MOVE = re.compile(r"\d+\s*,\s*\d+")
_ASIDE = ("DEBUG", "MESSAGE", "INFO")
"""What is said beside the answer."""
_REFUSING = ("ERROR", "UNKNOWN")
_MOST_RECENT = 5
"""Of a position's last moves, those that it remembers itself."""


class GomocupPlayer:
    """A program behind the protocol. It is started when first needed, and again after it was ended."""

    def __init__(self, name: str, command: str, patience: Patience = PATIENT) -> None:
        """Nothing is started yet; ``name`` is how records call the player."""
        self.name = name
        self._command = command
        settings, self._program = split_settings(command)
        self._info = _USUAL | settings
        self._patience = patience
        self._talk: Talk | None = None
        self._rules: FiveRules | None = None
        """What the program has been told to play by."""
        self._known: FivePosition | None = None
        """What lies before it; None: nothing that we know of."""
        self._moves: list[int] = []
        """How that came about, as far as is known."""

    def new_game(self, rules: Any) -> None:
        """Start the program if it does not run, with an empty board.

        Raises:
            UnsupportedGameError: they are no rules of five in a row.
            PlayerError: the protocol has no word for them, or the program does not play by them.
        """
        if not isinstance(rules, FiveRules):
            raise UnsupportedGameError(engine_name(self._command), GAME.name, rules.game.name)
        if rules.row != FiveRules.row:
            raise PlayerError("gomocup_row", player=self.name, found=rules.row)
        if self._talk is None or not self._talk.is_running or rules != self._rules:
            self._begin(rules)
        else:
            self._clear(self._talk, rules)

    def close(self) -> None:
        """End the program; it is started again when it is needed."""
        talk, self._talk, self._known = self._talk, None, None
        if talk is not None:
            talk.close()

    def choose(self, position: FivePosition, control: ThinkControl = UNWATCHED) -> Decision:
        """Its move. If stopped before it has one, a move that nobody wants to know.

        Raises:
            EngineError: it cannot be started, is gone, hangs or answers nonsense.
            ForfeitError: it answers with a move that is illegal by our rules.
        """
        if position.rules != self._rules or self._talk is None or not self._talk.is_running:
            self.new_game(position.rules)
        unwanted = Decision(int(np.flatnonzero(position.legal_moves)[0]))
        if control.stop():
            return unwanted
        try:
            question = self._question(position)
            answer = self._ask_move(question, control.stop)
        except InterruptedThinkingError:
            return unwanted
        except RefusalError as error:
            self.close()
            raise EngineError("program_refuses", player=self.name, cause=str(error)) from None
        return Decision(self._played(position, answer))

    def _played(self, position: FivePosition, answer: str) -> int:
        action = to_action(answer, position.rules.size)
        if action is None:
            self.close()
            raise EngineError("gomocup_no_move", player=self.name, answer=repr(answer[:80]))
        try:
            self._known = position.play(action)
        except IllegalMoveError as error:
            self._known = None
            color, move = color_said(position.to_play), position.rules.grid.name(action)
            cause = error.problem
            raise ForfeitError("program_illegal", player=self.name, move=move, color=color, cause=cause) from error
        self._moves.append(action)
        return action

    # --- keeping in step -------------------------------------------------------------------------------

    def _begin(self, rules: FiveRules) -> None:
        """The program anew: neither the size of its board nor its rule can be changed for certain while it runs."""
        self.close()
        self._rules = rules
        self._talk = talk = Talk(self._program, "gomocup", self._patience)
        try:
            self._ask(talk, f"START {rules.size}")
        except RefusalError as error:
            self.close()
            raise PlayerError("program_board", player=self.name, size=rules.grid.said, cause=str(error)) from None
        for key, value in (self._info | {"rule": str(_BITS[rules.rule])}).items():
            talk.say(f"INFO {key} {value}")
        self._known, self._moves = FivePosition.initial(rules), []

    def _clear(self, talk: Talk, rules: FiveRules) -> None:
        """An empty board for a program that runs."""
        if self._known is not None and self._known.ply == 0:
            return
        try:
            self._ask(talk, "RESTART")
            self._known, self._moves = FivePosition.initial(rules), []
        except RefusalError:  # the command may be left out
            self._begin(rules)

    def _question(self, position: FivePosition) -> str:
        """What asks for a move in ``position``, where nothing but that has to be told any more."""
        assert self._talk is not None
        followed = None if self._known is None else position.moves_since(self._known, _MOST_RECENT)
        moves = some_order(position) if followed is None else [*self._moves, *followed]
        if followed is None or len(followed) != 1:
            self._clear(self._talk, position.rules)
        self._moves = moves
        size, own = position.rules.size, int(position.to_play)
        if followed is not None and len(followed) == 1:
            return f"TURN {said(followed[0], size)}"
        if not moves:
            return "BEGIN"
        lines = [f"{said(action, size)},{1 if position.stones.flat[action] == own else 2}" for action in moves]
        return "\n".join(["BOARD", *lines, "DONE"])

    # --- words ------------------------------------------------------------------------------------------

    def _ask(self, talk: Talk, command: str) -> None:
        """Ask for what is answered with ``OK``."""
        _ask(talk, command, lambda line: line.upper().startswith("OK"))

    def _ask_move(self, question: str, stop: Callable[[], bool]) -> str:
        assert self._talk is not None
        self._known = None  # until it has answered
        self._talk.say(f"INFO time_left {_ENDLESS}")
        seconds = float(self._info["timeout_turn"]) / 1000 + self._patience.answer
        return _ask(self._talk, question, lambda line: _MOVE.fullmatch(line) is not None, seconds, stop)


def _ask(
    talk: Talk,
    command: str,
    is_answer: Callable[[str], bool],
    seconds: float | None = None,
    stop: Callable[[], bool] = never_stop,
) -> str:
    """The answer to a command; RefusalError where the program cannot do that."""
    answers: list[str] = []

    def take(line: str) -> bool | None:
        text = line.strip()
        word, _, rest = text.partition(" ")
        if not text or word.upper() in _ASIDE:
            return False
        if word.upper() == "SUGGEST":
            talk.say(f"PLAY {rest.strip()}")
            return False
        if word.upper() in _REFUSING or is_answer(text):
            answers.append(text)
            return True
        return None

    talk.ask(command, take, seconds, stop)
    word, _, rest = answers[0].partition(" ")
    if word.upper() in _REFUSING:
        raise RefusalError(rest.strip() or word.lower())
    return answers[0]


def some_order(position: FivePosition) -> list[int]:
    """The stones in an order in which they may have been played; the latest are in the order they were."""
    latest = [int(action) for action in position.board[0]["last_moves"] if action >= 0][: position.ply][::-1]
    stones = position.stones.ravel()
    black, white = (
        [int(action) for action in np.flatnonzero(stones == int(color)) if action not in latest] for color in Color
    )
    pairs = [action for pair in zip(black, white, strict=False) for action in pair]
    return pairs + black[len(white) :] + white[len(black) :] + latest


class GomocupProtocol:
    """How programs of five in a row are spoken to (:class:`clevergo.players.outside.Outside`)."""

    games = (GAME.name,)

    def player(self, name: str, command: str) -> GomocupPlayer:
        """Who plays through the program that ``command`` will start, and is called ``name``; nothing is started yet."""
        return GomocupPlayer(name, command)

    def found(self) -> tuple[str, ...]:
        """No commands: there is no such program that systems bring along."""
        return ()


PROTOCOL = GomocupProtocol()
