"""Is a dog that a cluster raises as strong as one of a single machine? ``python -m tests.training.compare_cluster``.

Dogs of 5x5 with as many positions and samples each: some raised here alone, as many on a Ray cluster of three machines
(all of them this computer, on loopback). Then each of the ones plays each of the others. Takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from clevergo.nn.description import NetConfig
from clevergo.players.match_games import MatchPlan, MatchScore, drawn_openings, play_match
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.training.config import LearnerConfig, SelfPlayConfig, TrainingConfig
from clevergo.training.learner.store import RunStore
from clevergo.training.run import events
from clevergo.training.run.loop import TrainingRun
from clevergo.training.run.plan import RunPlan
from tests.training.ray_nodes import ray_nodes

CONFIG = TrainingConfig(
    net=NetConfig(blocks=2, channels=16, size=5),
    size=5,
    selfplay=SelfPlayConfig(games=32, simulations=24, late_simulations=24),
    learner=LearnerConfig(
        batch=64,
        learning_rate=2e-3,
        min_positions=1000,
        window_min=8000,
        publish_ticks=640,
        publish_seconds=5.0,
        checkpoint_seconds=20.0,
    ),
)
_SAMPLES = 2.9
"""Of each position, at least: what a learner that keeps up learns."""
_SIMULATIONS = 16


def raise_dog(folder: Path, seed: int, positions: int, cluster: str | None) -> Path:
    """Train one to that many positions; returns its weights."""
    run = TrainingRun(folder, replace(CONFIG, seed=seed), RunPlan(workers=1, arena_seconds=0.0, cluster=cluster))
    stop = threading.Event()
    seen: list[events.ClusterSeen] = []

    def hear(event: events.Event) -> None:
        if isinstance(event, events.Progress):
            counters = event.counters
            if counters.positions >= positions and counters.samples >= _SAMPLES * positions:
                stop.set()
        elif isinstance(event, events.ClusterSeen):
            seen[:] = [event]

    run.run(stop, hear)
    saved = RunStore(folder).load()
    assert saved is not None
    given = [(machine.games, machine.dropped) for each in seen for machine in each.machines]
    counters = saved.counters
    told = {"dog": folder.name, "games": counters.games, "positions": counters.positions, "samples": counters.samples}
    sys.stdout.write(json.dumps(told | {"given and dropped": given}) + "\n")
    sys.stdout.flush()
    return RunStore(folder).weights


def meet(one: Path, other: Path, games: int) -> MatchScore:
    """A match from drawn openings, each with both colors."""
    played = CONFIG.played
    rules, start = played.agree({"size": CONFIG.size, **played.rated_by(CONFIG.selfplay.of_game)})
    first, second = (PlayerSpec(PlayerKind.ALPHAGO, str(path), _SIMULATIONS) for path in (one, other))
    return play_match(MatchPlan(first, second, games, rules, 1, drawn_openings(rules, games, 1), start), Path)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.training.compare_cluster", description=__doc__)
    parser.add_argument("--positions", type=int, default=60_000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--games", type=int, default=60, help="of each pair")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        alone = [raise_dog(Path(name) / f"alone-{seed}", seed, options.positions, None) for seed in options.seeds]
        with ray_nodes() as nodes:
            nodes.add()
            nodes.add()
            many = [
                raise_dog(Path(name) / f"cluster-{seed}", seed, options.positions, nodes.address)
                for seed in options.seeds
            ]
        whole = MatchScore()
        for one in many:
            for other in alone:
                score = meet(one, other, options.games)
                whole += score
                sys.stdout.write(f"{one.parent.name} against {other.parent.name}: {score}\n")
    sys.stdout.write(f"the cluster's won {whole.first}, drew {whole.draws}, lost {whole.second}\n")


if __name__ == "__main__":
    main()
