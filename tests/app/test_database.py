"""An older program's kennel becomes today's, whole or not at all, and a copy of it is kept."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel import database
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import FORMAT, Database, KennelDamagedError, KennelError
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.kennel.tables import STEPS
from tests.app.tables import kept
from tests.patience import PATIENCE


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths(tmp_path / "data", tmp_path / "program")
    paths.prepare()
    return paths


def make_first_format(path: Path) -> None:
    """A file as the first program left it, with one dog."""
    with sqlite3.connect(path) as connection:
        connection.executescript(STEPS[0])
        connection.execute(
            "INSERT INTO dogs (id, name, name_key, created, net) VALUES "
            """('abc', '小黑', '小黑', 5.0, '{"kind": "residual", "blocks": 5, "channels": 64, "size": 9}')"""
        )
        connection.execute("PRAGMA user_version = 1")
    connection.close()


def format_of(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()


def tables_of(path: Path) -> dict[str, str]:
    connection = sqlite3.connect(path)
    try:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: str(connection.execute(f"PRAGMA table_info({name})").fetchall()) for name in names}
    finally:
        connection.close()


def test_an_old_file_is_brought_up_to_date_and_kept_as_it_was(paths: Paths) -> None:
    make_first_format(paths.database)
    assert [dog.name for dog in Kennel(paths).dogs()] == ["小黑"]
    assert format_of(paths.database) == FORMAT
    copy = paths.database_copy(1)
    assert format_of(copy) == 1
    assert sqlite3.connect(copy).execute("SELECT name FROM dogs").fetchone() == ("小黑",)


def test_an_old_file_and_a_new_one_end_with_the_same_tables(paths: Paths, tmp_path: Path) -> None:
    make_first_format(paths.database)
    new = Paths(tmp_path / "new", tmp_path / "program")
    for each in (paths, new):
        kennel = Kennel(each)
        kennel.dogs()
        kennel.close()
    assert tables_of(paths.database) == tables_of(new.database)
    assert not new.database_copy(0).exists()


def test_dogs_games_and_results_of_old_say_that_they_are_of_go_and_lose_nothing(paths: Paths) -> None:
    make_first_format(paths.database)
    with closing(sqlite3.connect(paths.database)) as db, db:
        games = [
            (5, "abc", 1.0, "human", "random", 9, 6.5, "B+R", 31, b"(;one)"),
            (9, None, 2.0, "a", "b", 13, 0.5, "?", 7, b"two"),
        ]
        db.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", games)
        db.execute("INSERT INTO results VALUES (3, 4.0, 'random', 'mcts:30', 9, 7.0, 1, 18, 2)")
    kennel = Kennel(paths)
    assert [dog.game for dog in kennel.dogs()] == ["go"]
    assert [game["sgf"] for game in kept(kennel, "games")] == [b"two", b"(;one)"]
    (result,) = kept(kennel, "results")
    players = {"first": "random", "second": "mcts:30"}
    score = {"first_wins": 1, "second_wins": 18, "draws": 2}
    agreed = {"game": "go", "agreed": {"size": 9, "komi": 7.0}}
    assert result == {"id": result["id"], "created": 4.0, **agreed, **players, **score}
    with Database(paths).reading() as db:
        assert db.execute("SELECT game FROM dogs").fetchone()[0] == "go"
        rows = db.execute(
            "SELECT id, dog, created, black, white, json_extract(agreed, '$.size'), json_extract(agreed, '$.komi'), "
            "result, plies, sgf FROM games WHERE game = 'go' ORDER BY id"
        )
        assert [tuple(row) for row in rows] == games
    kennel.delete("小黑")
    assert len(kept(kennel, "games")) == 2, "a dog's games stay when it goes"


def test_a_dog_of_a_game_that_is_not_known_waits_until_it_is(paths: Paths) -> None:
    kennel = Kennel(paths)
    for name in ("rex", "pup"):
        kennel.adopt(name)
    with closing(sqlite3.connect(paths.database)) as db, db:
        db.execute("UPDATE dogs SET game = 'chess', net = '{\"game\": \"chess\"}' WHERE name = 'rex'")
    assert [dog.name for dog in kennel.dogs()] == ["pup"]
    with pytest.raises(KennelError, match=r"rex.*chess.*update the program"):
        kennel.find_dog("rex")
    assert kennel.free_name("rex") == "rex 2"


def test_a_step_that_fails_leaves_the_file_as_it_was(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    make_first_format(paths.database)
    before = tables_of(paths.database)
    monkeypatch.setattr(database, "STEPS", (STEPS[0], "CREATE TABLE first (id INTEGER); CREATE TABLE no no no"))
    with pytest.raises(database.KennelError):
        Kennel(paths).dogs()
    assert tables_of(paths.database) == before
    assert format_of(paths.database) == 1
    monkeypatch.undo()
    assert len(Kennel(paths).dogs()) == 1


def test_two_programs_may_open_an_old_file_at_once(paths: Paths) -> None:
    make_first_format(paths.database)
    first, second = Database(paths), Database(paths)
    with first.reading(), second.reading() as db:
        assert db.execute("SELECT COUNT(*) FROM ages").fetchone()[0] == 0


@pytest.mark.parametrize("number", ["", "..", "../../elsewhere", "a/b", "a\0b", "x" * 100])
def test_a_dogs_number_is_never_a_way_out_of_its_folder(paths: Paths, number: str) -> None:
    """Whoever deletes a dog deletes the folder of that name."""
    kennel = Kennel(paths)
    kennel.adopt("rex")
    with closing(sqlite3.connect(paths.database)) as db, db:
        db.execute("UPDATE dogs SET id = ?", (number,))
    with pytest.raises(KennelDamagedError, match="is damaged"):
        kennel.delete("rex")
    assert paths.database.exists()


@pytest.mark.parametrize("text", ["", "{", "5", '{"kind": "residual", "blocks": "x"}', '{"size": []}'])
def test_what_is_not_understood_in_a_sound_file_is_told_as_damage(paths: Paths, text: str) -> None:
    """SQLite keeps no checksums: a letter of a text that has changed on the disk is read as it is."""
    kennel = Kennel(paths)
    kennel.adopt("rex")
    with closing(sqlite3.connect(paths.database)) as db, db:
        db.execute("UPDATE dogs SET net = ?", (text,))
    with pytest.raises(KennelDamagedError, match="is damaged"):
        kennel.dogs()
    with pytest.raises(KennelDamagedError, match="is damaged"):
        kennel.find_dog("rex")


def test_a_dog_with_a_kind_of_net_that_is_not_known_asks_for_a_newer_program(paths: Paths) -> None:
    kennel = Kennel(paths)
    kennel.adopt("rex")
    with closing(sqlite3.connect(paths.database)) as db, db:
        db.execute("UPDATE dogs SET net = ?", ('{"kind": "nothing"}',))
    with pytest.raises(KennelError, match=r"nothing.*update the program"):
        kennel.dogs()


def test_an_age_whose_files_have_no_name_is_told_as_damage(paths: Paths) -> None:
    kennel = Kennel(paths)
    dog = kennel.adopt("rex")
    kennel.growth.note(dog.id, Past(Checkpoint(1.0, 1, 1, 1, dog.weights)))
    with closing(sqlite3.connect(paths.database)) as db, db:
        db.execute("UPDATE checkpoints SET weights = x'fffe'")
    with pytest.raises(KennelDamagedError, match="is damaged"):
        kennel.growth.checkpoints(dog.id)


def test_who_has_patience_waits_for_others_that_write(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.01)
    kennel, other = Kennel(paths), Database(paths)
    kennel.adopt("pup")
    is_begun, may_end = threading.Event(), threading.Event()

    def write() -> None:
        with other.writing() as db:
            db.execute("UPDATE dogs SET created = 1.0")
            is_begun.set()
            may_end.wait(PATIENCE)
        other.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert is_begun.wait(PATIENCE)
    with pytest.raises(KennelError, match="in use"):
        kennel.rename("pup", "dog")
    kennel.database.be_patient(PATIENCE)
    threading.Timer(0.2, may_end.set).start()
    assert kennel.rename("pup", "dog").created == 1.0
    writer.join()
    kennel.close()
    assert kennel.rename("dog", "pup").name == "pup"
