"""The command that raises dogs in two ways and says what the one gains."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import Paths
from clevergo.cli.command import INTERRUPTED, CommandError, stopping
from clevergo.cli.options import all_games, count, minutes
from clevergo.games.game import Game
from clevergo.problem import ProblemError, problem_of
from clevergo.terminal import ProgressLine

if TYPE_CHECKING:
    from clevergo.cli.options import Commands
    from clevergo.training.experiment.far import FarMachines
    from clevergo.training.experiment.findings import Finding
    from clevergo.training.experiment.lab import Playing, Raising, WarmingUp, Watched
    from clevergo.training.experiment.plan import ExperimentPlan


def offer(commands: Commands, game: Game) -> None:
    """``experiment``."""
    command = commands.add_parser(
        "experiment", help="raise dogs with two settings, let them play each other, and say what the one gains"
    )
    command.add_argument("folder", type=Path, metavar="FOLDER", help="where all of it is kept; goes on where it was")
    for side, raised in (("one", "the ones"), ("other", "the others")):
        said = f"how {raised} are raised, such as net.channels=32 selfplay.simulations=32 (as usual)"
        command.add_argument(f"--{side}", nargs="+", metavar="SETTING=VALUE", help=said)
    length = command.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=minutes, metavar="M", help="how long each dog is raised")
    length.add_argument("--positions", type=count, metavar="N", help="or to how many positions")
    grows = (
        "all begin with a small net that grows, as dogs of the Train button do; "
        "wider nets differ once grown, deeper ones from birth"
    )
    command.add_argument("--grows", action="store_true", default=None, help=grows)
    command.add_argument("--seeds", type=count, metavar="K", help="dogs with each setting (3)")
    command.add_argument("--games", type=count, metavar="N", help="games of each pair of dogs (20)")
    command.add_argument("--simulations", type=count, metavar="S", help="a move, in those games (100)")
    command.add_argument("--game", metavar="G", help=f"what they play: {all_games()}")
    command.add_argument("--size", type=count, metavar="S", help=f"of the boards ({game.usual_size})")
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="let the other machines of a Ray cluster raise pairs and play games, too: auto or HOST:PORT",
    )
    command.add_argument("--json", action="store_true", help="end with what was found as one line of JSON")
    command.set_defaults(run=_experiment)


def _experiment(options: argparse.Namespace, _paths: Paths) -> int:
    from clevergo.training.experiment.lab import Lab
    from clevergo.training.experiment.plan import in_words
    from clevergo.training.learner.store import RunFolderError

    stop = threading.Event()
    line = ProgressLine(sys.stderr, quiet_seconds=30.0)
    try:
        plan = _plan(options)
        lab = Lab(options.folder, plan, _other_machines(options.cluster))
        print(f"one: {in_words(plan.one)}\nother: {in_words(plan.other)}", file=sys.stderr)
        with stopping(stop):
            finding = lab.run(stop, lambda news: _tell(line, news))
    except (ProblemError, RunFolderError) as error:
        raise CommandError(problem_of(error)) from error
    finally:
        line.end()
    if finding is None:
        print("nothing is found yet; the same command goes on")
    else:
        print(_in_elo(finding))
        for side, ratings in (("one", finding.one), ("other", finding.other)):
            print(f"{side}: {', '.join(f'{rating:+.0f}' for rating in ratings)}")
    if options.json:
        print(json.dumps(asdict(plan) | {"found": None if finding is None else asdict(finding)}))
    return INTERRUPTED if stop.is_set() else 0


def _other_machines(cluster: str | None) -> FarMachines | None:
    """The machines of a cluster, where one is asked for."""
    if cluster is None:
        return None
    from clevergo.training.experiment.far import FarMachines
    from clevergo.workers.cluster.ray_cluster import require_ray

    require_ray()
    return FarMachines(cluster)


def _plan(options: argparse.Namespace) -> ExperimentPlan:
    """What was asked for; where nothing was said of how long, the plan that lies in the folder."""
    from clevergo.training.experiment.plan import SIDES, ExperimentError, ExperimentPlan, settings_of

    names = ("game", "size", "seeds", "games", "simulations", "grows")
    told = {name: value for name in names if (value := getattr(options, name)) is not None}
    told |= {side: settings_of(words) for side in SIDES if (words := getattr(options, side)) is not None}
    has_length = options.minutes is not None or options.positions is not None
    begun = None if has_length else ExperimentPlan.load(options.folder)
    if begun is not None:
        if any(value != getattr(begun, name) for name, value in told.items()):
            raise ExperimentError("experiment_other", folder=options.folder)
        return begun
    return ExperimentPlan(minutes=options.minutes, positions=options.positions, **told)


def _tell(line: ProgressLine, news: WarmingUp | Raising | Watched | Playing) -> None:
    from clevergo.training.experiment.lab import Playing, Raising, WarmingUp

    if isinstance(news, WarmingUp):
        line.show(news.done / max(news.total, 1), "preparing, the first time only")
    elif isinstance(news, Raising) and not news.is_aside:
        dogs = (news.one.counters, news.other.counters)
        so_far = " and ".join(f"{dog.games:,} games, {dog.positions:,} positions" for dog in dogs)
        line.show(news.share, f"raising dogs of seed {news.seed}: {so_far}")
    elif isinstance(news, Playing):
        found = "" if news.finding is None else f": {_in_elo(news.finding)}"
        line.show(news.played / news.planned, f"game {news.played} of {news.planned}{found}")


def _in_elo(finding: Finding) -> str:
    score = finding.score
    trust = "" if finding.counts_seeds else "; one dog each says nothing of the next"
    return (
        f"one gains {finding.gain:+.0f} ± {finding.error:.0f} Elo "
        f"({score.first} won, {score.draws} drawn, {score.second} lost{trust})"
    )
