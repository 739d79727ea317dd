"""What the program has written down, as a person finds it in its folder; and what lies there at its first start."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.kennel.messages import LossPoint, NewsKind, StrengthPoint, TrainingNews, VitalSigns
from clevergo.app.kennel.moments import BEST, KeptMoment
from clevergo.app.kennel.shipped import ShippedDog
from clevergo.games.guests import game_named
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile, save_weights
from clevergo.training.learner.folder import age_file
from tests.window.program import Program

DOG = "小黑"
"""The dog that is there from the start, with a past."""
DOG_AGES = (400, 900)
"""Games after which its earlier ages were kept."""
BEST_RATING = (930.0, 40.0)
"""The rating of the second of these, and its error: it was never stronger, nor is it now."""
OLD_GAME = "2020-01-31 12-00-00.sgf"
"""A finished game of three moves, older than any other."""
_OLD_GAME = "(;FF[4]GM[1]SZ[9]KM[7]PB[Ada]PW[Grace]RE[B+R];B[ee];W[ce];B[gg])"
_NET = NetConfig(blocks=1, channels=8)
GROWTH = (
    StrengthPoint(60.0, 200, -10.0, 90.0),
    StrengthPoint(600.0, 400, 310.0, 60.0),
    StrengthPoint(900.0, 550, 420.0, 55.0),
    StrengthPoint(1500.0, 900, 620.0, 50.0),
    StrengthPoint(2200.0, 1200, 740.0, 45.0),
    StrengthPoint(3000.0, 1500, 840.0, 40.0),
)
"""How strong the dog became, from its first measurement to now."""
LENGTHS, PASSES = (32.0, 48.0, 53.0, 61.0, 68.0, 71.0), (0.21, 0.155, 0.13, 0.125, 0.08, 0.062)
"""Plies of its games, and the share of passes in them, at the same times."""
FORESEEN, KL_SEARCH = (0.02, 0.11, 0.21, 0.33, 0.38, 0.41), (0.7, 0.52, 0.44, 0.35, 0.31, 0.28)
KL_PUBLISHED = (0.05, 0.03, 0.0123, 0.0118, 0.0096, 0.008)
"""What was measured at its publishings then."""
_DAY = time.mktime((2025, 11, 21, 12, 0, 0, 0, 0, -1))
MILESTONES = (
    TrainingNews(NewsKind.MILESTONE, {"opponent": "random", "games": 200}, 60.0, _DAY),
    TrainingNews(NewsKind.MILESTONE, {"opponent": "mcts:30", "games": 900}, 1500.0, _DAY),
)
"""Whom it has beaten, the weakest first."""
DIARY = (
    TrainingNews(NewsKind.GAME, {"games": 1490, "winner": 2, "margin": 6.5, "moves": 87}, 2980.0, _DAY + 3723.0),
    TrainingNews(NewsKind.PUBLISHED, {"stage": 7, "games": 1495, "explained": 0.41}, 2990.0, _DAY + 3733.0),
    TrainingNews(NewsKind.GREW, {"net": "5x64", "games": 1498}, 2994.0, _DAY + 3735.0),
    TrainingNews(NewsKind.NEW_AGE, {"games": 1500}, 2999.0, _DAY + 3743.0),
    TrainingNews(NewsKind.MOMENT, {"moment": "ko", "games": 1499, "since": 0}, 2999.5, _DAY + 3744.0),
)
"""What else it lived through, on one day."""
_EMPTY = (".........",) * 4
_KO_GAME = f"(;FF[4]GM[1]SZ[9]KM[7]PB[{DOG}]PW[{DOG}]RE[B+R];B[ee];W[ce];B[gg];W[gc])"
_BEST_GAME = f"(;FF[4]GM[1]SZ[9]KM[7]PB[{DOG}]PW[mcts:30]RE[B+R];B[cc]SBKV[40];W[gc]SBKV[55];B[gg]SBKV[90])"
MOMENTS = (
    KeptMoment("ko", 1499, 2999.5, _DAY, 0, 2, 38, (*_EMPTY, "..O.X....", *_EMPTY), _KO_GAME.encode()),
    KeptMoment(BEST, 900, 1500.0, _DAY, 0, 3, 60, (".........",) * 9, _BEST_GAME.encode(), (500.0, 0.2)),
)
"""A moment of its life, and its best game."""
BEST_STONES, KO_STONES = 3, 4
"""How many stones lie there in the end."""


# --- before the start ---


def furnish(data: Path, **settings: Any) -> None:
    """A person's folder: settings, a dog that has grown, and a game from long ago; players are chosen one by one."""
    (data / "games").mkdir(parents=True)
    (data / "games" / OLD_GAME).write_text(_OLD_GAME, encoding="utf-8")
    (data / "settings.json").write_text(json.dumps({"play_more": True} | settings), encoding="utf-8")
    kennel = Kennel(Paths(data))
    dog = kennel.adopt(DOG, _NET)
    weights = WeightFile(_NET, initial_weights(_NET, np.random.default_rng(1)))
    age_file(dog.folder, 0).parent.mkdir()
    for path in (dog.weights, *(age_file(dog.folder, games) for games in DOG_AGES)):
        save_weights(path, weights)
    kennel.growth.note(dog.id, Past(Checkpoint(3000.0, 1500, 90_000, 360_000, dog.weights)))
    kennel.growth.note_ages(dog.id, 1500.0)
    with kennel.database.writing() as db:
        db.execute("UPDATE ages SET rating = ?, error = ? WHERE games = ?", (*BEST_RATING, DOG_AGES[1]))
    kennel.growth.note(
        dog.id,
        Past(
            losses=tuple(_losses_at(point.seconds, point.games) for point in GROWTH),
            strengths=tuple(GROWTH),
            news=(*MILESTONES, *DIARY),
            moments=MOMENTS,
        ),
    )
    for place, point in enumerate(GROWTH):
        counters = (point.seconds, point.games, 60 * point.games, 240 * point.games)
        signs = VitalSigns(
            *counters,
            game_length=LENGTHS[place],
            pass_share=PASSES[place],
            explained=FORESEEN[place],
            kl_search=KL_SEARCH[place],
            kl_published=KL_PUBLISHED[place],
        )
        kennel.growth.note_vitals(dog.id, signs)
    kennel.close()


