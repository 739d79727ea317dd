"""Having ready what a game needs before it is asked for: loaded at every start, compiled at the first one.

A first start, or the first after an update, compiles for half a minute. The engine serves meanwhile and compiles only
what it is asked for; a process of its own, of low priority, fills the kernels' cache with all the rest
(:class:`FirstStart`). Heavy imports happen inside functions: the window's process imports this module too.
"""

from __future__ import annotations

import itertools
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.app.match.messages import Preparing
from clevergo.files.locking import take_lock
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.players.protocol import Player, ThinkControl
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.workers.child import lower_priority
from clevergo.workers.program import AS_OURS, Program, module_command, module_environment

if TYPE_CHECKING:
    from clevergo.games.record import GameRecord
    from clevergo.search.evaluator import Evaluator

logger = logging.getLogger(__name__)

NICENESS = 15
GAMES = "game"
"""What the cache is prepared for when all is compiled that a game needs; see :func:`clevergo.compiled.is_prepared`."""
_TRIAL_BATCHES = 40


def warm_up_rules() -> GameRecord:
    """Load, and where it is the first time compile, everything a game needs of the rules."""
    from clevergo.games.go.scoring import outcome_of
    from clevergo.games.record import GameRecord
    from clevergo.games.sgf.codec import to_sgf

    record = GameRecord(Ruleset(5, 0.5))
    for action in (12, 7, 25):
        record.play(action)
    position = record.position
    assert position.legal_moves.any()
    assert position.why_illegal(12) is not None
    outcome_of(position)
    to_sgf(record)
    return record


def warm_up_search() -> None:
    """The same for what thinking needs, whoever thinks."""
    import numpy as np

    from clevergo.games.go.board import new_boards
    from clevergo.games.go.planes import RESIDUAL_PLANES
    from clevergo.games.go.scoring import propose_dead
    from clevergo.games.kernels import write_planes
    from clevergo.players.build import build_player
    from clevergo.search.mcts import Search
    from clevergo.search.rollout import RolloutEvaluator

    position = Position.initial(Ruleset(5, 0.5))
    propose_dead(position, playouts=1)
    player = build_player(PlayerSpec(PlayerKind.MCTS, simulations=8), lambda _dog: Path(), seed=0)
    player.choose(position)
    player.choose(position.play(12))
    # A net's leaves come in batches, by another way through the search than playouts take.
    Search(_Batched(RolloutEvaluator(np.random.default_rng(0)))).run(position, 40)
    write_planes(new_boards(1, size=5), np.empty((1, RESIDUAL_PLANES, 5, 5), np.float32))


def warm_up_self_play(weights: Path) -> None:
    """The same for a dog's games with itself; any dog's weights will do."""
    import numpy as np

    from clevergo.games.go.game import GAME
    from clevergo.nn.files import load_weights
    from clevergo.nn.inference.predictor import NetEvaluator, Predictor
    from clevergo.training.config import SelfPlayConfig
    from clevergo.training.selfplay.lockstep import SelfPlay

    evaluator = NetEvaluator(Predictor(load_weights(weights), 9))
    SelfPlay(GAME, SelfPlayConfig(games=2, simulations=2), 9, np.random.default_rng(0)).tick(evaluator)


class _Batched:
    """An evaluator seen as nothing more: whatever else it could do is hidden."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluate = evaluator.evaluate


def try_out(player: Player, rules: Ruleset, is_wanted: Callable[[], bool] = lambda: False) -> None:
    """Have a player glance at an empty board, and think a little about a move on it.

    Whatever it still has to load or compile it does now, for every size of batch and for trees that are kept.

    Args:
        player: whoever will play.
        rules: of the game to come.
        is_wanted: asked between batches; the thinking is left once somebody is waiting.
    """
    player.new_game(rules)
    position = Position.initial(rules)
    player.choose(position, ThinkControl(stop=lambda: True))
    batches = itertools.count()
    think = ThinkControl(stop=lambda: is_wanted() or next(batches) >= _TRIAL_BATCHES)
    player.choose(position.play(rules.num_actions // 2), think)


# --- a first start --------------------------------------------------------------------------------------


def is_first_start() -> bool:
    """Whether something that games need may still have to be compiled."""
    from clevergo.compiled import is_prepared

    return not is_prepared(GAMES)


def report_first_start(send: Callable[[Preparing], None]) -> None:
    """Let the window know how far a first start is, if this is one."""
    from clevergo.compiled import report_compiling

    if not is_first_start():
        return
    # Imported first, so that all that a game may need is counted.
    import clevergo.games.go.planes
    import clevergo.players.build  # noqa: F401

    report_compiling(lambda done, total: send(Preparing(done, total)))


class FirstStart:
    """A process that compiles ahead while others serve; it is gone with whoever started it."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._program: Program | None = None

    @property
    def process_id(self) -> int | None:
        """The running process's number; None where there is none."""
        return None if self._program is None or self._program.exit_code is not None else self._program.pid

    def begin(self) -> None:
        """Start it. Where that cannot be done, everything is compiled when it is first needed."""
        try:
            self._program = Program(module_command(__spec__.name), stderr=AS_OURS, environment=module_environment())
        except OSError as error:
            logger.warning("nothing is compiled ahead: %s", error)

    def end(self) -> None:
        """Have it gone."""
        if self._program is not None:
            self._program.kill()


def prepare_everything() -> None:
    """Compile what a first start needs, the most likely first: the shipped dog, other players, looking on, training."""
    from clevergo.compiled import note_prepared
    from clevergo.players.build import build_player
    from clevergo.training.run.processes import SELF_PLAY

    weights = Paths.find().shipped_weights
    warm_up_rules()
    if weights.is_file():
        dog = PlayerSpec(PlayerKind.ALPHAGO, "alpha_go", 100)
        try_out(build_player(dog, lambda _dog: weights, seed=0), Ruleset())
    warm_up_search()
    if weights.is_file():
        _look_on(weights)
    note_prepared(GAMES)
    if weights.is_file():
        warm_up_self_play(weights)
        note_prepared(SELF_PLAY)


def _look_on(weights: Path) -> None:
    import numpy as np

    from clevergo.players.analyst import Analyst
    from clevergo.players.net_players import DogBrain

    analyst = Analyst(DogBrain.load("alpha_go", weights), np.random.default_rng(0))
    position = Position.initial(Ruleset())
    list(analyst.study(position, 100))
    # Late in a game some stones are dead, and the search takes another way.
    list(analyst.study(position.play(40), 40, dead=position.play(40).stones > 0))


def main() -> None:
    """The process of :class:`FirstStart`; one at a time, whoever else is started."""
    from clevergo.compiled import CACHE_FOLDER

    lower_priority(NICENESS)
    if CACHE_FOLDER is not None:
        with (CACHE_FOLDER / "preparing.lock").open("wb") as lock:
            try:
                take_lock(lock)
            except OSError:
                return  # another is at it
            prepare_everything()
    os._exit(0)


if __name__ == "__main__":
    main()
