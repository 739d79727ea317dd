"""Makes a dog of one's own the one that ships with its game: ``models/NAME.pdparams``, ``NAME.json`` and its ages.

``python -m tests.app.rate_ages FOLDER DOG`` rates its ages first. Then ``python -m tests.app.ship FOLDER DOG`` takes it
from the kennel in the data folder FOLDER, with its birth and those of its ages that lie a step apart, or are named.
Last ``python -m tests.app.examine_shipped`` asks them the set pieces.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from clevergo.app.desk.paths import SHIPPED, Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.messages import DogAge, NewsKind
from clevergo.games.guests import game_named
from clevergo.nn.description import describe_net
from clevergo.training.learner.folder import age_file

STEP = 200
"""Points of rating between an age that ships and the next."""
_RATIO = 3
"""An age with so many times fewer games than the next ships as well, however near its rating lies."""


def steps_of(ages: Sequence[DogAge], games: int, rating: float) -> list[DogAge]:
    """Of a dog's ages, youngest first, its birth and those that lie a step apart, from its present ``rating`` down.

    ``games`` is how many it has now.
    """
    kept: list[DogAge] = []
    for age in reversed(ages):
        is_lower = age.rating is not None and age.rating <= rating - STEP
        if age.games == 0 or is_lower or age.games * _RATIO <= games:
            kept.append(age)
            games, rating = age.games, rating if age.rating is None else min(rating, age.rating)
    return kept[::-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("dog")
    parser.add_argument("--ages", type=int, nargs="*", help="games at those that ship (those a step apart)")
    options = parser.parse_args()
    kennel = Kennel(Paths(options.folder))
    dog = kennel.dog(options.dog)
    past, game = kennel.growth.past(dog), game_named(dog.game)
    life, now = past.life, past.strengths[-1]
    assert life is not None, "it has not learned yet"
    weights = SHIPPED / "models" / f"{game.shipped_dog}.pdparams"
    earlier = [age for age in past.ages if age.games < life.games]
    ages = steps_of(earlier, life.games, now.rating)
    if options.ages is not None:
        ages = [age for age in earlier if age.games in options.ages]
    shutil.rmtree(weights.with_suffix(""), ignore_errors=True)
    weights.with_suffix("").mkdir()
    shutil.copyfile(life.weights, weights)
    for age in ages:
        shutil.copyfile(age.weights, weights.with_suffix("") / age_file(Path(), age.games).name)
    reached = [
        {
            "opponent": news.values["opponent"],
            "games": news.values.get("games", 0),
            "seconds": round(news.seconds, 1),
        }
        for news in past.news
        if news.kind is NewsKind.MILESTONE
    ]
    known = {
        "net": describe_net(dog.config),
        "game": dog.game,
        "sizes": [dog.config.size],
        **{name: round(value) for name, value in life.counters().items()},
        "created": round(dog.created),
        "rating": round(now.rating),
        "rating_error": round(now.error),
        "strengths": [
            {
                "seconds": round(point.seconds),
                "games": point.games,
                "rating": round(point.rating),
                "error": round(point.error),
            }
            for point in past.strengths
        ],
        "milestones": reached,
        "ages": [
            {
                "games": age.games,
                "seconds": round(age.seconds, 1),
                "rating": None if age.rating is None else round(age.rating),
                "error": None if age.rating_error is None else round(age.rating_error),
            }
            for age in ages
        ],
    }
    weights.with_suffix(".json").write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    told = f"{game.shipped_dog}: {life.games:,} games, rated {now.rating:.0f} +- {now.error:.0f}, {len(ages)} ages"
    sys.stdout.write(told + "\n")


if __name__ == "__main__":
    main()