def _losses_at(seconds: float, games: int) -> LossPoint:
    """How wrong the dog's guesses were by then."""
    return LossPoint(seconds, 240 * games, 4.0 - games / 1000, 0.9 - games / 3000, 2.0 - games / 2000)


def home_of(data: Path) -> Path:
    """The home of the person whose folder that is: where files are looked for first."""
    return data.parent / "home"


def desktop_of(data: Path) -> dict[str, str]:
    """The environment of a desktop that tells whether its windows are dark, as GNOME does: light at first."""
    folder = data.parent / "desktop"
    folder.mkdir()
    (folder / "scheme").write_text("'default'", encoding="utf-8")
    tool = folder / "gsettings"
    tool.write_text(f"#!/bin/sh\ncat '{folder / 'scheme'}'\n", encoding="utf-8")
    tool.chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def change_desktop(program: Program, is_dark: bool) -> None:
    """Make the desktop dark or light, in another window, and come back from there."""
    scheme = "'prefer-dark'" if is_dark else "'default'"
    (program.data.parent / "desktop" / "scheme").write_text(scheme, encoding="utf-8")
    program.leave_and_come_back()


# --- settings ---


def setting(program: Program, name: str) -> Any:
    """A setting as it is saved; None where it is not."""
    try:
        return json.loads((program.data / "settings.json").read_text(encoding="utf-8")).get(name)
    except FileNotFoundError:
        return None


def wait_for_setting(program: Program, name: str, value: Any) -> None:
    """Wait until a setting is saved so."""
    program.wait_until(lambda _: setting(program, name) == value, f"{name} saved as {value!r}")


# --- games ---


def newest_game(program: Program) -> str:
    """The game begun last, as it is saved; in one line, for its lines are broken wherever they become long."""
    paths = sorted((program.data / "games").glob("*.sgf"))
    return paths[-1].read_text(encoding="utf-8").replace("\n", "")


def wait_for_game(program: Program, *parts: str) -> None:
    """Wait until the game begun last is saved with all of these in it."""
    program.wait_until(lambda _: all(part in newest_game(program) for part in parts), f"a saved game with {parts}")


# --- dogs ---


def shipped_age(program: Program) -> int:
    """An earlier age of the dog that ships with Go: how many games it had played."""
    ages = ShippedDog(Paths(program.data), game_named("go")).ages()
    return ages[len(ages) // 2].games


def rows(program: Program, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """What the kennel's file answers."""
    connection = sqlite3.connect(f"file:{program.data / 'kennel.sqlite3'}?mode=ro", uri=True, timeout=30.0)
    try:
        return list(connection.execute(query, values))
    finally:
        connection.close()


def own_dogs(program: Program, is_retired: bool = False) -> list[str]:
    """The names of one's own dogs that are about, or of those that rest; the youngest first."""
    query = "SELECT name FROM dogs WHERE (retired IS NOT NULL) = ? ORDER BY created DESC"
    return [name for (name,) in rows(program, query, is_retired)]


def wait_for_dog(program: Program, name: str, is_there: bool = True) -> None:
    """Wait until there is a dog of that name, or no longer."""

    def has_come() -> bool:
        return (name in own_dogs(program) + own_dogs(program, is_retired=True)) is is_there

    program.wait_until(lambda _: has_come(), f"{name} {'in' if is_there else 'out of'} the kennel")


def folder_of(program: Program, name: str) -> Path:
    """Where a dog's files lie."""
    ((identity,),) = rows(program, "SELECT id FROM dogs WHERE name = ?", name)
    return program.data / "dogs" / str(identity)


def wishes_for(program: Program, name: str) -> dict[str, Any]:
    """How a dog is to be trained, as it is saved; empty where nobody has wished anything."""
    try:
        return dict(json.loads((folder_of(program, name) / "training.json").read_text(encoding="utf-8")))
    except FileNotFoundError:
        return {}
