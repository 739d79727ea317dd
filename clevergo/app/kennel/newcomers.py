"""Dogs out of files: one that a friend has saved, weights of this program, or a net that another program has taught."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from clevergo.app.desk.paths import DOG_SUFFIX
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.dogs import Dog, DogNameError, checked_name
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.kennel.travel.archive import import_dog
from clevergo.app.kennel.travel.arrival import settle
from clevergo.app.kennel.travel.progress import Progress, ignore_progress
from clevergo.app.training.settings import usual_dog_settings
from clevergo.nn.files import WeightFile, WeightFileError, WeightFileProblem, load_weights
from clevergo.nn.foreign import ForeignNet, ForeignNetError, read_foreign
from clevergo.problem import cause_of

_FALLBACK = "CleverGo"
"""What a dog is called whose file is called as no dog may be."""


def adopt_file(kennel: Kennel, path: Path, name: str = "", progress: Progress = ignore_progress) -> Dog:
    """Take in what a file holds as a dog, which plays, learns on and travels as any other. All of it or nothing.

    Args:
        kennel: where to.
        path: a dog's file (``.clevergo``), or weights: this program's, the original's, or AlphaZero_Gomoku's.
        name: what to call it; the name it had elsewhere or else the file's, with a number where that is taken.
        progress: told how far it is.

    Raises:
        DogNameError: it was to have a name that will not do, or is taken.
        KennelError: the file cannot be read, or holds none of these.
    """
    if path.suffix.lower() == DOG_SUFFIX:
        return import_dog(kennel, path, progress, name)
    net = _read(path)
    tidy = checked_name(name) if name else _name_for(kennel, path)
    config = net.weights.config
    dog = kennel.new_dog(tidy, config, family=path.name)
    past = Past(Checkpoint(0.0, 0, 0, 0, dog.weights))
    wish = replace(usual_dog_settings(config), of_game=net.of_game) if net.of_game else None
    try:
        return settle(kennel, dog, net.weights, past, lambda _age, _file: None, progress, wish)
    except OSError as error:
        raise KennelError("dog_unwritten", path=path, cause=cause_of(error)) from error


def _read(path: Path) -> ForeignNet:
    """The net in a file of weights, whoever wrote it."""
    try:
        known = load_weights(path)
        return ForeignNet(WeightFile(known.config, known.arrays))
    except WeightFileError as error:
        if error.kind not in (WeightFileProblem.FOREIGN, WeightFileProblem.UNSAFE):
            raise KennelError(error.problem) from error
    try:
        return read_foreign(path)
    except ForeignNetError as error:
        raise KennelError(error.problem) from error
    except OSError as error:
        raise KennelError("dog_unwritten", path=path, cause=cause_of(error)) from error


def _name_for(kennel: Kennel, path: Path) -> str:
    """The file's name, where a dog may be called so."""
    try:
        return checked_name(kennel.free_name(path.stem))
    except DogNameError:
        return kennel.free_name(_FALLBACK)
