"""A data folder of an older version (November 2026): dogs with ages, a tournament, games and settings, opened as it is.

``old_folder`` was made by the program before its rooms were rebuilt and is never changed: what opens it may be.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clevergo.app.desk.library import GameLibrary, GameStore
from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import SettingsFile
from clevergo.app.kennel.book import Kennel
from clevergo.app.tournament.session import TournamentSession
from clevergo.app.training.session import TrainingSession
from clevergo.games.go.position import Position
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import from_sgf
from clevergo.players.build import build_player
from clevergo.players.spec import PlayerSpec
from clevergo.training.learner.store import RunStore
from tests.patience import PATIENCE

OLD = Path(__file__).with_name("old_folder")
DOG, PUP, NEWBORN = "小黑", "Pup of 小黑", "Newborn"


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(shutil.copytree(OLD, tmp_path / "data"))


@pytest.fixture
def kennel(paths: Paths) -> Iterator[Kennel]:
    kennel = Kennel(paths)
    yield kennel
    kennel.close()


def test_every_dog_is_there_with_what_it_has_learned(kennel: Kennel) -> None:
    known = {dog.name: (dog.games, dog.net) for dog in kennel.dogs() if not dog.is_shipped}
    assert known == {DOG: (700, "1x16"), PUP: (0, "1x16"), NEWBORN: (0, "1x16")}
    assert [age.games for age in kennel.ages_of(DOG)] == [511, 672]
    assert kennel.growth.losses(kennel.dog(DOG).id)
    assert len(kennel.growth.vitals(kennel.dog(DOG).id)) > 10
    state = RunStore(kennel.dog(DOG).folder).load()
    assert state is not None
    assert state.counters.games == 700
    assert RunStore(kennel.dog(DOG).folder).load_games({9: 100})[-1].game.name == "go"


@pytest.mark.parametrize("text", [f"policy:{DOG}", f"value:{DOG}@511", f"alphago:{PUP}:8"])
def test_every_dog_and_every_age_plays(text: str, kennel: Kennel) -> None:
    player = build_player(PlayerSpec.parse(text), kennel.find_weights, seed=1)
    position = Position.initial(Ruleset(5, 0.5))
    player.new_game(position.rules)
    assert position.legal_moves[player.choose(position).action]


def test_training_goes_on_where_it_was(kennel: Kennel) -> None:
    session = TrainingSession(kennel)
    session.start(DOG, games=3)
    end = time.monotonic() + PATIENCE
    while session.is_active and time.monotonic() < end:
        time.sleep(0.05)
    session.close()
    state = RunStore(kennel.dog(DOG).folder).load()
    assert state is not None
    assert state.counters.games == 703
    assert state.config.size == 5


def test_games_and_settings_are_read_as_they_were_meant(paths: Paths) -> None:
    library = GameLibrary(GameStore(paths.games))
    library.refresh()
    library.wait()
    assert library.games is not None
    assert [(game.black, game.white, game.moves) for game in library.games] == [
        ("alphago:alpha_go:400", "human", 24),
        ("human", "human", 21),
        ("human", f"alphago:{DOG}:100", 20),
    ]
    records: list[GameRecord] = [from_sgf(path.read_bytes()) for path in sorted(paths.games.glob("*.sgf"))]
    assert [record.outcome is not None for record in records] == [True, False, True]
    settings = SettingsFile(paths.settings).load()
    assert settings.language.code == "zh"
    assert str(settings.last_match.white) == f"alphago:{DOG}@500:100"
    assert settings.last_match.rules == Ruleset(9, 6.5, KoRule.SIMPLE)
    assert settings.tour_seen


def test_its_tournament_is_shown_with_every_game(kennel: Kennel, paths: Paths) -> None:
    session = TournamentSession(kennel, paths)
    session.look_for_earlier()
    end = time.monotonic() + PATIENCE
    while not session.earlier and time.monotonic() < end:
        time.sleep(0.01)
    (written,) = session.earlier
    session.show_earlier(written)
    assert session.snapshot.plan is not None
    assert [str(player) for player in session.snapshot.plan.players] == ["random", f"policy:{DOG}", "mcts:30"]
    assert len(session.snapshot.results) == 6
    session.close()
