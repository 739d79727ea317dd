"""What the program says it has saved is there after a power cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from clevergo.app.coach.practice import PracticeBook
from clevergo.app.desk.library import GameStore
from clevergo.app.ladder.record import Bout, Person, PersonFile
from clevergo.app.training.settings import DogSettings, load_dog_settings, save_dog_settings
from clevergo.games.go.rules import Ruleset
from clevergo.games.record import GameRecord
from clevergo.nn.description import NetConfig
from clevergo.training.experiment.growth import Growth, GrowthPoint
from tests.app.test_coach import exercise
from tests.disk import ForgetfulDisk


def save_game(folder: Path, moves: int = 1) -> None:
    GameStore(folder).save(folder / "game.sgf", GameRecord.from_moves(Ruleset(9), range(moves)))


def save_game_that_goes_on(folder: Path) -> None:
    save_game(folder)
    save_game(folder, 2)


def moves_saved(folder: Path) -> object:
    return GameStore(folder).load(folder / "game.sgf")[0].moves


def save_bout(folder: Path) -> None:
    PersonFile(folder / "person.json").save(Person("Ming", (Bout("go", "alphago:alpha_go:2", 1.0),)))


def person_saved(folder: Path) -> object:
    return PersonFile(folder / "person.json").load()


def save_exercise(folder: Path) -> None:
    PracticeBook(folder / "practice.json").collect([exercise(0)])


def exercises_saved(folder: Path) -> object:
    return PracticeBook(folder / "practice.json").exercises


def save_choices(folder: Path) -> None:
    save_dog_settings(folder, DogSettings(seed=7))


def choices_saved(folder: Path) -> object:
    return load_dog_settings(folder, NetConfig())


def save_curves(folder: Path) -> None:
    Growth((GrowthPoint(60.0, 30, 900),)).save(folder)


def curves_saved(folder: Path) -> object:
    return Growth.load(folder)


@pytest.mark.parametrize(
    ("save", "saved"),
    [
        (save_game, moves_saved),
        (save_game_that_goes_on, moves_saved),
        (save_bout, person_saved),
        (save_exercise, exercises_saved),
        (save_choices, choices_saved),
        (save_curves, curves_saved),
    ],
    ids=lambda each: each.__name__,
)
def test_what_was_saved_is_there_after_a_power_cut(
    save: Callable[[Path], None], saved: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = ForgetfulDisk(monkeypatch)
    save(tmp_path)
    before = saved(tmp_path)
    disk.cut_power()
    assert saved(tmp_path) == before
