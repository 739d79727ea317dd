"""The command that trains a dog."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clevergo.app.desk.paths import Paths
from clevergo.cli.command import INTERRUPTED, CommandError, open_kennel, stopping
from clevergo.cli.dogs import say_how_to_measure
from clevergo.cli.options import add_terms, all_games, count, given, minutes, one_of
from clevergo.games.game import Game, Term
from clevergo.games.guests import USUAL_GAME, GameTitle, game_named
from clevergo.terminal import duration, quoted

if TYPE_CHECKING:
    from clevergo.app.kennel.book import Kennel
    from clevergo.app.kennel.dogs import Dog
    from clevergo.app.training.session import TrainingSession
    from clevergo.cli.options import Commands


def offer(commands: Commands, game: Game) -> None:
    """``train``."""
    command = commands.add_parser("train", help="train a dog; a new name adopts a new one")
    command.add_argument("name", metavar="NAME", help="the dog")
    length = command.add_mutually_exclusive_group(required=True)
    length.add_argument("--minutes", type=minutes, metavar="M", help="how long")
    length.add_argument("--games", type=count, metavar="N", help="or how many more games it plays")
    command.add_argument("--game", metavar="G", help=f"what a new dog plays: {all_games()}")
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="let the other machines of a Ray cluster play, too: auto (the one this computer is part of) or HOST:PORT",
    )
    command.add_argument(
        "--seed", type=_seed, metavar="N", help="where a dog's chance comes from until it has learned (0 to 999; drawn)"
    )
    size = Term("size", game.nurseries, game.usual_size)
    add_terms(command, (size, *game.self_play_terms), asked=False)
    said = "other boards that a new dog plays itself on too, by turns"
    command.add_argument("--beside", type=count, nargs="+", default=[], metavar="S", help=said)
    _add_settings(command)
    command.set_defaults(run=_train, grows_up=game)


def _add_settings(command: argparse.ArgumentParser) -> None:
    """What the window asks under *Training settings*; what is not said stays as it is, usual for a new dog."""
    from clevergo.app.training import settings

    usual = settings.DogSettings()
    born = command.add_argument_group(
        "how a dog is built (fixed from birth) and learns (fixed once it has learned), for those who want it otherwise"
    )
    plays = command.add_argument_group("how it plays itself, which may be changed any time")

    def add(group: argparse._ArgumentGroup, name: str, values: Sequence[float], said: str) -> None:
        said = f"{said} ({getattr(usual, name):g})"
        group.add_argument(f"--{name.replace('_', '-')}", **one_of(values), help=said)

    add(born, "blocks", settings.BLOCKS, "how deep its net is")
    add(born, "channels", settings.CHANNELS, "how wide it is; multiples of 32 run fastest")
    born.add_argument("--full-size", dest="grows", action="store_const", const=False, help="no small net while young")
    add(born, "batch", settings.BATCHES, "positions it learns from in one step")
    rates = settings.LEARNING_RATES
    add(born, "learning_rate", rates, "large ones learn faster and go astray more easily")
    add(born, "window", settings.WINDOWS, "recent positions it learns from; more take memory")
    searched = settings.ALL_SIMULATIONS
    add(plays, "simulations", searched, "positions it looks at before each move; much later 32 at least")
    add(plays, "considered", settings.CONSIDERED, "moves it considers; more look around more widely")
    add(plays, "temperature", settings.TEMPERATURES, "how wildly its games begin: by prior ** (1 / T)")


def _seed(text: str) -> int:
    from clevergo.app.training.settings import MAX_SEED

    if not text.isdecimal() or int(text) > MAX_SEED:
        raise argparse.ArgumentTypeError(f"{text!r} is not a seed from 0 to {MAX_SEED}")
    return int(text)


def _train(options: argparse.Namespace, paths: Paths) -> int:
    from clevergo.app.kennel.messages import TrainingPhase
    from clevergo.app.training.session import TrainingSession
    from clevergo.cli.reporter import TrainingReporter

    kennel = open_kennel(paths)
    session = TrainingSession(kennel)
    dog = kennel.find_dog(options.name)
    if dog is None:
        dog = _adopted(options, kennel)
    else:
        _wish(options, dog, session)
    seconds = None if options.minutes is None else options.minutes * 60
    stop = threading.Event()
    with stopping(stop):
        session.start(dog.name, seconds=seconds, games=options.games, cluster=options.cluster)
        reporter = TrainingReporter(session.snapshot, seconds, options.games)
        while session.is_active:
            session.wait(0.5)
            reporter.show(session.snapshot)
            if stop.is_set():
                session.stop()
    snapshot = session.snapshot
    reporter.end(snapshot)
    reporter.tell_machines()
    if snapshot.phase is TrainingPhase.FAILED:
        raise CommandError(snapshot.error or "training_failed")
    learned = f"{snapshot.games:,} games, {snapshot.positions:,} positions, {duration(snapshot.seconds)} of training"
    print(f"{dog.name}: {learned} in all")
    if snapshot.samples:
        say_how_to_measure(dog)
    else:
        print(f"It has not learned yet; it goes on with: python -m clevergo train {quoted(dog.name)} --minutes 5")
    return INTERRUPTED if stop.is_set() else 0


def _adopted(options: argparse.Namespace, kennel: Kennel) -> Dog:
    """A new dog, as it is wished for."""
    from clevergo.app.training.settings import CHANGEABLE, FIXED_FROM_BIRTH, FIXED_ONCE_LEARNING, DogSettings

    game: Game = options.grows_up
    wishes: dict[str, Any] = {"seed": DogSettings.for_newborn().seed}
    wishes |= given(options, (*FIXED_FROM_BIRTH, *FIXED_ONCE_LEARNING, *CHANGEABLE))
    chosen = DogSettings(of_game=_terms_given(options), game=game.name, **wishes)
    net = replace(chosen.newborn_net, size=options.size or game.usual_size)
    dog = kennel.adopt(options.name, net, beside=options.beside, wish=chosen)
    what = "" if dog.game == USUAL_GAME else f" for {GameTitle(dog.game)}"
    print(f"adopted {dog.name}{what}, seed {chosen.seed}")
    return dog


def _wish(options: argparse.Namespace, dog: Dog, session: TrainingSession) -> None:
    """A dog that is there already is trained as it is wished from now on, as far as that is not fixed."""
    from clevergo.app.kennel.dogs import OtherGameError
    from clevergo.app.training.settings import (
        CHANGEABLE,
        FIXED_FROM_BIRTH,
        FIXED_ONCE_LEARNING,
        load_dog_settings,
        save_dog_settings,
    )

    if options.game not in (None, dog.game):
        raise OtherGameError(dog.name, dog.game, game_named(options.game).name)
    if options.seed is not None and session.has_begun(dog.name):
        raise CommandError("seed_given", name=dog.name)
    if options.size is not None or options.beside or _terms_given(options):
        raise CommandError("terms_given", name=dog.name)
    if fixed := given(options, (*FIXED_FROM_BIRTH, *(FIXED_ONCE_LEARNING if session.has_begun(dog.name) else ()))):
        raise CommandError("settings_given", name=dog.name, found=", ".join(fixed))
    if wishes := given(options, (*FIXED_ONCE_LEARNING, *CHANGEABLE)):
        save_dog_settings(dog.folder, replace(load_dog_settings(dog.folder, dog.config), **wishes))


def _terms_given(options: argparse.Namespace) -> dict[str, Any]:
    """What was said of what the game leaves open."""
    return given(options, (term.name for term in options.grows_up.self_play_terms))
