"""What is noted of a dog's growth is read back as it was."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.growth import Past, RatingMatch
from clevergo.app.kennel.messages import NewsKind, TrainingNews, VitalSigns
from clevergo.app.kennel.tables import STEPS


@pytest.fixture
def kennel(tmp_path: Path) -> Kennel:
    return Kennel(Paths(tmp_path / "data", tmp_path / "program"))


def test_no_rating_game_is_ever_lost(kennel: Kennel) -> None:
    dog = kennel.adopt("pup")
    played = [RatingMatch("mcts:400", 3, 1, 6, 1000 + i, 60.0 * i, 100, 5.0 + i) for i in range(300)]
    for match in played:
        kennel.growth.note(dog.id, Past(matches=(match,)))
    assert kennel.growth.rating_matches(dog.id) == played
    assert kennel.growth.rating_matches(kennel.adopt("other").id) == []


def test_vital_signs_are_thinned_evenly_and_end_with_the_latest(kennel: Kennel) -> None:
    dog = kennel.adopt("pup")
    noted = [VitalSigns(seconds=20.0 * i, games=i, positions=0, samples=0, black_wins=0.5) for i in range(25)]
    for signs in noted:
        kennel.growth.note_vitals(dog.id, signs)
    assert kennel.growth.vitals(dog.id) == noted
    few = kennel.growth.vitals(dog.id, limit=10)
    assert few == noted[::3]
    assert few[-1] == noted[-1]


def test_news_keep_their_date(kennel: Kennel) -> None:
    dog = kennel.adopt("pup")
    kennel.growth.note(dog.id, Past(news=(TrainingNews(NewsKind.MILESTONE, {"opponent": "random"}, 90.0, 1234.5),)))
    assert kennel.growth.news(dog.id)[0].created == 1234.5


def test_rating_games_of_an_earlier_program_still_count(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "program")
    paths.prepare()
    facts = '{"opponent": "mcts:400", "wins": 6, "draws": 1, "losses": 3, "games": 1234, "rating": 900, "error": 90}'
    with sqlite3.connect(paths.database) as db:
        db.executescript(STEPS[0])
        db.execute("INSERT INTO dogs VALUES ('abc', 'pup', 'pup', 5.0, '{}')")
        db.execute("INSERT INTO news (dog, seconds, kind, facts) VALUES ('abc', 77.0, 'rated', ?)", (facts,))
        db.execute("PRAGMA user_version = 1")
    db.close()
    assert Kennel(paths).growth.rating_matches("abc") == [RatingMatch("mcts:400", 6, 1, 3, 1234, 77.0)]
