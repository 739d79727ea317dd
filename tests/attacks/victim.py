"""A CleverGo that does everything at once, to be attacked: ``python -m tests.attacks.victim DATA``.

It is the program itself, window and all (SDL's dummy driver will do), with somebody at it who trains a small dog, plays
one game after the other, looks into a mind, lets a tournament run, changes a setting every second and gives dogs away.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sys
import time
from pathlib import Path
from typing import Any

from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError

DOG = "victim"
_EVERY = 1.0
"""Seconds between two things that the person does."""


def small_training() -> Any:
    """Settings for a dog that plays, learns and saves within seconds."""
    from clevergo.nn.description import NetConfig
    from clevergo.training.config import LearnerConfig, SelfPlayConfig, TrainingConfig

    return TrainingConfig(
        net=NetConfig(blocks=1, channels=16),
        selfplay=SelfPlayConfig(games=16, simulations=4, late_simulations=4, considered=4),
        learner=LearnerConfig(batch=16, min_positions=100, window_min=500, publish_ticks=64, checkpoint_seconds=2.0),
    )


def rate_at_once() -> None:
    """Have the arena play from the first minute on, and short matches."""
    from clevergo.training.run import plan

    usual = plan.plan_for_machine

    def impatient(*arguments: Any) -> plan.RunPlan:
        return dataclasses.replace(usual(*arguments), arena_seconds=1.0, arena_games=2, arena_share=0.5)

    plan.plan_for_machine = impatient  # type: ignore[assignment]  # it takes whatever the usual one takes


class Person:
    """Somebody who wants everything at once; called in every frame."""

    def __init__(self, program: Any) -> None:
        self._program = program
        self._next = 0.0
        self._turns = 0

    def each_frame(self, _dt: float) -> None:
        """Do what has its time."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _EVERY
        services = self._program.services
        self._turns += 1
        services.preferences.change(sound_volume=round(self._turns % 10 / 10, 1))
        self._train(services)
        self._play(services)
        self._look_on(services)
        self._compete(services)
        if self._turns % 5 == 0 and services.kennel.task is None:
            with contextlib.suppress(AppError):  # it may have no weights yet
                file = services.kennel.file_for(DOG).with_name(f"{DOG}.clevergo")  # in the place of the one before
                services.kennel.export(DOG, file, replaces=True)

    def _train(self, services: Any) -> None:
        if DOG not in [dog.name for dog in services.kennel.dogs()]:
            services.kennel.adopt(DOG, small_training().net)
        if not services.training.is_active:
            services.training.start(DOG, config=small_training())

    def _play(self, services: Any) -> None:
        from clevergo.app.match.messages import MatchPhase, MatchSetup
        from clevergo.games.go.rules import Ruleset
        from clevergo.players.spec import PlayerSpec

        phase = services.match.snapshot.phase
        if phase is MatchPhase.FINISHED or self._turns == 1:
            services.match.new_match(MatchSetup(PlayerSpec.parse("mcts:50"), PlayerSpec.parse("random"), Ruleset(9)))
        if phase in (MatchPhase.SETUP, MatchPhase.PAUSED):
            services.match.start()

    def _look_on(self, services: Any) -> None:
        from clevergo.app.engine.messages import Question
        from clevergo.games.go.rules import Ruleset

        services.analysis.look_at(Question(Ruleset(9), (self._turns % 81,), "alpha_go", 100_000))

    def _compete(self, services: Any) -> None:
        from clevergo.app.tournament.pairing import TournamentPlan, TournamentState
        from clevergo.games.go.rules import Ruleset
        from clevergo.players.spec import PlayerSpec

        tournament = services.tournament
        if tournament.is_active:
            return
        if tournament.snapshot.state is TournamentState.STOPPED:
            tournament.go_on()
        elif self._turns > 2:
            players = tuple(map(PlayerSpec.parse, ("random", "mcts:20", "policy:alpha_go")))
            tournament.start(TournamentPlan(players, 100, Ruleset(9)))
        else:
            tournament.look_back()


def main() -> None:
    """Open the window and be busy until somebody ends it."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    from clevergo.ui.shell.launch import Program

    rate_at_once()
    program = Program(Paths(Path(sys.argv[1]).absolute()))
    try:
        if not program.load():
            sys.exit(1)
        program.window.run(Person(program).each_frame)
    finally:
        program.close()


if __name__ == "__main__":
    main()
