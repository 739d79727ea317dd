"""Having ready what a game needs before it is asked for: loaded at every start, compiled at the first one.

A first start, or the first after an update, compiles for half a minute. The engine serves meanwhile and compiles only
what it is asked for; a process of its own, of low priority, fills the kernels' cache with all the rest
(:func:`compile_ahead`). Heavy imports happen inside functions: the window's process imports this module too.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from clevergo.app.desk.paths import Paths
from clevergo.app.match.messages import Preparing
from clevergo.files import LockHeldError, take_lock
from clevergo.games.game import Position, Rules
from clevergo.games.guests import games, usual_dog
from clevergo.players.protocol import Player, ThinkControl
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.workers.child import lower_priority
from clevergo.workers.program import AS_OURS, Program, module_command, module_environment

if TYPE_CHECKING:
    from clevergo.search.mcts import Evaluator

logger = logging.getLogger(__name__)

NICENESS = 15
GAMES = "game"
"""What the cache is prepared for when all is compiled that a game needs; see :func:`clevergo.compiled.is_prepared`."""
_TRIAL_BATCHES = 40


def warm_up_rules() -> None:
    """Load, and where it is the first time compile, everything games need of their rules."""
    from clevergo.games.illegal import IllegalMoveError
    from clevergo.games.record import GameRecord
    from clevergo.games.sgf.codec import to_sgf

    for game in games().values():
        record = GameRecord(game.agree({})[0])
        for share in (0.5, 0.0, 1.0):  # the last is a pass, where there is one
            record.play(_some_move(record.position, share))
        position = record.position
        with contextlib.suppress(IllegalMoveError):
            position.play(int(np.argmin(position.legal_moves)))
        position.outcome()
        to_sgf(record)


def warm_up_search() -> None:
    """The same for what thinking needs, whoever thinks."""
    from clevergo.games.kernels import write_planes
    from clevergo.players.build import build_player
    from clevergo.search.mcts import Search
    from clevergo.search.rollout import RolloutEvaluator

    for game in games().values():
        position: Position = game.agree({"size": min(game.sizes)})[0].first_position()
        player = build_player(PlayerSpec(PlayerKind.MCTS, simulations=8), lambda _dog: Path(), seed=0)
        player.choose(position)
        player.choose(position.play(_some_move(position, 0.5)))
        # A net's leaves come in batches, by another way through the search than playouts take.
        Search(_Batched(RolloutEvaluator(np.random.default_rng(0)))).run(position, 40)
        boards, shape = game.samples(min(game.sizes)), game.shape(min(game.sizes))
        write_planes(boards[:1], np.empty((1, max(game.num_planes.values()), *shape), np.float32))
        if game.counting is not None:
            chance = build_player(PlayerSpec(PlayerKind.RANDOM), lambda _dog: Path(), seed=0)
            while not position.is_over:
                position = position.play(chance.choose(position).action)
            game.counting.propose_dead(position)


def warm_up_self_play(weights: Path) -> None:
    """The same for a dog's games with itself; any dog's weights will do."""
    from clevergo.players.brain import DogBrain
    from clevergo.training.config import SelfPlayConfig
    from clevergo.training.selfplay.lockstep import SelfPlay

    dog = DogBrain.load(usual_dog(), weights)
    config, game, size = SelfPlayConfig(2, simulations=2), dog.rules.game, dog.rules.size
    SelfPlay(game, config, size, np.random.default_rng(0)).tick(dog.evaluator(dog.rules))


def _some_move(position: Position, share: float) -> int:
    """A legal move, so far along the board."""
    legal = np.flatnonzero(position.legal_moves)
    return int(legal[min(int(share * len(legal)), len(legal) - 1)])


class _Batched:
    """An evaluator seen as nothing more: whatever else it could do is hidden."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluate = evaluator.evaluate


def try_out(player: Player, rules: Rules, is_wanted: Callable[[], bool] = lambda: False) -> None:
    """Have a player glance at a board before the first move, and think a little about the one after it.

    Whatever it still has to load or compile it does now, for every size of batch and for trees that are kept. The
    thinking is left once somebody is waiting: ``is_wanted`` is asked between batches.
    """
    player.new_game(rules)
    position = rules.first_position()
    player.choose(position, ThinkControl(stop=lambda: True))
    batches = itertools.count()
    think = ThinkControl(stop=lambda: is_wanted() or next(batches) >= _TRIAL_BATCHES)
    player.choose(position.play(_some_move(position, 0.5)), think)


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
    # Loaded first, so that all that a game may need is counted.
    import clevergo.players.build  # noqa: F401

    for game in games().values():
        _ = game.kernels, game.manners
    report_compiling(lambda done, total: send(Preparing(done, total)))


def compile_ahead() -> Program | None:
    """Start the process that compiles ahead while others serve; it is gone with whoever started it.

    None where that cannot be done: then everything is compiled when it is first needed.
    """
    try:
        return Program(module_command(__spec__.name), stderr=AS_OURS, environment=module_environment())
    except OSError as error:
        logger.warning("nothing is compiled ahead: %s", error)
        return None


def prepare_everything() -> None:
    """Compile what a first start needs, the most likely first: the shipped dog, other players, looking on, training.

    The dog is that of the usual game; those of other games compile what they need when they first play.
    """
    from clevergo.compiled import note_prepared
    from clevergo.players.brain import DogBrain
    from clevergo.players.build import build_player
    from clevergo.training.run.processes import SELF_PLAY

    weights = Paths.find().shipped_weights(usual_dog())
    warm_up_rules()
    if weights.is_file():
        dog = PlayerSpec(PlayerKind.ALPHAGO, usual_dog(), 100)
        try_out(build_player(dog, lambda _dog: weights, seed=0), DogBrain.load(usual_dog(), weights).rules)
    warm_up_search()
    if weights.is_file():
        _look_on(weights)
    note_prepared(GAMES)
    if weights.is_file():
        warm_up_self_play(weights)
        note_prepared(SELF_PLAY)


def _look_on(weights: Path) -> None:
    from clevergo.players.analyst import Analyst
    from clevergo.players.brain import DogBrain

    dog = DogBrain.load(usual_dog(), weights)
    analyst, position = Analyst(dog, np.random.default_rng(0)), dog.rules.first_position()
    list(analyst.study(position, 100))
    # Late in a game some stones are dead, and the search takes another way.
    later = position.play(_some_move(position, 0.5))
    list(analyst.study(later, 40, dead=later.stones > 0))


def main() -> None:
    """The process of :func:`compile_ahead`; one at a time, whoever else is started."""
    from clevergo.compiled import prepared_folder

    lower_priority(NICENESS)
    folder = prepared_folder()
    if folder is not None:
        with (folder / "preparing.lock").open("wb") as lock:
            try:
                take_lock(lock)
            except LockHeldError:
                return  # another is at it
            except OSError as error:  # there are no locks: at worst two do the same
                logger.info("nobody knows who compiles: %s", error)
            prepare_everything()
    os._exit(0)


if __name__ == "__main__":
    main()
