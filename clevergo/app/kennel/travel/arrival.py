"""A dog that brings its past along, written down in the kennel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog, remove_folder
from clevergo.app.kennel.growth import Past
from clevergo.app.kennel.messages import DogAge
from clevergo.app.kennel.travel.progress import Progress
from clevergo.app.training.settings import DogSettings, save_dog_settings
from clevergo.nn.files import WeightFile, save_weights
from clevergo.players.spec import at_age
from clevergo.training.learner.folder import age_file


def settle(
    kennel: Kennel,
    dog: Dog,
    born: WeightFile,
    past: Past,
    put: Callable[[DogAge, Path], object],
    progress: Progress,
    wish: DogSettings | None = None,
) -> Dog:
    """Write a dog down that brings another's past; ``put`` places the weights of an age. All of it or nothing.

    ``wish``: how it is to be trained, where not as usual.
    """
    life = past.life
    assert life is not None
    try:
        dog.begin_folder()
        age_file(dog.folder, 0).parent.mkdir()
        if wish is not None:
            save_dog_settings(dog.folder, wish)
        save_weights(dog.weights, born)
        save_weights(dog.birth, replace(born, meta=born.meta | {"life": life.counters()}))
        ages = []
        for count, age in enumerate(past.ages):
            progress(count / len(past.ages))
            file = age_file(dog.folder, age.games)
            put(age, file)
            ages.append(replace(age, address=at_age(dog.name, age.games), weights=file))
        kennel.take_in(dog, replace(past, life=replace(life, weights=dog.weights), ages=tuple(ages)))
    except BaseException:
        remove_folder(dog.folder)
        raise
    progress(1.0)
    return dog
